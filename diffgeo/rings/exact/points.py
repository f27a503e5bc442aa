"""Real points: values there, and witnesses of the domain.

Everything is certified by ball arithmetic: a condition counts only if its ball excludes
zero, and a value is non-zero only if its ball does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from flint import arb, fmpq, fmpq_mpoly

from diffgeo.errors import NoWitness, OutsideDomain, TooLarge
from diffgeo.rings.elementary_functions import PRIMITIVES
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

_SMALL = [Fraction(n) for n in (1, 2, -1, 3, -2, 5)]
_SMALL += [Fraction(1, 2), Fraction(-1, 3), Fraction(0)]
_WIDE = [Fraction(1, 10), Fraction(-1, 10), Fraction(7), Fraction(-7), Fraction(20), Fraction(2, 7)]
_FAR = [Fraction(n) for n in (50, -50, 200, -200, 1000, -1000, 10_000, -10_000)]
_TRIES = 400
#: Then no value is simple: functions that vanish at all simple values are not zero there.
_ODD_TRIES = 40
#: Random steps towards a domain in which there are no simple values.
_STEPS = 1000
#: Points that are tried last.
_FURTHER = [*_SMALL, *(Fraction(s * 10**n) for n in range(5, 13) for s in (1, -1))]
_FURTHER_TRIES = 100
#: Where domains are narrow or functions are steep, balls have to be small.
PRECISION = 320

#: A polynomial in the arguments of a function: coefficients by exponents.
Polynomial = Mapping[tuple[int, ...], int | Fraction]
Value: TypeAlias = fmpq | arb  # fmpq where the value is rational, arb otherwise


#: Exact values with more bits are continued as balls where there is a budget.
_EXACT_BITS = 4096


@dataclass(slots=True)
class Budget:
    """How many operations an evaluation may still take."""

    left: int

    def spend(self, operations: int) -> None:
        """Take some of it; `TooLarge` if there is not so much left."""
        self.left -= operations
        if self.left < 0:
            raise TooLarge("the evaluation takes too many operations")


@dataclass(slots=True)
class RealPoint:
    """Values of all generators of a ring at one real point.

    Undefined functions are polynomials if ``functions`` names them; otherwise each of
    their derivatives is an independent number (a witness needs no more). With a ``budget``
    long rational values become balls, and evaluation ends where it is spent.

    Raises
    ------
    OutsideDomain
        On evaluation, if a condition is not certified at the point.
    TooLarge
        On evaluation, if the budget is spent.
    """

    ring: ExactRing
    base: Mapping[str, Fraction]
    functions: Mapping[str, Polynomial] = field(default_factory=dict)
    values: dict[int, Value] = field(default_factory=dict)
    budget: Budget | None = None

    def spend(self, operations: int) -> None:
        """Take from the budget, if there is one."""
        if self.budget is not None:
            self.budget.spend(operations)

    def tidy(self, value: Value) -> Value:
        """The value, as a ball if it is a long rational number and there is a budget."""
        if self.budget is None or not isinstance(value, fmpq):
            return value
        return arb(value) if value.height_bits() > _EXACT_BITS else value

    def check(self, mask: int = 0, alone: bool = False) -> None:
        """Certify the conditions in the mask, and all that are not local unless these ``alone``."""
        for element, relation in self.conditions(mask, alone):
            self.certify(element.polynomial, relation)

    def conditions(self, mask: int, alone: bool) -> Iterator[tuple[Element, str]]:
        """What `check` certifies: functions, each with its relation to 0."""
        for record in self.ring.domain.facts:
            if self.ring.domain.readable(record):
                yield record.element, record.relation
        for position, record in enumerate(self.ring.domain.records):
            if not mask >> position & 1 and (alone or record.local):
                continue
            # Unexpanded denominators are certified where they are evaluated.
            # During a refinement a condition may be about functions that are not there yet.
            if isinstance(record.element, Element) and self.ring.domain.readable(record):
                yield record.element, record.relation

    def certify(self, polynomial: fmpq_mpoly, relation: str) -> Value:
        """The value, if it satisfies the relation for certain; else `OutsideDomain`."""
        value = self.evaluate(polynomial)
        good = value > 0 if relation == ">" else value != 0
        if not good:
            raise OutsideDomain(f"a condition fails at {dict(self.base)}")
        return value

    def generator(self, index: int) -> Value:
        """The value of one generator."""
        if index not in self.values:
            self.values[index] = self._compute(self.ring.tower.generators[index])
        return self.values[index]

    def evaluate(self, polynomial: fmpq_mpoly) -> Value:
        """The value of a polynomial of the tower."""
        self.spend(len(polynomial))
        tower, total = self.ring.tower, fmpq(0)
        top = tower.place(0)
        # Not by `Tower.terms`: the search for points spends most of its time here.
        for exponents, term in tower.lift(polynomial).terms():
            for k, n in enumerate(exponents):
                if n:
                    term = term * power_of(self.generator(top - k), int(n))
            total = total + term
        return self.tidy(total)

    def _compute(self, generator: Generator) -> Value:
        if generator.kind in (Kind.COORDINATE, Kind.PARAMETER):
            value = self.base[generator.name]
            return fmpq(value.numerator, value.denominator)
        if generator.kind is Kind.CONSTANT:
            return arb.pi()
        if generator.kind is Kind.NUMBER:
            return arb.cos_pi_fmpq(fmpq(1, generator.orders[0]))
        if generator.kind is Kind.JET:
            return self._jet(generator)
        if generator.kind is Kind.ARCTANGENT:
            y, x = (self.evaluate(a.polynomial) for a in generator.arguments)
            return fmpq(0) if y == 0 and x > 0 else arb.atan2(arb(y), arb(x))
        assert generator.argument is not None
        inner = self.evaluate(generator.argument.polynomial)
        match generator.kind:
            case Kind.INVERSE:
                if not inner != 0:
                    raise OutsideDomain("a denominator vanishes")
                return 1 / inner
            case Kind.ROOT:
                if not inner > 0:
                    raise OutsideDomain("a radicand is not positive")
                return _root(inner, generator.degree)
            case Kind.PRIMITIVE:
                return PRIMITIVES[generator.name].enclosure(arb(inner))
            case Kind.LOGARITHM:
                if not inner > 0:
                    raise OutsideDomain("the argument of a logarithm is not positive")
                return arb(inner).log()
            case Kind.EXPONENTIAL:
                return fmpq(1) if inner == 0 else arb(inner).exp()
            case Kind.SINE:
                return fmpq(0) if inner == 0 else arb(inner).sin()
        return fmpq(1) if inner == 0 else arb(inner).cos()

    def _jet(self, generator: Generator) -> Value:
        arguments = [self.evaluate(a.polynomial) for a in generator.arguments]
        if generator.name not in self.functions:
            key = f"{generator.name}{generator.orders}{generator.index}{sorted(self.base.items())}"
            # Never zero or another simple number, at which functions may vanish by accident.
            return fmpq(2 * random.Random(key).randrange(-1500, 1500) + 1, 1009)
        total: Value = fmpq(0)
        for exponents, coefficient in self.functions[generator.name].items():
            term: Value = fmpq(coefficient.numerator, coefficient.denominator)
            for n, order, value in zip(exponents, generator.orders, arguments, strict=True):
                for k in range(order):
                    term = term * (n - k)
                if n >= order:
                    term = term * value ** (n - order)
            total = total + term
        return total


class Range(RealPoint):
    """All values at once: sines and cosines are anywhere between -1 and 1."""

    def _compute(self, generator: Generator) -> Value:
        if generator.kind in (Kind.SINE, Kind.COSINE) and not generator.constant:
            return arb(0, 1)
        if generator.kind is Kind.JET:
            raise OutsideDomain("an undefined function is not bounded")
        return super()._compute(generator)


def power_of(value: Value, exponent: int) -> Value:
    """A power by multiplications: of a ball around zero flint's ``**`` is no number."""
    if not isinstance(value, arb):
        return value**exponent
    result = value
    for _ in range(exponent - 1):
        result = result * value
    return result


