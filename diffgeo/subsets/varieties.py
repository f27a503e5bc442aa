"""Sets of real points where functions vanish, cut out one equation after the other.

A `ZeroSet` is solved rationally wherever that is possible: then it is the image of an inclusion,
and its functions are those of a smaller manifold. Equations that cannot be solved are kept, and
decided on the `LevelSet` of that manifold. Over the reals a sum of squares is replaced by the
squares' bases.

Everything holds where the conditions of the set hold; points where they fail are not examined.
An equation is not divided by what may vanish where it holds, if its set is regular as it stands.

Source: Bochnak, Coste and Roy, Real Algebraic Geometry (1998), chapters 3 and 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.compilation import names_in
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import Form, wedge
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.errors import AxiomViolation, NotASubmanifold, NoWitness, SpaceMismatch
from diffgeo.rings.expression import Symbol
from diffgeo.rings.protocol import Condition
from diffgeo.subsets.embedded_subsets import EmbeddedSubset
from diffgeo.subsets.factored_equations import (
    UNDECIDED,
    are_disjoint,
    are_inconsistent,
    branches_of,
    exact_ring,
    factors_with_zeros,
    is_certainly_zero,
    is_union_decided,
    real_generators,
    variety_of,
)
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.subsets.linear_on_sets import LinearSolution, eliminate, proportional
from diffgeo.subsets.submanifolds import submanifold
from diffgeo.subsets.subset import SetOfZeros, functions_given
from diffgeo.verdicts.identities import Comparable, Residuals
from diffgeo.verdicts.statements import Script, code_of


class ZeroSet(Comparable, EmbeddedSubset, SetOfZeros):
    """The real points of a manifold where functions vanish; make it with `zero_set`.

    Attributes
    ----------
    space
        The ambient manifold M.
    inclusion
        The inclusion of the solved equations, a Map to M.

    Examples
    --------
    >>> from diffgeo import Manifold, zero_set
    >>> M = Manifold("M", "x y z")
    >>> axis = zero_set(M, ["x**2 + y**2"])
    >>> print(axis, "|", axis.dimension, axis.vanishes(M["y"]).status.name)
    x = 0, y = 0 | 1 VERIFIED
    """

    def __init__(
        self,
        inclusion: Map,
        solved: Sequence[Form] = (),
        level: LevelSet | None = None,
        divisors: Sequence[Form] = (),
        units: Sequence[Form] = (),
        domain: Sequence[Condition] = (),
    ) -> None:
        super().__init__(inclusion, level)
        self._level = level
        self._solved_ones = tuple(solved)
        #: Functions on the ambient manifold that were divided by: those that may vanish on the
        #: set, where it was not examined, and those that do not.
        self._divisors = tuple(divisors)
        self._units = tuple(units)
        #: Where the functions are defined whose zeros it is.
        self._domain = tuple(domain)

    # --- what it is ------------------------------------------------------------------

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

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Where the set was examined, and where the functions are defined whose zeros it is.

        Without those that hold on the whole set.
        """
        found = [
            _condition(g)
            for f in self._divisors
            for g in factors_with_zeros(self.restrict(f).settled(), self.equations)
        ]
        found += [c for c in self._domain if self._may_fail(c)]
        if self._level is not None:
            found += self._level.conditions
        return distinct(found)

    def _may_fail(self, condition: Condition) -> bool:
        """Whether a condition is not known to hold on the whole set."""
        value = self.restrict(self.space.function(condition.expression)).settled()
        if condition.relation == "!=":
            return bool(factors_with_zeros(value, self.equations))
        ring = exact_ring(self.source)
        sign = ring.domain.signed(ring.expand(value.element()).bare(), strict=True)
        return sign is None or sign.constant != 1 or bool(sign.mask)

    @property
    def _has_no_domain(self) -> bool:
        """Whether a denominator of the functions whose zeros it is vanishes on the whole set."""
        return any(
            self._is_zero(self.restrict(self.space.function(c.expression))) for c in self._domain
        )

    @property
    def _instead(self) -> str:
        """What to use where a Manifold is needed (for messages)."""
        return "a Manifold is needed; a zero set has one, its source, and an inclusion"

    def _is_zero(self, function: Form) -> bool:
        """`vanishes` as a plain answer, without what a verdict says besides.

        Raises `AmbiguousTruth` or `Undecided` if that could not be decided.
        """
        return bool(self._decided(self._on_source(function), counterexample=False))

    def _zero(self, function: Form) -> Residuals:
        """Labelled elements that vanish if and only if a function on the source does on the set."""
        if self._level is None:
            return list(function._residuals(0))
        return self._level._vanishing(function)

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
        later: list[Form] = []  # What cannot be solved now may be easier on a smaller set.
        lossy: list[Form] = []  # Then it may be solved without a division that loses points.
        unions: list[Form] = []  # The other equations may decide which factor vanishes.
        looked = 0  # How many of these were looked at since the set was cut.
        while todo or later or lossy or unions:
            is_first_look, is_last_look = bool(todo), not (todo or later)
            given = (todo or later or lossy or unions).pop(0)
            equation = result.restrict(given).settled()
            if result._is_zero(equation):
                continue
            factors = result._possible(equation)
            if not factors:
                if result._is_lost(equation):
                    raise NotASubmanifold(
                        f"{equation.summary()} vanishes on {result.source} only where the "
                        f"conditions {', '.join(map(str, result.conditions))} fail, and those "
                        "points are not examined"
                    )
                return None
            factors = branches_of(result.source, factors, result.equations)
            if len(factors) > 1 and (todo or later or lossy or looked < len(unions)):
                unions.append(given)
                looked = 0 if todo or later or lossy else looked + 1
                continue
            if len(factors) > 1:
                decided = is_union_decided(result.source, factors, result.equations)
                raise NotASubmanifold(
                    f"the zeros of {equation.summary()} on {result.source} are a union: "
                    f"{', '.join(f'{f.summary()} = 0' for f in factors)}; a submanifold is "
                    "needed: declare coordinates positive or nonzero to leave a part out"
                    f"{'' if decided else UNDECIDED}",
                    tuple(result.retraction.pull(f) for f in factors),
                )
            (factor,) = factors
            if (choice := result._affine_coordinate(factor)) is not None:
                smaller = None
                if result._loses_points(factor, choice[1]):
                    if not is_last_look:
                        lossy.append(given)
                        continue
                    smaller = result._undivided(factor)
                if smaller is None:
                    smaller = result._solved(factor, *choice)
                todo, later, lossy = todo + later + lossy, [], []
            else:
                squares = real_generators(factor)
                if squares is None:
                    return None
                if squares:
                    todo = [result.retraction.pull(f) for f in squares] + todo
                    continue
                if is_first_look and (todo or later):
                    later.append(given)
                    continue
                smaller = result._kept(factor)
            if smaller is None:
                return None
            result, looked = smaller, 0
        return result

    def _solved(self, equation: Form, name: str, slope: Form) -> ZeroSet | None:
        """The subset, by an equation that is affine in a coordinate with that slope."""
        source = self.source
        value = (source[name] - equation / slope).expanded()
        _, step = submanifold(source, {name: value}, f"{self.space.name}'")
        generators = (*self._solved_ones, self.retraction.pull(equation))
        divisors, units = list(self._divisors), list(self._units)
        for factor in self._possible(slope):
            known = units if self._are_disjoint(equation, factor) else divisors
            known.append(self.retraction.pull(factor))
        smaller = ZeroSet(self.inclusion @ step, generators, None, divisors, units, self._domain)
        # The equations that were not solved may be solvable now.
        return smaller.cut(step.pull(list(self.equations)))

    @cached_property
    def _excluded(self) -> list[Form]:
        """Irreducible functions on the source that were divided by."""
        return self._irreducible((*self._divisors, *self._units))

    def _irreducible(self, functions: Iterable[Form]) -> list[Form]:
        """The factors on the source of functions on M."""
        return [g for f in functions for g in factors_with_zeros(self.restrict(f).settled())]

    def _is_lost(self, function: Form) -> bool:
        """Whether a factor of a function is among those that were assumed not to vanish."""
        assumed = self._irreducible(self._divisors)
        return any(proportional(f, g) for f in factors_with_zeros(function) for g in assumed)

    def _possible(self, function: Form) -> list[Form]:
        """The irreducible factors that may vanish on the set where the conditions hold."""
        factors = factors_with_zeros(function, self.equations)
        factors = [f for f in factors if not any(proportional(f, g) for g in self._excluded)]
        if self._level is None:
            return factors
        return [f for f in factors if not self._are_disjoint(f)]

    def _are_disjoint(self, *functions: Form) -> bool:
        """Whether functions certainly have no common zero on the set."""
        return are_disjoint(self.source, (*self.equations, *functions))

    def _affine_coordinate(self, equation: Form) -> tuple[str, Form] | None:
        """A coordinate in which an equation is affine, and the slope; the best one, or None."""
        chart = self.source.chart
        found = []
        for index, name in enumerate(chart.coordinates):
            if name in chart.signs or name in chart.nonzero:
                continue
            slope = equation.partial(index)
            if is_certainly_zero(slope) or not is_certainly_zero(slope.partial(index)):
                continue
            if name in names_in([slope.settled()]):
                continue  # the slope of |x| is a sign, whose derivative is zero
            found.append((len(self._possible(slope)), -index, name, slope))
        if not found:
            return None
        _, _, name, slope = min(found, key=lambda entry: entry[:2])
        return name, slope

    def _loses_points(self, equation: Form, slope: Form) -> bool:
        """Whether a slope may vanish where an equation holds."""
        return not all(self._are_disjoint(equation, f) for f in self._possible(slope))

    def _undivided(self, equation: Form) -> ZeroSet | None:
        """The subset with an equation that is not solved, if it is known to be regular."""
        equations = (*self.equations, equation)
        normal = wedge(*(d(phi) for phi in equations))
        if not variety_of(self.source, equations, normal, "N").is_regular:
            return None
        try:
            return self._kept(equation)
        except NotASubmanifold:
            return None

    def _kept(self, equation: Form) -> ZeroSet | None:
        """The subset with an equation that is not solved, on a level set of the source."""
        equations = (*self.equations, equation)
        try:
            level = LevelSet(self.source, equations, "N")
        except (AxiomViolation, NoWitness) as error:
            if are_inconsistent(equations):
                return None
            raise NotASubmanifold(
                f"{equation.summary()} = 0 is not known to be a submanifold of {self.source}: "
                f"{error}"
            ) from None
        return ZeroSet(
            self.inclusion, self._solved_ones, level, self._divisors, self._units, self._domain
        )

    # --- other sets ------------------------------------------------------------------

    def pulled_back(self, phi: Map) -> ZeroSet | None:
        """The preimage under a map to M: the zeros of the pulled-back generators."""
        if phi.target is not self.space:
            raise SpaceMismatch(f"{phi} does not end on {self.space}, where {self.summary()} lies")
        ring = exact_ring(phi.source)
        domain = []
        for c in self._domain:
            value = phi.pull(self.space.function(c.expression))
            domain.append(replace(c, expression=ring.expression(value.element())))
        return _zeros(phi.source, phi.pull(self.generators), domain)

    def _comparand(self, other: object) -> ZeroSet | None:
        """Another set, on which the generators of this one vanish, and conversely."""
        if not isinstance(other, ZeroSet):
            return None
        self._require_same_space(other)
        return other

    def _residuals(self, other: ZeroSet) -> Residuals:
        return [
            (f"{g.summary()} on {place.summary()}: {label}".removesuffix(": "), value)
            for place, functions in ((self, other.generators), (other, self.generators))
            for g in functions
            for label, value in place._zero(place.restrict(g))
        ]

    # --- linear equations on it -----------------------------------------------------------

    def solve(self, rows: Sequence[Sequence[Form]], right: Sequence[Form]) -> LinearSolution:
        """Solve ``A x = b`` at the generic point of the set, A and b on the source.

        See `LinearSolution`: whether there are solutions is part of the answer.
        """
        return eliminate(self, [[*row, b] for row, b in zip(rows, right, strict=True)])

    # --- looking at it ---------------------------------------------------------------

    @property
    def _vanishing_functions(self) -> tuple[Form, ...]:
        return self.generators

    def __repr__(self) -> str:
        return (
            f"<the zero set of dimension {self.dimension} in {self.space.name}: {self.summary()}>"
        )


