"""What is measured, and the measurement: one answer of each first, then interleaved timed runs.

Every contender solves an instance once and its answer is compared before anything is timed.
Times are CPU seconds (user and system) of the thread that computes, so that other load on the
machine counts little; none of the contenders computes in more than one thread. A process that
uses more CPU than the limit is ended by the system.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.workers import OWN, PEERS, Worker, missing_modules

#: An instance that takes longer is not run again: its first run is the measurement.
LONG = 5.0
#: A floor is bare arithmetic: we want to be no slower than this many times.
FLOOR_AIM = 3.0


def _same(state: Any) -> Any:
    return state


@dataclass(frozen=True)
class Contender:
    """One way to solve the instances of a case.

    Attributes
    ----------
    name
        Heading of its column.
    prepare
        From the data of an instance to what is given to `fresh`; once, not timed.
    run
        The timed computation.
    answer
        From data and result to what all contenders must agree on (and notes, which are
        printed); not timed. Every answer is a tuple of comparable values.
    needs
        Modules that have to be installed.
    fresh
        From what is prepared to what is given to `run`: makes the objects that the library
        computes with. Before every run and not timed, so that no run finds what an earlier
        one has kept.
    clock
        CPU seconds so far; of the thread, if nothing else is said.
    role
        ``"ours"``, ``"peer"``, or ``"floor"``: the bare arithmetic that the answer needs.
    aim
        A peer should take at least this many times longer than we do (None: there is no
        aim); a floor no less than `FLOOR_AIM` times shorter.
    against
        Which of our columns the aim is about; the first one, if nothing is said.
    interpreter
        Which Python runs it: ours, or that of the peers' own environment.
    """

    name: str
    prepare: Callable[[Any], Any]
    run: Callable[[Any], Any]
    answer: Callable[[Any, Any], tuple[tuple[Any, ...], str]]
    needs: tuple[str, ...] = ()
    fresh: Callable[[Any], Any] = _same
    clock: Callable[[], float] = time.thread_time
    role: str = "peer"
    aim: float | None = 1.0
    against: str = ""
    interpreter: str = OWN

    @property
    def missing(self) -> list[str]:
        """The modules that are not installed."""
        return missing_modules(self.interpreter, self.needs)

    def misses(self, ours: float, seconds: float) -> bool:
        """Whether the aim is missed, for our time and that of the contender."""
        if self.role == "floor":
            return ours > FLOOR_AIM * seconds
        return self.role == "peer" and self.aim is not None and seconds < self.aim * ours


@dataclass(frozen=True)
class Instance:
    """Data of one row; ``expected`` is the answer where it is known beforehand.

    ``only`` names the contenders that are asked (all, if empty). Rows of one ``series`` are
    the same question for growing ``size``: who exceeds the limit is not asked for more.
    """

    label: str
    data: Any
    expected: tuple[Any, ...] | None = None
    only: tuple[str, ...] = ()
    series: str = ""
    size: int = 0


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


Row = dict[str, Cell]


def measure(
    case: Case, quick: bool, limit: float, rounds: int, known: Mapping[str, Row] | None = None
) -> Iterator[tuple[Instance, Row]]:
    """For every instance the cells by contender.

    Rows that are known, by label, are not measured again, unless a contender is missing there:
    those of one row are measured side by side.
    """
    workers = {
        c.name: Worker(case.name, c.name, limit, c.interpreter)
        for c in case.contenders
        if not c.missing
    }
    exhausted: set[tuple[str, str]] = set()
    try:
        for instance in case.instances(quick):
            asked = {n: w for n, w in workers.items() if not instance.only or n in instance.only}
            able = {n: w for n, w in asked.items() if (instance.series, n) not in exhausted}
            row = (known or {}).get(instance.label, {})
            if not row or set(asked) - set(row):
                row = _row(able, instance, rounds)
            if instance.series:
                over = [n for n, cell in row.items() if cell.status == "limit"]
                exhausted |= {(instance.series, n) for n in over}
            # The order of the columns is that of the contenders.
            yield instance, {n: row.get(n) or Cell("limit") for n in asked}
    finally:
        for worker in workers.values():
            worker.close()


def _row(workers: dict[str, Worker], instance: Instance, rounds: int) -> Row:
    row = {name: _first(worker, instance) for name, worker in workers.items()}
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
            kind, seconds = workers[name].ask("run")
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


__all__ = ["OWN", "PEERS", "Case", "Cell", "Contender", "Instance", "Row", "measure"]
