"""Truncated Taylor series in several variables: tables, and arithmetic over three fields.

A batch of series is an array of shape ``(..., points, coefficients)``; coefficients
(derivative divided by the factorial) are ordered by total degree, so a series of lower
order is a prefix. All arithmetic is exact except over floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffgeo.errors import InexactNumber, NotSupported, OutsideDomain

Array = NDArray[Any]
Rational = int | Fraction


@dataclass(frozen=True, eq=False)
class Table:
    """Index arrays for series in ``variables`` variables up to total degree ``order``.

    ``left``, ``right`` list all pairs of coefficients whose product has degree at most
    ``order``, sorted by the coefficient they contribute to; ``starts`` says where each
    coefficient's pairs begin; ``terms`` is the largest number of pairs of one coefficient;
    ``size`` is the number of coefficients.
    """

    variables: int
    order: int
    exponents: tuple[tuple[int, ...], ...]
    position: dict[tuple[int, ...], int]
    left: Array
    right: Array
    starts: Array
    terms: int
    shift: tuple[Array, ...]
    factor: tuple[Array, ...]
    size: int


@lru_cache(maxsize=64)
def table(variables: int, order: int) -> Table:
    """The table for a number of variables and an order (cached)."""
    exponents: list[tuple[int, ...]] = []
    for degree in range(order + 1):
        for chosen in combinations_with_replacement(range(variables), degree):
            exponent = [0] * variables
            for k in chosen:
                exponent[k] += 1
            exponents.append(tuple(exponent))
    position = {e: i for i, e in enumerate(exponents)}
    pairs = []
    for i, a in enumerate(exponents):
        room = comb(variables + order - sum(a), variables)  # the prefix of degrees that fit
        for j, b in enumerate(exponents[:room]):
            pairs.append((position[tuple(map(sum, zip(a, b, strict=True)))], i, j))
    pairs.sort()
    target, left, right = np.array(pairs, dtype=np.intp).reshape(-1, 3).T
    starts = np.searchsorted(target, np.arange(len(exponents)))
    lower = comb(variables + order - 1, variables) if order else 0
    shift, factor = [], []
    for k in range(variables):
        raised = [(*e[:k], e[k] + 1, *e[k + 1 :]) for e in exponents[:lower]]
        shift.append(np.array([position[e] for e in raised], dtype=np.intp))
        factor.append(np.array([e[k] for e in raised], dtype=np.int64))
    return Table(
        variables,
        order,
        tuple(exponents),
        position,
        np.ascontiguousarray(left),
        np.ascontiguousarray(right),
        starts,
        int(np.bincount(target).max()),
        tuple(shift),
        tuple(factor),
        len(exponents),
    )


class Field:
    """Arithmetic of arrays ``(..., points, coefficients)`` over a field of characteristic 0."""

    name = ""
    dtype: Any = object

    def __init__(self, points: int) -> None:
        self.points = points

    def add(self, a: Array, b: Array) -> Array:
        """The sum."""
        return a + b

    def subtract(self, a: Array, b: Array) -> Array:
        """The difference."""
        return a - b

    def negate(self, a: Array) -> Array:
        """The negative."""
        return -a

    def times(self, a: Array, b: Array) -> Array:
        """The product entry by entry, with broadcasting."""
        return a * b

    def multiply(self, where: Table, a: Array, b: Array) -> Array:
        """The truncated product of series (Cauchy product)."""
        if where.order == 0:
            return self.times(a, b)
        if where.order == 1:
            return _linear_product(a, b)
        pairs = a.take(where.left, axis=-1) * b.take(where.right, axis=-1)
        return np.add.reduceat(pairs, where.starts, axis=-1)

    def sum(self, a: Array) -> Array:
        """The sum over the first axis."""
        total: Array = a.sum(axis=0)
        return total

    def segment_sums(self, a: Array, starts: Array) -> Array:
        """The sums over parts of the first axis, which begin at ``starts``."""
        return np.add.reduceat(a, starts, axis=0)

    def number(self, value: Rational) -> Array:
        """A rational number at every point, shape ``(points, 1)``."""
        raise NotImplementedError

    def array(self, values: object) -> Array:
        """Given values, as an array of this field."""
        raise NotImplementedError

    def inverse(self, values: Array) -> Array:
        """Reciprocals of values none of which is zero."""
        raise NotImplementedError

    def reciprocal(self, where: Table, series: Array) -> Array:
        """The series 1/f, where f has no zero, by Newton's iteration w <- w + w (1 - f w)."""
        one, w = self.zeros(where.size), self.zeros(where.size)
        one[:, :1], w[:, :1] = self.number(1), self.inverse(series[:, :1])
        known = 1
        while known <= where.order:
            rest = self.subtract(one, self.multiply(where, series, w))
            w = self.add(w, self.multiply(where, w, rest))
            known *= 2
        return w

    def draw(self, rng: np.random.Generator, columns: int) -> Array:
        """Random entries, shape ``(points, columns)``."""
        raise NotImplementedError

    def root(self, values: Array, n: int) -> tuple[Array, Array]:
        """n-th roots where they exist in the field, and a mask that says where."""
        raise NotImplementedError

    def zeros(self, columns: int) -> Array:
        """The zero series."""
        out = np.empty((self.points, columns), dtype=self.dtype)
        out[...] = 0
        return out

    def select(self, keep: Array) -> Field:
        """The same field at some of the points."""
        return type(self)(int(np.count_nonzero(keep)))


