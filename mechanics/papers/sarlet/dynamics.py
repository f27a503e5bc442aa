"""Section 4: L̄, θ_L̄, ψ, Ω and the dynamics, for affine constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import check, d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form
from mechanics.papers.engine.claims import Fact, Judgement, Witness, fact, nonzero, same, states
from mechanics.papers.engine.terms import combined
from mechanics.papers.sarlet.book import claim, scene
from mechanics.papers.sarlet.classical import reduced_equations
from mechanics.papers.sarlet.data import SMALL
from mechanics.papers.sarlet.equations import (
    along_fibres,
    along_theta,
    balance,
    forces,
    hessian,
    made_by_the_theory,
    moved,
    printed_C,
    printed_psi,
    printed_theta,
    rank_of,
    reaction_terms,
    with_psi,
)
from mechanics.papers.sarlet.fields import conditions
from mechanics.papers.sarlet.scene import SectionScene

if TYPE_CHECKING:
    from diffgeo import Form, Identity


@claim("SAR-4.01", "first item", "definition", "Lbar = i^*L", on="linear")
def restricted_lagrangian(s: SectionScene) -> Judgement:
    """The function on P whose pullback by p agrees with L on J_σ; there is one, as p∘σ = id."""
    p, sigma, change = s.section.p, s.sigma, s.change
    anew = change.old.sigma.pull(s.moved_L)
    by_v = [s.J1.vector_field({f"{x}dot": 1})(s.L) for x in s.datum.free]

    def slopes(sign: int) -> list[Identity]:
        rows = zip(s.p_bar, by_v, zip(*s.B, strict=True), strict=True)
        return [
            momentum == combined(sigma.pull(slope), [sign * b for b in column], s.l)
            for momentum, slope, column in rows
        ]

    return Judgement(
        printed={
            "L on J_sigma": sigma.pull(s.L - p.pull(s.Lbar)) == 0,
            "only one such function": [sigma.pull(p.pull(f)) == f for f in s.P.coordinates],
            "dLbar/dv^alpha = i^*(dL/dv^alpha) + B^a_alpha i^*(dL/dw^a)": slopes(1),
            "in all coordinates of E -> M -> R": change.on_P.pull(s.Lbar) == anew,
        },
        mutated={
            "L on J^1tau_1": p.pull(s.Lbar) == s.L,
            "dLbar/dv^alpha = i^*(dL/dv^alpha) - B^a_alpha i^*(dL/dw^a)": slopes(-1),
        },
    )


@claim("SAR-4.02", "second item", "definition", "theta_Lbar = Lbar dt + S(dLbar)", on="linear")
def cartan_form_of_the_reduced_lagrangian(s: SectionScene) -> Judgement:
    """A 1-form, semibasic over E: the part of i^*θ_L along ker N, and not i^*θ_L itself.

    i^*θ_L = L̄ dt + p_α θ^α + l_a η^a.
    """
    theta, free = s.reduced.theta, s.sigma.pull(cartan_form(s.L, s.J1))
    anew, _ = moved(s)
    return Judgement(
        printed={
            "Lbar dt + (dLbar/dv^alpha) theta^alpha": theta == printed_theta(s),
            "(I - N) i^*theta_L": theta == free - s.N.transpose(free),
            "i^*theta_L = theta_Lbar + l_a eta^a": free == combined(theta, s.l, s.eta),
            "in all coordinates of E -> M -> R": s.change.on_P.pull(theta) == anew.theta,
        },
        mutated={
            "Lbar dt - S(dLbar)": theta == printed_theta(s, -1),
            "i^*theta_L": theta == free,
        },
        note="S acts on 1-forms by its transpose",
    )


@claim("SAR-4.03", "second item", "definition", on="linear")
@states("psi = i^*(Psidot(dL)) - N(dLbar) = C^a_alpha l_a theta^alpha - (dLbar/dy^a) eta^a")
def the_form_psi(s: SectionScene) -> Judgement:
    """A 1-form on P, semibasic over E; the sum of both terms is what `SAR-4.05` needs.

    Ψ̇ = C^a_α θ^α ⊗ ∂/∂w^a has to act on dL where ∂/∂w^a is a vector, on J¹τ₁; then i^* leaves
    only what it is at points of J_σ, and no extension from there matters.
    """
    C, p, psi = printed_C(s), s.section.p, s.reduced.psi(s.Gamma)
    anew, Gamma = moved(s)
    extension = 0 * s.J1.identity
    for row, W in zip(C, s.W, strict=True):
        extension += p.pull(combined(0 * s.dt, row, s.theta)).tensor(W)
    phi = s.J1[f"{s.datum.dependent[0]}dot"] - p.pull(s.g[0])
    other = extension + phi * s.J1.dt.tensor(s.W[0])
    vertical = s.N.transpose(d(s.Lbar))

    def acting_on(L: Form) -> list[Identity]:
        return [s.sigma.pull(K.transpose(d(L))) - vertical == psi for K in (extension, other)]

    return Judgement(
        printed={
            "C^a_alpha l_a theta^alpha - (dLbar/dy^a) eta^a": psi == printed_psi(s, C),
            "by any extension of Psidot": acting_on(s.L),
            "in all coordinates of E -> M -> R": s.change.on_P.pull(psi) == anew.psi(Gamma),
            "for every second-order field": [s.reduced.psi(s.Gamma + V) == psi for V in s.d_v],
        },
        mutated={
            "+ N(dLbar)": psi == printed_psi(s, C, 1, -1),
            "- i^*(Psidot(dL))": psi == printed_psi(s, C, -1),
            "Psidot acts on dLbar": acting_on(p.pull(s.Lbar)),
        },
        note="Psidot is the lift of SAR-3.13 as it has to be, along i or on J^1tau_1: on J_sigma "
        "it could act on dLbar only, not on dL before i^*. S, N and Psidot act on 1-forms by "
        "their transposes",
    )


@claim("SAR-4.04", "display Omega", "definition", "Omega = dtheta_Lbar + psi ^ dt", on="linear")
def fundamental_form(s: SectionScene) -> Judgement:
    """Ω = (dp_α - Q_α dt)∧θ^α with Q_α = X_α(L̄) + C^a_α l_a: of rank 2k where L̄ is regular."""
    C, Omega = printed_C(s), s.reduced.Omega(s.Gamma)
    psi = s.reduced.psi(s.Gamma)
    anew, Gamma = moved(s)

    def factored(factor: int) -> Form:
        pairs = zip(s.p_bar, forces(s, C, factor), s.theta, strict=True)
        return sum(((d(p) - Q * s.dt) * theta for p, Q, theta in pairs), start=0 * Omega)

    return Judgement(
        printed={
            "(dp_alpha - Q_alpha dt) ^ theta^alpha": Omega == factored(1),
            "of L and sigma alone": [s.reduced.Omega(s.Gamma + V) == Omega for V in s.d_v],
            "in all coordinates of E -> M -> R": s.change.on_P.pull(Omega) == anew.Omega(Gamma),
            "where Lbar is regular": [
                same("rank of Omega", rank_of(s, Omega), 2 * s.k),
                *(interior(K, Omega) == 0 for K in along_fibres(s)),
            ],
        },
        mutated={
            "dtheta_Lbar - psi ^ dt": with_psi(s, -psi) == factored(1),
            "Q_alpha = X_alpha(Lbar) - C^a_alpha l_a": Omega == factored(-1),
            "closed": d(Omega) == 0,
        },
        note="its kernel has dimension 1 + m where Lbar is regular",
    )


@claim("SAR-4.05", "after the display Omega", "theorem", on="linear")
@states(
    "i_Gamma Omega = 0 <=> Gamma(p_alpha) = X_alpha(Lbar) + C^a_alpha l_a: it produces the correct "
    "equations"
)
def correct_equations(s: SectionScene) -> Judgement:
    """i_ΓΩ = E_α θ^α for every second-order field, E_α the equations without multipliers.

    The θ^α are independent, so one side vanishes where the other does.
    """
    C, Gamma, reduced = printed_C(s), s.Gamma, s.reduced
    psi = reduced.psi(Gamma)
    found = interior(Gamma, reduced.Omega(Gamma))
    right = reduced_equations(s, Gamma)
    rows = [[theta(X) for X in s.P.frame] for theta in s.theta]
    literal = [s.sigma.pull(W(s.section.p.pull(s.Lbar))) for W in s.W]
    on_dLbar = [
        Gamma(p) - X(s.Lbar) - term
        for p, X, term in zip(s.p_bar, s.X, reaction_terms(s, C, literal), strict=True)
    ]
    turned = with_psi(s, printed_psi(s, C, -1))
    bent = with_psi(s, printed_psi(s, C, 1, -1))
    return Judgement(
        printed={
            "i_Gamma Omega = (Gamma(p) - X(Lbar) - C l) theta": found
            == along_theta(s, balance(s, Gamma, C)),
            "theta^alpha are independent": same("rank", linear.rank(rows), s.k),
            "the equations without multipliers": found == along_theta(s, right),
        },
        mutated={
            "Gamma(p) = X(Lbar) - C l": found == along_theta(s, balance(s, Gamma, C, -1)),
            "with dLbar/dw^a in place of l_a": found == along_theta(s, on_dLbar),
            "by dtheta_Lbar alone": interior(Gamma, d(reduced.theta)) == along_theta(s, right),
            "by dtheta_Lbar - psi ^ dt": interior(Gamma, with_psi(s, -psi))
            == along_theta(s, right),
            "with - i^*(Psidot(dL)) in psi": interior(Gamma, turned) == along_theta(s, right),
            "with + N(dLbar) in psi": interior(Gamma, bent) == along_theta(s, right),
        },
    )


@claim("SAR-4.06", "last display", "theorem", on="linear")
@states("the dynamics is the unique second-order field with i_Gamma Omega = 0")
def unique_field(s: SectionScene) -> Judgement:
    """Two such fields differ by V in ker S ∩ im S with i_VΩ = 0: by the Hessian of L̄.

    The kernel of Ω is spanned by Γ and m fields K_a over ∂/∂y^a. It is the condition NΓ = 0 that
    excludes Γ + K_a; that SΓ = 0 follows from i_ΓΩ = 0.
    """
    Gamma, reduced = s.reduced.field, s.reduced
    Omega = reduced.Omega(s.Gamma)
    K_a, rank = along_fibres(s), rank_of(s, Omega)
    nothing = scene(SMALL["no Lagrangian"])
    fields = (nothing.Gamma, nothing.Gamma + nothing.d_v[0])
    every = all(check(interior(X, nothing.reduced.Omega(X)) == 0) for X in fields)
    return Judgement(
        printed={
            "of second order": conditions(s, Gamma),
            "i_Gamma Omega = 0": interior(Gamma, Omega) == 0,
            "on J^1tau_1 by the theory 'omega_gamma'": made_by_the_theory(s),
            "no other": [
                nonzero("the determinant", linear.determinant(hessian(s))),
                *(
                    interior(V, Omega) == along_theta(s, row)
                    for V, row in zip(s.d_v, hessian(s), strict=True)
                ),
            ],
            "the kernel of Omega": [
                same("dimension", s.P.dimension - rank, 1 + s.m),
                *(interior(K, Omega) == 0 for K in K_a),
            ],
        },
        mutated={
            "i_Gamma Omega = 0 and dt(Gamma) = 1 are enough": [s.N(Gamma + K) == 0 for K in K_a],
            "for every L at most one": fact("L = 0 determines a field", not every),
            "every second-order field": interior(s.Gamma, Omega) == 0,
            "without psi": interior(Gamma, d(reduced.theta)) == 0,
        },
        condition="det(d^2 Lbar/dv dv) != 0, which section 1 assumes and section 4 does not repeat",
        without={"for every L": Witness(scene(SMALL["along the diagonal"]), has_a_field)},
    )


def has_a_field(s: SectionScene) -> Fact:
    """That some second-order field has i_ΓΩ = 0; where the Hessian is 0, i_ΓΩ is that of any."""
    left = interior(s.Gamma, s.reduced.Omega(s.Gamma))
    none = check(linear.determinant(hessian(s)) == 0) and not check(left == 0)
    found = f"i_Gamma Omega = {left} for every Gamma"
    return fact("a second-order field has i_Gamma Omega = 0", not none, found)
