"""Metrical linear connections over a splitting into horizontal, vertical and temporal parts.

The canonical one of a metric g in the fibres is the only D on J¹π with

- ``Dh = 0``, ``DT = 0``, ``Dξ = 0`` (so ``Df = 0`` and ``Dη = 0``: an N-linear connection, (14));
- ``Dg = 0``, (15);
- no torsion ``h T(hX, hY)`` and ``v T(vX, vY)``, and ``g(T(ξ, Y), Z)`` symmetric in the
  horizontal fields Y and Z.

For the paper's connection that are the generalised Christoffel symbols (16), (30); for the
connection of S on J¹π the same with H_i in place of δ_i, and with D_S = ∇ where no forces act.
Numbers in brackets are those of C. Frigioiu, K. Hedrih, I. G. Bîrsan.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from diffgeo import Form, LinearConnection, Tensor, VectorForm, bracket, check
from diffgeo.calculus import display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation
from diffgeo.metrics import koszul_formula
from diffgeo.structures import composed, tensor, tensor_product

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from diffgeo.bundles import JetSpace
    from mechanics.spaces.rheonomic_geometry.three_splittings import TimeSplitting

Kind = TypeVar("Kind", Form, VectorForm, Tensor)


class MetricalConnection(display.Shown):
    """The canonical metrical connection D of a splitting and a metric g in the fibres.

    Parameters
    ----------
    splitting
        h, v and η⊗ξ with T and K.
    metric
        g, symmetric and zero on vertical fields and on ξ; not degenerate on horizontal ones.

    Raises
    ------
    AxiomViolation
        g is not of this kind.
    """

    def __init__(self, splitting: TimeSplitting, metric: Tensor) -> None:
        self.splitting = splitting
        self.metric = metric
        v, p = splitting.v, splitting.temporal
        axioms = [
            metric.permuted((1, 0)) == metric,
            composed(metric, v, None) == 0,
            composed(metric, p, None) == 0,
        ]
        if not check(axioms, counterexample=False):
            raise AxiomViolation(
                f"{metric.summary()} on {splitting.structure.jets.name} is no metric in the fibres "
                "for this splitting: it has to be symmetric, and zero on vertical fields and on ξ"
            )
        self._gram = [[metric(X, Y) for Y in self._H] for X in self._H]
        if linear.rank(self._gram) < len(self._H):
            raise AxiomViolation(
                f"{metric.summary()} on {splitting.structure.jets.name} is degenerate in the "
                f"fibres{linear.doubt(self._gram)}: use a regular Lagrangian"
            )

    @property
    def space(self) -> JetSpace:
        """J¹π."""
        return self.splitting.structure.jets

    @property
    def _H(self) -> tuple[VectorForm, ...]:
        return self.splitting.horizontal_frame

    # --- coefficients ------------------------------------------------------------------------

    @cached_property
    def L(self) -> tuple[tuple[tuple[Form, ...], ...], ...]:
        """L^i_jk, (16), (30), as ``L[i][j][k]``: ``D_{δ_k} δ_j = L^i_jk δ_i``."""
        G, H = self._lift, self._H
        return self._coefficients(
            [[[koszul_formula(G, Z, Y, W) for W in H] for Z in H] for Y in H]  # type: ignore[arg-type]
        )

    @cached_property
    def C(self) -> tuple[tuple[tuple[Form, ...], ...], ...]:
        """C^i_jk, (16), (30), as ``C[i][j][k]``: ``D_{∂/∂y^k} ∂/∂y^j = C^i_jk ∂/∂y^i``."""
        G, V = self._lift, self._V
        return self._coefficients(
            [[[koszul_formula(G, Z, Y, W) for W in V] for Z in V] for Y in V]  # type: ignore[arg-type]
        )

    @cached_property
    def C0(self) -> tuple[tuple[Form, ...], ...]:
        """C^i_j0, (16), (30), as ``C0[i][j]``: ``D_ξ δ_j = C^i_j0 δ_i``."""
        g, H, xi = self.metric, self._H, self.splitting.xi
        moved = [bracket(xi, X) for X in H]
        n = range(len(H))
        lowered = [
            [[(xi(g(H[j], H[k])) + g(moved[j], H[k]) - g(H[j], moved[k])) / 2 for k in n]]
            for j in n
        ]
        return tuple(tuple(entry[0] for entry in row) for row in self._coefficients(lowered))

    # --- the connection ----------------------------------------------------------------------

    @cached_property
    def connection(self) -> LinearConnection:
        """D on fields of J¹π."""
        frame = self.splitting.adapted_frame
        *rest, eta = frame.coframe
        horizontal, vertical = rest[: len(self._H)], rest[len(self._H) :]
        change = None
        parts = [(self.L, horizontal), (self.C, vertical)]
        indices = range(len(self._H))
        for i in indices:
            for j in indices:
                along = self.C0[i][j] * eta
                for coefficients, forms in parts:
                    for k in indices:
                        along = along + coefficients[i][j][k] * forms[k]
                term = tensor_product(self._H[i], along, horizontal[j])
                term = term + tensor_product(self._V[i], along, vertical[j])
                change = term if change is None else change + term
        flat = LinearConnection.parallelising(list(frame))
        return flat if change is None else flat + change

    def __call__(self, X: VectorForm, thing: Kind) -> Kind:
        """D_X of a function, field, form or tensor."""
        return self.connection(X, thing)

    def h_derivative(self, X: VectorForm, thing: Kind) -> Kind:
        """``D_{hX}``, the h-covariant derivative."""
        return self.connection(self.splitting.h(X), thing)

    def v_derivative(self, X: VectorForm, thing: Kind) -> Kind:
        """``D_{vX}``, the v-covariant derivative along the image of T."""
        return self.connection(self.splitting.v(X), thing)

    def t_derivative(self, thing: Kind) -> Kind:
        """``D_ξ``, the v-covariant derivative of index 0."""
        return self.connection(self.splitting.xi, thing)

    def axioms(self) -> dict[str, list[Identity]]:
        """What characterises D, by name; all hold."""
        s, D, g = self.splitting, self.connection, self.metric
        T = tensor(D.torsion)
        mixed = [[g(D.torsion(s.xi, Y), Z) for Z in self._H] for Y in self._H]
        n = range(len(self._H))
        return {
            "D h = 0": [D.derivative(s.h) == 0],
            "D T = 0": [D.derivative(s.endomorphism) == 0],
            "D xi = 0": [D.exterior(s.xi) == 0],
            "D f = 0": [D.derivative(s.f) == 0],
            "D eta = 0": [D.derivative(s.eta) == 0],
            "D g = 0": [D.derivative(g) == 0],
            "h T(hX, hY) = 0": [composed(T, s.h, s.h, s.h) == 0],
            "v T(vX, vY) = 0": [composed(T, s.v, s.v, s.v) == 0],
            "g(T(xi, Y), Z) is symmetric": [mixed[i][j] == mixed[j][i] for i in n for j in n],
        }

    def __str__(self) -> str:
        return f"the metrical connection over {self.splitting}"

    def latex(self) -> str:
        """LaTeX source."""
        return rf"C\Gamma(N)\quad\text{{for}}\quad g = {self.metric.latex()}"

    # --- inside ------------------------------------------------------------------------------

    @property
    def _V(self) -> tuple[VectorForm, ...]:
        return self.splitting.structure.vertical_frame

    @cached_property
    def _lift(self) -> Tensor:
        return self.splitting.lifted_metric(self.metric)

    @cached_property
    def _inverse(self) -> list[list[Form]]:
        return [[entry.settled() for entry in row] for row in linear.inverse(self._gram)]

    def _coefficients(
        self, lowered: list[list[list[Form]]]
    ) -> tuple[tuple[tuple[Form, ...], ...], ...]:
        """Γ^i_jk from the functions ``g_is Γ^s_jk``, given as ``lowered[j][k][i]``."""
        n = range(len(self._H))
        zero = 0 * self.splitting.structure.jets.time
        return tuple(
            tuple(
                tuple(
                    sum((self._inverse[i][r] * slopes[r] for r in n), start=zero)
                    for slopes in by_direction
                )
                for by_direction in lowered
            )
            for i in n
        )
