"""Matrices of unexpanded solutions as Schur complements of matrices of elements.

A matrix ``D + C A⁻¹ B`` made of the solutions of ``A x = b`` has the determinant
``det [[A, B], [-C, D]] / det A``. The bordered matrix has the entries with which the systems were
written, where the solutions themselves are quotients of large determinants.

Source: R. A. Horn, C. R. Johnson, Matrix Analysis (2nd edition 2013), section 0.8.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from diffgeo.errors import Unexpanded
from diffgeo.rings.exact.determinants import cleared_determinant
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.node import Function, LinearSystem, Node, SquareMatrix, expanded

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Larger bordered matrices have too many minors.
LARGEST = 12
#: Of determinants by which a zero may be seen, before other ways are tried.
FEW_TERMS = 200
#: An unknown or equation of a system: the number of its matrix among those met, and its own; an
#: entry of the matrix that is looked at has -1 in place of the former.
_Place: TypeAlias = "tuple[int, int]"


class Bordered(NamedTuple):
    """``det rows`` divided by the determinants of the matrices is the determinant sought."""

    rows: list[list[Element]]
    matrices: list[SquareMatrix]


def bordered(ring: ExactRing, rows: Sequence[Sequence[Function]]) -> Bordered | None:
    """The matrix of elements whose Schur complement is a matrix, or its transpose.

    ``None`` if that is large, or if it is no such complement: entries are not affine in solutions,
    or the rows (or the columns) do not combine one solution each by the same coefficients.
    """
    if all(isinstance(e, Element) for row in rows for e in row):
        return None
    for lines in (rows, list(zip(*rows, strict=True))):
        found = _Lines(ring).border(lines)
        if found is not None:
            return found if len(found.rows) <= LARGEST else None
    return None


def vanishes_by_borders(ring: ExactRing, value: Node) -> bool:
    """Whether a combination of solutions is seen to vanish: as a small determinant, exactly.

    ``d + c·x`` with ``A x = b`` is ``det [[A, b], [-c, d]] / det A``.
    """
    border = bordered(ring, [[value]])
    if border is None:
        return False
    try:
        return ring.vanishes(cleared_determinant(ring, border.rows, FEW_TERMS)[0])
    except Unexpanded:
        return False


def is_an_equation(ring: ExactRing, value: Node) -> bool:
    """Whether ``c·x - d`` is seen to be a number times an equation of ``A x = b``."""
    lines = _Lines(ring)
    try:
        affine = lines.read(value)
    except _NotAffine:
        return False
    if len(lines.matrices) != 1:
        return False
    zero, system = ring.zero, lines.systems[0]
    given = [affine.terms.get((0, k), zero) for k in range(len(system.right))]
    for row, right in zip(system.matrix.rows, system.right, strict=True):
        if isinstance(right, Element) and _are_proportional(
            ring, [*given, -affine.constant], [*map(expanded, row), right]
        ):
            return True
    return False


def _are_proportional(ring: ExactRing, first: Sequence[Element], second: Sequence[Element]) -> bool:
    """Whether elements are one number times others, not all zero, by their normal forms."""
    number = None
    for a, b in zip(first, second, strict=True):
        if len(a.polynomial) != len(b.polynomial):
            return False
        if number is None and len(a.polynomial):
            number = ratio_of_leading_terms(a, b)
        if number is not None and not ring.vanishes(a - b * number):
            return False
    return number is not None


def ratio_of_leading_terms(a: Element, b: Element) -> Fraction:
    """The only number that may be a/b."""
    ratio = a.polynomial.leading_coefficient() / b.polynomial.leading_coefficient()
    return Fraction(int(ratio.p), int(ratio.q))


class _Affine(NamedTuple):
    """``constant + Σ coefficient * unknown``, and the systems that the unknowns solve."""

    constant: Element
    terms: dict[_Place, Element]


class _NotAffine(Exception):
    """An entry has products of solutions, or matrices that are unexpanded themselves."""


def _same(first: dict[int, Element], second: dict[int, Element]) -> bool:
    return first.keys() == second.keys() and all(
        first[k].polynomial == second[k].polynomial for k in first
    )


class _Lines:
    """Lines of a matrix, each of which combines the solutions for right sides of its own."""

    def __init__(self, ring: ExactRing) -> None:
        self.ring = ring
        self.matrices: list[SquareMatrix] = []
        #: For each line the system with each matrix.
        self.systems: dict[int, LinearSystem] = {}

    def border(self, lines: Sequence[Sequence[Function]]) -> Bordered | None:
        """The bordered matrix, if every line has at most one system with each matrix."""
        # By place: an entry of the lines, or an equation of a matrix. What multiplies the unknowns
        # of a matrix there is the same for all lines; the constants are not.
        shared: dict[_Place, dict[int, dict[int, Element]]] = {}
        constants: dict[_Place, dict[int, Element]] = {}
        try:
            for number, line in enumerate(lines):
                for place, affine in self._places(line).items():
                    known = shared.setdefault(place, {})
                    constants.setdefault(place, {})[number] = affine.constant
                    for matrix in self.systems:
                        terms = {k: e for (m, k), e in affine.terms.items() if m == matrix}
                        if not _same(known.setdefault(matrix, terms), terms):
                            return None
        except _NotAffine:
            return None
        return self._assemble(len(lines), shared, constants)

    def _places(self, line: Sequence[Function]) -> dict[_Place, _Affine]:
        """The entries of a line, and the equations of the systems that are solved in it."""
        self.systems = {}
        found = {(-1, k): self.read(entry) for k, entry in enumerate(line)}
        done: set[int] = set()
        while left := self.systems.keys() - done:
            done |= left
            for matrix in left:
                for k, value in enumerate(self.systems[matrix].right):
                    found[matrix, k] = self.read(value)
        return found

    def _assemble(
        self,
        size: int,
        shared: dict[_Place, dict[int, dict[int, Element]]],
        constants: dict[_Place, dict[int, Element]],
    ) -> Bordered:
        zero = self.ring.zero
        unknowns = [(m, k) for m, a in enumerate(self.matrices) for k in range(len(a.rows))]
        rows = []
        for place in (*unknowns, *((-1, k) for k in range(size))):
            own, index = place
            row = [-shared[place].get(m, {}).get(k, zero) for m, k in unknowns]
            if own >= 0:
                start = unknowns.index((own, 0))
                for k, entry in enumerate(self.matrices[own].rows[index]):
                    row[start + k] = row[start + k] + entry
            rows.append([*row, *(constants[place].get(line, zero) for line in range(size))])
        return Bordered(rows, self.matrices)

    def read(self, value: Function) -> _Affine:
        """A function as an affine one of solutions."""
        if isinstance(value, Element):
            return _Affine(value, {})
        zero = self.ring.zero
        if value.kind == "solve":
            return _Affine(zero, {self._unknown(*value.arguments): self.ring.one})
        constant = zero
        terms: dict[_Place, Element] = {}
        if value.kind == "sum":
            for part in value.arguments:
                found = self.read(part)
                constant = constant + found.constant
                for unknown, coefficient in found.terms.items():
                    known = terms.get(unknown)
                    terms[unknown] = coefficient if known is None else known + coefficient
            return _Affine(constant, terms)
        if value.kind == "product":
            factors = [a for a in value.arguments if isinstance(a, Element)]
            nodes = [a for a in value.arguments if isinstance(a, Node)]
            if len(nodes) == 1 and len(factors) == 1:
                inner = self.read(nodes[0])
                return _Affine(
                    inner.constant * factors[0], {u: c * factors[0] for u, c in inner.terms.items()}
                )
        raise _NotAffine

    def _unknown(self, system: LinearSystem, index: int) -> _Place:
        matrix = system.matrix
        number = next((k for k, m in enumerate(self.matrices) if m is matrix), -1)
        if number < 0:
            if not all(isinstance(e, Element) for row in matrix.rows for e in row):
                raise _NotAffine
            number = len(self.matrices)
            self.matrices.append(matrix)
        if self.systems.setdefault(number, system) is not system:
            raise _NotAffine
        return number, index
