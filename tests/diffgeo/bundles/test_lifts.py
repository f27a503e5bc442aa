"""Vertical, complete and horizontal lifts to tangent bundles, by what they do to each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    AlmostProduct,
    Form,
    Manifold,
    Status,
    Symplectic,
    VectorForm,
    bracket,
    check,
    cotangent,
    d,
    germs,
    interior,
    lie,
    tangent,
    torsion,
)
from diffgeo.bundles import tangent_map
from diffgeo.bundles.lifts import horizontal_projector
from diffgeo.calculus import multivector, schouten
from diffgeo.connections import SemisprayConnection
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.structures import tensor, tensor_product
from diffgeo.testing import automorphisms, forms, functions, natural, vector_fields, vector_forms
from diffgeo.testing import tensors as tensor_fields

M = Manifold("M", "x y z", parameters="m")
x, y, z = M.coordinates
T = tangent(M)
J, C = T.vertical_endomorphism, T.liouville_field
pull, rate = T.projection.pull, T.total_derivative
v, c = T.vertical_lift, T.complete_lift
FEW = settings(max_examples=15)
SOME = settings(max_examples=40)
SIMPLE = {"degree": 1, "terms": 1}


def h_of(S):
    """The horizontal projector of a semispray."""
    return (T.identity - lie(S, J)) / 2


def projectors() -> st.SearchStrategy:
    """Horizontal projectors, not only of semisprays: h plus vertical-valued semibasic forms."""
    return vector_forms(T, 1, **SIMPLE).map(
        lambda K: h_of(T.semispray()) + J @ K @ h_of(T.semispray())
    )


def tensors(degree: int = 2) -> st.SearchStrategy:
    return st.integers(0, degree).flatmap(lambda k: vector_forms(M, k, **SIMPLE))


H = h_of(T.semispray({"x": "y*xdot*zdot", "z": "x*ydot**2 - y*xdot"}))


def hor(thing):
    return T.horizontal_lift(thing, H)


X1 = M.vector_field(x="y", y="x*z", z="1")
Y1 = M.vector_field(x="z**2", y="x", z="y")
K1 = M.vector_form(1, {"x": y * d(z) + d(x), "y": x * d(x), "z": z * d(y)})


# --- vertical lifts ----------------------------------------------------------------------


@given(functions(M), vector_fields(M), forms(M, 1))
@SOME
def test_vertical_lifts_of_fields_and_forms(f, X, mu):
    assert check(v(f) == pull(f)) and check(v(mu) == pull(mu))
    assert check(v(X)(pull(f)) == 0)
    assert check(v(X)(rate(f)) == pull(X(f)))
    assert check(v(X)(T.contract(mu)) == pull(mu(X)))
    assert check(v(f * X) == pull(f) * v(X))


@given(tensors(1), vector_fields(M), forms(M, 1))
@FEW
def test_vertical_lifts_of_tensors(K, X, mu):
    if K.degree == 1:
        assert check(v(K)(c(X)) == v(K(X)))
        assert check(v(K)(v(X)) == 0)
        assert check(J @ v(K) == 0)
    assert check(v(mu * K) == pull(mu) * v(K))


def test_other_vertical_lifts_of_tensors_are_refuted():
    K, X = d(x).tensor(X1), X1
    assert check(v(K)(c(X)) == v(K(X)))
    assert not check(v(K)(c(X)) == -v(K(X))) and not check(v(K)(c(X)) == c(K(X)))
    assert not check(v((1 + x) * K) == v(K))


def test_vertical_lift_of_the_identity():
    assert check(v(M.identity) == J)
    assert not check(v(2 * M.identity) == J)
    assert str(v(X1)) == "y ∂_xdot + x*z ∂_ydot + ∂_zdot"


# --- complete lifts ----------------------------------------------------------------------


@given(functions(M), vector_fields(M), forms(M, 1))
@SOME
def test_complete_lifts_of_fields_and_forms(f, X, mu):
    assert check(c(f) == rate(f)) and check(c(mu) == lie_along_projection(mu))
    assert check(c(X)(pull(f)) == pull(X(f)))
    assert check(c(X)(rate(f)) == rate(X(f)))
    assert check(c(X)(T.contract(mu)) == T.contract(lie(X, mu)))
    assert check(c(f * X) == pull(f) * c(X) + rate(f) * v(X))
    assert check(c(mu)(c(X)) == c(mu(X))) and check(c(mu)(v(X)) == v(mu(X)))


def lie_along_projection(mu):
    """d_T as [i_T, d]."""
    return T.contraction(d(mu)) + d(T.contraction(mu))


def test_a_wrong_complete_lift_is_refuted():
    wrong = c(X1) + v(X1)
    assert check(T.projection.related(wrong, X1))
    assert not check(wrong(rate(y)) == rate(X1(y)))
    assert not check(c(x * X1) == pull(x) * c(X1))


@given(vector_fields(M), vector_fields(M))
@FEW
def test_brackets_of_lifts(X, Y):
    XY = bracket(X, Y)
    assert check(bracket(c(X), c(Y)) == c(XY))
    assert check(bracket(v(X), c(Y)) == v(XY))
    assert check(bracket(v(X), v(Y)) == 0)


def test_brackets_of_lifts_in_the_wrong_order_are_refuted():
    assert not check(bracket(c(Y1), c(X1)) == c(bracket(X1, Y1)))
    assert not check(bracket(c(X1), v(Y1)) == v(bracket(Y1, X1)))
    assert not check(bracket(v(X1), c(Y1)) == 0)


@given(vector_fields(M))
@FEW
def test_lifts_and_canonical_objects(X):
    assert check(J(c(X)) == v(X)) and check(J(v(X)) == 0)
    assert check(lie(c(X), J) == 0) and check(lie(v(X), J) == 0)
    assert check(bracket(C, c(X)) == 0) and check(bracket(C, v(X)) == -v(X))


def test_lifts_and_the_fibration():
    assert T.is_vertical(v(X1)) and not T.is_vertical(c(X1))
    assert check(T.projected(c(X1)) == X1) and not check(T.projected(c(X1)) == Y1)
    assert T.is_basic(v(d(x))) and not T.is_basic(c(d(x)))
    assert T.base is M and cotangent(M).base is M


def test_canonical_objects_are_not_kept_by_every_field():
    assert not check(lie(pull(x) * c(X1), J) == 0)
    assert not check(bracket(C, v(X1)) == v(X1))


@given(tensors(), tensors())
@FEW
def test_complete_lifts_are_a_morphism_for_the_froelicher_nijenhuis_bracket(K, N):
    KN = bracket(K, N)
    assert check(bracket(c(K), c(N)) == c(KN))
    assert check(bracket(v(K), c(N)) == v(KN))
    assert check(bracket(v(K), v(N)) == 0)


def test_vertical_lifts_are_no_morphism():
    N = M.vector_form(1, {"x": x * d(y)})
    assert not check(bracket(K1, N) == 0)
    assert not check(bracket(c(K1), c(N)) == 2 * c(bracket(K1, N)))
    assert not check(bracket(v(K1), c(N)) == c(bracket(K1, N)))


@given(vector_forms(M, 1, degree=1), vector_forms(M, 1, **SIMPLE), vector_fields(M))
@FEW
def test_complete_lifts_of_tensors(K, N, X):
    assert check(c(K)(c(X)) == c(K(X))) and check(c(K)(v(X)) == v(K(X)))
    assert check(c(K @ N) == c(K) @ c(N))
    assert check(torsion(c(K)) == c(torsion(K)))
    assert check(lie(c(X), c(K)) == c(lie(X, K)))


@given(vector_forms(M, 2, **SIMPLE), vector_fields(M, degree=1), vector_fields(M, degree=1))
@FEW
def test_complete_lifts_of_vector_valued_two_forms(K, X, Y):
    assert check(c(K)(c(X), c(Y)) == c(K(X, Y)))
    assert check(c(K)(v(X), c(Y)) == v(K(X, Y)))
    assert check(c(K)(v(X), v(Y)) == 0)


@given(tensors(), st.integers(0, 2).flatmap(lambda k: forms(M, k, degree=1)))
@FEW
def test_lifts_of_insertions_and_lie_derivatives(K, alpha):
    assert check(interior(c(K), c(alpha)) == c(interior(K, alpha)))
    assert check(interior(c(K), v(alpha)) == v(interior(K, alpha)))
    assert check(interior(v(K), c(alpha)) == v(interior(K, alpha)))
    assert check(interior(v(K), v(alpha)) == 0)
    assert check(lie(c(K), c(alpha)) == c(lie(K, alpha)))
    assert check(c(d(alpha)) == d(c(alpha)))


def test_lifts_of_insertions_are_not_others():
    alpha = y * d(x) + x * d(z)
    assert check(interior(c(K1), c(alpha)) == c(interior(K1, alpha)))
    assert not check(interior(c(K1), c(alpha)) == v(interior(K1, alpha)))
    assert not check(interior(v(K1), c(alpha)) == c(interior(K1, alpha)))
    assert not check(interior(c(K1), v(alpha)) == 0)
    assert not check(lie(c(K1), c(alpha)) == -c(lie(K1, alpha)))
    assert not check(lie(v(K1), c(alpha)) == c(lie(K1, alpha)))


def test_complete_lifts_of_structures():
    P = M.vector_form(1, {"x": d(x), "y": x * d(x)})
    assert check(P @ P == P)
    assert AlmostProduct(c(P)).verdict and check(c(P) @ c(P) == c(P))
    assert not check(c(P) + v(P) == (c(P) + v(P)) @ (c(P) + v(P)))
    assert check(c(M.identity) == T.identity)
    N = Manifold("N", "q p")
    omega = d(N["q"]) * d(N["p"]) * (1 + N["q"] ** 2)
    assert Symplectic(tangent(N).complete_lift(omega)).space is tangent(N)


# --- horizontal lifts --------------------------------------------------------------------


@given(projectors(), vector_fields(M), functions(M), forms(M, 1))
@FEW
def test_horizontal_lifts_of_fields_and_forms(h, X, f, mu):
    def lifted(thing):
        return T.horizontal_lift(thing, h)

    assert check(h(lifted(X)) == lifted(X))
    assert check(T.projection.related(lifted(X), X)) and check(J(lifted(X)) == v(X))
    assert check(lifted(f * X) == pull(f) * lifted(X))
    assert check(lifted(mu)(lifted(X)) == 0) and check(lifted(mu)(v(X)) == v(mu(X)))
    assert check(lifted(f) == 0)
    assert check(lifted(f * mu) == pull(f) * lifted(mu))
    assert check(lifted(mu * d(f)) == lifted(mu) * v(d(f)) + v(mu) * lifted(d(f)))


@given(projectors(), vector_forms(M, 1, degree=1), vector_fields(M), vector_forms(M, 1, **SIMPLE))
@FEW
def test_horizontal_lifts_of_tensors(h, K, X, N):
    def lifted(thing):
        return T.horizontal_lift(thing, h)

    assert check(lifted(K)(lifted(X)) == lifted(K(X)))
    assert check(lifted(K)(v(X)) == v(K(X)))
    assert check(lifted(K @ N) == lifted(K) @ lifted(N))
    assert check(lifted(M.identity) == T.identity)
    assert check(h @ lifted(K) == lifted(K) @ h)


@given(vector_forms(M, 2, **SIMPLE), vector_fields(M, degree=1), vector_fields(M, degree=1))
@FEW
def test_horizontal_lifts_of_vector_valued_two_forms(K, X, Y):
    assert check(hor(K)(hor(X), hor(Y)) == hor(K(X, Y)))
    assert check(hor(K)(v(X), hor(Y)) == v(K(X, Y)))
    assert check(hor(K)(v(X), v(Y)) == 0)


def test_wrong_horizontal_lifts_are_refuted():
    assert not check(hor(X1) == c(X1))
    assert not check(hor(K1) == c(K1))
    assert not check(hor(d(x)) == c(d(x)))
    other = T.horizontal_lift(X1, h_of(T.semispray()))
    assert not check(other == hor(X1))
    assert not check(bracket(hor(X1), hor(Y1)) == hor(bracket(X1, Y1)))


def test_horizontal_lifts_for_an_object_with_a_projector():
    class Connection:
        space = T
        horizontal_projector = H

    assert check(T.horizontal_lift(X1, Connection()) == hor(X1))
    assert horizontal_projector(T, Connection()) is H


@given(functions(T, degree=2, terms=1), vector_fields(M, **SIMPLE))
@FEW
def test_horizontal_lifts_of_connections(force, X):
    connection = SemisprayConnection(T.semispray({"x": force}))
    assert check(T.horizontal_lift(X, connection) == connection.lift(X))
    assert check(T.horizontal_lift(X, connection.horizontal_projector) == connection.lift(X))


def test_the_flat_connection_lifts_without_velocities():
    flat = h_of(T.semispray())
    assert str(T.horizontal_lift(X1, flat)) == "y ∂_x + x*z ∂_y + ∂_z"
    assert str(T.horizontal_lift(y * d(x), flat)) == "y dxdot"


# --- multivectors ------------------------------------------------------------------------


@given(vector_fields(M, **SIMPLE), vector_fields(M, **SIMPLE), forms(M, 1), forms(M, 1))
@FEW
def test_lifts_of_bivectors(X, Y, alpha, beta):
    P = multivector(X, Y)
    value = P(alpha, beta)
    assert check(c(P)(c(alpha), c(beta)) == c(value))
    assert check(c(P)(c(alpha), v(beta)) == v(value)) and check(c(P)(v(alpha), v(beta)) == 0)
    assert check(v(P)(c(alpha), c(beta)) == v(value)) and check(v(P)(v(alpha), c(beta)) == 0)
    assert check(c(P) == c(X) * multivector(v(Y)) + v(X) * multivector(c(Y)))
    assert check(hor(P) == hor(X) * multivector(v(Y)) + v(X) * multivector(hor(Y)))


@given(*[vector_fields(M, **SIMPLE)] * 4)
@settings(max_examples=15)
def test_schouten_brackets_of_lifts(X, Y, Z, W):
    P, Q = multivector(X, Y), multivector(Z, W)
    assert check(schouten(c(P), c(Q)) == c(schouten(P, Q)))
    assert check(schouten(v(P), c(Q)) == v(schouten(P, Q)))
    assert check(schouten(v(P), v(Q)) == 0)


def test_lifts_of_multivectors_of_other_degrees():
    f, zero = multivector(x), 0 * multivector(X1, Y1)
    assert check(c(f).as_function() == rate(x)) and check(v(f).as_function() == pull(x))
    assert check(c(multivector(X1)).as_field() == c(X1))
    assert check(c(zero) == 0) and c(zero).space is T and c(zero).degree == 2
    volume = multivector(*M.frame)
    assert str(v(volume)) == "∂_xdot∧∂_ydot∧∂_zdot"
    assert not check(c(x * volume) == pull(x) * c(volume))
    assert check(c(x * volume) == pull(x) * c(volume) + rate(x) * v(volume))


# --- tensors -----------------------------------------------------------------------------


@given(vector_forms(M, 1, **SIMPLE), forms(M, 1, **SIMPLE), forms(M, 2, **SIMPLE))
@settings(max_examples=15)
def test_lifts_of_forms_and_endomorphisms_as_tensors(K, alpha, beta):
    for lift in (v, c, hor):
        for thing in (K, alpha, beta):
            assert check(lift(tensor(thing)) == tensor(lift(thing)))


@given(tensor_fields(M, (0, 2), **SIMPLE), vector_fields(M, **SIMPLE), vector_fields(M, **SIMPLE))
@settings(max_examples=15)
def test_lifts_of_covariant_tensors(g, X, Y):
    assert check(c(g)(c(X), c(Y)) == c(g(X, Y)))
    assert check(c(g)(v(X), c(Y)) == v(g(X, Y))) and check(c(g)(v(X), v(Y)) == 0)
    assert check(v(g)(c(X), c(Y)) == v(g(X, Y))) and check(v(g)(v(X), c(Y)) == 0)
    if not check(d(g(X, Y)) == 0):  # of a constant the complete lift is 0
        assert not check(c(g)(c(X), c(Y)) == 2 * c(g(X, Y)))
    if not check(g(X, Y) == 0):
        assert not check(v(g)(c(X), c(Y)) == -v(g(X, Y)))
    assert check(hor(g)(hor(X), v(Y)) == v(g(X, Y)))
    assert check(hor(g)(hor(X), hor(Y)) == 0) and check(hor(g)(v(X), v(Y)) == 0)


@given(tensor_fields(M, (1, 2), **SIMPLE), vector_fields(M, **SIMPLE), vector_fields(M, **SIMPLE))
@settings(max_examples=10)
def test_lifts_of_mixed_tensors(R, X, Y):
    assert check(c(R).apply(c(X), c(Y)) == c(R.apply(X, Y)))
    assert check(c(R).apply(v(X), c(Y)) == v(R.apply(X, Y)))
    assert check(lie(c(X), c(R)) == c(lie(X, R)))


def test_complete_lift_of_a_metric():
    g = tensor_product(d(x), d(x)) + tensor_product(d(y), d(y)) + x * tensor_product(d(z), d(z))
    lifted = c(g)
    dx, dxdot, dz = d(T["x"]), d(T["xdot"]), d(T["z"])
    assert check(lifted(*[T.frame[5]] * 2) == 0) and check(lifted(T.frame[0], T.frame[3]) == 1)
    assert check(lifted(T.frame[2], T.frame[2]) == T["xdot"])
    assert check(lifted(T.frame[2], T.frame[5]) == T["x"])
    assert not check(lifted == v(g)) and check(c(0 * g) == 0)
    assert not check(lifted == tensor_product(dx, dxdot) + tensor_product(dz, dz))


# --- over germs --------------------------------------------------------------------------


def germ_field(space):
    """A vector field of random Taylor series."""
    values = [Form(space, 0, {0: space.chart.ring.random()}) for _ in range(space.dimension)]
    return VectorForm(space, 0, values)


def test_lifts_of_germs():
    N = Manifold("N", "x y z", ring=germs(3))
    X, Y = germ_field(N), germ_field(N)
    above, below = tangent(N), cotangent(N)
    for lift in (above.complete_lift, below.complete_lift):
        verdict = check(bracket(lift(X), lift(Y)) == lift(bracket(X, Y)))
        assert verdict.status is Status.PROBED and verdict.log2_bound < -60
        assert not check(bracket(lift(X), lift(Y)) == -lift(bracket(X, Y)))


# --- naturality --------------------------------------------------------------------------


@given(automorphisms(M), tensors(1), forms(M, 1))
@FEW
def test_lifts_are_natural(phi, K, mu):
    lifted = tangent_map(phi)
    for lift in (v, c):
        assert check(lift(phi.pull(K)) == lifted.pull(lift(K)))
        assert check(lift(phi.pull(mu)) == lifted.pull(lift(mu)))


def test_horizontal_lifts_are_natural():
    def lift(K, S):
        return T.horizontal_lift(K, h_of(S))

    semisprays = functions(T, degree=1).map(lambda a: T.semispray({"x": a}))
    for degree in (0, 1):
        data = vector_forms(M, degree, **SIMPLE)
        assert natural(lift, data, semisprays, lifts=[tangent_map], examples=15)


def test_an_impostor_is_not_natural():
    def impostor(X):
        """The lift that forgets the derivatives of the components."""
        return T.vector_field({q: pull(X(M[q])) for q in M.chart.coordinates})

    assert natural(c, vector_fields(M, degree=1), lifts=[tangent_map], examples=10)
    assert not natural(impostor, vector_fields(M), lifts=[tangent_map], shrink=False)


# --- misuse ------------------------------------------------------------------------------


def test_what_lifts_refuse():
    N = Manifold("N", "u w")
    for lift in (v, c, hor):
        with pytest.raises(SpaceMismatch, match=r"what is lifted to T\(M\) lives on M, not .*on N"):
            lift(N.frame[0])
        with pytest.raises(SpaceMismatch, match=r"lives on M, not .*on T\(M\)"):
            lift(C)
        with pytest.raises(TypeError, match="are lifted to"):
            lift(3)
    with pytest.raises(AxiomViolation, match="h@J = 0 fails"):
        T.horizontal_lift(X1, T.identity)
    with pytest.raises(AxiomViolation, match="J@h = J fails"):
        T.horizontal_lift(X1, 2 * H)
    with pytest.raises(SpaceMismatch, match=r"a connection on T\(M\) is needed"):
        T.horizontal_lift(X1, M.identity)
    with pytest.raises(DegreeMismatch, match="horizontal projector"):
        T.horizontal_lift(X1, C)
    with pytest.raises(TypeError, match="horizontal projector"):
        T.horizontal_lift(X1, "flat")
