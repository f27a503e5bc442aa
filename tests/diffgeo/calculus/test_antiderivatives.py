"""Antiderivatives are proposed, verified, and refused where they are not."""

from __future__ import annotations

import pytest

from diffgeo import Manifold, check
from diffgeo.calculus import antiderivative
from diffgeo.errors import AxiomViolation

M = Manifold("M", "x y", parameters="a")
X, Y = M.frame


@pytest.mark.parametrize(
    "text", ["x**2*y", "y", "sin(x)*exp(x)", "1/(x**2 + 1)", "1/sqrt(a - x**2)", "a*x/(x**2 + y)"]
)
def test_what_is_elementary(text: str) -> None:
    f = M.function(text)
    F = antiderivative(f, X, seconds=120)
    assert F is not None and check(X(F) == f)
    assert not check(X(F) == 2 * f)


def test_what_is_not() -> None:
    assert antiderivative(M.function("1/sqrt(1 - x**5)"), X, seconds=1) is None
    with pytest.raises(AxiomViolation, match="frame"):
        antiderivative(M.function("x"), X + Y)
