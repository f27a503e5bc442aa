"""``mechanics derive``: the equations of motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mechanics.faces import supervision
from mechanics.faces.options import SYSTEM, THEORY, examples, reports
from mechanics.faces.progress import Progress
from mechanics.faces.rendering import json_text
from mechanics.wording import one_line

if TYPE_CHECKING:
    from types import ModuleType

_SIDES = ("lagrangian", "hamiltonian")


@click.command(
    epilog=examples(
        "mechanics derive pursuit --check",
        "mechanics derive my-system.toml --format latex --out motion.tex",
    )
)
@SYSTEM
@THEORY
@click.option(
    "--side", type=click.Choice(_SIDES), default="lagrangian", show_default=True,
    help="On the jets, or on their dual by the Legendre map.",
)  # fmt: skip
@reports("latex", "python")
@click.option("--details", is_flag=True, help="Show the objects of the construction.")
@click.option("--check", "checked", is_flag=True, help="Check the result; exit 1 if a check fails.")
@click.option(
    "--save", "saved", type=click.Path(), metavar="FILE.json",
    help="Save the derivation, for simulate FILE.json.",
)  # fmt: skip
def derive(
    system: str,
    theory: str,
    side: str,
    form: str,
    details: bool,
    checked: bool,
    saved: str | None,
    progress_lines: bool,
) -> tuple[str, bool]:
    """Derive the equations of motion: accelerations, multipliers, regularity.

    Where constraints or Lagrangian do not determine the motion, the sequence of sets that the
    constraint algorithm makes is shown, and the motions on the last one.
    """
    from mechanics.theories.registry import theory_named

    if side == "hamiltonian" and (theory != "projection" or form == "python"):
        raise click.UsageError(
            "--side hamiltonian is made by the theory projection, in the formats text, latex and "
            "json"
        )
    if side == "hamiltonian" and saved is not None:
        raise click.UsageError("--save writes the derivation on the jets; leave out --side")
    with Progress("reading the system", progress_lines) as progress:
        from mechanics.errors import SingularConstraintMatrix, SingularLagrangian
        from mechanics.model.systems import load
        from mechanics.output_files import require_apart, require_places

        method = theory_named(theory)
        loaded = load(system)
        given = click.get_current_context().params
        require_places([saved], given["force"], loaded.specification.where)
        require_apart([given["out"], saved])
        progress.say(f"deriving {loaded.name} by the theory {theory}")
        faces: ModuleType
        dynamics: Any
        try:
            if side == "hamiltonian":
                from mechanics.faces import hamiltonian_report as faces

                dynamics = loaded.hamiltonian()
            else:
                from mechanics.faces import derivation_report as faces

                dynamics = loaded.dynamics(method)
        except (SingularConstraintMatrix, SingularLagrangian):
            if form == "python" or saved is not None:
                raise
            progress.say("running the constraint algorithm")
            from mechanics.faces import reduction_report as faces

            found = loaded.reduction()
            dynamics = found.dual if side == "hamiltonian" else found

        if saved is not None:
            path = dynamics.save(saved, force=given["force"])
            click.echo(one_line(f"wrote {path}"), err=True)

        def written(checks: object) -> str:
            render = vars(faces)["data" if form == "json" else form]
            found = render(dynamics, details=details, checks=checks)
            return json_text(found) if form == "json" else str(found)

        checks = None
        if checked:
            progress.say("writing the result")
            supervision.keep(written(None))
            progress.say("checking the result")
            checks = dynamics.checks()
        progress.say("writing the result")
        text = written(checks)
    return text, any(check.holds is False for check in checks or ())
