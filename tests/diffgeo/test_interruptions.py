"""A computation that is interrupted anywhere leaves a manifold that tells the truth, or refuses."""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
import time
import weakref
from collections.abc import Callable

import pytest

from diffgeo import Manifold, check, d, limit
from diffgeo.errors import LimitExceeded, Refusal
from diffgeo.rings.exact import exclusion
from diffgeo.rings.exact.snapshot import transaction


def answers(M: Manifold, rng: random.Random) -> list[str]:
    x, _, _ = M.coordinates
    f = M.function(
        f"sin({rng.randint(1, 3)}*x/{rng.choice([2, 4])})*sqrt(y**2 + {rng.randint(1, 9)})"
    )
    g = M.function(
        f"cos(x/{rng.choice([2, 4])})*exp(x/{rng.randint(1, 3)})/(z + {rng.randint(1, 5)})"
    )
    alpha = f * d(g) + x * d(f)
    statements = [
        d(d(alpha)) == 0,
        M.function("sin(x)") == M.function("2*sin(x/2)*cos(x/2)"),
        M.function("sin(x/4)**2 + cos(x/4)**2") == 1,
        d(alpha) == 2 * d(alpha),
    ]
    return [check(each, counterexample=False).status.name for each in statements]


@pytest.mark.parametrize("seed", range(25))
def test_nothing_false_is_said_after_an_interruption(seed: int) -> None:
    rng = random.Random(seed)
    M = Manifold("M", "x y z")
    with pytest.raises(LimitExceeded), limit(seconds=rng.uniform(0.02, 0.1)):
        while True:
            answers(M, rng)
    for _ in range(2):
        try:
            found = answers(M, rng)
        except Refusal as refusal:
            assert "interrupted" in str(refusal)
            return
        assert found == ["VERIFIED", "VERIFIED", "VERIFIED", "REFUTED"]


def test_a_limit_that_passes_while_ctypes_takes_an_argument_is_that_of_the_block() -> None:
    def run(error: Callable[[BaseException], str]) -> None:
        with limit(0.05):
            try:
                while True:
                    sum(range(1000))
            except BaseException as passed:
                raise ctypes.ArgumentError(f"argument 1: {error(passed)}") from None

    with pytest.raises(LimitExceeded, match=r"the limit of 0\.05 seconds is exceeded"):
        run(lambda passed: f"{type(passed).__name__}: ")
    with pytest.raises(ctypes.ArgumentError, match="no number"):
        run(lambda passed: "TypeError: no number")


def test_a_half_made_function_closes_its_manifold(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interruption between a generator and its relation."""
    M = Manifold("M", "x y")
    f = M.function("x**2 + y")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(type(M.chart.ring.tower), "relate_inverse", interrupted)
        _ = 1 / M["x"]
    with pytest.raises(Refusal, match="interrupted"):
        _ = f * f
    # Other manifolds go on.
    N = Manifold("N", "x")
    assert check(1 / N["x"] * N["x"] == 1)
    assert not exclusion.growth


def test_a_transaction_that_nobody_ended_closes_the_space() -> None:
    M = Manifold("M", "x")
    begun = transaction(M.chart.ring)
    begun.__enter__()
    begun.gen.close()
    with pytest.raises(Refusal, match="interrupted"):
        _ = check(M.function("sqrt(x**2 + 1)") == 0)


def test_what_arrives_in_a_callback_is_raised_again_and_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python ignores what is raised in a callback of a weak reference, and prints it."""
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: told.append(args.exc_type))

    def slow(_: object) -> None:
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            pass

    def wrong(_: object) -> None:
        raise ZeroDivisionError

    def wait(kept: Callable[[], object]) -> None:
        # A function: Python 3.13.0 has the jumps of loops outside of the block that they are in.
        while kept() is None:
            pass

    with pytest.raises(LimitExceeded), limit(seconds=0.1):
        thing = set[int]()
        kept = weakref.ref(thing, slow)
        del thing
        wait(kept)
    assert told == []
    other = frozenset([object()])
    kept = weakref.ref(other, wrong)
    del other
    assert told == [ZeroDivisionError]


@pytest.mark.parametrize(
    "inner", ["with limit(5): pass", "t = Thread(target=int); t.start(); t.join()"]
)
def test_a_limit_that_passes_while_a_thread_is_started_ends_the_block(inner: str) -> None:
    """In a process of its own, as it hung: the new thread got what was raised, and never began."""
    code = (
        "from threading import Thread\nfrom diffgeo import limit\n"
        "from diffgeo.errors import LimitExceeded\n"
        "for k in range(20):\n  try:\n    with limit(0.02):\n      while True:\n"
        f"        {inner}\n  except LimitExceeded:\n    print(k)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert run.stdout.split() == [str(k) for k in range(20)] and not run.stderr
