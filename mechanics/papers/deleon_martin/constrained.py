"""Section 3, third part: the constrained equations, the projectors P and Q, the dynamics."""

from __future__ import annotations

from typing import Any

from diffgeo import Map, check, d, interior, pairing
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.deleon_martin.book import claim, scene
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.constrained_scene import Scene, flat_rank, projector
from mechanics.papers.engine.random_data import SMALL, Datum
from mechanics.papers.engine.terms import combined, sum_of, termwise


@claim("DLMD-3.19", "(3)", "definition", on="light")
@states("i_X Omega_L = lam^i mubar_i, eta(X) = 1, X(phi_i) = 0")
def constrained_equations(s: Scene) -> Judgement:
    """The equations of φ and of Aφ, which have the same zeros, agree on P₁ and only there."""
    i, m = s.on_P_1, range(s.m)
    _, other = s.projected(s.mixed_phi)
    flat = [s.structure.flat(X) for X in s.Z]
    rows = [[pairing(a, Y) for Y in s.J.frame] for a in flat]
    lam = linear.solve([[s.C[a][b] for a in m] for b in m], [-s.xi(phi) for phi in s.phi])
    X = s.xi + combined(0 * s.xi, lam, s.Z)
    return Judgement(
        printed={
            "a solution": [
                interior(X, s.Omega) == s.combination(lam),
                s.eta(X) == 1,
                *(X(phi) == 0 for phi in s.phi),
            ],
            "one only": [
                same("rank of C", linear.rank(s.C), s.m),
                same("rank of the Z_i", linear.rank(rows), s.m),
            ],
            "on P_1 independent of the functions phi_i": i.restrict(X) == i.restrict(other),
        },
        mutated={"xi_L on P_1": i.restrict(X) == i.restrict(s.xi)},
        condition="at the points of P_1, where C is regular: off P_1 the solution depends on the "
        "functions phi_i that were chosen for P_1",
        without={"on all of J^1pi": other == X},
    )


@claim("DLMD-3.20", "after (3)", "theorem", "a solution X is an NSODE")
def solutions_are_second_order(s: Scene) -> Judgement:
    """Ω_L(X, V) = W(JX, V) for every X and every V vertical over E; and μ̄_i(V) = 0.

    Both sides are linear in X over the functions, so that the fields of a frame are enough.
    Hence W(JX, ·) = 0 for each solution of the first equation, whatever the multipliers are.
    """
    some = [s.J.time + 2 + i for i in range(s.m)]
    X = s.xi + combined(0 * s.xi, some, s.Z)
    values = [
        (
            interior(V, interior(Y, s.Omega)),
            sum_of(s.J, (w * s.S(Y)(v) for w, v in zip(row, s.v, strict=True))),
        )
        for Y in s.J.frame
        for V, row in zip(s.d_v, s.hessian, strict=True)
    ]
    return Judgement(
        printed={
            "Omega_L(X, V) = W(J X, V) for every X": [a == b for a, b in values],
            "mubar_i(V) = 0": [pairing(a, V) == 0 for a in s.mubar for V in s.d_v],
            "hence J X = 0": same("rank of W", linear.rank(s.hessian), s.n),
            "such as xi_L + lam^i Z_i": [
                interior(X, s.Omega) == s.combination(some),
                s.eta(X) == 1,
                s.J.is_second_order(X),
            ],
        },
        mutated={
            "Omega_L(X, V) = -W(J X, V)": [a == -b for a, b in values],
            "so is twice a solution": s.J.is_second_order(2 * X),
        },
        condition="L is regular; the text says so for (1), and again in the closing note",
        without={
            "for L = xdot, phi = xdot": Witness(
                scene(SMALL["degenerate"]), has_solutions_of_second_order
            )
        },
    )


def has_solutions_of_second_order(s: Scene) -> Fact:
    """That ∂_t + ∂_x does not solve (3) with λ = 0 and J of it not 0 on P₁."""
    X = s.d_t + s.d_q[0]
    solves = check([interior(X, s.Omega) == 0, s.eta(X) == 1, *(X(phi) == 0 for phi in s.phi)])
    other = bool(solves) and not check(s.on_P_1.restrict(s.S(X)) == 0)
    return fact("every solution of (3) is of second order", not other, "X = d_t + d_x")


