"""Miron and Nimineț: the canonical semispray of a mechanical system on a Lagrange space.

For systems without time, on TM: ``i_{S*} ω = F + λ^i J^*dφ_i - dE_L`` with ω = dd_J L, and
Γ = ∂_t + S* on J¹(R × M) = R × TM. Multipliers are read as by d'Alembert and Chetaev, so that S*
keeps the constraints; in the paper they are functions of x with ``d(λ^i φ_i) = 0`` (see
`mechanics.spaces.lagrange_spaces.LagrangeSystem.postulate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, interior
from mechanics.errors import SingularLagrangian
from mechanics.model.autonomous import AutonomousSystem
from mechanics.spaces.lagrange_spaces import LagrangeSpace
from mechanics.spaces.lagrange_spaces.forced_systems import LagrangeSystem, ReactionFields
from mechanics.theories.base import Claim, Construction, Step
from mechanics.theories.omega_gamma_theory import reaction_law
from mechanics.theories.registry import Theory

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from mechanics.model.systems import System

CITATION = (
    "R. Miron, V. Nimineț, The Lagrangian geometrical model and the associated dynamical system "
    "of a nonholonomic mechanical system, Facta Universitatis 5 (2006) 1-24, section 4"
)
DETERMINANT = "det M, M_ij = (1/2) g^kl dphi_i/dy^k dphi_j/dy^l"


def construct(system: System) -> Construction:
    """Γ = ∂_t + S* with the canonical semispray S* of the system.

    Raises
    ------
    NotApplicable
        L, a force or a constraint depends on time.
    SingularLagrangian
        g = ½ ∂²L/∂y∂y is degenerate.
    SingularConstraintMatrix
        det M = 0 on the whole constraint set.
    """
    without_time = AutonomousSystem(system)
    space = LagrangeSpace(without_time.lagrangian)
    if not space.is_regular():
        raise SingularLagrangian(
            f"the Lagrangian {space.lagrangian.summary()} is singular: its fibre metric is "
            "degenerate, so that there is no canonical semispray; use the theory 'multipliers', "
            "or the constraint algorithm, System.reduction()"
        )
    free = LagrangeSystem(space, without_time.force)
    reactions = ReactionFields(free, without_time.constraints)
    to_jets = without_time.rho.pull
    determinant = to_jets(reactions.determinant)
    system.constraint_set.require_regular(determinant, DETERMINANT)
    S = reactions.constrained(free.semispray)
    acting = LagrangeSystem(space, free.force, reactions.constraints, reactions.multipliers)

    return Construction(
        field=without_time.lift(S),
        multipliers=tuple(to_jets(f) for f in reactions.multipliers),
        determinant=determinant,
        determinant_name=DETERMINANT,
        steps=(
            Step("L", "L on TM", space.lagrangian, "(1.2)"),
            Step("omega", "omega = d d_J L", space.omega, "section 4"),
            Step("E", "E = C(L) - L", space.energy, "section 4"),
            Step("g", "g = (1/2) d2L/dy2, half of the mass matrix", space.metric, "section 4"),
            Step("F", "F = F_i dx^i", free.force, "(1.2)"),
            Step("S", "i_S omega = F - dE", free.semispray, "(4.2)"),
            *(
                Step(f"Z_{i}", "i_Z omega = J^* dphi", Z, "(4.6)")
                for i, Z in enumerate(reactions.fields, 1)
            ),
            Step("Phi", "Phi = F + lambda^i J^* dphi_i", acting.total_force, "(3.10)"),
            Step("Sstar", "S* = S + lambda^i Z_i, S*(phi_i) = 0", S, "(4.7)"),
        ),
    )


def evolution(system: System, made: Construction) -> list[Identity]:
    """J S* = C and i_{S*} ω = Φ - dE_L on TM, theorem 4.2."""
    S, Phi, E = made.step("Sstar"), made.step("Phi"), made.step("E")
    TM = S.space
    second_order = TM.vertical_endomorphism(S) == TM.liouville_field
    return [second_order, interior(S, made.step("omega")) == Phi - d(E)]


def balance(system: System, made: Construction) -> Identity:
    """S*(E_L) = Φ(S*): only the forces and reactions change the energy."""
    S: VectorForm = made.step("Sstar")
    E: Form = made.step("E")
    Phi: Form = made.step("Phi")
    return S(E) == Phi(S)


lagrange_space = Theory(
    name="lagrange_space",
    title="canonical semispray on the Lagrange space: i_S* omega = Phi - dE",
    citation=CITATION,
    construct=construct,
    claims=(
        Claim("J S* = C, i_S* omega = Phi - dE", evolution),
        Claim("S*(E) = Phi(S*)", balance),
        Claim("i_Gamma dTheta_L - F = lambda^i S^* dphi_i", reaction_law),
    ),
)
