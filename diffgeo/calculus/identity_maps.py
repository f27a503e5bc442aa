"""The identity of a space, of whatever kind.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 2.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any, overload

from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold

if TYPE_CHECKING:
    from diffgeo.atlases import Atlas, AtlasMap


@overload
def identity_map(space: Manifold) -> Map: ...
@overload
def identity_map(space: Atlas) -> AtlasMap: ...
def identity_map(space: object) -> object:
    """The identity of a manifold (or of an atlas), its own inverse.

    Parameters
    ----------
    space
        A manifold, or an atlas.

    Returns
    -------
    Map or AtlasMap
        ``id``; its inverse is itself.

    Examples
    --------
    >>> from diffgeo import Manifold, identity_map
    >>> M = Manifold("M", "x y")
    >>> phi = identity_map(M)
    >>> print(phi.images, phi.inverse is phi)
    {'x': <the function x (on M)>, 'y': <the function y (on M)>} True
    """
    return identity_of(space)


@singledispatch
def identity_of(space: Any) -> Any:
    """What `identity_map` makes; kinds of spaces that are no manifold of one chart register.

    Parameters
    ----------
    space
        A space of a kind that is registered.

    Returns
    -------
    object
        Its identity.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import identity_of
    >>> print(identity_of(Manifold("M", "x")))
    the map M → M
    """
    require_manifold(space, "take the identity of")
    phi = Map(space, space, dict(zip(space.chart.coordinates, space.coordinates, strict=True)))
    phi.inverse = phi
    return phi
