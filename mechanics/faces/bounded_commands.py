"""Commands that end by themselves: the options ``--limit`` and ``--memory``."""

from __future__ import annotations

from functools import wraps
from typing import Any

import click

from mechanics.faces import supervision

_POSITIVE = click.FloatRange(min=0, max=1e9)


def bounded(command: click.Command, each: str = "") -> click.Command:
    """Give a command the options; `each` says of what the time is the limit."""
    run = command.callback
    assert run is not None
    seconds = click.Option(
        ["--limit"], type=_POSITIVE, default=supervision.SECONDS, show_default=True,
        metavar="SECONDS", help=f"End after this time{each}; 0 is without end.",
    )  # fmt: skip
    megabytes = click.Option(
        ["--memory"], type=_POSITIVE, default=supervision.MEGABYTES, show_default=True,
        metavar="MIB", help="End before more memory is used; 0 is all there is.",
    )  # fmt: skip
    command.params += [seconds, megabytes]

    @wraps(run)
    def within_limits(*arguments: object, limit: float, memory: float, **options: object) -> Any:
        with supervision.bounded(limit, memory):
            return run(*arguments, **options)

    command.callback = within_limits
    return command
