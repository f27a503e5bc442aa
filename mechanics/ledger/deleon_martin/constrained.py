"""Section 3, third part: the constrained equations, the projectors P and Q, the dynamics."""

from __future__ import annotations

from typing import Any

from diffgeo import Map, check, d, interior, linear, pairing
from mechanics.ledger.claims import Judgement, fact, nonzero, same
from mechanics.ledger.data import Datum
from mechanics.ledger.deleon_martin import proofs
from mechanics.ledger.deleon_martin.book import claim
from mechanics.ledger.scene import Scene, projector, sum_of


def combination(s: Scene, coefficients: Any, forms: Any) -> Any:
    """λ^i μ̄_i."""
    return sum_of(s.J, (a * form for a, form in zip(coefficients, forms, strict=True)), 1)


@claim(
    "DLMD-3.19",
    where="(3)",
    kind="definition",
    statement="i_X Omega_L = lam^i mubar_i, eta(X) = 1, X(phi_i) = 0",
    on="light",
)
def constrained_equations(s: Scene) -> Judgement:
    """The equations of φ and of Aφ, which have the same zeros, agree on P₁ and only there."""
    i, m = s.on_P_1, range(s.m)
    _, other = s.projected(s.mixed_phi)
    flat = [s.structure.flat(X) for X in s.Z]
    rows = [[pairing(a, Y) for Y in s.J.frame] for a in flat]
    lam = linear.solve([[s.C[a][b] for a in m] for b in m], [-s.xi(phi) for phi in s.phi])
    X = s.xi + sum((a * Z for a, Z in zip(lam, s.Z, strict=True)), start=0 * s.xi)
    return Judgement(
        printed={
            "a solution": [
                interior(X, s.Omega) == combination(s, lam, s.mubar),
                s.eta(X) == 1,
                *(X(phi) == 0 for phi in s.phi),
            ],
            "one only": same("rank of C and of the Z_i", linear.rank([*rows]), s.m),
            "on P_1 independent of the functions phi_i": i.restrict(X) == i.restrict(other),
        },
        mutated={"xi_L on P_1": i.restrict(X) == i.restrict(s.xi)},
        condition="at the points of P_1, where C is regular: off P_1 the solution depends on the "
        "functions phi_i that were chosen for P_1",
        without={"on all of J^1pi": other == X},
    )


@claim("DLMD-3.20", where="after (3)", kind="theorem", statement="a solution X is an NSODE")
def solutions_are_second_order(s: Scene) -> Judgement:
    """Already the first two equations say so, whatever the multipliers are."""
    some = [s.J.time + 2 + i for i in range(s.m)]
    X = s.xi + sum((a * Z for a, Z in zip(some, s.Z, strict=True)), start=0 * s.xi)
    return Judgement(
        printed={
            "solutions of the first two equations": [
                interior(X, s.Omega) == combination(s, some, s.mubar),
                s.eta(X) == 1,
            ],
            "are of second order": s.J.is_second_order(X),
        },
        mutated={"so is twice a solution": s.J.is_second_order(2 * X)},
    )


@claim(
    "DLMD-3.21",
    where="(4)",
    kind="theorem",
    statement="d/dt L_v - L_q = -lam^i mu_iA",
)
def constrained_euler_lagrange(s: Scene) -> Judgement:
    """Along X = ξ_L + λ^i Z_i, for any λ."""
    some = [s.J.time + 2 + i for i in range(s.m)]
    X = s.xi + sum((a * Z for a, Z in zip(some, s.Z, strict=True)), start=0 * s.xi)
    EL = [X(p) - Q(s.L) for p, Q in zip(s.momenta, s.d_q, strict=True)]
    pull = s.J.projection.pull
    right = [
        sum_of(s.J, (a * pull(mu(Q)) for a, mu in zip(some, s.mu, strict=True)))
        for Q in s.E.frame[1:]
    ]
    return Judgement(
        printed={
            "i_X Omega_L = lam mubar": interior(X, s.Omega) == combination(s, some, s.mubar),
            "EL_A = -lam mu_A": [a == -b for a, b in zip(EL, right, strict=True)],
        },
        mutated={"EL_A = +lam mu_A": [a == b for a, b in zip(EL, right, strict=True)]},
        note="the multipliers of the library's public face have the other sign",
    )


