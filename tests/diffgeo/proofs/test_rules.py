"""Identities that hold on every manifold, each beside a false one."""

from __future__ import annotations

from itertools import product

import pytest

from diffgeo import (
    Status,
    bracket,
    check,
    d,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.calculus import nijenhuis_richardson
from diffgeo.signs import koszul

DEGREES = range(4)
PAIRS = list(product(DEGREES, repeat=2))
TRIPLES = list(product(DEGREES, repeat=3))
IDENTITY = every_manifold.identity


def vectors(*degrees):
    return [symbols_of_vector_forms(n, degree=k) for n, k in zip("KMN", degrees, strict=False)]


def proved(identity) -> None:
    verdict = check(identity)
    assert verdict.status is Status.PROVED, verdict
    assert verdict.scope == "every manifold"
    assert verdict.evidence
    assert "\n" not in str(verdict)


def refuted(identity) -> None:
    verdict = check(identity, counterexample=False)
    assert verdict.status is Status.REFUTED, verdict
    assert verdict.counterexample is not None


@pytest.mark.parametrize(("k", "m"), PAIRS)
def test_lie_derivatives_are_closed_under_the_bracket(k: int, m: int) -> None:
    K, M = vectors(k, m)
    proved(bracket(lie(K), lie(M)) == lie(bracket(K, M)))
    proved(bracket(K, M) == -koszul(k * m) * bracket(M, K))
    wrong = bracket(lie(K), lie(M)) == 2 * lie(bracket(K, M))
    refuted(wrong)
    refuted(bracket(K, M) == koszul(k * m) * bracket(M, K))


@pytest.mark.parametrize(("k", "m"), PAIRS)
def test_brackets_of_insertions(k: int, m: int) -> None:
    K, M = vectors(k, m)
    sign = koszul((k - 1) * (m - 1))
    proved(
        bracket(interior(K), interior(M))
        == interior(interior(K, M)) - sign * interior(interior(M, K))
    )
    proved(bracket(interior(K), interior(M)) == interior(nijenhuis_richardson(K, M)))
    if k and m:
        refuted(
            bracket(interior(K), interior(M))
            == interior(interior(K, M)) + sign * interior(interior(M, K))
        )


@pytest.mark.parametrize(("k", "m"), PAIRS)
def test_brackets_of_a_lie_derivative_and_an_insertion(k: int, m: int) -> None:
    K, M = vectors(k, m)
    sign = koszul(k * (m - 1))
    proved(bracket(lie(K), interior(M)) == interior(bracket(K, M)) - sign * lie(interior(M, K)))
    if k:  # i_M K vanishes for a vector field K
        refuted(
            bracket(lie(K), interior(M)) == interior(bracket(K, M)) + sign * lie(interior(M, K))
        )


@pytest.mark.parametrize("k", DEGREES)
def test_cartan(k: int) -> None:
    (K,) = vectors(k)
    proved(bracket(interior(K), d) == lie(K))
    proved(interior(K) @ d - koszul(k - 1) * (d @ interior(K)) == lie(K))
    proved(bracket(lie(K), d) == 0)
    proved(bracket(d, lie(K)) == 0)
    refuted(interior(K) @ d + koszul(k - 1) * (d @ interior(K)) == lie(K))
    refuted(lie(K) @ d + koszul(k) * (d @ lie(K)) == 0)


@pytest.mark.parametrize("p", range(4))
def test_cartan_on_forms(p: int) -> None:
    (X,) = vectors(0)
    alpha = symbols_of_forms("alpha", degree=p)
    proved(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha)))
    proved(d(d(alpha)) == 0)
    proved(interior(X, interior(X, alpha)) == 0)
    proved(interior(IDENTITY, alpha) == p * alpha)
    refuted(lie(X, alpha) == interior(X, d(alpha)) + 2 * d(interior(X, alpha)) + alpha)
    refuted(interior(IDENTITY, alpha) == (p + 1) * alpha)
    refuted(d(alpha) == 0)


@pytest.mark.parametrize(("k", "m", "n"), TRIPLES)
def test_jacobi(k: int, m: int, n: int) -> None:
    K, M, N = vectors(k, m, n)
    left = bracket(K, bracket(M, N))
    proved(left == bracket(bracket(K, M), N) + koszul(k * m) * bracket(M, bracket(K, N)))
    if k + m + n <= 6:
        refuted(left == bracket(bracket(K, M), N) - koszul(k * m) * bracket(M, bracket(K, N)))


@pytest.mark.parametrize(("k", "m", "n"), TRIPLES)
def test_jacobi_of_insertions(k: int, m: int, n: int) -> None:
    """The Nijenhuis-Richardson bracket, of degrees less by one."""
    K, M, N = vectors(k, m, n)
    sign = koszul((k - 1) * (m - 1))

    def nr(x, y):
        return nijenhuis_richardson(x, y)

    left = nr(K, nr(M, N)) if m + n else None
    if left is None or not k + m or not k + n or k + m + n < 2:
        return  # a bracket of two vector fields has degree -1
    right = sign * nr(M, nr(K, N))
    proved(left == nr(nr(K, M), N) + right)
    if k and m and n and k + m + n <= 6:
        refuted(left == nr(nr(K, M), N) - right)


