"""Functions modulo equations: ideals against SymPy, certified points, components."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, d, wedge
from diffgeo.errors import Undecided
from diffgeo.rings.exact.polynomial_ideals import Variety, components

M = Manifold("M", "x y z", parameters="a b", positive="b")
NAMES = sympy.symbols("x y z")


def variety(*texts):
    functions = M.functions(texts)
    normal = wedge(*map(d, functions))
    elements = [f.element() for f in functions]
    return Variety(M.chart.ring, elements, list(normal._terms.values()), "V")


def polynomials(terms=3):
    monomial = st.tuples(*[st.integers(0, 2)] * 3)
    term = st.tuples(st.integers(-2, 2), monomial)
    return st.lists(term, min_size=1, max_size=terms).map(
        lambda given: sum(
            (c * sympy.prod(n**e for n, e in zip(NAMES, m, strict=True)) for c, m in given),
            sympy.Integer(0),
        )
    )


@given(polynomials(2), polynomials(2), polynomials())
@settings(max_examples=25)
def test_membership_is_that_of_sympy(p, q, e):
    if not p.free_symbols or not q.free_symbols:
        return
    basis = sympy.groebner([p, q], *NAMES, order="grevlex")
    V = variety(str(p), str(q))
    if not V.ideal.complete:
        return
    for candidate in (e, sympy.expand(p * e + q), sympy.expand(p * q - e * p)):
        element = M.function(str(candidate)).element()
        assert V.ideal.contains(element.polynomial) == basis.contains(candidate)


@pytest.mark.parametrize(
    "texts",
    [
        ("x**2 + y**2 + z**2 - 1",),
        ("x**3 + y**3 - 3", "x*z**2 - 7"),
        ("cos(x) - x",),
        ("exp(x) + y - 2", "x*y - z"),
        ("(x + 7)**2 + (y - 9)**2 + z**2 - 1",),
        ("x**2 - b*y**2 - a",),
        ("sqrt(x**2 + y**2) - 2",),
    ],
)
def test_points_are_certified(texts):
    V = variety(*texts)
    points = list(V.points(4))
    assert points
    with ctx.workprec(160):
        for point in points:
            values = [point.real.evaluate(e.polynomial) for e in V.equations]
            assert all(abs(v) < arb(10) ** -15 if isinstance(v, arb) else v == 0 for v in values)
            assert any(point.value(m) is not None for m in V.minors)
            assert point.base["b"] > 0
    assert ctx.prec == 53


def test_rational_points_are_exact():
    point = next(iter(variety("x**2 + y**2 + z**2 - 1").points(1)))
    assert point.is_rational
    assert sum(Fraction(int(v.p), int(v.q)) ** 2 for v in point.coordinates.values()) == 1


def test_no_points_on_an_empty_set():
    assert list(variety("x**2 + y**2 + 1").points(3)) == []


def test_zero_and_not_zero():
    V = variety("x**2 + y**2 - 1", "z - x*y")
    ring = M.chart.ring

    def decide(text):
        return V.is_zero(V.restrict(ring.ingest([M.chart.tree(text)])[0]))

    assert decide("x**2 + y**2 - 1").zero
    assert decide("z**2 - x**2*(1 - x**2)").zero
    assert decide("1/(x**2 + y**2) - 1").zero
    assert not decide("z").zero
    assert not decide("z**2 + x**2*(1 - x**2)").zero
    assert V.is_regular and not V.is_dependent and not V.is_inconsistent


def test_a_nilpotent_function_vanishes():
    # (x - y)² = 0 has dependent differentials; with z = x - y the set is smooth.
    assert variety("(x - y)**2").is_dependent
    V = variety("z**2 - x", "x")
    assert V.is_dependent


def test_localisation_where_the_differentials_are_independent():
    # On x*y = 0, x = 0 is not decided by the ideal: there are points with x ≠ 0.
    V = variety("x*y", "x*z")
    ring = M.chart.ring
    assert not V.ideal.contains(ring.generator("y").polynomial)
    # Where d(x*y) and d(x*z) are independent x ≠ 0, so y and z vanish.
    assert V.is_zero(V.restrict(ring.generator("y"))).zero
    assert V.is_zero(V.restrict(ring.generator("z"))).zero
    assert not V.is_zero(V.restrict(ring.generator("x"))).zero


def test_every_minor_is_asked():
    # y² + 1 vanishes at the complex points where d((x² + 1)(y² + 1))/dy does not, and at no
    # others; there are no real points to tell.
    V = variety("(x**2 + 1)*(y**2 + 1)")
    with pytest.raises(Undecided):
        V.is_zero(V.restrict((M["y"] ** 2 + 1).element()))


def test_points_respect_declared_signs():
    L = Manifold("L", "x y", positive="x")
    (phi,) = L.functions(["x**2 - y**2 - 1"])
    V = Variety(L.chart.ring, [phi.element()], list(d(phi)._terms.values()), "V")
    points = list(V.points(8))
    assert len(points) == 8
    assert all(point.coordinates["x"] > 0 for point in points)


def test_what_is_not_decided_is_refused():
    # x⁴ + y⁴ + z² = 0 has no real point but the origin, which has dependent differentials.
    V = variety("x**4 + y**4 + z**2")
    with pytest.raises(Undecided, match="not in the ideal of the equations of V"):
        V.is_zero(V.restrict(M["x"].element()))


def test_components():
    def found(text):
        return [str(e) for e in components(M.chart.ring, M.function(text).element())]

    assert found("x*y") == ["x", "y"]
    assert found("x**2*(y**2 + 1)") == ["x"]
    assert found("b*a*(x - y)") == ["y - x"]
    assert found("x**2 + y**2 + b") == []
    assert found("(x - 1)/(y**2 + 2)") == ["x - 1"]
    assert found("x**2 - a**2") == ["a - x", "x + a"]
