"""The algorithm of Gotay and Nester on J¹π, without the second-order condition.

The unknown at a point is any vector X with

    i_X Ω_L = -F - λ^i S^*dφ_i,    dt(X) = 1,

so that for a singular L its solutions need not be of second order.
`mechanics.algorithm.constraint_algorithm` asks for that condition from the beginning: its sets are
contained in these. Sources: M. J. Gotay, J. M. Nester, Presymplectic Lagrangian systems I, 1979,
and II, The second-order equation problem, 1980; D. Chinea, M. de León, J. C. Marrero, The
constraint algorithm for time-dependent Lagrangians, 1994.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import interior, pairing
from mechanics.algorithm.motions_on_jets import ReductionOnJets
from mechanics.model.lagrangian import cartan_2form
from mechanics.theories.checks import Check

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm, Verdict
    from diffgeo.subsets import ZeroSet


class PrecosymplecticReduction(ReductionOnJets):
    """What the algorithm of Gotay and Nester gives on J¹π.

    `System.precosymplectic_reduction` makes it.

    Raises
    ------
    ConstraintAlgorithmStopped
        As for `mechanics.algorithm.constraint_algorithm.Reduction`.

    Examples
    --------
    >>> from mechanics import System
    >>> system = System(coordinates="x y", lagrangian="x*ydot - y*xdot - (x**2 + y**2)/2")
    >>> found = system.precosymplectic_reduction()
    >>> print(found.final.dimension, bool(found.is_second_order()))
    5 False
    >>> print(system.reduction().final)
    2*ydot - x = 0, y + 2*xdot = 0
    """

    def is_second_order(self) -> Verdict:
        """Whether `field` satisfies S X = 0 at the points of P_f."""
        vertical = self.ambient.vertical_endomorphism(self.field)
        return self._vanish([vertical(f) for f in self.ambient.coordinates])

    def is_solution(self, X: VectorForm, multipliers: Sequence[Form]) -> Verdict:
        """Whether ``i_X Ω_L = -F - λ^i S^*dφ_i`` holds on P_f."""
        return self._vanishes(interior(X, self._omega) + self._acting(multipliers))

    # --- the algorithm -------------------------------------------------------------------

    def _own_checks(self) -> tuple[Check, ...]:
        return self._motion_checks(
            ("dt(X) = 1", lambda: pairing(self.ambient.dt, self.field) == 1),
            "i_X Omega_L = -F - lambda^i mu_i",
            self.is_solution,
        )

    def _equations(self, place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
        """For the rates of the coordinates and the λ^i: the 1-form on a frame, and X(χ) = 0."""
        frame, start = self.ambient.frame, self._start
        flat = [interior(e, self._omega) for e in self._directions]
        right = -(self.system.force + interior(start, self._omega))
        rows = [[a(Y) for a in flat] + [mu(Y) for mu in self._reactions] for Y in frame]
        return self._with_tangency(place, rows, [right(Y) for Y in frame])

    @property
    def _start(self) -> VectorForm:
        return self.ambient.frame[0]

    @property
    def _directions(self) -> tuple[VectorForm, ...]:
        return tuple(self.ambient.frame[1:])

    @cached_property
    def _omega(self) -> Form:
        return cartan_2form(self.system.lagrangian, self.ambient)
