"""Polar, cylindrical and spherical coordinates, with their domains and the way back.

The angle φ around an axis is between -π and π, as `atan2` counts it; the Cartesian chart is without
the half plane where it jumps. The angle θ from the axis is between 0 and π (the colatitude, as in
ISO 80000-2, where r, θ, φ is the positive order).

Source: ISO 80000-2, Quantities and units: Mathematics, on coordinate systems.
"""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import Manifold

_AROUND = "phi in (-pi, pi)"
_AXIS = "sqrt(x**2 + y**2) + x > 0"
_PLANE = {"x": "r*cos(phi)", "y": "r*sin(phi)"}


def polar_coordinates(parameters: str | Sequence[str] = "") -> Map:
    """The map of polar coordinates r, φ to Cartesian ones x, y, with its inverse.

    Parameters
    ----------
    parameters
        Names of parameters of both charts.

    Returns
    -------
    Map
        From the chart ``polar`` to the chart ``cartesian``.

    Examples
    --------
    >>> from diffgeo import Metric
    >>> from diffgeo.atlases import polar_coordinates
    >>> phi = polar_coordinates()
    >>> print(phi.pull(Metric.diagonal(phi.target, x=1, y=1)))
    dr⊗dr + r**2 dphi⊗dphi
    >>> print(phi.inverse.pull(phi.source["phi"]))
    atan2(y, x)
    """
    polar = Manifold("polar", "r phi", parameters, domain=["r > 0", _AROUND])
    plane = Manifold("cartesian", "x y", parameters, domain=_AXIS)
    back = {"r": "sqrt(x**2 + y**2)", "phi": "atan2(y, x)"}
    return Map(polar, plane, _PLANE, inverse=back)


def cylindrical_coordinates(parameters: str | Sequence[str] = "") -> Map:
    """The map of cylindrical coordinates r, φ, z to Cartesian ones x, y, z, with its inverse.

    Parameters
    ----------
    parameters
        Names of parameters of both charts.

    Returns
    -------
    Map
        From the chart ``cylindrical`` to the chart ``cartesian``.

    Examples
    --------
    >>> from diffgeo import Metric
    >>> from diffgeo.atlases import cylindrical_coordinates
    >>> phi = cylindrical_coordinates()
    >>> print(phi.pull(Metric.diagonal(phi.target, x=1, y=1, z=1)))
    dr⊗dr + r**2 dphi⊗dphi + dz⊗dz
    """
    cylindrical = Manifold("cylindrical", "r phi z", parameters, domain=["r > 0", _AROUND])
    space = Manifold("cartesian", "x y z", parameters, domain=_AXIS)
    back = {"r": "sqrt(x**2 + y**2)", "phi": "atan2(y, x)", "z": "z"}
    return Map(cylindrical, space, {**_PLANE, "z": "z"}, inverse=back)


def spherical_coordinates(parameters: str | Sequence[str] = "") -> Map:
    """The map of spherical coordinates r, θ, φ to Cartesian ones x, y, z, with its inverse.

    Parameters
    ----------
    parameters
        Names of parameters of both charts.

    Returns
    -------
    Map
        From the chart ``spherical`` to the chart ``cartesian``.

    Examples
    --------
    >>> from diffgeo import Metric
    >>> from diffgeo.atlases import spherical_coordinates
    >>> phi = spherical_coordinates()
    >>> print(phi.pull(Metric.diagonal(phi.target, x=1, y=1, z=1)))
    dr⊗dr + r**2 dtheta⊗dtheta + r**2*sin(theta)**2 dphi⊗dphi
    """
    domain = ["r > 0", "theta in (0, pi)", _AROUND]
    spherical = Manifold("spherical", "r theta phi", parameters, domain=domain)
    space = Manifold("cartesian", "x y z", parameters, domain=_AXIS)
    there = {"x": "r*sin(theta)*cos(phi)", "y": "r*sin(theta)*sin(phi)", "z": "r*cos(theta)"}
    radius = "sqrt(x**2 + y**2 + z**2)"
    back = {"r": radius, "theta": f"acos(z/{radius})", "phi": "atan2(y, x)"}
    return Map(spherical, space, there, inverse=back)
