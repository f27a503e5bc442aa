"""Declared domains: inequalities that hold at every point of a chart."""

from __future__ import annotations

import copy
import pickle

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, Map, Metric, check, hodge_star, product, submanifold
from diffgeo.bundles import tangent
from diffgeo.errors import Contradiction, ExpressionError, OutsideDomain
from diffgeo.rings.exact.declared_domain import sign_in_range
from diffgeo.subsets import strict_sign

ANGLES = Manifold("A", "theta phi", domain=["theta in (0, pi)", "-pi/2 < phi < pi/2"])
DISC = Manifold("D", "x y", "a", domain=["x**2 + y**2 < 1", "x != y", "a > 2"])
BALL = Manifold("B", "r theta phi", domain=["r > 0", "theta in (0, pi)", "phi in (-pi, pi)"])
#: Space without a half plane, where the angle around the axis jumps.
SPACE = Manifold("R3", "x y z", domain="sqrt(x**2 + y**2) + x > 0")
SPHERICAL = {"x": "r*sin(theta)*cos(phi)", "y": "r*sin(theta)*sin(phi)", "z": "r*cos(theta)"}
BACK = {"r": "sqrt(x**2 + y**2 + z**2)", "theta": "acos(z/sqrt(x**2 + y**2 + z**2))",
        "phi": "atan2(y, x)"}  # fmt: skip


@pytest.mark.parametrize(
    ("space", "written", "means"),
    [
        (ANGLES, "sqrt(1 - cos(theta)**2)", "sin(theta)"),
        (ANGLES, "sqrt(1 - sin(phi)**2)", "cos(phi)"),
        (ANGLES, "sqrt(theta**2)", "theta"),
        (ANGLES, "Abs(theta - pi)", "pi - theta"),
        (ANGLES, "acos(cos(theta))", "theta"),
        (ANGLES, "asin(sin(phi))", "phi"),
        (ANGLES, "atan(tan(phi))", "phi"),
        (ANGLES, "sqrt((1 - cos(theta))/2)", "sin(theta/2)"),
        (ANGLES, "sign(sin(theta)*cos(phi))", "1"),
        (ANGLES, "Abs(theta + phi + pi)", "theta + phi + pi"),
        (DISC, "sqrt((2 - x**2 - y**2)**2)", "2 - x**2 - y**2"),
        (DISC, "Abs(x**2 + y**2 - 1)", "1 - x**2 - y**2"),
        (DISC, "Abs(a - 1)", "a - 1"),
        (BALL, "sqrt(r**2*sin(theta)**2)", "r*sin(theta)"),
        (BALL, "atan2(r*sin(phi), r*cos(phi))", "phi"),
    ],
)
def test_what_follows_from_a_domain(space, written, means):
    assert check(space.function(written) == space.function(means))
    assert check(space.function(written) == 1 + space.function(means)).status.name == "REFUTED"


@pytest.mark.parametrize(
    ("space", "written"),
    [
        (ANGLES, "Abs(cos(theta))"),
        (ANGLES, "Abs(theta - 3)"),
        (ANGLES, "Abs(sin(2*theta))"),
        (ANGLES, "Abs(theta + phi)"),
        (DISC, "Abs(x)"),
        (DISC, "Abs(1 - 2*x**2 - 2*y**2)"),
        (DISC, "Abs(a - 3)"),
        (BALL, "Abs(r - 1)"),
        (BALL, "Abs(sin(phi))"),
    ],
)
def test_what_does_not_follow(space, written):
    size, inside = space.function(written), space.function(written[4:-1])
    assert check(size**2 == inside**2)
    for sign in (1, -1):
        assert check(size == sign * inside).status.name == "REFUTED"


