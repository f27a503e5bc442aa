"""Derivatives of elements: every generator knows its differential.

A derivation of the ring is given by its values on base variables. Along a coordinate the
undefined functions follow by the chain rule; along a jet all other base variables,
coordinates included, stay fixed (used by independence tests).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import comb
from operator import or_
from typing import TYPE_CHECKING

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.sums import SMALL
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.rings.exact.undefined_functions import jet

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Generators that depend on no other one.
_PLAIN = (Kind.COORDINATE, Kind.PARAMETER)


class Differentials:
    """Derivatives of generators and elements along base variables, remembered."""

    def __init__(self, ring: ExactRing) -> None:
        self._ring = ring
        self._known: dict[tuple[int, int, bool], Element] = {}
        self._arguments: dict[tuple[tuple[Element, ...], int], list[tuple[int, Element]]] = {}
        #: Bits of the generators that are neither coordinates nor parameters, of the first so many.
        self._composite = 0
        self._seen = 0

    def along(self, element: Element, variable: int, chain: bool = True) -> Element:
        """The derivative along a base variable.

        With ``chain`` an undefined function depends on its arguments; without, all base
        variables are independent of each other.
        """
        ring, tower = self._ring, self._ring.tower
        own = element.support
        if (index := ring.variable_index(element)) is not None:
            return self.of_generator(index, variable, chain).under(element.mask)
        composite = self._composite_in(element)
        if not composite and not own >> variable & 1:
            return ring.zero.under(element.mask)
        inner = [
            (index, factor)
            for index in composite
            if not ring.vanishes(factor := self.of_generator(index, variable, chain))
        ]
        context = None
        while context is not tower.context:  # lifting may adjoin generators
            context = tower.context
            polynomial = element.polynomial
            factors = [factor.polynomial for _, factor in inner]
        # The derivatives by generators are reduced: their terms divide those that were there.
        if own >> variable & 1 and tower.generators[variable].kind in _PLAIN:
            total, support = tower.derivative(polynomial, variable), own
        else:
            total, support = None, 0
        mask, reduced = element.mask, True
        for (index, factor), value in zip(inner, factors, strict=True):
            formal = tower.derivative(polynomial, index)
            mask |= factor.mask
            if len(formal) * len(value) > SMALL:
                term = (Element(ring, formal, support=own) * factor).polynomial
                support |= own | factor.support
            elif formal.is_constant():
                term = value * formal
                support |= factor.support
            else:
                term = formal * value
                reduced = reduced and not tower.may_reduce(own, factor.support)
                support |= own | factor.support
            total = term if total is None else total + term
        if total is None:
            return ring.zero.under(mask)
        return Element(ring, total if reduced else tower.reduce(total), mask, support)

    def _composite_in(self, element: Element) -> list[int]:
        """The generators of an element that may depend on another one, oldest first."""
        tower = self._ring.tower
        # There may be fewer than in the support.
        return [
            index
            for index in self._composite_among(element.support)
            if len(tower.derivative(element.polynomial, index))
        ]

    def _composite_among(self, support: int) -> list[int]:
        """Those of some generators that may depend on another one, oldest first."""
        generators = self._ring.tower.generators
        while self._seen < len(generators):
            if generators[self._seen].kind not in _PLAIN:
                self._composite |= 1 << self._seen
            self._seen += 1
        rest = support & self._composite
        found: list[int] = []
        while rest:
            index = rest.bit_length() - 1
            rest ^= 1 << index
            found.append(index)
        return found[::-1]

    def of_generator(self, index: int, variable: int, chain: bool) -> Element:
        """The derivative of one generator along a base variable."""
        key = (index, variable, chain)
        if key not in self._known:
            self._known[key] = self._compute(self._ring.tower.generators[index], variable, chain)
        return self._known[key]

    def _compute(self, generator: Generator, variable: int, chain: bool) -> Element:
        ring = self._ring
        if generator.kind.is_base:
            if generator.index == variable:
                return ring.one
            if generator.kind is not Kind.JET or not chain:
                return ring.zero
            return self._jet(generator, variable)
        if generator.kind is Kind.ARCTANGENT:
            return self._polar_angle(generator, variable, chain)
        if generator.argument is None:
            return ring.zero
        inner = self.along(generator.argument, variable, chain)
        if ring.vanishes(inner):
            return ring.zero
        itself = ring.element_of(generator.index)
        match generator.kind:
            case Kind.SINE:
                return ring.element_of(generator.partner) * inner
            case Kind.COSINE:
                return -ring.element_of(generator.partner) * inner
            case Kind.EXPONENTIAL:
                return itself * inner
            case Kind.LOGARITHM:
                return inner / generator.argument
            case Kind.PRIMITIVE:
                return generator.arguments[0] * inner
            case Kind.ROOT:
                return itself * inner / (generator.argument * generator.degree)
            case Kind.INVERSE:
                return -itself * itself * inner
        raise AssertionError(generator)

    def _polar_angle(self, generator: Generator, variable: int, chain: bool) -> Element:
        """``d atan2(y, x) = (x dy - y dx)/(x**2 + y**2)``."""
        y, x = generator.arguments
        dy, dx = self.along(y, variable, chain), self.along(x, variable, chain)
        if self._ring.vanishes(dy) and self._ring.vanishes(dx):
            return self._ring.zero
        return (x * dy - y * dx) / (x * x + y * y)

    def _jet(self, generator: Generator, variable: int) -> Element:
        ring, orders = self._ring, generator.orders
        total, one = None, ring.one
        for slot, inner in self._slopes(generator.arguments, variable):
            raised = (*orders[:slot], orders[slot] + 1, *orders[slot + 1 :])
            value = jet(ring, generator.name, raised, generator.arguments)
            term = value if inner is one else value * inner
            total = term if total is None else total + term
        return ring.zero if total is None else total

    def expect(self, elements: Iterable[Element], order: int) -> None:
        """Make room for derivatives up to an order, so that their generators come in one by one."""
        tower = self._ring.tower
        support = reduce(or_, (e.support for e in elements), 0)
        found = map(tower.generators.__getitem__, self._composite_among(support))
        wanted = {(g.name, g.arguments) for g in found if g.kind is Kind.JET}
        more = 0
        for name in {name for name, _ in wanted}:
            for arguments, known in self._ring.memory[("jets", name)]:
                if (name, arguments) in wanted:
                    more += max(0, comb(len(arguments) + order, order) - len(known))
        tower.reserve(more)

    def _slopes(self, arguments: tuple[Element, ...], variable: int) -> list[tuple[int, Element]]:
        """The derivatives of arguments that do not vanish, by number; many jets have the same."""
        key = (arguments, variable)
        if key not in self._arguments:
            ring, generators = self._ring, self._ring.tower.generators
            found: list[tuple[int, Element]] = []
            for slot, a in enumerate(arguments):
                index = ring.variable_index(a)
                if index is not None and generators[index].kind in _PLAIN:
                    if index == variable:
                        found.append((slot, ring.one.under(a.mask)))
                elif not ring.vanishes(f := self.along(a, variable)):
                    found.append((slot, ring.one if f.constant == 1 and not f.mask else f))
            self._arguments[key] = found
        return self._arguments[key]
