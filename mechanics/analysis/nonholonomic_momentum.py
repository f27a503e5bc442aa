"""The momentum map of a group of symmetries under constraints.

For a group that keeps L, its fields ξ_j on E are symmetries, but the reaction changes their
momenta, unless ξ is an admissible displacement. Where the orbits meet the distribution D of the
admissible displacements, the fields X = f^j ξ_j of D with functions f^j on E have momenta
J_X = Θ_L(X¹): the components of the nonholonomic momentum map. The reaction does no work along
them, and as the ξ_j keep L, the momentum equation is

    Γ(J_X) = Γ(f^j) Θ_L(ξ_j¹) + F(X).

A field with constant f^j, a horizontal symmetry, has a first integral if forces do no work along
it; others may have one too, and combinations of them with functions on E as coefficients
(`mechanics.analysis.conserved_momenta`).

Source: A. M. Bloch, P. S. Krishnaprasad, J. E. Marsden, R. M. Murray, Nonholonomic mechanical
systems with symmetry, Arch. Rational Mech. Anal. 136 (1996), section 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from mechanics.analysis.answers import Answer, AnswerOnMotion, Case
from mechanics.analysis.conserved_momenta import (
    ConservedMultiple,
    conserved_combinations,
    functionally_independent,
)
from mechanics.analysis.equations_of_momenta import number_of_combinations
from mechanics.analysis.noether import Noether, written
from mechanics.analysis.prescribed_derivatives import (
    any_of,
    generically,
    is_written,
    simplifying_factor,
    where_more,
)
from mechanics.analysis.symmetries import (
    displacements_that_keep,
    require_independent,
    require_symmetries,
)
from mechanics.model.angles import Angles, Periodicity
from mechanics.model.coefficient_functions import configuration_functions
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo import Identity, Verdict
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class NonholonomicMomentum(AnswerOnMotion):
    """The nonholonomic momentum map of a group; `System.nonholonomic_momentum` makes it.

    Parameters
    ----------
    dynamics
        The motion.
    group
        Fields on E that keep L and the constraints, without relations with constants; by default
        all such displacements that have coefficients of the given order.
    order, extra
        Of the coefficients of the group, if it is looked for, and of conserved combinations.

    Attributes
    ----------
    group : tuple of VectorForm
        The fields ξ_j.
    coefficients : list of list of Form
        The functions f^j on E, for a basis of the fields of D along the orbits, at the generic
        point; all horizontal symmetries come first.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, a field is no symmetry, or depends on others.

    Examples
    --------
    >>> from mechanics import load
    >>> print(load("nonholonomic-particle").nonholonomic_momentum())
    momenta xdot*(y**2 + 1) (not conserved); conserved besides: xdot*sqrt(y**2 + 1)
    """

    def __init__(
        self,
        dynamics: Dynamics,
        group: Sequence[VectorForm | Mapping[str, FunctionLike]] | None = None,
        order: int = 1,
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        super().__init__(dynamics, None, order=order, extra=extra)
        self.order, self.extra = order, tuple(extra)
        system, E = self.system, self.system.configuration_space
        self.is_found = group is None
        if group is None:
            found = displacements_that_keep(dynamics, self._relations, order, extra)
            self.group = tuple(found)
        else:
            self.group = tuple(E.vector_field(X) if isinstance(X, Mapping) else X for X in group)
            require_symmetries(system, self.group)
            require_independent(system, self.group)
        self.coefficients = self._sections()

    def _work(self, fields: Sequence[VectorForm]) -> list[list[Form]]:
        """What the reactions do along fields on E, a row for each constraint."""
        above = [self.system.evolution_space.prolong_field(X) for X in fields]
        down, restrict = self.velocities.section.pull, self.system.constraint_set.restrict
        return [[down(restrict(alpha(X))) for X in above] for alpha in chetaev_forms(self.system)]

    def _sections(self) -> list[list[Form]]:
        """All f with constants such that f^j ξ_j lies in D, and others that complete a basis."""
        if not self.group:
            return []
        one = self.system.configuration_space.function(1)
        units = kept = [[one * int(X is Y) for X in self.group] for Y in self.group]
        for row in self._work(self.group):
            values = [linear.combination(f, row, 0 * one) for f in kept]
            columns = list(zip(*kept, strict=True))
            kept = [
                [linear.combination(c, column, 0 * one) for column in columns]
                for c in linear.constant_relations(values)
            ]
            if not kept:
                break
        if not self.system.constraints:
            return kept
        fields = [self._row(f) for f in kept]
        orbits = self._reduced(units)[::-1]  # of whose fields the work is written shorter
        kernel = linear.kernel(self._work([self._along(f) for f in orbits]))
        admissible = [
            [linear.combination(c, parts, 0 * one) for parts in zip(*orbits, strict=True)]
            for c in kernel
        ]
        ways = (list(map(self._simple, way)) for way in (admissible, self._reduced(admissible)))
        for f in min(ways, key=lambda way: sum(len(str(self._along(f))) for f in way)):
            if linear.rank([*fields, self._row(f)]) > (linear.rank(fields) if fields else 0):
                kept.append(f)
                fields.append(self._row(f))
        return kept

    def _reduced(self, given: Sequence[Sequence[Form]]) -> list[list[Form]]:
        """Combinations whose fields have one of some components each, the last ones if possible."""
        chosen: list[Sequence[Form]] = []
        for f in given:
            if linear.rank([self._row(g) for g in (*chosen, f)]) > len(chosen):
                chosen.append(f)
        if not chosen:
            return []
        columns: list[Sequence[Form]] = []
        for column in reversed(list(zip(*map(self._row, chosen), strict=True))):
            if linear.rank([*columns, column]) > len(columns):
                columns.append(column)
        one = columns[0][0] * 0 + 1
        units = [[one * int(j == k) for j in range(len(chosen))] for k in range(len(chosen))]
        mixed = (linear.solve(columns, unit) for unit in units)
        return [
            [_short(linear.combination(c, parts, 0 * one)) for parts in zip(*chosen, strict=True)]
            for c in mixed
        ]

    def _row(self, f: Sequence[Form]) -> list[Form]:
        X = self._along(f)
        return [X(x) for x in X.space.coordinates]

    def _along(self, f: Sequence[Form]) -> VectorForm:
        X = linear.combination(f, self.group, 0 * self.system.configuration_space.frame[0])
        return X.expanded() if all(map(is_written, (X(x) for x in X.space.coordinates))) else X

    def _simple(self, f: Sequence[Form]) -> list[Form]:
        """The same up to a factor, constant if that is possible, else written shorter."""
        for g in f:
            if not vanishes(g) and all(vanishes(d(h / g)) for h in f):
                return [_anew(h / g) for h in f]
        factor = simplifying_factor(self._along(f))
        return [_anew(factor * h) for h in f]

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which group and conserved combinations are all that there are.

        Of a group that was looked for.
        """
        if not self.is_found:
            return None
        searched = where_more([*self._relations, *self._compared])
        if self.multiple is None or self.multiple.exists.holds is not False:
            return searched
        return any_of(searched, self.multiple.exceptions)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The answers for special parameters for which there is more than for generic ones."""
        return tuple(c for c in super().cases if c.answer is None or self._differs(c.answer))

    def _differs(self, other: Answer) -> bool:
        assert isinstance(other, NonholonomicMomentum)
        return len({(len(x.momenta), len(x.conserved)) for x in (self, other)}) > 1

    @cached_property
    def fields(self) -> tuple[VectorForm, ...]:
        """The fields X = f^j ξ_j of D along the orbits."""
        return tuple(map(self._along, self.coefficients))

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

    # --- what is conserved -------------------------------------------------------------------

    @cached_property
    def multiple(self) -> ConservedMultiple | None:
        """Whether a multiple of the momentum is conserved, if there is one momentum only."""
        if len(self.momenta) != 1 or self.dynamics.jumps:
            return None
        if self.momenta[0].is_conserved.holds:
            return None
        found = ConservedMultiple(self.momenta[0], self.motion, self.velocities)
        return found if found.is_decided else None

    @cached_property
    def conserved(self) -> tuple[Noether, ...]:
        """Momenta of fields g^k X_k, with functions g^k on E, that are first integrals.

        Functionally independent ones; as many as there are with coefficients of the given order,
        and if there is one X only for whatever g, if a formula for it was found.
        """
        if self.multiple is not None and self.multiple.conserved is not None:
            return (self.multiple.conserved,)
        if self.multiple is not None and self.multiple.exists.holds is False:
            return ()
        return self._searched[0]

    @cached_property
    def _searched(self) -> tuple[tuple[Noether, ...], list[list[Form]], bool]:
        """What the search found, whose relations were asked for, and whether it came to an end."""
        asked: list[list[Form]] = []
        plain = [J for J in self.momenta if J.is_conserved.holds]
        try:
            more = conserved_combinations(self.momenta, self.order, self.extra, asked)
        except (Unexpanded, TooLarge):
            return tuple(plain), [], False
        found = (J for J in (*plain, *more) if J.is_conserved.holds)
        return tuple(functionally_independent(found)), asked, True

    @cached_property
    def _angles(self) -> Angles:
        return Angles(self.system)

    def periodicity(self, component: Noether) -> Periodicity:
        """Whether a momentum is a function on the manifold, or only a local one."""
        return self._angles.periodicity(self.system.constraint_set.restrict(component.momentum))

    @cached_property
    def existing(self) -> int | None:
        """How many fields g^k X_k with conserved momenta there are, whatever functions g^k are.

        Near the generic point, as far as that is decided; asked where the search found none.
        """
        if len(self.momenta) < 2 or self.dynamics.jumps or self.conserved:
            return None
        return number_of_combinations(self.momenta, self.velocities)

    @property
    def _compared(self) -> list[list[Form]]:
        return [] if self.multiple is not None else self._searched[1]

    # --- showing it --------------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """The momentum equations, whether momenta are conserved, and combinations of them."""
        exists = [] if self.multiple is None else [self.multiple.exists]
        plain = [J.is_conserved for J in self.momenta]
        more = (J.is_conserved for J in self.conserved if J not in self.momenta)
        return (*self.equations, *plain, *exists, *more)

    def _shown(self, J: Noether) -> str:
        value: Form = self.system.constraint_set.restrict(J.momentum)
        return written(value)

    def report(self) -> str:
        """The group, the momenta and their equations, as readable lines."""
        which = f", all with coefficients of order {self.order}" if self.is_found else ""
        lines = [f"{one_line(self.system.name)}: nonholonomic momentum map", f"Group{which}"]
        none = f"  none with coefficients of order {self.order}"
        lines += [f"  {X}" for X in self.group] or [none]
        if not self.momenta:
            return "\n".join([
                *lines,
                *(["No displacement of the constraints lies along the orbits."] * bool(self.group)),
                *self.case_lines(),
            ])  # fmt: skip
        for k, J in enumerate(self.momenta, 1):
            kind = ", a horizontal symmetry" if self.is_horizontal(J) else ""
            rate: Form = self.system.constraint_set.restrict(J.rate)
            lines += [
                f"X_{k} = {J.field}{kind}",
                f"  J_{k} = {self._shown(J)}",
                f"  rate of J_{k} = {_short(rate).summary(300)}",
            ]
        lines += ["Conserved: g^k J_k with functions g^k on E", *self._conserved_lines]
        lines += ["Checks", *(f"  {answer}" for answer in self.checks()), *self.case_lines()]
        return "\n".join(lines)

    @property
    def _conserved_lines(self) -> list[str]:
        lines = [
            line
            for J in self.conserved
            for line in self.periodicity(J).lines(f"  {self._shown(J)}  of {J.field}")
        ]
        if self.multiple is not None and self.multiple.exists.holds is not None:
            if self.multiple.exists.holds is False:
                return [f"  none{self.extent}"]
            return lines or ["  g J_1 for some g that was not found in formulas"]
        *_, ended = self._searched
        names = ", ".join(map(written, self._functions))
        space = f"g^k that are combinations of {names}"
        if not ended:
            return [*lines, "  functions are too large for a search of others"]
        if self.existing == 0:
            return [f"  none, whatever functions g^k are{generically(self.system)}"]
        if self.existing:
            which = f"{self.existing} exist" if self.existing > 1 else "one exists"
            lines = [f"  {which}, with functions g^k that were not found in formulas"]
        lines = lines or ["  none in the space that was searched"]
        return [*lines, f"  (all with {space}{self.extent}; others are possible)"]

    @property
    def _functions(self) -> tuple[Form, ...]:
        return configuration_functions(self.system, self.order, extra=self.extra)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "group": [str(X) for X in self.group],
            "except": self.exceptions,
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
            "conserved": [
                {
                    "field": str(J.field),
                    "momentum": self._shown(J),
                    **self.periodicity(J).to_dict(),
                }
                for J in self.conserved
            ],
            "existing": self.existing,
            "cases": [case.to_dict() for case in self.cases],
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
        more = [
            self.periodicity(J).after(self._shown(J))
            for J in self.conserved
            if J not in self.momenta
        ]
        also = f"; conserved besides: {', '.join(more)}" if more else ""
        return f"momenta {', '.join(shown)}{also}" if shown else "no momenta along the constraints"


def _short(function: Form) -> Form:
    """The same written out, if it is not too large for that."""
    return function.expanded() if is_written(function) else function


def _anew(function: Form) -> Form:
    """The same by its formula, without the conditions of pivots that have cancelled."""
    return function.space.function(str(function)) if is_written(function) else function
