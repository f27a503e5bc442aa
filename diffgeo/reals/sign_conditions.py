"""Conditions on signs of polynomials, and their combinations by "and" and "or".

They are data: what follows from them is decided by `diffgeo.reals.real_sentences` and
`diffgeo.reals.constructible`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy
from sympy import Expr, Symbol

from diffgeo.interop.polynomials import factors, normal
from diffgeo.reals.complex_roots import sign_of_number
from diffgeo.reals.point_sets import Search

#: The relation that holds where another one does not.
OPPOSITE = {"=": "!=", "!=": "=", ">": "<=", "<": ">=", ">=": "<", "<=": ">"}
WEAKER = {">": (">=", "!="), "<": ("<=", "!=")}


@dataclass(frozen=True)
class Sign:
    """``polynomial relation 0``, with the relations =, !=, <, >, <=, >=."""

    polynomial: Expr
    relation: str

    def holds(self, values: Mapping[str, Expr]) -> bool:
        """Whether it holds at exact values of all of its symbols."""
        value = self.polynomial.subs({s: values[s.name] for s in self.polynomial.free_symbols})
        sign = sign_of_number(sympy.expand(value))
        return sign in {"=": (0,), "!=": (-1, 1), ">": (1,), "<": (-1,), ">=": (0, 1),
                        "<=": (-1, 0)}[self.relation]  # fmt: skip

    @property
    def opposite(self) -> Sign:
        """The condition that holds where this one does not."""
        return Sign(self.polynomial, OPPOSITE[self.relation])

    def __str__(self) -> str:
        f = self.polynomial
        relation = "==" if self.relation == "=" else self.relation
        constant, rest = f.as_independent(*f.free_symbols, as_Add=True)
        if rest.is_Symbol:
            return f"{rest} {relation} {-constant}"
        return f"{sympy.factor(f)} {relation} 0"


#: All of the conditions.
Cell = tuple[Sign, ...]
#: One of the cells.
Union = tuple[Cell, ...]


def text(union: Union) -> str:
    """``a > 0 and b == 0 or c == 0``; "always" and "never" for trivial ones."""
    if not union:
        return "never"
    if any(not cell for cell in union):
        return "always"
    return " or ".join(" and ".join(map(str, cell)) for cell in union)


def atoms(polynomials: Iterable[Expr]) -> list[Expr]:
    """The irreducible factors that are no numbers, simplest first, with positive leading term."""
    found: dict[Expr, None] = {}
    for f in polynomials:
        if f == 0 or f.is_number:
            continue
        for g, _ in factors(sympy.expand(f)):
            if sympy.Poly(g, *sorted(g.free_symbols, key=str)).LC() < 0:
                g = sympy.expand(-g)
            found[g] = None
    return sorted(found, key=lambda g: (sympy.Poly(g).total_degree(), len(g.args), str(g)))


def reduced(cell: Cell) -> Cell:
    """An equivalent cell: what its equations say is used in the other conditions."""
    done: list[Sign] = []
    left = sorted(cell, key=lambda s: (s.relation != "=", len(s.polynomial.args)))
    while left:
        sign = left.pop(0)
        f = sign.polynomial
        if sign.relation in ("=", "!="):
            units = {s.polynomial for s in (*done, *left) if s.relation in ("!=", ">", "<")}
            f = sympy.expand(sympy.Mul(*(g for g, _ in factors(f) if g not in units)))
            if f.is_number:
                f = sign.polynomial
        sign = Sign(f, sign.relation)
        done.append(sign)
        x = next((x for x in sorted(f.free_symbols, key=str) if _gives(f, x)), None)
        if sign.relation == "=" and x is not None:
            value = sympy.expand(x - f / f.coeff(x, 1))
            left = [
                Sign(normal(s.polynomial.subs(x, value)), s.relation)
                for s in left
                if not s.polynomial.subs(x, value).is_number
            ]
            left.sort(key=lambda s: (s.relation != "=", len(s.polynomial.args)))
    return tuple(dict.fromkeys(done))


def _gives(f: Expr, x: Symbol) -> bool:
    return bool(sympy.degree(f, x) == 1 and f.coeff(x, 1).is_number)


#: Larger polynomials are not projected.
LARGEST_PROJECTED = 60


def projected(wanted: Search) -> list[Expr]:
    """Polynomials of the parameters at which the real solutions of a search may change.

    Coefficients, discriminants and resultants, one unknown after the other (what cylindrical
    algebraic decomposition divides by). They are proposals: nothing is believed because of them.
    """
    left = [f for group in (wanted.equations, wanted.positive, wanted.nonnegative) for f in group]
    left += [*wanted.nonzero, *wanted.minors]
    for x in sorted(wanted.points, key=lambda x: max(sympy.degree(f, x) for f in left)):
        with_x = [f for f in atoms(left) if f.has(x) and len(f.args) <= LARGEST_PROJECTED]
        left = [f for f in left if not f.has(x)]
        for k, f in enumerate(with_x):
            left += sympy.Poly(f, x).coeffs()
            if sympy.degree(f, x) > 1:
                left.append(sympy.discriminant(f, x))
            left += [sympy.resultant(f, g, x) for g in with_x[:k]]
        left = [sympy.expand(f) for f in left]
    return left
