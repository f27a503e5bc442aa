"""Degree and height bounds of functions that are known only through random values.

A germ is the image of a function under random draws: base points, values of sines,
exponentials and undefined functions. Every derivative ``D^a e`` of such a function is a
quotient of integer polynomials in the draws,

    D^a e = N_a / (scale * prod_f f**(power_f + growth_f*|a|)),

and `Size` bounds the degree of ``N_a`` and the binary logarithm of the sum of its absolute
coefficients, both linearly in ``|a|``. The bounds are propagated by the rules of calculus
(Leibniz, Faa di Bruno, Cramer), so that a zero test can print the probability that a
non-zero element vanishes at random values (Schwartz 1980, Zippel 1979).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from math import lcm, lgamma, log, log2
from operator import mul


class Factor:
    """An inverted polynomial in the draws, compared by identity: its degree and height."""

    __slots__ = ("bits", "degree")

    def __init__(self, degree: int, bits: float) -> None:
        self.degree = degree
        self.bits = bits


Denominator = dict[Factor, tuple[int, int]]
#: The denominator 1.
NO_FACTORS: Denominator = {}


class Size:
    """Bounds for a function and all its derivatives; see the module for the form.

    With ``g = sum_f growth_f * f.degree`` the degree of ``N_a`` is at most
    ``degree + (slope + g)*|a|``; the same holds for the height with ``bits`` and
    ``slope_bits``. (Keeping ``slope`` relative to ``g`` makes it invariant under a common
    denominator.)
    """

    __slots__ = ("bits", "degree", "denominator", "scale", "slope", "slope_bits")

    def __init__(
        self,
        degree: int,
        bits: float = 0.0,
        slope: int = 0,
        slope_bits: float = 0.0,
        denominator: Denominator = NO_FACTORS,
        scale: int = 1,
    ) -> None:
        self.degree = degree
        self.bits = bits
        self.slope = slope
        self.slope_bits = slope_bits
        self.denominator = denominator
        self.scale = scale

    # -- the ring operations -----------------------------------------------------------

    def __mul__(self, other: Size) -> Size:
        """The size of a product (Leibniz: one more bit per derivative)."""
        slope = self.slope if self.slope > other.slope else other.slope
        bits = self.slope_bits if self.slope_bits > other.slope_bits else other.slope_bits
        denominator = self.denominator or other.denominator
        if self.denominator and other.denominator:
            denominator = dict(self.denominator)
            for factor, (power, growth) in other.denominator.items():
                mine = denominator.get(factor, (0, 0))
                denominator[factor] = (mine[0] + power, max(mine[1], growth))
        return Size(
            self.degree + other.degree,
            self.bits + other.bits,
            slope,
            bits + 1.0,
            denominator,
            self.scale * other.scale,
        )

    def __add__(self, other: Size) -> Size:
        """The size of a sum, over the least common denominator."""
        slope = self.slope if self.slope > other.slope else other.slope
        slope_bits = self.slope_bits if self.slope_bits > other.slope_bits else other.slope_bits
        degree, bits, others_degree, others_bits = (
            self.degree,
            self.bits,
            other.degree,
            other.bits,
        )
        denominator, scale = self.denominator, self.scale
        if scale != other.scale:
            scale = lcm(self.scale, other.scale)
            bits += log2(scale // self.scale)
            others_bits += log2(scale // other.scale)
        if denominator is not other.denominator:
            denominator = common_denominator((self, other))
            up = _missing(self, denominator)
            degree, bits = degree + up[0], bits + up[1]
            up = _missing(other, denominator)
            others_degree, others_bits = others_degree + up[0], others_bits + up[1]
        return Size(
            degree if degree > others_degree else others_degree,
            _log_add(bits, others_bits),
            slope,
            slope_bits,
            denominator,
            scale,
        )

    def derivative(self) -> Size | None:
        """The size of a first partial derivative; ``None`` if that is certainly zero."""
        degree, bits = self.degree + self.slope, self.bits + self.slope_bits
        denominator = self.denominator
        if not denominator:
            if degree < 0:
                return None
        else:
            denominator = {
                f: (power + growth, growth) for f, (power, growth) in denominator.items()
            }
            degree += sum(growth * f.degree for f, (_, growth) in denominator.items())
            bits += sum(growth * f.bits for f, (_, growth) in denominator.items())
        return Size(max(degree, 0), bits, self.slope, self.slope_bits, denominator, self.scale)

    def inverse(self, order: int) -> Size:
        """The size of ``1/e``: the numerator becomes a factor, the denominator moves up."""
        return self._fraction(Factor(self.degree, self.bits), 1, order)

    def _fraction(self, numerator: Factor, power: int, order: int) -> Size:
        degree, bits = _weight(self)
        denominator = {f: (0, growth) for f, (_, growth) in self.denominator.items()}
        denominator[numerator] = (power, 1)
        return Size(
            degree,
            bits + log2(self.scale),
            self.slope,
            self.slope_bits + _weak_orders(order),
            denominator,
        )

    # -- composition -------------------------------------------------------------------

    def logarithm(self, order: int) -> Size:
        """The size of ``log e`` whose values are draws of degree 1."""
        size = self._fraction(Factor(self.degree, self.bits), 0, order)
        return Size(1, 0.0, size.slope, size.slope_bits, size.denominator)

    def arctangent(self, order: int) -> Size:
        """The size of ``atan e`` whose values are draws of degree 1."""
        this = self._unscaled()
        degree, bits = _weight(this)
        square = Factor(2 * max(this.degree, degree), 2 * max(this.bits, bits) + 1.0)
        denominator = {f: (0, growth) for f, (_, growth) in this.denominator.items()}
        denominator[square] = (0, 1)
        slope_bits = this.slope_bits + _weak_orders(order) + 1.0
        return Size(1, 0.0, this.slope, slope_bits, denominator)

    def root(self, n: int, order: int) -> Size:
        """The size of the n-th root; degrees count as those of the radicand divided by n."""
        this = self._unscaled()
        degree, bits = _weight(this)
        denominator = dict(this.denominator)
        denominator[Factor(this.degree, this.bits)] = (0, 1)
        denominator[Factor(0, log2(n))] = (0, 1)
        return Size(
            -(-(this.degree + (n - 1) * degree) // n),
            (this.bits + (n - 1) * bits) / n,
            this.slope,
            this.slope_bits + _weak_orders(order),
            denominator,
        )

    def of(self, arguments: Sequence[Size], order: int) -> Size:
        """The size of a function with this size, composed with arguments of given sizes.

        The size of the function refers to derivatives by its own variables; its values are
        already counted in the draws (they are draws, or images of the arguments).
        """
        denominator = dict(self.denominator)
        slope, slope_bits = 0, 0.0
        for argument in arguments:
            this = argument._unscaled()
            degree, bits = _weight(this)
            slope = max(slope, max(this.degree - degree, 0) + this.slope)
            slope_bits = max(slope_bits, max(this.bits - bits, 0.0) + this.slope_bits)
            for factor, (power, growth) in this.denominator.items():
                mine = denominator.get(factor, (0, 0))
                outer = self.denominator.get(factor, (0, 0))[1]
                denominator[factor] = (mine[0], max(mine[1], outer + power + growth))
        count = log2(max(len(arguments), 1))
        return Size(
            self.degree,
            self.bits,
            max(self.slope, 0) + slope,
            max(self.slope_bits, 0.0) + slope_bits + _weak_orders(order) + count,
            denominator,
            self.scale,
        )

    def value(self) -> Size:
        """The size of the same values, seen as constants or as coordinates elsewhere."""
        degree, bits = _weight(self)
        denominator = {f: (power, 0) for f, (power, _) in self.denominator.items()}
        degree = max(self.degree, degree)
        return Size(degree, max(self.bits, bits), 0, 0.0, denominator, self.scale)

    def _unscaled(self) -> Size:
        """The same with the integer denominator as one more factor."""
        if self.scale == 1:
            return self
        denominator = dict(self.denominator)
        denominator[Factor(0, log2(self.scale))] = (1, 0)
        return Size(self.degree, self.bits, self.slope, self.slope_bits, denominator)


def rational_size(numerator: int, denominator: int) -> Size:
    """The size of a non-zero constant; its derivatives are certainly zero."""
    return Size(0, log2(abs(numerator)), -1, 0.0, NO_FACTORS, denominator)


def determinant_size(rows: Sequence[Sequence[Size | None]], extra: int = 0) -> Size:
    """The size of a determinant, row by row over common denominators; `None` is a zero.

    ``extra`` permutations beyond the number of rows enlarge the count of terms.
    """
    sizes = [total(s for s in row if s is not None) for row in rows]
    if not sizes:
        return rational_size(1, 1)
    product = reduce(mul, sizes)
    n = len(sizes) + extra
    bits = product.bits + lgamma(n + 1) / log(2.0)
    slope_bits = max(s.slope_bits for s in sizes) + log2(n)
    return Size(product.degree, bits, product.slope, slope_bits, product.denominator, product.scale)


def total(sizes: Iterable[Size]) -> Size:
    """A size that bounds each of the given ones over one common denominator."""
    given = list(sizes)
    if not given:
        return rational_size(1, 1)
    denominator = common_denominator(given)
    scale = lcm(*(s.scale for s in given))
    lifted = [_missing(s, denominator) for s in given]
    return Size(
        max(s.degree + up[0] for s, up in zip(given, lifted, strict=True)),
        max(s.bits + up[1] + log2(scale // s.scale) for s, up in zip(given, lifted, strict=True)),
        max(s.slope for s in given),
        max(s.slope_bits for s in given),
        denominator,
        scale,
    )


def common_denominator(sizes: Sequence[Size]) -> Denominator:
    """The least common denominator, with the largest growth of each factor."""
    common: Denominator = {}
    for size in sizes:
        for factor, (power, growth) in size.denominator.items():
            mine = common.get(factor, (0, 0))
            common[factor] = (max(mine[0], power), max(mine[1], growth))
    return common or NO_FACTORS


def _missing(size: Size, denominator: Denominator) -> tuple[int, float]:
    """Degree and height of what a numerator gains over a larger denominator."""
    degree, bits = 0, 0.0
    for factor, (power, _) in denominator.items():
        gap = power - size.denominator.get(factor, (0, 0))[0]
        degree += gap * factor.degree
        bits += gap * factor.bits
    return degree, bits


def _weight(size: Size) -> tuple[int, float]:
    """Degree and height of the denominator (without its integer part)."""
    degree, bits = 0, 0.0
    for factor, (power, _) in size.denominator.items():
        degree += power * factor.degree
        bits += power * factor.bits
    return degree, bits


def _log_add(a: float, b: float) -> float:
    """log2(2**a + 2**b)."""
    return a + log2(1.0 + 2.0 ** (b - a)) if a >= b else b + log2(1.0 + 2.0 ** (a - b))


def _weak_orders(order: int) -> float:
    """Bits per derivative: at most r**r terms in the r-th derivative of a composite."""
    return log2(order) if order > 1 else 0.0


class Account:
    """What a batch of random points was asked for, and the error of its zero test.

    A point fails to refute a non-zero element with probability at most

        2**residues * (norm*D/size + B) / (1 - norm*D_inverted/size - B_inverted):

    D is the degree of the numerator and ``size`` the number of values of a draw; B bounds the
    chance that the point's prime divides one non-zero coefficient of the numerator's norm,
    the fraction conditions on the success of every inversion, ``norm`` is the product of
    the orders of all roots (the degree of the norm), and ``residues`` counts the radicands
    of even roots, which must be squares. Points are independent, so bounds multiply.
    """

    def __init__(self) -> None:
        self.inverted_degree = 0
        self.inverted_bits = 0.0
        self.norm = 1
        self.residues = 0
        self.assumed_degree = 0

    def invert(self, size: Size, times: int = 1) -> None:
        """Record that an element of this size was inverted at every point."""
        self.inverted_degree += times * size.degree
        self.inverted_bits += times * size.bits

    def root(self, n: int) -> None:
        """Record a root of order n."""
        self.norm *= n
        # Half of the points have a root of even order, and more than half of the primes a unique
        # one of odd order: those are drawn for the orders 3 and 5.
        self.residues += n % 2 == 0 or any(n % q == 0 for q in (7, 11, 13))

    def log2_bound(self, size: Size, values: Sequence[int], log2_primes: float | None) -> float:
        """The error of the zero test, given the number of values of a draw at each point.

        ``log2_primes`` is the logarithm of the number of primes above 2**30 from which each
        point's prime was drawn, or ``None`` for rational arithmetic.
        """
        heights = (size.bits, self.inverted_bits)
        unlucky = [int(self.norm * max(bits, 0.0) / 30.0) for bits in heights]
        degrees = (self.norm * size.degree, self.norm * self.inverted_degree)
        return _log2_error(*degrees, *unlucky, self.residues, tuple(values), log2_primes)


@lru_cache(maxsize=1 << 10)
def _log2_error(
    degree: int,
    inverted: int,
    primes: int,
    inverted_primes: int,
    residues: int,
    values: tuple[int, ...],
    log2_primes: float | None,
) -> float:
    """The bound of `Account`, of the degrees and of the numbers of primes that are unlucky."""
    unlucky = 0.0 if log2_primes is None else 2.0**-log2_primes
    error = 0.0
    for count in values:
        bad = degree / count + primes * unlucky
        lost = inverted / count + inverted_primes * unlucky
        if bad == 0.0:
            return float("-inf")
        if lost < 1.0:
            chance = log2(bad / (1.0 - lost))
            error += min(0.0, chance if log2_primes is None else chance + residues)
    return error
