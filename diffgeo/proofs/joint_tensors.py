"""Several (1,1) tensors that satisfy algebraic relations with each other, such as quaternions.

Constant matrices with small entries are tried one tensor after the other, and each relation as soon
as its tensors have values. All of them are then conjugated in the same way, which keeps algebraic
relations and makes the tensors less integrable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, permutations, product
from random import Random
from typing import Any

from diffgeo.proofs.completion import Completion, Polynomial
from diffgeo.proofs.elimination import solution
from diffgeo.proofs.instances import Data
from diffgeo.proofs.known_tensors import conjugates
from diffgeo.proofs.symbolic_objects import Symbolic
from diffgeo.proofs.time_allowed import time_is_up
from diffgeo.verdicts.verdict import Identity

#: Matrices that are made at random, and steps of one search.
MOST_MATRICES = 300
MOST_STEPS = 1_500
SHORT_SEARCHES = (100,) * 6
#: Solutions that are left out since what shall fail does not.
MOST_IN_VAIN = 40
#: Solutions of linear relations that are tried for one tensor.
MOST_SOLUTIONS = 12

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
        while (found := self._found(dimension, random)) is not None:
            if self._goal and vain < MOST_IN_VAIN and _vanishes(self._goal, found):
                vain += 1
                continue
            names = list(found)
            matrices = [[list(row) for row in found[name]] for name in names]
            for data in conjugates(matrices, dimension, random):
                yield {self.symbols[n]: value for n, value in zip(names, data, strict=True)}

    def _found(self, dimension: int, random: Random) -> dict[str, Matrix] | None:
        """Values after some short searches, which begin with other values, or a long one."""
        pool = _pool(dimension, random)
        for most in (*SHORT_SEARCHES, MOST_STEPS):
            single = {name: self._single(name, pool, random) for name in self.symbols}
            if not all(single.values()):
                return None
            found = self._constant(single, random, most)
            if found is not None or time_is_up():
                return found
        return None

    def _constant(
        self, single: dict[str, list[Matrix]], random: Random, most: int
    ) -> dict[str, Matrix] | None:
        found: dict[str, Matrix] = {}
        levels = [self._following(found, single, random)]
        for _ in range(most):
            if time_is_up() or not levels:
                return None
            name, candidates = levels[-1]
            found.pop(name, None)
            matrix = next(candidates, None)
            if matrix is None:
                levels.pop()
                continue
            found[name] = matrix
            if not self._meet(found, name):
                continue
            if len(found) == len(self.symbols):
                return found
            levels.append(self._following(found, single, random))
        return None

    def _following(
        self, found: dict[str, Matrix], single: dict[str, list[Matrix]], random: Random
    ) -> tuple[str, Iterator[Matrix]]:
        """The tensor about which the most is decided by those before it, and its values."""
        waiting = [name for name in self.symbols if name not in found]
        decided = {name: self._decided(name, found) for name in waiting}
        defined = {name: self._defined(name, set(found)) for name in waiting}
        name = max(
            random.sample(waiting, len(waiting)),
            key=lambda n: (defined[n] is not None, len(decided[n])),
        )
        if (value := defined[name]) is not None:
            return name, iter([_value(value, found)])
        linear = [p for p in decided[name] if all(word.count(name) < 2 for word in p)]
        if not linear:
            return name, iter(single[name])
        solved = self._solved(name, linear, found, len(single[name][0]), random)
        if len(linear) == len(decided[name]):
            return name, solved
        return name, chain(single[name], solved)

    def _decided(self, name: str, found: dict[str, Matrix]) -> list[Polynomial]:
        """The relations that are about a tensor and those that have values."""
        names = ({x for word in p for x in word} for p in self._equations)
        both = zip(self._equations, names, strict=True)
        return [p for p, those in both if name in those and those - {name} <= set(found)]

    def _solved(
        self,
        name: str,
        equations: list[Polynomial],
        found: dict[str, Matrix],
        n: int,
        random: Random,
    ) -> Iterator[Matrix]:
        """Some matrices that meet relations which are linear in them."""
        columns: list[dict[Any, Fraction]] = [{} for _ in range(n * n)]
        right: dict[Any, Fraction] = {}
        for k, equation in enumerate(equations):
            known = {word: value for word, value in equation.items() if name not in word}
            for (i, j), value in _entries(_value(known, found, n)):
                right[k, i, j] = Fraction(-value)
            for word, factor in equation.items():
                if name not in word:
                    continue
                at = word.index(name)
                left = _value({word[:at]: factor}, found, n)
                last = _value({word[at + 1 :]: Fraction(1)}, found, n)
                for ((i, p), x), ((q, j), y) in product(_entries(left), _entries(last)):
                    column = columns[p * n + q]
                    column[k, i, j] = column.get((k, i, j), Fraction(0)) + x * y
        columns = [{key: value for key, value in c.items() if value} for c in columns]
        solvable = solution(columns, right, lambda key: key)
        if solvable is None:
            return
        particular, free = solvable
        for _ in range(MOST_SOLUTIONS if free else 1):
            total: dict[int, Any] = dict(particular)
            for direction in random.sample(free, random.randint(1, len(free))) if free else ():
                sign = random.choice((1, 1, -1))
                for index, value in direction.items():
                    total[index] = total.get(index, Fraction(0)) + sign * value
            entries = [total.get(index, Fraction(0)) for index in range(n * n)]
            yield tuple(tuple(entries[n * i : n * (i + 1)]) for i in range(n))

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
            random.shuffle(blocks)  # so that there are different ranks
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


def _value(polynomial: Polynomial, values: dict[str, Matrix], n: int = 0) -> Matrix:
    n = n or len(next(iter(values.values())))
    total: list[list[Fraction | int]] = [[0] * n for _ in range(n)]
    for word, factor in polynomial.items():
        matrix = _unit(n)
        for name in word:
            matrix = _times(matrix, values[name])
        for row, added in zip(total, matrix, strict=True):
            for j, value in enumerate(added):
                row[j] += factor * value
    return tuple(map(tuple, total))


def _entries(matrix: Matrix) -> list[tuple[tuple[int, int], Fraction]]:
    """Those that are not zero."""
    return [((i, j), Fraction(x)) for i, r in enumerate(matrix) for j, x in enumerate(r) if x]


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
