"""Points of narrow domains: Newton's steps towards where conditions begin to hold.

Inequalities such as ``10**-9 - (x*y - 1)**2 > 0`` hold in a thin tube, which random points miss.
From a point where some are violated, a step of least length leads to where these would be zero if
they were linear, and twice that to the middle of the tube if one is a small number minus a square.
What is found is a rational point, and is certified like every other one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, arb_mat, ctx

from diffgeo.errors import OutsideDomain
from diffgeo.rings.exact.points import PRECISION, RealPoint, Value, respecting_sign

if TYPE_CHECKING:
    from diffgeo.rings.exact.ring import ExactRing

Point = dict[str, Fraction]

#: The distance of points of which quotients of differences are derivatives.
_CLOSE = Fraction(1, 2**100)
_DENOMINATOR = 2**150
#: What grows beyond this has no limit.
_LARGEST = 2**200
#: How far from zero random starts are.
_SCALES = (1, 4, 30, 1000)
_STEPS = 30
#: Multiples of a step, and how positive the conditions would be beyond its end if they were linear.
_TRIED = [(Fraction(n, 2), Fraction(0)) for n in (4, 2, 3)]
_TRIED += [(Fraction(1), Fraction(1, 10**k)) for k in (0, 3, 6, 9, 15, 30)]


def narrow_points(ring: ExactRing, best: Point, mask: int, alone: bool) -> Iterator[Point]:
    """Points at which `RealPoint.check` holds: from the best one known, and from random ones."""
    rng = random.Random(len(best))
    starts = [best, *({n: _random(rng, scale) for n in ring.base} for scale in _SCALES)]
    for start in filter(None, starts):
        found = None
        # Nothing is yielded inside: the precision belongs to whoever asked.
        with ctx.workprec(PRECISION), suppress(OutsideDomain, ZeroDivisionError):
            found = _Approach(ring, mask, alone).point(start)
        if found is not None:
            yield found


def _random(rng: random.Random, scale: int) -> Fraction:
    return Fraction(rng.randint(-97 * scale, 97 * scale), 97)


class _Approach:
    """Steps towards the points at which some conditions hold."""

    def __init__(self, ring: ExactRing, mask: int, alone: bool) -> None:
        self._ring, self._asked = ring, (mask, alone)

    def point(self, start: Point) -> Point | None:
        """A point of the domain, if the steps from a start come to it."""
        point, values = start, self._values(start)
        for _ in range(_STEPS):
            violated = [k for k, value in enumerate(values) if value is not None and not value > 0]
            if not violated:
                return None
            reached: list[tuple[float, Point, list[Value | None]]] = []
            for step in self._steps(point, values, violated):
                candidate = self._moved(point, step)
                if self._holds(candidate):
                    return self._simplest(candidate)
                with suppress(OutsideDomain, ZeroDivisionError):
                    found = self._values(candidate)
                    reached.append((_progress(found, values), candidate, found))
            if not reached:
                return None
            _, point, values = max(reached, key=lambda each: each[0])
        return None

    def _values(self, point: Mapping[str, Fraction]) -> list[Value | None]:
        """What is to be positive; None where it is not defined, or is only not to be zero."""
        real = RealPoint(self._ring, point)
        found: list[Value | None] = []
        for element, relation in real.conditions(*self._asked):
            found.append(None)
            with suppress(OutsideDomain):
                found[-1] = real.evaluate(element.polynomial) if relation == ">" else None
        return found

    def _holds(self, point: Mapping[str, Fraction]) -> bool:
        with suppress(OutsideDomain, ZeroDivisionError):
            RealPoint(self._ring, point).check(*self._asked)
            return True
        return False

    def _steps(
        self, point: Point, values: Sequence[Value | None], violated: Sequence[int]
    ) -> Iterator[list[arb]]:
        """Steps of least length for the conditions that are violated, of several lengths."""
        moved = [self._values({**point, name: point[name] + _CLOSE}) for name in point]
        slopes = [
            [_difference(row[k], values[k]) / _ball(_CLOSE) for row in moved] for k in violated
        ]
        aims = [[_difference(None, values[k]), arb(1)] for k in violated]
        matrix = arb_mat(slopes)
        along = matrix.transpose() * (matrix * matrix.transpose()).solve(arb_mat(aims))
        for multiple, beyond in _TRIED:
            whole = arb_mat([[_ball(multiple)], [_ball(beyond)]])
            yield (along * whole).entries()

    def _moved(self, point: Point, step: Sequence[arb]) -> Point:
        found = {}
        for (name, value), by in zip(point.items(), step, strict=True):
            there = (_ball(value) + by) * _DENOMINATOR
            if not there.is_finite() or not abs(there) < _LARGEST * _DENOMINATOR:
                raise OutsideDomain("a search goes to infinity")
            whole = int(there.mid().floor().unique_fmpz())
            found[name] = respecting_sign(self._ring, name, Fraction(whole, _DENOMINATOR))
        return found

    def _simplest(self, point: Point) -> Point:
        """A point close to one of the domain, with small denominators."""
        for digits in range(0, 40, 2):
            near = {n: value.limit_denominator(10**digits) for n, value in point.items()}
            near = {n: respecting_sign(self._ring, n, value) for n, value in near.items()}
            if self._holds(near):
                return near
        return point


def _ball(value: Fraction) -> arb:
    return arb(value.numerator) / value.denominator


def _difference(a: Value | None, b: Value | None) -> arb:
    """``a - b``; where a condition is not defined nearby there is no derivative."""
    if b is None:
        raise OutsideDomain("a condition is not defined")
    return (arb(0) if a is None else arb(a)) - arb(b)


def _progress(new: Sequence[Value | None], old: Sequence[Value | None]) -> float:
    """How little the conditions are violated, each measured by what it was."""
    total = 0.0
    for a, b in zip(new, old, strict=True):
        if a is not None and not a > 0:
            total -= 1 + min(float(abs(arb(a))) / (float(abs(arb(b))) if b else 1.0), 10.0)
    return total
