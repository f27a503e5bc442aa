"""A time limit for computations in pure Python that cannot be asked to stop."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TimeIsUp(Exception):
    """The time limit of `deadline` has passed."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block once the time has passed.

    The exception is delivered to this thread between two steps of the interpreter, so it works
    in every thread, and interrupts no call into a compiled library.
    """
    thread = ctypes.c_ulong(threading.get_ident())
    lock = threading.Lock()
    over = False

    def stop() -> None:
        with lock:
            if not over:
                deliver = ctypes.pythonapi.PyThreadState_SetAsyncExc
                deliver(thread, ctypes.py_object(TimeIsUp))

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            over = True
        timer.cancel()
