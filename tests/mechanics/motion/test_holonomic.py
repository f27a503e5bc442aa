"""Constraints on positions, and reactions."""

from __future__ import annotations

import numpy as np
import pytest

from mechanics import System
from mechanics.errors import BadSystem, InconsistentConstraints

NUMBERS = {"m": 2, "g": "981/100", "l": 3}
CIRCLE = System(
    coordinates="x y", parameters="m g l", positive="m g l", holonomic="x**2 + y**2 - l**2",
    lagrangian="m*(xdot**2 + ydot**2)/2 - m*g*y",
    simulate={"until": 5, "parameters": NUMBERS, "initial": {"x": 3, "y": 0, "xdot": 0}},
)  # fmt: skip
ANGLE = System(
    coordinates="theta", parameters="m g l", positive="m g l",
    lagrangian="m*l**2*thetadot**2/2 + m*g*l*cos(theta)",
    simulate={"until": 5, "parameters": NUMBERS, "initial": {"theta": "pi/2", "thetadot": 0}},
)  # fmt: skip


def test_motion_and_tension_are_those_of_the_pendulum() -> None:
    found = CIRCLE.simulate({"ydot": 0}, reactions=True)
    angle = ANGLE.simulate()
    assert np.allclose(found["x"], 3 * np.sin(angle["theta"]), atol=1e-7)
    assert "holonomic_1" in found.constraints and max(abs(found["holonomic_1"])) < 1e-7
    # The reaction is λ grad φ with φ = 2 (x xdot + y ydot), so that the tension is -2 l λ:
    # m l thetadot² + m g cos theta.
    tension = 2 * 3 * angle["thetadot"] ** 2 + 2 * 9.81 * np.cos(angle["theta"])
    assert np.allclose(-2 * 3 * found["lambda_1"], tension, atol=1e-6)
    assert "lambda_1" not in CIRCLE.simulate({"ydot": 0}).columns


def test_positions_start_on_the_constraint_and_stay_there() -> None:
    found = CIRCLE.simulate({"x": 4, "y": 1, "ydot": 0, "xdot": 0}, project=True)
    start = found["x"][0], found["y"][0]
    assert start == pytest.approx((4 * 3 / 17**0.5, 3 / 17**0.5), rel=1e-12)
    assert any("positions moved" in note for note in found.notes)
    assert max(abs(found["holonomic_1"])) < 1e-13


def test_a_constraint_on_positions_is_one_on_its_rate() -> None:
    same = System(
        coordinates="x y", parameters="m g l", positive="m g l",
        constraints="2*x*xdot + 2*y*ydot", lagrangian="m*(xdot**2 + ydot**2)/2 - m*g*y",
    )  # fmt: skip
    assert str(same.constraints[0]) == str(CIRCLE.constraints[0])
    assert CIRCLE.constraint_keys == ["holonomic[1]"] and not same.holonomic
    moving = System(coordinates="x", functions="f(t)", lagrangian="xdot**2/2", holonomic="x - f(t)")
    assert str(moving.constraints[0]) == "xdot - Derivative(f(t), t)"


def test_a_rolling_wheel_is_held_by_newtons() -> None:
    """A wheel that a torque M drives: friction m M R/(I + m R²) for φ in m/s."""
    wheel = System(
        coordinates="x theta", parameters="m I R M", lagrangian="(m*xdot**2 + I*thetadot**2)/2",
        constraints="xdot - R*thetadot", forces={"theta": "M"},
        simulate={"until": 1, "parameters": {"m": 2, "I": 3, "R": "1/2", "M": 7},
                  "initial": {"x": 0, "theta": 0, "thetadot": 0}},
    )  # fmt: skip
    acceleration = 0.5 * 7 / (3 + 2 * 0.25)
    assert wheel.simulate(reactions=True)["lambda_1"] == pytest.approx(2 * acceleration)


def test_refusals() -> None:
    with pytest.raises(BadSystem, match="more than time and coordinates"):
        System(coordinates="x y", lagrangian="xdot**2 + ydot**2", holonomic="x + xdot")
    with pytest.raises(InconsistentConstraints, match="never holds"):
        System(coordinates="x y", lagrangian="xdot**2 + ydot**2", holonomic="t")
    with pytest.raises(InconsistentConstraints, match="no real point"):
        System(coordinates="x y", lagrangian="xdot**2 + ydot**2", holonomic="x**2 + y**2 + 1")
    # The rates of both are 0, they themselves are not.
    with pytest.raises(BadSystem, match="only parameters occur in a - 1 = 0"):
        System(coordinates="x", parameters="a", lagrangian="xdot**2", holonomic="a - 1")
    with pytest.raises(InconsistentConstraints, match="1 = 0 never holds"):
        System(coordinates="x", lagrangian="xdot**2", holonomic="1")
