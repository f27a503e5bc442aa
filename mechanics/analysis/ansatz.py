"""A finite space of functions on J¹π, and the functions in it that are constant along a motion.

The space is spanned by products of given functions on E with monomials in the velocities, by the
momenta and by the energy. Every function is carried with its restriction to the constraint set
and that of its rate, so that products need no second differentiation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING

from diffgeo import Form, Map, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, OutsideDomain, Refusal, TooLarge, Unexpanded
from diffgeo.subsets import EmbeddedSubset
from mechanics.analysis.energy import EnergyBalance
from mechanics.analysis.local_potentials import local_potential
from mechanics.analysis.prescribed_derivatives import IntegrabilityConditions
from mechanics.errors import BadSystem, NotApplicable
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.coefficient_functions import independent
from mechanics.model.lagrangian import hessian, vertical_frame
from mechanics.model.parametrisation import branch_of_wall, parametrisation
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.jumps import Jump

#: More functions than this are not searched.
MOST = 2_000


@dataclass(frozen=True)
class Candidate:
    """A function on J¹π, its restriction to the constraint set and that of its rate."""

    function: Form
    value: Form
    rate: Form

    def __mul__(self, other: Candidate) -> Candidate:
        return Candidate(
            self.function * other.function,
            self.value * other.value,
            self.rate * other.value + self.value * other.rate,
        )


class Ansatz:
    """The functions, and linear algebra over the constants.

    Attributes
    ----------
    inclusion : Map
        A parametrisation of the constraint set.

    Parameters
    ----------
    dynamics
        The motion.
    functions
        The functions on E, pulled back to J¹π, that are coefficients.
    """

    def __init__(self, dynamics: Dynamics, functions: Sequence[Form]) -> None:
        self.dynamics = dynamics
        self.system = dynamics.system
        self.functions = tuple(functions)
        self.jets = self.system.evolution_space
        self.inclusion = parametrisation(self.system)
        #: Whether functions on E were looked for that complete others, and how many were left out.
        self.are_completed, self.without_formula = False, 0
        #: The functions whose relations were asked for, for `where_more`.
        self.asked: list[list[Form]] = []

    def size(self, degree: int) -> int:
        """How many products of functions and monomials there are."""
        return len(self.functions) * comb(len(self.jets.velocities) + degree, degree)

    def require_small(self, degree: int) -> None:
        """Raise `BadSystem` if more functions than `MOST` span the space."""
        count = self.size(degree)
        if count > MOST:
            raise BadSystem(
                f"{self.system.specification.where}: the space to search is spanned by {count} "
                f"functions, and the limit is {MOST}; give a smaller order or degree, or the "
                "coefficients by 'functions'"
            )

    def candidates(self, degree: int) -> list[Candidate]:
        """The functions that span the space, the simple ones first."""
        found: list[Candidate] = []
        for n in range(degree + 1):
            monomials = combinations_with_replacement(self._speeds, n)
            products = [prod(factors, start=self.constant(1)) for factors in monomials]
            if n == 2:
                found += self._energy()
            found += [g * m for g in self._lifted for m in products]
            if n == 1:
                found += self._momenta()
        return found

    def restrict(self, function: Form) -> Form:
        """A function on J¹π as one on the source of the inclusion."""
        return self.inclusion.pull(function)

    def constant(self, number: int) -> Candidate:
        """A constant function."""
        return self._lift(self.jets.function(number))

    # --- linear algebra over the constants --------------------------------------------------

    def independent(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those that are, on the constraint set, no combinations of those before them."""
        self.asked.append([c.value for c in candidates])
        relations = linear.constant_relations(self.asked[-1])
        dropped = {max(k for k, a in enumerate(c) if not vanishes(a)) for c in relations}
        return [c for k, c in enumerate(candidates) if k not in dropped]

    def conserved(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """A basis of the combinations whose rate is zero, but for constants; kept at walls, too."""
        found = self._relations(candidates, [c.rate for c in candidates])
        for branch, jump in self._walls:
            functions = [c.function for c in found]
            jumps = [jump.map.pull(f) - f for f in functions]
            onto = EmbeddedSubset(branch).retraction
            found = self._relations(found, [branch.pull(self.restrict(f)) for f in jumps], onto)
        return found

    def completed(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """A basis of the combinations F for which ``F + f`` is conserved with a function f on E.

        ``Γ(F)`` has to be affine in the velocities, and f to exist along the admissible ones. Those
        F are left out and counted whose f is not determined by that, or was not found in formulas.
        It is empty where constraints are not affine in the velocities, where motions jump, and
        where the velocities 0 of the fibres are not in the domain.
        """
        if self.dynamics.jumps or not self.system.constraint_set.is_exact:
            return []
        D = AdmissibleVelocities(self.system)
        if D.space is not self.inclusion.source:
            return []
        try:
            D.section.pull(self._speeds[0].rate)
        except OutsideDomain:
            return []  # the motion is not defined at the velocities where f would be read
        self.are_completed = True
        up, speeds = D.projection.pull, [1, *(self.restrict(u) for u in D.speeds)]
        zero = 0 * D.space.coordinates[0]
        found = [c for c in candidates if not all(vanishes(V(c.value)) for V in D.vertical)]

        def parts(rate: Form) -> list[Form]:
            return [D.section.pull(g) for g in (-rate, *(-V(rate) for V in D.vertical))]

        def is_affine(rate: Form) -> list[Form]:
            return [linear.combination(speeds, map(up, parts(rate)), rate)]

        needed = IntegrabilityConditions(D.fields)
        for conditions in (is_affine, lambda rate: needed(parts(rate))):
            columns = list(zip(*(conditions(c.rate) for c in found), strict=True))
            while found and columns:
                column, *columns = columns
                if all(map(vanishes, column)):
                    continue
                self.asked.append(list(column))
                relations, none = linear.constant_relations(self.asked[-1]), 0 * sum(column)
                columns = [tuple(linear.combination(c, other, none) for c in relations)
                           for other in columns]  # fmt: skip
                below = none.space is not D.space
                found = [self._sum(map(up, c) if below else c, found) for c in relations]
        kept = []
        for c in found:
            f = self._potential(needed, parts(c.rate))
            if f is None:
                self.without_formula += 1
            else:
                function = c.function + self.jets.projection.pull(f)
                kept.append(Candidate(function, c.value + up(f), zero))
        return kept

    @staticmethod
    def _potential(needed: IntegrabilityConditions, given: Sequence[Form]) -> Form | None:
        """The function with these derivatives, if it is determined and was found."""
        if all(map(vanishes, given)):
            return 0 * given[0]
        slope = needed.differential(given)
        return None if slope is None else local_potential(slope)

    def _relations(
        self, candidates: Sequence[Candidate], zero: Sequence[Form], onto: Map | None = None
    ) -> list[Candidate]:
        """A basis of the combinations for which functions vanish, but for constants."""
        found = []
        self.asked.append(list(zero))
        for relation in linear.constant_relations(zero):
            numbers = onto.pull(relation) if onto else relation
            whole = self._sum(numbers, candidates)
            if not vanishes(d(whole.value)):
                found.append(Candidate(whole.function, whole.value, 0 * whole.value))
        return found

    def _sum(self, numbers: Iterable[Form], candidates: Sequence[Candidate]) -> Candidate:
        """A combination with constants, which are functions on the source of the inclusion."""
        terms = [(a, c) for a, c in zip(numbers, candidates, strict=True) if not vanishes(a)]
        zero = 0 * candidates[0].value
        return Candidate(
            sum(
                (self._retraction.pull(a) * c.function for a, c in terms), start=0 * self.jets.time
            ),
            sum((a * c.value for a, c in terms), start=zero),
            sum((a * c.rate for a, c in terms), start=zero),
        )

    @cached_property
    def _walls(self) -> list[tuple[Map, Jump]]:
        """Jumps, with the inclusions of their walls in the constraint set, where these are found.

        What changes at another wall is told by its verdict.
        """
        found = []
        for jump in self.dynamics.jumps:
            if jump.map.source is self.jets:
                wall = self.restrict(jump.above(self.dynamics))
                with suppress(Refusal, NotApplicable):
                    found.append((branch_of_wall(self.system, wall), jump))
        return found

    @cached_property
    def _retraction(self) -> Map:
        """A left inverse of the inclusion of the constraint set; it is for constants."""
        return EmbeddedSubset(self.inclusion).retraction

    # --- functions with their rates ------------------------------------------------------------

    @cached_property
    def _lifted(self) -> list[Candidate]:
        return [self._lift(g) for g in self.functions]

    @cached_property
    def _speeds(self) -> list[Candidate]:
        shown = self.dynamics.presentation.accelerations.values()
        try:
            rates = [self.restrict(a).expanded() for a in shown]
        except (Unexpanded, TooLarge) as error:
            raise type(error)(
                f"{self.dynamics.system.specification.where}: the accelerations on the constraint "
                f"set are too large for the search ({error}); give parameters numbers, or write "
                "constraints in the key 'solved', which chooses the velocities they are solved for"
            ) from None
        return self._along(self.jets.velocities, rates)

    @cached_property
    def _generators(self) -> list[Candidate]:
        """Time, positions and velocities with their rates."""
        speeds = [self.restrict(v) for v in self.jets.velocities]
        one = self.restrict(self.jets.function(1))
        return [
            *self._along([self.jets.time], [one]),
            *self._along(self.jets.positions, speeds),
            *self._speeds,
        ]

    def _along(self, functions: Sequence[Form], rates: Sequence[Form]) -> list[Candidate]:
        pairs = zip(functions, rates, strict=True)
        return [Candidate(f, self.restrict(f), rate) for f, rate in pairs]

    def _lift(self, function: Form) -> Candidate:
        """A function on J¹π with its rate, by the chain rule."""
        rate = self.restrict(self.jets.function(0))
        for X, moving in zip(self.jets.frame, self._generators, strict=True):
            rate = rate + self.restrict(X(function)) * moving.rate
        return Candidate(function, self.restrict(function), rate)

    def _momenta(self) -> list[Candidate]:
        """The functions ∂L/∂v, where they are affine in the velocities."""
        L = self.system.lagrangian
        return [self._lift(v(L)) for v in self._vertical] if self.is_quadratic else []

    def _energy(self) -> list[Candidate]:
        """The energy, where it is quadratic in the velocities."""
        return [self._lift(EnergyBalance(self.dynamics).energy)] if self.is_quadratic else []

    @cached_property
    def _vertical(self) -> tuple[VectorForm, ...]:
        return vertical_frame(self.jets)

    @cached_property
    def is_quadratic(self) -> bool:
        """Whether L is quadratic in the velocities, so that momenta and energy are polynomials."""
        entries = [e for row in hessian(self.system.lagrangian, self.jets) for e in row]
        return all(vanishes(v(entry)) for entry in entries for v in self._vertical)


def polynomials_on(
    velocities: AdmissibleVelocities, degree: int, coefficients: Sequence[Form]
) -> list[Form]:
    """A basis of the polynomials in the velocities, restricted to the constraint set.

    Their coefficients are combinations of given functions on E.

    Raises
    ------
    DegreeMismatch
        The degree is no whole number 0, 1, …, or there is no function.
    """
    if not isinstance(degree, int) or degree < 0 or not coefficients:
        raise DegreeMismatch(
            f"{velocities.system.name}: polynomials in the velocities have a degree 0, 1, … and "
            f"some functions as coefficients, not the degree {degree!r} and {len(coefficients)}"
        )
    system, up = velocities.system, velocities.projection.pull
    speeds = [system.constraint_set.restrict(v) for v in system.evolution_space.velocities]
    return independent(
        [
            prod(chosen, start=up(g)).expanded()
            for n in range(degree + 1)
            for chosen in combinations_with_replacement(speeds, n)
            for g in coefficients
        ]
    )
