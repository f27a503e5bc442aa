"""A time limit for computations in pure Python that cannot be asked to stop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from diffgeo.limits import Watch


class TimeIsUp(Exception):
    """The time limit of `deadline` has passed."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block once the process has used this time; see `limits.Watch`.

    What else a machine does has no part in the answer.
    """
    watch = Watch(TimeIsUp, seconds, clock=time.process_time)
    try:
        watch.start()
        yield
    finally:
        watch.stop()
