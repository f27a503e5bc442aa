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

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar, overload

from hypothesis import strategies as st

from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.maps import Map
from diffgeo.calculus.multivectors import Multivector, multivector
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.rings.expression import Expression, Symbol, add, multiply, number
from diffgeo.subsets.level_sets import LevelSet
from diffgeo.testing.any_space import Space, Varied, everywhere, require_fibration

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.subsets.restrictions import Restriction

Strategy = st.SearchStrategy
T = TypeVar("T")


def rationals(bound: int = 4) -> Strategy[Fraction]:
    """Small exact numbers: integers up to ``bound``, and their halves and thirds."""
    return st.builds(Fraction, st.integers(-bound, bound), st.integers(1, 3))


@overload
def functions(
    space: Manifold, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Strategy[Form]: ...
@overload
def functions(
    space: Space, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Varied: ...
def functions(
    space: Space, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Varied:
    """Polynomial functions on a space."""
    return forms(space, 0, degree, terms, names)


@everywhere
def forms(
    space: Manifold,
    form_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Form]:
    """Differential forms of degree ``form_degree`` on a space."""
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


@overload
def vector_fields(
    space: Manifold, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Strategy[VectorForm]: ...
@overload
def vector_fields(
    space: Space, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Varied: ...
def vector_fields(
    space: Space, degree: int = 2, terms: int = 2, names: Sequence[str] | None = None
) -> Varied:
    """Vector fields on a space; on a level set, tangent ones (see `tangent_fields`)."""
    return vector_forms(space, 0, degree, terms, names)


@everywhere
def vector_forms(
    space: Manifold,
    form_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[VectorForm]:
    """Vector-valued forms of degree ``form_degree``; (1,1) tensors have degree 1."""
    values = _tuple(forms(space, form_degree, degree, terms, names), space.dimension)
    return values.map(lambda given: VectorForm(space, form_degree, given))


@everywhere
def multivectors(
    space: Manifold,
    vector_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Multivector]:
    """Multivector fields of degree ``vector_degree`` (0: functions, 2: bivectors)."""
    return forms(space, vector_degree, degree, terms, names).map(
        lambda body: (
            Multivector.from_components(space, vector_degree, body.components)
            if vector_degree
            else multivector(body)
        )
    )


def tangent_fields(level_set: LevelSet, degree: int = 1, terms: int = 1) -> Strategy[VectorForm]:
    """Vector fields on the ambient manifold that are tangent to a level set, everywhere.

    For equations φ_1, …, φ_m they are ``P.insert(dφ_1)…insert(dφ_m)`` with a product P of m+1
    random fields: every further dφ inserted gives zero.
    """
    fields = vector_fields(level_set.space, degree, terms)

    def tangent(factors: tuple[VectorForm, ...]) -> VectorForm:
        product = multivector(*factors)
        for normal in level_set.conormal:
            product = product.insert(normal)
        return product.as_field()

    return st.tuples(*[fields] * (len(level_set.equations) + 1)).map(tangent)


@forms.register(LevelSet)
def _forms_on_a_level_set(N: LevelSet, *options: Any, **named: Any) -> Strategy[Restriction]:
    return forms(N.space, *options, **named).map(N.restrict)


@vector_forms.register(LevelSet)
def _vector_forms_on_a_level_set(
    N: LevelSet,
    form_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Restriction]:
    """Vector-valued forms ``Σ ω_a * X_a``, X_a tangent to the level set."""
    fields = tangent_fields(N, degree, terms)
    if form_degree == 0:
        return fields.map(N.restrict)
    factors = forms(N.space, form_degree, degree, terms, names)
    zero = N.space.vector_form(form_degree, {})
    parts = st.lists(st.builds(lambda omega, X: omega * X, factors, fields), max_size=2)
    return parts.map(lambda given: N.restrict(sum(given, start=zero)))


@multivectors.register(LevelSet)
def _multivectors_on_a_level_set(
    N: LevelSet,
    vector_degree: int,
    degree: int = 2,
    terms: int = 2,
    names: Sequence[str] | None = None,
) -> Strategy[Restriction]:
    """Products of as many tangent fields."""
    if not vector_degree:
        return multivectors(N.space, 0, degree, terms, names).map(N.restrict)
    fields = _tuple(tangent_fields(N, degree, terms), vector_degree)
    return fields.map(lambda factors: N.restrict(multivector(*factors)))


@st.composite
def sections(draw: st.DrawFn, fibration: Fibration, degree: int = 3, terms: int = 2) -> Map:
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


def _tuple(strategy: Strategy[T], length: int) -> Strategy[tuple[T, ...]]:
    return st.tuples(*[strategy] * length)