@given(*[st.integers(-4, 4)] * 4, st.sampled_from(["", "sin", "cos"]))
@settings(max_examples=20, deadline=None)
def test_no_sign_is_wrong(a, b, c, quarter, wave):
    angle = f"({a}*theta + {b}*phi + {c}*pi + {quarter}*pi/2)/2"
    angles = Manifold("A", "theta phi", domain=["theta in (0, pi)", "phi in (-pi/2, pi/2)"])
    sign, function = angles.function(f"sign({wave}({angle}))"), angles.function(f"{wave}({angle})")
    known = "sign" not in str(sign)
    for theta in (1, "1/100", "3", "311/100"):
        for phi in ("1/9", "-157/100", "157/100", "1/2"):
            value = function.at(theta=theta, phi=phi)
            there = sign.at() if known else sign.at(theta=theta, phi=phi)
            assert sympy.sign(sympy.N(value, 40)) == int(there)


def test_conditions_that_hold_are_not_listed():
    assert DISC.function("1/(x - y) + 1/(1 - x**2 - y**2) + log(a - 2)").conditions == ()
    assert [str(c) for c in DISC.function("1/x").conditions] == ["x != 0"]
    assert ANGLES.function("1/sin(theta) + 1/cos(phi)").conditions == ()
    assert len(ANGLES.function("1/cos(theta)").conditions) == 1


def test_spherical_coordinates_there_and_back():
    phi = Map(BALL, SPACE, SPHERICAL, inverse=BACK)
    flat = Metric.diagonal(SPACE, x=1, y=1, z=1)
    assert check(phi.pull(flat).volume == BALL.form(3, {("r", "theta", "phi"): "r**2*sin(theta)"}))
    there = phi.inverse.pull(BALL["phi"])
    assert str(there) == "atan2(y, x)" and check(phi.pull(there) == BALL["phi"])
    assert not check(phi.pull(there) == -BALL["phi"])
    everywhere = Manifold("R3", "x y z")
    assert Map(BALL, everywhere, SPHERICAL).pull(everywhere["z"]).conditions == ()


def test_polar_coordinates_need_their_range():
    free = Manifold("P", "r phi", positive="r")
    plane = Manifold("C", "x y", domain="sqrt(x**2 + y**2) + x > 0")
    images = {"x": "r*cos(phi)", "y": "r*sin(phi)"}
    back = {"r": "sqrt(x**2 + y**2)", "phi": "atan2(y, x)"}
    assert Map(
        Manifold("P", "r phi", domain=["r > 0", "phi in (-pi, pi)"]), plane, images, inverse=back
    )
    with pytest.raises(ValueError):
        Map(free, plane, images, inverse=back)


def test_the_star_in_spherical_coordinates():
    g = Metric.diagonal(BALL, r=1, theta="r**2", phi="r**2*sin(theta)**2")
    dr = BALL.form(1, {"r": 1})
    assert check(hodge_star(dr, g) == BALL.form(2, {("theta", "phi"): "r**2*sin(theta)"}))
    assert not check(hodge_star(dr, g) == BALL.form(2, {("theta", "phi"): "r**2"}))


def test_maps_that_leave_the_domain_are_refused():
    above = Manifold("U", "u", domain="u > 1")
    with pytest.raises(OutsideDomain, match="is declared on U"):
        Map(BALL, above, {"u": "-r"})
    assert [str(c) for c in Map(BALL, above, {"u": "r"}).pull(above["u"]).conditions] == [
        "r - 1 > 0"
    ]
    assert Map(BALL, above, {"u": "1 + r"}).pull(above["u"]).conditions == ()


def test_counterexamples_and_points_are_in_the_domain():
    verdict = check(DISC["x"] == 0)
    assert verdict.status.name == "REFUTED"
    point = verdict.counterexample.point
    assert abs(point["x"]) < 1
    with pytest.raises(OutsideDomain, match="is declared on D"):
        DISC["x"].at(x=1, y=1, a=3)
    assert "domain=['1 - (x**2 + y**2) > 0'" in verdict.counterexample.code


