"""Metrics, connections, distributions and maps on manifolds with several charts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Atlas,
    Derivation,
    Distribution,
    LinearConnection,
    Manifold,
    Map,
    Metric,
    Symplectic,
    VectorForm,
    bracket,
    check,
    d,
    hodge_star,
    identity_map,
    lie,
    sphere,
)
from diffgeo.atlases import AtlasMap, AtlasObject, plane, projective_space, torus
from diffgeo.errors import AxiomViolation, NotSupported, SpaceMismatch
from diffgeo.structures import tensor, tensor_product

S2, PLANE, RP2 = sphere(2), plane(), projective_space(2)
NORTH, SOUTH = S2.charts
CARTESIAN, POLAR = PLANE.charts
AROUND = "4/(1 + u1**2 + u2**2)**2"
BEYOND = "4/(1 + w1**2 + w2**2)**2"
HERE = Metric.diagonal(NORTH, u1=AROUND, u2=AROUND)
THERE = Metric.diagonal(SOUTH, w1=BEYOND, w2=BEYOND)
ROUND, BOTH = S2.glue(HERE), S2.glue(HERE, THERE)
ROTATION = S2.field(NORTH.vector_field(u1="-u2", u2="u1"))
TILT = S2.field(NORTH.vector_field(u1="(1 + u1**2 - u2**2)/2", u2="u1*u2"))
HEIGHT = S2.function(NORTH, "(u1**2 + u2**2 - 1)/(u1**2 + u2**2 + 1)")


# --- metrics and connections -------------------------------------------------------------


@pytest.mark.parametrize("g", [ROUND, BOTH], ids=["one chart", "two charts"])
def test_the_round_metric(g):
    """Curvature 1, Ric = g, scalar 2; rotations are Killing fields; Δ height = -2 height."""
    assert check(g.connection.ricci == g.tensor)
    assert not check(g.connection.ricci == 2 * g.tensor)
    assert check(g.connection.scalar == 2) and not check(g.connection.scalar == 1)
    assert g.is_killing(ROTATION) and g.is_killing(TILT)
    assert not g.is_killing(S2.field(NORTH.frame[0]))
    assert check(g.laplacian(HEIGHT) == -2 * HEIGHT)
    assert not check(g.laplacian(HEIGHT) == 2 * HEIGHT)
    assert check(g(ROTATION, ROTATION) == 1 - HEIGHT * HEIGHT)
    assert check(g.connection(ROTATION, g.tensor) == 0)
    assert check(g.connection.torsion == 0)
    # grad H is conformal: L g = -2 H g.
    assert check(lie(g.gradient(HEIGHT), g.tensor) == -2 * HEIGHT * g.tensor)
    assert not check(lie(g.gradient(HEIGHT), g.tensor) == 2 * HEIGHT * g.tensor)


def test_values_are_carried_and_must_agree():
    assert check(ROUND == BOTH) and check(ROUND == THERE)
    assert not check(Metric.diagonal(SOUTH, w1=1, w2=1) == ROUND)
    assert BOTH.charts == S2.charts and BOTH.connection.charts == S2.charts
    carried, made = ROUND.connection.on(SOUTH), THERE.connection
    assert check(carried == made)
    assert not check(carried == LinearConnection.from_coefficients(SOUTH, {}))
    with pytest.raises(AxiomViolation, match="agreement on the overlap fails for the values in"):
        S2.glue(HERE, Metric.diagonal(SOUTH, w1=1, w2=1))
    flat = [LinearConnection.from_coefficients(chart, {}) for chart in S2.charts]
    with pytest.raises(AxiomViolation, match="agreement on the overlap"):
        S2.glue(*flat)


def test_what_depends_on_the_chart_is_found_out():
    """The determinant of the metric in a chart is no function; nor are its coordinates."""
    with pytest.raises(AxiomViolation, match="agreement on the overlap"):
        BOTH.determinant  # noqa: B018
    with pytest.raises(AxiomViolation, match="agreement on the overlap"):
        S2.chartwise(lambda chart: chart.coordinates[0], S2)
    assert check(S2.chartwise(lambda chart: chart.identity, S2) == S2.field(NORTH.identity))
    with pytest.raises(AxiomViolation, match="differ: north, south"):
        S2.chartwise(lambda chart: chart.name, S2)
    with pytest.raises(NotSupported, match="carry from chart to chart"):
        S2.chartwise(lambda chart: {"a": 1}, S2)
    assert S2.chartwise(lambda chart: chart.dimension, S2) == 2


def test_the_difference_of_connections_is_a_tensor():
    nabla = ROUND.connection
    A = S2.field(tensor(d(NORTH["u1"]).tensor(NORTH.frame[0])))
    A = S2.chartwise(tensor_product, A, d(HEIGHT))
    assert check((nabla + A) - nabla == A) and not check((nabla + A) == nabla)
    assert A.degree == 3 and not check((nabla + A).torsion == 0)
    X, Y = ROTATION, TILT
    crossed = nabla(X, Y) - nabla(Y, X)
    assert check(crossed == bracket(X, Y))
    assert not check(crossed == -bracket(X, Y))


def test_distributions_structures_and_operations():
    turning = S2.glue(Distribution(NORTH, [NORTH.vector_field(u1="-u2", u2="u1")]))
    assert turning.contains(ROTATION) and not turning.contains(TILT)
    assert turning.is_involutive() and turning.rank == 1
    around = Distribution(SOUTH, [SOUTH.vector_field(w1="-w2", w2="w1")])
    assert check(turning == around)
    assert not check(turning == Distribution(SOUTH, [SOUTH.frame[0]]))
    assert (turning & S2.glue(Distribution(NORTH, NORTH.frame[:1]))).rank == 0
    area = S2.glue(Symplectic(NORTH.form(2, {("u1", "u2"): AROUND})))
    assert check(area.hamiltonian_field(HEIGHT) == -ROTATION)
    assert not check(area.hamiltonian_field(HEIGHT) == ROTATION)
    star = S2.chartwise(hodge_star, d(HEIGHT), ROUND)
    assert check(S2.chartwise(hodge_star, star, ROUND) == -d(HEIGHT))


def test_polar_coordinates():
    flat = PLANE.glue(Metric.diagonal(POLAR, r=1, phi="r**2"))
    assert check(flat == Metric.diagonal(CARTESIAN, x=1, y=1))
    assert not check(flat == Metric.diagonal(CARTESIAN, x=1, y=2))
    assert check(flat.connection == LinearConnection.from_coefficients(CARTESIAN, {}))
    assert check(flat.connection.curvature == 0)


def test_what_is_refused():
    with pytest.raises(SpaceMismatch, match="lives on no chart of S2"):
        S2.glue(Metric.diagonal(CARTESIAN, x=1, y=1))
    with pytest.raises(SpaceMismatch, match="two values are given in the chart north"):
        S2.glue(HERE, HERE)
    with pytest.raises(NotSupported, match="are given in its charts"):
        S2.glue(ROUND)
    with pytest.raises(SpaceMismatch, match="at least one chart"):
        S2.glue()
    with pytest.raises(SpaceMismatch, match="different atlases"):
        ROUND.is_killing(PLANE.field(CARTESIAN.frame[0]))
    with pytest.raises(AttributeError, match="'AtlasObject' object has no attribute 'nothing'"):
        ROUND.nothing  # noqa: B018
    for make in (lambda: VectorForm(S2, 0, []), lambda: Derivation.from_values(S2, 0, {}, {})):
        with pytest.raises(SpaceMismatch, match="S2 is an atlas; use one of its charts"):
            make()


def test_derivations_take_numbers_from_the_right():
    D = lie(CARTESIAN.vector_field(x="y"))
    assert check(D * 3 == 3 * D) and not check(D * 3 == 2 * D)
    with pytest.raises(TypeError, match="from the left"):
        D * CARTESIAN["x"]


def test_how_they_look():
    assert repr(ROUND).startswith("<the metric 4/(u1**2 + u2**2 + 1)**2 du1⊗du1")
    assert repr(ROUND).endswith("as an object on S2>") and isinstance(ROUND, AtlasObject)
    assert str(BOTH).count(";") == 1 and "aligned" in BOTH._repr_latex_()


# --- maps --------------------------------------------------------------------------------

slopes = st.sampled_from([0, 1, -1, 2, Fraction(1, 2)])


@given(st.sampled_from(range(3)), slopes, st.sampled_from(range(3)), slopes)
@settings(max_examples=5)
def test_rotations_of_the_sphere(i, a, j, b):
    """They are isometries with exact inverses, and compose to such."""
    phi, psi = S2.families[i](a), S2.families[j](b)
    both = phi @ psi
    assert check(both.inverse @ both == identity_map(S2))
    assert check(both.pull(ROUND.tensor) == ROUND.tensor)
    assert not check(both.pull(ROUND.tensor) == 2 * ROUND.tensor)
    assert check(both.pull(HEIGHT) == psi.pull(phi.pull(HEIGHT)))


def test_rotations_are_not_all_the_same():
    third, first = S2.families[0](2), S2.families[1](2)
    assert check(third.pull(HEIGHT) == HEIGHT) and not check(first.pull(HEIGHT) == HEIGHT)
    assert check(third.pull(ROTATION) == ROTATION) and not check(first.pull(ROTATION) == ROTATION)
    assert not check(third @ first == first @ third)
    assert check(third @ third.inverse == identity_map(S2))
    # By 2 arctan(1), a quarter turn: x ↦ -y, y ↦ x.
    quarter = S2.families[0](1)
    assert check(quarter.on(NORTH, NORTH) == Map(NORTH, NORTH, {"u1": "-u2", "u2": "u1"}))
    # In the plane of x and z the south pole u = 0 goes to the equator.
    assert [str(f) for f in S2.families[1](1).on(NORTH, NORTH).at(u1=0, u2=0).values()] == [
        "1",
        "0",
    ]
    stretched = Map(
        NORTH, NORTH, {"u1": "2*u1", "u2": "2*u2"}, inverse={"u1": "u1/2", "u2": "u2/2"}
    )
    conformal = AtlasMap(S2, S2, [stretched])
    assert not check(conformal.pull(ROUND.tensor) == ROUND.tensor)
    assert check(conformal.pull(conformal.pull(ROUND)).connection.scalar == 2)


def test_maps_of_other_spaces():
    T = torus()
    turn, other = T.families[0](2), T.families[1](1)
    assert check(turn @ other == other @ turn)
    assert check(turn.inverse @ turn == identity_map(T))
    shear = RP2.families[0](3)
    X = RP2.field(RP2.charts[0].vector_field(a1="a1"))
    assert check(shear.inverse.pull(shear.pull(X)) == X) and not check(shear.pull(X) == X)
    assert shear.pull(X).extends()
    chart = Manifold("chart", "s")
    line = Atlas("line", [], [chart])
    curve = AtlasMap(line, S2, [Map(chart, NORTH, {"u1": "s", "u2": 0})])
    assert curve.inverse is None
    # The arc length of a great circle: 4 ds²/(1 + s²)².
    assert check(
        curve.pull(ROUND.tensor) == line.field(Metric.diagonal(chart, s="4/(1 + s**2)**2").tensor)
    )
    with pytest.raises(SpaceMismatch, match="cannot compose"):
        curve @ curve
    with pytest.raises(SpaceMismatch, match="pulls back fields on S2"):
        curve.pull(CARTESIAN["x"])
    assert check(curve.pull((HEIGHT, HEIGHT))[0] == curve.pull(HEIGHT))
    assert curve.summary() == "(s) ↦ (s, 0)"


def test_large_spheres_are_made_at_once():
    assert sphere(50).dimension == 50
