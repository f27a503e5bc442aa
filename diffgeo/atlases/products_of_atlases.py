"""What products of atlases have: products of charts and of transitions, projections, lifts.

`AtlasProduct` itself is made in `diffgeo.atlases.atlas`, so that no atlas is without products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product as combined
from typing import TYPE_CHECKING, Any, TypeAlias

from diffgeo.atlases.angles import AngleMap
from diffgeo.atlases.atlas_maps import AtlasMap
from diffgeo.atlases.fibred_atlases import AtlasFibration
from diffgeo.atlases.objects_on_atlases import AtlasObject, Value, made, require_on_a_chart
from diffgeo.bundles.maps_of_products import product_map
from diffgeo.bundles.products import Product, product
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.errors import DegreeMismatch, NameClash, NotSupported, SpaceMismatch

if TYPE_CHECKING:
    from diffgeo.atlases.atlas import Atlas


def products_of_charts(
    factors: Sequence[Atlas], suffixes: Sequence[str]
) -> tuple[list[Product], list[Map]]:
    """The products of charts of atlases, one of each, and the transitions in one factor.

    Raises `NameClash` if charts of two factors have coordinates of equal names, and `NotSupported`
    if a transition goes to angles.
    """
    try:
        charts = {
            spaces: product(*spaces, suffixes=suffixes)
            for spaces in combined(*(factor.charts for factor in factors))
        }
    except NameClash as clash:
        raise NameClash(
            f"charts of {' and '.join(map(str, factors))} have coordinates of equal names: "
            "give suffixes=(…), or make one of them with others, such as circle(('p', 'q'))"
        ) from clash
    transitions = []
    for k, factor in enumerate(factors):
        for spaces, chart in charts.items():
            for other in factor.charts:
                if other is spaces[k] or not factor.is_given(spaces[k], other):
                    continue
                changed = (*spaces[:k], other, *spaces[k + 1 :])
                maps = [identity_map(space) for space in spaces]
                maps[k] = factor.transition(spaces[k], other)
                if isinstance(maps[k], AngleMap):
                    raise NotSupported(
                        f"products of {factor} are not made: coordinates of its chart {other} are "
                        "angles, which are no functions on its other charts; make an atlas of "
                        "charts that overlap in smooth functions of each other, such as circle()"
                    )
                transitions.append(product_map(chart, charts[changed], *maps))
    return list(charts.values()), transitions


#: The product that has the method by inheritance.
Owner: TypeAlias = Any


class WithFactors:
    """What the product of atlases has besides its charts."""

    factors: tuple[Atlas, ...]
    charts: tuple[Product, ...]

    @cached_property
    def projections(self: Owner) -> tuple[AtlasMap, ...]:
        """The maps to the factors."""
        return tuple(
            AtlasMap(self, factor, [chart.projections[k] for chart in self.charts])
            for k, factor in enumerate(self.factors)
        )

    def lift(self: Owner, thing: Value, factor: int | None = None) -> Value:
        """The lift of a field, vector-valued form or multivector on a factor (see `Product.lift`).

        Raises `SpaceMismatch` if it lives on no factor, or on several and none is named.
        """
        if isinstance(thing, AtlasObject):
            homes = [k for k, space in enumerate(self.factors) if space is thing.space]
        else:
            homes = [k for k, space in enumerate(self.factors) if thing.space in space.charts]
        number = factor if factor in homes else homes[0] if len(homes) == 1 else None
        if number is None or (factor is not None and factor not in homes):
            raise SpaceMismatch(
                f"{thing!r} is not lifted to {self} from a factor that is not named: those are "
                f"{', '.join(f'{k}: {space}' for k, space in enumerate(self.factors))}"
            )
        if not isinstance(thing, AtlasObject):
            require_on_a_chart(self.factors[number], thing)
            thing = made(self.factors[number], [thing])
        charts = [c for c in self.charts if c.factors[number] in thing.charts]
        lifts = [c.lift(thing.on(c.factors[number]), number) for c in charts]
        return made(self, lifts, agreeing=True)

    def fibration(self: Owner, factor: int = 0) -> AtlasFibration:
        """The product as fibred over one factor, a trivial bundle.

        ``jet(P.fibration(0), 1)`` has its jets: over time the velocities.
        """
        if not isinstance(factor, int) or not 0 <= factor < len(self.factors):
            raise DegreeMismatch(
                f"{factor!r} is no number of a factor of {self}: those are "
                f"{', '.join(f'{k}: {space}' for k, space in enumerate(self.factors))}"
            )
        fibrations = [chart.fibration(factor) for chart in self.charts]
        return AtlasFibration(self, fibrations, f"{self} → {self.factors[factor]}")

    def times(self: Owner, *maps: AtlasMap) -> AtlasMap:
        """The map ``f × g × …`` of the product to itself, made of maps of the factors."""
        if [(f.source, f.target) for f in maps] != [(a, a) for a in self.factors]:
            raise SpaceMismatch(
                f"a map of {self} is made of one map of each of its factors "
                f"{', '.join(map(str, self.factors))} to itself"
            )
        charts = {chart.factors: chart for chart in self.charts}
        local = [
            product_map(
                charts[tuple(f.source for f in parts)],
                charts[tuple(f.target for f in parts)],
                *parts,
            )
            for parts in combined(*(f.local for f in maps))
        ]
        return AtlasMap(self, self, local)

    def _moved(
        self: Owner, number: int, family: Callable[[Fraction], AtlasMap], slope: Fraction
    ) -> AtlasMap:
        maps = [identity_map(factor) for factor in self.factors]
        maps[number] = family(slope)
        automorphism: AtlasMap = self.times(*maps)
        return automorphism
