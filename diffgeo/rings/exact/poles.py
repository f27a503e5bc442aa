"""Where a function extends to: its poles after cancelling, and roots that are not smooth.

For polynomials without common factor, N/D extends smoothly to a point p if and only if
``D(p) != 0``: a smooth f with D·f = N has a Taylor series, so D divides N in the formal power
series at p, hence (these are faithfully flat over the local ring) in the rational functions
defined at p. The same holds in every system of local coordinates; angles are replaced by
tangents of their halves, and by their inverses around π.

For a root r of q, ``A + B r`` with ``B != 0`` is not smooth at a zero p of q unless q is a
square in the formal power series at p: it is none if dq(p) ≠ 0, or if the second derivatives
of q at p have rank two or more.

A polar angle ``atan2(y, x)`` is smooth off its cut, where y = 0 and x <= 0. Across a point p of
the cut with x(p) < 0 and dy(p) ≠ 0 it jumps from π to -π; a function of it that takes different
values there has no continuous extension to p. What is not smooth has no smooth primitive either:
a function does not extend if one of its derivatives does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpq_mpoly

from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.inverses import denominator_factors
from diffgeo.rings.exact.points import RealPoint
from diffgeo.rings.exact.rational_charts import RationalChart, shown_point, simple_points
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.strict_signs import strict_sign
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.exact.writing_expressions import lowest_terms
from diffgeo.rings.expression import Expression, add, number, power

#: Functions of more angles than this are not looked at in half angles.
MOST_ANGLES = 3


@dataclass(frozen=True, slots=True)
class Extension:
    """Whether a function is smooth on the whole chart.

    ``element`` is the function in lowest terms. ``extends`` is True, False, or None where it
    could not be decided; then, and if it is False, ``locus`` is the function at whose zeros it
    is (or may be) not smooth, and ``reason`` says why.
    """

    element: Element
    extends: bool | None
    locus: Expression | None = None
    reason: str = ""


def extend(ring: ExactRing, element: Any) -> Extension:
    """The function in lowest terms, and whether it is smooth on the whole chart.

    The chart is where the declared signs hold; other conditions are what is asked about.
    Parameters count as further variables, except that factors in parameters only are assumed
    not to vanish.
    """
    given = ring.expand(element)
    found = _decided(ring, given)
    tower = ring.tower
    kinds = {tower.generators[i].kind for i in tower.used(found.element.polynomial)}
    if found.extends is None and Kind.ARCTANGENT in kinds:
        for name in ring.coordinates:
            try:
                slope = _decided(ring, ring.derivative(found.element, name))
            except Refusal:
                continue
            if slope.extends is False:
                reason = f"of its derivative along {name}, {slope.reason}"
                return Extension(found.element, False, slope.locus, reason)
    return found


def _decided(ring: ExactRing, given: Element) -> Extension:
    """What the function itself shows."""
    top, shown = lowest_terms(ring, given)
    numerator, denominator = _without_sines_below(ring, top, shown)
    made = ring.make(numerator).bare() / ring.make(denominator).bare()
    outcomes = [_argument_is_smooth(ring, index, made) for index in _open_arguments(ring, made)]
    numerator, denominator = ring.tower.lift(numerator), ring.tower.lift(denominator)
    factors = _open_factors(ring, denominator)
    if factors:
        shown = ring.tower.lift(shown)
        # The norm from sines of several angles has more zeros than the denominator itself.
        angles = {g for g in ring.tower.used(shown) if ring.tower.generators[g].kind is Kind.SINE}
        factors = (_open_factors(ring, shown) or factors) if len(angles) > 1 else factors
        below = ring.tower.constant(1)
        for factor in factors:
            below = below * ring.tower.lift(factor)
        outcomes.append(_no_pole(ring, numerator, denominator, ring.make(below)))
    for wanted in (False, None):
        for extends, locus, reason in outcomes:
            if extends is wanted:
                return Extension(made, wanted, locus, reason)
    return Extension(made, True)


#: Answer, the function whose zeros matter, and the reason.
Outcome = tuple[bool | None, Expression, str]


def _open_factors(ring: ExactRing, denominator: fmpq_mpoly) -> list[fmpq_mpoly]:
    """The factors of a denominator that are not known to differ from zero on the chart."""
    found = []
    for factor, _ in denominator_factors(ring, denominator):
        index = ring.tower.single_generator(factor)
        kinds = {ring.tower.generators[i].kind for i in ring.tower.used(factor)}
        known = kinds <= {Kind.PARAMETER, Kind.CONSTANT} or (
            index is not None and (index in ring.domain.nonzero or kinds == {Kind.EXPONENTIAL})
        )
        if not known and strict_sign(ring, factor) is None:
            found.append(factor)
    return found


def _without_sines_below(
    ring: ExactRing, numerator: fmpq_mpoly, denominator: fmpq_mpoly
) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """The same quotient with a denominator free of sines, in lowest terms."""
    tower = ring.tower
    changed = False
    for index in tower.used(denominator):
        if tower.generators[index].kind is not Kind.SINE:
            continue
        images = list(tower.context.gens())
        place = tower.place(index)
        images[place] = -images[place]
        conjugate = denominator.compose(*images, ctx=tower.context)
        numerator = tower.reduce(numerator * conjugate)
        denominator = tower.reduce(denominator * conjugate)
        changed = True
    if changed:
        common = numerator.gcd(denominator)
        numerator, denominator = divmod(numerator, common)[0], divmod(denominator, common)[0]
    return numerator, denominator


# --- roots -----------------------------------------------------------------------------


def _open_arguments(ring: ExactRing, element: Element) -> list[int]:
    """Generators in a function that may not be smooth everywhere on the chart.

    Roots and logarithms whose arguments may reach zero, polar angles whose cut may be reached,
    and inverses inside the arguments of other functions; denominators of the function itself are
    looked at as poles.
    """
    tower, found = ring.tower, []
    stack, seen = tower.used(element.polynomial), set()
    outside = set(stack)
    while stack:
        index = stack.pop()
        if index in seen:
            continue
        seen.add(index)
        generator = tower.generators[index]
        for argument in (generator.argument, *generator.arguments):
            if argument is not None:
                stack.extend(_used_in_argument(ring, argument))
        inside = generator.kind is Kind.INVERSE and index not in outside
        if inside or generator.kind in (Kind.ROOT, Kind.LOGARITHM):
            assert generator.argument is not None
            argument = tower.lift(generator.argument.polynomial)
            known = (
                not _open_factors(ring, argument)
                if inside
                else strict_sign(ring, argument) is not None
            )
            if not known:
                found.append(index)
        elif generator.kind is Kind.ARCTANGENT and not generator.constant:
            (above, _), (right, below) = (_quotient(ring, a) for a in generator.arguments)
            side = (strict_sign(ring, right) or 0) * (strict_sign(ring, below) or 0)
            if side != 1 and _open_factors(ring, above):
                found.append(index)
    return sorted(found)


def _used_in_argument(ring: ExactRing, argument: Element) -> list[int]:
    """The generators of an argument, without denominators that cancel."""
    top, below = _quotient(ring, argument)
    if _open_factors(ring, below):
        return ring.tower.used(argument.polynomial)
    return [*ring.tower.used(top), *ring.tower.used(below)]


def _quotient(ring: ExactRing, argument: Element) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Numerator and denominator in lowest terms, where that is small."""
    polynomial, one = argument.polynomial, ring.tower.constant(1)
    if not ring.tower.has_inverses(polynomial):
        return polynomial, one
    try:
        top, below = lowest_terms(ring, argument)
    except Refusal:
        return polynomial, one
    return ring.tower.lift(top), ring.tower.lift(below)


