"""Constraints on velocities as a pair (Q, C): the canonical distribution and its ideal.

Q is the set φ_a = 0 in J¹π, and C the distribution of those fields tangent to Q on which the
forms Φ^a = S^*dφ_a vanish. No equation has to be solved for a velocity: the functions φ_a
foliate a neighbourhood of Q, and everything is tangent to the leaves.

Source: O. Krupková, Mechanical systems with nonholonomic constraints, J. Math. Phys. 38 (1997);
P. Šenkeříková, Mechanical systems with differential constraints and the problem of
regularity, chapter 2 (in Czech).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Distribution, check, d, lie
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import Ideal
from mechanics.model.lagrangian import chetaev_forms

if TYPE_CHECKING:
    from diffgeo import Form, Manifold, VectorForm, Verdict
    from mechanics.model.constraint_sections import JetSection
    from mechanics.model.systems import System
    from mechanics.model.velocity_choice import VelocityChoice


@dataclass(frozen=True)
class CanonicalDistribution:
    """The canonical distribution C of a system's constraints, along the leaves φ_a = c_a.

    Attributes
    ----------
    system : System
    choice : VelocityChoice
        The velocities with respect to which a frame of C is made; C does not depend on it.
    """

    system: System
    choice: VelocityChoice

    @property
    def space(self) -> Manifold:
        """J¹π."""
        return self.system.evolution_space

    @property
    def dt(self) -> Form:
        """The time form."""
        return self.system.evolution_space.dt

    @cached_property
    def projector(self) -> VectorForm:
        """A, the projector onto the tangent spaces of the leaves along vertical fields W_b.

        W_b are the vertical lifts of the fields of `choice.along`, and
        ``A = id - (M⁻¹)^ba dφ_a ⊗ W_b`` with ``M_ab = W_b(φ_a)``.
        """
        jets, phi = self.system.evolution_space, self.system.constraints
        S = jets.vertical_endomorphism
        W = [S(jets.prolong_field(y)) for y in self.choice.along]
        inverse = linear.inverse([[w(f) for w in W] for f in phi]) if phi else []
        m = range(len(phi))
        return jets.identity - sum(
            ((inverse[b][a] * d(phi[a])).tensor(W[b]) for a in m for b in m),
            start=0 * jets.identity,
        )

    @cached_property
    def second_order_field(self) -> VectorForm:
        """Some second-order field that is tangent to the leaves."""
        return self.projector(self.system.evolution_space.second_order_field())

    @cached_property
    def vertical(self) -> tuple[VectorForm, ...]:
        """A frame V_l of the vertical fields in C: those that are tangent to the leaves."""
        jets, A = self.system.evolution_space, self.projector
        S = jets.vertical_endomorphism
        return tuple(A(S(jets.prolong_field(x))) for x in self.choice.across)

    @cached_property
    def complement(self) -> tuple[VectorForm, ...]:
        """Fields W_l = [V_l, Γ₀] with S W_l = V_l and dt(W_l) = 0; in C as well."""
        return tuple(lie(V, self.second_order_field) for V in self.vertical)

    @cached_property
    def frame(self) -> tuple[VectorForm, ...]:
        """A frame of C: Γ₀, W_l, V_l, of rank 2n + 1 for n = dim of the fibres - constraints."""
        return (self.second_order_field, *self.complement, *self.vertical)

    @cached_property
    def distribution(self) -> Distribution:
        """C as a distribution on J¹π."""
        return Distribution(self.system.evolution_space, self.frame)

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The constraint forms Φ^a = S^*dφ_a."""
        return chetaev_forms(self.system)

    @cached_property
    def ideal(self) -> Ideal:
        """The algebraic ideal of the Φ^a and dφ_a, whose forms vanish on C.

        On Q it is the constraint ideal I(C⁰). It is not closed under d: with dΦ^a the class
        of a form would be another one.
        """
        differentials = (d(phi) for phi in self.system.constraints)
        return Ideal([*self.forms, *differentials], self.system.evolution_space)

    def is_annihilated(self) -> Verdict:
        """Φ^a(e) = 0 and dφ_a(e) = 0 for the fields e of the frame."""
        phi = self.system.constraints
        values = [alpha(e) == 0 for e in self.frame for alpha in self.forms]
        values += [e(f) == 0 for e in self.frame for f in phi]
        return check(values, name="the frame lies in C")

    def same_class(self, alpha: Form, beta: Form) -> Verdict:
        """Whether two 2-forms on J¹π have the same restriction to C: [ι^*α] = [ι^*β]."""
        difference, e = alpha - beta, self.frame
        n = range(len(e))
        values = [difference(e[i], e[j]) == 0 for i in n for j in n if i < j]
        return check(values, name="equal modulo the constraint ideal")


@dataclass(frozen=True)
class SectionDistribution:
    """The canonical distribution on Q itself, for constraints in normal form.

    Attributes
    ----------
    section : JetSection
        ι = σ: Q → J¹π. C is annihilated by the forms ι^*S^*dφ_a, φ_a = w^a - g^a, that is, by the
        vertical projector N of the connection of σ.
    """

    section: JetSection

    @property
    def space(self) -> Manifold:
        """Q."""
        return self.section.P

    @property
    def dt(self) -> Form:
        """The time form."""
        return self.section.dt

    @cached_property
    def vertical(self) -> tuple[VectorForm, ...]:
        """A frame V_l of the vertical fields."""
        return self.section.vertical_frame

    @cached_property
    def complement(self) -> tuple[VectorForm, ...]:
        """W_l = [V_l, Γ₀]."""
        start = self.section.second_order_field()
        return tuple(lie(V, start) for V in self.vertical)

    @cached_property
    def frame(self) -> tuple[VectorForm, ...]:
        """A frame of C: Γ₀, W_l, V_l."""
        return (self.section.second_order_field(), *self.complement, *self.vertical)

    @cached_property
    def distribution(self) -> Distribution:
        """C as a distribution on Q."""
        return Distribution(self.space, self.frame)

    def is_annihilated(self) -> Verdict:
        """N(e) = 0 for the fields e of the frame."""
        N = self.section.vertical_projector
        return check([N(e) == 0 for e in self.frame], name="the frame lies in C")
