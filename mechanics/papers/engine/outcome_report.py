"""Outcomes for readers: lines of text, and Markdown for the documentation."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable
from html import escape
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from mechanics.papers.engine.outcomes import (
    CONDITION,
    FALSE,
    MISPRINT,
    NOT_CHECKABLE,
    REFUTED,
    UNDECIDED,
)

if TYPE_CHECKING:
    from mechanics.papers.engine.claims import Claim
    from mechanics.papers.engine.outcomes import Outcome

#: What the print has wrong.
ERRATA = (FALSE, MISPRINT)


def text(outcomes: Iterable[Outcome]) -> str:
    """One line for each outcome; what is refuted, with its correction and counterexample.

    The code of a counterexample stands at the beginning of lines, so that it can be pasted.
    """
    lines: list[str] = []
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts[outcome.verdict] += 1
        how = f" ({outcome.evidence})" if outcome.evidence and outcome.verdict not in ERRATA else ""
        lines.append(f"{outcome.claim.id:10} {outcome.verdict}{how}: {outcome.claim.statement}")
        lines += [f"{'':10}   {line}" for line in details(outcome)]
        for code in _programs(outcome):
            lines += ["", code, ""]
    lines += ["", ", ".join(f"{n} {verdict}" for verdict, n in counts.items())]
    return "\n".join(lines)


def details(outcome: Outcome) -> list[str]:
    """What a reader must know beyond the verdict."""
    found: list[str] = [f"covers: {outcome.covers}"] if outcome.covers else []
    if outcome.certificate_file:
        found.append(f"certificate: {outcome.certificate_file}")
    found += [f"not proved of it: {outcome.rest}"] if outcome.rest else []
    found += [f"not proved for lack of: {outcome.lacks}"] if outcome.lacks else []
    if REFUTED in outcome.parts.values():
        failing = [part for part, verdict in outcome.parts.items() if verdict == REFUTED]
        found.append(f"refuted: {'; '.join(failing)}")
    for shown in _counterexamples(outcome):
        label = "without it" if outcome.verdict == CONDITION else "counterexample"
        beside = f", found: {shown['found']}" if shown.get("found") else ""
        found.append(f"{label}: {shown['part']}: {shown['text']}{beside} [{shown['datum']}]")
    if outcome.repair:
        found.append(f"damage of the {outcome.damage}: {outcome.repair}")
    if outcome.correction:
        found.append(f"correct: {outcome.correction} ({outcome.correction_evidence})")
    if outcome.condition:
        labels = {CONDITION: "condition", NOT_CHECKABLE: "reason", UNDECIDED: "why"}
        found.append(f"{labels.get(outcome.verdict, 'remark')}: {outcome.condition}")
    if outcome.consequence:
        found.append(f"what follows: {outcome.consequence}")
    if outcome.note:
        found.append(f"note: {outcome.note}")
    return found


def _counterexamples(outcome: Outcome) -> list[dict[str, Any]]:
    """One for each part that fails, or the one against the literal reading."""
    if outcome.verdict != CONDITION:
        return [shown for shown in outcome.counterexamples.values() if shown]
    return [outcome.counterexample] if outcome.counterexample else []


def _programs(outcome: Outcome) -> list[str]:
    """Python for the counterexamples of what the print has wrong."""
    if outcome.verdict not in ERRATA:
        return []
    return [s["code"].rstrip() for s in _counterexamples(outcome) if s.get("code")]


# --- Markdown ------------------------------------------------------------------------------


def entries(outcomes: Iterable[Outcome], *verdicts: str) -> str:
    """Markdown: claims with one of these verdicts, with corrections and counterexamples."""
    chosen = [outcome for outcome in outcomes if outcome.verdict in verdicts]
    return "\n\n".join(_entry(outcome) for outcome in chosen) or "None."


def table(outcomes: Iterable[Outcome], *, linked: bool = False) -> str:
    """Markdown: a table of claims with their verdicts and the lines that state them.

    With `linked` the lines are links to what `codes` shows on the same page.
    """
    heads = ("claim", "place", "statement", "verdict", "evidence", "covers", "code")
    rows = [heads, ("---",) * len(heads)]
    for outcome in outcomes:
        claim = outcome.claim
        cells = (claim.id, claim.where, _literal(claim.statement), outcome.verdict)
        line = f'<a href="#{claim.id}">{place(claim)}</a>' if linked else _literal(place(claim))
        rows.append((*cells, outcome.evidence or "", _covered(outcome), line))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _covered(outcome: Outcome) -> str:
    """What the evidence covers, and what a proof lacks."""
    lacks = outcome.rest or outcome.lacks
    return outcome.covers + (f"; no proof: {lacks}" if lacks else "")


def codes(outcomes: Iterable[Outcome]) -> str:
    """Markdown: the code of every claim, folded, with its verdict."""
    found = []
    for outcome in outcomes:
        claim = outcome.claim
        head = f"{claim.id}, {escape(claim.where)}: {escape(claim.statement)} — {outcome.verdict}"
        found += [f'<details id="{claim.id}"><summary>{head}</summary>', ""]
        found += ["```python", source(claim).rstrip(), "```", ""]
        if outcome.theorem:
            statements = [f"``{verdict.statement}``" for verdict in outcome.theorem]
            assumed = dict.fromkeys(f"``{c}``" for v in outcome.theorem for c in v.conditions)
            found += [f"Proved: {'; '.join(statements)}", ""]
            found += [f"where {'; '.join(assumed)}", ""] if assumed else []
        found += ["</details>", ""]
    return "\n".join(found)


def place(claim: Claim) -> str:
    """Module and line of the function that states a claim."""
    _, line = inspect.getsourcelines(claim.state)
    return f"{claim.state.__module__.removeprefix('mechanics.papers.')}:{line}"


def source(claim: Claim) -> str:
    """The code that states a claim."""
    return dedent(inspect.getsource(claim.state))


def _entry(outcome: Outcome) -> str:
    claim = outcome.claim
    lines = [f"**{claim.id}**, {claim.where}: {_literal(claim.statement)}", ""]
    if outcome.verdict in ERRATA and (reason := inspect.getdoc(claim.state)):
        lines += [" ".join(reason.split()), ""]
    for line in details(outcome):
        label, _, rest = line.partition(": ")
        lines.append(f"* {label}: {_literal(rest)}")
    for code in _programs(outcome):
        lines += ["", "```python", code, "```"]
    return "\n".join(lines)


def _literal(text: str) -> str:
    """Text as it is, whatever signs are in it."""
    return f"`` {text.replace('|', '∣')} ``"