def _argument_is_smooth(ring: ExactRing, index: int, element: Element) -> Outcome:
    generator = ring.tower.generators[index]
    alone = _open_arguments(ring, element) == [index]
    direct = ring.tower.degree(element.polynomial, index) > 0
    if generator.kind is Kind.ARCTANGENT:
        return _angle_is_smooth(ring, generator, element, alone)
    radicand = generator.argument
    assert radicand is not None
    locus = ring.expression(radicand)
    if not (alone and direct and generator.kind is Kind.ROOT and generator.degree == 2):
        return None, locus, f"whether {element} is smooth where {radicand} = 0 is not decided"
    for base in simple_points(ring):
        point = RealPoint(ring, base)
        try:
            if _exactly(point, radicand) != 0 or not _is_no_square(ring, radicand, point):
                continue
        except (OutsideDomain, ZeroDivisionError):
            continue
        where = shown_point(ring, base, radicand.polynomial)
        return False, locus, f"the root of {radicand} is not smooth at {where}"
    return None, locus, f"no zero of {radicand} was found, nor that it has none"


def _angle_is_smooth(
    ring: ExactRing, generator: Generator, element: Element, alone: bool
) -> Outcome:
    """Whether a function of one polar angle jumps where the angle does."""
    y, x = generator.arguments
    above, right = ring.expression(y), ring.expression(x)
    square = add(power(right, 2), power(above, 2))
    locus = add(power(square, number(Fraction(1, 2))), right)
    slopes = [ring.derivative(y, name) for name in ring.coordinates]
    for base in simple_points(ring) if alone else ():
        point = RealPoint(ring, base)
        try:
            height, side = _exactly(point, y), _exactly(point, x)
            if height is None or side is None or height != 0 or side >= 0:
                continue
            across = any(point.evaluate(slope.polynomial) != 0 for slope in slopes)
            values = []
            for angle in (arb.pi(), -arb.pi()):
                beside = RealPoint(ring, base, values={generator.index: angle})
                values.append(beside.evaluate(element.polynomial))
        except (OutsideDomain, ZeroDivisionError):
            continue
        if across and values[0] != values[1]:
            where = shown_point(ring, base, y.polynomial, x.polynomial)
            angle_text = ring.expression(ring.element_of(generator.index))
            return False, locus, f"{angle_text} jumps at its cut, as at {where}"
    where = f"{above} = 0, {right} <= 0"
    return None, locus, f"whether {element} is smooth where {where} is not decided"


