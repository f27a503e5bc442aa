"""Maps between products, from maps between their factors.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 1 and 2.
"""

from __future__ import annotations

from diffgeo.bundles.products import Product
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.errors import SpaceMismatch


def product_map(source: Product, target: Product, *maps: Map) -> Map:
    """The map ``φ × ψ × …`` between products: each factor goes to its partner.

    ``target.projection_k @ (φ_1 × …) == φ_k @ source.projection_k``; it has an inverse if all
    φ_k have one.

    Parameters
    ----------
    source, target
        Products of as many manifolds.
    maps
        From each factor of the source to that of the target.

    Returns
    -------
    Map
        From source to target.

    Raises
    ------
    SpaceMismatch
        The maps do not fit the factors.

    Examples
    --------
    >>> from diffgeo import Manifold, Map, product
    >>> from diffgeo.bundles import product_map
    >>> M, N = Manifold("M", "x"), Manifold("N", "y")
    >>> square, shift = Map(M, M, {"x": "x**2"}), Map(N, N, {"y": "y + 1"})
    >>> P = product(M, N)
    >>> print(product_map(P, P, square, shift).pull(P["x"] * P["y"]))
    x**2*(y + 1)
    """
    for f, space in zip(maps, source.factors, strict=False):
        if f.source is not space:
            raise SpaceMismatch(f"{f} does not begin on the factor {space} of {source}")
    target._require_targets(maps)
    there = target.pair(*(f @ p for f, p in zip(maps, source.projections, strict=True)))
    inverses = [f.inverse for f in maps]
    if all(inverses):
        # The inverse of each factor was verified when it was made.
        parts = [g @ p for g, p in zip(inverses, target.projections, strict=True) if g]
        back = source.pair(*parts)
        there.inverse, back.inverse = back, there
    return there


def diagonal(space: Product) -> Map:
    """The diagonal M → M × M × …: its composition with each projection is the identity.

    Parameters
    ----------
    space
        A product of copies of one manifold.

    Returns
    -------
    Map
        From that manifold.

    Raises
    ------
    SpaceMismatch
        The factors are not one and the same manifold.

    Examples
    --------
    >>> from diffgeo import Manifold, product
    >>> from diffgeo.bundles import diagonal
    >>> M = Manifold("M", "x")
    >>> P = product(M, M, suffixes=("1", "2"))
    >>> print(diagonal(P).pull(P["x1"] * P["x2"]))
    x**2
    """
    if not isinstance(space, Product):
        raise SpaceMismatch(f"{space} is no product, so it has no diagonal: use product(M, M, …)")
    first = space.factors[0]
    if any(factor is not first for factor in space.factors):
        raise SpaceMismatch(
            f"{space} has no diagonal: its factors {', '.join(map(str, space.factors))} differ"
        )
    return space.pair(*(identity_map(first) for _ in space.factors))
