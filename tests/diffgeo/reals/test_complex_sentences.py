"""Complex points with equations and inequations, eliminated."""

from __future__ import annotations

import pytest
import sympy
from sympy import Expr

from diffgeo.reals.constructible import ComplexSentences
from diffgeo.reals.point_sets import PointSet

x, a = sympy.symbols("x a")
CUBIC = 3 * x**3 + x + 1


@pytest.mark.parametrize(
    ("nonzero", "status"),
    [(x, True), (a * x, "some"), (a * x**2 * (a - x), "some"), (a * CUBIC, False)],
)
def test_what_has_a_smaller_degree_is_its_own_remainder(nonzero: Expr, status: object) -> None:
    """Roots of an irreducible cubic with a leading coefficient that is not 1."""
    where = PointSet((CUBIC,), (), (), (), sympy.Integer(0), (x,), (x,), (a,))
    assert ComplexSentences(10.0).status(where, (), (), (nonzero,)) == status
