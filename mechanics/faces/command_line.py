"""The command line: ``mechanics list``, ``derive``, ``simulate``, and the other verbs."""

from __future__ import annotations

import gc
import os
import platform
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NoReturn

import click

from diffgeo.errors import DiffGeoError, LimitExceeded
from mechanics.entry_points import load, points
from mechanics.errors import BadCommand
from mechanics.faces import supervision
from mechanics.faces.bounded_commands import bounded
from mechanics.faces.compare_command import compare
from mechanics.faces.conservation_commands import energy, integrals
from mechanics.faces.derive_command import derive
from mechanics.faces.geometry_command import geometry
from mechanics.faces.integrable_command import integrable
from mechanics.faces.integrators_command import integrators
from mechanics.faces.options import (
    FORCE,
    JSON,
    PLANE,
    PROGRESS,
    SYSTEM,
    THEORY,
    coloured,
    examples,
    integration,
    reports,
)
from mechanics.faces.progress import Progress
from mechanics.faces.question_commands import QUESTIONS, study
from mechanics.faces.regularity_command import regularity
from mechanics.faces.rendering import json_text
from mechanics.faces.stability_command import stability
from mechanics.faces.sweep_command import assigned, sweep
from mechanics.wording import one_line, printable, shorten

if TYPE_CHECKING:
    from mechanics.algorithm.constraint_algorithm import Reduction
    from mechanics.theories.dynamics import Dynamics


#: What verdicts and numbers rest on.
_LIBRARIES = ("python-flint", "z3-solver", "sympy", "numpy", "scipy")


class _Commands(click.Group):
    """The commands of this chapter, and those that are found by entry points."""

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with what they do, on as many lines as that takes."""
        shown = [(name, self.get_command(context, name)) for name in self.list_commands(context)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(200)) for name, one in shown if one is not None]
            )

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*super().list_commands(context), *points("mechanics.commands")})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        own = super().get_command(context, name)
        found = points("mechanics.commands") if own is None else {}
        if name not in found:
            return own
        try:
            return load(found[name], "command", BadCommand)  # type: ignore[no-any-return]
        except BadCommand as error:
            return _refusing(name, error)


def _refusing(name: str, error: BadCommand) -> click.Command:
    """In place of a command that cannot be loaded, so that the others can be listed and used."""

    def refuse(rest: tuple[str, ...]) -> NoReturn:
        raise error

    anything = click.Argument(["rest"], nargs=-1, type=click.UNPROCESSED)
    options = {"ignore_unknown_options": True}
    return click.Command(
        name, options, refuse, [anything], short_help="Cannot be loaded.", add_help_option=False
    )


def _versions(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    """What is installed: this distribution, what computes for it, and Python."""
    if not asked or context.resilient_parsing:
        return
    libraries = ", ".join(f"{name} {version(name)}" for name in _LIBRARIES)
    click.echo(
        f"mechanics {version('diffgeo-mechanics')}\n"
        f"exact ring on {libraries}; Python {platform.python_version()}"
    )
    context.exit()


@click.group(
    cls=_Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("mechanics derive pursuit --check", "mechanics verify sarlet --quick"),
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_versions,
    help="Show the versions of this program and of what computes for it.",
)  # fmt: skip
@click.pass_context
def cli(context: click.Context) -> None:
    """Equations of motion of constrained mechanical systems, derived, checked and integrated.

    SYSTEM is the name of a gallery system (mechanics list) or a TOML file. mechanics COMMAND --help
    shows options and examples.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("list", epilog=examples("mechanics list", "mechanics list --json"))
@reports()
def list_(form: str, progress_lines: bool) -> str:
    """List the gallery's systems, the theories and the papers."""
    from mechanics.faces.paper_list import found
    from mechanics.model import gallery
    from mechanics.theories.registry import broken, registered

    systems, singular = gallery.titles(), gallery.singular_titles()
    theories = {name: theory.title for name, theory in registered().items()}
    papers, broken_papers = found()
    for error in (*broken().values(), *broken_papers):
        click.echo(one_line(f"mechanics: {error}"), err=True)
    if form == "json":
        lists = {"systems": systems, "singular": singular, "theories": theories, "papers": papers}
        return json_text(lists)
    width = max(map(len, [*systems, *singular, *theories, *papers]))
    blocks = {
        "Systems (mechanics derive NAME)": systems,
        "Systems for the constraint algorithm": singular,
        "Theories (--theory NAME)": theories,
        "Papers (mechanics verify NAME)": papers,
    }
    return "\n\n".join(
        "\n".join([head, *(f"  {name:{width}}  {title}" for name, title in block.items())])
        for head, block in blocks.items()
    )


