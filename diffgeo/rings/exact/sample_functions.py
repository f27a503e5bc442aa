"""Simple functions that stand for undefined ones in counterexamples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

#: A polynomial in the arguments of a function: coefficients by exponents.
Polynomial = Mapping[tuple[int, ...], int | Fraction]


@cache
def function_candidates(arity: int) -> tuple[Polynomial, ...]:
    """Simple polynomials in the given number of arguments, simplest first."""
    exponents = sorted(product(range(4), repeat=arity), key=lambda e: (sum(e), max(e)))
    single = [{e: 1} for e in exponents if sum(e) <= 3]
    mixed: Polynomial = {e: k + 1 for k, e in enumerate(exponents) if sum(e) <= 3}
    return (*single[1:], mixed, single[0])


def function_text(name: str, polynomial: Polynomial) -> tuple[str, str]:
    """The function and its value as text: ``f(t)`` and ``t**2 + 1``."""
    arity = len(next(iter(polynomial)))
    names = ["t"] if arity == 1 else [f"x{k + 1}" for k in range(arity)]
    terms = []
    for exponents, coefficient in polynomial.items():
        factors = [f"{n}**{e}" if e > 1 else n for n, e in zip(names, exponents, strict=True) if e]
        leading = [] if coefficient == 1 and factors else [str(coefficient)]
        terms.append("*".join(leading + factors))
    return f"{name}({', '.join(names)})", " + ".join(terms)
