"""Curves against textbooks: curvature, torsion, parallel transport, the equation of Jacobi."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, Map, Metric, VectorForm, check
from diffgeo.errors import DegreeMismatch
from diffgeo.metrics import Curve

M = Manifold("M", "x y z")
FLAT = Metric.diagonal(M, x=1, y=1, z=1)


def curve(x: str, y: str, z: str, parameters: str = "") -> Curve:
    line = Manifold("I", "t", parameters, positive=parameters)
    return Curve(Map(line, M, {"x": x, "y": y, "z": z}), FLAT)


@pytest.mark.parametrize(
    ("data", "curvature", "torsion"),
    [
        (("a*cos(t)", "a*sin(t)", "b*t", "a b"), "a/(a**2 + b**2)", "b/(a**2 + b**2)"),
        (
            ("t", "t**2", "t**3"),
            "2*sqrt(9*t**4 + 9*t**2 + 1)/(9*t**4 + 4*t**2 + 1)**(3/2)",
            "3/(9*t**4 + 9*t**2 + 1)",
        ),
        (("a*cos(t)", "a*sin(t)", "0", "a"), "1/a", "0"),
        (("exp(t)*cos(t)", "exp(t)*sin(t)", "exp(t)"), "sqrt(2)*exp(-t)/3", "exp(-t)/3"),
        (("t", "cosh(t)", "0"), "1/cosh(t)**2", "0"),
    ],
)
def test_curves_of_textbooks(data, curvature, torsion):
    gamma = curve(*data)
    wanted = [gamma.space.function(f) for f in (curvature, torsion)]
    assert check(gamma.curvature == wanted[0]) and check(gamma.torsion == wanted[1])
    assert not check(gamma.curvature == 2 * wanted[0]) and not gamma.is_geodesic()


def test_lines_are_geodesics():
    line = curve("t", "2*t", "1 - t")
    assert line.is_geodesic() and line.is_parallel(line.velocity)
    parabola = curve("t", "t**2", "0")
    assert not parabola.is_parallel(parabola.velocity)


def test_transport_around_a_circle_of_latitude():
    """The holonomy is a rotation by 2π cos c, as of Foucault's pendulum."""
    S = Manifold("S", "theta phi", domain="theta in (0, pi)")
    g = Metric.diagonal(S, theta=1, phi="sin(theta)**2")
    around = Manifold("A", "t", "c", domain="c in (0, pi)")
    latitude = Curve(Map(around, S, {"theta": "c", "phi": "t"}), g)
    values = around.functions(["cos(t*cos(c))", "-sin(t*cos(c))/sin(c)"])
    moved = VectorForm(S, 0, values, latitude.map)
    assert latitude.is_parallel(moved) and not latitude.is_parallel(latitude.velocity)
    assert check(latitude.product(moved, moved) == 1)
    assert not latitude.is_geodesic()


def test_the_equation_of_jacobi():
    S = Manifold("S", "theta phi", domain="theta in (0, pi)")
    g = Metric.diagonal(S, theta=1, phi="sin(theta)**2")
    line = Manifold("T", "t", domain="t in (0, pi)")
    meridian = Curve(Map(line, S, {"theta": "t", "phi": "1"}), g)
    zero, one, t = line.functions(["0", "1", "t"])
    assert meridian.is_geodesic()
    # ∂_φ is a Killing field; t γ' is a change of the parameter.
    assert meridian.is_jacobi(VectorForm(S, 0, [zero, one], meridian.map))
    assert meridian.is_jacobi(t * meridian.velocity)
    assert not meridian.is_jacobi(VectorForm(S, 0, [zero, t], meridian.map))


def test_refusals():
    with pytest.raises(DegreeMismatch, match="no curve"):
        Curve(Map(M, M, {"x": "x", "y": "y", "z": "z"}), FLAT)
    S = Manifold("S", "u v")
    plane = Metric.diagonal(S, u=1, v=1)
    with pytest.raises(DegreeMismatch, match="dimension 3"):
        _ = Curve(Map(Manifold("I", "t"), S, {"u": "t", "v": "t**2"}), plane).torsion
