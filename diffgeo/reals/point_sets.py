"""Sets of points with parameters, as polynomial equations and inequalities.

Formulas with roots, sines, exponentials and undefined functions are written as polynomials in
more unknowns: a root is r with ``r**q = R`` and r > 0, a pair of sine and cosine lies on the
circle. What depends on the parameters alone becomes a parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import comb

import sympy
from sympy import Expr, Symbol

from diffgeo.errors import NotSupported
from diffgeo.interop.polynomials import factors

#: Rounds of derivatives along the set; a function that is not decided by then stays undecided.
ROUNDS = 5
#: A set along which more fields are needed is not differentiated.
LARGEST_NUMBER_OF_FIELDS = 200


@dataclass(frozen=True)
class PointSet:
    """The points where ``equations`` vanish, ``positive`` are > 0 and ``nonzero`` are not 0.

    One of the ``minors`` is not 0 either, if there are any. All are polynomials in ``points`` and
    ``parameters``; ``function`` is the one whose zeros are asked for. ``moving`` are the points'
    coordinates along which the set is differentiated. ``assumed`` are equations, and
    ``assumed_positive`` and ``assumed_nonzero`` polynomials, of the parameters alone. ``loose``
    says why a point of the set need not be one of the original problem; it is empty if it is.
    """

    equations: tuple[Expr, ...]
    positive: tuple[Expr, ...]
    nonzero: tuple[Expr, ...]
    minors: tuple[Expr, ...]
    function: Expr
    points: tuple[Symbol, ...]
    moving: tuple[Symbol, ...]
    parameters: tuple[Symbol, ...]
    assumed: tuple[Expr, ...] = ()
    assumed_positive: tuple[Expr, ...] = ()
    assumed_nonzero: tuple[Expr, ...] = ()
    loose: str = ""
    definitions: Mapping[Symbol, Expr] = field(default_factory=dict, compare=False)

    @property
    def along(self) -> tuple[Symbol, ...]:
        """The coordinates that move and that occur."""
        used = set().union(*(e.free_symbols for e in (*self.equations, self.function)))
        return tuple(x for x in self.moving if x in used)

    def first_derivatives(self) -> list[Expr]:
        """The function with its first derivatives along the set, not reduced."""
        f = _radical(self.function, self._units)
        fields = comb(len(self.along), len(self.equations) + 1)
        return [f, *(self._derivatives(f) if fields <= LARGEST_NUMBER_OF_FIELDS else ())]

    def derived(self) -> tuple[list[list[Expr]], bool]:
        """The function with its derivatives along the set, round by round, and if they close up.

        Where all of them vanish, the function vanishes in a neighbourhood on the set, if the last
        round adds nothing to the ideal; without that, where they do not, it does not.
        """
        generators = [_radical(self.function, self._units)]
        rounds = [list(generators)]
        if comb(len(self.along), len(self.equations) + 1) > LARGEST_NUMBER_OF_FIELDS:
            return rounds, False
        last = list(generators)
        for _ in range(ROUNDS):
            new: list[Expr] = []
            for f in last:
                for g in self._derivatives(f):
                    g = _remainder(g, [*self.equations, *generators, *new], self.points)
                    if g != 0:
                        new.append(_radical(g, self._units, powers=True))
            if not new:
                return rounds, True
            generators += new
            rounds.append(list(generators))
            last = new
        return rounds, False

    @property
    def _units(self) -> set[Expr]:
        return {*self.positive, *self.nonzero, *self.assumed_positive, *self.assumed_nonzero}

    def _derivatives(self, f: Expr) -> Iterable[Expr]:
        x = [*self.along]
        rows = [[g.diff(s) for s in x] for g in self.equations]
        rows = [row for row in rows if any(row)]
        for chosen in combinations(range(len(x)), len(rows) + 1):
            matrix = [[row[i] for i in chosen] for row in rows]
            value = sympy.Matrix([*matrix, [f.diff(x[i]) for i in chosen]]).det(method="berkowitz")
            value = sympy.expand(value)
            if value != 0:
                yield value


@dataclass(frozen=True)
class Search:
    """What a point has to satisfy, in fewer and simpler unknowns.

    The same as a `PointSet`, with ``nonnegative`` polynomials besides.
    """

    equations: tuple[Expr, ...]
    positive: tuple[Expr, ...]
    nonnegative: tuple[Expr, ...]
    nonzero: tuple[Expr, ...]
    minors: tuple[Expr, ...]
    points: tuple[Symbol, ...]


def search(where: PointSet, equations: Sequence[Expr], nonzero: Sequence[Expr]) -> Search:
    """The points of a set with ``equations = 0`` and all of ``nonzero ≠ 0``.

    An unknown that occurs in even powers only is replaced by its square, and one that an
    equation gives as a polynomial in the others by that.
    """
    groups = {
        "equations": [*where.equations, *equations],
        "positive": list(where.positive),
        "nonnegative": [],
        "nonzero": [*where.nonzero, *nonzero],
        "minors": list(where.minors),
    }
    points = list(where.points)
    for x in where.points:
        # r > 0 is nothing but r ≠ 0 for the root r of something.
        if x in groups["positive"] and all(
            _is_even(f, x) for k, fs in groups.items() for f in fs if f != x or k != "positive"
        ):
            _halve(groups, x)
        elif all(_is_even(f, x) for fs in groups.values() for f in fs) and any(
            f.has(x) for fs in groups.values() for f in fs
        ):
            _halve(groups, x)
            groups["nonnegative"].append(x)
    while (solved := _given(groups["equations"], points)) is not None:
        e, x, value = solved
        groups["equations"].remove(e)
        points.remove(x)
        for fs in groups.values():
            fs[:] = [sympy.expand(f.subs(x, value)) if f.has(x) else f for f in fs]
    used = set().union(*(f.free_symbols for fs in groups.values() for f in fs), set())
    return Search(
        points=tuple(x for x in points if x in used),
        **{name: tuple(dict.fromkeys(fs)) for name, fs in groups.items()},
    )


def _is_even(f: Expr, x: Symbol) -> bool:
    return x not in _odd_symbols(f)


@lru_cache(maxsize=256)
def _odd_symbols(f: Expr) -> frozenset[Symbol]:
    """The symbols of which odd powers occur in a polynomial; long ones take time to read."""
    symbols = sorted(f.free_symbols, key=str)
    monomials = sympy.Poly(f, *symbols).monoms() if symbols else []
    return frozenset(x for k, x in enumerate(symbols) if any(m[k] % 2 for m in monomials))


def _halve(groups: dict[str, list[Expr]], x: object) -> None:
    """The square of x takes its name."""
    for fs in groups.values():
        fs[:] = [
            sympy.Add(*(c * x ** (n // 2) for (n,), c in sympy.Poly(f, x).terms()))
            if f.has(x) and f != x
            else f
            for f in fs
        ]


def _given(equations: Sequence[Expr], points: Sequence[Symbol]) -> tuple[Expr, Symbol, Expr] | None:
    """An equation that gives a coordinate as a polynomial in the other unknowns."""
    for e in equations:
        for x in points:
            if e.has(x) and sympy.degree(e, x) == 1 and (slope := e.coeff(x, 1)).is_number:
                return e, x, sympy.expand(x - e / slope)
    return None


def _radical(f: object, units: set[Expr], powers: bool = False) -> Expr:
    """The product of the irreducible factors, or of their powers, without the units."""
    if f == 0:
        return f
    known = {g for u in units for g, _ in factors(sympy.expand(u))}
    kept = [(g, n if powers else 1) for g, n in factors(f) if g not in known]
    return sympy.expand(sympy.Mul(*(g**n for g, n in kept)))


def _remainder(g: Expr, generators: Sequence[Expr], points: Sequence[Symbol]) -> Expr:
    """The rest of a polynomial after division; 0 shows that it lies in the ideal."""
    ring_symbols = sorted(g.free_symbols.union(*(f.free_symbols for f in generators)), key=str)
    if not ring_symbols:
        return g if not any(f != 0 for f in generators) else sympy.Integer(0)
    ordered = [*(s for s in points if s in ring_symbols)]
    ordered += [s for s in ring_symbols if s not in ordered]
    used = [f for f in generators if f != 0]
    if not used:
        return g
    basis = sympy.groebner(used, *ordered, order="grevlex")
    return sympy.expand(basis.reduce(g)[1])


class Translation:
    """From formulas to polynomials; new unknowns are collected on the way.

    Parameters
    ----------
    points
        Names of the coordinates of points.
    parameters
        Names of the parameters.
    """

    def __init__(self, points: Sequence[str], parameters: Sequence[str]) -> None:
        self.points = [sympy.Symbol(name) for name in points]
        self.parameters = [sympy.Symbol(name) for name in parameters]
        self.equations: list[Expr] = []
        self.positive: list[Expr] = []
        self.nonzero: list[Expr] = []
        self.assumed: list[Expr] = []
        self.definitions: dict[Symbol, Expr] = {}
        self.values: list[Symbol] = []  # Values of undefined functions.
        self.loose = ""
        self._angles: dict[Expr, tuple[Symbol, Symbol]] = {}
        self._arguments: list[Expr] = []  # Of sines, cosines and exponentials.
        self._memory: dict[object, Expr] = {}
        self._taken = {s.name for s in (*self.points, *self.parameters)}

    def quotient(self, formula: object) -> tuple[Expr, Expr]:
        """Numerator and denominator, polynomials without common factor."""
        replaced = self._replace(sympy.sympify(formula, strict=True))
        numerator, denominator = sympy.fraction(sympy.cancel(sympy.together(replaced)))
        known = (*self.points, *self.parameters, *self.values)
        if not (numerator.is_polynomial(*known) and denominator.is_polynomial(*known)):
            raise NotSupported(f"{formula} is no algebraic function of its unknowns")
        return sympy.expand(numerator), sympy.expand(denominator)

    def numerator(self, formula: object) -> Expr:
        """The numerator; that the denominator does not vanish is recorded."""
        numerator, denominator = self.quotient(formula)
        if not denominator.is_Number:
            self.nonzero.append(denominator)
        return numerator

    def positive_part(self, formula: object) -> Expr:
        """A polynomial with the sign of a quotient."""
        numerator, denominator = self.quotient(formula)
        return numerator if denominator == 1 else sympy.expand(numerator * denominator)

    def _new(self, stem: str, meaning: object, fixed: bool) -> Symbol:
        name = stem
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        symbol = sympy.Symbol(name)
        self.definitions[symbol] = meaning
        (self.parameters if fixed else self.points).append(symbol)
        return symbol

    def _is_fixed(self, formula: Expr) -> bool:
        return not (formula.free_symbols & set(self.points))

    def _replace(self, e: object) -> Expr:
        if e in self._memory:
            return self._memory[e]
        found = self._replaced(e)
        self._memory[e] = found
        return found

    def _replaced(self, e: Expr) -> Expr:
        if e.is_Rational or e.is_Symbol:
            return e
        if isinstance(e, sympy.core.function.AppliedUndef | sympy.Derivative | sympy.Subs):
            name = str(e)
            symbol = sympy.Symbol(name)
            if symbol not in self.values:
                self.values.append(symbol)
            return symbol
        if e.is_Pow and e.exp.is_Rational and not e.exp.is_Integer:
            return self._root(e.base, e.exp.q) ** e.exp.p
        if isinstance(e, sympy.sin | sympy.cos):
            s, c = self._pair(e.args[0])
            return s if isinstance(e, sympy.sin) else c
        if e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer):
            return e.func(*(self._replace(a) for a in e.args))
        symbol = self._new(f"[{e}]", e, self._is_fixed(e))
        if isinstance(e, sympy.exp):
            self.positive.append(symbol)
            self._arguments.append(e.args[0])
        else:
            self._loosen(e)
        return symbol

    def _root(self, base: object, q: int) -> Expr:
        key = ("root", base, q)
        if key not in self._memory:
            numerator, denominator = self.quotient(base)
            # Uniquely determined by its equation, so that it may be a coordinate of points
            # also where it depends on the parameters alone.
            r = self._new(f"[{sympy.Pow(base, sympy.Rational(1, q))}]", base, False)
            self.equations.append(sympy.expand(r**q * denominator - numerator))
            self.positive.append(r)
            if not denominator.is_Number:
                self.nonzero.append(denominator)
            self._memory[key] = r
        return self._memory[key]

    def _pair(self, angle: object) -> tuple[Symbol, Symbol]:
        if angle not in self._angles:
            fixed = self._is_fixed(angle)
            s = self._new(f"sin({angle})", sympy.sin(angle), fixed)
            c = self._new(f"cos({angle})", sympy.cos(angle), fixed)
            (self.assumed if fixed else self.equations).append(s**2 + c**2 - 1)
            self._angles[angle] = (s, c)
            self._arguments.append(angle)
        return self._angles[angle]

    def _loosen(self, thing: object) -> None:
        self.loose = f"{thing} is taken to be independent of its argument"

    def check_arguments(self, formulas: Iterable[Expr]) -> None:
        """Find out whether arguments are independent of each other and of everything else."""
        used = set().union(*(f.free_symbols for f in formulas), set())
        for argument in self._arguments:
            if argument.free_symbols & used or not argument.free_symbols:
                self._loosen(sympy.Function("function")(argument))
            used |= argument.free_symbols
