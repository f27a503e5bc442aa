"""For tests: random regular systems, and naturality of theories.

A construction is coordinate-free if it commutes with changes of coordinates: what it makes
of the pulled-back data is the pull-back of what it makes of the data. `pulled_back` makes
the system in other coordinates, `naturality` states that a theory commutes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from diffgeo import FibredManifold, Identity, Map, jet
from mechanics.errors import BadSystem
from mechanics.systems import System
from mechanics.theories.base import Theory

_NAMES = ("x", "y", "z", "u", "w")


@st.composite
def coefficients(draw: Callable[..., Any], names: tuple[str, ...]) -> str:
    """A formula in the given names: a product of a number and up to two simple factors."""
    number = draw(st.sampled_from(["1", "2", "-1", "1/2", "-3"]))
    atoms = [f"{form}" for n in names for form in (n, f"{n}**2", f"cos({n})", f"(1 + {n}**2)")]
    factors = draw(st.lists(st.sampled_from(atoms), max_size=2))
    return "*".join([number, *factors])


@st.composite
def lagrangians(draw: Callable[..., Any], coordinates: tuple[str, ...]) -> str:
    """A regular Lagrangian: a diagonal metric and a potential, magnetic terms at times."""
    positive = ["1", "m", "(1 + t**2)", *(f"(2 + cos({n}))" for n in coordinates)]
    terms = [f"{draw(st.sampled_from(positive))}*{n}dot**2/2" for n in coordinates]
    terms.append(draw(coefficients(("t", *coordinates))))
    if draw(st.booleans()):
        terms.append(f"{coordinates[0]}*{coordinates[-1]}dot")
    return " + ".join(f"({term})" for term in terms)


@st.composite
def affine_constraints(draw: Callable[..., Any], coordinates: tuple[str, ...]) -> str:
    """A function that is affine in the velocities, with at least one of them."""
    moving = draw(st.lists(st.sampled_from(coordinates), min_size=1, max_size=2, unique=True))
    terms = [f"({draw(coefficients(('t', *coordinates)))})*{n}dot" for n in moving]
    if draw(st.booleans()):
        terms.append(f"({draw(coefficients(('t', *coordinates)))})*f(t)")
    return " + ".join(terms)


@st.composite
def systems(draw: Callable[..., Any], most: int = 3) -> System:
    """A system that passes validation: 2 to ``most`` coordinates, fewer constraints."""
    size = draw(st.integers(2, most))
    coordinates = _NAMES[:size]
    table = {
        "coordinates": coordinates,
        "parameters": "m",
        "functions": "f(t)",
        "positive": "m",
        "lagrangian": draw(lagrangians(coordinates)),
        "constraints": draw(
            st.lists(affine_constraints(coordinates), min_size=1, max_size=size - 1)
        ),
    }
    if draw(st.booleans()):
        table["forces"] = {coordinates[0]: f"-{coordinates[0]}dot"}
    try:
        return System(**table)
    except BadSystem:
        assume(False)
        raise


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
