from __future__ import annotations

import ast
import operator
import time
from fractions import Fraction

import mpmath
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from diffgeo.errors import (
    DiffGeoError,
    ExpressionError,
    NameClash,
    TooLarge,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.interop.evaluation import evaluate, evaluate_tree
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.traversal import depth
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.rings.expression import (
    Apply,
    Call,
    Constant,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    replace,
    to_text,
)

from .trees import NAMES, SYMBOLS, rational_trees, value_trees

X, Y, T = Symbol("x"), Symbol("y"), Symbol("t")
N = Names(["x", "y", "t", "xdot"], {"f": 1, "g": 2})


def n(p, q=1):
    return Number(Fraction(p, q))


@pytest.mark.parametrize(
    "text, tree",
    [
        ("x", X),
        ("0.1", n(1, 10)),
        ("1e-3", n(1, 1000)),
        (".5E+1", n(5)),
        ("12.50", n(25, 2)),
        ("-3", n(-3)),
        ("2/3 - 1", n(-1, 3)),
        ("2**3**2", n(512)),
        ("-2**2", n(-4)),
        ("2**-1", n(1, 2)),
        ("x + y - 2", Sum((X, Y, n(-2)))),
        ("x - (y - t)", Sum((X, Product((n(-1), Sum((Y, Product((n(-1), T))))))))),
        ("-x**2", Product((n(-1), Power(X, n(2))))),
        ("(-x)**2", Power(Product((n(-1), X)), n(2))),
        ("x**-y", Power(X, Product((n(-1), Y)))),
        ("x**y**t", Power(X, Power(Y, T))),
        ("x/2/y", Product((n(1, 2), X, Power(Y, n(-1))))),
        ("x/y**2", Product((X, Power(Y, n(-2))))),
        ("- + -x", X),
        ("2*x*3", Product((n(6), X))),
        ("sin(x)*pi + E", Sum((Product((Call("sin", (X,)), Constant("pi"))), Constant("E")))),
        ("sqrt(x)", Power(X, n(1, 2))),
        ("ln(x) + abs(y)", Sum((Call("log", (X,)), Call("Abs", (Y,))))),
        ("arctan2(y, x)", Call("atan2", (Y, X))),
        ("f(t)", Apply("f", (0,), (T,))),
        ("f''(2*t)", Apply("f", (2,), (Product((n(2), T)),))),
        ("Derivative(f(t), t)", Apply("f", (1,), (T,))),
        ("Derivative(f(t), (t, 3), t)", Apply("f", (4,), (T,))),
        ("Derivative(g(x, y), x, (y, 2))", Apply("g", (1, 2), (X, Y))),
        ("Derivative(Derivative(g(x, y), x), y)", Apply("g", (1, 1), (X, Y))),
        ("Derivative(f(f(t)), f(t))", Apply("f", (1,), (Apply("f", (0,), (T,)),))),
        ("Subs(Derivative(f(u), u), u, x + y)", Apply("f", (1,), (Sum((X, Y)),))),
        (
            "Subs(Derivative(g(_a, _b), _b), (_a, _b,), (y, 2,))",
            Apply("g", (0, 1), (Y, n(2))),
        ),
        ("Subs(Derivative(g(x, u), u), u, x)", Apply("g", (0, 1), (X, X))),
        # Simultaneous, and the bound name hides a declared one.
        ("Subs(Derivative(g(x, y), x), (x, y), (y, x))", Apply("g", (1, 0), (Y, X))),
        ("x\n  + y", Sum((X, Y))),
    ],
)
def test_trees(text, tree):
    assert parse(text, N) == tree


def test_zero_factors_are_not_dropped():
    """0*log(-1) has to reach the ring, which refuses it."""
    assert parse("0*log(-1)", N) == Product((n(0), Call("log", (n(-1),))))


def test_declared_names_win():
    names = ["lambda", "in", "I", "E", "S", "N", "Q", "beta", "pi", "None", "Derivative"]
    for name in [*names, *ELEMENTARY]:
        assert parse(f"{name}**2", Names([name])) == Power(Symbol(name), n(2))
    for name in ["gamma", "sin", "Subs", "class"]:
        assert parse(f"{name}(1)", Names([], {name: 1})) == Apply(name, (0,), (n(1),))
    # Negative control: undeclared, the same names are refused or mean the built-in.
    assert parse("E", Names()) == Constant("E")
    for name in ["lambda", "I", "S", "N", "Q", "beta"]:
        with pytest.raises(UndefinedSymbol, match=f"'{name}'"):
            parse(name, Names())


def test_symbol_and_function_clash():
    with pytest.raises(NameClash, match="'f' is declared both"):
        Names(["f"], {"f": 1})


def test_undefined_symbol_message():
    with pytest.raises(UndefinedSymbol) as info:
        parse("x + xdto**2", N)
    assert str(info.value) == (
        "undefined symbol 'xdto' at column 5 in 'x + xdto**2'; "
        "declared: x, y, t, xdot; did you mean 'xdot'?"
    )
    with pytest.raises(UndefinedSymbol, match=r"'q' at line 2, column 3 .* declared: x, y"):
        parse("x +\n  q", N)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "the formula is empty"),
        ("   ", "the formula is empty"),
        ("x^2", r"use \*\* at column 2 in 'x\^2'"),
        ("2x", "operator is missing before 'x'"),
        ("x y", "operator is missing before 'y'"),
        ("1 + sin x", r"argument of sin stands in brackets: write sin\(x\) at column 9"),
        ("sqrt 2", r"write sqrt\(2\)"),
        ("(x)(y)", r"operator is missing before '\('"),
        ("2(x)", r"operator is missing before '\('"),
        ("x(3)", "'x' is a symbol, not a function"),
        ("x'(t)", "'x' is a symbol, not a function"),
        ("x.real", "attribute access with '.' is not allowed at column 2"),
        ("x[0]", "subscripts and lists"),
        ("[x]", "subscripts and lists"),
        ("{x}", "not allowed"),
        ("'x'", "strings are not allowed"),
        ('"x"', "strings are not allowed"),
        ("__import__('os')", "strings are not allowed"),
        ("__import__(x)", "unknown function '__import__'"),
        ("eval(x)", "unknown function 'eval'"),
        ("lambda: 1", "':' is not allowed"),
        ("lambda x: 1", "lambda expressions are not allowed"),
        ("x if y else t", "operator is missing before 'if'"),
        ("x < y", "comparisons"),
        ("x == y", "not a comparison"),
        ("x = y", "not a comparison"),
        ("x != y", "not a comparison"),
        ("x // y", "'//' is not allowed; use /"),
        ("x % y", "'%' is not allowed"),
        ("x @ y", r"'@' is not allowed; use \*"),
        ("|x|", r"write Abs\(x\)"),
        ("x; y", "';' is not allowed"),
        ("x # y", "comments"),
        ("x, y", "comma outside"),
        ("(x, y)", "comma|missing"),
        ("x +", "ends too early"),
        ("* x", r"something is missing before '\*'"),
        ("()", "something is missing"),
        ("(x", r"'\(' is never closed at column 1"),
        ("x)", r"'\)' without '\(' at column 2"),
        ("x²", "character '²' is not allowed"),
        ("x − y", "minus sign is not ASCII; use -"),
        ("x · y", "'·' is not allowed"),
        ("x\x00", r"'\\x00' is not allowed"),
        ("x \\ y", "is not allowed"),
        ("sin", r"'sin' is a function; write sin\(...\)"),
        ("f + 1", r"'f' is a function; write f\(...\)"),
        ("sin(x, y)", "function 'sin' takes 1 argument, not 2"),
        ("f(x, y)", "function 'f' takes 1 argument, not 2"),
        ("g(x)", "function 'g' takes 2 arguments, not 1"),
        ("g()", "function 'g' takes 2 arguments, not 0"),
        ("h(x)", "unknown function 'h' .* declared functions: f, g"),
        ("sine(x)", "did you mean 'sin'"),
        ("g'(x, y)", "primes are for functions of one argument"),
        ("sin'(x)", "primes are for declared functions"),
        ("f'x", "operator is missing|missing"),
        ("f((x, y))", "a list is not an argument of f"),
        ("sin((x, y))", "a list is not an argument of sin"),
        ("Derivative(f(2*t), t)", "a derivative along 't' needs it as one argument"),
        ("Derivative(g(t, t), t)", "needs it as one argument"),
        ("Derivative(g(t, 2*t), t)", "nowhere else"),
        ("Derivative(f(t), x)", "a derivative along 'x'"),
        ("Derivative(f(t), (t, 1/2))", "order of a derivative"),
        ("Derivative(f(t), (t, -1))", "order of a derivative"),
        ("Derivative(sin(t), t)", r"write Derivative\(f\(t\), t\)"),
        ("Derivative(f(t))", r"write Derivative\(f\(t\), t\)"),
        ("diff(f(t), t)", "unknown function 'diff'"),
        ("Subs(f(u), u)", r"write Subs\("),
        ("Subs(f(u), (u, t), x)", "as many names"),
        ("Subs(f(u), 2, x)", "as many names"),
        ("Subs(f(u), (u, u), (x, y))", "twice"),
    ],
)
def test_refused(text, message):
    with pytest.raises(ExpressionError, match=message) as info:
        parse(text, N)
    assert not isinstance(info.value, UndefinedSymbol)
    assert "\n" not in str(info.value)


