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
    from diffgeo.proofs import SymbolicMap
    from diffgeo.proofs.symbolic_objects import ArbitraryManifold


@overload
def identity_map(space: Manifold) -> Map: ...
@overload
def identity_map(space: Atlas) -> AtlasMap: ...
@overload
def identity_map(space: ArbitraryManifold) -> SymbolicMap: ...
def identity_map(space: object) -> object:
    """The identity of a manifold, its own inverse; or of an atlas, or of an arbitrary manifold.

    Parameters
    ----------
    space
        A manifold, an atlas, or a symbol of a manifold.

    Returns
    -------
    Map or AtlasMap or SymbolicMap
        ``id``; its inverse is itself.

    Examples
    --------
    >>> from diffgeo import Manifold, identity_map
    >>> M = Manifold("M", "x y")
    >>> phi = identity_map(M)
    >>> print(phi.images, phi.inverse is phi)
    {'x': <the function x (on M)>, 'y': <the function y (on M)>} True

    A section s of a map φ, on any manifolds:

    >>> from diffgeo import check, symbols_of_forms
    >>> from diffgeo.proofs import symbols_of_manifolds, symbols_of_maps
    >>> M, N = symbols_of_manifolds("M N")
    >>> phi = symbols_of_maps("phi", source=M, target=N)
    >>> s = symbols_of_maps("s", source=N, target=M)
    >>> alpha = symbols_of_forms("alpha", degree=1, on=N)
    >>> section = [phi @ s == identity_map(N), phi.pull(alpha) == 0]
    >>> print(check(alpha == 0, assuming=section).status.name)
    PROVED
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
