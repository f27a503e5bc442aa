"""Linear connections: axioms, derivatives, torsion, curvature, identities, moving frames."""

from __future__ import annotations

import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import LinearConnection, Manifold, Map, bracket, check, d, lie, tangent
from diffgeo.errors import AmbiguousTruth, AxiomViolation, DegreeMismatch, SpaceMismatch
from diffgeo.signs import koszul
from diffgeo.structures import multilinear, tensor, tensor_product
from diffgeo.testing import (
    forms,
    functions,
    linear_connections,
    natural,
    tensors,
    vector_fields,
    vector_forms,
)

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
X, Y, Z = M.frame
P = Manifold("P", "x y")
FEW = settings(max_examples=15)
fields, covectors = vector_fields(M, degree=1, terms=1), forms(M, 1, degree=1, terms=1)
connections = linear_connections(M)


def example() -> LinearConnection:
    """∇_{∂x}∂y = z ∂x, ∇_{∂z}∂y = x ∂z; it has torsion and curvature."""
    return LinearConnection.from_coefficients(M, {("x", "x", "y"): "z", ("z", "z", "y"): "x"})


def curvature(nabla, U, V, W):
    """R(U, V)W by its definition."""
    commutator = nabla(U, nabla(V, W)) - nabla(V, nabla(U, W))
    return commutator - nabla(bracket(U, V), W)


#: Fields on which torsion and curvature of the example do not vanish.
SOME = (X + y * Z, x * Y + Z, Y + z * X)


def cyclic(function, U, V, W):
    return function(U, V, W) + function(V, W, U) + function(W, U, V)


# --- axioms and covariant derivatives --------------------------------------------------------


@given(connections, fields, fields, functions(M))
@FEW
def test_axioms(nabla, U, V, f):
    assert check(nabla(f * U, V) == f * nabla(U, V))
    assert check(nabla(U, f * V) == U(f) * V + f * nabla(U, V))
    assert check(nabla(U, f) == U(f))


def test_values_on_the_frame_are_the_coefficients():
    nabla = example()
    assert check(nabla(X, Y) == z * X) and check(nabla(Y, X) == 0)
    assert check(nabla(Z, Y) == x * Z)
    assert check(nabla.coefficients["x", "x", "y"] == z)
    assert not check(nabla(X, Y) == nabla(Y, X))


@given(connections, fields, fields, covectors, vector_forms(M, 1, degree=1, terms=1), forms(M, 2))
@FEW
def test_leibniz_for_everything(nabla, U, V, alpha, K, omega):
    assert check(U(alpha(V)) == nabla(U, alpha)(V) + alpha(nabla(U, V)))
    assert check(nabla(U, K(V)) == nabla(U, K)(V) + K(nabla(U, V)))
    assert check(nabla(U, alpha * omega) == nabla(U, alpha) * omega + alpha * nabla(U, omega))
    assert check(nabla(U, tensor(K)) == tensor(nabla(U, K)))
    assert check(nabla(U, tensor(omega)) == tensor(nabla(U, omega)))
    assert check(nabla(U, tensor(K).trace()) == nabla(U, tensor(K)).trace())


def test_leibniz_with_a_wrong_sign_is_refuted():
    nabla = example()
    assert check(X(dx(Y)) == nabla(X, dx)(Y) + dx(nabla(X, Y)))
    assert not check(X(dx(Y)) == nabla(X, dx)(Y) - dx(nabla(X, Y)))


@given(connections, tensors(M, (1, 1), degree=1), fields, fields, covectors)
@FEW
def test_the_derivative_of_a_tensor(nabla, S, U, V, alpha):
    assert check(nabla.derivative(S)(alpha, U, V) == nabla(U, S)(alpha, V))
    assert check(nabla.derivative(V)(alpha, U) == alpha(nabla(U, V)))
    assert check(nabla.derivative(alpha)(U, V) == nabla(U, alpha)(V))


def test_the_direction_is_the_first_argument():
    derivative = example().derivative(dx)
    assert check(derivative(X, Y) == -z) and check(derivative(Y, X) == 0)
    assert check(example().derivative(x * y).as_form() == d(x * y))


