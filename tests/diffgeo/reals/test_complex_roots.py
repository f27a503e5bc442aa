"""Roots in balls and signs of exact numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from diffgeo import Manifold, check
from diffgeo.calculus import linear_algebra, real_roots_of, roots_at, sign_at
from diffgeo.errors import InexactNumber, NotSupported, Undecided, UndefinedSymbol
from diffgeo.reals.complex_roots import ball, complex_roots, sign_of_number
from diffgeo.subsets import FunctionOnSet, ZeroCases, strict_sign, with_same_sign

M = Manifold("M", "a b c u", parameters="m", positive="m")


def test_balls_contain_numbers() -> None:
    for text in ("pi", "E", "sqrt(2)", "cos(pi/7)", "3**(2/7)", "exp(sqrt(2))", "2**pi"):
        value = sp.sympify(text)
        found = ball(value)
        assert abs(float(found.mid()) - float(value)) <= 1e-14 * float(value), text


def test_signs() -> None:
    assert sign_of_number(sp.sqrt(2) + sp.sqrt(3) - sp.Rational(3146264369941972, 10**15)) == 1
    assert sign_of_number(sp.sqrt(2) + sp.sqrt(3) - sp.Rational(3146264369941973, 10**15)) == -1
    assert sign_at(M["a"] - M["b"], {"a": "sqrt(2)", "b": "17/12"}) == -1
    roots, logarithms = "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)", "log(6) - log(2) - log(3)"
    sevenths = "8*cos(pi/7)*cos(2*pi/7)*cos(3*pi/7) - 1"
    for zero in (roots, logarithms, "sin(1)**2 + cos(1)**2 - 1", sevenths):
        assert sign_of_number(sp.sympify(zero)) == 0
    with pytest.raises(Undecided):
        sign_of_number(sp.sympify("2*cos(pi/907)*cos(2*pi/907) - cos(3*pi/907) - cos(pi/907)"))


def test_a_number_that_hides_what_it_is() -> None:
    N = Manifold("N", "x", parameters="a")
    cases = ZeroCases(lambda _: FunctionOnSet(N.function("x**2 + a - 1")))
    one = "sqrt(3 + 2*sqrt(2)) - sqrt(2)"
    for value, kind in ((one, cases.kind_at({"a": 1})), (f"{one} + 1/10**50", "nonzero")):
        assert cases.kind_at({"a": value}) == cases.kind_at({"a": sp.sympify(value)}) == kind
    assert cases.kind_at({"a": 1}) != "nonzero"
    with pytest.raises(InexactNumber):
        cases.kind_at({"a": 1.0})


def test_roots_with_multiplicity_and_on_the_axis() -> None:
    triple, pair = complex_roots([1, 3, 3, 1]), complex_roots([1, 0, 4])
    assert [(r.value, r.multiplicity) for r in triple] == [(-1, 3)]
    assert [(r.value, r.real_sign) for r in pair] == [(2j, 0), (-2j, 0)]
    assert complex_roots([1, 1, 0])[0].value == 0
    with pytest.raises(NotSupported, match="isolated"):
        complex_roots([1, 2 * sp.sqrt(2), 2])


def test_roots_solve() -> None:
    coefficients = [1, sp.sqrt(2), sp.cos(1), Fraction(1, 3)]
    for root in complex_roots(coefficients):
        value = sum(complex(c) * root.value ** (3 - k) for k, c in enumerate(coefficients))
        assert abs(value) < 1e-14


def test_real_roots_in_a_name() -> None:
    f = M.function("(u**2 - a)*(u**2 + 1)/(u - 3)")
    assert real_roots_of(f, "u", {"a": 4}) == [-2, 2]
    assert real_roots_of(1 / f, "u", {"a": 4}) == [3]
    with pytest.raises(UndefinedSymbol, match="depend on a"):
        real_roots_of(f, "u", {})
    for names in (("w", {"a": 4}), ("u", {"a": 4, "w": 1})):
        with pytest.raises(UndefinedSymbol, match="'w' is no coordinate or parameter"):
            real_roots_of(f, *names)
    with pytest.raises(NotSupported, match="not rational"):
        real_roots_of(M.function("sin(u)"), "u", {})


def test_characteristic_polynomial_and_hurwitz() -> None:
    rows = [[M["a"], 1, 0], [0, M["b"], 2], [M["c"], 0, 0]]
    found = linear_algebra.characteristic_polynomial(rows)
    expected = sp.Matrix(3, 3, [sp.Symbol("a"), 1, 0, 0, sp.Symbol("b"), 2, sp.Symbol("c"), 0, 0])
    known = expected.charpoly(sp.Symbol("x")).all_coeffs()
    assert check([f == M.function(str(k)) for f, k in zip(found, known, strict=True)])
    one, a, b, c = (M.function(text) for text in ("1", "a", "b", "c"))
    minors = linear_algebra.hurwitz_determinants([one, a, b, c])
    expected_minors = (a, a * b - c, c * (a * b - c))
    assert check([f == g for f, g in zip(minors, expected_minors, strict=True)])
    assert not check(minors[1] == a * b + c)


def test_the_criterion_of_hurwitz_counts() -> None:
    """Signs of the determinants, against the roots."""
    for polynomial in ([1, 2, 3, 4], [1, 1, 1, 2], [1, 4, 6, 4, 1], [1, 1, -2, 1]):
        functions = [M.function(str(k)) for k in polynomial]
        signs = [sign_at(f, {}) for f in linear_algebra.hurwitz_determinants(functions)]
        is_stable = all(r.real_sign == -1 for r in roots_at(functions, {}))
        assert is_stable == all(sign == 1 for sign in signs)


def test_shorter_functions_with_the_same_sign() -> None:
    assert str(with_same_sign(M.function("-m*a**3*u/(m + u**2)"))) == "-a*u"
    assert str(with_same_sign(M.function("u**2*m"))) == "u**2"
    assert str(with_same_sign(M.function("0"))) == "0"
    assert strict_sign(M.function("m + u**2")) == 1 and strict_sign(M["u"]) is None
