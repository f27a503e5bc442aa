"""Motions in balls: closed forms lie inside, and nothing is claimed where nothing is known."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner
from flint import arb
from mpmath import atan2, cos, cosh, mpf, sin, tanh, workdps

from diffgeo.errors import NotSupported
from diffgeo.reals.ball_series import _MACHINE, Gradient
from diffgeo.reals.enclosed_flows import EnclosedFlow
from diffgeo.reals.enclosures import BALLS, Moving
from mechanics import System, load, simulate
from mechanics.errors import BadValue
from mechanics.faces.command_line import cli
from mechanics.motion.enclosed_motion import enclose


def oscillator(**changes: object) -> System:
    return System(**{
        "coordinates": "x", "lagrangian": "(xdot**2 - x**2)/2",
        "simulate": {"until": 10, "initial": {"x": 1, "xdot": 0}}, **changes,
    })  # fmt: skip


def test_closed_forms_lie_inside() -> None:
    found = enclose(oscillator().dynamics(), points=6)
    assert "ENCLOSED" in found.report() and found.width < 1e-14
    for k, t in enumerate(found.times):
        for name, value in (("x", math.cos(t)), ("xdot", -math.sin(t))):
            # The reference is rounded itself.
            assert abs(found.columns[name][k] - value) <= found.radii[name][k] + 4e-16


def test_balls_are_exact_numbers_at_exact_times() -> None:
    """At t = 1/3, which no float is; its float is a time at which the motion is elsewhere."""
    found = enclose(oscillator().dynamics(), until="1/3", points=2)
    (middle, radius) = found.balls["x"][-1]
    with workdps(50):
        for time, inside in ((mpf(1) / 3, True), (mpf(1 / 3), False)):
            off = abs(mpf(middle.numerator) / middle.denominator - cos(time))
            assert (off <= mpf(radius.numerator) / radius.denominator) is inside
    assert found.width < 1e-30 and "0.94495694631473766438" in found.report()
    # An irrational time is one between floats; that beside it is told.
    late = enclose(oscillator().dynamics(), until="pi", points=2)
    assert late.instants[-1] == Fraction(math.pi) and "3.1415926535897931" in late.report()


def test_the_knife_edge_on_its_cycloid() -> None:
    found = enclose(load("knife-edge").dynamics(), until=1, points=2)
    g = 9.81 * math.sin(math.pi / 6) / 2
    expected = {"x": g * math.sin(1) ** 2, "y": g * (1 - math.sin(2) / 2), "phi": 1.0}
    for name, value in expected.items():
        assert abs(found.columns[name][-1] - value) <= found.radii[name][-1] + 4e-15
    assert found.width < 1e-14


def test_suslov_with_hyperbolic_functions() -> None:
    """I13 = I1 = I2 = 1, I23 = 0: ω1' = -ω1 ω2, ω2' = ω1², from (1, 0): sech t and tanh t."""
    given = {"I1": 1, "I2": 1, "I3": 2, "I13": 1, "I23": 0, "phi": 0, "theta": "pi/2", "psi": 0}
    found = enclose(
        load("suslov").dynamics(), {**given, "phidot": 0, "thetadot": 1}, until="1/2", points=2
    )
    assert not found.stopped and found.width < 1e-31
    with workdps(45):
        _, theta, psi, p, q, _ = (
            mpf(m.numerator) / m.denominator for m, _ in (b[-1] for b in found.balls.values())
        )
        one = p * sin(theta) * sin(psi) + q * cos(psi)
        two = p * sin(theta) * cos(psi) - q * sin(psi)
        assert abs(one - 1 / cosh(mpf(1) / 2)) < 10 * found.width
        assert abs(two - tanh(mpf(1) / 2)) < 10 * found.width
        assert abs(two - tanh(mpf(1) / 2 + mpf(10) ** -29)) > 10 * found.width


def test_a_geodesic_of_randers_on_its_circle() -> None:
    """A unit circle around (4/5, -1/5) with |v| dt = (1 - y cos φ) ds.

    The divisor |v| F³ of the accelerations is a sum of large terms that cancel, so that boxes that
    contain a whole step say nothing about it.
    """
    found = enclose(load("randers-geodesics").dynamics(), until="1/5", points=2)
    assert not found.stopped and found.width < 1e-30
    with workdps(45):
        x, y, u, v = (
            mpf(m.numerator) / m.denominator for m, _ in (b[-1] for b in found.balls.values())
        )
        start, angle = atan2(4, -3), atan2(v, u)
        time = (start - angle) / 2 + (sin(start) - sin(angle)) / 5
        time -= (sin(2 * start) - sin(2 * angle)) / 4
        off = (
            abs(time - mpf(1) / 5),
            abs(x - mpf(4) / 5 + sin(angle)),
            abs(y + mpf(1) / 5 - cos(angle)),
        )
        assert max(off) < 10 * found.width
        assert abs(time - mpf(1) / 5 - mpf(10) ** -28) > 10 * found.width


def test_balls_are_those_of_more_bits() -> None:
    """The same flow with other orders and bits: the narrow ball lies inside of the wide one."""

    def pendulum(t: Any, x: Any, v: Any) -> list[Any]:
        return [v, -BALLS["sin"](x)]

    flows = []
    for bits, order, radius in ((53, 8, 1e-6), (200, 25, 0)):
        flow = EnclosedFlow(pendulum, Fraction(0), [arb(1, radius), arb(0, radius)], order, bits)
        while flow.time < 3:
            flow.advance(Fraction(3))
        flows.append(flow.state)
    for wide, narrow in zip(*flows, strict=True):
        assert wide.contains(narrow) and wide.rad() < 1e-4 and narrow.rad() < 1e-40


def test_a_solution_that_ends_is_not_enclosed_beyond() -> None:
    """x'' = 2 x³ with x = 1/(1 - t)."""
    system = oscillator(
        lagrangian="(xdot**2 + x**4)/2",
        simulate={"until": 2, "initial": {"x": 1, "xdot": 1}},
    )
    found = enclose(system.dynamics(), points=5)
    assert list(found.times[:2]) == [0, 0.5] and 0.9 < found.times[2] < 1 and len(found.times) == 3
    assert "UNKNOWN beyond that" in found.report() and found.cause == "integrator"
    assert abs(found.columns["x"][1:] - 1 / (1 - found.times[1:])) == pytest.approx(0, abs=1e-12)
    assert abs(found.columns["x"][1] - 2) <= found.radii["x"][1]


def test_what_was_enclosed_is_kept_when_the_time_is_over_or_on_an_interrupt() -> None:
    shares: list[float] = []

    def interrupt(share: float) -> None:
        shares.append(share)
        if len(shares) == 5:
            raise KeyboardInterrupt

    late = enclose(oscillator().dynamics(), until=10**6, limit=1e-3)
    stopped = enclose(oscillator().dynamics(), until=10**6, progress=interrupt)
    assert (late.cause, stopped.cause) == ("limit", "interrupted")
    assert late.times[-1] < 10**6 and stopped.times[-1] > 0 and shares == sorted(shares)
    for found in (late, stopped):
        assert len(found.times) <= 2 and "UNKNOWN beyond that" in found.report()
    assert enclose(oscillator().dynamics(), until=1, limit=1000).cause == ""


def test_velocities_follow_exactly_or_are_refused() -> None:
    sleigh = load("chaplygin-sleigh").dynamics()
    found = enclose(sleigh, {"theta": "pi/4", "xdot": 1}, until="1/10", points=2)
    assert abs(found.columns["ydot"][0] - 1) <= found.radii["ydot"][0]
    with pytest.raises(BadValue, match="not exactly on the constraints"):
        enclose(sleigh, {"theta": "pi/4", "xdot": 1, "ydot": "0.99"}, until=1)
    with pytest.raises(BadValue, match="do not follow"):
        free = {"until": 1, "initial": {"x": 0}}
        enclose(System(coordinates="x", lagrangian="xdot**2/2", simulate=free).dynamics())


def test_functions_of_series_are_those_of_numbers() -> None:
    """Hyperbolic functions, which python-flint's series lack, and what has no series at all."""
    x = Moving(arb(1) / 3, Gradient({0: arb(1)}))
    for name in ("sinh", "cosh", "tanh"):
        found = _MACHINE[name](x)
        assert abs(float(found.value) - getattr(math, name)(1 / 3)) < 1e-15
        slope = BALLS[name](Moving(arb(1) / 3, arb(1))).rate
        assert found.rate.parts[0].overlaps(slope)
    with pytest.raises(NotSupported, match="no power series"):
        _MACHINE["determinant"](x)


