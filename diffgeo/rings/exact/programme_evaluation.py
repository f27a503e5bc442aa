"""Evaluation of unexpanded functions in any arithmetic: residues, balls, sizes, trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from flint import fmpq, fmpq_mpoly, nmod_mat

from diffgeo.errors import OutsideDomain
from diffgeo.rings import expression as tree
from diffgeo.rings.exact.modular import ModularPoint
from diffgeo.rings.exact.node import Function, LinearSystem, Node, programme_order
from diffgeo.rings.exact.size import Size, measure
from diffgeo.rings.expression import Expression

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.points import RealPoint
    from diffgeo.rings.exact.points import Value as RealValue

Value = TypeVar("Value")

#: Larger determinants of balls are eliminated, which loses digits but takes no 2^n steps.
MOST_BY_MINORS = 8


class Residues(Protocol):
    """Residues of functions: those of a modular point, or of what maps to one."""

    prime: int

    def evaluate(self, polynomial: fmpq_mpoly) -> int:
        """The residue of a polynomial of the tower."""


class Arithmetic(Protocol[Value]):
    """What an interpretation of a straight-line program must be able to do."""

    def leaf(self, element: Element) -> Value:
        """The value of an expanded element."""

    def add(self, values: Sequence[Value]) -> Value:
        """The sum."""

    def multiply(self, values: Sequence[Value]) -> Value:
        """The product."""

    def invert(self, value: Value) -> Value:
        """One divided by the value."""

    def solve(self, rows: list[list[Value]], right: list[Value]) -> list[Value]:
        """The solution of a square linear system."""

    def determinant(self, rows: list[list[Value]]) -> Value:
        """The determinant of a square matrix."""


def interpret(node: Node, arithmetic: Arithmetic[Value], cache: dict[object, Any]) -> Value:
    """The value of a node; values of shared subexpressions are computed once."""

    def value(argument: Function) -> Value:
        known: Value = cache[argument] if isinstance(argument, Node) else arithmetic.leaf(argument)
        return known

    for current in programme_order([node], cache):
        if current.kind == "solve":
            system, index = current.arguments
            cache[current] = _solution(system, arithmetic, cache, value)[index]
        elif current.kind == "determinant":
            rows = [[value(e) for e in row] for row in current.arguments[0].rows]
            cache[current] = arithmetic.determinant(rows)
        elif current.kind == "sum":
            cache[current] = arithmetic.add([value(a) for a in current.arguments])
        elif current.kind == "product":
            cache[current] = arithmetic.multiply([value(a) for a in current.arguments])
        else:
            cache[current] = arithmetic.invert(value(current.arguments[0]))
    return value(node)


def _solution(
    system: LinearSystem,
    arithmetic: Arithmetic[Value],
    cache: dict[object, Any],
    value: Callable[[Function], Value],
) -> list[Value]:
    if system not in cache:
        rows = [[value(e) for e in row] for row in system.matrix.rows]
        cache[system] = arithmetic.solve(rows, [value(b) for b in system.right])
    solution: list[Value] = cache[system]
    return solution


#: An entry of a matrix over any field: a residue, a ball, a function.
Entry: TypeAlias = Any


def eliminate(
    rows: list[list[Entry]],
    right: list[Entry],
    invert: Callable[[Entry], Entry],
    tidy: Callable[[Entry], Entry] = lambda value: value,
    is_pivot: Callable[[Entry], bool] = bool,
) -> list[Entry]:
    """Gauss-Jordan elimination in any field; raises `ZeroDivisionError` if singular."""
    table = [[*row, b] for row, b in zip(rows, right, strict=True)]
    size = len(table)
    for column in range(size):
        pivot = next((r for r in range(column, size) if is_pivot(table[r][column])), None)
        if pivot is None:
            raise ZeroDivisionError("the matrix is singular here")
        table[column], table[pivot] = table[pivot], table[column]
        scale = invert(table[column][column])
        table[column] = [tidy(v * scale) for v in table[column]]
        for r in range(size):
            factor = table[r][column]
            if r != column:
                table[r] = [
                    tidy(a - factor * b) for a, b in zip(table[r], table[column], strict=True)
                ]
    return [row[size] for row in table]


def determinant_by_minors(rows: list[list[Entry]], zero: Entry, one: Entry) -> Entry:
    """The determinant without divisions; each minor of the first rows is computed once."""
    minors: dict[frozenset[int], Entry] = {frozenset(): one}
    for row in rows:
        larger: dict[frozenset[int], Entry] = {}
        for columns, minor in minors.items():
            for c, entry in enumerate(row):
                if c not in columns:
                    sign = (-1) ** sum(1 for other in columns if other > c)
                    larger[columns | {c}] = larger.get(columns | {c}, zero) + minor * entry * sign
        minors = larger
    return minors[frozenset(range(len(rows)))]


# --- residues ------------------------------------------------------------------------


class _Residues:
    def __init__(self, point: Residues) -> None:
        self._point = point
        self._prime = point.prime

    def leaf(self, element: Element) -> int:
        return self._point.evaluate(element.polynomial)

    def add(self, values: Sequence[int]) -> int:
        return sum(values) % self._prime

    def multiply(self, values: Sequence[int]) -> int:
        return reduce(lambda a, b: a * b % self._prime, values, 1)

    def invert(self, value: int) -> int:
        if not value:
            raise ZeroDivisionError
        return pow(value, -1, self._prime)

    def solve(self, rows: list[list[int]], right: list[int]) -> list[int]:
        matrix, column = nmod_mat(rows, self._prime), [[b] for b in right]
        return [int(v) for v in matrix.solve(nmod_mat(column, self._prime)).entries()]

    def determinant(self, rows: list[list[int]]) -> int:
        return int(nmod_mat(rows, self._prime).det())


def evaluate_at_modular_point(node: Node, point: ModularPoint) -> int:
    """The residue of a node; the point is drawn anew where a denominator vanishes."""
    while True:
        point.extend()
        attempt = point.attempt
        try:
            result = interpret(node, _Residues(point), point.cache)
        except ZeroDivisionError:
            point.redraw()
            continue
        if point.attempt == attempt:
            return result


def residue_of_node(node: Node, point: Residues) -> int:
    """The residue of a node, where no denominator vanishes; else `ZeroDivisionError`."""
    return interpret(node, _Residues(point), {})


# --- balls ---------------------------------------------------------------------------


class _Balls:
    def __init__(self, point: RealPoint) -> None:
        self._point = point

    def leaf(self, element: Element) -> RealValue:
        return self._point.evaluate(element.polynomial)

    def add(self, values: Sequence[RealValue]) -> RealValue:
        self._point.spend(len(values))
        return self._point.tidy(sum(values, fmpq(0)))

    def multiply(self, values: Sequence[RealValue]) -> RealValue:
        self._point.spend(len(values))
        return self._point.tidy(reduce(lambda a, b: a * b, values, fmpq(1)))

    def invert(self, value: RealValue) -> RealValue:
        if not value != 0:
            raise OutsideDomain("a denominator vanishes")
        return 1 / value

    def solve(self, rows: list[list[RealValue]], right: list[RealValue]) -> list[RealValue]:
        self._point.spend(len(rows) ** 3)
        tidy = self._point.tidy
        try:
            return eliminate(rows, right, self.invert, tidy, is_pivot=lambda v: v != 0)
        except ZeroDivisionError:
            raise OutsideDomain("the matrix of a linear system is singular") from None

    def determinant(self, rows: list[list[RealValue]]) -> RealValue:
        if len(rows) <= MOST_BY_MINORS:
            self._point.spend(len(rows) * 2 ** len(rows))
            return self._point.tidy(determinant_by_minors(rows, fmpq(0), fmpq(1)))
        self._point.spend(len(rows) ** 3)
        rows, value = [list(row) for row in rows], fmpq(1)
        while rows:
            pivot = next((k for k, row in enumerate(rows) if row[0] != 0), None)
            if pivot is None:
                if all(isinstance(row[0], fmpq) for row in rows):
                    return fmpq(0)
                raise OutsideDomain("no pivot of a determinant is certainly not zero")
            first = rows.pop(pivot)
            value = self._point.tidy(value * first[0] * (-1) ** pivot)
            rows = [
                [
                    self._point.tidy(a - row[0] / first[0] * b)
                    for a, b in zip(row[1:], first[1:], strict=True)
                ]
                for row in rows
            ]
        return value


def evaluate_at_real_point(node: Node, point: RealPoint) -> RealValue:
    """The value of a node at a real point: exact if rational, otherwise a ball."""
    return interpret(node, _Balls(point), {})


# --- sizes ---------------------------------------------------------------------------


class _Sizes:
    def leaf(self, element: Element) -> Size:
        return measure(element.ring, element)

    def add(self, values: Sequence[Size]) -> Size:
        return reduce(Size.plus, values)

    def multiply(self, values: Sequence[Size]) -> Size:
        return reduce(Size.times, values)

    def invert(self, value: Size) -> Size:
        return value.inverse()

    def solve(self, rows: list[list[Size]], right: list[Size]) -> list[Size]:
        # Cramer's rule after each row was multiplied by its common denominator.
        degree, height, roots = 0, float(len(rows) ** 2), 0
        extra = 0
        for row, b in zip(rows, right, strict=True):
            common = sum(s.denominator for s in (*row, b))
            degree += max(s.numerator + common - s.denominator for s in row)
            extra = max(extra, b.numerator + common - b.denominator)
            height += sum(s.height for s in (*row, b))
            roots = max(roots, *(s.roots for s in (*row, b)))
        return [Size(degree + extra, degree, height, roots)] * len(right)

    def determinant(self, rows: list[list[Size]]) -> Size:
        degree, below, height, roots = 0, 0, float(len(rows) ** 2), 0
        for row in rows:
            common = sum(s.denominator for s in row)
            below += common
            degree += max(s.numerator + common - s.denominator for s in row)
            height += sum(s.height for s in row)
            roots = max(roots, *(s.roots for s in row))
        return Size(degree, below, height, roots)


def size_of(node: Node) -> Size:
    """Degree and height bounds of a node."""
    return interpret(node, _Sizes(), {})


def size_of_minors(rows: Sequence[Sequence[Function]]) -> Size:
    """Bounds for every minor of a matrix of elements and nodes."""
    return _Sizes().determinant([[measure(e.ring, e) for e in row] for row in rows])


# --- trees ---------------------------------------------------------------------------


class _Trees:
    def leaf(self, element: Element) -> Expression:
        written: Expression = element.ring.expression(element)
        return written

    def add(self, values: Sequence[Expression]) -> Expression:
        return tree.add(*values)

    def multiply(self, values: Sequence[Expression]) -> Expression:
        return tree.multiply(*values)

    def invert(self, value: Expression) -> Expression:
        return tree.power(value, -1)

    def solve(self, rows: list[list[Expression]], right: list[Expression]) -> list[Expression]:
        below = _determinant(rows)
        result = []
        for k in range(len(right)):
            replaced = [
                [b if j == k else e for j, e in enumerate(row)]
                for row, b in zip(rows, right, strict=True)
            ]
            result.append(tree.divide(_determinant(replaced), below))
        return result

    def determinant(self, rows: list[list[Expression]]) -> Expression:
        return _determinant(rows)


def _determinant(rows: list[list[Expression]]) -> Expression:
    """Laplace expansion along the first row, skipping zeros; shared but not expanded."""
    if len(rows) == 1:
        return rows[0][0]
    terms = []
    for k, entry in enumerate(rows[0]):
        if entry != tree.ZERO:
            minor = _determinant([row[:k] + row[k + 1 :] for row in rows[1:]])
            term = tree.multiply(entry, minor)
            terms.append(term if k % 2 == 0 else tree.negate(term))
    return tree.add(*terms)


def tree_of(node: Node) -> Expression:
    """A tree for a node that is too large to expand: quotients of unexpanded determinants."""
    return interpret(node, _Trees(), {})
