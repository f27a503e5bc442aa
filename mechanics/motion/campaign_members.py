"""The members of a campaign, computed block by block: in one array where that is exact enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue
from mechanics.motion.compiled_motion import CompiledMotion
from mechanics.motion.given_values import Values, no_fixed_steps, number, require_sign
from mechanics.motion.simulation import Model
from mechanics.motion.simulation_on_states import ModelOnStates, model_on_states
from mechanics.motion.watched_members import Programs, integrate_members
from mechanics.wording import one_line

if TYPE_CHECKING:
    import numpy as np

    from mechanics.theories.dynamics import Dynamics

#: What became of a member, by its status.
OUTCOMES = {
    -1: "missing",
    0: "complete",
    1: "domain",
    2: "integrator",
    3: "refused",
    4: "wall",
}


def counted(statuses: np.ndarray) -> dict[str, int]:
    """How many members had each outcome."""
    found = {word: int((statuses == status).sum()) for status, word in OUTCOMES.items()}
    return {word: count for word, count in found.items() if count}


@contextmanager
def _kept(reasons: np.ndarray, member: int) -> Iterator[None]:
    """Why a member is refused is data; the others are computed."""
    import numpy as np

    try:
        yield
    except (DiffGeoError, np.linalg.LinAlgError) as error:
        reasons[member] = one_line(str(error))


def _of_one(values: Mapping[str, np.ndarray], member: int) -> dict[str, float]:
    return {name: number(float(column[member]), name) for name, column in values.items()}


def _finite(state: np.ndarray) -> np.ndarray:
    """The state with which a member begins; `BadValue` where it is not finite."""
    import numpy as np

    if not np.isfinite(state).all():
        raise BadValue("the initial state is not finite for these values")
    return state


@dataclass(frozen=True)
class Members:
    """All that a worker needs: the programs, and what all members have in common.

    Attributes
    ----------
    motion
        The programs.
    given
        The values of one member; those that vary are replaced.
    """

    motion: CompiledMotion
    given: Values

    @property
    def dynamics(self) -> Dynamics:
        """The motion."""
        return self.motion.dynamics

    @property
    def common(self) -> dict[str, Any]:
        """The values that do not vary, and others by name."""
        given = self.given
        return {**given.positions, **given.velocities, **given.parameters, **given.functions}

    @property
    def columns(self) -> list[str]:
        """Names of what is computed, besides the time: coordinates, velocities and the rest."""
        names = self._model(self.given)
        s = names.specification
        return [*s.coordinates, *s.velocities, *names.residual_names, *names.invariant_names]

    def compute(self, values: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The columns (members, times) of some members, ``status``, ``end`` and ``reason``."""
        import numpy as np

        count = len(next(iter(values.values())))
        models: dict[int, Model] = {}
        reason = np.full(count, "", dtype=object)
        grid = np.linspace(self.given.start, self.given.until, self.given.points)
        starts = np.full((2 * self.motion.size, count), np.nan)
        for k in range(count):
            with _kept(reason, k), np.errstate(all="ignore"):
                model = self._model(self._values(_of_one(values, k)))
                starts[:, k] = _finite(model.initial_state()[0])
                models[k] = model
        constants = self._constants(values, count)
        motion, walls = self.motion, self._model(self.given).walls
        programs = Programs(
            motion.rate.on_arrays, motion.conditions, walls.programs if walls else None
        )
        done = integrate_members(programs, models, starts, constants, grid)
        points = np.concatenate([np.broadcast_to(grid, (1, count, len(grid))), done.states])
        told = [
            program.on_arrays(points, constants[:, :, None])
            for program in (motion.residuals, motion.places, motion.invariants)
        ]
        found = dict(zip(self.columns, np.concatenate([done.states, *told]), strict=True))
        return {**found, "status": done.status, "end": done.end, "reason": reason}

    def _model(self, given: Values) -> Model:
        return Model(self.dynamics, given, self.motion)

    def _values(self, values: Mapping[str, float]) -> Values:
        """The values of one member; `BadValue` where a sign is not the declared one."""
        s = self.motion.system.specification
        groups: dict[str, Any] = {
            group: {**getattr(self.given, group)} for group in ("positions", "velocities")
        }
        groups["parameters"] = {**self.given.parameters}
        kinds = {
            **dict.fromkeys(s.coordinates, "positions"),
            **dict.fromkeys(s.velocities, "velocities"),
            **dict.fromkeys(s.parameters, "parameters"),
        }
        for name, value in values.items():
            require_sign(s, name, value)
            groups[kinds[name]][name] = value
        exact = {**self.given.exact, **{n: Fraction(v) for n, v in values.items()}}
        return replace(self.given, **groups, exact=exact)

    def _constants(self, values: Mapping[str, np.ndarray], count: int) -> np.ndarray:
        """The parameters (number, members)."""
        import numpy as np

        found = np.empty((len(self.motion.parameters), count))
        for k, name in enumerate(self.motion.parameters):
            found[k] = values.get(name, self.given.parameters[name])
        return found


@dataclass(frozen=True)
class MembersOnStates:
    """The same for a motion on a space of states of its own.

    Attributes
    ----------
    dynamics
        The motion.
    values
        What all members have in common, and one value of what varies; settings, too.
    given, common, columns
        As of `Members`.
    """

    dynamics: Dynamics
    values: Mapping[str, Any]
    given: Values
    common: Mapping[str, Any]
    columns: list[str]

    @classmethod
    def of(cls, dynamics: Dynamics, values: Mapping[str, Any]) -> MembersOnStates:
        """The members of a motion, by the values of one of them."""
        import numpy as np

        model = model_on_states(dynamics, values)
        if model.given.step is not None:
            raise no_fixed_steps(model.specification, model.given)
        names = model.columns(np.zeros(0), np.zeros((0, len(model.names))))
        columns = [name for name in names if name != model.specification.time]
        common = {**model.initial, **model.given.parameters, **model.given.functions}
        return cls(dynamics, values, model.given, common, columns)

    def compute(self, values: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """The columns (members, times) of some members, ``status``, ``end`` and ``reason``."""
        import numpy as np

        count = len(next(iter(values.values())))
        grid = np.linspace(self.given.start, self.given.until, self.given.points)
        found = {name: np.full((count, len(grid)), np.nan) for name in self.columns}
        status, end = np.full(count, 3, dtype=np.int8), np.full(count, np.nan)
        reason = np.full(count, "", dtype=object)
        models: dict[int, ModelOnStates] = {}
        starts: dict[int, np.ndarray] = {}
        for k in range(count):
            with _kept(reason, k), np.errstate(all="ignore"):
                model = model_on_states(self.dynamics, {**self.values, **_of_one(values, k)})
                starts[k] = _finite(model.initial_state()[0])
                models[k] = model
        if not models:
            return {**found, "status": status, "end": end, "reason": reason}
        first = next(iter(models.values()))
        shape = (len(first.names), count)
        begin, constants = np.full(shape, np.nan), np.full((len(first.parameters), count), np.nan)
        for k, model in models.items():
            begin[:, k], constants[:, k] = starts[k], model.parameters
        code = first.programs
        programs = Programs(
            code.rates.on_arrays, code.conditions, first.walls.programs if first.walls else None
        )
        done = integrate_members(programs, models, begin, constants, grid)
        for k, model in models.items():
            told = model.columns(grid, done.states[:, k].T)
            for name, table in found.items():
                table[k] = told[name]
        return {**found, "status": done.status, "end": done.end, "reason": reason}
