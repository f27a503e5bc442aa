"""Roots of odd order and rational powers, against mpmath and against false relations."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from diffgeo import Manifold, check
from diffgeo.errors import OutsideDomain, ZeroDenominator
from diffgeo.interop.evaluation import evaluate_tree
from diffgeo.interop.parsing import Names, parse
from diffgeo.rings.exact import Element, ExactRing
from diffgeo.rings.exact.points import RealPoint
from diffgeo.rings.exact.size import measure
from diffgeo.rings.exact.zero import bound_of_one_point

NAMES = Names(["x", "y", "a"], {"f": 1})


def ring_of(**signs: int) -> ExactRing:
    return ExactRing(["x", "y"], ["a"], {"f": 1}, {"x": 1, "y": 1} | signs)


def read(ring: ExactRing, *texts: str) -> list[Element]:
    return ring.ingest([parse(text, NAMES) for text in texts])


TRUE = [
    "x**(1/3)*x**(2/3) - x",
    "x**(1/3)*y**(1/3) - (x*y)**(1/3)",
    "(x**3*y**6)**(1/3) - x*y**2",
    "x**(5/6) - sqrt(x)*x**(1/3)",
    "(8*x)**(1/3) - 2*x**(1/3)",
    "2**(1/3)*4**(1/3) - 2",
    "(x/y)**(1/5) - x**(1/5)*y**(4/5)/y",
    "(x**2 + y**2)**(2/3) - (x**4 + 2*x**2*y**2 + y**4)**(1/3)",
    "(x + y)**(1/3)*(x**2 - x*y + y**2)**(1/3) - (x**3 + y**3)**(1/3)",
    "x**(a + 1/3) - x**a*x**(1/3)",
    "exp(log(x)/3) - x**(1/3)",
    "(x**(1/15))**5 - x**(1/3)",
    "x**(-2/3)*x - x**(1/3)",
]


@pytest.mark.parametrize("text", TRUE)
def test_relations_are_zero_and_near_relations_are_not(text: str) -> None:
    ring = ring_of()
    zero, other = read(ring, text, f"{text} + x**(1/3)/1000 - x/1000")
    assert ring.is_zero(zero).zero and ring.is_zero(zero).certain
    decision = ring.is_zero(other)
    assert not decision.zero and decision.certain
    head, _, tail = text.rpartition(" - ")
    (wrong,) = read(ring, f"{head} - 2*({tail})")
    assert not ring.is_zero(wrong).zero


bases = st.sampled_from(["x", "y", "x + y", "x**2 + 3", "2*x", "x/y", "x*y**2", "1/(x + 2*y)", "6"])
exponents = st.builds(Fraction, st.integers(-7, 7), st.sampled_from([1, 2, 3, 5, 6, 10, 15]))
values = st.builds(Fraction, st.integers(1, 30), st.integers(1, 9))


@given(st.lists(st.tuples(bases, exponents), min_size=1, max_size=3), values, values)
def test_values_and_derivatives_agree_with_mpmath(
    powers: list[tuple[str, Fraction]], x: Fraction, y: Fraction
) -> None:
    # The finest roots first: a coarser one may follow, a finer one may not.
    order = sorted({p.denominator for _, p in powers}, reverse=True)
    ring = ring_of()
    read(ring, *(f"({b})**(1/{n})" for n in order for b, _ in powers if n in (15, 10, 6)))
    text = "*".join(f"({base})**({power})" for base, power in powers)
    (element,) = read(ring, text)
    point = {"x": mpf(x.numerator) / x.denominator, "y": mpf(y.numerator) / y.denominator}
    with mp.workdps(50):
        direct = evaluate_tree(parse(text, NAMES), point, {}, 50)
        shown = evaluate_tree(ring.expression(element), point, {}, 50)
        assert abs(direct - shown) <= mpf(10) ** -40 * max(1, abs(direct))

        def along_x(value: mpf) -> mpf:
            return evaluate_tree(parse(text, NAMES), {**point, "x": value}, {}, 60)

        slope = mp.diff(along_x, point["x"], h=mpf(10) ** -20)
        found = evaluate_tree(ring.expression(ring.partial(element, 0)), point, {}, 50)
        assert abs(slope - found) <= mpf(10) ** -12 * max(1, abs(slope))
    # Reading the text again gives the same function.
    (again,) = ring.ingest([ring.expression(element)])
    assert ring.equal(again, element)


def test_balls_and_exact_values_of_roots() -> None:
    ring = ring_of()
    (element,) = read(ring, "x**(1/3) + y**(2/5)")
    at = {"x": Fraction(8, 27), "y": Fraction(32), "a": Fraction(1)}
    assert str(RealPoint(ring, at).evaluate(element.polynomial)) == "14/3"
    irrational = RealPoint(ring, at | {"x": Fraction(2)}).evaluate(element.polynomial)
    assert abs(float(irrational) - (2 ** (1 / 3) + 4)) < 1e-12


def test_pullback_takes_roots_of_images() -> None:
    ring, target = ring_of(), ExactRing(["u", "v"], ["a"], {"f": 1}, {"u": 1, "v": 1})
    images = dict(
        zip(
            "xy", target.ingest([parse(t, Names(["u", "v"])) for t in ("u**3", "u*v")]), strict=True
        )
    )
    phi = ring.pullback(target, images)
    root, other = read(ring, "x**(1/3)", "y**(1/3)")
    assert str(phi(root)) == "u"
    assert target.is_zero(phi(other) ** 3 - images["y"]).zero
    assert not target.is_zero(phi(other) - phi(root)).zero


def test_germs_are_a_ring_map() -> None:
    ring = ring_of()
    element, square = read(ring, "x**(1/3)*(1 + y)**(1/5)", "x*x**(1/3)")
    for seed in range(60):
        germ = ring.germs(2, seed=seed, points=3)
        try:
            image = germ(element)
        except OutsideDomain:
            continue
        difference = germ(ring.partial(element, 0)) - germ.target.partial(image, 0)
        assert germ.target.is_zero(difference, -40).zero
        assert not germ.target.is_zero(germ(square) - image).zero
        return
    raise AssertionError("no seed gave a point")


def test_the_error_bound_grows_with_roots() -> None:
    ring = ring_of()
    plain, rooted = read(ring, "x**2 + y", "x**2 + y**(1/3)")
    assert bound_of_one_point(measure(ring, rooted)) < -20
    assert bound_of_one_point(measure(ring, plain)) <= bound_of_one_point(measure(ring, rooted))


@pytest.mark.parametrize("power", ["1/3", "2/3", "1/6", "5/6", "1/4", "3/2"])
def test_roots_of_zero(power: str) -> None:
    M = Manifold("M", "x")
    assert check(M.function(f"((x - x)**2)**({power})") == 0)
    assert not check(M.function(f"((x - x)**2)**({power})") == 1)
    with pytest.raises(ZeroDenominator):
        M.function(f"((x - x)**2)**(-{power})")
