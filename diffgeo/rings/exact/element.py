"""Elements of the exact ring: a reduced polynomial of the tower and the conditions used."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.copying import Immutable
from diffgeo.errors import InexactNumber, SpaceMismatch
from diffgeo.rings.exact.exclusion import LOCK, exclusive
from diffgeo.rings.exact.size_limits import (
    PRODUCT_TERMS,
    require_small_power,
    require_small_product,
)

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.tower import Generator, Tower
    from diffgeo.rings.expression import Expression


class Element(Immutable):
    """A function in an `ExactRing`; immutable.

    ``mask`` is a bit mask of the conditions of the ring's domain that were used to make
    the element; cancelling a denominator removes none of them.
    """

    __slots__ = ("_polynomial", "_shown", "_support", "mask", "ring")
    #: The tree that was shown last, for a version of the tower and its newest generator.
    _shown: tuple[int, Generator | None, Expression]

    def __init__(
        self, ring: ExactRing, polynomial: fmpq_mpoly, mask: int = 0, support: int = -1
    ) -> None:
        self.ring = ring
        self._polynomial = polynomial
        self.mask = mask
        #: Bits of the generators that may occur; negative if that is not known.
        self._support = support

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        from diffgeo.rings.exact.pickling import portable, read_element

        return read_element, tuple(portable(self))

    @property
    def polynomial(self) -> fmpq_mpoly:
        """The polynomial in the newest context of the ring's tower."""
        # Lifting is remembered: it changes the presentation, not the element.
        polynomial, tower = self._polynomial, self.ring.tower
        if polynomial.context() is not tower.context:
            with LOCK:
                self._lift(self.ring.tower)
            return self._polynomial
        return polynomial

    @property
    def support(self) -> int:
        """Bits of generators: those without one do not occur in the polynomial."""
        tower = self.ring.tower
        if self._support < 0 or tower.previous is not None:
            polynomial = self.polynomial
            if self._support < 0:
                self._support = tower.support(polynomial)
        return self._support

    def _lift(self, tower: Tower) -> None:
        if tower.previous is None or tower.owns(self._polynomial):
            index = self._support.bit_length() - 1
            itself = index >= 0 and tower.elements.get(index) is self
            self._polynomial = tower.variable(index) if itself else tower.lift(self._polynomial)
            return
        # Made before a refinement: write it in the generators of today.
        old, mask = self._polynomial, self.mask
        polynomial, conditions = tower.settle(old)

        def undo() -> None:
            self._polynomial, self.mask, self._support = old, mask, -1

        self.ring.journal.note(undo)
        self._polynomial, self.mask, self._support = polynomial, mask | conditions, -1

    # --- arithmetic ----------------------------------------------------------------

    def _both(self, other: Element) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """Both polynomials in one context: during a refinement lifting one may adjoin."""
        left, right = self._polynomial, other._polynomial
        context = self.ring.tower.context
        if left.context() is context and right.context() is context:
            return left, right
        right = other.polynomial
        left = self.polynomial
        if left.context() is not right.context():
            right = other.polynomial
        return left, right

    def _coerce(self, other: object) -> Element | None:
        if isinstance(other, Element):
            if other.ring is not self.ring:
                raise SpaceMismatch(
                    f"{self} and {other} belong to function rings of different charts; "
                    "pull one of them back first"
                )
            return other
        if isinstance(other, int | Fraction):
            return self.ring.rational(other)
        if isinstance(other, float):
            raise InexactNumber(f"{other!r} is not exact; write Fraction({str(other)!r})")
        return None

    def __add__(self, other: object) -> Element:
        if type(other) is not Element or other.ring is not self.ring:
            other = self._coerce(other)
            if other is None:
                return NotImplemented
        with LOCK:
            left, right = self._both(other)
            support = self._support | other._support
            return Element(self.ring, left + right, self.mask | other.mask, support)

    __radd__ = __add__

    def __neg__(self) -> Element:
        return Element(self.ring, -self.polynomial, self.mask, self._support)

    def __sub__(self, other: object) -> Element:
        if type(other) is not Element or other.ring is not self.ring:
            other = self._coerce(other)
            if other is None:
                return NotImplemented
        with LOCK:
            left, right = self._both(other)
            support = self._support | other._support
            return Element(self.ring, left - right, self.mask | other.mask, support)

    def __rsub__(self, other: object) -> Element:
        other = self._coerce(other)
        return NotImplemented if other is None else other - self

    def __mul__(self, other: object) -> Element:
        if type(other) is not Element or other.ring is not self.ring:
            other = self._coerce(other)
            if other is None:
                return NotImplemented
        with LOCK:
            left, right = self._both(other)
            if len(left) * len(right) > PRODUCT_TERMS:
                require_small_product(self, other)
            product, mask = left * right, self.mask | other.mask
            a, b = self.support, other.support
            if (tower := self.ring.tower).may_reduce(a, b):
                return Element(self.ring, tower.reduce(product), mask)
            return Element(self.ring, product, mask, a | b)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Element:
        other = self._coerce(other)
        if other is None:
            return NotImplemented
        inverse = self.ring.inverse(other)
        return inverse if self is self.ring.one else self * inverse

    def __rtruediv__(self, other: object) -> Element:
        other = self._coerce(other)
        return NotImplemented if other is None else other * self.ring.inverse(self)

    @exclusive
    def __pow__(self, exponent: int) -> Element:
        if not isinstance(exponent, int):
            return NotImplemented
        base = self if exponent >= 0 else self.ring.inverse(self)
        result, n = self.ring.one, abs(exponent)
        if n > 1:
            require_small_power(base, n)
            if self.ring.tower.is_free(base.polynomial):
                # Much faster than squaring again and again.
                return Element(self.ring, base.polynomial**n, base.mask | self.mask)
        while n:
            if n & 1:
                result = result * base
            n >>= 1
            if n:
                base = base * base
        return Element(self.ring, result.polynomial, result.mask | self.mask)

    def under(self, mask: int) -> Element:
        """The same function with more conditions attached."""
        return self if mask | self.mask == self.mask else self._with(mask | self.mask)

    @exclusive
    def bare(self) -> Element:
        """The same function with the conditions of its normal form only.

        Generators are shared by everything that uses them, so they are defined by bare
        elements; conditions of one use stay with that use.
        """
        generators = self.ring.tower.generators
        mask = 0
        for index in self.ring.tower.used(self.polynomial):
            mask |= generators[index].mask
        return self if mask == self.mask else self._with(mask)

    def _with(self, mask: int) -> Element:
        return Element(self.ring, self.polynomial, mask, self._support)

    # --- reading -------------------------------------------------------------------

    @property
    def constant(self) -> Fraction | None:
        """The value of a rational constant, else ``None``."""
        polynomial = self._polynomial
        if not polynomial.is_constant():
            return None
        if not len(polynomial):
            return Fraction(0)
        value = polynomial.leading_coefficient()
        return Fraction(int(value.p), int(value.q))

    def __str__(self) -> str:
        return str(self.ring.expression(self))

    def __repr__(self) -> str:
        return f"<function {self}>"
