"""Where functions extend to: against counted real roots, and cases done by hand."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, check, evaluate
from diffgeo.rings.exact.poles import extend

M = Manifold("M", "x y theta phi r", parameters="a b", positive="r b", functions="f(x)")


def answer(text):
    return extend(M.chart.ring, M.function(text).element())


@given(
    st.lists(st.integers(-3, 3), min_size=1, max_size=3),
    st.lists(st.integers(-3, 3), min_size=2, max_size=4),
    st.lists(st.integers(-2, 2), min_size=1, max_size=2),
)
@settings(max_examples=40)
def test_rational_functions_of_one_variable(top, bottom, common):
    """Against Sturm's count of the real roots of the denominator in lowest terms."""
    x = sympy.Symbol("x")
    N, D, C = (sympy.Poly(coefficients, x) for coefficients in (top, bottom, common))
    assume(not D.is_zero and not C.is_zero)
    line = Manifold("line", "x")
    text = f"({N.as_expr() * C.as_expr()})/({D.as_expr() * C.as_expr()})"
    found = extend(line.chart.ring, line.function(text).element())
    _, below = sympy.cancel(N.as_expr() / D.as_expr()).as_numer_denom()
    smooth = sympy.Poly(below, x).count_roots() == 0
    assert found.extends in (smooth, None)
    if D.degree() <= 2:
        assert found.extends is smooth
    assert check(line.scalar(found.element) == line.function(text))
    assert not check(line.scalar(found.element) == line.function(text) + 1)


@pytest.mark.parametrize(
    "text",
    [
        "x*(x**2 + y**2)/(x**2 + y**2)",
        "1/(x**2 + y**2 + 1)",
        "1/(x**2 + y**2 + b)",
        "1/(x**2 + x*y + y**2 + x + 2)",
        "sqrt(x**2 + y**2)**2",
        "sqrt(x**2 + 1)",
        "1/r",
        "1/sqrt(r)",
        "1/(a*(x**2 + r))",
        "sin(theta)**2/(1 - cos(theta))",
        "sin(theta)**2/sin(theta)",
        "1/(2 + cos(theta) + sin(theta))",
        "cos(phi)**2/(1 - sin(phi))",
        "(1 + sin(theta))*(1 - sin(theta))/cos(theta)**2",
        "exp(x)/(exp(x) + 1)",
        "sin(1/r) + atan(x/r) + log(r)",
        "f(1/(1 + x**2))",
    ],
)
def test_smooth_functions(text):
    assert answer(text).extends is True


@pytest.mark.parametrize(
    ("text", "locus"),
    [
        ("x/(x**2 + y**2)", "x**2 + y**2"),
        ("x**3/(x**2 + y**2)", "x**2 + y**2"),
        ("1/(x**3 - 2)", "x**3 - 2"),
        ("1/(x**2 + y**2 + a)", "x**2 + y**2 + a"),
        ("x/sqrt(x**2 + y**2)", "x**2 + y**2"),
        ("sqrt(x)", "x"),
        ("x*sqrt(x)", "x"),
        ("sin(theta)/(1 + cos(theta))", "cos(theta) + 1"),
        ("(1 - cos(theta))/sin(theta)", "cos(theta) + 1"),
        ("1/sin(theta)", "sin(theta)"),
        ("tan(theta - phi)", "cos(theta - phi)"),
        ("exp(x)/x", "x"),
        ("f(x)/x", "x"),
        ("sqrt(1 + x**2)/y", "y"),
        ("1/(r - 1)", "r - 1"),
    ],
)
def test_functions_with_poles(text, locus):
    found = answer(text)
    assert found.extends is False
    assert check(M.function(found.locus) == M.function(locus))
    assert not check(M.function(found.locus) == 2 * M.function(locus))
    assert "pole" in found.reason or "not smooth" in found.reason


def test_the_named_point_is_on_the_locus():
    found = answer("x/(x**2 + y**2 - 2)")
    point = dict(item.split(" = ") for item in found.reason.partition(" at ")[2].split(", "))
    assert evaluate(str(found.locus), point) == 0


