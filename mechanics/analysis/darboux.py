"""Darboux functions of a motion, and the first integrals that are made of them.

A function P on the constraint set N with ``Γ(P) = K P`` and a function K, its cofactor, without
poles but those of Γ is a Darboux function (Darboux polynomial, second integral): its zeros are an
invariant hypersurface. For Darboux functions P_i and functions h_j

    |P_1|^{a_1} … |P_k|^{a_k} e^{b_1 h_1 + …}    is a first integral if  a_i K_i + b_j Γ(h_j) = 0,

a linear system for constants. Among the h_j are the time, and quotients of functions by Darboux
functions (exponential factors).

That all are found in a finite space V of functions rests on the determinant of the Wronskian of V
along the motion (`mechanics.analysis.extactic_determinants`). What is said to be all is so for
generic parameters: for special values more of them may split. Those values are listed, and answered
as cases, for which linear equations have more solutions, the determinant vanishes, or one of its
factors becomes a Darboux function.

Sources: G. Darboux, Mémoire sur les équations différentielles algébriques du premier ordre et du
premier degré, 1878; C. Christopher, J. Llibre, J. V. Pereira, Multiplicity of invariant algebraic
curves in polynomial vector fields, Pacific J. Math. 229 (2007).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING

from diffgeo import Form, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.subsets import irreducible_factors
from mechanics.analysis.ansatz import polynomials_on
from mechanics.analysis.answers import Answer, AnswerOnMotion, Case
from mechanics.analysis.densities import Density
from mechanics.analysis.extactic_determinants import ExtacticDeterminant
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import (
    generically,
    unless,
    where_all_vanish,
    where_more,
)
from mechanics.errors import BadSystem
from mechanics.model.coefficient_functions import (
    are_rational,
    configuration_functions,
    independent,
)
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: A space of more functions is refused.
MOST = 40


@dataclass(frozen=True)
class DarbouxFunction:
    """A function P with ``Γ(P) = K P``.

    Attributes
    ----------
    function, cofactor : Form
        P and K, on the constraint set.
    """

    function: Form
    cofactor: Form

    def __str__(self) -> str:
        return f"{written(self.function)} with cofactor {written(self.cofactor)}"


class DarbouxFunctions(AnswerOnMotion):
    """The Darboux functions of a motion in a finite space; `System.darboux` finds them.

    Parameters
    ----------
    dynamics
        The motion.
    degree
        Highest degree in the velocities.
    order
        Of their coefficients, as for `System.first_integrals`.
    functions, extra
        Functions on E instead of these coefficients, and besides them.

    Attributes
    ----------
    basis : list of Form
        A basis of the space V, on the constraint set.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or the motion jumps at walls.
    BadSystem
        The space is too large.

    Examples
    --------
    >>> from mechanics import System
    >>> damped = System(coordinates="x", lagrangian="xdot**2/2", forces={"x": "-3*xdot - 2*x"})
    >>> found = damped.darboux()
    >>> print(*found.functions, sep="; ")
    2*x + xdot with cofactor -1; x + xdot with cofactor -2
    >>> print(*found.integrals, sep="; ")
    (2*x + xdot)**(-2)*(x + xdot); (2*x + xdot)*exp(t)
    """

    def __init__(
        self,
        dynamics: Dynamics,
        degree: int = 1,
        order: int = 1,
        *,
        functions: Sequence[FunctionLike] | None = None,
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        super().__init__(
            dynamics, "what is invariant between walls need not be invariant",
            degree=degree, order=order, functions=functions, extra=extra,
        )  # fmt: skip
        self.degree = degree
        given = configuration_functions(self.system, order, functions, extra)
        self.basis = polynomials_on(self.velocities, degree, given)
        if len(self.basis) > MOST:
            raise BadSystem(
                f"{self.system.specification.where}: the space to search has the dimension "
                f"{len(self.basis)}, and the limit is {MOST}; give a smaller degree or order"
            )

    @cached_property
    def _space(self) -> ExtacticDeterminant:
        return ExtacticDeterminant(self.motion, self.basis, self._relations)

    @property
    def extactic(self) -> Form | None:
        """The determinant of columns that are independent; None if it is too large."""
        return self._space.determinant

    @property
    def relations(self) -> list[list[Form]]:
        """First integrals c with ``c^j b_j = 0``, a basis of these relations between columns."""
        return self._space.relations or []

    @property
    def are_quotients_decided(self) -> bool:
        """Whether the `quotients` could be decided: in the time for it, with what it needs."""
        return self._space.relations is not None

    @cached_property
    def quotients(self) -> list[Form]:
        """First integrals that are functionally independent, of which all quotients are made."""
        found = [*self._space.polynomials, *chain(*self.relations)]
        return self._independent(f for f in found if not vanishes(d(f)))

    # --- Darboux functions and integrals ---------------------------------------------------------

    @cached_property
    def functions(self) -> tuple[DarbouxFunction, ...]:
        """The irreducible Darboux functions that were found, without first integrals."""
        return tuple(p for p in self._invariant if not vanishes(p.cofactor))

    @cached_property
    def _invariant(self) -> tuple[DarbouxFunction, ...]:
        """They and the first integrals among the factors."""
        Γ = self.motion
        if self.extactic is not None:
            candidates = [self.extactic]
        else:
            some = [*self.basis, *(Γ(f) for f in self.basis), *self._space.eigenfunctions]
            # What is irreducible is its own factor with its numbers; a square never is.
            candidates = [f * f for f in some]
        found = {str(p): p for f in candidates if not vanishes(f) for p in irreducible_factors(f)}
        kept: list[DarbouxFunction] = []
        for p in (p for name, p in found.items() if name not in self._poles):
            try:
                K = (Γ(p) / p).expanded()
            except (Unexpanded, TooLarge):
                if self.extactic is not None:
                    raise
                continue  # one of those candidates that are not all
            if vanishes(K) or _poles(K) <= self._poles:
                kept.append(DarbouxFunction(p, K))
        return tuple(kept)

    @cached_property
    def _poles(self) -> set[str]:
        """The irreducible denominators of Γ and of V."""
        rates = [self.motion(x) for x in self.velocities.space.coordinates]
        return set().union(*map(_poles, (*rates, *self.basis)))

    @cached_property
    def is_complete(self) -> bool:
        """Whether each Darboux function in V has the factors that were found, and no others.

        Up to the numerators of first integrals.
        """
        s = self.velocities.space
        rates = [self.motion(x) for x in s.coordinates]
        return self.extactic is not None and are_rational([*rates, *self.basis])

    @cached_property
    def integrals(self) -> tuple[Density, ...]:
        """First integrals, functionally independent: quotients, powers and exponentials."""
        Γ, one = self.motion, self.velocities.space.function(1)
        whole = [p.function for p in self._invariant if vanishes(p.cofactor)]
        found: list[Density] = []
        for f in (*self.quotients, *whole):
            if self._rank([*(g.slope for g in found), d(f)]) > len(found):
                found.append(Density(((f, one),), 0 * one))
        powers = [p.function for p in self.functions]
        time, *_ = self.velocities.space.coordinates
        exponents = [time, *(f for f in self.basis if not vanishes(d(f)))]
        exponents += [(f / p).expanded() for p in powers for f in self.basis]
        exponents = independent([one, *exponents])[1:]
        rates = [*(p.cofactor for p in self.functions), *map(Γ, exponents)]
        self._relations.append(rates)
        for c in linear.constant_relations(rates):
            pairs = zip(powers, c[: len(powers)], strict=True)
            factors = tuple((p, a) for p, a in pairs if not vanishes(a))
            h = linear.combination(c[len(powers) :], exponents, 0 * one).expanded()
            new = Density(factors, h) if factors else Density(((h, one),), 0 * one)
            if self._rank([f.slope for f in (*found, new)]) > len(found):
                found.append(new)
        return tuple(found)

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters for which there may be more, those that are known; None if none is.

        Outside of them no quotient of functions of V is a first integral if none was found. None
        is known, too, where the quotients could not be decided.
        """
        if not self.are_quotients_decided:
            return None
        if not self.system.specification.parameters:
            return "never"
        _ = self.functions, self.integrals
        asked = [*self._relations, *self._special_factors]
        known = [where_more(asked) or None, self._without_quotients]
        if known[0] is None:
            known += [where_more([each]) for each in asked]
        found = [f for f in dict.fromkeys(known) if f and f != "never"]
        return " or ".join(found) or None

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The answers for those parameters, where there is more than for generic ones."""
        return tuple(c for c in super().cases if c.answer is None or self._differs(c.answer))

    def _differs(self, other: Answer) -> bool:
        assert isinstance(other, DarbouxFunctions)
        sizes = [[len(x.functions), len(x.integrals), len(x.quotients)] for x in (self, other)]
        return sizes[0] != sizes[1]

    @cached_property
    def _without_quotients(self) -> str | None:
        """Parameters outside of which no quotient of functions of V is a first integral."""
        if self.quotients or self.extactic is None:
            return None
        return where_all_vanish([self.extactic])

    @property
    def _special_factors(self) -> list[list[Form]]:
        """What is related for parameters for which another factor has a cofactor in V."""
        if self.extactic is None:
            return []
        known = {str(p.function) for p in self._invariant} | self._poles
        others = [p for p in irreducible_factors(self.extactic) if str(p) not in known]
        return [[*(p * f for f in self.basis), self.motion(p)] for p in others]

    # --- showing it ----------------------------------------------------------------------------

    def checks(self) -> tuple[Check, ...]:
        """Each Darboux function with its cofactor, and each integral."""
        Γ = self.motion
        return (
            *(
                judged(
                    f"rate of {one_line(written(p.function))} = K times it",
                    partial(lambda p: Γ(p.function) == p.cofactor * p.function, p),
                )
                for p in self.functions
            ),
            *(
                judged(f"{f} is a first integral", partial(lambda f: f.rate(Γ) == 0, f))
                for f in self.integrals
            ),
        )

    @property
    def space(self) -> str:
        """Which functions were searched, in words."""
        return (
            f"{len(self.basis)} functions of degree at most {self.degree} in the velocities, with "
            "coefficients of the configuration: " + ", ".join(map(written, self.basis))
        )

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        some = "; ".join(map(str, self.functions))
        parts = [f"Darboux functions: {some}" if some else self._none]
        if self.integrals:
            parts.append(f"first integrals: {', '.join(map(str, self.integrals))}")
        if not self.are_quotients_decided:
            parts.append(
                "whether quotients of functions of the space are first integrals is not decided: "
                "that is too large; give a smaller space, or numbers to parameters"
            )
        elif not self.quotients:
            parts.append(f"no quotient of functions of the space is a first integral{self._where}")
        return "; ".join(parts)

    @property
    def _none(self) -> str:
        size = len(self.basis)
        if self.is_complete:
            besides = " besides first integrals" if self.quotients else ""
            return f"no Darboux function{besides} in the searched space, of dimension {size}"
        return f"no Darboux function was found in the searched space, of dimension {size}"

    @property
    def _where(self) -> str:
        return unless(self._without_quotients, self.system)

    def report(self) -> str:
        """The space, what was found, and what is known to be all, as readable lines."""
        extent = (
            "These are, up to products and first integrals, all Darboux functions in the space"
            + generically(self.system)
            if self.is_complete
            else "Others in the space are possible."
        )
        return "\n".join(
            [
                f"{one_line(self.system.name)}: Darboux functions",
                "Searched",
                f"  {self.space}",
                *_listed("Darboux functions", self.functions),
                *_listed("First integrals", self.integrals),
                "Checks",
                *(f"  {answer}" for answer in self.checks()),
                *self.case_lines(),
                extent,
                f"Answer: {self.conclusion}",
            ]
        )

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "searched": [str(f) for f in self.basis],
            "functions": [
                {"function": str(p.function), "cofactor": str(p.cofactor)} for p in self.functions
            ],
            "complete": self.is_complete,
            "integrals": [str(f) for f in self.integrals],
            "quotients": [str(f) for f in self.quotients],
            "quotients_decided": self.are_quotients_decided,
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The functions P with their cofactors K, and the first integrals, by names in LaTeX."""
        found: Formulas = {}
        for k, each in enumerate(self.functions, 1):
            found |= {f"P_{{{k}}}": each.function, f"K_{{{k}}}": each.cofactor}
        return found | {f"f_{{{k}}}": f for k, f in enumerate(self.integrals, 1)}


def _poles(K: Form) -> set[str]:
    """The irreducible factors of the denominator, with both signs: K and K + 1 have them both."""
    sides = [f for f in (K, K + 1) if not vanishes(f)]
    found = [{name for p in irreducible_factors(f) for name in (str(p), str(-p))} for f in sides]
    return set.intersection(*found) if len(found) == 2 else set()


def _listed(title: str, things: Iterable[object]) -> list[str]:
    lines = [f"  {thing}" for thing in things]
    return [title, *lines] if lines else [f"{title}: none found"]
