"""Complete solutions of the equation of Hamilton and Jacobi: found, or given and verified.

They are found by separation of variables, or by first integrals that are solved for the velocities:
n of them whose differentials are independent along the fibres of the constraint set are a family of
sections, which the motion is tangent to, and their values are its constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import TYPE_CHECKING

from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import DiffGeoError
from mechanics.analysis.first_integrals import search
from mechanics.analysis.hamilton_jacobi import HamiltonJacobi
from mechanics.analysis.hamiltonian import HamiltonianDynamics
from mechanics.analysis.known_integrals import TOO_LARGE, known_integrals
from mechanics.analysis.noether import written
from mechanics.analysis.separation import separated_solution
from mechanics.errors import BadSystem, NotApplicable
from mechanics.model.admissible_velocities import AdmissibleVelocities
from mechanics.model.sections import (
    read_by_coordinate,
    section_of_momenta,
    section_of_values,
    section_of_velocities,
    with_constants,
)
from mechanics.wording import names

if TYPE_CHECKING:
    from diffgeo import Form
    from diffgeo.calculus import FunctionLike
    from mechanics.analysis.known_integrals import KnownIntegrals
    from mechanics.model.systems import System
    from mechanics.theories.dynamics import Dynamics

#: So many choices of first integrals are tried.
CHOICES = 6
#: By default functions of these orders are tried for separation.
ORDERS = (2, 3, 4)


def complete_solution(
    dynamics: Dynamics, order: int | None = None, extra: Sequence[FunctionLike] = ()
) -> HamiltonJacobi:
    """A complete solution by separation, or by first integrals that are solved for velocities.

    Parameters
    ----------
    dynamics
        The motion.
    order
        Of the functions of one coordinate for separation; see `separated_solution`. By default
        2, and then 3 and 4.
    extra
        Functions on E besides those that the system suggests, for both.

    Returns
    -------
    HamiltonJacobi
        One that is closed along displacements, if such a one is found.

    Raises
    ------
    NotApplicable
        None was found; the message says where.

    Examples
    --------
    >>> from mechanics import load
    >>> from mechanics.analysis.complete_solutions import complete_solution
    >>> found = complete_solution(load("vertical-rolling-disk").dynamics())
    >>> print(found.origin, found.is_complete, sep=": ")
    by the first integrals phidot, thetadot: True
    """
    system = dynamics.system
    section, asked, orders = None, order, ORDERS if order is None else (order,)
    try:
        for order in orders:
            section = section or separated_solution(system, order, extra)
        tried = f"no solution is separated with the functions of order {order}"
    except NotApplicable as error:
        section, tried = None, str(error).removeprefix(f"{system.specification.where}: ")
    if section is not None:
        return HamiltonJacobi(dynamics, section, "by separation of variables")
    best: HamiltonJacobi | None = None
    known = known_integrals(dynamics, asked, extra)
    for functions in _spaces(known):
        for chosen in islice(_choices(system, functions), CHOICES):
            origin = "by the first integrals " + ", ".join(map(written, chosen))
            try:
                candidate = HamiltonJacobi(dynamics, section_of_values(system, chosen), origin)
            except DiffGeoError:
                continue  # a root that the ring has not, or equations of higher degree
            if candidate.is_closed.holds:
                return candidate
            best = best or candidate
    if best is not None:
        return best
    raise NotApplicable(
        f"{system.specification.where}: no complete solution was found. By separation: {tried}. By "
        f"first integrals: those that are known could not be solved for the velocities "
        f"({known.spaces}). Others outside of these spaces are possible: give functions for them, "
        "or velocities, momenta or an action of your own"
    )


def _spaces(known: KnownIntegrals) -> Iterator[Sequence[Form]]:
    """First integrals of a small space, which often serve, and all that are known."""
    with suppress(*TOO_LARGE):
        found = search(
            known.system, order=1 if known.order is None else known.order, extra=known.extra,
            potentials=False, theory=known.dynamics.theory,
        )  # fmt: skip
        yield [i.function for i in found.integrals]
    yield known.functions


def _choices(system: System, functions: Sequence[Form]) -> Iterator[tuple[Form, ...]]:
    """Integrals that are independent as functions of the velocities, as many as there are."""
    velocities, restrict = AdmissibleVelocities(system), system.constraint_set.restrict
    vertical = velocities.vertical
    integrals = sorted(functions, key=lambda f: len(str(f)))
    for chosen in combinations(integrals, len(vertical)):
        rows = [[V(restrict(f)) for V in vertical] for f in chosen]
        if not chosen or linear.rank(rows) == len(chosen):
            yield chosen


def given_solution(
    dynamics: Dynamics,
    velocities: Mapping[str, FunctionLike] | None = None,
    *,
    momenta: Mapping[str, FunctionLike] | None = None,
    action: FunctionLike | None = None,
    free: str | Sequence[str] = (),
) -> HamiltonJacobi:
    """A solution to be verified, by one of three things.

    Parameters
    ----------
    dynamics
        The motion.
    velocities
        Formulas on E × C by the names of the velocities; those that are not given are 0.
    momenta
        Formulas by the names of the coordinates; those that are not given are 0.
    action
        The function S with the momenta dS.
    free
        The names of the constants.

    Returns
    -------
    HamiltonJacobi
        With the verdicts on it.

    Raises
    ------
    BadSystem
        None or several are given; a name is unknown.
    NoHamiltonian, SingularLagrangian
        The velocities cannot be expressed by momenta.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.analysis.complete_solutions import given_solution
    >>> falling = System(coordinates="x", lagrangian="xdot**2/2 - x")
    >>> print(given_solution(falling.dynamics(), action="-(2*h - 2*x)**(3/2)/3 - h*t", free="h"))
    a complete solution: gamma = -h dt + sqrt(2*h - 2*x) dx
    """
    system = dynamics.system
    if sum(way is not None for way in (velocities, momenta, action)) != 1:
        raise BadSystem(
            f"{system.specification.where}: a solution is given by velocities, or by momenta, or "
            "by an action"
        )
    above, s = with_constants(system, names(free)), system.specification
    if velocities is not None:
        values = read_by_coordinate(system, above, velocities, s.velocities)
        return HamiltonJacobi(dynamics, section_of_velocities(system, above, values))
    if action is not None:
        S = read_by_coordinate(system, above, {"S": action}, ["S"])
        values = [above.lift(W)(f) for f in S for W in system.configuration_space.vertical_frame]
    else:
        values = read_by_coordinate(system, above, momenta or {}, s.coordinates)
    legendre = HamiltonianDynamics(system, regular=False).inverse_legendre
    return HamiltonJacobi(dynamics, section_of_momenta(legendre, above, values))
