"""The recorded ledger against verdicts that were reached without it.

A file ``data/audit-<paper>-<number>.json`` holds ``about`` (how its verdicts came about),
``paper``, ``sections`` (of the paper, all of whose claims it judges) and ``claims``: ids with
``verdict``, ``reason`` and, where something fails or needs a convention, ``counterexample``.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mechanics.ledger import recorded
from mechanics.ledger.run import CONVENTION, FAILS, HOLDS, NOT_CHECKABLE

FILES = sorted((Path(__file__).parent / "data").glob("audit-*.json"))
AUDITS: list[dict[str, Any]] = [json.loads(path.read_text("utf8")) for path in FILES]
ENTRIES = [
    pytest.param(audit["paper"], id, entry, id=id)
    for audit in AUDITS
    for id, entry in audit["claims"].items()
]


def section(id: str) -> int:
    """The section of a claim: 3 for DLMD-3.29."""
    return int(id.rpartition("-")[2].split(".")[0])


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
    claims = [id for id in recorded.outcomes(audit["paper"]) if section(id) in audit["sections"]]
    assert list(audit["claims"]) == claims


def test_no_claim_is_judged_twice() -> None:
    assert AUDITS
    seen = Counter((a["paper"], number) for a in AUDITS for number in a["sections"])
    assert set(seen.values()) == {1}


@pytest.mark.parametrize("paper", sorted({audit["paper"] for audit in AUDITS}))
def test_an_audited_paper_is_audited_in_full(paper: str) -> None:
    """No section of it is left out."""
    audited = {number for a in AUDITS if a["paper"] == paper for number in a["sections"]}
    assert audited == {section(id) for id in recorded.outcomes(paper)}
