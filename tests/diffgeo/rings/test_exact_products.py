"""What elements know of their generators: products that need no reduction are not reduced."""

from __future__ import annotations

from itertools import product

import pytest

from diffgeo import Manifold
from diffgeo.rings.exact import Element
from diffgeo.rings.protocol import expect_derivatives

TEXTS = ["x", "sin(x)", "cos(x) + 1", "sqrt(x)", "1/x + y", "1/(x + y)", "cos(pi/7)", "f(x, y)",
         "exp(y)*sin(x)", "x**(1/3)", "(x + y)**2/f(x, y)"]  # fmt: skip


def space() -> Manifold:
    """A plane with one positive coordinate and an undefined function."""
    return Manifold("M", "x y", positive="x", functions="f(x,y)")


def is_honest(element: Element) -> bool:
    """Whether it is reduced, and has no generator outside of those that it names."""
    tower, polynomial = element.ring.tower, element.polynomial
    reduced = tower.reduce(polynomial) == polynomial
    return reduced and not tower.support(polynomial) & ~element.support


def test_results_are_reduced_and_name_their_generators() -> None:
    M = space()
    given = [f.element() for f in M.functions(TEXTS)]
    ring = M.chart.ring
    for a, b in product(given, repeat=2):
        results = [a * b, a + b, a - b, -a, a**2, (a + b) * (a - b) * b]
        results += ring.sum_products([("u", a, b, 1), ("u", b, b, -1), ("v", a, a, 1)]).values()
        results += [ring.partial(a * b, k) for k in (0, 1)]
        assert all(map(is_honest, results)), (str(a), str(b))


def test_a_false_support_is_seen() -> None:
    ring = space().chart.ring
    (sine,) = space().functions(["sin(x)"])
    honest = sine.element()
    false = Element(honest.ring, honest.polynomial, support=0)
    assert is_honest(honest * honest)
    assert not is_honest(false)
    assert not is_honest(false * false)
    assert ring is not honest.ring


def test_late_generators_are_named_too() -> None:
    M = space()
    early = M.function("sin(x)").element()
    late = M.function("sin(x/2)").element()  # rewrites the sine of x
    assert is_honest(early) and is_honest(early * late) and is_honest(late * late)
    assert M.chart.ring.is_zero(early * early - 4 * late**2 * (1 - late**2)).zero
    assert not M.chart.ring.is_zero(early * early - late**2 * (1 - late**2)).zero


def test_expected_derivatives_lift_nothing() -> None:
    M = Manifold("M", "x y z", functions="f(x,y,z) g(x,y,z)")
    ring = M.chart.ring
    given = [M.function(f"{name}(x,y,z)").element() for name in "fg"]
    expect_derivatives(ring, given, 2)
    before = ring.tower.context
    firsts = [ring.partial(f, k) for f in given for k in range(3)]
    seconds = [ring.partial(f, k) for f in firsts for k in range(3)]
    assert ring.tower.context is before and len(ring.tower) == 3 + 2 * 10
    expect_derivatives(ring, given, 2)  # they are there
    assert ring.tower.context is before
    for f in seconds:
        ring.partial(f, 0)
    assert ring.tower.context is not before


@pytest.mark.parametrize(
    ("texts", "rank"),
    [
        (["x", "0", "0", "y"], 2),
        (["0", "f(x, y)", "sin(x)", "0"], 2),
        (["1/x", "0", "0", "1/y"], 2),
        # Zero, but not at sight.
        (["1/sin(x)**2 - 1/(1 - cos(x))/(1 + cos(x))", "0", "0", "1"], 1),
        (["x", "0", "y", "0"], 1),
    ],
)
def test_rank_of_matrices_with_one_entry_in_each_row(texts: list[str], rank: int) -> None:
    M = space()
    entries = [f.element() for f in M.functions(texts)]
    assert M.chart.ring.rank([entries[:2], entries[2:]]) == rank
