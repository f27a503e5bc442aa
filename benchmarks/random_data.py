"""Random polynomials with small integer coefficients, the same for all contenders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

#: Coefficients by exponents.
Polynomial = dict[tuple[int, ...], int]


def polynomial(random: Random, variables: int, degree: int, terms: int) -> Polynomial:
    """A polynomial with that number of terms, each a product of ``degree`` variables or fewer."""
    result: Polynomial = {}
    while len(result) < terms:
        exponents = [0] * variables
        for _ in range(random.randint(0, degree)):
            exponents[random.randrange(variables)] += 1
        result[tuple(exponents)] = random.choice([-3, -2, -1, 1, 2, 3])
    return result


def point(variables: int) -> list[Fraction]:
    """The point at which results are compared; the denominators below do not vanish there."""
    return [Fraction(k + 2, 2 * k + 3) for k in range(variables)]


def text(p: Polynomial, names: Sequence[str]) -> str:
    """The polynomial as text."""
    terms = []
    for exponents, c in p.items():
        powers = [f"{n}**{e}" for n, e in zip(names, exponents, strict=True) if e]
        terms.append("*".join([f"({c})", *powers]))
    return " + ".join(terms)


def build(p: Polynomial, variables: Sequence[Any]) -> Any:
    """The polynomial in objects that have arithmetic."""
    terms = (
        c * prod(v**e for v, e in zip(variables, exponents, strict=True) if e)
        for exponents, c in p.items()
    )
    return sum(terms)