@pytest.mark.parametrize(
    "text",
    [
        "sin(x)/x",
        "log(x)",
        "sqrt(x**2 + y**4)",
        "1/(1 + sqrt(x))",
        "1/(x**4 + x + 1)",
        "sin(1/x)",
        "1/(2 + cos(1/x))",
        "x**2*exp(y/x)",
        "f(1/x)",
        "sin(sqrt(x))",
        "atan(1/x)",
    ],
)
def test_what_is_not_decided(text):
    """sin(x)/x is smooth, x⁴ + x + 1 > 0: these are not known, but never called poles."""
    assert answer(text).extends is None


def test_conditions_of_cancelled_denominators_are_gone():
    given_function = M.function("x*(x**2 + y**2)/(x**2 + y**2)")
    assert [str(c) for c in given_function.conditions] == ["x**2 + y**2 != 0"]
    assert M.scalar(answer("x*(x**2 + y**2)/(x**2 + y**2)").element).conditions == ()


# --- polar angles ----------------------------------------------------------------------

PLANE = Manifold("plane", "x y")
RIGHT, UPPER = Manifold("right", "x y", positive="x"), Manifold("upper", "x y", positive="y")
NO_AXIS, NO_CUT = Manifold("no axis", "x y", nonzero="x"), Manifold("no cut", "x y", nonzero="y")
#: The charts where a function is smooth, by what is known of its cut and its poles.
CHARTS = (PLANE, RIGHT, UPPER, NO_AXIS, NO_CUT)


@pytest.mark.parametrize(
    ("text", "smooth"),
    [
        # The cut is the negative part of the axis y = 0, with the origin.
        ("atan2(y, x)", (RIGHT, UPPER, NO_CUT)),
        ("atan2(y, x)**2", (RIGHT, UPPER, NO_CUT)),
        ("x + y*atan2(y, x)", (RIGHT, UPPER, NO_CUT)),
        ("exp(atan2(y, x))", (RIGHT, UPPER, NO_CUT)),
        # Its differential misses the origin only.
        ("x/(x**2 + y**2)", (RIGHT, UPPER, NO_AXIS, NO_CUT)),
        ("-y/(x**2 + y**2)", (RIGHT, UPPER, NO_AXIS, NO_CUT)),
        ("atan2(y - 1, x)", (RIGHT,)),
        ("atan2(y, 1 + x**2)", CHARTS),
        ("atan2(1 + x**2 + x*y + y**2, x)", CHARTS),
        ("atan(x)", CHARTS),
        ("atan(x*y)", CHARTS),
        ("asin(x)", ()),
        ("y*acos(x - 1)", ()),
        ("asin(x/(1 + x**2))", CHARTS),
        ("acos(x/(1 + x**2))", CHARTS),
        ("asin(x/sqrt(1 + x**2 + y**2))", CHARTS),
    ],
)
def test_polar_angles_and_their_cuts(text, smooth):
    for chart in CHARTS:
        found = extend(chart.chart.ring, chart.function(text).element())
        assert found.extends is (chart in smooth), (chart, found)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("atan2(y, x)", {"x": -1, "y": 0}),
        ("atan2(y - 1, x)", {"x": -1, "y": 1}),
        ("asin(x)", {"x": 1}),
        ("y*acos(x - 1)", {"x": 2, "y": 1}),
    ],
)
def test_the_locus_is_zero_where_a_polar_angle_fails(text, point):
    found = extend(PLANE.chart.ring, PLANE.function(text).element())
    assert evaluate(str(found.locus), point) == 0


@pytest.mark.parametrize("text", ["log(x)", "sqrt(x)", "exp(1/x)", "exp(-1/x**2)", "atan(1/x)"])
def test_other_generators_are_smooth_on_half_lines(text):
    """exp(-1/x²) is smooth, the others are not; nothing but half of the line is VERIFIED."""
    for declared, expected in (("x", (True,)), ("", (False, None))):
        plane = Manifold("plane", "x", positive=declared)
        found = extend(plane.chart.ring, plane.function(text).element())
        assert found.extends in expected
