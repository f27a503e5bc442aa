"""Section 5, second half: the constrained Hamilton equations."""

from __future__ import annotations

from typing import Any

from diffgeo import d, interior, pairing
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.book import claim
from mechanics.papers.deleon_martin.legendre import Legendre, legendre
from mechanics.papers.engine.claims import Judgement, fact, same, states
from mechanics.papers.engine.constrained_scene import Scene, flat_rank, projector
from mechanics.papers.engine.terms import combined


def solves(a: Legendre, X: Any, multipliers: Any) -> Any:
    """The three equations (8)."""
    return [
        interior(X, a.Omega_h) == a.combination(multipliers),
        a.eta_1(X) == 1,
        *(X(phi) == 0 for phi in a.phi),
    ]


@claim("DLMD-5.15", "mutilde, phitilde", "definition", on="hyperregular")
@states("(leg^-1)^*mubar, phi o leg^-1")
def transported_constraints(s: Scene) -> Judgement:
    """Leg carries them back; μ̃_i vanishes on the fibres over E, as μ̄_i does."""
    a = legendre(s)
    d_p = a.dual.frame[s.n + 1 :]
    return Judgement(
        printed={
            "leg^* mutilde = mubar": [
                a.leg.pull(x) == y for x, y in zip(a.mubar, s.mubar, strict=True)
            ],
            "leg^* phitilde = phi": [a.leg.pull(x) == y for x, y in zip(a.phi, s.phi, strict=True)],
            "semibasic": [pairing(x, V) == 0 for x in a.mubar for V in d_p],
        },
        mutated={"mutilde = d phitilde": [x == d(y) for x, y in zip(a.mubar, a.phi, strict=True)]},
    )


@claim("DLMD-5.16", "(8)", "definition", "constrained Hamilton equations", on="small hyperregular")
def constrained_hamilton_equations(s: Scene) -> Judgement:
    """Solutions of (3) and (8) correspond; off leg(P₁) they depend on the choice of the φ̃_i."""
    a = legendre(s)
    m, dual = range(s.m), a.dual
    rows = [[a.C[i][j] for i in m] for j in m]
    lam = linear.solve(rows, [-a.E_h(phi) for phi in a.phi])
    X = a.E_h + combined(0 * a.E_h, lam, a.Z)
    _, other = s.projected(s.mixed_phi)
    inclusion = s.on_P_1
    return Judgement(
        printed={
            "a solution": solves(a, X, lam),
            "one only": same("rank of Ctilde", linear.rank(a.C), s.m),
            "the image of that of (3)": a.leg.related(s.X, X),
            "on P_1 independent of the functions": [
                inclusion.pull(s.X(f)) == inclusion.pull(other(f)) for f in s.J.coordinates
            ],
        },
        mutated={"E_h": [a.E_h(phi) == 0 for phi in a.phi], "0": dual.dt(0 * X) == 1},
        condition="at the points of leg(P_1), where Ctilde is regular",
        without={"on all of J^1pi^*": a.leg.related(other, X)},
    )


@claim("DLMD-5.17", "Qtilde", "definition", on="hyperregular")
@states("Qtilde = Ctilde^ij Ztilde_j (x) dphitilde_i; transport of Q")
def transported_Q(s: Scene) -> Judgement:
    """Tleg∘Q = Q̃∘Tleg on a frame."""
    a = legendre(s)
    frame = s.J.frame
    # Q̃ leg_* X for the related field: on functions, (leg^* ∘ i_Q̃ d) = (i_Q d ∘ leg^*).
    functions = [*a.dual.coordinates]
    return Judgement(
        printed={
            "Q^* leg^* = leg^* Qtilde^*": [
                s.Q.transpose(a.leg.pull(d(f))) == a.leg.pull(a.Q.transpose(d(f)))
                for f in functions
            ],
            "idempotent": a.Q @ a.Q == a.Q,
            "C^ij Z_i (x) dphi_j is the same": projector(a.dual, a.C_inverse, a.Z, a.phi)
            == a.Q,
            "rank": same("rank", linear.rank([[d(x)(s.Q(X)) for x in s.J.coordinates]
                                              for X in frame]), s.m),
        },
        mutated={"-Qtilde": (-a.Q) @ (-a.Q) == -a.Q},
    )  # fmt: skip


