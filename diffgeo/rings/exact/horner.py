"""Large polynomials as nested trees, by Horner's scheme in several variables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from flint import fmpq, fmpq_mpoly

from diffgeo.rings import expression as tree
from diffgeo.rings.exact.tower import Tower
from diffgeo.rings.expression import Expression, Number

#: Sums with so few terms are left as they are.
SHORT = 4

#: Exponents in the order of the scheme, and the coefficient.
Row = tuple[tuple[int, ...], fmpq]


class Horner:
    """One use of the scheme; ``symbol`` gives the tree of a power of a generator, once."""

    def __init__(self, tower: Tower, symbol: Callable[[int, int], Expression]) -> None:
        self._tower = tower
        self._symbol = symbol
        self._powers: dict[tuple[int, int], Expression] = {}
        self._order: list[int] = []

    def tree(self, polynomial: fmpq_mpoly) -> Expression:
        """The nested tree of a polynomial: generators that most terms have are outside."""
        # Read from the polynomial itself, column by column: there are many terms.
        polynomial = self._tower.lift(polynomial)
        columns = list(zip(*polynomial.monoms(), strict=True))
        frequency = [sum(map(bool, column)) for column in columns]
        chosen = sorted(
            (k for k, n in enumerate(frequency) if n), key=lambda k: (-frequency[k], -k)
        )
        self._order = [len(columns) - 1 - k for k in chosen]
        exponents = zip(*(map(int, columns[k]) for k in chosen), strict=True)
        rows = sorted(zip(exponents, polynomial.coeffs(), strict=True), key=itemgetter(0))
        return self._nested(rows[::-1], 0)

    def _nested(self, rows: list[Row], level: int) -> Expression:
        """Group sorted rows by the exponent of one generator, and go on inside."""
        if len(rows) <= SHORT or level == len(self._order):
            return tree.add(*(self._monomial(row, level) for row in rows))
        parts = []
        for exponent, group in groupby(rows, key=lambda row: row[0][level]):
            inner = self._nested(list(group), level + 1)
            if exponent:
                inner = tree.multiply(self._power(self._order[level], exponent), inner)
            parts.append(inner)
        return tree.add(*parts)

    def _power(self, index: int, exponent: int) -> Expression:
        key = (index, exponent)
        if key not in self._powers:
            self._powers[key] = self._symbol(index, exponent)
        return self._powers[key]

    def _monomial(self, row: Row, level: int) -> Expression:
        exponents, coefficient = row
        value = Fraction(int(coefficient.p), int(coefficient.q))
        factors: list[Expression] = [] if value == 1 else [Number(value)]
        for index, n in zip(self._order[level:], exponents[level:], strict=True):
            if n:
                factors.append(self._power(index, n))
        return tree.multiply(*factors)
