"""The command line: output, JSON, exit status, files, messages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sympy

from mechanics.faces.command_line import cli, main
from mechanics.faces.options import coloured
from mechanics.motion.geometric_integrators import METHODS
from mechanics.theories.registry import registered

EXAMPLE = Path(__file__).parents[3] / "examples" / "pursuit.toml"


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def call(*arguments: str) -> Result:
        with pytest.raises(SystemExit) as stop:
            main(list(arguments))
        captured = capsys.readouterr()
        return Result(stop.value.code or 0, captured.out, captured.err)

    return call


def test_list(run) -> None:
    result = run("list")
    assert result.status == 0
    for word in ("pursuit", "ball-on-turntable", "projection", "multipliers"):
        assert word in result.out
    data = json.loads(run("list", "--json").out)
    assert {"pursuit", "appell-hamel", "snakeboard"} <= set(
        data["systems"]
    ) and "projection" in data["theories"]


def test_derive_json_is_sympy_readable(run) -> None:
    result = run("derive", str(EXAMPLE), "--json")
    data = json.loads(result.out)
    assert result.status == 0 and data["system"] == "Pursuit curve"
    assert data["theory"] == "projection" and len(data["multipliers"]) == 1
    t, x, y, ydot, m = sympy.symbols("t x y ydot m")
    f = sympy.Function("f")
    names = {"f": f, "x": x, "y": y, "ydot": ydot, "t": t, "m": m}
    xddot = sympy.sympify(data["accelerations"]["x"], locals=names)
    expected = -y * ydot * f(t).diff(t) / (y**2 + (f(t) - x) ** 2)
    assert sympy.expand(sympy.numer(sympy.together(xddot - expected))) == 0
    determinant = sympy.sympify(data["regularity"]["determinant"], locals=names)
    assert sympy.expand(determinant * m + y**2 + (f(t) - x) ** 2) == 0
    assert data["conditions"]


def test_derive_text_shows_the_construction_and_the_verdicts(run) -> None:
    result = run("derive", "pursuit", "--details", "--check")
    assert result.status == 0
    for word in ("Theta_L = ", "Omega_L = ", "Z_1 = ", "C_11 = ", "lambda_1 = ", "xddot = ",
                 "VERIFIED: equal to the equations of the theory multipliers",
                 "VERIFIED: constraints[1] is preserved", "theory: projection"):  # fmt: skip
        assert word in result.out


@pytest.mark.parametrize("theory", registered())
def test_every_theory_writes_its_construction(run, theory: str) -> None:
    shown = run("derive", "nonholonomic-particle", "--details", "--theory", theory)
    assert shown.status == 0 and "Construction" in shown.out and "(on the constraints)" in shown.out
    latex = run("derive", "nonholonomic-particle", "--details", "--theory", theory,
                "--format", "latex")  # fmt: skip
    assert latex.status == 0 and latex.out.startswith(r"\begin{aligned}")
    data = run("derive", "nonholonomic-particle", "--details", "--theory", theory, "--json")
    assert data.status == 0 and json.loads(data.out)["details"]


def test_without_constraints_there_is_no_talk_of_them(run, tmp_path: Path) -> None:
    path = tmp_path / "free.toml"
    path.write_text('coordinates = ["q"]\nlagrangian = "qdot**2/2 + cos(q)"\n')
    for verb in (["derive", "--details"], ["energy"], ["integrals"]):
        shown = run(verb[0], str(path), *verb[1:])
        assert shown.status == 0 and "constraint" not in shown.out and "C_ij" not in shown.out
    assert "\n1 of them is functionally independent." in run("integrals", str(path)).out
    lines = run("derive", str(path), "--details", "--format", "latex").out.splitlines()
    assert len(lines) == 7 and "pmatrix" not in "".join(lines)


def test_large_objects_are_cut_in_the_text_only(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanics.faces.derivation_report.LONGEST", 30)
    shown = run("derive", "pursuit", "--details")
    assert shown.status == 0 and "--json has all of them" in shown.out
    (cut,) = (line for line in shown.out.splitlines() if line.startswith("    Theta_L = "))
    beginning = "Theta_L = -m*(xdot**2 + ydot**2)/2 dt + "
    assert cut == f"    {beginning} …   (51 characters; --json has all of them)"
    data = json.loads(run("derive", "pursuit", "--details", "--json").out)
    assert data["details"]["Theta_L"].count("d") >= 3


def test_derive_latex_and_theory(run) -> None:
    result = run("derive", "knife-edge", "--format", "latex", "--theory", "multipliers")
    assert result.status == 0 and r"\ddot{x}" in result.out and r"\phi" in result.out


def test_derive_python_runs(run, tmp_path: Path) -> None:
    out = tmp_path / "pursuit.py"
    assert run("derive", "pursuit", "--format", "python", "--out", str(out)).status == 0
    space: dict[str, object] = {}
    exec(compile(out.read_text(encoding="utf-8"), str(out), "exec"), space)  # our own output
    result = space["accelerations"](0, 0, 2, 0, -1, m=1, f=lambda t: 3 * t, f_1=lambda t: 3)
    assert result == pytest.approx([3 / 2, 0])


def test_a_failed_check_is_status_1(run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        'coordinates = ["x", "y"]\nlagrangian = "(xdot**2 + ydot**2)/2"\n'
        'constraints = ["ydot - x*xdot"]\ninvariants = { momentum = "xdot" }\n'
    )
    result = run("derive", str(path), "--check")
    assert result.status == 1 and "REFUTED: invariant momentum" in result.out


def test_simulate_writes_and_reports(run, tmp_path: Path) -> None:
    table, picture = tmp_path / "a.csv", tmp_path / "a.svg"
    result = run(
        "simulate", str(EXAMPLE), "--until", "2", "--set", "f(t)=2*t", "--set", "x=1/2",
        "--points", "11", "--out", str(table), "--plot", str(picture), "--json",
    )  # fmt: skip
    data = json.loads(result.out)
    assert result.status == 0 and data["end"] == 2 and data["points"] == 11
    assert data["constraints"]["constraint_1"] < 1e-8
    assert any("projected onto the constraints" in note for note in data["notes"])
    assert len(table.read_text().splitlines()) == 12 and "<svg" in picture.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["derive", "persuit"], ["'persuit'", "did you mean 'pursuit'"]),
        (["derive", "absent.toml"], ["absent.toml", "No such file"]),
        (["derive", "pursuit", "--theory", "magic"], ["'magic'", "projection"]),
        (["derive", "pursuit", "--format", "word"], ["word", "text"]),
        (["derive"], ["SYSTEM", "derive --help"]),
        (["frobnicate"], ["frobnicate", "--help"]),
        (["simulate", "pursuit", "--set", "x"], ["--set", "NAME=VALUE"]),
        (["simulate", "pursuit", "--set", "x=1", "--set", "x=2"], ["--set x", "twice"]),
        (["simulate", "pursuit", "--set", "f(t)=2*y + t"], ["f(t)", "y is no argument of f"]),
        (["simulate", "pursuit", "--set", "f(x)=x*t"], ["f(x)", "t is no argument of f"]),
        (["simulate", "pursuit", "--rtol", "1e-20"], ["2.3e-14", "rtol is 1e-20"]),
        (["integrals", "pursuit", "--with", "x*ydot"], ["of the time and the coordinates", "ydot"]),
        (["simulate", "pursuit", "--set", "q=1"], ["'q'", "the names are"]),
        (["simulate", "pursuit", "--until", "soon"], ["until = soon"]),
        (["simulate", "pursuit", "--plot", "a.gif"], ["a.gif", ".png or .svg"]),
        (["simulate", "pursuit", "--out", "/absent/a.csv"], ["/absent", "does not exist"]),
        (["simulate", "pursuit", "--set", "f(t)=__import__('os')"], ["f(t)"]),
    ],
)
def test_bad_input_is_one_line_and_status_2(run, arguments: list[str], words: list[str]) -> None:
    result = run(*arguments)
    assert result.status == 2 and result.out == ""
    assert result.err.startswith("mechanics: ") and result.err.count("\n") == 1
    for word in words:
        assert word in result.err


def test_what_is_no_file_is_written_to_and_not_replaced(run, tmp_path: Path) -> None:
    link, target, pipe = tmp_path / "link.txt", tmp_path / "target.txt", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    assert run("derive", "pursuit", "--out", str(link)).status == 2
    assert link.is_symlink() and target.read_text() == "old"
    assert run("derive", "pursuit", "--out", str(link), "--force").status == 0
    assert link.is_symlink() and target.read_text().startswith("Curve of pursuit")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("derive", "pursuit", "--out", str(pipe)).status == 0
        assert os.read(reader, 100_000).decode() == target.read_text() and pipe.is_fifo()
    finally:
        os.close(reader)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.txt", "pipe", "target.txt"]


def test_bad_input_leaves_no_file(run, tmp_path: Path) -> None:
    out = tmp_path / "a.csv"
    assert run("simulate", "pursuit", "--set", "m=-1", "--out", str(out)).status == 2
    assert list(tmp_path.iterdir()) == []


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mechanics", *arguments],
        capture_output=True, text=True, check=False,
        cwd=Path(__file__).parents[3], **options,
    )  # fmt: skip


def test_as_a_process() -> None:
    result = process("list")
    assert result.returncode == 0 and "pursuit" in result.stdout
    result = process("derive", "no-such-system")
    assert result.returncode == 2 and result.stdout == "" and "Traceback" not in result.stderr


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m mechanics list | true"
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert result.returncode == 0 and result.stderr == ""


def test_without_arguments_the_help_is_shown(run) -> None:
    result = run()
    assert result.status == 0 and result.out.startswith("Usage: mechanics")
    for summary in cli.commands.values():
        # Summaries are whole: nothing ends in dots.
        assert summary.get_short_help_str(200).rstrip(".").split()[-1] in result.out


@pytest.mark.parametrize("name", sorted([*cli.commands, "verify"]))
def test_help_has_two_examples_and_the_statuses(run, name: str) -> None:
    text = run(name, "--help").out
    assert text.count(f"\n    mechanics {name}") >= 2
    assert "Exit status" in text and "--limit" in text and "--json" in text and "--out" in text


def test_versions_of_what_computes(run) -> None:
    text = run("--version").out
    assert "python-flint" in text and "z3-solver" in text and "Python 3" in text


def test_the_shell_completes_systems_and_theories() -> None:
    def offered(line: str) -> str:
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
        asked = {**os.environ, **words, "_MECHANICS_COMPLETE": "bash_complete"}
        return process(env=asked).stdout

    assert offered("mechanics derive pur") == "plain,pursuit\n"
    assert offered("mechanics derive pursuit --theory om") == "plain,omega_gamma\n"


def test_every_report_goes_to_a_file(run, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    assert run("list", "--out", str(path)).status == 0
    assert "Systems" in path.read_text()
    path.write_text("somebody else's")
    result = run("list", "--out", str(path))
    assert result.status == 2 and "--force" in result.err
    assert run("list", "--out", str(path), "--force").status == 0


def test_verdicts_are_coloured_on_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert coloured("REFUTED: a") == "\x1b[31m\x1b[1mREFUTED\x1b[0m: a"
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured("REFUTED: a") == "REFUTED: a"


def test_integrators_over_many_turns(run, tmp_path, monkeypatch) -> None:
    given = ["integrators", "gearbox", "--turns", "3", "--steps", "4", "--until", "1"]
    varied = ["--grid", "a=0,1", "--grid", "epsilon=0,1/10", "--set", "x=cos(a)"]
    plot = tmp_path / "turns.png"
    data = json.loads(
        run(*given, *varied, "--methods", "projected", "--plot", str(plot), "--json").out
    )
    assert (data["turns"], data["steps"], data["members"]) == (3, 4, 2) and plot.exists()
    assert [a["problem"] for a in data["lines"]] == ["epsilon = 0", "epsilon = 0.1"]
    for wrong, message in (
        (["integrators", "gearbox", "--grid", "a=0,1"], "give --turns, too"),
        ([*given, "--steps", "4,5"], "one number"),
        ([*given, "--grid", "a=0,1"], "a is in the grid, but no name"),
    ):
        result = run(*wrong)
        assert result.status == 2 and message in result.err

    def large(*_: object) -> None:
        raise MemoryError

    monkeypatch.setitem(METHODS, "midpoint", (large, 2))
    for more in ([], given[2:]):
        result = run("integrators", "gearbox", "--methods", "runge_kutta,midpoint", *more)
        assert result.status == 3 and "runge_kutta " in result.out and "midpoint" not in result.out
