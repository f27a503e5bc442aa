"""Section II, from (14): N-linear connections, the canonical metrical one."""

from __future__ import annotations

from typing import Any

from diffgeo import LinearConnection, Tensor, d
from diffgeo.structures import tensor_product
from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.engine.terms import total
from mechanics.papers.frigioiu.book import claim
from mechanics.papers.frigioiu.scene import Matrix, TimeScene
from mechanics.spaces.rheonomic_geometry import FrameConnection, MetricalConnection


@claim("FHB-14a", "before (14)", "definition")
@states("a d-connection keeps horizontal and vertical fields")
def d_connection(s: TimeScene) -> Judgement:
    """``Dh = 0`` for the projector h along V: as h(D_X hY) = D_X hY, h(D_X vY) = 0."""
    D, h = s.D.connection, s.N.h
    flat = LinearConnection.parallelising(list(s.jets.frame))
    X = s.delta[0] + s.V[0] + s.d_t
    return Judgement(
        printed={
            "the metrical one": D.derivative(h) == 0,
            "horizontal fields": [h(D(X, s.L * Y)) == D(X, s.L * Y) for Y in s.delta],
            "vertical fields": [h(D(X, s.L * Y)) == 0 * X for Y in (*s.V, s.d_t)],
        },
        mutated={
            "every linear connection": flat.derivative(h) == 0,
            "that of other projectors": D.derivative(s.checked.h) == 0,
        },
    )


@claim("FHB-14b", "(14)", "identity")
@states("an N-linear connection, DF = 0, has the coefficients (L^i_jh, C^i_ja)")
def n_linear_connection(s: TimeScene) -> Judgement:
    """From DF = 0 the coefficients on δ_j and on V_j agree, and ``D∂_t = ω⊗∂_t``.

    The 1-form ω is not among the coefficients: D + ω⊗∂_t⊗δt is N-linear for every ω.
    """
    D, f = s.D.connection, s.N.f
    other = _with_time_part(s)
    fields = [*s.delta, *s.V, s.d_t]

    def agree(one: LinearConnection, two: LinearConnection) -> list[Any]:
        return [one(X, Y) == two(X, Y) for X in fields for Y in (*s.delta, *s.V)]

    flat = LinearConnection.parallelising(list(s.jets.frame))
    J = s.structure.J
    same_on_both = [
        J(D(X, Y)) == D(X, A) for X in fields for Y, A in zip(s.delta, s.V, strict=True)
    ]
    return Judgement(
        printed={
            "D F = 0": D.derivative(f) == 0,
            "the same coefficients on delta_j and V_j": same_on_both,
            "with D d_t = 0 no other": [D(X, s.d_t) == 0 * s.d_t for X in fields],
            "D + w (x) d_t (x) delta t has the same (L, C)": agree(other, D),
            "and is N-linear": [other.derivative(f) == 0, other.derivative(s.N.h) == 0],
        },
        mutated={
            "every linear connection": flat.derivative(f) == 0,
            "of other projectors": D.derivative(s.checked.f) == 0,
        },
        condition="D d_t = 0 (or the 1-form w with D d_t = w (x) d_t is given as well)",
        without={"(L, C) determine D": other == D},
    )


@claim("FHB-14c", "after (14)", "identity", on="charts")
@states("L^i_jh transforms as a linear connection on M, C^i_ja as d-tensors")
def transformation(s: TimeScene) -> Judgement:
    """In coordinates x = x(x') of M, with ``A^a_i = ∂x^a/∂x'^i``.

    ``A^a_i L'^i_jk = L^a_bc A^b_j A^c_k + ∂A^a_j/∂x'^k``, and without the last term for C: for the
    metrical connection of any semispray and metric, and for any N-linear connection D, whose
    coefficients are undefined functions.
    """
    general, n = s.any_semispray, range(s.n)
    A = [[X(general.pull(q)) for X in s.X] for q in s.x]

    def law(mine: Any, theirs: Any, *, second: int) -> list[Any]:
        found = []
        for a in n:
            for j in n:
                for k in n:
                    left = total(A[a][i] * mine[i][j][k] for i in n)
                    terms = (theirs[a][b][c] * A[b][j] * A[c][k] for b in n for c in n)
                    found.append(left == total(terms) + second * s.X[k](A[a][j]))
        return found

    def in_time(mine: Any, theirs: Any) -> list[Any]:
        return [
            total(A[a][i] * mine[i][j] for i in n) == total(theirs[a][b] * A[b][j] for b in n)
            for a in n
            for j in n
        ]

    (L, C, C0), (new_L, new_C, new_C0) = general.metrical_coefficients
    (K, W, W0), (new_K, new_W, new_W0) = general.coefficients
    return Judgement(
        printed={
            "L^i_jh": [*law(new_L, L, second=1), *law(new_K, K, second=1)],
            "C^i_jh": [*law(new_C, C, second=0), *law(new_W, W, second=0)],
            "C^i_j0": [*in_time(new_C0, C0), *in_time(new_W0, W0)],
        },
        mutated={
            "L^i_jh as a tensor": law(new_L, L, second=0),
            "L^i_jh with the opposite sign": law(new_L, L, second=-1),
            "C^i_jh as a connection": law(new_C, C, second=1),
        },
        note="the L^i_jh are functions on E, not on M",
    )


