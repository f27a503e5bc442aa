"""Reading expression trees into the ring: first collect, then convert.

All sines, exponentials, logarithms and roots of a whole system are collected by height
(how deeply they are nested), and for each height a basis is chosen that fits all of them.
Collecting first keeps formulas short and avoids refinements; it is not needed for
correctness.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.errors import (
    LateRefinement,
    NeedsBranch,
    NeedsSign,
    NonReal,
    NotSupported,
    TooLarge,
    UndefinedSymbol,
    ZeroDenominator,
)
from diffgeo.rings import expression as tree
from diffgeo.rings.elementary_functions import ELEMENTARY, PRIMITIVES, WRITTEN
from diffgeo.rings.exact import absolute_values, arctangents, bases, sines_and_exponentials
from diffgeo.rings.exact.constants import pi
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.linear import shared
from diffgeo.rings.exact.odd_roots import rational_power
from diffgeo.rings.exact.undefined_functions import jet, primitive
from diffgeo.rings.expression import Apply, Call, Constant, Expression, Number, Power, Symbol

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

#: Functions whose arguments are collected into bases, and such that are converted at once.
_BASED = ("sin", "cos", "exp")
_CONVERTED = ("log", "asin", "acos", "atan", "atan2")
#: Characters of an expression that a message shows.
_SHOWN = 120


def ingest(ring: ExactRing, trees: Sequence[Expression]) -> list[Element]:
    """Read expressions into the ring.

    Raises
    ------
    Refusal
        One of its subclasses, naming the subexpression and the repair. The ring is left
        as it was before the call.
    """
    from diffgeo.rings.exact.points import require_witness
    from diffgeo.rings.exact.snapshot import transaction

    with transaction(ring) as snapshot:
        elements = _Reader(ring).read(trees)
        if len(ring.domain.records) > snapshot.records:
            require_witness(ring)
    return elements


class _PowerOfZero(Exception):
    """A power turned out to be one of zero, which has no logarithm; its value is known now."""


class _Reader:
    """One call of `ingest`: remembers what was normalised and converted."""

    def __init__(self, ring: ExactRing) -> None:
        self.ring = ring
        self._normal: dict[Expression, Expression] = {}
        self._heights: dict[Expression, int] = {}
        self._elements: dict[Expression, Element] = {}
        #: The powers that are written with a logarithm, and those of zero with their values.
        self._powers: dict[Expression, list[Power]] = {}
        self._powers_of_zero: dict[Power, Expression] = {}

    def read(self, trees: Sequence[Expression]) -> list[Element]:
        """The elements of trees; the conditions of each may be used for the signs of all."""
        domain = self.ring.domain
        before, domain.stated = (domain.stated, domain.asks), 0
        domain.asks = True
        try:
            while True:
                normal = [self.normalise(t) for t in trees]
                with suppress(_PowerOfZero):
                    return self._read(normal)
        finally:
            domain.stated, domain.asks = before

    def _read(self, normal: Sequence[Expression]) -> list[Element]:
        while True:
            stated = self.ring.domain.stated
            try:
                self.collect(normal)
                return [self.convert(t) for t in normal]
            except (NeedsSign, NeedsBranch):
                # A condition that is written elsewhere in the trees may settle it.
                for node in dict.fromkeys(n for t in normal for n in t.walk()):
                    with suppress(NeedsSign, NeedsBranch):
                        self.convert(node)
                if self.ring.domain.stated == stated:
                    if not self.ring.domain.asks:
                        raise
                    self.ring.domain.asks = False

    # --- to the few functions that are generators --------------------------------------

    def normalise(self, node: Expression) -> Expression:
        """Write everything in sin, cos, exp, log, rational powers, Abs and sign."""
        if node not in self._normal:
            self._normal[node] = self._normalise(node)
        return self._normal[node]

    def _normalise(self, node: Expression) -> Expression:
        match node:
            case Constant("E"):
                return Call("exp", (tree.ONE,))
            case Power(base, exponent):
                return self._power(self.normalise(base), self.normalise(exponent))
            case Call(name, arguments):
                return self._call(name, tuple(self.normalise(a) for a in arguments))
            case Apply(function, orders, arguments):
                return Apply(function, orders, tuple(self.normalise(a) for a in arguments))
            case tree.Sum(terms):
                return tree.Sum(tuple(self.normalise(t) for t in terms))
            case tree.Product(factors):
                return tree.Product(tuple(self.normalise(f) for f in factors))
        return node

    def _power(self, base: Expression, exponent: Expression) -> Expression:
        if base == Call("exp", (tree.ONE,)):
            return Call("exp", (exponent,))
        if isinstance(exponent, Number):
            return Power(base, exponent)
        if isinstance(base, Call) and base.name == "exp":
            return Call("exp", (tree.multiply(exponent, base.arguments[0]),))
        power, logarithm = Power(base, exponent), Call("log", (base,))
        if power in self._powers_of_zero:
            return self._powers_of_zero[power]
        self._powers.setdefault(logarithm, []).append(power)
        return Call("exp", (tree.multiply(exponent, logarithm),))

    def _power_of_zero(self, power: Power) -> Expression:
        """The value, by the sign of the exponent, with the conditions of both."""
        exponent = self.convert(power.exponent)
        zero = tree.Product((power.base, power.exponent))
        if self.ring.certainly_zero(exponent):
            return tree.add(tree.ONE, zero)
        sign = self.ring.domain.signed(exponent, strict=True)
        if sign is None:
            raise NeedsSign(
                f"{power} is a power of zero: 0 where {power.exponent} > 0, 1 where that is 0, and "
                "not defined where it is negative; declare its sign, or write the value that is "
                "meant"
            )
        if sign.constant == -1:
            raise ZeroDenominator(f"{power} is a negative power of zero")
        return zero

    def _call(self, name: str, arguments: tuple[Expression, ...]) -> Expression:
        if name not in ELEMENTARY:
            raise NotSupported(
                f"{Call(name, arguments)}: the function {name} is not represented; introduce a "
                f"coordinate for its value or use {', '.join(ELEMENTARY)}"
            )
        if name not in WRITTEN:
            return Call(name, arguments)
        self._normal.update((a, a) for a in arguments)  # these are normal already
        return self.normalise(WRITTEN[name](*arguments))

    # --- collecting ----------------------------------------------------------------------

    def height(self, node: Expression) -> int:
        """How deeply generators are nested in the tree."""
        if node not in self._heights:
            inner = max((self.height(c) for c in node.children), default=0)
            new = isinstance(node, Call) or (
                isinstance(node, Power)
                and isinstance(node.exponent, Number)
                and node.exponent.value.denominator != 1
            )
            self._heights[node] = inner + new
        return self._heights[node]

    def collect(self, trees: Sequence[Expression]) -> None:
        """Choose bases height by height, for all trees together."""
        calls: dict[int, dict[Call, None]] = {}
        for node in (n for t in trees for n in t.walk()):
            if isinstance(node, Call) and node.name in (*_BASED, *_CONVERTED, *PRIMITIVES):
                calls.setdefault(self.height(node), {})[node] = None
            half = _exponential_of_root(node)
            if half is not None:
                calls.setdefault(self.height(half), {})[half] = None
        written = {n for t in trees for n in t.walk() if isinstance(n, Call)}
        for height in sorted(calls):
            level = list(calls[height])
            for node in level:
                if node.name not in _BASED:
                    self.convert(node)
            exponents = [n.arguments[0] for n in level if n.name == "exp"]
            angles = [n.arguments[0] for n in level if n.name in ("sin", "cos")]
            self._adjoin_exponents(exponents, {n.arguments[0] for n in level if n in written})
            bases.adjoin_angles(self.ring, self._unique(angles))

    def _adjoin_exponents(self, trees: Sequence[Expression], written: set[Expression]) -> None:
        """Bases for exponentials and for their roots, as far as these are not too late."""
        try:
            bases.adjoin_exponents(self.ring, self._unique(trees))
        except LateRefinement:
            # sqrt(exp(x)) after exp(x) is a square root like any other.
            kept = [t for t in trees if t in written]
            bases.adjoin_exponents(self.ring, self._unique(kept))

    def _unique(self, trees: Sequence[Expression]) -> list[Element]:
        elements = (self.convert(t) for t in dict.fromkeys(trees))
        return list({str(e.polynomial): e for e in elements}.values())

    # --- converting ----------------------------------------------------------------------

    def convert(self, node: Expression) -> Element:
        """The ring element of a normalised tree."""
        if node not in self._elements:
            self._elements[node] = element = self._convert(node)
            self.ring.domain.stated |= element.mask
        return self._elements[node]

    def _convert(self, node: Expression) -> Element:
        ring = self.ring
        match node:
            case Number(value):
                return ring.rational(value)
            case Symbol(name):
                if name in ring.functions and name not in ring.base:
                    raise UndefinedSymbol(f"{name} is a function; write its arguments: {name}(...)")
                return ring.generator(name)
            case Constant("pi"):
                return pi(ring)
            case tree.Sum(terms):
                return self._sum(terms)
            case tree.Product(factors):
                return self._product(factors)
            case Power(base, Number(value)):
                return self._rational_power(node, base, value)
            case Call("atan2", (y, x)):
                return arctangents.polar_angle(ring, self.convert(y), self.convert(x), str(node))
            case Call(name, (argument,)):
                return self._function(name, self.convert(argument), node)
            case Apply(function, orders, arguments):
                return jet(ring, function, orders, [self.convert(a) for a in arguments])
        raise NotSupported(f"{node} is not represented in the ring")

    def _sum(self, terms: Sequence[Expression]) -> Element:
        total = self.ring.zero
        for term in terms:
            total = total + self.convert(term)
        return total

    def _product(self, factors: Sequence[Expression]) -> Element:
        total = self.ring.one
        for factor in factors:
            element = self.convert(factor)
            try:
                total = total * element
            except TooLarge:
                raise TooLarge(
                    f"{str(tree.Product(tuple(factors)))[:_SHOWN]} is too large to be expanded; "
                    "introduce a coordinate or parameter for one of the factors"
                ) from None
        return total

    def _rational_power(self, node: Expression, base: Expression, value: Fraction) -> Element:
        if value.denominator == 1:
            return self.convert(base) ** value.numerator
        half = _exponential_of_root(node)
        if half is not None:
            try:
                return self.convert(half)
            except LateRefinement:
                pass
        return rational_power(self.ring, self.convert(base), value)

    def _function(self, name: str, argument: Element, node: Expression) -> Element:
        ring = self.ring
        match name:
            case "sin":
                return sines_and_exponentials.sincos(ring, argument)[0]
            case "cos":
                return sines_and_exponentials.sincos(ring, argument)[1]
            case "exp":
                return sines_and_exponentials.exponential(ring, argument)
            case "log":
                if ring.certainly_zero(argument):
                    if powers := self._powers.get(node, []):
                        self._powers_of_zero |= {p: self._power_of_zero(p) for p in powers}
                        self._normal.clear()
                        self._powers.clear()
                        raise _PowerOfZero
                    raise NonReal(f"{node} is not defined: the argument is identically zero")
                try:
                    return sines_and_exponentials.logarithm(ring, argument)
                except NonReal as error:
                    if not (powers := self._powers.get(node, [])):
                        raise
                    raise NonReal(f"{powers[0]} needs a positive base: {error}") from None
            case "atan":
                return arctangents.arctangent(ring, argument)
            case "asin":
                return arctangents.arcsine(ring, argument)
            case "acos":
                return arctangents.arccosine(ring, argument)
            case _ if name in PRIMITIVES:
                return primitive(ring, name, argument)
        if ring.certainly_zero(argument):
            return ring.zero.under(argument.mask)
        argument = shared(ring, argument).under(argument.mask)
        if name == "Abs":
            return absolute_values.signed(ring, argument, str(node))
        sign = ring.domain.signed(argument, strict=True)
        if sign is not None:
            return sign.under(argument.mask)
        absolute_values.require_unasked(ring, argument, str(node))
        return absolute_values.sign_function(ring, argument)


def _exponential_of_root(node: Expression) -> Call | None:
    """``exp(u/2)`` for the square root of ``exp(u)``, and so on."""
    match node:
        case Power(Call("exp", (u,)), Number(value) as exponent) if value.denominator != 1:
            return Call("exp", (tree.multiply(exponent, u),))
    return None
