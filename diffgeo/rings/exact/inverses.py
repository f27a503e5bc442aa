"""Localisation: one inverse generator for every denominator that occurs.

``1/p`` is taken apart into factors of the presentation, and each factor gets (or finds)
its generator ``w``. Arithmetic then never computes a greatest common divisor, and each
new ``w`` leaves a condition ``p != 0`` on everything that was made with it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.errors import TooLarge, ZeroDenominator
from diffgeo.rings.exact.confirmation import require_nonzero
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.size_limits import factored
from diffgeo.rings.exact.tower import Generator, Kind, primitive_part

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Denominators with more terms are taken as they are, not factored.
FACTOR_TERMS = 5_000


def invert(ring: ExactRing, element: Element) -> Element:
    """``1/element`` as a product of inverse generators.

    Raises
    ------
    ZeroDenominator
        If the element is identically zero; the message shows it.
    Undecided
        If constants occur with which that is not known.
    """
    value = element.constant
    if value is not None and value != 0:
        return Element(ring, ring.tower.constant(1 / value), element.mask)
    if ring.vanishes(element):
        raise ZeroDenominator(f"division by a function that is identically zero: {element}")
    # First: during a refinement a real point may adjoin what its conditions are made of.
    require_nonzero(ring, element)
    tower = ring.tower
    index = ring.variable_index(element)
    if index is not None and not tower.cases(element.polynomial):
        if (argument := _inverted_by(tower.generators[index])) is not None:
            return argument.under(element.mask)
        return _inverse_of_generator(ring, index).under(element.mask)
    numerator, exponents = tower.clear(element.polynomial)
    if not len(numerator) or (tower.cases(numerator) and ring.certainly_zero(element)):
        raise ZeroDenominator(f"division by a function that is identically zero: {element}")
    result = Element(ring, tower.constant(1), element.mask)
    for index, power in exponents.items():
        argument = tower.generators[index].argument
        assert argument is not None
        result = result * argument**power
    for factor, power in denominator_factors(ring, numerator):
        if factor != 1:
            inverse = _inverse_of_factor(ring, factor)
            result = result * (inverse if power == 1 else inverse**power)
    return result


def _inverted_by(generator: Generator) -> Element | None:
    """What an inverse inverts; None for other generators."""
    return generator.argument if generator.kind is Kind.INVERSE else None


def denominator_factors(ring: ExactRing, numerator: fmpq_mpoly) -> list[tuple[fmpq_mpoly, int]]:
    """Factors of a denominator; ``1 - c**2`` is recognised as the square of the sine."""
    if len(numerator) > FACTOR_TERMS:
        return [(numerator, 1)]
    if len(numerator) == 1:
        ((powers, value),) = ring.tower.terms(numerator)
        found = [(ring.tower.variable(i), n) for i, n in powers.items()]
        return [*found, (ring.tower.constant(value), 1)]
    _, factors = factored(numerator)
    result = [(factor, int(power)) for factor, power in factors]
    for index, generator in enumerate(ring.tower.generators):
        if generator.kind is not Kind.COSINE or len(result) < 2:
            continue
        cosine, sine = ring.tower.variable(index), ring.tower.variable(generator.partner)
        result = _sine_squares(result, cosine, sine)
    # (1 - c)(1 + c) = s**2, but factors are monic up to sign: keep the exact constant.
    product = ring.tower.constant(1)
    for factor, power in result:
        product = product * factor**power
    rest = _ratio(ring.tower.reduce(product), ring.tower.reduce(numerator))
    return [*result, (ring.tower.constant(rest), 1)]


def _sine_squares(
    factors: list[tuple[fmpq_mpoly, int]], cosine: fmpq_mpoly, sine: fmpq_mpoly
) -> list[tuple[fmpq_mpoly, int]]:
    minus = next((k for k, (f, _) in enumerate(factors) if f in (cosine - 1, 1 - cosine)), None)
    plus = next((k for k, (f, _) in enumerate(factors) if f in (cosine + 1, -cosine - 1)), None)
    if minus is None or plus is None:
        return factors
    common = min(factors[minus][1], factors[plus][1])
    kept = [
        (f, power - common if k in (minus, plus) else power) for k, (f, power) in enumerate(factors)
    ]
    return [*((f, power) for f, power in kept if power), (sine, 2 * common)]


def _ratio(product: fmpq_mpoly, numerator: fmpq_mpoly) -> Fraction:
    """The constant by which ``numerator`` differs from ``product``."""
    value = numerator.leading_coefficient() / product.leading_coefficient()
    return Fraction(int(value.p), int(value.q))


def _inverse_of_factor(ring: ExactRing, factor: fmpq_mpoly) -> Element:
    tower = ring.tower
    if factor.is_constant():
        value = factor.leading_coefficient()
        return ring.rational(Fraction(int(value.q), int(value.p)))
    index = tower.single_generator(factor)
    if index is not None:
        return _inverse_of_generator(ring, index)
    # The same denominator up to a constant has the same inverse.
    content, primitive = primitive_part(factor)
    inverted = Element(ring, primitive).bare()
    table = ring.memory.setdefault("inverses", {})
    key = frozenset((tuple(sorted(p.items())), c) for p, c in tower.terms(primitive))
    if key not in table:
        mask = ring.domain.require("!=", inverted, "denominator") | inverted.mask
        table[key] = tower.append(Generator(-1, Kind.INVERSE, "w", argument=inverted, mask=mask))
    inverse = ring.element_of(table[key])
    return inverse if content == 1 else inverse * (1 / content)


def _inverse_of_generator(ring: ExactRing, index: int) -> Element:
    tower = ring.tower
    generator = tower.generators[index]
    itself = ring.element_of(index)
    if generator.kind is Kind.ROOT:
        # 1/r = r**(n-1)/q needs no new condition beyond q != 0.
        assert generator.argument is not None
        return itself ** (generator.degree - 1) / generator.argument
    table = ring.memory.setdefault("generator inverses", {})
    if index not in table:
        mask = ring.domain.require("!=", itself, "denominator")
        inverse = tower.append(
            Generator(-1, Kind.INVERSE, "w", argument=itself, mask=mask | itself.mask), like=index
        )
        tower.relate_inverse(inverse, index)
        table[index] = inverse
    return ring.element_of(table[index])


def without_scale(ring: ExactRing, element: Element) -> Element:
    """A function of the same sign without denominators: they are multiplied in, where odd."""
    tower = ring.tower
    try:
        polynomial, exponents = tower.clear(element.polynomial)
    except TooLarge:
        return element
    for index, power in exponents.items():
        argument = tower.generators[index].argument
        assert argument is not None
        if power % 2:
            polynomial = tower.reduce(polynomial * tower.lift(argument.polynomial))
    content, polynomial = primitive_part(tower.lift(polynomial))
    return ring.make(polynomial if content > 0 else -polynomial, element.mask)
