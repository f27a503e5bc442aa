"""Theorems on the dynamics, for any number of coordinates x^α and y^a: Ω_Γ and its equations.

The frame is that of `mechanics.papers.sarlet.theorems`; ``l``, ``m``, ``e_x``, ``e_y`` are families
such as l_a du^a, and ``B1``, ``M`` stand for Γ(B) and X(g).
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    bracket,
    check,
    d,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_forms,
)
from diffgeo.proofs import symbols_of_manifolds, symbols_of_maps
from mechanics.papers.sarlet.book import LEDGER
from mechanics.papers.sarlet.theorems import X, c, rates, s

theorem = LEDGER.theorem
L = symbols_of_functions("L")
l, m, e_x, e_y, lam, e = symbols_of_forms("l m e_x e_y lam e", degree=1)  # noqa: E741
B1, M = symbols_of_vector_forms("B1 M", degree=1)
#: p_α du^α, and X_α(L̄) du^α.
p, pull = interior(c.d_v, d(L)), interior(s.X, d(L))
#: C^a_β l_a, with C = Γ(B) - X(g): ``B1`` and ``M``.
reaction = interior(B1 - M, l)
balance = lie(s.Gamma, p) - pull - reaction


def reduced_lagrangian() -> list[Any]:
    """Relations: dL̄ by the coframe, and how the contact forms move along Γ."""
    by_y = interior(s.eta, interior(c.d_y, d(L)))
    by_v = interior(c.dv - c.dt * s.f, p)
    slope = d(L) == lie(s.Gamma, L) * c.dt + interior(s.theta, pull) + by_y + by_v
    return [slope, bracket(s.Gamma, s.theta) == c.dv - c.dt * s.f, lie(s.Gamma, c.dt) == 0]


@theorem("SAR-4.05", "SAR-5.16", "SAR-5.18")
def reduced_equations() -> list[Verdict]:
    """i_Γ Ω_Γ = (Γ(p_α) - X_α(L̄) - C^a_α l_a) θ^α, which vanishes iff the bracket does.

    Ω_Γ = dθ_L̄ + ψ ∧ dt, θ_L̄ = L̄ dt + p_α θ^α, ψ = C^a_α l_a θ^α - ∂L̄/∂y^a η^a. For linear
    constraints C is that of `SAR-3.10`, whatever Γ is.
    """
    slope, moved, clock = reduced_lagrangian()
    theta = L * c.dt + interior(s.theta, p)
    psi = interior(s.theta, reaction) - interior(s.eta, interior(c.d_y, d(L)))
    on_Gamma = [s.theta(s.Gamma) == 0, s.eta(s.Gamma) == 0, c.dt(s.Gamma) == 1]
    left = lie(s.Gamma, theta) - d(L) - psi == interior(s.theta, balance)
    by_parts = [interior(s.Gamma, theta) == L, interior(s.Gamma, psi) == 0, *on_Gamma]
    independent = [interior(c.d_x, interior(s.theta, e)) == e]
    return [
        check(slope, assuming=[*c.frame, *c.function(L)]),
        check([moved, clock], assuming=c.relations, lemmas=rates()),
        check(left, assuming=[slope, moved, clock]),
        check([*on_Gamma, *by_parts[:2]], assuming=c.frame),
        contraction(),
        check(independent, assuming=[*c.frame, interior(s.A, e) == e]),
    ]


def contraction() -> Verdict:
    """i_Γ (dθ + ψ∧dt) = L_Γ θ - dL̄ - ψ, as i_Γ θ = L̄, i_Γ ψ = 0, dt(Γ) = 1."""
    theta, psi = symbols_of_forms("theta psi", degree=1)
    given = [interior(X, theta) == L, interior(X, psi) == 0, c.dt(X) == 1]
    return check(interior(X, d(theta) + psi * c.dt) == lie(X, theta) - d(L) - psi, assuming=given)


@theorem("SAR-1.03", "SAR-1.06", "SAR-5.19")
def elimination_of_multipliers() -> list[Verdict]:
    """EL_α(L) = -λ_a B^a_α with EL_a(L) = λ_a iff Γ(p_α) - X_α(L̄) - C^a_α l_a = 0.

    ``m``, ``l``, ``e_x``, ``e_y`` are the derivatives of L by v, w, x, y along σ, so that
    dL̄ = … dt + e_x dx + e_y dy + m dv + l dg; for linear constraints too, g = Bv + B.
    """
    chain = d(L) == (
        (lie(c.d_t, L) - l(s.dg(c.d_t))) * c.dt
        + interior(c.dx, e_x)
        + interior(c.dy, e_y)
        + interior(c.dv, m)
        + interior(s.dg, l)
    )
    momenta = [p == m + interior(s.B, l)]
    slopes = [pull == e_x + interior(s.B, e_y) + interior(s.dg @ s.X, l)]
    forms = [interior(c.index[i].identity, w) == w for i, w in
             (("α", e_x), ("α", m), ("a", e_y), ("a", l))]  # fmt: skip
    given = [
        momenta[0],
        bracket(s.Gamma, s.B) == B1,
        s.dg @ s.X == M,
        pull == e_x + interior(s.B, e_y) + interior(M, l),
        lie(s.Gamma, m) - e_x == -interior(s.B, lam),
    ]
    reduced = [lie(s.Gamma, l) - e_y == lam]
    return [
        check([*momenta, *slopes], assuming=[*c.frame, *forms, chain]),
        check(balance == 0, assuming=[*given, *reduced]),
    ]


@theorem("SAR-4.02")
def reduced_cartan_form() -> list[Verdict]:
    """(I - N)^* i^*θ_L = L̄ dt + p_α θ^α = L̄ dt + S^*(dL̄), where p_α = m_α + B^a_α l_a.

    θ_L = L dt + (d_v⊗ω^x + d_w⊗ω^y)(dL) on J^1τ_1; i^*ω^x = θ, i^*ω^y = η + Bθ; m_α and l_a are
    i^*(∂L/∂v^α) and i^*(∂L/∂w^a), see `elimination_of_multipliers` for p.
    """
    P, J = symbols_of_manifolds("P J")
    i = symbols_of_maps("i", source=P, target=J)
    theta, eta, B, N = symbols_of_vector_forms("theta eta B N", degree=1, on=P)
    w_x, w_y, d_v, d_w = symbols_of_vector_forms("w_x w_y d_v d_w", degree=1, on=J)
    on_J, clock = symbols_of_functions("L", on=J), symbols_of_forms("dt", degree=1, on=J)
    v_part, w_part = (interior(field, d(on_J)) for field in (d_v, d_w))
    cartan = i.pull(on_J * clock + interior(w_x, v_part) + interior(w_y, w_part))
    momenta = i.pull(v_part) + interior(B, i.pull(w_part))
    given = [i.related(theta, w_x), i.related(eta + B @ theta, w_y)]
    along = [interior(N, i.pull(clock)) == 0, theta @ N == 0, eta @ N == eta]
    reduced = i.pull(on_J) * i.pull(clock) + interior(theta, momenta)
    return [
        check(cartan - interior(N, cartan) == reduced, assuming=[*given, *along]),
        check(L * c.dt + interior(s.S, d(L)) == L * c.dt + interior(s.theta, p)),
    ]


@theorem("SAR-4.04", "SAR-5.14")
def fundamental_form() -> list[Verdict]:
    """dθ_L̄ + ψ ∧ dt = (dp_α - Q_α dt) ∧ θ^α with Q_α = X_α(L̄) + C^a_α l_a."""
    slope = reduced_lagrangian()[0]
    psi = interior(s.theta, reaction) - interior(s.eta, interior(c.d_y, d(L)))
    moved = lie(s.theta, p) == interior(c.dv, p) * c.dt
    printed = interior(s.theta, d(p)) - c.dt * interior(s.theta, pull + reaction)
    Omega = d(L * c.dt) + d(interior(s.theta, p)) + psi * c.dt
    given = [*c.relations, *c.function(L)]
    return [
        check(slope, assuming=[*c.frame, *c.function(L)]),
        check(moved, assuming=given, lemmas=[lie(c.dx, p) == 0]),
        check(Omega == printed, assuming=[slope, moved, d(c.dt) == 0]),
    ]


@theorem("SAR-4.03", "SAR-5.13")
def force_form() -> Verdict:
    """i^*(Ψ̇(dL)) - N(dL̄) = C^a_α l_a θ^α - ∂L̄/∂y^a η^a, where L̄ = i^*L and l_a = i^*(∂L/∂w^a).

    ``C`` is C^a_α θ^α ⊗ ∂/∂u^a on P = J_σ, and i-related to its lift ``C_J``, with Ψ̇ = d_w∘C_J on
    J = J^1τ_1; N = d_y∘η. It does not matter what σ is.
    """
    P, J = symbols_of_manifolds("P J")
    i = symbols_of_maps("i", source=P, target=J)
    C, d_y, eta = symbols_of_vector_forms("C d_y eta", degree=1, on=P)
    C_J, d_w = symbols_of_vector_forms("C_J d_w", degree=1, on=J)
    on_J = symbols_of_functions("L", on=J)
    l_a, bar = i.pull(interior(d_w, d(on_J))), i.pull(on_J)
    psi = i.pull(interior(d_w @ C_J, d(on_J))) - interior(d_y @ eta, d(bar))
    printed = interior(C, l_a) - interior(eta, interior(d_y, d(bar)))
    return check(psi == printed, assuming=[i.related(C, C_J)])


# --- what is not proved -----------------------------------------------------------------------

LEDGER.lacks(
    "jets of sections: that there are sections, and maps, with given values",
    "SAR-0.01 SAR-2.01 SAR-2.02 SAR-2.03 SAR-2.06 SAR-3.13 SAR-5.02 SAR-5.03 SAR-5.12",
)
LEDGER.lacks(
    "functions of functions: maps that are given by coordinates",
    "SAR-1.01 SAR-1.02 SAR-1.04 SAR-2.05 SAR-3.06 SAR-4.01 SAR-5.01",
)
LEDGER.lacks(
    "dimensions, ranks and determinants",
    "SAR-1.07 SAR-1.08 SAR-2.04 SAR-4.06 SAR-5.15 SAR-5.17",
)