def test_derived_spaces_keep_the_domain():
    assert len(tangent(DISC).chart.domain) == 3
    both = product(DISC, BALL, suffixes=("1", "2"))
    assert check(both.function("Abs(sin(theta2))") == both.function("sin(theta2)"))
    assert not check(both.function("Abs(sin(theta2))") == 0)
    line, inclusion = submanifold(DISC, {"y": "x/2"})
    assert str(line.chart.domain[-2]).startswith("1 - (x**2 + ")
    assert line.function("1/(4 - 5*x**2)").conditions == ()
    assert inclusion.pull(DISC["y"]).conditions == ()


def test_copies():
    for made in (copy.deepcopy(DISC), pickle.loads(pickle.dumps(DISC))):
        assert made.chart.domain == DISC.chart.domain
        assert check(made.function("Abs(a - 2)") == made.function("a - 2"))
        assert not check(made.function("Abs(a - 2)") == 0)


def test_relations_of_sympy():
    x, y = sympy.symbols("x y")
    M = Manifold("M", [x, y], domain=[x**2 + y**2 < 1, sympy.Ne(x, y)])
    assert [str(c) for c in M.chart.domain] == ["1 - (x**2 + y**2) > 0", "x - y != 0"]


@pytest.mark.parametrize(
    ("domain", "error"),
    [
        ("x >= 0", ExpressionError),
        ("x", ExpressionError),
        ("x in (0, 1, 2)", ExpressionError),
        ("x = y", ExpressionError),
        (3, ExpressionError),
        ("x > ", ExpressionError),
        ("w > 0", ExpressionError),
        (["x > 0", "x < 0"], Contradiction),
        ("x in (1, 0)", Contradiction),
        ("x**2 + y**2 < -1", Contradiction),
        ("x - x > 0", Contradiction),
    ],
)
def test_what_is_no_domain(domain, error):
    with pytest.raises((error, ValueError)) as refusal:
        Manifold("M", "x y", domain=domain)
    assert isinstance(refusal.value, error) or "w" in domain


def test_zeros_outside_of_the_domain_do_not_count():
    half = Manifold("H", "x y", domain="x - y > 1")
    assert half.function("1/((x - y)**2 + x*0 + (x - y) - 2 + 1)").conditions == ()


def test_zero_has_no_strict_sign() -> None:
    M = Manifold("M", "x y", domain=["x in (0, pi)", "y > 2"])
    assert sign_in_range(M.chart.ring.domain, M.chart.ring, M.chart.ring.zero.polynomial) is None
    assert check(M.function("abs(2*x - x - x)") == 0)
    assert not check(M.function("abs(y - 2)") == 0)


def test_coordinates_on_a_disc_have_ranges() -> None:
    disc = Manifold("D", "x y", domain=["x**2 + y**2 < 1"])
    assert str(disc.function("abs(x - 2) + sqrt((y - 1)**2)")) == "3 - x - y"
    ellipse = Manifold("E", "x y", domain=["(x - 1)**2 + 2*y**2 < 4"])
    assert str(ellipse.function("abs(x + 1) - abs(x - 3)")) == "2*x - 2"
    for inside in ("abs(x - 2)", "abs(y - 1)"):
        assert "Abs" in str(ellipse.function(inside))
    hyperbola = Manifold("H", "x y", domain=["x**2 - y**2 < 1"])  # it has no bound
    assert str(hyperbola.function("abs(x - 2)")) == "Abs(x - 2)"


def test_quadratic_functions_on_the_circle_have_signs() -> None:
    M = Manifold("M", "t x", parameters="a b", positive="a b")
    for definite in ("3*cos(t)**2 + 4*cos(t) + 2", "a*cos(t)**2 + b*sin(t)**2", "2 + sin(2*x)**2"):
        assert strict_sign(M.function(definite)) == 1
        assert strict_sign(-M.function(definite)) == -1
    for zero in ("3*cos(t)**2 + 8*cos(t) + 5", "a*cos(t)**2 - b*sin(t)**2", "cos(t)**2 + 2*cos(t)"):
        assert strict_sign(M.function(zero)) is None
