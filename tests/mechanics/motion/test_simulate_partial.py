"""What ends early keeps what it computed; the energy; stiff motions; large systems."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics import System, errors
from mechanics.faces.command_line import main
from mechanics.motion.trajectory import Trajectory

FREE = System(coordinates="x", lagrangian="xdot**2/2 - x**2/2")


def test_a_limit_keeps_what_was_computed() -> None:
    motion = FREE.simulate(x=1, xdot=0, until=10**7, points=10**5, limit=0.5)
    assert motion.cause == "limit" and "0.5 seconds" in motion.stopped and not motion.complete
    assert 10 < motion.t[-1] < 10**7 and np.isfinite(motion["x"]).all()
    assert motion["x"] == pytest.approx(np.cos(motion.t), abs=1e-5)
    assert motion.data()["partial"] is True and "partial" in motion.report()
    with pytest.raises(errors.BadValue, match="limit = 0"):
        FREE.simulate(x=1, xdot=0, until=1, limit=0)


@pytest.mark.parametrize("project", [False, True])
def test_the_steps_up_to_the_stop_are_kept(project: bool) -> None:
    fall = System(
        coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2 + 1/x", constraints=["ydot - x*xdot"]
    )
    start = {"x": 1, "y": 0, "xdot": 0, "ydot": 0}
    motion = fall.simulate(start, until=5, points=5, project=project)
    assert motion.stopped and motion.t[:2].tolist() == [0, 1.25]
    assert len(motion) > 20 and (np.diff(motion.t) > 0).all()
    assert motion.constraint_drift[0].largest < (1e-14 if project else 1e-9)
    # What is not stopped has the points that were asked for.
    whole = fall.simulate(start, until=1.25, points=5, project=project)
    assert len(whole) == 5 and whole["x"][-1] == pytest.approx(motion["x"][1], rel=1e-7)


@pytest.mark.parametrize("project", [False, True])
def test_an_interrupt_keeps_what_was_computed(project: bool) -> None:
    def interrupt(done: float) -> None:
        if done > 0.5:
            raise KeyboardInterrupt

    with pytest.warns(RuntimeWarning, match="interrupted; the trajectory is partial"):
        motion = FREE.simulate(
            x=1, xdot=0, until=20, points=21, progress=interrupt, project=project
        )
    assert motion.cause == "interrupted" and 10 < motion.t[-1] < 20
    assert motion["x"] == pytest.approx(np.cos(motion.t), abs=1e-7)


SLOW = """
import sys
from mechanics import Dynamics
from mechanics.faces import command_line as cli
simulate = Dynamics.simulate
def told(self, *given, **settings):
    def progress(done):
        if done > 1e-6: print("on the way", file=sys.stderr, flush=True)
    return simulate(self, *given, **{**settings, "progress": progress})
