"""Campaigns: every member is the motion of its own values, computed once, kept whatever happens."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from functools import wraps
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.integrate import solve_ivp

from mechanics import System
from mechanics.errors import BadValue
from mechanics.faces.command_line import cli
from mechanics.motion.batch_integration import BATCHED, integrate_many
from mechanics.motion.campaign_members import Members, counted
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.given_values import collect, merge
from mechanics.motion.sweep_plan import plan

SLEIGH = System.from_gallery("chaplygin-sleigh")
LIBRARIES = all(map(find_spec, ("xarray", "zarr", "netCDF4", "distributed")))
FAST = {"until": 2, "points": 11, "rtol": 1e-8, "atol": 1e-10}


def with_libraries(test):
    """Where the libraries of campaigns are not installed, the refusal says how to get them."""

    @wraps(test)
    def run(*given, **named):
        if LIBRARIES:
            return test(*given, **named)
        with pytest.raises(BadValue, match=r"pip install 'diffgeo-mechanics\[sweep\]'"):
            SLEIGH.sweep({"a": "0.1:1:3"}, out="no/such.nc" if not find_spec("zarr") else None)
        return None

    return run


# --- plans ---------------------------------------------------------------------------------


def test_a_plan_has_all_combinations() -> None:
    chosen = plan(SLEIGH.specification, {"a": "0:1:3", "m": [1, "1/2"]}, {"I": "uniform(1, 2)"}, 4)
    assert dict(chosen.dimensions) == {"a": 3, "m": 2, "member": 4} and chosen.size == 24
    values = chosen.members(np.arange(24))
    assert values["a"][:9].tolist() == [0.0] * 8 + [0.5]
    assert values["m"][:8].tolist() == [1.0] * 4 + [0.5] * 4
    assert values["I"][:4].tolist() == values["I"][20:].tolist()
    assert ((values["I"] >= 1) & (values["I"] < 2)).all()


def test_draws_depend_on_seed_and_name_alone() -> None:
    def drawn(*names: str, members: int = 5, seed: int = 0) -> np.ndarray:
        draws = dict.fromkeys(names, "lognormal(0, 0.1)")
        return plan(SLEIGH.specification, {}, draws, members, seed).values["m"][1]

    assert drawn("m").tolist() == drawn("I", "m").tolist() == drawn("m", members=9)[:5].tolist()
    assert drawn("m").tolist() != drawn("m", seed=1).tolist()


def test_blocks_tile_the_members_in_order() -> None:
    chosen = plan(SLEIGH.specification, {"a": "0:1:5", "m": "1:2:4"}, {"I": "uniform(1, 2)"}, 6)
    assert chosen.blocks(100) == (4, 4, 6) and chosen.blocks(13) == (1, 2, 6)
    assert chosen.blocks(4) == (1, 1, 4) and chosen.blocks(10**6) == (5, 4, 6)


@pytest.mark.parametrize(
    "given, message",
    [
        ({"grid": {"b": "0:1:2"}}, "'b' is no parameter or initial value"),
        ({"grid": {"a": "0:1"}}, "write START:STOP:COUNT"),
        ({"grid": {"a": "0:1:0"}}, "write START:STOP:COUNT"),
        ({"grid": {"a": "1,1"}}, "given twice"),
        ({"grid": {"a": "__import__('os')"}}, "is not a number"),
        ({"grid": {"a": "0:1:3"}, "members": 3}, "members is for random values"),
        ({"random": {"a": "uniform(0, 1)"}}, "give the number of members"),
        ({"random": {"a": "uniform(0)"}, "members": 3}, "2 numbers are needed"),
        ({"random": {"a": "normal(0, -1)"}, "members": 3}, "scale < 0"),
        ({"random": {"a": "system('ls')"}, "members": 3}, "is no random value"),
        ({"random": {"a": "uniform(0, 1)"}, "members": 0}, "no whole number from 1"),
        ({"random": {"a": "uniform(0, 1)"}, "members": 10**30}, "no whole number from 1"),
        ({"random": {"a": "uniform(-1e308, 1e308)"}, "members": 2}, "range exceeds"),
        ({"grid": {"a": f"0:1:{'9' * 5000}"}}, "values are more than"),
        ({"grid": {"a": "-1e308:1e308:3"}}, "too far from another"),
        ({"grid": {"a": "0:1:0"}}, "START:STOP:COUNT"),
        ({"random": {"a": "uniform(0, 1)"}, "members": 3, "seed": -1}, "seed = -1"),
        ({"grid": {"a": "0:1:3"}, "random": {"a": "uniform(0, 1)"}, "members": 2}, "give it once"),
        ({}, "nothing varies"),
    ],
)
def test_plans_that_are_refused(given: dict, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        plan(SLEIGH.specification, **given)


# --- members ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", BATCHED)
def test_many_are_integrated_as_scipy_integrates_each(method: str) -> None:
    """Oscillators of different stiffness: each has its own steps and rejections."""
    stiffness = np.array([1.0, 40.0, 900.0])

    def rates(t, y, who):
        return np.stack([y[1], -stiffness[who] * y[0] * (1 + 0.5 * np.sin(9 * t))])

    grid, starts = np.linspace(0, 1, 41), np.array([[1.0, 1, 1], [0, 2, -1]])
    found = integrate_many(rates, grid, starts, method, 1e-7, 1e-9)
    for k in range(3):
        one = solve_ivp(
            lambda t, y, k=k: rates(t, y[:, None], [k])[:, 0], (0, 1), starts[:, k],
            method=method, rtol=1e-7, atol=1e-9, t_eval=grid,
        )  # fmt: skip
        assert np.allclose(found.states[:, k], one.y, rtol=1e-9, atol=1e-9)
    assert found.status.tolist() == [0, 0, 0] and len(set(found.steps.tolist())) == 3


def test_a_member_that_fails_leaves_the_others_alone() -> None:
    """y' = y² from 1 ends at t = 1; from 1/4 and -1 it goes on."""
    grid, starts = np.linspace(0, 2, 21), np.array([[0.25, 1.0, -1.0]])
    found = integrate_many(lambda t, y, who: y * y, grid, starts, "DOP853", 1e-9, 1e-12)
    assert found.status.tolist() == [0, 2, 0]
    assert found.end[1] == pytest.approx(1, abs=1e-6) and np.isnan(found.states[0, 1, -1])
    assert found.states[0, [0, 2], -1] == pytest.approx([0.5, -1 / 3], rel=1e-7)


