"""Undoing: an adjunction that refuses leaves the ring as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


class Snapshot:
    """The state of a ring, to go back to."""

    def __init__(self, ring: ExactRing) -> None:
        self._ring = ring
        tower = ring.tower
        self._generators = len(tower)
        self._context = tower.context
        self._falling = len(tower.falling)
        self._cancelling = len(tower.cancelling)
        self.records = len(ring.domain.records)
        self._memory = _copy(ring.memory)

    def restore(self) -> None:
        """Forget every generator, relation and condition that came later."""
        ring, tower = self._ring, self._ring.tower
        del tower.generators[self._generators :]
        tower.context = self._context
        del tower.falling[self._falling :]
        del tower.cancelling[self._cancelling :]
        for relation in (*tower.falling, *tower.cancelling):
            # Older relations use older generators only; the newer ones do not occur.
            relation.polynomial = relation.polynomial.project_to_context(self._context)
        for generator in tower.generators:
            for element in (generator.argument, *generator.arguments):
                if element is not None:
                    element._polynomial = element._polynomial.project_to_context(self._context)
        del ring.domain.records[self.records :]
        ring.memory.clear()
        ring.memory.update(self._memory)
        ring.forget()


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _copy(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_copy(v) for v in value]
    if isinstance(value, tuple):
        return tuple(_copy(v) for v in value)
    return value
