"""Theorems for every dimension: semisprays, their connections, forces, and the 2-forms of Σ.

Coordinates (x^i, y^i) of TM are families of unspecified size (`diffgeo.proofs.Coordinates`), the
coefficients G^i and the force Φ^i = F^i + λ^σ a^i_σ families of functions; ``dG @ d_y`` is
N^i_j = ∂G^i/∂y^j. Where coordinates do not matter, J, C and S are symbols with their relations
(`diffgeo.proofs.TangentStructure`).
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
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.proofs import Coordinates, TangentStructure
from mechanics.papers.engine.metrical_coefficients import (
    equations_of_motion,
    spray_by_christoffel_symbols,
)
from mechanics.papers.miron_niminet.book import LEDGER

theorem = LEDGER.theorem
ID = every_manifold.identity
X, Y = symbols_of_vector_fields("X Y")
L = symbols_of_functions("L")


class Bundle:
    """TM with a semispray S = y^i ∂_i - 2G^i ∂̇_i and a force Φ^i ∂̇_i."""

    def __init__(self) -> None:
        c = self.c = Coordinates(x="i", y="i")
        self.G, self.dG = c.declare("G", "i")
        self.Phi, self.dPhi = c.declare("Φ", "i")
        self.I = c.index["i"].identity
        self.J, self.C = c.d_y @ c.dx, c.d_y(c.y)
        self.S = c.d_x(c.y) - 2 * c.d_y(self.G)
        self.N = self.dG @ c.d_y
        self.delta, self.delta_y = c.d_x - c.d_y @ self.N, c.dy + self.N @ c.dx
        #: K^i_j = ¼ ∂̇_j Φ^i.
        self.K = self.dPhi @ c.d_y / 4
        self.forced = self.S + c.d_y(self.Phi) / 2
        self.one = ID - self.I


b = Bundle()
c = b.c
#: (id + [J, S])/2 = δ_i ⊗ dx^i, without the indices u.
HORIZONTAL = b.delta @ c.dx


@theorem("MN-2.02")
def tangent_structure() -> list[Verdict]:
    """J² = 0, [J, J] = 0, L_C J = -J, and J X = 0 iff X = Y^i ∂̇_i, which is J(Y^i ∂_i)."""
    moved = [bracket(b.C, c.d_y) == -c.d_y, bracket(b.C, c.dx) == 0]
    kernel = [b.J(X) == 0, b.I(X) == 0]
    steps = [c.dy @ b.J == c.dx, c.dy(b.J(X)) == 0, c.dx(X) == 0]
    return [
        check([b.J @ b.J == 0, b.J @ c.d_x == c.d_y, b.J @ c.d_y == 0], assuming=c.frame),
        check(moved, assuming=c.relations),
        check(bracket(b.C, b.J) == -b.J, assuming=moved),
        check(b.J(c.d_x(c.dy(X))) == X, assuming=[*c.frame, *kernel], lemmas=steps),
        integrable(),
    ]


def integrable() -> Verdict:
    """[J, J] = 0, J = ∂̇_i ⊗ dx^i."""
    return check(bracket(b.J, b.J) == 0, assuming=c.relations)


@theorem("MN-2.03", "MN-2.04")
def semisprays() -> list[Verdict]:
    """J S = C iff S = y^i ∂_i - 2G^i ∂̇_i."""
    given = [b.J(X) == b.C, b.I(X) == 0]
    steps = [c.dy @ b.J == c.dx, c.dy(b.J(X)) == c.y, c.dx(X) == c.y]
    return [
        check(b.J(b.S) == b.C, assuming=c.frame),
        check(c.d_x(c.y) + c.d_y(c.dy(X)) == X, assuming=[*c.frame, *given], lemmas=steps),
    ]


@theorem("MN-2.07", "MN-2.08", "MN-2.08p", "MN-4.10")
def adapted_frames() -> Verdict:
    """δ_i = ∂_i - N^j_i ∂̇_j and ∂̇_i have the dual frame dx^i, δy^i; h and v are complementary.

    For any coefficients N, those of S* too.
    """
    N = symbols_of_vector_forms("N", degree=1)
    delta, delta_y = c.d_x - c.d_y @ N, c.dy + N @ c.dx
    h, v = delta @ c.dx, c.d_y @ delta_y
    said = [
        c.dx @ delta == b.I,
        delta_y @ delta == 0,
        c.dx @ c.d_y == 0,
        delta_y @ c.d_y == b.I,
        h @ h == h,
        v @ v == v,
        h @ v == 0,
        v @ h == 0,
        h + v == b.one,
    ]
    return check(said, assuming=[*c.frame, *c.index["i"].matrices(N)], lemmas=said[:4])


def rates(G: Any, dG: Any) -> list[Any]:
    """Lemmas: how the frame moves along the field G^i ∂̇_i."""
    return [bracket(c.d_y(G), c.d_y) == -c.d_y @ dG @ c.d_y, bracket(c.d_y(G), c.dx) == 0]


def along_S() -> list[Any]:
    """Lemmas: how the frame moves along S."""
    return [bracket(b.S, c.d_y) == -c.d_x + 2 * c.d_y @ b.N, bracket(b.S, c.dx) == c.dy]


@theorem("MN-2.11")
def canonical_connection() -> list[Verdict]:
    """(id + [J, S])/2 = δ_i ⊗ dx^i with N^i_j = ∂G^i/∂y^j: a connection, of the tensor [J, S]."""
    return [
        check(along_S(), assuming=c.relations),
        check((b.one + bracket(b.J, b.S)) / 2 == HORIZONTAL, assuming=[*along_S(), *c.frame]),
        adapted_frames()[0],
    ]


@theorem("MN-T8.6", rest="what (8.13) makes of the multipliers")
def system_on_TM() -> list[Verdict]:
    """The semispray with G* = G - Φ/4."""
    return forced_semispray_of_the_system()


@theorem("MN-T4.1", "MN-8.10", "MN-8.21")
def forced_semispray_of_the_system() -> list[Verdict]:
    """The semispray with G* = G - Φ/4, where G is made of L, and of g by Christoffel's symbols."""
    return [*forced_semispray(), *evolution(), spray_by_christoffel_symbols()]


