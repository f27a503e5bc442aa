"""The members of a campaign: grids of values and random draws, by name.

A plan fixes every value of every member before anything is computed, from its seed alone: the same
plan gives the same members wherever and in whatever order they are computed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import prod
from typing import TYPE_CHECKING, Any

from mechanics.errors import BadValue
from mechanics.motion.given_values import number
from mechanics.wording import listed, nearest, shorten

if TYPE_CHECKING:
    import numpy as np

    from mechanics.model.system_files import Number, Specification

#: Names of random draws, by the generator's method and its number of arguments.
DISTRIBUTIONS: dict[str, tuple[str, int]] = {
    "uniform": ("uniform", 2),
    "normal": ("normal", 2),
    "lognormal": ("lognormal", 2),
    "exponential": ("exponential", 1),
}
#: The dimension of random draws.
MEMBER = "member"
#: More members are refused: a campaign is one table.
_MOST = 100_000_000


@dataclass(frozen=True)
class SweepPlan:
    """Values by name, along named dimensions.

    Attributes
    ----------
    dimensions : mapping
        The lengths, in order: those of the grid, then ``"member"`` if there are draws.
    values : mapping
        For each name that varies its dimension and its values along it.
    seed : int
    """

    dimensions: Mapping[str, int]
    values: Mapping[str, tuple[str, np.ndarray]]
    seed: int
    described: Mapping[str, str]

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the dimensions."""
        return tuple(self.dimensions.values())

    @property
    def size(self) -> int:
        """The number of members."""
        return prod(self.shape)

    def members(self, numbers: np.ndarray) -> dict[str, np.ndarray]:
        """The values of members by their numbers, the last dimension fastest."""
        import numpy as np

        places = dict(zip(self.dimensions, np.unravel_index(numbers, self.shape), strict=True))
        return {name: column[places[d]] for name, (d, column) in self.values.items()}

    def blocks(self, largest: int) -> tuple[int, ...]:
        """A shape that tiles the dimensions, of so many members at most, contiguous by number."""
        found: list[int] = []
        left = max(1, largest)
        for length in reversed(self.shape):
            part = min(length, left)
            left = left // length if part == length else 1
            found.append(part)
        return tuple(reversed(found))


def plan(
    s: Specification,
    grid: Mapping[str, Any] | None = None,
    random: Mapping[str, str] | None = None,
    members: int | None = None,
    seed: int = 0,
) -> SweepPlan:
    """Read a grid and draws; see `mechanics.motion.campaign.sweep`.

    Raises
    ------
    BadValue
        A name is none that may vary, is given twice, or its values cannot be read.
    """
    grid, random = dict(grid or {}), dict(random or {})
    both = sorted(grid.keys() & random.keys())
    if both:
        raise BadValue(f"{both[0]} is in the grid and drawn at random; give it once")
    known = (*s.states, *s.parameters)
    for name in (*grid, *random):
        if name not in known:
            hint = nearest(name, known) or f"; what may vary are {listed(known)}"
            raise BadValue(f"{name!r} is no parameter or initial value of {s.name}{hint}")
    if not grid and not random:
        raise BadValue("nothing varies: give a grid, as a=0:1:50, or random values")
    if random and members is None:
        raise BadValue("give the number of members for the random values, as --members 100")
    if members is not None and not random:
        raise BadValue("members is for random values, and there are none")
    if members is not None and not (_is_count(members) and members <= _MOST):
        raise BadValue(
            f"members = {shorten(repr(members), 40)} is no whole number from 1 to {_MOST}"
        )
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise BadValue(f"seed = {seed!r} is no whole number from 0 on")
    values: dict[str, tuple[str, Any]] = {n: (n, grid_values(n, v)) for n, v in grid.items()}
    dimensions = {name: len(column) for name, (_, column) in values.items()}
    if members is not None:
        dimensions[MEMBER] = members
        values |= {n: (MEMBER, _drawn(n, text, members, seed)) for n, text in random.items()}
    if prod(dimensions.values()) > _MOST:
        raise BadValue(f"{prod(dimensions.values())} members are more than {_MOST}")
    described = {n: f"{len(v)} values" for n, (_, v) in values.items() if n in grid}
    return SweepPlan(dimensions, values, seed, {**described, **random})


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def grid_values(name: str, given: str | Sequence[Number] | np.ndarray) -> np.ndarray:
    """``"0:1:50"``, 50 equidistant values from 0 to 1; ``"1,2,5"``; or a sequence of numbers."""
    import numpy as np

    if isinstance(given, str) and ":" in given:
        parts = given.split(":")
        count = parts[2].strip() if len(parts) == 3 else ""
        if not count.isdecimal() or not count.strip("0"):
            raise BadValue(f"{name} = {shorten(given, 40)}: write START:STOP:COUNT, as 0:1:50")
        start, stop = (number(part.strip(), name) for part in parts[:2])
        if len(count) > len(str(_MOST)) or int(count) > _MOST:  # Python reads no longer integers
            raise BadValue(f"{name}: {shorten(count, 40)} values are more than {_MOST}")
        if not np.isfinite(stop - start):
            raise BadValue(f"{name} = {shorten(given, 40)}: the numbers are too far from another")
        return np.linspace(start, stop, int(count))
    texts = given.split(",") if isinstance(given, str) else list(given)
    found = np.array([number(t.strip() if isinstance(t, str) else t, name) for t in texts])
    if not len(found):
        raise BadValue(f"{name}: the grid has no values")
    if len(set(found.tolist())) < len(found):
        raise BadValue(f"{name}: a value of the grid is given twice")
    return found


def _drawn(name: str, text: str, count: int, seed: int) -> np.ndarray:
    """Draws that depend on the seed, the name and the number of the member alone."""
    import numpy as np

    match = re.fullmatch(r"\s*([a-z]+)\s*\((.*)\)\s*", str(text))
    known = listed([f"{n}({', '.join('ab'[:k])})" for n, (_, k) in DISTRIBUTIONS.items()])
    if match is None or match[1] not in DISTRIBUTIONS:
        raise BadValue(f"{name} = {shorten(str(text), 40)} is no random value; they are {known}")
    method, arity = DISTRIBUTIONS[match[1]]
    arguments = [number(part.strip(), name) for part in match[2].split(",")]
    if len(arguments) != arity:
        raise BadValue(f"{name} = {shorten(str(text), 40)}: {arity} numbers are needed, as {known}")
    entropy = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, entropy])))
    draw: Callable[..., np.ndarray] = getattr(generator, method)
    try:
        return draw(*arguments, size=count)
    except (ValueError, OverflowError) as error:
        raise BadValue(f"{name} = {shorten(str(text), 40)}: {error}") from None
