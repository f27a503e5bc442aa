"""The outcomes that were recorded when a ledger was written, and the comparison with them.

Only the faces (command line, tests) read them; a ledger that did could repeat its own answers.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mechanics.papers.engine.outcomes import Outcome


def outcomes(paper: str) -> dict[str, dict[str, object]]:
    """The recorded outcomes of a paper by the ids of its claims; none if nothing is recorded."""
    file = files("mechanics.papers.engine") / "recorded" / f"{paper}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def summary(outcome: Outcome) -> dict[str, object]:
    """What is recorded of an outcome: the verdict, and the parts of a refuted claim."""
    found: dict[str, object] = {"verdict": outcome.verdict}
    if outcome.verdict in ("misprint", "false"):
        found["parts"] = outcome.parts
    if outcome.damage:
        found["damage"] = outcome.damage
    return found


def difference(outcome: Outcome) -> str:
    """How an outcome differs from the recorded one, in one line; empty if it does not.

    Of a ledger of which nothing is recorded each claim is expected to hold.
    """
    recorded = outcomes(outcome.paper)
    if not recorded:
        bad = outcome.verdict in ("misprint", "false", "undecided")
        return f"{outcome.claim.id}: {outcome.verdict}, not one that holds" if bad else ""
    known = recorded.get(outcome.claim.id)
    found = summary(outcome)
    if known == found:
        return ""
    if known is None:
        return f"{outcome.claim.id}: {outcome.verdict}, and nothing is recorded"
    text = f"{outcome.claim.id}: {outcome.verdict}, recorded is {known['verdict']}"
    if known["verdict"] == found["verdict"]:
        text += f" (parts {found.get('parts')}, recorded {known.get('parts')})"
    elif outcome.verdict == "undecided":
        text += f" ({outcome.condition})"
    return text
