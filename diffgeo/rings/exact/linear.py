"""Linear systems over the exact ring, in block triangular form and unexpanded.

Which rows are independent, which entries vanish and how the matrix falls into blocks is
read off a random modular image; everything read off in this way that could be wrong (a
vanishing entry, a redundant equation) is confirmed by the zero test.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from diffgeo.errors import InconsistentSystem, SingularSystem, Unexpanded, ZeroDenominator
from diffgeo.rings.exact.blocks import block_triangular
from diffgeo.rings.exact.confirmation import require_rank
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.inverses import denominator_factors
from diffgeo.rings.exact.node import (
    Function,
    LinearSystem,
    Node,
    SquareMatrix,
    expanded,
    make_determinant,
)
from diffgeo.rings.exact.ranks import Matrix, echelon, image_at, rank, rank_decision, residue
from diffgeo.rings.protocol import doubt

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: No polynomial met while expanding a determinant may have more terms than this.
EXPAND_TERMS = 40_000
#: Sums and products of unexpanded functions are expanded up to this many terms only:
#: solutions that are nested in each other do not cancel on the way and swell.
NESTED_TERMS = 1_000
#: Where the conditions of regular linear systems come from.
DETERMINANT = "determinant of a linear system"
#: Fractions with more terms than this are not cancelled by a greatest common divisor.
CANCEL_TERMS = 4_000
#: A single pivot with more terms stays an unexpanded inverse.
PIVOT_TERMS = 200


def solve(ring: ExactRing, matrix: Matrix, right: Sequence[Function]) -> list[Function]:
    """The unique solution of a linear system, square or consistent overdetermined.

    A redundant equation that holds only probably is named in the conditions of the solution.

    Raises
    ------
    SingularSystem
        If the columns are dependent at the generic point.
    InconsistentSystem
        If there is no solution at the generic point.
    """
    rows = [[_tidy(ring, e) for e in row] for row in matrix]
    values = [_tidy(ring, b) for b in right]
    if not rows:
        return []
    width = len(rows[0])
    # Sparse equations first: they are the ones that make the matrix triangular.
    order = sorted(range(len(rows)), key=lambda r: (sum(not ring.vanishes(e) for e in rows[r]), r))
    point = ring.modular_point(0)
    image, prime = image_at([[*rows[r], values[r]] for r in order], point)
    kept = [order[k] for k in echelon([row[:width] for row in image], prime)]
    if len(kept) < width and rank(ring, rows) == width:
        # An accident of the point; the next draw sees the full rank.
        point.redraw()
        return solve(ring, matrix, right)
    if len(kept) < width:
        raise SingularSystem(
            f"the linear system has determinant zero: {width} unknowns, rank {len(kept)} at the "
            f"generic point{doubt(rank_decision(ring, rows))}; remove or change the dependent "
            "equations"
        )
    if len(echelon(image, prime)) > width:
        raise InconsistentSystem(
            f"the {len(rows)} linear equations for {width} unknowns have no solution at the "
            "generic point; remove the contradicting equation"
        )
    square = [rows[r] for r in kept]
    solution = _solve_square(ring, square, [values[r] for r in kept])
    doubts = ""
    for r in sorted(set(range(len(rows))) - set(kept)):
        total = -values[r]
        for entry, unknown in zip(rows[r], solution, strict=True):
            if not ring.vanishes(entry):
                total = total + entry * unknown
        decision = ring.is_zero(total)
        if not decision.zero:
            raise InconsistentSystem(
                f"equation number {r + 1} contradicts the others at the generic point; remove it"
            )
        if not decision.certain:
            doubts += f"; equation number {r + 1} follows from the others{doubt(decision)}"
    if doubts:
        mask = ring.domain.require_doubtful(SquareMatrix(ring, tuple(map(tuple, square))), doubts)
        solution = [value.under(mask) for value in solution]
    return solution


def _tidy(ring: ExactRing, value: Function) -> Function:
    """Replace a hidden zero by zero, so that the block structure is seen.

    Only a certain zero: what was merely probed must not come back as an exact answer.
    """
    if ring.vanishes(value) or residue(value, ring.modular_point(0)):
        return value
    decision = ring.is_zero(value)
    return ring.zero.under(value.mask) if decision.zero and decision.certain else value


def _solve_square(
    ring: ExactRing, rows: list[list[Function]], right: list[Function]
) -> list[Function]:
    pattern = [[not ring.vanishes(e) for e in row] for row in rows]
    hidden = (e for row in rows for e in row if not ring.vanishes(e))
    if any(not residue(e, ring.modular_point(0)) for e in hidden):
        # A probed zero is no pivot, but may not be dropped either: one block for all.
        pattern = [[True] * len(row) for row in rows]
    solution: list[Any] = [None] * len(rows)
    for block_rows, columns in block_triangular(pattern):
        inner = set(columns)
        values = []
        for r in block_rows:
            total = right[r]
            for c, entry in enumerate(rows[r]):
                if c not in inner and pattern[r][c]:
                    total = total - entry * solution[c]
            values.append(_tidy(ring, total))
        block = [[rows[r][c] for c in columns] for r in block_rows]
        for c, value in zip(columns, _solve_block(ring, block, values), strict=True):
            solution[c] = value
    return solution


def _solve_block(
    ring: ExactRing, block: list[list[Function]], values: list[Function]
) -> list[Function]:
    if all(ring.vanishes(b) for b in values):
        # Zero is the only solution where the matrix is regular.
        return [ring.zero.under(regular(ring, block).mask)] * len(values)
    if len(values) == 1:
        pivot, value = block[0][0], values[0]
        if isinstance(pivot, Element) and len(pivot.polynomial) <= PIVOT_TERMS:
            quotient = _lowest_quotient(ring, value, pivot)
            if quotient is not None:
                return [quotient]
    return list(LinearSystem(regular(ring, block), tuple(values)).unknowns())


def _lowest_quotient(ring: ExactRing, value: Function, pivot: Element) -> Function | None:
    """The quotient in lowest terms; None if it is too large, and better left unexpanded."""
    if not isinstance(value, Element):
        return value / pivot  # type: ignore[no-any-return]
    try:
        # Powers of inverses that both have would be cleared twice in the quotient.
        return cancel(ring, cancel(ring, value) / cancel(ring, pivot))
    except Unexpanded:
        return None


def regular(ring: ExactRing, block: list[list[Function]]) -> SquareMatrix:
    """The matrix with its determinant as a condition; equal matrices are one object."""
    matrix = SquareMatrix(ring, tuple(tuple(row) for row in block))
    key = matrix.key()
    table: dict[Hashable, SquareMatrix] = ring.memory.setdefault("matrices", {})
    if key not in table:
        require_rank(ring, block, len(block))
        matrix.mask = _require_regular(ring, matrix)
        table[key] = matrix
    return table[key]


def _require_regular(ring: ExactRing, matrix: SquareMatrix) -> int:
    try:
        value = _cleared_determinant(matrix)
    except Unexpanded:
        # The condition holds the matrix itself; it is shown as "det(...) != 0".
        return ring.domain.require_unexpanded(matrix, DETERMINANT)
    mask = 0
    for factor, _ in denominator_factors(ring, value.polynomial):
        element = Element(ring, factor)
        if element.constant is None:
            mask |= ring.domain.require("!=", element, DETERMINANT)
    return mask


def invert_node(node: Node) -> Node:
    """The inverse of an unexpanded function, with its condition."""
    ring = node.ring
    decision = ring.is_zero(node)
    if decision.zero:
        raise ZeroDenominator(
            f"division by a function that is identically zero{doubt(decision)}: {node}"
        )
    mask = ring.domain.require_unexpanded(node, "denominator")
    return Node(ring, "inverse", (node,), node.mask | mask)


# --- expansion -----------------------------------------------------------------------


def _cleared_determinant(matrix: SquareMatrix) -> Element:
    """The determinant after each row was multiplied by its denominators."""
    rows = [clear_row(matrix.ring, [expanded(e) for e in row])[0] for row in matrix.rows]
    return expanded_determinant(matrix.ring, rows, _limit(matrix))


def _limit(matrix: SquareMatrix) -> int:
    """Entries that are unexpanded themselves swell: they are allowed fewer terms."""
    nested = any(isinstance(e, Node) for row in matrix.rows for e in row)
    return NESTED_TERMS if nested else EXPAND_TERMS


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


def expanded_determinant(
    ring: ExactRing, rows: Sequence[Sequence[Element]], limit: int = EXPAND_TERMS
) -> Element:
    """The determinant by minors of the first rows, each computed once; no division.

    Raises
    ------
    Unexpanded
        If a minor has more terms than the limit.
    """
    minors: dict[frozenset[int], Element] = {frozenset(): ring.one}
    for row in rows:
        larger: dict[frozenset[int], Element] = {}
        for columns, minor in minors.items():
            for c, entry in enumerate(row):
                if c in columns or ring.vanishes(entry) or ring.vanishes(minor):
                    continue
                if len(entry.polynomial) * len(minor.polynomial) > 10 * limit:
                    raise Unexpanded(f"a determinant has more than {limit} terms")
                sign = (-1) ** sum(1 for other in columns if other > c)
                key = columns | {c}
                term = entry * minor * sign
                total = larger[key] + term if key in larger else term
                if len(total.polynomial) > limit:
                    raise Unexpanded(f"a determinant has more than {limit} terms")
                larger[key] = total
        minors = larger
    return minors.get(frozenset(range(len(rows))), ring.zero)


def expand_system(system: LinearSystem) -> list[Element]:
    """The solution by Cramer's rule, cancelled.

    Raises
    ------
    Unexpanded
        If a determinant is too large.
    """
    ring = system.matrix.ring
    full = [
        clear_row(ring, [*(expanded(e) for e in row), expanded(b)])[0]
        for row, b in zip(system.matrix.rows, system.right, strict=True)
    ]
    limit = _limit(system.matrix)
    denominator = expanded_determinant(ring, [row[:-1] for row in full], limit)
    result = []
    for k in range(len(full)):
        replaced = [[*row[:k], row[-1], *row[k + 1 : -1]] for row in full]
        top = expanded_determinant(ring, replaced, limit)
        result.append(_quotient(ring, top, denominator))
    return result


def _quotient(ring: ExactRing, numerator: Element, denominator: Element) -> Element:
    """A quotient of elements without inverses, in lowest terms of the presentation."""
    top, bottom = numerator.polynomial, denominator.polynomial
    if not len(top):
        return numerator
    quotient, rest = divmod(top, bottom)
    if not len(rest):
        return Element(ring, quotient, numerator.mask | denominator.mask)
    if len(top) <= CANCEL_TERMS and len(bottom) <= CANCEL_TERMS:
        common = top.gcd(bottom)
        top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
    result = Element(ring, top, numerator.mask) / Element(ring, bottom, denominator.mask)
    return result


def cancel(ring: ExactRing, element: Element) -> Element:
    """The same function with common factors of numerator and denominator removed."""
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    size = ring.tower.clearing_size(element.polynomial)
    if size == len(element.polynomial):
        return element
    if size > 20 * NESTED_TERMS:
        raise Unexpanded(f"a function needs more than {20 * NESTED_TERMS} terms")
    top, bottom = lowest_terms(ring, element)
    if bottom.is_constant():
        return ring.make(top / bottom.leading_coefficient(), element.mask)
    return Element(ring, top, element.mask) / Element(ring, bottom, element.mask)


def shared(ring: ExactRing, element: Element) -> Element:
    """The bare function without denominators that cancel, for generators are shared by others.

    Of a large function it is only the bare one.
    """
    bare = element.bare()
    size = ring.tower.clearing_size(bare.polynomial)
    if not len(bare.polynomial) < size <= NESTED_TERMS:
        return bare
    simple = cancel(ring, bare).bare()
    return simple if simple.mask != bare.mask == simple.mask | bare.mask else bare


# --- determinant and kernel ----------------------------------------------------------


def determinant(ring: ExactRing, matrix: Matrix) -> Function:
    """The determinant; of unexpanded entries, or if it is too large, unexpanded itself."""
    rows = tuple(tuple(_tidy(ring, e) for e in row) for row in matrix)
    if not rows:
        return ring.one
    nested = any(isinstance(e, Node) for row in rows for e in row)
    node = make_determinant(ring, rows)
    if nested:
        return node
    expanded_node = node.try_expand()
    return node if expanded_node is None else expanded_node


def expand_determinant(ring: ExactRing, matrix: SquareMatrix) -> Element:
    """The determinant of a matrix as an element.

    Raises
    ------
    Unexpanded
        If it is too large.
    """
    cleared, factors = [], ring.one
    for row in matrix.rows:
        new, factor = clear_row(ring, [expanded(e) for e in row])
        cleared.append(new)
        factors = factors * factor
    return _quotient(ring, expanded_determinant(ring, cleared, _limit(matrix)), factors)


def kernel(ring: ExactRing, matrix: Matrix) -> list[list[Function]]:
    """A basis of the null space: each vector has one free unknown equal to 1."""
    width = len(matrix[0])
    transposed = [list(column) for column in zip(*matrix, strict=True)]
    point = ring.modular_point(0)
    pivots = echelon(*image_at(transposed, point))
    while len(pivots) < width and len(pivots) < rank(ring, matrix):
        # An accident of the point.
        point.redraw()
        pivots = echelon(*image_at(transposed, point))
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
