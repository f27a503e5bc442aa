"""Sums of products of elements: reduced by the relations once, not after every product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diffgeo.rings.exact.element import Element
from diffgeo.rings.protocol import K, Product, plain_sums

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from diffgeo.rings.exact.ring import ExactRing

#: Larger products are reduced one by one: their sum could be much larger than its normal form.
SMALL = 2_000


def sum_products(ring: ExactRing, products: Sequence[Product[K, Element]]) -> dict[K, Element]:
    """The elements ``Σ ±a*b`` by key."""
    context = ring.tower.context
    for _, a, b, _ in products:
        if type(a) is not Element or type(b) is not Element:
            return plain_sums(products)
        if len(a.polynomial) * len(b.polynomial) > SMALL:  # which lifts both, too
            return plain_sums(products)
    if ring.tower.context is not context:
        # Lifting has adjoined generators.
        return sum_products(ring, products)
    sums: dict[K, fmpq_mpoly] = {}
    masks: dict[K, int] = {}
    for key, a, b, sign in products:
        product = a._polynomial * b._polynomial
        if key not in sums:
            sums[key] = product if sign > 0 else -product
            masks[key] = a.mask | b.mask
        else:
            sums[key] = sums[key] + product if sign > 0 else sums[key] - product
            masks[key] |= a.mask | b.mask
    reduce = ring.tower.reduce
    return {key: Element(ring, reduce(total), masks[key]) for key, total in sums.items()}
