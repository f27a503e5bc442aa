"""The integration loop: steps of SciPy's solvers, with the conditions of the result watched."""

from __future__ import annotations

import time as clock
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError
from mechanics.motion.event_location import Event, EventLocation
from mechanics.motion.geometric_integrators import FixedSteps

if TYPE_CHECKING:
    import numpy as np
    from scipy.integrate import OdeSolver

    from mechanics.motion.impacts import Impact
    from mechanics.motion.simulation import Model
    from mechanics.motion.simulation_on_states import ModelOnStates

#: So many steps since the last output time are kept where a motion ends early.
KEPT_STEPS = 1_000
#: So many steps that come no further than the part `NOWHERE` of the time since the start are a
#: standstill. A fast event in a stiff motion takes thousands of steps of low order, for which
#: there are `STALL_OF_LOW_ORDER`.
STALL, STALL_OF_LOW_ORDER, NOWHERE = 4_000, 50_000, 1e-6
#: How often a step in which a condition is lost is taken again in shorter steps.
_AGAIN = 8


class _TimeIsUp(Exception):
    """The limit of the integration has passed."""


@dataclass
class Run:
    """What an integration has computed: output times, states, and how it ended.

    ``cause`` is empty, ``"domain"``, ``"wall"``, ``"integrator"``, ``"limit"``, ``"interrupted"``
    or ``"terminated"``; ``stopped`` says it in words.
    """

    times: np.ndarray
    states: np.ndarray
    stopped: str = ""
    cause: str = ""
    warnings: list[str] = field(default_factory=list)
    impacts: list[Impact] = field(default_factory=list)


def integrate(
    model: Model | ModelOnStates,
    state: np.ndarray,
    project: bool = False,
    progress: Callable[[float], None] | None = None,
    limit: float | None = None,
    grid: Sequence[float] | np.ndarray | None = None,
    since: tuple[float, np.ndarray] | None = None,
) -> Run:
    """Integrate until the final time, or as far as it goes.

    The output times are equidistant, or those of the grid. A motion that has already come to a time
    and state, ``since``, goes on from there: the grid begins at that time. The limit is in seconds.
    What was computed is kept where it passes, on an interrupt from the keyboard or another signal
    that raises a `KeyboardInterrupt`, and where nothing goes on.
    """
    integration = _Integration(model, state, progress, limit)
    if since is not None:
        integration.begin(*since)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return integration.run(project, grid)