def _linear_product(a: Array, b: Array) -> Array:
    """The product up to order 1, where each coefficient is a sum of two products at most."""
    out = a[..., :1] * b
    out[..., 1:] += a[..., 1:] * b[..., :1]
    return out


class Residues(Field):
    """Residues modulo one prime per point, ``2**30 < p < 2**31``, in ``uint64``.

    A prime of its own for each point makes the points independent trials with respect to
    unlucky primes too. Products are below 2**62, so four of them are summed before the
    reduction.
    """

    name = "GF(p)"
    dtype = np.uint64

    def __init__(self, primes: Array) -> None:
        super().__init__(len(primes))
        self.primes = np.asarray(primes, dtype=np.uint64).reshape(-1, 1)
        self.units = [int(p) - 1 for p in self.primes[:, 0]]
        self._moduli: dict[int, Array] = {1: self.primes}
        self._numbers: dict[Rational, Array] = {}

    def modulus(self, columns: int) -> Array:
        """The primes repeated to a full array: faster than broadcasting them."""
        found = self._moduli.get(columns)
        if found is None:
            found = np.ascontiguousarray(np.broadcast_to(self.primes, (self.points, columns)))
            self._moduli[columns] = found
        return found

    def _reduced(self, out: Array) -> Array:
        """The same array, reduced in its place."""
        np.remainder(out, self.modulus(out.shape[-1]), out=out)
        return out

    def add(self, a: Array, b: Array) -> Array:
        """The sum, reduced."""
        return self._reduced(a + b)

    def subtract(self, a: Array, b: Array) -> Array:
        """The difference, reduced."""
        out = a + (self.modulus(b.shape[-1]) - b)
        return self._reduced(out)

    def negate(self, a: Array) -> Array:
        """The negative, reduced."""
        return self._reduced(self.modulus(a.shape[-1]) - a)

    def times(self, a: Array, b: Array) -> Array:
        """The product entry by entry, reduced."""
        out = a * b
        return self._reduced(out)

    def multiply(self, where: Table, a: Array, b: Array) -> Array:
        """The truncated product, reduced once if no overflow is possible."""
        if where.order == 0:
            return self.times(a, b)
        if where.order == 1:
            return self._reduced(_linear_product(a, b))
        out = a.take(where.left, axis=-1) * b.take(where.right, axis=-1)
        if where.terms > 4:
            self._reduced(out)
        out = np.add.reduceat(out, where.starts, axis=-1)
        return self._reduced(out)

    def sum(self, a: Array) -> Array:
        """The sum over the first axis, reduced."""
        out = a.sum(axis=0)
        return self._reduced(out)

    def segment_sums(self, a: Array, starts: Array) -> Array:
        """The sums, reduced; up to 2**32 residues do not overflow."""
        out = np.add.reduceat(a, starts, axis=0)
        return self._reduced(out)

    def number(self, value: Rational) -> Array:
        """The residues of a rational number."""
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = self._number(Fraction(value))
        return found

    def _number(self, value: Fraction) -> Array:
        residues = []
        for p in self.primes[:, 0].tolist():
            if value.denominator % p == 0:
                raise OutsideDomain(
                    f"the denominator of {value} is divisible by the prime {p} of this germ ring; "
                    "make the ring with another seed"
                )
            residues.append([value.numerator * pow(value.denominator, -1, p) % p])
        return np.array(residues, dtype=np.uint64)

    def array(self, values: object) -> Array:
        """The residues of given integers."""
        given = np.asarray(values)
        if given.dtype.kind == "f":
            raise InexactNumber("a germ ring over GF(p) needs integer residues, not floats")
        modulus = self.primes.astype(object)
        residues: Array = (given.astype(object) % modulus).astype(np.uint64)
        return residues

    def inverse(self, values: Array) -> Array:
        """Inverses modulo the primes."""
        rows = zip(values.tolist(), self.primes[:, 0].tolist(), strict=True)
        return np.array([[pow(v, -1, p) for v in row] for row, p in rows], dtype=np.uint64)

    def draw(self, rng: np.random.Generator, columns: int) -> Array:
        """Uniform residues."""
        return rng.integers(0, self.modulus(columns), dtype=np.uint64)

    def root(self, values: Array, n: int) -> tuple[Array, Array]:
        """The unique roots among the squares (n even) or all residues (n odd)."""
        roots, mask = [], []
        for (v,), p in zip(values.tolist(), self.primes[:, 0].tolist(), strict=True):
            # p = 3 (mod 4): the squares form a group of odd order (p - 1)/2.
            group = p - 1 if n % 2 else (p - 1) // 2
            try:
                candidate = pow(v, pow(n, -1, group), p)
            except ValueError:
                raise NotSupported(
                    f"the germ ring's prime {p} does not admit unique roots of order {n}; "
                    "make the ring with another seed"
                ) from None
            roots.append([candidate])
            mask.append(pow(candidate, n, p) == v)
        return np.array(roots, dtype=np.uint64), np.array(mask)

    def select(self, keep: Array) -> Residues:
        """The same primes at some of the points."""
        return Residues(self.primes[keep, 0])


