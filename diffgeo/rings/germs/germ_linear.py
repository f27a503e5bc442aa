"""Linear algebra over germs: elimination with pivots invertible at all points.

The elimination works on arrays; sizes of results come from Cramer's rule, which is far
better than what an elimination step by step would give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diffgeo.errors import DegreeMismatch, InconsistentSystem, OutsideDomain, SingularSystem
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.numerator_bounds import Size, determinant_size
from diffgeo.rings.germs.taylor import Array

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing

Matrix = Sequence[Sequence[Germ]]


@dataclass
class _Reduced:
    """A reduced row echelon form: pivot columns, their rows' sources, the pivots' product."""

    array: Array
    columns: list[int]
    rows: list[int]
    order: int
    determinant: Array


def _reduce(ring: GermRing, matrix: Matrix, width: int, depth: int | None = None) -> _Reduced:
    """Gauss-Jordan elimination on the first ``width`` columns, of orders up to ``depth``."""
    if len({len(row) for row in matrix}) > 1:
        raise DegreeMismatch(f"rows of different lengths in a matrix over {ring}")
    entries = [e for row in matrix for e in row]
    for entry in entries:
        ring.own(entry)
    order = min(e.order for e in entries)
    if depth is not None:
        order = min(order, depth)
    where, field = ring.tables[order], ring.field
    a = np.array([[e.array[:, : where.size] for e in row] for row in matrix], dtype=field.dtype)
    rows = list(range(len(matrix)))
    columns: list[int] = []
    determinant = field.zeros(where.size)
    determinant[:, :1] = field.number(1)
    for column in range(width):
        step = len(columns)
        good = (a[step:, column, :, 0] != 0).all(axis=1)
        if not good.any():
            if (a[step:, column] != 0).any():
                raise OutsideDomain(
                    f"each pivot of column {column} vanishes at some point of {ring}; "
                    "use another seed"
                )
            continue
        pick = step + int(np.argmax(good))
        if pick != step:
            a[[step, pick]] = a[[pick, step]]
            rows[step], rows[pick] = rows[pick], rows[step]
            determinant = field.negate(determinant)
        pivot = a[step, column]
        determinant = field.multiply(where, determinant, pivot)
        scaled = field.multiply(where, a[step], field.reciprocal(where, pivot))
        a[step] = scaled
        others = [i for i in range(len(a)) if i != step and (a[i, column] != 0).any()]
        if others:
            change = field.multiply(where, a[others, column][:, None], scaled[None])
            a[others] = field.subtract(a[others], change)
        columns.append(column)
        if len(columns) == len(a):
            break
    return _Reduced(a, columns, rows[: len(columns)], order, determinant)


def _cramer(ring: GermRing, matrix: Matrix, rows: list[int], order: int) -> Size:
    """The size of a quotient of two minors with these rows."""
    minor = determinant_size([[e.size for e in matrix[i]] for i in rows])
    ring.account.invert(minor, max(len(rows), 1))
    return minor * minor.inverse(order)


def solve(ring: GermRing, matrix: Matrix, right: Sequence[Germ]) -> list[Germ]:
    """The unique solution of a square or overdetermined consistent system.

    Raises
    ------
    SingularSystem
        If the matrix has smaller rank than it has columns (at the random points).
    InconsistentSystem
        If the remaining equations are not satisfied; this is certain.
    """
    if len(matrix) != len(right) or not matrix:
        raise DegreeMismatch(
            f"{len(matrix)} rows and {len(right)} right-hand sides over {ring}; need equally many"
        )
    width = len(matrix[0])
    system = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    reduced = _reduce(ring, system, width)
    rank = len(reduced.columns)
    if rank < width:
        raise SingularSystem(
            f"a system of {width} unknowns over {ring} has rank {rank} at the random points"
        )
    if (reduced.array[rank:, width] != 0).any():
        raise InconsistentSystem(
            f"{len(matrix)} equations for {width} unknowns over {ring} contradict one another"
        )
    size = _cramer(ring, system, reduced.rows, reduced.order)
    return [Germ(ring, reduced.order, reduced.array[i, width], size) for i in range(width)]


def determinant(ring: GermRing, matrix: Matrix) -> Germ:
    """The determinant of a square matrix."""
    n = len(matrix)
    if any(len(row) != n for row in matrix):
        raise DegreeMismatch(f"the determinant of a matrix over {ring} that is not square")
    if not n:
        return ring.one
    size = determinant_size([[e.size for e in row] for row in matrix])
    reduced = _reduce(ring, matrix, n)
    if len(reduced.columns) < n:
        zero = ring.field.zeros(ring.tables[reduced.order].size)
        return Germ(ring, reduced.order, zero, size)
    ring.account.invert(size, n)
    return Germ(ring, reduced.order, reduced.determinant, size)


def rank(ring: GermRing, matrix: Matrix) -> int:
    """The rank; every pivot found is certain."""
    if not matrix or not matrix[0]:
        return 0
    width = len(matrix[0])
    # Independent at the points is independent; only a lower rank there has to be looked into.
    try:
        at_points = len(_reduce(ring, matrix, width, 0).columns)
    except OutsideDomain:
        at_points = 0
    if at_points == min(len(matrix), width):
        return at_points
    return len(_reduce(ring, matrix, width).columns)


def kernel(ring: GermRing, matrix: Matrix) -> list[list[Germ]]:
    """A basis of the null space: one vector for each column without a pivot."""
    width = len(matrix[0])
    reduced = _reduce(ring, matrix, width)
    size = _cramer(ring, matrix, reduced.rows, reduced.order)
    basis = []
    for free in range(width):
        if free in reduced.columns:
            continue
        vector = [ring.zero] * width
        vector[free] = ring.one
        for i, column in enumerate(reduced.columns):
            entry = ring.field.negate(reduced.array[i, free])
            vector[column] = Germ(ring, reduced.order, entry, size)
        basis.append(vector)
    return basis