@theorem("MN-4.03", "MN-4.04", "MN-4.05")
def evolution() -> list[Verdict]:
    """The equations of Lagrange with forces, solved for ẍ: F^i = g^ij F_j, also for λ^σ a_σ,j."""
    return equations_of_motion(time=False)


@theorem("MN-4.02", "MN-4.07", "MN-8.20")
def forced_semispray() -> Verdict:
    """J S* = C for S* = S + ½Φ^i ∂̇_i, that is G* = G - Φ/4."""
    printed = c.d_x(c.y) - 2 * c.d_y(b.G - b.Phi / 4)
    return check([b.forced == printed, b.J(b.forced) == b.C], assuming=c.frame)


@theorem("MN-4.08", "MN-4.11", "MN-4.13", "MN-5.05", "MN-6.10", "MN-7.10")
def forced_connection() -> list[Verdict]:
    """(id + [J, S*])/2 = δ*_i ⊗ dx^i with N* = N - K, so δ*_i = δ_i + K^j_i ∂̇_j."""
    star = b.N - b.K
    delta, delta_y = c.d_x - c.d_y @ star, c.dy + star @ c.dx
    moved = rates(b.Phi, b.dPhi)
    h = (b.one + bracket(b.J, b.forced)) / 2
    return [
        *canonical_connection(),
        check(moved, assuming=c.relations),
        check(h == delta @ c.dx, assuming=[*along_S(), *moved, *c.frame]),
        check([delta == b.delta + c.d_y @ b.K, delta_y == b.delta_y - b.K @ c.dx]),
    ]


