"""The Postulate of Miron and Nimineț, beside the motion of d'Alembert and Chetaev.

For constraints ``Q_σ = a_σ(y)`` with 1-forms a_σ on M, the Postulate (3.10), (3.11) takes as
reaction ``λ^σ a_σ`` with functions λ(x) of the position for which it is closed. It is a *reading*
of the multipliers, not a theory of constraints: nothing in it makes the motion keep Q = 0.

Which reactions it allows is decided by the constraint distribution D = ker a. A closed 1-form ρ
that vanishes on D vanishes on brackets of D, ``ρ([X, Y]) = -dρ(X, Y) = 0``, hence on the whole
derived flag ``D ⊂ D + [D, D] ⊂ …``, which ends in an integrable distribution. So ρ = dφ locally,
with a function φ of the first integrals of the last distribution; if this is TM, ρ = 0.

Whether its motion is that of d'Alembert and Chetaev for some λ is decided by the multipliers of
the latter: they must be functions of x on the set Q = 0, and their reaction must be closed.

Source: R. Miron, V. Nimineț, Facta Universitatis 5 (2006) 1-24, section 3.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from diffgeo import Distribution, Form, Map, check, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal, TooLarge, Unexpanded
from diffgeo.subsets import shortened
from mechanics.errors import NotApplicable
from mechanics.model.added_words import offered
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.plain_answers import vanishes
from mechanics.model.systems_on import varied
from mechanics.spaces.lagrange_spaces import LagrangeSpace
from mechanics.spaces.lagrange_spaces.forced_systems import LagrangeSystem
from mechanics.theories.checks import Check, judged
from mechanics.theories.dynamics import Dynamics
from mechanics.theories.equality_on_constraints import Place, place
from mechanics.theories.registry import reference

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from mechanics.faces.conveniences import PostulateConveniences as _Conveniences
else:
    _Conveniences = offered("PostulateReading")

#: Characters of the formulas of `PostulateReading.missing` whose rates are reduced.
_LARGEST = 1_500

AGREES, DIFFERS, UNDECIDED = "agrees", "differs", "not decided"


class PostulateReading(_Conveniences):
    """Whether multipliers λ(x) with d(λ^σ a_σ) = 0 give the motion of d'Alembert and Chetaev.

    Parameters
    ----------
    dynamics
        The motion of d'Alembert and Chetaev, by one of the theories.

    Attributes
    ----------
    system : System
    needed : tuple of Form
        The multipliers of d'Alembert and Chetaev, valid on the constraints.

    Raises
    ------
    NotApplicable
        The system has no constraints, depends on time, or a constraint is not linear in the
        velocities.
    Unexpanded, TooLarge
        The multipliers cannot be written out.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.analysis.postulate import PostulateReading
    >>> slope = System(coordinates="x z", parameters="m g", positive="m",
    ...                lagrangian="m*(xdot**2 + zdot**2)/2 - m*g*z",
    ...                constraints="3*xdot - 4*zdot")
    >>> found = PostulateReading(slope.dynamics("multipliers"))
    >>> print(found.status, *found.multipliers)
    agrees -4*m*g/25
    """

    def __init__(self, dynamics: Dynamics) -> None:
        self.system = dynamics.system
        self.dynamics = dynamics
        where = self.system.specification.where
        if not self.system.constraints:
            raise NotApplicable(f"{where}: the Postulate is about constraints, and there are none")
        self._free = AutonomousSystem(self.system)
        on_TM = LagrangeSystem(LagrangeSpace(self._free.lagrangian), self._free.force)
        keys = self.system.constraint_keys
        for key, Q in zip(keys, self._free.constraints, strict=True):
            if not on_TM.is_linear(Q):
                raise NotApplicable(
                    f"{where}: {key} is not linear in the velocities, as the Postulate asks for: "
                    "its multipliers are those of d'Alembert and Chetaev only"
                )
        self.needed: tuple[Form, ...] = dynamics.presentation.multipliers

    # --- what the Postulate allows ----------------------------------------------------------

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The 1-forms a_σ on M."""
        J = self._free.bundle.vertical_endomorphism
        return tuple(self._at_rest.pull(J.transpose(d(Q))) for Q in self._free.constraints)

    @cached_property
    def flag(self) -> tuple[Distribution, ...]:
        """D = ker a and its derived flag, at the generic point."""
        return tuple(Distribution.annihilated_by(self.forms, self._free.manifold).derived_flag())

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of the flag; all reactions but 0 are excluded if it ends at dim M."""
        return tuple(D.rank for D in self.flag)

    @property
    def allowed(self) -> tuple[Form, ...]:
        """A basis of the 1-forms that vanish on the last distribution of the flag.

        Allowed reactions are the closed combinations of these; locally they are the dφ, φ a
        function of as many first integrals.
        """
        return self.flag[-1].annihilator

    @property
    def is_completely_nonholonomic(self) -> bool:
        """Whether λ = 0 is all that the Postulate allows: D generates TM by brackets."""
        return not self.allowed

    @cached_property
    def brackets(self) -> tuple[VectorForm, ...]:
        """Fields of the last distribution that complete D to it."""
        return tuple(X for X in self.flag[-1].basis if any(not vanishes(a(X)) for a in self.forms))

    @cached_property
    def equations(self) -> tuple[Form, ...]:
        """The functions ``a_σ(W)`` for the fields W of `brackets`, σ running first.

        λ^σ a_σ(W) = 0 is what d(λ^σ a_σ) = 0 implies for λ.
        """
        return tuple(a(W).settled() for W in self.brackets for a in self.forms)

    @cached_property
    def involutive(self) -> Check:
        """The statement that the flag ends: its last distribution is integrable."""
        return judged("the flag ends in an integrable distribution", self.flag[-1].is_involutive)

    # --- the multipliers that the constraints need -------------------------------------------

    @cached_property
    def rest_multipliers(self) -> tuple[Form, ...]:
        """The multipliers of d'Alembert and Chetaev at the velocity `velocity`, functions on M."""
        return self._reference[1]

    @property
    def velocity(self) -> VectorForm:
        """The field of D at which the multipliers are read: 0, if they have values there.

        On a Finsler space they have none at rest; then it is a field of a basis of D. If the
        multipliers are functions of the position, their values are the same for all velocities.
        """
        return self._reference[0]

    @cached_property
    def _reference(self) -> tuple[VectorForm, tuple[Form, ...]]:
        """`velocity` and `rest_multipliers`."""
        manifold, bundle = self._free.manifold, self._free.bundle
        refused: list[Refusal] = []
        for X in (manifold.vector_field(), *self.flag[0].basis):
            inclusion = self._free.start @ bundle.field_section(X)
            try:
                return X, tuple(inclusion.pull(f).settled() for f in self.needed)
            except Refusal as error:
                refused.append(error)
        raise refused[0]

    @cached_property
    def position_only(self) -> Check:
        """The statement that on Q = 0 these multipliers are functions of the position.

        A refutation has a state whose multipliers are not those of `velocity` at the same place.
        """
        return judged(
            f"lambda(x, y) = lambda(x, {self._at}) for d'Alembert and Chetaev",
            lambda: [
                self._place.same(f, self._to_M.pull(value), f"lambda_{i}")
                for i, (f, value) in enumerate(
                    zip(self.needed, self.rest_multipliers, strict=True), 1
                )
            ],
        )

    @cached_property
    def closed(self) -> Check:
        """The statement that their reaction at `velocity` is closed, (3.11)."""
        at = "at rest" if self._at == "0" else f"at {self._at}"
        return judged(f"d(lambda_i a_i) = 0 {at}", lambda: self.slope == 0)

    @cached_property
    def slope(self) -> Form:
        """d(λ^σ a_σ) on M, with the values of λ at `velocity`."""
        return d(linear.combination(self.rest_multipliers, self.forms, 0 * self.forms[0]))

    @cached_property
    def multipliers(self) -> tuple[Form, ...]:
        """The multipliers of the motion that is compared, functions on M.

        Those that the constraints need at rest if they are allowed, else 0, which always is. Where
        nothing is defined at rest they have to be functions of the position: no other velocity is
        distinguished.
        """
        if self.closed.holds and (self._at == "0" or self.position_only.holds):
            return self.rest_multipliers
        return tuple(0 * f for f in self.rest_multipliers)

    # --- the motion ---------------------------------------------------------------------------

    @cached_property
    def motion(self) -> Dynamics:
        """The motion under the forces and the reaction λ^σ(x) a_σ of `multipliers`."""
        jets = self.system.evolution_space
        S, force = jets.vertical_endomorphism, self.system.force
        for f, phi in zip(self.multipliers, self.system.constraints, strict=True):
            force = force + self._to_M.pull(f) * S.transpose(d(phi))
        return reference(varied(self.system, force=force, constraints=()))

    @cached_property
    def same_motion(self) -> Check:
        """The statement that it is the motion of d'Alembert and Chetaev, on Q = 0."""
        return judged(
            "motion by the Postulate = that of d'Alembert and Chetaev",
            lambda: self._place.same_fields(self.motion.field, self.dynamics.field),
        )

    @cached_property
    def difference(self) -> dict[str, Form]:
        """Its accelerations minus those of d'Alembert and Chetaev; valid on Q = 0."""
        theirs = self.dynamics.presentation.accelerations
        ours = self.motion.presentation.accelerations
        pairs = zip(ours.values(), theirs.values(), strict=True)
        shown = self._shortened([f - own for f, own in pairs])
        return dict(zip(ours, shown, strict=True))

    @cached_property
    def missing(self) -> tuple[Form, ...]:
        """λ of d'Alembert and Chetaev minus `multipliers`; valid on Q = 0.

        The accelerations agree at the states where all these functions vanish, and the motions
        from there for as long as they do.
        """
        pairs = zip(self.needed, self.multipliers, strict=True)
        return tuple(self._shortened([f - self._to_M.pull(own) for f, own in pairs]))

    @cached_property
    def lasting(self) -> bool:
        """Whether it was shown that motions which agree at first agree for ever.

        The rates of `missing` along the motion are then multiples of these functions on the set
        Q = 0, so that states where they vanish stay such states. Not tried for long formulas.
        """
        try:
            return self._lasts()
        except (TooLarge, Unexpanded):
            return False

    def _lasts(self) -> bool:
        if sum(len(f.readable()) for f in self.missing) > _LARGEST:
            return False
        restrict = self.system.constraint_set.restrict
        functions = [restrict(f).settled() for f in self.missing]
        # A mass that stands before λ does not stand before its rate.
        s = self.system.specification
        space = functions[0].space
        masses = prod(
            (space.function(name) for name in s.positive if name in s.parameters),
            start=space.function(1),
        )
        rates = [(masses * restrict(self.dynamics.field(f))).settled() for f in self.missing]
        return all(map(vanishes, shortened(rates, functions)))

    @cached_property
    def status(self) -> str:
        """Whether some λ(x) gives the motion: "agrees", "differs" or "not decided"."""
        found = (self.position_only.holds, self.closed.holds)
        if False in found:
            return DIFFERS
        return UNDECIDED if None in found else AGREES

    @property
    def checks(self) -> tuple[Check, ...]:
        """What was decided."""
        return (self.involutive, self.position_only, self.closed, self.same_motion)

    # --- looking at it -------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<PostulateReading of {self.system.name}: {self.status}>"

    # --- inside ---------------------------------------------------------------------------------

    @property
    def _at(self) -> str:
        """`velocity` in formulas of the text."""
        at_rest = check(self.velocity == 0, counterexample=False)
        return "0" if at_rest else self.velocity.readable()

    def _shortened(self, functions: list[Form]) -> list[Form]:
        return shortened([f.settled() for f in functions], self.system.constraints)

    @cached_property
    def _place(self) -> Place:
        return place(self.system)

    @cached_property
    def _at_rest(self) -> Map:
        """The zero section M → TM."""
        bundle = self._free.bundle
        return bundle.field_section(bundle.base_space.vector_field())

    @cached_property
    def _to_M(self) -> Map:
        """The projection of the jets to M."""
        return self._free.bundle.projection @ self._free.rho
