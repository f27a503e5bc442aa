"""Functions written as sums over their denominators and roots, for machines to compute with.

A display has one denominator. Of a potential with several centres that multiplies out what belongs
to each of them: many operations, in which digits are lost and balls grow. Here the terms with the
same inverses and roots stand together, each sum factored, and shortened by what it is divided by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from diffgeo.rings import expression as tree
from diffgeo.rings.exact.tower import Kind
from diffgeo.rings.exact.writing_expressions import display, generator_power, quotient_tree
from diffgeo.rings.expression import Expression

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing

#: Polynomials with more terms are written as they are displayed.
_LARGEST = 2_000
#: Inverses and roots of a term, with their powers.
_Divisors: TypeAlias = "tuple[tuple[int, int], ...]"


def formula(ring: ExactRing, element: Element) -> Expression:
    """The shorter one of what is displayed and of the sum over denominators."""
    shown = display(ring, element)
    if len(element.polynomial) > _LARGEST:
        return shown
    groups: dict[_Divisors, fmpq_mpoly] = {}
    tower = ring.tower
    for powers, value in tower.terms(element.polynomial):
        apart = tuple((i, n) for i, n in powers.items()
                      if tower.generators[i].kind in (Kind.INVERSE, Kind.ROOT))  # fmt: skip
        term = tower.constant(value)
        for i, n in powers.items():
            if (i, n) not in apart:
                term = term * tower.variable(i) ** n
        groups[apart] = groups[apart] + term if apart in groups else term
    if len(groups) < 2:
        return shown
    parts = [_part(ring, apart, top) for apart, top in groups.items()]
    return min(shown, tree.add(*parts), key=lambda each: sum(1 for _ in each.walk()))


def _part(ring: ExactRing, divisors: _Divisors, top: fmpq_mpoly) -> Expression:
    """One sum with its inverses and roots, in lowest terms."""
    tower, factors = ring.tower, []
    for i, power in divisors:
        generator, left = tower.generators[i], power
        if generator.kind is Kind.INVERSE and generator.argument is not None:
            below = tower.lift(generator.argument.polynomial)
            while left:
                quotient, rest = divmod(tower.lift(top), below)
                if len(rest):
                    break
                top, left = quotient, left - 1
        if left:
            factors.append(generator_power(ring, i, left))
    return tree.multiply(quotient_tree(ring, top, tower.constant(1)), *factors)
