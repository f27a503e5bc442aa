"""Sentences about complex numbers: elimination of points by pseudo-division.

The projection of ``p_1 = … = p_r = 0, q ≠ 0`` along one unknown is found by dividing the p_i by
each other, with a distinction of cases where a leading coefficient vanishes, until one p is left:
``p = 0, q ≠ 0`` has a solution unless p divides a power of q. The answer is exact for complex
values of the parameters. Source: A. Tarski; see S. Basu, R. Pollack, M.-F. Roy, Algorithms in Real
Algebraic Geometry, section 1.3.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TypeAlias

import sympy
from sympy import Expr, Symbol

from diffgeo.interop.polynomials import factors, normal
from diffgeo.reals.point_sets import PointSet, search
from diffgeo.reals.sign_conditions import Cell, Sign, Union


class TooSlow(Exception):
    """The time limit of an elimination has passed."""


#: A set with equations and inequations.
Question: TypeAlias = tuple[PointSet, tuple[Expr, ...], tuple[Expr, ...]]


class ComplexSentences:
    """What holds for complex points and complex parameters.

    A polynomial that is to be positive is only not to vanish; a root is every number with the
    right power. A parameter with a declared sign is real, and no number of that sign is 0.
    """

    field = "complex"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked = 0
        self._until = 0.0
        self._projections: dict[Question, Union] = {}
        self._consistent: dict[frozenset[Sign], bool] = {}
        self._slow: set[Question] = set()

    # --- questions ---------------------------------------------------------------------

    def status(
        self, where: PointSet, cell: Cell, equations: Sequence[Expr], nonzero: Sequence[Expr]
    ) -> bool | str | None:
        """Whether points with equations = 0 and all of nonzero ≠ 0 exist for all parameters.

        True, False, "some" for some parameters of the cell but not for others, or None.
        """
        self.asked += 1
        try:
            union = self._within(where, cell, equations, nonzero)
            self._until = time.process_time() + self.seconds
            given = _assumed(where, cell)
            some = any(self._is_possible((*given, *c)) for c in union)
            if not some:
                return False
            return "some" if self._is_outside(given, union) else True
        except TooSlow:
            return None

    def _within(
        self, where: PointSet, cell: Cell, equations: Sequence[Expr], nonzero: Sequence[Expr]
    ) -> Union:
        """A union that agrees with the projection in a cell; of the whole if that is fast."""
        key = (where, tuple(equations), tuple(nonzero))
        if key not in self._slow:
            try:
                return self.projection(where, equations, nonzero)
            except TooSlow:
                self._slow.add(key)
        return self.projection(
            where,
            [*equations, *(s.polynomial for s in cell if s.relation == "=")],
            [*nonzero, *(s.polynomial for s in cell if s.relation == "!=")],
        )

    def is_possible(self, where: PointSet, cell: Cell) -> bool | None:
        """Whether some parameters lie in a cell."""
        self._until = time.process_time() + self.seconds
        try:
            return self._is_possible(_assumed(where, cell))
        except TooSlow:
            return None

    def implies(self, where: PointSet, cell: Cell, union: Union) -> bool | None:
        """Whether a cell lies in a union of cells."""
        self._until = time.process_time() + self.seconds
        try:
            return not self._is_outside(_assumed(where, cell), union)
        except TooSlow:
            return None

    def projection(
        self, where: PointSet, equations: Sequence[Expr], nonzero: Sequence[Expr]
    ) -> Union:
        """The parameters for which there is such a point: cells of equations and inequations."""
        key = (where, tuple(equations), tuple(nonzero))
        if key not in self._projections:
            self._until = time.process_time() + self.seconds
            wanted = search(where, equations, nonzero)
            found: dict[Cell, None] = {}
            for minor in wanted.minors or (sympy.Integer(1),):
                assumed = (*where.assumed_positive, *where.assumed_nonzero)
                units = _factors([*wanted.positive, *wanted.nonzero, *assumed, minor])
                if any(f == 0 for f in units):
                    continue
                for c in self._eliminate(wanted.equations, units, wanted.points):
                    found[c] = None
            self._projections[key] = tuple(found)
        return self._projections[key]

    # --- elimination -------------------------------------------------------------------

    def _eliminate(
        self,
        equations: Sequence[Expr],
        units: Sequence[Expr],
        points: Sequence[Symbol],
        fixed: Cell = (),
    ) -> list[Cell]:
        """Cells for points with these equations and all of the units ≠ 0.

        `fixed` are equations that gave a parameter by the others, which no longer contain it.
        """
        self._check_time()
        equations = list(dict.fromkeys(_squarefree(e) for e in equations if e != 0))
        units = list(dict.fromkeys(units))
        if any(e.is_number for e in equations) or any(f == 0 for f in units):
            return []
        units = [f for f in units if not f.is_number]
        # A factor that must not vanish leaves an equation without changing its solutions.
        equations = [_without(e, units) for e in equations]
        if any(e.is_number for e in equations):
            return []
        if (solved := _solved(equations, points)) is not None:
            e, x, value = solved
            rest = [sympy.expand(f.subs(x, value)) for f in equations if f is not e]
            others = _factors([sympy.expand(f.subs(x, value)) for f in units])
            known = fixed if x in points else (*fixed, Sign(normal(e), "="))
            return self._eliminate(rest, others, points, known)
        for k, e in enumerate(equations):
            parts = _factors([e])
            if len(parts) > 1:
                rest = equations[:k] + equations[k + 1 :]
                return [c for p in parts for c in self._eliminate([*rest, p], units, points, fixed)]
        used = set().union(*(e.free_symbols for e in (*equations, *units)), set())
        left = [x for x in points if x in used]
        if not left:
            cell = (
                *fixed,
                *(Sign(normal(e), "=") for e in equations),
                *(Sign(normal(f), "!=") for f in units),
            )
            return [cell] if self._is_possible(cell) else []
        x = min(left, key=lambda s: _cost(s, equations, units))
        return self._along(x, equations, units, left, fixed)

    def _along(
        self,
        x: object,
        equations: list[Expr],
        units: list[Expr],
        points: Sequence[Symbol],
        fixed: Cell,
    ) -> list[Cell]:
        """The projection along x."""
        with_x = [e for e in equations if e.has(x)]
        without = [e for e in equations if not e.has(x)]
        q = [f for f in units if f.has(x)]
        rest = [f for f in units if not f.has(x)]
        if not with_x:
            coefficients = sympy.Poly(sympy.Mul(*q), x).coeffs()
            return [
                cell
                for c in coefficients
                for cell in self._eliminate(without, [*rest, *_factors([c])], points, fixed)
            ]
        p = min(with_x, key=lambda e: (sympy.degree(e, x), len(e.args)))
        degree = sympy.degree(p, x)
        lead = sympy.Poly(p, x).LC()
        lower = sympy.expand(p - lead * x**degree)
        others = [e for e in with_x if e is not p]
        found: list[Cell] = []
        if not lead.is_number:
            found += self._eliminate([*without, *others, lead, lower], units, points, fixed)
        known = [*rest, *_factors([lead])]
        if others:
            reduced = [_remainder(e, p, x) for e in others]
            return found + self._eliminate([*without, p, *reduced], [*known, *q], points, fixed)
        if not q:
            return found + self._eliminate(without, known, points, fixed)
        remainder = _remainder(sympy.Mul(*q), p, x)
        power = remainder
        for _ in range(degree - 1):
            power = _remainder(power * remainder, p, x)
        for c in sympy.Poly(power, x).coeffs() if power != 0 else ():
            found += self._eliminate(without, [*known, *_factors([c])], points, fixed)
        return found

    # --- consistency -------------------------------------------------------------------

    def _is_possible(self, cell: Cell) -> bool:
        """Whether a conjunction of equations and inequations has a complex solution."""
        key = frozenset(cell)
        if key not in self._consistent:
            self._check_time()
            self._consistent[key] = _solvable(cell)
        return self._consistent[key]

    def _is_outside(self, cell: Cell, union: Union) -> bool:
        """Whether a point of the cell lies in none of the union's."""
        self._check_time()
        if not self._is_possible(cell):
            return False
        if not union:
            return True
        first, *rest = union
        before: Cell = cell
        for sign in first:  # The first condition of it that fails.
            if self._is_outside((*before, sign.opposite), tuple(rest)):
                return True
            before = (*before, sign)
        return False

    def _check_time(self) -> None:
        if time.process_time() > self._until:
            raise TooSlow


