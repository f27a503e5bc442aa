"""SymPy objects as names, on every kind of space that is made of others."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
import sympy as sp

from diffgeo import FibredManifold, Manifold, Metric, check, cotangent, d, jet, product, tangent
from diffgeo.calculus import SymPyNames, rationalised
from diffgeo.errors import (
    Contradiction,
    ExpressionError,
    InexactNumber,
    NameClash,
    NonReal,
    UndefinedSymbol,
)
from diffgeo.interop.sympy_names import is_sympy

r, m = sp.symbols("r m", positive=True)
phi = sp.Symbol("phi", real=True)
n = sp.Symbol("n", negative=True)
f = sp.Function("f", real=True)
M = Manifold("M", [r, phi], parameters=[m, n], functions=[f(r)])
t = sp.Symbol("t")
x, y = sp.Function("x")(t), sp.Function("y", positive=True)(t)
E = FibredManifold("E", time=t, coordinates=[x, y], parameters=[m])


def test_assumptions_are_signs_and_come_back():
    assert M.chart.signs == {"r": 1, "m": 1, "n": -1}
    assert str(M.function("sqrt(r**2) + sqrt(n**2)")) == "r - n"
    assert M.function(m * f(r).diff(r) * sp.sin(phi)).to_sympy() == m * f(r).diff(r) * sp.sin(phi)
    assert M.function("m*r*n").to_sympy().free_symbols == {m, r, n}
    assert M.function("m*r*n").to_sympy(plain=True).free_symbols == {*map(sp.Symbol, "mrn")}
    # A name that was declared as text is a symbol of which nothing is assumed.
    assert Manifold("N", "x", positive="x").function("x").to_sympy() == sp.Symbol("x")
    assert Manifold("N", [sp.Symbol("q", nonzero=True)]).chart.nonzero == ("q",)


def test_spaces_that_are_made_of_it_keep_the_objects():
    for space in (tangent(M), cotangent(M)):
        assert space.function("m*r").to_sympy() == m * r
        assert space.function(m * r + phi).to_sympy() == m * r + phi
    twice = product(M, Manifold("N", "z"))
    assert twice.function("m*r*z").to_sympy() == m * r * sp.Symbol("z")
    copies = product(M, M, suffixes=("1", "2"))
    # Two copies of r are not both the user's r; the parameter is the same.
    assert copies.function("r1 + m").to_sympy() == sp.Symbol("r1") + m
    assert pickle.loads(pickle.dumps(M)).function("m*r").to_sympy() == m * r


def test_coordinates_that_are_functions_of_time():
    first, second = jet(E, 1), jet(E, 2)
    energy = m * x.diff(t) ** 2 / 2 + sp.exp(x * t) / y
    assert str(first.function(energy)) == str(first.function("m*xdot**2/2 + exp(x*t)/y"))
    assert sp.expand(first.function(energy).to_sympy() - energy) == 0
    assert sp.expand(first.function(energy).to_sympy() + energy) != 0
    assert second.function(x.diff(t, 2)).to_sympy() == x.diff(t, 2)
    assert str(first.function((x**2).diff(t))) == str(first.function("2*x*xdot"))
    assert str(first.function(sp.sqrt(y**2))) == "y"  # y(t) was declared positive
    with pytest.raises(UndefinedSymbol, match="lower order"):
        first.function(x.diff(t, 2))
    given = FibredManifold("G", time=t, coordinates=[x], functions=[sp.Function("h")(x)])
    chain = d(given.function(sp.Function("h")(x))).components["x"].to_sympy()
    assert chain.doit() == sp.Subs(sp.Function("h")(phi).diff(phi), phi, x).doit()


def test_metrics_of_sympy_expressions():
    metric = Metric.diagonal(M, r=m**2, phi=m**2 * r**2)
    assert metric.volume.components["r", "phi"].to_sympy() == m**2 * r
    assert check(metric.connection.ricci == 0)
    cone = Metric.diagonal(M, r=1, phi=r**2 + f(r))
    assert not check(cone.connection.ricci == 0)


@pytest.mark.parametrize(
    ("declare", "error", "part"),
    [
        (lambda: Manifold("N", [r], negative="r"), Contradiction, "r is declared positive and"),
        (lambda: Manifold("N", [sp.Symbol("z", imaginary=True)]), NonReal, "real=True"),
        (lambda: Manifold("N", [r, sp.Symbol("r")]), NameClash, "declared twice"),
        (lambda: M.function(0.5 * r), InexactNumber, "rationalised"),
    ],
)
def test_what_is_refused(declare, error, part):
    with pytest.raises(error, match=part):
        declare()


def test_two_objects_of_one_name_are_told_apart():
    names = SymPyNames()
    names.name(m)
    with pytest.raises(NameClash, match=r"m \(positive\) and m \(nothing assumed\)"):
        names.name(sp.Symbol("m"))


def test_what_is_of_sympy():
    assert all(map(is_sympy, (r, x, r + 1, sp.Integer(2), x.diff(t))))
    assert not any(map(is_sympy, (1, "r", Fraction(1, 2), M, None)))


def test_no_text_is_run_where_floats_are_made_exact(tmp_path):
    """SymPy would run it."""
    trace = tmp_path / "trace"
    for text in (f"open({str(trace)!r}, 'w')", "0.5", "x"):
        with pytest.raises(ExpressionError, match="text is read exactly"):
            rationalised(text)
    assert not trace.exists()


def test_rationalised_says_what_it_took():
    assert rationalised(0.1) == (sp.Rational(1, 10), {"0.1": Fraction(1, 10)})
    assert rationalised(r / 3) == (r / 3, {})
    precise, taken = rationalised(sp.Float("0.12345678901234567890123", 23) * r)
    assert precise == sp.Rational("0.12345678901234567890123") * r
    assert [*taken.values()] == [Fraction("0.12345678901234567890123")]
    huge, _ = rationalised(r * 1e300)
    assert huge == r * 10**300
