"""Antiderivatives are proposed, verified, and refused where they are not."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, check
from diffgeo.calculus import antiderivative
from diffgeo.errors import AxiomViolation


def _plane() -> Manifold:
    """A ring remembers the signs that roots in it ask for."""
    return Manifold("M", "x y", parameters="a")


@pytest.mark.parametrize(
    "text",
    [
        "x**2*y", "y", "sin(x)*exp(x)", "1/(x**2 + 1)", "1/sqrt(a - x**2)", "a*x/(x**2 + y)",
        "y/(x*sqrt(2*a*x**2 + 2*x - y**2))", "1/(x*sqrt(a - y*x**2))", "x**3/sqrt(a - x**2)",
        "y/(x*sqrt(2*a*x**2 - x**4 - y**2))", "sqrt((2*a - y**2)*(1 + (x*y - 1)**2))",
        "1/((x**2 - 1)*sqrt(a*x**2 + y*x + 1))",
    ],
)  # fmt: skip
def test_what_is_elementary(text: str) -> None:
    M = _plane()
    X, f = M.frame[0], M.function(text)
    F = antiderivative(f, X, seconds=120)
    assert F is not None and check(X(F) == f)
    assert not check(X(F) == 2 * f)


def test_what_is_not() -> None:
    M = _plane()
    X, Y = M.frame
    assert antiderivative(M.function("1/sqrt(1 - x**5)"), X, seconds=1) is None
    with pytest.raises(AxiomViolation, match="frame"):
        antiderivative(M.function("x"), X + Y)
