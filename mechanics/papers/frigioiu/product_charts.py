"""The product charts of TM × R, and what is made of a semispray and a metric in all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Identity, LinearConnection, Tensor
from diffgeo.structures import tensor_product
from diffgeo.testing import undefined
from mechanics.papers.engine.coordinate_changes import any_coordinates
from mechanics.papers.engine.terms import total
from mechanics.spaces.rheonomic_geometry import FrameConnection, fibred_change

if TYPE_CHECKING:
    from mechanics.papers.frigioiu.scene import TimeScene
    from mechanics.spaces.rheonomic_geometry import RheonomicSystem

#: What is made of the connection of a semispray, and of a metric in the fibres.
Construction = Callable[[FrameConnection, Tensor], Any]
#: The functions L^i_jk, C^i_jk and C^i_j0, by their indices.
Coefficients = tuple[Any, Any, Any]


def in_charts(s: TimeScene, *also: str) -> tuple[RheonomicSystem, Any]:
    """The system in any other coordinates of M, and the pull-back to them; ``"t"``: that move."""
    images = any_coordinates(s.jets.base_space, s.datum.coordinates, *also)
    return fibred_change(images).act(s.system)


class AnySemispray:
    """Any semispray ``S = y^i ∂_i - 2G^i V_i - G^0 ∂_t`` and any metric g_ij in the fibres.

    The G^i, G^0 and g_ij are undefined functions on TM × R.
    """

    def __init__(self, s: TimeScene) -> None:
        self.scene, places = s, range(s.n)
        _, self.pull = s.product_change
        vertical = [2 * self._any(f"G_{i}") * V for i, V in enumerate(s.V)]
        S = total(y * X for y, X in zip(s.y, s.X, strict=True)) - total(vertical)
        S = S - self._any("G_t") * s.d_t
        g = {(i, j): self._any(f"g_{i}{j}") for i in places for j in places[i:]}
        self.metric = total(
            g[min(i, j), max(i, j)] * tensor_product(s.dx[i], s.dx[j])
            for i in places
            for j in places
        )
        self.connection = FrameConnection(s.structure, S)
        self.anew = FrameConnection(s.structure, self.pull(S)), self.pull(self.metric)

    def natural(self, make: Construction) -> Identity:
        """That what is made of S and g is the same in all product charts."""
        return Identity(self.pull(make(self.connection, self.metric)), make(*self.anew))

    def unchanged(self, make: Construction) -> Identity:
        """That its components are the same functions in all charts, which must be refuted."""
        made = make(self.connection, self.metric)
        return Identity(self.pull(made), made)

    @cached_property
    def metrical_coefficients(self) -> tuple[Coefficients, Coefficients]:
        """L, C, C_0 of the metrical connection: pulled back, and anew in the other charts."""
        old, new = self.connection.metrical(self.metric), self.anew[0].metrical(self.anew[1])
        return self._pulled((old.L, old.C, old.C0)), (new.L, new.C, new.C0)

    @cached_property
    def coefficients(self) -> tuple[Coefficients, Coefficients]:
        """The same of an N-linear connection, which undefined functions are the coefficients of."""
        s, n = self.scene, range(self.scene.n)
        L, C = (
            [[[self._any(f"{name}_{i}{j}{k}") for k in n] for j in n] for i in n] for name in "LC"
        )
        C0 = [[self._any(f"C_{i}{j}t") for j in n] for i in n]
        N = self.connection
        coframe = N.adapted_frame.coframe
        horizontal, vertical, (delta_t,) = coframe[: s.n], coframe[s.n : -1], coframe[-1:]
        D = LinearConnection.parallelising([*N.horizontal_frame, *s.V, s.d_t])
        for i in n:
            for j in n:
                form = total(L[i][j][k] * horizontal[k] + C[i][j][k] * vertical[k] for k in n)
                form = form + C0[i][j] * delta_t
                for X, w in ((N.horizontal_frame[i], horizontal[j]), (s.V[i], vertical[j])):
                    D = D + tensor_product(X, form, w)
        moved, H = self.pull(D), self.anew[0].horizontal_frame
        fields = [*H, *s.V, s.d_t]
        # D_Z δ_j = Γ^i_j(Z) δ_i with Γ^i_j(Z) = dx^i(D_Z δ_j).
        found = [[[w(moved(Z, Y)) for Z in fields] for Y in H] for w in s.dx]
        new = (
            [[row[: s.n] for row in rows] for rows in found],
            [[row[s.n : -1] for row in rows] for rows in found],
            [[row[-1] for row in rows] for rows in found],
        )
        return self._pulled((L, C, C0)), new

    def _any(self, name: str) -> Form:
        jets = self.scene.jets
        return jets.function(undefined(jets, name, jets.chart.coordinates))

    def _pulled(self, coefficients: Coefficients) -> Coefficients:
        L, C = ([[[*map(self.pull, row)] for row in rows] for rows in T] for T in coefficients[:2])
        return L, C, [[*map(self.pull, row)] for row in coefficients[2]]
