"""Enclosures of functions on boxes, and where formulas are defined."""

from __future__ import annotations

import math
import random

import pytest

from diffgeo import Manifold
from diffgeo.calculus import CompiledRequirements, Requirement, compile_functions, required
from diffgeo.interop.codegen import Program, Step, compile_program
from diffgeo.interop.parsing import Names, parse
from diffgeo.reals.enclosures import enclose_program
from diffgeo.reals.natural_domain import domain_of_functions, natural_domain

FORMULAS = [
    "x**2 - 3*x*y + 1/3", "sin(x)*cos(y) + tan(x/4)", "sqrt(x + 4)*log(y + 4)",
    "exp(-x**2)/(y + 4)",
    "atan2(y, x + 4) + atan(x)", "Abs(x)*sign(y - 3)", "asin(x/9) + acos(y/9)", "(x + 4)**(3/2)",
    "(x + 4)**y", "sinh(x) - tanh(y)*cosh(x)", "1/sin(x/9 + 2)", "pi*x + E*y",
]  # fmt: skip


def trees(*texts: str) -> tuple:
    return tuple(parse(text, Names(("x", "y"))) for text in texts)


def test_values_at_points_of_a_box_lie_in_the_enclosure() -> None:
    leaves = trees(*FORMULAS)
    program = Program(leaves, (), tuple(range(len(leaves))))
    value, enclose = compile_program(program, "xy"), enclose_program(program, "xy")
    rng = random.Random(1)
    for _ in range(50):
        middle = [rng.uniform(-2, 2), rng.uniform(-2, 2)]
        box = [(m - rng.uniform(0, 0.3), m + rng.uniform(0, 0.3)) for m in middle]
        bounds = enclose(box)
        for _ in range(5):
            point = [rng.uniform(*interval) for interval in box]
            for f, (low, high) in zip(value(point), bounds, strict=True):
                assert low <= f + 1e-14 * (1 + abs(f)) and f - 1e-14 * (1 + abs(f)) <= high
    tight = enclose([(1.0, 1.0), (0.5, 0.5)])
    assert all(high - low < 1e-12 for low, high in tight)


def test_rates_along_a_path_lie_in_the_enclosure() -> None:
    """Difference quotients of c(x(t), y(t)) on a straight path are among the rates."""
    leaves = trees(*FORMULAS, "1 + x**2", "y + 4", "x", "3 + y")
    n = len(FORMULAS)
    matrix = ((n, n + 1), (n + 2, n + 3))
    steps = (Step("determinant", matrix=matrix), Step("solve", matrix=matrix, right=(n, n + 2)))
    program = Program(leaves, steps, tuple(range(len(leaves) + 3)))
    value, enclose = compile_program(program, "xy"), enclose_program(program, "xy")
    rng = random.Random(2)
    for _ in range(50):
        start, rate = [rng.uniform(0.2, 1), rng.uniform(0.2, 1)], [rng.uniform(-1, 1), 0.5]
        ends = [sorted((a, a + 0.1 * r)) for a, r in zip(start, rate, strict=True)]
        bounds = enclose([tuple(e) for e in ends], [(r, r) for r in rate])
        one, two = (value([a + h * r for a, r in zip(start, rate, strict=True)]) for h in (0, 0.1))
        for f, g, (low, high) in zip(one, two, bounds, strict=True):
            assert low - 1e-9 <= (g - f) / 0.1 <= high + 1e-9
            assert high - low < 30
    wrong = enclose([(0.5, 0.6), (0.5, 0.5)], [(-1, -1), (0, 0)])
    assert not wrong[0][0] <= 2 * 0.55 - 3 * 0.5 <= wrong[0][1]


def test_poles_give_the_whole_line_and_even_powers_are_not_negative() -> None:
    leaves = trees("1/x", "log(x)", "x**2", "x*x", "x**(-2)")
    enclose = enclose_program(Program(leaves, (), tuple(range(5))), "xy")
    pole, logarithm, square, *_, inverse = enclose([(-1, 2), (0, 0)])
    assert pole == logarithm == inverse == (-math.inf, math.inf)
    assert -1e-8 < square[0] <= 0 and 4 <= square[1] < 4.001
    assert 0 < enclose([(1, 2), (0, 0)])[4][0] <= 1 / 4


def test_linear_systems_are_enclosed() -> None:
    # x + 2 and the Hilbert matrix of order 2, which is nearly singular for its size.
    leaves = trees("1 + x", "1/2", "1/3", "y")
    matrix = ((0, 1), (1, 2))
    steps = (Step("determinant", matrix=matrix), Step("solve", matrix=matrix, right=(3, 0)))
    enclose = enclose_program(Program(leaves, steps, (4, 5, 6)), "xy")
    det, a, b = enclose([(-0.01, 0.01), (2, 2)])
    assert det[0] <= 1 / 12 - 0.01 / 3 and det[1] >= 1 / 12 + 0.01 / 3 and det[0] > 0
    assert det[1] < 0.1 and a[0] <= 2 <= a[1] and b[0] <= 0 <= b[1]
    assert enclose([(-1, 1), (2, 2)])[0][0] < 0 < enclose([(-1, 1), (2, 2)])[0][1]


def test_the_natural_domain() -> None:
    def shown(text: str) -> set[str]:
        return {f"{c} {relation} 0" for c, relation in natural_domain(*trees(text))}

    assert shown("1/x + y**2") == {"x != 0"}
    assert shown("sqrt(x)/sqrt(y)") == {"x >= 0", "y > 0"}
    assert shown("log(x)*x**y") == {"x > 0"}
    assert shown("tan(x) + 1/(x**2 + 1)") == {"cos(x) != 0", "x**2 + 1 != 0"}
    assert shown("E**x + 3**y*x**2") <= {"3 > 0"}


def test_what_cancels_in_a_concrete_function_is_no_condition() -> None:
    def shown(body: str, formula: str = "f(x)") -> list[str]:
        names = Names(("x", "y"), {"f": 1})
        functions = {"f": (("t",), parse(body, Names(("t",))))}
        found = domain_of_functions([parse(formula, names)], functions)
        return [f"{name}: {c} {relation} 0" for name, c, relation in found]

    assert shown("(t**2 - 1)/(t - 1)") == []
    assert shown("(t**2 - 2)/(t - 1)") == ["f: x - 1 != 0"]
    assert shown("sqrt(t)") == ["f: x >= 0"]
    assert shown("sqrt(t)", "f'(x)*y") == ["f: x > 0"]
    assert shown("1/t", "f(x*y)") == ["f: x*y != 0"]


def test_requirements_of_functions() -> None:
    M = Manifold("M", "x y", parameters="a", functions="f(x)")
    g = M.function("sqrt(x)/(y - a) + f(x)")
    asked = required([g])
    assert {(r.name, r.relation) for r in asked} >= {("x", ">")}
    assert any(r.relation == "!=" for r in asked)
    all_of_them = CompiledRequirements(
        [Requirement.named(M.function("x*y"), "!=", "c"), *asked], [g], "x y", ["a"],
        {"f(x)": "1/cos(x)"},
    ).at({"a": 5})  # fmt: skip
    assert all_of_them.names[0] == "c = x*y" and "function f" in all_of_them.names[-1]
    values = all_of_them([1.0, 2.0])
    assert values[0] == 2 and values[-1] == pytest.approx(math.cos(1))
    for (low, high), value in zip(all_of_them.enclose([(1, 1), (2, 2)]), values, strict=True):
        assert low <= value <= high
    assert compile_functions([g], "x y", {"a": 5}, {"f(x)": "1/cos(x)"})([1.0, 2.0])
