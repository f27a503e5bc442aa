"""The objects of a datum, made once: the paper's symbols in words.

`SprayScene` is for section 2, `SystemScene` for the sections on mechanical systems. Tensors come
from their definitions in the library; functions and frames in coordinates (`G`, `N`, `delta`, …)
are for the printed formulas only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Self, TypeVar

from diffgeo import Distribution, Manifold, Map, d, lie, tangent
from diffgeo.bundles import tangent_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.connections import SemisprayConnection
from diffgeo.testing import undefined
from mechanics.model.systems import System
from mechanics.papers.engine.claims import nonzero, same
from mechanics.papers.engine.coordinate_changes import any_coordinates
from mechanics.papers.engine.terms import combined
from mechanics.papers.miron_niminet import data
from mechanics.papers.miron_niminet.data import Semispray
from mechanics.spaces.lagrange_spaces import LagrangeGeometry, LagrangeSpace, LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from diffgeo.bundles import TangentBundle
    from mechanics.papers.engine.claims import Statement

T = TypeVar("T", "Form", "VectorForm")


class BundleScene:
    """M, TM and a change of coordinates of M.

    Attributes
    ----------
    datum
        The text that it is made of.
    M, TM
        The configuration space and its tangent bundle.
    """

    def __init__(self, datum: Semispray | data.System) -> None:
        self.datum: Any = datum
        self.M = Manifold("M", datum.coordinates, functions=datum.functions)
        self.TM: TangentBundle = tangent(self.M)

    @property
    def n(self) -> int:
        """The dimension of M."""
        return self.M.dimension

    @property
    def places(self) -> range:
        """The indices."""
        return range(self.n)

    @property
    def J(self) -> VectorForm:
        """The vertical endomorphism."""
        return self.TM.vertical_endomorphism

    @property
    def C(self) -> VectorForm:
        """The Liouville field."""
        return self.TM.liouville_field

    @cached_property
    def old(self) -> Self:
        """M and TM in the old coordinates, from which `change` leads to these.

        They have the undefined functions of the change, which slow down what is made there.
        """
        return type(self)(self.datum)

    @cached_property
    def phi(self) -> Map:
        """A change of coordinates of M with undefined functions, on a surface any.

        What a claim says in all coordinates is given in the new ones and brought into the old
        ones, for which no inverse of the map is needed. For n > 2 it is one that stands for all
        where the data are undefined, as they are for n = 3 (`any_coordinates`).
        """
        M, names = self.old.M, self.datum.coordinates
        if self.n > 2:
            return Map(M, self.M, any_coordinates(M, names))
        return Map(M, self.M, {q: M.function(undefined(M, f"new_{q}", names)) for q in names})

    @cached_property
    def change(self) -> Map:
        """Its tangent map, (2.1)."""
        return tangent_map(self.phi)

    def same_in_charts(self, anew: VectorForm, field: VectorForm) -> list[Identity]:
        """That a field in the new coordinates is the one that is made `anew` in the old ones.

        By its values on coordinates, which are compared exactly where they are short.
        """
        pull = self.change.pull
        return [anew(pull(f)) == pull(field(f)) for f in self.TM.coordinates]

    # --- coordinates, for printed formulas -------------------------------------------------

    @property
    def x(self) -> tuple[Form, ...]:
        """The coordinates x^i on TM."""
        return self.TM.coordinates[: self.n]

    @property
    def y(self) -> tuple[Form, ...]:
        """The velocities y^i."""
        return self.TM.velocities

    @cached_property
    def dx(self) -> list[Form]:
        """The forms dx^i on TM."""
        return [d(x) for x in self.x]

    @property
    def d_x(self) -> tuple[VectorForm, ...]:
        """The fields ∂/∂x^i on TM."""
        return self.TM.frame[: self.n]

    @property
    def d_y(self) -> tuple[VectorForm, ...]:
        """The fields ∂/∂y^i."""
        return self.TM.frame[self.n :]

    @cached_property
    def zero(self) -> Form:
        """The function 0 on TM."""
        return self.TM.function(0)

    def along(self, factors: Iterable[Form], fields: Iterable[T]) -> T:
        """``f^i X_i``."""
        fields = list(fields)
        return combined(0 * fields[0], factors, fields)

    def jacobian(self, functions: Iterable[Form], fields: Iterable[VectorForm]) -> list[list[Form]]:
        """``X_j(f^i)``, rows by i."""
        fields = list(fields)
        return [[X(f) for X in fields] for f in functions]

    def spray_with(self, G: Iterable[Form]) -> VectorForm:
        """The field ``y^i ∂_i - 2G^i ∂/∂y^i``."""
        return self.along(self.y, self.d_x) - 2 * self.along(G, self.d_y)

    def connection_with(self, N: list[list[Form]]) -> VectorForm:
        """The projector ``dx^i ⊗ (∂_i - N^j_i ∂/∂y^j)``."""
        start = 0 * self.TM.identity
        pairs = zip(self.dx, self.adapted(N), strict=True)
        return sum((dx.tensor(X) for dx, X in pairs), start=start)

    def adapted(self, N: list[list[Form]]) -> list[VectorForm]:
        """The fields ``∂_i - N^j_i ∂/∂y^j``."""
        return [X - self.along([row[i] for row in N], self.d_y) for i, X in enumerate(self.d_x)]

    def coadapted(self, N: list[list[Form]]) -> list[Form]:
        """The forms ``dy^i + N^i_j dx^j``."""
        return [d(y) + self.along(row, self.dx) for y, row in zip(self.y, N, strict=True)]


class SprayScene(BundleScene):
    """A semispray, its nonlinear connection, and another one."""

    @cached_property
    def G(self) -> list[Form]:
        """The coefficients G^i as they are given."""
        return [self.TM.function(f) for f in self.datum.coefficients]

    @cached_property
    def S(self) -> VectorForm:
        """The semispray of these accelerations."""
        values = {q: -2 * g for q, g in zip(self.datum.coordinates, self.G, strict=True)}
        return self.TM.semispray(values)

    @cached_property
    def connection(self) -> SemisprayConnection:
        """N of the semispray, from h = ½(id - [S, J])."""
        return SemisprayConnection(self.S, self.TM)

    @property
    def h(self) -> VectorForm:
        """Its horizontal projector."""
        return self.connection.horizontal_projector

    @property
    def v(self) -> VectorForm:
        """Its vertical projector."""
        return self.connection.vertical_projector

    @cached_property
    def N(self) -> list[list[Form]]:
        """∂G^i/∂y^j, rows by i."""
        return self.jacobian(self.G, self.d_y)

    @cached_property
    def K(self) -> list[list[Form]]:
        """Functions K^i_j, rows by i."""
        return [[self.TM.function(f) for f in row] for row in self.datum.change]

    @cached_property
    def other_N(self) -> list[list[Form]]:
        """The coefficients of another connection, of no semispray."""
        return [
            [a - b for a, b in zip(one, two, strict=True)]
            for one, two in zip(self.N, self.K, strict=True)
        ]

    @cached_property
    def other_h(self) -> VectorForm:
        """Its projector h + K^i_j dx^j ⊗ ∂/∂y^i."""
        start = self.h
        for row, V in zip(self.K, self.d_y, strict=True):
            start = start + self.along(row, self.dx).tensor(V)
        return start


class SystemScene(BundleScene):
    """A mechanical system in both readings of its multipliers."""

    @cached_property
    def L(self) -> Form:
        """The Lagrangian."""
        return self.TM.function(self.datum.lagrangian)

    @cached_property
    def space(self) -> LagrangeSpace:
        """L^n = (M, L)."""
        return LagrangeSpace(self.L)

    @cached_property
    def F(self) -> list[Form]:
        """The components F_i."""
        return [self.TM.function(f) for f in self.datum.force]

    @cached_property
    def force(self) -> Form:
        """F = F_i dx^i."""
        return self.along(self.F, self.dx)

    @cached_property
    def a(self) -> list[list[Form]]:
        """The components a_σi, rows by σ."""
        return [[self.TM.function(f) for f in row] for row in self.datum.constraints]

    @cached_property
    def Q(self) -> list[Form]:
        """Q_σ = a_σi y^i."""
        return [self.along(row, self.y) for row in self.a]

    @cached_property
    def Lambda(self) -> list[Form]:
        """λ^σ(x) with (3.11): those of the datum, or 0 where that is all that is left."""
        if self.leaves_multipliers:
            return [self.TM.function(f) for f in self.datum.multipliers]
        return [self.zero for _ in self.datum.constraints]

    @property
    def leaves_multipliers(self) -> bool:
        """Whether (3.11) leaves more than λ = 0: the datum gives none where it does not."""
        return bool(self.datum.multipliers) or not self.datum.constraints

    def without_multipliers(self) -> dict[str, list[Statement]]:
        """λ = 0 as a part of a claim: for undefined λ^σ(x), if D = ker a generates TM.

        For X, Y in D (3.11) says λ^σ a_σ([X, Y]) = 0, and so on along the derived flag of D. The
        motion of d'Alembert and Chetaev has other λ(x, y).
        """
        names = self.datum.coordinates
        M = Manifold("M", names, functions=self.datum.functions)
        a = [M.form(1, dict(zip(names, row, strict=True))) for row in self.datum.constraints]
        some = [M.function(undefined(M, f"l{i}", names)) for i in range(len(a))]
        rho, flag = combined(0 * a[0], some, a), Distribution.annihilated_by(a, M).derived_flag()
        D, m, ranks = flag[0].basis, len(a), tuple(E.rank for E in flag)
        return {
            "lambda = 0 is all that (3.11) leaves": [
                *(d(rho)(X, Y) == -rho(lie(X, Y)) for X, Y in combinations(D, 2)),
                same("ranks of the derived flag", ranks, (*range(self.n - m, self.n + 1),)),
                self.system.semispray == self.space.forced_semispray(self.force),
            ],
            "d'Alembert and Chetaev have other lambda": [
                nonzero("lambda(x, y)", f) for f in self.chetaev.multipliers[-1:]
            ],
        }

    @cached_property
    def some_multipliers(self) -> list[Form]:
        """λ^σ(x) without (3.11)."""
        factor = 1 + self.x[1] ** 2
        return [f * factor if self.leaves_multipliers else factor for f in self.Lambda]

    @cached_property
    def system(self) -> LagrangeSystem:
        """Σ by the Postulate: multipliers λ(x) with d(λ^σ Q_σ) = 0."""
        return LagrangeSystem.postulate(self.space, self.force, self.Q, self.Lambda)

    @cached_property
    def loose(self) -> LagrangeSystem:
        """Σ with multipliers λ(x) of (1.3), without (3.11)."""
        return LagrangeSystem(self.space, self.force, self.Q, self.some_multipliers)

    @cached_property
    def chetaev(self) -> LagrangeSystem:
        """Σ by d'Alembert and Chetaev: multipliers λ(x, y) that keep the constraints."""
        return LagrangeSystem.chetaev(self.space, self.force, self.Q)

    @cached_property
    def on_jets(self) -> System:
        """Σ as a system for the theories of the library."""
        given = self.datum
        y = [f"{q}dot" for q in given.coordinates]
        rows = [
            " + ".join(f"({f})*{v}" for f, v in zip(row, y, strict=True))
            for row in given.constraints
        ]
        return System(
            name=given.name,
            coordinates=given.coordinates,
            lagrangian=given.lagrangian,
            forces=dict(zip(given.coordinates, given.force, strict=True)),
            constraints=rows,
            functions=given.functions,
        )

    @property
    def readings(self) -> dict[str, LagrangeSystem]:
        """Both readings by name."""
        return {"postulate": self.system, "d'Alembert-Chetaev": self.chetaev}

    @property
    def free(self) -> LagrangeGeometry:
        """The geometry of S."""
        return self.space.geometry

    @property
    def S(self) -> VectorForm:
        """The canonical semispray of L."""
        return self.space.semispray

    @cached_property
    def g(self) -> list[list[Form]]:
        """g_ij = ½ ∂²L/∂y^i∂y^j."""
        return [[V(W(self.L)) / 2 for W in self.d_y] for V in self.d_y]

    @cached_property
    def inverse_g(self) -> list[list[Form]]:
        """The matrix g^ij."""
        return linear.inverse(self.g)

    def raised(self, values: Iterable[Form]) -> list[Form]:
        """``g^ij f_j``."""
        values = list(values)
        return [self.along(row, values) for row in self.inverse_g]

    def euler_lagrange(self, S: VectorForm, L: Form) -> list[Form]:
        """``S(∂L/∂y^i) - ∂L/∂x^i``: the paper's E_i(L) with the opposite sign."""
        return [S(V(L)) - X(L) for V, X in zip(self.d_y, self.d_x, strict=True)]

    @cached_property
    def F_up(self) -> list[Form]:
        """F^i = g^ij F_j."""
        return self.raised(self.F)

    @cached_property
    def a_up(self) -> list[list[Form]]:
        """a_σ^i = g^ij a_σj, rows by σ."""
        return [self.raised(row) for row in self.a]

    def force_up(self, multipliers: Iterable[Form]) -> list[Form]:
        """``F^i + λ^σ a_σ^i``."""
        factors = list(multipliers)
        columns = zip(*self.a_up, strict=True)
        return [f + self.along(factors, a) for f, a in zip(self.F_up, columns, strict=True)]

    def printed_K(self, multipliers: Iterable[Form]) -> list[list[Form]]:
        """``¼(∂F^i/∂y^j + λ^σ ∂a_σ^i/∂y^j)``, rows by i; λ is not differentiated."""
        factors = list(multipliers)
        columns = list(zip(*self.a_up, strict=True))
        return [
            [(V(f) + self.along(factors, [V(a) for a in column])) / 4 for V in self.d_y]
            for f, column in zip(self.F_up, columns, strict=True)
        ]

    @cached_property
    def G(self) -> list[Form]:
        """The coefficients of S, 2G^i = -S(y^i)."""
        return [-self.S(y) / 2 for y in self.y]

    @cached_property
    def N(self) -> list[list[Form]]:
        """N^i_j = ∂G^i/∂y^j, rows by i."""
        return self.jacobian(self.G, self.d_y)

    def moved(self, system: LagrangeSystem) -> LagrangeSystem:
        """The system of the same data, given in the new coordinates, in the old ones."""
        return system.pulled_back(self.change)

    def motion_in_charts(self, system: LagrangeSystem) -> list[Identity]:
        """That S* is the same in all coordinates."""
        return self.same_in_charts(self.moved(system).semispray, system.semispray)