def _is_no_square(ring: ExactRing, radicand: Element, point: RealPoint) -> bool:
    """Whether a function that vanishes at a point is certainly no square of a series there."""
    slopes = [ring.derivative(radicand, name) for name in ring.coordinates]
    if any(point.evaluate(slope.polynomial) != 0 for slope in slopes):
        return True
    if any(_exactly(point, slope) != 0 for slope in slopes):
        return False
    second = [[_exactly(point, ring.derivative(s, n)) for n in ring.coordinates] for s in slopes]
    if any(value is None for row in second for value in row):
        return False
    return bool(fmpq_mat(second).rank() >= 2)


def _exactly(point: RealPoint, element: Element) -> fmpq | None:
    value = point.evaluate(element.polynomial)
    return value if isinstance(value, fmpq) else None


# --- poles -----------------------------------------------------------------------------


def _no_pole(
    ring: ExactRing, numerator: fmpq_mpoly, denominator: fmpq_mpoly, below: Element
) -> Outcome:
    tower = ring.tower
    used = sorted({*tower.used(numerator), *tower.used(denominator)})
    generators = [tower.generators[i] for i in used]
    kinds = {g.kind for g in generators}
    algebraic = {Kind.COORDINATE, Kind.PARAMETER, Kind.COSINE, Kind.SINE}
    angles = {min(g.index, g.partner) for g in generators if g.kind in (Kind.COSINE, Kind.SINE)}
    locus = ring.expression(below)
    if kinds <= algebraic and len(angles) <= MOST_ANGLES and _are_coordinates(ring, generators):
        return _rational_pole(ring, numerator, denominator, sorted(angles), below)
    # Functions that are related in a more complicated way: a zero of the denominator at which
    # the numerator is not zero is a pole all the same.
    for base in simple_points(ring):
        point = RealPoint(ring, base)
        try:
            pole = _exactly(point, below) == 0 and point.evaluate(numerator) != 0
        except (OutsideDomain, ZeroDivisionError):
            continue
        if pole:
            where = shown_point(ring, base, numerator, below.polynomial)
            return False, locus, f"it has a pole at {where}"
    return None, locus, f"whether there is a pole where {below} = 0 is not decided"


def _are_coordinates(ring: ExactRing, generators: list[Generator]) -> bool:
    """Whether coordinates and angles that occur are independent at every point: constant rank."""
    place = {ring.base[name]: k for k, name in enumerate(ring.coordinates)}
    rows = []
    for generator in generators:
        row = [fmpq(0)] * len(place)
        if generator.kind is Kind.COORDINATE:
            row[place[generator.index]] = fmpq(1)
        elif generator.kind is Kind.PARAMETER or _is_second_of_pair(generator, generators):
            continue
        else:
            assert generator.argument is not None
            for powers, value in ring.tower.terms(generator.argument.polynomial):
                if len(powers) != 1 or set(powers.values()) != {1} or not set(powers) <= set(place):
                    return False
                row[place[next(iter(powers))]] += fmpq(value.numerator, value.denominator)
        rows.append(row)
    return not rows or bool(fmpq_mat(rows).rank() == len(rows))


def _is_second_of_pair(generator: Generator, generators: list[Generator]) -> bool:
    return generator.kind is Kind.SINE and any(g.index == generator.partner for g in generators)


def _rational_pole(
    ring: ExactRing,
    numerator: fmpq_mpoly,
    denominator: fmpq_mpoly,
    angles: list[int],
    below: Element,
) -> Outcome:
    """Whether the denominator has real zeros, in coordinates where the function is rational."""
    undecided, locus = False, ring.expression(below)
    for inverted in product((False, True), repeat=len(angles)):
        chart = RationalChart(ring, dict(zip(angles, inverted, strict=True)))
        top, bottom = chart.polynomial(numerator), chart.polynomial(denominator)
        common = top.gcd(bottom)
        bottom = divmod(bottom, common)[0]
        for factor, _ in bottom.factor()[1]:
            if chart.is_harmless(factor) or strict_sign(chart.ring, factor) is not None:
                continue
            where = chart.zero(factor)
            if where is None:
                undecided = True
            else:
                return False, locus, f"it has a pole {where}"
    if undecided:
        return None, locus, f"it is not known whether {below} = 0 has real points in the chart"
    return True, locus, ""
