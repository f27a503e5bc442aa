"""Exact values of expressions at points: rational numbers, or SymPy's exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.errors import (
    ExpressionError,
    InexactNumber,
    NotSupported,
    OutsideDomain,
    ZeroDenominator,
)
from diffgeo.interop.concrete import Concrete, insert_functions
from diffgeo.interop.evaluation import _concrete_functions, _exactly, evaluate_tree
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.interop.sympy_names import is_sympy
from diffgeo.rings.expression import Expression, Number, Symbol, replace

if TYPE_CHECKING:
    from sympy import Expr

#: Digits with which it is seen that an expression is defined.
_DIGITS = 60


def read_number(name: str, value: object) -> Expression:
    """The expression of an exact number: int, Fraction, text, or a number of SymPy."""
    if isinstance(value, float):
        raise InexactNumber(
            f"the value {value!r} of {name!r} is a float: write {str(Fraction(str(value)))!r}, "
            "or a Fraction"
        )
    if isinstance(value, int | Fraction):
        return Number(Fraction(value))
    if isinstance(value, str):
        return parse(value, Names())
    if is_sympy(value):
        return from_sympy(value, Names())
    raise ExpressionError(
        f"the value {value!r} of {name!r} is no exact number: give an integer, a Fraction, text "
        "or a SymPy number"
    )


def concrete_functions(functions: Mapping[str, str]) -> dict[str, Concrete]:
    """Concrete functions by name, from ``{"f(t)": "t**2"}``."""
    return _concrete_functions(functions, ())


def exact_value(
    tree: Expression, point: Mapping[str, Expression], functions: Mapping[str, Concrete]
) -> Fraction | Expr:
    """The value as a Fraction, or as an exact number of SymPy if it is not seen to be rational.

    Raises
    ------
    OutsideDomain
        The expression is not defined or not real there.
    """
    tree = insert_functions(tree, functions)
    tree = replace(tree, lambda node: point.get(node.name) if isinstance(node, Symbol) else None)
    if isinstance(tree, Number):
        return tree.value
    evaluate_tree(tree, {}, digits=_DIGITS)  # refuses what is not defined
    exact = _exactly(tree)
    if exact is not None:
        return exact
    try:
        value = to_sympy(tree)
    except ZeroDenominator:
        raise OutsideDomain("division by zero") from None
    if not value.is_number or value.is_finite is False or value.is_real is False:
        raise NotSupported(f"the value {value} is no real number that SymPy knows")
    return value
