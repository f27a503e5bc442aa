"""Systems of linear equations on a set where functions vanish.

A pivot is a function that does not vanish on the whole set; where it may vanish at special
points, it is listed among the divisors of the solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form
from diffgeo.errors import NeedsSign
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    from diffgeo.subsets.varieties import ZeroSet


@dataclass(frozen=True)
class LinearSolution:
    """What the solutions of ``A x = b`` on a `ZeroSet` are, where the conditions hold.

    Attributes
    ----------
    rank
        The rank of A at the generic point.
    compatibility
        Functions that must vanish for a solution to exist; none of them vanishes on the set.
    particular
        One solution, if there is one at the generic point.
    kernel
        A basis of the solutions of ``A x = 0``.
    divisors
        Irreducible functions on the set that may vanish, and were taken not to.

    Examples
    --------
    >>> from diffgeo import Manifold, zero_set
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> found = zero_set(M).solve([[x, y]], [x])
    >>> print(*found.particular, "|", *found.kernel[0], "| where", *found.divisors, "is not 0")
    1 0 | -y/x 1 | where x is not 0
    """

    rank: int
    compatibility: tuple[Form, ...]
    particular: tuple[Form, ...]
    kernel: tuple[tuple[Form, ...], ...]
    divisors: tuple[Form, ...]


def eliminate(place: ZeroSet, rows: list[list[Form]]) -> LinearSolution:
    """Solve by Gauss and Jordan, with pivots that do not vanish on the set.

    The rows have the right side as their last entry; all are functions on the source.

    Raises
    ------
    NeedsSign
        The rank depends on the sign of a function, which is not known.
    """
    rows = [[entry.settled() for entry in row] for row in rows]
    zero = 0 * rows[0][0] if rows else place.source.function(0)
    width = len(rows[0]) - 1 if rows else 0
    live = [[not place._is_zero(entry) for entry in row] for row in rows]
    pivots: list[tuple[int, int, Form]] = []
    while True:
        done = {i for i, _, _ in pivots}
        candidates = [
            (i, j) for i in range(len(rows)) if i not in done for j in range(width) if live[i][j]
        ]
        if not candidates:
            break
        _, _, (i, j) = min(
            (len(place._possible(rows[i][j])), len(str(rows[i][j])), (i, j)) for i, j in candidates
        )
        pivot = rows[i][j]
        pivots.append((i, j, pivot))
        rows[i] = [(entry / pivot).settled() for entry in rows[i]]
        for other in range(len(rows)):
            if other == i or not live[other][j]:
                continue
            factor = rows[other][j]
            rows[other] = [
                (a - factor * b).settled() if live[i][k] else a
                for k, (a, b) in enumerate(zip(rows[other], rows[i], strict=True))
            ]
            live[other] = [
                k != j and (not place._is_zero(a) if live[i][k] else live[other][k])
                for k, a in enumerate(rows[other])
            ]
    _require_common_points([pivot for _, _, pivot in pivots])
    used = {i for i, _, _ in pivots}
    compatibility = tuple(row[-1] for i, row in enumerate(rows) if i not in used and live[i][-1])
    where = {j: i for i, j, _ in pivots}
    free = [j for j in range(width) if j not in where]

    def column(k: int) -> tuple[Form, ...]:
        return tuple(
            rows[where[j]][k] if j in where and live[where[j]][k] else zero for j in range(width)
        )

    kernel = []
    for f in free:
        values = column(f)
        kernel.append(
            tuple(1 + zero if j == f else -values[j] if j in where else zero for j in range(width))
        )
    return LinearSolution(
        rank=len(pivots),
        compatibility=compatibility,
        particular=column(-1),
        kernel=tuple(kernel),
        divisors=tuple(distinct(f for _, _, pivot in pivots for f in place._possible(pivot))),
    )


def _require_common_points(pivots: list[Form]) -> None:
    """Make sure that there are points where none of the pivots is 0."""
    # Beside absolute values there are zero divisors: (|x| + x)*(|x| - x) = 0.
    if len(pivots) > 1 and not _independent(pivots):
        raise NeedsSign(
            "the rank of linear equations may depend on the signs of functions in "
            f"{' and '.join(map(str, pivots))}; declare them positive or negative"
        )


def _independent(functions: list[Form]) -> bool:
    """Whether the product of functions is not 0, and none of them for some signs only."""
    zero = 0 * functions[0]
    square = [
        [f if i == j else zero for j in range(len(functions))] for i, f in enumerate(functions)
    ]
    return linear.rank(square) == len(functions)


def distinct(functions: Iterable[Form]) -> list[Form]:
    """The functions, each once up to constant factors."""
    found: list[Form] = []
    for function in functions:
        if not any(proportional(function, other) for other in found):
            found.append(function)
    return found


def proportional(first: Form, second: Form) -> bool:
    """Whether two functions without common zeros of higher order are constant multiples."""
    if not check(d(first) * second == first * d(second), counterexample=False):
        return False
    with suppress(NeedsSign):
        return _independent([first, second])
    return False
