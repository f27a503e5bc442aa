"""TM, T*M, jets, vertical bundles and products of manifolds with several charts."""

from __future__ import annotations

import pytest

from diffgeo import (
    FibredManifold,
    Manifold,
    Map,
    Metric,
    bracket,
    check,
    cotangent,
    d,
    identity_map,
    interior,
    jet,
    lie,
    product,
    sphere,
    tangent,
)
from diffgeo.atlases import AtlasFibration, plane, projective_space
from diffgeo.bundles import cotangent_map, fibre_derivative, tangent_map, vertical_bundle
from diffgeo.bundles.vertical_bundles import vertical_map
from diffgeo.connections import SemisprayConnection
from diffgeo.errors import AxiomViolation, DegreeMismatch, NameClash, SpaceMismatch

S2, PLANE = sphere(2), plane()
NORTH, SOUTH = S2.charts
CARTESIAN, POLAR = PLANE.charts
TS, PS = tangent(S2), cotangent(S2)
AROUND = "4/(1 + u1**2 + u2**2)**2"
ROUND = S2.glue(Metric.diagonal(NORTH, u1=AROUND, u2=AROUND))
ROTATION = S2.field(NORTH.vector_field(u1="-u2", u2="u1"))
TILT = S2.field(NORTH.vector_field(u1="(1 + u1**2 - u2**2)/2", u2="u1*u2"))
SPRAY = ROUND.connection.geodesic_spray
LINE = Manifold("R", "t")
MOTION = product(LINE, S2)


def test_what_is_canonical_agrees_on_the_overlap():
    assert tangent(S2) is TS and TS.base_space is S2 and TS.over(SOUTH) is tangent(SOUTH)
    J, C, theta = TS.vertical_endomorphism, TS.liouville_field, PS.liouville_form
    for thing in (J, C, theta, PS.liouville_field):
        assert len(thing.charts) == 2 and thing.extends()
    assert check(J(C) == 0) and check(lie(C, J) == -J) and not check(lie(C, J) == J)
    assert check(interior(PS.liouville_field, d(theta)) == theta)
    assert check(PS.symplectic.tensors[0] == -d(theta))
    with pytest.raises(AxiomViolation, match="agreement on the overlap"):
        TS.velocities  # noqa: B018
    with pytest.raises(AttributeError, match="no coordinates here"):
        TS.coordinates  # noqa: B018
    # A spoiled θ does not agree.
    spoiled = [P.form(1, {q: 2 * P[p] for q, p in P.momentum_names.items()}) for P in PS.charts]
    PS.field(*spoiled)
    with pytest.raises(AxiomViolation, match="agreement on the overlap"):
        PS.field(PS.charts[0].liouville_form, spoiled[1])


def test_semisprays_on_the_sphere():
    """The geodesic spray: rotations are its symmetries, the speed and the momenta its integrals."""
    J, C = TS.vertical_endomorphism, TS.liouville_field
    assert check(J(SPRAY) == C) and TS.is_spray(SPRAY) and SPRAY.extends()
    assert not TS.is_spray(SPRAY + C) and not TS.is_semispray(C)
    for X in (ROTATION, TILT):
        lift = TS.complete_lift(X)
        assert check(bracket(lift, SPRAY) == 0)
        momentum = TS.contract(S2.chartwise(lambda g, X: g.flat(X), ROUND, X))
        assert check(SPRAY(momentum) == 0)
    translation = S2.field(NORTH.frame[0])
    assert not check(bracket(TS.complete_lift(translation), SPRAY) == 0)
    assert check(J(TS.complete_lift(ROTATION)) == TS.vertical_lift(ROTATION))
    connection = TS.chartwise(SemisprayConnection, SPRAY)
    assert connection.is_homogeneous() and check(connection.weak_torsion == 0)
    assert not check(connection.curvature == 0)
    carried = TS.chartwise(SemisprayConnection, TS.field(SPRAY.on(TS.charts[0])))
    assert check(connection == carried)


