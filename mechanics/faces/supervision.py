"""Commands that end: within their limits of time and memory, and with what they have by then.

A command runs in a child process. It bounds itself, which stops it between two steps of Python;
its parent ends it a little later where that did not help, inside of a compiled library. What the
child has told to `keep` is put out in either case.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

from diffgeo import limit
from diffgeo.limits import listeners, megabytes_in_use

if TYPE_CHECKING:
    from mechanics.output_files import Data

#: Defaults of ``--limit`` and ``--memory``.
SECONDS = 60.0
MEGABYTES = 4096.0
#: Exit status of a command that a limit has stopped.
STOPPED = 3
#: How long a child may go on after its limit, or after a signal, before it is killed.
GRACE = 5.0
#: The same for one that has ended itself, to write what it found.
SAVING = 120.0
_LOOK = 0.2

Finish = Callable[[str | None, str, int], NoReturn]


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM)."""


class _Work:
    """What is known of a command that runs, here or in the parent."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        self.megabytes: float | None = None
        self.end: float | None = None
        self.stage = ""
        self.large = ""
        self.kept: str | None = None
        #: None stands for `GRACE`.
        self.grace: float | None = None
        self.said = False


_work = _Work()
_channel: int | None = None
_limit: limit
#: The interrupt that has come.
_asked: KeyboardInterrupt | None = None


# --- in the command ----------------------------------------------------------------------


@contextmanager
def bounded(seconds: float, megabytes: float) -> Iterator[None]:
    """Bound what is computed in a block; a limit of 0 is none.

    Raises
    ------
    LimitExceeded
        The block took longer, or more memory.
    """
    global _limit
    _work.seconds, _work.megabytes = seconds or None, megabytes or None
    _work.kept = None
    _restrict_address_space()
    with limit(_work.seconds, _work.megabytes) as _limit:
        restart()
        yield


def restart() -> None:
    """Begin the time of the command anew: the next part of it has a limit of its own."""
    if _work.seconds is not None:
        _work.end = time.monotonic() + _work.seconds
        _limit.extend(_work.seconds)
    else:
        _work.end = None
    _tell(seconds=_work.seconds, megabytes=_work.megabytes, end=_work.end)


def status_of(cause: str) -> int:
    """The exit status of a motion that ends early for this cause."""
    return {"interrupted": 130, "terminated": 143}.get(cause, STOPPED)


def remaining(saving: float | None = None) -> float | None:
    """Seconds that are left for a computation that ends itself by then; None if there is no limit.

    After them, or after a signal, it has some more to say what it found: so many seconds.
    """
    _work.grace = saving
    _tell(grace=saving)
    if _work.end is None:
        return None
    left = max(0.0, _work.end - time.monotonic())
    _limit.extend(left + _grace())
    return left


def _grace() -> float:
    return GRACE if _work.grace is None else _work.grace


def stage(text: str) -> None:
    """What is being done now."""
    _work.stage = text
    _tell(stage=text)


def keep(text: str) -> None:
    """What is put out should the command be stopped by a limit."""
    _work.kept = text
    _tell(kept=text)


def kept() -> str | None:
    """What was told to `keep` last."""
    return _work.kept


def go_on() -> None:
    """Raise an interrupt again that has been lost; a computation that goes on calls it.

    What is raised in a finaliser is dropped, and so it is by some compiled modules as they are
    imported.
    """
    if _asked is not None:
        raise _asked


def said() -> None:
    """The command says itself why it ends: nobody else has to."""
    _tell(said=True)


def _tell(**facts: object) -> None:
    if _channel is not None:
        data = json.dumps(facts).encode() + b"\n"
        with suppress(OSError):
            while data:
                data = data[os.write(_channel, data) :]


def _restrict_address_space() -> None:
    """The last resort, for memory that is taken faster than it is looked at."""
    if _channel is None or _work.megabytes is None:
        return
    import resource

    size = int(2 * _work.megabytes + 2048) * 2**20
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


# --- the two processes -------------------------------------------------------------------


def supervise(finish: Finish) -> None:
    """Go on in a child process; the parent watches it and ends with its status.

    Parameters
    ----------
    finish
        Called in the parent with what was kept, a message and a status, to end with these.
    """
    global _channel
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return
    reading, writing = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(reading)
        os.close(writing)
        return
    if child:
        os.close(writing)
        _watch(child, reading, finish)
    os.close(reading)
    _channel = writing
    listeners.append(lambda what: _tell(large=what))
    _prepare_child()


def _prepare_child() -> None:
    import resource

    with suppress(OSError, ValueError):
        # What is killed leaves no image of its memory behind.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Threads of linear algebra would only take address space: the matrices are small.
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    # A line of a library about rounding is none of ours; what matters is in the answer.
    warnings.simplefilter("ignore")
    _die_with_parent()
    for number, answer in (
        (signal.SIGTERM, _terminate), (signal.SIGHUP, _terminate), (signal.SIGINT, _interrupt)
    ):  # fmt: skip
        # What is to be ignored (nohup, the background of a shell) stays ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, answer)
    # Exceptions that a finaliser swallowed, such as that of a limit, are raised again.
    sys.unraisablehook = lambda _: None


def _die_with_parent() -> None:
    import ctypes

    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _terminate(number: int, frame: object) -> None:
    _end(Terminated())


def _interrupt(number: int, frame: object) -> None:
    _end(KeyboardInterrupt())


def _end(asked: KeyboardInterrupt) -> NoReturn:
    """A terminal interrupts both processes, and the parent passes it on: once is enough."""
    global _asked
    _asked = asked
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise asked


def _watch(child: int, pipe: int, finish: Finish) -> NoReturn:
    killed = ""
    asked: float | None = None
    asked_by = 0

    def forward(number: int, frame: object) -> None:
        nonlocal asked, asked_by
        # Who asks again does not want to wait for what is being written.
        if asked is not None and time.monotonic() > asked + 1:
            _work.grace = 0.0
        asked, asked_by = asked or time.monotonic(), asked_by or number
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, forward)
    _work.seconds, _work.end = SECONDS, time.monotonic() + SECONDS
    data = b""
    while True:
        if select.select([pipe], [], [], _LOOK)[0]:
            more = os.read(pipe, 1 << 16)
            if not more:
                break
            *lines, data = (data + more).split(b"\n")
            for line in lines:
                _learn(json.loads(line))
        killed = killed or _excess(child)
        if killed or (asked is not None and time.monotonic() > asked + _grace()):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if _work.said and status < 0:
        os._exit(128 + asked_by if asked_by else STOPPED)
    if killed:
        finish(_work.kept, describe(killed), STOPPED)
    if status >= 0:
        os._exit(status)
    if asked_by:
        word = "interrupted" if asked_by == signal.SIGINT else "terminated"
        finish(None, word, 128 + asked_by)
    name = signal.Signals(-status).name
    finish(_work.kept, describe(f"the system ended the command by {name}"), STOPPED)


def _learn(facts: Data) -> None:
    for name, value in facts.items():
        setattr(_work, name, value)


def _excess(child: int) -> str:
    if _work.end is not None and _work.seconds and time.monotonic() > _work.end + GRACE + _grace():
        return f"the limit of {_work.seconds:g} seconds is exceeded"
    used = megabytes_in_use(child) if _work.megabytes else None
    # A little more: the child looks, too, and says more about it.
    if used is not None and _work.megabytes and used > 1.1 * _work.megabytes + 64:
        return f"the limit of {_work.megabytes:g} MiB of memory is exceeded"
    return ""


def describe(message: str) -> str:
    """The message with the stage of the work, and how to allow more."""
    doing = f" while {_work.stage}" if _work.stage else ""
    large = f"; the last large operation was {_work.large}" if _work.large else ""
    if large in message:
        large = ""
    message, _, rest = message.partition("; ")
    rest = f"; {rest}" if rest else ""
    kept = "; what was computed until then is kept" if _work.kept else ""
    return (
        f"{message}{doing}{rest}{large}{kept}; allow more with --limit SECONDS or --memory MIB, or "
        "make the system smaller"
    )
