"""Formulas to compute with: what belongs to one denominator is not multiplied with the others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diffgeo import Manifold
from diffgeo.calculus import straight_line
from diffgeo.verdicts import check

M = Manifold("M", "x y", parameters="a")
#: The attraction of two centres.
CENTRES = "x - (1 - a)*(x + a)/((x + a)**2 + y**2)**2 - a*(x - 1 + a)/((x - 1 + a)**2 + y**2)**2"


def test_two_centres_stay_two_terms() -> None:
    f = M.function(CENTRES)
    code = straight_line([f], "x y", "a")
    # By hand: x + a, its square, y², 1 - a, a - 1, their squares, two quotients, two sums.
    assert sum(code.operations.values()) <= 20
    ring, element = M.chart.ring, f.element()
    assert sum(1 for _ in ring.formula(element).walk()) < sum(
        1 for _ in ring.expression(element).walk()
    )
    for x, y, a in ((3, -2, 5), (Fraction(1, 3), 7, Fraction(2, 7)), (-1, Fraction(5, 2), 3)):
        r, s = (x + a) ** 2 + y**2, (x - 1 + a) ** 2 + y**2
        exact = x - (1 - a) * (x + a) / Fraction(r) ** 2 - a * (x - 1 + a) / Fraction(s) ** 2
        (found,) = code.at({"a": float(a)})([float(x), float(y)])
        assert found == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(
    "text",
    ["1/x + 1/y", "sqrt(x)/y - sqrt(y)/x + a", "1/(x + y) + x/(x - y)**2 + sin(x)/y",
     "abs(x)/(x + 1) + 1/(y**2 + 1)", "x**2 + y", "exp(x)/x - exp(-x)/y", CENTRES],
)  # fmt: skip
def test_a_formula_is_the_function(text: str) -> None:
    f = M.function(text)
    again = M.function(str(M.chart.ring.formula(f.element())))
    assert check(f - again == 0)
    assert not check(f - again == M["x"])
