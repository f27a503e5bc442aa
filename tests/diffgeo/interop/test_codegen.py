from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from diffgeo.errors import (
    DiffGeoError,
    ExpressionError,
    NameClash,
    NonReal,
    OutsideDomain,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.interop.codegen import Program, Step, compile_program, compile_trees
from diffgeo.interop.evaluation import evaluate_tree
from diffgeo.interop.parsing import Names, parse

from .trees import SYMBOLS, value_trees

N = Names(["x", "y", "z", "m", "lambda", "in", "E"], {"f": 1, "g": 2})
FUNCTIONS = {
    "f": (("s",), parse("s**3/3 + sin(s)", Names("s"))),
    "g": (("s", "u"), parse("s**2*exp(u/4) + s*u**3", Names("su"))),
}


def read(*texts):
    return [parse(t, N) for t in texts]


def test_values():
    compute = compile_trees(
        read("lambda*in - E", "m*x/y", "cot(x) + sec(x)*csc(y)", "Abs(-x)*sign(-y)", "7/2"),
        ["x", "y", "lambda", "in", "E"],
        {"m": 3},
    )
    values = compute([0.5, 2, 3, 4, 5])
    expected = [7, 0.75, 1 / math.tan(0.5) + 1 / math.cos(0.5) / math.sin(2), -0.5, 3.5]
    assert values == pytest.approx(expected, rel=1e-14)
    assert all(type(v) is float for v in values)
    assert compute(np.array([0.5, 2, 3, 4, 5])) == values
    assert compute([0.5, 2, 3, 4, 6]) != values


def test_nothing_to_compute():
    assert compile_trees([], ["x"])([1.0]) == []


def test_functions_and_their_derivatives():
    compute = compile_trees(
        read("f''(2*x) + m*f(x)", "Derivative(g(x, y), x, y)"), ["x", "y"], {"m": 2}, FUNCTIONS
    )
    x, y = 0.3, 1.7
    u = 2 * x
    assert compute([x, y]) == pytest.approx(
        [2 * u - math.sin(u) + 2 * (x**3 / 3 + math.sin(x)), 2 * x * math.exp(y / 4) / 4 + 3 * y**2]
    )


@given(value_trees, st.lists(st.floats(0.25, 3), min_size=5, max_size=5))
def test_agrees_with_the_evaluator(tree, values):
    try:
        compute = compile_trees([tree, tree], SYMBOLS, {}, FUNCTIONS)
        found = compute(values)
        expected = evaluate_tree(tree, dict(zip(SYMBOLS, values, strict=True)), FUNCTIONS, 30)
    except DiffGeoError as error:
        event(type(error).__name__)
        return
    event("compared")
    assert found[0] == found[1]
    # Random trees may cancel badly; floats are compared by a generous bound.
    assert mpmath.almosteq(found[0], expected, 1e-6, 1e-6) or abs(expected) > 1e12


@pytest.mark.parametrize(
    "text, x",
    [
        ("1/x", 0),
        ("x**-3", 0),
        ("sqrt(x)", -1),
        ("log(x)", 0),
        ("x**(1/3)", -8),
        ("Abs(x**(1/3))", -8),
        ("sin(x**(1/3))", -8),
        ("x**x", -0.5),
        ("asin(x)", 2),
        ("exp(x)", 1000),
    ],
)
def test_outside_the_domain(text, x):
    with pytest.raises(OutsideDomain, match=r"not defined or not real at x = -?[0-9.]+: "):
        compile_trees(read(text), ["x"])([x])


def test_refused():
    with pytest.raises(UndefinedSymbol, match="no value for 'y'; variables and parameters: x"):
        compile_trees(read("x + y"), ["x"])
    with pytest.raises(ExpressionError, match="no concrete function is given for 'f'"):
        compile_trees(read("f(x)"), ["x"], {}, {"g": FUNCTIONS["g"]})
    with pytest.raises(NameClash, match="'x' is given twice"):
        compile_trees(read("x"), ["x"], {"x": 1})
    with pytest.raises(NonReal, match=r"'sqrt\(-4\)\*x' is not real"):
        compile_trees(read("sqrt(-4)*x"), ["x"])
    with pytest.raises(ZeroDenominator):
        compile_trees(read("x/sin(pi)"), ["x"])
    with pytest.raises(ExpressionError, match=r"2 values are needed \(x, y\), not 1"):
        compile_trees(read("x"), ["x", "y"])([1])


SYSTEM = Program(
    leaves=tuple(read("x", "y", "z", "f'(x)", "0", "1", "m")),
    steps=(
        Step("solve", matrix=((0, 1, 4), (1, 3, 2), (4, 2, 6)), right=(5, 0, 3)),  # 7 8 9
        Step("sum", (7, 8, 9)),  # 10
        Step("power", (10,), -2),  # 11
        Step("product", (11, 6, 6)),  # 12
    ),
    outputs=(7, 8, 9, 12),
)


def test_program():
    compute = compile_program(SYSTEM, ["x", "y", "z"], {"m": 5}, FUNCTIONS)
    x, y, z = 1.5, -0.5, 2.0
    slope = x**2 + math.cos(x)
    matrix = np.array([[x, y, 0], [y, slope, z], [0, z, 5]])
    right = np.array([1, x, slope])
    # Cramer's rule, as another way to the solution.
    cramer = []
    for k in range(3):
        replaced = matrix.copy()
        replaced[:, k] = right
        cramer.append(np.linalg.det(replaced) / np.linalg.det(matrix))
    values = compute([x, y, z])
    assert values == pytest.approx([*cramer, 25 / sum(cramer) ** 2])
    assert all(type(v) is float for v in values)


def test_determinant():
    leaves = tuple(read("x", "y", "1"))
    steps = (Step("determinant", matrix=((0, 1), (1, 2))), Step("product", (3, 3)))
    compute = compile_program(Program(leaves, steps, (3, 4)), ["x", "y"])
    assert compute((5, 2)) == pytest.approx([1, 1])
    assert compute((4, 2)) == pytest.approx([0, 0])  # a value, not a division


def two_by_two():
    leaves = tuple(read("x", "y", "1"))
    step = Step("solve", matrix=((0, 1), (1, 2)), right=(2, 2))
    return compile_program(Program(leaves, (step,), (3, 4)), ["x", "y"])


@pytest.mark.parametrize("point", [(4, 2), (0.01, 0.1), (0, 0)])
def test_singular_systems(point):
    with pytest.raises(OutsideDomain, match="the determinant of the 2x2 linear system"):
        two_by_two()(point)


@pytest.mark.parametrize("point", [(1e-12, 1e-3), (1e12, 1e3), (4, 2.001)])
def test_badly_scaled_systems_are_not_singular(point):
    x, y = (Fraction(v) for v in point)
    determinant = x - y**2
    expected = [float((1 - y) / determinant), float((x - y) / determinant)]
    assert two_by_two()(point) == pytest.approx(expected, rel=1e-3)


def test_power_of_zero():
    program = Program(tuple(read("x")), (Step("power", (0,), -1),), (1,))
    assert compile_program(program, ["x"])([4]) == [0.25]
    with pytest.raises(OutsideDomain, match=r"at x = 0.0: float division by zero"):
        compile_program(program, ["x"])([0])


@pytest.mark.parametrize(
    "steps, outputs, message",
    [
        ((Step("sum", (0, 1)),), (0,), "step 0 of the program reads slot 1 of 1 filled"),
        ((Step("sum", (-1,)),), (0,), "reads slot -1"),
        ((), (1,), "the output of the program reads slot 1"),
        ((Step("power", (0, 0), 2),), (0,), "raises 2 slots"),
        ((Step("solve", matrix=((0, 0),), right=(0,)),), (0,), "non-square matrix"),
        ((Step("determinant", matrix=((0, 0),)),), (0,), "non-square matrix"),
    ],
)
def test_wrong_programs(steps, outputs, message):
    with pytest.raises(ExpressionError, match=message):
        Program(tuple(read("x")), steps, outputs)
