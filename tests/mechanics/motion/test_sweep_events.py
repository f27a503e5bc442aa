"""Members whose conditions are watched, and which jump at walls, are integrated together."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from mechanics import System
from mechanics.motion import watched_members
from mechanics.motion.campaign_members import Members
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.given_values import collect, merge
from mechanics.theories import Theory


@pytest.fixture(scope="module")
def impacts() -> Theory:
    sys.path.insert(0, str(Path(__file__).parents[3] / "examples" / "theories"))
    try:
        import impacts as module
    finally:
        sys.path.pop(0)
    return module.impacts  # type: ignore[no-any-return]


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many members are integrated by themselves."""
    alone: list[int] = []
    real = watched_members.integrate

    def counted(*given, **named):
        alone.append(1)
        return real(*given, **named)

    monkeypatch.setattr(watched_members, "integrate", counted)
    return alone


def computed(system: System, values: dict, theory: Theory | None = None, **settings) -> dict:
    dynamics = system.dynamics(theory) if theory else system.dynamics()
    first = {name: float(v[0]) for name, v in values.items()}
    given = collect(dynamics, merge(system.specification, first, **settings))
    motion = compiled_motion(dynamics, given.functions, between_walls=True)
    return Members(motion, given).compute({n: np.array(v, dtype=float) for n, v in values.items()})


def test_balls_bounce_when_they_should(impacts: Theory, together: list[int]) -> None:
    """Under y'' = -1 a ball from rest at h reaches the floor at √(2h) (2k + 1)."""
    ball = System(coordinates="y", lagrangian="ydot**2/2 - y",
                  data={"walls": {"hypersurface": "y"}})  # fmt: skip
    heights = np.array([0.5, 1.0, 1.7, 2.0])
    found = computed(ball, {"y": heights}, impacts, ydot=0, until=9, points=37)
    t, period = np.linspace(0, 9, 37), 2 * np.sqrt(2 * heights)[:, None]
    since = (t + period / 2) % period - period / 2
    assert np.allclose(found["y"], heights[:, None] - since**2 / 2, rtol=0, atol=1e-9)
    assert found["status"].tolist() == [0] * 4 and not together
    # The control: a wall a little higher is reached at other times.
    assert not np.allclose(found["y"], heights[:, None] * 1.001 - since**2 / 2, rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ["DOP853", "RK45"])
def test_impacts_are_those_of_each_alone(impacts: Theory, together: list[int], method: str) -> None:
    """A bumpy floor, a restitution that ends in rest, and one member behind the wall."""
    ball = System(
        coordinates="x y", parameters="e", lagrangian="(xdot**2 + ydot**2)/2 - y",
        data={"walls": {"hypersurface": "y - sin(x)/5"}, "restitution": {"function": "e"}},
    )  # fmt: skip
    values = {"y": [1.0, 0.7, 0.5, -1.0], "e": [1.0, 0.9, 0.1, 1.0]}
    settings = {"x": 0.3, "xdot": 0.5, "ydot": 0, "until": 4, "points": 9, "method": method}
    found = computed(ball, values, impacts, **settings)
    assert found["status"].tolist() == [0, 0, 4, 3] and len(together) == 2
    for k in range(3):
        one = ball.dynamics(impacts).simulate(y=values["y"][k], e=values["e"][k], **settings)
        known = int(np.isfinite(found["y"][k]).sum())
        assert one.complete is (k < 2) and known == (9, 9, 3)[k]
        assert found["end"][k] == pytest.approx(one.t[-1], abs=1e-6)
        for column in ("x", "y", "ydot"):
            assert np.allclose(found[column][k, :known], one[column][:known], rtol=0, atol=1e-7)


def test_a_declared_domain_is_left_when_it_should_be(together: list[int]) -> None:
    """Straight lines leave the disk: |q + t v| = 2; one comes back before its edge."""
    disk = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
                  domain=["x**2 + y**2 < 4"])  # fmt: skip
    values = {"xdot": [1.0, 3.0, 0.1], "ydot": [0.0, 1.0, 0.2]}
    found = computed(disk, values, x=0.5, y=0, until=4, points=5)
    assert found["status"].tolist() == [1, 1, 0] and len(together) == 2
    for k, (u, v) in enumerate(zip(*values.values(), strict=True)):
        expected = (-0.5 * u + np.sqrt(0.25 * u * u + 3.75 * (u * u + v * v))) / (u * u + v * v)
        assert found["end"][k] == pytest.approx(min(expected, 4), abs=1e-9)
        known = np.linspace(0, 4, 5) <= min(expected, 4)
        assert (np.isfinite(found["x"][k]) == known).all()


def test_pendulums_on_their_circles_are_those_by_an_angle(together: list[int]) -> None:
    circle = System(
        coordinates="x y", parameters="l", positive="l", holonomic="x**2 + y**2 - l**2",
        lagrangian="(xdot**2 + ydot**2)/2 - y",
    )  # fmt: skip
    angle = System(coordinates="theta", parameters="l", positive="l",
                   lagrangian="l**2*thetadot**2/2 + l*cos(theta)")  # fmt: skip
    lengths, settings = [1.0, 1.5], {"until": 3, "points": 7, "rtol": 1e-10, "atol": 1e-12}
    found = computed(circle, {"l": lengths, "x": lengths}, y=0, xdot=0, ydot=0, **settings)
    assert not together and (abs(found["holonomic_1"]) < 1e-8).all()
    for k, length in enumerate(lengths):
        one = angle.simulate(l=length, theta=np.pi / 2, thetadot=0, **settings)
        assert np.allclose(found["x"][k], length * np.sin(one["theta"]), rtol=0, atol=1e-8)
        assert not np.allclose(found["x"][k], np.sin(one["theta"]) * 1.01, rtol=0, atol=1e-8)
