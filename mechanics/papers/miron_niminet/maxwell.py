"""Section 6, theorem 6.2 and (6.8): the generalised equations of Maxwell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.engine.terms import combined
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.deflections import (
    MISSING_N,
    electromagnetic,
    printed_field,
    skew,
)
from mechanics.papers.miron_niminet.indices import Components, Indexed, cyclic
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene
from mechanics.spaces.lagrange_spaces import LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity


def field(G: IndexGeometry) -> Components:
    """𝓕_ij."""
    return electromagnetic(G).to("ij")


def cyclic_slope(G: IndexGeometry) -> Indexed:
    """``𝓕_ij|k + 𝓕_jk|i + 𝓕_ki|j``."""
    return cyclic(G.h_derivative(field(G), "ll"))


def of_C(G: IndexGeometry, torsion: Components) -> Indexed:
    """``Σ C_isr y^s R^r_jk``."""
    s = G.scene
    inside = (s.y_up("s") * s.C_low("isr")).to("ir")
    return cyclic(lambda w: inside(w[0] + "r") * torsion("r" + w[1:]))


def of_g(G: IndexGeometry) -> Indexed:
    """``Σ g_ir R^r_jk``."""
    return cyclic(lambda w: G.scene.g_low(w[0] + "r") * G.R_torsion("r" + w[1:]))


def printed_equation(G: IndexGeometry, sign: int = -1) -> Identity:
    """The first of (6.7)."""
    return cyclic_slope(G) == sign * of_C(G, G.R_torsion)


@claim("MN-6.07a", "theorem 6.2, (6.7)", "theorem", on="space")
@states("F_ij|k + F_jk|i + F_ki|j = - sum C_isr y^s R*^r_jk")
def first_equation(s: MetricalScene) -> Judgement:
    """From (6.3) and the identity of Bianchi Σ R_hijk = Σ C_ihm R^m_jk: d_ir has a term g_ir."""
    star, left = s.star, cyclic_slope(s.star)
    C, g = of_C(star, star.R_torsion), of_g(star)
    quiet = IndexGeometry(s, LagrangeSystem(s.space, potential_force(s)).geometry)
    return Judgement(
        printed={"for N*": printed_equation(star)},
        mutated={
            "- sum (g_ir/2 - C_isr y^s) R^r_jk": left == C - g / 2,
            "+ sum g_ir R^r_jk / 2": left == g / 2 - C,
            "- sum g_ir R^r_jk": left == -g - C,
        },
        corrected={
            **{
                f"- sum (g_ir/2 + C_isr y^s) R*^r_jk, {name}": cyclic_slope(G)
                == -of_g(G) / 2 - of_C(G, G.R_torsion)
                for name, G in s.both.items()
            },
            "for N, as printed": [printed_equation(s.plain), of_g(s.plain) == 0],
            "for forces without elicoidal tensor, as printed": [
                printed_equation(quiet),
                of_g(quiet) == 0,
            ],
        },
        correction="F_ij|k + F_jk|i + F_ki|j = - sum ((1/2) g_ir + C_isr y^s) R*^r_jk; sum g_ir "
        "R*^r_jk = 0 where the elicoidal tensor of the total force vanishes, so without forces, "
        "but not in general",
        consequence="the first of the generalised Maxwell equations has a source, the elicoidal "
        "tensor; the second holds",
        readings={
            "+ sum C_isr y^s R*^r_jk": printed_equation(star, 1),
            "with half of it": 2 * left == -C,
            "with R of N": left == -of_C(star, s.plain.R_torsion),
            "with d_ir in the place of C_isr y^s": left == -g - C,
            "by d'Alembert and Chetaev": printed_equation(s.kept),
        },
        note="printed F_ik|i is F_jk|i; for n = 2 both sides are 0. A free particle in space with "
        "F = z xdot dy has F_12 = -z/8, C = 0",
    )


def potential_force(s: MetricalScene) -> Form:
    """A force with d_J F = 0 that depends on velocities: d_J of a function."""
    f = combined(s.zero, s.F, s.y)
    return s.along([V(f) for V in s.d_y], s.dx)


@claim("MN-6.07b", "theorem 6.2, (6.7)", "theorem", "F_ij|_k + F_jk|_i + F_ki|_j = 0", on="space")
def second_equation(s: MetricalScene) -> Judgement:
    """d_J 𝓕 = 0, as d_J anticommutes with d_h*; for n = 2 it is empty."""

    def slope(G: IndexGeometry) -> Components:
        return G.v_derivative(field(G), "ll")

    other = skew(s.some(2)("ij")).to("ij")
    up = slope(s.star)
    return Judgement(
        printed={name: cyclic(slope(G)) == 0 for name, G in s.both.items()},
        mutated={
            "- F_ki|_j": up("ijk") + up("jki") - up("kij") == 0,
            "F_ij|_k = 0": up("ijk") == 0,
            "of every 2-form": cyclic(s.star.v_derivative(other, "ll")) == 0,
            "the first with 0": cyclic_slope(s.star) == 0,
        },
    )


@claim("MN-6.08", "(6.8)", "identity", on="plane")
@states(
    "if F_ij does not depend on F_i, a_sigma,i: F_ij = (1/2) y^s (g_ir L^r_sj - g_jr L^r_si), and "
    "N* = N"
)
def field_without_forces(s: MetricalScene) -> Judgement:
    """For N; and for a friction, which does not change 𝓕 but changes N."""
    F, right = electromagnetic(s.plain), printed_field(s) / 2
    N = skew(s.plain.lowered(s.plain.N)("ij")) / 2
    down = [-s.along(row, s.y) for row in s.g]
    rubbed = IndexGeometry(s, LagrangeSystem(s.space, s.along(down, s.dx)).geometry)
    same = electromagnetic(rubbed) == electromagnetic(s.plain)
    difference = rubbed.N("ij") - s.plain.N("ij")
    return Judgement(
        printed={
            "F_ij": right == F,
            "N* = N, for F_i = -g_ij y^j": difference == 0,
        },
        mutated={
            "+ (1/2)(N_ij - N_ji)": right + N == F,
            "- (N_ij - N_ji)": right - 2 * N == F,
        },
        corrected={
            "F_ij with - (1/2)(N_ij - N_ji)": right - N == F,
            "F_i = -g_ij y^j does not change F_ij, N* = N + delta/4": [
                same,
                4 * difference == s.kronecker("ij"),
            ],
        },
        correction="F_ij = (1/2) y^s (g_ir L^r_sj - g_jr L^r_si) - (1/2)(N_ij - N_ji): "
        + MISSING_N
        + "; a force -b y_i leaves F_ij, and N* = N + (b/4) delta",
        consequence="forces can leave the electromagnetic tensor and change the connection",
        readings={
            "without 1/2": 2 * right == F,
            "F_ji": right == -F,
            "with L*, N*": electromagnetic(s.star)
            == skew(s.y_up("s") * s.star.lowered(s.star.L)("isj")) / 2,
        },
    )
