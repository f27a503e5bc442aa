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
#: What intervals of stability are shaded with.
STABLE, TO_FIRST_ORDER = "#dcebdd", "#dce6f2"


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
    """The eigenvalues over the parameter and in the complex plane, with intervals of stability.

    Where the answer changes is marked in both, by crosses in the plane: there a real part changes
    its sign, or eigenvalues meet.
    """
    parts = found.along(name, low, high, values)
    figure = picture(10, 4.6)
    axes, plane = figure.subplots(1, 2, width_ratios=(3, 2))

    def roots(at: Fraction) -> list[complex]:
        try:
            return [r.value for r in found.at({**(values or {}), name: at}).eigenvalues]
        except DiffGeoError:
            return []  # It is not defined there, or roots are equal.

    for left, right, spectrum in parts:
        oscillating = spectrum.oscillating is not None and spectrum.oscillating.holds
        if spectrum.stable.holds or oscillating:
            color = STABLE if spectrum.stable.holds else TO_FIRST_ORDER
            axes.axvspan(float(left), float(right), color=color, lw=0)
    step = Fraction(high - low) / (VALUES - 1)
    points = [
        (float(x), root) for x in (low + k * step for k in range(VALUES)) for root in roots(x)
    ]
    for part, color, size in (("real", "#1f5a99", 3), ("imag", "#c4552d", 2)):
        drawn = [(x, getattr(r, part)) for x, r in points if part == "real" or r.imag > 0]
        label = {"real": "real parts", "imag": "imaginary parts"}[part]
        axes.plot(
            *(list(zip(*drawn, strict=True)) or ([], [])), ".", ms=size, color=color, label=label
        )
    shown = plane.scatter(
        [r.real for _, r in points], [r.imag for _, r in points], c=[x for x, _ in points], s=4
    )
    for left, _, _ in parts[1:]:
        axes.axvline(float(left), color="#22303c", lw=0.8, ls="--")
        axes.text(
            float(left),
            0.97,
            f" {float(left):.5g}",
            transform=axes.get_xaxis_transform(),
            fontsize=8,
        )
        near = roots(left + step / 50)
        plane.plot([r.real for r in near], [r.imag for r in near], "x", ms=6, color="#c4552d")
    for color, label in ((STABLE, "stable"), (TO_FIRST_ORDER, "stable to first order")):
        axes.fill_between([], [], color=color, label=label)
    axes.axhline(0, color="#22303c", lw=0.8)
    plane.axvline(0, color="#22303c", lw=0.8)
    axes.legend(frameon=False, fontsize=8)
    axes.set(xlabel=name, ylabel="eigenvalues", xlim=(float(low), float(high)))
    axes.set_title(one_line(found.system.name), loc="left")
    plane.set(xlabel="real part", ylabel="imaginary part")
    figure.colorbar(shown, ax=plane, label=name)
    return figure
