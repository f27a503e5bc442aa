"""Quotients are written as they are read: 1 - 2*m/r, and no leading minus without need."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, check

M = Manifold("M", "r x y", parameters="m a q")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("-(2*m - r)/r", "1 - 2*m/r"),
        ("1 - 2*m/r + q**2/r**2", "1 + q**2/r**2 - 2*m/r"),
        ("m/r - 1", "m/r - 1"),
        ("-r/(2*m - r)", "r/(r - 2*m)"),
        ("(x - y)*a/(x - m)*(-1)", "a*(y - x)/(x - m)"),
        ("(1 + exp(x))/exp(x)", "1 + exp(-x)"),
        # Where no quotient is a number, or fractions would appear, it is one quotient.
        ("1/x - 1/y", "(y - x)/(x*y)"),
        ("(x**2 + 2*m*x + a)/(3*x**2)", "(x**2 + 2*m*x + a)/(3*x**2)"),
        ("1 - m/(x**2 + y**2)", "(x**2 + y**2 - m)/(x**2 + y**2)"),
    ],
)
def test_quotients(given: str, written: str) -> None:
    function = M.function(given)
    assert str(function) == written
    assert check(M.function(written) == function)
    assert not check(M.function(written) == -function)
