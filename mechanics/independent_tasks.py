"""Tasks that do not depend on each other: in this process, on many cores, or on a Dask cluster.

Members of a campaign are such tasks, and so are claims of a paper, systems on which a theory is
tested, and identities that are drawn by a seed.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from mechanics.errors import BadValue

Key = TypeVar("Key")
Argument = TypeVar("Argument")
Result = TypeVar("Result")

#: Tasks that are given out for each worker, and how often one is given out again.
_AHEAD, _AGAIN = 2, 3


def completed(
    function: Callable[[Argument], Result],
    tasks: Iterable[tuple[Key, Argument]],
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> Iterator[tuple[Key, Result]]:
    """The results of a function by key, as they are done, in whatever order.

    What a process or a worker had that was lost is computed again; no result comes twice.

    Parameters
    ----------
    function
        What computes. Other processes get it pickled, once.
    tasks
        Keys and arguments; they are asked for as they are needed.
    workers
        How many processes compute: 1 is this one, 0 one for each core.
    scheduler
        The address of a Dask cluster that computes instead.

    Raises
    ------
    BadValue
        Processes end again and again, the function cannot be sent to them, or the cluster is lost.
    """
    require_count("workers", workers, 0)
    if scheduler is None and workers == 1:
        yield from ((key, function(argument)) for key, argument in tasks)
        return
    try:
        data = pickle.dumps(function)
    except Exception as error:
        raise BadValue(
            f"{function} cannot be sent to other processes: {str(error)[:200]}; define what it "
            "uses at the top of a module, or take workers=1"
        ) from None
    if scheduler is not None:
        yield from _on_cluster(data, tasks, scheduler)
    else:
        yield from _in_processes(data, tasks, workers)


def require_count(what: str, count: object, least: int) -> None:
    """Raise `BadValue` unless it is a whole number from the least one on."""
    if not isinstance(count, int) or isinstance(count, bool) or count < least:
        raise BadValue(f"{what} = {count!r} is no whole number from {least} on")


def sweep_libraries(*names: str) -> list[Any]:
    """Modules of the extra ``sweep``; `BadValue` where one is not installed."""
    from importlib import import_module

    found = []
    for name in names:
        try:
            found.append(import_module(name))
        except ImportError:
            raise BadValue(
                f"a campaign needs {name}: pip install 'diffgeo-mechanics[sweep]'"
            ) from None
    return found


def compute(function: bytes, argument: Any) -> Any:
    """What a worker does: the value of the function, which came as bytes."""
    if function not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[function] = pickle.loads(function)
    try:
        return _KNOWN[function](argument)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            # The other process cannot read it, and would take this one for dead.
            raise BadValue(f"{type(error).__name__}: {error}") from None
        raise


_KNOWN: dict[bytes, Callable[[Any], Any]] = {}


def _in_processes(
    function: bytes, tasks: Iterable[tuple[Key, Any]], workers: int
) -> Iterator[tuple[Key, Any]]:
    """Processes of this machine; what a killed one had is computed again."""
    import multiprocessing
    import os
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    count = workers or len(os.sched_getaffinity(0))
    context = multiprocessing.get_context("spawn")
    waiting, rest, failures = list[Any](), iter(tasks), 0
    while True:
        running: dict[Future[Any], tuple[Key, Any]] = {}
        with ProcessPoolExecutor(count, mp_context=context) as pool:
            try:
                while True:
                    while len(running) < _AHEAD * count:
                        task = waiting.pop() if waiting else next(rest, None)
                        if task is None:
                            break
                        try:
                            running[pool.submit(compute, function, task[1])] = task
                        except BrokenProcessPool:
                            waiting.append(task)
                            raise
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        found = future.result()
                        yield running.pop(future)[0], found
            except BrokenProcessPool:
                failures += 1
                if failures > _AGAIN:
                    raise BadValue(
                        "processes that compute end again and again (out of memory?); what was "
                        "computed is kept: go on with fewer workers or smaller tasks"
                    ) from None
                waiting += running.values()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def _on_cluster(
    function: bytes, tasks: Iterable[tuple[Key, Any]], address: str
) -> Iterator[tuple[Key, Any]]:
    """The workers of a Dask cluster; what a lost one had is given to another."""
    (distributed,) = sweep_libraries("distributed")
    try:
        client = distributed.Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadValue(f"no Dask scheduler answers at {address}: {str(error)[:200]}") from None
    with _without_its_log(), client:
        # A task, which is done again where its result is lost with a worker; scattered data is not.
        given = client.submit(bytes, function, pure=False)
        threads = sum(client.nthreads().values()) or 1
        rest = iter(tasks)
        keys: dict[Any, Key] = {}
        done = distributed.as_completed(loop=client.loop)
        try:
            while True:
                while len(keys) < _AHEAD * threads:
                    task = next(rest, None)
                    if task is None:
                        break
                    future = client.submit(compute, given, task[1], pure=False, retries=_AGAIN)
                    keys[future.key] = task[0]
                    done.add(future)
                if not keys:
                    return
                future = next(done)
                found = future.result()
                yield keys.pop(future.key), found
        except (OSError, TimeoutError, distributed.client.FutureCancelledError) as error:
            raise BadValue(
                f"the Dask scheduler at {address} was lost: {str(error)[:200]}; what was computed "
                "is kept, the same command goes on"
            ) from None


@contextmanager
def _without_its_log() -> Iterator[None]:
    """What a client of Dask loses is an error here: it does not write its tracebacks besides."""
    import logging

    logs = [logging.getLogger(f"distributed.{name}") for name in ("client", "batched")]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)
