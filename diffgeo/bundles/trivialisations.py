"""Local trivialisations of submersions: adapted coordinates, where there are none yet.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 4 (the rank theorem).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo.bundles.products import product
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import AxiomViolation, NameClash, NotSupported
from diffgeo.subsets.inversion import inverse_map

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Seconds that a choice of fibre coordinates may take.
TIME_LIMIT = 5.0


def local_trivialisation(submersion: Map, seconds: float = TIME_LIMIT) -> Map:
    """A diffeomorphism φ: B × F → E, with inverse, such that ``s∘φ`` is the projection to B.

    The coordinates of F are some of those of E. So a function on E that is constant along the
    fibres of s is pulled back by φ to one that descends from B × F.

    Parameters
    ----------
    submersion
        The map s: E → B; parameters go to those of the same name.
    seconds
        The time for one choice of coordinates of F, where equations are not affine.

    Returns
    -------
    Map
        φ, from the product of B and F.

    Raises
    ------
    NotSupported
        No choice of coordinates of F gives an inverse that can be verified; so it is where s is no
        submersion.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from diffgeo.bundles import local_trivialisation
    >>> E, B = Manifold("E", "x y"), Manifold("B", "s")
    >>> phi = local_trivialisation(Map(E, B, {"s": "x + y**2"}))
    >>> print(*phi.images.values())
    s - y**2 y
    """
    E, B = submersion.source, submersion.target
    names = E.chart.coordinates
    count = len(names) - B.dimension
    choices = sorted(combinations(names, max(count, 0)), key=lambda kept: _bent(submersion, kept))
    for kept in choices if count >= 0 else ():
        F = Manifold(f"the fibre of {E.name}", **E.declarations(kept) | {"functions": []})
        try:
            both = product(B, F)
            images = dict(zip(B.chart.coordinates, submersion.images.values(), strict=False))
            there = Map(E, both, images | {name: E[name] for name in kept})
            return inverse_map(there, seconds)
        except (AxiomViolation, NotSupported, NameClash):
            continue
    raise NotSupported(
        f"no coordinates on the fibres of {submersion} were found that complete those of "
        f"{B.name}: it is no submersion, or cannot be inverted; use another chart of {E.name}"
    )


def _bent(submersion: Map, kept: Sequence[str]) -> int:
    """How far the map is from being affine in the coordinates that are not kept."""
    E = submersion.source
    solved = [X for X, name in zip(E.frame, E.chart.coordinates, strict=True) if name not in kept]
    images = [submersion.image(k) for k in range(submersion.target.dimension)]
    second = (X(Y(f)) for f in images for X in solved for Y in solved)
    return sum(not E.chart.ring.vanishes(value.element()) for value in second)
