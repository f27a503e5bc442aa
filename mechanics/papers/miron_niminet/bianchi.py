"""Section 5, the identities of Bianchi of CΓ(N*): d of (5.10), in blocks.

The paper does not list them. d of the first two equations of (5.10) gives (1)-(7), by the number
of vertical slots, and d of the third (8)-(11); cyclic sums are over three lower indices.
"""

from __future__ import annotations

from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.indices import Components, Indexed, cyclic
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene
from mechanics.papers.miron_niminet.structure_equations import StructureForms, forms_of


class Bianchi:
    """Both sides of the identities of one geometry.

    Each is a pair: what is linear in curvatures or derivatives, and the products with torsions.
    """

    def __init__(self, G: IndexGeometry) -> None:
        self.R, self.P, self.S = G.R, G.P, G.S
        self.C, self.T, self.Q = G.C, G.R_torsion, G.P_torsion
        self.G = G

    def along(self, T: Components) -> Components:
        """``T^i_…|k``."""
        return self.G.h_derivative(T, "u" + "l" * (T.rank - 1))

    def up(self, T: Components) -> Components:
        """``T^i_…|_k``."""
        return self.G.v_derivative(T, "u" + "l" * (T.rank - 1))

    def turned(self, term: Indexed, one: str, two: str) -> Indexed:
        """The term minus the one with two letters exchanged."""
        letters = term.letters.translate(str.maketrans(one + two, two + one))
        return term - term.components(letters)

    def of_torsions(self) -> dict[str, tuple[Indexed, Indexed]]:
        """(1)-(7), those of Ω⁰ and Ω¹."""
        R, P, S, C, T, Q = self.R, self.P, self.S, self.C, self.T, self.Q
        along, up = self.along, self.up
        slope, slope_C, slope_Q = along(T), along(C), along(Q)
        return {
            "(1) sum R_j^i_kh = sum C^i_jm R^m_kh": (
                cyclic(lambda w: R("i" + w), "jkh"),
                cyclic(lambda w: C("i" + w[0] + "m") * T("m" + w[1:]), "jkh"),
            ),
            "(2) sum R^i_jk|h = -sum P^i_hm R^m_jk": (
                cyclic(lambda w: slope("i" + w), "jkh"),
                -cyclic(lambda w: Q("i" + w[2] + "m") * T("m" + w[:2]), "jkh"),
            ),
            "(3) P_j^i_kh - P_k^i_jh = C^i_kh|j + C^i_jm P^m_kh - (j, k)": (
                self.turned(P("ijkh"), "j", "k"),
                self.turned(slope_C("ikhj") + C("ijm") * Q("mkh"), "j", "k"),
            ),
            "(4) R_h^i_jk = R^i_jk|_h + (P^i_kh|j + C^m_jh R^i_mk + P^m_kh P^i_jm - (j, k))": (
                R("ihjk"),
                up(T)("ijkh")
                + self.turned(
                    slope_Q("ikhj") + C("mjh") * T("imk") + Q("mkh") * Q("ijm"), "j", "k"
                ),
            ),
            "(5) S_j^i_kh = C^i_jk|_h + C^m_jh C^i_mk - (k, h)": (
                S("ijkh"),
                self.turned(up(C)("ijkh") + C("mjh") * C("imk"), "k", "h"),
            ),
            "(6) P_h^i_jk - P_k^i_jh = P^i_jk|_h + C^m_jh P^i_mk - (k, h)": (
                self.turned(P("ihjk"), "h", "k"),
                self.turned(up(Q)("ijkh") + C("mjh") * Q("imk"), "k", "h"),
            ),
        }

    def of_curvatures(self) -> dict[str, tuple[Indexed, Indexed]]:
        """(8)-(10), those of Ω^i_j with products."""
        R, P, S, C, T, Q = self.R, self.P, self.S, self.C, self.T, self.Q
        slope, slope_P, slope_S = self.along(R), self.along(P), self.along(S)
        up_P = self.up(P)
        return {
            "(8) sum R_j^i_kh|m = -sum P_j^i_ms R^s_kh": (
                cyclic(lambda w: slope("ij" + w), "khm"),
                -cyclic(lambda w: P("ij" + w[2] + "s") * T("s" + w[:2]), "khm"),
            ),
            "(9) R_j^i_kh|_m + P_j^i_hm|k - P_j^i_km|h = R^s_kh S_j^i_sm + (C^s_hm R_j^i_sk "
            "... (k, h) ...)": (
                self.up(R)("ijkhm") + self.turned(slope_P("ijhmk"), "k", "h"),
                T("skh") * S("ijsm")
                + self.turned(C("shm") * R("ijks") * -1 - Q("shm") * P("ijks"), "k", "h"),
            ),
            "(10) S_j^i_hm|k + P_j^i_kh|_m - P_j^i_km|_h = C^s_kh P_j^i_sm + P^s_kh S_j^i_sm - "
            "(h, m)": (
                slope_S("ijhmk") + self.turned(up_P("ijkhm"), "h", "m"),
                self.turned(C("skh") * P("ijsm") + Q("skh") * S("ijsm"), "h", "m"),
            ),
        }

    def of_fibres(self, sign: int = 1) -> dict[str, Indexed]:
        """(7) and (11): cyclic sums of S, or with one term of the other sign."""
        S, slope = self.S, self.up(self.S)
        return {
            "(7) sum S_j^i_kh = 0": S("ijkh") + S("ikhj") + sign * S("ihjk"),
            "(11) sum S_j^i_kh|_m = 0": slope("ijkhm") + slope("ijhmk") + sign * slope("ijmkh"),
        }


