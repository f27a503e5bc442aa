"""Manifolds of several charts: their diffeomorphisms, and changes of chart."""

from __future__ import annotations

from diffgeo import (
    Atlas,
    AtlasMap,
    Manifold,
    Map,
    atlas_product,
    circle,
    d,
    identity_map,
    lie,
    product,
    product_map,
    projective_space,
    sphere,
)
from diffgeo.testing import automorphisms, forms, functions, rationals, vector_fields
from naturality.registry import natural_operation
from naturality.spaces import bent

# Two charts of a plane that a polynomial map identifies: everything is defined everywhere.
A, A2 = Manifold("here", "x y"), Manifold("there", "u v")
GLUE = Map(A, A2, {"u": "x + y**2", "v": "y"}, inverse={"x": "u - v**2", "y": "v"})
PLANE = Atlas("plane", [GLUE])


def as_atlas_map(phi: Map) -> AtlasMap:
    """A diffeomorphism of the plane, known in its first chart."""
    return AtlasMap(PLANE, PLANE, [phi])


changes = bent(automorphisms(A, 1, 1, 1), A)
f, X = functions(A, 1, 1).map(PLANE.field), vector_fields(A, 1, 1).map(PLANE.field)
alpha = forms(A, 1, 1, 1).map(PLANE.field)
moved = dict(under=changes, lifts=[as_atlas_map])
natural_operation(
    "Atlas Atlas.field AtlasField AtlasField.apply AtlasMap AtlasMap.pull",
    lambda h, V, a: (h, V, h * V, d(a), lie(V, a), a(V) + h),
    *(f, X, alpha),
    **moved,
)
natural_operation(
    "AtlasField.extends AtlasField.extension",
    lambda h, V: (h.extends(), (h * V).extends(), (h * V).extension()),
    *(f, X),
    **moved,
)
natural_operation(
    "AtlasField.on AtlasField.pulled_back AtlasField.extended",
    lambda h, a, phi: (h.on(A), a.on(A), a.extended(A), a.pulled_back(phi)),
    *(f, alpha, changes),
    **moved,
)


def elsewhere(phi: Map) -> Map:
    """The same diffeomorphism in the second chart."""
    return GLUE @ phi @ GLUE.inverse


natural_operation(
    "Atlas.transition",
    lambda: (PLANE.transition(A, A2), PLANE.transition(A2, A)),
    under=changes,
    lifts=[elsewhere],
)
LINE = Manifold("line", "h")
CYLINDER = atlas_product(PLANE, Atlas("R", [], [LINE]))


def with_line(phi: Map) -> Map:
    space = product(phi.source, LINE)
    return product_map(space, space, phi, identity_map(LINE))


natural_operation(
    "atlas_product",
    lambda: CYLINDER.transition(*CYLINDER.charts),
    under=changes,
    lifts=[with_line, lambda phi: with_line(elsewhere(phi))],
)

# The diffeomorphisms of the spaces of the gallery that are rational in every chart.
CIRCLE, SPHERE, PROJECTIVE = circle(), sphere(2), projective_space(2)


def rotation(slope):
    """The rotation of the circle by which the point 0 becomes the point a."""
    north, south = CIRCLE.charts
    maps = []
    for chart, name, a in ((north, "u", slope), (south, "w", -slope)):
        there = {name: f"({name} + ({a}))/(1 - ({a})*{name})"}
        back = {name: f"({name} - ({a}))/(1 + ({a})*{name})"}
        maps.append(Map(chart, chart, there, inverse=back))
    return AtlasMap(CIRCLE, CIRCLE, maps)


natural_operation(
    "circle",
    lambda: CIRCLE.field(CIRCLE.charts[0].form(1, {"u": "2/(1 + u**2)"})),
    under=rationals(3).map(rotation),
)


def turned(slope):
    """The rotation of the sphere about its axis, by an angle of rational sine and cosine."""
    size = 1 + slope**2
    c, s = (1 - slope**2) / size, 2 * slope / size
    maps = []
    for chart in SPHERE.charts:
        x, y = chart.chart.coordinates
        there = {x: f"({c})*{x} - ({s})*{y}", y: f"({s})*{x} + ({c})*{y}"}
        back = {x: f"({c})*{x} + ({s})*{y}", y: f"({c})*{y} - ({s})*{x}"}
        maps.append(Map(chart, chart, there, inverse=back))
    return AtlasMap(SPHERE, SPHERE, maps)


natural_operation(
    "sphere",
    lambda: SPHERE.field(SPHERE.charts[0].form(2, {("u1", "u2"): "4/(1 + u1**2 + u2**2)**2"})),
    under=rationals(3).map(turned),
)


def sheared(slope):
    """The projective map ``[x_0 : x_1 : x_2] ↦ [x_0 : x_1 : x_2 + a x_1]``, in the first charts."""
    first, second, _ = PROJECTIVE.charts
    return AtlasMap(
        PROJECTIVE,
        PROJECTIVE,
        [
            Map(
                first,
                first,
                {"a1": "a1", "a2": f"a2 + ({slope})*a1"},
                inverse={"a1": "a1", "a2": f"a2 - ({slope})*a1"},
            ),
            Map(
                second,
                second,
                {"b0": "b0", "b2": f"b2 + ({slope})"},
                inverse={"b0": "b0", "b2": f"b2 - ({slope})"},
            ),
        ],
    )


natural_operation(
    "projective_space",
    lambda V: (V, V.extends()),
    vector_fields(PROJECTIVE.charts[0], 1, 1).map(PROJECTIVE.field),
    under=rationals(3).map(sheared),
)