def _solvable(cell: Cell) -> bool:
    equations = [s.polynomial for s in cell if s.relation == "=" and s.polynomial != 0]
    others = [s.polynomial for s in cell if s.relation == "!="]
    while (solved := _solved(equations, ())) is not None:
        e, x, value = solved
        equations = [sympy.expand(f.subs(x, value)) for f in equations if f is not e]
        equations = [f for f in equations if f != 0]
        others = [sympy.expand(f.subs(x, value)) for f in others]
        if any(f.is_number for f in equations):
            return False
    if any(f == 0 for f in others) or any(e.is_number for e in equations):
        return False
    if not equations:
        return True
    others = _factors(others)
    if len(equations) == 1 and equations[0].free_symbols:
        return any(g not in others for g in _factors(equations))
    inverse = sympy.Dummy("z")
    unknowns = sorted(set().union(*(e.free_symbols for e in (*equations, *others))), key=str)
    if others:
        equations.append(1 - inverse * sympy.Mul(*others))
    basis = sympy.groebner(equations, inverse, *unknowns, order="grevlex")
    return bool(basis.exprs != [1])


def _assumed(where: PointSet, cell: Cell) -> Cell:
    return (
        *(Sign(e, "=") for e in where.assumed),
        *(Sign(e, "!=") for e in (*where.assumed_positive, *where.assumed_nonzero)),
        *cell,
    )


