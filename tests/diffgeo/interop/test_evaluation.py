from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffgeo.errors import ExpressionError, NonReal, OutsideDomain, TooLarge, UndefinedSymbol
from diffgeo.interop.evaluation import evaluate, evaluate_tree
from diffgeo.interop.parsing import Names, parse

N = Names(["x", "y"], {"f": 1, "g": 2})

#: Every elementary function directly in mpmath, at x = 2/5.
DIRECT = {
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tan": mpmath.tan,
    "cot": lambda x: mpmath.cos(x) / mpmath.sin(x),
    "sec": lambda x: 1 / mpmath.cos(x),
    "csc": lambda x: 1 / mpmath.sin(x),
    "sinh": lambda x: (mpmath.exp(x) - mpmath.exp(-x)) / 2,
    "cosh": lambda x: (mpmath.exp(x) + mpmath.exp(-x)) / 2,
    "tanh": mpmath.tanh,
    "exp": mpmath.exp,
    "log": mpmath.log,
    "sqrt": mpmath.sqrt,
    "asin": mpmath.asin,
    "acos": mpmath.acos,
    "atan": mpmath.atan,
    "Abs": abs,
    "sign": mpmath.sign,
}


def close(a, b, digits=45):
    return mpmath.almosteq(a, b, mpmath.mpf(10) ** -digits, mpmath.mpf(10) ** -digits)


@pytest.mark.parametrize("name", DIRECT)
def test_elementary_functions(name):
    value = evaluate_tree(parse(f"{name}(x)", N), {"x": Fraction(2, 5)})
    with mpmath.workdps(60):
        expected = DIRECT[name](mpmath.mpf(2) / 5)
        assert close(value, expected)
        assert not close(value, expected + mpmath.mpf("1e-30"))


def test_atan2_in_all_quadrants():
    for a in (-1, 1):
        for b in (-2, 2):
            value = evaluate_tree(parse("atan2(y, x)", N), {"x": b, "y": a})
            with mpmath.workdps(60):
                assert close(value, mpmath.atan2(a, b))
    assert evaluate("atan2(0, 3)", {}) == 0


def test_mixed_formula():
    value = evaluate_tree(parse("x**y + pi*E - sqrt(x)/3", N), {"x": 2, "y": Fraction(1, 7)})
    with mpmath.workdps(60):
        expected = mpmath.root(2, 7) + mpmath.pi * mpmath.e - mpmath.sqrt(2) / 3
        assert close(value, expected)


def test_functions_given_as_trees_and_as_callables_agree():
    tree = parse("Derivative(g(x, y), x, (y, 2))*f''(2*x) + f(x)", N)
    point = {"x": Fraction(1, 3), "y": Fraction(1, 2)}
    symbolic = {
        "f": (("s",), parse("sin(s)**2", Names("s"))),
        "g": (("u", "v"), parse("exp(u*v)", Names("uv"))),
    }
    numeric = {"f": lambda s: mpmath.sin(s) ** 2, "g": lambda u, v: mpmath.exp(u * v)}
    with mpmath.workdps(60):
        u, v = mpmath.mpf(1) / 3, mpmath.mpf(1) / 2
        third = mpmath.exp(u * v) * u * (2 + u * v)
        expected = third * 2 * mpmath.cos(4 * u) + mpmath.sin(u) ** 2
        assert close(evaluate_tree(tree, point, symbolic), expected)
        assert close(evaluate_tree(tree, point, numeric), expected, 25)


def test_functions_may_use_each_other_and_the_point():
    functions = {
        "f": (("s",), parse("g(s, s)*y", Names(["s", "y"], {"g": 2}))),
        "g": (("u", "v"), parse("u**2*v", Names("uv"))),
    }
    assert evaluate_tree(parse("f'(x)", N), {"x": 2, "y": 5}, functions) == 60
    recursive = {"f": (("s",), parse("f(s)", Names("s", {"f": 1})))}
    with pytest.raises(ExpressionError, match="no concrete function is given for 'f'"):
        evaluate_tree(parse("f(x)", N), {"x": 2}, recursive)


def test_arguments_and_point_do_not_mix():
    """The argument x of the body is not the symbol x of the formula."""
    assert evaluate("f(y) + x", {"x": 1, "y": 5}, {"f(x)": "10*x"}) == 51
    assert evaluate("g(y, x)", {"x": 1, "y": 5}, {"g(x, y)": "x - y"}) == 4
    # Nor is the free x in the body of g the argument x of the body of f.
    functions = {
        "f": (("x",), parse("g(x, x)", N)),
        "g": (("u", "v"), parse("u*x", Names("ux"))),
    }
    assert evaluate_tree(parse("f(y)", N), {"x": 10, "y": 3}, functions) == 30


