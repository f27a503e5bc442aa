"""Histories: what a ring answers must not depend on what it has read before."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from depth import some
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from mpmath import mp

from diffgeo.errors import OutsideDomain, Refusal, TooLarge
from diffgeo.rings import expression as tree
from diffgeo.rings.exact.ring import ExactRing
from diffgeo.rings.expression import Apply, Call, Expression, Number, Power, Symbol

from .strategies import SIGNS, common_point, ring_of, seeds, state, value

#: No more than this share of the readings may be refused.
REFUSED_SHARE = 0.15
DIGITS = 160
#: How far two evaluations may differ, relative to the larger of 1 and the value.
TOLERANCE = 1e-120
#: An example takes tens of milliseconds, so failing ones are not made smaller.
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]

_rationals = st.sampled_from(
    [Fraction(p, q) for p, q in ((1, 1), (1, 1), (2, 1), (-1, 1), (1, 2), (3, 2), (1, 3), (2, 3))]
)
_symbols = st.sampled_from([Symbol(n) for n in ("x", "y", "m")])
_term = st.builds(lambda c, u: tree.multiply(Number(c), u), _rationals, _symbols)
_flat = st.one_of(_term, _term, st.builds(tree.add, _term, _term))
_waves = st.builds(lambda n, u: Call(n, (u,)), st.sampled_from(["sin", "cos"]), _flat)
_angles = st.one_of(
    _flat,
    _flat,
    st.builds(lambda c, u, w: tree.add(u, tree.multiply(Number(c), w)), _rationals, _flat, _waves),
)
_positive = st.one_of(
    st.sampled_from([Symbol("x"), Symbol("m"), tree.multiply(Symbol("x"), Symbol("m"))]),
    st.builds(lambda w: tree.add(Number(Fraction(2)), w), _waves),
    st.builds(lambda w: tree.add(tree.ONE, tree.power(w, 2)), st.one_of(_waves, _symbols)),
    st.builds(lambda u: Call("exp", (u,)), _flat),
    st.builds(lambda w: tree.add(tree.ONE, w), _waves),
)


def _root(u: Expression, n: int) -> Expression:
    return Power(u, Number(Fraction(1, n)))


_roots = st.one_of(
    st.builds(_root, _positive, st.sampled_from([2, 2, 2, 3, 4, 6])),
    st.builds(lambda u, v: _root(tree.add(u, _root(v, 2)), 2), _positive, _positive),
    st.builds(
        lambda u, v: _root(
            tree.add(u, v, tree.multiply(Number(Fraction(2)), _root(u, 2), _root(v, 2))), 2
        ),
        _positive,
        _positive,
    ),
)
_atoms = st.one_of(
    st.builds(lambda n, u: Call(n, (u,)), st.sampled_from(["sin", "cos", "exp"]), _angles),
    _roots,
    st.builds(lambda u: Call("log", (u,)), _positive),
    st.builds(lambda u: tree.power(u, -1), _positive),
    st.builds(lambda k, u: Apply("f", (k,), (u,)), st.integers(0, 1), _flat),
)
formulas = st.one_of(
    _atoms,
    st.builds(tree.add, _atoms, _atoms),
    st.builds(tree.multiply, _atoms, _atoms),
    st.builds(lambda u, v: tree.multiply(u, tree.power(v, 2)), _atoms, _atoms),
)


@st.composite
def formula(draw: st.DrawFn) -> Expression:
    """A formula, by a strategy with a short name: Hypothesis prints it for a double."""
    return draw(formulas)


histories = st.lists(formula(), min_size=2, max_size=4, unique=True)


def close(left: Any, right: Any, tolerance: float = TOLERANCE) -> bool:
    with mp.workdps(DIGITS):
        return bool(abs(left - right) <= tolerance * max(1, abs(left), abs(right)))


def read_one_by_one(
    trees: list[Expression], count: Counter[str]
) -> tuple[ExactRing, dict[Expression, Any]]:
    ring = ring_of(signs=SIGNS)
    elements: dict[Expression, Any] = {}
    for formula in trees:
        before, version = state(ring), ring.tower.version
        count["all"] += 1
        try:
            (elements[formula],) = ring.ingest([formula])
        except Refusal as refusal:
            count["refused"] += 1
            assert "\n" not in str(refusal)
            assert (state(ring), ring.tower.version) == (before, version)
        count["refined"] += ring.tower.version > version
    return ring, elements


def test_two_orders_agree_in_values_derivatives_and_verdicts() -> None:
    count: Counter[str] = Counter()

    @settings(max_examples=some(40), phases=PHASES)
    @given(histories, seeds)
    def run(trees: list[Expression], seed: int) -> None:
        found = common_point(trees, seed)
        first, mine = read_one_by_one(trees, count)
        second, others = read_one_by_one(trees[::-1], count)
        merge = first.pullback(second, {})
        for formula in trees:
            if formula not in mine or formula not in others:
                continue
            left, right = mine[formula], others[formula]
            if found is not None:
                point, _ = found
                exact = value(formula, point, DIGITS)
                quotient = difference_quotient(formula, point)
                for ring, element in ((first, left), (second, right)):
                    assert close(value(ring.expression(element), point, DIGITS), exact)
                    slope = value(ring.expression(ring.partial(element, 0)), point, DIGITS)
                    assert quotient is None or close(slope, quotient, 1e-40)
            # Reading what is displayed gives the same element.
            (again,) = first.ingest([first.expression(left)])
            try:
                assert first.equal(again, left)
                image = merge(left)
                slope = merge(first.partial(left, 0))
                assert second.equal(image, right)
                assert second.equal(slope, second.partial(right, 0))
                assert not second.equal(image, right + Fraction(1, 1000))
                if not second.is_zero(right).zero:
                    assert not second.equal(image, -right)
            except Refusal:  # in a case of signs nothing may be known
                count["unmerged"] += 1

    run()
    if some(40) == 40:  # shares of many
        assert count["refused"] <= REFUSED_SHARE * count["all"], count
        assert count["refined"] > 0, count


def difference_quotient(formula: Expression, point: dict[str, Fraction]) -> Any:
    """The symmetric difference quotient along x, or ``None`` at the edge of the domain."""
    step = Fraction(1, 10**40)
    try:
        above = value(formula, {**point, "x": point["x"] + step}, DIGITS)
        below = value(formula, {**point, "x": point["x"] - step}, DIGITS)
    except OutsideDomain:
        return None
    with mp.workdps(DIGITS):
        return (above - below) * 10**40 / 2


_images = st.builds(
    lambda c, d, wave: [c, d, wave],
    _rationals,
    _rationals,
    st.booleans(),
)


@settings(max_examples=40, phases=PHASES)
@given(formulas, formulas, _images, st.booleans(), seeds)
def test_pullbacks_commute_with_derivatives(
    first: Expression, second: Expression, image: list[Any], same: bool, seed: int
) -> None:
    ring = ring_of(signs=SIGNS)
    target = ring if same else ring_of(signs=SIGNS)
    c, d, wave = image
    x, y = Symbol("x"), Symbol("y")
    inner = tree.add(tree.multiply(Number(c), y), tree.multiply(Number(d), Symbol("t")))
    inner = tree.add(inner, Call("sin", (tree.multiply(Number(c), x),))) if wave else inner
    try:
        elements = [ring.ingest([formula])[0] for formula in (first, second)]
        (new_y,) = target.ingest([inner])
        phi = ring.pullback(target, {"y": new_y})
        held = [phi(e) for e in elements]
        for element, before in zip(elements, held, strict=True):
            # d(phi*e) = phi*(de) along x: the chain rule through the image of y.
            along = phi(ring.partial(element, 0))
            along = along + phi(ring.partial(element, 1)) * target.partial(new_y, 0)
            assert target.equal(target.partial(before, 0), along)
            assert target.equal(phi(element), before)
            rate = target.partial(new_y, 0)
            moved = phi(ring.partial(element, 1)) * rate
            if not target.is_zero(moved).zero:
                assert not target.equal(target.partial(before, 0), along - 2 * moved)
    except (Refusal, TooLarge):
        return
