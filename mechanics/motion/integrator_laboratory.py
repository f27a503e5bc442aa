"""A laboratory of integrators: what each method keeps, and how fast its error shrinks.

Errors are those of the positions at the end, against a motion of SciPy's DOP853 with the smallest
tolerances; those of energy and constraints are the largest along the way, with the most steps.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mechanics.errors import BadValue
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.geometric_integrators import METHODS, SteppedMotion
from mechanics.motion.given_values import MOST_STEPS, SMALLEST_RTOL, collect, merge
from mechanics.motion.simulation import Model, simulate
from mechanics.motion.trajectory_plot import picture
from mechanics.wording import nearest, one_line, shorten, table_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanics.model.system_files import Number
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

STEPS = (50, 100, 200, 400)


@dataclass(frozen=True)
class Line:
    """What is measured of one method.

    Attributes
    ----------
    method, order
        Its name, and its order in theory.
    errors
        At the end, for each number of steps.
    measured
        The order between the two largest numbers of steps; None if it cannot be told.
    energy, constraints
        The largest errors; the energy is told also where it need not be constant.
    seconds
        For the largest number of steps.
    failure
        Why there is no result; empty if there is one.
    """

    method: str
    order: int
    errors: tuple[float, ...] = ()
    measured: float | None = None
    energy: float = 0.0
    constraints: float = 0.0
    seconds: float = 0.0
    failure: str = ""


@dataclass(frozen=True)
class Laboratory:
    """The methods side by side on one motion."""

    name: str
    until: float
    steps: tuple[int, ...]
    lines: tuple[Line, ...]

    def report(self) -> str:
        """The table."""
        head = ["method", "order", *(f"{n} steps" for n in self.steps), "measured", "energy"]
        rows = [[*head, "constraints", "seconds"]]
        failures = []
        for line in self.lines:
            if line.failure:
                failures.append(f"{line.method}: {one_line(line.failure)}")
                continue
            measured = "-" if line.measured is None else f"{line.measured:.2f}"
            errors = [f"{e:.1e}" for e in line.errors]
            kept = [f"{line.energy:.1e}", f"{line.constraints:.1e}", f"{line.seconds:.2f}"]
            rows.append([line.method, str(line.order), *errors, measured, *kept])
        title = f"{one_line(self.name)}: errors of positions at the time {self.until:g}"
        return "\n".join([title, *table_lines(rows), *failures])

    def to_dict(self) -> Data:
        """As data for JSON."""
        lines = [{**asdict(line), "errors": list(line.errors)} for line in self.lines]
        return {"system": self.name, "until": self.until, "steps": list(self.steps), "lines": lines}

    def plot(self) -> Figure:
        """Errors against steps, logarithmically, and what is kept."""
        figure = picture(9, 4.4)
        left, right = figure.subplots(1, 2)
        found = [line for line in self.lines if not line.failure]
        for line in found:
            left.loglog(self.steps, line.errors, "o-", ms=4, label=f"{line.method} ({line.order})")
        left.set(xlabel="steps", ylabel="error of positions at the end")
        left.set_xticks(list(self.steps), [str(n) for n in self.steps])
        left.minorticks_off()
        left.legend(frameon=False, fontsize=8)
        places = range(len(found))
        floor = 1e-17
        right.barh([k + 0.2 for k in places], [max(a.energy, floor) for a in found], 0.35,
                   label="energy", color="#1f5a99", left=floor)  # fmt: skip
        right.barh([k - 0.2 for k in places], [max(a.constraints, floor) for a in found], 0.35,
                   label="constraints", color="#c4552d", left=floor)  # fmt: skip
        right.set_xscale("log")
        right.set_yticks(list(places), [line.method for line in found], fontsize=8)
        right.set(xlabel="largest error", xlim=(floor, None))
        right.legend(frameon=False, fontsize=8, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        figure.suptitle(shorten(one_line(self.name)), x=0.02, ha="left")
        return figure


def laboratory(
    dynamics: Dynamics,
    values: Mapping[str, Number] | None = None,
    *,
    steps: Sequence[int] = STEPS,
    methods: Sequence[str] = (),
    found: Callable[[Laboratory], object] | None = None,
    **settings: Any,
) -> Laboratory:
    """Integrate one motion by several methods with several numbers of steps.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    values, settings
        As for `simulate`.
    steps
        Numbers of steps, growing.
    methods
        Names of methods; all of them by default.
    found
        Called with what there is after each method.

    Raises
    ------
    BadValue
        A number of steps or a method is none, or the reference ends early.
    """
    import numpy as np

    steps = tuple(steps)
    counts = all(isinstance(n, int) and 2 <= n <= MOST_STEPS for n in steps)
    if len(steps) < 2 or not counts or any(b <= a for a, b in pairwise(steps)):
        raise BadValue(f"steps = {list(steps)}: give two or more whole numbers that grow, from 2")
    require_methods(methods)
    system = dynamics.system
    given = collect(dynamics, merge(system.specification, values, **settings))
    motion = compiled_motion(dynamics, given.functions)
    moving = Model(motion.dynamics, given, motion).stepped
    exact = simulate(
        dynamics, values, **{**settings, "rtol": SMALLEST_RTOL, "atol": 1e-15, "method": "DOP853"}
    )
    if not exact.complete:
        raise BadValue(f"{system.name}: there is no reference: {exact.stopped}")
    end = np.array([exact[name][-1] for name in system.specification.coordinates])
    table = Laboratory(system.name, given.until, steps, ())
    for name in methods or METHODS:
        try:
            line = _measured(moving, name, steps, end)
        except BadValue as error:
            line = Line(name, METHODS[name][1], failure=str(error))
        table = replace(table, lines=(*table.lines, line))
        if found:
            found(table)
    return table


def require_methods(names: Sequence[str]) -> None:
    """Raise `BadValue` for a name that is none of the methods."""
    for name in names:
        if name not in METHODS:
            hint = nearest(name, list(METHODS)) or f"; there are {', '.join(METHODS)}"
            raise BadValue(f"no integrator {name!r}{hint}")


def _measured(moving: SteppedMotion, name: str, steps: Sequence[int], end: Any) -> Line:
    import numpy as np

    errors = []
    for count in steps:
        begun = clock.process_time()
        states = moving.run(name, count)
        seconds = clock.process_time() - begun
        errors.append(float(abs(states[-1, : moving.size] - end).max()))
    times = np.linspace(moving.given.start, moving.given.until, len(states))
    energy = np.array([moving.energy(t, y) for t, y in zip(times, states, strict=True)])
    residuals = [
        abs(moving.residual(t, y)).max(initial=0) for t, y in zip(times, states, strict=True)
    ]
    first, last = errors[-2:]
    measured = None
    # Below the error of the reference nothing is measured.
    if first > 0 and last > 1e-11:
        measured = float(np.log(first / last) / np.log(steps[-1] / steps[-2]))
    kept = float(abs(energy - energy[0]).max()), float(max(residuals))
    return Line(name, METHODS[name][1], tuple(errors), measured, *kept, seconds)
