"""The constraint algorithm on J¹π by itself: its equations, and the motions that it finds.

What it is about stands in `mechanics.algorithm.constraint_algorithm`, whose `Reduction` knows the
dual side too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo import d, lie, pairing
from mechanics.algorithm.reductions import Freedom, SetsAndMotions
from mechanics.model.lagrangian import cartan_form, vertical_frame
from mechanics.theories.checks import Check

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm, Verdict
    from diffgeo.bundles import JetSpace
    from diffgeo.subsets import ZeroSet


class MotionsOnJets(SetsAndMotions):
    """The sets P_k in J¹π, and the second-order fields tangent to the last one."""

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
