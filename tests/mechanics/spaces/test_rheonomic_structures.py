"""Almost contact metric structures and metrical connections of rheonomic systems."""

from __future__ import annotations

from functools import cache

import pytest
from rheonomic_systems import line, plane, true

from diffgeo import FibredManifold, bracket, d, jet, lie, torsion
from diffgeo.errors import AxiomViolation
from mechanics.spaces.rheonomic_geometry import MetricalConnection, RheonomicSystem

BOTH = pytest.mark.parametrize("make", [line, plane])


# --- structures -----------------------------------------------------------------------------------


@BOTH
def test_the_almost_contact_structure(make) -> None:
    """𝔽² = -id + ∂_t⊗δt, not -id + ∂_t⊗dt as printed in (29)."""
    s = make()
    f, J = s.frame_connection.f, s.jets
    dt_form, xi = s.structure.dt, s.structure.time_field
    assert s.frame_connection.almost_contact.verdicts
    assert not true(f @ f == dt_form.tensor(xi) - J.identity)
    for delta, V in zip(
        s.frame_connection.horizontal_frame, s.structure.vertical_frame, strict=True
    ):
        assert true(f(delta) == -V, f(V) == delta, f(xi) == 0 * xi)
        assert not true(f(delta) == V)


def test_the_metric_is_compatible() -> None:
    s = plane()
    assert s.frame_connection.is_compatible(s.metric)
    assert s.evolution_connection.is_compatible(s.metric_of_jets)
    G = s.frame_connection.lifted_metric(s.metric)
    one, two = s.frame_connection.horizontal_frame
    V, xi = s.structure.vertical_frame, s.structure.time_field
    assert true(G(one, V[1]) == 0, G(V[0], V[0]) == s.metric(one, one), G(xi, xi) == 1)
    assert true(G(one, two) == s.metric(one, two))
    assert not true(G(V[0], V[0]) == 2 * s.metric(one, one))
    # The metric on the contact forms is not zero on ∂_t: it fits to S only.
    with pytest.raises(AxiomViolation, match="no metric in the fibres"):
        s.frame_connection.metrical(s.metric_of_jets)


def test_normality() -> None:
    """A flat example is normal; where time or position bends the connection it is not."""
    jets = jet(FibredManifold("E", coordinates="x y"))
    flat = RheonomicSystem(jets, jets.function("xdot**2 + ydot**2"))
    assert flat.frame_connection.is_normal()
    assert not plane().frame_connection.is_normal()
    # R = 0 is not enough (the print of (29) says that it is): n = 1 has no curvature.
    assert line().frame_connection.is_integrable()
    assert not line().frame_connection.is_normal()


@pytest.mark.parametrize(
    "lagrangian, integrable, stationary",
    [
        ("xdot**2 + ydot**2", True, True),
        ("xdot**2 + ydot**2 + t*xdot", True, True),
        ("xdot**2 + ydot**2 + t**2*xdot", True, False),
        ("xdot**2 + ydot**2 + t*x*ydot", False, False),
        ("(1 + x**2*y**2)*xdot**2 + ydot**2", False, True),
        ("(1 + t*y)*xdot**2 + ydot**2", False, False),
    ],
)
def test_normal_means_integrable_and_stationary(
    lagrangian: str, integrable: bool, stationary: bool
) -> None:
    jets = jet(FibredManifold("E", coordinates="x y"))
    connection = RheonomicSystem(jets, jets.function(lagrangian)).frame_connection
    assert bool(connection.is_integrable()) is integrable
    assert bool(connection.is_stationary()) is stationary
    assert bool(connection.is_normal()) is (integrable and stationary)


def test_the_tensor_of_normality() -> None:
    """½[f, f] + dδt⊗∂_t: R(K·, K·), -R, -f∘R(·, K·) and the derivatives along ∂_t."""
    s = plane()
    c = s.frame_connection
    f, R, xi, eta = c.f, c.curvature, c.xi, c.eta
    normality = torsion(f) + d(eta).tensor(xi)
    (one, two), (V, W) = c.horizontal_frame, s.structure.vertical_frame
    assert true(normality(V, W) == R(one, two), normality(one, two) == -R(one, two))
    assert true(normality(one, W) == -f(R(one, two)))
    assert not true(normality(V, W) == -R(one, two))
    for X in (one, V, W):
        along = lie(xi, eta)(X) * xi - f(bracket(xi, f)(X))
        assert true(normality(xi, X) == along)


