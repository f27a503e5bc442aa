"""Section 5, second part: the connection of a second-order field, Ψ_Γ and its lift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import bracket, check, d, interior
from mechanics.papers.engine.claims import Fact, Judgement, Witness, refuted, states
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.book import claim, scene
from mechanics.papers.sarlet.equations import printed_Psi
from mechanics.papers.sarlet.fields import connection_coefficients
from mechanics.papers.sarlet.nonlinear import AFFINE, is_constant
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Identity, VectorForm
    from mechanics.model.constraint_sections import JetSection


@claim("SAR-5.08", "after the fifth display", "theorem", on="non-linear")
@states("the formulas that determine P_H and P_V remain the same")
def unchanged_projectors(s: SectionScene) -> Judgement:
    """The square of L_ΓS, the projectors of SAR-3.04 and the lifts of SAR-3.05, word for word."""
    D, one, rest = s.of_Gamma.derivative, s.P.identity, s.dt.tensor(s.Gamma) + s.N
    h, v, rho, G = (
        (one - D + rest) / 2,
        (one + D - rest) / 2,
        s.section.rho,
        connection_coefficients(s),
    )

    def lifts(sign: int) -> list[tuple[VectorForm, VectorForm]]:
        slopes = [
            combined(f, s.v, [sign * g for g in column])
            for f, column in zip(s.f, zip(*G, strict=True), strict=True)
        ]
        by_x = [
            (Q, combined(Q, [-sign * g for g in row], s.d_v))
            for Q, row in zip(s.d_x, G, strict=True)
        ]
        return [(s.d_t, combined(s.d_t, slopes, s.d_v)), *by_x, *((Y, Y) for Y in s.d_y)]

    linear_N = 0 * s.N
    for eta, b0, g, Y in zip(s.eta, s.B_0, s.g, s.d_y, strict=True):
        linear_N += (eta + (b0 - g) * s.dt).tensor(Y)
    return Judgement(
        printed={
            "(L_Gamma S)^2 = I - Gamma (x) dt - N": one - rest == D @ D,
            "projectors": [h @ h == h, v @ v == v],
            "complementary": [h + v == one, h @ v == 0, v @ h == 0],
            "of a connection on rho": [rho.tangent(v) == 0, *(v(V) == V for V in s.d_v)],
            "horizontal lifts of SAR-3.05": [h(Q) == X for Q, X in lifts(1)],
        },
        mutated={
            "(L_Gamma S)^2 = I - Gamma (x) dt": one - s.dt.tensor(s.Gamma) == D @ D,
            "lifts with +(1/2) df/dv": [h(Q) == X for Q, X in lifts(-1)],
            "with B^a = g^a in N": one - s.dt.tensor(s.Gamma) - linear_N == D @ D,
        },
    )


@claim("SAR-5.09", "after the fifth display", "assertion", on="non-linear")
@states(
    "N lives on pi^*J^1tau_0, and so does N_N, the curvature of the connection on pi_1, which "
    "cannot be contracted with T along rho"
)
def no_contraction_with_T(s: SectionScene) -> Judgement:
    """T determines i_Γ N_N for the fields Γ over T only up to i_V N_N, and this is not zero."""
    N_N, connection = s.geometry.curvature, s.section.connection
    fields = [s.Gamma + V for V in s.d_v]
    return Judgement(
        printed={
            "N_N is the curvature": [
                connection.curvature == N_N,
                connection.vertical_projector == s.N,
            ],
            "N is no tensor of E": refuted("N is constant along rho", is_constant(s)),
            "fields over T with other contractions": [
                refuted(
                    "i_X N_N = i_Gamma N_N",
                    check(
                        [interior(X, N_N) == interior(s.Gamma, N_N) for X in fields],
                        counterexample=False,
                    ),
                ),
                *(s.section.rho.tangent(X) == s.section.total_time_derivative for X in fields),
            ],
        },
        mutated={
            "T determines i_T N_N": [interior(X, N_N) == interior(s.Gamma, N_N) for X in fields],
            "the curvature is -N_N": connection.curvature == -N_N,
        },
        condition="some d^2 g^a/dv dv is not 0, as in SAR-5.03",
        without={"for a general section": Witness(scene(AFFINE), contraction_depends_on_Gamma)},
    )


def contraction_depends_on_Gamma(s: SectionScene) -> Fact:
    """That i_Γ N_N is not the same for all Γ: they differ by fields along ∂/∂v."""
    along_v = interior(s.d_v[0], s.geometry.curvature)
    return refuted("i_Gamma N_N depends on Gamma", check(along_v == 0))


@claim("SAR-5.10", "sixth display", "identity", on="non-linear")
@states("Psi_Gamma = i_Gamma N_N = C^a_beta theta^beta (x) d_y^a, without a part along dv")
def Psi_of_Gamma(s: SectionScene) -> Judgement:
    """i_V i_Γ N_N = 0, although i_V N_N is not: it has the factor θ(Γ) = 0."""
    printed, found = printed_Psi(s, s.C), interior(s.Gamma, s.geometry.curvature)
    fields = [s.Gamma + V for V in s.d_v]
    return Judgement(
        printed={
            "i_Gamma N_N": found == printed,
            "N_N(Gamma, X) for vectors X": [
                s.geometry.curvature(s.Gamma, X) == printed(X) for X in s.P.frame
            ],
            "no part along dv": [printed(V) == 0 for V in s.d_v],
            "the library's Psi": s.of_Gamma.Psi == printed,
            "other fields": [s.geometry.field(X).Psi == printed_Psi(s, s.C_of(X)) for X in fields],
        },
        mutated={
            "-C": found == -printed,
            "N_N without one half": 2 * found == printed,
            "the same for all fields": [s.geometry.field(X).Psi == printed for X in fields],
        },
    )


@claim("SAR-5.11", "seventh display", "identity", on="non-linear")
@states("C^a_beta = Gamma(B^a_beta) - X_beta(g^a)")
def C_of_Gamma(s: SectionScene) -> Judgement:
    """C^a_β = η^a([Γ, X_β]); it contains f^α with the factor ∂²g^a/∂v^α∂v^β."""

    def entries(sign: int, Gamma: VectorForm) -> list[Identity]:
        return [
            Gamma(b) + sign * X(g) == eta(bracket(Gamma, X))
            for row, g, eta in zip(s.B, s.g, s.eta, strict=True)
            for b, X in zip(row, s.X, strict=True)
        ]

    start = s.section.second_order_field()
    without_f = s.C_of(start)

    def with_f(factor: int) -> list[Identity]:
        return [
            c - c0 == factor * combined(0 * c, s.f, [V(b) for V in s.d_v])
            for row, row0, bs in zip(s.C, without_f, s.B, strict=True)
            for c, c0, b in zip(row, row0, bs, strict=True)
        ]

    frozen = [
        start(b) - X(g) == eta(bracket(s.Gamma, X))
        for row, g, eta in zip(s.B, s.g, s.eta, strict=True)
        for b, X in zip(row, s.X, strict=True)
    ]
    return Judgement(
        printed={
            "eta^a([Gamma, X_beta])": entries(-1, s.Gamma),
            "f with the factor d^2 g/dv dv": with_f(1),
        },
        mutated={
            "Gamma(B) + X(g)": entries(1, s.Gamma),
            "without f": frozen,
            "f with the other sign": with_f(-1),
        },
    )


@claim("SAR-5.12", "eighth display", "definition", on="non-linear")
@states("the lifted tensor field on J^1tau_1: Psidot = C^a_alpha theta^alpha (x) d_w^a")
def lifted_tensor(s: SectionScene) -> Judgement:
    """At j over the point p(j) of P: X ↦ vertical lift to j of the vector Ψ_Γ(Tp X) of Vπ.

    C^a_α and θ^α are functions and forms of (t, q, v), which p brings to J¹τ₁; so this is a
    tensor field on all of J¹τ₁, and along J_σ it is S₁∘Tσ∘Ψ_Γ∘Tp.
    """
    p, S, change, sigma = s.section.p, s.J1.vertical_endomorphism, s.change, s.sigma

    def written(section: JetSection, Psi: VectorForm, factor: int = 1) -> VectorForm:
        made = 0 * section.J1.identity
        for y in section.dependent:
            form = section.p.pull(Psi.transpose(d(section.P[y])))
            made += factor * form.tensor(section.J1.vector_field({f"{y}dot": 1}))
        return made

    anew = change.geometry.field(s.moved_Gamma).Psi
    printed = 0 * s.J1.identity
    for row, W in zip(s.C, s.W, strict=True):
        printed += p.pull(combined(0 * s.dt, row, s.theta)).tensor(W)
    phi = [s.J1[f"{y}dot"] - p.pull(g) for y, g in zip(s.datum.dependent, s.g, strict=True)]

    def along_sigma(K: VectorForm) -> list[Identity]:
        return [
            sigma.pull(K.transpose(d(f))) == s.of_Gamma.Psi.transpose(sigma.pull(S.transpose(d(f))))
            for f in s.J1.coordinates
        ]

    return Judgement(
        printed={
            "C^a_alpha theta^alpha (x) d_w^a": written(s.section, s.of_Gamma.Psi) == printed,
            "along J_sigma: S_1 o T sigma o Psi": along_sigma(printed),
            "d_w^a is the vertical lift of d_y^a": [
                S(s.J1.prolong_field(s.E.vector_field({y: 1}))) == W
                for y, W in zip(s.datum.dependent, s.W, strict=True)
            ],
            "in all coordinates of E -> M -> R": change.on_J1.pull(printed)
            == written(change.old, anew),
        },
        mutated={
            "-C": along_sigma(-printed),
            "tangent to J_sigma": [sigma.pull(printed.transpose(d(f))) == 0 for f in phi],
        },
        note="on J^1tau_1, not on J_sigma as the text of section 3 says of the linear case; only "
        "its values along J_sigma matter",
    )