def _root(value: Value, order: int) -> Value:
    if isinstance(value, fmpq):
        top, bottom = value.p.root(order), value.q.root(order)
        if top**order == value.p and bottom**order == value.q:
            return fmpq(top, bottom)
    return arb(value).root(order)


def sample_points(ring: ExactRing, seed: int = 0) -> Iterator[dict[str, Fraction]]:
    """Small rational values for coordinates and parameters that respect declared signs."""
    rng = random.Random(seed)
    names = list(ring.base)
    for attempt in range(_TRIES + _ODD_TRIES):
        pool = _SMALL if attempt < _TRIES // 2 else _SMALL + _WIDE
        if attempt >= 3 * _TRIES // 4:
            pool = pool + _FAR
        if attempt >= _TRIES:
            pool = [Fraction(rng.randint(-(10**5), 10**5), 1009) for _ in names]
        point = {}
        for name in names:
            value = Fraction(1) if attempt == 0 else rng.choice(pool)
            point[name] = respecting_sign(ring, name, value)
        yield point


def respecting_sign(ring: ExactRing, name: str, value: Fraction) -> Fraction:
    """The value with the declared sign of a name; 1 for zero where that is excluded."""
    index = ring.base[name]
    sign = ring.domain.declared.get(index)
    if index in ring.domain.ranges:
        from diffgeo.rings.exact.declared_domain import inside

        return inside(ring, name, value)
    if sign is not None:
        return (abs(value) or Fraction(1)) * sign
    return value or Fraction(index in ring.domain.nonzero)


