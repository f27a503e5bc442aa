"""Integrals of forms over chains, against values that are known otherwise."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy

from diffgeo import Manifold, Map, Metric, check, d, identity_map, sphere
from diffgeo.atlases import orientation
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NotSupported,
    OutsideDomain,
    UndefinedSymbol,
)
from diffgeo.subsets import cell, enclosed_integral, integral, stokes

line = Manifold("line", "t", functions="f(t)")
interval = identity_map(line)
plane = Manifold("plane", "x y", parameters="R a", positive="R")
polar = Map(
    Manifold("box", "r phi", parameters="R a", positive="R"),
    plane,
    {"x": "r*cos(phi)", "y": "r*sin(phi)"},
)
disc = cell(polar, r=(0, "R"), **{"phi": (0, "2*pi")})
area = plane.form(2, {("x", "y"): 1})


@pytest.mark.parametrize(
    ("integrand", "low", "high", "value"),
    [
        ("t**3", 0, 2, "4"),
        ("sin(t)**4*cos(t)**2", 0, "pi", "pi/16"),
        ("1/(1 + t**2)", 0, 1, "pi/4"),
        ("t*log(t)", 1, 2, "2*log(2) - 3/4"),
        ("t**5/(1 + t**2)**2", 0, 2, "12/5 - log(5)"),
        ("t*exp(-t)", 0, 1, "1 - 2*exp(-1)"),
        ("1/t", -2, -1, "-log(2)"),
        ("1/(t**2 - 1)", "-1/2", "1/2", "-log(3)"),
        ("1/sqrt(t**2 - 1)", -3, -2, "log(2 - sqrt(3)) - log(3 - 2*sqrt(2))"),
        ("1/(t*log(t))", 2, 3, "log(log(3)/log(2))"),
        # With tan(t/2) the formula has a jump, and gives 0 over a whole turn.
        ("1/(2 + cos(t))", 0, "2*pi", "2*pi/sqrt(3)"),
        ("1/(5 - 3*cos(t))", "-pi", "pi", "pi/2"),
        ("1/(1 + 3*sin(t)**2)", 0, "2*pi", "pi"),
        ("1/(1 + 3*sin(t)**2)**2", 0, "2*pi", "5*pi/8"),
        ("1/cos(t)", "3*pi/4", "5*pi/4", "-2*log(1 + sqrt(2))"),
        ("1/(1 + t**4)", 0, 1, "sqrt(2)*(pi + 2*log(1 + sqrt(2)))/8"),
    ],
)
def test_integrals_over_an_interval(integrand: str, low: object, high: object, value: str) -> None:
    c = cell(interval, t=(low, high))
    found = integral(line.function(integrand) * d(line["t"]), c)
    assert check(found == found.space.function(value))
    assert not check(found == found.space.function(value) + 1)
    assert check(integral(line.function(integrand) * d(line["t"]), -2 * c) == -2 * found)
    ball = enclosed_integral(line.function(integrand) * d(line["t"]), c)
    assert abs(ball.middle - Fraction(str(sympy.N(value, 40)))) <= ball.radius + Fraction(1, 10**38)
    assert ball.radius < Fraction(1, 10**12)


def test_absolute_values_are_integrated_where_they_are_smooth() -> None:
    form = line.function("Abs(t)/t**2") * d(line["t"])
    found = integral(form, cell(interval, t=(-2, -1)))
    assert check(found == found.space.function("log(2)"))
    assert not check(found == -found.space.function("log(2)"))
    with pytest.raises(OutsideDomain, match=r"t from -2 to 0, .* where t = 0"):
        integral(form, cell(interval, t=(-2, 1)))


@pytest.mark.parametrize(
    ("integrand", "low", "high", "value"),
    [
        ("Abs(t)", -1, 2, "5/2"),
        ("t*Abs(t)", -1, 2, "7/3"),
        ("sign(t - 1)*t", 0, 3, "7/2"),
        ("Abs(sin(t))", 0, "2*pi", "4"),
        ("Abs(Abs(t) - 1)", -2, 3, "7/2"),
        ("exp(-Abs(t))", -1, 1, "2 - 2*exp(-1)"),
        ("1/sqrt(Abs(t))", -1, 1, "4"),  # to both sides of 0, where it is not defined
        ("Abs(log(t))", "1/2", 2, "(3*log(2) - 1)/2"),
    ],
)
def test_absolute_values_are_integrated_between_their_zeros(integrand, low, high, value) -> None:
    M = Manifold("M", "t")
    found = integral(M.function(integrand) * d(M["t"]), cell(identity_map(M), t=(low, high)))
    assert check(found == found.space.function(value))
    assert not check(found == found.space.function(value) + Fraction(1, 9))


def test_a_box_is_cut_where_the_order_of_cuts_changes() -> None:
    M = Manifold("M", "x y")
    area, box = d(M["x"]) * d(M["y"]), cell(identity_map(M), x=(-1, 2), y=(-1, 1))
    # By symmetry: the integral of max - min; (x - y)**3/6 at the corners, twice.
    for integrand, value in {
        "Abs(x - y)": "17/3", "sign(x - y)": "2", "Abs(x - y)*Abs(x + y)": "16/3",
    }.items():  # fmt: skip
        found = integral(M.function(integrand) * area, box)
        assert check(found == Fraction(value)) and not check(found == -Fraction(value))
    triangle = cell(identity_map(M), x=(0, 1), y=(0, "x"))
    assert check(integral(M.function("Abs(x - 2*y)") * area, triangle) == Fraction(1, 6))
    with pytest.raises(OutsideDomain, match=r"x\*y - 1 != 0 may fail"):
        integral(M.function("Abs(x*y - 1)") * area, box)
    line, end = Manifold("L", "x", parameters="R a", positive="R a"), "R"
    ends = cell(identity_map(line), x=("-R", end))
    assert str(integral(line.function("Abs(x)") * d(line["x"]), ends)) == "R**2"
    with pytest.raises(OutsideDomain, match="a - x != 0 may fail"):  # a may lie beyond R
        integral(line.function("Abs(x - a)") * d(line["x"]), ends)


def test_stokes_is_not_asked_of_what_jumps() -> None:
    """The form is closed where it is defined, and its values at the ends differ."""
    M, N = Manifold("M", "x"), Manifold("N", "x y")
    over = cell(identity_map(M), x=(-1, 1))
    for jump in ("sign(x)", "atan(1/x)"):
        verdict = stokes(M.function(jump), over)
        assert verdict.status.name == "UNKNOWN"
        assert "x != 0 may fail" in verdict.reason
    box = cell(identity_map(N), x=(-1, 1), y=(0, 1))
    assert stokes(N.form(1, {"y": "sign(x)"}), box).status.name == "UNKNOWN"
    assert stokes(N.form(1, {"y": "x/x"}), box)


def test_a_form_and_its_sign_by_the_order_of_coordinates() -> None:
    found = integral(area, disc)
    assert check(found == found.space.function("pi*R**2"))
    assert not check(found == found.space.function("pi*R"))
    turned = Map(Manifold("other", "phi r", parameters="R a", positive="R"), plane,
                 {"x": "r*cos(phi)", "y": "r*sin(phi)"})  # fmt: skip
    other = cell(turned, **{"phi": (0, "2*pi")}, r=(0, "R"))
    assert check(integral(area, disc + other) == 0)


def test_ends_that_depend_on_earlier_coordinates() -> None:
    M = Manifold("M", "x y z")
    solid = cell(identity_map(M), x=(0, 1), y=(0, "x"), z=(0, "x + y"))
    found = integral(M.form(3, {("x", "y", "z"): "x*y*exp(z)"}), solid)
    x, y, z = sympy.symbols("x y z")
    known = sympy.integrate(x * y * sympy.exp(z), (z, 0, x + y), (y, 0, x), (x, 0, 1))
    assert sympy.simplify(found.to_sympy() - known) == 0
    omega = M.form(2, {("y", "z"): "x*y", ("x", "z"): "z**2*y", ("x", "y"): "x*sin(z)"})
    assert stokes(omega, solid)
    assert not check(integral(d(omega), solid) == -integral(omega, solid.boundary))


def test_stokes_where_a_function_is_any() -> None:
    found = integral(line.function("f'(t)") * d(line["t"]), cell(interval, t=(0, 1)))
    assert str(found) in ("f(1) - f(0)", "-f(0) + f(1)")
    assert stokes(line.function("f(t)"), cell(interval, t=(0, 1)))
    assert stokes(plane.form(1, {"y": "x", "x": "-y**3"}), disc)
    assert stokes(line.function("exp(-t**2)*t"), cell(interval, t=(0, 1)))
    unknown = stokes(
        plane.form(1, {"y": "exp(-x**2)"}), cell(identity_map(plane), x=(0, 1), y=(0, "x"))
    )
    assert unknown.status.name in ("UNKNOWN", "VERIFIED")


def test_the_value_does_not_depend_on_coordinates() -> None:
    chart = Manifold("uv", "u v", parameters="R a", positive="R")
    phi = Map(chart, plane, {"x": "u + v**3", "y": "v"}, inverse={"u": "x - y**3", "v": "y"})
    omega = plane.form(2, {("x", "y"): "x**2 + y"})
    assert phi.inverse is not None
    image = cell(phi.inverse @ polar, r=(0, "R"), **{"phi": (0, "2*pi")})
    one, two = integral(omega, disc), integral(phi.pull(omega), image)
    assert str(one) == str(two)


def test_gauss_and_bonnet_on_two_charts() -> None:
    from diffgeo.metrics import euler_form

    S, box = sphere(2), Manifold("box", "r phi")
    factor = "4/(1 + u1**2 + u2**2)**2"
    g = S.glue(Metric.diagonal(S.charts[0], u1=factor, u2=factor)).oriented(orientation(S))
    halves = []
    for chart, sign in zip(S.charts, orientation(S).signs, strict=True):
        images = dict(zip(chart.chart.coordinates, ("r*cos(phi)", "r*sin(phi)"), strict=True))
        halves.append(sign * cell(Map(box, chart, images), r=(0, 1), **{"phi": (0, "2*pi")}))
    assert check(integral(euler_form(g), halves[0] + halves[1]) == 2)
    assert not check(integral(euler_form(g), halves[0] - halves[1]) == 2)


@pytest.mark.parametrize(
    ("integrand", "low", "high"),
    [
        *(("1/t", -1, 1), ("1/t", 0, 1), ("1/t**2", -1, 1), ("log(t)", 0, 1), ("tan(t)", 0, 2)),
        *(("exp(1/t)/t**2", -1, 0), ("1/cos(t)**2", 0, "pi"), ("sin(1/t)/t**2", 0, 1)),
    ],
)
def test_what_has_no_limit_at_the_ends_is_refused(
    integrand: str, low: object, high: object
) -> None:
    with pytest.raises(OutsideDomain, match="closed box"):
        integral(line.function(integrand) * d(line["t"]), cell(interval, t=(low, high)))


@pytest.mark.parametrize(
    ("integrand", "low", "high", "value"),
    [
        ("sqrt(t)", 0, 1, "2/3"),
        ("1/sqrt(t)", 0, 4, "4"),
        ("t**(-1/3)", 0, 8, "6"),
        ("sqrt(1 - t**2)", -1, 1, "pi/2"),
        ("1/sqrt(1 - t**2)", -1, 1, "pi"),
        ("1/sqrt(t*(1 - t))", 0, 1, "pi"),
        ("t**3/sqrt(4 - t**2)", 0, 2, "16/3"),
    ],
)
def test_intervals_with_ends_where_the_form_is_not_smooth(
    integrand: str, low: object, high: object, value: str
) -> None:
    fresh = Manifold("fresh", "t")
    omega, whole = fresh.function(integrand) * d(fresh["t"]), identity_map(fresh)
    found = integral(omega, cell(whole, t=(low, high)))
    assert check(found == found.space.function(value))
    assert not check(found == found.space.function(value) + 1)
    parts = cell(whole, t=(low, "1/2")) + cell(whole, t=("1/2", high))
    assert check(integral(omega, parts) == found)


def test_half_a_disc() -> None:
    half = cell(identity_map(Manifold("I", "t", "R", positive="R")), t=("-R", "R"))
    space = half.terms[0][1].map.target
    found = integral(space.function("sqrt(R**2 - t**2)") * d(space["t"]), half)
    assert check(found == found.space.function("pi*R**2/2"))
    assert not check(found == found.space.function("pi*R**2"))


def test_fubini_is_not_taken_for_granted() -> None:
    # Its two iterated integrals exist, and differ.
    omega = plane.form(2, {("x", "y"): "(x**2 - y**2)/(x**2 + y**2)**2"})
    with pytest.raises(OutsideDomain, match="closed box"):
        integral(omega, cell(identity_map(plane), x=(0, 1), y=(0, 1)))
    assert integral(omega, cell(identity_map(plane), x=(1, 2), y=(0, 1)))._terms


@pytest.mark.parametrize("integrand", ["sqrt(t)**2", "(t**3)**(1/3)", "exp(log(t))"])
def test_what_is_positive_only_is_not_integrated_beyond(integrand: str) -> None:
    # The formula is t, which is defined everywhere; the function is not.
    omega = line.function(integrand) * d(line["t"])
    with pytest.raises(OutsideDomain, match=r"inside of the box: .* > 0 may fail"):
        integral(omega, cell(interval, t=(-1, 1)))
    assert str(integral(omega, cell(interval, t=(0, 1)))) == "1/2"
    # What was divided by and has cancelled fails at one point only.
    assert str(integral(line.function("(t**2 - 1)/(t - 1)") * d(line["t"]),
                        cell(interval, t=(0, 2)))) == "4"  # fmt: skip


def test_conditions_on_parameters_are_kept() -> None:
    square = cell(identity_map(plane), x=(0, 1), y=(0, 1))
    for text, condition in (("a/a", "a != 0"), ("x + log(a) - log(a)", "a > 0"), ("x", "")):
        value = integral(plane.function(text) * area, square)
        assert [*map(str, value.conditions)] == [condition] * bool(condition)


def test_stokes_of_a_form_on_an_atlas() -> None:
    S = sphere(2)
    omega = S.glue(S.charts[0].form(1, {"u1": "u2/(1 + u1**2 + u2**2)"}))
    box = Map(Manifold("box", "r phi"), S.charts[0], {"u1": "r*cos(phi)", "u2": "r*sin(phi)"})
    assert stokes(omega, cell(box, r=(0, 1), **{"phi": (0, "2*pi")}))


def test_where_no_antiderivative_is_known_to_be_continuous() -> None:
    omega = line.function("1/(2 + sin(t) + cos(t)**3)") * d(line["t"])
    c = cell(interval, t=(0, 1))
    with pytest.raises(NotSupported, match="enclosed_integral"):
        integral(omega, c)
    ball = enclosed_integral(omega, c)
    t = sympy.Symbol("t")
    known = sympy.Integral(1 / (2 + sympy.sin(t) + sympy.cos(t) ** 3), (t, 0, 1)).evalf(20)
    assert abs(ball.middle - Fraction(str(known))) < 10**-13


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: cell(interval), UndefinedSymbol, "range"),
        (lambda: cell(interval, t=(1, 0)), AxiomViolation, "above"),
        (lambda: cell(identity_map(plane), x=(0, "a"), y=(0, 1)), AxiomViolation, "not known"),
        (lambda: cell(identity_map(plane), x=(0, "y"), y=(0, 1)), UndefinedSymbol, "before"),
        (lambda: integral(area, cell(interval, t=(0, 1))), Exception, "plane"),
        (lambda: integral(plane["x"] * area, disc.boundary), DegreeMismatch, "degree 2"),
        (lambda: disc + disc.boundary, DegreeMismatch, "one dimension"),
        (lambda: enclosed_integral(area, disc), NotSupported, "give values to R"),
        (lambda: cell(interval, t=1), UndefinedSymbol, "pair of ends"),
        (lambda: cell(interval, t=(1, 1)), AxiomViolation, "not known to be below"),
        (lambda: integral(3, disc), TypeError, "nothing to pull back"),
        (lambda: integral(area, "disc"), TypeError, "a chain is needed"),
        (lambda: stokes(area, [disc]), TypeError, "a chain is needed"),
        (lambda: Fraction(1, 2) * disc, DegreeMismatch, "integer"),
        (lambda: disc.boundary.boundary.boundary, DegreeMismatch, "points have no boundary"),
        (
            lambda: integral(area, cell(identity_map(plane), x=(-1, 1), y=(0, "sqrt(1 - x**2)"))),
            OutsideDomain,
            "the ends of y are not smooth",
        ),
    ],
)
def test_refusals(make: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()  # type: ignore[operator]


def test_how_chains_look() -> None:
    edge = cell(interval, t=(0, 1))
    assert str(2 * edge - edge) == "2 (t from 0 to 1) - (t from 0 to 1)"
    assert disc.latex() == r"1\,\left[0 < r < R,\; 0 < \varphi < 2 \pi\right]".replace("var", "")
    assert str(enclosed_integral(line.function("t") * d(line["t"]), edge)) == "1/2"
    root = enclosed_integral(line.function("sqrt(1 + t**4)") * d(line["t"]), edge)
    assert str(root).startswith("1.08942941322")


def test_the_winding_form_over_ellipses() -> None:
    """It is 2 pi around the origin, for all half axes, and 0 beside it."""
    axes = {"parameters": "a b", "positive": "a b"}
    P, L = Manifold("P", "x y", **axes), Manifold("L", "t", **axes)
    winding = P.form(1, {"x": "-y/(x**2 + y**2)", "y": "x/(x**2 + y**2)"})
    around = cell(Map(L, P, {"x": "a*cos(t)", "y": "b*sin(t)"}), t=(0, "2*pi"))
    assert str(integral(winding, around)) == "2*pi"
    beside = cell(Map(L, P, {"x": "2*cos(t) + 1", "y": "sin(t)"}), t=(0, "2*pi"))
    found = enclosed_integral(winding, beside)
    assert abs(float(found.middle) - 2 * math.pi) < 1e-12 and found.radius < Fraction(1, 10**12)
    outside = cell(Map(L, P, {"x": "cos(t) + 2", "y": "sin(t)"}), t=(0, "2*pi"))
    assert str(integral(winding, outside)) == "0"
