"""All questions on one page."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gallery_systems import gallery_dynamics

from mechanics import System, load
from mechanics.faces.command_line import main
from mechanics.faces.derivation_report import latex_rows
from mechanics.faces.mathematics import mathml
from mechanics.faces.study_report import ASKED, MOTION, Study
from mechanics.model import gallery


def test_every_question_is_answered_or_says_why() -> None:
    found = Study(load("nonholonomic-particle"))
    answers = {s.question: s.answer for s in found.sections}
    assert list(answers) == list(ASKED)
    assert "(y**2 + 1)**(1/2)" in answers["Is there an invariant volume?"]
    assert "conserved" in answers["What changes the energy?"]
    assert "there are regular ones" in answers["Does it come from a Lagrangian?"]
    assert not any(".toml" in answer for answer in answers.values())


def test_a_page_of_a_system_of_ones_own() -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2 - x**2/2", name="a <b> & c")
    page = Study(system).html()
    assert "<h1>a &lt;b&gt; &amp; c</h1>" in page and "<b>" not in page
    assert page.count("<h2>") == len(ASKED)
    assert "@media print" in page and "<mi>L</mi><mo>&#x0003D;</mo>" in page
    assert page.count("<math") > len(ASKED) and page.count("<img") == 0  # no initial values


def test_a_page_has_a_picture_of_the_motion_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanics.faces.study_report.ASKED", {MOTION: ASKED[MOTION]})
    page = Study(load("knife-edge")).html()
    assert page.count('<img alt="a motion" src="data:image/png;base64,iVBOR') == 1


@pytest.mark.parametrize("name", gallery.names())
def test_all_formulas_of_motions_are_mathml(name: str) -> None:
    rows = latex_rows(gallery_dynamics(name))
    page = ElementTree.fromstring(mathml(rows).replace("&nbsp;", " "))
    assert len(page) == len(rows)


def test_a_long_sum_goes_on_in_the_next_line_and_nothing_is_lost() -> None:
    terms = [rf"\frac{{a_{{{k}}}}}{{\left(1 + b\right)}}" for k in range(40)]
    page = ElementTree.fromstring(mathml([f"f &= {' + '.join(terms)}"]))
    [item] = page
    assert len(item) > 2 and "".join(item.itertext()).count("a") == 40
    [item] = ElementTree.fromstring(mathml([r"f &= \text{a <b> & c}"]))
    assert "".join(item.itertext()).replace("\xa0", " ") == "f=a <b> & c"
    # What cannot be broken is left to the report, and says so.
    [item] = ElementTree.fromstring(mathml([rf"f &= \sqrt{{{' + '.join(terms)}}}"]))
    assert "".join(item.itertext()).replace("\xa0", " ") == "f in the report"


def test_a_question_that_takes_too_long_costs_no_other_answer() -> None:
    system = System(coordinates="x", lagrangian="xdot**2/2 - x**2/2")
    seen = []

    def begin(part: Study, question: str) -> float:
        seen.append(len(part.sections))
        return 0.02 if question.startswith("Which symmetries") else 60.0

    found = Study(system, begin=begin)
    assert seen == list(range(len(ASKED)))
    late = [s.question for s in found.sections if "the limit of 0.02 seconds" in s.answer]
    assert late == ["Which symmetries are there?"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    system = tmp_path / "oscillator.toml"
    system.write_text('coordinates = ["x"]\nlagrangian = "(xdot**2 - x**2)/2"\n', encoding="utf-8")
    given = ["study", str(system), "--html", "--out", str(page)]
    for _ in range(2):  # what was written by mechanics is replaced
        with pytest.raises(SystemExit) as end:
            main(given)
        assert end.value.code == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["study", str(system), "--json"])
    data = json.loads(capsys.readouterr().out)
    assert set(data["answers"]) == set(ASKED)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (["study", "--html", "--json"], ["--html", "--json"]),
        (["volume", "--latex", "--json"], ["--latex", "--json"]),
        (["volume", "--json", "--format", "text"], ["--json", "--format text"]),
    ],
)
def test_two_formats_are_refused(
    command: list[str], named: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command[0], "knife-edge", *command[1:]])
    shown = capsys.readouterr()
    assert end.value.code == 2 and not shown.out
    assert "one format" in shown.err and all(option in shown.err for option in named)
    with pytest.raises(SystemExit) as end:
        main(["volume", "knife-edge", "--json", "--format", "json"])
    assert end.value.code == 0 and json.loads(capsys.readouterr().out)["system"]
