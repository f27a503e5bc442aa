"""``mechanics compare``: theories against each other on one system."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, examples, reports, written
from mechanics.faces.progress import Progress


@click.command(
    epilog=examples(
        "mechanics compare pursuit", "mechanics compare my-system.toml --theory projection --json"
    )
)
@SYSTEM
@click.option(
    "--theory", "names", multiple=True, metavar="NAME",
    help="Only this theory; repeatable. Default: all that are registered.",
)  # fmt: skip
@click.option("--reference", metavar="NAME", help="Compare with this theory.  [multipliers]")
@reports("latex")
def compare(
    system: str, names: tuple[str, ...], reference: str | None, form: str, progress_lines: bool
) -> tuple[str, bool]:
    """Compare the theories on a system: motion, reaction, regularity, energy.

    Everything is compared on the constraint set, by exact verdicts; exit 1 if they differ.
    Below stands the Postulate of Miron and Nimineț, a reading of the multipliers: whether it
    gives the same motion, by which multipliers, or why it does not and by how much.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.analysis import comparison
        from mechanics.model.systems import load
        from mechanics.theories.registry import theory_named

        theories = [theory_named(name) for name in names] or None
        loaded = load(system)
        found = comparison.compare(
            loaded,
            theories,
            reference=reference,
            progress=progress.say,
            found=lambda part: supervision.keep(written(part, form)),
        )
        progress.say("comparing")
        text = written(found, form)
    return text, found.agree is False
