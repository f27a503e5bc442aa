"""All zeros of as many functions as unknowns in a box, each proved to be there and to be alone.

A box without a zero is excluded by enclosures of the functions. By Krawczyk's test,
``K(X) = m - Y f(m) + (1 - Y f'(X))(X - m)`` with a number m in X: all zeros in X lie in K(X), and
if that is inside of X there is exactly one, at which f' is regular. What is neither is halved, to a
least size.

Source: Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009, chapter 8.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, nextafter
from typing import Any

from flint import arb, arb_mat, ctx

from diffgeo.interop.assignments import Assignments
from diffgeo.interop.exact_values import read_number
from diffgeo.interop.sympy_bridge import to_sympy
from diffgeo.reals.complex_roots import ball
from diffgeo.reals.enclosures import ball_machine

#: The functions and, row by row, their slopes at balls.
Balls = Callable[..., list[arb]]
#: The ends of the sides of a box.
Box = tuple[tuple[float, float], ...]

_BITS, FINE_BITS = 80, 256
#: Boxes are not halved below this part of the first one, where functions are defined or not.
_LEAST, _LEAST_UNDEFINED = 2.0**-30, 2.0**-14
#: Newton's steps towards a zero, and sizes of the boxes around it that are tried.
_STEPS, _SIZES = 12, 16
#: A step that is no longer than this part of the numbers has arrived.
_ARRIVED = 2.0**-40
#: Balls of zeros are refined until they are so small, or shrink no more than by this.
_FINE, _SHRINKS = arb(2) ** -320, 0.95


@dataclass
class Zeros:
    """The zeros that were proved, and boxes in which nothing was proved."""

    found: list[list[arb]] = field(default_factory=list)
    left: list[Box] = field(default_factory=list)


def in_balls(values: Mapping[str, Any]) -> dict[str, arb]:
    """Exact values in small balls."""
    with ctx.workprec(FINE_BITS):
        return {name: ball(to_sympy(read_number(name, v))) for name, v in values.items()}


def machine(code: Assignments, parameters: Mapping[str, arb]) -> Balls:
    """A program for such parameters as a function of balls."""
    with ctx.workprec(FINE_BITS):
        bound: Balls = ball_machine(code)(*parameters.values())
    return bound


def values_at(compute: Balls, balls: Iterable[arb]) -> list[arb]:
    """The values at small balls, in small balls."""
    with ctx.workprec(FINE_BITS):
        return compute(*balls)


def widened(middle: arb, radius: arb) -> arb:
    """The ball around another one, in which each number is no further off than the radius."""
    with ctx.workprec(FINE_BITS):
        return middle + arb(0, 1) * radius


def zeros_in_box(compute: Balls, box: Box, most: int) -> Zeros:
    """Search a box, in as many pieces as are allowed; sizes are against those of the box."""
    search = _Search(compute, box)
    with ctx.workprec(_BITS):
        search.run(most)
    return search.zeros


class _Search:
    def __init__(self, compute: Balls, box: Box) -> None:
        self.compute, self.box, self.size = compute, box, range(len(box))
        self.zeros = Zeros()
        #: Boxes with one zero each, several of them with the same; the first one of each zero.
        self.regions: list[list[arb]] = []
        self.first: list[list[arb]] = []
        #: Whether all functions were defined on the last piece.
        self.defined = True

    def run(self, most: int) -> None:
        # Large pieces first: what is left, if it is too much, is small.
        open_ = deque([self.box])
        while open_:
            piece = open_.popleft()
            most -= 1
            if self._is_settled(piece):
                continue
            widths = [
                (b - a) / (high - low) for (a, b), (low, high) in zip(piece, self.box, strict=True)
            ]
            k = max(self.size, key=widths.__getitem__)
            a, b = piece[k]
            middle = (a + b) / 2
            least = _LEAST if self.defined else _LEAST_UNDEFINED
            if most <= 0 or widths[k] < least or not a < middle < b:
                self.zeros.left.append(piece)
                continue
            open_ += [(*piece[:k], side, *piece[k + 1 :]) for side in ((a, middle), (middle, b))]

    def _is_settled(self, piece: Box) -> bool:
        X = [arb(a).union(arb(b)) for a, b in piece]
        if any(_contains(region, X) for region in self.regions):
            return True
        values = self.compute(*X)
        heights, slopes = values[: len(X)], self._slopes(values)
        if any(h.is_finite() and not h.contains(0) for h in heights):
            return True
        self.defined = all(value.is_finite() for value in values)
        if not self.defined:
            return False
        image = self._krawczyk(X, [x.mid() for x in X], slopes)
        if image is None:
            return False
        if any(not i.overlaps(x) for i, x in zip(image, X, strict=True)):
            return True
        if _inside(image, X):
            self._add(X, image)
            return True
        self._approach(X)
        return any(_contains(region, X) for region in self.regions)

    def _slopes(self, values: Sequence[arb]) -> arb_mat:
        n = len(self.box)
        return arb_mat([values[n * (k + 1) : n * (k + 2)] for k in self.size])

    def _krawczyk(self, X: Sequence[arb], m: Sequence[arb], slopes: arb_mat) -> list[arb] | None:
        values = self.compute(*m)
        if not all(value.is_finite() for value in values):
            return None
        try:
            inverse = self._slopes(values).inv()
        except ZeroDivisionError:
            return None
        n = len(X)
        Y = arb_mat([[inverse[i, j].mid() for j in self.size] for i in self.size])
        unit = arb_mat([[arb(int(i == j)) for j in self.size] for i in self.size])
        away = arb_mat([[x - a] for x, a in zip(X, m, strict=True)])
        moved = (unit - Y * slopes) * away - Y * arb_mat([[v] for v in values[:n]])
        image = [a + moved[k, 0] for k, a in enumerate(m)]
        return image if all(i.is_finite() for i in image) else None

    def _approach(self, X: Sequence[arb]) -> None:
        """A zero near a box, by Newton's method, and a box around it as large as can be."""
        x = self._newton(X)
        found = None if x is None else self._alone(x, [2 * b.rad() for b in X])
        if found is not None:
            self._add(*found)

    def _newton(self, X: Sequence[arb]) -> list[arb] | None:
        """Numbers close to a zero near a box."""
        x = [a.mid() for a in X]
        for _ in range(_STEPS):
            values = self.compute(*x)
            if not all(value.is_finite() for value in values):
                return None
            try:
                step = self._slopes(values).solve(arb_mat([[v] for v in values[: len(x)]]))
            except ZeroDivisionError:
                return None
            x = [(a - s).mid() for a, s in zip(x, step.entries(), strict=True)]
            # A zero far away is found in another piece.
            if any(abs(a - b.mid()) > 4 * b.rad() for a, b in zip(x, X, strict=True)):
                return None
            steps = zip(x, step.entries(), X, strict=True)
            if all(abs(s) <= _ARRIVED * (abs(a) + b.rad()) for a, s, b in steps):
                return x
        return None

    def _alone(self, x: list[arb], radii: list[arb]) -> tuple[list[arb], list[arb]] | None:
        """A box around numbers, with such sides or smaller ones, that has one zero; its ball."""
        for _ in range(_SIZES):
            around = [a + r * arb(0, 1) for a, r in zip(x, radii, strict=True)]
            values = self.compute(*around)
            if all(value.is_finite() for value in values):
                image = self._krawczyk(around, x, self._slopes(values))
                if image is not None and _inside(image, around):
                    return around, image
            radii = [r / 4 for r in radii]
        return None

    def _add(self, region: list[arb], image: list[arb]) -> None:
        """Remember a zero, alone in a region, if it is a new one."""
        self.regions.append(region)
        refined = self._refined(image)
        for other, around in zip(self.zeros.found, self.first, strict=True):
            both = [a.union(b) for a, b in zip(refined, other, strict=True)]
            if _contains(region, both) or _contains(around, both):
                return
            if all(a.overlaps(b) for a, b in zip(refined, other, strict=True)):
                # Perhaps the same zero, perhaps another one: it is not told twice.
                ends = ((float(a.lower()), float(a.upper())) for a in refined)
                self.zeros.left.append(
                    tuple((nextafter(a, -inf), nextafter(b, inf)) for a, b in ends)
                )
                return
        self.first.append(region)
        self.zeros.found.append(refined)

    def _refined(self, near: list[arb]) -> list[arb]:
        with ctx.workprec(FINE_BITS):
            # The test shrinks a large ball slowly, or not at all; a small one in it has the zero.
            x = self._newton(near)
            found = None if x is None else self._alone(x, [b.rad() / 8 for b in near])
            if found is not None and _contains(near, found[1]):
                near = found[1]
            while True:
                m = [a.mid() for a in near]
                image = self._krawczyk(near, m, self._slopes(self.compute(*near)))
                if image is None:
                    return near
                nearer = [a.intersection(b) for a, b in zip(image, near, strict=True)]
                pairs = list(zip(nearer, near, strict=True))
                # The ball of a zero at 0 would shrink without end.
                if not any(b.rad() > _FINE and a.rad() < _SHRINKS * b.rad() for a, b in pairs):
                    return nearer
                near = nearer


def _contains(outer: Sequence[arb], inner: Sequence[arb]) -> bool:
    return all(a.contains(b) for a, b in zip(outer, inner, strict=True))


def _inside(inner: Sequence[arb], outer: Sequence[arb]) -> bool:
    return all(a.contains_interior(b) for a, b in zip(outer, inner, strict=True))


def joined(boxes: Sequence[Box]) -> list[Box]:
    """The smallest boxes around those that touch each other."""
    found: list[Box] = []
    for box in boxes:
        while True:
            near = [b for b in found if all(x[0] <= y[1] and y[0] <= x[1]
                                            for x, y in zip(b, box, strict=True))]  # fmt: skip
            if not near:
                break
            found = [b for b in found if b not in near]
            sides = zip(box, *near, strict=True)
            box = tuple((min(a for a, _ in side), max(b for _, b in side)) for side in sides)
        found.append(box)
    return found
