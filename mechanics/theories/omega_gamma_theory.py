"""Sarlet's direct construction of the reduced dynamics: i_Γ Ω_Γ = 0.

Linear and non-linear constraints by the same formulas; for linear ones Ω_Γ does not depend on
Γ. External forces are added here: they are the right-hand side, pulled back to ker N. Source:
W. Sarlet, A direct geometrical construction of the dynamics of non-holonomic Lagrangian
systems, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import check, d, interior, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.model.velocity_choice import choose_velocities
from mechanics.theories.base import Claim, Construction, Step
from mechanics.theories.reduced_geometry import ReducedGeometry
from mechanics.theories.registry import Theory

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm, Verdict
    from mechanics.model.constraint_sections import JetSection
    from mechanics.model.systems import System

CITATION = (
    "W. Sarlet, A direct geometrical construction of the dynamics of non-holonomic Lagrangian "
    "systems, section 5"
)
DETERMINANT = "det(d2Lbar/dv2 - l_a d2g^a/dv2)"


class ReducedLagrangian:
    """L̄, θ_L̄, ψ and Ω_Γ on a `ReducedGeometry`, and the field that they determine.

    Parameters
    ----------
    geometry
        S and N.
    lagrangian
        L̄ = σ^*L.
    momentum
        The 1-form σ^*S₁^*dL.
    force
        σ^*F; EL_A = F_A + reaction.
    cartan
        σ^*dΘ_L.

    The tensor Ψ̇_Γ = S₁∘Tσ∘Ψ_Γ along σ of the paper occurs only in ``i^*(Ψ̇_Γ(dL))``, which is
    ``Ψ_Γ^*(σ^*S₁^*dL)``.
    """

    def __init__(
        self,
        geometry: ReducedGeometry,
        lagrangian: Form,
        momentum: Form,
        force: Form,
        cartan: Form,
    ) -> None:
        self.geometry = geometry
        self.lagrangian = lagrangian
        self.momentum = momentum
        self.force = force
        self.cartan = cartan

    @classmethod
    def on_section(cls, section: JetSection, lagrangian: Form, force: Form) -> ReducedLagrangian:
        """On P, from L and F on J¹τ₁."""
        sigma, S = section.sigma, section.J1.vertical_endomorphism
        return cls(
            ReducedGeometry.on_section(section),
            sigma.pull(lagrangian),
            sigma.pull(S.transpose(d(lagrangian))),
            sigma.pull(force),
            sigma.pull(d(cartan_form(lagrangian, section.J1))),
        )

    @classmethod
    def along_leaves(
        cls, system: System, dependent: Sequence[str] | None = None
    ) -> ReducedLagrangian:
        """On J¹τ₁, tangent to the leaves of the constraints; no velocity is solved for."""
        jets, L = system.evolution_space, system.lagrangian
        choice = choose_velocities(system, dependent)
        geometry = ReducedGeometry.along_leaves(system, choice)
        momentum = jets.vertical_endomorphism.transpose(d(L))
        return cls(geometry, L, momentum, system.force, d(cartan_form(L, jets)))

    # --- the forms of the paper ----------------------------------------------------------

    @cached_property
    def theta(self) -> Form:
        """θ_L̄ = L̄ dt + S^*dL̄."""
        L, g = self.lagrangian, self.geometry
        return L * g.dt + g.S.transpose(d(L))

    def psi(self, Gamma: VectorForm) -> Form:
        """ψ = i^*(Ψ̇_Γ(dL)) - N^*dL̄, semibasic."""
        Psi, N = self.geometry.field(Gamma).Psi, self.geometry.N
        return Psi.transpose(self.momentum) - N.transpose(d(self.lagrangian))

    def Omega(self, Gamma: VectorForm) -> Form:
        """Ω_Γ = dθ_L̄ + ψ∧dt."""
        return d(self.theta) + self.psi(Gamma) * self.geometry.dt

    def equation(self, Gamma: VectorForm) -> Form:
        """i_Γ Ω_Γ - (I - N)^*F, in the image of S^*; it vanishes on the motion."""
        N = self.geometry.N
        return interior(Gamma, self.Omega(Gamma)) - self.force + N.transpose(self.force)

    # --- the field that they determine ---------------------------------------------------

    def on_complement(self, X: VectorForm, W: VectorForm) -> Form:
        """The part of (i_X Ω_Γ)(W) that is linear in X, for X = Γ or vertical over E, N(W) = 0.

        It is dθ_L̄(X, W) - ψ(W), and ψ(W) = (σ^*S₁^*dL)(N_N(X, W)) with N_N(X, W) = N[X, W],
        because N(X) = N(W) = 0: no tensor N_N is made.
        """
        N = self.geometry.N
        return self._dtheta(X, W) - self.momentum(N(lie(X, W)))

    @cached_property
    def matrix(self) -> list[list[Form]]:
        """The equation's linear part on W_α and V_β: ∂²L̄/∂v∂v - l_a ∂²g^a/∂v∂v.

        It is the Hessian of L along the fibres of J_σ → E.
        """
        g = self.geometry
        return [[self.on_complement(V, W) for V in g.vertical] for W in g.complement]

    @cached_property
    def determinant(self) -> Form:
        """Its determinant; the reduced Lagrangian is regular where it does not vanish."""
        return linear.determinant(self.matrix) if self.matrix else self.geometry.space.function(1)

    @cached_property
    def field(self) -> VectorForm:
        """The second-order field Γ with i_Γ Ω_Γ = (I - N)^*F.

        A self-consistent equation: it is affine in Γ, since Ω_Γ is.
        """
        g = self.geometry
        right = [self.force(W) - self.on_complement(g.start, W) for W in g.complement]
        return g.second_order(*(linear.solve(self.matrix, right) if right else ()))

    @cached_property
    def _dtheta(self) -> Form:
        return d(self.theta)

    def reaction(self, Gamma: VectorForm) -> Form:
        """The reaction N^*(i_Γ σ^*dΘ_L - F) of the constraints, a 1-form that vanishes on ker N."""
        return self.geometry.N.transpose(interior(Gamma, self.cartan) - self.force)

    def is_motion(self, Gamma: VectorForm) -> Verdict:
        """Whether a second-order field satisfies the equation, on vectors tangent to the leaves."""
        g, equation = self.geometry, self.equation(Gamma)
        fields = (*g.complement, *g.vertical, Gamma, *(g.N(X) for X in g.space.frame))
        return check([equation(X) == 0 for X in fields], name="i_Γ Ω_Γ = (I - N)^*F")


def construct(system: System) -> Construction:
    """Γ with i_Γ Ω_Γ = (I - N)^*F, along the leaves φ = c of J¹τ₁.

    The velocities along the fibres of π are those of `choose_velocities`; the motion does not
    depend on the choice.

    Raises
    ------
    SingularConstraintMatrix
        The constraints can be solved for no velocities, or the determinant vanishes on the
        whole constraint set.
    """
    return constructed(system)


def constructed(system: System, dependent: Sequence[str] | None = None) -> Construction:
    """The construction with the velocities of the given coordinates solved for."""
    jets = system.evolution_space
    choice = choose_velocities(system, dependent)
    made = ReducedLagrangian.along_leaves(system, choice.dependent)
    system.constraint_set.require_regular(made.determinant, DETERMINANT)
    Gamma = made.field

    # The reaction in the basis S₁^*dφ_i.
    reaction = made.reaction(Gamma)
    Y = [jets.prolong_field(y) for y in choice.along]
    rows = [[mu(y) for mu in chetaev_forms(system)] for y in Y]
    multipliers = linear.solve(rows, [reaction(y) for y in Y]) if rows else ()

    g = made.geometry
    return Construction(
        field=Gamma,
        multipliers=tuple(multipliers),
        determinant=made.determinant,
        determinant_name=DETERMINANT,
        steps=(
            Step("S", "S = A S_1, tangent to the constraint set", g.S, "section 2"),
            Step("N", "the vertical projector of the connection", g.N, "section 5"),
            Step("theta", "theta = Lbar dt + S^* dLbar", made.theta, "section 5"),
            Step("b", "(i_V Omega)(W) on V_alpha, W_beta", made.matrix, "section 5"),
        ),
    )


def is_of_second_order(system: System, made: Construction) -> list[Identity]:
    """dt(Γ) = 1, S(Γ) = 0, N(Γ) = 0."""
    Gamma = made.field
    time = system.evolution_space.dt(Gamma) == 1
    return [time, made.step("S")(Gamma) == 0, made.step("N")(Gamma) == 0]


def reaction_law(system: System, made: Construction) -> Identity:
    """i_Γ dΘ_L - F = λ^i S₁^*dφ_i: the principle of d'Alembert with Chetaev's rule."""
    acting = linear.combination(made.multipliers, chetaev_forms(system), system.force)
    Theta = cartan_form(system.lagrangian, system.evolution_space)
    return interior(made.field, d(Theta)) == acting


omega_gamma = Theory(
    name="omega_gamma",
    title="reduced dynamics on a section of the first jets: i_Gamma Omega_Gamma = 0",
    citation=CITATION,
    construct=construct,
    claims=(
        Claim("dt(Gamma) = 1, S Gamma = 0, N Gamma = 0", is_of_second_order),
        Claim("i_Gamma dTheta_L - F = lambda^i S_1^* dphi_i", reaction_law),
    ),
)
