"""Compositions, values on fields, and more insertions than a form has slots."""

from __future__ import annotations

import contextlib
import io
from fractions import Fraction
from itertools import product

import pytest

from diffgeo import (
    Status,
    bracket,
    check,
    d,
    decompose,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.errors import DegreeMismatch
from diffgeo.proofs import symbols_of_derivations
from diffgeo.proofs.source_code import code
from diffgeo.signs import koszul

X, Y, Z = symbols_of_vector_fields("X Y Z")
K, M, N = symbols_of_vector_forms("K M N", degree=1)
B = symbols_of_vector_forms("B", degree=2)
f = symbols_of_functions("f")
alpha = symbols_of_forms("alpha", degree=1)
omega = symbols_of_forms("omega", degree=2)
ID = every_manifold.identity
i_K = interior(K)

PROVED = [
    (K @ M) @ N == K @ (M @ N),
    (K @ M) @ B == K @ (M @ B),
    (K @ M)(X) == K(M(X)),
    K @ ID == K,
    ID @ B == B,
    K.transpose(M.transpose(alpha)) == (M @ K).transpose(alpha),
    K.transpose(alpha)(X) == alpha(K(X)),
    interior(K, interior(M, alpha)) == interior(M @ K, alpha),
    i_K(i_K(omega)) - interior(K @ K, omega) == i_K(i_K(omega)) - interior(K @ K)(omega),
    i_K(i_K(omega))(X, Y) - interior(K @ K, omega)(X, Y) == 2 * omega(K(X), K(Y)),
    i_K(i_K(i_K(omega))) == 3 * interior(K @ K, i_K(omega)) - 2 * interior(K @ K @ K, omega),
    d(alpha)(X, Y) == X(alpha(Y)) - Y(alpha(X)) - alpha(bracket(X, Y)),
    bracket(X, Y)(f) == X(Y(f)) - Y(X(f)),
    (f * X)(f) == f * X(f),
    B(X, Y) == -B(Y, X),
    torsion(K)(X, Y)
    == bracket(K(X), K(Y)) - K(bracket(K(X), Y)) - K(bracket(X, K(Y))) + K(K(bracket(X, Y))),
    bracket(K, M)(X, Y)
    == bracket(K(X), M(Y))
    - bracket(K(Y), M(X))
    - M(bracket(K(X), Y) - bracket(K(Y), X))
    - K(bracket(M(X), Y) - bracket(M(Y), X))
    + (K @ M + M @ K)(bracket(X, Y)),
    lie(X, K @ M) == lie(X, K) @ M + K @ lie(X, M),
]

FALSE = [
    K @ M == M @ K,
    K.transpose(M.transpose(alpha)) == (K @ M).transpose(alpha),
    interior(K, interior(M, alpha)) == interior(K @ M, alpha),
    i_K(i_K(omega)) == interior(K @ K, omega),
    i_K(i_K(omega))(X, Y) - interior(K @ K, omega)(X, Y) == omega(K(X), K(Y)),
    i_K(i_K(i_K(omega))) == 3 * interior(K @ K, i_K(omega)) - interior(K @ K @ K, omega),
    d(alpha)(X, Y) == X(alpha(Y)) - Y(alpha(X)),
    bracket(X, Y)(f) == X(Y(f)) + Y(X(f)),
    B(X, Y) == B(Y, X),
    torsion(K)(X, Y)
    == bracket(K(X), K(Y)) - K(bracket(K(X), Y)) - K(bracket(X, K(Y))) - K(K(bracket(X, Y))),
    lie(X, K @ M) == lie(X, K) @ M + lie(X, M) @ K,
]


@pytest.mark.parametrize("identity", PROVED, ids=lambda thing: str(thing)[:60])
def test_proved(identity) -> None:
    assert check(identity).status is Status.PROVED


@pytest.mark.parametrize("identity", FALSE, ids=lambda thing: str(thing)[:60])
def test_refuted(identity) -> None:
    verdict = check(identity)
    assert verdict.status is Status.REFUTED, verdict
    assert verdict.counterexample is not None


@pytest.mark.parametrize(("p", "k", "m"), list(product(range(4), repeat=3)))
def test_bracket_of_a_multiple(p: int, k: int, m: int) -> None:
    """[ω∧K, M] = ω∧[K, M] - (-1)^((p+k)m) L_M ω∧K + (-1)^(p+k) dω∧i_K M."""
    form = symbols_of_forms("omega", degree=p)
    A = symbols_of_vector_forms("A", degree=k)
    C = symbols_of_vector_forms("C", degree=m)
    first = form * bracket(A, C) - koszul((p + k) * m) * (lie(C, form) * A)
    second = koszul(p + k) * (d(form) * interior(A, C))
    assert check(bracket(form * A, C) == first + second).status is Status.PROVED
    if m and p + k + m <= 4:  # i_K X vanishes for a vector field X
        wrong = bracket(form * A, C) == first - second
        assert check(wrong, counterexample=False).status is Status.REFUTED


# --- derivations --------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "q"), list(product(range(-1, 3), repeat=2)))
def test_symbols_of_derivations(p: int, q: int) -> None:
    D = symbols_of_derivations("D", degree=p)
    E = symbols_of_derivations("E", degree=q)
    sign = koszul(p * q)
    assert check(bracket(D, E) == -sign * bracket(E, D)).status is Status.PROVED
    assert check(bracket(D, E) == D @ E - sign * (E @ D)).status is Status.PROVED
    assert check(bracket(d, bracket(d, D)) == 0).status is Status.PROVED
    if p + q >= -1:
        first, second = decompose(bracket(D, E))
        assert check(bracket(D, E) == lie(first) + interior(second)).status is Status.PROVED
        wrong = lie(first) + 2 * interior(second) == bracket(D, E)
        assert check(wrong, counterexample=False).status is not Status.PROVED


def test_decompositions() -> None:
    D, E = symbols_of_derivations("D E", degree=1)
    for operator in (
        bracket(interior(ID), d),
        lie(K),
        interior(B),
        omega * lie(K),
        omega * interior(B) - 2 * (omega * D) / 3,
        bracket(omega * D, E),
        bracket(alpha * lie(X), interior(B)),
    ):
        first, second = decompose(operator)
        again = lie(first) + interior(second)
        assert check(again == operator).status is Status.PROVED
        assert check(again == 2 * again, counterexample=False).status is Status.REFUTED
    K_part, N_part = decompose(D)
    assert (str(K_part), str(N_part), str(D)) == ("D_K", "D_N", "D")
    with pytest.raises(TypeError, match="composition"):
        decompose(D @ E)


def test_numbers_are_constant_functions() -> None:
    assert check(lie(X, f + 1) == lie(X, f)).status is Status.PROVED
    assert check(d((f - 2) * (f + 2)) == 2 * f * d(f)).status is Status.PROVED
    verdict = check((f - 1) * (f + 1) == f * f + 1)
    assert verdict.status is Status.REFUTED
    assert "space.function('1')" in verdict.counterexample.code
    assert (str(1 - f), (f + 1).latex()) == ("-f + 1", "f + 1")
    with pytest.raises(DegreeMismatch):
        _ = alpha + 1


def test_operators_that_need_many_slots_are_refuted() -> None:
    """:i_K i_K i_K: vanishes on 2-forms, not on 3-forms."""
    ordered = i_K @ i_K @ i_K - 3 * (interior(K @ K) @ i_K) + 2 * interior(K @ K @ K)
    assert check(ordered(omega) == 0).status is Status.PROVED
    verdict = check(ordered == 0, counterexample=False)
    assert verdict.status is Status.REFUTED
    assert "form(3" in str(verdict)


def test_zeros_inside_expressions_have_code() -> None:
    nothing = (lie(K) == 0).right
    identity = bracket(lie(K), nothing) == lie(K) @ lie(K)
    for statement in (
        identity,
        lie(decompose(lie(K))[1]) == bracket(lie(K), lie(K)),
        bracket(X, decompose(interior(B))[0]) == bracket(X, K),
    ):
        verdict = check(statement)
        assert verdict.status is Status.REFUTED
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(verdict.counterexample.code, "counterexample", "exec"), {})
        assert output.getvalue().startswith("REFUTED")


