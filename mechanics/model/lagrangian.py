"""The Lagrangian formalism on J¹π: Cartan forms, regularity, the Euler–Lagrange field.

Coordinate-free throughout: everything is made from L, dt and the vertical endomorphism S.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, lie
from diffgeo.errors import AxiomViolation, SingularSystem
from diffgeo.structures import AlmostCosymplectic
from mechanics.errors import SingularLagrangian

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.bundles import JetSpace
    from mechanics.model.systems import System


def cartan_form(lagrangian: Form, jets: JetSpace) -> Form:
    """The Poincaré–Cartan 1-form Θ_L = L dt + S^*dL."""
    return lagrangian * jets.dt + jets.vertical_endomorphism.transpose(d(lagrangian))


def cartan_2form(lagrangian: Form, jets: JetSpace) -> Form:
    """The Poincaré–Cartan 2-form Ω_L = -dΘ_L."""
    return -d(cartan_form(lagrangian, jets))


def cosymplectic_structure(lagrangian: Form, jets: JetSpace) -> AlmostCosymplectic:
    """The almost cosymplectic structure (Ω_L, dt) of a regular Lagrangian.

    Raises
    ------
    SingularLagrangian
        If dt ∧ Ω_L^n = 0, that is, if the Hessian of L in the velocities is degenerate.
    """
    try:
        return AlmostCosymplectic(cartan_2form(lagrangian, jets), jets.dt)
    except (AxiomViolation, SingularSystem):
        raise SingularLagrangian(
            f"the Lagrangian {lagrangian} on {jets.name} is singular: its Hessian in the "
            "velocities is degenerate, so that no Euler-Lagrange field exists; use the theory "
            "'multipliers', which does not need one, the constraint algorithm, "
            "System.reduction(), or a regular Lagrangian"
        ) from None


def euler_lagrange_field(
    structure: AlmostCosymplectic, jets: JetSpace, force: Form | None = None
) -> VectorForm:
    """The field ξ with i_ξ Ω_L = -F and dt(ξ) = 1; for F = 0 the Reeb field ξ_L.

    For a second-order field X, i_X Ω_L = -(EL_A)(dq^A - v^A dt); hence the solutions of ξ
    are those of EL_A = F_A, where F = F_A (dq^A - v^A dt).
    """
    free = structure.reeb(start=jets.second_order_field())
    return free if force is None else free + structure.solve(-force)


def fields_along_fibres(jets: JetSpace) -> tuple[VectorForm, ...]:
    """Fields W_A with dt(W_A) = 0 whose images V_A = S(W_A) are the `vertical_frame`."""
    return jets.frame[1 : len(jets.positions) + 1]


def vertical_frame(jets: JetSpace) -> tuple[VectorForm, ...]:
    """A frame V_A of the vertical fields, the image of S."""
    return tuple(map(jets.vertical_endomorphism, fields_along_fibres(jets)))


def chetaev_forms(system: System) -> tuple[Form, ...]:
    """The 1-forms S^*dφ_i of the constraints, by which the reaction is λ^i S^*dφ_i."""
    S = system.evolution_space.vertical_endomorphism
    return tuple(S.transpose(d(phi)) for phi in system.constraints)


def hessian(lagrangian: Form, jets: JetSpace) -> list[list[Form]]:
    """The matrix V_A(V_B(L)) of a vertical frame: the mass matrix."""
    V = vertical_frame(jets)
    return [[a(b(lagrangian)) for b in V] for a in V]


def euler_lagrange_form(lagrangian: Form, jets: JetSpace, field: VectorForm) -> Form:
    """L_X Θ_L - dL = (EL_A)(dq^A - v^A dt) for a second-order field X."""
    return lie(field, cartan_form(lagrangian, jets)) - d(lagrangian)


def is_regular(lagrangian: Form, jets: JetSpace) -> bool:
    """Whether dt ∧ Ω_L^n ≠ 0 at the generic point."""
    try:
        cosymplectic_structure(lagrangian, jets)
    except SingularLagrangian:
        return False
    return True
