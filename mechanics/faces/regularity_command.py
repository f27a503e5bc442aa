"""``mechanics regularity``: where a system is regular, as conditions on parameters."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.bounded_commands import POSITIVE
from mechanics.faces.options import SYSTEM, examples, reports
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text


@click.command(
    epilog=examples(
        "mechanics regularity roller-racer",
        "mechanics regularity my-system.toml --complex --seconds 20",
    )
)
@SYSTEM
@click.option("--complex", "is_complex", is_flag=True, help="Complex points and parameters.")
@click.option(
    "--seconds", type=POSITIVE,
    help="The time for deciding.  [three quarters of what --limit leaves]",
)  # fmt: skip
@reports()
def regularity(
    system: str, is_complex: bool, seconds: float | None, form: str, progress_lines: bool
) -> tuple[str, bool]:
    """Where the constrained system is regular, as conditions on its parameters.

    Everything is decided for all values of the parameters with the signs that the file assumes;
    exit 1 if something is left undecided within the time limit.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.analysis.regularity import Regularity
        from mechanics.analysis.regularity.families_of_systems import Family
        from mechanics.model.systems import load

        family = load(system, Family)
        progress.say("deciding")
        left = supervision.remaining()
        if seconds is None:
            seconds = 60.0 if left is None else 0.75 * left
        found = Regularity(family, "complex" if is_complex else "real", seconds)
        text = json_text(found.to_dict()) if form == "json" else str(found)
    return text, not found.cases.is_decided
