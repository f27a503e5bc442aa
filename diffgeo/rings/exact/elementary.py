"""Sines, cosines, exponentials and logarithms as generators, with exact independence.

Every function of this module is idempotent: adjoining the same function twice gives the
same element, and a function that is dependent on what exists is written in it.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from diffgeo.errors import ConstantAngle, NonReal, NotSupported
from diffgeo.rings.exact.bases import (
    adjoin_angles,
    adjoin_exponents,
    angle_family,
    exponent_family,
    require_integers,
)
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.independence import Member, express
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


def pi(ring: ExactRing) -> Element:
    """The constant pi, a generator with zero differential."""
    if "pi" not in ring.memory:
        ring.memory["pi"] = ring.tower.append(Generator(-1, Kind.CONSTANT, "pi"))
    return ring.element_of(ring.memory["pi"])


# --- sine and cosine -----------------------------------------------------------------


def sincos(ring: ExactRing, theta: Element) -> tuple[Element, Element]:
    """Sine and cosine of a ring element.

    Raises
    ------
    ConstantAngle
        If the angle has a constant part that is not a multiple of pi/12.
    LateRefinement
        If the angle is a fraction of one that was fixed before.
    """
    key = str(theta.polynomial)
    table = ring.memory.setdefault("sincos", {})
    if key not in table:
        table[key] = _sincos(ring, theta.bare())
    sine, cosine = table[key]
    return sine.under(theta.mask), cosine.under(theta.mask)


def _sincos(ring: ExactRing, theta: Element) -> tuple[Element, Element]:
    family = angle_family(ring)
    row = express(ring, family, Member(theta))
    if row is None:
        adjoin_angles(ring, [theta])
        return _sincos(ring, theta)
    require_integers(ring, family, row, theta, "angle")
    rest = theta
    sine, cosine = ring.zero, ring.one
    for member, coefficient in zip(family, row, strict=True):
        if coefficient:
            rest = rest - member.element * coefficient
            sine, cosine = _add_angles((sine, cosine), _multiple(ring, member, int(coefficient)))
    return _add_angles((sine, cosine), _constant_angle(ring, rest))


Pair = tuple[Element, Element]


def _add_angles(left: Pair, right: Pair) -> Pair:
    (s1, c1), (s2, c2) = left, right
    return s1 * c2 + c1 * s2, c1 * c2 - s1 * s2


def _multiple(ring: ExactRing, member: Member, n: int) -> Pair:
    index = next(
        g.index
        for g in ring.tower.generators
        if g.kind is Kind.COSINE and g.argument is member.element
    )
    cosine = ring.element_of(index)
    sine = ring.element_of(ring.tower.generators[index].partner)
    if n < 0:
        sine, n = -sine, -n
    result: Pair = (ring.zero, ring.one)
    base: Pair = (sine, cosine)
    while n:
        if n & 1:
            result = _add_angles(result, base)
        base = _add_angles(base, base)
        n >>= 1
    return result


def _constant_angle(ring: ExactRing, rest: Element) -> Pair:
    """Sine and cosine of a constant, which must be a multiple of pi/12."""
    from diffgeo.rings.exact.roots import square_root

    if ring.certainly_zero(rest):
        return ring.zero, ring.one
    ratio = (rest / pi(ring)).constant
    if ratio is None or (ratio * 12).denominator != 1:
        raise ConstantAngle(
            f"sine and cosine of the constant angle {rest} are not represented; only multiples "
            "of pi/12 are, so introduce a parameter for this constant"
        )
    # k*pi/12 = a*pi/4 + b*pi/3
    k = int(ratio * 12) % 24
    a, b = next((a, b) for a in range(8) for b in range(3) if (3 * a + 4 * b) % 24 == k)
    result: Pair = (ring.zero, ring.one)
    if a % 2:
        half = square_root(ring, ring.rational(2)) * Fraction(1, 2)
        result = (half, half)
    for _ in range(a // 2):
        result = (result[1], -result[0])
    if b:
        sixth: Pair = (square_root(ring, ring.rational(3)) * Fraction(1, 2), ring.rational(1) / 2)
        for _ in range(b):
            result = _add_angles(result, sixth)
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

    family = exponent_family(ring)
    row = express(ring, family, Member(u))
    if row is None:
        adjoin_exponents(ring, [u])
        return exponential(ring, u)
    require_integers(ring, family, row, u, "exponent")
    result, rest = ring.one.under(u.mask), u
    for member, coefficient in zip(family, row, strict=True):
        if not coefficient:
            continue
        base = _generator(ring, member)
        if not member.logarithmic:
            rest = rest - member.element * coefficient
            result = result * base ** int(coefficient)
            continue
        rest = rest - base * coefficient
        result = result * rational_power(ring, member.element, coefficient)
    if not ring.certainly_zero(rest):
        raise NotSupported(
            f"the constant exp({rest}) is not represented; introduce a parameter for it"
        )
    return result


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
    NotSupported
        If the logarithm of a constant other than 1 would be needed.
    """
    value = a.constant
    if value == 1:
        return ring.zero
    if value is not None:
        if value <= 0:
            raise NonReal(f"log({value}) is not real; check the sign of the argument")
        raise NotSupported(
            f"the constant log({value}) is not represented; introduce a parameter for it"
        )
    if ring.sign(a) == -1:
        raise NonReal(f"log({a}) is not real under the declared signs; check the sign")
    content, factors, signs = _signed_factors(ring, a)
    if factors is not None and content == 1 and len(factors) > 0:
        total = ring.zero
        for factor, power in factors:
            total = total + _atomic_logarithm(ring, factor) * power
        return total.under(a.mask | signs)
    return _atomic_logarithm(ring, a)


