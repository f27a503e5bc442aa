"""Section 5, up to (5.5): the canonical metrical connection of N* and its coefficients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import LinearConnection, d
from diffgeo.connections import DistinguishedConnection
from mechanics.papers.engine.claims import Judgement, Witness, refuted, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.connection import ONLY_POSITIONS
from mechanics.papers.miron_niminet.indices import Components, Indexed, christoffel_symbols
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity
    from mechanics.papers.engine.claims import Statement

#: The two parts of a geometry: along N, and along the fibres.
BY_N, BY_FIBRES = "h", "v"


def coefficients(G: IndexGeometry, part: str) -> Components:
    """``δy^i(D_{δ_k} ∂/∂y^j)``, or with ``∂/∂y^k``, for the connection of the library."""
    s, D = G.scene, G.geometry.metrical
    along = G.delta if part == BY_N else s.d_y
    values = [[D(X, V) for X in along] for V in s.d_y]
    return G.components(3, lambda i, j, k: G.delta_y[i](values[j][k]))


def defects(G: IndexGeometry, L: Components, part: str) -> tuple[Components, Components]:
    """``g_ij|k`` and ``T^i_jk = L^i_jk - L^i_kj`` of any coefficients; or g_ij|_k and S^i_jk."""
    g = G.scene.g_low
    slope = G.slope(g) if part == BY_N else G.fibre_slope(g)
    return G.covariant(g, "ll", slope, L), (L("ijk") - L("ikj")).to("ijk")


def reconstructed(G: IndexGeometry, L: Components, part: str, sign: int = 1) -> Indexed:
    """The coefficients L from `defects`, by (5.2) and terms that vanish with them."""
    s, g = G.scene, G.scene.g_low
    M, T = defects(G, L, part)
    slope = G.slope(g) if part == BY_N else G.fibre_slope(g)
    low = (g("im") * T("mjk")).to("ijk")
    metric = M("hjk") + M("hkj") - M("jkh")
    torsion = low("hjk") - low("jhk") - low("khj")
    return christoffel_symbols(s.g_up, slope) + s.g_up("ih") * (sign * torsion - metric) / 2


def same_on_both_parts(s: MetricalScene) -> list[Statement]:
    """``DJ = 0`` if D makes f δ_i and f ∂/∂y^i parallel, and not if it is f for one of them."""
    if not s.compared:
        return [s.star.geometry.metrical.connection.is_normal()]
    N, f, (*others, last) = s.star.geometry.connection, 1 + s.x[0] ** 2, s.d_y
    both = [f * X for X in (*s.star.delta, *s.d_y)]
    one = [*s.star.delta, *others, f * last]
    normal, other = (
        DistinguishedConnection(N, LinearConnection.parallelising(fields)) for fields in (both, one)
    )
    return [normal.is_normal(), refuted("another on the vertical fields", other.is_normal())]


@claim("MN-5.01", "theorem 5.1, (5.1)", "theorem", on="plane")
@states(
    "there is only one N*-linear connection with g_ij|k = 0, g_ij|_k = 0, T^i_jk = 0, S^i_jk = 0"
)
def metrical_connection(s: MetricalScene) -> Judgement:
    """Existence for both parts; uniqueness since any coefficients are found from their defects."""
    some = s.some(3)
    # g_ij|k = 0 is kept by terms that are skew in h and j, T = 0 is not.
    skew = (s.g_up("ih") * (some("hjk") - some("jhk"))).to("ijk")
    turned = (s.star.L("ijk") + skew("ijk")).to("ijk")
    symmetric = (s.star.L("ijk") + some("ijk") + some("ikj")).to("ijk")

    def vanish(G: IndexGeometry) -> list[Identity]:
        found = [(G.L, BY_N), (G.C, BY_FIBRES)]
        if G in s.compared.values():
            found += [(coefficients(G, part), part) for part in (BY_N, BY_FIBRES)]
        return [T("abc") == 0 for L, part in found for T in defects(G, L, part)]

    return Judgement(
        printed={
            **{f"(5.1), {name}": vanish(G) for name, G in s.both.items()},
            "only one L^i_jk": reconstructed(s.star, some, BY_N) == some("ijk"),
            "only one C^i_jk": reconstructed(s.star, some, BY_FIBRES) == some("ijk"),
            "an N*-linear connection is the same on both parts": same_on_both_parts(s),
        },
        mutated={
            "g_ij|k = 0 alone determines it: L + A, A_hjk skew in h, j": [
                defects(s.star, turned, BY_N)[0]("ijk") == 0,
                turned("ijk") == s.star.L("ijk"),
            ],
            "T = 0 alone determines it": [
                defects(s.star, symmetric, BY_N)[1]("ijk") == 0,
                symmetric("ijk") == s.star.L("ijk"),
            ],
            "the L^i_jk of N": defects(s.star, s.plain.L, BY_N)[0]("ijk") == 0,
            "the torsions with the other sign": reconstructed(s.star, some, BY_N, -1)
            == some("ijk"),
        },
        note="for every nonlinear connection; on horizontal and on vertical fields alike",
    )


def by_christoffel(G: IndexGeometry, frame: IndexGeometry, sign: int = -1) -> Identity:
    """Whether L^i_jk of a geometry is that of (5.2) with the δ_k of a frame."""
    s = G.scene
    L = coefficients(G, BY_N) if s.compared else G.L
    return L("ijk") == christoffel_symbols(s.g_up, frame.slope(s.g_low), sign)


def fibre_coefficients(G: IndexGeometry) -> Components:
    """C^i_jk of a geometry, of the library where it is compared."""
    return coefficients(G, BY_FIBRES) if G.scene.compared else G.C


@claim("MN-5.02", "theorem 5.2, (5.2)", "theorem", on="plane")
@states(
    "L*^i_jk = (1/2) g^ih (delta* g_hj/delta x^k + delta* g_hk/delta x^j - delta* g_jk/delta x^h), "
    "and C*^i_jk likewise with d/dy"
)
def generalised_christoffel_symbols(s: MetricalScene) -> Judgement:
    """For the connection that is characterised by (5.1): Dh* = 0, DJ = 0, Dg = 0."""
    C = fibre_coefficients(s.star)
    slope = s.star.fibre_slope(s.g_low)
    return Judgement(
        printed={
            **{f"L*, {name}": by_christoffel(G, G) for name, G in s.both.items()},
            "C*": C("ijk") == christoffel_symbols(s.g_up, slope),
            "C*_ijk = C_ijk": s.g_low("ih") * C("hjk") == s.C_low("ijk"),
        },
        mutated={
            "delta_k in the place of delta*_k": by_christoffel(s.star, s.plain),
            "+ delta* g_jk/delta x^h": by_christoffel(s.star, s.star, 1),
            "C* with + dg_jk/dy^h": C("ijk") == christoffel_symbols(s.g_up, slope, 1),
            "C*_ijk = 2 C_ijk": s.g_low("ih") * C("hjk") == 2 * s.C_low("ijk"),
        },
    )


@claim("MN-5.02p", "(5.2')", "identity", on="plane")
@states(
    "L^i_jk = (1/2) g^ih (delta g_hj/delta x^k + delta g_hk/delta x^j - delta g_jk/delta x^h), and "
    "C^i_jk likewise with d/dy"
)
def christoffel_symbols_without_forces(s: MetricalScene) -> Judgement:
    """The same for N."""
    C, slope = fibre_coefficients(s.plain), s.plain.fibre_slope(s.g_low)
    return Judgement(
        printed={
            "L": by_christoffel(s.plain, s.plain),
            "C": C("ijk") == christoffel_symbols(s.g_up, slope),
        },
        mutated={
            "delta*_k in the place of delta_k": by_christoffel(s.plain, s.star),
            "+ delta g_jk/delta x^h": by_christoffel(s.plain, s.plain, 1),
            "C with + dg_jk/dy^h": C("ijk") == christoffel_symbols(s.g_up, slope, 1),
        },
    )


def lowered_U(s: MetricalScene, K: Components, signs: tuple[int, int, int]) -> Indexed:
    """``K^l_k C_hjl + K^l_j C_hkl - K^l_h C_jkl``, with these signs."""
    C = s.C_low
    first, second, third = signs
    return (
        first * (K("lk") * C("hjl")) + second * (K("lj") * C("hkl")) + third * (K("lh") * C("jkl"))
    )


PRINTED_SIGNS = (1, 1, -1)


def U(s: MetricalScene, K: Components, signs: tuple[int, int, int] = PRINTED_SIGNS) -> Indexed:
    """``U^i_jk = g^ih (K^l_k C_hjl + K^l_j C_hkl - K^l_h C_jkl)``, (5.3')."""
    return s.g_up("ih") * lowered_U(s, K, signs)


def printed_K_kept(s: MetricalScene) -> Components:
    """(5.4) with the multipliers of d'Alembert and Chetaev, which it does not differentiate."""
    return Components.matrix(s.printed_K(s.chetaev.multipliers))


@claim("MN-5.03", "theorem 5.3, (5.3)", "theorem", on="plane")
@states("L*^i_jk = L^i_jk + U^i_jk, C*^i_jk = C^i_jk")
def change_of_the_connection(s: MetricalScene) -> Judgement:
    """With U by (5.3')."""
    L, star, kept = s.plain.L, s.star.L, s.kept
    C = fibre_coefficients(s.plain)
    return Judgement(
        printed={
            "L* = L + U": star("ijk") == L("ijk") + U(s, s.K),
            "d'Alembert-Chetaev: L* = L + U, with derivatives of lambda": kept.L("ijk")
            == L("ijk") + U(s, s.K_of(kept)),
            **{
                f"C* = C, {name}": fibre_coefficients(G)("ijk") == C("ijk")
                for name, G in s.both.items()
            },
        },
        mutated={
            "L* = L - U": star("ijk") == L("ijk") - U(s, s.K),
            "L* = L": star("ijk") == L("ijk"),
            "L* = L + K^l_k C^i_jl": star("ijk") == L("ijk") + s.K("lk") * s.plain.C("ijl"),
            "d'Alembert-Chetaev without d lambda/dy": kept.L("ijk")
            == L("ijk") + U(s, printed_K_kept(s)),
        },
        note=ONLY_POSITIONS,
    )


def plain_difference(s: MetricalScene) -> Components:
    """L*^i_jk - L^i_jk."""
    return (s.star.L("ijk") - s.plain.L("ijk")).to("ijk")


@claim("MN-5.03p", "(5.3')", "identity", on="plane")
@states("U^i_jk = g^ih (K^l_k C_hjl + K^l_j C_hkl - K^l_h C_jkl)")
def change_in_terms_of_K(s: MetricalScene) -> Judgement:
    """As it is derived: ½ g^ih (K^l_k ∂g_hj/∂y^l + …), and as the difference on vertical fields."""
    # Over germs for n = 3 the linear connections take long.
    difference = s.star.of(s.system.deformation.U) if s.compared else plain_difference(s)
    slope = s.plain.fibre_slope(s.g_low)
    by_slopes = s.K("lk") * slope("hjl") + s.K("lj") * slope("hkl") - s.K("lh") * slope("jkl")
    K, C = s.K, s.C_low
    exchanged = K("kl") * C("hjl") + K("jl") * C("hkl") - K("hl") * C("jkl")
    return Judgement(
        printed={
            "U = D* - D on vertical lifts": difference("ijk") == U(s, K),
            "half of derivatives of g": s.g_up("ih") * by_slopes / 2 == U(s, K),
            "U^i_jk = U^i_kj": U(s, K) == U(s, K)("ikj"),
        },
        mutated={
            "+ K^l_h C_jkl": difference("ijk") == U(s, K, (1, 1, 1)),
            "- K^l_j C_hkl": difference("ijk") == U(s, K, (1, -1, 1)),
            "half of it": 2 * difference("ijk") == U(s, K),
            "indices of K exchanged": difference("ijk") == s.g_up("ih") * exchanged,
        },
    )


@claim("MN-5.04", "(5.4)", "definition", on="plane")
@states(
    "K^j_i = (1/4)(dF^j/dy^i + lambda^sigma da_sigma^j/dy^i); C_ijk = (1/4) d^3L/dy^i dy^j dy^k is "
    "the Cartan tensor"
)
def force_tensor(s: MetricalScene) -> Judgement:
    """K = h* - h, a tensor with values in V that vanishes on V."""
    K = {name: one.deformation.tensor for name, one in s.readings.items()}
    values = {
        name: s.plain.components(2, lambda i, j, T=T: d(s.y[i])(T(s.d_x[j])))
        for name, T in K.items()
    }
    first, kept = values["postulate"], values["d'Alembert-Chetaev"]
    cartan = s.plain.lowered(s.plain.C)
    if s.compared:
        cartan = s.plain.of(s.space.cartan_tensor)
    low = (s.g_low("is") * s.K("sj")).to("ij")
    slope = s.plain.fibre_slope(Components.row([s.system.total_force(X) for X in s.d_x]))
    return Judgement(
        printed={
            "K = h* - h": first("ij") == s.K("ij"),
            "vanishes on V, with values in V": [
                *(T(V) == 0 for T in K.values() for V in s.d_y),
                *(s.J(T(X)) == 0 for T in K.values() for X in s.d_x),
            ],
            "d'Alembert-Chetaev, with derivatives of lambda": kept("ij") == s.K_of(s.kept)("ij"),
            "C_ijk": cartan("ijk") == s.C_low("ijk"),
            "C_ijk is symmetric": [
                s.C_low("ijk") == s.C_low("jik"),
                s.C_low("ijk") == s.C_low("ikj"),
            ],
        },
        mutated={
            "-K": first("ij") == -s.K("ij"),
            "1/2": first("ij") == 2 * s.K("ij"),
            "indices exchanged": first("ij") == s.K("ji"),
            "K_ij = (1/4) d(F_i + lambda a_i)/dy^j": 4 * low("ij") == slope("ij"),
            "C_ijk = (1/2) d^3L": cartan("ijk") == 2 * s.C_low("ijk"),
            "d'Alembert-Chetaev without d lambda/dy": kept("ij") == printed_K_kept(s)("ij"),
        },
        note=ONLY_POSITIONS + "; K_ij = (1/4) dPhi_i/dy^j - (1/2) C_ijs Phi^s",
    )


@claim("MN-5.05", "(5.5)", "identity", on="plane")
@states("delta*/delta x^i = delta/delta x^i + K^j_i d/dy^j")
def starred_derivatives(s: MetricalScene) -> Judgement:
    """In both readings, with K = h* - h.

    Printed K_i^i is summed, so that ∂/∂y^j has no partner and i none on the left.
    """

    def shifted(G: IndexGeometry, K: Components, sign: int) -> list[Identity]:
        def column(i: int) -> list[Form]:
            return [sign * K[j, i] for j in s.places]

        h, free = G.geometry.h, s.free.h
        return [h(X) == free(X) + s.along(column(i), s.d_y) for i, X in enumerate(s.d_x)]

    turned = s.K("ij").to("ji")
    return Judgement(
        printed={"indices": Witness("delta*_i = delta_i + K_i^i d/dy^j", balanced)},
        repaired={
            "indices": balanced("delta*_i = delta_i + K_i^j d/dy^j"),
            "delta* = delta + K": shifted(s.star, s.K, 1),
            "d'Alembert-Chetaev, with derivatives of lambda": shifted(s.kept, s.K_of(s.kept), 1),
        },
        mutated={
            "delta - K": shifted(s.star, s.K, -1),
            "delta* = delta": shifted(s.star, s.K, 0),
            "indices exchanged": shifted(s.star, turned, 1),
            "d'Alembert-Chetaev without d lambda/dy": shifted(s.kept, printed_K_kept(s), 1),
        },
        correction="delta*_i = delta_i + K^j_i d/dy^j",
        repair="an index: K_i^j for K_i^i",
        damage="scan",
        consequence="what follows uses it with the right indices",
        note=ONLY_POSITIONS,
    )


@claim("MN-5.S", "after theorem 5.3", "example", on="classical")
@states("for g_ij(x), F_i(x) and lambda^sigma(x): K = 0, U = 0, L* = L, C* = C = 0")
def forces_of_the_position(s: MetricalScene) -> Judgement:
    """In the reading of d'Alembert and Chetaev K ≠ 0, but U = 0 as C = 0."""
    L = s.plain.L("ijk")
    change = s.chetaev.deformation.tensor
    damped = Components.matrix(s.printed_K(s.Lambda))
    slope = s.plain.slope(s.g_low)
    return Judgement(
        printed={
            "K = 0": [s.K("ij") == 0, s.system.deformation.tensor == 0],
            "U = 0": U(s, s.K) == 0,
            "L* = L": s.star.L("ijk") == L,
            "C* = C = 0": [s.star.C("ijk") == 0, s.plain.C("ijk") == 0],
            "d'Alembert-Chetaev: U = 0, L* = L": [
                U(s, s.K_of(s.kept)) == 0,
                s.kept.L("ijk") == L,
            ],
        },
        mutated={
            "d'Alembert-Chetaev: K = 0": change == 0,
            "L = 0": L == 0,
            "K = id": damped("ij") == s.kronecker("ij"),
            "g_ij is constant": slope("ijk") == 0,
        },
        note="with the multipliers lambda(x, y) of d'Alembert and Chetaev N* is not N",
    )
