"""What the constraint algorithm gives on either side: sets, parts of unions, motions.

The data are analytic, and so are the motions that are looked at. Hence a motion in a union of sets
``{f g = 0}`` stays in one of them, and the algorithm goes on within each part: only those motions
are looked at on which f vanishes, which is a condition without a reaction of its own. In the same
way a motion that does not stay where a condition fails is there at isolated times only. (Where the
motion is not unique there are motions that are smooth and not analytic, and these may change from
one part to another one where both meet.)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self

from diffgeo import check, pairing, zero_set
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, NotASubmanifold, Refusal
from mechanics.algorithm.tangency_sequences import (
    STEP_LIMIT,
    Stage,
    TangentSequence,
    tangent_sequence,
)
from mechanics.errors import ConstraintAlgorithmStopped
from mechanics.model.added_words import offered
from mechanics.model.extended_jets import require_no_variables
from mechanics.theories.checks import Check, Stated, judged

if TYPE_CHECKING:
    from diffgeo import Form, Manifold, VectorForm, Verdict
    from diffgeo.subsets import ZeroSet
    from mechanics.faces.conveniences import ReductionConveniences as _Conveniences
    from mechanics.model.systems import System
else:
    _Conveniences = offered("SetsAndMotions")

#: The algorithm is given up if the sets have more parts than that.
PART_LIMIT = 32


@dataclass(frozen=True)
class Freedom:
    """A direction in which the motion is not determined.

    Attributes
    ----------
    field : VectorForm
        A vertical field; zero if only multipliers are free.
    multipliers : tuple of Form
        The change of the multipliers.
    """

    field: VectorForm
    multipliers: tuple[Form, ...]


class SetsAndMotions(_Conveniences, ABC):
    """The sequence of sets of the constraint algorithm, and the motions on the last one.

    Attributes
    ----------
    system : System
    within : tuple of Form
        Functions that vanish along the motions that are looked at; they have no reactions.
    stages : tuple of Stage
        The sets; the last one is final or empty, or the next one is a union.
    refused : tuple of str
        Why there is no answer for other parts.
    """

    #: The letter of the sets.
    letter = "P"

    def __init__(
        self,
        system: System,
        *,
        within: Sequence[Form] = (),
        strict: bool = False,
        limit: int = STEP_LIMIT,
    ) -> None:
        self.system = system
        require_no_variables(system, "the constraint algorithm")
        self.within = tuple(within)
        self._limit = limit
        sequence = self._run(strict)
        self.stages: tuple[Stage, ...] = sequence.stages
        self.parts: tuple[Form, ...] = sequence.parts
        self._sequence = sequence
        self._branches: tuple[Self, ...] = ()
        self.refused: tuple[str, ...] = ()
        if self.parts:
            self._split()

    def _motion_checks(
        self,
        kind: tuple[str, Callable[[], Stated]],
        law: str,
        solves: Callable[[VectorForm, Sequence[Form]], Stated],
    ) -> tuple[Check, ...]:
        """That the motion is of its kind, solves its equations and is tangent, with any freedom.

        Parameters
        ----------
        kind
            The first statement, in words and as a check.
        law
            The equations in words.
        solves
            Whether a field and multipliers solve them.
        """
        if not self.is_consistent:
            return ()
        place, final = self.place_name, "on the final submanifold"
        field, multipliers = self.field, self.multipliers
        answers = [
            judged(f"{kind[0]}{place}", kind[1]),
            judged(f"{law} {final}{place}", partial(solves, field, multipliers)),
            judged(
                f"the field is tangent to the final submanifold{place}",
                partial(self.is_tangent, field),
            ),
        ]
        for number, free in enumerate(self.freedom, 1):
            moved, added = field + free.field, f"with the freedom {number} added{place}"
            pairs = zip(multipliers, free.multipliers, strict=True)
            changed = tuple(a + b for a, b in pairs)
            answers += [
                judged(f"the equations hold {added}", partial(solves, moved, changed)),
                judged(f"the field stays tangent {added}", partial(self.is_tangent, moved)),
            ]
        return tuple(answers)

    # --- what a side has to say -------------------------------------------------------

    @property
    @abstractmethod
    def ambient(self) -> Manifold:
        """The space in which the sets lie."""

    @property
    @abstractmethod
    def constraints(self) -> tuple[Form, ...]:
        """The constraints as functions on it."""

    @property
    @abstractmethod
    def _start(self) -> VectorForm:
        """A field that solves the equations but for multiples of others."""

    @property
    @abstractmethod
    def _directions(self) -> tuple[VectorForm, ...]:
        """The fields of which multiples are added to it."""

    @property
    @abstractmethod
    def _reactions(self) -> tuple[Form, ...]:
        """The 1-forms whose multiples are the reaction."""

    @property
    @abstractmethod
    def _force(self) -> Form:
        """The force as a 1-form."""

    @abstractmethod
    def _split_vector(self, vector: Sequence[Form]) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        """A solution as the coefficients of the directions and the multipliers, extended."""

    @abstractmethod
    def _equations(self, place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
        """The linear equations for the motions tangent to a set, as functions around it."""

    @abstractmethod
    def _own_checks(self) -> tuple[Check, ...]:
        """The statements about this result, where there is no union."""

    # --- the result --------------------------------------------------------------------

    @cached_property
    def field(self) -> VectorForm:
        """A field whose restriction to the final submanifold is a motion tangent to it."""
        return self._moved(self._start, self._split_vector(self._particular)[0])

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """The multipliers of `field`, extended to the ambient; EL_A = F_A + λ^i ∂φ_i/∂v^A."""
        return self._split_vector(self._particular)[1]

    @cached_property
    def freedom(self) -> tuple[Freedom, ...]:
        """A basis of the directions that may be added to `field` and `multipliers`."""
        found = []
        for vector in self._kernel:
            coefficients, multipliers = self._split_vector(vector)
            found.append(Freedom(self._moved(0 * self._start, coefficients), multipliers))
        return tuple(found)

    @cached_property
    def rates(self) -> dict[str, Form]:
        """The rates of all coordinates but time, as functions on the final set's source."""
        place = self._require_final()
        return {
            str(f): place.restrict(self.field(f)).settled() for f in self.ambient.coordinates[1:]
        }

    @property
    def is_union(self) -> bool:
        """Whether a set is a union; what there is to know is in `branches` then."""
        return bool(self.parts)

    @property
    def branches(self) -> tuple[Self, ...]:
        """The same for the parts of a union, as far as it took to have none that is a union.

        Empty if there is no union.
        """
        return self._branches

    @property
    def final(self) -> ZeroSet | None:
        """The final submanifold; None if the equations are inconsistent.

        Raises `ConstraintAlgorithmStopped` if a set is a union.
        """
        if self.is_union:
            raise self._stopped(
                len(self.stages) + 1, f"the set is a union ({self._union}): see its branches"
            )
        return self.stages[-1].place

    @property
    def is_consistent(self) -> bool:
        """Whether there are motions (that were found)."""
        if self.is_union:
            return any(branch.is_consistent for branch in self.branches)
        return self.final is not None

    @property
    def is_unique(self) -> bool:
        """Whether through each point of the final submanifold there is one motion.

        And one set of multipliers. In a union there may be one on each part, so it is not.
        """
        return not self.is_union and self.is_consistent and not self.freedom

    @property
    def conditions(self) -> tuple[str, ...]:
        """Where the result was examined."""
        return tuple(dict.fromkeys(c for stage in self.stages for c in stage.conditions))

    @cached_property
    def exceptions(self) -> tuple[Self | str, ...]:
        """The motions that stay where a condition fails, for each condition.

        Where there is no answer, the reason.
        """
        found: list[Self | str] = []
        for function in self._excluded:
            try:
                found.append(self._within(function))
            except ConstraintAlgorithmStopped as error:
                found.append(str(error))
        return tuple(found)

    def checks(self) -> tuple[Check, ...]:
        """All statements that can be checked of this result."""
        if self.is_union:
            return tuple(answer for branch in self.branches for answer in branch.checks())
        return self._own_checks()

    # --- the algorithm -----------------------------------------------------------------

    def _run(self, strict: bool) -> TangentSequence:
        functions = (*self.within, *self.constraints)
        place = zero_set(self.ambient)
        try:
            # One after the other: a union is decided by the part that was chosen before.
            for given in (*([f] for f in self.within), self.constraints):
                if place is not None:
                    place = place.cut([place.restrict(f) for f in given])
        except Refusal as error:
            if not strict and isinstance(error, NotASubmanifold) and error.parts:
                return TangentSequence((), parts=error.parts)
            raise self._stopped(1, str(error)) from None
        if place is None:
            return TangentSequence((Stage(1, None, functions),))
        return tangent_sequence(
            place, self._equations, self._stopped, strict=strict, limit=self._limit
        )

    def _within(self, function: Form) -> Self:
        return type(self)(self.system, within=(*self.within, function), limit=self._limit)

    def _split(self: Self) -> None:
        """Go on within each part; parts that lie in another one are left out."""
        if len(self.within) >= self._limit:
            raise self._stopped(len(self.stages) + 1, f"unions in unions, {self._limit} times")
        found: list[Self] = []
        refused: list[str] = []
        for part in self.parts:
            try:
                one = self._within(part)
            except ConstraintAlgorithmStopped as error:
                refused.append(str(error))
                continue
            refused += one.refused
            # A part that is a union, of which no part has an answer, is among the refused.
            for branch in one.branches if one.is_union else (one,):
                if not any(other.covers(branch) for other in found):
                    found = [other for other in found if not branch.covers(other)]
                    found.append(branch)
        if len(found) > PART_LIMIT:
            raise self._stopped(len(self.stages) + 1, f"more than {PART_LIMIT} parts of a union")
        self._branches, self.refused = tuple(found), tuple(dict.fromkeys(refused))

    def covers(self, other: Self) -> bool:
        """Whether each motion of the other one is certainly among these.

        A motion tangent to a smaller set is tangent to the larger one. Where conditions of the
        larger one fail nothing is known, so that the sets must be equal if it has any.
        """
        if self.final is None or other.final is None:
            return other.final is None and {*map(str, self.within)} == {*map(str, other.within)}
        try:
            if not self.conditions:
                final = other.final
                generators = self.final.generators
                return all(final.vanishes(g, counterexample=False) for g in generators)
            return bool(check(self.final == other.final, counterexample=False))
        except DiffGeoError:
            return False

    @cached_property
    def _excluded(self) -> tuple[Form, ...]:
        """The functions of the conditions, those that can be written as functions."""
        found: dict[str, Form] = {}
        for stage in self.stages:
            for divisor in stage.divisors:
                found.setdefault(str(divisor), divisor)
            for condition in stage.place.conditions if stage.place is not None else ():
                try:
                    function = self.ambient.function(condition.expression)
                except DiffGeoError:
                    continue  # "The differentials are independent" is no function.
                found.setdefault(str(function), function)
        return tuple(found.values())

    # --- parts ------------------------------------------------------------------------

    def _require_final(self) -> ZeroSet:
        final = self.final
        if final is None:
            where = self.system.specification.where
            raise ConstraintAlgorithmStopped(
                f"{where}: the equations are inconsistent: {self.letter}_{len(self.stages)} is "
                "empty, so there is no motion"
            )
        return final

    def is_tangent(self, X: VectorForm) -> Verdict:
        """Whether a field is tangent to the final submanifold at its points."""
        return self._vanish([X(chi) for chi in self._require_final().generators])

    def _vanish(self, functions: Sequence[Form]) -> Verdict:
        """Whether functions vanish on the final submanifold."""
        place = self._require_final()
        zero = self.ambient.function(0)
        return check([place.vanishes(f) for f in functions or [zero]])

    @property
    def _particular(self) -> tuple[Form, ...]:
        self._require_final()
        assert self._sequence.solution is not None
        return self._sequence.solution.particular

    @property
    def _kernel(self) -> tuple[tuple[Form, ...], ...]:
        """Of the linear equations; there is none where there are no motions."""
        if self.final is None or self._sequence.solution is None:
            return ()
        return self._sequence.solution.kernel

    def _moved(self, start: VectorForm, coefficients: Sequence[Form]) -> VectorForm:
        return linear.combination(coefficients, self._directions, start)

    def _acting(self, multipliers: Sequence[Form]) -> Form:
        """The force and the reaction with these multipliers."""
        return linear.combination(multipliers, self._reactions, self._force)

    def _vanishes(self, form: Form) -> Verdict:
        """Whether a 1-form is zero at the points of the final submanifold."""
        return self._vanish([pairing(form, Y) for Y in self.ambient.frame])

    def _extended(self, vector: Sequence[Form]) -> tuple[Form, ...]:
        """Functions on the source of the final submanifold as functions around it."""
        return tuple(self._require_final().retraction.pull(f) for f in vector)

    @property
    def place_name(self) -> str:
        """Within what motions were looked for, as text for a message; else nothing."""
        if not self.within:
            return ""
        return f" within {', '.join(f'{f.readable()} = 0' for f in self.within)}"

    @property
    def _union(self) -> str:
        return " or ".join(f"{f.readable()} = 0" for f in self.parts)

    def _stopped(self, number: int, reason: str) -> ConstraintAlgorithmStopped:
        where = self.system.specification.where
        return ConstraintAlgorithmStopped(
            f"{where}: the constraint algorithm stops at {self.letter}_{number}"
            f"{self.place_name}: {reason}"
        )

    def __repr__(self) -> str:
        if self.is_union:
            end = f"a union with {len(self.branches)} branches"
        else:
            end = "inconsistent" if self.final is None else f"dimension {self.final.dimension}"
        name = type(self).__name__
        return f"<{name} of {self.system.name} in {len(self.stages)} steps: {end}>"
