"""``mechanics stability``: relative equilibria, the linear motion near them, and what follows."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, examples, reports, written
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text
from mechanics.faces.sweep_command import assigned
from mechanics.wording import one_line


@click.command(
    epilog=examples(
        "mechanics stability chaplygin-sleigh --at 'xdot=u*cos(theta)' --at 'ydot=u*sin(theta)' "
        "--free u",
        "mechanics stability rotating-hoop --at theta=0 --set g=10 --set R=1 --sweep Omega=0:6",
        "mechanics stability rotating-hoop --search",
        "mechanics stability rotating-hoop --search --box theta=-4:4 --set g=8 --set R=1 "
        "--set m=1 --set Omega=4",
    )
)
@SYSTEM
@click.option(
    "--at", "states", multiple=True, metavar="NAME=FORMULA",
    help="A coordinate or velocity of the states: --at theta=0 --at xdot=u.",
)  # fmt: skip
@click.option("--search", is_flag=True, help="Find the relative equilibria among these states.")
@click.option(
    "--box", "sides", multiple=True, metavar="NAME=LOW:HIGH",
    help="With --search and values of all parameters: all in that box, in balls.",
)  # fmt: skip
@click.option("--free", default="", metavar="NAMES", help="Further names in these formulas.")
@click.option("--positive", default="", metavar="NAMES", help="Those of them that are positive.")
@click.option(
    "--group", "fields", multiple=True, metavar="FIELD",
    help="A symmetry by its components: --group 'psi=1, x=-y, y=x'.",
)  # fmt: skip
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help="An exact value, for the eigenvalues: --set u=5.",
)  # fmt: skip
@click.option("--sweep", metavar="NAME=LOW:HIGH", help="Where along a name it is stable.")
@click.option("--plot", type=click.Path(), metavar="FILE.png", help="Draw that; .png or .svg.")
@THEORY
@reports("latex")
def stability(
    system: str,
    states: tuple[str, ...],
    search: bool,
    sides: tuple[str, ...],
    free: str,
    positive: str,
    fields: tuple[str, ...],
    settings: tuple[str, ...],
    sweep: str | None,
    plot: str | None,
    theory: str,
    form: str,
    progress_lines: bool,
) -> str:
    """Relative equilibria, the linear motion on the constraints near them, and stability.

    The states are motions along symmetries; that is verified. Coordinates that are not given are
    arbitrary, velocities that are not given are 0. Eigenvalues are in balls, their signs are
    certain.
    """
    values = assigned(settings, "--set")
    group = [assigned(text, "--group") for text in fields] or None
    if sides and not search:
        raise click.UsageError("--box is where relative equilibria are searched: give --search")
    if search and ((settings and not sides) or sweep or plot or form == "latex"):
        raise click.UsageError(
            "--search has the states for answer: ask for the rest with --at, or, with values of "
            "all parameters, for those in a box with --box theta=-4:4"
        )
    if plot is not None and sweep is None:
        raise click.UsageError("--plot draws eigenvalues along a name: give --sweep u=0:10")
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load

        loaded = load(system)
        if sides:
            from mechanics.motion.spectrum_plot import interval

            progress.say(f"looking for all relative equilibria of {loaded.name} in the box")
            named = {name: (low, high) for name, low, high in map(interval, sides)}
            in_box = loaded.equilibria_in(
                named, values, assigned(states, "--at"), free, group,
                positive=positive, theory=theory,
            )  # fmt: skip
            return json_text(in_box.to_dict()) if form == "json" else in_box.report()
        if search:
            progress.say(f"looking for relative equilibria of {loaded.name}")
            all_found = loaded.equilibria(
                assigned(states, "--at"), free, group, positive=positive, theory=theory
            )
            return json_text(all_found.to_dict()) if form == "json" else all_found.report()
        progress.say(f"linearising {loaded.name}")
        found = loaded.relative_equilibria(
            assigned(states, "--at"), free, group, positive=positive, theory=theory
        )
        text = found.report() if form == "text" else written(found, form)
        supervision.keep(text)
        data, lines = found.to_dict() if form == "json" else {}, [text]
        if sweep is not None:
            from mechanics.motion.spectrum_plot import interval, save, to_double

            name, low, high = interval(sweep)
            progress.say(f"deciding along {name}")
            parts = found.along(name, low, high, values)
            ends = [(to_double(left), to_double(right), s) for left, right, s in parts]
            data["intervals"] = [[left, right, s.conclusion] for left, right, s in ends]
            lines += [f"{name} in ({left:.15g}, {right:.15g}): {s.conclusion}"
                      for left, right, s in ends]  # fmt: skip
            if plot is not None:
                progress.say("drawing")
                lines.append(one_line(f"wrote {save(found, name, low, high, values, plot)}"))
        elif values:
            spectrum = found.at(values)
            data["spectrum"] = spectrum.to_dict()
            lines += ["Eigenvalues", *(f"  {told}" for told in spectrum.lines())]
            lines += [f"  {answer}" for answer in spectrum.checks]
    if form == "json":
        return json_text(data)
    return "\n".join(lines) if form == "text" else text
