"""Several (1,1) tensors that satisfy algebraic relations with each other, such as quaternions.

Constant matrices with small entries are tried one tensor after the other, and each relation as soon
as its tensors have values. All of them are then conjugated in the same way, which keeps algebraic
relations and makes the tensors less integrable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from random import Random

from diffgeo.proofs.completion import Completion, Polynomial
from diffgeo.proofs.instances import Data
from diffgeo.proofs.known_tensors import conjugates
from diffgeo.proofs.symbolic_objects import Symbolic
from diffgeo.proofs.time_allowed import time_is_up
from diffgeo.verdicts.verdict import Identity

#: Matrices that are made at random, and steps of one search.
MOST_MATRICES = 300
MOST_STEPS = 3_000
#: Solutions that are left out since what shall fail does not.
MOST_IN_VAIN = 40

Matrix = tuple[tuple[Fraction | int, ...], ...]


class JointTensors:
    """The tensors between which there are algebraic relations, and values for them.

    Parameters
    ----------
    relations
        Those that are no sums of compositions of tensors are left out.
    identity
        What shall fail; if it is such a relation, values are preferred for which it does.
    """

    def __init__(self, relations: Sequence[Identity], identity: Identity) -> None:
        read, goal = Completion(relations), Completion([identity])
        self._equations = list(filter(read.is_algebraic, read.equations))
        names = dict.fromkeys(x for p in self._equations for word in p for x in word)
        self.symbols: dict[str, Symbolic] = {name: read.letters[name] for name in names}
        known = set(goal.letters) <= set(names)
        self._goal = next((p for p in goal.equations if known and goal.is_algebraic(p)), None)

    def values(self, dimension: int, random: Random) -> Iterator[dict[Symbolic, Data]]:
        """Solutions, each with some of its conjugates."""
        if not self.symbols:
            return
        vain = 0
        while (found := self._constant(dimension, random)) is not None:
            if self._goal and vain < MOST_IN_VAIN and _vanishes(self._goal, found):
                vain += 1
                continue
            names = list(found)
            matrices = [[list(row) for row in found[name]] for name in names]
            for data in conjugates(matrices, dimension, random):
                yield {self.symbols[n]: value for n, value in zip(names, data, strict=True)}

    def _constant(self, dimension: int, random: Random) -> dict[str, Matrix] | None:
        pool = _pool(dimension, random)
        names = self._order(random)
        single = {name: self._single(name, pool, random) for name in names}
        levels: list[Iterator[Matrix]] = [iter(single[names[0]])]
        found: dict[str, Matrix] = {}
        for _ in range(MOST_STEPS):
            if time_is_up() or not levels:
                return None
            name = names[len(levels) - 1]
            found.pop(name, None)
            matrix = next(levels[-1], None)
            if matrix is None:
                levels.pop()
                continue
            found[name] = matrix
            if not self._meet(found, name):
                continue
            if len(found) == len(names):
                return found
            following = names[len(levels)]
            defined = self._defined(following, set(found))
            value = iter([_value(defined, found)]) if defined else iter(single[following])
            levels.append(value)
        return None

    def _order(self, random: Random) -> list[str]:
        """The tensors in random order, but for those that are defined by others before them."""
        waiting, names = random.sample(list(self.symbols), len(self.symbols)), list[str]()
        while waiting:
            name = next((n for n in waiting if self._defined(n, set(names))), waiting[0])
            waiting.remove(name)
            names.append(name)
        return names

    def _defined(self, name: str, known: set[str]) -> Polynomial | None:
        """The value of a tensor that a relation defines by known ones."""
        for equation in self._equations:
            rest = {word: value for word, value in equation.items() if word != (name,)}
            if len(rest) < len(equation) and {x for word in rest for x in word} <= known:
                return {word: -value / equation[name,] for word, value in rest.items()}
        return None

    def _single(self, name: str, pool: list[Matrix], random: Random) -> list[Matrix]:
        """The matrices that meet the relations of one tensor alone, in random order."""
        n = len(pool[0])
        found = [m for m in random.sample(pool, len(pool)) if self._meet({name: m}, name)]
        if n > 2:  # sums of blocks meet them where the blocks do
            first, second = (self._single(name, _pool(k, random), random) for k in (2, n - 2))
            blocks = [_sum(a, b) for a in first[:9] for b in second[:9]]
            found = [m for pair in zip(blocks, found, strict=False) for m in pair] + found
        return sorted(dict.fromkeys(found), key=_is_scalar)

    def _meet(self, values: dict[str, Matrix], newest: str) -> bool:
        for polynomial in self._equations:
            names = {x for word in polynomial for x in word}
            if newest in names and names <= set(values) and not _vanishes(polynomial, values):
                return False
        return True


def _vanishes(polynomial: Polynomial, values: dict[str, Matrix]) -> bool:
    return not any(map(any, _value(polynomial, values)))


def _value(polynomial: Polynomial, values: dict[str, Matrix]) -> Matrix:
    n = len(next(iter(values.values())))
    total: list[list[Fraction | int]] = [[0] * n for _ in range(n)]
    for word, factor in polynomial.items():
        matrix = _unit(n)
        for name in word:
            matrix = _times(matrix, values[name])
        for row, added in zip(total, matrix, strict=True):
            for j, value in enumerate(added):
                row[j] += factor * value
    return tuple(map(tuple, total))


def _times(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return tuple(
        tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in columns)
        for row in a
    )


def _unit(n: int) -> Matrix:
    return tuple(tuple(int(i == j) for j in range(n)) for i in range(n))


def _is_scalar(matrix: Matrix) -> bool:
    n = len(matrix)
    return all(matrix[i][j] == (i == j) * matrix[0][0] for i in range(n) for j in range(n))


def _sum(a: Matrix, b: Matrix) -> Matrix:
    return tuple((*row, *(0,) * len(b)) for row in a) + tuple((*(0,) * len(a), *r) for r in b)


def _kronecker(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(x * y for x in row for y in other) for row in a for other in b)


def _pool(n: int, random: Random) -> list[Matrix]:
    """Matrices with small entries; in larger dimensions products and sums of smaller ones."""
    if n <= 2:
        entries: tuple[int, ...] = (-1, 0, 1) if n == 2 else (-2, -1, 0, 1, 2)
        return [tuple(zip(*[iter(m)] * n, strict=True)) for m in product(entries, repeat=n * n)]
    small, unit = _pool(2, random), _unit(n)
    found = dict.fromkeys([unit, tuple(tuple(-x for x in row) for row in unit)])
    for order in random.sample(list(permutations(range(n))), min(n * (n - 1), 24)):
        signs = random.choices((-1, 0, 1, 1), k=n)
        found[tuple(tuple(signs[i] * x for x in unit[order[i]]) for i in range(n))] = None
    found[tuple(tuple(int(j == i + 1) for j in range(n)) for i in range(n))] = None
    rest = _pool(n - 2, random)
    regular = [m for m in small if all(sum(x * x for x in row) == 1 for row in m)]
    if n == 4:
        found |= dict.fromkeys(_kronecker(a, b) for a in regular for b in regular)
        one = _unit(2)
        found |= dict.fromkeys(m for a in small for m in (_kronecker(a, one), _kronecker(one, a)))
    for _ in range(MOST_MATRICES):
        a, b, c = random.choice(small), random.choice(rest), random.choice(small)
        found[_kronecker(a, c) if n == 4 and random.random() < 0.3 else _sum(a, b)] = None
    return list(found)
