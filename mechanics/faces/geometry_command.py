"""``mechanics geometry``: the Lagrange geometry of a system without time."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, examples, reports, written
from mechanics.faces.progress import Progress


@click.command(
    epilog=examples(
        "mechanics geometry vertical-rolling-disk",
        "mechanics geometry randers-geodesics --no-curvature --json",
    )
)
@SYSTEM
@reports("latex")
@click.option(
    "--no-curvature", "flat", is_flag=True,
    help="Leave out the tensors of curvature and of Ricci, which are large.",
)  # fmt: skip
@click.option(
    "--whole", is_flag=True, help="Write out components that are longer than a few lines, too."
)
def geometry(system: str, form: str, flat: bool, whole: bool, progress_lines: bool) -> str:
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
        for part in report.making():
            supervision.keep(written(part, form))
        return written(report, form)
