"""Sums of sines and cosines are shown as sums, whatever their common angle is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffgeo import Manifold, check, d
from diffgeo.rings.exact.multiple_angles import _linear, trigonometric_sum
from diffgeo.rings.expression import Number


def plane() -> Manifold:
    return Manifold("M", "x y", parameters="a")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("sin(x/2) + sin(x/3)", "sin(x/3) + sin(x/2)"),
        ("1/(sin(x/2) + sin(x/3))", "1/(sin(x/3) + sin(x/2))"),
        ("sin(x/2)*exp(y) + cos(x/3)*a", "a*cos(x/3) + exp(y)*sin(x/2)"),
        ("cos(3*x) + cos(2*x)*y", "y*cos(2*x) + cos(3*x)"),
        ("sin(2*x)*cos(3*y)", "sin(2*x)*cos(3*y)"),
        ("cos(x)**5*sin(x)", "cos(x)**5*sin(x)"),  # powers that are shorter stay
        ("sin(x)**4", "sin(x)**4"),
        ("2*sin(x)*cos(x)", "2*cos(x)*sin(x)"),
    ],
)
def test_the_shorter_form_is_shown(text: str, shown: str) -> None:
    M = plane()
    f = M.function(text)
    assert str(f) == shown
    assert check(M.function(shown) == f)
    assert not check(M.function(shown) == 2 * f)


def test_derivatives_of_sums_are_sums() -> None:
    M = plane()
    x = M["x"]
    f = M.function("sin(x/2) + sin(x/3) + sin(x/4) + sin(x/5)")
    assert str(d(f)(M.frame[0])) == "cos(x/5)/5 + cos(x/4)/4 + cos(x/3)/3 + cos(x/2)/2"
    assert str(d(f)) == "(cos(x/5)/5 + cos(x/4)/4 + cos(x/3)/3 + cos(x/2)/2) dx"
    assert str(x * f).startswith("x*")


@given(st.integers(0, 7), st.integers(0, 7))
def test_products_are_sums(sines: int, cosines: int) -> None:
    M = plane()
    terms = [f"({w})*{kind}({k}*x)" for kind, k, w in _linear(sines, cosines)]
    whole = M.function(f"sin(x)**{sines}*cos(x)**{cosines}")
    assert check(whole == M.function(" + ".join(terms)))
    assert not check(whole == 1 + M.function(" + ".join(terms)))


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 4)), min_size=1, max_size=3))
def test_what_is_shown_is_the_same(pairs: list[tuple[int, int]]) -> None:
    M = plane()
    f = M.function(" + ".join(f"sin({p}*x/{q})*cos({q}*y)" for p, q in pairs))
    assert check(M.function(str(f)) == f)
    assert not check(M.function(str(f)) == 2 * f)


def test_products_of_powers_of_many_cosines_are_not_multiplied_out() -> None:
    """Two cubes are four terms, twelve would be 4,096."""
    M = Manifold("M", [f"x{k}" for k in range(12)])
    for count, spread in ((2, True), (12, False)):
        f = M.function("*".join(f"cos(x{k})**3" for k in range(count))).element("display")
        found = trigonometric_sum(f.ring, f.polynomial, None, lambda i, n: Number(n))
        assert (found is not None) is spread
