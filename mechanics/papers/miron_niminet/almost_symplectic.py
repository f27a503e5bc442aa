"""Section 6 from (6.9): the almost symplectic form θ of N*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import check, d, interior
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import tensor
from mechanics.papers.engine.claims import Judgement, Witness, agree, fact, states
from mechanics.papers.engine.index_balance import balanced
from mechanics.papers.miron_niminet.book import claim
from mechanics.papers.miron_niminet.connection import ONLY_POSITIONS
from mechanics.papers.miron_niminet.deflections import electromagnetic, elicoidal
from mechanics.papers.miron_niminet.indices import Components, Indexed, cyclic
from mechanics.papers.miron_niminet.maxwell import printed_equation
from mechanics.papers.miron_niminet.metrical_connection import printed_K_kept
from mechanics.papers.miron_niminet.metrical_scene import IndexGeometry, MetricalScene
from mechanics.spaces.lagrange_spaces import LagrangeSystem

if TYPE_CHECKING:
    from diffgeo import Form, Identity


def mixed_form(s: MetricalScene, forms: list[Form]) -> Form:
    """``g_ij η^i∧dx^j``."""
    start = 0 * (s.dx[0] * s.dx[0])
    return sum((s.g[i][j] * (forms[i] * s.dx[j]) for i in s.places for j in s.places), start=start)


@claim("MN-6.09", "(6.9)", "definition", "theta = g_ij delta* y^i dx^j", on="plane")
def almost_symplectic_form(s: MetricalScene) -> Judgement:
    """θ = ½ i_{v*} dd_J L = ½ dd_J L - ¼ d_J Φ."""
    omega, theta = s.space.omega, s.star.geometry.theta
    El = s.system.elicoidal
    return Judgement(
        printed={
            **{
                f"half of i_v* dd_J L, {name}": G.geometry.theta == mixed_form(s, G.delta_y)
                for name, G in s.both.items()
            },
            "half of dd_J L - d_J Phi/2": 4 * theta == 2 * omega - El,
        },
        mutated={
            "g_ij dx^i delta* y^j": -theta == mixed_form(s, s.star.delta_y),
            "of delta y^i": theta == mixed_form(s, s.plain.delta_y),
            "of dy^i": theta == mixed_form(s, [d(y) for y in s.y]),
            "i_v* dd_J L": interior(s.star.geometry.v, omega) == theta,
            "+ d_J Phi/2": 4 * theta == 2 * omega + El,
        },
    )


def shifted_forms(s: MetricalScene, G: IndexGeometry, K: Components, sign: int) -> list[Identity]:
    """``δ*y^i = δy^i - K^i_j dx^j``."""
    return [
        G.delta_y[i] == s.plain.delta_y[i] + sign * s.along([K[i, j] for j in s.places], s.dx)
        for i in s.places
    ]


@claim("MN-6.10", "(6.10)", "identity", "delta* y^i = delta y^i - K^i_j dx^j", on="plane")
def starred_forms(s: MetricalScene) -> Judgement:
    """(4.13) with (5.4). Printed K^i_i is summed, and the j of dx^j is left over."""
    return Judgement(
        printed={"indices": Witness("delta*y^i = deltay^i - K^i_i dx^j", balanced)},
        repaired={
            "indices": balanced("delta*y^i = deltay^i - K^i_j dx^j"),
            "delta* y": shifted_forms(s, s.star, s.K, -1),
            "d'Alembert-Chetaev, with derivatives of lambda": shifted_forms(
                s, s.kept, s.K_of(s.kept), -1
            ),
        },
        mutated={
            "+ K": shifted_forms(s, s.star, s.K, 1),
            "delta* y = delta y": shifted_forms(s, s.star, s.K, 0),
            "indices exchanged": shifted_forms(s, s.star, s.K("ij").to("ji"), -1),
            "d'Alembert-Chetaev without d lambda/dy": shifted_forms(
                s, s.kept, printed_K_kept(s), -1
            ),
        },
        correction="delta* y^i = delta y^i - K^i_j dx^j",
        repair="an index: K^i_j for K^i_i",
        damage="scan",
        consequence="(6.11) has the right indices",
        note=ONLY_POSITIONS,
    )


@claim("MN-T6.3", "theorem 6.3", "theorem", on="plane")
@states(
    "theta depends only on Sigma, is an almost symplectic structure, and depends on the symplectic "
    "structure theta0 of L^n by (6.11)"
)
def properties_of_theta(s: MetricalScene) -> Judgement:
    """By the Postulate even λ does not enter: θ = ½ dd_J L - ¼ d_J F."""
    doubled = LagrangeSystem.postulate(s.space, s.force, s.Q, [2 * f for f in s.Lambda])
    anew = LagrangeSystem.chetaev(s.space, s.force, [2 * Q for Q in s.Q])
    alone = LagrangeSystem(s.space, s.force)
    theta, n = s.star.geometry.theta, s.n
    fields = [*s.star.delta, *s.d_y]
    rank = linear.rank([[theta(X, Y) for Y in fields] for X in fields])
    return Judgement(
        printed={
            "theta is the same for 2 lambda and without constraints": [
                doubled.geometry.theta == theta,
                alone.geometry.theta == theta,
            ],
            "by d'Alembert and Chetaev it is determined by Q = 0": anew.geometry.theta
            == s.kept.geometry.theta,
            "of rank 2n": fact(f"the rank is {2 * n}", rank == 2 * n, str(rank)),
            "N* and V are isotropic": [
                *(theta(X, Y) == 0 for X in s.star.delta for Y in s.star.delta),
                *(theta(X, Y) == 0 for X in s.d_y for Y in s.d_y),
            ],
            "theta0 is half of dd_J L": 2 * s.free.theta == s.space.omega,
        },
        mutated={
            "theta is symplectic": d(theta) == 0,
            "the readings have the same theta": s.kept.geometry.theta == theta,
            "N is isotropic": [theta(X, Y) == 0 for X in s.plain.delta for Y in s.plain.delta],
            "theta = theta0": s.free.theta == theta,
        },
        note="with lambda(x) theta depends on L and F only; the constraints do not enter",
    )


def form_of(s: MetricalScene, values: Components) -> Form:
    """``T_sj dx^s∧dx^j``."""
    start = 0 * (s.dx[0] * s.dx[0])
    return sum((f * (s.dx[k[0]] * s.dx[k[1]]) for k, f in values.values.items()), start=start)


def lowered_K(s: MetricalScene, K: Components) -> Components:
    """``g_ij K^i_s``, as T_sj."""
    return (s.g_low("ij") * K("is")).to("sj")


@claim("MN-6.11", "(6.11)", "identity", "theta = theta0 - g_ij K^i_s dx^s dx^j", on="plane")
def relation_to_the_symplectic_form(s: MetricalScene) -> Judgement:
    """(6.9) with (6.10)."""
    theta, free = s.star.geometry.theta, s.free.theta
    change, kept = form_of(s, lowered_K(s, s.K)), form_of(s, lowered_K(s, s.K_of(s.kept)))
    literal = form_of(s, lowered_K(s, printed_K_kept(s)))
    return Judgement(
        printed={
            "theta0 - g_ij K^i_s dx^s dx^j": theta == free - change,
            "the library's difference": s.system.deformation.skew_part == change,
            "d'Alembert-Chetaev, with derivatives of lambda": s.kept.geometry.theta == free - kept,
        },
        mutated={
            "+": theta == free + change,
            "half of it": 2 * theta == 2 * free - change,
            "theta0": theta == free,
            "d'Alembert-Chetaev without d lambda/dy": s.kept.geometry.theta == free - literal,
        },
        note=ONLY_POSITIONS,
    )


@claim("MN-6.11z", "proof of proposition 6.2", "lemma", on="plane")
@states("theta0 = g_ij delta y^i dx^j is closed")
def closed_form(s: MetricalScene) -> Judgement:
    """It is ½ dd_J L."""
    theta = mixed_form(s, s.plain.delta_y)
    return Judgement(
        printed={"d(theta0) = 0": d(theta) == 0, "theta0 = dd_J L/2": 2 * theta == s.space.omega},
        mutated={
            "d(theta) = 0": d(mixed_form(s, s.star.delta_y)) == 0,
            "theta0 = dd_J L": theta == s.space.omega,
            "d(g_ij dy^i dx^j) = 0": d(mixed_form(s, [d(y) for y in s.y])) == 0,
        },
        note="of the canonical nonlinear connection of L only",
    )


def B(s: MetricalScene, K: Components) -> Components:
    """B_ij = g_sj K^s_i - g_si K^s_j."""
    return (s.g_low("sj") * K("si") - s.g_low("si") * K("sj")).to("ij")


def wedge(s: MetricalScene, values: Components) -> Form:
    """``dB_ij∧dx^i∧dx^j``."""
    start = 0 * (s.dx[0] * s.dx[0] * s.dx[0])
    return sum((d(f) * (s.dx[k[0]] * s.dx[k[1]]) for k, f in values.values.items()), start=start)


@claim("MN-6.12", "proposition 6.2, (6.12)", "proposition", on="plane")
@states("d(theta) = -(1/2) [d(g_sj K^s_i - g_si K^s_j)] dx^i dx^j")
def exterior_differential(s: MetricalScene) -> Judgement:
    """D of (6.11)."""
    left, right = d(s.star.geometry.theta), wedge(s, B(s, s.K))
    kept = wedge(s, B(s, s.K_of(s.kept)))
    return Judgement(
        printed={
            "d(theta)": 2 * left == -right,
            "d'Alembert-Chetaev, with derivatives of lambda": 2 * d(s.kept.geometry.theta) == -kept,
        },
        mutated={
            "+ (1/2)": 2 * left == right,
            "- 1": left == -right,
            "d(theta) = 0": left == 0,
            "d'Alembert-Chetaev without d lambda/dy": 2 * d(s.kept.geometry.theta)
            == -wedge(s, B(s, printed_K_kept(s))),
        },
        note=ONLY_POSITIONS,
    )


def in_the_adapted_basis(
    s: MetricalScene, G: IndexGeometry, K: Components, sign: int, factor: int = 1
) -> Form:
    """``-(1/3!) Σ δ*_h B_ij dx^h∧dx^i∧dx^j ± ½ ∂B_ij/∂y^h δ*y^h∧dx^i∧dx^j``."""
    values, n = B(s, K), s.places
    along, up = cyclic(G.slope(values)), G.fibre_slope(values)
    found = 0 * (s.dx[0] * s.dx[0] * s.dx[0])
    # Both are skew in i and j, the first in h too: each product once.
    for i in n:
        for j in range(i):
            pair = s.dx[i] * s.dx[j]
            for h in range(j):
                found = found - factor * along.components[i, j, h] * (s.dx[h] * pair)
            for h in n:
                found = found + sign * up[i, j, h] * (G.delta_y[h] * pair)
    return found


@claim("MN-6.13", "(6.13)", "identity", on="space")
@states(
    "d(theta) = -(1/3!) [sum of delta* (g_sj K^s_i - g_si K^s_j)/delta x^h] dx^h dx^i dx^j + (1/2) "
    "[d(g_sj K^s_i - g_si K^s_j)/dy^h] delta* y^h dx^i dx^j"
)
def differential_in_the_adapted_basis(s: MetricalScene) -> Judgement:
    """(6.12) with dB_ij = δ*_h B_ij dx^h + ∂B_ij/∂y^h δ*y^h."""
    left, star = d(s.star.geometry.theta), s.star
    kept = in_the_adapted_basis(s, s.kept, s.K_of(s.kept), -1)
    return Judgement(
        printed={"d(theta)": left == in_the_adapted_basis(s, star, s.K, 1)},
        mutated={
            "-(1/2!) and -(1/2)": left == in_the_adapted_basis(s, star, s.K, -1, 3),
            "-(1/3!) and - 1": left == in_the_adapted_basis(s, star, s.K, -2),
            "with delta and delta y": left == in_the_adapted_basis(s, s.plain, s.K, -1, 2),
        },
        repaired={
            "-(1/3!) and -(1/2)": left == in_the_adapted_basis(s, star, s.K, -1),
            "d'Alembert-Chetaev, with derivatives of lambda": d(s.kept.geometry.theta) == kept,
        },
        correction="d(theta) = -(1/3!) [...] dx^h dx^i dx^j - (1/2) [d(g_sj K^s_i - g_si "
        "K^s_j)/dy^h] delta* y^h dx^i dx^j, as (6.12) gives",
        repair="a sign: of the second sum",
        consequence="theorem 6.4 asks for both sums to vanish, and holds",
        readings={
            "+(1/3!) and +(1/2)": left == in_the_adapted_basis(s, star, s.K, 1, -1),
            "+(1/3!) and -(1/2)": left == in_the_adapted_basis(s, star, s.K, -1, -1),
            "dx^i dx^j delta* y^h, which is the same": left
            == in_the_adapted_basis(s, star, s.K, 1),
        },
        note="printed delta*/delta x^i (g_si K^s_h - ...) and delta x^h are delta*/delta x^j, dx^h",
    )


def conditions(s: MetricalScene, G: IndexGeometry, K: Components) -> tuple[Indexed, Indexed]:
    """``Σ δ*_h B_ij`` and ``∂B_ij/∂y^h``."""
    values = B(s, K)
    return cyclic(G.slope(values)), G.fibre_slope(values)("ijk")


def values_on(s: MetricalScene, G: IndexGeometry) -> tuple[Indexed, Indexed]:
    """``dθ(δ_i, δ_j, δ_k)`` and ``dθ(∂/∂y^k, δ_i, δ_j)``."""
    form, X, V = d(G.geometry.theta), G.delta, s.d_y
    return (
        G.components(3, lambda i, j, k: form(X[i], X[j], X[k]))("ijk"),
        G.components(3, lambda i, j, k: form(V[k], X[i], X[j]))("ijk"),
    )


def is_zero(*things: Identity) -> bool:
    """Whether all of the identities hold."""
    return all(bool(check(one, counterexample=False)) for one in things)


@claim("MN-T6.4", "theorem 6.4", "theorem", on="space")
@states(
    "theta is integrable if and only if the cyclic sum of delta* (g_sj K^s_i - g_si K^s_j)/delta "
    "x^h and d(g_sj K^s_i - g_si K^s_j)/dy^h vanish"
)
def integrability_of_theta(s: MetricalScene) -> Judgement:
    """These are the values of -dθ on the adapted frame; integrable means closed."""

    def equivalence(G: IndexGeometry, K: Components) -> list[Identity]:
        (first, second), (sums, slopes) = values_on(s, G), conditions(s, G, K)
        form, V = d(G.geometry.theta), s.d_y
        rest = [form(v, w, X) == 0 for v in V for w in V for X in s.TM.frame]
        return [first == -sums, second == -slopes, *rest]

    # A gyroscopic force: its elicoidal tensor is constant and not zero.
    force = s.y[0] * s.dx[1] - s.y[1] * s.dx[0]
    turned = LagrangeSystem(s.space, force)
    G = IndexGeometry(s, turned.geometry)
    K = G.components(2, lambda i, j: s.plain.N[i, j] - G.N[i, j])
    sums, slopes = conditions(s, s.star, s.K)
    closed = d(s.star.geometry.theta)
    _, second = values_on(s, s.star)
    return Judgement(
        printed={
            "Postulate": equivalence(s.star, s.K),
            "d'Alembert-Chetaev, with derivatives of lambda": equivalence(s.kept, s.K_of(s.kept)),
            "closed if and only if both vanish": agree(
                "closed, both vanish", is_zero(closed == 0), is_zero(sums == 0, slopes == 0)
            ),
            "both for F = xdot dy - ydot dx": [
                d(turned.geometry.theta) == 0,
                *(part == 0 for part in conditions(s, G, K)),
            ],
        },
        mutated={
            "both for the forces of the datum": [sums == 0, slopes == 0],
            "closed only if K = 0": K("ij") == 0,
            "closed only if B = 0": B(s, K)("ij") == 0,
            "the second with the other sign": second == slopes,
        },
        note="B_ij = (1/4) El_ij with the elicoidal tensor of the total force: theta is closed if "
        "and only if d_J Phi is",
    )


@claim("MN-6.14", "end of section 6", "remark", on="space")
@states("the exterior equations d(d theta) = 0 give the generalised Maxwell equations (6.7)")
def maxwell_from_theta(s: MetricalScene) -> Judgement:
    """dθ knows d_JΦ only; the equations of Maxwell are those of d_h* and d_J on 𝓕."""
    G = s.star.geometry
    F, theta, E = G.electromagnetic, G.theta, s.space.energy
    slope = d(s.J.transpose(d(E)))
    El, values, field = elicoidal(s.star), B(s, s.K), electromagnetic(s.star)
    free = s.free

    def d_J(form: Form) -> Form:
        return interior(s.J, d(form)) - d(interior(s.J, form))

    return Judgement(
        printed={
            "d(d theta) = 0": d(d(theta)) == 0,
            "so the first of (6.7)": printed_equation(s.star),
        },
        mutated={
            "d_h* F = (1/4) i_R* dd_J E": 4 * G.d_h(F) == interior(G.curvature, slope),
            "4 B = -El": 4 * values("ij") == -El("ij"),
        },
        corrected={
            "d(theta) is of the elicoidal tensor: 4 B = El": [
                4 * values("ij") == El("ij"),
                4 * d(theta) == -d(s.system.elicoidal),
            ],
            "without forces d(theta) = 0": d(free.theta) == 0,
            "d_J F = 0": d_J(F) == 0,
            "d_h* F = -(1/4) i_R* dd_J E": 4 * G.d_h(F) == -interior(G.curvature, slope),
            "F = -(1/4) d_h* d_J E": s.star.of(tensor(F))("ij") == field,
        },
        correction="d(d theta) = 0 holds for every 2-form and says nothing of F: 4 d(theta) = "
        "-d(d_J Phi), and d(theta) = 0 without forces. The Maxwell equations are d_J F = 0 and "
        "d_h* F = -(1/4) i_R* dd_J E_L for F = -(1/4) d_h* d_J E_L",
        consequence="the generalised Maxwell equations do not follow from theta being a form",
        readings={
            "F is B": field == values("ij"),
            "F is -B/2": field == values("ij") / -2,
            "F of N is 0, as d(theta0)": electromagnetic(s.plain) == 0,
        },
    )
