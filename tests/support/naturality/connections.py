"""Linear, nonlinear and Ehresmann connections, and what fields of second order make."""

from __future__ import annotations

from diffgeo import EhresmannConnection, LinearConnection, Manifold, Map, NonlinearConnection, d
from diffgeo.bundles import tangent_map
from diffgeo.connections import (
    BianchiIdentities,
    BundleConnection,
    BundleForm,
    ConnectionAlong,
    DistinguishedConnection,
    DynamicalDerivative,
    MovingFrame,
    NLinearConnection,
    PrincipalConnection,
    SecondOrderConnection,
    SemisprayConnection,
    canonical_metrical,
    cartan_tensor,
    fibre_metric,
    jacobi_endomorphism,
    sasaki_lift,
)
from diffgeo.connections.framed_connections import FramedConnection
from diffgeo.structures import tensor
from diffgeo.testing import (
    ehresmann_connections,
    fibre_metrics,
    forms,
    frames,
    functions,
    linear_connections,
    maps,
    nonlinear_connections,
    second_order_fields,
    sections,
    semisprays,
    tensors,
    vector_fields,
    vector_forms,
)
from naturality.registry import natural_operation
from naturality.spaces import (
    JF,
    TQ,
    E,
    F,
    J,
    M,
    P,
    Q,
    changes_M,
    changes_P,
    changes_Q,
    clocks,
    over_plane,
    stretched_fibres,
    unchanged,
)

# --- linear connections -----------------------------------------------------------------

plane = dict(under=changes_P)
nabla = linear_connections(P, 1, 1, 3)
X, Y, K = vector_fields(P, 1, 2), vector_fields(P, 1, 2), vector_forms(P, 1, 1, 1)
one, two, S = forms(P, 1, 1, 2), forms(P, 2, 1, 2), tensors(P, (1, 1), 1, 1, 2)
natural_operation(
    "LinearConnection LinearConnection.pulled_back LinearConnection.torsion "
    "LinearConnection.curvature LinearConnection.ricci",
    lambda c: (c, c.torsion, c.curvature, c.ricci),
    nabla,
    examples=10,
    **plane,
)
natural_operation(
    "LinearConnection",
    lambda c, e, T: (c + T, c - e, c - T),
    *(nabla, nabla, tensors(P, (1, 2), 1, 1, 2)),
    **plane,
)
natural_operation(
    "LinearConnection.opposite LinearConnection.symmetric",
    lambda c: (c.opposite, c.symmetric),
    nabla,
    **plane,
)
natural_operation(
    "LinearConnection.derivation LinearConnection.derivative LinearConnection.exterior "
    "LinearConnection.second",
    lambda c, U, V, a, k, T: (
        c.derivation(U),
        c.derivative(a),
        c.derivative(T),
        c.exterior(k),
        c.second(U, V, T),
        [c(U, thing) for thing in (V, a, k, T)],
    ),
    *(nabla, X, Y, one, K, S),
    **plane,
)
natural_operation(
    "LinearConnection.lie_derivative", lambda c, U: c.lie_derivative(U), nabla, X, **plane
)
natural_operation(
    "LinearConnection.from_operator",
    lambda c, T: LinearConnection.from_operator(P, lambda U, V: c(U, V) + T.apply(U, V)),
    nabla,
    tensors(P, (1, 2), 1, 1, 2),
    **plane,
)
natural_operation(
    "LinearConnection.parallelising",
    lambda s: LinearConnection.parallelising(s.fields),
    frames(P),
    **plane,
)
natural_operation(
    "MovingFrame LinearConnection.in_frame MovingFrame.connection_forms "
    "MovingFrame.torsion_forms MovingFrame.curvature_forms",
    lambda c, s: (
        (m := c.in_frame(s.fields)).connection_forms,
        MovingFrame(c, s.fields).torsion_forms,
        m.curvature_forms,
    ),
    nabla,
    frames(P),
    **plane,
)
natural_operation(
    "FramedConnection.weight",
    lambda s, k: FramedConnection(s, [[{0: k}, {1: 2 * k}], [{}, {}]], k.used).weight(0, 1, 1),
    frames(P),
    functions(P),
    **plane,
)
natural_operation(
    "LinearConnection.geodesic_spray",
    lambda c: c.geodesic_spray,
    linear_connections(Q, 1, 1, 3),
    under=changes_Q,
    lifts=[tangent_map],
)

