"""The connection of Levi-Civita, curvatures, classical spaces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from metric_examples import FEW, M, P, X, Y, example, fields, half_plane, sphere, vectors, x

from diffgeo import LinearConnection, Manifold, Metric, Status, Tensor, bracket, check, d, lie
from diffgeo.errors import DegreeMismatch, ZeroDenominator
from diffgeo.metrics import koszul_formula, kulkarni_nomizu
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.structures import tensor_product
from diffgeo.testing import functions, metrics, natural

# --- the connection --------------------------------------------------------------------


@given(metrics(M), fields, fields, fields)
@FEW
def test_levi_civita_is_metric_and_without_torsion(g, U, V, W):
    nabla = g.connection
    assert check(nabla(U, g.tensor) == 0)
    assert check(nabla.torsion == 0)
    assert check(U(g(V, W)) == g(nabla(U, V), W) + g(V, nabla(U, W)))
    assert check(nabla(U, V) - nabla(V, U) == bracket(U, V))


@given(metrics(M), fields, fields, fields)
@FEW
def test_formula_of_koszul(g, U, V, W):
    assert check(koszul_formula(g, U, V, W) == g(g.connection(U, V), W))


def test_formula_of_koszul_needs_its_brackets():
    g = example()
    U, V, W = X, x * Y, Y
    value = g(g.connection(U, V), W)
    derivatives = U(g(V, W)) + V(g(W, U)) - W(g(U, V))
    brackets = g(bracket(U, V), W) - g(bracket(V, W), U) + g(bracket(W, U), V)
    assert check(2 * value == derivatives + brackets)
    assert not check(2 * value == derivatives)
    assert not check(2 * value == derivatives - brackets)


@given(metrics(M))
@FEW
def test_christoffel_symbols(g):
    """Γ^k_ab = ½ g^{kc} (∂_a g_bc + ∂_b g_ac - ∂_c g_ab), by indices."""
    names, frame = M.chart.coordinates, M.frame
    inverse, found = g.inverse.components, g.connection.coefficients
    zero = M.function(0)
    for k, upper in enumerate(names):
        for a, U in enumerate(frame):
            for b, V in enumerate(frame):
                value = zero
                for c, W in enumerate(frame):
                    factor = inverse.get((upper, names[c]), zero)
                    value = value + factor * (U(g(V, W)) + V(g(U, W)) - W(g(U, V))) / 2
                symbol = found.get((upper, names[a], names[b]), zero)
                assert check(symbol == value), k
                assert check(value == 0) or not check(symbol == -value), k


@given(metrics(M), fields, fields, fields)
@FEW
def test_curvature_agrees_with_that_of_the_connection(g, U, V, W):
    """The short way through g is compared with the definition for any connection."""
    nabla = g.connection
    general = LinearConnection(M, nabla._values)
    assert check(nabla.curvature == general.curvature)
    assert check(nabla.ricci == general.ricci)
    assert check(nabla.riemann(U, V, W, X) == g(general.curvature.apply(U, V, W), X))


@given(metrics(M))
@FEW
def test_symmetries_of_the_curvature(g):
    R = g.connection.riemann
    assert check(R.permuted((1, 0, 2, 3)) == -R) and check(R.permuted((0, 1, 3, 2)) == -R)
    assert check(R.permuted((2, 3, 0, 1)) == R)
    if not check(R == 0):
        assert not check(R.permuted((1, 0, 2, 3)) == R)
        assert not check(R.permuted((2, 3, 0, 1)) == -R)
    assert check(R + R.permuted((1, 2, 0, 3)) + R.permuted((2, 0, 1, 3)) == 0)
    assert check(g.connection.ricci == g.connection.ricci.permuted((1, 0)))


@given(metrics(M))
@FEW
def test_contracted_identity_of_bianchi(g):
    """The divergence of the Einstein tensor vanishes; in dimension 3 so does Weyl's tensor."""
    nabla = g.connection
    assert check(g.trace(nabla.derivative(nabla.einstein), 0, 1) == 0)
    assert check(nabla.weyl == 0)


