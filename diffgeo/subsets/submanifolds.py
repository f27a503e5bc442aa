"""Submanifolds given by solved equations."""

from __future__ import annotations

from collections.abc import Mapping

from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.errors import UndefinedSymbol


def submanifold(
    space: Manifold, equations: Mapping[str, FunctionLike], name: str = ""
) -> tuple[Manifold, Map]:
    """The submanifold on which coordinates equal given functions, and its inclusion.

    Parameters
    ----------
    space
        The ambient manifold.
    equations
        Solved equations ``{"zdot": "y*xdot"}``; right sides use the other coordinates only.
    name
        Name of the submanifold.

    Returns
    -------
    tuple
        The submanifold (without the solved coordinates) and the inclusion Map.

    Raises
    ------
    UndefinedSymbol
        A left side is no coordinate, or a right side refers to a solved coordinate.

    Examples
    --------
    >>> from diffgeo import Manifold, submanifold
    >>> M = Manifold("M", "x y z")
    >>> N, inclusion = submanifold(M, {"z": "x*y"})
    >>> print(*N.coordinates, "|", inclusion.pull(M.form(1, {"z": 1})))
    x y | y dx + x dy
    """
    require_manifold(space, "solve equations for coordinates on")
    solved = {name: space._index(name) for name in equations}
    values = dict(zip(equations, space.functions(equations.values()), strict=True))
    for left, value in values.items():
        for used, index in solved.items():
            if not _independent_of(value, index):
                raise UndefinedSymbol(
                    f"the equation {left} = {value.summary()} on {space} refers to {used}, which "
                    "is itself solved for; substitute it first"
                )
    chart = space.chart
    kept = [name for name in chart.coordinates if name not in solved]
    label = name or f"{space.name}[{', '.join(solved)}]"
    sub = Manifold(label, **space.declarations(kept), dots=chart.dots)
    # The values do not depend on the solved coordinates, so any numbers may stand for those.
    numbers = {n: sub.chart.ring.rational(space._allowed_number(n)) for n in solved}
    carry = chart.ring.pullback(sub.chart.ring, {n: sub[n].element() for n in kept} | numbers)
    carried = {n: sub.scalar(carry(value.element())) for n, value in values.items()}
    return sub, Map(sub, space, {**{n: sub[n] for n in kept}, **carried})


def _independent_of(value: Form, index: int) -> bool:
    ring = value.space.chart.ring
    return ring.is_zero(value.partial(index).element()).zero
