"""Section 7: the Einstein equations (7.8), (7.9), and the connections of (7.10)-(7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mechanics.papers.engine.claims import Judgement, nonzero, states
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.gravitation import ANY_K, einstein, exactly, ricci, scalar
from mechanics.papers.miron_niminet.metrical_connection import U, defects, printed_K_kept
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, Intermediate, MetricalScene
from mechanics.spaces.lagrange_spaces import LagrangeSpace

if TYPE_CHECKING:
    from diffgeo import Identity
    from mechanics.papers.engine.claims import Fact, Statement
    from mechanics.papers.miron_niminet.indices import Components, Indexed


def of_library(G: IndexGeometry) -> list[Identity]:
    """The Einstein tensors of the library in the adapted frame."""
    s, found = G.scene, ricci(G)
    one, two = G.geometry.einstein_mixed
    return [
        G.of(G.geometry.einstein_h)("ij") == einstein(s, found["R"]),
        G.of(G.geometry.einstein_v)("ij") == einstein(s, found["S"]),
        G.of(one)("ij") == found["P1"],
        G.of(two)("ij") == -found["P2"],
    ]


def contractions(s: MetricalScene, G: IndexGeometry, factor: int = 1) -> list[Identity]:
    """``g^ij (R_ij - ½ R g_ij) = (1 - n/2) R``, and for S."""
    found = ricci(G)
    return [
        2 * scalar(s, einstein(s, T)) == (2 - factor * s.n) * scalar(s, T)
        for T in (found["R"], found["S"])
    ]


def empty_in_the_plane(s: MetricalScene, G: IndexGeometry) -> list[Identity]:
    """For n = 2: ``R_ij - ½ R g_ij = 0`` and ``S_ij - ½ S g_ij = 0`` for all data."""
    found = ricci(G)
    return [einstein(s, found["R"]) == 0, einstein(s, found["S"]) == 0]


def not_empty(s: MetricalScene, G: IndexGeometry) -> Fact:
    """That ``R_ij - ½ R g_ij`` is not zero."""
    return nonzero("R_ij - (1/2) R g_ij", einstein(s, ricci(G)["R"]))


def with_both_scalars(s: MetricalScene, G: IndexGeometry) -> Indexed:
    """``R_ij - ½ (R + S) g_ij``, the h-part of ``Ric - ½ (tr Ric) G`` on TM."""
    found = ricci(G)
    total = scalar(s, found["R"]) + scalar(s, found["S"])
    return found["R"] - s.g_low("ij") * total / 2


@claim("MN-7.08", "theorem 7.1, (7.8)", "definition", on="einstein")
@states(
    "for n > 2 the Einstein equations of L^n are R_ij - (1/2) R g_ij = k T^H_ij, 1P_ij = k T^1_ij, "
    "S_ij - (1/2) S g_ij = k T^V_ij, 2P_ij = -k T^2_ij"
)
def einstein_equations(s: MetricalScene) -> Judgement:
    """They define the tensors T; for n = 2 the first and the third are 0 = 0."""
    G = s.plain
    printed: dict[str, Statement | list[Identity] | list[Fact]] = {
        "g^ij (R_ij - R g_ij/2) = (1 - n/2) R": contractions(s, G)
    }
    mutated: dict[str, Statement] = {
        "g^ij (R_ij - R g_ij/2) = (1 - n) R": contractions(s, G, 2)[0],
        "R_ij = 1P_ij": ricci(G)["R"] == ricci(G)["P1"],
        "with R + S, as the h-part of Ric - (1/2) (tr Ric) G on TM": with_both_scalars(s, G)
        == einstein(s, ricci(G)["R"]),
    }
    if s.n > 2:
        printed["not empty for n > 2"] = not_empty(s, G)
    else:
        printed["empty for n = 2"] = empty_in_the_plane(s, G)
        mutated["not empty for n = 2"] = not_empty(s, G)
        mutated["1P_ij - g^kl 1P_kl g_ij/2 = 0 for n = 2 too"] = einstein(s, ricci(G)["P1"]) == 0
    if s.compared:
        printed["of the library"] = of_library(G)
    return Judgement(
        printed=printed,
        mutated=mutated,
        note="they define T^H, T^V, T^1, T^2, each part with the curvature scalar of its own, R or "
        "S of (7.07''''); the conditions on these are in the book [7] only",
    )


@claim("MN-7.09", "theorem 7.2, (7.9)", "definition", on="einstein")
@states(
    "for n >= 2 the Einstein equations of Sigma are R*_ij - (1/2) R* g_ij = k T^H*_ij, 1P*_ij = k "
    "T^1*_ij, S_ij - (1/2) S g_ij = k T^V_ij, 2P*_ij = -k T^2*_ij"
)
def einstein_equations_of_the_system(s: MetricalScene) -> Judgement:
    """(7.8) for CΓ(N*), in both readings. By (3.11) L* has the connection N of L, not N*."""
    G = s.star
    of_L = LagrangeSpace(s.system.extended_lagrangian)
    printed: dict[str, Statement | list[Identity] | list[Fact]] = {
        f"contracted, {name}": contractions(s, each) for name, each in s.decided.items()
    }
    mutated: dict[str, Statement] = {
        "g^ij (R_ij - R g_ij/2) = (1 - n) R": contractions(s, G, 2)[0],
        "R*_ij = R_ij": ricci(G)["R"] == ricci(s.plain)["R"],
        "1P*_ij = 1P_ij": ricci(G)["P1"] == ricci(s.plain)["P1"],
        "of the space of L*: its N is N*": of_L.geometry.h == G.geometry.h,
        "with R* + S, as the h-part of Ric - (1/2) (tr Ric) G on TM": with_both_scalars(s, G)
        == einstein(s, ricci(G)["R"]),
    }
    if s.n > 2:
        printed["not empty for n > 2"] = [not_empty(s, each) for each in s.decided.values()]
    else:
        mutated["not empty for n = 2"] = not_empty(s, G)
        printed["empty for n = 2"] = [
            part for each in s.decided.values() for part in empty_in_the_plane(s, each)
        ]
    if s.compared:
        printed["of the library"] = of_library(G)
    return Judgement(
        printed=printed,
        mutated=mutated,
        note="they define T^H*, T^V, T^1*, T^2*; for n = 2 the equations with R* and S are 0 = 0 "
        "for every system; they are named after (M, L*), which by (3.11) has the semispray S of L, "
        "so that its Einstein equations are (7.8)",
    )


@claim("MN-7.10", "(7.10)", "definition", on="curved")
@states("the transformation N -> N bar: N bar^i_j = N^i_j - K^i_j; N bar = N*")
def transformation(s: MetricalScene) -> Judgement:
    """By (4.8)."""
    N, K = s.plain.N("ij"), s.K
    return Judgement(
        printed={name: G.N("ij") == N - s.K_of(G)("ij") for name, G in s.decided.items()},
        mutated={
            "N + K": s.star.N("ij") == N + K("ij"),
            "K^j_i": s.star.N("ij") == N - K("ji"),
            "d'Alembert-Chetaev without d lambda/dy": s.kept.N("ij") == N - printed_K_kept(s)("ij"),
        },
        note=ANY_K,
    )


def metrical(s: MetricalScene, G: IndexGeometry) -> list[Identity]:
    """``g_ij|k = 0`` and ``g_ij|_k = 0``."""
    return [defects(G, L, part)[0]("abc") == 0 for L, part in ((G.L, "h"), (G.C, "v"))]


@claim("MN-7.11", "(7.11)", "identity", on="curved")
@states(
    "C Gamma(N) goes to L Gamma bar(N*): L bar^i_jk = L^i_jk + K^s_k C^i_js, C bar^i_jk = C^i_jk, "
    "also metrical"
)
def intermediate_connection(s: MetricalScene) -> Judgement:
    """The same connection on vertical fields, whose h-derivatives are along δ_k + K^s_k ∂/∂y^s."""
    M = s.middle["postulate"]
    L, C, K = s.plain.L("ijk"), s.plain.C, M.K

    def with_L(terms: Indexed) -> Components:
        return (L + terms).to("ijk")

    printed: dict[str, list[Identity] | Identity] = {
        f"metrical, {name}": metrical(s, each) for name, each in exactly(s).items()
    }
    mutated: dict[str, list[Identity] | Identity] = {
        "without torsion": M.T_torsion("ijk") == 0,
        "metrical with - K^s_k C^i_js": defects(M, with_L(-(K("sk") * C("ijs"))), "h")[0]("abc")
        == 0,
        "metrical with L bar = L": defects(M, s.plain.L, "h")[0]("abc") == 0,
    }
    if s.compared:
        free = s.free.metrical
        change, vertical = s.system.deformation.intermediate.difference(free)
        difference = s.plain.of(change)
        printed["as characterised"] = [
            difference("ijk") == K("sk") * C("ijs"),
            s.plain.of(vertical)("ijk") == 0,
            s.plain.of(s.system.deformation.with_K(change, 2))("ijk")
            == difference("ijs") * K("sk"),
        ]
        mutated["K^s_j C^i_ks"] = difference("ijk") == K("sj") * C("iks")
        mutated["- K^s_k C^i_js"] = difference("ijk") == -(K("sk") * C("ijs"))
    return Judgement(printed=printed, mutated=mutated, note=ANY_K)


def moved(M: Intermediate, T: Components, sign: int = 1) -> Identity:
    """``T_ij|k bar = T_ij|k + K^r_k T_ij|_r``."""
    plain = M.scene.plain
    along, fibre = plain.h_derivative(T, "ll"), plain.v_derivative(T, "ll")
    return M.h_derivative(T, "ll")("ijk") == along("ijk") + sign * (M.K("rk") * fibre("ijr"))


@claim("MN-7.11p", "after (7.11)", "identity", on="curved")
@states("g_ij|k bar = g_ij|k + g_ij|_r K^r_k, g_ij|_k bar = g_ij|_k")
def derivatives_of_the_metric(s: MetricalScene) -> Judgement:
    """For every tensor t_ij; of g_ij all terms are zero."""
    t = s.some(2)
    M = s.middle["postulate"]
    plain = s.plain.v_derivative(t, "ll")
    return Judgement(
        printed={
            **{f"g_ij, {name}": moved(each, s.g_low) for name, each in exactly(s).items()},
            **{f"any t_ij, {name}": moved(each, t) for name, each in exactly(s).items()},
            "|_k": M.v_derivative(t, "ll")("ijk") == plain("ijk"),
        },
        mutated={
            "- K^r_k t_ij|_r": moved(M, t, -1),
            "of CGamma(N*)": s.star.h_derivative(t, "ll")("ijk")
            == s.plain.h_derivative(t, "ll")("ijk") + M.K("rk") * plain("ijr"),
            "|_k bar = |k bar": M.h_derivative(t, "ll")("ijk") == plain("ijk"),
        },
        note=ANY_K,
    )


@claim("MN-7.12", "(7.12)", "identity", on="curved")
@states(
    "L Gamma bar(N*) goes to C Gamma(N*): L*^i_jk = L bar^i_jk + g^ih (K^s_j C_hks - K^s_h C_jks), "
    "also metrical"
)
def second_transformation(s: MetricalScene) -> Judgement:
    """The rest of U."""

    def law(name: str, signs: tuple[int, int]) -> Identity:
        M, C = s.middle[name], s.C_low
        first, second = M.K("sj") * C("hks"), M.K("sh") * C("jks")
        rest = signs[0] * first + signs[1] * second
        return s.both[name].L("ijk") == M.L("ijk") + s.g_up("ih") * rest

    return Judgement(
        printed={
            **{name: law(name, (1, -1)) for name in s.decided},
            **{f"metrical, {name}": metrical(s, G) for name, G in s.decided.items()},
        },
        mutated={
            "+ K^s_h C_jks": law("postulate", (1, 1)),
            "- K^s_j C_hks": law("postulate", (-1, -1)),
            "L* = L bar": law("postulate", (0, 0)),
        },
        note=ANY_K,
    )


@claim("MN-7.13", "(7.13)", "identity", on="curved")
@states(
    "C Gamma(N) -> L Gamma bar(N bar) -> C Gamma(N*), and their composition is (N, L, C) -> (N*, "
    "L*, C)"
)
def composition(s: MetricalScene) -> Judgement:
    """K^s_k C^i_js + B̄^i_jk = U^i_jk."""

    def steps(name: str, sign: int) -> Indexed:
        M, C = s.middle[name], s.C_low
        first = M.L("ijk") - s.plain.L("ijk")
        second = s.g_up("ih") * (M.K("sj") * C("hks") - M.K("sh") * C("jks"))
        return first + sign * second

    K = s.middle["postulate"].K
    return Judgement(
        printed={
            **{f"U, {name}": steps(name, 1) == U(s, s.K_of(G)) for name, G in s.decided.items()},
            **{
                f"L* - L, {name}": steps(name, 1) == G.L("ijk") - s.plain.L("ijk")
                for name, G in s.decided.items()
            },
        },
        mutated={
            "the first minus the second": steps("postulate", -1) == U(s, K),
            "the first alone": steps("postulate", 0) == U(s, K),
            "the second alone": steps("postulate", 1)
            - (s.middle["postulate"].L("ijk") - s.plain.L("ijk"))
            == U(s, K),
        },
        note=ANY_K,
    )
