"""Tangent, cotangent, vertical and dual jet bundles: canonical objects, lifts and maps."""

from __future__ import annotations

from diffgeo import d, tangent
from diffgeo.bundles import cotangent_map, fibre_derivative, tangent_map, tulczyjew_isomorphism
from diffgeo.testing import (
    forms,
    functions,
    multivectors,
    nonlinear_connections,
    projectable_fields,
    semisprays,
    sprays,
    tensors,
    vector_fields,
    vector_forms,
    vertical_fields,
)
from naturality.registry import natural_operation
from naturality.spaces import (
    DUAL,
    PAIRS,
    PQ,
    TQ,
    VERTICAL,
    E,
    J,
    P,
    Q,
    changes_P,
    changes_Q,
    clocks,
    fibred,
    pairs_map,
    vertical_map,
)

# --- tangent bundles --------------------------------------------------------------------

T = dict(under=changes_Q, lifts=[tangent_map])
f, one, two = functions(Q, 2, 2), forms(Q, 1, 2, 2), forms(Q, 2, 2, 2)
X, K, B = vector_fields(Q, 2, 2), vector_forms(Q, 1, 1, 2), multivectors(Q, 2, 1, 2)
G = tensors(Q, (0, 2), 1, 1, 2)
natural_operation(
    "tangent TangentBundle TangentBundle.vertical_endomorphism TangentBundle.liouville_field "
    "VelocitySpace.total_derivative VelocitySpace.contraction",
    lambda: (
        TQ.vertical_endomorphism,
        TQ.liouville_field,
        TQ.projection,
        TQ.total_derivative,
        TQ.contraction,
    ),
    **T,
)
natural_operation("VelocitySpace.contract", lambda a: TQ.contract(a), one, **T)
natural_operation("tangent_map", tangent_map, changes_Q, **T)
natural_operation(
    "TangentBundle.vertical_lift",
    lambda *given: [TQ.vertical_lift(thing) for thing in given],
    *(f, one, two, X, K, B, G),
    **T,
)
natural_operation(
    "TangentBundle.complete_lift",
    lambda *given: [TQ.complete_lift(thing) for thing in given],
    *(f, one, two, X, K, B, G),
    **T,
)
natural_operation(
    "TangentBundle.horizontal_lift",
    lambda c, *given: [TQ.horizontal_lift(thing, c) for thing in given],
    nonlinear_connections(TQ, 1, 1),
    *(f, one, X, K, B, G),
    **T,
)
natural_operation(
    "TangentBundle.vector_form_over",
    lambda k: TQ.vector_form_over(
        k, TQ.projection.pull, lambda a: TQ.total_derivative(a) + 3 * TQ.projection.pull(a)
    ),
    X,
    under=changes_Q,
    lifts=[tangent_map],
)
natural_operation("TangentBundle.field_section", lambda V: TQ.field_section(V), X, **T)
natural_operation(
    "TangentBundle.is_semispray TangentBundle.is_spray",
    lambda S, R, Z: [
        statement
        for field in (S, R, Z)
        for statement in (TQ.is_semispray(field), TQ.is_spray(field))
    ],
    semisprays(TQ, 1, 1),
    sprays(TQ, 1, 1),
    vector_fields(TQ, 1, 2),
    **T,
)
natural_operation(
    "TangentBundle.canonical_flip",
    lambda: tangent(tangent(P)).canonical_flip,
    under=changes_P,
    lifts=[lambda phi: tangent_map(tangent_map(phi))],
)

# --- cotangent bundles ------------------------------------------------------------------

C = dict(under=changes_Q, lifts=[cotangent_map])
natural_operation(
    "cotangent CotangentBundle CotangentBundle.liouville_form CotangentBundle.liouville_field "
    "CotangentBundle.symplectic",
    lambda: (PQ.liouville_form, PQ.liouville_field, PQ.symplectic, PQ.projection),
    **C,
)
natural_operation(
    "CotangentBundle.momentum CotangentBundle.complete_lift CotangentBundle.twisted_form",
    lambda V, k: (PQ.momentum(V), PQ.complete_lift(V), PQ.complete_lift(k), PQ.twisted_form(k)),
    X,
    K,
    **C,
)
natural_operation(
    "CotangentBundle.vertical_lift CotangentBundle.form_section",
    lambda a, k, h: (
        PQ.vertical_lift(a),
        PQ.vertical_lift(k),
        PQ.vertical_lift(h),
        PQ.form_section(a),
    ),
    one,
    K,
    f,
    **C,
)
natural_operation("cotangent_map", cotangent_map, changes_Q, **C)
natural_operation(
    "fibre_derivative",
    fibre_derivative,
    functions(TQ, 3, 2),
    under=changes_Q,
    lifts=[tangent_map, cotangent_map],
)
natural_operation(
    "CotangentBundle.semibasic_map",
    lambda L: PQ.semibasic_map(TQ.vertical_endomorphism.transpose(d(L)), TQ.projection),
    functions(TQ, 3, 2),
    under=changes_Q,
    lifts=[tangent_map, cotangent_map],
)
natural_operation(
    "tulczyjew_isomorphism",
    lambda: tulczyjew_isomorphism(P),
    under=changes_P,
    lifts=[
        lambda phi: tangent_map(cotangent_map(phi)),
        lambda phi: cotangent_map(tangent_map(phi)),
    ],
    examples=3,
)

