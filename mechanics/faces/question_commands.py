"""Questions about a system: ``mechanics volume``, ``symmetries``, ``study``, and others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, WITH, examples, reports, written
from mechanics.faces.progress import Progress

if TYPE_CHECKING:
    from mechanics.analysis.answers import Answer
    from mechanics.model.systems import System


def ask(
    system: str, form: str, progress_lines: bool, what: str, make: Callable[[System], Answer]
) -> str:
    """Load a system, make the answer and write it in its format."""
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load

        loaded = load(system)
        progress.say(f"{what} of {loaded.name}")
        answer = make(loaded)
        text = answer.report() if form == "text" else written(answer, form)
        supervision.keep(text)
    return text


@click.command(epilog=examples("mechanics volume suslov", "mechanics volume my-system.toml --json"))
@SYSTEM
@THEORY
@reports("latex")
def volume(system: str, theory: str, form: str, progress_lines: bool) -> str:
    """Whether the constrained motion has an invariant volume, and its density.

    Decided near the generic point; constraints have to be affine in the velocities.
    """
    what = "deciding on invariant volumes"
    return ask(system, form, progress_lines, what, lambda s: s.invariant_volume(theory=theory))


@click.command(
    epilog=examples(
        "mechanics symmetries nonholonomic-particle",
        "mechanics symmetries my-system.toml --order 2 --with 'exp(t)'",
    )
)
@SYSTEM
@click.option(
    "--order", default=1, show_default=True, metavar="N",
    help="Of the coefficients, in time, coordinates, sines, cosines, roots.",
)  # fmt: skip
@WITH
@THEORY
@reports("latex")
def symmetries(
    system: str, order: int, extra: tuple[str, ...], theory: str, form: str, progress_lines: bool
) -> str:
    """Point symmetries of the motion and of L, their Lie algebra, their first integrals.

    The search is complete in the space of fields that is printed, and says nothing about others.
    """
    return ask(system, form, progress_lines, "searching symmetries",
               lambda s: s.symmetries(order, extra=extra, theory=theory))  # fmt: skip


@click.command(
    epilog=examples(
        "mechanics hamiltonise nonholonomic-particle",
        "mechanics hamiltonise my-system.toml --format latex",
    )
)
@SYSTEM
@THEORY
@reports("latex")
def hamiltonise(system: str, theory: str, form: str, progress_lines: bool) -> str:
    """Whether a Chaplygin system becomes Hamiltonian in a new time, and the time.

    The group is found among symmetries with coefficients of order 1.
    """
    what = "looking for groups"
    return ask(system, form, progress_lines, what, lambda s: s.chaplygin(theory=theory))


@click.command(
    epilog=examples("mechanics momentum snakeboard", "mechanics momentum my-system.toml --json")
)
@SYSTEM
@THEORY
@reports("latex")
def momentum(system: str, theory: str, form: str, progress_lines: bool) -> str:
    """The momenta of a group along the constraints, their equations, what is conserved.

    The group is found among symmetries with coefficients of order 1.
    """
    what = "looking for the group"
    return ask(system, form, progress_lines, what, lambda s: s.nonholonomic_momentum(theory=theory))


@click.command(
    epilog=examples(
        "mechanics inverse charged-particle-on-sphere",
        "mechanics inverse my-system.toml --order 1 --factor 'exp(c*t)'",
    )
)
@SYSTEM
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
@reports("latex")
def inverse(
    system: str,
    order: int,
    factors: tuple[str, ...],
    extra: tuple[str, ...],
    theory: str,
    form: str,
    progress_lines: bool,
) -> str:
    """Lagrangians of the equations of motion of a system without constraints.

    All of a space of functions are found; that there is none at all is decided by algebra.
    """
    settings: dict[str, Any] = {"factors": factors, "extra": extra, "theory": theory}
    return ask(system, form, progress_lines, "searching Lagrangians",
               lambda s: s.inverse_problem(order, **settings))  # fmt: skip


@click.command(
    epilog=examples(
        "mechanics study nonholonomic-particle",
        "mechanics study my-system.toml --format html --out report.html",
    )
)
@SYSTEM
@THEORY
@reports("html")
def study(system: str, theory: str, form: str, progress_lines: bool) -> str:
    """All questions about a system, and their answers, on one page.

    A question that does not apply says why, and so does one that takes more than a minute.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.faces.study_report import Study
        from mechanics.model.systems import load

        found = Study(load(system), theory, progress.say)
        return found.write(form)


QUESTIONS = (volume, symmetries, hamiltonise, momentum, inverse, study)