@given(connections, fields, covectors)
@FEW
def test_the_derivation_is_a_lie_derivative_and_an_insertion(nabla, U, alpha):
    """∇_U = L_U + i_A with A(V) = [U, V] - ∇_U V."""
    A = multilinear(M, (1, 1), lambda beta, V: beta(bracket(U, V) - nabla(U, V)), verify=False)
    right = lie(U, alpha) + A.as_vector_form().transpose(alpha)
    assert check(nabla(U, alpha) == right)


def test_a_connection_made_from_an_operator():
    nabla = LinearConnection.from_operator(M, lambda U, V: example()(U, V) + dy(U) * V)
    assert check(nabla(Y, Y) == Y) and check(nabla(X, Y) == z * X)
    with pytest.raises(AxiomViolation, match=r"nabla_\(fX\) Y = f nabla_X Y"):
        LinearConnection.from_operator(M, bracket)
    with pytest.raises(AxiomViolation, match=r"nabla_X \(fY\) = X\(f\) Y"):
        LinearConnection.from_operator(M, lambda U, V: dy(U) * V)
    with pytest.raises(AxiomViolation, match=r"nabla_X \(fY\) = X\(f\) Y"):
        LinearConnection.from_operator(M, lambda U, V: 2 * example()(U, V))


# --- torsion, curvature, identities ------------------------------------------------------


@also(example(), *SOME)
@given(connections, fields, fields, fields)
@FEW
def test_torsion_and_curvature_are_their_definitions(nabla, U, V, W):
    assert check(nabla.torsion(U, V) == nabla(U, V) - nabla(V, U) - bracket(U, V))
    assert check(nabla.curvature.apply(U, V, W) == curvature(nabla, U, V, W))


def test_wrong_curvatures_are_refuted():
    nabla, U, V, W = example(), x * X, Z, Y
    value = nabla.curvature.apply(U, V, W)
    assert check(value == curvature(nabla, U, V, W)) and not check(value == 0)
    assert not check(value == -curvature(nabla, U, V, W))
    without_bracket = nabla(U, nabla(V, W)) - nabla(V, nabla(U, W))
    U, V, W = x * X, X, Y
    without_bracket = nabla(U, nabla(V, W)) - nabla(V, nabla(U, W))
    assert not check(nabla.curvature.apply(U, V, W) == without_bracket)
    T = nabla.torsion
    assert check(T(X, x * Y) == nabla(X, x * Y) - nabla(x * Y, X) - Y)
    assert not check(T(X, x * Y) == nabla(X, x * Y) - nabla(x * Y, X))


@given(connections, fields, vector_forms(M, 1, degree=1, terms=1), forms(M, 1, degree=1, terms=1))
@FEW
def test_the_exterior_derivative(nabla, U, K, alpha):
    assert check(nabla.exterior(M.identity) == nabla.torsion)
    R = nabla.curvature
    curved = multilinear(M, (1, 2), lambda b, V, W: b(R.apply(V, W, U)), verify=False)
    assert check(nabla.exterior(nabla.exterior(U)) == curved.as_vector_form())
    left = nabla.exterior(alpha * K)
    assert check(left == d(alpha) * K - alpha * nabla.exterior(K))


def test_the_exterior_derivative_with_a_wrong_sign_is_refuted():
    nabla, K = example(), dy.tensor(Y)
    left = nabla.exterior(dz * K)
    assert check(left == koszul(1) * dz * nabla.exterior(K))
    assert not check(left == dz * nabla.exterior(K))


def derivative_of_torsion(nabla):
    T = tensor(nabla.torsion)
    return lambda U, V, W: nabla(U, T).apply(V, W)


@also(example(), *SOME)
@given(connections, fields, fields, fields)
@FEW
def test_first_identity_of_bianchi(nabla, U, V, W):
    """S R(U,V)W = S (∇_U T)(V, W) + T(T(U,V), W), S the cyclic sum."""
    R, T = nabla.curvature, nabla.torsion
    left = cyclic(R.apply, U, V, W)
    twice = cyclic(lambda A, B, C: T(T(A, B), C), U, V, W)
    assert check(left == cyclic(derivative_of_torsion(nabla), U, V, W) + twice)
    assert check(left == nabla.exterior(T)(U, V, W))


