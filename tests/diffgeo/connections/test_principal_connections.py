"""Principal connections: the axioms, curvature, Bianchi; a non-abelian group and a body's shape."""

from __future__ import annotations

import pytest

from diffgeo import Frame, Manifold, Map, Metric, check, d, identity_map, interior
from diffgeo.connections import PrincipalConnection
from diffgeo.errors import AxiomViolation, DegreeMismatch

#: R² × (the affine group of the line), which acts by s ↦ p s, r ↦ p r + q from the left.
E = Manifold("E", "x y s r", positive="s")
B = Manifold("B", "x y")
PI = Map(E, B, {"x": "x", "y": "y"})
x, y, s, r = E.coordinates
#: [ξ_1, ξ_2] = -ξ_2 for the generators of the left action.
XI = [E.vector_field(s="s", r="r"), E.vector_field(r="1")]
#: Right-invariant forms, dual to the generators.
FLAT = [d(s) / s, d(r) - r / s * d(s)]


def connection() -> PrincipalConnection:
    """A = the flat one - x dy ⊗ s∂_s - (y² dx + xy dy) ⊗ s∂_r, moved by left-invariant fields."""
    L_1, L_2 = E.vector_field(s="s"), E.vector_field(r="s")
    alpha, beta = x * d(y), y**2 * d(x) + x * y * d(y)
    forms = [A + A(L_1) * alpha + A(L_2) * beta for A in FLAT]
    return PrincipalConnection(PI, XI, forms)


def test_the_curvature_is_that_of_the_horizontal_distribution() -> None:
    A = connection()
    assert check(A.constants[1][0][1] == -1) and check(A.constants[0][0][1] == 0)
    assert not check(A.curvature_forms[0] == 0) and not A.is_flat()
    R = -sum(
        (F.tensor(X) for F, X in zip(A.curvature_forms[1:], XI[1:], strict=True)),
        start=A.curvature_forms[0].tensor(XI[0]),
    )
    assert check(A.connection.curvature == R) and not check(A.connection.curvature == -R)
    for F in A.curvature_forms:
        assert check([interior(X, F) == 0 for X in XI])


def test_the_identity_of_bianchi() -> None:
    A = connection()
    assert check(A.bianchi())
    # Without the bracket it is false for a group that is not commutative.
    assert not check([d(F) == 0 for F in A.curvature_forms])
    assert PrincipalConnection(PI, XI, FLAT).is_flat()


def test_what_the_group_does_not_keep_is_refused() -> None:
    with pytest.raises(AxiomViolation, match="the group keeps the connection"):
        PrincipalConnection(PI, XI, [FLAT[0], FLAT[1] + r * d(x)])
    with pytest.raises(AxiomViolation, match="vertical fields"):
        PrincipalConnection(PI, XI, [FLAT[0], 2 * FLAT[1]])
    with pytest.raises(AxiomViolation, match="with constants c"):
        PrincipalConnection(PI, [XI[0], (1 + r**2) * XI[1]], [FLAT[0], FLAT[1] / (1 + r**2)])
    with pytest.raises(DegreeMismatch, match="as many forms"):
        PrincipalConnection(PI, XI, FLAT[:1])


def test_the_mechanical_connection() -> None:
    """A turntable with a particle on it: θ' + (u v' - v u')/(1 + u² + v²) = 0 without momentum."""
    Q, S = Manifold("Q", "theta u v"), Manifold("S", "u v")
    shape = Map(Q, S, {"u": "u", "v": "v"})
    turn = Q.frame[0]
    theta, u, v = Q.coordinates
    # A particle at (u, v) in a frame with inertia 1 that turns by theta.
    omega = Frame(Q, Q.frame).coframe
    moving = [omega[1] - v * omega[0], omega[2] + u * omega[0]]
    g = Metric.from_coframe([omega[0], moving[0], moving[1]])
    A = PrincipalConnection.mechanical(shape, [turn], g)
    (form,) = A.forms
    assert check(form == omega[0] + (u * d(v) - v * d(u)) / (1 + u**2 + v**2))
    (F,) = A.curvature_forms
    assert check(2 * d(u) * d(v) / (1 + u**2 + v**2) ** 2 == F)
    assert not check(-2 * d(u) * d(v) / (1 + u**2 + v**2) ** 2 == F)
    assert check([g(turn, A.connection.lift(X)) == 0 for X in S.frame])
    bent = Metric.from_coframe([(1 + theta**2) * omega[0], moving[0], moving[1]])
    with pytest.raises(AxiomViolation, match="the group keeps"):
        PrincipalConnection.mechanical(shape, [turn], bent)


def test_it_is_pulled_back() -> None:
    A = connection()
    phi = Map(E, E, {"x": "x + y**2", "y": "y", "s": "2*s", "r": "r + x"},
              inverse={"x": "x - y**2", "y": "y", "s": "s/2", "r": "r - x + y**2"})  # fmt: skip
    assert check([phi.pull(G) == F for F, G in zip(A.pulled_back(phi).curvature_forms,
                                                  A.curvature_forms, strict=True)])  # fmt: skip
    assert check(A.pulled_back(identity_map(E)) == A) and not check(A.pulled_back(phi) == A)
