"""Operations spoiled by coordinates, and groups that are too large: all of them are refuted.

Each impostor takes the data of the statement about the operation that it imitates.
"""

from __future__ import annotations

from diffgeo import (
    Distribution,
    Map,
    Metric,
    NonlinearConnection,
    Tensor,
    VectorForm,
    bracket,
    d,
    hodge_star,
    lie,
)
from diffgeo.atlases import AtlasMap
from diffgeo.bundles import cotangent_map
from diffgeo.testing import automorphisms, rationals
from naturality.atlases import CIRCLE
from naturality.spaces import (
    DUAL,
    JF,
    PQ,
    TQ,
    F,
    J,
    M,
    P,
    Q,
    W,
    bent,
    fibred_F,
    stretched,
    unchanged,
)

EUCLIDEAN = Metric.diagonal(M, x=1, y=1, z=1)


def slopes(space, f):
    return dict(zip(space.chart.coordinates, (e(f) for e in space.frame), strict=True))


def half_bracket(K, N):
    """One half of the bracket: the derivative of the components of N."""
    return VectorForm(M, 2, [lie(K)(N.value(a)) for a in range(3)])


def slope_of_components(f, alpha, beta):
    return M.form(1, {name: M.frame[0](c) for name, c in alpha.components.items()})


def transposed_matrix(T, alpha):
    """``Σ_j α_j T^i_j``: the matrix transposed, as if there were a metric."""
    weights = [alpha(e) for e in M.frame]
    values = {
        name: sum((w * d(M[name])(T(e)) for w, e in zip(weights, M.frame, strict=True)), start=0)
        for name in M.chart.coordinates
    }
    return M.form(1, values)


def component_divergence(metric, X):
    return sum((d(X(x))(e) for x, e in zip(P.coordinates, P.frame, strict=True)), start=0)


def accelerations(connection):
    """The accelerations of a semispray, as if they were a vertical field."""
    field = connection.field
    return TQ.vector_field({v: field(TQ[v]) for v in TQ.fibre_names})


def lift_without_slopes(f, alpha, beta, X, K, B, G):
    zero = TQ.function(0)
    return TQ.vector_form_over(X, TQ.projection.pull, lambda _: zero)


def flat_lift(connection, f, alpha, X, *others):
    return TQ.horizontal_lift(X, NonlinearConnection.from_coefficients(TQ, {}))


def flat_curvature(connection):
    """``dθ ⊗ ∂_u`` for the connection form θ: d in place of its horizontal part."""
    theta = connection.vertical_projector.transpose(d(F["u"]))
    return d(theta).tensor(F.vertical_frame[0])


def plain_vertical_endomorphism():
    """``dq ⊗ ∂_qdot``, without the contact forms."""
    pairs = zip(J.positions, J.frame[3:], strict=True)
    return sum((d(q).tensor(e) for q, e in pairs), start=0 * J.identity)


IMPOSTORS = {
    "bracket": half_bracket,
    "d": slope_of_components,
    "VectorForm.transpose": transposed_matrix,
    "schouten": lambda A, B: M.frame[0](A(d(M["x"]), d(M["y"]))),
    "Tensor.lie_derivative": lambda t, U: t.derived(U, [0 * e for e in P.frame]),
    "Metric.gradient": lambda m, f: P.vector_field(slopes(P, f)),
    "Metric.divergence": component_divergence,
    "Metric.laplacian": lambda m, f: sum((e(e(f)) for e in P.frame), start=P.function(0)),
    "hodge_star": lambda a, b, m: hodge_star(a, EUCLIDEAN),
    "LinearConnection": lambda c: Tensor.from_components(P, (1, 2), c.coefficients),
    "LinearConnection.geodesic_spray": lambda c: TQ.semispray(),
    "Splitting.curvature": flat_curvature,
    "SemisprayConnection": accelerations,
    "TangentBundle.complete_lift": lift_without_slopes,
    "TangentBundle.horizontal_lift": flat_lift,
    "TangentBundle.vector_form_over": lambda X: TQ.vector_form_over(
        X, TQ.projection.pull, lambda a: 2 * TQ.total_derivative(a)
    ),
    "CotangentBundle.momentum": lambda X, K: sum(PQ.momenta, start=PQ.function(0)),
    "Symplectic.sharp": lambda s, X, alpha: W.vector_field(
        {name: alpha(e) for name, e in zip(W.chart.coordinates, W.frame, strict=True)}
    ),
    "Distribution.contains": lambda D, X: D + Distribution(M, [M.frame[0]]),
    "Composite.lie_derivative": lambda s, X: lie(W.frame[0], s.omega),
    "Frame.structure_functions": lambda s: bracket(s.fields[0], s.fields[1])(M["x"]),
    "QuasiVelocities.functions": lambda s: TQ.velocities,
    "LevelSet.conormal": lambda s: M.vector_field(slopes(M, s.equations[0])),
    "Map.tangent": lambda f, X, K, Y: [e(f.image(0)) for e in M.frame],
    "JetSpace.vertical_endomorphism": plain_vertical_endomorphism,
    "DualJetBundle.hamiltonian_section": lambda H, frame, other: DUAL.hamiltonian_section(H),
}


def wider(factor):
    """``u ↦ c u`` on the circle: projective, and no rotation."""
    north, south = CIRCLE.charts
    c = factor**2 + 2
    return AtlasMap(
        CIRCLE,
        CIRCLE,
        [
            Map(north, north, {"u": f"({c})*u"}, inverse={"u": f"u/({c})"}),
            Map(south, south, {"w": f"w/({c})"}, inverse={"w": f"({c})*w"}),
        ],
    )


#: What is natural under a group, and a larger group under which it is not.
TOO_LARGE = {
    # Another unit of time changes the velocities, and S and dt with them.
    "JetSpace.vertical_endomorphism": (stretched, [J.prolong_fibred]),
    "JetSpace.is_second_order": (stretched, [J.prolong_fibred]),
    "DualJetBundle.liouville_form": (stretched, [DUAL.induced_map]),
    "DualJetBundle.hamiltonian_form": (stretched, [DUAL.induced_map, cotangent_map]),
    # Total derivatives along coordinates of a base whose coordinates change.
    "HorizontalSplitting.total_derivatives": (fibred_F, [JF.prolong_fibred]),
    # Diffeomorphisms of a bundle that are not made of one of its base.
    "TangentBundle.is_semispray": (bent(automorphisms(TQ, 1, 1, 1), TQ), []),
    "CotangentBundle.liouville_form": (bent(automorphisms(PQ, 1, 1, 1), PQ), [unchanged(Q)]),
    "circle": (rationals(3).map(wider), []),
}