def computed(system: System, values: dict, **settings) -> tuple[list[str], dict]:
    dynamics = system.dynamics()
    first = {name: float(v[0]) for name, v in values.items()}
    given = collect(dynamics, merge(system.specification, first, **settings))
    members = Members(compiled_motion(dynamics, given.functions), given)
    return members.columns, members.compute(values)


@pytest.mark.parametrize(
    "name, values",
    [
        ("chaplygin-sleigh", {"a": [0.1, 0.7], "thetadot": [0.1, 0.3]}),
        ("car-with-trailer", {"m": [1.0, 2.5]}),
        ("ball-on-turntable", {"theta": [1.0, 1.2]}),  # sin θ ≠ 0 is watched
        ("snakeboard", {"m": [5.0, 7.0]}),
    ],
)
def test_members_are_the_motions_of_their_values(name: str, values: dict) -> None:
    system = System.from_gallery(name)
    values = {n: np.array(v) for n, v in values.items()}
    columns, found = computed(system, values, **FAST)
    for k in range(2):
        one = system.simulate({n: v[k] for n, v in values.items()}, **FAST)
        assert one.complete and found["status"][k] == 0
        for column in columns:
            assert np.allclose(found[column][k], one[column], rtol=1e-7, atol=1e-8), column
    other = system.simulate({n: v[0] * 1.01 for n, v in values.items()}, **FAST)
    assert not all(np.allclose(found[c][0], other[c], rtol=1e-7, atol=1e-8) for c in columns)


