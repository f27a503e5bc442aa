"""Strategies for submanifolds that are given by equations, and for fields tangent to them."""

from __future__ import annotations

from hypothesis import strategies as st

from diffgeo.calculus.multivectors import multivector
from diffgeo.calculus.spaces import Manifold
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.subsets.level_sets import LevelSet, level_set
from diffgeo.testing.strategies import automorphisms, vector_fields


def tangent_fields(
    level_set: LevelSet, degree: int = 1, terms: int = 1
) -> st.SearchStrategy[VectorForm]:
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


def smooth_level_sets(
    space: Manifold, codimension: int = 1, degree: int = 2, terms: int = 2
) -> st.SearchStrategy[LevelSet]:
    """Level sets, smooth everywhere: planes of coordinates in random polynomial coordinates."""
    normals = space.coordinates[:codimension]
    return automorphisms(space, degree, terms).map(
        lambda phi: level_set(space, [phi.pull(x) for x in normals])
    )
