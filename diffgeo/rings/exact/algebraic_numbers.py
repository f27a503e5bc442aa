"""Cosines of rational multiples of pi, and zero tests of algebraic numbers by their conjugates.

The cosine of ``pi/m`` is a generator with its minimal polynomial as relation, where it is no
nested square root that `constants` knows. It may depend on other roots of numbers, as ``sqrt(7)``
is a polynomial in the cosine of ``pi/14``: then normal forms do not show all zeros. But a number
``a`` in a field of degree D, with ``n*a`` integral and all conjugates at most h in size, is zero
or at least ``1/(n*(n*h)**(D - 1))``, as the norm of an integral number is an integer; so a ball
that is smaller proves that it is zero.

Source: Cohen, A Course in Computational Algebraic Number Theory, section 4.1; Watkins and Zeitlin,
The minimal polynomial of cos(2 pi/n), Amer. Math. Monthly 100 (1993).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb, lcm, log2
from typing import TYPE_CHECKING, NamedTuple

from flint import arb, ctx, fmpq, fmpq_mpoly, fmpz_poly

from diffgeo.rings import expression as tree
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.expression import Call, Expression, Number

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing

#: Cosines of multiples of pi over larger numbers are not represented.
LARGEST_PART = 420
#: Balls of more bits are not computed.
LARGEST_PRECISION = 200_000


def minimal_polynomial(parts: int) -> fmpz_poly:
    """The minimal polynomial of ``2*cos(pi/parts)``."""
    return fmpz_poly.cos_minpoly(2 * parts)


def sincos_of_part(ring: ExactRing, turns: Fraction) -> tuple[Element, Element]:
    """Sine and cosine of a multiple of pi, as polynomials in one cosine."""
    parts = lcm(2, turns.denominator)
    number = int(turns * parts)
    return _multiple(ring, parts, parts // 2 - number), _multiple(ring, parts, number)


def _multiple(ring: ExactRing, parts: int, number: int) -> Element:
    """``cos(number*pi/parts)``: Chebyshev's polynomials of the first kind."""
    table: list[Element] = ring.memory.setdefault(("cosines", parts), [])
    if not table:
        polynomial = minimal_polynomial(parts)
        degree = polynomial.degree()
        index = ring.tower.append(
            Generator(-1, Kind.NUMBER, f"cos(pi/{parts})", degree=degree, orders=(parts,))
        )
        cosine = ring.tower.variable(index)
        relation = sum(
            (cosine**k * fmpq(int(polynomial[k]) * 2**k, 2**degree) for k in range(degree + 1)),
            start=ring.tower.constant(0),
        )
        ring.tower.relate(index, degree, relation)
        table += [ring.one, ring.element_of(index)]
    place = abs(number) % (2 * parts)
    place = min(place, 2 * parts - place)
    while len(table) <= place:
        table.append(2 * table[1] * table[-1] - table[-2])
    return table[place]


def shown_multiple(cosine: Generator, number: int, pi: Expression) -> Expression:
    """The cosine of a multiple of its angle, or the sine of the rest if that is simpler."""
    turns = Fraction(number, cosine.orders[0])
    rest = Fraction(1, 2) - turns
    name, part = ("sin", rest) if rest.denominator < turns.denominator else ("cos", turns)
    return Call(name, (tree.multiply(Number(part), pi),))


def in_multiples(
    ring: ExactRing, terms: Iterable[tuple[dict[int, int], Fraction]]
) -> dict[frozenset[tuple[int, int]], Fraction]:
    """Terms with powers of cosines of parts of pi written by cosines of multiples, for display.

    An exponent n of such a generator stands for ``cos(n*pi/m)`` then: powers of 2 cos are sums of
    these with binomial coefficients.
    """
    found: dict[frozenset[tuple[int, int]], Fraction] = {}
    for powers, value in terms:
        spread: dict[frozenset[tuple[int, int]], Fraction] = {frozenset(): value}
        for index, n in powers.items():
            shares = [(n, Fraction(1))]
            if ring.tower.generators[index].kind is Kind.NUMBER:
                shares = [(abs(n - 2 * k), Fraction(comb(n, k), 2**n)) for k in range(n + 1)]
            wider: dict[frozenset[tuple[int, int]], Fraction] = {}
            for monomial, weight in spread.items():
                for exponent, share in shares:
                    key = monomial | {(index, exponent)} if exponent else monomial
                    wider[key] = wider.get(key, Fraction(0)) + weight * share
            spread = wider
        for monomial, weight in spread.items():
            found[monomial] = found.get(monomial, Fraction(0)) + weight
    return {monomial: value for monomial, value in found.items() if value}


