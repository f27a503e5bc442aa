"""The constraint set as the place where fields and forms are compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Form, Identity, Status, VectorForm, Verdict, check, level_set
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import (
    AxiomViolation,
    DiffGeoError,
    NotASubmanifold,
    NoWitness,
    OutsideDomain,
    Refusal,
    Undecided,
)
from diffgeo.subsets import (
    LevelSet,
    Restriction,
    conditions_on,
    in_lowest_terms,
    independent_everywhere,
    shortened,
    without_solutions,
    zero_set,
)
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import is_certain

if TYPE_CHECKING:
    from diffgeo import Manifold
    from diffgeo.bundles import JetSpace
    from diffgeo.subsets import ZeroSet
    from diffgeo.verdicts import Condition
    from mechanics.model.systems import System
    from mechanics.theories.dynamics import Dynamics


class Place:
    """Equality of objects on J¹π on the submanifold where the constraints of a system vanish.

    The set itself, a `Subset`, is `set`; here are statements about what lives on it.

    Constraints that are affine in the velocities are solved for velocities, and functions and
    forms pulled back along the inclusion; what remains is a level set on its source, and
    equality there is equality modulo its ideal. Both are exact.

    Which velocities are solved for is a choice, and what it divides by is no condition. Where the
    forms S^*dφ_i are independent the set is a submanifold and its projection to E a submersion;
    what is divided by is a function on E, and not 0 in its ring, so that it vanishes on no open
    subset of E, nor then of the set. What holds where it does not vanish holds by continuity
    where both sides are defined. The statements are about those points: their conditions are
    those of both sides on J¹π, and that the S^*dφ_i are independent.

    Raises
    ------
    Undecided
        The set is empty or reducible, so that it is no submanifold.
    """

    def __init__(self, system: System) -> None:
        self.jets = system.evolution_space
        self.constraints = system.constraints
        self.set = system.constraint_set
        remaining = self.set.remaining
        self.level: LevelSet | None = None
        if remaining:
            try:
                self.level = level_set(self.set.inclusion.source, remaining, name="the constraints")
            except (AxiomViolation, NoWitness) as error:
                # That objects cannot be compared there says nothing about a theory.
                raise Undecided(f"nothing is compared on the constraint set: {error}") from None
        self._known: dict[str, tuple[Condition, ...]] = {}

    def same(self, first: Form, second: Form | int, name: str = "") -> Identity:
        """The statement that two functions or forms on J¹π are equal on the set.

        Raises
        ------
        OutsideDomain
            One of them is defined at no point of the set.
        """
        first, other, conditions = self._compared(first, second)
        difference = self.set.restrict(first) - self.set.restrict(other)
        left, right = self._on_the_set(difference), self._on_the_set(0 * difference)
        return Identity(left, right, name, conditions)

    def same_by_equations(self, first: Form, second: Form | int) -> Verdict | None:
        """That two functions are equal on the set, where this is seen without restricting them.

        Solutions of linear systems in their difference, such as accelerations and multipliers, are
        eliminated on J¹π, where the equations are short; what remains has to vanish on the set.
        None where it does not, which says nothing.

        Raises `OutsideDomain` like `same`.
        """
        left = without_solutions(first - second) if not first.degree else None
        if left is None:
            return None
        found = check(
            [self._on_the_set(self.set.restrict(c)) == 0 for c in left] or [0 * first == 0]
        )
        if found.status is not Status.VERIFIED:
            return None
        first, other, conditions = self._compared(first, second)
        return Verdict(
            Status.VERIFIED,
            Identity(first, other, conditions=conditions),
            scope=self.set.source.name,
            conditions=conditions,
            evidence="linear equations and constraints",
        )

    def _compared(
        self, first: Form, second: Form | int
    ) -> tuple[Form, Form, tuple[Condition, ...]]:
        """Both sides, and where they are compared."""
        other = 0 * first + second
        try:
            conditions = self.conditions((*first.conditions, *other.conditions))
        except OutsideDomain:
            if first.degree:
                raise
            # Perhaps what fails on the set was only written, and cancels.
            first, other = in_lowest_terms(first), in_lowest_terms(other)
            conditions = self.conditions((*first.conditions, *other.conditions))
        if self.set.solved:
            conditions += self.independence
        if self.level is not None:
            conditions += self.level.conditions
        return first, other, tuple({str(c): c for c in conditions}.values())

    def _on_the_set(self, restricted: Form) -> Form | Restriction:
        return restricted if self.level is None else self.level.restrict(restricted)

    def conditions(self, given: Iterable[Condition]) -> tuple[Condition, ...]:
        """Those conditions of objects on J¹π that may fail on the set.

        Raises
        ------
        OutsideDomain
            One of them fails on the whole set.
        """
        found: dict[str, Condition] = {}
        for condition in given:
            text = str(condition)
            if text not in self._known:
                self._require_possible(condition)
                self._known[text] = conditions_on(self.jets, [condition], self.constraints)
            found.update((text, c) for c in self._known[text])
        return tuple(found.values())

    def _require_possible(self, condition: Condition) -> None:
        """The function of a condition is not 0 on the whole set."""
        try:
            restricted = self.set.restrict(self.jets.function(condition.expression))
            zero = bool(check(self._on_the_set(restricted) == 0, counterexample=False))
        except DiffGeoError:
            return
        if zero:
            raise OutsideDomain(
                f"nothing is said about the constraint set: {condition} is needed, and "
                f"{condition.expression} is 0 on the whole set; use a theory that does not divide "
                "by it, such as 'multipliers'"
            )

    @cached_property
    def independence(self) -> tuple[Condition, ...]:
        """That the forms S^*dφ_i are independent: that their Gram determinant is not 0.

        It is the sum of the squares of the maximal minors of V_A(φ_i), so that no minor is
        preferred.
        """
        rows = vertical_derivatives(self.jets, self.constraints)
        if not rows or independent_everywhere(rows):
            return ()
        gram = gram_determinant(self.jets, self.constraints)
        return self.conditions((1 / gram).conditions)

    def same_fields(self, X: VectorForm, Y: VectorForm) -> list[Identity]:
        """The statement that two fields on J¹π are equal at the points of the set."""
        return [self.same(X(f), Y(f), f"the rate of {f}") for f in self.jets.coordinates]

    def same_motion(self, first: Dynamics, second: Dynamics, factor: int = 1) -> list[Identity]:
        """Equal fields; the multipliers' reaction of the second is ``factor`` times the first's."""
        one, other = first.declared_reaction, second.declared_reaction
        return [
            *self.same_fields(first.field, second.field),
            self.same(factor * one, other, "the reaction form"),
        ]


class PlaceOfStates:
    """Equality on the subset of a manifold of states where functions vanish.

    Parameters
    ----------
    manifold
        The space of states, of dimension n.
    equations
        Functions on it.
    regular
        A function without which nothing is determined: of a union the parts are left out on which
        it vanishes, so that the place is the closure of the regular points.

    Raises
    ------
    Undecided
        The set is empty, or is not known to be a submanifold.

    Examples
    --------
    >>> from diffgeo import Manifold, check
    >>> from mechanics.theories import PlaceOfStates
    >>> M = Manifold("M", "x y")
    >>> x, y = M.coordinates
    >>> place = PlaceOfStates(M, [x - y])
    >>> print(check(place.same(x**2, x * y)).status.name, check(place.same(x, 1)).status.name)
    VERIFIED REFUTED
    """

    def __init__(
        self, manifold: Manifold, equations: Sequence[Form], regular: Form | None = None
    ) -> None:
        self.manifold = manifold
        try:
            found = _regular_zeros(manifold, tuple(equations), regular)
        except Refusal as error:
            raise Undecided(f"nothing is compared on the set of the motions: {error}") from None
        if found is None:
            raise Undecided(f"the set of the motions in {manifold.name} is empty")
        self.set = found

    def __repr__(self) -> str:
        return f"<equality on {self.set!r}>"

    def same(self, first: Form, second: Form | int, name: str = "") -> Verdict:
        """Whether two functions or forms on the manifold are equal on the set."""
        difference = first - (0 * first + second)
        found = self.set.vanishes(difference)
        if found.status is Status.UNKNOWN:  # perhaps they are equal everywhere, which is less work
            everywhere = check(difference == 0, counterexample=False)
            found = everywhere if everywhere else found
        return replace(found, name=name)

    def same_fields(self, X: VectorForm, Y: VectorForm) -> list[Verdict]:
        """Whether two fields are equal at the points of the set."""
        return [self.same(X(f), Y(f), f"the rate of {f}") for f in self.manifold.coordinates]


def _regular_zeros(
    manifold: Manifold, equations: tuple[Form, ...], regular: Form | None
) -> ZeroSet | None:
    """Where functions vanish; of a union the one part on which another function does not."""
    try:
        return zero_set(manifold, equations)
    except NotASubmanifold as error:
        if regular is None or not error.parts:
            raise
        sets = [(part, zero_set(manifold, [part])) for part in error.parts]
        left = [p for p, found in sets if found and not found.vanishes(regular)]
        if len(left) > 1:  # a factor may vanish on a piece of another part only
            left = [p for p in left if not _is_covered(manifold, p, left, equations)]
        if len(left) != 1:
            raise
        return _regular_zeros(manifold, (*left, *equations), regular)


def _is_covered(
    manifold: Manifold, part: Form, parts: Sequence[Form], equations: tuple[Form, ...]
) -> bool:
    """Whether the zeros of equations on which a part vanishes are zeros of another part."""
    with suppress(Refusal):
        found = zero_set(manifold, (part, *equations))
        others = [f for f in parts if f is not part]
        return found is None or any(is_certain(found.vanishes(f)) for f in others)
    return False


def place(system: System) -> Place:
    """The constraint set as the place of comparisons, made once for a system."""
    return system.once(Place)


def shown_on_set(system: System, function: Form) -> Form:
    """A function on J¹π as one on the constraint set, for display.

    On the source of the inclusion, unless poles come in there because velocities were solved for:
    then on J¹π, in short.
    """
    known = {str(c) for c in function.conditions}
    restricted: Form = system.constraint_set.restrict(function).settled()
    if {str(c) for c in restricted.conditions if not c.removable} <= known:
        return restricted
    try:
        return shortened([function], system.constraints)[0]
    except Refusal:
        return restricted


def reaction(dynamics: Dynamics) -> Form:
    """The reaction 1-form EL_A - F_A on the space of states, as the field has it.

    It is Σ λ^i S^*dφ_i if the theory is coherent; see `Dynamics.is_coherent`.
    """
    return dynamics.inertia


def gram_determinant(jets: JetSpace, constraints: Sequence[Form]) -> Form:
    """The Gram determinant of the forms S^*dφ_i: not 0 where they are independent."""
    rows = vertical_derivatives(jets, constraints)
    return linear.determinant([combination(rows, row) for row in rows])


def vertical_derivatives(jets: JetSpace, constraints: Sequence[Form]) -> list[list[Form]]:
    """The derivatives of constraints along the vertical fields, a row for each constraint."""
    frame = vertical_frame(jets)
    return [[v(phi) for v in frame] for phi in constraints]


def require_independent(system: System) -> None:
    """Raise `SingularConstraintMatrix` if the S^*dφ_i are dependent on the whole constraint set.

    For theories whose own determinant is no function on J¹π.

    Parameters
    ----------
    system
        A system with m constraints.

    Raises
    ------
    SingularConstraintMatrix
        The m forms S^*dφ_i are dependent at the generic point.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.theories import require_independent
    >>> require_independent(load("knife-edge"))
    """
    if system.constraints:
        gram = gram_determinant(system.evolution_space, system.constraints)
        system.constraint_set.require_regular(gram, "the Gram determinant of the forms S^*dphi_i")


def combination(matrix: Sequence[Sequence[Form]], functions: Sequence[Form]) -> list[Form]:
    """The functions A_ij f_j."""
    return [linear.combination(row, functions, 0 * functions[0]) for row in matrix]
