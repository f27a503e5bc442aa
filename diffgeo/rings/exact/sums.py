"""Sums of products of elements: reduced by the relations once, not after every product."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.rings.exact.element import Element
from diffgeo.rings.protocol import K, Product, plain_sums

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from diffgeo.rings.exact.ring import ExactRing

_FIRST, _SECOND = itemgetter(1), itemgetter(2)
#: A polynomial, the mask of its conditions, and its support: negative if it is to be reduced.
_Sum: TypeAlias = "tuple[fmpq_mpoly, int, int]"
#: Larger products are reduced one by one: their sum could be much larger than its normal form.
SMALL = 2_000


def sum_products(ring: ExactRing, products: Sequence[Product[K, Element]]) -> dict[K, Element]:
    """The elements ``Σ ±a*b`` by key."""
    tower = ring.tower
    context, longest, together = tower.context, 0, 0
    for element in {*map(_FIRST, products), *map(_SECOND, products)}:
        if type(element) is not Element:
            return plain_sums(products)
        polynomial = element._polynomial
        if polynomial.context() is not context:
            polynomial = element.polynomial  # which lifts it
        if (length := len(polynomial)) > longest:
            longest = length
        support = element._support
        together |= element.support if support < 0 else support
    if ring.tower.context is not context:
        # Lifting has adjoined generators.
        return sum_products(ring, products)
    if longest * longest > SMALL and any(
        len(a._polynomial) * len(b._polynomial) > SMALL for _, a, b, _ in products
    ):
        return plain_sums(products)
    related = tower.may_reduce(together, together)
    sums: dict[K, _Sum] = {}
    for key, a, b, sign in products:
        product, mask = a._polynomial * b._polynomial, a.mask | b.mask
        support = a._support | b._support
        if related and tower.may_reduce(a._support, b._support):
            support = -1
        known = sums.get(key)
        if known is None:
            sums[key] = product if sign > 0 else -product, mask, support
        else:
            total, others, before = known
            total = total + product if sign > 0 else total - product
            sums[key] = total, mask | others, support | before
    return {
        key: Element(ring, tower.reduce(total) if support < 0 else total, mask, support)
        for key, (total, mask, support) in sums.items()
    }
