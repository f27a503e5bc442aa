"""Sets of real points where functions vanish, cut out one equation after the other.

A `ZeroSet` is solved rationally wherever that is possible: then it is the image of an inclusion,
and its functions are those of a smaller manifold. Equations that cannot be solved are kept, and
decided on the `LevelSet` of that manifold. Over the reals a sum of squares is replaced by the
squares' bases.

Everything holds where the conditions of the set hold; points where they fail are not examined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from diffgeo.derivations import d
from diffgeo.errors import AxiomViolation, NotASubmanifold, NotSupported, NoWitness
from diffgeo.forms import Form
from diffgeo.level_sets import LevelSet
from diffgeo.maps import Map, identity_map, submanifold
from diffgeo.restrictions import Restriction
from diffgeo.rings.expression import Symbol
from diffgeo.rings.protocol import Condition
from diffgeo.spaces import FunctionLike, Manifold
from diffgeo.verdicts import Identity, check

#: Seconds for a question about real zeros; what is not answered by then is refused.
TIME_LIMIT = 5.0


class ZeroSet:
    """The real points of a manifold where functions vanish; make it with `zero_set`.

    Attributes
    ----------
    space
        The ambient manifold M.
    inclusion
        The inclusion of the solved equations, a Map to M.
    """

    def __init__(
        self,
        inclusion: Map,
        solved: Sequence[Form] = (),
        level: LevelSet | None = None,
        divisors: Sequence[Form] = (),
    ) -> None:
        self.space = inclusion.target
        self.inclusion = inclusion
        self._solved_ones = tuple(solved)
        self._level = level
        #: Functions on the ambient manifold that were divided by.
        self._divisors = tuple(divisors)

    # --- what it is ------------------------------------------------------------------

    @property
    def source(self) -> Manifold:
        """The manifold of the solved equations, on which `equations` remain."""
        return self.inclusion.source

    @property
    def equations(self) -> tuple[Form, ...]:
        """The equations that were not solved, on the source."""
        return self._level.equations if self._level is not None else ()

    @property
    def generators(self) -> tuple[Form, ...]:
        """Functions on M with independent differentials whose zeros it is."""
        return (*self._solved_ones, *(self.retraction.pull(e) for e in self.equations))

    @property
    def is_solved(self) -> bool:
        """Whether the inclusion describes the whole set."""
        return self._level is None

    @property
    def dimension(self) -> int:
        """The dimension."""
        return self.source.dimension - len(self.equations)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Where the set was examined."""
        found = [_condition(f) for f in self._excluded]
        if self._level is not None:
            found += self._level.conditions
        return tuple(dict.fromkeys(found))

    # --- functions on it ---------------------------------------------------------------

    def restrict(self, thing: Form) -> Form:
        """A form on M, pulled back to the source."""
        return self.inclusion.pull(thing)  # type: ignore[no-any-return]

    @cached_property
    def retraction(self) -> Map:
        """A map from M to the source with ``r∘ι = id``: it forgets the solved coordinates."""
        names = self.source.chart.coordinates
        return Map(self.space, self.source, {name: self.space[name] for name in names})

    def vanishes(self, function: Form) -> bool:
        """Whether a function on the source vanishes on the set.

        Raises `AmbiguousTruth` or `Undecided` if that could not be decided.
        """
        return bool(check(self.is_zero(function), counterexample=False))

    def is_zero(self, function: Form) -> Identity:
        """The statement that a function on the source vanishes on the set."""
        if self._level is None:
            return function == 0
        return Restriction(self._level, function) == 0

    # --- smaller sets ------------------------------------------------------------------

    def cut(self, functions: Iterable[Form]) -> ZeroSet | None:
        """The subset where more functions vanish; None if it is certainly empty.

        Parameters
        ----------
        functions
            Functions on the source.

        Raises
        ------
        NotASubmanifold
            The subset is a union of sets, or it is not known to be a submanifold.
        """
        result, todo = self, [self.retraction.pull(f) for f in functions]
        while todo:
            equation = result.restrict(todo.pop(0)).settled()
            if result.vanishes(equation):
                continue
            factors = result._possible(equation)
            if not factors:
                if _factors(equation) and result._divisors:
                    raise NotASubmanifold(
                        f"{equation.summary()} vanishes on {result.source} only where the "
                        f"conditions {', '.join(map(str, result.conditions))} fail, and those "
                        "points are not examined"
                    )
                return None
            if len(factors) > 1:
                raise NotASubmanifold(
                    f"the zeros of {equation.summary()} on {result.source} are a union: "
                    f"{', '.join(f'{f.summary()} = 0' for f in factors)}; a submanifold is "
                    "needed: declare coordinates positive or nonzero to leave a part out"
                )
            (factor,) = factors
            if (choice := result._affine_coordinate(factor)) is not None:
                smaller = result._solved(factor, *choice)
            else:
                squares = _real_generators(factor)
                if squares is None:
                    return None
                if squares:
                    todo = [result.retraction.pull(f) for f in squares] + todo
                    continue
                smaller = result._kept(factor)
            if smaller is None:
                return None
            result = smaller
        return result

    def _solved(self, equation: Form, name: str, slope: Form) -> ZeroSet | None:
        """The subset, by an equation that is affine in a coordinate with that slope."""
        source = self.source
        value = (source[name] - equation / slope).expanded()
        _, step = submanifold(source, {name: value}, f"{self.space.name}'")
        generators = (*self._solved_ones, self.retraction.pull(equation))
        lost = [f for f in self._possible(slope) if not self._are_disjoint(equation, f)]
        divisors = (*self._divisors, *(self.retraction.pull(f) for f in lost))
        smaller: ZeroSet | None = ZeroSet(self.inclusion @ step, generators, None, divisors)
        # The equations that were not solved may be solvable now.
        for left in self.equations:
            smaller = smaller.cut([step.pull(left)]) if smaller is not None else None
        return smaller

    @cached_property
    def _excluded(self) -> list[Form]:
        """Irreducible functions on the source that were divided by."""
        restricted = [self.restrict(f).settled() for f in self._divisors]
        return [g for f in restricted for g in _factors(f)]

    def _possible(self, function: Form) -> list[Form]:
        """The irreducible factors that may vanish on the set where the conditions hold."""
        factors = _factors(function)
        factors = [f for f in factors if not any(_proportional(f, g) for g in self._excluded)]
        if self._level is None:
            return factors
        return [f for f in factors if not self._are_disjoint(f)]

    def _are_disjoint(self, *functions: Form) -> bool:
        """Whether functions certainly have no common zero on the set."""
        from diffgeo.rings.exact.variety import Variety

        ring = self.source.chart.ring
        elements = [ring.expand(f.element()) for f in (*self.equations, *functions)]
        return Variety(ring, elements, [ring.one], "N").is_inconsistent  # type: ignore[arg-type]

    def _affine_coordinate(self, equation: Form) -> tuple[str, Form] | None:
        """A coordinate in which an equation is affine, and the slope; the best one, or None."""
        chart = self.source.chart
        found = []
        for index, name in enumerate(chart.coordinates):
            if name in chart.signs or name in chart.nonzero:
                continue
            slope = equation.partial(index)
            if _is_zero(slope) or not _is_zero(slope.partial(index)):
                continue
            found.append((len(self._possible(slope)), -index, name, slope))
        if not found:
            return None
        _, _, name, slope = min(found, key=lambda entry: entry[:2])
        return name, slope

    def _kept(self, equation: Form) -> ZeroSet | None:
        """The subset with an equation that is not solved, on a level set of the source."""
        equations = (*self.equations, equation)
        try:
            level = LevelSet(self.source, equations, "N")
        except (AxiomViolation, NoWitness) as error:
            if _is_empty(equations):
                return None
            raise NotASubmanifold(
                f"{equation.summary()} = 0 is not known to be a submanifold of {self.source}: "
                f"{error}"
            ) from None
        return ZeroSet(self.inclusion, self._solved_ones, level, self._divisors)

    # --- linear equations on it -----------------------------------------------------------

    def solve(self, rows: Sequence[Sequence[Form]], right: Sequence[Form]) -> LinearSolution:
        """Solve ``A x = b`` at the generic point of the set, A and b on the source.

        See `LinearSolution`: whether there are solutions is part of the answer.
        """
        return _eliminate(self, [[*row, b] for row, b in zip(rows, right, strict=True)])

    def __str__(self) -> str:
        return ", ".join(f"{g.summary()} = 0" for g in self.generators) or str(self.space)

    def __repr__(self) -> str:
        return f"<the zero set of dimension {self.dimension} in {self.space.name}: {self}>"