@theorem("MN-2.03x", rest="that there are partitions of unity")
def glued_semisprays() -> Verdict:
    """J(f S + (1 - f) S') = C for semisprays S and S'."""
    f = symbols_of_functions("f")
    return check(b.J(f * X + (1 - f) * Y) == b.C, assuming=[b.J(X) == b.C, b.J(Y) == b.C])


@theorem("MN-2.09")
def curvature() -> list[Verdict]:
    """½[h, h](X, Y) = v[hX, hY], as vertical fields are closed under brackets; 0 iff N is.

    [δ_j, δ_k] = (δ_k N^i_j - δ_j N^i_k) ∂/∂y^i for two fields ∂_j, ∂_k with any families
    N_j = N^i_j ∂/∂u^i and N_k, which `bracket` derives.
    """
    h = symbols_of_vector_forms("h", degree=1)
    v = ID - h
    projector = [h @ h == h, h(bracket(v(X), v(Y))) == 0]
    N_j, N_k = symbols_of_vector_fields("N_j N_k")
    still = [bracket(X, Y) == 0, bracket(X, c.d_y) == 0, bracket(Y, c.d_y) == 0]
    delta_j, delta_k = X - c.d_y(N_j), Y - c.d_y(N_k)
    R = c.d_y(bracket(delta_k, N_j) - bracket(delta_j, N_k))
    return [
        check(bracket(delta_j, delta_k) == R,
              assuming=[*still, bracket(c.d_y, c.d_y) == 0, c.d_y @ c.d_y == 0]),
        check(torsion(h)(X, Y) == v(bracket(h(X), h(Y))), assuming=projector),
        check(bracket(h(X), h(Y)) == h(bracket(h(X), h(Y))),
              assuming=[*projector, torsion(h)(X, Y) == 0]),
    ]  # fmt: skip


@theorem("MN-C4.2")
def curvature_and_jacobi_endomorphism() -> list[Verdict]:
    """Γ² = id for Γ = [J, S], and [J, Φ] = 3R for Φ = v[S, h], of every semispray S.

    A = [S, h] has [J, A] = [Γ, h] = 4R by the identity of Jacobi, and hA = F + J with F of
    Ker J = Im J, for which [J, F] = R; hence [J, A - hA] = 3R.
    """
    t = TangentStructure()
    A = bracket(t.S, t.h)
    values = [t.J @ t.h == t.J, t.h @ t.J == 0]
    vertical, horizontal = [t.v == t.J @ A], [t.h @ A == t.F + t.J]
    rates = [bracket(t.J, A) == 4 * t.R, bracket(t.J, t.F) == t.R]
    # The same of symbols, as what they stand for is long.
    B, h = symbols_of_vector_forms("A h", degree=1)
    R = symbols_of_vector_forms("R", degree=2)
    said = [bracket(t.J, t.J) == 0, h @ B == t.F + t.J, bracket(t.J, B) == 4 * R,
            bracket(t.J, t.F) == R]  # fmt: skip
    return [
        *curvature(),
        check(t.Gamma @ t.Gamma == ID, assuming=t.relations),
        check(vertical, assuming=t.relations, lemmas=values),
        check(horizontal, assuming=t.relations, lemmas=vertical),
        check(rates, assuming=t.relations, lemmas=[bracket(t.J, t.h) == 0]),
        check(bracket(t.J, B - h @ B) == 3 * R, assuming=said),
    ]


@theorem("MN-C4.1")
def weak_torsion() -> Verdict:
    """[J, h] = 0 for every semispray, and so for S*."""
    t = TangentStructure()
    return check(bracket(t.J, t.h) == 0, assuming=t.semispray)


@theorem("MN-8.09", "MN-8.23", "MN-8.geo")
def equations_with_christoffel_symbols() -> list[Verdict]:
    """ẍ + 2G = ½Φ along S*, with 2G^i = γ^i_jk y^j y^k."""
    return [*integral_curves(), *evolution(), spray_by_christoffel_symbols()]


