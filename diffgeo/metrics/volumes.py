"""Roots of functions, signs of volume forms, signatures: what a metric asks of the ring."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus.forms import Form, describe
from diffgeo.errors import AxiomViolation, DegreeMismatch, NeedsSign
from diffgeo.rings.expression import number, power
from diffgeo.rings.protocol import known_sign
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


def signature(metric: Metric) -> tuple[int, int] | None:
    """The numbers of positive and negative squares where the ring knows the signs, else None.

    Completes squares (Lagrange): each step splits off a field with a square of known sign, or
    a plane on which the determinant is known to be negative.
    """
    ring, space = metric.space.chart.ring, metric.space
    rows = [list(row) for row in metric._rows]
    positive = negative = 0

    def known(f: Form) -> int | None:
        # Read back from the formula, where the denominators are cancelled.
        return known_sign(ring, space.function(ring.expression(f.element())).element())

    while rows:
        n = range(len(rows))
        pivot = next(((i, s) for i in n if (s := known(rows[i][i]))), None)
        if pivot:
            chosen = [pivot[0]]
            positive, negative = positive + (pivot[1] > 0), negative + (pivot[1] < 0)
            inverse = [[1 / rows[pivot[0]][pivot[0]]]]
        else:
            plane = next(
                ((i, j) for i in n for j in range(i) if known(_minor(rows, i, j)) == -1), None
            )
            if plane is None:
                return None
            i, j = plane
            chosen = [i, j]
            positive, negative = positive + 1, negative + 1
            det = _minor(rows, i, j)
            inverse = [
                [rows[j][j] / det, -rows[i][j] / det],
                [-rows[i][j] / det, rows[i][i] / det],
            ]
        rest = [i for i in n if i not in chosen]
        rows = [
            [
                rows[i][j]
                - _total(
                    rows[i][a] * inverse[p][q] * rows[b][j]
                    for p, a in enumerate(chosen)
                    for q, b in enumerate(chosen)
                )
                for j in rest
            ]
            for i in rest
        ]
    return positive, negative


def _minor(rows: list[list[Form]], i: int, j: int) -> Form:
    return rows[i][i] * rows[j][j] - rows[i][j] * rows[j][i]


def _total(terms: Iterator[Any]) -> Any:
    first, *rest = terms
    return sum(rest, start=first)
