"""``mechanics sweep``: a motion for many values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from mechanics.faces.options import (
    JSON,
    PLANE,
    PROGRESS,
    SYSTEM,
    THEORY,
    examples,
    integration,
    parallel,
)
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text
from mechanics.wording import one_line, printable, shorten

#: So many reasons of refused members are told.
_SHOWN = 3


@click.command(
    epilog=examples(
        "mechanics sweep chaplygin-sleigh --grid a=0.1:1:50 --out sleighs.zarr",
        "mechanics sweep pursuit --random 'y=normal(1, 0.1)' --members 200 --out pursuits.nc",
    )
)
@SYSTEM
@click.option(
    "--grid", "grids", multiple=True, metavar="NAME=START:STOP:COUNT",
    help="A parameter or initial value on a grid, or NAME=1,2,5; each is a dimension.",
)  # fmt: skip
@click.option(
    "--random", "draws", multiple=True, metavar="NAME=DISTRIBUTION",
    help='A random one: "m=lognormal(0, 0.1)", uniform(a, b), normal(a, b), exponential(a).',
)  # fmt: skip
@click.option("--members", type=int, metavar="N", help="How many are drawn.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the draws.")
@integration
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help="What all members have in common; see simulate.",
)  # fmt: skip
@THEORY
@click.option(
    "--out", type=click.Path(), required=True, metavar="PLACE",
    help="A folder in the format zarr, or a file NAME.nc; what is there is continued.",
)  # fmt: skip
@parallel
@click.option(
    "--block", type=int, default=500, show_default=True, help="Members computed together."
)
@click.option(
    "--unit", "units", multiple=True, metavar="NAME=UNIT", help="For the results' attributes."
)
@click.option(
    "--plot", type=click.Path(), metavar="FILE.png", is_eager=True,
    help="Draw all members: a phase portrait, or an ensemble along the time; .png or .svg.",
)  # fmt: skip
@PLANE
@JSON
@PROGRESS
def sweep(
    system: str,
    grids: tuple[str, ...],
    draws: tuple[str, ...],
    settings: tuple[str, ...],
    units: tuple[str, ...],
    theory: str,
    out: str,
    plot: str | None,
    plane: tuple[str, str] | None,
    as_json: bool,
    progress_lines: bool,
    **options: Any,
) -> None:
    """Integrate the motion for a grid of values and for random ones, into one labelled table.

    Results are written as they come. After an interruption, of whatever kind, the same command goes
    on with the members that are missing; one with other equations, settings or members is refused.
    SYSTEM may also be what derive --save has written.
    """
    grid, random = assigned(grids, "--grid"), assigned(draws, "--random")
    values, named_units = assigned(settings, "--set"), assigned(units, "--unit")
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.faces.derivation_files import is_derivation, load_dynamics
        from mechanics.model.systems import load
        from mechanics.motion.campaign import require_format
        from mechanics.motion.trajectory_plot import require_ending
        from mechanics.output_files import require_apart, require_places
        from mechanics.theories.registry import derive, theory_named

        method_of_constraints = theory_named(theory)
        require_format(out)
        if plot is not None:
            require_ending(plot)
            require_apart([out, plot])
            require_places([plot], False, system)
        if is_derivation(system):
            dynamics = load_dynamics(system)
        else:
            loaded = load(system)
            progress.say(f"deriving {loaded.name} by the theory {theory}")
            dynamics = derive(loaded, method_of_constraints)
        progress.say("integrating the members")
        found = dynamics.sweep(
            grid, random, values=values, units=named_units, out=out, progress=progress.fraction,
            **options,
        )  # fmt: skip
        from mechanics.motion.campaign_members import counted

        outcomes = counted(found["status"].values)
        refusals = dict(Counter(text for text in found["reason"].values.flat if text))
        written = [out]
        if plot is not None:
            from mechanics.motion.ensemble_plot import save
            from mechanics.motion.moving_picture import first_two

            progress.say("drawing")
            s = dynamics.system.specification
            written.append(str(save(found, plot, plane or s.plot.plane or first_two(s))))
    if as_json:
        sizes = {str(name): int(length) for name, length in found.sizes.items()}
        told_data = {"out": out, "dimensions": sizes, "outcomes": outcomes, "refusals": refusals}
        click.echo(json_text({**told_data, "files": written}))
        return
    dimensions = ", ".join(f"{name} {length}" for name, length in found.sizes.items())
    told = ", ".join(f"{count} {word}" for word, count in outcomes.items())
    lines = [f"{dynamics.system.name}: {dimensions}", f"members: {told}"]
    first = list(refusals.items())[:_SHOWN]
    lines += [f"refused: {count} since {shorten(text, 200)}" for text, count in first]
    if len(refusals) > _SHOWN:
        lines.append(f"refused: others for {len(refusals) - _SHOWN} more reasons, see `reason`")
    lines += [f"wrote {path}" for path in written]
    click.echo(printable("\n".join(map(one_line, lines))))


def assigned(given: str | Sequence[str], option: str) -> dict[str, str]:
    """``NAME=VALUE`` by name; several in one text stand between commas."""
    from diffgeo.calculus import split_at_commas

    values: dict[str, str] = {}
    for text in split_at_commas(given) if isinstance(given, str) else given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.UsageError(f"{option} {text!r}: write NAME=VALUE, for example {option} x=1")
        if name.strip() in values:
            raise click.UsageError(f"{option} {name.strip()} is given twice; keep one of them")
        values[name.strip()] = value.strip()
    return values
