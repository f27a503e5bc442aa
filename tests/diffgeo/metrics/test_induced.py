"""Metrics, connections, tensors and tangent bundles of level sets."""

from __future__ import annotations

import pytest

from diffgeo import (
    LinearConnection,
    Manifold,
    Map,
    Metric,
    check,
    d,
    level_set,
    lie,
    submanifold,
    tangent,
)
from diffgeo.errors import AxiomViolation, SpaceMismatch
from diffgeo.metrics import InducedConnection, InducedMetric
from diffgeo.structures import tensor_product
from diffgeo.subsets import Restriction

M = Manifold("M", "x y z")
x, y, z = M.coordinates
SPHERE = level_set(M, "x**2 + y**2 + z**2 - 1", name="S")
FLAT = Metric.diagonal(M, x=1, y=1, z=1)
g = InducedMetric(SPHERE, FLAT)
X, Y = M.vector_field(x="-y", y="x"), M.vector_field(y="-z", z="y")
LIGHT = Metric.diagonal(M, x=1, y=1, z=-1)


def test_the_round_sphere():
    """Curvature 1: R(X, Y)Z = g(Y, Z)X - g(X, Z)Y; II = -2 g for the equation |x|² = 1."""
    D = g.connection
    for Z in (X, Y):
        assert check(D.curvature(X, Y, Z) == g(Y, Z) * X - g(X, Z) * Y)
    assert not check(D.curvature(X, Y, Y) == g(X, Y) * Y - g(Y, Y) * X)
    assert check(D.torsion(X, Y) == 0)
    (normal,) = g.second_fundamental_form(X, Y)
    assert check(normal == -2 * g(X, Y)) and not check(normal == 2 * g(X, Y))
    assert g.is_killing(X) and g.is_killing(Y)
    # Meridians through the poles stretch the parallels: z times the gradient of z is no isometry.
    climb = g.gradient(z)
    assert not g.is_killing(climb)
    assert check(lie(climb, g.tensor) == -2 * z * g.tensor)
    assert not check(lie(climb, g.tensor) == 2 * z * g.tensor)
    assert check(g(climb, X) == SPHERE.restrict(X(z))) and check(g(climb, climb) == 1 - z * z)


def test_metric_and_connection_fit():
    D, f = g.connection, x * z
    derivative = X(FLAT(Y, Y))
    assert check(SPHERE.restrict(derivative) == 2 * g(D(X, Y), Y))
    assert not check(SPHERE.restrict(derivative) == g(D(X, Y), Y))
    assert check(D(X, f * Y) == X(f) * SPHERE.restrict(Y) + f * D(X, Y))
    assert check(D(X, f) == SPHERE.restrict(X(f)))


def test_a_graph_has_the_geometry_of_its_chart():
    """Restricted to the surface z = x y, everything is that of the chart x, y."""
    N = level_set(M, "z - x*y", name="N")
    chart, inclusion = submanifold(M, {"z": "x*y"})
    induced = InducedMetric(N, FLAT)
    inner = inclusion.pull(FLAT)
    A, B = chart.frame
    nabla = inner.connection
    lifts = [M.vector_field(x=1, z="y"), M.vector_field(y=1, z="x")]
    for below, above in zip((A, B), lifts, strict=True):
        for other, over in zip((A, B), lifts, strict=True):
            assert check(inclusion.pull(FLAT(above, over)) == inner(below, other))
            value = induced.connection(above, over).representative
            expected = nabla(below, other)
            assert check(inclusion.restrict(value) == inclusion.tangent(expected))
            wrong = inclusion.tangent(expected + A)
            assert not check(inclusion.restrict(value) == wrong)


def test_a_hyperboloid_in_minkowski_space():
    """x² + y² - z² = -1 has the metric of Lobachevsky, of curvature -1."""
    H = level_set(M, "x**2 + y**2 - z**2 + 1", name="H")
    h = InducedMetric(H, LIGHT)
    boost = M.vector_field(x="z", z="x")
    assert h.is_killing(boost) and h.is_killing(X)
    D = h.connection
    assert check(D.curvature(boost, X, X) == h(boost, X) * X - h(X, X) * boost)
    assert not check(D.curvature(boost, X, X) == h(X, X) * boost - h(boost, X) * X)
    cone = level_set(M, "x**2 + y**2 - z**2", name="cone")
    with pytest.raises(AxiomViolation, match="the product of the normals vanishes"):
        InducedMetric(cone, LIGHT)
    with pytest.raises(AxiomViolation, match="the product of the normals vanishes"):
        InducedMetric(level_set(M, "x - z", name="wall"), LIGHT)


