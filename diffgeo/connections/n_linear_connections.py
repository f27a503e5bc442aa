"""N-linear connections in the notation of Miron and Nimineț: torsions, curvatures, Ricci tensors.

A d-tensor is a tensor on TM whose lower slots are semibasic (they see a field X by JX only) and
whose upper slot, if it has one, is vertical: ``R^i_jk`` is ``R(α; X_j, X_k) = R^i_jk α(∂/∂y^i)``.
Slots are in the order of the paper's indices, the upper one first; in the adapted frame
``δ_i, ∂/∂y^i`` the components are the paper's: ``R(δy^i; δ_j, δ_k) = R^i_jk``.

Source: R. Miron, V. Nimineț, Facta Universitatis 5 (2006), whose numbers stand in brackets.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.derivations import d
from diffgeo.calculus.display import Shown
from diffgeo.connections.distinguished_connections import DistinguishedConnection
from diffgeo.errors import AxiomViolation, DegreeMismatch
from diffgeo.structures.tensor_algebra import Tensorial, tensor, tensor_product
from diffgeo.structures.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from diffgeo.bundles.tangents import TangentBundle
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.maps import Map
    from diffgeo.calculus.vector_forms import VectorForm
    from diffgeo.connections.linear_connections import Kind
    from diffgeo.connections.nonlinear_connections import NonlinearConnection
    from diffgeo.verdicts.identities import Identity

    #: Functions with the indices of the paper, the upper one first.
    Coefficients: TypeAlias = list[list[list[Form]]]
    #: The fields of one part of the frame, and the coefficients of D along them.
    Part: TypeAlias = tuple[tuple[VectorForm, ...], Coefficients]


#: A tensor, or a `Metric`.
BilinearForm: TypeAlias = "Tensor | Callable[[VectorForm, VectorForm], Form]"


class NLinearConnection(Shown):
    """A linear connection D on TM with ``Dh = 0`` and ``DJ = 0``, (5.1): LΓ(N) = (L, C).

    Parameters
    ----------
    connection
        D, with the nonlinear connection N that it preserves.

    Attributes
    ----------
    h, v, J, K : VectorForm
        The projectors of N, the vertical endomorphism, and the tensor K = F + J with
        ``K∘J = h`` and ``J∘K = v``.

    Raises
    ------
    AxiomViolation
        ``DJ = 0`` is refuted.

    Examples
    --------
    >>> from diffgeo import Manifold, connections, tangent
    >>> TM = tangent(Manifold("M", "x"))
    >>> g = connections.fibre_metric(TM, TM.function("xdot**2/2 + xdot**3/6"))
    >>> N = connections.SemisprayConnection(TM.semispray({"x": "0"}))
    >>> D = connections.NLinearConnection(connections.canonical_metrical(N, g))
    >>> print(D.torsion_C)
    1/(2*(xdot + 1)) ∂_xdot⊗dx⊗dx
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
        # K = δy^i⊗δ_i; as F + J it would be made with a check that F∘F = -id.
        pairs = zip(self._duals[1], self._horizontal, strict=True)
        self.K: VectorForm = sum((form.tensor(X) for form, X in pairs), start=0 * self.J)
        if not connection.is_normal():
            raise AxiomViolation(
                f"the linear connection on {self.space} has DJ != 0: an N-linear connection is "
                "the same on horizontal and on vertical fields"
            )

    @property
    def space(self) -> TangentBundle:
        """TM."""
        return self.connection.space  # type: ignore[no-any-return]

    def __call__(self, X: VectorForm, thing: Kind) -> Kind:
        """D_X of a function, field, form or tensor."""
        return self.connection(X, thing)

    # --- covariant derivatives ------------------------------------------------------------

    def h_derivative(self, thing: object) -> Tensor:
        """The h-covariant derivative ``T_{…|k}``: the last slot is the direction hX, (5.1)."""
        return self._derivative(self._horizontal, thing)

    def v_derivative(self, thing: object) -> Tensor:
        """The v-covariant derivative ``T_…|_k``: the last slot is the direction JX, (5.1)."""
        return self._derivative(self._vertical, thing)

    # --- torsions, (5.8), (7.14) ------------------------------------------------------------

    @cached_property
    def torsion_T(self) -> Tensor:
        """T^i_jk = L^i_jk - L^i_kj: ``T(X, Y) = -J T(hX, hY)``."""
        return self._d_tensor(lambda i, j, k: self._L[i][j][k] - self._L[i][k][j])

    @cached_property
    def torsion_R(self) -> Tensor:
        """R^i_jk = δ_k N^i_j - δ_j N^i_k, (2.09): ``R(X, Y) = -v T(hX, hY)``, ½[h, h]."""
        return self._d_tensor(lambda i, j, k: self._brackets_h[i][j][k])

    @cached_property
    def torsion_C(self) -> Tensor:
        """C^i_jk as a torsion: ``C(X, Y) = -J T(hX, JY)``."""
        return self._d_tensor(lambda i, j, k: self._C[i][j][k])

    @cached_property
    def torsion_P(self) -> Tensor:
        """P^i_jk = ∂N^i_j/∂y^k - L^i_kj: ``P(X, Y) = -v T(hX, JY)``."""
        return self._d_tensor(lambda i, j, k: self._brackets_v[i][j][k] - self._L[i][k][j])

    @cached_property
    def torsion_S(self) -> Tensor:
        """S^i_jk = C^i_jk - C^i_kj: ``S(X, Y) = -v T(JX, JY)``."""
        return self._d_tensor(lambda i, j, k: self._C[i][j][k] - self._C[i][k][j])

    # --- curvatures, (5.7) ------------------------------------------------------------------

    @cached_property
    def curvature_R(self) -> Tensor:
        """R^i_{j kh} δ_i = -R(δ_k, δ_h)δ_j: minus the curvature ``[D, D] - D``."""
        return self._curvature(self._h, self._h)

    @cached_property
    def curvature_P(self) -> Tensor:
        """P^i_{j kh} δ_i = -R(δ_k, ∂/∂y^h)δ_j."""
        return self._curvature(self._h, self._v)

    @cached_property
    def curvature_S(self) -> Tensor:
        """S^i_{j kh} δ_i = -R(∂/∂y^k, ∂/∂y^h)δ_j."""
        return self._curvature(self._v, self._v)

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

    def substituted(self, T: object, slot: int, S: object) -> Tensor:
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

    def lowered(self, T: Tensorial, metric: BilinearForm, slot: int = 1) -> Tensor:
        """The upper slot of a d-tensor lowered with g, as the lower slot of that number.

        ``slot=0`` gives ``T_{i jk} = g_is T^s_jk``, ``slot=1`` the paper's ``R_{ji kh} = g_is
        R^s_{j kh}``, (7.05'). The metric is g in the fibres, a tensor, or a `Metric` on TM, such as
        `sasaki_lift`.
        """
        T = tensor(T)
        _, q = T.valence
        fields = self._horizontal if isinstance(metric, Tensor) else self._vertical
        dx, delta_y = self._duals
        parts = []
        for form, X in zip(delta_y, fields, strict=True):
            row = sum((metric(X, Y) * f for Y, f in zip(fields, dx, strict=True)), start=0 * dx[0])
            parts.append(tensor_product(row, T.insert(form, 0)))
        low = sum(parts[1:], start=parts[0])
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

    def __eq__(self, other: object) -> Identity:  # type: ignore[override]
        if not isinstance(other, NLinearConnection):
            return NotImplemented
        return self.connection == other.connection

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return f"the N-linear connection on {self.space}"

    def latex(self) -> str:
        """LaTeX source of the name."""
        return rf"L\Gamma(N)\quad\text{{on}}\quad {self.space.name}"

    # --- inside -----------------------------------------------------------------------------------

    @property
    def _horizontal(self) -> tuple[VectorForm, ...]:
        """The fields δ_i."""
        frame = self.nonlinear.normal_frame
        return frame.fields[: len(frame) // 2]

    @property
    def _vertical(self) -> tuple[VectorForm, ...]:
        """The fields Jδ_i."""
        frame = self.nonlinear.normal_frame
        return frame.fields[len(frame) // 2 :]

    @property
    def _duals(self) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        """The 1-forms dx^i and δy^i = dx^i∘K, dual to δ_i and Jδ_i."""
        frame = self.nonlinear.normal_frame
        return frame.coframe[: len(frame) // 2], frame.coframe[len(frame) // 2 :]

    def _values(self, fields: Iterable[Iterable[VectorForm]]) -> Coefficients:
        """The functions ``δy^i(Z_jk)`` of vertical fields in rows, as ``[i][j][k]``."""
        rows = [list(row) for row in fields]
        return [[[form(Z) for Z in row] for row in rows] for form in self._duals[1]]

    @cached_property
    def _L(self) -> Coefficients:
        """L^i_jk: ``D_{δ_k} Jδ_j = L^i_jk Jδ_i``."""
        return self._coefficients(0)

    @cached_property
    def _C(self) -> Coefficients:
        """C^i_jk: ``D_{Jδ_k} Jδ_j = C^i_jk Jδ_i``."""
        return self._coefficients(len(self._vertical))

    def _coefficients(self, first: int) -> Coefficients:
        """Those of ``D_X Jδ_j`` for the fields X of the frame from a number on."""
        n = len(self._vertical)
        weight, places = self.connection.weight, range(n)
        return [[[weight(first + k, n + j, n + i) for k in places] for j in places] for i in places]

    @cached_property
    def _brackets_h(self) -> Coefficients:
        """R^i_jk: ``[δ_j, δ_k] = R^i_jk Jδ_i``."""
        H = self._horizontal
        zero = self.space.vector_field()
        upper = {(j, k): bracket(H[j], H[k]) for j in range(len(H)) for k in range(j)}
        return self._values(
            (upper[j, k] if k < j else -upper[k, j] if j < k else zero for k in range(len(H)))
            for j in range(len(H))
        )

    @cached_property
    def _brackets_v(self) -> Coefficients:
        """∂N^i_j/∂y^k: ``[δ_j, Jδ_k] = ∂N^i_j/∂y^k Jδ_i``."""
        return self._values((bracket(X, V) for V in self._vertical) for X in self._horizontal)

    @property
    def _h(self) -> Part:
        return self._horizontal, self._L

    @property
    def _v(self) -> Part:
        return self._vertical, self._C

    def _d_tensor(self, component: Callable[..., Form], rank: int = 3) -> Tensor:
        """The d-tensor of type (1, rank - 1) with components ``T(δy^i; δ_j, …)``."""
        names = self.nonlinear.normal_frame.names
        n = len(names) // 2
        found = {
            (names[n + i], *(names[k] for k in rest)): component(i, *rest)
            for i, *rest in product(range(n), repeat=rank)
        }
        return self.nonlinear.normal_frame.tensor((1, rank - 1), found)

    def _derivative(self, fields: Iterable[VectorForm], thing: object) -> Tensor:
        """``Σ D_k T ⊗ dx^k`` for fields e_k."""
        T = tensor(thing)
        pairs = zip(fields, self._duals[0], strict=True)
        parts = [tensor_product(self(X, T), dx) for X, dx in pairs]
        return sum(parts[1:], start=parts[0])

    def _curvature(self, first: Part, second: Part) -> Tensor:
        """The slots (α; V, X, Y) of ``-α(R(X, Y)V)``: in the paper's order i; j, k, h.

        ``R(X, Y)V = D_X D_Y V - D_Y D_X V - D_[X,Y] V`` on vertical fields V = Jδ_j, for X and Y
        of the frame δ_i, Jδ_i: brackets are vertical, those of the fields Jδ_i zero.
        """
        (X, A), (Y, B) = first, second
        n, C = range(len(X)), self._C
        slopes_A = [[[[e(f) for e in Y] for f in row] for row in rows] for rows in A]
        same = A is B
        slopes_B = slopes_A if same else [[[[e(f) for e in X] for f in r] for r in s] for s in B]
        brackets = None
        if A is self._L:
            brackets = self._brackets_h if same else self._brackets_v

        def component(i: int, j: int, k: int, h: int) -> Form:
            value = slopes_A[i][j][k][h] - slopes_B[i][j][h][k]
            for s in n:
                value = value + A[s][j][k] * B[i][s][h] - B[s][j][h] * A[i][s][k]
                if brackets is not None:
                    value = value + brackets[s][k][h] * C[i][j][s]
            return value

        if not same:
            return self._d_tensor(component, 4)
        zero: Form = self.space.function(0)
        half = {
            (i, j, k, h): component(i, j, k, h) for i in n for j in n for k in n for h in range(k)
        }

        def completed(i: int, j: int, k: int, h: int) -> Form:
            if k == h:
                return zero
            return half[i, j, k, h] if h < k else -half[i, j, h, k]

        return self._d_tensor(completed, 4)

    def _on_lifts(self, operator: Callable[[VectorForm, VectorForm], VectorForm]) -> Tensor:
        """The d-tensor T with ``T(Y, X) = operator(X, Y^v)`` for vertical lifts Y^v = JY."""
        TM, M = self.space, self.space.base_space
        dual = [d(TM.projection.pull(x)) for x in M.coordinates]
        over = [(TM.complete_lift(e), dx) for e, dx in zip(M.frame, dual, strict=True)]
        up = [(TM.vertical_lift(e), dx) for e, dx in zip(M.frame, dual, strict=True)]
        parts = [tensor_product(operator(X, V), dy, dx) for V, dy in up for X, dx in over]
        return sum(parts[1:], start=parts[0])