def test_what_becomes_of_a_member_is_data() -> None:
    """x'' = -1/(2 x²) falls to the centre at rest from x at (π/2) x^(3/2)."""
    system = System(coordinates="x", lagrangian="xdot**2/2 + k/(2*x)", parameters="k", positive="k")
    values = {"x": np.array([0.5, 4.0, 0.0, 1.0]), "k": np.array([1.0, 1.0, 1.0, -1.0])}
    _, found = computed(system, values, xdot=0, until=2, points=9)
    one = system.simulate(x=0.5, k=1, xdot=0, until=2, points=9)
    assert counted(found["status"]) == {one.cause: 1, "complete": 1, "refused": 2}
    assert found["end"][0] == pytest.approx(one.t[-1], rel=1e-12)
    assert found["end"][0] == pytest.approx(np.pi / 2 * 0.5**1.5, abs=1e-4)
    assert np.isnan(found["x"][0, -1]) and not np.isnan(found["x"][0, :3]).any()
    assert found["end"][1] == 2 and np.isnan(found["x"][2:]).all()
    assert list(found["reason"][[0, 1, 3]]) == [
        "", "", "k = -1, but the system declares k to be positive"
    ]  # fmt: skip
    assert "x" in found["reason"][2]
    _, found = computed(system, {"x": np.array([1.0, np.nan])}, k=1, xdot=0, until=0.1, points=2)
    assert list(found["reason"]) == ["", "x = nan is not finite"]


# --- campaigns -------------------------------------------------------------------------------

DRAWS = {"random": {"m": "lognormal(0, 0.1)", "thetadot": "uniform(0.05, 0.3)"}, "members": 6}


@with_libraries
def test_a_campaign_is_one_labelled_dataset(tmp_path: Path) -> None:
    import xarray

    units = {"x": "m", "a": "m", "t": "s"}
    found = SLEIGH.sweep({"a": "0.1:1:4"}, **DRAWS, units=units, **FAST)
    assert dict(found.sizes) == {"a": 4, "member": 6, "t": 11}
    assert found["x"].dims == ("a", "member", "t") and found["m"].dims == ("member",)
    assert found["x"].units == found["a"].units == "m" and found["end"].units == "s"
    assert found.attrs["title"] == "Chaplygin sleigh" and "lognormal" in found.attrs["varied"]
    member = found.isel(a=2, member=3)
    start = {n: float(member[n]) for n in ("a", "m")}
    one = SLEIGH.simulate(start, thetadot=float(member["thetadot_initial"]), **FAST)
    assert np.allclose(member["theta"], one["theta"], rtol=1e-9)
    for name, settings in (("c.zarr", {"workers": 2}), ("c.nc", {})):
        kept = SLEIGH.sweep(
            {"a": "0.1:1:4"}, **DRAWS, units=units, out=tmp_path / name, block=5, **settings, **FAST
        )
        xarray.testing.assert_allclose(kept, found, rtol=1e-12)
        assert kept["x"].units == "m" and kept.attrs == found.attrs
        kept.close()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["c.nc", "c.zarr"]