@cli.command(
    epilog=examples(
        "mechanics simulate pursuit --until 5 --plot pursuit.png",
        "mechanics simulate pursuit --set x=1 --set 'f(t)=2*t' --out pursuit.csv",
    )
)
@SYSTEM
@integration
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help='Initial value, parameter or function: --set x=1 --set "f(t)=2*t".',
)  # fmt: skip
@THEORY
@click.option("--project", is_flag=True, help="Project on the constraints at every output time.")
@click.option("--reactions", is_flag=True, help="Add the multipliers of the constraints.")
@click.option("--rigorous", is_flag=True, help="In balls that contain the exact motion.")
@click.option("--out", type=click.Path(), metavar="FILE.csv", help="Write the trajectory.")
@click.option(
    "--plot", type=click.Path(), metavar="FILE.png", is_eager=True, help="Draw it; .png or .svg."
)
@PLANE
@FORCE
@JSON
@PROGRESS
def simulate(
    system: str,
    settings: tuple[str, ...],
    theory: str,
    rigorous: bool,
    out: str | None,
    plot: str | None,
    plane: tuple[str, str] | None,
    force: bool,
    as_json: bool,
    progress_lines: bool,
    **integration: Any,
) -> None:
    """Integrate the motion; report the drift of constraints, invariants and the energy.

    What stops early or is interrupted is written as far as it goes (exit status 3, 130, 143).
    Where constraints or Lagrangian do not determine the motion, that on the final submanifold of
    the constraint algorithm is integrated. SYSTEM may also be what derive --save has written.
    """
    values = assigned(settings, "--set")

    with Progress("reading the system", progress_lines) as progress:
        from mechanics.faces.derivation_files import is_derivation, load_dynamics
        from mechanics.theories.registry import theory_named

        method_of_constraints = theory_named(theory)
        if plot is not None:
            from mechanics.motion.trajectory_plot import require_ending

            require_ending(plot)
        from mechanics.model.systems import load
        from mechanics.motion.simulation_on_sets import motion_of
        from mechanics.output_files import require_apart, require_places

        require_apart([out, plot])
        dynamics: Dynamics | Reduction
        if is_derivation(system):
            dynamics = load_dynamics(system)
            _require_theory(theory, dynamics.theory.name, system)
            require_places([out, plot], force, system)
        else:
            loaded = load(system)
            require_places([out, plot], force, loaded.specification.where)
            progress.say(f"deriving {loaded.name} by the theory {theory}")
            dynamics = motion_of(loaded, method_of_constraints)
        progress.say("compiling and integrating")
        left = supervision.remaining(supervision.SAVING)
        bounds = {
            "progress": progress.fraction,
            "limit": None if left is None else max(left, 0.01),
        }
        if rigorous:
            from mechanics.faces.rigorous_simulation import enclosed

            text, stopped, status = enclosed(
                dynamics, values, as_json, out or plot, integration, **bounds
            )
            click.echo(text if as_json else coloured(printable(text)))
            return _fail(stopped, status) if stopped else None
        with warnings.catch_warnings():
            # The report says that a run was interrupted.
            warnings.simplefilter("ignore", RuntimeWarning)
            trajectory = dynamics.simulate(values=values, **bounds, **integration)
        written = []
        if out is not None:
            written.append(str(trajectory.to_csv(out, force=force)))
        if plot is not None:
            progress.say("drawing")
            written.append(str(trajectory.plot(plot, plane=plane, force=force)))
    if as_json:
        click.echo(json_text({**trajectory.data(), "files": written}))
    else:
        lines = [trajectory.report(), *(one_line(f"wrote {path}") for path in written)]
        click.echo(coloured(printable("\n".join(lines))))
    if not trajectory.complete:
        status = supervision.status_of(trajectory.cause)
        more = "; allow more with --limit SECONDS" if trajectory.cause == "limit" else ""
        _fail(f"the trajectory is partial: {trajectory.stopped}{more}", status)


