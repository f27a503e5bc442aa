"""Numerical integration on a manifold with several charts, with changes of chart on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diffgeo import identity_map
from mechanics.errors import BadValue
from mechanics.model.system_files import PlotTable
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.energy_drift import EnergyDrift
from mechanics.motion.given_values import SETTINGS, Values, collect, merge
from mechanics.motion.impacts import Impact, WallPrograms, Walls
from mechanics.motion.integration import Run, integrate
from mechanics.motion.simulation import Model, energy_of_run
from mechanics.motion.trajectory import Trajectory
from mechanics.theories.jumps import Jump

if TYPE_CHECKING:
    import numpy as np

    from diffgeo import Form
    from mechanics.model.system_files import Number
    from mechanics.theories.dynamics_on_atlases import DynamicsOnAtlas


def simulate_on_atlas(
    motion: DynamicsOnAtlas,
    values: Mapping[str, Number] | None = None,
    *,
    limit: float | None = None,
    **named: Any,
) -> Trajectory:
    """Integrate a motion, and change to another chart where the present one ends.

    Each chart is used where its function `SystemOnAtlas.inside` is positive. There the motion goes
    on in the chart in which this function is largest, from the state to which the prolonged
    transition leads; notes tell where.

    Parameters
    ----------
    motion
        The dynamics in all charts.
    values, named
        As for `mechanics.simulate`; initial values in the coordinates of one chart, those of the
        system as it was given if there are none.
    limit
        Seconds that each piece of the integration may take.

    Returns
    -------
    Trajectory
        Its columns are the `points` of the system with their rates, constraints, invariants, and
        ``chart``, the number of the chart in the atlas.

    Raises
    ------
    MissingValue, BadValue
        A value is missing, no number, or outside of its chart; the system has no points.

    Examples
    --------
    >>> from diffgeo.atlases import circle
    >>> from mechanics import System
    >>> from mechanics.model.systems_on_atlases import SystemOnAtlas
    >>> from mechanics.motion.simulation_on_atlases import simulate_on_atlas
    >>> from mechanics.theories import DynamicsOnAtlas
    >>> free = System(coordinates="u", lagrangian="2*udot**2/(1 + u**2)**2")
    >>> bounds = {"north": "4 - u**2", "south": "4 - w**2"}
    >>> ring = SystemOnAtlas(circle(), free, bounds, {"y": "(u**2 - 1)/(u**2 + 1)"})
    >>> run = simulate_on_atlas(DynamicsOnAtlas(ring), u=0, udot=1, until=2, points=3)
    >>> run["y"].round(6).tolist(), run["chart"].tolist()
    ([-1.0, 0.416147, 0.653644], [0.0, 0.0, 1.0])
    """
    import numpy as np

    system = motion.system
    pieces = _Pieces(motion)
    if not system.points[system.home]:
        raise BadValue(f"{system.name}: nothing is to be seen of it: give points of the system")
    table = {**(values or {}), **named}
    chart = pieces.chart_of(table)
    given = pieces.given(chart, table)
    grid = np.linspace(given.start, given.until, given.points)
    piece = pieces.begin(chart, given)
    state, notes = piece.model.initial_state()
    runs: list[tuple[_Piece, Run]] = []
    while True:
        ahead = grid[grid > given.start]
        run = integrate(piece.model, state, limit=limit, grid=[given.start, *ahead])
        runs.append((piece, run))
        if not piece.walls.left:
            break
        at, state = float(run.times[-1]), run.states[-1]
        chart, state, height = pieces.moved(piece, at, state)
        if not height > 0:
            run.stopped = f"at {pieces.time} = {at:.10g} it is inside of no chart"
            break
        run.stopped = run.cause = ""
        given = replace(given, start=at)
        notes.append(f"from {pieces.time} = {at:.6g} in the chart {chart}")
        piece = pieces.begin(chart, given)
    return pieces.trajectory(runs, grid, [*given.notes, *notes])


class _Border(Walls):
    """The end of a chart, beside the walls that a motion has: there the integration ends."""

    left = False

    def after(self, k: int, t: float, state: np.ndarray) -> tuple[np.ndarray, str]:
        if k != len(self.names) - 1:
            return super().after(k, t, state)
        self.left = True
        self.location.confirm(t)
        return state, "it leaves the chart"


@dataclass
class _Piece:
    """A motion in one chart, with values put in."""

    chart: str
    model: Model
    walls: _Border
    given: Values


class _Pieces:
    """The motion in all charts, each compiled when it is needed."""

    def __init__(self, motion: DynamicsOnAtlas) -> None:
        self.motion, self.system = motion, motion.system
        self.time = motion.system.systems[motion.system.home].specification.time

    def chart_of(self, table: Mapping[str, object]) -> str:
        """The chart in whose coordinates initial values are given."""
        for name, each in self.system.systems.items():
            if not set(each.specification.states).isdisjoint(table):
                return name
        return self.system.home

    def given(self, chart: str, table: dict[str, Any]) -> Values:
        """The values, in that chart."""
        dynamics = self.motion.parts[chart]
        set_ = {key: table.pop(key) for key in SETTINGS if key in table}
        return collect(dynamics, merge(dynamics.system.specification, table, **set_))

    def begin(self, chart: str, given: Values) -> _Piece:
        """What integrates in a chart."""
        motion = compiled_motion(self.motion.parts[chart], given.functions, between_walls=True)
        model = Model(motion.dynamics, given, motion)
        states = identity_map(motion.dynamics.manifold)
        border = Jump(self.system.inside[chart], states)
        jumps = (*motion.dynamics.jumps, border)
        programs = WallPrograms(motion.dynamics, motion.variables, given.functions, jumps)
        walls = _Border(programs, given)
        model.walls = walls
        return _Piece(chart, model, walls, given)

    def moved(self, piece: _Piece, t: float, state: np.ndarray) -> tuple[str, np.ndarray, float]:
        """The chart in which a state lies best, the state there, and the function of that chart."""
        import numpy as np

        found: list[tuple[str, np.ndarray, float]] = []
        for name in self.system.systems:
            if name == piece.chart:
                continue
            up = self.system.transition(piece.chart, name).prolonged.pull
            there = self.motion.parts[name].system.evolution_space
            inside = there.projection.pull(self.system.inside[name])
            states = [*there.positions, *there.velocities]
            values = self._values(piece, [up(f) for f in (inside, *states)], t, state[None])[:, 0]
            if np.isfinite(values).all():
                found.append((name, values[1:], float(values[0])))
        return max(found, key=lambda each: each[2], default=(piece.chart, state, -1.0))

    def _values(
        self, piece: _Piece, functions: list[Form], t: Any, states: np.ndarray
    ) -> np.ndarray:
        import numpy as np

        motion = compiled_motion(
            self.motion.parts[piece.chart], piece.given.functions, between_walls=True
        )
        points = np.column_stack([np.broadcast_to(t, len(states)), states]).T
        constants = np.array([piece.given.parameters[name] for name in motion.parameters], float)
        found: np.ndarray = motion.program(functions).on_arrays(points, constants)
        return found

    def trajectory(
        self, runs: list[tuple[_Piece, Run]], grid: np.ndarray, notes: list[str]
    ) -> Trajectory:
        """The pieces as one motion of the points."""
        import numpy as np

        names = list(self.system.points[self.system.home])
        given, last = runs[0][0].given, runs[-1][1]
        charts = [chart.name for chart in self.system.atlas.charts]
        columns: dict[str, list[np.ndarray]] = {}
        drifts: list[EnergyDrift] = []
        impacts: list[Impact] = []
        told: dict[str, None] = dict.fromkeys(notes)
        for piece, run in runs:
            part = self.motion.parts[piece.chart]
            kept = np.isin(run.times, grid) | (run.stopped != "")
            times, states = run.times[kept], run.states[kept]
            jets = part.system.evolution_space
            points = list(self.system.points[piece.chart].values())
            (along,) = jets.total_derivatives
            shown = [*jets.projection.pull(points), *map(along, points)]
            values = self._values(piece, shown, times, states)
            rows = dict(zip([*names, *(f"{name}dot" for name in names)], values, strict=True))
            own = piece.model.columns(times, states)
            others = {
                k: own[k] for k in (*piece.model.residual_names, *piece.model.invariant_names)
            }
            number = np.full(len(times), float(charts.index(piece.chart)))
            for key, column in ({self.time: times} | rows | others | {"chart": number}).items():
                columns.setdefault(key, []).append(column)
            energy = energy_of_run(piece.model, part, run)
            drifts += [energy] if energy is not None else []
            impacts += run.impacts
        specification = replace(
            self.system.systems[self.system.home].specification,
            coordinates=tuple(names), plot=PlotTable(), picture=(),
        )  # fmt: skip
        model = runs[0][0].model
        return Trajectory(
            specification=specification,
            theory=self.motion.theory.name,
            columns={key: np.concatenate(parts) for key, parts in columns.items()},
            constraints=tuple(model.residual_names),
            invariants=tuple(model.invariant_names),
            notes=tuple(told),
            stopped=last.stopped,
            cause=last.cause,
            warnings=tuple(w for _, run in runs for w in run.warnings),
            energy=max(drifts, key=lambda each: each.largest, default=None),
            settings=given.settings,
            impacts=tuple(impacts),
        )
