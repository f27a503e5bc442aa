"""Ranks of matrices of functions, at random points modulo primes.

A minor that does not vanish at a point does not vanish. That all larger ones do is seen at points
that depend on the matrix, up to the stated error; what refuses an object because of its rank asks
`rank_decision`, which looks for certainty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from math import ceil, log2
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from flint import nmod_mat

from diffgeo.errors import Refusal
from diffgeo.rings.exact import absolute_values
from diffgeo.rings.exact.confirmation import require_rank
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.programme_evaluation import size_of_minors
from diffgeo.rings.exact.zero import LOG2_RANK, points_needed
from diffgeo.rings.protocol import Decision

if TYPE_CHECKING:
    from diffgeo.rings.exact.modular import ModularPoint
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.ring import ExactRing

#: That the rank is not larger is shown exactly by at most so many minors.
MOST_MINORS = 16

Matrix: TypeAlias = "Sequence[Sequence[Function]]"
T = TypeVar("T")


def residue(value: Function, point: ModularPoint) -> int:
    """The residue of an element or node at a modular point."""
    return (
        point.evaluate(value.polynomial)
        if isinstance(value, Element)
        else value.evaluate_modular(point)
    )


def image_at(rows: Matrix, point: ModularPoint) -> tuple[list[list[int]], int]:
    """The matrix at a modular point (which may be redrawn while entries are evaluated)."""
    while True:
        point.extend()
        attempt = point.attempt
        result = [[residue(e, point) for e in row] for row in rows]
        if point.attempt == attempt:
            return result, point.prime


def echelon(rows: list[list[int]], prime: int) -> list[int]:
    """Numbers of the rows that are independent of the rows before them."""
    if not rows or not rows[0]:
        return []
    # They are the columns of the transposed matrix in which its echelon form has pivots.
    reduced, rank = nmod_mat([list(column) for column in zip(*rows, strict=True)], prime).rref()
    return [next(k for k, value in enumerate(row) if int(value)) for row in reduced.tolist()[:rank]]


def rank(ring: ExactRing, matrix: Matrix) -> int:
    """The rank at the generic point.

    A non-zero minor of a modular image proves that the rank is at least what is returned;
    that it is not larger is certain up to ``2**-64``.

    Raises
    ------
    Undecided
        If that minor rests on an unproved independence of constants, and no ball confirms it;
        or if the matrix is too large for that bound.
    NeedsSign
        If it depends on the sign of a function, which is not known.
    """
    if not matrix or not matrix[0]:
        return 0
    if has_cases(ring, matrix):
        return _in_all_cases(ring, matrix, rank, "the rank of a matrix")
    full = min(len(matrix), len(matrix[0]))
    found = full if _is_monomial(ring, matrix) else 0
    for point in _points(ring, matrix) if found < full else ():
        found = max(found, len(echelon(*image_at(matrix, point))))
        if found == full:
            break
    require_rank(ring, matrix, found)
    return found


def _is_monomial(ring: ExactRing, matrix: Matrix) -> bool:
    """Whether each row and column of a matrix has one entry, seen not to be zero."""
    places = set()
    for row in matrix:
        entries = [k for k, e in enumerate(row) if not ring.vanishes(e)]
        if len(entries) != 1 or not isinstance(e := row[entries[0]], Element):
            return False
        # Without denominators, a normal form is zero only for zero.
        if e.support & ring.tower.inverses:
            return False
        places.add(entries[0])
    return len(places) == len(matrix) == len(matrix[0])


def independent_rows(ring: ExactRing, matrix: Matrix) -> list[int]:
    """Numbers of the rows that are independent of the rows before them at the generic point.

    Raises
    ------
    NeedsSign
        If they depend on the sign of a function, which is not known.
    """
    if has_cases(ring, matrix):
        return _in_all_cases(ring, matrix, independent_rows, "the echelon form of a matrix")
    point = ring.modular_point(0)
    rows = echelon(*image_at(matrix, point))
    while len(rows) < min(len(matrix), len(matrix[0])) and len(rows) < rank(ring, matrix):
        # An accident of the point.
        point.redraw()
        rows = echelon(*image_at(matrix, point))
    return rows


def has_cases(ring: ExactRing, matrix: Matrix) -> bool:
    """Whether a matrix has entries with absolute values, whose signs are not known."""
    return bool(absolute_values.involved(ring, *(e for row in matrix for e in row)))


def _by_cases(ring: ExactRing, matrix: Matrix) -> Iterator[tuple[ExactRing, Matrix]]:
    width = len(matrix[0])
    for case, images in absolute_values.cases(ring, [e for row in matrix for e in row]):
        if absolute_values.involved(case, *images):
            absolute_values.require_none(case, images, "the rank of a matrix")
        yield case, [images[k : k + width] for k in range(0, len(images), width)]


def _in_all_cases(
    ring: ExactRing, matrix: Matrix, question: Callable[[ExactRing, Matrix], T], what: str
) -> T:
    """The answer that is the same in all cases of signs."""
    answers = [question(case, rows) for case, rows in _by_cases(ring, matrix)]
    if not answers or any(answer != answers[0] for answer in answers):
        absolute_values.require_none(ring, [e for row in matrix for e in row], what)
    return answers[0]


def _points(ring: ExactRing, matrix: Matrix) -> Iterator[ModularPoint]:
    """The shared point, which answers where the rank is full, and points of this matrix."""
    yield ring.modular_point(0)
    if all(ring.vanishes(e) for row in matrix for e in row):
        return
    wanted = points_needed(ring, size_of_minors(matrix), LOG2_RANK)
    yield from islice(ring.points_for([e for row in matrix for e in row]), wanted)


def rank_decision(ring: ExactRing, matrix: Matrix) -> Decision:
    """Whether all minors that are larger than the rank vanish: certain, or with its bound."""
    if not matrix or not matrix[0]:
        return Decision(True, True, how="no entries")
    size = rank(ring, matrix)
    probably = Decision(True, False, LOG2_RANK, "random points over prime fields")
    if has_cases(ring, matrix):
        decisions = [rank_decision(case, rows) for case, rows in _by_cases(ring, matrix)]
        return next((probably for each in decisions if not each.certain), decisions[0])
    for point in _points(ring, matrix):
        image, prime = image_at(matrix, point)
        rows = echelon(image, prime)
        if len(rows) == size:
            break
    columns = (
        echelon([list(column) for column in zip(*(image[k] for k in rows), strict=True)], prime)
        if rows
        else []
    )
    larger = [
        ([*rows, r], [*columns, c])
        for r, c in product(range(len(matrix)), range(len(matrix[0])))
        if r not in rows and c not in columns
    ]
    if len(larger) > MOST_MINORS:
        return probably
    bounds: list[float] = []
    for chosen, places in larger:
        square = [[matrix[r][c] for c in places] for r in chosen]
        try:
            decision = ring.is_zero(square[0][0] if not size else ring.determinant(square))
        except Refusal:
            return probably
        if not decision.certain:
            bounds.append(decision.log2_bound or 0.0)
    if not bounds:
        return Decision(True, True, how="minors")
    return Decision(True, False, ceil(log2(sum(2.0**b for b in bounds))), "minors")
