"""What an interpreter in a browser lacks: threads, z3. It is said, and nothing is guessed."""

from __future__ import annotations

import subprocess
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


@pytest.mark.parametrize("name", ["diffgeo.testing forms", "mechanics.testing systems"])
def test_without_hypothesis_it_is_said_how_to_get_it(name: str) -> None:
    place, what = name.split()
    code = f"import sys; sys.modules['hypothesis'] = None; from {place} import {what}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = f"{what} needs Hypothesis: pip install diffgeo-mechanics[testing]"
    assert said in found.stderr and found.returncode == 1
