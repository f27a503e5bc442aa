"""The Lagrange geometry of forced systems by identities, each with what must be refuted.

On random germs: L, the forces and everything made of them have all derivatives, so that the
Cartan tensor is not zero and the forces depend on the velocities in any way.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest

from diffgeo import Form, Manifold, Status, bracket, check, d, germs, interior, lie, tangent
from diffgeo.structures import composed, tensor
from mechanics.spaces.lagrange_spaces import LagrangeSystem

# Random values of a seed: zeros are certain up to 2**-64, non-zeros are certain.


@cache
def forced(coordinates: str, order: int) -> LagrangeSystem:
    """A random L and a random force."""

    TM = tangent(Manifold("M", coordinates, ring=germs(order, points=6)))

    def random() -> Form:
        return TM.scalar(TM.chart.ring.random())

    places = [d(TM.projection.pull(x)) for x in TM.base_space.coordinates]
    force = sum((random() * dx for dx in places[1:]), start=random() * places[0])
    return LagrangeSystem(random(), force)


PLANE, SPACE = forced("x y", 7), forced("x y z", 5)
BOTH = pytest.mark.parametrize("system", [PLANE, SPACE], ids=["n = 2", "n = 3"])


def holds(identity) -> bool:
    verdict = check(identity, counterexample=False)
    assert verdict.status is not Status.UNKNOWN, verdict
    return bool(verdict)


def cyclic(T, *slots):
    """The sum over cyclic permutations of three slots."""
    order = list(range(T.rank))
    a, b, c = slots
    once, twice = list(order), list(order)
    once[a], once[b], once[c] = b, c, a
    twice[a], twice[b], twice[c] = c, a, b
    return T + T.permuted(once) + T.permuted(twice)


# --- semispray and nonlinear connection --------------------------------------------------------


@BOTH
def test_semispray_energy_and_nonlinear_connection(system: LagrangeSystem) -> None:
    space, S, J = system.lagrange_space, system.semispray, system.J
    Z, Phi, free = system.force_field, system.total_force, space.semispray
    assert holds(system.evolution()) and not holds(space.spray_equation(S))
    assert holds(interior(free, space.omega) == -d(space.energy))
    assert holds(system.balance()) and not holds(S(space.energy) == 0)
    assert holds(2 * free + Z == 2 * S) and not holds(free + Z == S)
    assert holds(interior(Z, space.omega) == 2 * Phi)
    h, h0 = system.geometry.h, space.geometry.h
    assert holds(4 * (h - h0) == -bracket(Z, J)) and not holds(4 * (h - h0) == bracket(Z, J))
    assert holds(2 * h == space.bundle.identity - bracket(S, J))


@BOTH
def test_curvature_torsions_and_jacobi_endomorphism(system: LagrangeSystem) -> None:
    G, passage, J = system.geometry, system.deformation, system.J
    R, Phi = G.curvature, G.jacobi_endomorphism
    assert holds(bracket(J, G.h) == 0) and holds(G.weak_torsion == 0)
    assert holds(bracket(J, Phi) == 3 * R) and not holds(bracket(J, Phi) == -3 * R)
    assert holds(bracket(G.h, R) == 0) and holds(bracket(G.h, G.h) == 2 * R)
    assert holds(system.free_geometry.curvature + passage.curvature == R)
    assert not holds(system.free_geometry.curvature - passage.curvature == R)
    K = passage.tensor
    assert not holds(system.free_geometry.curvature + bracket(system.free_geometry.h, K) == R)
    F = G.almost_complex_structure.tensor
    assert holds(-G.J.space.identity == F @ F) and holds(G.h == F @ J) and holds(F @ G.h == -J)


@BOTH
def test_dynamical_derivative_of_the_metric(system: LagrangeSystem) -> None:
    """(∇g)_ij = 0 for S; (∇*g)_ij = ¼(∂Φ_j/∂y^i + ∂Φ_i/∂y^j) for S*."""
    space, J, g = system.lagrange_space, system.J, system.lagrange_space.metric
    assert holds(system.free_geometry.dynamical_derivative(g) == 0)
    slope = system.geometry.dynamical_derivative(g)
    Phi = system.total_force
    # (L_{JX} Φ)(Y) for semibasic Φ, on fields with vertical [JX, Y].
    X = [x for x, _ in zip(space.bundle.frame, space.bundle.base_space.frame, strict=False)]
    for a, b in permutations(X, 2):
        right = lie(J(a), Phi)(b) + lie(J(b), Phi)(a)
        assert holds(4 * slope(a, b) == right) and not holds(2 * slope(a, b) == right)


@BOTH
def test_lagrangian_subspaces(system: LagrangeSystem) -> None:
    """ω(hX, hY) = 0 for S; ω(h*X, h*Y) = ½ (d_J Φ)(X, Y)."""
    omega, El = tensor(system.lagrange_space.omega), tensor(system.elicoidal)
    h0, h = system.free_geometry.h, system.geometry.h
    assert holds(composed(omega, h0, h0) == 0)
    assert holds(2 * composed(omega, h, h) == El) and not holds(composed(omega, h, h) == El)


@BOTH
def test_symplectic_forms(system: LagrangeSystem) -> None:
    """θ⁰ = ½ω is closed, θ = ½ω - ¼ d_JΦ is not; (6.11)."""
    G, free, omega = system.geometry, system.free_geometry, system.lagrange_space.omega
    assert holds(2 * free.theta == omega) and holds(d(free.theta) == 0)
    assert holds(4 * G.theta == 2 * omega - system.elicoidal)
    assert not holds(4 * G.theta == 2 * omega + system.elicoidal)
    assert not holds(d(G.theta) == 0)
    assert holds(system.deformation.skew_part == free.theta - G.theta)


# --- metrical connection -----------------------------------------------------------------------


def test_the_metrical_connection_in_three_dimensions() -> None:
    D, g = SPACE.geometry.metrical, SPACE.lagrange_space.metric
    assert holds(D.h_derivative(g) == 0) and holds(D.torsion_T == 0)
    assert not holds(D.torsion_P == 0) and not holds(D.torsion_T == D.torsion_C)


def test_the_metrical_connection() -> None:
    system = PLANE
    G, g = system.geometry, system.lagrange_space.metric
    D = G.metrical
    assert holds(D.h_derivative(g) == 0) and holds(D.v_derivative(g) == 0)
    assert holds(D.torsion_T == 0) and holds(D.torsion_S == 0)
    assert holds(D.torsion_R == tensor(G.curvature))
    assert not holds(G.berwald.h_derivative(g) == 0) and not holds(D.torsion_P == 0)
    low = G.lowered(D.torsion_C, 0)
    C = system.lagrange_space.cartan_tensor
    assert holds(low == C) and not holds(C == 0)
    for order in permutations(range(3)):
        assert holds(C.permuted(order) == C)


def test_the_formula_of_koszul() -> None:
    """2g(D_X Y, Z) for horizontal fields, with horizontal parts of brackets."""
    G, g = PLANE.geometry, PLANE.lagrange_space.metric
    fields = [G.h(X) for X in PLANE.bundle.frame[:2]]
    X, Y = fields[0], PLANE.bundle.scalar(PLANE.bundle.chart.ring.random()) * fields[1]
    Z = fields[1] + fields[0]
    slopes = X(g(Y, Z)) + Y(g(X, Z)) - Z(g(X, Y))
    turned = g(bracket(X, Y), Z) - g(bracket(X, Z), Y) - g(bracket(Y, Z), X)
    assert holds(2 * g(G.metrical(X, Y), Z) == slopes + turned)
    assert not holds(2 * g(G.metrical(X, Y), Z) == slopes - turned)


def test_without_forces_the_berwald_derivative_of_the_metric_is_symmetric() -> None:
    """g_ij‖k is totally symmetric for N, and not for N*."""
    g = PLANE.lagrange_space.metric
    for G, symmetric in ((PLANE.free_geometry, True), (PLANE.geometry, False)):
        slope = G.berwald.h_derivative(g)
        assert holds(slope.permuted((1, 0, 2)) == slope)
        assert holds(slope.permuted((0, 2, 1)) == slope) is symmetric


@BOTH
def test_deflections_and_the_electromagnetic_form(system: LagrangeSystem) -> None:
    """𝓕_ij = ½(D_ij - D_ji), f_ij = 0, and the equations of Maxwell, theorem 6.2."""
    G = system.geometry
    em, D_ij = G.electromagnetic, G.deflection_h
    assert holds(tensor(em) == D_ij.antisymmetrised())
    assert not holds(tensor(em) == -D_ij.antisymmetrised())
    assert holds(G.electromagnetic_v == 0) and not holds(tensor(em) == 0)
    assert not holds(tensor(em) == tensor(system.elicoidal))
    J, E = system.J, system.lagrange_space.energy
    ddE = d(J.transpose(d(E)))
    assert holds(interior(J, d(em)) - d(interior(J, em)) == 0)
    assert holds(4 * G.d_h(em) == -interior(G.curvature, ddE))
    if system is SPACE:  # in the plane both sides are 0: semibasic forms of degree 3
        assert not holds(4 * G.d_h(em) == interior(G.curvature, ddE))
    F = tensor(em)
    assert holds(cyclic(G.metrical.v_derivative(F), 0, 1, 2) == 0)


@pytest.mark.parametrize("which", ["free", "forced"])
def test_maxwell_in_three_dimensions(which: str) -> None:
    """Σ 𝓕_ij|k = -Σ R^r_jk (½ g_ir + C_isr y^s), where Σ g_ir R^r_jk = 0 without forces only.

    So (6.07) as it is printed, without g_ir, holds for S and fails for S*.
    """
    G = SPACE.free_geometry if which == "free" else SPACE.geometry
    D, space = G.metrical, SPACE.lagrange_space
    left = cyclic(D.h_derivative(tensor(G.electromagnetic)), 0, 1, 2)
    y, R = space.semispray, G.curvature
    first = cyclic(D.substituted(space.metric, 0, R), 0, 1, 2) / 2
    second = cyclic(D.substituted(space.cartan_tensor.insert(y, 1), 0, R), 0, 1, 2)
    assert holds(left == -first - second) and not holds(left == first + second)
    assert holds(left == -second) is (which == "free") is holds(first == 0)


# --- curvatures --------------------------------------------------------------------------------


def test_curvatures_are_skew_and_ricci_identities_hold() -> None:
    G = PLANE.geometry
    D = G.metrical
    for T in (D.curvature_R, D.curvature_P, D.curvature_S):
        low = G.lowered(T)
        assert holds(low + low.permuted((1, 0, 2, 3)) == 0)
        assert not holds(T == 0)
    R, S = D.curvature_R, D.curvature_S
    assert holds(R + R.permuted((0, 1, 3, 2)) == 0) and holds(S + S.permuted((0, 1, 3, 2)) == 0)
    # Of the field of Liouville, (6.03): D_ij|k - D_ik|j = y^s R_sijk - d_is R^s_jk.
    C = PLANE.bundle.liouville_field
    left = D.h_derivative(D.deflection_h)
    left = left - left.permuted((0, 2, 1))
    yR = R.insert(D.K(C), 1)
    turned = composed(tensor(G.curvature), D.connection.deflections[1], None, None)
    assert holds(left == yR - turned) and not holds(left == yR + turned)


def test_bianchi_identities_from_the_linear_connection() -> None:
    """Σ (R(X,Y)Z - T(T(X,Y),Z) - (D_X T)(Y,Z)) = 0 and Σ ((D_X R)(Y,Z) + R(T(X,Y),Z)) = 0."""
    D = PLANE.geometry.metrical.connection
    T, R = tensor(D.torsion), D.curvature
    DT, DR = D.derivative(T), D.derivative(R)
    X, Y, Z = (PLANE.bundle.frame[k] for k in (0, 1, 2))

    def total(term, fields=(X, Y, Z)):
        a, b, c = fields
        return term(a, b, c) + term(b, c, a) + term(c, a, b)

    def torsion_term(a, b, c):
        return T.apply(T.apply(a, b), c) + DT.apply(a, b, c)

    first = total(lambda a, b, c: R.apply(a, b, c))
    assert holds(first == total(torsion_term)) and not holds(first == -total(torsion_term))
    for W in PLANE.bundle.frame[1:3]:
        second = total(lambda a, b, c, W=W: DR.apply(a, b, c, W))
        bent = total(lambda a, b, c, W=W: R.apply(T.apply(a, b), c, W))
        assert holds(second == -bent) and not holds(second == bent)


def test_the_equations_of_structure() -> None:
    """The forms of torsion and of curvature in the adapted frame are (5.10'), (5.10'')."""
    G = PLANE.geometry
    frame = G.adapted_frame
    D = G.metrical
    moving = D.connection.in_frame(frame.fields)
    (dx, dy, px, py), (X, Y, _, _) = frame.coframe, frame.fields

    def mixed(value):
        """The form value(δ_k, δ_h) dx^k∧δy^h."""
        pairs = [(a, s, b, t) for a, s in ((X, dx), (Y, dy)) for b, t in ((X, px), (Y, py))]
        return sum((value(a, b) * s * t for a, s, b, t in pairs), start=0 * dx * dy)

    C, R, P = D.torsion_C, D.torsion_R, D.torsion_P
    fibre = (px, py)
    for i in range(2):
        zeroth = mixed(lambda a, b, i=i: C(fibre[i], a, b))
        assert holds(moving.torsion_forms[i] == -zeroth)
        first = R(fibre[i], X, Y) * dx * dy + mixed(lambda a, b, i=i: P(fibre[i], a, b))
        assert holds(moving.torsion_forms[2 + i] == -first)
        assert not holds(moving.torsion_forms[2 + i] == first)
    curvature = -(
        D.curvature_R(px, Y, X, Y) * dx * dy
        + mixed(lambda a, b: D.curvature_P(px, Y, a, b))
        + D.curvature_S(px, Y, X, Y) * px * py
    )
    assert holds(moving.curvature_forms[2][3] == curvature)
    assert not holds(moving.curvature_forms[2][3] == -curvature)
    assert holds(moving.curvature_forms[0][1] == curvature)


# --- from N to N* ------------------------------------------------------------------------------


def test_the_change_of_the_connection() -> None:
    """L̄ = L + K^s_k C^i_js, U^i_jk by (5.03'), and the curvatures (7.16) of L̄Γ."""
    passage = PLANE.deformation
    free, forced_ = PLANE.free_geometry.metrical, PLANE.geometry.metrical
    middle = passage.intermediate
    g, C = PLANE.lagrange_space.metric, free.torsion_C
    assert holds(middle.h_derivative(g) == 0) and holds(middle.v_derivative(g) == 0)
    change, vertical = middle.difference(free)
    assert holds(vertical == 0) and holds(change == passage.with_K(C, 2))
    assert not holds(change == passage.with_K(C, 1))
    low = PLANE.free_geometry.lowered(passage.U, 0)
    Cartan = PLANE.lagrange_space.cartan_tensor
    by_paper = passage.with_K(Cartan, 2) + passage.with_K(Cartan, 1) - passage.with_K(Cartan, 0)
    assert holds(low == by_paper) and not holds(low == by_paper + 2 * passage.with_K(Cartan, 0))
    assert holds(forced_.difference(free)[1] == 0)
    # Curvatures are those of the same connection on vertical fields, in another splitting.
    R, P, S = free.curvature_R, free.curvature_P, free.curvature_S
    with_K = passage.with_K
    for slot in (1, 2, 3):
        assert holds(with_K(P, slot) == free.substituted(P, slot, passage.tensor))
    PK = with_K(P, 3)
    moved = R + PK - PK.permuted((0, 1, 3, 2)) + with_K(with_K(S, 2), 3)
    assert holds(middle.curvature_R == moved)
    assert not holds(middle.curvature_R == R + PK + with_K(with_K(S, 2), 3))
    assert holds(middle.curvature_P == P + with_K(S, 2)) and holds(middle.curvature_S == S)
    assert not holds(middle.curvature_P == P + with_K(S, 3))


def test_curvatures_from_the_connection_between() -> None:
    """𝒮̄ and Π̄ of (7.18) by B̄ and the torsion T̄: (7.19) without the terms that have C alone."""
    passage = PLANE.deformation
    D, B = passage.intermediate, passage.B
    slope, square, exchanged = D.h_derivative(B), D.substituted(B, 1, B), (0, 1, 3, 2)
    turned = D.substituted(B, 2, D.torsion_T)
    right = slope - slope.permuted(exchanged) + square - square.permuted(exchanged) + turned
    assert holds(passage.last_change_of_R == right)
    assert not holds(passage.last_change_of_R == right - 2 * turned)
    printed = D.substituted(D.torsion_C, 2, D.torsion_R)
    assert not holds(passage.last_change_of_R == right + printed)
    mixed = D.substituted(B, 2, D.torsion_C)
    assert holds(passage.last_change_of_P == D.v_derivative(B) + mixed)
    assert not holds(passage.last_change_of_P == D.v_derivative(B) - mixed)
    assert not holds(passage.last_change_of_P == D.v_derivative(B))


def test_values_of_a_d_tensor_in_a_slot_of_another() -> None:
    """T_{jr} S^r_{kh}: against values on fields, with the places of the slots."""
    G, D = PLANE.geometry, PLANE.geometry.metrical
    T, S = D.h_derivative(D.deflection_h), D.torsion_P  # types (1, 2) and (1, 2)
    X, Y = PLANE.bundle.frame[:2]
    Z = X + Y
    alpha = d(PLANE.bundle.velocities[1])
    inside = D.K(S.apply(Y, Z))
    assert holds(D.substituted(T, 2, S)(alpha, X, Y, Z) == T(alpha, X, inside))
    inside = D.K(S.apply(X, Y))
    assert holds(D.substituted(T, 1, S)(alpha, X, Y, Z) == T(alpha, inside, Z))
    assert not holds(D.substituted(T, 1, S)(alpha, X, Y, Z) == T(alpha, Z, inside))
    g = PLANE.lagrange_space.metric
    assert holds(D.substituted(g, 0, G.curvature)(X, Y, Z) == g(D.K(G.curvature(X, Y)), Z))
