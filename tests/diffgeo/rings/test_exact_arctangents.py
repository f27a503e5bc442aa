"""Inverse trigonometric functions: generators, branches, derivatives, display."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import errors
from diffgeo.errors import OutsideDomain, Refusal, TooLarge
from diffgeo.interop.codegen import compile_trees
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.interop.typeset import latex
from diffgeo.rings import expression as tree
from diffgeo.rings.expression import Call, Expression

from .strategies import (
    COORDINATES,
    SIGNS,
    close,
    combinations,
    common_point,
    leaves,
    points,
    read,
    ring_of,
    seeds,
    state,
    value,
)

DIGITS = 160
NAMES = Names((*COORDINATES, "a", "m"), {})

IDENTITIES = [
    "sin(atan2(y, x))*sqrt(x**2 + y**2) - y",
    "cos(atan2(y, t))*sqrt(t**2 + y**2) - t",
    "tan(atan(y)) - y",
    "sin(2*atan(y)) - 2*y/(1 + y**2)",
    "cos(3*atan(y)) - (1 - 3*y**2)/sqrt(1 + y**2)**3",
    "sin(asin(y)) - y",
    "cos(asin(y)) - sqrt(1 - y**2)",
    "sin(acos(y)) - sqrt(1 - y**2)",
    "cos(acos(y/3)) - y/3",
    "asin(y) + acos(y) - pi/2",
    "asin(y) - atan(y/sqrt(1 - y**2))",
    "atan(-y) + atan(y)",
    "asin(-y) + asin(y)",
    "atan2(2*y, 2*t) - atan2(y, t)",
    "atan2(y, t) - 2*atan(y/(sqrt(t**2 + y**2) + t))",
    "atan2(-y, t) + atan2(y, t)",
    "atan(1/x) + atan(x) - pi/2",
    "atan2(y, x) - atan(y/x)",
    "atan2(x, y) + atan2(y, x) - pi/2",
    "sin(t + atan(y)) - (sin(t) + y*cos(t))/sqrt(1 + y**2)",
    "exp(atan(y))*exp(-atan(y)) - 1",
    "atan(sinh(y)) - 2*atan((exp(y) - 1)/(exp(y) + 1))",
]

NEAR_IDENTITIES = [
    "sin(atan2(y, x))*sqrt(x**2 + y**2) + y",
    "cos(asin(y)) - sqrt(1 + y**2)",
    "asin(y) - acos(y)",
    "atan(y) - y",
    "atan(y) - asin(y)",
    "atan(1/x) - atan(x)",
    "atan(2*y) - 2*atan(y)",
    "sin(3*atan(y)) - (3*y + y**3)/sqrt(1 + y**2)**3",
    "atan2(y, x) - atan2(x, y)",
    "atan(y) - y + y**3/3 - y**5/5",
]


@pytest.mark.parametrize("text", IDENTITIES)
def test_identity(text: str) -> None:
    ring = ring_of(signs=SIGNS)
    (element,) = read(ring, text)
    decision = ring.is_zero(element)
    assert (decision.zero, decision.certain) == (True, True)
    for point in points(5):
        try:
            assert close(value(parse(text, NAMES), point), 0)
        except OutsideDomain:
            continue


@pytest.mark.parametrize("text", NEAR_IDENTITIES)
def test_near_identity(text: str) -> None:
    ring = ring_of(signs=SIGNS)
    (element,) = read(ring, text)
    decision = ring.is_zero(element)
    assert (decision.zero, decision.certain) == (False, True)
    assert ring.counterexample(element).point is not None


DERIVATIVES = [
    ("atan(y)", "1/(1 + y**2)"),
    ("asin(y)", "1/sqrt(1 - y**2)"),
    ("acos(y)", "-1/sqrt(1 - y**2)"),
    ("atan2(y, t)", "t/(t**2 + y**2)"),
    ("atan2(t, y)", "-t/(t**2 + y**2)"),
    ("atan(sin(y)*t)", "t*cos(y)/(1 + t**2*sin(y)**2)"),
]


@pytest.mark.parametrize(("text", "expected"), DERIVATIVES)
def test_derivative(text: str, expected: str) -> None:
    ring = ring_of()
    function, derivative = read(ring, text, expected)
    assert ring.equal(ring.partial(function, 1), derivative)
    assert not ring.equal(ring.partial(function, 1), -derivative)


BRANCHES = [
    ("atan(tan(y))", {}, []),
    ("atan2(t*sin(y), t*cos(y))", {"t": 1}, []),
]


@pytest.mark.parametrize(("text", "signs", "before"), BRANCHES)
def test_unknown_branches_are_refused(text: str, signs: dict[str, int], before: list[str]) -> None:
    ring = ring_of(signs=signs)
    for formula in before:
        read(ring, formula)
    old = state(ring)
    with pytest.raises(errors.NeedsBranch, match="multiple of pi"):
        read(ring, f"exp(x*t)/(y + 17)*({text})")
    assert state(ring) == old


def test_half_angles_are_nested_roots() -> None:
    ring = ring_of()
    half, cosine = read(ring, "cos(atan(y)/2)**2", "(1 + 1/sqrt(1 + y**2))/2")
    assert ring.equal(half, cosine)


def test_the_cut_is_a_condition() -> None:
    ring = ring_of()
    (element,) = read(ring, "atan2(y, t)")
    shown = [str(c) for c in ring.conditions(element)]
    assert any(c.startswith("t + sqrt(") and c.endswith(" > 0") for c in shown)
    (element,) = read(ring_of(signs={"t": 1}), "atan2(y, t)")
    assert not any("sqrt" in str(c) for c in element.ring.conditions(element))


@pytest.mark.parametrize(
    "text", ["asin(x)", "acos(x - y)", "atan2(y, x)", "atan(x*y)", "asin(1/2)"]
)
def test_both_ways_through_sympy_display_latex_and_code(text: str) -> None:
    ring = ring_of()
    (element,) = read(ring, text)
    shown = ring.expression(element)
    (again,) = ring.ingest([from_sympy(to_sympy(shown))])
    assert ring.equal(again, element)
    assert str(read(ring, str(shown))[0]) == str(shown)
    assert latex(shown)
    compute = compile_trees([shown], ["x", "y"])
    (number,) = compute([0.5, 0.25])
    exact = value(parse(text, NAMES), {"x": 0.5, "y": 0.25})
    assert number == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize("order", list(permutations(["atan(y)", "asin(y)", "sin(atan(y))*t"])))
def test_order_of_reading(order: tuple[str, ...]) -> None:
    ring = ring_of()
    together = dict(zip(order, read(ring, *order), strict=True))
    single = ring_of()
    for formula in order:
        (element,) = read(single, formula)
        assert str(element) == str(together[formula])


@pytest.mark.parametrize("text", ["atan(x*y)", "atan2(y, t)*x", "asin(y/9)", "sin(atan(x) + y)"])
def test_germs_commute_with_derivatives(text: str) -> None:
    ring = ring_of()
    (element,) = read(ring, text)
    for seed in range(60):
        germ = ring.germs(3, seed=seed)
        try:
            image, derivative = germ(element), germ(ring.partial(element, 1))
        except OutsideDomain:
            continue
        difference = germ.target.partial(image, 1) - derivative  # type: ignore[attr-defined]
        assert germ.target.is_zero(difference).zero  # type: ignore[attr-defined]
        return
    raise AssertionError("no point was found")


def test_pullback() -> None:
    source, target = ring_of(("u", "v"), ()), ring_of()
    function, other = read(source, "atan2(v, u)", "u*sin(atan2(v, u)) - v*cos(atan2(v, u))")
    image_u, image_v = read(target, "1 + x**2", "y")
    phi = source.pullback(target, {"u": image_u, "v": image_v})
    assert target.equal(phi(function), read(target, "atan(y/(1 + x**2))")[0])
    assert target.is_zero(phi(other)).zero
    r_cos, r_sin = read(target, "m*cos(y)", "m*sin(y)")
    polar = source.pullback(target, {"u": r_cos, "v": r_sin})
    with pytest.raises(errors.NeedsBranch):
        polar(function)


# --- generated ---------------------------------------------------------------------


def _bounded(child: Expression) -> Expression:
    """A function between -1 and 1."""
    return tree.divide(child, Call("sqrt", (tree.add(tree.number(2), tree.power(child, 2)),)))


def _inverse_functions(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(lambda u: Call("atan", (u,)), combinations(children)),
        st.builds(lambda n, u: Call(n, (_bounded(u),)), st.sampled_from(["asin", "acos"]), leaves),
        st.builds(lambda u, v: Call("atan2", (u, v)), children, children),
        st.builds(lambda n, u: Call(n, (u,)), st.sampled_from(["sin", "cos", "exp"]), children),
        st.builds(tree.add, children, children),
        st.builds(tree.multiply, children, children),
    )


expressions = st.recursive(leaves, _inverse_functions, max_leaves=6)


@settings(max_examples=60)
@given(st.lists(expressions, min_size=2, max_size=2), seeds)
def test_values_and_derivatives_to_160_digits(trees: list[Expression], seed: int) -> None:
    found = common_point(trees, seed)
    if found is None:
        return
    point, _ = found
    readings: list[list[Any]] = []
    for order in (trees, trees[::-1]):
        ring = ring_of(signs=SIGNS)
        old = state(ring)
        try:
            elements = ring.ingest(order)
        except Refusal:
            assert state(ring) == old
            return
        readings.append(elements if order is trees else elements[::-1])
    for elements in readings:
        for source, element in zip(trees, elements, strict=True):
            ring = element.ring
            shown = ring.expression(element)
            try:
                exact = value(source, point, DIGITS)
                with mpmath.workdps(DIGITS):
                    error = abs(value(shown, point, DIGITS) - exact)
                    assert error < mpmath.mpf(10) ** -140 * max(1, abs(exact))
                _check_derivative(source, ring.expression(ring.partial(element, 0)), point)
            except (OutsideDomain, TooLarge):
                continue
            (again,) = ring.ingest([shown])
            assert ring.equal(again, element)


def _check_derivative(source: Expression, derivative: Expression, point: dict[str, Any]) -> None:
    """Compare with a central difference of 160 digits."""
    step = Fraction(1, 10**40)
    with mpmath.workdps(DIGITS):
        high = value(source, {**point, "x": point["x"] + step}, DIGITS)
        low = value(source, {**point, "x": point["x"] - step}, DIGITS)
        number = value(derivative, point, DIGITS)
        assert abs((high - low) / (2 * step) - number) < mpmath.mpf(10) ** -40 * max(1, abs(number))
