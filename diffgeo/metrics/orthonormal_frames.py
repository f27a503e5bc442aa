"""Orthonormal frames by the process of Gram and Schmidt.

Source: O'Neill, Semi-Riemannian Geometry (1983), chapters 2 and 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo.bundles.frames import Frame
from diffgeo.calculus.forms import describe
from diffgeo.calculus.requirements import require_kind
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NeedsSign
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.metrics.volumes import root_of
from diffgeo.rings.protocol import known_sign
from diffgeo.verdicts.verdict import check


def orthonormal_frame(metric: Metric, fields: Sequence[VectorForm] | None = None) -> Frame:
    """The frame with ``g(e_a, e_b) = ±δ_ab`` that Gram and Schmidt make of fields, in their order.

    Parameters
    ----------
    metric
        Of any signature.
    fields
        A frame; that of the coordinates if it is not given. ``e_a`` is in the span of the first a.

    Returns
    -------
    Frame
        The frame, in the order of the fields.

    Raises
    ------
    AxiomViolation
        A field is null after what came before was split off, or fields are dependent.
    NeedsSign
        The sign of a square is not known: declare signs, or a domain of the chart.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import orthonormal_frame
    >>> H = Manifold("H", "x y", positive="y")
    >>> print(*orthonormal_frame(Metric.diagonal(H, x="1/y**2", y="1/y**2")), sep=", ")
    y ∂_x, y ∂_y
    """
    require_kind(metric, Metric, "orthonormalise by", "a Metric")
    space = metric.space
    made: list[tuple[VectorForm, int]] = []
    for X in space.frame if fields is None else fields:
        rest = X
        for e, sign in made:
            rest = rest - sign * metric(X, e) * e
        square = metric(rest, rest).settled()
        if check(square == 0, counterexample=False):
            raise AxiomViolation(
                f"{describe(rest)}, which is left of {describe(X)}, is null for {describe(metric)}:"
                " start with other fields"
            )
        side = known_sign(space.chart.ring, square.element())
        if side is None:
            raise NeedsSign(
                f"the sign of {square.summary()}, the square of {describe(rest)}, is not known: "
                f"declare signs or a domain of {space}"
            )
        made.append((1 / root_of(side * square, "a unit field") * rest, side))
    return Frame(space, [e for e, _ in made])
