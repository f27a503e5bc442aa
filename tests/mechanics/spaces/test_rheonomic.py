"""Rheonomic geometry: the objects in coordinates, and the two connections.

Local forms are written here by hand (on TM × R the coordinates are t, x, y, the velocities u, v),
independently of the definitions by brackets in the library.
"""

from __future__ import annotations

import pytest
from rheonomic_systems import line, plane, true

from diffgeo import FibredManifold, Manifold, Map, check, d, interior, jet, product, tangent
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from mechanics import load
from mechanics.errors import SingularLagrangian
from mechanics.spaces.lagrange_spaces import LagrangeSystem
from mechanics.spaces.rheonomic_geometry import FrameConnection, ProductStructure, RheonomicSystem

BOTH = pytest.mark.parametrize("make", [line, plane])


# --- TM × R -------------------------------------------------------------------------------------


def test_the_structure_in_coordinates() -> None:
    J = plane().jets
    s = ProductStructure(J)
    assert true(
        J.vector_form(1, {"xdot": {"x": 1}, "ydot": {"y": 1}}) == s.J,
        s.liouville_field == J.vector_field(xdot="xdot", ydot="ydot"),
        s.time_field == J.vector_field(t=1),
        J.vector_form(1, {"xdot": {"x": 1, "t": "-xdot"}, "ydot": {"y": 1, "t": "-ydot"}}) == s.S,
        s.J @ s.J == 0 * s.J,
    )
    assert s.vertical.rank == 3 and s.vertical_of_jets.rank == 2
    assert s.vertical.contains(s.time_field) and not s.vertical_of_jets.contains(s.time_field)
    assert s.is_integrable()


def test_semisprays() -> None:
    J = plane().jets
    s = ProductStructure(J)
    general = s.semispray(J.function("-x*ydot")) + J.vector_field(xdot="t", ydot="xdot")
    assert s.is_semispray(general) and not s.is_evolution(general)
    assert true(J.dt(general) == J.function("-x*ydot"))
    assert s.is_evolution(s.semispray()) and s.is_semispray(s.semispray(0))
    assert not s.is_semispray(2 * s.semispray()) and not s.is_semispray(s.time_field)


def test_tm_times_r() -> None:
    """J, C and ∂_t are the lifts from the factors of the product tangent(M) × R."""
    s = plane().structure
    TM, clock = tangent(Manifold("M", "x y")), Manifold("R", "t")
    P = product(TM, clock)
    same = {name: s.jets[name] for name in P.chart.coordinates}
    back = {name: P[name] for name in s.jets.chart.coordinates}
    phi = Map(s.jets, P, same, inverse=back)
    assert true(
        phi.pull(P.lift(TM.vertical_endomorphism)) == s.J,
        phi.pull(P.lift(TM.liouville_field)) == s.liouville_field,
        phi.pull(P.lift(clock.frame[0])) == s.time_field,
    )
    assert not true(phi.pull(P.lift(TM.vertical_endomorphism)) == s.S)


def test_slices_of_time_are_lagrange_spaces() -> None:
    """At t = 2 the frozen spray is the semispray of L(·, ·, 2) and the force, and so is N^i_j."""
    s = plane()
    TM = tangent(Manifold("M", "x y"))
    names = TM.chart.coordinates
    at_two = Map(TM, s.jets, {"t": TM.function(2), **{name: TM[name] for name in names}})
    pairs = zip(s.structure.transversal_frame, TM.coordinates[:2], strict=True)
    force = sum((at_two.pull(s.force(X)) * d(q) for X, q in pairs), start=0 * d(TM["x"]))
    slice_of_time = LagrangeSystem(at_two.pull(s.lagrangian), force)
    assert true(at_two.related(slice_of_time.semispray, s.frozen_spray))
    assert not true(at_two.related(slice_of_time.semispray, s.evolution - s.structure.time_field))
    delta = slice_of_time.geometry.adapted_frame
    for X, row in zip(delta.fields[:2], s.frame_connection.coefficients, strict=True):
        for velocity, N in zip(TM.velocities, row[:-1], strict=True):
            assert true(X(velocity) == -at_two.pull(N))


