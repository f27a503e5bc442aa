"""Real constants: pi, logarithms of numbers, sines and cosines of constant angles.

Exponentials, logarithms, sines and arctangents of constants are generators like those of
functions, with zero differential. The logarithm of a rational number is split into primes,
its arctangent into the arguments of Gaussian primes, rational multiples of pi have algebraic
sines, and other combinations are found by `multiplicative_relations`: so what is known to be
related is never adjoined twice. That the remaining numbers are algebraically independent is a
theorem for the sets listed in `proved_independent` (Lindemann and Weierstrass, Nesterenko) and
Schanuel's conjecture for others; no answer rests on the conjecture, see
`diffgeo.rings.exact.confirmation`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt, lcm
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.errors import ConstantAngle, NonReal, TooLarge, Undecided
from diffgeo.rings.exact.algebraic_numbers import LARGEST_PART, sincos_of_part
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.size_limits import prime_factors
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Sines and cosines of multiples of pi/120 are represented as nested square roots.
TURN_PARTS = 120
#: Gaussian primes are searched for up to this norm.
_LARGEST_NORM = 10**12

Pair = tuple[Element, Element]
#: A monomial: generators with exponents.
Powers = tuple[tuple[int, int], ...]


def pi(ring: ExactRing) -> Element:
    """The constant pi, a generator with zero differential."""
    if "pi" not in ring.memory:
        ring.memory["pi"] = ring.tower.append(Generator(-1, Kind.CONSTANT, "pi"))
    return ring.element_of(ring.memory["pi"])


def terms_of(ring: ExactRing, number: Element) -> list[Element]:
    """The terms of a constant, one by one."""
    result = []
    for powers, value in ring.tower.terms(number.polynomial):
        term = ring.tower.constant(value)
        for index, n in powers.items():
            term = term * ring.tower.variable(index) ** n
        result.append(Element(ring, term, number.mask))
    return result


def upright(ring: ExactRing, element: Element) -> Element:
    """A constant that is not negative, so that 1 and -1 give the same generators."""
    negative = ring.tower.is_constant(element.polynomial) and ring.sign(element) == -1
    return -element if negative else element


def constant_value(ring: ExactRing, element: Element) -> Element | None:
    """The element without variables, if these cancel.

    Monomials in normal form are independent over the numbers. So a numerator that is a number
    times its denominator has the same monomials, with proportional coefficients.
    """
    tower = ring.tower
    top, exponents = tower.clear(element.polynomial)
    if not len(top):
        return ring.zero
    bottom = tower.constant(1)
    for index, power in exponents.items():
        argument = tower.generators[index].argument
        assert argument is not None
        bottom = bottom * tower.lift(argument.polynomial) ** power
    bottom = tower.reduce(bottom)
    above, below = _coefficients(ring, top), _coefficients(ring, bottom)
    if above.keys() != below.keys():
        return None
    monomial = min(below, key=lambda m: (len(below[m]) + len(above[m]), m))
    over, under = above[monomial], below[monomial]
    if len(tower.reduce(tower.lift(top) * under - tower.lift(bottom) * over)):
        return None
    value = ring.make(over)
    return value if under == 1 else value / ring.make(under)


def _coefficients(ring: ExactRing, polynomial: fmpq_mpoly) -> dict[Powers, fmpq_mpoly]:
    """The numbers before the monomials in generators that are no numbers."""
    tower = ring.tower
    result: dict[Powers, fmpq_mpoly] = {}
    for powers, value in tower.terms(polynomial):
        term = tower.constant(value)
        monomial = []
        for index, n in sorted(powers.items()):
            if tower.generators[index].constant:
                term = term * tower.variable(index) ** n
            else:
                monomial.append((index, n))
        key = tuple(monomial)
        result[key] = result[key] + term if key in result else term
    return result


def number_in(ring: ExactRing, rest: Element) -> Element | None:
    """The number that an element with zero differential is, ``None`` for zero.

    Raises
    ------
    Undecided
        If that rests on relations between constants that are not known.
    """
    if ring.certainly_zero(rest):
        return None
    number = constant_value(ring, rest)
    if number is None:
        raise Undecided(
            f"{rest} has no differential, but the constants in it do not show which number it is; "
            "introduce a parameter for one of them"
        )
    return number


def proved_independent(ring: ExactRing, constants: Iterable[int]) -> bool:
    """Whether transcendental constants are known to be algebraically independent.

    Known are: one of pi, one logarithm, one arctangent of algebraic numbers (Lindemann);
    pi and exp(r*pi) with rational r (Nesterenko); exponentials, sines and cosines of
    algebraic numbers that are linearly independent over the rationals (Lindemann and
    Weierstrass).
    """
    generators = [ring.tower.generators[i] for i in constants]
    kinds = {g.kind for g in generators}
    if Kind.PRIMITIVE in kinds:
        return False
    if len(generators) <= 1:
        return all(len(g.constants) == 1 for g in generators)
    if Kind.LOGARITHM in kinds or Kind.ARCTANGENT in kinds:
        return False
    others = [g for g in generators if g.kind is not Kind.CONSTANT]
    if len(others) == len(generators):
        return all(len(g.constants - {g.index, g.partner}) == 0 for g in others)
    if len(others) > 1 or others[0].kind is not Kind.EXPONENTIAL:
        return False
    assert others[0].argument is not None
    turns = turn_part(ring, others[0].argument)
    return turns is not None and ring.vanishes(others[0].argument - pi(ring) * turns)


# --- angles --------------------------------------------------------------------------


def turn_part(ring: ExactRing, angle: Element) -> Fraction:
    """The rational coefficient of pi in an angle."""
    return coefficient(ring, angle, ring.memory.get("pi"))


def coefficient(ring: ExactRing, element: Element, index: int | None) -> Fraction:
    """The rational coefficient of a generator in a function."""
    for powers, value in ring.tower.terms(element.polynomial):
        if powers == {index: 1}:
            return value
    return Fraction(0)


def is_represented(turns: Fraction) -> bool:
    """Whether sine and cosine of this multiple of pi are algebraic numbers known here."""
    return (turns * TURN_PARTS).denominator == 1 or turns.denominator <= LARGEST_PART


def without_turns(ring: ExactRing, angle: Element) -> Element:
    """The angle without the multiple of pi in it.

    Raises
    ------
    ConstantAngle
        If sine and cosine of this multiple are not represented.
    """
    turns = turn_part(ring, angle)
    if not turns:
        return angle
    if not is_represented(turns):
        raise ConstantAngle(
            f"sine and cosine of {turns}*pi are not represented; only those of multiples of "
            f"pi/n with n <= {LARGEST_PART} are, so introduce a parameter for this constant"
        )
    return angle - pi(ring) * turns


def sincos_of_turns(ring: ExactRing, turns: Fraction) -> Pair:
    """Sine and cosine of a multiple of pi; of pi/120 composed of pi/8, pi/3 and pi/5."""
    if (turns * TURN_PARTS).denominator > 1:
        return sincos_of_part(ring, turns)
    number = int(turns * TURN_PARTS) % (2 * TURN_PARTS)
    eighths, thirds, fifths = min(
        (
            (a, b, c)
            for a in range(16)
            for b in range(6)
            for c in range(10)
            if (15 * a + 40 * b + 24 * c - number) % (2 * TURN_PARTS) == 0
        ),
        # As few and as shallow roots as possible.
        key=lambda t: (t[2] % 5 != 0, t[0] % 2, t[0] % 4, t[1] % 3, t),
    )
    result: Pair = (ring.zero, ring.one)
    result = _rotated(result, _eighth(ring, eighths % 4), 1)
    for _ in range(eighths // 4):
        result = (result[1], -result[0])
    if thirds:
        result = _rotated(result, (_root(ring, 3) * Fraction(1, 2), ring.rational(1) / 2), thirds)
    if fifths % 5:
        cosine = (1 + _root(ring, 5)) * Fraction(1, 4)
        sine = _square_root(ring, 10 - 2 * _root(ring, 5)) * Fraction(1, 4)
        return _rotated(result, (sine, cosine), fifths)
    return result if not fifths else (-result[0], -result[1])


def _eighth(ring: ExactRing, number: int) -> Pair:
    """Sine and cosine of 0, 1, 2 or 3 times pi/8."""
    if number == 0:
        return ring.zero, ring.one
    half = _root(ring, 2) * Fraction(1, 2)
    if number == 2:
        return half, half
    cosine = _square_root(ring, 2 + _root(ring, 2)) * Fraction(1, 2)
    # tan(pi/8) = sqrt(2) - 1
    sine = cosine * (_root(ring, 2) - 1)
    return (sine, cosine) if number == 1 else (cosine, sine)


def _rotated(pair: Pair, by: Pair, times: int) -> Pair:
    for _ in range(times):
        (s, c), (s1, c1) = pair, by
        pair = s * c1 + c * s1, c * c1 - s * s1
    return pair


def _root(ring: ExactRing, value: int) -> Element:
    return _square_root(ring, ring.rational(value))


def _square_root(ring: ExactRing, q: Element) -> Element:
    from diffgeo.rings.exact.roots import square_root

    return square_root(ring, q)


# --- logarithms ----------------------------------------------------------------------


def logarithm_of_rational(ring: ExactRing, value: Fraction) -> Element:
    """The logarithm of a positive rational number, by those of primes.

    Raises
    ------
    NonReal
        If the number is not positive.
    """
    if value <= 0:
        raise NonReal(f"log({value}) is not real; check the sign of the argument")
    total = ring.zero
    for number, direction in ((value.numerator, 1), (value.denominator, -1)):
        for prime, power in prime_factors(number):
            total = total + logarithm_of_atom(ring, ring.rational(int(prime))) * direction * int(
                power
            )
    return total


def logarithm_of_atom(ring: ExactRing, atom: Element) -> Element:
    """The logarithm of a prime number or of a positive constant that is not taken apart."""
    index = ring.tower.single_generator(atom.polynomial)
    if index is not None:
        generator = ring.tower.generators[index]
        if generator.kind is Kind.EXPONENTIAL and generator.argument is not None:
            return generator.argument
        if generator.kind is Kind.ROOT and generator.argument is not None:
            from diffgeo.rings.exact.sines_and_exponentials import logarithm

            return logarithm(ring, generator.argument) * Fraction(1, generator.degree)
    table: dict[str, Element] = ring.memory.setdefault("constant logarithms", {})
    key = str(atom.polynomial)
    if key not in table:
        table[key] = _new_logarithm(ring, atom.bare())
    return table[key]


def _new_logarithm(ring: ExactRing, atom: Element) -> Element:
    from diffgeo.rings.exact.multiplicative_relations import related_logarithm

    related = related_logarithm(ring, atom)
    if related is not None:
        return related
    return ring.element_of(
        ring.tower.append(Generator(-1, Kind.LOGARITHM, "log", atom, mask=atom.mask))
    )


# --- arctangents ---------------------------------------------------------------------


def gaussian_factors(y: Fraction, x: Fraction) -> list[tuple[int, int, int]]:
    """Primes ``c + i*d`` (``c > d > 0``) in ``x + i*y``, with exponents.

    Those of ``c - i*d`` count negatively; the rest is a real number times a power of ``1 + i``.

    Raises
    ------
    TooLarge
        If a prime is too large to be split.
    """
    scale = lcm(x.denominator, y.denominator)
    a, b = int(x * scale), int(y * scale)
    result = []
    for prime, _ in prime_factors(a * a + b * b):
        p = int(prime)
        if p % 4 != 1:
            continue
        if p > _LARGEST_NORM:
            raise TooLarge(f"the arctangent of {y / x} needs the prime {p}; give a simpler number")
        c, d = _sum_of_squares(p)
        power = _multiplicity(a, b, c, d, p) - _multiplicity(a, b, c, -d, p)
        if power:
            result.append((c, d, power))
    return result


def _sum_of_squares(p: int) -> tuple[int, int]:
    for d in range(1, isqrt(p) + 1):
        c = isqrt(p - d * d)
        if c * c + d * d == p:
            return max(c, d), min(c, d)
    raise AssertionError(p)


def _multiplicity(a: int, b: int, c: int, d: int, p: int) -> int:
    count = 0
    while True:
        top, bottom = a * c + b * d, b * c - a * d
        if top % p or bottom % p:
            return count
        a, b, count = top // p, bottom // p, count + 1
