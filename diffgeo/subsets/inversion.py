"""The inverse of a map, found by solving its equations exactly.

Where the equations are affine in the unknown coordinates the inverse is the solution of a linear
system; else candidates come from SymPy, and only one that is verified to be the inverse, from
both sides, is returned.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 4; of systems of polynomials,
Cox, Little and O'Shea, Ideals, Varieties, and Algorithms (4th ed. 2015), chapter 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.compilation import names_in
from diffgeo.calculus.forms import total
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.errors import (
    AxiomViolation,
    DegreeMismatch,
    NotSupported,
    OutsideDomain,
    Refusal,
    SingularSystem,
    SpaceMismatch,
)
from diffgeo.subsets.domains import strict_sign
from diffgeo.subsets.factored_equations import irreducible_factors, nowhere_zero, numerator
from diffgeo.subsets.submanifolds import submanifold

if TYPE_CHECKING:
    from sympy import Expr

    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import FunctionLike

#: Seconds that the solver of equations that are not affine may take.
TIME_LIMIT = 20.0


def inverse_map(phi: Map, seconds: float = TIME_LIMIT) -> Map:
    """The inverse ψ of a local diffeomorphism φ: M → N; ``φ∘ψ = id`` and ``ψ∘φ = id``.

    Coordinates that φ leaves alone (up to their names) are known. The others are solved for:
    by linear algebra if φ is affine in them (with the determinant as a condition of ψ), else
    by SymPy within a time limit. Afterwards ``phi.inverse`` is ψ and ``psi.inverse`` is φ.

    Parameters
    ----------
    phi
        The map.
    seconds
        Time limit of the solver for equations that are not affine.

    Returns
    -------
    Map
        From the target of φ to its source.

    Raises
    ------
    SpaceMismatch
        The dimensions differ.
    AxiomViolation
        φ is no local diffeomorphism at the generic point.
    NotSupported
        No inverse was found that could be verified: there is no formula in elementary
        functions, there are several branches, or the time was up.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, inverse_map
    >>> M, N = Manifold("M", "q v", "m"), Manifold("N", "q p", "m")
    >>> print(*inverse_map(Map(M, N, {"q": "q", "p": "m*v"})).images.values())
    q p/m
    """
    if phi.inverse is not None:
        return phi.inverse
    if phi.source.dimension != phi.target.dimension:
        raise SpaceMismatch(
            f"{phi} has no inverse: the dimensions {phi.source.dimension} and "
            f"{phi.target.dimension} differ"
        )
    known, unknown, rows = _split(phi)
    psi = _affine_inverse(phi, known, unknown, rows)
    if psi is None:
        psi = _verified_inverse(phi, known, unknown, rows, seconds)
    phi.inverse, psi.inverse = psi, phi
    return psi


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
    from diffgeo.reals.nonlinear_equations import solutions

    functions = space.functions(equations)
    if len(functions) != len(names) or len({*names}) != len(names):
        raise DegreeMismatch(
            f"{len(functions)} equations on {space} are solved for as many coordinates, not for "
            f"{', '.join(names) or 'none'}"
        )
    for name in names:
        space._index(name)
    zeros = {f"zero_{k}_": f for k, f in enumerate(functions)}
    found = solutions({y: f.to_sympy(plain=True) for y, f in zeros.items()}, {}, names, seconds)
    if found is None:
        raise NotSupported(
            f"the equations on {space} could not be solved for {', '.join(names)} within "
            f"{seconds:g} s: give solved equations to submanifold()"
        )
    branches: list[Map] = []
    for candidate in found:
        branch = _branch(space, functions, {n: _at_zero(v, zeros) for n, v in candidate.items()})
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
        for condition in (1 / first).conditions:
            special = place.function(condition.expression)
            if not names_in([special]) & {*place.chart.coordinates}:
                left[str(special)] = special
        for factor in irreducible_factors(first):
            if nowhere_zero(factor):
                continue
            for name in _easiest_first(factor):
                try:
                    branches = solution_branches(place, [factor], [name], seconds)
                except NotSupported:
                    continue
                for branch in branches:
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

    Solved for one of these it has one branch, and that is all of its zeros.
    """
    place, used = function.space, names_in([function])

    def is_graph(name: str) -> bool:
        slope = function.partial(place._index(name))
        return _certainly_zero(slope.partial(place._index(name))) and bool(strict_sign(slope))

    return sorted((x for x in place.chart.coordinates if x in used), key=lambda x: not is_graph(x))


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


def _split(phi: Map) -> tuple[dict[str, str], list[str], list[str]]:
    """Coordinates of the source that are images as they stand, the others, the other images."""
    source, target = phi.source, phi.target
    known: dict[str, str] = {}
    rows = []
    for name, image in phi.images.items():
        if name not in target.chart.coordinates:
            continue
        same = next(
            (x for x in source.chart.coordinates if x not in known and _same(image, source[x])),
            None,
        )
        if same is None:
            rows.append(name)
        else:
            known[same] = name
    return known, [x for x in source.chart.coordinates if x not in known], rows


