"""Signs of functions: from declarations and conditions, by inequalities.

A sign is never read off a sample point, and never changes a zero test. Conditions count that are
those of the function in question, or of the statement that is being read; what others have asked
for before does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq, fmpq_mpoly, fmpz

from diffgeo.errors import OutsideDomain, TooLarge
from diffgeo.rings.exact.confirmation import sign_of_number
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.points import Range, power_of
from diffgeo.rings.exact.size_limits import factored
from diffgeo.rings.exact.tower import Kind
from diffgeo.rings.protocol import Condition

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Polynomials with more terms are not searched for a sign.
SIGN_TERMS = 500
#: So many multiples of declared functions are split off.
_STEPS = 2


@dataclass(slots=True)
class Record:
    """A condition ``element relation 0`` and where it comes from.

    A ``local`` condition belongs to the functions that carry it, such as those that were pulled
    back along a map: nothing is concluded from it about others.
    """

    relation: str
    element: Any  # a function, or a square matrix that is regular
    origin: str
    local: bool = False
    shown: Condition | None = None
    holds: bool | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that holds on the whole domain; strict if the value never vanishes there.

    ``mask`` holds the conditions it follows from; whatever is made with the sign needs them.
    """

    value: int
    strict: bool
    mask: int = 0

    def times(self, other: Sign) -> Sign:
        """The sign of the product."""
        strict = self.strict and other.strict
        return Sign(self.value * other.value, strict, self.mask | other.mask)

    def squared(self) -> Sign:
        """The sign of the square; its conditions matter only where it must not vanish."""
        return Sign(1, self.strict, self.mask if self.strict else 0)


def _named(origin: str) -> str:
    return "a denominator" if origin == "denominator" else origin


