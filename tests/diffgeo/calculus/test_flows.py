"""Flows: Lie series, those that end, and maps that are a flow."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, Metric, check, d, lie
from diffgeo.calculus import is_flow, lie_series, polynomial_flow
from diffgeo.errors import NotSupported

M = Manifold("M", "x y z", parameters="t")
x, y, z = M.coordinates
NILPOTENT = M.vector_field(x="y*z + z**3", y="z**2", z=1)
TURN = M.vector_field(x="-y", y="x", z="1")


def test_a_series_that_ends_is_the_flow():
    phi = polynomial_flow(NILPOTENT, M["t"])
    assert is_flow(phi, NILPOTENT, "t") and not is_flow(phi, 2 * NILPOTENT, "t")
    assert check(phi.inverse @ phi == Map(M, M, {"x": "x", "y": "y", "z": "z"}))
    for thing in (x * y, y * d(x), d(x) * d(z), z * M.frame[1]):
        order = 12
        assert check(phi.pull(thing) == lie_series(NILPOTENT, thing, M["t"], order))
        assert not check(phi.pull(thing) == lie_series(NILPOTENT, thing, M["t"], 0))


def test_the_series_of_a_rotation():
    phi = Map(M, M, {"x": "x*cos(t) - y*sin(t)", "y": "x*sin(t) + y*cos(t)", "z": "z + t"})
    assert is_flow(phi, TURN, "t")
    series = lie_series(TURN, x, M["t"], 5)
    exact = phi.pull(x)
    for k in range(6):
        assert check(_taylor(series, k) == _taylor(exact, k))
    assert not check(series == exact)


def _taylor(f, order):
    """The derivative of some order along t, at t = 0."""
    ring = M.chart.ring
    element = f.element()
    for _ in range(order):
        element = ring.derivative(element, "t")
    return M.scalar(ring.pullback(ring, {"t": ring.zero})(element))


def test_isometries_keep_the_metric_at_every_order():
    g = Metric.diagonal(M, x=1, y=1, z=1)
    assert check(lie_series(TURN, g.tensor, M["t"], 4) == g.tensor)
    stretched = M.vector_field(x="x")
    assert not check(lie_series(stretched, g.tensor, M["t"], 4) == g.tensor)
    assert check(lie(TURN, g.tensor) == 0)


def test_what_is_no_flow():
    phi = Map(M, M, {"x": "x*cos(t) - y*sin(t)", "y": "x*sin(t) + y*cos(t)", "z": "z + t + 1"})
    assert not is_flow(phi, TURN, "t")
    with pytest.raises(NotSupported, match="does not end"):
        polynomial_flow(TURN, M["t"])
    with pytest.raises(NotSupported, match="changes along"):
        lie_series(TURN, x, z, 2)
