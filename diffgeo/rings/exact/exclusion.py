"""One thread at a time: towers grow, are refined, and go back when an adjunction is refused.

A tower that grows while another thread is in the middle of a product would give wrong answers.
So whatever reads or changes a tower holds one lock for all rings: maps lead from one ring to
another, and with a lock for each two threads could wait for each other for ever. Threads take
turns operation by operation; what should run at the same time belongs in processes, to which
spaces and all that lives on them can be sent.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, TypeVar

Operation = TypeVar("Operation", bound=Callable[..., Any])

LOCK = RLock()

if hasattr(os, "register_at_fork"):
    # A child has one thread: it must not wait for one that it does not have.
    os.register_at_fork(
        before=LOCK.acquire, after_in_parent=LOCK.release, after_in_child=LOCK.release
    )


def exclusive(operation: Operation) -> Operation:
    """The operation, one thread at a time."""

    @wraps(operation)
    def alone(*arguments: Any, **options: Any) -> Any:
        with LOCK:
            return operation(*arguments, **options)

    return alone  # type: ignore[return-value]
