"""Determinants of elements by minors, without a division."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.rings.exact.element import Element

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing


def clear_row(ring: ExactRing, row: Sequence[Element]) -> tuple[list[Element], Element]:
    """A row without inverse generators, and the factor it was multiplied by."""
    tower = ring.tower
    cleared = [tower.clear(e.polynomial) for e in row]
    powers: dict[int, int] = {}
    for _, exponents in cleared:
        for index, n in exponents.items():
            powers[index] = max(powers.get(index, 0), n)
    result = []
    for element, (numerator, exponents) in zip(row, cleared, strict=True):
        total = Element(ring, numerator, element.mask)
        for index, n in powers.items():
            argument = tower.generators[index].argument
            assert argument is not None
            total = total * argument ** (n - exponents.get(index, 0))
        result.append(total)
    factor = ring.one
    for index, n in powers.items():
        argument = tower.generators[index].argument
        assert argument is not None
        factor = factor * argument**n
    return result, factor


def minors(
    ring: ExactRing, rows: Sequence[Sequence[Element]], limit: int
) -> dict[frozenset[int], Element]:
    """The minors of all rows that may not vanish, by the set of their columns; each made once.

    Rows with few new columns come first, so that there are few sets of columns; and a column that
    occurs in no later row is in the set already, or in no larger one.

    Raises
    ------
    Unexpanded
        If the minors of as many rows have more terms than the limit, all together.
    """
    places = [{c for c, e in enumerate(row) if not ring.vanishes(e)} for row in rows]
    order = _few_columns_first(places)
    spare = len(rows[0]) - len(rows) if rows else 0
    found: dict[frozenset[int], Element] = {frozenset(): ring.one}
    for done, number in enumerate(order, start=1):
        row, terms = rows[number], 0
        larger: dict[frozenset[int], Element] = {}
        for columns, minor in found.items():
            for c in sorted(places[number] - columns):
                if len(row[c].polynomial) * len(minor.polynomial) > 10 * limit:
                    raise Unexpanded(f"a determinant has more than {limit} terms")
                term = row[c] * minor
                if sum(other > c for other in columns) % 2:
                    term = -term
                key = columns | {c}
                if (known := larger.get(key)) is not None:
                    terms -= len(known.polynomial)
                    term = known + term
                terms += len(term.polynomial)
                if terms > limit:
                    raise Unexpanded(f"a determinant has more than {limit} terms")
                larger[key] = term
        over = set().union(*places).difference(*(places[k] for k in order[done:]))
        found = {
            columns: minor
            for columns, minor in larger.items()
            if len(over - columns) <= spare and not ring.vanishes(minor)
        }
    if sum(a > b for a, b in combinations(order, 2)) % 2:
        return {columns: -minor for columns, minor in found.items()}
    return found


def _few_columns_first(places: Sequence[set[int]]) -> list[int]:
    """The rows, each with as few columns as possible that those before it have not."""
    order: list[int] = []
    seen: set[int] = set()
    while len(order) < len(places):
        rest = [k for k in range(len(places)) if k not in order]
        order.append(min(rest, key=lambda k: (len(places[k] - seen), k)))
        seen |= places[order[-1]]
    return order


def cleared_determinant(
    ring: ExactRing, rows: Sequence[Sequence[Element]], limit: int
) -> tuple[Element, Element]:
    """Numerator and denominator of a determinant, both without inverse generators.

    Raises
    ------
    Unexpanded
        If one of them is too large, or the minors have more terms than the limit.
    """
    cleared, factors = [], ring.one
    try:
        for row in rows:
            new, factor = clear_row(ring, row)
            cleared.append(new)
            factors = factors * factor
    except TooLarge as error:
        raise Unexpanded(str(error)) from None
    everything = frozenset(range(len(rows)))
    return minors(ring, cleared, limit).get(everything, ring.zero), factors
