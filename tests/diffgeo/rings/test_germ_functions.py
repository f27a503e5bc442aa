"""Elementary functions of germs: differential equations, chain rule, true values over floats."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from diffgeo.errors import Contradiction, NotSupported, OutsideDomain
from diffgeo.rings.germs.germ_ring import GermRing


@pytest.fixture(params=["GF(p)", "Q"])
def ring(request) -> GermRing:
    return GermRing(["x", "y"], 3, request.param, points=4, seed=11)


def argument(ring: GermRing):
    x, y = ring.coordinate(0), ring.coordinate(1)
    return x * y / 3 + x**2 / y


def zero(ring: GermRing, element) -> bool:
    return ring.is_zero(element).zero


def test_sine_and_cosine(ring):
    a = argument(ring)
    s, c = ring.compose_sincos(a)
    assert zero(ring, s * s + c * c - 1)
    assert not zero(ring, s * s + c * c - 2) and not zero(ring, s * s - c * c - 1)
    for k in (0, 1):
        assert zero(ring, ring.partial(s, k) - c * ring.partial(a, k))
        assert zero(ring, ring.partial(c, k) + s * ring.partial(a, k))
        assert not zero(ring, ring.partial(c, k) - s * ring.partial(a, k))


def test_sines_of_a_sum_with_consistent_values(ring):
    a, b = argument(ring), ring.coordinate(0)
    s, c = ring.compose_sincos(a)
    u, v = ring.compose_sincos(b)
    sine, cosine = s * v + c * u, c * v - s * u
    s2, c2 = ring.compose_sincos(a + b, sine.value, cosine.value)
    assert zero(ring, s2 - sine) and zero(ring, c2 - cosine)


def test_exponential_and_logarithm(ring):
    a = argument(ring)
    e = ring.compose_exp(a)
    assert zero(ring, ring.partial(e, 0) - e * ring.partial(a, 0))
    assert not zero(ring, ring.partial(e, 0) - e)
    back = ring.compose_log(e, a.value)
    assert zero(ring, back - a)
    assert zero(ring, ring.compose_exp(back, e.value) - e)
    log = ring.compose_log(a)
    assert zero(ring, ring.partial(log, 1) - ring.partial(a, 1) / a)


def test_arctangent(ring):
    a = argument(ring)
    v = ring.compose_atan(a)
    assert zero(ring, (1 + a * a) * ring.partial(v, 0) - ring.partial(a, 0))
    s, c = ring.compose_sincos(ring.coordinate(0))
    tangent = ring.compose_atan(s / c, ring.coordinate(0).value)
    assert zero(ring, tangent - ring.coordinate(0))


def test_undefined_functions_obey_the_chain_rule(ring):
    x, y = ring.coordinate(0), ring.coordinate(1)
    arguments = (x * y, x / y)
    jet = ring.function(2, order=5)
    f, f1, f2 = (ring.apply(jet, orders, arguments) for orders in ((0, 0), (1, 0), (0, 1)))
    assert zero(ring, ring.partial(f, 0) - f1 * y - f2 / y)
    assert not zero(ring, ring.partial(f, 0) - f1 * y + f2 / y)
    mixed = ring.apply(jet, (1, 1), arguments)
    assert zero(ring, ring.partial(f1, 0) - ring.apply(jet, (2, 0), arguments) * y - mixed / y)
    with pytest.raises(NotSupported, match="draw a longer"):
        ring.apply(jet, (3, 3), arguments)
    with pytest.raises(NotSupported, match="2 variables"):
        ring.apply(jet, (1,), arguments)


def test_composition_of_series_is_substitution(ring):
    x, y = ring.coordinate(0), ring.coordinate(1)
    images = {"u": x * y + 1, "v": x - y**2}
    source = ring.chart_at(["u", "v"], images)
    pull = source.pullback(ring, images)
    u, v = source.coordinate(0), source.coordinate(1)
    f = (u**2 * v - 3 * u) / (v + 7)
    a, b = images["u"], images["v"]
    pulled = pull(f)
    assert zero(ring, pulled - (a**2 * b - 3 * a) / (b + 7))
    chain = pull(source.partial(f, 0)) * y + pull(source.partial(f, 1))
    assert zero(ring, ring.partial(pulled, 0) - chain)
    assert not zero(ring, ring.partial(pulled, 0) - pull(source.partial(f, 0)) * y)
    g, h = source.random(), source.random()
    assert zero(ring, pull(g * h) - pull(g) * pull(h))
    with pytest.raises(OutsideDomain, match="chart_at"):
        source.pullback(ring, {"u": a, "v": b + 1})
    with pytest.raises(NotSupported):
        source.pullback(ring, images, {"f": (("t",), None)})


def test_roots_mod_p():
    ring = GermRing(["x", "y"], 3, points=64, seed=1)
    a = ring.coordinate(0) * ring.coordinate(1) + 1
    keep = ring.has_root(a)
    assert 10 < keep.sum() < 54
    with pytest.raises(OutsideDomain, match="no root of order 2"):
        ring.sqrt(a)
    ring, restrict = ring.subset(keep)
    a = restrict(a)
    r = ring.sqrt(a)
    assert zero(ring, r * r - a) and not zero(ring, r * r + a)
    assert zero(ring, 2 * r * ring.partial(r, 0) - ring.partial(a, 0))
    again = ring.sqrt(a)
    assert not zero(ring, r - again) and not zero(ring, r + again)  # random signs
    cube = ring.power_root(a, 3)
    assert zero(ring, cube**3 - a)
    assert zero(ring, 3 * cube**2 * ring.partial(cube, 1) - ring.partial(a, 1))
    with pytest.raises(Contradiction):
        ring.sqrt(a, r.value + np.uint64(1))
    with pytest.raises(Contradiction):
        ring.compose_sincos(a, 1, 1)


def test_roots_over_the_rationals_need_exact_values():
    ring = GermRing(["x"], 2, "Q", points=1, base={"x": 4})
    x = ring.coordinate(0)
    r = ring.sqrt(x, 2)
    assert r.array[0].tolist() == [2, Fraction(1, 4), Fraction(-1, 64)]
    assert (ring.sqrt(x) ** 2 - x).array.any() == False  # noqa: E712
    assert ring.power_root(x * 2, 3).value[0] == 2
    assert ring.power_root(-x * 2, 3).value[0] == -2
    assert ring.sqrt(x / 9).value[0] in (Fraction(2, 3), Fraction(-2, 3))
    with pytest.raises(NotSupported, match="irrational"):
        ring.sqrt(x + 1)
    with pytest.raises(NotSupported, match="irrational"):
        ring.sqrt(-x)
    with pytest.raises(Contradiction):
        ring.sqrt(x, 3)


def test_true_values_over_floats():
    ring = GermRing(["x"], 4, "float", points=1, base={"x": 0.7})
    x = ring.coordinate(0)
    cases = {
        ring.compose_sincos(x)[0]: [math.sin, math.cos, lambda t: -math.sin(t)],
        ring.compose_sincos(x)[1]: [math.cos, lambda t: -math.sin(t), lambda t: -math.cos(t)],
        ring.compose_exp(x): [math.exp, math.exp, math.exp],
        ring.compose_log(x): [math.log, lambda t: 1 / t, lambda t: -1 / t**2],
        ring.compose_atan(x): [
            math.atan,
            lambda t: 1 / (1 + t * t),
            lambda t: -2 * t / (1 + t * t) ** 2,
        ],
        ring.sqrt(x): [math.sqrt, lambda t: 0.5 / math.sqrt(t), lambda t: -0.25 * t**-1.5],
        ring.power_root(x, 3): [
            math.cbrt,
            lambda t: t ** (-2 / 3) / 3,
            lambda t: -2 / 9 * t ** (-5 / 3),
        ],
    }
    for germ, derivatives in cases.items():
        for k, derivative in enumerate(derivatives):
            assert germ.array[0, k] * math.factorial(k) == pytest.approx(derivative(0.7))
    with pytest.raises(OutsideDomain, match="negative"):
        ring.compose_log(x - 1)
    with pytest.raises(OutsideDomain, match="no root"):
        ring.sqrt(x - 1)


def test_functions_are_not_defined_at_zeros(ring):
    x = ring.coordinate(0)
    nil = x - ring.constant(x.value)
    for function in (ring.compose_log, ring.sqrt, ring.inverse):
        with pytest.raises(OutsideDomain):
            function(nil)
    with pytest.raises(OutsideDomain, match="vanishes"):
        ring.compose_exp(x, 0)
    with pytest.raises(Contradiction, match="without the other"):
        ring.compose_sincos(x, 0)
