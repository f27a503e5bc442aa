"""Roots of odd order, and rational powers.

The positive root of odd order n of an irreducible polynomial p > 0 (or of a prime number)
is one generator r with ``r**n = p``. Different irreducible factors are multiplicatively
independent in the field of rational functions, and positive roots of odd order of such
elements in a real field satisfy no other relation (Besicovitch, Mordell); square roots do
not interfere, because their degrees are powers of two. Angles would spoil the
independence, since ``(1 - cos)(1 + cos) = sin**2``: they are refused.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz

from diffgeo.errors import LateRefinement, NeedsSign, NonReal, NotSupported
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.roots import square_root
from diffgeo.rings.exact.tower import Generator, Kind, primitive_part

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

_REFUSED = (Kind.SINE, Kind.COSINE, Kind.EXPONENTIAL, Kind.ROOT)


def rational_power(ring: ExactRing, base: Element, value: Fraction) -> Element:
    """``base**value`` for a rational exponent: the positive root of a positive function.

    Raises
    ------
    NonReal, NeedsSign, NestedRoot
        As for square roots.
    NotSupported
        If the base of a root of odd order contains angles, exponentials or roots.
    """
    order = value.denominator
    even = order & -order
    odd = order // even
    # value = a/even + b/odd, with 0 <= b < odd
    b = value.numerator * pow(even, -1, odd) % odd if odd > 1 else 0
    a = (value - Fraction(b, odd)) * even
    result = base
    while even > 1:
        result, even = square_root(ring, result), even // 2
    result = result ** int(a)
    return result * odd_root(ring, base, odd) ** b if b else result


def odd_root(ring: ExactRing, q: Element, order: int) -> Element:
    """The positive root of odd order of a positive function.

    Raises
    ------
    NonReal
        If the function is known not to be positive.
    NotSupported
        If it contains angles, exponentials or roots.
    NeedsSign
        If it has several factors of unknown sign.
    LateRefinement
        If a root of another order that is not coprime was taken of one of its factors.
    """
    if ring.certainly_zero(q):
        return q
    numerator, exponents = ring.tower.clear(q.polynomial)
    for index in ring.tower.used(numerator) + [
        i for w in exponents for i in ring.tower.used(_inverted(ring, w).polynomial)
    ]:
        if ring.tower.generators[index].kind in _REFUSED:
            raise NotSupported(
                f"({q})**(1/{order}): a root of odd order of an expression with angles, "
                "exponentials or roots is not represented; introduce a coordinate for it"
            )
    # The root is real for negative functions, too, but x**(1/3) is exp(log(x)/3) here.
    mask = ring.domain.require(">", q.bare(), f"({q})**(1/{order})")
    content, factors = numerator.factor()
    parts = [(ring.make(factor), int(power)) for factor, power in factors]
    parts += [(_inverted(ring, index), -power) for index, power in exponents.items()]
    result = _root_of_number(ring, abs(Fraction(int(content.p), int(content.q))), order)
    for factor, power in parts:
        sign = ring.domain.signed(factor, strict=True)
        if sign is None:
            raise NeedsSign(
                f"({q})**(1/{order}) needs the sign of {factor}; declare it positive or negative"
            )
        # The atom is the positive one of the two primitive polynomials.
        scale = abs(primitive_part(factor.polynomial)[0])
        atom = (factor * sign * (1 / scale)).bare()
        result = result * _power_of_atom(ring, atom, power, order)
        result = result * _root_of_number(ring, scale**power, order)
        mask |= sign.mask
    if ring.sign(q) == -1:
        raise NonReal(f"({q})**(1/{order}): the base is negative under the declared signs")
    return result.under(q.mask | mask)


def _inverted(ring: ExactRing, index: int) -> Element:
    argument = ring.tower.generators[index].argument
    assert argument is not None
    return argument


def _root_of_number(ring: ExactRing, value: Fraction, order: int) -> Element:
    result = ring.one
    for number, direction in ((value.numerator, 1), (value.denominator, -1)):
        for prime, power in fmpz(number).factor():
            atom = ring.rational(int(prime))
            result = result * _power_of_atom(ring, atom, direction * int(power), order)
    return result


def _power_of_atom(ring: ExactRing, atom: Element, power: int, order: int) -> Element:
    """``atom**(power/order)`` for an irreducible positive atom."""
    whole, rest = divmod(power, order)
    result = atom**whole
    if not rest:
        return result
    reduced = Fraction(rest, order)
    return result * _generator(ring, atom, reduced.denominator) ** reduced.numerator


def _generator(ring: ExactRing, atom: Element, order: int) -> Element:
    table: dict[int, int] = ring.memory.setdefault("odd roots", {}).setdefault(
        str(atom.polynomial), {}
    )
    for known, index in table.items():
        if known % order == 0:
            return ring.element_of(index) ** (known // order)
        if Fraction(known, order).denominator != order:
            raise LateRefinement(
                f"({atom})**(1/{order}) is finer than ({atom})**(1/{known}), which was fixed "
                "before; give both expressions together, in one call, the finer one first"
            )
    mask = ring.domain.require(">", atom, f"({atom})**(1/{order})") if atom.constant is None else 0
    generator = Generator(-1, Kind.ROOT, "root", atom, degree=order, mask=mask)
    index = ring.tower.append(generator)
    ring.tower.relate_power(index, order, atom.polynomial)
    table[order] = index
    return ring.element_of(index)
