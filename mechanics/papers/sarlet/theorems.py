"""Theorems for any number of coordinates x^α and y^a: S, N, Γ, their connection and Ω_Γ.

Coordinates are families of unspecified size (`diffgeo.proofs.Coordinates`): t, x^α, v^α, y^a on P,
the constraints g^a and accelerations f^α families of functions with differentials ``dg`` and
``df``. So B^a_α = ∂g^a/∂v^α is ``dg @ d_v``, θ^α is ``dx - dt*v``, η^a is ``dy - B@θ - dt*g``, and
X_α is ``d_x + d_y@B``. Linear constraints are those with B from E; nothing here needs that.
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    bracket,
    check,
    every_manifold,
    interior,
    lie,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.proofs import Coordinates
from mechanics.papers.sarlet.book import LEDGER

theorem = LEDGER.theorem
ID = every_manifold.identity
X, Y = symbols_of_vector_fields("X Y")


class Section:
    """P with its coordinates, the constraints y' = g and a field Γ of second order."""

    def __init__(self) -> None:
        c = self.c = Coordinates(time=True, x="α", v="α", y="a")
        self.g, self.dg = c.declare("g", "a")
        self.f, self.df = c.declare("f", "α")
        self.A, self.K = c.index["α"].identity, c.index["a"].identity
        self.theta = c.dx - c.dt * c.v
        self.B, self.F = self.dg @ c.d_v, self.df @ c.d_v
        self.eta = c.dy - self.B @ self.theta - c.dt * self.g
        self.X = c.d_x + c.d_y @ self.B
        self.S, self.N = c.d_v @ self.theta, c.d_y @ self.eta
        self.parts = [(c.d_x, c.v, c.dv), (c.d_y, self.g, self.dg), (c.d_v, self.f, self.df)]
        self.Gamma = c.d_t + c.d_x(c.v) + c.d_y(self.g) + c.d_v(self.f)
        self.I = ID - self.A - self.K
        self.P = self.I - c.dt * self.Gamma - self.N


s = Section()
c = s.c


@theorem("SAR-2.07", rest="the maps to J^1tau_0 and to E, for lack of maps by coordinates")
def endomorphism() -> Verdict:
    """The tensor over 0 on E with S^*(dv^α) = θ^α is S = θ^α ⊗ ∂/∂v^α; S² = 0."""
    S = symbols_of_vector_forms("S", degree=1)
    known = [c.dx @ S == 0, c.dy @ S == 0, interior(S, c.dt) == 0, c.dv @ S == s.theta,
             s.A @ S == 0, s.K @ S == 0]  # fmt: skip
    return check([S == s.S, s.S @ s.S == 0], assuming=[*c.frame, *known])


@theorem(
    "SAR-1.05",
    "SAR-2.08",
    "SAR-2.10",
    "SAR-5.05",
    "SAR-5.09",
    rest="rho, for lack of maps by coordinates",
)
def projector_N() -> Verdict:
    """N∘N = N with values along ∂/∂y^a, N ∂/∂y^a = ∂/∂y^a, N X_α = 0, N∘S = 0 = S∘N."""
    said = [
        s.N @ s.N == s.N,
        c.d_y @ c.dy @ s.N == s.N,
        s.N @ c.d_y == c.d_y,
        s.N @ s.X == 0,
        s.N @ s.S == 0,
        s.S @ s.N == 0,
    ]
    return check(said, assuming=c.frame)


@theorem("SAR-3.01", "SAR-3.02", "SAR-5.06", "SAR-5.07")
def second_order_fields() -> list[Verdict]:
    """dt(Γ) = 1, θ^α(Γ) = 0, η^a(Γ) = 0 iff Γ = ∂_t + v^α ∂/∂x^α + g^a ∂/∂y^a + f^α ∂/∂v^α."""
    three = [c.dt(X) == 1, s.theta(X) == 0, s.eta(X) == 0, s.A(X) == 0, s.K(X) == 0]
    local = c.d_t + c.d_x(c.v) + c.d_y(s.g) + c.d_v(c.dv(X))
    steps = [c.dx(X) == c.v, s.B(s.theta(X)) == 0, c.dy(X) == s.g]
    said = [c.dt(s.Gamma) == 1, s.theta(s.Gamma) == 0, s.eta(s.Gamma) == 0,
            s.S(s.Gamma) == 0, s.N(s.Gamma) == 0]  # fmt: skip
    return [
        check(said, assuming=c.frame),
        check(local == X, assuming=[*c.frame, *three], lemmas=steps),
    ]


