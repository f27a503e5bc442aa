"""The elements of a germ ring and their operators."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.copying import Immutable
from diffgeo.errors import NotSupported, ZeroDenominator
from diffgeo.rings.germs.numerator_bounds import Size, rational_size
from diffgeo.rings.germs.taylor import Array

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing


class Germ(Immutable):
    """A truncated Taylor series at each point of its ring; immutable.

    ``order`` is the degree up to which it is known; sums and products know the smaller
    order of their arguments, a derivative knows one less. ``size`` bounds degree and
    height (``None``: certainly zero). Germs are compared by identity.
    """

    __slots__ = ("_inverse", "array", "order", "ring", "size")

    #: Germs keep no conditions.
    mask = 0

    def __init__(self, ring: GermRing, order: int, array: Array, size: Size | None) -> None:
        self.ring = ring
        self.order = order
        self.array = array
        self.size = size
        self._inverse: Germ | None = None

    def under(self, mask: int) -> Germ:
        """The germ itself."""
        return self

    def __add__(self, other: object) -> Germ:
        ring = self.ring
        if not isinstance(other, Germ):
            if not isinstance(other, int | Fraction):
                return NotImplemented
            other = ring.rational(other)
        elif other.ring is not ring:
            ring.own(other)
        if self.size is None:
            return other
        if other.size is None:
            return self
        a, b, order = _common(self, other)
        return Germ(ring, order, ring.field.add(a, b), self.size + other.size)

    __radd__ = __add__

    def __neg__(self) -> Germ:
        if self.size is None:
            return self
        return Germ(self.ring, self.order, self.ring.field.negate(self.array), self.size)

    def __sub__(self, other: object) -> Germ:
        ring = self.ring
        if not isinstance(other, Germ):
            if not isinstance(other, int | Fraction):
                return NotImplemented
            other = ring.rational(other)
        elif other.ring is not ring:
            ring.own(other)
        if other.size is None or other is self:
            return self if other.size is None else ring.zero
        if self.size is None:
            return -other
        a, b, order = _common(self, other)
        return Germ(ring, order, ring.field.subtract(a, b), self.size + other.size)

    def __rsub__(self, other: int | Fraction) -> Germ:
        return -self + other

    def __mul__(self, other: object) -> Germ:
        ring = self.ring
        if not isinstance(other, Germ):
            return self._scaled(other) if isinstance(other, int | Fraction) else NotImplemented
        ring.own(other)
        if self.size is None or other.size is None:
            return ring.zero
        if other is ring.one:
            return self
        if self is ring.one:
            return other
        a, b, order = _common(self, other)
        product = ring.field.multiply(ring.tables[order], a, b)
        return Germ(ring, order, product, self.size * other.size)

    __rmul__ = __mul__

    def _scaled(self, factor: int | Fraction) -> Germ:
        if factor == 1 or self.size is None:
            return self
        if factor == 0:
            return self.ring.zero
        field = self.ring.field
        value = Fraction(factor)
        size = self.size * rational_size(value.numerator, value.denominator)
        size.slope_bits -= 1.0
        return Germ(self.ring, self.order, field.times(self.array, field.number(value)), size)

    def __truediv__(self, other: object) -> Germ:
        if isinstance(other, int | Fraction):
            if other == 0:
                raise ZeroDenominator(f"division by the number 0 in {self.ring}")
            return self._scaled(Fraction(1, other))
        if not isinstance(other, Germ):
            return NotImplemented
        return self * self.ring.inverse(other)

    def __rtruediv__(self, other: int | Fraction) -> Germ:
        return self.ring.inverse(self) * other

    def __pow__(self, exponent: int) -> Germ:
        if not isinstance(exponent, int):
            raise NotSupported(
                f"a germ to the power {exponent} in {self.ring}; use power_root for roots"
            )
        if exponent < 0:
            return self.ring.inverse(self) ** -exponent
        result, square = None, self
        while exponent:
            if exponent & 1:
                result = square if result is None else result * square
            exponent >>= 1
            if exponent:
                square = square * square
        return self.ring.one if result is None else result

    @property
    def value(self) -> Array:
        """The values at the points."""
        return self.array[:, 0]

    def __repr__(self) -> str:
        return f"<germ of order {self.order} with values {self.value.tolist()} in {self.ring}>"


def _common(a: Germ, b: Germ) -> tuple[Array, Array, int]:
    """The arrays truncated to the smaller order."""
    order = a.order
    if order == b.order:
        return a.array, b.array, order
    if order > b.order:
        order = b.order
        return a.array[:, : a.ring.tables[order].size], b.array, order
    return a.array, b.array[:, : a.ring.tables[order].size], order
