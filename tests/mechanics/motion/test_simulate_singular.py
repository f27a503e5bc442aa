"""Integration on the final submanifold of the constraint algorithm."""

from __future__ import annotations

import json
from math import atan2, cos, sin

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from sets_by_hand import run

from mechanics import System
from mechanics.errors import BadValue, ConstraintAlgorithmStopped, MissingValue

PENDULUM = System.from_gallery("pendulum-with-tension").reduction()


def test_the_pendulum_in_its_angle() -> None:
    """x = sin θ, y = -cos θ, θdd = -g sin θ, and 2 s = g y - θd²: another set of equations."""
    g, angle, speed = 9.81, atan2(0.6, 0.8), 0.25
    start = {"x": 0.6, "y": -0.8, "xdot": speed * cos(angle)}
    found = PENDULUM.simulate(start, g=g, until=3, points=31)
    times = found["t"]
    known = solve_ivp(
        lambda t, u: [u[1], -g * sin(u[0])], (0, 3), [angle, speed], t_eval=times,
        rtol=1e-11, atol=1e-13,
    )  # fmt: skip
    theta, rate = known.y
    assert np.allclose(found["x"], np.sin(theta), atol=1e-7)
    assert np.allclose(found["ydot"], np.sin(theta) * rate, atol=1e-7)
    assert np.allclose(2 * found["s"], -g * np.cos(theta) - rate**2, atol=1e-6)
    assert not np.allclose(found["x"], np.sin(theta) + 1e-3, atol=1e-7)
    assert max(abs(found[f"final_{i}"]).max() for i in range(1, 5)) < 1e-6
    assert any("from the final submanifold: s = " in note for note in found.notes)
    kept = PENDULUM.simulate(start, g=g, until=3, points=31, project=True)
    assert max(abs(kept[f"final_{i}"]).max() for i in range(1, 5)) < 1e-12
    assert np.allclose(kept["x"], found["x"], atol=1e-7)


def test_values_off_the_final_submanifold_are_moved_and_told() -> None:
    moved = PENDULUM.simulate(x=0.61, y=-0.8, s=-3.9, xdot=0, ydot=0, g=9.81, until=0.1)
    (note,) = (n for n in moved.notes if n.startswith("initial values moved"))
    assert "x 0.61 -> 0.60" in note
    assert abs(moved["x"][0] ** 2 + moved["y"][0] ** 2 - 1) < 1e-12
    with pytest.raises(BadValue, match="no point of the final submanifold was found near"):
        PENDULUM.simulate(x=0, y=0, s=0, xdot=0, ydot=0, sdot=0, g=9.81, until=1)


def test_what_the_final_submanifold_does_not_determine_is_asked_for() -> None:
    gravity, circle = "(xdot**2 + ydot**2)/2 - g*y", "s*(x**2 + y**2 - 1)"
    bare = System(coordinates="x y s", parameters="g", lagrangian=f"{gravity} + {circle}")
    with pytest.raises(MissingValue, match=r"initial value of .*x.* is missing.*--set x=0"):
        bare.reduction().simulate(y=-0.8, g=9.81, until=1)
    gauge = System.from_gallery("gauge-particle").reduction()
    found = gauge.simulate(r=1, theta=0, z=0.5, rdot=0, zdot=0, k=4, until=1, points=11)
    # The radius oscillates with the frequency 2; θ moves with the arbitrary z.
    assert np.allclose(found["r"], np.cos(2 * found["t"]), atol=1e-8)
    assert np.allclose(found["theta"], 0.5 * found["t"], atol=1e-8)
    assert any("not unique: multiples of ∂_zdot" in note for note in found.notes)


def test_no_motion_and_unions() -> None:
    with pytest.raises(ConstraintAlgorithmStopped, match="P_3 is empty, so there is no motion"):
        System.from_gallery("inconsistent-constraint").reduction().simulate(until=1)
    crossing = System.from_gallery("two-branches").reduction()
    with pytest.raises(ConstraintAlgorithmStopped, match="see its branches"):
        crossing.simulate(x=0, y=1, until=1)
    found = crossing.branches[0].simulate(y=1, ydot=2, until=1, points=3)
    assert np.allclose(found["y"], [1, 2, 3]) and not found["x"].any() and not found["u"].any()


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    values = ("--set", "x=1", "--set", "a=2", "--until", "3")
    status, out, _ = run(capsys, "simulate", "null-constraint", *values)
    assert status == 0 and "theory constraint algorithm" in out
    assert "note: final_2 = y" in out and "y = 0, xdot = 2, ydot = 0" in out
    status, out, _ = run(capsys, "simulate", "null-constraint", *values, "--json")
    assert status == 0 and json.loads(out)["theory"] == "constraint algorithm"
    for name, message in (("inconsistent-constraint", "is empty"), ("two-branches", "branches")):
        status, out, err = run(capsys, "simulate", name, "--until", "1")
        assert status == 2 and not out and err.count("\n") == 1 and message in err
