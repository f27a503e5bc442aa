"""A time limit for computations in pure Python that cannot be asked to stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from diffgeo.limits import Watch


class TimeIsUp(Exception):
    """The time limit of `deadline` has passed."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block once the time has passed; see `diffgeo.limits.Watch`."""
    watch = Watch(TimeIsUp, seconds)
    try:
        watch.start()
        yield
    finally:
        watch.stop()
