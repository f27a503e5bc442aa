"""Numbers that hide in quotients of roots, large relations, and roots that are read again."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from diffgeo.errors import Undecided
from diffgeo.rings.exact.constants import constant_value, number_in
from diffgeo.rings.exact.independence import reconstruct

from .strategies import HIDDEN, SIGNS, read, ring_of

POSITIVE = dict.fromkeys(("x", "y", "t", "a", "m"), 1)
ROOTS = [
    "sqrt(2*x)",
    "sqrt(x)",
    "sqrt(2)",
    "sqrt(6*x)",
    "sqrt(3)",
    "sqrt(pi*x)",
    "sqrt(pi)",
    "sqrt(6*pi)",
    "sqrt(x*(1 + sqrt(2)))",
    "sqrt(1 + sqrt(2))",
]


@pytest.mark.parametrize("seed", range(8))
def test_roots_of_numbers_are_numbers_in_every_order(seed: int) -> None:
    order = ROOTS[:]
    random.Random(seed).shuffle(order)
    ring = ring_of(signs=POSITIVE)
    r = {text: read(ring, text)[0] for text in order}
    x, two, three, pi = r["sqrt(x)"], r["sqrt(2)"], r["sqrt(3)"], r["sqrt(pi)"]
    assert ring.equal(r["sqrt(2*x)"], two * x)
    assert ring.equal(r["sqrt(6*x)"], two * three * x)
    assert ring.equal(r["sqrt(6*pi)"] * x, two * three * r["sqrt(pi*x)"])
    assert ring.equal(r["sqrt(x*(1 + sqrt(2)))"], x * r["sqrt(1 + sqrt(2))"])
    assert not ring.equal(r["sqrt(6*x)"], two * x)
    assert not ring.equal(r["sqrt(x*(1 + sqrt(2)))"], x * two)
    for number in (two, three, pi, r["sqrt(6*pi)"], r["sqrt(1 + sqrt(2))"]):
        assert ring.tower.is_constant(number.polynomial)
    hidden = constant_value(ring, r["sqrt(6*x)"] / x)
    assert hidden is not None
    assert ring.tower.is_constant(hidden.polynomial)
    assert ring.equal(hidden, two * three)
    assert constant_value(ring, r["sqrt(6*x)"] / pi) is None
    assert constant_value(ring, (x + 2) / (x + 1)) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("log(1/(x/2)**(1/6))", "2*log(sqrt(1/(x/2)**(1/6)))"),
        ("asin(2*log(sqrt(exp(log(x/2)/2))))", "asin(log(sqrt(x/2)))"),
        ("asin(log(sqrt(x/2)))", "asin(2*log(sqrt(exp(log(x/2)/2))))"),
        ("sin(sqrt(2*x)*sqrt(x)/x)", "sin(sqrt(2))"),
        ("exp(sqrt(2*x)*sqrt(x)/x + x)", "exp(x)*exp(sqrt(2))"),
    ],
)
def test_functions_of_hidden_numbers(first: str, second: str) -> None:
    ring = ring_of(signs=POSITIVE)
    left, right = read(ring, first)[0], read(ring, second)[0]
    assert ring.equal(left, right)
    assert not ring.equal(left, -right)
    assert not ring.equal(left, right + Fraction(1, 10**6))


def test_numbers_that_are_not_seen_are_not_guessed() -> None:
    ring = ring_of(signs=POSITIVE)
    (x,) = read(ring, "x")
    with pytest.raises(Undecided, match="no differential"):
        number_in(ring, x)


def test_arguments_that_may_be_equal_are_not_taken_for_different() -> None:
    ring = ring_of()
    read(ring, f"f(x*{HIDDEN[0]})")
    # The same point, which the ring does not know.
    with pytest.raises(Undecided):
        read(ring, f"f(x*{HIDDEN[1]})")


def test_roots_of_quotients_are_positive() -> None:
    ring = ring_of(signs={"x": 1, "m": -1})
    for text in (
        "sqrt(x/m**2) + sqrt(x)/m",
        "sqrt(1/m**6) + 1/m**3",
        "sqrt(-x/m**3) - sqrt(-x*m)/m**2",
    ):
        (element,) = read(ring, text)
        assert ring.is_zero(element).zero
    assert not ring.is_zero(read(ring, "sqrt(x/m**2) - sqrt(x)/m")[0]).zero


def test_chains_of_roots_stay_short() -> None:
    ring = ring_of(signs=POSITIVE)
    (first,) = read(ring, "sqrt(1/(2 + (x + y)**2)**(1/4))")
    (second,) = read(ring, "((1/(2 + (y + x)**2)**(1/4))**(1/6))**3")
    assert len(str(second)) < 400
    assert ring.equal(first, second)
    assert not ring.equal(first, second**2)


def test_roots_are_written_in_lowest_terms() -> None:
    ring = ring_of()
    first, second = read(ring, "sqrt(4 - x**2)")[0], read(ring, "sqrt(1 - x**2/4)")[0]
    assert str(second) == f"{first}/2"
    assert ring.equal(first, 2 * second)
    assert [c.relation for c in ring.conditions(second)] == [">"]


@pytest.mark.parametrize("scale", ["100003", "1/99991", "70001/80021"])
def test_relations_of_large_height_take_several_primes(scale: str) -> None:
    ring = ring_of()
    (first,) = read(ring, "exp(x)")
    (second,) = read(ring, f"exp(({scale})*x)")
    value = Fraction(scale)
    assert ring.equal(second**value.denominator, first**value.numerator)
    assert not ring.equal(second**value.denominator, first ** (value.numerator + 1))


def test_reconstruction_from_a_product_of_primes() -> None:
    p, q = 2**31 - 1, 2**29 - 3
    value = Fraction(-123_456_789, 987_654_321)
    modulus = p * q
    residue = value.numerator * pow(value.denominator, -1, modulus) % modulus
    assert reconstruct(residue, modulus) == value
    assert reconstruct(residue % p, p) != value


def test_nested_roots_that_are_shown_are_read_again() -> None:
    ring = ring_of(signs=SIGNS)
    texts = [
        "cos(m/2 + m/3)",
        "(x*m)**(1/6)*cos(m/3 + sin(-x - m)/3)**2",
        "log(exp(2*x/3 + 2*y/3))*(1 + cos(y/3 + 3*m/2) + sqrt(1 + cos(2*x + x)**2))",
        "sqrt(1 + sin(2*y/3) + sqrt(x))",
    ]
    elements = [read(ring, text)[0] for text in texts]
    for element in elements:
        assert ring.equal(ring.ingest([ring.expression(element)])[0], element)
    # A square multiple of a radicand is known at sight, too.
    nested = elements[-1]
    again = read(ring, "sqrt(9/4 + 9/4*sin(2*y/3) + 9/4*sqrt(x))")[0]
    assert ring.equal(again, nested * Fraction(3, 2))
    assert not ring.equal(again, nested)
