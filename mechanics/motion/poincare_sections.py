"""Poincaré sections: where motions pass a surface, and in which direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import compile_functions
from mechanics.errors import BadValue
from mechanics.motion.simulation import simulate
from mechanics.motion.trajectory_plot import picture, plain_label, require_ending, save_figure

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

    from mechanics.model.system_files import Number
    from mechanics.motion.trajectory import Trajectory
    from mechanics.theories.dynamics import Dynamics

#: So many states are kept of each motion; between them it is interpolated by cubic splines.
POINTS = 20_001


@dataclass(frozen=True)
class PoincareSection:
    """The points at which motions pass a surface from below; `poincare_section` makes it.

    Attributes
    ----------
    name : str
        The system.
    section : str
        The function whose zeros are the surface.
    plane : tuple of str
        The coordinates or velocities that are drawn.
    points : tuple of arrays
        For each motion the values of these, as rows; they are empty if it never passes.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.motion.poincare_sections import poincare_section
    >>> oscillator = System(coordinates="x y", lagrangian="(xdot**2 + ydot**2 - x**2 - y**2)/2")
    >>> found = poincare_section(oscillator.dynamics(), "y", ("x", "xdot"),
    ...                          [{"x": 1, "y": 0, "xdot": 0, "ydot": 1}], until=20)
    >>> [points.shape for points in found.points]
    [(3, 2)]
    """

    name: str
    section: str
    plane: tuple[str, str]
    points: tuple[np.ndarray, ...]

    def draw(self) -> Figure:
        """The points of each motion in a colour of its own."""
        figure = picture(6.4, 5.2)
        axes = figure.subplots()
        for points in self.points:
            axes.plot(*points.T, ".", ms=2.5)
        first, second = self.plane
        axes.set(xlabel=first, ylabel=second)
        title = f"{plain_label(self.name)}: {plain_label(self.section)} = 0, from below"
        axes.set_title(title, loc="left")
        return figure

    def save(self, path: str | Path, *, force: bool = False, inputs: Sequence[str] = ()) -> Path:
        """Write the picture as PNG or SVG, by the ending of the path."""
        require_ending(path)
        return save_figure(path, self.draw(), dpi=160, force=force, inputs=inputs)


def poincare_section(
    dynamics: Dynamics,
    section: str,
    plane: tuple[str, str],
    starts: Sequence[Mapping[str, Number]] = ({},),
    **settings: Any,
) -> PoincareSection:
    """Integrate motions, and find where a function along them becomes positive.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    section
        A formula in time, coordinates and velocities; ``sin(theta)`` for an angle.
    plane
        Two names of coordinates or velocities.
    starts
        For each motion its initial values, parameters and functions, as for `simulate`.
    settings
        What `simulate` takes: ``until``, ``rtol``, ….

    Returns
    -------
    PoincareSection
        Its points are as exact as the integration and cubic splines between its output times.

    Raises
    ------
    BadValue
        The plane is not made of names of the motion.
    ExpressionError
        The section is no formula.
    """
    system = dynamics.system
    s = system.specification
    names = (s.time, *s.coordinates, *s.velocities)
    if len(plane) != 2 or not {*plane} <= {*names}:
        raise BadValue(f"{s.where}: a plane has two of the names {', '.join(names)}")
    value = compile_functions([system.evolution_space.function(section)], names)
    settings.setdefault("points", POINTS)
    motions = (simulate(dynamics, start, **settings) for start in starts)
    return PoincareSection(
        system.name, section, plane, tuple(_passages(m, names, value, plane) for m in motions)
    )


def _passages(
    motion: Trajectory, names: Sequence[str], value: Any, plane: tuple[str, str]
) -> np.ndarray:
    import numpy as np
    from scipy.interpolate import CubicSpline

    columns = np.column_stack([motion[name] for name in names])
    heights = np.array([value(state)[0] for state in columns.tolist()])
    spline = CubicSpline(motion.t, heights)
    roots = spline.roots(extrapolate=False) if (heights < 0).any() else np.array([])
    before = heights[np.maximum(np.searchsorted(motion.t, roots) - 1, 0)]
    times = roots[(before < 0) & (spline(roots, 1) > 0)]
    return np.column_stack([CubicSpline(motion.t, motion[name])(times) for name in plane])