@dataclass(frozen=True)
class LinearSolution:
    """What the solutions of ``A x = b`` on a `ZeroSet` are, where the conditions hold.

    Attributes
    ----------
    rank
        The rank of A at the generic point.
    compatibility
        Functions that must vanish for a solution to exist; none of them vanishes on the set.
    particular
        One solution, if there is one at the generic point.
    kernel
        A basis of the solutions of ``A x = 0``.
    divisors
        Irreducible functions on the set that may vanish, and were taken not to.
    """

    rank: int
    compatibility: tuple[Form, ...]
    particular: tuple[Form, ...]
    kernel: tuple[tuple[Form, ...], ...]
    divisors: tuple[Form, ...]


def zero_set(space: Manifold, functions: Iterable[FunctionLike] = ()) -> ZeroSet | None:
    """The set of real points where functions vanish; None if it is certainly empty.

    Raises `NotASubmanifold` if it is a union, or not known to be a submanifold.

    Examples
    --------
    >>> from diffgeo import Manifold, zero_set
    >>> M = Manifold("M", "x y z")
    >>> print(zero_set(M, ["x**2 + (y - z)**2"]))
    x = 0, y - z = 0
    >>> print(zero_set(M, ["x**2 + y**2 + 1"]))
    None
    """
    return ZeroSet(identity_map(space)).cut(space.functions(functions))


