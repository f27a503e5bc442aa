"""The Lagrange geometry of a semispray: sections 2 and 4 to 7 of Miron and Nimineț.

For the canonical semispray S of L^n it is the geometry of the Lagrange space, for the S* of a
mechanical system Σ that of the system. Each object is given by its intrinsic definition;
numbers in brackets are those of R. Miron, V. Nimineț, Facta Universitatis 5 (2006).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import bracket, d, interior
from diffgeo.calculus import display
from diffgeo.connections import BianchiIdentities as BianchiIdentities
from diffgeo.connections import NLinearConnection as NLinearConnection
from diffgeo.connections import SemisprayConnection, canonical_metrical
from diffgeo.structures import composed, tensor

if TYPE_CHECKING:
    from diffgeo import Derivation, Form, Frame, Map, Metric, Tensor, VectorForm
    from diffgeo.bundles import TangentBundle
    from diffgeo.connections import DynamicalDerivative
    from diffgeo.structures import AlmostComplex
    from mechanics.spaces.lagrange_spaces.regular_lagrangians import LagrangeSpace


class LagrangeGeometry(display.Shown):
    """What a semispray S makes on the tangent bundle of a Lagrange space.

    Parameters
    ----------
    space
        L^n = (M, L).
    semispray
        S, with ``JS = C``; any force may be in it.

    Raises
    ------
    AxiomViolation
        ``JS = C`` is refuted.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from mechanics.spaces.lagrange_spaces import LagrangeSpace
    >>> TM = tangent(Manifold("M", "x y"))
    >>> sphere = LagrangeSpace(TM.function("xdot**2 + cos(x)**2*ydot**2")).geometry
    >>> print(sphere.scalar_R)
    2
    """

    def __init__(self, space: LagrangeSpace, semispray: VectorForm) -> None:
        self.lagrange_space = space
        self.semispray = semispray
        #: N, (2.07): ``h = ½(id - [S, J])``, N^i_j = ∂G^i/∂y^j, (2.11), (4.8).
        self.connection = SemisprayConnection(semispray, space.bundle)

    @property
    def space(self) -> TangentBundle:
        """TM."""
        return self.lagrange_space.bundle

    @property
    def metric(self) -> Tensor:
        """g, (7.01)."""
        return self.lagrange_space.metric

    # --- the nonlinear connection, sections 2 and 4 ------------------------------------------

    @property
    def h(self) -> VectorForm:
        """The horizontal projector h = ½(id - [S, J])."""
        return self.connection.horizontal_projector

    @property
    def v(self) -> VectorForm:
        """The vertical projector v = ½(id + [S, J])."""
        return self.connection.vertical_projector

    @property
    def J(self) -> VectorForm:
        """The vertical endomorphism."""
        return self.lagrange_space.vertical_endomorphism

    @property
    def adapted_frame(self) -> Frame:
        """δ_i, ∂/∂y^i and its dual dx^i, δy^i, (2.08), (4.11), (4.13)."""
        return self.connection.adapted_frame

    @property
    def curvature(self) -> VectorForm:
        """R = ½[h, h] = ½ R^i_jk dx^j∧dx^k ⊗ ∂/∂y^i, (2.09), (5.8)."""
        return self.connection.curvature

    @property
    def weak_torsion(self) -> VectorForm:
        """[J, h] = 0, corollary 4.1."""
        return self.connection.weak_torsion

    @property
    def tension(self) -> VectorForm:
        """[C, h], zero where N is homogeneous of degree 1."""
        return self.connection.tension

    @property
    def almost_complex_structure(self) -> AlmostComplex:
        """F = h∘[S, h] - J: F∘J = h, F∘h = -J."""
        return self.connection.almost_complex_structure

    @property
    def jacobi_endomorphism(self) -> VectorForm:
        """Φ = v∘[S, h], with [J, Φ] = 3R."""
        return self.connection.jacobi_endomorphism

    @property
    def d_h(self) -> Derivation:
        """d_h = [i_h, d], with d_h∘d_h = L_R."""
        return self.connection.horizontal_derivative

    @property
    def dynamical_derivative(self) -> DynamicalDerivative:
        """∇X = h[S, hX] + v[S, vX]."""
        return self.connection.dynamical_derivative

    # --- linear connections, sections 4 and 5 -------------------------------------------------

    @cached_property
    def berwald(self) -> NLinearConnection:
        """BΓ(N) = (∂N^i_j/∂y^k, 0), theorem 4.4: D_{hX} JY = v[hX, JY], D_{JX} JY = J[JX, Y]."""
        return NLinearConnection(self.connection.berwald)

    @cached_property
    def metrical(self) -> NLinearConnection:
        """CΓ(N) = (L, C), theorem 5.1: g_ij|k = 0, g_ij|_k = 0, T = 0, S = 0."""
        return NLinearConnection(canonical_metrical(self.connection, self.metric))

    @cached_property
    def sasaki_metric(self) -> Metric:
        """G = g_ij dx^i⊗dx^j + g_ij δy^i⊗δy^j."""
        return self.lagrange_space.sasaki_metric(self.connection)

    def lowered(self, T: VectorForm | Tensor, slot: int = 1) -> Tensor:
        """The upper slot of a d-tensor lowered with g; see `NLinearConnection.lowered`."""
        return self.metrical.lowered(T, self.metric, slot)

    # --- electromagnetic tensors, section 6 ---------------------------------------------------

    @cached_property
    def deflection_h(self) -> Tensor:
        """D_ij = g_is y^s_{|j}, (6.02)."""
        return self.lowered(self.metrical.deflection_h, 0)

    @cached_property
    def deflection_v(self) -> Tensor:
        """d_ij = g_is y^s|_j, (6.02)."""
        return self.lowered(self.metrical.deflection_v, 0)

    @cached_property
    def electromagnetic(self) -> Form:
        """𝓕 = -¼ d_h d_J E_L, with 𝓕_ij = ½(D_ij - D_ji), (6.04)."""
        return -self.d_h(self.J.transpose(d(self.lagrange_space.energy))) / 4

    @cached_property
    def electromagnetic_v(self) -> Tensor:
        """f_ij = ½(d_ij - d_ji) = 0, (6.04) and proposition 6.1."""
        return self.deflection_v.antisymmetrised()

    @cached_property
    def theta(self) -> Form:
        """θ = ½ i_v ω = g_ij δy^i∧dx^j, (6.09): an almost symplectic form."""
        return interior(self.v, self.lagrange_space.omega) / 2

    # --- gravitational field, section 7 -------------------------------------------------------

    def contracted(self, T: Tensor) -> Form:
        """g^ij T_ij of a semibasic tensor of type (0,2)."""
        return self.lagrange_space.contracted(T)

    @cached_property
    def scalar_R(self) -> Form:
        """R = g^ij R_ij, (7.07'''')."""
        return self.contracted(self.metrical.ricci_R)

    @cached_property
    def scalar_S(self) -> Form:
        """S = g^ij S_ij, (7.07'''')."""
        return self.contracted(self.metrical.ricci_S)

    @cached_property
    def einstein_h(self) -> Tensor:
        """R_ij - ½ R g_ij, (7.08), (7.09)."""
        return self.metrical.ricci_R - self.metric * (self.scalar_R / 2)

    @cached_property
    def einstein_v(self) -> Tensor:
        """S_ij - ½ S g_ij, (7.08), (7.09)."""
        return self.metrical.ricci_S - self.metric * (self.scalar_S / 2)

    @property
    def einstein_mixed(self) -> tuple[Tensor, Tensor]:
        """¹P_ij and -²P_ij, the mixed Einstein tensors, (7.08), (7.09)."""
        return self.metrical.ricci_P1, -self.metrical.ricci_P2

    # --- naturality and looking at it ----------------------------------------------------------

    def pulled_back(self, phi: Map) -> LagrangeGeometry:
        """The geometry of ``φ^*L`` and ``φ^*S``, for the tangent map of a diffeomorphism."""
        return LagrangeGeometry(phi.pull(self.lagrange_space), phi.pull(self.semispray))

    def __str__(self) -> str:
        return f"the geometry of the semispray {self.semispray.summary()} for {self.lagrange_space}"

    def latex(self) -> str:
        """LaTeX source."""
        return f"S = {self.semispray.latex()}"


class Deformation:
    """The passage from a Lagrange geometry to another one over the same L, (7.10)-(7.13).

    With N* = N - K for the geometries of S and of S*: K^i_j = ¼ ∂Φ^i/∂y^j for total forces Φ.

    Parameters
    ----------
    free, forced
        The geometries of S and of S*.
    """

    def __init__(self, free: LagrangeGeometry, forced: LagrangeGeometry) -> None:
        self.free = free
        self.forced = forced

    @cached_property
    def tensor(self) -> VectorForm:
        """K = h* - h = K^i_j dx^j⊗∂/∂y^i, (5.04), (5.05), (6.10)."""
        return self.forced.h - self.free.h

    @cached_property
    def intermediate(self) -> NLinearConnection:
        """L̄Γ(N*), (7.11): CΓ(N) on vertical fields, over N*; metrical."""
        return self.free.metrical.over(self.forced.connection)

    @cached_property
    def U(self) -> Tensor:
        """U^i_jk = L*^i_jk - L^i_jk, (5.03')."""
        return self.forced.metrical.difference(self.free.metrical)[0]

    @cached_property
    def B(self) -> Tensor:
        """B̄^i_jk = L*^i_jk - L̄^i_jk, (7.17)."""
        return self.forced.metrical.difference(self.intermediate)[0]

    @cached_property
    def curvature(self) -> VectorForm:
        """R* - R = [h, K] + ½[K, K]."""
        return bracket(self.free.h, self.tensor) + bracket(self.tensor, self.tensor) / 2

    @cached_property
    def change_of_R(self) -> Tensor:
        """𝒮*^i_{j kh} = R*^i_{j kh} - R^i_{j kh}, (7.20)."""
        return self.forced.metrical.curvature_R - self.free.metrical.curvature_R

    @cached_property
    def change_of_P(self) -> Tensor:
        """Π*^i_{j kh} = P*^i_{j kh} - P^i_{j kh}, (7.20)."""
        return self.forced.metrical.curvature_P - self.free.metrical.curvature_P

    @cached_property
    def last_change_of_R(self) -> Tensor:
        """𝒮̄^i_{j kh} = R*^i_{j kh} - R̄^i_{j kh}, (7.18).

        With |̄ of L̄Γ it is ``B̄_jk|̄h - B̄_jh|̄k + B̄^r_jk B̄_rh - B̄^r_jh B̄_rk + B̄_jr T̄^r_kh``.
        """
        return self.forced.metrical.curvature_R - self.intermediate.curvature_R

    @cached_property
    def last_change_of_P(self) -> Tensor:
        """Π̄^i_{j kh} = P*^i_{j kh} - P̄^i_{j kh} = ``B̄_jk|_h + B̄_jr C^r_kh``, (7.18)."""
        return self.forced.metrical.curvature_P - self.intermediate.curvature_P

    @cached_property
    def skew_part(self) -> Form:
        """θ⁰ - θ = g_ij K^i_s dx^s∧dx^j, (6.11)."""
        return self.free.theta - self.forced.theta

    def lowered(self) -> Tensor:
        """K_ij = g_is K^s_j = ¼ g_is ∂Φ^s/∂y^j."""
        return self.free.lowered(self.tensor, 0)

    def with_K(self, T: Tensor, slot: int) -> Tensor:
        """A d-tensor with K in a lower slot, ``T_{…s…} K^s_j``; the upper slot is number 0.

        The slot sees fields by JX, so it is filled with F∘K: ``J∘F∘K = K``.
        """
        K = self.free.metrical.K @ self.tensor
        return composed(T, *(K if k == slot else None for k in range(tensor(T).rank)))
