"""Taylor models: functions of a complex time on a disc, as a polynomial and a bound.

A model stands for all functions a on the disc ``|z| <= 1`` with ``|a(z) - P(z)| <= r`` for a
polynomial P with coefficients in balls. Sums and products of functions lie in those of models; an
inverse or a root is guessed by its power series, and what the guess misses is bounded. So terms
that cancel in P cancel in the model, where intervals would count them twice.

Of analytic functions the results are analytic on the disc, and on its real diameter they are the
real functions: an inverse is only made of what vanishes nowhere, and of roots and logarithms the
branch is that which is real at 0.

Source: K. Makino, M. Berz, Taylor models and other validated functional inclusion methods, Int. J.
Pure Appl. Math. 4 (2003).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flint import arb, arb_poly, arb_series

from diffgeo.errors import OutsideDomain


def norm(coefficients: Iterable[arb]) -> arb:
    """The sum of the absolute values, from above: a bound of a polynomial on the disc."""
    return sum(map(abs, coefficients), arb(0)).abs_upper()


class TaylorModel:
    """Functions on the disc that differ from a polynomial by at most a bound.

    Parameters
    ----------
    polynomial
        Its terms from a number on are taken into the bound.
    bound
        An exact number.
    terms
        That number.
    """

    __slots__ = ("bound", "polynomial", "terms")

    def __init__(self, polynomial: arb_poly, bound: arb, terms: int) -> None:
        if polynomial.length() > terms:
            bound = (bound + norm(polynomial.coeffs()[terms:])).upper()
            polynomial = polynomial.truncate(terms)
        self.polynomial, self.bound, self.terms = polynomial, bound, terms

    def _made(self, polynomial: Any, bound: arb) -> TaylorModel:
        return TaylorModel(arb_poly(polynomial), bound.upper(), self.terms)

    @property
    def size(self) -> arb:
        """A bound of the absolute values on the disc."""
        return (norm(self.polynomial.coeffs()) + self.bound).upper()

    @property
    def ball(self) -> arb:
        """A ball that contains the real values; all others are as near to its middle."""
        rest = norm(self.polynomial.coeffs()[1:]) + self.bound
        return self.polynomial[0] + arb(0, 1) * rest

    def __add__(self, other: Any) -> TaylorModel:
        if isinstance(other, TaylorModel):
            return self._made(self.polynomial + other.polynomial, self.bound + other.bound)
        return TaylorModel(self.polynomial + other, self.bound, self.terms)

    __radd__ = __add__

    def __neg__(self) -> TaylorModel:
        return TaylorModel(-self.polynomial, self.bound, self.terms)

    def __sub__(self, other: Any) -> TaylorModel:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> TaylorModel:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> TaylorModel:
        if not isinstance(other, TaylorModel):
            return self._made(self.polynomial * other, self.bound * abs(arb(other)))
        bound = self.bound * other.bound
        if self.bound or other.bound:
            bound += norm(self.polynomial.coeffs()) * other.bound
            bound += norm(other.polynomial.coeffs()) * self.bound
        return self._made(self.polynomial * other.polynomial, bound)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> TaylorModel:
        return self.__mul__(other.inverse() if isinstance(other, TaylorModel) else 1 / arb(other))

    def __rtruediv__(self, other: Any) -> TaylorModel:
        return self.inverse().__mul__(other)

    def inverse(self) -> TaylorModel:
        """1/a, for all a at once: with ``|1 - a b| <= w < 1`` it differs from b by |b| w/(1 - w).

        Raises `OutsideDomain` where this does not show that a vanishes nowhere on the disc.
        """
        if self.polynomial[0].contains(0):
            raise OutsideDomain("a quotient is not defined on a box")
        guess = arb_poly((1 / self._series()).coeffs())
        size = norm(guess.coeffs())
        missed = norm((1 - self.polynomial * guess).coeffs()) + self.bound * size
        return self._made(guess, size * missed / (1 - _below_one(missed)))

    def sqrt(self) -> TaylorModel:
        """The root that is positive at 0: with ``a = s²(1 + w)`` it differs from s by |s w|."""
        if not self.polynomial[0] > 0:
            raise OutsideDomain("a root is not defined on a box")
        guess = arb_poly(self._series().sqrt().coeffs())
        inverse = TaylorModel(guess, arb(0), self.terms).inverse().size
        missed = (norm((self.polynomial - guess * guess).coeffs()) + self.bound) * inverse**2
        return self._made(guess, norm(guess.coeffs()) * _below_one(missed))

    def exp(self) -> TaylorModel:
        """The exponential function."""
        guess = self._series().exp().coeffs()
        return self._made(guess, self.polynomial[0].exp().abs_upper() * self._majorant())

    def sin(self) -> TaylorModel:
        """The sine."""
        return self._made(self._series().sin().coeffs(), self._majorant())

    def cos(self) -> TaylorModel:
        """The cosine."""
        return self._made(self._series().cos().coeffs(), self._majorant())

    def tan(self) -> TaylorModel:
        """The tangent."""
        return self.sin() / self.cos()

    def sinh(self) -> TaylorModel:
        """The hyperbolic sine."""
        return (self.exp() - (-self).exp()) / 2

    def cosh(self) -> TaylorModel:
        """The hyperbolic cosine."""
        return (self.exp() + (-self).exp()) / 2

    def tanh(self) -> TaylorModel:
        """The hyperbolic tangent."""
        return 1 - 2 / ((2 * self).exp() + 1)

    def log(self) -> TaylorModel:
        """The logarithm that is real at 0."""
        return self._integrated(arb.log, 1 / self)

    def atan(self) -> TaylorModel:
        """The arc tangent that is real at 0."""
        return self._integrated(arb.atan, 1 / (1 + self * self))

    def asin(self) -> TaylorModel:
        """The arc sine that is real at 0."""
        return self._integrated(arb.asin, 1 / (1 - self * self).sqrt())

    def acos(self) -> TaylorModel:
        """The arc cosine that is real at 0."""
        return self._integrated(arb.acos, -1 / (1 - self * self).sqrt())

    def contains(self, value: int) -> bool:
        """Whether the ball of the values contains a number."""
        return bool(self.ball.contains(value))

    def sgn(self) -> arb:
        """The sign of the ball."""
        return self.ball.sgn()

    def _series(self) -> arb_series:
        return arb_series(self.polynomial.coeffs(), self.terms)

    def _majorant(self) -> arb:
        """What a power series with coefficients at most 1/k! has beyond the terms of the guess.

        Term by term it is not larger than that of the exponential function for the absolute values
        of all coefficients, and the bound.
        """
        sizes = [abs(c).abs_upper() for c in self.polynomial.coeffs()[1:]]
        kept = arb_series([arb(0), *sizes], self.terms).exp().coeffs()
        whole = (sum(sizes, arb(0)) + self.bound).exp()
        return (whole - sum(kept, arb(0))).abs_upper()

    def _integrated(self, value: Callable[[arb], arb], slope: TaylorModel) -> TaylorModel:
        """A function with a derivative: its value at P(0), the integral along P, and beside P."""
        along = slope * TaylorModel(self.polynomial.derivative(), arb(0), self.terms)
        first = value(self.polynomial[0])
        if not first.is_finite():
            raise OutsideDomain("a function is not defined on a box")
        bound = along.bound + slope.size * self.bound
        return self._made(along.polynomial.integral() + first, bound)


def _below_one(missed: arb) -> arb:
    if not missed < 1:
        raise OutsideDomain("a quotient or root is not defined on a box")
    return missed.abs_upper()


def ball_of(value: TaylorModel | arb) -> arb:
    """The ball of a model; a number as it is."""
    return value.ball if isinstance(value, TaylorModel) else arb(value)
