"""Limits of time and memory for computations that cannot be asked to stop."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from inspect import CO_GENERATOR
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from diffgeo.errors import LimitExceeded, NotSupported

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

#: A thread that has not stopped by then is asked again: somebody caught what was raised in it.
#: Not sooner, as on a busy machine it may just not have come to the end of the block.
_AGAIN = 10.0
#: How often the memory is looked at.
_LOOK = 0.1
#: The shortest time.
_LEAST = 0.02
_large = ""
#: Told of each large operation; another process may then say what this one hangs in.
listeners: list[Callable[[str], None]] = []


def note_large(what: str) -> None:
    """Remember the last large operation that was begun, for the message of a limit."""
    global _large
    _large = what
    for tell in listeners:
        tell(what)


def last_large() -> str:
    """The last large operation that was begun since `limit` was entered; empty if none was."""
    return _large


def megabytes_in_use(process: int | str = "self") -> float | None:
    """The memory that a process occupies, in MiB; None where the system does not say."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as table:
            return int(table.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError, IndexError):
        return None


def _running_function() -> FrameType | None:
    """The function with the block that is entered, which runs as long as the block does.

    Generators that are made context managers are suspended meanwhile, so they are passed over.
    """
    frame = sys._getframe(2)
    found = frame.f_back if frame.f_code.co_name == "__enter__" else frame
    while found is not None and (
        found.f_code.co_flags & CO_GENERATOR or found.f_code.co_filename == contextlib.__file__
    ):
        found = found.f_back
    return found


#: What is raised again if a callback of the garbage collector was where it arrived.
_raised_again: set[type[BaseException]] = set()
#: The threads in which that has happened, as far as the hook was asked.
_ignored: set[int] = set()


#: Held while a watch is started, and while one raises. Until a new thread runs, Python 3.11 lists
#: it under the number of the thread that makes it: what is raised then ends the new one before it
#: has told that it runs, for which the other waits.
_starting = threading.Lock()


class _Quiet:
    """The hook for exceptions that Python ignores; it says nothing of those of a watch."""

    def __init__(self, previous: Callable[[UnraisableHookArgs], object]) -> None:
        self._previous = previous

    def __call__(self, unraisable: UnraisableHookArgs) -> None:
        if unraisable.exc_type in _raised_again:
            _ignored.add(threading.get_ident())
        else:
            self._previous(unraisable)


def _is_made(frame: FrameType) -> bool:
    """Whether a thread is being started there that does not run yet, see `_starting`."""
    if frame.f_code is not threading.Thread.start.__code__:
        return False
    thread = frame.f_locals.get("self")
    return thread is None or thread.ident is None


class Watch:
    """A thread that raises an exception in the one that made it, at a time or a size.

    The exception arrives between two steps of the interpreter: in every thread, but not within
    a call into a compiled library.
    """

    def __init__(
        self,
        error: type[BaseException],
        seconds: float | None,
        megabytes: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._error, self._clock = error, clock
        self._thread = ctypes.c_ulong(threading.get_ident())
        # Time enough for the block to begin: what is raised before that is nobody's.
        self._end = None if seconds is None else clock() + max(seconds, _LEAST)
        self._most = megabytes
        self._block = _running_function()
        self._lock = threading.Lock()
        self._over = threading.Event()
        #: What was exceeded: "time", "memory", or nothing yet.
        self.exceeded = ""

    def start(self) -> None:
        """Begin to watch; call it where the exception may arrive.

        Raises
        ------
        NotSupported
            This Python has no threads, as in a browser.
        """
        if self._end is not None or self._most is not None:
            _raised_again.add(self._error)
            if not isinstance(sys.unraisablehook, _Quiet):
                sys.unraisablehook = _Quiet(sys.unraisablehook)
            with self._lock, _starting:
                try:
                    threading.Thread(target=self._run, daemon=True).start()
                except RuntimeError as error:
                    raise NotSupported(
                        f"limits are watched by a thread, and {error}: work without them here "
                        "(limit(None); --limit 0 --memory 0)"
                    ) from None

    def _run(self) -> None:
        asked = -_AGAIN
        while not self._over.wait(self._pause()):
            self.exceeded = self.exceeded or self._excess()
            with self._lock, _starting:
                is_in_block, is_starting = self._place()
                if self._over.is_set() or not is_in_block:
                    return
                lost = self._thread.value in _ignored or time.monotonic() > asked + _AGAIN
                if self.exceeded and lost and not is_starting:
                    _ignored.discard(self._thread.value)
                    asked = time.monotonic()
                    self._deliver(ctypes.py_object(self._error))

    def _place(self) -> tuple[bool, bool]:
        """Whether the function with the block still runs, and whether a thread is started in it.

        If the exception arrived while the block was being left, nobody has stopped the watch.
        """
        # No frame is kept: what is in it would be let go of by this thread, where z3 crashes.
        frame, is_starting = sys._current_frames().get(self._thread.value), False
        while frame is not None and frame is not self._block:
            is_starting = is_starting or _is_made(frame)
            frame = frame.f_back
        return frame is not None, is_starting

    def _pause(self) -> float:
        if self.exceeded:
            return _LOOK
        left = _LOOK if self._end is None else max(0.0, self._end - self._clock())
        return left if self._most is None else min(left, _LOOK)

    def _excess(self) -> str:
        if self._end is not None and self._clock() >= self._end:
            return "time"
        used = None if self._most is None else megabytes_in_use()
        return "memory" if used is not None and self._most is not None and used > self._most else ""

    def _deliver(self, error: ctypes.py_object | None) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, error)

    def extend(self, seconds: float) -> None:
        """Let the time end so many seconds from now."""
        self._end = self._clock() + seconds

    def stop(self) -> None:
        """Raise nothing from now on, nor what is on its way."""
        while not self._over.is_set():
            try:
                with self._lock:
                    self._over.set()
                    if self.exceeded:
                        self._deliver(None)
            except self._error:
                # What was on its way arrived here.
                continue
        # The function may live on: its frame, and what it holds, shall not.
        self._block = None