class _Size(NamedTuple):
    """Of an algebraic number: how large its conjugates may be, and a multiple that is integral."""

    house: arb
    integral: int


def may_depend(ring: ExactRing, found: frozenset[int], polynomials: list[fmpq_mpoly]) -> bool:
    """Whether numbers among generators may be related to others that polynomials are made of."""
    generators, below = ring.tower.generators, set[int]()
    stack = [i for p in polynomials for i in ring.tower.used(p)]
    while stack:
        index = stack.pop()
        if index not in below:
            below.add(index)
            g = generators[index]
            parts = g.arguments if g.argument is None else (g.argument,)
            stack += [i for part in parts for i in ring.tower.used(part.polynomial)]
    roots = [i for i in below if generators[i].kind is Kind.ROOT and generators[i].constant]
    made = [i for i in below if generators[i].cases and generators[i].kind is not Kind.NUMBER]
    return len(found) + len(roots) > 1 or bool(made)


def vanishes(ring: ExactRing, element: Element) -> bool:
    """Whether all coefficients of a function that are algebraic numbers are certainly zero."""
    tower = ring.tower
    numerator, _ = tower.clear(element.polynomial)
    coefficients: dict[tuple[tuple[int, int], ...], fmpq_mpoly] = {}
    for powers, value in tower.terms(numerator):
        term, rest = tower.constant(value), []
        for index, n in sorted(powers.items()):
            if _is_algebraic(ring, index):
                term = term * tower.variable(index) ** n
            else:
                rest.append((index, n))
        coefficients[tuple(rest)] = coefficients.get(tuple(rest), 0) + term
    return all(_is_zero(ring, coefficient) for coefficient in coefficients.values())


def _is_algebraic(ring: ExactRing, index: int) -> bool:
    generator = ring.tower.generators[index]
    if generator.kind is not Kind.ROOT:
        return generator.kind is Kind.NUMBER
    return generator.constant and not generator.constants


def _is_zero(ring: ExactRing, number: fmpq_mpoly) -> bool:
    """By the bound of the head of this page."""
    from diffgeo.rings.exact.points import RealPoint

    if not len(number):
        return True
    sizes: dict[int, _Size] = {}
    size = _size(ring, number, sizes)
    degree = 1
    for index in sizes:
        degree *= ring.tower.generators[index].degree
    bits = log2(size.integral) + (degree - 1) * float((size.house * size.integral).log().mid()) * 2
    if bits > LARGEST_PRECISION:
        return False
    with ctx.workprec(int(bits) + 128):
        least = 1 / (arb(size.integral) * (size.house * size.integral) ** (degree - 1))
        return bool(abs(arb(RealPoint(ring, {}).evaluate(number))) < least)


def _size(ring: ExactRing, polynomial: fmpq_mpoly, sizes: dict[int, _Size]) -> _Size:
    """The size of a polynomial in algebraic numbers, whose own sizes are remembered."""
    tower = ring.tower
    integral, house = 1, arb(0)
    for index in tower.used(polynomial):
        if index not in sizes:
            generator = tower.generators[index]
            if generator.kind is Kind.NUMBER:
                sizes[index] = _Size(arb(1), 2)
            else:
                assert generator.argument is not None
                inner = _size(ring, generator.argument.polynomial, sizes)
                # Every conjugate of the root is a root of a conjugate; (n*r)**k = n**k*q.
                larger = inner.house if inner.house > 1 else arb(1)
                sizes[index] = _Size(larger, inner.integral)
        integral *= sizes[index].integral ** tower.degree(polynomial, index)
    terms = list(tower.terms(polynomial))
    for powers, value in terms:
        term = arb(abs(value.numerator)) / value.denominator
        for index, n in powers.items():
            term = term * sizes[index].house ** n
        house = house + term
    larger = house if house > 1 else arb(1)
    return _Size(larger.upper(), integral * lcm(*(value.denominator for _, value in terms)))
