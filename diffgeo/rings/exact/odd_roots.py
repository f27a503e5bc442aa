"""Roots of odd order, and rational powers.

The positive root of odd order n of a positive function q without roots is a generator r
with ``r**n = q``. In the field of half angles q is a sign times a product of powers of
irreducible elements; a real field satisfies no relation between positive roots of odd order
but those between these exponents (Besicovitch, Mordell, Kneser). So the root is written in
the present ones if the exponents, divided by n, are an integer combination of theirs modulo
integers. Square roots do not interfere, because their degrees are powers of two.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from flint import fmpz_mat

from diffgeo.errors import NestedRoot, TooLarge
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.half_angles import Factors, factorise, field_to_ring, merge
from diffgeo.rings.exact.linear import cancel, shared
from diffgeo.rings.exact.nested import roots_in
from diffgeo.rings.exact.roots import RADICAND_TERMS, square_root
from diffgeo.rings.exact.size_limits import prime_factors, require_small_factoring
from diffgeo.rings.exact.tower import Generator, Kind, primitive_part

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


#: Powers with more terms after clearing denominators, up to the second number, are cancelled.
CANCEL_TERMS, CLEAR_AT_ONCE = 20, 20_000


@dataclass(slots=True)
class OddRoot:
    """A root generator with the factorisation of its radicand."""

    index: int
    degree: int
    factors: Factors


def rational_power(ring: ExactRing, base: Element, value: Fraction) -> Element:
    """``base**value`` for a rational exponent: the positive root of a positive function.

    Raises
    ------
    NonReal, NeedsSign
        As for square roots.
    NestedRoot
        If the base of a root of odd order contains roots.
    """
    if value > 0 and ring.certainly_zero(base):
        return base
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
    result = result * odd_root(ring, base, odd) ** b if b else result
    # Roots of quotients bring in powers of denominators above and below.
    size = ring.tower.clearing_size(result.polynomial)
    return cancel(ring, result) if CANCEL_TERMS < size <= CLEAR_AT_ONCE else result


def odd_root(ring: ExactRing, q: Element, order: int) -> Element:
    """The positive root of odd order of a positive function.

    Raises
    ------
    NonReal
        If the function is known not to be positive.
    NestedRoot
        If it contains roots, other than as factors.
    TooLarge
        If it has too many terms.
    """
    if ring.certainly_zero(q):
        return q
    q = shared(ring, q).under(q.mask)
    # The root is real for negative functions, too, but x**(1/3) is exp(log(x)/3) here.
    mask = ring.domain.require(">", q.bare(), f"({q})**(1/{order})")
    numerator, exponents = ring.tower.clear(q.polynomial)
    if ring.tower.cases(numerator):
        return _beside_absolutes(ring, q, order).under(mask)
    require_small_factoring(numerator, f"({q})**(1/{order})")
    content, factors = numerator.factor()
    parts = [(ring.make(factor), int(power)) for factor, power in factors]
    parts += [(_inverted(ring, index), -power) for index, power in exponents.items()]
    value = Fraction(int(content.p), int(content.q))
    result = ring.one
    others: list[tuple[Element, int]] = []
    for factor, power in parts:
        generator = _root_generator(ring, factor)
        if generator is None or generator.argument is None:
            others.append((factor, power))
            continue
        exponent = Fraction(power, order * generator.degree)
        result = result * rational_power(ring, generator.argument, exponent)
    for factor, _ in others:
        if roots_in(ring, factor.polynomial):
            raise NestedRoot(
                f"({q})**(1/{order}): a root of odd order of an expression with roots is not "
                "represented; introduce a coordinate for it"
            )
        if len(factor.polynomial) > RADICAND_TERMS:
            raise TooLarge(f"the base of a root of order {order} has too many terms; simplify it")
    return (result * _root_of_parts(ring, value, others, order)).under(q.mask | mask)


def _beside_absolutes(ring: ExactRing, q: Element, order: int) -> Element:
    """The root of what is made of absolute values: a generator of its own."""
    numerator, exponents = ring.tower.clear(q.polynomial)
    radicand, scale = ring.make(numerator), ring.one.under(q.mask)
    for index, power in exponents.items():
        # Times an even power, so that the radicand is positive.
        half = -(-power // (2 * order))
        below = _inverted(ring, index)
        radicand = radicand * below ** (2 * half * order - power)
        scale = scale / below ** (2 * half)
    radicand = radicand.bare()
    table: dict[tuple[str, int], int] = ring.memory.setdefault("roots beside absolute values", {})
    key = str(radicand.polynomial), order
    if key not in table:
        mask = ring.domain.require(">", radicand, f"({q})**(1/{order})") | radicand.mask
        generator = Generator(-1, Kind.ROOT, "root", radicand, degree=order, mask=mask)
        table[key] = ring.tower.append(generator)
        ring.tower.relate_power(table[key], order, radicand.polynomial)
    return ring.element_of(table[key]) * scale


def _inverted(ring: ExactRing, index: int) -> Element:
    argument = ring.tower.generators[index].argument
    assert argument is not None
    return argument


def _root_generator(ring: ExactRing, factor: Element) -> Generator | None:
    index = ring.tower.single_generator(factor.polynomial)
    generator = None if index is None else ring.tower.generators[index]
    return generator if generator is not None and generator.kind is Kind.ROOT else None


def _root_of_parts(
    ring: ExactRing, value: Fraction, parts: list[tuple[Element, int]], order: int
) -> Element:
    """The root of ``value * prod(factor**power)``, which is positive."""
    if _divide_exponents(ring, parts, order):
        return _root_of_parts(ring, value, parts, order)
    known = _from_present(ring, _factors(ring, value, parts), order)
    if known is not None:
        return known
    result, mask = ring.one, 0
    positive: list[tuple[Element, int]] = []
    for factor, power in parts:
        sign = ring.domain.signed(factor, strict=True)
        if sign is None:
            # As one: only the sign of the whole is known.
            return _root_of_whole(ring, value, parts, order)
        mask |= sign.mask
        # The atom is the positive one of the two primitive polynomials.
        scale = abs(primitive_part(factor.polynomial)[0])
        value = value * scale**power
        positive.append(((factor * sign * (1 / scale)).bare(), power))
    for atom, power in positive:
        result = result * _power_of_atom(ring, atom, power, order)
    return (result * _root_of_number(ring, abs(value), order)).under(mask)


def _root_of_whole(
    ring: ExactRing, value: Fraction, parts: list[tuple[Element, int]], order: int
) -> Element:
    """The root of a function as it stands, without n-th powers of denominators."""
    inside, outside = ring.one, ring.one
    for factor, power in parts:
        # Even powers leave the sign as it is.
        whole = 2 * (power // (2 * order))
        outside = outside * factor**whole
        inside = inside * factor ** (power - whole * order)
    scale, polynomial = primitive_part(inside.polynomial)
    value = value * scale
    atom = Element(ring, polynomial if value > 0 else -polynomial).bare()
    root = _power_of_atom(ring, atom, 1, order)
    return outside * root * _root_of_number(ring, abs(value), order)


def _factors(ring: ExactRing, value: Fraction, parts: list[tuple[Element, int]]) -> Factors:
    total = factorise(ring, ring.tower.constant(value))
    for factor, power in parts:
        single = factorise(ring, factor.polynomial)
        total = merge(total, {key: (atom, n * power) for key, (atom, n) in single.items()})
    return total


def _divide_exponents(ring: ExactRing, parts: list[tuple[Element, int]], order: int) -> bool:
    """Make the exponentials among the factors powers of the order."""
    if ring.retirement is not None:
        return False
    found = _factors(ring, Fraction(1), parts)
    divisors = {}
    for g in ring.tower.generators:
        power = found.get(f"t{g.index}", (None, 0))[1]
        if g.kind is Kind.EXPONENTIAL and power % order:
            divisors[g.index] = order // gcd(order, power)
    if divisors:
        from diffgeo.rings.exact.retirement import refine

        refine(ring, divisors)
    return bool(divisors)


def _root_of_number(ring: ExactRing, value: Fraction, order: int) -> Element:
    result = ring.one
    for number, direction in ((value.numerator, 1), (value.denominator, -1)):
        for prime, power in prime_factors(number):
            atom = ring.rational(int(prime))
            result = result * _power_of_atom(ring, atom, direction * int(power), order)
    return result


def _power_of_atom(ring: ExactRing, atom: Element, power: int, order: int) -> Element:
    """``atom**(power/order)`` for a positive atom."""
    whole, rest = divmod(power, order)
    result = atom**whole
    if not rest:
        return result
    reduced = Fraction(rest, order)
    return result * _atomic_root(ring, atom, reduced.denominator) ** reduced.numerator


def _atomic_root(ring: ExactRing, atom: Element, order: int) -> Element:
    """The root of an atom: written in what is there, or a new generator."""
    factors = factorise(ring, atom.polynomial)
    known = _from_present(ring, factors, order)
    if known is not None:
        return known
    for power in range(2, order):
        # Is a smaller power written in the present roots?
        raised = {key: (value, n * power) for key, (value, n) in factors.items()}
        found = _combination(ring, raised, order) if order % power == 0 else None
        if found is None:
            continue
        parts = [
            _divided(n, root.degree, power) for n, root in zip(found, _present(ring), strict=True)
        ]
        if None in parts:
            _refine(ring, atom, order, found)
            return _atomic_root(ring, atom, order)
        powers = [n for n in parts if n is not None]
        rest = _quotient(ring, raised, order, [n * power for n in powers])
        product = _product(ring, powers)
        return odd_root(ring, rest, power) * product
    mask = 0
    if atom.constant is None:
        mask = ring.domain.require(">", atom, f"({atom})**(1/{order})") | atom.mask
    generator = Generator(-1, Kind.ROOT, "root", atom, degree=order, mask=mask)
    index = ring.tower.append(generator)
    ring.tower.relate_power(index, order, atom.polynomial)
    ring.memory.setdefault("odd roots", []).append(OddRoot(index, order, factors))
    return ring.element_of(index)


def _refine(ring: ExactRing, atom: Element, order: int, powers: list[int]) -> None:
    """Make room for the root of an atom: some of the present ones are too coarse for it."""
    from diffgeo.rings.exact.retirement import refine

    present = _present(ring)
    involved = [root.degree for n, root in zip(powers, present, strict=True) if n % root.degree]
    radicals = [(atom, lcm(order, *involved))]
    for root in sorted(present, key=lambda root: -root.degree):
        argument = ring.tower.generators[root.index].argument
        assert argument is not None
        radicals.append((argument, root.degree))
    refine(ring, {}, radicals=radicals)


def _divided(power: int, degree: int, by: int) -> int | None:
    """A number that times ``by`` is the power modulo the degree."""
    return next((n for n in range(degree) if (n * by - power) % degree == 0), None)


def _present(ring: ExactRing) -> list[OddRoot]:
    present: list[OddRoot] = ring.memory.setdefault("odd roots", [])
    return present


def _product(ring: ExactRing, powers: list[int]) -> Element:
    result = ring.one
    for root, power in zip(_present(ring), powers, strict=True):
        if power:
            result = result * ring.element_of(root.index) ** power
    return result


def _from_present(ring: ExactRing, factors: Factors, order: int) -> Element | None:
    """The real root of a product of field elements in the present roots, or ``None``."""
    powers = _combination(ring, factors, order)
    if powers is None:
        return None
    powers = [n % root.degree for n, root in zip(powers, _present(ring), strict=True)]
    return _quotient(ring, factors, order, powers) * _product(ring, powers)


def _quotient(ring: ExactRing, factors: Factors, order: int, powers: list[int]) -> Element:
    """The root of a product of field elements, divided by powers of the present roots."""
    present = _present(ring)
    modulus = lcm(order, *(r.degree for r in present))
    total = {key: (value, n * (modulus // order)) for key, (value, n) in factors.items()}
    negative = factors.get("-1", (-1, 0))[1]
    for root, power in zip(present, powers, strict=True):
        scale = -power * (modulus // root.degree)
        total = merge(total, {key: (value, n * scale) for key, (value, n) in root.factors.items()})
        negative += power * root.factors.get("-1", (-1, 0))[1]
    total = {key: (value, n // modulus) for key, (value, n) in total.items() if key != "-1"}
    # A real root of odd order has the sign of its radicand.
    sign: int = (-1) ** (negative % 2)
    return field_to_ring(ring, total) * sign


def _combination(ring: ExactRing, factors: Factors, order: int) -> list[int] | None:
    """Powers of the present roots that leave integer exponents only, or ``None``."""
    present = _present(ring)
    keys = sorted({k for f in (factors, *(r.factors for r in present)) for k in f} - {"-1"})
    modulus = lcm(order, *(r.degree for r in present))
    rows = []
    for position, root in enumerate(present):
        unit = [int(k == position) for k in range(len(present))]
        scale = modulus // root.degree
        rows.append([scale * root.factors.get(k, (None, 0))[1] for k in keys] + unit)
    zeros = [0] * len(present)
    rows += [[modulus * int(k == key) for k in keys] + zeros for key in keys]
    target = [modulus // order * factors.get(k, (None, 0))[1] for k in keys] + zeros
    if not keys:
        return zeros
    reduced = fmpz_mat(rows).hnf()
    for i in range(reduced.nrows()):
        row = [int(reduced[i, j]) for j in range(reduced.ncols())]
        pivot = next((j for j, n in enumerate(row) if n), None)
        if pivot is None or pivot >= len(keys):
            break
        quotient = target[pivot] // row[pivot]
        target = [a - quotient * b for a, b in zip(target, row, strict=True)]
    if any(target[: len(keys)]):
        return None
    return [-n for n in target[len(keys) :]]
