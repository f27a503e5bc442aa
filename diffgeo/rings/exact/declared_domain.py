"""Open domains that are declared by inequalities, such as ``sin(theta) > 0`` and ``theta < pi``.

They hold at every point of the chart, so a sign that follows from them needs no condition. A
coordinate between two numbers has a *range*: a linear function of such coordinates has the sign of
its ends, and a sine or cosine that of the quarter turns in which its angle stays.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, fmpq_mpoly

from diffgeo.errors import Contradiction, NonReal, NoWitness, OutsideDomain, Refusal
from diffgeo.rings import expression as tree
from diffgeo.rings.exact.confirmation import sign_of_number
from diffgeo.rings.exact.constants import pi
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.node import expanded
from diffgeo.rings.exact.points import RealPoint, require_witness
from diffgeo.rings.exact.sign_rules import Record, Sign, Signs
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.protocol import Condition

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.transfer import RingMap

_ORIGIN = "the declared domain"
#: Simple values between two ends are at so many equal parts of the way.
_PARTS = 8


def declare(ring: ExactRing, conditions: Sequence[Condition]) -> None:
    """Restrict a new ring to the points where conditions hold.

    Raises
    ------
    Contradiction
        The conditions exclude each other: by their signs, or no point is found that satisfies all.
    """
    for condition in conditions:
        # One by one: what is divided by in one may be known from those before it.
        (element,) = ring.ingest([condition.expression])
        restrict(ring, element, condition.relation, str(condition))
    if conditions:
        pi(ring)  # with which the angles of sines and cosines are compared
    try:
        require_witness(ring)
    except NoWitness as refusal:
        raise Contradiction(f"the declared domain seems to be empty: {refusal}") from refusal


def restrict(ring: ExactRing, element: Element, relation: str, shown: str) -> None:
    """Restrict a ring that has nothing else yet to the points where one condition holds.

    Raises
    ------
    Contradiction
        By its sign it holds nowhere.
    """
    domain = ring.domain
    index, scale = _shifted(ring, element)
    sign = domain.own_sign(element)
    if ring.is_zero(element).zero or (sign and sign.value < 0 and relation == ">"):
        raise Contradiction(f"{shown} holds nowhere on the declared domain; leave it out")
    if index is not None:
        bound = element * (-1 / scale) + ring.element_of(index)
        if relation == ">":
            low, high = domain.ranges.get(index, (None, None))
            ends = (bound, high) if scale > 0 else (low, bound)
            domain.ranges[index] = ends
        elif ring.vanishes(bound):
            domain.nonzero.add(index)
    elif relation == ">":
        for place, ends in _extent(ring, element).items():
            domain.ranges.setdefault(place, ends)
    domain.facts.append(Record(relation, element, _ORIGIN))
    if (numerator := _numerator(ring, element)) is not None:
        domain.facts.append(Record(relation, numerator, _ORIGIN))


def _numerator(ring: ExactRing, element: Element) -> Element | None:
    """The function times its denominators, with their signs; None if one is not known."""
    polynomial, exponents = ring.tower.clear(element.polynomial)
    value = 1
    for index, power in exponents.items():
        argument = ring.tower.generators[index].argument
        sign = None if argument is None else ring.domain.own_sign(argument)
        if power % 2 and sign is None:
            return None
        value *= sign.value if power % 2 and sign is not None else 1
    return Element(ring, polynomial * value, element.mask) if exponents else None


def _extent(ring: ExactRing, element: Element) -> dict[int, tuple[Element, Element]]:
    """The ranges of variables in an ellipsoid ``c - sum a*(x - m)**2 > 0`` along the axes."""
    constant, squares, slopes = Fraction(0), dict[int, Fraction](), dict[int, Fraction]()
    for powers, value in ring.tower.terms(element.polynomial):
        match list(powers.items()):
            case []:
                constant = value
            case [(index, 1)] if ring.tower.generators[index].kind is Kind.COORDINATE:
                slopes[index] = value
            case [(index, 2)] if value < 0 and ring.tower.generators[index].kind is Kind.COORDINATE:
                squares[index] = -value
            case _:
                return {}
    if not squares or slopes.keys() - squares.keys():
        return {}
    middle = {i: slopes.get(i, Fraction(0)) / (2 * a) for i, a in squares.items()}
    constant += sum(a * middle[i] ** 2 for i, a in squares.items())
    if constant <= 0:
        return {}
    half = tree.Number(Fraction(1, 2))
    radii = ring.ingest([tree.power(tree.Number(constant / a), half) for a in squares.values()])
    return {
        i: (middle[i] - radius, middle[i] + radius)
        for i, radius in zip(squares, radii, strict=True)
    }


def _shifted(ring: ExactRing, element: Element) -> tuple[int | None, Fraction]:
    """The variable x and the factor c of a function ``c*x`` plus a number."""
    slope = Fraction(0)
    found = None
    for powers, value in ring.tower.terms(element.polynomial):
        varying = {i: n for i, n in powers.items() if not ring.tower.generators[i].constant}
        if not varying:
            continue
        if found is not None or len(powers) > 1 or list(varying.values()) != [1]:
            return None, slope
        ((found, _),) = varying.items()
        slope = value
    is_base = found is not None and ring.tower.generators[found].kind.is_base
    return (found if is_base else None), slope


# --- signs ---------------------------------------------------------------------------


def sign_in_range(signs: Signs, ring: ExactRing, polynomial: fmpq_mpoly) -> Sign | None:
    """The sign of a linear function of variables with ranges, from its values at the ends."""
    tower = ring.tower
    if not len(polynomial):
        return None
    lower: fmpq_mpoly | None = tower.constant(0)
    upper: fmpq_mpoly | None = tower.constant(0)
    for powers, value in tower.terms(polynomial):
        if all(tower.generators[i].constant for i in powers):
            term = tower.constant(value)
            for i, n in powers.items():
                term = term * tower.variable(i) ** n
            ends: tuple[fmpq_mpoly | None, fmpq_mpoly | None] = (term, term)
        else:
            ((index, power), *others) = powers.items()
            if others or power != 1:
                return None
            low, high = bounds(signs, ring, index)
            pair = [None if e is None else (e * value).polynomial for e in (low, high)]
            ends = (pair[0], pair[1]) if value > 0 else (pair[1], pair[0])
        lower = None if lower is None or ends[0] is None else lower + ends[0]
        upper = None if upper is None or ends[1] is None else upper + ends[1]
    for end, side in ((lower, 1), (upper, -1)):
        # The variables stay between their ends.
        if end is not None and (not len(end) or sign_of_number(ring, end) == side):
            return Sign(side, True)
    return None


def bounds(signs: Signs, ring: ExactRing, index: int) -> tuple[Element | None, Element | None]:
    """The numbers between which a variable is, as far as they are declared."""
    low, high = signs.ranges.get(index, (None, None))
    declared = signs.declared.get(index)
    if declared == 1 and low is None:
        low = ring.zero
    if declared == -1 and high is None:
        high = ring.zero
    return low, high


def sign_of_wave(signs: Signs, ring: ExactRing, generator: Generator) -> Sign | None:
    """The sign of a sine or cosine whose angle stays between two multiples of a half turn."""
    if generator.argument is None or "pi" not in ring.memory or generator.constant:
        return None
    angle, half_turn = generator.argument.polynomial, ring.tower.variable(ring.memory["pi"])
    quarter = half_turn / 2
    start = half_turn * 0 if generator.kind is Kind.SINE else -quarter
    for turns, side in ((0, 1), (-1, -1), (1, -1)):
        low = sign_in_range(signs, ring, angle - start - half_turn * turns)
        high = sign_in_range(signs, ring, angle - start - half_turn * (turns + 1))
        if low and high and (low.value, high.value) == (1, -1):
            return Sign(side, True, generator.mask)
    return None


def sign_by_facts(
    signs: Signs, ring: ExactRing, polynomial: fmpq_mpoly, sign: Callable[[fmpq_mpoly], Sign | None]
) -> Sign | None:
    """The sign of ``c*f + rest`` for a declared ``f > 0``, where c and the rest have one sign."""
    for fact in signs.facts:
        known = ring.tower.lift(fact.element.polynomial)
        if fact.relation != ">" or not signs.readable(fact):
            continue
        for powers, value in known.terms():
            if not any(powers):
                continue
            factor = polynomial[tuple(map(int, powers))] / value
            rest = polynomial - known * factor
            if factor == 0 or len(rest) > len(polynomial) + len(known) - 2:
                continue
            side = 1 if factor > 0 else -1
            other = sign(rest) if len(rest) else Sign(side, False)
            if other is not None and other.value == side:
                return Sign(side, True, other.mask | fact.element.mask)
    return None


# --- maps and points -----------------------------------------------------------------


def carried(pull: RingMap, spaces: tuple[str, str], angles: Container[str]) -> int:
    """The conditions in the target of a map under which its images are in the declared domain.

    Raises
    ------
    OutsideDomain
        They are nowhere in it.
    """
    source, target, mask = pull.source, pull.target, 0
    theirs, ours = (f" on {name}" if name else "" for name in spaces)
    before = len(target.domain.records)
    for fact in source.domain.facts:
        names = source.names_in(fact.element)
        known = {*pull.images, *target.base}
        if not names <= known or any(name in angles for name in names):
            continue  # refused by name where it occurs; angles are counted modulo a turn
        try:
            image = expanded(pull(fact.element))
            if target.is_zero(image).zero:
                raise NonReal("it vanishes")
            if fact.relation == "!=":
                mask |= (1 / image).mask
            else:
                mask |= target.domain.require_locally(">", image, _ORIGIN) | image.mask
            if len(target.domain.records) > before:
                require_witness(target, mask, alone=True)
        except (NonReal, OutsideDomain, NoWitness) as refusal:
            del target.domain.records[before:]
            raise OutsideDomain(
                f"{fact.element} {fact.relation} 0 is declared{theirs}, and fails for the images"
                f"{ours}: {refusal}"
            ) from refusal
        except Refusal:
            del target.domain.records[before:]
            raise
    return mask


def inside(ring: ExactRing, name: str, value: Fraction) -> Fraction:
    """The value if it is in the range of a variable, else one that is."""
    index = ring.base[name]
    ends = bounds(ring.domain, ring, index)
    if ends == (None, None):
        return value
    low, high = (None if e is None else _number(e) for e in ends)
    if (low is None or arb_of(value) > low) and (high is None or arb_of(value) < high):
        return value
    if low is not None and high is not None:
        part = Fraction(1 + int(abs(value) * 97) % (_PARTS - 1), _PARTS)
        return _simple(low * (1 - arb_of(part)) + high * arb_of(part))
    size = abs(value) or Fraction(1)
    return _simple(low) + size if low is not None else _simple(high) - size


def _number(element: Element) -> arb:
    return arb(RealPoint(element.ring, {}).evaluate(element.polynomial))


def arb_of(value: Fraction) -> arb:
    """A ball around a rational number."""
    return arb(value.numerator) / value.denominator


def _simple(ball: arb) -> Fraction:
    """A short rational number in the middle of a ball, or near it."""
    mid = ball.mid().fmpq()
    return Fraction(int(mid.p), int(mid.q)).limit_denominator(1000)
