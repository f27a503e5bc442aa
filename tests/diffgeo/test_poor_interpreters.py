"""What an interpreter in a browser lacks: threads, z3. It is said, and nothing is guessed."""

from __future__ import annotations

import sys
import threading

import pytest

from diffgeo import Manifold, Status, check, limit, zero_set
from diffgeo.errors import NotASubmanifold, NotSupported
from diffgeo.reals.real_sentences import RealSentences


def test_without_threads_a_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(NotSupported, match="--limit 0"), limit(5):
        pass
    with limit(None):
        assert check(Manifold("M", "x").function("x - x") == 0).status is Status.VERIFIED


def test_without_z3_nothing_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    def same() -> Status:
        M = Manifold("M", "x y")
        return check(zero_set(M, ["y*(x**4 + x*y + y**4 + 1)"]) == zero_set(M, ["y"])).status

    assert same() is Status.VERIFIED
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(NotASubmanifold, match="was not decided"):
        same()
    with pytest.raises(NotSupported, match="z3-solver"):
        RealSentences(1.0)
