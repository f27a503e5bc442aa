"""Impacts along an integration: where a motion reaches a wall, and the state after it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo.calculus import CompiledRequirements, Requirement, straight_line
from mechanics.errors import BadValue
from mechanics.motion.event_location import EventLocation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from mechanics.motion.given_values import Values
    from mechanics.theories.dynamics import Dynamics
    from mechanics.theories.jumps import Jump

#: So many impacts within the part `NOWHERE` of the time since the start accumulate, or within the
#: square of it of the whole time, as they do from the start where a motion rests at a wall.
MANY, NOWHERE = 20, 1e-6
#: So many impacts within this part of the whole time follow one another too fast to be followed.
ENDLESS, INSTANT = 1_000, 1e-3
#: To this part of its size at the start rounding lets a function be known, and so where it is 0.
#: Where that leaves more than so many tolerances for the state after an impact, it is not known.
RESOLVED, KNOWN = 2.0**-50, 1_000
#: So near to a second wall an impact is one at both, by the size of its function at the start.
CORNER = 1e-12


@dataclass(frozen=True)
class Impact:
    """An impact of a motion.

    Attributes
    ----------
    time : float
    wall : str
        As the theory has it.
    """

    time: float
    wall: str


class WallPrograms:
    """The walls of a motion as programs, which do not depend on values of parameters.

    Parameters
    ----------
    dynamics
        The motion between walls.
    order
        The names of time and states, in the order of the integration.
    functions
        Concrete functions, for all that the system declares.
    jumps
        What happens at the walls; by default that of the motion.

    Attributes
    ----------
    names, heights, rates, after
        The walls, the functions h as requirements, their rates, and the states after impacts.
    """

    def __init__(
        self,
        dynamics: Dynamics,
        order: Sequence[str],
        functions: Mapping[str, str],
        jumps: Sequence[Jump] | None = None,
    ) -> None:
        states = {str(f): f for f in dynamics.manifold.coordinates}
        jumps = dynamics.jumps if jumps is None else jumps
        walls = [jump.above(dynamics) for jump in jumps]
        self.names = [h.readable() for h in walls]
        asked = [
            Requirement(h, ">=", f"wall {k}: {name}")
            for k, (h, name) in enumerate(zip(walls, self.names, strict=True), 1)
        ]
        parameters = list(dynamics.system.specification.parameters)
        self.heights = CompiledRequirements(asked, walls, order, parameters, functions)
        self.flow = straight_line(
            [dynamics.field(states[name]) for name in order[1:]], order, parameters, functions
        )
        self.rates, *self.after = (
            straight_line(given, order, parameters, functions)
            for given in (
                [dynamics.field(h) for h in walls],
                *([jump.map.pull(states[name]) for name in order[1:]] for jump in jumps),
            )
        )

    @classmethod
    def of(
        cls, dynamics: Dynamics, order: Sequence[str], functions: Mapping[str, str]
    ) -> WallPrograms | None:
        """Those of a motion, made once for each choice of concrete functions; None without any."""
        key = ("walls", *sorted(functions.items()))
        if dynamics.jumps and key not in dynamics.kept:
            dynamics.kept[key] = cls(dynamics, order, functions)
        found: WallPrograms | None = dynamics.kept.get(key)
        return found


class Walls:
    """The walls of a motion, with values put in, and its impacts so far.

    Parameters
    ----------
    programs
        The walls.
    given
        The values.
    """

    def __init__(self, programs: WallPrograms, given: Values) -> None:
        self.programs, self._given, self.names = programs, given, programs.names
        parameters = given.parameters
        self._heights = programs.heights.at(parameters)
        self._rates = programs.rates.at(parameters)
        self._flow = programs.flow.at(parameters)
        self._after = [program.at(parameters) for program in programs.after]
        #: The times of the last impacts.
        self.recent: deque[float] = deque(maxlen=ENDLESS)
        self.impacts: list[Impact] = []

    def start(self, t: float, state: np.ndarray) -> None:
        """Begin at a state, which is not behind a wall."""
        given = self._given
        for name, height in zip(self.names, self.heights(t, state), strict=False):
            if not height >= 0:
                raise BadValue(
                    f"the initial values are behind a wall: {name} is {height:.3g}, and must not "
                    "be negative"
                )
        margin = (given.atol, given.rtol)
        self.location = EventLocation(
            self._heights, self.heights, t, state, given.until, margin, walls=True
        )

    def heights(self, t: float, state: np.ndarray) -> np.ndarray:
        """The functions h, and after them what concrete functions in them need."""
        import numpy as np

        return np.array(self._heights((t, *state)))

    def warnings(self, time: str) -> list[str]:
        """What was not excluded away from impacts, one line for each wall."""
        for impact in self.impacts:
            self.location.confirm(impact.time)
        return self.location.warnings(time)

    def after(self, k: int, t: float, state: np.ndarray) -> tuple[np.ndarray, str]:
        """The state after an impact at wall k; why there is none, if the motion cannot go on."""
        import numpy as np

        if k >= len(self.names):
            return state, f"a wall is not defined any more: {self._heights.names[k]}"
        rates = self._rates((t, *state))
        if not rates[k] < 0:
            return state, f"it grazes the wall {self.names[k]} = 0, which is no impact"
        found = np.array(self._after[k]((t, *state)))
        spread = self._spread(k, t, state, found, rates[k])
        if not spread <= KNOWN * (self._given.atol + self._given.rtol * abs(found).max()):
            self.location.confirm(t)
            return state, (
                f"it reaches the wall {self.names[k]} = 0 where the rate of that function is "
                f"nearly 0 ({rates[k]:.1g}), so that the state after the impact is known to "
                f"±{spread:.1g} only; walls that meet are given by functions of their own, not "
                "by a product"
            )
        self.impacts.append(Impact(float(t), self.names[k]))
        self.recent.append(t)
        rates, heights = self._rates((t, *found)), self.heights(t, found)
        for j, name in enumerate(self.names):
            if j != k and abs(heights[j]) <= CORNER * self.location.scale(j) and rates[j] < 0:
                return found, (
                    f"it reaches the walls {self.names[k]} = 0 and {name} = 0 at once: their "
                    "impacts have no order"
                )
        if not rates[k] >= 0:
            return found, f"its impact does not lead away from the wall {self.names[k]} = 0"
        return found, self._accumulating()

    def _spread(self, k: int, t: float, state: np.ndarray, after: np.ndarray, rate: float) -> float:
        """By how much the state after an impact changes while h is 0 up to rounding.

        Where h has nearly no slope these are many places.
        """
        import numpy as np

        reach = RESOLVED * self.location.scale(k) / abs(rate)
        shift = reach * np.array(self._flow((t, *state))) * (after == state)
        return max(
            float(abs(np.array(self._after[k]((t, *(state + s)))) - s - after).max())
            for s in (shift, -shift)
        )

    def _accumulating(self) -> str:
        """Why the last impacts cannot be followed, if they cannot."""
        match accumulate(self.recent, self._given.start, self._given.until):
            case "many":
                return f"its impacts accumulate: there were {len(self.impacts)}"
            case "endless":
                return (
                    f"its impacts are too many to be followed: there were {len(self.impacts)}, "
                    f"the last {ENDLESS} of them in a time of "
                    f"{self.recent[-1] - self.recent[0]:.3g}"
                )
        return ""


def accumulate(recent: Sequence[float], start: float, until: float) -> str:
    """Whether the last impacts are too near to each other: "many", "endless", or empty."""
    t, whole = recent[-1], until - start
    short = max(NOWHERE * (t - start), NOWHERE**2 * whole)
    if len(recent) >= MANY and t - recent[-MANY] <= short:
        return "many"
    return "endless" if len(recent) == ENDLESS and t - recent[0] <= INSTANT * whole else ""
