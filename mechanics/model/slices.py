"""Slices: where some of the coordinates have values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from diffgeo import submanifold
from diffgeo.errors import DiffGeoError
from diffgeo.subsets import EmbeddedSubset
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, Manifold

#: The values that are tried where 0 does not serve.
VALUES = ("pi/2", "1")


def coordinate_slices(
    space: Manifold, fixed: Sequence[Form], value: str
) -> Iterator[EmbeddedSubset]:
    """Subsets where some of the coordinates are 0 or have a given value, as few as possible."""
    names = [x for x in space.chart.coordinates if any(vanishes(space[x] - f) for f in fixed)]
    for values in sorted(product(("0", value), repeat=len(names)), key=lambda v: v.count(value)):
        with suppress(DiffGeoError):
            _, inclusion = submanifold(space, dict(zip(names, values, strict=True)))
            yield EmbeddedSubset(inclusion)