@pytest.mark.parametrize(
    "text", ["Subs(f(u), u, u)", "Subs(f(u), u, x) + u", "u + Subs(f(u), u, x)"]
)
def test_bound_names_end_with_subs(text):
    with pytest.raises(UndefinedSymbol, match="'u'"):
        parse(text, N)


def test_not_text():
    with pytest.raises(ExpressionError, match="given as text, not as int"):
        parse(3, N)


@pytest.mark.parametrize("text", ["1/0", "x/(1 - 1)", "0**-1", "x/0.0"])
def test_division_by_zero(text):
    with pytest.raises(ZeroDenominator, match="division by zero at column"):
        parse(text, N)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000_000,
        "(" * 10_000_000,
        "(" * 201 + "x" + ")" * 201,
        "x**10001",
        "x**-10001",
        "x**(10**9)",
        "x**(10**(10**9))",
        "x**(1/20000)",
        "(x**200)**200",
        "2**10000*2**10000",
        "(2**1000)**1000",
        "9" * 5000,
        "1e5000",
        "1e-99999999999999999",
        "+".join(f"1/{10**4000 // 7 + k}" for k in range(5)),
        "x**" * 200 + "x",
        "sin(" * 150 + "x" + ")" * 150,
        "f" + "'" * 101 + "(t)",
        "Derivative(f(t), (t, 101))",
    ],
)
def test_limits(text):
    parse("x", N)
    start = time.perf_counter()
    with pytest.raises(TooLarge) as info:
        parse(text, N)
    assert time.perf_counter() - start < 0.5
    assert len(str(info.value)) < 300 and "\n" not in str(info.value)


