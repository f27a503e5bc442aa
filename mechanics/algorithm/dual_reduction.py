"""The constraint algorithm on J¹π*: the sets M_k and the motions E_h + λ^i Z̃_i tangent to them.

For a regular Lagrangian everything of the algorithm on J¹π has its image by the Legendre map:
M_k = leg(P_k), and one sequence ends if and only if the other one does. Here the algorithm is run
anew, with the objects of the dual; that the results agree is checked. Source: M. de León,
D. Martín de Diego, Non-holonomic mechanical systems in jet bundles, section 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import interior, pairing
from mechanics.algorithm.motions_on_jets import MotionsOnJets
from mechanics.algorithm.reductions import SetsAndMotions
from mechanics.analysis.hamiltonian import HamiltonianDynamics
from mechanics.theories.checks import Check, judged

if TYPE_CHECKING:
    from diffgeo import Form, Identity, Map, VectorForm, Verdict
    from diffgeo.bundles import DualJetBundle
    from diffgeo.subsets import ZeroSet
    from mechanics.algorithm.tangency_sequences import Stage


class DualReduction(SetsAndMotions):
    """What the constraint algorithm gives on J¹π*; `Reduction.dual` makes it.

    Raises
    ------
    SingularLagrangian, NoHamiltonian
        There is no Hamiltonian side.
    ConstraintAlgorithmStopped
        As for `Reduction`.

    Examples
    --------
    >>> from mechanics import System
    >>> dual = System.from_gallery("null-constraint").reduction().dual
    >>> for stage in dual.stages:
    ...     print(stage.number, stage.dimension, *stage.new)
    1 4 p_y - a
    2 3 y
    3 2 p_x
    """

    letter = "M"

    @cached_property
    def side(self) -> HamiltonianDynamics:
        """The Legendre maps, Ω_h, E_h, Z̃_i."""
        return HamiltonianDynamics(self.system, regular=False)

    @property
    def ambient(self) -> DualJetBundle:
        """J¹π*."""
        return self.side.dual

    @property
    def constraints(self) -> tuple[Form, ...]:
        """The constraints φ_i∘leg⁻¹."""
        return self.side.constraints

    # --- checks --------------------------------------------------------------------------

    def _own_checks(self) -> tuple[Check, ...]:
        """That field and multipliers solve the equations on M_f; the theorems of `relatedness`."""
        within = tuple(self.side.legendre.pull(f) for f in self.within)
        below = MotionsOnJets(self.system, within=within, limit=self._limit)
        return (*self._checks_of_the_motion(), *self.relatedness(below))

    def _checks_of_the_motion(self) -> tuple[Check, ...]:
        return self._motion_checks(
            ("dt(X) = 1", lambda: pairing(self.ambient.dt, self.field) == 1),
            "i_X Omega_h = -F - lambda^i mu_i",
            self._equations_hold,
        )

    def relatedness(self, other: MotionsOnJets) -> tuple[Check, ...]:
        """M_k = leg(P_k), and the motion is the image of one that the algorithm on J¹π allows."""
        leg, place = self.side.legendre, other.place_name
        everything = f"M_k = leg(P_k) for every k{place}"
        if len(self.stages) != len(other.stages) or self.is_union or other.is_union:
            reason = f"there are {len(other.stages)} sets P_k and {len(self.stages)} sets M_k"
            return (Check(everything, None, reason),)
        answers = [
            judged(f"M_{own.number} = leg(P_{own.number}){place}", partial(_same, own, image, leg))
            for own, image in zip(other.stages, self.stages, strict=True)
            if own.place is not None or image.place is not None
        ]
        if not self.is_consistent or not other.is_consistent:
            agree = self.is_consistent == other.is_consistent
            return tuple(answers) if agree else (Check(everything, None, "one of them is empty"),)
        below, multipliers = self.carried()
        return (
            *answers,
            judged(
                f"a motion on P_f is leg-related to E_h + lambda^i Z_i{place}",
                lambda: leg.related(below, self.field),
            ),
            judged(
                f"it is tangent to P_f{place}",
                partial(other.is_tangent, below),
            ),
            judged(
                f"it solves the equations on P_f{place}",
                partial(other.is_motion, below, multipliers),
            ),
        )

    def carried(self) -> tuple[VectorForm, tuple[Form, ...]]:
        """ξ_L + λ^i Z_i on J¹π with the multipliers of this side, and those multipliers."""
        below = self.side.lagrangian_side
        multipliers = tuple(self.side.legendre.pull(value) for value in self.multipliers)
        field = below.free
        for value, Z in zip(multipliers, below.fields, strict=True):
            field = field - value * Z
        return field, multipliers

    # --- the algorithm -------------------------------------------------------------------

    def _equations(self, place: ZeroSet) -> tuple[list[list[Form]], list[Form]]:
        """The equations X(χ) = 0 for the λ^i in X = E_h + λ^i Z̃_i."""
        rows = [[Z(chi) for Z in self._directions] for chi in place.generators]
        return rows, [-self._start(chi) for chi in place.generators]

    @property
    def _start(self) -> VectorForm:
        return self.side.evolution_field

    @property
    def _directions(self) -> tuple[VectorForm, ...]:
        return self.side.projection.fields

    @property
    def _reactions(self) -> tuple[Form, ...]:
        return self.side.reactions

    @property
    def _force(self) -> Form:
        return self.side.force

    def _split_vector(self, vector: Sequence[Form]) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        coefficients = self._extended(vector)
        return coefficients, tuple(-value for value in coefficients)

    @property
    def _kernel(self) -> tuple[tuple[Form, ...], ...]:
        return tuple(tuple(-f for f in vector) for vector in super()._kernel)

    def _equations_hold(self, X: VectorForm, multipliers: Sequence[Form]) -> Verdict:
        form = interior(X, self.side.structure.omega)
        return self._vanishes(form + self._acting(multipliers))


def _same(own: Stage, image: Stage, leg: Map) -> Identity:
    """The statement that a set is the preimage of the other one."""
    place = image.place.pulled_back(leg) if image.place is not None else None
    if own.place is None or place is None:
        raise AssertionError(f"P_{own.number} or M_{own.number} is empty, the other is not")
    return own.place == place
