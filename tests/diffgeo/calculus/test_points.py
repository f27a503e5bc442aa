"""Points are maps, and tangent vectors fields along them."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, Metric, check, d, sphere
from diffgeo.bundles import tangent_map
from diffgeo.calculus import point, pushed_forward, tangent_vector
from diffgeo.errors import OutsideDomain, UndefinedSymbol

M = Manifold("M", "x y", parameters="a")
N = Manifold("N", "u v", parameters="a")
phi = Map(M, N, {"u": "x*y", "v": "x + a*y**2"})
p = point(M, x=2, y="a")
v = tangent_vector(p, x=3, y="1/a")


def test_values_at_a_point() -> None:
    f, alpha = M.function("x**2*y"), M.form(1, {"x": "y", "y": "x"})
    assert str(p.pull(f)) == "4*a"
    assert check(v(f) == p.pull(M.function("2*x*y")) * 3 + p.pull(M.function("x**2")) / M_a())
    assert str(alpha(v)) == "(3*a**2 + 2)/a"
    g = Metric.diagonal(M, x=1, y="x**2")
    assert check(g(v, v) == 9 + 4 / M_a() ** 2)
    assert not check(g(v, v) == 9 - 4 / M_a() ** 2)
    assert check(p == point(M, x="sqrt(4)", y="a")) and not check(p == point(M, x=1, y="a"))


def M_a():  # type: ignore[no-untyped-def]
    return p.source.function("a")


def test_maps_carry_points_and_vectors() -> None:
    w = pushed_forward(phi, v)
    assert w.along is not None and check(w.along == phi @ p)
    assert check([w(N["u"]) == v(phi.pull(N["u"])), w(N["v"]) == v(phi.pull(N["v"]))])
    assert not check(w(N["u"]) == -v(phi.pull(N["u"])))
    # The same by the tangent map, in coordinates of the tangent bundles.
    T = tangent_map(phi)
    at = dict(x=2, y=5, a=5, xdot=3, ydot="1/5")
    assert [T.at(at)[n] for n in ("udot", "vdot")] == [w.at(a=5)["u"], w.at(a=5)["v"]]
    # The chain rule.
    psi = Map(N, M, {"x": "u - v", "y": "u*v"})
    assert check(pushed_forward(psi, w)(M["y"]) == pushed_forward(psi @ phi, v)(M["y"]))


def test_points_of_an_atlas() -> None:
    S = sphere(2)
    north, south = S.charts
    n, s = north.chart.coordinates, south.chart.coordinates
    at = point(north, **{n[0]: 1, n[1]: 2})
    there = S.transition(north, south) @ at
    assert check(there == point(south, **{s[0]: "1/5", s[1]: "2/5"}))
    assert not check(there == point(south, **{s[0]: 1, s[1]: 2}))


def test_refusals() -> None:
    with pytest.raises(UndefinedSymbol):
        point(M, x=1)
    with pytest.raises(UndefinedSymbol, match="no coordinate"):
        tangent_vector(p, z=1)
    with pytest.raises(OutsideDomain):
        point(Manifold("D", "x", domain="x in (0, 1)"), x=2)
    with pytest.raises(Exception, match="fields on M"):
        pushed_forward(phi, tangent_vector(point(N, u=0, v=0), u=1))
    assert not check(d(M["x"])(v) == 0)