@given(metrics(M), fields, fields, fields)
@FEW
def test_second_identity_of_bianchi(g, U, V, W):
    """S (∇_U R)(V, W) = 0: without torsion nothing else remains."""
    turned = g.connection.derivative(g.connection.riemann)
    cyclic = turned + turned.permuted((1, 2, 0, 3, 4)) + turned.permuted((2, 0, 1, 3, 4))
    assert check(cyclic == 0)
    if not check(turned == 0):
        assert not check(cyclic == 2 * turned)
    assert check(cyclic(U, V, W, X, Y) == 0)


def test_second_identity_of_bianchi_is_a_cyclic_sum():
    turned = example().connection.derivative(example().connection.riemann)
    others = turned.permuted((1, 2, 0, 3, 4)), turned.permuted((2, 0, 1, 3, 4))
    assert check(turned + others[0] + others[1] == 0)
    assert not check(turned == 0) and not check(turned + others[0] - others[1] == 0)
    wrong = Metric.diagonal(M, x=1, y="1 + x**2", z="1 + x**2*y**2").connection
    R = wrong.riemann * (1 + M["z"])
    turned = wrong.derivative(R)
    assert not check(
        turned + turned.permuted((1, 2, 0, 3, 4)) + turned.permuted((2, 0, 1, 3, 4)) == 0
    )


def test_the_einstein_tensor_needs_its_factor():
    g = example()
    nabla = g.connection
    assert check(g.trace(nabla.derivative(nabla.einstein), 0, 1) == 0)
    wrong = nabla.ricci - nabla.scalar * g.tensor
    assert not check(g.trace(nabla.derivative(wrong), 0, 1) == 0)
    assert not check(nabla.riemann == 0) and not check(nabla.riemann.permuted((1, 2, 0, 3)) == 0)
    assert not check(nabla.ricci == nabla.curvature.trace(0, 2))


@given(metrics(P), vectors, vectors)
@FEW
def test_sectional_curvature_of_a_surface(g, U, V):
    """In dimension 2: R(U,V,V,U) = K area², Ric = K g, scalar = 2K."""
    nabla = g.connection
    K = nabla.sectional(*P.frame)
    area = g(U, U) * g(V, V) - g(U, V) ** 2
    assert check(nabla.riemann(U, V, V, U) == K * area)
    assert check(nabla.ricci == K * g.tensor) and check(nabla.scalar == 2 * K)
    assert check(nabla.kretschmann == 4 * K**2)


@given(metrics(M), fields, functions(M, terms=1))
@FEW
def test_killing_and_gradient_fields(g, U, f):
    """(L_U g)(V, W) = g(∇_V U, W) + g(V, ∇_W U); the Hessian is symmetric."""
    nabla = g.connection
    lowered = nabla.derivative(g.flat(U))
    assert check(lie(U, g) == 2 * lowered.symmetrised())
    hessian = nabla.derivative(d(f))
    assert check(hessian == hessian.permuted((1, 0)))
    assert check(2 * hessian == lie(g.gradient(f), g))
    assert check(g.trace(hessian).as_function() == g.laplacian(f))


def test_killing_and_conformal_fields():
    plane = Metric.diagonal(P, x=1, y=1)
    u, v = P.coordinates
    U, V = P.frame
    assert plane.is_killing(u * V - v * U) and not plane.is_killing(u * V + v * U)
    assert plane.is_conformal(u * U + v * V) and not plane.is_killing(u * U + v * V)
    assert not plane.is_conformal(u * U)
    g = half_plane()
    u, v = g.space.coordinates
    U, V = g.space.frame
    assert g.is_killing(u * U + v * V) and g.is_killing((u**2 - v**2) * U + 2 * u * v * V)
    assert not g.is_killing(V) and g.is_conformal(V)


# --- classical spaces ------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3])
def test_spheres(n):
    g = sphere(n)
    nabla = g.connection
    assert check(nabla.ricci == (n - 1) * g.tensor)
    assert check(nabla.scalar == n * (n - 1))
    assert check(2 * nabla.riemann == kulkarni_nomizu(g.tensor, g.tensor))
    assert not check(nabla.ricci == n * g.tensor)
    assert not check(2 * nabla.riemann == -kulkarni_nomizu(g.tensor, g.tensor))


