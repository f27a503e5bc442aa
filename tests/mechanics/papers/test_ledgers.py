"""What every ledger has to fulfil, on one small seeded datum for each claim.

Outcomes are the recorded ones, every check can fail, what is refuted is corrected, and
counterexamples run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache

import pytest
from depth import SAMPLE, THOROUGH, some_of
from quadratic_systems import coefficients, has_real_points

from diffgeo import Identity, Manifold
from diffgeo.rings.germs.germ_ring import GermRing
from mechanics.papers import ledger, titles
from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.claims import Judgement, listed
from mechanics.papers.engine.judgement import run
from mechanics.papers.engine.outcomes import (
    CONDITION,
    DAMAGES,
    FALSE,
    MISPRINT,
    NOT_CHECKABLE,
    UNDECIDED,
    Outcome,
)
from mechanics.papers.senkerikova import classification as cases

CLAIMS = [(paper, id) for paper in titles() for id in recorded.outcomes(paper)]


def _found(*verdicts: str) -> list[tuple[str, str]]:
    return [(p, id) for p, id in CLAIMS if recorded.outcomes(p)[id]["verdict"] in verdicts]


ERRATA = _found(MISPRINT, FALSE)
REFUTED = _found(MISPRINT, FALSE, CONDITION)
#: A family of random data of each ledger, and the claims to be judged on other seeds, "" for all.
OTHER_SEEDS = {
    "deleon-martin": ("regular", "3.04 3.21 3.26 3.29 5.14 5.22"),
    "frigioiu": ("regular", ""),
    "miron-niminet": ("system", ""),
    "sarlet": ("linear", "1.02 1.03 2.04 3.04 3.09 3.11 3.13"),
    "senkerikova": ("systems", "1.04 2.17 2.19 2.21 2.23 2.25 2.26"),
}
each = pytest.mark.parametrize(("paper", "id"), CLAIMS, ids=[id for _, id in CLAIMS])


@cache
def outcome_of(paper: str, id: str) -> Outcome:
    (found,) = run(ledger(paper), [id], quick=True)
    return found


@pytest.mark.parametrize("paper", titles())
def test_every_claim_is_recorded(paper: str) -> None:
    """What is recorded is compared with audits that list all claims, in `test_audit`."""
    assert list(recorded.outcomes(paper)) == [claim.id for claim in ledger(paper).ordered()]


@pytest.mark.parametrize("paper", titles())
def test_data_are_made_once(paper: str) -> None:
    book, family = ledger(paper), OTHER_SEEDS[paper][0]
    assert book.data(family, 0, True) == book.data(family, 0, True)
    assert book.data(family, 0, True) != book.data(family, 1, True)


@pytest.mark.parametrize("paper", titles())
def test_other_seeds_give_the_same(paper: str) -> None:
    book, numbers = ledger(paper), OTHER_SEEDS[paper][1].split()
    ids = [id for id in book.claims if not numbers or id.partition("-")[2] in numbers]
    for seed in [1, 2] if numbers or THOROUGH else [1]:
        found = list(run(book, ids, seed=seed, quick=True))
        assert [text for text in map(recorded.difference, found) if text] == []
        random = [outcome for outcome in found if outcome.claim.family not in ("none", "surface")]
        assert random and all(f"seed {seed}" in outcome.used[0] for outcome in random)


@each
def test_outcome_is_the_recorded_one(paper: str, id: str) -> None:
    assert recorded.difference(outcome_of(paper, id)) == ""


def kinds_of_functions(thing: object) -> set[str]:
    """What the spaces of the sides of statements have: "undefined" functions, or "germs"."""
    if isinstance(thing, list | tuple):
        return {kind for each in thing for kind in kinds_of_functions(each)}
    if isinstance(thing, Identity):
        return kinds_of_functions([thing.left, thing.right])
    if isinstance(subject := getattr(thing, "subject", None), Identity):
        return kinds_of_functions(subject)
    spaces = [getattr(thing, name, None) for name in ("space", "source", "target")]
    rings = [space.chart.ring for space in spaces if isinstance(space, Manifold)]
    found = {"germs" for ring in rings if isinstance(ring, GermRing)}
    found |= {"undefined" for ring in rings if getattr(ring, "functions", None)}
    return found | kinds_of_functions(list(getattr(thing, "parts", ())))


def test_what_the_evidence_covers_is_what_statements_are_about() -> None:
    """Data that are said to be undefined, or germs, are in the statements of a claim on them."""
    step, seen = 1 if THOROUGH else 80, 0
    for paper, id in CLAIMS[int(SAMPLE) % step :: step]:
        book = ledger(paper)
        claim = book.claims[id]
        for kind in ("undefined", "germs"):
            data = book.data(claim.family, 0, False)
            named = [datum for name, datum in data if kind in name.partition(":")[0]]
            judgement = claim.state(named[0]) if named else None
            if isinstance(judgement, Judgement):
                right = judgement.repaired or judgement.corrected or judgement.printed
                stated = [each for part in right.values() for each in listed(part)]
                if any(isinstance(statement, Identity) for statement in stated):
                    assert kind in kinds_of_functions(stated), (id, kind)
                    seen += 1
    assert seen


@each
def test_mutations_are_refuted(paper: str, id: str) -> None:
    outcome = outcome_of(paper, id)
    assert outcome.verdict != UNDECIDED
    assert outcome.mutations or outcome.verdict == NOT_CHECKABLE


@each
def test_counterexamples_are_in_systems_that_one_can_read(paper: str, id: str) -> None:
    """Not in a random one: it has terms that the refutation does not need.

    The code has the text of what is refuted: a system, or a printed formula.
    """
    outcome = outcome_of(paper, id)
    for shown in filter(None, (outcome.counterexample, *outcome.counterexamples.values())):
        assert "seed" not in shown["datum"]
        (line,) = re.findall(r"^datum = (.*)", shown["code"], re.M)
        assert not line.startswith(("None", "dict(book.data(")), line


@pytest.mark.parametrize(("paper", "id"), ERRATA, ids=[id for _, id in ERRATA])
def test_errata_are_complete(paper: str, id: str) -> None:
    outcome = outcome_of(paper, id)
    assert outcome.counterexample is not None
    # A repaired form is verified, or probed, as any that holds is.
    enough = {"verified"} if outcome.verdict == FALSE else {"verified", "probed"}
    assert outcome.correction and outcome.correction_evidence in enough
    assert outcome.consequence
    assert outcome.readings if outcome.verdict == FALSE else outcome.repair
    assert outcome.damage in (DAMAGES if outcome.verdict == MISPRINT else ("",))


#: A program that runs others, each by itself, and says what each prints.
RUNNER = """
import contextlib, io, json, sys
for code in json.load(sys.stdin):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    print(json.dumps(printed.getvalue().splitlines()))
"""


def printed_by(*codes: str) -> list[list[str]]:
    """What programs print in a process that has computed nothing before."""
    command, given = [sys.executable, "-c", RUNNER], json.dumps(codes)
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_counterexamples_run_in_a_fresh_process() -> None:
    """The code makes both sides anew, from the text of a system, and their values differ."""
    shown = []
    for paper, id in some_of(REFUTED):
        outcome = outcome_of(paper, id)
        examples = outcome.counterexamples or {"without it": outcome.counterexample}
        shown += [(id, part, example) for part, example in examples.items() if example]
    found = printed_by(*(example["code"] for _, _, example in shown))
    assert len(found) == len(shown)
    for (id, part, example), printed in zip(shown, found, strict=True):
        verdict, left, right = printed
        assert left != right, (id, part)
        assert verdict == "REFUTED" if "point" in example else verdict, (id, part)
        assert ".stated(" in example["code"], (id, part)


#: Claims, a part that is refuted, and one that holds in its place.
REPAIRED = {
    "SAR-1.03": ("sarlet", "dLbar/dw^a", "i^*(dL/dw^a)"),
    "DLMD-3.15": ("deleon-martin", "one h for all i", "muhat"),
    "DLMD-5.03": ("deleon-martin", "T_u^*E, all covectors at u", "rank"),
    "FHB-29.2": ("frigioiu", "F F = -Id + d_t (x) dt", "F F = -Id + d_t (x) delta t"),
    "SEN-3.46": (
        "senkerikova",
        "(m/2) d/dv1 [(1+D+F)v1] = m(1+D+F)",
        "(m/2) d/dv1 [2(1+D+F)v1] = m(1+D+F)",
    ),
}


@pytest.mark.parametrize("id", REPAIRED)
def test_the_code_of_what_holds_prints_equal_values(id: str) -> None:
    """The control of the test above: the same program for a repaired statement of the claim."""
    paper, refuted, holding = REPAIRED[id]
    code = outcome_of(paper, id).counterexamples[refuted]["code"]
    changed = code.replace(repr(refuted), f"{holding!r}, of='repaired'")
    (wrong, right) = printed_by(code, changed)
    assert wrong[1] != wrong[2] and right[1] == right[2]


# --- the classification of the fourth theorem of Šenkeříková, which her ledger has made -----------


def test_real_points_of_two_quadratic_constraints() -> None:
    library = cases.two_roots()
    assert library.by_theorem
    for D, E, F, G in some_of(coefficients()[::3]):
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
