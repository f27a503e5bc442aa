"""What every ledger has to fulfil, on one small seeded datum for each claim.

Outcomes are the recorded ones, every check can fail, what fails is corrected, and
counterexamples run.
"""

from __future__ import annotations

from functools import cache

import pytest
from quadratic_systems import coefficients, has_real_points

from mechanics.papers import ledger, titles
from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.judgement import FAILS, NOT_CHECKABLE, UNDECIDED, Outcome, run
from mechanics.papers.senkerikova import classification as cases

#: The claims that fail as they are printed.
FAILING = {
    "deleon-martin": "DLMD-3.29 DLMD-4.02 DLMD-4.03 DLMD-4.07 DLMD-4.11 DLMD-5.18 DLMD-6.04",
    "sarlet": "SAR-1.03 SAR-2.04 SAR-3.13",
    "senkerikova": "SEN-0.03 SEN-0.04 SEN-1.06 SEN-2.07 SEN-2.25 SEN-3.23 SEN-3.41 SEN-3.42 "
    "SEN-3.46 SEN-3.61 SEN-3.66 SEN-3.68 SEN-3.69 SEN-3.70 SEN-3.72 SEN-3.74 SEN-3.75 SEN-3.76 "
    "SEN-3.78 SEN-3.79",
    "miron-niminet": "MN-4.09 MN-6.01p MN-6.02 MN-6.05 MN-6.06 MN-6.07a MN-6.08 MN-6.13 MN-6.14 "
    "MN-7.15 MN-7.16 MN-7.19 MN-7.20 MN-7.23 MN-8.18",
    "frigioiu": "FHB-T3.1p FHB-23b FHB-25 FHB-28 FHB-29.2 FHB-29.3 FHB-31 FHB-34 FHB-35 FHB-E6 "
    "FHB-E8 FHB-E9 FHB-E11 FHB-E13 FHB-E15 FHB-E16 FHB-E17 FHB-E19",
}
CLAIMS = [(paper, id) for paper in titles() for id in recorded.outcomes(paper)]
FAILURES = [(paper, id) for paper, ids in FAILING.items() for id in ids.split()]
each = pytest.mark.parametrize(("paper", "id"), CLAIMS, ids=[id for _, id in CLAIMS])


@cache
def outcomes(paper: str) -> dict[str, Outcome]:
    return {outcome.claim.id: outcome for outcome in run(ledger(paper), quick=True)}


@pytest.mark.parametrize("paper", titles())
def test_every_claim_is_recorded_and_those_that_fail_are_these(paper: str) -> None:
    found = outcomes(paper)
    assert list(recorded.outcomes(paper)) == list(found)
    assert {id for id, made in found.items() if made.verdict == FAILS} == set(
        FAILING[paper].split()
    )


@each
def test_outcome_is_the_recorded_one(paper: str, id: str) -> None:
    assert recorded.difference(outcomes(paper)[id]) == ""


@each
def test_mutations_are_refuted(paper: str, id: str) -> None:
    outcome = outcomes(paper)[id]
    assert outcome.verdict != UNDECIDED
    assert outcome.mutations or outcome.verdict == NOT_CHECKABLE


@pytest.mark.parametrize(("paper", "id"), FAILURES, ids=[id for _, id in FAILURES])
def test_what_fails_is_corrected_and_read_in_no_other_way(paper: str, id: str) -> None:
    outcome = outcomes(paper)[id]
    assert outcome.counterexample is not None
    assert outcome.correction and outcome.correction_evidence == "verified"
    assert outcome.readings


@pytest.mark.parametrize(("paper", "id"), FAILURES, ids=[id for _, id in FAILURES])
def test_counterexamples_run(paper: str, id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The code that is shown refutes again: by two sides that differ, or by the value shown."""
    for shown in outcomes(paper)[id].counterexamples.values():
        if shown and shown.get("code"):
            exec(shown["code"], {})
            first, *values = capsys.readouterr().out.strip().splitlines()
            if first == "REFUTED":
                assert len(values) in (0, 2) and len(set(values)) == len(values)
                continue
            assert first == shown["value"]
            assert shown["value"] != "0" or "0 if the identity held" not in shown["code"]


# --- the classification of the fourth theorem of Šenkeříková, which her ledger has made -----------


def test_real_points_of_two_quadratic_constraints() -> None:
    library = cases.two_roots()
    assert library.by_theorem
    for D, E, F, G in coefficients()[::3]:
        found = library.class_at({"m": 1, "D": D, "E": E, "F": F, "G": G})
        expected = "everywhere" if has_real_points(D, E, F, G) else "no points"
        assert found == expected, (D, E, F, G)


def test_the_table_is_proved_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = cases.table()
    assert shown.count("\n") == 15
    assert "| 3 | real | regular nowhere | never |" in shown
    monkeypatch.setattr(cases, "REAL_ONE", "E > 0 or F > 0 or K > 0")
    with pytest.raises(AssertionError, match="theorem 3"):
        cases.table()
