"""Section 3, fourth part: P(ξ_L) is the constrained dynamics."""

from __future__ import annotations

from diffgeo import check, interior, wedge
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.book import claim, scene
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, refuted, same
from mechanics.papers.engine.constrained_scene import Scene
from mechanics.papers.engine.random_data import SMALL
from mechanics.papers.engine.terms import sum_of, termwise
from mechanics.theories import projection_theory


@claim("DLMD-3.30", "display P(xi)(phi_k)", "theorem", "P(xi_L)(phi_k) = 0")
def projection_keeps_constraints(s: Scene) -> Judgement:
    """The three lines of the display."""
    m, inverse = range(s.m), s.C_inverse
    xi_phi = [s.xi(phi) for phi in s.phi]
    first = [
        xi_phi[k]
        - sum_of(s.J, (inverse[i][j] * xi_phi[i] * s.Z[j](s.phi[k]) for i in m for j in m))
        for k in m
    ]
    second = [
        xi_phi[k] - sum_of(s.J, (inverse[i][j] * xi_phi[i] * s.C[j][k] for i in m for j in m))
        for k in m
    ]
    left = [s.X(phi) for phi in s.phi]
    return Judgement(
        printed={
            "first line": termwise(left, first),
            "second line": termwise(left, second),
            "= 0": [a == 0 for a in left],
        },
        mutated={"without Q": [a == 0 for a in xi_phi]},
    )


@claim("DLMD-3.31", "conclusion", "theorem", "P(xi_L) tangent to P_1", on="light")
def tangent_to_P_1(s: Scene) -> Judgement:
    """As a field on the level set."""
    return Judgement(
        printed={"tangent": s.P_1.is_tangent(s.X)},
        mutated={"xi_L is": s.P_1.is_tangent(s.xi)},
    )


@claim("DLMD-3.32", "multipliers", "identity", "Lam^j = -C^ij xi_L(phi_i)")
def multipliers(s: Scene) -> Judgement:
    """The λ of (3) that belong to P(ξ_L); they are unique, as the mubar_i are independent."""
    reaction = interior(s.X, s.Omega)
    return Judgement(
        printed={
            "i_X Omega_L = Lam^j mubar_j": reaction == s.combination(s.Lambda),
            "unique": nonzero("mubar_1 ^ ... is not zero", wedge(*s.mubar)),
        },
        mutated={
            "+C^ij xi_L(phi_i)": reaction == -s.combination(s.Lambda),
        },
    )


@claim(
    "DLMD-3.33",
    "conclusion",
    "theorem",
    "P(xi_L) solves (3) with multipliers Lam",
)
def projection_solves(s: Scene) -> Judgement:
    """All three equations; the theory of the library has minus these multipliers."""
    made = projection_theory.construct(s.system)
    return Judgement(
        printed={
            "the theory 'projection' makes it": [
                made.field == s.X,
                *termwise(made.multipliers, [-f for f in s.Lambda]),
                made.determinant == linear.determinant(s.C),
                projection_theory.reaction_law(s.system, made),
                projection_theory.in_the_image(s.system, made),
            ],
            "i_X Omega_L = Lam^i mubar_i": interior(s.X, s.Omega) == s.combination(s.Lambda),
            "eta(X) = 1": s.eta(s.X) == 1,
            "X(phi_i) = 0": [s.X(phi) == 0 for phi in s.phi],
        },
        mutated={"Q(xi_L) does": s.eta(s.Q(s.xi)) == 1},
    )


@claim(
    "DLMD-3.34",
    "closing note",
    "theorem",
    "solution of (3) is unique because L is regular",
)
def unique_solution(s: Scene) -> Judgement:
    """Two solutions differ by λ^i Z_i with C_ij λ^i = 0; for L = xdot ydot that says nothing."""
    return Judgement(
        printed={
            "P(xi_L) is a solution": [
                interior(s.X, s.Omega) == s.combination(s.Lambda),
                *(s.X(phi) == 0 for phi in s.phi),
            ],
            "the Z_i are independent": nonzero("mubar_1 ^ ...", wedge(*s.mubar)),
            "only the zero combination is tangent": same("rank of C", linear.rank(s.C), s.m),
        },
        mutated={"xi_L is the solution": [s.xi(phi) == 0 for phi in s.phi]},
        condition="C is regular, as in the definition of P; that L is regular is not sufficient",
        without={
            "for L = xdot*ydot, phi = xdot": Witness(scene(SMALL["isotropic"]), has_one_solution)
        },
    )


def has_one_solution(s: Scene) -> Fact:
    """That ξ_L and ξ_L + Z do not both solve (3)."""
    two = [s.xi, s.xi + s.Z[0]]
    solutions = [
        *(interior(X, s.Omega) * s.mubar[0] == 0 for X in two),
        *(s.eta(X) == 1 for X in two),
        *(X(phi) == 0 for X in two for phi in s.phi),
    ]
    both = check(solutions) and refuted("", two[0] == two[1]).true
    return fact("there is one solution of (3)", not both, "xi_L and xi_L + Z both solve (3)")
