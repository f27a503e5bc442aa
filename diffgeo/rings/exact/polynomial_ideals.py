"""Functions modulo equations: equality on the common real zeros of functions of one chart.

A function vanishes on the set N of real points where all equations hold and their
differentials are independent

* if it is in the ideal I of the equations, or in the saturation of I by each maximal minor
  of their Jacobian matrix: at a point of N one of the minors is not zero. Both are decided
  by Gröbner bases over the generators of the ring, their own relations among the equations;
* if a product with a function without zeros is in that ideal (tried for square roots);
* if no real point of N has another value, by real algebra;
* if it does so with the arguments of exponentials, sines and other functions reduced by I;
* certainly not if it is not zero at one certified point of N.

Neither answer needs the ideal to be prime. Where no answer is found the question is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flint import fmpq_mpoly

from diffgeo.copying import Identified
from diffgeo.errors import OutsideDomain, Refusal, Undecided
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import LOCK, exclusive
from diffgeo.rings.exact.groebner_bases import GroebnerBasis
from diffgeo.rings.exact.inverses import denominator_factors
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.solving import VarietyPoint, search_points
from diffgeo.rings.exact.tower import Kind
from diffgeo.rings.expression import Apply, Call, Expression
from diffgeo.rings.expression import replace as substituted
from diffgeo.rings.protocol import Condition, Decision

if TYPE_CHECKING:
    from diffgeo.rings.exact.counterexample_points import CounterexampleData

#: Whether functions of a ring have a common zero where all of others, and one of others still,
#: do not vanish; None if that was not decided.
CommonZero = Callable[
    [ExactRing, Sequence[Element], Sequence[Element], Sequence[Element]], bool | None
]

#: So many certified points are tried before a function is thought to vanish, or at all.
FEW_POINTS, MANY_POINTS = 3, 12
#: The same for a rational one to be shown.
MOST_POINTS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Restricted:
    """A function of the chart as a function on the variety; what `check` asks questions of."""

    ring: Variety
    element: Element


class Variety(Identified):
    """The real points where functions vanish and their differentials are independent.

    Parameters
    ----------
    ring
        The ring of the chart.
    equations
        The functions.
    minors
        The coefficients of the product of their differentials.
    label
        How messages call the set.
    common_zero
        What decides over the real numbers whether functions have a common zero where others do
        not vanish, if there is one.
    """

    def __init__(
        self,
        ring: ExactRing,
        equations: Sequence[Element],
        minors: Sequence[Element],
        label: str,
        common_zero: CommonZero | None = None,
    ) -> None:
        self.ambient = ring
        self.equations = tuple(equations)
        self.minors = tuple(minors)
        self.label = label
        self._common_zero = common_zero
        self._known_conditions: dict[Condition, bool] = {}
        self._points: list[VarietyPoint] = []
        self._search = search_points(ring, self.equations, self.minors)
        self._bases: dict[int, GroebnerBasis] = {}

    def __getstate__(self) -> tuple[object, ...]:
        # Points and bases are found again.
        return self.ambient, self.equations, self.minors, self.label, self._common_zero

    def _complete(self, state: tuple[Any, ...]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    # --- the ideal -----------------------------------------------------------------

    @property
    def ideal(self) -> GroebnerBasis:
        """The ideal of the equations."""
        return self._basis(-1)

    def saturation(self, number: int, asked: fmpq_mpoly | None = None) -> GroebnerBasis:
        """The ideal of the equations where one of the minors is not zero."""
        return self._basis(number, asked)

    def _basis(self, number: int, asked: fmpq_mpoly | None = None) -> GroebnerBasis:
        """The basis, with the relations of the generators of what will be asked of it."""
        known = self._bases.get(number)
        current = known is not None and known.is_current
        if known is None or not current or not (asked is None or known.knows(asked)):
            inverted = None if number < 0 else self._invertible * self._minor(number)
            equations = [self._numerator(e) for e in self.equations]
            used = () if asked is None else self.ambient.tower.used(asked)
            known = GroebnerBasis(self.ambient, equations, inverted, used)
            self._bases[number] = known
        return known

    def _contains(self, polynomial: fmpq_mpoly) -> bool:
        return self._basis(-1, polynomial).contains(polynomial)

    @cached_property
    def is_inconsistent(self) -> bool:
        """Whether the equations certainly have no common zero."""
        return self.ideal.is_everything

    @cached_property
    def is_dependent(self) -> bool:
        """Whether the differentials are certainly dependent at every zero of the equations."""
        return all(self.saturation(k).is_everything for k in range(len(self.minors)))

    @cached_property
    def is_regular(self) -> bool:
        """Whether the differentials are certainly independent at every zero."""
        equations = [self._numerator(e) for e in (*self.equations, *self.minors)]
        if GroebnerBasis(self.ambient, equations, self._invertible).is_everything:
            return True
        return self._have_no_common_zero((*self.equations, *self.minors))

    # --- what `check` asks -----------------------------------------------------------

    @exclusive
    def restrict(self, element: Any) -> Restricted:
        """A function of the chart as one on the variety."""
        return Restricted(self, self.ambient.expand(element))

    @exclusive
    def is_zero(self, restricted: Restricted, log2_bound: float = -64.0) -> Decision:
        """Whether a function vanishes on the variety; certain, or refused.

        Raises
        ------
        OutsideDomain
            A denominator of the function vanishes on the whole variety.
        Undecided
            Neither membership in the ideal nor a point with another value was found.
        """
        element = restricted.element
        numerator = self._numerator(element)
        if self._has_no_domain(element):
            raise OutsideDomain(
                f"a denominator of {element} vanishes on {self.label}: restrict another function"
            )
        if self._contains(numerator):
            return Decision(True, True, how="in the ideal of the equations")
        if (found := self._non_zero(element, FEW_POINTS)) is not None:
            return found
        if self.minors and all(
            self.saturation(k, numerator).contains(numerator) for k in range(len(self.minors))
        ):
            how = "in the ideal of the equations where their differentials are independent"
            return Decision(True, True, how=how)
        if self._vanishes_by_conjugate(numerator):
            how = "the product with a positive conjugate is in the ideal of the equations"
            return Decision(True, True, how=how)
        if (found := self._non_zero(element, MANY_POINTS)) is not None:
            return found
        if self._have_no_common_zero(self.equations, [element], self.minors):
            return Decision(True, True, how="no real point of the set has another value, by z3")
        if self._vanishes_with_reduced_arguments(element):
            how = "in the ideal, with the arguments of functions reduced by the equations"
            return Decision(True, True, how=how)
        raise Undecided(
            f"{element} is not in the ideal of the equations of {self.label}, and no point of "
            "it was found where it is not zero"
        )

    def conditions(self, restricted: Restricted) -> list[Condition]:
        """The conditions of the function that may fail on the variety."""
        found = self.ambient.conditions(restricted.element)
        return [c for c in found if c.relation != "!=" or not self._holds(c)]

    def _holds(self, condition: Condition) -> bool:
        """Whether what must not vanish certainly has no zero on the variety."""
        if condition not in self._known_conditions:
            try:
                elements = [*self.equations, *self.ambient.ingest([condition.expression])]
            except Refusal:
                return False
            basis = GroebnerBasis(
                self.ambient, [self._numerator(e) for e in elements], self._invertible
            )
            known = basis.is_everything or self._have_no_common_zero(elements)
            self._known_conditions[condition] = known
        return self._known_conditions[condition]

    def expression(self, restricted: Restricted) -> Expression:
        """A tree for display."""
        return self.ambient.expression(restricted.element)

    @exclusive
    def counterexample(self, restricted: Restricted) -> CounterexampleData:
        """A rational point of the variety where a function is not zero.

        Raises `Undecided` if only points that are not rational were found; the message gives
        one of them, certified, and the value there.
        """
        other = None
        for point in self.points(MOST_POINTS):
            value = point.value(restricted.element)
            if value is None:
                continue
            if point.is_rational:
                return point.counterexample(restricted.element, value)
            other = other or (point, value)
        if other is None:
            raise Undecided("no certified point was found")
        point, value = other
        raise Undecided(
            f"no rational point of {self.label} was found; near {point}, certified by balls, the "
            f"value is {point.shown(value)}"
        )

    def _have_no_common_zero(
        self,
        functions: Sequence[Element],
        nonzero: Sequence[Element] = (),
        some_nonzero: Sequence[Element] = (),
    ) -> bool:
        """Whether there is certainly no real point where some vanish and others do not."""
        if self._common_zero is None:
            return False
        groups = [list(map(self.ambient.expand, g)) for g in (functions, nonzero, some_nonzero)]
        return self._common_zero(self.ambient, *groups) is False

    def _vanishes_by_conjugate(self, numerator: fmpq_mpoly) -> bool:
        """Whether ``e * e'`` is in the ideal, e' with another sign of a square root and no zeros.

        So ``q - r`` vanishes where ``q**2 = r**2``, if ``q + r > 0``.
        """
        ring, tower = self.ambient, self.ambient.tower
        for index in tower.used(numerator):
            generator = tower.generators[index]
            if generator.kind is not Kind.ROOT or generator.degree != 2:
                continue
            images = list(tower.context.gens())
            images[tower.place(index)] *= -1
            conjugate = ring.make(numerator.compose(*images, ctx=tower.context))
            sign = ring.domain.signed(conjugate, strict=True)
            if sign is None:
                continue
            if self._contains(tower.reduce(conjugate.polynomial * tower.lift(numerator))):
                return True
        return False

    def _vanishes_with_reduced_arguments(self, element: Element) -> bool:
        """Whether it vanishes by equations between the arguments of exponentials, sines, ….

        Equal arguments have equal values. They are read in a ring of their own, which may have
        other generators.
        """
        from diffgeo.rings.exact.reduction import Shortening

        trees = [self.ambient.expression(e) for e in (*self.equations, element)]
        if not any(isinstance(node, Call | Apply) for node in trees[-1].walk()):
            return False
        ring = self.ambient.unused()
        with suppress(Refusal):
            *equations, _ = ring.ingest(trees)

            def reduced(node: Expression) -> Expression | None:
                if not isinstance(node, Call | Apply):
                    return None
                arguments = ring.ingest(node.arguments)
                modulo = Shortening(ring, equations)
                found = tuple(ring.expression(modulo.normal_form(a)) for a in arguments)
                return replace(node, arguments=found)

            (found,) = ring.ingest([substituted(trees[-1], reduced)])
            here = Variety(ring, equations, (), self.label)
            return here._contains(here._numerator(found))
        return False

    # --- points ----------------------------------------------------------------------

    def points(self, most: int) -> Iterable[VarietyPoint]:
        """Certified points of the variety, at most so many."""
        for number in range(most):
            if number >= len(self._points):
                with LOCK:
                    found = next(self._search, None)
                    if found is None:
                        return
                    self._points.append(found)
            yield self._points[number]

    def _non_zero(self, element: Element, most: int) -> Decision | None:
        for point in self.points(most):
            value = point.value(element)
            if value is not None:
                how = f"the value at the point {point} is {point.shown(value)}"
                return Decision(False, True, how=how)
        return None

    # --- polynomials -----------------------------------------------------------------

    @property
    def _invertible(self) -> fmpq_mpoly:
        """The product of the coordinates and parameters that are declared not to vanish."""
        domain, tower = self.ambient.domain, self.ambient.tower
        product = tower.constant(1)
        for index in sorted({*domain.declared, *domain.nonzero}):
            product = product * tower.variable(index)
        return product

    def _minor(self, number: int) -> fmpq_mpoly:
        return self._numerator(self.minors[number])

    def _numerator(self, element: Element) -> fmpq_mpoly:
        return self.ambient.tower.clear(element.polynomial)[0]

    def _has_no_domain(self, element: Element) -> bool:
        tower = self.ambient.tower
        for index in tower.clear(element.polynomial)[1]:
            argument = tower.generators[index].argument
            if argument is not None and self._contains(tower.lift(argument.polynomial)):
                return True
        return False


def components(ring: ExactRing, element: Element, *, signed: bool = False) -> list[Element]:
    """The irreducible factors of a function that may vanish, each once.

    Factors in parameters only, and those of known strict sign, are left out: the first are
    assumed not to vanish, the others cannot (with `signed` these are kept). Of angles and roots
    these are factors in the generators that the function needs, whatever finer ones the ring has.
    """
    from diffgeo.rings.exact.angle_multiples import Waves
    from diffgeo.rings.exact.transfer import Coarsening

    if not Waves(ring, element.polynomial, always=True).periods:
        return _components(ring, element, signed)
    with suppress(Refusal):
        coarser = Coarsening(ring)
        found = _components(coarser.target, coarser(element), signed)
        back = coarser.target.pullback(ring, {})
        return sorted((back(e).under(element.mask) for e in found), key=str)
    return _components(ring, element, signed)


def _components(ring: ExactRing, element: Element, signed: bool) -> list[Element]:
    from diffgeo.rings.exact.writing_expressions import lowest_terms

    # In lowest terms: what a function was divided by is no zero of it.
    numerator, denominator = lowest_terms(ring, element)
    below = not denominator.is_constant()
    found, mask = [], 0
    factors = [f for f in denominator_factors(ring, numerator) if not f[0].is_constant()]
    if len(factors) == 1 and factors[0][1] == 1 and not below:
        # As it was given: no other factor, no other sign.
        factors = [(numerator, 1)]
    for factor, _ in factors:
        made = ring.make(factor, element.mask)
        kinds = {ring.tower.generators[i].kind for i in ring.tower.used(factor)}
        if kinds <= {Kind.PARAMETER, Kind.CONSTANT}:
            if kinds:
                mask |= ring.domain.require("!=", made.bare(), "factor of an equation")
            continue
        if signed or ring.domain.signed(made.bare(), strict=True) is None:
            found.append(made)
    return [e.under(mask) for e in sorted(found, key=str)]
