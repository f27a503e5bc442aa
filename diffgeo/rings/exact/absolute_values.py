"""Absolute values of functions whose sign is not known, and what is decided beside them.

``|g|`` is a root of ``g**2``, a square: beside it the ring has the zero divisors ``|g| - g`` and
``|g| + g``. So its normal forms prove that a function is zero, and no longer that it is not. That
is decided by cases: where ``g > 0`` and where ``g < 0`` the function lies in a ring with a declared
domain, in which ``|g|`` is ``g`` or ``-g``. A case whose conditions contradict each other is left
out; a function that is not zero in another one is seen not to be where that has a point.

What is made of an absolute value (its exponential, say) is a generator of its own; no independence
is claimed for it, and no other function is written in it.

References: Richardson, Some undecidable problems involving elementary functions of a real variable,
J. Symbolic Logic 33 (1968), for the limits of the question; the cases are those of cylindrical
algebraic decompositions (Collins, Automata theory and formal languages, 1975).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING

from flint import ctx

from diffgeo.errors import (
    Contradiction,
    NeedsSign,
    NonReal,
    NoWitness,
    OutsideDomain,
    Refusal,
    Undecided,
    ZeroDenominator,
)
from diffgeo.rings.exact import algebraic_numbers
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.size_limits import factored, require_small_factoring
from diffgeo.rings.exact.tower import Generator, Kind, primitive_part
from diffgeo.rings.protocol import Decision

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing

#: So many absolute values are told apart in one question: each doubles the number of cases.
MOST_CASES = 7
#: What shows that functions are defined nowhere in a case.
_EXCLUDED = (NonReal, OutsideDomain, Contradiction, ZeroDenominator)
#: So many simple points are tried first, with balls of so many bits: what holds for some signs only
#: fails at one of them.
PRECISIONS = {64: 60, 320: 3, 2048: 3}
_BALL, _CASES, _CONJUGATES = "ball at a real point", "cases of signs", "conjugate numbers"


# --- absolute values and signs -----------------------------------------------------------


def absolute(ring: ExactRing, element: Element) -> Element:
    """The absolute value of a function: the product of those of its factors."""
    if ring.certainly_zero(element):
        return element
    result = ring.one.under(element.mask)
    for factor, power in _factors(ring, element):
        result = result * (
            factor**power if power % 2 == 0 else _of_factor(ring, factor) * factor ** (power - 1)
        )
    return result


def sign_function(ring: ExactRing, element: Element) -> Element:
    """The sign of a function, where that is not zero: the product of those of its factors."""
    result = ring.one.under(element.mask)
    for factor, power in _factors(ring, element):
        inverse = ring.inverse(factor)
        result = result * (_of_factor(ring, factor) * inverse if power % 2 else (factor * inverse))
    return result


def signed(ring: ExactRing, element: Element, why: str) -> Element:
    """The absolute value, by the sign where that is known.

    Raises
    ------
    NeedsSign
        Where it is not and the ring asks for it: what is read may have a condition that settles it.
    """
    sign = ring.domain.signed(element)
    if sign is not None:
        return element * sign
    require_unasked(ring, element, why)
    return absolute(ring, element)


def require_unasked(ring: ExactRing, element: Element, why: str) -> None:
    """Raise `NeedsSign` where the ring asks for signs."""
    if ring.domain.asks:
        raise NeedsSign(
            f"cannot decide the sign of {element} in {why}; declare it positive or negative"
        )


def signs_apart(ring: ExactRing, element: Element) -> tuple[list[Element], Element]:
    """The g of factors ``Abs(g)/g``, which are signs, and what is left; for display."""
    tower, polynomial = ring.tower, element.polynomial
    found: list[Element] = []
    inverses = [tower.generators[i] for i in tower.used(polynomial)]
    for index in tower.cases(polynomial):
        inside = tower.generators[index].inside
        for inverse in inverses:
            inverted = inverse.argument if inverse.kind is Kind.INVERSE else None
            if inside is None or inverted is None:
                continue
            if len(tower.lift(inverted.polynomial) - inside.polynomial):
                continue
            both = tower.variable(index) * tower.variable(inverse.index)
            quotient, rest = divmod(tower.lift(polynomial), both)
            if not len(rest):
                polynomial = quotient
                found.append(inside)
    return found, Element(ring, polynomial, element.mask)


def _factors(ring: ExactRing, element: Element) -> Iterator[tuple[Element, int]]:
    """Factors with exponents; the number before them is the first, denominators are the last."""
    tower = ring.tower
    numerator, exponents = tower.clear(element.polynomial)
    require_small_factoring(numerator, f"the absolute value of {element}")
    content, factors = factored(numerator)
    yield ring.rational(Fraction(int(content.p), int(content.q))), 1
    for factor, power in factors:
        yield Element(ring, factor, element.mask), int(power)
    for index, power in exponents.items():
        argument = tower.generators[index].argument
        assert argument is not None
        yield 1 / argument, power


def unknown_signs(ring: ExactRing, functions: Iterable[Element]) -> tuple[Element, ...]:
    """The irreducible factors of functions whose signs are not known."""
    found: dict[str, Element] = {}
    for function in functions:
        for factor, power in _factors(ring, function):
            if power % 2 and ring.domain.signed(factor) is None:
                numerator = ring.tower.clear(factor.polynomial)[0]
                inverted = ring.tower.has_inverses(factor.polynomial)
                element = (
                    1 / factor if inverted else ring.make(primitive_part(numerator)[1])
                ).bare()
                found.setdefault(str(element.polynomial), element)
    return tuple(found.values())


def _of_factor(ring: ExactRing, factor: Element) -> Element:
    sign = ring.domain.signed(factor)
    if sign is not None:
        return factor * sign
    numerator, exponents = ring.tower.clear(factor.polynomial)
    if exponents:
        return 1 / _of_factor(ring, 1 / factor)
    content, primitive = primitive_part(numerator)
    table: dict[str, int] = ring.memory.setdefault("absolute values", {})
    key = str(primitive)
    if key not in table:
        inside = Element(ring, primitive).bare()
        square = inside * inside
        mask = ring.domain.require("!=", inside, f"Abs({inside})") | square.mask
        table[key] = index = ring.tower.append(
            Generator(-1, Kind.ROOT, "Abs", square, degree=2, signs=(inside,), mask=mask)
        )
        ring.tower.relate_power(index, 2, square.polynomial)
    return ring.element_of(table[key]).under(factor.mask) * abs(content)


# --- decisions by cases --------------------------------------------------------------------


def involved(ring: ExactRing, *functions: Function) -> frozenset[int]:
    """What functions, expanded or not, are made of beside which normal forms do not decide."""
    from diffgeo.rings.exact.confirmation import parts_of

    if ring.tower.first_case is None:
        return frozenset()
    polynomials = [p.polynomial for f in functions for p in parts_of(f)]
    found = ring.tower.cases(*polynomials)
    numbers = found - _with_signs(ring, found)
    independent = numbers and not algebraic_numbers.may_depend(ring, numbers, polynomials)
    return found - numbers if independent else found


def _with_signs(ring: ExactRing, found: frozenset[int]) -> frozenset[int]:
    return frozenset(i for i in found if ring.tower.generators[i].signs)


def arguments_of_signs(ring: ExactRing, *functions: Function) -> list[Element]:
    """What stands in the signs and absolute values that functions are made of."""
    from diffgeo.rings.exact.confirmation import parts_of

    if ring.tower.first_case is None:
        return []
    found = ring.tower.cases(*(p.polynomial for f in functions for p in parts_of(f)))
    return [g for i in sorted(found) for g in ring.tower.generators[i].signs]


def where_all_are_defined(ring: ExactRing, functions: Sequence[Function]) -> list[Function]:
    """Functions, with the conditions of all where the zeros of one may depend on them."""
    if not involved(ring, *functions):
        return list(functions)
    used = reduce(or_, (f.mask for f in functions))
    return [f.under(used) for f in functions]


def require_none(ring: ExactRing, functions: Sequence[Function], what: str) -> None:
    """Raise `NeedsSign` where a question is not decided beside absolute values."""
    for index in involved(ring, *functions):
        generator = ring.tower.generators[index]
        if generator.signs:
            raise NeedsSign(
                f"{what} may depend on the sign of {generator.signs[0]}; declare it positive or "
                "negative"
            )
        raise Undecided(
            f"{what} may depend on how {generator.name} is related to other roots; introduce a "
            "parameter for it"
        )


def is_zero(ring: ExactRing, element: Function) -> Decision:
    """Whether a function with absolute values is zero, after its normal form was not.

    Raises
    ------
    Undecided
        If it is not zero in a case of which it is not known whether it has points.
    """
    from diffgeo.rings.exact.confirmation import value_at
    from diffgeo.rings.exact.points import require_witness, sample_points

    for bits, points in PRECISIONS.items():
        for point in islice(sample_points(ring), points):
            with ctx.workprec(bits):
                value = value_at(ring, element, point, alone=True)
            if value is not None and value != 0:
                return Decision(False, True, how=_BALL)
    found = involved(ring, element)
    if not _with_signs(ring, found):
        if algebraic_numbers.vanishes(ring, ring.expand(element)):
            return Decision(True, True, how=_CONJUGATES)
        raise Undecided(
            f"cannot decide whether {element} is zero: balls at simple points contain 0, and how "
            f"{ring.tower.generators[min(found)].name} is related to what is in it is not known"
        )
    doubts: list[str] = []
    met = False
    for case, (image,) in cases(ring, [element]):
        met = True
        decision = case.is_zero(image)
        if decision.zero and not decision.certain:
            raise Undecided(
                f"a case of the signs in {element} is too large; declare some of the signs"
            )
        if not decision.zero:
            try:
                require_witness(case, image.mask, alone=True)
            except NoWitness as refusal:
                doubts.append(str(refusal))
                continue
            return Decision(False, True, how=_CASES)
    if doubts or not met:
        doubts.append("no case of signs was found in which it is defined")
        raise Undecided(f"cannot decide whether {element} is zero: {doubts[0]}")
    return Decision(True, True, how=_CASES)


def cases(
    ring: ExactRing, functions: Sequence[Function], positive: Sequence[Element] = ()
) -> Iterator[tuple[ExactRing, Sequence[Function]]]:
    """The rings of the cases of signs in which functions exist, and the functions there.

    What is ``positive`` in this case is so in the others that it has.

    Raises
    ------
    Undecided
        If there are too many cases, or if one is met of which it is not known whether it is empty.
    """
    from diffgeo.rings.exact.declared_domain import restrict
    from diffgeo.rings.exact.transfer import RingMap

    found = _with_signs(ring, involved(ring, *functions))
    if not found:
        yield ring, functions
        return
    if len(found) + len(positive) > MOST_CASES:
        raise Undecided(f"{len(found) + len(positive)} signs make too many cases; declare some")
    # The oldest is made of no other one. Where its first sign is known it may have others.
    inside = ring.tower.generators[min(found)].signs[0]
    for sign, relation in ((1, ">"), (-1, "<")):
        try:
            # In both orders: a sign follows from another one, but not always that from it.
            for order in (1, -1):
                case = ring.unused()
                pull = RingMap(ring, case, {}, {})
                known = [pull(f) for f in (*positive, inside * sign)]
                for element in known[::order]:
                    restrict(case, element, ">", f"{element} > 0")
            images = [pull(f) for f in functions]
        except Refusal as refusal:
            if isinstance(refusal, _EXCLUDED) and getattr(refusal, "certain", True):
                continue  # the functions are not defined there
            raise Undecided(
                f"cannot decide what holds where {inside} {relation} 0: {refusal}"
            ) from refusal
        yield from cases(case, images, known)
