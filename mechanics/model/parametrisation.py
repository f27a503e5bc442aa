"""A parametrisation of the constraint set by time, positions and some of the velocities.

Constraints that are affine in the velocities are solved by `mechanics.model.constraint_set`. Others
are solved here one after the other, each for a velocity in which it has degree one or two. A root
then parametrises one branch of the set. It is a root of an irreducible polynomial, or a function:
an algebraic identity that holds on the branch holds on the whole irreducible set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import Form, Map, submanifold
from diffgeo.errors import Refusal
from mechanics.errors import NotApplicable
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from mechanics.model.systems import System


def parametrisation(system: System) -> Map:
    """The inclusion of the constraint set, or of a branch of it, in J¹π.

    Raises
    ------
    NotApplicable
        A constraint has no velocity in which it is of degree one or two.
    """
    place = system.constraint_set
    result, rest, names = place.inclusion, place.remaining, list(place.velocities)
    while rest:
        name, value = solved_for_velocity(system, rest[0], names)
        _, step = submanifold(result.source, {name: value}, name="P1")
        result = result @ step if place.solved or result.target is not result.source else step
        names.remove(name)
        rest = tuple(f for f in map(step.pull, rest[1:]) if not vanishes(f))
    return result


def branch_of_wall(system: System, wall: Form) -> Map:
    """The inclusion of a branch of ``h = 0``, for a function h of time and positions on J¹π or P.

    Raises `NotApplicable` if h is of degree one or two in no position.
    """
    positions = list(system.specification.coordinates)
    name, value = solved_for_velocity(system, wall, positions)
    return submanifold(wall.space, {name: value}, name="wall")[1]


def solved_for_velocity(system: System, equation: Form, names: list[str]) -> tuple[str, Form]:
    """A velocity, and what it is where an equation holds; without a root if possible."""
    space = equation.space
    fields = {name: space.vector_field({name: 1}) for name in names}
    slopes = {name: X(equation) for name, X in fields.items()}
    live = [name for name in names if not vanishes(slopes[name])]
    for name in live:
        if vanishes(fields[name](slopes[name])):
            return name, (space[name] - equation / slopes[name]).expanded()
    for name in live:
        X, v = fields[name], space[name]
        double = X(slopes[name])
        if not vanishes(X(double)):
            continue
        # equation = A v² + B v + C with A = double/2; its discriminant has no v in it.
        linear = slopes[name] - double * v
        constant = equation - slopes[name] * v + double * v * v / 2
        discriminant = (linear * linear - 2 * double * constant).expanded()
        try:
            root = space.function(f"sqrt({discriminant})")
        except Refusal:
            continue
        return name, (root - linear) / double
    raise NotApplicable(
        f"{system.specification.where}: {equation.summary(80)} = 0 is of degree one or two in no "
        "velocity, so that the constraint set has no coordinates for the search; check a function "
        "that you expect, by declaring it in 'invariants'"
    )
