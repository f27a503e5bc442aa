"""Random points of a ring over prime fields: fixed ones, and those drawn for one question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, cast

from diffgeo.errors import NoWitness
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import LOCK, exclusive
from diffgeo.rings.exact.modular import ModularPoint

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing


class RandomPoints:
    """The modular points of a ring."""

    _points: list[ModularPoint]
    #: The questions that are asked together, and the points that were drawn last with their key.
    _questions: tuple[Function, ...]
    _drawn: tuple[str, list[ModularPoint]]

    @property
    def _itself(self) -> ExactRing:
        return cast("ExactRing", self)

    @exclusive
    def fingerprint(self, element: Element) -> int:
        """A hash: equal functions have equal values, until the tower grows.

        It is the value at a random point of a prime field, at which all relations hold. So
        different values prove that normal forms differ; equal ones prove nothing.
        """
        point = self.modular_point(0)
        point.extend()
        value = point.residue(element)
        return point.evaluate(element.polynomial) if value is None else value

    @exclusive
    def nowhere(self, mask: int) -> str:
        """Why no point is found at which the conditions in a mask hold; empty if there is one.

        Only conditions of maps are asked about: the others were found to hold together when they
        were read.
        """
        records = self._itself.domain.records
        if not any(record.local for k, record in enumerate(records) if mask >> k & 1):
            return ""
        from diffgeo.rings.exact.points import require_witness

        known: dict[int, str] = self._itself.memory.setdefault("nowhere", {})
        if mask not in known:
            known[mask] = ""
            try:
                require_witness(self._itself, mask, alone=True)
            except NoWitness as refusal:
                known[mask] = str(refusal)
        return known[mask]

    @exclusive
    def modular_point(self, number: int) -> ModularPoint:
        """The random modular point with this number; the same for the ring's lifetime.

        A value there that is not zero is proof. A zero is no evidence, since everybody knows the
        points: see `points_for`.
        """
        while len(self._points) <= number:
            self._points.append(ModularPoint(self._itself, len(self._points)))
        return self._points[number]

    def points_for(self, functions: Sequence[Function], seed: int = 0) -> Iterator[ModularPoint]:
        """Random modular points that depend on functions, and on a seed (see `digests`).

        Questions that are asked together have the same points, which depend on all of them.
        """
        from diffgeo.rings.exact.digests import digest

        if len(functions) == 1 and any(functions[0] is e for e in self._questions):
            functions = self._questions
        key = f"{seed}:{digest(self._itself, functions)}"
        if self._drawn[0] != key:
            self._drawn = (key, [])
        points = self._drawn[1]
        for number in count():
            with LOCK:
                if number == len(points):
                    points.append(ModularPoint(self._itself, f"{key}:{number}"))
            yield points[number]