# Along maps: curves, and surfaces in space.
LINE = Manifold("line", "t")
natural_operation(
    "ConnectionAlong LinearConnection.along ConnectionAlong.tangent ConnectionAlong.is_geodesic",
    lambda c, curve: (
        (D := c.along(curve)).tangent(LINE.frame[0]),
        D(LINE.frame[0], D.tangent(LINE.frame[0])),
        D.is_geodesic(),
    ),
    nabla,
    maps(LINE, P, 2, 1),
    under=changes_P,
    lifts=[unchanged(LINE)],
)
natural_operation(
    "ConnectionAlong.bending",
    lambda c, outer, phi, e: ConnectionAlong(outer, phi).bending(c, *e.fields),
    *(nabla, linear_connections(M, 1, 1, 3), maps(P, M, 2, 1), frames(P)),
    under=changes_P,
    lifts=[unchanged(M)],
    examples=3,
)

# --- connections on a fibration ---------------------------------------------------------

eh = ehresmann_connections(F, 1, 1)
on_F = dict(under=stretched_fibres, lifts=[F.base_map])
alpha = forms(F, 1, 1, 2)
natural_operation(
    "EhresmannConnection EhresmannConnection.tensors EhresmannConnection.pulled_back "
    "EhresmannConnection.vertical "
    "EhresmannConnection.horizontal Splitting.horizontal_projector Splitting.curvature",
    lambda c: (c, c.tensors, c.vertical, c.horizontal, c.horizontal_projector, c.curvature),
    eh,
    **on_F,
)
natural_operation(
    "EhresmannConnection.from_horizontal_projector EhresmannConnection.from_forms "
    "EhresmannConnection.from_lift",
    lambda c: (
        EhresmannConnection.from_horizontal_projector(F, c.horizontal_projector),
        EhresmannConnection.from_forms(F, c.horizontal.annihilator),
        EhresmannConnection.from_lift(F, c.lift),
    ),
    eh,
    **on_F,
)
natural_operation(
    "EhresmannConnection.section EhresmannConnection.from_section",
    lambda c: (c.section(JF), EhresmannConnection.from_section(c.section(JF))),
    eh,
    under=over_plane,
    lifts=[JF.prolong_fibred],
)
natural_operation(
    "EhresmannConnection.lift EhresmannConnection.is_flat EhresmannConnection.bianchi",
    lambda c, Z: (c.lift(Z), c.is_flat(), c.bianchi()),
    eh,
    vector_fields(F.base, 1, 2),
    **on_F,
)
natural_operation(
    "EhresmannConnection.covariant_derivative EhresmannConnection.is_parallel",
    lambda c, s: (c.covariant_derivative(s), c.is_parallel(s)),
    eh,
    sections(F, 1, 1),
    **on_F,
)
natural_operation(
    "Splitting.horizontal_derivative Splitting.covariant_differential Splitting.part "
    "Splitting.horizontal_part Splitting.vertical_part",
    lambda c, a, b, Z: (
        c.horizontal_derivative(a),
        c.covariant_differential(a),
        c.part(b, 1),
        c.horizontal_part(a),
        c.vertical_part(Z),
    ),
    *(eh, alpha, forms(F, 2, 1, 2), vector_fields(F, 1, 2)),
    **on_F,
)

# --- nonlinear connections on TM --------------------------------------------------------

