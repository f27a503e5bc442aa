"""The theories against accelerations derived by hand, and against each other.

The equations are EL_A = F_A + λ^i ∂φ_i/∂v^A with dφ_i/dt = 0; each answer below is solved
from them on paper.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from diffgeo import check
from mechanics import System, theories
from mechanics.testing import systems
from mechanics.testing.groups_of_changes import group_of

#: Those that are for systems with time too; the others have their own tests.
FIBRED = [theory for theory in theories.BUILT_IN if group_of(theory).time_dependent]
BOTH = pytest.mark.parametrize("theory", FIBRED, ids=str)


def verified(system: System, theory: theories.Theory, **accelerations: str) -> None:
    """The accelerations equal the given ones on the constraint set; with 1 added they do not."""
    gamma = system.dynamics(theory)
    jets, restrict = system.evolution_space, system.constraint_set.restrict
    for name, expected in accelerations.items():
        difference = restrict(gamma.acceleration_functions[name] - jets.function(expected))
        assert check(difference == 0).status.name == "VERIFIED"
        assert check(difference == difference.space.function(1)).status.name == "REFUTED"


@BOTH
def test_pursuit(theory: theories.Theory) -> None:
    # m xdd = λ y, m ydd = λ (f - x), and y xdd + (f - x) ydd + f' yd = 0 along the motion.
    verified(
        System.from_gallery("pursuit"), theory,
        x="-y*ydot*Derivative(f(t), t)/(y**2 + (f(t) - x)**2)",
        y="-(f(t) - x)*ydot*Derivative(f(t), t)/(y**2 + (f(t) - x)**2)",
    )  # fmt: skip
    gamma = System.from_gallery("pursuit").dynamics(theory)
    expected = gamma.system.evolution_space.function(
        "-m*ydot*Derivative(f(t), t)/(y**2 + (f(t) - x)**2)"
    )
    (multiplier,) = gamma.multipliers
    assert check(multiplier == expected)
    assert not check(multiplier == -expected)


@BOTH
def test_forces_and_solved_constraints(theory: theories.Theory) -> None:
    # xdd = -b xd - λ y, zdd = λ, zdd = y xdd + xd yd: (1 + y²) xdd = -b xd - y xd yd.
    system = System(
        coordinates="x y z", parameters="b", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2",
        solved={"zdot": "y*xdot"}, forces={"x": "-b*xdot"},
    )  # fmt: skip
    verified(system, theory, x="-(b*xdot + y*xdot*ydot)/(1 + y**2)", y="0")


@BOTH
def test_a_form_is_the_constraint_of_its_contraction(theory: theories.Theory) -> None:
    # mu = x dt + y dx + dy: y xdd + ydd + xd yd + xd = 0 with xdd = λ y, ydd = λ.
    system = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
        constraint_forms=[{"x": "y", "y": "1", "t": "x"}],
    )  # fmt: skip
    verified(system, theory, x="-y*xdot*(1 + ydot)/(1 + y**2)", y="-xdot*(1 + ydot)/(1 + y**2)")


@BOTH
def test_chetaev(theory: theories.Theory) -> None:
    # φ = xd² + yd² - 2 t: v·a = 1, a = λ v + (0, -g): λ = (1 + g yd)/(xd² + yd²).
    system = System(
        coordinates="x y", parameters="g", lagrangian="(xdot**2 + ydot**2)/2 - g*y",
        constraints="(xdot**2 + ydot**2 - 2*t)/2",
    )  # fmt: skip
    verified(
        system, theory,
        x="xdot*(1 + g*ydot)/(xdot**2 + ydot**2)",
        y="ydot*(1 + g*ydot)/(xdot**2 + ydot**2) - g",
    )  # fmt: skip


@BOTH
def test_no_constraints(theory: theories.Theory) -> None:
    # A bead on a turning hoop: d/dt(a² θd) = a² W(t)² sin θ cos θ - g a sin θ.
    system = System(
        coordinates="theta", parameters="a g", functions="W(t)", positive="a",
        lagrangian="a**2*(thetadot**2 + W(t)**2*sin(theta)**2)/2 + g*a*cos(theta)",
    )  # fmt: skip
    verified(system, theory, theta="W(t)**2*sin(theta)*cos(theta) - g*sin(theta)/a")
    assert system.dynamics(theory).multipliers == ()


def test_time_dependent_regular_lagrangian() -> None:
    # Damped oscillator from L = e^{kt}(xd² - w² x²)/2.
    system = System(
        coordinates="x", parameters="k w", lagrangian="exp(k*t)*(xdot**2 - w**2*x**2)/2"
    )
    verified(system, theories.projection, x="-k*xdot - w**2*x")


def test_multipliers_keep_the_order_and_the_scale_of_the_constraints() -> None:
    table = {"coordinates": "x y z", "lagrangian": "(xdot**2 + ydot**2 + zdot**2)/2 - z"}
    first = System(**table, constraints=["zdot - y*xdot", "ydot - t"]).dynamics()
    second = System(**table, constraints=["ydot - t", "3*zdot - 3*y*xdot"]).dynamics()
    a, b = first.multipliers
    c, d = second.multipliers
    move = second.system.evolution_space.function
    assert check(c == move(str(b))) and check(3 * d == move(str(a)))


@settings(max_examples=12, deadline=None)
@given(systems())
def test_theories_agree(system: System) -> None:
    gamma = system.dynamics(theories.projection)
    assert all(answer.holds for answer in gamma.checks())
    changed = system.dynamics(theories.multipliers)
    changed.field = (
        changed.field
        + system.evolution_space.second_order_field({system.specification.coordinates[0]: 1})
        - system.evolution_space.second_order_field()
    )
    assert gamma.agrees_with(changed).holds is False
