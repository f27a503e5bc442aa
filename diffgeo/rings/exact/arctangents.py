"""Arctangents as generators: polar angles ``A = atan2(y, x)`` with their branch.

``dA = (x dy - y dx)/(x**2 + y**2)`` is tested for independence together with the
differentials of the angles. A dependent arctangent is equal to a combination of others up
to a constant, whose branch is decided where the signs that are known bound the angles well
enough, and refused otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import lcm
from operator import or_
from typing import TYPE_CHECKING

from diffgeo.errors import NeedsBranch, NeedsSign, OutsideDomain
from diffgeo.rings.exact import sines_and_exponentials
from diffgeo.rings.exact.absolute_values import require_unasked, sign_function, unknown_signs
from diffgeo.rings.exact.bases import angle_family
from diffgeo.rings.exact.constants import constant_value, gaussian_factors, pi, sincos_of_turns
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.independence import Member, express
from diffgeo.rings.exact.linear import shared
from diffgeo.rings.exact.multiplicative_relations import Complex, power, related_angle, times
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from flint import arb

    from diffgeo.rings.exact.ring import ExactRing

#: No larger multiples of arctangents are compared.
_LARGEST_MULTIPLE = 8
_RECOGNITION_BITS = 256


def arctangent(ring: ExactRing, v: Element) -> Element:
    """The arctangent of a function, between ``-pi/2`` and ``pi/2``.

    Raises
    ------
    NeedsBranch
        If it is dependent on angles or arctangents present, up to an unknown branch.
    """
    return polar_angle(ring, v, ring.one, f"atan({v})")


def arcsine(ring: ExactRing, v: Element) -> Element:
    """The arcsine of a function, where ``1 - v**2 > 0``; it is ``atan2(v, sqrt(1 - v**2))``.

    Raises
    ------
    NonReal
        If ``1 - v**2`` is known to be negative.
    NeedsSign, NestedRoot, NeedsBranch
        As for the square root and the arctangent.
    """
    from diffgeo.rings.exact.roots import square_root

    return polar_angle(ring, v, square_root(ring, 1 - v * v), f"asin({v})")


def arccosine(ring: ExactRing, v: Element) -> Element:
    """``pi/2 - asin(v)``."""
    return pi(ring) * Fraction(1, 2) - arcsine(ring, v)


def polar_angle(ring: ExactRing, y: Element, x: Element, shown: str = "") -> Element:
    """``atan2(y, x)``, smooth outside of the cut where ``y = 0`` and ``x <= 0``.

    Raises
    ------
    OutsideDomain
        If the function lies on the cut.
    NeedsSign
        On the axes, if the side is not known.
    NeedsBranch
        If it is dependent on angles or arctangents present, up to an unknown branch.
    """
    shown = shown or f"atan2({y}, {x})"
    mask = y.mask | x.mask
    on_axis = _on_axis(ring, y, x, shown)
    if on_axis is not None:
        return on_axis.under(mask)
    if ring.tower.is_constant(y.polynomial) and ring.tower.is_constant(x.polynomial):
        return _constant_angle(ring, y, x).under(mask)
    table: dict[tuple[str, str], Element] = ring.memory.setdefault("polar angles", {})
    key = (str(y.polynomial), str(x.polynomial))
    if key not in table:
        table[key] = _combination_or_new(ring, shared(ring, y), shared(ring, x), shown)
    return table[key].under(mask)


def _on_axis(ring: ExactRing, y: Element, x: Element, shown: str) -> Element | None:
    """The angle if ``y`` or ``x`` is identically zero."""
    if not ring.certainly_zero(y):
        if not ring.certainly_zero(x):
            return None
        sign = ring.domain.signed(y)
        if sign is None:
            require_unasked(ring, y, shown)
            sign = sign_function(ring, y)
        return pi(ring) * Fraction(1, 2) * sign
    if ring.certainly_zero(x) or ring.sign(x) == -1:
        raise OutsideDomain(f"{shown} lies on the cut, where y = 0 and x <= 0")
    if ring.domain.signed(x) is None:
        raise NeedsSign(
            f"cannot decide the sign of {x} in {shown}; declare it positive or negative"
        )
    return ring.zero


def _combination_or_new(ring: ExactRing, y: Element, x: Element, shown: str) -> Element:
    if ring.tower.is_constant(y.polynomial) and ring.tower.is_constant(x.polynomial):
        return _constant_angle(ring, y, x)  # what depends on coordinates has cancelled
    family = angle_family(ring)
    apart = ring.tower.cases(y.polynomial, x.polynomial)
    row = None if apart else express(ring, family, Member(y, over=x))
    if row is None:
        return _new(ring, y, x, shown)
    terms = [(m, c) for m, c in zip(family, row, strict=True) if c]
    answer = _branch(ring, y, x, terms)
    if not isinstance(answer, tuple):
        return answer
    if ring.domain.asks or not answer:
        others = ", ".join(str(m.primitive) for m, _ in terms)
        raise NeedsBranch(
            f"{shown} is a combination of {others} up to a multiple of pi that depends on the "
            "branch; write that combination, or declare signs"
        )
    return _new(ring, y, x, shown, answer)


def _new(
    ring: ExactRing, y: Element, x: Element, shown: str, signs: tuple[Element, ...] = ()
) -> Element:
    from diffgeo.rings.exact.roots import square_root

    mask = y.mask | x.mask
    right = ring.domain.signed(x, strict=True, shared=True)
    above = ring.domain.signed(y, strict=True, shared=True)
    if right is not None and right.constant == 1:
        mask |= right.mask
    elif above is not None:
        mask |= above.mask
    else:
        # The cut is where sqrt(x**2 + y**2) + x vanishes.
        distance = square_root(ring, x * x + y * y)
        mask |= distance.mask | ring.domain.require(">", (distance + x).bare(), shown)
    generator = Generator(-1, Kind.ARCTANGENT, "atan2", arguments=(y, x), signs=signs, mask=mask)
    return ring.element_of(ring.tower.append(generator))


# --- branches ------------------------------------------------------------------------


#: Between how many quarter turns an angle is, and the conditions under which it is.
Turns = tuple[int, int, int]


def _turns(ring: ExactRing, y: Element, x: Element) -> Turns:
    """Between how many quarter turns a polar angle is, by the signs that are known."""
    right, above = ring.domain.signed(x), ring.domain.signed(y)
    low, high, mask = -2, 2, 0
    if above is not None:
        low, high, mask = (0, 2, above.mask) if above.constant == 1 else (-2, 0, above.mask)
    if right is not None and (right.constant == 1 or above is not None):
        mask |= right.mask
        ends = (-1, 1) if right.constant == 1 else (1, 2) if low == 0 else (-2, -1)
        low, high = max(low, ends[0]), min(high, ends[1])
    return low, high, mask


def _declared_turns(ring: ExactRing, angle: Element) -> Turns | None:
    """The same for an angle that is between declared numbers."""
    for turns in (1, 2, 3, 4) if ring.domain.facts else ():
        quarters = pi(ring) * Fraction(turns, 2)
        ends = (quarters + angle, quarters - angle)
        signs = [ring.domain.signed(end, strict=True) for end in ends]
        if all(sign is not None and sign.constant == 1 for sign in signs):
            return -turns, turns, reduce(or_, (sign.mask for sign in signs if sign is not None))
    return None


def _branch(
    ring: ExactRing, y: Element, x: Element, terms: list[tuple[Member, Fraction]]
) -> Element | tuple[Element, ...]:
    """The combination of arctangents with its constant, if the branch is certain.

    The difference ``q*atan2(y, x) - sum(p*A)`` is constant, and its sine and cosine are
    known up to a common positive factor; it is determined if one such angle is in its bounds.
    Otherwise the functions are returned whose signs may determine it.
    """
    q = lcm(*(c.denominator for _, c in terms))
    multiples = [(m, int(c * q)) for m, c in terms]
    if q + sum(abs(p) for _, p in multiples) > _LARGEST_MULTIPLE:
        return ()
    product = power(ring, (x, y), q)
    low, high, mask = _turns(ring, y, x)
    low, high, total = q * low, q * high, ring.zero
    signs = [x, y]
    for member, p in multiples:
        if member.over is None:
            bound = _declared_turns(ring, member.element)
            if bound is None:
                return ()
            sine, cosine = sines_and_exponentials.sincos(ring, member.element)
            other = (cosine, sine)
        else:
            bound, other = _turns(ring, member.element, member.over), (member.over, member.element)
            signs += other
        product = times(product, power(ring, other, -p))
        ends = (-p * bound[0], -p * bound[1])
        low, high, mask = low + min(ends), high + max(ends), mask | bound[2]
        total = total + member.primitive * Fraction(p, q)
    constant = _constant_difference(ring, product, low, high)
    if constant is not None:
        return (total + constant * Fraction(1, q)).under(mask)
    return unknown_signs(ring, (s for s in (*signs, *product) if not ring.certainly_zero(s)))


def _constant_difference(ring: ExactRing, product: Complex, low: int, high: int) -> Element | None:
    """The argument of a complex number of constant argument, between two numbers of quarter turns.

    None if there is not exactly one, or if the signs of its parts are not known.
    """
    real, imaginary = product
    side, spread, angle = real, 1, ring.zero
    if ring.certainly_zero(imaginary):
        spread = 0
    elif ring.certainly_zero(real):
        side, spread = imaginary, 0
    sign = ring.domain.signed(side)
    if sign is None:
        return None
    start = (0 if sign.constant == 1 else 2) if side is real else int(sign.constant or 0)
    possible = [
        quarters
        for quarters in range(start - 4 * _LARGEST_MULTIPLE, 4 * _LARGEST_MULTIPLE, 4)
        if quarters + spread > low and quarters - spread < high
    ]
    if len(possible) != 1:
        return None
    if spread:
        ratio = constant_value(ring, imaginary / real)
        if ratio is None:
            return None
        angle = arctangent(ring, ratio)
    return (angle + pi(ring) * Fraction(possible[0], 2)).under(sign.mask)


# --- constants -----------------------------------------------------------------------


def _ball(element: Element) -> arb:
    """The value of a constant."""
    from flint import arb, ctx

    from diffgeo.rings.exact.points import RealPoint

    with ctx.workprec(_RECOGNITION_BITS):
        return arb(RealPoint(element.ring, {}).evaluate(element.polynomial))


def _constant_angle(ring: ExactRing, y: Element, x: Element) -> Element:
    """The polar angle of two numbers: multiples of pi, and arguments of Gaussian primes."""
    from flint import arb, ctx

    with ctx.workprec(_RECOGNITION_BITS):
        angle = arb.atan2(_ball(y), _ball(x))
        found = _integer(angle / arb.pi() * 120)
    if found is not None:
        turns = Fraction(found, 120)
        sine, cosine = sincos_of_turns(ring, turns)
        if ring.certainly_zero(x * sine - y * cosine):
            return pi(ring) * turns
    ratio = constant_value(ring, y / x)
    value = None if ratio is None else ratio.constant
    if value is None:
        return _known_generator(ring, y, x)
    total = ring.zero
    for c, d, n in gaussian_factors(value, Fraction(1)):
        part = _known_generator(ring, ring.rational(Fraction(d, c)), ring.one)
        total = total + part * n
    with ctx.workprec(_RECOGNITION_BITS):
        quarters = _integer((angle - _ball(total)) / arb.pi() * 4)
    if quarters is None:
        raise NeedsBranch(f"the branch of atan2({y}, {x}) is not certain; simplify the numbers")
    return total + pi(ring) * Fraction(quarters, 4)


def _integer(ball: arb) -> int | None:
    """The integer in a narrow ball."""
    nearest = round(float(ball.mid()))
    return nearest if ball.rad() < 0.1 and ball.contains(nearest) else None


def _known_generator(ring: ExactRing, y: Element, x: Element) -> Element:
    """The polar angle of two numbers, by that of a multiple or a reflection that is there."""
    if ring.sign(y) == -1:
        return -_known_generator(ring, -y, x)
    if ring.sign(x) == -1:
        return pi(ring) - _known_generator(ring, y, -x)
    for known in ring.tower.generators:
        if known.kind is Kind.ARCTANGENT and known.constant:
            above, right = known.arguments
            if ring.certainly_zero(y * right - x * above):
                return ring.element_of(known.index)
            if ring.certainly_zero(y * above - x * right):
                return pi(ring) * Fraction(1, 2) - ring.element_of(known.index)
    related = related_angle(ring, y, x)
    if related is not None:
        return related
    generator = Generator(
        -1, Kind.ARCTANGENT, "atan2", arguments=(y.bare(), x.bare()), mask=y.mask | x.mask
    )
    return ring.element_of(ring.tower.append(generator))


# --- sines and cosines of arctangents ------------------------------------------------


def sincos_of_arctangent(ring: ExactRing, member: Member, multiple: Fraction) -> Complex:
    """Sine and cosine of a multiple, by ``(y, x)/sqrt(x**2 + y**2)``; halves are nested roots."""
    from diffgeo.rings.exact.roots import square_root

    assert member.over is not None
    y, x = member.element, member.over
    square = x * x + y * y
    n = int(multiple)
    if multiple.denominator == 2:
        # Half the angle is between -pi/2 and pi/2, where the cosine is positive.
        distance = square_root(ring, square)
        cosine = square_root(ring, (distance + x) / (2 * distance))
        sine = y / (2 * distance * cosine)
        c, s = power(ring, (cosine, sine), int(2 * multiple))
        return s, c
    c, s = power(ring, (x, y), n)
    whole = square ** (abs(n) // 2)
    if n % 2:
        whole = whole * square_root(ring, square)
    return s / whole, c / whole
