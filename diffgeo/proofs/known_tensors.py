"""(1,1) tensors of known algebraic types, for relations that are not linear in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from diffgeo.proofs import indeterminate_polynomials as polynomials
from diffgeo.proofs.indeterminate_polynomials import Polynomial
from diffgeo.proofs.instances import Data, Place, coordinate_names

Matrix = list[list[Polynomial]]
#: Elementary matrices by which constant tensors are conjugated; see `_conjugated`.
_STEPS = ((), (), (True,), (False,), (False, True), (False, False))


def known_tensors(dimension: int, random: Random) -> Iterator[Data]:
    """Constant tensors and their conjugates in random order; multiples of the identity last."""
    matrices = list(_constant_tensors(dimension, random))
    random.shuffle(matrices)
    for matrix in matrices:
        for (data,) in conjugates([matrix], dimension, random):
            yield data
    for factor in (1, -1):
        unit = [[factor * int(i == j) for j in range(dimension)] for i in range(dimension)]
        yield _data(_conjugated(unit, dimension, (), random))


def conjugates(
    matrices: Sequence[list[list[Any]]], dimension: int, random: Random
) -> Iterator[list[Data]]:
    """Conjugates of constant tensors, each time all of them by the same matrix."""
    for kinds in random.sample(_STEPS, 3):
        seed = random.random()
        yield [_data(_conjugated(m, dimension, kinds, Random(seed))) for m in matrices]


def _constant_tensors(n: int, random: Random) -> Iterator[list[list[int]]]:
    """Projectors, products, nilpotent and complex structures, f-structures."""

    def diagonal(entries: Sequence[int]) -> list[list[int]]:
        return [[entries[i] if i == j else 0 for j in range(n)] for i in range(n)]

    def shift(rank: int) -> list[list[int]]:
        return [[int(i == j + n - rank) for j in range(n)] for i in range(n)]

    def turns(places: Sequence[int]) -> list[list[int]]:
        """Quarter turns in the planes of as many pairs of coordinates as there are."""
        matrix = diagonal([0] * n)
        for i, j in zip(places[::2], places[1::2], strict=False):
            matrix[i][j], matrix[j][i] = -1, 1
        return matrix

    order = random.sample(range(n), n)
    for rank in range(1, n):
        # In random order, so that several of them commute without being the same.
        yield diagonal(random.sample([1] * rank + [0] * (n - rank), n))
        yield diagonal(random.sample([1] * rank + [-1] * (n - rank), n))
    for rank in range(1, n):
        yield shift(rank)
    if n > 1:
        yield turns(range(n))
        yield turns(range(n)[::-1])
        yield turns(order)
    if n > 2:  # a quarter turn beside other eigenvalues
        mixed = turns(order[:2])
        for i in order[2:]:
            mixed[i][i] = random.choice((1, -1, 0))
        yield mixed


def _conjugated(
    matrix: Sequence[Sequence[Any]], n: int, kinds: Sequence[bool], random: Random
) -> Matrix:
    """``A T A^{-1}`` for A a product of elementary matrices ``1 + e_i ⊗ α``, one for each kind.

    For an exact α = dp, with p independent of x_i, this is the differential of the automorphism
    ``x_i ↦ x_i + p``, so that one such step leaves the tensor integrable; others do not.
    """
    names = coordinate_names(n)
    tensor: Matrix = [[polynomials.scaled(polynomials.ONE, a) for a in row] for row in matrix]
    for exact in kinds if n > 1 else ():
        i = random.randrange(n)
        others = [name for name in names if name != names[i]]
        if exact:
            chosen = random.choices(others, k=random.randint(1, 2))
            potential: Polynomial = {tuple(sorted(chosen)): Fraction(1)}
            row = [polynomials.derivative(potential, name) for name in names]
        else:
            slope: Polynomial = {(random.choice(names),): Fraction(1)}
            along = random.choice(others)
            row = [slope if name == along else polynomials.ZERO for name in names]
        row[i] = polynomials.ZERO
        entries = [(k, entry) for k, entry in enumerate(row) if entry]
        for j in range(n):  # the row operation, then the inverse column operation
            for k, entry in entries:
                added = polynomials.times(entry, tensor[k][j])
                tensor[i][j] = polynomials.plus(tensor[i][j], added)
        for j in range(n):
            for k, entry in entries:
                added = polynomials.times(tensor[j][i], entry)
                tensor[j][k] = polynomials.plus(tensor[j][k], polynomials.scaled(added, -1))
    return tensor


def _data(tensor: Matrix) -> Data:
    names = coordinate_names(len(tensor))
    found: dict[Place, Polynomial] = {}
    for i, row in enumerate(tensor):
        for j, entry in enumerate(row):
            if entry:
                found[names[i], (names[j],)] = entry
    return found