@theorem("MN-2.06", "MN-2.10", "MN-T4.2", "MN-T8.3")
def integral_curves() -> list[Verdict]:
    """ẋ = y and ẏ + 2G = 0, or ½Φ along S*; autoparallels, ẋ = y and δy = 0, are those of δ(y).

    For Φ = 0 the field S* is S.
    """
    f = symbols_of_vector_fields("f")
    said = [
        c.dx(b.S) == c.y,
        c.dy(b.S) + 2 * b.G == 0,
        c.dx(b.forced) == c.y,
        c.dy(b.forced) + 2 * b.G == b.Phi / 2,
    ]
    parallel = [c.dx(X) == c.y, b.delta_y(X) == 0, b.I(X) == 0]
    steps = [c.dy(X) == -b.N(c.y)]
    return [
        check(said, assuming=c.frame),
        check(b.delta(c.y) == X, assuming=[*c.frame, *parallel], lemmas=steps),
        check(b.S + c.d_y(f) / 2 == b.S, assuming=[f == 0]),
    ]


# --- forms ------------------------------------------------------------------------------------


@theorem("MN-3.01", "MN-8.03")
def elicoidal_tensor() -> list[Verdict]:
    """El = d_J φ is 0 for a force φ = F_i dx^i that is a form on M, and semibasic for each.

    Its values on fields ∂_i, ∂_j are ∂F_j/∂y^i - ∂F_i/∂y^j, with J∂_i = ∂/∂y^i and F_i = φ(∂_i).
    """
    t = TangentStructure()
    phi = symbols_of_forms("phi", degree=1)
    Z = symbols_of_vector_fields("Z")
    semibasic = [*t.structure, interior(t.J, phi) == 0]
    El = lie(t.J, phi)
    still = [bracket(X, Y) == 0, bracket(t.J(X), Y) == 0, bracket(X, t.J(Y)) == 0]
    return [
        check(El == 0, assuming=[*semibasic, interior(t.J, d(phi)) == 0]),
        check(interior(t.J(Z), El) == 0, assuming=semibasic),
        check(El(X, Y) == t.J(X)(phi(Y)) - t.J(Y)(phi(X)), assuming=[*semibasic[-1:], *still]),
    ]


@theorem("MN-6.11z")
def symplectic_form() -> list[Verdict]:
    """i_v ω = ω for ω = d d_J L and i_S ω = -dE_L: so θ⁰ = ½ i_v ω = ½ω is closed."""
    t = TangentStructure()
    omega = d(interior(t.J, d(L)))
    given = [*t.semispray, interior(t.S, omega) == -d(lie(t.C, L) - L)]
    steps = [interior(t.J, omega) == 0, lie(t.S, omega) == 0, interior(t.Gamma, omega) == 0]
    said = [interior(t.v, omega) == omega, d(interior(t.v, omega)) == 0]
    return [check(said, assuming=given, lemmas=steps)]


@theorem("MN-6.09", "MN-6.11", "MN-6.12", "MN-T6.3", "MN-T6.4", rest="components B_ij")
def forced_2form() -> list[Verdict]:
    """θ = ½ i_{v*} ω = ½ω - ¼ d_J Φ, dθ = -¼ d d_J Φ, where i_{S*} ω = Φ - dE_L, Φ semibasic."""
    t = TangentStructure()
    omega = d(interior(t.J, d(L)))
    Phi = symbols_of_forms("Phi", degree=1)
    given = [*t.semispray, interior(t.S, omega) == Phi - d(lie(t.C, L) - L),
             interior(t.J, Phi) == 0]  # fmt: skip
    theta = interior(t.v, omega) / 2
    steps = [
        interior(t.J, omega) == 0,
        lie(t.S, omega) == d(Phi),
        interior(t.Gamma, omega) == lie(t.J, Phi),
    ]
    said = [theta == omega / 2 - lie(t.J, Phi) / 4, d(theta) == -d(lie(t.J, Phi)) / 4]
    return [*symplectic_form(), check(said, assuming=given, lemmas=[*steps, said[0]])]


