"""Integrators over many turns of a motion: what drifts, and what only oscillates.

An error of an integral that stays as large as it was after the first turns is one of the step; one
that grows is one of the method. They are told apart by means over whole turns, which the
oscillation within a turn does not reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from diffgeo import evaluate
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.geometric_integrators import METHODS
from mechanics.motion.given_values import MOST_STEPS, collect, merge
from mechanics.motion.integrator_laboratory import require_methods
from mechanics.motion.simulation import Model
from mechanics.motion.sweep_plan import grid_values
from mechanics.motion.trajectory_plot import picture
from mechanics.wording import one_line, shorten, table_lines, words

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

    from mechanics.model.system_files import Number, Specification
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: Means are over so many parts of the turns.
_PARTS = 10


@dataclass(frozen=True)
class LongLine:
    """One integral of one problem by one method.

    Attributes
    ----------
    problem, method, integral
        The values of the parameters that vary, and names.
    largest
        The largest error along all motions.
    means
        How far the mean over each tenth of the turns is from that over the first: of all motions
        the largest distance. (With fewer than ten turns each is a part of its own.)
    failures
        Of how many motions there is no result, and why the first of them has none.
    """

    problem: str
    method: str
    integral: str
    largest: float = 0.0
    means: tuple[float, ...] = ()
    failures: tuple[int, str] = (0, "")

    @property
    def growth(self) -> float:
        """The last of these distances."""
        return self.means[-1] if self.means else 0.0


@dataclass(frozen=True)
class LongRuns:
    """Methods side by side, over many turns of several motions of each problem."""

    name: str
    turns: int
    steps: int
    length: float
    members: int
    lines: tuple[LongLine, ...]

    def report(self) -> str:
        """The table: for each integral the largest error, and how far its mean moved."""
        integrals = list(dict.fromkeys(line.integral for line in self.lines))
        heads = [
            f"{one_line(name)}: {what}" for name in integrals for what in ("largest", "growth")
        ]
        rows, failures = [["problem", "method", *heads]], []
        found = {(a.problem, a.method, a.integral): a for a in self.lines}
        for problem, method in dict.fromkeys((a.problem, a.method) for a in self.lines):
            cells = []
            for line in (found[problem, method, name] for name in integrals):
                known = bool(line.means)
                cells += [f"{x:.1e}" if known else "-" for x in (line.largest, line.growth)]
            rows.append([one_line(problem), method, *cells])
            count, reason = line.failures
            if count:
                failures.append(
                    f"{one_line(problem)} {method}: {count} of {self.members} motions have no "
                    f"result: {one_line(reason)}"
                )
        title = (
            f"{one_line(self.name)}: {self.turns} turns of {self.steps} steps of "
            f"{self.length / self.steps:.6g}, motions of each problem: {self.members}"
        )
        if not any(row[0] for row in rows[1:]):
            rows = [row[1:] for row in rows]
        return "\n".join([title, *table_lines(rows), *failures])

    def to_dict(self) -> Data:
        """As data for JSON."""
        lines = [
            {**asdict(a), "growth": a.growth, "means": list(a.means), "failures": list(a.failures)}
            for a in self.lines
        ]
        return {
            "system": self.name, "turns": self.turns, "steps": self.steps, "turn": self.length,
            "members": self.members, "lines": lines,
        }  # fmt: skip

    def plot(self) -> Figure:
        """How the means move: a row for each integral, a column for each problem."""
        rows = list(dict.fromkeys(line.integral for line in self.lines))
        columns = list(dict.fromkeys(line.problem for line in self.lines))
        figure = picture(3.3 * len(columns) + 1.2, 2.6 * len(rows) + 0.8)
        axes = figure.subplots(len(rows), len(columns), squeeze=False, sharex=True, sharey="row")
        for line in self.lines:
            panel = axes[rows.index(line.integral)][columns.index(line.problem)]
            turns = [(k + 0.5) * self.turns / len(line.means) for k in range(len(line.means))]
            heights = [max(x, 1e-17) for x in line.means]
            panel.semilogy(turns[1:], heights[1:], "o-", ms=3, lw=1.2, label=line.method)
        for panel, problem in zip(axes[0], columns, strict=True):
            panel.set_title(shorten(one_line(problem), 40), fontsize=9)
        for panels, integral in zip(axes, rows, strict=True):
            panels[0].set_ylabel(f"{shorten(one_line(integral), 24)}: change of mean")
        for panel in axes[-1]:
            panel.set_xlabel("turn")
        methods = list(dict.fromkeys(line.method for line in self.lines))
        handles = axes[0][0].get_legend_handles_labels()
        figure.legend(*handles, frameon=False, fontsize=8, loc="outside lower center",
                      ncols=min(3, len(methods)))  # fmt: skip
        figure.suptitle(shorten(one_line(self.name)), x=0.02, ha="left")
        return figure


def long_runs(
    dynamics: Dynamics,
    values: Mapping[str, Number] | None = None,
    grid: Mapping[str, str | Sequence[Number]] | None = None,
    *,
    turns: int,
    steps: int = 20,
    methods: Sequence[str] = (),
    found: Callable[[LongRuns], object] | None = None,
    **settings: Any,
) -> LongRuns:
    """Integrate motions over many turns, and measure what happens to the energy and the invariants.

    Parameters
    ----------
    dynamics
        The motion, on J¹π. Its energy is watched, and what the system declares as invariants.
    values
        As for `simulate`; they may be formulas in the names of the grid.
    grid
        Values as those of a campaign: each choice of them is a motion. Those that differ in
        parameters of the system are different problems, those that differ in other names (initial
        values, or new names for the formulas) are motions of the same problem.
    turns, steps
        Their number, and the steps in each of them.
    methods
        Names of methods; all of them by default.
    found
        Called with what there is after each method.
    settings
        ``until`` is the length of one turn, in which initial values may be given, too.

    Raises
    ------
    BadValue
        A value cannot be read, or a number or a method is none.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.motion.long_runs import long_runs
    >>> oscillator = System(coordinates="x", lagrangian="(xdot**2 - x**2)/2")
    >>> found = long_runs(oscillator.dynamics(), {"x": "cos(a)", "xdot": "sin(a)"}, {"a": [0, 1]},
    ...                   turns=20, steps=15, until="2*pi", methods=["midpoint", "runge_kutta"])
    >>> [line.growth > 1e-3 for line in found.lines]
    [False, True]
    """
    counts = all(isinstance(n, int) and n > 0 for n in (turns, steps))
    if not counts or turns < 2 or turns * steps > MOST_STEPS:
        raise BadValue(
            f"turns = {turns}, steps = {steps}: give whole numbers, from 2 turns on, and not more "
            f"than {MOST_STEPS:,} steps"
        )
    require_methods(methods)
    s = dynamics.system.specification
    columns = {name: grid_values(name, given).tolist() for name, given in (grid or {}).items()}
    known = {*s.states, *s.parameters}.union(*(words(str(v)) for v in (values or {}).values()))
    for name in columns:
        if name not in known:
            raise BadValue(f"{name} is in the grid, but no name of {s.name}, and in no value")
    problems: dict[str, list[Model]] = {}
    length = 0.0
    for row in product(*columns.values()):
        choice = dict(zip(columns, row, strict=True))
        told = ", ".join(f"{n} = {x:g}" for n, x in choice.items() if n in s.parameters)
        given = collect(dynamics, merge(s, _with(s, values or {}, choice), **settings))
        length = given.until - given.start
        given = replace(given, until=given.start + turns * length)
        motion = compiled_motion(dynamics, given.functions)
        problems.setdefault(told, []).append(Model(motion.dynamics, given, motion))
    members = max(map(len, problems.values()))
    table = LongRuns(dynamics.system.name, turns, steps, length, members, ())
    for problem, models in problems.items():
        for name in methods or METHODS:
            lines = _measured(problem, name, models, turns, steps)
            table = replace(table, lines=(*table.lines, *lines))
            if found:
                found(table)
    return table


def _with(
    s: Specification, values: Mapping[str, Number], choice: Mapping[str, float]
) -> dict[str, Number]:
    """The values of one motion; formulas may use the grid and parameters."""
    names = (*s.parameters, *s.states)
    found: dict[str, Number] = {n: x for n, x in choice.items() if n in names}
    point: dict[str, Any] = {**s.simulate.parameters, **choice}
    # Parameters come first: initial values may depend on them.
    for name in sorted(values, key=lambda name: name not in s.parameters):
        value = values[name]
        if name in found:
            raise BadValue(f"{name} is in the grid and has a value; give it once")
        if isinstance(value, str) and name in names and words(value) & point.keys():
            try:
                value = float(evaluate(value, {n: str(x) for n, x in point.items()}))
            except (DiffGeoError, ValueError, OverflowError) as error:
                told = shorten(str(values[name]), 40)
                raise BadValue(f"{name} = {told}: {error}") from None
        found[name] = value
        if name in s.parameters:
            point[name] = value
    return found


def _measured(
    problem: str, name: str, models: Sequence[Model], turns: int, steps: int
) -> list[LongLine]:
    import numpy as np

    errors: dict[str, list[np.ndarray]] = {integral: [] for integral in _watched(models[0])}
    failed = []
    for model in models:
        try:
            found = _errors(model, model.stepped.run(name, turns * steps))
        except BadValue as error:
            failed.append(str(error))
            continue
        for integral, column in found.items():
            errors[integral].append(column)
    failures = (len(failed), failed[0] if failed else "")
    lines = []
    for integral, columns in errors.items():
        line = LongLine(problem, name, integral, failures=failures)
        if columns:
            table = np.array(columns)
            means = np.array(
                [
                    part.mean(axis=(1, 2))
                    for part in np.array_split(
                        table[:, 1:].reshape(len(columns), turns, steps), min(_PARTS, turns), axis=1
                    )
                ]
            )
            line = replace(
                line, largest=float(abs(table).max()),
                means=tuple(abs(means - means[0]).max(axis=1).tolist()),
            )  # fmt: skip
        lines.append(line)
    return lines


def _watched(model: Model) -> list[str]:
    """The energy where it is known, and the declared invariants, of which it may be one."""
    energy = ["energy"] if model.energy is not None else []
    found = list(dict.fromkeys([*energy, *model.invariant_names]))
    if not found:
        raise BadValue(
            f"{model.specification.name}: its energy is not known; declare what to watch as "
            "invariants"
        )
    return found


def _errors(model: Model, states: np.ndarray) -> dict[str, np.ndarray]:
    """How far each integral is from its first value, step by step."""
    import numpy as np

    given = model.given
    times = np.linspace(given.start, given.until, len(states))
    columns = model.columns(times, states)
    if model.energy is not None:
        columns = {"energy": model.energy(np.column_stack([times, states]))[:, 0], **columns}
    found = {name: columns[name] - columns[name][0] for name in _watched(model)}
    if not all(np.isfinite(column).all() for column in found.values()):
        raise BadValue("the motion leaves what numbers can tell")
    return found