Dynamics.simulate = told
cli.main()
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_writes_the_trajectory(tmp_path: Path, number: int, status: int) -> None:
    table, picture = tmp_path / "motion.csv", tmp_path / "motion.svg"
    command = ["simulate", "nonholonomic-particle", "--until", "10**9", "--rtol", "1e-13"]
    command += ["--points", "1000000", "--out", str(table), "--plot", str(picture), "--json"]
    # A shell starts what runs in the background without the interrupt of the keyboard.
    script = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{SLOW}"
    process = subprocess.Popen(
        [sys.executable, "-c", script, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stderr is not None and "on the way" in process.stderr.readline()
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == status, err
    data = json.loads(out)
    assert data["partial"] is True and data["cause"] in ("interrupted", "terminated")
    assert "the trajectory is partial: at t = " in err.splitlines()[-1]
    assert float(table.read_text().splitlines()[-1].split(",")[0]) == data["end"] > 0
    assert data["files"] == [str(table), str(picture)] and picture.stat().st_size > 1000


def test_an_early_stop_has_a_status_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "pursuit", "--set", "f(t)=4", "--set", "x=0", "--set", "y=0"]
    command += ["--set", "xdot=1", "--set", "ydot=0", "--json"]
    for until, status in (("3", 0), ("10", 3)):
        with pytest.raises(SystemExit) as end:
            main([*command, "--until", until])
        assert end.value.code == status
        data = json.loads(capsys.readouterr().out)
        assert data["partial"] is bool(status) and data["cause"] == ("domain" if status else None)


# --- energy ------------------------------------------------------------------------------


def test_a_drift_of_a_conserved_energy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from mechanics.motion.integration import integrate

    def wrong(model, state, *given):
        run = integrate(model, state, *given)
        run.states[:, 1] *= np.linspace(1, 1.001, len(run.times))
        return run

    assert not FREE.simulate(x=1, xdot=0, until=10).warnings
    monkeypatch.setattr("mechanics.motion.simulation.integrate", wrong)
    (warning,) = FREE.simulate(x=1, xdot=0, until=10).warnings
    assert "the energy is conserved, but drifts by" in warning
    damped = System(coordinates="x", lagrangian="xdot**2/2 - x**2/2", forces={"x": "-xdot"})
    rheonomic = System(coordinates="x", lagrangian="xdot**2/2 - x**2*t**2/2")
    for system in (damped, rheonomic):
        motion = system.simulate(x=1, xdot=0, until=10)
        assert not motion.warnings and motion.energy is not None
        assert motion.energy.remarkable and not motion.energy.conserved


def test_loose_tolerances_excuse_no_lost_energy() -> None:
    stiff = System(coordinates="x", lagrangian="xdot**2/2 - 50*x**2")
    for rtol, atol in ((1e-2, 1e-1), (1e-3, 1e-6)):
        motion = stiff.simulate(x=1, xdot=0, until=50, method="RK23", rtol=rtol, atol=atol)
        (warning,) = motion.warnings
        assert motion.energy is not None and motion.energy.relative > 0.5
        assert "the energy is conserved, but drifts by" in warning
    assert not stiff.simulate(x=1, xdot=0, until=50, method="RK23", rtol=1e-6, atol=1e-9).warnings


def test_the_tolerance_of_the_energy_does_not_depend_on_units() -> None:
    def drift(unit: str) -> Trajectory:
        system = System(coordinates="x", lagrangian=f"{unit}*(xdot**2/2 - x**2/2)")
        return system.simulate(x=1, xdot=0, until=50)

    small, large = drift("10**(-20)").energy, drift("10**20").energy
    assert small.relative == pytest.approx(large.relative, rel=1e-3)
    assert small.largest / small.tolerance == pytest.approx(
        large.largest / large.tolerance, rel=0.1
    )


# --- stiff motions -----------------------------------------------------------------------


def test_stiff_motions_end_as_those_of_scipy() -> None:
    """Thousands of steps near the beginning of a long time are no standstill."""
    oscillator = System(
        coordinates="x", lagrangian="xdot**2/2 - 10**4*x**2/2", forces={"x": "-2*xdot"}
    )
    oscillation = {
        "fun": lambda t, y: [y[1], -1e4 * y[0] - 2 * y[1]], "y0": [1, 0], "t_span": (0, 10**6),
        "rtol": 1e-4, "atol": 1e-4, "method": "Radau",
    }  # fmt: skip
    relaxation = System(
        coordinates="x", lagrangian="xdot**2/2 - x**2/2", forces={"x": "10**6*(1 - x**2)*xdot"}
    )
    van_der_pol = {
        "fun": lambda t, y: [y[1], 1e6 * (1 - y[0] ** 2) * y[1] - y[0]], "y0": [2, 0],
        "t_span": (0, 2 * 10**6), "rtol": 1e-6, "atol": 1e-12, "method": "Radau",
    }  # fmt: skip
    for system, problem, size in ((oscillator, oscillation, 1e-3), (relaxation, van_der_pol, 1e-5)):
        theirs = solve_ivp(**problem)
        ours = system.simulate(
            x=problem["y0"][0], xdot=problem["y0"][1], until=problem["t_span"][1],
            **{k: problem[k] for k in ("method", "rtol", "atol")},
        )  # fmt: skip
        assert theirs.success and ours.complete, ours.stopped
        assert [ours["x"][-1], ours["xdot"][-1]] == pytest.approx(theirs.y[:, -1], abs=size)


# --- large systems -----------------------------------------------------------------------


def test_a_chain_of_ten_links_is_integrated_without_a_formula() -> None:
    """Against Σ_k M_jk(θ) θ_k'' = …, M_jk = (n - max(j,k)) cos(θ_j - θ_k), from the textbook."""
    n = 10
    names = [f"a{i}" for i in range(n)]
    kinetic, height = [], []
    for i in range(n):
        across = "+".join(f"cos({a})*{a}dot" for a in names[: i + 1])
        up = "+".join(f"sin({a})*{a}dot" for a in names[: i + 1])
        kinetic.append(f"(({across})**2 + ({up})**2)/2")
        height.append("(" + "+".join(f"cos({a})" for a in names[: i + 1]) + ")")
    system = System(coordinates=" ".join(names), lagrangian="+".join(kinetic + height))
    start = [0.1 * (i + 1) for i in range(n)]
    given = dict(zip(names, start, strict=True)) | {f"{a}dot": 0 for a in names}
    motion = system.simulate(given, until="1/2", points=6)

    below = n - np.maximum.outer(np.arange(n), np.arange(n))

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        q, v = y[:n], y[n:]
        difference = q[:, None] - q[None, :]
        force = -(below * np.sin(difference)) @ v**2 - np.diag(below) * np.sin(q)
        return np.concatenate([v, np.linalg.solve(below * np.cos(difference), force)])

    theirs = solve_ivp(rate, (0, 0.5), [*start, *[0] * n], method="DOP853", rtol=1e-11, atol=1e-12)
    ours = [motion[c][-1] for c in (*names, *(f"{a}dot" for a in names))]
    assert motion.complete and ours == pytest.approx(theirs.y[:, -1], abs=1e-8)
    assert not motion.warnings and motion.energy.relative < 1e-9
