"""Section 3, first part: second-order fields on J_σ and their connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import check
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Fact, Judgement, fact, same, states
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet import changes
from mechanics.papers.sarlet.book import claim
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm


def rows(s: SectionScene) -> list[list[Form]]:
    """The values of dt, θ^α, η^a on a frame."""
    return [[form(X) for X in s.P.frame] for form in (s.dt, *s.theta, *s.eta)]


def conditions(s: SectionScene, Gamma: VectorForm) -> list[Identity]:
    """The three conditions of the paper."""
    others = [form(Gamma) == 0 for form in (*s.theta, *s.eta)]
    return [s.dt(Gamma) == 1, *others]


def up_to_vertical_fields(s: SectionScene) -> list[Fact | Identity]:
    """That fields with the same values of dt, θ^α, η^a differ by vertical ones."""
    return [
        same("rank of dt, theta, eta", linear.rank(rows(s)), 1 + s.k + s.m),
        *(form(V) == 0 for form in (s.dt, *s.theta, *s.eta) for V in s.d_v),
    ]


def no_second_order_fields(s: SectionScene) -> dict[str, list[Identity]]:
    """The conditions for fields that are of no second order."""
    fields = (2 * s.Gamma, s.Gamma + s.X[0], s.Gamma + s.d_y[0])
    names = ("2 Gamma", "Gamma + X_1", "Gamma + d_y")
    return {name: conditions(s, X) for name, X in zip(names, fields, strict=True)}


@claim("SAR-3.01", "first display", "definition", on="linear")
@states("a second-order field: dt(Gamma) = 1, theta^alpha(Gamma) = 0, eta^a(Gamma) = 0")
def second_order_fields(s: SectionScene) -> Judgement:
    """dt(Γ) = 1, SΓ = 0, NΓ = 0: an affine space over the vertical fields of ρ."""
    rho, change = s.section.rho, s.change
    S = N = 0 * s.S
    for theta, V in zip(s.theta, s.d_v, strict=True):
        S += theta.tensor(V)
    for eta, Y in zip(s.eta, s.d_y, strict=True):
        N += eta.tensor(Y)
    moved = s.moved_Gamma
    frames = [linear.rank([[X(f) for f in s.P.coordinates] for X in Z]) for Z in (s.d_v, s.d_y)]
    return Judgement(
        printed={
            "in words of S and N": [S == s.S, N == s.N, same("ranks", frames, [s.k, s.m])],
            "there are some": conditions(s, s.Gamma),
            "in all coordinates of E -> M -> R": change.geometry.is_second_order(moved),
            "Gamma over T": rho.tangent(s.Gamma) == s.section.total_time_derivative,
            "up to vertical fields": up_to_vertical_fields(s),
        },
        mutated=no_second_order_fields(s),
    )


@claim("SAR-3.02", "second display", "identity", on="linear")
@states("Gamma = d_t + v^alpha d_x + (B^a_beta v^beta + B^a) d_y + f^alpha d_v")
def field_in_coordinates(s: SectionScene) -> Judgement:
    """For each f the three conditions hold; and their solutions differ by fields f^α ∂/∂v^α."""
    affine = [combined(b0, s.v, row) for b0, row in zip(s.B_0, s.B, strict=True)]

    def written(sign: int) -> VectorForm:
        along_x = combined(s.d_t, s.v, s.d_x)
        return combined(combined(along_x, [sign * g for g in affine], s.d_y), s.f, s.d_v)

    return Judgement(
        printed={
            "it satisfies the conditions": conditions(s, written(1)),
            "all that do": [
                same("dimension of what is left", s.P.dimension - linear.rank(rows(s)), s.k),
                *(form(V) == 0 for form in (s.dt, *s.theta, *s.eta) for V in s.d_v),
            ],
            "the library's": written(1)
            == s.section.second_order_field(dict(zip(s.datum.free, s.f, strict=True))),
        },
        mutated={"-(Bv + B) d_y": conditions(s, written(-1))},
    )


@claim("SAR-3.03", "third display", "theorem", "(L_Gamma S)^2 = I - Gamma (x) dt - N", on="linear")
def square(s: SectionScene) -> Judgement:
    """On P ≅ J_σ, with N of SAR-2.10: Γ and S live there."""
    derivative, one, rest = s.of_Gamma.derivative, s.P.identity, s.dt.tensor(s.Gamma)
    found = derivative @ derivative
    return Judgement(
        printed={"on P": found == one - rest - s.N},
        mutated={
            "I - Gamma (x) dt": found == one - rest,
            "I - Gamma (x) dt + N": found == one - rest + s.N,
            "I + Gamma (x) dt - N": found == one + rest - s.N,
        },
        note="it is an equation on P = J_sigma, with the N of SAR-2.10",
    )


@claim("SAR-3.04", "fourth display", "theorem", on="linear")
@states(
    "P_H = (I - L_Gamma S + Gamma (x) dt + N)/2 and P_V = (I + L_Gamma S - Gamma (x) dt - N)/2 are "
    "complementary projectors"
)
def projectors(s: SectionScene) -> Judgement:
    """L_ΓS is +1 on the vertical fields, -1 on a complement in ker dt ∩ ker N, 0 on Γ, im N.

    The square alone would not do: A = L_ΓS + Γ⊗η^1 has the same square, and ½(I + A - E) with
    E = Γ⊗dt + N is no projector. What is needed besides is L_ΓS∘E = 0 = E∘L_ΓS.
    """
    derivative, one, rest = s.of_Gamma.derivative, s.P.identity, s.dt.tensor(s.Gamma) + s.N
    h, v = (one - derivative + rest) / 2, (one + derivative - rest) / 2
    other = derivative + s.eta[0].tensor(s.Gamma)
    made = (one + other - rest) / 2
    root = check(other @ other == one - rest)
    short = (one + derivative - s.dt.tensor(s.Gamma)) / 2
    wrong = (one + derivative - s.dt.tensor(s.Gamma) + s.N) / 2
    return Judgement(
        printed={
            "projectors": [h @ h == h, v @ v == v],
            "complementary": [h + v == one, h @ v == 0, v @ h == 0],
            "of a connection on rho": [
                s.section.rho.tangent(v) == 0,
                *(v(V) == V for V in s.d_v),
            ],
            "by the square, and this": [
                derivative @ derivative == one - rest,
                derivative @ rest == 0,
                rest @ derivative == 0,
            ],
            "the library's": [
                s.of_Gamma.horizontal_projector == h,
                s.of_Gamma.vertical_projector == v,
            ],
        },
        mutated={
            "(I + L_Gamma S - Gamma (x) dt)/2": short @ short == short,
            "vertical values of (I + L_Gamma S - Gamma (x) dt + N)/2": s.section.rho.tangent(wrong)
            == 0,
            "by the square alone": fact(
                "each root of I - Gamma (x) dt - N makes projectors",
                not (root and not check(made @ made == made)),
            ),
        },
        note="it does not follow from the square alone, but from the square together with "
        "L_Gamma S o (Gamma (x) dt + N) = 0 = (Gamma (x) dt + N) o L_Gamma S",
    )


def connection_coefficients(s: SectionScene) -> list[list[Form]]:
    """Γ^β_α = -½ ∂f^β/∂v^α, rows by α."""
    return [[-V(f) / 2 for f in s.f] for V in s.d_v]


@claim("SAR-3.05", "fifth display", "identity", on="linear")
@states(
    "horizontal lifts: d_t + (f^alpha + v^beta G^alpha_beta) d_v, d_x - G^beta_alpha d_v, d_y, "
    "with G^beta_alpha = -(1/2) df^beta/dv^alpha"
)
def horizontal_lifts(s: SectionScene) -> Judgement:
    """The fields on P over the coordinate fields of E that P_V annihilates."""
    G, E = connection_coefficients(s), s.E
    vectors = {"t": E.frame[0]} | {n: E.vector_field({n: 1}) for n in E.fibre_names}
    P_H, P_V, rho = s.of_Gamma.horizontal_projector, s.of_Gamma.vertical_projector, s.section.rho

    def lifts(sign: int, clock: int = 1) -> dict[str, VectorForm]:
        found = {
            x: combined(Q, [-sign * g for g in row], s.d_v)
            for x, Q, row in zip(s.datum.free, s.d_x, G, strict=True)
        }
        slopes = [
            combined(f, [clock * sign * v for v in s.v], column)
            for f, column in zip(s.f, zip(*G, strict=True), strict=True)
        ]
        found["t"] = combined(s.d_t, slopes, s.d_v)
        return found | dict(zip(s.datum.dependent, s.d_y, strict=True))

    def is_lift(found: dict[str, VectorForm]) -> list[Identity]:
        return [
            identity
            for name, X in found.items()
            for identity in (P_V(X) == 0, rho.related(X, vectors[name]))
        ]

    return Judgement(
        printed={
            "horizontal, over the fields of E": is_lift(lifts(1)),
            "values of P_H": [
                P_H(s.P.vector_field({name: 1})) == X for name, X in lifts(1).items()
            ],
        },
        mutated={
            "G = +(1/2) df/dv": is_lift(lifts(-1)),
            "f - vG along d_t": is_lift(lifts(1, -1)),
        },
    )


@claim("SAR-3.06", "sixth display", "definition", on="linear")
@states("T = d_t + v^alpha d_x + (B^a_alpha v^alpha + B^a) d_y, a canonical field along rho")
def canonical_field(s: SectionScene) -> Judgement:
    """TF = σ^*(d_T F): the vector that is the jet σ(p), at the point ρ(p)."""
    affine = [combined(b0, s.v, row) for b0, row in zip(s.B_0, s.B, strict=True)]
    T, rho, change = s.section.total_time_derivative, s.section.rho, s.change

    def written(sign: int) -> VectorForm:
        along_x = combined(s.d_t, s.v, s.d_x)
        return combined(along_x, [sign * g for g in affine], s.d_y)

    def natural(by: changes.Change) -> list[Identity]:
        anew = by.old.total_time_derivative
        return [by.on_P.pull(T(f)) == anew(by.on_E.pull(f)) for f in s.E.coordinates]

    return Judgement(
        printed={
            "T = sigma^* o d_T": rho.tangent(written(1)) == T,
            "T rho o Gamma for every Gamma": [
                rho.tangent(X) == T for X in (s.Gamma, *(s.Gamma + V for V in s.d_v))
            ],
            "canonical": natural(change),
        },
        mutated={
            "-(Bv + B) d_y": rho.tangent(written(-1)) == T,
            "in all units of time": natural(changes.clock(s)),
        },
    )
