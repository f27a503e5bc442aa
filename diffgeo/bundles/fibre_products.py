"""Fibre products: pairs of points of two fibrations over one and the same point of the base.

Source: Saunders, The Geometry of Jet Bundles (1989), chapter 1.
"""

from __future__ import annotations

from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.products import product
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NameClash, SpaceMismatch


class FibreProduct(Manifold):
    """The manifold of pairs (a, b) with π(a) = ρ(b), for fibrations π: A → B and ρ: A' → B.

    Its coordinates have the names of those of A and of those of the fibres of A'.
    A map to it is the same as a pair of maps to A and A' whose compositions with π and ρ are equal.
    The Pontryagin bundle TQ ⊕ T^*Q is that of the tangent and the cotangent bundle.

    Attributes
    ----------
    projections : tuple of Map
        To A and to A'.
    projection : Map
        To B.

    Raises
    ------
    SpaceMismatch
        The fibrations have different bases.
    NameClash
        A and the fibres of A' have names in common.

    Examples
    --------
    >>> from diffgeo import Manifold, cotangent, tangent
    >>> from diffgeo.bundles import FibreProduct
    >>> Q = Manifold("Q", "x")
    >>> pairs = FibreProduct(tangent(Q), cotangent(Q))
    >>> print(*pairs.coordinates)
    x xdot p_x
    """

    def __init__(self, first: Fibration, second: Fibration) -> None:
        if first.base is not second.base:
            raise SpaceMismatch(
                f"{first.label} and {second.label} have different bases, so there is no fibre "
                "product: give fibrations over one manifold"
            )
        common = [n for n in second.fibre_names if n in first.total.chart.coordinates]
        if common:
            raise NameClash(
                f"{', '.join(common)} name coordinates of {first.label} and of {second.label}: "
                "make one of them with other names on the fibres"
            )
        self.fibrations = (first, second)
        hidden = {name: f"{name}__" for name in second.base_names}
        both = product(first.total, second.total, rename=[{}, hidden])
        kept = [name for name in both.chart.coordinates if name not in hidden.values()]
        label = f"{first.total.name} ×_{first.base.name} {second.total.name}"
        super().__init__(label, **both.declarations(kept), dots=both.chart.dots)
        images = {name: self[name] for name in kept}
        places = zip(second.base_names, first.base_names, strict=True)
        images |= {hidden[theirs]: self[ours] for theirs, ours in places}
        inclusion = Map(self, both, images)
        self.projections = tuple(p @ inclusion for p in both.projections)
        self.projection: Map = first.projection @ self.projections[0]

    def pair(self, first: Map, second: Map) -> Map:
        """The map N → A ×_B A' with the given compositions with the projections.

        Raises `SpaceMismatch` unless both begin on one manifold and are over one map to B.
        """
        pi, rho = (fibration.projection for fibration in self.fibrations)
        if first.source is not second.source or not (pi @ first).coincides(rho @ second):
            raise SpaceMismatch(
                f"{first} and {second} make no map to {self}: they have to begin on one "
                "manifold and to lie over one map to the base"
            )
        names = [str(f) for f in self.fibrations[0].total.coordinates]
        images = dict(zip(names, first.pull(list(first.target.coordinates)), strict=True))
        fibres = self.fibrations[1].fibre_coordinates
        images |= {str(f): second.pull(f) for f in fibres}
        return Map(first.source, self, images)
