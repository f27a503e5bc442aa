"""What a vector field makes of a connection: Jacobi endomorphism and dynamical derivative.

For a connection with projectors h, v and a vector field Γ on its space:

- ``Φ = v∘[Γ, h] = -v∘[Γ, v]``, the Jacobi endomorphism;
- ``∇X = h[Γ, hX] + v[Γ, vX]``, the dynamical covariant derivative: ``L_Γ`` as far as it keeps
  the splitting.

Source: Martínez, Cariñena and Sarlet, Derivations of differential forms along the tangent
bundle projection (1992, 1993); Bucataru, Constantinescu and Dahl (2011).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.calculus.brackets import bracket, interior, lie
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.forms import Form, describe
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch
from diffgeo.structures.tensorial_objects import Composite
from diffgeo.structures.tensors import Tensor

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.connections.ehresmann_connections import EhresmannConnection
    from diffgeo.connections.linear_connections import Kind


def jacobi_endomorphism(connection: EhresmannConnection, field: VectorForm) -> VectorForm:
    """``Φ = v∘[Γ, h]``: the (1,1) tensor ``X ↦ v[Γ, hX]``.

    It is vertical-valued and vanishes on vertical fields. With the curvature R of the
    connection ``Φ = i_Γ R + v∘[vΓ, h]``; for horizontal Γ it is i_Γ R.

    Parameters
    ----------
    connection
        The splitting h, v.
    field
        The vector field Γ.

    Returns
    -------
    VectorForm
        Of degree 1.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.connections import SemisprayConnection, jacobi_endomorphism
    >>> T = tangent(Manifold("M", "x", "k"))
    >>> Gamma = T.vector_field(x="xdot", xdot="-k*x")
    >>> N = SemisprayConnection(Gamma, T)
    >>> print(jacobi_endomorphism(N, Gamma))
    k dx⊗∂_xdot
    """
    _require_field(connection, field)
    return connection.vertical_projector @ bracket(field, connection.horizontal_projector)


class DynamicalDerivative(Composite):
    """The derivation ∇ of tensors with ``∇f = Γ(f)`` and ``∇X = h[Γ, hX] + v[Γ, vX]``.

    ``∇h = ∇v = 0``. In terms of the (1,1) tensor ``A = -v∘[Γ, h] - h∘[Γ, v]`` it is
    ``∇X = [Γ, X] + AX`` on vector fields, ``∇ = L_Γ - i_A`` on forms, and
    ``∇K = [Γ, K] + A∘K - i_A K`` on vector-valued forms.

    Parameters
    ----------
    connection
        The splitting h, v.
    field
        The vector field Γ.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.connections import DynamicalDerivative, SemisprayConnection
    >>> TM = tangent(Manifold("M", "x"))
    >>> Gamma = TM.semispray({"x": "-x*xdot"})
    >>> nabla = DynamicalDerivative(SemisprayConnection(Gamma), Gamma)
    >>> print(nabla(TM["x"]), "|", nabla(TM.frame[1]), "|", nabla(TM.vertical_endomorphism))
    xdot | x/2 ∂_xdot | 0
    """

    def __init__(self, connection: EhresmannConnection, field: VectorForm) -> None:
        _require_field(connection, field)
        self.connection = connection
        self.field = field
        self.space = connection.space

    @cached_property
    def endomorphism(self) -> VectorForm:
        """The (1,1) tensor A with ``∇X = [Γ, X] + AX``."""
        h, v = self.connection.horizontal_projector, self.connection.vertical_projector
        turned = bracket(self.field, h)
        # [Γ, v] = -[Γ, h], as [Γ, id] = 0.
        return h @ turned - v @ turned

    @cached_property
    def on_forms(self) -> Derivation:
        """∇ as a derivation of degree 0 of Ω: ``(∇α)(X, …) = Γ(α(X, …)) - α(∇X, …) - …``."""
        return lie(self.field) - interior(self.endomorphism)

    def __call__(self, thing: Kind) -> Kind:
        """∇ of a function, form, vector field, vector-valued form or tensor."""
        if not isinstance(thing, Form | VectorForm | Tensor):
            raise TypeError(f"{self} acts on forms, fields and tensors, not on {thing!r}")
        if thing.space is not self.space:
            raise SpaceMismatch(f"{self} acts on what lives on {self.space}, not {describe(thing)}")
        if isinstance(thing, Form):
            return self.on_forms(thing)
        if isinstance(thing, Tensor):
            return thing.derived(self.field, [self(e) for e in self.space.frame])
        A = self.endomorphism
        return bracket(self.field, thing) + interior(thing, A) - interior(A, thing)

    def pulled_back(self, phi: Map) -> DynamicalDerivative:
        """The dynamical derivative of ``φ^*h`` and ``φ^*Γ``."""
        return DynamicalDerivative(phi.pull(self.connection), phi.pull(self.field))

    @property
    def tensors(self) -> tuple[VectorForm, VectorForm]:
        """Γ and the endomorphism, which are ∇ on functions and on vector fields."""
        return self.field, self.endomorphism

    def __str__(self) -> str:
        return f"the dynamical covariant derivative along {self.field.summary()} on {self.space}"

    def _formula(self, write: Callable[[object], str]) -> str:
        return rf"\nabla \quad\text{{along}}\quad {write(self.field)}"


def _require_field(connection: EhresmannConnection, field: VectorForm) -> None:
    if not isinstance(field, VectorForm) or field.degree != 0:
        raise SpaceMismatch(f"a vector field on {connection.space} is needed, not {field!r}")
    if field.space is not connection.space:
        raise SpaceMismatch(
            f"{describe(field)} is no field on {connection.space}, the space of {connection}"
        )
