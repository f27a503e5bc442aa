"""The members of a campaign, computed block by block: in one array where that is exact enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue
from mechanics.motion.batch_integration import BATCHED, integrate_many
from mechanics.motion.compiled_motion import CompiledMotion
from mechanics.motion.given_values import Values, no_fixed_steps, require_sign
from mechanics.motion.integration import Run, integrate
from mechanics.motion.simulation import Model
from mechanics.motion.simulation_on_states import ModelOnStates, model_on_states

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
_STATUS = {"": 0, "domain": 1, "integrator": 2, "wall": 4}


def counted(statuses: np.ndarray) -> dict[str, int]:
    """How many members had each outcome."""
    found = {word: int((statuses == status).sum()) for status, word in OUTCOMES.items()}
    return {word: count for word, count in found.items() if count}


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
        """The columns (members, times) of some members, their ``status`` and ``end``."""
        import numpy as np

        count = len(next(iter(values.values())))
        models: list[Model | None] = []
        grid = np.linspace(self.given.start, self.given.until, self.given.points)
        starts = np.full((2 * self.motion.size, count), np.nan)
        for k in range(count):
            models.append(None)
            try:
                with np.errstate(all="ignore"):
                    model = self._model(self._values({n: float(v[k]) for n, v in values.items()}))
                    starts[:, k] = model.initial_state()[0]
            except (DiffGeoError, np.linalg.LinAlgError):
                continue
            models[k] = model
        status = np.full(count, 3, dtype=np.int8)
        end = np.full(count, np.nan)
        states = np.full((len(starts), count, len(grid)), np.nan)
        (fit,) = np.isfinite(starts).all(axis=0).nonzero()
        constants = self._constants(values, count)
        alone = fit
        if (
            len(fit)
            and self.given.method in BATCHED
            and not any(self._model(self.given).conditions.varying)
            and not self.dynamics.jumps
        ):
            run, chosen = self.motion.rate.on_arrays, constants[:, fit]
            batch = integrate_many(
                lambda t, y, who: run(np.concatenate([t[None], y]), chosen[:, who]),
                grid, starts[:, fit], self.given.method, self.given.rtol, self.given.atol,
            )  # fmt: skip
            states[:, fit], status[fit], end[fit] = batch.states, batch.status, batch.end
            alone = fit[batch.doubtful]
        for k in alone:
            model = models[k]
            assert model is not None
            try:
                done = integrate(model, starts[:, k])
            except BadValue:  # behind a wall
                status[k] = 3
                continue
            known = _reached(done, grid)
            states[:, k, :known] = done.states[:known].T
            status[k], end[k] = _STATUS.get(done.cause, 2), done.times[-1]
        points = np.concatenate([np.broadcast_to(grid, (1, count, len(grid))), states])
        told = [
            program.on_arrays(points, constants[:, :, None])
            for program in (self.motion.residuals, self.motion.places, self.motion.invariants)
        ]
        found = dict(zip(self.columns, np.concatenate([states, *told]), strict=True))
        return {**found, "status": status, "end": end}

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
        """The columns (members, times) of some members, their ``status`` and ``end``."""
        import numpy as np

        count = len(next(iter(values.values())))
        grid = np.linspace(self.given.start, self.given.until, self.given.points)
        found = {name: np.full((count, len(grid)), np.nan) for name in self.columns}
        status, end = np.full(count, 3, dtype=np.int8), np.full(count, np.nan)
        models: dict[int, ModelOnStates] = {}
        starts: dict[int, np.ndarray] = {}
        for k in range(count):
            chosen = {name: float(column[k]) for name, column in values.items()}
            with suppress(DiffGeoError, np.linalg.LinAlgError), np.errstate(all="ignore"):
                model = model_on_states(self.dynamics, {**self.values, **chosen})
                starts[k] = model.initial_state()[0]
                models[k] = model
        for k, times, states, how in self._motions(models, starts, grid):
            told = models[k].columns(times, states)
            for name, table in found.items():
                table[k, : len(times)] = told[name]
            status[k], end[k] = how
        return {**found, "status": status, "end": end}

    def _motions(
        self,
        models: Mapping[int, ModelOnStates],
        starts: Mapping[int, np.ndarray],
        grid: np.ndarray,
    ) -> Iterator[tuple[int, np.ndarray, np.ndarray, tuple[int, float]]]:
        """Number, times, states, how and when it ended, of each; together where they can."""
        import numpy as np

        alone = list(models)
        first = next(iter(models.values()), None)
        settings = self.given
        if (
            first is not None
            and settings.method in BATCHED
            and first.walls is None
            and not any(first.conditions.varying)
        ):
            run = first.programs.rates.on_arrays
            constants = np.array([models[k].parameters for k in alone]).T
            batch = integrate_many(
                lambda t, y, who: run(np.concatenate([t[None], y]), constants[:, who]),
                grid, np.array([starts[k] for k in alone]).T,
                settings.method, settings.rtol, settings.atol,
            )  # fmt: skip
            for i, k in enumerate(alone):
                known = int(np.isfinite(batch.states[:, i]).all(axis=0).sum())
                how = (int(batch.status[i]), float(batch.end[i]))
                if i not in batch.doubtful:
                    yield k, grid[:known], batch.states[:, i, :known].T, how
            alone = [alone[i] for i in batch.doubtful]
        for k in alone:
            try:
                done = integrate(models[k], starts[k])
            except DiffGeoError:  # behind a wall
                continue
            known = _reached(done, grid)
            how = (_STATUS.get(done.cause, 2), float(done.times[-1]))
            yield k, done.times[:known], done.states[:known], how


def _reached(done: Run, grid: np.ndarray) -> int:
    """How many of the output times were reached; where it ends early its last steps follow them."""
    both = min(len(done.times), len(grid))
    return int((done.times[:both] == grid[:both]).sum())
