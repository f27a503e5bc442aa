"""Whether a second-order field comes from a Lagrangian: the inverse problem.

Two things are decided.

* Whether there is a regular Lagrangian at all, near the generic point: Helmholtz's conditions for
  its Hessian are linear differential equations, which are completed to involution
  (`mechanics.analysis.helmholtz`). For two degrees of freedom Douglas' case is named. That there
  is one rests on the theorem of Cartan and Kähler, for which undefined functions are supposed to be
  analytic; that there is none does not.
* In a finite space of functions all L with ``Γ(∂L/∂v) = ∂L/∂q`` are found, by linear algebra over
  the constants; the Lagrangian of the system is the first of them if it is one. Those with Hessian
  0 are total derivatives (gauge terms); the others are listed modulo these, so that two of them are
  inequivalent. If none of their combinations is regular, the answer is "none in this class".

Under constraints a Lagrangian is one on J¹π, regular on the set N of the constraints, whose motions
that begin on N are the constrained ones: the equations are asked for on N only, and so is the
Hessian. All continuations of the motion to J¹π (the associated second-order systems of the
literature) are asked about at once. A Lagrangian on the quotient by a group gives one on N, pulled
back and with squares of constraints; so quotients by groups whose orbits are complements of the
constraints are looked at, too (`System.reduced_motion(group).second_order`).

Sources: J. Douglas, Solution of the inverse problem of the calculus of variations, Trans. AMS 50
(1941); W. Sarlet, G. Thompson, G. E. Prince, The inverse problem of the calculus of variations: the
use of geometrical calculus in Douglas's analysis, Trans. AMS 354 (2002); A. M. Bloch, O. E.
Fernandez, T. Mestdag, Hamiltonization of nonholonomic systems and the inverse problem of the
calculus of variations, Reports on Mathematical Physics 63 (2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from mechanics.analysis.answers import AnswerOnMotion
from mechanics.analysis.complementary_groups import complementary_groups
from mechanics.analysis.helmholtz import HelmholtzConditions, regular
from mechanics.analysis.lagrangian_spaces import LagrangianSpace
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import (
    generically,
    unless,
    where_all_vanish,
)
from mechanics.analysis.reduced_motion import ReducedMotion
from mechanics.errors import NotApplicable
from mechanics.model.coefficient_functions import (
    functions_on_jets,
)
from mechanics.model.lagrangian import euler_lagrange_form
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: So many quotients are looked at.
QUOTIENTS = 4


class InverseProblem(AnswerOnMotion):
    """Lagrangians of a second-order field; `System.inverse_problem` makes it.

    Parameters
    ----------
    dynamics
        The motion. The Lagrangian of its system belongs to the space if its own equations hold,
        which is checked on the motion: forces and reactions that do something exclude it.
    order
        Highest degree of the monomials in time, coordinates, roots, … that are coefficients of
        polynomials of degree at most 2 in the velocities.
    factors
        Functions on E with which all of these are multiplied besides: ``["exp(c*t)"]``. Those that
        the divergence of the motion suggests are among them, where the Lagrangian of the system
        does not serve.
    extra
        Functions on J¹π besides them.

    Attributes
    ----------
    space : LagrangianSpace
        The functions that are searched, and what was found in them.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or the motion jumps at walls.

    Examples
    --------
    >>> from mechanics import System
    >>> damped = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-xdot - x"})
    >>> print(damped.inverse_problem())
    a Lagrangian: exp(t)*(xdot - x)*(x + xdot)/2
    >>> from mechanics import load
    >>> print(load("heisenberg").inverse_problem(0))
    no regular Lagrangian: the algebra allows degenerate forms only, for generic functions
    """

    def __init__(
        self,
        dynamics: Dynamics,
        order: int = 2,
        *,
        factors: Sequence[FunctionLike] = (),
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        super().__init__(
            dynamics, "Lagrangians make no motions that jump",
            order=order, factors=factors, extra=extra,
        )  # fmt: skip
        self.space = LagrangianSpace(dynamics, self.velocities, order, factors, extra)
        self.motion: VectorForm = dynamics.regular.field
        self.jets, self._restrict = self.space.jets, self.space.restrict

    @property
    def has_own(self) -> bool:
        """Whether the motion satisfies the equations of the system's Lagrangian, without more."""
        return self.space.has_own

    @property
    def lagrangians(self) -> list[Form]:
        """A basis modulo gauge terms, of all L in the space with the equations of the motion."""
        return self.space.lagrangians

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which the answer holds.

        For those there may be a Lagrangian, or more of them in the space than were found.
        """
        if not self.system.specification.parameters:
            return None
        if self.conditions.is_excluded:
            return self.conditions.exceptions
        return self.space.exceptions

    @cached_property
    def conditions(self) -> HelmholtzConditions:
        """Helmholtz's conditions on the constraint set."""
        return HelmholtzConditions(self._restrict(self.motion), self.velocities.vertical)

    @cached_property
    def on_quotients(self) -> tuple[tuple[ReducedMotion, HelmholtzConditions], ...]:
        """The same conditions on quotients of a motion under constraints."""
        if not self.system.constraints:
            return ()
        found = []
        groups = complementary_groups(self.dynamics, self.velocities)
        for group in islice(groups, QUOTIENTS):
            with suppress(NotApplicable):
                reduced = ReducedMotion(self.dynamics, group)
                V = map(reduced.slice.restrict, self.velocities.vertical)
                found.append((reduced, HelmholtzConditions(reduced.field, list(V))))
        return tuple(found)

    @property
    def case(self) -> str | None:
        """Douglas' case, for two degrees of freedom."""
        return self.conditions.case

    @property
    def is_excluded(self) -> bool | None:
        """Whether there is no regular Lagrangian at all; None if undecided."""
        if not self.has_own and self.conditions.is_excluded:
            return True
        if self.lagrangian is not None or self.quotient is not None:
            return False
        found = self.conditions.has_regular
        return None if found is None else not found

    @cached_property
    def quotient(self) -> ReducedMotion | None:
        """A quotient on which there is a regular Lagrangian, if one was found."""
        found = (reduced for reduced, conditions in self.on_quotients if conditions.has_regular)
        return next(found, None)

    @property
    def generality(self) -> tuple[int, int] | None:
        """Regular Hessians depend on so many functions of so many variables.

        None if that is not decided; parameters and constraints are spared it if there is one.
        """
        if self.quotient is not None:
            return None
        spared = self.lagrangian is not None and generically(self.system)
        return None if spared or self.is_excluded else self.conditions.generality

    # --- a Lagrangian of the space ------------------------------------------------------------

    @cached_property
    def lagrangian(self) -> Form | None:
        """A regular one of them; None if there is none, or none was found."""
        c = regular(list(map(self.space.matrix, self.lagrangians)))
        if not c:
            return None
        return linear.combination(c, self.lagrangians, 0 * self.jets.time)

    @cached_property
    def degenerate_for(self) -> str | None:
        """Parameters for which the Lagrangian that was found is degenerate; "never" for none.

        None if that is not decided.
        """
        L = self.lagrangian
        if L is None or not self.system.specification.parameters or self._is_own(L):
            return "never"
        return where_all_vanish([linear.determinant(self.space.matrix(L))])

    def _is_own(self, L: Form) -> bool:
        return self.has_own and vanishes(L - self.system.lagrangian)

    @cached_property
    def is_lagrangian(self) -> Check:
        """``L_Γ Θ_L = dL`` (on the constraints), for the Lagrangian that was found."""
        L = self.lagrangian
        if L is None:
            return Check("the motion is that of a Lagrangian", None, self.conclusion)
        return judged(
            "the motion is that of a Lagrangian",
            lambda: [
                self._restrict(euler_lagrange_form(L, self.jets, self.motion)(X)) == 0
                for X in self.jets.frame
            ],
        )

    def is_equivalent(self, L: FunctionLike, M: FunctionLike) -> Check:
        """Whether two Lagrangians differ by a total derivative: ``E(L - M) = 0`` on all curves.

        Parameters
        ----------
        L, M
            Functions on J¹π.

        Returns
        -------
        Check
            The verdict: no second derivatives by velocities, and no force in any motion.
        """
        first, second = functions_on_jets(self.system, [L, M])
        difference, free = first - second, self.jets.second_order_field()

        def parts() -> list[Identity]:
            entries = [each(difference) == 0 for each in self.space.hessian]
            return [*entries, euler_lagrange_form(difference, self.jets, free) == 0]

        return judged("the Lagrangians differ by a total derivative", parts)

    # --- showing it ---------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        if self.lagrangian is not None:
            where = " for motions on the constraints" if self.system.constraints else ""
            which = "its own Lagrangian" if self._is_own(self.lagrangian) else "a Lagrangian"
            degenerate = unless(self.degenerate_for, self.system)
            return f"{which}{where}: {written(self.lagrangian)}{degenerate}"
        if self.is_excluded:
            algebra = "the algebra allows degenerate forms only"
            rest = "what follows from Helmholtz's conditions has degenerate solutions only"
            reason = algebra if self.conditions.is_excluded else rest
            return f"no regular Lagrangian: {reason}{self._excluded_for}"
        none = "no Lagrangian in the space that was searched"
        if self.is_excluded is None:
            return f"{none}; whether there are others is not decided"
        return f"{none}, but there are regular ones{self._supposed}"

    @property
    def _excluded_for(self) -> str:
        algebra = self.conditions.is_excluded
        return self.extent if algebra else generically(self.system)

    @property
    def _supposed(self) -> str:
        """What existence rests on."""
        names = self.system.specification.function_names
        return (
            f", if {listed(names)} {'is' if len(names) == 1 else 'are'} analytic" if names else ""
        )

    def checks(self) -> tuple[Check, ...]:
        """The verdict on the Lagrangian that was found."""
        return () if self.lagrangian is None else (self.is_lagrangian,)

    def report(self) -> str:
        """The algebraic conditions, the Lagrangians and the answer, as readable lines."""
        case, count = "" if self.case is None else f"  Douglas' case {self.case}", self._count
        lines = [
            f"{one_line(self.system.name)}: inverse problem",
            f"  2-forms that the algebra allows: {'too large' if count is None else count}",
            *([case] if case else []),
            *self._extent,
            f"Searched: a space of {len(self.space.functions)} functions{self._multiplied}; "
            f"{len(self.lagrangians)} Lagrangians modulo {len(self.space.gauge)} "
            f"{self._degenerate}",
            *(f"  {written(L)}" for L in self.lagrangians),
            *(["Checks", *(f"  {c}" for c in self.checks())] if self.checks() else []),
            *([] if self.is_excluded else [f"These are all in that space{self.extent}."]),
            *(self.case_lines() if self.is_excluded else []),
            f"Answer: {self.conclusion}",
        ]
        return "\n".join(lines)

    @property
    def _count(self) -> int | None:
        """How many 2-forms the algebra allows; None if they are too large to be written out."""
        try:
            return len(self.conditions.multipliers)
        except (Unexpanded, TooLarge):
            return None

    @property
    def _extent(self) -> list[str]:
        """On how many functions the Hessians depend, and what is known of quotients."""
        if self.system.constraints and not self.conditions.is_excluded:
            words = {True: "regular Lagrangians", False: "no regular Lagrangian", None: "undecided"}
            return [
                f"  on the quotient by {listed(reduced.group)}: {words[conditions.has_regular]}"
                f"{f', Douglas case {case}' if (case := conditions.case) else ''}"
                for reduced, conditions in self.on_quotients
            ]
        if self.generality is None:
            return []
        count, variables = self.generality
        what = f"function{'s' * (count > 1)} of {variables} variable{'s' * (variables > 1)}"
        if not variables:
            what = f"constant{'s' * (count > 1)}"
        exist = f"there are regular Lagrangians{self._supposed}"
        return [f"  {exist}; their Hessians depend on {count} {what}"]

    @property
    def _multiplied(self) -> str:
        _, *factors = map(written, self.space.factors)
        return f", with the factors 1, {', '.join(factors)}" if factors else ""

    @property
    def _degenerate(self) -> str:
        return "terms with Hessian 0" if self.system.constraints else "gauge terms"

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "own": self.has_own,
            "case": self.case,
            "multipliers": self._count,
            "excluded": self.is_excluded,
            "generality": self.generality,
            "supposed_analytic": list(self.system.specification.function_names),
            "quotients": [
                {
                    "group": list(map(str, reduced.group)),
                    "case": found.case,
                    "regular": found.has_regular,
                }
                for reduced, found in self.on_quotients
            ],
            "searched": len(self.space.functions),
            "factors": list(map(str, self.space.factors)),
            "lagrangians": [str(L) for L in self.lagrangians],
            "gauge": [str(f) for f in self.space.gauge],
            "lagrangian": None if self.lagrangian is None else str(self.lagrangian),
            "degenerate_for": self.degenerate_for,
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases] if self.is_excluded else [],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The Lagrangians, by their names in LaTeX."""
        return {f"L_{{{k}}}": L for k, L in enumerate(self.lagrangians, 1)}
