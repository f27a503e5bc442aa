"""What "regular" may mean for a constrained system, and how the meanings are related.

For a Lagrangian L on J¹π with fibre dimension m, constraints φ_a = 0, a = 1..k, n = m - k, the
constraint forms Φ^a = S^*dφ_a, the canonical distribution C on Q = {φ = 0} and α = ι^*dΘ_L:

1. `bordered_volume`: ``dt ∧ (dΘ_L)^n ∧ Φ^1 ∧ … ∧ Φ^k ∧ dφ_1 ∧ … ∧ dφ_k ≠ 0`` at the points of Q.
   No chart on Q and no choice of velocities is needed.
2. `bordered_determinant`: the matrix of ``dΘ_L(V_i, W_j)`` bordered by ``V_i(φ_a)`` is invertible,
   for vertical lifts V_i of a frame and S W_j = V_j.
3. `condition_determinant`: condition (1), ``det(∂²L̄/∂v∂v - l_a ∂²g^a/∂v∂v) ≠ 0``.
4. `rank_on_canonical_distribution`: the characteristic distribution of the class, that is, of
   dΘ_L restricted to C, has rank 1.
5. `rank_of_dynamics`: the distribution of the ξ in C with dΘ_L(ξ, e) = 0 for all e in C with
   dt(e) = 0 has rank 1.
6. `rank_on_constraint_set`: the characteristic distribution of the 2-form α on Q has rank 1.
7. `has_unique_motion`: at each point there is exactly one second-order vector ξ tangent to Q with
   i_ξ dΘ_L = 0 on C.

1, 2, 3, 5 and 7 are equivalent at each point of Q where the Φ^a are independent. 4 follows from
them and is weaker: a vertical field may be characteristic (L = -x). 6 is another thing: a 2-form on
Q, of dimension 2m + 1 - k, has a characteristic distribution of rank 1 for no odd k at all.

Source: O. Krupková, J. Math. Phys. 38 (1997) 5098-5126; P. Šenkeříková, chapter 2 (in Czech).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form
from mechanics.model.velocity_choice import choose_velocities
from mechanics.theories.canonical_distribution import CanonicalDistribution
from mechanics.theories.constrained_cartan_theory import ConstrainedCartan

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm
    from mechanics.model.systems import System


def vertical_lifts(system: System) -> tuple[VectorForm, ...]:
    """Vertical lifts V_i to J¹π of a frame of the vertical fields on E; they commute."""
    E, J = system.configuration_space, system.evolution_space
    S = J.vertical_endomorphism
    return tuple(S(J.prolong_field(y)) for y in E.vertical_frame)


def fibre_hessian(system: System) -> list[list[Form]]:
    """V_i(V_j(L)) = dΘ_L(V_i, W_j) for S W_j = V_j: the Hessian of L along the fibres over E."""
    V, L = vertical_lifts(system), system.lagrangian
    return [[v(w(L)) for w in V] for v in V]


def constraint_matrix(system: System) -> list[list[Form]]:
    """V_i(φ_a), in row i: the components of the constraint forms Φ^a = S^*dφ_a."""
    V, phi = vertical_lifts(system), system.constraints
    return [[v(f) for f in phi] for v in V]


def rank_minors(system: System) -> tuple[Form, ...]:
    """The minors of order k of V_i(φ_a): one is not 0 where the Φ^a are independent."""
    rows, k = constraint_matrix(system), len(system.constraints)
    chosen = combinations(rows, k) if k else ()
    return tuple(linear.determinant(list(minor)) for minor in chosen)


def leading_minors(system: System, sign: int = 1) -> tuple[Form, ...]:
    """The leading minors of the Hessian of ±L: all positive where that is positive definite."""
    rows = [[sign * entry for entry in row] for row in fibre_hessian(system)]
    sizes = range(1, len(rows) + 1)
    return tuple(linear.determinant([row[:r] for row in rows[:r]]) for r in sizes)


def bordered_determinant(system: System) -> Form:
    """The determinant of the Hessian of L bordered by the components of the Φ^a.

    Not 0 exactly where the Φ^a are independent and the Hessian of L, restricted to the vectors
    tangent to the fibre of Q → E, is non-degenerate.
    """
    H, B = fibre_hessian(system), constraint_matrix(system)
    zero = system.evolution_space.function(0)
    rows = [[*h, *row] for h, row in zip(H, B, strict=True)]
    rows += [[*column, *(zero for _ in system.constraints)] for column in zip(*B, strict=True)]
    return linear.determinant(rows)


def bordered_volume(system: System) -> Form:
    """The form dt ∧ (dΘ_L)^n ∧ Φ^1 ∧ … ∧ Φ^k ∧ dφ_1 ∧ … ∧ dφ_k of highest degree on J¹π."""
    J, phi = system.evolution_space, system.constraints
    S, omega = J.vertical_endomorphism, d(cartan_form(system.lagrangian, J))
    form = J.dt
    for _ in range(len(system.specification.coordinates) - len(phi)):
        form = form * omega
    for f in phi:
        form = form * S.transpose(d(f))
    for f in phi:
        form = form * d(f)
    return form


def constrained_class(system: System) -> ConstrainedCartan:
    """The class of the Cartan form on C, in the frame of some choice of velocities."""
    return ConstrainedCartan(_canonical(system))


def _canonical(system: System) -> CanonicalDistribution:
    return CanonicalDistribution(system, choose_velocities(system))


def condition_determinant(system: System) -> Form:
    """The determinant of condition (1), for the velocities of `choose_velocities`."""
    matrix = constrained_class(system).condition_matrix
    return linear.determinant(matrix) if matrix else system.evolution_space.function(1)


def rank_on_canonical_distribution(system: System) -> int:
    """The rank of the characteristic distribution of dΘ_L restricted to C, at the generic point."""
    made = constrained_class(system)
    e = made.distribution.frame
    return len(e) - _rank(system, [[made.alpha(b, a) for b in e] for a in e])


def rank_of_dynamics(system: System) -> int:
    """The rank of the ξ in C with dΘ_L(ξ, e) = 0 for the e in C with dt(e) = 0."""
    made = constrained_class(system)
    start, *e = made.distribution.frame
    rows = [[made.alpha(b, a) for b in (start, *e)] for a in e]
    return len(e) + 1 - _rank(system, rows)


def rank_on_constraint_set(system: System) -> int:
    """The rank of the characteristic distribution of the 2-form ι^*dΘ_L on Q."""
    C = _canonical(system)
    J, A, made = system.evolution_space, C.projector, ConstrainedCartan(C)
    # The projected frame spans the tangent spaces of Q, not independently.
    e = [A(X) for X in J.frame]
    dimension = J.dimension - len(system.constraints)
    return dimension - _rank(system, [[made.alpha(b, a) for b in e] for a in e])


def has_unique_motion(system: System) -> bool:
    """Whether i_ξ dΘ_L = 0 on C for exactly one second-order ξ tangent to Q, generically."""
    matrix = constrained_class(system).condition_matrix
    return _rank(system, matrix) == len(matrix)


def _rank(system: System, rows: list[list[Form]]) -> int:
    """The largest rank at points of Q, where the remaining constraints make it smaller."""
    Q = system.constraint_set
    rows = [[Q.restrict(entry) for entry in row] for row in rows]
    if Q.is_exact:
        return linear.rank(rows) if rows else 0
    return Q.rank(rows)[0]
