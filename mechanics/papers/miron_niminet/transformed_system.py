"""Section 7 from theorem 7.4: curvatures, Ricci tensors and Einstein equations of CΓ(N*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.papers.engine.claims import Judgement, nonzero, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.gravitation import ANY_K, einstein, exactly, ricci, scalar
from mechanics.papers.miron_niminet.metrical_scene import Intermediate, MetricalScene
from mechanics.papers.miron_niminet.transformed import shifted_P, shifted_R

if TYPE_CHECKING:
    from collections.abc import Callable

    from diffgeo import Identity
    from mechanics.papers.engine.claims import Statement
    from mechanics.papers.miron_niminet.indices import Components, Indexed

#: What (7.22) says under which condition.
DIFFERENCES = (
    "the added tensors are those for which (7.20) holds, not the expressions (7.19), (7.21)"
)


def B(s: MetricalScene, M: Intermediate, sign: int = -1) -> Components:
    """B̄^i_jk = g^ih (K^s_j C_hks - K^s_h C_jks), (7.17)."""
    C = s.C_low
    low = M.K("sj") * C("hks") + sign * (M.K("sh") * C("jks"))
    return (s.g_up("ih") * low).to("ijk")


def change_of_R(s: MetricalScene, M: Intermediate, of_T: int = 1, of_R: int = 0) -> Indexed:
    """``B_jk|h - B_jh|k + B^r_jk B^i_rh - B^r_jh B^i_rk + B^i_jr T̄^r_kh``.

    With factors for the last term, and for ``C^i_jr R̄^r_kh``, which is printed in (7.19).
    """
    b = B(s, M)
    slope = M.h_derivative(b, "ull")
    squares = b("rjk") * b("irh") - b("rjh") * b("irk")
    found = slope("ijkh") - slope("ijhk") + squares + of_T * (b("ijr") * M.T_torsion("rkh"))
    return found + of_R * (M.C("ijr") * M.R_torsion("rkh"))


def change_of_P(s: MetricalScene, M: Intermediate, of_C: int = 1) -> Indexed:
    """``B^i_jk|_h + B^i_jr C^r_kh``, with a factor for the last term."""
    b = B(s, M)
    return M.v_derivative(b, "ull")("ijkh") + of_C * (b("ijr") * M.C("rkh"))


def printed_change_of_P(s: MetricalScene, M: Intermediate, *, partial: bool, of_C: int) -> Indexed:
    """Π̄ of (7.19): ``B|_h - C_jh|k + B^r_jk C^i_rh - C^r_jh B^i_rk + B^i_jr C^r_kh + C P̄``.

    Parameters
    ----------
    partial
        Whether ``|_h`` is read as ``∂/∂y^h``.
    of_C
        1; 0 without ``- C_jh|k + C^i_jr P̄^r_kh``.
    """
    b, C = B(s, M), M.C
    slope = M.fibre_slope(b) if partial else M.v_derivative(b, "ull")
    found = slope("ijkh") + b("rjk") * C("irh") - C("rjh") * b("irk") + b("ijr") * C("rkh")
    inner = C("ijr") * M.P_torsion("rkh") - M.h_derivative(C, "ull")("ijhk")
    return found + of_C * inner


@claim("MN-7.17", "theorem 7.4, (7.17)", "identity", on="curved")
@states(
    "N*^i_j = N bar^i_j, L*^i_jk = L bar^i_jk + B bar^i_jk, C*^i_jk = C bar^i_jk, B bar^i_jk = "
    "g^ih (K^s_j C_hks - K^s_h C_jks)"
)
def from_the_intermediate_connection(s: MetricalScene) -> Judgement:
    """(7.12) again; B̄ is half of the torsion T̄, lowered, with its three permutations."""
    M, G = s.middle["postulate"], s.star
    printed: dict[str, list[Identity] | Identity] = {
        "L* = L bar + B bar": [
            s.both[name].L("ijk") == each.L("ijk") + B(s, each)("ijk")
            for name, each in exactly(s).items()
        ],
        "N* = N bar": [
            s.both[name].N("ij") == s.plain.N("ij") - each.K("ij")
            for name, each in exactly(s).items()
        ],
        "C* = C bar": [s.both[name].C("ijk") == each.C("ijk") for name, each in exactly(s).items()],
    }
    if s.compared:
        printed["as the difference"] = [
            G.of(s.system.deformation.B)("ijk") == B(s, M)("ijk"),
            G.of(G.geometry.metrical.difference(s.system.deformation.intermediate)[1])("ijk") == 0,
        ]
    return Judgement(
        printed=printed,
        mutated={
            "+ K^s_h C_jks": G.L("ijk") == M.L("ijk") + B(s, M, 1)("ijk"),
            "- B bar": G.L("ijk") == M.L("ijk") - B(s, M)("ijk"),
            "B bar^i_kj": G.L("ijk") == M.L("ijk") + B(s, M)("ikj"),
        },
        note=ANY_K,
    )


@claim("MN-7.18", "theorem 7.4, (7.18)", "identity", on="curved")
@states(
    "R*^i_jkh = R bar^i_jkh + S-script bar^i_jkh, P*^i_jkh = P bar^i_jkh + Pi bar^i_jkh, S*^i_jkh "
    "= S bar^i_jkh"
)
def curvatures_from_the_intermediate(s: MetricalScene) -> Judgement:
    """With the 𝒮̄, Π̄ of two connections over the same N* with the same C."""
    M, G = s.middle["postulate"], s.star

    def R(name: str, **options: int) -> Identity:
        each = s.middle[name]
        return s.both[name].R("ijkh") == each.R("ijkh") + change_of_R(s, each, **options)

    def P(name: str, **options: int) -> Identity:
        each = s.middle[name]
        return s.both[name].P("ijkh") == each.P("ijkh") + change_of_P(s, each, **options)

    names = list(exactly(s))
    return Judgement(
        printed={
            "R*": [R(name) for name in names],
            "P*": [P(name) for name in names],
            "S*": [s.both[name].S("ijkh") == s.middle[name].S("ijkh") for name in names],
        },
        mutated={
            "R* = R bar": G.R("ijkh") == M.R("ijkh"),
            "P* = P bar": G.P("ijkh") == M.P("ijkh"),
            "R* with - B^i_jr T^r_kh": R("postulate", of_T=-1),
            "P* with - B^i_jr C^r_kh": P("postulate", of_C=-1),
            "S* = -S bar": G.S("ijkh") == -M.S("ijkh"),
            "R* by (7.19)": R("postulate", of_R=1),
            "P* by (7.19)": G.P("ijkh")
            == M.P("ijkh") + printed_change_of_P(s, M, partial=False, of_C=1),
        },
        note="(7.18) names the differences; they are B_jk|h - B_jh|k + B^r_jk B^i_rh - B^r_jh "
        "B^i_rk + B^i_jr T^r_kh and B_jk|_h + B^i_jr C^r_kh, not the expressions (7.19); " + ANY_K,
    )


def exact_changes(
    s: MetricalScene,
    R: dict[str, Callable[[Intermediate], Indexed]],
    P: dict[str, Callable[[Intermediate], Indexed]],
) -> dict[str, list[Identity] | Identity]:
    """R* and P* by expressions in L̄Γ, in each reading that is decided exactly."""
    found: dict[str, list[Identity] | Identity] = {}
    for name, value in R.items():
        found[name] = [s.both[k].R("ijkh") == value(each) for k, each in exactly(s).items()]
    for name, value in P.items():
        found[name] = [s.both[k].P("ijkh") == value(each) for k, each in exactly(s).items()]
    return found


@claim("MN-7.19", "theorem 7.4, (7.19)", "theorem", on="curved")
@states(
    "S-script bar^i_jkh = B^i_jk|h - B^i_jh|k + B^r_jk B^i_rh - B^r_jh B^i_rk + B^i_jr T bar^r_kh "
    "+ C^i_jr R bar^r_kh, Pi bar^i_jkh = B^i_jk|_h - C^i_jh|k + B^r_jk C^i_rh - C^r_jh B^i_rk + "
    "B^i_jr C^r_kh + C^i_jr P bar^r_kh"
)
def differences_of_curvatures(s: MetricalScene) -> Judgement:
    """The terms with C alone are in R̄, P̄ already; B|_h has the products with C in it."""
    M, G = s.middle["postulate"], s.star
    R, P = G.R("ijkh") - M.R("ijkh"), G.P("ijkh") - M.P("ijkh")
    literal = {
        (partial, of_C): printed_change_of_P(s, M, partial=partial, of_C=of_C) == P
        for partial in (True, False)
        for of_C in (0, 1)
    }
    passage = s.system.deformation
    corrected = exact_changes(
        s,
        {"S-script bar": lambda each: each.R("ijkh") + change_of_R(s, each)},
        {"Pi bar": lambda each: each.P("ijkh") + change_of_P(s, each)},
    )
    if s.compared:
        corrected["of the library"] = [
            G.of(passage.last_change_of_R)("ijkh") == R,
            G.of(passage.last_change_of_P)("ijkh") == P,
        ]
    return Judgement(
        printed={
            "S-script bar": change_of_R(s, M, of_R=1) == R,
            "Pi bar": literal[False, 1],
        },
        mutated={
            "without T bar": change_of_R(s, M, of_T=0) == R,
            "- B^i_jr T bar^r_kh": change_of_R(s, M, of_T=-1) == R,
            "Pi bar = B_jk|_h": change_of_P(s, M, of_C=0) == P,
            "Pi bar with - B^i_jr C^r_kh": change_of_P(s, M, of_C=-1) == P,
        },
        corrected=corrected,
        correction="S-script bar^i_jkh = B^i_jk|h - B^i_jh|k + B^r_jk B^i_rh - B^r_jh B^i_rk + "
        "B^i_jr T bar^r_kh, Pi bar^i_jkh = B^i_jk|_h + B^i_jr C^r_kh",
        consequence="(7.21), (7.22) and the Einstein equations (7.23) are computed with it; "
        "(7.17), (7.18) are right",
        readings={
            "- C^i_jr R bar^r_kh": change_of_R(s, M, of_R=-1) == R,
            "|_h as d/dy^h": literal[True, 1],
            "without the terms of P bar": literal[False, 0],
            "without the terms of P bar, |_h as d/dy^h": literal[True, 0],
        },
        note="printed B^i_rh for B^i_rk, C_jk|h k for C_jh|k; " + ANY_K,
    )


# --- from CΓ(N) to CΓ(N*) ------------------------------------------------------------------------


def S_star(s: MetricalScene, M: Intermediate) -> Components:
    """𝒮*^i_jkh as it must be in (7.20)."""
    return (shifted_R(s, M.K) + change_of_R(s, M)).to("ijkh")


def Pi_star(s: MetricalScene, M: Intermediate) -> Components:
    """Π*^i_jkh as it must be in (7.20)."""
    return (shifted_P(s, M.K, True) + change_of_P(s, M)).to("ijkh")


def S_printed(s: MetricalScene, M: Intermediate, of_R: int = 1) -> Components:
    """𝒮*^i_jkh of (7.21) with (7.19)."""
    return (shifted_R(s, M.K, square=("rh", "sk")) + change_of_R(s, M, of_R=of_R)).to("ijkh")


def Pi_printed(s: MetricalScene, M: Intermediate, inner: bool = True) -> Components:
    """Π*^i_jkh of (7.21), with (7.19) or with what should be there."""
    rest = printed_change_of_P(s, M, partial=False, of_C=1) if inner else change_of_P(s, M)
    return (shifted_P(s, M.K, False) + rest).to("ijkh")


@claim("MN-7.20", "theorem 7.5, (7.20), (7.21)", "theorem", on="curved")
@states(
    "R*^i_jkh = R^i_jkh + S-script*^i_jkh, P*^i_jkh = P^i_jkh + Pi*^i_jkh, S*^i_jkh = S^i_jkh with "
    "S-script*^i_jkh = P^i_jks K^s_h - P^i_jhs K^s_k + S^i_jrs K^r_h K^s_k + S-script bar^i_jkh, "
    "Pi*^i_jkh = S^i_jks K^s_h + Pi bar^i_jkh"
)
def curvatures_of_the_system(s: MetricalScene) -> Judgement:
    """(7.16) and (7.19) together."""
    M, G, plain = s.middle["postulate"], s.star, s.plain
    R, P = G.R("ijkh") - plain.R("ijkh"), G.P("ijkh") - plain.P("ijkh")
    opposite = shifted_R(s, M.K, square=("rh", "sk")) - change_of_R(s, M, of_R=1)
    passage = s.system.deformation
    corrected = exact_changes(
        s,
        {"S-script*": lambda each: plain.R("ijkh") + S_star(s, each)("ijkh")},
        {"Pi*": lambda each: plain.P("ijkh") + Pi_star(s, each)("ijkh")},
    )
    if s.compared:
        corrected["of the library"] = [
            G.of(passage.change_of_R)("ijkh") == R,
            G.of(passage.change_of_P)("ijkh") == P,
        ]
    return Judgement(
        printed={
            "S-script*": S_printed(s, M)("ijkh") == R,
            "Pi*": Pi_printed(s, M)("ijkh") == P,
            "S* = S": [each.S("ijkh") == plain.S("ijkh") for each in s.decided.values()],
        },
        mutated={
            "R* = R": R == 0,
            "P* = P": P == 0,
            "S-script* = S-script bar": change_of_R(s, M) == R,
            "Pi* = Pi bar": change_of_P(s, M) == P,
            "S* = -S": G.S("ijkh") == -plain.S("ijkh"),
        },
        corrected=corrected,
        correction="S-script*^i_jkh = P^i_jks K^s_h - P^i_jhs K^s_k + S^i_jrs K^r_k K^s_h + "
        "S-script bar^i_jkh, Pi*^i_jkh = S^i_jsh K^s_k + Pi bar^i_jkh with S-script bar, Pi bar as "
        "corrected in (7.19)",
        consequence="(7.22) and (7.23) need the corrected tensors",
        readings={
            "S-script* with S-script bar as corrected": S_printed(s, M, of_R=0)("ijkh") == R,
            "Pi* with Pi bar as corrected": Pi_printed(s, M, inner=False)("ijkh") == P,
            "S-script* with - S-script bar": opposite == R,
        },
        note="printed S^h_irs for S^i_jrs; " + ANY_K,
    )


def traces(s: MetricalScene, S: Components, Pi: Components) -> dict[str, Indexed]:
    """What is added to the Ricci tensors: ``𝒮^h_ijh, Π^h_ijh, Π^h_ihj``."""
    return {"R": S("hijh"), "P1": Pi("hijh"), "P2": Pi("hihj")}


def of_the_system(
    s: MetricalScene, M: Intermediate, added: dict[str, Indexed]
) -> dict[str, Identity]:
    """The statements of (7.22) with what is added."""
    new, old = ricci(M.star), ricci(s.plain)
    found = {key: new[key] == old[key] + added[key] for key in ("R", "P1", "P2")}
    found["scalar"] = scalar(s, new["R"]) == scalar(s, old["R"]) + scalar(s, added["R"])
    return found


#: The names of the Ricci tensors, for display.
NAMES = {"R": "R*_ij", "P1": "1P*_ij", "P2": "2P*_ij", "scalar": "R*"}


@claim("MN-7.22", "theorem 7.6, (7.22)", "theorem", on="curved")
@states(
    "R*_ij = R_ij + S-script*^h_ijh, 1P*_ij = 1P_ij + Pi*^h_ijh, 2P*_ij = 2P_ij + Pi*^h_ihj, S*_ij "
    "= S_ij, R* = R + g^ij S-script*^h_ijh, S* = S"
)
def ricci_tensors_of_the_system(s: MetricalScene) -> Judgement:
    """Traces of (7.20)."""
    M = s.middle["postulate"]
    right = [
        of_the_system(s, each, traces(s, S_star(s, each), Pi_star(s, each)))
        for each in exactly(s).values()
    ]
    wrong = of_the_system(s, M, traces(s, S_printed(s, M), Pi_printed(s, M)))
    added = traces(s, S_star(s, M), Pi_star(s, M))
    exchanged = of_the_system(
        s, M, {"R": S_star(s, M)("hihj"), "P1": added["P2"], "P2": added["P1"]}
    )
    new, old = ricci(M.star), ricci(s.plain)
    printed: dict[str, list[Identity] | Identity] = {
        text: [each[key] for each in right] for key, text in NAMES.items()
    }
    printed["S*_ij = S_ij, S* = S"] = [
        new["S"] == old["S"],
        scalar(s, new["S"]) == scalar(s, old["S"]),
    ]
    return Judgement(
        printed=printed,
        mutated={
            **{f"{text} with exchanged indices": exchanged[key] for key, text in NAMES.items()},
            "R*_ij = R_ij": new["R"] == old["R"],
            "S*_ij = -S_ij": new["S"] == -old["S"],
        },
        condition=DIFFERENCES,
        without={f"{text} by (7.21)": wrong[key] for key, text in NAMES.items()},
        note="the first line has Pi*^h_ihj twice, Pi*^h_ijh for 1P as in (7.23); " + ANY_K,
    )


@claim("MN-7.23", "theorem 7.7, (7.23)", "theorem", on="curved")
@states(
    "for n >= 2 the Einstein equations are R_ij - (1/2) R g_ij + {S-script*^h_ijh - (1/2) g^rs "
    "S-script*^h_rsh g_ij} = k T^H*_ij, 1P_ij + Pi*^h_ijh = k T^1*_ij, 2P_ij + Pi*^h_ihj = -k "
    "T^2*_ij, S_ij - (1/2) S g_ij = k T^V_ij, where S-script*, Pi* are expressed in (7.21) and "
    "(7.19)"
)
def expanded_einstein_equations(s: MetricalScene) -> Judgement:
    """(7.9) with (7.22); what is added are traces of (7.21), so both fail with it."""
    plain = s.plain

    def sides(M: Intermediate, added: dict[str, Indexed], sign: int = 1) -> dict[str, Identity]:
        new, old = ricci(M.star), ricci(plain)
        left = einstein(s, old["R"]) + sign * einstein(s, added["R"])
        return {
            "T^H": left == einstein(s, new["R"]),
            "T^1": old["P1"] + sign * added["P1"] == new["P1"],
            "T^2": old["P2"] + sign * added["P2"] == new["P2"],
        }

    def star(M: Intermediate) -> dict[str, Indexed]:
        return traces(s, S_star(s, M), Pi_star(s, M))

    M, G = s.middle["postulate"], s.star
    right = [sides(each, star(each)) for each in exactly(s).values()]
    literal = sides(M, traces(s, S_printed(s, M), Pi_printed(s, M)))
    inner = sides(M, traces(s, S_printed(s, M, of_R=0), Pi_printed(s, M, inner=False)))
    minus = sides(M, star(M), -1)
    mutated: dict[str, Statement] = {
        "T^1 with -": minus["T^1"],
        "T^2 with -": minus["T^2"],
        "nothing is added to 1P_ij": star(M)["P1"] == 0,
    }
    if s.n > 2:
        mutated["T^H with -"] = minus["T^H"]
        mutated["nothing is added to R_ij - (1/2) R g_ij"] = einstein(s, star(M)["R"]) == 0
    else:
        mutated["n = 2: the left side of T^H is not zero"] = nonzero(
            "R*_ij - (1/2) R* g_ij", einstein(s, ricci(G)["R"])
        )
    return Judgement(
        printed={
            **literal,
            "T^V": einstein(s, ricci(G)["S"]) == einstein(s, ricci(plain)["S"]),
        },
        mutated=mutated,
        corrected={name: [each[name] for each in right] for name in right[0]},
        correction="the same equations with S-script*^i_jkh and Pi*^i_jkh as corrected in (7.20)",
        consequence="the equations (7.9), without the expansion, hold",
        readings={
            f"{name} by (7.21), with S-script bar and Pi bar as corrected": inner[name]
            for name in inner
            if s.n > 2 or name != "T^H"
        },
        note="for n = 2 the equations with T^H and T^V are 0 = 0, which those with the printed "
        "S-script* are not; " + ANY_K,
    )
