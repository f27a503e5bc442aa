"""Simulation: initial values, drift, leaving the domain, files."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from diffgeo.errors import Contradiction
from mechanics import System, errors

SLED = System(
    time="t", coordinates="x y phi", parameters="m J",
    lagrangian="m*(xdot**2 + ydot**2)/2 + J*phidot**2/2",
    constraints=["xdot*sin(phi) - ydot*cos(phi)"],
)  # fmt: skip
AT_ORIGIN = {"x": 0, "y": 0, "phi": 0}
START = {**AT_ORIGIN, "xdot": 1, "phidot": 1}


def test_sled_runs_on_a_circle_and_needs_no_mass() -> None:
    motion = SLED.simulate(**START, until=10)
    assert np.hypot(motion["x"], motion["y"] - 1) == pytest.approx(1, abs=1e-7)
    assert any("ydot = 0" in note for note in motion.notes)
    assert any(note.startswith("m does not occur") for note in motion.notes)
    assert motion.constraint_drift[0].largest < 1e-8 and not motion.stopped


def test_initial_velocities_are_projected_and_the_user_is_told() -> None:
    # At phi = 0 the constraint is ydot = 0; the Hessian metric is diagonal.
    motion = SLED.simulate(**START, ydot=1, until=1, m=2, J=3)
    assert motion["ydot"][0] == pytest.approx(0, abs=1e-15)
    (note,) = [n for n in motion.notes if "projected" in n]
    assert "ydot 1 -> 0" in note and "1.00e+00 -> 0.00e+00" in note


def test_projection_is_orthogonal_in_the_metric_of_the_hessian() -> None:
    # Minimise (a² + 4 b²)/2 with a + b = 0, a = xdot - 1, ydot = b, constraint xdot + ydot = 0:
    # xdot = 1 - 4 s, ydot = -s with 1 - 5 s = 0.
    system = System(
        coordinates="x y", lagrangian="xdot**2/2 + 2*ydot**2", constraints="xdot + ydot"
    )
    motion = system.simulate(x=0, y=0, xdot=1, ydot=0, until=1)
    assert motion["xdot"][0] == pytest.approx(1 / 5) and motion["ydot"][0] == pytest.approx(-1 / 5)


def test_missing_and_bad_values() -> None:
    pursuit = System.from_gallery("pursuit")
    for system, given, kind, words in [
        (SLED, {"x": 0, "until": 1}, errors.MissingValue, "initial value of y.*--set y=0"),
        (SLED, START, errors.MissingValue, "final time.*--until"),
        (SLED, {**START, "until": 1, "q": 2}, errors.BadValue, "'q' is not a name"),
        (SLED, {**START, "until": "soon"}, errors.BadValue, "until = soon is not a number"),
        (SLED, {**START, "until": -1}, errors.BadValue, "not after"),
        (SLED, {**START, "until": 1, "method": "RK4"}, errors.BadValue, "'RK4'.*RK45"),
        (SLED, {**AT_ORIGIN, "xdot": 1, "until": 1}, errors.MissingValue, "ydot, phidot"),
        (pursuit, {"m": -1}, errors.BadValue, "m = -1.*positive"),
        (pursuit, {"x": 0, "y": 0}, errors.BadValue, "off the domain.*det C"),
        (pursuit, {"x": "1/0"}, errors.BadValue, "x = 1/0 is not a number"),
    ]:  # fmt: skip
        with pytest.raises(kind, match=words) as caught:
            system.simulate(**given)
        assert "\n" not in str(caught.value)


def test_a_missing_function_is_named() -> None:
    system = System(coordinates="x", functions="f(t)", lagrangian="xdot**2/2 + f(t)*x")
    with pytest.raises(errors.MissingValue, match=r'the function f\(t\).*--set "f\(t\)='):
        system.simulate(x=0, xdot=0, until=1)
    motion = system.simulate({"f(s)": "6*s"}, x=0, xdot=0, until=2)
    assert motion["x"] == pytest.approx(motion.t**3, abs=1e-9)


def test_leaving_the_domain_stops_and_keeps_what_was_computed() -> None:
    # xdd = -1/(2 sqrt(x)) starting at rest at x = 1: x reaches 0.
    system = System(coordinates="x", lagrangian="xdot**2/2 - sqrt(x)", positive="x")
    motion = system.simulate(x=1, xdot=0, until=10)
    assert "x" in motion.stopped and len(motion) > 10
    # Energy: xd² = 2 - 2 sqrt(x), T = ∫ dx/sqrt(2 - 2 sqrt x) = (4/3) sqrt 2.
    assert motion.t[-1] == pytest.approx(4 * np.sqrt(2) / 3, abs=1e-3)


def test_a_smooth_passage_through_lost_rank_stops_too() -> None:
    # Straight towards A along the axis: C vanishes to second order, and nothing blows up.
    motion = System.from_gallery("pursuit").simulate(
        {"f(t)": "4"}, x=0, y=0, xdot=1, ydot=0, until=10
    )
    assert motion.t[-1] == pytest.approx(4, abs=1e-4) and "det C" in motion.stopped


def test_projection_back_to_the_constraint_is_reported() -> None:
    given = {**START, "until": 20, "points": 50, "rtol": 1e-5, "atol": 1e-7}
    plain, kept = SLED.simulate(**given), SLED.simulate(**given, project=True)
    assert "are projected" in kept.report() and "are projected" not in plain.report()
    assert kept.constraint_drift[0].largest < 1e-12 < plain.constraint_drift[0].largest


@pytest.mark.parametrize("method", ["RK45", "Radau", "LSODA"])
def test_methods(method: str) -> None:
    motion = SLED.simulate(**START, until=3, method=method, rtol=1e-8)
    assert motion["phi"][-1] == pytest.approx(3, abs=1e-6)


def test_csv(tmp_path: Path) -> None:
    motion = System.from_gallery("pursuit").simulate(points=5)
    path = motion.to_csv(tmp_path / "motion.csv")
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["t", "x", "y", "xdot", "ydot", "constraint_1", "speed_squared"]
    assert len(rows) == 6 and float(rows[-1][0]) == 5
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(errors.BadValue, match="does not exist"):
        motion.to_csv(tmp_path / "absent" / "motion.csv")


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_plot(tmp_path: Path, ending: str, magic: bytes) -> None:
    motion = System.from_gallery("pursuit").simulate(points=21)
    path = motion.plot(tmp_path / f"motion.{ending}")
    assert path.read_bytes().startswith(magic)
    with pytest.raises(errors.BadValue, match=r"\.png or \.svg"):
        motion.plot(tmp_path / "motion.pdf")
    assert list(tmp_path.iterdir()) == [path]


def test_plot_shows_path_target_residual_and_drift() -> None:
    left, right = System.from_gallery("pursuit").simulate(points=21).plot().axes
    labels = {line.get_label() for line in (*left.lines, *right.lines)}
    assert {"target A", "(x, y)", "start", "end", "speed_squared: relative drift"} <= labels
    assert right.get_yscale() == "log"


@pytest.mark.parametrize("system", ["damped-nonholonomic-particle", "knife-edge"])
def test_legends_stay_in_the_picture(system: str) -> None:
    figure = System.from_gallery(system).simulate(points=21, until=1).plot()
    figure.canvas.draw()
    for axes in figure.axes:
        if axes.get_visible():
            assert axes.get_legend().get_window_extent().x1 <= figure.bbox.x1


def test_a_trajectory_says_what_it_is_and_has() -> None:
    motion = SLED.simulate(**START, until=1, points=3)
    assert repr(motion).startswith("<") and "3 points" in repr(motion) and "\n" not in repr(motion)
    with pytest.raises(errors.UnknownName, match="no column 'xdto'; did you mean 'xdot'"):
        motion["xdto"]
    with pytest.raises(errors.UnknownName, match="they are t, "):
        motion["energy_of_the_sun"]


def test_a_declared_domain_gives_signs_and_ends_the_motion() -> None:
    disc = ["x**2 + y**2 < 1"]
    free = System(coordinates="x y", domain=disc, lagrangian="(xdot**2 + ydot**2)/2")
    motion = free.simulate(x=0, y=0, xdot=1, ydot=0, until=5)
    assert "leaves the domain" in motion.stopped and motion.t[-1] == pytest.approx(1, abs=1e-6)
    with pytest.raises(Exception, match="must be positive"):
        free.simulate(x=2, y=0, xdot=1, ydot=0, until=5)
    falls = {"coordinates": "x", "lagrangian": "xdot**2/2 - x"}
    for declared in ({"domain": "x in (0, 3)"}, {"domain": "x != 0"}, {"nonzero": "x"}):
        motion = System(**falls, **declared).simulate(x=2, xdot=0, until=5)
        assert motion.cause == "domain" and motion.t[-1] == pytest.approx(2, abs=1e-9)
    ball = {"coordinates": "theta phi", "lagrangian": "(thetadot**2 + sin(theta)**2*phidot**2)/2"}
    assert [str(c) for c in System(**ball).dynamics().domain] == ["sin(theta) != 0"]
    assert not System(**ball, domain=["theta in (0, pi)"]).dynamics().domain
    with pytest.raises(Contradiction, match="domain"):
        System(coordinates="x", lagrangian="xdot**2", domain=["x**2 < -1"])
