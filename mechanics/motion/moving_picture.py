"""What is drawn of a trajectory at each time: shapes with numbers, in the plane of the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mechanics.errors import BadValue
from mechanics.model.pictures import Shape

if TYPE_CHECKING:
    import numpy as np

    from mechanics.model.system_files import Specification
    from mechanics.motion.trajectory import Trajectory

#: From where things in space are seen, in radians: from the side, and from above.
_AZIMUTH, _ELEVATION = math.radians(-60), math.radians(22)


@dataclass(frozen=True)
class Drawn:
    """A shape with its points (points, 2, times), and the radius of a circle at each time."""

    kind: str
    label: str
    trace: bool
    points: np.ndarray
    radius: np.ndarray | None = None


@dataclass(frozen=True)
class MovingPicture:
    """All shapes of a motion.

    Attributes
    ----------
    shapes : tuple of Drawn
    times : array
    axes : tuple of str
        The names at the axes; empty for a picture of things.
    """

    name: str
    time: str
    times: np.ndarray
    shapes: tuple[Drawn, ...]
    axes: tuple[str, str] | tuple[()]
    equal: bool

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The rectangle in which everything lies: left, right, bottom, top."""
        import numpy as np

        ends: list[list[float]] = []
        for k in (0, 1):
            values = np.concatenate([
                s.points[:, k].ravel() if s.radius is None else s.points[0, k] + sign * s.radius
                for s in self.shapes for sign in (-1, 1)
            ])  # fmt: skip
            values = values[np.isfinite(values)]
            low, high = (float(values.min()), float(values.max())) if len(values) else (-1.0, 1.0)
            pad = 0.06 * (high - low) or 1.0
            ends.append([low - pad, high + pad])
        (left, right), (bottom, top) = ends
        if self.equal:
            # Nothing is thinner than a sixth of its length.
            for low_high, other in ((ends[0], top - bottom), (ends[1], right - left)):
                missing = other / 6 - (low_high[1] - low_high[0])
                if missing > 0:
                    low_high[0] -= missing / 2
                    low_high[1] += missing / 2
        return (*ends[0], *ends[1])  # type: ignore[return-value]


def moving_picture(trajectory: Trajectory) -> MovingPicture:
    """The picture that the system declares; else a point that moves in the plane of its plot.

    Raises
    ------
    BadValue
        The trajectory has fewer than two points of time.
    """
    import numpy as np

    s, times = trajectory.specification, trajectory.t
    if len(times) < 2:
        raise BadValue(f"{s.name}: a trajectory of {len(times)} points does not move")
    if s.picture and trajectory.scene is not None:
        things = _declared(s.picture, trajectory.scene())
        return MovingPicture(s.name, s.time, times, things, (), True)
    first, second = s.plot.plane or first_two(s)
    shapes = [Drawn("dot", "", True, np.array([[trajectory[first], trajectory[second]]]))]
    shapes += [Drawn("dot", label, True, np.array([[u, v]])) for label, u, v in trajectory.also]
    equal = {first, second} <= set(s.coordinates)
    return MovingPicture(s.name, s.time, times, tuple(shapes), (first, second), equal)


def first_two(s: Specification) -> tuple[str, str]:
    """The plane in which a point is drawn where none is declared."""
    return (s.coordinates[0], s.coordinates[1] if len(s.coordinates) > 1 else s.velocities[0])


def _declared(shapes: tuple[Shape, ...], corners: np.ndarray) -> tuple[Drawn, ...]:
    import numpy as np

    found, start = [], 0
    for shape in shapes:
        count, size = len(shape.points), len(shape.points[0])
        points = corners[start : start + count * size].reshape(count, size, -1)
        start += count * size
        radius = None
        if shape.kind in ("circle", "wheel"):
            radius = np.sqrt(((points[1] - points[0]) ** 2).sum(axis=0))
        if size == 3:
            points = _seen(points)
        found.append(Drawn(shape.kind, shape.label, shape.trace, points, radius))
    return tuple(found)


def _seen(points: np.ndarray) -> np.ndarray:
    """Points in space (points, 3, times) as they are seen from far away, the third axis upwards."""
    import numpy as np

    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    c, s = math.cos(_AZIMUTH), math.sin(_AZIMUTH)
    across, away = -s * x + c * y, c * x + s * y
    return np.stack([across, z * math.cos(_ELEVATION) - away * math.sin(_ELEVATION)], axis=1)
