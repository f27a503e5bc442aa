"""Section 7, up to (7.13): gravitational potentials, Ricci tensors, Einstein equations, L̄Γ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.papers.engine.claims import Judgement, Witness, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.engine.terms import entrywise
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.indices import Components, christoffel_symbols
from mechanics.papers.miron_niminet.lagrangians import extended, hessian
from mechanics.papers.miron_niminet.metrical_connection import (
    U,
    by_christoffel,
    coefficients,
    defects,
    reconstructed,
)
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, Intermediate, MetricalScene

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.papers.miron_niminet.indices import Indexed

#: How far a formula reaches that has K for its only datum.
ANY_K = (
    "for every tensor K; in the reading of d'Alembert and Chetaev with K^i_j = (1/4) d(F^i + "
    "lambda^sigma a_sigma^i)/dy^j, derivatives of lambda included"
)


def exactly(s: MetricalScene) -> dict[str, Intermediate]:
    """L̄Γ in the readings in which answers are exact."""
    return {name: s.middle[name] for name in s.decided}


def ricci(G: IndexGeometry) -> dict[str, Indexed]:
    """``R_ij = R^h_ijh, ¹P_ij = P^h_ijh, ²P_ij = P^h_ihj, S_ij = S^h_ijh``, (7.07''')."""
    return {"R": G.R("hijh"), "P1": G.P("hijh"), "P2": G.P("hihj"), "S": G.S("hijh")}


def scalar(s: MetricalScene, T: Indexed) -> Indexed:
    """``g^ij T_ij``."""
    return s.g_up("kl") * T("kl")


def einstein(s: MetricalScene, T: Indexed) -> Indexed:
    """``T_ij - ½ g^kl T_kl g_ij``."""
    return T - s.g_low("ij") * scalar(s, T) / 2


def skew(G: IndexGeometry, sign: int = 1) -> dict[str, Identity]:
    """``R_ijkh + R_jikh = 0`` and the same for P and S."""
    lows = {name: G.lowered(T) for name, T in (("R", G.R), ("P", G.P), ("S", G.S))}
    return {
        f"{name}_ijkh + {name}_jikh = 0": low("ijkh") + sign * low("jikh") == 0
        for name, low in lows.items()
    }


def listed(found: list[dict[str, Identity]]) -> dict[str, list[Identity]]:
    """The identities of the same name together."""
    return {name: [each[name] for each in found] for name in found[0]}


@claim("MN-7.01", "(7.1), (7.1')", "definition", on="curved")
@states(
    "the gravitational potentials g*_ij = (1/2) d^2L/dy^i dy^j = g_ij do not depend on F_i, "
    "Q_sigma and lambda^sigma"
)
def potentials(s: MetricalScene) -> Judgement:
    """Of L, and of L* for λ(x); of L* for λ(x, y) they do."""
    metrics = [one.geometry.metric for one in s.readings.values()]
    G = s.system.geometry.sasaki_metric
    return Judgement(
        printed={
            "of L": [s.plain.of(g)("ij") == s.g_low("ij") for g in metrics],
            "of g_ij dx^i dx^j + g_ij delta y^i delta y^j": [
                G(A, B) == (s.g[i][j] if k == m else 0)
                for k, first in enumerate((s.star.delta, s.d_y))
                for m, second in enumerate((s.star.delta, s.d_y))
                for i, A in enumerate(first)
                for j, B in enumerate(second)
            ],
            "of L* with lambda(x)": entrywise(hessian(s, s.system.extended_lagrangian), s.g),
            "for every lambda(x)": entrywise(hessian(s, extended(s, s.some_multipliers)), s.g),
        },
        mutated={
            "without 1/2": [2 * s.plain.of(g)("ij") == s.g_low("ij") for g in metrics],
            "of L*, d'Alembert-Chetaev": entrywise(hessian(s, s.chetaev.extended_lagrangian), s.g),
            "of L + (lambda Q)^2": entrywise(hessian(s, s.L + s.along(s.Lambda, s.Q) ** 2), s.g),
        },
        note="of L in both readings, of L* only with lambda(x)",
    )


@claim("MN-7.02", "(7.2)", "theorem", on="curved")
@states("C Gamma(N*) has g_ij|k = 0, g_ij|_k = 0 and is unique with T*^i_jk = 0, S^i_jk = 0")
def metricity(s: MetricalScene) -> Judgement:
    """L̄Γ is metrical too, so T = 0 is needed; uniqueness as in theorem 5.1."""

    def vanish(G: IndexGeometry) -> list[Identity]:
        pairs = [(G.L, "h"), (G.C, "v")]
        return [T("abc") == 0 for L, part in pairs for T in defects(G, L, part)]

    middle, star, some = s.middle["postulate"], s.star, s.some(3)
    slope, torsion = defects(middle, middle.L, "h")
    return Judgement(
        printed={
            **{f"CGamma(N*), {name}": vanish(G) for name, G in s.decided.items()},
            "only one: any L^i_jk from its g_ij|k and T^i_jk": reconstructed(star, some, "h")
            == some("ijk"),
        },
        mutated={
            "L Gamma bar(N*)": vanish(middle),
            "g_ij|k = 0 alone determines it": [
                slope("ijk") == 0,
                middle.L("ijk") == star.L("ijk"),
            ],
            "of CGamma(N), over N*": defects(star, s.plain.L, "h")[0]("ijk") == 0,
            "T of L Gamma bar = 0": torsion("ijk") == 0,
        },
        note="also with lambda(x, y)",
    )


@claim("MN-7.03", "(7.3)", "identity", on="curved")
@states(
    "L*^i_jk = (1/2) g^ih (delta* g_jh/delta x^k + delta* g_kh/delta x^j - delta* g_jk/delta x^h), "
    "and C^i_jk likewise with d/dy"
)
def coefficients_again(s: MetricalScene) -> Judgement:
    """(5.2), in both readings."""
    slope = s.star.fibre_slope(s.g_low)

    def by_fibres(sign: int) -> Identity:
        return coefficients(s.star, "v")("ijk") == christoffel_symbols(s.g_up, slope, sign)

    return Judgement(
        printed={
            **{f"L*, {name}": by_christoffel(G, G) for name, G in s.decided.items() if s.compared},
            "L* by g_ij|k = 0, T = 0": [
                T("abc") == 0 for G in s.decided.values() for T in defects(G, G.L, "h")
            ],
            **({"C": by_fibres(-1)} if s.compared else {}),
        },
        mutated={
            "delta_k in the place of delta*_k": [
                T("abc") == 0 for T in defects(s.star, s.plain.L, "h")
            ],
            **(
                {
                    "+ delta* g_jk/delta x^h": by_christoffel(s.star, s.star, 1),
                    "C with + dg_jk/dy^h": by_fibres(1),
                }
                if s.compared
                else {}
            ),
        },
    )


@claim("MN-7.04", "(7.4)", "identity", on="curved")
@states("L*^i_jk = L^i_jk + U^i_jk, U^i_jk = g^ih (K^l_k C_hjl + K^l_j C_hkl - K^l_h C_jkl)")
def change_again(s: MetricalScene) -> Judgement:
    """By (5.3), (5.3'). In the print three letters k stand in one term, and l has no partner."""
    L = s.plain.L("ijk")
    K, C = s.K, s.C_low
    # (7.4) has C_hjk and C_hjl: with the letters that are left, K^l_k C_hjl is there twice.
    twice = s.g_up("ih") * (2 * (K("lk") * C("hjl")) - K("lh") * C("jkl"))
    return Judgement(
        printed={
            "indices": Witness(
                "U^i_jk = g^ih K^l_k C_hjk + g^ih K^l_j C_hjl - g^ih K^l_h C_jkl", balanced
            )
        },
        repaired={
            "indices": balanced("U^i_jk = g^ih K^l_k C_hjl + g^ih K^l_j C_hkl - g^ih K^l_h C_jkl"),
            **{name: G.L("ijk") == L + U(s, s.K_of(G)) for name, G in s.decided.items()},
        },
        mutated={
            "K^l_k C_hjl twice": s.star.L("ijk") == L + twice,
            "L* = L - U": s.star.L("ijk") == L - U(s, K),
            "+ K^l_h C_jkl": s.star.L("ijk") == L + U(s, K, (1, 1, 1)),
        },
        correction="U^i_jk = g^ih (K^l_k C_hjl + K^l_j C_hkl - K^l_h C_jkl)",
        repair="two indices: C_hjl and C_hkl",
        damage="scan",
        consequence="(5.3') has the right indices",
        note=ANY_K,
    )


@claim("MN-7.05", "(7.5)", "identity", on="curved")
@states("R*_ijkh + R*_jikh = 0, P*_ijkh + P*_jikh = 0, S_ijkh + S_jikh = 0")
def skew_curvatures(s: MetricalScene) -> Judgement:
    """By the identities of Ricci for g_ij; in both readings."""
    star = s.star
    # Of the connection of Berwald in the place of the metrical one.
    other = IndexGeometry(s, star.geometry)
    other.L = star.fibre_slope(star.N)
    return Judgement(
        printed=listed([skew(G) for G in s.decided.values()]),
        mutated={"symmetric: " + name: identity for name, identity in skew(star, -1).items()}
        | {
            "R_ijkh + R_kjih = 0": star.lowered(star.R)("ijkh") + star.lowered(star.R)("kjih") == 0,
            "for L^i_jk of Berwald": list(skew(other).values()),
        },
    )


@claim("MN-7.05p", "after (7.5)", "definition", on="curved")
@states("R*_ijkh = g_jl R*^l_ikh, P*_ijkh = g_jl P*^l_ikh, S_ijkh = g_jl S^l_ikh")
def lowered_curvatures(s: MetricalScene) -> Judgement:
    """R_ijkh = g(R(δ_k, δ_h) δ_j, δ_i) for the curvature of the library, its sign included."""
    G, g = s.star, s.g_low

    def low(T: Components) -> Indexed:
        return (g("jl") * T("likh")).to("ijkh")("ijkh")

    exact = G.geometry.metrical if s.compared else None
    printed: dict[str, list[Identity] | Identity] = {
        "R*": low(G.R) == G.lowered(G.R)("ijkh"),
        "back with g^ij": [s.g_up("jl") * low(T)("ilkh") == T("jikh") for T in (G.R, G.P, G.S)],
    }
    mutated: dict[str, list[Identity] | Identity] = {
        "R*_ijkh = g_il R*^l_jkh": low(G.R) == g("il") * G.R("ljkh"),
        "P*_ijkh = g_il P*^l_jkh": low(G.P) == g("il") * G.P("ljkh"),
    }
    if exact is not None:
        tensors = (exact.curvature_R, exact.curvature_P, exact.curvature_S)
        printed["of the library"] = [
            G.of(G.geometry.lowered(T))("ijkh") == low(mine)
            for T, mine in zip(tensors, (G.R, G.P, G.S), strict=True)
        ]
    return Judgement(
        printed=printed,
        mutated=mutated,
        note="the index that is lowered is the second; with the first one the signs change, as "
        "R_ijkh is skew",
    )


@claim("MN-7.06", "(7.6), (7.7), (7.7'), (7.7'')", "identity", on="curved")
@states(
    "the same for C Gamma(N): L^i_jk and C^i_jk by g_ij, g_ij|k = 0, g_ij|_k = 0, T = S = 0, and "
    "the curvatures are skew in their first indices"
)
def without_forces(s: MetricalScene) -> Judgement:
    """(5.2'), theorem 5.1 and (7.5) for N."""
    plain, star = s.plain, s.star
    pairs = [(plain.L, "h"), (plain.C, "v")]
    return Judgement(
        printed={
            "g_ij|k = 0, g_ij|_k = 0, T = 0, S = 0": [
                T("abc") == 0 for L, part in pairs for T in defects(plain, L, part)
            ],
            **({"(7.6)": by_christoffel(plain, plain)} if s.compared else {}),
            **skew(plain),
        },
        mutated={
            "L*^i_jk over N": [T("abc") == 0 for T in defects(plain, star.L, "h")],
            **{"symmetric: " + name: one for name, one in skew(plain, -1).items()},
        },
    )


@claim("MN-7.07ppp", "after (7.7''), the Ricci tensors", "definition", on="curved")
@states("R_ij = R^h_ijh, 1P_ij = P^h_ijh, 2P_ij = P^h_ihj, S_ij = S^h_ijh")
def ricci_tensors(s: MetricalScene) -> Judgement:
    """The blocks of Ric(Y, Z) = tr(X ↦ R(X, Y)Z), where 2P has the opposite sign."""
    printed: dict[str, list[Identity] | Identity] = {}
    mutated: dict[str, list[Identity] | Identity] = {}
    for name, G in {"without forces": s.plain, **s.decided}.items():
        traces = ricci(G)
        # R^h_ijh with R_iljh = g_lm R^m_ijh: the trace of lowered tensors.
        printed[f"by g^hl, {name}"] = [
            s.g_up("lh") * G.lowered(T)("iljh") == traces[key]
            for key, T in (("R", G.R), ("P1", G.P), ("S", G.S))
        ]
    if s.compared:
        G, D = s.star, s.star.geometry.metrical
        traces, Ric = ricci(G), D.connection.ricci
        delta, up = G.delta, s.d_y
        printed["of the library"] = [
            G.of(T)("ij") == traces[key]
            for key, T in zip(traces, (D.ricci_R, D.ricci_P1, D.ricci_P2, D.ricci_S), strict=True)
        ]
        blocks = {
            "R": G.components(2, lambda i, j: Ric(delta[j], delta[i])),
            "P1": G.components(2, lambda i, j: Ric(delta[j], up[i])),
            "P2": G.components(2, lambda i, j: -Ric(up[j], delta[i])),
            "S": G.components(2, lambda i, j: Ric(up[j], up[i])),
        }
        printed["blocks of Ric: R_ij, 1P_ij, -2P_ij, S_ij"] = [
            block("ij") == traces[key] for key, block in blocks.items()
        ]
        mutated["+2P_ij"] = -blocks["P2"]("ij") == traces["P2"]
    star = s.star
    mutated["R_ij = R^h_ihj"] = star.R("hihj") == ricci(star)["R"]
    mutated["1P_ij = 2P_ij"] = ricci(star)["P1"] == ricci(star)["P2"]
    return Judgement(printed=printed, mutated=mutated)


@claim("MN-7.07pppp", "after (7.7''), the scalars", "definition", on="curved")
@states("the curvature scalars R = g^ij R_ij, S = g^ij S_ij")
def curvature_scalars(s: MetricalScene) -> Judgement:
    """Of h- and of v-parts; the trace of Ric on TM is R + S."""
    printed: dict[str, list[Identity] | Identity] = {}
    mutated: dict[str, list[Identity] | Identity] = {}
    for name, G in {"without forces": s.plain, **s.decided}.items():
        traces = ricci(G)
        R, S = scalar(s, traces["R"]), scalar(s, traces["S"])
        double = s.g_up("ij") * (s.g_up("hl") * G.lowered(G.R)("iljh"))
        printed[f"g^ij g^hl R_iljh, {name}"] = double == R
        if name == "postulate":
            mutated["g^ij g^hl R_ilhj"] = -double == R
            mutated["R = S"] = R == S
            mutated["R = R_11 + R_22 + ..."] = s.kronecker("ij") * traces["R"] == R
        if name == "postulate" and s.compared:
            printed[f"of the library, {name}"] = [
                Components(s.TM, s.n, 0, {(): G.geometry.scalar_R})("") == R,
                Components(s.TM, s.n, 0, {(): G.geometry.scalar_S})("") == S,
            ]
    return Judgement(printed=printed, mutated=mutated)
