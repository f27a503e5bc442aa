"""Exact linear algebra over Q on sparse rows, with the combination that made each row."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Row = Mapping[Key, int | Fraction]
Open = dict[Key, int | Fraction]
Combination = dict[int, Fraction]


class Span(Generic[Key]):
    """The span of rows, in echelon form; the largest key of a row in an order is its pivot."""

    def __init__(self, order: Callable[[Any], Any]) -> None:
        self._order = order
        self._rows: dict[Key, tuple[Row[Key], Combination]] = {}

    def reduce(self, row: Row[Key]) -> tuple[Open[Key], Combination]:
        """What is left of a row modulo the span, and the combination that was subtracted."""
        rest: Open[Key] = dict(row)
        combination: Combination = {}
        while True:
            open_keys = [key for key in rest if key in self._rows]
            if not open_keys:
                return rest, combination
            pivot = max(open_keys, key=self._order)
            reducer, made = self._rows[pivot]
            factor = rest[pivot]
            _subtract(rest, reducer, factor)
            for index, value in made.items():
                total = combination.get(index, Fraction(0)) + factor * value
                combination[index] = total
                if not total:
                    del combination[index]

    def add(self, row: Row[Key], index: int) -> bool:
        """Add a row under a number; whether it was independent."""
        rest, combination = self.reduce(row)
        if not rest:
            return False
        pivot = max(rest, key=self._order)
        size = Fraction(rest[pivot])
        made = {number: -value / size for number, value in combination.items()}
        made[index] = 1 / size
        self._rows[pivot] = ({key: value / size for key, value in rest.items()}, made)
        return True

    @property
    def pivots(self) -> set[Key]:
        """The pivots of the rows."""
        return set(self._rows)


def _subtract(row: Open[Key], other: Row[Key], factor: int | Fraction) -> None:
    for key, value in other.items():
        total = row.get(key, 0) - factor * value
        if total:
            row[key] = total.numerator if total.denominator == 1 else total
        else:
            row.pop(key, None)


def solution(
    columns: Sequence[Row[Key]], right: Row[Key], order: Callable[[Any], Any]
) -> tuple[Combination, list[Combination]] | None:
    """One combination of the columns that gives the right side, and the relations of columns.

    None if there is no such combination.
    """
    span: Span[Key] = Span(order)
    relations = []
    for index, column in enumerate(columns):
        rest, combination = span.reduce(column)
        if rest:
            span.add(column, index)
            continue
        relation = {number: -value for number, value in combination.items()}
        relation[index] = Fraction(1)
        relations.append(relation)
    rest, combination = span.reduce(right)
    return None if rest else (combination, relations)
