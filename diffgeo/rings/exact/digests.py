"""Digests of functions: the points at which a function is asked to vanish depend on it.

Points that are the same for all functions are no random points for a function that was made
through them. So the points of a probe are drawn from a cryptographic digest of the whole
question (polynomials, programmes, and the definitions of all generators in them) and of a seed
(as in the heuristic of Fiat and Shamir for challenges). To change a function is to change the
points; to find one that vanishes at its own points, though it is not zero, takes as many trials
as the error bound says.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING

from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.node import Function, LinearSystem, Node, SquareMatrix, programme_order

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.tower import Generator


def digest(ring: ExactRing, functions: Iterable[Function]) -> str:
    """The digest of functions, expanded or not, in their order."""
    functions = list(functions)
    known: dict[object, str] = {}
    for node in programme_order(functions):
        known[node] = _of_node(ring, node, known)
    return _hash(_of(ring, function, known) for function in functions)


def _hash(parts: Iterable[str]) -> str:
    found = blake2b(digest_size=32)
    for part in parts:
        data = part.encode()
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()


def _of(ring: ExactRing, function: Function, known: dict[object, str]) -> str:
    return _of_element(ring, function) if isinstance(function, Element) else known[function]


def _of_node(ring: ExactRing, node: Node, known: dict[object, str]) -> str:
    if node.kind in ("solve", "determinant"):
        thing = node.arguments[0]
        if thing not in known:
            known[thing] = _of_table(ring, thing, known)
        return _hash([node.kind, known[thing], *map(str, node.arguments[1:])])
    return _hash([node.kind, *(_of(ring, part, known) for part in node.arguments)])


def _of_table(ring: ExactRing, thing: LinearSystem | SquareMatrix, known: dict[object, str]) -> str:
    """The digest of a matrix, or of a system: of its matrix and right side."""
    rows: list[tuple[Function, ...]] = []
    if isinstance(thing, LinearSystem):
        rows, thing = [thing.right], thing.matrix
    rows += thing.rows
    return _hash(_hash(_of(ring, entry, known) for entry in row) for row in rows)


def _of_element(ring: ExactRing, element: Element) -> str:
    polynomial = element.polynomial
    used = sorted(ring.tower.used(polynomial))
    return _hash([str(polynomial), *(_of_generator(ring, index) for index in used)])


def _of_generator(ring: ExactRing, index: int) -> str:
    """The digest of the definition of a generator."""
    table = ring.memory.setdefault("digests", {})
    if index not in table:
        table[index] = _of_definition(ring, ring.tower.generators[index])
    return str(table[index])


def _of_definition(ring: ExactRing, generator: Generator) -> str:
    parts = generator.arguments if generator.argument is None else (generator.argument,)
    written = (generator.kind.value, generator.name, generator.degree, generator.orders)
    return _hash([*map(str, (generator.index, *written)), *(_of_element(ring, p) for p in parts)])
