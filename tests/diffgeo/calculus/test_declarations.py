"""Declarations that contradict each other."""

from __future__ import annotations

import pytest

from diffgeo import FibredManifold, Manifold
from diffgeo.errors import Contradiction


def test_a_name_has_one_sign() -> None:
    with pytest.raises(Contradiction, match="x is declared positive and negative on M"):
        Manifold("M", "x", positive="x", negative="x")
    with pytest.raises(Contradiction, match="m is declared positive and negative on E"):
        FibredManifold("E", "x", parameters="m k", positive="m k", negative=["m"])


def test_different_names_may_have_different_signs() -> None:
    M = Manifold("M", "x y", positive="x", negative="y", nonzero="x y")
    assert M.chart.signs == {"x": 1, "y": -1}
