"""The vertical endomorphism of J¹π by its intrinsic definition: projections and vertical lift."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    FibredManifold,
    Manifold,
    Status,
    VectorForm,
    check,
    d,
    identity_map,
    interior,
    jet,
    lie,
    tangent,
)
from diffgeo.bundles.lifts import vertical_lift_at
from diffgeo.errors import AxiomViolation, NotSupported, SpaceMismatch
from diffgeo.testing import functions, vector_fields, vector_forms, vertical_fields

E = FibredManifold("E", coordinates="x y")
J = jet(E)
SPACES = [
    J,
    jet(FibredManifold("L", coordinates="x")),
    jet(FibredManifold("D", coordinates="x y z")),
]
FEW = settings(max_examples=15)


def along(space, X):
    """``Tπ(X) - dt(X) T`` from the two projections alone, as a field along J¹π → E."""
    E = space.base_space
    rates = [X(space.projection.pull(f)) - space.dt(X) * space.total_derivative(f)
             for f in E.coordinates]  # fmt: skip
    return VectorForm(E, 0, rates, space.projection)


@FEW
@given(st.data())
def test_the_intrinsic_definition_is_the_characterised_one(data):
    """X ↦ (Tπ(X) - dt(X) T)^v is S: on random fields, and as a tensor."""
    for space in SPACES:
        S = space.vertical_endomorphism
        X = data.draw(vector_fields(space, 1, 2))
        W = along(space, X)
        assert check(space.contact_part(X) == W)
        assert check(space.vertical_lift(W) == S(X))
        wrong = space.vertical_lift(2 * W) == S(X)
        assert bool(check(wrong)) is bool(check(S(X) == 0))
        assert check(space.vertical_lift(space.contact_part) == S)
        assert check(space.vertical_lift(space.contact_part) == -S).status is Status.REFUTED


@FEW
@given(vector_fields(J, 1, 2), functions(E, 2, 2))
def test_only_this_combination_is_vertical(X, F):
    """Tπ(X) + dt(X) T and Tπ(X) have no lift to J¹π, unless dt(X) = 0."""
    W, T = along(J, X), J.holonomic_lift(E.base.frame[0])
    clock = J.dt(X)
    for other in (W + clock * T, W + 2 * clock * T):
        if check(clock == 0):
            assert check(J.vertical_lift(other) == J.vertical_endomorphism(X))
        else:
            with pytest.raises(AxiomViolation, match="vertical over time"):
                J.vertical_lift(other)
    # d/ds (z + s W) is the derivative of d_T F along W: d_T F is affine on the fibres.
    lifted = J.vertical_lift(W)
    assert check(lifted(J.total_derivative(F)) == interior(W, d(F)))
    assert check(lifted(J.projection.pull(F)) == 0)


@FEW
@given(vertical_fields(E), vector_forms(E, 1, 1, 2))
def test_it_is_the_vertical_lift_of_the_tangent_bundle(V, K):
    TE, iota, pi = tangent(E), J.embedding, J.projection
    over = VectorForm(E, 0, [pi.pull(V(q)) for q in E.coordinates], pi)
    assert check(iota.related(J.vertical_lift(over), TE.vertical_lift(V)))
    assert check(iota.tangent(J.vertical_lift(over)) == lie(vertical_lift_at(iota, over)))
    if not check(V == 0):
        assert not check(iota.related(2 * J.vertical_lift(over), TE.vertical_lift(V)))
    # At the points of the projection of TE itself: forms along a map, pulled back.
    moved = VectorForm(E, 1, [TE.projection.pull(interior(K, d(q))) for q in E.coordinates],
                       TE.projection)  # fmt: skip
    found = vertical_lift_at(identity_map(TE), moved)
    wanted = TE.vertical_lift(K)
    assert check([interior(found, d(f)) == interior(wanted, d(f)) for f in TE.coordinates])


def test_what_has_no_vertical_lift():
    with pytest.raises(AxiomViolation, match="vertical over time"):
        J.vertical_lift(J.holonomic_lift(E.base.frame[0]))
    with pytest.raises(SpaceMismatch, match=r"above its own"):
        J.vertical_lift(E.frame[1])
    other = jet(FibredManifold("E'", coordinates="x y"))
    with pytest.raises(SpaceMismatch):
        J.vertical_lift(other.contact_part)
    second = jet(E, 2)
    with pytest.raises(NotSupported, match=r"use jet\(E, 1\)"):
        second.vertical_lift(second.contact_part)
    plane = jet(FibredManifold("P", base=Manifold("B", "a b"), coordinates="u"))
    with pytest.raises(NotSupported, match="line of time"):
        plane.vertical_lift(plane.contact_part)
