"""Linear algebra over germs: Cramer, Leibniz, permutations, rank and kernel."""

from __future__ import annotations

from itertools import permutations

import pytest
import sympy

from diffgeo.errors import (
    DegreeMismatch,
    InconsistentSystem,
    OutsideDomain,
    SingularSystem,
    SpaceMismatch,
)
from diffgeo.rings.germs.germ_ring import GermRing


@pytest.fixture(params=["GF(p)", "Q"])
def ring(request) -> GermRing:
    return GermRing(["x", "y"], 2, request.param, points=4, seed=2)


def square(ring: GermRing, n: int):
    return [[ring.random() for _ in range(n)] for _ in range(n)]


def apply(ring, matrix, vector):
    return [sum((a * v for a, v in zip(row, vector, strict=True)), ring.zero) for row in matrix]


def by_permutations(ring, matrix):
    n, total = len(matrix), ring.zero
    for order in permutations(range(n)):
        inversions = sum(order[i] > order[j] for j in range(n) for i in range(j))
        term = ring.rational((-1) ** inversions)
        for i, j in enumerate(order):
            term = term * matrix[i][j]
        total = total + term
    return total


def vanish(ring, elements):
    return all(ring.is_zero(e).zero for e in elements)


def test_a_solution_satisfies_its_equations(ring):
    matrix, right = square(ring, 4), [ring.random() for _ in range(4)]
    solution = ring.solve(matrix, right)
    assert vanish(ring, [a - b for a, b in zip(apply(ring, matrix, solution), right, strict=True)])
    assert not vanish(ring, [solution[0] - solution[1]])
    slope = [ring.partial(a, 0) for a in solution]  # A x' = b' - A' x
    below = [[ring.partial(a, 0) for a in row] for row in matrix]
    left = apply(ring, matrix, slope)
    rest = apply(ring, below, solution)
    assert vanish(
        ring,
        [a + c - ring.partial(b, 0) for a, b, c in zip(left, right, rest, strict=True)],
    )


def test_zero_pivots_are_exchanged_for_invertible_ones(ring):
    x, one, nil = ring.coordinate(0), ring.one, ring.zero
    matrix = [[nil, x, nil], [nil, nil, one], [x + 1, nil, nil]]
    solution = ring.solve(matrix, [one, x, x])
    assert vanish(ring, [solution[0] - x / (x + 1), solution[1] - 1 / x, solution[2] - x])
    assert vanish(ring, [ring.determinant(matrix) - x * (x + 1)])


def test_one_exchange_of_rows_changes_the_sign(ring):
    x, one, nil = ring.coordinate(0), ring.one, ring.zero
    assert vanish(ring, [ring.determinant([[nil, x], [one, x]]) + x])
    # Sizes come from the rows that were used, wherever they stood.
    (solution,) = ring.solve([[nil], [x**5]], [nil, one])
    assert solution.size.degree >= 5
    assert vanish(ring, [solution - 1 / x**5])


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_determinants_are_sums_over_permutations(ring, n):
    matrix = square(ring, n)
    expected = by_permutations(ring, matrix)
    found = ring.determinant(matrix)
    assert vanish(ring, [found - expected]) and not vanish(ring, [found + expected])
    if n > 1:
        matrix[0], matrix[1] = matrix[1], matrix[0]
        assert vanish(ring, [ring.determinant(matrix) + expected])


def test_sizes_of_determinants_are_those_of_the_expansion(ring):
    x, y = ring.coordinate(0), ring.coordinate(1)
    matrix = [[x**2, y, x + 1], [y**3, x, y], [x * y, x - y, y + 2]]
    determinant = ring.determinant(matrix)
    X, Y = sympy.symbols("x y")
    true = sympy.Matrix([[X**2, Y, X + 1], [Y**3, X, Y], [X * Y, X - Y, Y + 2]]).det()
    degree = sympy.Poly(true, X, Y).total_degree()
    assert degree <= determinant.size.degree <= 7
    solution = ring.solve(matrix, [x, y, x * y])
    assert all(e.size.degree <= 14 for e in solution)


def test_overdetermined_systems(ring):
    matrix = square(ring, 3)
    unknown = [ring.random() for _ in range(3)]
    matrix.append([a + 2 * b for a, b in zip(matrix[0], matrix[1], strict=True)])
    matrix.insert(1, [ring.zero] * 3)
    right = apply(ring, matrix, unknown)
    solution = ring.solve(matrix, right)
    assert vanish(ring, [a - b for a, b in zip(solution, unknown, strict=True)])
    right[4] = right[4] + 1
    with pytest.raises(InconsistentSystem, match="contradict"):
        ring.solve(matrix, right)


def test_rank_and_kernel(ring):
    matrix = square(ring, 3)
    a = ring.random()
    wide = [[*row, a * row[0] + row[2], row[1]] for row in matrix]
    assert ring.rank(matrix) == 3 and ring.rank(wide) == 3
    assert ring.rank([*matrix[:2], matrix[0]]) == 2
    assert ring.rank([]) == 0 and ring.rank([[ring.zero]]) == 0
    basis = ring.kernel(wide)
    assert len(basis) == 2 and ring.rank(basis) == 2
    for vector in basis:
        assert vanish(ring, apply(ring, wide, vector))
    assert ring.kernel(matrix) == []
    assert len(ring.kernel([[ring.zero, ring.zero]])) == 2


def test_refusals(ring):
    x, one = ring.coordinate(0), ring.one
    with pytest.raises(SingularSystem, match="rank 1"):
        ring.solve([[x, one], [x * x, x]], [one, x])
    with pytest.raises(DegreeMismatch, match="equally many"):
        ring.solve([[x]], [one, one])
    with pytest.raises(DegreeMismatch, match="lengths"):
        ring.rank([[x], [x, x]])
    with pytest.raises(DegreeMismatch, match="not square"):
        ring.determinant([[x, x]])
    with pytest.raises(SpaceMismatch):
        ring.determinant([[GermRing(["x"], 1).one]])
    with pytest.raises(OutsideDomain, match="another seed"):
        ring.solve([[x - ring.constant(x.value)]], [one])
    singular = ring.determinant([[x, one], [x * x, x]])
    assert ring.is_zero(singular).zero and not ring.vanishes(singular)
    assert ring.determinant([]) is ring.one
