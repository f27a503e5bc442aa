"""The zeros of functions as graphs: branches of a zero set, and families of common zeros.

Candidates come from SymPy; every branch is verified exactly, as the inclusion of a submanifold on
which the functions vanish. That there are no others is claimed nowhere.

Source: Cox, Little and O'Shea, Ideals, Varieties, and Algorithms (4th ed. 2015), chapter 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from diffgeo.calculus.compilation import names_in
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.errors import DegreeMismatch, NotSupported, OutsideDomain, Refusal
from diffgeo.subsets.domains import strict_sign
from diffgeo.subsets.factored_equations import irreducible_factors, nowhere_zero, numerator
from diffgeo.subsets.inversion import TIME_LIMIT
from diffgeo.subsets.submanifolds import submanifold

if TYPE_CHECKING:
    from sympy import Expr

    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import FunctionLike, Manifold
    from diffgeo.rings.protocol import Condition


def solution_branches(
    space: Manifold,
    equations: Sequence[FunctionLike],
    names: Sequence[str],
    seconds: float = TIME_LIMIT,
) -> list[Map]:
    """The zero set of equations as graphs over the other coordinates, branch by branch.

    Each branch is the inclusion of a `submanifold`, ``φ∘ι = 0`` verified exactly; its
    ``conditions`` are its domain, such as what is under a root being positive. That there are no
    other branches is not claimed.

    Parameters
    ----------
    space
        The manifold.
    equations
        As many as names.
    names
        The coordinates to solve for.
    seconds
        Time limit of the solver.

    Returns
    -------
    list of Map
        Inclusions, at least one.

    Raises
    ------
    DegreeMismatch
        The numbers of equations and names differ.
    NotSupported
        No branch was found that could be verified.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import solution_branches
    >>> M = Manifold("M", "x y")
    >>> for branch in solution_branches(M, ["y**2 - x"], ["y"]):
    ...     print(branch.images["y"], *branch.conditions)
    -sqrt(x) x > 0
    sqrt(x) x > 0
    """
    from diffgeo.reals.nonlinear_equations import solutions, with_real_roots

    functions = space.functions(equations)
    if len(functions) != len(names) or len({*names}) != len(names):
        raise DegreeMismatch(
            f"{len(functions)} equations on {space} are solved for as many coordinates, not for "
            f"{', '.join(names) or 'none'}"
        )
    for name in names:
        space._index(name)
    zeros = {f"zero_{k}_": f for k, f in enumerate(functions)}
    given = {y: f.to_sympy(plain=True) for y, f in zeros.items()}
    found = solutions(given, {}, names, seconds, checked=False)  # each branch is verified
    if found is None:
        raise NotSupported(
            f"the equations on {space} could not be solved for {', '.join(names)} within "
            f"{seconds:g} s: give solved equations to submanifold()"
        )
    branches: list[Map] = []
    for candidate in found:
        solved = {n: _at_zero(v, zeros) for n, v in candidate.items()}
        whole = {n: with_real_roots(v) for n, v in solved.items()}
        branch = _branch(space, functions, whole) if whole != solved else None
        branch = branch or _branch(space, functions, solved)
        if branch is not None and not any(_same_images(branch, other) for other in branches):
            branches.append(branch)
    if not branches:
        raise NotSupported(
            f"the equations on {space} could not be solved for {', '.join(names)}: no solution was "
            "found that could be verified; give solved equations to submanifold()"
        )
    return branches


def solution_families(
    space: Manifold, equations: Sequence[FunctionLike], seconds: float = TIME_LIMIT
) -> tuple[list[Map], list[Form]]:
    """Common zeros of functions, factor by factor and one coordinate at a time.

    One equation is taken apart into irreducible factors, each is solved for one of the coordinates
    in it, and the others are asked for on each of the branches. That every family consists of zeros
    is exact; that there are no others is not claimed: a solver proposes the branches, and of an
    angle it tells those within one turn.

    Parameters
    ----------
    space
        The manifold.
    equations
        The functions that are to vanish.
    seconds
        Time limit of the solver for each factor.

    Returns
    -------
    list of Map
        The families, as maps into the space, each verified.
    list of Form
        Factors that were not solved for any coordinate, and those that vanish, if at all, for
        special values of parameters: where they do there may be more zeros.

    Raises
    ------
    NotSupported
        The space has not the exact ring.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import solution_families
    >>> M = Manifold("M", "x y", parameters="a")
    >>> families, left = solution_families(M, ["a*x*y", "y**2 - 4*y"])
    >>> [[str(family.images[name]) for name in ("x", "y")] for family in families], *map(str, left)
    ([['0', '4'], ['x', '0']], 'a')
    """
    families: list[Map] = []
    left: dict[str, Form] = {}
    names = space.chart.coordinates

    def leave(conditions: Iterable[Condition]) -> None:
        """Note what is divided by, if it depends on parameters only."""
        for condition in conditions:
            if not names_in([special := space.function(condition.expression)]) & {*names}:
                left[str(special)] = special

    def leave_rest(function: Form, name: str) -> None:
        """The b of ``a y + b``, with which all y are zeros where a is 0, in the same way."""
        place = function.space
        rest = function - function.partial(place._index(name)) * place[name]
        if names_in([rest]) - {*names} and not _certainly_zero(rest):
            leave((1 / rest).conditions)

    def search(inclusion: Map, functions: Sequence[Form]) -> None:
        place = inclusion.source
        try:
            there = [inclusion.pull(f) for f in functions]
        except OutsideDomain:
            return  # a function is nowhere defined there
        open_ = [f for f in there if not _certainly_zero(f)]
        if not open_:
            # What is zero may be defined in places only: that is a condition of the family.
            zero = sum(there, start=place.function(0))
            images = {x: image + zero for x, image in inclusion.images.items()}
            families.append(Map(place, space, images) if zero.conditions else inclusion)
            return
        first = numerator(min(open_, key=lambda f: len(str(f))))
        leave((1 / first).conditions)
        for factor in irreducible_factors(first):
            if nowhere_zero(factor):
                continue
            for name in _easiest_first(factor):
                try:
                    branches = solution_branches(place, [factor], [name], seconds)
                except NotSupported:
                    continue
                leave_rest(factor, name)
                for branch in branches:
                    leave(c for c in branch.conditions if c.relation == "!=")
                    search(inclusion @ branch, functions)
                break
            else:
                left[str(factor)] = factor

    search(identity_map(space), space.functions(equations))
    kept: list[Map] = []
    for family in families:
        kept = [other for other in kept if not _contains(family, other)]
        if not any(_contains(other, family) for other in kept):
            kept.append(family)
    return kept, list(left.values())


def _easiest_first(function: Form) -> list[str]:
    """The coordinates in a function; first where it is affine with a slope that vanishes nowhere.

    Solved for one of these it has one branch, and that is all of its zeros. The next ones are those
    with a slope that depends on parameters only: it has one branch, unless they are special. One
    where the slope depends on coordinates is better than two that need a sign, x = ±√(a/y).
    """
    place, used = function.space, names_in([function])

    def trouble(name: str) -> int:
        slope = function.partial(place._index(name))
        if not _certainly_zero(slope.partial(place._index(name))):
            return 3
        if strict_sign(slope):
            return 0
        return 2 if names_in([slope]) & {*place.chart.coordinates} else 1

    return sorted((x for x in place.chart.coordinates if x in used), key=trouble)


def _contains(larger: Map, smaller: Map) -> bool:
    """Whether the one family, a graph over the coordinates of its source, contains the other."""
    try:
        into = Map(
            smaller.source,
            larger.source,
            {x: smaller.images[x] for x in larger.source.chart.coordinates},
        )
        pairs = zip((larger @ into).images.values(), smaller.images.values(), strict=True)
        return all(_certainly_zero(f - g) for f, g in pairs)
    except Refusal:
        return False


def _at_zero(expression: Expr, zeros: Iterable[str]) -> Expr:
    return expression.subs(dict.fromkeys(zeros, 0))


def _branch(
    space: Manifold, functions: Sequence[Form], solved: dict[str, FunctionLike]
) -> Map | None:
    """The inclusion of a branch; None if it cannot be read, or is no solution."""
    try:
        _, inclusion = submanifold(space, solved)
        if all(_certainly_zero(inclusion.pull(f)) for f in functions):
            return inclusion
    except Refusal:
        # A candidate of the solver that the ring cannot read is none of the branches.
        return None
    return None


def _certainly_zero(function: Form) -> bool:
    decision = function.space.chart.ring.is_zero(function.element())
    return decision.zero and decision.certain


def _same_images(first: Map, second: Map) -> bool:
    pairs = zip(first.images.values(), second.images.values(), strict=True)
    return all(str(f) == str(g) for f, g in pairs)
