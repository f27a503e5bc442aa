"""From ring elements, expanded or not, to programs that a machine runs on floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diffgeo.interop.codegen import Program, Step
from diffgeo.rings.exact.node import Node, children, programme_order
from diffgeo.rings.expression import Expression


def program_of(elements: Sequence[object], shown: bool = True) -> Program:
    """The program that computes elements of one exact ring.

    Expanded elements become leaves (formulas, those that are `shown` or shorter ones); the graph of
    an unexpanded solution becomes steps, so that its linear systems are solved numerically at each
    evaluation.
    """
    writer = _Writer(elements, shown)
    return Program(tuple(writer.leaves), tuple(writer.steps), tuple(writer.outputs))


class _Writer:
    def __init__(self, elements: Sequence[object], shown: bool) -> None:
        self._shown = shown
        self.leaves: list[Expression] = []
        self.steps: list[Step] = []
        self._slots: dict[object, int] = {}
        nodes = programme_order(elements)
        # Slots are numbered leaves first, so all leaves are collected before any step.
        for element in elements:
            self._leaf(element)
        for node in nodes:
            for argument in children(node):
                self._leaf(argument)
        self._next = len(self.leaves)
        for node in nodes:
            self._step(node)
        self.outputs = [self._slot(e) for e in elements]

    def _key(self, element: Any) -> object:
        return element if isinstance(element, Node) else str(element.polynomial)

    def _slot(self, element: object) -> int:
        return self._slots[self._key(element)]

    def _leaf(self, element: Any) -> None:
        key = self._key(element)
        if not isinstance(element, Node) and key not in self._slots:
            self._slots[key] = len(self.leaves)
            ring = element.ring
            write = ring.expression if self._shown else ring.formula
            self.leaves.append(write(element))

    def _append(self, step: Step) -> int:
        self.steps.append(step)
        first = self._next
        self._next += step.width
        return first

    def _step(self, node: Node) -> None:
        if node.kind == "solve":
            system, index = node.arguments
            if system not in self._slots:
                matrix = tuple(tuple(self._slot(e) for e in row) for row in system.matrix.rows)
                right = tuple(self._slot(b) for b in system.right)
                self._slots[system] = self._append(Step("solve", matrix=matrix, right=right))
            self._slots[node] = self._slots[system] + index
            return
        if node.kind == "determinant":
            (square,) = node.arguments
            matrix = tuple(tuple(self._slot(e) for e in row) for row in square.rows)
            self._slots[node] = self._append(Step("determinant", matrix=matrix))
            return
        slots = tuple(self._slot(a) for a in node.arguments)
        if node.kind == "inverse":
            step = Step("power", slots, -1)
        elif node.kind == "product":
            step = Step("product", slots)
        else:
            step = Step("sum", slots)
        self._slots[node] = self._append(step)
