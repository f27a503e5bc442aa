"""The set in J¹π where the constraints vanish, and what holds at its generic point.

What is decided how:

* Constraints that are affine in the velocities (or become so on the set of the others) are
  solved for some velocities by linear algebra over the functions of time, coordinates and
  remaining velocities. That is exact; the inclusion of the set is then a `Map`, and
  "at the generic point" means: as functions on its source.
* For constraints that are not, relations that hold identically are found exactly; whether
  there are real points, and the ranks there, is decided at points found by Newton's
  method from many starts (`mechanics.points`). A message says when that is the evidence.

Ranks that drop at special points only are no error; they show up as conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Form, Map, d, identity_map, linear, submanifold
from mechanics._text import listed
from mechanics.errors import (
    InconsistentConstraints,
    RedundantConstraints,
    SingularConstraintMatrix,
    SingularLagrangian,
)
from mechanics.systems import vanishes

if TYPE_CHECKING:
    from mechanics.points import Points
    from mechanics.systems import System

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


class ConstraintSet:
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
        self.inclusion: Map = identity_map(system.evolution_space)
        self.solved: tuple[str, ...] = ()
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

    def restrict(self, thing: Form) -> Form:
        """A form on J¹π, pulled back to the source of the inclusion."""
        return self.inclusion.pull(thing) if self.solved else thing

    # --- affine constraints --------------------------------------------------------

    def _solve_affine(self) -> bool:
        """Solve those constraints that are affine in the remaining velocities, if any."""
        space = self.inclusion.source
        fields = [space.vector_field({v: 1}) for v in self.velocities]
        affine: list[tuple[_Constraint, list[Form]]] = []
        for constraint in self._rest:
            row = [field(constraint.function) for field in fields]
            if all(vanishes(field(a)) for a in row for field in fields):
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
                    f"{self.where}: inconsistent constraints: {text} = {value}, which is never 0"
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
                    "which is never 0; correct one of them"
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
    def points(self) -> Points:
        """Real points of the constraint set, found numerically."""
        from mechanics.points import find_points

        return find_points(self.inclusion.source, self.remaining)

    def require_independent(self) -> None:
        """Raise unless the constraints are consistent and the S^*dφ_i independent on the set.

        Raises
        ------
        InconsistentConstraints
            No motion satisfies them.
        RedundantConstraints
            Their differentials are dependent on the set; the relation is printed.
        SingularConstraintMatrix
            The differentials are independent, the 1-forms S^*dφ_i are not.
        """
        if not self._rest:
            return
        space = self.inclusion.source
        fields = [space.vector_field({v: 1}) for v in self.velocities]
        rows = [[X(c.function) for X in fields] for c in self._rest]
        kernel = linear.kernel([list(column) for column in zip(*rows, strict=True)])
        for relation in kernel:
            self._require_no_relation(relation)
        keys = listed(self._name(c) for c in self._rest)
        found = self.points
        if not found:
            raise InconsistentConstraints(
                f"{self.where}: {keys}: no real point of the constraint set was found from "
                f"{found.starts} starts of Newton's method; check the signs, or start from a "
                "constraint that has real solutions"
            )
        velocity_columns = [space.chart.coordinates.index(v) for v in self.velocities]
        if found.rank(self.remaining, velocity_columns) == len(self._rest):
            return
        if found.rank(self.remaining) == len(self._rest):
            raise SingularConstraintMatrix(
                f"{self.where}: {keys}: the forms S^*dphi are dependent on the constraint set "
                f"(at {len(found)} points found numerically); {_REPAIR_SINGULAR}"
            )
        dependence = found.relation(self.remaining, [self._name(c) for c in self._rest])
        raise RedundantConstraints(
            f"{self.where}: redundant constraints: at {len(found)} points of the constraint set "
            f"found numerically {dependence}; "
            "replace them by constraints with independent differentials there (phi for phi**2)"
        )

    def _require_no_relation(self, relation: Sequence[Form]) -> None:
        """An identical relation c^i ∂φ_i/∂v = 0, when it is one of the differentials too."""
        pairs = [(c, f) for c, f in zip(relation, self._rest, strict=True) if not vanishes(c)]
        form = sum((c * d(f.function) for c, f in pairs), start=0 * d(pairs[0][1].function))
        keys = listed(self._name(f) for _, f in pairs)
        if vanishes(form):
            text = " + ".join(_term(c, f"d({self._name(f)})") for c, f in pairs)
            text = text.replace("+ -", "- ")
            raise RedundantConstraints(
                f"{self.where}: redundant constraints: {text} = 0; remove one of {keys}"
            )

    def vanishes(self, function: Form) -> bool:
        """Whether a function on J¹π vanishes on the whole set.

        Where constraints are left that are not affine, numerical points are the evidence.
        """
        restricted = self.restrict(function)
        if self._rest and not vanishes(restricted):
            return self.points.all_vanish(restricted)
        return vanishes(restricted)

    def require_regular(self, determinant: Form, name: str) -> None:
        """Raise `SingularConstraintMatrix` if a determinant vanishes on the whole set.

        Where it vanishes at special points only, that is a condition of the result.
        """
        zero = self.vanishes(determinant)
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

    def _name(self, constraint: _Constraint) -> str:
        return self.system.constraint_keys[constraint.index]

    def _on_set(self) -> str:
        return " (on the set of the others)" if self.solved else ""


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
