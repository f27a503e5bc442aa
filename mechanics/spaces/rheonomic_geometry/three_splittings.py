"""Two splittings of the tangent spaces of J¹π into horizontal, vertical and temporal parts.

For a field X and an endomorphism T of rank n with ``T X`` known, ``E = [X, T]`` satisfies
``E∘E∘E = E`` and has three projectors: ``h = ½(E² - E)``, ``v = ½(E² + E)`` onto the image of T,
and ``id - E²`` of rank one. Of this kind are

- `FrameConnection`, the connection of Frigioiu, Hedrih and Bîrsan on TM × R: T = J and
  X = S*, a semispray with dt(S*) = -G⁰; ``id - E² = δt⊗∂_t``. It needs a frame of reference, and
  a unit of time and of L;
- `EvolutionConnection`, that of the second-order field S on J¹π: T = S_jet, X = S;
  ``id - E² = dt⊗S``. It needs nothing but the fibration E → R and the motion.

Both have a tensor K with ``K∘T = h``, ``T∘K = v``, an almost contact structure ``f = K - T``, and,
with a metric in the fibres, a metric that is compatible with it and a metrical connection. Numbers
in brackets are those of C. Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical model of
the rheonomic mechanical systems; the connection of S is that of Crampin, Prince and Thompson.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import Distribution, Frame, bracket, check, d, interior, torsion
from diffgeo.bundles import AlmostContact
from diffgeo.calculus import display
from diffgeo.connections import SecondOrderConnection
from diffgeo.errors import AxiomViolation
from diffgeo.structures import composed, tensor_product
from mechanics.spaces.rheonomic_geometry.metrical_splittings import MetricalConnection

if TYPE_CHECKING:
    from diffgeo import Form, Identity, Tensor, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from diffgeo.connections import DynamicalDerivative
    from mechanics.spaces.rheonomic_geometry.product_structure import ProductStructure


class TimeSplitting(display.Shown):
    """Three projectors h, v and η⊗ξ with a tensor K between the first two.

    Parameters
    ----------
    structure
        J¹π with its frame.
    field, endomorphism
        X and T.
    xi, eta
        The field and the 1-form of the third projector.

    Raises
    ------
    AxiomViolation
        ``E∘E∘E = E`` or ``id - E∘E = η⊗ξ`` is refuted for E = [X, T].
    """

    #: What messages call it.
    kind = "the splitting"

    def __init__(
        self,
        structure: ProductStructure,
        field: VectorForm,
        endomorphism: VectorForm,
        xi: VectorForm,
        eta: Form,
    ) -> None:
        self.structure = structure
        self.field = field.settled()
        self.endomorphism = endomorphism
        self.xi, self.eta = xi, eta
        #: E = [X, T], with eigenvalues -1, +1 and 0.
        self.tensor: VectorForm = bracket(self.field, endomorphism)
        self._square = self.tensor @ self.tensor
        #: η⊗ξ, the projector onto the multiples of ξ.
        self.temporal: VectorForm = eta.tensor(xi)
        axioms = [
            self._square @ self.tensor == self.tensor,
            self.space.identity - self._square == self.temporal,
        ]
        if not check(axioms, counterexample=False):
            raise AxiomViolation(
                f"{self.kind} of {field.summary()} on {self.space.name} does not exist: E = [X, T] "
                "has to satisfy E∘E∘E = E and id - E∘E = η⊗ξ"
            )

    @property
    def space(self) -> JetSpace:
        """J¹π."""
        return self.structure.jets

    # --- projectors --------------------------------------------------------------------------

    @cached_property
    def h(self) -> VectorForm:
        """The horizontal projector ½(E² - E), of rank n."""
        return (self._square - self.tensor) / 2

    @cached_property
    def v(self) -> VectorForm:
        """The projector ½(E² + E) onto the image of T, of rank n."""
        return (self._square + self.tensor) / 2

    def projectors(self) -> list[Identity]:
        """The statements that h, v and η⊗ξ are complementary projectors, and what T does."""
        h, v, p, T = self.h, self.v, self.temporal, self.endomorphism
        zero, one = 0 * h, self.structure.jets.identity
        return [
            *(q @ q == q for q in (h, v, p)),
            h @ v == zero, v @ h == zero, h @ p == zero, p @ h == zero, v @ p == zero,
            one == h + v + p,
            T @ h == T, v @ T == T,
        ]  # fmt: skip

    @cached_property
    def horizontal(self) -> Distribution:
        """The image of h."""
        return Distribution(self.structure.jets, self.horizontal_frame)

    @cached_property
    def horizontal_frame(self) -> tuple[VectorForm, ...]:
        """The fields ``h(X_i)`` with ``T h(X_i) = ∂/∂y^i``."""
        return tuple(self.h(X) for X in self.structure.transversal_frame)

    @cached_property
    def adapted_frame(self) -> Frame:
        """h(X_i), ∂/∂y^i, ξ and the dual forms."""
        fields = [*self.horizontal_frame, *self.structure.vertical_frame, self.xi]
        return Frame(self.structure.jets, fields)

    # --- structures --------------------------------------------------------------------------

    @cached_property
    def f(self) -> VectorForm:
        """``f = h∘[X, h] - T``: ``f∘T = h``, ``f∘h = -T``, ``f ξ = 0``, (13), (29)."""
        return self.h @ bracket(self.field, self.h) - self.endomorphism

    @cached_property
    def K(self) -> VectorForm:
        """``K = f + T``: ``K∘T = h``, ``T∘K = v``, zero on horizontal fields and on ξ."""
        return self.f + self.endomorphism

    @cached_property
    def almost_contact(self) -> AlmostContact:
        """(f, ξ, η): ``f² = -id + η⊗ξ``; the corrected property 2 of (29)."""
        return AlmostContact(self.f, self.xi, self.eta)

    def is_normal(self) -> Verdict:
        """Whether ``½[f, f] + dη⊗ξ = 0``; what property 3 of (29) could mean.

        For a `FrameConnection` if and only if it is integrable and stationary.
        """
        return self.almost_contact.is_normal()

    def lifted_metric(self, g: Tensor) -> Tensor:
        """``G(X, Y) = g(X, Y) + g(KX, KY) + η(X) η(Y)``, (32); g sees horizontal parts only."""
        return g + composed(g, self.K, self.K) + tensor_product(self.eta, self.eta)

    def is_compatible(self, g: Tensor) -> Verdict:
        """Whether ``G(fX, fY) = G(X, Y) - η(X) η(Y)``: an almost contact metric structure."""
        return self.almost_contact.is_compatible(self.lifted_metric(g))

    def metrical(self, g: Tensor) -> MetricalConnection:
        """The canonical metrical connection of a metric in the fibres, (16), (30)."""
        return MetricalConnection(self, g)

    def __str__(self) -> str:
        return f"{self.kind} of {self.field.summary()} on {self.structure.jets.name}"

    def latex(self) -> str:
        """LaTeX source."""
        return f"h = {self.h.latex()}"


class FrameConnection(TimeSplitting):
    """The nonlinear connection N of the paper on TM × R, (6)-(12), (23)-(28).

    ``h(∂/∂x^i) = δ_i = ∂/∂x^i - N^j_i ∂/∂y^j - N^0_i ∂_t`` with ``N^j_i = ∂G^j/∂y^i`` and
    ``N^0_i = ∂G⁰/∂y^i`` for ``S* = y^i ∂/∂x^i - 2G^i ∂/∂y^i - G⁰ ∂_t``. Its kernel is
    V = Ker J. Natural under changes x'(x) of product charts, not under x'(t, x), t' = ct,
    L' = kL nor L' = L + dφ/dt, unless N^0 = 0; see
    `mechanics.spaces.rheonomic_geometry.coordinate_changes`.

    Parameters
    ----------
    structure
        J¹π with its frame.
    semispray
        S*, with ``J S* = C``.

    Raises
    ------
    AxiomViolation
        S* is no semispray.
    """

    kind = "the frame connection"

    def __init__(self, structure: ProductStructure, semispray: VectorForm) -> None:
        if not structure.is_semispray(semispray):
            raise AxiomViolation(
                f"{semispray.summary()} on {structure.jets.name} is no semispray: J X = C is needed"
            )
        self.semispray = semispray
        # N^0 = ∂G⁰/∂y with G⁰ = -dt(S*).
        slope = structure.J.transpose(d(structure.dt(semispray)))
        delta_t = structure.dt - slope
        super().__init__(structure, semispray, structure.J, structure.time_field, delta_t)

    @property
    def delta_t(self) -> Form:
        """δt = dt + N^0_i dx^i, (10), (28)."""
        return self.eta

    @cached_property
    def vertical_projector(self) -> VectorForm:
        """``id - h = v + δt⊗∂_t``, onto V = Ker J."""
        return self.v + self.temporal

    @cached_property
    def coefficients(self) -> tuple[tuple[Form, ...], ...]:
        """For each i the functions N^1_i, …, N^n_i and N^0_i, in the coordinates of the frame."""
        jets = self.structure.jets
        functions = [*jets.velocities, jets.time]
        pairs = zip(self.structure.transversal_frame, self.horizontal_frame, strict=True)
        return tuple(tuple(X(f) - H(f) for f in functions) for X, H in pairs)

    # --- curvature ---------------------------------------------------------------------------

    @cached_property
    def curvature(self) -> VectorForm:
        """``½[h, h]``: ``R(δ_j, δ_h) = [δ_j, δ_h] = R^i_jh ∂/∂y^i + R^0_jh ∂_t``, (26), (27)."""
        return torsion(self.h)

    @cached_property
    def curvature_v(self) -> VectorForm:
        """The part R^i_jh of the curvature, ``v∘R``."""
        return interior(self.curvature, self.v)

    @cached_property
    def curvature_0(self) -> Form:
        """The part R^0_jh of the curvature, the 2-form ``δt∘R``."""
        return interior(self.curvature, self.eta)

    def is_integrable(self) -> Verdict:
        """Whether N is involutive, theorem 3.4: R^i_jh = R^0_jh = 0."""
        return check(self.curvature == 0, name=f"the curvature of {self} vanishes")

    def is_stationary(self) -> Verdict:
        """Whether ``[∂_t, h] = 0``: N^i_j and N^0_j do not depend on time.

        With R = 0 that is equivalent to the normality of (f, ∂_t, δt): the tensor ``½[f, f] +
        dδt⊗∂_t`` is R(K·, K·) on vertical and -R on horizontal fields, -f∘R(·, K·) between
        them, and -f∘[∂_t, f] + [∂_t, δt]⊗∂_t along ∂_t.
        """
        return check(bracket(self.xi, self.h) == 0 * self.h, name=f"{self} does not depend on time")


class EvolutionConnection(TimeSplitting):
    """The connection of the second-order field S on J¹π: P_H, P_V and P_S.

    ``P_H(∂/∂x^i) = H_i = ∂/∂x^i - N^j_i ∂/∂y^j`` with ``N^j_i = -½ ∂f^j/∂y^i`` for
    ``S = ∂_t + y^i ∂/∂x^i + f^i ∂/∂y^i``. It belongs to the motion: natural under x'(t, x),
    t' = ct, (L, F)' = (kL, kF) and L' = L + dφ/dt.

    Parameters
    ----------
    structure
        J¹π; its frame is not used.
    evolution
        S, with ``S_jet S = 0`` and ``dt(S) = 1``.

    Raises
    ------
    AxiomViolation
        S is no second-order field.
    """

    kind = "the evolution connection"

    def __init__(self, structure: ProductStructure, evolution: VectorForm) -> None:
        #: The connection on J¹π → E with ``h = P_H + P_S``.
        self.connection = SecondOrderConnection(evolution)
        super().__init__(structure, evolution, structure.S, evolution, structure.dt)

    @property
    def P_H(self) -> VectorForm:
        """The strong horizontal projector ``½(id - [S, S_jet] - dt⊗S)``."""
        return self.h

    @property
    def P_V(self) -> VectorForm:
        """The vertical projector ``½(id + [S, S_jet] - dt⊗S)``."""
        return self.v

    @property
    def P_S(self) -> VectorForm:
        """``dt⊗S``."""
        return self.temporal

    @cached_property
    def coefficients(self) -> tuple[tuple[Form, ...], ...]:
        """For each i the functions N^1_i, …, N^n_i."""
        velocities = self.structure.jets.velocities
        pairs = zip(self.structure.transversal_frame, self.horizontal_frame, strict=True)
        return tuple(tuple(X(y) - H(y) for y in velocities) for X, H in pairs)

    @property
    def curvature(self) -> VectorForm:
        """``½[h, h]`` for ``h = P_H + P_S``: ``R(H_i, H_j) = [H_i, H_j]``, ``i_S R = Φ``."""
        return self.connection.curvature

    @property
    def jacobi_endomorphism(self) -> VectorForm:
        """``Φ = P_V∘[S, P_H]∘P_H``, zero on S."""
        return self.connection.jacobi_endomorphism

    @property
    def dynamical_derivative(self) -> DynamicalDerivative:
        """∇ with ``∇X = Σ_a P_a[S, P_a X]``, a = H, V, S; ``∇S = 0``."""
        return self.connection.dynamical_derivative

    def is_integrable(self) -> Verdict:
        """Whether the fields H_i and S are involutive: R = 0."""
        return self.connection.is_flat()
