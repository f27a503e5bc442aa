"""The geometry of a constraint set that is a section of J¹τ₁ → P: S, N, second-order fields.

Nothing lives along a projection here: every object is a tensor on one space, which is P (for
constraints in solved form) or J¹τ₁ itself. There the equations φ_a = c_a foliate a neighbourhood
of the constraint set into sections of p: J¹τ₁ → P, and tensors tangent to the leaves restrict to
each of them; so no equation has to be solved for a velocity.

Source: W. Sarlet, A direct geometrical construction of the dynamics of non-holonomic Lagrangian
systems, sections 3 and 5, with linear and non-linear constraints by the same formulas.
Conventions: (L_ΓS) = [Γ, S]; curvatures are ½[K, K]; a (1,1) tensor acts on 1-forms by its
transpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import bracket, check, interior, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics.theories.canonical_distribution import CanonicalDistribution

if TYPE_CHECKING:
    from diffgeo import Form, Manifold, VectorForm, Verdict
    from mechanics.model.constraint_sections import JetSection
    from mechanics.model.systems import System
    from mechanics.model.velocity_choice import VelocityChoice


@dataclass(frozen=True)
class ReducedGeometry:
    """The tensors of a section σ of J¹τ₁ → P.

    Attributes
    ----------
    space : Manifold
        P, or J¹τ₁ with its leaves.
    dt : Form
        The time form.
    S : VectorForm
        The vertical endomorphism of J¹τ₀ on P: its image is tangent to the fibres over E.
    N : VectorForm
        The vertical projector of the connection σ̃₁ on π₁: P → J¹τ₀.
    start : VectorForm
        Some second-order field, to which others are affine.
    vertical : tuple of VectorForm
        A frame V_α of the image of S.
    """

    space: Manifold
    dt: Form
    S: VectorForm
    N: VectorForm
    start: VectorForm
    vertical: tuple[VectorForm, ...]

    @classmethod
    def on_section(cls, section: JetSection) -> ReducedGeometry:
        """S and N on P."""
        P, S, N = section.P, section.vertical_endomorphism, section.vertical_projector
        return cls(P, section.dt, S, N, section.second_order_field(), section.vertical_frame)

    @classmethod
    def along_leaves(cls, system: System, choice: VelocityChoice) -> ReducedGeometry:
        """S and N on J¹τ₁, tangent to the leaves φ_a = c_a.

        With the projector A of the canonical distribution, along the fibres of p: ``S = A∘S₁``,
        and N is the projector onto the fields A(Y_b), Y_b the vertical fields of π, with kernel
        the annihilator of the forms S₁^*dφ_a.
        """
        jets, phi = system.evolution_space, system.constraints
        S, C = jets.vertical_endomorphism, CanonicalDistribution(system, choice)
        A = C.projector
        Y = [A(jets.prolong_field(y)) for y in choice.along]
        inverse = linear.inverse([[form(y) for y in Y] for form in C.forms]) if phi else []
        m = range(len(phi))
        N = sum(
            ((inverse[b][a] * C.forms[a]).tensor(Y[b]) for a in m for b in m),
            start=0 * jets.identity,
        )
        return cls(jets, jets.dt, A @ S, N, C.second_order_field, C.vertical)

    # --- made of S and N alone ---------------------------------------------------------

    @cached_property
    def complement(self) -> tuple[VectorForm, ...]:
        """Fields W_α = [V_α, Γ₀] with S(W_α) = V_α, tangent to the leaves."""
        return tuple(lie(V, self.start) for V in self.vertical)

    @cached_property
    def curvature(self) -> VectorForm:
        """N_N = ½[N, N], the curvature of σ̃₁."""
        return bracket(self.N, self.N) / 2

    def is_second_order(self, Gamma: VectorForm) -> Verdict:
        """dt(Γ) = 1, S(Γ) = 0, N(Γ) = 0."""
        return check(
            [self.dt(Gamma) == 1, self.S(Gamma) == 0, self.N(Gamma) == 0],
            name="Γ is of second order",
        )

    def second_order(self, *accelerations: Form) -> VectorForm:
        """The second-order field Γ₀ + a^α V_α."""
        return linear.combination(accelerations, self.vertical, self.start)

    @cached_property
    def is_linear(self) -> Verdict:
        """i_V N_N = 0 for V in the image of S: the constraints are affine in the velocities."""
        return check(
            [interior(V, self.curvature) == 0 for V in self.vertical],
            name="the constraints are affine",
        )

    def field(self, Gamma: VectorForm) -> SecondOrderGeometry:
        """What a second-order field adds."""
        return SecondOrderGeometry(self, Gamma)


@dataclass(frozen=True)
class SecondOrderGeometry:
    """The connection, curvature and tensors of a second-order field Γ.

    Attributes
    ----------
    geometry : ReducedGeometry
    Gamma : VectorForm
    """

    geometry: ReducedGeometry
    Gamma: VectorForm

    @cached_property
    def derivative(self) -> VectorForm:
        """L_ΓS, with (L_ΓS)² = I - Γ⊗dt - N on vectors tangent to the leaves."""
        return bracket(self.Gamma, self.geometry.S)

    @cached_property
    def horizontal_projector(self) -> VectorForm:
        """P_H = ½(I - L_ΓS + Γ⊗dt + N)."""
        g = self.geometry
        return (g.space.identity - self.derivative + g.dt.tensor(self.Gamma) + g.N) / 2

    @cached_property
    def vertical_projector(self) -> VectorForm:
        """P_V = ½(I + L_ΓS - Γ⊗dt - N)."""
        g = self.geometry
        return (g.space.identity + self.derivative - g.dt.tensor(self.Gamma) - g.N) / 2

    @cached_property
    def curvature(self) -> VectorForm:
        """R^v = ½[P_V, P_V], the curvature of the connection on ρ: P → E."""
        return bracket(self.vertical_projector, self.vertical_projector) / 2

    @cached_property
    def Psi(self) -> VectorForm:
        """Ψ_Γ = i_Γ N_N = -N∘(L_ΓN)."""
        g = self.geometry
        return -(g.N @ bracket(self.Gamma, g.N))

    @cached_property
    def Phi(self) -> VectorForm:
        """Φ^v = i_Γ R^v = -P_V∘(L_Γ P_V): the vertical lift of Φ."""
        P_V = self.vertical_projector
        return -(P_V @ bracket(self.Gamma, P_V))

    # --- along ρ -----------------------------------------------------------------------

    @cached_property
    def horizontal_reading(self) -> VectorForm:
        """Q = -(L_Γ P_V)∘P_V, which reads vertical vectors as vectors along ρ: V_β ↦ X_β.

        The (1,1) tensor with S∘Q = P_V, dt∘Q = 0, N∘Q = 0 and horizontal values, which stand
        for vectors of E by their projection.
        """
        P_V = self.vertical_projector
        return -(bracket(self.Gamma, P_V) @ P_V)

    @cached_property
    def Phi_along(self) -> VectorForm:
        """Φ with S∘Φ = Φ^v, dt∘Φ = 0, N∘Φ = 0: horizontal, so a tensor along ρ."""
        return self.horizontal_reading @ self.Phi

    @cached_property
    def curvature_along(self) -> VectorForm:
        """R with S∘R = R^v, dt∘R = 0, N∘R = 0: horizontal, so a 2-form along ρ."""
        return self.horizontal_reading @ self.curvature
