"""Short representatives of functions modulo equations, for display.

Numerator and denominator are reduced, each by itself, by Gröbner bases for a few orders of the
generators; whatever the order, what is subtracted lies in the ideal of the equations, so the
result has the same values wherever they hold. The shortest result is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx, fmpz_mpoly_ctx, fmpz_mpoly_vec

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.tower import primitive_part

#: Gröbner bases beyond this size (polynomials, terms, bits) are given up.
LIMITS = (40, 300, 1_000)
#: Larger functions are left as they are.
TERMS = 3_000
_PASSES = 30

_Fraction: TypeAlias = tuple[fmpq_mpoly, fmpq_mpoly]


class Shortening:
    """Reduction modulo equations of a ring, for the generators that it has now.

    Parameters
    ----------
    ring
        The ring.
    equations
        Functions that vanish.
    """

    def __init__(self, ring: ExactRing, equations: Sequence[Element]) -> None:
        self._ring = ring
        tower = ring.tower
        self._size = len(tower)
        self._newest = tower.newest
        numerators = [tower.clear(e.polynomial)[0] for e in equations]
        relations = [tower.vanishing(r) for r in tower.falling]
        members = [tower.lift(p) for p in (*numerators, *relations) if len(p)]
        # Spare variables of the tower's context come before its generators.
        total = tower.context.nvars()
        forward = list(range(total - self._size, total))
        self._orders = [_Order(order, members) for order in (forward, forward[::-1]) if members]

    @property
    def is_current(self) -> bool:
        """Whether the ring has the same generators still."""
        return self._ring.tower.newest is self._newest

    def shortest(self, elements: Sequence[Element]) -> list[Element]:
        """Functions with the same values where the equations hold, with as few terms as found.

        One order of the generators serves all of them, so that formulas which belong together
        look alike; what gets longer by it stays as it is.
        """
        from diffgeo.rings.exact.writing_expressions import lowest_terms

        ring = self._ring
        if not self.is_current:
            return list(elements)
        given = [lowest_terms(ring, e) for e in elements]
        found = [[self._reduced(order, *pair) for pair in given] for order in self._orders]
        best = min([given, *found], key=lambda pairs: sum(_cost(*pair) for pair in pairs))
        # Quotients come last: each may add a generator to the ring, for which no basis was made.
        return [
            element if new == old else self._quotient(new, element.mask)
            for element, new, old in zip(elements, best, given, strict=True)
        ]

    def normal_form(self, element: Element) -> Element:
        """The representative that is the same for all functions which differ by the equations.

        Quotients, and all functions if no Gröbner basis was found, stay as they are.
        """
        ring = self._ring
        if not self._orders or not self.is_current or ring.tower.has_inverses(element.polynomial):
            return element
        return ring.make(self._orders[0].reduced(ring, element.polynomial), element.mask)

    def _reduced(self, order: _Order, top: fmpq_mpoly, bottom: fmpq_mpoly) -> _Fraction:
        """A quotient that is reduced, and shorter; else the given one."""
        if len(top) + len(bottom) > TERMS:
            return top, bottom
        numerator, denominator = order.reduced(self._ring, top), order.reduced(self._ring, bottom)
        if not len(denominator):
            return top, bottom
        common = numerator.gcd(denominator)
        if not common.is_constant():
            numerator, _ = divmod(numerator, common)
            denominator, _ = divmod(denominator, common)
        pairs = [(numerator, denominator), (top, bottom)]
        if common.is_constant():
            # Each by itself; after a common factor is gone they belong together.
            pairs += [(numerator, bottom), (top, denominator)]
        return min(pairs, key=lambda pair: _cost(*pair))

    def _quotient(self, pair: _Fraction, mask: int) -> Element:
        top, bottom = (self._ring.make(p, mask) for p in pair)
        return top / bottom


class _Order:
    """A Gröbner basis for one order of the generators."""

    def __init__(self, order: Sequence[int], members: Sequence[fmpq_mpoly]) -> None:
        names = tuple(f"g{i}" for i in range(len(order)))
        self._places = tuple(order)
        self._rational = fmpq_mpoly_ctx.get(names, Ordering.degrevlex)
        integral = fmpz_mpoly_ctx.get(names, Ordering.degrevlex)
        polynomials = [
            integral.from_dict({e: int(c.p) for e, c in self._there(primitive_part(p)[1]).terms()})
            for p in members
        ]
        basis = fmpz_mpoly_vec(polynomials, integral)
        if len(polynomials) > 1:
            basis, _ = basis.buchberger_naive(LIMITS)
        self._basis = [self._rational.from_dict(dict(g.terms())) for g in basis]

    def reduced(self, ring: ExactRing, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """A polynomial of the ring's tower, reduced by the basis."""
        tower = ring.tower
        rest = self._there(tower.lift(polynomial))
        for _ in range(_PASSES):
            before = rest
            for member in self._basis:
                rest = divmod(rest, member)[1]
            if rest == before:
                break
        total = tower.context.nvars()
        terms = {}
        for exponents, coefficient in rest.terms():
            back = [0] * total
            for place, exponent in zip(self._places, exponents, strict=True):
                back[place] = int(exponent)
            terms[tuple(back)] = coefficient
        return tower.reduce(tower.context.from_dict(terms))

    def _there(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        terms = {}
        for exponents, coefficient in polynomial.terms():
            terms[tuple(int(exponents[place]) for place in self._places)] = coefficient
        return self._rational.from_dict(terms)


def _cost(*polynomials: fmpq_mpoly) -> int:
    """Roughly the number of symbols that are written."""
    return sum(1 + sum(map(int, exponents)) for p in polynomials for exponents, _ in p.terms())
