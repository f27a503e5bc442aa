"""Degrees that are symbols: numbers k, m, … in degrees of forms, and signs ``(-1)**(k*m)``.

A statement with such degrees is one for each way in which the numbers are even or odd (`Parities`):
k = 2n or k = 2n + 1 for every natural number n. In one of them all signs are known, and nothing but
signs depends on how large a degree is, unless a proof counts slots or says ``i_id α = |α| α``,
which the checker refuses where the degree is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from diffgeo.errors import DegreeMismatch
from diffgeo.signs import koszul

#: In a search, numbers that are not known are even numbers larger than all that is counted.
LARGE = 1_000

Monomial = tuple[str, ...]


class Degree:
    """A polynomial with integer coefficients in symbols of numbers, such as ``k + m - 1``.

    Made by `symbols_of_degrees`; ``(-1)**(k*m)`` is a sign.

    Parameters
    ----------
    terms
        The coefficients that are not zero, by products of names.

    Examples
    --------
    >>> from diffgeo.proofs import symbols_of_degrees
    >>> k, m = symbols_of_degrees("k m")
    >>> print((k - 1) * (m - 1))
    1 - k - m + k*m
    """

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        self.terms = {word: c for word, c in sorted(terms.items(), key=_place) if c}

    @property
    def names(self) -> set[str]:
        """The symbols in it."""
        return {name for word in self.terms for name in word}

    def at(self, values: Mapping[str, int]) -> int:
        """The value where the numbers are known."""
        total = 0
        for word, c in self.terms.items():
            for name in word:
                c *= values[name]
            total += c
        return total

    def require_linear(self, names: str) -> None:
        """Raise `DegreeMismatch` unless it is a natural number for all natural numbers in it."""
        if any(c < 0 or len(word) > 1 for word, c in self.terms.items()):
            raise DegreeMismatch(
                f"{names} cannot have degree {self}: a degree is a sum of natural numbers and "
                "symbols, such as 2*k + 1"
            )

    def _with(self, other: Any, factor: int) -> Any:
        if not isinstance(other, int | Degree):
            return NotImplemented
        total = dict(self.terms)
        for word, c in _terms(other).items():
            total[word] = total.get(word, 0) + factor * c
        return _made(total)

    def __add__(self, other: Any) -> Any:
        return self._with(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return -1 * self._with(other, -1) if isinstance(other, int) else NotImplemented

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int | Degree):
            return NotImplemented
        total: dict[Monomial, int] = {}
        for (u, a), (v, b) in product(self.terms.items(), _terms(other).items()):
            word = tuple(sorted(u + v))
            total[word] = total.get(word, 0) + a * b
        return _made(total)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return -1 * self

    def __rpow__(self, base: Any) -> Any:
        """The sign ``(-1)**n``."""
        if base != -1:
            return NotImplemented
        odd: set[Monomial] = set()
        for word, c in self.terms.items():  # n² has the parity of n
            odd ^= {tuple(sorted(set(word)))} if c % 2 else set()
        return Sign(Fraction(1), frozenset(odd)).simplified

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Degree) and self.terms == _terms(other)

    def __hash__(self) -> int:
        return hash(tuple(self.terms.items()))

    def __str__(self) -> str:
        written = ""
        for word, c in self.terms.items():
            size = [str(abs(c))] if abs(c) > 1 or not word else []
            sign = ("-" if c < 0 else "") if not written else (" - " if c < 0 else " + ")
            written += sign + "*".join([*size, *word])
        return written or "0"

    __repr__ = __str__


@dataclass(frozen=True)
class Sign:
    """A number times ``(-1)**n``, by the products of symbols of which n is the sum."""

    factor: Fraction
    exponent: frozenset[Monomial]

    @property
    def simplified(self) -> Any:
        """The number itself, if the sign is known."""
        if not self.exponent - {()}:
            return self.factor * koszul(len(self.exponent))
        return self

    def at(self, values: Mapping[str, int]) -> Fraction:
        """The value where it is known which numbers are odd."""
        odd = sum(all(values[name] % 2 for name in word) for word in self.exponent)
        return self.factor * koszul(odd)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Sign):
            joined = Sign(self.factor * other.factor, self.exponent ^ other.exponent)
            return joined.simplified
        if isinstance(other, int | Fraction):
            return replace(self, factor=self.factor * other)
        return NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Sign:
        return replace(self, factor=-self.factor)

    def __truediv__(self, other: Any) -> Any:
        return self * (1 / Fraction(other)) if isinstance(other, int | Fraction) else NotImplemented

    @property
    def degree(self) -> Degree:
        """The exponent."""
        return Degree(dict.fromkeys(self.exponent, 1))

    def __str__(self) -> str:
        size = {1: "", -1: "-"}.get(self.factor, f"{self.factor}*")  # type: ignore[call-overload]
        return f"{size}(-1)^({self.degree})"


def sign_of(power: Any) -> Any:
    """``(-1)**power``."""
    return (-1) ** power if isinstance(power, Degree) else koszul(power)


class LargeDegree(int):
    """A degree ``p + 2*(n + …)`` in a search: a large number of the parity of p.

    ``known`` is p, and ``halves`` are the names of n, ….
    """

    known: int
    halves: tuple[str, ...]

    def __new__(cls, value: int, known: int, halves: tuple[str, ...]) -> LargeDegree:
        """A number that knows what it stands for."""
        made = super().__new__(cls, value)
        made.known, made.halves = known, halves
        return made


def as_written(degree: int) -> tuple[Any, ...]:
    """A degree as certificates have it."""
    return (degree.known, *degree.halves) if isinstance(degree, LargeDegree) else (degree,)


@dataclass(frozen=True)
class Parities:
    """Which numbers are odd: 1 if so."""

    odd: tuple[tuple[str, int], ...]

    @classmethod
    def all(cls, names: Iterable[str]) -> Iterator[Parities]:
        """All ways in which the numbers are even or odd."""
        chosen = sorted(names)
        for odd in product((0, 1), repeat=len(chosen)):
            yield cls(tuple(zip(chosen, odd, strict=True)))

    def without(self, name: str) -> Parities:
        """The same with nothing said of one number."""
        return Parities(tuple(pair for pair in self.odd if pair[0] != name))

    def degree(self, degree: Degree) -> LargeDegree:
        """A degree where nothing else is known of its numbers."""
        large = {name: LARGE * 2**n + odd for n, (name, odd) in enumerate(self.odd)}
        halves = [f"{w[0]}_half" for w, c in degree.terms.items() if w for _ in range(c)]
        return LargeDegree(degree.at(large), degree.at(dict(self.odd)), tuple(halves))

    def sign(self, sign: Sign) -> Fraction:
        """A sign."""
        return sign.at(dict(self.odd))

    def includes(self, numbers: Mapping[str, int]) -> bool:
        """Whether the numbers are odd where they should be."""
        return all(numbers[name] % 2 == odd for name, odd in self.odd)

    def __str__(self) -> str:
        return ", ".join(f"{n} {'odd' if odd else 'even'}" for n, odd in self.odd)


def small_numbers(names: Iterable[str], most: int, number: int) -> list[dict[str, int]]:
    """So many choices of the numbers, up to some size, small ones first."""
    chosen = sorted(names)
    found = sorted(product(range(most + 1), repeat=len(chosen)), key=lambda v: (sum(v), max(v)))
    return [dict(zip(chosen, values, strict=True)) for values in found[:number]]


def _terms(number: Any) -> Mapping[Monomial, int]:
    return number.terms if isinstance(number, Degree) else {(): number} if number else {}


def _made(terms: Mapping[Monomial, int]) -> int | Degree:
    degree = Degree(terms)
    return degree if degree.names else degree.terms.get((), 0)


def _place(term: tuple[Monomial, int]) -> tuple[int, Monomial]:
    return len(term[0]), term[0]
