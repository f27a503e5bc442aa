"""Degree and height bounds, for the error bound of random evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Node
    from diffgeo.rings.exact.ring import ExactRing


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds for a quotient of polynomials in independent variables.

    ``numerator`` and ``denominator`` bound the degrees (a sine or cosine counts 2, being
    a quotient in the tangent of the half angle; a root of order n the n-th part of its radicand),
    ``height`` bounds the base-2 logarithm of the coefficients, ``roots`` counts square
    roots.
    """

    numerator: int
    denominator: int
    height: float
    roots: int

    @property
    def degree(self) -> int:
        """The degree of what must vanish for the quotient to vanish."""
        return self.numerator

    def plus(self, other: Size) -> Size:
        """A bound for the sum."""
        return Size(
            max(self.numerator + other.denominator, other.numerator + self.denominator),
            self.denominator + other.denominator,
            self.height + other.height + 1,
            max(self.roots, other.roots),
        )

    def times(self, other: Size) -> Size:
        """A bound for the product."""
        return Size(
            self.numerator + other.numerator,
            self.denominator + other.denominator,
            self.height + other.height + 1,
            max(self.roots, other.roots),
        )

    def inverse(self) -> Size:
        """A bound for one divided by the quotient."""
        return Size(self.denominator, self.numerator, self.height, self.roots)


def measure(ring: ExactRing, element: Element | Node) -> Size:
    """The size of an element; an unexpanded one measures itself."""
    if not isinstance(element, Element):
        return element.size()
    return _measure_polynomial(ring, element.polynomial)


def _measure_polynomial(ring: ExactRing, polynomial: fmpq_mpoly) -> Size:
    tower = ring.tower
    used = tower.used(polynomial)
    sizes = {index: _measure_generator(ring, index) for index in used}
    denominator, height = 0, 0.0
    for index in used:
        degree = tower.degree(polynomial, index)
        denominator += degree * sizes[index].denominator
        height += degree * sizes[index].height
    numerator = 0
    terms = list(tower.terms(polynomial))
    common = lcm(*(value.denominator for _, value in terms))
    total = 1
    for powers, value in terms:
        # Relative to the common denominator each term keeps what it did not use of it.
        weight = sum(n * (sizes[i].numerator - sizes[i].denominator) for i, n in powers.items())
        numerator = max(numerator, weight + denominator)
        total += abs(value.numerator) * (common // value.denominator)
    roots = sum(_weight(g) for g in tower.generators if g.kind is Kind.ROOT)
    # Of the numerator and of the denominator, which is a factor of the others in a sum.
    bits = max(total.bit_length(), common.bit_length())
    return Size(max(0, numerator), denominator, height + bits, roots)


def lost_degree(ring: ExactRing, size: Size) -> int:
    """The degree of all that must not vanish at a point: denominators and radicands."""
    lost = size.denominator
    for generator in ring.tower.generators:
        if generator.kind is Kind.INVERSE:
            lost += _measure_generator(ring, generator.index).denominator
        elif generator.kind is Kind.ROOT:
            lost += _measure_generator(ring, generator.index).numerator * generator.degree
    return lost


def _measure_generator(ring: ExactRing, index: int) -> Size:
    cache: dict[int, Size] = ring.memory.setdefault("sizes", {})
    if index not in cache:
        cache[index] = _compute(ring, index)
    return cache[index]


def _compute(ring: ExactRing, index: int) -> Size:
    generator = ring.tower.generators[index]
    if generator.kind in (Kind.SINE, Kind.COSINE):
        return Size(2, 2, 2.0, 0)
    if generator.kind is Kind.ROOT:
        assert generator.argument is not None
        inner = _measure_polynomial(ring, generator.argument.polynomial)
        n = generator.degree
        return Size(-(-inner.numerator // n), -(-inner.denominator // n), inner.height, 1)
    if generator.kind is Kind.INVERSE:
        assert generator.argument is not None
        return _measure_polynomial(ring, generator.argument.polynomial).inverse()
    return Size(1, 0, 0.0, 0)


def _weight(root: Generator) -> int:
    """How many square roots a root counts for.

    The norm has ``degree`` factors; half of the primes and points have a square root. A root of
    odd order is taken modulo at least a quarter of the primes.
    """
    return (root.degree.bit_length() + 1) // 2 + root.degree % 2
