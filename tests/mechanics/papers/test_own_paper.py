"""The ledger of the tutorial "My own paper": its outcomes, its certificate, and wrong input."""

from __future__ import annotations

import json
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

DATA = {{"it": [("it", 1)], "one": ("it", 1)}}
LEDGER = Ledger("wrong", "A draft", lambda family, seed, quick: DATA.get(family, []))


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


def checked(*paths: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "diffgeo.proofs.checker", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


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
    status, out = checked(path)
    assert status == 0 and "proved: " in out


@pytest.mark.parametrize("more", [(), ("--workers", "2")])
def test_certificates_of_claims_are_written(
    more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is proved has one, also of the published papers; what is not has none."""
    folder = tmp_path / "certificates"
    arguments = (str(EXAMPLE), "--certificates", str(folder), "--json", *more)
    status, out, _ = verify(capsys, *arguments)
    path = folder / "my-paper-N-3.json"
    assert status == 0 and list(folder.iterdir()) == [path]
    assert [found.get("certificate") for found in json.loads(out)] == [None, None, str(path)]
    status, text = checked(path)
    assert status == 0 and text.startswith(f"{path}: proved: ")

    path.write_text(path.read_text("utf8").replace('"L"', '"i"', 1), "utf8")
    status, text = checked(path)
    assert status == 1 and "REFUSED" in text


def test_certificates_follow_the_claims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a claim that is no longer proved none stays, and nothing else is touched."""
    (tmp_path / "mine.json").write_text("{}", "utf8")
    book = tmp_path / "my_paper.py"
    book.write_text(EXAMPLE.read_text("utf8"), "utf8")
    arguments = (str(book), "--certificates", str(tmp_path), "--claim", "N-3")
    for _ in range(2):  # what was written here is replaced
        assert verify(capsys, *arguments)[0] == 0
    path = tmp_path / "my-paper-N-3.json"
    assert path.is_file()
    text = book.read_text("utf8")
    wrong = text.replace("torsions()}", "bracket(Q, P) == bracket(P, P)}")
    assert wrong != text
    book.write_text(wrong, "utf8")
    assert verify(capsys, *arguments)[0] == 1
    assert not path.exists() and (tmp_path / "mine.json").read_text("utf8") == "{}"
    path.write_text("mine", "utf8")
    status, _, err = verify(capsys, *arguments)
    assert status == 2 and "exists and was not written by mechanics" in err
    assert path.read_text("utf8") == "mine"


def test_certificates_need_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", "utf8")
    for place, message in (("file", "is no folder"), ("missing/place", "does not exist")):
        status, out, err = verify(capsys, str(EXAMPLE), "--certificates", str(tmp_path / place))
        assert (status, out) == (2, "") and message in err and err.count("\n") == 1


def test_certificates_of_published_papers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One for what is proved, or right in the place of an error; none for other claims."""
    claims = ("DLMD-3.15", "MN-2.08p", "SAR-2.07", "SAR-5.20", "SEN-3.61")
    chosen = [word for id in claims for word in ("--claim", id)]
    status, out, _ = verify(capsys, "--quick", "--certificates", str(tmp_path), "--json", *chosen)
    found = {each["id"]: each for each in json.loads(out)}
    written = {id: Path(each["certificate"]) for id, each in found.items() if "certificate" in each}
    assert status == 0 and sorted(written.values()) == sorted(tmp_path.iterdir())
    assert set(found) - set(written) == {"SAR-5.20"}
    assert {found[id]["verdict"] for id in written} == {"holds", "misprint", "false"}
    assert checked(*written.values())[0] == 0


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
    assert err == "not as expected: N-2: undecided, not one that holds\n"


@pytest.mark.parametrize(
    ("body", "family", "message"),
    [
        ("return 1 / 0", "it", "ZeroDivisionError: division by zero (wrong.py, line 10)"),
        ("return missing", "it", "NameError: name 'missing' is not defined (wrong.py, line 10)"),
        ("return Judgement({})", "", "no data of the family ''"),
        ("return Judgement({})", "it", "nothing is stated as printed"),
        ("return Judgement({})", "one", "one is a str; give a list of pairs (name, datum)"),
        ('return Judgement(fact("1 = 1", True))', "it", "what is printed is given as Fact; give"),
        ("return None", "it", "the claim's function returns a NoneType; return a Judgement"),
        (f'return Judgement({{"a": True}}, {CONTROL})', "it", "the part 'a' of the claim is a"),
        (f'return Judgement({{"a": "1 = 1"}}, {CONTROL})', "it", "the part 'a' of the claim is"),
        (f'return Judgement({{"a": []}}, {CONTROL})', "it", "part 'a' of the claim states nothing"),
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
    assert err == "not as expected: N-1: undecided, not one that holds\n"
