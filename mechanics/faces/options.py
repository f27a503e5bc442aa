"""The options that several commands have, and what is written in the format that they name."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeAlias

import click

from mechanics.faces.rendering import json_text
from mechanics.output_files import require_replaceable, write_text
from mechanics.wording import one_line, printable

#: A report as text, and whether what it reports failed.
Reported: TypeAlias = str | tuple[str, bool]

_COLOURS = {
    "PROVED": "green", "VERIFIED": "green", "PROBED": "cyan", "UNKNOWN": "yellow",
    "REFUTED": "red",
}  # fmt: skip
_WORDS = re.compile(rf"\b({'|'.join(_COLOURS)})\b")


def _systems(context: click.Context, parameter: click.Parameter, begun: str) -> list[Any]:
    """What the shell offers for SYSTEM: the gallery, and files."""
    from click.shell_completion import CompletionItem

    from mechanics.model import gallery

    titles = {**gallery.titles(), **gallery.singular_titles()}
    named = [CompletionItem(n, help=t) for n, t in titles.items() if n.startswith(begun)]
    return named or [CompletionItem(begun, type="file")]


def _theories(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """What the shell offers for the name of a theory."""
    from mechanics.entry_points import points

    return [name for name in points("mechanics.theories") if name.startswith(begun)]


SYSTEM = click.argument("system", shell_complete=_systems)
THEORY = click.option(
    "--theory", default="projection", show_default=True, metavar="NAME", shell_complete=_theories
)
JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")
#: A further function in the space that is searched.
WITH = click.option(
    "--with", "extra", multiple=True, metavar="FUNCTION",
    help='A further coefficient, a function on the configuration space: --with "exp(t)".',
)  # fmt: skip
PROGRESS = click.option(
    "--progress", "progress_lines", is_flag=True, help="Log the stages also where no terminal is."
)
FORCE = click.option(
    "--force", is_flag=True, help="Replace a file that was not written by mechanics."
)


def _plane(
    context: click.Context, parameter: click.Parameter, given: str | None
) -> tuple[str, str] | None:
    """Two names from ``"A,B"``."""
    if given is None:
        return None
    names = given.replace(",", " ").split()
    if len(names) != 2 or names[0] == names[1]:
        raise click.UsageError(f"--plane {given!r}: write two names, as --plane theta,thetadot")
    if context.params.get("plot") is None:
        raise click.UsageError("--plane is that of a picture: give --plot FILE.png as well")
    return names[0], names[1]


PLANE = click.option(
    "--plane", metavar="A,B", callback=_plane,
    help="What spans the plane of --plot: two columns of the results, or the time and one.",
)  # fmt: skip


def examples(*lines: str) -> str:
    """The end of a command's help: lines that one can paste."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def reports(*forms: str) -> Callable[[Callable[..., Reported]], Callable[..., None]]:
    """What every command that answers with a report has: format, file, progress.

    The command gets ``form`` and returns the report in it; if it returns a pair, the second says
    whether something failed (exit status 1). It is shown, or written to the file of ``--out``.
    The options ``--json`` and ``--format json`` are the same, and so with other formats.

    Parameters
    ----------
    forms
        Formats besides text and JSON.
    """

    def decorate(command: Callable[..., Reported]) -> Callable[..., None]:
        flags = {name: f"as_{name}" for name in ("json", *forms)}

        @wraps(command)
        def called(*, form: str | None, out: str | None, force: bool, **options: Any) -> None:
            form = _one_format([name for name in flags if options.pop(flags[name])], form)
            inputs = [str(options["system"])] if "system" in options else []
            if out is not None:
                # What is the same may be written again; only then is it known.
                require_replaceable(out, force=True, inputs=inputs)
            reported = command(form=form, **options)
            text, failed = reported if isinstance(reported, tuple) else (reported, False)
            if out is None:
                click.echo(coloured(printable(text)) if form == "text" else printable(text))
            else:
                path = write_text(out, text + "\n", force=force, inputs=inputs)
                click.echo(one_line(f"wrote {path}"), err=True)
            if failed:
                raise click.exceptions.Exit(1)

        names = click.Choice(("text", *flags))
        for option in (
            PROGRESS,
            FORCE,
            click.option("--out", metavar="FILE", help="Write the report to this file."),
            *(
                click.option(f"--{name}", as_name, is_flag=True, help=f"As --format {name}.")
                for name, as_name in flags.items()
            ),
            click.option("--format", "form", type=names, help="The format.  [default: text]"),
        ):
            called = option(called)
        return called

    return decorate


def _one_format(flags: list[str], form: str | None) -> str:
    """The format that the options name; the same one may be named twice."""
    named = {name: f"--{name}" for name in flags}
    if form is not None:
        named.setdefault(form, f"--format {form}")
    if len(named) > 1:
        raise click.UsageError(f"{' and '.join(named.values())}: a report has one format, give one")
    return next(iter(named), "text")


def coloured(text: str) -> str:
    """Verdicts in colour, where a terminal shows it and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return _WORDS.sub(lambda word: click.style(word[0], fg=_COLOURS[word[0]], bold=True), text)


def integration(command: Callable[..., Any]) -> Callable[..., Any]:
    """How motions are integrated: what one of them and a campaign have in common."""
    for option in (
        click.option("--points", type=int, help="Number of output times."),
        click.option("--atol", type=float, help="Absolute tolerance."),
        click.option("--rtol", type=float, help="Relative tolerance."),
        click.option("--step", metavar="H", help="Length of the steps, where it is fixed."),
        click.option(
            "--method",
            metavar="NAME",
            help="Of SciPy, or one of mechanics integrators.",
        ),
        click.option("--until", metavar="T", help="The final time."),
    ):
        command = option(command)
    return command


def parallel(command: Callable[..., Any]) -> Callable[..., Any]:
    """Who computes tasks that do not depend on each other."""
    told = "Processes; 0 is one for each core."
    command = click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster that computes.")(
        command
    )
    return click.option("--workers", type=int, default=1, show_default=True, help=told)(command)


class Report(Protocol):
    """What is text, LaTeX and data."""

    def latex(self) -> str:
        """LaTeX source."""

    def to_dict(self) -> dict[str, Any]:
        """As data for JSON."""


def written(report: Report, form: str) -> str:
    """A report in a format."""
    if form == "json":
        return json_text(report.to_dict())
    return report.latex() if form == "latex" else str(report)