def rates() -> list[Any]:
    """Lemmas: how the frame moves along Γ."""
    return [
        bracket(s.Gamma, c.d_v) == -s.X - c.d_v @ s.F,
        bracket(s.Gamma, c.d_y) == -c.d_y @ s.dg @ c.d_y - c.d_v @ s.df @ c.d_y,
        bracket(s.Gamma, c.dx) == c.dv,
        bracket(s.Gamma, c.v) == s.f,
        lie(s.Gamma, c.dt) == 0,
    ]


#: L_Γ S, in the frame: -X_α ⊗ θ^α + (dv^α - f^α dt - F^α_β θ^β) ⊗ ∂/∂v^α.
T = -s.X @ s.theta + c.d_v @ (c.dv - c.dt * s.f - s.F @ s.theta)


def derivative_of_S() -> list[Verdict]:
    """L_Γ S = T."""
    found = [check(rate, assuming=c.relations) for rate in rates()]
    return [*found, check(bracket(s.Gamma, s.S) == T, assuming=rates())]


@theorem("SAR-3.03")
def square_of_the_derivative() -> list[Verdict]:
    """(L_Γ S)² = I - Γ ⊗ dt - N."""
    steps = [s.theta @ s.X == s.A]
    return [*derivative_of_S(), check(T @ T == s.P, assuming=c.frame, lemmas=steps)]


@theorem("SAR-3.04", "SAR-5.08")
def projectors() -> list[Verdict]:
    """P_H = ½(I - L_Γ S + Γ ⊗ dt + N) and P_V = ½(I + L_Γ S - Γ ⊗ dt - N) are complementary.

    From (L_Γ S)² = I - Γ ⊗ dt - N, and L_Γ S is 0 on Γ and ∂/∂y^a and has no values there.
    """
    D = symbols_of_vector_forms("D", degree=1)
    E = symbols_of_vector_forms("E", degree=1)  # Γ ⊗ dt + N
    given = [D @ D == ID - E, D @ E == 0, E @ D == 0, E @ E == E]
    H, V = (ID - D + E) / 2, (ID + D - E) / 2
    whole = c.dt * s.Gamma + s.N
    supposed = [T @ whole == 0, whole @ T == 0, whole @ whole == whole]
    return [
        *square_of_the_derivative(),
        check(supposed, assuming=c.frame),
        check([H @ H == H, V @ V == V, H @ V == 0, V @ H == 0, H + V == ID], assuming=given),
    ]


@theorem("SAR-3.05")
def horizontal_lifts() -> Verdict:
    """P_H ∂_t = ∂_t + (f^α + v^β Γ^α_β) ∂/∂v^α, P_H ∂_α = ∂_α - Γ^β_α ∂/∂v^β, P_H ∂_a = ∂_a.

    Γ^β_α = -½ ∂f^β/∂v^α; the indices u are left out of I.
    """
    H = (s.I - T + c.dt * s.Gamma + s.N) / 2
    said = [
        H(c.d_t) == c.d_t + c.d_v(s.f - s.F(c.v) / 2),
        H @ c.d_x == c.d_x + c.d_v @ s.F / 2,
        H @ c.d_y == c.d_y,
        H @ c.d_v == 0,
    ]
    return check(said, assuming=c.frame)


@theorem("SAR-3.07")
def curvature_of_the_constraints() -> list[Verdict]:
    """N_N(X, Y) = N[hX, hY] for h = I - N, as vertical fields of π are closed under brackets."""
    N = symbols_of_vector_forms("N", degree=1)
    h = ID - N
    projector = [N @ N == N, h(bracket(N(X), N(Y))) == 0]
    on_kernel = [N @ N == N, N(X) == 0, N(Y) == 0]
    return [
        check(torsion(N)(X, Y) == N(bracket(h(X), h(Y))), assuming=projector),
        check(torsion(N)(X, Y) == N(bracket(X, Y)), assuming=on_kernel),
    ]


