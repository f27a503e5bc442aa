"""Section III, from theorem 3.5: the metrical connection with forces, the lifted metric."""

from __future__ import annotations

from typing import Any

from diffgeo import Tensor, check
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import tensor_product
from mechanics.papers.engine.claims import Judgement, NotCheckable, fact, nonzero, same, states
from mechanics.papers.engine.terms import total
from mechanics.papers.frigioiu.book import claim, scene
from mechanics.papers.frigioiu.connections import metrical_by_hand, written_symbols
from mechanics.papers.frigioiu.data import SMALL
from mechanics.papers.frigioiu.scene import TimeScene
from mechanics.spaces.rheonomic_geometry import FrameConnection


@claim("FHB-30", "(30), theorem 3.5", "theorem", on="metrical")
@states("the metrical connection over Ncheck has the generalised Christoffel symbols")
def metrical_connection(s: TimeScene) -> Judgement:
    """Those of δ̌_k, V_k and ∂_t."""
    delta, D = s.delta_checked, s.D_checked
    L = s.christoffel(delta)
    C0 = [s.raised(s.d_t(g) / 2 for g in row) for row in s.g]
    n = range(s.n)
    return Judgement(
        printed={
            **metrical_by_hand(s, delta, L),
            "L^i_jk": written_symbols(s, D.L, L),
            "C^i_jk": written_symbols(s, D.C, s.christoffel(s.V)),
            "C^i_j0": [D.C0[i][j] == C0[j][i] for i in n for j in n],
            "N-linear": [
                D.connection.derivative(s.checked.h) == 0,
                D.connection.derivative(s.checked.f) == 0,
            ],
        },
        mutated={
            "with delta_k of N": written_symbols(s, D.L, s.christoffel(s.delta)),
            "with + delta_h g_jk": written_symbols(s, D.L, s.christoffel(delta, -1)),
            "over N": D.connection.derivative(s.N.h) == 0,
        },
    )


@claim("FHB-31", "(31), theorem 3.6", "theorem")
@states("Lcheck = L + (1/2) g^is (C_skh V_jF^h + C_jsh V_kF^h - C_jkh V_sF^h)")
def deformation(s: TimeScene) -> Judgement:
    """δ̌_k = δ_k + ¼ V_kF^h V_h and V_h g_ij = 2 C_ijh: the factors give ½·¼·2 = ¼."""
    n = range(s.n)
    C = _lowered(s)
    slopes = s.slopes(s.F)  # [j][h] = V_j F^h

    def moved(factor: int, last: int = -1) -> list[Any]:
        found = []
        for j in n:
            for k in n:
                covector = [
                    total(
                        C[r][k][h] * slopes[j][h]
                        + C[j][r][h] * slopes[k][h]
                        + last * C[j][k][h] * slopes[r][h]
                        for h in n
                    )
                    for r in n
                ]
                for i, term in enumerate(s.raised(covector)):
                    left = s.D_checked.L[i][j][k] - s.D.L[i][j][k]
                    found.append(4 * left == factor * term)
        return found

    same_C = [s.D_checked.C[i][j][k] == s.D.C[i][j][k] for i in n for j in n for k in n]
    same_C0 = [s.D_checked.C0[i][j] == s.D.C0[i][j] for i in n for j in n]
    return Judgement(
        printed={"L^i_jk": moved(2), "C^i_jk": same_C, "C^i_j0": same_C0},
        repaired={"L^i_jk with 1/4": moved(1), "C^i_jk": same_C, "C^i_j0": same_C0},
        correction="the factor is 1/4: 1/2 of the Christoffel symbols, 1/4 of (23), and "
        "V_h g_ij = 2 C_ijh",
        repair="a numeral: 1/4 for 1/2",
        consequence="C and theorem 3.5 are not concerned; connections computed by (31) as printed "
        "are not metrical in general",
        readings={"with 1": moved(4), "with -1/2": moved(-2), "with 1/2, all +": moved(2, 1)},
        mutated={"with -1/4": moved(-1), "with 1/4, all +": moved(1, 1)},
    )


@claim(
    "FHB-31c",
    "after (31)",
    "definition",
    "C_ijk = (1/2)(V_j g_ik + V_k g_ij - V_i g_jk)",
)
def cartan_tensor(s: TimeScene) -> Judgement:
    """¼ ∂³L/∂y∂y∂y: symmetric in all indices, and g_ih C^h_jk."""
    n, C = range(s.n), _lowered(s)
    triples = [(i, j, k) for i in n for j in n for k in n]
    third = {(i, j, k): s.V[i](s.V[j](s.V[k](s.L))) / 4 for i, j, k in triples}

    def lowered(i: int, j: int, k: int) -> Any:
        return total(s.g[i][h] * s.D.C[h][j][k] for h in n)

    return Judgement(
        printed={
            "L_yiyjyk/4": [C[i][j][k] == third[i, j, k] for i, j, k in triples],
            "symmetric": [C[i][j][k] == C[j][i][k] for i, j, k in triples],
            "g_ih C^h_jk": [C[i][j][k] == lowered(i, j, k) for i, j, k in triples],
        },
        mutated={
            "V_k g_ij": [C[i][j][k] == s.V[k](s.g[i][j]) for i, j, k in triples],
            "with + V_i g_jk": [
                C[i][j][k] + s.V[i](s.g[j][k]) == third[i, j, k] for i, j, k in triples
            ],
        },
    )


