"""Bottom-up passes over expression trees without recursion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from diffgeo.rings.expression import Expression

T = TypeVar("T")


def fold(root: Expression, combine: Callable[[Expression, Sequence[T]], T]) -> T:
    """The value of a tree from the values of its children, children first.

    ``combine(node, values)`` gets the values of ``node.children`` in order. Subtrees that
    are the same object are visited once, so that shared trees cost what they occupy.
    """
    values: dict[int, T] = {}
    stack: list[tuple[Expression, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if id(node) in values:
            continue
        children = node.children
        if ready or not children:
            values[id(node)] = combine(node, [values[id(c)] for c in children])
        else:
            stack.append((node, True))
            stack.extend((c, False) for c in reversed(children))
    return values[id(root)]


def depth(root: Expression) -> int:
    """The number of nodes on the longest path from the root to a leaf."""
    return fold(root, lambda _, below: 1 + max(below, default=0))
