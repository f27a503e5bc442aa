"""Many motions at once: explicit Runge–Kutta methods over arrays of members.

Each member has its own steps, so that it is the motion that SciPy's solver of the same name
computes for it alone, up to rounding. Coefficients are those of SciPy's classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mechanics.motion.integration import NOWHERE, STALL, STALL_OF_LOW_ORDER

if TYPE_CHECKING:
    import numpy as np

#: Members that are integrated together; others are integrated one by one.
BATCHED = ("DOP853", "RK45", "RK23")
#: As SciPy controls its steps.
_SAFETY, _LEAST, _MOST = 0.9, 0.2, 10.0
#: How a member ended.
COMPLETE, INTEGRATOR = 0, 2

#: Rates (2n, members) at times (members), states (2n, members), for the members with these numbers.
Rates = Callable[["np.ndarray", "np.ndarray", "np.ndarray"], "np.ndarray"]
#: What is seen in steps of members, from their ends and the states at fractions of them.
Watch = Callable[["np.ndarray", "np.ndarray", "np.ndarray", Any], "Watched"]


@dataclass
class Watched:
    """What happens in a step of each of some members.

    Attributes
    ----------
    given_up
        Which members are to be integrated one by one from the beginning of the step.
    time, state
        Where the others jump, infinite if they do not, and the states (number, members) with
        which they go on from there.
    """

    given_up: np.ndarray
    time: np.ndarray
    state: np.ndarray


@dataclass
class Batch:
    """What was computed of many members.

    Attributes
    ----------
    states
        (2n, members, times); not a number where a member had ended.
    status, end
        How and when each one ended.
    last
        The states (2n, members) there.
    doubtful
        The numbers of those that were given up, to be integrated one by one.
    steps
        How many steps were accepted for each.
    """

    states: np.ndarray
    status: np.ndarray
    end: np.ndarray
    last: np.ndarray
    doubtful: np.ndarray
    steps: np.ndarray


def integrate_many(
    rates: Rates,
    grid: np.ndarray,
    starts: np.ndarray,
    method: str,
    rtol: float,
    atol: float,
    watch: Watch | None = None,
) -> Batch:
    """Integrate members from the first time of a grid to its last.

    Parameters
    ----------
    rates
        The right-hand sides.
    grid
        The output times.
    starts
        (2n, members).
    method, rtol, atol
        One of `BATCHED`, and its tolerances.
    watch
        Asked after each step: which members jump in it, or are given up.
    """
    import numpy as np

    return _Members(rates, grid, starts, method, (rtol, atol), watch).run(np.errstate)


class _Members:
    def __init__(
        self,
        rates: Rates,
        grid: np.ndarray,
        starts: np.ndarray,
        method: str,
        tolerances: tuple[float, float],
        watch: Watch | None,
    ) -> None:
        import numpy as np
        from scipy import integrate

        self.rates, self.grid, self.watch = rates, grid, watch
        self.scheme: Any = getattr(integrate, method)
        self.high = method == "DOP853"
        self.rtol, self.atol = tolerances
        self.order = self.scheme.error_estimator_order
        size, count = starts.shape
        self.states = np.full((size, count, len(grid)), np.nan)
        self.states[:, :, 0] = starts
        self.status = np.full(count, -1)
        self.end = np.full(count, grid[0])
        self.last = starts.astype(float)
        self.steps = np.zeros(count, dtype=int)
        self.stall = STALL if self.high else STALL_OF_LOW_ORDER
        # Of the members that go on: numbers, times, states, rates, steps to try, output times due.
        self.who = np.arange(count)
        self.t, self.y = np.full(count, grid[0], dtype=float), starts.astype(float)
        self.f = np.empty_like(self.y)
        self.h = np.empty(count)
        self.rejected = np.zeros(count, dtype=bool)
        self.due = np.ones(count, dtype=int)
        self.before = self.t.copy()

    def run(self, errstate: Callable[..., Any]) -> Batch:
        import numpy as np

        given_up = [np.zeros(0, dtype=int)]
        with errstate(all="ignore"):
            self.f = self.rates(self.t, self.y, self.who)
            self.h = self._first_steps(self.who, self.t, self.y, self.f)
            attempts = 0
            while len(self.who):
                attempts += 1
                doubts = self._attempt()
                given_up.append(self.who[doubts])
                stuck = np.zeros(len(self.who), dtype=bool)
                if attempts % self.stall == 0:
                    stuck = self.t - self.before < NOWHERE * (self.t - self.grid[0])
                    self.before = self.t.copy()
                # A step below the spacing of floats, as SciPy refuses it.
                spacing = 10 * abs(np.nextafter(self.t, np.inf) - self.t)
                stuck |= (self.h < spacing) & self.rejected
                stuck |= ~np.isfinite(self.h)
                done = self.t >= self.grid[-1]
                self.status[self.who[done]] = COMPLETE
                self.status[self.who[stuck & ~done & ~doubts]] = INTEGRATOR
                self.end[self.who], self.last[:, self.who] = self.t, self.y
                self._keep(~(done | stuck | doubts))
        doubtful = np.sort(np.concatenate(given_up))
        return Batch(self.states, self.status, self.end, self.last, doubtful, self.steps)

    def _keep(self, going: np.ndarray) -> None:
        if going.all():
            return
        for name in ("who", "t", "h", "rejected", "due", "before"):
            setattr(self, name, getattr(self, name)[going])
        self.y, self.f = self.y[:, going], self.f[:, going]

    def _norm(self, values: np.ndarray) -> np.ndarray:
        import numpy as np

        found: np.ndarray = np.sqrt((values * values).sum(axis=0) / len(values))
        return found

    def _first_steps(
        self, who: np.ndarray, t: np.ndarray, y: np.ndarray, f: np.ndarray
    ) -> np.ndarray:
        """The rule of Hairer, Nørsett and Wanner, II.4."""
        import numpy as np

        length = self.grid[-1] - t
        scale = self.atol + abs(y) * self.rtol
        d0, d1 = self._norm(y / scale), self._norm(f / scale)
        h0 = np.where((d0 < 1e-5) | (d1 < 1e-5), 1e-6, 0.01 * d0 / d1)
        h0 = np.minimum(h0, length)
        f1 = self.rates(t + h0, y + h0 * f, who)
        d2 = self._norm((f1 - f) / scale) / h0
        largest = np.maximum(d1, d2)
        h1 = np.where(
            (d1 <= 1e-15) & (d2 <= 1e-15),
            np.maximum(1e-6, h0 * 1e-3),
            (0.01 / largest) ** (1 / (self.order + 1)),
        )
        found: np.ndarray = np.minimum(np.minimum(100 * h0, h1), length)
        return found

    def _attempt(self) -> np.ndarray:
        """One step of each member, accepted or not; which of them are doubtful."""
        import numpy as np

        scheme, t, y = self.scheme, self.t, self.y
        new_t = np.minimum(t + self.h, self.grid[-1])
        h = new_t - t
        stages = scheme.n_stages
        more = len(scheme.C_EXTRA) if self.high else 0
        K = np.empty((stages + 1 + more, *y.shape))
        K[0] = self.f
        for s in range(1, stages):
            change = np.tensordot(scheme.A[s, :s], K[:s], axes=1) * h
            K[s] = self.rates(t + scheme.C[s] * h, y + change, self.who)
        new_y = y + h * np.tensordot(scheme.B, K[:stages], axes=1)
        new_f = self.rates(new_t, new_y, self.who)
        K[stages] = new_f
        scale = self.atol + np.maximum(abs(y), abs(new_y)) * self.rtol
        error = self._error(K[: stages + 1], h, scale)
        accepted = error < 1
        power = _SAFETY * error ** (-1 / (self.order + 1))
        growth = np.where(error == 0, _MOST, np.minimum(_MOST, power))
        growth = np.where(self.rejected, np.minimum(1.0, growth), growth)
        shrink = np.where(power > _LEAST, power, _LEAST)  # also where it is not a number
        self.h = h * np.where(accepted, growth, shrink)
        self.rejected = ~accepted
        doubts = np.zeros(len(t), dtype=bool)
        (taken,) = accepted.nonzero()
        if len(taken):
            reached = np.searchsorted(self.grid, new_t[taken], side="right")
            asked = taken if self.watch else taken[reached > self.due[taken]]
            end, jumps = new_t.copy(), np.zeros(len(t), dtype=bool)
            if len(asked):
                step = self._dense(asked, K[:, :, asked], h, new_y, new_f)
                if self.watch is not None:
                    seen = self.watch(self.who[asked], t[asked], new_t[asked], step)
                    doubts[asked], jumps[asked] = seen.given_up, np.isfinite(seen.time)
                    jumps &= ~doubts
                    end[asked] = np.where(jumps[asked], seen.time, new_t[asked])
                    new_y[:, asked] = np.where(jumps[asked], seen.state, new_y[:, asked])
                self._output(asked[~doubts[asked]], asked, step, new_t, end)
            self.t, self.y, self.f = self.t.copy(), self.y.copy(), self.f.copy()
            going = taken[~doubts[taken]]
            self.t[going], self.steps[self.who[going]] = (
                end[going],
                self.steps[self.who[going]] + 1,
            )
            self.y[:, going], self.f[:, going] = new_y[:, going], new_f[:, going]
            (again,) = jumps.nonzero()
            if len(again):
                who, t, y = self.who[again], end[again], new_y[:, again]
                self.f[:, again] = f = self.rates(t, y, who)
                self.h[again], self.rejected[again] = self._first_steps(who, t, y, f), False
        return doubts

    def _error(self, K: np.ndarray, h: np.ndarray, scale: np.ndarray) -> np.ndarray:
        import numpy as np

        scheme = self.scheme
        if not self.high:
            return self._norm(np.tensordot(scheme.E, K, axes=1) * h / scale)
        five = ((np.tensordot(scheme.E5, K, axes=1) / scale) ** 2).sum(axis=0)
        three = ((np.tensordot(scheme.E3, K, axes=1) / scale) ** 2).sum(axis=0)
        both = five + 0.01 * three
        found: np.ndarray = np.where(both == 0, 0.0, h * five / np.sqrt(both * len(scale)))
        return found

    def _dense(
        self, asked: np.ndarray, K: np.ndarray, h: np.ndarray, new_y: np.ndarray, new_f: np.ndarray
    ) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
        """The states at fractions of a step, of some of the members that were asked for."""
        import numpy as np

        scheme, y, h = self.scheme, self.y[:, asked], h[asked]
        if not self.high:
            Q = np.einsum("sim,sj->jim", K, scheme.P)

            def polynomial(which: np.ndarray, x: np.ndarray) -> np.ndarray:
                total, power = np.zeros((len(y), len(x))), x.copy()
                for part in Q:
                    total += part[:, which] * power
                    power = power * x
                found: np.ndarray = y[:, which] + h[which] * total
                return found

            return polynomial
        for s, (a, c) in enumerate(
            zip(scheme.A_EXTRA, scheme.C_EXTRA, strict=True), start=scheme.n_stages + 1
        ):
            change = np.tensordot(a[:s], K[:s], axes=1) * h
            K[s] = self.rates(self.t[asked] + c * h, y + change, self.who[asked])
        difference = new_y[:, asked] - y
        F = [
            difference,
            h * K[0] - difference,
            2 * difference - h * (new_f[:, asked] + K[0]),
            *(h * np.tensordot(row, K, axes=1) for row in scheme.D),
        ]

        def nested(which: np.ndarray, x: np.ndarray) -> np.ndarray:
            total = np.zeros((len(y), len(x)))
            for k, part in enumerate(reversed(F)):
                total += part[:, which]
                total *= x if k % 2 == 0 else 1 - x
            found: np.ndarray = y[:, which] + total
            return found

        return nested

    def _output(
        self, who: np.ndarray, asked: np.ndarray, step: Any, new_t: np.ndarray, end: np.ndarray
    ) -> None:
        """The states at the output times within the step, of some that were asked for."""
        import numpy as np

        reached = np.searchsorted(self.grid, end[who], side="right")
        counts = np.maximum(reached - self.due[who], 0)
        which = np.repeat(np.arange(len(who)), counts)
        if not len(which):
            return
        first = np.repeat(np.cumsum(counts) - counts, counts)
        number = self.due[who][which] + np.arange(len(which)) - first
        left = self.t[who]
        x = (self.grid[number] - left[which]) / (new_t[who] - left)[which]
        places = np.searchsorted(asked, who)
        self.states[:, self.who[who][which], number] = step(places[which], x)
        self.due = self.due.copy()
        self.due[who] = reached
