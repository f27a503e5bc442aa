"""The tower: an append-only list of generators and polynomials in them.

A function is a polynomial over the rationals in generators that were adjoined one after
another. Some generators satisfy a monic relation over older ones (``s**2 = 1 - c**2``,
``r**n = q``, ``w*g = 1``); `Tower.reduce` brings a polynomial to the form in which no
relation applies. The order of monomials is lexicographic with the newest generator
first: only then does division by a relation lower the degree in its generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import compress
from math import gcd, lcm
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from diffgeo.rings.exact.contexts import bits_of_variables, context_for, name_of
from diffgeo.rings.exact.exclusion import growth
from diffgeo.rings.exact.size_limits import CLEAR_TERMS, power_terms, require_small_clearing

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element


class Kind(Enum):
    """What a generator stands for."""

    COORDINATE = "coordinate"
    PARAMETER = "parameter"
    JET = "jet"
    CONSTANT = "constant"
    NUMBER = "number"
    COSINE = "cosine"
    SINE = "sine"
    EXPONENTIAL = "exponential"
    LOGARITHM = "logarithm"
    ARCTANGENT = "arctangent"
    PRIMITIVE = "primitive"
    ROOT = "root"
    INVERSE = "inverse"

    @property
    def is_base(self) -> bool:
        """Whether the generator is an independent variable in every independence test."""
        return self in (Kind.COORDINATE, Kind.PARAMETER, Kind.JET)


#: Above this degree remainders, by which FLINT makes a resultant, take longer than powers.
HIGH = 20
#: Generators of these kinds are transcendental numbers if what they are made of is constant.
_TRANSCENDENTAL = (
    Kind.CONSTANT,
    Kind.COSINE,
    Kind.SINE,
    Kind.EXPONENTIAL,
    Kind.LOGARITHM,
    Kind.ARCTANGENT,
)


@dataclass(slots=True)
class Generator:
    """One generator of a tower.

    ``argument`` is the angle of a sine or cosine, the exponent of an exponential, the
    argument of a logarithm, the radicand of a root, the polynomial that an inverse
    inverts. ``partner`` links the sine and the cosine of one angle. A jet is the partial
    derivative of multi-index ``orders`` of ``name`` at ``arguments``; an arctangent is the
    polar angle ``atan2(*arguments)``. A primitive is the function ``name`` of ``argument``, with
    its derivative there as the one of ``arguments``. ``mask`` holds the conditions under which the
    generator is defined. Where functions are written by others only where the signs of some are
    known, as an absolute value is, these are ``signs``. ``constant`` says that it is a number,
    ``constants`` which transcendental numbers and primitives it is made of, ``cases`` which
    generators with ``signs`` and which cosines of parts of pi; the tower sets these.
    """

    index: int
    kind: Kind
    name: str
    argument: Element | None = None
    partner: int = -1
    degree: int = 1
    orders: tuple[int, ...] = ()
    arguments: tuple[Element, ...] = ()
    mask: int = 0
    constant: bool = False
    constants: frozenset[int] = frozenset()
    signs: tuple[Element, ...] = ()
    cases: frozenset[int] = frozenset()

    @property
    def inside(self) -> Element | None:
        """What an absolute value is the absolute value of; None for all other generators."""
        return self.signs[0] if self.kind is Kind.ROOT and self.signs else None

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.name} (generator {self.index})>"


@dataclass(slots=True)
class Relation:
    """A monic relation; it applies when every trigger reaches its degree.

    That of an inverse is written down when it is first applied, which many never are.
    """

    triggers: tuple[tuple[int, int], ...]
    polynomial: fmpq_mpoly | None


@dataclass(slots=True)
class Tower:
    """Generators, their relations, and arithmetic of polynomials modulo the relations.

    A tower that refines an older one knows it as ``previous``, and the ``images`` of its
    generators with the conditions they need; ``version`` tells the polynomials of different
    towers of one ring apart.
    """

    version: int = 0
    previous: Tower | None = None
    images: Callable[[int], tuple[fmpq_mpoly, int]] | None = None
    generators: list[Generator] = field(default_factory=list)
    context: fmpq_mpoly_ctx = field(init=False)
    falling: list[Relation] = field(default_factory=list)
    cancelling: list[Relation] = field(default_factory=list)
    #: Whether a generator has ``constants``.
    has_constants: bool = False
    #: No generator before this one has ``cases``.
    first_case: int | None = None
    #: The generators as elements of the ring, by number.
    elements: dict[int, Element] = field(default_factory=dict)
    #: As bits, the generators of which powers are rewritten, the inverses, and what some of these
    #: cancel. There may be more; so a product of other ones is known to be reduced.
    powers: int = 0
    inverses: int = 0
    inverted: int = 0

    def __post_init__(self) -> None:
        self.context = context_for(0, self.version)

    def __len__(self) -> int:
        return len(self.generators)

    @property
    def newest(self) -> Generator | None:
        """The last generator, by which to see whether the generators are still the same.

        Their number does not tell: a refinement and an adjunction that was undone may leave as
        many others.
        """
        return self.generators[-1] if self.generators else None

    def append(self, generator: Generator, like: int | None = None) -> int:
        """Append a generator; polynomials made before are lifted when they are next used.

        What it is made of need not be found out if an older one is ``like`` it in that.
        """
        generator.index = len(self.generators)
        growth.append((self, generator))
        if like is None:
            self._classify(generator)
        else:
            known = self.generators[like]
            generator.constant, generator.constants = known.constant, known.constants
            generator.cases = known.cases
        self.generators.append(generator)
        if generator.constants:
            self.has_constants = True
        if generator.kind is Kind.INVERSE:
            self.inverses |= 1 << generator.index
        if len(self.generators) > self.context.nvars():
            self.context = context_for(len(self.generators), self.version)
        return generator.index

    def _classify(self, generator: Generator) -> None:
        """Find out whether a new generator is a number, and what it is made of."""
        argument = generator.argument
        parts = (generator.arguments if argument is None else (argument,)) + generator.signs
        below = [self.generators[i] for part in parts for i in self.used(part.polynomial)]
        constant = generator.kind in (Kind.CONSTANT, Kind.NUMBER) or (
            bool(parts) and not generator.kind.is_base
        )
        generator.constant = constant and all(g.constant for g in below)
        found = frozenset(c for g in below for c in g.constants)
        number = generator.constant and generator.kind in _TRANSCENDENTAL
        if number or generator.kind is Kind.PRIMITIVE:
            found |= {generator.index}
        generator.constants = found
        itself = [generator.index] if generator.signs or generator.kind is Kind.NUMBER else []
        if itself and self.first_case is None:
            self.first_case = generator.index
        generator.cases = frozenset(itself).union(*(g.cases for g in below))

    def is_constant(self, polynomial: fmpq_mpoly) -> bool:
        """Whether only numbers occur."""
        return all(self.generators[i].constant for i in self.used(polynomial))

    def reserve(self, more: int) -> None:
        """Make room for so many more generators at once: each growth lifts all polynomials."""
        if len(self.generators) + more > self.context.nvars():
            self.context = context_for(len(self.generators) + more, self.version)

    def variable(self, index: int) -> fmpq_mpoly:
        """The generator as a polynomial."""
        return self.context.gen(self.place(index))

    def place(self, index: int) -> int:
        """The place of a generator among the variables of the context: the newest come first."""
        return int(self.context.nvars()) - 1 - index

    def constant(self, value: int | Fraction | fmpq) -> fmpq_mpoly:
        """A constant polynomial."""
        if isinstance(value, Fraction):
            value = fmpq(value.numerator, value.denominator)
        return self.context.constant(value)

    def lift(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """The same polynomial in the newest context."""
        if polynomial.context() is self.context:
            return polynomial
        if self.previous is not None and not self.owns(polynomial):
            return self.settle(polynomial)[0]
        if polynomial.is_constant():
            return self.context.constant(polynomial.leading_coefficient() if len(polynomial) else 0)
        more = self.context.nvars() - polynomial.context().nvars()
        if len(polynomial) == 1 and more > 0 and self.owns(polynomial):
            # Most are: the variables of today are the newer ones and then those of then.
            ((exponents, value),) = polynomial.terms()
            return self.context.from_dict({(0,) * more + exponents: value})
        return polynomial.project_to_context(self.context)

    def owns(self, polynomial: fmpq_mpoly) -> bool:
        """Whether a polynomial was made in this tower and not before a refinement."""
        context = polynomial.context()
        return bool(context.nvars()) and context.name(0) == name_of(
            context.nvars() - 1, self.version
        )

    def settle(self, polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, int]:
        """The image of a polynomial of an older tower, and the conditions it needs."""
        assert self.previous is not None and self.images is not None
        if polynomial.is_constant():
            # A context without generators does not tell where the number was made.
            lead = polynomial.leading_coefficient() if len(polynomial) else 0
            return self.context.constant(lead), 0
        mask = 0
        if not self.previous.owns(polynomial) and self.previous.previous is not None:
            polynomial, mask = self.previous.settle(polynomial)
        polynomial = self.previous.lift(polynomial)
        images = {index: self.images(index) for index in self.previous.used(polynomial)}
        # Images may bring in generators of their own: the context is read after them.
        values = [self.context.constant(0)] * self.previous.context.nvars()
        for index, (image, conditions) in images.items():
            values[self.previous.place(index)] = self.lift(image)
            mask |= conditions
        return self.reduce(polynomial.compose(*values, ctx=self.context)), mask

    def relate_power(self, index: int, degree: int, value: fmpq_mpoly) -> None:
        """Record ``generator**degree = value``, with ``value`` in older generators."""
        self.relate(index, degree, self.variable(index) ** degree - self.lift(value))

    def relate(self, index: int, degree: int, polynomial: fmpq_mpoly) -> None:
        """Record that a polynomial vanishes, monic of this degree in a generator."""
        self.powers |= 1 << index
        self.falling.append(Relation(((index, degree),), polynomial))

    def relate_inverse(self, index: int, other: int) -> None:
        """Record ``generator * other = 1``."""
        self.inverted |= 1 << other
        self.cancelling.append(Relation(((index, 1), (other, 1)), None))

    def vanishing(self, relation: Relation) -> fmpq_mpoly:
        """The polynomial of a relation."""
        if relation.polynomial is None:
            (index, _), (other, _) = relation.triggers
            relation.polynomial = self.variable(index) * self.variable(other) - 1
        relation.polynomial = self.lift(relation.polynomial)
        return relation.polynomial

    def reduce(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """The remainder by all relations.

        Powers come first, newest generator first: each of them only brings in older
        generators. Inverses of single generators come last: they bring in nothing.
        """
        polynomial = self.lift(polynomial)
        if not (self.falling or self.cancelling):
            return polynomial
        top = self.place(0)
        degrees = polynomial.degrees()
        for group in (reversed(self.falling), self.cancelling):
            for relation in group:
                for i, n in relation.triggers:
                    if degrees[top - i] < n:
                        break
                else:
                    polynomial = divmod(polynomial, self.vanishing(relation))[1]
                    degrees = polynomial.degrees()
        return polynomial

    def may_reduce(self, left: int, right: int) -> bool:
        """Whether a relation may apply to a product of reduced polynomials with these supports.

        Where a power is rewritten, each factor has a smaller one; an inverse and what it inverts
        are not in one term of a factor.
        """
        if left & right & self.powers:
            return True
        if not (left & self.inverses and right & self.inverted) and not (
            right & self.inverses and left & self.inverted
        ):
            return False
        for relation in self.cancelling:
            (inverse, _), (other, _) = relation.triggers
            if left >> inverse & right >> other & 1 or right >> inverse & left >> other & 1:
                return True
        return False

    def is_free(self, polynomial: fmpq_mpoly) -> bool:
        """Whether no relation applies to any power of a polynomial."""
        used = set(self.used(polynomial))
        relations = (*self.falling, *self.cancelling)
        return not any(used.issuperset(i for i, _ in r.triggers) for r in relations)

    def used(self, polynomial: fmpq_mpoly) -> list[int]:
        """Indices of the generators that occur, oldest first."""
        if not len(polynomial):
            return []
        degrees = self.lift(polynomial).degrees()
        return list(compress(range(len(degrees)), reversed(degrees)))

    def support(self, polynomial: fmpq_mpoly) -> int:
        """The generators that occur, as bits."""
        if not len(polynomial):
            return 0
        degrees = self.lift(polynomial).degrees()
        return sum(compress(bits_of_variables(len(degrees)), degrees))

    def cases(self, *polynomials: fmpq_mpoly) -> frozenset[int]:
        """The ``cases`` of the generators of polynomials, beside which there are zero divisors."""
        if self.first_case is None:
            return frozenset()
        used = (self.generators[i].cases for p in polynomials for i in self.used(p))
        return frozenset().union(*used)

    def degree(self, polynomial: fmpq_mpoly, index: int) -> int:
        """The degree in one generator (0 for the zero polynomial)."""
        return max(0, int(self.lift(polynomial).degrees()[self.place(index)]))

    def derivative(self, polynomial: fmpq_mpoly, index: int) -> fmpq_mpoly:
        """The formal derivative along one generator."""
        return self.lift(polynomial).derivative(self.place(index))

    def terms(self, polynomial: fmpq_mpoly) -> Iterator[tuple[dict[int, int], Fraction]]:
        """Terms as (exponents by generator index, coefficient)."""
        polynomial = self.lift(polynomial)
        top = self.place(0)
        for exponents, value in polynomial.terms():
            powers = {top - k: int(n) for k, n in enumerate(exponents) if n}
            yield powers, Fraction(int(value.p), int(value.q))

    def single_generator(self, polynomial: fmpq_mpoly) -> int | None:
        """The index of the generator that the polynomial is, or ``None``."""
        polynomial = self.lift(polynomial)
        if len(polynomial) != 1:
            return None
        ((exponents, value),) = polynomial.terms()
        if value != 1 or sum(exponents) != 1:
            return None
        return self.place(exponents.index(1))

    def clear(
        self, polynomial: fmpq_mpoly, limit: int = CLEAR_TERMS
    ) -> tuple[fmpq_mpoly, dict[int, int]]:
        """Numerator and exponents: ``polynomial = numerator * prod(w**k)`` without w's left.

        Multiplying by ``p**d`` for each inverse ``w = 1/p`` of degree ``d`` is the
        resultant with ``p*w - 1``, up to the sign ``(-1)**d``.

        Raises `TooLarge` before a step that could bring more terms than ``limit``.
        """
        polynomial = self.lift(polynomial)
        exponents: dict[int, int] = {}
        for index in reversed(self.used(polynomial)):
            generator = self.generators[index]
            if generator.kind is not Kind.INVERSE:
                continue
            degree = self.degree(polynomial, index)
            if degree == 0:
                continue
            assert generator.argument is not None
            inverted = self.lift(generator.argument.polynomial)
            require_small_clearing(len(polynomial), inverted, degree, limit)
            if degree > HIGH:
                polynomial = self._cleared_at_once(polynomial, inverted, index)
            else:
                line = inverted * self.variable(index) - 1
                polynomial = polynomial.resultant(line, self.place(index)) * (-1) ** degree
            polynomial = self.reduce(polynomial)
            exponents[index] = degree
        return polynomial, exponents

    def _cleared_at_once(
        self, polynomial: fmpq_mpoly, inverted: fmpq_mpoly, index: int
    ) -> fmpq_mpoly:
        """``p**d`` times the polynomial: ``c_0 p**d + c_1 p**(d-1) + ...`` by Horner's rule."""
        place = self.place(index)
        coefficients: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponents, value in polynomial.terms():
            k = int(exponents[place])
            rest = (*exponents[:place], 0, *exponents[place + 1 :])
            coefficients.setdefault(k, {})[rest] = value
        cleared, last = self.constant(0), 0
        for k in sorted(coefficients):
            cleared = cleared * inverted ** (k - last) + self.context.from_dict(coefficients[k])
            last = k
        return cleared

    def clearing_size(self, polynomial: fmpq_mpoly) -> int:
        """A bound for the number of terms that `clear` would have to handle."""
        size = len(polynomial)
        for index in self.used(polynomial):
            generator = self.generators[index]
            if generator.kind is Kind.INVERSE and generator.argument is not None:
                length = len(generator.argument.polynomial)
                size *= power_terms(length, self.degree(polynomial, index))
        return size

    def has_inverses(self, polynomial: fmpq_mpoly) -> bool:
        """Whether an inverse generator occurs, so that clearing may change the polynomial."""
        return any(self.generators[k].kind is Kind.INVERSE for k in self.used(polynomial))


def primitive_part(polynomial: fmpq_mpoly) -> tuple[Fraction, fmpq_mpoly]:
    """Content and primitive part: coprime integer coefficients, the leading one positive."""
    coefficients = polynomial.coeffs()
    top = gcd(*(int(c.p) for c in coefficients))
    bottom = lcm(*(int(c.q) for c in coefficients))
    content = Fraction(top, bottom) * (1 if coefficients[0] > 0 else -1)
    return content, polynomial * fmpq(content.denominator, content.numerator)
