"""Values of expression trees at a point: exact rationals as long as they last, then mpmath.

The evaluator is the reader's independent check on the rings, so it shares nothing with them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.errors import (
    ExpressionError,
    NonReal,
    OutsideDomain,
    TooLarge,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.interop.concrete import Concrete, insert_functions
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import to_sympy
from diffgeo.interop.traversal import fold
from diffgeo.rings.elementary_functions import PRIMITIVES, Primitive, grows_exponentially
from diffgeo.rings.expression import (
    Apply,
    Call,
    Constant,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    replace,
)

if TYPE_CHECKING:
    from mpmath import mpf
    from mpmath.ctx_mp import MPContext

#: A value: a rational number, or one of mpmath.
Value: TypeAlias = "Fraction | mpf"
#: Functions that can be called, or names of arguments with a formula.
Functions: TypeAlias = "Mapping[str, Callable[..., Value] | Concrete]"
#: A rational with more bits than this is continued as an mpmath number.
MAX_BITS = 1_000_000
#: Above this number of nodes, SymPy is not asked whether an irrational-looking value is rational.
_MAX_EXACT_NODES = 500
#: Python prints integers of up to 4300 digits.
_MAX_PRINTED_BITS = 13_000
_TEXT_DIGITS = 30
_GUARD_DIGITS = 15


def evaluate_tree(
    tree: Expression,
    point: Mapping[str, object],
    functions: Functions | None = None,
    digits: int = 50,
) -> mpf:
    """The value of a tree at a point, as an mpmath number.

    Parameters
    ----------
    tree
        The expression.
    point
        A value (int, Fraction, float, mpmath number) for every symbol.
    functions
        For every undefined function: a callable (its derivatives are taken numerically), or
        ``(names of the arguments, tree)``, whose derivatives are taken symbolically.
    digits
        Decimal digits of the working precision (a few more are carried). Cancellation is not
        estimated: a value is an approximation, not a certified enclosure.

    Raises
    ------
    OutsideDomain
        The expression is not defined or not real at the point.
    UndefinedSymbol, ExpressionError
        A symbol without value, a function without a concrete one.
    """
    import mpmath

    with mpmath.workdps(digits + _GUARD_DIGITS):
        value = _mp(_value(tree, point, functions or {}))
    with mpmath.workdps(digits):
        return +value


def evaluate(
    text: str,
    point: Mapping[str, str | int | Fraction],
    functions: Mapping[str, str] | None = None,
) -> Value:
    """The value of a formula at a point, exactly if it is seen to be rational.

    A value is seen to be rational by arithmetic with rationals, by roots
    that come out and by SymPy's exact values; every other value is an mpmath number with 30
    digits, and so is a rational of more than 4000 digits.

    Parameters
    ----------
    text
        The formula.
    point
        A value for every symbol, as a number or as a formula without symbols.
    functions
        ``{"f(t)": "t**2"}``: concrete functions; their formulas may use the point's symbols.

    Returns
    -------
    Fraction or mpmath.mpf
        The value.

    Raises
    ------
    OutsideDomain
        The formula is not defined or not real at the point.
    UndefinedSymbol, ExpressionError
        Whatever `parse` refuses.

    Examples
    --------
    >>> from diffgeo import evaluate
    >>> evaluate("f'(x)*y", {"x": 3, "y": "1/2"}, {"f(t)": "t**2"})
    Fraction(3, 1)
    """
    import mpmath

    values = {name: _point_value(name, v) for name, v in point.items()}
    concrete = _concrete_functions(functions or {}, tuple(values))
    arities = {n: len(f[0]) for n, f in concrete.items()}
    tree = insert_functions(parse(text, Names(tuple(values), arities)), concrete)
    tree = replace(tree, lambda n: values.get(n.name) if isinstance(n, Symbol) else None)
    with mpmath.workdps(_TEXT_DIGITS + _GUARD_DIGITS):
        value = _value(tree, {}, {})
    exact = value if isinstance(value, Fraction) else _exactly(tree)
    if exact is not None and _size(exact) <= _MAX_PRINTED_BITS:
        return exact
    with mpmath.workdps(_TEXT_DIGITS + _GUARD_DIGITS):
        return _context(_TEXT_DIGITS).mpf(_mp(value))


def _point_value(name: str, value: str | int | Fraction) -> Expression:
    if isinstance(value, float):
        raise ExpressionError(
            f"the value {value!r} of {name!r} is a float; write it as text or as a Fraction"
        )
    return parse(value, Names()) if isinstance(value, str) else Number(Fraction(value))


def _concrete_functions(
    functions: Mapping[str, str], symbols: tuple[str, ...]
) -> dict[str, Concrete]:
    result: dict[str, Concrete] = {}
    for head, body in functions.items():
        match = re.fullmatch(r"\s*(\w+)\s*\(([\w\s,]+)\)\s*", head)
        if match is None:
            raise ExpressionError(f"a function is given as 'f(t)', not as {head[:40]!r}")
        names = tuple(n.strip() for n in match.group(2).split(","))
        result[match.group(1)] = (names, parse(body, Names({*names, *symbols})))
    return result


def _exactly(tree: Expression) -> Fraction | None:
    """The value if SymPy's automatic evaluation and expansion make it rational."""
    if sum(1 for _ in tree.walk()) > _MAX_EXACT_NODES:
        return None
    import sympy

    try:
        value = to_sympy(tree)
    except ZeroDenominator as error:
        raise OutsideDomain(f"{error} at the point") from None
    if not value.is_Rational:
        value = sympy.expand(value)
    return Fraction(int(value.p), int(value.q)) if value.is_Rational else None


