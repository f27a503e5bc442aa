"""Systems v2 = sqrt(D a + E), v3 = sqrt(F a + G), a = (v1)^2: coefficients, real points."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

HALF = Fraction(1, 2)
VALUES = (-2, -1, -HALF, 0, 1, 2)


def radicands(*values: Fraction) -> list[tuple[Fraction, Fraction]]:
    """(slope, constant) of those in a that are not 0 identically."""
    D, E, F, G = values
    return [(x, y) for x, y in ((D, E), (F, G)) if x or y]


def coefficients() -> list[tuple[Fraction, ...]]:
    """A grid, and the surfaces on which the class changes."""
    found = list(product(VALUES, repeat=4))
    for D, E, G in product((-3, -2, -HALF, 1, 3), repeat=3):
        found += [
            (D, E, -1 - D, G),
            (D, E, -1 - D, -E),
            (D, E, -D, -E),
            (D, E, G, E * Fraction(G) / D),
        ]
    return found


def has_real_points(*values: Fraction) -> bool:
    """Whether all radicands are positive at some a >= 0: between the zeros of the radicands."""
    given = radicands(*values)
    ends = sorted({Fraction(0), *(-Fraction(y) / x for x, y in given if x)})
    between = [(a + b) / 2 for a, b in pairwise(ends)]
    places = [a for a in (*ends, *between, ends[-1] + 1) if a >= 0]
    return any(all(x * a + y > 0 for x, y in given) for a in places)