def zero_set(
    space: Manifold, functions: Iterable[FunctionLike] | FunctionLike = ()
) -> ZeroSet | None:
    """The set of real points where functions are defined and vanish; None if it is certainly empty.

    Parameters
    ----------
    space
        The manifold.
    functions
        One function or several, as functions or as text.

    Returns
    -------
    ZeroSet or None
        As a submanifold; None if it is certainly empty.

    Raises
    ------
    NotASubmanifold
        It is a union, or not known to be a submanifold.

    Examples
    --------
    >>> from diffgeo import Manifold, zero_set
    >>> M = Manifold("M", "x y z")
    >>> print(zero_set(M, ["x**2 + (y - z)**2"]))
    x = 0, z - y = 0
    >>> print(zero_set(M, ["x**2 + y**2 + 1"]))
    None
    """
    return _zeros(space, functions_given(space, functions, "define a zero set in"))


def _zeros(
    space: Manifold, functions: Sequence[Form], domain: Iterable[Condition] = ()
) -> ZeroSet | None:
    """The points where functions are defined and vanish, and conditions hold."""
    own = (c for f in functions for c in f.conditions if not c.removable)
    whole = ZeroSet(identity_map(space), domain=tuple(dict.fromkeys([*domain, *own])))
    found = whole.cut(functions)
    return None if found is None or found._has_no_domain else found


def _condition(function: Form) -> Condition:
    return Condition(Symbol(str(function)), "!=", "divided by")


@code_of.register(ZeroSet)
def _code(found: ZeroSet, script: Script) -> str:
    script.imports.add("zero_set")
    return f"zero_set({script.space(found.space)}, {script.all_of(found.generators)})"
