"""The first integrals of a motion that are known: what all questions that find some say together.

* `mechanics.analysis.first_integrals`: polynomials in the velocities.
* `mechanics.analysis.symmetries`: momenta of Noether symmetries.
* `mechanics.analysis.nonholonomic_momentum`: conserved momenta along the constraints.
* `mechanics.analysis.darboux`: quotients, powers and exponentials, of the smallest space, if asked.
* `mechanics.analysis.separation`: the constants of separated variables.
* The declared invariants of the system that are verified.

Where functions get too large for a space a smaller one is searched instead, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from diffgeo.errors import TooLarge, Unexpanded
from mechanics.analysis.darboux import DarbouxFunctions
from mechanics.analysis.first_integrals import search as search_integrals
from mechanics.analysis.nonholonomic_momentum import NonholonomicMomentum
from mechanics.analysis.separation import separated_integrals
from mechanics.analysis.symmetries import Symmetries
from mechanics.errors import BadSystem, NotApplicable
from mechanics.model.coefficient_functions import coefficient_functions
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from diffgeo.calculus import FunctionLike
    from mechanics.analysis.first_integrals import FirstIntegrals
    from mechanics.theories.dynamics import Dynamics

T = TypeVar("T")
Spaces: TypeAlias = "Sequence[tuple[int, int | None]]"
#: What a search says if its space is too large.
TOO_LARGE = (TooLarge, Unexpanded, BadSystem)
#: Degree and order of the spaces of integrals that are tried one after the other.
SPACES: Spaces = ((2, None), (2, 0), (1, 0))
#: Larger motions are looked at with order 0 only, where nobody asks for more: minutes otherwise.
LARGE = 5_000_000


class KnownIntegrals:
    """First integrals and symmetries from the questions that find them.

    Parameters
    ----------
    dynamics
        The motion.
    order
        Of the coefficients of integrals, symmetries and momenta. By default each question has its
        own, and a smaller one where functions get too large.
    extra
        Functions on E besides them.

    Attributes
    ----------
    searched : dict of str
        Which spaces were searched, in words, by what was looked for there.

    Raises
    ------
    Unexpanded, TooLarge, BadSystem
        Functions get too large for the order that was given.
    """

    def __init__(
        self, dynamics: Dynamics, order: int | None = None, extra: Sequence[FunctionLike] = ()
    ) -> None:
        self.dynamics, self.system = dynamics, dynamics.system
        self.order, self.extra = order, tuple(extra)
        self.searched: dict[str, str] = {}

    def _first(
        self, what: str, attempts: Iterable[Callable[[], T]], space: Callable[[T], str]
    ) -> T | None:
        """The answer of the first space that is not too large; with a given order it has to be."""
        left_out, found = "", None
        for attempt in attempts:
            try:
                found = attempt()
                break
            except NotApplicable:
                return None
            except TOO_LARGE as error:
                if self.order is not None:
                    raise
                why = str(error).removeprefix(f"{self.system.specification.where}: ")
                left_out = left_out or why
        reason = f" (no larger one: {left_out})" if left_out else ""
        self.searched[what] = ("none" if found is None else space(found)) + reason
        return found

    @cached_property
    def polynomials(self) -> FirstIntegrals | None:
        """Those that are polynomials in the velocities."""
        spaces: Spaces = SPACES if self.order is None else ((2, self.order),)
        if self.order is None and self._size > LARGE:
            spaces = SPACES[1:]

        def attempt(degree: int, order: int | None) -> Callable[[], FirstIntegrals]:
            return lambda: search_integrals(
                self.system, degree, order=order, extra=self.extra, theory=self.dynamics.theory
            )

        attempts = (attempt(*each) for each in spaces)
        return self._first("integrals", attempts, lambda found: found.space)

    @cached_property
    def _size(self) -> int:
        """Of the accelerations that are differentiated in the space of order 1, in characters."""
        restrict = self.system.constraint_set.restrict
        shown = self.dynamics.presentation.accelerations.values()
        count = len(coefficient_functions(self.system, 1)) * comb(len(shown) + 2, 2)
        return count * sum(len(str(restrict(a))) for a in shown)

    @cached_property
    def symmetries(self) -> Symmetries | None:
        """Point symmetries, and their momenta."""
        orders = (1, 0) if self.order is None else (self.order,)

        def attempt(order: int) -> Callable[[], Symmetries]:
            return lambda: Symmetries(self.dynamics, order, extra=self.extra)

        return self._first("symmetries", map(attempt, orders), lambda found: found.space)

    @cached_property
    def momenta(self) -> NonholonomicMomentum | None:
        """Conserved momenta along the constraints."""
        orders = (1, 0) if self.order is None else (self.order,)

        def attempt(order: int) -> Callable[[], NonholonomicMomentum]:
            def found() -> NonholonomicMomentum:
                momenta = NonholonomicMomentum(self.dynamics, None, order, self.extra)
                _ = momenta.conserved
                return momenta

            return found

        def space(found: NonholonomicMomentum) -> str:
            return f"of displacements that keep L, with coefficients of order {found.order}"

        return self._first("momenta", map(attempt, orders), space)

    @cached_property
    def functions(self) -> tuple[Form, ...]:
        """All of them, on J¹π; they may depend on each other on the constraint set."""
        polynomials, symmetries, conserved = self.polynomials, self.symmetries, self.momenta
        order = max(4, 2 * (self.order or 0))
        restrict = self.system.constraint_set.restrict
        motion: VectorForm = restrict(self.dynamics.regular.field)
        declared = self.system.invariants.values()
        momenta = list(symmetries.integrals if symmetries else ())
        if conserved:
            momenta += (J for J in conserved.conserved if not conserved.periodicity(J).angles)
        return (
            *(i.function for i in (polynomials.integrals if polynomials else ()) if i.check.holds),
            *(J.momentum for J in momenta if J.is_conserved.holds),
            *(f for f in declared if vanishes(motion(restrict(f)))),
            *separated_integrals(self.system, order, self.extra),
        )

    @cached_property
    def local_momenta(self) -> tuple[Form, ...]:
        """Conserved momenta that are several-valued on circles: levels of others come first."""
        found = self.momenta
        each = (J for J in (found.conserved if found else ()) if J.is_conserved.holds)
        return tuple(J.momentum for J in each if found and found.periodicity(J).angles)

    @property
    def spaces(self) -> str:
        """Which spaces were searched, in words."""
        return "; ".join(f"{what}: {space}" for what, space in self.searched.items())

    @cached_property
    def of_darboux(self) -> tuple[Form, ...]:
        """Those of the smallest space of Darboux functions, on the constraint set."""
        try:
            found = DarbouxFunctions(self.dynamics, 1, 0, extra=self.extra)
            integrals = [density.function for density in found.integrals]
        except TOO_LARGE:
            return ()
        self.searched["Darboux functions"] = found.space
        motion = found.motion
        return tuple(f for f in integrals if vanishes(motion(f)))


def known_integrals(
    dynamics: Dynamics, order: int | None = None, extra: Sequence[FunctionLike] = ()
) -> KnownIntegrals:
    """The known integrals of a motion; without functions besides they are kept with the system."""
    if extra:
        return KnownIntegrals(dynamics, order, extra)
    kept = dynamics.system.once(_kept)
    key = dynamics.theory, order
    return kept.get(key) or kept.setdefault(key, KnownIntegrals(dynamics, order))


def _kept(_: object) -> dict[object, KnownIntegrals]:
    return {}
