"""Section 5, third part: ψ, Ω_Γ, the reduced dynamics and when it is determined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import check, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.terms import combined, entrywise
from mechanics.papers.sarlet.book import claim, scene
from mechanics.papers.sarlet.equations import (
    along_theta,
    balance,
    free_hessian,
    hessian,
    made_by_the_theory,
    moved,
    printed_psi,
    printed_theta,
    reaction_terms,
    regularity_matrix,
    with_psi,
)
from mechanics.papers.sarlet.fields import conditions
from mechanics.papers.sarlet.scene import SectionScene
from mechanics.papers.sarlet.witnesses import EVERY_FIELD, NO_FIELD, NON_LINEAR, ON_A_SET, Regular

if TYPE_CHECKING:
    from diffgeo import Form, Identity, VectorForm


def differences(s: SectionScene, V: VectorForm) -> list[Form]:
    """What V adds to the equations E_α when it is added to Γ."""
    pairs = zip(balance(s, s.Gamma + V), balance(s, s.Gamma), strict=True)
    return [a - b for a, b in pairs]


@claim("SAR-5.13", "items of the construction", "definition", on="non-linear")
@states("psi_(Gamma,L,sigma) = i^*(Psidot_Gamma(dL)) - N(dLbar), theta_Lbar = Lbar dt + S(dLbar)")
def forms_of_a_field(s: SectionScene) -> Judgement:
    """As SAR-4.02 and SAR-4.03, with Ψ̇_Γ on J¹τ₁; ψ is affine in Γ."""
    reduced, p, psi = s.reduced, s.section.p, s.reduced.psi(s.Gamma)
    anew, Gamma = moved(s)
    tensor = 0 * s.J1.identity
    for row, W in zip(s.C, s.W, strict=True):
        tensor += p.pull(combined(0 * s.dt, row, s.theta)).tensor(W)
    lifted = s.sigma.pull(tensor.transpose(d(s.L)))
    free = s.sigma.pull(cartan_form(s.L, s.J1))
    V = s.d_v[0]
    bent = [combined(0 * s.Lbar, s.l, [V(row[a]) for row in s.B]) for a in range(s.k)]
    return Judgement(
        printed={
            "i^*(Psidot(dL)) - N(dLbar)": psi == lifted - s.N.transpose(d(s.Lbar)),
            "C^a_alpha l_a theta^alpha - (dLbar/dy^a) eta^a": psi == printed_psi(s, s.C),
            "theta_Lbar": [
                reduced.theta == printed_theta(s),
                reduced.theta == free - s.N.transpose(free),
            ],
            "affine in Gamma": reduced.psi(s.Gamma + V) - psi == along_theta(s, bent),
            "in all coordinates of E -> M -> R": [
                s.change.on_P.pull(psi) == anew.psi(Gamma),
                s.change.on_P.pull(reduced.theta) == anew.theta,
            ],
        },
        mutated={
            "+ N(dLbar)": psi == printed_psi(s, s.C, 1, -1),
            "- i^*(Psidot(dL))": psi == printed_psi(s, s.C, -1),
            "Lbar dt - S(dLbar)": reduced.theta == printed_theta(s, -1),
            "theta_Lbar = i^*theta_L": reduced.theta == free,
        },
        note="S, N and Psidot act on 1-forms by their transposes",
    )


@claim("SAR-5.14", "third item", "definition", on="non-linear")
@states("Omega_Gamma = dtheta_Lbar + psi ^ dt, for each second-order field")
def form_of_a_field(s: SectionScene) -> Judgement:
    """Ω_Γ = (dp_α - Q_α dt)∧θ^α, where Q_α contains f with the factor l_a ∂²g^a/∂v∂v."""
    Omega = s.reduced.Omega(s.Gamma)
    anew, Gamma = moved(s)
    Q = [X(s.Lbar) + term for X, term in zip(s.X, reaction_terms(s, s.C), strict=True)]
    factored = sum(
        ((d(p) - q * s.dt) * form for p, q, form in zip(s.p_bar, Q, s.theta, strict=True)),
        start=0 * Omega,
    )
    V = s.d_v[0]
    bent = [combined(0 * s.Lbar, s.l, [V(row[a]) for row in s.B]) for a in range(s.k)]
    other = s.reduced.Omega(s.Gamma + V)
    return Judgement(
        printed={
            "(dp_alpha - Q_alpha dt) ^ theta^alpha": Omega == factored,
            "depends on Gamma": other - Omega == along_theta(s, bent) * s.dt,
            "in all coordinates of E -> M -> R": s.change.on_P.pull(Omega) == anew.Omega(Gamma),
        },
        mutated={
            "dtheta_Lbar - psi ^ dt": with_psi(s, -s.reduced.psi(s.Gamma)) == factored,
            "of L and sigma alone": other == Omega,
            "depends on Gamma with the other sign": other - Omega == -along_theta(s, bent) * s.dt,
        },
    )


@claim("SAR-5.15", "Definition", "definition", on="non-linear")
@states(
    "under the regularity assumption of SAR-5.17: the reduced dynamics is the unique second-order "
    "field with i_Gamma Omega_Gamma = 0"
)
def reduced_dynamics(s: SectionScene) -> Judgement:
    """Γ ↦ i_ΓΩ_Γ is affine, with the matrix of SAR-5.17; the field is natural since Ω_Γ is.

    Γ is determined together with its form. The kernel of Ω_Γ for another Γ does not contain it,
    and its own can contain other second-order fields: L = (ẋ² - u̇)/2 with u̇ = ẋ² has L̄ = 0.
    """
    reduced, Gamma, b = s.reduced, s.reduced.field, regularity_matrix(s)
    frozen = reduced.Omega(s.section.second_order_field())
    nothing, anything = SectionScene(NO_FIELD), SectionScene(EVERY_FIELD)
    stuck = check(regularity_matrix(nothing)[0][0] == 0) and not check(
        balance(nothing, nothing.Gamma)[0] == 0
    )
    trivial = [anything.Gamma, anything.Gamma + anything.d_v[0]]
    every = all(check(interior(X, anything.reduced.Omega(X)) == 0) for X in trivial)
    only = SectionScene(NON_LINEAR[Regular(False, False, True)])
    motion = only.reduced.field
    also = motion + only.d_v[0]
    return Judgement(
        printed={
            "of second order": conditions(s, Gamma),
            "i_Gamma Omega_Gamma = 0": interior(Gamma, reduced.Omega(Gamma)) == 0,
            "on J^1tau_1 by the theory 'omega_gamma'": made_by_the_theory(s),
            "no other": [
                nonzero("the determinant", linear.determinant(b)),
                *(
                    x == y
                    for V, row in zip(s.d_v, b, strict=True)
                    for x, y in zip(differences(s, V), row, strict=True)
                ),
            ],
        },
        mutated={
            "i_Gamma Omega = 0 with the form of another field": interior(Gamma, frozen) == 0,
            "every second-order field": interior(s.Gamma, reduced.Omega(s.Gamma)) == 0,
            "for every L there is one": fact("L = udot + x with udot = xdot^2", not stuck),
            "for every L one at most": fact("L = udot with udot = xdot^2", not every),
            "the kernel of Omega_Gamma contains no other": fact(
                "L = (xdot^2 - udot)/2 with udot = xdot^2",
                not check(interior(also, only.reduced.Omega(motion)) == 0),
            ),
        },
        note="the assumption is announced before the definition; the equation is one for Gamma "
        "and its form together",
    )


@claim("SAR-5.16", "first display after the Definition", "theorem", on="non-linear")
@states(
    "i_Gamma Omega_Gamma = 0 <=> Gamma(dLbar/dv^alpha) = X_alpha(Lbar) + i^*(dL/dw^a) "
    "[Gamma(B^a_alpha) - X_alpha(g^a)]"
)
def equation_in_coordinates(s: SectionScene) -> Judgement:
    """i_ΓΩ_Γ is the sum of the differences of both sides times the independent forms θ^α."""
    Gamma, reduced = s.Gamma, s.reduced
    found = interior(Gamma, reduced.Omega(Gamma))
    frozen = s.C_of(s.section.second_order_field())
    rows = [[theta(X) for X in s.P.frame] for theta in s.theta]
    swapped = [
        [Gamma(b) + X(g) for b, X in zip(row, s.X, strict=True)]
        for row, g in zip(s.B, s.g, strict=True)
    ]
    bent = with_psi(s, printed_psi(s, s.C, 1, -1))
    return Judgement(
        printed={
            "i_Gamma Omega_Gamma = (difference) theta^alpha": found
            == along_theta(s, balance(s, Gamma)),
            "the library's equation": [
                reduced.equation(Gamma) == found,
                reduced.is_motion(reduced.field),
            ],
            "theta^alpha are independent": same("rank", linear.rank(rows), s.k),
        },
        mutated={
            "-l_a [Gamma(B) - X(g)]": found == along_theta(s, balance(s, Gamma, None, -1)),
            "l_a [Gamma(B) + X(g)]": found == along_theta(s, balance(s, Gamma, swapped)),
            "every field is a motion": reduced.is_motion(Gamma),
            "Gamma(B) without f": found == along_theta(s, balance(s, Gamma, frozen)),
            "with + N(dLbar) in psi": interior(Gamma, bent) == along_theta(s, balance(s, Gamma)),
        },
    )


@claim("SAR-5.17", "second display after the Definition", "theorem", on="non-linear")
@states(
    "these can be solved unequivocally for f if and only if det(d^2 Lbar/dv dv - i^*(dL/dw^a) d^2 "
    "g^a/dv dv) != 0"
)
def regularity_condition(s: SectionScene) -> Judgement:
    """At each point, the equations are linear in the numbers f^α with this matrix.

    For functions f^α on P the condition is sufficient and not necessary: for L = ẋ³/6 the
    equation is v f = 0, with the only continuous solution f = 0, and the determinant v.
    """
    b = regularity_matrix(s)
    nothing, anything = scene(NO_FIELD), scene(EVERY_FIELD)
    degenerate = [x for t in (nothing, anything) for x in differences(t, t.d_v[0])]

    def linear_in_f(rows: list[list[Form]]) -> list[Identity]:
        return [
            x == factor * y
            for factor in (1, 2)
            for V, row in zip(s.d_v, rows, strict=True)
            for x, y in zip(differences(s, factor * V), row, strict=True)
        ]

    both = combined(0 * s.d_t, [1 + 0 * s.Lbar] * s.k, s.d_v)
    return Judgement(
        printed={
            "linear in f, with this matrix": linear_in_f(b),
            "and additive": [
                x == sum(column[1:], start=column[0])
                for x, column in zip(differences(s, both), zip(*b, strict=True), strict=True)
            ],
            "symmetric": [b[i][j] == b[j][i] for i in range(s.k) for j in range(s.k)],
            "solved where the determinant is not 0": [
                nonzero("the determinant", linear.determinant(b)),
                *(x == 0 for x in balance(s, s.reduced.field)),
            ],
            "the library's matrix and determinant": [
                *entrywise(s.reduced.matrix, b),
                s.reduced.determinant == linear.determinant(b),
            ],
            "none or many where it is 0": [
                *(x == 0 for x in degenerate),
                nonzero("L = udot + x: what remains", balance(nothing, nothing.Gamma)[0]),
                balance(anything, anything.Gamma)[0] == 0,
            ],
        },
        mutated={
            "d^2 Lbar/dv dv + l d^2 g/dv dv": linear_in_f(regularity_matrix(s, -1)),
            "d^2 Lbar/dv dv, as in section 1": linear_in_f(hessian(s)),
            "i^*(d^2 L/dv dv)": linear_in_f(free_hessian(s, s.datum.free)),
        },
        condition="solved at each point of P, for numbers f^alpha; for smooth functions f on P "
        "the condition is sufficient, but where the determinant vanishes on a set without inner "
        "points there can be one solution, too",
        without={"for functions f on P": Witness(scene(ON_A_SET), more_than_one_solution)},
    )


def more_than_one_solution(s: SectionScene) -> Fact:
    """That the equation for a continuous f, with the determinant v, is solved by other f than 0."""
    (remainder,), v = balance(s, s.Gamma), s.v[0]
    one_only = (
        check(remainder == 0)
        and check(regularity_matrix(s)[0][0] == v)
        and check(differences(s, s.d_v[0])[0] == v)
    )
    return fact("more than one f solves it", not one_only, f"({v}) f = 0, so that f = 0")