def test_a_moving_frame() -> None:
    """τ = ∂_t + a ∂_x: C is the lift of the relative velocity, E_L the energy in that frame."""
    J = plane().jets
    E = J.base_space
    moving = E.vector_field(t=1, x="x*t")
    s = ProductStructure(J, moving)
    assert true(
        s.liouville_field == J.vector_field(xdot="xdot - x*t", ydot="ydot"),
        s.time_field == J.vector_field(t=1, x="x*t", xdot="x + t*xdot"),
        J.vector_form(1, {"xdot": {"x": 1, "t": "-x*t"}, "ydot": {"y": 1}}) == s.J,
    )
    system = RheonomicSystem(J, plane().lagrangian, plane().force, moving)
    assert true(system.energy_law(), system.relation())
    assert true(system.energy == -system.cartan_form(s.time_field))
    assert not true(system.energy == plane().energy)
    # The motion needs no frame.
    assert true(system.evolution == plane().evolution)
    assert true(system.evolution_connection.P_H == plane().evolution_connection.P_H)


def test_what_is_no_structure() -> None:
    J = plane().jets
    E = J.base_space
    with pytest.raises(AxiomViolation, match="no frame of reference"):
        ProductStructure(J, E.vector_field(t=2))
    with pytest.raises(SpaceMismatch, match="a vector field on E"):
        ProductStructure(J, J.vector_field(t=1))
    with pytest.raises(AxiomViolation, match="no combination of the contact"):
        RheonomicSystem(J, plane().lagrangian, J.dt)
    with pytest.raises(DegreeMismatch, match="degree 0"):
        RheonomicSystem(J, J.dt)
    with pytest.raises(SpaceMismatch, match="pull it back"):
        RheonomicSystem(J, E.function("x"))
    with pytest.raises(SingularLagrangian, match="singular"):
        _ = RheonomicSystem(J, J.function("xdot**2")).evolution
    with pytest.raises(AxiomViolation, match="no semispray"):
        FrameConnection(ProductStructure(J), J.vector_field(t=1))


# --- dynamics -----------------------------------------------------------------------------------


def test_the_evolution_semispray_of_one_coordinate() -> None:
    """(20)-(22): 2 g = L_ww, x'' = (L_x - L_wx w - L_tw + F)/L_ww; N_0 = L_tw/L_ww."""
    s = line()
    J = s.jets
    w = "Derivative(L(t, x, xdot), xdot, xdot)"
    mixed = "Derivative(L(t, x, xdot), t, xdot)"
    text = (
        f"(Derivative(L(t, x, xdot), x) - Derivative(L(t, x, xdot), x, xdot)*xdot - {mixed}"
        f" + f(t, x, xdot))/{w}"
    )
    assert true(s.evolution == J.second_order_field({"x": text}))
    assert true(J.vector_field(xdot=f"{mixed}/{w}") == s.N0)
    assert true(s.force_field == J.vector_field(xdot=f"2*f(t, x, xdot)/{w}"))
    assert not true(s.evolution == J.second_order_field({"x": f"{text} + 1"}))
    # S = S_L + F/2, not S_L + F.
    assert true(s.evolution == s.free.evolution + s.force_field / 2)
    assert not true(s.evolution == s.free.evolution + s.force_field)


@BOTH
def test_the_laws(make) -> None:
    s = make()
    J = s.jets
    assert true(s.evolution_equation(s.evolution), s.energy_law())
    assert not true(s.evolution_equation(s.free.evolution))
    assert not true(s.evolution(s.energy) == s.force_field(s.energy) / 2 + s.time_slope)
    # The power of the force is F_i y^i.
    pairs = zip(s.structure.transversal_frame, J.velocities, strict=True)
    assert true(s.power() == sum((s.force(X) * y for X, y in pairs), start=0 * J.time))
    # Θ = d_J L - E_L dt.
    assert true(s.cartan_form == s.momentum - s.energy * J.dt)
    assert not true(s.cartan_form == s.momentum + s.energy * J.dt)


@BOTH
def test_the_frozen_spray(make) -> None:
    """On each slice of time it is the semispray of L and the force there."""
    s = make()
    J, X = s.jets, s.frozen_spray
    C = s.structure.liouville_field
    assert true(J.dt(X) == 0, s.structure.J(X) == C)
    # F_i dx^i is the force on TM; equality modulo dt.
    pairs = zip(s.structure.transversal_frame, J.positions, strict=True)
    force = sum((s.force(Y) * d(q) for Y, q in pairs), start=0 * J.dt)
    frozen = interior(X, d(s.momentum)) + d(s.energy) - force
    assert true(frozen * J.dt == 0 * (frozen * J.dt))
    # Not so without N_0.
    uncorrected = s.evolution - s.structure.time_field
    wrong = interior(uncorrected, d(s.momentum)) + d(s.energy) - force
    assert not true(wrong * J.dt == 0 * (wrong * J.dt))


