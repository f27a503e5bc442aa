"""Evaluation of a tower at random points over prime fields.

A modular point sends every generator to a residue so that all relations hold. A
non-zero value proves that a function is not zero; a zero value at many points is
evidence with a stated bound.
"""

from __future__ import annotations

import random
from math import gcd
from typing import TYPE_CHECKING, Any

from flint import fmpq_mpoly, fmpz, nmod_poly

from diffgeo.errors import Undecided
from diffgeo.rings.exact.algebraic_numbers import minimal_polynomial
from diffgeo.rings.exact.tower import Generator, Kind

if TYPE_CHECKING:
    from diffgeo.rings.exact.element import Element
    from diffgeo.rings.exact.ring import ExactRing

#: Primes are drawn from [2**30, 2**31); about 2.5e7 of them are 3 modulo 4.
PRIME_BITS = 31
#: Up to this degree the exact value of a polynomial takes less time than one modulo a prime.
_DEGREE = 200
LOG2_PRIMES = 24.5
#: Each square root halves the chance that a drawn point has a value for it.
_ATTEMPTS = 40_000
#: Odd roots of numbers up to this order take all their values, if that needs no more draws.
_LARGEST_SPLIT, _SPLIT_ATTEMPTS = 9, 4_000


class _Rejected(Exception):
    """The drawn point is outside the domain or not a residue; draw another one."""


def random_prime(rng: random.Random) -> int:
    """A random prime of 31 bits that is 3 modulo 4 (square roots are then one power)."""
    while True:
        candidate = rng.randrange(1 << (PRIME_BITS - 1), 1 << PRIME_BITS) | 3
        if fmpz(candidate).is_prime():
            return candidate


class ModularPoint:
    """A ring map from a tower to the field with ``prime`` elements.

    The map grows with the tower. When a new generator has no value at the point (the
    radicand is not a residue, a denominator vanishes), the whole point is drawn anew.
    """

    def __init__(
        self, ring: ExactRing, seed: int | str, prime: int | None = None, split: bool = False
    ) -> None:
        self.ring = ring
        #: Whether odd roots of numbers differ from point to point, like square roots. Over a field
        #: where they have one value they look like integers.
        self._split = split
        self.seed = seed
        self.attempt = 0
        self._wanted = prime
        self.prime = 0
        self.values: list[int] = []
        #: Residues of functions, expanded or not, at this draw.
        self.cache: dict[object, Any] = {}
        self.redraw()

    def redraw(self) -> None:
        """Draw the whole point anew, with another prime unless one was asked for."""
        self.attempt += 1
        self.cache.clear()
        if self.attempt > _ATTEMPTS:
            raise Undecided(
                f"no point over a prime field was found in {_ATTEMPTS} draws for the functions "
                f"in {', '.join(self.ring.coordinates)}; simplify the roots in the expression"
            )
        self._rng = random.Random(f"{self.seed}:{self.attempt}")
        self.prime = self._wanted or random_prime(self._rng)
        self.values = []

    def extend(self) -> list[int]:
        """Values of all generators of the tower."""
        generators = self.ring.tower.generators
        while len(self.values) < len(generators):
            try:
                self.values.append(self._draw(generators[len(self.values)]))
            except (_Rejected, ZeroDivisionError):
                self.redraw()
        return self.values

    def _draw(self, generator: Generator) -> int:
        p, rng = self.prime, self._rng
        match generator.kind:
            case Kind.COSINE:
                t = rng.randrange(1, p)
                # The sine is the next generator; its value is fixed by the same t.
                self._half_angle = t
                return (1 - t * t) * pow(1 + t * t, -1, p) % p
            case Kind.SINE:
                t = self._half_angle
                return 2 * t * pow(1 + t * t, -1, p) % p
            case Kind.NUMBER:
                # The roots are the doubles of the values.
                roots = nmod_poly(minimal_polynomial(generator.orders[0]).coeffs(), p).roots()
                if len(roots) < generator.degree:
                    raise _Rejected
                return int(rng.choice(roots)[0]) * pow(2, -1, p) % p
            case Kind.ROOT:
                q = self._known(generator)
                if not q:
                    raise _Rejected
                if generator.degree % 2:
                    return self._odd_root(q, generator)
                root = pow(q, (p + 1) // 4, p)
                if root * root % p != q:
                    raise _Rejected
                return root if rng.random() < 0.5 else p - root
            case Kind.INVERSE:
                value = self._known(generator)
                if not value:
                    raise _Rejected
                return pow(value, -1, p)
        return rng.randrange(1, p)

    def _odd_root(self, q: int, generator: Generator) -> int:
        """An odd root, which is unique where the order is prime to p - 1."""
        p, n = self.prime, generator.degree
        several = gcd(n, p - 1) > 1
        split = self._split and n <= _LARGEST_SPLIT and self.attempt < _SPLIT_ATTEMPTS
        if not split or not (several or generator.constant):
            return pow(q, _inverse_exponent(n, p - 1), p)
        roots = nmod_poly([-q, *[0] * (n - 1), 1], p).roots() if several else ()
        if not roots:
            raise _Rejected
        return int(self._rng.choice(roots)[0])

    def _known(self, generator: Generator) -> int:
        assert generator.argument is not None
        return self.evaluate(generator.argument.polynomial, known=True)

    def residue(self, element: Element, keep: bool = True) -> int | None:
        """The value of an element, remembered on demand.

        ``None`` if the prime divides the denominator of a coefficient; the point stays.
        """
        value: int | None = self.cache.get(element)
        if value is None:
            try:
                value = self.evaluate(element.polynomial, known=True)
            except _Rejected:
                return None
            if keep:
                self.cache[element] = value
        return value

    def evaluate(self, polynomial: fmpq_mpoly, known: bool = False) -> int:
        """The residue of a polynomial of the tower."""
        while True:
            if not known:
                self.extend()
            try:
                return evaluate_modular(self.ring, polynomial, self.values, self.prime)
            except ValueError:
                # The prime divides the denominator of a coefficient.
                if known:
                    raise _Rejected from None
                self.redraw()


def _inverse_exponent(order: int, group: int) -> int:
    try:
        return pow(order, -1, group)
    except ValueError:
        raise _Rejected from None


def evaluate_modular(ring: ExactRing, polynomial: fmpq_mpoly, values: list[int], prime: int) -> int:
    """The value of a polynomial at residues.

    Raises
    ------
    ValueError
        The prime divides the denominator of a coefficient.
    """
    polynomial = ring.tower.lift(polynomial)
    size = polynomial.context().nvars()
    if not len(polynomial):
        return 0
    if polynomial.total_degree() <= _DEGREE:
        # Relations hold modulo the prime only: it must not cancel against a denominator.
        if not all(int(c.q) % prime for c in polynomial.coeffs()):
            raise ValueError("the prime divides a denominator")
        known = values[:size]
        value = polynomial(*[0] * (size - len(known)), *reversed(known))
        return int(value.p) * pow(int(value.q), -1, prime) % prime
    total = 0
    for coefficient, exponents in zip(polynomial.coeffs(), polynomial.monoms(), strict=True):
        term = int(coefficient.p) * pow(int(coefficient.q), -1, prime)
        for k, n in enumerate(exponents):
            if n:
                term = term * pow(values[size - 1 - k], int(n), prime) % prime
        total += term
    return total % prime
