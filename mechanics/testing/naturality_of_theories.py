"""Naturality of theories under one given change of coordinates.

A construction is coordinate-free if it commutes with changes of coordinates: what it makes
of the pulled-back data is the pull-back of what it makes of the data. `pulled_back` makes
the system in other coordinates, `naturality` states that a theory commutes with it.

Source: Kolář, Michor and Slovák, Natural Operations in Differential Geometry (1993), chapter IV.
"""

from __future__ import annotations

from collections.abc import Mapping

from diffgeo import Identity, Map
from mechanics.model.systems import System
from mechanics.testing.variations import in_other_coordinates
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
        The system with the Lagrangian, constraints, forces and geometric data pulled back along
        J¹φ, and J¹φ itself, from its evolution space to that of ``system``.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.testing import pulled_back
    >>> images = {"t": "t", "x": "x + y", "y": "y", "z": "z"}
    >>> moved, change = pulled_back(load("nonholonomic-particle"), images)
    >>> print(moved.lagrangian)
    (xdot**2 + 2*xdot*ydot + 2*ydot**2 + zdot**2)/2
    """
    found = in_other_coordinates(system, images)
    return found.system, found.prolonged


def naturality(theory: Theory, system: System, images: Mapping[str, str]) -> list[Identity]:
    """That a theory commutes with a change of coordinates: field and multipliers.

    For a theory with a space of states of its own, by the induced map of these.

    Give the list to ``check``. The identities hold for theories that are coordinate-free
    with respect to the given change (for most, t ↦ t + c and any change of the other
    coordinates that may depend on time).

    Parameters
    ----------
    theory
        The theory.
    system
        A system to which it applies.
    images
        The change of coordinates, as for `pulled_back`.

    Returns
    -------
    list of Identity
        Of the fields, of the multipliers, and of the steps.

    Examples
    --------
    >>> from diffgeo import check
    >>> from mechanics import load, theories
    >>> from mechanics.testing import naturality
    >>> change = {"t": "t", "x": "x + t*y", "y": "2*y", "z": "z"}
    >>> bool(check(naturality(theories.projection, load("nonholonomic-particle"), change)))
    True
    """
    new = in_other_coordinates(system, images)
    ours, theirs = theory(new.system), theory(system)
    change = theirs.space.induced(ours.space, new.change, new.prolonged)
    pairs = zip(ours.multipliers, theirs.multipliers, strict=True)
    return [
        change.related(ours.field, theirs.field),
        *(own == change.pull(given) for own, given in pairs),
    ]
