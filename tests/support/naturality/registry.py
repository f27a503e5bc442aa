"""Statements of naturality: what they are about, how they are judged, whether they say anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from depth import THOROUGH
from hypothesis import strategies as st

from diffgeo import Derivation, Identity, Map, Verdict
from diffgeo.testing import natural
from diffgeo.verdicts.verdict import Status

#: All statements, in the order in which they were made.
STATEMENTS: list[Statement] = []


@dataclass(frozen=True)
class Statement:
    """``operation(φ^*data) = φ^*operation(data)``, about the public names that it uses.

    Attributes
    ----------
    names
        Functions, classes (their constructor) and members ``Class.member``, where Class is the
        one that defines the member.
    canonical
        The result does not depend on the data (or is the same for all of them), as objects
        that belong to a space; else some case has to move it.
    """

    names: tuple[str, ...]
    operation: Callable[..., Any]
    data: tuple[st.SearchStrategy[Any], ...]
    under: st.SearchStrategy[Map] | None
    lifts: tuple[Callable[[Map], Map], ...]
    examples: int
    canonical: bool = False

    @property
    def label(self) -> str:
        return "+".join(self.names)

    def judge(self) -> Judgement:
        """The verdict, with as many cases as it takes until one of them says something."""
        judgement = self._judge(self.examples)
        for more in (4, 32):
            if not judgement.tells and judgement.verdict.status is not Status.REFUTED:
                judgement = self._judge(more * self.examples)
        return judgement

    def _judge(self, examples: int) -> Judgement:
        seen = _Seen(self.operation)
        verdict = natural(
            seen,
            *self.data,
            under=None if self.under is None else self.under.map(seen.change),
            lifts=self.lifts,
            examples=examples,
            name=self.label,
            shrink=False,
            exactly=False,
        )
        return Judgement(verdict, seen.tells(self.canonical))

    def spoiled(self, impostor: Callable[..., Any], examples: int = 40) -> Verdict:
        """The verdict on another operation with the same data and the same group."""
        return natural(
            impostor,
            *self.data,
            under=self.under,
            lifts=self.lifts,
            examples=examples,
            shrink=False,
            exactly=False,
        )


@dataclass(frozen=True)
class Judgement:
    verdict: Verdict
    tells: bool


def natural_operation(
    names: str,
    operation: Callable[..., Any],
    *data: st.SearchStrategy[Any],
    under: st.SearchStrategy[Map] | None = None,
    lifts: Sequence[Callable[[Map], Map]] = (),
    examples: int = 20 if THOROUGH else 2,
    canonical: bool = False,
) -> Statement:
    """Register the statement that an operation is natural, under the names that it is about."""
    made = Statement(
        tuple(names.split()), operation, data, under, tuple(lifts), examples, canonical
    )
    STATEMENTS.append(made)
    return made


def statement_about(name: str) -> Statement:
    """The first statement about a name."""
    return next(statement for statement in STATEMENTS if name in statement.names)


@dataclass
class _Seen:
    """An operation that remembers what went through it, before and after the change."""

    operation: Callable[..., Any]
    results: list[Any] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    changes: set[str] = field(default_factory=set)

    def __call__(self, *arguments: Any) -> Any:
        self.arguments.append(_text(arguments))
        self.results.append(None)
        self.results[-1] = self.operation(*arguments)
        return self.results[-1]

    def change(self, phi: Map) -> Map:
        self.changes.add(repr(phi))
        return phi

    def tells(self, canonical: bool) -> bool:
        """Whether some case could have failed.

        The change moved the result; or it moved the data, if the result is a number or a
        verdict; or there were several changes, if it belongs to the space alone.
        """
        if canonical or not any(text != "()" for text in self.arguments):
            return len(self.changes) > 1
        fixed = all(map(_is_fixed, self.results))
        texts = self.arguments if fixed else list(map(_text, self.results))
        return any(a != b for a, b in zip(texts[::2], texts[1::2], strict=False))


def _is_fixed(thing: Any) -> bool:
    if isinstance(thing, tuple | list):
        return all(map(_is_fixed, thing))
    return isinstance(thing, int | Verdict | Identity | None)


def _text(thing: Any) -> str:
    if isinstance(thing, tuple | list):
        return f"({', '.join(map(_text, thing))})" if thing else "()"
    if isinstance(thing, dict):
        return _text(list(thing.values()))
    if isinstance(thing, Map):
        return repr(thing)
    if isinstance(thing, Derivation):
        dimension = range(thing.space.dimension)
        return _text([(thing.on_function(a), thing.on_differential(a)) for a in dimension])
    if isinstance(thing, Identity | Verdict):
        return ""
    return thing.summary(300) if hasattr(thing, "summary") else str(thing)