def _signed_factors(
    ring: ExactRing, a: Element
) -> tuple[Fraction, list[tuple[Element, int]] | None, int]:
    """Content, positive factors (``None`` if some sign is not known) and conditions of signs."""
    numerator, exponents = ring.tower.clear(a.polynomial)
    content, factors = numerator.factor()
    parts = [(Element(ring, f, a.mask), int(n)) for f, n in factors]
    for index, n in exponents.items():
        argument = ring.tower.generators[index].argument
        assert argument is not None
        parts.append((argument, -n))
    value = Fraction(int(content.p), int(content.q))
    result, mask = [], 0
    for factor, n in parts:
        sign = ring.domain.signed(factor, strict=True)
        if sign is None:
            return value, None, 0
        mask |= sign.mask
        if sign.constant == -1:
            factor, value = -factor, value * (-1) ** n
        result.append((factor, n))
    return value, result, mask


def _atomic_logarithm(ring: ExactRing, a: Element) -> Element:
    family = exponent_family(ring)
    row = express(ring, family, Member(a, logarithmic=True))
    if row is None:
        bare = a.bare()
        mask = ring.domain.require(">", bare, f"log({a})") | bare.mask
        index = ring.tower.append(Generator(-1, Kind.LOGARITHM, "log", bare, mask=mask))
        return ring.element_of(index).under(a.mask)
    # a**n is a constant times integer powers of the family; the constant must be 1.
    scale = lcm(*(c.denominator for c in row))
    power, total = a**scale, ring.zero
    for member, coefficient in zip(family, row, strict=True):
        if not coefficient:
            continue
        generator = _generator(ring, member)
        base = member.element if member.logarithmic else generator
        power = power / base ** int(coefficient * scale)
        total = total + (generator if member.logarithmic else member.element) * coefficient
    if not ring.certainly_zero(power - 1):
        raise NotSupported(
            f"log({a}) differs by the logarithm of a constant from one that was used before; "
            "introduce a parameter for that constant"
        )
    mask = ring.domain.require(">", a.bare(), f"log({a})")
    return total.under(a.mask | mask)
