"""Derivations and the one bracket: Lie, Frölicher-Nijenhuis, Nijenhuis-Richardson."""

from __future__ import annotations

import pickle

from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import (
    Derivation,
    Manifold,
    Map,
    VectorForm,
    bracket,
    check,
    d,
    decompose,
    interior,
    lie,
    torsion,
)
from diffgeo.calculus import nijenhuis_richardson
from diffgeo.signs import koszul
from diffgeo.testing import forms, functions, vector_fields, vector_forms

M = Manifold("M", "x y z")
x, y, z = M.coordinates
dx, dy, dz = d(x), d(y), d(z)
FEW = settings(max_examples=12)


def tensors(degree: int = 2) -> st.SearchStrategy:
    return st.integers(0, degree).flatmap(lambda k: vector_forms(M, k, degree=1, terms=1))


def some_forms() -> st.SearchStrategy:
    return st.integers(0, 2).flatmap(lambda k: forms(M, k))


@given(vector_fields(M), some_forms())
def test_cartan(X, alpha):
    assert check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha)))


@given(tensors())
@FEW
def test_lie_derivatives_are_commutators(K):
    assert check(lie(K) == bracket(interior(K), d))


def test_lie_derivatives_of_odd_degree_have_a_sign():
    K = dx.tensor(z * M.frame[1])
    wrong = Derivation.from_values(
        M,
        1,
        {"y": lie(K).on_function(1)},
        {"y": -lie(K).on_differential(1)},
    )
    assert check(lie(K).on_differential(1) == -d(interior(K, dy)))
    assert not check(lie(K) == wrong)


def test_lie_derivatives_along_a_map_are_commutators():
    curve = Manifold("curve", "t")
    phi = Map(curve, M, {"x": "t", "y": "t**2", "z": "t**3"})
    velocity = VectorForm(
        M, 0, [curve.function("1"), curve.function("2*t"), curve.function("3*t**2")], phi
    )
    assert check(lie(velocity) == bracket(interior(velocity), d))
    assert check(lie(velocity)(y * dx) == d(curve.function("t")) * 2 * curve.function("t"))


def test_cartan_with_a_wrong_sign_is_refuted():
    X, alpha = x * M.frame[1], x * y * dy
    assert not check(lie(X, alpha) == interior(X, d(alpha)) - d(interior(X, alpha)))


@given(tensors(), some_forms(), some_forms())
@FEW
def test_operators_are_derivations(K, alpha, beta):
    for D in (interior(K), lie(K)):
        sign = koszul(D.degree * alpha.degree)
        assert check(D(alpha * beta) == D(alpha) * beta + sign * alpha * D(beta))


@given(tensors(), some_forms(), some_forms())
@FEW
def test_insertion_of_a_multiple(K, omega, alpha):
    assert check(interior(omega * K, alpha) == omega * interior(K, alpha))


@given(vector_fields(M), vector_fields(M), functions(M), some_forms())
@FEW
def test_lie_bracket_of_fields(X, Y, f, alpha):
    Z = bracket(X, Y)
    assert check(Z(f) == X(Y(f)) - Y(X(f)))
    assert check(lie(Z, alpha) == lie(X, lie(Y, alpha)) - lie(Y, lie(X, alpha)))
    assert check(interior(Z, alpha) == lie(X, interior(Y, alpha)) - interior(Y, lie(X, alpha)))


def test_the_lie_bracket_has_an_order():
    X, Y = M.frame[0], x * M.frame[1]
    assert check(bracket(X, Y) == M.frame[1])
    assert not check(bracket(Y, X) == M.frame[1])


@given(tensors())
def test_lie_derivatives_commute_with_d(K):
    assert check(bracket(lie(K), d) == 0)
    assert check(bracket(d, lie(K)) == 0)


def test_insertions_do_not_commute_with_d():
    assert not check(bracket(interior(M.frame[0]), d) == 0)
    assert check(bracket(interior(M.identity), d) == d)
    assert check(d == lie(M.identity))


@given(tensors(), tensors())
@FEW
def test_decompose_finds_both_parts(K, N):
    if N.degree != K.degree + 1:
        N = M.vector_form(K.degree + 1, {"x": forms_like(N, K.degree + 1)})
    first, second = decompose(lie(K) + interior(N))
    assert check(first == K) and check(second == N)


def forms_like(N, degree):
    alpha = (x + 1) * N.value(0)
    while alpha.degree < degree:
        alpha = alpha * (y * dz + dx)
    return alpha if alpha.degree == degree else M.form(degree, {})


def test_decompose_tells_the_parts_apart():
    K, N = M.identity, M.vector_form(2, {"x": x * dx * dy})
    assert not check(decompose(lie(K) + interior(N))[1] == 2 * N)


