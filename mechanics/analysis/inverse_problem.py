"""Whether a second-order field comes from a Lagrangian: the inverse problem.

Γ on J¹π without constraints is that of a regular L if and only if there is a symmetric tensor g on
the vertical vectors, the Hessian of L, that is not degenerate and satisfies Helmholtz's conditions:
``∇g = 0``, ``g(ΦX, Y) = g(X, ΦY)``, and symmetric vertical derivatives; Φ is the Jacobi
endomorphism and ∇ the dynamical covariant derivative. Two things are decided.

* As ∇g = 0, also ∇Φ, ∇∇Φ, … are symmetric for g. These are linear equations for g over the
  functions on J¹π. If all their solutions are degenerate there is no regular Lagrangian, of
  whatever class: the obstruction is algebraic. For two degrees of freedom the rank of I, Φ, ∇Φ, ∇∇Φ
  is Douglas' case: I, II, III, IV for 1, 2, 3, 4. In case IV there is none.
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
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm
from diffgeo.calculus import linear_algebra as linear
from diffgeo.connections import SecondOrderConnection
from mechanics.analysis.answers import Answer
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
from mechanics.wording import aligned, one_line

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics

#: So many combinations are looked at for a regular one.
MOST = 3_000
#: Douglas' names of the cases, for two degrees of freedom, by the rank of I, Φ, ∇Φ, ∇∇Φ.
CASES: dict[int, str] = {1: "I", 2: "II", 3: "III", 4: "IV"}


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
    no Lagrangian in the space that was searched
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

    # --- the algebraic conditions ---------------------------------------------------------------

    @cached_property
    def tensors(self) -> list[list[list[Form]]]:
        """The matrices of Φ, ∇Φ, …, as many as there are entries, on the vertical vectors."""
        connection = SecondOrderConnection(self.motion)
        K, nabla = connection.jacobi_endomorphism, connection.dynamical_derivative
        found = []
        for _ in range(len(self.jets.velocities) + 1):
            found.append(
                [[K(X)(v).expanded() for v in self.jets.velocities] for X in self._horizontal]
            )
            K = nabla(K)
        return found

    @cached_property
    def _horizontal(self) -> tuple[VectorForm, ...]:
        _, *others = self.jets.frame
        return tuple(X for X, _ in zip(others, self.jets.velocities, strict=False))

    @cached_property
    def case(self) -> str | None:
        """Douglas' case, for two degrees of freedom."""
        if len(self.jets.velocities) != 2:
            return None
        one = self.jets.function(1)
        matrices = [[[one, 0 * one], [0 * one, one]], *self.tensors]
        return CASES[linear.rank([[entry for row in m for entry in row] for m in matrices])]

    @cached_property
    def multipliers(self) -> list[list[list[Form]]]:
        """A basis, over the functions, of the symmetric g for which Φ, ∇Φ, … are symmetric."""
        n = len(self.jets.velocities)
        places = list(combinations_with_replacement(range(n), 2))
        one, zero = self.jets.function(1), self.jets.function(0)
        units = [
            [[one if sorted((i, j)) == [p, q] else zero for j in range(n)] for i in range(n)]
            for p, q in places
        ]
        columns = [
            [
                linear.combination(a, g_b, zero) - linear.combination(b, g_a, zero)
                for K in self.tensors
                for (a, g_a), (b, g_b) in combinations(zip(K, g, strict=True), 2)
            ]
            for g in units
        ]
        rows = [list(row) for row in zip(*columns, strict=True)]
        vectors = linear.kernel(rows) if rows else [[one]]
        return [_combined(c, units) for c in vectors]

    @cached_property
    def is_excluded(self) -> bool | None:
        """Whether all symmetric g that the algebra allows are degenerate; None if undecided."""
        found = _regular(self.multipliers)
        return None if found is None else not found

    # --- Lagrangians in the space -------------------------------------------------------------

    @cached_property
    def _equations(self) -> list[Callable[[Form], Form]]:
        """The Euler–Lagrange equations on the motion, ``Γ(V L) - X(L)`` with V = S X."""
        S, Γ = self.jets.vertical_endomorphism, self.motion

        def equation(X: VectorForm, V: VectorForm, L: Form) -> Form:
            return Γ(V(L)) - X(L)

        return [partial(equation, X, S(X)) for X in self._horizontal]

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
        c = _regular(matrices)
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

    # --- showing it ---------------------------------------------------------------------------

    @property
    def conclusion(self) -> str:
        """The answer in words."""
        if self.lagrangian is not None:
            return f"a Lagrangian: {written(self.lagrangian)}"
        if self.is_excluded:
            return (
                "no regular Lagrangian: Phi and its derivatives are symmetric for no regular metric"
                + generically(self.system)
            )
        return "no Lagrangian in the space that was searched"

    def checks(self) -> tuple[Check, ...]:
        """The verdict on the Lagrangian that was found."""
        return () if self.lagrangian is None else (self.is_lagrangian,)

    def report(self) -> str:
        """The algebraic conditions, the Lagrangians and the answer, as readable lines."""
        case = "" if self.case is None else f"  Douglas' case {self.case}"
        lines = [
            f"{one_line(self.system.name)}: inverse problem",
            f"  symmetric multipliers that the algebra allows: {len(self.multipliers)}",
            *([case] if case else []),
            f"Searched: a space of {len(self.functions)} functions; "
            f"{len(self.lagrangians)} Lagrangians modulo {len(self.gauge)} gauge terms",
            *(f"  {written(L)}" for L in self.lagrangians),
            *(["Checks", *(f"  {c}" for c in self.checks())] if self.checks() else []),
            f"Answer: {self.conclusion}",
        ]
        return "\n".join(lines)

    def to_dict(self) -> Data:
        """Everything as data for JSON; formulas are strings that SymPy can parse."""
        return {
            "system": self.system.name,
            "case": self.case,
            "multipliers": len(self.multipliers),
            "excluded": self.is_excluded,
            "searched": len(self.functions),
            "lagrangians": [str(L) for L in self.lagrangians],
            "gauge": [str(f) for f in self.gauge],
            "lagrangian": None if self.lagrangian is None else str(self.lagrangian),
            "conclusion": self.conclusion,
            "checks": [answer.to_dict() for answer in self.checks()],
        }

    def latex(self) -> str:
        """The Lagrangians as LaTeX."""
        return aligned(rf"L_{{{k}}} &= {L.latex()}" for k, L in enumerate(self.lagrangians, 1))


def _with(functions: Sequence[Form], equations: Sequence[Callable[[Form], Form]]) -> list[Form]:
    """A basis of the combinations with constants for which equations hold."""
    return linear.constant_solutions(functions, lambda f: [each(f) for each in equations])


def _regular(matrices: Sequence[list[list[Form]]]) -> list[int] | None:
    """Integer coefficients of a combination that is regular; [] if there is none.

    The determinant of a combination is a polynomial of degree at most n in each coefficient: it is
    0 if it vanishes for all coefficients 0, …, n. None if these are too many.
    """
    if not matrices:
        return []
    n, count = len(matrices[0]), len(matrices)
    if (n + 1) ** count > MOST:
        return None
    for c in sorted(product(range(n + 1), repeat=count), key=sum):
        if any(c) and not vanishes(linear.determinant(_combined(c, matrices))):
            return list(c)
    return []


def _combined(c: Sequence[Form | int], matrices: Sequence[list[list[Form]]]) -> list[list[Form]]:
    """The combination of matrices."""
    return [
        [linear.combination(c, entries, 0 * entries[0]) for entries in zip(*rows, strict=True)]
        for rows in zip(*matrices, strict=True)
    ]
