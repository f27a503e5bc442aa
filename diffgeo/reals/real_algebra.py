"""Real zeros of polynomials, by SymPy: Gröbner bases, real root counting.

Only certain answers are given; a question that is not answered within its time limit, or by
these methods, is answered by None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diffgeo.interop.deadline import TimeIsUp, deadline

if TYPE_CHECKING:
    from sympy import Expr, Symbol


def has_no_real_zero(formulas: Sequence[Expr], variables: Sequence[str], seconds: float) -> bool:
    """Whether polynomials certainly have no common real zero; False if that is not known.

    By a Gröbner basis over the rational functions of the parameters, which are generic: it
    contains 1, or a polynomial in one variable without real roots. Coefficients that are no
    such functions, as the root of 2 or f(0), have no answer.
    """
    import sympy
    from sympy.polys.polyerrors import BasePolynomialError

    symbols = [sympy.Symbol(name) for name in variables]
    others = sorted(set().union(*(f.free_symbols for f in formulas)) - set(symbols), key=str)
    domain = sympy.QQ.frac_field(*others) if others else sympy.QQ
    try:
        with deadline(seconds):
            if any(not f.is_polynomial(*symbols, *others) for f in formulas):
                return False
            basis = sympy.groebner(formulas, *symbols, order="lex", domain=domain)
            return any(_is_without_roots(g, symbols) for g in basis.exprs)
    except (TimeIsUp, BasePolynomialError):
        return False


def _is_without_roots(polynomial: Expr, symbols: Sequence[Symbol]) -> bool:
    import sympy

    used = polynomial.free_symbols
    if not used:
        return bool(polynomial != 0)
    if len(used) != 1 or not used <= set(symbols):
        return False
    return bool(sympy.Poly(polynomial, *used, domain="QQ").count_roots() == 0)