T = dict(under=changes_Q, lifts=[tangent_map])
N = nonlinear_connections(TQ, 1, 1)
Z = vector_fields(TQ, 1, 2)
natural_operation(
    "NonlinearConnection NonlinearConnection.pulled_back NonlinearConnection.tension "
    "NonlinearConnection.weak_torsion NonlinearConnection.strong_torsion",
    lambda c: (c, c.tension, c.weak_torsion, c.strong_torsion),
    N,
    **T,
)
natural_operation(
    "NonlinearConnection.associated_semispray NonlinearConnection.is_homogeneous "
    "NonlinearConnection.almost_complex_structure",
    lambda c: (c.associated_semispray, c.is_homogeneous(), c.almost_complex_structure),
    N,
    **T,
)
natural_operation(
    "NonlinearConnection.from_linear",
    lambda c: (n := NonlinearConnection.from_linear(c), n.weak_torsion),
    linear_connections(Q, 1, 2, 4),
    examples=10,
    **T,
)
natural_operation(
    "NonlinearConnection.berwald_derivative",
    lambda c, U, V: c.berwald_derivative(U, V),
    *(N, Z, Z),
    **T,
)
natural_operation(
    "NonlinearConnection.berwald DistinguishedConnection DistinguishedConnection.pulled_back "
    "DistinguishedConnection.deflections DistinguishedConnection.is_normal",
    lambda c: (
        (D := DistinguishedConnection(c, c.berwald)),
        D.deflections,
        D.is_normal(),
    ),
    N,
    examples=3,
    **T,
)
natural_operation(
    "DistinguishedConnection.horizontal_derivative DistinguishedConnection.vertical_derivative",
    lambda c, U, V: (
        (D := DistinguishedConnection(c, c.berwald)).horizontal_derivative(U, V),
        D.vertical_derivative(U, V),
    ),
    *(nonlinear_connections(TQ, 1, 1), vector_fields(TQ, 1, 1), vector_fields(TQ, 1, 1)),
    examples=2,
    **T,
)
natural_operation(
    "DistinguishedConnection.block DistinguishedConnection.torsion_block "
    "DistinguishedConnection.curvature_block DistinguishedConnection.ricci_block",
    lambda c, k: (
        (D := DistinguishedConnection(c, c.berwald)).block(k, "v", "h"),
        D.torsion_block("v", "h", "h"),
        D.curvature_block("h", "v", "h"),
        D.ricci_block("h", "h"),
    ),
    N,
    vector_forms(TQ, 1, 1, 1),
    examples=3,
    **T,
)
natural_operation(
    "DistinguishedConnection.horizontal_differential DistinguishedConnection.vertical_differential",
    lambda c, k: (
        (D := DistinguishedConnection(c, c.berwald)).horizontal_differential(k),
        D.vertical_differential(k),
    ),
    *(nonlinear_connections(TQ, 1, 1), vector_forms(TQ, 1, 1, 1)),
    examples=2,
    **T,
)
natural_operation(
    "DistinguishedConnection.over",
    lambda c, other: c.berwald.over(other),
    *(nonlinear_connections(TQ, 1, 1), nonlinear_connections(TQ, 1, 1)),
    examples=2,
    **T,
)
natural_operation(
    "NonlinearConnection.is_autoparallel",
    lambda c, curve: c.is_autoparallel(curve),
    N,
    maps(LINE, Q, 2, 1),
    under=changes_Q,
    lifts=[tangent_map, unchanged(LINE)],
)
natural_operation("fibre_metric", lambda L: fibre_metric(TQ, L), functions(TQ, 2, 2), **T)
natural_operation(
    "cartan_tensor sasaki_lift",
    lambda c, g: (cartan_tensor(c, g), sasaki_lift(c, g)),
    N,
    fibre_metrics(TQ),
    examples=3,
    **T,
)
natural_operation("canonical_metrical", canonical_metrical, N, fibre_metrics(TQ), examples=2, **T)


def blocks(N, g):
    """Torsions, curvatures and their traces, deflections, derivatives."""
    D = NLinearConnection(canonical_metrical(N, g))
    low = D.lowered(D.curvature_R, g)
    return [
        D,
        *(D.torsion_T, D.torsion_R, D.torsion_C, D.torsion_P, D.torsion_S),
        *(D.curvature_R, D.curvature_P, D.curvature_S),
        *(D.ricci_R, D.ricci_P1, D.ricci_P2, D.ricci_S, D.trace(D.curvature_R, 3)),
        *(D.deflection_h, D.deflection_v, low, D.substituted(g, 0, D.torsion_C)),
        *(D.h_derivative(g), D.v_derivative(D.torsion_C)),
    ]


natural_operation(
    "NLinearConnection NLinearConnection.torsion_T NLinearConnection.torsion_R "
    "NLinearConnection.torsion_C NLinearConnection.torsion_P NLinearConnection.torsion_S "
    "NLinearConnection.curvature_R NLinearConnection.curvature_P NLinearConnection.curvature_S "
    "NLinearConnection.ricci_R NLinearConnection.ricci_P1 NLinearConnection.ricci_P2 "
    "NLinearConnection.ricci_S NLinearConnection.trace NLinearConnection.deflection_h "
    "NLinearConnection.deflection_v NLinearConnection.lowered NLinearConnection.substituted "
    "NLinearConnection.h_derivative NLinearConnection.v_derivative "
    "NLinearConnection.pulled_back",
    blocks,
    N,
    fibre_metrics(TQ),
    examples=2,
    **T,
)
natural_operation(
    "NLinearConnection.over NLinearConnection.difference BianchiIdentities "
    "BianchiIdentities.first BianchiIdentities.second",
    lambda one, two: (
        NLinearConnection(one.berwald).over(two),
        *NLinearConnection(one.berwald).difference(NLinearConnection(two.berwald)),
        list(BianchiIdentities(NLinearConnection(one.berwald)).first["hhh", "v"]),
        list(BianchiIdentities(NLinearConnection(one.berwald)).second["hhv"]),
    ),
    N,
    N,
    examples=2,
    **T,
)

# --- fields of second order -------------------------------------------------------------

