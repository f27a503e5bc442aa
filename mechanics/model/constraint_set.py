"""The set in J¹π where the constraints vanish, and what holds at its generic point.

What is decided how:

* Constraints that are affine in the velocities (or become so on the set of the others) are
  solved for some velocities by linear algebra over the functions of time, coordinates and
  remaining velocities. That is exact; the inclusion of the set is then a `Map`, and
  "at the generic point" means: as functions on its source.
* For constraints that are not, relations that hold identically are found exactly. Whether there are
  real points, and points where the S^*dφ_i are independent, is decided on the `LocallyClosedSet`
  of these points: by certified points, by the ideal of the constraints, over the reals by z3.
  What is not decided becomes an open condition of the result, and so do the values of the
  parameters for which there are such points.

Ranks that drop at special points only are no error; they show up as conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Status, Verdict, check, d, identity_map, submanifold
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus import signs_in
from diffgeo.errors import DiffGeoError
from diffgeo.subsets import EmbeddedSubset, LocallyClosedSet, conditions_on
from mechanics.errors import (
    InconsistentConstraints,
    RedundantConstraints,
    SingularConstraintMatrix,
    SingularLagrangian,
)
from mechanics.model.plain_answers import is_certain, vanishes
from mechanics.wording import listed

if TYPE_CHECKING:
    from mechanics.model.systems import System

_REPAIR_SINGULAR = (
    "the reaction is not determined on the whole constraint set; use the constraint algorithm, "
    "System.reduction(), in which what they imply has no reaction of its own, or remove or "
    "reformulate one of the constraints"
)


@dataclass(frozen=True)
class _Constraint:
    """A constraint on the set of those already solved."""

    index: int
    function: Form


class ConstraintSet(EmbeddedSubset):
    """The constraint set of a system.

    Attributes
    ----------
    inclusion : Map
        The inclusion in J¹π of the set of those constraints that were solved.
    solved : tuple of str
        The velocities for which they were solved.
    remaining : tuple of Form
        The constraints that are not affine, on the source of the inclusion.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.where = system.specification.where
        self.velocities = list(system.specification.velocities)
        self._solved_by_user = system.specification.solved
        super().__init__(identity_map(system.evolution_space))
        self.solved: tuple[str, ...] = ()
        self._answers: list[tuple[Form, bool, Verdict]] = []
        self._rest = [_Constraint(i, phi) for i, phi in enumerate(system.constraints)]
        while self._solve_affine():
            pass

    @property
    def remaining(self) -> tuple[Form, ...]:
        """The constraints that were not solved for a velocity."""
        return tuple(c.function for c in self._rest)

    @property
    def is_exact(self) -> bool:
        """Whether the inclusion describes the whole constraint set."""
        return not self._rest

    @property
    def within(self) -> LocallyClosedSet | None:
        """Where the constraints that are not affine hold, and the S^*dφ_i are independent."""
        return self.regular_points if self._rest else None

    @property
    def dimension(self) -> int:
        """That of J¹π minus the number of constraints."""
        return self.source.dimension - len(self._rest)

    def restrict(self, thing: object) -> Any:
        """A form or tangent field on J¹π, on the source of the inclusion."""
        is_there = isinstance(thing, Form) and thing.space is self.source
        return thing if is_there else super().restrict(thing)

    # --- affine constraints --------------------------------------------------------

    def _solve_affine(self) -> bool:
        """Solve those constraints that are affine in the remaining velocities, if any."""
        space = self.inclusion.source
        fields = [space.vector_field({v: 1}) for v in self.velocities]
        affine: list[tuple[_Constraint, list[Form]]] = []
        for constraint in self._rest:
            row = [field(constraint.function) for field in fields]
            if all(vanishes(field(a)) for a in [*row, *signs_in(row)] for field in fields):
                affine.append((constraint, row))
        if not affine:
            return False
        rows = [row for _, row in affine]
        self._require_full_rank([c for c, _ in affine], rows)
        # Velocities that the user solved for come first: their coefficient is 1. Then those with
        # constant coefficients, as nothing that can vanish is divided by then.
        columns = range(len(self.velocities))
        preferred = [k for k in columns if self.velocities[k] in self._solved_by_user]
        preferred += [
            k for k in columns if k not in preferred and all(vanishes(d(row[k])) for row in rows)
        ]
        pivots = _independent_columns(rows, preferred)
        names = [self.velocities[k] for k in pivots]
        v = [space[name] for name in self.velocities]
        right = [
            -c.function + sum((row[k] * v[k] for k in pivots), start=space.function(0))
            for c, row in affine
        ]
        values = linear.solve([[row[k] for k in pivots] for row in rows], right)
        _, step = submanifold(space, dict(zip(names, values, strict=True)), name="P1")
        self.inclusion = self.inclusion @ step if self.solved else step
        self.solved += tuple(names)
        self.velocities = [name for name in self.velocities if name not in names]
        done = {c.index for c, _ in affine}
        self._rest = [
            _Constraint(c.index, step.pull(c.function)) for c in self._rest if c.index not in done
        ]
        for constraint in self._rest:
            self._require_proper(constraint)
        return bool(self._rest)

    def _require_full_rank(self, group: Sequence[_Constraint], rows: list[list[Form]]) -> None:
        """Relations c^i ∂φ_i/∂v = 0 between the rows lead to an error that names them."""
        kernel = linear.kernel([list(column) for column in zip(*rows, strict=True)])
        for relation in kernel:
            terms = [(c, f) for c, f in zip(relation, group, strict=True) if not vanishes(c)]
            value = sum((c * f.function for c, f in terms), start=0 * group[0].function)
            text = " + ".join(_term(c, self._name(f)) for c, f in terms).replace("+ -", "- ")
            keys = listed(self._name(f) for _, f in terms)
            if vanishes(value):
                raise RedundantConstraints(
                    f"{self.where}: redundant constraints: {text} = 0{self._on_set()}; "
                    f"remove one of {keys}"
                )
            if vanishes(d(value)):
                raise InconsistentConstraints(
                    f"{self.where}: inconsistent constraints: {text} = {value}, {_never(value)}"
                    f"{self._on_set()}; correct one of {keys}"
                )
            raise SingularConstraintMatrix(
                f"{self.where}: {keys} imply {value} = 0, in which no velocity "
                f"occurs: their differentials are independent, the forms S^*dphi are not, and "
                f"{_REPAIR_SINGULAR}"
            )

    def _require_proper(self, constraint: _Constraint) -> None:
        """A constraint on the set of others is neither trivial nor without velocities."""
        name, function = self._name(constraint), constraint.function
        keys = enumerate(self.system.constraint_keys)
        others = listed(key for i, key in keys if i != constraint.index)
        if vanishes(function):
            raise RedundantConstraints(
                f"{self.where}: redundant constraints: {name} vanishes on the set of {others}: "
                f"{self._relation(constraint.index)}; remove {name}"
            )
        space = self.inclusion.source
        if all(vanishes(space.vector_field({v: 1})(function)) for v in self.velocities):
            if vanishes(d(function)):
                raise InconsistentConstraints(
                    f"{self.where}: inconsistent constraints: on {others}, {name} is {function}, "
                    f"{_never(function)}; correct one of them"
                )
            raise SingularConstraintMatrix(
                f"{self.where}: on {others}, {name} becomes {function} = 0, in which no velocity "
                f"occurs; {_REPAIR_SINGULAR}"
            )

    def _relation(self, index: int) -> str:
        """The relation d(phi_k) = c^i d(phi_i) on the set of the solved constraints."""
        system = self.system
        jets = system.evolution_space
        rest = {c.index for c in self._rest}
        solved = [i for i in range(len(system.constraints)) if i not in rest]
        fields = [jets.vector_field({v: 1}) for v in self.solved]
        rows = [[self.restrict(X(system.constraints[i])) for i in solved] for X in fields]
        right = [self.restrict(X(system.constraints[index])) for X in fields]
        terms = [
            _term(c, f"d({system.constraint_keys[i]})")
            for i, c in zip(solved, linear.solve(rows, right), strict=True)
            if not vanishes(c)
        ]
        text = " + ".join(terms).replace("+ -", "- ") or "0"
        return f"there d({system.constraint_keys[index]}) = {text}"

    # --- constraints that are not affine ------------------------------------------

    @cached_property
    def regular_points(self) -> LocallyClosedSet:
        """The points, on the source of the inclusion, where the S^*dφ_i are independent."""
        fields = [self.inclusion.source.vector_field({v: 1}) for v in self.velocities]
        rows = [[X(c.function) for X in fields] for c in self._rest]
        return self._points_of_rank(rows)

    def _points_of_rank(self, rows: list[list[Form]]) -> LocallyClosedSet:
        """The points of the set where the rows are independent."""
        space = self.inclusion.source
        chosen = combinations(range(len(rows[0])), len(rows)) if rows else ()
        minors = [linear.determinant([[row[k] for k in ks] for row in rows]) for ks in chosen]
        ranks = [minor for minor in minors if not vanishes(minor)] if rows else None
        return LocallyClosedSet(space, self.remaining, ranks)

    def require_independent(self) -> None:
        """Raise if the constraints are inconsistent or the S^*dφ_i dependent on the whole set.

        What could not be decided is left to `conditions`.

        Raises
        ------
        InconsistentConstraints
            No motion satisfies them, whatever the parameters.
        RedundantConstraints
            Their differentials are dependent on the set; the relation is printed.
        SingularConstraintMatrix
            The differentials are independent, the 1-forms S^*dφ_i are not.
        """
        self._require_places()
        if not self._rest:
            return
        space = self.inclusion.source
        fields = [space.vector_field({v: 1}) for v in self.velocities]
        rows = [[X(c.function) for X in fields] for c in self._rest]
        kernel = linear.kernel([list(column) for column in zip(*rows, strict=True)])
        for relation in kernel:
            self._require_no_relation(relation)
        if not is_certain(self.regular_points.is_empty()):
            return
        keys = listed(self._name(c) for c in self._rest)
        empty = LocallyClosedSet(space, self.remaining).is_empty()
        if is_certain(empty):
            raise InconsistentConstraints(
                f"{self.where}: inconsistent constraints: {keys} = 0 has no real point"
                f"{self._on_set()}: decided {empty.evidence}; check the signs"
            )
        slopes = [[X(c.function) for X in space.frame] for c in self._rest]
        if not is_certain(self._points_of_rank(slopes).is_empty()):
            raise SingularConstraintMatrix(
                f"{self.where}: {keys}: the forms S^*dphi are dependent at every point of the "
                f"constraint set; {_REPAIR_SINGULAR}"
            )
        raise RedundantConstraints(
            f"{self.where}: redundant constraints: at every real point of the constraint set "
            f"{self._dependence(slopes)}; "
            "replace them by constraints with independent differentials there (phi for phi**2)"
        )

    def _require_places(self) -> None:
        """Raise if the holonomic constraints hold nowhere."""
        jets, functions = self.system.evolution_space, self.system.holonomic
        empty = LocallyClosedSet(jets, functions).is_empty() if functions else None
        if empty is not None and is_certain(empty):
            keys = listed(f"holonomic[{i}]" for i, _ in enumerate(functions, 1))
            raise InconsistentConstraints(
                f"{self.where}: inconsistent constraints: {keys} = 0 has no real point: decided "
                f"{empty.evidence}; check the signs"
            )

    def _dependence(self, slopes: list[list[Form]]) -> str:
        """The first relation between the differentials, which are dependent on the set."""
        known = next(
            k for k in range(len(slopes))
            if is_certain(self._points_of_rank(slopes[: k + 1]).is_empty())
        )  # fmt: skip
        last = f"d({self._name(self._rest[known])})"
        if not known:
            return f"{last} = 0"
        rows = slopes[:known]
        columns = _independent_columns(rows)
        terms = linear.solve(
            [[row[k] for row in rows] for k in columns], [slopes[known][k] for k in columns]
        )
        text = " + ".join(
            _term(c, f"d({self._name(f)})")
            for c, f in zip(terms, self._rest, strict=False)
            if not vanishes(c)
        )
        return f"{last} = {text.replace('+ -', '- ') or '0'}"

    def _require_no_relation(self, relation: Sequence[Form]) -> None:
        """An identical relation c^i ∂φ_i/∂v = 0, when it is one of the differentials too."""
        pairs = [(c, f) for c, f in zip(relation, self._rest, strict=True) if not vanishes(c)]
        form = sum((c * d(f.function) for c, f in pairs), start=0 * d(pairs[0][1].function))
        if not vanishes(form):
            return
        keys = listed(self._name(f) for _, f in pairs)
        value = sum((c * f.function for c, f in pairs), start=0 * pairs[0][1].function)
        text = " + ".join(_term(c, self._name(f)) for c, f in pairs).replace("+ -", "- ")
        if all(vanishes(d(c)) for c, _ in pairs) and not vanishes(value):
            raise InconsistentConstraints(
                f"{self.where}: inconsistent constraints: {text} = {value}, {_never(value)}"
                f"{self._on_set()}; correct one of {keys}"
            )
        text = " + ".join(_term(c, f"d({self._name(f)})") for c, f in pairs).replace("+ -", "- ")
        raise RedundantConstraints(
            f"{self.where}: redundant constraints: {text} = 0; remove one of {keys}"
        )

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """For which parameters there are points where the S^*dφ_i are independent.

        Only where constraints are left that are not affine. If that is not known, the open question
        is the condition.
        """
        if not self._rest:
            return ()
        if self.existence:
            return (self.existence,) if self.existence != "always" else ()
        keys = listed(self._name(c) for c in self._rest)
        question = self.regular_points.open_question
        return (f"{keys} = 0 has real points with independent S^*dphi ({question})",)

    @property
    def existence(self) -> str:
        """For which parameters there are such points; empty if that is not known, or not asked."""
        return self.regular_points.existence if self._rest else ""

    def vanishes(self, thing: Form, *, counterexample: bool = True) -> Verdict:
        """Whether a function on J¹π vanishes on the whole set, where the S^*dφ_i are independent.

        UNKNOWN if that was not decided, with the reason.
        """
        for known, with_example, verdict in self._answers:
            if known is thing and with_example is counterexample:
                return verdict
        restricted = self._on_source(thing)
        verdict = check(restricted == 0, counterexample=counterexample)
        if self.within is not None and not is_certain(verdict):
            verdict = self.within.vanishes(restricted)
        self._answers.append((thing, counterexample, verdict))
        return verdict

    def require_regular(self, determinant: Form, name: str) -> None:
        """Raise `SingularConstraintMatrix` if a determinant vanishes on the whole set.

        Where it vanishes at special points only, that is a condition of the result. If it is not
        known whether it does, `conditions_on` has the open question.
        """
        if self.certainly_nonzero(determinant):
            return
        zero = is_certain(self.vanishes(determinant, counterexample=False))
        if zero and not self.system.constraints:
            raise SingularLagrangian(
                f"{self.where}: the Lagrangian is singular ({name} is 0): the equations do not "
                "determine the accelerations; use the constraint algorithm, System.reduction(), or "
                "give a regular Lagrangian"
            )
        if zero:
            raise SingularConstraintMatrix(
                f"{self.where}: {name} is 0 on the whole constraint set: the reaction is not "
                "determined there; use the constraint algorithm, System.reduction(), or remove or "
                "reformulate one of the constraints"
            )

    def conditions_on(self, determinant: Form, name: str) -> tuple[str, ...]:
        """`conditions`, and that a determinant vanishes on the whole set if that is open."""
        verdict = self.vanishes(determinant, counterexample=False)
        if verdict.status is not Status.UNKNOWN or self._has_no_zero(determinant):
            return self.conditions
        return (*self.conditions, f"{name} is not 0 on the whole set ({verdict.reason})")

    def _has_no_zero(self, function: Form) -> bool:
        """Whether a function on J¹π certainly vanishes nowhere on the set."""
        try:
            found = (1 / function.expanded()).conditions
            return not conditions_on(function.space, found, self.system.constraints)
        except DiffGeoError:
            return False

    def _name(self, constraint: _Constraint) -> str:
        return self.system.constraint_keys[constraint.index]

    def _on_set(self) -> str:
        return " (on the set of the others)" if self.solved else ""


def _never(value: Form) -> str:
    """That a function of the parameters alone, which is not 0, holds for no motion."""
    if is_certain(LocallyClosedSet(value.space, [value]).is_empty()):
        return "which is never 0"
    return "which is 0 for special values of the parameters only"


def _term(coefficient: Form, name: str) -> str:
    text = str(coefficient)
    if text in ("1", "-1"):
        return f"{text[:-1]}{name}"
    atomic = all(ch not in text[1:] for ch in "+- ")
    return f"{text}*{name}" if atomic else f"({text})*{name}"


def _independent_columns(rows: list[list[Form]], preferred: Sequence[int] = ()) -> list[int]:
    """Indices of columns that form an invertible square matrix.

    Chosen greedily, the preferred ones first and then from the left.
    """
    chosen: list[int] = []
    others = [k for k in range(len(rows[0])) if k not in preferred]
    for k in (*preferred, *others):
        trial = sorted([*chosen, k])
        if linear.rank([[row[j] for j in trial] for row in rows]) == len(trial):
            chosen = trial
        if len(chosen) == len(rows):
            break
    return chosen
