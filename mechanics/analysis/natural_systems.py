"""Natural systems: L = T - V with a quadratic form T, no forces, nothing depending on time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from diffgeo import lie
from diffgeo.calculus import signs_in
from mechanics.errors import NotApplicable
from mechanics.model.lagrangian import hessian, vertical_frame
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from mechanics.model.admissible_velocities import AdmissibleVelocities
    from mechanics.model.systems import System
    from mechanics.theories.dynamics import Dynamics


def unnatural(system: System, velocities: AdmissibleVelocities) -> dict[str, bool]:
    """Reasons for a system not to be natural, and whether they hold."""
    jets, L = system.evolution_space, system.lagrangian
    (time, *_), V = jets.frame, vertical_frame(jets)
    restrict, section = system.constraint_set.restrict, velocities.section
    entries = [e for row in hessian(L, jets) for e in row]
    quadratic = all(vanishes(v(f)) for f in [*entries, *signs_in([L])] for v in V)

    def has_slope() -> bool:
        """Whether L has a part that is linear in the velocities; it is read where they are 0."""
        return not all(vanishes(section.pull(restrict(v(L)))) for v in V)

    return {
        "something depends on time": not all(
            vanishes(lie(time, f)) for f in (L, *system.constraints)
        ),
        "the Lagrangian is no kinetic minus potential energy": not quadratic or has_slope(),
        "there are forces": not vanishes(restrict(system.force)),
    }


def refuse(system: System, reasons: Mapping[str, bool], consequence: str) -> None:
    """Raise `NotApplicable` with the first of the reasons that holds."""
    for reason, holds in reasons.items():
        if holds:
            raise NotApplicable(f"{system.specification.where}: {reason}: {consequence}")


def refuse_jumps(dynamics: Dynamics, consequence: str) -> None:
    """Raise `NotApplicable` if the motion jumps at walls."""
    refuse(dynamics.system, {"the motion jumps at walls": bool(dynamics.jumps)}, consequence)
