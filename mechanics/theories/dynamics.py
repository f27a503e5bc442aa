"""Constrained dynamics: what a theory gives for a system, and what can be checked of it."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from diffgeo import Form, Identity, Status, check, d, interior
from diffgeo.errors import DiffGeoError
from diffgeo.subsets import conditions_on
from mechanics.model.conveniences import offered
from mechanics.model.lagrangian import cartan_form
from mechanics.theories.base import Construction, Step
from mechanics.theories.checks import Check, judged
from mechanics.theories.closed_formulas import Presentation, present
from mechanics.theories.equality_on_constraints import place
from mechanics.wording import one_line

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from diffgeo.verdicts import Condition
    from mechanics.faces.conveniences import DynamicsConveniences as _Conveniences
    from mechanics.model.systems import System
    from mechanics.theories.registry import Theory

else:
    _Conveniences = offered("Dynamics")


class Dynamics(_Conveniences):
    """The constrained dynamics of a system by one theory.

    Attributes
    ----------
    system : System
    theory : Theory
    field : VectorForm
        The second-order field on J¹π; its restriction to the constraints is the motion.
    multipliers : tuple of Form
        In the order of the constraints; EL_A = F_A + λ^i ∂φ_i/∂v^A.
    determinant : Form
        Regularity: this function must not vanish. For `projection`, det C.
    determinant_name : str
        Its name in the theory.
    steps : tuple of Step
        The objects of the construction.
    """

    def __init__(self, system: System, theory: Theory, construction: Construction) -> None:
        self.system = system
        self.theory = theory
        self.field: VectorForm = construction.field
        self.multipliers = construction.multipliers
        self.determinant = construction.determinant
        self.determinant_name = construction.determinant_name
        self.steps: tuple[Step, ...] = construction.steps
        #: What higher chapters have made of it, to be made once.
        self.kept: dict[Any, Any] = {}

    def step(self, name: str) -> Any:
        """An object of the construction by its name: ``"Theta_L"``, ``"Z_1"``, ``"C"``."""
        for step in self.steps:
            if step.name == name:
                return step.value
        known = ", ".join(step.name for step in self.steps)
        raise KeyError(f"the theory {self.theory} makes no {name!r}; it makes {known}")

    @property
    def reference(self) -> Dynamics:
        """The equations with multipliers, with which those of other theories are compared."""
        return self.theory.reference(self.system)

    @cached_property
    def acceleration_functions(self) -> dict[str, Form]:
        """The accelerations X(X(q)) as functions on J¹π, by coordinate."""
        names = self.system.specification.coordinates
        positions = self.system.evolution_space.positions
        return {n: self.field(self.field(q)) for n, q in zip(names, positions, strict=True)}

    @cached_property
    def presentation(self) -> Presentation:
        """The result in formulas that can be written out."""
        return present(self)

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
        if not own:
            return self
        try:
            reference = self.reference
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
        found += self._uniqueness
        return conditions_on(self.system.evolution_space, found, self.system.constraints)

    @cached_property
    def _uniqueness(self) -> tuple[Condition, ...]:
        """That the determinant of the linear equations for them does not vanish."""
        try:
            return (1 / self.reference.determinant.expanded()).conditions
        except DiffGeoError:
            # The system is singular, or it is too large: then the solution carries its conditions.
            return ()

    @property
    def conditions(self) -> tuple[str, ...]:
        """Where the result is valid, as ``"p != 0"`` and ``"q > 0"``.

        Those of `domain`; where constraints are left that are not affine in the velocities also for
        which parameters there are points at all, and what was not decided about them.
        """
        known = self.system.constraint_set.conditions_on(self.determinant, self.determinant_name)
        system = self.system
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

    def on_constraints(self, left: Form, right: Form | int = 0) -> Identity:
        """The statement that two functions or forms are equal on the constraint set.

        Raises `OutsideDomain` like `everywhere`.
        """
        _ = self.domain
        return place(self.system).same(left, right)

    def is_second_order(self) -> Check:
        """The field is a second-order differential equation."""
        jets = self.system.evolution_space
        return judged("the field is of second order", lambda: jets.is_second_order(self.field))

    def preserves_constraints(self) -> tuple[Check, ...]:
        """X(φ_i) = 0 for each constraint."""
        return tuple(
            judged(f"{key} is preserved", partial(self.everywhere, self.regular.field(phi), 0))
            for key, phi in zip(self.system.constraint_keys, self.system.constraints, strict=True)
        )

    def agrees_with(self, other: Dynamics) -> Check:
        """The fields of two theories are equal on the constraint set.

        If they are equal on all of J¹π, that is what the verdict says.
        """
        statement = f"equal to the equations of the theory {other.theory}"
        on_set = bool(self.system.constraints)  # where it is asked again if it fails elsewhere
        everywhere = judged(statement, lambda: same_field(self, other), counterexample=not on_set)
        if everywhere.holds or not on_set:
            return everywhere
        return judged(
            f"{statement}, on the constraint set",
            lambda: place(self.system).same_fields(self.field, other.field),
        )

    def conserves(self, name: str) -> Check:
        """A declared invariant is constant along the motion on the constraint set."""
        declared: dict[str, Form] = self.system.invariants
        rate = self.regular.field(declared[name])
        statement = f"invariant {one_line(name)} is conserved"
        on_set = bool(self.system.constraints)
        everywhere = judged(statement, lambda: self.everywhere(rate, 0), counterexample=not on_set)
        if everywhere.holds or not on_set:
            return everywhere
        return judged(f"{statement} on the constraint set", lambda: self.on_constraints(rate))

    def checks(self) -> tuple[Check, ...]:
        """All statements that can be checked of this result.

        The multiplier equations are solved independently for the comparison.
        """
        answers = [self.is_second_order()]
        if not self.theory.is_reference:
            answers.append(self.agrees_with(self.reference))
        answers += self.preserves_constraints()
        answers += [self.conserves(name) for name in self.system.invariants]
        return tuple(answers)

    def __repr__(self) -> str:
        return f"<Dynamics of {self.system.name} by {self.theory}>"


def _functions(dynamics: Dynamics) -> list[Form]:
    """Accelerations and multipliers."""
    return [*dynamics.acceleration_functions.values(), *dynamics.multipliers]


def _equations(dynamics: Dynamics) -> list[Identity]:
    """``i_X dΘ_L = F + λ^i S^*dφ_i`` and ``X(φ_i) = 0``."""
    system, X = dynamics.system, dynamics.field
    jets = system.evolution_space
    left = interior(X, d(cartan_form(system.lagrangian, jets))) - system.force
    for multiplier, phi in zip(dynamics.multipliers, system.constraints, strict=True):
        left = left - multiplier * jets.vertical_endomorphism.transpose(d(phi))
    return [left == 0, *(X(phi) == 0 for phi in system.constraints)]


def _conditions(dynamics: Dynamics) -> set[str]:
    functions = (*_functions(dynamics), dynamics.determinant)
    return {str(c) for f in functions for c in f.conditions}


def same_field(first: Dynamics, second: Dynamics) -> Identity:
    """The statement that two fields are equal on J¹π, where both motions are defined."""
    _ = first.domain, second.domain  # refuses what is defined nowhere on the constraint set
    known = (*first.regular.field.conditions, *second.regular.field.conditions)
    return Identity(first.field, second.field, conditions=tuple(dict.fromkeys(known)))
