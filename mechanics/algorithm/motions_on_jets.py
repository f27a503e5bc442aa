"""The constraint algorithm on J¹π by itself: its equations, and the motions that it finds.

What it is about stands in `mechanics.algorithm.constraint_algorithm`, whose `Reduction` knows the
dual side too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import d, lie
from mechanics.algorithm.reductions import SetsAndMotions
from mechanics.model.lagrangian import cartan_form, chetaev_forms, vertical_frame
from mechanics.theories.checks import Check

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from diffgeo.subsets import ZeroSet


class ReductionOnJets(SetsAndMotions):
    """An algorithm on J¹π for the coefficients of some directions and the multipliers."""

    @property
    def ambient(self) -> JetSpace:
        """J¹π."""
        return self.system.evolution_space

    @property
    def constraints(self) -> tuple[Form, ...]:
        """The constraints of the system."""
        return self.system.constraints

    @cached_property
    def _reactions(self) -> tuple[Form, ...]:
        return chetaev_forms(self.system)

    @property
    def _force(self) -> Form:
        return self.system.force

    def _split_vector(self, vector: Sequence[Form]) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        extended = self._extended(vector)
        size = len(self._directions)
        return extended[:size], extended[size:]

    def _with_tangency(
        self, place: ZeroSet, rows: list[list[Form]], values: list[Form]
    ) -> tuple[list[list[Form]], list[Form]]:
        """Equations, and those that make the field tangent to a set: X(χ) = 0."""
        zero = self.ambient.function(0)
        for chi in place.generators:
            rows.append([v(chi) for v in self._directions] + [zero for _ in self._reactions])
            values.append(-self._start(chi))
        return rows, values


class MotionsOnJets(ReductionOnJets):
    """The sets P_k in J¹π, and the second-order fields tangent to the last one."""

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
        change = lie(X, self._theta) - d(self.system.lagrangian)
        return self._vanishes(change - self._acting(multipliers))

    # --- checks ----------------------------------------------------------------------

    def _own_checks(self) -> tuple[Check, ...]:
        """That field and multipliers solve the equations, and that all freedom is harmless."""
        return self._motion_checks(
            ("the field is of second order", lambda: self.ambient.is_second_order(self.field)),
            "the equations of motion hold",
            self.is_motion,
        )

    # --- the algorithm ----------------------------------------------------------------

    def _equations(self, place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
        """The linear equations for accelerations and multipliers, as functions on J¹π.

        W_A = [V_A, X₀] picks the A-th equation of motion, since S W_A = V_A; then come those of
        the tangency, X(χ) = 0.
        """
        W, start = self._probes, self._start
        inertia = [lie(v, self._theta) for v in self._directions]
        right = self.system.force + d(self.system.lagrangian) - lie(start, self._theta)
        rows = [[form(w) for form in inertia] + [-mu(w) for mu in self._reactions] for w in W]
        return self._with_tangency(place, rows, [right(w) for w in W])

    # --- parts ------------------------------------------------------------------------

    @cached_property
    def _start(self) -> VectorForm:
        return self.ambient.second_order_field()

    @cached_property
    def _theta(self) -> Form:
        return cartan_form(self.system.lagrangian, self.ambient)

    @cached_property
    def _directions(self) -> tuple[VectorForm, ...]:
        return vertical_frame(self.ambient)

    @cached_property
    def _probes(self) -> tuple[VectorForm, ...]:
        return tuple(lie(v, self._start) for v in self._directions)
