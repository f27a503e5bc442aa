"""Questions about a system: ``mechanics volume``, ``symmetries``, ``hamiltonise``, and others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

import click

from mechanics.faces import supervision
from mechanics.faces.options import PROGRESS, THEORY, formats, written
from mechanics.faces.progress import Progress
from mechanics.wording import printable

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.theories.checks import Check


class Answer(Protocol):
    """What is asked of an answer: words, formulas, data, and its verdicts."""

    def report(self) -> str:
        """Readable lines."""

    def latex(self) -> str:
        """LaTeX source."""

    def to_dict(self) -> dict[str, Any]:
        """As data for JSON."""

    def checks(self) -> Iterable[Check]:
        """What was decided."""


def ask(
    system: str, form: str, progress_lines: bool, what: str, make: Callable[[System], Answer]
) -> None:
    """Load a system, make the answer and write it in its format."""
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load

        loaded = load(system)
        progress.say(f"{what} of {loaded.name}")
        answer = make(loaded)
        text = answer.report() if form == "text" else written(answer, form)
        supervision.keep(text)
    click.echo(printable(text))


@click.command()
@click.argument("system")
@THEORY
@formats()
@PROGRESS
def volume(system: str, theory: str, form: str, progress_lines: bool) -> None:
    """Whether the constrained motion has an invariant volume, and its density.

    Decided near the generic point; constraints have to be affine in the velocities.
    """
    ask(system, form, progress_lines, "deciding on invariant volumes",
        lambda s: s.invariant_volume(theory=theory))  # fmt: skip


@click.command()
@click.argument("system")
@click.option(
    "--order", default=1, show_default=True, metavar="N",
    help="Of the coefficients, in time, coordinates, sines, cosines, roots.",
)  # fmt: skip
@click.option(
    "--with", "extra", multiple=True, metavar="FUNCTION",
    help='A further coefficient, a function on the configuration space: --with "exp(t)".',
)  # fmt: skip
@THEORY
@formats()
@PROGRESS
def symmetries(
    system: str, order: int, extra: tuple[str, ...], theory: str, form: str, progress_lines: bool
) -> None:
    """Point symmetries of the motion and of L, their Lie algebra, their first integrals.

    The search is complete in the space of fields that is printed, and says nothing about others.
    """
    ask(system, form, progress_lines, "searching symmetries",
        lambda s: s.symmetries(order, extra=extra, theory=theory))  # fmt: skip


@click.command()
@click.argument("system")
@THEORY
@formats()
@PROGRESS
def hamiltonise(system: str, theory: str, form: str, progress_lines: bool) -> None:
    """Whether a Chaplygin system becomes Hamiltonian in a new time, and the time.

    The group is found among symmetries with coefficients of order 1.
    """
    ask(system, form, progress_lines, "looking for groups",
        lambda s: s.chaplygin(theory=theory))  # fmt: skip


@click.command()
@click.argument("system")
@THEORY
@formats()
@PROGRESS
def momentum(system: str, theory: str, form: str, progress_lines: bool) -> None:
    """The momenta of a group along the constraints, their equations, what is conserved.

    The group is found among symmetries with coefficients of order 1.
    """
    ask(system, form, progress_lines, "looking for the group",
        lambda s: s.nonholonomic_momentum(theory=theory))  # fmt: skip


@click.command()
@click.argument("system")
@click.option(
    "--order", default=2, show_default=True, metavar="N",
    help="Of the coefficients, in time, coordinates, sines, cosines, roots.",
)  # fmt: skip
@click.option(
    "--factor", "factors", multiple=True, metavar="FUNCTION",
    help='Multiply all of them also with a function: --factor "exp(c*t)".',
)  # fmt: skip
@click.option(
    "--with", "extra", multiple=True, metavar="FUNCTION",
    help='A further function, of velocities too: --with "xdot*log(xdot)".',
)  # fmt: skip
@THEORY
@formats()
@PROGRESS
def inverse(
    system: str,
    order: int,
    factors: tuple[str, ...],
    extra: tuple[str, ...],
    theory: str,
    form: str,
    progress_lines: bool,
) -> None:
    """Lagrangians of the equations of motion of a system without constraints.

    All of a space of functions are found; that there is none at all is decided by algebra.
    """
    settings = {"factors": factors, "extra": extra, "theory": theory}
    ask(system, form, progress_lines, "searching Lagrangians",
        lambda s: s.inverse_problem(order, **settings))  # fmt: skip


QUESTIONS = (volume, symmetries, hamiltonise, momentum, inverse)
