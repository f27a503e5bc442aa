"""Trajectories: what a simulation computed, how well, and how to keep it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diffgeo.notebooks import InNotebooks, Markup, code
from mechanics.errors import UnknownName
from mechanics.wording import listed, nearest, one_line

if TYPE_CHECKING:
    import numpy as np

    from mechanics.model.system_files import Specification
    from mechanics.motion.energy_drift import EnergyDrift
    from mechanics.motion.impacts import Impact
    from mechanics.output_files import Data


@dataclass(frozen=True)
class Drift:
    """How far a quantity moved from what it should be.

    ``largest`` is max |φ| for a constraint. For an invariant it is max |I - I₀|, divided by
    |I₀| if ``relative``.
    """

    name: str
    largest: float
    relative: bool = False

    def __str__(self) -> str:
        return f"{self.largest:.2e}" + (" (relative)" if self.relative else "")


@dataclass(frozen=True, repr=False)
class Trajectory(InNotebooks):
    """A computed motion.

    Attributes
    ----------
    columns : mapping
        Time, coordinates, velocities, then the residual of each constraint and the
        declared invariants; arrays of equal length, in the order of the CSV file.
    constraints, invariants : tuple of str
        Names of the columns that are residuals and invariants.
    notes : tuple of str
        What was done to the initial values, and choices made.
    stopped : str
        When and why the integration ended early; empty if it did not.
    cause : str
        Why in one word: ``"domain"``, ``"wall"`` (an impact that determines no motion),
        ``"integrator"``, ``"limit"``, ``"interrupted"`` (from the keyboard) or ``"terminated"``
        (by another signal); empty if it is complete.
    warnings : tuple of str
        What was not excluded along the way, and a drift of a conserved energy.
    energy : EnergyDrift or None
        How far the energy drifted.
    impacts : tuple of Impact
        The impacts at walls, with their times.

    Examples
    --------
    >>> from mechanics import load
    >>> motion = load("nonholonomic-particle").simulate(until=1, points=3)
    >>> len(motion), list(motion.columns)[:4], motion.constraint_drift[0].largest < 1e-9
    (3, ['t', 'x', 'y', 'z'], True)
    """

    specification: Specification
    theory: str
    columns: Mapping[str, np.ndarray]
    constraints: tuple[str, ...]
    invariants: tuple[str, ...]
    notes: tuple[str, ...] = ()
    stopped: str = ""
    cause: str = ""
    warnings: tuple[str, ...] = ()
    energy: EnergyDrift | None = None
    projected: bool = False
    settings: Mapping[str, object] = field(default_factory=dict)
    also: tuple[tuple[str, np.ndarray, np.ndarray], ...] = ()
    scene: Callable[[], np.ndarray] | None = field(default=None, compare=False)
    impacts: tuple[Impact, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the motion was integrated until the final time."""
        return not self.stopped

    @property
    def t(self) -> np.ndarray:
        """The times."""
        return self.columns[self.specification.time]

    def __getitem__(self, name: str) -> np.ndarray:
        """A column by its name."""
        if name not in self.columns:
            raise UnknownName(
                f"{self.specification.name}: no column {name!r}"
                f"{nearest(name, list(self.columns)) or f'; they are {listed(self.columns)}'}"
            )
        return self.columns[name]

    def __repr__(self) -> str:
        return f"<{self.report().splitlines()[0]}>"

    def html(self) -> Markup:
        """For notebooks: the report."""
        return code(self.report())

    def __len__(self) -> int:
        return len(self.t)

    @property
    def constraint_drift(self) -> tuple[Drift, ...]:
        """The largest |φ_i| along the motion."""
        return tuple(Drift(n, _largest(self.columns[n])) for n in self.constraints)

    @property
    def invariant_drift(self) -> tuple[Drift, ...]:
        """The largest |I - I₀| along the motion, relative where I₀ ≠ 0."""
        found = []
        for name in self.invariants:
            values = self.columns[name]
            deviation = _largest(values - values[0])
            scale = abs(float(values[0]))
            found.append(Drift(name, deviation / scale if scale else deviation, bool(scale)))
        return tuple(found)

    def report(self) -> str:
        """The outcome in a few lines."""
        s = self.specification
        t = self.t
        settings = self.settings
        exact = f"rtol {settings['rtol']:g}, atol {settings['atol']:g}"
        if "step" in settings:
            exact = f"steps of {settings['step']:g}"
        lines = [
            f"{one_line(s.name)}: {s.time} = {t[0]:g} … {t[-1]:g}, {len(t)} points, "
            f"theory {self.theory}, {settings['method']} with {exact}"
        ]
        lines += [f"note: {note}" for note in self.notes]
        if self.projected:
            lines.append("note: velocities are projected onto the constraints at all output points")
        if self.impacts:
            first, last = self.impacts[0].time, self.impacts[-1].time
            lines.append(f"impacts: {len(self.impacts)}, from {s.time} = {first:g} to {last:g}")
        lines += [f"largest |{d.name}|: {d}" for d in self.constraint_drift]
        lines += [f"drift of {one_line(d.name)}: {d}" for d in self.invariant_drift]
        if self.energy is not None and (self.energy.conserved or not self.energy.remarkable):
            lines.append(f"drift of the energy: {self.energy.relative:.2e} (relative)")
        lines += [f"warning: {one_line(warning)}" for warning in self.warnings]
        if self.stopped:
            lines.append(f"stopped early, the trajectory is partial: {self.stopped}")
        return "\n".join(lines)

    def data(self) -> Data:
        """The outcome as plain data (the columns are in the CSV file)."""
        return {
            "system": self.specification.name,
            "theory": self.theory,
            "start": float(self.t[0]),
            "end": float(self.t[-1]),
            "points": len(self),
            "partial": not self.complete,
            "cause": self.cause or None,
            "stopped": self.stopped or None,
            "warnings": list(self.warnings),
            "notes": list(self.notes),
            "projected": self.projected,
            "impacts": [{"time": i.time, "wall": i.wall} for i in self.impacts],
            "constraints": {d.name: d.largest for d in self.constraint_drift},
            "invariants": {
                d.name: {"drift": d.largest, "relative": d.relative} for d in self.invariant_drift
            },
            "energy": self.energy
            and {"drift": self.energy.relative, "conserved": self.energy.conserved},
            "final": {
                name: float(self.columns[name][-1])
                for name in (*self.specification.coordinates, *self.specification.velocities)
            },
            "settings": dict(self.settings),
        }

    def to_csv(self, path: str | Path, *, force: bool = False) -> Path:
        """Write all columns as CSV; the file appears whole or not at all.

        Each number has as many digits as it takes to read the same one back. A file that is not
        ours is replaced with `force` only, and the system file never.
        """
        from mechanics.output_files import write_table

        names = list(self.columns)
        rows = zip(*(self.columns[n] for n in names), strict=True)
        return write_table(path, names, rows, force=force, inputs=(self.specification.where,))

    def plot(
        self,
        path: str | Path | None = None,
        *,
        plane: tuple[str, str] | None = None,
        force: bool = False,
    ) -> Any:
        """Plot the motion; PNG or SVG by the ending of the path, the figure without one.

        Parameters
        ----------
        plane
            Two columns, or the time and one, that span the plane of the path: that of a coordinate
            and its velocity is the phase plane. The one of the system file if nothing is said.

        Raises
        ------
        UnknownName
            There is no such column.
        BadValue
            The ending is neither ``.png`` nor ``.svg``, or a file that is not ours stands there
            and `force` is not given.
        """
        from mechanics.motion.trajectory_plot import draw, save

        return draw(self, plane) if path is None else save(self, path, plane, force=force)

    def animate(
        self, path: str | Path | None = None, *, force: bool = False, frames: int | None = None
    ) -> Any:
        """The moving picture of the system, as it is declared in ``[[picture]]``.

        Parameters
        ----------
        path
            ``.gif``; ``.mp4``, by the program ffmpeg; ``.html``, one file with controls that needs
            nothing else; ``.png`` or ``.svg`` for a strip of frames to print. Without a path the
            page, which a notebook shows.
        force
            Replace a file that is not ours.
        frames
            How many there are, of a film or a strip.

        Raises
        ------
        BadValue
            Another ending, a file that is not ours, fewer than two points of time, or no ffmpeg.
        """
        from mechanics.motion.animation import page, save

        return page(self) if path is None else save(self, path, force=force, frames=frames)


def _largest(values: np.ndarray) -> float:
    """The largest absolute value, of those that are defined."""
    import numpy as np

    return float(abs(values[np.isfinite(values)]).max(initial=0))
