"""The objects of a constrained Lagrangian system, made from a `Datum` by their definitions.

What is given is made by the equation that defines it; the projector, the multipliers and the motion
are those of the library's theory, so that the claims about them judge it. Names follow the papers'
symbols in words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Map, d, jet, level_set, pairing, tangent
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import AlmostCosymplectic
from diffgeo.testing import undefined
from mechanics.model import lagrangian as formalism
from mechanics.model.system_files import Specification
from mechanics.model.systems_on import system_on
from mechanics.papers.engine.random_data import Datum
from mechanics.papers.engine.terms import combined, sum_of
from mechanics.theories.projection_theory import ConstraintProjection

if TYPE_CHECKING:
    from diffgeo import Form, Manifold, VectorForm
    from diffgeo.bundles import JetSpace, TangentBundle
    from diffgeo.subsets import LevelSet
    from mechanics.model.systems import System


class Constrained(ABC):
    """The projector and the multipliers of constraints φ_i with 1-forms μ̄_i."""

    @property
    @abstractmethod
    def structure(self) -> AlmostCosymplectic:
        """(Ω, η)."""

    @property
    @abstractmethod
    def xi(self) -> VectorForm:
        """ξ: i_ξ Ω = 0, η(ξ) = 1."""

    @property
    @abstractmethod
    def phi(self) -> list[Form]:
        """The functions φ_i."""

    @property
    @abstractmethod
    def mubar(self) -> list[Form]:
        """The 1-forms μ̄_i."""

    @cached_property
    def projection(self) -> ConstraintProjection:
        """The library's construction (P, Q): the claims judge it."""
        return ConstraintProjection(self.structure, self.xi, self.phi, self.mubar)

    @property
    def Z(self) -> list[VectorForm]:
        """Z_i: i_Z Ω = μ̄_i, η(Z_i) = 0."""
        return list(self.projection.fields)

    @property
    def C(self) -> list[list[Form]]:
        """C_ij = Z_i(φ_j)."""
        return self.projection.matrix

    @cached_property
    def C_inverse(self) -> list[list[Form]]:
        """C^ij with C_ij C^jk = δ."""
        return linear.inverse(self.C)

    @property
    def Q(self) -> VectorForm:
        """Q = C^ij Z_j ⊗ dφ_i."""
        return self.projection.projector

    @property
    def P(self) -> VectorForm:
        """P = id - Q."""
        return self.projection.almost_product.projector

    @property
    def X(self) -> VectorForm:
        """P(ξ)."""
        return self.projection.field

    @cached_property
    def Lambda(self) -> list[Form]:
        """Λ^j = -C^ij ξ(φ_i): minus the multipliers of the public convention."""
        return [-multiplier for multiplier in self.projection.multipliers]

    def combination(self, coefficients: Iterable[Form]) -> Form:
        """λ^i μ̄_i."""
        return combined(0 * self.mubar[0], coefficients, self.mubar)


