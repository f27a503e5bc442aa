"""Compiled functions: what is accepted, and what is refused with a clear message."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diffgeo import Manifold, d
from diffgeo.calculus import compile_functions, python_source
from diffgeo.errors import DegreeMismatch, ExpressionError, InexactNumber, SpaceMismatch

M = Manifold("M", "x y z", parameters="m")
x, y, z = M.coordinates


def test_names_are_text_or_a_sequence() -> None:
    functions = [x * y - z, M["m"] * x**2]
    for names in ("x y z", "x, y, z", ["x", "y", "z"], M.chart.coordinates):
        assert compile_functions(functions, names, {"m": 2})([3, 5, 1]) == [14, 18]
    assert "def f(x, y, z, *, m):" in python_source("f", {"a": functions[1]}, "x y z", "m")


def test_numbers_beside_functions_and_alone() -> None:
    assert compile_functions([1, x, Fraction(1, 4)], "x y z")([3, 0, 0]) == [1, 3, 0.25]
    assert compile_functions([7, Fraction(1, 2)], "x")([3]) == [7, 0.5]
    assert compile_functions([], "x")([3]) == []
    with pytest.raises(InexactNumber, match=r"0\.5 is a float"):
        compile_functions([0.5], "x")  # type: ignore[list-item]


@pytest.mark.parametrize("form", [d(x), x * d(y) + d(z), d(x) * d(y), M.form(1, {})])
def test_forms_of_positive_degree_are_refused(form: object) -> None:
    with pytest.raises(DegreeMismatch, match=r"a function \(degree 0\) is needed"):
        compile_functions([x, form], "x y z")  # type: ignore[list-item]


def test_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="compile the components of a field"):
        compile_functions([M.frame[0]], "x y z")  # type: ignore[list-item]
    with pytest.raises(TypeError, match="not x of type str"):
        compile_functions(["x"], "x y z")  # type: ignore[list-item]


def test_wrong_names_and_spaces() -> None:
    with pytest.raises(ExpressionError, match="'1x' is not a name"):
        compile_functions([x], "1x")
    other = Manifold("N", "x")
    with pytest.raises(SpaceMismatch, match="lives on N, not on M"):
        compile_functions([x, other["x"]], "x")
