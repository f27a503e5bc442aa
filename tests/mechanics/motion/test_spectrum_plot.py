"""The eigenvalues along a parameter, drawn: a bead at the bottom of a rotating hoop."""

from __future__ import annotations

import pytest
from matplotlib.colors import to_hex

from mechanics import load
from mechanics.errors import BadValue
from mechanics.motion.spectrum_plot import STABLE, TO_FIRST_ORDER, VALUES, draw, interval


def test_a_bifurcation_is_marked() -> None:
    """Eigenvalues ±√(Ω² - g/R): imaginary below Ω = 3, and one is positive beyond."""
    found = load("rotating-hoop").relative_equilibria({"theta": "0"})
    axes, plane, _ = draw(found, "Omega", 1, 5, {"g": 9, "R": 1, "m": 1}).axes
    (shaded,) = [p for p in axes.patches if p.get_width()]
    assert to_hex(shaded.get_facecolor()) == TO_FIRST_ORDER != STABLE
    assert [text.get_text().strip() for text in axes.texts] == ["3"]
    drawn = [line for line in axes.lines if len(line.get_xdata()) > 2]
    real, imaginary = (dict(zip(*line.get_data(), strict=True)) for line in drawn)
    assert imaginary[1.0] == pytest.approx(8**0.5) and real[5.0] == pytest.approx(-4)
    # At the bifurcation itself both are 0.
    assert len(plane.collections[0].get_offsets()) == 2 * VALUES - 1


@pytest.mark.parametrize("text", ["u=1", "u=2:1", "u=a:b", "u=1:2:3"])
def test_what_is_no_interval(text: str) -> None:
    with pytest.raises(BadValue, match=r"NAME=LOW:HIGH|not in order"):
        interval(text)
