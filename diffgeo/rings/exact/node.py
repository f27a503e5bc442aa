"""Unexpanded solutions of linear systems: a shared graph of subexpressions.

Solving a linear system with symbolic entries multiplies the number of terms by an order
of magnitude per unknown. A `Node` keeps the solution as a straight-line program over ring
elements instead. It has the operators of an element; what it lacks is a normal form, so
zero tests expand it within a limit, or evaluate it at random points.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.copying import Immutable
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import exclusive
from diffgeo.rings.exact.size import Size
from diffgeo.rings.expression import Expression

if TYPE_CHECKING:
    from diffgeo.rings.exact.modular import ModularPoint
    from diffgeo.rings.exact.points import RealPoint, Value
    from diffgeo.rings.exact.ring import ExactRing

#: A function of the same ring, expanded or not: what the protocol of elements calls ``Self``.
Same: TypeAlias = Any


@dataclass(slots=True, eq=False)
class SquareMatrix:
    """A matrix that is non-singular at the generic point; factored once per evaluation."""

    ring: ExactRing
    rows: tuple[tuple[Function, ...], ...]
    mask: int = 0

    def key(self) -> Hashable:
        """Equal for matrices with the same entries in the present generators."""
        return tuple(
            str(e.polynomial) if isinstance(e, Element) else e for row in self.rows for e in row
        )

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        from diffgeo.rings.exact.pickling import portable_matrix, read_matrix

        return read_matrix, portable_matrix(self)


@dataclass(slots=True, eq=False)
class LinearSystem:
    """``matrix * x = right``; the unknowns are the nodes of kind ``solve``."""

    matrix: SquareMatrix
    right: tuple[Function, ...]
    derivatives: dict[str, LinearSystem] = field(default_factory=dict)
    expanded: list[Element] | None = None
    nodes: list[Node] = field(default_factory=list)

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return LinearSystem, (self.matrix, self.right)

    def unknowns(self) -> list[Node]:
        """The solution, one node per unknown; the same nodes at every call."""
        if not self.nodes:
            ring = self.matrix.ring
            entries = (*(e for row in self.matrix.rows for e in row), *self.right)
            mask = reduce(lambda m, e: m | e.mask, entries, self.matrix.mask)
            self.nodes = [Node(ring, "solve", (self, k), mask) for k in range(len(self.right))]
        return self.nodes

    def derivative(self, name: str) -> LinearSystem:
        """The system of the derivatives: ``A x' = b' - A' x`` with the same matrix."""
        if name not in self.derivatives:
            ring = self.matrix.ring
            unknowns = self.unknowns()
            right = []
            for row, value in zip(self.matrix.rows, self.right, strict=True):
                total = ring.derivative(value, name)
                for entry, unknown in zip(row, unknowns, strict=True):
                    total = total - ring.derivative(entry, name) * unknown
                right.append(total)
            self.derivatives[name] = LinearSystem(self.matrix, tuple(right))
        return self.derivatives[name]


