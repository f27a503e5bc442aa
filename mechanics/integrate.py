"""The call of the integrator, with the conditions of the result watched."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from mechanics.simulation import Model

#: A condition counts as lost where its function is this small against its initial size.
LOST = 1e-12
#: So many steps of the integrator that lead nowhere are a standstill.
STALL = 1_000


def integrate(
    model: Model,
    state: np.ndarray,
    project: bool,
    progress: Callable[[float], None] | None,
) -> tuple[np.ndarray, np.ndarray, str]:
    """Output times, states, and why the integration ended early."""
    import numpy as np

    given = model.given
    grid = np.linspace(given.start, given.until, given.points)
    if not project:
        return _run(model, state, grid, progress)
    times, states = [grid[:1]], [state[None, :]]
    for left, right in pairwise(grid):
        t, y, stopped = _run(model, state, np.array([left, right]), None, given.until)
        if progress is not None:
            progress((t[-1] - given.start) / (given.until - given.start))
        state = model.project(t[-1], y[-1])
        times.append(t[-1:])
        states.append(state[None, :])
        if stopped:
            return np.concatenate(times), np.concatenate(states), stopped
    return np.concatenate(times), np.concatenate(states), ""


def _run(
    model: Model,
    state: np.ndarray,
    grid: np.ndarray,
    progress: Callable[[float], None] | None,
    horizon: float | None = None,
) -> tuple[np.ndarray, np.ndarray, str]:
    """One call of the integrator, with the conditions watched."""
    import warnings

    import numpy as np
    from scipy.integrate import solve_ivp

    given = model.given
    start, end = float(grid[0]), float(grid[-1])
    initial = model.condition_values(start, state)
    scale = np.where(abs(initial) > 0, abs(initial), 1.0)
    h = 1e-7 * (end - start)

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        if progress is not None:
            progress((t - start) / (end - start))
        return model.rate(t, y)

    def crossing(k: int) -> Callable[[float, np.ndarray], float]:
        def event(t: float, y: np.ndarray) -> float:
            value = model.condition_values(t, y)[k] * np.sign(initial[k])
            return float(value - LOST * scale[k])

        event.terminal = True  # type: ignore[attr-defined]
        return event

    def lowest(k: int) -> Callable[[float, np.ndarray], float]:
        """The change of |c| along the motion: it passes zero where |c| is smallest."""

        def event(t: float, y: np.ndarray) -> float:
            step = h * model.rate(t, y)
            after = abs(model.condition_values(t + h, y + step)[k])
            return float(after - abs(model.condition_values(t - h, y - step)[k]))

        event.direction = 1  # type: ignore[attr-defined]
        return event

    steps, marked, stuck = 0, start, end + 1

    def standstill(t: float, y: np.ndarray) -> float:
        """Zero where `STALL` steps have come no further than a millionth of the way."""
        nonlocal steps, marked, stuck
        steps += 1
        if steps % STALL == 0 and stuck > end:
            stuck = t if t - marked < 1e-6 * (end - start) else stuck
            marked = t
        return stuck - t

    standstill.terminal = True  # type: ignore[attr-defined]
    count = len(initial)
    events = [crossing(k) for k in range(count)] + [lowest(k) for k in range(count)]
    events.append(standstill)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        solution = solve_ivp(
            rate, (start, end), state, method=given.method, rtol=given.rtol, atol=given.atol,
            dense_output=True, events=events,
        )  # fmt: skip
    stop, why = float(solution.t[-1]), ""
    for k in range(count):
        times = list(solution.t_events[k])
        for t, y in zip(solution.t_events[count + k], solution.y_events[count + k], strict=True):
            if abs(model.condition_values(t, y)[k]) < LOST * scale[k]:
                times.append(t)
        if times and (min(times) < stop or (min(times) <= stop and not why)):
            stop = float(min(times))
            value = model.condition_values(stop, solution.sol(stop))[k]
            why = (
                f"at {model.specification.time} = {stop:.10g} the motion leaves the domain, where "
                f"{model.condition_names[k]} {model.condition_signs[k]} 0: it has come to "
                f"{value:.1e} (initially {initial[k]:.3g})"
            )
    if not why and (solution.status < 0 or stuck <= end):
        values = model.condition_values(stop, solution.y[:, -1])
        worst = int(np.argmin(abs(values) / scale)) if count else -1
        hint = (
            f"; the condition nearest to failing is {model.condition_names[worst]}, now "
            f"{values[worst]:.2e} (from {initial[worst]:.3g})"
            if count
            else ""
        )
        message = solution.message.rstrip(".")
        if stuck <= end:
            message = "its steps have become too small to come any further"
        why = (
            f"at {model.specification.time} = {stop:.10g} the integrator {given.method} cannot go "
            f"on: {message}{hint}"
        )
    kept = grid[grid <= stop]
    if why and kept[-1] < stop:
        kept = np.append(kept, stop)
    return kept, solution.sol(kept).T, why
