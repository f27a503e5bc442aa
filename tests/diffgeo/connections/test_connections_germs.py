"""Identities of connections in dimension 3 on random germs, where nothing is sparse."""

from __future__ import annotations

from diffgeo import (
    EhresmannConnection,
    FibredManifold,
    Form,
    Manifold,
    NonlinearConnection,
    Status,
    bracket,
    check,
    germs,
    interior,
    jet,
    lie,
    tangent,
)
from diffgeo.connections import SecondOrderConnection, SemisprayConnection

M = Manifold("M", "x y z", ring=germs(4))
TM = tangent(M)
J = TM.vertical_endomorphism
JET = jet(FibredManifold("E", coordinates="q r", ring=germs(4)))


def random_function(space: Manifold) -> Form:
    return space.scalar(space.chart.ring.random())


SPRAY = SemisprayConnection(TM.semispray({q: random_function(TM) for q in M.chart.coordinates}))
TWISTED = NonlinearConnection.from_coefficients(
    TM,
    {v: {q: random_function(TM) for q in M.chart.coordinates} for v in TM.velocity_names.values()},
)
GAMMA = SecondOrderConnection(JET.second_order_field({q: random_function(JET) for q in ("q", "r")}))


def holds(identity) -> bool:
    verdict = check(identity)
    assert verdict.status is not Status.UNKNOWN, verdict
    return bool(verdict)


def test_semispray():
    R, Phi = SPRAY.curvature, SPRAY.jacobi_endomorphism
    assert holds(bracket(J, Phi) == 3 * R)
    assert not holds(bracket(J, Phi) == 2 * R) and not holds(bracket(J, Phi) == -3 * R)
    assert holds(bracket(J, R) == 0) and holds(SPRAY.bianchi())
    assert holds(SPRAY.weak_torsion == 0)
    S, v = SPRAY.field, SPRAY.vertical_projector
    assert holds(Phi == interior(S, R) + v @ bracket(v(S), SPRAY.horizontal_projector))
    assert not holds(Phi == interior(S, R))
    nabla = SPRAY.dynamical_derivative
    assert holds(nabla(J) == 0) and holds(nabla(SPRAY.almost_complex_structure.tensor) == 0)


def test_nonlinear_connection():
    h, R = TWISTED.horizontal_projector, TWISTED.curvature
    assert holds(TWISTED.bianchi()) and not holds(bracket(h, random_function(TM) * R) == 0)
    T, S = TWISTED.strong_torsion, TWISTED.associated_semispray
    assert holds(h == (TM.identity - bracket(S, J) + T) / 2)
    assert not holds(h == (TM.identity - bracket(S, J) - T) / 2)
    f, d_h = random_function(TM), TWISTED.horizontal_derivative
    assert holds(d_h(d_h(f)) == lie(R, f))
    assert not holds(d_h(d_h(f)) == -lie(R, f))


def test_second_order_field():
    R, Phi = GAMMA.curvature, GAMMA.jacobi_endomorphism
    S, dt = JET.vertical_endomorphism, JET.dt
    assert holds(bracket(S, Phi) == 3 * R - dt * Phi)
    assert not holds(bracket(S, Phi) == 3 * R + dt * Phi)
    assert holds(Phi == interior(GAMMA.field, R))
    assert holds(GAMMA.bianchi())
    assert holds(GAMMA.dynamical_derivative(S) == 0)


def test_parts_of_forms():
    connection = EhresmannConnection(TM, TWISTED.vertical_projector)
    alpha = Form(TM, 1, {1 << a: TM.chart.ring.random() for a in range(6)})
    part, slope = connection.part, connection.covariant_differential
    vertical = part(alpha, 0)
    assert holds(part(alpha, 0) + part(alpha, 1) == alpha)
    assert holds(slope(vertical) == part(lie(TM.identity, vertical), 1))
    assert not holds(connection.horizontal_derivative(vertical) == slope(vertical))
