"""The constraint algorithm: where constraints or Lagrangian do not determine the motion.

The unknown at a point of J¹π is a second-order field X with

    L_X Θ_L - dL = F + λ^i S^*dφ_i,

that is ``i_X Ω_L = -F - λ^i μ̄_i`` and ``dt(X) = 1``. For a regular L these are the
``ξ_L + λ^i Z_i``; for a singular L not only the λ^i are free, and there may be no solution. The
algorithm makes P_1 = {φ_i = 0} and

    P_{k+1} = the points of P_k where some such X is tangent to P_k,

until nothing changes (the final submanifold P_f, with one motion through each of its points or an
affine family), or nothing is left. Ranks are those at the generic point of each set, found anew on
each set; where they drop, and where an equation was divided by a function, the conditions say.

Sources: M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet bundles, section
4; M. J. Gotay, J. M. Nester, Presymplectic Lagrangian systems, 1979; D. Chinea, M. de León,
J. C. Marrero, The constraint algorithm for time-dependent Lagrangians, 1994. For singular L the
second-order condition is part of the equations from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import d, lie, pairing, zero_set
from diffgeo.errors import Refusal
from mechanics.dynamics import Check, judged
from mechanics.errors import ConstraintAlgorithmStopped, NoHamiltonian, SingularLagrangian
from mechanics.hamiltonian import HamiltonianDynamics
from mechanics.lagrangian import cartan_form, vertical_frame
from mechanics.sequences import STEP_LIMIT, Stage, TangentSequence, tangent_sequence

if TYPE_CHECKING:
    from diffgeo import Form, Identity, LinearSolution, Map, VectorForm, ZeroSet
    from mechanics.systems import System


@dataclass(frozen=True)
class Freedom:
    """A direction in which the motion is not determined.

    Attributes
    ----------
    field : VectorForm
        A vertical field on J¹π; zero if only multipliers are free.
    multipliers : tuple of Form
        The change of the multipliers, on J¹π.
    """

    field: VectorForm
    multipliers: tuple[Form, ...]


class Reduction:
    """What the constraint algorithm gives for a system; `System.reduction` makes it.

    Attributes
    ----------
    system : System
    stages : tuple of Stage
        P_1, P_2, …; the last one is final or empty.

    Raises
    ------
    ConstraintAlgorithmStopped
        A set is not a submanifold, a rank is not constant (with `strict`), or the step limit is
        reached.
    """

    def __init__(self, system: System, *, strict: bool = False, limit: int = STEP_LIMIT) -> None:
        self.system = system
        self._sequence = self._run(strict, limit)
        self.stages: tuple[Stage, ...] = self._sequence.stages

    # --- the result ------------------------------------------------------------------

    @property
    def final(self) -> ZeroSet | None:
        """The final submanifold P_f; None if the equations are inconsistent."""
        return self.stages[-1].place

    @property
    def is_consistent(self) -> bool:
        """Whether there are motions."""
        return self.final is not None

    @property
    def is_unique(self) -> bool:
        """Whether through each point of P_f there is one motion, with one set of multipliers."""
        return self.is_consistent and not self.freedom

    @cached_property
    def field(self) -> VectorForm:
        """A second-order field on J¹π whose restriction to P_f is a motion tangent to P_f."""
        accelerations, _ = self._parts(self._solution.particular)
        return self._second_order(accelerations)

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """The multipliers of `field`, extended to J¹π; EL_A = F_A + λ^i ∂φ_i/∂v^A."""
        return self._parts(self._solution.particular)[1]

    @cached_property
    def freedom(self) -> tuple[Freedom, ...]:
        """A basis of the directions that may be added to `field` and `multipliers`."""
        found = []
        for vector in self._solution.kernel if self.is_consistent else ():
            accelerations, multipliers = self._parts(vector)
            found.append(Freedom(self._vertical(accelerations), multipliers))
        return tuple(found)

    @cached_property
    def accelerations(self) -> dict[str, Form]:
        """The accelerations of `field` on P_f, by coordinate, as functions on its source."""
        place = self._require_final()
        names = self.system.specification.coordinates
        positions = self.system.evolution_space.positions
        return {
            n: place.restrict(self.field(self.field(q))).settled()
            for n, q in zip(names, positions, strict=True)
        }

    @property
    def conditions(self) -> tuple[str, ...]:
        """Where the result was examined."""
        return tuple(dict.fromkeys(c for stage in self.stages for c in stage.conditions))

    # --- checks ----------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """That field and multipliers solve the equations, and that all freedom is harmless.

        With constraints and a regular L also that the sets are those of the dual side.
        """
        return (*self._checks_of_the_motion(), *self._checks_of_the_dual_side())

    def _checks_of_the_dual_side(self) -> tuple[Check, ...]:
        if not self.system.constraints:
            return ()
        try:
            return self.relatedness()
        except (NoHamiltonian, SingularLagrangian):
            return ()

    def _checks_of_the_motion(self) -> tuple[Check, ...]:
        if not self.is_consistent:
            return ()
        jets = self.system.evolution_space
        answers = [
            judged("the field is of second order", lambda: jets.is_second_order(self.field)),
            judged(
                "the equations of motion hold on the final submanifold",
                lambda: self._on_final(self._defect(self.field, self.multipliers)),
            ),
            judged(
                "the field is tangent to the final submanifold", partial(self._tangency, self.field)
            ),
        ]
        for number, free in enumerate(self.freedom, 1):
            field = self.field + free.field
            pairs = zip(self.multipliers, free.multipliers, strict=True)
            changed = tuple(a + b for a, b in pairs)
            answers += [
                judged(
                    f"the equations of motion hold with the freedom {number} added",
                    partial(self._moved, field, changed),
                ),
                judged(
                    f"the field stays tangent with the freedom {number} added",
                    partial(self._tangency, field),
                ),
            ]
        return tuple(answers)

    # --- the dual side ------------------------------------------------------------------

    @cached_property
    def dual_stages(self) -> tuple[Stage, ...]:
        """The sets M_k in J¹π* where some ``E_h + λ^i Z̃_i`` is tangent, for a regular L.

        The algorithm is run there anew; M_k = leg(P_k) is a theorem, see `relatedness`.

        Raises `SingularLagrangian` or `NoHamiltonian` as `System.hamiltonian` does.
        """
        dual = self._dual
        parts = dual.projection

        def equations(place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
            chis = place.generators
            rows = [[Z(chi) for Z in parts.fields] for chi in chis]
            return rows, [-dual.evolution_field(chi) for chi in chis]

        try:
            place = zero_set(dual.dual, dual.constraints)
        except Refusal as error:
            raise self._stopped(1, str(error)) from None
        if place is None:
            return (Stage(1, None, dual.constraints),)
        return tangent_sequence(place, equations, self._stopped).stages

    def relatedness(self) -> tuple[Check, ...]:
        """M_k = leg(P_k) for every k: both algorithms end together."""
        leg = self._dual.legendre
        if len(self.dual_stages) != len(self.stages):
            raise AssertionError(f"{self!r}: on the dual there are {len(self.dual_stages)} sets")
        return tuple(
            judged(f"M_{own.number} = leg(P_{own.number})", partial(_same_set, own, other, leg))
            for own, other in zip(self.stages, self.dual_stages, strict=True)
        )

    @cached_property
    def _dual(self) -> HamiltonianDynamics:
        return HamiltonianDynamics(self.system, regular=False)

    # --- the algorithm ----------------------------------------------------------------

    def _run(self, strict: bool, limit: int) -> TangentSequence:
        jets, phi = self.system.evolution_space, self.system.constraints
        try:
            place = zero_set(jets, phi)
        except Refusal as error:
            raise self._stopped(1, str(error)) from None
        if place is None:
            return TangentSequence((Stage(1, None, phi),))
        return tangent_sequence(place, self._equations, self._stopped, strict=strict, limit=limit)

    def _equations(self, place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
        """The linear equations for accelerations and multipliers, as functions on J¹π.

        W_A = [V_A, X₀] picks the A-th equation of motion, since S W_A = V_A; then come those of
        the tangency, X(χ) = 0.
        """
        V, W, start = self._frame, self._probes, self._start
        Theta, chetaev = self._theta, self._chetaev
        inertia = [lie(v, Theta) for v in V]
        right = self.system.force + d(self.system.lagrangian) - lie(start, Theta)
        rows = [[form(w) for form in inertia] + [-mu(w) for mu in chetaev] for w in W]
        values = [right(w) for w in W]
        zero = self.system.evolution_space.function(0)
        for chi in place.generators:
            rows.append([v(chi) for v in V] + [zero for _ in chetaev])
            values.append(-start(chi))
        return rows, values

    # --- parts ------------------------------------------------------------------------

    @cached_property
    def _start(self) -> VectorForm:
        return self.system.evolution_space.second_order_field()

    @cached_property
    def _theta(self) -> Form:
        return cartan_form(self.system.lagrangian, self.system.evolution_space)

    @cached_property
    def _frame(self) -> tuple[VectorForm, ...]:
        return vertical_frame(self.system.evolution_space)

    @cached_property
    def _probes(self) -> tuple[VectorForm, ...]:
        return tuple(lie(v, self._start) for v in self._frame)

    @cached_property
    def _chetaev(self) -> tuple[Form, ...]:
        S = self.system.evolution_space.vertical_endomorphism
        return tuple(S.transpose(d(phi)) for phi in self.system.constraints)

    def _parts(self, vector: Sequence[Form]) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        """Accelerations and multipliers, extended from P_f to J¹π."""
        extended = tuple(self._require_final().retraction.pull(f) for f in vector)
        return extended[: len(self._frame)], extended[len(self._frame) :]

    def _vertical(self, accelerations: Sequence[Form]) -> VectorForm:
        pairs = zip(accelerations, self._frame, strict=True)
        return sum((a * v for a, v in pairs), start=0 * self._start)

    def _second_order(self, accelerations: Sequence[Form]) -> VectorForm:
        return self._start + self._vertical(accelerations)

    def _defect(self, X: VectorForm, multipliers: Sequence[Form]) -> list[Form]:
        """The equations of motion, left minus right, on the probes."""
        reaction = sum(
            (c * mu for c, mu in zip(multipliers, self._chetaev, strict=True)),
            start=self.system.force,
        )
        form = lie(X, self._theta) - d(self.system.lagrangian) - reaction
        return [pairing(form, Y) for Y in self.system.evolution_space.frame]

    def _moved(self, X: VectorForm, multipliers: Sequence[Form]) -> list[Identity]:
        return self._on_final(self._defect(X, multipliers))

    def _tangency(self, X: VectorForm) -> list[Identity]:
        return self._on_final([X(chi) for chi in self._require_final().generators])

    def _on_final(self, functions: Sequence[Form]) -> list[Identity]:
        place = self._require_final()
        zero = 0 * self.system.evolution_space.time
        return [place.is_zero(place.restrict(f)) for f in functions or [zero]]

    @property
    def _solution(self) -> LinearSolution:
        self._require_final()
        assert self._sequence.solution is not None
        return self._sequence.solution

    def _require_final(self) -> ZeroSet:
        if self.final is None:
            where = self.system.specification.where
            raise ConstraintAlgorithmStopped(
                f"{where}: the equations are inconsistent: P_{len(self.stages)} is empty, so there "
                "is no motion"
            )
        return self.final

    def _stopped(self, number: int, reason: str) -> ConstraintAlgorithmStopped:
        where = self.system.specification.where
        return ConstraintAlgorithmStopped(
            f"{where}: the constraint algorithm stops at P_{number}: {reason}"
        )

    def __repr__(self) -> str:
        end = "inconsistent" if self.final is None else f"dimension {self.final.dimension}"
        return f"<Reduction of {self.system.name} in {len(self.stages)} steps: {end}>"


def _same_set(own: Stage, other: Stage, leg: Map) -> Identity:
    place = other.place.pulled_back(leg) if other.place is not None else None
    if own.place is None or place is None:
        if own.place is not place:
            raise AssertionError(f"P_{own.number} or M_{own.number} is empty, the other is not")
        return leg == leg
    return own.place == place