def test_the_hyperbolic_plane():
    g = half_plane()
    assert check(g.connection.ricci == -g.tensor) and check(g.connection.scalar == -2)
    assert not check(g.connection.ricci == g.tensor)


def schwarzschild() -> Metric:
    S = Manifold("Schwarzschild", "t r theta phi", "m", positive="r m")
    return Metric.diagonal(
        S, t="-(1 - 2*m/r)", r="1/(1 - 2*m/r)", theta="r**2", phi="r**2*sin(theta)**2"
    )


def test_schwarzschild():
    nabla = schwarzschild().connection
    r, m = nabla.space["r"], nabla.space["m"]
    assert check(nabla.ricci == 0) and not check(nabla.riemann == 0)
    assert check(nabla.kretschmann == 48 * m**2 / r**6)
    assert not check(nabla.kretschmann == 24 * m**2 / r**6)
    assert check(nabla.weyl == nabla.riemann)


def kerr(mass: str = "2*m*r") -> Metric:
    """In Boyer-Lindquist coordinates with x = cos θ."""
    K = Manifold("Kerr", "t r x phi", "m a")
    S = "(r**2 + a**2*x**2)"
    return Metric.from_components(
        K,
        {
            ("t", "t"): f"-1 + {mass}/{S}",
            ("t", "phi"): f"-{mass}*a*(1 - x**2)/{S}",
            ("r", "r"): f"{S}/(r**2 - 2*m*r + a**2)",
            ("x", "x"): f"{S}/(1 - x**2)",
            ("phi", "phi"): f"(1 - x**2)*(r**2 + a**2 + {mass}*a**2*(1 - x**2)/{S})",
        },
    )


def test_kerr():
    g = kerr()
    nabla, space = g.connection, g.space
    assert check(nabla.ricci == 0)
    assert not check(kerr("3*m*r").connection.ricci == 0)
    assert g.is_killing(space.frame[0]) and g.is_killing(space.frame[3])
    assert not g.is_killing(space.frame[1])
    r, x, a, m = (space[n] for n in ("r", "x", "a", "m"))
    c = a * x
    expected = 48 * m**2 * (r**2 - c**2) * ((r**2 + c**2) ** 2 - 16 * r**2 * c**2)
    assert check(nabla.kretschmann == expected / (r**2 + c**2) ** 6)


def test_friedmann():
    """Scale factor A(t), curvature k: Ric(∂_t, ∂_t) = -3 A''/A, G(∂_t, ∂_t) = 3 (A'² + k)/A²."""
    F = Manifold("F", "t r theta phi", "k", functions="A(t)")
    g = Metric.diagonal(
        F,
        t="-1",
        r="A(t)**2/(1 - k*r**2)",
        theta="A(t)**2*r**2",
        phi="A(t)**2*r**2*sin(theta)**2",
    )
    nabla, T = g.connection, F.frame[0]
    A = F.function("A(t)")
    assert check(nabla.ricci(T, T) == -3 * T(T(A)) / A)
    assert check(nabla.einstein(T, T) == 3 * (T(A) ** 2 + F["k"]) / A**2)
    assert check(nabla.weyl == 0)
    assert not check(nabla.einstein(T, T) == 3 * T(A) ** 2 / A**2)


