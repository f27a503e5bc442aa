"""The command line: ``mechanics list``, ``derive``, ``simulate``, and the other verbs."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from diffgeo.errors import DiffGeoError
from mechanics.compare_command import compare
from mechanics.conservation_commands import energy, integrals
from mechanics.geometry_command import geometry
from mechanics.ledger.command import verify
from mechanics.progress import Progress
from mechanics.regularity_command import regularity

_FORMATS = ("text", "latex", "json", "python")
_SIDES = ("lagrangian", "hamiltonian")

_PROGRESS = click.option(
    "--progress", "progress_lines", is_flag=True, help="Log the stages also where no terminal is."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="diffgeo-mechanics", prog_name="mechanics")
def cli() -> None:
    """Equations of motion of constrained mechanical systems, derived, checked and integrated.

    SYSTEM is the name of a gallery system or a TOML file.
    """


@cli.command("list")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def list_(as_json: bool) -> None:
    """List the gallery's systems, the theories and the papers."""
    from mechanics import gallery
    from mechanics.ledger import PAPERS
    from mechanics.registry import broken, registered

    systems, singular = gallery.titles(), gallery.singular_titles()
    theories = {name: theory.title for name, theory in registered().items()}
    for error in broken().values():
        click.echo(f"mechanics: {error}", err=True)
    if as_json:
        lists = {"systems": systems, "singular": singular, "theories": theories, "papers": PAPERS}
        _say_json(lists)
        return
    width = max(map(len, [*systems, *singular, *theories, *PAPERS]))
    lines = ["Systems (mechanics derive NAME)"]
    lines += [f"  {name:{width}}  {title}" for name, title in systems.items()]
    lines += ["", "Systems for the constraint algorithm"]
    lines += [f"  {name:{width}}  {title}" for name, title in singular.items()]
    lines += ["", "Theories (--theory NAME)"]
    lines += [f"  {name:{width}}  {title}" for name, title in theories.items()]
    lines += ["", "Papers (mechanics verify NAME)"]
    lines += [f"  {name:{width}}  {title}" for name, title in PAPERS.items()]
    click.echo("\n".join(lines))


@cli.command()
@click.argument("system")
@click.option("--theory", default="projection", show_default=True, metavar="NAME")
@click.option(
    "--side", type=click.Choice(_SIDES), default="lagrangian", show_default=True,
    help="On the jets, or on their dual by the Legendre map.",
)  # fmt: skip
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@_PROGRESS
@click.option("--details", is_flag=True, help="Show the objects of the construction.")
@click.option("--check", "checked", is_flag=True, help="Check the result; exit 1 if a check fails.")
@click.option("--out", type=click.Path(), help="Write to this file.")
def derive(
    system: str,
    theory: str,
    side: str,
    form: str,
    as_json: bool,
    details: bool,
    checked: bool,
    out: str | None,
    progress_lines: bool,
) -> None:
    """Derive the equations of motion: accelerations, multipliers, regularity.

    Where constraints or Lagrangian do not determine the motion, the sequence of sets that the
    constraint algorithm makes is shown, and the motions on the last one.
    """
    from mechanics.registry import theory_named

    form = "json" if as_json else form
    if side == "hamiltonian" and (theory != "projection" or form == "python"):
        raise click.UsageError(
            "--side hamiltonian is made by the theory projection, in the formats text, latex and "
            "json"
        )
    with Progress("reading the system", progress_lines) as progress:
        from mechanics import hamiltonian_report, reduction_report, report
        from mechanics.errors import SingularConstraintMatrix, SingularLagrangian
        from mechanics.systems import load

        method = theory_named(theory)
        loaded = load(system)
        progress.say(f"deriving {loaded.name} by the theory {theory}")
        faces: Any = hamiltonian_report if side == "hamiltonian" else report
        dynamics: Any
        try:
            dynamics = loaded.hamiltonian() if side == "hamiltonian" else loaded.dynamics(method)
        except (SingularConstraintMatrix, SingularLagrangian):
            if form == "python":
                raise
            progress.say("running the constraint algorithm")
            found = loaded.reduction()
            dynamics, faces = found.dual if side == "hamiltonian" else found, reduction_report
        checks = None
        if checked:
            progress.say("checking the result")
            checks = dynamics.checks()
        progress.say("writing the result")
        if form == "json":
            text = _json(faces.data(dynamics, details=details, checks=checks))
        else:
            render = {"text": faces.text, "latex": faces.latex, "python": report.python}[form]
            text = render(dynamics, details=details, checks=checks)
    if out is None:
        click.echo(text)
    else:
        from mechanics.trajectory import write_whole

        write_whole(out, lambda path: _write(path, text + "\n"))
        click.echo(f"wrote {out}", err=True)
    if checks and any(check.holds is False for check in checks):
        raise SystemExit(1)


