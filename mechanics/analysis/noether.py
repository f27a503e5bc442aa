"""Momenta of vector fields, and how constraints and forces change them.

For a field X on E, its prolongation X¹ to J¹π and a function f on E, the momentum is
``J = Θ_L(X¹) - f``. A motion Γ under forces F and reactions R = λ^i S^*dφ_i obeys
``i_Γ Ω_L = -F - R``, so ``L_Γ Θ_L = dL + F + R``. As X¹ keeps the contact forms, dt(X¹) = ξ gives
``[Γ, X¹] = Γ(ξ) Γ`` up to vertical fields, on which Θ_L vanishes, and Θ_L(Γ) = L. Therefore::

    Γ(J) = X¹(L) + Γ(ξ) L - Γ(f)  +  F(X¹)  +  R(X¹),      R(X¹) = λ^i (S X¹)(φ_i),

the momentum equation, for every X. The first summand vanishes for a symmetry of L (up to the
total derivative of f). The last one vanishes, whatever the multipliers are, if S X¹, the vertical
lift of X - ξ T, is tangent to the fibres of the constraint set: if X is an admissible virtual
displacement. For constraints i_T μ_i = 0 with 1-forms μ_i on E (affine in the velocities) this is
μ_i(X) = 0: X lies in the distribution on E. A symmetry of L that is admissible gives a first
integral (Noether's theorem); for fields of the distribution that are no symmetries this is the
equation of the nonholonomic momentum map.

Sources: A. M. Bloch, P. S. Krishnaprasad, J. E. Marsden, R. M. Murray, Nonholonomic mechanical
systems with symmetry, Arch. Rational Mech. Anal. 136 (1996); W. Sarlet, F. Cantrijn,
Generalizations of Noether's theorem in classical mechanics, SIAM Review 23 (1981).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from diffgeo import Form, check
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, Refusal, SpaceMismatch
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.theories.checks import Check, judged
from mechanics.theories.equality_on_constraints import reaction
from mechanics.theories.principles import lagrangian_action
from mechanics.wording import Formulas, ShownByFormulas, one_line

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class MomentumEquation(ShownByFormulas):
    """The momentum of a field on E along a constrained motion, and its rate.

    `Noether`, where its attributes are described, and `mechanics.analysis.energy.EnergyBalance`
    say in their words what it means.
    """

    #: The momentum, in LaTeX, and the names of the three terms of its rate.
    _letter = "J"
    _names = ("change of L", "F(X)", "R(X)")
    #: What the checks say.
    _balanced = "rate of J = change of L + F(X) + R(X)"
    _unchanging = "X does not change L on the constraint set"
    _admissible = "X is admissible for {}"
    _without_forces = "the forces do not change J"
    _without_reaction = "the reaction does not change J"

    def __init__(
        self,
        dynamics: Dynamics,
        field: VectorForm | Mapping[str, FunctionLike],
        gauge: FunctionLike | None = None,
    ) -> None:
        self.dynamics = dynamics
        self.system = dynamics.system
        E, jets = self.system.configuration_space, self.system.evolution_space
        self.field: VectorForm = E.vector_field(field) if isinstance(field, Mapping) else field
        self.prolonged: VectorForm = jets.prolong_field(self.field)
        if self.field.along is not None:
            raise SpaceMismatch(
                f"{self.system.name}: {self.field} has no momentum here: give a vector field on "
                f"{E.name}, not one along its jets"
            )
        if not check(E.is_projectable(self.field), counterexample=False):
            raise AxiomViolation(
                f"{self.system.name}: the field {self.field} on {E.name} is not projectable: let "
                "its component along time depend on time only"
            )
        below = gauge if isinstance(gauge, Form) else E.function(0 if gauge is None else gauge)
        self.gauge: Form = jets.projection.pull(below)

    # --- the terms of the momentum equation -----------------------------------------

    @cached_property
    def momentum(self) -> Form:
        """The momentum ``J = Θ_L(X¹) - f``, or that of the form Θ of the principle."""
        if self._own_action is not None:
            Theta, X = self._own_action
            return Theta(X) - self.dynamics.above(self.gauge)
        Theta = cartan_form(self.system.lagrangian, self.system.evolution_space)
        return Theta(self.prolonged) - self.gauge

    @cached_property
    def _own_action(self) -> tuple[Form, VectorForm] | None:
        """The form Θ of a principle that is not that of L, and X¹ on the space of states."""
        dynamics, action = self.dynamics.regular, self.dynamics.theory.principle.action
        if action is lagrangian_action:
            return None
        return action(self.system, dynamics.motion), dynamics.space.lifted(self.prolonged)

    @cached_property
    def rate(self) -> Form:
        """The rate Γ(J) along the motion."""
        return self.dynamics.regular.field(self.dynamics.above(self.momentum))

    @cached_property
    def lagrangian_rate(self) -> Form:
        """``X¹(L) + Γ(ξ) L - Γ(f)`` with ξ = dt(X¹): zero for symmetries of L up to f."""
        X, move, L = self.prolonged, self.dynamics.regular.field, self.system.lagrangian
        above, clock = self.dynamics.above, self.system.evolution_space.dt(X)
        if self._own_action is not None:
            Theta, X = self._own_action
            L = Theta(move)
        return above(X(L)) + move(above(clock)) * above(L) - move(above(self.gauge))

    @cached_property
    def force_power(self) -> Form:
        """``F(X¹)``: what the forces do to the momentum."""
        return self.system.force(self.prolonged)

    @cached_property
    def reaction_power(self) -> Form:
        """``R(X¹) = λ^i (S X¹)(φ_i)``: what the reaction, as the field has it, does to it.

        On a space of states of its own, to which X¹ is not lifted, it is `declared_power`.
        """
        dynamics = self.dynamics.regular
        if dynamics.is_on_jets and dynamics.theory.principle.is_lagrangian:
            return reaction(dynamics)(self.prolonged)
        return self.declared_power

    @cached_property
    def declared_power(self) -> Form:
        """``λ^i ρ_i(X¹)``: what the reaction, as the multipliers have it, does to the momentum."""
        dynamics = self.dynamics.regular
        reactions = dynamics.theory.principle.reactions
        forms = () if reactions is None else reactions(self.system)
        powers = [dynamics.above(form(self.prolonged)) for form in forms]
        zero = 0 * dynamics.above(self.system.evolution_space.time)
        return linear.combination(dynamics.multipliers if forms else (), powers, zero)

    @cached_property
    def principle_power(self) -> Form:
        """What the principle itself does to the momentum; 0 for that of d'Alembert."""
        power = self.dynamics.theory.principle.power
        if power is None:
            return 0 * self.system.evolution_space.time
        return power(self.system, self.prolonged)

    @cached_property
    def displacement(self) -> VectorForm:
        """The virtual displacement S X¹, the vertical lift of X - ξ T."""
        return self.system.evolution_space.vertical_endomorphism(self.prolonged)

    # --- what holds --------------------------------------------------------------------

    @cached_property
    def balance(self) -> Check:
        """The momentum equation: Γ(J) is the sum of the terms, with the multipliers' reaction."""
        above = self.dynamics.above
        right = self.lagrangian_rate + above(self.force_power + self.principle_power)
        right = right + self.declared_power
        everywhere = judged(self._balanced, lambda: self.dynamics.everywhere(self.rate, right))
        if everywhere.holds:
            return everywhere
        return self._on_constraints(self._balanced, self.rate, right)

    @cached_property
    def is_symmetry_on_constraints(self) -> Check:
        """The change of L by X is zero on the constraint set, which is enough."""
        return self._on_constraints(self._unchanging, self.lagrangian_rate)

    @cached_property
    def is_admissible(self) -> tuple[Check, ...]:
        """ρ_i(X¹) = (S X¹)(φ_i) = 0 on the constraint set: no reaction changes the momentum."""
        principle, keys = self.dynamics.theory.principle, self.system.constraint_keys
        reactions = () if principle.reactions is None else principle.reactions(self.system)
        if principle.reactions is not chetaev_forms:
            keys = [f"reaction {i + 1}" for i in range(len(reactions))]
        return tuple(
            self._on_constraints(self._admissible.format(key), form(self.prolonged))
            for key, form in zip(keys, reactions, strict=True)
        )

    @cached_property
    def forces_vanish(self) -> Check:
        """F(X¹) = 0 on the constraint set."""
        return self._on_constraints(self._without_forces, self.force_power)

    @cached_property
    def reaction_vanishes(self) -> Check:
        """R(X¹) = 0 on the constraint set; weaker than `is_admissible`."""
        return self._on_constraints(self._without_reaction, self.reaction_power)

    @cached_property
    def is_conserved(self) -> Check:
        """Γ(J) = 0 on the constraint set, and J is the same before and after impacts."""
        return self.dynamics.also_at_walls(self.momentum, self._between_walls)

    @property
    def _conserved(self) -> str:
        return f"J = {self.momentum.summary(60)} is a first integral"

    @cached_property
    def _between_walls(self) -> Check:
        """Γ(J) = 0 on the constraint set."""
        return self._on_constraints(self._conserved, self.rate)

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        raise NotImplementedError

    @property
    def conclusion(self) -> str:
        """What follows, in words."""
        raise NotImplementedError

    # --- showing it ----------------------------------------------------------------------

    def terms(self) -> dict[str, Form]:
        """The terms of the momentum equation on the constraint set, as far as it is solved."""
        terms = [self.lagrangian_rate, self.force_power, self.reaction_power]
        names = [*self._names]
        if self.dynamics.theory.principle.power is not None:
            terms.append(self.principle_power)
            names.append("principle")
        return dict(zip(names, map(self.dynamics.shown, terms), strict=True))

    def latex_rows(self) -> list[str]:
        """The momentum and its equation as rows of LaTeX."""
        texts = [term.latex() for term in self.terms().values()]
        total = " + ".join(rf"\left({text}\right)" for text in texts if text != "0") or "0"
        rate = rf"\Gamma({self._letter}) &= {total}"
        return [rf"{self._letter} &= {self.momentum.latex()}", rate]

    def named_formulas(self) -> Formulas:
        """The momentum and the terms of its rate, by their names in LaTeX."""
        rates = {rf"\text{{{name}}}": term for name, term in self.terms().items()}
        return {self._letter: self.momentum, **rates}

    def _answers(self) -> dict[str, Any]:
        """What was decided, as data for JSON."""
        return {
            "conserved": self.is_conserved.holds,
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def _changed_by(self, *words: str) -> list[str]:
        """Of three words those for the terms that are not known to vanish; why else it changes."""
        answers = (self.is_symmetry_on_constraints, self.forces_vanish, self.reaction_vanishes)
        causes = [w for answer, w in zip(answers, words, strict=True) if answer.holds is not True]
        if self.dynamics.theory.principle.power is not None:
            causes.append(f"the principle of {self.dynamics.theory.principle} changes it")
        if self.dynamics.is_coherent.holds is False:
            causes.append("the multipliers are not those of the field")
        if self._between_walls.holds and not self.is_conserved.holds:
            causes = ["an impact changes it"]
        return causes

    # --- inside ----------------------------------------------------------------------------

    def _constraints(self) -> list[tuple[str, Form]]:
        return list(zip(self.system.constraint_keys, self.system.constraints, strict=True))

    def _on_constraints(self, statement: str, first: Form, second: Form | int = 0) -> Check:
        """The verdict on the equality of two functions at all points of the constraint set."""
        above, other = self.dynamics.above, second
        right = above(other) if isinstance(other, Form) else other
        return judged(statement, lambda: self.dynamics.on_constraints(above(first), right))


class Noether(MomentumEquation):
    """The momentum of a field on E along a constrained motion; `System.noether` makes it.

    Attributes
    ----------
    dynamics : Dynamics
        The motion Γ, with its multipliers.
    field : VectorForm
        X on E, projectable on time.
    gauge : Form
        The function f, on J¹π.

    Raises
    ------
    SpaceMismatch
        X is no vector field on E, or f no function on E.
    AxiomViolation
        X is not projectable.

    Examples
    --------
    A skate on a plane: the field along its edge is admissible and no symmetry of L, turning and
    shifting are symmetries.

    >>> from mechanics import load
    >>> skate = load("knife-edge")
    >>> print(skate.noether({"phi": 1}))
    J = J*phidot is a first integral: X is a symmetry of L and an admissible displacement
    >>> print(skate.noether({"y": 1}))
    J = m*ydot is no first integral: the reaction changes it
    """

    @cached_property
    def is_symmetry(self) -> Check:
        """X is a symmetry of L up to f, on all of J¹π."""
        return judged("X is a symmetry of L", lambda: self.lagrangian_rate == 0)

    @cached_property
    def preserves_constraints(self) -> tuple[Check, ...]:
        """X¹ is tangent to the constraint set: X is a symmetry of the constraints."""
        return tuple(
            self._on_constraints(f"X is a symmetry of {key}", self.prolonged(phi))
            for key, phi in self._constraints()
        )

    def checks(self) -> tuple[Check, ...]:
        """All statements, with their verdicts."""
        return (
            self.balance,
            self.dynamics.is_coherent,
            self.is_symmetry,
            *self.preserves_constraints,
            *self.is_admissible,
            self.forces_vanish,
            self.reaction_vanishes,
            self.is_conserved,
        )

    @property
    def by_theorem(self) -> bool:
        """Whether the hypotheses of Noether's theorem hold, all of them exactly."""
        hypotheses = (self.is_symmetry_on_constraints, self.forces_vanish, *self.is_admissible)
        walls = [self.is_conserved] if self.dynamics.jumps else []
        return all(c.holds for c in (*hypotheses, *walls))

    @property
    def conclusion(self) -> str:
        """What follows, in words."""
        if self.by_theorem:
            return "a first integral: X is a symmetry of L and an admissible displacement"
        if self.is_conserved.holds:
            return "a first integral, though the hypotheses of Noether's theorem do not hold"
        if self.is_conserved.holds is None:
            return f"perhaps a first integral: {self.is_conserved}"
        causes = self._changed_by("X changes L", "the forces change it", "the reaction changes it")
        return f"no first integral: {', '.join(causes)}"

    # --- showing it ----------------------------------------------------------------------

    def report(self) -> str:
        """The momentum, its equation and all verdicts, as readable lines."""
        lines = [
            f"{one_line(self.system.name)}: the momentum of X = {self.field}",
            f"  J = {written(self.momentum)}",
            "Rate of J on the constraints: change of L + F(X) + R(X)",
            *(f"  {name} = {written(term)}" for name, term in self.terms().items()),
            "Checks",
            *(f"  {answer}" for answer in self.checks()),
            f"J is {self.conclusion}",
        ]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "field": str(self.field),
            "momentum": str(self.momentum),
            "terms": {name: str(term) for name, term in self.terms().items()},
            "by_theorem": self.by_theorem,
            **self._answers(),
        }

    def __str__(self) -> str:
        return f"J = {written(self.momentum)} is {self.conclusion}"

    def __repr__(self) -> str:
        return f"<Noether: the momentum of {self.field.summary()} in {self.system.name}>"


def written(function: Form) -> str:
    """A function as text for people, cut where it is too large to be written out."""
    try:
        return function.settled().readable()
    except Refusal:
        return function.summary(200)