@with_libraries
def test_other_equations_settings_or_members_are_not_mixed(tmp_path: Path) -> None:
    out = tmp_path / "c.zarr"
    SLEIGH.sweep({"a": "0.1:1:3"}, out=out, **FAST).close()
    other = System(
        coordinates="x y theta", parameters="m I a", positive="m I a",
        lagrangian=SLEIGH.specification.lagrangian + " - m*x",
        constraints=SLEIGH.specification.constraints,
        simulate={"initial": dict(SLEIGH.specification.simulate.initial),
                  "parameters": dict(SLEIGH.specification.simulate.parameters)},
    )  # fmt: skip
    for system, grid, settings, word in (
        (other, "0.1:1:3", {}, "equations of motion"),
        (SLEIGH, "0.1:1:4", {}, r"members \(a, dimensions\)"),
        (SLEIGH, "0.1:1:3", {"m": 2}, r"settings .*\(m\)"),
        (SLEIGH, "0.1:1:3", {"theory": "multipliers"}, "equations of motion"),
    ):
        with pytest.raises(BadValue, match=word):
            system.sweep({"a": grid}, out=out, **FAST, **settings)
    (tmp_path / "mine.zarr").mkdir()
    with pytest.raises(BadValue, match="is no campaign"):
        SLEIGH.sweep({"a": "0.1:1:3"}, out=tmp_path / "mine.zarr", **FAST)
    places = (("no/c.zarr", "does not exist"), ("z" * 300, "too long"), ("\0", "null"))
    endings = [(f"c.{end}", rf"c\.nc or a folder c\.zarr.*\.{end}") for end in ("csv", "xyz", "NC")]
    for place, word in (*places, *endings):
        with pytest.raises(BadValue, match=word):
            SLEIGH.sweep({"a": "0.1:1:3"}, out=tmp_path / place, **FAST)
    with pytest.raises(BadValue, match="unit 1 of x"):
        SLEIGH.sweep({"a": "0.1:1:3"}, units={"x": 1}, **FAST)
    for chunk in (out / "status" / "c").rglob("*"):
        if chunk.is_file():
            chunk.write_bytes(b"not what was written")
    with pytest.raises(BadValue, match="damaged"):
        SLEIGH.sweep({"a": "0.1:1:3"}, out=out, **FAST)


SCRIPT = """
import sys
from mechanics import System
if __name__ == "__main__":
    System.from_gallery("chaplygin-sleigh").sweep(
        {"a": "0.1:1:40"}, {"m": "lognormal(0, 0.1)"}, 10, out=sys.argv[1], block=10,
        workers=int(sys.argv[2]), until=4, points=21)
"""


@pytest.mark.parametrize("workers", [1, 2])
@with_libraries
def test_a_killed_campaign_goes_on_where_it_was(tmp_path: Path, workers: int, monkeypatch) -> None:
    import xarray

    script, out = tmp_path / "run.py", tmp_path / "c.zarr"
    script.write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(script), str(out), str(workers)], start_new_session=True
    )
    until = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < until:
        # What is being written has a name that is no number yet.
        written = [p for p in out.glob("status/c/*/*") if p.name.isdigit()]
        if len(written) >= 5:
            break
        time.sleep(0.01)
    assert process.poll() is None, "it ended before it could be killed"
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with xarray.open_zarr(out, consolidated=False, chunks=None) as partial:
        done = int((partial["status"].values >= 0).sum())
        known = partial["x"].values[partial["status"].values >= 0]
    assert 50 <= done < 400 and not np.isnan(known).any()
    again: list[int] = []
    compute = Members.compute

    def watched(self, values):
        again.append(len(values["m"]))
        return compute(self, values)

    monkeypatch.setattr(Members, "compute", watched)
    arguments = ({"a": "0.1:1:40"}, {"m": "lognormal(0, 0.1)"}, 10)
    finished = SLEIGH.sweep(*arguments, out=out, block=10, until=4, points=21)
    assert sum(again) == 400 - done  # none is lost, none is computed twice
    whole = SLEIGH.sweep(*arguments, block=100, until=4, points=21)
    xarray.testing.assert_allclose(finished, whole, rtol=1e-12)
    finished.close()


@with_libraries
def test_two_processes_do_not_write_one_campaign(tmp_path: Path) -> None:
    from mechanics.motion.campaign_lock import alone

    with alone(tmp_path / "c.zarr"), pytest.raises(BadValue, match="another process writes"):
        SLEIGH.sweep({"a": "0.1:1:3"}, out=tmp_path / "c.zarr", **FAST)


RIVALS = """
import os, sys, time
from pathlib import Path
from mechanics.errors import BadValue
from mechanics.motion.campaign_lock import alone
end = time.monotonic() + 1.5
while time.monotonic() < end:
    try:
        with alone(Path(sys.argv[1])):
            os.close(os.open(sys.argv[1] + ".in", os.O_CREAT | os.O_EXCL))
            os.unlink(sys.argv[1] + ".in")
    except BadValue:
        pass
"""


