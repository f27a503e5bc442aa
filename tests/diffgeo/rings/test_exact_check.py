"""The implementation check: non-zero answers are confirmed by balls, wrong ones are found."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq

from diffgeo import Manifold, check
from diffgeo.errors import TooLarge, Undecided
from diffgeo.rings.exact import confirmation
from diffgeo.rings.exact.confirmation import nonzero_at_real_point
from diffgeo.rings.exact.points import Budget, RealPoint
from diffgeo.rings.exact.tower import Generator, Kind
from diffgeo.testing import WrongAnswer, checking_answers

from .strategies import HIDDEN, read, ring_of

NONZERO = [
    "x*y - 1",
    "x - x*(1 + a/10**40)",
    "f(x) - f(y)",
    "f(f(t)) - Derivative(f(t), t)",
    "sqrt(x - 100) - 10",
    "sin(x)*exp(y) - log(x) + atan(y)",
    "sqrt(1000 - x**2 - y**2) - t",
    "pi + E - 5",
]


@pytest.mark.parametrize("text", NONZERO)
def test_nonzero_answers_are_confirmed(text: str) -> None:
    ring = ring_of(signs={"x": 1})
    (element,) = read(ring, text)
    with checking_answers() as tally:
        assert not ring.is_zero(element).zero
    assert (tally.confirmed, tally.without_point) == (1, 0)


@pytest.mark.parametrize("text", ["x - x", "sin(x)**2 + cos(x)**2 - 1", "f(x) - f(x)"])
def test_zeros_are_not_confirmed(text: str) -> None:
    ring = ring_of()
    (element,) = read(ring, text)
    assert nonzero_at_real_point(ring, element) is False
    with checking_answers() as tally:
        assert ring.is_zero(element).zero
    assert tally.confirmed == 0


def test_a_generator_adjoined_twice_is_found() -> None:
    ring = ring_of()
    (y,) = read(ring, "y")
    # What an error in the independence test would do: the same logarithm again.
    twins = [
        ring.element_of(ring.tower.append(Generator(-1, Kind.LOGARITHM, "log", y * y + 1)))
        for _ in range(2)
    ]
    with checking_answers(), pytest.raises(WrongAnswer, match="vanishes at"):
        ring.is_zero(twins[0] - twins[1])


def test_unexpanded_functions_are_confirmed() -> None:
    ring = ring_of()
    rows = [read(ring, *(f"sin({i}*x + {j}*y) + {i}*t**{j}" for j in range(3))) for i in range(3)]
    solution = ring.solve(rows, read(ring, "1", "y", "exp(t)"))
    with checking_answers() as tally:
        assert not ring.is_zero(solution[0] * solution[1] - solution[2]).zero
    assert tally.confirmed > 0


def test_the_mode_ends_and_nests() -> None:
    ring = ring_of()
    (element,) = read(ring, "x + y")
    with checking_answers() as outer:
        with checking_answers() as inner:
            ring.is_zero(element)
        ring.is_zero(element)
    ring.is_zero(element)
    assert (inner.confirmed, outer.confirmed) == (1, 1)


def test_refuted_identities_are_confirmed() -> None:
    manifold = Manifold("M", "x y")
    x, y = manifold.coordinates
    with checking_answers() as tally:
        assert not check(x * y == y, counterexample=False)
    assert tally.confirmed == 1


def test_ranks_and_inverses_do_not_rest_on_conjectures() -> None:
    ring = ring_of()
    hidden, one, other = read(ring, " - ".join(HIDDEN), "1", "log(2)*pi*x")
    with pytest.raises(Undecided):
        ring.rank([[hidden, one], [ring.zero, one]])
    with pytest.raises(Undecided):
        ring.solve([[hidden, one], [ring.zero, one]], [one, one])
    assert ring.rank([[other, one], [ring.zero, one]]) == 2


def test_points_outside_the_domain_are_no_evidence() -> None:
    ring = ring_of()
    # The only points of the domain are far from those that are drawn first.
    (element,) = read(ring, "sqrt(x - 900)*sqrt(x - 10)")
    assert nonzero_at_real_point(ring, element) is True


def test_functions_that_are_too_large_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = ring_of()
    rows = [read(ring, *(f"sin({i}*x + {j}*y) + {i}*t**{j}" for j in range(3))) for i in range(3)]
    solution = ring.solve(rows, read(ring, "x", "y", "1"))[0]
    with checking_answers() as tally:
        assert not ring.is_zero(solution).zero
    assert (tally.confirmed, tally.too_large) == (1, 0)
    monkeypatch.setattr(confirmation, "MOST_OPERATIONS", 20)
    with checking_answers() as tally:
        assert not ring.is_zero(solution).zero
    assert (tally.confirmed, tally.without_point, tally.too_large) == (0, 0, 1)


def test_a_budget_is_spent_and_long_numbers_become_balls() -> None:
    ring = ring_of()
    (element,) = read(ring, "(x + y)**40*(x - t)**30")
    base = {name: Fraction(10**40 + 7 * k, 10**39 + k) for k, name in enumerate(ring.base)}
    exact = RealPoint(ring, base).evaluate(element.polynomial)
    assert isinstance(exact, fmpq)
    budget = Budget(10_000)
    rounded = RealPoint(ring, base, budget=budget).evaluate(element.polynomial)
    assert isinstance(rounded, arb)
    assert rounded.contains(exact)
    assert budget.left < 10_000
    with pytest.raises(TooLarge):
        RealPoint(ring, base, budget=Budget(5)).evaluate(element.polynomial)
