"""The momentum map of a group of symmetries under constraints.

For a group that keeps L, its fields ξ_j on E are symmetries, but the reaction changes their
momenta, unless ξ is an admissible displacement. Where the orbits meet the distribution D of the
admissible displacements, the fields X = f^j ξ_j of D with functions f^j on E have momenta
J_X = Θ_L(X¹): the components of the nonholonomic momentum map. The reaction does no work along
them, and as the ξ_j keep L, the momentum equation is

    Γ(J_X) = Γ(f^j) Θ_L(ξ_j¹) + F(X).

A field with constant f^j, a horizontal symmetry, has a first integral if forces do no work along
it; others may have one too.

Source: A. M. Bloch, P. S. Krishnaprasad, J. E. Marsden, R. M. Murray, Nonholonomic mechanical
systems with symmetry, Arch. Rational Mech. Anal. 136 (1996), section 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, d
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.answers import Answer
from mechanics.analysis.noether import Noether, written
from mechanics.analysis.prescribed_derivatives import simplifying_factor, where_more
from mechanics.analysis.symmetries import displacements_that_keep, require_symmetries
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.registry import derive
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo import Identity, Verdict
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class NonholonomicMomentum(Answer):
    """The nonholonomic momentum map of a group; `System.nonholonomic_momentum` makes it.

    Parameters
    ----------
    dynamics
        The motion.
    group
        Fields on E that keep L and the constraints; by default all such displacements that have
        coefficients of order 1.

    Attributes
    ----------
    group : tuple of VectorForm
        The fields ξ_j.
    coefficients : list of list of Form
        The functions f^j on E, for a basis of the fields of D along the orbits, at the generic
        point.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or a field is no symmetry.

    Examples
    --------
    >>> from mechanics import load
    >>> print(load("vertical-rolling-disk").nonholonomic_momentum())
    momenta thetadot*(m*R**2 + I) (conserved), -J*phidot (conserved)
    """

    def __init__(
        self,
        dynamics: Dynamics,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
    ) -> None:
        self.dynamics = dynamics
        self.system = system = dynamics.system
        D, E = AdmissibleVelocities(system), system.configuration_space
        self._relations: list[list[Form]] = []
        self.is_found = group is None
        if group is None:
            self.group = tuple(displacements_that_keep(dynamics, self._relations))
        else:
            self.group = tuple(E.vector_field(X) if isinstance(X, Mapping) else X for X in group)
            require_symmetries(system, self.group)
        one = E.function(1)
        above = [system.evolution_space.prolong_field(X) for X in self.group]
        rows = [
            [D.section.pull(system.constraint_set.restrict(alpha(X))) for X in above]
            for alpha in chetaev_forms(system)
        ]
        if not self.group:
            kernel: list[list[Form]] = []
        elif rows:
            kernel = linear.kernel(rows)
        else:
            kernel = [[one * int(X is Y) for X in self.group] for Y in self.group]
        self.coefficients = [self._simple(f) for f in kernel]

    def _simple(self, f: Sequence[Form]) -> list[Form]:
        """The same up to a factor, constant if that is possible, else written shorter."""
        for g in f:
            if not vanishes(g) and all(vanishes(d(h / g)) for h in f):
                return [h / g for h in f]
        X = linear.combination(f, self.group, 0 * self.group[0])
        factor = simplifying_factor(X)
        return [factor * h for h in f]

    def again(self, system: System) -> NonholonomicMomentum:
        """The answer for another system, by the group that is found there."""
        return type(self)(derive(system, self.dynamics.theory))

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which the group is all that there is, if it was looked for."""
        return where_more(self._relations)

    @cached_property
    def fields(self) -> tuple[VectorForm, ...]:
        """The fields X = f^j ξ_j of D along the orbits."""
        zero = 0 * self.system.configuration_space.frame[0]
        return tuple(linear.combination(f, self.group, zero) for f in self.coefficients)

    @cached_property
    def momenta(self) -> tuple[Noether, ...]:
        """The momenta of these fields, with their equations."""
        return tuple(Noether(self.dynamics, X) for X in self.fields)

    @cached_property
    def equations(self) -> tuple[Check, ...]:
        """``Γ(J_X) = Γ(f^j) Θ_L(ξ_j¹) + F(X)`` on the constraint set."""
        pairs = zip(self.coefficients, self.momenta, strict=True)
        return tuple(
            judged(f"momentum equation {k}", partial(self._equation, f, J))
            for k, (f, J) in enumerate(pairs, 1)
        )

    def _equation(self, f: Sequence[Form], J: Noether) -> Identity | Verdict:
        return self.dynamics.on_constraints(J.rate, self._right_side(f, J))

    def _right_side(self, f: Sequence[Form], J: Noether) -> Form:
        jets = self.system.evolution_space
        Theta, up = cartan_form(self.system.lagrangian, jets), jets.projection.pull
        momenta = [Theta(jets.prolong_field(X)) for X in self.group]
        rates = [self.dynamics.regular.field(up(g)) for g in f]
        return linear.combination(rates, momenta, J.force_power)

    def is_horizontal(self, component: Noether) -> bool:
        """Whether the field of a momentum has constant coefficients."""
        pairs = zip(self.coefficients, self.momenta, strict=True)
        return any(J is component and all(vanishes(d(g)) for g in f) for f, J in pairs)

    # --- showing it --------------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """The momentum equations, and whether momenta are conserved."""
        return (*self.equations, *(J.is_conserved for J in self.momenta))

    def _shown(self, J: Noether) -> str:
        value: Form = self.system.constraint_set.restrict(J.momentum)
        return written(value)

    def report(self) -> str:
        """The group, the momenta and their equations, as readable lines."""
        which = f", all with coefficients of order 1{self.extent}" if self.is_found else ""
        lines = [f"{one_line(self.system.name)}: nonholonomic momentum map", f"Group{which}"]
        lines += [f"  {X}" for X in self.group] or ["  none with coefficients of order 1"]
        if not self.momenta:
            return "\n".join([*lines, "No displacement of the constraints lies along the orbits."])
        for k, J in enumerate(self.momenta, 1):
            kind = ", a horizontal symmetry" if self.is_horizontal(J) else ""
            rate: Form = self.system.constraint_set.restrict(J.rate)
            lines += [
                f"X_{k} = {J.field}{kind}",
                f"  J_{k} = {self._shown(J)}",
                f"  rate of J_{k} = {rate.expanded().summary(300)}",
            ]
        lines += ["Checks", *(f"  {answer}" for answer in self.checks())]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "group": [str(X) for X in self.group],
            "except": self.exceptions if self.is_found else None,
            "components": [
                {
                    "field": str(J.field),
                    "horizontal": self.is_horizontal(J),
                    "momentum": self._shown(J),
                    "rate": str(self.system.constraint_set.restrict(J.rate)),
                    "conserved": J.is_conserved.holds,
                }
                for J in self.momenta
            ],
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The momenta, by their names in LaTeX."""
        restrict = self.system.constraint_set.restrict
        return {f"J_{{{k}}}": restrict(J.momentum) for k, J in enumerate(self.momenta, 1)}

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        words = {True: "conserved", False: "not conserved", None: "perhaps conserved"}
        shown = [f"{self._shown(J)} ({words.get(J.is_conserved.holds)})" for J in self.momenta]
        return f"momenta {', '.join(shown)}" if shown else "no momenta along the constraints"
