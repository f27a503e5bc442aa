"""Random forms and fields where there is no single chart: on level sets and on atlases.

The strategies for functions, forms, fields, vector-valued forms and multivectors take these
spaces too, and come here for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from hypothesis import strategies as st

from diffgeo.atlases import Atlas, AtlasFibration
from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.multivectors import multivector
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import OutsideDomain, Refusal, SpaceMismatch
from diffgeo.subsets.level_sets import LevelSet

Strategy = st.SearchStrategy

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
    atlas: Atlas, make: Callable[[Manifold], Strategy[Any]], names: Sequence[str] | None = None
) -> Strategy[Any]:
    """Fields on an atlas that are given in one of its charts.

    They need not extend to the other charts; `AtlasField.extends` decides.
    """
    return (
        st.sampled_from(chosen_charts(atlas, names))
        .flatmap(make)
        .map(lambda thing: _together(atlas, thing))
    )


def require_fibration(fibration: Any) -> None:
    """Raise `SpaceMismatch` unless there is one chart with a fibration."""
    if not isinstance(fibration, Fibration):
        raise SpaceMismatch(
            f"{fibration} is no fibration of one chart: give a Fibration, for an atlas one of the "
            "fibrations of its charts"
        )


def everywhere(strategy: Callable[..., Strategy[Any]]) -> Callable[..., Strategy[Any]]:
    """A strategy for one chart, also for atlases and their fibrations: in one of their charts.

    On level sets it is the one of the same name in `diffgeo.testing.tensors_on_level_sets`.
    """

    @wraps(strategy)
    def made(space: Any, *options: Any, **named: Any) -> Strategy[Any]:
        if isinstance(space, AtlasFibration):
            over = dict(zip(space.total.charts, space.fibrations, strict=True))
            return in_a_chart(space.total, lambda chart: strategy(over[chart], *options, **named))
        if isinstance(space, Atlas):
            return in_a_chart(space, lambda chart: strategy(chart, *options, **named))
        if isinstance(space, LevelSet):
            from diffgeo.testing import tensors_on_level_sets as on_level_sets

            name = strategy.__name__
            if not hasattr(on_level_sets, name):
                require_manifold(space, f"make random {name.replace('_', ' ')} on")
            found: Strategy[Any] = getattr(on_level_sets, name)(space, *options, **named)
            return found
        return strategy(space, *options, **named)

    return made


def tangent_to(
    level_set: LevelSet, form_degree: int, forms: Strategy[Any], degree: int, terms: int
) -> Strategy[Any]:
    """Vector-valued forms ``Σ ω_a * X_a`` on a level set, X_a tangent to it."""
    from diffgeo.testing.random_level_sets import tangent_fields

    fields = tangent_fields(level_set, degree, terms)
    if form_degree == 0:
        return fields.map(level_set.restrict)
    zero = level_set.space.vector_form(form_degree, {})
    parts = st.lists(st.builds(lambda omega, X: omega * X, forms, fields), max_size=2)
    return parts.map(lambda given: level_set.restrict(sum(given, start=zero)))


def products_of_tangents(
    level_set: LevelSet, vector_degree: int, degree: int, terms: int
) -> Strategy[Any]:
    """Products of as many fields that are tangent to a level set, restricted to it."""
    from diffgeo.testing.random_level_sets import tangent_fields

    fields = st.tuples(*[tangent_fields(level_set, degree, terms)] * vector_degree)
    return fields.map(lambda factors: level_set.restrict(multivector(*factors)))


def _together(atlas: Atlas, thing: Any) -> Any:
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
