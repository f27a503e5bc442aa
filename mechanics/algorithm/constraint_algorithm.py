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

from functools import cached_property
from typing import TYPE_CHECKING

from mechanics.algorithm.dual_reduction import DualReduction
from mechanics.algorithm.motions_on_jets import MotionsOnJets
from mechanics.analysis.hamiltonian import HamiltonianDynamics
from mechanics.errors import NoHamiltonian, SingularLagrangian
from mechanics.model.added_words import offered
from mechanics.theories.checks import Check

if TYPE_CHECKING:
    from mechanics.faces.conveniences import MotionConveniences as _Conveniences
else:
    _Conveniences = offered("Reduction")


class Reduction(_Conveniences, MotionsOnJets):
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

    # --- checks ----------------------------------------------------------------------

    def _own_checks(self) -> tuple[Check, ...]:
        """That field and multipliers solve the equations, and that all freedom is harmless.

        With constraints and a regular L also the theorems about the dual side.
        """
        return (*super()._own_checks(), *self._checks_of_the_dual_side())

    def _checks_of_the_dual_side(self) -> tuple[Check, ...]:
        if not self.system.constraints:
            return ()
        try:
            return self.relatedness()
        except (NoHamiltonian, SingularLagrangian):
            return ()

    # --- the dual side ------------------------------------------------------------------

    @cached_property
    def dual(self) -> DualReduction:
        """The algorithm on J¹π*, for a regular L: the sets M_k = leg(P_k) and E_h + λ^i Z̃_i.

        It is run there anew; that both give the same is a theorem, see `relatedness`.

        Raises `SingularLagrangian` or `NoHamiltonian` as `System.hamiltonian` does.
        """
        back = HamiltonianDynamics(self.system, regular=False).inverse_legendre
        within = tuple(back.pull(f) for f in self.within)
        return DualReduction(self.system, within=within, limit=self._limit)

    def relatedness(self) -> tuple[Check, ...]:
        """M_k = leg(P_k) for every k: both algorithms end together, with related motions."""
        return self.dual.relatedness(self)
