"""Papers and commands are found by entry points, ledgers of one's own in files."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from mechanics import entry_points
from mechanics.errors import BadLedger, UnknownName
from mechanics.faces import command_line, paper_list
from mechanics.faces.command_line import main
from mechanics.papers import ledger, ledger_of_file, titles
from mechanics.papers.engine.claims import Ledger
from mechanics.papers.engine.judgement import run

ROOT = Path(__file__).resolve().parents[3]

OWN = """
from mechanics.papers.engine.claims import Judgement, Ledger, fact

LEDGER = Ledger("own", "Nobody, A note", lambda family, seed, quick: [("none", None)], lambda: None)


@LEDGER.claim("N-1", where="1", kind="formula", statement="1 + 1 = {right}", on="none")
def sums(datum):
    wrong = fact("1 + 1 = 4", 1 + 1 == 4)
    return Judgement({{"sum": fact("the sum", 1 + 1 == {right})}}, {{"another": wrong}})
"""


def status(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["verify", *arguments])
    return int(str(stop.value.code or 0))


def test_papers_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    assert list(titles()) == sorted(project["entry-points"]["mechanics.papers"])
    for name, title in titles().items():
        assert (ledger(name).key, ledger(name).paper) == (name, title)


def test_an_unknown_paper_has_a_hint() -> None:
    with pytest.raises(UnknownName, match="did you mean 'sarlet'"):
        ledger("sarlett")


def test_a_broken_paper_is_named_and_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = EntryPoint("odd", "no_such_module:LEDGER", paper_list.GROUP)
    known = entry_points.points(paper_list.GROUP)
    monkeypatch.setattr(paper_list, "points", lambda group: {**known, "odd": broken})
    assert list(titles()) == list(known)
    with pytest.raises(SystemExit):
        main(["list"])
    assert "the ledger 'odd' of the distribution an unknown distribution" in capsys.readouterr().err


def test_a_broken_command_is_named_and_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = EntryPoint("odd", "no_such_module:odd", "mechanics.commands")
    monkeypatch.setattr(command_line, "points", lambda group: {"odd": broken})
    for arguments, code in [(["--help"], 0), (["odd", "--any", "thing"], 2)]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert (stop.value.code or 0) == code
    shown = capsys.readouterr()
    assert re.search(r"  odd +Cannot be loaded\.", shown.out) and "  derive  " in shown.out
    assert "the command 'odd' of the distribution an unknown" in shown.err


@pytest.mark.parametrize(("right", "code"), [("2", 0), ("3", 1)])
def test_a_ledger_of_ones_own_is_run(
    right: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.py"
    (tmp_path / f"beside_own_{code}.py").write_text("", "utf8")
    path.write_text(f"import beside_own_{code}\n{OWN.format(right=right)}", "utf8")
    assert status(str(path)) == code
    assert ("N-1        holds" in capsys.readouterr().out) == (code == 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("other = 1", "has no LEDGER"),
        ("LEDGER = 1", "its LEDGER is of the type int"),
        ("raise RuntimeError('no')", "cannot be loaded: RuntimeError: no"),
    ],
)
def test_a_file_without_a_ledger_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(text, "utf8")
    with pytest.raises(BadLedger, match=message):
        ledger_of_file(path)
    assert status(str(tmp_path / "nowhere.py")) == 2


def test_other_processes_judge_alike(tmp_path: Path) -> None:
    """A ledger of a file and one of the library; what is made by hand cannot be found."""
    path = tmp_path / "own.py"
    path.write_text(OWN.format(right=2))
    told: list[float] = []
    given = ((ledger_of_file(path), ["N-1"]), (ledger("sarlet"), ["SAR-0.01", "SAR-1.02"]))

    def tell(id: str, share: float) -> None:
        told.append(share)

    for book, ids in given:
        alone = [{**o.data(), "seconds": 0} for o in run(book, ids, quick=True)]
        found = run(book, ids, quick=True, workers=2, progress=tell)
        assert [{**o.data(), "seconds": 0} for o in found] == alone
    assert told == [1, 0.5, 1]
    by_hand = Ledger("own", "Nobody, A note", lambda family, seed, quick: [], lambda: None)
    with pytest.raises(BadLedger, match="take workers=1"):
        list(run(by_hand, [], workers=2))
