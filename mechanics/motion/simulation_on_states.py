"""Numerical integration of a field on a space of states of its own, such as T^*Q or J¹π × R^m."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import CompiledRequirements, compile_functions, required
from diffgeo.errors import DiffGeoError, OutsideDomain
from mechanics.analysis.energy import EnergyBalance
from mechanics.motion.given_values import Values, collect, merge, number
from mechanics.motion.initial_states import Vector
from mechanics.motion.simulation import Numbers, free_name, where_defined
from mechanics.motion.simulation_on_sets import ModelOnSet

if TYPE_CHECKING:
    import numpy as np

    from diffgeo import Form
    from mechanics.theories.dynamics import Dynamics


def model_on_states(dynamics: Dynamics, values: Mapping[str, Any]) -> ModelOnStates:
    """The model of a motion on a space of states, with values put in.

    Initial values are given by the names of the coordinates of the space, and of velocities; what
    is missing is found from the constraints, from the equations of the theory, and from the
    velocities that were given.
    """
    s = dynamics.system.specification
    known = {s.time, *s.coordinates, *s.velocities}
    names = [str(f) for f in dynamics.manifold.coordinates]
    others = tuple(name for name in names if name not in known)
    settings = {key: value for key, value in values.items() if value is not None}
    table = merge(replace(s, variables=others), None, **settings)
    given = collect(dynamics, table)
    initial = {**given.positions, **given.velocities}
    initial |= {name: number(table.initial[name], name) for name in others if name in table.initial}
    return ModelOnStates(dynamics, given, initial)


class ModelOnStates(ModelOnSet):
    """The compiled functions of a motion on a space of states.

    Parameters
    ----------
    motion, given
        The field to integrate, and the values.
    initial
        What was given of the initial state, by name.
    """

    _where = "the set of the motions"

    def __init__(self, motion: Dynamics, given: Values, initial: dict[str, float]) -> None:
        system, M = motion.system, motion.manifold
        s, jets = system.specification, system.evolution_space
        self.given, self.specification, self.initial = given, s, initial
        clock = str(motion.above(jets.time))
        coordinates = {str(f): f for f in M.coordinates if str(f) != clock}
        self.names = tuple(coordinates)
        self.order = (clock, *self.names)
        fields = [M.vector_field({name: 1}) for name in self.names]
        self.rates = self._make([motion.field(f) for f in coordinates.values()])
        states = [*jets.positions, *jets.velocities]
        self.shown = self._make([motion.above(f) for f in states])
        self.residuals = self._make(motion.constraints)
        self.gradients = self._make([X(g) for g in motion.constraints for X in fields])
        pairs = zip(s.velocities, jets.velocities, strict=True)
        asked = [
            motion.above(v) - M.function(str(Fraction(initial[name])))
            for name, v in pairs
            if name in initial and name not in coordinates
        ]
        self.first = self._make([*motion.constraints, *asked])
        self.first_gradients = self._make(
            [X(g) for g in (*motion.constraints, *asked) for X in fields]
        )
        self.invariants = self._make([motion.above(f) for f in system.invariants.values()])
        self.energy = self._energy(motion)
        self.conditions = self._conditions(motion)
        taken = {s.time, *s.coordinates, *s.velocities, *self.names}
        self.residual_names = [
            free_name(f"constraint_{i + 1}", taken) for i in range(len(motion.constraints))
        ]
        self.invariant_names = [free_name(name, taken) for name in system.invariants]
        self.unknown = [k for k, name in enumerate(self.names) if name not in initial]
        self.notes: list[str] = []
        self.plot_functions = []
        self._completing = False

    def _make(self, functions: Sequence[Form]) -> Numbers:
        import numpy as np

        if not functions:
            return lambda point: np.zeros(0)
        given = self.given
        compiled = compile_functions(functions, self.order, given.parameters, given.functions)
        return lambda point: np.array(compiled(point))

    def _energy(self, dynamics: Dynamics) -> Numbers | None:
        try:
            energy = dynamics.above(EnergyBalance(dynamics).energy)
            return self._make([energy, dynamics.above(dynamics.system.lagrangian)])
        except DiffGeoError:
            return None

    def _conditions(self, dynamics: Dynamics) -> CompiledRequirements:
        field = dynamics.field
        motion = [field(f) for f in dynamics.manifold.coordinates]
        given = self.given
        return CompiledRequirements(
            required(motion), motion, self.order, given.parameters, given.functions
        )

    # --- initial values ------------------------------------------------------------

    def initial_state(self) -> tuple[np.ndarray, list[str]]:
        """A state on the set of the motions with the given values, and how it was found."""
        import numpy as np

        state = np.array([self.initial.get(name, 0.0) for name in self.names])
        notes: list[str] = []
        if self.unknown:
            self._completing = True
            state = self._completed(state)
            self._completing = False
            found = ", ".join(f"{self.names[k]} = {state[k]:.6g}" for k in self.unknown)
            notes.append(f"from {self._where}: {found}")
        before, state = state, self.project(self.given.start, state)
        changed = [
            f"{name} {a:.6g} -> {b:.6g}"
            for name, a, b in zip(self.names, before, state, strict=True)
            if f"{a:.12g}" != f"{b:.12g}"
        ]
        if changed:
            notes.append(f"initial values moved to {self._where}: {', '.join(changed)}")
        self._require_domain((self.given.start, *state))
        return state, notes

    def _equations(self, t: float) -> tuple[Vector, Vector]:
        values, slopes = self.residuals, self.gradients
        if self._completing:
            values, slopes = self.first, self.first_gradients
        return (
            lambda state: values((t, *state)),
            lambda state: slopes((t, *state)).reshape(-1, len(self.names)),
        )

    def _directions(self, state: np.ndarray) -> np.ndarray:
        """Positions stay where they are."""
        import numpy as np

        places = self.specification.coordinates
        return np.diag([0.0 if name in places else 1.0 for name in self.names])

    def _computed(self, point: Sequence[float]) -> dict[str, Fraction]:
        names = (self.specification.time, *self.names)
        known = {self.specification.time: self.given.start, **self.initial}
        return {
            name: Fraction(float(x))
            for name, x in zip(names, point, strict=True)
            if name not in self.given.exact or known.get(name) != x
        }

    # --- integration ---------------------------------------------------------------

    def rate(self, t: float, state: np.ndarray) -> np.ndarray:
        """The right-hand side; not a number where it is not defined."""
        import numpy as np

        try:
            return self.rates((t, *state))
        except OutsideDomain:
            return np.full(len(self.names), np.nan)

    def columns(self, times: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
        """Time, positions and velocities, what else a state has, residuals and invariants."""
        import numpy as np

        s = self.specification
        points = np.column_stack([times, states])
        shown = np.array([where_defined(self.shown, p, 2 * len(s.coordinates)) for p in points])
        found = dict(zip((s.time, *s.coordinates, *s.velocities), [times, *shown.T], strict=True))
        found |= {n: x for n, x in zip(self.names, states.T, strict=True) if n not in found}
        for names, function in (
            (self.residual_names, self.residuals),
            (self.invariant_names, self.invariants),
        ):
            table = np.array([where_defined(function, point, len(names)) for point in points])
            found.update(zip(names, table.reshape(len(points), len(names)).T, strict=True))
        return found