@pytest.mark.parametrize("k", [1, 3])
def test_jacobi_of_one_tensor(k: int) -> None:
    (K,) = vectors(k)
    proved(bracket(K, bracket(K, K)) == 0)
    refuted(bracket(K, K) == 0)


@pytest.mark.parametrize(("k", "m", "n"), TRIPLES)
def test_jacobi_of_commutators(k: int, m: int, n: int) -> None:
    K, M, N = vectors(k, m, n)
    first, second, third = lie(K), interior(M), interior(N)
    sign = koszul(k * (m - 1))
    left = bracket(first, bracket(second, third))
    right = bracket(second, bracket(first, third))
    proved(left == bracket(bracket(first, second), third) + sign * right)
    if min(k, m, n) > 0 and k + m + n <= 4:
        refuted(left == bracket(bracket(first, second), third) - sign * right)


@pytest.mark.parametrize(("k", "m", "n"), [t for t in TRIPLES if sum(t) <= 4])
def test_insertion_into_a_bracket(k: int, m: int, n: int) -> None:
    """i_N is no derivation of the bracket; the defect follows from Jacobi for i_N, L_K, L_M."""
    K, M, N = vectors(k, m, n)
    shift = koszul(k * (n - 1))
    first = koszul((n - 1) * k) * interior(bracket(K, N), M)
    second = koszul((n - 1 + k) * m) * interior(bracket(M, N), K)
    both = bracket(interior(N, K), M) + shift * bracket(K, interior(N, M))
    left = interior(N, bracket(K, M))
    proved(left == both - first + second)
    if k and m and n and k + m + n <= 4:
        refuted(left == both)


@pytest.mark.parametrize(("p", "k"), list(product(range(3), repeat=2)))
def test_forms_times_vector_forms(p: int, k: int) -> None:
    omega = symbols_of_forms("omega", degree=p)
    (K,) = vectors(k)
    sign = koszul(p + k)
    proved(interior(omega * K) == omega * interior(K))
    proved(lie(omega * K) == omega * lie(K) + sign * (d(omega) * interior(K)))
    proved(bracket(lie(omega * K), d) == 0)
    refuted(lie(omega * K) == omega * lie(K))
    refuted(lie(omega * K) == omega * lie(K) - sign * (d(omega) * interior(K)))
    refuted(interior(omega * K) == 2 * (omega * interior(K)))


def test_products_of_forms() -> None:
    for p, q in product(range(4), repeat=2):
        alpha = symbols_of_forms("alpha", degree=p)
        beta = symbols_of_forms("beta", degree=q)
        proved(alpha * beta == koszul(p * q) * (beta * alpha))
        proved(d(alpha * beta) == d(alpha) * beta + koszul(p) * (alpha * d(beta)))
        if p % 2:
            proved(alpha * alpha == 0)
        if p + q <= 3:
            refuted(d(alpha * beta) == d(alpha) * beta - koszul(p) * (alpha * d(beta)))
            refuted(alpha * beta == -koszul(p * q) * (beta * alpha))


def test_identity_tensor() -> None:
    for k in DEGREES:
        (K,) = vectors(k)
        proved(bracket(IDENTITY, K) == 0)
        proved(interior(IDENTITY, K) == k * K)
        proved(interior(K, IDENTITY) == K)
        refuted(interior(IDENTITY, K) == (k + 1) * K)
    proved(d == lie(IDENTITY))
    proved(lie(IDENTITY) @ d == 0)
    refuted(d == 2 * lie(IDENTITY))


def test_nijenhuis_torsion() -> None:
    K, M = symbols_of_vector_forms("K M", degree=1)
    proved(torsion(K) == bracket(K, K) / 2)
    proved(bracket(K, torsion(K)) == 0)
    proved(torsion(K + M) == torsion(K) + bracket(K, M) + torsion(M))
    proved(lie(K) @ lie(K) == lie(torsion(K)))
    refuted(torsion(K) == 0)
    refuted(lie(K) @ lie(K) == 0)
    refuted(torsion(K + M) == torsion(K) + torsion(M))


def test_functions_and_fields() -> None:
    X, Y = symbols_of_vector_forms("X Y", degree=0)
    f, g = symbols_of_forms("f g", degree=0)
    proved(bracket(f * X, Y) == f * bracket(X, Y) - lie(Y, f) * X)
    proved(interior(X, f) == 0)
    proved(lie(X, f * g) == lie(X, f) * g + f * lie(X, g))
    omega = symbols_of_forms("omega", degree=1)
    proved(
        interior(Y, interior(X, d(omega)))
        == lie(X, interior(Y, omega)) - lie(Y, interior(X, omega)) - interior(bracket(X, Y), omega)
    )
    refuted(bracket(f * X, Y) == f * bracket(X, Y))
    refuted(interior(Y, interior(X, d(omega))) == -interior(bracket(X, Y), omega))
