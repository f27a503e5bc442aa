"""``mechanics compare``: theories against each other on one system."""

from __future__ import annotations

import click

from mechanics.progress import Progress


@click.command()
@click.argument("system")
@click.option(
    "--theory", "names", multiple=True, metavar="NAME",
    help="Only this theory; repeatable. Default: all that are registered.",
)  # fmt: skip
@click.option("--reference", metavar="NAME", help="Compare with this theory.  [multipliers]")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--progress", "progress_lines", is_flag=True, help="Log the stages also to a file.")
def compare(
    system: str,
    names: tuple[str, ...],
    reference: str | None,
    as_json: bool,
    progress_lines: bool,
) -> None:
    """Compare the theories on a system: motion, reaction, regularity, energy.

    Everything is compared on the constraint set, by exact verdicts; exit 1 if they differ.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics import comparison
        from mechanics.registry import theory_named
        from mechanics.systems import load

        theories = [theory_named(name) for name in names] or None
        loaded = load(system)
        found = comparison.compare(loaded, theories, reference=reference, progress=progress.say)
        progress.say("comparing")
        if as_json:
            import json

            text = json.dumps(found.to_dict(), indent=2, ensure_ascii=False)
        else:
            text = str(found)
    click.echo(text)
    if found.agree is False:
        raise click.exceptions.Exit(1)
