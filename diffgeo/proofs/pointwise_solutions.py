"""Values of a symbol by linear algebra at each point, where relations do not differentiate it.

Of ``F∘J == h``, or of ``i_X ω = dH`` with a given ω, the components of F and X are solved for with
polynomials as coefficients, by pivots without zeros. So they are found whatever their degree is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from diffgeo.errors import Refusal
from diffgeo.proofs import indeterminate_polynomials as polynomials
from diffgeo.proofs.indeterminate_polynomials import Polynomial
from diffgeo.proofs.instances import Data, Place

#: Unknown components, and values that are tried for those that may be chosen.
MOST_COMPONENTS = 40
CHOICES = 3

#: A linear equation: coefficients by component, and None for what stands on the right.
Row = dict[Place | None, Polynomial]


def pointwise_solutions(
    unknown: Sequence[Place],
    residual: Callable[[Data], Mapping[Any, Polynomial]],
    values: Callable[[], Polynomial],
    random: Random,
) -> Iterator[Data]:
    """Data for which a residual vanishes that is affine in them at each point.

    Parameters
    ----------
    unknown
        The components that are looked for.
    residual
        What shall vanish, for data.
    values
        Something for components that may be chosen.
    """
    if len(unknown) > MOST_COMPONENTS:
        return
    try:
        right = residual({})
        columns = {place: residual({place: polynomials.ONE}) for place in unknown}
    except Refusal:
        return
    rows: dict[Any, Row] = {}
    for key, value in right.items():
        rows.setdefault(key, {})[None] = polynomials.scaled(value, -1)
    for place, column in columns.items():
        for key in {**column, **right}:
            change = _minus(column.get(key, {}), right.get(key, {}))
            if change:
                rows.setdefault(key, {})[place] = change
    pivots = _eliminated(list(rows.values()))
    if pivots is None:
        return
    free = [place for place in unknown if place not in pivots]
    for choice in range(CHOICES):
        chosen = random.sample(free, min(len(free), CHOICES - 1 - choice))
        found: dict[Place, Polynomial] = {place: values() for place in chosen}
        for place, row in pivots.items():
            terms = [row.get(None, {})]
            terms += [
                polynomials.scaled(polynomials.times(c, found[other]), -1)
                for other, c in row.items()
                if other in chosen and other is not None
            ]
            found[place] = polynomials.plus(*terms)
        yield {place: value for place, value in found.items() if value}
        if not free:
            return


def _eliminated(rows: list[Row]) -> dict[Place, Row] | None:
    """The rows solved for components, each of which is in one row; None if that is not found."""
    pivots: dict[Place, Row] = {}
    waiting = [row for row in rows if row]
    while waiting:
        units = (
            (row, place)
            for row in waiting
            for place, value in row.items()
            if place is not None and polynomials.is_unit(value)
        )
        row, place = next(units, (None, None))
        if row is None or place is None:
            return None
        waiting = [other for other in waiting if other is not row]
        ((monomial, number),) = row[place].items()
        inverse = {tuple(sorted(map(polynomials.reciprocal, monomial))): 1 / number}
        row = {other: polynomials.times(inverse, value) for other, value in row.items()}
        waiting = [other for r in waiting if (other := _without(r, place, row))]
        pivots = {p: _without(r, place, row) for p, r in pivots.items()}
        pivots[place] = row
    return pivots


def _without(row: Row, place: Place, pivot: Row) -> Row:
    """The row less a multiple of another one, so that a component is not in it."""
    if place not in row:
        return row
    factor = polynomials.scaled(row[place], -1)
    found = dict(row)
    for other, value in pivot.items():
        found[other] = polynomials.plus(found.get(other, {}), polynomials.times(factor, value))
    return {other: value for other, value in found.items() if value}


def _minus(first: Polynomial, second: Polynomial) -> Polynomial:
    return polynomials.plus(first, polynomials.scaled(second, -1))
