"""The identities of the calculus on random data of every degree, each beside a false one.

The same identities are proved for symbols in `tests/diffgeo/proofs/test_rules.py`; here the data
have components, and the zero test of the ring decides. Where a sign or a factor is spoiled, random
data refute it: `spoiled` looks for them, so that no statement holds because its data are zero.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, bracket, check, d, interior, lie
from diffgeo.calculus import nijenhuis_richardson, schouten
from diffgeo.signs import koszul
from diffgeo.testing import forms, functions, multivectors, vector_fields, vector_forms

M = Manifold("M", "x y z")
DEGREES = range(M.dimension + 1)
PAIRS = list(product(DEGREES, repeat=2))
TRIPLES = list(product(DEGREES, repeat=3))
FEW = settings(max_examples=4, suppress_health_check=list(HealthCheck))
SEARCH = settings(
    max_examples=400,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def is_not_zero(thing):
    return not check(thing == 0, counterexample=False)


def form(degree):
    return forms(M, degree, degree=2, terms=1).filter(is_not_zero)


def tensor(degree):
    return vector_forms(M, degree, degree=1, terms=1).filter(is_not_zero)


def field(degree):
    return multivectors(M, degree, degree=1, terms=1).filter(is_not_zero)


def holds(identity, *data):
    """Of random data."""

    @given(st.tuples(*data))
    @FEW
    def of(drawn):
        for part in identity(*drawn):
            assert check(part)

    of()


def spoiled(identity, *data):
    """Some random data refute it."""
    find(
        st.tuples(*data),
        lambda drawn: not check(identity(*drawn), counterexample=False),
        settings=SEARCH,
    )


# --- d, insertions, Lie derivatives ------------------------------------------------------


@pytest.mark.parametrize("p", DEGREES)
def test_d_and_cartan(p):
    field_ = vector_fields(M, 1, 1)
    holds(
        lambda X, a: (
            d(d(a)) == 0,
            lie(X, a) == interior(X, d(a)) + d(interior(X, a)),
            interior(X, interior(X, a)) == 0,
        ),
        field_,
        form(p),
    )
    if p < M.dimension:
        spoiled(lambda a: d(a) == 0, form(p))
    if p:
        spoiled(lambda X, a: lie(X, a) == interior(X, d(a)) - d(interior(X, a)), field_, form(p))


@pytest.mark.parametrize("k", DEGREES)
def test_cartan_for_vector_valued_forms(k):
    sign = koszul(k - 1)
    holds(
        lambda K: (
            bracket(interior(K), d) == lie(K),
            interior(K) @ d - sign * (d @ interior(K)) == lie(K),
            bracket(lie(K), d) == 0,
        ),
        tensor(k),
    )
    if k < M.dimension:
        spoiled(lambda K: interior(K) @ d + sign * (d @ interior(K)) == lie(K), tensor(k))
        spoiled(lambda K: bracket(interior(K), d) == -lie(K), tensor(k))


@pytest.mark.parametrize(("p", "k"), PAIRS)
def test_insertions_and_lie_derivatives_are_derivations(p, k):
    """D(α∧β) = Dα∧β + (-1)^{|D|p} α∧Dβ, |i_K| = k - 1 and |L_K| = k."""

    def sides(D, a, b, sign):
        return D(a * b) == D(a) * b + sign * (a * D(b))

    data = tensor(k), form(p), form(1)
    inserted, derived = koszul((k - 1) * p), koszul(k * p)
    holds(lambda K, a, b: (sides(interior(K), a, b, inserted), sides(lie(K), a, b, derived)), *data)
    if p + k <= M.dimension:
        spoiled(lambda K, a, b: sides(interior(K), a, b, -inserted), *data)
    if p + k < M.dimension:
        spoiled(lambda K, a, b: sides(lie(K), a, b, -derived), *data)


@pytest.mark.parametrize(("p", "k"), PAIRS)
def test_multiples(p, k):
    """i_{ω∧K} = ω∧i_K, L_{ω∧K} = ω∧L_K + (-1)^{p+k} dω∧i_K."""
    sign = koszul(p + k)
    holds(
        lambda w, K: (
            interior(w * K) == w * interior(K),
            lie(w * K) == w * lie(K) + sign * (d(w) * interior(K)),
        ),
        form(p),
        tensor(k),
    )
    if p + k < M.dimension:
        spoiled(lambda w, K: lie(w * K) == w * lie(K), form(p), tensor(k))
        spoiled(
            lambda w, K: lie(w * K) == w * lie(K) - sign * (d(w) * interior(K)), form(p), tensor(k)
        )
        spoiled(lambda w, K: interior(w * K) == -(w * interior(K)), form(p), tensor(k))


# --- commutators ---------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "m"), PAIRS)
def test_commutators(k, m):
    nr, mixed = koszul((k - 1) * (m - 1)), koszul(k * (m - 1))
    holds(
        lambda K, N: (
            bracket(lie(K), lie(N)) == lie(bracket(K, N)),
            bracket(interior(K), interior(N))
            == interior(interior(K, N)) - nr * interior(interior(N, K)),
            bracket(lie(K), interior(N)) == interior(bracket(K, N)) - mixed * lie(interior(N, K)),
            bracket(K, N) == -koszul(k * m) * bracket(N, K),
        ),
        tensor(k),
        tensor(m),
    )
    pair = tensor(k), tensor(m)
    if k + m <= M.dimension:
        spoiled(lambda K, N: bracket(lie(K), lie(N)) == 2 * lie(bracket(K, N)), *pair)
        spoiled(lambda K, N: bracket(K, N) == koszul(k * m) * bracket(N, K), *pair)
    if k > 0 and m > 0 and k + m - 1 <= M.dimension:
        spoiled(
            lambda K, N: (
                bracket(interior(K), interior(N))
                == interior(interior(K, N)) + nr * interior(interior(N, K))
            ),
            *pair,
        )
    if k and k + m - 1 < M.dimension:
        spoiled(
            lambda K, N: (
                bracket(lie(K), interior(N))
                == interior(bracket(K, N)) + mixed * lie(interior(N, K))
            ),
            *pair,
        )


# --- graded Jacobi identities ----------------------------------------------------------


@pytest.mark.parametrize(("k", "m", "n"), [t for t in TRIPLES if sum(t) <= M.dimension])
def test_jacobi_of_froelicher_and_nijenhuis(k, m, n):
    sign = koszul(k * m)
    data = tensor(k), tensor(m), tensor(n)

    def sides(K, N, P, sign):
        return bracket(K, bracket(N, P)) == bracket(bracket(K, N), P) + sign * bracket(
            N, bracket(K, P)
        )

    holds(lambda *given: (sides(*given, sign),), *data)
    spoiled(lambda *given: sides(*given, -sign), *data)


@pytest.mark.parametrize("k", DEGREES)
def test_jacobi_of_one(k):
    """[K, [K, K]] = 0; for even k already [K, K] = 0."""
    holds(lambda K: (bracket(K, bracket(K, K)) == 0,), tensor(k))
    if k % 2 and 2 * k <= M.dimension:
        spoiled(lambda K: bracket(K, K) == 0, tensor(k))
        spoiled(lambda K, N: bracket(K, bracket(K, N)) == 0, tensor(k), tensor(0))
    else:
        holds(lambda K: (bracket(K, K) == 0,), tensor(k))


@pytest.mark.parametrize(
    ("k", "m", "n"), [t for t in TRIPLES if min(t) and sum(t) <= M.dimension + 2]
)
def test_jacobi_of_nijenhuis_and_richardson(k, m, n):
    sign, nr = koszul((k - 1) * (m - 1)), nijenhuis_richardson
    data = tensor(k), tensor(m), tensor(n)

    def sides(K, N, P, sign):
        return nr(K, nr(N, P)) == nr(nr(K, N), P) + sign * nr(N, nr(K, P))

    holds(lambda *given: (sides(*given, sign),), *data)
    spoiled(lambda *given: sides(*given, -sign), *data)


@pytest.mark.parametrize(("p", "q", "r"), [t for t in TRIPLES if 2 <= sum(t) <= M.dimension + 2])
def test_jacobi_of_schouten_and_nijenhuis(p, q, r):
    if sum((p == 0, q == 0, r == 0)) > 1:
        return  # the bracket of two functions is zero
    sign = koszul((p - 1) * (q - 1))
    data = field(p), field(q), field(r)

    def sides(P, Q, R, sign):
        left, first = schouten(P, schouten(Q, R)), schouten(schouten(P, Q), R)
        return left == first + sign * schouten(Q, schouten(P, R))

    holds(
        lambda P, Q, R: (
            sides(P, Q, R, sign),
            schouten(P, Q) == -sign * schouten(Q, P),
            schouten(P, Q * R) == schouten(P, Q) * R + koszul((p - 1) * q) * (Q * schouten(P, R)),
        ),
        *data,
    )
    if p + r - 1 <= M.dimension:
        spoiled(lambda *given: sides(*given, -sign), *data)


# --- functions ---------------------------------------------------------------------------


def test_leibniz_of_the_bracket():
    holds(
        lambda f, X, Y: (bracket(f * X, Y) == f * bracket(X, Y) - Y(f) * X,),
        functions(M),
        tensor(0),
        tensor(0),
    )
    spoiled(
        lambda f, X, Y: bracket(f * X, Y) == f * bracket(X, Y), functions(M), tensor(0), tensor(0)
    )
