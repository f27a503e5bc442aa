"""Symmetries of a constrained motion and of its Lagrangian, in a finite space of fields.

A vector field X on E, with its prolongation X¹ to J¹π and ξ = dt(X), is a symmetry

* of the motion, if X¹ is tangent to the constraint set N and ``[X¹, Γ] = -Γ(ξ) Γ`` there: its flow
  sends motions to motions, up to their parametrisation by time;
* of the Lagrangian and the constraints, if X¹ is tangent to N and ``X¹(L) + T(ξ) L = T(f)`` on J¹π
  for a function f on E, T the total derivative: a Noether symmetry;

and Θ_L(X¹) - f is a first integral, by the momentum equation (`mechanics.analysis.noether`), if the
equation for L holds on N, S X¹ is tangent to the fibres of N (the reaction does no work along X)
and the forces do none. Such a field need not be tangent to N: with coefficients that are functions
these are the horizontal gauge symmetries of nonholonomic systems.

All these conditions are linear in X over the constants. There is an f near the generic point if
and only if X¹(L) + T(ξ) L is i_T α with a closed 1-form α on E: this is linear in X, too, and f is
found by integration afterwards. (Under constraints α is not determined by the equation on N; there
f is a combination of the functions that are listed.) X = g^k E_k for a frame E_k of E, the
coefficients combinations of functions that are listed in the result; so these are linear systems
over the functions of the parameters, solved exactly. Within the space the answer is complete, for
generic values of the parameters; nothing is said about fields outside of it.

Brackets of symmetries are symmetries; they may leave the space that was searched. Where they do
not, there is a Lie algebra with structure constants ``[X_i, X_j] = c_ij^k X_k``.

Source: P. J. Olver, Applications of Lie Groups to Differential Equations, chapters 2 and 5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm, check
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.answers import Answer, AnswerOnMotion, Case
from mechanics.analysis.determining_equations import DeterminingEquations, Generator
from mechanics.analysis.lie_algebras import LieAlgebra
from mechanics.analysis.noether import Noether, written
from mechanics.analysis.prescribed_derivatives import where_more
from mechanics.errors import NotApplicable
from mechanics.model.angles import Angles, Periodicity
from mechanics.model.coefficient_functions import configuration_functions, independent
from mechanics.model.plain_answers import vanishes
from mechanics.theories.checks import Check, judged
from mechanics.wording import Formulas, listed, one_line

if TYPE_CHECKING:
    from diffgeo import Identity
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


class Symmetries(AnswerOnMotion):
    """The symmetries of a system in a finite space of fields; `System.symmetries` finds them.

    Parameters
    ----------
    dynamics
        The motion.
    order
        Coefficients are monomials of at most this degree in the time, in the coordinates that are
        no angles, and in the sines, cosines, roots, … of the configuration that the system has.
    functions
        Functions on E (text, SymPy or `Form`) instead of these monomials.
    extra
        Functions on E besides them.

    Attributes
    ----------
    functions : tuple of Form
        The functions on E that were allowed as coefficients.
    symmetries : tuple of Generator
        A basis of the symmetries of the motion.
    noether : tuple of Generator
        A basis of the Noether symmetries.
    conserving : tuple of Generator
        A basis of the fields that have a first integral by the momentum equation.

    Raises
    ------
    NotApplicable
        A constraint is not affine in the velocities, or the motion jumps at walls.

    Examples
    --------
    >>> from mechanics import System, load
    >>> print(load("nonholonomic-particle").symmetries(order=0))
    symmetries of the motion: ∂_t, ∂_x, ∂_z
    >>> found = System(coordinates="x", lagrangian="xdot**2/2").symmetries(2)
    >>> print(len(found.symmetries), found.algebra.kind, len(found.noether))
    8 semisimple 5
    """

    def __init__(
        self,
        dynamics: Dynamics,
        order: int = 1,
        *,
        functions: Sequence[FunctionLike] | None = None,
        extra: Sequence[FunctionLike] = (),
    ) -> None:
        super().__init__(
            dynamics, "what is kept between walls is no symmetry of the motion",
            order=order, functions=functions, extra=extra,
        )  # fmt: skip
        given = configuration_functions(self.system, order, functions, extra, timed=True)
        self.functions = tuple(independent(given))
        self._equations = s = DeterminingEquations(dynamics, self.functions)
        self.symmetries = tuple(s.solutions(s.fields, [*s.tangency, *s.invariance]))
        self.noether = tuple(s.gauged(s.solutions(s.fields, [*s.tangency, *s.variation])))
        if self.system.constraints:
            both = s.solutions([*s.fields, *s.gauges], s.conservation)
            self.conserving = tuple(X for X in both if not vanishes(X.field))
        else:
            self.conserving = tuple(s.gauged(s.solutions(s.fields, s.conservation)))

    @cached_property
    def exceptions(self) -> str | None:  # type: ignore[override]
        """Parameters outside of which these are all; "never" if they always are."""
        return where_more(self._equations.asked)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The answers for those parameters, where there are others than for generic ones."""
        return tuple(c for c in super().cases if c.answer is None or self._differs(c.answer))

    def _differs(self, other: Answer) -> bool:
        assert isinstance(other, Symmetries)
        counts = [[len(x.symmetries), len(x.noether), len(x.conserving)] for x in (self, other)]
        return counts[0] != counts[1]

    @cached_property
    def algebra(self) -> LieAlgebra:
        """The Lie algebra of the symmetries of the motion."""
        return LieAlgebra([X.field for X in self.symmetries], self.system)

    @cached_property
    def noether_algebra(self) -> LieAlgebra:
        """The Lie algebra of the Noether symmetries."""
        return LieAlgebra([X.field for X in self.noether], self.system)

    @cached_property
    def integrals(self) -> tuple[Noether, ...]:
        """The momenta of the fields that give first integrals, of those that are projectable."""
        E = self.system.configuration_space
        known = (X for X in self.conserving if X.gauge is not None)
        fields = (X for X in known if check(E.is_projectable(X.field)))
        return tuple(Noether(self.dynamics, X.field, X.gauge) for X in fields)

    @cached_property
    def _angles(self) -> Angles:
        return Angles(self.system)

    def periodicity(self, integral: Noether) -> Periodicity:
        """Whether a first integral is a function on the manifold, or only a local one."""
        return self._angles.periodicity(integral.momentum)

    def checks(self) -> tuple[Check, ...]:
        """Each field that was found satisfies its equations, and each momentum is conserved."""
        s = self._equations
        kinds = (
            ("a symmetry of the motion", self.symmetries, lambda X: s.invariance),
            ("a Noether symmetry", self.noether, s.variation_with),
        )
        found = [
            judged(
                f"{X.field.summary(60)} is {kind}",
                partial(_satisfied, [*s.tangency, *equations(X)], X),
            )
            for kind, fields, equations in kinds
            for X in fields
        ]
        return (*found, *(J.is_conserved for J in self.integrals))

    @property
    def space(self) -> str:
        """Which fields were searched, in words."""
        names = ", ".join(written(f) for f in self.functions)
        return f"fields on E with coefficients that are combinations of {names}"

    def report(self) -> str:
        """The fields, their Lie algebra, and what was searched, as readable lines."""
        lines = [f"{one_line(self.system.name)}: point symmetries", "Searched", f"  {self.space}"]
        rows = (
            ("Symmetries of the motion", "X", self.symmetries, self.algebra),
            ("Noether symmetries", "Y", self.noether, self.noether_algebra),
        )
        for title, letter, fields, algebra in rows:
            lines.append(f"{title}: {_counted(len(fields), algebra)}")
            lines += [f"  {letter}_{k} = {X}" for k, X in enumerate(fields, 1)]
            lines += [f"  {line}" for line in algebra.lines(letter)]
        found = "First integrals" if self.integrals else "No first integrals"
        lines.append(f"{found} by the momentum equation, with their fields")
        if len(self.integrals) < len(self.conserving):
            lines.append(
                "  (of fields whose component along time depends on time only, f being known)"
            )
        lines += [
            line
            for J in self.integrals
            for line in self.periodicity(J).lines(f"  {written(J.momentum)}  of {J.field}")
        ]
        lines += ["Checks", *(f"  {answer}" for answer in self.checks())]
        lines += self.case_lines()
        lines.append(
            f"These are all in the space that was searched{self.extent}; "
            "others outside of it are possible."
        )
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""

        def data(fields: Sequence[Generator]) -> list[Data]:
            gauges = (None if X.gauge is None else str(X.gauge) for X in fields)
            pairs = zip(fields, gauges, strict=True)
            return [{"field": str(X.field), "gauge": gauge} for X, gauge in pairs]

        return {
            "system": self.system.name,
            "theory": self.dynamics.theory.name,
            "searched": [str(f) for f in self.functions],
            "symmetries": data(self.symmetries),
            "algebra": self.algebra.to_dict(),
            "noether": data(self.noether),
            "noether_algebra": self.noether_algebra.to_dict(),
            "integrals": [
                {"function": str(J.momentum), **self.periodicity(J).to_dict()}
                for J in self.integrals
            ],
            "except": self.exceptions,
            "cases": [case.to_dict() for case in self.cases],
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def named_formulas(self) -> Formulas:
        """The fields, by their names in LaTeX."""
        kinds = (("X", self.symmetries), ("Y", self.noether))
        return {
            f"{letter}_{{{k}}}": each.field
            for letter, found in kinds
            for k, each in enumerate(found, 1)
        }

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        return "symmetries of the motion: " + (
            ", ".join(str(X.field) for X in self.symmetries) or "none in this space"
        )


def _satisfied(equations: Sequence[Callable[[Generator], Form]], X: Generator) -> list[Identity]:
    return [value(X) == 0 for value in equations]


def _counted(count: int, algebra: LieAlgebra) -> str:
    if not count:
        return "none in this space"
    kind = algebra.kind if algebra.type == algebra.kind else f"{algebra.kind}: {algebra.type}"
    return f"{count}, {kind}, {algebra.action}"


def displacements_that_keep(
    dynamics: Dynamics,
    asked: list[list[Form]] | None = None,
    order: int = 1,
    extra: Sequence[FunctionLike] = (),
) -> list[VectorForm]:
    """Fields on E along the fibres, without time, that keep L and the constraints.

    A basis of those with coefficients of the given order; see `Symmetries`. The functions whose
    relations were asked for are added to a list, for `where_more`.
    """
    functions = configuration_functions(dynamics.system, order, extra=extra)
    s = DeterminingEquations(dynamics, functions)
    s.asked = s.asked if asked is None else asked
    dt = dynamics.system.configuration_space.dt
    space = [X for X in s.fields if vanishes(dt(X.field))]
    return [X.field for X in s.solutions(space, [s.change, *s.tangency])]


def require_symmetries(system: System, fields: Sequence[VectorForm]) -> None:
    """Raise `NotApplicable` unless fields along the fibres keep L and the constraints."""
    jets, place, L = system.evolution_space, system.constraint_set, system.lagrangian
    for X in fields:
        above = jets.prolong_field(X)
        changes = [above(L), *(place.restrict(above(phi)) for phi in system.constraints)]
        if not all(map(vanishes, changes)):
            raise NotApplicable(
                f"{system.specification.where}: {X} is no symmetry of L and the constraints; "
                "give others, or none: then all of a space of fields are found"
            )


def require_independent(system: System, fields: Sequence[VectorForm]) -> None:
    """Raise `NotApplicable` if a combination of fields with constants is 0."""
    if linear.constant_solutions(fields, lambda X: [X(x) for x in X.space.coordinates]):
        raise NotApplicable(
            f"{system.specification.where}: {listed(fields)} are dependent: a combination of them "
            "with constants is 0; leave out what is one of others"
        )
