"""Matrices over the exact ring: determinants as conditions, and solutions written out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.errors import Unexpanded, ZeroDenominator
from diffgeo.rings.exact import absolute_values
from diffgeo.rings.exact.confirmation import require_rank
from diffgeo.rings.exact.determinants import clear_row, cleared_determinant, minors
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
from diffgeo.rings.exact.ranks import Matrix, residue
from diffgeo.rings.exact.schur_complements import Bordered, bordered
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


def tidy(ring: ExactRing, value: Function) -> Function:
    """Replace a hidden zero by zero, so that the block structure is seen.

    Only a certain zero: what was merely probed must not come back as an exact answer.
    """
    if ring.vanishes(value):
        return value
    return tidied(ring, value, residue(value, ring.modular_point(0)))


def tidied(ring: ExactRing, value: Function, image: int) -> Function:
    """`tidy`, for a value with this residue."""
    if image or ring.vanishes(value):
        return value
    decision = ring.is_zero(value)
    return ring.zero.under(value.mask) if decision.zero and decision.certain else value


def regular(ring: ExactRing, block: list[list[Function]]) -> SquareMatrix:
    """The matrix with its determinant as a condition; equal matrices are one object."""
    matrix = SquareMatrix(ring, tuple(tuple(row) for row in block))
    key = matrix.key()
    table: dict[Hashable, SquareMatrix] = ring.memory.setdefault("matrices", {})
    if key not in table:
        # A 2-form has blocks that differ in their sign.
        other = SquareMatrix(ring, tuple(tuple(-e for e in row) for row in block))
        if (known := table.get(other.key())) is None:
            require_rank(ring, block, len(block))
            matrix.mask = _require_regular(ring, matrix)
        else:
            matrix.mask = known.mask
        table[key] = matrix
    return table[key]


def _require_regular(ring: ExactRing, matrix: SquareMatrix) -> int:
    try:
        value = _cleared_determinant(matrix)
    except Unexpanded:
        entries = [e for row in matrix.rows for e in row]
        absolute_values.require_none(ring, entries, "a determinant that is too large")
        # The condition holds the matrix itself; it is shown as "det(...) != 0".
        return ring.domain.require_unexpanded(matrix, DETERMINANT)
    if absolute_values.involved(ring, value) and ring.certainly_zero(value):
        raise ZeroDenominator("the determinant of a linear system is identically zero")
    return require_factors(ring, value.polynomial)


def require_factors(ring: ExactRing, determinant: fmpq_mpoly) -> int:
    """The condition that a determinant does not vanish, by its factors."""
    mask = 0
    for factor, _ in denominator_factors(ring, determinant):
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
    """The determinant, multiplied by determinants of regular matrices and by denominators."""
    ring, border = matrix.ring, bordered(matrix.ring, matrix.rows)
    rows = border.rows if border else [[expanded(e) for e in row] for row in matrix.rows]
    return _determinant_once(ring, rows, _limit(matrix))[0]


def _limit(matrix: SquareMatrix) -> int:
    """Entries that are unexpanded themselves swell: they are allowed fewer terms."""
    nested = any(isinstance(e, Node) for row in matrix.rows for e in row)
    return NESTED_TERMS if nested else EXPAND_TERMS


def expand_system(system: LinearSystem) -> list[Element]:
    """The solution by Cramer's rule, cancelled.

    Raises
    ------
    Unexpanded
        If the determinants are too large.
    """
    ring = system.matrix.ring
    full = [
        clear_row(ring, [*(expanded(e) for e in row), expanded(b)])[0]
        for row, b in zip(system.matrix.rows, system.right, strict=True)
    ]
    size = len(full)
    # The right side in the place of column k is the last column, moved past those behind k.
    found = minors(ring, full, _limit(system.matrix))
    everything = frozenset(range(size + 1))
    denominator = found.get(everything - {size}, ring.zero)
    result = []
    for k in range(size):
        minor = found.get(everything - {k}, ring.zero)
        top = minor if (size - 1 - k) % 2 == 0 else -minor
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
    """The determinant; unexpanded if it is too large."""
    rows = tuple(tuple(tidy(ring, e) for e in row) for row in matrix)
    if not rows:
        return ring.one
    node = make_determinant(ring, rows)
    if border := bordered(ring, rows):
        # Where it is large, what it is made of is not smaller, and would have to be expanded.
        found = _expand_bordered(ring, border)
        return node if found is None else found.under(node.mask)
    expanded_node = node.try_expand()
    return node if expanded_node is None else expanded_node


def expand_determinant(ring: ExactRing, matrix: SquareMatrix) -> Element:
    """The determinant of a matrix as an element.

    Raises
    ------
    Unexpanded
        If it is too large.
    """
    rows = [[expanded(e) for e in row] for row in matrix.rows]
    mask = reduce(or_, (e.mask for row in rows for e in row), 0)
    return _quotient(ring, *_determinant_once(ring, rows, _limit(matrix))).under(mask)


def _expand_bordered(ring: ExactRing, border: Bordered) -> Element | None:
    """The determinant of a Schur complement; None if it is large."""
    try:
        value, factors = _determinant_once(ring, border.rows, NESTED_TERMS)
        for other in border.matrices:
            entries = [[expanded(e) for e in row] for row in other.rows]
            below, above = _determinant_once(ring, entries, NESTED_TERMS)
            value, factors = value * above, factors * below
    except Unexpanded:
        return None
    return _quotient(ring, value, factors)


def _determinant_once(
    ring: ExactRing, rows: Sequence[Sequence[Element]], limit: int
) -> tuple[Element, Element]:
    """Numerator and denominator of a determinant of elements, which is asked for repeatedly.

    Without the conditions of the entries, for others have the same ones under other conditions.
    """
    table: dict[Hashable, tuple[Element, Element] | str]
    table = ring.memory.setdefault("determinants", {})
    key = limit, SquareMatrix(ring, tuple(map(tuple, rows))).key()
    if key not in table:
        try:
            value, factors = cleared_determinant(ring, rows, limit)
            table[key] = value.bare(), factors.bare()
        except Unexpanded as error:
            table[key] = str(error)
    known = table[key]
    if isinstance(known, str):
        raise Unexpanded(known)
    return known
