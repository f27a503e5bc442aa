"""Integrators with fixed steps: orders, and what they keep."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diffgeo.calculus import names_in
from mechanics import System, load
from mechanics.errors import BadValue
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.geometric_integrators import METHODS, SteppedMotion
from mechanics.motion.given_values import collect, merge
from mechanics.motion.integrator_laboratory import laboratory
from mechanics.motion.long_runs import long_runs
from mechanics.motion.simulation import Model

#: The contact oscillator; one with another ratio that no reversal keeps; and others.
MOTIONS: dict[str, tuple[str, dict[str, object]]] = {
    "contact": ("gearbox", {}),
    "not reversible": ("gearbox", {"f(y)": "exp(y)", "epsilon": "1/10"}),
    "sleigh": ("chaplygin-sleigh", {}),
    "not affine": ("parallel-velocities", {}),
}
PENDULUM = System(
    coordinates="theta", lagrangian="thetadot**2/2 + cos(theta)",
    simulate={"until": 200, "initial": {"theta": 1, "thetadot": 0}},
)  # fmt: skip


@pytest.mark.parametrize("name", MOTIONS)
def test_orders_and_what_is_kept(name: str) -> None:
    system, values = MOTIONS[name]
    until = 1 if name == "not affine" else 4
    table = laboratory(load(system).dynamics(), values, steps=[60, 120], until=until)
    assert [line.method for line in table.lines] == list(METHODS)
    for line in table.lines:
        assert not line.failure
        if line.measured is not None:
            assert line.measured > line.order - 0.25, line
        assert (line.constraints < 1e-11) == (line.method != "runge_kutta_on_jets"), line
        assert (line.energy < 1e-11) == (line.method == "discrete_gradient"), line


def motion(system: System, **settings: object) -> SteppedMotion:
    dynamics = system.dynamics()
    given = collect(dynamics, merge(system.specification, None, **settings))
    return Model(dynamics, given, compiled_motion(dynamics, given.functions)).stepped


def test_the_energy_of_a_variational_integrator_does_not_drift() -> None:
    """That of the method of Runge and Kutta with the same steps does."""
    moving = motion(PENDULUM)
    kept = {}
    for name in ("lagrange_dalembert", "runge_kutta"):
        states = moving.run(name, 400)
        energy = np.array([moving.energy(0, y) for y in states])
        first, last = (abs(part - energy[0]).max() for part in np.array_split(energy, 4)[::3])
        kept[name] = last / first
    assert kept["lagrange_dalembert"] < 1.1 and kept["runge_kutta"] > 3


def test_symmetric_methods_come_back() -> None:
    """A turn of the blade on 40 steps, and back: the coordinates are chosen for both ways alike."""
    moving = motion(load("knife-edge"), until="2*pi")
    h = 2 * np.pi / 40
    missed = {}
    for name in ("midpoint", "discrete_gradient", "runge_kutta"):
        states = moving.run(name, 40)
        y = states[-1]
        for k in reversed(range(40)):
            y = moving.step(name, (k + 1) * h, -h, y)
        missed[name] = abs(y - states[0]).max()
    assert missed["midpoint"] < 1e-9 and missed["discrete_gradient"] < 1e-9, missed
    assert missed["runge_kutta"] > 1e-5, missed


def test_the_variational_integrator_is_symplectic() -> None:
    """The map of (q, p) after some steps has determinant 1; one of Runge and Kutta has not."""

    def area(name: str) -> float:
        columns = []
        for k in (0, 1):
            ends = []
            for sign in (1, -1):
                start = {"theta": 1.0, "thetadot": 0.5}
                start[("theta", "thetadot")[k]] += sign * 1e-4
                ends.append(motion(PENDULUM, until=6, **start).run(name, 12)[-1])
            columns.append((ends[0] - ends[1]) / 2e-4)
        return float(np.linalg.det(np.array(columns).T))

    assert area("lagrange_dalembert") == pytest.approx(1, abs=1e-6)
    assert abs(area("runge_kutta") - 1) > 1e-4


def test_what_cannot_be_done_is_said() -> None:
    kapitza = load("kapitza-pendulum")
    table = laboratory(
        kapitza.dynamics(), steps=[20, 40], until=0.1, methods=["midpoint", "discrete_gradient"]
    )
    assert table.lines[0].errors and "energy is constant" in table.lines[1].failure
    assert "energy is constant" in table.report()
    with pytest.raises(BadValue, match="did you mean 'midpoint'"):
        laboratory(kapitza.dynamics(), methods=["midpont"])
    with pytest.raises(BadValue, match="that grow"):
        laboratory(kapitza.dynamics(), steps=[20, 10])


@pytest.mark.parametrize("name", METHODS)
def test_simulate_finds_states_between_the_steps_with_the_order_of_the_method(name: str) -> None:
    dynamics = load("chaplygin-sleigh").dynamics()
    exact = dynamics.simulate(until=3, points=31, rtol=3e-14, atol=1e-15)
    errors = []
    for step in (0.25, 0.125):  # no output time but the last is reached by a step
        found = dynamics.simulate(until=3, points=31, method=name, step=step)
        errors.append(max(abs(found[c] - exact[c]).max() for c in ("x", "y", "theta", "thetadot")))
        assert f"{name} with steps of {step:g}" in found.report() and not found.warnings
        assert (found.constraint_drift[0].largest < 1e-11) == (name != "runge_kutta_on_jets")
    assert np.log2(errors[0] / errors[1]) > METHODS[name][1] - 0.35


@pytest.mark.parametrize("name", METHODS)
def test_orders_by_a_closed_form(name: str) -> None:
    """With ``zdot = y*xdot`` and ``y = t``: x is the inverse sinh of t, and z is √(1 + t²) - 1."""
    states = {"x": 0, "y": 0, "z": 0, "xdot": 1, "ydot": 1}
    particle = System(
        coordinates="x y z", lagrangian="(xdot**2 + ydot**2 + zdot**2)/2",
        constraints=["zdot - y*xdot"], simulate={"until": 1, "initial": states},
    )  # fmt: skip
    errors = []
    for steps in (10, 20):
        found = particle.simulate(method=name, step=f"1/{steps}", points=2)
        errors.append(max(abs(found["x"][-1] - np.arcsinh(1)), abs(found["z"][-1] - 2**0.5 + 1)))
    order = METHODS[name][1]
    assert order - 0.15 < np.log2(errors[0] / errors[1]) < order + 0.25


def test_the_last_step_ends_at_the_final_time_and_output_times_are_steps_by_default() -> None:
    dynamics = PENDULUM.dynamics()
    by_steps = motion(PENDULUM, until=1).run("midpoint", 8)
    found = dynamics.simulate(until=1, points=9, method="midpoint")
    assert np.allclose(found["theta"], by_steps[:, 0], rtol=0, atol=1e-14)
    found = dynamics.simulate(until=1, points=2, method="midpoint", step=0.3)
    four = motion(PENDULUM, until=1).run("midpoint", 4)
    assert found["theta"][-1] == pytest.approx(four[-1, 0], abs=1e-14)


def test_what_is_lost_on_the_way_is_found_between_the_steps() -> None:
    falling = System(
        coordinates="x", lagrangian="xdot**2/2 - x", domain=["x > 0"],
        simulate={"until": 5, "initial": {"x": 1, "xdot": 0}},
    )  # fmt: skip
    for name in METHODS:
        found = falling.simulate(method=name, step="1/3")
        assert found.cause == "domain" and found.t[-1] == pytest.approx(2**0.5, abs=1e-9), name


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"step": 0.1}, "DOP853 chooses its steps by rtol and atol"),
        ({"method": "midpoint", "step": 0}, "step = 0 is not positive"),
        ({"method": "midpoint", "step": 1e-12}, "more than 10,000,000 steps"),
        ({"method": "midpoint", "step": "x"}, "is not a number"),
        ({"method": "midpont"}, "did you mean 'midpoint'"),
    ],
)
def test_steps_that_are_none(settings: dict[str, object], message: str) -> None:
    with pytest.raises(BadValue, match=message):
        PENDULUM.simulate(**settings)


def test_other_spaces_of_states_have_no_such_steps() -> None:
    tension = load("pendulum-with-tension").reduction()
    with pytest.raises(BadValue, match="integrates motions on the evolution space"):
        tension.simulate(method="midpoint")


def test_a_loss_of_energy_by_long_steps_is_told() -> None:
    kept = PENDULUM.simulate(method="lagrange_dalembert", step=0.1)
    lost = PENDULUM.simulate(method="runge_kutta", step=1)
    assert not kept.warnings and "take shorter steps than 1" in lost.warnings[0]


FAMILY = Path(__file__).parents[3] / "examples/contact-oscillator.toml"
#: H = 3/2 and (y^2 + ydot^2)/2 = 1/2.
STARTS = {"z": "sqrt(2)*z0", "x": "sqrt((2 - 2*z0**2)/(1 + 2*epsilon*z0**2))"}


def test_a_perturbation_of_momenta_alone_is_noticed_by_the_discrete_principle() -> None:
    """H = (|q|^2 + |p + dS|^2)/2 with S = cos z, on the constraint dx + y dz = 0: the motion in
    velocities is the same, but not reversible in momenta, and the method loses the energy.

    K. Modin, O. Verdier, What makes nonholonomic integrators work?, 2020; S, energies and steps are
    those of the program odelab of the second author.
    """
    dynamics = load(FAMILY).dynamics()
    names = names_in([f.expanded() for f in dynamics.acceleration_functions.values()])
    assert "epsilon" in names and "gauge" not in names
    growth = {}
    # Twenty steps for each turn of the belt, if it is computed by the method of Störmer and Verlet.
    for method, turns in (("discrete_gradient", 4), ("lagrange_dalembert", 60)):
        table = long_runs(
            dynamics, STARTS, {"gauge": "0,1", "z0": [-0.5]}, turns=turns, steps=20,
            until="40*sin(pi/20)", methods=[method],
        )  # fmt: skip
        growth |= {(a.problem, a.method, a.integral): a.growth for a in table.lines}
    for problem in ("gauge = 0", "gauge = 1"):
        assert growth[problem, "discrete_gradient", "energy"] < 1e-12
        assert growth[problem, "lagrange_dalembert", "belt"] < 1e-12
    plain, perturbed = (growth[f"gauge = {g}", "lagrange_dalembert", "energy"] for g in (0, 1))
    assert perturbed > 1e-3 and plain < perturbed / 3


def test_growth_over_turns_is_that_of_the_closed_form() -> None:
    """For an oscillator a step of Runge and Kutta multiplies the energy by 1 - h⁶/72 + h⁸/576."""
    oscillator = System(coordinates="x", parameters="k", lagrangian="(xdot**2 - k*x**2)/2")
    h, turns, steps = 0.25, 30, 24
    table = long_runs(
        oscillator.dynamics(), {"x": "cos(a)", "xdot": "sin(a)"}, {"a": [0, 1], "k": [1]},
        turns=turns, steps=steps, until=h * steps, methods=["midpoint", "runge_kutta"],
    )  # fmt: skip
    energies = np.cumprod(np.full(turns * steps, 1 - h**6 / 72 + h**8 / 576)) / 2
    means = energies.reshape(10, -1).mean(axis=1)
    exact, grown = table.lines
    assert table.members == 2 and exact.problem == "k = 1" and exact.growth < 1e-14
    assert np.allclose(grown.means, means[0] - means, rtol=0, atol=1e-13)
    assert grown.growth == pytest.approx(means[0] - means[-1], abs=1e-13)
    assert grown.largest == pytest.approx(0.5 - energies[-1], abs=1e-13)
    assert "growth" in table.report() and table.to_dict()["turn"] == 6
    assert len(table.plot().axes) == 1


def test_motions_without_a_result_are_told_in_the_table() -> None:
    kapitza = load("kapitza-pendulum").dynamics()
    table = long_runs(kapitza, turns=2, steps=3, until=0.1, methods=["discrete_gradient"])
    assert table.lines[0].failures[0] == 1 and "have no result" in table.report()
    assert table.plot().axes


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"turns": 1}, "from 2 turns on"),
        ({"turns": 10**6, "steps": 100}, "not more than"),
        ({"turns": 2.5}, "whole numbers"),
        ({"turns": 2, "methods": ["midpont"]}, "did you mean 'midpoint'"),
        ({"turns": 2, "values": {"theta": "2*b"}}, "theta = 2\\*b"),
        ({"turns": 2, "grid": {"theta": [1, 2]}, "values": {"theta": 1}}, "give it once"),
        ({"turns": 2, "grid": {"c": ""}}, "c =  is not a number"),
        ({"turns": 2, "grid": {"c": [1, 2]}}, "c is in the grid, but no name"),
    ],
)
def test_long_runs_that_are_none(given: dict[str, object], message: str) -> None:
    with pytest.raises(BadValue, match=message):
        long_runs(PENDULUM.dynamics(), until=1, **given)
