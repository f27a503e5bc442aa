"""Pictures of the eigenvalues of a normal motion along a parameter."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diffgeo import evaluate
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue
from mechanics.motion.trajectory_plot import picture, require_ending, save_figure
from mechanics.wording import one_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanics.analysis.relative_equilibria import RelativeEquilibria

#: So many values are drawn.
VALUES = 161


def interval(text: str) -> tuple[str, Fraction, Fraction]:
    """A name and rational ends from ``"u=0:10"``.

    Raises `BadValue` for anything else.
    """
    name, _, ends = text.partition("=")
    try:
        low, high = (Fraction(str(evaluate(part, {}))) for part in ends.split(":"))
    except (DiffGeoError, ValueError):
        raise BadValue(f"{text!r}: write NAME=LOW:HIGH with rational ends, as u=0:10") from None
    if not low < high:
        raise BadValue(f"{text!r}: the ends are not in order")
    return name.strip(), low, high


def to_double(end: Fraction) -> float:
    """The end of an interval as it is shown."""
    return float(end)


def save(
    found: RelativeEquilibria,
    name: str,
    low: Fraction,
    high: Fraction,
    values: Mapping[str, Any],
    path: str | Path,
    *,
    force: bool = False,
) -> Path:
    """Write the picture as PNG or SVG, by the ending of the path."""
    require_ending(path)
    figure = draw(found, name, low, high, values)
    inputs = (found.system.specification.where,)
    return save_figure(path, figure, dpi=160, force=force, inputs=inputs)


def draw(
    found: RelativeEquilibria,
    name: str,
    low: Fraction | int,
    high: Fraction | int,
    values: Mapping[str, Any] | None = None,
) -> Figure:
    """Real and imaginary parts of the eigenvalues; where they are stable is shaded."""
    parts = found.along(name, low, high, values)
    figure = picture(8, 4.6)
    axes = figure.subplots()
    for left, right, spectrum in parts:
        if spectrum.stable.holds:
            axes.axvspan(float(left), float(right), color="#dcebdd", lw=0)
    step = Fraction(high - low) / (VALUES - 1)
    for k in range(VALUES):
        exact = low + k * step
        try:
            roots = found.at({**(values or {}), name: exact}).eigenvalues
        except DiffGeoError:
            continue  # It is not defined there, or roots are equal.
        for x, root in ((float(exact), root) for root in roots):
            axes.plot(x, root.value.real, ".", ms=3, color="#1f5a99")
            if root.value.imag > 0:
                axes.plot(x, root.value.imag, ".", ms=2, color="#c4552d")
    axes.axhline(0, color="#22303c", lw=0.8)
    axes.plot([], [], ".", color="#1f5a99", label="real parts")
    axes.plot([], [], ".", color="#c4552d", label="imaginary parts")
    axes.legend(frameon=False)
    axes.set(xlabel=name, ylabel="eigenvalues", xlim=(float(low), float(high)))
    axes.set_title(f"{one_line(found.system.name)}: stable where shaded", loc="left")
    return figure
