"""Maps between manifolds with several charts.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.atlases.objects_on_atlases import AtlasObject, Value, glued, home_of, homes, joined
from diffgeo.bundles.cotangents import cotangent, cotangent_map, cotangent_map_of
from diffgeo.bundles.tangents import tangent, tangent_map, tangent_map_of
from diffgeo.calculus.coefficients import distinct
from diffgeo.calculus.display import Shown
from diffgeo.calculus.maps import Map
from diffgeo.calculus.protocols import Pulling
from diffgeo.errors import OutsideDomain, Refusal, SpaceMismatch, ZeroDenominator
from diffgeo.structures.axioms import verify_axiom
from diffgeo.subsets.domains import in_lowest_terms
from diffgeo.verdicts.identities import Comparable, Residuals
from diffgeo.verdicts.statements import stated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diffgeo.atlases.atlas import Atlas
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


class AtlasMap(Comparable, Pulling, Shown):
    """A smooth map between atlases, by its expressions in charts.

    ``phi @ psi`` is the composition, ``==`` makes an `Identity`; `tangent_map` and
    `cotangent_map` make maps between the bundles.

    Parameters
    ----------
    source, target
        The atlases.
    local
        Maps from charts of the source to charts of the target. Where two of them meet they
        must be the same map: ``f_2 ∘ φ = ψ ∘ f_1`` with transitions φ and ψ.
    agreeing
        That they do is known, and not verified again.

    Raises
    ------
    AxiomViolation
        Two expressions disagree.
    SpaceMismatch
        A map does not go from a chart of the source to one of the target, or there is none.

    Examples
    --------
    >>> from diffgeo import Map, check, sphere
    >>> from diffgeo.atlases import AtlasMap
    >>> S2 = sphere(2)
    >>> north, south = S2.charts
    >>> there = Map(north, south, {"w1": "-u1", "w2": "-u2"})
    >>> back = Map(south, north, {"u1": "-w1", "u2": "-w2"})
    >>> antipode = AtlasMap(S2, S2, [there, back])
    >>> print(check(antipode @ antipode == S2.identity_map()).status.name)
    VERIFIED
    """

    def __init__(
        self, source: Atlas, target: Atlas, local: Iterable[Map], agreeing: bool = False
    ) -> None:
        self.source = source
        self.target = target
        self.local = tuple(local)
        if not self.local:
            raise SpaceMismatch(f"a map {source} → {target} needs its expression in a chart")
        for f in self.local:
            if f.source not in source.charts or f.target not in target.charts:
                raise SpaceMismatch(f"{f} does not go from a chart of {source} to one of {target}")
        first, *others = self.local
        for f in () if agreeing else others:
            try:
                known = self._moved(first, f.source, f.target)
            except (OutsideDomain, ZeroDenominator):
                # One of them maps its whole chart to where the other chart ends.
                continue
            verify_axiom(f == known, "agreement of its expressions in charts", str(self))

    @cached_property
    def inverse(self) -> AtlasMap | None:
        """The inverse map, if all expressions in charts carry theirs."""
        backs = [f.inverse for f in self.local]
        if any(back is None for back in backs):
            return None
        given = [back for back in backs if back]
        found = AtlasMap(self.target, self.source, given, agreeing=True)
        found.__dict__["inverse"] = self
        return found

    def on(self, source: object, target: object) -> Map:
        """The expression of the map in a chart of the source and one of the target.

        Raises `OutsideDomain` or `ZeroDenominator` if the first chart is not mapped to the second,
        `SpaceMismatch` if they are no charts.
        """
        exact = [f for f in self.local if f.source is source and f.target is target]
        near = [f for f in self.local if f.source is source or f.target is target]
        return exact[0] if exact else self._moved((near or list(self.local))[0], source, target)

    def pull(self, thing: Value) -> Value:
        """``φ^*`` of what lives on the target; fields need local expressions with inverses.

        Of objects of every kind (see `AtlasObject`), and one by one of tuples and lists.
        """
        if isinstance(thing, tuple | list):
            return type(thing)(self.pull(each) for each in thing)
        if not isinstance(thing, AtlasObject):
            numbers = range(len(self.target.charts))
            space = getattr(thing, "space", None)
            if space is None or not any(home_of(self.target, k, space) for k in numbers):
                raise SpaceMismatch(f"{self} pulls back fields on {self.target}, not {thing!r}")
            thing = self.target.glue(thing)
        if thing.space is not self.target:
            raise SpaceMismatch(f"{self} pulls back fields on {self.target}, not {thing!r}")
        values: dict[int, Value] = {}
        # Values that are carried to another chart first would have longer coefficients.
        for f in [f for f in self.local if f.target in thing.charts] or self.local:
            number = self.source.charts.index(f.source)
            if number not in values:
                values[number] = f.pull(thing.on(f.target))
        # The expressions agree, and the values, and pulling back is natural.
        return glued(self.source, values, agreeing=True)

    def lifted(self, space: Callable[[Atlas], Atlas], functor: Callable[[Map], Map]) -> AtlasMap:
        """The map between bundles that a functor makes of this one, such as the tangent map."""
        local = map(functor, self.local)
        return AtlasMap(space(self.source), space(self.target), local, agreeing=True)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Conditions (``p != 0``, ``q > 0``) under which the given expressions are defined."""
        return distinct(c for f in self.local for c in f.conditions)

    def __matmul__(self, other: AtlasMap) -> AtlasMap:
        """Composition ``(φ @ ψ)(m) = φ(ψ(m))``."""
        if not isinstance(other, AtlasMap):
            return NotImplemented
        if other.target is not self.source:
            raise SpaceMismatch(
                f"cannot compose {self} after {other}: {other.target} is not the source "
                f"{self.source}"
            )
        found, trouble = [], None
        for g in other.local:
            fitting = [f for f in self.local if f.source is g.target] or [self.local[0]]
            f = fitting[0]
            try:
                passed = (
                    g if f.source is g.target else self.source.transition(g.target, f.source) @ g
                )
                found.append(_shortened(f @ passed))
            except (OutsideDomain, ZeroDenominator) as refusal:
                # One expression sends the whole chart to where the other ends.
                trouble = refusal
        if not found and isinstance(trouble, Refusal | ZeroDenominator):
            raise trouble
        return AtlasMap(other.source, self.target, found, agreeing=True)

    def _comparand(self, other: object) -> AtlasMap | None:
        """Another map between the same atlases, equal where both are known in charts."""
        if not isinstance(other, AtlasMap):
            return None
        if other.source is not self.source or other.target is not self.target:
            raise SpaceMismatch(f"cannot compare {self} and {other}: their spaces differ")
        return other

    def __str__(self) -> str:
        return f"the map {self.source} → {self.target}"

    def summary(self, width: int = 40) -> str:
        """The expression in the first chart, cut short."""
        return self.local[0].summary(width)

    def _formula(self, write: Callable[[object], str]) -> str:
        """The expressions in charts."""
        return r" \quad\text{or}\quad ".join(map(write, self.local))

    def __repr__(self) -> str:
        return f"<{self}: {'; '.join(map(repr, self.local))}>"

    # --- inside the library --------------------------------------------------------

    def _moved(self, f: Map, source: Value, target: Value) -> Map:
        """A local expression between other charts; nothing is composed with identities."""
        if f.source is not source:
            f = f @ self.source.transition(source, f.source)
        return f if f.target is target else self.target.transition(f.target, target) @ f

    def _residuals(self, other: AtlasMap) -> Residuals:
        mine, theirs = stated(self, other, "")
        return list(mine._residuals(theirs))


