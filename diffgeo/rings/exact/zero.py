"""The zero test.

A zero is always certain or comes with an error bound; a non-zero is always certain:
every relation used is true for the functions on the domain, and the generators are
independent, so the normal form after clearing denominators is zero only for zero.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING

from diffgeo.errors import TooLarge, Undecided
from diffgeo.rings.exact import absolute_values
from diffgeo.rings.exact.confirmation import checked, require_nonzero, rests_on_conjecture
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.modular import LOG2_PRIMES, PRIME_BITS
from diffgeo.rings.exact.schur_complements import is_an_equation, vanishes_by_borders
from diffgeo.rings.exact.size import Size, lost_degree, measure
from diffgeo.rings.exact.zero_certificates import proves_zero
from diffgeo.rings.protocol import Decision

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function, Node
    from diffgeo.rings.exact.ring import ExactRing

#: Up to this predicted number of terms denominators are cleared at once.
CLEAR_AT_ONCE = 2_000
#: A non-zero answer that does not rest on Schanuel's conjecture, or on the independence of a
#: primitive, though its normal form does.
BALL = "ball at a real point; the normal form rests on a conjecture, as that of Schanuel"
_CERTIFICATE = "combination of the linear equations"
_BORDERS = "determinant of the linear equations with a border"
#: The logarithm of the error of a rank.
LOG2_RANK = -64.0
#: More points than this are not spent on one question.
MOST_POINTS = 60


def decide(ring: ExactRing, element: Function, log2_bound: float, seed: int = 0) -> Decision:
    """Whether an element, expanded or not, is the zero function.

    Raises
    ------
    Undecided
        If random evaluation cannot reach the demanded error bound, or if a non-zero normal
        form rests on an unproved independence of constants and no ball confirms it.
    """
    decision = _decide(ring, element, log2_bound, seed)
    if decision.zero and decision.certain:
        return decision
    if absolute_values.involved(ring, element):
        return absolute_values.is_zero(ring, element)
    if decision.zero:
        return decision
    if rests_on_conjecture(ring, element):
        require_nonzero(ring, element)
        decision = Decision(False, True, how=BALL)
    checked(ring, element)
    return decision


def _decide(ring: ExactRing, element: Function, log2_bound: float, seed: int) -> Decision:
    if not isinstance(element, Element):
        return _decide_unexpanded(ring, element, log2_bound, seed)
    polynomial = element.polynomial
    if not len(polynomial):
        return Decision(True, True, how="normal form")
    if not ring.tower.has_inverses(polynomial):
        return Decision(False, True, how="normal form")
    predicted = ring.tower.clearing_size(polynomial)
    if predicted > CLEAR_AT_ONCE:
        point = ring.modular_point(0)
        if point.evaluate(polynomial):
            return Decision(False, True, how=f"modular image mod {point.prime}")
    # The prediction does not know what cancels on the way: the limit is on each step. Above it
    # random evaluation answers.
    try:
        numerator, _ = ring.tower.clear(polynomial)
    except TooLarge:
        return probe(ring, element, log2_bound, seed)
    return Decision(not len(numerator), True, how="normal form after clearing denominators")


def _decide_unexpanded(ring: ExactRing, node: Node, log2_bound: float, seed: int) -> Decision:
    point = ring.modular_point(0)
    if node.evaluate_modular(point):
        return Decision(False, True, how=f"modular image mod {point.prime}")
    if node.known_zero:
        return Decision(True, True, how=_CERTIFICATE)
    # What follows from the equations of a solution as they stand need not be expanded.
    if is_an_equation(ring, node):
        node.known_zero = True
        return Decision(True, True, how=_CERTIFICATE)
    if vanishes_by_borders(ring, node):
        node.known_zero = True
        return Decision(True, True, how=_BORDERS)
    if proves_zero(ring, node, simple=True):
        node.known_zero = True
        return Decision(True, True, how=_CERTIFICATE)
    expanded = node.try_expand()
    if expanded is not None:
        return _decide(ring, expanded, log2_bound, seed)
    if proves_zero(ring, node) or ring.proved_with_others(node):
        node.known_zero = True
        return Decision(True, True, how=_CERTIFICATE)
    return probe(ring, node, log2_bound, seed)


def probe(ring: ExactRing, element: Function, log2_bound: float, seed: int = 0) -> Decision:
    """Evaluate at random points over random prime fields until the bound is reached.

    The points depend on the element and on the seed (see `diffgeo.rings.exact.digests`).

    Raises
    ------
    Undecided
        If the demanded bound would need too many points.
    """
    size = measure(ring, element)
    wanted = points_needed(ring, size, log2_bound)
    for point in islice(ring.points_for([element], seed), wanted):
        value = (
            point.evaluate(element.polynomial)
            if isinstance(element, Element)
            else element.evaluate_modular(point)
        )
        if value:
            return Decision(False, True, how=f"modular image mod {point.prime}")
    bound = wanted * bound_of_one_point(size, lost_degree(ring, size))
    return Decision(True, False, bound, f"{wanted} random points over prime fields")


def points_needed(ring: ExactRing, size: Size, log2_bound: float) -> int:
    """How many points show that a function of this size vanishes, up to the error.

    Raises
    ------
    Undecided
        If these are too many.
    """
    one = bound_of_one_point(size, lost_degree(ring, size))
    points = max(1, math.ceil(log2_bound / one)) if one < 0 else MOST_POINTS + 1
    if points > MOST_POINTS:
        raise Undecided(
            f"a function of degree about 2**{math.log2(size.degree + 1):.0f} is too large for "
            "random evaluation with the demanded error; reduce the system or give numbers"
        )
    return points


def bound_of_one_point(size: Size, lost: int = 0) -> float:
    """``log2`` of the probability that a non-zero function of this size vanishes.

    Schwartz-Zippel for the cleared numerator of degree D: D/p. An unlucky prime divides all
    coefficients: these are at most height/30 among about 2**24 primes. Each square root costs
    both a factor 2 for the norm, of which degree and height are so much larger, and a factor 2
    for the condition that its radicand is a residue: at the point, or modulo the prime if it is
    a number. What had to be inverted at the point, of degree ``lost`` in total, is a condition too.
    """
    degree = math.log2(max(1, size.degree)) - (PRIME_BITS - 1)
    unlucky = math.log2(max(1.0, size.height) / (PRIME_BITS - 1)) - LOG2_PRIMES
    high, low = max(degree, unlucky), min(degree, unlucky)
    bound = 2 * size.roots + high + math.log2(1 + 2.0 ** (low - high))
    missed = lost * 4.0**size.roots / 2.0 ** (PRIME_BITS - 1)
    return bound - math.log2(1 - missed) if missed < 1 else 0.0
