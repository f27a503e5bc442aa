"""Known identities, near-identities and named refusals of the exact ring."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from diffgeo import errors
from diffgeo.errors import Refusal
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.exact.points import RealPoint
from diffgeo.rings.exact.ring import ExactRing

from .strategies import close, points, read, ring_of, state, value

POSITIVE = {"x": 1, "m": 1}

IDENTITIES = [
    "sin(2*x) - 2*sin(x)*cos(x)",
    "cos(3*y) - 4*cos(y)**3 + 3*cos(y)",
    "sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)",
    "sin(x/2)**2 - (1 - cos(x))/2",
    "sin(2*x/3 + y) - sin(2*x/3)*cos(y) - cos(2*x/3)*sin(y)",
    "tan(2*y) - 2*tan(y)/(1 - tan(y)**2)",
    "tan(y/2) - sin(y)/(1 + cos(y))",
    "sin(x + pi/3) - sin(x)/2 - sqrt(3)/2*cos(x)",
    "sin(x + pi/2) - cos(x)",
    "cos(pi/12) - (sqrt(6) + sqrt(2))/4",
    "sec(y)**2 - 1 - tan(y)**2",
    "cosh(y)**2 - sinh(y)**2 - 1",
    "sinh(2*y) - 2*sinh(y)*cosh(y)",
    "tanh(y)*cosh(y) - sinh(y)",
    "exp(x + y)*exp(x - y) - exp(2*x)",
    "exp(log(x)/2 + y) - sqrt(x)*exp(y)",
    "log(exp(y)) - y",
    "log(x**2*x**a) - (2 + a)*log(x)",
    "log(1/x) + log(x)",
    "log(x*m) - log(x) - log(m)",
    "x**(a + 1) - x*x**a",
    "x**a*x**(-a) - 1",
    "(x**a)**2 - x**(2*a)",
    "x**y*m**y - (x*m)**y",
    "1/(1 - cos(y)) - (1 + cos(y))/sin(y)**2",
    "1/sin(y)**2 - 1/((1 - cos(y))*(1 + cos(y)))",
    "1/(sqrt(x) + sqrt(m)) - (sqrt(x) - sqrt(m))/(x - m)",
    "(sqrt(x) + sqrt(m))*(sqrt(x) - sqrt(m)) - x + m",
    "sqrt(x)*sqrt(m) - sqrt(x*m)",
    "sqrt(x**2) - x",
    "sqrt(2)*sqrt(3) - sqrt(6)",
    "sqrt(1/2) - sqrt(2)/2",
    "sqrt(1 + sinh(y)**2) - cosh(y)",
    "x/(x + y) + y/(x + y) - 1",
    "f(t)*x - x*f(t + x - x)",
    "f(t + 2*x)*x - x*f(2*x + t)",
    "g(x + y, t) - g(y + x, t)",
    "sin(f(2*t)) - 2*sin(f(2*t)/2)*cos(f(2*t)/2)",
    "exp(sin(y)**2)*exp(cos(y)**2 - 1) - 1",
]

#: The same with one coefficient, sign or exponent changed: none of them is zero.
NEAR_IDENTITIES = [
    "sin(2*x) - 2*sin(x)*cos(y)",
    "sin(2*x) - sin(x)*cos(x)",
    "cos(3*y) - 4*cos(y)**3 - 3*cos(y)",
    "sin(x + y) - sin(x)*cos(y) + cos(x)*sin(y)",
    "sin(x/2) + (cos(x) - 1)/2",
    "sin(x/2)**2 - (1 + cos(x))/2",
    "tan(2*y) - 2*tan(y)/(1 + tan(y)**2)",
    "sin(x + pi/3) - sin(x)/2 - sqrt(2)/2*cos(x)",
    "cos(pi/12) - (sqrt(6) - sqrt(2))/4",
    "cosh(y)**2 + sinh(y)**2 - 1",
    "exp(x + y)*exp(x - y) - exp(2*x + y)",
    "exp(x) - 1 - x - x**2/2 - x**3/6",
    "exp(y) - log(y)",
    "exp(y) + log(y) - 2*log(y)",
    "log(x**2*x**a) - (2 - a)*log(x)",
    "log(1/x) - log(x)",
    "x**(a + 1) - x*x**(2*a)",
    "1/(1 - cos(y)) - (1 - cos(y))/sin(y)**2",
    "1/(sqrt(x) + sqrt(m)) - (sqrt(x) + sqrt(m))/(x - m)",
    "sqrt(x) + sqrt(m) - sqrt(x + m)",
    "sqrt(x)*sqrt(m) + sqrt(x*m)",
    "sqrt(2)*sqrt(3) - sqrt(5)",
    "sqrt(1 + sinh(y)**2) - sinh(y)",
    "f(t) - f(2*t)",
    "f(x) - f(y)",
    "f(f(t)) - f(t)",
    "Derivative(f(t), t) - f(t)",
    "g(x, y) - g(y, x)",
    "sin(pi*x) - sin(x)",
    "sin(sqrt(2)*x) - sin(x)",
    "pi*y - 355*y/113",
    "x*y - x*y/(1 + a/10**30)",
    "sin(x)**2 + cos(x)**2 - 1 + a*10**-40",
]


@pytest.mark.parametrize("text", IDENTITIES)
def test_identity(text: str) -> None:
    ring = ring_of(signs=POSITIVE)
    (element,) = read(ring, text)
    decision = ring.is_zero(element)
    assert (decision.zero, decision.certain) == (True, True)
    # The terms one after another, and the derivatives, are the same functions.
    for index in range(3):
        assert ring.is_zero(ring.partial(element, index)).zero


@pytest.mark.parametrize("text", NEAR_IDENTITIES)
def test_near_identity(text: str) -> None:
    ring = ring_of(signs=POSITIVE)
    (element,) = read(ring, text)
    decision = ring.is_zero(element)
    assert (decision.zero, decision.certain) == (False, True)
    assert confirmed_nonzero(ring, element)


def confirmed_nonzero(ring: ExactRing, element: Any) -> bool:
    """Whether a ball at a real point excludes zero."""
    functions = {"f": {(0,): 1, (1,): 2, (3,): 1}, "g": {(0, 1): 1, (2, 1): 3, (1, 3): -1}}
    for point in points(7):
        real = RealPoint(ring, point, functions)
        try:
            real.check()
        except errors.OutsideDomain:
            continue
        if real.evaluate(element.polynomial) != 0:
            return True
    return False


@pytest.mark.parametrize("order", list(permutations(["sin(2*x)", "sin(x)*cos(x)", "cos(x/2)"])))
def test_multiples_of_one_angle_given_together_in_any_order(order: tuple[str, ...]) -> None:
    ring = ring_of()
    named = dict(zip(order, read(ring, *order), strict=True))
    assert ring.equal(named["sin(2*x)"], 2 * named["sin(x)*cos(x)"])
    assert not ring.equal(named["cos(x/2)"], named["sin(x)*cos(x)"])


REFUSALS = [
    # text, error, declared signs, what was read before
    ("sin(x/2)*sqrt(-1 - x**2)", errors.NonReal, {}, ["sin(x)/(1 + cos(x))"]),
    ("sin(x/3 + y)*sqrt(x - x**2 - 5)", errors.NoWitness, {}, ["sin(x)*sin(y)"]),
    ("exp(x/2)/(x - x)", errors.ZeroDenominator, {}, ["log(1 + exp(x))*exp(x)"]),
    ("sin(x + pi/1009)", errors.ConstantAngle, {}, ["sin(x)"]),
    ("cos(pi/1009)", errors.ConstantAngle, {}, []),
    ("(1 + sqrt(x))**(1/3)", errors.NestedRoot, {}, []),
    ("sqrt(1 - sqrt(2))", errors.NonReal, {}, []),
    ("sqrt(1 + x**(1/3))", errors.NestedRoot, {}, []),
    ("(-m)**(1/3)", errors.NonReal, {"m": 1}, []),
    ("atan(tan(x))", errors.NeedsBranch, {}, []),
    ("atan2(t*sin(y), t*cos(y))", errors.NeedsBranch, {}, []),
    ("asin(2 + y**2)", errors.NonReal, {}, []),
    ("atan2(0, -1 - x**2)", errors.OutsideDomain, {}, []),
    ("sin(atan(x)/3)", errors.NestedRoot, {}, []),
    ("log(-2)", errors.NonReal, {}, []),
    ("log(pi - 4)", errors.NonReal, {}, []),
    ("sqrt(-1 - x**2)", errors.NonReal, {}, []),
    ("sqrt(-m)", errors.NonReal, {"m": 1}, []),
    ("sqrt(m)", errors.NonReal, {"m": -1}, []),
    ("log(-x**2)", errors.NonReal, {}, []),
    ("log(-m)", errors.NonReal, {"m": 1}, []),
    ("sqrt(x)*sqrt(-x)", Refusal, {}, []),
    ("sqrt(x - x**2 - 5)", errors.NoWitness, {}, []),
    ("sqrt(y - 1)*sqrt(-y - 1)", errors.NoWitness, {}, []),
    ("1/(sin(x)**2 + cos(x)**2 - 1)", errors.ZeroDenominator, {}, []),
    ("1/(sqrt(x*y) - sqrt(x)*sqrt(y))", errors.ZeroDenominator, {}, []),
    ("(x - x)**-1", errors.ZeroDenominator, {}, []),
    ("log(x - x)", errors.NonReal, {}, []),
]


@pytest.mark.parametrize(("text", "error", "signs", "before"), REFUSALS)
def test_refusal_leaves_the_ring_unchanged(
    text: str, error: type[Refusal], signs: dict[str, int], before: list[str]
) -> None:
    ring = ring_of(signs=signs)
    held = [read(ring, formula)[0] for formula in before]
    shown = [str(e) for e in held]
    old = state(ring)
    with pytest.raises(error) as caught:
        read(ring, f"tan(y*t)/(x + 17)*exp(y*a)*({text})")
    assert "\n" not in str(caught.value)
    assert state(ring) == old
    # Elements from before and later ones are as if nothing had happened.
    assert [str(e) for e in held] == shown
    (again, wave) = read(ring, "sqrt(y**2 + 1)/(t + 5)", "sin(t*y + 3)")
    fresh = ring_of(signs=signs)
    (other, _) = read(fresh, "sqrt(y**2 + 1)/(t + 5)", "sin(t*y + 3)")
    assert str(again) == str(other)
    assert not ring.is_zero(wave * again - 1).zero
    for element, formula in zip(held, before, strict=True):
        assert ring.equal(element, read(ring, formula)[0])


def test_a_message_names_the_subexpression_and_the_repair() -> None:
    with pytest.raises(errors.NeedsBranch, match=r"atan\(sin\(x\)/cos.*combination of x .*declare"):
        read(ring_of(), "sqrt(y) + atan(tan(x))")


def test_undefined_functions_at_equal_arguments_are_one() -> None:
    ring = ring_of()
    left, right = read(ring, "f(x + y)", "f(y + x)")
    assert ring.equal(left, right)
    left, right = read(ring, "g(sin(x)**2, t)", "g(1 - cos(x)**2, t)")
    assert ring.equal(left, right)


def test_zero_answers_are_zero_at_fifty_digits() -> None:
    ring = ring_of(signs=POSITIVE)
    names = [text for text in IDENTITIES if "f(" not in text and "g(" not in text]
    trees = [parse(t, Names((*ring.coordinates, *ring.parameters), {})) for t in names]
    for tree in trees:
        for point in points(3, 6):
            try:
                assert close(value(tree, point), 0)
            except errors.OutsideDomain:
                continue
            break
