"""Sums of many products of germs at once, and coordinates as germs, against one by one."""

from __future__ import annotations

from functools import reduce
from operator import add
from random import Random

import numpy as np
import pytest

from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.rings.germs.numerator_bounds import Factor, Size, sums_of_products
from diffgeo.rings.protocol import plain_sums


def some_sizes(draw: Random, count: int) -> list[Size]:
    factors = [Factor(draw.randint(0, 9), 9 * draw.random()) for _ in range(5)]

    def denominator():
        chosen = draw.sample(factors, draw.randint(0, 4))
        return {f: (draw.randint(0, 4), draw.randint(0, 2)) for f in chosen}

    return [
        Size(
            draw.randint(0, 20), 30 * draw.random(), draw.randint(-1, 3), 3 * draw.random(),
            denominator(), draw.choice([1, 1, 2, 3, 12]),
        )
        for _ in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_bounds_of_sums_of_products(seed: int) -> None:
    """The same as by the rules for one product and one sum, over common denominators."""
    draw = Random(seed)
    sizes = [*some_sizes(draw, 12), None]
    first, second = (np.array([draw.randrange(12) for _ in range(60)]) for _ in range(2))
    starts = np.array(sorted({0, *draw.sample(range(60), 9)}))
    products = [sizes[i] * sizes[j] for i, j in zip(first, second, strict=True)]
    ends = [*starts[1:], 60]
    found = sums_of_products(sizes, first, second, starts)
    for size, i, j in zip(found, starts, ends, strict=True):
        one_by_one = reduce(add, products[i:j])
        named = ("degree", "slope", "scale")
        assert [getattr(size, n) for n in named] == [getattr(one_by_one, n) for n in named]
        assert size.bits == pytest.approx(one_by_one.bits)
        assert size.slope_bits == pytest.approx(one_by_one.slope_bits)
        kept = {f: given for f, given in one_by_one.denominator.items() if given != (0, 0)}
        assert size.denominator == kept


def test_sums_of_quotients() -> None:
    """Values and bounds of 60 products at once, with denominators, roots and numbers."""
    ring = GermRing(("x", "y"), order=3, points=3, seed=2)
    x, y = ring.generator("x"), ring.generator("y")
    germs = [x, y, 1 / (1 + x * y), x / 3, ring.inverse(1 + x + y**2), ring.partial(x * y, 0)]
    draw = Random(7)
    products = [
        (k % 4, draw.choice(germs), draw.choice(germs), draw.choice((1, -1))) for k in range(60)
    ]
    found, expected = ring.sum_products(products), plain_sums(products)
    for key, germ in expected.items():
        assert (found[key].array == germ.array).all()
        assert ring.log2_error(found[key]) == pytest.approx(ring.log2_error(germ), rel=0.02)


def test_derivatives_of_coordinates_are_numbers() -> None:
    ring = GermRing(("x", "y"), order=2, points=2, seed=2, parameters=("m",))
    x, m = ring.generator("x"), ring.generator("m")
    assert x is ring.coordinate(0) and ring.partial(x, 0) is ring.one
    assert ring.vanishes(ring.partial(x, 1)) and ring.vanishes(ring.partial(m, 0))
    # Of equal germs that are made in another way the derivative has the same values.
    slope = ring.partial(x * x / x, 0)
    assert (slope.array == ring.one.array[:, : slope.array.shape[1]]).all()
    other = GermRing(("x", "y"), order=2, points=2, seed=2, parameters=("m",))
    pull = other.pullback(ring, {"x": x, "y": ring.generator("y")})
    assert pull(other.generator("x")) is x and pull(other.one) is ring.one
