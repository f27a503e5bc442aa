"""Where conditions are lost along the steps of many motions at once.

The same search as `mechanics.motion.event_location`, in arrays: pieces of steps are excluded by
enclosures, halved, and a zero is located where a function is certain to fall through it once. What
that leaves open after some halvings is left to the search of each motion alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mechanics.motion.event_location import LOST, MARGIN, NEAR, ROUNDING, SAMPLES

if TYPE_CHECKING:
    import numpy as np

    from diffgeo.calculus import CompiledRequirements

#: The states of some of the members of a step, by their places, at fractions of the step.
Step = Callable[["np.ndarray", "np.ndarray"], "np.ndarray"]
#: So many pieces of a step are looked at before it is left to the search of one motion.
_PIECES = 100


@dataclass
class Located:
    """What was found in the steps of some members.

    Attributes
    ----------
    time, condition
        The last time at which the first condition that is lost holds, infinite if none is lost;
        the number of that condition.
    undecided
        Where nothing is known.
    """

    time: np.ndarray
    condition: np.ndarray
    undecided: np.ndarray


class EventsOfMany:
    """Looks for lost conditions of many motions.

    Parameters
    ----------
    asked
        The conditions.
    constants
        The parameters, (number, members).
    start, states, until
        Where the integrations begin, the states (number, members) there, and how far they go.
    margin
        How far from the numerical solution the states of a step may lie: (atol, rtol).
    """

    def __init__(
        self,
        asked: CompiledRequirements,
        constants: np.ndarray,
        start: float,
        states: np.ndarray,
        until: float,
        margin: tuple[float, float],
    ) -> None:
        import numpy as np

        self._asked, self._constants = asked.values, constants
        self.watches = any(asked.varying)
        everyone = np.arange(states.shape[1])
        initial = self.values(np.full(len(everyone), start), states, everyone)
        size = abs(initial)
        self.scale = np.where(np.isfinite(size) & (size > 0), size, 1.0)
        weak = np.array([r == ">=" for r in asked.relations], dtype=bool)[:, None]
        unequal = np.array([r == "!=" for r in asked.relations], dtype=bool)[:, None]
        self._weak = np.broadcast_to(weak, initial.shape)
        self._sign = np.where((initial < 0) & unequal, -1.0, 1.0)
        self._least = np.where(weak, 0.0, LOST * self.scale)
        # What depends on parameters alone was decided at the beginning.
        self._varying = np.array(asked.varying, dtype=bool)[:, None]
        self._near = NEAR * (until - start)
        self._atol, self._rtol = margin

    def values(self, t: np.ndarray, states: np.ndarray, who: np.ndarray) -> np.ndarray:
        """The values of the functions (number, members) at times and states of members."""
        import numpy as np

        points, given = np.concatenate([t[None], states]), self._constants[:, who]
        nothing = np.empty((0, len(t)))
        return np.concatenate([nothing, *(p.on_arrays(points, given) for p in self._asked)])

    def locate(
        self, who: np.ndarray, left: np.ndarray, right: np.ndarray, end: np.ndarray, step: Step
    ) -> Located:
        """The first condition that is lost by each member between the left and an end of its step.

        Parameters
        ----------
        who
            The numbers of the members.
        left, right, end
            The step of each, and how far to look in it.
        step
            The states at fractions of it.
        """
        import numpy as np

        count = len(who)
        found = Located(
            np.full(count, np.inf), np.zeros(count, dtype=int), np.zeros(count, dtype=bool)
        )
        if not self.watches:
            return found
        length = right - left

        def states(i: np.ndarray, t: np.ndarray) -> np.ndarray:
            return step(i, (t - left[i]) / length[i])

        i, a, b, used = np.arange(count), left, end, np.zeros(count, dtype=int)
        # Pieces in which something is certainly lost; nothing is asked for behind the first.
        crossings: list[tuple[np.ndarray, ...]] = []
        bound = np.full(count, np.inf)
        while len(i):
            open_, falls = self._open(who, i, a, b, states)
            which, piece = falls.nonzero()
            crossings.append((which, i[piece], a[piece], b[piece]))
            np.minimum.at(bound, i[piece], b[piece])
            (going,) = (open_ & ~falls).any(axis=0).nonzero()
            np.add.at(used, i[going], 1)
            found.undecided |= used > _PIECES
            found.undecided[i[going][(b - a)[going] <= self._near]] = True
            i, a, b = i[going], a[going], b[going]
            middle = (a + b) / 2
            i, a, b = np.tile(i, 2), np.concatenate([a, middle]), np.concatenate([middle, b])
            needed = (a < bound[i]) & ~found.undecided[i]
            i, a, b = i[needed], a[needed], b[needed]
        which, i, a, b = (np.concatenate(parts) for parts in zip(*crossings, strict=True))
        needed = (a < bound[i]) & ~found.undecided[i]
        self._cross(found, who, which[needed], i[needed], a[needed], b[needed], states)
        return found

    def _holds(self, values: np.ndarray, who: np.ndarray) -> np.ndarray:
        import numpy as np

        least = self._least[:, who]
        found: np.ndarray = np.isnan(values) | (values * self._sign[:, who] >= least)
        return found

    def _open(
        self, who: np.ndarray, i: np.ndarray, a: np.ndarray, b: np.ndarray, states: Step
    ) -> tuple[np.ndarray, np.ndarray]:
        """Conditions that may be lost in pieces; those that are, and whose functions only fall."""
        import numpy as np

        samples = np.linspace(0, 1, SAMPLES)
        t = a[:, None] + (b - a)[:, None] * samples
        t[:, -1] = b
        found = states(np.repeat(i, SAMPLES), t.ravel()).reshape(-1, len(i), SAMPLES)
        error = self._atol + self._rtol * abs(found).max(axis=2)
        box = _hull(found, a, b, error)
        low, high = self._signed(box, who[i])
        least = self._least[:, who[i]]
        open_ = self._varying & ~(low > least)
        falls = np.zeros_like(open_)
        k = np.flatnonzero(open_.any(axis=0))
        if not len(k):
            return open_, falls
        # The mean value theorem is sharper on short pieces: c(t) = c(m) + c'(s)(t - m).
        i, a, b, found, box = who[i[k]], a[k], b[k], found[:, k], [e[:, k] for e in box]
        middle, m, one = found[:, :, SAMPLES // 2], (a + b) / 2, np.ones(len(k))
        rates = _hull((found[:, :, 1:] - found[:, :, :-1]) / ((b - a) / (SAMPLES - 1))[:, None],
                      one, one)  # fmt: skip
        point = [np.concatenate([m[None], middle + s * error[:, k]]) for s in (-1, 1)]
        slow, fast = self._signed(box, i, rates)
        reach = (b - a) / 2 * (1 + 1e-15) * np.maximum(abs(slow), abs(fast))
        excluded = self._signed(point, i)[0] - reach > least[:, k]
        # It is not negative where the piece begins; or it rests at 0, but for rounding.
        scale = self.scale[:, i]
        rests = np.maximum(abs(low[:, k]), abs(high[:, k])) <= LOST * scale
        rests &= self.values(m, middle, i) - reach >= -ROUNDING * scale
        excluded |= self._weak[:, i] & ((slow > 0) | rests)
        # What only falls is least at the end.
        last = self._holds(self.values(b, found[:, :, -1], i), i)
        excluded |= (fast < 0) & last
        open_[:, k] &= ~excluded
        falls[:, k] = open_[:, k] & (fast < 0) & ~last
        return open_, falls

    def _signed(
        self, box: list[np.ndarray], who: np.ndarray, rates: list[np.ndarray] | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Enclosures of the functions, those that are to stay negative with the other sign."""
        import numpy as np

        moved = None if rates is None else (rates[0], rates[1])
        given = (box[0], box[1]), self._constants[:, who], moved
        ends = [part.enclosing_on_arrays(*given) for part in self._asked]
        low, high = (np.concatenate([each[k] for each in ends]) for k in range(2))
        up = self._sign[:, who] > 0
        return np.where(up, low, -high), np.where(up, high, -low)

    def _cross(
        self,
        found: Located,
        who: np.ndarray,
        which: np.ndarray,
        i: np.ndarray,
        a: np.ndarray,
        b: np.ndarray,
        states: Step,
    ) -> None:
        """Halve pieces in which functions fall through their least values, to the last float."""
        import numpy as np

        while True:
            middle = (a + b) / 2
            (short,) = ((a < middle) & (middle < b)).nonzero()
            if not len(short):
                break
            t, j = middle[short], i[short]
            values = self.values(t, states(j, t), who[j])
            holds = self._holds(values, who[j])[which[short], np.arange(len(short))]
            a[short] = np.where(holds, t, a[short])
            b[short] = np.where(holds, b[short], t)
        # The first of each member is written last.
        for n in np.argsort(-a, kind="stable"):
            if a[n] <= found.time[i[n]]:
                found.time[i[n]], found.condition[i[n]] = a[n], which[n]


def _hull(
    samples: np.ndarray, first: np.ndarray, last: np.ndarray, error: np.ndarray | float = 0.0
) -> list[np.ndarray]:
    """Ends of intervals that hold the samples, with a margin, below those of the time."""
    import numpy as np

    low, high = samples.min(axis=2), samples.max(axis=2)
    beyond = MARGIN * (high - low) + error
    ends = (first, low - beyond), (last, high + beyond)
    return [np.concatenate([t[None], states]) for t, states in ends]