class Scene(Constrained):
    """A datum with its spaces and objects, each made once."""

    def __init__(self, datum: Datum) -> None:
        self.datum = datum

    # --- spaces ----------------------------------------------------------------------

    @cached_property
    def E(self) -> FibredManifold:
        """The configuration space, fibred over time."""
        given = self.datum
        return FibredManifold(
            "E",
            coordinates=given.coordinates,
            parameters=given.parameters,
            functions=given.functions,
            positive=given.positive,
        )

    @cached_property
    def J(self) -> JetSpace:
        """The evolution space J¹π."""
        return jet(self.E, 1)

    @cached_property
    def TE(self) -> TangentBundle:
        """The tangent bundle of E; J¹π is the part of it where τ = 1."""
        return tangent(self.E)

    @property
    def n(self) -> int:
        """The dimension of the fibres."""
        return len(self.datum.coordinates)

    @property
    def m(self) -> int:
        """The number of constraints."""
        return len(self.datum.forms)

    @property
    def eta(self) -> Form:
        """η = (π₁)^*dt."""
        return self.J.dt

    @property
    def S(self) -> VectorForm:
        """The vertical endomorphism, the paper's J̃."""
        return self.J.vertical_endomorphism

    # --- the frame and functions, for printed formulas in coordinates -------------------

    @property
    def v(self) -> tuple[Form, ...]:
        """The velocities."""
        return self.J.velocities

    @property
    def d_t(self) -> VectorForm:
        """∂_t."""
        return self.J.frame[0]

    @property
    def d_q(self) -> tuple[VectorForm, ...]:
        """The fields ∂/∂q^A."""
        return self.J.frame[1 : self.n + 1]

    @property
    def d_v(self) -> tuple[VectorForm, ...]:
        """The fields ∂/∂v^A."""
        return self.J.frame[self.n + 1 :]

    @property
    def dq(self) -> list[Form]:
        """The forms dq^A."""
        return [d(q) for q in self.J.positions]

    # --- the free system ---------------------------------------------------------------

    @cached_property
    def L(self) -> Form:
        """The Lagrangian."""
        return self.J.function(self.datum.lagrangian)

    @cached_property
    def momenta(self) -> list[Form]:
        """p_A = ∂L/∂v^A."""
        return [V(self.L) for V in self.d_v]

    @cached_property
    def hessian(self) -> list[list[Form]]:
        """W_AB = ∂²L/∂v^A∂v^B."""
        return [[V(p) for p in self.momenta] for V in self.d_v]

    @cached_property
    def Theta(self) -> Form:
        """Θ_L = L η + S^*dL."""
        return formalism.cartan_form(self.L, self.J)

    @cached_property
    def Omega(self) -> Form:
        """Ω_L = -dΘ_L."""
        return -d(self.Theta)

    @cached_property
    def structure(self) -> AlmostCosymplectic:
        """(Ω_L, η)."""
        return AlmostCosymplectic(self.Omega, self.eta)

    @cached_property
    def xi(self) -> VectorForm:
        """ξ_L: i_ξ Ω_L = 0, η(ξ) = 1."""
        return self.structure.reeb(start=self.J.second_order_field())

    # --- the constraints -----------------------------------------------------------------

    @cached_property
    def mu(self) -> list[Form]:
        """The 1-forms μ_i = (μ_i)_A dq^A + h_i dt on E."""
        return [self.E.form(1, form) for form in self.datum.forms]

    @cached_property
    def phi(self) -> list[Form]:
        """φ_i = i_T μ_i."""
        return [self.J.contract(mu) for mu in self.mu]

    @cached_property
    def mubar(self) -> list[Form]:
        """μ̄_i = S^*(μ_i^c restricted to τ = 1)."""
        complete = self.TE.total_derivative
        return [self.S.transpose(self.J.embedding.pull(complete(mu))) for mu in self.mu]

    @cached_property
    def system(self) -> System:
        """The datum as a system for the theories of the library, on the same jets."""
        names = Specification(self.datum.coordinates, "", name=self.datum.name)
        free = 0 * self.eta
        return system_on(self.J, names, lagrangian=self.L, force=free, constraints=self.phi)

    @cached_property
    def P_1(self) -> LevelSet:
        """The submanifold of J¹π where all φ_i vanish."""
        return level_set(self.J, self.phi, "P_1")

    @cached_property
    def on_P_1(self) -> Map:
        """The inclusion of P₁, with the chart of the velocities that are left."""
        rows = [[V(phi) for V in self.d_v] for phi in self.phi]
        chosen: list[int] = []
        for a in range(self.n):
            tried = [*chosen, a]
            if linear.rank([[row[b] for b in tried] for row in rows]) == len(tried):
                chosen = tried
        names = self.J.chart.coordinates[self.n + 1 :]
        _, inclusion = self.P_1.graph(*(names[a] for a in chosen))
        return inclusion

    # --- other data for the same problem ---------------------------------------------------

    @cached_property
    def mixed_phi(self) -> list[Form]:
        """Other functions A φ that cut out P₁, A an invertible matrix of functions on E."""
        q = self.J.positions[0]
        t = self.J.time
        rows = [
            [1 + q**2 if i == j else (t + q if j > i else 0 * t) for j in range(self.m)]
            for i in range(self.m)
        ]
        return [
            sum_of(self.J, (a * phi for a, phi in zip(row, self.phi, strict=True))) for row in rows
        ]

    def projected(self, phi: Sequence[Form]) -> tuple[VectorForm, VectorForm]:
        """Q and P(ξ_L) for other functions with the same zeros."""
        made = ConstraintProjection(
            self.structure, self.xi, phi, [self.S.transpose(d(f)) for f in phi]
        )
        return made.projector, made.field

    @cached_property
    def change(self) -> Map:
        """Any prolonged change of fibred coordinates over t ↦ t + 1, by undefined functions."""
        return prolonged_change(self.E, self.J, self.datum.coordinates)


def prolonged_change(E: FibredManifold, jets: JetSpace, names: Sequence[str]) -> Map:
    """J¹φ of any change of fibred coordinates over t ↦ t + 1: they are undefined functions.

    No inverse is known, and none is needed: what is given is given in the new coordinates.
    """
    images = {q: E.function(undefined(E, f"new_{q}", ["t", *names])) for q in names}
    return jets.prolong_fibred(Map(E, E, images | {"t": E.time + 1}))


def flat_rank(structure: AlmostCosymplectic, frame: Sequence[VectorForm]) -> int:
    """The rank of X ↦ i_X Ω + η(X) η on a frame."""
    flat = [structure.flat(X) for X in frame]
    return linear.rank([[pairing(form, Y) for Y in frame] for form in flat])


def projector(
    space: Manifold,
    inverse: Sequence[Sequence[Form]],
    fields: Sequence[VectorForm],
    functions: Sequence[Form],
    *,
    order: str = "ij",
) -> VectorForm:
    """C^ij Z_i ⊗ dφ_j, or with ``order="ji"`` C^ij Z_j ⊗ dφ_i."""
    m = range(len(fields))
    terms = (
        inverse[i][j]
        * d(functions[j if order == "ij" else i]).tensor(fields[i if order == "ij" else j])
        for i in m
        for j in m
    )
    return sum(terms, start=0 * space.identity)
