"""Whether a second-order field comes from a Lagrangian: the inverse problem.

Two things are decided.

* Whether there is a regular Lagrangian at all, near the generic point: Helmholtz's conditions for
  its Hessian are linear differential equations, which are completed to involution
  (`mechanics.analysis.helmholtz`). For two degrees of freedom Douglas' case is named.
* In a finite space of functions all L with ``Γ(∂L/∂v) = ∂L/∂q`` are found, by linear algebra over
  the constants. Those with Hessian 0 are total derivatives (gauge terms); the others are listed
  modulo these, so that two of them are inequivalent. If none of their combinations is regular, the
  answer is "none in this class".

Sources: J. Douglas, Solution of the inverse problem of the calculus of variations, Trans. AMS 50
(1941); W. Sarlet, G. Thompson, G. E. Prince, The inverse problem of the calculus of variations: the
use of geometrical calculus in Douglas's analysis, Trans. AMS 354 (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from math import prod
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.answers import Answer
from mechanics.analysis.helmholtz import HelmholtzConditions, regular
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import generically
from mechanics.errors import NotApplicable
from mechanics.model.coefficient_functions import (
    configuration_functions,
    functions_on_jets,
    independent,
)
from mechanics.model.lagrangian import euler_lagrange_form, hessian, vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class InverseProblem(Answer):
    """Lagrangians of a second-order field; `System.inverse_problem` makes it.

    Parameters
    ----------
    dynamics
        The motion of a system without constraints; that it has a Lagrangian and forces already is
        used for nothing.
    order
        Highest degree of the monomials in time, coordinates, roots, … that are coefficients of
        polynomials of degree at most 2 in the velocities.
    factors
        Functions on E with which all of these are multiplied besides: ``["exp(c*t)"]``.
    extra
        Functions on J¹π besides them.

    Attributes
    ----------
    functions : list of Form
        What the space of Lagrangians is spanned by.

    Raises
    ------
    NotApplicable
        The system has constraints.

    Examples
    --------
    >>> from mechanics import System
    >>> damped = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-xdot - x"})
    >>> print(damped.inverse_problem())
    no Lagrangian in the space that was searched, but there are regular ones
    >>> print(damped.inverse_problem(factors=["exp(t)"]))
    a Lagrangian: xdot*exp(t)*(2*x + xdot)/2
    """

    def __init__(
        self,
        dynamics: Dynamics,
        order: int = 2,
        *,
        factors: Sequence[FunctionLike] = (),
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        system = dynamics.system
        if system.constraints:
            raise NotApplicable(
                f"{system.specification.where}: the inverse problem is that of a second-order "
                "field without constraints; give the equations on leaves as forces"
            )
        self.dynamics, self.system = dynamics, system
        self.jets = system.evolution_space
        self.motion: VectorForm = dynamics.regular.field
        up = self.jets.projection.pull
        times = [self.jets.function(1), *map(up, configuration_functions(system, 0, factors))]
        # Those without time first: what depends on them is written with them.
        clock, *_ = self.jets.frame
        coefficients = sorted(
            map(up, configuration_functions(system, order, timed=True)),
            key=lambda g: not vanishes(clock(g)),
        )
        velocities = [
            prod(chosen, start=self.jets.function(1))
            for degree in range(3)
            for chosen in combinations_with_replacement(self.jets.velocities, degree)
        ]
        space = [f * g * v for f, g, v in product(times, coefficients, velocities)]
        space += functions_on_jets(system, extra)
        self.functions = independent(space)

    @cached_property
    def conditions(self) -> HelmholtzConditions:
        """Helmholtz's conditions for the Hessian."""
        return HelmholtzConditions(self.motion, self.jets)

    @property
    def case(self) -> str | None:
        """Douglas' case, for two degrees of freedom."""
        return self.conditions.case

    @property
    def is_excluded(self) -> bool | None:
        """Whether there is no regular Lagrangian at all; None if undecided."""
        if self.conditions.is_excluded:
            return True
        if self.lagrangian is not None:
            return False
        found = self.conditions.has_regular
        return None if found is None else not found

    @property
    def generality(self) -> tuple[int, int] | None:
        """Regular Hessians depend on so many functions of so many variables.

        None if that is not decided; parameters are spared it if a Lagrangian was found.
        """
        spared = self.lagrangian is not None and generically(self.system)
        return None if spared or self.is_excluded else self.conditions.generality

    # --- Lagrangians in the space -------------------------------------------------------------

    @cached_property
    def _equations(self) -> list[Callable[[Form], Form]]:
        """The Euler–Lagrange equations on the motion, ``Γ(V L) - X(L)`` with V = S X."""
        S, Γ = self.jets.vertical_endomorphism, self.motion

        def equation(X: VectorForm, V: VectorForm, L: Form) -> Form:
            return Γ(V(L)) - X(L)

        _, *others = self.jets.frame
        frame = (X for X, _ in zip(others, self.jets.velocities, strict=False))
        return [partial(equation, X, S(X)) for X in frame]

    @cached_property
    def _hessian(self) -> list[Callable[[Form], Form]]:
        V = vertical_frame(self.jets)

        def entry(X: VectorForm, Y: VectorForm, L: Form) -> Form:
            return X(Y(L))

        return [partial(entry, X, Y) for X, Y in combinations_with_replacement(V, 2)]

    @cached_property
    def solutions(self) -> list[Form]:
        """A basis of all L in the space whose Euler–Lagrange equations the motion satisfies."""
        return _with(self.functions, self._equations)

    @cached_property
    def lagrangians(self) -> list[Form]:
        """A basis of them modulo gauge terms."""
        kept: list[Form] = []
        for L in self.solutions:
            if not _with([*kept, L], self._hessian):
                kept.append(L)
        return kept

    @cached_property
    def gauge(self) -> list[Form]:
        """A basis of those with Hessian 0, which are total derivatives."""
        return _with(self.solutions, self._hessian)

    @cached_property
    def lagrangian(self) -> Form | None:
        """A regular one of them; None if there is none, or none was found."""
        matrices = [hessian(L, self.jets) for L in self.lagrangians]
        c = regular(matrices)
        if not c:
            return None
        return linear.combination(c, self.lagrangians, 0 * self.jets.time)

    @cached_property
    def is_lagrangian(self) -> Check:
        """``L_Γ Θ_L = dL``, for the Lagrangian that was found."""
        L = self.lagrangian
        if L is None:
            return Check("the motion is that of a Lagrangian", None, self.conclusion)
        return judged(
            "the motion is that of a Lagrangian",
            lambda: euler_lagrange_form(L, self.jets, self.motion) == 0,
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
            entries = [each(difference) == 0 for each in self._hessian]
            return [*entries, euler_lagrange_form(difference, self.jets, free) == 0]

        return judged("the Lagrangians differ by a total derivative", parts)

    # --- showing it ---------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        if self.lagrangian is not None:
            return f"a Lagrangian: {written(self.lagrangian)}"
        if self.is_excluded:
            algebra = "Phi and its derivatives are symmetric for no regular metric"
            rest = "what follows from Helmholtz's conditions has degenerate solutions only"
            reason = algebra if self.conditions.is_excluded else rest
            return f"no regular Lagrangian: {reason}{generically(self.system)}"
        none = "no Lagrangian in the space that was searched"
        return none if self.is_excluded is None else f"{none}, but there are regular ones"

    def checks(self) -> tuple[Check, ...]:
        """The verdict on the Lagrangian that was found."""
        return () if self.lagrangian is None else (self.is_lagrangian,)

    def report(self) -> str:
        """The algebraic conditions, the Lagrangians and the answer, as readable lines."""
        case = "" if self.case is None else f"  Douglas' case {self.case}"
        lines = [
            f"{one_line(self.system.name)}: inverse problem",
            f"  symmetric multipliers that the algebra allows: {len(self.conditions.multipliers)}",
            *([case] if case else []),
            *self._extent,
            f"Searched: a space of {len(self.functions)} functions; "
            f"{len(self.lagrangians)} Lagrangians modulo {len(self.gauge)} gauge terms",
            *(f"  {written(L)}" for L in self.lagrangians),
            *(["Checks", *(f"  {c}" for c in self.checks())] if self.checks() else []),
            f"Answer: {self.conclusion}",
        ]
        return "\n".join(lines)

    @property
    def _extent(self) -> list[str]:
        """On how many functions the Hessians depend."""
        if self.generality is None:
            return []
        count, variables = self.generality
        what = f"function{'s' * (count > 1)} of {variables} variable{'s' * (variables > 1)}"
        if not variables:
            what = f"constant{'s' * (count > 1)}"
        return [f"  there are regular Lagrangians; their Hessians depend on {count} {what}"]

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "case": self.case,
            "multipliers": len(self.conditions.multipliers),
            "excluded": self.is_excluded,
            "generality": self.generality,
            "searched": len(self.functions),
            "lagrangians": [str(L) for L in self.lagrangians],
            "gauge": [str(f) for f in self.gauge],
            "lagrangian": None if self.lagrangian is None else str(self.lagrangian),
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The Lagrangians, by their names in LaTeX."""
        return {f"L_{{{k}}}": L for k, L in enumerate(self.lagrangians, 1)}


def _with(functions: Sequence[Form], equations: Sequence[Callable[[Form], Form]]) -> list[Form]:
    """A basis of the combinations with constants for which equations hold."""
    return linear.constant_solutions(functions, lambda f: [each(f) for each in equations])
