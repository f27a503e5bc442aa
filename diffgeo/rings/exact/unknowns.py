"""Unexpanded functions as polynomials in the unknowns of their linear systems.

Every solution of a linear system, and every inverse, becomes a variable; what is known
about it is the equation that it solves. Coefficients are elements of the ring.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.modular import ModularPoint
from diffgeo.rings.exact.programme_evaluation import determinant_by_minors, interpret

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing

#: Polynomials with more terms than this are given up.
TERMS = 3_000
#: Products of so many pairs of terms are not computed.
PRODUCTS = 30_000
#: Values of polynomials are taken at so many points.
POINTS = 3

#: Exponents by number of the unknown.
Monomial = tuple[tuple[int, int], ...]


class GivenUp(Exception):
    """No certificate of the kind that is looked for."""


class Polynomial:
    """A polynomial in unknowns, with coefficients in the ring."""

    __slots__ = ("ring", "size", "terms")

    def __init__(self, ring: ExactRing, terms: dict[Monomial, Element]) -> None:
        self.ring = ring
        self.terms = {m: c for m, c in terms.items() if not ring.vanishes(c)}
        self.size = sum(len(c.polynomial) for c in self.terms.values())
        if self.size > TERMS:
            raise GivenUp

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for monomial, value in other.terms.items():
            terms[monomial] = terms[monomial] + value if monomial in terms else value
        return Polynomial(self.ring, terms)

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        if isinstance(other, int):
            return Polynomial(self.ring, {m: c * other for m, c in self.terms.items()})
        if self.size * other.size > PRODUCTS:
            raise GivenUp
        terms: dict[Monomial, Element] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = _product(left, right)
                value = a * b
                terms[monomial] = terms[monomial] + value if monomial in terms else value
        return Polynomial(self.ring, terms)

    def key(self) -> Hashable:
        """Equal for equal polynomials."""
        return frozenset((m, str(c.polynomial)) for m, c in self.terms.items())

    def derivative(self, unknown: int) -> Polynomial:
        """The derivative by an unknown."""
        terms: dict[Monomial, Element] = {}
        for monomial, value in self.terms.items():
            powers = dict(monomial)
            n = powers.pop(unknown, 0)
            if n > 1:
                powers[unknown] = n - 1
            if n:
                terms[tuple(sorted(powers.items()))] = value * n
        return Polynomial(self.ring, terms)

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other * -1


def _product(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    powers = dict(left)
    for unknown, n in right:
        powers[unknown] = powers.get(unknown, 0) + n
    return tuple(sorted(powers.items()))


@dataclass(slots=True, eq=False)
class System:
    """Equations ``rows * unknowns = right`` with entries that may contain earlier unknowns."""

    unknowns: list[int]
    rows: list[list[Polynomial]]
    right: list[Polynomial]
    index: dict[int, int] = field(default_factory=dict)
    #: How deeply systems are nested in the entries.
    level: int = 0

    def relation(self, number: int, ring: ExactRing) -> Polynomial:
        """The equation with this number as a polynomial that vanishes."""
        total = self.right[number] * -1
        for unknown, entry in zip(self.unknowns, self.rows[number], strict=True):
            total = total + entry * Polynomial(ring, {((unknown, 1),): ring.one})
        return total


class Reading:
    """Interpretation of nodes as polynomials; every system met becomes unknowns.

    `GivenUp` is raised when there are more systems than ``most``.
    """

    def __init__(self, ring: ExactRing, most: int | None = None) -> None:
        self.ring = ring
        self.most = most
        self.systems: list[System] = []
        self.count = 0
        self._columns: dict[Hashable, dict[int, list[int]]] = {}
        self.cache: dict[object, Any] = {}

    def read(self, element: Function) -> Polynomial:
        """The polynomial of an element or node."""
        if isinstance(element, Element):
            return self.leaf(element)
        result = interpret(element, self, self.cache)
        assert isinstance(result, Polynomial)
        return result

    def outermost_first(self) -> list[System]:
        """The systems, those with the most deeply nested entries first."""
        return sorted(reversed(self.systems), key=lambda s: -s.level)

    def unknown(self, number: int) -> Polynomial:
        """The unknown with this number."""
        return Polynomial(self.ring, {((number, 1),): self.ring.one})

    def leaf(self, element: Element) -> Polynomial:
        """An element as a constant polynomial."""
        return Polynomial(self.ring, {(): element})

    def add(self, values: Sequence[Polynomial]) -> Polynomial:
        """The sum."""
        return reduce(lambda a, b: a + b, values)

    def multiply(self, values: Sequence[Polynomial]) -> Polynomial:
        """The product."""
        return reduce(lambda a, b: a * b, values)

    def invert(self, value: Polynomial) -> Polynomial:
        """A new unknown, the solution of ``value * x = 1``."""
        (result,) = self.solve([[value]], [self.leaf(self.ring.one)])
        return result

    def solve(self, rows: list[list[Polynomial]], right: list[Polynomial]) -> list[Polynomial]:
        """New unknowns for the solution of a linear system."""
        if self.most is not None and len(self.systems) >= self.most:
            raise GivenUp
        unknowns = list(range(self.count, self.count + len(right)))
        self.count += len(right)
        self._append(unknowns, rows, right)
        self._complete_inverse(unknowns, rows, right)
        return [self.unknown(u) for u in unknowns]

    def _append(
        self, unknowns: list[int], rows: list[list[Polynomial]], right: list[Polynomial]
    ) -> None:
        system = System(unknowns, rows, right, {u: k for k, u in enumerate(unknowns)})
        entries = (*right, *(e for row in rows for e in row))
        inner = {u for f in entries for m in f.terms for u, _ in m}
        levels = [s.level + 1 for s in self.systems if inner & s.index.keys()]
        system.level = max(levels, default=0)
        self.systems.append(system)

    def _complete_inverse(
        self, unknowns: list[int], rows: list[list[Polynomial]], right: list[Polynomial]
    ) -> None:
        """Where all columns of an inverse are solved for, ``A N = 1`` gives ``N A = 1``."""
        place = [k for k, b in enumerate(right) if b.terms]
        if len(right) < 2 or len(place) != 1:
            return
        (k,) = place
        if set(right[k].terms) != {()} or right[k].terms[()].constant != 1:
            return
        key = tuple(e.key() for row in rows for e in row)
        columns = self._columns.setdefault(key, {})
        columns[k] = unknowns
        if len(columns) == len(right):
            transposed = [list(row) for row in zip(*rows, strict=True)]
            zero, one = Polynomial(self.ring, {}), self.leaf(self.ring.one)
            for i in range(len(right)):
                unit = [one if j == i else zero for j in range(len(right))]
                self._append([columns[j][i] for j in range(len(right))], transposed, unit)

    def determinant(self, rows: list[list[Polynomial]]) -> Polynomial:
        """The determinant, multiplied out."""
        zero = Polynomial(self.ring, {})
        result = determinant_by_minors(rows, zero, self.leaf(self.ring.one))
        assert isinstance(result, Polynomial)
        return result


class Points:
    """Random points over one prime field at which the unknowns are free."""

    def __init__(self, ring: ExactRing) -> None:
        first = ModularPoint(ring, "certificate 0")
        first.extend()
        self.prime = first.prime
        self.points = [first]
        self.points += [
            ModularPoint(ring, f"certificate {k}", first.prime) for k in range(1, POINTS)
        ]
        self._values: list[dict[int, int]] = [{} for _ in self.points]
        self._cache: list[dict[int, tuple[Element, int]]] = [{} for _ in self.points]

    def unknown(self, k: int, number: int) -> int:
        """The value of an unknown at point number ``k``."""
        values = self._values[k]
        if number not in values:
            values[number] = random.Random(f"{k}:{number}").randrange(1, self.prime)
        return values[number]

    def element(self, k: int, element: Element) -> int:
        """The value of an element."""
        known = self._cache[k].get(id(element))
        if known is None:
            # The element is kept, so that its identity is not used again.
            known = (element, self.points[k].evaluate(element.polynomial))
            self._cache[k][id(element)] = known
        return known[1]

    def polynomial(self, k: int, polynomial: Polynomial) -> int:
        """The value of a polynomial in the unknowns."""
        total = 0
        for monomial, coefficient in polynomial.terms.items():
            value = self.element(k, coefficient)
            for number, n in monomial:
                value = value * pow(self.unknown(k, number), n, self.prime) % self.prime
            total += value
        return total % self.prime


def own_degree(monomial: Monomial, system: System) -> int:
    """The degree in the unknowns of one system."""
    return sum(n for unknown, n in monomial if unknown in system.index)
