"""Section 4, first half: singular C, the constraint algorithm, its sets P_k.

The data are random systems with C of prescribed rank, and small examples where a print is refuted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from diffgeo import d, interior, level_set
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.algorithm import (
    Chain,
    chart_of,
    constraint_algorithm,
    secondary,
    tangent_field,
)
from mechanics.papers.deleon_martin.book import claim, once, scene
from mechanics.papers.engine.claims import Judgement, Witness, fact, same, states
from mechanics.papers.engine.constrained_scene import Scene, flat_rank
from mechanics.papers.engine.random_data import SMALL
from mechanics.papers.engine.terms import sum_of

if TYPE_CHECKING:
    from diffgeo.subsets import LevelSet


def small(name: str) -> Scene:
    """The scene of a small system."""
    return scene(SMALL[name])


@once
def chain_of(s: Scene) -> Chain:
    """The sets P_k of a system, made once."""
    return constraint_algorithm(s.xi, s.Z, s.phi)


def chain(name: str) -> Chain:
    """The sets P_k of a small system."""
    return chain_of(small(name))


def stable(s: Scene) -> list[Scene]:
    """Systems with a final set: the determinate example, and the given one if it has one."""
    return [small("determinate"), *([] if chain_of(s).empty else [s])]


def parameters(s: Scene) -> list[Any]:
    """Undetermined multipliers l1, l2, …."""
    return [s.J[f"l{i + 1}"] for i in range(s.m)]


def general(s: Scene) -> Any:
    """ξ_L + λ^i Z_i with undetermined λ."""
    terms = (a * Z for a, Z in zip(parameters(s), s.Z, strict=True))
    return sum(terms, start=s.xi)


@claim("DLMD-4.01", "opening", "definition", "C singular of constant rank on P_1", on="singular")
def singular_case(s: Scene) -> Judgement:
    """C(Aφ) = A C(φ) A^T on P₁: the rank does not depend on the functions φ_i."""
    m, t = range(s.m), s.J.time
    A = [[s.J.function(1 + i) if i == j else (t if j > i else 0 * t) for j in m] for i in m]
    phi = [sum_of(s.J, (a * f for a, f in zip(row, s.phi, strict=True))) for row in A]
    Z = [s.structure.solve(s.S.transpose(d(f))) for f in phi]
    on = s.on_P_1.pull
    ours = [[on(f) for f in row] for row in s.C]
    theirs = [[on(X(f)) for f in phi] for X in Z]
    moved = [
        [sum_of(s.J, (A[i][a] * s.C[a][b] * A[j][b] for a in m for b in m)) for j in m] for i in m
    ]
    return Judgement(
        printed={
            "singular on P_1": linear.determinant(ours) == 0,
            "of the same rank at all points, as C is constant": [
                d(f) == 0 for row in ours for f in row
            ],
            "the same rank for other functions": same(
                "rank", linear.rank(theirs), linear.rank(ours)
            ),
            "A C A^T": [theirs[a][b] == on(moved[a][b]) for a in m for b in m],
        },
        mutated={"C(A phi) = C(phi)": [theirs[a][b] == ours[a][b] for a in m for b in m]},
        note="impossible for a definite mass matrix, since C = -mu W^-1 mu",
    )


@claim("DLMD-4.02", "sentence before (6)", "identity", on="singular")
@states("general solution X of the first two equations (printed X = xi_L + lam^i mubar_i)")
def general_solution(s: Scene) -> Judgement:
    """A 1-form cannot be added to a vector field; with Z_i it is the general solution."""
    some = parameters(s)
    X = general(s)
    rank = flat_rank(s.structure, s.J.frame)
    return Judgement(
        printed={
            "xi_L + lam^i mubar_i": fact(
                "a vector field can be added to a 1-form",
                not _adds(s.xi, s.mubar[0]),
                "xi_L is a vector field, mubar_i a 1-form",
            )
        },
        correction="X = xi_L + lam^i Z_i",
        repair="a letter: Z_i for mubar_i",
        consequence="(6) is computed with Z_i",
        repaired={
            "i_X Omega_L = lam^i mubar_i": interior(X, s.Omega) == s.combination(some),
            "eta(X) = 1": s.eta(X) == 1,
            "no other solution": same("rank of the flat map", rank, 2 * s.n + 1),
        },
        readings={"the fields -Z_i": interior(2 * s.xi - X, s.Omega) == s.combination(some)},
        mutated={"eta(X) = 0": s.eta(X) == 0},
        note="not by scanning: the letter, the bar and the index are clear",
    )


def _adds(X: Any, alpha: Any) -> bool:
    """Whether the library refuses to add a form to a field."""
    try:
        X + alpha
    except (TypeError, ValueError):
        return True
    return False


@claim("DLMD-4.03", "(6)", "identity", on="singular")
@states("tangency condition, printed xi_L(phi_i) + lam^i Z_i(phi_i) = 0")
def tangency_condition(s: Scene) -> Judgement:
    """The index i occurs three times. Summed or not, that is not X(φ_j) = 0 for m = 2."""
    lam, m = parameters(s), range(s.m)
    X = general(s)
    summed = sum_of(s.J, (lam[i] * s.C[i][i] for i in m))
    return Judgement(
        printed={
            "no sum: X(phi_i) = xi_L(phi_i) + lam^i Z_i(phi_i)": [
                X(s.phi[i]) == s.xi(s.phi[i]) + lam[i] * s.C[i][i] for i in m
            ]
        },
        correction="xi_L(phi_j) + lam^i Z_i(phi_j) = 0 for all j",
        repair="an index: j for i at phi",
        consequence="the sets P_k are defined by the right condition",
        repaired={
            "X(phi_j)": [
                X(s.phi[j]) == s.xi(s.phi[j]) + sum_of(s.J, (lam[i] * s.C[i][j] for i in m))
                for j in m
            ]
        },
        readings={
            "a sum in the second term only": [X(s.phi[j]) == s.xi(s.phi[j]) + summed for j in m],
            "one equation, summed over i": [
                X(s.phi[j]) == summed + sum_of(s.J, (s.xi(f) for f in s.phi)) for j in m
            ],
        },
        mutated={
            "-lam": [
                X(s.phi[j]) == s.xi(s.phi[j]) - sum_of(s.J, (lam[i] * s.C[i][j] for i in m))
                for j in m
            ]
        },
        condition="true for m = 1 only",
    )


@claim("DLMD-4.04", "P_2", "definition", "points of P_1 where (6) is solvable", on="singular")
def second_set(s: Scene) -> Judgement:
    """ξ(φ_j) u^j = 0 for all u with C u = 0; the set does not depend on the φ_i.

    At its points (6) is solved by λ^i that are made for it.
    """
    known = small("determinate")
    own = [*s.phi, *secondary(s.xi, s.Z, s.phi)]
    q = s.J.positions[0]
    other = [(i + 2) * f + sum_of(s.J, s.phi[i + 1 :]) for i, f in enumerate(s.phi)]
    Z = [s.structure.solve(s.S.transpose(d((1 + q**2) * f))) for f in other]
    parts: dict[str, Any] = {
        "phi = xdot": chain("determinate").sets[1] == level_set(known.J, ["xdot", "y + t"]),
        "empty for L = xdot*ydot + y": same("empty", chain("inconsistent").empty, True),
        "P_1 for L = xdot*ydot": same("steps", len(chain("isotropic").sets), 1),
    }
    if not chain_of(s).empty or len(chain_of(s).sets) > 1:
        P_2 = level_set(s.J, own)
        X, _ = tangent_field(s.xi, s.Z, s.phi)
        parts["from other functions and fields"] = (
            level_set(s.J, [*other, *secondary(s.xi, Z, other)]) == P_2
        )
        parts["(6) is solvable on P_2"] = [P_2.same(X(f), 0) for f in s.phi]
    return Judgement(
        printed=parts,
        mutated={
            "y = 0": chain("determinate").sets[1] == level_set(known.J, ["xdot", "y"]),
            "(6) is solvable on P_1": [
                s.P_1.same(tangent_field(s.xi, s.Z, s.phi)[0](f), 0) for f in s.phi
            ],
        },
        note="for (6) in its corrected form",
    )


def _unsolvable(s: Scene, P: LevelSet) -> bool:
    """Whether ξ(χ_j) + λ^i Z_i(χ_j) = 0 has no solution at the generic point of P."""
    on = chart_of(s.J, P.equations)[0].pull
    rows = [[on(X(chi)) for chi in P.equations] for X in (*s.Z, s.xi)]
    return linear.rank(rows) > linear.rank(rows[:-1])


@claim("DLMD-4.05", "P_k", "definition", on="singular")
@states("P_{k+1}: points of P_k where SOME xi_L + lam^i Z_i is tangent to P_k")
def further_sets(s: Scene) -> Judgement:
    """With "all" for "some" the determinate example would have no dynamics."""
    known, c = small("determinate"), chain("determinate")
    N = c.final
    some, _ = tangent_field(known.xi, known.Z, N.equations)
    tangent = [
        chain_of(a).final.is_tangent(tangent_field(a.xi, a.Z, chain_of(a).final.equations)[0])
        for a in stable(s)
    ]
    steps = [(a, P, Q) for a in (known, s) for P, Q in pairwise(chain_of(a).sets)]
    return Judgement(
        printed={
            "the sets": [
                level_set(known.J, ["xdot", "y + t", "ydot + 1"]) == N,
                same("dimensions", c.dimensions, [4, 3, 2]),
            ],
            "each in the one before": [Q.same(f, 0) for _, P, Q in steps for f in P.equations],
            "none is tangent at the generic point of the one before": [
                fact("Z_i(chi_j), xi(chi_j) of higher rank than Z_i(chi_j)", _unsolvable(a, P))
                for a, P, _ in steps
            ],
            "some field is tangent to the last": tangent,
        },
        mutated={"P_2 is final": c.sets[1].is_tangent(some + known.Z[0] * (known.J["ydot"] + 2))},
        condition="'some', where the print says 'the solutions'; and every P_k is a submanifold",
        without={"all fields are tangent": Witness(known, has_tangent_fields_only)},
    )


def has_tangent_fields_only(s: Scene) -> Any:
    """That every ξ_L + λ^i Z_i is tangent to the final set."""
    return chain_of(s).final.is_tangent(general(s))
