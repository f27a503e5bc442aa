"""Sums of many products of germs at once, and coordinates as germs, against one by one."""

from __future__ import annotations

from functools import reduce
from operator import add
from random import Random

import numpy as np
import pytest

from diffgeo import Form, Manifold, VectorForm, bracket, check, interior
from diffgeo.calculus import images_of_forms
from diffgeo.calculus.derivations import Derivation
from diffgeo.errors import NotSupported
from diffgeo.rings.germs.arrays_of_bounds import Sizes
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.rings.germs.numerator_bounds import Factor, Size
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
    sizes = some_sizes(draw, 12)
    first, second = (np.array([draw.randrange(12) for _ in range(60)]) for _ in range(2))
    starts = np.array(sorted({0, *draw.sample(range(60), 9)}))
    products = [sizes[i] * sizes[j] for i, j in zip(first, second, strict=True)]
    ends = [*starts[1:], 60]
    sums = np.repeat(np.arange(len(starts)), np.diff(ends, prepend=0))
    found = Sizes.of(sizes).sums_of_products(first, second, starts, sums)
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


def forms_of(M: Manifold, degree: int, draw: Random, germs: list[Germ]) -> list[Form]:
    """Some forms with a part of all coefficients, among them one that is zero."""
    masks = [m for m in range(1 << M.dimension) if m.bit_count() == degree]
    made = [{m: draw.choice(germs) for m in masks if draw.random() < 0.8} for _ in range(4)]
    return [Form(M, degree, terms) for terms in (*made, {})]


@pytest.mark.parametrize("field", ["GF(p)", "Q"])
@pytest.mark.parametrize("degree", [0, 1, 2])
def test_images_of_many_forms(field: str, degree: int) -> None:
    """The same coefficients, known to the same order, with the same bounds, as one by one."""
    names = ("x", "y", "z", "m")
    ring = GermRing(names[:3], order=3, field=field, points=2, seed=5, parameters=names[3:])
    M = Manifold("M", "x y z", ring=ring)
    x, y, z, m = map(ring.generator, names)
    low = ring.partial(x * y * z, 0)
    germs = [x, y, m * z, 1 / (1 + x * y), x / 3, low * low, ring.one, ring.partial(low, 1)]
    draw = Random(degree)
    for k in (0, 1):
        values = [forms_of(M, k + j, draw, germs)[:3] for j in (0, 1)]
        D, E = (Derivation(M, k, *(row.__getitem__ for row in values)) for _ in range(2))
        forms = forms_of(M, degree, draw, germs)
        acts = [(D, forms, 1), (E, forms_of(M, degree, draw, germs), -1)]
        found = ring.sums_of_images([images_of_forms._act(*act) for act in acts])
        assert found is not None
        parts = [[images_of_forms._image(D, form) for form in forms] for D, forms, _ in acts]
        for terms, one, other in zip(found, *parts, strict=True):
            expected = (one - other)._terms
            for mask in {**terms, **expected}:
                a, b = terms.get(mask, ring.zero), expected.get(mask, ring.zero)
                if b.size is None:  # of what has cancelled nothing is known to be zero
                    assert not a.array.any()
                    continue
                assert a.order == b.order
                assert (a.array == b.array).all()
                assert ring.log2_error(a) == pytest.approx(ring.log2_error(b), rel=0.02)


def test_commutators_of_germs_vanish_where_they_should() -> None:
    """The identity of Jacobi for derivations by germs, and with a wrong sign: refuted."""
    ring = GermRing(("x", "y", "z"), order=3, seed=8)
    M = Manifold("M", "x y z", ring=ring)
    draw = Random(3)
    germs = [ring.random(k, degree=3) for k in range(9)]
    K, L, N = (VectorForm(M, k, forms_of(M, k, draw, germs)[:3]) for k in (0, 1, 1))
    one, two, three = (
        bracket(K, bracket(L, N)),
        bracket(bracket(K, L), N),
        bracket(L, bracket(K, N)),
    )
    assert check(one == two + three).status.name == "PROBED"
    assert check(one == two - three).status.name == "REFUTED"
    odd = bracket(L, bracket(L, L))
    assert check(odd == 0).status.name == "PROBED"
    assert check(bracket(L, L) == bracket(L, N)).status.name == "REFUTED"


def test_derivatives_of_images_are_used_up() -> None:
    ring = GermRing(("x", "y", "z"), order=1, seed=8)
    M = Manifold("M", "x y z", ring=ring)
    low = ring.partial(ring.random(1), 0)
    K = VectorForm(M, 1, [Form(M, 1, {1: low, 2: low, 4: low})] * 3)
    with pytest.raises(NotSupported, match="used up; make the ring of order 2"):
        bracket(K, K)
    # Insertions need no derivatives.
    forms = forms_of(M, 2, Random(1), [low] * 9)
    assert [form.degree for form in images_of_forms.images(interior(K), forms)] == [2] * 5
