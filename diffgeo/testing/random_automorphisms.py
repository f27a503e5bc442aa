"""Random maps and automorphisms, with exact inverses, of atlases and of level sets.

On an atlas there are no polynomial automorphisms in general. It has those of a chart that covers
it (as the Cartesian chart covers the plane), those of the families that it knows (rotations of
spheres, projective maps), products of automorphisms of factors, and what these make of tangent
and cotangent bundles. An automorphism of a level set is one of the manifold around it that keeps
the equations: a graph over the other coordinates is moved with these, and a quadric by linear maps.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from diffgeo.atlases import Atlas, AtlasBundle, AtlasMap, AtlasProduct
from diffgeo.bundles.cotangents import CotangentBundle, cotangent_map
from diffgeo.bundles.tangents import TangentBundle, tangent_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.maps import Map, identity_map
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NotSupported, SingularSystem
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.testing.forms_on_other_spaces import chosen_charts
from diffgeo.verdicts.verdict import check

Strategy = st.SearchStrategy

#: Half angles of rotations, and factors of projective maps: the first one is the identity.
_SLOPES = (0, 1, -1, 2, Fraction(1, 2))


def covering_chart(atlas: Atlas) -> Manifold | None:
    """A chart to which all others belong, so that it is the whole manifold; None if none is."""
    for chart in chosen_charts(atlas, None):
        if not any(atlas.overlap(other, chart) for other in atlas.charts):
            return chart
    return None


@st.composite
def atlas_automorphisms(draw: Any, atlas: Atlas, degree: int, terms: int, steps: int) -> AtlasMap:
    """Automorphisms of an atlas with exact inverse; they shrink to the identity."""
    from diffgeo.testing.strategies import automorphisms

    if isinstance(atlas, AtlasBundle) and isinstance(
        atlas.charts[0], TangentBundle | CotangentBundle
    ):
        below = draw(atlas_automorphisms(atlas.base_space, degree, terms, steps))
        tangent = isinstance(atlas.charts[0], TangentBundle)
        return tangent_map(below) if tangent else cotangent_map(below)
    if isinstance(atlas, AtlasProduct):
        parts = [draw(atlas_automorphisms(f, degree, terms, steps)) for f in atlas.factors]
        return atlas.times(*parts)
    if (chart := covering_chart(atlas)) is not None:
        phi = draw(automorphisms(chart, degree, terms, steps))
        return AtlasMap(atlas, atlas, [phi])
    if not atlas.families:
        raise NotSupported(
            f"no automorphisms of {atlas} are known, and no chart of it covers it: give "
            "Atlas(..., families=[…])"
        )
    found = identity_map(atlas)
    for family in draw(st.lists(st.sampled_from(atlas.families), min_size=1, max_size=steps)):
        found = family(draw(st.sampled_from(_SLOPES))) @ found
    return found


def maps_of_atlases(source: Any, target: Any, degree: int, terms: int) -> Strategy[Any]:
    """Maps given in one chart of the source and one of the target, polynomial in these.

    From a manifold they are a `Map` to a chart; between atlases an `AtlasMap`.
    """
    from diffgeo.testing.strategies import maps

    ends = [
        chosen_charts(space, None) if isinstance(space, Atlas) else [space]
        for space in (source, target)
    ]
    local = st.tuples(*map(st.sampled_from, ends)).flatmap(
        lambda pair: maps(pair[0], pair[1], degree, terms)
    )
    if not isinstance(source, Atlas):
        return local
    over = target if isinstance(target, Atlas) else Atlas(target.name, [], [target])
    return local.map(lambda f: AtlasMap(source, over, [f]))


# --- level sets --------------------------------------------------------------------------


@st.composite
def level_set_automorphisms(draw: Any, N: LevelSet, degree: int, terms: int, steps: int) -> Map:
    """Automorphisms of the ambient manifold, with exact inverse, that keep the equations of N."""
    from diffgeo.testing.strategies import automorphisms

    if (solved := _solved(N)) is not None:
        # x_a - h_a(y): the automorphism ψ of the y moves x_a by h_a∘ψ - h_a.
        psi = draw(automorphisms(N.space, degree, terms, steps, fixed=tuple(solved), apart=True))
        phi = _along(psi, solved)
        assert psi.inverse is not None
        back = _along(psi.inverse, solved)
        phi.inverse, back.inverse = back, phi
        return phi
    names = _of_a_quadric(N)
    if names is None:
        raise NotSupported(
            f"no automorphisms of {N.name} are known: its equations {N.summary()} are neither of "
            "degree one in a coordinate, with a constant factor, nor one quadric with a centre"
        )
    phi = identity_map(N.space)
    for _ in range(draw(st.integers(1, steps))):
        pair = draw(st.sampled_from(list(combinations(names, 2))))
        phi = _cayley(N, pair, draw(st.sampled_from(_SLOPES))) @ phi
    return phi


def _solved(N: LevelSet) -> dict[str, Form] | None:
    """Coordinates of which each equation is ``c x - h``, c a number and h free of all of them."""
    space, chosen = N.space, {}
    for phi in N.equations:
        for name, X in zip(space.chart.coordinates, space.frame, strict=True):
            slope = X(phi)
            constant = check([Y(slope) == 0 for Y in space.frame])
            alone = all(not (e is not phi and not check(X(e) == 0)) for e in N.equations)
            if constant and alone and name not in chosen and not check(slope == 0):
                chosen[name] = phi / slope - space[name]
                break
        else:
            return None
    return chosen


def _along(psi: Map, solved: dict[str, Form]) -> Map:
    images = psi.images
    moved = {name: images[name] + h - psi.pull(h) for name, h in solved.items()}
    return Map(psi.source, psi.target, images | moved)


def _of_a_quadric(N: LevelSet) -> Sequence[str] | None:
    """The coordinates in one equation of degree two without terms of degree one."""
    space = N.space
    if len(N.equations) != 1:
        return None
    (phi,) = N.equations
    fields = dict(zip(space.chart.coordinates, space.frame, strict=True))
    used = [name for name, X in fields.items() if not check(X(phi) == 0)]
    radial = space.vector_field({name: space[name] for name in used})
    doubled = radial(phi)
    cubic = [Z(Y(X(phi))) == 0 for X in space.frame for Y in space.frame for Z in space.frame]
    return used if len(used) > 1 and check([radial(doubled) == 2 * doubled, *cubic]) else None


def _cayley(N: LevelSet, pair: tuple[str, str], slope: Any) -> Map:
    """The linear map ``(A + S)^{-1}(A - S)``, A the Hessian and S skew in a pair of coordinates.

    It keeps the quadratic form A, since ``(A ± S)^T = A ∓ S``.
    """
    space, (phi,) = N.space, N.equations
    names = [n for n, X in zip(space.chart.coordinates, space.frame, strict=True)]
    numbers = range(len(names))
    one, zero = space.function(1), space.function(0)
    hessian = [[X(Y(phi)) for Y in space.frame] for X in space.frame]
    for k in numbers:  # coordinates that do not occur stay
        if all(check(entry == 0) for entry in hessian[k]):
            hessian[k] = [one if m == k else zero for m in numbers]
    i, j = (names.index(name) for name in pair)

    def shifted(sign: int) -> list[list[Form]]:
        rows = [list(row) for row in hessian]
        rows[i][j], rows[j][i] = rows[i][j] + sign * slope, rows[j][i] - sign * slope
        return rows

    def linear_map(sign: int) -> Map:
        try:
            inverse = linear.inverse(shifted(sign))
        except SingularSystem:  # then the inverse has none either
            return identity_map(space)
        given = shifted(-sign)
        images = {}
        for a, name in enumerate(names):
            row = (
                (inverse[a][b] * given[b][c] * space.coordinates[c])
                for b in numbers
                for c in numbers
            )
            images[name] = total(space, 0, row).settled()
        return Map(space, space, images)

    there, back = linear_map(1), linear_map(-1)
    there.inverse, back.inverse = back, there
    return there
