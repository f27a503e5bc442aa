"""The brackets on a quotient that are linear in the momenta and make the motion.

Their theory is in `mechanics.analysis.nonholonomic_brackets`: the nonholonomic bracket

    P = X_a∧Y_a + ½ dθ(X_a, X_b) Y_a∧Y_b,       P(·, dE) = Γ - ∂_t,

of a frame X_a of D with the forms θ of the momenta and the fields Y_a dual to these, projected
along the orbits of a group; and the gauges ``i_dE Λ``.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus import multivector
from mechanics.analysis.energy import EnergyBalance
from mechanics.analysis.natural_systems import refuse, unnatural
from mechanics.model.lagrangian import cartan_form
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.calculus import Multivector
    from mechanics.analysis.reduced_motion import ReducedMotion


class LinearBrackets:
    """Brackets on the quotient D^*/G of a natural system by a group of symmetries.

    Parameters
    ----------
    reduced
        The motion on the quotient.

    Attributes
    ----------
    group : tuple of VectorForm
        The infinitesimal generators.
    momenta : list of Form
        The momenta p_a of a frame of D, functions on the quotient.
    scale : Form
        The determinant δ of the kinetic energy on D, a function on Q/G.
    fibre : list of VectorForm
        A commuting frame along the fibres of the quotient over Q/G.
    frame, dual : list of VectorForm
        The fields X_a of D, lifted to the constraint set and projected to the quotient, and the
        fields δ Y_a along the fibres.

    Raises
    ------
    NotApplicable
        Something depends on time, L is not T - V, there are forces, or a constraint is not linear.
    """

    def __init__(self, reduced: ReducedMotion) -> None:
        self.reduced, self.dynamics, self.system = reduced, reduced.dynamics, reduced.system
        self.group = reduced.group
        self.velocities = reduced.velocities
        self._require_natural()
        self.space = reduced.field.space
        self.time, *_ = self.space.frame
        self.fibre = [reduced.projected(V) for V in self.velocities.vertical]
        E, N = self.system.configuration_space, self.velocities.space
        up, (_, *displacements) = self.velocities.projection.pull, self.velocities.fields
        along = N.frame[: len(E.coordinates)]
        self.lifts = [
            linear.combination([up(X(x)) for x in E.coordinates], along, 0 * N.frame[0])
            for X in displacements
        ]
        self.frame = [reduced.projected(X).expanded() for X in self.lifts]
        self.momenta = [reduced.slice.restrict(self._theta(X)) for X in self.lifts]
        masses = [[V(p) for p in self.momenta] for V in self.fibre]
        #: What the bracket is multiplied by, so that it has no denominators.
        self.scale = linear.determinant(masses).settled()
        cofactors = [[(self.scale * f).settled() for f in r] for r in linear.inverse(masses)]
        self.dual = [linear.combination(row, self.fibre, 0 * self.time) for row in cofactors]

    def _require_natural(self) -> None:
        base, *_ = self.velocities.fields
        flow, *_ = self.system.configuration_space.frame
        reasons = {
            **unnatural(self.system, self.velocities),
            "the constraints are not linear in the velocities": not vanishes(base - flow),
        }
        refuse(self.system, reasons, "the motion has no nonholonomic bracket")

    @cached_property
    def _theta(self) -> Form:
        """The momenta as a 1-form on N, but for multiples of dt."""
        system = self.system
        found: Form = system.constraint_set.restrict(
            cartan_form(system.lagrangian, system.evolution_space)
        )
        return found

    # --- brackets that make the motion -------------------------------------------------------

    @cached_property
    def energy(self) -> Form:
        """E on the quotient."""
        on_set: Form = self.system.constraint_set.restrict(EnergyBalance(self.dynamics).energy)
        below: Form = self.reduced.slice.restrict(on_set)
        return below

    @cached_property
    def bivector(self) -> Multivector:
        """P on the quotient, without gauge: the projected nonholonomic bracket."""
        return (self.scaled / self.scale).expanded()

    @cached_property
    def scaled(self) -> Multivector:
        """δ P: it has the multiplier of P times δ."""
        curl, down = d(self._theta), self.reduced.slice.restrict
        pairs = combinations(zip(self.lifts, self.dual, strict=True), 2)
        terms = [down(curl(X, Z)) / self.scale * multivector(Y, W) for (X, Y), (Z, W) in pairs]
        mixed = [multivector(X, Y) for X, Y in zip(self.frame, self.dual, strict=True)]
        start = 0 * multivector(self.time, self.time)
        return sum((*mixed, *terms), start=start).expanded()

    @cached_property
    def gauges(self) -> list[Multivector]:
        """The bivectors ``i_dE Λ``, for a basis of the trivectors Λ along the fibres."""
        slope = d(self.energy)
        return [multivector(*some).insert(slope).expanded() for some in combinations(self.fibre, 3)]

    @cached_property
    def makes_motion(self) -> Check:
        """P(·, dE) is the motion."""
        motion = self.reduced.field - self.time
        return judged(
            "the bracket with the energy is the motion",
            lambda: (-self.scaled.insert(d(self.energy))).as_field() == self.scale * motion,
        )

    # --- functions on Q/G ------------------------------------------------------------------------

    @cached_property
    def base(self) -> list[Form]:
        """Coordinates of the quotient that are functions on Q/G."""
        _, *others = self.space.coordinates
        return [x for x in others if all(vanishes(V(x)) for V in self.fibre)]

    @cached_property
    def directions(self) -> list[VectorForm]:
        """Fields X_a whose projections to Q/G are a frame of those of D."""
        rows = self._anchor
        dependent = linear.dependent(rows) if self.base else range(len(rows))
        return [X for k, X in enumerate(self.frame) if k not in dependent]

    @property
    def _anchor(self) -> list[list[Form]]:
        return [[X(x) for x in self.base] for X in self.frame]

    @cached_property
    def slope_terms(self) -> list[Multivector]:
        """``δ i_dφ P`` for functions φ on Q/G whose slope is 1 along one direction."""
        chosen = [[X(x) for x in self.base] for X in self.directions]
        columns = [list(column) for column in zip(*chosen, strict=True)]
        shares = [linear.solve(columns, row) if chosen else [] for row in self._anchor]
        zero = 0 * self.time
        return [
            multivector(linear.combination(weights, self.dual, zero))
            for weights in zip(*shares, strict=True)
        ]
