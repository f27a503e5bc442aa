"""The Hamiltonian objects of section 5.

The Legendre maps are made by their definition, also where they have no inverse; the rest is what
`mechanics.analysis.hamiltonian` makes, so that the claims judge it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Map
from diffgeo.bundles import dual_jet
from mechanics.analysis.hamiltonian import HamiltonianDynamics
from mechanics.papers.deleon_martin.book import once
from mechanics.papers.engine.constrained_scene import Constrained, Scene

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.bundles import CotangentBundle, DualJetBundle
    from diffgeo.structures import AlmostCosymplectic
    from mechanics.theories.projection_theory import ConstraintProjection


class Legendre(Constrained):
    """Leg, leg, h and the constrained Hamiltonian objects of a datum."""

    def __init__(self, scene: Scene) -> None:
        self.s = scene

    @cached_property
    def hamiltonian(self) -> HamiltonianDynamics:
        """The Hamiltonian side that the library makes: the claims judge it."""
        return HamiltonianDynamics(self.s.system, regular=False)

    @cached_property
    def dual(self) -> DualJetBundle:
        """J¹π^*."""
        return dual_jet(self.s.E)

    @property
    def extended(self) -> CotangentBundle:
        """T*E."""
        return self.dual.extended

    @property
    def nu(self) -> Map:
        """ν: T*E → J¹π^*."""
        return self.dual.reduction

    @cached_property
    def Leg(self) -> Map:
        """Leg by its definition: its momenta are Θ_L on fields over the frame of E."""
        s, ext = self.s, self.extended
        over = [s.d_t, *s.d_q]
        images = {q: s.J[q] for q in s.E.chart.coordinates}
        images |= {p: s.Theta(X) for p, X in zip(ext.momentum_names.values(), over, strict=True)}
        return Map(s.J, ext, images)

    @cached_property
    def leg(self) -> Map:
        """Leg = ν∘Leg."""
        return self.nu @ self.Leg

    @property
    def inverse(self) -> Map:
        """leg⁻¹, where it is rational."""
        return self.hamiltonian.inverse_legendre

    @property
    def h(self) -> Map:
        """H = Leg∘leg⁻¹."""
        return self.hamiltonian.section

    @cached_property
    def H(self) -> Form:
        """The paper's H: h(t,q,p) = (t,q,H,p), minus the Hamiltonian function."""
        return -self.hamiltonian.function

    @property
    def Omega_h(self) -> Form:
        """Ω_h = h^*ω_E, ω_E = -dλ_E."""
        return self.structure.omega

    @property
    def eta_1(self) -> Form:
        """η₁ = dt on J¹π^*."""
        return self.dual.dt

    @property
    def structure(self) -> AlmostCosymplectic:
        """(Ω_h, η₁)."""
        return self.hamiltonian.structure

    @property
    def xi(self) -> VectorForm:
        """E_h, the Reeb field."""
        return self.hamiltonian.evolution_field

    @property
    def E_h(self) -> VectorForm:
        """The Reeb field."""
        return self.xi

    @property
    def phi(self) -> list[Form]:
        """φ̃_i = φ_i∘leg⁻¹."""
        return list(self.hamiltonian.constraints)

    @property
    def mubar(self) -> list[Form]:
        """μ̃_i = (leg⁻¹)^*μ̄_i."""
        return list(self.hamiltonian.reactions)

    @property
    def projection(self) -> ConstraintProjection:
        """The library's construction (P̃, Q̃)."""
        return self.hamiltonian.projection


#: The Hamiltonian objects of a scene, made once.
legendre = once(Legendre)
