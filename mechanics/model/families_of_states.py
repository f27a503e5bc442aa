"""Families of states in J¹π, by formulas: where equilibria are looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from diffgeo import Manifold, Map
from mechanics.errors import BadSystem
from mechanics.wording import listed, names, nearest

if TYPE_CHECKING:
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System


def family_of_states(
    system: System,
    states: Mapping[str, FunctionLike],
    free: str | Sequence[str] = (),
    positive: str | Sequence[str] = (),
) -> Map:
    """States by their coordinates and velocities, as a map into J¹π.

    Parameters
    ----------
    states
        Formulas in the free names, coordinates that are not given, and parameters:
        ``{"theta": 0, "xdot": "u"}``. Coordinates that are not given are arbitrary, velocities
        that are not given are 0.
    free
        Names besides those of the system.
    positive
        Those of them that are positive.

    Returns
    -------
    Map
        From a manifold with the time, the arbitrary coordinates and the free names.

    Raises
    ------
    BadSystem
        A name is no coordinate and no velocity.
    """
    s, jets = system.specification, system.evolution_space
    known = (*s.coordinates, *s.velocities)
    for name in states:
        if name not in known:
            hint = nearest(name, known) or f"; a state has {listed(known)}"
            raise BadSystem(f"{s.where}: {name!r} is no coordinate or velocity{hint}")
    arbitrary = [q for q in s.coordinates if q not in states]
    declared = system.configuration_space.declarations([s.time, *arbitrary, *names(free)])
    declared["positive"] = [*declared["positive"], *names(positive)]
    kept = {s.time, *arbitrary}
    declared["functions"] = [
        f"{name}({', '.join(arguments)})"
        for name, arguments in jets.chart.functions.items()
        if {*arguments} <= kept
    ]
    space = Manifold("family", declared.pop("coordinates"), **declared)
    images = {name: states.get(name, 0) for name in s.velocities}
    images |= {name: states.get(name, space[name] if name in kept else 0) for name in s.coordinates}
    return Map(space, jets, {s.time: space[s.time], **images})