def witnesses(ring: ExactRing, mask: int = 0, alone: bool = False) -> Iterator[dict[str, Fraction]]:
    """Points at which the conditions of `RealPoint.check` hold, certified by balls.

    Simple ones first, then those that are found from the best of the others by random steps which
    do not lead back: for conditions that leave a narrow domain. Then some that are far away, and
    those to which Newton's steps lead.
    """
    from diffgeo.rings.exact.narrow_domains import narrow_points

    best: dict[str, Fraction] = {}
    reached: tuple[int, Value] = (-1, fmpq(0))
    for point in sample_points(ring):
        held, value = _progress(ring, point, mask, alone)
        if value is None:
            yield point
        if reached[1] is not None and _advances((held, value), reached):
            best, reached = point, (held, value)
    rng = random.Random(len(best))
    for _ in range(_STEPS if best else 0):
        name = rng.choice(list(best))
        step = Fraction(rng.randint(-999, 999), 10 ** rng.randint(1, 6))
        point = {**best, name: respecting_sign(ring, name, best[name] + step)}
        held, value = _progress(ring, point, mask, alone)
        if value is None:
            yield point
        if _advances((held, value), reached):
            best, reached = point, (held, value)
    for _ in range(_FURTHER_TRIES):
        point = {name: respecting_sign(ring, name, rng.choice(_FURTHER)) for name in ring.base}
        if _progress(ring, point, mask, alone)[1] is None:
            yield point
    yield from narrow_points(ring, best, mask, alone)


def _progress(
    ring: ExactRing, base: Mapping[str, Fraction], mask: int, alone: bool
) -> tuple[int, Value | None]:
    """How many conditions hold at a point, and the value of the first that does not, if any."""
    point, held = RealPoint(ring, base), 0
    for element, relation in point.conditions(mask, alone):
        try:
            value = point.evaluate(element.polynomial)
        except OutsideDomain:
            return held, fmpq(0)
        if not (value > 0 if relation == ">" else value != 0):
            return held, value
        held += 1
    return held, None


def _advances(new: tuple[int, Value | None], old: tuple[int, Value | None]) -> bool:
    """Whether to go on from there; names that the condition does not have stay where they are."""
    if new[0] != old[0] or new[1] is None or old[1] is None:
        return new[0] >= old[0]
    return bool(new[1] > old[1] or new[1] == 0)


def require_witness(ring: ExactRing, mask: int = 0, alone: bool = False) -> dict[str, Fraction]:
    """A point at which the conditions of `RealPoint.check` hold, certified by balls.

    Raises
    ------
    NoWitness
        If none was found; the domain may be empty.
    """
    for point in witnesses(ring, mask, alone):
        return point
    shown = ", ".join(
        f"{r.element} {r.relation} 0"
        for k, r in enumerate([*ring.domain.records, *ring.domain.facts])
        if mask >> k & 1 or not (alone or r.local)
    )
    raise NoWitness(
        f"no real point was found at which {shown}: there is none, or the search does not come to "
        "it; check the signs in the roots, logarithms and denominators"
    )