# --- helpers ---------------------------------------------------------------------------


def nowhere_zero(function: Form) -> bool:
    """Whether a function certainly has no zeros (parameters are taken to be generic)."""
    return not _is_zero(function) and not _factors(function)


def _eliminate(place: ZeroSet, rows: list[list[Form]]) -> LinearSolution:
    """Gauss and Jordan, with pivots that do not vanish on the set."""
    rows = [[entry.settled() for entry in row] for row in rows]
    zero = 0 * rows[0][0] if rows else place.source.function(0)
    width = len(rows[0]) - 1 if rows else 0
    live = [[not place.vanishes(entry) for entry in row] for row in rows]
    pivots: list[tuple[int, int, Form]] = []
    while True:
        done = {i for i, _, _ in pivots}
        candidates = [
            (i, j) for i in range(len(rows)) if i not in done for j in range(width) if live[i][j]
        ]
        if not candidates:
            break
        _, _, (i, j) = min(
            (len(place._possible(rows[i][j])), len(str(rows[i][j])), (i, j)) for i, j in candidates
        )
        pivot = rows[i][j]
        pivots.append((i, j, pivot))
        rows[i] = [(entry / pivot).settled() for entry in rows[i]]
        for other in range(len(rows)):
            if other == i or not live[other][j]:
                continue
            factor = rows[other][j]
            rows[other] = [
                (a - factor * b).settled() if live[i][k] else a
                for k, (a, b) in enumerate(zip(rows[other], rows[i], strict=True))
            ]
            live[other] = [
                k != j and (not place.vanishes(a) if live[i][k] else live[other][k])
                for k, a in enumerate(rows[other])
            ]
    used = {i for i, _, _ in pivots}
    compatibility = tuple(row[-1] for i, row in enumerate(rows) if i not in used and live[i][-1])
    where = {j: i for i, j, _ in pivots}
    free = [j for j in range(width) if j not in where]

    def column(k: int) -> tuple[Form, ...]:
        return tuple(rows[where[j]][k] if j in where else zero for j in range(width))

    kernel = []
    for f in free:
        values = column(f)
        kernel.append(
            tuple(1 + zero if j == f else -values[j] if j in where else zero for j in range(width))
        )
    return LinearSolution(
        rank=len(pivots),
        compatibility=compatibility,
        particular=column(-1),
        kernel=tuple(kernel),
        divisors=tuple(_different(f for _, _, pivot in pivots for f in place._possible(pivot))),
    )


def _factors(function: Form) -> list[Form]:
    """The irreducible factors that may vanish (of a function that is not 0)."""
    from diffgeo.rings.exact.ring import ExactRing
    from diffgeo.rings.exact.variety import components

    space = function.space
    ring = space.chart.ring
    if not isinstance(ring, ExactRing):
        raise NotSupported(f"zero sets need the exact ring, which {space} does not have")
    found = [space.scalar(e) for e in components(ring, ring.expand(function.element()))]
    return [-f if str(f).startswith("-") else f for f in found]


def _is_zero(function: Form) -> bool:
    return bool(check(function == 0, counterexample=False))


def _real_generators(equation: Form) -> list[Form] | None:
    """The bases of a sum of squares, none for other functions; None if it has no real zeros."""
    from diffgeo.interop.real_algebra import sum_of_squares

    space = equation.space
    chart = space.chart
    found = sum_of_squares(equation.to_sympy(), chart.coordinates, chart.signs, TIME_LIMIT)
    if found is None:
        return []
    bases, constant = found
    return None if constant != 0 else space.functions(bases)


def _is_empty(equations: Sequence[Form]) -> bool:
    from diffgeo.interop.real_algebra import has_no_real_zero

    coordinates = equations[0].space.chart.coordinates
    return has_no_real_zero([e.to_sympy() for e in equations], coordinates, TIME_LIMIT)


def _condition(function: Form) -> Condition:
    return Condition(Symbol(str(function)), "!=", "divided by")


def _different(functions: Iterable[Form]) -> list[Form]:
    """The functions, each once up to constant factors."""
    found: list[Form] = []
    for function in functions:
        if not any(_proportional(function, other) for other in found):
            found.append(function)
    return found


def _proportional(first: Form, second: Form) -> bool:
    return bool(check(d(first) * second == first * d(second), counterexample=False))
