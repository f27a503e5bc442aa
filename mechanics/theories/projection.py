"""The projection of de León and Martín de Diego: the dynamics is P(ξ_L).

Numbers in brackets are the paper's equations; S is its J̃, η its (π₁)^*dt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import AlmostProduct, d, linear
from mechanics.lagrangian import cartan_form, cosymplectic_structure, euler_lagrange_field
from mechanics.theories.base import Construction, Step, Theory

if TYPE_CHECKING:
    from mechanics.systems import System

CITATION = (
    "M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet bundles, section 3"
)
DETERMINANT = "det C, C_ij = Z_i(phi_j)"


def construct(system: System) -> Construction:
    """P(ξ_L) with the almost product structure (P, Q) of the constraints.

    Raises
    ------
    SingularLagrangian
        There is no ξ_L.
    SingularConstraintMatrix
        det C = 0 on the whole constraint set.
    """
    jets, phi = system.evolution_space, system.constraints
    S = jets.vertical_endomorphism
    m = range(len(phi))

    Theta = cartan_form(system.lagrangian, jets)  # Θ_L = L η + S^*dL
    Omega = cosymplectic_structure(system.lagrangian, jets)  # (Ω_L, η), Ω_L = -dΘ_L
    xi = euler_lagrange_field(Omega, jets, system.force)  # (1); i_ξ Ω_L = -F with forces
    mu = [S.transpose(d(f)) for f in phi]  # μ̄_i, Chetaev's where φ_i is not affine
    Z = [Omega.solve(form) for form in mu]  # (5): i_Z Ω_L = μ̄, η(Z) = 0
    C = [[Z[i](phi[j]) for j in m] for i in m]  # C_ij = Z_i(φ_j)
    det = linear.determinant(C) if phi else jets.function(1)
    system.constraint_set.require_regular(det, DETERMINANT)
    inverse = linear.inverse(C) if phi else []  # C_ij C^jk = δ_i^k
    # The print has Z_i ⊗ dφ_j; Q² = Q for C that is not symmetric needs Z_j ⊗ dφ_i.
    Q = sum(
        (inverse[i][j] * d(phi[i]).tensor(Z[j]) for i in m for j in m),
        start=0 * jets.identity,
    )
    P = AlmostProduct(jets.identity - Q).projector
    # The paper's multipliers obey EL_A = -Λ^i μ_iA: the public ones are minus Λ^j.
    reaction = [sum((inverse[i][j] * xi(phi[i]) for i in m), start=0 * jets.time) for j in m]

    return Construction(
        field=P(xi),
        multipliers=tuple(reaction),
        determinant=det,
        determinant_name=DETERMINANT,
        steps=(
            Step("Theta_L", "Theta_L = L dt + S^* dL", Theta, "section 3"),
            Step("Omega_L", "Omega_L = -d Theta_L", Omega.omega, "section 3"),
            Step("xi_L", "i_xi Omega_L = 0, dt(xi) = 1", xi, "(1)"),
            *(Step(f"mu_{i + 1}", "mu = S^* dphi", mu[i], "section 3") for i in m),
            *(Step(f"Z_{i + 1}", "i_Z Omega_L = mu, dt(Z) = 0", Z[i], "(5)") for i in m),
            Step("C", "C_ij = Z_i(phi_j)", C, "section 3"),
            Step("Q", "Q = C^ij dphi_i (x) Z_j", Q, "section 3"),
        ),
    )


projection = Theory(
    name="projection",
    title="almost product structure on the evolution space: P(xi_L)",
    citation=CITATION,
    construct=construct,
)
