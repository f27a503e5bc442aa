"""The domain of a ring: conditions that were used, and signs that are known.

A sign is known when it follows from declarations and conditions by inequalities; it is
never read off a sample point. Signs never change a zero test.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mpoly

from diffgeo.errors import Contradiction, NonReal, OutsideDomain, TooLarge
from diffgeo.rings.exact.confirmation import sign_of_number
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.points import Range
from diffgeo.rings.exact.tower import Kind
from diffgeo.rings.expression import Symbol
from diffgeo.rings.protocol import Condition

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Polynomials with more terms are not searched for a sign.
SIGN_TERMS = 500


@dataclass(slots=True)
class Record:
    """A condition ``element relation 0`` and where it comes from."""

    relation: str
    element: Any
    origin: str
    shown: Condition | None = None


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


def _ratio(left: fmpq_mpoly, right: fmpq_mpoly) -> fmpq | None:
    """The number ``left/right``, if the quotient is a number."""
    if len(left) != len(right) or not len(left):
        return None
    ratio = left.leading_coefficient() / right.leading_coefficient()
    return ratio if left == right * ratio else None


def _named(origin: str) -> str:
    return "a denominator" if origin == "denominator" else origin


class Domain:
    """Conditions and signs of one ring."""

    def __init__(self, ring: ExactRing, signs: dict[str, int], nonzero: tuple[str, ...]) -> None:
        self._ring = ring
        self.declared = {ring.base[name]: value for name, value in signs.items()}
        self.nonzero = {ring.base[name] for name in nonzero}
        self.records: list[Record] = []
        #: Variables whose sign is being looked for among the conditions.
        self._asked: set[int] = set()

    def require(self, relation: str, element: Element, origin: str) -> int:
        """Add a condition and return its bit; the bits it follows from if it is known to hold.

        Raises
        ------
        Contradiction, NonReal
            If the condition is known not to hold.
        """
        sign = self._sign(element.polynomial)
        if sign is not None:
            if relation == ">" and sign.value < 0:
                raise NonReal(f"{origin}: {element} is not positive{self.because(element)}")
            if sign.strict:
                return sign.mask
            if sign.value > 0 and not sign.mask:
                # A sum of squares is positive where it is not zero.
                relation = "!="
        if relation == "!=" and self._declared_nonzero(element):
            return 0
        for position, record in enumerate(self.records):
            if not isinstance(record.element, Element) or not self.readable(record):
                continue
            ratio = _ratio(record.element.polynomial, element.polynomial)
            if ratio is None:
                continue
            # p and -p vanish together; a positive function is in particular not zero.
            if relation == "!=" or (record.relation == ">" and ratio > 0):
                return 1 << position
            if record.relation == ">":
                raise Contradiction(
                    f"{origin}: {element} > 0 contradicts {record.element} > 0 ({record.origin})"
                )
        self.records.append(Record(relation, element, origin))
        return 1 << (len(self.records) - 1)

    def require_unexpanded(self, function: Any, origin: str) -> int:
        """Add the condition that an unexpanded function or determinant is not zero."""
        for position, record in enumerate(self.records):
            if record.element is function:
                return 1 << position
        self.records.append(Record("!=", function, origin))
        return 1 << (len(self.records) - 1)

    def _positive_records(self) -> list[tuple[int, Record]]:
        return [
            (k, r) for k, r in enumerate(self.records) if r.relation == ">" and self.readable(r)
        ]

    def readable(self, record: Record) -> bool:
        """Whether the condition can be read; during a refinement some cannot be yet."""
        retirement = self._ring.retirement
        return retirement is None or retirement.knows(record.element)

    def _declared_nonzero(self, element: Element) -> bool:
        index = self._ring.tower.single_generator(element.polynomial)
        return index in self.nonzero or index in self.declared

    def conditions(self, element: Any) -> list[Condition]:
        """The conditions in the mask of an element, without those that follow from others.

        A condition is removable if its denominator was used but has been cancelled.
        """
        needed = element.mask
        if isinstance(element, Element):
            # What was made before a refinement may need more conditions since.
            element._lift(self._ring.tower)
            needed = element.bare().mask
        chosen = [(k, r) for k, r in enumerate(self.records) if element.mask >> k & 1]
        positive = [r.element.polynomial for _, r in chosen if r.relation == ">"]
        shown = []
        for k, record in chosen:
            if record.relation == "!=" and self._implied(record, positive):
                continue
            condition = self._shown(record)
            removable = record.relation == "!=" and not needed >> k & 1
            shown.append(replace(condition, removable=True) if removable else condition)
        return shown

    def needed(self, element: Any) -> list[Record]:
        """The conditions of an element that are not removable, as functions; none is expanded."""
        if isinstance(element, Element):
            element._lift(self._ring.tower)
            mask = element.bare().mask | element.mask & self._positive_mask
        else:
            mask = element.mask
        return [r for k, r in enumerate(self.records) if mask >> k & 1]

    @property
    def _positive_mask(self) -> int:
        return sum(1 << k for k, r in enumerate(self.records) if r.relation == ">")

    def _implied(self, record: Record, positive: list[fmpq_mpoly]) -> bool:
        """Whether a function that must not vanish divides one that must be positive."""
        if not isinstance(record.element, Element):
            return False
        divisor = record.element.polynomial
        return any(
            len(p) <= SIGN_TERMS and len(divisor) <= len(p) + 1 and not len(divmod(p, divisor)[1])
            for p in positive
        )

    def _shown(self, record: Record) -> Condition:
        """The condition for display, made once."""
        if record.shown is None:
            rows = getattr(record.element, "rows", None)
            # A determinant that is too large to expand is named, not written out.
            expression = (
                self._ring.expression(record.element)
                if rows is None
                else Symbol(f"(determinant of a {len(rows)}x{len(rows)} linear system)")
            )
            record.shown = Condition(expression, record.relation, record.origin)
        return record.shown

    # --- signs ---------------------------------------------------------------------

    def sign(self, element: Element) -> int | None:
        """``+1`` (never negative), ``-1`` (never positive) or ``None`` (not known)."""
        sign = self._sign(element.polynomial)
        return None if sign is None else sign.value

    def signed(self, element: Element, strict: bool = False) -> Element | None:
        """The sign as a constant function with the conditions it follows from, or ``None``.

        With ``strict`` only for functions that are known not to vanish on the domain.
        """
        sign = self._sign(element.polynomial)
        if sign is None or (strict and not sign.strict):
            return None
        return Element(self._ring, self._ring.tower.constant(sign.value), sign.mask)

    def because(self, element: Element) -> str:
        """From which declarations and earlier conditions the sign follows, for messages."""
        sign = self._sign(element.polynomial)
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
        content, factors = numerator.factor()
        total, unknown = Sign(1 if content > 0 else -1, True), []
        for factor, power in factors:
            sign = self._atom(factor)
            if power % 2 == 0:
                sign = Sign(1, False) if sign is None else sign.squared()
            if sign is None:
                unknown.append(factor)
            else:
                total = total.times(sign)
        return total, unknown

    def _from_conditions(self, unknown: list[fmpq_mpoly]) -> Sign | None:
        for position, record in self._positive_records():
            try:
                numerator, exponents = self._ring.tower.clear(record.element.polynomial)
            except TooLarge:
                continue
            if exponents or len(numerator) > SIGN_TERMS or len(divmod(numerator, unknown[0])[1]):
                continue
            rest, others = self._split(numerator)
            if len(others) == len(unknown) and all(f in unknown for f in others):
                mask = rest.mask | record.element.mask | 1 << position
                return Sign(rest.value, True, mask)
        return None

    def _atom(self, polynomial: fmpq_mpoly) -> Sign | None:
        if self._ring.tower.is_constant(polynomial):
            number = sign_of_number(self._ring, polynomial)
            if number is not None:
                return Sign(number, True)
        for position, record in self._positive_records():
            known, mask = record.element.polynomial, record.element.mask | 1 << position
            if not len(known - polynomial):
                return Sign(1, True, mask)
            if not len(known + polynomial):
                return Sign(-1, True, mask)
        # Terms are grouped by their part outside sines and cosines; the coefficient of
        # such a group lies between the sums of the bounds of its terms.
        groups: dict[tuple[tuple[int, int], ...], list[tuple[Any, Any]]] = {}
        for powers, value in self._ring.tower.terms(polynomial):
            outside = tuple(sorted((i, n) for i, n in powers.items() if not self._bounded(i)))
            inside = [n for i, n in powers.items() if self._bounded(i)]
            low, high = -abs(value), abs(value)
            if not inside:
                low = high = value
            elif all(n % 2 == 0 for n in inside):
                low, high = min(value, Fraction(0)), max(value, Fraction(0))
            groups.setdefault(outside, []).append((low, high))
        total: Sign | None = None
        for outside, terms in groups.items():
            sign = self._group(outside, terms)
            if sign is None or (total is not None and sign.value != total.value):
                return self._from_range(polynomial)
            if total is not None:
                strict = sign.strict or total.strict
                sign = Sign(sign.value, strict, sign.mask | total.mask)
            total = sign
        return total if total is None or total.strict else self._inverted(polynomial, total)

    def _inverted(self, polynomial: fmpq_mpoly, sign: Sign) -> Sign:
        """A sign that leaves zero out if the function is a denominator elsewhere."""
        for position, record in enumerate(self.records):
            known = record.element
            if record.relation == ">" or not isinstance(known, Element):
                continue
            if self.readable(record) and not len(known.polynomial - polynomial):
                return Sign(sign.value, True, sign.mask | known.mask | 1 << position)
        return sign

    def _from_range(self, polynomial: fmpq_mpoly) -> Sign | None:
        """The sign by ball arithmetic, with sines and cosines anywhere in [-1, 1]."""
        try:
            value = Range(self._ring, {}).evaluate(polynomial)
        except (KeyError, OutsideDomain):
            # A coordinate outside of sines and cosines is not bounded.
            return None
        if not (value > 0 or value < 0):
            return None
        mask = 0
        for index in self._ring.tower.used(polynomial):
            mask |= self._ring.tower.generators[index].mask
        return Sign(1 if value > 0 else -1, True, mask)

    def _bounded(self, index: int) -> bool:
        return self._ring.tower.generators[index].kind in (Kind.SINE, Kind.COSINE)

    def _group(
        self, outside: tuple[tuple[int, int], ...], bounds: list[tuple[Any, Any]]
    ) -> Sign | None:
        low, high = sum(b[0] for b in bounds), sum(b[1] for b in bounds)
        if low < 0 < high or low == high == 0:
            return None
        total = Sign(1 if low >= 0 else -1, low > 0 or high < 0)
        for index, power in outside:
            sign = self._generator(index)
            if power % 2 == 0:
                sign = Sign(1, False) if sign is None else sign.squared()
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
        if generator.kind.is_base and index not in self._asked:
            self._asked.add(index)
            try:
                variable = self._ring.tower.variable(index)
                return self._atom(variable) or self._from_conditions([variable])
            finally:
                self._asked.remove(index)
        if generator.kind is Kind.ARCTANGENT:
            # The polar angle is positive above the axis and negative below.
            sign = self._sign(generator.arguments[0].polynomial)
            if sign is not None:
                return Sign(sign.value, sign.strict, sign.mask | generator.mask)
        return None
