"""Cotangent bundles by their characterisations: Liouville form, momenta, lifts, maps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    cotangent,
    d,
    identity_map,
    interior,
    jet,
    lie,
    pairing,
    tangent,
    torsion,
)
from diffgeo.bundles import cotangent_map, fibre_derivative, tangent_map, tulczyjew_isomorphism
from diffgeo.errors import DegreeMismatch, NameClash, SpaceMismatch
from diffgeo.testing import automorphisms, forms, functions, natural, vector_fields, vector_forms

M = Manifold("M", "x y z", parameters="m", functions="f(t)")
x, y, z = M.coordinates
T = cotangent(M)
theta, delta, W = T.liouville_form, T.liouville_field, T.symplectic
pull, P = T.projection.pull, T.momentum
c, v = T.complete_lift, T.vertical_lift
FEW = settings(max_examples=15)
SOME = settings(max_examples=40)
SIMPLE = {"degree": 1, "terms": 1}

X1 = M.vector_field(x="y", y="x*z", z="1")
Y1 = M.vector_field(x="z**2", y="x", z="y")
K1 = M.vector_form(1, {"x": y * d(z) + d(x), "y": x * d(x), "z": z * d(y)})
ALPHA = y * d(x) + x * z * d(z)


def test_one_cotangent_bundle_for_each_manifold():
    assert cotangent(M) is T and T.base_space is M
    assert T.chart.coordinates == ("x", "y", "z", "p_x", "p_y", "p_z")
    assert T["p_x"].latex() == "p_{x}" and [str(p) for p in T.momenta] == ["p_x", "p_y", "p_z"]
    assert cotangent(tangent(M))["p_xdot"].latex() == r"p_{\dot{x}}"
    assert cotangent(T).chart.coordinates[6:8] == ("P_x", "P_y")
    assert cotangent(T)["P_p_x"].latex() == "P_{p_{x}}"
    assert tangent(T)["p_xdot"].latex() == r"\dot{p_{x}}"


# --- canonical objects -----------------------------------------------------------------


@given(forms(M, 1), vector_fields(M))
@SOME
def test_liouville_form_by_its_characterisation(alpha, X):
    section = T.form_section(alpha)
    assert check(section.pull(theta) == alpha)
    assert check(section.pull(P(X)) == alpha(X))
    assert check(T.projection @ section == identity_map(M))
    assert check(section.pull(W.omega) == -d(alpha))


def test_liouville_form_in_the_chart():
    assert str(theta) == "p_x dx + p_y dy + p_z dz"
    assert str(W.omega) == "dx∧dp_x + dy∧dp_y + dz∧dp_z"
    assert not check(T.form_section(ALPHA).pull(2 * theta) == ALPHA)
    assert not check(T.form_section(ALPHA).pull(W.omega) == d(ALPHA))
    assert check(interior(delta, theta) == 0)


@given(functions(M), vector_fields(M))
@SOME
def test_liouville_field(f, X):
    assert check(delta(pull(f)) == 0) and check(delta(P(X)) == P(X))
    assert check(P(f * X) == pull(f) * P(X))
    assert check(theta(c(X)) == P(X))


def test_liouville_field_and_form():
    assert check(interior(delta, d(theta)) == theta) and check(lie(delta, theta) == theta)
    assert check(v(M.identity) == delta)
    assert not check(interior(delta, W.omega) == theta)
    assert not check(delta(P(X1) ** 2) == P(X1) ** 2)


# --- momenta ---------------------------------------------------------------------------


@given(functions(M), vector_fields(M, degree=1), vector_fields(M, degree=1))
@FEW
def test_brackets_of_momenta(f, X, Y):
    assert check(W.bracket(P(X), P(Y)) == -P(bracket(X, Y)))
    assert check(W.bracket(pull(f), P(X)) == pull(X(f)))
    assert check(W.hamiltonian_field(P(X)) == c(X))


def test_brackets_of_momenta_in_the_chart():
    """{q, p} = 1, and angular momenta: {l_x, l_y} = l_z."""
    assert check(W.bracket(pull(x), T["p_x"]) == 1)
    rotations = [M.vector_field(y="-z", z="y"), M.vector_field(x="z", z="-x")]
    third = M.vector_field(x="-y", y="x")
    l_x, l_y, l_z = map(P, (*rotations, third))
    assert check(l_z == T.function("x*p_y - y*p_x"))
    assert check(W.bracket(l_x, l_y) == l_z)
    assert check(bracket(*rotations) == -third)
    assert not check(W.bracket(l_x, l_y) == P(bracket(*rotations)))


# --- lifts -----------------------------------------------------------------------------


@given(vector_fields(M), vector_fields(M), functions(M))
@SOME
def test_complete_lifts_of_fields(X, Y, f):
    assert check(c(X)(pull(f)) == pull(X(f)))
    assert check(c(X)(P(Y)) == P(bracket(X, Y)))
    assert check(lie(c(X), theta) == 0)
    assert check(bracket(c(X), c(Y)) == c(bracket(X, Y)))
    assert check(bracket(delta, c(X)) == 0)
    assert check(c(f * X) == pull(f) * c(X) - P(X) * v(d(f)))


def test_wrong_complete_lifts_are_refuted():
    wrong = c(X1) + v(d(x))
    assert check(T.projection.related(wrong, X1)) and not check(lie(wrong, theta) == 0)
    assert not check(c(x * X1) == pull(x) * c(X1) + P(X1) * v(d(x)))
    assert not check(bracket(c(X1), c(Y1)) == c(bracket(Y1, X1)))


@given(forms(M, 1), forms(M, 1), vector_fields(M), functions(M))
@SOME
def test_vertical_lifts_of_forms(alpha, beta, X, f):
    assert check(v(alpha)(pull(f)) == 0) and check(v(alpha)(P(X)) == pull(alpha(X)))
    assert check(interior(v(alpha), W.omega) == -pull(alpha))
    assert check(bracket(v(alpha), v(beta)) == 0)
    assert check(bracket(c(X), v(alpha)) == v(lie(X, alpha)))
    assert check(bracket(delta, v(alpha)) == -v(alpha))
    assert check(v(d(f)) == -W.hamiltonian_field(pull(f)))
    assert check(v(f) == pull(f))


def test_wrong_vertical_lifts_are_refuted():
    assert not check(interior(v(ALPHA), W.omega) == pull(ALPHA))
    assert not check(bracket(v(ALPHA), c(X1)) == v(lie(X1, ALPHA)))
    assert not check(v(d(x)) == W.hamiltonian_field(pull(x)))
    assert str(v(ALPHA)) == "y ∂_p_x + x*z ∂_p_z"


@given(vector_forms(M, 1, **SIMPLE), vector_forms(M, 1, **SIMPLE), vector_fields(M), forms(M, 1))
@FEW
def test_lifts_of_tensors(K, N, X, alpha):
    assert check(v(K)(P(X)) == P(K(X)))
    assert check(bracket(v(K), v(N)) == v(K @ N - N @ K))
    assert check(bracket(v(K), v(alpha)) == -v(K.transpose(alpha)))
    assert check(c(K)(v(alpha)) == v(K.transpose(alpha)))
    assert check(c(K)(c(X)) == c(K(X)) + v(lie(X, K)))
    assert check(T.form_section(alpha).pull(T.twisted_form(K)) == K.transpose(alpha))


@given(vector_forms(M, 1, **SIMPLE), vector_fields(T, **SIMPLE))
@FEW
def test_complete_lifts_of_tensors_by_their_characterisation(K, Z):
    assert check(interior(c(K)(Z), d(theta)) == interior(Z, d(T.twisted_form(K))))
    assert check(lie(delta, c(K)) == 0)


def test_complete_lifts_of_tensors():
    assert check(c(M.identity) == T.identity)
    integrable = M.vector_form(1, {"x": x * d(x), "y": y**2 * d(y), "z": z * d(z)})
    assert check(torsion(integrable) == 0) and check(torsion(c(integrable)) == 0)
    assert not check(torsion(K1) == 0) and not check(torsion(c(K1)) == 0)
    assert not check(c(K1)(c(X1)) == c(K1(X1)))
    assert not check(c(K1)(c(X1)) == c(K1(X1)) - v(lie(X1, K1)))
    assert not check(bracket(v(K1), v(M.vector_form(1, {"y": d(z)}))) == 0)


# --- maps --------------------------------------------------------------------------------


@given(automorphisms(M), automorphisms(M), vector_fields(M, degree=1), forms(M, 1))
@FEW
def test_cotangent_maps(phi, psi, X, alpha):
    lifted = cotangent_map(phi)
    assert check(T.projection @ lifted == phi @ T.projection)
    assert check(lifted.pull(theta) == theta)
    assert check(lifted.pull(P(X)) == P(phi.pull(X)))
    assert check(cotangent_map(phi @ psi) == lifted @ cotangent_map(psi))
    assert check(lifted.inverse @ lifted == identity_map(T))
    assert check(lifted @ T.form_section(phi.pull(alpha)) == T.form_section(alpha) @ phi)


def test_wrong_cotangent_maps_are_refuted():
    phi = Map(M, M, {"x": "2*x", "y": "y", "z": "z"}, inverse={"x": "x/2", "y": "y", "z": "z"})
    assert repr(cotangent_map(phi)).endswith("p_x = p_x/2, p_y = p_y, p_z = p_z>")
    images = {"x": "2*x", **{n: T[n] for n in T.chart.coordinates[1:]}}
    assert not check(Map(T, T, images).pull(theta) == theta)
    assert not check(cotangent_map(phi).inverse == cotangent_map(phi))


def test_lifts_are_natural():
    fields, tensors = vector_fields(M, degree=1), vector_forms(M, 1, **SIMPLE)
    for operation, data in ((c, fields), (P, fields), (c, tensors), (v, tensors), (v, forms(M, 1))):
        assert natural(operation, data, lifts=[cotangent_map], examples=6)

    def impostor(X):
        """The lift that forgets the derivatives of the components."""
        return T.vector_field({q: pull(X(M[q])) for q in M.chart.coordinates})

    assert not natural(impostor, fields, lifts=[cotangent_map], shrink=False)


# --- tangent and cotangent bundles ---------------------------------------------------------


@given(functions(tangent(M)), vector_fields(M))
@FEW
def test_fibre_derivatives(L, X):
    above = tangent(M)
    derivative = fibre_derivative(L)
    assert check(derivative.pull(theta) == above.vertical_endomorphism.transpose(d(L)))
    value = above.vertical_lift(X)(L)
    assert check(derivative.pull(P(X)) == value)
    if not check(value == 0):
        assert not check(derivative.pull(P(X)) == -value)
    assert check(T.projection @ derivative == above.projection)


@given(automorphisms(M), functions(tangent(M)))
@FEW
def test_fibre_derivatives_are_natural(phi, L):
    up, lifted = tangent_map(phi), cotangent_map(phi)
    assert check(lifted @ fibre_derivative(up.pull(L)) == fibre_derivative(L) @ up)


def test_fibre_derivative_of_a_kinetic_energy():
    above = tangent(M)
    L = above.function("m*(xdot**2 + ydot**2)/2 + xdot*y")
    assert repr(fibre_derivative(L)).endswith("p_x = y + m*xdot, p_y = m*ydot, p_z = 0>")
    assert not check(fibre_derivative(L).pull(theta) == d(L))
    assert not check(fibre_derivative(2 * L) == fibre_derivative(L))


@given(vector_fields(M, degree=1))
@FEW
def test_tulczyjew_isomorphism(X):
    alpha = tulczyjew_isomorphism(M)
    above, over = tangent(T), cotangent(tangent(M))
    assert check(alpha.pull(over.liouville_form) == above.complete_lift(theta))
    assert not check(alpha.pull(over.liouville_form) == -above.complete_lift(theta))
    complete, vertical = tangent(M).complete_lift(X), tangent(M).vertical_lift(X)
    assert check(alpha.pull(over.momentum(complete)) == above.complete_lift(P(X)))
    assert check(alpha.pull(over.momentum(vertical)) == above.vertical_lift(P(X)))
    assert check(over.projection @ alpha == tangent_map(T.projection))


def test_tulczyjew_isomorphism_is_no_other_map():
    alpha = tulczyjew_isomorphism(M)
    above, over = tangent(T), cotangent(tangent(M))
    assert check(alpha.inverse @ alpha == identity_map(above))
    assert check(alpha @ alpha.inverse == identity_map(over))
    assert check(alpha.pull(over.symplectic.omega) == above.complete_lift(W.omega))
    assert not check(alpha.pull(over.liouville_form) == above.vertical_lift(theta))
    jets = jet(FibredManifold("E", coordinates="q"))
    other = tulczyjew_isomorphism(jets)
    assert check(
        other.pull(cotangent(tangent(jets)).liouville_form)
        == tangent(cotangent(jets)).complete_lift(cotangent(jets).liouville_form)
    )


@given(automorphisms(M, degree=1))
@settings(max_examples=8)
def test_tulczyjew_isomorphism_is_natural(phi):
    alpha = tulczyjew_isomorphism(M)
    left = alpha @ tangent_map(cotangent_map(phi))
    assert check(left == cotangent_map(tangent_map(phi)) @ alpha)
    if not check(phi == identity_map(M)):
        assert not check(left == alpha)


def test_hamiltons_equations():
    H = T.function("(p_x**2 + p_y**2)/(2*m) + x**2*y")
    field = W.hamiltonian_field(H)
    assert check(field(pull(x)) == T["p_x"] / T["m"])
    assert check(field(T["p_x"]) == -2 * pull(x * y))
    assert check(pairing(theta, field) == T.function("(p_x**2 + p_y**2)/m"))


# --- misuse ------------------------------------------------------------------------------


def test_what_cotangent_bundles_refuse():
    N = Manifold("N", "u")
    with pytest.raises(NameClash, match="p_u is declared on N and is the name of a momentum"):
        cotangent(Manifold("N", "u", parameters="p_u"))
    for operation in (P, c, v):
        with pytest.raises(SpaceMismatch, match=r"what is lifted to T\*\(M\) lives on M, not .*N"):
            operation(N.frame[0])
    with pytest.raises(DegreeMismatch, match="momentum"):
        P(M.identity)
    with pytest.raises(DegreeMismatch, match="have a vertical lift"):
        v(X1)
    with pytest.raises(DegreeMismatch, match="have a vertical lift"):
        v(d(x) * d(y))
    with pytest.raises(DegreeMismatch, match="have a complete lift"):
        c(d(x))
    with pytest.raises(DegreeMismatch, match="have a complete lift"):
        c(d(x) * d(y) * X1)
    with pytest.raises(DegreeMismatch, match=r"sections of .* are 1-forms"):
        T.form_section(x)
    with pytest.raises(DegreeMismatch, match="twist"):
        T.twisted_form(X1)
    with pytest.raises(SpaceMismatch, match="has no known inverse, so covectors"):
        cotangent_map(Map(M, M, {"x": "x", "y": "y", "z": "z + x"}))
    with pytest.raises(SpaceMismatch, match="tangent bundle"):
        fibre_derivative(x)
    with pytest.raises(DegreeMismatch, match="fibre derivative"):
        fibre_derivative(d(tangent(M)["xdot"]))
    with pytest.raises(TypeError, match="are lifted to"):
        v(2)
