"""``mechanics geometry``: the Lagrange geometry of a system without time."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text
from mechanics.wording import printable


@click.command()
@click.argument("system")
@click.option(
    "--format", "form", type=click.Choice(("text", "latex", "json")), default="text",
    show_default=True,
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--no-curvature", "flat", is_flag=True,
    help="Leave out the tensors of curvature and of Ricci, which are large.",
)  # fmt: skip
@click.option(
    "--whole", is_flag=True, help="Write out components that are longer than a few lines, too."
)
@click.option("--progress", "progress_lines", is_flag=True, help="Log the stages also to a file.")
def geometry(
    system: str, form: str, as_json: bool, flat: bool, whole: bool, progress_lines: bool
) -> None:
    """Show the geometry of a system on TM: semispray, connections, curvatures.

    Components in the adapted frame; zero components are left out. For systems without time.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.faces.geometry_report import GeometryReport
        from mechanics.model.systems import load

        loaded = load(system)
        progress.say(f"making the canonical semispray of {loaded.name}")
        report = GeometryReport(loaded, curvature=not flat, whole=whole)
        progress.say("making connections and curvatures")

        def written(found: GeometryReport) -> str:
            if as_json or form == "json":
                return json_text(found.to_dict())
            return found.latex() if form == "latex" else found.text()

        for part in report.making():
            supervision.keep(written(part))
        text = written(report)
    click.echo(printable(text))
