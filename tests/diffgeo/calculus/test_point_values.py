"""Exact values at points, and components by names."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Frame, Manifold, Map, Metric, Multivector, Tensor, check, d, level_set
from diffgeo.atlases import plane
from diffgeo.calculus import multivector
from diffgeo.errors import (
    DegreeMismatch,
    ExpressionError,
    InexactNumber,
    NotSupported,
    OutsideDomain,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.structures import tensor
from diffgeo.testing import automorphisms, forms, functions, vector_fields, vector_forms

M = Manifold("M", "x y z", parameters="m k", positive="m", nonzero="k", functions="f(x,y)")
x, y, z = M.coordinates
R3 = Manifold("R3", "x y z")
NUMBERS = st.fractions(-5, 5, max_denominator=4)
POINTS = st.fixed_dictionaries(dict.fromkeys("xyz", NUMBERS))
FEW = settings(max_examples=25, deadline=None)


def test_functions_have_exact_values():
    h = M.function("x*y/m + sqrt(z)")
    assert h.at(x=1, y="1/2", m=3, z=4) == Fraction(13, 6)
    assert h.at({"x": 1, "y": Fraction(1, 2)}, m=3, z="16/4") == Fraction(13, 6)
    value = h.at(x=1, y="1/2", m=3, z=2)
    assert str(value) == "1/6 + sqrt(2)" and float(value) == pytest.approx(1.5808802290397617)
    assert str(M.function("sin(x) + pi").at(x="pi/3")) == "sqrt(3)/2 + pi"
    assert M.function("sqrt(x) * x").at(x="sqrt(16)") == 8
    assert R3.function("x/x").at(x=0) == 1 and M.function(7).at() == 7
    assert M.function("exp(x)").at(x=0) == 1
    slope = M.frame[0](M.function("f(x,y)"))
    assert slope.at(x=1, y=2, functions={"f(a, b)": "a**3*b"}) == 6
    statement = check(x * y == x + y)
    assert (x * y - x - y).at(statement.counterexample.point) == Fraction(
        statement.counterexample.value
    )


@pytest.mark.parametrize(
    ("text", "point", "error", "says"),
    [
        ("x*y", dict(x=1, y=0.5), InexactNumber, "write '1/2'"),
        ("x*y", dict(x=1), UndefinedSymbol, r"depends on y: give .at\(y="),
        ("x", dict(x=1, w=2), UndefinedSymbol, "'w' is no coordinate .* x, y, z, m, k"),
        ("1/(x-y)", dict(x=1, y=1), OutsideDomain, "needs y - x != 0"),
        ("1/(x**2 - 2)", dict(x="sqrt(2)"), OutsideDomain, "!= 0"),
        ("sqrt(x)", dict(x=-1), OutsideDomain, "needs x > 0"),
        ("log(x)", dict(x="-1/2"), OutsideDomain, "needs x > 0"),
        ("m", dict(m=-1), OutsideDomain, "m is declared positive"),
        ("k", dict(k=0), OutsideDomain, "k is declared different from zero"),
        ("f(x,y)", dict(x=1, y=1), UndefinedSymbol, r"functions=.\"f\(x, y\)"),
        ("x", dict(x="y"), UndefinedSymbol, "undefined symbol 'y'"),
        ("x", dict(x=None), ExpressionError, "no exact number"),
        ("x", dict(x="1/0"), ZeroDenominator, "division by zero"),
    ],
)
def test_what_has_no_exact_value_says_why(text, point, error, says):
    with pytest.raises(error, match=says) as caught:
        M.function(text).at(point)
    assert "\n" not in str(caught.value)


def test_points_are_given_by_name():
    with pytest.raises(TypeError, match="by name"):
        x.at("1")
    with pytest.raises(UndefinedSymbol, match="'h' is no undefined function of M"):
        x.at(x=1, functions={"h(t)": "t"})


@given(functions(R3), forms(R3, 2), vector_fields(R3), vector_forms(R3, 1), POINTS)
@FEW
def test_values_of_tensors_are_those_of_their_evaluations(h, omega, X, K, point):
    """α(X, Y) at p from the components at p, and X(h) from those of dh."""
    X0, slope = X.at(point), d(h).at(point)
    assert X(h).at(point) == sum(X0[n] * slope[n] for n in "xyz")
    e = dict(zip("xyz", R3.frame, strict=True))
    matrix, image = omega.at(point), K.at(point)
    for a in "xyz":
        for b in "xyz":
            assert matrix[a, b] == omega(e[a], e[b]).at(point) == -matrix[b, a]
            assert image[a][b] == d(R3[a])(K(e[b])).at(point)
    assert tensor(K).at(point)["x", "y"] == image["x"]["y"]
    assert multivector(X, R3.frame[0]).at(point)["y", "x"] == X0["y"]


@given(automorphisms(R3), functions(R3), POINTS)
@FEW
def test_values_at_the_image_of_a_point(phi, h, point):
    assert phi.pull(h).at(point) == h.at(phi.at(point))
    assert phi.inverse.at(phi.at(point)) == point


def test_maps_keep_parameters_and_angles_have_no_value():
    phi = Map(M, M, {"x": "m*x", "y": "y", "z": "z"})
    assert phi.at(x=2, y=1, z=0, m=3) == {"x": 6, "y": 1, "z": 0, "m": 3}
    flat = plane()
    cartesian, polar = flat.charts
    assert flat.transition(polar, cartesian).at(r=2, phi="pi/2") == {"x": 0, "y": 2}
    with pytest.raises(NotSupported, match="differential of the angle phi"):
        flat.transition(cartesian, polar).at(x=1, y=1)


def test_values_on_a_level_set():
    S = level_set(M, ["x**2 + y**2 - 1"], name="S")
    flux = S.restrict(x * z)
    assert flux.at(x="3/5", y="4/5", z=5) == 3
    assert flux.at(x="1/sqrt(2)", y="1/sqrt(2)", z="sqrt(2)") == 1
    with pytest.raises(OutsideDomain, match="is no point of S"):
        flux.at(x="3/5", y="1/5", z=5)


def test_one_contract_of_components():
    omega, X = M.form(2, {("x", "y"): z, ("z", "y"): x}), M.vector_field(x=y)
    K = M.vector_form(1, {"x": {"y": z}, "z": {"x": x}})
    P = multivector(X, M.frame[1])
    g = Metric.diagonal(M, x=1, y=x**2, z=1).tensor
    assert list(omega.components) == [("x", "y"), ("y", "z")] and list(X.components) == ["x"]
    assert list(K.components) == ["x", "z"] and list(tensor(d(x)).components) == ["x"]
    assert check(omega.components["y", "x"] == -z) and check(omega.components["z", "y"] == x)
    assert check(omega.components["x", "z"] == 0) and check(omega.components["x", "x"] == 0)
    assert check(X.components["z"] == 0) and check(K.components["y"] == 0 * d(x))
    assert check(g.components["x", "y"] == 0) and check((x * y).components[()] == x * y)
    assert check(P.components["y", "x"] == -y)
    # What made the thing reads them.
    assert check(M.form(2, omega.components) == omega)
    assert check(M.vector_field(X.components) == X)
    assert check(M.vector_form(1, K.components) == K)
    assert check(Multivector.from_components(M, 2, P.components) == P)
    assert check(Tensor.from_components(M, (0, 2), g.components) == g)
    frame = Frame(M, [M.frame[0], M.frame[1] + x * M.frame[2], M.frame[2]])
    first, second, third = frame.names
    assert check(frame.components(omega)[second, first] == -frame.components(omega)[first, second])
    assert check(frame.components(K)[second] == 0 * d(x))
    assert check(frame.components(K)[third] == x * d(x) - x * 0 * d(y))


@pytest.mark.parametrize(
    ("key", "error", "says"),
    [
        ("w", DegreeMismatch, "tuple of 2 names"),
        (("x",), DegreeMismatch, "tuple of 2 names"),
        (("x", "w"), UndefinedSymbol, "'w' names no component on M; the names are x, y, z"),
        (3, DegreeMismatch, "3 is no key"),
    ],
)
def test_wrong_keys(key, error, says):
    with pytest.raises(error, match=says):
        (d(x) * d(y)).components[key]