class Node(Immutable):
    """An unexpanded function.

    Its kind is ``sum``, ``product`` or ``inverse`` of its arguments (elements and nodes),
    ``solve`` with the system and the number of the unknown as arguments, or
    ``determinant`` with a `SquareMatrix`. Nodes are immutable.
    """

    __slots__ = (
        "_derivatives",
        "_expanded",
        "arguments",
        "kind",
        "known_zero",
        "mask",
        "ring",
    )

    def __init__(self, ring: ExactRing, kind: str, arguments: tuple[Any, ...], mask: int) -> None:
        self.ring = ring
        self.kind = kind
        self.arguments = arguments
        self.mask = mask
        self._derivatives: dict[str, Function] = {}
        self._expanded: Element | Unexpanded | None = None
        #: Whether a certificate has shown that the function vanishes.
        self.known_zero = False

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        from diffgeo.rings.exact.pickling import portable_node, read_node

        return read_node, portable_node(self)

    # --- arithmetic ------------------------------------------------------------------

    def _coerce(self, other: object) -> Function | None:
        if isinstance(other, Node | Element) and other.ring is self.ring:
            return other
        if isinstance(other, int | Fraction):
            return self.ring.rational(other)
        # A foreign element raises the error that names both rings.
        return self.ring.one._coerce(other)

    def __add__(self, other: object) -> Same:
        other = self._coerce(other)
        return NotImplemented if other is None else make_sum(self.ring, (self, other))

    __radd__ = __add__

    def __mul__(self, other: object) -> Same:
        other = self._coerce(other)
        return NotImplemented if other is None else make_product(self.ring, (self, other))

    __rmul__ = __mul__

    def __neg__(self) -> Same:
        return self * -1

    def __sub__(self, other: object) -> Same:
        other = self._coerce(other)
        return NotImplemented if other is None else self + -other

    def __rsub__(self, other: object) -> Same:
        return -self + other

    @exclusive
    def inverse(self) -> Function:
        """``1/self``; the function must not be zero.

        Raises
        ------
        ZeroDenominator
            If it is.
        """
        from diffgeo.rings.exact.linear import invert_node

        return invert_node(self)

    def __truediv__(self, other: object) -> Same:
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        return self * (other.inverse() if isinstance(other, Node) else self.ring.inverse(other))

    def __rtruediv__(self, other: object) -> Same:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Same:
        if not isinstance(exponent, int):
            return NotImplemented
        base = self if exponent >= 0 else self.inverse()
        return make_product(self.ring, (base,) * abs(exponent)).under(self.mask)

    def under(self, mask: int) -> Node:
        """The same function with more conditions attached."""
        total = mask | self.mask
        return self if total == self.mask else Node(self.ring, self.kind, self.arguments, total)

    # --- calculus --------------------------------------------------------------------

    @exclusive
    def derivative(self, name: str) -> Function:
        """The derivative along a coordinate or parameter."""
        if name not in self._derivatives:
            # Arguments first: a long chain of nodes must not become a deep recursion.
            for node in programme_order([self]):
                if name not in node._derivatives:
                    node._derivatives[name] = node._derive(name)
        return self._derivatives[name]

    def _derive(self, name: str) -> Same:
        ring = self.ring
        if self.kind == "solve":
            system, index = self.arguments
            return system.derivative(name).unknowns()[index]
        if self.kind == "determinant":
            return self._derive_determinant(name)
        if self.kind == "inverse":
            (inner,) = self.arguments
            return make_product(ring, (self, self, -1 * ring.derivative(inner, name)))
        if self.kind == "sum":
            return make_sum(ring, [ring.derivative(a, name) for a in self.arguments])
        terms = []
        for k, factor in enumerate(self.arguments):
            others = self.arguments[:k] + self.arguments[k + 1 :]
            terms.append(make_product(ring, (ring.derivative(factor, name), *others)))
        return make_sum(ring, terms)

    def _derive_determinant(self, name: str) -> Function:
        """The sum over the rows of the determinants with that row differentiated."""
        ring, (matrix,) = self.ring, self.arguments
        terms = []
        for k, row in enumerate(matrix.rows):
            new = tuple(ring.derivative(e, name) for e in row)
            if not all(ring.vanishes(e) for e in new):
                rows = (*matrix.rows[:k], new, *matrix.rows[k + 1 :])
                terms.append(make_determinant(ring, rows))
        return make_sum(ring, terms)

    # --- evaluation ------------------------------------------------------------------

    @exclusive
    def evaluate_modular(self, point: ModularPoint) -> int:
        """The residue at a modular point (redrawn if a denominator vanishes there)."""
        from diffgeo.rings.exact.programme_evaluation import evaluate_at_modular_point

        return evaluate_at_modular_point(self, point)

    @exclusive
    def evaluate_real(self, point: RealPoint) -> Value:
        """The value at a real point: exact if it is rational, a ball otherwise."""
        from diffgeo.rings.exact.programme_evaluation import evaluate_at_real_point

        return evaluate_at_real_point(self, point)

    @exclusive
    def size(self) -> Size:
        """Degree and height bounds."""
        from diffgeo.rings.exact.programme_evaluation import size_of

        return size_of(self)

    # --- expansion and display -------------------------------------------------------

    @exclusive
    def expand(self) -> Element:
        """The function as an element in normal form.

        Raises
        ------
        Unexpanded
            If it is too large.
        """
        if self._expanded is None:
            for node in programme_order([self]):
                if node._expanded is None:
                    node._expanded = node._attempt()
                    self.ring.journal.note(node._forget_expansion)
        if isinstance(self._expanded, Element):
            return self._expanded
        assert self._expanded is not None
        raise self._expanded

    def _forget_expansion(self) -> None:
        """Expansions made with generators that are undone are undone with them."""
        self._expanded = None
        if self.kind == "solve":
            self.arguments[0].expanded = None

    def _attempt(self) -> Element | Unexpanded:
        try:
            return self._expand()
        except Unexpanded as error:
            return error
        except TooLarge as error:
            return Unexpanded(str(error))

    def try_expand(self) -> Element | None:
        """Like `expand`, but ``None`` if the function is too large."""
        try:
            return self.expand()
        except Unexpanded:
            return None

    def _expand(self) -> Element:
        from diffgeo.rings.exact.linear import cancel, expand_determinant, expand_system

        ring = self.ring
        if self.kind == "solve":
            system, index = self.arguments
            if system.expanded is None:
                system.expanded = expand_system(system)
            result = system.expanded[index]
        elif self.kind == "determinant":
            result = expand_determinant(ring, self.arguments[0])
        elif self.kind == "inverse":
            result = ring.inverse(expanded(self.arguments[0]))
        else:
            parts = [expanded(a) for a in self.arguments]
            if self.kind == "sum":
                result = cancel(ring, sum(parts, ring.zero))
            else:
                result = ring.one
                for part in parts:
                    result = cancel(ring, result * part)
        return Element(ring, result.polynomial, result.mask | self.mask)

    def expression(self) -> Expression:
        """The tree of the expanded function, or of the graph if that is too large."""
        from diffgeo.rings.exact.programme_evaluation import tree_of

        element = self.try_expand()
        return tree_of(self) if element is None else self.ring.expression(element)

    def __str__(self) -> str:
        return str(self.expression())

    def __repr__(self) -> str:
        return f"<unexpanded {self.kind} on {', '.join(self.ring.coordinates)}>"


