"""``python -m benchmarks``: measure the chosen cases and print the tables."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console

from benchmarks.harness import PEERS, Case, measure
from benchmarks.report import Rows, document, legend, markdown, table
from benchmarks.workers import interpreter

NAMES = (
    "zero",
    "forms",
    "jacobi",
    "nijenhuis",
    "curvature",
    "charts",
    "pendulum",
    "trailer",
    "dynamics",
    "reading",
    "startup",
)
LIBRARIES = ("diffgeo-mechanics", "python-flint", "sympy", "symengine", "numpy")
PEER = "passagemath-symbolics"


def libraries() -> dict[str, str | None]:
    """Versions of what is compared; None for what is not installed."""
    found: dict[str, str | None] = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    python = interpreter(PEERS)
    if Path(python).exists():
        code = f"from importlib.metadata import version; print(version({PEER!r}))"
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
        found[PEER] = done.stdout.strip() or None
    else:
        found[PEER] = None
    return found


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="fewer, smaller instances")
    parser.add_argument("--json", action="store_true", help="JSON instead of tables")
    parser.add_argument("--markdown", metavar="FILE", help="write the tables as Markdown too")
    parser.add_argument("--plot", metavar="FILE", help="draw the growth with the size (.png)")
    parser.add_argument("--limit", type=float, help="CPU seconds for one run (10; quick: 3)")
    parser.add_argument("--rounds", type=int, help="timed runs of each (3; quick: 1)")
    options = parser.parse_args()
    for name in options.cases:
        if name not in NAMES:
            parser.error(f"there is no case {name!r}; choose of {', '.join(NAMES)}")
    options.limit = options.limit or (3.0 if options.quick else 10.0)
    options.rounds = options.rounds or (1 if options.quick else 3)
    return options


def main() -> None:
    """Measure and report."""
    options = arguments()
    console = Console(width=None if sys.stdout.isatty() else 200)
    progress = Console(stderr=True)
    about = {"python": platform.python_version(), "machine": platform.machine(), **libraries()}
    head = [
        ", ".join(f"{k} {v or 'not installed'}" for k, v in about.items()),
        legend(options.limit, options.rounds),
    ]
    if not options.json:
        for line in head:
            console.print(line)
    measured: list[tuple[Case, Rows]] = []
    for name in options.cases or NAMES:
        case = importlib.import_module(f"benchmarks.cases.{name}").CASE
        rows: Rows = []
        measured.append((case, rows))
        for instance, row in measure(case, options.quick, options.limit, options.rounds):
            rows.append((instance, row))
            progress.print(f"[dim]{name}: {instance.label}[/dim]")
        if not options.json:
            console.print()
            console.print(table(case, rows, options.limit))
        write(measured, options, head)
    if options.json:
        settings = {"limit": options.limit, "rounds": options.rounds, "quick": options.quick}
        cases = [document(case, rows) for case, rows in measured]
        print(json.dumps({**about, **settings, "cases": cases}, indent=2))


def write(
    measured: Sequence[tuple[Case, Rows]], options: argparse.Namespace, head: Sequence[str]
) -> None:
    """The files that were asked for, after every case: a run may be interrupted."""
    if options.markdown:
        text = ["\n\n".join(["# Benchmarks", *head]), ""]
        text += [markdown(case, rows, options.limit) for case, rows in measured]
        Path(options.markdown).write_text("\n".join(text), encoding="utf-8")
    if options.plot:
        from benchmarks.plot import growth

        growth(measured, options.limit, options.plot)


if __name__ == "__main__":
    main()
