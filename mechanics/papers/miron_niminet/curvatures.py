"""Section 5 from (5.6): Ricci identities, torsions, curvatures, equations of structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import LinearConnection, d
from diffgeo.connections import DistinguishedConnection, NLinearConnection
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.indices import Components, Indexed
from mechanics.papers.miron_niminet.metrical_connection import U, printed_K_kept
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene

if TYPE_CHECKING:
    from diffgeo import Identity

FOR_ALL = "for every N-linear connection with these torsions; so in both readings"


def commutators(G: IndexGeometry, X: Components) -> dict[str, Indexed]:
    """``X^i|h|k - X^i|k|h``, ``X^i|h|_k - X^i|_k|h``, ``X^i|_h|_k - X^i|_k|_h``."""
    along, up = G.h_derivative(X, "u"), G.v_derivative(X, "u")
    hh, vv = G.h_derivative(along, "ul"), G.v_derivative(up, "ul")
    hv, vh = G.v_derivative(along, "ul"), G.h_derivative(up, "ul")
    return {
        "R": hh("ihk") - hh("ikh"),
        "P": hv("ihk") - vh("ikh"),
        "S": vv("ihk") - vv("ikh"),
    }


def of_curvature(G: IndexGeometry, X: Components, name: str, signs: str = "+--") -> Indexed:
    """The right sides of (5.6): ``X^l R_l^i_hk``, and the terms of the torsions (T = S = 0)."""
    one, two, three = (1 if sign == "+" else -1 for sign in signs)
    along, up = G.h_derivative(X, "u"), G.v_derivative(X, "u")
    if name == "R":
        return one * (X("l") * G.R("ilhk")) + three * (up("il") * G.R_torsion("lhk"))
    if name == "S":
        return one * (X("l") * G.S("ilhk"))
    return (
        one * (X("l") * G.P("ilhk"))
        + two * (along("il") * G.C("lhk"))
        + three * (up("il") * G.P_torsion("lhk"))
    )


@claim("MN-5.06a–c", "(5.6)", "identity", on="plane")
@states(
    "X^i_|h|k - X^i_|k|h = X^l R*_l^i_hk - X^i_|l T*^l_hk - X^i|_l R*^l_hk; X^i_|h|_k - X^i|_k|h = "
    "X^l P*_l^i_hk - X^i_|l C^l_hk - X^i|_l P*^l_hk; X^i|_h|_k - X^i|_k|_h = X^l S_l^i_hk - X^i|_l "
    "S^l_hk"
)
def ricci_identities(s: MetricalScene) -> Judgement:
    """For a d-vector field without any symmetry, with T = 0 and S^i_jk = 0."""
    X = s.some(1)
    first = commutators(s.star, X)
    return Judgement(
        printed={
            **{
                f"{name}, {reading}": commutators(G, X)[name] == of_curvature(G, X, name)
                for reading, G in s.both.items()
                for name in ("R", "P")
            },
            "S": first["S"] == of_curvature(s.star, X, "S"),
            "T = 0 and S^i_jk = 0": [
                s.star.L("ijk") == s.star.L("ikj"),
                s.star.C("ijk") == s.star.C("ikj"),
            ],
        },
        mutated={
            "- X^l R": first["R"] == of_curvature(s.star, X, "R", "---"),
            "+ X^i|_l R^l": first["R"] == of_curvature(s.star, X, "R", "+-+"),
            "- X^l P": first["P"] == of_curvature(s.star, X, "P", "---"),
            "+ X^i|l C^l": first["P"] == of_curvature(s.star, X, "P", "++-"),
            "+ X^i|_l P^l": first["P"] == of_curvature(s.star, X, "P", "+-+"),
            "- X^l S": first["S"] == of_curvature(s.star, X, "S", "---"),
            "the curvature of N": first["R"]
            == X("l") * s.plain.R("ilhk")
            - s.star.v_derivative(X, "u")("il") * s.star.R_torsion("lhk"),
        },
        note="the other curvature of (5.7), with the direction of the derivative last; " + FOR_ALL,
    )


def same_R(G: IndexGeometry, right: Indexed) -> Identity:
    """Whether it is R^i_jkh: of the library, or where that takes long by the Ricci identity."""
    s = G.scene
    if s.compared:
        return G.of(G.geometry.metrical.curvature_R)("ijkh") == right
    return commutators(G, s.y_up)["R"] + G.d("il") * G.R_torsion("lhk") == s.y_up("j") * right(
        "ijhk"
    )


@claim("MN-5.07R", "(5.7)", "definition", on="plane")
@states(
    "R*_j^i_kh = delta* L*^i_jk/delta x^h - delta* L*^i_jh/delta x^k + L*^l_jk L*^i_lh - L*^l_jh "
    "L*^i_lk + C^i_jl R*^l_kh"
)
def curvature_of_N(s: MetricalScene) -> Judgement:
    """R^i_jkh δ_i = -([D, D] - D_[ , ])δ_j on δ_k, δ_h.

    Without the stars the derivatives are those of the connection of L.
    """

    def printed(G: IndexGeometry, signs: str = "++") -> Indexed:
        return G.curvature(G.L, G.slope(G.L), G.R_torsion, signs)

    star, plain = s.star, s.plain
    literal = star.curvature(plain.L, plain.slope(plain.L), star.R_torsion, "++")
    by_delta = star.curvature(star.L, plain.slope(star.L), star.R_torsion, "++")
    return Judgement(
        printed={
            "the derivatives of L^i_jk without stars": same_R(star, literal),
        },
        repaired={
            **{f"R*, {name}": same_R(G, printed(G)) for name, G in s.both.items()},
        },
        mutated={
            "-R": same_R(star, -printed(star)),
            "the products with the other sign": same_R(star, printed(star, "-+")),
            "- C^i_jl R*^l_kh": same_R(star, printed(star, "+-")),
            "delta in the place of delta*": same_R(star, by_delta),
            "R* = R": same_R(star, printed(plain)),
        },
        correction="the derivatives are those of L* along delta*",
        repair="stars lost: delta* and L*",
        damage="scan",
        consequence="(5.8) has the stars",
        note="with [D, D] - D_[ , ] it is minus the usual curvature",
    )


def same_P(G: IndexGeometry, right: Indexed) -> Identity:
    """Whether it is P^i_jkh; as `same_R`."""
    s = G.scene
    if s.compared:
        return G.of(G.geometry.metrical.curvature_P)("ijkh") == right
    rest = G.D("il") * G.C("lhk") + G.d("il") * G.P_torsion("lhk")
    return commutators(G, s.y_up)["P"] + rest == s.y_up("j") * right("ijhk")


@claim("MN-5.07P", "(5.7)", "definition", on="plane")
@states("P*_j^i_kh = dL*^i_jk/dy^h - C^i_jh|k + C^i_jl P*^l_kh")
def mixed_curvature(s: MetricalScene) -> Judgement:
    """P^i_jkh δ_i = -([D, D] - D_[ , ])δ_j on δ_k, ∂/∂y^h.

    Printed ∂L^i_jh/∂y^h has h twice and no k.
    """
    star = s.star
    turned = star.fibre_slope(star.L)("ijhk") - star.h_derivative(star.C, "ull")("ijhk")
    return Judgement(
        printed={
            "indices": Witness("P*_j^i_kh = dL*^i_jh/dy^h - C^i_jh|k + C^i_jl P*^l_kh", balanced)
        },
        repaired={
            "indices": balanced("P*_j^i_kh = dL*^i_jk/dy^h - C^i_jh|k + C^i_jl P*^l_kh"),
            **{f"P*, {name}": same_P(G, G.mixed()) for name, G in s.both.items()},
        },
        mutated={
            "-P": same_P(star, -star.mixed()),
            "+ C^i_jh|k": same_P(star, star.mixed("++")),
            "- C^i_jl P^l_kh": same_P(star, star.mixed("--")),
            "dL*^i_jh/dy^k": same_P(star, turned + star.C("ijm") * star.P_torsion("mkh")),
            "P* = P": same_P(star, s.plain.mixed()),
        },
        correction="P*_j^i_kh = dL*^i_jk/dy^h - C^i_jh|k + C^i_jl P*^l_kh",
        repair="an index: L*^i_jk for L*^i_jh",
        damage="scan",
        consequence="what follows uses it with the right indices",
    )


@claim("MN-5.07S", "(5.7)", "definition", on="plane")
@states("S_j^i_kh = dC^i_jk/dy^h - dC^i_jh/dy^k + C^l_jk C^i_lh - C^l_jh C^i_lk")
def curvature_of_the_fibres(s: MetricalScene) -> Judgement:
    """S^i_jkh δ_i = -([D, D] - D_[ , ])δ_j on ∂/∂y^k, ∂/∂y^h; the same for N and N*."""
    star, C = s.star, s.plain.C
    slope, twice = star.fibre_slope(C), (C("mjk") * C("imh")).to("ijkh")
    slopes, products = slope("ijkh") - slope("ijhk"), twice("ijkh") - twice("ijhk")

    def same(right: Indexed) -> Identity:
        if s.compared:
            return star.of(star.geometry.metrical.curvature_S)("ijkh") == right
        return commutators(star, s.y_up)["S"] == s.y_up("j") * right("ijhk")

    low = s.g_low("ij") * products("jmkh")
    return Judgement(
        printed={
            "S": same(slopes + products),
            "S is that of N": s.plain.S("ijkh") == star.S("ijkh"),
            # As ∂C_ijk/∂y^h is symmetric, and ∂g_ij/∂y^h = 2C_ijh.
            "S_ijkh = C^m_jh C_imk - C^m_jk C_imh": s.g_low("ij") * star.S("jmkh") == -low,
        },
        mutated={
            "-S": same(-slopes - products),
            "the products with the other sign": same(slopes - products),
            "without the derivatives": same(products),
            "S = 0": star.S("ijkh") == 0,
        },
        note="in terms of g and C: S_ijkh = C_imk C^m_jh - C_imh C^m_jk",
    )


@claim("MN-5.08", "(5.8)", "definition", on="plane")
@states(
    "T*^i_jk = 0, S^i_jk = 0, C*^i_jk = C^i_jk, R*^i_jk = delta* N*^i_j/delta x^k - delta* "
    "N*^i_k/delta x^j, P*^i_jk = dN*^i_j/dy^k - L*^i_jk"
)
def torsions(s: MetricalScene) -> Judgement:
    """The parts of -T(X, Y) = -(D_X Y - D_Y X - [X, Y]) on the adapted frame."""

    def parts(name: str, G: IndexGeometry) -> dict[str, list[Identity]]:
        if not s.compared:
            return {}
        D = G.geometry.metrical
        return {
            f"the torsions of the connection, {name}": [
                D.torsion_T == 0,
                D.torsion_S == 0,
                G.of(D.torsion_C)("ijk") == s.plain.C("ijk"),
                G.of(D.torsion_R)("ijk") == G.R_torsion("ijk"),
                G.of(D.torsion_P)("ijk") == G.P_torsion("ijk"),
                skew_part_of_C(G),
            ]
        }

    star = s.star
    R = star.components(
        3, lambda i, j, k: d(s.y[i])(star.geometry.curvature(star.delta[j], star.delta[k]))
    )
    slope = star.fibre_slope(star.N)
    P = star.P_torsion if not s.compared else star.of(star.geometry.metrical.torsion_P)
    return Judgement(
        printed={
            **parts("postulate", s.star),
            **parts("d'Alembert-Chetaev", s.kept),
            "R*^i_jk": R("ijk") == star.R_torsion("ijk"),
            "P*^i_jk = P*^i_kj, as dN*^i_j/dy^k is symmetric": P("ijk") == P("ikj"),
        },
        mutated={
            "-R*": R("ijk") == -star.R_torsion("ijk"),
            "R* = R": R("ijk") == s.plain.R_torsion("ijk"),
            "P* = L* - dN*/dy": P("ijk") == star.L("ijk") - slope("ijk"),
            "P* = P": P("ijk") == s.plain.P_torsion("ijk"),
            "P* = 0": P("ijk") == 0,
            "C = 0": s.plain.C("ijk") == 0,
        },
        note="the signs are those of -T with T(X, Y) = D_X Y - D_Y X - [X, Y]",
    )


def skew_part_of_C(G: IndexGeometry) -> Identity:
    """S^i_jk = C^i_jk - C^i_kj, not 0 where f δ_i and f ∂/∂y^i are parallel, f = 1 + (y¹)²."""
    s, f = G.scene, 1 + G.scene.y[0] ** 2
    flat = LinearConnection.parallelising([f * X for X in (*G.delta, *s.d_y)])
    D = NLinearConnection(DistinguishedConnection(G.geometry.connection, flat))
    C = -(s.kronecker("ij") * Components.row([V(f) / f for V in s.d_y])("k"))
    return G.of(D.torsion_S)("ijk") == C("ijk") - C("ikj")


def has_two_sides(formula: str) -> Fact:
    """That the sides of an equation are not the same as they are written."""
    left, right = formula.split(" = ")
    return fact("the sides differ", left != right, f"both are {left}")


@claim("MN-5.09", "(5.9)", "identity", on="plane")
@states("N*^i_j = N^i_j - K^i_j, L*^i_jk = L^i_jk + U^i_jk, C*^i_jk = C^i_jk")
def the_change_from_N(s: MetricalScene) -> Judgement:
    """With these (5.7), (5.8) are found from the objects of N.

    Printed N^{*i}_j = N^{*i}_j says nothing.
    """
    N, K = s.plain.N, s.K
    # R* by K alone: δ*_k N*^i_j = (δ_k + K^l_k ∂_l)(N^i_j - K^i_j).
    rest = (N("ij") - K("ij")).to("ij")
    slope = s.plain.slope(rest)("ijk") + K("lk") * s.plain.fibre_slope(rest)("ijl")
    turned = slope.to("ijk")
    return Judgement(
        printed={"the first line says something": Witness("N*^i_j = N*^i_j", has_two_sides)},
        repaired={
            "N* = N - K": s.star.N("ij") == N("ij") - K("ij"),
            "L* = L + U": s.star.L("ijk") == s.plain.L("ijk") + U(s, K),
            "C* = C": s.star.C("ijk") == s.plain.C("ijk"),
            "R*^i_jk by N and K": turned("ijk") - turned("ikj") == s.star.R_torsion("ijk"),
            "d'Alembert-Chetaev, with derivatives of lambda": [
                s.kept.N("ij") == N("ij") - s.K_of(s.kept)("ij"),
                s.kept.L("ijk") == s.plain.L("ijk") + U(s, s.K_of(s.kept)),
            ],
        },
        mutated={
            "N* = N": s.star.N("ij") == N("ij"),
            "N* = N + K": s.star.N("ij") == N("ij") + K("ij"),
            "L* = L - U": s.star.L("ijk") == s.plain.L("ijk") - U(s, K),
            "d'Alembert-Chetaev without d lambda/dy": s.kept.N("ij")
            == N("ij") - printed_K_kept(s)("ij"),
        },
        correction="N*^i_j = N^i_j - K^i_j, L*^i_jk = L^i_jk + U^i_jk, C*^i_jk = C^i_jk",
        repair="N^i_j - K^i_j for a second N*^i_j",
        damage="scan",
        consequence="(5.3) to (5.5) have it",
    )
