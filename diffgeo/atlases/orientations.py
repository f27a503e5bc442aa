"""Orientations of manifolds with several charts.

An orientation is a sign for each chart, with which the determinants of all transitions are
positive. Charts are taken to be connected: a transition whose determinant is positive at one point
and negative at another one has no such signs.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapter 15.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from diffgeo.atlases.atlas import Atlas
from diffgeo.atlases.objects_on_atlases import in_chart
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.requirements import require_kind
from diffgeo.errors import AxiomViolation, DiffGeoError, Undecided
from diffgeo.reals.complex_roots import sign_of_number
from diffgeo.rings.protocol import known_sign
from diffgeo.verdicts.verdict import Status, Verdict

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.spaces import Manifold

#: So many points of an overlap are looked at.
_POINTS = 256


class Orientation:
    """An orientation of an atlas; made by `orientation`.

    In a chart it stands for its sign there, so that ``g.oriented(o)`` is the metric with the
    volume form that is positive for it.

    Parameters
    ----------
    atlas
        The atlas.
    signs
        A sign for each chart, which is not verified here.

    Attributes
    ----------
    signs
        1 for charts whose coordinates are in positive order, else -1; in the order of the charts.

    Examples
    --------
    >>> from diffgeo import sphere
    >>> from diffgeo.atlases import orientation
    >>> print(-orientation(sphere(2)))
    <orientation of S2: north -1, south +1>
    """

    def __init__(self, atlas: Atlas, signs: Sequence[int]) -> None:
        self.atlas = atlas
        self.signs = tuple(signs)

    def __neg__(self) -> Orientation:
        """The opposite orientation."""
        return Orientation(self.atlas, [-sign for sign in self.signs])

    def on(self, chart: Manifold) -> int:
        """The sign of a chart: 1 if its coordinates are in positive order, else -1."""
        return self.signs[self.atlas.charts.index(chart)]

    def __repr__(self) -> str:
        named = zip(self.atlas.charts, self.signs, strict=True)
        return f"<orientation of {self.atlas}: {', '.join(f'{c} {s:+d}' for c, s in named)}>"


in_chart.register(Orientation, lambda given, number: given.signs[number])


def orientation(atlas: Atlas) -> Orientation:
    """The orientation for which the coordinates of the first chart are in positive order.

    Parameters
    ----------
    atlas
        An atlas, whose charts are connected.

    Returns
    -------
    Orientation
        A sign for each chart.

    Raises
    ------
    AxiomViolation
        The manifold is not orientable: the message has the transition and two points.
    Undecided
        The sign of the determinant of a transition is not known.

    Examples
    --------
    >>> from diffgeo import Metric, sphere
    >>> from diffgeo.atlases import orientation
    >>> S = sphere(2)
    >>> north, south = S.charts
    >>> print(orientation(S))
    <orientation of S2: north +1, south -1>
    >>> g = S.glue(Metric.diagonal(north, u1="4/(1+u1**2+u2**2)**2", u2="4/(1+u1**2+u2**2)**2"))
    >>> print(g.oriented(orientation(S)).volume.extended(south))
    -4/(w1**2 + w2**2 + 1)**2 dw1∧dw2
    """
    require_kind(atlas, Atlas, "orient", "an atlas")
    first, *others = atlas.charts
    signs = {first: 1}
    for chart in others:
        signs[chart] = _sign(atlas, first, chart)
    for a in atlas.charts:
        for b in atlas.charts:
            if a is not b and atlas.is_given(a, b) and _sign(atlas, a, b) != signs[a] * signs[b]:
                raise AxiomViolation(
                    f"{atlas} is not orientable: the determinant of the transition {a} → {b} has "
                    f"not the sign that the transitions from {first} give it"
                )
    return Orientation(atlas, list(signs.values()))


def is_orientable(atlas: Atlas) -> Verdict:
    """The verdict on the existence of an orientation, with one, or with what excludes it.

    Parameters
    ----------
    atlas
        An atlas, whose charts are connected.

    Returns
    -------
    Verdict
        VERIFIED, REFUTED with a transition and two points, or UNKNOWN.

    Examples
    --------
    >>> from diffgeo.atlases import is_orientable, projective_space
    >>> print([is_orientable(projective_space(n)).status.name for n in (2, 3)])
    ['REFUTED', 'VERIFIED']
    """
    statement = f"{atlas} is orientable"
    try:
        found = orientation(atlas)
    except AxiomViolation as reason:
        return Verdict(Status.REFUTED, statement, scope=str(atlas), evidence=str(reason))
    except Undecided as reason:
        return Verdict(Status.UNKNOWN, statement, scope=str(atlas), reason=str(reason))
    return Verdict(Status.VERIFIED, statement, scope=str(atlas), evidence=repr(found))


def _sign(atlas: Atlas, source: Manifold, target: Manifold) -> int:
    """The sign of the determinant of a transition."""
    phi = atlas.transition(source, target)
    rows = [[phi.differential(k)(X) for X in source.frame] for k in range(target.dimension)]
    determinant = linear.determinant(rows).settled()
    known = known_sign(source.chart.ring, determinant.element())
    if known:
        return int(known)
    seen: dict[int, Mapping[str, int]] = {}
    for point in islice(_points(source), _POINTS):
        sign = _value(determinant, point)
        if sign and seen.setdefault(sign, point) is point and -sign in seen:
            here, there = (
                ", ".join(f"{name} = {value}" for name, value in seen[s].items()) for s in (1, -1)
            )
            raise AxiomViolation(
                f"{atlas} is not orientable: the determinant {determinant.summary()} of the "
                f"transition {source} → {target} is positive at {here} and negative at {there}"
            )
    raise Undecided(
        f"the sign of the determinant {determinant.summary()} of the transition {source} → "
        f"{target} is not known: declare signs or a domain of the charts"
    )


def _points(space: Manifold) -> Any:
    names = space.chart.symbols
    for values in product((1, -1, 2, -2), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


def _value(determinant: Form, point: Mapping[str, int]) -> int:
    """The sign at a point; 0 where there is none."""
    try:
        return sign_of_number(determinant.at(point))
    except DiffGeoError:
        return 0
