"""Section 4, first half: singular C, the constraint algorithm, its possible ends."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from diffgeo import check, d, interior, level_set, linear
from mechanics.ledger.claims import Judgement, fact, refused, same
from mechanics.ledger.data import SMALL
from mechanics.ledger.deleon_martin.algorithm import Chain, constraint_algorithm, secondary
from mechanics.ledger.deleon_martin.book import claim, scene
from mechanics.ledger.deleon_martin.constrained import combination
from mechanics.ledger.scene import Scene, sum_of


def small(name: str) -> Scene:
    """The scene of a small system."""
    return scene(SMALL[name])


def chain(name: str) -> Chain:
    """The sets P_k of a small system, made once."""
    s = small(name)
    if "chain" not in s.__dict__:
        s.__dict__["chain"] = constraint_algorithm(s.xi, s.Z, s.phi)
    return s.__dict__["chain"]  # type: ignore[no-any-return]


def parameters(s: Scene) -> list[Any]:
    """Undetermined multipliers l1, l2, …."""
    return [s.J[f"l{i + 1}"] for i in range(s.m)]


def general(s: Scene) -> Any:
    """ξ_L + λ^i Z_i with undetermined λ."""
    terms = (a * Z for a, Z in zip(parameters(s), s.Z, strict=True))
    return sum(terms, start=s.xi)


@claim(
    "DLMD-4.01",
    where="opening",
    kind="definition",
    statement="C singular of constant rank on P_1",
    on="rank one",
)
def singular_case(s: Scene) -> Judgement:
    """C(Aφ) = A C(φ) A^T on P₁: the rank does not depend on the functions φ_i."""
    A = [[s.J.function(1), s.J.time], [s.J.function(0), s.J.function(2)]]
    m = range(2)
    phi = [sum_of(s.J, (a * f for a, f in zip(row, s.phi, strict=True))) for row in A]
    Z = [s.structure.solve(s.S.transpose(d(f))) for f in phi]
    C = [[X(f) for f in phi] for X in Z]
    moved = [
        [sum_of(s.J, (A[i][a] * s.C[a][b] * A[j][b] for a in m for b in m)) for j in m] for i in m
    ]
    i = s.on_P_1
    return Judgement(
        printed={
            "singular": linear.determinant(s.C) == 0,
            "of rank 1": same("rank", linear.rank(s.C), 1),
            "A C A^T": [i.pull(C[a][b]) == i.pull(moved[a][b]) for a in m for b in m],
        },
        mutated={"C(A phi) = C(phi)": [i.pull(C[a][b]) == i.pull(s.C[a][b]) for a in m for b in m]},
        note="impossible for a definite mass matrix, since C = -mu W^-1 mu",
    )


@claim(
    "DLMD-4.02",
    where="sentence before (6)",
    kind="identity",
    statement="general solution X of the first two equations (printed X = xi_L + lam^i mubar_i)",
    on="rank one",
)
def general_solution(s: Scene) -> Judgement:
    """A 1-form cannot be added to a vector field; with Z_i it is the general solution."""
    some = parameters(s)
    X = general(s)
    flat = [s.structure.flat(Y) for Y in s.J.frame]
    rank = linear.rank([[a(Y) for Y in s.J.frame] for a in flat])
    return Judgement(
        printed={
            "xi_L + lam^i mubar_i": fact(
                "a vector field can be added to a 1-form",
                not _adds(s.xi, s.mubar[0]),
                "xi_L is a vector field, mubar_i a 1-form",
            )
        },
        correction="X = xi_L + lam^i Z_i",
        corrected={
            "i_X Omega_L = lam^i mubar_i": interior(X, s.Omega) == combination(s, some, s.mubar),
            "eta(X) = 1": s.eta(X) == 1,
            "no other solution": same("rank of the flat map", rank, 2 * s.n + 1),
        },
        readings={
            "the fields -Z_i": interior(2 * s.xi - X, s.Omega) == combination(s, some, s.mubar)
        },
        mutated={"eta(X) = 0": s.eta(X) == 0},
        condition="mubar_i is a misprint for Z_i",
        note="not by scanning: the letter, the bar and the index are clear",
    )


def _adds(X: Any, alpha: Any) -> bool:
    """Whether the library refuses to add a form to a field."""
    try:
        X + alpha
    except (TypeError, ValueError):
        return True
    return False


@claim(
    "DLMD-4.03",
    where="(6)",
    kind="identity",
    statement="tangency condition, printed xi_L(phi_i) + lam^i Z_i(phi_i) = 0",
    on="rank one",
)
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
        corrected={
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
        condition="true for m = 1 only; here (6) has no solution, while both readings have one",
    )


@claim(
    "DLMD-4.04",
    where="P_2",
    kind="definition",
    statement="points of P_1 where (6) is solvable",
    on="none",
)
def second_set(_: None) -> Judgement:
    """ξ(φ_j) u^j = 0 for all u with C u = 0; the set does not depend on the φ_i."""
    s = small("determinate")
    other = [(2 + s.J["x"] ** 2) * s.phi[0]]
    Z = [s.structure.solve(s.S.transpose(d(f))) for f in other]
    first = level_set(s.J, [*s.phi, *secondary(s.xi, s.Z, s.phi)])
    second = constraint_algorithm(s.xi, Z, [s.phi[0]])
    return Judgement(
        printed={
            "phi = xdot": first == level_set(s.J, ["xdot", "y + t"]),
            "from (2 + x^2) phi": first == second.sets[1],
            "empty for L = xdot*ydot + y": same("empty", chain("inconsistent").empty, True),
            "P_1 for L = xdot*ydot": same("steps", len(chain("isotropic").sets), 1),
        },
        mutated={"y = 0": first == level_set(s.J, ["xdot", "y"])},
        note="for (6) in its corrected form",
    )


@claim(
    "DLMD-4.05",
    where="P_k",
    kind="definition",
    statement="P_{k+1}: points of P_k where SOME xi_L + lam^i Z_i is tangent to P_k",
    on="none",
)
def further_sets(_: None) -> Judgement:
    """With "all" for "some" the determinate example would have no dynamics."""
    s, c = small("determinate"), chain("determinate")
    N, X = c.final, general(s)
    lam = linear.solve(
        [[Z(chi) for Z in s.Z] for chi in undetermined(s, c)],
        [-s.xi(chi) for chi in undetermined(s, c)],
    )
    some = s.xi + lam[0] * s.Z[0]
    return Judgement(
        witness=small("determinate").datum,
        printed={
            "the sets": [
                level_set(s.J, ["xdot", "y + t", "ydot + 1"]) == N,
                same("dimensions", c.dimensions, [4, 3, 2]),
            ],
            "some field is tangent": N.is_tangent(some),
        },
        mutated={"P_2 is final": c.sets[1].is_tangent(some + s.Z[0] * (s.J["ydot"] + 2))},
        condition="'some', where the print says 'the solutions'; and every P_k is a submanifold",
        without={"all fields are tangent": N.is_tangent(X)},
    )


def undetermined(s: Scene, c: Chain) -> list[Any]:
    """The generators on which the fields Z_i do not vanish."""
    return [chi for chi in c.final.equations if any(not check(Z(chi) == 0) for Z in s.Z)]


@claim(
    "DLMD-4.06",
    where="case 1",
    kind="definition",
    statement="some P_k empty: inconsistent",
    on="none",
)
def inconsistent(_: None) -> Judgement:
    """L = xdot ydot + y with xdot = 0: X(φ) = 1 for every X = ξ_L + λ Z."""
    s, c = small("inconsistent"), chain("inconsistent")
    X = s.xi + s.J.time * s.Z[0]
    return Judgement(
        printed={
            "P_2 is empty": same("empty", c.empty, True),
            "X(phi) = 1": [s.xi(s.phi[0]) == 1, s.Z[0](s.phi[0]) == 0],
        },
        mutated={"some X is tangent": c.final.is_tangent(X)},
    )


@claim(
    "DLMD-4.07",
    where="case 2",
    kind="assertion",
    statement="dim P_k = 0: no dynamics, solution X = 0",
    on="none",
)
def isolated_points(_: None) -> Judgement:
    """X = 0 violates eta(X) = 1; no solution is tangent to points, so P_{k+1} is empty."""
    s = small("determinate")
    X, J = general(s), s.J
    points = level_set(J, ["t", "x", "y", "xdot", "ydot"], "points")
    zero = 0 * s.xi
    return Judgement(
        witness=small("determinate").datum,
        printed={"X = 0 is a solution": s.eta(zero) == 1},
        correction="there is no solution: P_{k+1} is empty, since X(t) = 1 for all X with "
        "eta(X) = 1, so that no such X is tangent to isolated points; this is case 1",
        corrected={
            "dim": same("dimension", points.dimension, 0),
            "X(t) = 1": X(J.time) == 1,
            "not tangent": fact("some X is not tangent", not points.is_tangent(X)),
            "X = 0 is tangent": points.is_tangent(zero),
        },
        readings={
            "X = 0 solves the first and third equation and eta(X) = 0 is meant": [
                s.eta(X) == 0,
            ]
        },
        mutated={"X(t) = 0": X(J.time) == 0},
        condition="X = 0 solves the other equations of (3), with lam = 0, but not eta(X) = 1",
    )


@claim(
    "DLMD-4.08",
    where="case 3",
    kind="theorem",
    statement="P_{k+1} = P_k, dim > 0: an NSODE solution exists on P_k",
    on="none",
)
def stable_set(_: None) -> Judgement:
    """Where Z_i(χ_j) has constant rank; for C = -x² the multiplier has a pole on P₁."""
    s, c = small("determinate"), chain("determinate")
    N = c.final
    rows = undetermined(s, c)
    lam = linear.solve([[Z(chi) for Z in s.Z] for chi in rows], [-s.xi(chi) for chi in rows])
    X = s.xi + lam[0] * s.Z[0]
    bad = small("no constant rank")
    _chart, i = bad.P_1.graph("xdot")
    b, a = i.pull(bad.xi(bad.phi[0])), i.pull(bad.C[0][0])
    along_x = i.source.vector_field(x=1)
    at_0 = level_set(i.source, ["x"], "{x = 0}")
    # λ a + b = 0 with a smooth λ gives, derived along x at x = 0: b_x = 0 where a = a_x = 0.
    smooth = at_0.equal(along_x(b), 0)
    return Judgement(
        witness=bad.datum,
        printed={
            "tangent": N.is_tangent(X),
            "of second order": s.J.is_second_order(X),
            "i_X Omega_L = lam mubar": interior(X, s.Omega) == combination(s, lam, s.mubar),
            "stable": same("new conditions", len(secondary(s.xi, s.Z, N.equations)), 0),
        },
        mutated={"xi_L is tangent": N.is_tangent(s.xi)},
        condition="the matrix Z_i(chi_j) has constant rank on P_k",
        without={
            "C = -x^2 on P_1 = P_2": [
                at_0.equal(a, 0),
                at_0.equal(along_x(a), 0),
                at_0.equal(b, 0),
                smooth,
            ]
        },
        note="P_1 with C = -x^2 and xi_L(phi) = x + ...: (6) is solvable at every point, and no "
        "solution is continuous at x = 0",
    )


@claim(
    "DLMD-4.09",
    where="'three possibilities'",
    kind="assertion",
    statement="the list is exhaustive",
    on="none",
)
def three_possibilities(_: None) -> Judgement:
    """If all P_k are submanifolds the dimension falls until it is stable; else not so."""
    names = ["isotropic", "determinate", "inconsistent", "rank one", "partly determinate"]
    chains = [chain(name) for name in names]
    ends = [c.empty or c.final.dimension >= 0 for c in chains]
    falls = [all(a > b for a, b in pairwise(c.dimensions)) for c in chains]
    bad = small("crossing")
    return Judgement(
        witness=bad.datum,
        printed={
            "an end": fact("every chain ends", all(ends)),
            "dimensions fall": fact("strictly, until the end", all(falls)),
            "steps": fact("at most 2n + 1", all(len(c.sets) <= 13 for c in chains)),
        },
        note="checked on five systems; in general, where P_k is a submanifold, P_{k+1} has lower "
        "dimension at a point or the set is stable near it, so that 2n + 1 steps are enough",
        mutated={"only case 3": fact("no chain ends empty", not any(c.empty for c in chains))},
        condition="every P_k is a submanifold; and case 2 is no separate case, it leads to case 1 "
        "(see 4.07)",
        without={
            "L = xdot*ydot + x*y^2/2, phi = xdot": fact(
                "P_2 = {xdot = 0, x*y = 0} is a submanifold",
                not refused("", lambda: constraint_algorithm(bad.xi, bad.Z, bad.phi)).true,
                "P_2 consists of two submanifolds that meet: none of the three cases",
            )
        },
    )
