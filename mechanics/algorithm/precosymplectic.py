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

from diffgeo import d, interior, pairing
from mechanics.algorithm.reductions import Freedom, SetsAndMotions
from mechanics.model.lagrangian import cartan_2form
from mechanics.theories.checks import Check

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from diffgeo.subsets import ZeroSet


class PrecosymplecticReduction(SetsAndMotions):
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
        """A field with dt(X) = 1 on J¹π whose restriction to P_f is a solution tangent to P_f."""
        rates, _ = self._split_vector(self._particular)
        return self._moved_by(self._clock, rates)

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """The multipliers of `field`, extended to J¹π; EL_A = F_A + λ^i ∂φ_i/∂v^A."""
        return self._split_vector(self._particular)[1]

    @cached_property
    def freedom(self) -> tuple[Freedom, ...]:
        """A basis of the directions that may be added; those in ker Ω_L ∩ ker dt among them."""
        found = []
        for vector in self._kernel:
            rates, multipliers = self._split_vector(vector)
            found.append(Freedom(self._moved_by(0 * self._clock, rates), multipliers))
        return tuple(found)

    @cached_property
    def rates(self) -> dict[str, Form]:
        """The rates of positions and velocities on P_f, as functions on its source."""
        place = self._require_final()
        return {
            str(f): place.restrict(self.field(f)).settled() for f in self.ambient.coordinates[1:]
        }

    def is_second_order(self) -> Verdict:
        """Whether `field` satisfies S X = 0 at the points of P_f."""
        vertical = self.ambient.vertical_endomorphism(self.field)
        return self._vanish([vertical(f) for f in self.ambient.coordinates])

    def is_solution(self, X: VectorForm, multipliers: Sequence[Form]) -> Verdict:
        """Whether ``i_X Ω_L = -F - λ^i S^*dφ_i`` holds on P_f."""
        acting = sum(
            (c * mu for c, mu in zip(multipliers, self._chetaev, strict=True)),
            start=self.system.force,
        )
        form = interior(X, self._omega) + acting
        return self._vanish([pairing(form, Y) for Y in self.ambient.frame])

    # --- the algorithm -------------------------------------------------------------------

    def _own_checks(self) -> tuple[Check, ...]:
        return self._motion_checks(
            ("dt(X) = 1", lambda: pairing(self.ambient.dt, self.field) == 1),
            "i_X Omega_L = -F - lambda^i mu_i",
            self.is_solution,
        )

    def _equations(self, place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
        """For the rates of the coordinates and the λ^i: the 1-form on a frame, and X(χ) = 0."""
        jets, e_t, others = self.ambient, self._clock, self._others
        flat = [interior(e, self._omega) for e in others]
        right = -(self.system.force + interior(e_t, self._omega))
        rows = [[a(Y) for a in flat] + [mu(Y) for mu in self._chetaev] for Y in jets.frame]
        values = [right(Y) for Y in jets.frame]
        zero = jets.function(0)
        for chi in place.generators:
            rows.append([e(chi) for e in others] + [zero for _ in self._chetaev])
            values.append(-e_t(chi))
        return rows, values

    @property
    def _clock(self) -> VectorForm:
        return self.ambient.frame[0]

    @property
    def _others(self) -> tuple[VectorForm, ...]:
        return tuple(self.ambient.frame[1:])

    @cached_property
    def _omega(self) -> Form:
        return cartan_2form(self.system.lagrangian, self.ambient)

    @cached_property
    def _chetaev(self) -> tuple[Form, ...]:
        S = self.ambient.vertical_endomorphism
        return tuple(S.transpose(d(phi)) for phi in self.system.constraints)

    def _split_vector(self, vector: Sequence[Form]) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        """Rates and multipliers, extended from P_f to J¹π."""
        extended = self._extended(vector)
        return extended[: len(self._others)], extended[len(self._others) :]

    def _moved_by(self, start: VectorForm, rates: Sequence[Form]) -> VectorForm:
        return sum((a * e for a, e in zip(rates, self._others, strict=True)), start=start)