#: A function of the ring, expanded or not.
Function: TypeAlias = Element | Node


def expanded(value: Function) -> Element:
    """An element as it is, a node expanded."""
    return value.expand() if isinstance(value, Node) else value


def make_determinant(ring: ExactRing, rows: Sequence[tuple[Function, ...]]) -> Node:
    """The unexpanded determinant of a square matrix."""
    mask = reduce(lambda m, e: m | e.mask, (e for row in rows for e in row), 0)
    return Node(ring, "determinant", (SquareMatrix(ring, tuple(rows)),), mask)


def make_sum(ring: ExactRing, terms: Iterable[Function]) -> Function:
    """A sum with at most one expanded term; an element if nothing is unexpanded."""
    return _combine(ring, "sum", terms, ring.zero, lambda a, b: a + b)


def make_product(ring: ExactRing, factors: Iterable[Function]) -> Function:
    """A product with at most one expanded factor; an element if nothing is unexpanded."""
    return _combine(ring, "product", factors, ring.one, lambda a, b: a * b)


def _combine(
    ring: ExactRing,
    kind: str,
    parts: Iterable[Function],
    neutral: Element,
    operation: Callable[[Element, Element], Element],
) -> Function:
    known: Element = neutral
    nodes: list[Function] = []
    for part in parts:
        for piece in part.arguments if isinstance(part, Node) and part.kind == kind else (part,):
            if isinstance(piece, Node):
                nodes.append(piece)
            else:
                known = operation(known, piece)
    if not nodes or (kind == "product" and ring.vanishes(known)):
        return known
    mask = reduce(lambda m, n: m | n.mask, nodes, known.mask)
    if len((known - neutral).polynomial):
        nodes.insert(0, known)
    if len(nodes) > 1:
        return Node(ring, kind, tuple(nodes), mask)
    # A neutral part changes nothing but the conditions.
    (single,) = nodes
    return single.under(mask)


def programme_order(outputs: Sequence[object], known: Container[object] = ()) -> list[Node]:
    """All nodes below the outputs but known ones, arguments before the nodes that use them.

    The matrix of a linear system is looked through once, not for each of its unknowns.
    """
    order: list[Node] = []
    seen: set[int] = set()
    stack: list[tuple[object, bool]] = [(o, False) for o in reversed(outputs)]
    while stack:
        value, ready = stack.pop()
        if not isinstance(value, Node):
            continue
        if ready:
            order.append(value)
            continue
        if id(value) in seen or value in known:
            continue
        seen.add(id(value))
        stack.append((value, True))
        if value.kind == "solve":
            # What lies below the first unknown is listed before another one can be met.
            system = id(value.arguments[0])
            if system in seen:
                continue
            seen.add(system)
        stack.extend((a, False) for a in children(value))
    return order


def children(node: Node) -> tuple[Same, ...]:
    """The functions that a node is made of."""
    if node.kind == "determinant":
        return tuple(e for row in node.arguments[0].rows for e in row)
    if node.kind != "solve":
        return node.arguments
    system, _ = node.arguments
    return (*(e for row in system.matrix.rows for e in row), *system.right)
