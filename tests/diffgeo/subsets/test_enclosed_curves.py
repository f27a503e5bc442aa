"""Integral curves and geodesics from chart to chart, against solutions that are known."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy

from diffgeo import Atlas, Manifold, Map, Metric, sphere
from diffgeo.atlases import projective_space, torus
from diffgeo.connections import LinearConnection, enclosed_geodesic
from diffgeo.errors import InexactNumber, NotSupported, OutsideDomain, UndefinedSymbol
from diffgeo.subsets import Enclosure, enclosed_curve

S = sphere(2)
north, south = S.charts
FACTOR = "4/(1 + u1**2 + u2**2)**2"
round_metric = S.glue(Metric.diagonal(north, u1=FACTOR, u2=FACTOR))
#: Half of the gradient of a coordinate: from the south pole along a meridian.
climbing = S.field(north.vector_field(u1="(1 + u1**2 - u2**2)/2", u2="u1*u2"))
height = S.field(north.function("(u1**2 + u2**2 - 1)/(u1**2 + u2**2 + 1)"))


def holds(ball: Enclosure, value: str) -> bool:
    error = abs(ball.middle - Fraction(str(sympy.N(value, 40))))
    return error <= ball.radius + Fraction(1, 10**35) and ball.radius < Fraction(1, 10**4)


def test_a_field_whose_curve_is_a_great_circle_through_both_poles() -> None:
    [early, late] = enclosed_curve(climbing, {"u1": 0, "u2": 0}, [1, 4])
    assert early.chart is north and holds(early["u1"], "tan(1/2)")
    assert late.chart is south and holds(late["w1"], "1/tan(2)")
    assert holds(late.value(height), "-cos(4)") and not holds(late.value(height), "cos(4)")


def test_a_great_circle_through_both_poles() -> None:
    # The field of Jacobi of geodesics from a point is the sine of the distance.
    start, velocity, fan = {"u1": 0, "u2": 0}, {"u1": "1/2"}, ({}, {"u2": 1})
    nabla = round_metric.connection
    [at] = enclosed_geodesic(nabla, start, velocity, [3], jacobi=[fan], bits=44)
    w = "1/tan(3/2)"
    assert at.chart is south and holds(at["w1"], w) and not holds(at["w1"], "tan(3/2)")
    assert holds(at["J1_w2"], f"sin(3)*(1 + ({w})**2)")
    assert holds(at["K1_w2"], f"cos(3)*(1 + ({w})**2)")
    with pytest.raises(NotSupported, match="not enclosed"):
        enclosed_curve(climbing.on(north), start, [4], bits=40)


def test_a_line_of_the_projective_plane_turns_what_is_beside_it() -> None:
    P = projective_space(2)
    size = "(1 + a1**2 + a2**2)"
    given = {
        ("a1", "a1"): f"(1 + a2**2)/{size}**2",
        ("a1", "a2"): f"-a1*a2/{size}**2",
        ("a2", "a2"): f"(1 + a1**2)/{size}**2",
    }
    g = P.glue(Metric.from_components(P.charts[0], given))
    line, beside = {"a1": "3/5", "a2": "4/5"}, {"a1": "-4/5", "a2": "3/5"}
    [at] = enclosed_geodesic(g.connection, {"a1": 0, "a2": 0}, line, [3], [beside], bits=44)
    assert at.chart is P.charts[0] and holds(at["a1"], "3*tan(3)/5")
    # Beyond half of the great circle it is on the other side: RP2 has no orientation.
    assert holds(at["w1_a1"], "-4/5/cos(3)") and holds(at["w1_a2"], "3/5/cos(3)")


def test_a_torus_of_revolution_keeps_the_momentum_of_clairaut() -> None:
    T = torus()
    tube = "(2 + (1 - p**2)/(1 + p**2))"
    given = {"u": f"4*{tube}**2/(1 + u**2)**2", "p": "4/(1 + p**2)**2"}
    g = T.glue(Metric.diagonal(T.charts[0], **given))
    start, velocity = {"u": 0, "p": 0}, {"u": "1/6", "p": "1/2"}
    for at in enclosed_geodesic(g.connection, start, velocity, [Fraction(5, 2)], bits=44):
        u, p = ("w" if "w" in at else "u"), ("q" if "q" in at else "p")
        x, y, dx, dy = (at[name].middle for name in (u, p, f"v_{u}", f"v_{p}"))
        far = 2 + (1 - y**2) / (1 + y**2) * (1 if p == "p" else -1)
        turn, roll = 2 * dx / (1 + x**2), 2 * dy / (1 + y**2)
        turn = turn if u == "u" else -turn
        assert abs(far**2 * turn - 3) < Fraction(1, 10**4)
        assert abs(far**2 * turn**2 + roll**2 - 2) < Fraction(1, 10**4)


def test_parameters_and_charts_that_end() -> None:
    left = Manifold("left", "x", parameters="c", domain="x < 1")
    right = Manifold("right", "y", parameters="c", domain="y > 0")
    line = Atlas("R", [Map(left, right, {"y": "x + 1"}, inverse={"x": "y - 1"})])
    X = line.field(left.vector_field(x="c"), right.vector_field(y="c"))
    [at] = enclosed_curve(X, {"x": 0, "c": 2}, [1])
    assert at.chart is right and holds(at["y"], "3")
    with pytest.raises(OutsideDomain):
        enclosed_curve(X, {"x": 1, "c": 2}, [1])
    with pytest.raises(NotSupported, match="not enclosed"):
        enclosed_curve(X.on(left), {"x": 0, "c": 2}, [1])
    # What is given in the left chart is not known beyond it.
    with pytest.raises(NotSupported, match="not enclosed"):
        enclosed_curve(line.field(left.vector_field(x="c")), {"x": 0, "c": 2}, [1])
    # It reaches infinity at the time 1, in both charts.
    quick = line.field(left.vector_field(x="(x - 1)**2"), right.vector_field(y="(y - 2)**2"))
    with pytest.raises(NotSupported, match="not enclosed"):
        enclosed_curve(quick, {"y": 3, "c": 1}, [2])


def test_refusals() -> None:
    for point in ({"u1": 0}, {"u1": 0, "u2": 0, "z": 1}):
        with pytest.raises(UndefinedSymbol):
            enclosed_curve(climbing, point, [1])
    with pytest.raises(InexactNumber):
        enclosed_curve(climbing, {"u1": 0, "u2": 0}, [0.5])  # type: ignore[list-item]
    M = Manifold("M", "x y")
    twisted = LinearConnection.from_coefficients(M, {("x", "x", "y"): 1})
    point = {"x": 0, "y": 0}
    assert enclosed_geodesic(twisted, point, {"y": 1}, [1])
    with pytest.raises(NotSupported, match="torsion"):
        enclosed_geodesic(twisted, point, {"y": 1}, [1], jacobi=[({}, {"x": 1})])


def test_absolute_values_and_angles_have_power_series_off_their_zeros() -> None:
    M = Manifold("M", "x y")
    start = {"x": -1, "y": 1}
    [there] = enclosed_curve(M.vector_field(x=1, y="Abs(x*y)"), start, [Fraction(1, 2)])
    assert there["x"].middle == Fraction(-1, 2)
    # y' = -x y, so that log(y) is 3/8 there
    assert abs(there["y"].middle - Fraction("1.454991414618201336053")) < Fraction(1, 10**20)
    [there] = enclosed_curve(M.vector_field(x=1, y="sign(x)"), start, [Fraction(1, 2)])
    assert there["y"].middle == Fraction(1, 2)
    with pytest.raises(NotSupported, match=r"beyond the time 0\.99"):
        enclosed_curve(M.vector_field(x=1, y="Abs(x)"), start, [2])
    # The angle of a point that goes round by its angle: below and above the cut, and not across.
    turning = M.vector_field(x="-y*atan2(y, x)/2", y="x*atan2(y, x)/2")
    for sign in (1, -1):
        [there] = enclosed_curve(turning, {"x": 0, "y": sign}, [1])
        angle = there.value(M.function("atan2(y, x)"))
        assert abs(angle.middle - sign * Fraction("2.58980531592")) < Fraction(1, 10**10)
    with pytest.raises(NotSupported, match="was not enclosed"):
        enclosed_curve(turning, {"x": 0, "y": 1}, [2])


def test_a_disc_on_which_a_field_is_bounded_badly_is_made_smaller() -> None:
    """Where x passes 0 the last coefficients promise a disc on which bounds are astronomic."""
    M = Manifold("M", "x y z")
    X = M.vector_field(x="-3/2*(1 + y**2)**(1/3)", y="-3/2/(2 + z**2)", z="z**2 - 3/2*tan(x/4)")
    start = {"x": "1/3", "y": "1/4", "z": "1/5"}
    half, end = enclosed_curve(X, start, [Fraction(1, 2), Fraction(1)])
    # by SciPy's DOP853 with tolerances of 1e-13
    for name, value in (("x", -1.19431660534), ("y", -0.47451399312), ("z", 0.43268777859)):
        assert abs(float(end[name].middle) - value) < 1e-10 and end[name].radius < Fraction(
            1, 10**20
        )
        assert abs(float(half[name].middle) - value) > 1e-2


def test_a_step_that_would_be_too_short_is_refused_with_that_reason() -> None:
    """The rate 1/(10⁻⁸ + x²) ends nowhere, but has poles at 10⁻⁴ i."""
    M = Manifold("M", "x y")
    with pytest.raises(NotSupported, match="steps of less than 1/1024 of the longest"):
        X = M.vector_field(x=1, y="1/(1/10**8 + x**2)")
        enclosed_curve(X, {"x": -1, "y": 0}, [Fraction(2)])
    [end] = enclosed_curve(M.vector_field(x=1, y="1/(1 + x**2)"), {"x": -1, "y": 0}, [Fraction(2)])
    assert abs(float(end["y"].middle) - math.pi / 2) < 1e-15
