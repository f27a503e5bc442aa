"""Points and tangent vectors as objects.

A point is a map from a space without coordinates, and what is known of maps is known of it:
another map sends it to ``φ @ p``, the value of a function is ``p.pull(f)``, and ``p == q`` an
identity. A tangent vector is a vector field along it, a derivation of functions at the point.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 3.
"""

from __future__ import annotations

from weakref import WeakValueDictionary

from diffgeo.calculus.brackets import symbol
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_kind, require_manifold, require_vector_form
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import UndefinedSymbol

#: Spaces without coordinates by what they declare.
_HOMES: WeakValueDictionary[str, Manifold] = WeakValueDictionary()


def point(space: Manifold, /, **values: FunctionLike) -> Map:
    """A point of a manifold, as a map from a space without coordinates.

    Parameters
    ----------
    space
        The manifold.
    **values
        Numbers for all coordinates, or functions of the parameters.

    Returns
    -------
    Map
        From one space for all points of manifolds with the same parameters, so that they are
        compared, also after a change of the chart.

    Raises
    ------
    UndefinedSymbol
        A value is missing, or is given for what is no coordinate.
    OutsideDomain
        The point is not in the declared domain.

    Examples
    --------
    >>> from diffgeo import Manifold, check
    >>> from diffgeo.calculus import point
    >>> M = Manifold("M", "x y")
    >>> p = point(M, x=3, y="sqrt(2)")
    >>> print(p.pull(M.function("x*y")), check(p == point(M, x=3, y="2/sqrt(2)")).status.name)
    3*sqrt(2) VERIFIED
    """
    require_manifold(space, "take a point of")
    return Map(_home(space), space, values)


def _home(space: Manifold) -> Manifold:
    """The space without coordinates from which points come; it has the parameters."""
    declared = space.declarations(())
    return _HOMES.setdefault(repr(declared), Manifold("a point", **declared))


def tangent_vector(at: Map, /, **components: FunctionLike) -> VectorForm:
    """A tangent vector at a point, or a field of such vectors along any map.

    Parameters
    ----------
    at
        A point, or another map, such as a curve.
    **components
        By the names of the coordinates; those that are not named are 0.

    Returns
    -------
    VectorForm
        Along the map: ``v(f)`` is the derivative of a function, ``alpha(v)`` the value of a form,
        ``g(v, w)`` that of a tensor.

    Raises
    ------
    UndefinedSymbol
        A name is that of no coordinate.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.calculus import point, tangent_vector
    >>> M = Manifold("M", "r phi", positive="r")
    >>> v = tangent_vector(point(M, r=2, phi=0), r=3, phi=1)
    >>> print(v, "|", v(M["r"] ** 2), "|", Metric.diagonal(M, r=1, phi="r**2")(v, v))
    3 ∂_r + ∂_phi | 12 | 13
    """
    require_kind(at, Map, "take a vector at", "a point or a map")
    names = at.target.chart.coordinates
    if unknown := [name for name in components if name not in names]:
        raise UndefinedSymbol(f"{', '.join(unknown)} is no coordinate of {at.target}")
    values = at.source.functions([components.get(name, 0) for name in names])
    return VectorForm(at.target, 0, values, at)


def pushed_forward(phi: Map, field: VectorForm) -> VectorForm:
    """``dφ∘X``, a field along a map; of a tangent vector the vector at the image of the point.

    Parameters
    ----------
    phi
        A map.
    field
        A vector field on its source, or along a map to it.

    Returns
    -------
    VectorForm
        The symbol of `Map.tangent`: ``(dφ∘X)(f) = X(φ^*f)``.

    Raises
    ------
    SpaceMismatch
        The field is not on the source of φ.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from diffgeo.calculus import point, pushed_forward, tangent_vector
    >>> M, N = Manifold("M", "x y"), Manifold("N", "u")
    >>> phi = Map(M, N, {"u": "x*y"})
    >>> print(pushed_forward(phi, tangent_vector(point(M, x=2, y=5), x=1, y=1)))
    7 ∂_u
    """
    require_kind(phi, Map, "push forward along", "a map")
    require_vector_form(field, 0, "push forward")
    return symbol(phi.tangent(field))
