"""Signs of functions that vanish nowhere on a chart, from declarations alone."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.size_limits import factored
from diffgeo.rings.exact.tower import Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Longer functions are not looked at any closer.
_LONG = 60
#: Nor are quadratic functions of more variables: each is tried, at each of a few depths.
_MANY = 5
_WAVES = (Kind.SINE, Kind.COSINE)
#: Of what functions are quadratic: any real functions do.
_VARIABLES = (Kind.COORDINATE, Kind.PARAMETER, *_WAVES)


def strict_sign(ring: ExactRing, polynomial: fmpq_mpoly, depth: int = 3) -> int | None:
    """The sign on the whole chart of a function that vanishes nowhere, or None if it is not known.

    Conditions count if they hold on the whole chart themselves. Definite quadratic polynomials are
    among those that are known, of coordinates, parameters, sines and cosines; so are those that
    are definite on the circle of the last two.
    """
    sign = ring.domain.own_sign(Element(ring, polynomial))
    if sign is not None and sign.strict and _all_hold(ring, sign.mask, depth):
        return sign.value
    tower = ring.tower
    if not depth or len(polynomial) >= _LONG:
        return None
    content, factors = factored(polynomial)
    if len(factors) > 1:
        signs = [(strict_sign(ring, factor, depth - 1), n) for factor, n in factors]
        if any(value is None for value, _ in signs):
            return None
        return prod(int(value**n) for value, n in signs if value) * (1 if content > 0 else -1)
    used = tower.used(polynomial)
    for index in used if len(used) <= _MANY else ():
        kind = tower.generators[index].kind
        if kind not in _VARIABLES or tower.degree(polynomial, index) != 2:
            continue
        # a x² + b x + c with 4ac - b² > 0 has the sign of a.
        x = tower.variable(index)
        double = tower.derivative(tower.derivative(polynomial, index), index)
        slope = tower.derivative(polynomial, index) - double * x
        rest = polynomial - slope * x - double * x * x / 2
        if strict_sign(ring, 2 * double * rest - slope * slope, depth - 1) == 1:
            return strict_sign(ring, double, depth - 1)
        if kind in _WAVES and not len(slope):
            # a c² + b = (a + b) c² + b s²
            ends = [strict_sign(ring, end, depth - 1) for end in (rest, rest + double / 2)]
            if ends[0] == ends[1]:
                return ends[0]
    return None


def _all_hold(ring: ExactRing, mask: int, depth: int) -> bool:
    """Whether conditions hold on the whole chart."""
    for position, record in enumerate(ring.domain.records):
        if mask >> position & 1:
            known = depth and isinstance(record.element, Element)
            sign = strict_sign(ring, record.element.polynomial, depth - 1) if known else None
            if sign is None or (record.relation == ">" and sign < 0):
                return False
    return True
