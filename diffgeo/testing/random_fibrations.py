"""Hypothesis strategies for fibrations: fields and automorphisms that respect the fibres."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import strategies as st

from diffgeo.bundles.fibrations import Fibration
from diffgeo.calculus.maps import Map
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.testing.any_space import everywhere, require_fibration
from diffgeo.testing.random_automorphisms import curved_steps, elementary_automorphisms
from diffgeo.testing.strategies import polynomials


@everywhere
@st.composite
def vertical_fields(
    draw: st.DrawFn, fibration: Fibration, degree: int = 2, terms: int = 2
) -> VectorForm:
    """Vertical fields of a fibration, with polynomial components."""
    E = fibration.total
    names = E.chart.coordinates
    return E.vector_field(
        {q: draw(polynomials(names, degree, terms)) for q in fibration.fibre_names}
    )


@everywhere
@st.composite
def projectable_fields(
    draw: st.DrawFn, fibration: Fibration, degree: int = 2, terms: int = 2
) -> VectorForm:
    """Fields over a field on the base, with polynomial components."""
    below = fibration.base_names
    moved = {x: draw(polynomials(below, degree, terms)) for x in below}
    vertical: VectorForm = draw(vertical_fields(fibration, degree, terms))
    return fibration.total.vector_field(moved) + vertical


@st.composite
def fibred_automorphisms(
    draw: st.DrawFn,
    fibration: Fibration,
    degree: int = 2,
    terms: int = 2,
    steps: int = 2,
    fixed: Collection[str] = (),
) -> Map:
    """Polynomial automorphisms that send fibres into fibres, with their exact inverse.

    Composed of ``steps`` elementary ones ``q ↦ c q + p``, c ≠ 0, with a polynomial p in the
    other coordinates for fibre coordinates q, and in the other ones of the base for those of the
    base. The coordinates in ``fixed`` do not change.
    """
    require_fibration(fibration)
    E, below = fibration.total, fibration.base_names
    names = E.chart.coordinates
    others = {
        name: [q for q in (below if name in below else names) if q != name]
        for name in names
        if name not in fixed
    }
    found: Map = draw(elementary_automorphisms(E, others, degree, terms, steps))
    return found


@st.composite
def fibred_diffeomorphisms(
    draw: st.DrawFn,
    fibration: Fibration,
    degree: int = 1,
    terms: int = 1,
    steps: int = 1,
    fixed: Collection[str] = (),
) -> Map:
    """Diffeomorphisms that send fibres into fibres, rational like `diffeomorphisms`.

    A fibred automorphism after one step ``q ↦ (1 + y²) q + c y z``, of a coordinate of the fibres
    or of the base that is not in ``fixed``; over a line also ``t ↦ t/(1 + c t)``, since what is
    made of ``∂_t∂_t`` is kept by the affine changes of time.
    """
    phi = draw(fibred_automorphisms(fibration, degree, terms, steps, fixed))
    return phi @ draw(curved_steps(fibration.total, fibration.base_names, fixed))


@st.composite
def fibred_maps(
    draw: st.DrawFn, source: Fibration, target: Fibration, degree: int = 2, terms: int = 2
) -> Map:
    """Polynomial maps that send fibres into fibres; mostly without an inverse."""
    for fibration in (source, target):
        require_fibration(fibration)
    above = source.total.chart.coordinates
    images = {x: draw(polynomials(source.base_names, degree, terms)) for x in target.base_names}
    images |= {q: draw(polynomials(above, degree, terms)) for q in target.fibre_names}
    return Map(source.total, target.total, images)
