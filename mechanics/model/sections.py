"""Families of sections: a velocity at each point of E, which depends on constants.

A family is a map σ: E × C → J¹π over E, C the manifold of the constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from diffgeo import Form, Manifold, Map, product, submanifold
from mechanics.errors import BadSystem
from mechanics.model.parametrisation import parametrisation, solved_for_velocity
from mechanics.wording import listed, nearest

if TYPE_CHECKING:
    from diffgeo.bundles import Product
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System


def with_constants(system: System, names: Sequence[str], space: Manifold | None = None) -> Product:
    """E × C, or another space times C, for constants of these names."""
    below = system.configuration_space if space is None else space
    return product(below, Manifold("C", list(names)))


def fresh_names(system: System, count: int) -> list[str]:
    """Names c1, c2, … that the system does not have."""
    chart, letter = system.evolution_space.chart, "c"
    known = {*chart.coordinates, *chart.parameters, *system.specification.function_names}
    while any(f"{letter}{k}" in known for k in range(1, count + 1)):
        letter += "_"
    return [f"{letter}{k}" for k in range(1, count + 1)]


def section_of_velocities(system: System, above: Manifold, values: Sequence[Form]) -> Map:
    """The family with these velocities, functions on E × C in the order of the coordinates.

    Without constants, on E, it is a section of J¹π.
    """
    s = system.specification
    images = {q: above[q] for q in (s.time, *s.coordinates)}
    images |= zip(s.velocities, values, strict=True)
    return Map(above, system.evolution_space, images)


def section_of_momenta(legendre: Map, above: Product, values: Sequence[Form]) -> Map:
    """The family with these momenta, by the inverse J¹π* → J¹π of the Legendre map."""
    dual = legendre.source
    kept, momenta = dual.chart.coordinates[: -len(values)], dual.chart.coordinates[-len(values) :]
    images = {q: above[q] for q in kept} | dict(zip(momenta, values, strict=True))
    return legendre @ Map(above, dual, images)


def read_by_coordinate(
    system: System, above: Product, formulas: Mapping[str, FunctionLike], names: Sequence[str]
) -> list[Form]:
    """Formulas on E × C by their names, 0 where none is given, in the order of the names.

    Raises
    ------
    BadSystem
        A formula is given for another name.
    """
    for name in formulas:
        if name not in names:
            hint = nearest(name, names) or f"; there are {listed(names)}"
            raise BadSystem(f"{system.specification.where}: no {name!r} has a formula here{hint}")
    return [above.function(formulas.get(name, 0)) for name in names]


def section_of_values(system: System, integrals: Sequence[Form]) -> Map:
    """The states on which functions on J¹π have constants as values, solved for velocities.

    One branch of them; the constants are c1, c2, … in the order of the functions.

    Raises
    ------
    NotApplicable
        The equations are of degree one or two in no velocity.
    """
    inclusion = parametrisation(system)
    names = fresh_names(system, len(integrals))
    start = with_constants(system, names, inclusion.source)
    lifted = [start.projections[0].pull(inclusion.pull(f)) for f in integrals]
    rest = [f - start[name] for f, name in zip(lifted, names, strict=True)]
    known = set(system.specification.velocities)
    left = [x for x in inclusion.source.chart.coordinates if x in known]
    result = inclusion @ start.projections[0]
    while rest:
        name, value = solved_for_velocity(system, rest[0], left)
        _, step = submanifold(result.source, {name: value}, name="P1")
        result = result @ step
        left.remove(name)
        rest = list(map(step.pull, rest[1:]))
    above = with_constants(system, names)
    same = Map(above, result.source, {x: above[x] for x in result.source.chart.coordinates})
    return result @ same


def square_root(function: Form) -> Form:
    """The root that is not negative.

    Raises `Refusal` if the ring has none.
    """
    return function.space.function(f"sqrt({function.expanded()})")