@theorem(
    "MN-6.07a", "MN-6.07b", "MN-6.14", rest="covariant derivatives, for lack of linear connections"
)
def maxwell_equations() -> Verdict:
    """For 𝓕 = -¼ d_h d_J E: d_J 𝓕 = 0 and d_h 𝓕 = -¼ i_R d d_J E."""
    t = TangentStructure()
    E = symbols_of_functions("E")
    h = symbols_of_vector_forms("h", degree=1)
    F = -lie(h, interior(t.J, d(E))) / 4
    R = torsion(h)
    given = [*t.structure, bracket(t.J, h) == 0, t.J @ R == 0]
    said = [lie(t.J, F) == 0, lie(h, F) == -interior(R, d(interior(t.J, d(E)))) / 4]
    return check(said, assuming=given)


@theorem("MN-3.03", "MN-3.03a", "MN-3.03b", "MN-3.08", "MN-8.17")
def same_metric() -> list[Verdict]:
    """g* = g for L* = L + U, U = λ^σ Q_σ with d_J U = α a form on M; and L* = L where U = 0.

    The momenta are d_J L* = d_J L + α.
    2g(JX, JY) = ω(JX, Y) for ω = d d_J L, and i_V dα = 0 for vertical V.
    """
    t = TangentStructure()
    alpha, U = symbols_of_forms("alpha", degree=1), symbols_of_functions("U")
    given = [interior(t.J, d(U)) == alpha, interior(t.J(X), d(alpha)) == 0]
    metrics = [interior(t.J(X), d(interior(t.J, d(K)))) for K in (L + U, L)]
    momenta = interior(t.J, d(L + U)) == interior(t.J, d(L)) + alpha
    return [
        check(metrics[0] == metrics[1], assuming=given),
        check(momenta, assuming=given[:1]),
        check(L + U == L, assuming=[U == 0]),
    ]


@theorem("MN-2.05")
def change_of_the_coefficients() -> Verdict:
    """-S(ỹ) = (∂x̃/∂x^j) 2G^j - (∂ỹ/∂x^j) y^j, for each function x̃ of M and ỹ = y^j ∂x̃/∂x^j.

    The left side is 2G̃, because S(ỹ^i) = -2G̃^i in the coordinates x̃^i, ỹ^i of the same S.
    """
    x = Coordinates(x="i", y="i")
    G, _ = x.declare("G", "i")
    along, spray = x.d_x(x.y), x.d_x(x.y) - 2 * x.d_y(G)
    new = symbols_of_functions("x_new")
    velocity = along(new)
    given = [*x.relations, *x.function(new), interior(x.d_y, d(new)) == 0]
    law = -spray(velocity) == 2 * lie(x.d_x(G), new) - along(velocity)
    # ∂ỹ/∂y^j = ∂x̃/∂x^j
    return check(law, assuming=given, lemmas=[lie(x.d_y(G), velocity) == lie(x.d_x(G), new)])


# --- what is not proved -----------------------------------------------------------------------

LEDGER.lacks(
    "functions of functions: maps that are given by coordinates",
    "MN-2.01",
)
LEDGER.lacks("integrals along curves", "MN-3.04")
LEDGER.lacks(
    "families with two indices",
    "MN-6.13",
)
LEDGER.lacks(
    "traces of families of unspecified size",
    "MN-7.07ppp MN-7.07pppp MN-7.08 MN-7.09 MN-7.22 MN-7.23",
)
LEDGER.lacks("symmetric tensors", "MN-3.00 MN-7.01 MN-7.05p MN-8.12")
LEDGER.lacks(
    "derivations of families with two indices",
    "MN-5.B MN-6.03a-c MN-6.04 MN-P6.1 MN-6.04n MN-6.08 MN-7.18 MN-7.19 MN-7.20 MN-8.d",
)
LEDGER.lacks(
    "what a system is: its data and equations as one object",
    "MN-1.01 MN-1.02 MN-1.03 MN-4.01 MN-8.01 MN-8.18",
)
