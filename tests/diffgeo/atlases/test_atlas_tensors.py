"""Tensors on atlases: metrics that extend, and some that do not."""

from __future__ import annotations

from diffgeo import Metric, Status, check, d, lie, sphere
from diffgeo.atlases import plane
from diffgeo.structures import tensor_product

S2, PLANE = sphere(2), plane()
NORTH, SOUTH = S2.charts
CARTESIAN, POLAR = PLANE.charts
ROTATION = S2.field(NORTH.vector_field(u1="-u2", u2="u1"))
TILT = S2.field(NORTH.vector_field(u1="(1 + u1**2 - u2**2)/2", u2="u1*u2"))


def test_tensors_on_the_sphere():
    """The round metric extends and rotations keep it; the flat metric of a chart does neither."""
    around = NORTH.function("4/(1 + u1**2 + u2**2)**2")
    flat = Metric.diagonal(NORTH, u1=1, u2=1).tensor
    metric = S2.field(around * flat)
    assert metric.extends()
    expected = (
        SOUTH.function("4/(1 + w1**2 + w2**2)**2") * Metric.diagonal(SOUTH, w1=1, w2=1).tensor
    )
    assert check(metric.extended(SOUTH) == expected) and check(metric == S2.field(expected))
    assert not check(metric == S2.field(2 * expected))
    for X in (ROTATION, TILT):
        assert check(lie(X, metric) == 0)
    assert not check(lie(S2.field(NORTH.frame[0]), metric) == 0)
    verdict = S2.field(flat).extends()
    assert verdict.status is Status.REFUTED and "w1**2 + w2**2 = 0" in verdict.evidence
    # Of type (2, 0), and mixed: on the whole sphere too.
    assert S2.field(Metric(around * flat).inverse).extends()
    mixed = S2.field(tensor_product(NORTH.vector_field(u1="-u2", u2="u1"), around * d(NORTH["u1"])))
    assert check(mixed.on(SOUTH) == S2.transition(SOUTH, NORTH).pull(mixed.on(NORTH)))
    assert metric.degree == 2


def test_metrics_of_the_plane_in_polar_coordinates():
    euclidean = PLANE.field(Metric.diagonal(POLAR, r=1, phi="r**2").tensor)
    assert check(euclidean.extended(CARTESIAN) == Metric.diagonal(CARTESIAN, x=1, y=1).tensor)
    cone = PLANE.field(Metric.diagonal(POLAR, r=1, phi="2*r**2").tensor)
    verdict = cone.extends()
    assert verdict.status is Status.REFUTED and "x = 0, y = 0" in verdict.evidence
