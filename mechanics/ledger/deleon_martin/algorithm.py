"""The constraint algorithm of section 4, step by step, for data whose sets are graphs.

P_{k+1} is the set of the points of P_k where some ξ + λ^i Z_i is tangent to P_k. With the
generators χ_j of P_k that is the solvability of ``ξ(χ_j) + λ^i Z_i(χ_j) = 0``: for all vectors u
with ``Z_i(χ_j) u^j = 0`` on P_k, ``ξ(χ_j) u^j = 0``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo import Map, check, d, level_set, linear
from mechanics.ledger.scene import sum_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffgeo import Form, LevelSet, Manifold, VectorForm


@dataclass(frozen=True)
class Chain:
    """The sets P_1, P_2, … by their generators; `empty` if the last step has no points."""

    sets: list[LevelSet]
    empty: bool

    @property
    def final(self) -> LevelSet:
        """The last set that is not empty."""
        return self.sets[-1]

    @property
    def dimensions(self) -> list[int]:
        """Their dimensions."""
        return [N.dimension for N in self.sets]


def constraint_algorithm(xi: VectorForm, Z: Sequence[VectorForm], phi: Sequence[Form]) -> Chain:
    """The sets P_k for the fields ξ + λ^i Z_i and the functions φ_i."""
    space = xi.space
    sets = [level_set(space, list(phi), "P_1")]
    while True:
        generators = list(sets[-1].equations)
        new = secondary(xi, Z, generators)
        if any(check(d(f) == 0, counterexample=False) for f in new):
            return Chain(sets, True)
        if not new:
            return Chain(sets, False)
        sets.append(level_set(space, [*generators, *new], f"P_{len(sets) + 1}"))


def secondary(xi: VectorForm, Z: Sequence[VectorForm], generators: Sequence[Form]) -> list[Form]:
    """Functions whose zeros on P_k are P_{k+1}; none if P_{k+1} = P_k."""
    space = xi.space
    inclusion, retraction = chart_of(space, generators)
    rows = [[inclusion.pull(field(chi)) for chi in generators] for field in Z]
    right = [inclusion.pull(xi(chi)) for chi in generators]
    found: list[Form] = []
    for u in linear.kernel(rows):
        condition = sum_of(inclusion.source, (a * b for a, b in zip(u, right, strict=True)))
        if not check(condition == 0, counterexample=False):
            found.append(retraction.pull(condition))
    return found


def chart_of(space: Manifold, generators: Sequence[Form]) -> tuple[Map, Map]:
    """The inclusion of the zeros, as a graph over some coordinates, and the retraction to it."""
    N = level_set(space, list(generators))
    names = space.chart.coordinates
    chosen: list[int] = []
    rows = [[X(chi) for X in space.frame] for chi in generators]
    for a in reversed(range(len(names))):
        tried = [*chosen, a]
        if linear.rank([[row[b] for b in tried] for row in rows]) == len(tried):
            chosen = tried
    sub, inclusion = N.graph(*(names[a] for a in chosen))
    return inclusion, Map(space, sub, {name: space[name] for name in sub.chart.coordinates})
