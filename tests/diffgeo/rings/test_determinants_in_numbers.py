"""Determinants and their conditions against determinants of numbers, by another program (FLINT).

Large ones go other ways than small ones: by borders, by minors up to a number of terms, or not at
all, as programmes. At a rational point all are numbers.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import fmpq, fmpq_mat

from diffgeo import Form, Manifold
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import SingularSystem
from diffgeo.rings.exact import linear as exact_linear

NAMES = ("x", "y", "z")
POLYNOMIAL = ("0", "0", "1", "-2", "x", "y", "x*y", "z - x", "x**2 - 1", "3*z + y")
RATIONAL = ("0", "1", "x", "1/(1 + y**2)", "x/(z**2 + 2)", "y - z", "2/x", "z")
CASES = 14


def made(random: Random, pool: tuple[str, ...], M: Manifold, height: int, width: int) -> list:
    return [M.functions([random.choice(pool) for _ in range(width)]) for _ in range(height)]


def in_numbers(rows: list[list[Form]], point: dict[str, int]) -> fmpq_mat:
    return fmpq_mat([[fmpq(*f.at(point).as_integer_ratio()) for f in row] for row in rows])


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def points(random: Random, count: int) -> list[dict[str, int]]:
    """Small numbers, so that determinants vanish at some of them; 1/x is defined."""
    return [{n: random.choice((-3, -2, -1, 1, 2, 4)) for n in NAMES} for _ in range(count)]


def needed(functions: list[Form]) -> list[Form]:
    """What must not vanish."""
    return [f.space.function(c.expression) for f in functions for c in f.conditions]


@pytest.mark.parametrize("terms", [None, 3])
def test_determinants_of_functions(terms: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if terms is not None:  # nearly all stay programmes
        monkeypatch.setattr(exact_linear, "EXPAND_TERMS", terms)
    different = 0
    for case in range(CASES):
        random = Random(case)
        M = Manifold("M", NAMES)
        n = random.randint(1, 5)
        rows = made(random, random.choice((POLYNOMIAL, RATIONAL)), M, n, n)
        found = linear.determinant(rows)
        wrong = linear.determinant([*rows[1:], rows[0]]) if n % 2 == 0 else -found
        for at in points(random, 3):
            value = fraction(in_numbers(rows, at).det())
            assert found.at(at) == value
            different += wrong.at(at) != value
    assert different > CASES / 2


@pytest.mark.parametrize("bordered", [True, False])
def test_determinants_of_solutions(bordered: bool) -> None:
    """Of D + C A⁻¹ B, which has a border, and of matrices that have none."""
    seen = 0
    for case in range(CASES // 2):
        random = Random(f"{case} {bordered}")
        M = Manifold("M", NAMES)
        m, n = random.randint(2, 3), random.randint(1, 3)
        A, B = made(random, POLYNOMIAL, M, m, m), made(random, POLYNOMIAL, M, m, n)
        D = made(random, RATIONAL, M, n, n)
        C = [made(random, POLYNOMIAL, M, n, m) for _ in range(1 if bordered else n)]
        try:
            solved = [linear.solve(A, [row[j] for row in B]) for j in range(n)]
        except SingularSystem:
            continue
        factors = [C[j % len(C)] for j in range(n)]
        rows = [
            [linear.combination(factors[j][i], solved[j], D[i][j]) for j in range(n)]
            for i in range(n)
        ]
        found = linear.determinant(rows)
        for at in points(random, 3):
            matrix = in_numbers(A, at)
            if matrix.det() == 0:
                # Where it is removable the solutions have values all the same.
                assert any(f.at(at) == 0 for f in needed(solved[0]))
                continue
            columns = matrix.inv() * in_numbers(B, at)
            values = fmpq_mat(in_numbers(D, at))
            for j in range(n):
                product = in_numbers(factors[j], at) * columns
                for i in range(n):
                    values[i, j] = values[i, j] + product[i, j]
            assert found.at(at) == fraction(values.det())
            seen += 1
    assert seen > CASES / 2


def test_conditions_of_solutions_are_where_the_determinant_vanishes() -> None:
    """Each condition fails where the determinant is 0 only, and there one does."""
    singular = regular = 0
    for case in range(CASES):
        random = Random(f"conditions {case}")
        M = Manifold("M", NAMES)
        n = random.randint(1, 4)
        A = made(random, POLYNOMIAL, M, n, n)
        try:
            solution = linear.solve(A, M.functions(["1", "x", "y", "z"][:n]))
        except SingularSystem:
            continue
        for at in points(random, 4):
            value = in_numbers(A, at).det()
            assert all(f.at(at) != 0 for f in needed(solution)) is bool(value != 0)
            singular, regular = singular + (value == 0), regular + (value != 0)
    assert singular > 4 and regular > 4
