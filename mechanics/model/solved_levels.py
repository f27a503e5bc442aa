"""Levels of functions, solved for some of the coordinates: the values are parameters there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING

from diffgeo import Form, Manifold, Map, VectorForm
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal
from diffgeo.subsets import solution_branches
from mechanics.model.sections import fresh_names

if TYPE_CHECKING:
    from mechanics.model.systems import System

#: So many choices of coordinates are tried, each with so many seconds of the solver.
CHOICES, SECONDS = 4, 4.0


@dataclass(frozen=True)
class SolvedLevels:
    """One branch of the levels ``f_k = c_k`` in a space N.

    Attributes
    ----------
    inclusion : Map
        The branch S, with the c_k as parameters, into N.
    solved : dict of Form
        The coordinates that were solved for, by their names, as functions on S.
    jacobian : Form
        ``det ∂f_k/∂x``, x the solved ones, on S.
    """

    inclusion: Map
    solved: dict[str, Form]
    jacobian: Form

    def tangent(self, X: VectorForm) -> VectorForm:
        """A field on N that is tangent to the levels, on S."""
        S, N = self.inclusion.source, self.inclusion.target
        return S.vector_field({x: self.inclusion.pull(X(N[x])) for x in S.chart.coordinates})


def solved_levels(
    system: System, space: Manifold, functions: Sequence[Form]
) -> SolvedLevels | None:
    """The levels of independent functions, on a branch; velocities are solved for first.

    None if that fails for all choices of coordinates that are tried.
    """
    names = space.chart.coordinates
    constants = fresh_names(system, len(functions))
    declared = space.declarations(names)
    around = Manifold(space.name, **{**declared, "parameters": [*declared["parameters"], *constants]})
    up = Map(around, space, {x: around[x] for x in names})
    equations = [up.pull(f) - around.function(c) for f, c in zip(functions, constants, strict=True)]
    if not functions:
        return SolvedLevels(up, {}, around.function(1))
    known = set(system.specification.coordinates)
    time, *others = names
    ordered = [x for x in others if x not in known] + [x for x in others if x in known] + [time]
    for chosen in islice(combinations(ordered, len(functions)), CHOICES):
        try:
            *_, branch = solution_branches(around, equations, chosen, SECONDS)
            frame = dict(zip(names, around.frame, strict=True))
            rows = [[branch.pull(frame[x](f)) for x in chosen] for f in equations]
            det = linear.determinant(rows)
            return SolvedLevels(up @ branch, {x: branch.images[x] for x in chosen}, det)
        except Refusal:
            continue
    return None
