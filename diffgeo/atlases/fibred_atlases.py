"""Fibrations of manifolds with several charts, their jets and vertical bundles.

Source: Saunders, The Geometry of Jet Bundles (1989), chapters 1 and 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.jets import JetSpace, jet, jets_of
from diffgeo.bundles.vertical_bundles import (
    VerticalBundle,
    vertical_bundle,
    vertical_map,
    vertical_of,
)
from diffgeo.calculus.display import Shown
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_integer
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import SpaceMismatch

if TYPE_CHECKING:
    from diffgeo.atlases.atlas import Atlas, AtlasBundle


class FibredAtlas(Shown):
    """What atlases with a fibration of every chart have in common."""

    @property
    def total(self) -> Atlas:
        """The total space."""
        raise NotImplementedError

    @property
    def fibrations(self) -> tuple[Fibration, ...]:
        """The fibrations of the charts of the total space."""
        raise NotImplementedError

    def jets(self, order: int = 1) -> AtlasBundle:
        """The jets of sections, over the total space (order 1) or the jets of lower order.

        ``jet(π, k)`` is the same.
        """
        below = self.total if order <= 1 else self.jets(order - 1)
        made = [jet(pi, order) for pi in self.fibrations]
        above = {J: pi for J, pi in zip(made, self.fibrations, strict=True)}

        def lift(phi: Map, source: Manifold, target: Manifold) -> Map:
            assert isinstance(source, JetSpace) and isinstance(target, JetSpace)
            change = self.total.transition(above[source].total, above[target].total)
            return target.prolong_fibred(change, above[source])

        key = ("jet", order, *(pi.key for pi in self.fibrations))
        return below.prolonged(key, f"J{order}({self})", made, lift)

    def vertical(self) -> AtlasBundle:
        """The vertical bundle; ``vertical_bundle(π)`` is the same."""
        made = [vertical_bundle(pi) for pi in self.fibrations]

        def lift(phi: Map, source: Manifold, target: Manifold) -> Map:
            assert isinstance(source, VerticalBundle) and isinstance(target, VerticalBundle)
            return vertical_map(phi, source, target)

        key = ("vertical", *(pi.key for pi in self.fibrations))
        return self.total.prolonged(key, f"V({self})", made, lift)


@jets_of.register(FibredAtlas)
def _jets(fibration: FibredAtlas, order: int) -> AtlasBundle:
    require_integer(order, f"the order of jets of {fibration}", 1)
    return fibration.jets(order)


@vertical_of.register(FibredAtlas)
def _vertical(fibration: FibredAtlas) -> AtlasBundle:
    return fibration.vertical()


class AtlasFibration(FibredAtlas):
    """A fibration of an atlas: one of every chart, which the transitions keep.

    Parameters
    ----------
    total
        The atlas.
    fibrations
        The fibrations of its charts, in their order.
    name
        For messages.

    Raises
    ------
    SpaceMismatch
        A fibration is not that of the chart.
    AxiomViolation, Undecided
        A transition does not send fibres into fibres, or this could not be decided.

    Examples
    --------
    >>> from diffgeo import Manifold, product, sphere
    >>> pi = product(sphere(2), Manifold("R", "t")).fibration(1)
    >>> print(pi, "|", *pi.fibrations)
    S2 × R → R | the fibration north × R → R the fibration south × R → R
    """

    def __init__(self, total: Atlas, fibrations: Sequence[Fibration], name: str = "") -> None:
        self._total, self._fibrations = total, tuple(fibrations)
        self.name = name or total.name
        if [pi.total for pi in self._fibrations] != list(total.charts):
            raise SpaceMismatch(
                f"a fibration of {total} is given by one of each of its charts, in their order"
            )
        for first, second in combinations(self._fibrations, 2):
            second.require_fibred(total.transition(first.total, second.total), first)

    @property
    def total(self) -> Atlas:
        """The total space."""
        return self._total

    @property
    def fibrations(self) -> tuple[Fibration, ...]:
        """The fibrations of the charts of the total space."""
        return self._fibrations

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<the fibration {self.name} of {self.total!r}>"

    def latex(self) -> str:
        """LaTeX source: the name."""
        return rf"\text{{{self.name}}}"
