"""The Lagrangians of a motion in a finite space of functions, by linear algebra.

The space is spanned by polynomials of degree at most 2 in the velocities, with coefficients of a
given order in time, coordinates, roots, …, all of them times factors. Where the Lagrangian of the
system does not serve, as under friction, the factors are those that the divergence of the motion
suggests, too (`mechanics.analysis.divergences`), and the products of all factors with the
Lagrangian, with its value at rest and with antiderivatives of the accelerations at rest are added:
with the factor e^{ct} they have the Lagrangians of damped systems.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from math import prod
from typing import TYPE_CHECKING

from diffgeo import Form, VectorForm
from diffgeo.calculus import antiderivative
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal
from mechanics.analysis.divergences import suggested_factors
from mechanics.analysis.prescribed_derivatives import where_more
from mechanics.model.coefficient_functions import (
    configuration_functions,
    functions_on_jets,
    independent,
)
from mechanics.model.lagrangian import hessian, vertical_frame
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.admissible_velocities import AdmissibleVelocities
    from mechanics.theories.dynamics import Dynamics


class LagrangianSpace:
    """Functions on J¹π, and those of them that are Lagrangians of a motion.

    Parameters
    ----------
    dynamics, velocities
        The motion, and the set N of its constraints.
    order, factors, extra
        What spans the space, as for `InverseProblem`.

    Attributes
    ----------
    factors : list of Form
        The functions on E with which all are multiplied.
    functions : list of Form
        What the space is spanned by.
    """

    def __init__(
        self,
        dynamics: Dynamics,
        velocities: AdmissibleVelocities,
        order: int,
        factors: Sequence[FunctionLike],
        extra: Sequence[FunctionLike],
    ) -> None:
        self.system = system = dynamics.system
        self.velocities = velocities
        self.jets, self.restrict = system.evolution_space, system.constraint_set.restrict
        self.motion: VectorForm = dynamics.regular.field
        #: The functions whose relations with constants were asked for.
        self._relations: list[list[Form]] = []
        up, one = self.jets.projection.pull, self.jets.function(1)
        self.factors = independent([
            system.configuration_space.function(1),
            *configuration_functions(system, 0, functions=(), extra=factors),
            *self._suggested,
        ])  # fmt: skip
        # Those without time first: what depends on them is written with them.
        clock, *_ = self.jets.frame
        coefficients = sorted(
            map(up, configuration_functions(system, order, timed=True)),
            key=lambda g: not vanishes(clock(g)),
        )
        speeds = [
            prod(chosen, start=one)
            for degree in range(3)
            for chosen in combinations_with_replacement(self.jets.velocities, degree)
        ]
        times = list(map(up, self.factors))
        own = [system.lagrangian] if self.has_own else []
        energies = [] if own else [system.lagrangian, *map(up, self._potentials)]
        self.functions = independent([
            *own,
            *(f * V for f, V in product(times, energies)),
            # Squares of velocities last: they are free, and what belongs to them is determined.
            *(f * g * v for v, f, g in product(speeds, times, coefficients)),
            *functions_on_jets(system, extra),
        ])  # fmt: skip

    @cached_property
    def has_own(self) -> bool:
        """Whether the motion satisfies the equations of the system's Lagrangian, without more."""
        return all(vanishes(each(self.system.lagrangian)) for each in self.equations)

    @property
    def _suggested(self) -> list[Form]:
        if self.has_own or self.system.constraints:
            return []
        return suggested_factors(self.motion, self.velocities)

    @property
    def _potentials(self) -> list[Form]:
        """L at rest, and antiderivatives of the accelerations at rest along their coordinates."""
        _, *along = self.system.configuration_space.frame
        at_rest, found = self.velocities.section.pull, []
        if self.system.constraints:
            return []
        with suppress(Refusal):
            found.append(at_rest(self.system.lagrangian))
            for X, v in zip(along, self.jets.velocities, strict=True):
                V = antiderivative(at_rest(self.motion(v)), X)
                found += [] if V is None else [V]
        return found

    # --- equations -------------------------------------------------------------------------------

    @cached_property
    def equations(self) -> list[Callable[[Form], Form]]:
        """The Euler–Lagrange equations on the motion, ``Γ(V L) - X(L)`` with V = S X."""
        S, Γ = self.jets.vertical_endomorphism, self.motion

        def equation(X: VectorForm, V: VectorForm, L: Form) -> Form:
            value: Form = self.restrict(Γ(V(L)) - X(L))
            return value

        _, *others = self.jets.frame
        frame = (X for X, _ in zip(others, self.jets.velocities, strict=False))
        return [partial(equation, X, S(X)) for X in frame]

    @cached_property
    def hessian(self) -> list[Callable[[Form], Form]]:
        """The entries of the Hessian on N."""
        V = vertical_frame(self.jets)

        def entry(X: VectorForm, Y: VectorForm, L: Form) -> Form:
            value: Form = self.restrict(X(Y(L)))
            return value

        return [partial(entry, X, Y) for X, Y in combinations_with_replacement(V, 2)]

    def matrix(self, L: Form) -> list[list[Form]]:
        """The Hessian on N as a matrix."""
        return [list(map(self.restrict, row)) for row in hessian(L, self.jets)]

    # --- what is found ---------------------------------------------------------------------------

    @cached_property
    def solutions(self) -> list[Form]:
        """A basis of all L in the space whose Euler–Lagrange equations the motion satisfies."""
        return _with(self.functions, self.equations, self._relations)

    @cached_property
    def lagrangians(self) -> list[Form]:
        """A basis of them modulo gauge terms."""
        kept: list[Form] = []
        for L in self.solutions:
            if not _with([*kept, L], self.hessian):
                kept.append(L)
        return kept

    @cached_property
    def gauge(self) -> list[Form]:
        """A basis of those with Hessian 0: without constraints total derivatives."""
        return _with(self.solutions, self.hessian, self._relations)

    @cached_property
    def exceptions(self) -> str | None:
        """Parameters outside of which these are all; "never" if they always are."""
        _ = self.lagrangians, self.gauge
        return where_more(self._relations)


def _with(
    functions: Sequence[Form],
    equations: Sequence[Callable[[Form], Form]],
    asked: list[list[Form]] | None = None,
) -> list[Form]:
    """A basis of the combinations with constants for which equations hold."""
    return linear.constant_solutions(functions, lambda f: [each(f) for each in equations], asked)
