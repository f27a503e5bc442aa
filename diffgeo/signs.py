"""The one place where signs of graded algebra are made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from diffgeo.errors import DegreeMismatch

#: An array of whole numbers; numpy is loaded by those who have one.
Array = Any


def koszul(power: int) -> int:
    """``(-1)**power`` as an exact integer, for negative powers too.

    (Python's ``(-1)**-1`` is the float ``-1.0``, and degrees of derivations may be negative.)
    """
    try:
        return -1 if power & 1 else 1
    except TypeError:
        raise DegreeMismatch(f"degrees are integers, so (-1)**{power!r} is no sign") from None


@lru_cache(maxsize=1 << 14)
def wedge_sign(first: int, second: int) -> int:
    """Sign that sorts ``dx^I * dx^J`` for disjoint index sets given as bit masks.

    Every index of the first set that is larger than one of the second is one transposition.
    """
    swaps, rest = 0, first >> 1
    while rest:
        swaps += (rest & second).bit_count()
        rest >>= 1
    return koszul(swaps)


def wedge_signs(first: Array, second: Array, dimension: int) -> Array:
    """`wedge_sign` for arrays of bit masks of so many indices."""
    swaps = (first >> 1) & second
    for shift in range(2, dimension):
        swaps = swaps ^ ((first >> shift) & second)  # of the number of swaps the parity counts
    for shift in (32, 16, 8, 4, 2, 1):
        if shift < dimension:
            swaps = swaps ^ (swaps >> shift)
    return 1 - 2 * (swaps & 1)


def indices(mask: int) -> tuple[int, ...]:
    """The increasing index tuple of a bit mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def permutation_sign(places: Sequence[int]) -> int:
    """The sign of the permutation that sorts different numbers; 0 if some are equal."""
    if len(set(places)) < len(places):
        return 0
    return koszul(sum(a > b for k, a in enumerate(places) for b in places[k + 1 :]))
