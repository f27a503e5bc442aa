"""Contenders in processes of their own: one answer each, then interleaved timed runs.

Every contender solves an instance once and its answer is compared before anything is timed.
Times are CPU seconds (user and system) of the thread that computes, so that other load on the
machine counts little; none of the contenders computes in more than one thread. A process that
uses more CPU than the limit is ended by the system.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from statistics import median
from typing import Any

#: A process may use this much memory; a contender that needs more is reported as such.
MEMORY = 8 << 30
#: Wall-clock seconds per second of the CPU limit, for contenders that wait.
PATIENCE = 6
#: An instance that takes longer is not run again: its first run is the measurement.
LONG = 5.0


@dataclass(frozen=True)
class Contender:
    """One way to solve the instances of a case.

    Attributes
    ----------
    name
        Heading of its column.
    prepare
        From the data of an instance to what is given to `run`; not timed.
    run
        The timed computation.
    answer
        From data and result to what all contenders must agree on (and notes, which are
        printed); not timed. Every answer is a tuple of comparable values.
    needs
        Modules that have to be installed.
    clock
        CPU seconds so far; of the thread, if nothing else is said.
    """

    name: str
    prepare: Callable[[Any], Any]
    run: Callable[[Any], Any]
    answer: Callable[[Any, Any], tuple[tuple[Any, ...], str]]
    needs: tuple[str, ...] = ()
    clock: Callable[[], float] = time.thread_time

    @property
    def missing(self) -> list[str]:
        """The modules that are not installed."""
        return [module for module in self.needs if find_spec(module) is None]


@dataclass(frozen=True)
class Instance:
    """Data of one row; ``expected`` is the answer where it is known beforehand.

    ``only`` names the contenders that are asked (all, if empty).
    """

    label: str
    data: Any
    expected: tuple[Any, ...] | None = None
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """A problem, instances of it, and contenders; the first contender is ours."""

    name: str
    title: str
    instances: Callable[[bool], Sequence[Instance]]
    contenders: tuple[Contender, ...]


@dataclass
class Cell:
    """What one contender did with one instance.

    ``status`` is ``"agrees"``, ``"wrong"`` (not the known answer), ``"disagrees"`` (not our
    answer), ``"unknown"`` (the contender says so), ``"limit"`` or ``"error"``.
    """

    status: str
    seconds: list[float] = field(default_factory=list)
    note: str = ""
    answer: tuple[Any, ...] | None = None

    @property
    def median(self) -> float | None:
        """The median of the measured runs."""
        return median(self.seconds) if self.seconds else None


class Worker:
    """A process that serves one contender and is started again when it was ended."""

    def __init__(self, case: str, contender: str, limit: float) -> None:
        self.case, self.contender, self.limit = case, contender, limit
        self.process: Any = None
        self.pipe: Any = None

    def ask(self, question: str, data: Any = None) -> tuple[str, Any]:
        """The reply to a question; ``("limit", None)`` if there was none in time."""
        if self.process is None:
            self._start()
        self.pipe.send((question, data))
        try:
            if self.pipe.poll(PATIENCE * self.limit):
                return self.pipe.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            code = self.process.exitcode
            self.close()
            return ("limit", None) if code == -signal.SIGPROF else ("error", f"ended with {code}")
        self.close()
        return "limit", None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        arguments = (other, self.case, self.contender, self.limit)
        self.process = context.Process(target=_serve, args=arguments, daemon=True)
        self.process.start()
        other.close()

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
        self.process = None


def _serve(pipe: Any, case: str, contender: str, limit: float) -> None:
    """Answer questions until the other side is gone: ``load``, ``run``, ``answer``."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    module = importlib.import_module(f"benchmarks.cases.{case}")
    mine = next(c for c in module.CASE.contenders if c.name == contender)
    state = data = result = None
    while True:
        try:
            question, given = pipe.recv()
        except EOFError:
            return
        try:
            if question == "load":
                data, result = given, None
                state = mine.prepare(data)
                reply = None
            elif question == "run":
                reply, result = _timed(mine, state, limit)
            else:
                reply = mine.answer(data, result)
        except Exception as error:
            pipe.send(("error", f"{type(error).__name__}: {error}"[:200]))
        else:
            pipe.send(("done", reply))


def _timed(contender: Contender, state: Any, limit: float) -> tuple[float, Any]:
    """CPU seconds and result of one run, without results that SymPy remembers.

    While a CPU timer is armed the clock of the process is as coarse as the scheduler's tick;
    the clock of the thread stays fine.
    """
    if "sympy" in sys.modules:
        from sympy.core.cache import clear_cache

        clear_cache()
    gc.collect()
    signal.setitimer(signal.ITIMER_PROF, limit)
    begin = contender.clock()
    result = contender.run(state)
    seconds = contender.clock() - begin
    signal.setitimer(signal.ITIMER_PROF, 0)
    return seconds, result


def measure(case: Case, quick: bool, limit: float, rounds: int) -> Iterator[tuple[Instance, dict]]:
    """For every instance the cells by contender."""
    workers = {c.name: Worker(case.name, c.name, limit) for c in case.contenders if not c.missing}
    try:
        for instance in case.instances(quick):
            yield instance, _row(workers, instance, rounds)
    finally:
        for worker in workers.values():
            worker.close()


def _row(workers: dict[str, Worker], instance: Instance, rounds: int) -> dict[str, Cell]:
    asked = {n: w for n, w in workers.items() if not instance.only or n in instance.only}
    row = {name: _first(worker, instance) for name, worker in asked.items()}
    reference = instance.expected
    wrong = "wrong"
    if reference is None:
        wrong = "disagrees"
        reference = next((cell.answer for cell in row.values() if cell.answer is not None), None)
    for cell in row.values():
        if cell.answer is not None and cell.answer != reference:
            cell.status = "unknown" if None in cell.answer else wrong
    again = [n for n, cell in row.items() if cell.answer is not None and cell.seconds[0] < LONG]
    for name in again:
        row[name].seconds.clear()  # the first run also warms up: imports, grammars, tables
    for _ in range(rounds):
        for name in again:
            kind, seconds = asked[name].ask("run")
            if kind == "done":
                row[name].seconds.append(seconds)
            else:
                row[name] = Cell(kind, note=seconds or "")
        again = [name for name in again if row[name].seconds]
    return row


def _first(worker: Worker, instance: Instance) -> Cell:
    """The first run and its answer."""
    seconds = 0.0
    for question, data in (("load", instance.data), ("run", None), ("answer", None)):
        kind, reply = worker.ask(question, data)
        if kind != "done":
            return Cell(kind, note=reply or "")
        if question == "run":
            seconds = reply
    answer, note = reply
    return Cell("agrees", [seconds], note, answer)