@claim("DLMD-3.21", "(4)", "theorem", "d/dt L_v - L_q = -lam^i mu_iA")
def constrained_euler_lagrange(s: Scene) -> Judgement:
    """i_X Ω_L = -EL_A(X) (dq^A - v^A dt) for every NSODE X, and for every L.

    Both sides are affine in X over the functions: one NSODE and its sums with the ∂/∂v^A are
    enough. The contact forms are independent, and so (3) says what (4) says.
    """
    some = [s.J.time + 2 + i for i in range(s.m)]
    X = s.xi + combined(0 * s.xi, some, s.Z)
    free = s.J.second_order_field()
    contact = [dq - v * s.eta for dq, v in zip(s.dq, s.v, strict=True)]

    def residual(Y: Any) -> list[Any]:
        return [Y(p) - B(s.L) for p, B in zip(s.momenta, s.d_q, strict=True)]

    pull = s.J.projection.pull
    slopes = [[pull(mu(B)) for B in s.E.frame[1:]] for mu in s.mu]
    right = [
        sum_of(s.J, (a * row[A] for a, row in zip(some, slopes, strict=True))) for A in range(s.n)
    ]
    return Judgement(
        printed={
            "i_X Omega_L = -EL_A (dq^A - v^A dt) for every NSODE": [
                interior(Y, s.Omega) == -combined(0 * s.eta, residual(Y), contact)
                for Y in (free, *(free + V for V in s.d_v))
            ],
            "mubar_i = mu_iA (dq^A - v^A dt)": [
                a == combined(0 * s.eta, row, contact)
                for a, row in zip(s.mubar, slopes, strict=True)
            ],
            "EL_A = -lam mu_A for xi_L + lam^i Z_i": [
                a == -b for a, b in zip(residual(X), right, strict=True)
            ],
        },
        mutated={
            "EL_A = +lam mu_A": termwise(residual(X), right),
            "for every X": interior(s.d_t, s.Omega)
            == -combined(0 * s.eta, residual(s.d_t), contact),
        },
        note="the multipliers of the library's public face have the other sign",
    )


@claim(
    "DLMD-3.22",
    "(5)",
    "definition",
    "Z_i: i_Z Omega_L = mubar_i, eta(Z_i) = 0",
)
def fields_Z(s: Scene) -> Judgement:
    """There is one and only one, since mubar_i vanishes on the Reeb field."""
    rank = flat_rank(s.structure, s.J.frame)
    return Judgement(
        printed={
            "mubar(xi_L) = 0": [pairing(a, s.xi) == 0 for a in s.mubar],
            "existence": [interior(Z, s.Omega) == a for Z, a in zip(s.Z, s.mubar, strict=True)],
            "eta(Z) = 0": [s.eta(Z) == 0 for Z in s.Z],
            "uniqueness": same("rank of the flat map", rank, 2 * s.n + 1),
        },
        mutated={"-Z_i": [interior(-Z, s.Omega) == a for Z, a in zip(s.Z, s.mubar, strict=True)]},
        condition="L is regular; the text says so for (1), and again in the closing note",
        without={"for L = xdot, phi = xdot": Witness(scene(SMALL["degenerate"]), has_Z)},
    )


def has_Z(s: Scene) -> Fact:
    """That some Z has i_Z Ω_L = μ̄; it has none where Ω_L = 0 and μ̄ is not 0."""
    none = bool(check(s.Omega == 0)) and not check(s.mubar[0] == 0)
    return fact("there is a field Z", not none, f"Omega_L = 0, mubar = {s.mubar[0]}")


@claim("DLMD-3.23", "after (5)", "theorem", "J Z_i = 0, Z_i pi_10-vertical")
def Z_is_vertical(s: Scene) -> Judgement:
    """J Z = 0 and η(Z) = 0 say that Z is in the image of J, which is the vertical bundle."""
    return Judgement(
        printed={
            "J Z = 0": [s.S(Z) == 0 for Z in s.Z],
            "vertical": [s.J.projection.tangent(Z) == 0 for Z in s.Z],
        },
        mutated={"so is xi_L": s.J.projection.tangent(s.xi) == 0},
    )


@claim("DLMD-3.24", "C_ij", "definition", "C_ij = Z_i(phi_j)")
def matrix_C(s: Scene) -> Judgement:
    """C_ij = -W^AB mu_iA mu_jB, a symmetric matrix; no choice but that of the phi_i.

    For functions Aφ it is A C Aᵗ, on P₁ and off it: whether C is regular does not depend on A.
    """
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
    mixed = s.mixed_phi
    fields = [s.structure.solve(s.S.transpose(d(phi))) for phi in mixed]
    det = linear.determinant(s.C)
    other = linear.determinant([[Z(phi) for phi in mixed] for Z in fields])
    # A of `mixed_phi` is triangular, with 1 + q² in the diagonal.
    det_A = (1 + s.J.positions[0] ** 2) ** s.m
    return Judgement(
        printed={
            "C = -mu W^-1 mu": [s.C[i][j] == -gram[i][j] for i, j in pairs],
            "symmetric": [s.C[i][j] == s.C[j][i] for i, j in pairs],
            "regular here": nonzero("det C is not zero", det),
            "for functions A phi: det C' = (det A)^2 det C": other == det_A**2 * det,
        },
        mutated={
            "C = +mu W^-1 mu": [s.C[i][j] == gram[i][j] for i, j in pairs],
            "det C' = det C": other == det,
        },
    )


