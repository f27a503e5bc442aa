"""Where along a step of an integration a condition of the equations is lost.

A condition is a function c of time and state that must not vanish, or must stay positive. Each
accepted step of the integrator is looked at as a whole: the states of its dense output lie in a
box, and ball arithmetic encloses the values of c on it. Where an enclosure holds zero the step is
halved, so that a zero is found that lies between two steps, and one without a change of sign.

The box holds the states of the *numerical* solution, with a margin; it is no proof about the true
one. What depends on time alone is excluded for certain. Where the halving ends without an answer,
the interval of time is kept in `EventLocation.doubts`: a zero in it is neither found nor excluded.

What must not be negative, the height over a wall, is followed to `ROUNDING` of its initial size: a
wall is passed that is thinner than that, where its function falls below 0 by less.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np

    Dense = Callable[[float | np.ndarray], np.ndarray]

#: A condition counts as lost where its function is this small against its initial size.
LOST = 1e-12
#: What must not be negative may be so by this much, against its initial size.
ROUNDING = 1e-15
#: Enclosures that may be made at once, and those that each step adds to what is left of them.
CREDIT, PER_STEP = 1_000, 50
#: Pieces of a step are not halved below this part of the time that is integrated over.
SHORTEST = 1e-14
#: By the same measure: steps that are so short are not divided only for their enclosures, and
#: what is not excluded so near to the end of the motion is not told.
NEAR = 1e-8
#: How far the box reaches beyond the states that were looked at, as a part of its width.
MARGIN = 0.1
SAMPLES = 9
#: Pieces of a step that are smaller than this part of it are tried in every way.
_SMALL = 1 / 32
#: So many pieces in turn have to be excluded before larger ones are tried again.
_STREAK = 8
#: Rates are enclosed where more than this part of the last attempts excluded something.
_USEFUL = 0.3


class _Attempts:
    """Which attempts are worth their time for one condition, as the last ones turned out."""

    def __init__(self) -> None:
        self._largest, self._streak = 1.0, 0
        self._usefulness, self._passed = 1.0, 0

    def is_too_large(self, part: float) -> bool:
        """Whether a piece, a part of its step, is better halved at once."""
        return part > max(self._largest, _SMALL)

    def learn_of_piece(self, part: float, success: bool) -> None:
        """Whether the condition was excluded in a piece."""
        self._streak = self._streak + 1 if success else 0
        if not success:
            self._largest = part / 2
        elif self._streak >= _STREAK:
            self._largest, self._streak = min(1.0, 2 * max(self._largest, _SMALL)), 0

    def wants_rates(self, part: float) -> bool:
        """Whether the mean value theorem is worth a try."""
        self._passed += 1
        return part < _SMALL or self._usefulness > _USEFUL or self._passed % _STREAK == 0

    def learn_of_rates(self, success: bool) -> None:
        """Whether it excluded the condition."""
        self._usefulness += (success - self._usefulness) / _STREAK


def _hull(samples: np.ndarray, error: np.ndarray | float = 0.0) -> list[tuple[float, float]]:
    """Intervals that hold the samples of each row, with a margin."""
    low, high = samples.min(axis=1), samples.max(axis=1)
    beyond = MARGIN * (high - low) + error
    return list(zip((low - beyond).tolist(), (high + beyond).tolist(), strict=True))


class Conditions(Protocol):
    """What is watched: values at a point, and enclosures on a box."""

    names: list[str]
    relations: list[str]
    varying: list[bool]

    def __call__(self, point: Any) -> list[float]:
        """The values at (t, state), an array or a sequence of floats."""

    def enclose(
        self,
        box: list[tuple[float, float]],
        rates: list[tuple[float, float]] | None = None,
        asked: list[int] | None = None,
    ) -> list[tuple[float, float]]:
        """Intervals that hold the values on a box, or their rates along a path in it."""


@dataclass(frozen=True)
class Event:
    """A condition that is lost: its number, the last time at which it holds, the value there."""

    condition: int
    time: float
    value: float


class EventLocation:
    """Looks for lost conditions, step by step.

    Parameters
    ----------
    conditions, values
        What is watched, and a function for its values that are not a number where undefined.
    start, state, until
        Where the integration begins, and how far it goes.
    margin
        How far from the numerical solution the states of a step may lie: (atol, rtol).
    walls
        Whether it is told where what must not be negative comes down to 0 and rises again.
    """

    def __init__(
        self,
        conditions: Conditions,
        values: Callable[[float, np.ndarray], np.ndarray],
        start: float,
        state: np.ndarray,
        until: float,
        margin: tuple[float, float],
        walls: bool = False,
    ) -> None:
        import numpy as np

        self._walls, self._until = walls, until
        self._enclose, self._values = conditions.enclose, values
        self._names, self._relations = conditions.names, conditions.relations
        self.initial = values(start, state)
        size = abs(self.initial)
        self._scale = np.where(np.isfinite(size) & (size > 0), size, 1.0)
        unequal = np.array([relation == "!=" for relation in conditions.relations], dtype=bool)
        self._sign = np.where((self.initial < 0) & unequal, -1.0, 1.0)
        self._shortest, self._near = SHORTEST * (until - start), NEAR * (until - start)
        self._atol, self._rtol = margin
        self._credit = CREDIT
        self._attempts = [_Attempts() for _ in self.initial]
        # What depends on parameters alone was decided at the beginning.
        self._watched = [k for k, varies in enumerate(conditions.varying) if varies]
        #: Intervals of time by the number of the condition that was not excluded there.
        self.doubts: dict[int, list[tuple[float, float]]] = {}

    def scale(self, k: int) -> float:
        """The size of the function of a condition at the start; 1 if it is 0 there."""
        return float(self._scale[k])

    # --- one step --------------------------------------------------------------------------

    @property
    def watches(self) -> bool:
        """Whether there is anything to look for."""
        return bool(self._watched)

    def locate(self, dense: Dense, left: float, right: float) -> Event | None:
        """The first condition that is lost in the step, if one is."""
        self._credit = min(CREDIT, self._credit + PER_STEP)
        self._begins = self._values(left, dense(left))
        # The tolerances fill the box of so short a step: shorter pieces would have the same.
        divisible = right - left > self._near
        # Pieces from left to right, with the conditions that are open in them.
        pieces = [(left, right, self._watched)]
        while pieces:
            a, b, asked = pieces.pop()
            middle = (a + b) / 2
            halving = self._credit > 0 and b - a > self._shortest and a < middle < b
            part = (b - a) / (right - left) if right > left else 0.0
            large = [k for k in asked if self._attempts[k].is_too_large(part)]
            if not (halving and divisible):
                large = []
            elif len(large) == len(asked):
                pieces += [(middle, b, asked), (a, middle, asked)]
                continue
            states = dense(self._times(a, b))
            tried = [k for k in asked if k not in large]
            open_ = self._open(a, b, states, tried, part) if self._credit > 0 else tried
            for k in tried:
                self._attempts[k].learn_of_piece(part, k not in open_)
            open_ = sorted({*open_, *large})
            if not open_:  # in the whole piece, and so at its end
                continue
            lost = self._lost(b, states[:, -1], open_)
            if halving and (divisible or lost):
                pieces += [(middle, b, open_), (a, middle, open_)]
                continue
            if lost:
                return min((self._event(k, dense, a, b) for k in lost), key=lambda e: e.time)
            event = self._touched(dense, middle, open_)
            if event is not None:
                return event
            for k in open_:
                self._doubt(k, a, b)
        return None

    def _times(self, a: float, b: float) -> np.ndarray:
        import numpy as np

        return np.linspace(a, b, SAMPLES)

    def _lost(self, t: float, state: np.ndarray, asked: list[int]) -> list[int]:
        """The conditions that do not hold at a point, or are as small as counts as lost."""
        values = self._values(t, state)
        return [k for k in asked if not self._holds(k, values[k])]

    def _holds(self, k: int, value: float) -> bool:
        least = 0.0 if self._relations[k] == ">=" else LOST * self._scale[k]
        return bool(math.isnan(value) or value * self._sign[k] >= least)

    def _open(
        self, a: float, b: float, states: np.ndarray, asked: list[int], part: float
    ) -> list[int]:
        """The conditions that may be lost in a piece, by enclosures of their values."""
        self._credit -= 1
        error = self._atol + self._rtol * abs(states).max(axis=1)
        box = [(a, b), *_hull(states, error)]
        if not all(math.isfinite(x) for interval in box for x in interval):
            return asked
        bounds = dict(zip(asked, self._enclose(box, None, asked), strict=True))
        asked = [k for k, interval in bounds.items() if not self._excluded(k, *interval)]
        still = [k for k in asked if not (b > a and self._attempts[k].wants_rates(part))]
        asked = [k for k in asked if k not in still]
        if not asked:
            return still
        # The mean value theorem is sharper on short pieces: c(t) = c(m) + c'(s)(t - m).
        rates = [(1.0, 1.0), *_hull((states[:, 1:] - states[:, :-1]) / (b - a) * (SAMPLES - 1))]
        middle, m = states[:, SAMPLES // 2], (a + b) / 2
        point = [(m, m), *zip((middle - error).tolist(), (middle + error).tolist(), strict=True)]
        self._credit -= 1
        values, slopes = self._enclose(point, None, asked), self._enclose(box, rates, asked)
        half = (b - a) / 2 * (1 + 1e-15)
        for k, value, slope in zip(asked, values, slopes, strict=True):
            reach = half * max(map(abs, slope))
            excluded = self._excluded(k, value[0] - reach, value[1] + reach)
            if self._relations[k] == ">=" and not excluded:
                # It is not negative where the piece begins; or it rests at 0, but for rounding.
                excluded = slope[0] > 0
                if not excluded and max(map(abs, bounds[k])) <= LOST * self._scale[k]:
                    least = self._values(m, middle)[k] - reach
                    excluded = bool(least >= -ROUNDING * self._scale[k])
                    falls = self._walls and self._begins[k] > LOST * self._scale[k]
                    if excluded and falls and b < self._until - self._near:
                        # It comes down to 0: where walls meet, their product stays positive.
                        self._doubt(k, a, b)
            self._attempts[k].learn_of_rates(excluded)
            if not excluded:
                still.append(k)
        return still

    def _excluded(self, k: int, low: float, high: float) -> bool:
        least = 0.0 if self._relations[k] == ">=" else LOST * self._scale[k]
        return bool(low > least if self._sign[k] > 0 else high < -least)

    def _touched(self, dense: Dense, t: float, asked: list[int]) -> Event | None:
        """A zero without a change of sign: the function is as small as counts as lost."""
        value = self._values(t, dense(t))
        small = [k for k in asked if abs(value[k]) < LOST * self._scale[k]]
        small = [k for k in small if self._relations[k] != ">="]
        return Event(small[0], t, float(value[small[0]])) if small else None

    def _event(self, k: int, dense: Dense, a: float, b: float) -> Event:
        """Where the condition is lost between a, where it holds, and b, where it does not."""
        while True:
            middle = (a + b) / 2
            if not a < middle < b:
                return Event(k, a, float(self._values(a, dense(a))[k]))
            if self._holds(k, self._values(middle, dense(middle))[k]):
                a = middle
            else:
                b = middle

    # --- what is not known -----------------------------------------------------------------

    def _doubt(self, k: int, a: float, b: float) -> None:
        intervals = self.doubts.setdefault(k, [])
        if intervals and intervals[-1][1] >= a - self._near:
            a = intervals.pop()[0]
        intervals.append((a, b))

    def confirm(self, t: float) -> None:
        """A condition is lost at that time: next to it nothing was to be excluded."""
        for k, intervals in list(self.doubts.items()):
            near = self._near
            self.doubts[k] = [i for i in intervals if i[1] < t - near or i[0] > t + near]
            if not self.doubts[k]:
                del self.doubts[k]

    def warnings(self, time: str) -> list[str]:
        """What was not excluded, one line for each condition."""
        found = []
        for k, intervals in self.doubts.items():
            a, b = intervals[0]
            more = f" and in {len(intervals) - 1} more intervals" if len(intervals) > 1 else ""
            word = "vanishes" if self._relations[k] == "!=" else "stops being positive"
            found.append(
                f"not excluded that {self._names[k]} {word} between {time} = {a:.10g} and "
                f"{b:.10g}{more}"
            )
        return found