@cli.command(
    epilog=examples(
        "mechanics animate car-with-trailer --out car.html",
        "mechanics animate chaplygin-sleigh --set xdot=-2 --out sleigh.gif",
    )
)
@SYSTEM
@integration
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE",
    help='Initial value, parameter or function: --set x=1 --set "f(t)=2*t".',
)  # fmt: skip
@THEORY
@click.option("--frames", type=int, help="Number of frames of a film or strip.")
@click.option(
    "--out", type=click.Path(), metavar="FILE", required=True,
    help="A .gif, an .mp4, an .html page with controls, a .png or .svg strip of frames.",
)  # fmt: skip
@FORCE
@JSON
@PROGRESS
def animate(
    system: str,
    settings: tuple[str, ...],
    theory: str,
    frames: int | None,
    out: str,
    force: bool,
    as_json: bool,
    progress_lines: bool,
    **integration: Any,
) -> None:
    """Draw the motion as it goes: the bodies, wheels and walls that the system file declares.

    Without [[picture]] in the system file a point moves in the plane of its plot.
    """
    values = assigned(settings, "--set")
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load
        from mechanics.motion.animation import require_ending
        from mechanics.motion.simulation_on_sets import motion_of
        from mechanics.output_files import require_places
        from mechanics.theories.registry import theory_named

        require_ending(out)
        method_of_constraints = theory_named(theory)
        loaded = load(system)
        require_places([out], force, loaded.specification.where)
        progress.say(f"integrating {loaded.name}")
        trajectory = motion_of(loaded, method_of_constraints).simulate(
            values=values, progress=progress.fraction, **integration
        )
        progress.say("drawing")
        path = trajectory.animate(out, force=force, frames=frames)
    if as_json:
        click.echo(json_text({"stopped": trajectory.stopped or None, "files": [str(path)]}))
        return
    told = [trajectory.stopped and f"the motion is partial: {trajectory.stopped}", f"wrote {path}"]
    click.echo(printable("\n".join(one_line(line) for line in told if line)))


for _command_ in (
    derive, energy, integrals, compare, geometry, integrators, regularity, stability,
    integrable, *QUESTIONS
):  # fmt: skip
    cli.add_command(_command_)


def _require_theory(theory: str, own: str, path: str) -> None:
    """What was derived by one theory is not integrated as the result of another."""
    from mechanics.errors import BadValue

    source = click.get_current_context().get_parameter_source("theory")
    if theory != own and source is not click.core.ParameterSource.DEFAULT:
        raise BadValue(
            f"{one_line(path)}: derived by the theory {own}; leave out --theory {theory}, or "
            "derive the system by it"
        )


for _command_ in cli.commands.values():
    bounded(_command_)
# A campaign goes on as long as it takes: what it has computed is kept.
cli.add_command(bounded(sweep, seconds=0.0))
cli.add_command(bounded(study, " for each question"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Exit status 0: done; 1: a check failed; 2: bad input, or a file that cannot be read or
    written; 3: stopped by a limit; 70: an error in this program; 130, 143: interrupted.

    As a program (without arguments here) it runs in a child process, which its parent can end.
    """
    _require_streams()
    if arguments is None and "_MECHANICS_COMPLETE" in os.environ:
        # What the shell asks for while a line is typed: no work, hence no child and no limits.
        cli.main(prog_name="mechanics")
    if arguments is None:
        supervision.supervise(_finish)
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
    except LimitExceeded as error:
        _finish(supervision.kept(), supervision.describe(str(error)), supervision.STOPPED)
    except DiffGeoError as error:
        _fail(str(error))
    except BrokenPipeError:
        # The reader of the output has gone: that is its right.
        _discard_output()
    except OSError as error:
        _discard_output()
        _fail(f"the output cannot be written: {error.strerror or error}")
    except supervision.Terminated:
        _fail("terminated", status=143)
    except (KeyboardInterrupt, click.Abort):
        _fail("interrupted", status=130)
    except MemoryError:
        message = supervision.describe("there is no more memory")
        _finish(supervision.kept(), message, supervision.STOPPED)
    except RecursionError:
        _fail("the input is nested too deeply; write it with fewer parentheses")
    except Exception as error:
        if "MECHANICS_TRACEBACK" in os.environ:
            raise
        _fail(
            f"internal error, please report it: {type(error).__name__}: {error} "
            "(MECHANICS_TRACEBACK=1 shows where)",
            status=70,
        )
    raise SystemExit(0)


def _require_streams() -> None:
    """What was closed is opened: no file takes its number, and writing to it is an error."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            while os.open(os.devnull, os.O_RDWR if number == 2 else os.O_RDONLY) < number:
                pass
        if number and getattr(sys, name) is None:
            stream = open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def _discard_output() -> None:
    """Let what could not be written be forgotten, so that closing the stream is no error."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(error: click.UsageError) -> str:
    name = error.ctx.info_name if error.ctx else None
    return f"{name} " if name and name != "mechanics" else ""


def _finish(kept: str | None, message: str, status: int) -> NoReturn:
    """End with what there is, and a line that says why there is no more."""
    try:
        if kept:
            click.echo(printable(kept))
        sys.stdout.flush()
    except OSError:
        _discard_output()
    _fail(message, status)


def _fail(message: str, status: int = 2) -> NoReturn:
    supervision.said()
    # Where nobody can be told, the status tells.
    with suppress(OSError):
        click.echo(f"mechanics: {shorten(one_line(' '.join(message.split())), 2_000)}", err=True)
    raise SystemExit(status)
