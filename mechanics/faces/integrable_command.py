"""``mechanics integrable``: what implies quadratures, and a Poincaré section beside it."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, WITH, examples, integration, reports, written
from mechanics.faces.progress import Progress
from mechanics.faces.sweep_command import assigned
from mechanics.wording import names, one_line


@click.command(
    epilog=examples(
        "mechanics integrable veselova",
        "mechanics integrable my-system.toml --section y --plane 'x xdot' --start x=0,ydot=1 "
        "--start x=1/4,ydot=1 --until 500 --plot section.png",
    )
)
@SYSTEM
@click.option(
    "--order", type=click.IntRange(0), metavar="N",
    help="Of the coefficients of integrals, symmetries and momenta; by default each has its own.",
)  # fmt: skip
@WITH
@click.option("--section", metavar="FUNCTION", help="Draw where this becomes positive.")
@click.option("--plane", default="", metavar="NAMES", help="What is drawn: --plane 'x xdot'.")
@click.option(
    "--start", "starts", multiple=True, metavar="VALUES",
    help="Initial values of a motion, besides those of the system: --start x=1,ydot=0.",
)  # fmt: skip
@integration
@click.option("--plot", type=click.Path(), metavar="FILE.png", help="The picture; .png or .svg.")
@THEORY
@reports("latex")
def integrable(
    system: str,
    order: int | None,
    extra: tuple[str, ...],
    section: str | None,
    plane: str,
    starts: tuple[str, ...],
    plot: str | None,
    theory: str,
    form: str,
    progress_lines: bool,
    **settings: str | float | int | None,
) -> str:
    """What integrals, symmetries and volumes together imply: quadratures, or nothing known.

    With --section, --plane and --plot a Poincaré section is drawn beside it, which proves nothing.
    """
    if (section is None) != (plot is None):
        raise click.UsageError("--section says where motions are cut, --plot where it is drawn: "
                               "give both")  # fmt: skip
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load

        loaded = load(system)
        progress.say(f"looking for integrals and symmetries of {loaded.name}")
        found = loaded.integrability(order, extra, theory=theory)
        text = found.report() if form == "text" else written(found, form)
        supervision.keep(text)
        if section is not None and plot is not None:
            from mechanics.motion.poincare_sections import poincare_section

            progress.say("integrating")
            kept = {name: value for name, value in settings.items() if value is not None}
            first, second = (*names(plane), "", "")[:2]
            values = [assigned(start, "--start") for start in starts] or [{}]
            cut = poincare_section(found.dynamics, section, (first, second), values, **kept)
            where = cut.save(plot, inputs=(loaded.specification.where,))
            click.echo(one_line(f"wrote {where}"), err=True)
    return text