def test_wrong_slots() -> None:
    for wrong in (
        lambda: K(X, Y),
        lambda: alpha(),
        lambda: omega(X),
        lambda: B(X),
        lambda: K(K),
        lambda: B @ K,
        lambda: K.transpose(omega),
        lambda: X(alpha),
        lambda: symbols_of_derivations("D", degree=-2),
    ):
        with pytest.raises(DegreeMismatch) as caught:
            wrong()
        assert "\n" not in str(caught.value)
    for wrong in (lambda: K(alpha), lambda: omega(X, 3), lambda: K @ 2):
        with pytest.raises((TypeError, DegreeMismatch)):
            wrong()


def test_code_of_expressions() -> None:
    names = {symbol: str(symbol) for symbol in (K, M, B, X, Y, f, alpha, omega)}
    written = {
        "interior(M, K)": K @ M,
        "interior(B, K)": K @ B,
        "(K)(X)": K(X),
        "(omega)(X, Y)": omega(X, Y),
        "(lie(X))(f)": X(f),
        "(f + space.function('1/2'))": f + Fraction(1, 2),
        "interior(space.vector_form(2, {}))": (lie(K) == 0).right,
    }
    assert {code(thing, names) for thing in written.values()} == set(written)
    assert code(K @ M, names) == "interior(M, K)" and code(M @ K, names) == "interior(K, M)"
