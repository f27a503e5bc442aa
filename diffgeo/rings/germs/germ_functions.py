"""Elementary and undefined functions of germs, and substitution.

A function of germs is determined by its values at the base points and its differential
equation: the Taylor coefficients of the outer function at the value of the argument follow
from both by a recurrence, and are then composed with the argument's nilpotent part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from diffgeo.errors import Contradiction, NotSupported, OutsideDomain
from diffgeo.rings.germs.germ_element import Germ
from diffgeo.rings.germs.numerator_bounds import Factor, Size
from diffgeo.rings.germs.taylor import Array, Floats, Rationals, Table, table

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_ring import GermRing

#: One value for all points, or a sequence with one value for each point.
Values = Any


@dataclass(frozen=True, eq=False)
class Jet:
    """Taylor coefficients of an undefined function at one generic tuple of arguments."""

    where: Table
    coefficients: Array


class Substitution:
    """The map that composes power series with the nilpotent parts of fixed germs."""

    def __init__(self, ring: GermRing, arguments: Sequence[Germ]) -> None:
        self.ring = ring
        self.arguments = arguments
        self.order = min((a.order for a in arguments), default=ring.order)
        self.target = ring.tables[self.order]
        self._nilpotent = []
        for argument in arguments:
            array = argument.array[:, : self.target.size].copy()
            array[:, :1] = ring.field.zeros(1)
            self._nilpotent.append(array)
        one = ring.field.zeros(self.target.size)
        one[:, :1] = ring.field.number(1)
        self._powers: dict[tuple[int, ...], Array] = {(0,) * len(arguments): one}

    def power(self, exponent: tuple[int, ...]) -> Array:
        """The product of nilpotent parts with these exponents."""
        found = self._powers.get(exponent)
        if found is None:
            k = next(i for i, e in enumerate(exponent) if e)
            lower = self.power((*exponent[:k], exponent[k] - 1, *exponent[k + 1 :]))
            if sum(exponent) == 1:
                found = self._nilpotent[k]
            else:
                found = self.ring.field.multiply(self.target, lower, self._nilpotent[k])
            self._powers[exponent] = found
        return found

    def __call__(self, where: Table, series: Array, size: Size) -> Germ:
        """The series (of as many variables as there are arguments), composed."""
        field = self.ring.field
        order = min(where.order, self.order)
        target = self.ring.tables[order]
        exponents = [e for e in where.exponents if sum(e) <= order]
        monomials = np.stack([self.power(e)[:, : target.size] for e in exponents])
        outer = series[:, : len(exponents)].T[:, :, None]
        composed = size.of([a.size for a in self.arguments if a.size is not None], order)
        return Germ(self.ring, order, field.sum(field.times(monomials, outer)), composed)


def _compose(ring: GermRing, a: Germ, coefficients: list[Array], size: Size) -> Germ:
    """The germ with given univariate Taylor coefficients at the value of the argument."""
    where = table(1, a.order)
    composed = Substitution(ring, [a])(where, np.concatenate(coefficients, axis=1), Size(0))
    composed.size = size
    return composed


def _value(ring: GermRing, given: Values | None, true: Callable[..., Array], a: Germ) -> Array:
    """The given values; else true values over floats; else random ones."""
    if given is not None:
        return ring.column(given)
    if isinstance(ring.field, Floats):
        return true(a.array[:, :1])
    return ring.field.draw(ring.rng, 1)


def _need(ring: GermRing, condition: Array, a: Germ, what: str) -> None:
    if not condition.all():
        where = np.flatnonzero(~condition.reshape(-1)).tolist()
        values = [a.array[i, 0] for i in where]
        raise OutsideDomain(
            f"{what} at the points {where} of {ring}, where the argument is "
            f"{', '.join(map(str, values))}; use another seed or base point"
        )


def inverse(ring: GermRing, a: Germ) -> Germ:
    """The series of 1/a; the value must not vanish at any point."""
    _need(ring, a.array[:, :1] != 0, a, "division by zero")
    ring.account.invert(_size(a))
    series = ring.field.reciprocal(ring.tables[a.order], a.array)
    return Germ(ring, a.order, series, _size(a).inverse(a.order))


def sincos(
    ring: GermRing, a: Germ, s0: Values | None = None, c0: Values | None = None
) -> tuple[Germ, Germ]:
    """Series of (sin a, cos a): s' = c a', c' = -s a'."""
    field = ring.field
    if (s0 is None) != (c0 is None):
        raise Contradiction("one of sin and cos was given without the other; give both or none")
    if s0 is not None:
        s, c = ring.column(s0), ring.column(c0)
        norm = field.add(field.times(s, s), field.times(c, c))
        if not isinstance(field, Floats) and (norm != field.number(1)).any():
            raise Contradiction(f"the values given for sin and cos in {ring} are not on the circle")
    elif isinstance(field, Floats):
        s, c = np.sin(a.array[:, :1]), np.cos(a.array[:, :1])
    else:  # 1 + t**2 is never zero, as p = 3 mod 4
        t = field.draw(ring.rng, 1)
        square, one = field.times(t, t), field.number(1)
        w = field.inverse(field.add(one, square))
        s = field.times(field.add(t, t), w)
        c = field.times(field.subtract(one, square), w)
    cycle = [s, c, field.negate(s), field.negate(c)]
    sizes = Size(2, 1.0, 0, 0.0, {Factor(2, 1.0): (1, 0)}).of([_size(a)], a.order)
    pair = []
    for start in (0, 1):
        terms = [cycle[(start + k) % 4] for k in range(a.order + 1)]
        pair.append(_compose(ring, a, _over_factorials(ring, terms), sizes))
    return pair[0], pair[1]


def exp(ring: GermRing, a: Germ, e0: Values | None = None) -> Germ:
    """The series of exp a: e' = e a'."""
    e = _value(ring, e0, np.exp, a)
    size = Size(1).of([_size(a)], a.order)
    germ = _compose(ring, a, _over_factorials(ring, [e] * (a.order + 1)), size)
    _need(ring, e != 0, germ, "an exponential vanishes")
    return germ


def log(ring: GermRing, a: Germ, l0: Values | None = None) -> Germ:
    """The series of log a: l' = a'/a."""
    _need(ring, a.array[:, :1] != 0, a, "logarithm of zero")
    if isinstance(ring.field, Floats) and l0 is None:
        _need(ring, a.array[:, :1] > 0, a, "logarithm of a negative number")
    field = ring.field
    ring.account.invert(_size(a))
    coefficients, power = [_value(ring, l0, np.log, a)], field.number(1)
    w = field.inverse(a.array[:, :1])
    for k in range(1, a.order + 1):
        power = field.times(power, w)
        coefficients.append(field.times(power, field.number(Fraction((-1) ** (k - 1), k))))
    return _compose(ring, a, coefficients, _size(a).logarithm(a.order))


def atan(ring: GermRing, a: Germ, v0: Values | None = None) -> Germ:
    """The series of arctan a: (1 + a**2) v' = a'."""
    field, x = ring.field, a.array[:, :1]
    square = field.add(field.number(1), field.times(x, x))
    _need(ring, square != 0, a, "1 + a**2 vanishes in an arctangent")
    size = _size(a)
    ring.account.invert(size * size)
    w, twice = field.inverse(square), field.add(x, x)
    slopes: list[Array] = []
    for k in range(a.order):  # (1 + x**2) f_k + 2 x f_{k-1} + f_{k-2} = 1 if k = 0 else 0
        rest = field.number(1 if k == 0 else 0)
        if k >= 1:
            rest = field.subtract(rest, field.times(twice, slopes[k - 1]))
        if k >= 2:
            rest = field.subtract(rest, slopes[k - 2])
        slopes.append(field.times(rest, w))
    coefficients = [_value(ring, v0, np.arctan, a)]
    for k, slope in enumerate(slopes):
        coefficients.append(field.times(slope, field.number(Fraction(1, k + 1))))
    return _compose(ring, a, coefficients, size.arctangent(a.order))


def root(ring: GermRing, a: Germ, n: int, r0: Values | None = None) -> Germ:
    """The series of an n-th root: n a r' = r a'.

    Raises
    ------
    OutsideDomain
        If the value has no root in the field at some point, or vanishes there.
    NotSupported
        Over Q, if the root is not rational.
    Contradiction
        If a given value is not a root.
    """
    if n < 1:
        raise NotSupported(f"a root of order {n} in {ring}; the order must be positive")
    field, x = ring.field, a.array[:, :1]
    _need(ring, x != 0, a, f"a root of order {n} of zero")
    if r0 is None:
        r, exists = field.root(x, n)
        if isinstance(field, Rationals) and not exists.all():
            raise NotSupported(
                f"the root of order {n} of {a.array[~exists, 0].tolist()[0]} is irrational in "
                f"{ring}; give exact values or use germs over GF(p)"
            )
        _need(ring, exists, a, f"no root of order {n}")
        if n % 2 == 0 and not isinstance(field, Floats):
            signs = ring.rng.integers(0, 2, (field.points, 1)).astype(bool)
            r = np.where(signs, field.negate(r), r)
    else:
        r = ring.column(r0)
        power = r
        for _ in range(n - 1):
            power = field.times(power, r)
        if not isinstance(field, Floats) and (power != x).any():
            raise Contradiction(f"a value given for a root of order {n} in {ring} is not a root")
    ring.account.root(n)
    ring.account.invert(_size(a))
    coefficients, w = [r], field.inverse(x)
    for k in range(1, a.order + 1):  # binomial series
        ratio = field.number((Fraction(1, n) - k + 1) / k)
        coefficients.append(field.times(field.times(coefficients[-1], w), ratio))
    return _compose(ring, a, coefficients, _size(a).root(n, a.order))


def random_jet(ring: GermRing, arity: int, order: int) -> Jet:
    """A random jet of a function of ``arity`` variables."""
    where = table(arity, order)
    return Jet(where, ring.field.draw(ring.rng, where.size))


def apply(ring: GermRing, jet: Jet, orders: tuple[int, ...], arguments: Sequence[Germ]) -> Germ:
    """The partial derivative ``orders`` of the jet's function at the arguments."""
    where, series = jet.where, jet.coefficients
    if len(orders) != where.variables or len(arguments) != where.variables:
        raise NotSupported(f"a jet of {where.variables} variables needs as many orders, arguments")
    if sum(orders) > where.order:
        raise NotSupported(
            f"a jet of order {where.order} has no derivative {orders}; draw a longer"
        )
    lower = table(where.variables, where.order - sum(orders))
    raised = [tuple(map(sum, zip(e, orders, strict=True))) for e in lower.exponents]
    factors = [
        prod(factorial(h) // factorial(e) for h, e in zip(high, low, strict=True))
        for high, low in zip(raised, lower.exponents, strict=True)
    ]
    series = series[:, [where.position[e] for e in raised]]
    scale = np.concatenate([ring.field.number(f) for f in factors], axis=1)
    size = Size(1, max(factors).bit_length())
    return Substitution(ring, arguments)(lower, ring.field.times(series, scale), size)


def _over_factorials(ring: GermRing, derivatives: list[Array]) -> list[Array]:
    """Taylor coefficients from derivatives."""
    field = ring.field
    inverses = (field.number(Fraction(1, factorial(k))) for k in range(len(derivatives)))
    return [field.times(d, w) for d, w in zip(derivatives, inverses, strict=True)]


def _size(a: Germ) -> Size:
    return Size(0, 0.0, -1) if a.size is None else a.size
