"""Manifolds with a preferred fibration, over the line of time or over any base.

Source: Saunders, The Geometry of Jet Bundles (1989), chapter 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.declarations import entries_of, names_of
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import ExpressionError


class FibredManifold(Manifold, Fibration):
    """A manifold E with a preferred fibration, over the line of time or over any base.

    It is that fibration: ``E.projection``, ``E.is_vertical(X)``, ``E.section(...)``.

    Parameters
    ----------
    name
        For messages.
    time
        Name of the time coordinate (default ``t``); not with ``base``.
    coordinates
        Names of the fibre coordinates.
    base
        The base B. Its coordinates, parameters, functions, signs and ring are taken over, so
        that they pass through sections.
    declared
        Parameters, functions, signs and ring, as for `Manifold`; with ``base``, signs only.

    Raises
    ------
    NameClash
        A declared name is that of another one, or of one on the base.
    ExpressionError
        With a base something is declared that belongs to the base.

    Examples
    --------
    >>> from diffgeo import FibredManifold, Manifold
    >>> M = FibredManifold("M", time="t", coordinates="x y")
    >>> E = FibredManifold("E", base=M, coordinates="z")
    >>> E.chart.coordinates, (M @ E).fibre_names
    (('t', 'x', 'y', 'z'), ('x', 'y', 'z'))
    """

    def __init__(
        self,
        name: str,
        time: str | Sequence[str] | None = None,
        coordinates: str | Sequence[str] = "",
        *,
        base: Manifold | None = None,
        **declared: Any,
    ) -> None:
        below: list[Any] = ["t"] if time is None else entries_of(time)
        if base is None:
            self._base_names = names_of(below)
            if len(self._base_names) != 1:
                raise ExpressionError(
                    f"{name} has one time, not {len(self._base_names)}: for another base give "
                    "base=Manifold(...)"
                )
        else:
            require_manifold(base, f"make the fibred manifold {name} over")
            taken = {"parameters", "functions", "ring"}.intersection(declared)
            if time is not None or taken:
                raise ExpressionError(
                    f"{name} takes its {', '.join(sorted(taken)) or 'time'} from {base}: declare "
                    "everything but the fibre coordinates and their signs there"
                )
            below = list(base.chart.coordinates)
            self._base_names = base.chart.coordinates
            declared = _further(base, declared)
        super().__init__(name, (*below, *entries_of(coordinates)), **declared)
        self._given_base = base

    @cached_property
    def base(self) -> Manifold:
        """The base B; the line of time R, if no other was given."""
        if self._given_base is not None:
            return self._given_base
        return Manifold("R", **self.declarations(self._base_names))

    @cached_property
    def projection(self) -> Map:
        """The projection π: E → B."""
        below = self.base.chart.coordinates
        return Map(self, self.base, dict(zip(below, self.base_coordinates, strict=True)))

    @property
    def total(self) -> Manifold:
        """The total space: E itself."""
        return self

    @property
    def label(self) -> str:
        """What spaces made of this fibration are called after."""
        return self.name


def _further(base: Manifold, declared: Mapping[str, Any]) -> dict[str, Any]:
    """The declarations of a base together with further signs and LaTeX."""
    result = base.declarations(base.chart.coordinates)
    del result["coordinates"]
    result["dots"] = dict(base.chart.dots)
    for key, value in declared.items():
        known = result[key]
        result[key] = {**known, **value} if isinstance(known, dict) else [*known, *names_of(value)]
    return result