spray = semisprays(TQ, 2, 1).map(SemisprayConnection)
natural_operation(
    "SemisprayConnection SemisprayConnection.pulled_back SecondOrderSplitting.strong_horizontal "
    "SecondOrderSplitting.jacobi_endomorphism",
    lambda c: (c, c.strong_horizontal, c.jacobi_endomorphism),
    spray,
    **T,
)
second = second_order_fields(J, 2, 1).map(SecondOrderConnection)
on_J = dict(under=clocks, lifts=[J.prolong_fibred, E.base_map])
natural_operation(
    "SecondOrderConnection SecondOrderConnection.pulled_back SecondOrderSplitting.remainder "
    "SecondOrderSplitting.strong_horizontal SecondOrderSplitting.jacobi_endomorphism",
    lambda c: (c, c.remainder, c.strong_horizontal, c.jacobi_endomorphism),
    second,
    **on_J,
)
natural_operation(
    "SecondOrderSplitting.f_structure SecondOrderSplitting.dynamical_derivative "
    "DynamicalDerivative.endomorphism DynamicalDerivative.on_forms",
    lambda c: (
        c.f_structure,
        c.dynamical_derivative.endomorphism,
        c.dynamical_derivative.on_forms,
    ),
    second,
    **on_J,
)
natural_operation(
    "DynamicalDerivative DynamicalDerivative.pulled_back DynamicalDerivative.tensors",
    lambda c, S, V, k: ((D := DynamicalDerivative(c, S)), D.tensors, D(V), D(k), D(tensor(k))),
    *(N, semisprays(TQ, 1, 1), Z, vector_forms(TQ, 1, 1, 1)),
    **T,
)
natural_operation("jacobi_endomorphism", jacobi_endomorphism, N, semisprays(TQ, 1, 1), **T)

# --- vector bundles -----------------------------------------------------------------------


def bundles(a, b, w, U):
    """A connection on a bundle of planes over P, what it makes, and a bundle with a metric."""
    nabla = BundleConnection(P, [[a, b], [0, w]])
    section = BundleForm([a(U), b(U)])
    return (
        nabla,
        (nabla.tensors, nabla.rank, section.rank),
        nabla(U, section),
        nabla.exterior(section + section),
        nabla.exterior(nabla.exterior(section).map(lambda form: U(a(U)) * form)),
        nabla.curvature,
        nabla.curvature_forms,
        nabla.is_flat(),
        nabla.bianchi(),
        nabla.dual.tensor(nabla),
        nabla.endomorphisms,
        nabla.direct_sum(nabla),
        nabla.in_frame([[1 + a(U) ** 2, b(U)], [0, 1]]),
        BundleConnection(P, [[0, a], [-a, 0]]).euler_form(),
        BundleConnection(P, [[0, a], [-a, 0]]).chern_form(1),
        nabla.pontryagin_form(),
    )


natural_operation(
    "BundleConnection BundleConnection.pulled_back BundleConnection.tensors "
    "BundleConnection.curvature BundleConnection.curvature_forms BundleConnection.exterior "
    "BundleConnection.is_flat BundleConnection.bianchi BundleConnection.dual "
    "BundleConnection.tensor BundleConnection.endomorphisms BundleConnection.direct_sum "
    "BundleConnection.in_frame BundleConnection.euler_form BundleConnection.pontryagin_form "
    "BundleConnection.chern_form "
    "BundleConnection.rank BundleForm BundleForm.rank BundleForm.map BundleForm.pulled_back "
    "BundleForm.tensors linear.pfaffian",
    bundles,
    *(forms(P, 1, 1, 2), forms(P, 1, 1, 2), forms(P, 1, 1, 2), vector_fields(P, 1, 1)),
    under=changes_P,
)
# --- principal connections ----------------------------------------------------------------

TO_PLANE = Map(M, P, {"u": "x", "v": "y"})
#: The lines along z, with connections that do not depend on z.
principal = forms(P, 1, 1, 2).map(
    lambda a: PrincipalConnection(TO_PLANE, [M.frame[2]], [d(M["z"]) + TO_PLANE.pull(a)])
)


def _mechanical(c):
    """The connection of a metric in which the horizontal fields are orthogonal to the lines."""
    squares = [*c.forms, *map(c.connection.projection.pull, map(d, P.coordinates))]
    made = PrincipalConnection.mechanical(
        c.connection.projection, c.generators, lambda X, Y: sum(a(X) * a(Y) for a in squares)
    )
    return made.tensors


natural_operation(
    "PrincipalConnection PrincipalConnection.pulled_back PrincipalConnection.tensors "
    "PrincipalConnection.curvature_forms PrincipalConnection.bianchi PrincipalConnection.is_flat "
    "PrincipalConnection.mechanical",
    lambda c: (c, c.tensors, c.curvature_forms, c.bianchi(), c.is_flat(), _mechanical(c)),
    principal,
    under=changes_M,
)
