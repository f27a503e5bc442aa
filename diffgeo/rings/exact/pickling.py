"""Rings and their elements as what they are made of: definitions, and formulas in the generators.

A ring is declared names and the functions that were adjoined, in their order; reading these
again in a new ring makes the same tower. An element is a polynomial in generators, each with its
formula, and the conditions that were used to make it: so it is read in any ring that knows the
names, also in the one that it comes from, which may have grown or been refined since.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.linear import DETERMINANT
from diffgeo.rings.exact.node import Function, Node, SquareMatrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.sign_rules import Record
    from diffgeo.rings.expression import Expression
    from diffgeo.rings.protocol import Condition


class Definitions(NamedTuple):
    """What makes a ring: the arguments of `ExactRing`, and adjoined functions in order."""

    coordinates: tuple[str, ...]
    parameters: tuple[str, ...]
    functions: dict[str, int]
    signs: dict[str, int]
    nonzero: tuple[str, ...]
    domain: tuple[Condition, ...]
    late: dict[str, int]
    adjoined: tuple[Expression, ...]


def definitions(ring: ExactRing) -> Definitions:
    """The definitions of a ring."""
    names = {index: name for name, index in ring.base.items()}
    indices = range(len(ring.base), len(ring.tower))
    return Definitions(
        ring.coordinates,
        ring.parameters,
        {name: arity for name, arity in ring.functions.items() if name not in ring.late},
        {names[index]: sign for index, sign in ring.domain.declared.items()},
        tuple(sorted(names[index] for index in ring.domain.nonzero)),
        ring.domain.given,
        {name: ring.functions[name] for name in sorted(ring.late)},
        tuple(_tree(ring, index) for index in indices),
    )


def complete(ring: ExactRing, made: Definitions) -> None:
    """Make a ring of its definitions."""
    ring.__init__(*made[:6])  # type: ignore[misc]
    for name, arity in made.late.items():
        ring.declare(name, arity)
    ring.ingest(made.adjoined)


#: The entries of a matrix.
Rows: TypeAlias = tuple[tuple[Function, ...], ...]


class Portable(NamedTuple):
    """An element outside of its ring: terms in generators, their formulas, and conditions."""

    ring: ExactRing
    generators: tuple[Expression, ...]
    terms: tuple[tuple[tuple[int, ...], int, int], ...]
    conditions: tuple[Record, ...]


def portable(element: Element) -> Portable:
    """An element as its formula."""
    ring = element.ring
    polynomial, tower = element.polynomial, ring.tower
    used = tower.used(polynomial)
    places = [tower.place(index) for index in used]
    terms = tuple(
        (tuple(int(powers[p]) for p in places), int(value.p), int(value.q))
        for powers, value in polynomial.terms()
    )
    trees = tuple(_tree(ring, index) for index in used)
    return Portable(ring, trees, terms, _records(ring, element))


#: Higher powers of what has relations are taken one by one: reducing them all at once is slow.
_POWER = 100


def read_element(*parts: Any) -> Element:
    """The element of its formula, in the ring as it is now.

    Raises
    ------
    TooLarge
        A power of a generator cannot be expanded in this ring.
    """
    made = Portable(*parts)
    ring = made.ring
    images = ring.ingest(made.generators)
    mask = _mask(ring, made.conditions)
    values = [image.polynomial for image in images]
    for image in images:
        mask |= image.mask
    tower = ring.tower
    high = any(n > _POWER for powers, _, _ in made.terms for n in powers)
    if high and not tower.is_free(prod(values, start=ring.one.polynomial)):
        total = ring.zero
        for powers, p, q in made.terms:
            factors = (image**n for image, n in zip(images, powers, strict=True))
            total = total + prod(factors, start=ring.rational(Fraction(p, q)))
        return Element(ring, total.polynomial, total.mask | mask)
    context = fmpq_mpoly_ctx.get(tuple(f"x{i}" for i in range(len(images))), Ordering.lex)
    polynomial = context.from_dict({powers: fmpq(p, q) for powers, p, q in made.terms})
    lifted = polynomial.compose(*map(tower.lift, values), ctx=tower.context)
    return Element(ring, tower.reduce(lifted), mask)


def portable_node(
    node: Node,
) -> tuple[ExactRing, str, tuple[Any, ...], tuple[Record, ...]]:
    """An unexpanded function as its kind, arguments and conditions."""
    return node.ring, node.kind, node.arguments, _records(node.ring, node)


def read_node(
    ring: ExactRing, kind: str, arguments: tuple[Any, ...], conditions: Sequence[Record]
) -> Node:
    """The unexpanded function again; unknowns of one linear system share it."""
    mask = _mask(ring, conditions)
    if kind == "solve":
        system, index = arguments
        return system.unknowns()[index].under(mask)  # type: ignore[no-any-return]
    return Node(ring, kind, arguments, mask)


def portable_matrix(
    matrix: SquareMatrix,
) -> tuple[ExactRing, Rows, tuple[Record, ...] | None, bool]:
    """A matrix as its entries, and what makes it regular: None if that was not asked."""
    ring = matrix.ring
    if ring.memory.get("matrices", {}).get(matrix.key()) is not matrix:
        return ring, matrix.rows, None, False
    # The condition that an unexpanded determinant is not zero is about the matrix itself.
    own = any(record.element is matrix for record in ring.domain.records)
    return ring, matrix.rows, _records(ring, matrix), own


def read_matrix(
    ring: ExactRing, rows: Rows, regular: Sequence[Record] | None, unexpanded: bool
) -> SquareMatrix:
    """The matrix again; equal regular matrices are one object."""
    matrix = SquareMatrix(ring, rows)
    if regular is None:
        return matrix
    known = ring.memory.setdefault("matrices", {}).setdefault(matrix.key(), matrix)
    if known is matrix:
        matrix.mask = _mask(ring, regular)
        if unexpanded:
            matrix.mask |= ring.domain.require_unexpanded(matrix, DETERMINANT)
    return known  # type: ignore[no-any-return]


def _tree(ring: ExactRing, index: int) -> Expression:
    return ring.expression(ring.element_of(index))


def _records(ring: ExactRing, thing: Function | SquareMatrix) -> tuple[Record, ...]:
    records = ring.domain.records
    # What a condition is about was there before it.
    own = next((k for k, record in enumerate(records) if record.element is thing), len(records))
    return tuple(record for k, record in enumerate(records[:own]) if thing.mask >> k & 1)


def _mask(ring: ExactRing, records: Sequence[Record]) -> int:
    mask = 0
    for record in records:
        if isinstance(record.element, Element):
            mask |= ring.domain.require(record.relation, record.element, record.origin)
        else:
            mask |= ring.domain.require_unexpanded(record.element, record.origin)
    return mask
