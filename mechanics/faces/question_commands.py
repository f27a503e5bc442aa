"""Questions about a system: ``mechanics volume``, ``symmetries``, ``study``, and others."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, WITH, examples, reports, written
from mechanics.faces.progress import Progress
from mechanics.faces.sweep_command import assigned

if TYPE_CHECKING:
    from mechanics.analysis.answers import Answer
    from mechanics.model.systems import System

    Question: TypeAlias = Callable[..., Answer]


def question(what: str, *lines: str) -> Callable[[Question], click.Command]:
    """The command that loads a system, answers, and writes the answer in its format.

    Parameters
    ----------
    what
        What the progress says: "looking for groups".
    lines
        Examples that one can paste.
    """

    def decorate(answer: Question) -> click.Command:
        @wraps(answer)
        def command(
            system: str, form: str, progress_lines: bool, case: str | None, **settings: Any
        ) -> tuple[str, bool]:
            with Progress("reading the system", progress_lines) as progress:
                from mechanics.model.systems import load

                loaded = load(system)
                if case is not None:
                    loaded = loaded.specialised(assigned(case, "--case"))
                progress.say(f"{what} of {loaded.name}")
                found = answer(loaded, **settings)
                text = found.report() if form == "text" else written(found, form)
                supervision.keep(text)
            return text, found.has_failed

        command = click.option(
            "--case", metavar="VALUES", help="Ask for special parameters: --case 'a=0, I1=I2'."
        )(command)
        own = command.__dict__.pop("__click_params__", [])
        asked = reports("latex")(command)
        # Click collects options from below: those of the question come before those of all.
        THEORY(asked).__click_params__.extend(own)  # type: ignore[attr-defined]
        return click.command(epilog=examples(*lines))(SYSTEM(asked))

    return decorate


@question(
    "deciding on invariant volumes",
    *("mechanics volume suslov", "mechanics volume my-system.toml --json"),
)
def volume(system: System, theory: str) -> Answer:
    """Whether the constrained motion has an invariant volume, and its density.

    Decided near the generic point; constraints have to be affine in the velocities.
    """
    return system.invariant_volume(theory=theory)


def order(default: int) -> Callable[[Question], Question]:
    """The option for the order of coefficients."""
    return click.option(
        "--order", type=click.IntRange(0), default=default, show_default=True, metavar="N",
        help="Of the coefficients, in time, coordinates, sines, cosines, roots.",
    )  # fmt: skip


@question(
    "searching symmetries",
    "mechanics symmetries nonholonomic-particle",
    "mechanics symmetries my-system.toml --order 2 --with 'exp(t)'",
    "mechanics symmetries my-system.toml --velocities 1",
)
@order(1)
@WITH
@click.option(
    "--velocities", type=click.IntRange(0), metavar="N",
    help="Fields and forms of this degree in the velocities: dynamical and adjoint symmetries.",
)  # fmt: skip
def symmetries(
    system: System, order: int, extra: tuple[str, ...], velocities: int | None, theory: str
) -> Answer:
    """Point symmetries of the motion and of L, their Lie algebra, their first integrals.

    The search is complete in the space of fields that is printed, and says nothing about others.
    """
    if velocities is not None:
        return system.dynamical_symmetries(velocities, order, extra=extra, theory=theory)
    return system.symmetries(order, extra=extra, theory=theory)


@question(
    "looking for Darboux functions",
    "mechanics darboux nonholonomic-particle",
    "mechanics darboux my-system.toml --degree 2 --order 0",
)
@order(1)
@WITH
@click.option(
    "--degree", type=click.IntRange(0), default=1, show_default=True, metavar="N",
    help="In the velocities.",
)  # fmt: skip
def darboux(system: System, order: int, extra: tuple[str, ...], degree: int, theory: str) -> Answer:
    """Functions that divide their rates, and integrals by them: quotients, powers, exponentials.

    Whether these are all in the space that is printed, is said.
    """
    return system.darboux(degree, order, extra=extra, theory=theory)


@question(
    "looking for groups",
    "mechanics hamiltonise nonholonomic-particle",
    "mechanics hamiltonise rolling-ball --brackets",
    "mechanics hamiltonise my-system.toml --format latex",
)
@click.option(
    "--brackets", is_flag=True,
    help="Poisson brackets of whatever rank, on quotients by groups of whatever dimension.",
)  # fmt: skip
def hamiltonise(system: System, brackets: bool, theory: str) -> Answer:
    """Whether a Chaplygin system becomes Hamiltonian in a new time, and the time.

    The group is found among symmetries with coefficients of order 1.
    """
    if brackets:
        return system.nonholonomic_bracket(theory=theory)
    return system.chaplygin(theory=theory)


#: A generator of a group that is given.
FIELD = click.option(
    "--field", "fields", multiple=True, metavar="VALUES",
    help="A field of the group, instead of all that are found: --field x=-y,y=x.",
)  # fmt: skip


def _group(fields: tuple[str, ...]) -> list[dict[str, str]] | None:
    return [assigned(text, "--field") for text in fields] or None


@question(
    "looking for the group",
    "mechanics momentum snakeboard",
    "mechanics momentum nonholonomic-particle --field x=1 --field z=1",
    "mechanics momentum my-system.toml --json",
)
@order(1)
@WITH
@FIELD
def momentum(
    system: System, order: int, extra: tuple[str, ...], fields: tuple[str, ...], theory: str
) -> Answer:
    """The momenta of a group along the constraints, their equations, what is conserved.

    Combinations of momenta with functions on the configuration space as coefficients included.
    """
    group = _group(fields)
    return system.nonholonomic_momentum(group, order=order, extra=extra, theory=theory)


@question(
    "looking for the group",
    "mechanics quotient chaplygin-sleigh",
    "mechanics quotient chaplygin-sleigh --field x=1 --field y=1",
    "mechanics quotient my-system.toml --json",
)
@FIELD
def quotient(system: System, fields: tuple[str, ...], theory: str) -> Answer:
    """The motion reduced by its group of symmetries, and the equations of reconstruction.

    The group is given, or found among symmetries with coefficients of order 1.
    """
    return system.reduced_motion(_group(fields), theory=theory)


@question(
    "searching Lagrangians",
    "mechanics inverse charged-particle-on-sphere",
    "mechanics inverse vertical-rolling-disk --order 1",
    "mechanics inverse my-system.toml --order 1 --factor 'exp(c*t)'",
)
@order(2)
@click.option(
    "--factor", "factors", multiple=True, metavar="FUNCTION",
    help='Multiply all of them also with a function: --factor "exp(c*t)".',
)  # fmt: skip
@click.option(
    "--with", "extra", multiple=True, metavar="FUNCTION",
    help='A further function, of velocities too: --with "xdot*log(xdot)".',
)  # fmt: skip
def inverse(system: System, order: int, **settings: Any) -> Answer:
    """Lagrangians of the motion; under constraints of those that begin on the constraints.

    All of a space of functions are found; that there is none at all is decided by algebra.
    """
    return system.inverse_problem(order, **settings)


@question(
    "looking for a complete solution",
    "mechanics hamilton-jacobi vertical-rolling-disk",
    "mechanics hamilton-jacobi my-system.toml --momentum 'x=sqrt(2*h - x**2)' --free h",
)
@click.option(
    "--order", type=click.IntRange(0), metavar="N",
    help="Of the functions of one coordinate for separation; by default 2, 3 and 4.",
)  # fmt: skip
@WITH
@click.option(
    "--velocity", "velocities", multiple=True, metavar="NAME=FORMULA",
    help="Verify the family with this velocity: --velocity xdot=u.",
)  # fmt: skip
@click.option(
    "--momentum", "momenta", multiple=True, metavar="NAME=FORMULA",
    help="Verify the family with the momentum of this coordinate.",
)  # fmt: skip
@click.option("--action", metavar="FORMULA", help="Verify the family with the momenta dS.")
@click.option("--free", default="", metavar="NAMES", help="Constants in these formulas.")
def hamilton_jacobi(
    system: System,
    velocities: tuple[str, ...],
    momenta: tuple[str, ...],
    action: str | None,
    free: str,
    **settings: Any,
) -> Answer:
    """Solutions of the (nonholonomic) Hamilton-Jacobi equation, found or given, and verified.

    Found by separation of variables, or by first integrals that are solved for the velocities.
    """
    given: dict[str, Any] = {
        "velocities": assigned(velocities, "--velocity") if velocities else None,
        "momenta": assigned(momenta, "--momentum") if momenta else None,
        "action": action,
    }
    if any(value is not None for value in (*given.values(), free or None)):
        settings |= {**given, "free": free}
    return system.hamilton_jacobi(**settings)


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

    A question that does not apply says why, and so does one that takes longer than the limit.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.faces.study_report import Study
        from mechanics.model.systems import load

        def begin(part: Study, question: str) -> float | None:
            supervision.keep(part.write(form))
            progress.say(question)
            supervision.restart()
            left = supervision.remaining()
            return None if left is None else round(left, 2)

        return Study(load(system), theory, begin).write(form)


QUESTIONS = (
    volume,
    symmetries,
    darboux,
    hamiltonise,
    momentum,
    quotient,
    inverse,
    hamilton_jacobi,
)
