"""Derivatives of elements: every generator knows its differential.

A derivation of the ring is given by its values on base variables. Along a coordinate the
undefined functions follow by the chain rule; along a jet all other base variables,
coordinates included, stay fixed (used by independence tests).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.sums import SMALL
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from diffgeo.rings.exact.ring import ExactRing

#: Generators that depend on no other one.
_PLAIN = (Kind.COORDINATE, Kind.PARAMETER)


class Differentials:
    """Derivatives of generators and elements along base variables, remembered."""

    def __init__(self, ring: ExactRing) -> None:
        self._ring = ring
        self._known: dict[tuple[int, int, bool], Element] = {}
        self._arguments: dict[tuple[tuple[Element, ...], int], list[tuple[int, Element]]] = {}
        #: The generators that are neither coordinates nor parameters, of the first so many.
        self._composite: list[int] = []
        self._seen = 0

    def along(self, element: Element, variable: int, chain: bool = True) -> Element:
        """The derivative along a base variable.

        With ``chain`` an undefined function depends on its arguments; without, all base
        variables are independent of each other.
        """
        ring, tower = self._ring, self._ring.tower
        inner = [
            (index, factor)
            for index in self._composite_in(element.polynomial)
            if not ring.vanishes(factor := self.of_generator(index, variable, chain))
        ]
        context = None
        while context is not tower.context:  # lifting may adjoin generators
            context = tower.context
            polynomial = element.polynomial
            factors = [factor.polynomial for _, factor in inner]
        # The derivatives by generators are reduced: their terms divide those that were there.
        if tower.generators[variable].kind in _PLAIN:
            total = tower.derivative(polynomial, variable)
        else:
            total = tower.constant(0)
        mask = element.mask
        for (index, factor), value in zip(inner, factors, strict=True):
            formal = tower.derivative(polynomial, index)
            mask |= factor.mask
            if len(formal) * len(value) > SMALL:
                total = total + (Element(ring, formal) * factor).polynomial
            else:
                total = total + formal * value
        return Element(ring, tower.reduce(total) if inner else total, mask)

    def _composite_in(self, polynomial: fmpq_mpoly) -> list[int]:
        """The generators of a polynomial that may depend on another one, oldest first."""
        generators = self._ring.tower.generators
        while self._seen < len(generators):
            if generators[self._seen].kind not in _PLAIN:
                self._composite.append(self._seen)
            self._seen += 1
        if not self._composite:
            return []
        degrees = polynomial.degrees()
        top = len(degrees) - 1
        return [i for i in self._composite if degrees[top - i] > 0]

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
        from diffgeo.rings.exact.undefined_functions import jet

        ring = self._ring
        total = ring.zero
        for slot, inner in self._slopes(generator.arguments, variable):
            orders = list(generator.orders)
            orders[slot] += 1
            value = jet(ring, generator.name, tuple(orders), generator.arguments)
            total = total + (value if inner is ring.one else value * inner)
        return total

    def _slopes(self, arguments: tuple[Element, ...], variable: int) -> list[tuple[int, Element]]:
        """The derivatives of arguments that do not vanish, by number; many jets have the same."""
        key = (arguments, variable)
        if key not in self._arguments:
            slopes = [(slot, self.along(a, variable)) for slot, a in enumerate(arguments)]
            self._arguments[key] = [(s, f) for s, f in slopes if not self._ring.vanishes(f)]
        return self._arguments[key]
