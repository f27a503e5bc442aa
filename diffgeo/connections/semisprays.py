"""The nonlinear connection of a semispray, ``h = ½(id - [S, J])``.

Its weak torsion is zero, its curvature is ``R = ½[h, h] = ⅓[J, Φ]`` with the Jacobi
endomorphism ``Φ = v∘[S, h]``; for sprays ``Φ = i_S R`` and tension zero. Conversely, a
connection of weak torsion zero is that of a semispray.

Source: Grifone, Structure presque-tangente et connexions I (1972); Crampin, Generalized
Bianchi identities for horizontal distributions (1983).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.calculus.forms import describe
from diffgeo.calculus.requirements import require_map_to
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.connections.nonlinear_connections import (
    NonlinearConnection,
    TangentStructure,
    require_semispray,
)
from diffgeo.connections.second_order_connections import SecondOrderSplitting
from diffgeo.errors import DegreeMismatch, SpaceMismatch

if TYPE_CHECKING:
    from diffgeo.calculus.maps import Map


class SemisprayConnection(SecondOrderSplitting, NonlinearConnection):
    """The nonlinear connection of a semispray S on TM, ``v = ½(id + [S, J])``.

    Parameters
    ----------
    field
        S, with ``JS = C``.
    bundle
        TM; needed only on a space that is no tangent bundle itself.

    Raises
    ------
    AxiomViolation
        ``JS = C`` fails.
    SpaceMismatch
        The field lives on no tangent bundle.

    Examples
    --------
    >>> from diffgeo import Manifold, tangent
    >>> from diffgeo.connections import SemisprayConnection
    >>> TM = tangent(Manifold("M", "x"))
    >>> connection = SemisprayConnection(TM.semispray({"x": "-x*xdot"}))
    >>> print(connection.horizontal_projector)
    dx⊗∂_x - x/2 dx⊗∂_xdot
    """

    def __init__(self, field: VectorForm, bundle: object = None) -> None:
        if not isinstance(field, VectorForm) or field.degree != 0:
            raise DegreeMismatch(f"a semispray is a vector field, not {describe(field)}")
        structure = TangentStructure.of(field.space if bundle is None else bundle)
        if structure.projection.source is not field.space:
            raise SpaceMismatch(
                f"{describe(field)} is no semispray on {structure.projection.source}"
            )
        require_semispray(structure, field)
        v = self._split(structure.vertical_endomorphism, field)
        super().__init__(structure, v)

    def pulled_back(self, phi: Map) -> SemisprayConnection:
        """The connection of ``φ^*S`` with ``φ^*J`` and ``φ^*C``, for φ to TM with inverse."""
        require_map_to(self, phi)
        return SemisprayConnection(phi.pull(self.field), phi.pull(self.structure))
