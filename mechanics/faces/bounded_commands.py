"""Commands that end by themselves: the options ``--limit`` and ``--memory``."""

from __future__ import annotations

from functools import wraps
from typing import Any

import click

from mechanics.faces import supervision


class _Bound(click.FloatRange):
    """A bound that a number of an option has: what is no number is within no range."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The number."""
        found = super().convert(value, param, ctx)
        return found if found == found else self.fail(f"{value!r} is no number.", param, ctx)


#: At the end of the help of each command.
STATUSES = """\b
Exit status:
  0    done
  1    a check failed, or something that
       was asked is undecided
  2    bad input, or a file that cannot
       be read or written
  3    stopped by a limit
  70   an error in this program
  130  interrupted (143: terminated)"""
POSITIVE = _Bound(min=0, max=1e9)


def bounded(
    command: click.Command, each: str = "", seconds: float = supervision.SECONDS
) -> click.Command:
    """Give a command the options; `each` says of what the time is the limit."""
    run = command.callback
    assert run is not None
    time = click.Option(
        ["--limit"], type=POSITIVE, default=seconds, show_default=True,
        metavar="SECONDS", help=f"End after this time{each}; 0 is without end.",
    )  # fmt: skip
    megabytes = click.Option(
        ["--memory"], type=POSITIVE, default=supervision.MEGABYTES, show_default=True,
        metavar="MIB", help="End before more memory is used; 0 is all there is.",
    )  # fmt: skip
    command.params += [time, megabytes]
    command.epilog = f"{command.epilog or ''}\n\n{STATUSES}"

    @wraps(run)
    def within_limits(*arguments: object, limit: float, memory: float, **options: object) -> Any:
        with supervision.bounded(limit, memory):
            return run(*arguments, **options)

    command.callback = within_limits
    return command
