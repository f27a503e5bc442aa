"""Section 6, up to (6.6): deflections and the electromagnetic tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo.structures import tensor
from mechanics.papers.engine.claims import Judgement, refuted, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.indices import Components, Indexed
from mechanics.papers.miron_niminet.metrical_connection import U, lowered_U
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene

if TYPE_CHECKING:
    from diffgeo import Identity

NO_N = (
    "the term - N*^i_j of (6.1) is lost; without forces, in the plane in polar coordinates, "
    "y^i_|j = 0 and y^s L^i_sj is not 0"
)


@claim("MN-6.01", "(6.1)", "definition", on="plane")
@states("D^i_j = y^i_|j = y^h L*^i_hj - N*^i_j, d^i_j = y^i|_j = delta^i_j + y^h C^i_hj")
def deflections(s: MetricalScene) -> Judgement:
    """D_{hX} C and D_{JX} C for the field of Liouville C."""

    def found(G: IndexGeometry) -> list[Identity]:
        parts = [
            G.h_derivative(s.y_up, "u")("ij") == G.D("ij"),
            G.v_derivative(s.y_up, "u")("ij") == G.d("ij"),
        ]
        if s.compared:
            D = G.geometry.metrical
            parts += [
                G.of(D.deflection_h)("ij") == G.D("ij"),
                G.of(D.deflection_v)("ij") == G.d("ij"),
                G.of(D.h_derivative(s.C))("ij") == G.D("ij"),
                G.of(D.v_derivative(s.C))("ij") == G.d("ij"),
            ]
        return parts

    star = s.star
    along = star.h_derivative(s.y_up, "u")("ij")
    yL = s.y_up("h") * star.L("ihj")
    return Judgement(
        printed={name: found(G) for name, G in s.both.items()},
        mutated={
            "+ N*": along == yL + star.N("ij"),
            "- N": along == yL - s.plain.N("ij"),
            "without N*": along == yL,
            "with L": along == s.y_up("h") * s.plain.L("ihj") - star.N("ij"),
            "d^i_j = y^h C^i_hj": star.v_derivative(s.y_up, "u")("ij")
            == s.y_up("h") * s.plain.C("ihj"),
        },
    )


def printed_D(s: MetricalScene, K: Components) -> Indexed:
    """``y^s L^i_sj + y^s g^ih (K^l_j C_hsl + K^l_s C_hjl - K^l_h C_sjl)``."""
    y = s.y_up("s")
    return y * s.plain.L("isj") + y * U(s, K)("isj")


@claim("MN-6.01p", "after (6.1)", "identity", on="plane")
@states(
    "D^i_j = y^s L^i_sj + y^s g^ih [K^l_j C_hsl + K^l_s C_hjl - K^l_h C_sjl], d^i_j = delta^i_j + "
    "y^s g^ih C_shj"
)
def expanded_deflections(s: MetricalScene) -> Judgement:
    """(6.1) is y^s L*^i_sj - N*^i_j, of which the print keeps the first term only.

    With (5.3), (5.3') the second is -N^i_j + K^i_j.
    """
    star, K, N = s.star, s.K, s.plain.N
    D, right = star.D("ij"), printed_D(s, s.K)
    kept = s.K_of(s.kept)
    flat = s.kronecker("ij") + s.y_up("s") * s.g_up("ih") * s.C_low("shj")
    slope = s.plain.fibre_slope(s.g_low)
    halves = s.y_up("s") * (
        K("lj") * slope("hsl") + K("ls") * slope("hjl") - K("lh") * slope("sjl")
    )
    return Judgement(
        printed={
            "D^i_j": right == D,
            "its first form, with derivatives of g": s.y_up("s") * U(s, K)("isj")
            == s.g_up("ih") * halves / 2,
            "d^i_j": star.d("ij") == flat,
        },
        mutated={
            "d^i_j = delta^i_j - ...": star.d("ij") == s.kronecker("ij") * 2 - flat,
            "- N^i_j - K^i_j": right - N("ij") - K("ij") == D,
            "its first form without 1/2": s.y_up("s") * U(s, K)("isj") == s.g_up("ih") * halves,
        },
        corrected={
            "D^i_j with - N*^i_j": right - star.N("ij") == D,
            "N* = N - K": right - N("ij") + K("ij") == D,
            "d'Alembert-Chetaev, with derivatives of lambda": s.kept.D("ij")
            == printed_D(s, kept) - N("ij") + kept("ij"),
            "d^i_j": star.d("ij") == flat,
        },
        correction="D^i_j = y^s L^i_sj - N^i_j + K^i_j + y^s g^ih [K^l_j C_hsl + K^l_s C_hjl - "
        "K^l_h C_sjl]: " + NO_N,
        consequence="(6.2), (6.5), (6.6) and (6.8) lack the term as well; (6.1), (6.3) and (6.4) "
        "are right",
        readings={
            "with L* and without the bracket": s.y_up("s") * star.L("isj") == D,
            "- N^i_j in the place of - N*^i_j": right - N("ij") == D,
            "+ N*^i_j": right + star.N("ij") == D,
        },
    )


def printed_low_D(s: MetricalScene, K: Components) -> Indexed:
    """``g_ir y^s L^r_sj + y^s (K^l_j C_isl + K^l_s C_ijl - K^l_i C_sjl)``."""
    inside = lowered_U(s, K, (1, 1, -1)).to("hjk")
    y = s.y_up("s")
    return s.g_low("ir") * (y * s.plain.L("rsj")) + y * inside("isj")


@claim("MN-6.02", "(6.2)", "identity", on="plane")
@states(
    "D_ij = g_ir D^r_j = g_ir y^s L^r_sj + y^s (K^l_j C_isl + K^l_s C_ijl - K^l_i C_sjl), d_ij = "
    "g_ir d^r_j = g_ij + y^s C_sij"
)
def covariant_deflections(s: MetricalScene) -> Judgement:
    """The lowered form of the formula after (6.1), with what that has lost."""
    star, N = s.star, s.plain.lowered(s.plain.N)
    D, d, right = star.lowered(star.D), star.lowered(star.d), printed_low_D(s, s.K)
    K, kept = s.plain.lowered(s.K), s.K_of(s.kept)
    flat = s.y_up("s") * s.C_low("sij")
    return Judgement(
        printed={"D_ij": D("ij") == right, "d_ij": d("ij") == s.g_low("ij") + flat},
        mutated={
            "d_ij = g_ij - ...": d("ij") == s.g_low("ij") - flat,
            "- N_ij - K_ij": D("ij") == right - N("ij") - K("ij"),
        },
        corrected={
            "D_ij with - N_ij + K_ij": D("ij") == right - N("ij") + K("ij"),
            "the library's D_ij, d_ij and K_ij": [
                star.of(star.geometry.deflection_h)("ij") == D("ij"),
                star.of(star.geometry.deflection_v)("ij") == d("ij"),
                star.of(s.system.deformation.lowered())("ij") == K("ij"),
            ],
            "d'Alembert-Chetaev, with derivatives of lambda": s.kept.lowered(s.kept.D)("ij")
            == printed_low_D(s, kept) - N("ij") + s.plain.lowered(kept)("ij"),
            "d_ij": d("ij") == s.g_low("ij") + flat,
        },
        correction="D_ij = g_ir (y^s L^r_sj - N^r_j + K^r_j) + y^s (K^l_j C_isl + K^l_s C_ijl - "
        "K^l_i C_sjl): " + NO_N,
        consequence="(6.5), (6.6), (6.8) are computed with it",
        readings={
            "without the bracket": D("ij") == s.g_low("ir") * (s.y_up("s") * s.plain.L("rsj")),
            "- N_ij in the place of - N*_ij": D("ij") == right - N("ij"),
            "indices exchanged": D("ji") == right,
        },
    )


def lorentz(G: IndexGeometry, which: str, signs: str = "+--") -> Identity:
    """One of the equations (6.3), with the signs of its right side."""
    s = G.scene
    one, two, three = (1 if sign == "+" else -1 for sign in signs)
    D, d, y = G.lowered(G.D), G.lowered(G.d), s.y_up("s")
    if which == "S":
        slope = G.v_derivative(d, "ll")
        return slope("ijk") - slope("ikj") == one * (y * G.lowered(G.S)("sijk"))
    if which == "R":
        slope = G.h_derivative(D, "ll")
        right = one * (y * G.lowered(G.R)("sijk")) + three * (d("ir") * G.R_torsion("rjk"))
        return slope("ijk") - slope("ikj") == right
    left = G.v_derivative(D, "ll")("ijk") - G.h_derivative(d, "ll")("ikj")
    right = one * (y * G.lowered(G.P)("sijk"))
    return left == right + two * (D("is") * G.C("sjk")) + three * (d("is") * G.P_torsion("sjk"))


@claim("MN-6.03a–c", "theorem 6.1, (6.3)", "theorem", on="plane")
@states(
    "D_ij|k - D_ik|j = y^s R*_sijk - d_ir R*^r_jk; D_ij|_k - d_ik|j = y^s P*_sijk - D_is C^s_jk - "
    "d_is P*^s_jk; d_ij|_k - d_ik|_j = y^s S_sijk"
)
def identities_of_the_deflections(s: MetricalScene) -> Judgement:
    """The Ricci identities for y^i, with R_sijk = g_ir R_s^r_jk, (7.5')."""
    star = s.star
    D, d = star.lowered(star.D), star.lowered(star.d)
    up = star.v_derivative(D, "ll")("ijk") - star.v_derivative(d, "ll")("ikj")
    right = s.y_up("s") * star.lowered(star.P)("sijk")
    right = right - D("is") * star.C("sjk") - d("is") * star.P_torsion("sjk")
    literal = star.h_derivative(D, "ll")("ijk") - star.v_derivative(d, "ll")("ikj")
    return Judgement(
        printed={"the second, with D_ij for P_ij, which is not defined": literal == right},
        readings={"D_ij|_k and d_ik|_j": up == right},
        repaired={
            f"{which}, {name}": lorentz(G, which)
            for name, G in s.both.items()
            for which in ("R", "P", "S")
        },
        mutated={
            "R with the other sign": lorentz(star, "R", "---"),
            "+ d_ir R^r_jk": lorentz(star, "R", "+-+"),
            "P with the other sign": lorentz(star, "P", "---"),
            "+ D_is C^s_jk": lorentz(star, "P", "++-"),
            "+ d_is P^s_jk": lorentz(star, "P", "+-+"),
            "S with the other sign": lorentz(star, "S", "---"),
        },
        correction="D_ij|_k - d_ik|j on the left of the second identity",
        repair="a letter, D for P, and the position of two bars",
        damage="scan",
        consequence="(6.7) follows from the right identities, with the source of MN-6.07a",
    )


def electromagnetic(G: IndexGeometry) -> Indexed:
    """𝓕_ij = ½ (D_ij - D_ji), (6.4)."""
    low = G.lowered(G.D)
    return (low("ij") - low("ji")) / 2


def skew(values: Indexed) -> Indexed:
    """``T_ij - T_ji``."""
    return values - values.components(values.letters[::-1])


@claim("MN-6.04", "definition 6.1, (6.4)", "definition", on="plane")
@states(
    "F_ij = (1/2)(D_ij - D_ji), f_ij = (1/2)(d_ij - d_ji) are d-tensors, the h- and "
    "v-electromagnetic tensors"
)
def electromagnetic_tensors(s: MetricalScene) -> Judgement:
    """𝓕 = -¼ d_h* d_J E_L, a semibasic 2-form."""

    def form(G: IndexGeometry) -> list[Identity]:
        F = G.geometry.electromagnetic
        skew_part = [G.geometry.deflection_h.antisymmetrised()] if s.compared else []
        return [
            G.of(tensor(F))("ij") == electromagnetic(G),
            *(G.of(T)("ij") == electromagnetic(G) for T in skew_part),
            *(F(V, X) == 0 for V in s.d_y for X in s.TM.frame),
        ]

    D = s.star.lowered(s.star.D)
    F = s.star.of(tensor(s.star.geometry.electromagnetic))("ij")
    return Judgement(
        printed={f"-(1/4) d_h d_J E_L, {name}": form(G) for name, G in s.both.items()},
        mutated={
            "D_ij - D_ji": 2 * electromagnetic(s.star) == F,
            "D_ji - D_ij": -electromagnetic(s.star) == F,
            "D_ij is skew": D("ij") == -D("ji"),
            "F = F of N": electromagnetic(s.plain) == F,
        },
    )


@claim("MN-P6.1", "proposition 6.1", "proposition", "f_ij = 0", on="plane")
def no_vertical_field(s: MetricalScene) -> Judgement:
    """As C_ijk is symmetric; the same for N and N*."""
    d = s.star.lowered(s.star.d)
    some = s.plain.lowered(s.some(3))
    return Judgement(
        printed={
            "f = 0": d("ij") == d("ji"),
            "the library's f_ij": s.star.geometry.electromagnetic_v == 0,
            "its d_ij": s.star.of(s.star.geometry.deflection_v)("ij") == d("ij"),
        },
        mutated={
            "F = 0": electromagnetic(s.star) == 0,
            "of every C^i_jk": skew(s.y_up("s") * some("sij")) == 0,
            "d_ij = g_ij": d("ij") == s.g_low("ij"),
        },
    )


def elicoidal(G: IndexGeometry) -> Components:
    """∂Φ_j/∂y^i - ∂Φ_i/∂y^j for the total force, that of F for λ(x)."""
    return G.of(tensor(G.scene.system_of(G).elicoidal))


@claim("MN-6.04n", "after proposition 6.1", "remark", on="germs")
@states("the tensor F_ij of (6.4) is not the elicoidal tensor of (3.1)")
def not_the_elicoidal_tensor(s: MetricalScene) -> Judgement:
    """They are related: K_ij - K_ji = -¼ El_ij is a part of 2𝓕_ij."""
    F, El, K = electromagnetic(s.star), elicoidal(s.star), s.plain.lowered(s.K)
    return Judgement(
        printed={
            "F is not El": refuted("F_ij = El_ij", El("ij") == F),
        },
        mutated={
            "F = El": El("ij") == F,
            "F = -El/8": El("ij") == -8 * F,
            "K is symmetric": skew(K("ij")) == 0,
        },
        note="4 (K_ij - K_ji) = -El_ij, a part of 2 F_ij; over Finsler spaces -8 F = El",
    )


def printed_field(s: MetricalScene) -> Indexed:
    """``y^s (g_ir L^r_sj - g_jr L^r_si)``, (6.8) without ½."""
    low = s.plain.lowered(s.plain.L)
    return skew(s.y_up("s") * low("isj"))


def bracket_with_C(s: MetricalScene, K: Components) -> Indexed:
    """``y^s (K^l_j C_isl - K^l_i C_jsl)``."""
    return skew((s.y_up("s") * s.C_low("isl") * K("lj")).to("ij")("ij"))


MISSING_N = (
    "the term - (1/2)(N*_ij - N*_ji) is lost with that of (6.1). The printed right side is no "
    "tensor: without forces, in the plane in polar coordinates, it is not 0, and F = 0"
)


@claim("MN-6.05", "(6.5)", "identity", on="plane")
@states("F_ij = (1/2) {y^s (g_ir L^r_sj - g_jr L^r_si) + 2 y^s (K^l_j C_isl - K^l_i C_jsl)}")
def field_in_terms_of_K(s: MetricalScene) -> Judgement:
    """½ (D_ij - D_ji) by (6.2), with what that has lost."""
    F, K = electromagnetic(s.star), s.plain.lowered(s.K)
    N = skew(s.plain.lowered(s.plain.N)("ij"))
    kept = s.K_of(s.kept)

    def right(tensor: Components) -> Indexed:
        return printed_field(s) / 2 + bracket_with_C(s, tensor)

    El = elicoidal(s.star)("ij")
    return Judgement(
        printed={"F_ij": right(s.K) == F},
        mutated={
            "- (1/2)(N - N) - (1/2)(K - K)": right(s.K) - N / 2 - skew(K("ij")) / 2 == F,
            "- y^s (K C - K C)": printed_field(s) / 2
            - bracket_with_C(s, s.K)
            + (skew(K("ij")) - N) / 2
            == F,
        },
        corrected={
            "with - (1/2)(N*_ij - N*_ji)": right(s.K) - skew(s.star.lowered(s.star.N)("ij")) / 2
            == F,
            "with N and K": right(s.K) - N / 2 + skew(K("ij")) / 2 == F,
            "with F without forces and the elicoidal tensor": electromagnetic(s.plain)
            - El / 8
            + bracket_with_C(s, s.K)
            == F,
            "d'Alembert-Chetaev, with derivatives of lambda": electromagnetic(s.kept)
            == right(kept) - N / 2 + skew(s.plain.lowered(kept)("ij")) / 2,
        },
        correction="F_ij = (1/2) y^s (g_ir L^r_sj - g_jr L^r_si) - (1/2)(N_ij - N_ji) + (1/2)(K_ij "
        "- K_ji) + y^s (K^l_j C_isl - K^l_i C_jsl): " + MISSING_N,
        consequence="(6.6) and (6.8) are computed with it; the definition (6.4) of the tensor is "
        "right",
        readings={
            "- (1/2)(N_ij - N_ji) alone": right(s.K) - N / 2 == F,
            "+ (1/2)(K_ij - K_ji) alone": right(s.K) + skew(K("ij")) / 2 == F,
            "F_ji": -right(s.K) == F,
        },
        note="K_ij - K_ji = -(1/4) El_ij with the elicoidal tensor (3.1) of the total force",
    )


@claim("MN-6.06", "(6.6)", "identity", on="plane")
@states(
    "F_ij = (1/2) y^s (g_ir L^r_sj - g_jr L^r_si) + (1/4) [(dF^r/dy^j + lambda da^r/dy^j) g_ir - "
    "(dF^r/dy^i + lambda da^r/dy^i) g_jr]"
)
def field_in_terms_of_forces(s: MetricalScene) -> Judgement:
    """(6.5) with y^s C_isl replaced by g_il; the formula before (6.6) is (6.5)."""
    F, K = electromagnetic(s.star), skew(s.plain.lowered(s.K)("ij"))
    N, start = skew(s.plain.lowered(s.plain.N)("ij")), printed_field(s) / 2
    C = bracket_with_C(s, s.K)
    return Judgement(
        # K^r_j g_ir is ¼ (…) g_ir.
        printed={"F_ij": start + K == F, "that it is (6.5)": C == K},
        mutated={
            "with 1/4 and y^s C": start - N / 2 + K + C == F,
            "with - 1/8": start - N / 2 - K / 2 + C == F,
        },
        corrected={"with 1/8, y^s C and N": start - N / 2 + K / 2 + C == F},
        correction="F_ij = (1/2) y^s (g_ir L^r_sj - g_jr L^r_si) - (1/2)(N_ij - N_ji) + (1/8) "
        "[(dF^r/dy^j + lambda da^r/dy^j) g_ir - (i, j)] + (1/4) y^s [(dF^l/dy^j + lambda "
        "da^l/dy^j) C_isl - (i, j)]",
        consequence="the electromagnetic tensor is to be computed by (6.4)",
        readings={
            "with 1/8": start + K / 2 == F,
            "with N": start - N / 2 + K == F,
            "with 1/8 and N, without y^s C": start - N / 2 + K / 2 == F,
            "with y^s C in the place of g": start + C == F,
        },
        note="printed dF^l/dy^j ... g_ir is dF^r/dy^j ... g_ir; y^s C_isl = g_il says that L is "
        "homogeneous of degree 4 up to terms of first degree",
    )