@pytest.mark.parametrize(
    "text, point, functions, value",
    [
        ("x/3 + 0.1", {"x": 1}, {}, Fraction(13, 30)),
        ("f'(x)*y", {"x": 3, "y": "1/2"}, {"f(t)": "t**2"}, Fraction(3)),
        ("Derivative(g(x, y), x, y)", {"x": 2, "y": 5}, {"g(u,v)": "u**2*v**2"}, Fraction(40)),
        ("f''(x)", {"x": -2, "a": 2}, {"f(t)": "a*Abs(t)**3"}, Fraction(24)),
        ("f'(x)", {"x": 2}, {"f(t)": "sign(t)"}, Fraction(0)),
        ("f'(x)", {"x": 2}, {"f(t)": "5"}, Fraction(0)),
        ("sqrt(x)", {"x": Fraction(9, 4)}, {}, Fraction(3, 2)),
        ("x**(2/3)", {"x": 8}, {}, Fraction(4)),
        ("sqrt(2)*sqrt(8)", {}, {}, Fraction(4)),
        ("(1 + sqrt(2))*(1 - sqrt(2))", {}, {}, Fraction(-1)),
        ("sin(x)", {"x": "pi/6"}, {}, Fraction(1, 2)),
        ("exp(x) + cos(x) + log(1 + x)", {"x": 0}, {}, Fraction(2)),
        ("lambda*in", {"lambda": 2, "in": 3}, {}, Fraction(6)),
        ("0**0", {}, {}, Fraction(1)),
        ("x**-3", {"x": -2}, {}, Fraction(-1, 8)),
    ],
)
def test_exact_values(text, point, functions, value):
    result = evaluate(text, point, functions)
    assert isinstance(result, Fraction) and result == value


def test_irrational_values_have_thirty_digits():
    result = evaluate("sin(x)", {"x": 1})
    assert not isinstance(result, Fraction)
    assert "0.841470984807896506652502321" in str(result)
    assert abs(result - mpmath.sin(1)) < 1e-14
    assert mpmath.mp.dps == 15


def test_long_rationals_become_numbers():
    assert evaluate("x**5000*x**-4999", {"x": 10}) == 10
    result = evaluate("x**9999", {"x": 10})
    assert not isinstance(result, Fraction) and "e+9999" in str(result)


@pytest.mark.parametrize(
    "text, x",
    [
        ("1/x", 0),
        ("0/x", 0),
        ("x/x", 0),
        ("x**-2", 0),
        ("sqrt(x)", -1),
        ("x**(1/3)", -8),
        ("x**x", Fraction(-1, 2)),
        ("log(x)", 0),
        ("log(x)", -1),
        ("0*log(x)", 0),
        ("asin(x)", 2),
        ("acos(x)", -2),
        ("cot(x)", 0),
        ("csc(x)", 0),
        ("tan(pi*x)", Fraction(1, 2)),
        ("atan2(x, x)", 0),
        ("1/(sqrt(2)*x - sqrt(8))", 2),
        ("f(x)", 0),
    ],
)
def test_outside_the_domain(text, x):
    with pytest.raises(OutsideDomain):
        evaluate(text, {"x": x}, {"f(t)": "t/t"})


@pytest.mark.parametrize("text", ["exp(exp(exp(x)))", "sin(x**1000*10**3999)", "x**(x**9000)"])
def test_too_large(text):
    with pytest.raises(TooLarge, match="too large an argument"):
        evaluate(text, {"x": Fraction(1001, 10)})


def test_missing_and_wrong_values():
    with pytest.raises(UndefinedSymbol, match="no value for 'y'; the point has x"):
        evaluate_tree(parse("x + y", N), {"x": 1})
    with pytest.raises(ExpressionError, match="no concrete function is given for 'f'"):
        evaluate_tree(parse("f(x)", N), {"x": 1})
    with pytest.raises(ExpressionError, match="'f' is given with 2 arguments and used with 1"):
        evaluate_tree(parse("f(x)", N), {"x": 1}, {"f": (("a", "b"), parse("x", N))})
    with pytest.raises(NonReal, match="of 'x' is not real"):
        evaluate_tree(parse("x", N), {"x": 1j})
    with pytest.raises(UndefinedSymbol, match="'z'"):
        evaluate("z", {"x": 1})
    with pytest.raises(ExpressionError, match="is a float; write it as text or as a Fraction"):
        evaluate("x", {"x": 0.1})
    with pytest.raises(ExpressionError, match=r"a function is given as 'f\(t\)'"):
        evaluate("f(x)", {"x": 1}, {"f": "t"})
    with pytest.raises(ExpressionError, match="strings are not allowed"):
        evaluate("x", {"x": "__import__('os')"})


@given(st.fractions(-9, 9, max_denominator=9), st.fractions(-9, 9, max_denominator=9))
def test_evaluate_agrees_with_evaluate_text(a, b):
    text, point = "(x**2 - 3*x*y + 1)/(1 + y**2) - x**3", {"x": a, "y": b}
    exact = evaluate(text, point)
    assert exact == (a**2 - 3 * a * b + 1) / (1 + b**2) - a**3
    with mpmath.workdps(60):
        assert close(
            evaluate_tree(parse(text, N), point), mpmath.mpf(exact.numerator) / exact.denominator
        )