@claim("FHB-14d", "after (14)", "definition")
@states("X^i_|k = delta_k X^i + X^h L^i_hk, X^i|_a = V_a X^i + X^h C^i_ha")
def covariant_derivatives(s: TimeScene) -> Judgement:
    """The components of D_{δ_k}, D_{V_k} and D_{∂_t} of X = X^i δ_i."""
    D, n = s.D, range(s.n)
    parts = [s.L, *s.F_low[1:]]
    X = total(c * Y for c, Y in zip(parts, s.delta, strict=True))

    def derived(field: Any, table: list[list[Any]], sign: int = 1) -> Any:
        return total(
            (field(parts[i]) + sign * total(parts[h] * table[i][h] for h in n)) * s.delta[i]
            for i in n
        )

    def slice_of(coefficients: Any, k: int) -> Matrix:
        return [[coefficients[i][h][k] for h in n] for i in n]

    time = [list(row) for row in D.C0]
    Z = s.X[0] + s.L * s.V[0] + s.d_t
    return Judgement(
        printed={
            "X^i_|k": [D(s.delta[k], X) == derived(s.delta[k], slice_of(D.L, k)) for k in n],
            "X^i|_k": [D(s.V[k], X) == derived(s.V[k], slice_of(D.C, k)) for k in n],
            "X^i|_0": D(s.d_t, X) == derived(s.d_t, time),
            "along any field": [
                D.h_derivative(Z, X) == D(s.N.h(Z), X),
                D.v_derivative(Z, X) == D(s.N.v(Z), X),
                D.t_derivative(X) == D(s.d_t, X),
                s.N.h(Z) + s.N.v(Z) + s.N.delta_t(Z) * s.d_t == Z,
            ],
        },
        mutated={
            "delta_k X^i - X^h L^i_hk": [
                D(s.delta[k], X) == derived(s.delta[k], slice_of(D.L, k), -1) for k in n
            ],
            "d_k X^i + X^h L^i_hk": [
                D(s.delta[k], X) == derived(s.X[k], slice_of(D.L, k)) for k in n
            ],
        },
    )


@claim("FHB-15", "(15)", "definition", "metrical: g_ij|k = 0, g_ij|_a = 0", on="metrical")
def metrical_connection(s: TimeScene) -> Judgement:
    """``D_X g = 0`` for X = δ_k, V_k, ∂_t: the same as Dg = 0."""
    D, g = s.D, s.system.metric
    of_motion = s.system.evolution_connection.metrical(s.system.metric_of_jets)
    directions = [*s.delta, *s.V, s.d_t]
    flat = LinearConnection.parallelising([*s.delta, *s.V, s.d_t])
    return Judgement(
        printed={
            "along delta_k, V_k, d_t": [D(X, g) == 0 * g for X in directions],
            "D g = 0": D.connection.derivative(g) == 0,
            "what characterises it": of_axioms(D),
            "so has the evolution semispray one": of_axioms(of_motion),
        },
        mutated={
            "every N-linear connection": [flat(X, g) == 0 * g for X in directions],
            "for 2 g_ij + g_ij L": [D(X, (2 + s.L) * g) == 0 * g for X in directions],
        },
    )