def _same(first: Form, second: Form) -> bool:
    ring = first.space.chart.ring
    return ring.vanishes((first - second).element())


def _affine_inverse(
    phi: Map, known: dict[str, str], unknown: Sequence[str], rows: Sequence[str]
) -> Map | None:
    """The inverse if φ is affine in the unknown coordinates, else None."""
    source, target = phi.source, phi.target
    ring = source.chart.ring
    places = [source._index(x) for x in unknown]
    images = [phi.images[y] for y in rows]
    slopes = [[image.partial(a) for a in places] for image in images]
    second = [entry.partial(a) for row in slopes for entry in row for a in places]
    if not all(ring.is_zero(entry.element()).zero for entry in second):
        return None
    if names_in(signs_in([e for row in slopes for e in row])).intersection(unknown):
        return None  # it is another affine function on the other side of a zero
    # Slopes and constant terms do not depend on the unknown coordinates: any numbers do for those.
    at = {x: target[y].element() for x, y in known.items()}
    at |= {x: target.chart.ring.rational(source.allowed_number(x)) for x in unknown}
    carry = ring.pullback(target.chart.ring, at, spaces=(source.name, target.name))

    def carried(function: Form) -> Form:
        return target.scalar(carry(function.element()))

    try:
        matrix = [[carried(entry) for entry in row] for row in slopes]
        constants = [
            image - total(source, 0, (source[x] * b for x, b in zip(unknown, row, strict=True)))
            for image, row in zip(images, slopes, strict=True)
        ]
        right = [target[y] - carried(b) for y, b in zip(rows, constants, strict=True)]
        solution = linear.solve(matrix, right) if matrix else []
    except SingularSystem:
        raise _no_diffeomorphism(phi) from None
    found = {x: target[y] for x, y in known.items()} | dict(zip(unknown, solution, strict=True))
    return Map(target, source, {x: found[x] for x in source.chart.coordinates})


def _verified_inverse(
    phi: Map, known: dict[str, str], unknown: Sequence[str], rows: Sequence[str], seconds: float
) -> Map:
    """The inverse among the solutions that SymPy finds."""
    from diffgeo.reals.nonlinear_equations import solutions

    source = phi.source
    slopes = [[phi.images[y].partial(source._index(x)) for x in unknown] for y in rows]
    if linear.rank(slopes) < len(unknown):
        raise _no_diffeomorphism(phi)
    formulas = {y: phi.images[y].to_sympy(plain=True) for y in rows}
    candidates = solutions(formulas, known, unknown, seconds)
    if candidates is None:
        raise NotSupported(
            f"no inverse of {phi} was found within {seconds:g} s: give one with Map(..., inverse=)"
        )
    for candidate in candidates:
        psi = _read(phi, known, candidate)
        if psi is not None and _is_inverse(phi, psi):
            return psi
    if candidates:
        raise NotSupported(
            f"{len(candidates)} inverses of {phi} were proposed and none could be verified from "
            "both sides: several branches, or a sign that is not declared; declare signs of "
            "coordinates, or give the inverse with Map(..., inverse=)"
        )
    raise NotSupported(
        f"the equations of {phi} could not be solved for {', '.join(unknown)}: give the inverse "
        "with Map(..., inverse=)"
    )


def _read(phi: Map, known: dict[str, str], candidate: dict[str, Expr]) -> Map | None:
    source, target = phi.source, phi.target
    images = {x: target[y] for x, y in known.items()}
    try:
        images |= dict(zip(candidate, target.functions(candidate.values()), strict=True))
        return Map(target, source, {x: images[x] for x in source.chart.coordinates})
    except Refusal:
        return None


def _is_inverse(phi: Map, psi: Map) -> bool:
    """Whether both compositions are the identity; decided on copies of the manifolds.

    What the compositions need, as that a cube is positive, is no condition of the manifolds.
    """
    try:
        source, target = _unused(phi.source), _unused(phi.target)
        there, back = _copied(phi, source, target), _copied(psi, target, source)
        return (there @ back).coincides(identity_map(target)) and (back @ there).coincides(
            identity_map(source)
        )
    except Refusal:
        return False


def _unused(space: Manifold) -> Manifold:
    """A manifold with the same declarations whose ring has seen nothing."""
    return Manifold(space.name, **space.declarations(space.chart.coordinates))


def _copied(phi: Map, source: Manifold, target: Manifold) -> Map:
    carry = phi.source.chart.ring.pullback(source.chart.ring, {})
    images = {name: source.scalar(carry(f.element())) for name, f in phi.images.items()}
    return Map(source, target, images, phi.functions)


def _no_diffeomorphism(phi: Map) -> AxiomViolation:
    return AxiomViolation(
        f"{phi} is no local diffeomorphism: its Jacobian determinant is 0, so it has no inverse"
    )
