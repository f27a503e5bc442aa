"""Certificates for unexpanded solutions: proofs without expansion, and nothing proved wrongly."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Status
from diffgeo.rings.exact import equations, linear
from diffgeo.rings.exact.insertion import prove_together
from diffgeo.rings.exact.node import Node
from diffgeo.rings.exact.zero_certificates import proves_zero
from mechanics import System

from .strategies import read, ring_of

ENTRIES = [
    "1",
    "x",
    "y",
    "2*t",
    "x*y + 1",
    "sin(x)",
    "cos(x)",
    "a",
    "f(t)",
    "exp(y)",
    "0",
    "sqrt(m)",
]


@pytest.fixture(autouse=True)
def nothing_expands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EXPAND_TERMS", "NESTED_TERMS"):
        monkeypatch.setattr(linear, name, 0)
    monkeypatch.setattr(equations, "PIVOT_TERMS", 0)


@st.composite
def regular_systems(draw: st.DrawFn) -> tuple[Any, list[list[Any]], list[Any]]:
    size = draw(st.integers(2, 4))
    texts = draw(st.lists(st.sampled_from(ENTRIES), min_size=size * size, max_size=size * size))
    ring = ring_of(signs={"m": 1})
    flat = read(ring, *texts)
    # Different symbols on the diagonal make the matrix regular and of one block.
    diagonal = read(ring, "x + 7*t", "y - 5*a", "t**2 + 3", "a*y + 2")
    rows = [flat[k * size : (k + 1) * size] for k in range(size)]
    for k in range(size):
        rows[k][k] = rows[k][k] + diagonal[k]
        rows[k][(k + 1) % size] = rows[k][(k + 1) % size] + ring.one
    right = read(ring, *draw(st.lists(st.sampled_from(ENTRIES), min_size=size, max_size=size)))
    return ring, rows, right


def solved(ring: Any, rows: list[list[Any]], right: list[Any]) -> list[Any] | None:
    if ring.rank(rows) < len(rows):
        return None
    solution = ring.solve(rows, right)
    return solution if all(isinstance(u, Node) for u in solution) else None


def dot(left: list[Any], right: list[Any]) -> Any:
    total = left[0].ring.zero
    for a, b in zip(left, right, strict=True):
        total = total + a * b
    return total


@settings(max_examples=25)
@given(regular_systems(), st.integers(0, 3), st.sampled_from(["1", "x*t", "sin(x)", "f(t)"]))
def test_combinations_of_equations(system: Any, number: int, text: str) -> None:
    ring, rows, right = system
    solution = solved(ring, rows, right)
    if solution is None:
        return
    k, (factor, one) = number % len(rows), read(ring, text, "1")
    # A multiple of an equation, its derivative, and the balance v.(A u - b) = 0.
    residual = dot(rows[k], solution) - right[k]
    weights = read(ring, "x", "y", "t", "x*y")[: len(rows)]
    balance = dot(weights, [dot(row, solution) for row in rows]) - dot(weights, right)
    for question in (residual * factor, ring.partial(residual, 0), balance):
        if isinstance(question, Node):
            assert proves_zero(ring, question)
            assert ring.is_zero(question).certain
            assert not proves_zero(ring, question + one)
            assert not ring.is_zero(question + factor).zero


@settings(max_examples=10)
@given(regular_systems(), st.integers(0, 5))
def test_simple_certificates_are_about_one_system(system: Any, number: int) -> None:
    ring, rows, right = system
    solution = solved(ring, rows, right)
    if solution is None:
        return
    k, (x, one) = number % len(rows), read(ring, "x", "1")
    residual = dot(rows[k], solution) - right[k]
    if not isinstance(residual, Node):
        return
    assert proves_zero(ring, residual, simple=True)
    assert proves_zero(ring, 3 * x * residual, simple=True)
    assert not proves_zero(ring, residual + one, simple=True)
    nested = solved(ring, [[x, solution[0]], [one, x]], [one, residual])
    if nested is not None:
        second = nested[0] + x * nested[1] - residual
        assert not isinstance(second, Node) or not proves_zero(ring, second, simple=True)


@settings(max_examples=10)
@given(regular_systems())
def test_both_products_with_the_inverse(system: Any) -> None:
    ring, rows, _ = system
    size = len(rows)
    if size > 3 or ring.rank(rows) < size:
        return
    units = [[ring.one if i == j else ring.zero for i in range(size)] for j in range(size)]
    columns = [ring.solve(rows, unit) for unit in units]
    if not all(isinstance(u, Node) for column in columns for u in column):
        return
    for i in range(size):
        for j in range(size):
            left = dot(rows[i], columns[j]) - (1 if i == j else 0)
            right = dot([columns[k][i] for k in range(size)], [rows[k][j] for k in range(size)])
            right = right - (1 if i == j else 0)
            wrong = dot([columns[k][i] for k in range(size)], [rows[j][k] for k in range(size)])
            # Where an entry is zero, the question does not know all columns of the inverse.
            full = not any(ring.vanishes(rows[k][j]) for k in range(size))
            for question in (left, right) if full else (left,):
                assert not isinstance(question, Node) or proves_zero(ring, question)
            if not ring.is_zero(wrong - (1 if i == j else 0)).zero:
                assert not proves_zero(ring, wrong - (1 if i == j else 0))


@settings(max_examples=10)
@given(regular_systems())
def test_two_systems_with_the_same_solution(system: Any) -> None:
    ring, rows, right = system
    solution = solved(ring, rows, right)
    if solution is None:
        return
    # The equations added up are other equations with the same solution.
    added = [
        [sum((row[c] for row in rows[: k + 1]), ring.zero) for c in range(len(rows))]
        for k in range(len(rows))
    ]
    sums = [sum(right[: k + 1], ring.zero) for k in range(len(rows))]
    other = solved(ring, added, sums)
    if other is None:
        return
    questions = [u - w for u, w in zip(solution, other, strict=True)]
    if not all(isinstance(q, Node) for q in questions):
        return
    assert len(prove_together(ring, questions)) == len(questions)
    wrong = [questions[0] + ring.one, *questions[1:]]
    assert not prove_together(ring, wrong)


SYSTEMS = {
    "three-link chain": '''
name = "chain"
time = "t"
coordinates = ["a", "b", "c"]
parameters = ["m", "g", "u"]
lagrangian = """m*(adot**2 + bdot**2 + cdot**2 + adot*bdot*cos(a - b) + bdot*cdot*cos(b - c))/2
+ m*g*cos(a) + m*g*cos(c)"""
constraints = ["cos(a)*adot + cos(b)*bdot + cos(c)*cdot - u*cos(t)"]
''',
    "two constraints": '''
name = "trailer"
time = "t"
coordinates = ["x", "y", "a", "b"]
parameters = ["m", "J", "M", "K", "l", "s"]
lagrangian = """m*(xdot**2 + ydot**2)/2 + J*adot**2/2 + K*bdot**2/2
+ M*((xdot + l*sin(b)*bdot)**2 + (ydot - l*cos(b)*bdot)**2)/2
+ m*s*adot*(ydot*cos(a) - xdot*sin(a))"""
constraints = ["xdot*sin(a) - ydot*cos(a)", "xdot*sin(b) - ydot*cos(b) + l*bdot"]
''',
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_mechanics_is_verified_without_expansion(name: str, tmp_path: Any) -> None:
    path = tmp_path / "system.toml"
    path.write_text(SYSTEMS[name])
    for check in System.from_file(path).dynamics().checks():
        assert check.verdict is not None
        assert check.verdict.status is Status.VERIFIED, check
