"""Section 7 from theorem 7.3: torsions and curvatures of L̄Γ(N*) and of CΓ(N*)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mechanics.papers.engine.claims import Judgement, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.gravitation import ANY_K, exactly
from mechanics.papers.miron_niminet.metrical_scene import Intermediate, MetricalScene

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.papers.miron_niminet.indices import Components, Indexed


@claim("MN-7.14", "theorem 7.3, (7.14)", "theorem", on="curved")
@states(
    "T bar^i_jk = C^i_js K^s_k - C^i_ks K^s_j, S bar^i_jk = 0, P bar^i_jk = P^i_jk - (dK^i_j/dy^k "
    "+ C^i_ks K^s_j)"
)
def torsions(s: MetricalScene) -> Judgement:
    """Of L̄Γ, whose L̄ is not symmetric: P̄ = ∂N̄/∂y - L̄ with the indices of a torsion."""
    M, plain = s.middle["postulate"], s.plain

    def T(each: Intermediate, sign: int = 1) -> Identity:
        first = each.K("sk") * plain.C("ijs")
        second = each.K("sj") * plain.C("iks")
        return each.T_torsion("ijk") == sign * (first - second)

    def P(each: Intermediate, value: Components, sign: int = 1) -> Identity:
        slope = each.fibre_slope(each.K)("ijk")
        change = slope + sign * (plain.C("iks") * each.K("sj"))
        return value("ijk") == plain.P_torsion("ijk") - change

    as_printed = (M.fibre_slope(M.N)("ijk") - M.L("ijk")).to("ijk")
    printed: dict[str, list[Identity] | Identity] = {
        "T bar": [T(each) for each in exactly(s).values()],
        "S bar": [each.C("ijk") - each.C("ikj") == 0 for each in exactly(s).values()],
        "P bar": [P(each, each.P_torsion) for each in exactly(s).values()],
    }
    if s.compared:
        D = s.system.deformation.intermediate
        printed["as torsions"] = [
            M.of(D.torsion_T)("ijk") == M.T_torsion("ijk"),
            M.of(D.torsion_P)("ijk") == M.P_torsion("ijk"),
            M.of(D.torsion_S)("ijk") == 0,
        ]
    return Judgement(
        printed=printed,
        mutated={
            "T bar with the other sign": T(M, -1),
            "T bar = 0": M.T_torsion("ijk") == 0,
            "P bar with - C^i_ks K^s_j": P(M, M.P_torsion, -1),
            "P bar = P": M.P_torsion("ijk") == plain.P_torsion("ijk"),
        },
        condition="P^i_jk = dN^i_j/dy^k - L^i_kj, the torsion of a connection that is not "
        "symmetric",
        without={"P bar^i_jk = dN bar^i_j/dy^k - L bar^i_jk, as in (5.8)": P(M, as_printed)},
        note=ANY_K,
    )


def curvature_of_N(s: MetricalScene, K: Components, *, other: int, second: str = "ik") -> Indexed:
    """The right side of (7.15).

    Parameters
    ----------
    other
        The sign of ``δ_j K^i_k``.
    second
        The indices of N in the second term, printed ``ij``.
    """
    plain = s.plain
    slope, fibre = plain.slope(K), plain.fibre_slope(K)
    of_N = plain.fibre_slope(plain.N)
    bent = K("sk") * of_N("ijs")
    if second == "ik":
        bent = bent - K("sj") * of_N("iks")
    else:
        # K^s_j ∂N^i_j/∂y^s, not summed over j, for each k.
        literal = K("sj") * of_N("iks")
        unsummed = {
            (i, j, k): literal.to("ijk")[i, j, j]
            for i in s.places
            for j in s.places
            for k in s.places
        }
        bent = bent - plain.components(3, lambda *key: unsummed[key])("ijk")
    squares = K("rj") * fibre("ikr") - K("rk") * fibre("ijr")
    return plain.R_torsion("ijk") + bent - slope("ijk") + other * slope("ikj") + squares


@claim("MN-7.15", "theorem 7.3, (7.15)", "theorem", on="curved")
@states(
    "R bar^i_jk = R^i_jk + (K^s_k dN^i_j/dy^s - K^s_j dN^i_k/dy^s) - delta K^i_j/delta x^k - delta "
    "K^i_k/delta x^j + K^r_j dK^i_k/dy^r - K^r_k dK^i_j/dy^r"
)
def curvature_of_the_nonlinear_connection(s: MetricalScene) -> Judgement:
    """½[h + K, h + K] = R + [h, K] + ½[K, K]: the two derivatives of K along N have two signs."""
    M = s.middle["postulate"]
    left = M.R_torsion("ijk")
    right = {
        name: each.R_torsion("ijk") == curvature_of_N(s, each.K, other=1)
        for name, each in exactly(s).items()
    }
    corrected: dict[str, list[Identity] | Identity] = {**right}
    corrected["R bar^i_jk is antisymmetric"] = left + M.R_torsion("ikj") == 0
    if s.compared:
        passage = s.system.deformation
        corrected["R + [h, K] + [K, K]/2"] = M.of(passage.curvature)(
            "ijk"
        ) == left - s.plain.R_torsion("ijk")
    minus = curvature_of_N(s, M.K, other=-1)
    return Judgement(
        printed={"- delta_j K^i_k": left == minus},
        mutated={
            "with - K^s_k dN^i_j/dy^s": left
            == curvature_of_N(s, M.K, other=1)
            - 2 * (M.K("sk") * s.plain.fibre_slope(s.plain.N)("ijs")),
            "R bar = R": left == s.plain.R_torsion("ijk"),
        },
        repaired=corrected,
        correction="R bar^i_jk = R^i_jk + (K^s_k dN^i_j/dy^s - K^s_j dN^i_k/dy^s) - (delta "
        "K^i_j/delta x^k - delta K^i_k/delta x^j) + K^r_j dK^i_k/dy^r - K^r_k dK^i_j/dy^r",
        repair="brackets lost: around the derivatives of K along delta",
        consequence="printed R bar is not antisymmetric; R* is the same tensor",
        readings={
            "K^s_j dN^i_j/dy^s, letter by letter": left
            == curvature_of_N(s, M.K, other=-1, second="ij"),
            "K^s_j dN^i_j/dy^s, and the derivatives of K in brackets": left
            == curvature_of_N(s, M.K, other=1, second="ij"),
            "R bar as the negative of it": -left == minus,
        },
        note="printed K^s_j dN^i_j/dy^s is K^s_j dN^i_k/dy^s; " + ANY_K,
    )


# --- curvatures of L̄Γ ------------------------------------------------------------------------


def shifted_R(
    s: MetricalScene, K: Components, *, first: int = 1, square: tuple[str, str] = ("rk", "sh")
) -> Indexed:
    """``P^i_jks K^s_h - P^i_jhs K^s_k + S^i_jrs K^r_k K^s_h``.

    Parameters
    ----------
    first
        1; or 0 for P^i_jks without a factor, as in (7.16), which cannot be added: it is left out.
    square
        The letters of the two K in the last term.
    """
    P, S = s.plain.P, s.plain.S
    turned = first * (P("ijks") * K("sh")) - P("ijhs") * K("sk")
    return turned + S("ijrs") * K(square[0]) * K(square[1])


def shifted_P(s: MetricalScene, K: Components, right: bool) -> Indexed:
    """``S^i_jsh K^s_k``; or as it is printed, ``S^i_jks K^s_h``."""
    S = s.plain.S
    return S("ijsh") * K("sk") if right else S("ijks") * K("sh")


@claim("MN-7.16", "theorem 7.3, (7.16)", "theorem", on="curved")
@states(
    "R bar^i_jkh = R^i_jkh + P^i_jks K^s_h - P^i_jhs K^s_k + S^i_jrs K^r_h K^s_k, P bar^i_jkh = "
    "P^i_jkh + S^i_jks K^s_h, S bar^i_jkh = S^i_jkh"
)
def curvatures_of_the_intermediate_connection(s: MetricalScene) -> Judgement:
    """Of the same connection on vertical fields: its values on δ_k + K^s_k ∂/∂y^s, δ_h + …."""
    M, plain = s.middle["postulate"], s.plain

    def R(each: Intermediate, **options: Any) -> Identity:
        return each.R("ijkh") == plain.R("ijkh") + shifted_R(s, each.K, **options)

    def P(each: Intermediate, right: bool) -> Identity:
        return each.P("ijkh") == plain.P("ijkh") + shifted_P(s, each.K, right)

    same = [each.S("ijkh") == plain.S("ijkh") for each in exactly(s).values()]
    corrected: dict[str, list[Identity] | Identity] = {
        "R bar": [R(each) for each in exactly(s).values()],
        "P bar": [P(each, True) for each in exactly(s).values()],
    }
    if s.compared:
        corrected["of the library"] = [
            T("ijkh") == getattr(M, name)("ijkh") for name, T in M.of_library.items()
        ]
    turned = ("rh", "sk")
    return Judgement(
        printed={"R bar": R(M, square=turned), "P bar": P(M, False), "S bar": same},
        mutated={
            "R bar without P": M.R("ijkh") == plain.R("ijkh"),
            "P bar = P": M.P("ijkh") == plain.P("ijkh"),
            "S bar = -S": M.S("ijkh") == -plain.S("ijkh"),
        },
        corrected=corrected,
        correction="R bar^i_jkh = R^i_jkh + P^i_jks K^s_h - P^i_jhs K^s_k + S^i_jrs K^r_k K^s_h, P "
        "bar^i_jkh = P^i_jkh + S^i_jsh K^s_k",
        consequence="(7.21) repeats the exchange of indices, and (7.22), (7.23) need it corrected",
        readings={
            "R bar with the other sign of P": -1 * shifted_R(s, M.K, square=turned)
            == M.R("ijkh") - plain.R("ijkh"),
            "R bar without P^i_jks K^s_h": R(M, first=0, square=turned),
            "P bar with - S^i_jks K^s_h": M.P("ijkh") == plain.P("ijkh") - shifted_P(s, M.K, False),
        },
        note="printed P^i_jks without K^s_h, and S^h_irs for S^i_jrs; " + ANY_K,
    )
