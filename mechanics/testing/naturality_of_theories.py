"""Naturality of theories under one given change of coordinates.

A construction is coordinate-free if it commutes with changes of coordinates: what it makes
of the pulled-back data is the pull-back of what it makes of the data. `pulled_back` makes
the system in other coordinates, `naturality` states that a theory commutes with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diffgeo import FibredManifold, Identity, Map, jet
from mechanics.model.systems import System
from mechanics.theories.registry import Theory


def pulled_back(system: System, images: Mapping[str, str]) -> tuple[System, Map]:
    """The system in other coordinates (of the same names), and the change of coordinates.

    Parameters
    ----------
    system
        A system on J¹π.
    images
        The time and the coordinates of the system as functions of the new ones: a fibred
        map φ of configuration spaces, ``{"t": "t + 1", "x": "x + t*y", "y": "2*y"}``.

    Returns
    -------
    tuple
        The system with the Lagrangian, constraints and forces pulled back along J¹φ, and
        J¹φ itself, from its evolution space to that of ``system``.
    """
    s = system.specification
    E, J = system.configuration_space, system.evolution_space
    names: dict[str, Any] = {"time": s.time, "coordinates": s.coordinates}
    declared: dict[str, Any] = {"parameters": s.parameters, "functions": s.functions}
    other = FibredManifold("E'", **names, **declared)
    change = J.prolong_fibred(Map(other, E, images))
    above = jet(other, 1)
    force = change.pull(system.force)
    fields = above.frame[1 : len(s.coordinates) + 1]
    new = System(
        **names,
        **declared,
        lagrangian=str(change.pull(system.lagrangian)),
        constraints=[str(change.pull(phi)) for phi in system.constraints],
        forces={q: str(force(X)) for q, X in zip(s.coordinates, fields, strict=True)},
    )
    return new, J.prolong_fibred(Map(new.configuration_space, E, images))


def naturality(theory: Theory, system: System, images: Mapping[str, str]) -> list[Identity]:
    """That a theory commutes with a change of coordinates: field and multipliers.

    Give the list to ``check``. The identities hold for theories that are coordinate-free
    with respect to the given change (for most, t ↦ t + c and any change of the other
    coordinates that may depend on time).
    """
    new, change = pulled_back(system, images)
    ours, theirs = theory(new), theory(system)
    pairs = zip(ours.multipliers, theirs.multipliers, strict=True)
    return [
        change.related(ours.field, theirs.field),
        *(own == change.pull(given) for own, given in pairs),
    ]
