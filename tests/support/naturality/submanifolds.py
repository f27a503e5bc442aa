"""Frames, quasi-velocities and level sets."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import strategies as st

from diffgeo import AlmostProduct, Distribution, Frame, d, level_set, zero_set
from diffgeo.bundles import QuasiVelocities, tangent_map
from diffgeo.metrics import InducedConnection, InducedMetric
from diffgeo.structures import tensor
from diffgeo.subsets import EmbeddedSubset, LocallyClosedSet
from diffgeo.subsets import components as components_of
from diffgeo.testing import (
    coframes,
    forms,
    frames,
    functions,
    linear_connections,
    maps,
    metrics,
    multivectors,
    projectors,
    smooth_level_sets,
    tangent_fields,
    vector_fields,
    vector_forms,
)
from naturality.registry import natural_operation
from naturality.spaces import TQ, M, P, Q, changes_M, changes_Q

f, h = functions(M, 2, 2), functions(M, 1, 2)
X, one = vector_fields(M, 1, 2), forms(M, 1, 1, 2)
every = dict(under=changes_M)
P1 = projectors(M, 1)

# --- frames and quasi-velocities --------------------------------------------------------

e = frames(M, 1, 1)
natural_operation(
    "Frame Frame.pulled_back Frame.coframe Frame.tensors",
    lambda s: (s, s.coframe, s.tensors),
    e,
    **every,
)
natural_operation("Composite.lie_derivative", lambda s, V: s.lie_derivative(V), e, X, **every)
natural_operation("Frame.from_coframe", Frame.from_coframe, coframes(M, 1, 1), **every)
natural_operation(
    "Frame.adapted_to",
    lambda p: [
        Distribution(M, part)
        for s in [Frame.adapted_to(AlmostProduct(p))]
        for part in (s.fields[:1], s.fields[1:])
    ],
    P1,
    **every,
)
natural_operation(
    "Frame.structure_functions Frame.structure_equations Frame.is_holonomic",
    lambda s: (s.structure_functions, s.structure_equations(), s.is_holonomic()),
    e,
    **every,
)
natural_operation(
    "Frame.components",
    lambda s, V, a, B, K: [_all(s, thing) for thing in (V, a, B, K, tensor(K))],
    e,
    X,
    one,
    multivectors(M, 2, 1, 1),
    vector_forms(M, 1, 1, 1),
    **every,
)
natural_operation(
    "Frame.vector_field Frame.form Frame.tensor",
    lambda s, k: (
        s.vector_field({"e_2": k}),
        s.form({"e_1": k, "e_3": 2}),
        s.tensor((1, 2), {("e_2", "e_1", "e_3"): k, ("e_1", "e_2", "e_2"): 3}),
    ),
    e,
    h,
    **every,
)
on_Q = dict(under=changes_Q, lifts=[tangent_map])
natural_operation(
    "QuasiVelocities QuasiVelocities.functions QuasiVelocities.frame QuasiVelocities.tensors "
    "QuasiVelocities.derivatives QuasiVelocities.transitivity",
    lambda s: (
        (w := QuasiVelocities(s, TQ)).functions,
        w.tensors,
        w.frame,
        w.derivatives,
        w.transitivity(),
    ),
    frames(Q, 1, 1),
    **on_Q,
)
natural_operation(
    "QuasiVelocities.pulled_back",
    lambda s, phi: QuasiVelocities(s, TQ).pulled_back(phi).functions,
    frames(Q, 1, 1),
    changes_Q,
    **on_Q,
)
natural_operation(
    "QuasiVelocities.boltzmann_hamel",
    lambda s, L, V: QuasiVelocities(s, TQ).boltzmann_hamel(L, V),
    frames(Q, 1, 1),
    functions(TQ, 2, 2),
    functions(TQ, 2, 2).map(lambda a: TQ.semispray({"x": a})),
    **on_Q,
)

# --- level sets -------------------------------------------------------------------------

N = smooth_level_sets(M, 1, 2, 1)
natural_operation(
    "level_set LevelSet LevelSet.pulled_back LevelSet.dimension LevelSet.ideal",
    lambda s: (level_set(M, s.equations), s.dimension, s.ideal),
    N,
    **every,
)
natural_operation(
    "LevelSet.conormal", lambda s: Distribution.annihilated_by(s.conormal), N, **every
)
natural_operation("components", lambda s: components_of(M, s.equations[0]), N, **every)
natural_operation(
    "LevelSet.restrict Restriction Restriction.pulled_back Restriction.apply",
    lambda s, a, k: (s.restrict(a), d(s.restrict(k)), s.restrict(a) * s.restrict(k)),
    N,
    one,
    f,
    **every,
)
natural_operation(
    "LevelSet.same LevelSet.vanishes LevelSet.is_tangent",
    lambda s, a, V: (
        s.same(a, a + s.equations[0] * a),
        s.same(a, 2 * a),
        s.vanishes(s.equations[0] * a),
        s.is_tangent(V),
        s.is_tangent(s.equations[0] * V),
    ),
    N,
    one,
    X,
    **every,
)
natural_operation(
    "LevelSet.restrict",
    lambda pair: pair[0].restrict(pair[1]),
    N.flatmap(lambda s: st.tuples(st.just(s), tangent_fields(s))),
    **every,
)
natural_operation(
    "LevelSet",
    lambda s, k: (s & level_set(M, k), s == s),
    N,
    smooth_level_sets(M, 1, 1, 1).map(lambda other: other.equations[0] + 3 * M["z"]),
    **every,
)
g = metrics(M, 1, 1, 1, (1,))
tangent_pairs = N.flatmap(lambda s: st.tuples(st.just(s), tangent_fields(s), tangent_fields(s)))
natural_operation(
    "InducedMetric InducedMetric.pulled_back InducedMetric.tensor InducedMetric.connection "
    "InducedMetric.projector InducedMetric.gradient InducedMetric.is_killing "
    "InducedMetric.second_fundamental_form InducedMetric.bending InducedMetric.gauss_codazzi",
    lambda given, m, k: (
        (h := InducedMetric(given[0], m)),
        h.tensor,
        given[0].restrict(h.projector),
        h.gradient(k),
        h.is_killing(given[1]),
        h.second_fundamental_form(*given[1:]),
        h.bending(*given[1:]),
        h.gauss_codazzi(),
        h.connection,
    ),
    tangent_pairs,
    g,
    f,
    **every,
)
natural_operation(
    "InducedConnection InducedConnection.pulled_back InducedConnection.torsion "
    "InducedConnection.curvature InducedConnection.normal_part",
    lambda given, m, nabla: (
        (D := InducedConnection(given[0], nabla, InducedMetric(given[0], m).projector)),
        D(*given[1:]),
        D.torsion(*given[1:]),
        D.curvature(*given[1:], given[1]),
        D.normal_part(*given[1:]),
    ),
    tangent_pairs,
    g,
    linear_connections(M, 1, 1, 2),
    **every,
)
natural_operation(
    "LevelSet.receives",
    lambda s, phi: (s.receives(phi), level_set(M, s.equations).receives(phi)),
    N,
    maps(P, M, 1, 1),
    **every,
)


def _all(frame, thing):
    """Every component in the frame, also those that are zero."""
    found = frame.components(thing)
    return [found[key] for key in _keys(frame, thing)]


def _keys(frame, thing):
    names = frame.names
    if type(thing).__name__ == "Tensor":
        return list(product(names, repeat=thing.rank))
    degree = thing.degree if type(thing).__name__ != "VectorForm" else 1
    return list(names) if degree == 1 else list(combinations(names, degree))


# --- zero sets: which coordinates are solved for depends on the chart, the set does not -------


def _zero_set(s, k):
    zeros = zero_set(M, s.equations)
    own = zeros.restrict(k)
    return (
        zeros,
        level_set(M, zeros.generators),
        zeros.dimension,
        zeros.vanishes(own),
        zeros.vanishes(zeros.restrict(k * s.equations[0])),
        zeros.cut([own]) is None,
    )


def _locally_closed(s, k):
    S = LocallyClosedSet(M, s.equations)
    return S.dimension is None, S.restrict(k)


natural_operation(
    "LocallyClosedSet.dimension LocallyClosedSet.restrict",
    _locally_closed,
    N,
    functions(M, 1, 1),
    **every,
)


def _embedded(s, k):
    zeros = zero_set(M, s.equations)
    S = EmbeddedSubset(zeros.inclusion, zeros.within)
    rank, _ = S.rank([[s.equations[0], k]])
    return S.dimension, S.vanishes(s.equations[0] * k), S.vanishes(k), S.same(k, k + 1), rank


natural_operation(
    "Subset Subset.dimension Subset.rank Subset.restrict Subset.same Subset.vanishes "
    "EmbeddedSubset EmbeddedSubset.dimension EmbeddedSubset.restrict EmbeddedSubset.vanishes",
    _embedded,
    N,
    functions(M, 1, 1),
    **every,
)


def _solution(s, k, m):
    zeros = zero_set(M, s.equations)
    k, m = zeros.restrict(k), zeros.restrict(m)
    found = zeros.solve([[k, m], [k * m, m * m]], [k, k * m])
    return found.rank, len(found.kernel), bool(found.particular), bool(found.compatibility)


natural_operation(
    "zero_set ZeroSet ZeroSet.generators ZeroSet.dimension ZeroSet.cut ZeroSet.pulled_back",
    _zero_set,
    N,
    functions(M, 1, 1),
    **every,
)
natural_operation(
    "ZeroSet.solve LinearSolution", _solution, N, functions(M, 1, 1), functions(M, 1, 1), **every
)
