"""Theorems for every dimension: multipliers λ^σ(x), and when λ^σ a_σ is closed (section 3)."""

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
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import Indices, TangentStructure
from mechanics.papers.miron_niminet.theorems import c, theorem

X, Y = symbols_of_vector_fields("X Y")
L = symbols_of_functions("L")


@theorem(
    "MN-3.10",
    rest="what λ^σ(x) that are given make, for lack of metrics of unspecified rank",
)
def no_multipliers() -> list[Verdict]:
    """λ = 0 for completely nonholonomic constraints, in any number.

    A closed ρ = λ_σ a^σ that vanishes on X and Y vanishes on [X, Y], and so on all brackets of
    fields of D = ker a. If among these are fields W, a family of any size, for which the matrix
    a(W) has a right inverse b, then λ = 0. ρ(X) = 0 for X in D is the definition of D.
    """
    rho, multipliers = symbols_of_forms("rho lambda", degree=1)
    of_W, b = symbols_of_vector_forms("a_W b", degree=1)
    i = Indices("I")
    rank = [*i.covectors(multipliers), of_W @ b == i.identity]
    return [
        check(rho(bracket(X, Y)) == 0, assuming=[d(rho) == 0, rho(X) == 0, rho(Y) == 0]),
        check(multipliers == 0, assuming=[*rank, interior(of_W, multipliers) == 0]),
    ]


@theorem("MN-3.02")
def scalars() -> list[Verdict]:
    """λ^σ Q_σ = α(S) for α = λ^σ a_σ on M, whichever semispray S is: linear along the fibres."""
    t, alpha = TangentStructure(), symbols_of_forms("alpha", degree=1)
    on_M = [lie(t.C, alpha) == 0, alpha(bracket(t.C, t.S) - t.S) == 0]  # [C, S] - S is vertical
    return [
        check(alpha(t.S + t.J(X)) == alpha(t.S), assuming=[interior(t.J, alpha) == 0]),
        check(t.C(alpha(t.S)) == alpha(t.S), assuming=on_M),
    ]


@theorem("MN-8.16")
def not_homogeneous() -> Verdict:
    """L* C(C(L*)) - C(L*)² = F² U, C(L*) - 2L* = -U for L* = F² + U, C(F²) = 2F², C(U) = U."""
    C = symbols_of_vector_fields("C")
    square, U = symbols_of_functions("F2 U")
    both = square + U
    said = [both * C(C(both)) - C(both) * C(both) == square * U, C(both) - 2 * both == -U]
    return check(said, assuming=[C(square) == 2 * square, C(U) == U])


@theorem("MN-3.07", "MN-3.09")
def exterior_equation() -> Verdict:
    """dα(∂_i, ∂_j) = ∂_iλ a_j - ∂_jλ a_i + λ (∂_i a_j - ∂_j a_i) for α = λ^σ a_σ: (3.6) is dα = 0.

    λ_σ du^σ and a_σ ⊗ ∂/∂u^σ are families of unspecified size; X(a_σ(Y)) ∂/∂u^σ is [X, a(Y)].
    """
    a, l = symbols_of_vector_forms("a", degree=1), symbols_of_forms("lambda", degree=1)  # noqa: E741
    parts = [lie(V, l)(a(W)) + l(bracket(V, a(W))) for V, W in ((X, Y), (Y, X))]
    return check(d(interior(a, l))(X, Y) == parts[0] - parts[1], assuming=[bracket(X, Y) == 0])


@theorem("MN-3.05", "MN-8.05", "MN-8.07", "MN-8.07p")
def gauge_terms_in_components() -> list[Verdict]:
    """i_S dα = y^j dα(∂_j, ·), whose components are those of (3.6); it has no power.

    On ∂_i, dU - L_S d_J U for U = α(S) is ∂_i U - S(α_i), as [S, ∂_i] is vertical.
    """
    S, V = symbols_of_vector_fields("S V")
    alpha = symbols_of_forms("alpha", degree=1)
    U, flat = alpha(S), interior(V, d(alpha)) == 0  # α is a form on M, V vertical
    at_rest = alpha(bracket(S, X)) == 0
    return [
        gauge_terms(),
        exterior_equation()[0],
        check(interior(S, d(alpha)) == interior(c.d_x(c.y), d(alpha)),
              assuming=[c.d_x(c.y) + V == S, flat]),
        check(interior(S, interior(S, d(alpha))) == 0),
        check((d(U) - lie(S, alpha))(X) == X(U) - S(alpha(X)), assuming=[at_rest]),
    ]  # fmt: skip


def gauge_terms() -> Verdict:
    """E(L + λ^σ Q_σ) = E(L) + i_S dα for α = λ^σ a_σi dx^i, E(L) = L_S d_J L - dL."""
    t = TangentStructure()
    alpha = symbols_of_forms("alpha", degree=1)
    U = alpha(t.S)

    def equations(K: Any) -> Any:
        return lie(t.S, interior(t.J, d(K))) - d(K)

    given = [interior(t.J, d(U)) == alpha]
    return check(equations(L + U) == equations(L) + interior(t.S, d(alpha)), assuming=given)


@theorem("MN-3.06", "MN-8.08", "MN-8.19")
def equivalent_lagrangians() -> list[Verdict]:
    """L and L + α(S) have the same equations iff i_S dα = 0, that is iff dα = 0.

    ``beta`` is dα, a closed form on M: i_J β = 0, i_C β = 0 and i_v β = 0. Then d_J i_S β = 2β.
    """
    t = TangentStructure()
    beta = symbols_of_forms("beta", degree=2)
    below = [d(beta) == 0, interior(t.J, beta) == 0, interior(t.C, beta) == 0]
    below += [interior(t.Gamma, beta) == 2 * beta]
    doubled = [lie(t.J, interior(t.S, beta)) == 2 * beta]
    given = [*t.semispray, *below]
    return [
        gauge_terms(),
        check(doubled, assuming=given),
        check(beta == 0, assuming=[*given, interior(t.S, beta) == 0], lemmas=doubled),
    ]
