"""Manifolds of several charts: their diffeomorphisms, and changes of chart."""

from __future__ import annotations

from diffgeo import (
    Atlas,
    Manifold,
    Map,
    cotangent,
    d,
    identity_map,
    jet,
    lie,
    product,
    sphere,
    tangent,
)
from diffgeo.atlases import AtlasMap, atlas_product, circle, projective_space
from diffgeo.bundles import cotangent_map, product_map, tangent_map, vertical_bundle
from diffgeo.bundles.vertical_bundles import vertical_map
from diffgeo.testing import automorphisms, forms, functions, metrics, rationals, vector_fields
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
    "AtlasObject.on AtlasObject.pulled_back AtlasField.extended",
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
HEIGHT = Atlas("R", [], [LINE])
CYLINDER = atlas_product(PLANE, HEIGHT)


def with_line(phi: Map) -> Map:
    space = product(phi.source, LINE)
    return product_map(space, space, phi, identity_map(LINE))


natural_operation(
    "atlas_product",
    lambda: CYLINDER.transition(*CYLINDER.charts),
    under=changes,
    lifts=[with_line, lambda phi: with_line(elsewhere(phi))],
)


def with_height(phi: Map) -> AtlasMap:
    return CYLINDER.times(as_atlas_map(phi), identity_map(HEIGHT))


natural_operation(
    "AtlasProduct WithFactors.lift WithFactors.projections WithFactors.times",
    lambda h, V: (
        CYLINDER.lift(V),
        CYLINDER.projections[0].pull(h),
        CYLINDER.times(PLANE.identity_map(), identity_map(HEIGHT)).pull(CYLINDER.lift(V)),
    ),
    *(f, X),
    under=changes,
    lifts=[as_atlas_map, with_height],
)

# --- objects of other kinds ---------------------------------------------------------------

g = metrics(A, 1, 1, 1).map(PLANE.glue)
natural_operation(
    "AtlasObject Atlas.glue Atlas.chartwise",
    lambda g, V, W: (
        g.on(A),
        g.connection,
        g.connection(V, W),
        g.is_killing(V),
        PLANE.chartwise(lambda metric, X: metric.flat(X), g, V),
    ),
    *(g, X, X),
    **moved,
)
natural_operation(
    "AtlasMap.inverse AtlasMap.on Atlas.identity_map",
    lambda h, psi: (
        as_atlas_map(psi).inverse.pull(h),
        as_atlas_map(psi).on(A, A).pull(h.on(A)),
        PLANE.identity_map().pull(h),
    ),
    *(f, changes),
    **moved,
)

# --- bundles --------------------------------------------------------------------------------

TP, PP = tangent(PLANE), cotangent(PLANE)
natural_operation(
    "AtlasBundle Atlas.prolonged AtlasMap.lifted AtlasBundle.projection",
    lambda V, h, a: (
        TP.complete_lift(V),
        TP.vertical_lift(V),
        TP.vertical_endomorphism,
        TP.contract(a),
        TP.projection.pull(h),
        PP.momentum(V),
        PP.liouville_form,
    ),
    *(X, f, alpha),
    under=changes,
    lifts=[
        as_atlas_map,
        lambda phi: tangent_map(as_atlas_map(phi)),
        lambda phi: cotangent_map(as_atlas_map(phi)),
    ],
)
natural_operation(
    "AtlasBundle.over",
    lambda V: TP.over(A).complete_lift(V.on(A)),
    X,
    under=changes,
    lifts=[as_atlas_map, tangent_map],
)
OVER_HEIGHT = CYLINDER.fibration(1)
JETS, VERTICAL = jet(OVER_HEIGHT, 1), vertical_bundle(OVER_HEIGHT)
FIBRES = OVER_HEIGHT.fibrations[0]


def of_jets(phi: Map) -> AtlasMap:
    J = JETS.charts[0]
    return AtlasMap(JETS, JETS, [J.prolong_fibred(local, FIBRES) for local in _over(phi)])


def of_vertical(phi: Map) -> AtlasMap:
    V = VERTICAL.charts[0]
    return AtlasMap(VERTICAL, VERTICAL, [vertical_map(local, V, V) for local in _over(phi)])


def _over(phi: Map) -> list[Map]:
    return [f for f in with_height(phi).local if f.source is FIBRES.total]


natural_operation(
    "AtlasFibration WithFactors.fibration FibredAtlas.jets FibredAtlas.vertical",
    lambda h, V: (
        JETS.vertical_endomorphism,
        JETS.total_derivative(CYLINDER.projections[0].pull(h)),
        JETS.prolong_field(CYLINDER.lift(V)),
        VERTICAL.contract(d(CYLINDER.projections[0].pull(h))),
    ),
    *(f, X),
    under=changes,
    lifts=[as_atlas_map, with_height, of_jets, of_vertical],
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
