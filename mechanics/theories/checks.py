"""Statements about a motion with their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from diffgeo import Identity, check
from diffgeo.errors import DiffGeoError
from diffgeo.notebooks import InNotebooks, Markup, badge, words

if TYPE_CHECKING:
    from diffgeo import Verdict
    from mechanics.output_files import Data

#: What is judged: an identity or a verdict, or several.
Stated: TypeAlias = "Identity | Verdict | Iterable[Identity | Verdict]"


@dataclass(frozen=True)
class Check(InNotebooks):
    """A statement about the dynamics with its verdict.

    ``holds`` is None where no verdict was reached; ``reason`` then says why.
    """

    statement: str
    verdict: Verdict | None
    reason: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the statement is true, as far as it is known."""
        if self.verdict is None or self.verdict.status.name == "UNKNOWN":
            return None
        return self.verdict.status.name != "REFUTED"

    def to_dict(self) -> Data:
        """The statement and its verdict as data for JSON."""
        return {
            "statement": self.statement,
            "holds": self.holds,
            "verdict": self.verdict.to_dict() if self.verdict is not None else None,
            "reason": self.reason or None,
        }

    def html(self) -> Markup:
        """The verdict, or why there is none."""
        if self.verdict is not None:
            return self.verdict.html()
        said = words(f"{self.statement} ({self.reason})")
        return Markup(f"<div>{badge('UNKNOWN', None)} {said}</div>")

    def __str__(self) -> str:
        if self.verdict is not None:
            return str(self.verdict)
        return f"UNKNOWN: {self.statement} ({self.reason})"


def judged(statement: str, identity: Callable[[], Stated], *, counterexample: bool = True) -> Check:
    """The verdict on an identity that is made and decided here; refusals become the reason.

    A counterexample is left out where nobody will see it.
    """
    try:
        found = check(identity(), name=statement, counterexample=counterexample)
        return Check(statement, found)
    except DiffGeoError as error:
        return Check(statement, None, str(error))
