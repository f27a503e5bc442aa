"""Curvatures and identities of Bianchi for n = 3, by germs: any L of degree 4, a Randers metric.

The curvatures R, P, S of a connection in the fibres are compared with the curvature of the linear
connection on TM, which is made of all its coefficients; the identities are those of the latter.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from diffgeo import Manifold, check, tangent
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.structures import composed
from mechanics.spaces.lagrange_spaces import BianchiIdentities, LagrangeSpace

NAMES = ("x", "y", "z")
VELOCITIES = tuple(f"{name}dot" for name in NAMES)


def squared_length(function: Any) -> Any:
    """α² = (1 + y²) xd² + (1 + z²) yd² + (1 + x²) zd²."""
    x, y, z, xd, yd, zd = (function(name) for name in (*NAMES, *VELOCITIES))
    return (1 + y**2) * xd**2 + (1 + z**2) * yd**2 + (1 + x**2) * zd**2


def ring_with_roots(points: int) -> Any:
    """Germ rings at points where α² is a square."""
    everywhere = GermRing((*NAMES, *VELOCITIES), order=0, points=4 * points, seed=5)
    root = everywhere.has_root(squared_length(everywhere.generator)).ravel().tolist()
    keep = [good and sum(root[:i]) < points for i, good in enumerate(root)]

    def ring(names: Any, parameters: Any = (), **_: Any) -> GermRing:
        given = GermRing(names, order=7, points=4 * points, seed=5, parameters=parameters)
        return given.subset(keep)[0]

    return ring


@cache
def space(kind: str) -> LagrangeSpace:
    """A random Lagrangian of degree 4, or (α + β)² with β = (y xd + z yd + x zd)/3."""
    TM = tangent(Manifold("M", NAMES, ring=ring_with_roots(8)))
    ring = TM.chart.ring
    if kind == "quartic":
        return LagrangeSpace(TM.scalar(ring.random(3, degree=4)))
    x, y, z, xd, yd, zd = (ring.generator(name) for name in (*NAMES, *VELOCITIES))
    length = ring.sqrt(squared_length(ring.generator))
    return LagrangeSpace(TM.scalar((length + (y * xd + z * yd + x * zd) / 3) ** 2))


BOTH = pytest.mark.parametrize("kind", ["quartic", "Randers"])


def holds(identity: Any) -> bool:
    verdict = check(identity, counterexample=False)
    assert verdict.status.name in ("PROBED", "VERIFIED", "REFUTED"), verdict
    return bool(verdict)


@BOTH
def test_blocks_of_the_curvature(kind: str) -> None:
    D = space(kind).geometry.metrical
    slots = -D.connection.curvature.permuted((0, 2, 3, 1))
    for T, first, second in (
        (D.curvature_R, D.h, D.h),
        (D.curvature_P, D.h, D.J),
        (D.curvature_S, D.J, D.J),
    ):
        assert holds(composed(slots, None, D.J, first, second) == T) and not holds(T == 0)
        # The contraction, by the horizontal fields on which K puts vertical ones.
        for lower in (2, 3):
            by_K = composed(T, D.K, None, None, None).trace(0, lower)
            assert holds(D.trace(T, lower) == by_K)
    assert holds(D.ricci_S == D.trace(D.curvature_S, 3)) and not holds(D.ricci_R == 0)
    assert not holds(D.ricci_P1 == D.ricci_P2)


@BOTH
def test_identities_of_bianchi(kind: str) -> None:
    """All of their blocks hold, and none with another sign of a term that is not zero."""
    identities = BianchiIdentities(space(kind).geometry.metrical)
    blocks = [*identities.first.values(), *identities.second.values()]
    assert [len(terms) for terms in blocks] == [3] * 7 + [2] * 4
    turned = 0
    for terms in blocks:
        total = sum(terms[1:], start=terms[0])
        assert holds(total == 0)
        for term in terms:
            if not holds(term == 0):
                assert not holds(total == 2 * term)
                turned += 1
    assert turned == 21
    # The blocks of vertical fields only are sums over S alone, cyclic ones.
    S = identities.connection.curvature_S
    for T in (S, identities.connection.v_derivative(S)):
        first = T.rank - 3
        a, b, c = (
            T.permuted((*range(first), *order))
            for order in (
                (first, first + 1, first + 2),
                (first + 1, first + 2, first),
                (first + 2, first, first + 1),
            )
        )
        assert holds(a + b + c == 0) and not holds(a + b - c == 0)


def test_the_randers_metric_is_homogeneous() -> None:
    S = space("Randers")
    assert holds(S.liouville_field(S.lagrangian) == 2 * S.lagrangian)
    assert holds(S.geometry.tension == 0) and holds(S.geometry.electromagnetic == 0)
    assert not holds(space("quartic").geometry.tension == 0)
