"""Section 3, second part: the curvatures, and their contractions Ψ and Φ."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from diffgeo import bracket, check, d, interior
from mechanics.papers.engine.claims import Judgement, fact, states
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.book import claim
from mechanics.papers.sarlet.equations import printed_C, printed_Psi
from mechanics.papers.sarlet.fields import connection_coefficients
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm


@claim("SAR-3.07", "after the sixth display", "identity", on="linear")
@states(
    "the Nijenhuis tensor N_N of N on E is the curvature of the connection; a vector-valued 2-form "
    "on E, and so along rho"
)
def curvature_of_the_constraints(s: SectionScene) -> Judgement:
    """N_N(X, Y) = [NX, NY] + N²[X, Y] - N[NX, Y] - N[X, NY] is N[hX, hY] for h = I - N."""
    connection = s.section.connection_on_E
    N, h, frame = connection.vertical_projector, connection.horizontal_projector, s.E.frame
    pairs = list(combinations(frame, 2))
    torsion = bracket(N, N) / 2

    def classical(X: VectorForm, Y: VectorForm) -> VectorForm:
        mixed = bracket(N(X), Y) + bracket(X, N(Y))
        return bracket(N(X), N(Y)) + N(N(bracket(X, Y))) - N(mixed)

    def curvature(factor: int) -> list[Identity]:
        return [classical(X, Y) == factor * N(bracket(h(X), h(Y))) for X, Y in pairs]

    return Judgement(
        printed={
            "[NX, NY] + N[X, Y] - N[NX, Y] - N[X, NY] = N[hX, hY]": curvature(1),
            "half the bracket [N, N]": [torsion(X, Y) == classical(X, Y) for X, Y in pairs],
            "of the library's connection": connection.curvature == torsion,
            "along rho: that of N on P": [
                s.section.rho.related(s.geometry.curvature, torsion),
                *(interior(V, s.geometry.curvature) == 0 for V in s.d_v),
            ],
        },
        mutated={
            "the other sign": curvature(-1),
            "twice": curvature(2),
            "[N, N] without one half": bracket(N, N) == connection.curvature,
        },
        note="this fixes what the paper calls curvature, with sign: half the bracket of the "
        "vertical projector with itself",
    )


@claim("SAR-3.08", "after the sixth display", "definition", on="linear")
@states("the curvature R of the connection of Gamma, a vector-valued 2-form along rho")
def curvature_of_the_field(s: SectionScene) -> Judgement:
    """R^v(X, Y) = P_V[P_H X, P_H Y] is semibasic over E and has vertical values.

    A vertical vector is V_β-components; read along ρ by V_β ↦ X_β, that is by S∘R = R^v, where
    R is annihilated by dt and N. Without these R is determined up to values in T and Vπ.
    """
    made, frame = s.of_Gamma, s.P.frame
    h, v = made.horizontal_projector, made.vertical_projector
    upstairs, read = made.curvature, made.curvature_along
    other = read + (s.dt * s.theta[0]).tensor(s.d_y[0])
    another = check(s.S @ other == upstairs) and not check(other == read)
    return Judgement(
        printed={
            "P_V[P_H X, P_H Y]": [
                upstairs(X, Y) == v(bracket(h(X), h(Y))) for X, Y in combinations(frame, 2)
            ],
            "a 2-form along rho": [interior(V, upstairs) == 0 for V in s.d_v],
            "with vertical values": s.section.rho.tangent(upstairs) == 0,
            "which are vectors along rho": [
                s.S @ read == upstairs,
                interior(read, s.dt) == 0,
                s.N @ read == 0,
                v @ read == 0,
            ],
            "d_v^beta as X_beta": [
                made.horizontal_reading(V) == h(X) for V, X in zip(s.d_v, s.X, strict=True)
            ],
        },
        mutated={
            "with the other sign": s.S @ read == -upstairs,
            "P_V[X, Y]": [
                upstairs(X, Y) == v(bracket(X, Y)) for X, Y in combinations((s.Gamma, *s.X), 2)
            ],
        },
        condition="vertical vectors are read along rho by S o R = R^v, dt o R = 0 and N o R = 0 "
        "(d_v^beta as X_beta), and R^v = [P_V, P_V]/2 has the sign of the other curvature, N_N",
        without={
            "vertical lift": fact(
                "S o R = R^v determines R", not another, "R + dt^theta (x) d_y obeys it, too"
            )
        },
    )


@claim("SAR-3.09", "seventh display", "identity", on="linear")
@states("Psi = i_T N_N = C^a_beta theta^beta (x) d_y^a")
def Psi_in_coordinates(s: SectionScene) -> Judgement:
    """i_T of the 2-form N_N on E, along ρ; on P it is i_Γ N_N for each Γ."""
    N, pull = s.section.connection_on_E.vertical_projector, s.section.rho.pull
    on_E, printed = bracket(N, N) / 2, printed_Psi(s, printed_C(s))

    def contracted(Gamma: VectorForm, factor: int, Psi: VectorForm) -> list[Identity]:
        # Γ is over T, and ρ^*(i_{N_N} dF) is N_N along ρ.
        return [
            factor * interior(Gamma, pull(interior(on_E, d(f)))) == Psi.transpose(d(pull(f)))
            for f in s.E.coordinates
        ]

    fields = (s.Gamma, *(s.Gamma + V for V in s.d_v))
    return Judgement(
        printed={
            "i_T N_N along rho": contracted(s.Gamma, 1, printed),
            "i_Gamma N_N on P": [s.geometry.field(X).Psi == printed for X in fields],
            "its values on P": [s.geometry.curvature(s.Gamma, X) == printed(X) for X in s.P.frame],
        },
        mutated={
            "N_N with the other sign, or T in the second slot": contracted(s.Gamma, -1, printed),
            "N_N without one half": contracted(s.Gamma, 2, printed),
        },
    )


@claim("SAR-3.10", "eighth display", "identity", on="linear")
@states("C^a_beta = T(B^a_beta) - X_beta(B^a_alpha v^alpha + B^a)")
def C_of_Psi(s: SectionScene) -> Judgement:
    """The components of i_Γ N_N; the same as in section 1."""
    Psi = s.of_Gamma.Psi

    def components(C: list[list[Form]]) -> list[Identity]:
        return [
            c == Psi(X)(s.P[y])
            for y, row in zip(s.datum.dependent, C, strict=True)
            for c, X in zip(row, s.X, strict=True)
        ]

    found = printed_C(s)
    opposite = [[-c for c in row] for row in found]
    return Judgement(
        printed={
            "values of Psi on X_beta": components(found),
            "those of section 1": [
                c == s.Gamma(b) - X(g)
                for row, bs, g in zip(found, s.B, s.g, strict=True)
                for c, b, X in zip(row, bs, s.X, strict=True)
            ],
        },
        mutated={
            "X(Bv + B) - T(B)": components(opposite),
            "T(B) + X(Bv + B)": components(printed_C(s, 1)),
        },
        note="the dummy index alpha must not be the free index",
    )


def printed_jacobi(
    s: SectionScene, *, product: int = 1, last: int = 1, swap: bool = False
) -> list[list[Form]]:
    """X_α(f^β) + Γ^γ_α Γ^β_γ + Γ(Γ^β_α), rows by α."""
    G, k = connection_coefficients(s), range(s.k)

    def entry(a: int, b: int) -> Form:
        squares = sum((G[a][c] * G[c][b] for c in k), start=0 * s.f[0])
        moved = s.Gamma(G[a][b])
        return s.X[a](s.f[b]) + product * squares + last * moved

    return [[entry(b, a) if swap else entry(a, b) for b in k] for a in k]


def printed_Phi(s: SectionScene, jacobi: list[list[Form]], slope: int = 1) -> VectorForm:
    """-Φ^β_α θ^α ⊗ X_β - slope (∂f^β/∂y^a) η^a ⊗ X_β."""
    Phi = 0 * s.N
    for b, X in enumerate(s.X):
        by_theta = combined(0 * s.dt, [row[b] for row in jacobi], s.theta)
        by_eta = combined(0 * s.dt, [slope * Y(s.f[b]) for Y in s.d_y], s.eta)
        Phi -= (by_theta + by_eta).tensor(X)
    return Phi


@claim("SAR-3.11", "seventh display", "identity", on="linear")
@states("Phi = i_T R = -Phi^beta_alpha theta^alpha (x) X_beta - (df^beta/dy^a) eta^a (x) X_beta")
def Phi_in_coordinates(s: SectionScene) -> Judgement:
    """i_Γ R^v = S∘Φ with the curvature of the sign of N_N, and T in the first slot."""
    made, rho = s.of_Gamma, s.section.rho
    printed = printed_Phi(s, printed_jacobi(s))
    wrong = printed_Phi(s, printed_jacobi(s), -1)
    return Judgement(
        printed={
            "i_Gamma R^v": [made.curvature(s.Gamma, X) == s.S(printed(X)) for X in s.P.frame],
            "i_T R along rho": rho.tangent(made.Phi_along) == rho.tangent(printed),
            "of R itself": [
                made.curvature_along(s.Gamma, X) == made.Phi_along(X) for X in s.P.frame
            ],
        },
        mutated={
            "R with the other sign, or T in the second slot": [
                made.curvature(s.Gamma, X) == -s.S(printed(X)) for X in s.P.frame
            ],
            "+ (df/dy) eta": [made.curvature(s.Gamma, X) == s.S(wrong(X)) for X in s.P.frame],
            "without (df/dy) eta": [
                made.curvature(s.Gamma, X) == s.S(printed(X - s.N(X))) for X in s.P.frame
            ],
        },
        note="R as in SAR-3.08: with the sign of N_N, and d_v^beta read as X_beta",
    )


@claim("SAR-3.12", "eighth display", "identity", on="linear")
@states("Phi^beta_alpha = X_alpha(f^beta) + G^gamma_alpha G^beta_gamma + Gamma(G^beta_alpha)")
def components_of_Phi(s: SectionScene) -> Judgement:
    """-Φ^β_α are the components of P_V[Γ, P_H X_α]."""
    Phi = s.of_Gamma.Phi
    by_bracket = s.of_Gamma.vertical_projector
    velocities = [s.P[f"{x}dot"] for x in s.datum.free]
    h = s.of_Gamma.horizontal_projector

    def components(rows: list[list[Form]]) -> list[Identity]:
        return [
            -Phi(X)(v) == entry
            for X, row in zip(s.X, rows, strict=True)
            for v, entry in zip(velocities, row, strict=True)
        ]

    mutated = {
        "X(f) + GG - Gamma(G)": components(printed_jacobi(s, last=-1)),
        "X(f) - GG + Gamma(G)": components(printed_jacobi(s, product=-1)),
        "the opposite": components([[-c for c in row] for row in printed_jacobi(s)]),
    }
    if s.k > 1:
        mutated["with the indices exchanged"] = components(printed_jacobi(s, swap=True))
    return Judgement(
        printed={
            "components of i_Gamma R^v": components(printed_jacobi(s)),
            "of P_V[Gamma, P_H X_alpha]": [
                Phi(X) == by_bracket(bracket(s.Gamma, h(X))) for X in s.X
            ],
        },
        mutated=mutated,
    )


@claim("SAR-3.13", "ninth display", "definition", on="linear")
@states("Psi has a lift to a tensor field on J_sigma: Psidot = C^a_alpha theta^alpha (x) d_w^a")
def lift_of_Psi(s: SectionScene) -> Judgement:
    """Ψ̇ = S₁∘Tσ∘Ψ: i^*(Ψ̇(α)) = Ψ^*σ^*S₁^*α for 1-forms α on J¹τ₁.

    Its values are vertical lifts ∂/∂w^a of vertical vectors of π, at points of J_σ, to which
    they are not tangent. So it is a tensor along i, which p extends to J¹τ₁; a tensor on J_σ,
    as printed, it is not. The paper tells "on" from "along" a map, and section 5 puts the lift
    "as before" on J¹τ₁.
    """
    S, Psi, sigma = s.J1.vertical_endomorphism, s.of_Gamma.Psi, s.sigma
    C, J = printed_C(s), s.J1
    change = s.change
    moved = change.geometry.field(s.moved_Gamma).Psi
    old, on_J1 = change.old, change.on_J1

    def by_print(alpha: Form) -> Form:
        by_w = [combined(0 * s.dt, row, s.theta) for row in C]
        return combined(0 * s.dt, [sigma.pull(alpha(W)) for W in s.W], by_w)

    def lifted(alpha: Form) -> Form:
        return Psi.transpose(sigma.pull(S.transpose(alpha)))

    anew = [
        (
            change.on_P.pull(lifted(d(f))),
            moved.transpose(
                old.sigma.pull(old.J1.vertical_endomorphism.transpose(on_J1.pull(d(f))))
            ),
        )
        for f in J.coordinates
    ]
    phi = [J[f"{y}dot"] - s.section.p.pull(g) for y, g in zip(s.datum.dependent, s.g, strict=True)]

    def pushed(K: VectorForm) -> list[Identity]:
        # Tσ∘K, the same tensor K of P in the words of J¹τ₁.
        return [K.transpose(sigma.pull(d(f))) == by_print(d(f)) for f in J.coordinates]

    readings = {"Psi itself, on J_sigma": pushed(Psi), "S o Psi, on J_sigma": pushed(s.S @ Psi)}
    if s.k == s.m:
        by_v = zip(C, s.d_v, strict=True)
        other = sum((combined(0 * s.dt, r, s.theta).tensor(V) for r, V in by_v), start=0 * Psi)
        readings["C theta (x) d_v, with the index of the others"] = pushed(other)
    return Judgement(
        printed={"on J_sigma: its values are tangent": [by_print(d(f)) == 0 for f in phi]},
        repaired={
            "S_1 o T sigma o Psi": [lifted(d(f)) == by_print(d(f)) for f in J.coordinates],
            "d_w^a is the lift of d_y^a": [
                S(J.prolong_field(s.E.vector_field({y: 1}))) == W
                for y, W in zip(s.datum.dependent, s.W, strict=True)
            ],
            "in all coordinates of E -> M -> R": [a == b for a, b in anew],
        },
        correction="Psi has a lift to a tensor field along i: J_sigma -> J^1tau_1, or on J^1tau_1 "
        "as in section 5, Psidot = C^a_alpha theta^alpha (x) d_w^a; d_w^a is not tangent to "
        "J_sigma",
        repair="a name: along i, or on J^1tau_1, for on J_sigma",
        consequence="section 5 has it on J^1tau_1; the terms of the equations are those of the "
        "tensor along i",
        readings=readings,
        mutated={
            "-C": [lifted(d(f)) == -by_print(d(f)) for f in J.coordinates],
            "with values along w and y": [
                lifted(d(f)) + Psi.transpose(sigma.pull(d(f))) == by_print(d(f))
                for f in J.coordinates
            ],
        },
    )
