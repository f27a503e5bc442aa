"""Geodesics and parallel transport in balls, against solutions that are known."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from diffgeo import Manifold, Metric
from diffgeo.connections import enclosed_geodesic
from diffgeo.errors import InexactNumber, NotSupported, OutsideDomain, UndefinedSymbol
from diffgeo.subsets import Enclosure

H = Manifold("H", "x y", positive="y")
half_plane = Metric.diagonal(H, x="1/y**2", y="1/y**2").connection


def holds(ball: Enclosure, value: str) -> bool:
    error = abs(ball.middle - Fraction(str(sympy.N(value, 50))))
    return error <= ball.radius + Fraction(1, 10**45) and ball.radius < Fraction(1, 10**12)


def test_a_circle_in_the_half_plane() -> None:
    found = enclosed_geodesic(half_plane, {"x": 0, "y": 1}, {"x": 1}, [0, 1, 2], [{"y": 1}])
    for time, at in zip((0, 1, 2), found, strict=True):
        assert holds(at["x"], f"tanh({time})") and holds(at["y"], f"1/cosh({time})")
        assert holds(at["v_y"], f"-sinh({time})/cosh({time})**2")
        # The second vector stays orthogonal to the first.
        assert holds(at["w1_x"], f"sinh({time})/cosh({time})**2")
    assert not holds(found[1]["x"], "sinh(1)")


def test_the_circular_orbit_of_schwarzschild() -> None:
    K = Manifold("K", "t r phi", parameters="m", positive="m", domain=["r > 2*m"])
    g = Metric.diagonal(K, t="-(1 - 2*m/r)", r="1/(1 - 2*m/r)", phi="r**2")
    start = {"t": 0, "r": 10, "phi": 0, "m": 1}
    velocity = {"t": "sqrt(10/7)", "phi": "sqrt(1/700)"}
    [at] = enclosed_geodesic(g.connection, start, velocity, [50])
    assert holds(at["r"], "10") and holds(at["phi"], "50*sqrt(1/700)")
    assert holds(at["t"], "50*sqrt(10/7)") and not holds(at["t"], "50")
    with pytest.raises(NotSupported, match="not enclosed"):
        fall = {"t": 1, "r": -1}
        enclosed_geodesic(g.connection, start | {"r": "21/10"}, fall, [10])


def test_refusals() -> None:
    for point, velocity in (({"x": 0}, {"x": 1}), ({"x": 0, "y": 1}, {"z": 1})):
        with pytest.raises(UndefinedSymbol):
            enclosed_geodesic(half_plane, point, velocity, [1])
    with pytest.raises(NotSupported, match="order"):
        enclosed_geodesic(half_plane, {"x": 0, "y": 1}, {"x": 1}, [2, 1])
    with pytest.raises(InexactNumber):
        enclosed_geodesic(half_plane, {"x": 0, "y": 1}, {"x": 1}, [0.5])  # type: ignore[list-item]


@pytest.mark.parametrize("declared", [{"positive": "x"}, {"domain": "x != 0"}])
def test_what_leaves_the_chart_is_not_enclosed(declared: dict[str, str]) -> None:
    # The equations, of straight lines, would not notice.
    N = Manifold("N", "x y", **declared)
    flat = Metric.diagonal(N, x=1, y=1).connection
    start, velocity = {"x": 1, "y": 0}, {"x": -1}
    [at] = enclosed_geodesic(flat, start, velocity, [Fraction(3, 4)])
    assert holds(at["x"], "1/4")
    for time in (1, 2):
        with pytest.raises(NotSupported, match="leaves the domain"):
            enclosed_geodesic(flat, start, velocity, [time])
    with pytest.raises(OutsideDomain):
        enclosed_geodesic(flat, {"x": 0, "y": 0}, velocity, [0])
