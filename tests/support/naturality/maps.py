"""Maps, fibrations, jets, products; functors are compared by what they do to maps."""

from __future__ import annotations

from diffgeo import Distribution, Manifold, Map, d, identity_map, inverse_map, jet, product
from diffgeo.bundles import diagonal, product_map, tangent_map
from diffgeo.calculus import pushed_forward
from diffgeo.testing import (
    automorphisms,
    fibred_maps,
    forms,
    functions,
    maps,
    multivectors,
    projectable_fields,
    second_order_fields,
    sections,
    vector_fields,
    vector_forms,
    vertical_fields,
)
from naturality.registry import natural_operation
from naturality.spaces import (
    JF,
    JF2,
    E,
    F,
    J,
    M,
    P,
    bent,
    changes_M,
    changes_P,
    clocks,
    fibred,
    fibred_F,
    over_plane,
    unchanged,
)

# --- maps: changes of the target alone, and of the source alone -------------------------

phi = maps(M, P, 2, 2)
X, K, one = vector_fields(M, 1, 2), vector_forms(M, 1, 1, 2), forms(P, 1, 1, 2)
U = vector_fields(P, 1, 2)
for group, other in ((changes_M, P), (changes_P, M)):
    natural_operation(
        "Map Map.pull",
        lambda a, b: (a, a.pull(d(b))),
        phi,
        functions(P, 2, 2),
        under=group,
        examples=16,
        lifts=[unchanged(other)],
    )
    natural_operation(
        "Map.tangent Map.restrict Map.related",
        lambda a, V, T, Y: (a.tangent(V), a.tangent(T), a.restrict(Y), a.related(V, Y)),
        phi,
        X,
        K,
        U,
        under=group,
        lifts=[unchanged(other)],
    )
    natural_operation(
        "pushed_forward",
        lambda a, V: pushed_forward(a, V),
        *(phi, X),
        under=group,
        lifts=[unchanged(other)],
    )
natural_operation("Map", lambda a, b: a @ b, maps(M, M, 1, 2), maps(M, M, 1, 2), under=changes_M)
natural_operation(
    "inverse_map",
    lambda a: inverse_map(Map(P, P, a.images)),
    automorphisms(P, 1, 2),
    under=automorphisms(P, 1, 2),
)
natural_operation(
    "identity_map Manifold.identity", lambda: (identity_map(M), M.identity), under=changes_M
)

# --- fibrations -------------------------------------------------------------------------

on_E = dict(under=fibred, lifts=[E.base_map])
natural_operation(
    "Fibration FibredManifold FibredManifold.projection Fibration.vertical_distribution",
    lambda: (E.projection, E.vertical_distribution),
    **on_E,
)
natural_operation(
    "Fibration.pulled_back Fibration.projection",
    lambda a: F.pulled_back(a).projection,
    over_plane,
    under=over_plane,
    canonical=True,
)
natural_operation("Fibration.dt", lambda: E.dt, under=clocks)
natural_operation(
    "Fibration.is_vertical Fibration.is_projectable Fibration.is_semibasic Fibration.is_basic",
    lambda V, Z, A, a, f: (
        [E.is_vertical(field) for field in (V, Z, A)],
        [E.is_projectable(field) for field in (V, Z, A)],
        [E.is_semibasic(form) for form in (a, E.dt, f * E.dt)],
        [E.is_basic(form) for form in (a, E.dt, f * E.dt)],
    ),
    vertical_fields(E, 1, 2),
    projectable_fields(E, 1, 2),
    vector_fields(E, 1, 2),
    forms(E, 1, 1, 2),
    functions(E, 1, 2),
    under=clocks,
    lifts=[E.base_map],
)
natural_operation(
    "Fibration.projected", lambda Z: E.projected(Z), projectable_fields(E, 2, 2), **on_E
)
natural_operation(
    "Fibration.descend",
    lambda a: F.descend(F.projection.pull(a)),
    forms(F.base, 1, 2, 2),
    under=fibred_F,
    lifts=[F.base_map],
)
natural_operation(
    "Fibration.is_section",
    lambda s, r: (F.is_section(s), F.is_section(r)),
    sections(F, 2, 2),
    maps(F.base, F, 1, 2),
    under=fibred_F,
    lifts=[F.base_map],
)
natural_operation(
    "Fibration.is_fibred Fibration.base_map",
    lambda a, b: (F.is_fibred(a), F.base_map(a), F.is_fibred(b)),
    fibred_maps(F, F, 2, 2),
    maps(F, F, 1, 2),
    under=fibred_F,
    lifts=[F.base_map],
)

# --- jets over time: changes with t ↦ t + c, or of the unit of time where that is allowed

