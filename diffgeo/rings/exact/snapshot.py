"""Undoing: an adjunction that refuses leaves the ring as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from diffgeo.rings.exact.exclusion import close

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing


class Journal:
    """What has to be undone if the transaction under way is refused.

    Elements made before a refinement are rewritten in place when they are next used; if the
    refinement is undone, so are they.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.undo: list[Callable[[], None]] = []

    def note(self, undo: Callable[[], None]) -> None:
        """Remember how to undo a change, if there is a transaction."""
        if self.depth:
            self.undo.append(undo)


class Snapshot:
    """The state of a ring, to go back to."""

    def __init__(self, ring: ExactRing) -> None:
        self._ring = ring
        tower = self._tower = ring.tower
        self._generators = len(tower)
        self._context = tower.context
        self._falling = len(tower.falling)
        self._cancelling = len(tower.cancelling)
        self._undo = len(ring.journal.undo)
        self.records = len(ring.domain.records)
        self._memory = _copy(ring.memory)

    def restore(self) -> None:
        """Forget every generator, relation, refinement and condition that came later."""
        ring, tower = self._ring, self._tower
        ring.tower = tower
        del tower.generators[self._generators :]
        tower.context = self._context
        tower.elements.clear()
        del tower.falling[self._falling :]
        del tower.cancelling[self._cancelling :]
        undo = ring.journal.undo
        while len(undo) > self._undo:
            undo.pop()()
        for relation in (*tower.falling, *tower.cancelling):
            # Older relations use older generators only; the newer ones do not occur.
            if relation.polynomial is not None:
                relation.polynomial = tower.lift(relation.polynomial)
        for generator in tower.generators:
            for element in (generator.argument, *generator.arguments, *generator.signs):
                if element is not None:
                    _bring_back(element)
        del ring.domain.records[self.records :]
        ring.memory.clear()
        ring.memory.update(self._memory)
        ring.forget()


@contextmanager
def transaction(ring: ExactRing) -> Iterator[Snapshot]:
    """Undo everything that was done to the ring if the block raises."""
    snapshot, journal = Snapshot(ring), ring.journal
    journal.depth += 1
    try:
        yield snapshot
    except GeneratorExit:
        # An interruption came between the steps of `with`: whether the block was done, and what
        # has been done since, is not known here.
        close(ring.tower)
        raise
    except BaseException:
        # An interruption too: what it has begun must not stay.
        try:
            snapshot.restore()
        except BaseException:
            close(ring.tower)
            raise
        raise
    finally:
        journal.depth -= 1
        if not journal.depth:
            journal.undo.clear()


def _bring_back(element: Element) -> None:
    """Lift at once: a context that comes into being again must not be taken for an old one."""
    element._polynomial = element.ring.tower.lift(element._polynomial)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _copy(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_copy(v) for v in value]
    if isinstance(value, tuple):
        return tuple(_copy(v) for v in value)
    return value
