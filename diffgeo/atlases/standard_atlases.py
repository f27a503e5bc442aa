"""Manifolds that one chart does not cover: spheres, projective spaces, cylinder, torus, plane.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from string import ascii_lowercase

from diffgeo.atlases.angles import angle_chart
from diffgeo.atlases.atlas import Atlas, atlas_product
from diffgeo.atlases.atlas_maps import AtlasMap
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_integer
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NameClash, NotSupported


def sphere(
    dimension: int, names: tuple[str, str] = ("u", "w"), parameters: str | Sequence[str] = ""
) -> Atlas:
    """The unit sphere Sⁿ by its two stereographic charts ``north`` and ``south``.

    The chart ``north`` is the sphere without its north pole, with coordinates u1, …, un of the
    projection from there; the other one has w1, …, wn. The transition is the inversion
    ``w = u/|u|²``. (In dimension 1 the coordinates are called u and w.)

    Parameters
    ----------
    dimension
        n ≥ 1.
    names
        With what the names of the coordinates of the two charts begin.
    parameters
        Names of constants that functions on it may contain.

    Returns
    -------
    Atlas
        With charts ``north`` and ``south``, and the rotations as families of automorphisms.

    Raises
    ------
    DegreeMismatch
        The dimension is less than 1, where the charts are not connected.
    NameClash
        There are not two different names.

    Examples
    --------
    >>> from diffgeo import sphere
    >>> print(*(chart.chart.coordinates for chart in sphere(2).charts))
    ('u1', 'u2') ('w1', 'w2')
    """
    require_integer(dimension, "the dimension of a sphere", 1)
    if not isinstance(names, tuple | list) or len(set(names)) != 2 or len(names) != 2:
        raise NameClash(
            f"a sphere has two charts, whose coordinates are called by two different names such as "
            f"('u', 'w'), not by {names!r}"
        )
    charts = []
    for chart, name in zip(("north", "south"), names, strict=True):
        numbered = [name] if dimension == 1 else [f"{name}{k + 1}" for k in range(dimension)]
        charts.append(Manifold(chart, numbered, parameters=parameters))

    def inversion(here: Manifold, there: Manifold) -> dict[str, Form]:
        square = total(here, 0, (x**2 for x in here.coordinates))
        pairs = zip(there.chart.coordinates, here.coordinates, strict=True)
        return {new: old / square for new, old in pairs}

    change, back = (Map(a, b, inversion(a, b)) for a, b in (charts, charts[::-1]))
    # |u|²|w|² = 1, so that the inversion is its own inverse in every dimension.
    change.inverse, back.inverse = back, change
    planes = combinations(range(dimension + 1), 2)
    families = [partial(_rotation, charts, i, j) for i, j in planes]
    return _with_families(f"S{dimension}", [change], charts, families)


def circle(names: tuple[str, str] = ("u", "w"), parameters: str | Sequence[str] = "") -> Atlas:
    """The circle by two stereographic charts, ``w = 1/u``.

    With the angle φ at the centre, measured from the south pole, ``u = tan(φ/2)`` and
    ``dφ = 2 du/(1 + u²)``.

    Parameters
    ----------
    names
        Of the coordinates in the two charts.
    parameters
        Names of constants.

    Returns
    -------
    Atlas
        With charts ``north`` and ``south`` of dimension 1.

    Examples
    --------
    >>> from diffgeo.atlases import circle
    >>> circle().dimension
    1
    """
    return sphere(1, names, parameters)


def projective_space(dimension: int) -> Atlas:
    """The real projective space RPⁿ by its n+1 affine charts.

    In the chart number i the coordinates are ``x_j/x_i`` for j ≠ i, called ``a_j`` in the
    first chart, ``b_j`` in the second, and so on.

    Parameters
    ----------
    dimension
        n ≥ 1.

    Returns
    -------
    Atlas
        Of dimension n, with n + 1 charts.

    Examples
    --------
    >>> from diffgeo.atlases import projective_space
    >>> len(projective_space(2).charts)
    3
    """
    require_integer(dimension, "the dimension of a projective space", 1)
    letters = ascii_lowercase
    if dimension >= len(letters):
        raise NotSupported(
            f"the charts of RP{dimension} would be called after more than {len(letters)} letters: "
            f"the dimension is at most {len(letters) - 1}"
        )
    indices = range(dimension + 1)

    def name(chart: int, index: int) -> str:
        return f"{letters[chart]}{index}"

    charts = [Manifold(f"U{i}", [name(i, j) for j in indices if j != i]) for i in indices]

    def change(here: int, there: int) -> dict[str, str]:
        # x_j/x_there = (x_j/x_here)/(x_there/x_here)
        return {
            name(there, j): f"{'1' if j == here else name(here, j)}/{name(here, there)}"
            for j in indices
            if j != there
        }

    transitions = [
        Map(charts[i], charts[j], change(i, j), inverse=change(j, i))
        for i in indices
        for j in indices
        if i < j
    ]
    families = [partial(_shear, charts, i, j) for i in indices for j in indices if i != j]
    return _with_families(f"RP{dimension}", transitions, charts, families)


def cylinder() -> Atlas:
    """The cylinder S¹ × R: stereographic coordinates u, w of the circle and the height h.

    Returns
    -------
    Atlas
        Of dimension 2, with two charts.

    Examples
    --------
    >>> from diffgeo.atlases import cylinder
    >>> len(cylinder().charts)
    2
    """
    line = Atlas("R", [], [Manifold("line", "h")])
    return atlas_product(circle(), line, name="S1 × R")


def torus() -> Atlas:
    """The torus S¹ × S¹, with coordinates u, w and p, q of the two circles.

    Returns
    -------
    Atlas
        Of dimension 2, with four charts.

    Examples
    --------
    >>> from diffgeo.atlases import torus
    >>> len(torus().charts)
    4
    """
    return atlas_product(circle(), circle(("p", "q")), name="S1 × S1")


def plane(parameters: str | Sequence[str] = "") -> Atlas:
    """The plane with Cartesian coordinates x, y and polar coordinates r > 0, phi.

    The polar chart counts phi modulo 2π: functions of r, cos φ and sin φ, and forms and fields
    with such coefficients, are known in the Cartesian chart too.

    Parameters
    ----------
    parameters
        Names of constants.

    Returns
    -------
    Atlas
        With charts ``cartesian`` and ``polar``.

    Examples
    --------
    >>> from diffgeo.atlases import plane
    >>> print(*(chart.name for chart in plane().charts))
    cartesian polar
    """
    cartesian = Manifold("cartesian", "x y", parameters=parameters)
    polar = Manifold("polar", "r phi", parameters=parameters, positive="r")
    radius = "sqrt(x**2 + y**2)"
    change = angle_chart(
        polar,
        cartesian,
        {"x": "r*cos(phi)", "y": "r*sin(phi)"},
        {"r": radius},
        {"phi": (f"x/{radius}", f"y/{radius}")},
    )
    return Atlas("R2", [change], [cartesian, polar])


# --- families of automorphisms -----------------------------------------------------------


def _with_families(
    name: str,
    transitions: Sequence[Map],
    charts: Sequence[Manifold],
    families: Sequence[Callable[[Fraction], list[Map]]],
) -> Atlas:
    """The atlas with the automorphisms that have given expressions in its charts."""
    atlas = Atlas(name, transitions, charts)

    atlas.families = tuple(partial(_automorphism, atlas, family) for family in families)
    return atlas


def _automorphism(
    atlas: Atlas, family: Callable[[Fraction], list[Map]], slope: Fraction
) -> AtlasMap:
    return AtlasMap(atlas, atlas, family(slope))


def _rotation(charts: Sequence[Manifold], i: int, j: int, slope: Fraction) -> list[Map]:
    """The rotation of the sphere in a plane of coordinates, by the angle ``2 arctan(slope)``.

    The last coordinate is the one along the axis of the projections.
    """

    def turned(chart: Manifold, a: Fraction) -> dict[str, Form]:
        names, u = chart.chart.coordinates, list(chart.coordinates)
        square = total(chart, 0, (x**2 for x in u))
        if j < len(u):
            c, s = Fraction(1 - a**2, 1 + a**2), Fraction(2 * a, 1 + a**2)
            u[i], u[j] = c * u[i] - s * u[j], s * u[i] + c * u[j]
        else:
            below = 1 - 2 * a * u[i] + a**2 * square
            moved = (1 - a**2) * u[i] + a * (1 - square)
            u = [moved / below if k == i else (1 + a**2) * x / below for k, x in enumerate(u)]
        return dict(zip(names, u, strict=True))

    signs = (1, 1) if j < charts[0].dimension else (1, -1)  # the axis is turned round
    return [
        Map(chart, chart, turned(chart, sign * slope), inverse=turned(chart, -sign * slope))
        for chart, sign in zip(charts, signs, strict=True)
    ]


def _shear(charts: Sequence[Manifold], i: int, j: int, slope: Fraction) -> list[Map]:
    """The projective map ``x_i ↦ x_i + slope x_j``, the other coordinates as they are."""

    def sheared(chart: Manifold, number: int, a: Fraction) -> dict[str, Form]:
        numbers = [k for k in range(len(charts)) if k != number]
        y = dict(zip(numbers, chart.coordinates, strict=True)) | {number: chart.function(1)}
        below = 1 + a * y[j] if number == i else 1
        images = {k: (y[k] + a * y[j] if k == i else y[k]) / below for k in numbers}
        return dict(zip(chart.chart.coordinates, images.values(), strict=True))

    return [
        Map(chart, chart, sheared(chart, k, slope), inverse=sheared(chart, k, -slope))
        for k, chart in enumerate(charts)
    ]
