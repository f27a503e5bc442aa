"""The objects of a datum, made once: the paper's symbols in words.

`SectionScene` has the spaces and tensors on P from the definitions in the library; frames and
functions in coordinates (`d_v`, `B`, `C`, …) are for the printed formulas only.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Map, d
from mechanics.model.constraint_sections import JetSection
from mechanics.model.system_files import Specification
from mechanics.model.systems_on import system_on
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet import changes
from mechanics.papers.sarlet.data import Datum
from mechanics.theories.omega_gamma_theory import ReducedLagrangian
from mechanics.theories.reduced_geometry import ReducedGeometry, SecondOrderGeometry

if TYPE_CHECKING:
    from diffgeo import Form, Manifold, VectorForm
    from diffgeo.bundles import JetSpace
    from mechanics.model.systems import System


class SectionScene:
    """A datum with its spaces and objects."""

    def __init__(self, datum: Datum) -> None:
        self.datum = datum

    # --- spaces ---------------------------------------------------------------------------

    @cached_property
    def E(self) -> FibredManifold:
        """The configuration space over time."""
        given = self.datum
        return FibredManifold(
            "E",
            coordinates=[*given.free, *given.dependent],
            parameters=given.parameters,
            functions=given.functions,
            positive=given.positive,
        )

    @cached_property
    def section(self) -> JetSection:
        """σ: P → J¹τ₁ with all its spaces and maps."""
        return JetSection(self.E, dict(self.datum.equations))

    @property
    def P(self) -> Manifold:
        """P = π^*J¹τ₀."""
        return self.section.P

    @property
    def J1(self) -> JetSpace:
        """J¹τ₁."""
        return self.section.J1

    @property
    def J0(self) -> JetSpace:
        """J¹τ₀."""
        return self.section.J0

    @property
    def sigma(self) -> Map:
        """σ: P → J¹τ₁, also the paper's i."""
        return self.section.sigma

    @cached_property
    def zero(self) -> Map:
        """The section v = 0 of ρ: it brings to E what does not depend on the velocities."""
        kept, names = self.E.chart.coordinates, self.P.chart.coordinates
        return Map(self.E, self.P, {x: self.E[x] if x in kept else 0 for x in names})

    @cached_property
    def old_E(self) -> FibredManifold:
        """E in the coordinates from which `change` leads to these.

        It has the undefined functions of the change, which slow down what is made there.
        """
        return SectionScene(self.datum).E

    @cached_property
    def change(self) -> changes.Change:
        """A change of coordinates of E → M → R."""
        return changes.projectable(self)

    @cached_property
    def moved_L(self) -> Form:
        """L in the old coordinates."""
        return self.change.on_J1.pull(self.L)

    @cached_property
    def moved_Gamma(self) -> VectorForm:
        """Γ in the old coordinates."""
        return self.change.on_P.pull(self.Gamma)

    @property
    def k(self) -> int:
        """The number of free coordinates."""
        return len(self.datum.free)

    @property
    def m(self) -> int:
        """The number of constraints."""
        return len(self.datum.dependent)

    # --- tensors on P -----------------------------------------------------------------------

    @cached_property
    def geometry(self) -> ReducedGeometry:
        """S, N and what they make."""
        return ReducedGeometry.on_section(self.section)

    @property
    def dt(self) -> Form:
        """Dt on P."""
        return self.section.dt

    @property
    def S(self) -> VectorForm:
        """The vertical endomorphism on P."""
        return self.geometry.S

    @property
    def N(self) -> VectorForm:
        """The vertical projector of σ̃₁."""
        return self.geometry.N

    @cached_property
    def Gamma(self) -> VectorForm:
        """Some second-order field, with the accelerations of the datum."""
        values = {x: self.P.function(f) for x, f in self.datum.accelerations}
        return self.section.second_order_field(values)

    @cached_property
    def of_Gamma(self) -> SecondOrderGeometry:
        """P_H, P_V, curvature, Ψ_Γ and Φ of that field."""
        return self.geometry.field(self.Gamma)

    # --- the Lagrangian ---------------------------------------------------------------------

    @cached_property
    def L(self) -> Form:
        """L on J¹τ₁."""
        return self.J1.function(self.datum.lagrangian)

    @cached_property
    def reduced(self) -> ReducedLagrangian:
        """L̄, θ_L̄, ψ, Ω_Γ and the field with i_Γ Ω_Γ = 0."""
        return ReducedLagrangian.on_section(self.section, self.L, 0 * self.J1.dt)

    @property
    def Lbar(self) -> Form:
        """L̄ = i^*L."""
        return self.reduced.lagrangian

    @cached_property
    def solved(self) -> list[Form]:
        """w^a - g^a on J¹τ₁."""
        velocities = [self.J1[v] for v in self.section.equations]
        return [v - self.section.p.pull(g) for v, g in zip(velocities, self.g, strict=True)]

    @cached_property
    def system(self) -> System:
        """The datum as a system for the theories of the library, on the same jets."""
        given, free = self.datum, 0 * self.J1.dt
        names = Specification((*given.free, *given.dependent), "", name=given.name)
        return system_on(self.J1, names, lagrangian=self.L, force=free, constraints=self.solved)

    # --- frames and functions, for printed formulas in coordinates ---------------------------

    @cached_property
    def v(self) -> list[Form]:
        """The velocities v^α on P."""
        return [self.P[f"{x}dot"] for x in self.datum.free]

    @cached_property
    def d_t(self) -> VectorForm:
        """∂_t on P."""
        return self.P.frame[0]

    @cached_property
    def d_x(self) -> list[VectorForm]:
        """The fields ∂/∂x^α on P."""
        return [self.P.vector_field({x: 1}) for x in self.datum.free]

    @cached_property
    def d_y(self) -> list[VectorForm]:
        """The fields ∂/∂y^a on P."""
        return [self.P.vector_field({y: 1}) for y in self.datum.dependent]

    @cached_property
    def d_v(self) -> list[VectorForm]:
        """The fields ∂/∂v^α on P."""
        return [self.P.vector_field({f"{x}dot": 1}) for x in self.datum.free]

    @cached_property
    def f(self) -> list[Form]:
        """The accelerations f^α of `Gamma`."""
        return [self.P.function(f) for _, f in self.datum.accelerations]

    @cached_property
    def g(self) -> list[Form]:
        """The functions g^a = σ^*w^a on P."""
        return [self.sigma.pull(self.J1[f"{y}dot"]) for y in self.datum.dependent]

    @cached_property
    def B(self) -> list[list[Form]]:
        """B^a_α = ∂g^a/∂v^α, rows by a."""
        return [[V(g) for V in self.d_v] for g in self.g]

    @cached_property
    def B_0(self) -> list[Form]:
        """B^a = g^a - v^α B^a_α."""
        return [g - combined(0 * g, self.v, row) for g, row in zip(self.g, self.B, strict=True)]

    @cached_property
    def theta(self) -> list[Form]:
        """θ^α = dx^α - v^α dt."""
        return [d(self.P[x]) - v * self.dt for x, v in zip(self.datum.free, self.v, strict=True)]

    @cached_property
    def eta(self) -> list[Form]:
        """η^a = dy^a - B^a_α dx^α - B^a dt."""
        rows = zip(self.datum.dependent, self.B, self.B_0, strict=True)
        dx = [d(self.P[x]) for x in self.datum.free]
        return [d(self.P[y]) - combined(0 * self.dt, row, dx) - b0 * self.dt for y, row, b0 in rows]

    @cached_property
    def X(self) -> list[VectorForm]:
        """X_α = ∂/∂x^α + B^a_α ∂/∂y^a."""
        return [
            sum((row[i] * Y for row, Y in zip(self.B, self.d_y, strict=True)), start=field)
            for i, field in enumerate(self.d_x)
        ]

    @cached_property
    def W(self) -> list[VectorForm]:
        """The fields ∂/∂w^a on J¹τ₁."""
        return [self.J1.vector_field({f"{y}dot": 1}) for y in self.datum.dependent]

    @cached_property
    def l(self) -> list[Form]:  # noqa: E743
        """l_a = σ^*(∂L/∂w^a)."""
        return [self.sigma.pull(W(self.L)) for W in self.W]

    @cached_property
    def p_bar(self) -> list[Form]:
        """p_α = ∂L̄/∂v^α."""
        return [V(self.Lbar) for V in self.d_v]

    def euler_lagrange(self, Gamma: VectorForm, L: Form) -> tuple[list[Form], list[Form]]:
        """EL_α and EL_a of L along the motions of Γ: Γ(σ^*∂L/∂v^A) - σ^*∂L/∂q^A."""

        def along(q: str) -> Form:
            momentum = self.J1.vector_field({f"{q}dot": 1})(L)
            return Gamma(self.sigma.pull(momentum)) - self.sigma.pull(
                self.J1.vector_field({q: 1})(L)
            )

        return [along(x) for x in self.datum.free], [along(y) for y in self.datum.dependent]

    def C_of(self, Gamma: VectorForm) -> list[list[Form]]:
        """C^a_β = Γ(B^a_β) - X_β(g^a), rows by a."""
        return [
            [Gamma(b) - X(g) for b, X in zip(row, self.X, strict=True)]
            for row, g in zip(self.B, self.g, strict=True)
        ]

    @cached_property
    def C(self) -> list[list[Form]]:
        """C^a_β of `Gamma`."""
        return self.C_of(self.Gamma)
