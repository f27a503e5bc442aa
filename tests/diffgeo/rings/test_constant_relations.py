"""Linear relations with constant coefficients: all of them, exactly, and no others."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import Manifold, check, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DegreeMismatch, NotSupported, SpaceMismatch
from diffgeo.rings.germs.germ_ring import GermRing
from diffgeo.testing import functions

M = Manifold("M", "x y t", parameters="m a", functions="f(t)")

#: Functions and their relations, by hand; each vector is 1 at the last function it needs.
CASES = {
    "powers": (["1", "x", "x**2", "(x + 1)**2"], [["-1", "-2", "-1", "1"]]),
    "circle": (["1", "m*sin(x)**2", "cos(2*x)"], [["-1", "2/m", "1"]]),
    "parameters": (
        ["x", "m*x", "a*y + x", "y"], [["-m", "1", "0", "0"], ["1/a", "0", "-1/a", "1"]],
    ),
    "number of a parameter": (["sin(a)*y", "y"], [["-1/sin(a)", "1"]]),
    "denominators": (["1/(x - y)", "x/(x - y)", "y/(x - y)", "1"], [["0", "-1", "1", "1"]]),
    "roots": (["sqrt(1 + x**2)", "1/sqrt(1 + x**2)", "x**2/sqrt(1 + x**2)"], [["-1", "1", "1"]]),
    "undefined function": (
        ["f(t)*y", "(1 + m)*f(t)*y", "Derivative(f(t), t)"], [["-1 - m", "1", "0"]],
    ),
    "independent over constants only": (["x", "x*y", "x*f(t)"], []),
    "zeros": (["0", "x", "0"], [["1", "0", "0"], ["0", "0", "1"]]),
    "only zeros": (["0", "0"], [["1", "0"], ["0", "1"]]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_relations_by_hand(name: str) -> None:
    given_functions, expected = CASES[name]
    found = linear.constant_relations(M.functions(given_functions))
    assert len(found) == len(expected)
    for vector, wanted in zip(found, expected, strict=True):
        assert check([c == e for c, e in zip(vector, M.functions(wanted), strict=True)])
        assert not check([c == -e for c, e in zip(vector, M.functions(wanted), strict=True)])


@settings(max_examples=25)
@given(st.lists(functions(M, 2, 3), min_size=1, max_size=3), st.data())
def test_relations_are_found_again(independent, data) -> None:
    # Each has a monomial y**(9 + k) that no other has: they are independent.
    base = [g * M["x"] ** (4 * k) + M["y"] ** (9 + k) for k, g in enumerate(independent)]
    numbers = st.integers(-3, 3).map(Fraction)
    weights = [data.draw(numbers) for _ in base]
    combination = sum((w * g for w, g in zip(weights, base, strict=True)), start=0 * base[0])
    found = linear.constant_relations([*base, M["m"] * combination])
    assert len(found) == 1
    (vector,) = found
    assert check([c == -w * M["m"] for c, w in zip(vector[:-1], weights, strict=True)])
    assert check(vector[-1] == 1)
    if any(weights):
        assert not check([c == w * M["m"] for c, w in zip(vector[:-1], weights, strict=True)])


def test_a_relation_is_confirmed_and_wrong_ones_are_refuted() -> None:
    parts = M.functions(["1", "sin(x)**2", "cos(2*x)"])
    (c,) = linear.constant_relations(parts)
    assert check(sum((a * p for a, p in zip(c, parts, strict=True)), start=0 * c[0]) == 0)
    assert not check(c[0] * parts[0] - c[1] * parts[1] + parts[2] == 0)


def test_many_relations_over_parameters() -> None:
    # (x + m)**k, k = 0..7, and x**7: one relation, by the binomial theorem at -m.
    powers = M.functions([f"(x + m)**{k}" for k in range(8)])
    (c,) = linear.constant_relations([*powers, M["x"] ** 7])
    expected = [-((-1) ** (7 - k)) * comb(7, k) * M["m"] ** (7 - k) for k in range(8)]
    assert check([a == b for a, b in zip(c[:8], expected, strict=True)])
    assert not check([a == b for a, b in zip(c[:8], reversed(expected), strict=True)])


def test_wrong_input() -> None:
    other = Manifold("N", "x")
    with pytest.raises(SpaceMismatch, match="N"):
        linear.constant_relations([M["x"], other["x"]])
    with pytest.raises(DegreeMismatch):
        linear.constant_relations([M["x"], d(M["x"])])
    with pytest.raises(SpaceMismatch, match="no space"):
        linear.constant_relations([1, 2])  # type: ignore[list-item]
    germs = Manifold("G", "x y", ring=GermRing(("x", "y"), order=2))
    with pytest.raises(NotSupported, match="exact ring"):
        linear.constant_relations(list(germs.coordinates))


#: Functions with a parameter m, and its values in -3, …, 3 for which they have more relations.
SPECIAL = {
    "a zero": (["x", "m*x + (m - 2)*x**2"], {2}),
    "a block": (["x + m*y", "m*x + y", "t"], {-1, 1}),
    "a denominator": (["x/(1 + m**2*y)", "(m + 3)*x*y/(1 + m**2*y)"], {-3}),
    "never": (["x", "x**2 + m"], set()),
}


@pytest.mark.parametrize("name", SPECIAL)
def test_where_relations_are_generic(name: str) -> None:
    texts, special = SPECIAL[name]
    conditions = linear.generic_conditions(M.functions(texts))
    assert conditions is not None

    def at(value: int, text: str) -> str:
        return re.sub(r"\bm\b", f"({value})", text)

    generic = len(linear.constant_relations(M.functions(texts)))
    for value in range(-3, 4):
        count = len(linear.constant_relations(M.functions([at(value, text) for text in texts])))
        named = any(check(M.function(at(value, str(f))) == 0) for f in conditions)
        assert (count > generic) is (value in special) and named >= (value in special)
        assert not named or value in {*special, 0}
    assert linear.generic_conditions(M.functions(["x", "sin(m*x)"])) is None
