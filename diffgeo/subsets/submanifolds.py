"""Submanifolds given by solved equations, and open subsets.

Source: Lee, Introduction to Smooth Manifolds (2nd ed. 2013), chapters 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from diffgeo.calculus.forms import Form
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_manifold
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.spaces import FunctionLike, Manifold
from diffgeo.errors import UndefinedSymbol
from diffgeo.rings.expression import Expression, Symbol, names_in
from diffgeo.rings.expression import replace as renewed


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
            if not _independent_of(value, index) or any(
                not _independent_of(g, index) for g in signs_in([value])
            ):
                raise UndefinedSymbol(
                    f"the equation {left} = {value.summary()} on {space} refers to {used}, which "
                    "is itself solved for; substitute it first"
                )
    chart = space.chart
    kept = [name for name in chart.coordinates if name not in solved]
    label = name or f"{space.name}[{', '.join(solved)}]"
    declared = space.declarations(kept)
    trees: dict[Expression, Expression] = {
        Symbol(n): chart.ring.expression(value.element()) for n, value in values.items()
    }
    declared["domain"] += [
        replace(c, expression=renewed(c.expression, trees.get))
        for c in chart.domain
        if not names_in(c.expression).isdisjoint(solved)
    ]
    sub = Manifold(label, **declared, dots=chart.dots)
    if chart.domain:
        # No numbers are sure to be in the domain together with all values of the others.
        return sub, Map(
            sub,
            space,
            {
                **{n: sub[n] for n in kept},
                **dict(zip(values, sub.functions(trees.values()), strict=True)),
            },
        )
    # The values do not depend on the solved coordinates, so any numbers may stand for those.
    numbers = {n: sub.chart.ring.rational(space.allowed_number(n)) for n in solved}
    carry = chart.ring.pullback(sub.chart.ring, {n: sub[n].element() for n in kept} | numbers)
    carried = {n: sub.scalar(carry(value.element())) for n, value in values.items()}
    return sub, Map(sub, space, {**{n: sub[n] for n in kept}, **carried})


def open_subset(space: Manifold, domain: object, name: str = "") -> tuple[Manifold, Map]:
    """The open subset where strict inequalities hold, and its inclusion.

    Parameters
    ----------
    space
        The manifold around it.
    domain
        As for `diffgeo.Manifold`; what is declared on the manifold holds too.
    name
        Name of the subset.

    Returns
    -------
    tuple
        The subset, a manifold with the same coordinates, and the inclusion Map.

    Raises
    ------
    Contradiction
        It seems to be empty.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import open_subset
    >>> M = Manifold("M", "x y")
    >>> U, inclusion = open_subset(M, "x > y")
    >>> print(U.function("sqrt((y - x)**2)"), inclusion.pull(1 / M.function("x - y")).conditions)
    x - y ()
    """
    require_manifold(space, "take an open subset of")
    declared = space.declarations(space.chart.coordinates)
    declared["domain"] += domain if isinstance(domain, list | tuple) else [domain]
    subset = Manifold(name or f"an open subset of {space.name}", **declared, dots=space.chart.dots)
    names = space.chart.coordinates
    return subset, Map(subset, space, dict(zip(names, subset.coordinates, strict=True)))


def _independent_of(value: Form, index: int) -> bool:
    ring = value.space.chart.ring
    return ring.is_zero(value.partial(index).element()).zero