def test_below_the_limits():
    assert parse("(" * 200 + "x" + ")" * 200, N) == X
    assert len(parse("+".join(["x*y"] * 5000), N).terms) == 5000
    assert len(parse("*".join(["x", "y"] * 5000), N).factors) == 10_000
    assert parse("-" * 2001 + "x", N) == Product((n(-1), X))
    assert parse("0" + "+1" * 20_000, N) == n(20_000)
    assert parse("x**10000", N) == Power(X, n(10_000))


def test_deepest_trees_pass_everywhere():
    import sympy

    from diffgeo.interop.sympy_bridge import from_sympy, latex, to_sympy

    for head in ("f(1/(x+", "sin(x*(1+"):
        count = 24
        tree = parse(head * count + "x" + "))" * count, N)
        assert 70 < depth(tree) <= 100
        assert parse(to_text(tree), N) == tree
        assert replace(tree, lambda _: None) == tree
        assert latex(tree)
        assert from_sympy(to_sympy(tree)) is not None
        assert to_sympy(tree).has(sympy.Symbol("x"))


def python_value(text, point):
    """The value by Python's own grammar: the independent oracle of the tests."""

    def value(node):
        match node:
            case ast.BinOp(left, op, right):
                return OPERATORS[type(op)](value(left), value(right))
            case ast.UnaryOp(ast.USub(), operand):
                return -value(operand)
            case ast.Constant(number):
                return Fraction(number)
            case ast.Name(name):
                return point[name]
        raise AssertionError(ast.dump(node))

    return value(ast.parse(text, mode="eval").body)


OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


_atoms = st.one_of(st.sampled_from(["a", "b", "c"]), st.integers(0, 9).map(str))


_powers = st.sampled_from(["**2", "**-1", "**3", "**2**0", "**-(2)", "**-2**2", "**(-1)**2"])


def _formulas(children):
    signs = st.sampled_from(["+", "-", "*", "/", " - ", "*-", "/-"])
    return st.one_of(
        st.tuples(children, signs, children).map("".join),
        children.map(lambda s: f"({s})"),
        children.map(lambda s: f"-{s}"),
        st.tuples(_atoms, _powers).map("".join),
        st.tuples(children, _powers).map(lambda p: f"({p[0]}){p[1]}"),
    )


@given(
    st.recursive(_atoms, _formulas, max_leaves=10),
    st.lists(st.fractions(-5, 5, max_denominator=5), min_size=3, max_size=3),
)
def test_same_value_as_python(text, values):
    point = dict(zip("abc", values, strict=True))
    try:
        expected = python_value(text, point)
    except ZeroDivisionError:
        event("division by zero")
        # A zero denominator may be a literal one (refused here) or appear at the point.
        with pytest.raises(DiffGeoError):
            evaluate(text, point)
        return
    event("compared")
    assert evaluate(text, point) == expected


def test_the_oracle_can_disagree():
    point = {"a": Fraction(2), "b": Fraction(3)}
    assert evaluate("-a**2 - b", point) != python_value("(-a)**2 - b", point)


@given(rational_trees, st.lists(st.fractions(-3, 3, max_denominator=3), min_size=5, max_size=5))
def test_text_round_trip_is_exact(tree, values):
    point = dict(zip(SYMBOLS, values, strict=True))
    text = to_text(tree)
    try:
        again = parse(text, NAMES)
        expected = evaluate(text, point)
    except (ZeroDenominator, TooLarge):
        return
    except DiffGeoError as error:
        assert "division by zero" in str(error)
        return
    value = exact_value(tree, point)
    event("compared" if value is not None else "undefined")
    assert value is None or value == expected
    assert parse(to_text(again), NAMES) is not None


def exact_value(tree, point):
    """The value in Fractions by direct recursion; None at a division by zero."""
    try:
        match tree:
            case Number(value):
                return value
            case Symbol(name):
                return point[name]
            case Sum(terms):
                return sum((exact_value(t, point) for t in terms), Fraction(0))
            case Product(factors):
                result = Fraction(1)
                for factor in factors:
                    result *= exact_value(factor, point)
                return result
            case Power(base, Number(exponent)):
                return exact_value(base, point) ** int(exponent)
    except (ZeroDivisionError, TypeError):
        return None
    raise AssertionError(tree)


@given(value_trees)
def test_text_round_trip_with_functions(tree):
    """Functions are compared by value, at a point where the tree is defined."""
    point = dict(
        zip(SYMBOLS, map(mpmath.mpf, ("1.25", "0.75", "0.5", "2.125", "1.5")), strict=True)
    )
    functions = {
        "f": (("s",), parse("s**3/3 + sin(s)", Names("s"))),
        "g": (("s", "u"), parse("s**2*exp(u/4) + s*u**3", Names("su"))),
    }
    try:
        again = parse(to_text(tree), NAMES)
        expected = evaluate_tree(tree, point, functions, 100)
        value = evaluate_tree(again, point, functions, 100)
    except DiffGeoError as error:
        event(type(error).__name__)
        return
    event("compared")
    assert mpmath.almosteq(value, expected, mpmath.mpf("1e-10"), mpmath.mpf("1e-10"))


def test_round_trip_control():
    """A printer that forgot brackets would be found out."""
    tree = Power(Sum((X, Y)), n(2))
    assert parse(to_text(tree), N) == tree
    assert parse("x + y**2", N) != tree


def test_importing_the_parser_does_not_import_lark():
    import subprocess
    import sys

    code = (
        "import sys; from diffgeo.interop import parsing, sympy_bridge, evaluation, codegen; "
        "print(sorted({'lark', 'sympy', 'mpmath', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