def test_the_same_lagrangian_in_both_charts():
    """The Legendre map of the kinetic energy, between atlases; FL^*θ = J^*dL."""
    L = TS.contract(S2.field(d(NORTH["u1"])))
    speed = TS.field(
        TS.charts[0].function(f"({AROUND})*(u1dot**2 + u2dot**2)/2"),
    )
    assert speed.extends() and check(SPRAY(speed) == 0)
    legendre = TS.chartwise(fibre_derivative, speed)
    assert legendre.source is TS and legendre.target is PS
    J = TS.vertical_endomorphism
    alpha = TS.chartwise(lambda J, f: J.transpose(d(f)), J, speed)
    assert check(legendre.pull(PS.liouville_form) == alpha)
    assert not check(legendre.pull(PS.liouville_form) == 2 * alpha)
    assert not L.extends()


def test_maps_between_bundles():
    phi = S2.families[1](2)
    above, covectors = tangent_map(phi), cotangent_map(phi)
    assert check(above.pull(TS.vertical_endomorphism) == TS.vertical_endomorphism)
    assert check(covectors.pull(PS.liouville_form) == PS.liouville_form)
    assert not check(covectors.pull(PS.liouville_form) == 2 * PS.liouville_form)
    # At the generic point: T φ over φ.
    assert check(TS.projection @ above == phi @ TS.projection)
    assert not check(TS.projection @ above == TS.projection)


def test_polar_coordinates():
    TP, PP = tangent(PLANE), cotangent(PLANE)
    polar, cartesian = TP.over(POLAR), TP.over(CARTESIAN)
    free = TP.field(cartesian.semispray())
    turning = polar.semispray({"r": "r*phidot**2", "phi": "-2*rdot*phidot/r"})
    assert check(free == turning)
    assert not check(free == polar.semispray({"r": "-r*phidot**2", "phi": "-2*rdot*phidot/r"}))
    assert check(TP.field(turning).extended(cartesian) == cartesian.semispray())
    momentum = PP.field(PP.over(POLAR)["p_phi"])
    assert check(momentum.on(PP.over(CARTESIAN)) == PP.over(CARTESIAN).function("x*p_y - y*p_x"))
    assert check(PP.liouville_form.on(PP.over(POLAR)) == PP.over(POLAR).liouville_form)
    # No function on TM: the angle.
    assert not TP.field(polar["phi"]).extends()


def test_products_with_manifolds():
    assert MOTION.dimension == 3 and [str(c) for c in MOTION.charts] == ["R × north", "R × south"]
    X, T = MOTION.lift(ROTATION), MOTION.lift(LINE.frame[0])
    assert X.extends() and check(bracket(X, T) == 0)
    height = S2.function(NORTH, "(u1**2 + u2**2 - 1)/(u1**2 + u2**2 + 1)")
    time, pulled = MOTION.projections[0].pull(LINE["t"]), MOTION.projections[1].pull(height)
    assert check(X(pulled) == 0) and check(T(time) == 1) and not check(X(pulled) == 1)
    assert check((time * X)(pulled) == 0) and pulled.extends()
    three = product(LINE, S2, Manifold("L", "s"))
    assert len(three.factors) == 3 and three.dimension == 4
    with pytest.raises(NameClash, match="coordinates of equal names"):
        product(S2, S2)
    pair = product(S2, S2, suffixes=("a", "b"))
    assert len(pair.charts) == 4 and pair.dimension == 4
    assert pair.lift(ROTATION, 1).extends()
    with pytest.raises(SpaceMismatch, match="0: S2, 1: S2"):
        pair.lift(ROTATION)
    with pytest.raises(TypeError, match="not rename"):
        product(LINE, S2, rename=[{}, {}])
    with pytest.raises(DegreeMismatch, match="no number of a factor"):
        MOTION.fibration(2)


