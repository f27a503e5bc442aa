"""Nested and higher roots: denested where they can be, independent where they cannot."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from diffgeo import errors
from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.tower import Kind

from .strategies import close, points, read, ring_of, roots_of, seeds, state, value

POSITIVE = {"x": 1, "m": 1}
TINY = Fraction(1, 10**20)


def roots(ring: ExactRing) -> int:
    return sum(1 for g in ring.tower.generators if g.kind is Kind.ROOT)


DENESTED = [
    # nested, plain, declared signs, number of roots in the tower
    ("sqrt(3 + 2*sqrt(2))", "1 + sqrt(2)", {}, 1),
    ("sqrt(3 - 2*sqrt(2))", "sqrt(2) - 1", {}, 1),
    ("sqrt(x + 1 + 2*sqrt(x))", "1 + sqrt(x)", {}, 1),
    ("sqrt(x + y + 2*sqrt(x)*sqrt(y))", "sqrt(x) + sqrt(y)", {}, 2),
    ("sqrt(x + y + 2*sqrt(x*y))", "sqrt(x) + sqrt(y)", {}, 2),
    ("sqrt(x*(3 + 2*sqrt(2)))", "sqrt(x)*(1 + sqrt(2))", {"x": 1}, 2),
    ("sqrt(1/(3 + 2*sqrt(2)))", "sqrt(2) - 1", {}, 1),
    ("sqrt(2 + sqrt(3))", "(sqrt(6) + sqrt(2))/2", {}, 2),
    ("sqrt(5 + 2*sqrt(6))", "sqrt(2) + sqrt(3)", {}, 2),
    ("sqrt(10 + 2*sqrt(6) + 2*sqrt(10) + 2*sqrt(15))", "sqrt(2) + sqrt(3) + sqrt(5)", {}, 3),
    ("sqrt(sqrt(x)**2 + 2*sqrt(x) + 1)", "1 + sqrt(x)", {}, 1),
    ("sqrt((2 + sqrt(1 + x**2))**2)", "2 + sqrt(1 + x**2)", {}, 1),
    ("sqrt(sqrt(m**2*x**4))", "x*sqrt(m)", POSITIVE, 1),
    ("x**(3/4)*x**(1/4)", "x", POSITIVE, 2),
    ("(16*x)**(1/4)", "2*x**(1/4)", POSITIVE, 2),
    ("(x*m)**(1/4)", "x**(1/4)*m**(1/4)", POSITIVE, 4),
    ("exp(x)**(1/4)", "exp(x/4)", {}, 0),
    ("sqrt(2 + exp(x) + 2*sqrt(1 + exp(x)))", "1 + sqrt(1 + exp(x))", {}, 1),
    ("sqrt(2 + cos(y) + 2*sqrt(1 + cos(y)))", "1 + sqrt(1 + cos(y))", {}, 1),
]


@pytest.mark.parametrize(("nested", "plain", "signs", "number"), DENESTED)
def test_denested(nested: str, plain: str, signs: dict[str, int], number: int) -> None:
    for order in ((nested, plain), (plain, nested)):
        ring = ring_of(signs=signs)
        named = {text: read(ring, text)[0] for text in order}
        assert ring.equal(named[nested], named[plain])
        assert not ring.equal(named[nested], -named[plain])
        assert ring.equal(ring.partial(named[nested], 0), ring.partial(named[plain], 0))
    assert roots(ring) == number


INDEPENDENT = [
    ("sqrt(1 + sqrt(2))", {}),
    ("sqrt(x + sqrt(y))", {}),
    ("sqrt(1 + sqrt(1 + x**2))", {}),
    ("sqrt(1 + sqrt(1 + sqrt(1 + x**2)))", {}),
    ("sqrt(sqrt(x**2 + y**2) + x)", {}),
    ("sqrt(3 + sin(y) + sqrt(2))*exp(y)", {}),
    ("(x**4 + 4*m**4)**(1/4)", POSITIVE),
    ("(2 + cos(y))**(1/3)*(2 + cos(y))**(1/4)", {}),
]


@pytest.mark.parametrize(("text", "signs"), INDEPENDENT)
def test_new_roots_have_their_values_and_derivatives(text: str, signs: dict[str, int]) -> None:
    ring = ring_of(signs=signs)
    (element,) = read(ring, text)
    slope = ring.partial(element, 0) + ring.partial(element, 1)
    (again,) = ring.ingest([ring.expression(element)])
    assert ring.equal(again, element)
    tree = parse(text, Names((*ring.coordinates, *ring.parameters), {}))
    checked = 0
    for point in points(5, 30):
        moved = [{**point, "x": point["x"] + k, "y": point["y"] + k} for k in (TINY, -TINY)]
        try:
            assert close(value(ring.expression(element), point), value(tree, point))
            above, below = (value(tree, p, 90) for p in moved)
        except OutsideDomain:
            continue
        number = value(ring.expression(slope), point)
        with mp.workdps(60):
            difference = (above - below) / (2 * mpf(TINY.numerator) / TINY.denominator)
            assert abs(difference - number) < 1e-15 * max(1, abs(number))
        checked += 1
    assert checked


def test_a_root_of_a_root_is_found_in_the_field() -> None:
    """Over Q(sqrt(6)) the root of 5 + 2*sqrt(6) is new; then sqrt(2) is not."""
    ring = ring_of()
    six, nested, two, three = (
        read(ring, t)[0] for t in ("sqrt(6)", "sqrt(5 + 2*sqrt(6))", "sqrt(2)", "sqrt(3)")
    )
    assert roots(ring) == 2
    assert ring.equal(two * two, ring.rational(2))
    assert ring.equal(two * three, six)
    assert ring.equal(nested, two + three)
    assert not ring.equal(nested, two - three)


@pytest.mark.parametrize("sign", [1, -1, 0])
def test_conjugate_radicands_multiply_to_a_square(sign: int) -> None:
    ring = ring_of(signs={"y": sign} if sign else {})
    (plus,) = read(ring, "sqrt(sqrt(x**2 + y**2) + x)")
    if not sign:
        minus, y = read(ring, "sqrt(sqrt(x**2 + y**2) - x)", "Abs(y)")
        assert ring.equal(plus * minus, y)
        assert not ring.equal(plus * minus, read(ring, "y")[0])
        return
    minus, y = read(ring, "sqrt(sqrt(x**2 + y**2) - x)", "y")
    assert ring.equal(plus * minus, sign * y)
    assert not ring.equal(plus * minus, -sign * y)


@pytest.mark.parametrize("order", list(permutations(["x**(1/4)", "m**(1/4)", "(x*m)**(1/4)"])))
def test_fourth_roots_in_every_order(order: tuple[str, ...]) -> None:
    ring = ring_of(signs=POSITIVE)
    named = {text: read(ring, text)[0] for text in order}
    assert ring.equal(named["x**(1/4)"] * named["m**(1/4)"], named["(x*m)**(1/4)"])
    assert not ring.equal(named["x**(1/4)"] * named["m**(1/4)"], -named["(x*m)**(1/4)"])


HIGHER = ["x**(1/3)", "y**(1/3)", "(x*y)**(1/3)"]


@pytest.mark.parametrize("order", list(permutations(HIGHER)))
def test_cube_roots_in_every_order_without_signs(order: tuple[str, ...]) -> None:
    ring = ring_of()
    named = {text: read(ring, text)[0] for text in order}
    assert roots(ring) == 2
    assert ring.equal(named["x**(1/3)"] * named["y**(1/3)"], named["(x*y)**(1/3)"])
    assert not ring.equal(named["x**(1/3)"] * named["y**(1/3)"], -named["(x*y)**(1/3)"])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(1 + cos(y))**(1/3)*(1 - cos(y))**(1/3)", "(sin(y)**2)**(1/3)"),
        ("(sin(y)**3)**(1/3)", "sin(y)"),
        ("((x - y)**5)**(1/5)", "x - y"),
        ("(1 + exp(y))**(1/3)*exp(y)**(1/3)", "(exp(y) + exp(2*y))**(1/3)"),
        ("(1 + cosh(y))**(1/3)", "2**(1/3)*cosh(y/2)**(2/3)"),
        ("(x**2*y)**(1/9)*(x*y**2)**(1/9)", "(x*y)**(1/3)"),
        ("sqrt(x)**(1/3)", "x**(1/6)"),
        ("(x**(1/3))**(1/4)", "x**(1/12)"),
        ("(x*f(y))**(1/5)*(x/f(y))**(1/5)", "x**(2/5)"),
    ],
)
def test_roots_of_odd_order(left: str, right: str) -> None:
    for order in ((left, right), (right, left)):
        ring = ring_of()
        named = {text: read(ring, text)[0] for text in order}
        assert ring.equal(named[left], named[right])
        assert not ring.equal(named[left], 2 * named[right])
        assert ring.equal(ring.partial(named[left], 1), ring.partial(named[right], 1))


REFUSALS = [
    ("sqrt(1 - sqrt(2))", errors.NonReal),
    ("sqrt(-1 - sqrt(x))", errors.NonReal),
    ("(1 + sqrt(x))**(1/3)", errors.NestedRoot),
    ("sqrt(1 + x**(1/3))", errors.NestedRoot),
    ("sqrt(1 + sqrt(x)*x**(1/3))", errors.NestedRoot),
    (
        "sqrt(1 + sqrt(x) + sqrt(x+1) + sqrt(x+2) + sqrt(x+3) + sqrt(x+4) + sqrt(x+5) + sqrt(x+6))",
        errors.NestedRoot,
    ),
    ("sqrt(x + sqrt(y))/(sqrt(x + sqrt(y))**2 - x - sqrt(y))", errors.ZeroDenominator),
    ("1/(sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2))", errors.ZeroDenominator),
    ("sqrt(sqrt(x) - 1)*sqrt(1 - x)", Refusal),
]


@pytest.mark.parametrize(("text", "error"), REFUSALS)
def test_refusals_leave_the_ring_unchanged(text: str, error: type[Refusal]) -> None:
    ring = ring_of()
    (held,) = read(ring, "sqrt(2 + sqrt(7))*sin(t)")
    before, shown = state(ring), str(held)
    with pytest.raises(error) as caught:
        read(ring, f"sin(t/2)*exp(y)*({text})")
    assert "\n" not in str(caught.value)
    assert (state(ring), str(held)) == (before, shown)
    assert ring.equal(held, read(ring, "sqrt(2 + sqrt(7))*sin(t)")[0])


ATOMS = ["x", "m", "2", "3", "(1 + x)", "(2 + sin(t))", "(1 + exp(t))"]
plain = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=2).map("*".join)
sums = st.tuples(plain, st.sampled_from(["1", "2", "4", "1/4"]), plain, plain).map(
    lambda p: f"({p[0]} + {p[1]}*sqrt({p[2]})*sqrt({p[3]}))"
)
squares = st.tuples(plain, plain).map(lambda p: f"({p[0]} + {p[1]} + 2*sqrt({p[0]})*sqrt({p[1]}))")


@settings(max_examples=30)
@given(st.lists(st.one_of(plain, sums, squares), min_size=2, max_size=4), seeds)
def test_no_zero_divisors_and_the_values_of_positive_roots(parts: list[str], seed: int) -> None:
    ring = ring_of(signs=POSITIVE)
    elements = roots_of(ring, parts)
    for part, element in elements:
        assert ring.equal(element**2, read(ring, part)[0])
    factors = [a - b for _, a in elements for _, b in elements]
    factors += [a + b for _, a in elements for _, b in elements]
    factors = [f for f in factors if not ring.is_zero(f).zero]
    for a in factors[:4]:
        for b in factors[:4]:
            assert not ring.is_zero(a * b).zero
    for point in points(seed, 2):
        for part, element in elements:
            expected = value(ring.expression(read(ring, part)[0]), point, 160) ** 0.5
            assert abs(value(ring.expression(element), point, 160) / expected - 1) < 1e-12


def test_germs_of_nested_roots() -> None:
    ring = ring_of(signs=POSITIVE)
    root, square, cube = read(ring, "sqrt(x + sqrt(m))", "x + sqrt(m)", "(2 + sin(y))**(1/3)")
    found = 0
    for seed in range(60):
        germs = ring.germs(2, seed=seed, points=2)
        try:
            image = germs(root * cube)
        except OutsideDomain:
            # Both radicands must be squares at every point.
            continue
        target = germs.target
        assert target.is_zero(germs(root) ** 2 - germs(square), -20).zero
        assert target.is_zero(germs(ring.partial(root * cube, 0)) - target.partial(image, 0), -20)
        assert not target.is_zero(germs(root) ** 2 + germs(square)).zero
        found += 1
    assert found


def test_pullback_of_nested_roots() -> None:
    ring = ring_of(signs=POSITIVE)
    root, slope = read(ring, "sqrt(1 + x + 2*sqrt(m)*sqrt(x + 1 - m))", "y")
    assert roots(ring) >= 2
    target = ring_of(signs=POSITIVE)
    phi = ring.pullback(target, {"x": read(target, "m + y**2")[0]})
    image = phi(root)
    assert target.equal(image**2, phi(root**2))
    assert not target.equal(image**2, -phi(root**2))
    assert target.equal(
        target.partial(image, 1), phi(ring.partial(root, 0)) * 2 * read(target, "y")[0]
    )
    assert ring.equal(slope, read(ring, "y")[0])