class Rationals(Field):
    """Fractions in object arrays; draws are integers between ``-span`` and ``span``."""

    name = "Q"
    span = 2**31

    def number(self, value: Rational) -> Array:
        """A rational number at every point."""
        return self.array([[value]] * self.points)

    def array(self, values: object) -> Array:
        """Given exact numbers."""
        given = np.asarray(values, dtype=object)
        out = np.empty(given.shape, dtype=object)
        for place, value in np.ndenumerate(given):
            if isinstance(value, float | np.floating):
                raise InexactNumber(f"a germ ring over Q needs exact numbers, not {value}")
            out[place] = Fraction(value if isinstance(value, Fraction) else int(value))
        return out

    def inverse(self, values: Array) -> Array:
        """Reciprocals."""
        return 1 / values

    def draw(self, rng: np.random.Generator, columns: int) -> Array:
        """Uniform integers in the span."""
        return self.array(rng.integers(-self.span, self.span + 1, (self.points, columns)))

    def root(self, values: Array, n: int) -> tuple[Array, Array]:
        """Rational roots."""
        roots, mask = self.zeros(1), np.zeros(self.points, dtype=bool)
        for i, (value,) in enumerate(values):
            sign = -1 if value < 0 else 1
            exact = Fraction(
                _floor_root(abs(value.numerator), n), _floor_root(value.denominator, n)
            )
            roots[i, 0] = sign * exact
            mask[i] = roots[i, 0] ** n == value
        return roots, mask


class Floats(Field):
    """Double precision: for evaluation only, never evidence."""

    name = "float"
    dtype = np.float64

    def number(self, value: Rational) -> Array:
        """The nearest float at every point."""
        return np.full((self.points, 1), float(value))

    def array(self, values: object) -> Array:
        """Given numbers."""
        return np.asarray(values, dtype=np.float64)

    def inverse(self, values: Array) -> Array:
        """Reciprocals."""
        return 1.0 / values

    def draw(self, rng: np.random.Generator, columns: int) -> Array:
        """Standard normal numbers."""
        return rng.standard_normal((self.points, columns))

    def root(self, values: Array, n: int) -> tuple[Array, Array]:
        """Real roots."""
        mask = (values >= 0)[:, 0] if n % 2 == 0 else np.ones(self.points, dtype=bool)
        return np.sign(values) * np.abs(values) ** (1.0 / n), mask


def _floor_root(value: int, n: int) -> int:
    """The largest integer whose n-th power is at most ``value >= 0``."""
    if n == 2:
        return isqrt(value)
    low, high = 0, 1 << (value.bit_length() // n + 1)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**n <= value else (low, middle)
    return low


# --- primes ------------------------------------------------------------------------

#: A lower bound for the binary logarithm of the number of primes that `draw_prime` may give:
#: of the 50,697,537 primes between 2**30 and 2**31 about 3/16 satisfy its congruences.
LOG2_PRIMES = 23.0


def draw_prime(rng: np.random.Generator) -> int:
    """A uniformly random prime between 2**30 and 2**31, 3 mod 4, not 1 mod 3 nor mod 5.

    The congruences make square, cube and fifth roots unique where they exist.
    """
    while True:
        p = int(rng.integers(2**28, 2**29)) * 4 + 3
        if p % 3 != 1 and p % 5 != 1 and is_prime(p):
            return p


def is_prime(n: int) -> bool:
    """Primality below 3,215,031,751 (strong probable primes to 2, 3, 5, 7; Jaeschke 1993)."""
    if n < 2 or any(n % q == 0 for q in (2, 3, 5, 7)):
        return n in (2, 3, 5, 7)
    odd = n - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True
