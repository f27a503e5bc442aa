"""Antiderivatives that SymPy proposes; they are to be checked by whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diffgeo.interop.deadline import TimeIsUp, deadline

if TYPE_CHECKING:
    from sympy import Expr


def proposed_antiderivative(expression: Expr, name: str, seconds: float) -> Any:
    """An expression that may be an antiderivative by the symbol of this name, or None.

    Every symbol is taken as positive meanwhile: other signs are for the check.
    """
    import sympy

    symbols = sorted(expression.free_symbols, key=str)
    positive = {s: sympy.Dummy(str(s), positive=True) for s in symbols}
    variable = next((p for s, p in positive.items() if str(s) == name), None)
    if variable is None:
        return expression * sympy.Symbol(name)
    sympy.integrate(1 / (1 + variable**2), variable)  # loads what integrates, outside of the limit
    try:
        with deadline(seconds):
            found = sympy.integrate(expression.subs(positive), variable)
    except (TimeIsUp, ArithmeticError, AttributeError, NotImplementedError, TypeError, ValueError):
        return None
    if found.has(sympy.Integral, sympy.Piecewise):
        return None
    return found.subs({p: s for s, p in positive.items()})
