"""What one theory says of a system, beside the reference of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo.notebooks import badge, folded

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.output_files import Data
    from mechanics.theories.checks import Check
    from mechanics.theories.dynamics import Dynamics

#: A longer factor does not stand in the table, but below it.
CELL = 60


@dataclass(frozen=True)
class Regularity:
    """The regularity condition of a theory beside that of the reference.

    Attributes
    ----------
    name : str
        What the theory calls its determinant.
    determinant : Form
        The determinant on the constraint set.
    factor : Form or None
        It divided by that of the reference. Where the factor is defined and not 0 both
        conditions are the same; None where one determinant vanishes, or where the quotient is
        too large to be looked at.
    same : bool or None
        Whether they are the same everywhere: the factor has neither zeros nor poles.
    """

    name: str
    determinant: Form
    factor: Form | None = None
    same: bool | None = None

    def __str__(self) -> str:
        if self.same:
            return "the same condition"
        if self.factor is None:
            return "not compared"
        text = self.factor.readable()
        return f"the same up to {f'the factor {text}' if len(text) <= CELL else 'a factor'}"

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "meaning": self.name,
            "determinant": str(self.determinant),
            "factor": None if self.factor is None else str(self.factor),
            "same": self.same,
        }


@dataclass(frozen=True)
class ComparedTheory:
    """What one theory says, beside the reference.

    Attributes
    ----------
    name : str
        The theory.
    dynamics : Dynamics
        Its answer.
    motion, reaction : Check or None
        Whether its motions and its reaction 1-form, as its field has it, are those of the
        reference; None for the reference itself.
    coherent : Check
        Whether its multipliers are those of its field.
    principle : str
        What its motion follows from, if that is not the principle of the reference: then they need
        not agree.
    agreement : tuple of Form
        There, functions that vanish where the accelerations are the same.
    regularity : Regularity
        Its regularity condition.
    energy : Check
        Whether the energy is conserved by its motion.
    """

    name: str
    dynamics: Dynamics
    motion: Check | None
    reaction: Check | None
    regularity: Regularity
    energy: Check
    coherent: Check
    principle: str = ""
    agreement: tuple[Form, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        """What has to hold: the comparisons within one principle, and that it is coherent."""
        compared = () if self.principle else (self.motion, self.reaction)
        return (*(check for check in compared if check is not None), self.coherent)

    def row(self) -> tuple[str, str, str, str, str]:
        """The line of the table."""
        reference = "the reference"
        return (
            self.name,
            reference if self.motion is None else word(self.motion, "equal", "DIFFERENT"),
            reference if self.reaction is None else self._reactionword(),
            reference if self.motion is None else str(self.regularity),
            word(self.energy, "conserved", "not conserved"),
        )

    def cells(self) -> list[str]:
        """The line of the table for notebooks: answers are badges that fold out."""
        name, motion, reaction, regularity, energy = self.row()
        asked = self.coherent if self.coherent.holds is False else self.reaction
        return [
            name,
            motion if self.motion is None else self._answer(self.motion, motion),
            reaction if self.reaction is None or asked is None else self._answer(asked, reaction),
            regularity,
            self._answer(self.energy, energy),
        ]

    def _answer(self, check: Check, text: str) -> str:
        # Of another principle the motion need not be the same, nor the energy be kept.
        expected = self.principle and check.holds is False and check is not self.coherent
        return folded(badge(text, None if expected else check.holds), check.html())

    def explained(self) -> list[str]:
        """Why its motion may be another one, and where it is not."""
        assert self.motion is not None
        law = self.dynamics.theory.principle.statement
        line = f"{self.name}: follows another principle, {self.principle}: {law}"
        if self.dynamics.jumps:
            line += f"; it jumps at {', '.join(jump.name for jump in self.dynamics.jumps)}"
        if self.motion.holds:
            return [line, "  the motions are equal here"]
        if not self.agreement:
            return [line, f"  {self.motion}"]
        where = ", ".join(f.readable() for f in self.agreement)
        return [line, f"  on the constraints the accelerations are equal where 0 = {where}"]

    def _reactionword(self) -> str:
        assert self.reaction is not None
        if self.coherent.holds is False:
            return f"NOT THAT OF ITS MULTIPLIERS ({status(self.coherent)})"
        return word(self.reaction, "equal", "DIFFERENT")

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "applicable": True,
            "principle": self.dynamics.theory.principle.name,
            "coherent": self.coherent.to_dict(),
            "accelerations": None if self.motion is None else self.motion.to_dict(),
            "reaction": None if self.reaction is None else self.reaction.to_dict(),
            "regularity": self.regularity.to_dict(),
            "energy": self.energy.to_dict(),
            "conditions": list(self.dynamics.conditions),
        }


def word(check: Check, yes: str, no: str) -> str:
    """A check as one word with its status."""
    if check.verdict is None or check.holds is None:
        return "not decided"
    return f"{yes if check.holds else no} ({status(check)})"


def status(check: Check) -> str:
    """The status of its verdict."""
    return "" if check.verdict is None else str(check.verdict.status)
