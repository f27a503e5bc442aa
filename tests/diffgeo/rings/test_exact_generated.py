"""Generated expressions: values, derivatives, order of reading, display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import prod
from typing import Any

import pytest
from depth import THOROUGH, some
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diffgeo.errors import OutsideDomain, Refusal, TooLarge
from diffgeo.interop.concrete import insert_functions
from diffgeo.interop.parsing import Names
from diffgeo.interop.sympy_bridge import from_sympy, to_sympy
from diffgeo.rings.exact import tower
from diffgeo.rings.exact.points import RealPoint, require_witness
from diffgeo.rings.expression import Expression

from .strategies import (
    CONCRETE,
    COORDINATES,
    PARAMETERS,
    SIGNS,
    close,
    common_point,
    expressions,
    rational_expressions,
    read,
    ring_of,
    seeds,
    state,
    value,
)

#: No more than this share of the generated systems may be refused.
REFUSED_SHARE = 0.25


def many(factor: int) -> Callable[[Any], Any]:
    """Settings with a multiple of the profile's number of examples."""
    # CI draws the same ones each time: more of them cost more and find nothing new.
    most = 10**6 if THOROUGH else 300
    return settings(
        max_examples=some(min(factor * settings.default.max_examples, most)),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


def ingest_or_refuse(ring: Any, trees: list[Expression]) -> list[Any] | None:
    """The elements, or ``None`` after a refusal that left the ring as it was."""
    before = state(ring)
    try:
        return ring.ingest(trees)
    except Refusal as refusal:
        message = str(refusal)
        assert message and "\n" not in message
        assert state(ring) == before
        (x, root) = read(ring, "x", "sqrt(x)*sin(x**5*y**7*t)")
        assert not ring.is_zero(root - x).zero
        return None


def test_values_agree_with_direct_evaluation() -> None:
    count: Counter[str] = Counter()

    @many(10)
    @given(st.lists(expressions, min_size=1, max_size=2), seeds)
    def run(trees: list[Expression], seed: int) -> None:
        found = common_point(trees, seed)
        if found is None:
            return
        point, values = found
        ring = ring_of(signs=SIGNS)
        elements = ingest_or_refuse(ring, trees)
        count["all"] += 1
        if elements is None:
            count["refused"] += 1
            return
        for element, expected in zip(elements, values, strict=True):
            shown = ring.expression(element)
            assert close(value(shown, point), expected), f"{shown} is not the input"
            # A zero in the ring is a zero at the point, and display loses nothing.
            if ring.is_zero(element).zero:
                assert close(expected, 0)
            (again,) = ring.ingest([shown])
            assert ring.equal(again, element)

    run()
    assert count["refused"] <= REFUSED_SHARE * count["all"], count


def test_derivatives_agree_with_sympy() -> None:
    names = Names((*COORDINATES, *PARAMETERS), {})

    @many(2)  # SymPy takes most of the time
    @given(expressions, st.sampled_from(range(3)), seeds)
    def run(tree: Expression, index: int, seed: int) -> None:
        ring = ring_of(signs=SIGNS)
        elements = ingest_or_refuse(ring, [tree])
        if elements is None:
            return
        try:
            inserted = to_sympy(insert_functions(tree, CONCRETE))
            symbol = next((s for s in inserted.free_symbols if s.name == COORDINATES[index]), None)
            expected = from_sympy(inserted.diff(symbol) if symbol else inserted * 0, names)
        except Refusal:
            # A denominator that vanishes for the concrete functions, or a complex constant.
            return
        derivative = ring.expression(ring.partial(elements[0], index))
        found = common_point([tree, expected], seed)
        if found is not None:
            point, (_, number) = found
            assert close(value(derivative, point), number), f"derivative {derivative}"

    run()


@many(2)
@given(st.lists(expressions, min_size=2, max_size=3), seeds)
def test_order_of_reading_does_not_change_functions(trees: list[Expression], seed: int) -> None:
    found = common_point(trees, seed)
    if found is None:
        return
    point, values = found
    together = ingest_or_refuse(ring_of(signs=SIGNS), trees)
    backwards = ingest_or_refuse(ring_of(signs=SIGNS), trees[::-1])
    single = ring_of(signs=SIGNS)
    one_by_one = []
    for tree in trees:
        elements = ingest_or_refuse(single, [tree])
        one_by_one.append(None if elements is None else elements[0])
    readings = [together or [], (backwards or [])[::-1], one_by_one]
    for elements in readings:
        for element, expected in zip(elements, values, strict=False):
            if element is not None:
                assert close(value(element.ring.expression(element), point), expected)


@many(4)
@given(expressions, seeds)
def test_round_trip_through_sympy(tree: Expression, seed: int) -> None:
    names = Names((*COORDINATES, *PARAMETERS), {"f": 1, "g": 2})
    ring = ring_of(signs=SIGNS)
    elements = ingest_or_refuse(ring, [tree])
    if elements is None:
        return
    shown = from_sympy(to_sympy(ring.expression(elements[0])), names)
    try:
        (again,) = ring.ingest([shown])
    except Refusal:
        # SymPy evaluates what it reads: log(2*x) becomes log(2) + log(x) for positive x.
        again = None
    if again is not None and ring.equal(again, elements[0]):
        return
    found = common_point([tree], seed)
    if found is not None:
        point, (expected,) = found
        try:
            assert close(value(shown, point), expected)
        except (OutsideDomain, TooLarge):
            return


@given(rational_expressions, st.sampled_from([1, 3]))
def test_denominators_are_cleared_alike_whatever_their_degree(tree: Expression, n: int) -> None:
    ring = ring_of(signs=SIGNS)
    elements = ingest_or_refuse(ring, [tree])
    if elements is None:
        return
    clear, ways = ring.tower.clear, []
    polynomial = (elements[0] ** n).polynomial
    for high in (0, 10**6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tower, "HIGH", high)
            ways.append(clear(polynomial))
    (numerator, exponents), other = ways
    assert (numerator, exponents) == other
    below = prod((ring.tower.variable(k) ** e for k, e in exponents.items()), start=1)
    # Not by normal forms: w*(x**2 + 1) and 1 are written differently.
    at = RealPoint(ring, require_witness(ring)).evaluate
    assert at(numerator * below) == at(polynomial)
    assert at((numerator + 1) * below) != at(polynomial)
