"""What a local diffeomorphism pulls back, whose inverse need not be known.

Where the differentials of the images are a coframe, each derivation D of the target has exactly one
derivation of the source that is φ-related to it: ``D' ∘ φ^* = φ^* ∘ D``.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), exercise 8-18.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from diffgeo.calculus.derivations import Derivation, d
from diffgeo.calculus.linear_algebra import inverse
from diffgeo.calculus.operator_labels import Label
from diffgeo.errors import SingularSystem, SpaceMismatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.maps import Map


def slopes_turned(phi: Map) -> list[list[Form]]:
    """The matrix inverse to that of the ``J^a_i`` in ``φ^*dy^a = J^a_i dx^i``.

    Raises
    ------
    SpaceMismatch
        φ is a local diffeomorphism nowhere.
    """
    source, target = phi.source, phi.target
    try:
        if source.dimension != target.dimension:
            raise SingularSystem("the matrix is not square")
        return inverse(_slopes(phi))
    except SingularSystem:
        raise SpaceMismatch(
            f"{phi} has no known inverse and is nowhere a local diffeomorphism, so fields are not "
            "pulled back along it: state phi.related(X, Y)"
        ) from None


def pulled_locally(phi: Map, D: Derivation, turned: list[list[Form]]) -> Derivation:
    """The derivation that is φ-related to D, where φ is a local diffeomorphism.

    What it gives on the images x^a∘φ and on their differentials is known; ``turned`` makes of it
    what it gives on coordinates, and on theirs.
    """
    target, coordinates = phi.target, phi.source.coordinates
    slopes, images = _slopes(phi), range(target.dimension)

    @cache
    def on_image(a: int) -> Form:
        return phi.pull(D(target.coordinates[a]))

    @cache
    def on_differential(a: int) -> Form:
        moved = (made(J) * d(x) for J, x in zip(slopes[a], coordinates, strict=True))
        return sum((-term for term in moved), start=phi.pull(D(d(target.coordinates[a]))))

    def solved(right: Callable[[int], Form], i: int) -> Form:
        first, *others = (turned[i][a] * right(a) for a in images)
        return sum(others, start=first)

    made = Derivation(
        phi.source,
        D.degree,
        partial(solved, on_image),
        partial(solved, on_differential),
        label=Label("pull", (D,)),
    )
    return made


def _slopes(phi: Map) -> list[list[Form]]:
    """The J^a_i, rows by a."""
    images = range(phi.target.dimension)
    return [[phi.differential(a)(X) for X in phi.source.frame] for a in images]
