"""Tables of medians and ratios, and the same as JSON."""

from __future__ import annotations

from statistics import geometric_mean
from typing import Any

from rich.table import Table

from benchmarks.harness import Case, Cell, Instance

Rows = list[tuple[Instance, dict[str, Cell]]]


def duration(seconds: float) -> str:
    """Three digits with a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}" if seconds / size < 1000 else f"{seconds:.0f} s"
    raise AssertionError


def text(cell: Cell | None, ours: Cell | None, limit: float) -> str:
    """A cell: median, ratio to ours, and what there is to say."""
    if cell is None:
        return "–"
    if cell.status == "limit":
        return f"> {limit:g} s"
    if cell.median is None:
        return f"[red]error[/red] {cell.note[:40]}"
    parts = [duration(cell.median)]
    if ours is not None and ours is not cell and ours.median:
        parts.append(f"×{cell.median / ours.median:.2g}")
    if cell.status != "agrees":
        parts.append(f"[red]{cell.status}[/red]")
    if cell.note:
        parts.append(f"[dim]{cell.note}[/dim]")
    return "  ".join(parts)


def table(case: Case, rows: Rows, limit: float) -> Table:
    """The table of a case, one column for each contender, with a line that counts."""
    names = [c.name for c in case.contenders if not c.missing]
    result = Table(title=case.title, title_justify="left", title_style="bold")
    result.add_column("")
    for name in names:
        result.add_column(name, overflow="fold")
    for instance, row in rows:
        ours = row.get(names[0])
        result.add_row(instance.label, *(text(row.get(n), ours, limit) for n in names))
    if len(rows) > 1:
        first = [row.get(names[0]) for _, row in rows]
        result.add_section()
        result.add_row("all", *(summary([row.get(n) for _, row in rows], first) for n in names))
    return result


def summary(cells: list[Cell | None], ours: list[Cell | None]) -> str:
    """How many rows a contender answered rightly, and its geometric mean ratio to ours there."""
    asked = [cell for cell in cells if cell is not None]
    right = [c for c in asked if c.status == "agrees"]
    wrong = sum(c.status in ("wrong", "disagrees") for c in asked)
    none = len(asked) - len(right) - wrong
    parts = [f"{len(right)} of {len(asked)}"]
    parts += [f"{wrong} wrong"] if wrong else []
    parts += [f"{none} no answer"] if none else []
    ratios = [
        c.median / o.median
        for c, o in zip(cells, ours, strict=True)
        if c in right and c is not o and c.median and o and o.median and o.status == "agrees"
    ]
    if len(ratios) > 1:
        parts.append(f"mean ×{geometric_mean(ratios):.2g}")
    return ", ".join(parts)


def document(case: Case, rows: Rows) -> dict[str, Any]:
    """The case as JSON data."""
    return {
        "case": case.name,
        "title": case.title,
        "not installed": {c.name: c.missing for c in case.contenders if c.missing},
        "rows": [
            {
                "label": instance.label,
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
