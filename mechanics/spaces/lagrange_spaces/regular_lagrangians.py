"""Lagrange spaces L^n = (M, L): a regular Lagrangian on TM and what it determines.

Numbers in brackets are those of R. Miron, V. Nimineț, The Lagrangian geometrical model and the
associated dynamical system of a nonholonomic mechanical system, Facta Universitatis 5 (2006).
J is the vertical endomorphism and C the field of Liouville; the metric is half of the mass
matrix, ``g = ½ ∂²L/∂y∂y``. Everything is defined where g is not degenerate.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Form, Metric, NonlinearConnection, check, d, interior
from diffgeo.bundles import TangentBundle
from diffgeo.calculus import display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.connections import cartan_tensor, fibre_metric, sasaki_lift
from diffgeo.errors import AxiomViolation, DegreeMismatch, SingularSystem, SpaceMismatch
from mechanics.errors import SingularLagrangian

if TYPE_CHECKING:
    from diffgeo import Identity, Map, NonlinearConnection, Tensor, VectorForm, Verdict
    from mechanics.spaces.lagrange_spaces.lagrange_geometry import LagrangeGeometry


class LagrangeSpace(display.Shown):
    """A Lagrange space (M, L), (3.00).

    Parameters
    ----------
    lagrangian
        L, a function on a tangent bundle TM.

    Raises
    ------
    SpaceMismatch
        L is no function on a tangent bundle.
    SingularLagrangian
        When something is solved for: g is degenerate.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from mechanics.spaces.lagrange_spaces import LagrangeSpace
    >>> TM = tangent(Manifold("M", "x"))
    >>> space = LagrangeSpace(TM.function("(1 + x**2)*xdot**2"))
    >>> print(space.metric, "|", space.semispray)
    (x**2 + 1) dx⊗dx | xdot ∂_x - x*xdot**2/(x**2 + 1) ∂_xdot
    """

    def __init__(self, lagrangian: Form) -> None:
        if not isinstance(lagrangian, Form) or lagrangian.degree != 0:
            raise DegreeMismatch("a Lagrange space is made of a function L on a tangent bundle")
        bundle = lagrangian.space
        if not isinstance(bundle, TangentBundle):
            raise SpaceMismatch(
                f"the Lagrangian {lagrangian.summary()} is on {bundle.name}, which is no tangent "
                "bundle: make it on tangent(M)"
            )
        self.lagrangian = lagrangian
        self.bundle: TangentBundle = bundle

    @property
    def space(self) -> TangentBundle:
        """TM."""
        return self.bundle

    @property
    def vertical_endomorphism(self) -> VectorForm:
        """J = ∂/∂y^i ⊗ dx^i, (2.02)."""
        return self.bundle.vertical_endomorphism

    @property
    def liouville_field(self) -> VectorForm:
        """C = y^i ∂/∂y^i."""
        return self.bundle.liouville_field

    # --- forms and metric ----------------------------------------------------------------

    @cached_property
    def energy(self) -> Form:
        """E_L = C(L) - L."""
        return self.liouville_field(self.lagrangian) - self.lagrangian

    @cached_property
    def momentum(self) -> Form:
        """d_J L = dL∘J."""
        return self.vertical_endomorphism.transpose(d(self.lagrangian))

    @cached_property
    def omega(self) -> Form:
        """ω = dd_J L, which is 2θ⁰ (6.11)."""
        return d(self.momentum)

    @cached_property
    def metric(self) -> Tensor:
        """g(X, Y) = ½ ω(JX, Y), (3.00): semibasic, half of the mass matrix."""
        return fibre_metric(self.bundle, self.lagrangian)

    @cached_property
    def cartan_tensor(self) -> Tensor:
        """C(X, Y, Z) = ½ (L_{JX} g)(Y, Z) = ¼ ∂³L/∂y³, (5.4): symmetric and semibasic."""
        # Of any nonlinear connection: that of the semispray without forces is at hand.
        return cartan_tensor(self.connection, self.metric)

    # --- musical maps --------------------------------------------------------------------

    def sharp(self, alpha: Form) -> VectorForm:
        """The vertical field Z with ``i_Z ω = α`` for a semibasic 1-form α: Z = ½ α^i ∂/∂y^i.

        The index is raised with g, (4.5); EL_i = α_i is the equation of ``S + Z``.

        Raises
        ------
        SingularLagrangian
            g is degenerate.
        AxiomViolation
            α is not semibasic.
        """
        self.require_semibasic(alpha)
        return self.raised(alpha)

    def raised(self, alpha: Form) -> VectorForm:
        """As `sharp`, for a form that is known to be semibasic."""
        X, V = self._basis, self._vertical
        rows = [[self.omega(v, x) for v in V] for x in X]
        try:
            values = linear.solve(rows, [alpha(x) for x in X])
        except SingularSystem:
            raise self._singular() from None
        return linear.combination(values, V, self.bundle.vector_field())

    def flat(self, Z: VectorForm) -> Form:
        """The form ``i_Z ω`` of a vertical field, semibasic."""
        return interior(Z, self.omega)

    def require_semibasic(self, alpha: Form) -> None:
        """Raise unless α is a 1-form on TM with ``α∘J = 0``: α = α_i(x, y) dx^i."""
        if not isinstance(alpha, Form) or alpha.degree != 1:
            raise DegreeMismatch(f"a semibasic 1-form on {self.bundle.name} is needed")
        if alpha.space is not self.bundle:
            raise SpaceMismatch(
                f"the form {alpha.summary()} is on {alpha.space.name}, not on {self.bundle.name}: "
                "pull it back with the projection"
            )
        if not check(self.vertical_endomorphism.transpose(alpha) == 0, counterexample=False):
            raise AxiomViolation(
                f"the form {alpha.summary()} on {self.bundle.name} is not semibasic: give one "
                "with coefficients along dx only, so that it vanishes on vertical fields"
            )

    def contracted(self, T: Tensor) -> Form:
        """The function g^ij T_ij of a semibasic tensor of type (0,2)."""
        n, inverse, X = range(len(self._basis)), self._inverse_gram, self._basis
        zero = self.bundle.function(0)
        return sum((inverse[i][j] * T(X[i], X[j]) for i in n for j in n), start=zero)

    def sasaki_metric(self, nonlinear: NonlinearConnection) -> Metric:
        """G = g_ij dx^i⊗dx^j + g_ij δy^i⊗δy^j on TM: raises and lowers, and takes traces."""
        return Metric(sasaki_lift(nonlinear, self.metric))

    # --- dynamics ------------------------------------------------------------------------

    def forced_semispray(self, force: Form | None = None) -> VectorForm:
        """The semispray S* with ``i_{S*} ω = Φ - dE_L``, (4.2), (4.7); without a force S, (4.4).

        Its integral curves are the solutions of EL_i = Φ_i, (4.3).
        """
        # Any semispray S₀ will do: i_{S₀}ω + dE_L is semibasic.
        start = self.bundle.semispray()
        needed = -d(self.energy) - interior(start, self.omega)
        if force is not None:
            self.require_semibasic(force)
            needed = needed + force
        return start + self.raised(needed)

    @cached_property
    def semispray(self) -> VectorForm:
        """The canonical semispray S, ``i_S ω = -dE_L``, (4.4)."""
        return self.forced_semispray()

    @cached_property
    def geometry(self) -> LagrangeGeometry:
        """The geometry of S: N, CΓ(N) and what they make."""
        from mechanics.spaces.lagrange_spaces.lagrange_geometry import LagrangeGeometry

        return LagrangeGeometry(self, self.semispray)

    @property
    def connection(self) -> NonlinearConnection:
        """N, the nonlinear connection of S."""
        return self.geometry.connection

    def spray_equation(self, field: VectorForm, force: Form | None = None) -> Identity:
        """The statement ``i_X ω = Φ - dE_L`` about a field."""
        right = -d(self.energy) if force is None else force - d(self.energy)
        return interior(field, self.omega) == right

    # --- special spaces ------------------------------------------------------------------

    def is_finsler(self) -> Verdict:
        """Whether ``C(L) = 2L``: L = F² with F homogeneous of degree 1, (8.12)."""
        return check(self.liouville_field(self.lagrangian) == 2 * self.lagrangian, name="C(L) = 2L")

    def is_riemannian(self) -> Verdict:
        """Whether the Cartan tensor vanishes: g depends on x only."""
        return check(self.cartan_tensor == 0, name="C_ijk = 0")

    def is_regular(self) -> bool:
        """Whether g is not degenerate at the generic point."""
        return linear.rank([[self.metric(x, y) for y in self._basis] for x in self._basis]) == len(
            self._basis
        )

    # --- naturality and looking at it ------------------------------------------------------

    def pulled_back(self, phi: Map) -> LagrangeSpace:
        """The space of ``φ^*L`` for the tangent map φ of a diffeomorphism."""
        return LagrangeSpace(phi.pull(self.lagrangian))

    def __str__(self) -> str:
        return f"the Lagrange space of L = {self.lagrangian.summary()} on {self.bundle.name}"

    def latex(self) -> str:
        """LaTeX source."""
        return f"L = {self.lagrangian.latex()}"

    # --- inside ----------------------------------------------------------------------------

    @cached_property
    def _basis(self) -> tuple[VectorForm, ...]:
        """Fields that are a basis modulo the vertical ones."""
        pairs = zip(self.bundle.frame, self.bundle.base_space.frame, strict=False)
        return tuple(X for X, _ in pairs)

    @cached_property
    def _vertical(self) -> tuple[VectorForm, ...]:
        """J of them: a basis of the vertical fields."""
        return tuple(self.vertical_endomorphism(X) for X in self._basis)

    @cached_property
    def _inverse_gram(self) -> list[list[Form]]:
        """The matrix g^ij in that basis."""
        gram = [[self.metric(x, y) for y in self._basis] for x in self._basis]
        try:
            rows = linear.inverse(gram)
        except SingularSystem:
            raise self._singular() from None
        return [[entry.settled() for entry in row] for row in rows]

    def _singular(self) -> SingularLagrangian:
        return SingularLagrangian(
            f"the Lagrangian {self.lagrangian.summary()} on {self.bundle.name} is singular: "
            "g = ½ d²L/dy² is degenerate, so that no canonical semispray exists; use a regular "
            "Lagrangian or the constraint algorithm, System.reduction()"
        )
