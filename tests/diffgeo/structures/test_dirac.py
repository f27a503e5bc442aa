"""Dirac structures and fibre products, by what characterises them."""

from __future__ import annotations

import pytest

from diffgeo import (
    Distribution,
    Manifold,
    Map,
    check,
    cotangent,
    d,
    identity_map,
    interior,
    tangent,
)
from diffgeo.bundles import FibreProduct, product
from diffgeo.calculus import multivector
from diffgeo.errors import AxiomViolation, DegreeMismatch, NameClash, NotSupported, SpaceMismatch
from diffgeo.structures import DiracStructure, Poisson, courant_bracket, pairing_of_pairs

M = Manifold("M", "x y z w")
x, y, z, w = M.coordinates
CLOSED, OPEN = d(x) * d(y) + d(z) * d(w), d(x) * d(y) + x * d(z) * d(w)
D = Distribution.annihilated_by([d(z) - y * d(x)], M)


def test_the_graph_of_a_form() -> None:
    X = M.vector_field(x="y", z="x*w")
    graph = DiracStructure.of_form(OPEN)
    assert graph.contains(X, interior(X, OPEN))
    assert not graph.contains(X, 2 * interior(X, OPEN))


def test_a_distribution_and_a_form() -> None:
    """(X, α) is in it if and only if X lies in Δ and α - i_X Ω annihilates Δ."""
    (mu,) = D.annihilator
    inside, outside = M.vector_field(x=1, z="y", w="x"), M.vector_field(z=1)
    found = DiracStructure.of_form(CLOSED, D)
    assert found.contains(inside, interior(inside, CLOSED) + w * mu)
    assert not found.contains(outside, interior(outside, CLOSED))
    assert not found.contains(inside, interior(inside, CLOSED) + d(x))
    assert len(found.pairs) == 4


def test_isotropy_and_maximality_are_asked_for() -> None:
    one = (M.vector_field(x=1), d(x))
    with pytest.raises(AxiomViolation, match="isotropy"):
        DiracStructure(M, [one])
    with pytest.raises(AxiomViolation, match=r"rank 1 .* where it is 4"):
        DiracStructure(M, [(M.vector_field(x=1), d(y))])


def test_it_is_integrable_if_the_form_is_closed_and_the_distribution_involutive() -> None:
    flat = Distribution(M, [M.vector_field(x=1), M.vector_field(y=1)])
    assert DiracStructure.of_form(CLOSED).is_integrable()
    assert not DiracStructure.of_form(OPEN).is_integrable()
    assert DiracStructure.of_form(CLOSED, flat).is_integrable()
    assert not DiracStructure.of_form(CLOSED, D).is_integrable()


def test_it_is_pulled_back_by_maps_without_inverse() -> None:
    """Of a form to a leaf and to a product, and of the angular momenta to a sphere."""
    leaf = Manifold("leaf", "a b")
    into = Map(leaf, M, {"x": "a", "y": "b", "z": "a*b", "w": 1})
    found = DiracStructure.of_form(OPEN).pulled_back(into)
    X = leaf.vector_field(a="b", b=1)
    assert found.contains(X, interior(X, into.pull(OPEN)))
    assert not found.contains(X, interior(X, d(leaf["b"]) * d(leaf["a"])))
    wide, down = Manifold("wide", "x y z w v"), {n: n for n in "xyzw"}
    free = DiracStructure.of_form(CLOSED).pulled_back(Map(wide, M, down))
    assert free.contains(wide.frame[4], 0 * d(wide["v"]))
    assert not free.contains(0 * wide.frame[4], d(wide["v"]))
    momenta = Manifold("so3", "x y z")
    (a, b, c), (A, B, C) = momenta.coordinates, momenta.frame
    turning = Poisson(a * multivector(B, C) + b * multivector(C, A) + c * multivector(A, B))
    graph = DiracStructure(momenta, [(turning.hamiltonian_field(f), d(f)) for f in (a, b, c)])
    S = Manifold("sphere", "t h", domain="h in (-1, 1)")
    r = "sqrt(1 - h**2)"
    sphere = graph.pulled_back(Map(S, momenta, {"x": f"{r}*cos(t)", "y": f"{r}*sin(t)", "z": "h"}))
    # {x, y} = z, and so {t, h} = 1.
    turn = S.frame[0]
    assert sphere.contains(turn, interior(turn, d(S["t"]) * d(S["h"])))
    assert not sphere.contains(turn, interior(turn, d(S["h"]) * d(S["t"])))
    point = Map(Manifold("line", "s"), momenta, {"x": 0, "y": 0, "z": 0})
    assert graph.pulled_back(point).contains(point.source.frame[0], 0 * d(point.source["s"]))
    # On the axis y = 0 the pairs y ∂_x and y dy are 0, so that they span no Dirac structure there.
    plane = Manifold("plane", "x y")
    thin = DiracStructure(plane, [(plane["y"] * plane.frame[0], 0 * d(plane["x"])), (0 * plane.frame[0], d(plane["y"]))])  # noqa: E501  # fmt: skip
    axis = Map(Manifold("axis", "x"), plane, {"x": "x", "y": 0})
    with pytest.raises(NotSupported, match="dependent at the points"):
        thin.pulled_back(axis)