def test_berger_spheres():
    """Left-invariant on SU(2): [e1, e2] = -2 e3 and so on, |e1|² = s², |e2| = |e3| = 1.

    Ric(e1, e1) = 2 s⁴, Ric(e2, e2) = 4 - 2 s².
    """
    B = Manifold("B", "u v w", "s")
    s = B["s"]
    # Maurer-Cartan forms of SU(2): dσ1 = 2 σ2∧σ3 and cyclic.
    sigma = [
        B.form(1, {"u": "1/2", "w": "cos(v)/2"}),
        B.form(1, {"v": "cos(u)/2", "w": "sin(u)*sin(v)/2"}),
        B.form(1, {"v": "sin(u)/2", "w": "-cos(u)*sin(v)/2"}),
    ]
    assert check(d(sigma[0]) == 2 * sigma[1] * sigma[2])
    assert check(d(sigma[1]) == 2 * sigma[2] * sigma[0])
    g = Metric(
        s**2 * tensor_product(sigma[0], sigma[0])
        + tensor_product(sigma[1], sigma[1])
        + tensor_product(sigma[2], sigma[2])
    )
    ricci = g.connection.ricci
    expected = (
        2 * s**4 * tensor_product(sigma[0], sigma[0])
        + (4 - 2 * s**2) * tensor_product(sigma[1], sigma[1])
        + (4 - 2 * s**2) * tensor_product(sigma[2], sigma[2])
    )
    assert check(ricci == expected)
    assert not check(ricci == 2 * g.tensor)


def test_undefined_functions():
    """A conformally flat plane: K = -(f f'' - f'²)/f³ · ½ for e^{2φ} = f(x)."""
    Q = Manifold("Q", "x y", functions="f(x)")
    g = Metric.diagonal(Q, x="f(x)", y="f(x)")
    f, U = Q.function("f(x)"), Q.frame[0]
    K = -(f * U(U(f)) - U(f) ** 2) / (2 * f**3)
    assert check(g.connection.sectional(*Q.frame) == K)
    assert not check(g.connection.sectional(*Q.frame) == -K)


# --- geodesics and frames --------------------------------------------------------------


def test_geodesics_of_the_half_plane():
    from diffgeo import tangent

    g = half_plane()
    bundle, S = tangent(g.space), g.connection.geodesic_spray
    xdot, ydot = bundle.velocities
    y_ = bundle["y"]
    assert check(S(xdot) == 2 * xdot * ydot / y_)
    assert check(S(ydot) == (ydot**2 - xdot**2) / y_)
    assert check(S((xdot**2 + ydot**2) / y_**2) == 0)
    assert not check(S(xdot**2 + ydot**2) == 0)


@given(metrics(M, steps=1))
@settings(max_examples=8)
def test_lowered_connection_forms(g):
    """ω_ab + ω_ba = d g(e_a, e_b), so they are antisymmetric in an orthonormal frame."""
    frame = g.space.frame
    moving = g.connection.in_frame(frame)
    omega = moving.connection_forms
    for a in range(3):
        for b in range(3):
            lowered = [
                sum(g(frame[i], e) * omega[k][j] for k, e in enumerate(frame))
                for i, j in ((a, b), (b, a))
            ]
            assert check(lowered[0] + lowered[1] == d(g(frame[a], frame[b])))


def test_a_dense_metric_on_germs():
    """The same code on Taylor series at random points: ten random components in dimension 4."""
    names = ("t", "x", "y", "z")
    ring = GermRing(names, order=3)
    N = Manifold("N", names, ring=ring)
    g = Metric.from_components(
        N, {(a, b): N.scalar(ring.random()) for k, a in enumerate(names) for b in names[k:]}
    )
    nabla = g.connection
    assert check(g.trace(nabla.derivative(nabla.einstein), 0, 1) == 0).status is Status.PROBED
    assert check(g.trace(nabla.derivative(nabla.ricci), 0, 1) == 0).status is Status.REFUTED
    assert check(g.trace(nabla.weyl, 0, 3) == 0).status is Status.PROBED


def test_constructions_are_natural():
    some = metrics(P)
    assert natural(lambda g: g.connection, some, examples=4)
    assert natural(lambda g: g.connection.riemann, some, examples=4)
    assert natural(lambda g: (g.connection.ricci, g.connection.scalar), some, examples=4)
    assert natural(koszul_formula, some, vectors, vectors, vectors, examples=3)

    def christoffel(g):
        return Tensor.from_components(P, (1, 2), g.connection.coefficients)

    assert not natural(christoffel, some, examples=20, shrink=False)


def test_what_curvatures_refuse():
    g = example()
    with pytest.raises(ZeroDenominator):
        g.connection.sectional(X, X)
    with pytest.raises(DegreeMismatch, match="Weyl's tensor needs 3 or more"):
        _ = half_plane().connection.weyl
