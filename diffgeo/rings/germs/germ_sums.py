"""Sums of many products of germs at once: one numpy operation instead of one for each product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from diffgeo.rings.germs.arrays_of_bounds import Sizes
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.taylor import Array
from diffgeo.rings.protocol import Act, K, Product, plain_sums
from diffgeo.signs import wedge_signs

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing

#: So many numbers are in work at a time.
ENTRIES = 1 << 21
#: For fewer products it is not worth while.
FEW = 48
#: A form of dimension below this has masks that fit into one machine word with its number.
DIMENSIONS = 48


def sum_products(ring: GermRing, products: Sequence[Product[K, Germ]]) -> dict[K, Germ]:
    """The germs ``Σ ±a*b`` by key; keys whose sum is zero by construction are left out."""
    if len(products) < FEW:
        return plain_sums(products)
    germs: dict[int, Germ] = {}
    numbers, keys = dict[int, int](), dict[K, int]()

    def number(germ: Germ) -> int:
        found = numbers.get(id(germ))
        if found is None:
            found = numbers[id(germ)] = len(numbers)
            germs[found] = germ
        return found

    table = [
        (keys.setdefault(key, len(keys)), number(a), number(b), sign)
        for key, a, b, sign in products
        if a.size is not None and b.size is not None
    ]
    if not table:
        return {}
    rows, names = Rows(ring, list(germs.values())), list(keys)
    rows.array = rows.stacked(int(max(rows.orders)))
    return {names[k]: germ for k, germ in rows.sums(*np.array(table, dtype=np.intp).T)}


def sums_of_images(ring: GermRing, acts: Sequence[Act[Germ]]) -> list[dict[int, Germ]] | None:
    """``Σ ±(D(x^a)*∂_a α + D(dx^a)*ι_a α)`` over several D, for a number of forms α.

    None where there is too little to do for arrays to be worth while.
    """
    dimension = len(ring.coordinates)
    germs, given, parts = list[Germ](), list[tuple[int, int]](), list[slice]()
    for act in acts:
        for forms in act[:3]:
            begin = len(germs)
            for k, form in enumerate(forms):
                germs += form.values()
                given += [(mask, k) for mask in form]
            parts.append(slice(begin, len(germs)))
    triples = list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    work = sum((G.stop - F.start) * (B.stop - B.start) for F, G, B in triples)
    if work < FEW // 4 or dimension > DIMENSIONS:
        return None
    masks, numbers = np.array(given, dtype=np.int64).T
    rows = Rows(ring, germs)
    alive = rows.add_derivatives(triples)
    table, behind = [], 0
    for (F, G, B), act in zip(triples, acts, strict=True):
        many, theirs = B.stop - B.start, masks[None, B]
        # D(x^a) ∂_a α: the derivatives follow all given germs, coordinate by coordinate.
        mine, a = masks[F, None], numbers[F]
        first, b = np.nonzero((mine & theirs == 0) & alive[a, behind : behind + many])
        slopes = len(germs) + a[first] * alive.shape[1] + behind + b
        for k in np.flatnonzero(rows.orders[slopes] < 0)[:1]:
            ring.partial(germs[B.start + b[k]], a[first[k]])  # refused there
        terms = [(b, mine[first, 0], theirs[0, b], F.start + first, slopes, act[3])]
        # D(dx^a) ι_a α: of what has dx^a, which is moved to the front.
        mine, bit = masks[G, None], np.left_shift(1, numbers[G])[:, None]
        first, b = np.nonzero((bit & theirs != 0) & (mine & (theirs & ~bit) == 0))
        rest = theirs[0, b] & ~bit[first, 0]
        moved = act[3] * wedge_signs(bit[first, 0], rest, dimension)
        terms.append((b, mine[first, 0], rest, G.start + first, B.start + b, moved))
        for b, left, right, one, other, sign in terms:
            key = (numbers[B.start + b] << dimension) | left | right
            table.append((key, one, other, sign * wedge_signs(left, right, dimension)))
        behind += many
    found: list[dict[int, Germ]] = [{} for _ in acts[0][2]]
    for key, germ in rows.sums(*map(np.concatenate, zip(*table, strict=True))):
        found[key >> dimension][key & ((1 << dimension) - 1)] = germ
    return found


class Rows:
    """Germs as rows of one array, none of which is zero by construction, with their bounds.

    Rows that are known to a lower order are filled up with zeros that no sum reads.
    """

    def __init__(self, ring: GermRing, germs: Sequence[Germ]) -> None:
        self.ring, self.germs = ring, germs
        for other in {id(germ.ring): germ for germ in germs}.values():
            ring.own(other)
        self.orders = np.array([germ.order for germ in germs], dtype=np.intp)
        sizes = [germ.size for germ in germs]
        self.sizes = Sizes.of([size for size in sizes if size is not None])
        self.array = np.empty((0, ring.points, 0))

    def stacked(self, order: int) -> Array:
        """The coefficients up to an order."""
        ring, width = self.ring, self.ring.tables[order].size
        if (self.orders >= order).all():
            arrays = [germ.array[:, :width] for germ in self.germs]
            return np.concatenate(arrays).reshape(len(arrays), ring.points, width)
        filled = np.zeros((len(self.germs), ring.points, width), dtype=ring.field.dtype)
        for row, germ in zip(filled, self.germs, strict=True):
            known = min(width, germ.array.shape[1])
            row[:, :known] = germ.array[:, :known]
        return filled

    def add_derivatives(self, parts: Sequence[tuple[slice, slice, slice]]) -> Array:
        """Add the derivatives of the third parts, coordinate by coordinate.

        They will be multiplied by the first parts, and the third parts themselves by the second.
        Returns a mask by coordinates and rows: which are not certainly zero.
        """
        ring, field = self.ring, self.ring.field
        dimension = len(ring.coordinates)
        chosen = np.concatenate([np.arange(B.start, B.stop) for _, _, B in parts])
        self.sizes, slopes = self.sizes.with_derivatives(chosen, dimension)
        alive = np.repeat(slopes[None], dimension, axis=0)
        orders = self.orders - 1
        for b, row in enumerate(chosen.tolist()):
            germ = self.germs[row]
            if (k := ring.places.get(id(germ))) is not None:
                # The derivatives of coordinates are numbers, and known to every order.
                alive[:, b] = np.arange(dimension) == k
                orders[row] = ring.order
        # No sum is known to a higher order than this, and nothing beyond it is computed.
        pairs = [(self.orders[F], orders[B]) for F, _, B in parts]
        pairs += [(self.orders[G], self.orders[B]) for _, G, B in parts]
        wanted = max(0, *(min(max(one, default=0), max(two, default=0)) for one, two in pairs))
        width, top = ring.tables[wanted].size, int(min(max(self.orders), wanted + 1))
        source, where = self.stacked(top), ring.tables[top]
        made = np.zeros((dimension, len(chosen), ring.points, width), dtype=source.dtype)
        if top:
            shift, factor = np.array(where.shift), np.array(where.factor).astype(field.dtype)
            slopes = np.moveaxis(source[chosen].take(shift, axis=-1), 2, 0)
            made[..., : shift.shape[1]] = field.times(slopes, factor[:, None, None])
        self.array = np.concatenate([source[..., :width], made.reshape(-1, *made.shape[2:])])
        self.orders = np.concatenate([self.orders, np.tile(orders[chosen], dimension)])
        return alive

    def sums(
        self, keys: Array, first: Array, second: Array, signs: Array
    ) -> list[tuple[int, Germ]]:
        """All sums of products of rows by key, in portions of sums that are known to one order."""
        if not len(keys):
            return []
        sorting = np.argsort(keys, kind="stable")
        keys, first, second = keys[sorting], first[sorting], second[sorting]
        # What is subtracted is a product with a negative, which stands below all rows.
        factors = np.where(signs[sorting] < 0, second + len(self.array), second)
        starts = np.concatenate([[0], 1 + np.flatnonzero(keys[1:] != keys[:-1])])
        known = np.minimum.reduceat(np.minimum(self.orders[first], self.orders[second]), starts)
        ends = np.append(starts[1:], len(keys))
        bounds = self.sizes.sums_of_products(first, second, starts)
        names, result = keys[starts].tolist(), list[tuple[int, Germ]]()
        for order in set(known.tolist()):
            where = self.ring.tables[order]
            left = self.array[:, :, : where.size]
            right = np.concatenate([left, self.ring.field.negate(left)])
            room = ENTRIES // (self.ring.points * len(where.left)) + 1
            mine = np.flatnonzero(known == order)
            portions = np.cumsum(ends[mine] - starts[mine]) // room
            for portion in set(portions.tolist()):
                chosen = mine[portions == portion]
                rows: Any = slice(None)
                if len(chosen) < len(starts):
                    rows = np.concatenate([np.arange(starts[k], ends[k]) for k in chosen])
                lengths = ends[chosen] - starts[chosen]
                begins = np.cumsum(lengths) - lengths
                values = self.ring.field.multiply(
                    where, left.take(first[rows], axis=0), right.take(factors[rows], axis=0)
                )
                arrays = self.ring.field.segment_sums(values, begins)
                result += [
                    (names[k], Germ(self.ring, order, array, bounds[k]))
                    for k, array in zip(chosen.tolist(), arrays, strict=True)
                ]
        return result