@claim("MN-5.B", "after (5.10'')", "theorem", on="germs")
@states("the Bianchi identities of CGamma(N*) are obtained from (5.10) by exterior differentiation")
def bianchi_identities(s: MetricalScene) -> Judgement:
    """All of them, as forms and in blocks; (1), (2), (7), (8), (11) say something for n > 2."""
    found = {name: Bianchi(G) for name, G in s.both.items()}
    blocks = {name: {**one.of_torsions(), **one.of_curvatures()} for name, one in found.items()}
    first = blocks["postulate"]
    forms: dict[str, StructureForms] = forms_of(s)
    E = forms["postulate"]
    zeros = [one.of_fibres() for one in found.values()]
    bent = found["postulate"].of_fibres(-1)
    return Judgement(
        printed={
            "d Omega0^i + Omega0^l omega^i_l = dx^l Omega^i_l": [
                part for one in forms.values() for part in one.d_of_torsions(one.dx, 0)
            ],
            "d Omega1^i + Omega1^l omega^i_l = delta* y^l Omega^i_l": [
                part for one in forms.values() for part in one.d_of_torsions(one.dy, 1)
            ],
            "d Omega^i_j + Omega^l_j omega^i_l = omega^l_j Omega^i_l": [
                part for one in forms.values() for part in one.d_of_curvature()
            ],
            **{
                name: [left == right for left, right in (one[name] for one in blocks.values())]
                for name in first
            },
            **{name: [one[name] == 0 for one in zeros] for name in zeros[0]},
        },
        mutated={
            "- dx^l Omega^i_l": E.d_of_torsions(E.dx, 0, -1),
            "- delta* y^l Omega^i_l": E.d_of_torsions(E.dy, 1, -1),
            "- omega^l_j Omega^i_l": E.d_of_curvature(-1),
            **{f"{name}, the other sign": left == -right for name, (left, right) in first.items()},
            **{f"{name}, without torsions": left == 0 for name, (left, _) in first.items()},
            **{f"{name}, another sign": term == 0 for name, term in bent.items()},
        },
        note="(9) in full: R_j^i_kh|_m + P_j^i_hm|k - P_j^i_km|h = R^s_kh S_j^i_sm + C^s_hm "
        "R_j^i_sk - C^s_km R_j^i_sh - P^s_hm P_j^i_ks + P^s_km P_j^i_hs; with d(d theta) = 0 for "
        "each form theta in (5.10), and in both readings",
    )