class _Integration:
    def __init__(
        self,
        model: Model | ModelOnStates,
        state: np.ndarray,
        progress: Callable[[float], None] | None,
        limit: float | None,
    ) -> None:
        given = model.given
        #: What has steps of one length, or is refused here.
        self.stepped = None if given.step is None else model.stepped
        self.model, self.given, self.progress = model, given, progress
        self.limit = limit
        self.deadline = None if limit is None else clock.monotonic() + limit
        self.location = EventLocation(
            model.conditions,
            model.condition_values,
            given.start,
            state,
            given.until,
            (given.atol, given.rtol),
        )
        self.times: list[float] = [given.start]
        self.states: list[np.ndarray] = [state]
        # The last point that was accepted, an output time or not.
        self.t, self.y = given.start, state
        self.walls = model.walls
        if self.walls is not None:
            self.walls.start(self.t, self.y)
        self.stopped = self.cause = ""
        #: The last steps since the last output time: what ends early is known as far as it came.
        self.steps: deque[tuple[float, np.ndarray]] = deque(maxlen=KEPT_STEPS)
        #: Times after the last steps: how far they have come.
        self.stall = STALL if given.method == "DOP853" else STALL_OF_LOW_ORDER
        self.recent: deque[float] = deque(maxlen=self.stall)

    def begin(self, t: float, y: np.ndarray) -> None:
        """Go on from a time and state."""
        self.times, self.states, self.t, self.y = [t], [y], t, y

    def run(self, project: bool, given_grid: Sequence[float] | np.ndarray | None) -> Run:
        import numpy as np

        given = self.given
        grid = np.linspace(given.start, given.until, given.points)
        if given_grid is not None:
            grid = np.array(given_grid)
        try:
            with np.errstate(all="ignore"):
                if not project:
                    self._advance(grid)
                for left, right in pairwise(grid) if project else ():
                    known = len(self.states)
                    self._advance(np.array([left, right]))
                    for k in range(known, len(self.states)):
                        self.states[k] = self.model.project(self.times[k], self.states[k])
                    self.y = self.states[-1]
                    if self.stopped:
                        break
        except _TimeIsUp:
            self._stop("limit", f"the {self.limit:.3g} seconds for the integration are over")
        except DiffGeoError as error:
            self._stop("integrator", f"it cannot go on: {error}")
        except KeyboardInterrupt as error:
            # A subclass stands for another signal than that of the keyboard.
            word = "interrupted" if type(error) is KeyboardInterrupt else "terminated"
            self._stop(word, f"the integration was {word}")
        name = self.model.specification.time
        told = self.location.warnings(name)
        return Run(
            np.array(self.times),
            np.array(self.states),
            self.stopped,
            self.cause,
            [*told, *(self.walls.warnings(name) if self.walls else ())],
            [] if self.walls is None else self.walls.impacts,
        )

    def _stop(self, cause: str, why: str) -> None:
        self.cause = cause
        self.stopped = f"at {self.model.specification.time} = {self.t:.10g} {why}"
        for t, y in (*self.steps, (self.t, self.y)):
            if t > self.times[-1]:
                self._output(t, y)

    def _output(self, t: float, y: np.ndarray) -> None:
        self.times.append(t)
        self.states.append(y)

    # --- steps -----------------------------------------------------------------------------

    def rate(self, t: float, y: np.ndarray) -> np.ndarray:
        """The right-hand side, as long as there is time."""
        if self.deadline is not None and clock.monotonic() > self.deadline:
            raise _TimeIsUp
        found: np.ndarray = self.model.rate(t, y)
        return found

    def _solver(self, bound: float, longest: float | None = None) -> OdeSolver | FixedSteps:
        from scipy import integrate as scipy_integrate

        given = self.given
        if self.stepped is not None and given.step is not None:
            length = given.step if longest is None else min(longest, given.step)
            return FixedSteps(self.stepped, given.method, length, self.t, self.y, bound)
        settings = {} if longest is None else {"max_step": longest}
        method = getattr(scipy_integrate, given.method)
        return method(
            self.rate if self.limit else self.model.rate,
            self.t,
            self.y,
            bound,
            rtol=given.rtol,
            atol=given.atol,
            **settings,
        )

    def _advance(self, grid: np.ndarray) -> None:
        """Integrate along output times, the first of which is the present time."""
        end, waiting = float(grid[-1]), deque(grid[1:].tolist())
        suspect: Event | None = None
        again = 0
        solver = self._solver(end)
        while not self.stopped and self.t < end:
            if self.t >= solver.t_bound:
                # The suspected time was reached in shorter steps, and nothing is lost yet.
                solver, suspect = self._solver(end), None
            message = solver.step()
            if solver.status == "failed":
                self._failed(message, suspect)
                return
            watched = self.location.watches
            is_asked = watched or self.walls or (waiting and waiting[0] <= solver.t)
            dense: Any = solver.dense_output() if is_asked else None
            impact = self.walls.location.locate(dense, self.t, solver.t) if self.walls else None
            step_end = solver.t if impact is None else impact.time
            event = self.location.locate(dense, self.t, step_end) if watched else None
            if event is not None and again < _AGAIN and event.time > self.t:
                # A long step may have jumped over what happens there: up to the suspected time
                # once more, and not over it.
                again, suspect = again + 1, event
                solver = self._solver(event.time, (event.time - self.t) / 8)
                continue
            reached = step_end if event is None else event.time
            due = []
            while waiting and waiting[0] <= reached:
                due.append(waiting.popleft())
            for t, y in zip(due, dense(due).T if due else (), strict=True):
                self._output(t, y)
                self.steps.clear()
            self.y = solver.y if event is None and impact is None else dense(reached)
            self.t = reached
            self.steps.append((self.t, self.y))
            if event is not None:
                self._leave(event)
            elif suspect is not None and self._is_lost(suspect):
                self._leave(suspect)
            elif impact is not None:
                self._jump(impact)
                solver, suspect = self._solver(end), None
            elif self._stands_still(self.stall if suspect is None else STALL // 20):
                self._failed("its steps have become too small to come any further", suspect)
            if self.progress is not None:
                given = self.given
                self.progress((self.t - given.start) / (given.until - given.start))

    def _stands_still(self, steps: int) -> bool:
        self.recent.append(self.t)
        if len(self.recent) < steps:
            return False
        return self.t - self.recent[-steps] < NOWHERE * (self.t - self.given.start)

    def _jump(self, impact: Event) -> None:
        """Go on from the state after an impact, or stop."""
        assert self.walls is not None
        self.y, why = self.walls.after(impact.condition, self.t, self.y)
        if why:
            self._stop("wall", why)

    # --- ends ------------------------------------------------------------------------------

    def _is_lost(self, suspect: Event) -> bool:
        """Whether the suspected time was reached, and the condition is as small as expected."""
        value = self.model.condition_values(self.t, self.y)[suspect.condition]
        return self.t >= suspect.time and not abs(value) > 1e3 * abs(suspect.value)

    def _leave(self, event: Event) -> None:
        k, model = event.condition, self.model
        conditions = model.conditions
        self.location.confirm(self.t)
        self._stop(
            "domain",
            f"the motion leaves the domain, where {conditions.names[k]} "
            f"{conditions.relations[k]} 0: it has come to {event.value:.1e} (initially "
            f"{self.location.initial[k]:.3g})",
        )

    def _failed(self, message: str, suspect: Event | None) -> None:
        import numpy as np

        names, initial = self.model.conditions.names, self.location.initial
        values = self.model.condition_values(self.t, self.y)
        hint = ""
        if suspect is not None:
            k = suspect.condition
            self.location.confirm(suspect.time)
            hint = (
                f"; {names[k]} comes to 0 at {self.model.specification.time} = {suspect.time:.10g}"
            )
        elif len(values):
            sizes = abs(values) / np.where(initial == 0, 1.0, abs(initial))
            k = int(np.argmin(np.where(np.isnan(sizes), np.inf, sizes)))
            hint = (
                f"; the condition nearest to failing is {names[k]}, now {values[k]:.2e} "
                f"(from {initial[k]:.3g})"
            )
        self._stop(
            "integrator" if suspect is None else "domain",
            f"the integrator {self.given.method} cannot go on: {message.rstrip('.')}{hint}",
        )
