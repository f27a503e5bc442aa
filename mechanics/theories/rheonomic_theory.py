"""Frigioiu, Hedrih and Bîrsan: the evolution semispray of a rheonomic mechanical system.

For L, forces and constraints that depend on time: ``i_S dΘ_L = F + λ^σ S_jet^*df_σ`` with
``dt(S) = 1``. The paper has forces; the constraints join by d'Alembert's principle with Chetaev's
rule, in the form that Miron and Nimineț give to it, here with the time: with the fields
``A_σ = f_σ^i ∂/∂y^i`` raised by g = ½ ∂²L/∂y∂y,

    M_στ = A_σ(f_τ) = g^ij ∂f_σ/∂y^i ∂f_τ/∂y^j,   λ^σ = -2 M^στ S_F(f_τ),   S = S_F + ½ λ^σ A_σ,

where S_F is the evolution semispray of L and F and S_F(f_τ) contains ∂f_τ/∂t. Nothing here needs a
frame of reference, so that S is natural under changes x'(t, x).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import SingularLagrangian
from mechanics.model.lagrangian import chetaev_forms
from mechanics.spaces.rheonomic_geometry import RheonomicSystem
from mechanics.theories.base import Claim, Construction, Step
from mechanics.theories.registry import Theory

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.model.systems import System

CITATION = (
    "C. Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical model of the rheonomic "
    "mechanical systems, section III; multipliers after R. Miron, V. Nimineț, Facta "
    "Universitatis 5 (2006), section 4"
)
DETERMINANT = "det M, M_st = g^ij dphi_s/dy^i dphi_t/dy^j"


def construct(system: System) -> Construction:
    """S = S_F + ½ λ^σ A_σ with the multipliers for which S(f_τ) = 0.

    Raises
    ------
    SingularLagrangian
        g = ½ ∂²L/∂y∂y is degenerate.
    SingularConstraintMatrix
        det M = 0 on the whole constraint set.
    """
    model = RheonomicSystem.of(system)
    jets, f = system.evolution_space, system.constraints
    if not model.is_regular():
        raise SingularLagrangian(
            f"the Lagrangian {model.lagrangian.summary()} is singular: its fibre metric is "
            "degenerate, so that there is no evolution semispray; use the theory 'multipliers', "
            "or the constraint algorithm, System.reduction()"
        )
    free = model.evolution
    A = [2 * model.raised(mu) for mu in chetaev_forms(system)]
    M = [[a(g) for a in A] for g in f]
    determinant = linear.determinant(M) if f else jets.function(1)
    system.constraint_set.require_regular(determinant, DETERMINANT)
    multipliers = linear.solve(M, [-2 * free(g) for g in f]) if f else ()

    return Construction(
        field=linear.combination([c / 2 for c in multipliers], A, free),
        multipliers=tuple(multipliers),
        determinant=determinant,
        determinant_name=DETERMINANT,
        steps=(
            Step("Theta", "Theta = L dt + S^* dL", model.cartan_form, "section III"),
            Step("g", "g = (1/2) d2L/dy2, half of the mass matrix", model.metric_of_jets, "(11)"),
            Step("F", "i_F dTheta = 2 F_i (dx^i - y^i dt)", model.force_field, "(18)"),
            Step("S_F", "i_S dTheta = F, dt(S) = 1", free, "(22)"),
            *(Step(f"A_{i}", "i_A dTheta = 2 S^* dphi", a, "") for i, a in enumerate(A, 1)),
            Step("M", "M_st = A_s(phi_t)", M, ""),
        ),
    )


def evolution_equation(system: System, made: Construction) -> Identity:
    """i_S dΘ_L = F + λ^σ S_jet^*df_σ: the Lagrange equations (19) with reactions."""
    acting = linear.combination(made.multipliers, chetaev_forms(system), system.force)
    return interior(made.field, d(made.step("Theta"))) == acting


def energy_law(system: System, made: Construction) -> Identity:
    """S(E_L) = F_i y^i - ∂L/∂t + λ^σ C(f_σ): theorem 3.2 with the power of the reactions."""
    model = RheonomicSystem.of(system)
    rates = map(model.structure.liouville_field, system.constraints)
    power = linear.combination(made.multipliers, rates, model.power())
    return made.field(model.energy) == power - model.time_slope


rheonomic = Theory(
    name="rheonomic",
    title="evolution semispray of a rheonomic system: i_S dTheta_L = F + reaction, dt(S) = 1",
    citation=CITATION,
    construct=construct,
    claims=(
        Claim("i_S dTheta_L = F + lambda^s S^* dphi_s", evolution_equation),
        Claim("S(E_L) = F_i y^i - dL/dt + lambda^s C(phi_s)", energy_law),
    ),
)