@with_libraries
def test_rivals_for_a_campaign_are_never_two_at_once(tmp_path: Path) -> None:
    """Also where one asks between another's end and the removal of its lock; a lock of who was
    killed is none."""
    from mechanics.motion.campaign_lock import alone

    place = str(tmp_path / "c.zarr")
    runs = [subprocess.Popen([sys.executable, "-c", RIVALS, place]) for _ in range(3)]
    assert [run.wait(60) for run in runs] == [0, 0, 0]
    holder = "import sys, pathlib, os; from mechanics.motion.campaign_lock import alone\n"
    holder += "with alone(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", holder, place]).returncode == -9
    assert (tmp_path / ".c.zarr.lock").exists()
    with alone(tmp_path / "c.zarr"):
        pass


@with_libraries
def test_a_lock_has_many_names_and_may_be_lost(tmp_path: Path) -> None:
    from mechanics.motion.campaign_lock import alone

    place, lock = tmp_path / "c.nc", tmp_path / ".c.nc.lock"
    (tmp_path / "link.nc").symlink_to(place)
    with alone(place) as ask:
        for other in (tmp_path / "link.nc", tmp_path / "c.nc.partial"):
            with pytest.raises(BadValue, match="another process writes"), alone(other):
                pass
        ask()
        lock.unlink()
        with alone(place) as second:
            second()
            with pytest.raises(BadValue, match=r"was removed.*repeat the command"):
                ask()
    assert not lock.exists()
    # What is no lock is neither waited for, nor followed, nor removed.
    own = tmp_path / "own.txt"
    own.write_text("mine")
    for make, told in (
        (lambda: os.mkfifo(lock), "cannot be locked"),
        (lambda: lock.symlink_to(own), "cannot be locked"),
        (lambda: lock.write_text("mine"), "is not the lock of a campaign"),
    ):
        make()
        with pytest.raises(BadValue, match=told), alone(place):
            pass
        lock.unlink()
    assert own.read_text() == "mine"


CLUSTER = """
import os, signal, sys, threading, time
import numpy as np
from distributed import LocalCluster
from mechanics import System
if __name__ == "__main__":
    sleigh = System.from_gallery("chaplygin-sleigh")
    what = ({"a": "0.1:1:30"}, {"m": "lognormal(0, 0.1)"}, 10)
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster:
        victim = next(iter(cluster.workers.values())).process.pid
        killed = []
        def progress(done):
            if done > 0.2 and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(done)
        found = sleigh.sweep(*what, out=sys.argv[1], block=10, until=4, points=21,
                             scheduler=cluster.scheduler_address, progress=progress)
    assert killed and killed[0] < 0.9
    whole = sleigh.sweep(*what, until=4, points=21)
    assert (found["status"] == 0).all()
    assert np.allclose(found["theta"], whole["theta"], rtol=1e-12, atol=0)
    print("the cluster lost a worker and no member")
"""


@with_libraries
def test_a_cluster_that_loses_a_worker_loses_no_member(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    run = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "c.zarr")],
        capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert "the cluster lost a worker and no member" in run.stdout, run.stderr[-2000:]


