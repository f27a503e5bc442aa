"""Outcomes for readers: lines of text, and Markdown for the documentation."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mechanics.ledger.run import CONVENTION, FAILS, NOT_CHECKABLE, UNDECIDED

if TYPE_CHECKING:
    from mechanics.ledger.claims import Claim, Ledger
    from mechanics.ledger.run import Outcome


def text(outcomes: Iterable[Outcome]) -> str:
    """One line for each outcome; what fails, with its correction and counterexample."""
    lines: list[str] = []
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts[outcome.verdict] += 1
        how = f" ({outcome.evidence})" if outcome.evidence and outcome.verdict != FAILS else ""
        lines.append(f"{outcome.claim.id:10} {outcome.verdict}{how}: {outcome.claim.statement}")
        lines += [f"{'':10}   {line}" for line in details(outcome)]
    lines += ["", ", ".join(f"{n} {verdict}" for verdict, n in counts.items())]
    return "\n".join(lines)


def details(outcome: Outcome) -> list[str]:
    """What a reader must know beyond the verdict."""
    found: list[str] = []
    if outcome.verdict == FAILS:
        failing = [part for part, verdict in outcome.parts.items() if verdict == FAILS]
        found.append(f"fails: {'; '.join(failing)}")
    shown = outcome.counterexample
    if shown and outcome.verdict in (FAILS, CONVENTION):
        label = "counterexample" if outcome.verdict == FAILS else "without it"
        beside = f", found {shown['found']}" if shown.get("found") else ""
        found.append(f"{label}: {shown['text']}{beside} [{shown['datum']}]")
    if outcome.correction:
        found.append(f"correct: {outcome.correction} ({outcome.correction_evidence})")
    if outcome.condition:
        labels = {CONVENTION: "condition", NOT_CHECKABLE: "reason", UNDECIDED: "why"}
        found.append(f"{labels.get(outcome.verdict, 'remark')}: {outcome.condition}")
    if outcome.note:
        found.append(f"note: {outcome.note}")
    return found


# --- Markdown ------------------------------------------------------------------------------


def markdown(ledger: Ledger, outcomes: Iterable[Outcome]) -> str:
    """A page: the summary, what does not hold as printed, and every claim with its code."""
    found = list(outcomes)
    counts = Counter(outcome.verdict for outcome in found)
    page = [", ".join(f"{n} {verdict}" for verdict, n in counts.items()) + ".", ""]
    page += ["## What does not hold as printed", ""]
    for outcome in found:
        if outcome.verdict in (FAILS, UNDECIDED):
            page += [*_entry(outcome), ""]
    page += ["## What holds under a condition that is not printed", ""]
    for outcome in found:
        if outcome.verdict == CONVENTION:
            page += [*_entry(outcome), ""]
    page += ["## All claims", ""]
    page += [
        "| claim | place | statement | verdict | evidence | code |",
        "|---|---|---|---|---|---|",
    ]
    for outcome in found:
        claim = outcome.claim
        cells = [claim.id, claim.where, _code(claim.statement), outcome.verdict]
        cells += [outcome.evidence or "", f"{_code(place(claim))}"]
        page.append(f"| {' | '.join(cells)} |")
    return "\n".join(page) + "\n"


def place(claim: Claim) -> str:
    """Module and line of the function that states a claim."""
    _, line = inspect.getsourcelines(claim.state)
    return f"{claim.state.__module__.removeprefix('mechanics.')}:{line}"


def _entry(outcome: Outcome) -> list[str]:
    claim = outcome.claim
    lines = [f"**{claim.id}** ({claim.where}): {_code(claim.statement)}", ""]
    for line in details(outcome):
        label, _, rest = line.partition(": ")
        lines.append(f"* {label}: {_code(rest)}")
    shown = outcome.counterexample
    if outcome.verdict == FAILS and shown and shown.get("code"):
        lines += ["", "```python", str(shown["code"]).rstrip(), "```"]
    return lines


def _code(text: str) -> str:
    """Text as it is, whatever signs are in it."""
    return f"`` {text.replace('|', '∣')} ``"
