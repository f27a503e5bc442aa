"""Function rings that are asked for when a manifold is made.

Source: of the bound for germs, Schwartz, Fast probabilistic algorithms for verification of
polynomial identities, J. ACM 27 (1980).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from diffgeo.errors import NotSupported
from diffgeo.rings.protocol import SEED_BITS

if TYPE_CHECKING:
    from diffgeo.rings.germs.germ_functions import Values
    from diffgeo.rings.germs.germ_ring import GermRing


def germs(
    order: int,
    *,
    field: str = "GF(p)",
    points: int = 4,
    seed: int | None = None,
    base: Mapping[str, Values] | None = None,
) -> Callable[..., GermRing]:
    """Functions as truncated Taylor series at random points: ``Manifold(..., ring=germs(4))``.

    No formula is built, so nothing swells: for large data. A difference that is not zero there
    is not zero; what is zero at all points is PROBED, with its error bound. Spaces that are made
    from the manifold (tangent bundles, jets) have such functions too. A random function is
    ``space.scalar(space.chart.ring.random())``.

    Parameters
    ----------
    order
        The total degree of the series: how many derivatives can be taken one after the other.
    field
        ``"GF(p)"`` (a random prime near 2**31 for each point), ``"Q"`` or ``"float"``.
    points
        The number of independent random points.
    seed
        Fixes all random choices. Default: one from the operating system, shown by verdicts.
    base
        Values of coordinates at the points (one for each, or one for all) instead of random ones.

    Returns
    -------
    callable
        A ring factory. It raises `NotSupported` for declared undefined functions, since a random
        function needs no name.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d, germs
    >>> M = Manifold("M", "x y", ring=germs(2))
    >>> f = M.scalar(M.chart.ring.random())
    >>> print(check(d(d(f)) == 0).status)
    PROBED
    """
    # One seed for the rings of all spaces that are made from the manifold.
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    return partial(_germ_ring, order, field, points, chosen, base)


def _germ_ring(
    order: int,
    field: str,
    points: int,
    seed: int,
    base: Mapping[str, Values] | None,
    /,
    coordinates: Sequence[str],
    parameters: Sequence[str] = (),
    functions: Mapping[str, int] | None = None,
    **_: object,
) -> GermRing:
    from diffgeo.rings.germs.germ_ring import GermRing

    if functions:
        raise NotSupported(
            f"germs know no undefined functions ({', '.join(functions)}): take random ones, "
            "space.scalar(space.chart.ring.random())"
        )
    return GermRing(coordinates, order, field, points, seed, parameters, base=base)
