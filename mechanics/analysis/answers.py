"""What every answer to a question about a system has: a conclusion, verdicts, formulas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.errors import DiffGeoError, OutsideDomain
from mechanics.analysis.prescribed_derivatives import unless
from mechanics.model.special_parameters import special_values, specialised
from mechanics.wording import ShownByFormulas, shorten

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check


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
                found += [
                    Case({**values, **case.values}, case.conclusion, case.answer)
                    for case in answer.cases
                ]
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