@BOTH
def test_metrics(make) -> None:
    """g is half of the Hessian, on dx and on the contact forms."""
    s = make()
    J = s.jets
    V, X = s.structure.vertical_frame, s.structure.transversal_frame
    S0 = J.second_order_field()
    for a, Y in zip(V, X, strict=True):
        for b, Z in zip(V, X, strict=True):
            assert true(s.metric(Y, Z) == a(b(s.lagrangian)) / 2)
            assert true(s.metric_of_jets(Y, Z) == a(b(s.lagrangian)) / 2)
    assert true(s.metric_of_jets(S0, S0) == 0)
    assert not true(s.metric(S0, S0) == 0)
    assert true(s.metric(s.structure.time_field, S0) == 0)


# --- the two connections ------------------------------------------------------------------------


def test_the_paper_s_connection_of_one_coordinate() -> None:
    """(12), (23): N^1 = ½ ∂/∂w (2G - F/2), 2G - F/2 = (L_wx w - L_x - f)/L_ww, N^0 = ½ L_tw."""
    s = line()
    J = s.jets
    w = J.vector_field(xdot=1)
    spray = J.function(
        "(Derivative(L(t, x, xdot), x, xdot)*xdot - Derivative(L(t, x, xdot), x) - f(t, x, xdot))"
        "/Derivative(L(t, x, xdot), xdot, xdot)"
    )
    ((slope, time),) = s.frame_connection.coefficients
    assert true(slope == w(spray) / 2)
    assert true(time == J.function("Derivative(L(t, x, xdot), t, xdot)/2"))
    assert true(s.frame_connection.delta_t == J.dt + time * d(J["x"]))
    ((on_jets,),) = s.evolution_connection.coefficients
    lost = J.function("Derivative(L(t, x, xdot), t, xdot)/Derivative(L(t, x, xdot), xdot, xdot)")
    assert true(on_jets == w(spray + lost) / 2)
    assert not true(on_jets == slope)


def test_the_projectors_need_three_eigenvalues() -> None:
    """(I - [S*, J])/2 is no projector on TM × R."""
    connection = plane().frame_connection
    T, one = connection.tensor, plane().jets.identity
    naive = (one - T) / 2
    assert not true(naive @ naive == naive)
    assert true(*connection.projectors(), *plane().evolution_connection.projectors())
    assert true(connection.temporal == connection.delta_t.tensor(plane().structure.time_field))
    assert not true(connection.temporal == plane().jets.dt.tensor(plane().structure.time_field))


def test_the_evolution_semispray_gives_another_N0() -> None:
    """[S, J] for the evolution semispray has N^0 = 0: the paper's N^0 belongs to S*."""
    s = plane()
    other = FrameConnection(s.structure, s.evolution)
    assert true(*(row[-1] == 0 for row in other.coefficients))
    assert not true(*(row[-1] == 0 for row in s.frame_connection.coefficients))


@BOTH
def test_the_relation_of_the_connections(make) -> None:
    """δ_i = H_i + ½ (∂N_0^j/∂y^i) ∂/∂y^j - N^0_i ∂_t, also for an undefined Lagrangian."""
    s = make()
    assert true(s.relation())
    V = s.structure.vertical_frame
    rows = zip(
        s.frame_connection.horizontal_frame,
        s.evolution_connection.horizontal_frame,
        V,
        s.frame_connection.coefficients,
        strict=True,
    )
    wrong = []
    for delta, H, v, row in rows:
        bent = sum(
            (v(s.N0(y)) * u for y, u in zip(s.jets.velocities, V, strict=True)),
            start=0 * v,
        )
        assert true(delta == H + bent / 2 - row[-1] * s.structure.time_field)
        wrong.append(delta == H - bent / 2 - row[-1] * s.structure.time_field)
    assert not true(*wrong)
    assert not true(s.frame_connection.h == s.evolution_connection.K @ s.structure.J)


def test_the_relation_for_an_undefined_lagrangian_of_two_coordinates() -> None:
    jets = jet(FibredManifold("E", coordinates="x y", functions="L(t, x, y, u, v)"))
    system = RheonomicSystem(jets, jets.function("L(t, x, y, xdot, ydot)"))
    assert check(system.relation()).status.name == "VERIFIED"
    assert not system.connections_coincide() and not system.time_slope_is_basic()


@pytest.mark.parametrize(
    "lagrangian, same",
    [
        ("(1 + x**2)*xdot**2 + ydot**2 + t*x", True),
        ("(1 + x**2)*xdot**2 + x*ydot + ydot**2", True),
        ("(1 + t)*xdot**2 + ydot**2", False),
        ("xdot**2 + ydot**2 + t*x*ydot", False),
    ],
)
def test_they_coincide_if_and_only_if_N0_vanishes(lagrangian: str, same: bool) -> None:
    jets = jet(FibredManifold("E", coordinates="x y"))
    force = jets.function("-xdot*t") * jets.contact(jets.base_space["y"])
    system = RheonomicSystem(jets, jets.function(lagrangian), force)
    assert bool(system.time_slope_is_basic()) is same
    assert bool(system.connections_coincide()) is same