# --- vertical bundles -------------------------------------------------------------------

V = dict(under=fibred, lifts=[vertical_map, tangent_map])
natural_operation(
    "vertical_bundle VerticalBundle VerticalBundle.inclusion", lambda: VERTICAL.inclusion, **V
)
natural_operation("VerticalBundle.contract", lambda a: VERTICAL.contract(a), forms(E, 1, 1, 2), **V)
natural_operation(
    "VerticalBundle.field_section VerticalBundle.vertical_lift",
    lambda Y: (VERTICAL.field_section(Y), VERTICAL.vertical_lift(Y)),
    vertical_fields(E, 2, 2),
    **V,
)

# --- dual jets over time: any change of the unit of time where no Hamiltonian is compared

D = dict(under=fibred, lifts=[DUAL.induced_map, cotangent_map, E.base_map])
shifted = dict(under=clocks, lifts=[DUAL.induced_map, cotangent_map])
H = functions(DUAL, 2, 2)
rest = vertical_fields(E, 1, 2).map(lambda Y: E.vector_field(t=1) + Y)
natural_operation(
    "dual_jet DualJetBundle DualJetBundle.reduction DualJetBundle.liouville_field "
    "DualJetBundle.poisson DualJetBundle.source_fibration",
    lambda: (
        DUAL.reduction,
        DUAL.liouville_field,
        DUAL.poisson,
        DUAL.projection,
        DUAL.source_fibration.projection,
    ),
    **D,
)
natural_operation(
    "DualJetBundle.liouville_form DualJetBundle.dt",
    lambda: (DUAL.liouville_form, DUAL.dt),
    **shifted,
)
natural_operation("DualJetBundle.momentum", lambda Y: DUAL.momentum(Y), vertical_fields(E), **D)
natural_operation(
    "DualJetBundle.vertical_lift DualJetBundle.complete_lift",
    lambda h, a, Z: (DUAL.vertical_lift(h), DUAL.vertical_lift(a), DUAL.complete_lift(Z)),
    functions(E, 2, 2),
    forms(E, 1, 2, 2),
    projectable_fields(E, 1, 2),
    **D,
)
natural_operation("DualJetBundle.induced_map", lambda phi: DUAL.induced_map(phi), fibred, **D)
natural_operation(
    "DualJetBundle.hamiltonian_section DualJetBundle.hamiltonian_function",
    lambda h, frame, other: (
        (section := DUAL.hamiltonian_section(h, frame)),
        DUAL.hamiltonian_function(section, other),
    ),
    H,
    rest,
    rest,
    **shifted,
)
natural_operation(
    "DualJetBundle.hamiltonian_form DualJetBundle.cosymplectic DualJetBundle.evolution_field",
    lambda h, frame: (
        DUAL.hamiltonian_form(section := DUAL.hamiltonian_section(h, frame)),
        DUAL.cosymplectic(section),
        DUAL.evolution_field(section),
    ),
    H,
    rest,
    **shifted,
)

# --- covectors and velocities together --------------------------------------------------

U = dict(
    under=clocks,
    lifts=[pairs_map, J.prolong_fibred, cotangent_map, DUAL.induced_map],
)
natural_operation(
    "jet_momentum JetMomentumBundle JetMomentumBundle.to_jets JetMomentumBundle.to_dual_jets "
    "JetMomentumBundle.coupling",
    lambda: (PAIRS.to_jets, PAIRS.to_dual_jets, PAIRS.projection, PAIRS.coupling),
    **U,
)
natural_operation(
    "JetMomentumBundle.form_section JetMomentumBundle.field_section",
    lambda a, frame: (PAIRS.form_section(a), PAIRS.field_section(frame)),
    forms(E, 1, 1, 2),
    rest,
    **U,
)
