"""Values at a rational point, as decimal digits: what answers of all contenders are compared by.

An expression in sines or roots has no canonical form that all libraries share; 25 correct
digits of its value are one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

#: Digits that are compared, digits that are computed, and what counts as zero.
DIGITS, WORKING, NOTHING = 25, 60, Decimal(10) ** -40


def digits(number: Any) -> str:
    """The leading digits of a rational number, or of the text of a decimal one."""
    if isinstance(number, int | Fraction):
        number = Context(prec=WORKING).divide(
            Decimal(Fraction(number).numerator), Decimal(Fraction(number).denominator)
        )
    value = Decimal(number)
    if abs(value) < NOTHING:
        return "0"
    return format(value.normalize(Context(prec=DIGITS)), "e")


def of_sympy(expression: Any, point: Mapping[str, Fraction]) -> str:
    """The value of a SymPy expression in symbols of these names."""
    import sympy

    expression = sympy.sympify(expression)
    symbols = {s.name: s for s in expression.free_symbols}
    values = {
        symbols[name]: sympy.Rational(q.numerator, q.denominator)
        for name, q in point.items()
        if name in symbols
    }
    return digits(str(sympy.N(expression.xreplace(values), WORKING)))


def of_flint(polynomial: Any, values: list[Fraction]) -> str:
    """The value of a polynomial of python-flint, for rational values of its variables."""
    from flint import fmpq

    result = polynomial(*(fmpq(q.numerator, q.denominator) for q in values))
    return digits(Fraction(int(result.p), int(result.q)))


def weighted(values: list[Any]) -> Any:
    """One number for many components: their sum with weights 1, 2, ….

    The components are given in a fixed order, zeros included.
    """
    return sum(weight * value for weight, value in enumerate(values, 1))


def rough(number: float) -> str:
    """Six digits, for what is evaluated in double precision."""
    return "0" if abs(number) < 1e-9 else f"{float(number):.5e}"


def floats(expressions: Iterable[Any], given: Mapping[Any, float]) -> list[float]:
    """SymPy expressions in double precision; what occurs in several places is evaluated once."""
    import sympy

    known = dict(given)

    def value(e: Any) -> float:
        if e in known:
            return known[e]
        if e.is_Number:
            result = float(e)
        elif e.is_Add:
            result = math.fsum(map(value, e.args))
        elif e.is_Mul:
            result = math.prod(map(value, e.args))
        elif e.is_Pow:
            result = value(e.base) ** value(e.exp)
        elif isinstance(e, sympy.sin | sympy.cos | sympy.tan):
            result = getattr(math, e.func.__name__)(value(e.args[0]))
        else:
            result = float(e.xreplace(given))
        known[e] = result
        return result

    return [value(sympy.sympify(e)) for e in expressions]


def exactly(expression: Any, known: dict[Any, Any]) -> Any:
    """A SymPy expression with the values of symbols, sines and cosines put in, exactly.

    ``known`` remembers what is evaluated: what occurs in several places is, once.
    """
    import sympy

    if expression in known:
        return known[expression]
    if expression.is_Atom:
        return expression
    if expression.is_Add or expression.is_Mul or expression.is_Pow:
        result = expression.func(*(exactly(argument, known) for argument in expression.args))
    else:
        result = sympy.expand_trig(expression)
        result = exactly(result, known) if result != expression else result.xreplace(known)
    known[expression] = result
    return result
