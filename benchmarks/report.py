"""Tables of medians and ratios, for the terminal and as Markdown, and the same as JSON."""

from __future__ import annotations

from statistics import geometric_mean
from typing import Any

from rich.table import Table

from benchmarks.harness import FLOOR_AIM, Case, Cell, Contender, Instance

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
    return f"{value:.2g}" if value < 100 else f"{float(f'{value:.2g}'):.0f}"


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


def legend(limit: float, rounds: int) -> str:
    """How to read the tables."""
    return (
        f"CPU time, median of {rounds} interleaved runs; ×: ratio to ours; limit {limit:g} s; "
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


def document(case: Case, rows: Rows) -> dict[str, Any]:
    """The case as JSON data."""
    return {
        "case": case.name,
        "title": case.title,
        "not installed": {c.name: c.missing for c in case.contenders if c.missing},
        "rows": [
            {
                "label": instance.label,
                "series": instance.series,
                "size": instance.size,
                "results": {
                    name: {
                        "status": cell.status,
                        "median": cell.median,
                        "seconds": cell.seconds,
                        "note": cell.note,
                    }
                    for name, cell in row.items()
                },
            }
            for instance, row in rows
        ],
    }
