"""The exact ring of functions of one chart.

`ExactRing` holds the tower of generators, the domain (conditions and signs) and the
memory of what was adjoined; the work is done by the modules beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from diffgeo.copying import Identified
from diffgeo.errors import NameClash, SpaceMismatch, Undecided, UndefinedSymbol
from diffgeo.rings.elementary_functions import ELEMENTARY
from diffgeo.rings.exact import (
    absolute_values,
    counterexample_points,
    declared_signs,
    insertion,
    inverses,
    partial_sums,
    pickling,
    reading_expressions,
    serialization,
    sums,
    writing_expressions,
    zero,
)
from diffgeo.rings.exact.derivation import Differentials
from diffgeo.rings.exact.domain import Domain
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import LOCK, exclusive
from diffgeo.rings.exact.matrices import LinearAlgebra
from diffgeo.rings.exact.modular import ModularPoint
from diffgeo.rings.exact.random_points import RandomPoints
from diffgeo.rings.exact.snapshot import Journal
from diffgeo.rings.exact.tower import Generator, Kind, Tower
from diffgeo.rings.expression import Expression
from diffgeo.rings.protocol import Condition, Data, Decision, FormulaRing, K, Product

if TYPE_CHECKING:
    from flint import fmpq_mpoly

    from diffgeo.rings.exact.counterexample_points import CounterexampleData
    from diffgeo.rings.exact.node import Function, Node, Same
    from diffgeo.rings.exact.pickling import Definitions
    from diffgeo.rings.exact.retirement import Retirement
    from diffgeo.rings.exact.transfer import Image

_NAME = re.compile(r"[^\W\d]\w*\Z")


class ExactRing(RandomPoints, LinearAlgebra, Identified, FormulaRing):
    """Functions of the coordinates and parameters of one chart, with an exact zero test.

    Parameters
    ----------
    coordinates, parameters
        Names. Parameters count as independent variables whose value is not known.
    functions
        Undefined functions with their number of arguments.
    signs
        Declared signs of coordinates and parameters, ``+1`` or ``-1``.
    nonzero
        Names declared not to vanish.
    domain
        Inequalities that hold at every point.

    Raises
    ------
    NameClash
        If a name is declared twice, or is that of an elementary function.
    """

    def __init__(
        self,
        coordinates: Sequence[str],
        parameters: Sequence[str] = (),
        functions: Mapping[str, int] | None = None,
        signs: Mapping[str, int] | None = None,
        nonzero: Iterable[str] = (),
        domain: Sequence[Condition] = (),
    ) -> None:
        self.coordinates = tuple(coordinates)
        self.parameters = tuple(parameters)
        self.functions = dict(functions or {})
        #: Functions that were not declared by the user; maps declare them where they go.
        self.late: set[str] = set()
        self.tower = Tower()
        #: What has to be undone if the adjunction under way is refused.
        self.journal = Journal()
        self._versions = 0
        #: The refinement under way: not every old generator has an image yet.
        self.retirement: Retirement | None = None
        self.base: dict[str, int] = {}
        for kind, names in ((Kind.COORDINATE, coordinates), (Kind.PARAMETER, parameters)):
            for name in names:
                self._declare(kind, name)
        for name in self.functions:
            if name in self.base:
                raise NameClash(f"{name} is declared as a function and as a variable; rename one")
        self.domain = Domain(self, dict(signs or {}), tuple(nonzero))
        self.differentials = Differentials(self)
        #: What was read or adjoined before, so that adjoining twice gives the same element.
        self.memory: dict[Any, Any] = {}
        self._points: list[ModularPoint] = []
        #: What is decided together, and the points drawn for it: see `points_for`.
        self._questions: tuple[Function, ...] = ()
        self._drawn: tuple[str, list[ModularPoint]] = ("", [])
        #: For independence tests: points by trial, and the 1-forms of generators.
        self.samples: dict[int, list[ModularPoint]] = {}
        self.forms: dict[Hashable, dict[int, Element]] = {}
        self._asked: list[Node] = []
        self._constants: dict[int | Fraction, Element] = {}
        self.domain.declare(tuple(domain))

    def __getstate__(self) -> Definitions:
        return pickling.definitions(self)

    def _complete(self, state: Definitions) -> None:
        pickling.complete(self, state)

    def _declare(self, kind: Kind, name: str) -> None:
        if not _NAME.match(name):
            raise NameClash(f"{name!r} is not a name; use letters, digits and underscores")
        if name in ELEMENTARY or name in ("Derivative", "Subs"):
            raise NameClash(
                f"{name} is the name of a function in formulas, which could not be read any more; "
                f"rename the {kind.value}"
            )
        if name in self.base:
            raise NameClash(f"{name} is declared twice; rename one of the two")
        self.base[name] = self.tower.append(Generator(-1, kind, name))

    @exclusive
    def declare(self, function: str, arity: int) -> None:
        """Add an undefined function, once or again; rings of other spaces get it through maps."""
        known = self.functions.get(function, arity)
        if (
            function in self.base
            or known != arity
            or (function in self.functions) != (function in self.late)
        ):
            raise NameClash(f"{function} is declared already, as something else; rename one")
        self.functions[function] = arity
        self.late.add(function)

    def unused(self) -> ExactRing:
        """A ring with the same declarations that has seen nothing."""
        names = {index: name for name, index in self.base.items()}
        ring = ExactRing(
            self.coordinates,
            self.parameters,
            self.functions,
            {names[i]: sign for i, sign in self.domain.declared.items()},
            [names[i] for i in sorted(self.domain.nonzero)],
            self.domain.given,
        )
        ring.late |= self.late
        return ring

    def __repr__(self) -> str:
        return f"ExactRing({', '.join(self.coordinates)}; {', '.join(self.parameters)})"

    # --- elements ------------------------------------------------------------------

    @property
    def zero(self) -> Element:
        """The constant 0."""
        return self.rational(0)

    @property
    def one(self) -> Element:
        """The constant 1."""
        return self.rational(1)

    def rational(self, value: int | Fraction) -> Element:
        """The constant function with an exact rational value."""
        # An integer finds the entry of the equal Fraction.
        known = self._constants.get(value)
        if known is None:
            number = self.tower.constant(Fraction(value))
            known = self._constants[value] = Element(self, number, support=0)
        return known

    @exclusive
    def generator(self, name: str) -> Element:
        """The coordinate or parameter called ``name``."""
        if name not in self.base:
            known = ", ".join(self.base)
            raise UndefinedSymbol(f"{name} is not declared in this chart; declared: {known}")
        return self.element_of(self.base[name])

    def element_of(self, index: int) -> Element:
        """A generator of the tower as an element."""
        with LOCK:
            tower = self.tower
            known = tower.elements.get(index)
            if known is None:
                mask = tower.generators[index].mask
                known = Element(self, tower.variable(index), mask, 1 << index)
                tower.elements[index] = known
            return known

    def variable_index(self, element: Element) -> int | None:
        """The number of the generator that an element is, or ``None``."""
        support = element.support
        if support & support - 1 or not support:
            return None
        index = support.bit_length() - 1
        known = self.element_of(index)
        return index if element is known or element.polynomial == known.polynomial else None

    @exclusive
    def make(self, polynomial: fmpq_mpoly, mask: int = 0) -> Element:
        """The element of a polynomial, reduced."""
        return Element(self, self.tower.reduce(polynomial), mask)

    @exclusive
    def ingest(self, trees: Sequence[Expression]) -> list[Element]:
        """Read expressions, all of them before any is converted, so that bases fit all."""
        return reading_expressions.ingest(self, trees)

    @exclusive
    def inverse(self, element: Element) -> Element:
        """``1/element``; raises `ZeroDenominator` and records the condition."""
        return inverses.invert(self, element)

    # --- calculus ------------------------------------------------------------------

    def partial(self, element: Function, index: int) -> Same:
        """The derivative along the coordinate number ``index``."""
        return self.derivative(element, self.coordinates[index])

    def derivative(self, element: Function, name: str) -> Same:
        """The derivative along a coordinate or a parameter, by name."""
        if not isinstance(element, Element):
            return element.derivative(name)
        with LOCK:
            return self.differentials.along(element, self.base[name])

    @exclusive
    def expect_derivatives(self, elements: Sequence[Function], order: int) -> None:
        """Make room for the derivatives of undefined functions, which come in one by one."""
        self.differentials.expect((e for e in elements if isinstance(e, Element)), order)

    @exclusive
    def expand(self, element: Any) -> Element:
        """The element in normal form; raises `Unexpanded` if a solution in it is too large."""
        return element if isinstance(element, Element) else element.expand()

    @exclusive
    def sum_products(self, products: Sequence[Product[K, Element]]) -> dict[K, Element]:
        """The elements ``Σ ±a*b`` by key."""
        return sums.sum_products(self, products)

    # --- decisions -----------------------------------------------------------------

    def vanishes(self, element: Function) -> bool:
        """Whether the normal form is zero at sight (no denominators are cleared)."""
        if not isinstance(element, Element):
            return False
        if element.ring.tower.previous is None:
            return not element._polynomial  # a larger context has the same terms
        return not element.polynomial  # those of a refined tower may cancel

    @exclusive
    def is_zero(self, element: Function, log2_bound: float = -64.0, seed: int = 0) -> Decision:
        """The zero test: certain, except for functions too large to clear or expand.

        These are evaluated at points that depend on the function and on the seed.
        """
        return zero.decide(self, element, log2_bound, seed)

    @exclusive
    def consider(self, elements: Sequence[Function]) -> list[Function]:
        """Questions to be asked one by one, for proofs that need them together.

        Each is asked where all are defined, if absolute values make that matter.
        """
        together = absolute_values.where_all_are_defined(self, elements)
        self._asked = [e for e in together if not isinstance(e, Element)]
        self._questions = tuple(together)
        return together

    @exclusive
    def proved_with_others(self, node: Node) -> bool:
        """Whether a certificate for the questions asked together shows that one vanishes."""
        asked = [other for other in self._asked if not other.known_zero]
        if len(asked) > 1 and any(other is node for other in asked):
            # Once for all of them.
            self._asked = []
            for other in insertion.prove_together(self, asked):
                other.known_zero = True
        return bool(node.known_zero)

    @exclusive
    def equal(self, left: Element, right: Element) -> bool:
        """Exact equality of two expanded elements.

        Raises
        ------
        Undecided
            If the difference is too large for a certain answer.
        """
        return self.certainly_zero(left - right)

    def certainly_zero(self, element: Function) -> bool:
        """The zero test where a probable answer is not enough: independence rests on it."""
        decision = self.is_zero(element)
        if decision.zero and not decision.certain:
            raise Undecided(
                "an argument of a function is too large to be compared exactly with another; "
                "introduce a coordinate or parameter for it"
            )
        return decision.zero

    @exclusive
    def sign(self, element: Element) -> int | None:
        """The sign on the whole domain, or ``None`` if it is not known."""
        return self.domain.sign(element)

    @exclusive
    def new_version(self) -> int:
        """A number for the tower of a refinement; refused ones are not used again."""
        self._versions += 1
        return self._versions

    @exclusive
    def forget(self) -> None:
        """Drop everything that can be computed again."""
        self.differentials = Differentials(self)
        self._points.clear()
        self._drawn = ("", [])
        self.samples.clear()
        self.forms.clear()
        self._constants.clear()

    @exclusive
    def conditions(self, element: Function) -> list[Condition]:
        """The conditions that were used to make the element."""
        return self.domain.conditions(element)

    def names_in(self, element: Element) -> set[str]:
        """The coordinates and parameters that the element is made of, also inside of generators."""
        generators = self.tower.generators
        stack, seen = list(self.tower.used(element.polynomial)), set()
        while stack:
            index = stack.pop()
            if index not in seen:
                seen.add(index)
                inner = (generators[index].argument, *(generators[index].arguments or ()))
                stack += [i for a in inner if a is not None for i in self.tower.used(a.polynomial)]
        return {generators[i].name for i in seen if generators[i].kind.is_base}

    # --- maps and display ----------------------------------------------------------

    @exclusive
    def pullback(
        self,
        target: Any,
        images: Mapping[str, Image],
        functions: Mapping[str, tuple[tuple[str, ...], Expression]] | None = None,
        spaces: tuple[str, str] = ("", ""),
        angles: Mapping[str, tuple[Image, Image]] | None = None,
    ) -> Callable[[Function], Image]:
        """The ring map that sends generators to ``images``; other names go to themselves.

        Of ``angles`` only the cosine and the sine are known.

        It is defined where the images have the signs declared here; all its values carry that
        as conditions (see `declared_conditions` for what is refused).
        """
        for name, image in images.items():
            if getattr(image, "ring", None) is not target:
                raise SpaceMismatch(f"the image of {name} is not a function of the target chart")
        if not isinstance(target, ExactRing):
            from diffgeo.rings.exact.maps_to_germs import GermMap

            return GermMap(self, target, images, functions or {})
        given = functions or {}, spaces, angles or {}
        return declared_signs.map_of_rings(self, target, images, *given)

    def germs(
        self, order: int, field: str = "GF(p)", points: int = 4, seed: int | None = None
    ) -> Callable[[Function], Image]:
        """The ring map to truncated Taylor series at random points of the chart.

        Raises, on application, `OutsideDomain` if a drawn point has no value there (a
        radicand that is not a square, a vanishing denominator): take another seed.
        """
        from diffgeo.rings.germs.germ_ring import GermRing

        target = GermRing(
            self.coordinates, order, field, points=points, seed=seed, parameters=self.parameters
        )
        images = {name: target.generator(name) for name in self.base}
        return self.pullback(target, images)

    @exclusive
    def expression(self, element: Any) -> Expression:
        """A tree for display; reading it back gives the same element."""
        return writing_expressions.display(self, element)

    @exclusive
    def formula(self, element: Element) -> Expression:
        """A tree to compute with: that of the display, or a shorter one."""
        return partial_sums.formula(self, element)

    @exclusive
    def to_data(self, elements: Sequence[Function]) -> Data:
        """Elements as numbers, lists and text."""
        return serialization.to_data(elements)

    @exclusive
    def from_data(self, data: object, read: Callable[[str], Expression]) -> list[Function]:
        """The elements of such data; formulas are read by ``read``."""
        return serialization.from_data(self, data, read)

    @exclusive
    def counterexample(self, element: Function) -> CounterexampleData:
        """A small exact point at which a non-zero element does not vanish."""
        return counterexample_points.counterexample(self, element)
