"""Certified real points at which functions vanish.

Some coordinates are given simple rational values; the others are found by Newton's method
and certified: exactly where they are rational, else by the interval test of Krawczyk, which
proves that a small box contains exactly one zero, and that the Jacobian is regular there.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, cycle, islice

from flint import arb, arb_mat, ctx, fmpq

from diffgeo.errors import OutsideDomain
from diffgeo.rings.exact.counterexample_points import (
    CounterexampleData,
    function_candidates,
    function_text,
    used_names,
)
from diffgeo.rings.exact.element import Element
from diffgeo.rings.exact.points import Polynomial, RealPoint, Value, respecting_sign
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.sign_rules import Record

_VALUES = [Fraction(n) for n in (0, 1, 2, -1, -2, 3)]
_VALUES += [Fraction(3, 5), Fraction(4, 5), Fraction(1, 2), Fraction(-3, 5), Fraction(5, 13)]
_PRECISION = 160
_STEPS = 25
_TRIES = 240
#: Of the later starts every second one is scaled by a power of 2 up to this: data may be in
#: units in which nothing is near 1.
_SCALES = 140
#: What grows beyond this has no limit.
_LARGEST = arb(2) ** (3 * _SCALES)
#: Newton's steps for those; far from a zero one step changes the scale by a factor.
_SCALED_STEPS = 60
#: Coordinates with larger denominators are not tried as rational ones.
_LARGEST_DENOMINATOR = 200
#: Denominators of the coordinates near the zeros that are kept.
_DENOMINATORS = (1, 2, 5, 13, 60)
#: So often values of parameters are drawn until the declared inequalities between them hold.
_DRAWS = 50
#: Of many coordinates, not all choices of those to be solved for are tried.
_CHOICES = 400


@dataclass(slots=True)
class VarietyPoint:
    """A certified common zero of functions, with regular Jacobian.

    The values of generators are not kept: when the ring is refined these are others.
    """

    ring: ExactRing
    base: Mapping[str, Fraction]
    coordinates: Mapping[str, Value]
    is_rational: bool
    functions: Mapping[str, Polynomial] = field(default_factory=dict)

    @property
    def real(self) -> RealPoint:
        """The point, without values of generators that are not coordinates or parameters."""
        known = {self.ring.base[name]: value for name, value in self.coordinates.items()}
        return RealPoint(self.ring, self.base, self.functions, known)

    def value(self, element: Element) -> Value | None:
        """The value of a function, if it is defined and certainly not zero here."""
        ring = element.ring
        real = self.real
        with ctx.workprec(_PRECISION):
            try:
                for position, record in enumerate(ring.domain.records):
                    if element.mask >> position & 1 and isinstance(record.element, Element):
                        real.certify(record.element.polynomial, record.relation)
                value = real.evaluate(element.polynomial)
            except (OutsideDomain, ZeroDivisionError):
                return None
        return value if value != 0 else None

    def counterexample(self, element: Element, value: Value) -> CounterexampleData:
        """What `check` shows: the names that occur, the value and the function."""
        ring = element.ring
        used = used_names(ring, element)
        functions = {n: function_text(n, p) for n, p in self.functions.items()}
        chosen = dict(text for n, text in functions.items() if n in used)
        found = {n: Fraction(int(v.p), int(v.q)) for n, v in self.coordinates.items()}
        point = found | {n: v for n, v in self.base.items() if n in used and n not in found}
        everywhere = {**self.base, **found}, dict(functions.values())
        written = ring.expression(element)
        return CounterexampleData(point, chosen, self.shown(value), written, everywhere)

    @staticmethod
    def shown(value: Value) -> str:
        """A value as text: exact, or in 12 digits."""
        return value.str(12, radius=False) if isinstance(value, arb) else str(value)

    def __str__(self) -> str:
        shown = (f"{name} = {self.shown(value)}" for name, value in self.coordinates.items())
        functions = (" = ".join(function_text(n, p)) for n, p in self.functions.items())
        return f"({', '.join([*shown, *functions])})"


def search_points(
    ring: ExactRing,
    equations: Sequence[Element],
    minors: Sequence[Element],
    seed: int = 0,
    tries: int | None = None,
) -> Iterator[VarietyPoint]:
    """Certified points where the equations hold and the differentials are independent.

    Rational points are given first, unless the number of tries is given: then every point is given
    at once. The search is finite; it may find none.
    """
    others: list[VarietyPoint] = []
    seen: set[str] = set()
    for point in islice(_attempts(ring, equations, minors, seed), tries or _TRIES):
        if point is None or str(point) in seen:
            continue
        seen.add(str(point))
        if point.is_rational or tries or len(others) >= 4:
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
    slopes = [[ring.derivative(e, name) for name in ring.coordinates] for e in equations]
    choices = [
        c
        for c in islice(combinations(range(len(ring.coordinates)), len(equations)), _CHOICES)
        if all(any(not ring.vanishes(row[k]) for row in slopes) for k in c)
    ]
    for attempt, chosen in enumerate(cycle(choices)):
        # The first rounds look at the simplest values, zeros among them.
        pool = _VALUES[:2] if attempt < 4 * len(choices) else _VALUES
        base = _drawn(ring, pool, rng)
        functions = {
            name: candidates[attempt % len(candidates)]
            for name, arity in ring.functions.items()
            for candidates in [function_candidates(arity)]
        }
        problem = _Problem(ring, equations, minors, slopes, functions, rng)
        found = None
        # Nothing is yielded inside: the precision belongs to whoever asked.
        with ctx.workprec(_PRECISION), suppress(OutsideDomain, ZeroDivisionError):
            if attempt % 2 and attempt >= 2 * len(choices):
                base = problem.approach(base, _DENOMINATORS[attempt % len(_DENOMINATORS)])
            scale = rng.randint(-_SCALES, _SCALES) if attempt % 2 and attempt > 20 else 0
            found = problem.solve(base, chosen, scale)
        yield found


def _drawn(ring: ExactRing, pool: Sequence[Fraction], rng: random.Random) -> dict[str, Fraction]:
    """Values with the declared signs and, if some are found, inequalities between parameters."""
    facts = [f for f in ring.domain.facts if not ring.names_in(f.element) & set(ring.coordinates)]
    for _ in range(_DRAWS if facts else 1):
        base = {name: respecting_sign(ring, name, rng.choice(pool)) for name in ring.base}
        pool = _VALUES
        with suppress(OutsideDomain, ZeroDivisionError):
            _certify(RealPoint(ring, base), facts)
            break
    return base


def _certify(point: RealPoint, records: Iterable[Record]) -> None:
    """Raise `OutsideDomain` unless conditions certainly hold at a point."""
    for record in records:
        if isinstance(record.element, Element) and point.ring.domain.readable(record):
            point.certify(record.element.polynomial, record.relation)


@dataclass(slots=True)
class _Problem:
    """Equations to be solved, their slopes along all coordinates, and concrete functions."""

    ring: ExactRing
    equations: Sequence[Element]
    minors: Sequence[Element]
    slopes: Sequence[Sequence[Element]]
    functions: Mapping[str, Polynomial]
    rng: random.Random

    def approach(self, base: Mapping[str, Fraction], denominator: int) -> dict[str, Fraction]:
        """Rational values near the zeros, by steps of least length in all coordinates."""
        everything = range(len(self.ring.coordinates))
        start = [arb(self.rng.uniform(-4, 4)) for _ in everything]
        for heights, _, reached in self._newton(base, everything, start, _STEPS):  # noqa: B007
            if all(abs(height) < arb(2) ** -10 for height in heights):
                break
        near = {
            name: Fraction(round(float(a) * denominator), denominator)
            for name, a in zip(self.ring.coordinates, reached, strict=True)
            if a.is_finite() and abs(a) < 10**6
        }
        return {n: respecting_sign(self.ring, n, near.get(n, v)) for n, v in base.items()}

    def solve(
        self, base: Mapping[str, Fraction], chosen: Sequence[int], scale: int = 0
    ) -> VarietyPoint | None:
        """Newton's method in the chosen coordinates, then exactly or in a certified box.

        It starts at numbers near ``2**scale``.
        """
        ring = self.ring
        solved = [ring.coordinates[k] for k in chosen]
        start = [arb(self.rng.choice([1, -1, 2, 3]) + self.rng.random() / 4) for _ in solved]
        if self.rng.random() < 0.5:
            start = [
                arb(base[n].numerator) / base[n].denominator + a / 64
                for n, a in zip(solved, start, strict=True)
            ]
        if scale:
            start = [a * arb(2) ** scale for a in start]
        steps = _SCALED_STEPS if scale else _STEPS
        for _, step, x in self._newton(base, chosen, start, steps):
            if not all(a.is_finite() and abs(a) < _LARGEST for a in x):
                return None
            if all(abs(b) < _size(a) * arb(2) ** -100 for a, b in zip(x, step, strict=True)):
                break
        else:
            return None
        found = self._rational(base, chosen, x)
        if found is None:
            found = self._in_a_box(base, chosen, x)
        if found is None or not _signs_hold(ring, solved, found):
            return None
        point = self._at(base, chosen, found)
        # Conditions of the equations hold too.
        records = enumerate(ring.domain.records)
        needed = [r for k, r in records if any(e.mask >> k & 1 for e in self.equations)]
        _certify(point, [*ring.domain.facts, *needed])
        rational = all(isinstance(v, fmpq) for v in found)
        used = {n for e in self.equations for n in used_names(ring, e)} | set(ring.coordinates)
        shown = {n: fmpq(v.numerator, v.denominator) for n, v in base.items() if n in used}
        shown |= dict(zip(solved, found, strict=True))
        return VarietyPoint(ring, base, shown, rational, self.functions)

    def _newton(
        self, base: Mapping[str, Fraction], chosen: Sequence[int], x: list[Value], steps: int
    ) -> Iterator[tuple[list[Value], list[Value], list[Value]]]:
        """Newton's steps, those of least length: the heights before each, the step, the numbers."""
        for _ in range(steps):
            point = self._at(base, chosen, x)
            heights, slopes = self._heights(point), self._slopes(point, chosen)
            if slopes.nrows() == slopes.ncols():
                step = slopes.solve(heights)
            else:
                step = slopes.transpose() * (slopes * slopes.transpose()).solve(heights)
            x = [(a - b).mid() for a, b in zip(x, step.entries(), strict=True)]
            yield heights.entries(), step.entries(), x

    def _at(
        self, base: Mapping[str, Fraction], chosen: Sequence[int], x: Sequence[Value]
    ) -> RealPoint:
        ring = self.ring
        point = RealPoint(ring, base, self.functions)
        point.values.update(
            {ring.base[ring.coordinates[k]]: a for k, a in zip(chosen, x, strict=True)}
        )
        return point

    def _slopes(self, point: RealPoint, chosen: Sequence[int]) -> arb_mat:
        rows = [[row[k] for k in chosen] for row in self.slopes]
        return arb_mat([[arb(point.evaluate(e.polynomial)) for e in row] for row in rows])

    def _heights(self, point: RealPoint) -> arb_mat:
        return arb_mat([[arb(point.evaluate(e.polynomial))] for e in self.equations])

    def _rational(
        self, base: Mapping[str, Fraction], chosen: Sequence[int], x: Sequence[Value]
    ) -> list[Value] | None:
        """The point as an exact rational one, if it is; regular where a minor is not zero."""
        guess = []
        for a in x:
            near = Fraction(float(a)).limit_denominator(_LARGEST_DENOMINATOR)
            guess.append(fmpq(near.numerator, near.denominator))
        point = self._at(base, chosen, guess)
        for e in self.equations:
            value = point.evaluate(e.polynomial)
            if not isinstance(value, fmpq) or value != 0:
                return None
        regular = any(point.evaluate(m.polynomial) != 0 for m in self.minors)
        return guess if regular else None

    def _in_a_box(
        self, base: Mapping[str, Fraction], chosen: Sequence[int], x: Sequence[Value]
    ) -> list[Value] | None:
        """Krawczyk: if K(X) = x - Y f(x) + (1 - Y f'(X))(X - x) is inside X, there is one zero."""
        size = range(len(x))
        radii = [_size(a) * arb(2) ** -60 for a in x]
        box = [a + radius * arb(0, 1) for a, radius in zip(x, radii, strict=True)]
        center = self._at(base, chosen, x)
        inverse = self._slopes(center, chosen).inv()
        inverse = arb_mat([[inverse[i, j].mid() for j in size] for i in size])
        unit = arb_mat([[arb(int(i == j)) for j in size] for i in size])
        shift = arb_mat([[b - a] for a, b in zip(x, box, strict=True)])
        slopes = self._slopes(self._at(base, chosen, box), chosen)
        moved = (unit - inverse * slopes) * shift - inverse * self._heights(center)
        image = [a + moved[k, 0] for k, a in enumerate(x)]
        inside = all(abs(i - a) < radius for i, a, radius in zip(image, x, radii, strict=True))
        return image if inside else None


def _size(value: Value) -> Value:
    """The size of a number, against which steps and boxes are small; 1 for those near 1 or 0."""
    size = abs(value)
    return size if size > 1 or arb(2) ** (-2 * _SCALES) < size < arb(2) ** -10 else arb(1)


def _signs_hold(ring: ExactRing, solved: Sequence[str], values: Sequence[Value]) -> bool:
    for name, value in zip(solved, values, strict=True):
        index = ring.base[name]
        sign = ring.domain.declared.get(index)
        if sign is not None and not value * sign > 0:
            return False
        if index in ring.domain.nonzero and not abs(value) > 0:
            return False
    return True
