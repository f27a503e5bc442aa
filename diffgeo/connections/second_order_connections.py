"""The connection of a second-order field, on jets and on spaces like them.

For a vector field Γ and a vertical endomorphism S, the (1,1) tensor ``E = [Γ, S] = L_Γ S``
satisfies ``E∘E∘E = E`` and has the eigenspaces

- +1: the vertical fields (the image of S), with the projector ``v = ½(E² + E)``,
- -1: the strong horizontal ones, with the projector ``½(E² - E)``,
- 0: what is left, with the projector ``id - E²``: on TM nothing; on J¹π the multiples of Γ,
  ``E² = id - dt⊗Γ``; under a connection with vertical projector N besides Γ the image of N.

The horizontal projector is ``h = id - v``: on J¹π the complement of the image of S that
contains Γ. The curvature is ``R = ½[h, h]``, the Jacobi endomorphism ``Φ = v∘[Γ, h]``, and on
J¹π ``Φ = i_Γ R``, ``[S, Φ] = 3R - dt∧Φ``.

Source: Crampin, Prince and Thompson, A geometrical version of the Helmholtz conditions in
time-dependent Lagrangian dynamics (1984); Sarlet, Cantrijn and Saunders (1995).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from diffgeo.bundles.jets import JetSpace
from diffgeo.calculus.brackets import bracket
from diffgeo.calculus.forms import describe
from diffgeo.calculus.requirements import require_map_to
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.adapted_frames import projection_of
from diffgeo.connections.dynamical_derivatives import DynamicalDerivative, jacobi_endomorphism
from diffgeo.connections.ehresmann_connections import EhresmannConnection
from diffgeo.errors import DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.structures.axioms import verify_axiom
from diffgeo.structures.tensor_structures import FStructure

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map


class SecondOrderSplitting:
    """What a field Γ of second order makes of S; mixed into connections that have both."""

    space: Manifold
    vertical_endomorphism: VectorForm
    field: VectorForm

    def _split(self, S: VectorForm, field: VectorForm) -> VectorForm:
        """Keep S and Γ, and give the vertical projector ``½(E² + E)``."""
        # Everything below is made of derivatives of the field: a small one is written out once.
        field = field.settled()
        self.vertical_endomorphism = S
        self.field = field
        self.endomorphism: VectorForm = bracket(field, S)
        E = self.endomorphism
        self._square = E @ E

        def S_name() -> str:
            return f"S = {describe(S)} and Γ = {describe(field)}"

        verify_axiom(S @ S == 0, "S∘S = 0", S_name)
        verify_axiom(S @ E == -S, "S∘[Γ, S] = -S (Γ is of second order)", S_name)
        verify_axiom(self._square @ E == E, "E∘E∘E = E for E = [Γ, S]", S_name)
        return (self._square + E) / 2

    @classmethod
    def _made(cls, fibration: object, vertical_projector: VectorForm) -> NoReturn:
        raise NotSupported(
            f"{cls.__name__} is made of a field of second order, not of the projector "
            f"{vertical_projector.summary()}; use NonlinearConnection or EhresmannConnection"
        )

    @cached_property
    def strong_horizontal(self) -> VectorForm:
        """The projector ``½(E² - E)`` to the eigenvalue -1 of ``E = [Γ, S]``.

        On TM it is h, on J¹π ``h - dt⊗Γ``.
        """
        return (self._square - self.endomorphism) / 2

    @cached_property
    def remainder(self) -> VectorForm:
        """The projector ``id - E²`` to the kernel of E: 0 on TM, ``dt⊗Γ`` on J¹π."""
        return self.space.identity - self._square

    @cached_property
    def f_structure(self) -> FStructure:
        """``F = p∘[Γ, p] - S`` for the strong horizontal projector p, with ``F³ + F = 0``.

        Characterised by ``F∘S = p``, ``F∘p = -S`` and zero where ``[Γ, S]`` is: on J¹π on Γ.
        On TM it is the almost complex structure.
        """
        strong = self.strong_horizontal
        return FStructure(strong @ bracket(self.field, strong) - self.vertical_endomorphism)

    @cached_property
    def jacobi_endomorphism(self) -> VectorForm:
        """``Φ = v∘[Γ, h]``: vertical-valued, and zero on vertical fields."""
        return jacobi_endomorphism(self, self.field)  # type: ignore[arg-type]

    @cached_property
    def dynamical_derivative(self) -> DynamicalDerivative:
        """``∇X = h[Γ, hX] + v[Γ, vX]``, with ``∇h = 0`` and ``∇S = 0``."""
        return DynamicalDerivative(self, self.field)  # type: ignore[arg-type]


class SecondOrderConnection(SecondOrderSplitting, EhresmannConnection):
    """The connection on J¹π → E of a second-order field Γ, ``v = ½(E² + E)``, ``E = [Γ, S]``.

    On other spaces give S and the fibration whose vertical fields are the image of S; that
    ``S∘S = 0``, ``S∘E = -S`` and ``E∘E∘E = E`` is verified.

    Parameters
    ----------
    field
        Γ: on J¹π with ``SΓ = 0`` and ``dt(Γ) = 1``.
    vertical_endomorphism, fibration
        S and the projection; on J¹π the canonical ones.

    Raises
    ------
    AxiomViolation
        Γ is no second-order field, or the image of S is not vertical.
    SpaceMismatch
        Γ is on no jets of order 1, and S or the fibration are not given.

    Examples
    --------
    >>> from diffgeo import FibredManifold, jet
    >>> from diffgeo.connections import SecondOrderConnection
    >>> J = jet(FibredManifold("E", coordinates="x"))
    >>> connection = SecondOrderConnection(J.second_order_field({"x": "-x"}))
    >>> print(connection.jacobi_endomorphism)
    (-xdot dt + dx)⊗∂_xdot
    """

    def __init__(
        self,
        field: VectorForm,
        vertical_endomorphism: VectorForm | None = None,
        fibration: object = None,
    ) -> None:
        if not isinstance(field, VectorForm) or field.degree != 0:
            raise DegreeMismatch(f"a second-order field is a vector field, not {describe(field)}")
        space = field.space
        if vertical_endomorphism is None:
            if not isinstance(space, JetSpace) or space.order != 1:
                raise SpaceMismatch(
                    f"{describe(field)} is not on jets of order 1: give the vertical endomorphism "
                    "and the fibration, or use SemisprayConnection on tangent bundles"
                )
            axiom = "S Γ = 0 and dt(Γ) = 1 (Γ is of second order)"
            verify_axiom(space.is_second_order(field), axiom, f"Γ = {describe(field)}")
            vertical_endomorphism = space.vertical_endomorphism
        if fibration is None:
            fibration = space
        v = self._split(vertical_endomorphism, field)
        super().__init__(projection_of(fibration), v)

    def pulled_back(self, phi: Map) -> SecondOrderConnection:
        """The connection of ``φ^*Γ`` and ``φ^*S`` on ``π∘φ``, φ with inverse."""
        require_map_to(self, phi)
        return SecondOrderConnection(
            phi.pull(self.field), phi.pull(self.vertical_endomorphism), self.projection @ phi
        )
