"""Sums of many products of germs at once: one numpy operation instead of one for each product."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diffgeo.rings.germs.arrays_of_bounds import Sizes
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.taylor import Array, Table, table
from diffgeo.rings.protocol import Act, K, Product, plain_sums
from diffgeo.signs import wedge_signs

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing

#: So many numbers are in work at a time: they stay in the processor's cache.
ENTRIES = 1 << 16
#: For fewer products it is not worth while.
FEW = 48
#: So many plans are kept, of at most so many products.
PLANS, REMEMBERED = 32, 1 << 15
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

    chosen = [
        (keys.setdefault(key, len(keys)), number(a), number(b), sign)
        for key, a, b, sign in products
        if a.size is not None and b.size is not None
    ]
    if not chosen:
        return {}
    rows, names = Rows(ring, list(germs.values())), list(keys)
    rows.array = rows.stacked(int(max(rows.orders)))
    columns = np.array(chosen, dtype=np.intp).T
    plan = Plan(len(ring.coordinates), ring.points, rows.orders, None, *columns)
    return {names[k]: germ for k, germ in rows.sums(plan)}


def sums_of_images(ring: GermRing, acts: Sequence[Act[Germ]]) -> list[dict[int, Germ]] | None:
    """``Σ ±(D(x^a)*∂_a α + D(dx^a)*ι_a α)`` over several D, for a number of forms α.

    None where there is too little to do for arrays to be worth while.
    """
    dimension = len(ring.coordinates)
    germs, given, ends = list[Germ](), list[int](), [0]
    for act in acts:
        for forms in act[:3]:
            for k, form in enumerate(forms):
                germs += form.values()
                for mask in form:
                    given += mask, k
            ends.append(len(germs))
    parts = [slice(*pair) for pair in pairwise(ends)]
    triples = list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    work = sum((G.stop - F.start) * (B.stop - B.start) for F, G, B in triples)
    if work < FEW // 4 or dimension > DIMENSIONS:
        return None
    rows = Rows(ring, germs)
    alive = rows.add_derivatives(triples)
    make = plan_of_images if work <= REMEMBERED else plan_of_images.__wrapped__
    plan = make(
        (dimension, ring.points),
        tuple(given),
        tuple(ends),
        tuple(act[3] for act in acts),
        alive.tobytes(),
        rows.orders.tobytes(),
    )
    if plan.refused:
        ring.partial(germs[plan.refused[0]], plan.refused[1])  # refused there
    found: list[dict[int, Germ]] = [{} for _ in acts[0][2]]
    for key, germ in rows.sums(plan):
        found[key >> dimension][key & ((1 << dimension) - 1)] = germ
    return found


@lru_cache(PLANS)
def plan_of_images(
    shape: tuple[int, int],
    given: tuple[int, ...],
    ends: tuple[int, ...],
    signs: tuple[int, ...],
    alive: bytes,
    orders: bytes,
) -> Plan:
    """What `sums_of_images` sums up: it depends on the masks of the forms, not on their values.

    Given are dimension and points, masks and numbers of all coefficients, where the parts of the
    acts end, the signs of the acts, and what `Rows.add_derivatives` says of the rows.
    """
    dimension, points = shape
    masks, numbers = np.array(given, dtype=np.int64).reshape(-1, 2).T
    living = np.frombuffer(alive, dtype=bool).reshape(dimension, -1)
    known = np.frombuffer(orders, dtype=np.intp)
    found: list[tuple[Array, ...]] = []
    behind, refused = 0, None
    for k, sign in enumerate(signs):
        start, middle, last, end = ends[3 * k : 3 * k + 4]
        F, G, B = slice(start, middle), slice(middle, last), slice(last, end)
        many, theirs = end - last, masks[None, B]
        # D(x^a) ∂_a α: the derivatives follow all given germs, coordinate by coordinate.
        mine, a = masks[F, None], numbers[F]
        first, b = np.nonzero((mine & theirs == 0) & living[a, behind : behind + many])
        slopes = len(masks) + a[first] * living.shape[1] + behind + b
        for m in np.flatnonzero(known[slopes] < 0)[:1]:
            refused = refused or (last + int(b[m]), int(a[first[m]]))
        terms = [(b, mine[first, 0], theirs[0, b], start + first, slopes, sign)]
        # D(dx^a) ι_a α: of what has dx^a, which is moved to the front.
        mine, bit = masks[G, None], np.left_shift(1, numbers[G])[:, None]
        first, b = np.nonzero((bit & theirs != 0) & (mine & (theirs & ~bit) == 0))
        rest = theirs[0, b] & ~bit[first, 0]
        moved = sign * wedge_signs(bit[first, 0], rest, dimension)
        terms.append((b, mine[first, 0], rest, middle + first, last + b, moved))
        for b, left, right, one, other, sense in terms:
            key = (numbers[B][b] << dimension) | left | right
            found.append((key, one, other, sense * wedge_signs(left, right, dimension)))
        behind += many
    return Plan(dimension, points, known, refused, *map(np.concatenate, zip(*found, strict=True)))


class Plan:
    """Which products of rows make which sums, in portions of sums that are known to one order.

    Given are the number of variables and of points, the orders of the rows, what is refused, and
    for each product the key of its sum, its two rows, and a sign.
    """

    def __init__(
        self,
        variables: int,
        points: int,
        orders: Array,
        refused: tuple[int, int] | None,
        keys: Array,
        first: Array,
        second: Array,
        signs: Array,
    ) -> None:
        self.refused = refused
        sorting = np.argsort(keys, kind="stable")
        keys, self.first, self.second = keys[sorting], first[sorting], second[sorting]
        # What is subtracted is a product with a negative, which stands below all rows.
        factors = np.where(signs[sorting] < 0, self.second + len(orders), self.second)
        changes = 1 + np.flatnonzero(keys[1:] != keys[:-1])
        starts = np.concatenate([np.zeros(min(1, len(keys)), dtype=np.intp), changes])
        self.starts, self.ends = starts, np.append(starts, len(keys))[1:]
        self.lengths = self.ends - starts
        #: For every product the number of its sum.
        self.sums = np.repeat(np.arange(len(starts)), self.lengths)
        self.names: list[int] = keys[starts].tolist()
        #: Order, numbers of the sums, both factors of their products, where the sums begin.
        self.portions: list[tuple[int, list[int], Array, Array, Array]] = []
        if refused or not self.names:
            return
        known = np.minimum(orders[self.first], orders[self.second])
        known = np.minimum.reduceat(known, starts)
        for order in set(known.tolist()):
            room = ENTRIES // (points * len(table(variables, order).left)) + 1
            mine = np.flatnonzero(known == order)
            counted = np.cumsum(self.lengths[mine]) // room
            for portion in set(counted.tolist()):
                chosen = mine[counted == portion]
                rows: Any = slice(starts[chosen[0]], self.ends[chosen[-1]])
                if chosen[-1] - chosen[0] >= len(chosen):
                    rows = np.flatnonzero(np.isin(self.sums, chosen))
                begins = np.cumsum(self.lengths[chosen]) - self.lengths[chosen]
                self.portions.append(
                    (order, chosen.tolist(), self.first[rows], factors[rows], begins)
                )


@lru_cache(PLANS)
def slopes_of_series(where: Table, dtype: type) -> tuple[Array, Array]:
    """By coordinate, the coefficients that derivatives take, and with which factors."""
    return np.array(where.shift), np.array(where.factor).astype(dtype)[:, None, None]


class Rows:
    """Germs as rows of one array, none of which is zero by construction, with their bounds.

    Rows that are known to a lower order are filled up with zeros that no sum reads.
    """

    def __init__(self, ring: GermRing, germs: Sequence[Germ]) -> None:
        self.ring, self.germs = ring, germs
        for other in {id(germ.ring): germ for germ in germs}.values():
            ring.own(other)
        self.given = [germ.order for germ in germs]
        self.orders = np.array(self.given, dtype=np.intp)
        sizes = [germ.size for germ in germs]
        self.sizes = Sizes.of([size for size in sizes if size is not None])
        self.array = np.empty((0, ring.points, 0))

    def stacked(self, order: int) -> Array:
        """The coefficients up to an order."""
        ring, width = self.ring, self.ring.tables[order].size
        known = set(self.given)
        if len(known) == 1:
            arrays = [germ.array for germ in self.germs]
            whole = np.concatenate(arrays).reshape(len(arrays), ring.points, -1)
            return whole if whole.shape[-1] == width else whole[..., :width]
        filled = np.zeros((len(self.germs), ring.points, width), dtype=ring.field.dtype)
        for each in known:
            arrays = [germ.array for germ in self.germs if germ.order == each]
            part = np.concatenate(arrays).reshape(len(arrays), ring.points, -1)[..., :width]
            filled[self.orders == each, :, : part.shape[-1]] = part
        return filled

    def add_derivatives(self, parts: Sequence[tuple[slice, slice, slice]]) -> Array:
        """Add the derivatives of the third parts, coordinate by coordinate.

        They will be multiplied by the first parts, and the third parts themselves by the second.
        Returns a mask by coordinates and rows: which are not certainly zero.
        """
        ring, field = self.ring, self.ring.field
        dimension, given = len(ring.coordinates), self.given
        chosen = np.array([k for _, _, B in parts for k in range(B.start, B.stop)], dtype=np.intp)
        self.sizes, slopes = self.sizes.with_derivatives(chosen, dimension)
        alive = slopes[None].repeat(dimension, axis=0)
        orders = (self.orders - 1)[chosen]
        for b, row in enumerate(chosen.tolist()):
            if (k := ring.places.get(id(self.germs[row]))) is not None:
                # The derivatives of coordinates are numbers, and known to every order.
                alive[:, b] = False
                if k >= 0:
                    alive[k, b] = True
                orders[b] = ring.order
        # No sum is known to a higher order than this, and nothing beyond it is computed.
        wanted, before = 0, 0
        for F, G, B in parts:
            slopes_known = max(orders[before : before + B.stop - B.start].tolist(), default=0)
            wanted = max(
                wanted,
                min(max(given[F], default=0), slopes_known),
                min(max(given[G], default=0), max(given[B], default=0)),
            )
            before += B.stop - B.start
        width, top = ring.tables[wanted].size, min(max(given), wanted + 1)
        source, where = self.stacked(top), ring.tables[top]
        if top:
            shift, factor = slopes_of_series(where, field.dtype)
            made = source.take(chosen, axis=0).take(shift, axis=-1).transpose(2, 0, 1, 3)
            if top > 1:  # up to order 1 all factors are 1
                made = field.times(np.ascontiguousarray(made), factor)
        else:
            made = np.zeros((dimension, len(chosen), ring.points, 0), dtype=source.dtype)
        if made.shape[-1] < width:
            room = np.zeros((*made.shape[:-1], width - made.shape[-1]), dtype=source.dtype)
            made = np.concatenate([made, room], axis=-1)
        self.array = np.concatenate([source[..., :width], made.reshape(-1, *made.shape[2:])])
        self.orders = np.concatenate([self.orders, *[orders] * dimension])
        return alive

    def sums(self, plan: Plan) -> list[tuple[int, Germ]]:
        """All sums of products of rows by key."""
        if not plan.names:
            return []
        ring, field = self.ring, self.ring.field
        bounds = self.sizes.sums_of_products(plan.first, plan.second, plan.starts, plan.sums)
        signed = np.concatenate([self.array, field.negate(self.array)])
        result = list[tuple[int, Germ]]()
        for order, chosen, first, factors, begins in plan.portions:
            where = ring.tables[order]
            left, right = (a[:, :, : where.size] for a in (self.array, signed))
            values = field.multiply(where, left.take(first, axis=0), right.take(factors, axis=0))
            arrays = field.segment_sums(values, begins)
            result += [
                (plan.names[k], Germ(ring, order, array, bounds[k]))
                for k, array in zip(chosen, arrays, strict=True)
            ]
        return result
