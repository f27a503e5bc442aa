"""Pictures of curves in the charts of a manifold, each with its domain.

Every chart has a plane of two coordinates. A curve is drawn in all of them: strongly where it is
known in that chart, and thin where a transition brings it from another one. What does not belong to
the domain of a chart is grey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diffgeo import Atlas, Manifold, Map
from diffgeo.calculus import declared_requirements, names_in, straight_line
from diffgeo.errors import OutsideDomain
from diffgeo.subsets import EnclosedPoint
from mechanics.errors import BadValue
from mechanics.motion.trajectory_plot import (
    column_label,
    picture,
    plain_label,
    require_ending,
    save_figure,
    styled,
)

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PATH, _OUTSIDE = "#1f5a99", "#c9d0d6"


def draw_in_charts(
    space: Atlas | Manifold,
    curve: Sequence[EnclosedPoint],
    planes: Mapping[str, tuple[str, str]] | None = None,
) -> Figure:
    """A curve in all charts of a manifold.

    Parameters
    ----------
    space
        A manifold, or an atlas.
    curve
        Points in the order of time, as `diffgeo.subsets.enclosed_curve` and
        `diffgeo.connections.enclosed_geodesic` give them.
    planes
        Two coordinates for a chart, by its name; the first two if there are none.

    Returns
    -------
    matplotlib.figure.Figure
        One plane for each chart; notebooks show it.

    Raises
    ------
    BadValue
        There are no points, a chart has one coordinate only, or a name is that of no coordinate.

    Examples
    --------
    >>> from diffgeo import sphere
    >>> from diffgeo.subsets import enclosed_curve
    >>> from mechanics.motion.curves_in_charts import draw_in_charts
    >>> S = sphere(2)
    >>> turn = S.field(S.charts[0].vector_field(u1="-u2", u2="u1"))
    >>> curve = enclosed_curve(turn, {"u1": 2, "u2": 0}, range(4))
    >>> [axes.get_title("left") for axes in draw_in_charts(S, curve).axes]
    ['north', 'south']
    """
    charts = space.charts if isinstance(space, Atlas) else (space,)
    if not curve:
        raise BadValue(f"{space}: a curve of no points is not drawn")
    with styled():
        figure = picture(4.6 * len(charts), 4.6)
        for axes, chart in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts,
                               strict=True):  # fmt: skip
            names = _plane(chart, planes or {})
            for own, points in _pieces(space, chart, curve):
                x, y = (points[chart.chart.coordinates.index(name)] for name in names)
                axes.plot(x, y, color=_PATH, lw=2.2 if own else 0.9)
            axes.set(xlabel=column_label(names[0]), ylabel=column_label(names[1]))
            axes.set_title(plain_label(chart.name), loc="left")
            axes.set_aspect("equal", adjustable="datalim")
            _shade(axes, chart, names, curve[0].parameters)
    return figure


def save_in_charts(
    space: Atlas | Manifold,
    curve: Sequence[EnclosedPoint],
    path: str | Path,
    planes: Mapping[str, tuple[str, str]] | None = None,
    *,
    force: bool = False,
) -> Path:
    """Write the picture of `draw_in_charts` as PNG or SVG, by the ending of the path.

    Raises
    ------
    BadValue
        As there; or another ending, or a place that cannot be written.
    """
    require_ending(path)
    return save_figure(path, draw_in_charts(space, curve, planes), dpi=160, force=force, inputs=())


def _plane(chart: Manifold, planes: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    names = chart.chart.coordinates
    if chart.dimension < 2:
        raise BadValue(f"{chart.name} has one coordinate; a picture in charts needs two")
    wanted = planes.get(chart.name, (names[0], names[1]))
    if wrong := [name for name in wanted if name not in names]:
        raise BadValue(f"{', '.join(wrong)} is no coordinate of {chart}")
    return wanted


def _pieces(
    space: Atlas | Manifold, chart: Manifold, curve: Sequence[EnclosedPoint]
) -> list[tuple[bool, np.ndarray]]:
    """Stretches of the curve that are known in one chart, in the coordinates of a chart.

    A stretch begins with the last point of the one before it.
    """
    import numpy as np

    found: list[tuple[bool, np.ndarray]] = []
    last = None
    start = 0
    for k in range(1, len(curve) + 1):
        if k < len(curve) and curve[k].chart is curve[start].chart:
            continue
        part = curve[start:k]
        points = _carried(space, chart, part)
        found.append((part[0].chart is chart, points if last is None
                      else np.column_stack([last, points])))  # fmt: skip
        last, start = points[:, -1], k
    return found


def _carried(space: Atlas | Manifold, chart: Manifold, part: Sequence[EnclosedPoint]) -> np.ndarray:
    import numpy as np

    home = part[0].chart
    names = home.chart.coordinates
    points = np.array([[float(at[name].middle) for at in part] for name in names])
    if home is chart or not isinstance(space, Atlas):
        return points
    phi: Map = space.transition(home, chart)
    rows = []
    for name, x in zip(chart.chart.coordinates, chart.coordinates, strict=True):
        try:
            [row] = _values([phi.pull(x)], names, points, part[0].parameters)
        except OutsideDomain:
            # An angle, of which only cosine and sine are known.
            pair = phi.pull(chart.functions([f"cos({name})", f"sin({name})"]))
            cosine, sine = _values(pair, names, points, part[0].parameters)
            row = np.unwrap(np.arctan2(sine, cosine))
        rows.append(row)
    return np.array(rows)


def _values(
    functions: Sequence[Any], names: Sequence[str], points: np.ndarray, given: Mapping[str, Any]
) -> np.ndarray:
    import numpy as np

    constants = np.array([float(value) for value in given.values()])
    with np.errstate(all="ignore"):
        found = straight_line(functions, names, list(given)).on_arrays(points, constants)
    return np.where(np.isfinite(found), found, np.nan)


def _shade(axes: Axes, chart: Manifold, names: tuple[str, str], given: Mapping[str, Any]) -> None:
    """Grey where the declared domain ends, as far as it depends on the two coordinates."""
    import numpy as np

    conditions = [
        each.function
        for each in declared_requirements(chart)
        if each.relation == ">" and names_in([each.function]) <= {*names, *given}
    ]
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    x, y = np.meshgrid(np.linspace(left, right, 200), np.linspace(low, high, 200))
    for function in conditions:
        height = _values([function], names, np.array([x, y]), given)[0]
        axes.contourf(x, y, np.nan_to_num(height, nan=-1.0), [-np.inf, 0], colors=[_OUTSIDE])
