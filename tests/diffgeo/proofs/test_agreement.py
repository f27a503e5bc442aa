"""What may be written with symbols may be written with data, and means the same."""

from __future__ import annotations

import pytest

from diffgeo import (
    Manifold,
    Status,
    bracket,
    check,
    d,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.errors import DegreeMismatch
from diffgeo.proofs.constructions import Sum

M = Manifold("M", "x y z w")
x, y, z, w = M.coordinates
SYMBOLS = {
    "X": symbols_of_vector_fields("X"),
    "Y": symbols_of_vector_fields("Y"),
    "K": symbols_of_vector_forms("K", degree=1),
    "omega": symbols_of_forms("omega", degree=2),
    "alpha": symbols_of_forms("alpha", degree=1),
    "f": symbols_of_functions("f"),
}
DATA = {
    "X": M.vector_field(x="y*w", z="x"),
    "Y": M.vector_field(y="z", w="x*w"),
    "K": M.vector_form(1, {"x": {"y": "z"}, "z": {"w": "x*y", "x": "1"}}),
    "omega": M.form(2, {("x", "y"): "w", ("z", "w"): "1 + x"}),
    "alpha": M.form(1, {"x": "z*w", "y": "x"}),
    "f": M.function("x*z + w"),
}

TRUE = [
    lambda X, f, **_: f * X == X * f,
    lambda omega, **_: omega**2 == omega * omega,
    lambda f, **_: d(f**3) == 3 * f**2 * d(f),
    lambda alpha, **_: alpha**1 == alpha,
    lambda X, Y, **_: lie(X) @ lie(Y) - lie(Y) @ lie(X) == lie(bracket(X, Y)),
    lambda X, **_: d @ interior(X) + interior(X) @ d == lie(X),
    lambda X, K, **_: interior(X) @ lie(K) + lie(K) @ interior(X) == bracket(interior(X), lie(K)),
    lambda X, K, f, **_: lie(X) @ (f * lie(K)) == f * (lie(X) @ lie(K)) + X(f) * lie(K),
    lambda K, **_: lie(K) @ lie(K) == lie(torsion(K)),
]
FALSE = [
    lambda omega, f, **_: d(f**2) == f * d(f),
    lambda omega, **_: omega**2 == 0,
    lambda X, Y, **_: lie(X) @ lie(Y) + lie(Y) @ lie(X) == lie(bracket(X, Y)),
    lambda X, **_: d @ interior(X) - interior(X) @ d == lie(X),
    lambda K, **_: lie(K) @ lie(K) == 2 * lie(torsion(K)),
]
REFUSED = [
    (lambda alpha, **_: alpha**2, DegreeMismatch, "is not taken"),
    (lambda omega, **_: omega ^ omega, TypeError, r"multiplied with \*"),
    (lambda X, Y, **_: X @ Y, DegreeMismatch, "cannot compose"),
    (lambda X, Y, **_: X * Y, TypeError, "unsupported operand"),
    (lambda **_: d @ d, TypeError, r"d @ d = 0 .* d.on\(M\)"),
    (lambda omega, X, **_: omega(X), DegreeMismatch, "2 vector fields, not 1"),
]


@pytest.mark.parametrize("given", [SYMBOLS, DATA], ids=["symbols", "data"])
def test_the_same_is_written_and_true(given):
    for statement in TRUE:
        verdict = check(statement(**given))
        assert verdict.status in (Status.PROVED, Status.VERIFIED), verdict
    for statement in FALSE:
        assert check(statement(**given)).status is Status.REFUTED
    for attempt, error, says in REFUSED:
        with pytest.raises(error, match=says):
            attempt(**given)


def test_what_symbols_have_not():
    f = SYMBOLS["f"]
    with pytest.raises(TypeError, match=r"no inverse: state one with assuming=\[f\*h == 1\]"):
        f / f
    with pytest.raises(DegreeMismatch, match="is not taken"):
        f**-1
    assert isinstance((f / 2 - f * 1).made, Sum)


def test_powers_and_calls_that_are_text_or_maps_say_so():
    for power in (0.5, y):
        with pytest.raises(TypeError, match="exponents are integers"):
            x**power
    with pytest.raises(DegreeMismatch, match=r"takes 0 vector fields, not 1; f.at\(x=1\)"):
        x(DATA["X"])
