"""Numerical integration of a field on a space of states of its own, such as T^*Q or J¹π × R^m."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import (
    CompiledRequirements,
    RequirementsAt,
    StraightLine,
    declared_requirements,
    required,
    straight_line,
)
from diffgeo.errors import DiffGeoError, OutsideDomain
from mechanics.analysis.energy import EnergyBalance
from mechanics.errors import BadValue
from mechanics.motion.given_values import (
    Values,
    collect,
    merge,
    no_fixed_steps,
    number,
    specification_of_states,
)
from mechanics.motion.impacts import WallPrograms, Walls
from mechanics.motion.initial_states import (
    completed,
    holds_at,
    nearest,
    sensitivities,
    undetermined,
)
from mechanics.theories.parameter_conditions import require_parameters
from mechanics.wording import free_name

if TYPE_CHECKING:
    import numpy as np

    from diffgeo import Form
    from mechanics.motion.geometric_integrators import SteppedMotion
    from mechanics.theories.dynamics import Dynamics

Numbers = Callable[[Any], "np.ndarray"]
_WHERE = "the set of the motions"


def model_on_states(dynamics: Dynamics, values: Mapping[str, Any]) -> ModelOnStates:
    """The model of a motion on a space of states, with values put in.

    Initial values are given by the names of the coordinates of the space, and of velocities; what
    is missing is found from the constraints, from the equations of the theory, and from the
    velocities that were given.
    """
    s = specification_of_states(dynamics)
    settings = {key: value for key, value in values.items() if value is not None}
    table = merge(s, None, **settings)
    # Positions may follow from the equations of the theory.
    open_ = [q for q in s.coordinates if q not in table.initial] if dynamics.equations else []
    started = {**table.initial, **dict.fromkeys(open_, "0")}
    given = collect(dynamics, replace(table, initial=started))
    initial = {**given.positions, **given.velocities}
    initial = {name: value for name, value in initial.items() if name not in open_}
    initial |= {
        name: number(table.initial[name], name) for name in s.variables if name in table.initial
    }
    return ModelOnStates(dynamics, given, initial)


class ProgramsOnStates:
    """The programs of a motion on a space of states; they do not depend on values of parameters.

    Parameters
    ----------
    motion
        The field to integrate.
    functions
        Concrete functions, for all that the system declares.
    """

    def __init__(self, motion: Dynamics, functions: Mapping[str, str]) -> None:
        system, M = motion.system, motion.manifold
        s, jets = system.specification, system.evolution_space
        clock = str(motion.above(jets.time))
        coordinates = {str(f): f for f in M.coordinates if str(f) != clock}
        self.names = tuple(coordinates)
        self.order = (clock, *self.names)
        fields = [M.vector_field({name: 1}) for name in self.names]

        def program(given: Sequence[Form]) -> StraightLine:
            return straight_line(given, self.order, list(s.parameters), functions)

        #: The right-hand side.
        self.rates = program([motion.field(f) for f in coordinates.values()])
        self.shown = program([motion.above(f) for f in (*jets.positions, *jets.velocities)])
        self.residuals = program(motion.constraints)
        self.gradients = program([X(g) for g in motion.constraints for X in fields])
        pairs = zip(s.velocities, jets.velocities, strict=True)
        found = {name: motion.above(v) for name, v in pairs if name not in coordinates}
        #: Velocities that are no coordinates, which may be given of an initial state.
        self.velocities = tuple(found)
        self.asked = program([*found.values()])
        self.asked_gradients = program([X(v) for v in found.values() for X in fields])
        self.invariants = program([motion.above(f) for f in system.invariants.values()])
        self.energy: StraightLine | None = None
        with suppress(DiffGeoError):
            energy = motion.above(EnergyBalance(motion).energy)
            self.energy = program([energy, motion.above(system.lagrangian)])
        rates = [motion.field(f) for f in M.coordinates]
        declared = [
            replace(r, function=motion.above(r.function)) for r in declared_requirements(jets)
        ]
        self.conditions = CompiledRequirements(
            [*required(rates), *declared], rates, self.order, list(s.parameters), functions
        )

    @classmethod
    def of(cls, motion: Dynamics, functions: Mapping[str, str]) -> ProgramsOnStates:
        """Those of a motion, made once for each choice of concrete functions."""
        key = ("on states", *sorted(functions.items()))
        if key not in motion.kept:
            motion.kept[key] = cls(motion, functions)
        found: ProgramsOnStates = motion.kept[key]
        return found


class ModelOnStates:
    """The compiled functions of a motion on a space of states, with values put in.

    Parameters
    ----------
    motion, given
        The field to integrate, and the values.
    initial
        What was given of the initial state, by name.
    """

    def __init__(self, motion: Dynamics, given: Values, initial: dict[str, float]) -> None:
        system = motion.system
        s, self.motion = system.specification, motion
        self.given, self.specification, self.initial = given, s, initial
        self.programs = code = ProgramsOnStates.of(motion, given.functions)
        self.names, self.order = code.names, code.order
        self.parameters = [given.parameters[name] for name in s.parameters]
        self.rates = self._at_point(code.rates)
        self.shown = self._along(code.shown)
        self.residuals = self._at_point(code.residuals)
        self.gradients = self._at_point(code.gradients)
        self.energy = None if code.energy is None else self._along(code.energy)
        self.conditions: RequirementsAt = code.conditions.at(given.parameters)
        walls = WallPrograms.of(motion, self.order, given.functions)
        self.walls = Walls(walls, given) if walls else None
        taken = {s.time, *s.coordinates, *s.velocities, *self.names}
        self.residual_names = [
            free_name(f"constraint_{i + 1}", taken) for i in range(len(motion.constraints))
        ]
        self.invariant_names = [free_name(name, taken) for name in system.invariants]
        self.told = (
            (self.residual_names, self._along(code.residuals)),
            (self.invariant_names, self._along(code.invariants)),
        )
        self.unknown = [k for k, name in enumerate(self.names) if name not in initial]

    def _at_point(self, code: StraightLine) -> Numbers:
        import numpy as np

        compute = code.at(self.given.parameters)
        return lambda point: np.array(compute(point))

    def _along(self, code: StraightLine) -> Numbers:
        """A function of rows of points; not a number where one is not defined."""
        import numpy as np

        constants = np.array(self.parameters, dtype=float)
        return lambda rows: code.on_arrays(np.asarray(rows, dtype=float).T, constants).T

    def _first(self) -> tuple[Numbers, Numbers]:
        """The equations of an initial state, with the velocities that were given; their slopes."""
        import numpy as np

        code, initial = self.programs, self.initial
        known = [k for k, name in enumerate(code.velocities) if name in initial]
        values = np.array([initial[code.velocities[k]] for k in known])
        asked, slopes = self._at_point(code.asked), self._at_point(code.asked_gradients)
        start, size = self.given.start, len(self.names)

        def equations(state: np.ndarray) -> np.ndarray:
            point = (start, *state)
            return np.concatenate([self.residuals(point), asked(point)[known] - values])

        def gradients(state: np.ndarray) -> np.ndarray:
            point = (start, *state)
            rows = [self.gradients(point).reshape(-1, size), slopes(point).reshape(-1, size)[known]]
            return np.concatenate(rows)

        return equations, gradients

    # --- initial values ------------------------------------------------------------

    @property
    def stepped(self) -> SteppedMotion:
        """Refused: integrators with fixed steps are for motions on J¹π."""
        raise no_fixed_steps(self.specification, self.given)

    def initial_state(self) -> tuple[np.ndarray, list[str]]:
        """A state on the set of the motions with the given values, and how it was found."""
        import numpy as np

        start, notes = self.given.start, []
        require_parameters(self.motion, self.given.exact)
        state = np.array([self.initial.get(name, 0.0) for name in self.names])
        if self.unknown:
            # A start where the slopes are not special.
            state[self.unknown] = [0.1 * (k + 1) for k in range(len(self.unknown))]
            reached = completed(state, self.unknown, *self._first())
            if reached is None or not reached[1]:
                raise undetermined([self.names[k] for k in self.unknown], f"{_WHERE} does")
            state = reached[0]
            found = ", ".join(f"{self.names[k]} = {state[k]:.6g}" for k in self.unknown)
            notes.append(f"from {_WHERE}: {found}")
        before, state = state, self.project(start, state)
        changed = [
            f"{name} {a:.6g} -> {b:.6g}"
            for name, a, b in zip(self.names, before, state, strict=True)
            if f"{a:.12g}" != f"{b:.12g}"
        ]
        if changed:
            notes.append(f"initial values moved to {_WHERE}: {', '.join(changed)}")
        self._require_domain(state)
        return state, notes

    def _at(self, t: float, function: Numbers) -> Numbers:
        return lambda state: function((t, *state))

    def _slopes(self, t: float, gradients: Numbers) -> Numbers:
        return lambda state: gradients((t, *state)).reshape(-1, len(self.names))

    def project(self, t: float, state: np.ndarray) -> np.ndarray:
        """A near state on the set of the motions; positions stay where they are."""
        import numpy as np

        places = self.specification.coordinates
        scale = np.diag([0.0 if name in places else 1.0 for name in self.names])
        equations = self._at(t, self.residuals), self._slopes(t, self.gradients)
        found, is_near = nearest(state, *equations, scale)
        if is_near:
            return found
        values = ", ".join(f"{n} = {x:.6g}" for n, x in zip(self.names, state, strict=True))
        raise BadValue(f"no state on {_WHERE} was found near {values}; choose other initial values")

    def _require_domain(self, state: np.ndarray) -> None:
        """Every condition of the motion holds at the initial state, decided exactly if in doubt."""
        import numpy as np

        point = (self.given.start, *state)
        try:
            values = self.conditions(point)
        except DiffGeoError as error:
            raise BadValue(f"the initial values are off the domain: {error}") from None
        exact = {name: Fraction(float(x)) for name, x in zip(self.order, point, strict=True)}
        known = {**self.given.exact, **exact}
        sizes = sensitivities(self.conditions, np.array(point), np.array(values))
        asked = self.conditions
        for value, size, name, sign, function in zip(
            values, sizes, asked.names, asked.relations, asked.functions, strict=True
        ):
            if not holds_at(function, sign, value, size, known, self.given.functions, False):
                raise BadValue(
                    f"the initial values are off the domain: {name} is {value:.3g}, and must be "
                    f"{'positive' if sign != '!=' else 'different from 0'}"
                )
        if not np.isfinite(self.rate(self.given.start, state)).all():
            raise BadValue("the initial values are off the domain: no rates there")

    # --- integration ---------------------------------------------------------------

    def rate(self, t: float, state: np.ndarray) -> np.ndarray:
        """The right-hand side; not a number where it is not defined."""
        import numpy as np

        try:
            return self.rates((t, *state))
        except OutsideDomain:
            return np.full(len(self.names), np.nan)

    def condition_values(self, t: float, state: np.ndarray) -> np.ndarray:
        """The functions that must not vanish; not a number where they are not defined."""
        import numpy as np

        try:
            return np.array(self.conditions((t, *state)))
        except OutsideDomain:
            return np.full(len(self.conditions.names), np.nan)

    # --- results -------------------------------------------------------------------

    def curves(
        self, times: np.ndarray, states: np.ndarray
    ) -> tuple[tuple[str, np.ndarray, np.ndarray], ...]:
        """Nothing moves in a plot besides the motion."""
        return ()

    def scene(self, times: np.ndarray, states: np.ndarray) -> None:
        """Nor are there shapes."""

    def columns(self, times: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
        """Time, positions and velocities, what else a state has, residuals and invariants."""
        import numpy as np

        s = self.specification
        points = np.column_stack([times, states])
        names = (*s.coordinates, *s.velocities)
        found = {s.time: times, **dict(zip(names, self.shown(points).T, strict=True))}
        found |= {n: x for n, x in zip(self.names, states.T, strict=True) if n not in found}
        for columns, function in self.told:
            found.update(zip(columns, function(points).T, strict=True))
        return found
