"""Pictures of a trajectory: the path in a plane, and how well the constraints are kept."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mechanics.errors import BadValue
from mechanics.output_files import MARK, write_whole
from mechanics.wording import one_line, shorten

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mechanics.motion.trajectory import Trajectory

_INK, _PATH, _GREY = "#22303c", "#1f5a99", "#7a8790"
_OTHERS = ("#c4552d", "#5b8c3e", "#8b5fa8", "#b08a2e", "#3a8f8f", "#a8486a")
_FLOOR = 1e-17
#: Characters of a label of which two stand side by side above the right half.
_SHORT = 27
#: Longer labels are cut.
_LABEL = 48


def save(
    trajectory: Trajectory,
    path: str | Path,
    plane: tuple[str, str] | None = None,
    *,
    force: bool = False,
) -> Path:
    """Write the picture as PNG or SVG, by the ending of the path.

    Raises
    ------
    BadValue
        Another ending, a place that cannot be written, or a file that is not ours.
    """
    require_ending(path)
    figure = draw(trajectory, plane)
    return save_figure(path, figure, dpi=160, force=force, inputs=(trajectory.specification.where,))


def save_figure(
    path: str | Path, figure: Figure, *, dpi: int, force: bool, inputs: Iterable[str]
) -> Path:
    """Write a figure with our mark, so that the next one may replace it."""
    import warnings

    svg = Path(path).suffix.lower() == ".svg"
    metadata = {"Date": None, "Creator": MARK} if svg else {"Software": MARK}

    def write(target: Path) -> None:
        with warnings.catch_warnings():
            # A letter that the font lacks is drawn as a box.
            warnings.simplefilter("ignore")
            figure.savefig(target, dpi=dpi, metadata=metadata)

    return write_whole(path, write, force=force, inputs=inputs)


def require_ending(path: str | Path) -> None:
    """Raise `BadValue` unless the path ends in ``.png`` or ``.svg``."""
    if Path(path).suffix.lower() not in (".png", ".svg"):
        raise BadValue(f"{path}: a plot is written as .png or .svg; choose one of these endings")


def plain_label(text: str, most: int = _LABEL) -> str:
    """Text as a label: on one line, not too long, and no dollar in it begins a formula."""
    return shorten(one_line(text), most).replace("$", r"\$")


def styled() -> AbstractContextManager[None]:
    """What is drawn meanwhile has the style of our pictures."""
    import matplotlib

    style: dict[Any, Any] = {
        "font.size": 10, "axes.edgecolor": _GREY, "axes.labelcolor": _INK, "text.color": _INK,
        "xtick.color": _GREY, "ytick.color": _GREY, "axes.spines.top": False,
        "axes.spines.right": False, "axes.grid": True, "grid.color": "#e4e8eb",
        "grid.linewidth": 0.6, "svg.hashsalt": "mechanics", "axes.axisbelow": True,
        "mathtext.default": "regular",
    }  # fmt: skip
    return matplotlib.rc_context(style)


def draw(trajectory: Trajectory, plane: tuple[str, str] | None = None) -> Figure:
    """The picture as a Matplotlib figure, with the path in a plane of two columns."""
    with styled():
        figure = picture(10, 5.2)
        left, right = figure.subplots(1, 2, width_ratios=[1.15, 1])
        plane = plane or _plane(trajectory)
        if plane is None:
            _draw_coordinates(left, trajectory)
        else:
            _draw_plane(left, trajectory, *plane)
        _draw_quality(right, trajectory)
        title = plain_label(trajectory.specification.name)
        if trajectory.stopped:
            title += f"  (ends at {trajectory.specification.time} = {trajectory.t[-1]:.4g})"
        figure.suptitle(title, fontsize=13, x=0.02, ha="left")
    return figure


def picture(width: float, height: float) -> Figure:
    """An empty figure that a notebook shows; without pyplot it would print its name."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    class Picture(Figure):
        def _repr_png_(self) -> bytes:
            from io import BytesIO

            buffer = BytesIO()
            self.savefig(buffer, format="png")
            return buffer.getvalue()

    figure = Picture(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _plane(trajectory: Trajectory) -> tuple[str, str] | None:
    s = trajectory.specification
    if s.plot.plane is not None:
        return s.plot.plane
    return (s.coordinates[0], s.coordinates[1]) if len(s.coordinates) == 2 else None


def _draw_plane(axes: Axes, trajectory: Trajectory, first: str, second: str) -> None:
    x, y = trajectory[first], trajectory[second]
    s = trajectory.specification
    # What else moves is given in the plane that the system declares.
    others = trajectory.also if (first, second) == s.plot.plane else ()
    for (label, u, v), colour in zip(others, _OTHERS, strict=False):
        axes.plot(u, v, color=colour, lw=1.6, label=plain_label(label) or None)
        axes.plot(u[-1], v[-1], "o", color=colour, ms=6)
    for k in range(0, len(x), max(1, (len(x) - 1) // 8)) if others else ():
        # Lines of sight show how the path follows the other points.
        axes.plot([x[k], others[0][1][k]], [y[k], others[0][2][k]], color=_GREY, lw=0.5, ls=":")
    axes.plot(x, y, color=_PATH, lw=2, label=plain_label(f"({first}, {second})"))
    axes.plot(x[0], y[0], "o", color=_PATH, mfc="white", ms=7, mew=1.6, label="start")
    axes.plot(x[-1], y[-1], "o", color=_PATH, ms=7, label="end")
    axes.set(xlabel=column_label(first), ylabel=column_label(second))
    if {first, second} <= set(s.coordinates):
        axes.set_aspect("equal", adjustable="datalim")
    columns = 4 if all(len(label) <= _SHORT for label, *_ in others) else 1
    axes.legend(
        frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns,
        borderaxespad=0.2,
    )  # fmt: skip


def _draw_coordinates(axes: Axes, trajectory: Trajectory) -> None:
    s = trajectory.specification
    colours = (_PATH, *_OTHERS)
    for k, name in enumerate(s.coordinates):
        colour = colours[k % len(colours)]
        axes.plot(trajectory.t, trajectory[name], color=colour, lw=1.8, label=column_label(name))
    axes.set(xlabel=column_label(s.time))
    axes.legend(frameon=False, fontsize=9)


def _draw_quality(axes: Axes, trajectory: Trajectory) -> None:
    """Residuals of the constraints and drifts of the invariants, logarithmically."""
    import numpy as np

    t = trajectory.t
    curves: list[tuple[str, np.ndarray, str]] = []
    for k, name in enumerate(trajectory.constraints):
        index = f"_{k + 1}" if len(trajectory.constraints) > 1 else ""
        curves.append((rf"constraint $|\varphi{index}|$", abs(trajectory[name]), "-"))
    for drift in trajectory.invariant_drift:
        values = trajectory[drift.name]
        scale = abs(values[0]) if drift.relative else 1.0
        kind = "relative drift" if drift.relative else "drift"
        curves.append((f"{plain_label(drift.name)}: {kind}", abs(values - values[0]) / scale, "--"))
    if not curves:
        axes.set_visible(False)
        return
    colours = (_PATH, *_OTHERS)
    for k, (label, values, style) in enumerate(curves):
        colour = colours[k % len(colours)]
        axes.plot(t, np.maximum(values, _FLOOR), style, color=colour, lw=1.3, label=label)
    axes.set_yscale("log")
    # Where the motion ends a residual may be undefined.
    top = max(float(values[np.isfinite(values)].max(initial=0)) for _, values, _ in curves)
    axes.set_ylim(_FLOOR / 2, max(1e-11, top * 30))
    axes.set(xlabel=column_label(trajectory.specification.time), ylabel="error of the integration")
    # Two long labels side by side are wider than the picture.
    columns = 2 if max(len(label) for label, *_ in curves) <= _SHORT else 1
    axes.legend(
        frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), ncols=columns,
        borderaxespad=0.2,
    )  # fmt: skip


def column_label(name: str) -> str:
    """The name of a column as a formula, where it is one."""
    from matplotlib.mathtext import MathTextParser

    greek = "alpha beta gamma delta epsilon theta phi psi omega lambda mu rho sigma tau xi eta zeta"
    if name in greek.split():
        return rf"$\{name}$"
    head, _, index = name.partition("_")
    text = f"${head}_{{{index}}}$" if index and index.isalnum() else f"${name}$"
    try:
        MathTextParser("agg").parse(text)
    except ValueError:
        return plain_label(name)
    return text if len(name) <= _LABEL else plain_label(name)
