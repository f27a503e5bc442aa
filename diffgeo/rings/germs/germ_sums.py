"""Sums of many products of germs at once: one numpy operation instead of one for each product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

import numpy as np

from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.numerator_bounds import sums_of_products
from diffgeo.rings.germs.taylor import Array
from diffgeo.rings.protocol import K, Product, plain_sums

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing

#: So many numbers are in work at a time.
ENTRIES = 1 << 21
#: For fewer products it is not worth while.
FEW = 48


def sum_products(ring: GermRing, products: Sequence[Product[K, Germ]]) -> dict[K, Germ]:
    """The germs ``Σ ±a*b`` by key; keys whose sum is zero by construction are left out."""
    if len(products) < FEW:
        return plain_sums(products)
    return _Batch(ring, products).sums()


class _Numbering:
    """Different germs, numbered in the order of their first appearance."""

    def __init__(self, ring: GermRing) -> None:
        self.ring = ring
        self.germs: list[Germ] = []
        self._numbers: dict[int, int] = {}

    def number(self, germ: Germ) -> int:
        """The number of a germ."""
        found = self._numbers.get(id(germ))
        if found is None:
            self.ring.own(germ)
            found = self._numbers[id(germ)] = len(self.germs)
            self.germs.append(germ)
        return found


class _Batch(Generic[K]):
    """Products as arrays of numbers: of the key, of both factors, and the signs."""

    def __init__(self, ring: GermRing, products: Sequence[Product[K, Germ]]) -> None:
        self.ring = ring
        factors = _Numbering(ring)
        number, keys = factors.number, dict[K, int]()
        rows = [
            (keys.setdefault(key, len(keys)), number(a), number(b), sign)
            for key, a, b, sign in products
        ]
        self.germs, self.keys = factors.germs, list(keys)
        zero = np.array([germ.size is None for germ in self.germs])
        orders = np.array([germ.order for germ in self.germs])
        table = np.array(rows, dtype=np.intp)
        table = table[~(zero[table[:, 1]] | zero[table[:, 2]])]
        self.table = table[np.argsort(table[:, 0], kind="stable")]
        self.orders = np.minimum(orders[self.table[:, 1]], orders[self.table[:, 2]])

    def sums(self) -> dict[K, Germ]:
        """All sums, in portions of sums that are known to one order."""
        result: dict[K, Germ] = {}
        if not len(self.table):
            return result
        found, starts = np.unique(self.table[:, 0], return_index=True)
        known = np.minimum.reduceat(self.orders, starts)
        ends = np.append(starts[1:], len(self.table))
        for order in map(int, np.unique(known)):
            mine = np.flatnonzero(known == order)
            room = ENTRIES // (self.ring.points * len(self.ring.tables[order].left)) + 1
            portions = np.cumsum(ends[mine] - starts[mine]) // room
            for portion in np.unique(portions):
                chosen = mine[portions == portion]
                rows = np.concatenate([np.arange(starts[k], ends[k]) for k in chosen])
                keys = [self.keys[k] for k in found[chosen]]
                result.update(zip(keys, self._sums(order, self.table[rows]), strict=True))
        return result

    def _sums(self, order: int, table: Array) -> list[Germ]:
        """The sums of the products of some rows, one for each key."""
        ring, field = self.ring, self.ring.field
        where = ring.tables[order]
        starts = np.unique(table[:, 0], return_index=True)[1]
        first, second = self._spread(table[:, 1], where.size), self._spread(table[:, 2], where.size)
        values = field.multiply(where, first, second)
        negative = table[:, 3] < 0
        if negative.any():
            values[negative] = field.negate(values[negative])
        arrays = field.segment_sums(values, starts)
        sizes = [germ.size for germ in self.germs]
        bounds = sums_of_products(sizes, table[:, 1], table[:, 2], starts)
        return [Germ(ring, order, a, size) for a, size in zip(arrays, bounds, strict=True)]

    def _spread(self, numbers: Array, length: int) -> Array:
        """The arrays of germs along a new axis; each germ is copied from its own array once."""
        needed, places = np.unique(numbers, return_inverse=True)
        return np.stack([self.germs[k].array[:, :length] for k in needed])[places]
