"""Darboux functions of a motion, and the first integrals that are made of them.

A function P on the constraint set N with ``Γ(P) = K P`` and a function K, its cofactor, without
poles but those of Γ is a Darboux function (Darboux polynomial, second integral): its zeros are an
invariant hypersurface. For Darboux functions P_i and functions h_j

    |P_1|^{a_1} … |P_k|^{a_k} e^{b_1 h_1 + …}    is a first integral if  a_i K_i + b_j Γ(h_j) = 0,

a linear system for constants. Among the h_j are the time, and quotients of functions by Darboux
functions (exponential factors).

That all are found in a finite space V of functions rests on W = (Γ^i b_j), i = 0, …, dim V - 1, for
a basis b_j of V, the Wronskian of V along the motion.

* The b_j are dependent with first integrals as coefficients if and only if det W = 0 (Wronski). If
  A and B in V have a quotient f that is a first integral, A - f B = 0 is such a relation; so there
  is none if det W is not 0, and else the kernel of W is spanned by vectors of first integrals.
* Let P in V be a Darboux function. With a basis of V that contains P one column of W is a multiple
  of P, as each Γ^i(P) is: P divides det W (J. V. Pereira's extactic). So the irreducible factors of
  det W contain those of all Darboux functions in V, where the functions have unique factors: they
  are rational, and V is spanned by polynomials in the coordinates. Factors are those over the
  rational functions of the parameters; what has complex or irrational coefficients appears in the
  product with its conjugates. For special values of parameters more may split, of which there is no
  list: what is said to be all is so for generic values.
* Where the determinant is too large those with a constant cofactor k still are found, for rational
  k: the largest subspace of V that Γ maps to itself has a matrix, and k is an eigenvalue of it.
* If det W = 0 the same is said of columns that are independent, up to the numerators of first
  integrals, of which there are infinitely many.

Sources: G. Darboux, Mémoire sur les équations différentielles algébriques du premier ordre et du
premier degré, 1878; C. Christopher, J. Llibre, J. V. Pereira, Multiplicity of invariant algebraic
curves in polynomial vector fields, Pacific J. Math. 229 (2007).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import Form, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import TooLarge, Unexpanded
from diffgeo.subsets import irreducible_factors
from mechanics.analysis.ansatz import polynomials_on
from mechanics.analysis.answers import Answer
from mechanics.analysis.densities import Density
from mechanics.analysis.natural_systems import refuse_jumps
from mechanics.analysis.noether import written
from mechanics.analysis.prescribed_derivatives import generically, where_all_vanish
from mechanics.errors import BadSystem
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.coefficient_functions import (
    are_rational,
    configuration_functions,
    independent,
)
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.theories.registry import derive
from mechanics.wording import Formulas, one_line

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System
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


class DarbouxFunctions(Answer):
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
        self.dynamics, self.system = dynamics, dynamics.system
        refuse_jumps(dynamics, "what is invariant between walls need not be invariant")
        self._asked = degree, order, functions, extra
        self.velocities = AdmissibleVelocities(self.system)
        restrict = self.system.constraint_set.restrict
        self.motion = restrict(dynamics.regular.field)
        given = configuration_functions(self.system, order, functions, extra)
        self.basis = polynomials_on(self.velocities, degree, given)
        if len(self.basis) > MOST:
            raise BadSystem(
                f"{self.system.specification.where}: the space to search has the dimension "
                f"{len(self.basis)}, and the limit is {MOST}; give a smaller degree or order"
            )

    def again(self, system: System) -> DarbouxFunctions:
        """The answer for another system."""
        degree, order, functions, extra = self._asked
        return type(self)(
            derive(system, self.dynamics.theory), degree, order, functions=functions, extra=extra
        )

    # --- the Wronskian -------------------------------------------------------------------------

    @cached_property
    def polynomials(self) -> list[Form]:
        """A basis of the first integrals in V, without constants."""
        found = linear.constant_solutions(self.basis, lambda f: [self.motion(f)])
        return [f.expanded() for f in found if not vanishes(d(f))]

    @cached_property
    def _columns(self) -> list[Form]:
        """Functions of V that span it together with 1 and the `polynomials`."""
        one = self.velocities.space.function(1)
        every = independent([one, *self.polynomials, *self.basis])
        return [one, *every[1 + len(self.polynomials) :]]

    def _wronskian(self, functions: Sequence[Form]) -> list[list[Form]]:
        rows = [list(functions)]
        for _ in functions[1:]:
            rows.append([self.motion(f).expanded() for f in rows[-1]])
        return rows

    @cached_property
    def relations(self) -> list[list[Form]]:
        """First integrals c with ``c^j b_j = 0``, a basis of these relations between columns."""
        rows = self._wronskian(self._columns)
        if linear.rank(rows) == len(rows):
            return []
        return [[c.expanded() for c in vector] for vector in linear.kernel(rows)]

    @cached_property
    def quotients(self) -> list[Form]:
        """First integrals that are functionally independent, of which all quotients are made."""
        found = [*self.polynomials, *(c for vector in self.relations for c in vector)]
        kept: list[Form] = []
        for f in found:
            if not vanishes(d(f)) and self._rank([d(g) for g in (*kept, f)]) > len(kept):
                kept.append(f)
        return kept

    @cached_property
    def extactic(self) -> Form | None:
        """The determinant of columns that are independent; None if it is too large."""
        columns = [list(c) for c in zip(*self._wronskian(self._columns), strict=True)]
        dropped = linear.dependent(columns) if self.relations else set()
        kept = [f for k, f in enumerate(self._columns) if k not in dropped]
        try:
            return linear.determinant(self._wronskian(kept)).expanded()
        except (Unexpanded, TooLarge):
            return None

    @cached_property
    def eigenfunctions(self) -> list[Form]:
        """Functions P of V with ``Γ(P) = k P``, k a constant: all, but for irrational k.

        They lie in the largest subspace that Γ maps to itself, and there k is an eigenvalue.
        """
        Γ, space = self.motion, self.basis
        smaller: list[Form] = []
        zero = 0 * self.velocities.space.function(1)
        while len(smaller) != len(space):
            space = smaller or space
            relations = linear.constant_relations([*space, *map(Γ, space)])
            tails = [c[len(space) :] for c in relations]
            found = [linear.combination(c, space, zero).expanded() for c in tails]
            smaller = independent(found) if found else []
            if not smaller:
                return []
        rows: list[list[Form]] = []
        for f in space:
            ((*c, last),) = linear.constant_relations([*space, Γ(f)])
            rows.append([-a / last for a in c])
        clock, *_ = self.velocities.space.frame
        time, *_ = self.velocities.space.coordinates
        value = zero
        for coefficient in linear.characteristic_polynomial(rows):
            value = value * time + coefficient
        kept = []
        for factor in irreducible_factors(value.expanded()):
            slope = clock(factor)
            if vanishes(d(slope)):
                k = (time - factor / slope).expanded()
                eigen = partial(lambda k, f: [Γ(f) - k * f], k)
                kept += linear.constant_solutions(space, eigen)
        return [f.expanded() for f in kept]

    # --- Darboux functions and integrals ---------------------------------------------------------

    @cached_property
    def functions(self) -> tuple[DarbouxFunction, ...]:
        """The irreducible Darboux functions that were found, without first integrals."""
        return tuple(p for p in self._invariant if not vanishes(p.cofactor))

    @cached_property
    def _invariant(self) -> tuple[DarbouxFunction, ...]:
        """They and the first integrals among the factors."""
        Γ = self.motion
        candidates = [*self.basis, *(Γ(f) for f in self.basis), *self.eigenfunctions]
        if self.extactic is not None:
            candidates = [self.extactic]
        found = {str(p): p for f in candidates if not vanishes(f) for p in irreducible_factors(f)}
        rates = [(p, (Γ(p) / p).expanded()) for name, p in found.items() if name not in self._poles]
        return tuple(
            DarbouxFunction(p, K) for p, K in rates if vanishes(K) or _poles(K) <= self._poles
        )

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
        for c in linear.constant_relations(rates):
            pairs = zip(powers, c[: len(powers)], strict=True)
            factors = tuple((p, a) for p, a in pairs if not vanishes(a))
            h = linear.combination(c[len(powers) :], exponents, 0 * one).expanded()
            new = Density(factors, h) if factors else Density(((h, one),), 0 * one)
            if self._rank([f.slope for f in (*found, new)]) > len(found):
                found.append(new)
        return tuple(found)

    def _rank(self, forms: Sequence[Form]) -> int:
        frame = self.velocities.space.frame
        return linear.rank([[alpha(X) for X in frame] for alpha in forms])

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which no quotient of functions of V is a first integral."""
        if self.quotients or self.extactic is None:
            return None
        return where_all_vanish([self.extactic])

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
        degree, *_ = self._asked
        return (
            f"{len(self.basis)} functions of degree at most {degree} in the velocities, with "
            "coefficients of the configuration: " + ", ".join(map(written, self.basis))
        )

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        some = "; ".join(map(str, self.functions))
        parts = [f"Darboux functions: {some}" if some else self._none]
        if self.integrals:
            parts.append(f"first integrals: {', '.join(map(str, self.integrals))}")
        if not self.quotients:
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
        known = self.exceptions
        if known is None:
            return generically(self.system)
        return "" if known == "never" else f", unless {known}"

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
