"""The block triangular form of a square pattern: a matching, then strong components."""

from __future__ import annotations

from collections.abc import Sequence


def block_triangular(pattern: Sequence[Sequence[bool]]) -> list[tuple[list[int], list[int]]]:
    """Blocks ``(rows, columns)``, each depending on columns of earlier blocks only.

    Parameters
    ----------
    pattern
        Which entries of a square matrix of full structural rank are not zero.
    """
    size = len(pattern)
    row_of = _matching(pattern)
    # Column c needs column k if the row matched to c has an entry in column k.
    needs = [[k for k in range(size) if pattern[row_of[c]][k] and k != c] for c in range(size)]
    return [([row_of[c] for c in part], part) for part in _components(needs)]


def _matching(pattern: Sequence[Sequence[bool]]) -> list[int]:
    """For each column a different row with an entry there, by augmenting paths."""
    size = len(pattern)
    row_of = [-1] * size

    def augment(row: int, seen: set[int]) -> bool:
        for column in range(size):
            if pattern[row][column] and column not in seen:
                seen.add(column)
                if row_of[column] < 0 or augment(row_of[column], seen):
                    row_of[column] = row
                    return True
        return False

    # Sparse rows choose first.
    for row in sorted(range(size), key=lambda r: sum(pattern[r])):
        if not augment(row, set()):
            raise ValueError("the pattern has no perfect matching")
    return row_of


def _components(needs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components, those without needs first (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    result: list[list[int]] = []

    def visit(node: int) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in needs[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = []
            while True:
                component.append(stack.pop())
                if component[-1] == node:
                    break
            result.append(sorted(component))

    for node in range(len(needs)):
        if node not in index:
            visit(node)
    return result