@claim("DLMD-5.18", "Ctilde", "definition", "matrix Ztilde_i(phitilde_j)", on="hyperregular")
def transported_C(s: Scene) -> Judgement:
    """Printed C^ij = Z_i(phi_j), though C^ij are the entries of the inverse matrix."""
    a = legendre(s)
    pairs = [(i, j) for i in range(s.m) for j in range(s.m)]
    return Judgement(
        printed={
            "C^ij = Z_i(phi_j), C^ij the inverse": [
                a.C_inverse[i][j] == a.Z[i](a.phi[j]) for i, j in pairs
            ]
        },
        correction="Ctilde_ij = Ztilde_i(phitilde_j), with lower indices; Ctilde o leg = C",
        repair="the position of two indices",
        damage="scan",
        consequence="the operators use the inverse of this matrix, rightly",
        repaired={
            "C_ij o leg": [a.leg.pull(a.C[i][j]) == s.C[i][j] for i, j in pairs],
            "the library's det Ctilde": a.hamiltonian.determinant == linear.determinant(a.C),
        },
        readings={
            "C^ij = Z_j(phi_i)": [a.C_inverse[i][j] == a.Z[j](a.phi[i]) for i, j in pairs],
            "C^ij = -Z_i(phi_j)": [a.C_inverse[i][j] == -a.Z[i](a.phi[j]) for i, j in pairs],
        },
        mutated={"-C": [a.leg.pull(a.C[i][j]) == -s.C[i][j] for i, j in pairs]},
    )


@claim("DLMD-5.19", "Ztilde", "definition", on="hyperregular")
@states("i Omega_h = mutilde, eta_1 = 0, vertical")
def transported_Z(s: Scene) -> Judgement:
    """Existence, uniqueness, verticality over E."""
    a = legendre(s)
    rank = flat_rank(a.structure, a.dual.frame)
    return Judgement(
        printed={
            "existence": [interior(Z, a.Omega_h) == x for Z, x in zip(a.Z, a.mubar, strict=True)],
            "eta_1 = 0": [a.eta_1(Z) == 0 for Z in a.Z],
            "uniqueness": same("rank of the flat map", rank, 2 * s.n + 1),
            "vertical": [a.dual.projection.tangent(Z) == 0 for Z in a.Z],
        },
        mutated={
            "-Ztilde": [interior(-Z, a.Omega_h) == x for Z, x in zip(a.Z, a.mubar, strict=True)]
        },
    )


@claim("DLMD-5.20", "relatedness", "theorem", "Z_i, Ztilde_i leg-related", on="hyperregular")
def Z_are_related(s: Scene) -> Judgement:
    """Tleg∘Z_i = Z̃_i∘leg."""
    a = legendre(s)
    return Judgement(
        printed={"related": [a.leg.related(x, y) for x, y in zip(s.Z, a.Z, strict=True)]},
        mutated={"-Ztilde": [a.leg.related(x, -y) for x, y in zip(s.Z, a.Z, strict=True)]},
        note="for omega_E = -d lambda_E (see 5.10); for the other sign Z_i and -Ztilde_i are",
    )


@claim("DLMD-5.21", "conclusion", "theorem", "Ptilde(E_h) solves (8)", on="hyperregular")
def dual_projection_solves(s: Scene) -> Judgement:
    """All three equations, with the multipliers of the next claim."""
    a = legendre(s)
    library = a.hamiltonian
    rates = (*library.position_rates, *library.momentum_rates())
    known = (*(a.dual[x] for x in s.datum.coordinates), *a.dual.momenta)
    return Judgement(
        printed={
            "(8)": solves(a, a.X, a.Lambda),
            "the rates of positions and momenta": [
                a.X(f) == rate for f, rate in zip(known, rates, strict=True)
            ],
            "the library says so of itself": [
                fact(answer.statement, answer.holds is True, answer.reason)
                for answer in library.checks()
            ],
        },
        mutated={"E_h does": [a.E_h(phi) == 0 for phi in a.phi]},
    )


@claim("DLMD-5.22", "multipliers", "identity", on="hyperregular")
@states("Lamtilde^j = -Ctilde^ij E_h(phitilde_i)")
def dual_multipliers(s: Scene) -> Judgement:
    """They are those of P(ξ_L): Λ̃∘leg = Λ."""
    a = legendre(s)
    reaction = interior(a.X, a.Omega_h)
    return Judgement(
        printed={
            "i_X Omega_h": reaction == a.combination(a.Lambda),
            "Lamtilde o leg = Lam": [
                a.leg.pull(x) == y for x, y in zip(a.Lambda, s.Lambda, strict=True)
            ],
        },
        mutated={"+Ctilde^ij E_h(phitilde_i)": reaction == -a.combination(a.Lambda)},
    )


@claim("DLMD-5.23", "reason", "theorem", "P(xi_L) and Ptilde(E_h) leg-related", on="hyperregular")
def projections_are_related(s: Scene) -> Judgement:
    """Tleg∘P(ξ_L) = P̃(E_h)∘leg."""
    a = legendre(s)
    return Judgement(
        printed={"related": a.leg.related(s.X, a.X)},
        mutated={"P(xi_L) and E_h": a.leg.related(s.X, a.E_h)},
    )