@lru_cache(maxsize=4)
def _context(digits: int) -> MPContext:
    # A context of its own, so that the number shows its digits whatever mpmath.mp.dps is.
    from mpmath.ctx_mp import MPContext

    context = MPContext()
    context.dps = digits
    return context


# --- the evaluator -----------------------------------------------------------------


def _value(tree: Expression, point: Mapping[str, object], functions: Mapping[str, Any]) -> Value:
    """A Fraction, or an mpmath number of the current precision."""
    callables = {n: f for n, f in functions.items() if callable(f)}
    pairs = {n: f for n, f in functions.items() if n not in callables}
    if pairs:
        tree = insert_functions(tree, pairs)

    def combine(node: Expression, values: Sequence[Value]) -> Value:
        match node:
            case Number(value):
                return value
            case Constant(name):
                import mpmath

                return +mpmath.pi if name == "pi" else +mpmath.e
            case Symbol(name):
                if name not in point:
                    known = ", ".join(point) or "nothing"
                    raise UndefinedSymbol(f"no value for {name!r}; the point has {known}")
                return _number(name, point[name])
            case Sum():
                return _sum(values)
            case Product():
                return _product(values)
            case Power():
                return _power(*values)
            case Call(name):
                return _call(name, values)
            case Apply(name, orders):
                if name not in callables:
                    raise ExpressionError(f"no concrete function is given for {name!r}")
                return _applied(callables[name], orders, values)
        raise TypeError(f"not an expression: {node!r}")

    return fold(tree, combine)


def _number(name: str, value: object) -> Value:
    if isinstance(value, int | Fraction):
        return Fraction(value)
    import mpmath

    number = mpmath.mpmathify(value)
    if not isinstance(number, mpmath.mpf):
        raise NonReal(f"the value {value!r} of {name!r} is not real")
    return number


def _mp(value: object) -> mpf:
    import mpmath

    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return mpmath.mpf(value)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 30 else text[:27] + "..."


def _bounded(value: Fraction) -> Value:
    return value if _size(value) <= MAX_BITS else _mp(value)


