"""Square roots, decided by square classes.

All generators but roots and inverses are independent, so with the tangents ``t`` of the
half angles in place of the sines and cosines the functions form a rational function
field, whose elements factor. A radicand is a square there up to its *class*: the
irreducible factors (and primes, and the sign) with odd exponent. A root whose class is a
combination of the classes of present roots is written in them; otherwise it is a new
generator. Adjoining dependent roots blindly would create zero divisors.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.errors import NonReal, TooLarge
from diffgeo.rings.exact import nested
from diffgeo.rings.exact.absolute_values import signed
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.half_angles import (
    Factors,
    combination,
    factorise,
    field_to_ring,
    halve,
    merge,
    square_class,
)
from diffgeo.rings.exact.linear import shared
from diffgeo.rings.exact.size_limits import factored, prime_factors, require_small_factoring
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Larger radicands are refused: half angles double the degree for every angle.
RADICAND_TERMS = 500


@dataclass(slots=True)
class Root:
    """A root generator with the factorisation of its radicand."""

    index: int
    radicand: Element
    factors: Factors

    @property
    def square_class(self) -> frozenset[str]:
        """The class of the radicand modulo squares."""
        return square_class(self.factors)


def square_root(ring: ExactRing, q: Element) -> Element:
    """The positive square root of a function, with the condition that it is positive.

    Raises
    ------
    NonReal
        If the radicand is known to be negative.
    NeedsSign
        If the root is plus or minus a known function whose sign is not known.
    NestedRoot
        If the radicand contains a root of higher order or too many roots.
    TooLarge
        If the radicand has too many terms.
    """
    if ring.certainly_zero(q):
        return q
    numerator, scale = _without_inverses(ring, q)
    for index in nested.roots_in(ring, numerator):
        generator = ring.tower.generators[index]
        quotient, rest = divmod(numerator, ring.tower.variable(index))
        if generator.degree % 2 and not len(rest):
            # sqrt(r) = r**((n + 1)/2)/sqrt(q) for r**n = q
            assert generator.argument is not None
            outer = ring.element_of(index) ** ((generator.degree + 1) // 2)
            outer = outer / square_root(ring, generator.argument) * scale
            return square_root(ring, Element(ring, quotient, q.mask)) * outer
    nested.require_few_roots(ring, numerator, q)
    if len(numerator) > RADICAND_TERMS:
        raise TooLarge(f"the radicand of a square root has {len(numerator)} terms; simplify it")
    radicand = Element(ring, numerator, q.mask)
    if ring.tower.cases(numerator):
        return (_known_root(ring, radicand) or _new_root(ring, radicand, q)) * scale
    if nested.roots_in(ring, numerator):
        number, rest = _numbers_apart(ring, radicand)
        if number is not None:
            return square_root(ring, number) * square_root(ring, rest) * scale
        return _nested_root(ring, radicand, q) * scale
    if _halve_exponents(ring, numerator):
        return square_root(ring, q)
    return _root_of_polynomial(ring, radicand, q) * scale


def _numbers_apart(ring: ExactRing, radicand: Element) -> tuple[Element | None, Element]:
    """The positive factors with roots that are numbers, as one number, and the other factors."""
    if ring.tower.is_constant(radicand.polynomial):
        return None, radicand
    number, rest = ring.tower.constant(1), radicand.polynomial
    for factor, power in factored(radicand.polynomial)[1]:
        if ring.tower.is_constant(factor) and nested.roots_in(ring, factor):
            number = number * factor**power
            rest = divmod(rest, factor**power)[0]
    sign = ring.sign(ring.make(number)) or 0
    if number.is_constant() or not sign:
        return None, radicand
    return ring.make(number * sign), ring.make(rest * sign, radicand.mask)


def _halve_exponents(ring: ExactRing, radicand: fmpq_mpoly) -> bool:
    """Make the exponentials that are factors of odd power squares; whether there were any."""
    if ring.retirement is not None:
        return False
    odd = square_class(factorise(ring, radicand))
    divisors = {
        g.index: 2
        for g in ring.tower.generators
        if g.kind is Kind.EXPONENTIAL and f"t{g.index}" in odd
    }
    if divisors:
        from diffgeo.rings.exact.retirement import refine

        refine(ring, divisors)
    return bool(divisors)


def _without_inverses(ring: ExactRing, q: Element) -> tuple[fmpq_mpoly, Element]:
    """``q = radicand * scale**2`` with a radicand free of inverses, scale > 0."""
    numerator, exponents = ring.tower.clear(shared(ring, q).polynomial)
    below: list[tuple[Element, int]] = []
    for index, power in exponents.items():
        argument = ring.tower.generators[index].argument
        assert argument is not None
        below.append((argument, (power + 1) // 2))
        if power % 2:
            inverted = ring.tower.lift(argument.polynomial)
            numerator = ring.tower.reduce(ring.tower.lift(numerator) * inverted)
    scale = ring.one.under(q.mask)
    for argument, half in below:
        sign = ring.domain.signed(argument.under(q.mask)) if half % 2 else ring.one
        if sign is None:
            # That q is positive may settle it: sqrt(1/x) needs x > 0 anyway.
            mask = ring.domain.require(">", ring.make(numerator).bare(), f"sqrt({q})")
            sign = ring.domain.signed(argument.under(q.mask | mask))
        if sign is None:
            # sqrt(N/p**2) = sqrt(N*p**2)/p**2 needs no sign of p.
            square = ring.tower.lift(argument.polynomial) ** 2
            numerator = ring.tower.reduce(ring.tower.lift(numerator) * square)
            scale = scale * (1 / argument) ** (half + 1)
        else:
            scale = scale * (sign / argument) ** half
    return ring.tower.lift(numerator), scale


def _root_of_polynomial(ring: ExactRing, radicand: Element, shown: Element) -> Element:
    factors = factorise(ring, radicand.polynomial)
    roots: list[Root] = ring.memory.setdefault("roots", [])
    known = _known_root(ring, radicand)
    if known is not None:
        return known
    chosen = combination(square_class(factors), [r.square_class for r in roots])
    if chosen is None:
        number = _number_class(ring, radicand, factors)
        if number is not None:
            present = len(roots)
            square_root(ring, number)
            if len(roots) > present:
                return _root_of_polynomial(ring, radicand, shown)
        if any(nested.is_nested(ring, g) for g in nested.square_roots(ring)):
            return _nested_root(ring, radicand, shown)
        return _new_root(ring, radicand, shown)
    # The radicand is that of the chosen ones times a square g**2.
    quotient = factors
    product = ring.one
    for position in chosen:
        inverted = {key: (value, -n) for key, (value, n) in roots[position].factors.items()}
        quotient = merge(quotient, inverted)
        product = product * ring.element_of(roots[position].index)
    if quotient.get("-1", (None, 0))[1] % 4 == 2 and not chosen:
        raise NonReal(f"sqrt({shown}) is not real: the radicand is minus a square")
    g = field_to_ring(ring, halve(quotient))
    mask = ring.domain.require(">", radicand.bare(), f"sqrt({shown})") if chosen else 0
    g = g.under(radicand.mask | product.mask | mask)
    return signed(ring, g, f"sqrt({shown})") * product


def _number_class(ring: ExactRing, radicand: Element, factors: Factors) -> Element | None:
    """The positive number whose root is missing to write that of a function in present roots.

    ``sqrt(2*x)`` beside ``sqrt(x)`` would hide ``sqrt(2)`` in their quotient. Numbers are to be
    recognised by their generators, so their roots come first.
    """
    if ring.tower.is_constant(radicand.polynomial):
        return None
    known = [factors, *(root.factors for root in ring.memory["roots"])]
    numbers = {k for f in known for k, (value, _) in f.items() if _is_number(ring, value)}
    wanted, *classes = (square_class(f) for f in known)
    chosen = combination(wanted - numbers, [c - numbers for c in classes])
    if chosen is None:
        return None
    for position in chosen:
        wanted ^= classes[position]
    product: Factors = {}
    for f in known:
        product.update({key: (value, 1) for key, (value, _) in f.items() if key in wanted})
    number = field_to_ring(ring, product) * (-1 if "-1" in wanted else 1)
    return number if ring.sign(number) == 1 else None


def _is_number(ring: ExactRing, factor: fmpq_mpoly | int) -> bool:
    """Whether an irreducible factor is a number."""
    if not isinstance(factor, fmpq_mpoly):
        return True
    used = (i for i, n in enumerate(factor.degrees()) if n > 0)
    return all(ring.tower.generators[i].constant for i in used)


def _nested_root(ring: ExactRing, radicand: Element, shown: Element) -> Element:
    """The root of a radicand in a tower of roots: written in what is there, or a new root."""
    known = _known_root(ring, radicand)
    if known is not None:
        return known
    found = nested.root_in_tower(ring, radicand.polynomial)
    if found is None:
        return _new_root(ring, radicand, shown)
    numerator, denominator = (ring.make(part) for part in found)
    root = numerator / denominator
    sign = ring.domain.signed(root.under(radicand.mask))
    if sign is None:
        # That the radicand is positive may settle it.
        mask = ring.domain.require(">", radicand.bare(), f"sqrt({shown})")
        sign = ring.domain.signed(root.under(radicand.mask | mask))
    if sign is None:
        root, sign = signed(ring, root.under(radicand.mask), f"sqrt({shown})"), ring.one
    mask = ring.domain.require(">", radicand.bare(), f"sqrt({shown})")
    return (root * sign).under(radicand.mask | mask)


def _known_root(ring: ExactRing, radicand: Element) -> Element | None:
    """The root of a square number times a present radicand: no search, which could be long."""
    wanted = radicand.polynomial
    for generator in ring.tower.generators:
        if generator.kind is not Kind.ROOT or generator.degree != 2 or generator.inside is not None:
            continue
        assert generator.argument is not None
        present = generator.argument.polynomial
        if len(present) != len(wanted):
            continue
        ratio = wanted.leading_coefficient() / present.leading_coefficient()
        value = Fraction(int(ratio.p), int(ratio.q))
        square = _square_part(value)
        if value == square**2 and not len(wanted - present * ratio):
            return ring.element_of(generator.index).under(radicand.mask) * square
    return None


def _new_root(ring: ExactRing, radicand: Element, shown: Element) -> Element:
    """A new generator for the part of the radicand that is not a known square."""
    require_small_factoring(radicand.polynomial, f"sqrt({shown})")
    content, parts = radicand.polynomial.factor()
    outside, inside = ring.one, radicand
    for factor, power in parts:
        element = Element(ring, factor, radicand.mask)
        sign = ring.domain.signed(element)
        if power > 1 and sign is not None:
            half = int(power) // 2
            outside = outside * (element * sign) ** half
            inside = _exact_quotient(ring, inside, element ** (2 * half))
    square = _square_part(Fraction(int(content.p), int(content.q)))
    outside, inside = outside * square, inside * (1 / square**2)
    inside = inside.bare()
    if inside.constant == 1:
        return outside.under(radicand.mask)
    if ring.domain.is_negative(radicand):
        because = ring.domain.because(radicand)
        raise NonReal(f"sqrt({shown}): {radicand} is not positive{because}")
    # What others make of the root needs no conditions of what was taken out of it.
    mask = ring.domain.require(">", inside, f"sqrt({shown})") | inside.mask
    index = ring.tower.append(Generator(-1, Kind.ROOT, "sqrt", inside, degree=2, mask=mask))
    ring.tower.relate_power(index, 2, inside.polynomial)
    if not nested.roots_in(ring, inside.polynomial) and not ring.tower.generators[index].cases:
        roots = ring.memory.setdefault("roots", [])
        roots.append(Root(index, inside, factorise(ring, inside.polynomial)))
    return outside * ring.element_of(index).under(radicand.mask)


def _exact_quotient(ring: ExactRing, dividend: Element, divisor: Element) -> Element:
    quotient, _ = divmod(dividend.polynomial, divisor.polynomial)
    return Element(ring, quotient, dividend.mask)


def _square_part(value: Fraction) -> Fraction:
    """The largest rational s > 0 with ``value/s**2`` a square-free integer."""
    # a/b = a*b/b**2
    product = abs(value.numerator) * value.denominator
    square = 1
    for prime, power in prime_factors(product):
        square *= int(prime) ** (int(power) // 2)
    return Fraction(square, value.denominator)