def test_forces_deform_the_metrical_connection() -> None:
    """Ľ - L = ¼ g^is (C_skh V_j F^h + C_jsh V_k F^h - C_jkh V_s F^h); (31) prints ½."""
    s = plane()
    D, free = s.frame_connection.metrical(s.metric), s.free.frame_connection.metrical(s.metric)
    X, V = s.structure.transversal_frame, s.structure.vertical_frame
    g = [[s.metric(a, b) for b in X] for a in X]
    det = g[0][0] * g[1][1] - g[0][1] * g[1][0]
    inverse = [[g[1][1] / det, -g[0][1] / det], [-g[1][0] / det, g[0][0] / det]]
    F = [s.force_field(y) for y in s.jets.velocities]
    n = range(2)
    C = [[[V[k](g[i][j]) / 2 for k in n] for j in n] for i in n]

    def change(i, j, k):
        terms = [
            inverse[i][a]
            * (C[a][k][h] * V[j](F[h]) + C[j][a][h] * V[k](F[h]) - C[j][k][h] * V[a](F[h]))
            for a in n
            for h in n
        ]
        return sum(terms[1:], start=terms[0])

    indices = [(i, j, k) for i in n for j in n for k in n]
    assert true(*(D.L[i][j][k] - free.L[i][j][k] == change(i, j, k) / 4 for i, j, k in indices))
    assert not true(*(D.L[i][j][k] - free.L[i][j][k] == change(i, j, k) / 2 for i, j, k in indices))
    assert true(*(D.C[i][j][k] == free.C[i][j][k] for i, j, k in indices))


def christoffel(s: RheonomicSystem, fields) -> list:
    """½ g^{ih}(X_j g_hk + X_k g_jh - X_h g_jk), by hand with Cramer's rule for n = 2."""
    X = s.structure.transversal_frame
    g = [[s.metric(a, b) for b in X] for a in X]
    det = g[0][0] * g[1][1] - g[0][1] * g[1][0]
    inverse = [[g[1][1] / det, -g[0][1] / det], [-g[1][0] / det, g[0][0] / det]]
    n = range(2)

    def low(h, j, k):
        return (fields[j](g[h][k]) + fields[k](g[j][h]) - fields[h](g[j][k])) / 2

    return [
        [[inverse[i][0] * low(0, j, k) + inverse[i][1] * low(1, j, k) for k in n] for j in n]
        for i in n
    ]


def test_the_generalised_christoffel_symbols() -> None:
    """(16), (30), for both connections."""
    s = plane()
    V = s.structure.vertical_frame
    for splitting, g in (
        (s.frame_connection, s.metric),
        (s.evolution_connection, s.metric_of_jets),
    ):
        D = splitting.metrical(g)
        for mine, expected in (
            (D.L, christoffel(s, splitting.horizontal_frame)),
            (D.C, christoffel(s, V)),
        ):
            for i in range(2):
                for j in range(2):
                    for k in range(2):
                        assert true(mine[i][j][k] == expected[i][j][k])
    # C^i_j0 = ½ g^{ih} ∂_t g_jh on TM × R: g_11 = 1 + x² + t + xdot, so ½/g_11.
    D = s.frame_connection.metrical(s.metric)
    half = s.jets.function("1/(2*(1 + x**2 + t + xdot))")
    assert true(D.C0[0][0] == half, D.C0[1][1] == 0, D.C0[0][1] == 0)
    assert not true(D.L[0][0][0] == s.evolution_connection.metrical(s.metric_of_jets).L[0][0][0])


@cache
def simple() -> RheonomicSystem:
    jets = jet(FibredManifold("E", coordinates="x y"))
    L = jets.function("(1 + t*y)*xdot**2 + ydot**2 + t**2*ydot")
    return RheonomicSystem(jets, L, jets.function("-xdot") * jets.contact(jets.base_space["x"]))


@pytest.mark.parametrize("kind", ["frame", "evolution"])
def test_what_characterises_the_metrical_connection(kind: str) -> None:
    s = simple()
    splitting = s.frame_connection if kind == "frame" else s.evolution_connection
    D = splitting.metrical(s.metric if kind == "frame" else s.metric_of_jets)
    for name, identities in D.axioms().items():
        assert true(*identities), name
    assert isinstance(D, MetricalConnection)
    # Another metric is not parallel, another h neither.
    other = s.jets.function("1 + x**2") * D.metric
    assert not true(D.connection.derivative(other) == 0)
    wrong = (s.evolution_connection if kind == "frame" else s.frame_connection).h
    assert not true(D.connection.derivative(wrong) == 0)
    X = splitting.horizontal_frame[0]
    assert true(D.h_derivative(s.structure.vertical_frame[0], D.metric) == 0 * D.metric)
    assert true(D.t_derivative(splitting.xi) == 0 * X)
    assert true(D.v_derivative(X, X) == 0 * X)
