"""Groups of symmetries whose orbits are complements of the constraints: the principal case.

For such a group, of a system with displacements D, TQ = D ⊕ TOrbits; the motion on the quotient is
a second-order field on Q/G.
"""

from __future__ import annotations

from heapq import nsmallest
from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from mechanics.analysis.lie_algebras import LieAlgebra
from mechanics.analysis.symmetries import displacements_that_keep
from mechanics.model.plain_answers import vanishes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffgeo import Form, VectorForm
    from mechanics.model.admissible_velocities import AdmissibleVelocities
    from mechanics.theories.dynamics import Dynamics

#: So many groups are tried.
GROUPS = 30


def complementary_groups(
    dynamics: Dynamics, velocities: AdmissibleVelocities
) -> list[tuple[VectorForm, ...]]:
    """Subalgebras of the symmetries, spanned by generators, whose orbits are complements of D.

    Those come first whose orbits are complements everywhere. The symmetries are those of L and the
    constraints with coefficients of order 1.
    """
    found = displacements_that_keep(dynamics)

    def size(fields: Sequence[VectorForm]) -> tuple[bool, int]:
        volume = linear.determinant(_rows(velocities, fields))
        return not vanishes(d(volume)), len(str(volume))

    chosen = [
        fields
        for fields in combinations(found, len(dynamics.system.constraints))
        if are_complementary(velocities, fields)
    ]
    return nsmallest(GROUPS, chosen, key=size)


def are_complementary(velocities: AdmissibleVelocities, fields: Sequence[VectorForm]) -> bool:
    """Whether fields span a Lie algebra with orbits that are complements of D."""
    rows = _rows(velocities, fields)
    whole = len(rows) == len(rows[0]) == linear.rank(rows)
    return whole and LieAlgebra(fields, velocities.system).is_closed


def _rows(velocities: AdmissibleVelocities, fields: Sequence[VectorForm]) -> list[list[Form]]:
    return [[X(x) for x in X.space.coordinates] for X in (*velocities.fields, *fields)]