def _factors(polynomials: Sequence[Expr]) -> list[Expr]:
    """The irreducible factors that are no numbers; 0 for 0."""
    found: dict[Expr, None] = {}
    for f in polynomials:
        if f == 0:
            return [sympy.Integer(0)]
        if not f.is_number:
            for g, _ in factors(f):
                found[g] = None
    return list(found)


def _solved(
    equations: Sequence[Expr], points: Sequence[Symbol]
) -> tuple[Expr, Symbol, Expr] | None:
    """An equation that gives an unknown as a polynomial in the others: points come first."""
    best = None
    for e in equations:
        of_points = e.free_symbols & set(points)
        for x in sorted(of_points or e.free_symbols, key=str):
            if sympy.degree(e, x) == 1 and (slope := e.coeff(x, 1)).is_number:
                value = sympy.expand(x - e / slope)
                if of_points:
                    return e, x, value
                best = best or (e, x, value)
    return best


def _remainder(f: Expr, p: Expr, x: object) -> Expr:
    """The pseudo-remainder, which is f itself if its degree is smaller; SymPy may fail there."""
    f = sympy.expand(f)
    return f if sympy.degree(f, x) < sympy.degree(p, x) else sympy.expand(sympy.prem(f, p, x))


def _squarefree(e: Expr) -> Expr:
    return e if e.is_number else sympy.expand(sympy.Mul(*_factors([e])))


def _without(e: Expr, units: Sequence[Expr]) -> Expr:
    """The equation without units that are known not to vanish."""
    known = {g for f in units for g in (f, sympy.expand(-f))}
    parts = [g for g in _factors([e]) if g not in known] if not e.is_number else [e]
    return sympy.expand(sympy.Mul(*parts))


def _cost(x: object, equations: Sequence[Expr], units: Sequence[Expr]) -> tuple[int, int]:
    """How dear an elimination is: a low degree in equations first."""
    degrees = [int(sympy.degree(e, x)) for e in equations if e.has(x)]
    within = sum(int(sympy.degree(f, x)) for f in units if f.has(x))
    return (min(degrees) * len(degrees) if degrees else 100, within)
