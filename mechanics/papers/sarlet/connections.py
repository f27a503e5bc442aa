"""Section 2: the connection on π, the constraint manifold, and the tensors S and N on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diffgeo import EhresmannConnection, Fibration, FibredManifold, Map, check, d, identity_map, jet
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.constraint_sections import fibration_over
from mechanics.papers.engine.claims import Judgement, NotCheckable, fact, same, states
from mechanics.papers.engine.terms import combined, termwise
from mechanics.papers.sarlet import changes
from mechanics.papers.sarlet.book import claim
from mechanics.papers.sarlet.data import SMALL
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Form, VectorForm


@claim("SAR-2.01", "first diagram", "definition", on="linear")
@states("pi: E -> M, both fibred over R, tau_1 = tau_0 o pi")
def fibrations(s: SectionScene) -> Judgement:
    """Both projections are submersions, and the diagram commutes."""
    E, M, pi = s.E, s.section.M, s.section.fibration
    composed = M.projection @ pi.projection
    ((below,), (above,)) = M.base.coordinates, E.base.coordinates
    return Judgement(
        printed={
            "tau_0 o pi = tau_1": composed.pull(below) == E.projection.pull(above),
            "submersions": [
                same("coordinates along pi", pi.fibre_names, s.datum.dependent),
                same("of M over time", M.fibre_names, s.datum.free),
            ],
            "dt": pi.projection.pull(M.dt) == E.dt,
        },
        mutated={"over the time t + 1": composed.pull(below + 1) == E.projection.pull(above)},
    )


@claim("SAR-2.02", "after the first diagram", "definition", on="none")
@states("J^1pi has the coordinates (t, x^alpha, y^a, y^a_t, y^a_alpha)")
def jets_of_pi(_: object) -> Judgement:
    """Values and first derivatives of a section of π determine its jet, on every section."""
    E = FibredManifold("E", coordinates="x z y u", functions="r(t,x,z) s(t,x,z)")
    pi = fibration_over(E, ["y", "u"])
    M, J = pi.base, jet(pi, 1)
    section = Map(M, E, {n: M[n] for n in "txz"} | {"y": "r(t,x,z)", "u": "s(t,x,z)"})
    prolonged = J.prolong(section)
    places = {"t": M.frame[0], "x": M.frame[1], "z": M.frame[2]}
    slopes = [(J.derivative(y, p), X, y) for y in "yu" for p, X in places.items()]
    return Judgement(
        printed={
            "values": J.projection @ prolonged == section,
            "derivatives": [
                prolonged.pull(slope) == X(section.pull(E[y])) for slope, X, y in slopes
            ],
            "no others": same("dim J^1pi for k = m = 2", J.dimension, 1 + 2 + 2 + 2 * 3),
        },
        mutated={
            "y^a_t is the derivative along x": [
                prolonged.pull(slope) == places["x"](section.pull(E[y])) for slope, _, y in slopes
            ]
        },
    )


def coefficients(s: SectionScene) -> dict[str, dict[str, Form]]:
    """B^a and B^a_α on E, by the names of coordinates."""
    below = ("t", *s.datum.free)
    rows = zip(s.datum.dependent, s.B_0, s.B, strict=True)
    return {y: dict(zip(below, map(s.zero.pull, (b0, *row)), strict=True)) for y, b0, row in rows}


@claim("SAR-2.03", "after the first diagram", "definition", on="linear")
@states(
    "an Ehresmann connection on pi is a section of J^1pi -> E: y^a_t = B^a(t,q), y^a_alpha = "
    "B^a_alpha(t,q)"
)
def connection_as_section(s: SectionScene) -> Judgement:
    """Horizontal planes are jets of sections of π: splittings of TE and sections, one to one."""
    connection, B = s.section.connection_on_E, coefficients(s)
    J = jet(s.section.fibration, 1)
    section = connection.section(J)
    values = [(J.derivative(y, x), b) for y, row in B.items() for x, b in row.items()]

    def written(sign: int) -> Map:
        images = {name: s.E[name] for name in s.E.chart.coordinates}
        by_name = {f"{y}_{x}": sign * b for y, row in B.items() for x, b in row.items()}
        return Map(s.E, J, images | by_name)

    return Judgement(
        printed={
            "a section": J.projection @ section == identity_map(s.E),
            "y_t = B^a, y_alpha = B^a_alpha": [section.pull(slope) == b for slope, b in values],
            "and back": EhresmannConnection.from_section(written(1)) == connection,
        },
        mutated={"-B": EhresmannConnection.from_section(written(-1)) == connection},
    )


@claim("SAR-2.04", "second diagram", "assertion", on="linear")
@states("sigma splits the sequence 0 -> V tau_1 -> J^1tau_1 -> pi^*J^1tau_0 -> 0")
def splitting(s: SectionScene) -> Judgement:
    """Exact would mean: the translations of J¹τ₁ by Vτ₁ have the fibres of p as their orbits.

    Translations of the affine bundle J¹τ₁ → E are vertical lifts. Those by Vπ, with fibres of
    dimension m, move along the fibres of p; the printed coordinates (t, q^A, q̇^a) of the first
    space are those of Vπ, too.
    """
    J, p, S = s.J1, s.section.p, s.J1.vertical_endomorphism
    lifts = {name: S(J.prolong_field(s.E.vector_field({name: 1}))) for name in s.E.fibre_names}
    along = [lifts[y] for y in s.datum.dependent]
    across = [lifts[x] for x in s.datum.free]
    n, codimension = s.k + s.m, J.dimension - s.P.dimension
    connection, pi = s.section.connection_on_E, s.section.fibration
    rank_p = linear.rank([[X(p.pull(f)) for f in s.P.coordinates] for X in J.frame])
    on_M = [s.section.M.vector_field({x: 1}) for x in ("t", *s.datum.free)]
    readings = {
        "the directions, 0 -> V tau_1 -> V tau_1 -> pi^*V tau_0 -> 0": same("rank", n, n - s.k),
        "of vector bundles, 0 -> V tau_1 -> TE -> pi^*TM -> 0": same("rank", n, n - s.k),
    }
    if s.k != s.m:
        readings["V tau_0 pulled back in the place of V tau_1"] = same("rank", s.k, s.m)
    return Judgement(
        printed={
            "V tau_1 goes to points": [p.tangent(W) == 0 for W in (*across, *along)],
            "and fills the fibres": same("rank of V tau_1", n, codimension),
        },
        repaired={
            "V pi goes to points": [p.tangent(W) == 0 for W in along],
            "and fills the fibres": [
                same("rank of V pi", len(along), codimension),
                same("rank of p", rank_p, s.P.dimension),
            ],
            "sigma is a section": p @ s.sigma == identity_map(s.P),
            "affine over E": [V(U(g)) == 0 for U in s.d_v for V in s.d_v for g in s.g],
            "of vector bundles: 0 -> V pi -> TE -> pi^*TM -> 0, split by the horizontal lift": [
                pi.projection.related(connection.lift(X), X) for X in on_M
            ],
        },
        correction="0 -> V pi -> J^1tau_1 -> pi^*J^1tau_0 -> 0: J^1tau_1 -> pi^*J^1tau_0 is an "
        "affine bundle, not a vector bundle, on which V pi acts by vertical lifts; sigma is a "
        "section of it that is affine over E",
        repair="a letter: V pi for V tau_1",
        consequence="the coordinates that are printed are those of V pi; what follows uses that "
        "sigma is a section only",
        readings=readings,
        mutated={"the velocities of M go to points": [p.tangent(W) == 0 for W in across]},
    )


@claim("SAR-2.05", "display sigma", "definition", on="linear")
@states("sigma(t,q,v) = (t, q, v, w^a = B^a_beta v^beta + B^a)")
def sigma_in_coordinates(s: SectionScene) -> Judgement:
    """σ(e, u) = h_e(u): the value at (e, u) is the horizontal lift of the jet u to e."""
    connection, pull = s.section.connection_on_E, s.section.rho.pull
    lifts = [connection.lift(X) for X in s.section.M.frame]
    y = [s.E[name] for name in s.datum.dependent]
    rates = [s.sigma.pull(s.J1[f"{name}dot"]) for name in s.datum.dependent]

    def lifted(sign: int) -> list[Form]:
        return [combined(sign * pull(lifts[0](f)), s.v, [pull(X(f)) for X in lifts[1:]]) for f in y]

    return Judgement(
        printed={
            "w = Bv + B": termwise(rates, lifted(1)),
            "over P": s.section.p @ s.sigma == identity_map(s.P),
            "the same v": [
                s.sigma.pull(s.J1[f"{x}dot"]) == v for x, v in zip(s.datum.free, s.v, strict=True)
            ],
        },
        mutated={"w = Bv - B": termwise(rates, lifted(-1))},
    )


@claim("SAR-2.06", "after the display sigma", "definition", on="linear")
@states(
    "J_sigma = sigma(pi^*J^1tau_0), of dimension 1 + 2k + m; solution curves have their "
    "prolongations in it"
)
def constraint_manifold(s: SectionScene) -> Judgement:
    """σ is an embedding, with the left inverse p; curves in J_σ that satisfy (1.01) lift curves.

    An integral curve c of any Γ over T satisfies (ρ∘c)˙ = σ∘c.
    """
    rank = linear.rank([[X(s.sigma.pull(f)) for f in s.J1.coordinates] for X in s.P.frame])
    names = s.E.fibre_names
    rates = [s.Gamma(s.P[q]) == s.sigma.pull(s.J1[f"{q}dot"]) for q in names]
    astray = s.Gamma + s.d_y[0]
    return Judgement(
        printed={
            "dimension 1 + 2k + m": same("dim P", s.P.dimension, 1 + 2 * s.k + s.m),
            "a submanifold": [
                same("rank of sigma", rank, s.P.dimension),
                s.section.p @ s.sigma == identity_map(s.P),
            ],
            "over E": s.J1.projection @ s.sigma == s.section.rho,
            "solution curves": rates,
        },
        mutated={
            "all curves": [astray(s.P[q]) == s.sigma.pull(s.J1[f"{q}dot"]) for q in names],
            "dimension 2n + 1": same("dim P", s.P.dimension, 1 + 2 * (s.k + s.m)),
        },
        note="having its prolongation in J_sigma is necessary for a solution curve, and the same "
        "as to satisfy the constraints",
    )


@claim("SAR-2.07", "display S", "definition", on="linear")
@states(
    "S = theta^alpha (x) d_v^alpha on J_sigma, inherited from the vertical endomorphism of J^1tau_0"
)
def endomorphism(s: SectionScene) -> Judgement:
    """The tensor with Tπ₁∘S = S₀∘Tπ₁ and Tρ∘S = 0; there is one, since P is E ×_M J¹τ₀."""
    rho, pi_1, S_0 = s.section.rho, s.section.pi_1, s.J0.vertical_endomorphism
    printed = wrong = 0 * s.S
    for dx, theta, V in zip(map(d, positions(s)), s.theta, s.d_v, strict=True):
        printed += theta.tensor(V)
        wrong += (2 * dx - theta).tensor(V)
    both = [*(rho.pull(f) for f in s.E.coordinates), *(pi_1.pull(f) for f in s.J0.coordinates)]
    rank = linear.rank([[X(f) for f in both] for X in s.P.frame])
    clock, mixing = changes.clock(s), changes.mixing(SectionScene(SMALL["at rest"]))
    other = printed + s.theta[0].tensor(s.d_y[0])
    another = check(related(pi_1, other, S_0)) and not check(other == printed)
    return Judgement(
        printed={
            "T pi_1 o S = S_0 o T pi_1": related(pi_1, printed, S_0),
            "T rho o S = 0": rho.tangent(printed) == 0,
            "only one such tensor": same("rank of (rho, pi_1)", rank, s.P.dimension),
            "S^* = sigma^* S_1^* p^*": printed == s.S,
            "in all coordinates of E -> M -> R": s.change.on_P.pull(printed) == s.change.geometry.S,
        },
        mutated={
            "(dx + v dt) (x) d_v": wrong == s.S,
            "the first property is enough": fact(
                "T pi_1 o S = S_0 o T pi_1 determines S", not another
            ),
            "in all units of time": clock.on_P.pull(s.S) == clock.geometry.S,
            "for all fibrations pi": mixing.on_P.pull(mixing.given.vertical_endomorphism)
            == mixing.geometry.S,
        },
        note="S depends on pi, and on the form dt",
    )


def positions(s: SectionScene) -> list[Form]:
    """The functions x^α on P."""
    return [s.P[x] for x in s.datum.free]


def related(phi: Map, K: VectorForm, L: VectorForm) -> list[Any]:
    """Tφ∘K = L∘Tφ for (1,1) tensors: K^*φ^* = φ^*L^* on the differentials of coordinates."""
    return [K.transpose(phi.pull(d(f))) == phi.pull(L.transpose(d(f))) for f in L.space.coordinates]


def printed_N(s: SectionScene, sign: int = 1) -> VectorForm:
    """(dy^a - B^a_α dx^α - B^a dt) ⊗ ∂/∂y^a on E."""
    E, N = s.E, 0 * s.E.identity
    for y, row in coefficients(s).items():
        eta = d(E[y]) - sign * combined(0 * E.dt, row.values(), [d(E[x]) for x in row])
        N += eta.tensor(E.vector_field({y: 1}))
    return N


@claim("SAR-2.08", "display N", "definition", on="linear")
@states("N = eta^a (x) d_y^a, the vertical projector of the connection on pi, on E")
def vertical_projector(s: SectionScene) -> Judgement:
    """Values vertical over M, the identity on vertical fields, zero on horizontal ones."""
    N, wrong = printed_N(s), printed_N(s, -1)
    pi, connection = s.section.fibration, s.section.connection_on_E
    lifts = [connection.lift(X) for X in s.section.M.frame]
    vertical = [s.E.vector_field({y: 1}) for y in s.datum.dependent]
    return Judgement(
        printed={
            "a projector": N @ N == N,
            "T pi o N = 0": pi.projection.tangent(N) == 0,
            "identity on V pi": [N(Y) == Y for Y in vertical],
            "zero on horizontal lifts": [N(X) == 0 for X in lifts],
            "of the connection": connection.vertical_projector == N,
        },
        mutated={"eta = dy + B dx + B dt": [wrong(X) == 0 for X in lifts]},
    )


@claim("SAR-2.09", "display sigma_1", "definition", on="linear")
@states(
    "the canonical lift of the connection to pi_1: y^a_t = B^a, y^a_alpha = B^a_alpha, y^a_v = 0"
)
def lifted_connection(s: SectionScene) -> Judgement:
    """The connection on P → J¹τ₀ whose horizontal vectors go to horizontal vectors of E.

    Tρ is an isomorphism from the vertical vectors of π₁ to those of π: there is one.
    """
    rho, pi_1, below = s.section.rho, s.section.pi_1, s.section.connection_on_E
    J = jet(Fibration(pi_1), 1)
    section = s.section.connection.section(J)
    on_P = {y: {x: s.section.rho.pull(b) for x, b in r.items()} for y, r in coefficients(s).items()}
    printed = EhresmannConnection.from_coefficients(pi_1, on_P)
    bent = {y: row | {f"{s.datum.free[0]}dot": s.P.function(1)} for y, row in on_P.items()}
    wrong = EhresmannConnection.from_coefficients(pi_1, bent)
    slopes = [J.derivative(y, f"{x}dot") for y in s.datum.dependent for x in s.datum.free]

    def properties(connection: EhresmannConnection) -> list[Any]:
        return related(rho, connection.vertical_projector, below.vertical_projector)

    return Judgement(
        printed={
            "over the connection on pi": properties(printed),
            "it is the one of sigma": printed == s.section.connection,
            "y_t = B^a, y_alpha = B^a_alpha": [
                section.pull(J.derivative(y, x)) == b for y, r in on_P.items() for x, b in r.items()
            ],
            "y_v = 0": [section.pull(slope) == 0 for slope in slopes],
        },
        mutated={"y_v = 1": properties(wrong)},
    )


@claim("SAR-2.10", "after the display N", "assertion", on="linear")
@states("N is well defined on pi^*J^1tau_0 and on J_sigma, by the lifted connection")
def projector_on_P(s: SectionScene) -> Judgement:
    """N on P, with N^*dF = dF - (TF)dt - S^*d(TF), is ρ-related to N on E; in all coordinates."""
    below = s.section.connection_on_E.vertical_projector
    change = s.change
    twisted = s.N + s.theta[0].tensor(s.d_v[0])
    return Judgement(
        printed={
            "related to N on E": related(s.section.rho, s.N, below),
            "T pi_1 o N = 0": s.section.pi_1.tangent(s.N) == 0,
            "a projector": s.N @ s.N == s.N,
            "of the lifted connection": s.section.connection.vertical_projector == s.N,
            "in all coordinates of E -> M -> R": change.on_P.pull(s.N) == change.geometry.N,
        },
        mutated={
            "-N": related(s.section.rho, -s.N, below),
            "with values along v": s.section.pi_1.tangent(twisted) == 0,
        },
    )


@claim("SAR-2.11", "third diagram", "diagram", "the diagram of all spaces and maps", on="none")
def diagram(_: object) -> NotCheckable:
    """The maps that the text names commute: SAR-2.01, SAR-2.05, SAR-2.06, SAR-2.09."""
    return NotCheckable("the diagram is missing from the text that is at hand")
