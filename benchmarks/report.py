"""Tables of medians and ratios, for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import geometric_mean

from rich.table import Table

from benchmarks.harness import FLOOR_AIM, Case, Cell, Contender, Instance
from benchmarks.store import Record, Release

Rows = list[tuple[Instance, dict[str, Cell]]]
#: What marks a cell whose aim is missed.
MARK = "▼"


def duration(seconds: float) -> str:
    """Three digits with a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}" if seconds / size < 1000 else f"{seconds:.0f} s"
    raise AssertionError


def ratio(value: float) -> str:
    """Two digits, without an exponent."""
    return f"{value:.2g}" if value < 99.5 else f"{float(f'{value:.2g}'):.0f}"


def reference(case: Case, contender: Contender, row: dict[str, Cell]) -> Cell | None:
    """Our cell that a contender is compared with."""
    return row.get(contender.against or case.contenders[0].name)


def missed(case: Case, contender: Contender, row: dict[str, Cell], limit: float) -> bool:
    """Whether the aim for this contender is missed in this row.

    Who has no right answer in the limit took that long at least.
    """
    cell, ours = row.get(contender.name), reference(case, contender, row)
    if cell is None or cell is ours or contender.role == "ours":
        return False
    if ours is None or ours.median is None or ours.status != "agrees":
        return True
    if cell.status == "limit":
        return contender.misses(ours.median, limit) and ours.median > limit
    return cell.status == "agrees" and contender.misses(ours.median, cell.median or 0.0)


def parts(case: Case, contender: Contender, row: dict[str, Cell], limit: float) -> list[str]:
    """What a cell says: median, ratio to ours, status, notes, and the mark."""
    cell, ours = row.get(contender.name), reference(case, contender, row)
    if cell is None:
        return ["–"]
    if cell.status == "limit":
        return [f"> {limit:g} s"]
    if cell.median is None:
        return ["error", cell.note[:40]]
    found = [duration(cell.median)]
    if ours is not None and ours is not cell and ours.median and contender.role != "ours":
        found.append(f"×{ratio(cell.median / ours.median)}")
    if missed(case, contender, row, limit):
        found.append(MARK)
    if cell.status != "agrees":
        found.append(cell.status)
    if cell.note:
        found.append(cell.note)
    return found


def entries(case: Case, rows: Rows, limit: float) -> tuple[list[str], list[list[str]]]:
    """Headings and lines of the table, with a line that counts at the end."""
    present = [c for c in case.contenders if not c.missing]
    asked = [c for c in present if any(c.name in row for _, row in rows)]
    lines = [
        [instance.label, *("  ".join(parts(case, c, row, limit)) for c in asked)]
        for instance, row in rows
    ]
    if len(rows) > 1:
        lines.append(["all", *(summary(case, c, rows) for c in asked)])
    headings = [f"{c.name} (floor)" if c.role == "floor" else c.name for c in asked]
    return ["", *headings], lines


def table(case: Case, rows: Rows, limit: float) -> Table:
    """The table of a case, one column for each contender."""
    headings, lines = entries(case, rows, limit)
    result = Table(title=case.title, title_justify="left", title_style="bold")
    for heading in headings:
        result.add_column(heading, overflow="fold")
    for line in lines:
        if line[0] == "all":
            result.add_section()
        result.add_row(*(cell.replace(MARK, f"[red]{MARK}[/red]") for cell in line))
    return result


def markdown(case: Case, rows: Rows, limit: float) -> str:
    """The table as Markdown."""
    headings, lines = entries(case, rows, limit)
    text = [f"## {case.title}", "", _line(headings), _line(["---"] * len(headings))]
    return "\n".join([*text, *map(_line, lines), ""])


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def legend(limits: Sequence[float], rounds: int) -> str:
    """How to read the tables."""
    limit = " or ".join(f"{limit:g}" for limit in sorted(set(limits)))
    return (
        f"CPU time, median of {rounds} interleaved runs; ×: ratio to ours; limit {limit} s; "
        f"{MARK}: an aim is missed (a peer is not slower than it should be, or we take more than "
        f"{FLOOR_AIM:g} times the floor)"
    )


