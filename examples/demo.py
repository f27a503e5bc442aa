"""The curve of pursuit from end to end: derive, check, simulate, plot.

Run with ``make demo``. Everything here is also done by the command line; the commands are
printed as they run.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from mechanics.faces.command_line import main as mechanics

SYSTEM = Path(__file__).with_name("pursuit.toml")


#: The exit status of a run whose trajectory is partial.
PARTIAL = 3


def run(*arguments: str, status: int = 0) -> None:
    """Print a command of the command line, run it, and stop where its status is another one."""
    print(f"\n$ mechanics {' '.join(arguments)}\n", flush=True)
    try:
        mechanics([*arguments, "--progress"])
    except SystemExit as end:
        if (end.code or 0) != status:
            raise SystemExit(end.code or 1) from None


def main() -> None:
    """Derive, check, simulate and plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", default="output", help="folder for the CSV and the plot")
    folder = Path(parser.parse_args().output)
    folder.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    system = os.path.relpath(SYSTEM)
    run("derive", system, "--details", "--check")
    run(
        "simulate", system, "--until", "5",
        "--out", str(folder / "pursuit.csv"), "--plot", str(folder / "pursuit.png"),
    )  # fmt: skip
    # The pursuer comes to its target before that, where the constraint is singular.
    capture = str(folder / "capture.svg")
    run("simulate", system, "--until", "10", "--plot", capture, status=PARTIAL)
    print(f"\ndone in {time.monotonic() - begin:.1f} s; the pictures are in {folder}/")


if __name__ == "__main__":
    main()
