"""Functions whose derivatives along some fields are given: ``X_a(f) = g_a``.

Every solution has ``[X_a, X_b](f) = X_a(g_b) - X_b(g_a)``. So brackets are added, with what f must
be along them, until the fields span an involutive distribution. A bracket that depends on the
others asks ``g = c^k g_k``: if that fails, the difference is the obstruction, and there is no
solution near any point where it is not zero. If it never fails, the values are a 1-form along
the leaves that is closed, and by the theorem of Frobenius there are solutions near every point
where the rank is constant; two of them differ by a function that is constant along the leaves.

In terms of forms, with D spanned by the X_a and a 1-form ϑ with ϑ(X_a) = g_a: there is a solution
if and only if ϑ + ρ is closed for some ρ in the annihilator of D.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from heapq import nsmallest
from time import process_time
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, bracket, check, d, limit
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, ExpressionError, LimitExceeded, TooLarge, Unexpanded
from diffgeo.subsets import FunctionOnSet, ZeroCases, irreducible_factors
from mechanics.model.plain_answers import vanishes
from mechanics.model.special_parameters import factors_of_parameters

if TYPE_CHECKING:
    from diffgeo import Identity, Verdict
    from mechanics.model.systems import System


#: Seconds of the processor for the cases of parameters. What they are does not depend on how busy
#: a machine is: the time on the clock is bounded by more than that, in case of need.
SECONDS, AT_MOST = 5.0, 60.0
#: So many obstructions besides the first are looked at.
SOME = 2


class PrescribedDerivatives:
    """The equations ``X_a(f) = g_a`` for a function f, closed under brackets.

    Parameters
    ----------
    fields, values
        The fields X_a, at least one, and the functions g_a.
    most
        Go on until there are so many obstructions. If, for some values of parameters, all of them
        are 0 and the fields remain independent, there are solutions for these values.

    Attributes
    ----------
    fields, values
        Fields that are independent at the generic point, and what f is along them. Without an
        obstruction they span the smallest involutive distribution with the X_a.
    obstructions : list of pairs
        Functions that would have to be zero, and are not, each with the field, or the bracket of
        fields, along which it arises.
    """

    def __init__(
        self, fields: Sequence[VectorForm], values: Sequence[Form], *, most: int = 1
    ) -> None:
        self._given = fields, values
        self.fields: list[VectorForm] = []
        self.values: list[Form] = []
        self.obstructions: list[tuple[Form, VectorForm]] = []
        for X, g in self._equations():
            self._require(X, g)
            if len(self.obstructions) >= most:
                break

    def _equations(self) -> Iterator[tuple[VectorForm, Form]]:
        yield from zip(*self._given, strict=True)
        earlier: list[tuple[VectorForm, Form]] = []
        while pairs := list(zip(self.fields, self.values, strict=True))[len(earlier) :]:
            Y, h = pairs[0]
            for X, g in earlier:
                yield bracket(X, Y), X(h) - Y(g)
            earlier.append((Y, h))

    def _require(self, X: VectorForm, g: Form) -> None:
        """Take in one equation."""
        if vanishes(X):
            rest = g
        else:
            rows = [[Y(x) for x in X.space.coordinates] for Y in (*self.fields, X)]
            if linear.rank(rows) == len(rows):
                factor = simplifying_factor(X)
                self.fields.append(factor * X)
                self.values.append((factor * g).settled())
                return
            *columns, right = rows
            c = linear.solve([list(row) for row in zip(*columns, strict=True)], right)
            rest = linear.combination(c, [-h for h in self.values], g)
        if not vanishes(rest):
            self.obstructions.append((rest.settled(), X))

    @property
    def obstruction(self) -> Form | None:
        """The first of the obstructions."""
        return self.obstructions[0][0] if self.obstructions else None

    @property
    def solvable(self) -> Identity:
        """The statement that there are solutions near the generic point."""
        return (0 * self.values[0] if self.obstruction is None else self.obstruction) == 0

    @property
    def verdict(self) -> Verdict:
        """Whether they are `solvable`; a point is shown where the obstruction can be written."""
        shown = self.obstruction is None or is_written(self.obstruction)
        return check(self.solvable, counterexample=shown)

    @cached_property
    def exceptions(self) -> str | None:
        """Parameters outside of which there is no solution: obstructions are 0 for them only.

        None if there is no obstruction, or if that is not decided.
        """
        return where_all_vanish(self._some_obstructions)

    def unless(self, system: System) -> str:
        """`exceptions` in words, after the statement that there is no solution."""
        return "" if self.obstruction is None else unless(self.exceptions, system)

    @property
    def _some_obstructions(self) -> Iterator[Form]:
        """The first obstruction, and some others if it does not decide for all parameters."""
        if self.obstruction is None or not is_written(self.obstruction):
            return
        yield self.obstruction
        others: list[Form] = []
        # The limit ends before what is found is given out: not while this is suspended.
        with suppress(LimitExceeded, TooLarge), limit(AT_MOST, clock=process_time):
            again = PrescribedDerivatives(*self._given, most=1 + 3 * SOME)
            others += simplest(h for h, _ in again.obstructions[1:])
        yield from others

    @cached_property
    def differential(self) -> Form | None:
        """The closed 1-form df, where the fields and their brackets span all directions."""
        space = self.fields[0].space
        if self.obstruction is not None or len(self.fields) < space.dimension:
            return None
        rows = [[X(x) for x in space.coordinates] for X in self.fields]
        slopes = linear.solve(rows, self.values)
        return linear.combination(slopes, map(d, space.coordinates), 0 * d(space.coordinates[0]))


class IntegrabilityConditions:
    """What g has to satisfy so that there is an f with ``X_a(f) = g_a``: linear conditions on g.

    The fields X_a are given. So combinations, with constants, of several g can be found.

    Parameters
    ----------
    fields
        The X_a, independent at the generic point.

    Attributes
    ----------
    fields : list of VectorForm
        They and brackets, which span the smallest involutive distribution.
    """

    def __init__(self, fields: Sequence[VectorForm]) -> None:
        self.fields = list(fields)
        #: Of what brackets are combined, each with the ones before; None for a new field.
        self._brackets: list[list[Form] | None] = []
        earlier: list[VectorForm] = []
        for Y in self.fields:  # which grows meanwhile
            for X in earlier:
                Z = bracket(X, Y)
                parts = self._parts(Z)
                self._brackets.append(parts)
                self.fields += [Z] if parts is None else []
            earlier.append(Y)

    def _parts(self, Z: VectorForm) -> list[Form] | None:
        """The functions c with ``Z = c^k X_k``; None if there are none."""
        rows = [[Y(x) for x in Z.space.coordinates] for Y in (*self.fields, Z)]
        if not vanishes(Z) and linear.rank(rows) == len(rows):
            return None
        *columns, right = rows
        return linear.solve([list(row) for row in zip(*columns, strict=True)], right)

    def _values(self, given: Sequence[Form]) -> tuple[list[Form], list[Form]]:
        """What f is along all fields, and what has to vanish."""
        g, rests, brackets = list(given), [], iter(self._brackets)
        for n in range(len(self.fields)):
            for k in range(n):
                value = self.fields[k](g[n]) - self.fields[n](g[k])
                parts = next(brackets)
                if parts is None:
                    g.append(value)
                else:
                    rests.append(linear.combination(parts, [-h for h in g[: len(parts)]], value))
        return g, rests

    def __call__(self, given: Sequence[Form]) -> list[Form]:
        """The functions that vanish if and only if there is an f near the generic point."""
        return self._values(given)[1]

    def differential(self, given: Sequence[Form]) -> Form | None:
        """The form df, where the fields span all directions."""
        space = self.fields[0].space
        if len(self.fields) < space.dimension:
            return None
        rows = [[X(x) for x in space.coordinates] for X in self.fields]
        slopes = linear.solve(rows, self._values(given)[0])
        return linear.combination(slopes, map(d, space.coordinates), 0 * d(space.coordinates[0]))


def generically(system: System) -> str:
    """What stands after a statement that is not claimed for all parameters and functions."""
    s = system.specification
    kinds = (("values of the parameters", s.parameters), ("functions", s.functions))
    named = " and ".join(kind for kind, given in kinds if given)
    return f", for generic {named}" if named else ""


def unless(exceptions: str | None, system: System) -> str:
    """The same where it is known when the statement may be false (`where_all_vanish`)."""
    if exceptions is None or not generically(system):
        return generically(system)
    return "" if exceptions == "never" else f", unless {exceptions}"


def is_written(function: Form) -> bool:
    """Whether a function is small enough to be written out."""
    try:
        function.expanded()
    except (Unexpanded, TooLarge):
        return False
    return True


def where_all_vanish(functions: Iterable[Form]) -> str | None:
    """Parameters outside of which not all of the functions are 0; None if that is not decided."""
    found: list[str] = []
    for function in functions:
        formula = _where_zero(function)
        if formula == "never":
            return formula
        if formula is not None:
            found += [formula] if " or " in formula else formula.split(" and ")
    found = list(dict.fromkeys(found))
    if len(found) > 1:
        found = [f"({f})" if " or " in f and not f.startswith("(") else f for f in found]
    return " and ".join(found) or None


def where_more(asked: Iterable[Sequence[Form]]) -> str | None:
    """Parameters outside of which searches by `linear.constant_relations` are complete.

    "never" if they are complete for all; None if that is not decided.
    """
    special: list[Form] = []
    for functions in asked:
        try:
            conditions = linear.generic_conditions(functions)
            if conditions is None:
                return None
            for p in (p for f in conditions for p in factors_of_parameters(f)):
                q = next((other.space.function(str(p)) for other in special), p)
                if not any(vanishes(d(q / other)) for other in special):
                    special.append(q)
        except (Unexpanded, TooLarge, ExpressionError):
            return None
    return " or ".join(f"{p} == 0" for p in special) or "never"


def any_of(*formulas: str | None) -> str | None:
    """Parameters for which one of such formulas holds; None if one is not decided."""
    if None in formulas:
        return None
    kept = [f for f in formulas if f and f != "never"]
    return " or ".join(f"({f})" if " and " in f else f for f in kept) or "never"


def simplest(functions: Iterable[Form]) -> list[Form]:
    """Some that are not zero, those with short formulas."""
    others = (f.expanded() for f in functions if not vanishes(f))
    return nsmallest(1 + SOME, others, key=lambda f: len(str(f)))


def simplifying_factor(X: VectorForm) -> Form:
    """A function f for which f X is not written longer, without denominators if possible.

    So its brackets are simpler.
    """
    best = X.space.function(1)
    if not all(is_written(X(x)) for x in X.space.coordinates):
        return best
    factors = {str(p): p for x in X.space.coordinates for p in _factors(X(x))}
    for p in factors.values():
        if len(str(best * p * X)) <= len(str(best * X)):
            best = best * p
        elif len(str(best / p * X)) < len(str(best * X)):
            best = best / p
    return best


def _factors(function: Form) -> list[Form]:
    return [] if vanishes(function) else irreducible_factors(function)


def _where_zero(function: Form) -> str | None:
    """For which parameters a function is 0 everywhere; None if that is not decided."""
    try:
        with limit(AT_MOST, clock=process_time):
            cases = ZeroCases(lambda _: FunctionOnSet(function), "real", SECONDS)
            formulas: dict[str, str] = cases.formulas
    except DiffGeoError:
        return None
    if formulas["undecided"] != "never":
        return None
    kinds = [formulas[kind] for kind in ("zero", "empty") if formulas[kind] != "never"]
    return f"({' or '.join(kinds)})" if len(kinds) > 1 else "".join(kinds) or "never"
