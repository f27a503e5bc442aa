"""Integrators with fixed steps: orders, and what they keep."""

from __future__ import annotations

import numpy as np
import pytest

from mechanics import System, load
from mechanics.errors import BadValue
from mechanics.motion.geometric_integrators import METHODS, SteppedMotion
from mechanics.motion.given_values import collect, merge
from mechanics.motion.integrator_laboratory import laboratory

CONTACT = {
    "coordinates": "x y z", "constraints": "xdot + y*zdot",
    "simulate": {"until": 4, "initial": {"x": 1, "y": "1/2", "z": 0, "ydot": "1/3", "zdot": 1}},
}  # fmt: skip
KINETIC, POTENTIAL = "(xdot**2 + ydot**2 + zdot**2)/2", "(x**2 + y**2 + z**2)/2"
#: A contact oscillator, and one with a potential that no reflection keeps.
SYSTEMS = {
    "contact": System(**CONTACT, lagrangian=f"{KINETIC} - {POTENTIAL}"),
    "perturbed": System(**CONTACT, lagrangian=f"{KINETIC} - {POTENTIAL} - (x*y*z + z**3)/10"),
    "sleigh": load("chaplygin-sleigh"),
    "not affine": load("parallel-velocities"),
}
PENDULUM = System(
    coordinates="theta", lagrangian="thetadot**2/2 + cos(theta)",
    simulate={"until": 200, "initial": {"theta": 1, "thetadot": 0}},
)  # fmt: skip


@pytest.mark.parametrize("name", SYSTEMS)
def test_orders_and_what_is_kept(name: str) -> None:
    system = SYSTEMS[name]
    until = 1 if name == "not affine" else 4
    table = laboratory(system.dynamics(), steps=[60, 120], until=until)
    assert [line.method for line in table.lines] == list(METHODS)
    for line in table.lines:
        assert not line.failure
        if line.measured is not None:
            assert line.measured > line.order - 0.25, line
        on_set = line.method not in ("runge_kutta_on_jets", "lagrange_dalembert")
        assert (line.constraints < 1e-11) == on_set, line
        assert (line.energy < 1e-11) == (line.method == "discrete_gradient"), line


def motion(system: System, **settings: object) -> SteppedMotion:
    dynamics = system.dynamics()
    return SteppedMotion(dynamics, collect(dynamics, merge(system.specification, None, **settings)))


def test_the_energy_of_a_variational_integrator_does_not_drift() -> None:
    """That of the method of Runge and Kutta with the same steps does."""
    moving = motion(PENDULUM)
    kept = {}
    for name in ("lagrange_dalembert", "runge_kutta"):
        states = moving.run(name, 400)
        energy = np.array([moving.energy(0, y)[0] for y in states])
        first, last = (abs(part - energy[0]).max() for part in np.array_split(energy, 4)[::3])
        kept[name] = last / first
    assert kept["lagrange_dalembert"] < 1.1 and kept["runge_kutta"] > 3


def test_the_variational_integrator_is_symplectic() -> None:
    """The map of (q, p) after some steps has determinant 1; one of Runge and Kutta has not."""

    def area(name: str) -> float:
        columns = []
        for k in (0, 1):
            ends = []
            for sign in (1, -1):
                start = {"theta": 1.0, "thetadot": 0.5}
                start[("theta", "thetadot")[k]] += sign * 1e-4
                states = motion(PENDULUM, until=6, **start).run(name, 12)
                y = states[-1]
                if name == "lagrange_dalembert":
                    # The momentum at the end: D₂L_d of the last step, p = v - h/2 sin(middle).
                    q0, q1 = states[-2:, 0]
                    y = np.array([q1, (q1 - q0) / 0.5 - 0.25 * np.sin((q0 + q1) / 2)])
                ends.append(y)
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
