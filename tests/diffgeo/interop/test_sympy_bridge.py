from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import event, given

from diffgeo.errors import (
    DiffGeoError,
    ExpressionError,
    InexactNumber,
    NonReal,
    NotSupported,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.interop.evaluation import evaluate_tree
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.rings.expression import Apply, Constant, Number, Symbol, to_text

from .trees import NAMES, SYMBOLS, value_trees

x, y, t = sympy.symbols("x y t")
f, g = sympy.Function("f"), sympy.Function("g")
X, Y, T = Symbol("x"), Symbol("y"), Symbol("t")
N = Names(["x", "y", "t"], {"f": 1, "g": 2})


@pytest.mark.parametrize(
    "expression, text",
    [
        (sympy.Rational(-2, 3) * x, "-2*x/3"),
        (x / y - 2, "x/y - 2"),
        (sympy.sqrt(x) * sympy.pi + sympy.E, "sqrt(x)*pi + E"),
        (x ** sympy.Rational(2, 3), "x**(2/3)"),
        (sympy.exp(x) + sympy.log(y), "exp(x) + log(y)"),
        (sympy.Abs(x) * sympy.sign(y), "Abs(x)*sign(y)"),
        (sympy.atan2(y, x), "atan2(y, x)"),
        (f(2 * t), "f(2*t)"),
        (f(t).diff(t, 2), "f''(t)"),
        (g(x, y).diff(x, y, y), "Derivative(g(x, y), x, (y, 2))"),
        # The chain rule: SymPy writes Subs for f'(2t), Derivative along f(t) for f'(f(t)).
        (f(2 * t).diff(t), "2*f'(2*t)"),
        (sympy.Derivative(f(2 * t), t), "2*f'(2*t)"),
        (f(f(t)).diff(t), "f'(f(t))*f'(t)"),
        (
            g(x, x).diff(x),
            "Subs(Derivative(g(u, x), u), u, x) + Subs(Derivative(g(x, u), u), u, x)",
        ),
        (sympy.Derivative(x**2, x), "2*x"),
        (sympy.Subs(x * y, (x, y), (y, x)), "y*x"),
    ],
)
def test_from_sympy(expression, text):
    """Compared in SymPy, which orders its terms."""
    tree = from_sympy(expression, N)
    assert to_sympy(tree) == to_sympy(parse(text, N))


def test_numbers():
    assert from_sympy(3) == Number(Fraction(3))
    assert from_sympy(Fraction(1, 3)) == Number(Fraction(1, 3))
    assert from_sympy(sympy.Rational(1, 3)) == Number(Fraction(1, 3))


def test_assumptions_are_dropped_and_names_kept():
    assert from_sympy(sympy.Symbol("lambda", positive=True)) == Symbol("lambda")
    assert from_sympy(sympy.Symbol("E")) == Symbol("E")
    assert from_sympy(sympy.E) == Constant("E")
    assert from_sympy(sympy.Function("f", real=True)(t)) == Apply("f", (0,), (T,))


@pytest.mark.parametrize(
    "expression, error, message",
    [
        (0.5, InexactNumber, "0.5.* is not exact"),
        (x * 0.1, InexactNumber, "floating-point number 0.1"),
        (sympy.I * x, NonReal, "imaginary unit"),
        (sympy.zoo, NotSupported, "zoo"),
        (sympy.nan, NotSupported, "nan"),
        (sympy.oo, NotSupported, "oo"),
        (sympy.Piecewise((x, x > 0), (0, True)), NotSupported, "Piecewise"),
        (sympy.gamma(x), NotSupported, "gamma"),
        (sympy.Max(x, y), NotSupported, "Max"),
        (sympy.Integral(f(x), x), NotSupported, "Integral"),
        (sympy.Eq(x, y), NotSupported, "Equality"),
        (sympy.Matrix([x]), NotSupported, "Matrix"),
        (sympy.Symbol("A", commutative=False), NotSupported, "non-commutative symbol 'A'"),
        (sympy.Derivative(f(x), (x, y)), NotSupported, "Derivative"),
        ("x", ExpressionError, "text is read by parse"),
        (None, ExpressionError, "not as NoneType"),
    ],
)
def test_refused(expression, error, message):
    with pytest.raises(error, match=message):
        from_sympy(expression)


def test_names_are_checked():
    with pytest.raises(UndefinedSymbol, match="'xx' in a SymPy expression; declared: x, y, t"):
        from_sympy(sympy.Symbol("xx"), N)
    with pytest.raises(ExpressionError, match="unknown function 'h'"):
        from_sympy(sympy.Function("h")(x), N)
    with pytest.raises(ExpressionError, match="'f' takes 1 argument, not 2"):
        from_sympy(f(x, y), N)


@pytest.mark.parametrize("name", ELEMENTARY)
def test_every_elementary_function(name):
    arguments = "x, y" if ELEMENTARY[name] == 2 else "x"
    tree = parse(f"{name}({arguments})", N)
    expression = to_sympy(tree)
    assert expression == getattr(sympy, name)(*([x, y][: ELEMENTARY[name]]))
    assert from_sympy(expression) == tree


def test_to_sympy_with_given_symbols_and_functions():
    q, h = sympy.Symbol("q", positive=True), sympy.Function("h")
    tree = parse("sqrt(x**2)*f'(x)", N)
    assert to_sympy(tree, {"x": q}, {"f": h}) == q * h(q).diff(q)
    # Without the assumption SymPy must not cancel the root.
    assert to_sympy(parse("sqrt(x**2)", N)) != x


def test_to_sympy_keeps_rationals_and_names():
    assert to_sympy(parse("0.1*x", N)) == sympy.Rational(1, 10) * x
    names = Names(["I", "S", "lambda"], {"sin": 1})
    expression = to_sympy(parse("I*S*lambda*sin(I)", names))
    assert expression.free_symbols == set(sympy.symbols("I S lambda"))
    assert not expression.has(sympy.sin)


@pytest.mark.parametrize(
    "text", ["1/sin(pi)", "1/(x - x)", "log(0)", "tan(pi/2)", "1/(1/sin(pi))", "atan2(0, 0)"]
)
def test_division_by_zero(text):
    with pytest.raises(ZeroDenominator, match="division by zero in"):
        to_sympy(parse(text, N))


POINT = dict(zip(SYMBOLS, map(mpmath.mpf, ("1.25", ".75", ".5", "2.125", "1.5")), strict=True))
FUNCTIONS = {
    "f": (("s",), parse("s**3/3 + sin(s)", Names("s"))),
    "g": (("s", "u"), parse("s**2*exp(u/4) + s*u**3", Names("su"))),
}


def close(a, b):
    """Equal but for rounding: numerically, a zero is a zero only to half the digits or less."""
    return mpmath.almosteq(a, b, mpmath.mpf("1e-10"), mpmath.mpf("1e-10"))


@given(value_trees)
def test_round_trip_keeps_the_function(tree):
    try:
        expected = evaluate_tree(tree, POINT, FUNCTIONS, 100)
        value = evaluate_tree(from_sympy(to_sympy(tree), NAMES), POINT, FUNCTIONS, 100)
    except DiffGeoError as error:
        event(type(error).__name__)
        return
    event("compared")
    assert close(value, expected)


@given(value_trees)
def test_sympy_reads_the_text(tree):
    """`to_text` is for SymPy too: names are given as locals, as a caller would."""
    known = {s: sympy.Symbol(s) for s in SYMBOLS}
    # SymPy's parser takes no keyword as a name.
    text = to_text(tree).replace("lambda", "lambda_")
    text = text.replace("in", "in_").replace("sin_", "sin")
    known |= {"lambda_": sympy.Symbol("lambda"), "in_": sympy.Symbol("in"), "f": f, "g": g}
    try:
        expected = to_sympy(tree)
    except ZeroDenominator:
        return
    read = sympy.sympify(text, locals=known)
    if read != expected:
        # SymPy groups 2*(x + y) by the way it is written; the functions are the same.
        try:
            a = evaluate_tree(from_sympy(read), POINT, FUNCTIONS, 100)
            b = evaluate_tree(tree, POINT, FUNCTIONS, 100)
        except DiffGeoError:
            return
        assert close(a, b)


def test_round_trip_control():
    a = from_sympy(to_sympy(parse("f'(2*x)", N)))
    b = from_sympy(sympy.Derivative(f(2 * x), x))
    point, functions = {"x": 2}, {"f": FUNCTIONS["f"]}
    with mpmath.workdps(60):
        value = evaluate_tree(a, point, functions)
        assert close(evaluate_tree(b, point, functions), 2 * value)
        assert not close(evaluate_tree(b, point, functions), value)