@cli.command()
@click.argument("system")
@click.option("--until", metavar="T", help="The final time.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help='Initial value, parameter or function: --set x=1 --set "f(t)=2*t".',
)  # fmt: skip
@click.option("--theory", default="projection", show_default=True, metavar="NAME")
@click.option("--method", metavar="NAME", help="Integration method of SciPy.")
@click.option("--rtol", type=float, help="Relative tolerance.")
@click.option("--atol", type=float, help="Absolute tolerance.")
@click.option("--points", type=int, help="Number of output times.")
@click.option("--project", is_flag=True, help="Project the velocities at every output time.")
@click.option("--out", type=click.Path(), metavar="FILE.csv", help="Write the trajectory.")
@click.option("--plot", type=click.Path(), metavar="FILE.png", help="Draw it; .png or .svg.")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
@_PROGRESS
def simulate(
    system: str,
    until: str | None,
    settings: tuple[str, ...],
    theory: str,
    method: str | None,
    rtol: float | None,
    atol: float | None,
    points: int | None,
    project: bool,
    out: str | None,
    plot: str | None,
    as_json: bool,
    progress_lines: bool,
) -> None:
    """Integrate the motion; report the drift of constraints, invariants and the energy.

    What stops early or is interrupted is written as far as it goes (exit status 3, 130, 143).
    Where constraints or Lagrangian do not determine the motion, that on the final submanifold of
    the constraint algorithm is integrated.
    """
    values = _assignments(settings)
    from mechanics.registry import theory_named

    with Progress("reading the system", progress_lines) as progress:
        method_of_constraints = theory_named(theory)
        if plot is not None:
            from mechanics.plot import require_ending

            require_ending(plot)
        from mechanics.simulation_on_sets import motion_of
        from mechanics.systems import load

        loaded = load(system)
        progress.say(f"deriving {loaded.name} by the theory {theory}")
        dynamics = motion_of(loaded, method_of_constraints)
        progress.say("compiling and integrating")
        with _ending_early():
            trajectory = dynamics.simulate(
                values=values,
                until=until,
                method=method,
                rtol=rtol,
                atol=atol,
                points=points,
                project=project,
                progress=progress.fraction,
            )
        written = []
        if out is not None:
            written.append(str(trajectory.to_csv(out)))
        if plot is not None:
            progress.say("drawing")
            written.append(str(trajectory.plot(plot)))
    if as_json:
        _say_json({**trajectory.data(), "files": written})
    else:
        click.echo("\n".join([trajectory.report(), *(f"wrote {path}" for path in written)]))
    if not trajectory.complete:
        status = {"interrupted": 130, "terminated": 143}.get(trajectory.cause, 3)
        _fail(f"the trajectory is partial: {trajectory.stopped}", status)


class _Terminated(KeyboardInterrupt):
    """The process was asked to end, by SIGTERM."""


@contextmanager
def _ending_early() -> Iterator[None]:
    """SIGTERM interrupts the block, like the keyboard; the report tells it, not a warning."""

    def terminate(number: int, frame: Any) -> None:
        raise _Terminated

    main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, terminate) if main_thread else None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            yield
    except _Terminated:
        _fail("terminated", status=143)
    finally:
        if main_thread:
            signal.signal(signal.SIGTERM, before)


cli.add_command(energy)
cli.add_command(integrals)
cli.add_command(compare)
cli.add_command(geometry)
cli.add_command(regularity)
cli.add_command(verify)


def _assignments(settings: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.UsageError(f"--set {text!r}: write NAME=VALUE, for example --set x=1")
        if name.strip() in values:
            raise click.UsageError(f"--set {name.strip()} is given twice; keep one of them")
        values[name.strip()] = value.strip()
    return values


def _json(data: Any) -> str:
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


def _say_json(data: Any) -> None:
    click.echo(_json(data))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; exit status 0 done, 1 a check failed, 2 bad input."""
    # One short run that makes many small trees: collecting rarely saves a third of the time.
    gc.set_threshold(200_000, 50, 100)
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        with cli.make_context("mechanics", given) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        raise SystemExit(end.exit_code) from None
    except click.UsageError as error:
        _fail(f"{error.format_message()} (mechanics {_command(error)}--help shows the usage)")
    except click.ClickException as error:
        _fail(error.format_message())
    except DiffGeoError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of the output has gone: that is its right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (KeyboardInterrupt, click.Abort):
        _fail("interrupted", status=130)
    except MemoryError:
        _fail("out of memory: the system is too large for this machine")
    except RecursionError:
        _fail("the input is nested too deeply; write it with fewer parentheses")
    raise SystemExit(0)


def _command(error: click.UsageError) -> str:
    name = error.ctx.info_name if error.ctx else None
    return f"{name} " if name and name != "mechanics" else ""


def _fail(message: str, status: int = 2) -> None:
    click.echo(f"mechanics: {' '.join(message.split())}", err=True)
    raise SystemExit(status)
