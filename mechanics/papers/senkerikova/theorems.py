"""Theorems for any number of coordinates and constraints: the Lepage form, the class, equations.

On Q are the coordinates t, x^l, v^l, y^a of the paper's q^s, v^l in its normal form
v^{n+a} = g^a: the same as in Sarlet's paper, whose frame is used. φ^a is η^a there.
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    bracket,
    check,
    d,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import Coordinates, FirstJets
from mechanics.papers.deleon_martin.theorems_of_jets import euler_lagrange_equations, jets
from mechanics.papers.sarlet import theorems_of_equations as equations
from mechanics.papers.sarlet.theorems import Psi, c, s
from mechanics.papers.sarlet.theorems_of_equations import L, balance, l, p
from mechanics.papers.senkerikova.book import LEDGER

theorem = LEDGER.theorem
X, Y = symbols_of_vector_fields("X Y")


@theorem("SEN-2.09", rest="that i_ξρ = L for all ξ says h(ρ) = λ, for lack of jets of sections")
def unique_lepage_equivalent() -> list[Verdict]:
    """i_ξρ = L for all ξ of second order, i_V i_ξ dρ = 0 for V = SX: ρ = L dt + S^*(dL) alone.

    ξ + V is of second order with ξ, so that i_V ρ = 0. Then ρ∘[ξ, S] = -S^*(dL) by the second
    condition, and id + [ξ, S] - dt⊗ξ has vertical values.
    """
    j, rho = FirstJets(), symbols_of_forms("rho", degree=1)
    S, xi, moved = j.S, j.xi, bracket(j.xi, j.S)
    theta = j.cartan(L)

    def conditions(form: Any) -> list[Any]:
        source = interior(S, interior(xi, d(form)))
        return [form(xi) == L, interior(S, form) == 0, source == 0]

    algebra = [moved @ S == S, S @ moved == -S]
    rest = every_manifold.identity + moved - j.dt * xi
    steps = [interior(moved, rho) == -interior(S, d(L)), rest == S @ j.E @ rest]
    unique = check(
        rho == theta, assuming=[*j.relations, *conditions(rho)], lemmas=[*algebra, *steps]
    )
    exists = [check(c, assuming=j.relations, lemmas=algebra) for c in conditions(theta)]
    return [unique, *exists]


@theorem("SEN-2.10")
def lepage_form() -> Verdict:
    """L dt + S^*(dL) = L dt + L_s ω^s."""
    contact = interior(jets.contact, jets.p)
    return check(jets.Theta == L * jets.c.dt + contact, assuming=jets.of_L)


@theorem("SEN-2.12")
def euler_lagrange() -> list[Verdict]:
    """i_X dθ_λ = (X(L_s) - ∂L/∂q^s) ω^s for X of second order, which is 0 iff E_s = 0."""
    return euler_lagrange_equations()


@theorem("SEN-2.11", rest="prolonged sections, for lack of jets of sections")
def extremals() -> list[Verdict]:
    """i_ξ i_X dθ_λ is the Euler-Lagrange expression on ω^s(ξ): vertical ξ are enough."""
    e = symbols_of_forms("e", degree=1)
    frame = [*jets.c.frame, interior(jets.I, e) == e]
    on_frame = interior(jets.c.d_q, interior(jets.contact, e)) == e
    return [*euler_lagrange_equations(), check(on_frame, assuming=frame)]


@theorem("SEN-2.17")
def constraint_forms() -> Verdict:
    """S^*d(v^{n+a} - g^a) = ω^{n+a} - (∂g^a/∂v^l) ω^l."""
    j = Coordinates(time=True, x="l", v="l", y="a", w="a")
    _, dg = j.declare("g", "a")
    slow = [dg @ j.d_w == 0]  # the normal form is solved for w
    omega, rest = j.dx - j.dt * j.v, j.dy - j.dt * j.w
    S = j.d_v @ omega + j.d_w @ rest
    printed = rest - dg @ j.d_v @ omega
    return check((j.dw - dg) @ S == printed, assuming=[*j.frame, *slow])


@theorem("SEN-2.20")
def representatives() -> Verdict:
    """i_X i_Y (φ∧χ) = 0 for X, Y in C: the class says what one of its forms says."""
    phi, chi = symbols_of_forms("phi chi", degree=1)
    given = [phi(X) == 0, phi(Y) == 0]
    return check(interior(X, interior(Y, phi * chi)) == 0, assuming=given)


@theorem("SEN-2.19")
def classes() -> list[Verdict]:
    """Forms that differ by a φ∧χ are equivalent, and have the same values on X, Y in C."""
    phi, chi, psi = symbols_of_forms("phi chi psi", degree=1)
    one, two, three = symbols_of_forms("one two three", degree=2)
    first, second = one == two + phi * chi, two == three + phi * psi
    return [
        representatives()[0],
        check(two == one + phi * (-chi), assuming=[first]),
        check(one == three + phi * (chi + psi), assuming=[first, second]),
        check(one(X, Y) == two(X, Y), assuming=[first, phi(X) == 0, phi(Y) == 0]),
    ]


@theorem("SEN-2.21")
def reduced_equations() -> list[Verdict]:
    """i_Γ ι^*dθ_λ = (Γ(L̄_l) - ∂_{c,l}L̄ - L_{n+a} (Γ(g^a_l) - ∂_{c,l}g^a)) ω^l modulo the φ^a.

    ι^*θ_λ = L̄ dt + L̄_l ω^l + (L_{n+a}∘ι) φ^a.
    """
    slope, moved, clock = equations.reduced_lagrangian()
    B1, M, R = symbols_of_vector_forms("B1 M R", degree=1)
    by_y = interior(c.d_y, d(L))
    theta = L * c.dt + interior(s.theta, p) + interior(s.eta, l)
    given = [slope, moved, clock, bracket(s.Gamma, s.eta) == (M - B1) @ s.theta + R @ s.eta]
    multiple = lie(s.Gamma, l) + interior(R, l) - by_y
    stated = lie(s.Gamma, theta) - d(L) == interior(s.theta, balance) + interior(s.eta, multiple)
    return [*equations.reduced_equations(), *Psi(), check(stated, assuming=given)]


@theorem("SEN-2.22", "SEN-1.02")
def reduced_is_chetaev() -> list[Verdict]:
    """d/dt L_s - ∂L/∂q^s = μ_a f^a_s with f^a = v^{n+a} - g^a iff the reduced equations hold."""
    return equations.elimination_of_multipliers()


# --- what is not proved -----------------------------------------------------------------------

LEDGER.lacks(
    "jets of sections: that there are sections, and maps, with given values",
    "SEN-2.01 SEN-2.02 SEN-2.04 SEN-2.05 SEN-2.06 SEN-2.08",
)
LEDGER.lacks(
    "dimensions, ranks and determinants",
    "SEN-2.03 SEN-2.13 SEN-2.14 SEN-2.15 SEN-2.16 SEN-2.18 SEN-2.23 "
    "SEN-2.24 SEN-2.25 SEN-2.26 SEN-2.28",
)
