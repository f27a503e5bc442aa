"""Numerical integration on the final submanifold of the constraint algorithm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from mechanics.algorithm.constraint_algorithm import Reduction
from mechanics.errors import BadValue, SingularConstraintMatrix, SingularLagrangian
from mechanics.motion.compiled_motion import CompiledMotion
from mechanics.motion.given_values import Values, collect, merge, no_fixed_steps
from mechanics.motion.initial_states import CLOSE, Vector, completed, nearest, undetermined
from mechanics.motion.simulation import Model, trajectory_of
from mechanics.theories.base import Construction
from mechanics.theories.dynamics import Dynamics
from mechanics.theories.registry import Theory, derive
from mechanics.wording import free_name

if TYPE_CHECKING:
    import numpy as np

    from mechanics.model.system_files import Number
    from mechanics.model.systems import System
    from mechanics.motion.geometric_integrators import SteppedMotion
    from mechanics.motion.trajectory import Trajectory


def _construct(system: System) -> Construction:
    reduction, one = Reduction(system), system.evolution_space.function(1)
    return Construction(reduction.field, reduction.multipliers, one, "1")


#: For reports; it is no theory of constraints, which would have an answer on all of P_1.
ALGORITHM = Theory("constraint algorithm", "motion on the final submanifold", "", _construct)


def simulate_on_set(
    reduction: Reduction,
    values: Mapping[str, Number] | None = None,
    *,
    project: bool = False,
    reactions: bool = False,
    progress: Callable[[float], None] | None = None,
    limit: float | None = None,
    **named: Number,
) -> Trajectory:
    """Integrate the motion on the final submanifold; `Reduction.simulate` calls it.

    Initial values that are not given, positions among them, are those that the equations of the
    final submanifold determine; then all are moved to a near point of it, and the notes of the
    trajectory tell what changed. Where the motion is not unique the one that `Reduction.field`
    chooses is integrated, and a note says what else could be added. The equations of the final
    submanifold are the columns ``final_1``, …, whose size is the drift.

    Parameters
    ----------
    reduction
        The result of the algorithm.
    values, named, project, progress, limit
        As for `mechanics.simulate`, ``until`` and the integrator's settings among the names;
        ``project`` moves positions and velocities.
    reactions
        Refused: the algorithm determines motions, not multipliers.

    Raises
    ------
    ConstraintAlgorithmStopped
        There is no motion, or the final set is a union: integrate on one of its branches.
    MissingValue, BadValue
        A value is missing and not determined, no number, or off the domain.
    """
    system = reduction.system
    if reactions:
        raise BadValue(
            f"{system.name}: the constraint algorithm determines no multipliers; omit reactions"
        )
    one = system.evolution_space.function(1)
    motion = Dynamics(system, ALGORITHM, Construction(reduction.field, (), one, "1"))
    table = merge(system.specification, values, **named)
    unknown = [q for q in system.specification.coordinates if q not in table.initial]
    given = collect(
        motion, replace(table, initial={**table.initial, **dict.fromkeys(unknown, "0")})
    )
    programs = CompiledMotion(motion, given.functions)
    model = ModelOnSet(motion, given, programs, reduction, unknown)
    return trajectory_of(model, motion, project, progress, limit)


class ModelOnSet(Model):
    """The compiled functions of a system and of its final submanifold, with values put in.

    Parameters
    ----------
    motion, given, programs
        The field to integrate, the values, and the field as programs.
    reduction
        Where the equations of the final submanifold come from.
    unknown
        The positions that were not given.
    """

    def __init__(
        self,
        motion: Dynamics,
        given: Values,
        programs: CompiledMotion,
        reduction: Reduction,
        unknown: list[str],
    ) -> None:
        super().__init__(motion, given, programs)
        s, jets = motion.system.specification, motion.system.evolution_space
        assert reduction.final is not None
        generators = list(reduction.final.generators)
        fields = jets.frame[1:]
        equations = programs.program(generators)
        self.residuals = self._numbers(equations)
        self.gradients = self._numbers(programs.program([X(g) for g in generators for X in fields]))
        taken = {s.time, *s.coordinates, *s.velocities, *self.invariant_names}
        self.residual_names = [
            free_name(f"final_{i}", taken) for i in range(1, len(generators) + 1)
        ]
        self.told[0] = (self.residual_names, self._along(equations))
        self.names = (*s.coordinates, *s.velocities)
        self.unknown = [
            k for k, name in enumerate(self.names)
            if name in unknown or (name in s.velocities and name not in given.velocities)
        ]  # fmt: skip
        self.notes = [
            f"{name} = {g.readable()}"
            for name, g in zip(self.residual_names, generators, strict=True)
        ]
        self.notes += [
            f"the motion is not unique: multiples of {free.field} were not added"
            for free in reduction.freedom
            if str(free.field) != "0"
        ]

    @cached_property
    def stepped(self) -> SteppedMotion:
        """Refused: integrators with fixed steps are for motions on J¹π."""
        raise no_fixed_steps(self.specification, self.given)

    def initial_state(self) -> tuple[np.ndarray, list[str]]:
        """A point of the final submanifold, and how it was found."""
        import numpy as np

        given = self.given
        known = {**given.positions, **given.velocities}
        state = np.array([known.get(name, 0.0) for name in self.names])
        notes = list(self.notes)
        if self.unknown:
            state = self._completed(state)
            found = ", ".join(f"{self.names[k]} = {state[k]:.6g}" for k in self.unknown)
            notes.append(f"from the final submanifold: {found}")
        before, state = state, self.project(given.start, state)
        if (abs(state - before) > CLOSE * abs(state)).any():
            moved = ", ".join(
                f"{name} {a:.6g} -> {b:.6g}"
                for name, a, b in zip(self.names, before, state, strict=True)
                if a != b
            )
            notes.append(f"initial values moved to the final submanifold: {moved}")
        self._require_domain((given.start, *state))
        return state, notes

    def _equations(self, t: float) -> tuple[Vector, Vector]:
        """The equations of the final submanifold at a time, and their slopes."""
        return (
            lambda state: self.residuals((t, *state)),
            lambda state: self.gradients((t, *state)).reshape(-1, 2 * self.size),
        )

    def _completed(self, state: np.ndarray) -> np.ndarray:
        """The state whose unknown entries are determined by the equations."""
        state = state.copy()
        # A start where the slopes are not special.
        state[self.unknown] = [0.1 * (k + 1) for k in range(len(self.unknown))]
        found = completed(state, self.unknown, *self._equations(self.given.start))
        if found is None or not found[1]:
            names = [self.names[k] for k in self.unknown]
            raise undetermined(names, "the final submanifold does")
        return found[0]

    def project(self, t: float, state: np.ndarray) -> np.ndarray:
        """A near point of the final submanifold, by steps that are shortest."""
        import numpy as np

        found, is_near = nearest(state, *self._equations(t), np.eye(len(state)))
        if is_near:
            return found
        raise BadValue(
            "no point of the final submanifold was found near the values "
            f"{', '.join(f'{n} = {x:.6g}' for n, x in zip(self.names, state, strict=True))}; "
            "choose other initial values"
        )


def motion_of(system: System, theory: Theory) -> Dynamics | Reduction:
    """What is integrated: the dynamics by a theory, else what the constraint algorithm gives.

    The algorithm is asked where a theory of the library says that the motion is not determined.
    """
    try:
        return derive(system, theory)
    except (SingularConstraintMatrix, SingularLagrangian):
        return Reduction(system)