@claim("DLMD-3.25", "Q", "definition")
@states("the tensor Q built from C^ij, Z and dphi, with the indices as printed")
def tensor_Q(s: Scene) -> Judgement:
    """The projection to the span of the Z_i along the common kernel of the dφ_j.

    The scan has C^ij Z_i ⊗ dφ_i, in which j occurs once and i three times.
    """
    m = range(s.m)
    Q = projector(s.J, s.C_inverse, s.Z, s.phi, order="ji")
    terms = [[s.C_inverse[i][j] * d(s.phi[i]).tensor(s.Z[i]) for j in m] for i in m]
    summed = sum((term for row in terms for term in row), start=0 * Q)
    first = sum((row[0] for row in terms), start=0 * Q)
    diagonal = sum((terms[i][i] for i in m), start=0 * Q)
    return Judgement(
        printed={
            "C^ij Z_i (x) dphi_i, summed over i and j": [summed(Z) == Z for Z in s.Z],
        },
        readings={
            "C^ij Z_i (x) dphi_i for j = 1, summed over i": [first(Z) == Z for Z in s.Z],
            "C^ii Z_i (x) dphi_i": [diagonal(Z) == Z for Z in s.Z],
        },
        repaired={
            "Q Z_k = Z_k": [Q(Z) == Z for Z in s.Z],
            "dphi_k o Q = dphi_k": [Q.transpose(d(phi)) == d(phi) for phi in s.phi],
            "C^ij Z_i (x) dphi_j is the same": projector(s.J, s.C_inverse, s.Z, s.phi) == Q,
        },
        mutated={"C_ij instead of C^ij": [projector(s.J, s.C, s.Z, s.phi)(Z) == Z for Z in s.Z]},
        correction="C^ij Z_j (x) dphi_i, as in the display of P(xi_L)(phi_k) and in sections 4 "
        "and 5",
        repair="an index: j for one i",
        damage="scan",
        consequence="nothing: the tensor is used with the right indices",
        note="which i is the j does not matter, as C is symmetric. Off P_1 the tensor Q depends "
        "on the functions phi_i, on P_1 it does not",
    )


@claim("DLMD-3.26", "Q^2 = Q", "theorem", "Q idempotent")
def idempotent(s: Scene) -> Judgement:
    """By composition of (1,1) tensors."""
    return Judgement(
        printed={
            "Q o Q = Q": s.Q @ s.Q == s.Q,
        },
        mutated={"Q o Q = -Q": s.Q @ s.Q == -s.Q},
    )


@claim("DLMD-3.27", "(P,Q)", "theorem", "P = id - Q, almost product structure")
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


@claim("DLMD-3.28", "domain", "assertion", "(P,Q) lives on a neighbourhood of P_1")
def domain(s: Scene) -> Judgement:
    """(P,Q) is defined where det C ≠ 0, an open set; it need not be all of J¹π."""
    m = range(s.m)
    det = linear.determinant(s.C)

    def cofactor(i: int, j: int) -> Any:
        """A polynomial in the entries of C: of the minor without row i and column j."""
        rows = [[s.C[a][b] for b in m if b != j] for a in m if a != i]
        minor = linear.determinant(rows) if rows else s.J.function(1)
        return (-1) ** (i + j) * minor

    small = Scene(OFF_P_1)
    C = small.C[0][0]
    at_1 = Map(small.J, small.J, {name: small.J[name] for name in ["t", "x", "y", "xdot"]} | {
        "ydot": 1
    })  # fmt: skip
    on_P_1 = small.on_P_1.pull(C)
    return Judgement(
        printed={
            "det C * C^ij is a polynomial in the C_ij": [
                det * s.C_inverse[i][j] == cofactor(j, i) for i in m for j in m
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


@claim("DLMD-3.29", "'obvious' display", "assertion", "i_{P xi} Omega_L = 0 and i_{P xi} eta = 0")
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
        consequence="P(xi_L) solves (3) with the reaction, as the theorem after it says",
        corrected={
            "i_{P xi} Omega_L": interior(X, s.Omega) == s.combination(s.Lambda),
            "i_{P xi} eta": s.eta(X) == 1,
        },
        readings={
            "Omega_L = + d Theta_L": [interior(X, d(s.Theta)) == 0, s.eta(X) == 0],
            "Q instead of P": [interior(Q_xi, s.Omega) == 0, s.eta(Q_xi) == 0],
            "xi_L instead of P xi_L": [interior(s.xi, s.Omega) == 0, s.eta(s.xi) == 0],
        },
        mutated={
            "the multipliers with the other sign": interior(X, s.Omega) == -s.combination(s.Lambda)
        },
        condition="no sign of Omega_L and no exchange of P and Q makes both equations true",
    )
