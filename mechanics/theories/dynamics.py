"""Constrained dynamics: what a theory gives for a system, and what can be checked of it."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Identity, Status, check
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError
from diffgeo.subsets import conditions_on
from mechanics.errors import NotApplicable
from mechanics.model.added_words import offered
from mechanics.theories.base import Construction, Step
from mechanics.theories.checks import Check, judged
from mechanics.theories.closed_formulas import Presentation, present
from mechanics.theories.equality_on_constraints import Place, PlaceOfStates, place, shown_on_set
from mechanics.wording import one_line

if TYPE_CHECKING:
    from diffgeo import Manifold, Map, VectorForm, Verdict
    from diffgeo.verdicts import Condition
    from mechanics.faces.conveniences import DynamicsConveniences as _Conveniences
    from mechanics.model.systems import System
    from mechanics.theories.jumps import Jump
    from mechanics.theories.registry import Theory
    from mechanics.theories.state_spaces import StateSpace

else:
    _Conveniences = offered("Dynamics")


class Dynamics(_Conveniences):
    """The constrained dynamics of a system by one theory.

    Attributes
    ----------
    system : System
    theory : Theory
    space : StateSpace
        Where the theory has its field; J¹π for those of the library.
    field : VectorForm
        The second-order field on J¹π; its restriction to the constraints is the motion. In general
        a field on the space of states.
    motion : Map
        From the space of states to the evolution space: positions, and their rates along the field.
    multipliers : tuple of Form
        In the order of the constraints; EL_A = F_A + λ^i ∂φ_i/∂v^A. In general those of the
        principle of the theory.
    determinant : Form
        Regularity: this function must not vanish. For `projection`, det C.
    determinant_name : str
        Its name in the theory.
    steps : tuple of Step
        The objects of the construction.
    jumps : tuple of Jump
        What happens at walls, in their order.

    Examples
    --------
    >>> from mechanics import load
    >>> motion = load("nonholonomic-particle").dynamics()
    >>> motion.accelerations["y"], str(motion.multipliers[0])
    (0, 'xdot*ydot/(y**2 + 1)')
    """

    def __init__(self, system: System, theory: Theory, construction: Construction) -> None:
        self.system = system
        self.theory = theory
        self.field: VectorForm = construction.field
        self.multipliers = construction.multipliers
        self.determinant = construction.determinant
        self.determinant_name = construction.determinant_name
        self.steps: tuple[Step, ...] = construction.steps
        self.jumps: tuple[Jump, ...] = construction.jumps
        #: What higher chapters have made of it, to be made once.
        self.kept: dict[Any, Any] = {}
        level = [f for functions in theory.principle.level(system) for f in functions]
        self.space: StateSpace = theory.states(system)
        #: The equations of the construction, and with them those of the principle's surface.
        self.further: tuple[Form, ...] = tuple(construction.equations)
        self.equations: tuple[Form, ...] = (*self.further, *level)

    def step(self, name: str) -> Any:
        """An object of the construction by its name: ``"Theta_L"``, ``"Z_1"``, ``"C"``."""
        for step in self.steps:
            if step.name == name:
                return step.value
        known = ", ".join(step.name for step in self.steps)
        raise KeyError(f"the theory {self.theory} makes no {name!r}; it makes {known}")

    @cached_property
    def reference(self) -> Dynamics | None:
        """The equations with multipliers of its principle, or its oracle; None if it has none."""
        return self.theory.reference(self.system)

    # --- states -----------------------------------------------------------------------

    @property
    def manifold(self) -> Manifold:
        """Where the field lives."""
        return self.space.manifold

    @property
    def is_on_jets(self) -> bool:
        """Whether it lives on the evolution space of the system."""
        return self.manifold is self.system.evolution_space

    @cached_property
    def motion(self) -> Map:
        """From the manifold to the evolution space: positions, and their rates along the field."""
        return self.space.motion(self.system, self.field)

    def above(self, thing: Form) -> Form:
        """A form on the evolution space as one on the manifold, by the motion."""
        return thing if thing.space is self.manifold else self.motion.pull(thing)

    @cached_property
    def constraints(self) -> tuple[Form, ...]:
        """The constraints and the further equations of the theory, on the manifold."""
        return (*map(self.above, self.system.constraints), *map(self.above, self.equations))

    @cached_property
    def place(self) -> Place | PlaceOfStates:
        """Where motions are, as the place of statements."""
        if self.is_on_jets and not self.equations:
            return place(self.system)
        return PlaceOfStates(self.manifold, self.constraints, self.determinant)

    @cached_property
    def acceleration_functions(self) -> dict[str, Form]:
        """The accelerations X(X(q)) as functions on J¹π (or the space of states), by coordinate."""
        names = self.system.specification.coordinates
        positions = map(self.above, self.system.evolution_space.positions)
        return {n: self.field(self.field(q)) for n, q in zip(names, positions, strict=True)}

    @cached_property
    def rate_functions(self) -> dict[str, Form]:
        """The rates of what a state has beside positions and velocities, by name."""
        s = self.system.specification
        known = {s.time, *s.coordinates, *s.velocities}
        others = (f for f in self.manifold.coordinates if str(f) not in known)
        return {str(f): self.field(f) for f in others}

    def shown(self, function: Form) -> Form:
        """A function on the space of states as one on the set of the motions, for display."""
        if function.space is self.system.evolution_space and not self.equations:
            return shown_on_set(self.system, function)
        restricted: Form = self.place.set.restrict(self.above(function))
        return restricted.settled()

    # --- the law of the principle -----------------------------------------------------------

    @cached_property
    def inertia(self) -> Form:
        """The reaction as the field has it: ``i_X dΘ_L - F``, or what the principle calls so."""
        return self.theory.principle.inertia(self.system, self.motion, self.field)

    @cached_property
    def declared_reaction(self) -> Form:
        """The reaction ``λ^i ρ_i`` as the multipliers have it."""
        reactions = self.theory.principle.reactions
        forms = () if reactions is None else tuple(map(self.above, reactions(self.system)))
        multipliers = self.multipliers if forms else ()
        return linear.combination(
            multipliers, forms, 0 * self.above(self.system.evolution_space.dt)
        )

    @cached_property
    def is_coherent(self) -> Check:
        """The multipliers are those of the field: ``inertia = λ^i ρ_i`` on the constraint set."""
        statement = "the multipliers are those of the field"
        again = bool(self.constraints)
        everywhere = judged(statement, self._law, counterexample=not again)
        if everywhere.holds or not again:
            return everywhere
        rest, frame = self.inertia - self.declared_reaction, self.manifold.frame
        return judged(statement, lambda: [self.on_constraints(rest(Y)) for Y in frame])

    @cached_property
    def presentation(self) -> Presentation:
        """The result in formulas that can be written out."""
        return present(self)

    def _law(self) -> Identity:
        """The law of the principle; where its sides continue those of `regular`, it holds there."""
        _ = self.domain
        regular = self.regular
        known = (*regular.inertia.conditions, *regular.declared_reaction.conditions)
        conditions = tuple(dict.fromkeys(known))
        return Identity(self.inertia, self.declared_reaction, conditions=conditions)

    @cached_property
    def regular(self) -> Dynamics:
        """The same motion and multipliers, free of conditions that only the construction needs.

        The equations EL_A = F_A + λ^i ∂φ_i/∂v^A and X(φ_i) = 0 are linear in accelerations and
        multipliers, with coefficients that are regular where L, F and the φ_i are. Where their
        determinant is not 0 they have exactly one solution, regular by Cramer's rule. A
        construction may divide by more: by the inertia alone, or by what velocities are solved
        for. Then its functions are compared with that solution. If they are equal where both are
        defined, then the solution continues them, and it satisfies its equations wherever it is
        defined, since they hold on a dense set and their coefficients are continuous. So what is
        left are the conditions of the data, and factors of that determinant.

        What differs from that solution, is only probably equal to it, or cannot be compared with
        it is left as it is. The determinant is that of these equations then.
        """
        own = _conditions(self)
        reference = self.reference if own else None
        if reference is None or not (self.is_on_jets and reference.is_on_jets):
            return self
        try:
            if self.theory is reference.theory or own <= _conditions(reference):
                return self
            verdict = check(
                [a == b for a, b in zip(_functions(self), _functions(reference), strict=True)],
                counterexample=False,
                conditions=False,
            )
            if verdict.status is Status.PROBED:
                # They are equal, too, if both solve the equations, where these have one solution.
                equations = [*_equations(self), *_equations(reference)]
                verdict = check(equations, counterexample=False, conditions=False)
        except DiffGeoError:
            return self
        if verdict.status is not Status.VERIFIED:  # probable is not enough to drop a condition
            return self
        made = Construction(
            reference.field,
            reference.multipliers,
            reference.determinant,
            reference.determinant_name,
            self.steps,
            self.further,
            self.jumps,
        )
        return Dynamics(self.system, self.theory, made)

    @cached_property
    def domain(self) -> tuple[Condition, ...]:
        """Where accelerations and multipliers are defined and determined, on the constraints.

        The conditions of the data, and that the equations have no other solution.

        Raises
        ------
        OutsideDomain
            That is at no point of the constraint set.
        """
        found = [c for f in _functions(self.regular) for c in f.settled().conditions]
        found += self.uniqueness
        return conditions_on(self.manifold, found, self.constraints)

    @cached_property
    def uniqueness(self) -> tuple[Condition, ...]:
        """That the determinant of the linear equations for them does not vanish, by its factors."""
        try:
            known = self.reference
            asked = self if known is None or known.manifold is not self.manifold else known
            return (1 / asked.determinant.expanded()).conditions
        except DiffGeoError:
            # The system is singular, or it is too large: then the solution carries its conditions.
            return ()

    @property
    def conditions(self) -> tuple[str, ...]:
        """Where the result is valid, as ``"p != 0"`` and ``"q > 0"``.

        Those of `domain`; where constraints are left that are not affine in the velocities also for
        which parameters there are points at all, and what was not decided about them.
        """
        system = self.system
        if not self.is_on_jets:
            return tuple(map(str, self.domain))
        known = system.constraint_set.conditions_on(self.determinant, self.determinant_name)
        found = conditions_on(
            system.evolution_space, self.domain, system.constraints, system.constraint_set.existence
        )
        return tuple(dict.fromkeys((*map(str, found), *known)))

    # --- checks --------------------------------------------------------------------

    def everywhere(self, left: Form, right: Form | int) -> Identity:
        """The statement that two functions or forms are equal on all of J¹π.

        Raises `OutsideDomain` if the motion is defined at no point of the constraint set: then
        nothing is said about it.
        """
        _ = self.domain
        return left == right

    def on_constraints(self, left: Form, right: Form | int = 0) -> Identity | Verdict:
        """The statement that two functions or forms are equal on the constraint set.

        Raises `OutsideDomain` like `everywhere`.
        """
        _ = self.domain
        at = self.place
        found = at.same_by_equations(left, right) if isinstance(at, Place) else None
        return at.same(left, right) if found is None else found

    def is_second_order(self) -> Check:
        """The field is a second-order differential equation."""
        jets, statement = self.system.evolution_space, "the field is of second order"
        if self.is_on_jets:
            return judged(statement, lambda: jets.is_second_order(self.field))
        return judged(statement, self.second_order)

    def second_order(self) -> list[Identity | Verdict]:
        """The statements ``X(t) = 1`` and ``X(q) = v``, on the set of the motions."""
        jets, X = self.system.evolution_space, self.field
        pairs = zip(jets.positions, jets.velocities, strict=True)
        return [
            self.place.same(X(self.above(jets.time)), 1),
            *(self.place.same(X(self.above(q)), self.above(v)) for q, v in pairs),
        ]

    def preserves_constraints(self) -> tuple[Check, ...]:
        """X(φ_i) = 0 for each constraint, and for each further equation of the theory."""
        keys = [*self.system.constraint_keys]
        keys += [f"equation {i + 1}" for i in range(len(self.equations))]
        X = self.regular.field
        if not self.is_on_jets or self.equations:
            return tuple(
                judged(f"{key} is preserved", partial(self.on_constraints, X(phi)))
                for key, phi in zip(keys, self.constraints, strict=True)
            )
        return tuple(
            judged(f"{key} is preserved", partial(self.everywhere, X(phi), 0))
            for key, phi in zip(keys, self.constraints, strict=True)
        )

    def agrees_with(self, other: Dynamics) -> Check:
        """The fields of two theories are equal on the constraint set.

        If they are equal on all of J¹π, that is what the verdict says.
        """
        statement = f"equal to the equations of the theory {other.theory}"
        on_set = f"{statement}, on the constraint set"
        if not (self.is_on_jets and other.is_on_jets):
            return judged(on_set, lambda: same_motions(self, other))
        again = bool(self.constraints)  # it is asked on the set if it fails elsewhere
        everywhere = judged(statement, lambda: same_field(self, other), counterexample=not again)
        if everywhere.holds or not again:
            return everywhere
        return judged(on_set, lambda: same_motions(self, other))

    def conserves(self, name: str) -> Check:
        """A declared invariant is constant along the motion on the constraint set."""
        declared: dict[str, Form] = self.system.invariants
        rate = self.regular.field(self.above(declared[name]))
        statement = f"invariant {one_line(name)} is conserved"
        again = bool(self.constraints)
        found = judged(statement, lambda: self.everywhere(rate, 0), counterexample=not again)
        if not found.holds and again:
            on_set = f"{statement} on the constraint set"
            found = judged(on_set, lambda: self.on_constraints(rate))
        return self.also_at_walls(declared[name], found)

    def also_at_walls(self, function: Form, between: Check) -> Check:
        """That a function is conserved, by what holds between walls."""
        if not self.jumps:
            return between
        from mechanics.theories.jumps import also_at_walls

        return also_at_walls(self, function, between)

    def checks(self) -> tuple[Check, ...]:
        """All statements that can be checked of this result.

        The multiplier equations are solved independently for the comparison.
        """
        answers = [self.is_second_order(), self.is_coherent]
        if not self.theory.is_reference and self.reference is not None:
            answers.append(self.agrees_with(self.reference))
        answers += self.preserves_constraints()
        answers += [self.conserves(name) for name in self.system.invariants]
        if self.jumps:
            from mechanics.theories.jumps import checks_of_jumps

            answers += checks_of_jumps(self)
        return tuple(answers)

    def __repr__(self) -> str:
        return f"<Dynamics of {self.system.name} by {self.theory}>"


def same_motions(first: Dynamics, second: Dynamics) -> list[Identity | Verdict]:
    """The statements that two theories have the same motions, wherever their fields live.

    If the fields live on one manifold they are equal there, where the motions are. If the second
    lives on the evolution space, the motion of the first relates its field to it.

    Raises
    ------
    NotApplicable
        They live on different spaces, neither of which is the evolution space.
    """
    if first.manifold is second.manifold:
        return list(first.place.same_fields(first.field, second.field))
    if first.is_on_jets:
        first, second = second, first
    if not second.is_on_jets:
        raise NotApplicable(
            f"motions on {first.manifold.name} and {second.manifold.name} are not compared"
        )
    X, Y = first.field, second.field
    jets = first.system.evolution_space
    return [first.place.same(X(first.above(f)), first.above(Y(f))) for f in jets.coordinates]


def _functions(dynamics: Dynamics) -> list[Form]:
    """Accelerations, multipliers, and the rates of what else a state has."""
    rates = dynamics.rate_functions.values()
    return [*dynamics.acceleration_functions.values(), *dynamics.multipliers, *rates]


def _equations(dynamics: Dynamics) -> list[Identity]:
    """``i_X dΘ_L = F + λ^i S^*dφ_i`` and ``X(φ_i) = 0``."""
    X = dynamics.field
    law = dynamics.inertia == dynamics.declared_reaction
    return [law, *(X(phi) == 0 for phi in dynamics.system.constraints)]


def _conditions(dynamics: Dynamics) -> set[str]:
    functions = (*_functions(dynamics), dynamics.determinant)
    return {str(c) for f in functions for c in f.conditions}


def same_field(first: Dynamics, second: Dynamics) -> Identity:
    """The statement that two fields are equal on J¹π, where both motions are defined."""
    _ = first.domain, second.domain  # refuses what is defined nowhere on the constraint set
    known = (*first.regular.field.conditions, *second.regular.field.conditions)
    return Identity(first.field, second.field, conditions=tuple(dict.fromkeys(known)))
