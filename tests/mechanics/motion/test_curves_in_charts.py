"""Pictures of curves in the charts of an atlas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diffgeo import Manifold
from diffgeo.atlases import plane
from diffgeo.subsets import enclosed_curve
from mechanics.errors import BadValue
from mechanics.motion.curves_in_charts import draw_in_charts, save_in_charts

R2 = plane()
cartesian, polar = R2.charts
straight = R2.field(cartesian.vector_field(x=-1))
curve = enclosed_curve(straight, {"x": 1, "y": 1}, range(5))


def test_a_line_in_polar_coordinates() -> None:
    figure = draw_in_charts(R2, curve, {"polar": ("phi", "r")})
    assert [axes.get_title("left") for axes in figure.axes] == ["cartesian", "polar"]
    [line] = figure.axes[0].lines
    assert np.allclose(line.get_xydata(), [[1 - t, 1] for t in range(5)])
    [line] = figure.axes[1].lines
    angle, radius = np.transpose(line.get_xydata())
    assert np.allclose(radius * np.sin(angle), 1) and np.all(np.diff(angle) > 0)
    assert not np.allclose(radius, 1)
    # Where r is negative there is no chart.
    assert len(figure.axes[1].collections) == 1 and not figure.axes[0].collections


def test_files_and_refusals(tmp_path: Path) -> None:
    assert save_in_charts(R2, curve, tmp_path / "line.svg").stat().st_size > 1000
    for space, points, planes in (
        (R2, [], None),
        (R2, curve, {"polar": ("phi", "z")}),
        (Manifold("line", "x"), curve, None),
    ):
        with pytest.raises(BadValue):
            draw_in_charts(space, points, planes)
