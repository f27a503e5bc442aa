"""Products: projections, lifts, pairs and products of maps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    Manifold,
    Map,
    bracket,
    check,
    d,
    identity_map,
    interior,
    jet,
    lie,
    product,
    tangent,
    torsion,
)
from diffgeo.bundles import diagonal, product_map
from diffgeo.calculus import multivector, schouten
from diffgeo.errors import AxiomViolation, Contradiction, NameClash, SpaceMismatch, UndefinedSymbol
from diffgeo.testing import automorphisms, forms, functions, vector_fields, vector_forms

M = Manifold("M", "x y", parameters="m", functions="f(x)", positive="m")
N = Manifold("N", "u v", parameters="m k", functions="f(x) g(u)")
P = product(M, N)
to_m, to_n = P.projections
FEW = settings(max_examples=15)


def test_names_parameters_and_functions_are_merged():
    assert P.chart.coordinates == ("x", "y", "u", "v")
    assert P.chart.parameters == ("m", "k")
    assert set(P.chart.functions) == {"f", "g"}
    assert P.chart.signs == {"m": 1}
    assert P.dimension == 4 and str(P) == "M × N"
    assert check(to_m.pull(M.function("m*f(x)*y")) == P.function("m*f(x)*y"))


def test_products_are_made_once():
    assert product(M, N) is P
    assert product(M, N, name="other") is not P
    assert product(N, M) is not P


@given(vector_fields(M), vector_fields(N))
@FEW
def test_lifts_from_different_factors_commute(X, Y):
    assert check(bracket(P.lift(X), P.lift(Y)) == 0)
    twisted = to_n.pull(N.coordinates[0]) * P.lift(M.frame[0])
    assert not check(bracket(twisted, P.lift(N.frame[0])) == 0)


@given(vector_fields(M), functions(N))
@FEW
def test_a_lift_is_related_to_the_field_and_to_zero(X, f):
    lifted = P.lift(X)
    assert check(to_m.related(lifted, X))
    assert check(to_n.related(lifted, 0 * N.frame[0]))
    assert check(lifted(to_n.pull(f)) == 0)


def test_only_the_lift_is_related():
    X = M.vector_field(x="y")
    wrong = P.lift(X) + P.vector_field(u="x")
    assert not check(to_n.related(wrong, 0 * N.frame[0]))
    assert not check(bracket(wrong, P.lift(N.vector_field(u="u"))) == 0)
    assert not check(to_m.related(2 * P.lift(X), X))


@given(vector_forms(M, 1, degree=1), vector_forms(M, 1, degree=1), forms(M, 1))
@FEW
def test_lifts_keep_brackets_and_insertions(K, L, alpha):
    assert check(bracket(P.lift(K), P.lift(L)) == P.lift(bracket(K, L)))
    assert check(interior(P.lift(K), to_m.pull(alpha)) == to_m.pull(interior(K, alpha)))
    assert check(torsion(P.lift(K)) == P.lift(torsion(K)))


def test_lifts_of_the_identities_are_complementary():
    first, second = P.lift(M.identity), P.lift(N.identity)
    assert check(first + second == P.identity)
    assert check(first @ second == 0)
    assert not check(first == P.identity)


@given(forms(M, 1), forms(N, 1), vector_fields(M))
@FEW
def test_the_differential_of_a_product(alpha, beta, X):
    a, b = to_m.pull(alpha), to_n.pull(beta)
    assert check(d(a * b) == to_m.pull(d(alpha)) * b - a * to_n.pull(d(beta)))
    assert check(lie(P.lift(X), a * b) == to_m.pull(lie(X, alpha)) * b)


def test_the_differential_of_a_product_has_its_sign():
    a, b = to_m.pull(M.form(1, {"x": "y"})), to_n.pull(N.form(1, {"u": "v"}))
    assert not check(d(a * b) == d(a) * b + a * d(b))


@given(vector_fields(M), vector_fields(M), functions(M), vector_fields(N))
@FEW
def test_multivectors_are_lifted_with_their_bracket(X, Y, f, Z):
    bivector = multivector(f, X, Y)
    lifted = P.lift(bivector)
    assert check(lifted == multivector(to_m.pull(f), P.lift(X), P.lift(Y)))
    assert check(schouten(lifted, multivector(P.lift(Z))) == 0)
    assert check(schouten(lifted, P.lift(multivector(X))) == P.lift(schouten(bivector, X)))


def test_a_lifted_bivector_has_its_factor():
    lifted = P.lift(M["x"] * multivector(*M.frame))
    assert check(lifted(d(P["x"]), d(P["y"])) == P["x"])
    assert not check(lifted(d(P["x"]), d(P["y"])) == 2 * P["x"])
    assert check(lifted(d(P["x"]), d(P["u"])) == 0)


def test_multivectors_of_degree_zero_are_lifted():
    assert check(P.lift(multivector(M["x"])).as_function() == P["x"])


# --- maps to the product ---------------------------------------------------------------


def test_the_universal_property():
    Q = Manifold("Q", "s t", parameters="m k", functions="f(x) g(u)")
    first = Map(Q, M, {"x": "s*t", "y": "s"})
    second = Map(Q, N, {"u": "t**2", "v": "m*s"})
    both = P.pair(first, second)
    assert check(to_m @ both == first)
    assert check(to_n @ both == second)
    other = Map(Q, P, {"x": "s*t", "y": "s", "u": "t**2", "v": "m*s + t"})
    assert not check(to_n @ other == second)
    again = P.pair(to_m @ other, to_n @ other)
    assert check(again == other)
    assert not check(both == other)


@given(automorphisms(M), automorphisms(N), forms(M, 1), vector_fields(N))
@FEW
def test_products_of_maps(phi, psi, alpha, Y):
    both = product_map(P, P, phi, psi)
    assert check(to_m @ both == phi @ to_m)
    assert check(to_n @ both == psi @ to_n)
    assert check(both @ both.inverse == identity_map(P))
    # The lift is natural under products of maps.
    assert check(both.pull(P.lift(Y)) == P.lift(psi.pull(Y)))
    if not check(Y == 0):
        assert not check(both.pull(P.lift(Y)) == -P.lift(psi.pull(Y)))
    assert check(both.pull(to_m.pull(alpha)) == to_m.pull(phi.pull(alpha)))


def test_lifts_are_not_natural_under_maps_that_mix_the_factors():
    mixed = Map(
        P,
        P,
        {"x": "x", "y": "y", "u": "u + x", "v": "v"},
        inverse={"x": "x", "y": "y", "u": "u - x", "v": "v"},
    )
    X = M.frame[0]
    assert not check(mixed.pull(P.lift(X)) == P.lift(X))


def test_the_diagonal():
    square = product(M, M, suffixes=("1", "2"))
    assert square.chart.coordinates == ("x1", "y1", "x2", "y2")
    delta = diagonal(square)
    first, second = square.projections
    assert check(first @ delta == identity_map(M))
    assert check(second @ delta == identity_map(M))
    assert check(delta.pull(square["x1"] - square["x2"]) == 0)
    assert not check(delta.pull(square["x1"] - square["y2"]) == 0)
    X = M.vector_field(x="y", y="x")
    assert check(delta.related(X, square.lift(X, 0) + square.lift(X, 1)))
    assert not check(delta.related(X, square.lift(X, 0)))
    with pytest.raises(SpaceMismatch, match="give factor=0 or 1"):
        square.lift(X)
    with pytest.raises(SpaceMismatch, match="M × N has no diagonal"):
        diagonal(P)


def test_slices():
    inclusion = P.slice(0, {"g(u)": "u**2"}, u="m", v=2, k=5)
    assert check(to_m @ inclusion == identity_map(M))
    assert check(inclusion.pull(P["u"] * P["v"] * P["x"]) == 2 * M["m"] * M["x"])
    assert check(inclusion.pull(P.function("g(v) + k")) == 9)
    assert check(inclusion.pull(d(P["u"])) == 0)
    assert not check(inclusion.pull(d(P["x"])) == 0)
    with pytest.raises(UndefinedSymbol, match="no value of v"):
        P.slice(0, u=1)
    with pytest.raises(UndefinedSymbol, match="x is not fixed"):
        P.slice(0, u=1, v=1, x=2)


# --- names and wrong input -------------------------------------------------------------


def test_clashes_are_named_and_repaired():
    other = Manifold("L", "x z")
    with pytest.raises(NameClash, match="coordinate x occurs twice on M × L"):
        product(M, other)
    renamed = product(M, other, rename=[{}, {"x": "X"}])
    assert renamed.chart.coordinates == ("x", "y", "X", "z")
    assert check(renamed.projections[1].pull(other["x"]) == renamed["X"])
    with pytest.raises(UndefinedSymbol, match="'q' is not a coordinate of L"):
        product(M, other, rename=[{}, {"q": "X"}])
    with pytest.raises(NameClash, match="m is a coordinate of A and a parameter"):
        product(Manifold("A", "m"), M)
    with pytest.raises(NameClash, match="different numbers of arguments"):
        product(M, Manifold("B", "w", functions="f(a, b)"))
    with pytest.raises(Contradiction, match="declared positive"):
        product(M, Manifold("C", "w", parameters="m", negative="m"))


def test_wrong_input_is_named():
    elsewhere = Manifold("S", "a")
    with pytest.raises(SpaceMismatch, match="cannot lift the vector field ∂_a"):
        P.lift(elsewhere.frame[0])
    with pytest.raises(SpaceMismatch, match="one map to each of M, N"):
        P.pair(identity_map(N), identity_map(M))
    with pytest.raises(SpaceMismatch, match="does not begin on the factor M"):
        product_map(P, P, identity_map(N), identity_map(M))
    with pytest.raises(SpaceMismatch, match="begin on one manifold"):
        P.pair(identity_map(M), identity_map(N))
    with pytest.raises(TypeError, match="at least one factor"):
        product()
    with pytest.raises(TypeError, match="suffixes has 1 entries for 2 factors"):
        product(M, M, suffixes=("1",))


def test_a_parameter_has_one_value():
    Q = Manifold("Q", "s", parameters="m k", functions="f(x) g(u)")
    first = Map(Q, M, {"x": "s", "y": "s", "m": "2"})
    second = Map(Q, N, {"u": "s", "v": "s"})
    with pytest.raises(AxiomViolation, match="one value of the parameter m"):
        P.pair(first, second)


# --- R × Q -----------------------------------------------------------------------------


def test_jets_over_the_line_of_time_are_times_and_velocities():
    line, Q = Manifold("R", "t"), Manifold("Q", "q r", parameters="m")
    E = product(line, Q)
    over_time = E.fibration(0)
    assert over_time is E.fibration(0)
    assert over_time.base is line and over_time.fibre_names == ("q", "r")
    J, TQ = jet(over_time, 1), tangent(Q)
    both = product(line, TQ)
    there = Map(
        J,
        both,
        {name: J[name] for name in both.chart.coordinates},
        inverse={name: both[name] for name in J.chart.coordinates},
    )
    assert check(there @ there.inverse == identity_map(both))
    # Velocities go to velocities: i_T of a form on Q is the same on both sides.
    alpha = Q.form(1, {"q": "r", "r": "q**2"})
    left = J.contract(E.projections[1].pull(alpha))
    right = there.pull(both.projections[1].pull(TQ.contract(alpha)))
    assert check(left == right)
    assert not check(left == 2 * right)
    assert E.fibration(1).base is Q
