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
#: Which members may have lost a condition between two times, from the states at some times there.
Doubtful = Callable[["np.ndarray", "np.ndarray", "np.ndarray", Any], "np.ndarray"]


@dataclass
class Batch:
    """What was computed of many members.

    Attributes
    ----------
    states
        (2n, members, times); not a number where a member had ended.
    status, end
        How and when each one ended.
    doubtful
        The numbers of those that were given up, to be integrated one by one.
    steps
        How many steps were accepted for each.
    """

    states: np.ndarray
    status: np.ndarray
    end: np.ndarray
    doubtful: np.ndarray
    steps: np.ndarray


def integrate_many(
    rates: Rates,
    grid: np.ndarray,
    starts: np.ndarray,
    method: str,
    rtol: float,
    atol: float,
    doubtful: Doubtful | None = None,
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
    doubtful
        Asked after each step: the members for which it is true are given up.
    """
    import numpy as np

    return _Members(rates, grid, starts, method, (rtol, atol), doubtful).run(np.errstate)


class _Members:
    def __init__(
        self,
        rates: Rates,
        grid: np.ndarray,
        starts: np.ndarray,
        method: str,
        tolerances: tuple[float, float],
        doubtful: Doubtful | None,
    ) -> None:
        import numpy as np
        from scipy import integrate

        self.rates, self.grid, self.doubtful = rates, grid, doubtful
        self.scheme: Any = getattr(integrate, method)
        self.high = method == "DOP853"
        self.rtol, self.atol = tolerances
        self.order = self.scheme.error_estimator_order
        size, count = starts.shape
        self.states = np.full((size, count, len(grid)), np.nan)
        self.states[:, :, 0] = starts
        self.status = np.full(count, -1)
        self.end = np.full(count, grid[0])
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
            self.h = self._first_steps()
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
                self.end[self.who] = self.t
                self._keep(~(done | stuck | doubts))
        return Batch(
            self.states, self.status, self.end, np.sort(np.concatenate(given_up)), self.steps
        )

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

    def _first_steps(self) -> np.ndarray:
        """The rule of Hairer, Nørsett and Wanner, II.4."""
        import numpy as np

        length = self.grid[-1] - self.grid[0]
        scale = self.atol + abs(self.y) * self.rtol
        d0, d1 = self._norm(self.y / scale), self._norm(self.f / scale)
        h0 = np.where((d0 < 1e-5) | (d1 < 1e-5), 1e-6, 0.01 * d0 / d1)
        h0 = np.minimum(h0, length)
        f1 = self.rates(self.t + h0, self.y + h0 * self.f, self.who)
        d2 = self._norm((f1 - self.f) / scale) / h0
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
            asked = taken if self.doubtful else taken[reached > self.due[taken]]
            if len(asked):
                step = self._dense(asked, K[:, :, asked], h, new_y, new_f)
                if self.doubtful is not None:
                    doubts[asked] = self.doubtful(self.who[asked], t[asked], new_t[asked], step)
                self._output(asked, step, new_t)
            self.t, self.y, self.f = self.t.copy(), self.y.copy(), self.f.copy()
            going = taken[~doubts[taken]]
            self.t[going], self.steps[self.who[going]] = (
                new_t[going],
                self.steps[self.who[going]] + 1,
            )
            self.y[:, going], self.f[:, going] = new_y[:, going], new_f[:, going]
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

    def _output(self, asked: np.ndarray, step: Any, new_t: np.ndarray) -> None:
        """The states at the output times within the step."""
        import numpy as np

        reached = np.searchsorted(self.grid, new_t[asked], side="right")
        counts = np.maximum(reached - self.due[asked], 0)
        which = np.repeat(np.arange(len(asked)), counts)
        if not len(which):
            return
        first = np.repeat(np.cumsum(counts) - counts, counts)
        number = self.due[asked][which] + np.arange(len(which)) - first
        left = self.t[asked]
        x = (self.grid[number] - left[which]) / (new_t[asked] - left)[which]
        self.states[:, self.who[asked][which], number] = step(which, x)
        self.due = self.due.copy()
        self.due[asked] = reached
