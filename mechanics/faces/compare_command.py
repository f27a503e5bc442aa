"""``mechanics compare``: theories against each other on one system."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text
from mechanics.wording import printable


@click.command()
@click.argument("system")
@click.option(
    "--theory", "names", multiple=True, metavar="NAME",
    help="Only this theory; repeatable. Default: all that are registered.",
)  # fmt: skip
@click.option("--reference", metavar="NAME", help="Compare with this theory.  [multipliers]")
@click.option(
    "--format", "form", type=click.Choice(("text", "latex", "json")), default="text",
    show_default=True,
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--progress", "progress_lines", is_flag=True, help="Log the stages also to a file.")
def compare(
    system: str,
    names: tuple[str, ...],
    reference: str | None,
    form: str,
    as_json: bool,
    progress_lines: bool,
) -> None:
    """Compare the theories on a system: motion, reaction, regularity, energy.

    Everything is compared on the constraint set, by exact verdicts; exit 1 if they differ.
    Below stands the Postulate of Miron and Nimineţ, a reading of the multipliers: whether it
    gives the same motion, by which multipliers, or why it does not and by how much.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.analysis import comparison
        from mechanics.model.systems import load
        from mechanics.theories.registry import theory_named

        def written(found: comparison.Comparison) -> str:
            if as_json or form == "json":
                return json_text(found.to_dict())
            return found.latex() if form == "latex" else str(found)

        theories = [theory_named(name) for name in names] or None
        loaded = load(system)
        found = comparison.compare(
            loaded,
            theories,
            reference=reference,
            progress=progress.say,
            found=lambda part: supervision.keep(written(part)),
        )
        progress.say("comparing")
        text = written(found)
    click.echo(printable(text))
    if found.agree is False:
        raise click.exceptions.Exit(1)
