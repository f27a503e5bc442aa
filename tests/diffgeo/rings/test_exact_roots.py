"""Square roots by square classes: no dependent roots, no zero divisors, no wrong signs."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.expression import Number, Power

from .strategies import SIGNS, close, points, read, ring_of, roots_of, seeds, value


def number_of_roots(ring: ExactRing) -> int:
    return sum(1 for g in ring.tower.generators if g.kind.value == "root")


@pytest.mark.parametrize("order", list(permutations(["sqrt(x)", "sqrt(y)", "sqrt(x*y)"])))
@pytest.mark.parametrize("together", [True, False])
def test_root_of_a_product_in_every_order(order: tuple[str, ...], together: bool) -> None:
    ring = ring_of(signs={"x": 1, "y": 1})
    elements = read(ring, *order) if together else [read(ring, text)[0] for text in order]
    named = dict(zip(order, elements, strict=True))
    assert ring.equal(named["sqrt(x)"] * named["sqrt(y)"], named["sqrt(x*y)"])
    assert not ring.equal(named["sqrt(x)"] * named["sqrt(y)"], -named["sqrt(x*y)"])
    assert number_of_roots(ring) == 2


@pytest.mark.parametrize("order", list(permutations(["sqrt(x)", "sqrt(y)", "sqrt(x*y)"])))
def test_root_of_a_product_without_declared_signs(order: tuple[str, ...]) -> None:
    ring = ring_of()
    # sqrt(y) after sqrt(x*y) and before sqrt(x): x*y > 0 leaves both signs open.
    elements = [read(ring, text)[0] for text in order]
    named = dict(zip(order, elements, strict=True))
    assert ring.equal(named["sqrt(x)"] * named["sqrt(y)"], named["sqrt(x*y)"])
    conditions = {str(c) for e in elements for c in ring.conditions(e)}
    # Two of the three conditions imply the other one.
    assert len(conditions & {"x > 0", "y > 0", "x*y > 0"}) >= 2


CLASSES = [
    # radicand, root, declared signs
    ("x**2*y", "x*sqrt(y)", {"x": 1}),
    ("x**2*y", "-x*sqrt(y)", {"x": -1}),
    ("x/y", "sqrt(x*y)/y", {"y": 1}),
    ("x/y", "-sqrt(x*y)/y", {"y": -1}),
    ("x**3", "x*sqrt(x)", {"x": 1}),
    ("1/x", "1/sqrt(x)", {"x": 1}),
    ("1/x", "sqrt(x)/x", {}),
    ("4*x", "2*sqrt(x)", {}),
    ("x/2", "sqrt(2)*sqrt(x)/2", {}),
    ("12", "2*sqrt(3)", {}),
    ("4/9", "2/3", {}),
    ("8/27", "2*sqrt(6)/9", {}),
    ("pi**2*y", "pi*sqrt(y)", {}),
    ("(1 + x**2)**2*y", "(1 + x**2)*sqrt(y)", {}),
    ("(2 + sin(t))**2", "2 + sin(t)", {}),
    ("(1 - cos(t))**2", "1 - cos(t)", {}),
    ("exp(2*y)*x", "exp(y)*sqrt(x)", {}),
    ("exp(y)", "exp(y/2)", {}),
    ("1 + sinh(y)**2", "cosh(y)", {}),
    ("2 + 2*cosh(y)", "2*cosh(y/2)", {}),
    ("(x**a)**2*x", "x**a*sqrt(x)", {}),
    ("x**(2*a + 1)", "x**a*sqrt(x)", {}),
    ("(sin(t)**2 + 1)**2 + 2*(sin(t)**2 + 1)*cos(t)**2 + cos(t)**4", "2", {}),
    ("x**2 + 2*x*m + m**2", "x + m", {"x": 1, "m": 1}),
    ("(1 - sin(y))*(1 + sin(y))/cos(y)**2", "1", {}),
]


@pytest.mark.parametrize(("radicand", "root", "signs"), CLASSES)
def test_known_root(radicand: str, root: str, signs: dict[str, int]) -> None:
    ring = ring_of(signs=signs)
    left, right = read(ring, f"sqrt({radicand})", root)
    assert ring.equal(left, right)
    # The other way round: first the parts, then the root of the product.
    ring = ring_of(signs=signs)
    right, left = read(ring, root, f"sqrt({radicand})")
    assert ring.equal(left, right)
    assert not ring.equal(left, -right)


@pytest.mark.parametrize(
    ("radicand", "unknown"),
    [
        ("1 - cos(x)**2", "sin"),
        ("1 - sin(x)**2", "cos"),
        ("(1 - cos(x))*(1 + cos(x))", "sin"),
        ("(1 - cos(x))/(1 + cos(x))", "sin"),
        ("cosh(x)**2 - 1", "exp"),
        ("(x - a)**2", "a - x"),
    ],
)
def test_roots_of_squares_are_absolute_values(radicand: str, unknown: str) -> None:
    ring = ring_of()
    root, square = read(ring, f"sqrt({radicand})", radicand)
    assert re.search(rf"Abs\(.*{unknown}", str(root))
    assert ring.equal(root**2, square) and ring.sign(root) == 1
    assert ring.equal(root, read(ring, str(root))[0])


def test_a_condition_that_fixed_a_sign_stays_with_the_result() -> None:
    ring = ring_of()
    root, back, log = read(ring, "sqrt(x - 1)", "sqrt((x - 1)**2)", "log(x - 1)")
    assert ring.equal(back, read(ring, "x - 1")[0])
    for element in (root, back, log):
        assert [str(c) for c in ring.conditions(element)] == ["x - 1 > 0"]
    assert ring.conditions(read(ring, "x - 1")[0]) == []


ATOMS = ["x", "y", "m", "2", "3", "(1 + x**2)", "(x + 2)", "(1 + cos(t))", "(1 - cos(t))"]
ATOMS += ["(2 + sin(t))", "exp(y)", "(1 + exp(t))", "f(t)", "x**a"]
radicands = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=3).map("*".join)
DECLARED = {**SIGNS, "y": 1}


@given(st.lists(radicands, min_size=3, max_size=5), st.integers(0, 31))
def test_no_zero_divisors(parts: list[str], signs: int) -> None:
    """Products of combinations of roots are zero only if a factor is."""
    ring = ring_of(signs=DECLARED)
    elements = []
    for part in parts:
        try:
            elements.append(read(ring, f"sqrt({part})")[0])
        except Refusal:
            continue
    assume(len(elements) > 1)
    first, *others = elements
    factors = [first - e for e in others] + [first + e for e in others]
    # sqrt(x)*sqrt(y) against sqrt(x*y) in particular.
    for left, right in product(elements, repeat=2):
        for third in elements:
            factors += [left * right - third, left * right + third]
    factors = [e for e in factors if not ring.is_zero(e).zero]
    chosen = factors[signs % max(1, len(factors)) :][:6]
    total = ring.one
    for factor in chosen[:3]:
        total = total * factor
        assert not ring.is_zero(total).zero
        assert ring.equal(total / factor * factor, total)


@given(st.lists(radicands, min_size=2, max_size=4), seeds)
def test_roots_have_the_values_of_positive_roots(parts: list[str], seed: int) -> None:
    ring = ring_of(signs=DECLARED)
    elements = roots_of(ring, parts)
    squares = []
    for part, element in elements:
        (square,) = read(ring, part)
        assert ring.equal(element**2, square)
        squares.append(ring.expression(square))
    for point in points(seed, 2):
        point["y"] = abs(point["y"]) + 1
        for (_, element), square in zip(elements, squares, strict=True):
            try:
                expected = value(Power(square, Number(Fraction(1, 2))), point)
                root = value(ring.expression(element), point)
                positive = [c for c in ring.conditions(element) if c.relation == ">"]
                inside = all(value(c.expression, point) > 0 for c in positive)
            except OutsideDomain:
                # f is negative there, or a division by 1 + cos(t) came in.
                continue
            if not inside:
                # After sqrt(f), sqrt(f**2) is f, with the condition f > 0.
                continue
            assert close(root, expected)


def test_a_constant_left_below_the_fraction_is_shown() -> None:
    """Cancelling (1 - c**2)/s**2 leaves -1 below; it belongs to the numerator."""
    ring = ring_of()
    radicand = "x*(1 + cos(t))*(1 - cos(t))"
    (first,) = read(ring, f"sqrt({radicand})")
    (again,) = read(ring, f"2*sqrt({radicand})")
    (shown,) = ring.ingest([ring.expression(again)])
    assert ring.equal(again, 2 * first)
    assert ring.equal(shown, again)
    assert str(ring.expression(again)) == f"2*{ring.expression(first)}"