@claim(
    "DLMD-3.22",
    where="(5)",
    kind="definition",
    statement="Z_i: i_Z Omega_L = mubar_i, eta(Z_i) = 0",
)
def fields_Z(s: Scene) -> Judgement:
    """There is one and only one, since mubar_i vanishes on the Reeb field."""
    flat = [s.structure.flat(X) for X in s.J.frame]
    rank = linear.rank([[pairing(a, Y) for Y in s.J.frame] for a in flat])
    return Judgement(
        printed={
            "mubar(xi_L) = 0": [pairing(a, s.xi) == 0 for a in s.mubar],
            "existence": [interior(Z, s.Omega) == a for Z, a in zip(s.Z, s.mubar, strict=True)],
            "eta(Z) = 0": [s.eta(Z) == 0 for Z in s.Z],
            "uniqueness": same("rank of the flat map", rank, 2 * s.n + 1),
        },
        mutated={"-Z_i": [interior(-Z, s.Omega) == a for Z, a in zip(s.Z, s.mubar, strict=True)]},
    )


@claim(
    "DLMD-3.23",
    where="after (5)",
    kind="theorem",
    statement="J Z_i = 0, Z_i pi_10-vertical",
)
def Z_is_vertical(s: Scene) -> Judgement:
    """J Z = 0 and η(Z) = 0 say that Z is in the image of J, which is the vertical bundle."""
    return Judgement(
        printed={
            "J Z = 0": [s.S(Z) == 0 for Z in s.Z],
            "vertical": [s.J.projection.tangent(Z) == 0 for Z in s.Z],
        },
        mutated={"so is xi_L": s.J.projection.tangent(s.xi) == 0},
    )


@claim("DLMD-3.24", where="C_ij", kind="definition", statement="C_ij = Z_i(phi_j)")
def matrix_C(s: Scene) -> Judgement:
    """C_ij = -W^AB mu_iA mu_jB, a symmetric matrix; no choice but that of the phi_i."""
    inverse, m, n = linear.inverse(s.hessian), range(s.m), range(s.n)
    slopes = [[V(phi) for V in s.d_v] for phi in s.phi]
    gram = [
        [
            sum_of(s.J, (inverse[A][B] * slopes[i][A] * slopes[j][B] for A in n for B in n))
            for j in m
        ]
        for i in m
    ]
    pairs = [(i, j) for i in m for j in m]
    return Judgement(
        printed={
            "C = -mu W^-1 mu": [s.C[i][j] == -gram[i][j] for i, j in pairs],
            "symmetric": [s.C[i][j] == s.C[j][i] for i, j in pairs],
            "regular here": nonzero("det C is not zero", linear.determinant(s.C)),
        },
        mutated={"C = +mu W^-1 mu": [s.C[i][j] == gram[i][j] for i, j in pairs]},
    )


@claim(
    "DLMD-3.25",
    where="Q",
    kind="definition",
    statement="the tensor Q = C^ij Z_i (x) dphi_j, with the indices as printed",
)
def tensor_Q(s: Scene) -> Judgement:
    """The projection to the span of the Z_i along the common kernel of the dφ_j.

    Since C is symmetric, the order of the indices does not matter.
    """
    other = projector(s.J, s.C_inverse, s.Z, s.phi, order="ji")
    return Judgement(
        printed={
            "Q Z_k = Z_k": [s.Q(Z) == Z for Z in s.Z],
            "dphi_k o Q = dphi_k": [s.Q.transpose(d(phi)) == d(phi) for phi in s.phi],
            "C^ij Z_j (x) dphi_i is the same": other == s.Q,
        },
        mutated={"C_ij instead of C^ij": [projector(s.J, s.C, s.Z, s.phi)(Z) == Z for Z in s.Z]},
        note="off P_1 the tensor Q depends on the functions phi_i, on P_1 it does not",
    )


@claim("DLMD-3.26", where="Q^2 = Q", kind="theorem", statement="Q idempotent")
def idempotent(s: Scene) -> Judgement:
    """By composition of (1,1) tensors."""
    return Judgement(
        printed={
            "Q o Q = Q": s.Q @ s.Q == s.Q,
            "on every manifold, m = 1, 2": proofs.idempotent(),
        },
        mutated={"Q o Q = -Q": s.Q @ s.Q == -s.Q},
    )


