"""What a conformance test answers: one line per check and system, with its verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import ceil

from diffgeo import Verdict
from diffgeo.errors import AmbiguousTruth
from diffgeo.notebooks import InNotebooks, Markup, badge, table, words
from mechanics.wording import shorten, table_lines

_HEAD = ("check", "system", "answer", "evidence")


class Answer(Enum):
    """What came out of one check on one system."""

    HOLDS = "holds"
    FAILS = "FAILS"
    NOT_APPLICABLE = "not applicable"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


_KNOWN = {Answer.HOLDS: True, Answer.FAILS: False}


@dataclass(frozen=True)
class Line:
    """One check of a theory on one system.

    Attributes
    ----------
    check : str
        The name of the check.
    system : str
        The name of the system.
    answer : Answer
    verdict : Verdict or None
        Where an identity was decided; that of a control is REFUTED where the check holds.
    note : str
        The reason, or what was found instead.

    Examples
    --------
    >>> from mechanics.testing import check_theory
    >>> from mechanics import System, theories
    >>> sled = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
    ...               constraints=["ydot - x*xdot"], name="sled")
    >>> line = check_theory(theories.projection, [sled]).lines[0]
    >>> print(line.check, line.system, line.answer, line.evidence)
    second order sled holds VERIFIED
    """

    check: str
    system: str
    answer: Answer
    verdict: Verdict | None = None
    note: str = ""

    @property
    def evidence(self) -> str:
        """The verdict in short, with the counterexample of a failure, or the note."""
        if self.verdict is None:
            return self.note
        text = str(self.verdict.status)
        if self.verdict.log2_bound is not None:
            text += f", error <= 2**{ceil(self.verdict.log2_bound)}"
        if self.answer is Answer.FAILS:
            text += f": {self.verdict.counterexample or self.verdict.evidence}"
        elif self.answer is Answer.UNDECIDED:
            text += f": {self.verdict.reason}"
        return f"{text} ({self.note})" if self.note else text

    def __str__(self) -> str:
        return f"{self.check} on {self.system}: {self.answer}; {self.evidence}"


@dataclass(frozen=True)
class Report(InNotebooks):
    """The lines of a conformance test; prints as a table, and has a truth value.

    It is true if no check fails and some hold. If no check fails but one is undecided, the
    truth value raises `AmbiguousTruth`, as that of an unknown verdict does.

    Attributes
    ----------
    theory : str
        Its name.
    lines : tuple of Line
        One for each check on each system.
    seed : int
        Of the random choices.

    Examples
    --------
    >>> from mechanics.testing import check_theory
    >>> from mechanics import System, theories
    >>> sled = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2)/2",
    ...               constraints=["ydot - x*xdot"], name="sled")
    >>> print(check_theory(theories.projection, [sled]).summary)
    theory projection: 13 holds, 2 not applicable
    """

    theory: str
    lines: tuple[Line, ...]
    seed: int = 0

    def of(self, answer: Answer) -> tuple[Line, ...]:
        """The lines with this answer."""
        return tuple(line for line in self.lines if line.answer is answer)

    @property
    def failures(self) -> tuple[Line, ...]:
        """The lines of checks that fail."""
        return self.of(Answer.FAILS)

    @property
    def failed_checks(self) -> tuple[str, ...]:
        """The names of the checks that fail, each once."""
        return tuple(dict.fromkeys(line.check for line in self.failures))

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __bool__(self) -> bool:
        if self.failures:
            return False
        undecided = self.of(Answer.UNDECIDED)
        if undecided:
            raise AmbiguousTruth(
                f"no check of the theory {self.theory} fails, but {len(undecided)} are undecided, "
                f"the first: {undecided[0]}; look at the lines of the report"
            )
        return bool(self.of(Answer.HOLDS))

    @property
    def summary(self) -> str:
        """The numbers of answers in one line."""
        counts = [f"{len(self.of(a))} {a}" for a in Answer if self.of(a)]
        return f"theory {self.theory}: {', '.join(counts) or 'nothing was checked'}"

    def __str__(self) -> str:
        return "\n".join([self.summary, "", *table_lines([_HEAD, *self._rows(160)])])

    __repr__ = __str__

    def html(self) -> Markup:
        """A table, for notebooks."""
        rows = (
            [*row[:2], badge(row[2], _KNOWN.get(line.answer)), row[3]]
            for line, row in zip(self.lines, self._rows(200), strict=True)
        )
        return Markup(f"<p>{words(self.summary)}</p>{table(_HEAD, rows)}")

    def _rows(self, length: int) -> list[tuple[str, ...]]:
        return [
            (line.check, line.system, str(line.answer), shorten(line.evidence, length))
            for line in self.lines
        ]