def test_the_command() -> None:
    run = CliRunner().invoke(
        cli, ["simulate", "rotating-hoop", "--rigorous", "--until", "1", "--points", "2", "--json"]
    )
    told = json.loads(run.output)
    assert told["verdict"] == "ENCLOSED" and told["width"] < 1e-14
    assert (
        CliRunner().invoke(cli, ["simulate", "rotating-hoop", "--rigorous", "--project"]).exit_code
    )


@pytest.mark.parametrize("declared", [{"domain": "x < 1"}, {"domain": "x != 1"}])
def test_a_motion_that_leaves_the_domain_is_not_enclosed_beyond(declared: Any) -> None:
    free = System(coordinates="x", lagrangian="xdot**2/2", **declared).dynamics()
    path = enclose(free, {"x": 0, "xdot": 1}, until=3, points=4)
    assert "leaves the domain" in path.stopped and 0.99 < path.times[-1] < 1
    assert not enclose(free, {"x": 0, "xdot": -1}, until=3, points=4).stopped
    with pytest.raises(BadValue, match="domain"):
        enclose(free, {"x": 1, "xdot": 1}, until=3, points=4)


def test_a_motion_where_a_root_ends_is_not_enclosed_beyond() -> None:
    # Its square is x, which is defined everywhere.
    springs = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-sqrt(x)**2"})
    path = enclose(springs.dynamics(), {"x": 1, "xdot": -1}, until=3, points=4)
    assert "leaves the domain" in path.stopped and path.times[-1] < math.pi / 4


def test_a_system_moves_by_its_dynamics() -> None:
    free = System(coordinates="x", lagrangian="xdot**2/2")
    for integrate in (simulate, enclose):
        with pytest.raises(BadValue, match=r"system\.dynamics\(\)"):
            integrate(free, {"x": 0, "xdot": 1}, until=1)  # type: ignore[arg-type]
    for wrong in ({"order": 0}, {"bits": -1}):
        with pytest.raises(BadValue, match="whole number"):
            enclose(free.dynamics(), {"x": 0, "xdot": 1}, until=1, **wrong)  # type: ignore[arg-type]
