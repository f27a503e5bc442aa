"""Non-zero answers confirmed by ball arithmetic at real points.

Where transcendental constants or primitives occur whose independence is only conjectured, a
non-zero normal form proves nothing; a ball at a real point that excludes zero does. The same
test checks the implementation: `checking_answers` demands it for every non-zero answer.

Source: Richardson, How to recognize zero, J. Symbolic Computation 24 (1997).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq_mpoly

from diffgeo.errors import OutsideDomain, TooLarge, Undecided
from diffgeo.rings.exact.element import Element

if TYPE_CHECKING:
    from diffgeo.rings.exact.node import Function
    from diffgeo.rings.exact.points import Budget, RealPoint, Value
    from diffgeo.rings.exact.ranks import Matrix
    from diffgeo.rings.exact.ring import ExactRing

#: Balls of more bits are not computed.
LARGEST_PRECISION = 2048
_PRECISIONS = (64, 256, LARGEST_PRECISION)
#: `checking_answers` gives up a function that takes more operations with balls (some seconds).
MOST_OPERATIONS = 500_000
#: Random points of the domain at which a value is computed, and draws to find them.
_POINTS = 3
_DRAWS = 60


@dataclass
class Tally:
    """How many non-zero answers were confirmed, and how many were not.

    Attributes
    ----------
    confirmed
        Seen to be different from zero by balls.
    without_point, too_large
        Those without a real point to be tried at, and those that would have taken more than
        `MOST_OPERATIONS` to evaluate.
    """

    confirmed: int = 0
    without_point: int = 0
    too_large: int = 0


_CHECKING: ContextVar[Tally | None] = ContextVar("checking", default=None)


class WrongAnswer(AssertionError):
    """A function that was declared non-zero has balls around zero at all points."""


@contextmanager
def checking_answers() -> Iterator[Tally]:
    """Confirm every non-zero answer of `ExactRing.is_zero` by a ball at a random real point.

    Raises
    ------
    WrongAnswer
        In the zero test, if balls of 2048 bits contain zero at all points that were tried:
        an error in the ring.
    """
    tally = Tally()
    token = _CHECKING.set(tally)
    try:
        yield tally
    finally:
        _CHECKING.reset(token)


def checked(ring: ExactRing, element: Function) -> None:
    """Confirm a non-zero answer if `checking_answers` is on."""
    from diffgeo.rings.exact.points import Budget

    tally = _CHECKING.get()
    if tally is None:
        return
    token = _CHECKING.set(None)
    try:
        found = nonzero_at_real_point(ring, element, Budget(MOST_OPERATIONS))
    except TooLarge:
        tally.too_large += 1
        return
    finally:
        _CHECKING.reset(token)
    if found is None:
        tally.without_point += 1
    elif found:
        tally.confirmed += 1
    else:
        raise WrongAnswer(
            f"a function was found not to be zero, but vanishes at {_POINTS} random real points "
            f"to {LARGEST_PRECISION} bits: {element}"
        )


def rests_on_conjecture(ring: ExactRing, *elements: Function) -> bool:
    """Whether constants or primitives occur whose algebraic independence is not proved."""
    if not ring.tower.has_constants:
        return False
    from diffgeo.rings.exact.constants import proved_independent

    constants: frozenset[int] = frozenset()
    for part in chain.from_iterable(map(parts_of, elements)):
        for index in ring.tower.used(part.polynomial):
            constants |= ring.tower.generators[index].constants
    if not constants:
        return False
    table = ring.memory.setdefault("proved constants", {})
    if constants not in table:
        table[constants] = proved_independent(ring, constants)
    return not table[constants]


def parts_of(element: Function) -> Iterator[Element]:
    """The functions in normal form that an unexpanded one is made of; itself if it is none."""
    from diffgeo.rings.exact.node import children, programme_order

    if isinstance(element, Element):
        yield element
        return
    for node in programme_order([element]):
        for part in children(node):
            if isinstance(part, Element):
                yield part


def require_nonzero(ring: ExactRing, element: Function) -> None:
    """Make sure that a non-zero normal form is a non-zero function.

    Raises
    ------
    Undecided
        If that rests on the independence of constants, and no ball excludes zero.
    """
    if not rests_on_conjecture(ring, element) or (found := nonzero_at_real_point(ring, element)):
        return
    looked = (
        "no point of its domain was found"
        if found is None
        else f"balls of {LARGEST_PRECISION} bits contain 0"
    )
    raise Undecided(
        f"cannot decide whether {element} is zero: {looked}, and that the constants and primitives "
        "in it are independent is not proved; introduce a parameter for one of them"
    )


def require_rank(ring: ExactRing, matrix: Matrix, rank: int) -> None:
    """Make sure that a matrix has at least the rank that its modular image has.

    Raises
    ------
    Undecided
        If that rests on the independence of constants, and balls do not show it.
    """
    if not ring.tower.has_constants:
        return  # asked once for all entries
    if not any(rests_on_conjecture(ring, e) for row in matrix for e in row):
        return
    for base in islice(_random_points(ring), _DRAWS):
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                rows = [[value_at(ring, e, base) for e in row] for row in matrix]
                if all(v is not None for row in rows for v in row) and _ball_rank(rows) >= rank:
                    return
    raise Undecided(
        f"cannot decide whether a {len(matrix)}x{len(matrix[0])} matrix has rank {rank}: the "
        "constants in it are not known to be independent; introduce a parameter for one of them"
    )


def _ball_rank(rows: list[list[Value]]) -> int:
    """The number of pivots that are certainly not zero."""
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((r for r in range(rank, len(rows)) if rows[r][column] != 0), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for r in range(rank + 1, len(rows)):
            factor = rows[r][column] / rows[rank][column]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[rank], strict=True)]
        rank += 1
    return rank


def nonzero_at_real_point(
    ring: ExactRing, element: Function, budget: Budget | None = None
) -> bool | None:
    """Whether a ball at a random real point of the domain excludes zero; None without a point.

    The domain is that of the whole ring where that has points among the random ones, else that
    of the element.

    Raises
    ------
    TooLarge
        If the budget of operations is spent.
    """
    from diffgeo.rings.exact.points import witnesses

    seen = False
    everywhere = ((base, False) for base in _random_points(ring))
    own = ((base, True) for base in witnesses(ring, element.mask, alone=True) if not seen)
    for count, (base, alone) in enumerate(chain(everywhere, own)):
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                value = value_at(ring, element, base, budget, alone)
            if value is None:
                continue
            if value != 0:
                return True
            seen = True
        if count >= _POINTS and seen:
            return False
    return False if seen else None


def value_at(
    ring: ExactRing,
    element: Function,
    base: dict[str, Fraction],
    budget: Budget | None = None,
    alone: bool = False,
) -> Value | None:
    """The value at a real point, None outside of the domain."""
    from diffgeo.rings.exact.points import RealPoint

    point = RealPoint(ring, base, budget=budget)
    try:
        point.check(element.mask, alone)
        if isinstance(element, Element):
            value = point.evaluate(element.polynomial)
        else:
            value = element.evaluate_real(point)
    except (OutsideDomain, ZeroDivisionError):
        return None
    return value if _arguments_differ(ring, point) else None


def _arguments_differ(ring: ExactRing, point: RealPoint) -> bool:
    """Whether undefined functions are asked at points that certainly differ.

    Only then may their derivatives there be prescribed one by one.
    """
    for key, tables in ring.memory.items():
        if not (isinstance(key, tuple) and key[0] == "jets"):
            continue
        places: list[list[Value]] = []
        for arguments, _ in tables:
            place = [arb(point.evaluate(a.polynomial)) for a in arguments]
            if not all(any(a != b for a, b in zip(place, p, strict=True)) for p in places):
                return False
            places.append(place)
    return True


def _random_points(ring: ExactRing) -> Iterator[dict[str, Fraction]]:
    """Random rational points that respect declared signs, then the small ones of a witness."""
    from diffgeo.rings.exact.points import sample_points

    rng = random.Random(7)
    signs = ring.domain.declared
    for draw in range(_DRAWS):
        width = (200, 1000, 60)[draw % 3]
        point = {}
        for name, index in ring.base.items():
            value = Fraction(rng.randint(1, width), 101)
            point[name] = value * signs.get(index, rng.choice((1, -1)))
        yield point
    yield from sample_points(ring)


def sign_of_number(ring: ExactRing, polynomial: fmpq_mpoly) -> int | None:
    """The sign of a constant, if a ball excludes zero."""
    from diffgeo.rings.exact.points import RealPoint

    for precision in _PRECISIONS:
        with ctx.workprec(precision):
            try:
                value = RealPoint(ring, {}).evaluate(polynomial)
            except OutsideDomain:
                continue
        if value > 0:
            return 1
        if value < 0:
            return -1
    return None
