"""``python -m benchmarks``: measure the chosen cases and print the tables.

Every row is kept in a file at once; ``--resume`` goes on where a run was interrupted, and
``--report`` prints what is kept.
"""

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
from typing import Any

from rich.console import Console

from benchmarks import store
from benchmarks.harness import PEERS, Case, measure
from benchmarks.report import aims, counted, history, legend, markdown, overview, table
from benchmarks.workers import interpreter

NAMES = (
    "motion",
    "compiled",
    "zero",
    "forms",
    "jacobi",
    "nijenhuis",
    "curvature",
    "lagrange",
    "charts",
    "pendulum",
    "trailer",
    "dynamics",
    "generated",
    "reading",
    "startup",
)
LIBRARIES = ("diffgeo-mechanics", "python-flint", "sympy", "symengine", "numpy", "scipy", "heyoka")
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
    parser.add_argument(
        "--results",
        metavar="FOLDER",
        type=Path,
        default=Path("output/benchmarks"),
        help="where every measured row is kept at once (output/benchmarks)",
    )
    parser.add_argument("--resume", action="store_true", help="measure only rows not kept there")
    parser.add_argument("--report", action="store_true", help="measure nothing, print what is kept")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="write history/<version>.json for this release",
    )
    parser.add_argument("--history", action="store_true", help="only compare the kept releases")
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
    if options.history:
        kept = store.releases()
        if not kept:
            sys.exit("no release is kept in benchmarks/history: --keep writes one")
        console.print(counted("Our CPU time by release", *history(kept)))
        if options.plot:
            from benchmarks import plot

            plot.history(kept, options.plot)
        return
    about = {"python": platform.python_version(), "machine": platform.machine(), **libraries()}
    settings = {"limit": options.limit, "rounds": options.rounds, "quick": options.quick}
    records: list[store.Record] = []
    for name in options.cases or NAMES:
        case = importlib.import_module(f"benchmarks.cases.{name}").CASE
        if options.report:
            record = store.load(case, options.results)
            if record is None:
                continue
        else:
            record = _measured(case, {**about, **settings}, options)
        records.append(record)
        if not options.json:
            for line in _head(records) if len(records) == 1 else ():
                console.print(line)
            console.print()
            console.print(table(case, record.rows, record.limit))
        write(records, options)
    if options.keep and records:
        console.print(f"wrote {store.keep(records)}")
    if options.json:
        print(json.dumps([record.document() for record in records], indent=2))
    elif len(records) > 1:
        console.print()
        console.print(overview(records))


def _measured(case: Case, about: dict[str, Any], options: argparse.Namespace) -> store.Record:
    """The rows of a case; those that are kept are not measured again if one resumes."""
    progress = Console(stderr=True)
    record, known = store.Record(case, about), store.Record(case, about)
    if options.resume and (kept := store.load(case, options.results)):
        if problem := store.comparable(kept, about):
            sys.exit(problem)
        known = kept
    loads = dict(zip(known.known, known.loads, strict=True))
    rows = measure(case, options.quick, options.limit, options.rounds, known.known)
    for instance, row in rows:
        record.add(instance, row, loads.get(instance.label))
        record.write(options.results)
        progress.print(f"[dim]{case.name}: {instance.label}[/dim]")
    return record


def _head(records: Sequence[store.Record]) -> list[str]:
    """What was measured, with which libraries, and how to read it."""
    about = records[0].about
    skipped = ("limit", "rounds", "quick")
    versions = (f"{k} {v or 'not installed'}" for k, v in about.items() if k not in skipped)
    loads = [load for record in records for load in record.loads]
    head = [", ".join(versions), legend([r.limit for r in records], about["rounds"])]
    if loads:
        head.append(f"load of the machine (one minute): {min(loads):.1f} to {max(loads):.1f}")
    return head


def write(records: Sequence[store.Record], options: argparse.Namespace) -> None:
    """The files that were asked for, after every case: a run may be interrupted."""
    if options.markdown:
        text = ["\n\n".join(["# Benchmarks", *_head(records)]), ""]
        text += [markdown(record.case, record.rows, record.limit) for record in records]
        text.append(aims(records))
        Path(options.markdown).write_text("\n".join(text), encoding="utf-8")
    if options.plot:
        from benchmarks.plot import growth

        growth(records, options.plot)


if __name__ == "__main__":
    main()
