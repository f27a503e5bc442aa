"""Section 4 from theorem 4.3: the nonlinear connection N* and the Berwald connection of S*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import NonlinearConnection, bracket, d
from mechanics.papers.engine.claims import Judgement, Witness, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.engine.terms import entrywise, termwise, transposed
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.scene import SystemScene
from mechanics.papers.miron_niminet.semispray import both, starred

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm
    from mechanics.spaces.lagrange_spaces import LagrangeGeometry, LagrangeSystem


def coefficients(s: SystemScene, G: LagrangeGeometry) -> list[list[Form]]:
    """The N^i_j of a geometry, from ``h(∂_j) = ∂_j - N^i_j ∂/∂y^i``; rows by i."""
    return [[-d(y)(G.h(X)) for X in s.d_x] for y in s.y]


def minus(one: list[list[Form]], factor: int, two: list[list[Form]]) -> list[list[Form]]:
    """``A - factor B``."""
    return [
        [a - factor * b for a, b in zip(r, t, strict=True)] for r, t in zip(one, two, strict=True)
    ]


def of_total_force(s: SystemScene, system: LagrangeSystem) -> list[list[Form]]:
    """``¼ ∂Φ^i/∂y^j`` for Φ^i = F^i + λ^σ a_σ^i, with derivatives of λ."""
    up = s.force_up(system.multipliers)
    return [[V(f) / 4 for V in s.d_y] for f in up]


#: How far a formula reaches that has no derivatives of λ.
ONLY_POSITIONS = (
    "in the reading of d'Alembert and Chetaev, with lambda(x, y), the derivatives of lambda are "
    "missing: it holds with d(lambda^sigma a_sigma^i)/dy^j in the place of lambda^sigma "
    "da_sigma^i/dy^j"
)


@claim("MN-4.08", "theorem 4.3, (4.8)", "theorem", on="system")
@states("N*^i_j = dG*^i/dy^j = N^i_j - (1/4)(dF^i/dy^j + lambda^sigma da_sigma^i/dy^j)")
def canonical_nonlinear_connection(s: SystemScene) -> Judgement:
    """h* = ½(id - [S*, J]) = h - ¼[Z, J]; with λ(x)."""
    Sigma, K = s.system, s.printed_K(s.Lambda)
    N = coefficients(s, Sigma.geometry)

    def slopes(system: LagrangeSystem) -> list[list[Form]]:
        return s.jacobian(starred(s, system), s.d_y)

    kept = s.chetaev
    total = of_total_force(s, kept)
    printed = s.printed_K(kept.multipliers)
    return Judgement(
        printed={
            "N* = dG*/dy": entrywise(N, slopes(Sigma)),
            "N* = N - (1/4)(dF/dy + lambda da/dy)": entrywise(N, minus(s.N, 1, K)),
            "4 (h* - h) = -[Z, J]": 4 * (Sigma.geometry.h - s.free.h)
            == -bracket(Sigma.force_field, s.J),
            "d'Alembert-Chetaev: N* = N - (1/4) d(F + lambda a)/dy": entrywise(
                slopes(kept), minus(s.N, 1, total)
            ),
        },
        mutated={
            "+ 1/4": entrywise(N, minus(s.N, -1, K)),
            "- 1/2": entrywise(N, minus(s.N, 2, K)),
            "indices exchanged": entrywise(N, minus(s.N, 1, transposed(K))),
            "d'Alembert-Chetaev without d lambda/dy": entrywise(
                slopes(kept), minus(s.N, 1, printed)
            ),
        },
        note=ONLY_POSITIONS,
    )


def berwald_terms(s: SystemScene) -> list[tuple[Form, Form, Form]]:
    """``B*^i_jk - B^i_jk`` of BΓ(N*) and BΓ(N), ``¼ ∂∂F^i`` and ``¼ λ^σ ∂∂a_σ^i``, for j ≤ k."""
    new, old = (G.connection for G in (s.system.geometry, s.free))
    columns = list(zip(*s.a_up, strict=True))
    found = []
    for k, W in enumerate(s.d_y):
        X, Y = (C.horizontal_projector(s.d_x[k]) for C in (new, old))
        for V in s.d_y[: k + 1]:
            change = new.berwald_derivative(X, V) - old.berwald_derivative(Y, V)
            for y, f, column in zip(s.y, s.F_up, columns, strict=True):
                slope = s.along(s.Lambda, [V(W(a)) for a in column])
                found.append((d(y)(change), V(W(f)) / 4, slope / 4))
    return found


@claim("MN-4.09", "theorem 4.4, (4.9)", "theorem", on="system")
@states(
    "the Berwald connection has B*^i_jk = B^i_jk - (1/4)(d^2F^i/dy^j dy^k - lambda^sigma "
    "d^2a_sigma^i/dy^j dy^k)"
)
def berwald_connection(s: SystemScene) -> Judgement:
    """The derivative of (4.8), which has the other sign: D_{hX} JY = v[hX, JY]."""
    terms, kept = berwald_terms(s), s.chetaev

    def law(of_F: int, of_a: int) -> list[Identity]:
        return [left == of_F * f + of_a * a for left, f, a in terms]

    # B*^1_11 with the multipliers of d'Alembert and Chetaev.
    V, up = s.d_y[0], s.force_up(kept.multipliers)[0]
    of_a = s.along(kept.multipliers, [V(V(row[0])) for row in s.a_up])
    return Judgement(
        printed={"- (1/4)(d^2F - lambda d^2a)": law(-1, 1)},
        mutated={"- (1/2)(d^2F + lambda d^2a)": law(-2, -2)},
        repaired={
            "- (1/4)(d^2F + lambda d^2a)": law(-1, -1),
            "the library's B* has dN*^i_j/dy^k": [
                s.system.geometry.berwald(X, V) == bracket(s.system.geometry.h(X), V)
                for X in s.d_x
                for V in s.d_y
            ],
            "D of horizontal fields, and along vertical ones": on_other_fields(s),
        },
        correction="B*^i_jk = B^i_jk - (1/4)(d^2F^i/dy^j dy^k + lambda^sigma d^2a_sigma^i/dy^j "
        "dy^k), the derivative of (4.8)",
        repair="a sign: of lambda^sigma",
        consequence="(4.8), of which it is the derivative, has the right sign",
        readings={
            "+ (1/4)(d^2F - lambda d^2a)": law(1, -1),
            "+ (1/4)(d^2F + lambda d^2a)": law(1, 1),
            "lambda by d'Alembert and Chetaev": V(V(up)) == V(V(s.F_up[0])) - of_a,
        },
        note=ONLY_POSITIONS,
    )


def on_other_fields(s: SystemScene) -> list[Identity]:
    """J D_{δ_k} δ_j = [δ_k, ∂/∂y^j]; and D_V (f δ_j), D_V (f ∂/∂y^j) are V(f) times the field."""
    G = s.system.geometry
    delta, V, f = [G.h(X) for X in s.d_x], s.d_y[0], s.y[0]
    found = []
    for D in (G.berwald, G.connection.berwald_derivative):
        for X in delta:
            found += [s.J(D(X, Y)) == bracket(X, W) for Y, W in zip(delta, s.d_y, strict=True)]
        found += [D(V, f * Z) == Z for Z in (delta[-1], s.d_y[-1])]
    return found


@claim("MN-C4.1", "corollary 4.1", "corollary", on="system")
@states("the weak torsion t*^i_jk = dN*^i_j/dy^k - dN*^i_k/dy^j of N* vanishes")
def weak_torsion(s: SystemScene) -> Judgement:
    """[J, h*] = 0, for every semispray; in both readings."""
    N = coefficients(s, s.system.geometry)
    other = s.free.h + s.force.tensor(s.d_y[0])
    bent = NonlinearConnection(s.TM, s.TM.identity - other)

    def torsion(rows: list[list[Form]], sign: int) -> list[Identity]:
        return [
            s.d_y[k](row[j]) + sign * s.d_y[j](row[k]) == 0
            for row in rows
            for j in s.places
            for k in range(j)
        ]

    return Judgement(
        printed={
            "dN*^i_j/dy^k - dN*^i_k/dy^j = 0": torsion(N, -1),
            "the library's tension is [C, h*]": s.system.geometry.tension
            == bracket(s.C, s.system.geometry.h),
            "[J, h*] = 0": [one.geometry.weak_torsion == 0 for one in both(s)],
            "t^i_jk is [J, h](d_j, d_k) where it is not 0": [
                d(y)(bent.weak_torsion(s.d_x[j], s.d_x[k]))
                == s.d_y[j](d(y)(other(s.d_x[k]))) - s.d_y[k](d(y)(other(s.d_x[j])))
                for y in s.y
                for j in s.places
                for k in range(j)
            ],
        },
        mutated={
            "dN*^i_j/dy^k + dN*^i_k/dy^j = 0": torsion(N, 1),
            "of every nonlinear connection": bracket(s.J, other) == 0,
            "the library's tension has the other sign": s.system.geometry.tension
            == -bracket(s.C, s.system.geometry.h),
            "the tension [C, h*] too": s.system.geometry.tension == 0,
        },
    )


def supplementary(s: SystemScene, h: VectorForm) -> list[Identity]:
    """The statements that h projects along V."""
    return [h @ h == h, h @ s.J == 0, s.J @ h == s.J]


@claim("MN-4.10", "(4.10)", "identity", "T_u(TM) = N*(u) + V(u), a direct sum", on="system")
def decomposition(s: SystemScene) -> Judgement:
    """h* projects along V, and v* onto it; in both readings."""
    G = s.system.geometry
    return Judgement(
        printed={
            "N* is supplementary to V": [
                part for one in both(s) for part in supplementary(s, one.geometry.h)
            ],
            "h* + v* = id": [one.geometry.h + one.geometry.v == s.TM.identity for one in both(s)],
            "v* J = J": G.v @ s.J == s.J,
        },
        mutated={
            "N* = N": G.h == s.free.h,
            "the readings have the same N*": G.h == s.chetaev.geometry.h,
            "h + h*": supplementary(s, G.h + s.free.h),
        },
    )


@claim("MN-4.11", "(4.11)", "identity", on="system")
@states(
    "delta*_i = d/dx^i - N*^j_i d/dy^j = delta_i + (1/4)(dF^j/dy^i + lambda^sigma da_sigma^j/dy^i) "
    "d/dy^j"
)
def starred_basis(s: SystemScene) -> Judgement:
    """h*(∂_i) = h(∂_i) + K(∂_i).

    Printed ∂F^i/∂y^i ∂/∂y^i sums over the free index i of the left side.
    """

    def shifted(system: LagrangeSystem, K: list[list[Form]], sign: int) -> list[Identity]:
        h, free = system.geometry.h, s.free.h
        columns = transposed(K)
        return [
            h(X) == free(X) + sign * s.along(column, s.d_y)
            for X, column in zip(s.d_x, columns, strict=True)
        ]

    Sigma, kept = s.system, s.chetaev
    K, G = s.printed_K(s.Lambda), s.system.geometry
    F = G.almost_complex_structure
    return Judgement(
        printed={
            "indices": Witness(
                "delta*_i = delta_i + dF^i/dy^i d/dy^i + lambda^sigma da_sigma^j/dy^i d/dy^i",
                balanced,
            )
        },
        repaired={
            "indices": balanced(
                "delta*_i = delta_i + dF^j/dy^i d/dy^j + lambda^sigma da_sigma^j/dy^i d/dy^j"
            ),
            "d/dx^i - N*^j_i d/dy^j": [
                Sigma.geometry.h(X) == D
                for X, D in zip(s.d_x, s.adapted(s.jacobian(starred(s, Sigma), s.d_y)), strict=True)
            ],
            "delta_i + (1/4)(...)": shifted(Sigma, K, 1),
            "the library's frame and F": [
                *termwise(G.adapted_frame, [*map(G.h, s.d_x), *s.d_y]),
                *(F(G.h(X)) == -V for X, V in zip(s.d_x, s.d_y, strict=True)),
                *(F(V) == G.h(X) for X, V in zip(s.d_x, s.d_y, strict=True)),
            ],
            "d'Alembert-Chetaev, with d(lambda a)/dy": shifted(kept, of_total_force(s, kept), 1),
        },
        mutated={
            "delta_i - (1/4)(...)": shifted(Sigma, K, -1),
            "indices exchanged": shifted(Sigma, transposed(K), 1),
            "d'Alembert-Chetaev without d lambda/dy": shifted(
                kept, s.printed_K(kept.multipliers), 1
            ),
        },
        correction="delta_i + (1/4)(dF^j/dy^i + lambda^sigma da_sigma^j/dy^i) d/dy^j",
        repair="indices: dF^j/dy^i and d/dy^j",
        damage="scan",
        consequence="(5.5) has the vector d/dy^j",
        note=ONLY_POSITIONS,
    )


@claim("MN-4.13", "(4.13)", "identity", on="system")
@states(
    "delta* y^i = dy^i + N*^i_j dx^j = delta y^i - (1/4)(dF^i/dy^j + lambda^sigma da_sigma^i/dy^j) "
    "dx^j"
)
def starred_cobasis(s: SystemScene) -> Judgement:
    """dy^i∘v* = dy^i∘v - dy^i∘K."""

    def shifted(system: LagrangeSystem, K: list[list[Form]], sign: int) -> list[Identity]:
        v, free = system.geometry.v, s.free.v
        return [
            v.transpose(d(y)) == free.transpose(d(y)) - sign * s.along(row, s.dx)
            for y, row in zip(s.y, K, strict=True)
        ]

    Sigma, kept = s.system, s.chetaev
    K = s.printed_K(s.Lambda)
    forms = s.coadapted(s.jacobian(starred(s, Sigma), s.d_y))
    return Judgement(
        printed={
            "dy^i + N*^i_j dx^j": [
                Sigma.geometry.v.transpose(d(y)) == form for y, form in zip(s.y, forms, strict=True)
            ],
            "delta y^i - (1/4)(...)": shifted(Sigma, K, 1),
            "zero on N*": [form(Sigma.geometry.h(X)) == 0 for form in forms for X in s.TM.frame],
            "d'Alembert-Chetaev, with d(lambda a)/dy": shifted(kept, of_total_force(s, kept), 1),
        },
        mutated={
            "delta y^i + (1/4)(...)": shifted(Sigma, K, -1),
            "indices exchanged": shifted(Sigma, transposed(K), 1),
            "d'Alembert-Chetaev without d lambda/dy": shifted(
                kept, s.printed_K(kept.multipliers), 1
            ),
        },
        note=ONLY_POSITIONS,
    )


@claim("MN-C4.2", "corollary 4.2", "corollary", on="system")
@states("N* is integrable if and only if R*^i_jk = delta*_k N*^i_j - delta*_j N*^i_k = 0")
def integrability(s: SystemScene) -> Judgement:
    """[δ*_j, δ*_k] = R*^i_jk ∂/∂y^i, the values of ½[h*, h*].

    Printed δN^{*i}/δx^j has lost the lower index and the star, and cannot be subtracted.
    """
    G = s.system.geometry
    N = coefficients(s, G)

    def brackets(sign: int) -> list[Identity]:
        D = s.adapted(N)
        return [
            bracket(D[j], D[k]) == sign * s.along([D[k](row[j]) - D[j](row[k]) for row in N], s.d_y)
            for j in s.places
            for k in range(j)
        ]

    D = s.adapted(N)
    pairs = [(D[j], D[k]) for j in s.places for k in range(j)]
    return Judgement(
        printed={"indices": Witness("R*^i_jk = delta*N*^i_j/dx^k - deltaN*^i/dx^j", balanced)},
        repaired={
            "indices": balanced("R*^i_jk = delta*N*^i_j/dx^k - delta*N*^i_k/dx^j"),
            "[delta*_j, delta*_k] = R*^i_jk d/dy^i": brackets(1),
            "R* = [h*, h*]/2": [G.curvature(X, Y) == bracket(X, Y) for X, Y in pairs],
            "Phi* = v*[S*, h*], with [J, Phi*] = 3 R*": [
                G.jacobi_endomorphism == G.v @ bracket(G.semispray, G.h),
                bracket(s.J, G.jacobi_endomorphism) == 3 * G.curvature,
            ],
            "the dynamical derivative h*[S*, h*X] + v*[S*, v*X]": [
                G.dynamical_derivative(X)
                == G.h(bracket(G.semispray, G.h(X))) + G.v(bracket(G.semispray, G.v(X)))
                for X in (*s.d_x, *s.d_y)
            ],
        },
        mutated={
            "delta*_j N*^i_k - delta*_k N*^i_j": brackets(-1),
            "R* = [h*, h*]": [2 * G.curvature(X, Y) == bracket(X, Y) for X, Y in pairs],
            "R* = R": G.curvature == s.free.curvature,
            "R* = 0": G.curvature == 0,
        },
        correction="R*^i_jk = delta*_k N*^i_j - delta*_j N*^i_k",
        repair="an index and a star lost",
        damage="scan",
        consequence="(5.8) has both",
        note="so for every nonlinear connection, in all coordinates by (2.9)",
    )
