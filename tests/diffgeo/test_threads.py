"""Several threads on one manifold: they take turns, and the answers are those of one thread."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from diffgeo import (
    Manifold,
    Map,
    bracket,
    check,
    d,
    level_set,
    lie,
    symbols_of_vector_forms,
    tangent,
)
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import LocallyClosedSet
from mechanics import load

THREADS = 4


@pytest.fixture(autouse=True)
def changing_threads_all_the_time() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def together(work: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


def statements(M: Manifold, k: int) -> list[str]:
    """Identities and their negative controls, with functions that no other thread has seen."""
    x, _, z = M.coordinates
    found = []
    for i in range(3):
        f = M.function(f"sin({k + 1}*x/{i + 1}) + sqrt(y**2 + {k + 1})/(z + {i} + {k}*x)")
        g = M.function(f"cos({i}*x/3)*log(y**2 + {k + 1}) + exp({i}*x)")
        X, Y = M.vector_field(x=f, y=g), M.vector_field(y="z*x", z=g)
        alpha = f * d(g) + x * d(f)
        phi = Map(M, M, {"x": "x + y", "y": "y", "z": f"z + {k}*x"})
        (inverse,) = linear.solve([[1 + z**2 + k]], [f])
        identities = [
            d(d(alpha)) == 0,
            lie(X)(d(alpha)) == d(lie(X)(alpha)),
            bracket(lie(X), lie(Y)) == lie(bracket(X, Y)),
            phi.pull(d(alpha)) == d(phi.pull(alpha)),
            inverse * (1 + z**2 + k) == f,
            d(alpha) == 2 * d(alpha),
            bracket(X, Y) == bracket(Y, X),
        ]
        found += [check(identity, counterexample=False).status.name for identity in identities]
    return found


def test_identities_on_one_manifold() -> None:
    M = Manifold("M", "x y z")
    expected = (5 * ["VERIFIED"] + 2 * ["REFUTED"]) * 3
    assert together(lambda k: statements(M, k)) == [expected] * THREADS


def test_refusals_leave_the_others_alone() -> None:
    """One thread is refused again and again, which undoes what it had begun."""
    M = Manifold("M", "x y z")

    def work(k: int) -> list[str]:
        if k % 2:
            return statements(M, k)
        answers = []
        for i in range(6):
            try:
                M.function(f"sin(x/{i + 2})*sqrt(-{i} - 1 - x**2)")
            except Exception as error:
                answers.append(type(error).__name__)
        return answers

    expected = (5 * ["VERIFIED"] + 2 * ["REFUTED"]) * 3
    assert together(work) == [6 * ["NonReal"], expected] * 2


def test_derived_spaces_are_made_once() -> None:
    for _ in range(10):
        M = Manifold("M", "x y z")
        first, *others = together(lambda k, M=M: tangent(M))
        assert all(other is first for other in others)


def test_level_sets_and_symbols() -> None:
    M = Manifold("M", "x y z")
    sphere = level_set(M, "x**2 + y**2 + z**2 - 1")
    K, N = symbols_of_vector_forms("K N", degree=1)

    def work(k: int) -> list[str]:
        x, y, z = M.coordinates
        on_it = sphere.restrict(k * x**2 + (k + 1) * y**2 + z**2)
        same = on_it == sphere.restrict(1 + (k - 1) * x**2 + k * y**2)
        wrong = on_it == sphere.restrict(2 + (k - 1) * x**2 + k * y**2)
        theorem = bracket(lie(K), lie(N)) == lie(bracket(K, N))
        return [check(each).status.name for each in (same, wrong, theorem)]

    assert together(work) == [["VERIFIED", "REFUTED", "PROVED"]] * THREADS


def test_systems() -> None:
    sleigh = load("chaplygin-sleigh")

    def work(k: int) -> tuple[Any, ...]:
        dynamics = sleigh.dynamics("multipliers" if k % 2 else "projection")
        return tuple(map(str, dynamics.accelerations.values()))

    alone = load("chaplygin-sleigh")
    expected = [
        tuple(map(str, alone.dynamics(theory).accelerations.values()))
        for theory in ("projection", "multipliers")
    ]
    assert together(work) == expected * 2


def test_sentences_about_real_numbers() -> None:
    """z3 has no locks of its own: with one context for all threads the interpreter crashes."""

    def work(k: int) -> list[str]:
        found = []
        for i in range(1, 3):
            M = Manifold("M", "x y z", parameters="k a")
            points = LocallyClosedSet(M, M.functions([f"x**2 + y**2 + {i} - k", "x*y - a*z"]))
            N = Manifold("N", "x y z")
            factors = level_set(N, f"x*(y**2 + z**2 + {i})*(x**4 + 1 + y*z*y*z)")
            found += [points.is_empty().status.name, points.existence, str(factors)]
        return found

    expected = [text for i in range(1, 3) for text in ("REFUTED", f"k >= {i}", "x = 0")]
    assert together(work) == [expected] * THREADS