def test_curvature_of_the_frame_connection() -> None:
    """(27) by hand for n = 2: R(δ_1, δ_2) = [δ_1, δ_2], and theorem 3.4."""
    connection = plane().frame_connection
    one, two = connection.horizontal_frame
    R = connection.curvature(one, two)
    (a, b), t = plane().jets.velocities, plane().jets.time
    N = connection.coefficients
    for k, f in enumerate((a, b)):
        assert true(R(f) == two(N[0][k]) - one(N[1][k]))
        assert not true(R(f) == one(N[0][k]) - two(N[1][k]))
    assert true(R(t) == two(N[0][2]) - one(N[1][2]))
    assert true(connection.curvature_0(one, two) == R(t))
    v_part = connection.curvature_v(one, two)
    assert true(v_part == R - R(t) * plane().structure.time_field)
    assert not connection.is_integrable() and not connection.horizontal.is_involutive()
    flat = RheonomicSystem(plane().jets, plane().jets.function("xdot**2 + ydot**2 + t*xdot"))
    assert flat.frame_connection.is_integrable()
    assert flat.frame_connection.horizontal.is_involutive()


def test_expanding_space() -> None:
    """g = a(t)² g_0: N_jet = Γ y + (a'/a) id, and Φ = -(a''/a) id plus the curvature part."""
    system = RheonomicSystem.of(load("expanding-sphere"))
    J = system.jets
    paper, motion = system.frame_connection, system.evolution_connection
    K = J.function("Derivative(a(t), t)/a(t)")
    for k, (mine, other) in enumerate(zip(motion.coefficients, paper.coefficients, strict=True)):
        for i, (n, m) in enumerate(zip(mine, other[:-1], strict=True)):
            assert true(n - m == (K if i == k else 0 * K))
    # A radial free motion on a line: L = a² w²/2, so Φ = -(a''/a)(dx - w dt)⊗∂_w.
    E = FibredManifold("E", coordinates="x", functions="a(t)")
    line_jets = jet(E)
    radial = RheonomicSystem(line_jets, line_jets.function("a(t)**2*xdot**2/2"))
    Phi = radial.evolution_connection.jacobi_endomorphism
    factor = line_jets.function("-Derivative(a(t), t, t)/a(t)")
    assert true(Phi == factor * line_jets.vertical_endomorphism)
    assert not true(Phi == -factor * line_jets.vertical_endomorphism)


def test_the_jacobi_endomorphism_and_the_curvature() -> None:
    motion = plane().evolution_connection
    assert true(motion.jacobi_endomorphism == interior(motion.field, motion.curvature))
    assert not true(motion.jacobi_endomorphism == -interior(motion.field, motion.curvature))
    one, two = H = motion.horizontal_frame
    # Φ^i_j = -∂_j f^i - N^i_k N^k_j - S(N^i_j), R(H_1, H_2) = (H_2 N_1 - H_1 N_2).
    S, N = motion.field, motion.coefficients
    for j, X in enumerate(plane().structure.transversal_frame):
        for i, y in enumerate(plane().jets.velocities):
            squares = N[0][i] * N[j][0] + N[1][i] * N[j][1]
            expected = -X(S(y)) - squares - S(N[j][i])
            assert true(motion.jacobi_endomorphism(H[j])(y) == expected)
            assert true(motion.curvature(one, two)(y) == two(N[0][i]) - one(N[1][i]))
    assert true(motion.curvature(one, two) == motion.v(motion.curvature(one, two)))
    nabla = motion.dynamical_derivative
    assert true(nabla(motion.field) == 0 * motion.field)


@BOTH
def test_metrics_along_the_motion(make) -> None:
    """∇g = 0 without forces for the connection of the motion; with them ¼ (V_j F_i + V_i F_j)."""
    s = make()
    X, V = s.structure.transversal_frame, s.structure.vertical_frame
    free = s.free.evolution_connection.dynamical_derivative
    assert true(free(s.metric_of_jets) == 0 * s.metric_of_jets)
    moved = s.evolution_connection.dynamical_derivative(s.metric_of_jets)
    assert not true(moved == 0 * moved)
    H = s.evolution_connection.horizontal_frame
    pairs = [(0, 0), (0, len(X) - 1)]
    for i, j in pairs:
        expected = (V[j](s.force(X[i])) + V[i](s.force(X[j]))) / 4
        assert true(moved(H[i], H[j]) == expected)
