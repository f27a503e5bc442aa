"""Logarithms and angles of numbers that are combinations of others, with rational coefficients.

``log(3 + 2*sqrt(2))`` is ``2*log(1 + sqrt(2))``, ``atan(2*sqrt(2))`` is ``pi - 2*atan(sqrt(2))``.
A short vector of a lattice of their values proposes integers, and no more. A relation holds if a
product of powers of the numbers is 1, or of the points ``x + i*y`` is real, which the ring decides
exactly; then a ball says which multiple of pi the sum of the angles is. By Baker's theorem there
are no other linear relations between logarithms, or angles, of algebraic numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpz_mat

from diffgeo.rings.exact.constants import pi
from diffgeo.rings.exact.points import RealPoint
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing

#: A point of the plane, ``x`` and ``y``.
Complex = tuple["Element", "Element"]
#: A combination is looked for whose integers have at most this sum.
_LARGEST_SUM = 48
_BITS_FOR_EACH = 40
#: How far from zero, in units of the last place, the sum of a proposal may be.
_NOISE = 2**20


def times(left: Complex, right: Complex) -> Complex:
    """The product of complex numbers."""
    (a, b), (c, d) = left, right
    return a * c - b * d, a * d + b * c


def power(ring: ExactRing, base: Complex, n: int) -> Complex:
    """A power up to a positive factor: a negative one is that of the conjugate."""
    result: Complex = (ring.one, ring.zero)
    if n < 0:
        base, n = (base[0], -base[1]), -n
    for _ in range(n):
        result = times(result, base)
    return result


def related_logarithm(ring: ExactRing, a: Element) -> Element | None:
    """The logarithm of a positive number by those that are there; ``None`` if it is another."""
    numbers, logarithms = [a], [ring.zero]
    for g in _numbers(ring, Kind.LOGARITHM, Kind.EXPONENTIAL):
        assert g.argument is not None
        pair = (g.argument, ring.element_of(g.index))
        numbers.append(pair[g.kind is Kind.EXPONENTIAL])
        logarithms.append(pair[g.kind is Kind.LOGARITHM])
    if all(number.constant is not None for number in numbers):
        return None  # logarithms of prime numbers are independent
    with ctx.workprec(_bits(len(numbers))):
        proposals = _proposals([_ball(number).log() for number in numbers])
    for row in proposals:
        sides = [ring.one, ring.one]
        for n, number in zip(row, numbers, strict=True):
            sides[n < 0] = sides[n < 0] * number ** abs(n)
        if ring.certainly_zero(sides[0] - sides[1]):
            return _solved(ring, row, logarithms)
    return None


def related_angle(ring: ExactRing, y: Element, x: Element) -> Element | None:
    """The polar angle of two numbers by pi and angles that are there; ``None`` if it is another."""
    points: list[Complex] = [(x, y), (-ring.one, ring.zero)]
    angles = [ring.zero, pi(ring)]
    for g in _numbers(ring, Kind.ARCTANGENT, Kind.COSINE):
        if g.kind is Kind.ARCTANGENT:
            above, right = g.arguments
            points.append((right, above))
            angles.append(ring.element_of(g.index))
        else:
            assert g.argument is not None
            points.append((ring.element_of(g.index), ring.element_of(g.partner)))
            angles.append(g.argument)
    if all(part.constant is not None for point in points for part in point):
        return None  # arguments of Gaussian primes are independent
    with ctx.workprec(_bits(len(points))):
        own = arb.atan2(_ball(y), _ball(x))
        values = [own, *map(_ball, angles[1:])]
        proposals = _proposals(values)
    for row in proposals:
        product: Complex = (ring.one, ring.zero)
        for n, point in zip(row, points, strict=True):
            product = times(product, power(ring, point, n))
        if not ring.certainly_zero(product[1]):
            continue
        with ctx.workprec(_bits(len(points))):
            total = sum((v * n for v, n in zip(values, row, strict=True)), arb(0)) / arb.pi()
            turns = total.unique_fmpz()
        if turns is not None:
            row[1] -= int(turns)
            return _solved(ring, row, angles)
    return None


def _numbers(ring: ExactRing, *kinds: Kind) -> list[Generator]:
    return [g for g in ring.tower.generators if g.constant and g.kind in kinds]


def _bits(size: int) -> int:
    """The precision of so many values, of which small integer multiples are to cancel."""
    return (_BITS_FOR_EACH + 16) * size + 128


def _ball(number: Element) -> arb:
    return arb(RealPoint(number.ring, {}).evaluate(number.polynomial))


def _proposals(values: Sequence[arb]) -> list[list[int]]:
    """Small integers, the first not zero, with which the sum of the values is close to zero."""
    bits = _BITS_FOR_EACH * len(values)
    unit = [[int(i == k) for k in range(len(values))] for i in range(len(values))]
    scaled = [int((value * arb(2) ** bits).mid().floor().unique_fmpz()) for value in values]
    lattice = fmpz_mat([[*row, last] for row, last in zip(unit, scaled, strict=True)])
    rows = [list(map(int, entries)) for entries in lattice.lll().tolist()]
    return [
        row
        for *row, last in rows
        if row[0] and abs(last) < _NOISE and sum(map(abs, row)) <= _LARGEST_SUM
    ]


def _solved(ring: ExactRing, row: Sequence[int], known: Sequence[Element]) -> Element:
    """What the first one is, if the combination with these integers vanishes."""
    total = ring.zero
    for n, element in zip(row[1:], known[1:], strict=True):
        total = total - element * Fraction(n, row[0])
    return total
