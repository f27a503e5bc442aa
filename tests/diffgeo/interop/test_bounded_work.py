"""Work is counted: what is found under its limit does not depend on the machine."""

from __future__ import annotations

import sys

import pytest

from diffgeo.interop.deadline import CALLS, WorkIsUp, bounded_work


def _calls(limit: float) -> int:
    made = 0

    def call() -> None:
        nonlocal made
        made += 1

    with pytest.raises(WorkIsUp), bounded_work(limit):
        while True:
            try:
                call()
            except Exception:
                continue
    return made


def test_the_limit_is_a_number_of_calls() -> None:
    before = sys.gettrace()
    first, second = _calls(100 / CALLS), _calls(100 / CALLS)
    assert first == second and 90 < first <= 100
    assert 190 < _calls(200 / CALLS) <= 200
    assert sys.gettrace() is before


def test_work_within_the_limit_is_done() -> None:
    with bounded_work(100 / CALLS):
        assert [abs(k) for k in range(3)] == [0, 1, 2]