@claim(
    "DLMD-3.27",
    where="(P,Q)",
    kind="theorem",
    statement="P = id - Q, almost product structure",
)
def almost_product(s: Scene) -> Judgement:
    """P and Q are complementary projectors, of ranks 2n+1-m and m."""
    P, Q = s.P, s.Q
    images = [P(X) for X in s.J.frame]
    rank = linear.rank([[d(x)(X) for x in s.J.coordinates] for X in images])
    F = P - Q
    return Judgement(
        printed={
            "P o P = P": P @ P == P,
            "P o Q = 0 = Q o P": [P @ Q == 0, Q @ P == 0],
            "(P - Q)^2 = id": s.J.identity == F @ F,
            "rank of P": same("rank", rank, 2 * s.n + 1 - s.m),
            "on every manifold, from Q o Q = Q": proofs.complementary(),
        },
        mutated={"P = id + Q": (s.J.identity + Q) @ (s.J.identity + Q) == s.J.identity + Q},
    )


#: C = -(1 - ydot)/(1 - ydot - xdot²) is -1/(1 - xdot²) on P_1, and 0 at ydot = 1.
OFF_P_1 = Datum(
    "L = (1 - ydot) xdot^2/2 + ydot^2/2, phi = ydot",
    ("x", "y"),
    "(1 - ydot)*xdot**2/2 + ydot**2/2",
    ({"y": "1"},),
)


@claim(
    "DLMD-3.28",
    where="domain",
    kind="assertion",
    statement="(P,Q) lives on a neighbourhood of P_1",
)
def domain(s: Scene) -> Judgement:
    """(P,Q) is defined where det C ≠ 0, an open set; it need not be all of J¹π."""
    m = range(s.m)
    det = linear.determinant(s.C)
    adjugate = [[det * s.C_inverse[i][j] for j in m] for i in m]
    product = [sum_of(s.J, (adjugate[i][k] * s.C[k][j] for k in m)) for i in m for j in m]
    unit = [(1 if i == j else 0) * det for i in m for j in m]
    small = Scene(OFF_P_1)
    C = small.C[0][0]
    at_1 = Map(small.J, small.J, {name: small.J[name] for name in ["t", "x", "y", "xdot"]} | {
        "ydot": 1
    })  # fmt: skip
    on_P_1 = small.on_P_1.pull(C)
    return Judgement(
        printed={
            "det C * C^ij is defined where C is": [
                a == b for a, b in zip(product, unit, strict=True)
            ],
            "regular on P_1 for the second datum": nonzero("C on P_1 is not zero", on_P_1),
        },
        mutated={
            "on all of J^1pi": fact(
                "C has no zero for the second datum", not check(at_1.pull(C) == 0)
            )
        },
        note="the neighbourhood is {det C != 0} within the points where L is regular",
    )


@claim(
    "DLMD-3.29",
    where="'obvious' display",
    kind="assertion",
    statement="i_{P xi} Omega_L = 0 and i_{P xi} eta = 0",
)
def obvious_display(s: Scene) -> Judgement:
    """P(ξ_L) = ξ_L - Q(ξ_L) has η = 1, and the reaction is what the first equation forgets."""
    X, Q_xi = s.X, s.Q(s.xi)
    return Judgement(
        printed={
            "i_{P xi} Omega_L = 0": interior(X, s.Omega) == 0,
            "i_{P xi} eta = 0": s.eta(X) == 0,
        },
        correction="i_{P xi} Omega_L = Lam^i mubar_i with Lam^j = -C^ij xi_L(phi_i), and "
        "i_{P xi} eta = 1",
        corrected={
            "i_{P xi} Omega_L": interior(X, s.Omega) == combination(s, s.Lambda, s.mubar),
            "i_{P xi} eta": s.eta(X) == 1,
            "both on every manifold, m = 1, 2": proofs.reaction(),
        },
        readings={
            "Omega_L = + d Theta_L": [interior(X, d(s.Theta)) == 0, s.eta(X) == 0],
            "Q instead of P": [interior(Q_xi, s.Omega) == 0, s.eta(Q_xi) == 0],
            "xi_L instead of P xi_L": [interior(s.xi, s.Omega) == 0, s.eta(s.xi) == 0],
        },
        mutated={
            "the multipliers with the other sign": interior(X, s.Omega)
            == -combination(s, s.Lambda, s.mubar)
        },
        condition="no sign of Omega_L and no exchange of P and Q makes both equations true",
    )
