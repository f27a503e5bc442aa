"""Trajectories in balls: what is told contains the exact motion.

The values of parameters and the initial state are exact numbers; a float stands for the rational
number that it is. Velocities that are not given follow from the constraints, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo import Manifold
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue
from mechanics.model.lagrangian import vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.motion.compiled_motion import compiled_motion
from mechanics.motion.given_values import collect, merge
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
    times
        Where it is told.
    columns, radii
        By the names of coordinates and velocities: the middles of the balls, and radii that
        include the rounding of the middles to floats.
    stopped
        Why the motion was not enclosed until the final time; empty if it was.
    """

    name: str
    time: str
    times: np.ndarray
    columns: Mapping[str, np.ndarray]
    radii: Mapping[str, np.ndarray]
    stopped: str = ""

    @property
    def width(self) -> float:
        """The largest diameter of a ball."""
        return 2 * max(float(r.max()) for r in self.radii.values())

    def report(self) -> str:
        """The verdict, and the last state."""
        verdict = "UNKNOWN" if self.stopped else "ENCLOSED"
        lines = [
            f"{one_line(self.name)}: {verdict} for {self.time} = {self.times[0]:g} … "
            f"{self.times[-1]:g}, in balls no wider than {self.width:.1e}"
        ]
        lines += [
            f"  {name} = {column[-1]:.17g} ± {self.radii[name][-1]:.1e}"
            for name, column in self.columns.items()
        ]
        return "\n".join([*lines, *filter(None, [self.stopped])])

    def to_dict(self) -> Data:
        """As data for JSON."""
        return {
            "system": self.name,
            "verdict": "UNKNOWN" if self.stopped else "ENCLOSED",
            "width": self.width,
            "stopped": self.stopped or None,
            "times": self.times.tolist(),
            "columns": {name: column.tolist() for name, column in self.columns.items()},
            "radii": {name: column.tolist() for name, column in self.radii.items()},
        }


def enclose(
    dynamics: Dynamics,
    values: Mapping[str, Number] | None = None,
    *,
    until: Number | None = None,
    points: int = POINTS,
    order: int = 20,
    bits: int = 128,
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
        The final time, and the number of equidistant times at which it is told.
    order, bits
        Of the Taylor polynomials, and of the numbers.

    Raises
    ------
    MissingValue, BadValue
        A value is missing, or the initial state is not exactly on the constraints.
    NotSupported
        No power series is known of a function in the equations.
    """
    import numpy as np

    table = merge(dynamics.system.specification, values, until=until, points=points, **named)
    given = collect(dynamics, table)
    motion = compiled_motion(dynamics, given.functions)
    state = _initial(motion.dynamics, given.exact, given.functions)
    start, end = (Fraction(str(x)) for x in (given.start, given.until))
    times = [start + (end - start) * k / (points - 1) for k in range(points)]
    known = {name: state[name] for name in motion.parameters}
    first = [state[name] for name in motion.variables[1:]]
    rows: list[list[tuple[Fraction, Fraction]]] = []
    stopped = ""
    try:
        rows.extend(motion.rate.flow_in_balls(known, times, first, order, bits))
    except DiffGeoError as error:
        if not rows:
            raise
        stopped = str(error)
    middles = np.array([[float(m) for m, _ in row] for row in rows])
    radii = np.array([
        [np.nextafter(float(r + abs(m - Fraction(float(m)))), np.inf) for m, r in row]
        for row in rows
    ])  # fmt: skip
    names, s = motion.variables[1:], dynamics.system.specification
    return EnclosedTrajectory(
        dynamics.system.name, s.time, np.array([float(t) for t in times[: len(rows)]]),
        dict(zip(names, middles.T, strict=True)), dict(zip(names, radii.T, strict=True)), stopped,
    )  # fmt: skip


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
