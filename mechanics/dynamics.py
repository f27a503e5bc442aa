"""Constrained dynamics: what a theory gives for a system, and what can be checked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from diffgeo import Form, check
from diffgeo.errors import DiffGeoError
from mechanics._text import one_line
from mechanics.presentation import Presentation, present
from mechanics.theories.base import Construction, Step, Theory

if TYPE_CHECKING:
    from diffgeo import Identity, VectorForm, Verdict
    from mechanics.place import Place
    from mechanics.simulation import Trajectory
    from mechanics.systems import System


@dataclass(frozen=True)
class Check:
    """A statement about the dynamics with its verdict.

    ``holds`` is None where no verdict was reached; ``reason`` then says why.
    """

    statement: str
    verdict: Verdict | None
    reason: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the statement is true, as far as it is known."""
        if self.verdict is None or self.verdict.status.name == "UNKNOWN":
            return None
        return self.verdict.status.name != "REFUTED"

    def to_dict(self) -> dict[str, Any]:
        """The statement and its verdict as data for JSON."""
        return {
            "statement": self.statement,
            "holds": self.holds,
            "verdict": self.verdict.to_dict() if self.verdict is not None else None,
            "reason": self.reason or None,
        }

    def __str__(self) -> str:
        if self.verdict is not None:
            return str(self.verdict)
        return f"UNKNOWN: {self.statement} ({self.reason})"


class Dynamics:
    """The constrained dynamics of a system by one theory.

    Attributes
    ----------
    system : System
    theory : Theory
    field : VectorForm
        The second-order field on J¹π; its restriction to the constraints is the motion.
    multipliers : tuple of Form
        In the order of the constraints; EL_A = F_A + λ^i ∂φ_i/∂v^A.
    determinant : Form
        Regularity: this function must not vanish. For `projection`, det C.
    determinant_name : str
        Its name in the theory.
    steps : tuple of Step
        The objects of the construction.
    """

    def __init__(self, system: System, theory: Theory, construction: Construction) -> None:
        self.system = system
        self.theory = theory
        self.field: VectorForm = construction.field
        self.multipliers = construction.multipliers
        self.determinant = construction.determinant
        self.determinant_name = construction.determinant_name
        self.steps: tuple[Step, ...] = construction.steps

    def step(self, name: str) -> Any:
        """An object of the construction by its name: ``"Theta_L"``, ``"Z_1"``, ``"C"``."""
        for step in self.steps:
            if step.name == name:
                return step.value
        known = ", ".join(step.name for step in self.steps)
        raise KeyError(f"the theory {self.theory} makes no {name!r}; it makes {known}")

    @cached_property
    def acceleration_functions(self) -> dict[str, Form]:
        """The accelerations X(X(q)) as functions on J¹π, by coordinate."""
        names = self.system.specification.coordinates
        positions = self.system.evolution_space.positions
        return {n: self.field(self.field(q)) for n, q in zip(names, positions, strict=True)}

    @cached_property
    def presentation(self) -> Presentation:
        """The result in formulas that can be written out."""
        return present(self)

    @property
    def accelerations(self) -> dict[str, Any]:
        """The accelerations as SymPy expressions; valid on the constraints."""
        return {name: f.to_sympy() for name, f in self.presentation.accelerations.items()}

    @property
    def conditions(self) -> tuple[str, ...]:
        """Where the result is valid, as ``"p != 0"`` and ``"q > 0"``."""
        return self.presentation.conditions

    def simulate(self, values: Mapping[str, Any] | None = None, **settings: Any) -> Trajectory:
        """Integrate the equations of motion; see `mechanics.simulate`."""
        from mechanics.simulation import simulate

        return simulate(self, values, **settings)

    # --- checks --------------------------------------------------------------------

    def is_second_order(self) -> Check:
        """The field is a second-order differential equation."""
        jets = self.system.evolution_space
        return judged("the field is of second order", lambda: jets.is_second_order(self.field))

    def preserves_constraints(self) -> tuple[Check, ...]:
        """X(φ_i) = 0 for each constraint."""
        return tuple(
            judged(f"{key} is preserved", partial(_is_constant, self.field, phi))
            for key, phi in zip(self.system.constraint_keys, self.system.constraints, strict=True)
        )

    def agrees_with(self, other: Dynamics) -> Check:
        """The fields of two theories are equal on the constraint set.

        If they are equal on all of J¹π, that is what the verdict says.
        """
        statement = f"equal to the equations of the theory {other.theory}"
        everywhere = judged(statement, lambda: self.field == other.field)
        if everywhere.holds or not self.system.constraints:
            return everywhere
        return judged(
            f"{statement}, on the constraint set",
            lambda: self._place.same_fields(self.field, other.field),
        )

    def conserves(self, name: str) -> Check:
        """A declared invariant is constant along the motion on the constraint set."""
        rate = self.field(self.system.invariants[name])
        statement = f"invariant {one_line(name)} is conserved"
        everywhere = judged(statement, lambda: rate == 0)
        if everywhere.holds or not self.system.constraints:
            return everywhere
        return judged(f"{statement} on the constraint set", lambda: self._place.same(rate, 0))

    @property
    def _place(self) -> Place:
        from mechanics.place import Place

        return Place(self.system)

    def checks(self) -> tuple[Check, ...]:
        """All statements that can be checked of this result.

        The multiplier equations are solved independently for the comparison.
        """
        from mechanics import theories

        answers = [self.is_second_order()]
        if self.theory is not theories.multipliers:
            answers.append(self.agrees_with(self.system.dynamics(theories.multipliers)))
        answers += self.preserves_constraints()
        answers += [self.conserves(name) for name in self.system.invariants]
        return tuple(answers)

    def __repr__(self) -> str:
        return f"<Dynamics of {self.system.name} by {self.theory}>"

    def _repr_latex_(self) -> str:
        from mechanics.report import latex

        return f"$${latex(self)}$$"


def _is_constant(field: VectorForm, function: Form) -> Identity:
    return field(function) == 0


def judged(statement: str, identity: Callable[[], Any]) -> Check:
    """The verdict on an identity that is made and decided here; refusals become the reason."""
    try:
        return Check(statement, check(identity(), name=statement))
    except DiffGeoError as error:
        return Check(statement, None, str(error))