class _Passed(BaseException):
    """Raised in the block; no `except Exception` on the way takes it for its own error."""

    def __str__(self) -> str:
        # Python 3.13.0 lets it pass the block if it arrives at the jump of a loop right in it.
        return "the limit of time or memory of a `with limit(...)` block is exceeded"


def working_clock() -> Callable[[], float]:
    """A clock of what this process computes, so that a limit does not depend on other processes.

    Where the process waits it goes on with a tenth of the time.
    """
    computed, passed = time.process_time(), time.monotonic()
    return lambda: max(time.process_time() - computed, (time.monotonic() - passed) / 10)


class limit:
    """Bound the time and the memory of what is computed in a block.

    Parameters
    ----------
    seconds
        The time that the block may take.
    megabytes
        The memory in MiB that the process may occupy meanwhile, where the system tells it (Linux).
    clock
        What tells the seconds: `working_clock` where an answer must not depend on the load.

    Raises
    ------
    LimitExceeded
        When the block is left for that reason; the message says what was exceeded, and the last
        large operation that was begun.

    Notes
    -----
    It takes effect between two steps of Python: a single factorisation or product in a compiled
    library ends first. What was being computed is lost. Functions that were being made are taken
    back; where that is not possible their space refuses every question from then on.

    Examples
    --------
    >>> from diffgeo import Manifold, limit
    >>> M = Manifold("M", "x y")
    >>> with limit(seconds=60):
    ...     f = M.function("(x + y)**2")
    """

    def __init__(
        self,
        seconds: float | None = None,
        megabytes: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        for name, value in (("seconds", seconds), ("megabytes", megabytes)):
            if value is not None and not 0 < value < float("inf"):
                raise ValueError(f"limit({name}={value!r}): give a positive number, or None")
        self.seconds, self.megabytes, self._clock = seconds, megabytes, clock

    def __enter__(self) -> limit:
        note_large("")
        self._watch = Watch(_Passed, self.seconds, self.megabytes, self._clock)
        try:
            self._watch.start()
            return self
        except _Passed as error:  # a very short time
            self.__exit__(_Passed, error, None)
            raise

    def extend(self, seconds: float) -> None:
        """Allow so many seconds from now on."""
        self._watch.extend(seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._watch.stop()
        # What is raised while ctypes converts an argument comes as its own error, with the name.
        ours = isinstance(error, ctypes.ArgumentError) and _Passed.__name__ in str(error)
        if (ours or isinstance(error, _Passed)) and self._watch.exceeded:
            amount = (
                f"{self.seconds:g} seconds"
                if self._watch.exceeded == "time"
                else f"{self.megabytes:g} MiB of memory"
            )
            large = f"; the last large operation was {_large}" if _large else ""
            raise LimitExceeded(f"the limit of {amount} is exceeded{large}") from None
