"""Numerical integration of the constrained equations of motion.

Source: Hairer, Lubich and Wanner, Geometric Numerical Integration (2nd ed. 2006), chapter IV.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError, OutsideDomain
from mechanics.errors import BadSystem, BadValue
from mechanics.motion.compiled_motion import CompiledMotion, compiled_motion
from mechanics.motion.energy_drift import EnergyDrift, energy_drift, is_conserved
from mechanics.motion.geometric_integrators import SteppedMotion
from mechanics.motion.given_values import (
    Values,
    collect,
    has_own_states,
    merge,
    number,
    require_motion,
)
from mechanics.motion.impacts import WallPrograms, Walls
from mechanics.motion.initial_states import (
    completed,
    holds_at,
    project_velocities,
    sensitivities,
    undetermined,
)
from mechanics.motion.integration import Run, integrate
from mechanics.motion.right_hand_sides import python_rate
from mechanics.motion.simulation_on_states import ModelOnStates, model_on_states
from mechanics.motion.trajectory import Trajectory
from mechanics.theories.parameter_conditions import require_parameters
from mechanics.wording import free_name

if TYPE_CHECKING:
    import numpy as np

    from diffgeo.calculus import StraightLine
    from mechanics.model.system_files import Number
    from mechanics.theories.dynamics import Dynamics

Numbers = Callable[[Any], "np.ndarray"]


def simulate(
    dynamics: Dynamics,
    values: Mapping[str, Number] | None = None,
    *,
    until: Number | None = None,
    method: str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    step: Number | None = None,
    points: int | None = None,
    project: bool = False,
    reactions: bool = False,
    progress: Callable[[float], None] | None = None,
    limit: float | None = None,
    **named: Number,
) -> Trajectory:
    """Integrate the motion from given initial values.

    The equations are compiled once for a `Dynamics`; unexpanded linear systems
    are solved numerically at each step. Initial velocities that are not given are taken
    from the constraints; all are projected onto them, in the metric of the Hessian of L
    where it is positive, and the trajectory's notes tell what changed.

    At a wall of its theory the motion goes on after the impact; `Trajectory.impacts` tells them.

    Integration stops where the motion leaves the domain: where a condition of the result is lost
    (det C ≠ 0 among them), or one of a concrete function. They are looked for along each step,
    see `mechanics.motion.event_location`; what was not excluded is among the trajectory's warnings.
    It stops also where the steps become too small, where the limit passes, and on an interrupt from
    the keyboard, which is not raised again but becomes a `RuntimeWarning`. What was computed is
    kept in each case, and `Trajectory.stopped` says why it is not all. The energy is watched: a
    warning tells if it drifts though it is conserved.

    Parameters
    ----------
    dynamics
        What to integrate.
    values, named
        Initial values, parameters and concrete functions by name; names that are no Python
        identifiers (``"f(t)"``) in the mapping. What is not given comes from the system's
        ``[simulate]`` table.
    until
        The final time.
    method, rtol, atol
        Of ``scipy.integrate.solve_ivp``.
    step
        Length of the steps, for a method with fixed steps: one of `geometric_integrators`, such as
        ``"midpoint"``. The distance of the output times if nothing is said.
    points
        Number of equidistant output times.
    project
        Project onto the constraints at every output time.
    reactions
        Add columns ``lambda_1``, …: the multipliers of the constraints, in their order. Where φ is
        a velocity, such as that of a point of contact in m/s, its multiplier is a force, in N.
    progress
        Called with the fraction of the time that is done.
    limit
        Seconds that the integration may take.

    Returns
    -------
    Trajectory
        Of ``points`` states, or of those until it ended.

    Raises
    ------
    MissingValue, BadValue
        A value is missing, no number, or off the domain.

    Examples
    --------
    >>> from mechanics import load, simulate
    >>> motion = simulate(load("nonholonomic-particle").dynamics(), until=1, points=3)
    >>> motion.t.tolist(), motion.complete
    ([0.0, 0.5, 1.0], True)
    """
    require_motion(dynamics)
    system = dynamics.system
    if not isinstance(values, Mapping | None):
        raise BadValue(f'initial values are given by name, as in {{"x": 1}}, not by {values!r}')
    if has_own_states(dynamics):
        settings = {"method": method, "rtol": rtol, "atol": atol, "step": step, "points": points}
        states = model_on_states(
            dynamics.regular, {**(values or {}), **settings, "until": until, **named}
        )
        if reactions:
            raise BadValue(f"{system.name}: reactions are told of motions on the evolution space")
        return trajectory_of(states, dynamics.regular, project, progress, limit)
    table = merge(
        system.specification, values,
        until=until, method=method, rtol=rtol, atol=atol, step=step, points=points, **named,
    )  # fmt: skip
    given = collect(dynamics, table)
    # Where only the construction divides by zero the motion goes on.
    motion = compiled_motion(dynamics, given.functions, between_walls=True)
    dynamics = motion.dynamics
    model = Model(dynamics, given, motion)
    if reactions:
        model.tell("lambda", len(dynamics.multipliers), motion.multipliers)
    return trajectory_of(model, dynamics, project, progress, limit)


def trajectory_of(
    model: Model | ModelOnStates,
    dynamics: Dynamics,
    project: bool,
    progress: Callable[[float], None] | None,
    limit: float | None,
) -> Trajectory:
    """Integrate a compiled model from its initial state."""
    import numpy as np

    given = model.given
    if limit is not None and not (limit := number(limit, "limit")) > 0:
        raise BadValue(f"limit = {limit:g} is not positive; give seconds, or None for no limit")
    if progress is not None and not callable(progress):
        raise BadValue(f"progress is a function of the fraction that is done, not {progress!r}")
    with np.errstate(all="ignore"):
        # What is too large to compute with is refused, with its reason, where it is infinite.
        state, notes = model.initial_state()
    run = integrate(model, state, project, progress, limit)
    energy = energy_of_run(model, dynamics, run)
    if run.cause == "interrupted":
        message = f"{dynamics.system.name}: {run.stopped}; the trajectory is partial"
        warnings.warn(message, RuntimeWarning, stacklevel=4)
    return Trajectory(
        specification=dynamics.system.specification,
        theory=dynamics.theory.name,
        columns=model.columns(run.times, run.states),
        constraints=tuple(model.residual_names),
        invariants=tuple(model.invariant_names),
        notes=(*given.notes, *notes),
        stopped=run.stopped,
        cause=run.cause,
        warnings=tuple(filter(None, [*run.warnings, energy.warning if energy else ""])),
        energy=energy,
        projected=project,
        settings=given.settings,
        also=model.curves(run.times, run.states),
        scene=model.scene(run.times, run.states),
        impacts=tuple(run.impacts),
    )


def energy_of_run(model: Model | ModelOnStates, dynamics: Dynamics, run: Run) -> EnergyDrift | None:
    """How far the energy drifted along an integration."""
    import numpy as np

    given, cause = model.given, run.cause
    if model.energy is None:
        return None
    points = np.column_stack([run.times, run.states])
    # Where the domain ends no accuracy is asked for.
    inner = points[:-1] if cause == "domain" and len(points) > 2 else points
    drift = energy_drift(model.energy, inner, (given.atol, given.rtol))
    drift = drift and replace(drift, step=given.step)
    if drift is None or not drift.remarkable or cause not in ("", "domain"):
        return drift
    try:
        return replace(drift, conserved=is_conserved(dynamics))
    except KeyboardInterrupt:
        # The motion is there; only whether its energy ought to be constant is not known.
        return drift


class Model:
    """The compiled functions of a system with values put in."""

    def __init__(self, dynamics: Dynamics, given: Values, motion: CompiledMotion) -> None:
        s = dynamics.system.specification
        self.given, self.specification, self.motion = given, s, motion
        self.size = len(s.coordinates)
        self._constants = [given.parameters[name] for name in s.parameters]
        #: The right-hand side; not a number where it is not defined.
        self.rate = python_rate(motion.rate, self._constants)
        self.residuals = self._numbers(motion.residuals)
        self.slopes = self._numbers(motion.slopes)
        self.places = self._numbers(motion.places)
        self.place_slopes = self._numbers(motion.place_slopes)
        self.hessian = self._numbers(motion.hessian)
        self.conditions = motion.conditions.at(given.parameters)
        walls = WallPrograms.of(dynamics, motion.variables, motion.functions)
        self.walls = Walls(walls, given) if walls else None
        self.energy = None if motion.energy is None else self._along(motion.energy)
        system, taken = dynamics.system, {s.time, *s.coordinates, *s.velocities}
        self._taken = taken
        self.residual_names = self._free("constraint", len(system.constraints))
        place_names = self._free("holonomic", len(system.holonomic))
        self.holonomic = bool(place_names)
        self.invariant_names = [free_name(name, taken) for name in system.invariants]
        #: What is told of the motion besides, with names.
        self.told = [
            (self.residual_names, self._along(motion.residuals)),
            (self.invariant_names, self._along(motion.invariants)),
        ]
        if place_names:
            self.told.insert(1, (place_names, self._along(motion.places)))
            self.residual_names = [*self.residual_names, *place_names]
        if (quotient := dynamics.space.quotient) is not None:
            below = [free_name(str(f), taken) for f in quotient.target.coordinates]
            self.told.append((below, self._along(motion.reduced)))
        self.plot_functions = [(label, self._along(code)) for label, code in motion.curves]

    @cached_property
    def stepped(self) -> SteppedMotion:
        """What integrators with fixed steps need."""
        return SteppedMotion(self)

    def _free(self, name: str, count: int) -> list[str]:
        return [free_name(f"{name}_{i + 1}", self._taken) for i in range(count)]

    def tell(self, name: str, count: int, code: StraightLine) -> None:
        """Add functions to what is told of the motion."""
        self.told.append((self._free(name, count), self._along(code)))

    def _numbers(self, code: StraightLine) -> Numbers:
        """A function of one point."""
        import numpy as np

        compute = code.at(self.given.parameters)
        return lambda point: np.array(compute(point))

    def _along(self, code: StraightLine) -> Numbers:
        """A function of rows of points; not a number where one is not defined."""
        import numpy as np

        constants = np.array(self._constants, dtype=float)
        return lambda points: code.on_arrays(points.T, constants).T

    # --- initial values ------------------------------------------------------------

    def initial_state(self) -> tuple[np.ndarray, list[str]]:
        """Positions and velocities on the constraints, and what was changed to get there."""
        import numpy as np

        s, given = self.specification, self.given
        require_parameters(self.motion.dynamics, given.exact)
        q = np.array([given.positions[name] for name in s.coordinates])
        missing = [i for i, v in enumerate(s.velocities) if v not in given.velocities]
        v = np.array([given.velocities.get(name, 0.0) for name in s.velocities])
        notes: list[str] = []

        def residual(v: np.ndarray) -> np.ndarray:
            return self.residuals((given.start, *q, *v))

        def slopes(v: np.ndarray) -> np.ndarray:
            return self.slopes((given.start, *q, *v)).reshape(-1, self.size)

        try:
            if self.holonomic:
                before = q
                q, how = self._place(given.start, q, v)
                if abs(q - before).max() > 1e-14 * abs(q).max(initial=0):
                    moved = ", ".join(
                        f"{n} {a:.6g} -> {b:.6g}"
                        for n, a, b in zip(s.coordinates, before, q, strict=True)
                        if a != b
                    )
                    notes.append(f"initial positions moved to the constraints ({how}): {moved}")
            if missing:
                reached = completed(v, missing, residual, slopes)
                if reached is None:
                    names = [s.velocities[i] for i in missing]
                    raise undetermined(names, "the constraints do", " there")
                v, _ = reached
                found = ", ".join(f"{s.velocities[i]} = {v[i]:.6g}" for i in missing)
                notes.append(f"from the constraints: {found}")
            metric = self.hessian((given.start, *q, *v)).reshape(self.size, self.size)
            before = v
            v, how = project_velocities(v, residual, slopes, metric)
        except (DiffGeoError, ArithmeticError, np.linalg.LinAlgError) as error:
            if isinstance(error, BadSystem):
                raise
            raise BadValue(f"the initial values are off the domain: {error}") from None
        if abs(v - before).max(initial=0) > 1e-14 * abs(v).max(initial=0):
            moved = ", ".join(
                f"{n} {a:.6g} -> {b:.6g}" for n, a, b in zip(s.velocities, before, v, strict=True)
            )
            notes.append(
                f"initial velocities projected onto the constraints ({how}): {moved}; largest "
                f"|phi| {abs(residual(before)).max():.2e} -> {abs(residual(v)).max():.2e}"
            )
        self._require_domain((given.start, *q, *v))
        return np.concatenate([q, v]), notes

    def _require_domain(self, point: Sequence[float]) -> None:
        import numpy as np

        place = ", ".join(
            f"{n} = {x:.6g}"
            for n, x in zip(
                (self.specification.time, *self.specification.coordinates), point, strict=False
            )
        )
        try:
            values = self.conditions(point)
        except DiffGeoError as error:
            raise BadValue(f"the initial values are off the domain: {error}") from None
        state = {**self.given.exact, **self._computed(point)}
        is_exact = state == self.given.exact
        sizes = sensitivities(self.conditions, np.array(point), np.array(values))
        asked = self.conditions
        for value, size, name, sign, function in zip(
            values, sizes, asked.names, asked.relations, asked.functions, strict=True
        ):
            functions = self.given.functions
            if not holds_at(function, sign, value, size, state, functions, is_exact):
                raise BadValue(
                    f"the initial values are off the domain: {name} is {value:.3g} at {place}, and "
                    f"must be {'positive' if sign != '!=' else 'different from 0'}"
                )
        if not np.isfinite(self.rate(point[0], np.array(point[1:]))).all():
            raise BadValue(f"the initial values are off the domain: no accelerations at {place}")

    def _computed(self, point: Sequence[float]) -> dict[str, Fraction]:
        """The entries of an initial state that are not those that were given."""
        s, given = self.specification, self.given
        known = {s.time: given.start, **given.positions, **given.velocities}
        names = (s.time, *s.coordinates, *s.velocities)
        return {
            name: Fraction(float(x))
            for name, x in zip(names, point, strict=True)
            if name not in given.exact or known.get(name) != x
        }

    # --- integration ---------------------------------------------------------------

    def condition_values(self, t: float, state: np.ndarray) -> np.ndarray:
        """The functions that must not vanish; not a number where they are not defined."""
        import numpy as np

        try:
            return np.array(self.conditions((t, *state)))
        except OutsideDomain:
            return np.full(len(self.conditions.names), np.nan)

    def project(self, t: float, state: np.ndarray) -> np.ndarray:
        """The state moved onto the constraints."""
        import numpy as np

        q, v = state[: self.size], state[self.size :]
        if self.holonomic:
            q, _ = self._place(t, q, v)
        metric = self.hessian((t, *q, *v)).reshape(self.size, self.size)
        v, _ = project_velocities(
            v,
            lambda w: self.residuals((t, *q, *w)),
            lambda w: self.slopes((t, *q, *w)).reshape(-1, self.size),
            metric,
        )
        return np.concatenate([q, v])

    def _place(self, t: float, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, str]:
        """The nearest positions on the holonomic constraints."""
        return project_velocities(
            q,
            lambda x: self.places((t, *x, *v)),
            lambda x: self.place_slopes((t, *x, *v)).reshape(-1, self.size),
            self.hessian((t, *q, *v)).reshape(self.size, self.size),
            "positions",
        )

    # --- results -------------------------------------------------------------------

    def columns(self, times: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
        """All columns of the trajectory."""
        import numpy as np

        s = self.specification
        points = np.column_stack([times, states])
        columns = dict(zip((s.time, *s.coordinates, *s.velocities), points.T, strict=True))
        for names, function in self.told:
            columns.update(zip(names, function(points).T, strict=True))
        return columns

    def curves(
        self, times: np.ndarray, states: np.ndarray
    ) -> tuple[tuple[str, np.ndarray, np.ndarray], ...]:
        """The other moving points of the plot."""
        import numpy as np

        points = np.column_stack([times, states])
        return tuple((label, *function(points).T) for label, function in self.plot_functions)

    def scene(self, times: np.ndarray, states: np.ndarray) -> Callable[[], np.ndarray]:
        """What computes the corners of the shapes of the picture, if they are asked for."""
        return partial(_corners, self.motion, self._constants, times, states)


def _corners(
    motion: CompiledMotion, constants: Sequence[float], times: np.ndarray, states: np.ndarray
) -> np.ndarray:
    import numpy as np

    points = np.column_stack([times, states]).T
    found: np.ndarray = motion.corners.on_arrays(points, np.array(constants, dtype=float))
    return found
