"""Linear systems over the exact ring, in block triangular form and unexpanded.

Which rows are independent, which entries vanish and how the matrix falls into blocks is
read off a random modular image; everything read off in this way that could be wrong (a
vanishing entry, a redundant equation) is confirmed by the zero test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq, fmpq_mat

from diffgeo.errors import InconsistentSystem, SingularSystem, Unexpanded
from diffgeo.rings.exact.blocks import block_triangular
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import exclusive
from diffgeo.rings.exact.linear import cancel, regular, require_factors, tidied, tidy
from diffgeo.rings.exact.node import Function, LinearSystem, SquareMatrix
from diffgeo.rings.exact.ranks import (
    Matrix,
    echelon,
    has_cases,
    image_at,
    independent_rows,
    rank,
    rank_decision,
)
from diffgeo.rings.exact.schur_complements import ratio_of_leading_terms
from diffgeo.rings.protocol import doubt

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: A single pivot with more terms stays an unexpanded inverse.
PIVOT_TERMS = 200
#: Of a diagonal so that its inverse is written out: products of longer ones become too large.
DIAGONAL_TERMS = 4


def solve(ring: ExactRing, matrix: Matrix, right: Sequence[Function]) -> list[Function]:
    """The unique solution of a linear system, square or consistent overdetermined.

    A redundant equation that holds only probably is named in the conditions of the solution.

    Raises
    ------
    SingularSystem
        If the columns are dependent at the generic point.
    InconsistentSystem
        If there is no solution at the generic point.
    NeedsSign
        If which equations are independent depends on the sign of a function.
    """
    return Equations(ring, matrix).solve(right)


class Equations:
    """The matrix of a linear system: what it decides is decided once for all right sides."""

    def __init__(self, ring: ExactRing, matrix: Matrix) -> None:
        self.ring = ring
        self._given = matrix
        self._prepared: _Prepared | None = None

    @exclusive
    def solve(self, right: Sequence[Function]) -> list[Function]:
        """The solution for a right side; raises as `solve` does."""
        if not self._given:
            return []
        if self._prepared is None:
            self._prepared = _Prepared(self.ring, self._given)
            # Conditions made in a transaction go with it.
            self.ring.journal.note(self._forget)
        return self._prepared.solve([tidy(self.ring, b) for b in right])

    def _forget(self) -> None:
        self._prepared = None


@dataclass(slots=True)
class _Block:
    """An irreducible block of a matrix; ``others`` are the entries beside it, by column."""

    places: list[int]
    columns: list[int]
    rows: list[list[Function]]
    others: list[list[tuple[int, Function]]]
    matrix: SquareMatrix | None = None
    inverse: list[list[Element]] | None = None

    def regular(self, ring: ExactRing) -> SquareMatrix:
        """The block with its determinant as a condition."""
        if self.matrix is None:
            self.matrix = regular(ring, self.rows)
        return self.matrix

    def inverted(self, ring: ExactRing) -> list[list[Element]]:
        """The inverse, if numbers make the block diagonal; else nothing."""
        if self.inverse is None:
            self.inverse = _inverted(ring, self.rows)
        return self.inverse


class _Prepared:
    """Tidied rows, which of them are independent, and the blocks of these."""

    def __init__(self, ring: ExactRing, matrix: Matrix) -> None:
        self.ring = ring
        point = ring.modular_point(0)
        self.width = width = len(matrix[0])
        while True:
            image, prime = image_at(matrix, point)
            self.rows = rows = [
                [tidied(ring, e, residue) for e, residue in zip(row, residues, strict=True)]
                for row, residues in zip(matrix, image, strict=True)
            ]
            # Sparse equations first: they are the ones that make the matrix triangular.
            self.order = sorted(
                range(len(rows)), key=lambda r: (sum(not ring.vanishes(e) for e in rows[r]), r)
            )
            # A non-zero minor of an image proves nothing beside absolute values.
            apart = has_cases(ring, rows)
            first = (
                independent_rows(ring, [rows[r] for r in self.order])
                if apart
                else echelon([image[r] for r in self.order], prime)
            )
            kept = [self.order[k] for k in first]
            if len(kept) == width:
                break
            if apart or rank(ring, rows) < width:
                raise SingularSystem(
                    f"the linear system has determinant zero: {width} unknowns, rank {len(kept)} "
                    f"at the generic point{doubt(rank_decision(ring, rows))}; remove or change "
                    "the dependent equations"
                )
            # An accident of the point; the next draw sees the full rank.
            point.redraw()
        self.kept = kept
        pattern = [[not ring.vanishes(e) for e in rows[r]] for r in kept]
        if any(
            entry and not image[r][c]
            for r, row in zip(kept, pattern, strict=True)
            for c, entry in enumerate(row)
        ):
            # A probed zero is no pivot, but may not be dropped either: one block for all.
            pattern = [[True] * width for _ in kept]
        self.blocks = []
        for places, columns in block_triangular(pattern):
            inner = set(columns)
            chosen = [rows[kept[k]] for k in places]
            others = [
                [(c, e) for c, e in enumerate(row) if c not in inner and pattern[k][c]]
                for k, row in zip(places, chosen, strict=True)
            ]
            block = [[row[c] for c in columns] for row in chosen]
            self.blocks.append(_Block([kept[k] for k in places], columns, block, others))

    def solve(self, values: list[Function]) -> list[Function]:
        """The solution for tidied right sides."""
        ring, rows = self.ring, self.rows
        redundant = sorted(set(range(len(rows))) - set(self.kept))
        if redundant and not has_cases(ring, [*rows, values]) and self._contradicts(values):
            raise InconsistentSystem(
                f"the {len(rows)} linear equations for {self.width} unknowns have no solution at "
                "the generic point; remove the contradicting equation"
            )
        solution: list[Any] = [None] * self.width
        for block in self.blocks:
            right = []
            for place, others in zip(block.places, block.others, strict=True):
                total = values[place]
                for c, entry in others:
                    total = total - entry * solution[c]
                right.append(tidy(ring, total))
            for c, value in zip(block.columns, _solve_block(ring, block, right), strict=True):
                solution[c] = value
        doubts = ""
        for r in redundant:
            total = -values[r]
            for entry, unknown in zip(rows[r], solution, strict=True):
                if not ring.vanishes(entry):
                    total = total + entry * unknown
            decision = ring.is_zero(total)
            if not decision.zero:
                raise InconsistentSystem(
                    f"equation number {r + 1} contradicts the others at the generic point; "
                    "remove it"
                )
            if not decision.certain:
                doubts += f"; equation number {r + 1} follows from the others{doubt(decision)}"
        if doubts:
            square = SquareMatrix(ring, tuple(tuple(rows[r]) for r in self.kept))
            mask = ring.domain.require_doubtful(square, doubts)
            solution = [value.under(mask) for value in solution]
        return solution

    def _contradicts(self, values: list[Function]) -> bool:
        """Whether the right side raises the rank at the point."""
        rows = [[*self.rows[r], values[r]] for r in self.order]
        return len(echelon(*image_at(rows, self.ring.modular_point(0)))) > self.width


def _solve_block(ring: ExactRing, block: _Block, values: list[Function]) -> list[Function]:
    if all(ring.vanishes(b) for b in values):
        # Zero is the only solution where the matrix is regular.
        return [ring.zero.under(block.regular(ring).mask)] * len(values)
    if len(values) == 1:
        pivot, value = block.rows[0][0], values[0]
        if isinstance(pivot, Element) and len(pivot.polynomial) <= PIVOT_TERMS:
            quotient = _lowest_quotient(ring, value, pivot)
            if quotient is not None:
                return [quotient]
    if rows := block.inverted(ring):
        return [
            sum((e * b for e, b in zip(row, values, strict=True)), start=ring.zero) for row in rows
        ]
    return list(LinearSystem(block.regular(ring), tuple(values)).unknowns())


def _inverted(ring: ExactRing, rows: list[list[Function]]) -> list[list[Element]]:
    """The inverse of a product L D M of numbers, a diagonal, and numbers; of others none.

    It is written out, where a solution by determinants would be larger than the right side. The
    determinant is a number times the product of the diagonal.
    """
    given = [[e for e in row if isinstance(e, Element)] for row in rows]
    if any(len(row) < len(rows) for row in given):
        return []
    found = _by_rows(ring, given) or _by_pivots(ring, given)
    if found is None:
        return []
    left, diagonal, right = found
    masks = [require_factors(ring, ring.tower.clear(f.polynomial)[0]) for f in diagonal]
    mask = reduce(or_, (*masks, *(e.mask for row in rows for e in row)), 0)
    each = [ring.inverse(f).under(mask) for f in diagonal]
    before, behind = (fmpq_mat(m).inv().tolist() for m in (right, left))
    zero, size = ring.zero.under(mask), range(len(rows))

    def entry(i: int, j: int) -> Element:
        numbers = (before[i][k] * behind[k][j] for k in size)
        terms = (e * _fraction(n) for e, n in zip(each, numbers, strict=True) if n)
        return sum(terms, start=zero)

    return [[entry(i, j) for j in size] for i in size]


#: Numbers, the diagonal, and numbers.
_Product: TypeAlias = "tuple[list[list[fmpq]], list[Element], list[list[fmpq]]]"


def _by_rows(ring: ExactRing, rows: list[list[Element]]) -> _Product | None:
    """A matrix each row of which is a function times numbers."""
    diagonal, right = [], []
    for row in rows:
        factor = next(e for e in row if not ring.vanishes(e))
        numbers = _ratios(ring, row, factor)
        if numbers is None:
            return None
        diagonal.append(factor)
        right.append(numbers)
    size = range(len(rows))
    return [[fmpq(int(i == k)) for k in size] for i in size], diagonal, right


def _by_pivots(ring: ExactRing, rows: list[list[Element]]) -> _Product | None:
    """A matrix that is eliminated by pivots of which all in their row and column are multiples."""
    work = [list(row) for row in rows]
    lines, columns = [*range(len(rows))], [*range(len(rows))]
    left: list[list[fmpq]] = []
    right: list[list[fmpq]] = []
    diagonal = []
    while lines:
        found = _pivot(ring, work, lines, columns)
        if found is None:
            return None
        i, j, down, along = found
        pivot = work[i][j]
        for k, c in zip(lines, down, strict=True):
            for m, r in zip(columns, along, strict=True):
                if c and r:
                    work[k][m] = work[k][m] - pivot * _fraction(c * r)
        for vectors, numbers, places in ((left, down, lines), (right, along, columns)):
            known = dict(zip(places, numbers, strict=True))
            vectors.append([known.get(k, fmpq(0)) for k in range(len(rows))])
        diagonal.append(pivot)
        lines.remove(i)
        columns.remove(j)
    return [list(row) for row in zip(*left, strict=True)], diagonal, right


def _pivot(
    ring: ExactRing, work: list[list[Element]], lines: list[int], columns: list[int]
) -> tuple[int, int, list[fmpq], list[fmpq]] | None:
    """A place, and the numbers that its column and its row are times its entry."""
    places = [(i, j) for i in lines for j in columns if not ring.vanishes(work[i][j])]
    for i, j in sorted(places, key=lambda place: len(work[place[0]][place[1]].polynomial)):
        down = _ratios(ring, [work[k][j] for k in lines], work[i][j])
        along = down and _ratios(ring, [work[i][k] for k in columns], work[i][j])
        if down and along:
            return i, j, down, along
    return None


def _ratios(ring: ExactRing, entries: Sequence[Element], factor: Element) -> list[fmpq] | None:
    """The numbers that entries are times a function, if they are."""
    if len(factor.polynomial) > DIAGONAL_TERMS:
        return None
    if ring.tower.cases(factor.polynomial):  # a generator may be zero on a part of the domain
        return None
    found = []
    for entry in entries:
        number = _ratio(ring, entry, factor)
        if number is None:
            return None
        found.append(fmpq(number.numerator, number.denominator))
    return found


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _ratio(ring: ExactRing, entry: Element, factor: Element) -> Fraction | None:
    """The number that an entry is times a function."""
    if ring.vanishes(entry):
        return Fraction(0)
    if len(entry.polynomial) != len(factor.polynomial):
        return None
    number = ratio_of_leading_terms(entry, factor)
    return number if ring.vanishes(entry - factor * number) else None


def _lowest_quotient(ring: ExactRing, value: Function, pivot: Element) -> Function | None:
    """The quotient in lowest terms; None if it is too large, and better left unexpanded."""
    if not isinstance(value, Element):
        return value / pivot  # type: ignore[no-any-return]
    try:
        # Powers of inverses that both have would be cleared twice in the quotient.
        return cancel(ring, cancel(ring, value) / cancel(ring, pivot))
    except Unexpanded:
        return None


def kernel(ring: ExactRing, matrix: Matrix) -> list[list[Function]]:
    """A basis of the null space: each vector has one free unknown equal to 1."""
    width = len(matrix[0])
    pivots = independent_rows(ring, [list(column) for column in zip(*matrix, strict=True)])
    free = [c for c in range(width) if c not in pivots]
    basis = []
    for c in free:
        reduced = [[row[p] for p in pivots] for row in matrix]
        values = solve(ring, reduced, [-row[c] for row in matrix]) if pivots else []
        vector: list[Function] = [ring.zero] * width
        vector[c] = ring.one
        for p, value in zip(pivots, values, strict=True):
            vector[p] = value
        basis.append(vector)
    return basis
