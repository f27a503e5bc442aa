"""Real zeros of polynomials, by SymPy: sums of squares, Gröbner bases, real root counting.

Only certain answers are given; a question that is not answered within its time limit, or by
these methods, is answered by None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from diffgeo.interop.deadline import TimeIsUp, deadline

if TYPE_CHECKING:
    from sympy import Expr, Symbol


def sum_of_squares(
    formula: Expr, variables: Sequence[str], signs: Mapping[str, int], seconds: float
) -> tuple[list[Expr], Expr] | None:
    """A polynomial as ``±(Σ c_k b_k² + c_0)``, c_k > 0 and c_0 ≥ 0, by completing squares.

    Parameters
    ----------
    formula
        A SymPy expression.
    variables
        The names of the variables; all other symbols are parameters.
    signs
        Declared signs of variables and parameters, +1 or -1.
    seconds
        The time limit.

    Returns
    -------
    tuple or None
        The bases b_k and the constant c_0; None if no such form was found.
    """
    try:
        with deadline(seconds):
            for sign in (1, -1):
                found = _squares(sign * formula, variables, signs)
                if found is not None:
                    return found
    except TimeIsUp:
        return None
    return None


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


def _squares(
    formula: Expr, variables: Sequence[str], signs: Mapping[str, int]
) -> tuple[list[Expr], Expr] | None:
    """Complete squares, one variable after the other; the rest must be ≥ 0."""
    import sympy

    symbols = [sympy.Symbol(name) for name in variables]
    positive = {
        symbol: sympy.Symbol(symbol.name, **_assumptions(signs.get(symbol.name, 0)))
        for symbol in formula.free_symbols
    }
    rest = sympy.expand(formula)
    bases: list[Expr] = []
    for _ in range(2 * len(symbols) + 1):
        left = [s for s in symbols if rest.has(s)]
        if not left:
            constant = rest.subs(positive)
            return (bases, rest) if constant.is_nonnegative else None
        if (root := _root(rest, symbols, positive)) is not None:
            return [*bases, root], sympy.Integer(0)
        step = next(filter(None, (_completed(rest, s, symbols, positive) for s in left)), None)
        if step is None:
            return None
        bases.append(step[0])
        rest = step[1]
    return None


def _assumptions(sign: int) -> dict[str, bool]:
    return {"positive": True} if sign > 0 else {"negative": True} if sign < 0 else {"real": True}


def _completed(
    rest: Expr, symbol: Symbol, symbols: Sequence[Symbol], positive: Mapping[Symbol, Symbol]
) -> tuple[Expr, Expr] | None:
    """For ``a s² + b s + c``, a > 0: the base ``s + b/(2a)`` and ``c - b²/(4a)``."""
    import sympy

    if not rest.is_polynomial(symbol):
        return None
    polynomial = sympy.Poly(rest, symbol)
    if polynomial.degree() != 2:
        return None
    a, b, c = polynomial.all_coeffs()
    if a.has(*symbols) or not a.subs(positive).is_positive:
        return None
    return symbol + b / (2 * a), sympy.expand(c - b**2 / (4 * a))


def _root(rest: Expr, symbols: Sequence[Symbol], positive: Mapping[Symbol, Symbol]) -> Expr | None:
    """The base of a positive multiple of an even power, else None."""
    import sympy

    if not rest.is_polynomial(*symbols):
        return None
    factor, powers = sympy.factor_list(rest)
    base = sympy.Integer(1)
    for polynomial, exponent in powers:
        if exponent % 2 == 0:
            base *= polynomial
        elif polynomial.has(*symbols):
            return None
        else:
            factor *= polynomial
    return base if sympy.sympify(factor, strict=True).subs(positive).is_positive else None
