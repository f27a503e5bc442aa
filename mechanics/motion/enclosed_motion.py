"""Trajectories in balls: what is told contains the exact motion.

The values of parameters and the initial state are exact numbers; a float stands for the rational
number that it is. Velocities that are not given follow from the constraints, exactly.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from diffgeo import Manifold
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError, OutsideDomain
from mechanics.errors import BadValue
from mechanics.independent_tasks import require_count
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.given_values import collect, merge, require_motion
from mechanics.theories.parameter_conditions import require_parameters
from mechanics.wording import one_line

if TYPE_CHECKING:
    import numpy as np

    from diffgeo import Form
    from mechanics.model.system_files import Number
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: Output times, if nobody says how many.
POINTS = 21


@dataclass(frozen=True)
class EnclosedTrajectory:
    """A motion in balls.

    Attributes
    ----------
    instants
        The exact times at which it is told.
    balls
        By the names of coordinates and velocities: middles and radii, exact numbers.
    stopped
        Why the motion was not enclosed until the final time; empty if it was.
    cause
        That in a word, as of a `Trajectory`.
    """

    name: str
    time: str
    instants: list[Fraction]
    balls: Mapping[str, list[tuple[Fraction, Fraction]]]
    stopped: str = ""
    cause: str = ""

    @cached_property
    def times(self) -> np.ndarray:
        """The times, rounded to floats."""
        import numpy as np

        return np.array([float(t) for t in self.instants])

    @cached_property
    def columns(self) -> dict[str, np.ndarray]:
        """The middles, rounded to floats."""
        import numpy as np

        return {n: np.array([float(m) for m, _ in balls]) for n, balls in self.balls.items()}

    @cached_property
    def radii(self) -> dict[str, np.ndarray]:
        """Radii of balls around `columns` that contain the motion."""
        import numpy as np

        return {
            name: np.array([
                np.nextafter(float(r + abs(m - Fraction(float(m)))), np.inf) for m, r in balls
            ])
            for name, balls in self.balls.items()
        }  # fmt: skip

    @property
    def width(self) -> float:
        """The largest diameter of a ball."""
        return _upwards(2 * max(r for balls in self.balls.values() for _, r in balls))

    def report(self) -> str:
        """The verdict, and the last state."""
        lines = [
            f"{one_line(self.name)}: ENCLOSED for {self.time} = {_short(self.instants[0])} … "
            f"{_short(self.instants[-1])}, in balls no wider than {self.width:.1e}"
        ]
        lines += [f"  {name} = {_told(*balls[-1])}" for name, balls in self.balls.items()]
        if self.stopped:
            lines.append(f"UNKNOWN beyond that: {self.stopped}")
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "system": self.name,
            "verdict": "UNKNOWN" if self.stopped else "ENCLOSED",
            "width": self.width,
            "stopped": self.stopped or None,
            "cause": self.cause or None,
            "times": self.times.tolist(),
            "columns": {name: column.tolist() for name, column in self.columns.items()},
            "radii": {name: column.tolist() for name, column in self.radii.items()},
            "balls": {n: [_told(*ball) for ball in balls] for n, balls in self.balls.items()},
        }


def _short(time: Fraction) -> str:
    """A time, with more digits where a few are not all of it."""
    text = f"{float(time):g}"
    return text if Fraction(text) == time else f"{float(time):.17g}"


def _upwards(value: Fraction) -> float:
    """Two digits that are not smaller."""
    if not value:
        return 0.0
    found = float(f"{float(value):.1e}")
    return found if Fraction(found) >= value else float(f"{float(value) * 1.06:.1e}")


def _told(middle: Fraction, radius: Fraction) -> str:
    """The ball in decimals, whose radius includes their rounding."""
    places = 40 if not radius else max(2 - math.floor(math.log10(radius)), 0)
    scaled = round(middle * 10**places)
    left = radius + abs(middle - Fraction(scaled, 10**places))
    digits = f"{abs(scaled):0{places + 1}d}"
    text = f"{digits[: len(digits) - places]}.{digits[len(digits) - places :]}".rstrip(".")
    if not left:
        text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{'-' * (scaled < 0)}{text} ± {f'{_upwards(left):.1e}' if left else 0}"


def enclose(
    dynamics: Dynamics,
    values: Mapping[str, Number] | None = None,
    *,
    until: Number | None = None,
    points: int = POINTS,
    order: int = 32,
    bits: int = 128,
    progress: Callable[[float], None] | None = None,
    limit: float | None = None,
    **named: Number,
) -> EnclosedTrajectory:
    """Integrate the motion in balls that contain it; see `diffgeo.reals.enclosed_flows`.

    Parameters
    ----------
    dynamics
        The motion, on J¹π.
    values, named
        As for `simulate`; all of them are exact.
    until, points
        The final time, of which the nearest float is taken if it is irrational, and the number of
        equidistant times at which it is told.
    order, bits
        Of the Taylor polynomials, and of the numbers.
    progress
        It is called with the share that is done.
    limit
        Seconds for the integration. What was enclosed is kept when they are over, and on an
        interrupt: the last time of the trajectory is that to which it came.

    Raises
    ------
    MissingValue, BadValue
        A value is missing, or the initial state is not exactly on the constraints, or off the
        domain.
    NotSupported
        No power series is known of a function in the equations.
    """
    require_motion(dynamics)
    require_count("order", order, 1)
    require_count("bits", bits, 16)
    table = merge(dynamics.system.specification, values, until=until, points=points, **named)
    given = collect(dynamics, table)
    motion = compiled_motion(dynamics, given.functions)
    require_parameters(motion.dynamics, given.exact)
    state = _initial(motion.dynamics, given.exact, given.functions)
    start, end = _instant(table.start, given.start), _instant(table.until, given.until)
    times = [start + (end - start) * k / (points - 1) for k in range(points)]
    known = {name: state[name] for name in motion.parameters}
    first = [state[name] for name in motion.variables[1:]]
    deadline = None if limit is None else clock.monotonic() + limit
    flow = partial(motion.rate.flow_in_balls, known, state=first, order=order, bits=bits,
                   inside=motion.inside)  # fmt: skip
    try:
        found = [*flow(times[:1])]
    except OutsideDomain as error:
        raise BadValue(f"{dynamics.system.name}: {error}") from None
    last, stopped, cause = found[-1], "", ""
    try:
        for last in flow(times):
            if last[0] == times[len(found)]:
                found.append(last)
            if progress is not None:
                progress(float((last[0] - start) / (end - start)))
            if deadline is not None and clock.monotonic() > deadline and last[0] < end:
                stopped, cause = f"the {limit:.3g} seconds for the integration are over", "limit"
                break
    except DiffGeoError as error:
        stopped, cause = str(error), "integrator"
    except KeyboardInterrupt as error:
        # A subclass stands for another signal than that of the keyboard.
        cause = "interrupted" if type(error) is KeyboardInterrupt else "terminated"
        stopped = f"the integration was {cause}"
    if last[0] > found[-1][0]:
        found.append(last)
    names, s = motion.variables[1:], dynamics.system.specification
    return EnclosedTrajectory(
        dynamics.system.name, s.time, [t for t, _ in found],
        {name: [row[k] for _, row in found] for k, name in enumerate(names)}, stopped, cause,
    )  # fmt: skip


def _instant(given: Number | Fraction | None, rounded: float) -> Fraction:
    """A time as it was given; of an irrational one the float beside it."""
    text = str(Fraction(given) if isinstance(given, float) else given)
    exact = Manifold("initial", "state").function(text).at({})
    return Fraction(exact) if isinstance(exact, int | Fraction) else Fraction(rounded)


def _initial(
    dynamics: Dynamics, exact: Mapping[str, Any], functions: Mapping[str, str]
) -> dict[str, Any]:
    """Exact values of everything at the beginning; missing velocities from the constraints."""
    system = dynamics.system
    s, jets = system.specification, system.evolution_space
    point = Manifold("initial", "state")
    missing = [v for v in s.velocities if v not in exact]
    state: dict[str, Any] = dict.fromkeys(missing, Fraction(0))
    state |= {name: point.function(str(value)).at({}) for name, value in exact.items()}

    def at(function: Form) -> Form:
        return point.function(str(function.at(state, functions=functions)))

    if missing:
        frame = dict(zip(s.velocities, vertical_frame(jets), strict=True))
        rows = [[at(frame[v](phi)) for v in missing] for phi in system.constraints]
        try:
            found = linear.solve(rows, [-at(phi) for phi in system.constraints])
        except (DiffGeoError, ValueError) as error:
            raise BadValue(
                f"{system.name}: {', '.join(missing)} do not follow from the constraints: {error}"
            ) from None
        state |= {v: f.at({}) for v, f in zip(missing, found, strict=True)}
    for phi in (*system.constraints, *system.holonomic):
        left = at(phi)
        if not vanishes(left):
            raise BadValue(
                f"{system.name}: the initial state is not exactly on the constraints: there "
                f"{phi.summary(60)} is {left}; leave out velocities that follow from them"
            )
    return state
