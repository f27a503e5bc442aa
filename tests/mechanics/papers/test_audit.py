"""The recorded ledger against verdicts that were reached without it.

A file ``data/audit-<paper>-<number>.json`` holds ``about`` (how its verdicts came about),
``paper``, ``sections`` (of the paper, all of whose claims it judges; without them it judges the
whole paper) and ``claims``: ids with ``verdict``, ``reason`` and, where something fails or needs
a convention, ``counterexample``.

The audits say ``fails`` of misprints and of false statements alike, and judge formulas whose
letters or indices are plainly damaged (`READ_AS_REPAIRED`) as they are meant. What differs was
decided by going through both derivations again, as ``about`` says, so that the verdicts of a file
are independent of the ledger only before this.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.outcomes import CONDITION, FALSE, HOLDS, MISPRINT, NOT_CHECKABLE

FILES = sorted((Path(__file__).parents[2] / "data").glob("audit-*.json"))
AUDITS: list[dict[str, Any]] = [json.loads(path.read_text("utf8")) for path in FILES]
#: The verdicts of the ledger that agree with one of an audit.
CONVENTION, FAILS = "holds-with-convention", "fails"
AGREE = {
    HOLDS: {HOLDS},
    CONVENTION: {CONDITION},
    FAILS: {MISPRINT, FALSE},
    NOT_CHECKABLE: {NOT_CHECKABLE},
}
#: Misprints of letters, indices and bars, which the audits read as they are meant.
READ_AS_REPAIRED = {
    *("DLMD-3.15", "DLMD-3.25", "DLMD-5.03", "FHB-24", "FHB-26d", "SEN-2.02"),
    *("MN-2.08p", "MN-3.09", "MN-4.05", "MN-4.11", "MN-C4.2", "MN-5.05", "MN-5.07R", "MN-5.07P"),
    *("MN-5.09", "MN-6.03a-c", "MN-6.10", "MN-7.04", "MN-8.07", "MN-8.07p", "MN-8.13-8.15"),
    "MN-8.20",
}
#: Definitions of which the ledger also judges a name, "almost complex" and "tangential".
NAMED = {"FHB-13", "FHB-E1"}
ENTRIES = [
    pytest.param(audit["paper"], id, entry, id=id)
    for audit in AUDITS
    for id, entry in audit["claims"].items()
]


def section(id: str) -> int:
    """The section of a claim: 3 for DLMD-3.29, 4 for MN-T4.1 (theorem 4.1), 5 for MN-5.S."""
    found = re.fullmatch(r"[A-Z]+-[A-Z]?(\d+)\..+", id)
    assert found, f"{id} has no number of a section: its audit is one of the whole paper"
    return int(found[1])


@pytest.mark.parametrize(
    ("id", "number"),
    [
        ("DLMD-3.29", 3),
        ("SEN-3.02b", 3),
        ("MN-2.03x", 2),
        ("MN-3.06", 3),
        ("MN-T4.1", 4),
        ("MN-C4.1", 4),
        ("MN-5.S", 5),
        ("MN-5.10pp", 5),
        ("MN-P6.1", 6),
        ("MN-10.2", 10),
    ],
)
def test_the_section_of_a_claim(id: str, number: int) -> None:
    assert section(id) == number


def of_audit(audit: dict[str, Any]) -> list[str]:
    """The claims that an audit has to judge, in their order in the ledger."""
    claims = list(recorded.outcomes(audit["paper"]))
    if "sections" not in audit:
        return claims
    return [id for id in claims if section(id) in audit["sections"]]


@pytest.mark.parametrize(("paper", "id", "entry"), ENTRIES)
def test_the_ledger_agrees_with_the_audit(paper: str, id: str, entry: dict[str, Any]) -> None:
    found = recorded.outcomes(paper)[id]["verdict"]
    if id in READ_AS_REPAIRED:
        assert found == MISPRINT and entry["verdict"] in {HOLDS, CONVENTION}
    elif id in NAMED:
        assert (found, entry["verdict"]) == (CONDITION, HOLDS)
    else:
        assert found in AGREE[entry["verdict"]]


@pytest.mark.parametrize(("paper", "id", "entry"), ENTRIES)
def test_verdicts_are_reasoned(paper: str, id: str, entry: dict[str, Any]) -> None:
    assert entry["verdict"] in AGREE
    assert entry["reason"]
    assert bool(entry.get("counterexample")) == (entry["verdict"] in {CONVENTION, FAILS})


@pytest.mark.parametrize("audit", AUDITS, ids=[path.stem for path in FILES])
def test_an_audit_judges_all_claims_of_its_sections(audit: dict[str, Any]) -> None:
    assert list(audit["claims"]) == of_audit(audit)


def test_no_claim_is_judged_twice() -> None:
    assert AUDITS
    seen = Counter((audit["paper"], id) for audit in AUDITS for id in of_audit(audit))
    assert set(seen.values()) == {1}


@pytest.mark.parametrize("paper", sorted({audit["paper"] for audit in AUDITS}))
def test_an_audited_paper_is_audited_in_full(paper: str) -> None:
    """No section of it is left out."""
    audited = {id for audit in AUDITS if audit["paper"] == paper for id in of_audit(audit)}
    assert audited == set(recorded.outcomes(paper))
