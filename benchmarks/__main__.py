"""``python -m benchmarks``: measure the chosen cases and print the tables."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

from rich.console import Console

from benchmarks.harness import measure
from benchmarks.report import document, table

NAMES = ("zero", "forms", "jacobi", "nijenhuis", "curvature", "charts", "dynamics", "pendulum", "trailer", "reading", "startup")
LIBRARIES = ("diffgeo-mechanics", "python-flint", "sympy", "symengine", "numpy")


def libraries() -> dict[str, str | None]:
    """Versions of what is compared; None for what is not installed."""
    found: dict[str, str | None] = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="fewer, smaller instances")
    parser.add_argument("--json", action="store_true", help="JSON instead of tables")
    parser.add_argument("--limit", type=float, help="CPU seconds for one run (60; quick: 5)")
    parser.add_argument("--rounds", type=int, help="timed runs of each (5; quick: 3)")
    options = parser.parse_args()
    for name in options.cases:
        if name not in NAMES:
            parser.error(f"there is no case {name!r}; choose of {', '.join(NAMES)}")
    limit = options.limit or (5.0 if options.quick else 60.0)
    rounds = options.rounds or (3 if options.quick else 5)

    console = Console(width=None if sys.stdout.isatty() else 160)
    progress = Console(stderr=True)
    about = {"python": platform.python_version(), "machine": platform.machine(), **libraries()}
    if not options.json:
        console.print(", ".join(f"{k} {v or 'not installed'}" for k, v in about.items()))
        console.print(
            f"CPU time, median of {rounds} interleaved runs; ×: ratio to the first column; "
            f"limit {limit:g} s"
        )
    documents = []
    for name in options.cases or NAMES:
        case = importlib.import_module(f"benchmarks.cases.{name}").CASE
        rows = []
        for instance, row in measure(case, options.quick, limit, rounds):
            rows.append((instance, row))
            progress.print(f"[dim]{name}: {instance.label}[/dim]")
        if options.json:
            documents.append(document(case, rows))
        else:
            console.print()
            console.print(table(case, rows, limit))
    if options.json:
        settings = {"limit": limit, "rounds": rounds, "quick": options.quick}
        print(json.dumps({**about, **settings, "cases": documents}, indent=2))


if __name__ == "__main__":
    main()
