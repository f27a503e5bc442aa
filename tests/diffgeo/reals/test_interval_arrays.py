"""Enclosures on many boxes hold all values, and those of balls bound them."""

from __future__ import annotations

import numpy as np
import pytest

from diffgeo import Manifold
from diffgeo.calculus import straight_line

M = Manifold("M", "x y", "a")
FORMULAS = [
    "sin(x)*y + a", "cos(x + a)**2/(1 + y**2)", "sqrt(x**2 + 1)*exp(y)", "tan(x/4)", "1/(x - y)",
    "log(2 + sin(x))", "x**3*y - a*x**2", "asin(x/9) + acos(y/9)", "atan(x*y)", "atan2(y, 4 + x)",
    "Abs(x)*y", "sinh(x)*cosh(y)/tanh(5 + x)", "x**a", "sqrt(x)",
]  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_all_values_and_rates_are_enclosed(formula: str) -> None:
    code, rng = straight_line([M.function(formula)], "x y", "a"), np.random.default_rng(1)
    low = rng.uniform(-3, 3, (2, 40))
    width, a = rng.uniform(0, 1, (2, 40)), rng.uniform(0.5, 2, (1, 40))
    bounds = code.enclosing_on_arrays((low, low + width), a)
    part = rng.uniform(0, 1, (2, 40, 100))
    points = low[..., None] + width[..., None] * part
    values = code.on_arrays(points, a[..., None])[0]
    defined = np.isfinite(values)
    inside = (values >= bounds[0][0][:, None]) & (values <= bounds[1][0][:, None])
    assert inside[defined].all()
    # Where the function is not defined somewhere in a box nothing is said of it.
    assert np.isinf(bounds[1][0][~defined.all(axis=1)]).all()
    assert np.isfinite(bounds[1]).any()
    # Along diagonals of the boxes; the mean value theorem has them between the ends.
    ends = [code.on_arrays(low + k * width, a)[0] for k in (0, 1)]
    slow, fast = code.enclosing_on_arrays((low, low + width), a, (width, width))
    change, known = ends[1] - ends[0], np.isfinite(fast[0])
    assert known.any() and (change >= slow[0] - 1e-9)[known].all()
    assert (change <= fast[0] + 1e-9)[known].all()


def test_a_pole_and_a_turning_point_are_seen() -> None:
    """The control: ends alone would miss what happens between them."""
    code = straight_line([M.function("sin(x)"), M.function("1/y"), M.function("y**2")], "x y", "a")
    box = np.array([[1.0], [-1.0]]), np.array([[2.0], [2.0]])
    low, high = code.enclosing_on_arrays(box, np.ones((1, 1)))
    assert high[0] == 1.0 > np.sin(2.0) > np.sin(1.0) > low[0] > 0.84
    assert np.isinf(low[1]) and np.isinf(high[1])
    assert low[2] == 0.0 and 4.0 <= high[2] < 4.001