@with_libraries
def test_a_scheduler_that_is_not_there_is_named() -> None:
    with pytest.raises(BadValue, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        SLEIGH.sweep({"a": "0.1:1:3"}, scheduler="tcp://127.0.0.1:9", **FAST)


@with_libraries
def test_on_the_command_line(tmp_path: Path) -> None:
    out = str(tmp_path / "c.nc")
    command = ["sweep", "chaplygin-sleigh", "--grid", "a=-0.5:1:4", "--random", "m=uniform(1, 2)",
               "--members", "3", "--until", "2", "--points", "5", "--out", out]  # fmt: skip
    run = CliRunner().invoke(cli, command, catch_exceptions=False)
    assert "a 4, member 3, t 5" in run.output and "members: 6 complete, 6 refused" in run.output
    assert "refused: 3 since a = -0.5, but the system declares a to be positive" in run.output
    run = CliRunner().invoke(cli, [*command, "--json"], catch_exceptions=False)
    assert '"complete": 6' in run.output
    assert '"a = -0.5, but the system declares a to be positive": 3' in run.output


SCHEDULER = """
import os, signal, socket, subprocess, sys, time
import numpy as np
import xarray
from mechanics import System
from mechanics.errors import BadValue

def cluster():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address, quiet = f"tcp://127.0.0.1:{port}", dict.fromkeys(("stdout", "stderr"), -3)
    begun = [
        subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{what}", *more,
                          "--no-dashboard"], **quiet)
        for what, *more in (("scheduler", "--host", "127.0.0.1", "--port", str(port)),
                            ("worker", address, "--nthreads", "1", "--no-nanny"))
    ]
    while begun[0].poll() is None:  # a busy machine takes long
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    return address, begun

def campaign(address, told):
    return sleigh.sweep(*what, out=sys.argv[1], block=10, until=4, points=21,
                        scheduler=address, progress=told)

if __name__ == "__main__":
    sleigh = System.from_gallery("chaplygin-sleigh")
    what = ({"a": "0.1:1:12"}, {"m": "lognormal(0, 0.1)"}, 10)
    address, processes = cluster()
    def kill(done):
        if done > 0.2 and processes[0].poll() is None:
            os.kill(processes[0].pid, signal.SIGKILL)
            processes[0].wait()
    try:
        campaign(address, kill)
        sys.exit("the campaign did not notice")
    except BadValue as error:
        print(str(error).replace(chr(10), " "))
    finally:
        processes[1].kill()
    with xarray.open_zarr(sys.argv[1], consolidated=False, chunks=None) as partial:
        left = int((partial["status"].values < 0).sum())
    address, processes = cluster()
    again = []
    try:
        found = campaign(address, again.append)
    finally:
        for process in processes:
            process.kill()
    assert 0 < left < 120 and 10 * len(again) == left, (left, len(again))
    whole = sleigh.sweep(*what, until=4, points=21)
    assert (found["status"] == 0).all()
    assert np.allclose(found["theta"], whole["theta"], rtol=1e-12, atol=0)
    print("the campaign lost its scheduler and no member")
"""


@with_libraries
def test_a_campaign_that_loses_its_scheduler_goes_on_with_another(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(SCHEDULER)
    run = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "c.zarr")],
        capture_output=True, text=True, timeout=400, check=False,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s"},
    )  # fmt: skip
    lost, _, done = run.stdout.partition("\n")
    assert "was lost" in lost and "what was computed is kept" in lost, run.stderr[-2000:]
    assert done == "the campaign lost its scheduler and no member\n", run.stderr[-2000:]
    assert "Traceback" not in run.stderr, run.stderr[-2000:]


def test_what_is_unfinished_is_known_by_its_mark(tmp_path: Path) -> None:
    """A foreign file, link or folder beside a campaign stays; what a kill left goes."""
    from mechanics.motion.campaign_lock import unfinished

    other = tmp_path / "mine"
    other.mkdir()
    (other / "notes").write_text("mine")
    for k, put in enumerate(
        (
            lambda place: place.write_text("mine"),
            lambda place: place.symlink_to(other),
            lambda place: shutil.copytree(other, place),
        )
    ):
        (tmp_path / str(k)).mkdir()
        place = tmp_path / str(k) / ".runs.zarr.unfinished"
        put(place)
        with (
            pytest.raises(BadValue, match="was not left there by a campaign"),
            unfinished(place.with_name("runs.zarr")),
        ):
            pass
        assert os.path.lexists(place) and (other / "notes").read_text() == "mine"
    path, place = tmp_path / "runs.zarr", tmp_path / ".runs.zarr.unfinished"
    code = "import os, pathlib, sys; from mechanics.motion.campaign_lock import unfinished\n"
    code += "with unfinished(pathlib.Path(sys.argv[1])) as made:\n    made.mkdir(); os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 9
    assert (place / "runs.zarr").is_dir()
    with unfinished(path) as made:
        assert not made.exists()
        made.mkdir()
        made.rename(path)
    assert path.is_dir() and not os.path.lexists(place)
