"""For which values of the parameters a derivation holds: what it asks of parameters alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from diffgeo.calculus import Requirement, names_in, required, sign_at
from diffgeo.errors import DiffGeoError
from mechanics.errors import BadValue
from mechanics.wording import shorten

if TYPE_CHECKING:
    from mechanics.theories.dynamics import Dynamics


#: Where a derivation keeps them; one that is read from a file has them from there.
KEPT = "conditions on parameters"


def conditions_on_parameters(dynamics: Dynamics) -> tuple[Requirement, ...]:
    """What accelerations, multipliers and their uniqueness ask of the parameters alone.

    Those of `Dynamics.domain` in which there are neither states nor functions. They hold along a
    whole motion or nowhere on it, also those that cancel in the accelerations: a sled without
    moment of inertia has no equation that determines its turning. A determinant that is too large
    to be written out is left to those who solve with it.

    Parameters
    ----------
    dynamics
        A derivation; one that is read from a file is not derived again for this.

    Returns
    -------
    tuple of Requirement
        Functions of parameters alone on `dynamics.manifold`, with what is asked of each.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.theories import conditions_on_parameters
    >>> system = System(coordinates="x", parameters="m k", lagrangian="m*xdot**2/2 - k*x**2/2")
    >>> for each in conditions_on_parameters(system.dynamics()):
    ...     print(each.name, each.relation, 0)
    ...
    m != 0
    """
    known: tuple[Requirement, ...] | None = dynamics.kept.get(KEPT)
    if known is not None:
        return known
    regular, M = dynamics.regular, dynamics.manifold
    functions = [*regular.acceleration_functions.values(), *regular.rate_functions.values()]
    asked = required([*functions, *regular.multipliers])
    asked += [
        Requirement(M.function(c.expression), c.relation, str(c.expression))
        for c in regular.uniqueness
    ]
    parameters = {*dynamics.system.specification.parameters}
    found = {(r.name, r.relation): r for r in asked if names_in([r.function]) <= parameters}
    dynamics.kept.update({KEPT: tuple(found.values())})
    return tuple(found.values())


def require_parameters(dynamics: Dynamics, values: Mapping[str, Any]) -> None:
    """Refuse exact values of parameters for which the equations are not derived.

    A condition on a parameter without a value is not asked.

    Parameters
    ----------
    dynamics
        A derivation.
    values
        Exact numbers by the names of parameters.

    Raises
    ------
    BadValue
        Names the condition that fails, with the values.

    Examples
    --------
    >>> from mechanics import System
    >>> from mechanics.theories import require_parameters
    >>> system = System(coordinates="x", parameters="m k", lagrangian="m*xdot**2/2 - k*x**2/2")
    >>> require_parameters(system.dynamics(), {"m": 2, "k": 0})
    """
    for asked in conditions_on_parameters(dynamics):
        names = names_in([asked.function])
        known = {name: value for name, value in values.items() if name in names}
        if not names or len(known) < len(names):
            continue
        given = ", ".join(f"{name} = {value}" for name, value in known.items())
        try:
            sign = sign_at(asked.function, known)
            why = "there that is not so"
        except DiffGeoError as error:
            sign, why = None, f"there that is not known ({shorten(str(error), 200)})"
        if sign is None or not (
            sign if asked.relation == "!=" else sign >= (asked.relation == ">")
        ):
            others, them = ("another value", "it") if len(names) == 1 else ("other values", "them")
            raise BadValue(
                f"{dynamics.system.name}: {given}: the equations of motion are derived where "
                f"{shorten(asked.name, 120)} {asked.relation} 0, and {why}; give {others}, or "
                f"derive the system with {them} put in"
            )
