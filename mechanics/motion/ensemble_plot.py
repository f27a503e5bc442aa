"""Pictures of a campaign: phase portraits, and how far the members of an ensemble spread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mechanics.errors import BadValue, UnknownName
from mechanics.motion.trajectory_plot import (
    column_label,
    picture,
    plain_label,
    require_ending,
    save_figure,
    styled,
)
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    import numpy as np
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: More members along the time are shown by the parts of them that lie between two bounds.
MANY = 40
#: Those bounds, in per cent.
_BANDS = ((5, 95), (25, 75))
_INK, _PATH = "#22303c", "#1f5a99"


def save(
    found: xarray.Dataset,
    path: str | Path,
    plane: tuple[str, str] | None = None,
    *,
    force: bool = False,
) -> Path:
    """Write the picture as PNG or SVG, by the ending of the path; see `draw`."""
    require_ending(path)
    return save_figure(path, draw(found, plane), dpi=160, force=force, inputs=())


def draw(found: xarray.Dataset, plane: tuple[str, str] | None = None) -> Figure:
    """The paths of all members of a campaign in a plane.

    In the plane of a coordinate and its velocity that is a phase portrait. Along the time more
    than 40 members are an ensemble: its median, and where the middle halves and nine tenths of
    them are at each time.

    Parameters
    ----------
    found
        What `sweep` gave, or ``xarray.open_dataset`` of its file.
    plane
        Names of two columns, or of the time and a column; the first two columns if nothing is said.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    UnknownName
        There is no such column.
    BadValue
        No member has a motion.

    Examples
    --------
    >>> from mechanics import load
    >>> hoop = load("rotating-hoop")
    >>> found = hoop.sweep({"theta": [0.5, 1, 2]}, points=21)
    >>> draw(found, ("theta", "thetadot")).axes[0].get_ylabel()
    '$thetadot$'
    """
    import numpy as np

    time = _time(found)
    first, second = plane or tuple(_columns(found, time)[1:3])
    columns = {name: _members(found, name, time) for name in (first, second)}
    moving = np.isfinite(columns[first] + columns[second]).any(axis=1)
    if not moving.any():
        raise BadValue(f"{found.attrs['title']}: no member of the campaign has a motion to draw")
    with styled():
        figure = picture(7.4, 5.2)
        axes = figure.subplots()
        x, y = columns[first][moving], columns[second][moving]
        if first == time and len(y) > MANY:
            _draw_spread(axes, x[0], y)
        else:
            _draw_paths(figure, axes, x, y, *_shade(found, time, moving))
        axes.set(xlabel=column_label(first), ylabel=column_label(second))
        members, told = int(moving.sum()), plain_label(str(found.attrs["title"]))
        axes.set_title(f"{told}: {members} of {moving.size} members", loc="left", fontsize=12)
    return figure


def _time(found: xarray.Dataset) -> str:
    """What the columns have besides the dimensions of the members."""
    own = set(found["status"].dims)
    return next(str(d) for v in found.data_vars.values() for d in v.dims if d not in own)


def _columns(found: xarray.Dataset, time: str) -> list[str]:
    return [time, *(str(name) for name, v in found.data_vars.items() if time in v.dims)]


def _members(found: xarray.Dataset, name: str, time: str) -> np.ndarray:
    """A column as (members, times)."""
    import numpy as np

    status, known = found["status"], _columns(found, time)
    if name not in known:
        near = nearest(name, known) or f"; they are {listed(known)}"
        raise UnknownName(f"{found.attrs['title']}: no column {name!r}{near}")
    if name == time:
        return np.broadcast_to(found[time].values, (status.size, found.sizes[time]))
    ordered: np.ndarray = found[name].transpose(*status.dims, time).values
    return ordered.reshape(status.size, -1)


def _shade(found: xarray.Dataset, time: str, moving: np.ndarray) -> tuple[str, np.ndarray | None]:
    """The values that tell the members apart by colour, if one name varies among them."""
    import numpy as np

    varied = [str(n) for n in found.coords if str(n) not in (time, "member")]
    if len(varied) != 1:
        return "", None
    values = np.broadcast_to(found[varied[0]].values, found["status"].shape).ravel()
    return varied[0], values[moving]


def _draw_paths(
    figure: Figure, axes: Axes, x: np.ndarray, y: np.ndarray, name: str, shade: np.ndarray | None
) -> None:
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    width = 1.4 if len(x) <= MANY else 0.7
    colours: list[object] = [_PATH] * len(x)
    if shade is not None and len(shade) > 1:
        scale = ScalarMappable(Normalize(shade.min(), shade.max()), colormaps["viridis"])
        colours = list(scale.to_rgba(shade))
        figure.colorbar(scale, ax=axes, label=column_label(name))
    for u, v, colour in zip(x, y, colours, strict=True):
        axes.plot(u, v, color=colour, lw=width)
        axes.plot(u[:1], v[:1], "o", color=colour, mfc="white", ms=4)


def _draw_spread(axes: Axes, times: np.ndarray, values: np.ndarray) -> None:
    """The median, and between which bounds the members are, of those that came so far."""
    import numpy as np

    known = np.isfinite(values).any(axis=0)
    times, values = times[known], values[:, known]
    for k, (low, high) in enumerate(_BANDS, 1):
        ends = np.nanpercentile(values, (low, high), axis=0)
        told = f"{high - low} % of the members"
        axes.fill_between(times, *ends, color=_PATH, alpha=0.22 * k, lw=0, label=told)
    axes.plot(times, np.nanmedian(values, axis=0), color=_INK, lw=1.8, label="median")
    axes.legend(frameon=False, fontsize=9)
