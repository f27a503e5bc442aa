"""Certified real points at which functions vanish.

Some coordinates are given simple rational values; the others are found by Newton's method
and certified: exactly where they are rational, else by the interval test of Krawczyk, which
proves that a small box contains exactly one zero, and that the Jacobian is regular there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, cycle, islice
from typing import Any

from flint import arb, arb_mat, ctx, fmpq

from diffgeo.errors import OutsideDomain
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.points import (
    CounterexampleData,
    Polynomial,
    RealPoint,
    _function_candidates,
    _function_text,
    _used_names,
)
from diffgeo.rings.exact.ring import ExactRing

_VALUES = [Fraction(n) for n in (0, 1, 2, -1, -2, 3)]
_VALUES += [Fraction(3, 5), Fraction(4, 5), Fraction(1, 2), Fraction(-3, 5), Fraction(5, 13)]
_PRECISION = 160
_STEPS = 25
_TRIES = 240
#: Coordinates with larger denominators are not tried as rational ones.
_LARGEST_DENOMINATOR = 200


@dataclass(slots=True)
class VarietyPoint:
    """A certified common zero of functions, with regular Jacobian."""

    real: RealPoint
    coordinates: Mapping[str, Any]
    is_rational: bool
    functions: Mapping[str, Polynomial] = field(default_factory=dict)

    def value(self, element: Element) -> Any | None:
        """The value of a function, if it is defined and certainly not zero here."""
        ring = element.ring
        with ctx.workprec(_PRECISION):
            try:
                for position, record in enumerate(ring.domain.records):
                    if element.mask >> position & 1 and isinstance(record.element, Element):
                        self.real.certify(record.element.polynomial, record.relation)
                value = self.real.evaluate(element.polynomial)
            except (OutsideDomain, ZeroDivisionError):
                return None
        return value if value != 0 else None

    def counterexample(self, element: Element, value: Any) -> CounterexampleData:
        """What `check` shows: the names that occur, the value and the function."""
        ring = element.ring
        used = _used_names(ring, element)
        functions = dict(_function_text(n, p) for n, p in self.functions.items() if n in used)
        point = {n: Fraction(int(v.p), int(v.q)) for n, v in self.coordinates.items()}
        point |= {n: v for n, v in self.real.base.items() if n in used and n not in point}
        return CounterexampleData(point, functions, self.shown(value), ring.expression(element))

    @staticmethod
    def shown(value: Any) -> str:
        """A value as text: exact, or in 12 digits."""
        return value.str(12, radius=False) if isinstance(value, arb) else str(value)

    def __str__(self) -> str:
        shown = (f"{name} = {self.shown(value)}" for name, value in self.coordinates.items())
        functions = (" = ".join(_function_text(n, p)) for n, p in self.functions.items())
        return f"({', '.join([*shown, *functions])})"


def search_points(
    ring: ExactRing, equations: Sequence[Element], minors: Sequence[Element], seed: int = 0
) -> Iterator[VarietyPoint]:
    """Certified points where the equations hold and the differentials are independent.

    Rational points are given first. The search is finite; it may find none.
    """
    others: list[VarietyPoint] = []
    seen: set[str] = set()
    for point in islice(_attempts(ring, equations, minors, seed), _TRIES):
        if point is None or str(point) in seen:
            continue
        seen.add(str(point))
        if point.is_rational or len(others) >= 4:
            yield point
        else:
            others.append(point)
        if len(others) >= 4:
            while others:
                yield others.pop(0)
    yield from others


def _attempts(
    ring: ExactRing, equations: Sequence[Element], minors: Sequence[Element], seed: int
) -> Iterator[VarietyPoint | None]:
    rng = random.Random(seed)
    count = len(equations)
    slopes = [[ring.derivative(e, name) for name in ring.coordinates] for e in equations]
    choices = [
        c
        for c in combinations(range(len(ring.coordinates)), count)
        if all(any(not ring.vanishes(row[k]) for row in slopes) for k in c)
    ]
    if not choices:
        return
    for attempt, chosen in enumerate(cycle(choices)):
        base: dict[str, Fraction] = {}
        for name in ring.base:
            # The first round looks at the simplest values, zeros among them.
            pool = _VALUES[:2] if attempt < 4 * len(choices) else _VALUES
            base[name] = _respecting_sign(ring, name, rng.choice(pool))
        functions = {
            name: candidates[attempt % len(candidates)]
            for name, arity in ring.functions.items()
            for candidates in [_function_candidates(arity)]
        }
        solved = [ring.coordinates[k] for k in chosen]
        jacobian = [[row[k] for k in chosen] for row in slopes]
        found = None
        # Nothing is yielded inside: the precision belongs to whoever asked.
        with ctx.workprec(_PRECISION), suppress(OutsideDomain, ZeroDivisionError):
            found = _solve(ring, equations, minors, jacobian, base, functions, solved, rng)
        yield found


def _respecting_sign(ring: ExactRing, name: str, value: Fraction) -> Fraction:
    index = ring.base[name]
    sign = ring.domain.declared.get(index)
    if sign is None and index not in ring.domain.nonzero:
        return value
    return (abs(value) or Fraction(1)) * (sign or 1)


def _solve(
    ring: ExactRing,
    equations: Sequence[Element],
    minors: Sequence[Element],
    jacobian: Sequence[Sequence[Element]],
    base: Mapping[str, Fraction],
    functions: Mapping[str, Polynomial],
    solved: Sequence[str],
    rng: random.Random,
) -> VarietyPoint | None:
    size = len(solved)

    def at(values: Sequence[Any]) -> RealPoint:
        point = RealPoint(ring, base, functions)
        point.values.update(zip((ring.base[n] for n in solved), values, strict=True))
        return point

    def slopes(point: RealPoint) -> Any:
        return arb_mat([[arb(point.evaluate(e.polynomial)) for e in row] for row in jacobian])

    def heights(point: RealPoint) -> Any:
        return arb_mat([[arb(point.evaluate(e.polynomial))] for e in equations])

    x = [arb(rng.choice([1, -1, 2, 3]) + rng.random() / 4) for _ in solved]
    for _ in range(_STEPS):
        point = at(x)
        step = slopes(point).solve(heights(point))
        x = [(a - step[k, 0]).mid() for k, a in enumerate(x)]
        if not all(a.is_finite() for a in x):
            return None
        if all(abs(step[k, 0]) < arb(2) ** -100 for k in range(size)):
            break
    else:
        return None
    found = _rational(ring, equations, minors, at, x)
    if found is None:
        found = _in_a_box(at, slopes, heights, x)
    if found is None or not _signs_hold(ring, solved, found):
        return None
    point = at(found)
    for e in equations:  # conditions of the equations hold too
        for position, record in enumerate(ring.domain.records):
            if e.mask >> position & 1 and isinstance(record.element, Element):
                point.certify(record.element.polynomial, record.relation)
    rational = all(isinstance(v, fmpq) for v in found)
    known = {n: fmpq(v.numerator, v.denominator) for n, v in base.items()}
    used = {n for e in equations for n in _used_names(ring, e)} | set(ring.coordinates)
    shown = {n: v for n, v in known.items() if n in used}
    shown |= dict(zip(solved, found, strict=True))
    return VarietyPoint(point, shown, rational, functions)


def _rational(
    ring: ExactRing, equations: Sequence[Element], minors: Sequence[Element], at: Any, x: Any
) -> list[Any] | None:
    """The point as an exact rational one, if it is; regular where a minor is not zero."""
    guess = []
    for a in x:
        near = Fraction(float(a)).limit_denominator(_LARGEST_DENOMINATOR)
        guess.append(fmpq(near.numerator, near.denominator))
    point = at(guess)
    for e in equations:
        value = point.evaluate(e.polynomial)
        if not isinstance(value, fmpq) or value != 0:
            return None
    if not any(point.evaluate(m.polynomial) != 0 for m in minors):
        return None
    return guess


def _in_a_box(at: Any, slopes: Any, heights: Any, x: Sequence[Any]) -> list[Any] | None:
    """Krawczyk: if K(X) = x - Y f(x) + (1 - Y f'(X))(X - x) is inside X, there is one zero."""
    size = len(x)
    radius = arb(2) ** -60
    box = [a + radius * arb(0, 1) for a in x]
    inverse = slopes(at(x)).inv()
    inverse = arb_mat([[inverse[i, j].mid() for j in range(size)] for i in range(size)])
    unit = arb_mat([[arb(int(i == j)) for j in range(size)] for i in range(size)])
    shift = arb_mat([[b - a] for a, b in zip(x, box, strict=True)])
    moved = (unit - inverse * slopes(at(box))) * shift - inverse * heights(at(x))
    image = [a + moved[k, 0] for k, a in enumerate(x)]
    inside = all(abs(i - a) < radius for i, a in zip(image, x, strict=True))
    return image if inside else None


def _signs_hold(ring: ExactRing, solved: Sequence[str], values: Sequence[Any]) -> bool:
    for name, value in zip(solved, values, strict=True):
        index = ring.base[name]
        sign = ring.domain.declared.get(index)
        if sign is not None and not value * sign > 0:
            return False
        if index in ring.domain.nonzero and not abs(value) > 0:
            return False
    return True
