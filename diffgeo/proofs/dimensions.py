"""Dimensions of instances: one for all manifolds, or a smaller one for some of them.

A section of a map between manifolds of one dimension is a local diffeomorphism, so that what is
false of sections has no instance in which all dimensions are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo.proofs.symbolic_objects import Symbolic


class Dimensions(int):
    """The largest dimension, as a number, with those of the manifolds that have a smaller one.

    Parameters
    ----------
    largest, others
        The dimension of all manifolds but those in ``others``.
    """

    others: Mapping[Any, int]

    def __new__(cls, largest: int, others: Mapping[Any, int]) -> Dimensions:
        """Those that are the largest one too are left out."""
        made = super().__new__(cls, largest)
        made.others = {home: n for home, n in others.items() if n != largest}
        return made


def dimension_at(home: Any, dimension: int) -> int:
    """The dimension of a manifold, where ``dimension`` has those of all."""
    others = dimension.others if isinstance(dimension, Dimensions) else {}
    return others.get(home, int(dimension))


def dimension_of(symbol: Symbolic, dimension: int) -> int:
    """The dimension of the manifold on which a symbol lives; of a map, of its source."""
    return dimension_at(symbol.home, dimension)
