"""Where a function vanishes on a set of points, as a distinction of cases of the parameters.

The parameters are divided by the signs of polynomials until the answer is the same in a whole
case; each case is decided for all of its parameters, not at a sample. So the formulas are proved
as they are found; what cannot be decided in time stays a case of its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.interop.deadline import TimeIsUp, deadline
from diffgeo.reals.constructible import ComplexSentences, TooSlow
from diffgeo.reals.point_sets import PointSet, search
from diffgeo.reals.real_sentences import RealSentences
from diffgeo.reals.sign_conditions import WEAKER, Cell, Sign, Union, atoms, projected, reduced

if TYPE_CHECKING:
    from sympy import Expr

#: What a function does on a set: no points; no zeros; zeros that contain no open subset; some open
#: subset but not all; zero everywhere. "undecided" is the absence of an answer.
KINDS = ("empty", "nonzero", "dense", "mixed", "zero", "undecided")
#: What is asked of a cell, in words.
QUESTIONS = {
    "points": "points",
    "zeros": "points where the function vanishes",
    "others": "points where it does not vanish",
    "flat": "open subsets where it vanishes",
}
#: More polynomials are not used to divide the parameters.
LARGEST_NUMBER_OF_ATOMS = 40


class RealOracle:
    """Questions about real points of a set, for all parameters of a cell."""

    relations = ("=", ">", "<")

    def __init__(self, where: PointSet, seconds: float) -> None:
        self.where = where
        self.z3 = RealSentences(seconds)

    def status(
        self, cell: Cell, equations: Sequence[Expr], nonzero: Sequence[Expr]
    ) -> bool | str | None:
        """Whether there is a point with these properties: True, False, "some" or None."""
        z = self.z3
        given = z.all_of([z.assumptions(self.where), z.cell(cell)])
        return z.status(given, search(self.where, equations, nonzero))

    def is_possible(self, cell: Cell) -> bool | None:
        """Whether some parameters lie in the cell."""
        return self.z3.satisfiable(self.z3.assumptions(self.where), self.z3.cell(cell))

    def implies(self, cell: Cell, union: Union) -> bool | None:
        """Whether the cell lies in the union."""
        z = self.z3
        found = z.satisfiable(z.assumptions(self.where), z.cell(cell), z.z3.Not(z.union(union)))
        return None if found is None else not found


class ComplexOracle:
    """Questions about complex points of a set, for all parameters of a cell."""

    relations = ("=", "!=")

    def __init__(self, where: PointSet, seconds: float) -> None:
        self.where = where
        self.sentences = ComplexSentences(seconds)

    def status(
        self, cell: Cell, equations: Sequence[Expr], nonzero: Sequence[Expr]
    ) -> bool | str | None:
        """Whether there is a point with these properties: True, False, "some" or None."""
        return self.sentences.status(self.where, cell, equations, nonzero)

    def is_possible(self, cell: Cell) -> bool | None:
        """Whether some parameters lie in the cell."""
        return self.sentences.is_possible(self.where, cell)

    def implies(self, cell: Cell, union: Union) -> bool | None:
        """Whether the cell lies in the union."""
        return self.sentences.implies(self.where, cell, union)


#: What answers questions about cells.
Oracle: TypeAlias = RealOracle | ComplexOracle


class CaseSplit:
    """The distinction of cases for a set and its function.

    Parameters
    ----------
    where
        The set.
    oracle
        Decides about real or about complex points.
    until
        When to stop, on the clock of the process: what another one takes does not count.
    start
        The cells of parameters to divide.
    no_zeros
        Whether the function is known to have no zeros.
    """

    def __init__(
        self,
        where: PointSet,
        oracle: Oracle,
        until: float,
        start: Union = ((),),
        no_zeros: bool = False,
    ) -> None:
        self.where = where
        self.oracle = oracle
        self.start = start
        self.leaves: list[tuple[str, Cell]] = []
        self.reasons: list[str] = []
        self._until = until
        self._known = {"zeros": False} if no_zeros else {}
        self._first: list[Expr] | None = None
        self._derived: tuple[list[list[Expr]], bool] | None = None
        self._atoms: dict[str, list[Expr]] = {}

    def run(self) -> None:
        """Decide: `leaves` are the cases, each of one kind."""
        for cell in self.start:
            self._split(cell, self._known)

    def rounds(self) -> tuple[list[list[Expr]], bool]:
        """The function with its derivatives along the set; see `PointSet.derived`."""
        if self._derived is None:
            try:
                with deadline(max(1.0, (self._until - time.process_time()) / 3)):
                    self._derived = self.where.derived()
            except TimeIsUp:
                self._derived = [[self.where.function]], False
        return self._derived

    # --- the polynomials that divide the parameters ---------------------------------------

    def _atoms_for(self, question: str) -> list[Expr]:
        """Polynomials of the parameters whose signs may decide a question, simplest first."""
        if question not in self._atoms:
            f = self.where.function
            zero, other = {"points": ([], []), "others": ([], [f])}.get(question, ([f], []))
            self._atoms[question] = self._dividing(zero, other)
        return self._atoms[question]

    def _dividing(self, zero: Sequence[Expr], other: Sequence[Expr]) -> list[Expr]:
        w = self.where
        if not w.parameters:
            return []
        wanted = search(w, zero, other)
        found = projected(wanted) if ">" in self.oracle.relations else []
        try:
            seconds = max(1.0, 0.1 * (self._until - time.process_time()))
            cells = ComplexSentences(seconds).projection(w, zero, other)
            found += [sign.polynomial for cell in cells for sign in cell]
        except TooSlow:
            pass
        signed = set(w.assumed_positive) | set(w.assumed_nonzero)
        return [a for a in atoms(found) if a not in signed][:LARGEST_NUMBER_OF_ATOMS]

    # --- the tree ---------------------------------------------------------------------

    def _split(self, cell: Cell, known: dict[str, bool]) -> None:
        known = dict(known)
        kind, question = self._kind(cell, known)
        if kind is not None:
            self.leaves.append((kind, cell))
            return
        used = {s.polynomial for s in cell if s.relation in self.oracle.relations}
        left = [a for a in self._atoms_for(question) if a not in used]
        if not left or time.process_time() > self._until:
            late = time.process_time() > self._until
            self.reasons.append(
                "the time limit has passed"
                if late
                else f"whether there are {QUESTIONS[question]} was not decided"
            )
            self.leaves.append(("undecided", cell))
            return
        for relation in self.oracle.relations:
            smaller = (*cell, Sign(left[0], relation))
            if self.oracle.is_possible(smaller) is not False:
                self._split(smaller, known)

    def _kind(self, cell: Cell, known: dict[str, bool]) -> tuple[str | None, str]:
        """The answer where it is the same in the whole cell, else a question that is open."""
        f = self.where.function
        points = self._ask("points", cell, known, [], [])
        if points is False:
            return "empty", ""
        zeros = self._ask("zeros", cell, known, [f], [])
        if not points:
            return None, "points"
        if zeros is False:
            return "nonzero", ""
        others = self._ask("others", cell, known, [], [f])
        if others is False:
            return "zero", ""
        if not zeros or not others:
            return None, "zeros" if not zeros else "others"
        if self.where.loose:  # Its zeros need not be zeros on the set.
            return None, "flat"
        if self._first is None:
            self._first = self.where.first_derivatives()
        if self._ask("flat", cell, known, self._first, []) is False:
            return "dense", ""
        rounds, closed = self.rounds()
        for k, generators in enumerate(rounds):
            flat = self._ask(f"flat {k}", cell, known, generators, [])
            if flat is False:
                return "dense", ""
            if flat and closed and k == len(rounds) - 1:
                return "mixed", ""
        return None, "flat"

    def _ask(
        self,
        name: str,
        cell: Cell,
        known: dict[str, bool],
        zero: Sequence[Expr],
        other: Sequence[Expr],
    ) -> bool | None:
        if name not in known and time.process_time() < self._until:
            answer = self.oracle.status(cell, zero, other)
            if answer in (True, False):
                known[name] = answer
        return known.get(name)


# --- shorter formulas ----------------------------------------------------------------------


def simplified(oracle: Oracle, cells: Union) -> Union:
    """An equivalent union, with fewer and weaker conditions."""
    shorter: list[Cell] = []
    for cell in cells:
        if shorter and oracle.implies(cell, tuple(shorter)):
            continue
        shorter.append(_shortened(oracle, cell, cells))
    kept = list(dict.fromkeys(shorter))
    for cell in sorted(kept, key=len, reverse=True):
        rest = tuple(c for c in kept if c is not cell)
        if rest and oracle.implies(cell, rest):
            kept = list(rest)
    return tuple(sorted(kept, key=lambda c: (len(c), [str(s) for s in c])))


def _shortened(oracle: Oracle, cell: Cell, union: Union) -> Cell:
    signs = list(dict.fromkeys(cell))
    for sign in sorted(signs, key=lambda s: -len(str(s.polynomial))):
        k = signs.index(sign)
        trials = [signs[:k] + signs[k + 1 :]]
        trials += [
            [*signs[:k], Sign(sign.polynomial, weaker), *signs[k + 1 :]]
            for weaker in WEAKER.get(sign.relation, ())
        ]
        for trial in trials:
            if oracle.implies(tuple(trial), union):
                signs = trial
                break
    return reduced(tuple(signs))
