"""Ring maps: each generator goes to the adjunction, in the target, of its image data.

The sine of an angle goes to the sine of the image of the angle, a root to the positive root of the
image of the radicand, an inverse to the inverse, an undefined function to itself at the image of
its arguments, or to a concrete one given for it. Relations go to relations, so the map is well
defined, and it commutes with differentials: each rule is the chain rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from flint import fmpq_mpoly

from diffgeo.errors import (
    LateRefinement,
    NonReal,
    NotSupported,
    OutsideDomain,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.rings.exact import bases, sines_and_exponentials
from diffgeo.rings.exact.absolute_values import absolute, involved
from diffgeo.rings.exact.angle_multiples import Waves
from diffgeo.rings.exact.arctangents import polar_angle
from diffgeo.rings.exact.constants import pi, sincos_of_turns
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.exclusion import exclusive
from diffgeo.rings.exact.linear import regular
from diffgeo.rings.exact.node import SquareMatrix, expanded
from diffgeo.rings.exact.odd_roots import rational_power
from diffgeo.rings.exact.programme_evaluation import interpret
from diffgeo.rings.exact.tower import Generator, Kind, Tower
from diffgeo.rings.exact.undefined_functions import jet, primitive
from diffgeo.rings.expression import Expression
from diffgeo.rings.protocol import Decision, doubt

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: A function of the target, whatever kind of ring that is.
Image: TypeAlias = Any
#: A concrete function: names of its arguments and its value.
Concrete = tuple[tuple[str, ...], Expression]

#: An image that may have so many terms is made with a limit on each of its steps.
SUBSTITUTED_TERMS = 2_000
#: How often an image may refine the source of a map to itself.
_ATTEMPTS = 8


class _Refined(Exception):
    """The source was refined while one of its elements was mapped; map it again."""


class RingMap:
    """The map of functions that belongs to a map of charts.

    Raises, on application, `OutsideDomain` if a denominator pulls back to zero and the
    refusals of the target ring if an image cannot be adjoined there.
    """

    #: Whether multiples of angles are mapped as such, and if so without a refinement too.
    _splits = True
    _splits_always = False

    def __init__(
        self,
        source: ExactRing,
        target: Any,
        images: Mapping[str, Image],
        functions: Mapping[str, Concrete],
        mask: int = 0,
    ) -> None:
        self.source = source
        self.target = target
        #: The conditions of the map itself, which all images carry.
        self.mask = mask
        self.images = dict(images)
        self._functions = dict(functions)
        self._tower = source.tower
        self._known: dict[int, Image] = {}
        self._nodes: dict[Any, Any] = {}
        self._masks: dict[int, int] = {}

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise NotSupported(
            "a map of rings cannot be pickled: pickle the map of spaces, which makes it again"
        )

    @exclusive
    def __call__(self, element: Any) -> Image:
        """The image; the target ring is left as it was if it is refused or has no domain."""
        if not isinstance(element, Element):
            self._follow()
            # Also the conditions of what has cancelled, and doubts, which no operand carries.
            image = interpret(element, _InTarget(self), self._nodes)
            return self._on_domain(image.under(self._conditions(element.mask) | self.mask))
        self._follow()
        if not self._adjoins(element):
            return self._on_domain(self._image_of(element))
        from diffgeo.rings.exact.points import require_witness
        from diffgeo.rings.exact.snapshot import transaction

        tower, known, masks = self._tower, dict(self._known), dict(self._masks)
        possible = not self._asks_for_signs(element)
        try:
            with transaction(self.target) as snapshot:
                image = self._image_of(element)
                if not possible and len(self.target.domain.records) > snapshot.records:
                    require_witness(self.target, image.mask)
        except Exception:
            self._tower, self._known, self._masks = tower, known, masks
            raise
        return self._on_domain(image)

    def _on_domain(self, image: Any) -> Any:
        """An image, where the whole map is defined if its zeros may depend on that."""
        if not involved(self.target, image):
            return image
        return image.under(reduce(or_, (each.mask for each in self.images.values()), 0))

    def _adjoins(self, element: Element) -> bool:
        """Whether the image may bring new generators."""
        tower = self.source.tower
        used = (i for i in tower.used(element.polynomial) if i not in self._known)
        simple = (Kind.COORDINATE, Kind.PARAMETER)
        return any(tower.generators[i].kind not in simple for i in used)

    def _asks_for_signs(self, element: Element) -> bool:
        """Whether the image may bring a new condition ``q > 0``, which could be impossible."""
        stack, seen = self.source.tower.used(element.polynomial), set()
        while stack:
            index = stack.pop()
            if index in seen or index in self._known:
                continue
            seen.add(index)
            generator = self.source.tower.generators[index]
            if generator.kind in (Kind.ROOT, Kind.LOGARITHM, Kind.ARCTANGENT):
                return True
            stack.extend(self._needs(generator))
        return False

    def _image_of(self, element: Element) -> Image:
        for _ in range(_ATTEMPTS):
            self._follow()
            try:
                image = self._polynomial(element.polynomial)
            except _Refined:
                # Source and target are one ring, and the image needs finer generators.
                continue
            except NonReal:
                self._conditions(element.mask)  # which refuse by name what they exclude
                raise
            return image.under(self._conditions(element.mask) | self.mask)
        raise LateRefinement(
            f"the image of {element} needs finer and finer angles or exponents; use another "
            "chart as the source of the map"
        )

    def _follow(self) -> None:
        """Images belong to generators: after a refinement of the source there are others."""
        if self._tower is not self.source.tower:
            self._tower = self.source.tower
            self._known.clear()

    def _check(self, tower: Tower) -> None:
        if self.source.tower is not tower:
            raise _Refined

    def _conditions(self, mask: int) -> int:
        """The images of conditions, also of those whose denominators were cancelled."""
        result, position = 0, 0
        while mask >> position:
            if mask >> position & 1:
                if position not in self._masks:
                    self._masks[position] = self._condition(position)
                result |= self._masks[position]
            position += 1
        return result

    def _condition(self, position: int) -> int:
        target, record = self.target, self.source.domain.records[position]
        if isinstance(record.element, SquareMatrix):
            rows = [[self(e) for e in row] for row in record.element.rows]
            if target.rank(rows) < len(rows):
                decision = target.rank_decision(rows)
                size = f"{len(rows)}x{len(rows)}"
                raise self._outside(f"a {size} linear system is singular", decision)
            matrix = regular(target, rows)
            _, separator, doubts = record.origin.partition("; ")
            if not doubts:
                return int(matrix.mask)
            return int(matrix.mask | target.domain.require_doubtful(matrix, separator + doubts))
        image = self(record.element)
        decision = target.is_zero(image)
        if decision.zero:
            raise self._outside(f"{record.element} = 0", decision)
        if record.relation == "!=":
            return int((1 / image).mask)
        mask: int = target.domain.require_locally(">", expanded(image), record.origin)
        return mask | int(image.mask)

    def _outside(self, where: str, decision: Decision | None = None) -> OutsideDomain:
        probably = doubt(decision) if decision is not None else ""
        refusal = OutsideDomain(
            f"the image lies where {where}{probably}, outside the domain of a function; restrict "
            "the function or change the map"
        )
        refusal.certain = not probably
        return refusal

    def _polynomial(self, polynomial: fmpq_mpoly) -> Image:
        tower, waves = self.source.tower, self._waves(polynomial)
        self._prepare(self._below(polynomial, waves))
        if not waves.owners and (image := self._substituted(polynomial)) is not None:
            return image
        total = self.target.zero
        for powers, phases, value in waves.terms:
            # The waves of the term before may have refined the source.
            self._check(tower)
            term = self.target.rational(value)
            for index, n in powers.items():
                term = term * self._known[index] ** n
            for index, phase in phases.items():
                if phase:
                    term = term * self._wave(index, waves.periods[index], phase)
            total = total + term
        self._check(tower)
        return total

    def _substituted(self, polynomial: fmpq_mpoly) -> Image | None:
        """The image by one substitution in flint; None if it may be large, or is unexpanded."""
        source, target = self.source.tower, self.target
        polynomial = source.lift(polynomial)
        images = {i: self._known[i] for i in source.used(polynomial)}
        if not images or not all(isinstance(image, Element) for image in images.values()):
            # Numbers, and what goes to germs or to what was not multiplied out.
            return None
        degrees, terms, mask = polynomial.degrees(), len(polynomial), 0
        for index, image in images.items():
            terms *= len(image.polynomial) ** int(degrees[source.place(index)])
            if terms > SUBSTITUTED_TERMS:
                return None
            mask |= image.mask
        known = {source.place(index): image.polynomial for index, image in images.items()}
        context = target.tower.context
        zero = context.constant(0)
        values = [known.get(place, zero) for place in range(source.context.nvars())]
        self._check(source)
        return Element(target, target.tower.reduce(polynomial.compose(*values, ctx=context)), mask)

    def _wave(self, index: int, period: int, phase: int) -> Image:
        """``cos(phase*angle)``, or ``sin`` for a negative phase, or ``exp(phase*exponent)``.

        The phase is a multiple of the period, and only the multiple of the angle that the
        function needs is mapped: so finer generators of the source ask for nothing new.
        """
        generator = self.source.tower.generators[index]
        inner = expanded(self(generator.argument)) * period
        if generator.kind is Kind.EXPONENTIAL:
            return sines_and_exponentials.exponential(self.target, inner) ** (phase // period)
        pair = sines_and_exponentials.sincos(self.target, inner)
        sine, cosine = sines_and_exponentials.multiple_angle(
            self.target, pair, abs(phase) // period
        )
        return cosine if phase >= 0 else sine

    def _prepare(self, stack: list[int]) -> None:
        """Map generators and what they need; angles and exponents of a batch together."""
        tower = self.source.tower
        wanted: set[int] = set()
        while stack:
            index = stack.pop()
            if index in wanted or index in self._known:
                continue
            wanted.add(index)
            stack.extend(self._needs(tower.generators[index]))
        pending = [tower.generators[i] for i in sorted(wanted)]
        while pending:
            ready = [g for g in pending if all(i in self._known for i in self._needs(g))]
            self._adjoin_bases(ready)
            for generator in ready:
                self._check(tower)
                # The image of a cosine may have settled that of its sine.
                if generator.index not in self._known:
                    image = self._image(generator)
                    self._check(tower)
                    self._known[generator.index] = image
            pending = [g for g in pending if g.index not in self._known]

    def _needs(self, generator: Generator) -> list[int]:
        """The generators that must have an image before this one."""
        arguments = [generator.argument] if generator.argument is not None else []
        found: list[int] = []
        for argument in (*arguments, *generator.arguments):
            polynomial = argument.polynomial
            if self.source.tower.previous is None and not self._splits_always:
                found.extend(self.source.tower.used(polynomial))
            else:
                found.extend(self._below(polynomial, self._waves(polynomial)))
        return found

    def _waves(self, polynomial: fmpq_mpoly) -> Waves:
        return Waves(self.source, polynomial, self._splits, self._splits_always)

    def _below(self, polynomial: fmpq_mpoly, waves: Waves) -> list[int]:
        """The generators whose images the image of a polynomial is made of."""
        found: list[int] = []
        for index in self.source.tower.used(polynomial):
            if index in waves.owners:
                found.extend(self._needs(self.source.tower.generators[waves.owners[index]]))
            else:
                found.append(index)
        return found

    def _adjoin_bases(self, ready: list[Generator]) -> None:
        for kind, adjoin in (
            (Kind.EXPONENTIAL, bases.adjoin_exponents),
            (Kind.COSINE, bases.adjoin_angles),
        ):
            images = [expanded(self(g.argument)) for g in ready if g.kind is kind]
            if images:
                adjoin(self.target, images)

    def _image(self, generator: Generator) -> Image:
        match generator.kind:
            case Kind.COORDINATE | Kind.PARAMETER:
                image = self.images.get(generator.name)
                return self.target.generator(generator.name) if image is None else image
            case Kind.JET:
                return self._jet(generator, [expanded(self(a)) for a in generator.arguments])
            case Kind.INVERSE:
                image = self(generator.argument)
                try:
                    return 1 / image
                except ZeroDenominator:
                    decision = self.target.is_zero(image)
                    raise self._outside(f"{generator.argument} = 0", decision) from None
        return self._elementary(generator)

    def _elementary(self, generator: Generator) -> Image:
        target = self.target
        if generator.kind is Kind.CONSTANT:
            return pi(target)
        if generator.kind is Kind.NUMBER:
            return sincos_of_turns(target, Fraction(1, generator.orders[0]))[1]
        if generator.kind is Kind.ARCTANGENT:
            y, x = (expanded(self(a)) for a in generator.arguments)
            return polar_angle(target, y, x)
        if generator.inside is not None:
            return absolute(target, expanded(self(generator.inside)))
        inner = expanded(self(generator.argument))
        match generator.kind:
            case Kind.SINE:
                return sines_and_exponentials.sincos(target, inner)[0]
            case Kind.COSINE:
                return sines_and_exponentials.sincos(target, inner)[1]
            case Kind.EXPONENTIAL:
                return sines_and_exponentials.exponential(target, inner)
            case Kind.LOGARITHM:
                return sines_and_exponentials.logarithm(target, inner)
            case Kind.PRIMITIVE:
                return primitive(target, generator.name, inner)
        return rational_power(target, inner, Fraction(1, generator.degree))

    def _jet(self, generator: Generator, arguments: list[Image]) -> Image:
        if generator.name not in self._functions:
            if generator.name in getattr(self.source, "late", ()):
                self.target.declare(generator.name, len(arguments))
            elif generator.name not in getattr(self.target, "functions", {}):
                raise UndefinedSymbol(
                    f"the function {generator.name} is not declared on the source of the map; "
                    "declare it there or give it a value"
                )
            return jet(self.target, generator.name, generator.orders, arguments)
        return self._concrete(generator, arguments)

    def _concrete(self, generator: Generator, arguments: list[Image]) -> Image:
        """A derivative of a concrete function, at the images of the arguments."""
        from diffgeo.rings.exact.ring import ExactRing

        names, value = self._functions[generator.name]
        target, others = self.target, dict(self._functions)
        del others[generator.name]
        free = [p for p in target.parameters if p not in names]
        domain = getattr(target, "domain", None)
        signs = {p: domain.declared.get(target.base[p]) for p in free} if domain else {}
        helper = ExactRing(
            names,
            free,
            {n: k for n, k in self._arities().items() if n not in (*names, *free)},
            {p: sign for p, sign in signs.items() if sign},
            [p for p in free if domain and target.base[p] in domain.nonzero],
        )
        (element,) = helper.ingest([value])
        for k, order in enumerate(generator.orders):
            for _ in range(order):
                element = helper.partial(element, k)
        images = dict(zip(names, arguments, strict=True))
        return type(self)(helper, target, images, others)(element)

    def _arities(self) -> dict[str, int]:
        """The functions that the body of a concrete function may use."""
        return {**self.source.functions, **getattr(self.target, "functions", {})}


class Coarsening(RingMap):
    """The map to a new ring with the same declarations, with no finer angles than are needed.

    So the image does not depend on what else the source has seen.
    """

    _splits_always = True

    def __init__(self, source: ExactRing) -> None:
        super().__init__(source, source.unused(), {}, {})


class _InTarget:
    """Interpretation of an unexpanded function in the target ring."""

    def __init__(self, ring_map: RingMap) -> None:
        self._map = ring_map

    def leaf(self, element: Element) -> Image:
        return self._map(element)

    def add(self, values: Sequence[Image]) -> Image:
        return sum(values, self._map.target.zero)

    def multiply(self, values: Sequence[Image]) -> Image:
        result = self._map.target.one
        for value in values:
            result = result * value
        return result

    def invert(self, value: Image) -> Image:
        return 1 / value

    def solve(self, rows: list[list[Image]], right: list[Image]) -> list[Image]:
        return self._map.target.solve(rows, right)  # type: ignore[no-any-return]

    def determinant(self, rows: list[list[Image]]) -> Image:
        return self._map.target.determinant(rows)
