"""Connections of second-order fields on jets over time, and on spaces like them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import (
    Fibration,
    FibredManifold,
    Manifold,
    Map,
    bracket,
    check,
    d,
    interior,
    jet,
    lie,
    tangent,
    torsion,
)
from diffgeo.connections import DynamicalDerivative, SecondOrderConnection, SemisprayConnection
from diffgeo.errors import AxiomViolation, DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.testing import (
    automorphisms,
    fibred_automorphisms,
    functions,
    natural,
    second_order_fields,
    vector_fields,
)

E = FibredManifold("E", coordinates="x y")
JET = jet(E)
S, DT = JET.vertical_endomorphism, JET.dt
FEW = settings(max_examples=8)
SOME = settings(max_examples=15)

GAMMA = JET.second_order_field(
    {"x": "t*x*ydot**2 + y**2*xdot + x*y", "y": "x*ydot*xdot + xdot**3 + y*t**2"}
)
CURVED = SecondOrderConnection(GAMMA)


@given(second_order_fields(JET))
@SOME
def test_projectors(Gamma):
    connection = SecondOrderConnection(Gamma)
    L = lie(Gamma, S)
    dt_Gamma = DT.tensor(Gamma)
    assert check(JET.identity - dt_Gamma == L @ L)
    v, h = connection.vertical_projector, connection.horizontal_projector
    strong = connection.strong_horizontal
    assert check(v == (JET.identity + L - dt_Gamma) / 2)
    assert check(h == (JET.identity - L + dt_Gamma) / 2)
    assert check(strong == h - dt_Gamma) and check(connection.remainder == dt_Gamma)
    assert check((h(Gamma) == Gamma) & (L(Gamma) == 0) & (strong(Gamma) == 0))
    assert check((L @ v == v) & (L @ strong == -1 * strong))
    assert check((S @ h == S) & (h @ S == 0) & (v @ S == S) & (S @ v == 0))


def test_the_connection_by_hand():
    """P_H ∂_x = ∂_x - Γ^b_x ∂_b, Γ^b_a = -½ ∂f^b/∂v^a; ∂_t ↦ ∂_t + (f^b + v^a Γ^b_a) ∂_b."""
    connection = SecondOrderConnection(JET.second_order_field({"x": "ydot**2*x", "y": "xdot*ydot"}))
    lift = connection.lift
    over = E.frame
    assert check(lift(over[1]) == JET.vector_field(x=1, ydot="ydot/2"))
    assert check(lift(over[2]) == JET.vector_field(y=1, xdot="x*ydot", ydot="xdot/2"))
    expected = JET.vector_field(t=1, xdot="x*ydot**2 - ydot*x*ydot", ydot="xdot*ydot - xdot*ydot")
    assert check(lift(over[0]) == expected)
    assert not check(lift(over[1]) == JET.vector_field(x=1, ydot="-ydot/2"))


@given(second_order_fields(JET))
@FEW
def test_curvature_and_jacobi_endomorphism(Gamma):
    connection = SecondOrderConnection(Gamma)
    R, Phi = connection.curvature, connection.jacobi_endomorphism
    v = connection.vertical_projector
    assert check(Phi == interior(Gamma, R))
    assert check(Phi == v @ bracket(Gamma, connection.horizontal_projector))
    assert check(bracket(S, Phi) == 3 * R - DT * Phi)
    assert check(torsion(connection.strong_horizontal + DT.tensor(Gamma)) == R)
    assert check(connection.bianchi())
    assert check((Phi(Gamma) == 0) & (S @ Phi == 0) & (v @ Phi == Phi) & (Phi @ v == 0))


def test_negative_controls_of_curvature():
    R, Phi = CURVED.curvature, CURVED.jacobi_endomorphism
    assert check(bracket(S, Phi) == 3 * R - DT * Phi)
    for wrong in (3 * R, 3 * R + DT * Phi, R - DT * Phi, -3 * R + DT * Phi):
        assert not check(bracket(S, Phi) == wrong)
    assert not check(torsion(CURVED.strong_horizontal) == R)
    assert not check(Phi == -interior(GAMMA, R))
    assert not check(bracket(CURVED.horizontal_projector, JET["x"] * R) == 0)


@given(second_order_fields(JET, 2, 1))
@FEW
def test_identities_of_bianchi(Gamma):
    """[S, P_H] = 0, so that [S, R] = 0 with R = ½[P_H, P_H]; [P_H, R] = 0."""
    connection = SecondOrderConnection(Gamma)
    h, R = connection.horizontal_projector, connection.curvature
    assert check(bracket(S, h) == 0) and check(bracket(S, R) == 0)
    assert check(bracket(h, R) == 0)
    assert check(bracket(connection.strong_horizontal + connection.remainder, h) == 2 * R)


def test_negative_controls_of_bianchi():
    h, R = CURVED.horizontal_projector, CURVED.curvature
    assert check(bracket(S, h) == 0) and check(bracket(S, R) == 0)
    assert not check(bracket(S, CURVED.strong_horizontal) == 0)
    assert not check(bracket(S, JET["xdot"] * R) == 0)
    assert not check(bracket(h, JET["y"] * R) == 0)
    assert not check(bracket(CURVED.vertical_projector, CURVED.strong_horizontal) == 2 * R)


def test_jacobi_endomorphism_by_hand():
    """Of xdd = f: Φ = -(f_x + ¼ f_v² - ½ Γ(f_v)) (dx - v dt) ⊗ ∂_v."""
    space = jet(FibredManifold("L", coordinates="q", functions="f(t, q, v)"))
    field = space.second_order_field({"q": "t*q**2*qdot - qdot**3"})
    f, q, v = field(space["qdot"]), space["q"], space["qdot"]
    f_q, f_v = space.frame[1](f), space.frame[2](f)
    value = -(f_q + f_v * f_v / 4 - field(f_v) / 2)
    expected = value * (d(q) - v * space.dt).tensor(space.frame[2])
    assert check(SecondOrderConnection(field).jacobi_endomorphism == expected)
    assert not check(SecondOrderConnection(field).jacobi_endomorphism == -expected)


@given(second_order_fields(JET, 2, 1), vector_fields(JET, 1, 1), functions(JET, 1, 1))
@FEW
def test_dynamical_derivative(Gamma, X, f):
    connection = SecondOrderConnection(Gamma)
    nabla = connection.dynamical_derivative
    h, v, strong = (
        connection.horizontal_projector,
        connection.vertical_projector,
        connection.strong_horizontal,
    )
    assert check((nabla(h) == 0) & (nabla(v) == 0) & (nabla(strong) == 0) & (nabla(S) == 0))
    assert check(nabla(Gamma) == 0) and check(nabla(DT) == 0)
    # The three projectors to the eigenspaces of L_Γ S give the same ∇.
    split = sum((P(bracket(Gamma, P(X))) for P in (strong, v, connection.remainder)), start=0 * X)
    assert check(nabla(X) == split)
    assert check(nabla(f * X) == Gamma(f) * X + f * nabla(X))


@given(second_order_fields(JET, 2, 1))
@FEW
def test_f_structure(Gamma):
    connection = SecondOrderConnection(Gamma)
    F, strong = connection.f_structure.tensor, connection.strong_horizontal
    assert check((strong == F @ S) & (F @ strong == -1 * S) & (F(Gamma) == 0))
    assert check(F @ F @ F == -1 * F) and check(DT.tensor(Gamma) - JET.identity == F @ F)
    assert check(connection.dynamical_derivative(F) == 0)


def test_f_structure_with_a_wrong_sign():
    F = CURVED.f_structure.tensor
    assert not check(-1 * CURVED.strong_horizontal == F @ S)
    assert not check(CURVED.horizontal_projector @ CURVED.endomorphism == F @ S)
    assert not check(-1 * JET.identity == F @ F)


def test_negative_controls_of_the_dynamical_derivative():
    nabla = CURVED.dynamical_derivative
    assert not check(lie(GAMMA, CURVED.horizontal_projector) == 0)
    assert not check(nabla(JET.frame[1]) == lie(GAMMA, JET.frame[1]))
    assert not check(nabla(d(JET["x"])) == 0)
    other = JET.second_order_field({"x": "xdot*y"})
    assert not check(DynamicalDerivative(SecondOrderConnection(other), GAMMA)(S) == 0)


def test_jets_and_tangent_bundles_agree_for_autonomous_fields():
    """Along the slice t = 0 of J¹(R × M) the connection of ∂_t + S is that of S on TM."""
    M = Manifold("M", "x y")
    TM = tangent(M)
    given_by = {"x": "x*ydot**2 + y", "y": "xdot*ydot"}
    autonomous = SemisprayConnection(TM.semispray(given_by))
    with_time = SecondOrderConnection(JET.second_order_field(given_by))
    slice_ = Map(TM, JET, {"t": 0, **{name: name for name in TM.chart.coordinates}})
    for a, X in enumerate(TM.frame):
        for name in ("xdot", "ydot"):
            theirs = with_time.jacobi_endomorphism.transpose(d(JET[name]))
            ours = autonomous.jacobi_endomorphism.transpose(d(TM[name]))
            assert check(slice_.pull(theirs)(X) == ours(X)), a
            theirs = with_time.vertical_projector.transpose(d(JET[name]))
            ours = autonomous.vertical_projector.transpose(d(TM[name]))
            assert check(slice_.pull(theirs)(X) == ours(X)), a
    theirs = with_time.jacobi_endomorphism.transpose(d(JET["xdot"]))
    ours = autonomous.jacobi_endomorphism.transpose(d(TM["xdot"]))
    assert not check(slice_.pull(theirs)(TM.frame[1]) == -ours(TM.frame[1]))


def test_a_connection_below_besides_the_field():
    """Constraints ydot = g(t, x, y, v) with a vertical projector N: E² = id - Γ⊗dt - N."""
    space = Manifold("P", "t x y v")
    below = Manifold("Q", "t x y")
    rho = Fibration(Map(space, below, {"t": "t", "x": "x", "y": "y"}))
    t, x, y, v = space.coordinates
    g, slope = space.function("x*v**2 + t*y"), space.function("2*x*v")
    theta = d(x) - v * d(t)
    eta = d(y) - slope * d(x) - (g - v * slope) * d(t)
    endomorphism, N = theta.tensor(space.frame[3]), eta.tensor(space.frame[2])
    Gamma = space.vector_field(t=1, x="v", y="x*v**2 + t*y", v="x*y*v - t*v**2")
    connection = SecondOrderConnection(Gamma, endomorphism, rho)
    dt_Gamma = d(t).tensor(Gamma)
    assert check(connection.remainder == dt_Gamma + N)
    assert not check(connection.remainder == dt_Gamma)
    L = lie(Gamma, endomorphism)
    assert check(connection.vertical_projector == (space.identity + L - dt_Gamma - N) / 2)
    assert check(connection.strong_horizontal == (space.identity - L - dt_Gamma - N) / 2)
    assert check(connection.jacobi_endomorphism == interior(Gamma, connection.curvature))
    nabla = connection.dynamical_derivative
    assert check((nabla(endomorphism) == 0) & (nabla(connection.vertical_projector) == 0))
    # Φ = -(X(f) + γ² + Γ(γ)) θ⊗∂_v - f_y η⊗∂_v for X = ∂_x + g_v ∂_y and γ = -½ f_v (Sarlet).
    f = Gamma(v)
    gamma = -space.frame[3](f) / 2
    X = space.vector_field(x=1, y=slope)
    turned = (X(f) + gamma * gamma + Gamma(gamma)) * theta + space.frame[2](f) * eta
    assert check(connection.jacobi_endomorphism == -turned.tensor(space.frame[3]))
    assert not check(connection.jacobi_endomorphism == turned.tensor(space.frame[3]))


# --- naturality ----------------------------------------------------------------------------


def test_naturality_under_fibred_automorphisms():
    """Over t ↦ t, which keep S; Γ, and what it makes, are pulled back with them."""

    def everything(Gamma):
        c = SecondOrderConnection(Gamma)
        return [c, c.curvature, c.jacobi_endomorphism, c.dynamical_derivative, c.strong_horizontal]

    changes = fibred_automorphisms(E, terms=1, fixed=("t",))
    data = second_order_fields(JET, 2, 1)
    assert natural(everything, data, under=changes, lifts=[JET.prolong_fibred], examples=6)

    def acceleration(Gamma):
        return Gamma(JET["xdot"])

    assert not natural(
        acceleration, data, under=changes, lifts=[JET.prolong_fibred], examples=20, shrink=False
    )


def clock(rate: str, back: str, shift: str = "0") -> Map:
    images = {"t": f"{rate}*t + {shift}", "x": "x + t*y", "y": "y"}
    inverse = {"t": f"{back}*(t - {shift})", "x": f"x - {back}*(t - {shift})*y", "y": "y"}
    return JET.prolong_fibred(Map(E, E, images, inverse=inverse))


def test_time_may_be_shifted():
    phi = clock("1", "1", "3")
    assert check(phi.pull(S) == S)
    moved = SecondOrderConnection(phi.pull(GAMMA))
    assert check(moved == phi.pull(CURVED))
    assert check(moved.jacobi_endomorphism == phi.pull(CURVED.jacobi_endomorphism))


def test_time_may_not_be_scaled():
    """S is multiplied by c and Γ divided by it: h and R stay, Φ does not."""
    phi = clock("2", "1/2")
    assert not check(phi.pull(S) == S)
    with pytest.raises(AxiomViolation, match=r"dt\(Γ\) = 1"):
        SecondOrderConnection(phi.pull(GAMMA))
    scaled = SecondOrderConnection(2 * phi.pull(GAMMA))
    assert check(scaled == phi.pull(CURVED)) and check(
        scaled.curvature == phi.pull(CURVED.curvature)
    )
    Phi = phi.pull(CURVED.jacobi_endomorphism)
    assert check(scaled.jacobi_endomorphism == 2 * Phi)
    assert not check(scaled.jacobi_endomorphism == Phi)


@given(automorphisms(JET, degree=1, terms=1), second_order_fields(JET, 2, 1))
@FEW
def test_pulled_back_with_the_structure(phi, Gamma):
    connection = SecondOrderConnection(Gamma)
    moved = connection.pulled_back(phi)
    assert check(moved.vertical_projector == phi.pull(connection.vertical_projector))
    assert not check(moved.vertical_projector == -phi.pull(connection.vertical_projector))
    assert check(moved.jacobi_endomorphism == phi.pull(connection.jacobi_endomorphism))
    assert check(moved.strong_horizontal == phi.pull(connection.strong_horizontal))


# --- what is refused -------------------------------------------------------------------------


def test_what_is_refused():
    with pytest.raises(AxiomViolation, match=r"dt\(Γ\) = 1"):
        SecondOrderConnection(2 * GAMMA)
    with pytest.raises(AxiomViolation, match=r"S Γ = 0"):
        SecondOrderConnection(GAMMA + JET.frame[1])
    with pytest.raises(SpaceMismatch, match="is not on jets of order 1"):
        SecondOrderConnection(E.frame[0])
    with pytest.raises(SpaceMismatch, match="is not on jets of order 1"):
        SecondOrderConnection(jet(E, 2).frame[0])
    with pytest.raises(DegreeMismatch, match="is a vector field"):
        SecondOrderConnection(S)
    with pytest.raises(NotSupported, match="made of a field of second order"):
        SecondOrderConnection.from_coefficients(JET, {})
    with pytest.raises(AxiomViolation, match="S∘S = 0"):
        SecondOrderConnection(GAMMA, JET.identity, JET)
    with pytest.raises(AxiomViolation, match="is of second order"):
        SecondOrderConnection(JET.frame[1], S, JET)
    with pytest.raises(AxiomViolation, match="vertical"):
        SecondOrderConnection(GAMMA, S, Fibration(JET.source_projection))
