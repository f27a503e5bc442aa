"""Distinguished connections on TM, and the canonical metrical connection by its properties."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    LinearConnection,
    Manifold,
    Metric,
    NonlinearConnection,
    Symplectic,
    bracket,
    check,
    d,
    tangent,
)
from diffgeo.bundles import tangent_map
from diffgeo.connections import (
    DistinguishedConnection,
    SemisprayConnection,
    canonical_metrical,
    cartan_tensor,
    fibre_metric,
    sasaki_lift,
)
from diffgeo.errors import AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.structures import composed, tensor, tensor_product
from diffgeo.testing import (
    automorphisms,
    fibre_metrics,
    natural,
    nonlinear_connections,
    semisprays,
    tensors,
    vector_fields,
)
from diffgeo.verdicts.verdict import Status

M = Manifold("M", "x y")
TM = tangent(M)
J, C = TM.vertical_endomorphism, TM.liouville_field
CONNECTIONS = nonlinear_connections(TM, degree=1)
METRICS = fibre_metrics(TM)
# A Lagrangian that is not quadratic, and a semispray that has nothing to do with it.
L = TM.function("xdot**2*(1 + x**2)/2 + y*xdot*ydot + ydot**2 + xdot**3/3 + y*ydot**2*xdot")
N = SemisprayConnection(TM.semispray({"x": "x*xdot*ydot", "y": "y*ydot**2 + x*xdot**2"}))
G = fibre_metric(TM, L)
D = canonical_metrical(N, G)


# Of determinant 1, so that its curvature has no denominators; it is no Hessian.
DX, DY = (d(TM.projection.pull(f)) for f in M.coordinates)
SHEAR = tensor_product(DX + TM["xdot"] * DY, DX + TM["xdot"] * DY) + tensor_product(DY, DY)
SHEARED = canonical_metrical(N, SHEAR)


def refuted(identity):
    return check(identity, counterexample=False).status is Status.REFUTED


def properties(connection, nonlinear, g):
    """What characterises the canonical metrical connection, by name."""
    h, v = nonlinear.horizontal_projector, nonlinear.vertical_projector
    T = tensor(connection.torsion)
    return {
        "D h = 0": connection.derivative(h) == 0,
        "D J = 0": connection.derivative(J) == 0,
        "D g = 0": connection.derivative(g) == 0,
        "h T(h, h) = 0": composed(T, h, h, h) == 0,
        "v T(v, v) = 0": composed(T, v, v, v) == 0,
    }


@settings(max_examples=20)
@given(CONNECTIONS, METRICS)
def test_the_canonical_metrical_connection_has_its_properties(nonlinear, g):
    connection = canonical_metrical(nonlinear, g)
    for name, identity in properties(connection, nonlinear, g).items():
        assert check(identity), name
    assert connection.is_normal()
    assert check(connection.derivative(sasaki_lift(nonlinear, g)) == 0)


@settings(max_examples=20)
@given(tensors(TM, (1, 2), degree=1, terms=1))
def test_they_determine_it(A):
    # Every other linear connection fails one of the properties.
    if not refuted(A == 0):
        return
    found = properties(D + A, N, G)
    assert any(refuted(identity) for identity in found.values())


def test_the_formula_with_a_wrong_sign_is_refuted():
    # Without the brackets' part of the formula of Koszul: not metrical, or with torsion.
    wrong = N.berwald
    found = properties(wrong, N, G)
    assert refuted(found["D g = 0"])
    assert check([found["D h = 0"], found["D J = 0"], found["v T(v, v) = 0"]])


@settings(max_examples=15)
@given(semisprays(TM, degree=2))
def test_the_connection_of_berwald_is_distinguished(S):
    nonlinear = SemisprayConnection(S)
    berwald = nonlinear.berwald
    assert berwald.is_normal()
    # All torsion that a semispray leaves is the curvature of h.
    R = tensor(nonlinear.curvature)
    assert check(tensor(berwald.torsion) == -R)
    assert refuted(tensor(berwald.torsion) == R) or check(R == 0)


def test_blocks_of_torsion():
    h, v = N.horizontal_projector, N.vertical_projector
    X, Y = TM.frame[0], TM.frame[1] + TM["xdot"] * TM.frame[2]
    assert check(D.torsion_block("v", "h", "h") == -tensor(N.curvature))
    assert check(D.torsion_block("h", "v", "v") == 0)
    # (h)hv: hT(hX, JY) = -D_{JY} hX + h[JY, hX]; (v)hv: vT(hX, JY) = D_{hX} JY - v[hX, JY].
    block = D.torsion_block("h", "h", "v").apply(X, J(Y))
    assert check(block == h(bracket(J(Y), h(X))) - D(J(Y), h(X)))
    assert check(
        D.torsion_block("v", "h", "v").apply(X, J(Y)) == D(h(X), J(Y)) - v(bracket(h(X), J(Y)))
    )
    total = sum(
        (D.torsion_block(*parts) for parts in product("hv", repeat=3)), start=0 * tensor(D.torsion)
    )
    assert check(total == tensor(D.torsion))
    assert refuted(total == 2 * tensor(D.torsion))


def test_blocks_of_curvature():
    R = SHEARED.curvature
    for first, second in product("hv", repeat=2):
        low, high = (SHEARED.curvature_block(first, second, part) for part in "hv")
        for X, Y, Z in product(TM.frame[:2], TM.frame, TM.frame[:2]):
            assert check(high.apply(X, Y, J(Z)) == J(low.apply(X, Y, Z)))
    total = sum((SHEARED.curvature_block(*parts) for parts in product("hv", repeat=3)), start=0 * R)
    assert check(total == R)
    # Curvature is skew for the metric that is parallel.
    metric = sasaki_lift(N, SHEAR)
    X, Y, Z, W = TM.frame
    for U in (Z, W, Y):
        assert check(metric(R.apply(X, Y, Z), U) == -metric(Z, R.apply(X, Y, U)))
    assert refuted(metric(R.apply(X, Y, X), Y) == metric(X, R.apply(X, Y, Y)))


def cyclic(function, *fields):
    X, Y, Z = fields
    return function(X, Y, Z) + function(Y, Z, X) + function(Z, X, Y)


def test_identities_of_bianchi_by_blocks():
    R, T = SHEARED.curvature, SHEARED.torsion
    h, v = N.horizontal_projector, N.vertical_projector
    slope = SHEARED.derivative(T)
    turned = SHEARED.derivative(R)
    x = TM.frame
    # The other blocks are these with cyclic permutations of the arguments.
    for p, q, r in combinations_with_replacement((h, v), 3):
        X, Y, Z = p(x[0]), q(x[1]), r(x[0] + x[2])

        def first(X, Y, Z):
            return R.apply(X, Y, Z)

        def right(X, Y, Z):
            return T(T(X, Y), Z) + slope.apply(X, Y, Z)

        def second(X, Y, Z):
            return turned.apply(X, Y, Z) + R.insert(T(X, Y), 1).insert(Z, 1)

        sides = cyclic(first, X, Y, Z), cyclic(right, X, Y, Z)
        assert check([part(sides[0]) == part(sides[1]) for part in (h, v)])
        assert check(cyclic(second, X, Y, Z) == 0)
    X, Y, Z = x[0], x[1], x[2]
    assert refuted(cyclic(first, X, Y, Z) == -cyclic(right, X, Y, Z))
    assert refuted(cyclic(lambda X, Y, Z: turned.apply(X, Y, Z), X, Y, Z) == 0)


def bent(B):
    """The connection of Berwald plus B, as far as it keeps h: d-connections of every kind."""
    h, v = N.horizontal_projector, N.vertical_projector
    return DistinguishedConnection(N, N.berwald + composed(B, h, None, h) + composed(B, v, None, v))


@settings(max_examples=8)
@given(tensors(TM, (1, 2), degree=1, terms=1, size=3).map(bent))
def test_identities_of_bianchi_of_random_connections(connection):
    """With values of both parts, for horizontal and vertical arguments."""
    R, T = connection.curvature, connection.torsion
    slope, turned = connection.derivative(T), connection.derivative(R)
    h, v = N.horizontal_projector, N.vertical_projector
    x = TM.frame
    for p, q, r in combinations_with_replacement((h, v), 3):
        X, Y, Z = p(x[0]), q(x[1]), r(x[0] + x[2])
        left = cyclic(R.apply, X, Y, Z)
        right = cyclic(lambda X, Y, Z: T(T(X, Y), Z) + slope.apply(X, Y, Z), X, Y, Z)
        assert check([part(left) == part(right) for part in (h, v)])
        second = cyclic(
            lambda X, Y, Z: turned.apply(X, Y, Z) + R.insert(T(X, Y), 1).insert(Z, 1), X, Y, Z
        )
        assert check(second == 0)


def test_fibre_metric_and_cartan_tensor_by_hand():
    # Half of the Hessian: g_xx = ½ L_{xdot xdot} = (1 + x² + 2 xdot)/2, C_xxx = ½ ∂g_xx/∂xdot = ½.
    entries = {
        (0, 0): TM.function("(1 + x**2 + 2*xdot)/2"),
        (0, 1): TM.function("(y + 2*y*ydot)/2"),
        (1, 1): TM.function("1 + y*xdot"),
    }
    forms = [DX, DY]
    expected = sum(
        (
            f
            * tensor_product(forms[min(i, k)], forms[max(i, k)]).permuted(
                (0, 1) if i <= k else (1, 0)
            )
            for i in (0, 1)
            for k in (0, 1)
            for f in [entries[min(i, k), max(i, k)]]
        ),
        start=0 * G,
    )
    assert check(expected == G)
    assert refuted(expected == 2 * G)
    cartan = cartan_tensor(N, G)
    X, Y = TM.frame[:2]
    assert check([cartan(X, X, X) == TM.function("1/2"), cartan(X, Y, Y) == TM["y"] / 2])
    assert check(cartan == cartan.symmetrised())
    # D_{JX} acts on horizontal fields by the Cartan tensor, as Miron's C^i_jk.
    assert check(G(D(J(X), N.horizontal_projector(Y)), Y) == cartan(X, Y, Y))


@settings(max_examples=10)
@given(METRICS)
def test_a_metric_that_is_no_hessian_has_no_symmetric_cartan_tensor(g):
    cartan = cartan_tensor(N, g)
    assert check(cartan == cartan.permuted((0, 2, 1)))
    if not check(cartan == 0):
        assert not check(cartan == -cartan.permuted((0, 2, 1)))


def test_the_riemannian_case_is_the_levi_civita_connection():
    metric = Metric.from_components(M, {("x", "x"): "1 + y**2", ("x", "y"): "x/2", ("y", "y"): "2"})
    nabla = metric.connection
    lagrangian = sum(
        (
            TM.projection.pull(metric(X, Y)) * u * w
            for X, u in zip(M.frame, TM.velocities, strict=True)
            for Y, w in zip(M.frame, TM.velocities, strict=True)
        ),
        start=TM.function(0),
    )
    nonlinear = SemisprayConnection(nabla.geodesic_spray)
    g = fibre_metric(TM, lagrangian)
    connection = canonical_metrical(nonlinear, g)
    assert check(cartan_tensor(nonlinear, g) == 0)
    assert check(
        [
            deflection == expected
            for deflection, expected in zip(
                connection.deflections, (0 * J, nonlinear.vertical_projector), strict=True
            )
        ]
    )
    for X, Y, Z in product(M.frame, repeat=3):
        hX, hY, hZ = (nonlinear.lift(F) for F in (X, Y, Z))
        assert check(connection(hX, hY) == nonlinear.lift(nabla(X, Y)))
        assert check(
            connection.curvature_block("h", "h", "h").apply(hX, hY, hZ)
            == nonlinear.lift(nabla.curvature.apply(X, Y, Z))
        )
    ricci = connection.ricci_block("h", "h")
    hX, hY = (nonlinear.lift(F) for F in M.frame)
    assert check(ricci(hX, hY) == TM.projection.pull(nabla.ricci(*M.frame)))
    assert refuted(ricci(hX, hX) == -TM.projection.pull(nabla.ricci(M.frame[0], M.frame[0])))
    assert check([connection.curvature_block("v", "v", p) == 0 for p in "hv"])


@settings(max_examples=10)
@given(vector_fields(TM, degree=1, terms=1))
def test_horizontal_and_vertical_derivatives(X):
    f = TM.function("x*xdot + ydot**2")
    both = D.horizontal_derivative(X, f) + D.vertical_derivative(X, f)
    assert check([both == X(f), D.horizontal_derivative(X, J) == 0])
    assert check(D.deflections[0](X) == D.horizontal_derivative(X, C))


def test_naturality():
    changes = automorphisms(M, degree=2, steps=1)
    lifts = [tangent_map]
    data = [st.just(N), st.just(SHEAR)]
    assert natural(canonical_metrical, *data, under=changes, lifts=lifts, examples=3)
    assert natural(cartan_tensor, *data, under=changes, lifts=lifts, examples=3)
    assert natural(sasaki_lift, *data, under=changes, lifts=lifts, examples=3)

    def flat(nonlinear, g):
        return LinearConnection.from_coefficients(TM, {})

    assert not natural(flat, *data, under=changes, lifts=lifts, shrink=False)


def test_what_is_refused():
    with pytest.raises(AxiomViolation, match="degenerate in the fibres"):
        canonical_metrical(N, fibre_metric(TM, TM.function("xdot**2/2 + y*xdot")))
    with pytest.raises(AxiomViolation, match="semibasic"):
        sasaki_lift(N, sasaki_lift(N, G))
    with pytest.raises(AxiomViolation, match=r"g\(X, Y\) = g\(Y, X\)"):
        canonical_metrical(N, tensor_product(DX, DY))
    with pytest.raises(DegreeMismatch, match=r"type \(0,2\)"):
        cartan_tensor(N, tensor(d(TM["x"])))
    with pytest.raises(AxiomViolation, match="D h = 0"):
        flat = LinearConnection.from_coefficients(TM, {})
        DistinguishedConnection(N, flat)
    # One coefficient from a part to the other.
    h, v, K = N.horizontal_projector, N.vertical_projector, N.almost_complex_structure.tensor + J
    for sides in ((v, h), (h, v)):
        mixed = composed(tensor_product(DX, J + K), sides[0], None, sides[1])
        assert not check(mixed == 0)
        with pytest.raises(AxiomViolation, match="D h = 0"):
            DistinguishedConnection(N, D + mixed)
    # Within the parts, but not the same on both.
    bent = DistinguishedConnection(N, D + tensor_product(DX, h))
    assert bent.verdict and not bent.is_normal() and D.is_normal()
    with pytest.raises(DegreeMismatch, match="letters h or v"):
        D.torsion_block("h", "x", "v")
    with pytest.raises(SpaceMismatch):
        other = tangent(Manifold("Q", "x y"))
        canonical_metrical(NonlinearConnection.from_coefficients(other, {}), G)


def test_a_lagrangian_with_the_solution_of_its_own_equations():
    # The Euler-Lagrange semispray is an unexpanded solution; nothing here may stay unexpanded.
    energy = C(L) - L
    omega = Symplectic(-d(J.transpose(d(L))))
    nonlinear = SemisprayConnection(omega.hamiltonian_field(energy))
    connection = canonical_metrical(nonlinear, G)
    assert all(check(identity) for identity in properties(connection, nonlinear, G).values())
    wrong = properties(nonlinear.berwald, nonlinear, G)
    assert not all(check(identity) for identity in wrong.values())


# --- over another nonlinear connection ------------------------------------------------------


def test_a_connection_over_another_nonlinear_one():
    """D'h' = 0 = D'J and D' = D on vertical fields; so Dg = 0 is kept, and the curvature there."""
    other = SemisprayConnection(TM.semispray({"x": "y*xdot", "y": "x*ydot"}))
    moved = D.over(other)
    assert moved.is_normal() and moved.nonlinear is other
    for X in TM.frame:
        for V in TM.frame[2:]:
            assert check(moved(X, V) == D(X, V))
        assert check(moved(X, J(TM.frame[0])) == J(moved(X, TM.frame[0])))
    assert check(moved.derivative(sasaki_lift(other, G)) == 0)
    assert refuted(moved.derivative(sasaki_lift(N, G)) == 0)
    assert refuted(moved - canonical_metrical(other, G) == 0) and refuted(moved - D == 0)
    assert check(D.over(N) == D)
    X, Y = TM.frame[0], TM.frame[1] + TM["xdot"] * TM.frame[2]
    V = TM.frame[3]
    flat, turned = N.berwald, N.berwald.over(other)
    assert check(turned.curvature.apply(X, Y, V) == flat.curvature.apply(X, Y, V))
    with pytest.raises(SpaceMismatch, match="preserve"):
        D.over(NonlinearConnection.from_coefficients(tangent(Manifold("Z", "z")), {}))


def test_horizontal_and_vertical_differentials():
    h, v = N.horizontal_projector, N.vertical_projector
    T = tensor(d(TM["x"]).tensor(TM.frame[2])) * TM["ydot"]
    for X, Y in product(TM.frame, repeat=2):
        assert check(D.horizontal_differential(T).apply(X, Y) == D(h(X), T).apply(Y))
        assert check(D.vertical_differential(T).apply(X, Y) == D(v(X), T).apply(Y))
    assert check(D.horizontal_differential(G) == 0) and check(D.vertical_differential(G) == 0)
    assert refuted(D.horizontal_differential(T) == D.vertical_differential(T))


def test_tensors_composed_slot_by_slot():
    K = d(TM["x"]).tensor(TM.frame[1]) + TM["y"] * d(TM["ydot"]).tensor(TM.frame[0])
    A, B = J + K, K @ K + J
    assert check(composed(K, A, B) == tensor(A @ K @ B)) and check(composed(K, None, None) == K)
    assert refuted(composed(K, A, B) == tensor(B @ K @ A))
    with pytest.raises(DegreeMismatch, match="2 slots, but 1"):
        composed(K, A)
    with pytest.raises(DegreeMismatch, match="compose a slot"):
        composed(K, A, TM.frame[0])


@pytest.mark.parametrize(
    "connection", [D, SHEARED, N.berwald, D.over(NonlinearConnection.from_coefficients(TM, {}))]
)
def test_both_ways_to_differentiate(connection):
    """Fields are differentiated in the adapted frame, tensors in coordinates."""
    X = TM.vector_field(x="ydot", y="x*y", xdot="y", ydot="1 + xdot")
    for Y in (TM.vector_field(x="x*ydot", ydot="y**2"), TM.vector_field(y="xdot", xdot="x*xdot")):
        assert check(tensor(connection(X, Y)) == connection(X, tensor(Y)))
        plain = LinearConnection(TM, [[connection(e, f) for f in TM.frame] for e in TM.frame])
        assert check(plain(X, Y) == connection(X, Y)) and not check(plain(Y, X) == connection(X, Y))
        assert check(DistinguishedConnection(connection.nonlinear, plain) == connection)


def test_axioms_that_hold_by_construction():
    """A frame of solutions of linear systems: nothing has to be expanded to see Dh = 0 = DJ."""
    names = [f"q{k}" for k in range(1, 6)]
    Q = tangent(Manifold("Q", names))
    mass = " + ".join(
        f"({5 - max(i, j)})*cos({p} - {q})*{p}dot*{q}dot"
        for i, p in enumerate(names)
        for j, q in enumerate(names)
    )
    L = Q.function(mass)
    E, omega = Q.liouville_field(L) - L, d(Q.vertical_endomorphism.transpose(d(L)))
    S = -Symplectic(omega).hamiltonian_field(E)
    chain = canonical_metrical(SemisprayConnection(S), fibre_metric(Q, L))
    assert chain.verdict.status is Status.VERIFIED
    assert chain.is_normal().status is Status.VERIFIED
    # A connection that is another one on vertical fields.
    dq = d(Q.projection.pull(Q.base_space["q1"]))
    h = chain.nonlinear.horizontal_projector
    assert not DistinguishedConnection(chain.nonlinear, chain + tensor_product(dq, h)).is_normal()
