"""Every command ends: within its time and memory, in one line, with what it has."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from diffgeo import Manifold, check, limit, limits
from diffgeo.errors import LimitExceeded, TooLarge
from mechanics import load
from mechanics.errors import BadFile
from mechanics.faces.command_line import cli, main

ROOT = Path(__file__).parents[3]
posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="the parent needs a child process")
linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is seen on Linux only")

#: Seconds after which a command hangs: far more than a machine under load needs.
PATIENCE = 300


def start(setup: str, *arguments: str, **options: object) -> subprocess.Popen[str]:
    """The program in a process, after a line that changes it."""
    # A shell starts what runs in the background without the interrupt of the keyboard.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    # Nor does what is started by nohup end with its terminal.
    code += "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    code += "import mechanics.faces.command_line as cli, mechanics.faces.supervision as s\n"
    code += f"{setup}\ncli.main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
    )  # fmt: skip


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    assert err.count("\n") == 1 and "Traceback" not in err and err.startswith("mechanics: ")
    return process.returncode, out, err


# A sleep is like a call into a compiled library: no exception interrupts it.
HANG = "import mechanics.model.systems as m\ns.GRACE = 0.2\n"
HANG += "def load(*a):\n    print('ready', flush=True); s.time.sleep(60)\nm.load = load"
SPIN = "import mechanics.model.systems as m\n"
SPIN += "def load(*a):\n    print('ready', flush=True)\n    while True: pass\nm.load = load"
#: Where a command stands still its limit begins anew, and is short.
STILL = "s.GRACE = 0.2\ndef still(*a):\n    s._work.seconds = 0.3; s.restart(); s.time.sleep(60)\n"
EAT = "import mechanics.model.systems, time\ndef load(*a):\n    found = []\n"
EAT += "    while True: found.append(bytearray(2**24)); time.sleep(0.01)\n"
EAT += "mechanics.model.systems.load = load"


@posix
@pytest.mark.parametrize("setup", [HANG, SPIN])
def test_a_command_ends_in_time(setup: str) -> None:
    begin = time.monotonic()
    status, out, err = end(start(setup, "derive", "pursuit", "--limit", "1"))
    assert status == 3 and out == "ready\n" and time.monotonic() - begin < 30
    assert "the limit of 1 seconds is exceeded while reading the system" in err
    assert "--limit SECONDS" in err


@linux
def test_a_command_ends_before_memory_does() -> None:
    status, _, err = end(start(EAT, "derive", "pursuit", "--memory", "300"))
    assert status == 3 and "300 MiB of memory is exceeded while reading the system" in err


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("setup", [HANG, SPIN], ids=["hanging", "running"])
def test_signals_end_both_processes(setup: str, number: signal.Signals) -> None:
    process = start(setup, "derive", "pursuit")
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    process.send_signal(number)
    status, _, err = end(process)
    assert status == 128 + number and ("interrupted" in err or "terminated" in err)


@posix
def test_what_was_computed_is_kept() -> None:
    hang = STILL + "import mechanics.theories.dynamics as d; d.Dynamics.checks = still"
    status, out, err = end(start(hang, "derive", "pursuit", "--check", "--json"))
    assert status == 3 and json.loads(out)["system"] == "Curve of pursuit"
    assert "while checking the result" in err and "until then is kept" in err


PARTS = {
    "energy": "import mechanics.analysis.energy as e; e.EnergyBalance.checks = still",
    "compare": (
        "import mechanics.analysis.comparison as c\nbalance = c.EnergyBalance\ncount = []\n"
        "def hang(*a):\n    count.append(1)\n"
        "    return balance(*a) if len(count) < 2 else still()\n"
        "c.EnergyBalance = hang"
    ),
    "geometry": (
        "import mechanics.faces.geometry_report as g\nblock = g.Block\n"
        "def hang(key, *a):\n    key == 'electromagnetic' and still()\n"
        "    return block(key, *a)\ng.Block = hang"
    ),
}


@posix
@pytest.mark.parametrize("command", PARTS)
def test_parts_of_reports_are_kept(command: str) -> None:
    setup = STILL + PARTS[command]
    status, out, err = end(start(setup, command, "vertical-rolling-disk", "--json"))
    data = json.loads(out)
    assert status == 3 and "until then is kept" in err
    if command == "energy":
        assert data["energy"] and data["checks"] is None and data["conserved"] is None
    elif command == "compare":
        compared = [name for name, each in data["theories"].items() if each["applicable"]]
        assert len(compared) == 1 and data["agree"] is None
        assert data["theories"]["multipliers"]["reason"] == "not compared yet"
    else:
        assert data["metric"] and data["deflection_v"] and "electromagnetic" not in data


# Writing takes longer than a command may otherwise go on after its limit.
SAVE = "import time, mechanics.motion.trajectory as t\nwrite = t.Trajectory.to_csv\n"
SAVE += (
    "def slowly(*a, **k):\n    print('saving', flush=True); time.sleep(1); return write(*a, **k)\n"
)
SAVE += "import mechanics.motion.simulation as m\nrun = m.integrate\n"
SAVE += "def begun(*a):\n    print('begun', flush=True); return run(*a)\n"
SAVE += "m.integrate, t.Trajectory.to_csv, s.GRACE = begun, slowly, 0.2"
SOON = (
    "\nleft = s.remaining\ndef soon(*a):\n    s._work.seconds = 1; s.restart(); return left(*a)\n"
)
SOON += "s.remaining = soon"
LONG = """
coordinates = ["x"]
lagrangian = "xdot**2/2 - x**2/2"
[simulate]
until = "10**7"
points = 1000000
initial = { x = 1, xdot = 0 }
"""


@posix
@pytest.mark.parametrize("number", [None, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_trajectory_is_written_before_the_end(tmp_path: Path, number: int | None) -> None:
    source, table = tmp_path / "long.toml", tmp_path / "motion.csv"
    source.write_text(LONG)
    command = ["simulate", str(source), "--out", str(table)]
    process = start(SAVE if number else SAVE + SOON, *command)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    if number is not None:
        time.sleep(0.3)
        process.send_signal(number)
    status, _, err = end(process)
    assert status == {None: 3, signal.SIGINT: 130}.get(number, 143)
    assert "the trajectory is partial: at t = " in err
    assert ("allow more with --limit" in err) is (number is None)
    assert len(table.read_text().splitlines()) > 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["long.toml", "motion.csv"]


@posix
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_in_a_finaliser_is_not_lost(tmp_path: Path, name: str, status: int) -> None:
    # Python drops what is raised there, and modules that are imported may drop it, too.
    lost = f"import os\nclass Last:\n    def __del__(self): os.kill(os.getpid(), signal.{name})\n"
    (source := tmp_path / "long.toml").write_text(LONG)
    command = ["simulate", str(source), "--out", str(tmp_path / "motion.csv")]
    process = start(lost + SAVE.replace("print('begun', flush=True)", "Last()"), *command)
    found, _, err = end(process)
    assert found == status and "the trajectory is partial: at t = " in err


@posix
def test_who_asks_twice_does_not_wait(tmp_path: Path) -> None:
    slow = SAVE.replace("time.sleep(1)", "time.sleep(60)")
    (source := tmp_path / "long.toml").write_text(LONG)
    command = ["simulate", str(source), "--out", str(tmp_path / "a.csv")]
    process = start(slow, *command)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(1)  # until it integrates, also on a busy machine
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "saving\n"
    time.sleep(1.2)  # who asks within a second is a terminal that asks both processes
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    status, _, err = end(process)
    assert status == 130 and "interrupted" in err and time.monotonic() - begin < 20
    assert list(tmp_path.iterdir()) == [source]


@posix
def test_what_is_to_be_ignored_is_ignored() -> None:
    ignore = "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    wait = "import mechanics.model.systems as y\nload = y.load\n"
    wait += "def late(*a):\n    print('ready', flush=True); s.time.sleep(0.5); return load(*a)\n"
    process = start(f"{ignore}{wait}y.load = late\ns.GRACE = 0.2", "derive", "pursuit", "--json")
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGHUP)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and json.loads(out) and not err


def test_every_command_has_limits() -> None:
    for command in cli.commands.values():
        assert {"limit", "memory"} <= {option.name for option in command.params}


def test_limits_hold_within_a_process_too(capsys, monkeypatch) -> None:
    def spin(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("mechanics.model.systems.load", spin)
    with pytest.raises(SystemExit) as stop:
        main(["derive", "pursuit", "--limit", "0.3"])
    assert stop.value.code == 3 and "0.3 seconds" in capsys.readouterr().err


def test_limits_in_python() -> None:
    begin = time.monotonic()
    M = Manifold("M", "x y z u v")
    with pytest.raises(LimitExceeded, match=r"operation was \(x \+ y \+ z\)\*\*60"), limit(1):
        f = M.function("(x + y + z)**60")
        while True:
            f = f + 1
    assert time.monotonic() - begin < 30
    with limit(60, megabytes=100_000):
        assert str(Manifold("N", "a").function("a + a")) == "2*a"
    # What is raised in the block is not hidden, and an inner limit leaves the outer one.
    with pytest.raises(KeyError), limit(60):
        raise KeyError
    with limit(60), pytest.raises(LimitExceeded, match=r"0\.1 seconds"), limit(0.1):
        while True:
            pass
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="positive"):
            limit(wrong)


def test_what_swallows_everything_is_stopped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_AGAIN", 1.0)
    swallowed = 0
    with pytest.raises(LimitExceeded), limit(0.1):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                swallowed += 1
                if swallowed > 1:
                    raise
    assert swallowed == 2


SOURCES = {
    "a power": "(xdot + ydot + x + y + m)**40",
    "a number": f"sqrt({10**99 + 289}*{10**99 + 303})*xdot",
    "a radicand": "sqrt(x**60 + y**57 + 1)*xdot",
    "a logarithm": "log(x**60 + y**57 + 1)*xdot",
}


@pytest.mark.parametrize("formula", SOURCES.values(), ids=SOURCES)
def test_what_is_too_large_is_said_at_once(tmp_path: Path, formula: str) -> None:
    path = tmp_path / "large.toml"
    path.write_text(
        'coordinates = ["x", "y"]\nparameters = ["m"]\n'
        f'lagrangian = "xdot**2 + ydot**2 + {formula}"\n'
    )
    begin = time.monotonic()
    with pytest.raises(TooLarge):
        load(str(path))
    assert time.monotonic() - begin < 20


def test_denominators_of_high_degree_are_not_taken_apart() -> None:
    M = Manifold("M", "x y")
    f = M.function("1/(x**60 + y**57 + 1)")
    assert check(f * M.function("x**60 + y**57 + 1") == 1)
    assert not check(f * M.function("x**60 + y**57 - 1") == 1)


@posix
def test_devices_and_pipes_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for path in ("/dev/zero", "/dev/null", tmp_path / "pipe.toml", tmp_path / "loop.toml",
                 tmp_path, tmp_path / ("q" * 5000 + ".toml"), "a\x00/b.toml"):  # fmt: skip
        with pytest.raises(BadFile) as caught:
            load(str(path))
        assert "\n" not in str(caught.value)


@posix
def test_names_that_no_file_can_have(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    reasons = {"q" * 5000: "no gallery system", "a\x00b": "no gallery", "loop": "symbolic links"}
    for name, reason in reasons.items():
        for command in ("derive", "simulate"):
            with pytest.raises(SystemExit) as stop:
                main([command, name])
            error = capsys.readouterr().err
            assert stop.value.code == 2 and reason in error and error.count("\n") == 1


@posix
def test_a_pipe_can_be_read() -> None:
    text = (ROOT / "examples" / "pursuit.toml").read_text()
    result = subprocess.run(
        [sys.executable, "-m", "mechanics", "derive", "/dev/stdin"],
        input=text, capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert result.stdout.startswith("Pursuit curve")


STREAMS = {
    "list >/dev/full": (2, "cannot be written"),
    "derive pursuit --json >/dev/full": (2, "cannot be written"),
    "list >&-": (2, "cannot be written"),
    "list >/dev/null 2>&- <&-": (0, ""),
    "derive nothing 2>/dev/full": (2, ""),
    "derive nothing 2>&-": (2, ""),
    "derive pursuit --out /dev/full": (2, "No space left"),
}


@linux
@pytest.mark.parametrize("command", STREAMS)
def test_streams_that_cannot_be_written(command: str) -> None:
    status, said = STREAMS[command]
    result = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m mechanics {command}"],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert result.returncode == status
    assert said in result.stderr and result.stderr.count("\n") == bool(said)
