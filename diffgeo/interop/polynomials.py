"""Polynomials as SymPy expressions, factored by flint."""

from __future__ import annotations

from functools import lru_cache

import sympy


@lru_cache(maxsize=20_000)
def factors(polynomial: sympy.Expr) -> tuple[tuple[sympy.Expr, int], ...]:
    """The irreducible factors over the rationals with their multiplicities, without numbers.

    Of 0 it is 0. By flint, which is faster than SymPy by orders of magnitude.
    """
    import flint

    if polynomial.is_number:
        return () if polynomial != 0 else ((polynomial, 1),)
    if polynomial.is_Symbol:
        return ((polynomial, 1),)
    symbols = sorted(polynomial.free_symbols, key=str)
    poly = sympy.Poly(polynomial, *symbols, domain="QQ").clear_denoms(convert=True)[1]
    context = flint.fmpz_mpoly_ctx.get([f"x{k}" for k in range(len(symbols))], flint.Ordering.lex)
    given = context.from_dict({powers: int(c) for powers, c in poly.terms()})
    _, found = given.factor()
    return tuple(
        (
            sympy.Add(
                *(
                    int(c) * sympy.Mul(*(s ** int(n) for s, n in zip(symbols, powers, strict=True)))
                    for powers, c in f.to_dict().items()
                )
            ),
            int(multiplicity),
        )
        for f, multiplicity in found
    )


def normal(polynomial: sympy.Expr) -> sympy.Expr:
    """The polynomial up to a positive factor, with integer coefficients without common factor."""
    polynomial = sympy.expand(polynomial)
    if polynomial.is_number:
        return polynomial
    _, primitive = (
        sympy.Poly(polynomial, *sorted(polynomial.free_symbols, key=str))
        .clear_denoms(convert=True)[1]
        .primitive()
    )
    return primitive.as_expr()
