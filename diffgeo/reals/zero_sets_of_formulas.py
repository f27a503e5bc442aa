"""From formulas to sets of points with parameters, and what is proved of all parameters."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, Symbol

from diffgeo.interop.polynomials import factors
from diffgeo.reals.case_split import KINDS, CaseSplit, ComplexOracle, Oracle, RealOracle, simplified
from diffgeo.reals.point_sets import PointSet, Translation, search
from diffgeo.reals.real_sentences import RealSentences, Value
from diffgeo.reals.sign_conditions import Cell, Sign, Union

if TYPE_CHECKING:
    from z3 import BoolRef


@dataclass(frozen=True)
class Problem:
    """A function on a set, in formulas.

    ``conditions`` are pairs of a formula and "!=" or ">"; ``leading`` are functions that are all
    positive where the zeros are known to be absent; ``radicands`` may vanish identically.
    """

    function: Expr
    equations: Sequence[Expr]
    minors: Sequence[Expr]
    conditions: Sequence[tuple[Expr, str]]
    points: Sequence[str]
    moving: Sequence[str]
    parameters: Sequence[str]
    signs: Mapping[str, int]
    nonzero: Sequence[str] = ()
    leading: Sequence[Expr] = ()
    radicands: Sequence[Expr] = ()


@dataclass
class Part:
    """A set of points for the parameters of some cells, and the cases found there."""

    where: PointSet
    cells: Union
    split: CaseSplit
    definite: bool


def point_set(problem: Problem) -> tuple[PointSet, list[Expr], list[Expr]]:
    """The set; the leading functions and the radicands as polynomials."""
    t = Translation(problem.points, problem.parameters)
    equations = [t.numerator(e) for e in problem.equations]
    function = t.numerator(problem.function)
    minors = [t.numerator(m) for m in problem.minors]
    leading = [t.positive_part(f) for f in problem.leading]
    radicands = [t.numerator(f) for f in problem.radicands]
    positive = [t.positive_part(f) for f, relation in problem.conditions if relation == ">"]
    nonzero = [t.numerator(f) for f, relation in problem.conditions if relation != ">"]
    positive, nonzero = positive + t.positive, nonzero + t.nonzero
    equations = [e for e in (*equations, *t.equations) if e != 0]
    t.check_arguments((*equations, *positive, *nonzero, *minors, function))
    points, parameters = tuple(t.points), (*t.parameters, *t.values)
    known = {s.name: s for s in (*points, *parameters)}
    signed = [sign * known[n] for n, sign in problem.signs.items() if n in known]
    units = [known[n] for n in problem.nonzero if n in known]
    positive += [f for f in signed if f.free_symbols & set(points)]
    nonzero += [s for s in units if s in points]
    moving = [sympy.Symbol(n) for n in problem.moving]
    if t.values:  # Their derivatives are not known: the set is taken fibre by fibre.
        moving = [s for s in moving if s not in _arguments(problem)]
    moving += [
        s for s in points if s in t.definitions and t.definitions[s].free_symbols & set(moving)
    ]
    fixed = [f for f in signed if not f.free_symbols & set(points)]
    unfixed = [s for s in units if s not in points]
    where = PointSet(
        equations=tuple(equations),
        positive=tuple(dict.fromkeys(f for f in positive if not (f.is_number and f > 0))),
        nonzero=tuple(dict.fromkeys(f for f in nonzero if not f.is_number or f == 0)),
        minors=() if any(m.is_number and m != 0 for m in minors) else tuple(dict.fromkeys(minors)),
        function=_stripped(function, [*fixed, *unfixed]),
        points=points,
        moving=tuple(moving),
        parameters=parameters,
        assumed=tuple(t.assumed),
        assumed_positive=tuple(fixed),
        assumed_nonzero=tuple(unfixed),
        loose=t.loose,
        definitions=t.definitions,
    )
    return where, leading, radicands


def without_roots(formula: Expr, radicands: Sequence[Expr], points: Sequence[str]) -> Expr | None:
    """A formula with 0 for the square roots of radicands; None if it is not defined then."""
    zero = {
        root: sympy.Integer(0)
        for root in formula.atoms(sympy.Pow)
        if root.exp.is_Rational
        and root.exp.q == 2
        and any(sympy.expand(root.base - r) == 0 for r in radicands)
    }
    names = [sympy.Symbol(name) for name in points]
    vanishing = [c for r in radicands for c in _coefficients(sympy.expand(r), names)]
    denominator = sympy.expand(sympy.fraction(sympy.together(formula))[1].xreplace(zero))
    if denominator == 0 or all(_follows(c, vanishing) for c in _coefficients(denominator, names)):
        return None
    return formula.xreplace(zero)


def _follows(f: Expr, equations: Sequence[Expr]) -> bool:
    """Whether a polynomial vanishes where the equations hold (over the complex numbers)."""
    if f.is_number or not f.is_polynomial():
        return bool(f == 0)
    inverse = sympy.Dummy("z")
    symbols = sorted(f.free_symbols.union(*(e.free_symbols for e in equations)), key=str)
    basis = sympy.groebner([*equations, 1 - inverse * f], inverse, *symbols, order="grevlex")
    return bool(basis.exprs == [1])


def _arguments(problem: Problem) -> set[Symbol]:
    """The coordinates on which undefined functions depend."""
    found: set[Symbol] = set()
    for formula in (problem.function, *problem.equations):
        for kind in (sympy.core.function.AppliedUndef, sympy.Derivative, sympy.Subs):
            for f in sympy.sympify(formula, strict=True).atoms(kind):
                found |= f.free_symbols
    return found


def _stripped(function: Expr, units: Sequence[Expr]) -> Expr:
    """The function without factors that are assumed not to vanish, up to a number."""
    if function.is_number:
        return function
    known = {g for unit in units for g, _ in factors(unit)}
    kept = [(g, n) for g, n in factors(function) if g not in known]
    return sympy.expand(sympy.Mul(*(g**n for g, n in kept)))


class ZerosByCases:
    """The cases for a problem, and for those with some radicands identically zero.

    Parameters
    ----------
    make
        Gives the `Problem` where some of the radicands (by number) vanish identically, or None
        if there is none because their roots occur in denominators.
    count
        The number of radicands.
    kind
        "real" or "complex".
    seconds
        The time limit.
    """

    def __init__(
        self,
        make: Callable[[tuple[int, ...]], Problem | None],
        count: int,
        kind: str,
        seconds: float,
    ) -> None:
        self.kind = kind
        self.seconds = seconds
        self.until = time.process_time() + seconds
        self.question = max(1.0, seconds / 15)
        self.parts: list[Part] = []
        #: Cells of parameters for which nothing is defined.
        self.undefined: list[Cell] = []
        self._make = make
        problem = make(())
        if problem is None:
            raise ValueError("a problem is needed")
        where, _, radicands = point_set(problem)
        self.where = where
        identities = [_coefficients(f, where.points) for f in radicands]
        for chosen in range(2**count):
            zeroed = tuple(k for k in range(count) if chosen >> k & 1)
            self._add(zeroed, identities, problem if not zeroed else None)
        self.unions = self._joined()

    def _add(
        self, zeroed: tuple[int, ...], identities: Sequence[list[Expr]], problem: Problem | None
    ) -> None:
        start: list[Cell] = [()]
        for k, coefficients in enumerate(identities):
            if k in zeroed:
                start = [(*c, *(Sign(f, "=") for f in coefficients if f != 0)) for c in start]
            elif zeroed or any(coefficients):
                start = [
                    (*c, *(Sign(f, "=") for f in coefficients[:j]), Sign(coefficients[j], "!="))
                    for c in start
                    for j in range(len(coefficients))
                ]
        start = [tuple(s for s in c if not (s.polynomial.is_number and s.holds({}))) for c in start]
        start = [c for c in start if not any(s.polynomial.is_number for s in c)]
        oracle = self._oracle(self.where)
        start = [c for c in start if oracle.is_possible(c) is not False]
        if not start:
            return
        problem = problem or self._make(zeroed)
        if problem is None:
            self.undefined += start
            return
        where, leading, _ = point_set(problem)
        definite = self.kind == "real" and self._is_definite(where, leading)
        split = CaseSplit(where, self._oracle(where), self.until, tuple(start), definite)
        split.run()
        self.parts.append(Part(where, tuple(start), split, definite))

    def _oracle(self, where: PointSet) -> Oracle:
        return (RealOracle if self.kind == "real" else ComplexOracle)(where, self.question)

    def _is_definite(self, where: PointSet, leading: Sequence[Expr]) -> bool:
        z = RealSentences(self.question)
        if not leading:
            return False
        fails = z.any_of(z.polynomial(f) <= 0 for f in leading)
        return z.satisfiable(z.assumptions(where), z.member(where), fails) is False

    def _joined(self) -> dict[str, Union]:
        oracle = self._oracle(self.where)
        found = {}
        for kind in KINDS:
            cells = tuple(c for p in self.parts for k, c in p.split.leaves if k == kind)
            cells += tuple(self.undefined) if kind == "empty" else ()
            found[kind] = simplified(oracle, cells)
        return found

    def dependent(self) -> bool | str | None:
        """Whether all minors vanish at a point of the whole: for all parameters, none, "some"."""
        w = self.where
        if not w.minors:
            return False
        whole = replace(w, minors=(), equations=(*w.equations, *w.minors))
        return self._oracle(whole).status((), [], [])

    @property
    def reasons(self) -> list[str]:
        """Why cases are undecided."""
        return list(dict.fromkeys(r for p in self.parts for r in p.split.reasons))

    # --- the two sentences -----------------------------------------------------------------

    def sentence_fails(self, kinds: Sequence[str], claim: object) -> tuple[bool | None, Any]:
        """Parameters for which a claim is not equivalent to one of the kinds, if there are any.

        The claim is a formula of z3 in the parameters. Returns False and None if it is proved.
        """
        z = RealSentences(self.question)
        claim, unknown = z.own(claim), False
        if self.undefined:
            wrong = claim if "empty" not in kinds else z.z3.Not(claim)
            answer, model = z.solve(
                z.assumptions(self.where), z.union(tuple(self.undefined)), wrong
            )
            if answer:
                return True, z.values(model, self.where.parameters)
            unknown = answer is None
        for part in self.parts:
            given = [z.assumptions(part.where), z.union(part.cells)]
            inside = self._is_of(z, part, kinds)
            if inside is None:
                return None, None
            for wrong in (z.z3.And(z.z3.Not(claim), inside), z.z3.And(claim, z.z3.Not(inside))):
                answer, model = z.solve(*given, wrong)
                if answer:
                    return True, z.values(model, part.where.parameters)
                unknown = unknown or answer is None
        return (None, None) if unknown else (False, None)

    def point(self, kind: str, values: Mapping[str, Value]) -> dict[str, Value]:
        """Coordinates of a point for rational parameters: a zero of the function if there are."""
        if kind in ("empty", "undecided") or self.kind != "real":
            return {}
        z = RealSentences(self.question)
        for part in self.parts:
            w = part.where
            given = [z.variable(s) == z.polynomial(sympy.Rational(str(values[s.name])))
                     for s in w.parameters if _is_rational(values.get(s.name))]  # fmt: skip
            extra = [] if kind == "nonzero" else [z.polynomial(w.function) == 0]
            conditions = [z.assumptions(w), z.union(part.cells), z.member(w)]
            answer, model = z.solve(*given, *conditions, *extra)
            if answer:
                plain = [x for x in w.points if x not in w.definitions]
                used = set().union(*(f.free_symbols for f in (*w.equations, w.function)), set())
                return z.values(model, [x for x in plain if x in used])
        return {}

    def _is_of(self, z: RealSentences, part: Part, kinds: Sequence[str]) -> BoolRef | None:
        """That the set of a part is of one of the kinds, as a z3 formula with quantifiers."""
        w = part.where
        f = w.function
        lacks = {"points": z.lacks(search(w, [], []))}
        lacks["zeros"] = z.lacks(search(w, [f], []))
        lacks["others"] = z.lacks(search(w, [], [f]))
        has = {name: z.z3.Not(formula) for name, formula in lacks.items()}
        meaning = {
            "empty": lacks["points"],
            "nonzero": z.z3.And(has["points"], lacks["zeros"]),
            "zero": z.z3.And(has["points"], lacks["others"]),
        }
        if set(kinds) & {"dense", "mixed"}:
            rounds, closed = part.split.rounds()
            if not closed:
                return None
            flat = z.lacks(search(w, rounds[-1], []))
            meaning["dense"] = z.z3.And(has["zeros"], has["others"], flat)
            meaning["mixed"] = z.z3.And(has["others"], z.z3.Not(flat))
        return z.any_of(meaning[k] for k in kinds if k in meaning)


def _is_rational(value: object) -> bool:
    return (
        value is not None
        and not getattr(value, "free_symbols", None)
        and (isinstance(value, int | Fraction) or bool(getattr(value, "is_Rational", False)))
    )


def _coefficients(f: Expr, points: Sequence[Symbol]) -> list[Expr]:
    used = [x for x in points if f.has(x)]
    return [sympy.expand(c) for c in sympy.Poly(f, *used).coeffs()] if used else [f]