tangent_map_of.register(AtlasMap, lambda phi: phi.lifted(tangent, tangent_map))
cotangent_map_of.register(AtlasMap, lambda phi: phi.lifted(cotangent, cotangent_map))


@joined.register(Map)
def _joined(first: Map, atlas: Atlas, values: Mapping[int, Map], agreeing: bool) -> AtlasMap:
    source, target = (homes(atlas, values, end) for end in ("source", "target"))
    return AtlasMap(source, target, values.values())


def _shortened(phi: Map) -> Map:
    """The same map with its images, and those of its inverse, in lowest terms."""
    if type(phi) is not Map:  # the images of others are not all that they are
        return phi
    made, back = _in_lowest_terms(phi), phi.inverse
    if type(back) is Map:
        made.inverse = _in_lowest_terms(back)
        made.inverse.inverse = made
    else:
        made.inverse = back
    return made


def _in_lowest_terms(phi: Map) -> Map:
    images = {name: in_lowest_terms(image) for name, image in phi.images.items()}
    return Map(phi.source, phi.target, images, phi.functions)


@stated.register(AtlasMap)
def _stated(left: AtlasMap, right: AtlasMap, label: str) -> tuple[Map, Map]:
    """Their expressions in one pair of charts."""
    f = left.local[0]
    return f, right.on(f.source, f.target)


def shortest_path(
    given: Mapping[tuple[Manifold, Manifold], Map], source: Manifold, target: Manifold
) -> list[Map] | None:
    """The fewest given transitions that lead from one chart to another; None if there are none."""
    paths: dict[Manifold, list[Map]] = {source: [given[source, source]]}
    queue = [source]
    while queue and target not in paths:
        here = queue.pop(0)
        for (start, end), phi in given.items():
            if start is here and end not in paths:
                paths[end] = [*(paths[here] if here is not source else []), phi]
                queue.append(end)
    return paths.get(target)
