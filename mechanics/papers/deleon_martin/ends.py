"""Section 4: how the constraint algorithm ends."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from diffgeo import d, interior, level_set
from mechanics.papers.deleon_martin.algorithm import contradiction, secondary, tangent_field
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.deleon_martin.singular import chain, chain_of, general, small, stable
from mechanics.papers.engine.claims import (
    Fact,
    Judgement,
    Witness,
    fact,
    nonzero,
    refused,
    same,
    states,
)
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.terms import sum_of


def no_solution(s: Scene, X: Any) -> list[Any]:
    """That X with any multipliers is not tangent to the last set with points.

    A combination of the derivatives of its generators is constant there, and not 0.
    """
    generators = chain_of(s).final.equations
    u, inclusion, value = contradiction(s.xi, s.Z, generators)
    derivatives = (a * inclusion.pull(X(chi)) for a, chi in zip(u, generators, strict=True))
    return [
        sum_of(inclusion.source, derivatives) == value,
        d(value) == 0,
        nonzero("the constant", value),
    ]


def a_solution(s: Scene) -> list[Any]:
    """That some field on the final set is a solution of (3), with the condition of an NSODE."""
    N = chain_of(s).final
    X, lam = tangent_field(s.xi, s.Z, N.equations)
    return [
        N.is_tangent(X),
        N.same(s.S(X), 0),
        N.same(s.eta(X), 1),
        N.same(interior(X, s.Omega), s.combination(lam)),
        fact("of positive dimension", N.dimension > 0),
    ]


@claim("DLMD-4.06", "case 1", "definition", "some P_k empty: inconsistent", on="singular")
def inconsistent(s: Scene) -> Judgement:
    """With undetermined multipliers no field is tangent to the last set that has points."""
    bad, c = small("inconsistent"), chain("inconsistent")
    X = bad.xi + bad.J.time * bad.Z[0]
    parts: dict[str, list[Any]] = {
        "L = xdot*ydot + y, phi = xdot": [
            same("empty", c.empty, True),
            bad.xi(bad.phi[0]) == 1,
            bad.Z[0](bad.phi[0]) == 0,
        ]
    }
    if chain_of(s).empty:
        parts["for all multipliers"] = no_solution(s, general(s))
    return Judgement(printed=parts, mutated={"some X is tangent": c.final.is_tangent(X)})


@claim("DLMD-4.07", "case 2", "assertion", on="singular")
@states("dim P_k = 0: no dynamics, solution X = 0")
def isolated_points(s: Scene) -> Judgement:
    """X = 0 violates eta(X) = 1; no solution is tangent to points, so P_{k+1} is empty."""
    X, J = general(s), s.J
    points = level_set(J, list(J.coordinates), "a point")
    zero = 0 * s.xi
    return Judgement(
        printed={"X = 0 is a solution": s.eta(zero) == 1},
        correction="there is no solution: P_{k+1} is empty, since X(t) = 1 for all X with "
        "eta(X) = 1, so that no such X is tangent to isolated points; this is case 1",
        consequence="case 2 is no case of its own, and ends in case 1",
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


@claim("DLMD-4.08", "case 3", "theorem", on="singular")
@states("P_{k+1} = P_k, dim > 0: an NSODE solution exists on P_k")
def stable_set(s: Scene) -> Judgement:
    """Where Z_i(χ_j) has constant rank on P_k; that C has it on P₁ is not enough.

    For the counterexample C = 0 everywhere. On P₃ = P₄ the only condition on λ is λ a + b = 0
    with a = ∂a/∂y = b = 0 at y = 0. It is solvable at every point, but with a continuous λ
    the derivative of b by y would vanish there: b = -λ a, and a has a zero of second order.
    """
    bad, c = small("pole"), chain("pole")
    at_0, along_y, a, b = _at_zero(bad)
    others = [Z(chi) for Z in bad.Z for chi in c.final.equations[:-1]]
    return Judgement(
        printed={
            "a solution": [part for x in stable(s) for part in a_solution(x)],
            "no new conditions": [
                same("number", len(secondary(x.xi, x.Z, chain_of(x).final.equations)), 0)
                for x in stable(s)
            ],
            "the counterexample: C = 0": [f == 0 for row in bad.C for f in row],
            "submanifolds, the last one stable": [
                same("dimensions", c.dimensions, [6, 5, 4]),
                same("empty", c.empty, False),
            ],
            "one condition on lam": [
                *(c.final.same(f, 0) for f in others),
                *(c.final.same(bad.xi(chi), 0) for chi in c.final.equations[:-1]),
            ],
            "solvable at y = 0, too": [at_0.same(f, 0) for f in (a, along_y(a), b)],
            "and elsewhere": nonzero("Z(chi)", a),
        },
        mutated={"xi_L is tangent": [chain_of(x).final.is_tangent(x.xi) for x in stable(s)]},
        condition="the matrix Z_i(chi_j) has constant rank on P_k (section 4 supposes it after "
        "this statement); else there are vectors at every point, but no continuous field",
        without={
            "C = 0, all P_k submanifolds, P_4 = P_3": Witness(bad, has_continuous_multipliers)
        },
        note="L = xdot*ydot + zdot^2/2 - y*z - y^4/12, phi = xdot: lam = (2*ydot^2 - 1)/y on P_3",
    )


def _at_zero(s: Scene) -> tuple[Any, Any, Any, Any]:
    """{y = 0} in the last set, ∂/∂y, and the condition λ a + b = 0 there."""
    final = chain_of(s).final
    last = final.equations[-1]
    sub, i = final.graph("xdot", "z", "zdot")
    a, b = i.pull(s.Z[0](last)), i.pull(s.xi(last))
    return level_set(sub, ["y"], "{y = 0}"), sub.vector_field(y=1), a, b


def has_continuous_multipliers(s: Scene) -> Any:
    """That ∂b/∂y = 0 at y = 0, as with a continuous λ."""
    at_0, along_y, _, b = _at_zero(s)
    return at_0.same(along_y(b), 0)


@claim("DLMD-4.09", "'three possibilities'", "assertion", "the list is exhaustive", on="singular")
def three_possibilities(s: Scene) -> Judgement:
    """If all P_k are submanifolds the dimension falls until it is stable; else not so."""
    found = [*map(small, ("isotropic", "determinate", "inconsistent", "partly determinate")), s]
    chains = [chain_of(x) for x in found]
    bad = small("crossing")
    second = [*bad.phi, *secondary(bad.xi, bad.Z, bad.phi)]
    return Judgement(
        printed={
            "an end of case 1 or 3": [
                part
                for x in found
                for part in (no_solution(x, general(x)) if chain_of(x).empty else a_solution(x))
            ],
            "dimensions fall": [
                fact("strictly, until the end", a > b)
                for c in chains
                for a, b in [(c.dimensions[0] + 1, c.dimensions[0]), *pairwise(c.dimensions)]
            ],
            "the counterexample: P_2 is a submanifold": level_set(bad.J, second)
            == level_set(bad.J, ["ydot", "y - x**2/2"]),
        },
        mutated={"only case 3": fact("no chain ends empty", not any(c.empty for c in chains))},
        condition="every P_k is a submanifold, for which P_2 being one is not enough; and case 2 "
        "is no separate case, it leads to case 1 (see 4.07)",
        without={"L = xdot*ydot + x*y - x^3/6, phi = ydot": Witness(bad, has_submanifold_P_3)},
        note="in general: where P_{k+1} has the dimension of P_k at a point, it is open in P_k "
        "near it and all its points stay in P_{k+2}, and so on; hence the sequence is stable after "
        "at most dim P_1 + 1 steps, and on a set with points a tangent X with eta(X) = 1 exists, "
        "so that its dimension is positive",
    )


def has_submanifold_P_3(s: Scene) -> Fact:
    """That P_3 is a level set: the differentials of its equations are independent on it."""
    second = [*s.phi, *secondary(s.xi, s.Z, s.phi)]
    third = [*second, *secondary(s.xi, s.Z, second)]
    return fact(
        "P_3 is a submanifold",
        not refused("", lambda: level_set(s.J, third)).true,
        "P_3 consists of two submanifolds that meet: none of the three cases",
    )
