"""Growth: CPU time by size, one panel for each series of instances; and history, by release."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Any

from benchmarks.harness import Case
from benchmarks.report import Rows, course
from benchmarks.store import Record, Release

#: One colour for a kind of library, whatever the case calls its contender.
COLOURS = {
    "Sage": "#c0392b",
    "sympy": "#e08e0b",
    "SymPy": "#e08e0b",
    "symengine": "#7d5ba6",
}
OURS, FLOOR, OTHER = "#1f5fa8", "#8a8a8a", "#555555"
OUR_OTHERS = {
    "germs": "#3fa7d6",
    "projection": "#7fa8dc",
    "projection, derived only": "#5fc0a8",
}
MARKERS = "osD^vP*X"
COLUMNS = 3


def growth(records: Sequence[Record], path: str | Path) -> int:
    """Draw the panels; the number of series that were drawn.

    A line that ends in a hollow triangle would exceed the limit at the next size.
    """
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    panels = [
        (record.case, series, [(i, row) for i, row in record.rows if i.series == series], record)
        for record in records
        for series in dict.fromkeys(i.series for i, _ in record.rows if i.series)
    ]
    panels = [panel for panel in panels if len(panel[2]) > 1]
    if not panels:
        return 0
    lines = ceil(len(panels) / COLUMNS)
    figure, axes = plt.subplots(
        lines,
        min(COLUMNS, len(panels)),
        figsize=(5.2 * min(COLUMNS, len(panels)), 4.4 * lines),
        squeeze=False,
        layout="constrained",
    )
    flat = list(axes.flat)
    for axis, panel in zip(flat, panels, strict=False):
        _panel(axis, *panel[:3], panel[3].limit)
    for axis in flat[len(panels) :]:
        axis.set_visible(False)
    figure.savefig(path, dpi=130)
    plt.close(figure)
    return len(panels)


def history(releases: Sequence[Release], path: str | Path) -> int:
    """Draw our time by release, a line for each case; the number of lines."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(7, 5), layout="constrained")
    names = [release.version for release in releases]
    for index, case in enumerate(sorted({case for r in releases for case in r.cases})):
        if times := course(releases, case):
            axis.plot(names, times, marker=MARKERS[index % len(MARKERS)], label=case)
    axis.set_yscale("log")
    axis.set_ylabel("CPU time in s")
    axis.legend(fontsize=7, frameon=False, ncols=2)
    figure.savefig(path, dpi=130)
    plt.close(figure)
    return len(axis.lines)


def _panel(axis: Any, case: Case, series: str, rows: Rows, limit: float) -> None:
    sizes = [instance.size for instance, _ in rows]
    for index, contender in enumerate(case.contenders):
        cells = [row.get(contender.name) for _, row in rows]
        known = [
            (size, cell.median)
            for size, cell in zip(sizes, cells, strict=True)
            if cell is not None and cell.median is not None and cell.status == "agrees"
        ]
        over = [n for n, cell in zip(sizes, cells, strict=True) if cell and cell.status == "limit"]
        if not known and not over:
            continue
        style = {"color": _colour(contender), "linewidth": 1.4, "markersize": 4.5}
        if contender.role == "ours":
            style |= {"linewidth": 2.6, "zorder": 5}
        if contender.role == "floor" or "expand only" in contender.name:
            style["linestyle"] = "--"
        marker = MARKERS[index % len(MARKERS)]
        label = f"{contender.name} (floor)" if contender.role == "floor" else contender.name
        axis.plot(*zip(*known, strict=True), marker=marker, label=label, **style) if known else None
        if over:
            begin = known[-1:] or []
            path = [*begin, (over[0], limit)]
            faint = {**style, "linestyle": ":", "linewidth": 1.0}
            axis.plot(*zip(*path, strict=True), **faint)
            text = None if known else f"{label}: > {limit:g} s"
            axis.plot(
                *path[-1],
                marker="^",
                color=style["color"],
                markerfacecolor="none",
                linestyle="none",
                markersize=8,
                clip_on=False,
                label=text,
            )
    axis.axhline(limit, color="#bbbbbb", linewidth=0.8, zorder=0)
    axis.set_yscale("log")
    axis.set_xticks(sorted(set(sizes)))
    axis.set_title(f"{case.name}: {series}" if series != case.name else series, fontsize=10)
    axis.set_xlabel(_unit(case))
    axis.set_ylabel("CPU time in s")
    axis.grid(True, which="major", color="#e6e6e6", linewidth=0.7)
    axis.spines[["top", "right"]].set_visible(False)
    # Below the panel, where it hides no line.
    axis.legend(
        fontsize=6.5, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2
    )


def _unit(case: Case) -> str:
    units = {
        "charts": "degree of the coefficients",
        "pendulum": "links",
        "trailer": "trailers",
        "dynamics": "links",
        "reading": "formulas",
    }
    return units.get(case.name, "dimension")


def _colour(contender: Any) -> str:
    if contender.role == "ours":
        return OUR_OTHERS.get(contender.name, OURS)
    if contender.role == "floor":
        return FLOOR
    return next((c for name, c in COLOURS.items() if contender.name.startswith(name)), OTHER)
