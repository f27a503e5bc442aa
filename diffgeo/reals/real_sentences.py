"""Sentences about real numbers, decided by z3's nonlinear arithmetic.

Every question has a time limit; an answer that z3 does not give is None, never a guess.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, TypeAlias

import sympy
from sympy import Expr, Rational, Symbol

from diffgeo.errors import NotSupported
from diffgeo.reals.point_sets import PointSet, Search
from diffgeo.reals.sign_conditions import Cell, Sign, Union

if TYPE_CHECKING:
    from types import ModuleType

    from z3 import AlgebraicNumRef, ArithRef, BoolRef, ModelRef

#: A fraction, or a root of a polynomial.
Value: TypeAlias = Fraction | Expr
RELATIONS = {"=": eq, "!=": ne, ">": gt, "<": lt, ">=": ge, "<=": le}


class RealSentences:
    """What z3 says about real points and real parameters.

    Parameters
    ----------
    seconds
        The time limit of one question.

    Notes
    -----
    A context of z3 serves one thread at a time, and answers may depend on what was asked in it
    before. So each object has one of its own; formulas of another are brought in by `own`.
    """

    field = "real"

    def __init__(self, seconds: float) -> None:
        try:
            import z3
        except ImportError:
            raise NotSupported(
                "sentences about real numbers are decided by z3, which is not there (as in a "
                "browser); install z3-solver"
            ) from None

        self.z3: ModuleType = z3
        self._context = z3.Context()
        self.seconds = seconds
        self.asked = 0
        self._names: dict[Symbol, ArithRef] = {}
        self._translated: dict[object, ArithRef] = {}
        self._signs: dict[Sign, BoolRef] = {}
        self._unions: dict[Union, BoolRef] = {}

    # --- translation -------------------------------------------------------------------

    def variable(self, symbol: Symbol) -> ArithRef:
        """The z3 variable of a symbol."""
        if symbol not in self._names:
            self._names[symbol] = self.z3.Real(symbol.name, self._context)
        return self._names[symbol]

    def polynomial(self, f: object) -> ArithRef:
        """A SymPy polynomial as a z3 term."""
        if f not in self._translated:
            self._translated[f] = self._term(sympy.expand(f))
        return self._translated[f]

    def _term(self, f: Expr) -> ArithRef:
        symbols = sorted(f.free_symbols, key=str)
        if not symbols:
            return self._rational(f)
        terms = []
        for powers, coefficient in sympy.Poly(f, *symbols, domain="QQ").terms():
            factors = [self._rational(coefficient)] if coefficient != 1 else []
            for s, power in zip(symbols, powers, strict=True):
                factors += [self.variable(s)] * power
            terms.append(self.z3.Product(factors or [self._rational(coefficient)]))
        return self.z3.Sum(terms)

    def _rational(self, number: Rational) -> ArithRef:
        return self.z3.Q(int(number.p), int(number.q), self._context)

    def sign(self, condition: Sign) -> BoolRef:
        """A sign condition as a z3 formula."""
        if condition not in self._signs:
            relation = RELATIONS[condition.relation]
            self._signs[condition] = relation(self.polynomial(condition.polynomial), 0)
        return self._signs[condition]

    def all_of(self, conditions: Iterable[BoolRef]) -> BoolRef:
        """The conjunction."""
        return self.z3.And(list(conditions), self._context)

    def any_of(self, conditions: Iterable[BoolRef]) -> BoolRef:
        """The disjunction."""
        return self.z3.Or(list(conditions), self._context)

    def own(self, formula: BoolRef) -> BoolRef:
        """A formula of another object as one of this."""
        return formula.translate(self._context)

    def cell(self, cell: Cell) -> BoolRef:
        """A cell as a z3 formula."""
        return self.all_of(map(self.sign, cell))

    def union(self, union: Union) -> BoolRef:
        """A union of cells as a z3 formula."""
        # Of one union many cells are asked whether they lie in it.
        if union not in self._unions:
            self._unions[union] = self.any_of(map(self.cell, union))
        return self._unions[union]

    def assumptions(self, where: PointSet) -> BoolRef:
        """What is assumed of the parameters."""
        f = self.polynomial
        return self.all_of(
            [
                *(f(e) == 0 for e in where.assumed),
                *(f(e) > 0 for e in where.assumed_positive),
                *(f(e) != 0 for e in where.assumed_nonzero),
            ]
        )

    def member(self, where: PointSet) -> BoolRef:
        """That a point lies in a set."""
        f = self.polynomial
        parts = [f(e) == 0 for e in where.equations]
        parts += [f(e) > 0 for e in where.positive]
        parts += [f(e) != 0 for e in where.nonzero]
        if where.minors:
            parts.append(self.any_of(f(e) != 0 for e in where.minors))
        return self.all_of(parts)

    # --- questions ---------------------------------------------------------------------

    def satisfiable(self, *formulas: object) -> bool | None:
        """Whether there are real numbers with these properties."""
        answer, _ = self.solve(*formulas)
        return answer

    def solve(self, *formulas: object) -> tuple[bool | None, ModelRef]:
        """Whether there are real numbers with these properties, and a model of z3."""
        solver = self.z3.Solver(ctx=self._context)
        solver.add(*formulas)
        self.asked += 1
        # z3 counts what passes, also while the machine does other things: then it is asked again.
        for patience in (1, 4, 16):
            solver.set("timeout", max(1, int(1000 * patience * self.seconds)))
            begin = time.process_time()
            answer = solver.check()
            late = answer == self.z3.unknown and solver.reason_unknown() in ("timeout", "canceled")
            if not late or time.process_time() - begin > self.seconds / 2:
                break
        if answer == self.z3.sat:
            return True, solver.model()
        return (False if answer == self.z3.unsat else None), None

    def wanted(self, wanted: Search) -> BoolRef:
        """What a `Search` demands, as a z3 formula."""
        f = self.polynomial
        parts = [f(e) == 0 for e in wanted.equations]
        parts += [f(e) > 0 for e in wanted.positive]
        parts += [f(e) >= 0 for e in wanted.nonnegative]
        parts += [f(e) != 0 for e in wanted.nonzero]
        if wanted.minors:
            parts.append(self.any_of(f(e) != 0 for e in wanted.minors))
        return self.all_of(parts)

    def lacks(self, wanted: Search) -> BoolRef:
        """That there is no such point, as a z3 formula."""
        bound = [self.variable(x) for x in wanted.points]
        body = self.z3.Not(self.wanted(wanted))
        return self.z3.ForAll(bound, body) if bound else body

    def status(self, given: BoolRef, wanted: Search) -> bool | str | None:
        """Whether there is such a point for all, or for no parameters with a property.

        True, False, "some" for some parameters but not for others, or None.
        """
        some = self.satisfiable(given, self.wanted(wanted))
        if some is False:
            return False
        lacking = self.satisfiable(given, self.lacks(wanted))
        if lacking is False:
            return True
        return "some" if some and lacking else None

    def values(self, model: ModelRef, symbols: Sequence[Symbol]) -> dict[str, Value]:
        """Exact values of symbols in a model: fractions, or roots of polynomials in text."""
        found: dict[str, Value] = {}
        for s in symbols:
            value = model.eval(self.variable(s), model_completion=True)
            if self.z3.is_rational_value(value):
                found[s.name] = Fraction(value.numerator_as_long(), value.denominator_as_long())
            else:
                found[s.name] = _algebraic(value)
        return found


def _algebraic(value: AlgebraicNumRef) -> Expr:
    """A real algebraic number as SymPy's: a radical where that is one, else a CRootOf."""
    x = sympy.Symbol("x")
    coefficients = [sympy.Rational(str(c)) for c in value.poly()]
    polynomial = sympy.Poly(list(reversed(coefficients)), x)
    roots = polynomial.real_roots()
    return roots[value.index() - 1]