def test_the_bracket_and_the_pairing() -> None:
    """X⟨b, c⟩ = ⟨[a, b], c⟩ + ⟨b, [a, c]⟩, and ⟨[a, a], c⟩ = Z⟨a, a⟩/2 for c = (Z, γ)."""
    a, b = (M.vector_field(x="y*z"), x * d(w)), (M.vector_field(w="x"), z * d(x) + d(y))
    c = (M.vector_field(z="w", y="x**2"), y * d(z))
    pair, bracket = pairing_of_pairs, courant_bracket
    assert check(a[0](pair(b, c)) == pair(bracket(a, b), c) + pair(b, bracket(a, c)))
    assert check(2 * pair(bracket(a, a), c) == c[0](pair(a, a)))
    assert not check(pair(bracket(a, b), c) == -pair(bracket(b, a), c))


def test_it_is_pulled_back() -> None:
    phi = Map(
        M, M, {"x": "x + y**2", "y": "y", "z": "2*z", "w": "w + x"},
        inverse={"x": "x - y**2", "y": "y", "z": "z/2", "w": "w - x + y**2"},
    )  # fmt: skip
    X = M.vector_field(x="y", z="y**2")
    found = DiracStructure.of_form(CLOSED, D)
    alpha = interior(X, CLOSED)
    assert found.contains(X, alpha)
    assert found.pulled_back(phi).contains(phi.pull(X), phi.pull(alpha))
    assert not found.pulled_back(phi).contains(X, alpha)


# --- fibre products ---------------------------------------------------------------------------

Q = Manifold("Q", "q r")


def test_a_map_to_a_fibre_product_is_a_pair_over_the_base() -> None:
    first, second = tangent(Q), cotangent(Q)
    pairs = FibreProduct(first, second)
    assert pairs.dimension == 6
    to_first, to_second = pairs.projections
    assert (first.projection @ to_first).coincides(second.projection @ to_second)
    assert pairs.pair(to_first, to_second).coincides(identity_map(pairs))
    N = Manifold("N", "s")
    images = {"q": "s", "r": "s**2", "qdot": "1", "rdot": "2*s"}
    curve = Map(N, first, images)
    covector = Map(N, second, {"q": "s", "r": "s**2", "p_q": "s", "p_r": "0"})
    both = pairs.pair(curve, covector)
    assert (to_first @ both).coincides(curve) and (to_second @ both).coincides(covector)
    with pytest.raises(SpaceMismatch, match="over one map to the base"):
        pairs.pair(curve, Map(N, second, {"q": "s", "r": "s", "p_q": "s", "p_r": "0"}))


def test_fibre_products_have_one_base() -> None:
    other = product(Q, Manifold("F", "f")).fibration(0)
    assert FibreProduct(tangent(Q), other).dimension == 5
    with pytest.raises(SpaceMismatch, match="different bases"):
        FibreProduct(tangent(Q), cotangent(M))


def test_refusals_name_what_is_wrong() -> None:
    with pytest.raises(DegreeMismatch, match="graph of a 2-form"):
        DiracStructure.of_form(d(x))
    with pytest.raises(NameClash, match="xdot, ydot, zdot, wdot name coordinates"):
        FibreProduct(tangent(M), tangent(M))