@claim(
    "FHB-16",
    "(16)",
    "theorem",
    "the generalised Christoffel symbols (16) are metrical",
)
def christoffel_symbols(s: TimeScene) -> Judgement:
    """Those of δ_k, V_k and ∂_t; from Dg = 0 and the symmetry of L and C they follow."""
    return Judgement(
        printed={
            **metrical_by_hand(s, s.delta, s.christoffel(s.delta)),
            "they are the canonical connection": [
                *written_symbols(s, s.D.L, s.christoffel(s.delta)),
                *written_symbols(s, s.D.C, s.christoffel(s.V)),
            ],
        },
        mutated={
            "with d_k in place of delta_k": metrical_by_hand(s, s.delta, s.christoffel(s.X))[
                "g_ij|k = 0"
            ],
            "with + delta_h g_jk": metrical_by_hand(s, s.delta, s.christoffel(s.delta, -1))[
                "g_ij|k = 0"
            ],
            "C^i_j0 = g^ih d_t g_jh": metrical_by_hand(
                s, s.delta, s.christoffel(s.delta), in_time=2
            )["g_ij|0 = 0"],
        },
        note="the only one with L^i_jk and C^i_jk symmetric and g_ih C^h_j0 symmetric; "
        "the print claims no uniqueness",
    )


@claim("FHB-16b", "after (16)", "theorem", "it depends on L only", on="charts")
def of_the_lagrangian_alone(s: TimeScene) -> Judgement:
    """Natural in product charts, as S* and g are, and the connection of any two such.

    It is not determined by g, nor by the equations of motion.
    """
    general, D = s.any_semispray, s.D
    (derivative,) = s.jets.total_derivatives
    q = s.datum.coordinates[0]
    gauge = derivative(s.jets.base_space.function(f"t**2*{q}"))
    other = type(s.system)(s.jets, s.L + gauge)

    def metrical(N: FrameConnection, g: Tensor) -> LinearConnection:
        return N.metrical(g).connection

    mutated = {}
    if not s.long:
        mutated = {
            "with the same components": general.unchanged(metrical),
            "on g_ij only": metrical(other.frame_connection, other.metric) == D.connection,
            "on L and the forces": s.D_checked.connection == D.connection,
        }
    return Judgement(
        printed={
            "S* and g, of which it is made, in all product charts": [
                s.N.semispray == s.system.free.connection_semispray,
                D.metric == s.system.metric,
                *s.natural(
                    lambda system: system.free.connection_semispray, lambda system: system.metric
                ),
            ],
            "the connection of any semispray and metric in all product charts": general.natural(
                metrical
            ),
        },
        mutated=mutated,
        note="L + dphi/dt has the same g and the same motions, and another connection",
    )


def of_axioms(D: MetricalConnection) -> list[Any]:
    """The last four axioms of a canonical metrical connection: D g = 0, and those of torsion."""
    return [identity for statements in list(D.axioms().values())[-4:] for identity in statements]


def metrical_by_hand(
    s: TimeScene, delta: list[Any], L: Any, *, in_time: int = 1
) -> dict[str, list[Any]]:
    """g_ij|k, g_ij|_k, g_ij|_0 with coefficients written as [j][k][i]."""
    n, g = range(s.n), s.g
    C = s.christoffel(s.V)
    C0 = [s.raised(in_time * s.d_t(g[j][h]) / 2 for h in n) for j in n]

    def parallel(X: Any, table: Any) -> list[Any]:
        return [
            X(g[i][j]) == total(g[h][j] * table[i][h] + g[i][h] * table[j][h] for h in n)
            for i in n
            for j in n
        ]

    def along(fields: list[Any], T: Any) -> list[Any]:
        return [
            identity
            for k in n
            for identity in parallel(fields[k], [[T[j][k][i] for i in n] for j in n])
        ]

    return {
        "g_ij|k = 0": along(delta, L),
        "g_ij|_k = 0": along(s.V, C),
        "g_ij|0 = 0": parallel(s.d_t, C0),
    }


def written_symbols(s: TimeScene, mine: Any, written: Any) -> list[Any]:
    """That coefficients [i][j][k] are those written as [j][k][i]."""
    n = range(s.n)
    return [mine[i][j][k] == written[j][k][i] for i in n for j in n for k in n]


def _with_time_part(s: TimeScene) -> LinearConnection:
    """D + ω⊗∂_t⊗δt with ω = dL."""
    return s.D.connection + tensor_product(s.d_t, d(s.L), s.N.delta_t)
