"""Section 5, first part: a section σ in general, its connection, fields and tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import EhresmannConnection, Map, bracket, check, d, identity_map, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, refuted, same, states
from mechanics.papers.engine.terms import combined, termwise
from mechanics.papers.sarlet.book import claim, scene
from mechanics.papers.sarlet.data import SMALL
from mechanics.papers.sarlet.equations import printed_Psi
from mechanics.papers.sarlet.fields import (
    conditions,
    no_second_order_fields,
    rows,
    up_to_vertical_fields,
)
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm, Verdict

AFFINE = SMALL["along the diagonal"]


@claim("SAR-5.01", "first display", "definition", on="non-linear")
@states("mixed system: xddot^alpha = f^alpha(t,q,v), ydot^a = g^a(t,q,v)")
def mixed_system(s: SectionScene) -> Judgement:
    """A field on P over T; systems of this kind remain such in all coordinates of E → M → R."""
    P, Gamma, change = s.P, s.Gamma, s.change
    anew, over = s.moved_Gamma, change.old
    names = s.E.fibre_names

    def system(sign: int) -> list[Identity]:
        return [
            *(Gamma(P[x]) == v for x, v in zip(s.datum.free, s.v, strict=True)),
            *(Gamma(v) == f for v, f in zip(s.v, s.f, strict=True)),
            *(Gamma(P[y]) == sign * g for y, g in zip(s.datum.dependent, s.g, strict=True)),
        ]

    return Judgement(
        printed={
            "integral curves of a field on P": [Gamma(P["t"]) == 1, *system(1)],
            "of the same kind in all coordinates": [
                anew(over.P[q]) == over.sigma.pull(over.J1[f"{q}dot"]) for q in names
            ],
        },
        mutated={"dy/dt = -g": system(-1)},
    )


@claim("SAR-5.02", "after the first display", "assertion", on="non-linear")
@states(
    "the first-order equations correspond to a general section sigma of J^1tau_1 -> pi^*J^1tau_0"
)
def general_section(s: SectionScene) -> Judgement:
    """p∘σ = id; a section is determined by the functions σ^*w^a, and these are arbitrary."""
    J, P, p = s.J1, s.P, s.section.p
    values = [s.sigma.pull(J[f"{y}dot"]) for y in s.datum.dependent]
    both = [*(p.pull(f) for f in P.coordinates), *(J[f"{y}dot"] for y in s.datum.dependent)]
    rank = linear.rank([[X(f) for f in both] for X in J.frame])
    again = s.change.old
    turned = dict(s.sigma.images) | {f"{s.datum.free[0]}dot": 1 + s.v[0]}
    return Judgement(
        printed={
            "a section": p @ s.sigma == identity_map(P),
            "g^a = sigma^*w^a": [
                g == P.function(text)
                for g, (_, text) in zip(values, s.datum.equations, strict=True)
            ],
            "no other section has these g^a": same("rank of (p, w)", rank, J.dimension),
            "a section in all coordinates": again.p @ again.sigma == identity_map(again.P),
            "over E": J.projection @ s.sigma == s.section.rho,
        },
        mutated={"with xdot + 1 in it": p @ Map(P, J, turned) == identity_map(P)},
    )


@claim("SAR-5.03", "after the first display", "assertion", on="non-linear")
@states("this time sigma does not come from a connection on pi")
def no_connection_on_pi(s: SectionScene) -> Judgement:
    """It does if and only if ∂²g/∂v∂v = 0: i_V N_N = (∂²g^a/∂v^β∂v^α) θ^α ⊗ ∂/∂y^a for V = ∂_vβ.

    N on P is related to a tensor on E if and only if N_N is semibasic over E.
    """
    bent = [[[V(b) for b in row] for row in s.B] for V in s.d_v]
    expected = [printed_Psi(s, block) for block in bent]
    found = [interior(V, s.geometry.curvature) for V in s.d_v]
    straight = bool(check([b == 0 for block in bent for row in block for b in row]))
    affine = scene(AFFINE)
    return Judgement(
        printed={
            "no connection on pi": refuted("sigma is no connection", s.section.is_connection()),
            "its obstruction": termwise(found, expected),
            "N does not come from E": refuted("N is constant along rho", is_constant(s)),
            "if and only if d^2g/dv dv != 0": fact(
                "affine and a connection are the same",
                straight == bool(s.section.is_connection())
                and bool(is_constant(affine))
                and bool(affine.section.is_connection()),
            ),
        },
        mutated={
            "for every sigma": s.section.is_connection(),
            "obstruction with the other sign": [
                a == -b for a, b in zip(found, expected, strict=True)
            ],
        },
        condition="some d^2 g^a/dv dv is not 0: general sections include the affine ones, and "
        "these come from connections",
        without={"for a general section": Witness(affine, is_no_connection)},
    )


def is_no_connection(s: SectionScene) -> Fact:
    """That σ does not come from a connection on π."""
    return refuted("sigma is no connection", s.section.is_connection())


def is_constant(s: SectionScene) -> Verdict:
    """Whether N^*dF is the same along the fibres of ρ: N^*dF(V) = 0 and L_V(N^*dF) = 0."""
    y = [d(s.P[name]) for name in s.datum.dependent]
    along = [s.N.transpose(form)(V) == 0 for form in y for V in s.d_v]
    rates = [bracket(V, s.N).transpose(form) == 0 for form in y for V in s.d_v]
    return check([*along, *rates], counterexample=False)


def printed_lifts(s: SectionScene, sign: int = 1) -> list[tuple[VectorForm, VectorForm]]:
    """Coordinate fields of J¹τ₀ with their lifts ∂_t + (g - v g_v)∂_y, ∂_x + g_v ∂_y, ∂_v."""
    J0 = s.J0
    slopes = [g - sign * combined(0 * g, s.v, [V(g) for V in s.d_v]) for g in s.g]
    pairs = [(J0.frame[0], combined(s.d_t, slopes, s.d_y))]
    for x, field, V in zip(s.datum.free, s.d_x, s.d_v, strict=True):
        pairs.append((J0.vector_field({x: 1}), combined(field, [V(g) for g in s.g], s.d_y)))
    pairs += [
        (J0.vector_field({f"{x}dot": 1}), V) for x, V in zip(s.datum.free, s.d_v, strict=True)
    ]
    return pairs


@claim("SAR-5.04", "second display", "definition", on="non-linear")
@states(
    "connection on pi_1: d_t |-> d_t + (g^a - v^alpha dg^a/dv^alpha) d_y, d_x |-> d_x + "
    "(dg^a/dv^alpha) d_y, d_v |-> d_v"
)
def lifted_connection(s: SectionScene) -> Judgement:
    """Its horizontal vectors are those X with S₁(TσX) tangent to J_σ: no coordinates are used."""
    connection, change, S = s.section.connection, s.change, s.J1.vertical_endomorphism
    lifts = printed_lifts(s)
    phi = [
        s.J1[f"{y}dot"] - s.section.p.pull(g) for y, g in zip(s.datum.dependent, s.g, strict=True)
    ]
    tangent = [s.sigma.pull(S.transpose(d(f))) for f in phi]
    below = ("t", *s.datum.free)
    by_name = {
        y: dict(zip(below, (b0, *row), strict=True))
        for y, b0, row in zip(s.datum.dependent, s.B_0, s.B, strict=True)
    }

    def characterised(pairs: list[tuple[VectorForm, VectorForm]]) -> list[Identity]:
        return [form(X) == 0 for form in tangent for _, X in pairs]

    return Judgement(
        printed={
            "over the fields of J^1tau_0": [s.section.pi_1.related(X, Q) for Q, X in lifts],
            "one connection has these lifts": EhresmannConnection.from_coefficients(
                s.section.pi_1, by_name
            )
            == connection,
            "S_1(T sigma X) is tangent to J_sigma": characterised(lifts),
            "and no others": same(
                "rank", linear.rank([[f(Y) for Y in s.P.frame] for f in tangent]), s.m
            ),
            "lifts by the library": [connection.lift(Q) == X for Q, X in lifts],
            "in all coordinates of E -> M -> R": change.on_P.pull(s.N) == change.geometry.N,
        },
        mutated={"d_t |-> d_t + (g + v dg/dv) d_y": characterised(printed_lifts(s, -1))},
    )


@claim("SAR-5.05", "third display", "definition", on="non-linear")
@states("B^b_alpha = dg^b/dv^alpha, B^a = g^a - v^alpha B^a_alpha, eta^a as before")
def functions_B(s: SectionScene) -> Judgement:
    """N = η^a ⊗ ∂/∂y^a with these functions; for affine g they are those of section 2."""
    affine = SectionScene(AFFINE)
    B = [[V(g) for V in s.d_v] for g in s.g]

    def eta(b0: list[Form]) -> list[Form]:
        dx = [d(s.P[x]) for x in s.datum.free]
        return [
            d(s.P[y]) - combined(b * s.dt, row, dx)
            for y, b, row in zip(s.datum.dependent, b0, B, strict=True)
        ]

    def projector(forms: list[Form]) -> VectorForm:
        pairs = zip(forms, s.d_y, strict=True)
        return sum((form.tensor(Y) for form, Y in pairs), start=0 * s.N)

    right = [g - combined(0 * g, s.v, row) for g, row in zip(s.g, B, strict=True)]
    (row,), (b0,) = affine.B, affine.B_0
    return Judgement(
        printed={
            "N = eta^a (x) d_y^a": projector(eta(right)) == s.N,
            "eta^a vanishes on the lifts": [
                form(X) == 0 for form in eta(right) for _, X in printed_lifts(s)
            ],
            "as in section 2 for udot = xdot": [row[0] == 1, b0 == 0],
        },
        mutated={
            "B^a = g^a": projector(eta(s.g)) == s.N,
            "B^a = g^a + v^alpha B^a_alpha": projector(
                eta([2 * g - r for g, r in zip(s.g, right, strict=True)])
            )
            == s.N,
        },
    )


@claim("SAR-5.06", "fourth display", "definition", on="non-linear")
@states("a second-order field, as before: dt(Gamma) = 1, theta^alpha(Gamma) = 0, eta^a(Gamma) = 0")
def second_order_fields(s: SectionScene) -> Judgement:
    """dt(Γ) = 1, SΓ = 0, NΓ = 0; the fields over T; an affine space over the vertical fields."""
    change, T = s.change, s.section.total_time_derivative
    moved = s.moved_Gamma
    return Judgement(
        printed={
            "conditions": conditions(s, s.Gamma),
            "in words of S and N": [s.S(s.Gamma) == 0, s.N(s.Gamma) == 0],
            "fields over T": s.section.rho.tangent(s.Gamma) == T,
            "an affine space over vertical fields": up_to_vertical_fields(s),
            "in all coordinates of E -> M -> R": [
                change.old.dt(moved) == 1,
                change.geometry.S(moved) == 0,
                change.geometry.N(moved) == 0,
            ],
        },
        mutated=no_second_order_fields(s),
    )


@claim("SAR-5.07", "fifth display", "identity", on="non-linear")
@states("Gamma = d_t + v^alpha d_x + g^a d_y + f^alpha d_v")
def field_in_coordinates(s: SectionScene) -> Judgement:
    """It satisfies the three conditions for each f; the condition η(Γ) = 0 reads Γ(y) = B + Bv."""

    def written(g: list[Form]) -> VectorForm:
        return combined(combined(combined(s.d_t, s.v, s.d_x), g, s.d_y), s.f, s.d_v)

    right = written(s.g)
    return Judgement(
        printed={
            "it satisfies the conditions": conditions(s, right),
            "all that do": [
                same("dimension of what is left", s.P.dimension - linear.rank(rows(s)), s.k),
                *(form(V) == 0 for form in (s.dt, *s.theta, *s.eta) for V in s.d_v),
            ],
            "the library's": right
            == s.section.second_order_field(dict(zip(s.datum.free, s.f, strict=True))),
        },
        mutated={
            "-g d_y": conditions(s, written([-g for g in s.g])),
            "B^a d_y": conditions(s, written(s.B_0)),
        },
    )