@given(tensors(), tensors())
@FEW
def test_frolicher_nijenhuis_bracket(K, N):
    k, n = K.degree, N.degree
    assert check(bracket(lie(K), lie(N)) == lie(bracket(K, N)))
    if not check(bracket(K, N) == 0):
        assert not check(bracket(lie(K), lie(N)) == -lie(bracket(K, N)))
    assert check(bracket(K, N) == -koszul(k * n) * bracket(N, K))
    rest = decompose(bracket(lie(K), lie(N)))[1]
    assert check(rest == 0)


@given(tensors(), tensors(), tensors(1))
@FEW
def test_jacobi(K, N, P):
    sign = koszul(K.degree * N.degree)
    left = bracket(K, bracket(N, P))
    assert check(left == bracket(bracket(K, N), P) + sign * bracket(N, bracket(K, P)))


def test_jacobi_with_a_wrong_sign_is_refuted():
    K, N, P = dx.tensor(z * M.frame[1]), x * y * M.frame[2], z**2 * M.frame[0]
    left = bracket(K, bracket(N, P))
    right = bracket(bracket(K, N), P)
    other = bracket(N, bracket(K, P))
    assert check(left == right + other)
    assert not check(left == right - other)


def test_graded_antisymmetry_of_tensors_is_a_symmetry():
    K, N = M.vector_form(1, {"x": y * dz}), M.vector_form(1, {"z": x * dx})
    assert check(bracket(K, N) == bracket(N, K))
    assert not check(bracket(K, N) == -bracket(N, K))


@given(tensors(), tensors())
@FEW
def test_mixed_commutator(K, N):
    """[L_K, i_N] = i_[K,N] - (-1)^{k(n-1)} L_{i_N K}."""
    k, n = K.degree, N.degree
    left = bracket(lie(K), interior(N))
    right = interior(bracket(K, N)) - koszul(k * (n - 1)) * lie(interior(N, K))
    assert check(left == right)


@given(tensors(), tensors())
@FEW
def test_nijenhuis_richardson(K, N):
    sign = koszul((K.degree - 1) * (N.degree - 1))
    found = nijenhuis_richardson(K, N)
    assert check(found == interior(K, N) - sign * interior(N, K))
    assert check(bracket(interior(K), interior(N)) == interior(found))


def test_nijenhuis_richardson_with_a_wrong_sign_is_refuted():
    K, N = M.vector_form(1, {"x": y * dz}), M.vector_form(1, {"z": x * dx})
    assert not check(nijenhuis_richardson(K, N) == interior(K, N) + interior(N, K))


@given(vector_forms(M, 1, degree=1), vector_fields(M, degree=1), vector_fields(M, degree=1))
@FEW
def test_torsion_on_fields(K, X, Y):
    KX, KY = K(X), K(Y)
    expected = bracket(KX, KY) - K(bracket(KX, Y)) - K(bracket(X, KY)) + K(K(bracket(X, Y)))
    assert check(torsion(K)(X, Y) == expected)


def test_torsion_with_a_wrong_factor_is_refuted():
    K = M.vector_form(1, {"x": y * dx, "y": z * dz})
    X, Y = M.frame[0], M.frame[1]
    KX, KY = K(X), K(Y)
    value = bracket(KX, KY) - K(bracket(KX, Y)) - K(bracket(X, KY)) + K(K(bracket(X, Y)))
    assert check(torsion(K)(X, Y) == value)
    assert not check(bracket(K, K)(X, Y) == value)


@given(vector_fields(M), vector_forms(M, 1, degree=1), vector_fields(M))
@FEW
def test_lie_derivative_of_a_tensor(X, K, Y):
    assert check(lie(X, K)(Y) == bracket(X, K(Y)) - K(bracket(X, Y)))


@given(tensors(1), some_forms(), some_forms())
@FEW
def test_derivations_form_a_module(K, omega, alpha):
    D = lie(K)
    assert check((omega * D)(alpha) == omega * D(alpha))
    if not check(omega * D(alpha) == 0):
        assert not check((omega * D)(alpha) == -omega * D(alpha))
    assert check((D + D)(alpha) == 2 * D(alpha))
    assert check(D - D == 0)


def test_derivation_from_values():
    D = Derivation.from_values(M, 0, {"x": y}, {"x": dy})
    assert check(lie(y * M.frame[0]) == D)
    other = Derivation.from_values(M, 0, {"x": y}, {"x": dz})
    assert not check(other == D)


def test_what_a_lie_derivative_makes_of_differentials_is_made_once() -> None:
    K = M.vector_form(1, {"x": {"y": "x*z"}, "y": {"z": "y**2"}})
    weight = len(pickle.dumps(K))
    square = bracket(K, K)
    first, second = lie(K), lie(K)
    for a in range(3):
        assert first.on_differential(a) is second.on_differential(a)
    assert len(pickle.dumps(K)) == weight  # it does not travel
    copy = pickle.loads(pickle.dumps(K))
    assert check(bracket(copy, K) == square).status.name == "VERIFIED"
    # Each tensor has its own.
    assert check(lie(2 * K, dx) == 2 * lie(K, dx)).status.name == "VERIFIED"
    assert check(lie(2 * K, dx) == lie(K, dx)).status.name == "REFUTED"