def _size(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _sum(values: Sequence[Value]) -> Value:
    import mpmath

    exact = _bounded(sum((v for v in values if isinstance(v, Fraction)), Fraction(0)))
    rest = [v for v in values if not isinstance(v, Fraction)]
    return mpmath.fsum([_mp(exact), *rest]) if rest else exact


def _product(values: Sequence[Value]) -> Value:
    result: Value = Fraction(1)
    for v in values:
        if isinstance(v, Fraction) and isinstance(result, Fraction):
            result = _bounded(result * v)
        else:
            result = _mp(result) * _mp(v)
    return result


def _power(base: Value, exponent: Value) -> Value:
    import mpmath

    if exponent == 0:
        return Fraction(1)
    if base == 0:
        if exponent < 0:
            raise OutsideDomain("division by zero at the point")
        return Fraction(0)
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        n = exponent.numerator
        if isinstance(base, Fraction) and _size(base) * abs(n) <= MAX_BITS:
            return base**n
        return _mp(base) ** n
    if base < 0:
        raise OutsideDomain(
            f"the power {_short(exponent)} of the negative number {_short(base)} at the point"
        )
    if isinstance(base, Fraction) and isinstance(exponent, Fraction):
        above = _root(base.numerator, exponent.denominator)
        below = _root(base.denominator, exponent.denominator)
        if above is not None and below is not None:
            return _power(Fraction(above, below), Fraction(exponent.numerator))
    product = _mp(exponent) * mpmath.log(_mp(base))
    _check_magnitude("exp", product)
    return mpmath.exp(product)


def _root(n: int, degree: int) -> int | None:
    """The exact root of a non-negative integer, if it is an integer."""
    if degree == 2:
        root = math.isqrt(n)
    else:
        from sympy import integer_nthroot

        root = int(integer_nthroot(n, degree)[0])
    return root if root**degree == n else None


#: Arguments at which the value is rational: function -> {argument: value}.
_RATIONAL_VALUES: dict[str, dict[int, int]] = {
    **{n: {0: 0} for n in ("sin", "tan", "sinh", "tanh", "asin", "atan")},
    **{n: {0: 1} for n in ("cos", "sec", "cosh", "exp")},
    "log": {1: 0},
    "acos": {1: 0},
}


def _call(name: str, values: Sequence[Value]) -> Value:
    import mpmath

    x = values[0]
    if name == "sqrt":
        return _power(x, Fraction(1, 2))
    if name == "Abs":
        return abs(x)
    if name == "sign":
        return Fraction((x > 0) - (x < 0))
    if name == "atan2":
        y, x = values
        if y == 0 and x == 0:
            raise OutsideDomain("atan2(0, 0) at the point")
        return Fraction(0) if y == 0 and x > 0 else mpmath.atan2(_mp(y), _mp(x))
    if isinstance(x, Fraction) and x in _RATIONAL_VALUES.get(name, {}):
        return Fraction(_RATIONAL_VALUES[name][int(x)])
    if (
        (name == "log" and x <= 0)
        or (name in ("asin", "acos") and abs(x) > 1)
        or (name in ("cot", "csc") and x == 0)
    ):
        raise OutsideDomain(f"{name}({_short(x)}) is not defined at the point")
    _check_magnitude(name, _mp(x))
    if name in PRIMITIVES:
        return _enclosed(PRIMITIVES[name], _mp(x))
    try:
        return getattr(mpmath, name)(_mp(x))
    except (ZeroDivisionError, OverflowError) as error:
        raise OutsideDomain(f"{name}({_short(x)}) is not defined at the point") from error


def _enclosed(function: Primitive, x: Any) -> Value:
    """The middle of a ball of the working precision."""
    import mpmath
    from flint import arb, ctx, fmpz

    with ctx.workprec(mpmath.mp.prec + 10):
        (sign, mantissa, exponent, _) = x._mpf_
        value = arb(fmpz((-1) ** sign * int(mantissa))) * arb(2) ** int(exponent)
        found, power = function.enclosure(value).mid().man_exp()
    return mpmath.ldexp(mpmath.mpf(int(found)), int(power))


def _check_magnitude(name: str, x: object) -> None:
    """Refuse arguments whose exponential or whose angle would take for ever."""
    import mpmath

    limit = 30 if grows_exponentially(name) else 10_000
    if x != 0 and mpmath.mag(x) > limit:
        raise TooLarge(f"{name}({_short(x)}) has too large an argument to be evaluated")


def _applied(
    function: Callable[..., Value], orders: Sequence[int], values: Sequence[Value]
) -> Value:
    import mpmath

    arguments = [_mp(v) for v in values]
    if not any(orders):
        result = function(*arguments)
    elif len(orders) == 1:
        result = mpmath.diff(function, arguments[0], orders[0])
    else:
        result = mpmath.diff(function, tuple(arguments), tuple(orders))
    return _number("a function", result)
