"""Frames adapted to a submersion: what connections need to know of a fibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.bundles.frame_labels import FrameLabel
from diffgeo.bundles.frames import Frame
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, pairing
from diffgeo.calculus.maps import Map
from diffgeo.errors import AxiomViolation, SpaceMismatch

if TYPE_CHECKING:
    from diffgeo.calculus.charts import Chart


def projection_of(fibration: object) -> Map:
    """The projection of a fibration: a Map, or anything with one as its ``projection``."""
    projection = getattr(fibration, "projection", fibration)
    if not isinstance(projection, Map):
        raise SpaceMismatch(
            f"{fibration!r} is no fibration: give a Map E → B, or a space with a projection"
        )
    return projection


def fibred_frame(projection: Map) -> Frame:
    """The frame dual to the forms ``π^*dx^i`` and to differentials of fibre coordinates.

    Its first fields are transversal to the fibres and project to the coordinate fields of
    the base, the others are vertical. Fibre coordinates are the first coordinates of the
    total space that are independent of those of the base; fields are named after them.

    Raises `AxiomViolation` if the projection is no submersion.
    """
    total, base = projection.source, projection.target
    below = [projection.pull(d(x)) for x in base.coordinates]
    rows = [_row(form) for form in below]
    if len(rows) > total.dimension or linear.rank(rows) < len(rows):
        doubt = linear.doubt(rows) if len(rows) <= total.dimension else ""
        raise AxiomViolation(
            f"{projection} is no fibration: the differentials of the {base.dimension} coordinates "
            f"of {base} are dependent on {total}{doubt}"
        )
    forms, labels = list(below), [_label(base.chart, x) for x in base.chart.coordinates]
    for name, y in zip(total.chart.coordinates, total.coordinates, strict=True):
        if len(forms) == total.dimension:
            break
        candidate = [*rows, _row(d(y))]
        if linear.rank(candidate) == len(candidate):
            rows, forms = candidate, [*forms, d(y)]
            labels.append(_label(total.chart, name))
    if len({label.field for label in labels}) < len(labels):
        return Frame.from_coframe(forms)
    return Frame.from_coframe(forms, labels)


def horizontal_label(chart: Chart, name: str) -> FrameLabel:
    """The label δ_x of a horizontal lift, with the dual form dx."""
    latex = chart.latex_name(name)
    return FrameLabel(
        f"δ_{name}",
        f"d{name}",
        rf"\frac{{\delta}}{{\delta {latex}}}",
        rf"\mathrm{{d}}{latex}",
    )


def vertical_label(label: FrameLabel) -> FrameLabel:
    """The vertical field ∂_y with the dual form δy."""
    return FrameLabel(
        label.field,
        label.form.replace("d", "δ", 1),
        label.field_latex,
        label.form_latex.replace(r"\mathrm{d}", r"\delta ", 1),
    )


def _row(form: Form) -> list[Form]:
    return [pairing(form, X) for X in form.space.frame]


def _label(chart: Chart, name: str) -> FrameLabel:
    latex = chart.latex_name(name)
    return FrameLabel(f"∂_{name}", f"d{name}", rf"\partial_{{{latex}}}", rf"\mathrm{{d}}{latex}")
