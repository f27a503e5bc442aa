"""Sarlet's reduced dynamics: on P, along the leaves of the constraints, and what depends on π."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import FibredManifold, Map, check, d, interior
from mechanics import System, theories
from mechanics.errors import BadSystem, NotApplicable, SingularConstraintMatrix, UnknownName
from mechanics.model.constraint_sections import JetSection, fibration_over
from mechanics.model.velocity_choice import choose_velocities
from mechanics.testing.variations import system_on, varied
from mechanics.theories.equality_on_constraints import Place, reaction
from mechanics.theories.omega_gamma_theory import ReducedLagrangian, constructed
from mechanics.theories.reduced_geometry import ReducedGeometry


def blade() -> System:
    """One affine constraint that depends on time."""
    return System(
        coordinates="x y z",
        parameters="m",
        positive="m",
        functions="f(t)",
        lagrangian="m*(xdot**2 + ydot**2)/2 + (1 + x**2)*zdot**2/2 + y*xdot - x*z*t",
        constraints=["(1 + y**2)*zdot - y*xdot - ydot + f(t)"],
        forces={"x": "-ydot", "z": "x"},
    )


def cone() -> System:
    """A constraint that is quadratic in the velocities, solved with a root."""
    return System(
        coordinates="x y z",
        parameters="a",
        positive="a",
        lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - z + x*t*ydot",
        solved={"zdot": "a*sqrt(xdot**2 + ydot**2)"},
        forces={"y": "-ydot"},
    )


def implicit_cone() -> System:
    """The same cone without a root."""
    return System(
        coordinates="x y z",
        parameters="a",
        positive="a",
        lagrangian="(xdot**2 + ydot**2 + zdot**2)/2 - z + x*t*ydot",
        constraints=["zdot**2 - a**2*(xdot**2 + ydot**2)"],
        forces={"y": "-ydot"},
    )


BOTH = pytest.mark.parametrize("make", [blade, cone])


def on_P(system: System) -> tuple[JetSection, ReducedLagrangian]:
    section = JetSection.of(system)
    return section, ReducedLagrangian.on_section(section, system.lagrangian, system.force)


@BOTH
def test_the_field_on_P_is_that_along_the_leaves(make) -> None:
    system = make()
    section, reduced = on_P(system)
    made = system.dynamics(theories.omega_gamma)
    assert check(section.sigma.related(reduced.field, made.field))
    assert not check(
        section.sigma.related(reduced.field + reduced.geometry.vertical[0], made.field)
    )


@BOTH
def test_the_equation_of_the_paper(make) -> None:
    """i_Γ Ω_Γ = (I - N)^*F, on all vectors of P; not with another sign of ψ, nor without Γ in Ω."""
    section, reduced = on_P(make())
    Gamma, N, dt = reduced.field, section.vertical_projector, section.dt
    right = reduced.force - N.transpose(reduced.force)
    assert check(interior(Gamma, reduced.Omega(Gamma)) == right)
    assert reduced.is_motion(Gamma) and not reduced.is_motion(reduced.geometry.start)
    wrong = d(reduced.theta) - reduced.psi(Gamma) * dt
    assert not check(interior(Gamma, wrong) == right)


@BOTH
def test_the_reaction_on_P(make) -> None:
    """N^*(i_Γ σ^*dΘ_L - F) is the restriction of the reaction form Σ λ^i S^*dφ_i."""
    system = make()
    section, reduced = on_P(system)
    expected = section.sigma.pull(reaction(system.dynamics(theories.multipliers)))
    assert check(reduced.reaction(reduced.field) == expected)
    assert not check(reduced.reaction(reduced.field) == -expected)


def test_frozen_in_the_non_linear_case_the_form_is_another() -> None:
    """For affine constraints Ω does not depend on Γ; for others it does."""
    for make, linear in ((blade, True), (cone, False)):
        _, reduced = on_P(make())
        g = reduced.geometry
        same = check(reduced.Omega(g.start) == reduced.Omega(reduced.field))
        assert bool(same) is linear and bool(g.is_linear) is linear


@BOTH
def test_tensors_of_a_second_order_field(make) -> None:
    section, reduced = on_P(make())
    g, Gamma = reduced.geometry, reduced.field
    made, one, dt = g.field(Gamma), section.P.identity, section.dt
    assert g.is_second_order(Gamma) and not g.is_second_order(2 * Gamma)
    D, H, V = made.derivative, made.horizontal_projector, made.vertical_projector
    assert check(one - dt.tensor(Gamma) - g.N == D @ D)
    assert not check(one - dt.tensor(Gamma) == D @ D)
    assert check([H @ H == H, V @ V == V, 0 * one == H @ V, one == H + V])
    assert check(made.Psi == interior(Gamma, g.curvature))
    assert not check(made.Psi == -interior(Gamma, g.curvature))
    assert check(made.Phi == interior(Gamma, made.curvature))
    assert not check(made.Phi == -interior(Gamma, made.curvature))


@pytest.mark.parametrize("make", [blade, implicit_cone])
def test_the_motion_does_not_depend_on_the_fibration(make) -> None:
    """Whichever velocity is solved for; the tensors S and N do depend on it."""
    system = make()
    place = Place(system)
    made = [constructed(system, [name]) for name in "xyz"]
    for other in made[1:]:
        assert check(place.same_fields(made[0].field, other.field))
        assert check(
            [place.same(*pair) for pair in zip(made[0].multipliers, other.multipliers, strict=True)]
        )
        assert not check(made[0].step("N") == other.step("N"))
        assert not check(made[0].step("S") == other.step("S"))
    # Off the set of constraints the fields may differ, on it they are those of d'Alembert.
    oracle = system.dynamics(theories.multipliers)
    assert check(place.same_fields(made[0].field, oracle.field))


def moved(system: System, images: dict[str, str], back: dict[str, str]) -> tuple[System, Map]:
    """The system in other coordinates of E, and the prolonged change of coordinates."""
    E, J = system.configuration_space, system.evolution_space
    change = J.prolong_fibred(Map(E, E, images, inverse=back))
    new = system_on(
        J,
        system.specification,
        lagrangian=change.pull(system.lagrangian),
        force=change.pull(system.force),
        constraints=[change.pull(phi) for phi in system.constraints],
    )
    return new, change


def tensors(system: System) -> list:
    choice = choose_velocities(system, ["z"])
    reduced = ReducedLagrangian.along_leaves(system, choice.dependent)
    g, Gamma = reduced.geometry, reduced.field
    made = g.field(Gamma)
    return [
        g.S,
        g.N,
        made.derivative,
        made.vertical_projector,
        made.Psi,
        reduced.theta,
        reduced.psi(Gamma),
        Gamma,
    ]


OVER_M = (
    {"t": "t + 1", "x": "x + t*y", "y": "y", "z": "z - x*y + t"},
    {"t": "t - 1", "x": "x - (t - 1)*y", "y": "y", "z": "z + (x - (t - 1)*y)*y - t + 1"},
)
MIXING = (
    {"t": "t", "x": "x + z", "y": "y", "z": "z"},
    {"t": "t", "x": "x - z", "y": "y", "z": "z"},
)


@pytest.mark.parametrize("constraint", ["zdot - y*xdot - t", "zdot - xdot**2"])
def test_objects_are_natural_over_M_and_no_further(constraint: str) -> None:
    """Under changes x'(t, x), y'(t, x, y) of E → M → R; not under those that mix x with y."""
    L = "(xdot**2 + ydot**2 + zdot**2)/2 + x*ydot"
    system = System(coordinates="x y z", lagrangian=L, constraints=[constraint])
    for (images, back), natural in ((OVER_M, True), (MIXING, False)):
        new, change = moved(system, images, back)
        here, there = tensors(system), tensors(new)
        pairs = zip(here, there, strict=True)
        same = [bool(check(change.pull(a) == b, counterexample=False)) for a, b in pairs]
        if natural:
            assert all(same)
        else:
            # S and N belong to π; the motion Γ belongs to the system alone.
            assert not same[0] and not same[1]
            assert check(Place(new).same_fields(change.pull(here[-1]), there[-1]))


def test_without_constraints_it_is_the_free_motion() -> None:
    free = System(
        coordinates="x y", lagrangian="(1 + x**2)*xdot**2/2 + ydot**2/2 + xdot*ydot/3 - x*y"
    )
    assert check(free.dynamics(theories.omega_gamma).field == free.dynamics().field)


def test_all_velocities_prescribed() -> None:
    system = System(
        coordinates="x y",
        lagrangian="(xdot**2 + ydot**2)/2",
        constraints=["xdot - y", "ydot - t*x"],
    )
    made = system.dynamics(theories.omega_gamma)
    assert check(made.determinant == 1)
    assert check(made.acceleration_functions["x"] == system.evolution_space["ydot"])


# --- spaces ---------------------------------------------------------------------------------


def test_spaces_and_maps() -> None:
    section, _ = on_P(cone())
    assert section.M.fibre_names == ("x", "y") and section.dependent == ("z",)
    assert section.P.dimension == section.J0.dimension + 1 == section.J1.dimension - 1
    assert (section.p @ section.sigma).coincides(
        Map(section.P, section.P, {x: section.P[x] for x in section.P.chart.coordinates})
    )
    below = section.fibration.projection @ section.rho
    assert below.coincides(section.J0.projection @ section.pi_1)
    assert section.connection.verdicts and not section.is_connection()
    with pytest.raises(NotApplicable, match="not affine"):
        _ = section.connection_on_E


def test_the_connection_of_affine_constraints() -> None:
    """Its horizontal lifts annihilate dz - B_x dx - B_y dy - B dt, its curvature is ½[N, N]."""
    system = System(
        coordinates="x y z",
        lagrangian="(xdot**2 + ydot**2 + zdot**2)/2",
        constraints=["zdot - y*xdot - t"],
    )
    section = JetSection.of(system)
    E = section.E
    connection = section.connection_on_E
    assert check(
        connection.vertical_projector
        == E.form(1, {"z": 1, "x": "-y", "t": "-t"}).tensor(E.frame[3])
    )
    expected = -(d(E["x"]) * d(E["y"])).tensor(E.frame[3])
    assert check(connection.curvature == expected) and not check(connection.curvature == -expected)


def test_branches_of_the_cone() -> None:
    """Two sections with one domain; the motion on each is that of the implicit constraint."""
    system = implicit_cone()
    sections = JetSection.branches(system, ["z"])
    assert [s.domain for s in sections] == 2 * [("xdot**2 + ydot**2 != 0",)]
    X = system.dynamics(theories.omega_gamma).field
    for section in sections:
        made = ReducedLagrangian.on_section(section, system.lagrangian, system.force)
        assert check(section.sigma.related(made.field, X))
    assert str(sections[0]) == "zdot = -a*sqrt(xdot**2 + ydot**2)" != str(sections[1])


def test_wrong_requests() -> None:
    system = blade()
    with pytest.raises(UnknownName, match="'w' is no coordinate"):
        choose_velocities(system, ["w"])
    with pytest.raises(BadSystem, match="1 constraints are solved for as many"):
        choose_velocities(system, ["x", "y"])
    flat = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2", constraints=["xdot - y"])
    with pytest.raises(NotApplicable, match="determine ydot nowhere"):
        choose_velocities(flat, ["y"])
    with pytest.raises(NotApplicable, match="not of degree one"):
        JetSection.of(implicit_cone(), ["z"])
    E = FibredManifold("E", coordinates="x y")
    with pytest.raises(BadSystem, match="'y' is no velocity"):
        JetSection(E, {"y": "x"})
    with pytest.raises(UnknownName, match="no coordinate of E"):
        fibration_over(E, ["t"])


def test_dependent_constraints_are_refused_by_name() -> None:
    system = blade()
    phi = system.constraints[0]
    double = varied(
        system, constraints=[phi, (1 + system.evolution_space["xdot"] ** 2) * phi], same_set=True
    )
    with pytest.raises(SingularConstraintMatrix, match="determine no 2 of the velocities"):
        double.dynamics(theories.omega_gamma)


@settings(max_examples=8)
@given(st.lists(st.integers(-2, 2), min_size=6, max_size=6))
def test_random_quadratic_constraints_agree_with_the_oracle(c) -> None:
    """zdot = q(xdot, ydot) with coefficients on E, for a Lagrangian that is not quadratic."""
    system = System(
        coordinates="x y z",
        lagrangian="(xdot**2 + 2*ydot**2 + zdot**2)/2 + x*zdot**3/3 + z*ydot - t*x*y",
        constraints=[
            f"zdot - ({c[0]}*y*xdot**2 + {c[1]}*xdot*ydot + {c[2]}*z*ydot)"
            f" - {c[3]}*t*xdot - {c[4]}*x - {c[5]}"
        ],
    )
    first, second = system.dynamics(theories.omega_gamma), system.dynamics(theories.multipliers)
    assert check(Place(system).same_motion(first, second))


def test_geometry_without_a_system() -> None:
    """S and N of a section that is given by hand."""
    section = JetSection(FibredManifold("E", coordinates="x y"), {"ydot": "x*xdot**2"})
    g = ReducedGeometry.on_section(section)
    P = section.P
    dx, dy, dt = d(P["x"]), d(P["y"]), section.dt
    assert check((dx - P["xdot"] * dt).tensor(P.frame[3]) == g.S)
    assert check(
        (dy - 2 * P.function("x*xdot") * dx + P.function("x*xdot**2") * dt).tensor(P.frame[2])
        == g.N
    )
