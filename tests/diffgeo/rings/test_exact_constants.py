"""Real constants: what is related is found, what is conjectured is confirmed by balls."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from diffgeo import errors
from diffgeo.errors import Refusal, Undecided
from diffgeo.interop.parsing import Names, parse
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.rings import expression as tree
from diffgeo.rings.exact import confirmation, zero
from diffgeo.rings.exact.points import RealPoint
from diffgeo.rings.expression import Call, Constant, Expression, Number

from .strategies import HIDDEN, close, read, ring_of, state, value

NAMES = Names(("x", "y", "t", "a", "m"), {})
POINT = {"x": Fraction(3, 7), "y": Fraction(5, 11), "t": Fraction(1, 3), "a": Fraction(2, 9)}
POINT["m"] = Fraction(4, 5)

IDENTITIES = [
    "E - exp(1)",
    "exp(1/2)**2 - E",
    "E**x - exp(x)",
    "exp(x + 1) - E*exp(x)",
    "exp(x + 1)/exp(x) - E",
    "exp(pi + 1) - E*exp(pi)",
    "exp(x*(1 + 2**(1/3))) - exp(x)*exp(2**(1/3)*x)",
    "sin(x*(1 + 4**(1/5))) - sin(x)*cos(4**(1/5)*x) - cos(x)*sin(4**(1/5)*x)",
    "exp(log(2) + 1) - 2*E",
    "exp(log(2)/2) - sqrt(2)",
    "log(6) - log(2) - log(3)",
    "log(9/8) - 2*log(3) + 3*log(2)",
    "log(2*x) - log(x) - log(2)",
    "log(3*E*x) - log(3) - 1 - log(x)",
    "log(sqrt(2)) - log(2)/2",
    "log(E**2*pi) - 2 - log(pi)",
    "2**x*3**x - 6**x",
    "4**x - (2**x)**2",
    "2**(x + 1) - 2*2**x",
    "x**E*x - x**(E + 1)",
    "sin(1)**2 + cos(1)**2 - 1",
    "sin(2) - 2*sin(1)*cos(1)",
    "sin(1/2)**2 - (1 - cos(1))/2",
    "sin(x + 1) - sin(x)*cos(1) - cos(x)*sin(1)",
    "sin(x/(x + y)) - sin(1)*cos(y/(x + y)) + cos(1)*sin(y/(x + y))",
    "sin(sqrt(2) + 1) - sin(sqrt(2))*cos(1) - cos(sqrt(2))*sin(1)",
    "sin(pi + 1) + sin(1)",
    "cos(pi/5) - (1 + sqrt(5))/4",
    "sin(pi/10) - (sqrt(5) - 1)/4",
    "cos(pi/8)**2 - (2 + sqrt(2))/4",
    "sin(pi/8)*cos(pi/8) - sqrt(2)/4",
    "tan(pi/24) - (sqrt(6) - sqrt(3) + sqrt(2) - 2)",
    "sin(pi/60)**2 + cos(pi/60)**2 - 1",
    "sin(x + pi/3) - sin(x)/2 - sqrt(3)/2*cos(x)",
    "atan(1) - pi/4",
    "atan(sqrt(3)) - pi/3",
    "asin(1/2) - pi/6",
    "acos(-1/2) - 2*pi/3",
    "atan2(1, -1) - 3*pi/4",
    "atan2(-2, 0) + pi/2",
    "atan(1/2) + atan(1/3) - pi/4",
    "4*atan(1/5) - atan(1/239) - pi/4",
    "atan(2) + atan(1/2) - pi/2",
    "sin(atan(3/4)) - 3/5",
    "atan(pi/4) + atan(-pi/4)",
    "atan(sqrt(2)) + atan(1/sqrt(2)) - pi/2",
    "atan2(-E, -6) - atan2(E/2, 3) + pi",
    "acos(1/3) + acos(-1/3) - pi",
    "asin(2/3) - atan(2/sqrt(5))",
    "acos(1/3) - 2*atan(1/sqrt(2))",
    "atan(2*sqrt(2)) + 2*atan(sqrt(2)) - pi",
    "3*asin(1/4) - asin(11/16)",
    "atan(tan(1)) - 1",
    "log(sqrt(5) + 1) + log(sqrt(5) - 1) - 2*log(2)",
    "log(5 + 2*sqrt(6)) - 2*log(sqrt(3) + sqrt(2))",
    "log(2**(1/3) - 1) + log(4**(1/3) + 2**(1/3) + 1)",
    "log(1 + sqrt(2) + sqrt(3)) + log(1 + sqrt(2) - sqrt(3)) - 3*log(2)/2",
    "log((3 + 2*sqrt(2))*x) - log(x) - 2*log(1 + sqrt(2))",
    "sqrt(pi**2) - pi",
    "Abs(3 - pi) - pi + 3",
    "sign(E - 3) + 1",
]

NEAR_IDENTITIES = [
    "pi + E - 5",
    "pi*E*x - x",
    "exp(pi) - pi - 20",
    "log(2) - log(3)",
    "log(5)*log(2) - log(3)",
    "sin(1) - cos(1)",
    "sin(x + 1) - sin(x)*cos(1) + cos(x)*sin(1)",
    "exp(x + 1) - exp(x)",
    "2**x - 3**x",
    "sin(pi*x) - sin(x)",
    "sin(sqrt(2)*x) - sin(x)",
    "sin(2**(1/3)*x) - sin(x)",
    "exp(2**(1/3)*x)*exp(x) - exp(4**(1/3)*x)",
    "cos(pi/5) - (1 + sqrt(5))/5",
    "4*atan(1/5) - atan(1/239) - pi/3",
    "log(log(2)) - log(2)",
    "exp(E) - 15",
    "pi**2 - E**2 - 3*sin(1)",
    "atan(pi/4) - atan(-pi/4)",
    "acos(1/3) - acos(-1/3) - pi",
    "atan(2*sqrt(2)) + 2*atan(sqrt(2))",
    "log(sqrt(5) + 1) + log(sqrt(5) - 1) - 3*log(2)",
    "acos(1/3) - 2*atan(1/sqrt(2)) + 1/10**12",
]


@pytest.mark.parametrize("text", IDENTITIES)
def test_identity(text: str) -> None:
    ring = ring_of(signs={"x": 1})
    (element,) = read(ring, text)
    decision = ring.is_zero(element)
    assert (decision.zero, decision.certain) == (True, True)
    assert close(value(parse(text, NAMES), POINT), 0)


@pytest.mark.parametrize("text", NEAR_IDENTITIES)
def test_near_identity(text: str) -> None:
    ring = ring_of(signs={"x": 1})
    (element,) = read(ring, text)
    decision = ring.is_zero(element)
    assert (decision.zero, decision.certain) == (False, True)
    assert not close(value(parse(text, NAMES), POINT), 0)


CONJECTURED = ["pi + E", "log(2)*log(3)", "pi*sin(1)", "log(pi)", "exp(E)", "atan(1/2)*pi"]
PROVED = ["pi", "log(2)", "E*sin(1)*cos(sqrt(2))*exp(sqrt(2))", "pi*exp(pi)", "atan(1/2)", "x*E"]


@pytest.mark.parametrize("text", CONJECTURED)
def test_conjectured_sets_are_confirmed_by_balls(text: str) -> None:
    (element,) = read(ring_of(), f"x*({text}) - 7")
    assert confirmation.rests_on_conjecture(element.ring, element)
    assert element.ring.is_zero(element).how == zero.BALL


@pytest.mark.parametrize("text", PROVED)
def test_proved_sets_need_no_ball(text: str) -> None:
    (element,) = read(ring_of(), f"y*({text}) - 7")
    assert not confirmation.rests_on_conjecture(element.ring, element)
    assert "ball" not in element.ring.is_zero(element).how


def test_functions_beside_conjectured_constants_do_not_depend_on_them() -> None:
    ring = ring_of()
    _, function = read(ring, "pi*E*x", "sin(x)*log(2)")
    assert not confirmation.rests_on_conjecture(ring, function)


def test_a_hidden_relation_is_undecided_and_never_wrong() -> None:
    ring = ring_of()
    hidden, other = read(ring, " - ".join(HIDDEN), "x*log(1 + sqrt(2))")
    with pytest.raises(Undecided, match="2048 bits"):
        ring.is_zero(hidden)
    with pytest.raises(Undecided):
        1 / (x_plus := hidden * other)
    assert not ring.is_zero(other).zero
    assert x_plus.ring is ring


REFUSALS = [
    ("cos(pi/1009)", errors.ConstantAngle),
    ("sin(x + pi/1009)*sin(x)", errors.ConstantAngle),
    ("log(-2)", errors.NonReal),
    ("log(0)", errors.NonReal),
    ("log(pi - 4)", errors.NonReal),
    ("sqrt(E - 3)", errors.NonReal),
    ("asin(2)", errors.NonReal),
    ("atan2(0, -1)", errors.OutsideDomain),
]


@pytest.mark.parametrize(("text", "error"), REFUSALS)
def test_refusals(text: str, error: type[Refusal]) -> None:
    ring = ring_of()
    read(ring, "pi*E")
    old = state(ring)
    with pytest.raises(error) as caught:
        read(ring, f"exp(y*a)*({text}) + log(5)")
    assert "\n" not in str(caught.value)
    assert state(ring) == old


@pytest.mark.parametrize(
    "order", list(permutations(["sin(x + 1)", "sin(x)", "cos(1)*sin(x) + sin(1)*cos(x)"]))
)
def test_shifted_angles_in_any_order(order: tuple[str, ...]) -> None:
    ring = ring_of()
    found = {}
    for text in order:
        (found[text],) = read(ring, text)
    assert ring.equal(found["sin(x + 1)"], found["cos(1)*sin(x) + sin(1)*cos(x)"])
    assert not ring.equal(found["sin(x + 1)"], found["sin(x)"])


def test_constants_have_zero_derivative_and_map_to_themselves() -> None:
    source, target = ring_of(("u",), ()), ring_of()
    function, derivative = read(source, "log(2)*atan(1/2)*u + E**u*sin(1)", "E**u*sin(1)")
    rest = source.partial(function, 0) - derivative
    assert source.equal(rest, read(source, "log(2)*atan(1/2)")[0])
    (image,) = read(target, "x*y + 1")
    phi = source.pullback(target, {"u": image})
    (expected,) = read(target, "log(2)*atan(1/2)*(x*y + 1) + E*exp(x*y)*sin(1)")
    assert target.equal(phi(function), expected)


@pytest.mark.parametrize("text", ["E", "E**2*x", "2**x", "log(2)/3", "sin(1)*pi", "atan(1/2)"])
def test_display_and_sympy(text: str) -> None:
    ring = ring_of()
    (element,) = read(ring, text)
    shown = ring.expression(element)
    assert ring.equal(read(ring, str(shown))[0], element)
    assert ring.equal(ring.ingest([from_sympy(to_sympy(shown))])[0], element)


# --- generated ---------------------------------------------------------------------

_numbers = st.builds(lambda p, q: Number(Fraction(p, q)), st.integers(-3, 4), st.integers(1, 2))
_leaves = st.one_of(_numbers, st.just(Constant("pi")), st.just(Constant("E")))


def _more(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    positive = children.map(lambda u: tree.add(tree.ONE, tree.power(u, 2)))
    return st.one_of(
        st.builds(tree.add, children, children),
        st.builds(tree.multiply, children, children),
        st.builds(
            lambda n, u: Call(n, (u,)), st.sampled_from(["sin", "cos", "exp", "atan"]), _numbers
        ),
        st.builds(lambda u: Call("log", (u,)), positive),
        st.builds(lambda u: Call("sqrt", (u,)), positive),
        st.builds(
            lambda k: Call("cos", (tree.multiply(Number(Fraction(k, 60)), Constant("pi")),)),
            st.integers(1, 130),
        ),
    )


constants = st.recursive(_leaves, _more, max_leaves=5)


@settings(max_examples=80)
@given(constants, constants)
def test_values_to_160_digits_in_two_orders(left: Expression, right: Expression) -> None:
    for pair in ((left, right), (right, left)):
        ring = ring_of()
        old = state(ring)
        try:
            elements = [ring.ingest([t])[0] for t in pair]
        except Refusal:
            if not old[0] - len(ring.tower):
                assert state(ring) == old
            continue
        for source, element in zip(pair, elements, strict=True):
            with mpmath.workdps(160):
                exact = value(source, {}, 160)
                shown = value(ring.expression(element), {}, 160)
                assert abs(shown - exact) < mpmath.mpf(10) ** -130 * max(1, abs(exact))
            try:
                zero = ring.is_zero(element).zero
            except Undecided:
                continue
            assert zero == close(exact, 0)


#: Powers of zero on a chart where m > 0, with their conditions; or how they are refused.
POWERS_OF_ZERO = [
    ("0**m", ("0", [])),
    ("(x - x)**(m + t**2) + 1", ("1", [])),
    ("(sin(x)**2 + cos(x)**2 - 1)**m", ("0", [])),
    ("0**(x - x)", ("1", [])),
    ("0**pi", ("0", [])),
    ("(1/x - 1/x)**m", ("0", ["x != 0"])),
    ("0**(1/x**2)", ("0", ["x != 0"])),
    ("0**x + log(x)", ("log(x)", ["x > 0"])),
    ("0**x", (errors.NeedsSign, "0**x is a power of zero: 0 where x > 0, 1 where that is 0")),
    ("(x - x)**t", (errors.NeedsSign, "(x - x)**t is a power of zero")),
    ("0**(t**2)", (errors.NeedsSign, "0**(t**2) is a power of zero")),
    ("0**(-m)", (errors.ZeroDenominator, "0**(-m) is a negative power of zero")),
    ("0**m + log(0)", (errors.NonReal, "log(0) is not defined")),
    ("(-2)**x", (errors.NonReal, "(-2)**x needs a positive base")),
]


@pytest.mark.parametrize(("text", "expected"), POWERS_OF_ZERO)
def test_powers_of_zero_go_by_the_sign_of_the_exponent(
    text: str, expected: tuple[Any, Any]
) -> None:
    ring = ring_of(signs={"m": 1})
    if isinstance(expected[0], str):
        (value,) = read(ring, text)
        assert (str(value), list(map(str, ring.conditions(value)))) == expected
        return
    old = state(ring)
    with pytest.raises(expected[0], match=re.escape(expected[1])):
        read(ring, text)
    assert state(ring) == old


def test_a_logarithm_at_zero_is_outside_the_domain_and_elsewhere_it_is_not() -> None:
    source, target = ring_of(("u", "v"), ("a",)), ring_of(("w",), ("a",))
    (power,) = read(source, "u**a")
    names = {"a": target.generator("a"), "v": target.zero}
    with pytest.raises(errors.OutsideDomain, match="lies where u = 0"):
        source.pullback(target, {"u": target.zero, **names})(power)
    assert source.pullback(target, {"u": target.one, **names})(power).constant == 1


#: Identities of algebraic numbers: Galois, Gauss (of 17 sides), Morrie, and school books.
NUMBERS = [
    ("cos(pi/7) - cos(2*pi/7) + cos(3*pi/7)", "1/2"),
    ("cos(pi/9)*cos(2*pi/9)*cos(4*pi/9)", "1/8"),
    ("1/cos(pi/7) + 1/cos(3*pi/7) + 1/cos(5*pi/7)", "4"),
    # Beside roots that are polynomials in these cosines, which their normal forms do not show.
    ("sin(pi/7)*sin(2*pi/7)*sin(3*pi/7)", "sqrt(7)/8"),
    ("tan(3*pi/11) + 4*sin(2*pi/11)", "sqrt(11)"),
    ("tan(pi/9)*tan(2*pi/9)*tan(4*pi/9)", "sqrt(3)"),
    ("sqrt(2 + 2*cos(pi/7))", "2*cos(pi/14)"),
    ("2*cos(pi/16)", "sqrt(2 + sqrt(2 + sqrt(2)))"),
    (
        "16*cos(2*pi/17) + 1",
        "sqrt(17) + sqrt(34 - 2*sqrt(17)) + 2*sqrt(17 + 3*sqrt(17) - sqrt(34 - 2*sqrt(17)) "
        "- 2*sqrt(34 + 2*sqrt(17)))",
    ),
    ("cos(pi/21)*cos(pi/14)", "(cos(5*pi/42) + cos(pi/42))/2"),
    ("sin(3*pi/59)", "3*sin(pi/59) - 4*sin(pi/59)**3"),
    ("sin(x) + sin(x + pi/7)", "2*sin(x + pi/14)*cos(pi/14)"),
    ("x*sqrt(7) + t", "8*x*sin(pi/7)*sin(2*pi/7)*sin(3*pi/7) + t"),
    ("asin(cos(pi/7))", "5*pi/14"),
]


@pytest.mark.parametrize(("left", "right"), NUMBERS)
def test_cosines_of_parts_of_pi(left: str, right: str) -> None:
    for order in ((left, right), (right, left)):
        ring = ring_of()
        first, second = (read(ring, text)[0] for text in order)
        assert ring.is_zero(first - second).zero and ring.is_zero(first - second).certain
        assert not ring.is_zero(first - second + Fraction(1, 10**40)).zero
        assert ring.equal(first, read(ring, str(first))[0])


@pytest.mark.parametrize("parts", [7, 9, 11, 13, 14, 16, 25, 36, 48, 59, 60])
def test_values_of_cosines_of_parts_of_pi(parts: int) -> None:
    ring = ring_of()
    for number in (1, parts // 2, parts + 1):
        sine, cosine = read(ring, f"sin({number}*pi/{parts})", f"cos({number}*pi/{parts})")
        with ctx.workprec(100):
            point = RealPoint(ring, {})
            for element, values in ((sine, arb.sin_pi_fmpq), (cosine, arb.cos_pi_fmpq)):
                value = arb(point.evaluate(element.polynomial))
                assert value.overlaps(values(fmpq(number, parts))) and value.rad() < 1e-5


def test_linear_algebra_beside_dependent_numbers() -> None:
    ring = ring_of()
    root, cosine, x = read(ring, "sqrt(7)", "8*sin(pi/7)*sin(2*pi/7)*sin(3*pi/7)", "x")
    assert ring.rank([[cosine, x], [x, cosine]]) == 2
    with pytest.raises(errors.Undecided, match=r"how .* is related to other roots"):
        ring.rank([[root, cosine], [cosine, root]])
    with pytest.raises(errors.ZeroDenominator):
        ring.inverse(root - cosine)
    with pytest.raises(errors.Refusal):
        ring.solve([[root, cosine], [cosine, root]], [x, x])
