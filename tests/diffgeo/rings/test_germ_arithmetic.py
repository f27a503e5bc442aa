"""Germ arithmetic against polynomials of SymPy, expanded at the same points."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from diffgeo.errors import (
    InexactNumber,
    NameClash,
    NotSupported,
    OutsideDomain,
    SpaceMismatch,
    Undecided,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.rings.germs.taylor import LOG2_PRIMES, draw_prime, is_prime, table

FIELDS = ["GF(p)", "Q", "float"]
X, Y, Z = sympy.symbols("x y z")


def make(field: str, order: int = 3, **options) -> GermRing:
    base = {"x": 2, "y": -3, "z": 5} if field != "float" else {"x": 0.5, "y": -0.75, "z": 1.25}
    return GermRing(["x", "y", "z"], order, field, points=3, base=base, **options)


def image(ring: GermRing, polynomial: sympy.Expr) -> Germ:
    """The germ of a polynomial, by germ arithmetic."""
    total = ring.zero
    for exponents, coefficient in sympy.Poly(polynomial, X, Y, Z).terms():
        term = ring.rational(Fraction(int(coefficient.p), int(coefficient.q)))
        for name, exponent in zip("xyz", exponents, strict=True):
            term = term * ring.generator(name) ** exponent
        total = total + term
    return total


def expected(ring: GermRing, function: sympy.Expr, order: int) -> list[sympy.Expr]:
    """Taylor coefficients by differentiation and substitution."""
    values = {s: sympy.nsimplify(ring.generator(s.name).value[0]) for s in (X, Y, Z)}
    if ring.field.name == "GF(p)":
        values = {X: 2, Y: -3, Z: 5}
    coefficients = []
    for exponents in table(3, order).exponents:
        derivative = function.diff(*zip((X, Y, Z), exponents, strict=True))
        scale = sympy.prod([factorial(e) for e in exponents])
        coefficients.append(derivative.subs(values) / scale)
    return coefficients


def agrees(germ: Germ, function: sympy.Expr) -> None:
    ring = germ.ring
    for i, coefficient in enumerate(expected(ring, function, germ.order)):
        value = Fraction(int(coefficient.p), int(coefficient.q))
        for point in range(ring.points):
            found = germ.array[point, i]
            if ring.field.name == "GF(p)":
                p = int(ring.field.primes[point, 0])
                assert int(found) == value.numerator * pow(value.denominator, -1, p) % p
            elif ring.field.name == "Q":
                assert found == value
            else:
                assert found == pytest.approx(float(value), rel=1e-9, abs=1e-9)


polynomials = st.lists(
    st.tuples(st.integers(-9, 9), *[st.integers(0, 3)] * 3), min_size=1, max_size=4
).map(lambda terms: sum(c * X**a * Y**b * Z**k for c, a, b, k in terms) + sympy.Integer(0))


@pytest.mark.parametrize("field", FIELDS)
def test_products_sums_and_derivatives_of_polynomials(field):
    ring = make(field)
    p = X**3 * Y - 2 * X * Z**2 + Y / 3 + 7
    q = Y**2 * Z - X + sympy.Rational(5, 4)
    a, b = image(ring, p), image(ring, q)
    agrees(a, p)
    agrees(a * b, p * q)
    agrees(a - 2 * b + 1, p - 2 * q + 1)
    agrees(Fraction(2, 3) - a, sympy.Rational(2, 3) - p)
    agrees(-(a**3), -(p**3))
    for k, symbol in enumerate((X, Y, Z)):
        agrees(ring.partial(a * b, k), sympy.diff(p * q, symbol))
    agrees(ring.partial(ring.partial(a, 0), 2), sympy.diff(p, X, Z))


@given(polynomials, polynomials)
def test_products_of_random_polynomials(p, q):
    ring = make("GF(p)", order=2)
    agrees(image(ring, p) * image(ring, q), sympy.Poly(p * q, X, Y, Z))  # faster to differentiate


@pytest.mark.parametrize("field", FIELDS)
def test_quotients(field):
    ring = make(field)
    p, q = X**2 + Y * Z + 1, X * Y - Z + 20
    a, b = image(ring, p), image(ring, q)
    agrees(a / b, p / q)
    agrees(1 / b**2, 1 / q**2)
    agrees(b**-2, 1 / q**2)
    agrees(a / 3, p / 3)
    if field != "float":
        assert not (a * (b / a) - b).array.any()


@pytest.mark.parametrize("field", ["GF(p)", "Q"])
def test_one_wrong_coefficient_is_seen(field):
    ring = GermRing(["x", "y", "z"], 2, field, seed=5)
    x, y, z = (ring.coordinate(k) for k in range(3))
    left, right = (x + y * z) ** 3, x**3 + 3 * x**2 * y * z + 3 * x * y**2 * z**2 + (y * z) ** 3
    assert ring.is_zero(left - right).zero
    for wrong in (x**3, x * y**2 * z**2, y**3 * z**3, ring.one, ring.rational(Fraction(1, 10**9))):
        decision = ring.is_zero(left - right - wrong)
        assert not decision.zero and decision.certain


def test_the_derivative_of_a_product_is_leibniz_in_many_variables():
    ring = GermRing([f"x{k}" for k in range(7)], 2)
    a, b = ring.random(), ring.random()
    for k in range(7):
        rule = ring.partial(a, k) * b + a * ring.partial(b, k)
        assert ring.is_zero(ring.partial(a * b, k) - rule).zero
        assert not ring.is_zero(ring.partial(a * b, k) - rule - ring.partial(a, k)).zero
    second = ring.partial(ring.partial(a, 1), 5)
    assert not (second - ring.partial(ring.partial(a, 5), 1)).array.any()


def test_mixed_orders_truncate_to_the_smaller():
    ring = make("GF(p)")
    a = ring.random()
    lower = ring.partial(a, 0)
    for mixed in (a * lower, lower * a, a + lower, a - lower, lower - a):
        assert mixed.order == 2
    size = ring.tables[2].size
    cut = Germ(ring, 2, a.array[:, :size].copy(), a.size)
    assert np.array_equal((a * lower).array, (cut * lower).array)
    assert np.array_equal((lower - a).array, (lower - cut).array)
    flat = ring.partial(ring.partial(lower, 1), 1)
    assert flat.order == 0
    with pytest.raises(NotSupported, match="order 4 or more"):
        ring.partial(flat, 0)


def test_constants_have_derivative_zero_at_every_order():
    ring = make("GF(p)", order=0)
    assert ring.partial(ring.rational(Fraction(7, 3)), 1) is ring.zero
    assert ring.vanishes(ring.zero * ring.random()) and ring.vanishes(ring.random() * 0)
    assert ring.is_zero(ring.zero).certain
    a = ring.random()
    assert a * ring.one is a and a + 0 is a and a * 1 is a and ring.vanishes(a - a)


def test_the_same_seed_gives_the_same_germs():
    rings = [GermRing(["x", "y"], 2, seed=s, parameters=["m"]) for s in (3, 3, 4)]
    germs = [r.generator("m") * r.coordinate(0) + r.random() for r in rings]
    assert np.array_equal(germs[0].array, germs[1].array)
    assert not np.array_equal(germs[0].array, germs[2].array)
    assert np.array_equal(rings[0].field.primes, rings[1].field.primes)
    again = [rings[0].random(7).array, rings[0].random(7).array]
    assert np.array_equal(*again)


def test_random_germs_of_bounded_degree():
    ring = make("GF(p)")
    assert not ring.random(degree=1).array[:, ring.tables[1].size :].any()
    assert ring.random(degree=9).array[:, -1].all()


def test_primes():
    assert [n for n in range(60) if is_prime(n)] == list(sympy.primerange(60))
    rng = np.random.default_rng(0)
    for _ in range(20):
        p = draw_prime(rng)
        assert sympy.isprime(p) and 2**30 < p < 2**31
        assert p % 4 == 3 and p % 3 != 1 and p % 5 != 1
    # All primes of the window are counted by pi; the congruences leave 3/16 of them.
    assert 2**LOG2_PRIMES < (105_097_565 - 54_400_028) * 3 / 16


def test_refusals_name_the_object_and_the_repair():
    ring = make("Q")
    x = ring.generator("x")
    with pytest.raises(ZeroDenominator, match="all points"):
        x / (x - x * 1 + 0 * x)
    with pytest.raises(OutsideDomain, match="another seed"):
        x / (x - 2)
    with pytest.raises(ZeroDenominator):
        x / 0
    with pytest.raises(UndefinedSymbol, match="'w'"):
        ring.generator("w")
    with pytest.raises(SpaceMismatch, match="pull it back"):
        x + make("Q").generator("x")
    with pytest.raises(NameClash, match="'x'"):
        GermRing(["x", "y"], 1, parameters=["x"])
    with pytest.raises(NotSupported, match="GF"):
        GermRing(["x"], 1, field="R")
    with pytest.raises(InexactNumber):
        ring.constant(0.5)
    with pytest.raises(NotSupported, match="power_root"):
        x ** Fraction(1, 2)
    with pytest.raises(NotSupported, match="exact ring"):
        ring.expression(x)
    with pytest.raises(TypeError):
        x + 0.5
    ring = make("float")
    with pytest.raises(Undecided, match="floats"):
        ring.is_zero(ring.random())
