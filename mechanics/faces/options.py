"""The options that several commands have, and what is written in the format that they name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

import click

from mechanics.faces.rendering import json_text

THEORY = click.option("--theory", default="projection", show_default=True, metavar="NAME")
JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")
PROGRESS = click.option(
    "--progress", "progress_lines", is_flag=True, help="Log the stages also where no terminal is."
)
FORCE = click.option(
    "--force", is_flag=True, help="Replace a file that was not written by mechanics."
)


def formats(*others: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option ``--format`` (text, latex, json and others), and ``--json`` for the third."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def called(*, form: str, as_json: bool, **options: Any) -> None:
            command(form="json" if as_json else form, **options)

        names = click.Choice(("text", "latex", "json", *others))
        with_json = click.option("--json", "as_json", is_flag=True, help="As --format json.")
        with_form = click.option("--format", "form", type=names, default="text", show_default=True)
        return with_form(with_json(called))

    return decorate


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
