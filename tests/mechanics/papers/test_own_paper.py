"""The ledger of the tutorial "My own paper": its outcomes, its certificate, and wrong input."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from mechanics.faces.command_line import main
from mechanics.papers import ledger_of_file
from mechanics.papers.engine.judgement import run

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "my_paper.py"

WRONG = """
from mechanics.papers.engine.claims import Judgement, Ledger, fact

LEDGER = Ledger("wrong", "A draft", lambda family, seed, quick: [("it", 1)] if family else [])


@LEDGER.claim("N-1", "1", "identity", "1 = 1", on={family!r})
def claim(datum):
    {body}
"""
CONTROL = '{"w": fact("1 = 2", False)}'


def verify(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["verify", *arguments])
    captured = capsys.readouterr()
    return int(str(stop.value.code or 0)), captured.out, captured.err


def test_the_example_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = verify(capsys, str(EXAMPLE))
    assert (status, err) == (0, "")
    assert "1 holds-under-condition, 2 holds" in out
    assert "without it: for ydot = x: left - right is 1" in out


def test_the_evidence_of_the_example() -> None:
    found = {outcome.claim.id: outcome for outcome in run(ledger_of_file(EXAMPLE))}
    assert [found[id].evidence for id in ("N-1", "N-2", "N-3")] == [
        "verified",
        "verified",
        "proved",
    ]
    assert found["N-3"].covers == "all dimensions, all data (certificate)"
    assert found["N-2"].covers == "examples: bead"
    assert all(outcome.mutations for outcome in found.values())


def test_the_counterexample_of_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """A ledger in a file is found by its path, its data by their names."""
    (found,) = run(ledger_of_file(EXAMPLE), ["N-1"])
    assert found.counterexample is not None
    exec(found.counterexample["code"], {})
    verdict, left, right = capsys.readouterr().out.splitlines()
    assert verdict == "REFUTED" and left != right


def test_the_theorem_has_a_certificate(tmp_path: Path) -> None:
    path = tmp_path / "torsions.json"
    runpy.run_path(str(EXAMPLE))["torsions"]().certificate.save(path)
    command = [sys.executable, "-m", "diffgeo.proofs.checker", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "proved: " in done.stdout


def test_a_print_that_is_refuted_shows_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EXAMPLE.read_text("utf8").replace("(g + 2*xdot**2)", "(g + 3*xdot**2)")
    path = tmp_path / "refuted.py"
    path.write_text(text, "utf8")
    status, out, err = verify(capsys, str(path), "--claim", "N-2")
    assert status == 1
    assert "N-2        undecided (refuted): " in out and "refuted: lambda\n" in out
    assert "counterexample: lambda: left - right is " in out
    assert "why: the correction is not established: none is given" in out
    assert err == "not as recorded: N-2: undecided, and nothing is recorded\n"


@pytest.mark.parametrize(
    ("body", "family", "message"),
    [
        ("return 1 / 0", "it", "ZeroDivisionError: division by zero (wrong.py, line 9)"),
        ("return missing", "it", "NameError: name 'missing' is not defined (wrong.py, line 9)"),
        ("return Judgement({})", "", "no data of the family ''"),
        ("return Judgement({})", "it", "nothing is stated as printed"),
        ("return None", "it", "the claim's function returns a NoneType; return a Judgement"),
        (f'return Judgement({{"a": True}}, {CONTROL})', "it", "a part of a claim is a bool; give"),
        (f'return Judgement({{"a": "1 = 1"}}, {CONTROL})', "it", "a part of a claim is a str; gi"),
        (f'return Judgement({{"a": []}}, {CONTROL})', "it", "a part of a claim states nothing"),
        ('return Judgement({"a": fact("1 = 1", True)})', "it", "the check cannot fail: not refu"),
    ],
)
def test_what_is_wrong_with_a_claim_is_said(
    body: str, family: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG.format(family=family, body=body), "utf8")
    status, out, err = verify(capsys, str(path))
    assert status == 1 and "N-1        undecided" in out and message in out
    assert err == "not as recorded: N-1: undecided, and nothing is recorded\n"
