"""Data for claims about jets: fibrations with undefined functions on everything."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Manifold, Map, jet, tangent
from diffgeo.testing import undefined

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.bundles import JetSpace, TangentBundle

_NAMES = ("x", "y", "z")


class Spaces:
    """A fibration with n fibre coordinates over time, its jets, and undefined functions.

    F, G on E; a_A on J¹π (accelerations); s_A(t) (a section); X on J¹π (a vector field).
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.names = _NAMES[:n]

    @cached_property
    def E(self) -> FibredManifold:
        """The fibration."""
        return FibredManifold("E", coordinates=self.names)

    @cached_property
    def J(self) -> JetSpace:
        """J¹π."""
        return jet(self.E, 1)

    @cached_property
    def J2(self) -> JetSpace:
        """J²π."""
        return jet(self.E, 2)

    @cached_property
    def TE(self) -> TangentBundle:
        """TE."""
        return tangent(self.E)

    @property
    def R(self) -> Manifold:
        """The line of time."""
        return self.E.base

    @property
    def S(self) -> VectorForm:
        """The paper's J̃."""
        return self.J.vertical_endomorphism

    def on_E(self, name: str) -> Form:
        """An undefined function on E."""
        E = self.E
        return E.function(undefined(E, name, E.chart.coordinates))

    def on_J(self, name: str) -> Form:
        """An undefined function on J¹π."""
        J = self.J
        return J.function(undefined(J, name, J.chart.coordinates))

    def of_time(self, name: str) -> dict[str, Form]:
        """An undefined function of time for each coordinate of the fibres."""
        functions = (undefined(self.R, f"{name}{i}", ["t"]) for i in range(self.n))
        return {q: self.R.function(f) for q, f in zip(self.names, functions, strict=True)}

    @cached_property
    def functions(self) -> list[Form]:
        """Undefined functions on E, coordinates among them."""
        return [self.on_E("F"), self.on_E("G"), *self.E.coordinates]

    @cached_property
    def accelerations(self) -> list[Form]:
        """Undefined functions on J¹π."""
        return [self.on_J(f"a{i}") for i in range(self.n)]

    @cached_property
    def nsode(self) -> VectorForm:
        """∂_t + v^A ∂/∂q^A + a^A ∂/∂v^A, written in coordinates as it is printed."""
        frame, n = self.J.frame, self.n
        xi = frame[0]
        for A in range(n):
            xi = xi + self.J.velocities[A] * frame[1 + A]
            xi = xi + self.accelerations[A] * frame[1 + n + A]
        return xi

    @cached_property
    def X(self) -> VectorForm:
        """An undefined vector field on J¹π."""
        names = self.J.chart.coordinates
        return self.J.vector_field({name: self.on_J(f"X{i}") for i, name in enumerate(names)})

    @cached_property
    def section(self) -> Map:
        """The section t ↦ (t, s_A(t)) of E."""
        return Map(self.R, self.E, {"t": "t", **self.of_time("s")})

    @cached_property
    def prolonged(self) -> Map:
        """j¹s."""
        return self.J.prolong(self.section)

    @cached_property
    def lifted(self) -> Map:
        """Another section of J¹π over s, t ↦ (t, s_A(t), r_A(t)), with undefined r_A."""
        speeds = {f"{q}dot": r for q, r in self.of_time("r").items()}
        return Map(self.R, self.J, {"t": "t", **self.of_time("s"), **speeds})