@also(example(), *SOME)
@given(connections, fields, fields, fields)
@settings(max_examples=10)
def test_second_identity_of_bianchi(nabla, U, V, W):
    """S (∇_U R)(V, W) + R(T(U,V), W) = 0."""
    R, T = nabla.curvature, nabla.torsion
    left = cyclic(lambda A, B, C: nabla(A, R).insert(B, 1).insert(C, 1), U, V, W)
    right = cyclic(lambda A, B, C: R.insert(T(A, B), 1).insert(C, 1), U, V, W)
    assert check(left == -right)


def test_the_identities_need_their_torsion_terms():
    nabla = LinearConnection.from_coefficients(
        M, {("y", "x", "y"): "z", ("z", "z", "y"): "x", ("x", "y", "z"): "1"}
    )
    R, T = nabla.curvature, nabla.torsion
    first = cyclic(R.apply, X, Y, Z)
    derivative = cyclic(derivative_of_torsion(nabla), X, Y, Z)
    assert check(first == derivative + cyclic(lambda A, B, C: T(T(A, B), C), X, Y, Z))
    assert not check(first == derivative) and not check(first == 0)
    second = cyclic(lambda A, B, C: nabla(A, R).insert(B, 1).insert(C, 1), X, Y, Z)
    assert not check(second == 0)
    torsion_term = cyclic(lambda A, B, C: R.insert(T(A, B), 1).insert(C, 1), X, Y, Z)
    assert check(second == -torsion_term) and not check(second == torsion_term)


@given(connections, fields, fields, st.sampled_from([(1, 0), (0, 1), (1, 1)]), st.data())
@FEW
def test_identity_of_ricci(nabla, U, V, kind, data):
    """∇²_{U,V} - ∇²_{V,U} = R(U,V) - ∇_{T(U,V)}, here on a tensor S."""
    S = data.draw(tensors(M, kind, degree=1, size=2))
    R, T = nabla.curvature, nabla.torsion
    rotated = S.derived(0 * U, [R.apply(U, V, e) for e in M.frame])
    left = nabla.second(U, V, S) - nabla.second(V, U, S)
    assert check(left == rotated - nabla(T(U, V), S))


def test_identity_of_ricci_needs_its_torsion_term_and_sign():
    nabla, S = example(), y * dx
    R, T = nabla.curvature, nabla.torsion
    rotated = tensor(S).derived(0 * X, [R.apply(Z, X, e) for e in M.frame]).as_form()
    left = nabla.second(Z, X, S) - nabla.second(X, Z, S)
    assert check(left == rotated - nabla(T(Z, X), S)) and not check(left == -rotated)
    U, V, f = X, Y, x
    left = nabla.second(U, V, f) - nabla.second(V, U, f)
    assert check(left == -T(U, V)(f)) and not check(left == 0)


@also(example(), *SOME[:2])
@given(connections, fields, fields)
@FEW
def test_ricci_is_the_trace_over_the_first_argument(nabla, U, V):
    R = nabla.curvature
    trace = sum((d(f)(R.apply(e, U, V)) for f, e in zip(M.coordinates, M.frame, strict=True)))
    assert check(nabla.ricci(U, V) == trace)


def test_other_traces_are_not_ricci():
    nabla = LinearConnection.from_coefficients(M, {("x", "x", "x"): "y", ("z", "x", "y"): "x*y"})
    assert not check(nabla.ricci == nabla.curvature.trace(0, 2))
    assert check(nabla.ricci == -nabla.curvature.trace(0, 2))
    assert not check(nabla.ricci == nabla.curvature.trace(0, 3))


# --- the affine space of connections ---------------------------------------------------------


@given(connections, tensors(M, (1, 2), degree=1), fields, fields, covectors)
@FEW
def test_connections_form_an_affine_space(nabla, A, U, V, alpha):
    other = nabla + A
    assert check(alpha(other(U, V)) == alpha(nabla(U, V)) + A(alpha, U, V))
    assert check(other - nabla == A) and check(other - A == nabla)
    torsion = nabla.torsion(U, V)
    assert check(nabla.opposite.torsion(U, V) == -torsion)
    assert check(nabla.opposite(U, V) == nabla(V, U) + bracket(U, V))
    assert check(nabla.symmetric.torsion == 0)
    assert check(2 * nabla.symmetric(U, V) == nabla(U, V) + nabla.opposite(U, V))


@given(connections, fields, fields, fields)
@FEW
def test_lie_derivative_of_a_connection(nabla, U, V, W):
    expected = bracket(U, nabla(V, W)) - nabla(bracket(U, V), W) - nabla(V, bracket(U, W))
    assert check(lie(U, nabla).apply(V, W) == expected)


