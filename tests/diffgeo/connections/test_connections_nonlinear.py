"""Nonlinear connections on tangent bundles: torsions, almost complex structure, Berwald."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    Manifold,
    Map,
    NonlinearConnection,
    bracket,
    check,
    d,
    decompose,
    interior,
    pairing,
    tangent,
)
from diffgeo.connections import SemisprayConnection
from diffgeo.connections.linear_connections import LinearConnection
from diffgeo.errors import SpaceMismatch
from diffgeo.testing import (
    forms,
    functions,
    linear_connections,
    nonlinear_connections,
    semisprays,
    vector_fields,
)

M = Manifold("M", "x y")
TM = tangent(M)
J, C = TM.vertical_endomorphism, TM.liouville_field
FEW = settings(max_examples=8)

#: Accelerations that are not homogeneous and whose connection is curved.
FIELD = TM.semispray({"x": "x*ydot**2 + y**2*xdot + x*y", "y": "x*ydot*xdot + xdot**3 + y"})
CURVED = SemisprayConnection(FIELD)
#: With torsion, tension and curvature.
TWISTED = NonlinearConnection.from_coefficients(
    TM, {"xdot": {"x": "x*ydot", "y": "xdot**2"}, "ydot": {"x": "y", "y": "x*xdot"}}
)


def symbol_of(D):
    return decompose(D)[0]


@given(nonlinear_connections(TM), semisprays(TM, 1, 1), vector_fields(TM, 1, 1))
@FEW
def test_torsions(connection, S, X):
    h, v, t = (
        connection.horizontal_projector,
        connection.vertical_projector,
        connection.weak_torsion,
    )
    Y = TM["xdot"] * TM.frame[1] + TM.frame[2]
    assert check(t == bracket(J, h))
    assert check(
        t(X, Y) == v(bracket(J(X), h(Y))) - v(bracket(J(Y), h(X))) - J(bracket(h(X), h(Y)))
    )
    assert check(interior(S, t) - bracket(C, h) == connection.strong_torsion)
    # h is given by the associated semispray and the strong torsion (Grifone).
    hS, T = h(S), connection.strong_torsion
    assert check(hS == connection.associated_semispray)
    assert check(h == (TM.identity - bracket(hS, J) + T) / 2)


def test_torsions_by_hand():
    """For δ_i = ∂_i - N^j_i ∂/∂y^j: H^j_i = N^j_i - C(N^j_i), t^k_ij = ∂N^k_i/∂y^j - …."""
    connection = NonlinearConnection.from_coefficients(TM, {"xdot": {"y": "-xdot**2"}})
    N = TM.function("xdot**2")
    expected = (N - C(N)) * d(TM["y"]).tensor(TM.frame[2])
    assert check(connection.tension == expected) and not check(connection.tension == -expected)
    t = connection.weak_torsion(TM.frame[0], TM.frame[1])
    # t(∂_x, ∂_y) = v[∂_xdot, δ_y] = -2 xdot ∂_xdot.
    assert check(t == TM.vector_field(xdot="-2*xdot")) and not check(t == 0)
    h, T = connection.horizontal_projector, connection.strong_torsion
    assert not check(h == (TM.identity - bracket(connection.associated_semispray, J)) / 2)
    assert not check(h == (TM.identity - bracket(connection.associated_semispray, J) - T) / 2)


@given(nonlinear_connections(TM), semisprays(TM, 1, 1))
@FEW
def test_almost_complex_structure(connection, S):
    h, F = connection.horizontal_projector, connection.almost_complex_structure.tensor
    assert check((h == F @ J) & (F @ h == -1 * J) & (-1 * TM.identity == F @ F))
    assert check(h @ bracket(S, h) - J == F)
    assert not check(h @ bracket(h, S) - J == F) and not check(F @ h == J)
    flat, symmetric = connection.is_flat(), check(connection.weak_torsion == 0)
    assert bool(connection.almost_complex_structure.is_integrable()) == (
        bool(flat) and bool(symmetric)
    )


def test_integrability_needs_both():
    free = SemisprayConnection(TM.semispray())
    assert free.almost_complex_structure.is_integrable()
    assert not CURVED.almost_complex_structure.is_integrable()  # torsion 0, curved
    flat = NonlinearConnection.from_coefficients(TM, {"xdot": {"y": "xdot"}})
    assert flat.is_flat() and not check(flat.weak_torsion == 0)
    assert not flat.almost_complex_structure.is_integrable()
    F = CURVED.almost_complex_structure.tensor
    assert not check(-1 * CURVED.horizontal_projector == F @ J)


THREE = tangent(Manifold("N", "p q r"))


@given(nonlinear_connections(THREE, 1, 1))
@FEW
def test_identities_of_bianchi(connection):
    """[J, R] = -[h, t] and [h, R] = 0, where 3-forms do not vanish: M of dimension 3."""
    h, R = connection.horizontal_projector, connection.curvature
    over = THREE.vertical_endomorphism
    assert check(bracket(over, R) == -bracket(h, connection.weak_torsion))
    if not check(bracket(over, R) == 0):
        assert not check(bracket(over, R) == bracket(h, connection.weak_torsion))
    assert check(bracket(h, R) == 0) and check(connection.bianchi())


def test_negative_controls_of_bianchi():
    connection = NonlinearConnection.from_coefficients(
        THREE,
        {"pdot": {"p": "q*rdot", "q": "pdot**2"}, "qdot": {"p": "q", "r": "pdot"}},
    )
    over, h = THREE.vertical_endomorphism, connection.horizontal_projector
    R, t = connection.curvature, connection.weak_torsion
    assert check(bracket(over, R) == -bracket(h, t))
    assert not check(bracket(over, R) == bracket(h, t))
    assert not check(bracket(over, R) == 0)
    assert not check(bracket(connection.vertical_projector, t) == bracket(over, 2 * R))
    assert not check(bracket(h, THREE["q"] * R) == 0)


def test_autoparallel_curves():
    """Geodesics of the connection are those of its associated semispray, not of S."""
    line = Manifold("R", "t", functions="f(t) g(t)")
    curve = Map(line, M, {"x": "f(t)", "y": "g(t)"})
    velocity = TM.field_section(symbol_of(curve.tangent(line.frame[0])))
    for connection in (CURVED, TWISTED):
        residual = connection.covariant_derivative(velocity, TM.projection @ velocity)
        S = connection.associated_semispray
        motion = symbol_of(velocity.tangent(line.frame[0]) - velocity.restrict(S))
        assert check(residual(line.frame[0]) == motion)
    other = symbol_of(velocity.tangent(line.frame[0]) - velocity.restrict(FIELD))
    residual = CURVED.covariant_derivative(velocity, TM.projection @ velocity)
    assert not check(residual(line.frame[0]) == other)
    assert not CURVED.is_autoparallel(curve)
    straight = Map(line, M, {"x": "2*t", "y": "1 - t"})
    free = SemisprayConnection(TM.semispray())
    assert free.is_autoparallel(straight)
    assert not free.is_autoparallel(Map(line, M, {"x": "t**2", "y": "t"}))
    with pytest.raises(SpaceMismatch, match="is no curve"):
        free.is_autoparallel(TM.projection)


@given(
    nonlinear_connections(TM, 1),
    vector_fields(TM, 1, 1),
    vector_fields(TM, 1, 1),
    functions(TM, 1, 1),
)
@FEW
def test_berwald(connection, X, Y, f):
    D, h = connection.berwald_derivative, connection.horizontal_projector
    assert check(D(f * X, Y) == f * D(X, Y))
    assert check(D(X, f * Y) == X(f) * Y + f * D(X, Y))
    assert check(D(X, h(Y)) == h(D(X, Y))) and check(D(X, J(Y)) == J(D(X, Y)))
    assert check(connection.berwald(X, Y) == D(X, Y))


def test_berwald_of_a_linear_connection():
    """For the spray of a torsion-free ∇ on M: D_{X^h} Y^v = (∇_X Y)^v and D_{X^v} Y^v = 0."""
    x = M["x"]
    symbols = {("x", "x"): x * M.frame[1], ("x", "y"): M["y"] * M.frame[0], ("y", "y"): M.frame[1]}
    names = M.chart.coordinates
    nabla = LinearConnection(M, [[symbols[tuple(sorted((a, b)))] for b in names] for a in names])
    S = TM.semispray({"x": "-2*y*xdot*ydot", "y": "-x*xdot**2 - ydot**2"})
    connection = SemisprayConnection(S)
    X, Y = M.vector_field(x="y", y=1), M.vector_field(x="x**2", y="x*y")
    up, D = TM.vertical_lift, connection.berwald_derivative
    assert check(D(connection.lift(X), up(Y)) == up(nabla(X, Y)))
    assert check(D(up(X), up(Y)) == 0)
    assert not check(D(connection.lift(X), up(Y)) == up(nabla(Y, X)))
    assert check(connection.lift(X) == TM.horizontal_lift(X, connection))


@given(linear_connections(M), vector_fields(M, 1, 1), vector_fields(M, 1, 1), forms(M, 1, 1, 1))
@FEW
def test_from_a_linear_connection(nabla, X, Y, mu):
    connection = NonlinearConnection.from_linear(nabla)
    lift, up, contract = connection.lift, TM.vertical_lift, TM.contract
    assert connection.is_homogeneous()
    assert check(lift(X)(contract(mu)) == contract(nabla(X, mu)))
    assert check(bracket(lift(X), up(Y)) == up(nabla(X, Y)))
    # The curvature of both, and the torsion of both.
    turned = nabla(X, nabla(Y, mu)) - nabla(Y, nabla(X, mu)) - nabla(bracket(X, Y), mu)
    assert check(connection.curvature(lift(X), lift(Y))(contract(mu)) == contract(turned))
    torsion = nabla(X, Y) - nabla(Y, X) - bracket(X, Y)
    assert check(connection.weak_torsion(lift(X), lift(Y)) == up(torsion))
    # A field is parallel for ∇ where its section is for h.
    section = TM.field_section(Y)
    derived = connection.covariant_derivative(section)(X)
    assert check(derived(contract(mu)) == pairing(mu, nabla(X, Y)))


def test_from_a_linear_connection_has_signs():
    zero = 0 * M.frame[0]
    values = [[M["y"] * M.frame[0], M.frame[1]], [zero, M["x"] * M.frame[0]]]
    nabla = LinearConnection(M, values)
    connection = NonlinearConnection.from_linear(nabla)
    X, Y = M.frame
    lift, up = connection.lift, TM.vertical_lift
    torsion = nabla(X, Y) - nabla(Y, X)
    assert check(connection.weak_torsion(lift(X), lift(Y)) == up(torsion))
    assert not check(connection.weak_torsion(lift(X), lift(Y)) == -up(torsion))
    # For δ_x = ∂_x - y xdot ∂_xdot - ydot ∂_ydot and δ_y = ∂_y - x ydot ∂_xdot.
    expected = TM.vector_field(xdot="xdot - ydot - x*y*ydot + x*ydot")
    assert check(connection.curvature(lift(X), lift(Y)) == expected)
    assert not check(connection.curvature(lift(X), lift(Y)) == -expected)