@theorem("SAR-3.08", rest="vertical vectors read along rho, for lack of maps by coordinates")
def curvature_of_the_field() -> Verdict:
    """½[P_V, P_V](X, Y) = P_V[P_H X, P_H Y], as vertical fields of ρ are closed under brackets."""
    V = symbols_of_vector_forms("P_V", degree=1)
    H = ID - V
    projector = [V @ V == V, H(bracket(V(X), V(Y))) == 0]
    return check(torsion(V)(X, Y) == V(bracket(H(X), H(Y))), assuming=projector)


def contracted_torsion() -> Verdict:
    """i_Γ N_N = -N∘L_Γ N for a projector N with N Γ = 0."""
    N = symbols_of_vector_forms("N", degree=1)
    stated = interior(X, torsion(N)) == -N @ bracket(X, N)
    return check(stated, assuming=[N @ N == N, N(X) == 0])


def expanded(h: Any, dh: Any) -> list[Any]:
    """Lemma: dh by the coframe dt, θ^α, η^a, dv^α - f^α dt that is dual to Γ, X_α, ∂_a, ∂/∂v."""
    parts = dh @ s.X @ s.theta + dh @ c.d_y @ s.eta + dh @ c.d_v @ (c.dv - c.dt * s.f)
    return [dh == c.dt * dh(s.Gamma) + parts]


@theorem("SAR-3.09", "SAR-3.10", "SAR-5.10", "SAR-5.11")
def Psi() -> list[Verdict]:
    """Ψ = i_Γ N_N = C^a_β θ^β ⊗ ∂/∂y^a with C^a_β = Γ(B^a_β) - X_β(g^a), whatever Γ is."""
    moved = bracket(s.Gamma, s.eta) == (
        s.dg - bracket(s.Gamma, s.B) @ s.theta - s.B @ (c.dv - c.dt * s.f) - c.dt * s.dg(s.Gamma)
    )
    still = [bracket(s.Gamma, c.dy) == s.dg, bracket(s.Gamma, s.g) == s.dg(s.Gamma)]
    slopes = expanded(s.g, s.dg)
    return [
        contracted_torsion(),
        *(check(rate, assuming=c.relations) for rate in rates()),
        check(still, assuming=c.relations),
        check(moved, assuming=[*rates(), *still]),
        check(slopes, assuming=c.frame),
        check(bracket(s.Gamma, s.N) == product_rule(c.d_y, s.eta)),
        added_up(c.d_y, c.d_v, s.dg, s.B),
    ]


def product_rule(D: Any, omega: Any) -> Any:
    """L_Γ (D∘ω)."""
    return bracket(s.Gamma, D) @ omega + D @ bracket(s.Gamma, omega)


def added_up(D: Any, other: Any, slope: Any, factor: Any) -> Verdict:
    """-N∘L_Γ N = D∘(L_Γ B - dg∘X)∘θ from what is proved of its parts, which are symbols here.

    N = D∘η, L_Γ D = -D∘R - …, with ``R`` for dg∘D, ``M`` for dg∘X, ``w`` for dv - f dt.
    """
    eta, theta, w, E1, B1, D1, R, M, rest = symbols_of_vector_forms(
        "eta theta w E1 B1 D1 R M rest", degree=1
    )
    r = symbols_of_vector_fields("r")
    given = [
        eta @ D == s.K,
        D @ s.K == D,
        eta @ other == 0,
        -D @ R - other @ rest == D1,
        slope - B1 @ theta - factor @ w - c.dt * r == E1,
        slope == c.dt * r + M @ theta + R @ eta + factor @ w,
        s.K @ R == R,
    ]
    N = D @ eta
    stated = N @ (D1 @ eta + D @ E1) == D @ (M - B1) @ theta
    steps = [M @ theta + R @ eta - B1 @ theta == E1, N @ D1 == -D @ R, N @ D == D]
    return check(stated, assuming=given, lemmas=steps)


