"""Subsets that an inclusion describes: images of maps, and of subsets of their source.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 5.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from diffgeo.calculus.brackets import interior
from diffgeo.calculus.derivations import d
from diffgeo.calculus.forms import describe
from diffgeo.calculus.maps import Map
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import SpaceMismatch
from diffgeo.rings.protocol import certainly_nonzero_image
from diffgeo.structures.axioms import verify_axiom
from diffgeo.subsets.locally_closed import LocallyClosedSet
from diffgeo.subsets.subset import Living, Subset
from diffgeo.verdicts.verdict import Verdict, check

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Condition


class EmbeddedSubset(Subset):
    """The image of a manifold, or of a subset of it, under an inclusion.

    Parameters
    ----------
    inclusion
        An embedding, such as `submanifold` makes.
    within
        The subset of its source; the whole source by default.

    Examples
    --------
    >>> from diffgeo import Manifold, submanifold
    >>> from diffgeo.subsets import EmbeddedSubset
    >>> M = Manifold("M", "x y z")
    >>> _, inclusion = submanifold(M, {"z": "x*y"})
    >>> saddle = EmbeddedSubset(inclusion)
    >>> print(saddle.vanishes(M.function("z**2 - x**2*y**2")).status, saddle.dimension)
    VERIFIED 2
    >>> print(saddle.restrict(M.vector_field(x="1", z="y")))
    ∂_x
    """

    def __init__(self, inclusion: Map, within: Subset | None = None) -> None:
        self.space = inclusion.target
        self.inclusion = inclusion
        self._within = within

    def __repr__(self) -> str:
        within = "" if self.within is None else f" of {self.within!r}"
        return f"<the image{within} under {self.inclusion}>"

    @property
    def within(self) -> Subset | None:
        """The subset of the source that is included; None for all of it."""
        return self._within

    @property
    def source(self) -> Manifold:
        """The manifold that is included."""
        return self.inclusion.source

    @property
    def dimension(self) -> int | None:
        """The dimension of what is included."""
        return self.source.dimension if self.within is None else self.within.dimension

    @property
    def conditions(self) -> tuple[Condition | str, ...]:
        """Where the inclusion is defined, and the conditions on its source."""
        inner = () if self.within is None else self.within.conditions
        return tuple(dict.fromkeys((*self.inclusion.conditions, *inner)))

    @cached_property
    def witness(self) -> str | None:
        """A certified real point, in coordinates of the source."""
        return (self.within or LocallyClosedSet(self.source, ())).witness

    @property
    def _instead(self) -> str:
        """What to use where a Manifold is needed (for messages)."""
        return "a Manifold is needed; this set has one, its source, and an inclusion"

    @cached_property
    def retraction(self) -> Map:
        """A map from M to the source with ``r∘ι = id``: it forgets the solved coordinates."""
        names = self.source.chart.coordinates
        return Map(self.space, self.source, {name: self.space[name] for name in names})

    def restrict(self, thing: Living) -> Living:
        """The pullback to the source; of a tangent field the one it is related to."""
        if not isinstance(thing, VectorForm):
            return self.inclusion.pull(thing)
        values = {
            name: self.inclusion.pull(interior(thing, d(self.space[name])))
            for name in self.source.chart.coordinates
        }
        found = self.source.vector_form(thing.degree, values)
        pull = self.inclusion.pull
        related = [pull(interior(thing, d(z))) - interior(found, d(pull(z)))
                   for z in self.space.coordinates]  # fmt: skip
        what = f"tangency to the image of {self.source}"
        verify_axiom(check(map(self._decided, related)), what, describe(thing))
        if self.within is not None:
            self.within.restrict(found)  # which refuses what is not tangent
        return found

    def vanishes(self, thing: Living, *, counterexample: bool = True) -> Verdict:
        """Whether an object on M or on the source is zero on the set, where it is defined."""
        verdict = self._decided(self._on_source(thing), counterexample)
        known = {str(c): c for c in (*verdict.conditions, *self.conditions)}
        return replace(verdict, conditions=tuple(known.values()))

    def certainly_nonzero(self, function: Form) -> bool:
        """Whether a function is certainly not zero on the set, if that is seen without restricting.

        False is no answer: ask `vanishes`.
        """
        known = self.within is None and function.space is self.space
        return known and certainly_nonzero_image(self.inclusion.ring_map, function.element())

    def _decided(self, thing: Living, counterexample: bool = True) -> Verdict:
        """Whether an object on the source is zero on the set."""
        if self.within is None:
            return check(thing == 0, counterexample=counterexample)
        return self.within.vanishes(thing, counterexample=counterexample)

    def _on_source(self, thing: Living) -> Living:
        if thing.space is self.space:
            return self.restrict(thing)
        if thing.space is not self.source:
            raise SpaceMismatch(
                f"what vanishes on a set of {self.space.name} is asked of functions on it or on "
                f"its source {self.source.name}, not of {describe(thing)}"
            )
        return thing
