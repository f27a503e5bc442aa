"""Manifolds that one chart does not cover: spheres, projective spaces, cylinder, torus, plane."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from diffgeo.atlases.angles import angle_chart
from diffgeo.atlases.atlas import Atlas, atlas_product
from diffgeo.errors import NameClash, NotSupported
from diffgeo.forms import Form, total
from diffgeo.maps import Map
from diffgeo.requirements import require_integer
from diffgeo.spaces import Manifold


def sphere(
    dimension: int, names: tuple[str, str] = ("u", "w"), parameters: str | Sequence[str] = ""
) -> Atlas:
    """The unit sphere Sⁿ by its two stereographic charts ``north`` and ``south``.

    The chart ``north`` is the sphere without its north pole, with coordinates u1, …, un of the
    projection from there; the other one has w1, …, wn. The transition is the inversion
    ``w = u/|u|²``. (In dimension 1 the coordinates are called u and w.)

    Raises `DegreeMismatch` for a dimension less than 1, where the charts are not connected, and
    `NameClash` unless there are two different names.
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
    north, south = charts

    def inversion(here: Manifold, there: Manifold) -> dict[str, Form]:
        square = total(here, 0, (x**2 for x in here.coordinates))
        pairs = zip(there.chart.coordinates, here.coordinates, strict=True)
        return {new: old / square for new, old in pairs}

    change = Map(north, south, inversion(north, south), inverse=inversion(south, north))
    return Atlas(f"S{dimension}", [change])


def circle(names: tuple[str, str] = ("u", "w"), parameters: str | Sequence[str] = "") -> Atlas:
    """The circle by two stereographic charts, ``w = 1/u``.

    With the angle φ at the centre, measured from the south pole, ``u = tan(φ/2)`` and
    ``dφ = 2 du/(1 + u²)``.
    """
    return sphere(1, names, parameters)


def projective_space(dimension: int) -> Atlas:
    """The real projective space RPⁿ by its n+1 affine charts.

    In the chart number i the coordinates are ``x_j/x_i`` for j ≠ i, called ``a_j`` in the
    first chart, ``b_j`` in the second, and so on.
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
    return Atlas(f"RP{dimension}", transitions, charts)


def cylinder() -> Atlas:
    """The cylinder S¹ × R: stereographic coordinates u, w of the circle and the height h."""
    line = Atlas("R", [], [Manifold("line", "h")])
    return atlas_product(circle(), line, "S1 × R")


def torus() -> Atlas:
    """The torus S¹ × S¹, with coordinates u, w and p, q of the two circles."""
    return atlas_product(circle(), circle(("p", "q")), "S1 × S1")


def plane(parameters: str | Sequence[str] = "") -> Atlas:
    """The plane with Cartesian coordinates x, y and polar coordinates r > 0, phi.

    The polar chart counts phi modulo 2π: functions of r, cos φ and sin φ, and forms and fields
    with such coefficients, are known in the Cartesian chart too.
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