def summary(case: Case, contender: Contender, rows: Rows) -> str:
    """How many rows a contender answered rightly, and its geometric mean ratio to ours there."""
    asked = [row for _, row in rows if contender.name in row]
    cells = [row[contender.name] for row in asked]
    right = sum(c.status == "agrees" for c in cells)
    wrong = sum(c.status in ("wrong", "disagrees") for c in cells)
    found = [f"{right} of {len(asked)}"]
    found += [f"{wrong} wrong"] if wrong else []
    found += [f"{len(asked) - right - wrong} no answer"] if len(asked) - right - wrong else []
    ratios = []
    for row in asked:
        cell, ours = row[contender.name], reference(case, contender, row)
        if ours is None or ours is cell or cell.status != "agrees" or ours.status != "agrees":
            continue
        if cell.median and ours.median and contender.role != "ours":
            ratios.append(cell.median / ours.median)
    if len(ratios) > 1:
        found.append(f"mean ×{ratio(geometric_mean(ratios))}")
    return ", ".join(found)


#: The aims, each with the contenders it is about.
AIMS: tuple[tuple[str, Callable[[Contender], bool]], ...] = (
    ("faster than every peer", lambda c: c.role == "peer" and c.aim is not None),
    ("SageManifolds ×100", lambda c: c.role == "peer" and c.aim == 100),
    ("SageManifolds, expand only ×5", lambda c: c.role == "peer" and c.aim == 5),
    (f"floor ×{FLOOR_AIM:g}", lambda c: c.role == "floor"),
)


def counts(records: Sequence[Record]) -> tuple[list[str], list[list[str]]]:
    """For every case in how many rows each aim is reached, of those where it is asked.

    The first aim is 1, whatever else is aimed at. Where a peer exceeds the limit and the limit
    does not decide, the row counts as undecided ("?"); a row without an answer of ours misses.
    """
    lines = []
    for record in records:
        line = [record.case.name]
        for number, (_, about) in enumerate(AIMS):
            found = [
                state
                for _, row in record.rows
                if (state := _reached(record, row, about, None if number else 1.0))
            ]
            text = f"{found.count('yes')} of {len(found)}" if found else "–"
            line.append(text + (f", {found.count('?')} ?" if "?" in found else ""))
        lines.append(line)
    return ["", *(name for name, _ in AIMS)], lines


def _reached(
    record: Record, row: dict[str, Cell], about: Callable[[Contender], bool], aim: float | None
) -> str:
    """Whether the aim is reached for all these contenders; empty where none was asked."""
    found = []
    for contender in record.case.contenders:
        cell, ours = row.get(contender.name), reference(record.case, contender, row)
        if cell is None or not about(contender):
            continue
        changed = contender if aim is None else replace(contender, aim=aim)
        over = cell.status == "limit" and ours is not None and ours.status == "agrees"
        if missed(record.case, changed, row, record.limit):
            found.append("no")
        elif over and ours and record.limit < (changed.aim or 0) * (ours.median or 0):
            found.append("?")
        else:
            found.append("yes")
    return next((s for s in ("no", "?", "yes") if s in found), "")


def course(releases: Sequence[Release], case: str) -> list[float]:
    """Our time in every release: the geometric mean over the rows that all of them have.

    Empty without such rows.
    """
    rows = [release.cases.get(case, {}) for release in releases]
    common = set.intersection(*map(set, rows))
    return [geometric_mean(times[label] for label in common) for times in rows] if common else []


def history(releases: Sequence[Release]) -> tuple[list[str], list[list[str]]]:
    """For every case our time in each release, and how many times that of the one before it."""
    lines = []
    for case in sorted({name for release in releases for name in release.cases}):
        times = course(releases, case)
        changes = [f"  ×{ratio(now / before)}" for before, now in pairwise(times)]
        shown = zip(times, ["", *changes], strict=False)
        lines.append([case, *(duration(t) + change for t, change in shown)])
        lines[-1] += ["–"] * (len(releases) - len(times))
    return ["", *(release.version for release in releases)], lines


def counted(title: str, headings: list[str], lines: list[list[str]]) -> Table:
    """A table with a title for the terminal."""
    result = Table(title=title, title_justify="left")
    for heading in headings:
        result.add_column(heading)
    for line in lines:
        result.add_row(*line)
    return result


def overview(records: Sequence[Record]) -> Table:
    """The table of aims for the terminal."""
    return counted("Rows in which an aim is reached", *counts(records))


def aims(records: Sequence[Record]) -> str:
    """The table of aims as Markdown."""
    headings, lines = counts(records)
    text = ["## Rows in which an aim is reached", "", _line(headings)]
    return "\n".join([*text, _line(["---"] * len(headings)), *map(_line, lines), ""])