def test_jets_over_time():
    """On J¹ of R × S² → R the tensor S and the contact forms agree on the overlap."""
    pi = MOTION.fibration(0)
    J = jet(pi, 1)
    assert jet(pi, 1) is J and J.base_space is MOTION and J.dimension == 5
    S, dt = J.vertical_endomorphism, J.dt
    assert S.extends() and dt.extends()
    home = J.charts[0]
    accelerations = {"u1": "-u1", "u2": "u1dot*u2"}
    field = J.field(home.second_order_field(accelerations))
    assert J.is_second_order(field) and check(S(field) == 0)
    assert not J.is_second_order(field + S(J.field(home.frame[3])) + J.field(home.frame[1]))
    f = MOTION.projections[1].pull(S2.function(NORTH, "u1/(1 + u1**2 + u2**2)"))
    assert check(field(J.projection.pull(f)) == J.total_derivative(f))
    second = jet(pi, 2)
    assert second.base_space is J and second.dimension == 7
    V = vertical_bundle(pi)
    assert V.dimension == 5 and V.contract(d(f)).extends()


def test_jets_over_an_atlas():
    """A trivial bundle over the projective line: jets of functions on it."""
    circle = projective_space(1)
    E = product(circle, Manifold("F", "q"))
    pi = E.fibration(0)
    J = jet(pi, 1)
    first, second = J.charts
    # On the overlap b0 = 1/a1: dq/db0 = -a1² dq/da1.
    slope = J.transition(first, second).pull(second.coordinates[2])
    assert check(slope == first.function(f"-a1**2*{first.chart.coordinates[2]}"))
    assert not check(slope == first.function(f"a1**2*{first.chart.coordinates[2]}"))
    contact = [
        C.form(1, {"q": 1, x: -C.coordinates[2]}) for C, x in ((first, "a1"), (second, "b0"))
    ]
    assert len(J.field(*contact).charts) == 2
    with pytest.raises(AxiomViolation, match="agreement on the overlap"):
        J.field(contact[0], 2 * contact[1])
    with pytest.raises(SpaceMismatch, match="one of each of its charts"):
        AtlasFibration(E, pi.fibrations[:1])
    with pytest.raises(SpaceMismatch, match="no fibred manifold"):
        jet(J, 1)
    jets_of_fields = jet(tangent(circle), 1)
    assert jets_of_fields.dimension == 3


def test_the_second_tangent_bundle():
    TTS = tangent(TS)
    flip = TTS.canonical_flip
    assert flip.source is TTS and check(flip @ flip == TTS.identity_map())
    section = TTS.field_section(SPRAY)
    assert check(flip @ section == section)
    assert not check(flip @ TTS.field_section(TS.liouville_field) == TTS.field_section(SPRAY))


def test_how_they_look():
    assert repr(TS) == "<the atlas T(S2) (charts T(north), T(south))>"
    assert repr(MOTION.fibration(0)).startswith("<the fibration R × S2 → R of ")
    with pytest.raises(SpaceMismatch, match="no chart of S2"):
        TS.over(CARTESIAN)
    with pytest.raises(AttributeError, match="'AtlasBundle' object has no attribute 'nothing'"):
        TS.nothing  # noqa: B018


def test_vertical_maps():
    """``inclusion ∘ Vφ = Tφ ∘ inclusion``, functorially; only of fibred maps."""
    E = FibredManifold("E", time="t", coordinates="x")
    V = vertical_bundle(E)
    t, x = E.coordinates
    phi = Map(E, E, {"t": 2 * t, "x": t**2 * x + t}, inverse={"t": "t/2", "x": "(4*x - 2*t)/t**2"})
    lifted = vertical_map(phi, V, V)
    assert check(V.inclusion @ lifted == tangent_map(phi) @ V.inclusion)
    assert check(lifted.images["xdot"] == V.function("t**2*xdot"))
    assert not check(lifted.images["xdot"] == V.function("t*xdot"))
    assert check(lifted.inverse @ lifted == identity_map(V))
    mixed = Map(E, E, {"t": t + x, "x": x}, inverse={"t": "t - x", "x": "x"})
    with pytest.raises(AxiomViolation, match="is not fibred"):
        vertical_map(mixed, V, V)
    with pytest.raises(SpaceMismatch, match="does not go from"):
        vertical_map(identity_map(LINE), V, V)
