"""Bundles over manifolds with several charts: TM, T*M, jets, vertical bundles.

They are atlases again, of the bundles over the charts, with the lifts of the transitions. What is
canonical on them (``J``, ``C``, ``θ``, lifts, the contraction of forms) is asked for by the same
names as over one chart, and is verified to agree on the overlaps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from inspect import ismethod
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diffgeo.atlases.atlas import Atlas
from diffgeo.atlases.objects_on_atlases import chartwise
from diffgeo.bundles.fibrations import Fibration
from diffgeo.bundles.jets import JetSpace, jet
from diffgeo.bundles.vertical_bundles import VerticalBundle, vertical_bundle, vertical_map
from diffgeo.calculus.derivations import Derivation
from diffgeo.calculus.display import Shown
from diffgeo.calculus.maps import Map
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import SpaceMismatch

if TYPE_CHECKING:
    from diffgeo.atlases.atlas_maps import AtlasMap


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


class AtlasFibration(FibredAtlas):
    """A fibration of an atlas: one of every chart, which the transitions keep.

    Parameters
    ----------
    total
        The atlas.
    fibrations
        The fibrations of its charts, in their order.

    Raises
    ------
    SpaceMismatch
        A fibration is not that of the chart.
    AxiomViolation, Undecided
        A transition does not send fibres into fibres, or this could not be decided.
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

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


class AtlasBundle(FibredAtlas, Atlas):
    """A bundle over an atlas; made by ``tangent(A)``, ``cotangent(A)``, ``jet(π)``, ….

    It has the properties and methods that the bundles over the charts have, as far as they do not
    depend on the chart: their values there are objects on an atlas, verified to agree on the
    overlaps. `AxiomViolation` if they do not agree.

    Attributes
    ----------
    base_space
        The atlas below.

    Examples
    --------
    >>> from diffgeo import check, cotangent, d, sphere, tangent
    >>> S = sphere(2)
    >>> TS = tangent(S)
    >>> J, C = TS.vertical_endomorphism, TS.liouville_field
    >>> bool(check(J(C) == 0))
    True
    >>> print(cotangent(S).liouville_form)
    T*(north): p_u1 du1 + p_u2 du2; T*(south): p_w1 dw1 + p_w2 dw2
    """

    def __init__(
        self,
        below: Atlas,
        name: str,
        spaces: Sequence[Manifold],
        lift: Callable[[Map, Manifold, Manifold], Map],
    ) -> None:
        self.base_space = below
        self._canonical: dict[str, Any] = {}
        above = dict(zip(below.charts, spaces, strict=True))
        transitions = [
            lift(below.transition(a, b), above[a], above[b])
            for a, b in combinations(below.charts, 2)
            if below.is_given(a, b)
        ]
        super().__init__(name, transitions, spaces)

    @property
    def root(self) -> Atlas:
        """The atlas below all bundles."""
        return self.base_space.root

    @property
    def total(self) -> Atlas:
        """The total space: the bundle itself."""
        return self

    @property
    def fibrations(self) -> tuple[Fibration, ...]:
        """The bundles over the charts."""
        for space in self.charts:
            if not isinstance(space, Fibration):
                raise SpaceMismatch(f"{space} is no fibred manifold: give an AtlasFibration")
        return self.charts  # type: ignore[return-value]

    @cached_property
    def projection(self) -> AtlasMap:
        """The projection to the atlas below."""
        from diffgeo.atlases.atlas_maps import AtlasMap

        return AtlasMap(self, self.base_space, [space.projection for space in self.charts])  # type: ignore[attr-defined]

    def over(self, chart: Manifold) -> Any:
        """The bundle over a chart of the atlas below."""
        below = self.base_space.charts
        if chart not in below:
            raise SpaceMismatch(f"{chart!r} is no chart of {self.base_space.name}")
        return self.charts[below.index(chart)]

    def __getattr__(self, name: str) -> Any:
        charts = self.__dict__.get("charts")
        if name.startswith("_") or not charts or not hasattr(type(charts[0]), name):
            return super().__getattr__(name)
        if hasattr(Manifold, name):  # what a single chart has, and an atlas has not
            return super().__getattr__(name)
        value = getattr(charts[0], name)
        # Derivations along a projection are not carried themselves, but what they make is.
        if ismethod(value) or (isinstance(value, Derivation) and value.along):
            return lambda *operands: chartwise(
                self, lambda space, *rest: getattr(space, name)(*rest), (self, *operands)
            )
        if name not in self._canonical:
            self._canonical[name] = chartwise(self, lambda space: getattr(space, name), (self,))
        return self._canonical[name]


def lifted(functor: Callable[[Map], Map]) -> Callable[[Map, Manifold, Manifold], Map]:
    """A functor of maps in the form that `Atlas.prolonged` takes."""
    return lambda phi, source, target: functor(phi)
