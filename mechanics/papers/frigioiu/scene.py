"""The objects of a datum, made once: the paper's symbols in words.

The geometry is that of `mechanics.spaces.rheonomic_geometry`, defined by brackets; what is written
here with indices (`g`, `G`, `N`, …) is for the printed formulas only, by partial derivatives of L
and F.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import FibredManifold, d, jet
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.system_files import Specification
from mechanics.model.systems_on import system_on
from mechanics.papers.engine.random_data import Germs
from mechanics.papers.engine.terms import total
from mechanics.papers.frigioiu.data import Datum
from mechanics.papers.frigioiu.product_charts import AnySemispray, in_charts
from mechanics.spaces.rheonomic_geometry import RheonomicSystem, fibred_change

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from diffgeo.bundles import JetSpace
    from mechanics.model.systems import System
    from mechanics.spaces.rheonomic_geometry import (
        FrameConnection,
        MetricalConnection,
        ProductStructure,
    )

Matrix = list[list[Any]]


class TimeScene:
    """A datum with its spaces and objects."""

    def __init__(self, datum: Datum) -> None:
        self.datum = datum

    @property
    def n(self) -> int:
        """The dimension of M."""
        return len(self.datum.coordinates)

    @property
    def long(self) -> bool:
        """Whether what is made of L has long terms: L is undefined and n > 1."""
        return self.n > 1 and bool(self.datum.functions)

    @cached_property
    def jets(self) -> JetSpace:
        """TM × R, the first jets of R × M."""
        given = self.datum
        names = [*given.coordinates]
        return jet(FibredManifold("E", coordinates=names, functions=given.functions))

    @cached_property
    def system(self) -> RheonomicSystem:
        """Σ = (M, L, F)."""
        return self.with_lagrangian(self.datum.lagrangian)

    @cached_property
    def without_constraints(self) -> System:
        """Σ for the theories of the library."""
        names, given = Specification(self.datum.coordinates, ""), self.system
        return system_on(self.jets, names, lagrangian=given.lagrangian, force=given.force)

    def with_lagrangian(self, text: str) -> RheonomicSystem:
        """The same forces with another L."""
        jets = self.jets
        pairs = zip(self.datum.coordinates, self.datum.forces, strict=True)
        contact = [jets.function(f) * jets.contact(jets.base_space[q]) for q, f in pairs]
        return RheonomicSystem(jets, jets.function(text), total(contact))

    @cached_property
    def degenerate(self) -> RheonomicSystem:
        """The system of L = x^i y^i, linear in the velocities and not regular."""
        return RheonomicSystem(self.jets, total(q * y for q, y in zip(self.x, self.y, strict=True)))

    @property
    def structure(self) -> ProductStructure:
        """J, C, ∂_t."""
        return self.system.structure

    @property
    def N(self) -> FrameConnection:
        """The canonical nonlinear connection of RL^n, without forces."""
        return self.system.free.frame_connection

    @property
    def checked(self) -> FrameConnection:
        """Ň, with forces."""
        return self.system.frame_connection

    @cached_property
    def D(self) -> MetricalConnection:
        """CΓ(N), the metrical connection of RL^n."""
        return self.N.metrical(self.system.metric)

    @cached_property
    def D_checked(self) -> MetricalConnection:
        """CΓ(Ň)."""
        return self.checked.metrical(self.system.metric)

    @cached_property
    def product_change(self) -> tuple[RheonomicSystem, Any]:
        """The system in any other coordinates of M, and the pull-back to them."""
        return in_charts(self)

    @cached_property
    def any_semispray(self) -> AnySemispray:
        """Any semispray and any metric in the fibres, and the same in other coordinates of M."""
        return AnySemispray(self)

    def natural(self, *made: Callable[[RheonomicSystem], Any]) -> list[Identity]:
        """That what is made of the system is the same in all product charts."""
        new, pull = self.product_change
        return [pull(make(self.system)) == make(new) for make in made]

    @cached_property
    def moving_change(self) -> tuple[RheonomicSystem, Any]:
        """The system in coordinates that move, x(x', t)."""
        x = self.datum.coordinates[0]
        kept: dict[str, Any] = {q: q for q in ("t", *self.datum.coordinates)}
        return fibred_change({**kept, x: f"{x} + t"}, {**kept, x: f"{x} - t"}).act(self.system)

    def without_forces_or_frame(
        self, make: Callable[[RheonomicSystem], Any]
    ) -> dict[str, Identity]:
        """That what is made of Σ is made of L, and is the same in charts that move: it is not.

        Nothing if its terms are `long`: what is refuted once is refuted.
        """
        if self.long:
            return {}
        (moving, pulled), made = self.moving_change, make(self.system)
        return {
            "on L only": make(self.system.free) == made,
            "in charts x(x', t)": pulled(made) == make(moving),
        }

    # --- fields and functions, for printed formulas ------------------------------------------

    @cached_property
    def X(self) -> list[VectorForm]:
        """∂/∂x^i."""
        return list(self.structure.transversal_frame)

    @cached_property
    def V(self) -> list[VectorForm]:
        """∂/∂y^i."""
        return list(self.structure.vertical_frame)

    @property
    def d_t(self) -> VectorForm:
        """∂/∂t."""
        return self.structure.time_field

    @cached_property
    def x(self) -> list[Form]:
        """x^i."""
        return list(self.jets.positions)

    @cached_property
    def y(self) -> list[Form]:
        """y^i."""
        return list(self.jets.velocities)

    @cached_property
    def dx(self) -> list[Form]:
        """dx^i."""
        return [d(q) for q in self.x]

    @cached_property
    def L(self) -> Form:
        """L."""
        return self.system.lagrangian

    @cached_property
    def g(self) -> Matrix:
        """g_ij = ½ ∂²L/∂y^i∂y^j."""
        return [[A(B(self.L)) / 2 for B in self.V] for A in self.V]

    @cached_property
    def inverse(self) -> Matrix:
        """g^ij."""
        return [[entry.settled() for entry in row] for row in linear.inverse(self.g)]

    def raised(self, covector: Iterable[Any]) -> list[Any]:
        """g^ih a_h."""
        a = list(covector)
        return [total(c * b for c, b in zip(row, a, strict=True)) for row in self.inverse]

    @cached_property
    def F_low(self) -> list[Form]:
        """F_i."""
        return [self.jets.function(f) for f in self.datum.forces]

    @cached_property
    def F(self) -> list[Form]:
        """F^i = g^ij F_j."""
        return self.raised(self.F_low)

    @cached_property
    def two_G(self) -> list[Form]:
        """2G^i = ½ g^ih (∂²L/∂y^h∂x^s y^s - ∂L/∂x^h), (21)."""
        slopes = []
        for A, B in zip(self.V, self.X, strict=True):
            along = total(X(A(self.L)) * y for X, y in zip(self.X, self.y, strict=True))
            slopes.append((along - B(self.L)) / 2)
        return self.raised(slopes)

    @cached_property
    def N_0(self) -> list[Form]:
        """N_0^i = ½ g^ih ∂²L/∂t∂y^h, (21)."""
        return self.raised(self.d_t(A(self.L)) / 2 for A in self.V)

    @cached_property
    def N_time(self) -> list[Form]:
        """N^0_j = ½ ∂²L/∂t∂y^j, (12)."""
        return [self.d_t(A(self.L)) / 2 for A in self.V]

    def slopes(self, functions: list[Any]) -> Matrix:
        """∂f^i/∂y^j, rows by j."""
        return [[A(f) for f in functions] for A in self.V]

    @cached_property
    def N_free(self) -> Matrix:
        """N^i_j of (12), rows by j."""
        return [[entry / 2 for entry in row] for row in self.slopes(self.two_G)]

    @cached_property
    def N_checked(self) -> Matrix:
        """Ň^i_j of (23), rows by j."""
        return [
            [a - b / 4 for a, b in zip(*rows, strict=True)]
            for rows in zip(self.N_free, self.slopes(self.F), strict=True)
        ]

    def adapted(self, N: Matrix, N_time: list[Any], sign: int = 1) -> list[VectorForm]:
        """∂/∂x^i - N^j_i ∂/∂y^j - N^0_i ∂_t, (9)."""
        found = []
        for X, row, at in zip(self.X, N, N_time, strict=True):
            vertical = total(c * V for c, V in zip(row, self.V, strict=True))
            found.append(X - sign * vertical - sign * at * self.d_t)
        return found

    @cached_property
    def delta(self) -> list[VectorForm]:
        """δ_i by (9) and (12)."""
        return self.adapted(self.N_free, self.N_time)

    @cached_property
    def delta_checked(self) -> list[VectorForm]:
        """δ̌_i by (9) and (23)."""
        return self.adapted(self.N_checked, self.N_time)

    @cached_property
    def delta_t(self) -> Form:
        """δt = dt + N^0_i dx^i."""
        return self.jets.dt + total(a * w for a, w in zip(self.N_time, self.dx, strict=True))

    def delta_y(self, N: Matrix, factor: int = 1) -> list[Form]:
        """δy^i = dy^i + N^i_j dx^j, rows of N by j."""
        return [
            d(y) + factor * total(row[i] * w for row, w in zip(N, self.dx, strict=True))
            for i, y in enumerate(self.y)
        ]

    def christoffel(self, first: list[VectorForm], last: int = 1) -> list[Matrix]:
        """½ g^ih (X_j g_hk + X_k g_jh - X_h g_jk), as [j][k][i]; `last`: the last sign."""
        n, g = range(self.n), self.g
        return [
            [
                self.raised(
                    (first[j](g[h][k]) + first[k](g[j][h]) - last * first[h](g[j][k])) / 2
                    for h in n
                )
                for k in n
            ]
            for j in n
        ]


class GermScene(TimeScene):
    """L and the F_i are random Taylor series at random points: all systems at once.

    Not zero is certain, zero has a computed error bound.
    """

    def __init__(self, datum: Germs) -> None:
        self.datum: Any = datum

    @cached_property
    def jets(self) -> JetSpace:
        """TM × R, with functions that are germs."""
        given = self.datum
        return jet(FibredManifold("E", coordinates=given.coordinates, ring=given.ring()))

    def random(self) -> Form:
        """A random function."""
        ring: Any = self.jets.chart.ring
        return self.jets.scalar(ring.random())

    @cached_property
    def F_low(self) -> list[Form]:
        """F_i."""
        return [self.random() for _ in self.datum.coordinates]

    @cached_property
    def system(self) -> RheonomicSystem:
        """Σ = (M, L, F)."""
        jets = self.jets
        pairs = zip(self.datum.coordinates, self.F_low, strict=True)
        contact = [f * jets.contact(jets.base_space[q]) for q, f in pairs]
        return RheonomicSystem(jets, self.random(), total(contact))