def test_affine_fields_of_the_flat_connection():
    flat = LinearConnection.from_coefficients(M, {})
    assert check(lie(x * Y + Z, flat) == 0)
    assert not check(lie(x**2 * Y, flat) == 0)


# --- geodesics -----------------------------------------------------------------------------------


@given(linear_connections(P), forms(P, 1))
@FEW
def test_the_geodesic_spray(nabla, alpha):
    """S(α̂) = (∇α)(v, v): along geodesics d/dt α(v) = (∇_v α)(v); torsion does not enter."""
    bundle, S = tangent(P), nabla.geodesic_spray
    assert bundle.is_spray(S)
    v = bundle.velocities
    pull = bundle.projection.pull
    value = sum(
        v[a] * v[b] * pull(nabla.derivative(alpha)(P.frame[a], P.frame[b]))
        for a in range(2)
        for b in range(2)
    )
    assert check(S(bundle.contract(alpha)) == value)
    assert check(nabla.symmetric.geodesic_spray == S)


def test_the_geodesic_spray_has_a_sign():
    nabla = LinearConnection.from_coefficients(P, {("x", "y", "y"): "x"})
    bundle = tangent(P)
    xdot, ydot = bundle.velocities
    assert check(nabla.geodesic_spray(xdot) == -bundle["x"] * ydot**2)
    assert not check(nabla.geodesic_spray(xdot) == bundle["x"] * ydot**2)


# --- naturality --------------------------------------------------------------------------


def test_constructions_are_natural():
    some = linear_connections(P)
    vectors = vector_fields(P, terms=1)
    assert natural(lambda N: N.torsion, some, examples=15)
    assert natural(lambda N: N.curvature, some, examples=15)
    assert natural(lambda N: N.ricci, some, examples=15)
    assert natural(lambda N, U, V: N(U, V), some, vectors, vectors, examples=15)
    assert natural(lambda N, S: N.derivative(S), some, tensors(P, (1, 1)), examples=15)
    assert natural(lambda N, U: N.exterior(U), some, vectors, examples=15)
    assert natural(lie, vectors, some, examples=10)


def test_the_coefficients_are_no_tensor():
    def impostor(N):
        return N - LinearConnection.from_coefficients(P, {})

    assert not natural(impostor, linear_connections(P, terms=1, size=1), examples=20, shrink=False)


# --- looking and refusals ------------------------------------------------------------------------


def test_how_connections_show_themselves():
    nabla = example()
    assert str(nabla) == "∇_{∂_x} ∂_y = z ∂_x, ∇_{∂_z} ∂_y = x ∂_z"
    assert nabla.latex().startswith(r"\nabla_{\partial_{x}} \partial_{y} = z\, \partial_{x},")
    assert nabla._repr_latex_() == f"${nabla.latex()}$"
    assert repr(nabla).startswith("<the linear connection ∇_{∂_x} ∂_y = z ∂_x, ")
    flat = LinearConnection.from_coefficients(M, {})
    assert str(flat) == "∇∂ = 0" and flat.latex() == r"\nabla \partial = 0"
    over = LinearConnection.from_coefficients(M, {("x", "x", "y"): "1/z"})
    (condition,) = over.conditions
    assert str(condition) == "z != 0"


def test_what_connections_refuse():
    nabla = example()
    with pytest.raises(DegreeMismatch, match="differentiate covariantly along"):
        nabla(M.identity, X)
    with pytest.raises(TypeError, match="differentiates functions, fields, forms and tensors"):
        nabla(X, lie(X))
    with pytest.raises(SpaceMismatch, match="they live on P and M"):
        nabla(X, P.frame[0])
    with pytest.raises(DegreeMismatch, match=r"type \(1, 2\) is needed"):
        nabla + tensor_product(dx, dy)
    with pytest.raises(SpaceMismatch, match="nowhere a local diffeomorphism"):
        nabla.pulled_back(Map(M, M, {"x": "x", "y": "x", "z": "z"}))
    with pytest.raises(SpaceMismatch, match="pulls back what lives on P"):
        nabla.pulled_back(Map(M, P, {"x": "x", "y": "y"}))
    with pytest.raises(AmbiguousTruth):
        bool(nabla)
