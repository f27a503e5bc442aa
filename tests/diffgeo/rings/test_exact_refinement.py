"""Late refinement: finer angles, exponents and roots after coarser ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from diffgeo import errors
from diffgeo.errors import OutsideDomain
from diffgeo.rings.exact.points import RealPoint
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.exact.tower import Kind

from .late_pairs import LATE, NAMES, Formula
from .strategies import close, points, read, ring_of, state, value

SIGNS = {"m": 1}


def one_by_one(ring: ExactRing, texts: list[str]) -> list[Any]:
    return [read(ring, text)[0] for text in texts]


def reader(ring: ExactRing) -> Callable[[str], Any]:
    return lambda text: read(ring, text)[0]


def defined_point(trees: list[Any], number: int = 3) -> dict[str, Any]:
    for point in points(number, 40):
        try:
            for tree in trees:
                value(tree, point, 160)
        except OutsideDomain:
            continue
        return point
    raise AssertionError("no point")


@pytest.mark.parametrize(("texts", "identities", "others"), LATE, ids=NAMES)
def test_one_after_another(
    texts: list[str], identities: list[Formula], others: list[Formula]
) -> None:
    for order in (texts, texts[::-1]):
        ring = ring_of(signs=SIGNS)
        named = dict(zip(order, one_by_one(ring, order), strict=True))
        elements = [named[text] for text in texts]
        for identity in identities:
            decision = ring.is_zero(identity(reader(ring), *elements))
            assert (decision.zero, decision.certain) == (True, True)
        for other in others:
            element = other(reader(ring), *elements)
            assert not ring.is_zero(element).zero
            point = defined_point([ring.expression(element)])
            assert abs(value(ring.expression(element), point, 160)) > 1e-40


@pytest.mark.parametrize("texts", [texts for texts, _, _ in LATE], ids=NAMES)
def test_old_elements_stay_valid(texts: list[str]) -> None:
    ring = ring_of(signs=SIGNS)
    elements = one_by_one(ring, texts)
    for text, element in zip(texts, elements, strict=True):
        fresh = ring_of(signs=SIGNS)
        (alone,) = read(fresh, text)
        slope = fresh.expression(fresh.partial(alone, 0))
        shown = [ring.expression(element), ring.expression(ring.partial(element, 0))]
        direct = [fresh.expression(alone), slope]
        point = defined_point([*shown, *direct])
        for mine, expected in zip(shown, direct, strict=True):
            assert close(value(mine, point, 160), value(expected, point, 160))
        # Reading again finds the same functions, and so does the map of the fresh ring.
        assert ring.equal(read(ring, text)[0], element)
        assert ring.equal(ring.ingest([slope])[0], ring.partial(element, 0))
        merge = fresh.pullback(ring, {})
        assert ring.equal(merge(alone), element)
        assert ring.equal(merge(fresh.partial(alone, 0)), ring.partial(element, 0))
        assert fresh.equal(ring.pullback(fresh, {})(element), alone)


def test_the_old_pair_becomes_double_angles() -> None:
    ring = ring_of()
    sine, quotient = read(ring, "sin(x)", "1/(1 + cos(x))")
    (half,) = read(ring, "sin(x/2)")
    assert str(sine) == "2*cos(x/2)*sin(x/2)"
    assert str(quotient) == "1/(2*cos(x/2)**2)"
    assert [str(g.argument) for g in ring.tower.generators if g.kind is Kind.COSINE] == ["x/2"]
    assert str(half) == "sin(x/2)"
    # The condition used before is still the only one.
    assert [str(c) for c in ring.conditions(quotient)] == ["2*cos(x/2)**2 != 0"]


def test_no_multiple_of_a_basis_angle_is_large() -> None:
    for order in permutations(["sin(2*x/3 + y)", "cos(3*x/2 + 2*y)", "sin(2*x - y/2)"]):
        ring = ring_of()
        elements = one_by_one(ring, list(order))
        degrees = [
            max(ring.tower.degree(e.polynomial, g.index) for g in ring.tower.generators)
            for e in elements
        ]
        assert max(degrees) <= 12


def test_an_angle_on_two_levels() -> None:
    ring = ring_of()
    (nested,) = read(ring, "sin(x + sin(x))")
    read(ring, "sin(sin(x)/5)")
    read(ring, "cos(x/7)")
    (again,) = read(ring, "sin(x)*cos(sin(x)) + cos(x)*sin(sin(x))")
    assert ring.equal(nested, again)
    assert not ring.equal(nested, -again)


ROOTS = [
    # a root, then a refinement under which its radicand is a square; declared signs
    ("sqrt(2 + 2*cos(x))", "sin(x/2)", "cos(x/2)"),
    ("sqrt(1 - cos(x))", "sin(x/2)", "sin(x/2)"),
    ("sqrt(1 + cos(x))*(1 + sin(x))", "tan(x/2)", "cos(x/2)"),
]


@pytest.mark.parametrize(("root", "finer", "factor"), ROOTS)
def test_a_root_that_becomes_an_absolute_value(root: str, finer: str, factor: str) -> None:
    ring = ring_of()
    (held,) = read(ring, root)
    (size, half) = read(ring, f"sqrt(2)*Abs({factor})", f"sqrt(2)*{factor}")
    wave = read(ring, "1 + sin(x)")[0] if "sin" in root else 1
    twice = 2 if root.startswith("sqrt(2") else 1
    scale = read(ring, f"sqrt({twice})")[0] * wave
    assert ring.equal(held, scale * size) and not ring.equal(held, scale * half)
    # The old functions go on.
    (other,) = read(ring, f"exp(y)*({root})/(x + 5)")
    assert ring.equal(other, held * read(ring, "exp(y)/(x + 5)")[0])


@pytest.mark.parametrize(("declared", "sign"), [("log(cos(x/2))", 1), ("log(-cos(x/2))", -1)])
def test_a_root_is_retired_where_the_sign_is_known(declared: str, sign: int) -> None:
    ring = ring_of()
    _, root, cosine = read(ring, declared, "sqrt(2 + 2*cos(x))", "cos(x/2)")
    assert ring.equal(root, 2 * sign * cosine)
    assert not ring.equal(root, -2 * sign * cosine)
    assert any("cos(x/2) > 0" in str(c) for c in ring.conditions(root))


def test_conditions_that_contain_what_is_being_rewritten() -> None:
    ring = ring_of()
    nested, log = read(ring, "sqrt(y + sqrt(t + sin(x)))", "log(y + 3*sqrt(t + sin(x)))")
    (half,) = read(ring, "sin(x/2)*cos(x/2)")
    assert ring.equal((nested**2 - read(ring, "y")[0]) ** 2, read(ring, "t")[0] + 2 * half)
    assert ring.equal(log, read(ring, "log(y + 3*sqrt(t + sin(x)))")[0])
    conditions = {str(c) for e in (nested, log) for c in ring.conditions(e)}
    assert len(conditions) == 3


def test_exponentials_under_roots_are_halved() -> None:
    ring = ring_of()
    growth, root = (read(ring, t)[0] for t in ("exp(y)", "sqrt(m*exp(y)*exp(x))"))
    assert {str(g.argument) for g in ring.tower.generators if g.kind is Kind.ROOT} == {"m"}
    assert ring.equal(root**2, growth * read(ring, "m*exp(x)")[0])


def test_roots_of_exponentials_are_retired() -> None:
    ring = ring_of()
    (root,) = read(ring, "sqrt(1 + cosh(x))")
    (half,) = read(ring, "cosh(x/2)")
    assert ring.equal(root, read(ring, "sqrt(2)*cosh(x/2)")[0])
    assert not ring.equal(root, half)


def test_a_refusal_after_a_refinement_undoes_it() -> None:
    ring = ring_of()
    sine, quotient, wave = read(ring, "sin(x)", "1/(1 + cos(x))", "sin(sin(x))")
    before = state(ring)
    for text in ["sqrt(-1 - sin(x/2)**2)", "sin(x/2)/(x - x)", "log(-1 - exp(sin(x/2)))"]:
        with pytest.raises(errors.Refusal):
            # The elements are used in the refused refinement, too.
            read(ring, f"sin(x)*sin(x/3)*exp(1/(1 + cos(x)))*sin(sin(x)/2)*({text})")
        assert state(ring) == before
        assert ring.tower.version == 0
        assert [str(e) for e in (sine, quotient)] == ["sin(x)", "1/(cos(x) + 1)"]
        assert ring.equal(wave, read(ring, "sin(sin(x))")[0])
    (half,) = read(ring, "cos(x/2)")
    assert ring.equal(quotient, 1 / (2 * half * half))
    assert ring.equal(sine * quotient, read(ring, "tan(x/2)")[0])


def test_unexpanded_solutions_survive() -> None:
    ring = ring_of()
    texts = ["sin(x)", "y", "t", "x", "cos(x)", "y*t", "m", "1", "sin(x)*y"]
    entries = read(ring, *texts)
    matrix = [entries[k : k + 3] for k in (0, 3, 6)]
    right = read(ring, "1", "x", "cos(x)")
    solution = ring.solve(matrix, right)
    slopes = [ring.derivative(s, "x") for s in solution]
    determinant = ring.determinant(matrix)
    read(ring, "sin(x/2)", "exp(y/3)")
    for row, b in zip(matrix, right, strict=True):
        total = sum((e * s for e, s in zip(row, solution, strict=True)), -b)
        assert ring.is_zero(total).zero
        along = sum(
            (
                ring.derivative(e, "x") * s + e * d
                for e, s, d in zip(row, solution, slopes, strict=True)
            ),
            -ring.derivative(b, "x"),
        )
        assert ring.is_zero(along).zero
        assert not ring.is_zero(total + 1).zero
    again = ring.determinant(matrix)
    assert ring.is_zero(again - determinant).zero
    for fresh, old in zip(ring.solve(matrix, right), solution, strict=True):
        assert ring.is_zero(fresh - old).zero


def test_maps_survive_a_refinement_of_source_and_target() -> None:
    ring, target = ring_of(), ExactRing(["u", "v"], ["a", "m"], {"f": 1, "g": 2}, SIGNS)
    images = dict(zip("xyt", target.ingest(trees_of("2*u + v", "u*v", "u")), strict=True))
    phi = ring.pullback(target, images)
    wave, other = read(ring, "sin(x)/(2 + cos(x))", "exp(y)*f(sin(x))")
    first = [phi(wave), phi(other)]
    read(ring, "sin(x/2)", "exp(y/2)")
    second = [phi(wave), phi(other)]
    # New generators of the source have images of their own.
    (half,) = read(ring, "sin(x/2)*exp(-y/2)")
    assert target.equal(phi(half), target.ingest(trees_of("sin(u + v/2)*exp(-u*v/2)"))[0])
    target.ingest(trees_of("sin(u/3)*sin(v/5)*exp(u*v/7)"))
    third = [phi(wave), phi(other)]
    for a, b, c in zip(first, second, third, strict=True):
        assert target.equal(a, b)
        assert target.equal(b, c)
    # Natural: d of the image is the image of d.
    slope = phi(ring.derivative(wave, "x")) * 2
    assert target.equal(target.derivative(first[0], "u"), slope)
    assert not target.equal(target.derivative(first[0], "u"), -slope)
    # What the source needed finer for itself is not asked of the target.
    fresh = ExactRing(["u", "v"], ["a", "m"], {"f": 1, "g": 2}, SIGNS)
    images = dict(zip("xyt", fresh.ingest(trees_of("2*u + v", "u*v", "u")), strict=True))
    ring.pullback(fresh, images)(wave)
    assert "(2*u + v)/2" not in {str(g.argument) for g in fresh.tower.generators}


def trees_of(*texts: str) -> list[Any]:
    from diffgeo.interop.parsing import Names, parse

    names = Names(("u", "v", "a", "m"), {"f": 1, "g": 2})
    return [parse(text, names) for text in texts]


def test_a_map_of_a_ring_to_itself_divides_once() -> None:
    ring = ring_of()
    wave, growth = read(ring, "x*sin(x)", "exp(x) + exp(-x)*cos(y)")
    half = ring.pullback(ring, {"x": read(ring, "x/2")[0]})
    for _ in range(4):
        image, other = half(wave), half(growth)
        assert str(image) == "x*sin(x/2)/2"
        assert ring.equal(other, read(ring, "exp(x/2) + exp(-x/2)*cos(y)")[0])
        wave = wave + read(ring, "0")[0]
    assert {str(g.argument) for g in ring.tower.generators if g.kind is Kind.COSINE} == {"x/2", "y"}
    assert ring.equal(half(image), read(ring, "x*sin(x/4)/4")[0])
    assert not ring.equal(half(image), image)


def test_a_refused_image_leaves_the_target_as_it_was() -> None:
    ring, target = ring_of(), ring_of()
    (old,) = read(target, "sin(x)")
    before, shown = state(target), str(old)
    phi = ring.pullback(target, {"y": read(target, "x")[0]})
    for text in ("cos(y/2)*log((x - y)*t)", "sin(y/3)/(y - x)", "exp(y)*sin(y/2 + pi/1009)"):
        try:
            (element,) = read(ring, text)
        except errors.Refusal:
            continue
        with pytest.raises(errors.Refusal):
            phi(element)
        assert (state(target), str(old), target.tower.version) == (before, shown, 0)
    assert str(phi(read(ring, "sin(y/2)")[0])) == "sin(x/2)"
    assert str(old) == "2*cos(x/2)*sin(x/2)"


def test_derivatives_refine_nothing() -> None:
    """The derivative of sin(x)**2 is sin(2*x), whichever was read first."""
    for order in (["sin(x)**2", "sin(2*x)"], ["sin(2*x)", "sin(x)**2"]):
        ring = ring_of()
        named = dict(zip(order, one_by_one(ring, order), strict=True))
        slope = ring.partial(named["sin(x)**2"], 0)
        assert ring.equal(slope, named["sin(2*x)"])
        assert not ring.equal(slope, -named["sin(2*x)"])


def test_geometry_survives() -> None:
    from diffgeo import Manifold, bracket, check, d

    M = Manifold("M", "x y z")
    x, y, z = M.coordinates
    form = M.function("sin(x)*exp(y)") * d(y) + M.function("cos(x + y)") * d(z)
    X, Y = (M.function("sin(y)") * M.frame[0] + x * M.frame[2], M.function("exp(x)") * M.frame[1])
    before, commutator = d(form), bracket(X, Y)
    half = M.function("sin(x/2)*exp(y/2) + cos(y/3)")
    assert str(check(d(form) == before).status.name) == "VERIFIED"
    assert str(check(d(before) == 0 * d(before)).status.name) == "VERIFIED"
    assert str(check(bracket(X, Y) == commutator).status.name) == "VERIFIED"
    assert str(check(bracket(Y, X) == commutator).status.name) == "REFUTED"
    assert str(check(d(half * form) == d(half) * form + half * before).status.name) == "VERIFIED"
    assert str(check(d(half * form) == d(half) * form - half * before).status.name) == "REFUTED"


def test_germs_drawn_before_a_refinement_are_not_mixed_with_new_ones() -> None:
    ring = ring_of()
    sine, cosine = read(ring, "sin(x)", "cos(x)")
    germs = ring.germs(2, seed=5)
    assert not germs.target.is_zero(germs(sine) - germs(cosine)).zero
    read(ring, "sin(x/2)")
    with pytest.raises(OutsideDomain, match="another seed"):
        germs(sine)
    germs = ring.germs(2, seed=6)
    (half,) = read(ring, "sin(x/2)")
    assert germs.target.is_zero(germs(cosine) - 1 + 2 * germs(half) ** 2, -40).zero
    assert not germs.target.is_zero(germs(cosine) - 1 - 2 * germs(half) ** 2).zero


def test_sample_points_and_conditions_after_a_refinement() -> None:
    ring = ring_of()
    (quotient,) = read(ring, "sqrt(y)/sin(x)")
    read(ring, "sin(x/2)")
    element = quotient - read(ring, "sqrt(y)/sin(x/2)")[0]
    found = ring.counterexample(element)
    assert found.point["y"] > 0
    at = {n: found.point.get(n, 1) for n in ring.base}
    assert RealPoint(ring, at).evaluate(element.polynomial) != 0
    assert "y > 0" in [str(c) for c in ring.conditions(quotient)]
