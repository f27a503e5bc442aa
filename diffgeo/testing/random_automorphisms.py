"""Random maps, and random automorphisms and diffeomorphisms with exact inverses.

On an atlas there are no polynomial automorphisms in general. It has those of a chart that covers
it (as the Cartesian chart covers the plane), those of the families that it knows (rotations of
spheres, projective maps), products of automorphisms of factors, and what these make of tangent
and cotangent bundles. An automorphism of a level set is one of the manifold around it that keeps
the equations: a graph over the other coordinates is moved with these, and a quadric by linear maps.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from diffgeo.atlases import Atlas, AtlasBundle, AtlasMap, AtlasProduct
from diffgeo.bundles.cotangents import CotangentBundle, cotangent_map
from diffgeo.bundles.tangents import TangentBundle, tangent_map
from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form, total
from diffgeo.calculus.identity_maps import identity_map
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.errors import NotSupported, SingularSystem
from diffgeo.rings.expression import Expression, Symbol, add, divide, multiply, negate, number
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.testing.any_space import Space, Varied, chosen_charts
from diffgeo.testing.strategies import functions, polynomials
from diffgeo.verdicts.verdict import check

Strategy = st.SearchStrategy

#: Half angles of rotations, and factors of projective maps: the first one is the identity.
_FACTORS: tuple[int | Fraction, ...] = (1, -1, 2, Fraction(1, 2))
_SLOPES: tuple[int | Fraction, ...] = (0, 1, -1, 2, Fraction(1, 2))


def maps(source: Any, target: Any, degree: int = 2, terms: int = 2) -> Varied:
    """Polynomial maps between spaces; mostly without an inverse (see `automorphisms`).

    From or to an atlas they are given in one of its charts, from a level set around it.
    """
    if isinstance(source, Atlas) or isinstance(target, Atlas):
        return maps_of_atlases(source, target, degree, terms)
    if isinstance(source, LevelSet):  # maps of what is around it; they are read on it only
        source = source.space
    for space in (source, target):
        require_manifold(space, "make random maps from or to")
    images = st.tuples(*[functions(source, degree, terms)] * target.dimension)
    return images.map(
        lambda given: Map(source, target, dict(zip(target.chart.coordinates, given, strict=True)))
    )


def automorphisms(
    space: Space,
    degree: int = 2,
    terms: int = 2,
    steps: int = 2,
    fixed: Collection[str] = (),
    apart: bool = False,
) -> Varied:
    """Polynomial automorphisms of a space with their exact inverse (as ``phi.inverse``).

    Composed of ``steps`` elementary ones ``x ↦ c x + p(other coordinates)``, c ≠ 0, that
    change coordinates not in ``fixed``; these occur in p unless ``apart``. Those of
    atlases and level sets, which keep more, are described in this module.
    """
    if isinstance(space, Atlas | LevelSet) and (fixed or apart):
        raise NotSupported(f"no coordinates stay fixed on {space.name}: it has no chart of its own")
    if isinstance(space, Atlas):
        return atlas_automorphisms(space, degree, terms, steps)
    if isinstance(space, LevelSet):
        return level_set_automorphisms(space, degree, terms, steps)
    require_manifold(space, "make random automorphisms of")
    names = space.chart.coordinates
    movable = [x for x in names if x not in fixed]
    used = movable if apart else names
    others = {x: [y for y in used if y != x] for x in movable}
    return elementary_automorphisms(space, others, degree, terms, steps)


@st.composite
def elementary_automorphisms(
    draw: st.DrawFn,
    space: Manifold,
    others: dict[str, list[str]],
    degree: int,
    terms: int,
    steps: int,
) -> Map:
    """Composed of changes ``x ↦ c x + p``, c ≠ 0, of coordinates x with polynomials p in others."""
    phi = identity_map(space)
    for name in draw(st.lists(st.sampled_from(list(others)), min_size=1, max_size=steps)):
        factor = number(draw(st.sampled_from(_FACTORS)))
        shift = draw(polynomials(others[name], degree, terms))
        kept: dict[str, Expression] = {x: Symbol(x) for x in space.chart.coordinates if x != name}
        there = add(multiply(factor, Symbol(name)), shift)
        back = divide(add(Symbol(name), negate(shift)), factor)
        phi = Map(space, space, {**kept, name: there}, inverse={**kept, name: back}) @ phi
    return phi


@st.composite
def diffeomorphisms(
    draw: st.DrawFn,
    space: Manifold,
    degree: int = 1,
    terms: int = 1,
    steps: int = 1,
    fixed: Collection[str] = (),
) -> Map:
    """Diffeomorphisms of a space with their exact inverse, rational but for one on a line.

    An automorphism after a step ``x ↦ (1 + y²) x + c y z``. So they are never affine, and never
    keep the volume of the coordinates, which polynomial automorphisms do up to a factor: what is
    made of the coordinate volume (``Σ ∂_i X^i``) is refuted by these only. On a line, where
    there is no such step, it is ``x ↦ x/(1 + c x)`` or ``x ↦ exp(x)``: the first ones are not
    affine, the second one is not projective. Those of atlases and level sets are `automorphisms`.
    """
    phi: Map = draw(automorphisms(space, degree, terms, steps, fixed))
    if isinstance(space, Atlas | LevelSet):
        return phi
    if space.dimension == 1:
        return phi if fixed or space.chart.signs else draw(_changes_of_a_line(space, phi))
    return phi @ draw(curved_steps(space, fixed=fixed))


def _changes_of_a_line(space: Manifold, phi: Map) -> Strategy[Map]:
    """φ after ``x ↦ x/(1 + c x)``, c ≠ 0; or the exponential function alone.

    The conditions of all functions of a space are to hold somewhere, so its inverse ``log x`` is
    not composed with others.
    """
    (x,) = space.chart.coordinates
    bent = Map(space, space, {x: f"exp({x})"}, inverse={x: f"log({x})"})
    return st.one_of(_projective_steps(space, x).map(lambda step: phi @ step), st.just(bent))


def _projective_steps(space: Manifold, x: str) -> Strategy[Map]:
    """``x ↦ x/(1 + c x)``, c ≠ 0, of one coordinate: not affine, without any other one."""
    kept = dict(zip(space.chart.coordinates, space.coordinates, strict=True))

    def step(c: int) -> Map:
        there, back = (space[x] / (1 + sign * c * space[x]) for sign in (1, -1))
        return Map(space, space, kept | {x: there}, inverse=kept | {x: back})

    return st.sampled_from([1, 2]).map(step)


@st.composite
def curved_steps(
    draw: st.DrawFn,
    space: Manifold,
    base: Collection[str] = (),
    fixed: Collection[str] = (),
    stretch: bool = True,
) -> Map:
    """Diffeomorphisms ``x ↦ (1 + y²) x + c y z`` with c ≠ 0, or without stretch ``x ↦ x + c y z``.

    y and z are other coordinates; if x is one of the base of a fibration, so are they. A lone
    coordinate of the base, such as time, goes to ``x/(1 + c x)``, but not without stretch.
    """
    names = space.chart.coordinates
    alone = base if len(base) == 1 else ()
    still = (*fixed, *(n for n in alone if not stretch or n in space.chart.signs))
    name = draw(st.sampled_from([n for n in names if n not in still]))
    if name in alone:
        return draw(_projective_steps(space, name))
    others = [n for n in names if n != name and (n in base or name not in base)]
    y, z = (space[draw(st.sampled_from(others))] for _ in range(2))
    shift, factor = draw(st.sampled_from([1, -1, 2])) * y * z, 1 + y**2 if stretch else 1
    kept = dict(zip(names, space.coordinates, strict=True))
    there, back = kept | {name: factor * space[name] + shift}, (space[name] - shift) / factor
    return Map(space, space, there, inverse=kept | {name: back})


# --- atlases ------------------------------------------------------------------------------


def covering_chart(atlas: Atlas) -> Manifold | None:
    """A chart to which all others belong, so that it is the whole manifold; None if none is."""
    for chart in chosen_charts(atlas, None):
        if not any(atlas.overlap(other, chart) for other in atlas.charts):
            return chart
    return None


@st.composite
def atlas_automorphisms(
    draw: st.DrawFn, atlas: Atlas, degree: int, terms: int, steps: int
) -> AtlasMap:
    """Automorphisms of an atlas with exact inverse; they shrink to the identity."""
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


def maps_of_atlases(source: Any, target: Any, degree: int, terms: int) -> Varied:
    """Maps given in one chart of the source and one of the target, polynomial in these.

    From a manifold they are a `Map` to a chart; between atlases an `AtlasMap`.
    """
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
def level_set_automorphisms(
    draw: st.DrawFn, N: LevelSet, degree: int, terms: int, steps: int
) -> Map:
    """Automorphisms of the ambient manifold, with exact inverse, that keep the equations of N."""
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


def _cayley(N: LevelSet, pair: tuple[str, str], slope: int | Fraction) -> Map:
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
