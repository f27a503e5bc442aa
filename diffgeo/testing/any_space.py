"""Strategies on every kind of space: one for a chart, and what it becomes on the others.

On an atlas it is that of one of the charts. For other kinds of spaces, such as level sets, the
module of the strategy registers what it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch, wraps
from inspect import signature
from typing import Any, Protocol, TypeAlias, TypeVar, cast, overload

from hypothesis import strategies as st

from diffgeo.atlases import Atlas, AtlasFibration
from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import OutsideDomain, Refusal, SpaceMismatch
from diffgeo.subsets.level_sets import LevelSet

Strategy = st.SearchStrategy
#: A strategy for objects that are of another class on other kinds of spaces.
Varied: TypeAlias = st.SearchStrategy[Any]
Function = TypeVar("Function", bound=Callable[..., Any])
Made = TypeVar("Made", covariant=True)

#: Where there are random forms and fields.
Space = Manifold | LevelSet | Atlas


def chosen_charts(atlas: Atlas, names: Sequence[str] | None) -> list[Manifold]:
    """The charts of an atlas in which random data are given, the one to shrink to first.

    Left out are charts that do not declare the names that are asked for, and charts with a
    coordinate that is no function on their overlaps (a polar angle), unless all are such.
    """
    wanted = set(names or ())
    declared = [c for c in atlas.charts if wanted <= set(c.chart.symbols)]
    return [c for c in declared if _is_known_outside(atlas, c)] or declared or list(atlas.charts)


def in_a_chart(
    atlas: Atlas, make: Callable[[Manifold], Strategy[object]], names: Sequence[str] | None = None
) -> Varied:
    """Fields on an atlas that are given in one of its charts.

    They need not extend to the other charts; `AtlasField.extends` decides.
    """
    return (
        st.sampled_from(chosen_charts(atlas, names))
        .flatmap(make)
        .map(lambda thing: _together(atlas, thing))
    )


def require_fibration(fibration: object) -> None:
    """Raise `SpaceMismatch` unless there is one chart with a fibration."""
    if not isinstance(fibration, Fibration):
        raise SpaceMismatch(
            f"{fibration} is no fibration of one chart: give a Fibration, for an atlas one of the "
            "fibrations of its charts"
        )


class ByKindOfSpace(Protocol[Made]):
    """A strategy with one function for each kind of space, told by its first argument."""

    register: Callable[[type], Callable[[Function], Function]]

    @overload
    def __call__(self, space: Manifold, *options: object, **named: object) -> Strategy[Made]: ...
    @overload
    def __call__(self, space: object, *options: object, **named: object) -> Varied: ...
    def __call__(self, space: object, *options: object, **named: object) -> Varied:
        """The strategy for this space."""


def everywhere(strategy: Callable[..., Strategy[Made]]) -> ByKindOfSpace[Made]:
    """A strategy for one chart, also for atlases and their fibrations: in one of their charts.

    With ``@strategy.register(Kind)`` it gets a function for another kind of space. Where there is
    none for level sets, it is refused there.
    """
    by_kind = singledispatch(strategy)

    @by_kind.register(AtlasFibration)
    def over_an_atlas(space: AtlasFibration, *options: object, **named: object) -> Varied:
        over = dict(zip(space.total.charts, space.fibrations, strict=True))
        return in_a_chart(space.total, lambda chart: strategy(over[chart], *options, **named))

    @by_kind.register(Atlas)
    def on_an_atlas(space: Atlas, *options: object, **named: object) -> Varied:
        names = signature(strategy).bind(space, *options, **named).arguments.get("names")
        return in_a_chart(space, lambda chart: strategy(chart, *options, **named), names)

    @by_kind.register(LevelSet)
    def refused(space: LevelSet, *options: object, **named: object) -> Varied:
        require_manifold(space, f"make random {strategy.__name__.replace('_', ' ')} on")
        return strategy(space, *options, **named)

    @wraps(strategy)
    def made(space: object, *options: object, **named: object) -> Varied:
        return by_kind.dispatch(type(space))(space, *options, **named)

    made.register = by_kind.register  # type: ignore[attr-defined]
    return cast("ByKindOfSpace[Made]", made)


def _together(atlas: Atlas, thing: object) -> Any:
    if isinstance(thing, tuple):
        return tuple(_together(atlas, each) for each in thing)
    return atlas.glue(thing)


def _is_known_outside(atlas: Atlas, chart: Manifold) -> bool:
    for x in chart.coordinates:
        for other in atlas.charts:
            try:
                atlas.field(x).on(other)
            except (OutsideDomain, Refusal):
                return False
    return True
