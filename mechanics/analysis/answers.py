"""What every answer to a question about a system has: a conclusion, verdicts, formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from diffgeo import Form, VectorForm, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, OutsideDomain
from mechanics.analysis.natural_systems import refuse_jumps
from mechanics.analysis.prescribed_derivatives import unless
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.special_parameters import special_values, specialised
from mechanics.theories.registry import derive
from mechanics.wording import ShownByFormulas, shorten

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check
    from mechanics.theories.dynamics import Dynamics


@dataclass(frozen=True)
class Case:
    """The answer for special values of parameters.

    Attributes
    ----------
    values : dict
        Formulas in the other parameters, by name.
    conclusion : str
        The answer, or why there is none, in words.
    answer : Answer or None
        The answer.
    """

    values: dict[str, str]
    conclusion: str
    answer: Answer | None

    def __str__(self) -> str:
        shown = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return f"{shown}: {self.conclusion}"

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {"values": self.values, "conclusion": self.conclusion}


class Answer(ShownByFormulas):
    """An answer: printed as its conclusion, shown in notebooks as its formulas."""

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        raise NotImplementedError

    def checks(self) -> Iterable[Check]:
        """The verdicts on which it rests."""
        raise NotImplementedError

    @property
    def has_failed(self) -> bool:
        """Whether something was given to be verified, and was not."""
        return False

    def report(self) -> str:
        """Readable lines."""
        raise NotImplementedError

    # --- cases of the parameters ---------------------------------------------------------------

    #: Parameters outside of which a negative answer holds, as a formula.
    exceptions: str | None = None

    def again(self, system: System) -> Answer:
        """The answer to the same question for another system."""
        raise NotImplementedError

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The answers for the special parameters among the `exceptions` that could be solved for.

        They are answers for generic values of the other parameters, and may have cases, too,
        which follow them. For other special values this answer is no statement.
        """
        system: System = self.system  # type: ignore[attr-defined]
        found: list[Case] = []
        for values in special_values(system, self.exceptions or ""):
            if any(values == case.values for case in found):
                continue
            try:
                special = specialised(system, values)
            except DiffGeoError as error:
                # Values that are certainly not among the declared ones are no case.
                if not (isinstance(error, OutsideDomain) and error.certain):
                    found.append(Case(values, f"not answered: {error}", None))
                continue
            try:
                answer = self.again(special)
                found.append(Case(values, answer.conclusion, answer))
                for c in answer.cases:
                    both = " and ".join(f"{p} == {f}" for p, f in (values | c.values).items())
                    (whole,) = special_values(system, both)
                    if all(whole != other.values for other in found):
                        found.append(Case(whole, c.conclusion, c.answer))
            except DiffGeoError as error:
                where = f"{special.specification.where}: "
                found.append(Case(values, f"not answered: {error}".replace(where, ""), None))
        return tuple(found)

    @property
    def extent(self) -> str:
        """Of which parameters a complete search speaks, in words: ", unless a == 0"."""
        return unless(self.exceptions, self.system)  # type: ignore[attr-defined]

    def case_lines(self) -> list[str]:
        """The cases under their title; nothing if there are none."""
        return ["Cases of the parameters", *(f"  {c}" for c in self.cases)] if self.cases else []

    def to_dict(self) -> Data:
        """As data for JSON."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.conclusion

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {shorten(self.conclusion)}>"


class AnswerOnMotion(Answer):
    """An answer about a motion on the set of affine constraints.

    Parameters
    ----------
    dynamics
        The motion.
    consequence
        Why the question is not asked where the motion jumps at walls, in words; None if it is.
    asked
        The other arguments of the question.

    Attributes
    ----------
    dynamics, system
        The motion and its system.
    velocities : AdmissibleVelocities
        The constraint set, as the bundle of its velocities.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or the motion jumps at walls where the
        question is not asked.
    """

    def __init__(self, dynamics: Dynamics, consequence: str | None, **asked: Any) -> None:
        self.dynamics, self.system = dynamics, dynamics.system
        if consequence is not None:
            refuse_jumps(dynamics, consequence)
        self.velocities = AdmissibleVelocities(self.system)
        self._asked = asked
        #: The functions whose relations with constants were asked for.
        self._relations: list[list[Form]] = []

    @cached_property
    def motion(self) -> VectorForm:
        """The field Γ on the constraint set."""
        field: VectorForm = self.system.constraint_set.restrict(self.dynamics.regular.field)
        return field

    def again(self, system: System) -> Self:
        """The answer for another system."""
        return type(self)(derive(system, self.dynamics.theory), **self._asked)

    def _rank(self, forms: Sequence[Form]) -> int:
        """How many 1-forms on the constraint set are independent at the generic point."""
        frame = self.velocities.space.frame
        return linear.rank([[alpha(X) for X in frame] for alpha in forms])

    def _independent(self, functions: Iterable[Form]) -> list[Form]:
        """Those that are functionally independent of the ones before them."""
        kept: list[Form] = []
        for f in functions:
            if self._rank([d(g) for g in (*kept, f)]) > len(kept):
                kept.append(f)
        return kept
