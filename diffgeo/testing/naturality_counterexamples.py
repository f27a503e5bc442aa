"""Counterexamples to naturality: a change of coordinates and data with which it fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from diffgeo.calculus.maps import Map
from diffgeo.verdicts.statements import declaration
from diffgeo.verdicts.verdict import Counterexample, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence


@runtime_checkable
class Summarized(Protocol):
    """What writes itself in so many letters."""

    def summary(self, width: int) -> str:
        """The text, shortened if need be."""


@dataclass(frozen=True)
class NaturalityCounterexample(Counterexample):
    """A change of coordinates and data with which a construction does not commute.

    Attributes
    ----------
    change, data, making
        The map, the data, and the code that makes them; the rest is as for `Counterexample`.
    """

    change: str = ""
    data: tuple[str, ...] = field(default=())
    making: str = ""

    @property
    def code(self) -> str:
        """Python code that runs: both results at the point, or else the change φ itself.

        Where numbers, verdicts or refusals differ there are no sides to be made; the
        operation is then to be applied to the data, which stand beside φ, and to ``φ^*data``.
        """
        if self.residual:
            return super().code
        notes = [f"data: {text}" for text in self.data] + [
            f"F(φ^*data) and φ^*F(data): {self.value}"
        ]
        return self.making + "".join(f"# {' '.join(note.split())}\n" for note in notes)

    def __str__(self) -> str:
        given = f" with {'; '.join(self.data)}" if self.data else ""
        # Without a residual the results differ as such: numbers, verdicts, refusals.
        difference = (
            super().__str__() if self.residual else f"F(φ^*data) and φ^*F(data): {self.value}"
        )
        return f"under {self.change}{given}: {difference}"


def failure(phi: Map, arguments: Sequence[object], verdict: Verdict) -> NaturalityCounterexample:
    """A refuted case, with the point where the two results differ if there is one."""
    point = verdict.counterexample
    return NaturalityCounterexample(
        point=dict(point.point) if point else {},
        functions=dict(point.functions) if point else {},
        value=point.value if point else verdict.evidence,
        label=point.label if point else "",
        residual=point.residual if point else "",
        statement=point.statement if point else None,
        everywhere=point.everywhere if point else ({}, {}),
        change=repr(phi).strip("<>"),
        making=_making(phi),
        data=tuple(_show(a) for a in arguments),
    )


def _making(phi: object) -> str:
    """Code for a change of coordinates of one manifold."""
    if not isinstance(phi, Map) or phi.inverse is None:
        return ""
    there, back = ({n: str(f) for n, f in each.images.items()} for each in (phi, phi.inverse))
    return (
        "from diffgeo import Manifold, Map\n\n"
        f"space = {declaration(phi.source)}\n"
        f"phi = Map(space, space, {there!r}, inverse={back!r})\n"
        "print(repr(phi))\n"
    )


def _show(thing: object) -> str:
    if isinstance(thing, Map):
        return repr(thing).strip("<>")
    return thing.summary(80) if isinstance(thing, Summarized) else str(thing)
