"""Hypothesis strategies for geometric objects with polynomial coefficients.

All of them shrink towards zero (maps: towards the identity), and take

``degree``
    the largest degree of the polynomials,
``terms``
    the largest number of terms of each,
``names``
    the coordinates and parameters that may occur (default: the coordinates).

Functions, forms, fields, vector-valued forms and multivectors may also live on level sets,
where they are restrictions of such data (tangent ones), and on atlases, where they are given in one
chart.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from diffgeo.atlases import Atlas
from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.maps import Map, identity_map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import NotSupported
from diffgeo.rings.expression import (
    Expression,
    Symbol,
    add,
    divide,
    multiply,
    negate,
    number,
)
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.testing.forms_on_other_spaces import (
    Space,
    in_a_chart,
    products_of_tangents,
    require_fibration,
    tangent_to,
)

Strategy = st.SearchStrategy


def rationals(bound: int = 4) -> Strategy[Fraction]:
    """Small exact numbers: integers up to ``bound``, and their halves and thirds."""
    return st.builds(Fraction, st.integers(-bound, bound), st.integers(1, 3))


def functions(
    space: Space, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Strategy[Any]:
    """Polynomial functions on a space."""
    return forms(space, 0, degree, terms, names)


def forms(
    space: Space,
    form_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Any]:
    """Differential forms of degree ``form_degree`` on a space."""
    if isinstance(space, Atlas):
        k = form_degree
        return in_a_chart(space, lambda c: forms(c, k, degree, terms, names), names)
    if isinstance(space, LevelSet):
        return forms(space.space, form_degree, degree, terms, names).map(space.restrict)
    coefficient = polynomials(_names(space, names), degree, terms)
    if form_degree == 0:
        return coefficient.map(space.function)
    keys = list(combinations(space.chart.coordinates, form_degree))
    return _tuple(coefficient, len(keys)).map(
        lambda trees: space.form(
            form_degree,
            {key[0] if form_degree == 1 else key: t for key, t in zip(keys, trees, strict=True)},
        )
    )


def vector_fields(
    space: Space, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Strategy[Any]:
    """Vector fields on a space; on a level set, tangent ones (see `tangent_fields`)."""
    return vector_forms(space, 0, degree, terms, names)


def vector_forms(
    space: Space,
    form_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Any]:
    """Vector-valued forms of degree ``form_degree``; (1,1) tensors have degree 1."""
    if isinstance(space, Atlas):
        return in_a_chart(
            space, lambda c: vector_forms(c, form_degree, degree, terms, names), names
        )
    if isinstance(space, LevelSet):
        factors = forms(space.space, form_degree, degree, terms, names)
        return tangent_to(space, form_degree, factors, degree, terms)
    values = _tuple(forms(space, form_degree, degree, terms, names), space.dimension)
    return values.map(lambda given: VectorForm(space, form_degree, given))


def multivectors(
    space: Space,
    vector_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Any]:
    """Multivector fields of degree ``vector_degree`` (0: functions, 2: bivectors)."""
    if isinstance(space, Atlas):
        return in_a_chart(
            space, lambda c: multivectors(c, vector_degree, degree, terms, names), names
        )
    if isinstance(space, LevelSet) and vector_degree:
        return products_of_tangents(space, vector_degree, degree, terms)
    if isinstance(space, LevelSet):
        return multivectors(space.space, 0, degree, terms, names).map(space.restrict)
    return forms(space, vector_degree, degree, terms, names).map(
        lambda body: (
            Multivector.from_components(space, vector_degree, body.components)
            if vector_degree
            else multivector(body)
        )
    )


def maps(source: Any, target: Any, degree: int = 2, terms: int = 2) -> Strategy[Any]:
    """Polynomial maps between spaces; mostly without an inverse (see `automorphisms`).

    From or to an atlas they are given in one of its charts, from a level set around it.
    """
    if isinstance(source, Atlas) or isinstance(target, Atlas):
        from diffgeo.testing.random_automorphisms import maps_of_atlases

        return maps_of_atlases(source, target, degree, terms)
    if isinstance(source, LevelSet):  # maps of what is around it; they are read on it only
        source = source.space
    for space in (source, target):
        require_manifold(space, "make random maps from or to")
    images = _tuple(functions(source, degree, terms), target.dimension)
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
) -> Strategy[Any]:
    """Polynomial automorphisms of a space with their exact inverse (as ``phi.inverse``).

    Composed of ``steps`` elementary ones ``x ↦ c x + p(other coordinates)``, c ≠ 0, that
    change coordinates not in ``fixed``; these occur in p unless ``apart``. For atlases and level
    sets, whose automorphisms keep more, see `diffgeo.testing.random_automorphisms`.
    """
    if isinstance(space, Atlas | LevelSet) and (fixed or apart):
        raise NotSupported(f"no coordinates stay fixed on {space.name}: it has no chart of its own")
    if isinstance(space, Atlas):
        from diffgeo.testing.random_automorphisms import atlas_automorphisms

        return atlas_automorphisms(space, degree, terms, steps)
    if isinstance(space, LevelSet):
        from diffgeo.testing.random_automorphisms import level_set_automorphisms

        return level_set_automorphisms(space, degree, terms, steps)
    require_manifold(space, "make random automorphisms of")
    return _elementary_ones(space, degree, terms, steps, fixed, apart)


@st.composite
def _elementary_ones(
    draw: Any,
    space: Manifold,
    degree: int,
    terms: int,
    steps: int,
    fixed: Collection[str],
    apart: bool,
) -> Map:
    phi = identity_map(space)
    coordinates = space.chart.coordinates
    movable = [name for name in coordinates if name not in fixed]
    for name in draw(st.lists(st.sampled_from(movable), min_size=1, max_size=steps)):
        others = [other for other in coordinates if other != name]
        free = [other for other in others if not apart or other not in fixed]
        factor = number(draw(st.sampled_from([1, -1, 2, Fraction(1, 2)])))
        shift = draw(polynomials(free, degree, terms))
        kept: dict[str, Expression] = {other: Symbol(other) for other in others}
        there = add(multiply(factor, Symbol(name)), shift)
        back = divide(add(Symbol(name), negate(shift)), factor)
        phi = Map(space, space, {**kept, name: there}, inverse={**kept, name: back}) @ phi
    return phi


@st.composite
def diffeomorphisms(
    draw: Any,
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
    phi = draw(automorphisms(space, degree, terms, steps, fixed))
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

    def change(there: str, back: str) -> Map:
        return Map(space, space, {x: there}, inverse={x: back})

    pairs = [(f"{x}/(1 + {c}*{x})", f"{x}/(1 - {c}*{x})") for c in (1, 2)]
    bent = st.builds(change, st.just(f"exp({x})"), st.just(f"log({x})"))
    return st.one_of(st.sampled_from(pairs).map(lambda pair: phi @ change(*pair)), bent)


@st.composite
def curved_steps(
    draw: Any,
    space: Manifold,
    base: Collection[str] = (),
    fixed: Collection[str] = (),
    stretch: bool = True,
) -> Map:
    """Diffeomorphisms ``x ↦ (1 + y²) x + c y z`` with c ≠ 0, or without stretch ``x ↦ x + c y z``.

    y and z are other coordinates; if x is one of the base of a fibration, so are they.
    """
    names = space.chart.coordinates
    alone = base if len(base) == 1 else ()  # a lone coordinate has no such step
    name = draw(st.sampled_from([n for n in names if n not in (*fixed, *alone)]))
    others = [n for n in names if n != name and (n in base or name not in base)]
    y, z = (space[draw(st.sampled_from(others))] for _ in range(2))
    shift, factor = draw(st.sampled_from([1, -1, 2])) * y * z, 1 + y**2 if stretch else 1
    kept = dict(zip(names, space.coordinates, strict=True))
    there, back = kept | {name: factor * space[name] + shift}, (space[name] - shift) / factor
    return Map(space, space, there, inverse=kept | {name: back})


@st.composite
def sections(draw: Any, fibration: Fibration, degree: int = 3, terms: int = 2) -> Map:
    """Sections of a fibration, polynomial in the coordinates of the base (in time)."""
    require_fibration(fibration)
    places = fibration.base.chart.coordinates
    return fibration.section(
        {q: draw(polynomials(places, degree, terms)) for q in fibration.fibre_names}
    )


def polynomials(names: Sequence[str], degree: int = 2, terms: int = 2) -> Strategy[Expression]:
    """Expression trees of polynomials in the given names."""
    numbers = rationals().map(number)
    if not names:
        return numbers
    monomials = st.lists(st.sampled_from(list(names)), max_size=degree)
    term = st.builds(lambda c, m: multiply(c, *map(Symbol, m)), numbers, monomials)
    return st.lists(term, max_size=terms).map(lambda given: add(*given))


def _names(space: Manifold, names: Sequence[str] | None) -> Sequence[str]:
    return space.chart.coordinates if names is None else names


def _tuple(strategy: Strategy[Any], length: int) -> Strategy[tuple[Any, ...]]:
    return st.tuples(*[strategy] * length)
