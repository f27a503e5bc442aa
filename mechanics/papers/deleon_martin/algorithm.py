"""The constraint algorithm of section 4, step by step, for data whose sets are graphs.

P_{k+1} is the set of the points of P_k where some ξ + λ^i Z_i is tangent to P_k. With the
generators χ_j of P_k that is the solvability of ``ξ(χ_j) + λ^i Z_i(χ_j) = 0``: for all vectors u
with ``Z_i(χ_j) u^j = 0`` on P_k, ``ξ(χ_j) u^j = 0``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffgeo import Map, check, d, identity_map, level_set
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.terms import combined, sum_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffgeo import Form, Manifold, VectorForm
    from diffgeo.subsets import LevelSet


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


def contradiction(
    xi: VectorForm, Z: Sequence[VectorForm], generators: Sequence[Form]
) -> tuple[list[Form], Map, Form]:
    """U with ``Z_i(χ_j) u^j = 0`` and ``ξ(χ_j) u^j`` constant, not 0; the inclusion; the constant.

    No ξ + λ^i Z_i is tangent to the zeros of the χ_j then, whatever the λ^i are.
    """
    inclusion, _ = chart_of(xi.space, generators)
    right = [inclusion.pull(xi(chi)) for chi in generators]
    for u in linear.kernel([[inclusion.pull(field(chi)) for chi in generators] for field in Z]):
        value = sum_of(inclusion.source, (a * b for a, b in zip(u, right, strict=True)))
        if check(d(value) == 0, counterexample=False) and not check(value == 0):
            return u, inclusion, value
    raise ValueError("the chain does not end in a contradiction")


def tangent_field(
    xi: VectorForm, Z: Sequence[VectorForm], generators: Sequence[Form]
) -> tuple[VectorForm, list[Form]]:
    """ξ + λ^i Z_i that annihilates as many generators as Z_i(χ_j) has rank, and the λ^i.

    On a final set, where that rank is constant, it is tangent. Multipliers that are left free
    are 0.
    """
    inclusion, _ = chart_of(xi.space, generators)
    rows, columns = block([[inclusion.pull(field(chi)) for chi in generators] for field in Z])
    found = [0 * xi.space.function(1) for _ in Z]
    if rows:
        matrix = [[Z[i](generators[j]) for i in rows] for j in columns]
        solved = linear.solve(matrix, [-xi(generators[j]) for j in columns])
        for i, value in zip(rows, solved, strict=True):
            found[i] = value
    return combined(xi, found, Z), found


def block(matrix: Sequence[Sequence[Form]]) -> tuple[list[int], list[int]]:
    """Rows and columns of an invertible block of the size of the rank."""
    rows = _independent(matrix)
    kept = [matrix[i] for i in rows]
    columns = _independent(list(zip(*kept, strict=True)))
    return rows, columns


def _independent(matrix: Sequence[Sequence[Form]]) -> list[int]:
    """Numbers of rows that are independent and span the others."""
    chosen: list[int] = []
    for i in range(len(matrix)):
        tried = [*chosen, i]
        if linear.rank([matrix[k] for k in tried]) == len(tried):
            chosen = tried
    return chosen


def chart_of(space: Manifold, generators: Sequence[Form]) -> tuple[Map, Map]:
    """The inclusion of the zeros, as a graph over some coordinates, and the retraction to it.

    The equations are solved one after the other, each for a coordinate in which it is of first
    degree on the zeros of those before it.
    """
    current, inclusion = space, identity_map(space)
    for chi in generators:
        f = inclusion.pull(chi)
        current, step = level_set(current, [f]).graph(_solvable(current, f))
        inclusion = inclusion @ step
    return inclusion, Map(space, current, {x: space[x] for x in current.chart.coordinates})


def _solvable(space: Manifold, f: Form) -> str:
    """A coordinate in which f is of first degree, with a constant factor if there is one."""
    found: list[tuple[bool, bool, int, str]] = []
    for name, X in reversed(list(zip(space.chart.coordinates, space.frame, strict=True))):
        slope = X(f)
        if not check(slope == 0, counterexample=False):
            first = bool(check(X(slope) == 0, counterexample=False))
            constant = first and bool(check(d(slope) == 0, counterexample=False))
            found.append((not constant, not first, len(found), name))
    return min(found)[-1]
