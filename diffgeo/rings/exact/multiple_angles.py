"""Sums of sines and cosines of multiple angles, to be shown in the place of powers.

``sin(x/2) + sin(x/3)`` is a polynomial in ``sin(x/6)`` and ``cos(x/6)``, of degree 3; the
same function as a trigonometric sum is what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from diffgeo.rings import expression as tree
from diffgeo.rings.exact.tower import Kind
from diffgeo.rings.expression import Call, Expression, Number

if TYPE_CHECKING:
    from collections.abc import Callable

    from diffgeo.rings.exact.ring import ExactRing

#: From this degree in a sine and its cosine on, multiple angles are tried.
LEAST_DEGREE = 3
#: Polynomials with more terms are left as they are.
MOST_TERMS = 200
#: Sums with so many more terms do not become shorter than the polynomial: products of powers of
#: many sines become very many.
MOST_WAVES, WAVES_OF_A_TERM = 50, 8

#: The other generators with their exponents, and the functions "sin", "cos" of multiples of
#: the angles of cosines (by index).
Key = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, str, int], ...]]


def trigonometric_sum(
    ring: ExactRing,
    polynomial: fmpq_mpoly,
    shown: Callable[[int, int], Expression],
    angle: Callable[[int, int], Expression],
) -> Expression | None:
    """The polynomial with multiple angles instead of powers; None if there are none, or too many.

    Parameters
    ----------
    ring, polynomial
        What is to be written.
    shown
        The tree of a power of another generator.
    angle
        The tree of a multiple of the angle of a cosine.
    """
    tower = ring.tower
    if len(polynomial) > MOST_TERMS:
        return None
    high = [
        index
        for index in tower.used(polynomial)
        if tower.generators[index].kind is Kind.COSINE
        and tower.degree(polynomial, index)
        + tower.degree(polynomial, tower.generators[index].partner)
        >= LEAST_DEGREE
    ]
    if not high:
        return None
    terms: dict[Key, Fraction] = {
        (tuple(sorted(powers.items())), ()): value for powers, value in tower.terms(polynomial)
    }
    found = False
    for index in high:
        generator = tower.generators[index]
        degree = max(_powers(powers, index, generator.partner)[2] for powers, _ in terms)
        if degree < LEAST_DEGREE or degree > MOST_TERMS:
            continue
        found = True
        spread: dict[Key, Fraction] = {}
        for (powers, waves), value in terms.items():
            rest, sines, _ = _powers(powers, index, generator.partner)
            cosines = dict(powers).get(index, 0)
            for kind, k, weight in _linear(sines, cosines):
                key = (rest, waves if k == 0 and kind == "cos" else (*waves, (index, kind, k)))
                spread[key] = spread.get(key, Fraction(0)) + value * weight
            if len(spread) > MOST_WAVES + WAVES_OF_A_TERM * len(polynomial):
                return None
        terms = {key: value for key, value in spread.items() if value}
    if not found:
        return None
    return tree.add(
        *(
            tree.multiply(
                *([] if value == 1 else [Number(value)]),
                *(shown(i, n) for i, n in powers),
                *(Call(kind, (angle(i, k),)) for i, kind, k in waves),
            )
            for (powers, waves), value in sorted(terms.items(), key=_place)
        )
    )


def _place(term: tuple[Key, Fraction]) -> tuple[object, ...]:
    """Small angles first, sines before cosines, no leading minus without need."""
    (powers, waves), value = term
    return value < 0, tuple((i, k, kind == "cos") for i, kind, k in waves), powers


def _powers(
    powers: tuple[tuple[int, int], ...], cosine: int, sine: int
) -> tuple[tuple[tuple[int, int], ...], int, int]:
    """The other powers, the exponent of the sine, and the degree in both."""
    given = dict(powers)
    rest = tuple(p for p in powers if p[0] not in (cosine, sine))
    return rest, given.get(sine, 0), given.get(sine, 0) + given.get(cosine, 0)


def _linear(sines: int, cosines: int) -> Iterator[tuple[str, int, Fraction]]:
    """``s**a * c**b`` as a sum of sines and cosines of multiples, with weights."""
    if sines > 1:  # s² = 1 - c²
        for sign, more in ((1, 0), (-1, 2)):
            for kind, k, weight in _linear(sines - 2, cosines + more):
                yield kind, k, sign * weight
        return
    for j in range(cosines + 1):
        weight = Fraction(comb(cosines, j), 2**cosines)
        k = cosines - 2 * j
        if not sines:
            yield "cos", abs(k), weight
            continue
        for multiple, sign in ((k + 1, 1), (k - 1, -1)):  # s cos(ka) = ½ (sin (k+1)a - sin (k-1)a)
            if multiple:
                sign = sign if multiple > 0 else -sign
                yield "sin", abs(multiple), sign * weight / 2
