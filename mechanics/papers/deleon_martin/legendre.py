"""The Hamiltonian objects of section 5, made from a `Scene` by their definitions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Map, d, inverse_map
from diffgeo.bundles import dual_jet
from diffgeo.structures import AlmostCosymplectic
from mechanics.papers.deleon_martin.book import once
from mechanics.papers.engine.constrained_scene import Constrained, Scene

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.bundles import CotangentBundle, DualJetBundle


class Legendre(Constrained):
    """Leg, leg, h and the constrained Hamiltonian objects of a datum."""

    def __init__(self, scene: Scene) -> None:
        self.s = scene

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

    @cached_property
    def inverse(self) -> Map:
        """leg⁻¹, where it is rational."""
        return inverse_map(self.leg)

    @cached_property
    def h(self) -> Map:
        """H = Leg∘leg⁻¹."""
        return self.Leg @ self.inverse

    @cached_property
    def H(self) -> Form:
        """The paper's H: h(t,q,p) = (t,q,H,p)."""
        return self.h.pull(self.extended[self.extended.momentum_names["t"]])

    @cached_property
    def omega_E(self) -> Form:
        """ω_E = -dλ_E."""
        return -d(self.extended.liouville_form)

    @cached_property
    def Omega_h(self) -> Form:
        """Ω_h = h^*ω_E."""
        return self.h.pull(self.omega_E)

    @property
    def eta_1(self) -> Form:
        """η₁ = dt on J¹π^*."""
        return self.dual.dt

    @cached_property
    def structure(self) -> AlmostCosymplectic:
        """(Ω_h, η₁)."""
        return AlmostCosymplectic(self.Omega_h, self.eta_1)

    @cached_property
    def xi(self) -> VectorForm:
        """E_h, the Reeb field."""
        return self.structure.reeb()

    @property
    def E_h(self) -> VectorForm:
        """The Reeb field."""
        return self.xi

    @cached_property
    def phi(self) -> list[Form]:
        """φ̃_i = φ_i∘leg⁻¹."""
        return [self.inverse.pull(phi) for phi in self.s.phi]

    @cached_property
    def mubar(self) -> list[Form]:
        """μ̃_i = (leg⁻¹)^*μ̄_i."""
        return [self.inverse.pull(mu) for mu in self.s.mubar]


#: The Hamiltonian objects of a scene, made once.
legendre = once(Legendre)
