"""Animations of a trajectory: GIF, MP4, a strip of frames for print, a page with controls."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from mechanics.errors import BadValue
from mechanics.motion.animation_page import page_of
from mechanics.motion.moving_picture import MovingPicture, moving_picture
from mechanics.motion.trajectory_plot import picture, plain_label, save_figure
from mechanics.output_files import MARK, write_whole
from mechanics.wording import one_line, shorten

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

    from mechanics.motion.trajectory import Trajectory

ENDINGS = (".gif", ".mp4", ".html", ".png", ".svg")
#: Frames of a film, and of a strip; milliseconds for a frame.
FILM_FRAMES, STRIP_FRAMES, _SHOWN = 90, 5, 50
_MOST_FRAMES = 2000
_COLOURS = ("#1f5a99", "#c4552d", "#5b8c3e", "#8b5fa8", "#b08a2e", "#3a8f8f", "#a8486a")
_INK, _GREY = "#22303c", "#7a8790"


def require_ending(path: str | Path) -> None:
    """Raise `BadValue` unless an animation can be written here to a path of this ending."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise BadValue(f"{path}: an animation is written as {', '.join(ENDINGS)}")
    if ending == ".mp4" and shutil.which("ffmpeg") is None:
        raise BadValue(
            f"{path}: an MP4 is written by the program ffmpeg, which is not found; install it "
            "(https://ffmpeg.org), or write a .gif or an .html"
        )


def page(trajectory: Trajectory) -> Page:
    """The animation as a page, which a notebook shows."""
    return Page(page_of(moving_picture(trajectory)))


