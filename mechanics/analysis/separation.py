"""Separation of variables: complete solutions of the equation of Hamilton and Jacobi.

Let L = T - V be natural, without constraints, with a frame of commuting fields W_A that are
orthogonal for T, ``g_A = V_A(V_A(L))``. Momenta ``p_A = (2 F_A)^½`` with functions F_A that depend
on the position along W_A only belong to a closed form γ. It solves the equation if

    F_1/g_1 + … + F_n/g_n + V = E,

which is linear. So all F_A in a finite space of functions are found by linear algebra over the
constants; where n solutions of the homogeneous equation, V = 0, are independent at the generic
point, they are a matrix of Stäckel, and γ is a complete solution.

Source: P. Stäckel, Über die Integration der Hamilton–Jacobischen Differentialgleichung mittelst
Separation der Variabelen, Halle 1891.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING

from diffgeo import Form, Map, d
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.natural_systems import refuse, unnatural
from mechanics.errors import NotApplicable
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.coefficient_functions import independent, suggested_functions
from mechanics.model.lagrangian import hessian, vertical_frame
from mechanics.model.plain_answers import vanishes
from mechanics.model.sections import (
    fresh_names,
    section_of_velocities,
    square_root,
    with_constants,
)

if TYPE_CHECKING:
    from diffgeo import VectorForm
    from diffgeo.calculus import FunctionLike
    from mechanics.model.systems import System


def separated_solution(
    system: System, order: int = 2, extra: Sequence[FunctionLike] = ()
) -> Map | None:
    """A complete solution by separation along the frame of E, as a family of velocities.

    Parameters
    ----------
    system
        The system.
    order
        The F_A are combinations of products of at most so many of the functions of one coordinate
        that the system suggests, and of their inverses.
    extra
        Functions on E besides those that the system suggests.

    Returns
    -------
    Map or None
        From E × C to J¹π; the first constant is the energy. None if there is none in that space.

    Raises
    ------
    NotApplicable
        The system is not natural or has constraints, or its coordinates are not orthogonal.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.analysis.separation import separated_solution
    >>> found = separated_solution(System(coordinates="x", lagrangian="(xdot**2 - x**2)/2"))
    >>> print(found.images["xdot"])
    sqrt(2*c1 - x**2)
    """
    masses, potential = _natural_data(system)
    found = _separated(system, masses, potential, order, extra)
    return None if found is None else _section(system, masses, *found)


def separated_integrals(
    system: System, order: int = 2, extra: Sequence[FunctionLike] = ()
) -> list[Form]:
    """The constants of a separated solution as functions on J¹π: by ``p_A²/2 = F_A``.

    They are first integrals in involution. None of them if `separated_solution` finds none.
    """
    try:
        masses, potential = _natural_data(system)
    except NotApplicable:
        return []
    found = _separated(system, masses, potential, order, extra)
    if found is None:
        return []
    particular, basis = found
    jets = system.evolution_space
    up = jets.projection.pull
    momenta = [V(system.lagrangian) for V in vertical_frame(jets)]
    rest = [p * p / 2 - up(F) for p, F in zip(momenta, particular, strict=True)]
    rows = [list(map(up, row)) for row in zip(*basis, strict=True)]
    return linear.solve(rows, rest)


def _separated(
    system: System,
    masses: Sequence[Form],
    potential: Form,
    order: int,
    extra: Sequence[FunctionLike],
) -> tuple[list[Form], list[list[Form]]] | None:
    """The F_A of a particular solution, and a matrix of Stäckel."""
    _, *frame = system.configuration_space.frame
    known = suggested_functions(system, extra)
    spaces = [_functions_along(W, known, order) for W in frame]
    terms = [f / g for space, g in zip(spaces, masses, strict=True) for f in space]
    relations = linear.constant_relations([*terms, potential.space.function(1), potential])
    # The last entries are those at 1, the energy, and at V; each is 0 but in one relation.
    fixed = [c for c in relations if not vanishes(c[-1])]
    free = sorted((c for c in relations if vanishes(c[-1])), key=lambda c: vanishes(c[-2]))
    if not fixed or len(free) < len(frame) or vanishes(free[0][-2]):
        return None
    free[0] = [-a / free[0][-2] for a in free[0]]
    basis: list[list[Form]] = []
    for shares in (_shares(c, spaces) for c in free):
        if linear.rank([*basis, shares]) > len(basis):
            basis.append(shares)
    if len(basis) < len(frame):
        return None
    return _shares([a / fixed[0][-1] for a in fixed[0]], spaces), basis


def _section(
    system: System, masses: Sequence[Form], particular: Sequence[Form], basis: list[list[Form]]
) -> Map:
    """The velocities ``p_A/g_A`` for ``p_A² = 2 F_A``, F the particular solution plus others."""
    above = with_constants(system, fresh_names(system, len(masses)))
    below, beside = above.projections
    constants = beside.pull(list(beside.target.coordinates))
    columns = list(zip(*(below.pull(list(F)) for F in (particular, *basis)), strict=True))
    cyclic = _cyclic(columns, constants)
    weights = [
        next((c * c / (2 * a) for k, a in filter(None, cyclic) if k is c), c) for c in constants
    ]
    momenta = [
        momentum[0] if momentum else square_root(2 * linear.combination(weights, F, rest))
        for momentum, (rest, *F) in zip(cyclic, columns, strict=True)
    ]
    pairs = zip(momenta, masses, strict=True)
    return section_of_velocities(system, above, [p / below.pull(g) for p, g in pairs])


def _cyclic(
    columns: Sequence[Sequence[Form]], constants: Sequence[Form]
) -> list[tuple[Form, Form] | None]:
    """For each A a constant c with F_A = a c, and a; the energy is none of them.

    It is half of the square of the momentum, which is written instead.
    """
    found: list[tuple[Form, Form] | None] = []
    _, *others = constants
    for rest, energy, *shares in columns:
        live = [(c, F) for c, F in zip(others, shares, strict=True) if not vanishes(F)]
        alone = len(live) == 1 and vanishes(rest) and vanishes(energy)
        new = (p for p in live if all(p[0] is not c for c, _ in filter(None, found)))
        found.append(next((p for p in new if alone and vanishes(d(p[1]))), None))
    return found


def _shares(relation: Sequence[Form], spaces: Sequence[Sequence[Form]]) -> list[Form]:
    """The functions F_A of a relation."""
    coefficients = iter(relation)
    return [
        linear.combination([next(coefficients) for _ in space], space, 0 * relation[0])
        for space in spaces
    ]


def _natural_data(system: System) -> tuple[list[Form], Form]:
    """The g_A and V, on E."""
    D = AdmissibleVelocities(system)
    rows = hessian(system.lagrangian, system.evolution_space)
    rest = [e for i, row in enumerate(rows) for k, e in enumerate(row) if i != k]
    reasons = {
        "there are constraints": bool(system.constraints),
        **unnatural(system, D),
        "the coordinates are not orthogonal": not all(map(vanishes, rest)),
    }
    refuse(system, reasons, "separation of variables is not tried")
    down = D.section.pull
    potential: Form = -down(system.lagrangian)
    masses = [e for i, row in enumerate(rows) for k, e in enumerate(row) if i == k]
    return [down(g) for g in masses], potential


def _functions_along(W: VectorForm, known: Sequence[Form], order: int) -> list[Form]:
    """Products of functions of the position along W only, and of their inverses."""
    others = [X for X in W.space.frame if not vanishes(X - W)]
    found = [f for f in known if not vanishes(W(f)) and all(vanishes(X(f)) for X in others)]
    parts = [*found, *(1 / f for f in found)]
    return independent(
        [
            prod(chosen, start=W.space.function(1))
            for degree in range(order + 1)
            for chosen in combinations_with_replacement(parts, degree)
        ]
    )
