"""A linear connection carried to the vector fields along a map: geodesics, bending of maps.

For φ: M → N and ∇ on N there is one operator ∇^φ on fields along φ that is C^∞(M)-linear in
U, satisfies the rule of Leibniz in V, and has ``∇^φ_U (Y∘φ) = (∇_{Tφ U} Y)∘φ``. For a curve φ
it is the covariant derivative along the curve, D/dt.

Source: Eells and Lemaire, Selected Topics in Harmonic Maps (1983).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from diffgeo.calculus.brackets import symbol
from diffgeo.calculus.display import Shown
from diffgeo.calculus.forms import Form, describe, total
from diffgeo.calculus.requirements import require_same_space
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import DegreeMismatch, SpaceMismatch
from diffgeo.verdicts.verdict import Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map
    from diffgeo.connections.linear_connections import LinearConnection


class ConnectionAlong(Shown):
    """The covariant derivative of vector fields along a map φ: M → N, for ∇ on N.

    Parameters
    ----------
    connection
        The linear connection ∇ on N.
    phi
        The map.

    Raises
    ------
    SpaceMismatch
        The connection does not live on the target of the map.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, Metric
    >>> from diffgeo.connections import ConnectionAlong
    >>> plane = Manifold("P", "r phi", positive="r")
    >>> g = Metric.diagonal(plane, r=1, phi="r**2")
    >>> circle = Map(Manifold("R", "s"), plane, {"r": 2, "phi": "s/2"})
    >>> along = ConnectionAlong(g.connection, circle)
    >>> (U,) = circle.source.frame
    >>> print(along(U, along.tangent(U)), along.is_geodesic().status.name)
    -1/2 ∂_r REFUTED
    """

    def __init__(self, connection: LinearConnection, phi: Map) -> None:
        if connection.space is not getattr(phi, "target", None):
            raise SpaceMismatch(
                f"{describe(connection)} is not carried along {phi}: a Map to "
                f"{connection.space} is needed"
            )
        self.connection = connection
        self.map = phi

    def __call__(self, U: VectorForm, V: VectorForm) -> VectorForm:
        """The field ``∇^φ_U V`` along φ, of a field U on M and a field V along φ."""
        if U.degree != 0 or U.along or U.space is not self.map.source:
            raise SpaceMismatch(
                f"{self} differentiates along fields on {self.map.source}, not {describe(U)}"
            )
        if V.degree != 0 or not V.along or not V.along.coincides(self.map):
            raise SpaceMismatch(
                f"{self} differentiates fields along its map, not {describe(V)}: "
                "fields are made with phi.tangent(U) and phi.restrict(Y)"
            )
        target, source = self.map.target, self.map.source
        slopes = [U(self.map.image(a)) for a in range(target.dimension)]

        def component(k: int) -> Form:
            turned = (
                slope * V.value(b) * self.map.pull(self.connection(X, Y).value(k))
                for slope, X in zip(slopes, target.frame, strict=True)
                for b, Y in enumerate(target.frame)
            )
            return U(V.value(k)) + total(source, 0, turned)

        values = [component(k) for k in range(target.dimension)]
        return VectorForm(target, 0, values, self.map)

    def tangent(self, U: VectorForm) -> VectorForm:
        """The field ``Tφ U`` along φ."""
        return symbol(self.map.tangent(U))

    def bending(self, source: LinearConnection, U: VectorForm, V: VectorForm) -> VectorForm:
        """The value ``(∇Tφ)(U, V) = ∇^φ_U (Tφ V) - Tφ(∇_U V)`` for a connection on M.

        A tensor in U and V, symmetric if both connections are without torsion; for an isometric
        immersion the second fundamental form. It vanishes if φ takes geodesics to geodesics.
        """
        require_same_space("bend by", source, U)
        return self(U, self.tangent(V)) - self.tangent(source(U, V))

    def is_geodesic(self) -> Verdict:
        """Whether a curve φ is a geodesic with affine parameter, ``∇^φ_U Tφ U = 0``.

        U is the unit field of the line's coordinate. Raises `DegreeMismatch` for other maps.
        """
        if self.map.source.dimension != 1:
            raise DegreeMismatch(
                f"{self.map} is no curve: its source {self.map.source} has dimension "
                f"{self.map.source.dimension}"
            )
        (U,) = self.map.source.frame
        return check(self(U, self.tangent(U)) == 0, name=f"{self.map} is a geodesic")

    def __str__(self) -> str:
        return f"the connection along {self.map}"

    def __repr__(self) -> str:
        return f"<{self}: {self.connection.summary()}>"

    def _formula(self, write: Callable[[object], str]) -> str:
        return rf"{write(self.connection)} \quad\text{{along}}\quad {write(self.map)}"