class Page(str):
    """The text of a page."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from html import escape

        style = 'width="100%" height="560" style="border:0;max-width:760px"'
        return f'<iframe srcdoc="{escape(self)}" {style}></iframe>'


def save(
    trajectory: Trajectory, path: str | Path, *, force: bool = False, frames: int | None = None
) -> Path:
    """Write the animation, by the ending of the path.

    Raises
    ------
    BadValue
        Another ending, a place that cannot be written, a file that is not ours, or a number of
        frames that is none.
    """
    require_ending(path)
    if frames is not None and not (isinstance(frames, int) and 2 <= frames <= _MOST_FRAMES):
        raise BadValue(f"frames = {frames!r} is no whole number from 2 to {_MOST_FRAMES}")
    moving, inputs = moving_picture(trajectory), (trajectory.specification.where,)
    ending = Path(path).suffix.lower()
    if ending == ".html":
        text = page_of(moving)

        def write_page(target: Path) -> None:
            target.write_text(text, encoding="utf-8")

        return write_whole(path, write_page, force=force, inputs=inputs)
    if ending in (".gif", ".mp4"):
        images = _images(moving, frames or FILM_FRAMES)
        write = _gif if ending == ".gif" else _mp4
        return write_whole(path, lambda target: write(images, target), force=force, inputs=inputs)
    figure = strip(moving, frames or STRIP_FRAMES)
    return save_figure(path, figure, dpi=160, force=force, inputs=inputs)


def _gif(images: list[Image], target: Path) -> None:
    from PIL.Image import Quantize

    first, *others = (image.quantize(64, Quantize.FASTOCTREE) for image in images)
    first.save(
        target, format="GIF", save_all=True, append_images=others, duration=_SHOWN, loop=0,
        comment=MARK.encode(),
    )  # fmt: skip


def _mp4(images: list[Image], target: Path) -> None:
    width, height = images[0].size
    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"]
    # Players want an even number of pixels and colours at every other one.
    shown = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]
    done = subprocess.run(
        ["ffmpeg", "-y", "-loglevel", "error", *raw, "-r", str(1000 // _SHOWN), "-i", "-", *shown,
         "-metadata", f"comment={MARK}", "-movflags", "+faststart", target],
        input=b"".join(image.tobytes() for image in images), capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        told = one_line(done.stderr.decode(errors="replace").strip()) or "no reason is given"
        raise BadValue(f"ffmpeg could not write the film: {shorten(told, 200)}")


def strip(moving: MovingPicture, frames: int) -> Figure:
    """Frames side by side, equidistant in time."""
    left, right, bottom, top = moving.bounds
    slope = min(max((top - bottom) / (right - left), 0.5), 1.6) if moving.equal else 1.0
    figure = picture(2.6 * frames, 2.6 * slope + 0.5)
    for k, axes in zip(_chosen(moving, frames), figure.subplots(1, frames), strict=True):
        _prepare(axes, moving)
        _draw(axes, moving, k)
        axes.set_title(f"{moving.time} = {moving.times[k]:.4g}", fontsize=10)
        axes.tick_params(labelsize=7)
    figure.suptitle(plain_label(moving.name, 90), fontsize=12, x=0.01, ha="left")
    return figure


def _images(moving: MovingPicture, frames: int) -> list[Image]:
    """The frames of a film, as images of Pillow."""
    import numpy as np
    from PIL.Image import fromarray

    left, right, bottom, top = moving.bounds
    slope = min(max((top - bottom) / (right - left), 0.4), 1.5) if moving.equal else 0.75
    figure = picture(6, 6 * slope + 0.5)
    axes = figure.subplots()
    _prepare(axes, moving)
    axes.set_title(plain_label(moving.name), loc="left", fontsize=11)
    clock = axes.text(1, 1.02, "", transform=axes.transAxes, ha="right", fontsize=10)
    # The places of title and axes are found once, and not for each frame.
    figure.canvas.draw()
    figure.set_layout_engine("none")
    found = []
    for k in _chosen(moving, frames):
        clock.set_text(f"{moving.time} = {moving.times[k]:.2f}")
        drawn = _draw(axes, moving, k)
        figure.canvas.draw()
        pixels = np.asarray(figure.canvas.buffer_rgba())  # type: ignore[attr-defined]
        found.append(fromarray(pixels).convert("RGB"))
        for artist in drawn:
            artist.remove()  # type: ignore[attr-defined]
    return found


def _chosen(moving: MovingPicture, frames: int) -> list[int]:
    import numpy as np

    grid = np.linspace(moving.times[0], moving.times[-1], frames)
    return [int(abs(moving.times - t).argmin()) for t in grid]


def _prepare(axes: Axes, moving: MovingPicture) -> None:
    left, right, bottom, top = moving.bounds
    axes.set(xlim=(left, right), ylim=(bottom, top))
    if moving.equal:
        axes.set_aspect("equal")
    if moving.axes:
        axes.set(xlabel=moving.axes[0], ylabel=moving.axes[1])
    for side in axes.spines.values():
        side.set_color("#d5dade")
    axes.tick_params(colors=_GREY, length=2)


def _draw(axes: Axes, moving: MovingPicture, k: int) -> list[object]:
    """All shapes at one time; what was drawn, to be removed."""
    from matplotlib.patches import Circle, Polygon

    found: list[object] = []
    for number, shape in enumerate(moving.shapes):
        colour = _COLOURS[number % len(_COLOURS)]
        x, y = shape.points[:, 0, k], shape.points[:, 1, k]
        if shape.trace:
            path = shape.points[0, :, : k + 1]
            found += axes.plot(*path, color=colour, lw=1.0, alpha=0.55)
        if shape.kind == "wall":
            found += axes.plot(x, y, color=_INK, lw=1.5)
            found += _hatched(axes, moving, x, y)
        elif shape.kind == "body":
            corners = list(zip(x, y, strict=True))
            found.append(axes.add_patch(Polygon(corners, fc=colour, alpha=0.35, ec=colour, lw=1.5)))
        elif shape.radius is not None:
            rim = Circle((x[0], y[0]), shape.radius[k], fc="none", ec=colour, lw=1.6)
            found.append(axes.add_patch(rim))
            if shape.kind == "wheel":
                found += axes.plot(x, y, color=colour, lw=1.2)
        elif shape.kind == "dot":
            found += axes.plot(x, y, "o", color=colour, ms=5)
        else:
            width = 4 if shape.kind == "blade" else 1.6
            found += axes.plot(x, y, color=colour, lw=width, solid_capstyle="round")
        if shape.label:
            told = axes.annotate(
                plain_label(shape.label), (x[0], y[0]), xytext=(7, 6), textcoords="offset points",
                fontsize=8, color=colour, annotation_clip=True,
            )  # fmt: skip
            found.append(told)
    return found


def _hatched(axes: Axes, moving: MovingPicture, x: np.ndarray, y: np.ndarray) -> list[object]:
    """Short strokes below a wall, to its right as it is run along."""
    import numpy as np

    left, right, bottom, top = moving.bounds
    stroke = 0.02 * max(right - left, top - bottom)
    found: list[object] = []
    for j in range(len(x) - 1):
        step = np.array([x[j + 1] - x[j], y[j + 1] - y[j]])
        length = float(np.hypot(*step))
        if not length > 0:
            continue
        along = step / length
        away = np.array([along[1], -along[0]]) - 0.6 * along
        for s in np.arange(stroke, length, 1.6 * stroke):
            start = np.array([x[j], y[j]]) + s * along
            end = start + stroke * away
            found += axes.plot([start[0], end[0]], [start[1], end[1]], color=_GREY, lw=0.8)
    return found
