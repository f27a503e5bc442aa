"""Ring maps: naturality, composition, domains, concrete functions, germs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffgeo import errors
from diffgeo.errors import OutsideDomain, Refusal
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.expression import Expression

from .strategies import (
    DIGITS,
    FUNCTIONS,
    SIGNS,
    close,
    expressions,
    points,
    read,
    ring_of,
    seeds,
    state,
    value,
)

POLAR = {"x": "u*cos(v)", "y": "u*sin(v)", "t": "w"}
#: Images of x, y, t; those of x are positive, as declared.
MAPS = [
    {"x": "u**2 + 1", "y": "u*v", "t": "w - v"},
    {"x": "2 + cos(v)", "y": "u*sin(v)", "t": "w*u"},
    {"x": "exp(u)", "y": "v/(1 + u**2)", "t": "w**2"},
    {"x": "1/2", "y": "v", "t": "u + 2*w"},
    {"x": "m*u**2 + m", "y": "a*v", "t": "f(w)"},
]


def chart() -> Any:
    return ring_of(("u", "v", "w"), signs={"m": 1})


def pulled(source: Any, target: Any, texts: dict[str, str], functions: Any = None) -> Any:
    images = dict(zip(texts, read(target, *texts.values()), strict=True))
    return source.pullback(target, images, functions)


@given(expressions, st.sampled_from(MAPS), st.sampled_from(range(3)))
def test_pullback_is_natural(tree: Expression, texts: dict[str, str], index: int) -> None:
    source, target = ring_of(signs=SIGNS), chart()
    try:
        (element,) = source.ingest([tree])
        pull = pulled(source, target, texts)
        image = pull(element)
        # The chain rule: d/du (phi^* e) = sum phi^*(de/dx^k) * dx^k/du.
        total = target.zero
        for k, name in enumerate(source.coordinates):
            inner = target.partial(pull(source.generator(name)), index)
            total = total + pull(source.partial(element, k)) * inner
    except Refusal:
        return
    assert target.is_zero(target.partial(image, index) - total).zero


@given(expressions, st.sampled_from(MAPS), seeds)
def test_pullback_has_the_values_of_the_composition(
    tree: Expression, texts: dict[str, str], seed: int
) -> None:
    source, target = ring_of(signs=SIGNS), chart()
    try:
        (element,) = source.ingest([tree])
        image = pulled(source, target, texts)(element)
    except Refusal:
        return
    names = Names((*target.coordinates, *target.parameters), FUNCTIONS)
    trees = [parse(text, names) for text in texts.values()]
    point, numbers = common_point_in_target(trees, seed)
    inner = {**point, **dict(zip(texts, numbers, strict=True))}
    try:
        expected = value(tree, inner)
        got = value(target.expression(image), point)
    except (OutsideDomain, errors.TooLarge):
        return
    assert close(got, expected)


def common_point_in_target(trees: list[Expression], seed: int) -> Any:
    """A point of the chart u, v, w, with the values of trees there to more digits."""
    base = points(seed, 1)[0]
    moved = {"u": base["y"], "v": base["t"], "w": base["a"], "a": base["x"], "m": base["m"]}
    return moved, [value(t, moved, DIGITS + 5) for t in trees]


@given(expressions)
def test_pullbacks_compose(tree: Expression) -> None:
    first, second, third = ring_of(signs=SIGNS), chart(), ring_of(("p", "q", "r"), signs={"m": 1})
    try:
        (element,) = first.ingest([tree])
        inner = pulled(second, third, {"u": "p + q", "v": "p*q", "w": "r"})
        outer = pulled(first, second, MAPS[0])
        twice = inner(outer(element))
        both = {k: inner(outer(first.generator(k))) for k in first.coordinates}
        once = first.pullback(third, both)(element)
    except Refusal:
        return
    assert third.is_zero(once - twice).zero


@given(st.lists(expressions, min_size=2, max_size=2), st.sampled_from(MAPS))
def test_pullback_is_a_ring_homomorphism(trees: list[Expression], texts: dict[str, str]) -> None:
    source, target = ring_of(signs=SIGNS), chart()
    try:
        left, right = source.ingest(trees)
        pull = pulled(source, target, texts)
        images = pull(left), pull(right)
        whole = pull(left * right + left)
    except Refusal:
        return
    assert target.is_zero(whole - images[0] * images[1] - images[0]).zero


def test_sines_of_sums_after_a_pullback() -> None:
    source, target = ring_of(), chart()
    product, total = read(source, "sin(x)*cos(y) + cos(x)*sin(y)", "sin(x + y)")
    pull = pulled(source, target, {"x": "u/3 + v", "y": "u/2", "t": "w"})
    assert target.is_zero(pull(product) - pull(total)).zero
    (expected,) = read(target, "sin(5*u/6 + v)")
    assert target.is_zero(pull(total) - expected).zero


def test_images_outside_the_domain() -> None:
    source, target = ring_of(), chart()
    (element,) = read(source, "sin(x) + 1/x")
    pull = pulled(source, target, {"x": "u - u", "y": "v", "t": "w"})
    with pytest.raises(OutsideDomain, match="x = 0"):
        pull(element)
    # Cancelling does not remove the condition.
    with pytest.raises(OutsideDomain, match="x = 0"):
        pull(source.generator("x") / source.generator("x"))
    image = pulled(source, target, POLAR)(element)
    assert {str(c) for c in target.conditions(image)} == {"u != 0", "cos(v) != 0"}


def test_conditions_are_pulled_back_after_cancelling() -> None:
    source, target = ring_of(), chart()
    one = read(source, "(x - a)/(x - a)")[0]
    image = pulled(source, target, {"x": "u*v", "y": "v", "t": "w"})(one)
    assert str(image) == "1"
    assert [str(c) for c in target.conditions(image)] == ["a - u*v != 0"]


@pytest.mark.parametrize("image", ["u - u**2 - 5", "-u**2 - 1", "-m"])
def test_an_empty_domain_is_refused_and_leaves_the_target_alone(image: str) -> None:
    source, target = ring_of(), chart()
    (element,) = read(source, "sqrt(x)*sin(y)")
    pull = pulled(source, target, {"x": image, "y": "v", "t": "w"})
    before = state(target)
    with pytest.raises((errors.NoWitness, errors.NonReal)):
        pull(element)
    assert state(target) == before
    # The map still serves functions that are defined on its image.
    assert target.is_zero(pull(read(source, "cos(2*y)")[0]) - read(target, "cos(2*v)")[0]).zero


def test_polar_radius_is_an_absolute_value() -> None:
    source, target = ring_of(), chart()
    (radius,) = read(source, "sqrt(x**2 + y**2)")
    assert str(pulled(source, target, POLAR)(radius)) == "Abs(u)"
    positive = ring_of(("u", "v", "w"), signs={"u": 1})
    assert str(pulled(source, positive, POLAR)(radius)) == "u"


BODY = Names(("s", "p", "q", "a", "m"), {"f": 1, "g": 2})


def test_concrete_functions() -> None:
    source, target = ring_of(), chart()
    first, second, mixed = read(
        source, "Derivative(f(t), t)*x + f(2*t)", "f(f(t))", "Derivative(g(x, y), x, y)*y"
    )
    functions = {
        "f": (("s",), parse("a*s**3 + sin(s)", BODY)),
        "g": (("p", "q"), parse("p**2*q*m + exp(p*q)", BODY)),
    }
    texts = {"x": "u", "y": "v", "t": "u*v"}
    pull = pulled(source, target, texts, functions)
    expected = read(
        target,
        "(3*a*(u*v)**2 + cos(u*v))*u + 8*a*(u*v)**3 + sin(2*u*v)",
        "a*(a*(u*v)**3 + sin(u*v))**3 + sin(a*(u*v)**3 + sin(u*v))",
        "(2*u*m + exp(u*v)*(1 + u*v))*v",
    )
    for element, wanted in zip((first, second, mixed), expected, strict=True):
        assert target.is_zero(pull(element) - wanted).zero


def test_concrete_functions_know_signs_and_other_functions() -> None:
    source, target = ring_of(), chart()
    (element,) = read(source, "Derivative(f(t), t)")
    body = {"f": (("s",), parse("sqrt(m**2)*s + g(s, a)", BODY))}
    image = pulled(source, target, {"x": "u", "y": "v", "t": "u*v"}, body)(element)
    assert target.is_zero(image - read(target, "m")[0]).certain
    assert "m" in str(image) and "g(" in str(image)


def test_a_parameter_gets_a_value() -> None:
    source, target = ring_of(), chart()
    (power,) = read(source, "x**a")
    texts = {"x": "u", "y": "v", "t": "w", "a": "1/2"}
    image = pulled(source, target, texts)(power)
    assert target.is_zero(image - read(target, "sqrt(u)")[0]).zero


def test_unexpanded_functions_as_images() -> None:
    source, target = ring_of(), chart()
    (a, u), (v, m) = read(target, "a", "u"), read(target, "v", "m")
    solution = target.solve([[target.one, u], [v, a]], [target.one, m])
    images = {"x": solution[0], "y": solution[1], "t": target.one}
    pull = source.pullback(target, images)
    (expected,) = read(target, "sin((a - u*m)/(a - u*v))*f((m - v)/(a - u*v))")
    (element,) = read(source, "sin(x)*f(y)")
    assert target.is_zero(pull(element) - expected).zero
    (quotient,) = read(source, "x/x + 1/(x + 3)")
    assert not target.is_zero(pull(quotient)).zero


# --- germs -------------------------------------------------------------------------

GERMS = [
    "x*y + t**3",
    "sin(x*y) + cos(x)*tan(t)",
    "exp(x*y)/(1 + x**2)",
    "log(x)*x**a",
    "f(t)*x + f(x)",
    "g(x, y)*f(t*x)",
    "Derivative(f(t), t)*f(t)",
    "sin(f(t))*exp(g(x, t))",
    "pi*x + sin(pi*x)",
    "sqrt(x**2 + y**2)*t",
    "sqrt(x)*sqrt(y)*sqrt(x + y)",
]


def germs_of(ring: Any, elements: list[Any], field: str, count: int = 2) -> Any:
    """Germs at points where every root exists: the first seed that has such points."""
    for seed in range(200):
        germs = ring.germs(2, field, points=count, seed=seed)
        try:
            for element in elements:
                germs(element)
        except OutsideDomain:
            continue
        return germs
    raise AssertionError("no seed has a point")


@pytest.mark.parametrize("text", GERMS)
def test_germs_commute_with_derivatives(text: str) -> None:
    ring = ring_of(signs=SIGNS)
    (element,) = read(ring, text)
    germs = germs_of(ring, [element], "GF(p)")
    target = germs.target
    for k in range(3):
        difference = germs(ring.partial(element, k)) - target.partial(germs(element), k)
        assert target.is_zero(difference, -20.0).zero
        other = germs(ring.partial(element, k) + ring.generator("y") / 1000)
        assert not target.is_zero(other - target.partial(germs(element), k)).zero


@given(st.lists(expressions, min_size=2, max_size=2))
def test_germs_are_a_ring_homomorphism(trees: list[Expression]) -> None:
    ring = ring_of(signs=SIGNS)
    try:
        left, right = ring.ingest(trees)
    except Refusal:
        return
    if any(g.kind.value == "root" for g in ring.tower.generators):
        return
    germs = germs_of(ring, [left, right], "GF(p)", 2)
    target = germs.target
    assert target.is_zero(germs(left * right) - germs(left) * germs(right), -20.0).zero
    assert target.is_zero(germs(left - right) - (germs(left) - germs(right)), -20.0).zero
    if not ring.is_zero(left - right).zero:
        assert not target.is_zero(germs(left) - germs(right), -20.0).zero
    derivative = germs(ring.partial(left, 0)) - target.partial(germs(left), 0)
    assert target.is_zero(derivative, -20.0).zero


@pytest.mark.parametrize(
    "text",
    ["x*y + t**3", "sin(x*y) + cos(x)", "exp(x*y)/(1 + x**2)", "sqrt(x**2 + 1)*log(t**2 + 2)"],
)
def test_germs_of_floats_are_taylor_coefficients(text: str) -> None:
    ring = ring_of()
    (element,) = read(ring, text)
    germs = ring.germs(2, "float", points=1, seed=1)
    target = germs.target
    names = ("x", "y", "t")
    at = {n: float(target.generator(n).value[0]) for n in names} | {"a": 0.5, "m": 0.5}
    tree = ring.expression(element)
    assert float(germs(element).value[0]) == pytest.approx(float(value(tree, at)), rel=1e-9)
    for k in range(3):
        derivative = value(ring.expression(ring.partial(element, k)), at)
        got = float(target.partial(germs(element), k).value[0])
        assert got == pytest.approx(float(derivative), rel=1e-9)
