"""The domain of a ring: conditions that were used, and signs that are known.

A sign is known when it follows from declarations and conditions by inequalities; it is
never read off a sample point. Signs never change a zero test.

The conditions that may be used are those of the function itself and of the statement that is
being read. What others asked for is of no account, so that a function has the same sign, and
an expression the same meaning, whatever the ring has seen before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from diffgeo.errors import Contradiction, NonReal
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.sign_rules import SIGN_TERMS, Record, Sign, Signs
from diffgeo.rings.expression import Symbol
from diffgeo.rings.protocol import Condition

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function, Node, SquareMatrix
    from diffgeo.rings.exact.ring import ExactRing


def _ratio(left: fmpq_mpoly, right: fmpq_mpoly) -> fmpq | None:
    """The number ``left/right``, if the quotient is a number."""
    if len(left) != len(right) or not len(left):
        return None
    ratio = left.leading_coefficient() / right.leading_coefficient()
    return ratio if left == right * ratio else None


class Domain(Signs):
    """Conditions and signs of one ring."""

    def __init__(self, ring: ExactRing, signs: dict[str, int], nonzero: tuple[str, ...]) -> None:
        self._ring = ring
        self.declared = {ring.base[name]: value for name, value in signs.items()}
        self.nonzero = {ring.base[name] for name in nonzero}
        self.records: list[Record] = []
        self.facts: list[Record] = []
        self.ranges: dict[int, tuple[Element | None, Element | None]] = {}
        #: The inequalities as they were declared.
        self.given: tuple[Condition, ...] = ()
        #: The conditions of the statement that is being read, as a mask.
        self.stated = 0
        #: Whether a sign that is not known is asked for, before there are absolute values.
        self.asks = False
        #: The conditions that may be used for a sign; None for all that are not local.
        self._usable: int | None = 0
        #: Variables whose sign is being looked for among the conditions.
        self._asked: set[int] = set()

    def declare(self, conditions: tuple[Condition, ...]) -> None:
        """Restrict a new ring to an open set (see `diffgeo.rings.exact.declared_domain`)."""
        self.given = conditions
        if conditions:
            from diffgeo.rings.exact.declared_domain import declare

            declare(self._ring, conditions)

    def require(self, relation: str, element: Element, origin: str) -> int:
        """Add a condition and return its bit; the bits it follows from if it is known to hold.

        It belongs to everything that will be made of the element, so it follows from the
        conditions of the element only.

        Raises
        ------
        Contradiction, NonReal
            If the condition is known not to hold.
        """
        unknown = self._is_unknown(element)
        sign = None if unknown else self._known_sign(element, strict=True)
        if relation == ">" and (self.is_negative(element) if sign is None else sign.value < 0):
            raise NonReal(f"{origin}: {element} is not positive{self.because(element)}")
        if sign is not None:
            if sign.strict:
                return sign.mask
            if sign.value > 0 and not sign.mask:
                # A sum of squares is positive where it is not zero.
                relation = "!="
        if (
            relation == "!="
            and not unknown
            and (
                self._declared_nonzero(element) or self.strict_sign(element.polynomial) is not None
            )
        ):
            return 0
        for position, record in enumerate(self.records):
            other = record.element
            if not isinstance(other, Element) or not self.readable(record):
                continue
            if not other.support & element.support:
                continue  # none of them is constant
            ratio = _ratio(other.polynomial, element.polynomial)
            # p and -p vanish together.
            same = record.relation == relation and (relation == "!=" or (ratio or 0) > 0)
            if ratio is None or (record.local and not same):
                continue
            if same:
                self._publish(record)
                return 1 << position
            if relation == record.relation:
                raise Contradiction(
                    f"{origin}: {element} > 0 contradicts {record.element} > 0 ({record.origin})"
                )
        return self._add(Record(relation, element, origin))

    def require_locally(self, relation: str, element: Element, origin: str) -> int:
        """The bits of a condition on what carries them; it says nothing about other functions.

        It is known to hold only if that follows from declarations and the conditions of the
        element itself, whose bits are given then.

        Raises
        ------
        NonReal
            If it is known not to hold.
        """
        from diffgeo.rings.exact.inverses import without_scale

        sign = self.own_sign(element)
        if sign is not None:
            if relation == ">" and sign.value < 0:
                raise NonReal(f"{origin}: {element} is not positive")
            if sign.strict:
                return sign.mask
            if sign.value > 0:
                relation = "!="
        bare = without_scale(self._ring, element).bare()
        if relation == "!=" and self._declared_nonzero(bare):
            return 0
        for position, record in enumerate(self.records):
            if record.relation != relation or not isinstance(record.element, Element):
                continue
            ratio = self.readable(record) and _ratio(record.element.polynomial, bare.polynomial)
            if ratio and (relation == "!=" or ratio > 0):
                return 1 << position | element.bare().mask
        return self._add(Record(relation, bare, origin, local=True)) | element.bare().mask

    def own_sign(self, element: Element) -> Sign | None:
        """The sign, if it follows from declarations and the conditions of the element itself."""
        return self._sign_under(element, element.mask)

    def _add(self, record: Record) -> int:
        self.records.append(record)
        return 1 << (len(self.records) - 1)

    def _publish(self, record: Record) -> None:
        """A generator needs a condition that was local: now it holds for all functions."""
        if record.local:
            record.local = False
            self._ring.journal.note(lambda: setattr(record, "local", True))

    def require_unexpanded(self, function: Node | SquareMatrix, origin: str) -> int:
        """Add the condition that an unexpanded function or determinant is not zero."""
        for position, record in enumerate(self.records):
            if record.element is function:
                return 1 << position
        self.records.append(Record("!=", function, origin))
        return 1 << (len(self.records) - 1)

    def require_doubtful(self, matrix: SquareMatrix, doubts: str) -> int:
        """The condition that a linear system is regular, with doubts about other equations."""
        origin, key = f"linear equations{doubts}", matrix.key()
        for position, record in enumerate(self.records):
            if record.origin == origin and record.element.key() == key:
                return 1 << position
        return self._add(Record("!=", matrix, origin))

    def _is_unknown(self, element: Element) -> bool:
        """Whether the element is a variable of which nothing is declared, and no sign known."""
        index = self._ring.variable_index(element)
        return not (
            index is None
            or self.facts
            or self.ranges
            or index in self.declared
            or index in self.nonzero
            or not self._ring.tower.generators[index].kind.is_base
            or any(record.relation == ">" for record in self.records)
        )

    def _declared_nonzero(self, element: Element) -> bool:
        index = self._ring.tower.single_generator(element.polynomial)
        given = (r for r in self.facts if self.readable(r))
        return (
            index in self.nonzero
            or index in self.declared
            or any(_ratio(r.element.polynomial, element.polynomial) for r in given)
        )

    def conditions(self, element: Function) -> list[Condition]:
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
            if record.relation == "!=" and (self._implied(record, positive) or self._holds(record)):
                continue
            condition = self._shown(record)
            removable = record.relation == "!=" and not needed >> k & 1
            shown.append(replace(condition, removable=True) if removable else condition)
        return shown

    def needed(self, element: Function) -> list[Record]:
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

    def _holds(self, record: Record) -> bool:
        """Whether an unexpanded function that was divided by turns out to vanish nowhere."""
        if record.holds is None:
            from diffgeo.rings.exact.node import Node

            value = record.element.try_expand() if isinstance(record.element, Node) else None
            record.holds = value is not None and self.strict_sign(value.polynomial) is not None
        return record.holds

    def _shown(self, record: Record) -> Condition:
        """The condition for display, made once."""
        if record.shown is None:
            rows = getattr(record.element, "rows", None)
            # A determinant that is too large to expand is named, not written out.
            doubts = "".join(record.origin.partition(";")[1:])
            expression = (
                self._ring.expression(record.element)
                if rows is None
                else Symbol(f"(determinant of a {len(rows)}x{len(rows)} linear system{doubts})")
            )
            record.shown = Condition(expression, record.relation, record.origin)
        return record.shown
