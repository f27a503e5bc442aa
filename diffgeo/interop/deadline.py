"""Limits of time and of work for computations in pure Python that cannot be asked to stop."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from diffgeo.limits import Watch

if TYPE_CHECKING:
    from types import FrameType

#: Calls of functions that SymPy makes in a second of the processor where nothing else runs.
CALLS = 1_500_000
#: So many times the seconds are allowed for work that is not seen as calls, in compiled libraries.
MORE = 10


class TimeIsUp(Exception):
    """The time limit of `deadline` has passed."""


class WorkIsUp(BaseException):
    """The limit of `bounded_work` is reached; no ``except Exception`` on the way takes it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block once the process has used this time; see `limits.Watch`.

    What else a machine does has little part in the answer.
    """
    watch = Watch(TimeIsUp, seconds, clock=time.process_time)
    try:
        watch.start()
        yield
    finally:
        watch.stop()


@contextmanager
def bounded_work(seconds: float) -> Iterator[None]:
    """Raise `WorkIsUp` in the block after the work of so many seconds, counted in calls.

    What else a machine does, and how fast it is, has no part in the answer: where a formula is
    found it is found everywhere. Counting takes as much time again. `TimeIsUp` is raised if the
    process has used many times the seconds all the same.
    """
    left = round(seconds * CALLS)

    def count(frame: FrameType, event: str, value: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise WorkIsUp

    before = sys.gettrace()
    with deadline(MORE * seconds):
        try:
            sys.settrace(count)
            yield
        finally:
            sys.settrace(before)
