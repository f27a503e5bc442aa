"""Pictures of a motion on a moving surface: a strip of frames, the surface under the particle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from diffgeo.calculus import compile_functions
from mechanics.errors import BadValue
from mechanics.motion.given_values import collect, merge
from mechanics.motion.simulation import simulate
from mechanics.motion.trajectory_plot import picture, plain_label, require_ending, save_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanics.analysis.moving_surface import MovingSurface
    from mechanics.model.system_files import Number
    from mechanics.motion.given_values import Values

_MESH = 25


def strip(
    surface: MovingSurface,
    values: Mapping[str, Number] | None = None,
    *,
    until: Number | None = None,
    frames: int = 5,
) -> Figure:
    """The surface and the path at equidistant times, as one Matplotlib figure.

    Parameters
    ----------
    surface
        A surface z = f(x, y, t): one height over two coordinates.
    values, until
        For the simulation of its reduced system, see `mechanics.simulate`.
    frames
        Number of pictures, at least 2.

    Raises
    ------
    BadValue
        The surface is of another kind, or there are too few frames.
    """
    import numpy as np

    names = surface.reduced.specification.coordinates
    if len(surface.heights) != 1 or len(names) != 2:
        raise BadValue(
            f"{surface}: a strip shows one height over two coordinates, not "
            f"{len(surface.heights)} over {len(names)}"
        )
    if frames < 2:
        raise BadValue(f"a strip has at least 2 frames, not {frames}")
    first, second = names
    (height,) = surface.heights
    dynamics = surface.dynamics
    table = merge(surface.reduced.specification, values or {})
    given = collect(dynamics, table if until is None else replace(table, until=until))
    trajectory = simulate(dynamics, values, until=until)
    t, x, y = trajectory.t, trajectory[first], trajectory[second]
    f = _height(surface, given)
    z = np.array([f(*point) for point in zip(t, x, y, strict=True)])
    margin = 0.15 * max(np.ptp(x), np.ptp(y), 1e-9)
    u, v = np.meshgrid(
        np.linspace(x.min() - margin, x.max() + margin, _MESH),
        np.linspace(y.min() - margin, y.max() + margin, _MESH),
    )
    last = len(t) - 1
    chosen = [round(k * last / (frames - 1)) for k in range(frames)]
    sheets = [np.vectorize(lambda a, b, now=t[k]: f(now, a, b))(u, v) for k in chosen]
    # The path decides what is seen of steep walls.
    top = float(z.max() + 0.6 * max(np.ptp(z), margin))
    figure = picture(3.1 * frames, 3.6)
    for number, (k, sheet) in enumerate(zip(chosen, sheets, strict=True), 1):
        axes = figure.add_subplot(1, frames, number, projection="3d", computed_zorder=False)
        axes.plot_surface(
            u, v, np.where(sheet > top, np.nan, sheet), color="#c9d6df", alpha=0.75,
            edgecolor="#9fb3c1", linewidth=0.2, zorder=1,
        )  # fmt: skip
        axes.plot(x[: k + 1], y[: k + 1], z[: k + 1], color="#1f5a99", lw=1.3, zorder=2)
        axes.plot([x[k]], [y[k]], [z[k]], "o", color="#c4552d", ms=6, zorder=3)
        axes.set(
            xlim=(u.min(), u.max()), ylim=(v.min(), v.max()),
            zlim=(min(float(s.min()) for s in sheets), top),
            xlabel=plain_label(first), ylabel=plain_label(second),
            title=f"{plain_label(trajectory.specification.time)} = {t[k]:.3g}",
        )  # fmt: skip
        axes.set_zlabel(plain_label(height))
        axes.view_init(elev=28, azim=-65)
        axes.tick_params(labelsize=7, pad=-2)
    figure.suptitle(plain_label(trajectory.specification.name), fontsize=13, x=0.02, ha="left")
    return figure


def save_strip(
    path: str | Path,
    surface: MovingSurface,
    values: Mapping[str, Number] | None = None,
    *,
    until: Number | None = None,
    frames: int = 5,
    force: bool = False,
) -> Path:
    """Write the picture of `strip` as PNG or SVG, by the ending of the path.

    Raises
    ------
    BadValue
        Another ending, a place that cannot be written, a file that was not written here (unless
        `force` is given), or what `strip` refuses.
    """
    require_ending(path)
    figure = strip(surface, values, until=until, frames=frames)
    inputs = (surface.space.specification.where,)
    return save_figure(path, figure, dpi=150, force=force, inputs=inputs)


def _height(surface: MovingSurface, given: Values) -> Callable[[float, float, float], float]:
    """The height as a numeric function of t, x, y."""
    space, jets = surface.space, surface.reduced.evolution_space
    (name,) = surface.heights
    coordinate = space.evolution_space.positions[space.specification.coordinates.index(name)]
    compiled = compile_functions(
        [surface.inclusion.pull(coordinate)],
        jets.chart.coordinates,
        given.parameters,
        given.functions,
    )
    rest = [0.0] * len(jets.velocities)

    def value(time: float, x: float, y: float) -> float:
        return compiled([time, x, y, *rest])[0]

    return value
