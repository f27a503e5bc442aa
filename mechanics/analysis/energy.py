"""The energy of a system, and what changes it.

Energy belongs to a frame of reference: a field τ on E with dt(τ) = 1, the product splitting
E = R × M that has τ as its field of time. With its prolongation τ¹ the energy is
``E_L = -Θ_L(τ¹)``, which is p_A v^A - L if τ = ∂_t. It is the momentum of -τ, so the momentum
equation (`mechanics.analysis.noether`) gives for every constrained motion Γ::

    Γ(E_L) = -τ¹(L)  +  F(-τ¹)  +  R(-τ¹),      R(-τ¹) = λ^i Δ(φ_i),

where Δ = -S τ¹ is the vertical lift of the velocity T - τ relative to the frame (the Liouville
field v^A ∂/∂v^A for τ = ∂_t): the explicit dependence of L on time, the power of the forces and
the power of the reaction. The reaction does no work, whatever it is, if and only if
``Δ(φ_i) = 0`` on the constraint set. That holds for constraints that are homogeneous in the
relative velocities, also where they depend on time; affine ones may have a frame in which they are
(a ball on a table that turns: the frame of the table, whose energy is the "moving energy").

Signs: EL_A = F_A + λ^i ∂φ_i/∂v^A; a force along the velocity increases the energy.

Sources: Fassò and Sansonetto, Conservation of moving energy in nonholonomic systems with affine
constraints and integrability of spheres on rotating surfaces, J. Nonlinear Science 26 (2016);
Neimark and Fufaev, Dynamics of Nonholonomic Systems (1972).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import VectorForm, check
from diffgeo.errors import AxiomViolation, DegreeMismatch
from mechanics.analysis.noether import MomentumEquation, written
from mechanics.theories.checks import Check
from mechanics.wording import one_line

if TYPE_CHECKING:
    from diffgeo import Form
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class EnergyBalance(MomentumEquation):
    """The energy of a constrained motion and its rate; `System.energy_balance` makes it.

    Attributes
    ----------
    dynamics : Dynamics
        The motion Γ, with its multipliers.
    frame : VectorForm
        The frame of reference τ on E; by default the field of time of the coordinates.

    Raises
    ------
    DegreeMismatch, SpaceMismatch, AxiomViolation
        τ is no vector field on E, or dt(τ) is not 1.

    Examples
    --------
    The prescribed motion of the target does no work on the pursuer:

    >>> from mechanics import load
    >>> print(load("pursuit").energy_balance())
    energy m*(xdot**2 + ydot**2)/2: conserved, as the reaction does no work
    """

    def __init__(self, dynamics: Dynamics, frame: VectorForm | None = None) -> None:
        E = dynamics.system.configuration_space
        self.frame: VectorForm = E.frame[0] if frame is None else frame
        if not isinstance(self.frame, VectorForm):
            raise DegreeMismatch(
                f"{dynamics.system.name}: a frame of reference is a vector field on {E.name} with "
                f"component 1 along time, not {self.frame!r}"
            )
        super().__init__(dynamics, -self.frame)
        if not check(E.dt(self.frame) == 1, counterexample=False):
            raise AxiomViolation(
                f"{self.system.name}: {self.frame} is no frame of reference on {E.name}: its "
                "component along time has to be 1"
            )

    _letter = "E_L"
    _names = ("explicit", "forces", "reaction")
    _balanced = "rate of the energy = explicit + forces + reaction"
    _unchanging = "L does not depend on time"
    _admissible = "no reaction of {} does work"
    _without_forces = "the forces do no work"
    _without_reaction = "the reaction of the motion does no work"
    _conserved = "the energy is conserved"

    # --- the terms of the rate Γ(E_L), whose powers are `force_power` and `reaction_power` ------

    @property
    def energy(self) -> Form:
        """``E_L = -Θ_L(τ¹)``."""
        return self.momentum

    @property
    def explicit(self) -> Form:
        """``-τ¹(L)``: the explicit dependence of L on time."""
        return self.lagrangian_rate

    @property
    def relative_velocity(self) -> VectorForm:
        """The vertical field Δ = -S τ¹; v^A ∂/∂v^A for τ = ∂_t."""
        return self.displacement

    # --- what holds ----------------------------------------------------------------------

    @property
    def is_ideal(self) -> tuple[Check, ...]:
        """Δ(φ_i) = 0 on the constraint set: no reaction whatever does work."""
        return self.is_admissible

    @property
    def reaction_does_no_work(self) -> Check:
        """The power of the reaction of this motion is 0 on the constraint set."""
        return self.reaction_vanishes

    @property
    def forces_do_no_work(self) -> Check:
        """The power of the forces is 0 on the constraint set."""
        return self.forces_vanish

    @property
    def is_autonomous(self) -> Check:
        """The Lagrangian does not depend on time in the frame: τ¹(L) = 0 on the constraint set."""
        return self.is_symmetry_on_constraints

    @property
    def condition(self) -> Form:
        """The energy is conserved where this function on the constraint set vanishes."""
        return self.dynamics.shown(self.rate)

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        return (
            self.balance,
            self.dynamics.is_coherent,
            self.is_autonomous,
            self.forces_do_no_work,
            *self.is_ideal,
            self.reaction_does_no_work,
            self.is_conserved,
        )

    @property
    def conclusion(self) -> str:
        """What follows, in words."""
        if self.is_conserved.holds is None:
            return f"perhaps conserved: {self.is_conserved}"
        words = ("L depends on time", "the forces do work", "the reaction does work")
        causes = self._changed_by(*words)
        if not self.is_conserved.holds:
            return f"not conserved: {', '.join(causes)}"
        if causes:
            return "conserved, as the contributions cancel"
        has_reaction = self.system.constraints and self.dynamics.theory.principle.reactions
        return "conserved, as the reaction does no work" if has_reaction else "conserved"

    # --- showing it ----------------------------------------------------------------------

    def summary(self) -> str:
        """The part of `report` that nothing has to be decided for: the energy and its rate."""
        where = " on the constraints" if self.system.constraints else ""
        lines = [
            f"{one_line(self.system.name)}: energy in the frame {self.frame}",
            f"  E = {written(self.energy)}",
            f"Rate of E{where}: explicit + forces + reaction",
            *(f"  {name} = {written(term)}" for name, term in self.terms().items()),
        ]
        return "\n".join(lines)

    def report(self) -> str:
        """The energy, its rate and all verdicts, as readable lines."""
        lines = [
            self.summary(),
            "Checks",
            *(f"  {answer}" for answer in self.checks()),
            f"The energy is {self.conclusion}",
        ]
        if self.is_conserved.holds is False:
            lines.append(f"Its rate vanishes where {written(self.condition)} = 0")
        return "\n".join(lines)

    def formulas(self) -> Data:
        """The part of `to_dict` that nothing has to be decided for."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "frame": str(self.frame),
            "energy": str(self.energy),
            "terms": {name: str(term) for name, term in self.terms().items()},
        }

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            **self.formulas(),
            "rate": str(self.condition),
            **self._answers(),
        }

    def __str__(self) -> str:
        return f"energy {written(self.energy)}: {self.conclusion}"

    def __repr__(self) -> str:
        return f"<EnergyBalance of {self.system.name} by {self.dynamics.theory}>"
