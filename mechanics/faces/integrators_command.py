"""``mechanics integrators``: methods side by side, what they keep and how exact they are."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, examples, reports
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text
from mechanics.faces.sweep_command import assigned
from mechanics.wording import one_line


@click.command(
    epilog=examples(
        "mechanics integrators suslov",
        "mechanics integrators knife-edge --steps 100,200,400 --until 5 --plot integrators.png",
        "mechanics integrators gearbox --turns 50 --steps 20 --until 2*pi --grid z=-1:1:3",
    )
)
@SYSTEM
@click.option("--until", metavar="T", help="The final time.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help='Initial value, parameter or function: --set x=1 --set "f(t)=2*t".',
)  # fmt: skip
@click.option("--steps", metavar="N,N", help="Numbers of steps.  [50,100,200,400]")
@click.option(
    "--turns", type=click.IntRange(2), metavar="N",
    help="Over so many turns: each takes the time --until and --steps steps.  [20]",
)  # fmt: skip
@click.option(
    "--grid", "grids", multiple=True, metavar="NAME=START:STOP:COUNT",
    help="With --turns: values, or NAME=1,2,5; new names may be used in --set.",
)  # fmt: skip
@click.option("--methods", metavar="NAMES", help="Some of the methods, with commas between.")
@click.option("--plot", type=click.Path(), metavar="FILE.png", help="Draw it; .png or .svg.")
@THEORY
@reports()
def integrators(
    system: str,
    until: str | None,
    settings: tuple[str, ...],
    steps: str | None,
    turns: int | None,
    grids: tuple[str, ...],
    methods: str | None,
    plot: str | None,
    theory: str,
    form: str,
    progress_lines: bool,
) -> str:
    """Measure integrators of constrained mechanics on a motion: orders, energy, constraints.

    On the constraint set, projected onto it, by the discrete principle of Lagrange and d'Alembert,
    by discrete gradients, against SciPy's DOP853 with its smallest tolerances.

    With --turns: what happens to the energy and to declared invariants over many turns of many
    motions, the largest error and how far the mean over a turn moves. Values of parameters in the
    grid are problems of their own, the others are motions of each.
    """
    values, grid = assigned(settings, "--set"), assigned(grids, "--grid")
    if grid and turns is None:
        raise click.UsageError("--grid is for runs over many turns; give --turns, too")
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load
        from mechanics.motion.integrator_laboratory import STEPS, Laboratory, laboratory
        from mechanics.motion.long_runs import LongRuns, long_runs
        from mechanics.motion.trajectory_plot import require_ending, save_figure

        if plot is not None:
            require_ending(plot)
        try:
            counts = [int(n) for n in steps.split(",")] if steps else STEPS
        except ValueError:
            raise click.UsageError(f"--steps {steps}: write whole numbers, as 50,100") from None
        loaded = load(system)
        progress.say(f"measuring integrators on {loaded.name}")
        names = [n.strip() for n in methods.split(",")] if methods else ()

        def written(table: Laboratory | LongRuns) -> str:
            return json_text(table.to_dict()) if form == "json" else table.report()

        def keep(table: Laboratory | LongRuns) -> None:
            supervision.keep(written(table))

        found: Laboratory | LongRuns
        if turns is None:
            found = laboratory(
                loaded.dynamics(theory), values, steps=counts, methods=names, until=until,
                found=keep,
            )  # fmt: skip
        elif len(counts) > 1 and steps:
            raise click.UsageError(f"--steps {steps}: with --turns one number, the steps of a turn")
        else:
            found = long_runs(
                loaded.dynamics(theory), values, grid, turns=turns,
                steps=counts[0] if steps else 20, methods=names, until=until, found=keep,
            )  # fmt: skip
        text = written(found)
        if plot is not None:
            where = (loaded.specification.where,)
            path = save_figure(plot, found.plot(), dpi=160, force=False, inputs=where)
            text += f"\n{one_line(f'wrote {path}')}" if form == "text" else ""
    return text