@theorem("SAR-3.11", "SAR-3.12")
def Phi() -> list[Verdict]:
    """i_Γ R = -(Φ^β_α θ^α + ∂f^β/∂y^a η^a) ⊗ ∂/∂v^β, with Φ = X(f) + ΓΓ + Γ(Γ), Γ = -½ ∂f/∂v."""
    G = -s.F / 2
    omega = c.dv - c.dt * s.f + G @ s.theta
    V = c.d_v @ omega
    still = [bracket(s.Gamma, c.dv) == s.df, bracket(s.Gamma, s.f) == s.df(s.Gamma)]
    moved = bracket(s.Gamma, omega) == (
        s.df - c.dt * s.df(s.Gamma) + bracket(s.Gamma, G) @ s.theta + G @ (c.dv - c.dt * s.f)
    )
    slopes = expanded(s.f, s.df)
    return [
        contracted_torsion(),
        check((s.I + T - c.dt * s.Gamma - s.N) / 2 == V, assuming=c.frame),
        *(check(rate, assuming=c.relations) for rate in rates()),
        check(still, assuming=c.relations),
        check(moved, assuming=[*rates(), *still]),
        check(slopes, assuming=c.frame),
        check(bracket(s.Gamma, V) == product_rule(c.d_v, omega)),
        jacobi_added_up(),
    ]


def jacobi_added_up() -> Verdict:
    """-P_V∘L_Γ P_V from what is proved of its parts, which are symbols here.

    P_V = D∘ω with ω = w + Gθ, L_Γ D = -X + 2 D∘G, ``M`` for df∘X, ``R`` for df∘∂_y, G1 for L_Γ G.
    """
    D, X1, eta, theta, w, G, G1, O1, M, R, slope = symbols_of_vector_forms(
        "D X1 eta theta w G G1 O1 M R slope", degree=1
    )
    r = symbols_of_vector_fields("r")
    omega = w + G @ theta
    given = [
        theta @ X1 == s.A,
        w @ X1 == 0,
        theta @ D == 0,
        w @ D == s.A,
        D @ s.A == D,
        G @ s.A == G,
        s.A @ G == G,
        slope == c.dt * r + M @ theta + R @ eta - 2 * G @ w,
        slope - c.dt * r + G1 @ theta + G @ w == O1,
    ]
    V, D1 = D @ omega, -X1 + 2 * D @ G
    steps = [V @ D1 == D @ G, V @ D == D, M @ theta + R @ eta - G @ w + G1 @ theta == O1]
    stated = V @ (D1 @ omega + D @ O1) == D @ ((M + G @ G + G1) @ theta + R @ eta)
    return check(stated, assuming=given, lemmas=steps)


@theorem("SAR-0.02")
def second_order_fields_make_connections() -> list[Verdict]:
    """P_V = ½(I + L_Γ S - Γ ⊗ dt - N) is a projector onto the ∂/∂v^α, and P_V Γ = 0."""
    V = (s.I + T - c.dt * s.Gamma - s.N) / 2
    omega = c.dv - c.dt * s.f - s.F @ s.theta / 2
    said = [
        c.d_v @ omega == V,
        omega @ c.d_v == s.A,
        V @ c.d_v == c.d_v,
        V(s.Gamma) == 0,
        V @ V == V,
    ]
    return [*derivative_of_S(), check(said, assuming=c.frame, lemmas=said[:3])]


@theorem("SAR-2.09", "SAR-5.04")
def lifted_connection() -> Verdict:
    """Ker N is spanned by ∂_t + (g^a - v^α B^a_α) ∂_a, ∂_α + B^a_α ∂_a and ∂/∂v^α."""
    said = [s.N(c.d_t + c.d_y(s.g - s.B(c.v))) == 0, s.N @ s.X == 0, s.N @ c.d_v == 0]
    whole = s.N + c.dt * (c.d_t + c.d_y(s.g - s.B(c.v))) + s.X @ c.dx + c.d_v @ c.dv == s.I
    return check([*said, whole], assuming=c.frame)
