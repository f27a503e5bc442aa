"""No construction of the library can be wrong without its paper's ledger noticing.

Every theory and construction that belongs to a paper is made wrong, one sign or factor at a time;
`data/ledger_changes.txt` has a claim of the ledger that refutes what holds otherwise, or is
marked as one that stops with an error, and so has `data/ledger_changes_of_chapters.txt` for what
the ledgers call of other chapters. Each day other
changes are tried, all of them with HYPOTHESIS_PROFILE=thorough.
"""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from collections import defaultdict
from datetime import date
from importlib import import_module

import pytest
from depth import THOROUGH
from wrong_signs import (
    CHAPTERS,
    CONSTRUCTIONS,
    OF_NO_PAPER,
    TABLE,
    changes,
    changes_of,
    recorded_changes,
    rows,
    stopped,
    unnoticed,
)

from mechanics.papers import ledger

RECORDED = recorded_changes()
STOPPED = stopped(TABLE) | stopped(CHAPTERS)
NOTICED = sorted(change for change, claim in RECORDED.items() if not claim.startswith("none"))
#: One change of so many is tried on a day.
STRIDE = 1 if THOROUGH else 40
TRIED = NOTICED[date.today().toordinal() % STRIDE :: STRIDE]
CALLED = [row for row in rows(CHAPTERS) if not row[1].startswith("none")]
CALLED = CALLED[date.today().toordinal() % STRIDE :: STRIDE]


def test_every_construction_belongs_to_a_paper_or_to_none() -> None:
    found = set()
    for folder in ("theories", "spaces", "analysis"):
        package = import_module(f"mechanics.{folder}")
        for info in pkgutil.walk_packages(package.__path__, f"mechanics.{folder}."):
            if not info.ispkg:
                found.add(info.name.removeprefix("mechanics."))
    assert found == {place for places in CONSTRUCTIONS.values() for place in places} | OF_NO_PAPER


def test_every_wrong_sign_has_a_claim_that_notices() -> None:
    known = {change for paper in CONSTRUCTIONS for change in changes(paper)}
    missing = sorted(known - set(RECORDED))
    assert not missing, f"name in {TABLE.name} a claim that notices: {', '.join(missing)}"
    assert sorted(set(RECORDED) - known) == []


@pytest.mark.parametrize("change", TRIED)
def test_a_wrong_library_is_noticed(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = change.partition(" mechanics.")[-1]
    (paper,) = (
        paper
        for paper, places in CONSTRUCTIONS.items()
        if any(name.startswith(f"{place}.") for place in places)
    )
    stops = (paper, change) in STOPPED
    assert unnoticed(ledger(paper), change, [RECORDED[change]], monkeypatch, stops=stops) == []


def test_all_changes_of_what_a_ledger_calls_are_listed() -> None:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for paper, _, change in rows(CHAPTERS):
        found[paper, change.partition(" ")[2]].append(change)
    assert len(found) > 150
    for (paper, name), listed in found.items():
        assert sorted(listed) == sorted(changes_of(name)), f"{paper}: {name}"


#: In a process of its own: what other tests leave behind does not go with a profile.
CALLED_BY = """
import json, sys
from mechanics.papers import ledger
from wrong_signs import called_by
paper, *ids = sys.argv[1:]
print(json.dumps(sorted(called_by(ledger(paper), ids))))
"""


@pytest.mark.parametrize("paper", CONSTRUCTIONS)
def test_what_claims_call_is_listed(paper: str) -> None:
    day = date.today().toordinal()
    names = {change.partition(" ")[2] for known, _, change in rows(CHAPTERS) if known == paper}
    ids = [*ledger(paper).claims][day % STRIDE :: STRIDE]
    done = subprocess.run(
        [sys.executable, "-c", CALLED_BY, paper, *ids],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    missing = set(json.loads(done.stdout)) - names
    assert not missing, f"give all changes of these in {CHAPTERS.name}: {sorted(missing)}"


@pytest.mark.parametrize(("paper", "claim", "change"), CALLED)
def test_what_is_wrong_in_other_chapters_is_noticed(
    paper: str, claim: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops = (paper, change) in STOPPED
    assert unnoticed(ledger(paper), change, [claim], monkeypatch, stops=stops) == []


def test_a_change_that_changes_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    change = "1 mechanics.theories.projection_theory.ConstraintProjection.projector"
    assert unnoticed(ledger("deleon-martin"), change, ["DLMD-3.26"], monkeypatch) == ["DLMD-3.26"]


def test_an_error_is_told_from_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    dt = "-1 mechanics.spaces.rheonomic_geometry.product_structure.ProductStructure.dt"
    Q = "-1 mechanics.theories.projection_theory.ConstraintProjection.projector"
    for paper, change in (("frigioiu", dt), ("deleon-martin", Q)):
        with monkeypatch.context() as patch:
            wrong = (paper, change) not in STOPPED
            assert unnoticed(ledger(paper), change, [RECORDED[change]], patch, stops=wrong) != []
