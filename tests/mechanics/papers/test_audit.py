"""The recorded ledger against verdicts that were reached without it.

A file ``data/audit-<paper>-<number>.json`` holds ``about`` (how its verdicts came about),
``paper``, ``sections`` (of the paper, all of whose claims it judges; without them it judges the
whole paper) and ``claims``: ids with ``verdict``, ``reason`` and, where something fails or needs
a convention, ``counterexample``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mechanics.papers.engine import recorded_outcomes as recorded
from mechanics.papers.engine.judgement import CONVENTION, FAILS, HOLDS, NOT_CHECKABLE

FILES = sorted((Path(__file__).parents[2] / "data").glob("audit-*.json"))
AUDITS: list[dict[str, Any]] = [json.loads(path.read_text("utf8")) for path in FILES]
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
    assert recorded.outcomes(paper)[id]["verdict"] == entry["verdict"]


@pytest.mark.parametrize(("paper", "id", "entry"), ENTRIES)
def test_verdicts_are_reasoned(paper: str, id: str, entry: dict[str, Any]) -> None:
    assert entry["verdict"] in {HOLDS, CONVENTION, FAILS, NOT_CHECKABLE}
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
