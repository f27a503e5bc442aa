"""Compositions of derivations: operators of higher order on Ω(M), and how they are written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    Derivation,
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    d,
    identity_map,
    interior,
    jet,
    lie,
    symbols_of_vector_fields,
)
from diffgeo.calculus import Operator
from diffgeo.calculus.compositions import products
from diffgeo.errors import AmbiguousTruth, DegreeMismatch, SpaceMismatch
from diffgeo.signs import koszul
from diffgeo.testing import forms, functions, vector_fields, vector_forms

M = Manifold("M", "x y z", functions="f(x,y)")
x, y, z = M.coordinates
X, Y = M.vector_field(x="y", y="f(x,y)"), M.vector_field(z="x*y")
FEW = settings(max_examples=15, deadline=None)


@given(vector_forms(M, 1), vector_forms(M, 2), forms(M, 1))
@FEW
def test_the_graded_commutator_is_the_bracket(K, N, alpha):
    for D, E in ((lie(K), lie(N)), (lie(K), interior(N)), (interior(K), d.on(M))):
        sign = koszul(D.degree * E.degree)
        commutator = D @ E - sign * (E @ D)
        assert check(commutator == bracket(D, E))
        assert check(bracket(D, E) == commutator)
        assert check(commutator(alpha) == bracket(D, E)(alpha))
        anticommutes = check(D @ E + sign * (E @ D) == bracket(D, E))
        assert bool(anticommutes) == bool(check(E @ D == 0))


@given(vector_fields(M), vector_fields(M), functions(M), forms(M, 1))
@FEW
def test_composition_obeys_the_rule_of_leibniz(V, W, h, alpha):
    left = lie(V) @ (h * (lie(W) @ d))
    assert check(left == h * (lie(V) @ lie(W) @ d) + V(h) * (lie(W) @ d))
    assert check(left(alpha) == lie(V, h * lie(W, d(alpha))))
    assert bool(check(left == h * (lie(V) @ lie(W) @ d))) == bool(check(V(h) * (lie(W) @ d) == 0))


def test_cartan_and_d():
    assert check(lie(X) == d @ interior(X) + interior(X) @ d)
    assert not check(lie(X) == d @ interior(X) - interior(X) @ d)
    assert check(d @ d.on(M) == 0) and not check(d @ lie(X) == 0)
    assert check(d @ lie(X) == lie(X) @ d)
    assert check((lie(X) @ d) @ d == 0) and check(d @ (d @ lie(X)) == 0)


def test_products_of_generators_tell_operators_apart():
    """One generator is not enough: ∂_x∘∂_x vanishes on x, y and 1, not on x²."""
    line = Manifold("L", "x")
    (e,) = line.frame
    assert [name for name, _ in products(line, 2)] == ["1", "x", "x*x", "dx", "x dx"]
    second = lie(e) @ lie(e)
    assert all(check(second(a) == 0) for _, a in products(line, 1))
    assert not check(second == 0)
    verdict = check(lie(X) @ lie(X) @ lie(X) == 0)
    assert verdict.counterexample is not None


def test_operators_are_written_as_they_were_made():
    assert str(lie(X)) == "lie(y ∂_x + f(x, y) ∂_y)"
    assert str(bracket(lie(Y), d)) == "bracket(lie(x*y ∂_z), d)"
    assert str(y * lie(Y) - lie(X)) == "y*lie(x*y ∂_z) - lie(y ∂_x + f(x, y) ∂_y)"
    assert str((1 + x) * (lie(Y) @ d + 3 * (d @ lie(Y)))) == (
        "(x + 1)*(lie(x*y ∂_z) @ d + 3*d @ lie(x*y ∂_z))"
    )
    assert "lie(x*y ∂_z) = 0" in str(check(lie(Y) == 0))
    assert "lie(x*y ∂_z) @ d = d @ lie(x*y ∂_z)" in str(check(lie(Y) @ d == d @ lie(Y)))
    named = Derivation.from_values(M, 0, {"x": y}, {})
    assert str(named) == "the derivation of degree 0 of Ω(M)" and "x \\mapsto y" in named.latex()
    assert (lie(Y) @ named).latex().startswith(r"\mathcal{L}_{x y\, \partial_{z}} \circ")
    assert lie(Y).latex() == r"\mathcal{L}_{x y\, \partial_{z}}"
    assert bracket(lie(Y), interior(Y)).latex().startswith(r"\left[\mathcal{L}")
    J = jet(FibredManifold("E", time="t", coordinates="q"), 1)
    assert str(J.total_derivative) == "d_T"


def test_maps_are_written_by_where_points_go():
    phi = Map(M, M, {"x": "x + y", "y": "y", "z": "z"})
    assert phi.summary() == "(x, y, z) ↦ (x + y, y, z)"
    assert "(x, y, z) ↦ (x + y, y, z) = (x, y, z) ↦ (x, y, z)" in str(check(phi == identity_map(M)))
    assert not check(phi == identity_map(M))
    long = Map(M, M, {n: f"({n} + 1)**20" for n in "xyz"})
    assert len(long.summary()) < 120


def test_what_is_no_operator_is_refused():
    D = lie(X) @ lie(Y)
    assert isinstance(D, Operator) and D.order == 2 and (D @ d).order == 3
    other = Manifold("N", "u")
    with pytest.raises(SpaceMismatch, match="live on M and N"):
        D @ lie(other.frame[0])
    with pytest.raises(DegreeMismatch, match="degrees 1 and 0 differ"):
        check(lie(X) @ d == D)
    with pytest.raises(DegreeMismatch, match="a form is needed"):
        D(X)
    with pytest.raises(AmbiguousTruth, match="check"):
        bool(D)
    for wrong in (lambda: D @ X, lambda: lie(X) @ 2, lambda: D + x):
        with pytest.raises(TypeError, match="unsupported operand"):
            wrong()
    phi = Map(M, M, {"x": "x", "y": "x", "z": 0})
    with pytest.raises(SpaceMismatch, match="has an inverse"):
        phi.pull(D)
    with pytest.raises(SpaceMismatch, match="is along a map"):
        phi.restrict(X) @ lie(X)
    V = symbols_of_vector_fields("V")
    with pytest.raises(SpaceMismatch, match="symbol on every manifold"):
        lie(X) @ lie(V)
