"""Motions of many members whose conditions are watched and which jump at walls.

All are integrated together. Where a condition is lost, or an impact is no ordinary one, a member is
integrated by itself from its last step on, so that it ends as a simulation of it does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo.errors import DiffGeoError
from mechanics.motion.batch_integration import BATCHED, Rates, Watched, integrate_many
from mechanics.motion.event_location import EventLocation
from mechanics.motion.events_of_many import EventsOfMany, Step
from mechanics.motion.impacts import (
    CORNER,
    ENDLESS,
    KNOWN,
    RESOLVED,
    WallPrograms,
    accumulate,
)
from mechanics.motion.integration import Run, integrate

if TYPE_CHECKING:
    import numpy as np

    from diffgeo.calculus import CompiledRequirements
    from mechanics.motion.simulation import Model
    from mechanics.motion.simulation_on_states import ModelOnStates

_STATUS = {"": 0, "domain": 1, "integrator": 2, "wall": 4}
#: That of a member whose initial values are none.
REFUSED = 3


@dataclass(frozen=True)
class Programs:
    """What is common to all members: right-hand side, conditions, and walls, if there are any."""

    rates: Callable[[np.ndarray, np.ndarray], np.ndarray]
    conditions: CompiledRequirements
    walls: WallPrograms | None


@dataclass
class Motions:
    """The motions of some members.

    Attributes
    ----------
    states
        (number, members, times); not a number where a motion has ended.
    status, end
        How and when each ended.
    """

    states: np.ndarray
    status: np.ndarray
    end: np.ndarray


def integrate_members(
    programs: Programs,
    models: Mapping[int, Model | ModelOnStates],
    starts: np.ndarray,
    constants: np.ndarray,
    grid: np.ndarray,
) -> Motions:
    """Integrate members from their initial states over the output times, together if they can be.

    Parameters
    ----------
    programs
        What they have in common.
    models
        The members that are integrated, by their numbers, with values put in.
    starts, constants
        The initial states and the parameters (number, members) of all.
    grid
        The output times.
    """
    import numpy as np

    size, count = starts.shape
    states = np.full((size, count, len(grid)), np.nan)
    found = Motions(states, np.full(count, REFUSED, dtype=np.int8), np.full(count, np.nan))
    alone: dict[int, tuple[float, np.ndarray]] = {k: (grid[0], starts[:, k]) for k in models}
    given = next((model.given for model in models.values()), None)
    if given is not None and given.method in BATCHED and given.step is None:
        fit, run = np.array(list(models)), programs.rates
        if programs.walls is not None:
            first = np.concatenate([np.full((1, len(fit)), grid[0]), starts[:, fit]])
            height = programs.walls.heights.values[0].on_arrays(first, constants[:, fit])
            fit = fit[(height >= 0).all(axis=0)]
        chosen = constants[:, fit]
        rates: Rates = lambda t, y, who: run(np.concatenate([t[None], y]), chosen[:, who])  # noqa: E731
        margin = (given.atol, given.rtol)
        watch = _Watch(programs, [models[k] for k in fit], starts[:, fit], chosen, grid, margin)
        batch = integrate_many(
            rates, grid, starts[:, fit], given.method, given.rtol, given.atol,
            watch if watch.watches else None,
        )  # fmt: skip
        found.states[:, fit], found.status[fit] = batch.states, batch.status
        found.end[fit] = batch.end
        for i in set(range(len(fit))) - set(batch.doubtful.tolist()):
            del alone[int(fit[i])]
        for i in batch.doubtful:
            alone[int(fit[i])] = (float(batch.end[i]), batch.last[:, i])
    for k, since in alone.items():
        try:
            ahead = [since[0], *grid[grid > since[0]]]
            done = integrate(models[k], starts[:, k], grid=ahead, since=since)
        except DiffGeoError:  # behind a wall
            found.status[k], found.end[k] = REFUSED, np.nan
            continue
        _add(found, k, done, grid)
    return found


def _add(found: Motions, k: int, run: Run, grid: np.ndarray) -> None:
    """The output times of a run that began at some time, and how it ended."""
    import numpy as np

    places = np.searchsorted(grid, run.times)
    # Where a motion ends early its last steps follow the output times.
    due = (places < len(grid)) & (grid[np.minimum(places, len(grid) - 1)] == run.times)
    found.states[:, k, places[due]] = run.states[due].T
    found.status[k], found.end[k] = _STATUS.get(run.cause, 2), run.times[-1]


class _Watch:
    """What is asked after each step of the members, which have the numbers of their models."""

    def __init__(
        self,
        programs: Programs,
        models: list[Model | ModelOnStates],
        starts: np.ndarray,
        constants: np.ndarray,
        grid: np.ndarray,
        margin: tuple[float, float],
    ) -> None:
        import numpy as np

        self._models, self._starts, self._grid = models, starts, grid
        self._constants, self._walls, self._margin = constants, programs.walls, margin
        start, until = float(grid[0]), float(grid[-1])
        known = (constants, start, starts, until, margin)
        with np.errstate(all="ignore"):
            self._conditions = EventsOfMany(programs.conditions, *known)
            self._heights = EventsOfMany(self._walls.heights, *known) if self._walls else None
        self._recent: list[deque[float]] = [deque(maxlen=ENDLESS) for _ in models]
        self._locations: dict[int, EventLocation] = {}

    @property
    def watches(self) -> bool:
        """Whether there is anything to look for."""
        return self._heights is not None or self._conditions.watches

    def __call__(self, who: np.ndarray, left: np.ndarray, right: np.ndarray, step: Step) -> Watched:
        import numpy as np

        time = np.full(len(who), np.inf)
        given_up = np.zeros(len(who), dtype=bool)
        wall = np.zeros(len(who), dtype=int)
        if self._heights is not None:
            found = self._heights.locate(who, left, right, right, step)
            time, wall = found.time, found.condition
            for i in map(int, found.undecided.nonzero()[0]):
                event = self._alone(int(who[i]), True, i, left, right, right[i], step)
                time[i], wall[i] = event or (np.inf, 0)
        end = np.minimum(time, right)
        found = self._conditions.locate(who, left, right, end, step)
        given_up |= np.isfinite(found.time) & ~found.undecided
        for i in map(int, found.undecided.nonzero()[0]):
            if self._alone(int(who[i]), False, i, left, right, end[i], step):
                given_up[i] = True
        states = np.full((len(self._starts), len(who)), np.nan)
        (hit,) = (np.isfinite(time) & ~given_up).nonzero()
        if len(hit):
            at = step(hit, (time[hit] - left[hit]) / (right - left)[hit])
            states[:, hit], ordinary = self._after(who[hit], time[hit], at, wall[hit])
            given_up[hit] |= ~ordinary
        for i in map(int, given_up.nonzero()[0]):
            walls = self._models[who[i]].walls
            if walls is not None:
                walls.recent = self._recent[who[i]]
        return Watched(given_up, time, states)

    def _alone(
        self, k: int, at_walls: bool, i: int, left: np.ndarray, right: np.ndarray, end: float,
        step: Step,
    ) -> tuple[float, int] | None:  # fmt: skip
        """What the search of one motion finds in a step: the time and number of a condition."""
        import numpy as np

        def dense(t: float | np.ndarray) -> np.ndarray:
            times = np.atleast_1d(t)
            found = step(np.full(len(times), i), (times - left[i]) / (right[i] - left[i]))
            return found if np.ndim(t) else found[:, 0]

        model, start = self._models[k], float(self._grid[0])
        if at_walls:
            assert model.walls is not None
            if not hasattr(model.walls, "location"):
                model.walls.start(start, self._starts[:, k])
            location = model.walls.location
        else:
            if k not in self._locations:
                margin = (model.given.atol, model.given.rtol)
                self._locations[k] = EventLocation(
                    model.conditions, model.condition_values, start, self._starts[:, k],
                    float(self._grid[-1]), margin,
                )  # fmt: skip
            location = self._locations[k]
        event = location.locate(dense, float(left[i]), float(end))
        return None if event is None else (event.time, event.condition)

    def _after(
        self, who: np.ndarray, t: np.ndarray, y: np.ndarray, wall: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The states after impacts, and where these are ordinary ones."""
        import numpy as np

        assert self._walls is not None and self._heights is not None
        walls, constants = self._walls, self._constants[:, who]
        each, known = np.arange(len(who)), wall < len(walls.names)
        k = np.where(known, wall, 0)
        before = walls.rates.on_arrays(np.concatenate([t[None], y]), constants)[k, each]

        def jumped(start: np.ndarray) -> np.ndarray:
            found = np.full_like(y, np.nan)
            for j in np.unique(k):
                (hit,) = (k == j).nonzero()
                points = np.concatenate([t[None, hit], start[:, hit]])
                found[:, hit] = walls.after[j].on_arrays(points, constants[:, hit])
            return found

        after = jumped(y)
        # As `Walls.after` does, which tells why a state is not known.
        reach = RESOLVED * self._heights.scale[k, who] / abs(before)
        shift = reach * walls.flow.on_arrays(np.concatenate([t[None], y]), constants) * (after == y)
        spread = np.maximum(*(abs(jumped(y + s) - s - after).max(axis=0) for s in (shift, -shift)))
        atol, rtol = self._margin
        sharp = spread <= KNOWN * (atol + rtol * abs(after).max(axis=0))
        rates = walls.rates.on_arrays(np.concatenate([t[None], after]), constants)
        heights = abs(self._heights.values(t, after, who)) / self._heights.scale[:, who]
        corners = (heights[: len(rates)] <= CORNER) & (rates < 0)
        corners[k, each] = False
        ordinary = known & sharp & (before < 0) & (rates[k, each] >= 0) & ~corners.any(axis=0)
        start, until = float(self._grid[0]), float(self._grid[-1])
        for i in ordinary.nonzero()[0]:
            recent = self._recent[who[i]]
            recent.append(float(t[i]))
            if accumulate(recent, start, until):
                # The motion alone finds that impact once more.
                recent.pop()
                ordinary[i] = False
        return after, ordinary
