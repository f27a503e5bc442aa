"""Rings as their definitions: what a pickled ring consists of.

A ring is declared names and the functions that were adjoined, in their order; reading these
again in a new ring makes the same tower. Its elements are not pickled: they belong to one ring,
and travel as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.expression import Expression


class Definitions(NamedTuple):
    """What makes a ring: the arguments of `ExactRing`, and adjoined functions in order."""

    coordinates: tuple[str, ...]
    parameters: tuple[str, ...]
    functions: dict[str, int]
    signs: dict[str, int]
    nonzero: tuple[str, ...]
    adjoined: tuple[Expression, ...]


def definitions(ring: ExactRing) -> Definitions:
    """The definitions of a ring."""
    names = {index: name for name, index in ring.base.items()}
    indices = range(len(ring.base), len(ring.tower))
    return Definitions(
        ring.coordinates,
        ring.parameters,
        dict(ring.functions),
        {names[index]: sign for index, sign in ring.domain.declared.items()},
        tuple(sorted(names[index] for index in ring.domain.nonzero)),
        tuple(ring.expression(ring.element_of(index)) for index in indices),
    )


def restored(*parts: Any) -> ExactRing:
    """The ring of its definitions."""
    from diffgeo.rings.exact.ring import ExactRing

    made = Definitions(*parts)
    ring = ExactRing(made.coordinates, made.parameters, made.functions, made.signs, made.nonzero)
    ring.ingest(made.adjoined)
    return ring
