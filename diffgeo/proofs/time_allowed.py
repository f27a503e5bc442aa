"""How long a question may take: each search asks, at its steps, whether its time is up.

The time is that of the processor, so that answers are the same on a machine that has other work.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import thread_time

_end: ContextVar[float] = ContextVar("_end", default=inf)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Searches in the block end after so many seconds, or sooner if one around them does."""
    before = _end.set(min(_end.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _end.reset(before)


def time_is_up() -> bool:
    """Whether a search has to end."""
    return thread_time() >= _end.get()


def time_left() -> float:
    """The seconds that are left."""
    return _end.get() - thread_time()