def test_equality_is_that_on_the_level_set():
    other = InducedMetric(SPHERE, Metric(FLAT.tensor + tensor_product(d(x), d(x))))
    radial = d(x * x + y * y + z * z)
    same = InducedMetric(SPHERE, Metric(FLAT.tensor + tensor_product(radial, radial)))
    assert check(same == g) and not check(other == g)
    assert check(same.connection == g.connection) and not check(other.connection == g.connection)
    flat = LinearConnection.from_coefficients(M, {})
    assert check(InducedConnection(SPHERE, flat, same.projector) == same.connection)
    with pytest.raises(AxiomViolation, match="P is a projector to the tangent spaces"):
        InducedConnection(SPHERE, flat, M.identity)
    with pytest.raises(AxiomViolation, match="P is a projector to the tangent spaces"):
        InducedConnection(SPHERE, flat, 0 * M.identity)
    with pytest.raises(SpaceMismatch, match="pull it back"):
        InducedMetric(SPHERE, Metric.diagonal(Manifold("P", "u"), u=1))


def test_tensors_on_level_sets():
    radial = SPHERE.equations[0]
    assert check(SPHERE.restrict(tensor_product(d(radial), d(x))) == 0)
    assert not check(SPHERE.restrict(tensor_product(d(y), d(x))) == 0)
    T = SPHERE.restrict(tensor_product(X, Y))
    assert T.degree == 2 and not check(SPHERE.restrict(tensor_product(Y, X)) == T)
    assert check(T + radial * tensor_product(M.frame[0], M.frame[1]) == T)
    with pytest.raises(AxiomViolation, match="tangency to S fails"):
        SPHERE.restrict(tensor_product(M.frame[0], d(x)))
    assert check(g.tensor(X, Y) == SPHERE.restrict(FLAT(X, Y)))


def test_the_tangent_bundle():
    TS = tangent(SPHERE)
    assert tangent(SPHERE) is TS and TS.dimension == 4 and TS.space is tangent(M)
    speed = "(xdot**2 + ydot**2 + zdot**2)"
    geodesic = TS.space.semispray({q: f"-{speed}*{q}" for q in "xyz"})
    assert TS.is_tangent(geodesic) and not TS.is_tangent(TS.space.semispray())
    assert TS.is_tangent(TS.space.complete_lift(X))
    assert not TS.is_tangent(TS.space.complete_lift(M.vector_field(x="x")))
    on = TS.restrict(geodesic)
    assert check(on(TS.space.function(speed)) == 0)
    J, C = TS.space.vertical_endomorphism, TS.space.liouville_field
    assert check(TS.restrict(J)(on) == TS.restrict(C))


def test_naturality():
    """Under an automorphism that keeps the sphere, and one that does not."""
    turn = Map(M, M, {"x": "-y", "y": "x", "z": "z"}, inverse={"x": "y", "y": "-x", "z": "z"})
    assert SPHERE.pulled_back(turn) is SPHERE
    assert check(turn.pull(g) == g) and check(turn.pull(g.connection) == g.connection)
    shift = Map(
        M, M, {"x": "x + y", "y": "y", "z": "z"}, inverse={"x": "x - y", "y": "y", "z": "z"}
    )
    moved = shift.pull(g)
    assert moved.space is not SPHERE
    assert check(shift.pull(g(X, Y)) == moved(shift.pull(X), shift.pull(Y)))
    value = shift.pull(g.connection(X, Y))
    assert check(value == moved.connection(shift.pull(X), shift.pull(Y)))
    assert isinstance(value, Restriction)
    assert not check(value == moved.connection(shift.pull(X), shift.pull(X)))


def test_how_they_look():
    assert repr(g) == "<the metric dx⊗dx + dy⊗dy + dz⊗dz on S>"
    assert repr(g.connection) == "<the connection on S that ∇∂ = 0 induces>"
    assert g._repr_latex_().startswith("$") and g.connection.latex().startswith(r"P \circ")
    assert str(g) == str(FLAT)
    with pytest.raises(TypeError, match="a level set is needed"):
        InducedMetric(M, FLAT)
