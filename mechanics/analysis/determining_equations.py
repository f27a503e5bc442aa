"""The determining equations of symmetries, for fields of a finite space.

They are derived in `mechanics.analysis.symmetries`. Each is a function on the constraint set, on
J¹π or on E that has to vanish, linear over the constants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import Form, Map, VectorForm, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import OutsideDomain, Unexpanded
from mechanics.analysis.local_potentials import local_potential
from mechanics.analysis.noether import written
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.lagrangian import chetaev_forms, vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.model.sections import section_of_velocities

if TYPE_CHECKING:
    from mechanics.theories.dynamics import Dynamics


@dataclass(frozen=True)
class Generator:
    """A field X on E, and the function f of a Noether symmetry (0 for others).

    f is None where df is known, and f was not found in formulas.
    """

    field: VectorForm
    gauge: Form | None

    def __str__(self) -> str:
        if self.gauge is None:
            return f"{self.field}  with an f that was not found in formulas"
        gauge = "" if vanishes(self.gauge) else f"  with f = {written(self.gauge)}"
        return f"{self.field}{gauge}"


class DeterminingEquations:
    """The determining equations of a motion, for fields of an ansatz."""

    def __init__(self, dynamics: Dynamics, functions: Sequence[Form]) -> None:
        self.dynamics = dynamics
        self.system = system = dynamics.system
        self.velocities = AdmissibleVelocities(system)
        self.jets, self.place = system.evolution_space, system.constraint_set
        self.motion: VectorForm = self.place.restrict(dynamics.regular.field)
        E = system.configuration_space
        fields = [E_k for E_k in E.frame]
        none = E.function(0)
        self.fields = [Generator(g * X, none) for g in functions for X in fields]
        self.gauges = [Generator(0 * fields[0], g) for g in functions]
        #: Whose relations were asked for.
        self.asked: list[list[Form]] = []

    def solutions(
        self, space: Sequence[Generator], equations: Sequence[Callable[[Generator], Form]]
    ) -> list[Generator]:
        """The combinations with constant coefficients for which all functions are zero."""
        found = list(space)
        for equation in equations:
            values = [equation(X) for X in found]
            if all(map(vanishes, values)):
                continue
            self.asked.append(values)
            down = self._constants(values[0])
            try:
                relations = linear.constant_relations(values)
            except Unexpanded as error:
                raise Unexpanded(
                    f"the determining equations of {len(found)} fields get too large ({error}); "
                    "coefficients of a smaller order give fewer"
                ) from error
            found = [self._combined([down(a) for a in c], found) for c in relations]
            if not found:
                break
        return found

    def gauged(self, fields: Sequence[Generator]) -> list[Generator]:
        """Fields for which X¹(L) + T(ξ) L is some T(f), with f by integration."""
        found = []
        for X in fields:
            f = local_potential(self._slope_of_gauge(X))
            found.append(Generator(X.field, f))
        return found

    def _constants(self, value: Form) -> Callable[[Form], Form]:
        """What brings constants on the space of a function to E."""
        section = self.velocities.section
        if value.space is section.source:
            return lambda a: a
        if value.space is section.target:
            return section.pull
        return lambda a: section.pull(self._restricted(a))

    def _combined(self, c: Sequence[Form], space: Sequence[Generator]) -> Generator:
        terms = [(a, X) for a, X in zip(c, space, strict=True) if not vanishes(a)]
        zero = 0 * space[0].field, self.system.configuration_space.function(0)
        return Generator(
            sum((a * X.field for a, X in terms), start=zero[0]),
            sum((a * X.gauge for a, X in terms if X.gauge is not None), start=zero[1]),
        )

    # --- the equations, each with values in the functions on N or on J¹π -----------------------

    @cached_property
    def tangency(self) -> list[Callable[[Generator], Form]]:
        """X¹(φ_i) = 0 on N."""
        return [partial(self._slope, phi) for phi in self.system.constraints]

    def _slope(self, phi: Form, X: Generator) -> Form:
        return self._restricted(self._prolonged(X)(phi))

    @cached_property
    def invariance(self) -> list[Callable[[Generator], Form]]:
        """[X¹, Γ] + Γ(ξ) Γ = 0 on the velocities of N."""
        N, Γ = self.velocities.space, self.motion
        up = self.place.retraction.pull

        def equation(x: Form) -> Callable[[Generator], Form]:
            above, rate = up(x), Γ(x).expanded()
            slopes = [(up(y), slope(rate)) for y, slope in zip(N.coordinates, N.frame, strict=True)]
            slopes = [(y, s) for y, s in slopes if not vanishes(s)]

            def value(X: Generator) -> Form:
                X1 = self._prolonged(X)
                start = Γ(self._restricted(self.jets.dt(X1))) * rate - Γ(
                    self._restricted(X1(above))
                )
                return sum((self._restricted(X1(y)) * s for y, s in slopes), start=start)

            return value

        free = [x for x in N.coordinates if any(not vanishes(V(x)) for V in self._vertical)]
        return [equation(x) for x in free]

    @cached_property
    def variation(self) -> list[Callable[[Generator], Form]]:
        """X¹(L) + T(ξ) L = T(f) on J¹π for some f: it is i_T α, and the 1-form α on E is closed."""
        frame = self.system.configuration_space.frame

        def is_total(X: Generator) -> Form:
            slope, speeds = self._slope_of_gauge(X), [1, *self.jets.velocities]
            values = [self.jets.projection.pull(slope(Y)) for Y in frame]
            return linear.combination(speeds, [-g for g in values], self.change(X))

        def is_closed(Y: VectorForm, Z: VectorForm, X: Generator) -> Form:
            return d(self._slope_of_gauge(X))(Y, Z)

        return [is_total, *(partial(is_closed, Y, Z) for Y, Z in combinations(frame, 2))]

    def variation_with(self, X: Generator) -> list[Callable[[Generator], Form]]:
        """The same for a given f, where it is known."""
        return self.variation if X.gauge is None else [self.change]

    def _slope_of_gauge(self, X: Generator) -> Form:
        """The 1-form α, if X¹(L) + T(ξ) L is affine in the velocities: its coefficients."""
        key = id(X)
        if key not in self._slopes:
            change, speeds = self.change(X), self.jets.velocities
            rates = [V(change) for V in vertical_frame(self.jets)]
            parts = [linear.combination(speeds, [-g for g in rates], change), *rates]
            dq = [d(q) for q in self.system.configuration_space.coordinates]
            alpha = linear.combination(map(self._section.pull, parts), dq, 0 * dq[0])
            self._slopes[key] = X, alpha
        return self._slopes[key][1]

    @cached_property
    def _slopes(self) -> dict[int, tuple[Generator, Form]]:
        return {}

    @cached_property
    def _section(self) -> Map:
        """E → J¹π by velocities 0, or others where L is not defined there."""
        E, speeds = self.system.configuration_space, self.jets.velocities
        at_rest = section_of_velocities(self.system, E, [E.function(0) for _ in speeds])
        try:
            at_rest.pull(self.system.lagrangian)
        except OutsideDomain:
            numbers = [E.function(k) for k, _ in enumerate(speeds, 1)]
            return section_of_velocities(self.system, E, numbers)
        return at_rest

    def change(self, X: Generator) -> Form:
        """X¹(L) + T(ξ) L - T(f) on J¹π."""
        L, (total,) = self.system.lagrangian, self.jets.total_derivatives
        dt = self.system.configuration_space.dt
        change: Form = self._prolonged(X)(L) + total(dt(X.field)) * L
        return change if X.gauge is None else change - total(X.gauge)

    @cached_property
    def conservation(self) -> list[Callable[[Generator], Form]]:
        """(S X¹)(φ_i) = 0, F(X¹) = 0 and X¹(L) + T(ξ) L = T(f) on N."""
        forms = [*chetaev_forms(self.system), self.system.force]
        powers = [partial(self._power, alpha) for alpha in forms]
        if not self.system.constraints:
            return [*powers, *self.variation]
        return [*powers, lambda X: self._restricted(self.change(X))]

    def _power(self, alpha: Form, X: Generator) -> Form:
        return self._restricted(alpha(self._prolonged(X)))

    def _restricted(self, function: Form) -> Form:
        found: Form = self.place.restrict(function)
        return found

    def _prolonged(self, X: Generator) -> VectorForm:
        return self.jets.prolong_field(X.field)

    @property
    def _vertical(self) -> tuple[VectorForm, ...]:
        return self.velocities.vertical
