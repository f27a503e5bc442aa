"""``mechanics energy`` and ``mechanics integrals``: what is conserved, and what is not."""

from __future__ import annotations

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, WITH, examples, reports, written
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text


@click.command(
    epilog=examples(
        "mechanics energy ball-on-turntable", "mechanics energy my-system.toml --format latex"
    )
)
@SYSTEM
@THEORY
@reports("latex")
def energy(system: str, theory: str, form: str, progress_lines: bool) -> tuple[str, bool]:
    """Show the energy, the power of forces and reaction, and whether it is conserved.

    Exit 1 if the balance of the energy does not hold.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load

        loaded = load(system)
        progress.say(f"deriving {loaded.name} by the theory {theory}")
        balance = loaded.energy_balance(theory=theory)
        if form == "json":
            supervision.keep(json_text({**balance.formulas(), "conserved": None, "checks": None}))
        else:
            supervision.keep(balance.summary() if form == "text" else balance.latex())
        progress.say("deciding what does work")
        _ = balance.checks()
        progress.say("writing the result")
        text = balance.report() if form == "text" else written(balance, form)
    return text, balance.balance.holds is False


@click.command(
    epilog=examples(
        "mechanics integrals knife-edge",
        "mechanics integrals nonholonomic-particle --degree 1 --with 'sqrt(1+y**2)'",
    )
)
@SYSTEM
@click.option("--degree", default=2, show_default=True, metavar="N", help="In velocities: 1 or 2.")
@click.option(
    "--order", type=int, metavar="N",
    help="Of the coefficients, in coordinates, sines, roots; by default 2, in large spaces 1.",
)  # fmt: skip
@WITH
@THEORY
@reports()
def integrals(
    system: str,
    degree: int,
    order: int | None,
    extra: tuple[str, ...],
    theory: str,
    form: str,
    progress_lines: bool,
) -> tuple[str, bool]:
    """Search first integrals that are polynomials of degree 1 or 2 in the velocities.

    The search is complete in the space of functions that is printed, and says nothing about
    others. Exit 1 if a function that was found is refuted.
    """
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.model.systems import load

        loaded = load(system)
        progress.say(f"searching first integrals of {loaded.name}")
        found = loaded.first_integrals(
            degree, order=order, extra=extra, theory=theory, progress=progress.fraction
        )
        text = json_text(found.to_dict()) if form == "json" else found.report()
        supervision.keep(text)
        progress.say("checking what was found")
        checks = found.checks()
    return text, any(answer.holds is False for answer in checks)
