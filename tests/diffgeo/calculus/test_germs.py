"""The same geometry over germs: random Taylor series instead of formulas."""

from __future__ import annotations

from itertools import combinations

import pytest

from diffgeo import (
    FibredManifold,
    Form,
    Manifold,
    Status,
    VectorForm,
    bracket,
    check,
    d,
    germs,
    jet,
    tangent,
)
from diffgeo.errors import NotSupported
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.signs import koszul
from diffgeo.structures import AlmostCosymplectic

RING = GermRing(("x", "y", "z"), order=2)
M = Manifold("M", "x y z", ring=RING)


def random_vector_form(degree: int) -> VectorForm:
    masks = [sum(1 << i for i in c) for c in combinations(range(3), degree)]
    values = [Form(M, degree, {mask: RING.random() for mask in masks}) for _ in range(3)]
    return VectorForm(M, degree, values)


@pytest.mark.parametrize("degrees", [(0, 0, 0), (1, 1, 0), (1, 0, 2), (1, 1, 1)])
def test_jacobi(degrees):
    K, N, P = map(random_vector_form, degrees)
    sign = koszul(degrees[0] * degrees[1])
    left, right = bracket(K, bracket(N, P)), bracket(bracket(K, N), P)
    other = bracket(N, bracket(K, P))
    verdict = check(left == right + sign * other)
    assert verdict.status is Status.PROBED and verdict.log2_bound < -60
    assert check(left == right - sign * other).status is Status.REFUTED


def test_a_ring_factory_serves_jets():
    J = jet(FibredManifold("E", coordinates="x y", ring=germs(3)))
    L = J.scalar(J.chart.ring.random())
    theta = L * J.dt + J.vertical_endomorphism.transpose(d(L))
    reeb = AlmostCosymplectic(-d(theta), J.dt).reeb(start=J.second_order_field())
    assert J.is_second_order(reeb).status is Status.PROBED
    assert not J.is_second_order(reeb + J.frame[1])


def test_printing_a_germ_does_not_fail():
    assert str(random_vector_form(0)) == "… ∂_x + … ∂_y + … ∂_z"


def test_a_ready_ring_serves_no_derived_space():
    E = FibredManifold("E", coordinates="x", ring=GermRing(("t", "x"), order=2))
    with pytest.raises(ValueError, match="ring factory"):
        jet(E)


def test_a_manifold_of_germs():
    """The public way: the order, points and field are given, derived spaces follow."""
    TM = tangent(Manifold("M", "x y", ring=germs(3, points=5, seed=5)))
    ring = TM.chart.ring
    assert (ring.order, len(ring.coordinates)) == (3, 4)
    f, g = (TM.scalar(ring.random()) for _ in range(2))
    assert check(d(f * g) == g * d(f) + f * d(g)).status is Status.PROBED
    assert check(d(f * g) == g * d(f)).status is Status.REFUTED
    with pytest.raises(NotSupported, match="no undefined functions"):
        Manifold("M", "x", functions="f(x)", ring=germs(2))
