"""N-linear connections in the notation of Miron and Nimineţ: torsions, curvatures, Ricci tensors.

A d-tensor is a tensor on TM whose lower slots are semibasic (they see a field X by JX only) and
whose upper slot, if it has one, is vertical: ``R^i_jk`` is ``R(α; X_j, X_k) = R^i_jk α(∂/∂y^i)``.
Slots are in the order of the paper's indices, the upper one first; in the adapted frame
``δ_i, ∂/∂y^i`` the components are the paper's: ``R(δy^i; δ_j, δ_k) = R^i_jk``.

Numbers in brackets are those of R. Miron, V. Nimineţ, Facta Universitatis 5 (2006).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo import (
    DistinguishedConnection,
    Metric,
    Tensor,
    bracket,
    composed,
    d,
    tensor,
    tensor_product,
)
from diffgeo.errors import AxiomViolation, DegreeMismatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from diffgeo import Form, Map, NonlinearConnection, VectorForm

    #: A field X of the adapted frame, and ``D_X V`` for the fields V = Jδ_j.
    Slopes: TypeAlias = tuple[VectorForm, list[VectorForm]]


class NLinearConnection:
    """A linear connection D on TM with ``Dh = 0`` and ``DJ = 0``, (5.1): LΓ(N) = (L, C).

    Parameters
    ----------
    connection
        D, with the nonlinear connection N that it preserves.

    Raises
    ------
    AxiomViolation
        ``DJ = 0`` is refuted.

    Attributes
    ----------
    h, v, J, K : VectorForm
        The projectors of N, the vertical endomorphism, and the tensor K = F + J with
        ``K∘J = h`` and ``J∘K = v``.
    """

    def __init__(self, connection: DistinguishedConnection) -> None:
        if not isinstance(connection, DistinguishedConnection):
            raise DegreeMismatch(
                "an N-linear connection is made of a DistinguishedConnection, such as "
                "canonical_metrical(N, g)"
            )
        self.connection = connection
        self.nonlinear: NonlinearConnection = connection.nonlinear
        self.h: VectorForm = self.nonlinear.horizontal_projector
        self.v: VectorForm = self.nonlinear.vertical_projector
        self.J: VectorForm = self.nonlinear.structure.vertical_endomorphism
        self.K: VectorForm = self.nonlinear.almost_complex_structure.tensor + self.J
        if not connection.is_normal():
            raise AxiomViolation(
                f"the linear connection on {self.space} has DJ != 0: an N-linear connection is "
                "the same on horizontal and on vertical fields"
            )

    @property
    def space(self) -> Any:
        """TM."""
        return self.connection.space

    def __call__(self, X: VectorForm, thing: Any) -> Any:
        """D_X of a function, field, form or tensor."""
        return self.connection(X, thing)

    # --- covariant derivatives ------------------------------------------------------------

    def h_derivative(self, thing: Any) -> Tensor:
        """The h-covariant derivative ``T_{…|k}``: the last slot is the direction hX, (5.1)."""
        return _direction_last(self.connection.horizontal_differential(thing))

    def v_derivative(self, thing: Any) -> Tensor:
        """The v-covariant derivative ``T_…|_k``: the last slot is the direction JX, (5.1)."""
        slope = self.connection.vertical_differential(thing)
        p, q = slope.valence
        return _direction_last(composed(slope, *[None] * p, self.J, *[None] * (q - 1)))

    # --- torsions, (5.8), (7.14) ------------------------------------------------------------

    @cached_property
    def torsion_T(self) -> Tensor:
        """T^i_jk = L^i_jk - L^i_kj: ``T(X, Y) = -J T(hX, hY)``."""
        return -composed(self._torsion, self.J, self.h, self.h)

    @cached_property
    def torsion_R(self) -> Tensor:
        """R^i_jk = δ_k N^i_j - δ_j N^i_k, (2.09): ``R(X, Y) = -v T(hX, hY)``, ½[h, h]."""
        return -composed(self._torsion, self.v, self.h, self.h)

    @cached_property
    def torsion_C(self) -> Tensor:
        """C^i_jk as a torsion: ``C(X, Y) = -J T(hX, JY)``."""
        return -composed(self._torsion, self.J, self.h, self.J)

    @cached_property
    def torsion_P(self) -> Tensor:
        """P^i_jk = ∂N^i_j/∂y^k - L^i_kj: ``P(X, Y) = -v T(hX, JY)``."""
        return -composed(self._torsion, self.v, self.h, self.J)

    @cached_property
    def torsion_S(self) -> Tensor:
        """S^i_jk = C^i_jk - C^i_kj: ``S(X, Y) = -v T(JX, JY)``."""
        return -composed(self._torsion, self.v, self.J, self.J)

    # --- curvatures, (5.7) ------------------------------------------------------------------

    @cached_property
    def curvature_R(self) -> Tensor:
        """R^i_{j kh} δ_i = -R(δ_k, δ_h)δ_j: minus the curvature ``[D, D] - D``."""
        return self._curvature(self._along_horizontal, self._along_horizontal)

    @cached_property
    def curvature_P(self) -> Tensor:
        """P^i_{j kh} δ_i = -R(δ_k, ∂/∂y^h)δ_j."""
        return self._curvature(self._along_horizontal, self._along_vertical)

    @cached_property
    def curvature_S(self) -> Tensor:
        """S^i_{j kh} δ_i = -R(∂/∂y^k, ∂/∂y^h)δ_j."""
        return self._curvature(self._along_vertical, self._along_vertical)

    # --- Ricci tensors, (7.07''') -------------------------------------------------------------

    @cached_property
    def ricci_R(self) -> Tensor:
        """R_ij = R^h_{i jh}."""
        return self.trace(self.curvature_R, 3)

    @cached_property
    def ricci_P1(self) -> Tensor:
        """¹P_ij = P^h_{i jh}."""
        return self.trace(self.curvature_P, 3)

    @cached_property
    def ricci_P2(self) -> Tensor:
        """²P_ij = P^h_{i hj}."""
        return self.trace(self.curvature_P, 2)

    @cached_property
    def ricci_S(self) -> Tensor:
        """S_ij = S^h_{i jh}."""
        return self.trace(self.curvature_S, 3)

    def trace(self, T: Tensor, lower: int) -> Tensor:
        """The contraction of the upper slot of a d-tensor with a lower slot (counted from 0).

        The sum of ``T(δy^i; …, δ_i, …)``; the nonlinear connection does not enter.
        """
        p, q = T.valence
        if p != 1:
            raise DegreeMismatch(f"a d-tensor of type (1, q) is contracted, not ({p}, {q})")
        parts = [
            T.insert(delta_y, 0).insert(X, lower - 1)
            for delta_y, X in zip(self._duals[1], self._horizontal, strict=True)
        ]
        return sum(parts[1:], start=parts[0])

    def substituted(self, T: Any, slot: int, S: Any) -> Tensor:
        """The d-tensor ``T_{… r …} S^r_{jk…}``: a lower slot of T filled with the values of S.

        The lower slots of S stand where the slot was; the upper slot of T is number 0 if it has
        one. The nonlinear connection does not enter, as in `trace`.
        """
        T, S = tensor(T), tensor(S)
        (upper, lower), (one, count) = T.valence, S.valence
        if one != 1 or not upper <= slot < upper + lower:
            raise DegreeMismatch(
                f"slot {slot} of a d-tensor of type ({upper}, {lower}) is not filled with one of "
                f"type ({one}, {count}): give a lower slot, and a tensor with one upper slot"
            )
        pairs = zip(self._duals[1], self._horizontal, strict=True)
        parts = [tensor_product(S.insert(f, 0), T.insert(X, slot)) for f, X in pairs]
        joined = sum(parts[1:], start=parts[0])
        # Lower slots now: those of S, then those of T that are left.
        before = slot - upper
        order = [
            *range(upper),
            *(upper + before + k for k in range(count)),
            *(upper + k for k in range(before)),
            *(upper + count + k for k in range(before, lower - 1)),
        ]
        return joined.permuted(order)

    # --- deflections, (6.01) ------------------------------------------------------------------

    @cached_property
    def deflection_h(self) -> VectorForm:
        """D^i_j = y^i_{|j} = y^h L^i_hj - N^i_j: ``D(X) = D_{hX} C``."""
        return self.connection.deflections[0]

    @cached_property
    def deflection_v(self) -> VectorForm:
        """d^i_j = y^i|_j = δ^i_j + y^h C^i_hj: ``d(X) = D_{JX} C``."""
        return self.connection.deflections[1] @ self.J

    def lowered(self, T: Any, metric: Metric, slot: int = 1) -> Tensor:
        """The upper slot of a d-tensor lowered with g, as the lower slot of that number.

        ``slot=0`` gives ``T_{i jk} = g_is T^s_jk``, ``slot=1`` the paper's ``R_{ji kh} = g_is
        R^s_{j kh}``, (7.05'). The metric is that of `LagrangeSpace.sasaki_metric` for N.
        """
        T = tensor(T)
        _, q = T.valence
        low = composed(metric.lower(T), self.J, *[None] * q)
        return low.permuted([slot, *(k for k in range(q + 1) if k != slot)])

    # --- other connections ----------------------------------------------------------------------

    def over(self, nonlinear: NonlinearConnection) -> NLinearConnection:
        """The connection L̄Γ(N̄) of (7.11): L̄ = L + K^s_k C^i_js, C̄ = C for N̄ = N - K.

        It is D itself on vertical fields, over another nonlinear connection.
        """
        return NLinearConnection(self.connection.over(nonlinear))

    def difference(self, other: NLinearConnection) -> tuple[Tensor, Tensor]:
        """The d-tensors L^i_jk - L'^i_jk and C^i_jk - C'^i_jk; nonlinear connections may differ.

        ``(L - L')(Y, X) = D_{hX} Y^v - D'_{h'X} Y^v`` and ``(C - C')(Y, X) = D_{JX} Y^v -
        D'_{JX} Y^v`` for vertical lifts Y^v of fields on M, which h and h' do not enter: they are
        parallel along the fibres.
        """
        return (
            self._on_lifts(lambda X, V: self(self.h(X), V) - other(other.h(X), V)),
            self._on_lifts(lambda X, V: self(self.J(X), V) - other(self.J(X), V)),
        )

    def pulled_back(self, phi: Map) -> NLinearConnection:
        """``φ^*D``, for the tangent map of a diffeomorphism."""
        return NLinearConnection(phi.pull(self.connection))

    def __str__(self) -> str:
        return f"the N-linear connection on {self.space}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_latex_(self) -> str:
        return rf"$L\Gamma(N)\quad\text{{on}}\quad {self.space.name}$"

    # --- inside -----------------------------------------------------------------------------------

    @cached_property
    def _torsion(self) -> Tensor:
        return tensor(self.connection.torsion)

    @cached_property
    def _horizontal(self) -> list[VectorForm]:
        """The fields δ_i."""
        fields = self.nonlinear.adapted_frame.fields
        return list(fields[: len(fields) // 2])

    @cached_property
    def _vertical(self) -> list[VectorForm]:
        """The fields Jδ_i."""
        return [self.J(X) for X in self._horizontal]

    @cached_property
    def _duals(self) -> tuple[list[Form], list[Form]]:
        """The 1-forms dx^i and δy^i = dx^i∘K, dual to δ_i and Jδ_i."""
        forms = self.nonlinear.adapted_frame.coframe
        dx = list(forms[: len(forms) // 2])
        return dx, [self.K.transpose(form) for form in dx]

    def _slopes(self, fields: list[VectorForm]) -> list[Slopes]:
        """Fields X of the adapted frame, each with ``D_X V`` for the fields V = Jδ_j."""
        return [(X, [self(X, V) for V in self._vertical]) for X in fields]

    @cached_property
    def _along_horizontal(self) -> list[Slopes]:
        return self._slopes(self._horizontal)

    @cached_property
    def _along_vertical(self) -> list[Slopes]:
        return self._slopes(self._vertical)

    def _along(self, direction: Slopes, field: VectorForm) -> VectorForm:
        """``D_X`` of a vertical field, by the rule of Leibniz, for X of the adapted frame."""
        X, slopes = direction
        parts = [delta_y(field) for delta_y in self._duals[1]]
        terms = [X(f) * V for f, V in zip(parts, self._vertical, strict=True)]
        terms += [f * slope for f, slope in zip(parts, slopes, strict=True)]
        return sum(terms[1:], start=terms[0])

    def _curvature(self, first: list[Slopes], second: list[Slopes]) -> Tensor:
        """The slots (α; V, X, Y) of ``-α(R(X, Y)V)``: in the paper's order i; j, k, h.

        ``R(X, Y)V = D_X D_Y V - D_Y D_X V - D_[X,Y] V`` on vertical fields V = Jδ_j, for X and Y
        of the adapted frame, whose brackets are vertical.
        """
        dx, delta_y = self._duals
        same, n = first is second, len(dx)
        parts = []
        for k in range(n):
            for h in range(k if same else n):
                pair = tensor_product(dx[k], dx[h])
                if same:
                    pair = pair - tensor_product(dx[h], dx[k])
                (X, slopes_X), (Y, slopes_Y) = first[k], second[h]
                rates = [form(bracket(X, Y)) for form in delta_y]
                for j in range(n):
                    turned = self._along(second[h], slopes_X[j])
                    turned = turned - self._along(first[k], slopes_Y[j])
                    for f, (_, slopes) in zip(rates, self._along_vertical, strict=True):
                        turned = turned + f * slopes[j]
                    parts.append(tensor_product(turned, dx[j], pair))
        zero = Tensor(self.space, (1, 3), {})
        return sum(parts, start=zero)

    def _on_lifts(self, operator: Callable[[VectorForm, VectorForm], VectorForm]) -> Tensor:
        """The d-tensor T with ``T(Y, X) = operator(X, Y^v)`` for vertical lifts Y^v = JY."""
        TM, M = self.space, self.space.base_space
        dual = [d(TM.projection.pull(x)) for x in M.coordinates]
        over = [(TM.complete_lift(e), dx) for e, dx in zip(M.frame, dual, strict=True)]
        up = [(TM.vertical_lift(e), dx) for e, dx in zip(M.frame, dual, strict=True)]
        parts = [tensor_product(operator(X, V), dy, dx) for V, dy in up for X, dx in over]
        return sum(parts[1:], start=parts[0])


def _direction_last(T: Tensor) -> Tensor:
    """The first lower slot made the last one."""
    p, q = T.valence
    order = [*range(p), p + q - 1, *range(p, p + q - 1)]
    return T.permuted(order)