lifted = dict(under=clocks, lifts=[J.prolong_fibred, E.base_map])
anyhow = dict(under=fibred, lifts=[J.prolong_fibred, E.base_map])
F0, mu = functions(E, 2, 2), forms(E, 1, 1, 2)
natural_operation(
    "jet JetSpace JetSpace.projection_to HorizontalSplitting.source_projection JetSpace.lowered",
    lambda: (J.projection_to(0), J.projection_to(1), J.source_projection, J.lowered(1).projection),
    **anyhow,
)
natural_operation(
    "VelocitySpace.total_derivative HorizontalSplitting.contraction VelocitySpace.contract",
    lambda f, a: (J.total_derivative(f), J.total_derivative(a), J.contraction(a), J.contract(a)),
    F0,
    mu,
    **lifted,
)
natural_operation(
    "HorizontalSplitting.horizontal_part HorizontalSplitting.contact_part "
    "HorizontalSplitting.cartan_distribution HorizontalSplitting.contact_ideal",
    lambda: (J.horizontal_part, J.contact_part, J.cartan_distribution, J.contact_ideal),
    **anyhow,
)
natural_operation(
    "HorizontalSplitting.horizontal_differential HorizontalSplitting.vertical_differential "
    "HorizontalSplitting.contact",
    lambda f, a: (
        J.horizontal_differential(a),
        J.vertical_differential(a),
        J.contact(f),
    ),
    F0,
    mu,
    **anyhow,
)
natural_operation(
    "HorizontalSplitting.contact_forms",
    lambda: Distribution.annihilated_by(J.contact_forms),
    **anyhow,
)
natural_operation(
    "HorizontalSplitting.holonomic_lift HorizontalSplitting.total_derivative_along",
    lambda V, a: (JF.holonomic_lift(V), JF.total_derivative_along(V)(a)),
    vector_fields(F.base, 1, 2),
    forms(F, 1, 1, 2),
    under=fibred_F,
    lifts=[JF.prolong_fibred, F.base_map],
)
natural_operation(
    "HorizontalSplitting.total_derivatives",
    lambda f: [D(f) for D in JF.total_derivatives],
    functions(F, 2, 2),
    under=over_plane,
    lifts=[JF.prolong_fibred],
)
natural_operation(
    "JetSpace.vertical_endomorphism JetSpace.dt",
    lambda: (J.vertical_endomorphism, J.dt),
    **lifted,
)
natural_operation(
    "JetSpace.vertical_lift",
    lambda V, f: (J.vertical_lift(J.contact_part(V)), J.vertical_lift(f * J.contact_part)),
    vector_fields(J, 1, 2),
    functions(J, 1, 2),
    **lifted,
)
natural_operation(
    "JetSpace.vertical_endomorphism_along",
    lambda eta: JF.vertical_endomorphism_along(eta),
    forms(F.base, 1, 1, 2),
    under=fibred_F,
    lifts=[JF.prolong_fibred, F.base_map],
)
natural_operation(
    "JetSpace.is_second_order",
    lambda V, Z: (J.is_second_order(V), J.is_second_order(Z), J.is_second_order(V + Z)),
    second_order_fields(J, 1, 1),
    vector_fields(J, 1, 2),
    **lifted,
)
natural_operation(
    "JetSpace.prolong HorizontalSplitting.is_holonomic",
    lambda s, r: (J.prolong(s), J.is_holonomic(J.prolong(s)), J.is_holonomic(r)),
    sections(E, 2, 2),
    sections(J.source_fibration, 1, 2),
    **anyhow,
)
natural_operation(
    "JetSpace.prolong",
    lambda s: JF2.prolong(s),
    sections(F, 2, 2),
    under=over_plane,
    lifts=[JF2.prolong_fibred],
    examples=3,
)
natural_operation(
    "JetSpace.prolong_fibred",
    lambda a: J.prolong_fibred(a),
    fibred,
    under=fibred,
    lifts=[J.prolong_fibred],
)
natural_operation(
    "JetSpace.prolong_field",
    lambda V, Z: (J.prolong_field(V), J.prolong_field(Z)),
    vector_fields(E, 1, 2),
    projectable_fields(E, 1, 2),
    **anyhow,
)
natural_operation(
    "HorizontalSplitting.source_fibration",
    lambda Z: J.source_fibration.projected(J.prolong_field(Z)),
    projectable_fields(E, 2, 2),
    **anyhow,
)


natural_operation(
    "JetSpace.embedding", lambda: J.embedding, under=clocks, lifts=[J.prolong_fibred, tangent_map]
)


def _repeated(change):
    return jet(JF.source_fibration, 1).prolong_fibred(JF.prolong_fibred(change))


natural_operation(
    "JetSpace.holonomic_embedding",
    lambda: JF2.holonomic_embedding,
    under=over_plane,
    lifts=[JF2.prolong_fibred, _repeated],
    examples=3,
)

# --- products: a pair of changes, one of each factor ------------------------------------

A = Manifold("A", "u v")
PRODUCT = product(M, A)
SQUARE = product(A, A, suffixes=("1", "2"))
left, right = (bent(automorphisms(space, 1, 1, 1), space) for space in (M, A))


def on_left(change):
    return product_map(PRODUCT, PRODUCT, change, identity_map(A))


def on_right(change):
    return product_map(PRODUCT, PRODUCT, identity_map(M), change)


def twice(change):
    return product_map(SQUARE, SQUARE, change, change)


for group, lift, other in ((left, on_left, A), (right, on_right, M)):
    natural_operation(
        "product Product Product.lift Product.fibration product_map",
        lambda V, Z, B: (
            PRODUCT.projections,
            PRODUCT.lift(V),
            PRODUCT.lift(Z),
            PRODUCT.lift(B),
            PRODUCT.fibration(0).projection,
        ),
        vector_fields(M, 1, 2),
        vector_forms(A, 1, 1, 2),
        multivectors(A, 2, 1, 2),
        under=group,
        lifts=[lift, unchanged(other)],
    )
    natural_operation(
        "Product.pair product_map",
        lambda a, b: (
            PRODUCT.pair(identity_map(M), a),
            product_map(PRODUCT, PRODUCT, b, identity_map(A)),
        ),
        maps(M, A, 1, 2),
        maps(M, M, 1, 2),
        under=group,
        lifts=[lift, unchanged(other)],
    )
natural_operation("diagonal", lambda: diagonal(SQUARE), under=right, lifts=[twice])