@claim("FHB-32", "(32)", "definition")
@states("G = g_ij dx^i dx^j + g_ij delta y^i delta y^j + delta t delta t")
def lifted_metric(s: TimeScene) -> Judgement:
    """G(X, Y) = g(X, Y) + g(KX, KY) + δt(X) δt(Y); compatible with F: ``G(F·, F·) = G - δt²``."""
    G, n = s.checked.lifted_metric(s.system.metric), range(s.n)

    def written(N: Any, time: Any) -> Any:
        delta_y = s.delta_y(N)
        terms = [
            s.g[i][j] * (tensor_product(a[i], a[j])) for a in (s.dx, delta_y) for i in n for j in n
        ]
        return total([*terms, tensor_product(time, time)])

    basis = [*s.delta_checked, *s.V]
    f = s.checked.f
    return Judgement(
        printed={
            "(32)": written(s.N_checked, s.delta_t) == G,
            "G(F X, F Y) = G(X, Y)": [G(f(X), f(Y)) == G(X, Y) for X in basis for Y in basis],
            "an almost contact metric structure": s.checked.is_compatible(s.system.metric),
        },
        mutated={
            "with dt": written(s.N_checked, s.jets.dt) == G,
            "with N of (12)": written(s.N_free, s.delta_t) == G,
            "G(F X, F Y) = -G(X, Y)": [G(f(X), f(Y)) == -G(X, Y) for X in basis for Y in basis],
        },
    )


@claim("FHB-32.1", "(32), 1)", "theorem", "G depends on Sigma only", on="charts")
def of_the_system_alone(s: TimeScene) -> Judgement:
    """Natural in the product charts of TM × R, as S* and g are, and G of any two such."""
    general = s.any_semispray

    def lifted(N: FrameConnection, g: Tensor) -> Tensor:
        return N.lifted_metric(g)

    return Judgement(
        printed={
            "S* and g, of which G is made, in all product charts": [
                s.checked.semispray == s.system.connection_semispray,
                *s.natural(
                    lambda system: system.connection_semispray, lambda system: system.metric
                ),
            ],
            "G of any semispray and metric in all product charts": general.natural(lifted),
        },
        mutated={
            "with the same components": general.unchanged(lifted),
            **s.without_forces_or_frame(lambda r: r.frame_connection.lifted_metric(r.metric)),
        },
        note="its terms have the units of L, L/time^2 and time^2: it depends on units as well",
    )


@claim("FHB-32.2", "(32), 2)", "theorem", "G is a pseudo-Riemannian structure")
def pseudo_riemannian(s: TimeScene) -> Judgement:
    """Symmetric and regular, as g is; det G = det(g)² in the adapted basis."""
    G, n = s.checked.lifted_metric(s.system.metric), range(s.n)
    fields = [*s.delta_checked, *s.V, s.d_t]
    gram = [[G(X, Y) for Y in fields] for X in fields]
    det_g = linear.determinant(s.g)
    other = scene(SMALL["indefinite"])
    H = other.checked.lifted_metric(other.system.metric)
    negative = H(other.V[1], other.V[1]) == -1
    return Judgement(
        printed={
            "symmetric": G.permuted((1, 0)) == G,
            "det G = det(g)^2": linear.determinant(gram) == det_g * det_g,
            "regular": nonzero("det(g)", det_g),
            "orthogonal": [G(X, A) == 0 for X in s.delta_checked for A in (*s.V, s.d_t)],
        },
        mutated={
            "det G = det(g)": linear.determinant(gram) == det_g,
            "positive definite": fact("L = xdot^2 - ydot^2", not check(negative)),
            "g alone is one on E": same("rank of g", len(n), 2 * s.n + 1),
        },
    )


@claim("FHB-32.3", "after (32)", "claim", on="none")
@states("the model gives a fair geometric description of Sigma")
def model(_: None) -> NotCheckable:
    """An opinion."""
    return NotCheckable("a judgement of value, not a mathematical statement")


def _lowered(s: TimeScene) -> list[list[list[Any]]]:
    """C_ijk as printed."""
    n, V, g = range(s.n), s.V, s.g
    return [
        [[(V[j](g[i][k]) + V[k](g[i][j]) - V[i](g[j][k])) / 2 for k in n] for j in n] for i in n
    ]
