"""The objects of a datum: a pair (Q, C), the class of ι^*dθ_λ, and what is zero along motions.

Q is `P` of `SectionScene`, ι its `sigma`. `Gamma` is a second-order field on Q with undefined
accelerations. A section γ with J¹γ in Q is tangent to such a field at each of its points, with
any acceleration: ``J¹γ^*η = 0`` for a 1-form η says that ``η(Γ) = 0`` there, so that an identity
in Γ is one for all sections.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Distribution, Map, d, interior
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import Ideal
from mechanics.model.lagrangian import cartan_form
from mechanics.model.velocity_choice import choose_velocities
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.papers.senkerikova.data import arguments, with_form
from mechanics.theories.canonical_distribution import CanonicalDistribution
from mechanics.theories.constrained_cartan_theory import ConstrainedCartan

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from mechanics.papers.sarlet.data import Datum


class ConstraintScene(SectionScene):
    """A datum with its spaces and objects; m fibre coordinates, `constraints` k, n = m - k."""

    def __init__(self, datum: Datum) -> None:
        super().__init__(with_form(datum))

    @property
    def n(self) -> int:
        """The number m - k."""
        return len(self.datum.free)

    @property
    def constraints(self) -> int:
        """The number k."""
        return len(self.datum.dependent)

    def function(self, text: str) -> Form:
        """A function on Q, with undefined functions of Y by their bare names: ``"A*xdot + C"``."""
        for name, places in self.E.chart.functions.items():
            if set(places) <= set(self.E.chart.coordinates):
                text = re.sub(rf"\b{name}\b(?!\()", f"{name}({', '.join(places)})", text)
        return self.P.function(text)

    # --- the Lepage form -------------------------------------------------------------------

    @cached_property
    def lepage(self) -> Form:
        """θ_λ on J¹Y."""
        return cartan_form(self.L, self.J1)

    @cached_property
    def constrained(self) -> ConstrainedCartan:
        """The constrained system on Q: C with its frame, and the class of ι^*dθ_λ."""
        return ConstrainedCartan.on_section(self.section, self.L, 0 * self.J1.dt)

    @property
    def alpha(self) -> Form:
        """ι^*dθ_λ."""
        return self.constrained.alpha

    # --- the constraints -------------------------------------------------------------------

    @cached_property
    def cut_out(self) -> list[Form]:
        """f^i: other functions with the same zeros: an invertible matrix times v^{n+a} - g^a."""
        J = self.J1
        slope = 1 + J[f"{self.datum.free[0]}dot"] ** 2
        above, below = self.solved[0], self.solved[1:]
        return [slope * above, *(phi + J.time * above for phi in below)]

    @cached_property
    def phi(self) -> list[Form]:
        """φ^a = ι^*S^*d(v^{n+a} - g^a): the forms that annihilate C."""
        S = self.J1.vertical_endomorphism
        return [self.sigma.pull(S.transpose(d(phi))) for phi in self.solved]

    @cached_property
    def ideal(self) -> Ideal:
        """The constraint ideal."""
        return Ideal(self.phi, self.P)

    @cached_property
    def leaves(self) -> CanonicalDistribution:
        """C on J¹Y, along the leaves of the constraints."""
        choice = choose_velocities(self.system, self.datum.dependent)
        return CanonicalDistribution(self.system, choice)

    @property
    def start(self) -> VectorForm:
        """Γ₀, the second-order field on Q with accelerations 0."""
        return self.frame_C[0]

    @property
    def across(self) -> list[VectorForm]:
        """W_l = [V_l, Γ₀], V_l = ∂/∂v^l."""
        return list(self.constrained.distribution.complement)

    @property
    def vertical_C(self) -> list[VectorForm]:
        """W_l, V_l: a frame of the fields of C with dt = 0."""
        return self.frame_C[1:]

    @property
    def frame_C(self) -> list[VectorForm]:
        """Γ₀, W_l, V_l: a frame of C."""
        return list(self.constrained.distribution.frame)

    @property
    def C_distribution(self) -> Distribution:
        """C."""
        return self.constrained.distribution.distribution

    @cached_property
    def beta(self) -> Form:
        """An undefined 1-form on Q."""
        places = arguments(self.datum)
        names = self.P.chart.coordinates
        return self.P.form(1, {name: f"b{i}({places})" for i, name in enumerate(names)})

    @cached_property
    def ambient_frame(self) -> list[VectorForm]:
        """∂/∂v^l and ∂/∂v^{n+a} on J¹Y."""
        names = (*self.datum.free, *self.datum.dependent)
        return [self.J1.vector_field({f"{q}dot": 1}) for q in names]

    # --- condition (1) and ranks ---------------------------------------------------------------

    def condition_matrix(self, factor: int = -1) -> list[list[Form]]:
        """The printed matrix of (1): ∂²L̄/∂v^l∂v^s - ι^*(∂L/∂v^{n+a}) ∂²g^a/∂v^l∂v^s."""
        return [
            [
                V(U(self.Lbar))
                + factor * combined(0 * self.Lbar, self.l, [V(U(g)) for g in self.g])
                for U in self.d_v
            ]
            for V in self.d_v
        ]

    @cached_property
    def M(self) -> list[list[Form]]:
        """The matrix of (1)."""
        return self.condition_matrix()

    @cached_property
    def determinant(self) -> Form:
        """Its determinant."""
        return linear.determinant(self.M)

    def rank_on(self, fields: Sequence[VectorForm], against: Sequence[VectorForm]) -> int:
        """The rank of the X with α(X, e) = 0 for all e in `against`.

        X are the combinations of `fields` with functions as coefficients.
        """
        return len(fields) - linear.rank([[self.alpha(X, e) for X in fields] for e in against])

    @cached_property
    def kernel_on_Q(self) -> int:
        """The rank of the kernel of the 2-form α on Q."""
        return self.rank_on(self.P.frame, self.P.frame)

    @cached_property
    def kernel_against_vertical(self) -> int:
        """The rank of the X on Q with α(X, e) = 0 for all e on Q with dt(e) = 0."""
        return self.rank_on(self.P.frame, self.P.frame[1:])

    @cached_property
    def kernel_on_C(self) -> int:
        """The rank of the X in C with α(X, e) = 0 for all e in C."""
        return self.rank_on(self.frame_C, self.frame_C)

    @cached_property
    def dynamical_rank(self) -> int:
        """The rank of the X in C with α(X, e) = 0 for all e in C with dt(e) = 0."""
        return self.rank_on(self.frame_C, self.vertical_C)

    # --- equations of motion --------------------------------------------------------------------

    def equations(self, Gamma: VectorForm, alpha: Form | None = None) -> list[Form]:
        """(i_ζ α)(Γ) for the frame ζ of C: zero along the constrained extremals."""
        given = self.alpha if alpha is None else alpha
        return [given(zeta, Gamma) for zeta in self.frame_C]

    def curve(self, images: Mapping[str, str]) -> Map:
        """The prolonged section t ↦ (t, images), as a curve in Q."""
        section = Map(self.E.base, self.E, {"t": "t", **images})
        return self.section.p @ self.J1.prolong(section)

    def is_extremal(self, images: Mapping[str, str]) -> list[Identity]:
        """J¹γ lies in Q, and J¹γ^* i_ζ α = 0."""
        section = Map(self.E.base, self.E, {"t": "t", **images})
        curve = self.curve(images)
        found = [curve.pull(interior(zeta, self.alpha)) == 0 for zeta in self.frame_C]
        return [self.sigma @ curve == self.J1.prolong(section), *found]
