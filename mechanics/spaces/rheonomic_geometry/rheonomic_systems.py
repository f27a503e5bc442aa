"""Rheonomic Lagrangian mechanical systems Σ = (M, L(x, y, t), F(x, y, t)), (17)-(23).

L, F and everything else live on J¹π = TM × R, see `ProductStructure`. Conventions: the metric is
half of the mass matrix, ``g = ½ ∂²L/∂y∂y``; a force is given by its form F_i (dx^i - y^i dt), with
``EL_i = F_i``, and the field F^i ∂/∂y^i is raised with g. Numbers in brackets are those of C.
Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical model of the rheonomic mechanical
systems.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Form, bracket, check, d, interior
from diffgeo.calculus import display
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DegreeMismatch, SingularSystem, SpaceMismatch
from diffgeo.structures import multilinear
from mechanics.errors import SingularLagrangian
from mechanics.model.lagrangian import cartan_form
from mechanics.spaces.rheonomic_geometry.product_structure import ProductStructure
from mechanics.spaces.rheonomic_geometry.three_splittings import (
    EvolutionConnection,
    FrameConnection,
)

if TYPE_CHECKING:
    from diffgeo import Identity, Tensor, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from mechanics.model.systems import System


class RheonomicSystem(display.Shown):
    """A rheonomic mechanical system, and the rheonomic Lagrange space of its Lagrangian.

    Parameters
    ----------
    jets
        J¹π.
    lagrangian
        L, a function on it.
    force
        The 1-form F_i (dx^i - y^i dt); None for 0.
    frame
        The frame of reference τ on E, by default that of the coordinates.

    Raises
    ------
    SpaceMismatch, DegreeMismatch
        L is no function on J¹π, or F no 1-form.
    AxiomViolation
        F is no combination of contact forms, or τ no frame.
    SingularLagrangian
        When something is solved for: g is degenerate.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from mechanics.spaces.rheonomic_geometry import RheonomicSystem
    >>> J = jet(FibredManifold("E", coordinates="x"))
    >>> free = RheonomicSystem(J, J.function("(1 + t**2)*xdot**2"))
    >>> print(free.evolution)
    ∂_t + xdot ∂_x - 2*t*xdot/(t**2 + 1) ∂_xdot
    """

    def __init__(
        self,
        jets: JetSpace,
        lagrangian: Form,
        force: Form | None = None,
        frame: VectorForm | None = None,
    ) -> None:
        self.structure = ProductStructure(jets, frame)
        self.jets = jets
        for what, form, degree in (("Lagrangian", lagrangian, 0), ("force", force, 1)):
            if form is None:
                continue
            if not isinstance(form, Form) or form.degree != degree:
                shown = form.summary() if isinstance(form, Form) else repr(form)
                raise DegreeMismatch(f"the {what} {shown} is no form of degree {degree}")
            if form.space is not jets:
                raise SpaceMismatch(
                    f"the {what} {form.summary()} is on {form.space.name}, not on {jets.name}: "
                    "pull it back"
                )
        self.lagrangian = lagrangian
        self.force: Form = 0 * jets.dt if force is None else force
        if force is not None:
            contact = [force(V) == 0 for V in self.structure.vertical_frame]
            contact.append(force(jets.second_order_field()) == 0)
            if not check(contact, counterexample=False):
                raise AxiomViolation(
                    f"the force {force.summary()} on {jets.name} is no combination of the contact "
                    "forms dx - xdot dt: give F_i (dx^i - xdot^i dt)"
                )

    @classmethod
    def of(cls, system: System, frame: VectorForm | None = None) -> RheonomicSystem:
        """The system of L and the forces of a `System`; its constraints are left out."""
        return cls(system.evolution_space, system.lagrangian, system.force, frame)

    @property
    def space(self) -> JetSpace:
        """J¹π."""
        return self.jets

    @cached_property
    def free(self) -> RheonomicSystem:
        """The rheonomic Lagrange space RL^n = (M, L): the system without forces."""
        return RheonomicSystem(self.jets, self.lagrangian, None, self.structure.frame)

    # --- forms and metrics -------------------------------------------------------------------

    @cached_property
    def cartan_form(self) -> Form:
        """Θ = L dt + S^*dL = d_J L - E_L dt."""
        return cartan_form(self.lagrangian, self.jets)

    @cached_property
    def d_cartan(self) -> Form:
        """dΘ."""
        return d(self.cartan_form)

    @cached_property
    def momentum(self) -> Form:
        """d_J L = dL∘J = L_{y^i} dx^i."""
        return self.structure.J.transpose(d(self.lagrangian))

    @cached_property
    def energy(self) -> Form:
        """E_L = C(L) - L = -Θ(∂_t)."""
        return self.structure.liouville_field(self.lagrangian) - self.lagrangian

    @cached_property
    def metric(self) -> Tensor:
        """g(X, Y) = ½ dd_J L(JX, Y) = g_ij dx^i⊗dx^j, (11)."""
        return self._half(d(self.momentum), self.structure.J)

    @cached_property
    def metric_of_jets(self) -> Tensor:
        """½ dΘ(SX, Y) = g_ij (dx^i - y^i dt)⊗(dx^j - y^j dt): it needs no frame."""
        return self._half(self.d_cartan, self.structure.S)

    def _half(self, slope: Form, vertical: VectorForm) -> Tensor:
        def product(X: VectorForm, Y: VectorForm) -> Form:
            return slope(vertical(X), Y) / 2

        return multilinear(self.jets, (0, 2), product, verify=False)

    @cached_property
    def mass_matrix(self) -> list[list[Form]]:
        """dΘ(∂/∂y^j, X_i) = 2 g_ij."""
        V, X = self.structure.vertical_frame, self.structure.transversal_frame
        return [[self.d_cartan(v, x) for v in V] for x in X]

    @cached_property
    def determinant(self) -> Form:
        """The determinant of the mass matrix; L is regular where it does not vanish."""
        return linear.determinant(self.mass_matrix)

    def is_regular(self) -> bool:
        """Whether rank(g_ij) = n at the generic point."""
        return linear.rank(self.mass_matrix) == len(self.mass_matrix)

    def raised(self, alpha: Form) -> VectorForm:
        """The vertical field Z with ``i_Z dΘ = α`` for a combination α of contact forms.

        ``Z = ½ α^i ∂/∂y^i``. Raises `SingularLagrangian` where g is degenerate.
        """
        X, V = self.structure.transversal_frame, self.structure.vertical_frame
        try:
            values = linear.solve(self.mass_matrix, [alpha(x) for x in X])
        except SingularSystem:
            raise SingularLagrangian(
                f"the Lagrangian {self.lagrangian.summary()} on {self.jets.name} is singular: "
                "g = ½ d²L/dy² is degenerate, so that there is no evolution semispray; use the "
                "theory 'multipliers' or the constraint algorithm, System.reduction()"
            ) from None
        return linear.combination(values, V, self.jets.vector_field())

    # --- dynamics ----------------------------------------------------------------------------

    @cached_property
    def force_field(self) -> VectorForm:
        """F = F^i ∂/∂y^i, (18): ``½ i_F dΘ`` is the form of the force."""
        return 2 * self.raised(self.force)

    @cached_property
    def evolution(self) -> VectorForm:
        """The evolution semispray S, (22) with a = 1: ``i_S dΘ = F_i (dx^i - y^i dt)``, dt(S) = 1.

        ``S = ∂_t + y^i ∂/∂x^i - (2Γ^i - ½F^i) ∂/∂y^i`` with 2Γ^i = 2G^i + N_0^i, (20), (21).
        """
        start = self.jets.second_order_field()
        return start + self.raised(self.force - interior(start, self.d_cartan))

    @cached_property
    def N0(self) -> VectorForm:
        """The vertical field N_0^i ∂/∂y^i, (21): ``i_{N_0} dΘ = S^*d(∂_t L)``."""
        return self.raised(self.structure.S.transpose(d(self.time_slope)))

    @cached_property
    def time_slope(self) -> Form:
        """∂_t L: the derivative along the frame τ¹."""
        return self.structure.time_field(self.lagrangian)

    @cached_property
    def frozen_spray(self) -> VectorForm:
        """The semispray ``y^i ∂/∂x^i - (2G^i - ½F^i) ∂/∂y^i`` with dt = 0: time is frozen.

        On each slice t = const it is the semispray of L(·, ·, t) and the force; ``i_X dd_J L =
        F_i dx^i - dE_L`` modulo dt.
        """
        return self.evolution - self.structure.time_field + self.N0

    @cached_property
    def connection_semispray(self) -> VectorForm:
        """S* = frozen spray - ½ (∂_t L) ∂_t: the semispray whose N^0 is (12), (23)."""
        return self.frozen_spray - self.time_slope / 2 * self.structure.time_field

    # --- geometry ----------------------------------------------------------------------------

    @cached_property
    def frame_connection(self) -> FrameConnection:
        """The paper's connection on TM × R, (12), (23); it needs the frame."""
        return FrameConnection(self.structure, self.connection_semispray)

    @cached_property
    def evolution_connection(self) -> EvolutionConnection:
        """The connection of S on J¹π, which needs no frame."""
        return EvolutionConnection(self.structure, self.evolution)

    def relation(self) -> Identity:
        """The theorem ``h = K∘J - ½[N_0, J] - (δt - dt)⊗∂_t``, h and K of the two connections.

        h is the projector of `frame_connection`, K = f + S_jet belongs to `evolution_connection`,
        so that K∘J = P_H + dt⊗K(C). In coordinates ``δ_i = H_i + ½ (∂N_0^j/∂y^i) ∂/∂y^j - N^0_i
        ∂_t``.
        """
        K, J = self.evolution_connection.K, self.structure.J
        paper = self.frame_connection
        moved = bracket(self.N0, J) / 2
        shift = (paper.delta_t - self.structure.dt).tensor(self.structure.time_field)
        return paper.h == K @ J - moved - shift

    def connections_coincide(self) -> Verdict:
        """Whether δ_i = H_i, ``h = K∘J``: if and only if N^0 = 0 (`time_slope_is_basic`)."""
        same = self.frame_connection.h == self.evolution_connection.K @ self.structure.J
        return check(same, name="delta_i = H_i")

    def time_slope_is_basic(self) -> Verdict:
        """Whether ``d_J(∂_t L) = 0``: ∂²L/∂t∂y^i = 0, so that N^0 = 0 and N_0 = 0."""
        return check(self.structure.J.transpose(d(self.time_slope)) == 0, name="d_J(dL/dt) = 0")

    # --- laws --------------------------------------------------------------------------------

    def evolution_equation(self, field: VectorForm) -> Identity:
        """The Lagrange equations ``i_X dΘ = F`` of a second-order field X, (19)."""
        return interior(field, self.d_cartan) == self.force

    def energy_law(self) -> Identity:
        """``S(E_L) = ½ F(E_L) - ∂_t L``, theorem 3.2."""
        return self.evolution(self.energy) == self.force_field(self.energy) / 2 - self.time_slope

    def power(self) -> Form:
        """The power ``F_i y^i = ½ F(E_L)`` of the force in the frame."""
        return self.force_field(self.energy) / 2

    def __str__(self) -> str:
        return f"the rheonomic system of L = {self.lagrangian.summary()} on {self.jets.name}"

    def latex(self) -> str:
        """LaTeX source."""
        return rf"L = {self.lagrangian.latex()},\quad F = {self.force.latex()}"
