"""The nonlinear connections of semisprays: curvature, Jacobi endomorphism, naturality."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import Manifold, Map, NonlinearConnection, bracket, check, d, interior, lie, tangent
from diffgeo.bundles import tangent_map
from diffgeo.connections import DynamicalDerivative, SemisprayConnection, jacobi_endomorphism
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.testing import (
    automorphisms,
    forms,
    functions,
    natural,
    nonlinear_connections,
    semisprays,
    sprays,
    vector_fields,
    vector_forms,
)

M = Manifold("M", "x y")
TM = tangent(M)
SPACE = tangent(Manifold("N", "p q r"))
J, C = TM.vertical_endomorphism, TM.liouville_field
FEW = settings(max_examples=8)
SOME = settings(max_examples=15)

#: Accelerations that are not homogeneous and whose connection is curved.
FIELD = TM.semispray({"x": "x*ydot**2 + y**2*xdot + x*y", "y": "x*ydot*xdot + xdot**3 + y"})
CURVED = SemisprayConnection(FIELD)
#: With torsion, tension and curvature.
TWISTED = NonlinearConnection.from_coefficients(
    TM, {"xdot": {"x": "x*ydot", "y": "xdot**2"}, "ydot": {"x": "y", "y": "x*xdot"}}
)


# --- semisprays ----------------------------------------------------------------------------


@given(semisprays(TM))
@SOME
def test_the_connection_of_a_semispray(S):
    connection = SemisprayConnection(S)
    h, v = connection.horizontal_projector, connection.vertical_projector
    assert check(h == (TM.identity - bracket(S, J)) / 2)
    assert check(v == (TM.identity + lie(S, J)) / 2)
    assert check((h @ h == h) & (J @ h == J) & (h @ J == 0) & (v @ J == J) & (J @ v == 0))
    assert check(connection.endomorphism @ connection.endomorphism == TM.identity)
    assert check((connection.strong_horizontal == h) & (connection.remainder == 0))
    assert check(connection.weak_torsion == 0)
    assert check(J(connection.associated_semispray) == C)
    assert check(connection.f_structure.tensor == connection.almost_complex_structure.tensor)


def test_the_connection_by_hand():
    """h ∂_x = ∂_x - ∂G/∂xdot, 2G = -(accelerations): δ_x = ∂_x + ½ ∂a/∂xdot."""
    delta = TM.vector_field(x=1, xdot="y**2/2", ydot="(x*ydot + 3*xdot**2)/2")
    assert check(CURVED.lift(M.frame[0]) == delta)
    assert check(CURVED.horizontal_projector(TM.frame[0]) == delta)
    wrong = (TM.identity + bracket(FIELD, J)) / 2
    assert not check(wrong == CURVED.horizontal_projector)


@given(semisprays(TM, degree=2, terms=2))
@FEW
def test_identities_of_curvature_and_jacobi_endomorphism(S):
    connection = SemisprayConnection(S)
    h, v = connection.horizontal_projector, connection.vertical_projector
    R, Phi = connection.curvature, connection.jacobi_endomorphism
    assert check(bracket(J, Phi) == 3 * R)
    assert check(Phi == v @ bracket(S, h)) and check(Phi == -1 * (v @ bracket(S, v)))
    assert check(Phi == interior(S, R) + v @ bracket(v(S), h))
    assert check((v @ Phi == Phi) & (Phi @ v == 0) & (J @ Phi == 0))


def test_negative_controls_of_the_identities():
    h, v = CURVED.horizontal_projector, CURVED.vertical_projector
    R, Phi = CURVED.curvature, CURVED.jacobi_endomorphism
    assert check(bracket(J, Phi) == 3 * R)
    for wrong in (R, -3 * R, 2 * R):
        assert not check(bracket(J, Phi) == wrong)
    assert not check(Phi == v @ bracket(FIELD, v))
    assert not check(Phi == interior(FIELD, R))
    assert not check(Phi == interior(FIELD, R) - v @ bracket(v(FIELD), h))
    assert not check(bracket(J, v) == bracket(J, TWISTED.vertical_projector))


@given(semisprays(SPACE, degree=3, terms=1))
@FEW
def test_identities_of_bianchi(S):
    """Where 3-forms do not vanish: M of dimension 3."""
    connection = SemisprayConnection(S)
    R, over = connection.curvature, SPACE.vertical_endomorphism
    assert check(bracket(connection.horizontal_projector, R) == 0)
    assert check(bracket(over, R) == 0)
    assert check(bracket(over, connection.jacobi_endomorphism) == 3 * R)


def test_identities_of_bianchi_fail_for_what_is_no_curvature():
    fields = {"p": "q*rdot**2", "q": "pdot*rdot", "r": "p*pdot*qdot"}
    connection = SemisprayConnection(SPACE.semispray(fields))
    R, h = connection.curvature, connection.horizontal_projector
    over = SPACE.vertical_endomorphism
    assert check(bracket(over, R) == 0) and check(bracket(h, R) == 0)
    assert not check(bracket(over, SPACE["qdot"] * R) == 0)
    assert not check(bracket(h, SPACE["q"] * R) == 0)
    assert not check(bracket(connection.vertical_projector, SPACE["qdot"] * R) == 0)


def test_jacobi_endomorphism_by_hand():
    """Of xdd = -w²x it is w² dx ⊗ ∂/∂xdot; of geodesics on the sphere the curvature."""
    line = tangent(Manifold("L", "x", parameters="w"))
    oscillator = SemisprayConnection(line.semispray({"x": "-w**2*x"}))
    expected = line.vector_form(1, {"xdot": {"x": "w**2"}})
    assert check(oscillator.jacobi_endomorphism == expected)
    assert not check(oscillator.jacobi_endomorphism == -expected)
    sphere = Manifold("S2", "theta phi", nonzero="theta")
    bundle = tangent(sphere)
    geodesics = bundle.semispray(
        {
            "theta": "sin(theta)*cos(theta)*phidot**2",
            "phi": "-2*cos(theta)/sin(theta)*thetadot*phidot",
        }
    )
    connection = SemisprayConnection(geodesics)
    g = bundle.function("thetadot**2 + sin(theta)**2*phidot**2")
    # Φ(X^h) = K (g(y, y) X - g(X, y) y)^v with K = 1, for the unit sphere.
    for X in sphere.frame:
        lift, up = connection.lift(X), bundle.vertical_lift(X)
        inner = up(g) / 2
        assert check(
            connection.jacobi_endomorphism(lift) == g * up - inner * bundle.liouville_field
        )
    assert connection.is_homogeneous()
    assert not connection.is_flat()


@given(sprays(TM))
@FEW
def test_sprays(S):
    connection = SemisprayConnection(S)
    h = connection.horizontal_projector
    assert TM.is_spray(S)
    assert check((bracket(C, h) == 0) & (bracket(C, S) == S) & (h(S) == S))
    assert check(connection.tension == 0) and check(connection.strong_torsion == 0)
    assert connection.is_homogeneous()
    assert check(connection.jacobi_endomorphism == interior(S, connection.curvature))
    assert check(connection.associated_semispray == S)


def test_semisprays_that_are_no_sprays():
    assert not check(bracket(C, CURVED.horizontal_projector) == 0)
    assert not check(CURVED.associated_semispray == FIELD)
    assert not CURVED.is_homogeneous()
    spray = TM.semispray({"x": "x*ydot**2 + y*xdot*ydot"})
    R = SemisprayConnection(spray).curvature
    assert not check(SemisprayConnection(spray).jacobi_endomorphism == -interior(spray, R))


@given(automorphisms(M))
@FEW
def test_free_motion_is_flat_in_all_coordinates(phi):
    free = SemisprayConnection(TM.semispray())
    moved = SemisprayConnection(tangent_map(phi).pull(TM.semispray()))
    assert moved.is_flat() and check(moved.jacobi_endomorphism == 0)
    assert moved.almost_complex_structure.is_integrable()
    assert check(free.curvature == 0)


# --- dynamical derivative --------------------------------------------------------------------


@given(semisprays(TM, 2, 1), vector_fields(TM, 1, 1), vector_forms(TM, 1, 1, 1), functions(TM, 1))
@FEW
def test_dynamical_derivative(S, X, K, f):
    connection = SemisprayConnection(S)
    nabla = connection.dynamical_derivative
    h, v = connection.horizontal_projector, connection.vertical_projector
    assert check(nabla(X) == h(bracket(S, h(X))) + v(bracket(S, v(X))))
    assert check(nabla(f) == S(f)) and check(nabla(f * X) == S(f) * X + f * nabla(X))
    assert check(nabla(K)(X) == nabla(K(X)) - K(nabla(X)))
    assert check((nabla(h) == 0) & (nabla(v) == 0) & (nabla(J) == 0))
    assert check(nabla(connection.almost_complex_structure.tensor) == 0)


@given(forms(TM, 1, 1, 1), forms(TM, 2, 1, 1), vector_fields(TM, 1, 1), vector_fields(TM, 1, 1))
@FEW
def test_dynamical_derivative_of_forms(alpha, beta, X, Y):
    nabla = CURVED.dynamical_derivative
    assert check(nabla(alpha)(X) == FIELD(alpha(X)) - alpha(nabla(X)))
    assert check(nabla(beta)(X, Y) == FIELD(beta(X, Y)) - beta(nabla(X), Y) - beta(X, nabla(Y)))
    assert check(nabla(alpha * beta) == nabla(alpha) * beta + alpha * nabla(beta))
    R = CURVED.curvature
    value = nabla(R(X, Y)) - R(nabla(X), Y) - R(X, nabla(Y))
    assert check(nabla(R)(X, Y) == value)


def test_negative_controls_of_the_dynamical_derivative():
    nabla, h = CURVED.dynamical_derivative, CURVED.horizontal_projector
    F = CURVED.almost_complex_structure.tensor
    A = nabla.endomorphism
    assert check(F + J - CURVED.jacobi_endomorphism == A)
    assert not check(F + J + CURVED.jacobi_endomorphism == A)
    assert not check(lie(FIELD, h) == 0) and not check(lie(FIELD, J) == 0)
    assert not check(nabla(FIELD) == 0)
    other = DynamicalDerivative(TWISTED, FIELD)
    assert check(other(TWISTED.horizontal_projector) == 0)
    assert not check(other(J) == 0)
    assert not check(other == nabla) and check(nabla == CURVED.dynamical_derivative)
    alpha, X = TM["ydot"] * d(TM["x"]), TM.frame[2]
    assert not check(nabla(alpha) == lie(FIELD, alpha))
    assert check(nabla(alpha)(X) == FIELD(alpha(X)) - alpha(nabla(X)))


def test_dynamical_derivative_of_tensors():
    from diffgeo.structures.tensor_algebra import tensor_product

    nabla = CURVED.dynamical_derivative
    alpha, beta = d(TM["xdot"]), TM["x"] * d(TM["y"])
    product = tensor_product(alpha, beta)
    first, second = tensor_product(nabla(alpha), beta), tensor_product(alpha, nabla(beta))
    assert check(nabla(product) == first + second)
    assert not check(nabla(product) == first)


# --- naturality --------------------------------------------------------------------------------


def test_naturality():
    """Under tangent maps of diffeomorphisms, which keep J and C."""
    changes = automorphisms(M, degree=2, terms=1)
    lifts = [tangent_map]

    def everything(S):
        c = SemisprayConnection(S)
        return [
            c,
            c.curvature,
            c.jacobi_endomorphism,
            c.dynamical_derivative,
            c.tension,
            c.almost_complex_structure,
            c.associated_semispray,
            c.berwald_derivative(S, c.curvature(S, C)),
        ]

    data = semisprays(TM, 2, 1)
    assert natural(everything, data, under=changes, lifts=lifts, examples=6)
    twisted = nonlinear_connections(TM, 1)
    operations = [
        lambda c: [c.weak_torsion, c.strong_torsion, c.almost_complex_structure],
        lambda c: c.associated_semispray,
    ]
    for operation in operations:
        assert natural(operation, twisted, under=changes, lifts=lifts, examples=5)


def test_what_uses_coordinates_is_not_natural():
    phi = tangent_map(Map(M, M, {"x": "x + y**2", "y": "y"}, inverse={"x": "x - y**2", "y": "y"}))
    free = TM.semispray()

    def vertical_part(S):
        return SemisprayConnection(S).vertical_projector(TM.frame[1])

    for impostor in (vertical_part, lambda S: bracket(S, TM.frame[3])):
        assert not check(impostor(phi.pull(free)) == phi.pull(impostor(free)))
    curved = SemisprayConnection(phi.pull(free)).curvature
    assert check(curved == phi.pull(SemisprayConnection(free).curvature))


@given(automorphisms(TM, degree=1, terms=1), semisprays(TM, 2, 1))
@FEW
def test_pulled_back_with_the_structure(phi, S):
    """Under every diffeomorphism of TM, if J, C and the projection are moved too."""
    connection = SemisprayConnection(S)
    moved = connection.pulled_back(phi)
    assert check(moved.vertical_projector == phi.pull(connection.vertical_projector))
    assert not check(moved.vertical_projector == -phi.pull(connection.vertical_projector))
    assert check(moved.jacobi_endomorphism == phi.pull(connection.jacobi_endomorphism))
    assert check(moved.tension == phi.pull(connection.tension))
    assert check(phi.pull(TWISTED).strong_torsion == phi.pull(TWISTED.strong_torsion))


def test_tangent_maps_keep_the_structure():
    phi = tangent_map(
        Map(M, M, {"x": "x + y**2", "y": "2*y"}, inverse={"x": "x - y**2/4", "y": "y/2"})
    )
    structure = CURVED.structure.pulled_back(phi)
    assert check((structure.vertical_endomorphism == J) & (structure.liouville_field == C))
    fibres = Map(
        TM,
        TM,
        {"x": "x", "y": "y", "xdot": "2*xdot", "ydot": "ydot"},
        inverse={"x": "x", "y": "y", "xdot": "xdot/2", "ydot": "ydot"},
    )
    assert not check(CURVED.structure.pulled_back(fibres).vertical_endomorphism == J)


# --- what is refused -----------------------------------------------------------------------------


def test_what_is_refused():
    with pytest.raises(AxiomViolation, match=r"J S = C \(S is a semispray\) fails"):
        SemisprayConnection(2 * FIELD)
    with pytest.raises(AxiomViolation, match="is a semispray"):
        SemisprayConnection(C)
    with pytest.raises(SpaceMismatch, match="live on tangent bundles, not on M"):
        SemisprayConnection(M.frame[0])
    with pytest.raises(DegreeMismatch, match="a semispray is a vector field"):
        SemisprayConnection(J)
    with pytest.raises(SpaceMismatch, match="is no semispray on"):
        SemisprayConnection(FIELD, tangent(Manifold("N", "x y")))
    with pytest.raises(AxiomViolation, match="image of v is vertical"):
        NonlinearConnection(TM, TM.identity)
    with pytest.raises(NotSupported, match="made of a field of second order"):
        SemisprayConnection.from_horizontal_projector(TM, CURVED.horizontal_projector)
    with pytest.raises(SpaceMismatch, match="is no field on"):
        jacobi_endomorphism(CURVED, M.frame[0])
    with pytest.raises(SpaceMismatch, match="derives fields on"):
        CURVED.berwald_derivative(M.frame[0], C)
    with pytest.raises(SpaceMismatch, match="acts on what lives on"):
        CURVED.dynamical_derivative(M.frame[0])
    with pytest.raises(TypeError, match="acts on forms"):
        CURVED.dynamical_derivative(3)
