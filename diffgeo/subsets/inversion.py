"""The inverse of a map, found by solving its equations exactly.

Where the equations are affine in the unknown coordinates the inverse is the solution of a linear
system; else candidates come from SymPy, and only one that is verified to be the inverse, from
both sides, is returned.

Sources: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 4; of systems of polynomials,
Cox, Little and O'Shea, Ideals, Varieties, and Algorithms (4th ed. 2015), chapter 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.compilation import names_in
from diffgeo.calculus.forms import total
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import (
    AxiomViolation,
    NotSupported,
    Refusal,
    SingularSystem,
    SpaceMismatch,
)

if TYPE_CHECKING:
    from sympy import Expr

    from diffgeo.calculus.forms import Form

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
