"""Levels of functions, solved for some of the coordinates: the values are parameters there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING, TypeAlias

from diffgeo import Form, Manifold, Map, VectorForm, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import Refusal
from diffgeo.subsets import solution_branches
from mechanics.model.plain_answers import vanishes
from mechanics.model.sections import fresh_names

if TYPE_CHECKING:
    from mechanics.model.systems import System
    from mechanics.wording import Formulas

#: A coordinate and the field of the frame that belongs to it.
Direction: TypeAlias = tuple[Form, VectorForm]
#: So many choices of coordinates are tried, each with so many seconds of the processor: several
#: times what levels that can be solved need, so that a loaded machine solves them, too.
CHOICES, SECONDS = 2, 12.0
#: A Jacobian that is longer is named instead of written.
WIDTH = 120


@dataclass(frozen=True)
class Levels:
    """The levels ``f_k = c_k`` of independent functions on a space, by coordinates x on it.

    Attributes
    ----------
    functions : tuple of Form
        The f_k.
    names : tuple of str
        The coordinates x, as many, with ``det ∂f_k/∂x ≠ 0`` at the generic point.
    values : tuple of str
        The names of the c_k.
    inclusion : Map or None
        One branch of the levels, with the c_k as parameters, into the space, if the equations
        could be solved for x.
    branches : int
        How many were found.
    """

    space: Manifold
    functions: tuple[Form, ...]
    names: tuple[str, ...]
    values: tuple[str, ...]
    inclusion: Map | None
    branches: int

    @property
    def free(self) -> list[Direction]:
        """The other coordinates, which are coordinates on each level."""
        names = self.space.chart.coordinates
        rows = zip(names, self.space.coordinates, self.space.frame, strict=True)
        return [(x, X) for name, x, X in rows if name not in self.names]

    @cached_property
    def jacobian(self) -> Form:
        """``det ∂f_k/∂x``."""
        frame = dict(zip(self.space.chart.coordinates, self.space.frame, strict=True))
        rows = [[frame[x](f) for x in self.names] for f in self.functions]
        return linear.determinant(rows) if rows else self.space.function(1)

    def tangent(self, X: VectorForm) -> VectorForm:
        """A field that is tangent to the levels, on the branch."""
        assert self.inclusion is not None
        S, N = self.inclusion.source, self.inclusion.target
        return S.vector_field({x: self.inclusion.pull(X(N[x])) for x in S.chart.coordinates})

    def pulled(self, form: Form) -> Form | None:
        """A form on the branch; None where there is none."""
        return None if self.inclusion is None else self.inclusion.pull(form).expanded()

    @property
    def solved(self) -> dict[str, Form]:
        """The coordinates x as functions on the branch, by their names."""
        return {} if self.inclusion is None else {x: self.inclusion.images[x] for x in self.names}

    def lines(self, written: Callable[[Form], str]) -> Iterator[str]:
        """Readable lines."""
        if not self.functions:
            return
        pairs = ", ".join(f"f_{k} = {c}" for k, c in enumerate(self.values, 1))
        away = "" if vanishes(d(self.jacobian)) else f", where {self._shown_jacobian(written)} != 0"
        if self.inclusion is None:
            yield f"  on levels {pairs}{away}, with {', '.join(self.names)} by these equations,"
            yield "  which were not solved for them"
            return
        one = "" if self.branches == 1 else f"; one of {self.branches} branches"
        yield f"  on levels {pairs}{away}{one}"
        for x, f in self.solved.items():
            yield f"  {x} = {written(f)}"

    def _shown_jacobian(self, written: Callable[[Form], str]) -> str:
        text = written(self.jacobian)
        short = len(text) <= WIDTH
        return text if short else f"the Jacobian of the f by {', '.join(self.names)} is"

    def named_formulas(self) -> Formulas:
        """The coordinates x on the branch, by their names in LaTeX."""
        return {self.space[x].latex(): f for x, f in self.solved.items()}

    def to_dict(self) -> dict[str, object]:
        """As data for JSON."""
        return {
            "levels": dict(zip(self.values, map(str, self.functions), strict=True)),
            "by": list(self.names),
            "solved": {x: str(f) for x, f in self.solved.items()},
            "branches": self.branches,
            "jacobian": str(self.jacobian),
        }


def copied(form: Form, copy: Manifold | None = None, minus: str = "") -> Form:
    """A form on another copy of its space, with -c for a parameter c.

    A ring remembers which signs roots have asked for; a copy has another ring.
    """
    space = form.space
    names = space.chart.coordinates
    made = copy or Manifold(space.name, **space.declarations(names))
    turned = {minus: f"-{minus}"} if minus else {}
    return Map(made, space, {x: x for x in names} | turned).pull(form)


def levels(system: System, space: Manifold, functions: Sequence[Form]) -> Levels:
    """The levels of independent functions, on a branch; velocities are solved for first."""
    coordinates = space.chart.coordinates
    constants = tuple(fresh_names(system, len(functions)))
    declared = space.declarations(coordinates)
    parameters = [*declared["parameters"], *constants]
    around = Manifold(space.name, **{**declared, "parameters": parameters})
    up = Map(around, space, {x: around[x] for x in coordinates})
    if not functions:
        return Levels(space, (), (), (), up, 1)
    equations = [up.pull(f) - around.function(c) for f, c in zip(functions, constants, strict=True)]
    known = set(system.specification.coordinates)
    time, *others = coordinates
    ordered = [x for x in others if x not in known] + [x for x in others if x in known] + [time]
    usable = (
        found
        for chosen in combinations(ordered, len(functions))
        for found in [Levels(space, tuple(functions), chosen, constants, None, 0)]
        if not vanishes(found.jacobian)
    )
    first = None
    for found in islice(usable, CHOICES):
        first = first or found
        try:
            inclusion, count = _solved(around, equations, found.names)
        except Refusal:
            continue
        return Levels(space, tuple(functions), found.names, constants, up @ inclusion, count)
    assert first is not None  # independent functions have a Jacobian that is not 0
    return first


def _solved(around: Manifold, equations: list[Form], names: Sequence[str]) -> tuple[Map, int]:
    """One branch of the zeros of equations, and how many were found.

    Equations that are affine in a coordinate are solved for it first, one after the other.
    """
    whole, count = Map(around, around, {x: around[x] for x in around.chart.coordinates}), 1
    left = [*names]
    while left:
        space = whole.source
        fields = dict(zip(space.chart.coordinates, space.frame, strict=True))
        slopes = ((k, x, fields[x](f)) for k, f in enumerate(equations) for x in left)
        affine = ((k, x) for k, x, a in slopes if not vanishes(a) and vanishes(fields[x](a)))
        k, x = next(affine, (None, None))
        rest = [] if k is None else [*equations[:k], *equations[k + 1 :]]
        chosen = left if x is None else [x]
        some = equations if k is None else [equations[k]]
        *_, branch = branches = solution_branches(space, some, chosen, SECONDS)
        left = [y for y in left if y not in chosen]
        equations = [branch.pull(f).expanded() for f in rest]
        whole, count = whole @ branch, count * len(branches)
    return whole, count
