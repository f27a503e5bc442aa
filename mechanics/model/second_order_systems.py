"""Fields on a space of positions and speeds as systems: motions on quotients."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from diffgeo import FibredManifold, Map
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable
from mechanics.model.extended_jets import evolution_space
from mechanics.model.plain_answers import vanishes
from mechanics.model.system_files import PlotTable, Simulation
from mechanics.model.systems_on import system_on

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from mechanics.model.system_files import Specification
    from mechanics.model.systems import System


def second_order_system(system: System, field: VectorForm, name: str = "Q/G") -> System:
    """The system without constraints whose motion is that of a field.

    Parameters
    ----------
    system
        The names of time and positions are those of a system.
    field
        On a space with the coordinates t, some of the positions, and u; the rates of the positions
        are affine in u, and determine it.
    name
        Of the space of positions.

    Returns
    -------
    System
        With half of the sum of the squares of the velocities as its Lagrangian, and the
        accelerations as forces.

    Raises
    ------
    NotApplicable
        The rates of the positions do not determine the other coordinates.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.model.second_order_systems import second_order_system
    >>> found = load("nonholonomic-particle").reduced_motion([{"z": "1"}])
    >>> below = second_order_system(found.system, found.field)
    >>> print({q: str(f) for q, f in below.forces.items()})
    {'x': '-y*xdot*ydot/(y**2 + 1)', 'y': '0'}
    """
    s, S = system.specification, field.space
    names = S.chart.coordinates
    kept = tuple(q for q in s.coordinates if q in names)
    speeds = [u for u in names if u not in (s.time, *kept)]
    declared = system.configuration_space.declarations((s.time, *kept))
    declared.pop("coordinates")
    below = FibredManifold(name, time=s.time, coordinates=kept, **declared)
    jets = evolution_space(below, ())
    same = dict(zip((s.time, *kept), below.coordinates, strict=True))
    rest = Map(below, S, {**same, **dict.fromkeys(speeds, 0)})
    rates = [field(S[q]) for q in kept]
    up = jets.projection.pull
    rows = [[up(rest.pull(S.vector_field({u: 1})(rate))) for u in speeds] for rate in rates]
    if len(speeds) != len(kept) or vanishes(linear.determinant(rows)):
        raise NotApplicable(
            f"{s.where}: the motion on the quotient is no second-order field: velocities on the "
            "quotient do not determine those of the system"
        )
    right = [v - up(rest.pull(rate)) for v, rate in zip(jets.velocities, rates, strict=True)]
    change = Map(
        jets, S, {**{x: up(f) for x, f in same.items()},
                  **dict(zip(speeds, linear.solve(rows, right), strict=True))},
    )  # fmt: skip
    nothing = 0 * jets.time
    force = sum(
        (change.pull(field(rate)).expanded() * jets.contact(x)
         for rate, x in zip(rates, below.coordinates[1:], strict=True)),
        start=nothing * jets.dt,
    )  # fmt: skip
    return system_on(
        jets,
        _reduced(s, kept),
        lagrangian=sum((v * v for v in jets.velocities), start=nothing) / 2,
        force=force,
    )


def _reduced(s: Specification, kept: tuple[str, ...]) -> Specification:
    """What is left of a specification for some of the coordinates."""
    names = {*kept, *s.parameters, s.time}

    def left(signed: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in signed if name in names)

    return replace(
        s, coordinates=kept, name=f"{s.name}, reduced", invariants={}, variables=(),
        simulate=Simulation(), plot=PlotTable(), picture=(),
        positive=left(s.positive), negative=left(s.negative), nonzero=left(s.nonzero),
    )  # fmt: skip