class Signs:
    """What is known of signs under the declarations and conditions of a ring."""

    _ring: ExactRing
    #: Declared signs by generator, and generators that do not vanish.
    declared: dict[int, int]
    nonzero: set[int]
    records: list[Record]
    #: What is declared to hold everywhere, and the ends of variables with a declared range.
    facts: list[Record]
    ranges: dict[int, tuple[Element | None, Element | None]]
    #: The conditions of the statement that is being read, as a mask.
    stated: int
    #: Whether a sign that is not known is asked for, before there are absolute values.
    asks: bool
    #: The conditions that may be used for a sign; None for all that are not local.
    _usable: int | None
    #: Variables whose sign is being looked for among the conditions.
    _asked: set[int]
    #: How many declared functions are split off now.
    _steps = 0

    def _shown(self, record: Record) -> Condition:
        raise NotImplementedError

    # --- conditions that count -----------------------------------------------------

    def _positive_records(self) -> list[tuple[int, Record]]:
        """What is positive, with the bit of the condition: none for declared facts."""
        usable = [(1 << k, r) for k, r in enumerate(self.records) if self._is_usable(k)]
        given = [(0, r) for r in self.facts] + usable
        return [(bit, r) for bit, r in given if r.relation == ">" and self.readable(r)]

    def _is_usable(self, position: int) -> bool:
        if self._usable is None:
            return not self.records[position].local
        return bool(self._usable >> position & 1)

    def readable(self, record: Record) -> bool:
        """Whether the condition can be read; during a refinement some cannot be yet."""
        retirement = self._ring.retirement
        return retirement is None or retirement.knows(record.element)

    # --- signs ---------------------------------------------------------------------

    def sign(self, element: Element) -> int | None:
        """``+1`` (never negative), ``-1`` (never positive) or ``None`` (not known)."""
        sign = self._known_sign(element, strict=False)
        return None if sign is None else sign.value

    def signed(
        self, element: Element, strict: bool = False, shared: bool = False
    ) -> Element | None:
        """The sign as a constant function with the conditions it follows from, or ``None``.

        With ``strict`` only for functions that are known not to vanish on the domain; with
        ``shared``, for what others will use, without the conditions of the present statement.
        """
        sign = self._known_sign(element, strict, 0 if shared else self.stated)
        if sign is None or (strict and not sign.strict):
            return None
        return Element(self._ring, self._ring.tower.constant(sign.value), sign.mask)

    def strict_sign(self, polynomial: fmpq_mpoly) -> int | None:
        """The sign of a function that vanishes nowhere on the chart, by declarations only."""
        from diffgeo.rings.exact.strict_signs import strict_sign

        return strict_sign(self._ring, polynomial)

    def is_negative(self, element: Element) -> bool:
        """Whether a function cannot be positive: for all conditions must hold together."""
        sign = self._sign_under(element, None)
        return sign is not None and sign.value < 0

    def _known_sign(self, element: Element, strict: bool, stated: int = 0) -> Sign | None:
        """The sign with as few conditions as possible; with ``strict`` a strict one if there is."""
        found = None
        own = element.bare().mask
        for usable in dict.fromkeys((0, own, own | element.mask | stated)):
            sign = self._sign_under(element, usable)
            if sign is not None and (found is None or sign.strict):
                found = sign
            if found is not None and (found.strict or not strict):
                return found
        return found

    def _sign_under(self, element: Element, usable: int | None) -> Sign | None:
        """The sign that follows from some of the conditions."""
        ring = self._ring
        # By declarations alone a function has one sign, however often it is asked for.
        few = len(element.polynomial) <= SIGN_TERMS
        alone = few and usable == 0 and not (self._asked or self._steps or ring.retirement)
        known: dict[Any, Sign | None] = ring.memory.setdefault("signs", {}) if alone else {}
        key = ring.tower.version, len(self.facts), str(element.polynomial) if alone else ""
        if key not in known:
            before, self._usable = self._usable, usable
            try:
                known[key] = self._sign(element.polynomial)
            finally:
                self._usable = before
        return known[key]

    def because(self, element: Element) -> str:
        """From which declarations and earlier conditions the sign follows, for messages."""
        sign = self._sign_under(element, 0) or self._sign_under(element, None)
        mask = 0 if sign is None else sign.mask
        found = [
            f"the condition {self._shown(record)} of {_named(record.origin)}"
            for position, record in enumerate(self.records)
            if mask >> position & 1
        ]
        generators = self._ring.tower.generators
        used = [i for i in self._ring.tower.used(element.polynomial) if i in self.declared]
        relations = [f"{generators[i].name} {'>' if self.declared[i] > 0 else '<'} 0" for i in used]
        if relations:
            found.insert(0, f"the declared signs ({', '.join(relations)})")
        text = f" under {' and '.join(found)}" if found else ""
        return text + ("; use another manifold for it" if mask else "; check the sign")

    def _sign(self, polynomial: fmpq_mpoly) -> Sign | None:
        tower = self._ring.tower
        try:
            numerator, exponents = tower.clear(polynomial)
        except TooLarge:
            return None
        if not len(numerator) or len(numerator) > SIGN_TERMS:
            return None
        total, unknown = self._split(numerator)
        for index, power in exponents.items():
            argument = tower.generators[index].argument
            assert argument is not None
            sign = Sign(1, True) if power % 2 == 0 else self._sign(argument.polynomial)
            if sign is None:
                sign, others = self._split(tower.lift(argument.polynomial))
                unknown = unknown + others
            # A denominator does not vanish on the domain.
            total = total.times(Sign(sign.value, True, sign.mask))
        if not unknown:
            return total
        # The product of the factors without a sign may be that of a condition.
        sign = self._from_conditions(unknown)
        return None if sign is None else total.times(sign)

    def _split(self, numerator: fmpq_mpoly) -> tuple[Sign, list[fmpq_mpoly]]:
        """The sign of the factors that have one, and the other factors of odd power."""
        content, factors = factored(numerator)
        total, unknown = Sign(1 if content > 0 else -1, True), []
        for factor, power in factors:
            sign = self._atom(factor)
            if power % 2 == 0:
                known = self._ring.tower.single_generator(factor) in self.nonzero
                sign = Sign(1, known) if sign is None else sign.squared()
            if sign is None:
                unknown.append(factor)
            else:
                total = total.times(sign)
        return total, unknown

    def _from_conditions(self, unknown: list[fmpq_mpoly]) -> Sign | None:
        for bit, record in self._positive_records():
            try:
                numerator, exponents = self._ring.tower.clear(record.element.polynomial)
            except TooLarge:
                continue
            if exponents or len(numerator) > SIGN_TERMS or len(divmod(numerator, unknown[0])[1]):
                continue
            rest, others = self._split(numerator)
            if len(others) == len(unknown) and all(f in unknown for f in others):
                mask = rest.mask | record.element.mask | bit
                return Sign(rest.value, True, mask)
        return None

    def _atom(self, polynomial: fmpq_mpoly) -> Sign | None:
        if self._ring.tower.is_constant(polynomial):
            number = sign_of_number(self._ring, polynomial)
            if number is not None:
                return Sign(number, True)
        for bit, record in self._positive_records():
            known, mask = record.element.polynomial, record.element.mask | bit
            if not len(known - polynomial):
                return Sign(1, True, mask)
            if not len(known + polynomial):
                return Sign(-1, True, mask)
        if len(polynomial) == 2:
            from diffgeo.rings.exact.transcendental_signs import sign_beside_number

            if known := sign_beside_number(self._ring, polynomial, self._sign):
                return known
        total = self._grouped(polynomial, self._bounded)
        if self.facts and (total is None or not total.strict):
            total = self._declared_sign(polynomial) or total
        if total is None or not total.strict:
            closer = self._beside_root(polynomial)
            total = self._from_range(polynomial) or closer or total
        return total and (total if total.strict else self._inverted(polynomial, total))

    def _declared_sign(self, polynomial: fmpq_mpoly) -> Sign | None:
        """A strict sign by declared ranges and facts."""
        from diffgeo.rings.exact.declared_domain import sign_by_facts, sign_in_range

        if sign := sign_in_range(self, self._ring, polynomial):
            return sign
        sign = self._grouped(polynomial, lambda _: False)
        if (sign is None or not sign.strict) and self._steps < _STEPS:
            self._steps += 1
            try:
                return sign_by_facts(self, self._ring, polynomial, self._sign)
            finally:
                self._steps -= 1
        return sign

    def _grouped(self, polynomial: fmpq_mpoly, bounded: Callable[[int], bool]) -> Sign | None:
        """The sign where terms are grouped by their part outside sines and cosines.

        The coefficient of such a group lies between the sums of the bounds of its terms.
        """
        tower = self._ring.tower
        used = tower.used(polynomial)
        outer = [i for i in used if not bounded(i)]
        places = [tower.place(i) for i in outer]
        inner = [tower.place(i) for i in used if bounded(i)]
        groups: dict[tuple[fmpz, ...], tuple[fmpq, fmpq]] = {}
        zero = fmpq(0)
        for exponents, value in tower.lift(polynomial).terms():
            outside = tuple([exponents[k] for k in places])
            inside = [n for k in inner if (n := exponents[k])]
            low, high = groups.get(outside, (zero, zero))
            even = all([n % 2 == 0 for n in inside])
            groups[outside] = (
                low + value if value < 0 or not inside else low if even else low - value,
                high + value if value > 0 or not inside else high if even else high - value,
            )
        total: Sign | None = None
        for powers, (low, high) in groups.items():
            sign = self._group(zip(outer, powers, strict=True), low, high)
            if sign is None or (total is not None and sign.value != total.value):
                return None
            if total is not None:
                strict = sign.strict or total.strict
                sign = Sign(sign.value, strict, sign.mask | total.mask)
            total = sign
        return total

    def _beside_root(self, polynomial: fmpq_mpoly) -> Sign | None:
        """The sign of ``c*r + p`` for a root ``r**2 = q``: that of c where ``c**2*q - p**2 >= 0``.

        So ``sqrt(x**2 + y**2) + x`` is not negative. Where it is negative, that of p.
        """
        tower = self._ring.tower
        for index in reversed(tower.used(polynomial)) if self._steps < _STEPS else ():
            generator = tower.generators[index]
            slope, root = tower.derivative(polynomial, index), tower.variable(index)
            rest = polynomial - slope * root
            is_root = generator.kind is Kind.ROOT and generator.degree == 2
            if not is_root or index in {*tower.used(slope), *tower.used(rest)}:
                continue
            square = tower.reduce(slope**2 * root**2 - rest**2)
            self._steps += 1
            try:
                size = self._sign(square) if len(square) else Sign(1, False)
                side = size and self._sign(slope if size.value > 0 else rest)
            finally:
                self._steps -= 1
            if side and size:
                strict = side.strict and size.strict
                return Sign(side.value, strict, side.mask | size.mask | generator.mask)
        return None

    def _inverted(self, polynomial: fmpq_mpoly, sign: Sign) -> Sign:
        """A sign that leaves zero out if the function is a denominator elsewhere."""
        for position, record in enumerate(self.records):
            known = record.element
            if record.relation == ">" or not isinstance(known, Element):
                continue
            if not self._is_usable(position):
                continue
            if self.readable(record) and not len(known.polynomial - polynomial):
                return Sign(sign.value, True, sign.mask | known.mask | 1 << position)
        if any(self.readable(r) and not len(r.element.polynomial - polynomial) for r in self.facts):
            return replace(sign, strict=True)
        return sign

    def _from_range(self, polynomial: fmpq_mpoly) -> Sign | None:
        """The sign by ball arithmetic, with sines and cosines anywhere in [-1, 1]."""
        tower, numbers = self._ring.tower, Range(self._ring, {})
        try:
            for index in tower.used(polynomial):
                numbers.generator(index)
        except (KeyError, OutsideDomain):
            # A coordinate outside of sines and cosines is not bounded.
            return None
        groups: dict[tuple[tuple[int, int], ...], fmpq_mpoly] = {}
        for powers, factor in tower.terms(polynomial):
            term = tower.constant(factor)
            for i, n in powers.items():
                if tower.generators[i].constant:
                    term = term * tower.variable(i) ** n
            waves = tuple((i, n) for i, n in powers.items() if not tower.generators[i].constant)
            groups[waves] = groups.get(waves, 0) + term
        value = arb(0)
        for waves, term in groups.items():
            size = numbers.evaluate(term)
            for i, n in waves:
                even = n % 2 == 0 and self._bounded(i)  # between 0 and 1
                size = size * (arb(0.5, 0.5) if even else power_of(numbers.generator(i), n))
            value = value + size
        if not (value > 0 or value < 0):
            return None
        mask = 0
        for index in self._ring.tower.used(polynomial):
            mask |= self._ring.tower.generators[index].mask
        return Sign(1 if value > 0 else -1, True, mask)

    def _bounded(self, index: int) -> bool:
        return self._ring.tower.generators[index].kind in (Kind.SINE, Kind.COSINE)

    def _group(self, outside: Iterable[tuple[int, fmpz]], low: fmpq, high: fmpq) -> Sign | None:
        if low < 0 < high or low == high == 0:
            return None
        total = Sign(1 if low >= 0 else -1, low > 0 or high < 0)
        for index, power in outside:
            if not power:
                continue
            sign = self._generator(index)
            if power % 2 == 0:
                sign = Sign(1, index in self.nonzero) if sign is None else sign.squared()
            if sign is None:
                return None
            total = total.times(sign)
        return total

    def _generator(self, index: int) -> Sign | None:
        if index in self.declared:
            return Sign(self.declared[index], True)
        generator = self._ring.tower.generators[index]
        if generator.kind in (Kind.EXPONENTIAL, Kind.ROOT):
            return Sign(1, True, generator.mask)
        if generator.kind is Kind.CONSTANT:
            return Sign(1, True)
        logarithm = generator.kind is Kind.LOGARITHM and generator.argument
        wave = bool(self.facts) and generator.kind in (Kind.SINE, Kind.COSINE)
        known = generator.kind.is_base or generator.arguments or wave or logarithm
        if index in self._asked or not known:
            return None
        self._asked.add(index)
        try:
            if logarithm:
                sign = self._sign(logarithm.polynomial - 1)
                return sign and replace(sign, mask=sign.mask | generator.mask)
            if wave:
                from diffgeo.rings.exact.declared_domain import sign_of_wave

                sign = sign_of_wave(self, self._ring, generator)
                return sign or self._from_conditions([self._ring.tower.variable(index)])
            if generator.kind is Kind.ARCTANGENT:
                # The polar angle is positive above the axis and negative below.
                sign = self._sign(generator.arguments[0].polynomial)
                return sign and replace(sign, mask=sign.mask | generator.mask)
            variable = self._ring.tower.variable(index)
            return self._atom(variable) or self._from_conditions([variable])
        finally:
            self._asked.remove(index)
