"""The sequence of sets on which some field of an affine family is tangent.

Given P_1 and, on every set, linear equations for the fields of the family that are tangent to it:
P_{k+1} are the points of P_k where these have solutions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from diffgeo.errors import DiffGeoError, NotASubmanifold, Refusal

if TYPE_CHECKING:
    from diffgeo import Form
    from diffgeo.subsets import LinearSolution, ZeroSet

    #: From a set to the rows and the right sides of the linear equations, as functions.
    Equations: TypeAlias = Callable[[ZeroSet], tuple[list[list[Form]], list[Form]]]
    #: From the number of a set and a reason to the error that says so.
    Stopped: TypeAlias = Callable[[int, str], DiffGeoError]

#: The algorithm is given up after so many sets.
STEP_LIMIT = 12


@dataclass(frozen=True)
class Stage:
    """One of the sets P_k.

    Attributes
    ----------
    number : int
        k.
    place : ZeroSet or None
        P_k in J¹π; None if it is empty.
    new : tuple of Form
        The functions on J¹π that vanish on P_k and not on P_{k-1}.
    rank : int or None
        The rank of the equations for the motions tangent to P_k, at the generic point of the set
        on which they were last solved; None for an empty set, or if P_{k+1} is a union.
    divisors : tuple of Form
        Functions on J¹π that may vanish on P_k, and where they do the rank may be another.
    """

    number: int
    place: ZeroSet | None
    new: tuple[Form, ...]
    rank: int | None = None
    divisors: tuple[Form, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there are no points."""
        return self.place is None

    @property
    def dimension(self) -> int | None:
        """The dimension, of an empty set None."""
        return self.place.dimension if self.place is not None else None

    @property
    def conditions(self) -> tuple[str, ...]:
        """Where it was examined: points where these fail are not."""
        if self.place is None:
            return ()
        found = [str(c) for c in self.place.conditions]
        found += [f"{divisor} != 0" for divisor in self.divisors]
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class TangentSequence:
    """The sets, and the solution of the linear equations on the last one unless it is empty.

    If the next set is a union there is no solution; ``parts`` are functions, and its parts are
    the zeros of each of them.
    """

    stages: tuple[Stage, ...]
    solution: LinearSolution | None = None
    parts: tuple[Form, ...] = ()


def tangent_sequence(
    first: ZeroSet,
    equations: Equations,
    stopped: Stopped,
    *,
    strict: bool = False,
    limit: int = STEP_LIMIT,
) -> TangentSequence:
    """Run the algorithm from P_1 until nothing changes, nothing is left, or a set is a union.

    Raises
    ------
    DiffGeoError
        What ``stopped`` makes: a set is no submanifold (with `strict` a union, too), a rank is
        not known to be constant (with `strict`), or there is no end within the limit.
    """
    stages: list[Stage] = []
    place, new = first, first.generators
    try:
        for number in range(1, limit + 1):
            smaller, answer, divisors = _solvable_part(place, equations)
            stages.append(Stage(number, place, new, answer.rank, divisors))
            if strict and divisors:
                raise stopped(
                    number,
                    f"the rank is not known to be constant: it may drop where {divisors[0]} = 0",
                )
            if smaller is place:
                return TangentSequence(tuple(stages), answer)
            if smaller is None:
                left = tuple(place.retraction.pull(f) for f in answer.compatibility)
                return TangentSequence((*stages, Stage(number + 1, None, left)))
            new = tuple(g for g in smaller.generators if not _vanishes(place, g))
            place = smaller
    except Refusal as error:
        if not strict and isinstance(error, NotASubmanifold) and error.parts:
            stages.append(Stage(len(stages) + 1, place, new))
            return TangentSequence(tuple(stages), None, error.parts)
        raise stopped(len(stages) + 1, str(error)) from None
    raise stopped(limit, f"no end after {limit} steps")


def _solvable_part(
    place: ZeroSet, equations: Equations
) -> tuple[ZeroSet | None, LinearSolution, tuple[Form, ...]]:
    """The points where there are solutions; the set itself if those are all.

    With it come the solution on the smallest set where the equations were solved, and the
    functions on the ambient manifold that may vanish and were divided by.
    """
    rows, right = equations(place)
    part: ZeroSet = place
    divisors: list[Form] = []
    while True:
        answer = part.solve(
            [[part.restrict(entry) for entry in row] for row in rows],
            [part.restrict(entry) for entry in right],
        )
        divisors += [part.retraction.pull(f) for f in answer.divisors]
        if not answer.compatibility:
            return part, answer, tuple(f for f in divisors if not _vanishes(part, f))
        smaller = part.cut(answer.compatibility)
        if smaller is None:
            return None, answer, tuple(divisors)
        # The rank may be smaller there: the same equations are solved again.
        part = smaller


def _vanishes(place: ZeroSet, function: Form) -> bool:
    return bool(place.vanishes(function, counterexample=False))
