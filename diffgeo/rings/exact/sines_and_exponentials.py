"""Sines, cosines, exponentials and logarithms as generators, with exact independence.

Every function of this module is idempotent: adjoining the same function twice gives the
same element, and a function that is dependent on what exists is written in it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import mul
from typing import TYPE_CHECKING

from diffgeo.errors import NonReal, TooLarge
from diffgeo.rings.exact import constants
from diffgeo.rings.exact.bases import (
    adjoin_angles,
    adjoin_exponents,
    angle_family,
    divide,
    exponent_family,
    new_angle,
    new_exponential,
)
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.independence import Member, express
from diffgeo.rings.exact.linear import shared
from diffgeo.rings.exact.size_limits import require_small_factoring
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


#: Sines and cosines of larger multiples of an angle are not expanded.
LARGEST_MULTIPLE = 1_000


# --- sine and cosine -----------------------------------------------------------------


def sincos(ring: ExactRing, theta: Element) -> tuple[Element, Element]:
    """Sine and cosine of a ring element.

    Raises
    ------
    ConstantAngle
        If the angle has a multiple of pi as a part that is not one of pi/120.
    NeedsSign
        If an angle in use must be divided for it, and a root has become plus or minus a
        function of unknown sign.
    """
    key = str(theta.polynomial)
    table = ring.memory.setdefault("sincos", {})
    if key not in table:
        table[key] = _sincos(ring, theta.bare())
    sine, cosine = table[key]
    return sine.under(theta.mask), cosine.under(theta.mask)


def _sincos(ring: ExactRing, theta: Element) -> tuple[Element, Element]:
    result: Pair = (ring.zero, ring.one)
    rest = theta
    if ring.tower.cases(theta.polynomial):
        for index in ring.tower.used(theta.polynomial):
            g, n = ring.tower.generators[index], constants.coefficient(ring, theta, index)
            if g.kind is Kind.ARCTANGENT and g.cases and n and (2 * n).denominator == 1:
                member = Member(g.arguments[0], over=g.arguments[1], value=ring.element_of(index))
                result = add_angles(result, _multiple(ring, member, n))
                rest = rest - ring.element_of(index) * n
        if ring.tower.cases(rest.polynomial):
            return add_angles(result, new_angle(ring, rest))
        return result if ring.vanishes(rest) else add_angles(result, sincos(ring, rest))
    if ring.tower.is_constant(theta.polynomial):
        rest = constants.without_turns(ring, theta)
        result = constants.sincos_of_turns(ring, constants.turn_part(ring, theta))
        if ring.certainly_zero(rest):
            return result
    family = angle_family(ring)
    row = express(ring, family, Member(rest))
    if row is None:
        adjoin_angles(ring, [rest])
        return _sincos(ring, theta)
    if divide(ring, family, [row]):
        return _sincos(ring, theta)
    terms = [(m, c) for m, c in zip(family, row, strict=True) if c]
    # Arctangents last: their square roots may refine the tower, and generators change.
    for member, coefficient in sorted(terms, key=lambda term: term[0].over is not None):
        rest = rest - member.primitive * coefficient
        result = add_angles(result, _multiple(ring, member, coefficient))
    number = constants.number_in(ring, rest)
    return result if number is None else add_angles(result, _sincos(ring, number))


Pair = tuple[Element, Element]


def add_angles(left: Pair, right: Pair) -> Pair:
    """Sine and cosine of the sum of two angles."""
    (s1, c1), (s2, c2) = left, right
    return s1 * c2 + c1 * s2, c1 * c2 - s1 * s2


def _multiple(ring: ExactRing, member: Member, multiple: Fraction) -> Pair:
    if member.over is not None:
        from diffgeo.rings.exact.arctangents import sincos_of_arctangent

        return sincos_of_arctangent(ring, member, multiple)
    # A part would be a false value: `divide` makes multiples integral.
    assert multiple.denominator == 1
    index = next(
        g.index
        for g in ring.tower.generators
        if g.kind is Kind.COSINE and g.argument is member.element
    )
    cosine = ring.element_of(index)
    sine = ring.element_of(ring.tower.generators[index].partner)
    return multiple_angle(ring, (sine, cosine), int(multiple))


def multiple_angle(ring: ExactRing, base: Pair, n: int) -> Pair:
    """Sine and cosine of the n-fold angle.

    Raises
    ------
    TooLarge
        If they have too many terms.
    """
    if abs(n) > LARGEST_MULTIPLE:
        raise TooLarge(
            f"an angle is {abs(n)} times an angle in use, more than {LARGEST_MULTIPLE} times; "
            "introduce a coordinate or parameter for one of the two"
        )
    if n < 0:
        base, n = (-base[0], base[1]), -n
    result: Pair = (ring.zero, ring.one)
    while n:
        if n & 1:
            result = add_angles(result, base)
        base = add_angles(base, base)
        n >>= 1
    return result


# --- exponential and logarithm -------------------------------------------------------


def exponential(ring: ExactRing, u: Element) -> Element:
    """The exponential of a ring element; ``exp(a*log(x))`` with constant a is a power.

    Raises
    ------
    NotSupported
        If a constant other than 1 or a higher root would be needed.
    """
    from diffgeo.rings.exact.odd_roots import rational_power

    if ring.tower.is_constant(u.polynomial):
        parts = constants.terms_of(ring, u)
        if len(parts) != 1:
            return reduce(mul, (exponential(ring, p) for p in parts), ring.one.under(u.mask))
    if ring.tower.cases(u.polynomial):
        return _beside_absolutes(ring, "exp", u, new_exponential)
    family = exponent_family(ring)
    row = express(ring, family, Member(u))
    if row is None:
        adjoin_exponents(ring, [u])
        return exponential(ring, u)
    if divide(ring, family, [row]):
        return exponential(ring, u)
    result, rest = ring.one.under(u.mask), u
    # All generators at once: a root may refine the tower, and then they are others.
    terms = [(m, c, _generator(ring, m)) for m, c in zip(family, row, strict=True) if c]
    for member, coefficient, base in terms:
        if not member.logarithmic:
            assert coefficient.denominator == 1
            rest = rest - member.element * coefficient
            result = result * base ** int(coefficient)
            continue
        rest = rest - base * coefficient
        result = result * rational_power(ring, member.element, coefficient)
    number = constants.number_in(ring, rest)
    return result if number is None else result * exponential(ring, number)


def _beside_absolutes(
    ring: ExactRing, name: str, argument: Element, new: Callable[[ExactRing, Element], Element]
) -> Element:
    """What is made of absolute values: a generator of its own, the same for equal arguments."""
    table: dict[tuple[str, str], Element] = ring.memory.setdefault("beside absolute values", {})
    key = name, str(argument.polynomial)
    if key not in table:
        table[key] = new(ring, argument)
    return table[key].under(argument.mask)


def _generator(ring: ExactRing, member: Member) -> Element:
    """The exponential or logarithm generator of a member of the family."""
    # exp(y) and log(y) may share the very object y, so the kind has to be compared too.
    kind = Kind.LOGARITHM if member.logarithmic else Kind.EXPONENTIAL
    return ring.element_of(
        next(
            g.index
            for g in ring.tower.generators
            if g.kind is kind and g.argument is member.element
        )
    )


def logarithm(ring: ExactRing, a: Element) -> Element:
    """The natural logarithm of a function, with the condition that it is positive.

    A product of functions of known sign is taken apart.

    Raises
    ------
    NonReal
        If the function is known to be negative.
    """
    # Denominators that cancel are conditions, which would follow from theirs that is recorded.
    a = shared(ring, a).under(a.mask)
    value = a.constant
    if value is not None:
        return constants.logarithm_of_rational(ring, value).under(a.mask)
    if ring.domain.is_negative(a):
        raise NonReal(f"log({a}) is not real{ring.domain.because(a)}")
    content, factors, signs = _signed_factors(ring, a)
    if factors is not None and content > 0:
        total = constants.logarithm_of_rational(ring, content)
        for factor, power in factors:
            total = total + _atomic_logarithm(ring, factor) * power
        return total.under(a.mask | signs)
    return _atomic_logarithm(ring, a)


def _signed_factors(
    ring: ExactRing, a: Element
) -> tuple[Fraction, list[tuple[Element, int]] | None, int]:
    """Content, positive factors (``None`` if some sign is not known) and conditions of signs."""
    numerator, exponents = ring.tower.clear(a.polynomial)
    # log(p*q) would be taken for independent of log(p) and log(q).
    require_small_factoring(numerator, "the argument of a logarithm")
    content, factors = numerator.factor()
    parts = [(Element(ring, f, a.mask), int(n)) for f, n in factors]
    for index, n in exponents.items():
        argument = ring.tower.generators[index].argument
        assert argument is not None
        parts.append((argument.under(a.mask), -n))
    value = Fraction(int(content.p), int(content.q))
    result, mask = [], 0
    for factor, n in parts:
        sign = ring.domain.signed(factor, strict=True)
        if sign is None:
            return value, None, 0
        mask |= sign.mask
        if sign.constant == -1:
            factor, value = -factor, value * (-1) ** abs(n)
        result.append((factor, n))
    return value, result, mask


def _atomic_logarithm(ring: ExactRing, a: Element) -> Element:
    if ring.tower.is_constant(a.polynomial):
        return constants.logarithm_of_atom(ring, a).under(a.mask)
    if ring.tower.cases(a.polynomial):
        return _beside_absolutes(ring, "log", a, _new_logarithm)
    family = exponent_family(ring)
    row = express(ring, family, Member(a, logarithmic=True))
    if row is None:
        return _new_logarithm(ring, a)
    # a**n is a positive constant times integer powers of the family.
    scale = lcm(*(c.denominator for c in row))
    power, total = a**scale, ring.zero
    for member, coefficient in zip(family, row, strict=True):
        if not coefficient:
            continue
        generator = _generator(ring, member)
        base = member.element if member.logarithmic else generator
        power = power / base ** int(coefficient * scale)
        total = total + (generator if member.logarithmic else member.element) * coefficient
    mask = ring.domain.require(">", a.bare(), f"log({a})")
    constant = constants.number_in(ring, power)
    assert constant is not None, f"log({a}) of a product that vanishes"
    total = total + logarithm(ring, constant) * Fraction(1, scale)
    return total.under(a.mask | mask)


def _new_logarithm(ring: ExactRing, a: Element) -> Element:
    bare = shared(ring, a)
    mask = ring.domain.require(">", bare, f"log({a})") | bare.mask
    index = ring.tower.append(Generator(-1, Kind.LOGARITHM, "log", bare, mask=mask))
    return ring.element_of(index).under(a.mask)
