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

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import d, lie, pairing
from mechanics.algorithm.reductions import Freedom, SetsAndMotions
from mechanics.analysis.hamiltonian import HamiltonianDynamics
from mechanics.errors import NoHamiltonian, SingularLagrangian
from mechanics.model.lagrangian import cartan_form, vertical_frame
from mechanics.theories.dynamics import Check

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from diffgeo.subsets import ZeroSet
    from mechanics.algorithm.dual_reduction import DualReduction
    from mechanics.motion.trajectory import Trajectory


class Reduction(SetsAndMotions):
    """What the constraint algorithm gives for a system on J¹π; `System.reduction` makes it.

    Parameters
    ----------
    system
        The system.
    within
        Functions on J¹π: only motions on which they vanish are looked at.
    strict
        Stop where a rank is not known to be constant, and at a union of sets.
    limit
        The algorithm is given up after so many sets.

    Raises
    ------
    ConstraintAlgorithmStopped
        A set is not a submanifold (nor, unless `strict`, a union of them), a rank is not constant
        (with `strict`), or the step limit is reached.

    Examples
    --------
    >>> from mechanics import System
    >>> system = System(coordinates="x y", lagrangian="(xdot - y)**2/2")
    >>> for stage in system.reduction().stages:
    ...     print(stage.number, stage.dimension, *stage.new)
    1 5
    2 4 y - xdot
    """

    # --- the result ------------------------------------------------------------------

    @property
    def ambient(self) -> JetSpace:
        """J¹π."""
        return self.system.evolution_space

    @property
    def constraints(self) -> tuple[Form, ...]:
        """The constraints of the system."""
        return self.system.constraints

    @cached_property
    def field(self) -> VectorForm:
        """A second-order field on J¹π whose restriction to P_f is a motion tangent to P_f."""
        accelerations, _ = self._split_vector(self._particular)
        return self._second_order(accelerations)

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """The multipliers of `field`, extended to J¹π; EL_A = F_A + λ^i ∂φ_i/∂v^A."""
        return self._split_vector(self._particular)[1]

    @cached_property
    def freedom(self) -> tuple[Freedom, ...]:
        """A basis of the directions that may be added to `field` and `multipliers`."""
        found = []
        for vector in self._kernel:
            accelerations, multipliers = self._split_vector(vector)
            found.append(Freedom(self._vertical(accelerations), multipliers))
        return tuple(found)

    @cached_property
    def accelerations(self) -> dict[str, Form]:
        """The accelerations of `field` on P_f, by coordinate, as functions on its source."""
        place = self._require_final()
        names = self.system.specification.coordinates
        positions = self.ambient.positions
        return {
            n: place.restrict(self.field(self.field(q))).settled()
            for n, q in zip(names, positions, strict=True)
        }

    def is_motion(self, X: VectorForm, multipliers: Sequence[Form]) -> Verdict:
        """Whether field and multipliers solve the equations of motion on P_f."""
        return self._vanish(self._defect(X, multipliers))

    def simulate(self, values: Mapping[str, Any] | None = None, **settings: Any) -> Trajectory:
        """Integrate `field` on P_f; see `mechanics.motion.simulation_on_sets.simulate_on_set`."""
        from mechanics.motion.simulation_on_sets import simulate_on_set

        return simulate_on_set(self, values, **settings)

    # --- checks ----------------------------------------------------------------------

    def _own_checks(self) -> tuple[Check, ...]:
        """That field and multipliers solve the equations, and that all freedom is harmless.

        With constraints and a regular L also the theorems about the dual side.
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
        return self._motion_checks(
            ("the field is of second order", lambda: self.ambient.is_second_order(self.field)),
            "the equations of motion hold",
            self.is_motion,
        )

    # --- the dual side ------------------------------------------------------------------

    @cached_property
    def dual(self) -> DualReduction:
        """The algorithm on J¹π*, for a regular L: the sets M_k = leg(P_k) and E_h + λ^i Z̃_i.

        It is run there anew; that both give the same is a theorem, see `relatedness`.

        Raises `SingularLagrangian` or `NoHamiltonian` as `System.hamiltonian` does.
        """
        from mechanics.algorithm.dual_reduction import DualReduction

        back = HamiltonianDynamics(self.system, regular=False).inverse_legendre
        within = tuple(back.pull(f) for f in self.within)
        return DualReduction(self.system, within=within, limit=self._limit)

    def relatedness(self) -> tuple[Check, ...]:
        """M_k = leg(P_k) for every k: both algorithms end together, with related motions."""
        return self.dual.relatedness(self)

    # --- the algorithm ----------------------------------------------------------------

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
        zero = self.ambient.function(0)
        for chi in place.generators:
            rows.append([v(chi) for v in V] + [zero for _ in chetaev])
            values.append(-start(chi))
        return rows, values

    # --- parts ------------------------------------------------------------------------

    @cached_property
    def _start(self) -> VectorForm:
        return self.ambient.second_order_field()

    @cached_property
    def _theta(self) -> Form:
        return cartan_form(self.system.lagrangian, self.ambient)

    @cached_property
    def _frame(self) -> tuple[VectorForm, ...]:
        return vertical_frame(self.ambient)

    @cached_property
    def _probes(self) -> tuple[VectorForm, ...]:
        return tuple(lie(v, self._start) for v in self._frame)

    @cached_property
    def _chetaev(self) -> tuple[Form, ...]:
        S = self.ambient.vertical_endomorphism
        return tuple(S.transpose(d(phi)) for phi in self.system.constraints)

    def _split_vector(self, vector: Sequence[Form]) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        """Accelerations and multipliers, extended from P_f to J¹π."""
        extended = self._extended(vector)
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
        return [pairing(form, Y) for Y in self.ambient.frame]
