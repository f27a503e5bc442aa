"""Functions as plain data for JSON: formulas in generators, shared graphs, conditions.

Everything is in one list, each entry made of earlier ones: polynomials, what is unexpanded
(sums, products, inverses, linear systems, determinants), and conditions. Nothing in such data
is executed: formulas pass the grammar, numbers are numbers, references lead backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.errors import DiffGeoError, ExpressionError, TooLarge
from diffgeo.rings.exact import pickling
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.node import Function, LinearSystem, Node, SquareMatrix
from diffgeo.rings.exact.sign_rules import Record

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.expression import Expression
    from diffgeo.rings.protocol import Data

#: Kinds of unexpanded functions that are made of others without more ado.
_PLAIN = ("sum", "product", "inverse")
_RELATIONS = ("!=", ">")
#: A higher power of a generator is not read.
HIGHEST_POWER = 1_000_000


#: What has an entry of its own.
Part: TypeAlias = Element | Node | LinearSystem | SquareMatrix | Record


class _Writer:
    """Objects in the order in which they need each other, each once."""

    def __init__(self) -> None:
        self.generators: dict[str, int] = {}
        self.entries: list[list[object]] = []
        self._known: dict[int, int] = {}
        self._kept: list[object] = []

    def add(self, thing: Part) -> int:
        if id(thing) not in self._known:
            entry = self._entry(thing)
            self._known[id(thing)] = len(self.entries)
            self._kept.append(thing)  # so that nothing else gets its identity
            self.entries.append(entry)
        return self._known[id(thing)]

    def all(self, things: Sequence[Part]) -> list[int]:
        return [self.add(thing) for thing in things]

    def _entry(self, thing: Part) -> list[object]:
        if isinstance(thing, Element):
            made = pickling.portable(thing)
            used = [self.generators.setdefault(str(g), len(self.generators)) for g in made[1]]
            terms = [[list(powers), f"{p}/{q}"] for powers, p, q in made.terms]
            return ["polynomial", used, terms, self.all(made.conditions)]
        if isinstance(thing, Record):
            return ["condition", thing.relation, self.add(thing.element), thing.origin]
        if isinstance(thing, LinearSystem):
            return ["system", self.add(thing.matrix), self.all(thing.right)]
        if isinstance(thing, SquareMatrix):
            _, rows, regular, own = pickling.portable_matrix(thing)
            needed = None if regular is None else self.all(regular)
            return ["matrix", [self.all(row) for row in rows], needed, own]
        _, kind, arguments, conditions = pickling.portable_node(thing)
        if kind == "solve":
            system, number = arguments
            return [kind, self.add(system), number, self.all(conditions)]
        return [kind, self.all(arguments), self.all(conditions)]


def to_data(elements: Sequence[Function]) -> Data:
    """Functions of one ring as numbers, lists and text."""
    from diffgeo.rings.exact.node import programme_order

    writer = _Writer()
    # What others are made of comes first: a long chain must not become a deep recursion.
    for node in programme_order(elements):
        writer.add(node)
    outputs = writer.all(elements)
    return {
        "generators": list(writer.generators),
        "entries": writer.entries,
        "functions": outputs,
    }


def from_data(ring: ExactRing, data: Any, read: Callable[[str], Expression]) -> list[Function]:
    """The functions of such data in a ring.

    Raises
    ------
    ExpressionError
        The data are malformed: an entry is of no known kind, or refers to none before it.
    """
    try:
        generators = tuple(read(_text(g)) for g in data["generators"])
        # All of them first, so that bases of angles fit all.
        ring.ingest(generators)
        made: list[Any] = []
        for number, entry in enumerate(data["entries"]):
            made.append(_Reader(ring, generators, made, number).read(*entry))
        return [made[k] for k in _indices(data["functions"], made, Element, Node)]
    except (KeyError, TypeError, IndexError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, DiffGeoError):
            raise
        raise ExpressionError(f"these are no data of functions: {error}") from None


class _Reader:
    """One entry, made of those before it."""

    def __init__(
        self, ring: ExactRing, generators: tuple[Expression, ...], made: list[Part], number: int
    ) -> None:
        self.ring, self.generators, self.made, self.number = ring, generators, made, number

    def read(self, kind: str, *parts: Any) -> Part:
        if kind == "polynomial":
            return self._polynomial(*parts)
        if kind == "condition":
            relation, about, origin = parts
            (element,) = self._of([about], Element, Node, SquareMatrix)
            if relation not in _RELATIONS:
                raise self._wrong(f"the relation {relation!r:.60}")
            return Record(relation, element, _text(origin))
        if kind == "system":
            (matrix,), right = self._of(parts[:1], SquareMatrix), self._of(parts[1], Element, Node)
            if len(right) != len(matrix.rows):
                raise self._wrong("a linear system that is not square")
            return LinearSystem(matrix, tuple(right))
        if kind == "matrix":
            rows, needed, own = parts
            entries = tuple(tuple(self._of(row, Element, Node)) for row in rows)
            if not entries or any(len(row) != len(entries) for row in entries):
                raise self._wrong("a matrix that is not square")
            regular = None if needed is None else tuple(self._of(needed, Record))
            return pickling.read_matrix(self.ring, entries, regular, own is True)
        if kind == "solve":
            (system,), conditions = self._of(parts[:1], LinearSystem), self._of(parts[2], Record)
            unknown = _number(parts[1], len(system.right))
            return pickling.read_node(self.ring, kind, (system, unknown), conditions)
        if kind == "determinant":
            arguments = self._of(parts[0], SquareMatrix)
        elif kind in _PLAIN:
            arguments = self._of(parts[0], Element, Node)
        else:
            raise self._wrong(f"the kind {kind!r:.60}")
        if not arguments or (kind not in ("sum", "product") and len(arguments) != 1):
            raise self._wrong(f"a {kind} of {len(arguments)} parts")
        return pickling.read_node(self.ring, kind, tuple(arguments), self._of(parts[1], Record))

    def _polynomial(self, used: Any, terms: Any, conditions: Any) -> Element:
        trees = tuple(self.generators[_number(k, len(self.generators))] for k in used)
        read = []
        for powers, value in terms:
            top, _, bottom = _text(value).partition("/")
            if len(powers) != len(trees):
                raise self._wrong("a term with other variables")
            if any(type(n) is int and n > HIGHEST_POWER for n in powers):
                raise TooLarge(
                    f"entry {self.number} of these data has an exponent larger than {HIGHEST_POWER}"
                )
            read.append((tuple(_number(n) for n in powers), int(top), int(bottom)))
        needed = tuple(self._of(conditions, Record))
        return pickling.read_element(self.ring, trees, tuple(read), needed)

    def _of(self, indices: Any, *kinds: type) -> list[Any]:
        return [self.made[k] for k in _indices(indices, self.made, *kinds)]

    def _wrong(self, what: str) -> ExpressionError:
        return ExpressionError(f"these are no data of functions: entry {self.number} has {what}")


def _indices(given: Any, made: list[Part], *kinds: type) -> list[int]:
    found = [_number(k, len(made)) for k in given]
    for k in found:
        if not isinstance(made[k], kinds):
            raise ValueError(f"entry {k} is of another kind than is needed")
    return found


def _number(value: object, below: int | None = None) -> int:
    if type(value) is not int or value < 0 or (below is not None and value >= below):
        raise ValueError(f"{value!r:.60} is not a number that can stand there")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.60} stands in the place of text")
    return value
