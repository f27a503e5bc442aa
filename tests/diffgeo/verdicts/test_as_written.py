"""Verdicts show a statement in the words of the program that makes it."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from diffgeo import Manifold, Metric, check, d, interior, lie
from diffgeo.verdicts.as_written import stated_in

M = Manifold("M", "x y z")
x, y, z = M.coordinates
alpha = M.form(1, {"x": "x*y", "y": "z**2", "z": "sin(x)"})
X = M.vector_field(x="y*z", y="x**2", z="cos(y)")


def test_a_statement_is_shown_as_it_was_written() -> None:
    verdict = check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha)))
    words = "lie(X, alpha) = interior(X, d(alpha)) + d(interior(X, alpha))"
    assert str(verdict) == f"VERIFIED: {words} on M (equal as written)"
    # The values of both sides are still told: by the explanation and by the statement.
    assert "(x**3 + 2*x*z**2 + y**2*z) dx" in verdict.statement
    assert verdict.statement in str(verdict.explain())
    assert str(pickle.loads(pickle.dumps(verdict))) == str(verdict)


def test_lines_lists_and_names() -> None:
    # fmt: off
    several = check([lie(X,
                         alpha)   ==   0, d(alpha) == d(alpha)])
    # fmt: on
    assert str(several).startswith("REFUTED: lie(X, alpha) = 0 and d(alpha) = d(alpha) on M")
    assert not several and not check(lie(X, alpha) == 0)
    beta = alpha
    assert str(check(alpha == beta)).startswith("VERIFIED: x*y dx + z**2 dy")
    both = [alpha, 2 * alpha]
    assert str(check(both[0] == both[1])).startswith("REFUTED: x*y dx + z**2 dy")
    g = Metric.diagonal(M, x=1, y=1, z=1)
    ricci = check(g.connection.ricci == 0)  # older versions of pytest rewrite what is in an assert
    assert str(ricci).startswith("VERIFIED: g.connection.ricci = 0 on M")
    assert str(check(d(x) == d(x), name="of x")).startswith("VERIFIED: of x on M")


@pytest.mark.parametrize("number", [0, Fraction(1, 2)])
def test_exchanged_sides_are_shown_by_their_values(number: int | Fraction) -> None:
    # Python asks the function: the sides are exchanged, and "left - right" with them.
    verdict = check(number == x * y)
    assert str(verdict).startswith(f"REFUTED: x*y = {number} on M")
    assert stated_in(None) == ""
    # The same for what is computed: 2*3 - x*y is not what "left - right" tells.
    numbers = [number]
    for exchanged in (check(number * 1 == x * y), check(numbers[0] == x * y)):
        assert str(exchanged).startswith(f"REFUTED: x*y = {number} on M")
        assert not exchanged
    seen = check(2 * x == number)  # not in an assert, as above
    assert not seen and str(seen).startswith("REFUTED: 2 * x = number on M")


def test_a_text_that_is_not_that_of_the_code_is_not_shown(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    loaded: dict[str, Any] = {}
    program.write_text("def stated(a, b):\n    return a + b == b + a\n")
    exec(compile(program.read_text(), str(program), "exec"), loaded)
    program.write_text("def other(u, v):\n    return u * v == v + u\n")
    assert loaded["stated"](x, y).summary() == "x + y = x + y"


def test_every_result_is_an_array_of_sympy() -> None:
    a, b = sympy.symbols("a b", positive=True)
    space = Manifold("N", [a, b])
    assert space.form(2, {("a", "b"): "a*b"}).to_sympy() == sympy.Array([[0, a * b], [-a * b, 0]])
    assert space.vector_field(b="a").to_sympy() == sympy.Array([0, a])
    field = d(space["b"]) * space.frame[0]
    assert field.to_sympy() == sympy.Array([[0, 1], [0, 0]])
    g = Metric.diagonal(space, a=1, b="a**2")
    assert g.to_sympy() == sympy.Array([[1, 0], [0, a**2]])
    gamma = g.connection.to_sympy()
    assert gamma.shape == (2, 2, 2)
    assert (gamma[0, 1, 1], gamma[1, 0, 1]) == (-a, 1 / a)
    assert g.connection.to_sympy(plain=True).free_symbols == {sympy.Symbol("a")}
    assert field.at({"a": 1, "b": 2}).to_sympy() == sympy.Array([[0, 1], [0, 0]])


def test_components_have_a_table() -> None:
    space = Manifold("N", "r phi", positive="r")
    g = Metric.diagonal(space, r=1, phi="r**2")
    table = "r phi phi  -r\nphi r phi  1/r\nphi phi r  1/r"
    assert g.connection.coefficients.table() == table
    assert space.form(1, {}).components.table() == "0"
