"""Roots of functions, and the sign of a volume form: what lengths and volumes need of the ring."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.calculus.forms import Form, describe
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign
from diffgeo.rings.expression import number, power
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    from diffgeo.metrics.pseudo_riemannian import Metric


def root_of(square: Form, what: str) -> Form:
    """The root of a function, for which `NeedsSign` says what it is needed for."""
    space = square.space
    expression = space.chart.ring.expression(square.element())
    try:
        root = space.function(power(expression, number(Fraction(1, 2))))
    except NeedsSign as refusal:
        raise NeedsSign(f"{what} on {space} needs a root: {refusal}") from refusal
    # What has cancelled is not seen in the expression.
    return root.under(square.used)


def sign_of_volume(metric: Metric, volume: Form) -> int:
    """The number ``g(vol, vol)``, 1 or -1; `AxiomViolation` if it is neither."""
    if not isinstance(volume, Form) or volume.degree != metric.space.dimension:
        raise DegreeMismatch(
            f"a volume form on {metric.space} has degree {metric.space.dimension}, unlike "
            f"{describe(volume)}"
        )
    square = metric.inner(volume, volume)
    for sign in (1, -1):
        if check(square == sign):
            return sign
    raise AxiomViolation(
        f"{describe(volume)} is no volume form of the metric: g(vol, vol) = "
        f"{square.summary()} is neither 1 nor -1"
    )
