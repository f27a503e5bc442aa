"""Theorems for every dimension: J, semisprays and adapted frames of TM × ℝ, the energy law.

Coordinates (x^i, y^i, t) in families of unspecified size (`diffgeo.proofs.Coordinates`); N^i_j is
the matrix ``N``, and N^0_j du^j the form ``N_0``.
"""

from __future__ import annotations

from diffgeo import (
    Identity,
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
from diffgeo.proofs import Coordinates
from mechanics.papers.engine.metrical_coefficients import (
    X_h,
    X_j,
    X_k,
    christoffel,
    equations_of_motion,
    g_hj,
    g_hk,
    g_jk,
    generalised_christoffel_symbols,
    raised,
)
from mechanics.papers.frigioiu.book import LEDGER

theorem = LEDGER.theorem
ID = every_manifold.identity
X, Y, f = symbols_of_vector_fields("X Y f")
L, G_0 = symbols_of_functions("L G_0")
N = symbols_of_vector_forms("N", degree=1)
N_0, force = symbols_of_forms("N_0 force", degree=1)

c = Coordinates(time=True, x="i", y="i")
indices = c.index["i"]
I = indices.identity  # noqa: E741
J, C = c.d_y @ c.dx, c.d_y(c.y)
#: δ_i = ∂_i - N_i^j V_j - N_i^0 ∂_t and the dual forms of V and ∂_t.
delta = c.d_x - c.d_y @ N - N_0 * c.d_t
delta_y, delta_t = c.dy + N @ c.dx, c.dt + interior(c.dx, N_0)
FRAME = [*c.frame, *indices.matrices(N), *indices.covectors(N_0)]
FRAME += [interior(a, N_0) == 0 for a in (c.d_x, c.d_y)] + [N_0(c.d_t) == 0]


@theorem("FHB-2", "FHB-2b", rest="that J is global, for lack of maps by coordinates")
def tangent_structure() -> list[Verdict]:
    """J ∂_i = V_i, J V_i = 0 = J ∂_t, J² = 0, [J, J] = 0."""
    values = [J @ c.d_x == c.d_y, J @ c.d_y == 0, J(c.d_t) == 0, J @ J == 0]
    return [check(values, assuming=c.frame), check(bracket(J, J) == 0, assuming=c.relations)]


@theorem("FHB-1")
def vertical_fields() -> Verdict:
    """Ker J is spanned by the V_i and ∂_t."""
    given = [J(X) == 0, I(X) == 0]
    steps = [c.dy @ J == c.dx, c.dy(J(X)) == 0, c.dx(X) == 0]
    return check(c.d_y(c.dy(X)) + c.dt(X) * c.d_t == X, assuming=[*c.frame, *given], lemmas=steps)


@theorem("FHB-3", "FHB-4")
def semisprays() -> list[Verdict]:
    """J S = C iff S = y^i ∂_i - 2G^i V_i - G^0 ∂_t."""
    local = c.d_x(c.y) + c.d_y(f) - G_0 * c.d_t
    given = [J(X) == C, I(X) == 0]
    steps = [c.dy @ J == c.dx, c.dy(J(X)) == c.y, c.dx(X) == c.y]
    back = c.d_x(c.y) + c.d_y(c.dy(X)) + c.dt(X) * c.d_t == X
    return [
        check(J(local) == C, assuming=[*c.frame, *indices.functions(f)]),
        check(back, assuming=[*c.frame, *given], lemmas=steps),
    ]


@theorem("FHB-T3.1c")
def evolution_curves() -> list[Verdict]:
    """X' = y, y' = -2Γ, t' = a along S: with a = 1, x'' = -2Γ, which is (19)."""
    return [*integral_curves(), *evolution()]


@theorem("FHB-18", "FHB-19", "FHB-20", "FHB-21")
def evolution() -> list[Verdict]:
    """d/dt L_yi - L_xi = F_i iff x'' + 2Γ = ½F, 2Γ^i = ½g^ij (L_yjxk y^k - L_xj) + ½g^ij L_yjt.

    F^i V_i is vertical.
    """
    vertical = check(J(c.d_y(f)) == 0, assuming=c.frame)
    return [*equations_of_motion(time=True), vertical]


@theorem("FHB-5")
def integral_curves() -> Verdict:
    """X' = y, y' = -2G, t' = -G^0 along S = y^i ∂_i - 2G^i V_i - G^0 ∂_t; ``f`` is -2G."""
    S = c.d_x(c.y) + c.d_y(f) - G_0 * c.d_t
    said = [c.dx(S) == c.y, c.dy(S) == f, c.dt(S) == -G_0]
    return check(said, assuming=[*c.frame, *indices.functions(f), c.dx(f) == 0, c.dy(f) == 0,
                                 c.dt(f) == 0])  # fmt: skip


@theorem("FHB-22")
def evolution_is_a_semispray() -> Verdict:
    """J S = C for S = y^i ∂_i - 2Γ^i V_i + a ∂_t."""
    S = c.d_x(c.y) + c.d_y(f) + G_0 * c.d_t
    return check(J(S) == C, assuming=[*c.frame, *indices.functions(f)])


@theorem("FHB-6", "FHB-8", "FHB-10", "FHB-24", "FHB-25", "FHB-28")
def adapted_frames() -> Verdict:
    """dx^i, δy^i, δt are dual to δ_i, V_i, ∂_t; the projectors are complementary."""
    h, v, t = delta @ c.dx, c.d_y @ delta_y, delta_t * c.d_t
    said = [
        c.dx @ delta == I,
        delta_y @ delta == 0,
        interior(delta, delta_t) == 0,
        c.dx @ c.d_y == 0,
        delta_y @ c.d_y == I,
        interior(c.d_y, delta_t) == 0,
        delta_y(c.d_t) == 0,
        delta_t(c.d_t) == 1,
        h @ h == h,
        h + v + t == ID - I,
    ]
    return check(said, assuming=FRAME, lemmas=said[:8])


@theorem("FHB-13", "FHB-29", "FHB-29.0", "FHB-29.2")
def structure_F() -> Verdict:
    """F δ_i = -V_i, F V_i = δ_i, F ∂_t = 0, F² = -Id + ∂_t ⊗ δt; F J = δ_i ⊗ dx^i gives N back."""
    F = delta @ delta_y - c.d_y @ c.dx
    said = [
        F @ delta == -c.d_y,
        F @ c.d_y == delta,
        F(c.d_t) == 0,
        -(ID - I) + delta_t * c.d_t == F @ F,
    ]
    return check(said, assuming=FRAME, lemmas=[*adapted_lemmas(), *said[:3]])


def adapted_lemmas() -> list[Identity]:
    """That the coframe is dual to the frame."""
    return [c.dx @ delta == I, delta_y @ delta == 0, c.dx @ c.d_y == 0, delta_y @ c.d_y == I]


@theorem("FHB-26a", "FHB-T3.4")
def curvature() -> list[Verdict]:
    """½[h, h](X, Y) = v[hX, hY], as Ker J is closed under brackets; 0 iff N is.

    [δ_j, δ_h] = (δ_h N^i_j - δ_j N^i_h) V_i + (δ_h N^0_j - δ_j N^0_h) ∂_t for two fields ∂_j, ∂_h
    with any families N_j = N^i_j ∂/∂u^i, N_h, which `bracket` derives, and functions N^0_j, N^0_h.
    """
    h = symbols_of_vector_forms("h", degree=1)
    v = ID - h
    projector = [h @ h == h, h(bracket(v(X), v(Y))) == 0]
    flat = [*projector, torsion(h)(X, Y) == 0]
    closed = bracket(h(X), h(Y)) == h(bracket(h(X), h(Y)))
    N_j, N_h = symbols_of_vector_fields("N_j N_h")
    N_0j, N_0h = symbols_of_functions("N_0j N_0h")
    V, T = c.d_y, c.d_t
    still = [bracket(X, Y) == 0, *(bracket(Z, K) == 0 for Z in (X, Y) for K in (V, T))]
    flat_frame = [*still, bracket(V, V) == 0, bracket(T, V) == 0]
    flat_frame += [V @ V == 0, *(V(Z) == 0 for Z in (X, Y, T))]
    one, two = X - V(N_j) - N_0j * T, Y - V(N_h) - N_0h * T
    R = V(bracket(two, N_j) - bracket(one, N_h)) + (two(N_0j) - one(N_0h)) * T
    return [
        check(torsion(h)(X, Y) == v(bracket(h(X), h(Y))), assuming=projector),
        check(closed, assuming=flat),
        check(bracket(one, two) == R, assuming=flat_frame),
    ]


@theorem("FHB-26b", "FHB-26c", "FHB-26d")
def brackets_of_the_frame() -> list[Verdict]:
    """[δ_j, ∂_t] and [δ_j, W] are the derivatives of the coefficients; coordinate fields commute.

    W is a field V_h: one that commutes with the frame.
    """
    W = symbols_of_vector_fields("W")
    moved = [bracket(delta, Z) == c.d_y @ bracket(Z, N) + lie(Z, N_0) * c.d_t for Z in (c.d_t, W)]
    still = [bracket(W, Z) == 0 for Z in (c.d_x, c.d_y, c.d_t)]
    commute = [bracket(c.d_y, c.d_y) == 0, bracket(c.d_t, c.d_y) == 0, bracket(c.d_t, c.d_t) == 0]
    return [check(moved, assuming=[*c.brackets, *still]), check(commute, assuming=c.brackets)]


@theorem("FHB-23b")
def coefficients_as_derivatives() -> Verdict:
    """Ň^i_j = V_j Ǧ^i for Ǧ = G - F/4, with Ň^i_j = V_j G^i - ¼ V_j F^i as in (23)."""
    k = Coordinates(time=True, x="i", y="i")
    (G, dG), (F, dF), (G_check, slope) = (k.declare(a, "i") for a in ("G", "F", "G_check"))
    given = [*k.relations, G_check == G - F / 4]
    return check(slope @ k.d_y == dG @ k.d_y - dF @ k.d_y / 4, assuming=given)


@theorem("FHB-23a")
def both_connections() -> list[Verdict]:
    """Ň is made of [S*, J], the connection of J¹ of [S, S_jet], and one of the other.

    With K^i = 2G^i - F^i/2, G^0 = L_t/2 and S* = y^i ∂_i - K^i V_i - G^0 ∂_t the tensor
    T* = [S*, J] has (T*² - T*)/2 = δ_i ⊗ dx^i with Ň^i_j = ½ V_j K^i, Ň^0_j = V_j G^0: for F = 0
    that is N, and Ň = N - ¼ V_j F. The evolution S = ∂_t + y^i ∂_i - (K^i + N_0^i) V_i and
    S_jet = V_i ⊗ (dx^i - y^i dt) give H_i = ∂_i - ½ V_i (K^j + N_0^j) V_j, with
    δ_i = H_i + ½ (V_i N_0^j) V_j - N^0_i ∂_t.
    """
    k = Coordinates(time=True, x="i", y="i")
    (K, dK), (M, dM) = (k.declare(a, "i") for a in ("K", "M"))  # M = K + N_0
    unit, q = k.index["i"].identity, interior(k.d_y, d(G_0))
    star = k.d_x(k.y) - k.d_y(K) - G_0 * k.d_t
    parts = [
        bracket(k.d_x(k.y), k.d_y) == -k.d_x,
        bracket(k.d_y(K), k.d_y) == -k.d_y @ dK @ k.d_y,
        bracket(G_0 * k.d_t, k.d_y) == -q * k.d_t,
    ]
    rates = [
        bracket(star, k.d_y) == -k.d_x + k.d_y @ dK @ k.d_y + q * k.d_t,
        bracket(star, k.dx) == k.dy,
    ]
    T = (k.d_y @ dK @ k.d_y - k.d_x) @ k.dx + interior(k.dx, q) * k.d_t + k.d_y @ k.dy
    adapted = k.d_x - k.d_y @ dK @ k.d_y / 2 - q * k.d_t
    motion, contact = k.d_t + k.d_x(k.y) - k.d_y(M), k.dx - k.dt * k.y
    moved = [bracket(motion, k.d_y) == -k.d_x + k.d_y @ dM @ k.d_y, bracket(motion, k.dx) == k.dy,
             bracket(motion, k.y) == -M, lie(motion, k.dt) == 0]  # fmt: skip
    on_jets = (k.d_y @ dM @ k.d_y - k.d_x) @ contact + k.d_y @ (k.dy + k.dt * M)
    H = k.d_x - k.d_y @ dM @ k.d_y / 2
    return [
        check([*parts, rates[1]], assuming=[*k.relations, *k.function(G_0)]),
        check(rates[0], assuming=parts),
        check(bracket(star, k.d_y @ k.dx) == T, assuming=[*k.frame, *rates]),
        check(adapted @ k.dx == (T @ T - T) / 2, assuming=[*k.frame, *k.function(G_0)]),
        check(moved, assuming=k.relations),
        check(bracket(motion, k.d_y @ contact) == on_jets, assuming=[*k.frame, *moved]),
        check((ID - unit - on_jets - k.dt * motion) / 2 == H @ contact, assuming=k.frame),
        check(adapted == H + k.d_y @ (dM - dK) @ k.d_y / 2 - q * k.d_t),
        *evolution(),
    ]


@theorem("FHB-T3.1p")
def coefficients_of_the_semispray() -> Verdict:
    """Š of (22), with 2Γ = 2G + N_0 - F/2, has the coefficients G - F/4 + N_0/2."""
    k = Coordinates(time=True, x="i", y="i")
    G, F, N_0i = (k.declare(a, "i")[0] for a in ("G", "F", "N_0i"))
    S = k.d_x(k.y) - k.d_y(2 * G + N_0i - F / 2) + k.d_t
    read = k.d_x(k.y) - 2 * k.d_y(G - F / 4) - k.d_y(N_0i) + k.d_t
    return check([read == S, (k.d_y @ k.dx)(S) == k.d_y(k.y)], assuming=k.frame)


@theorem("FHB-EL", "FHB-T3.2")
def energy_law() -> list[Verdict]:
    """dE_L/dt = y^i F_i - ∂L/∂t for E_L = C(L) - L, along X(∂L/∂y^i) - ∂L/∂x^i = F_i."""
    p, slope = interior(c.d_y, d(L)), interior(c.d_x, d(L))
    chain = X(L) == lie(c.d_t, L) + slope(c.y) + p(f)
    given = [lie(X, p) == slope + force, bracket(X, c.y) == f, chain]
    local = [c.d_t + c.d_x(c.y) + c.d_y(f) == X, *indices.functions(f)]
    energy = p(c.y) - L
    return [
        check(C(L) == p(c.y), assuming=c.frame),
        check(chain, assuming=[*c.frame, *c.function(L), *local]),
        check(lie(X, energy) == force(c.y) - lie(c.d_t, L), assuming=given),
    ]


# --- metrical connections ---------------------------------------------------------------------


@theorem("FHB-15", "FHB-16", "FHB-30")
def metrical_connection() -> list[Verdict]:
    """With the generalised Christoffel symbols of δ_k or δ̌_k, V_k and ∂_t: g_ij|k, g_ij|_a are 0.

    That for ∂_t are ½ ∂_t g_hj with the index h lowered.
    """
    lowered = (symbols_of_functions("m_hj"), symbols_of_functions("m_jh"))
    given = [m == c.d_t(g_hj) / 2 for m in lowered]
    in_time = c.d_t(g_hj) - lowered[0] - lowered[1]
    return [*generalised_christoffel_symbols(), check(in_time == 0, assuming=given)]


@theorem("FHB-31", "FHB-31c")
def deformation() -> list[Verdict]:
    """4(Ľ - L)_hjk = C_hjl V_k F^l + C_hkl V_j F^l - C_jkl V_h F^l, δ̌_k = δ_k + ¼ V_k F^l V_l.

    C_hjl = ½ V_l g_hj is ½(V_j g_hl + V_l g_hj - V_h g_jl) for g_hj = ½ V_h V_j L. The families
    V_k F^l over l are ``F_k``; C and C^i_j0 have no δ_k.
    """
    slopes = symbols_of_vector_fields("F_h F_j F_k")
    moved = [X + c.d_y(F) / 4 for X, F in zip((X_h, X_j, X_k), slopes, strict=True)]
    pairs = zip(slopes, (g_jk, g_hk, g_hj), strict=True)
    parts = [(lie(c.d_y(F), g), interior(c.d_y, d(g))(F) / 2) for F, g in pairs]
    by_C = [a == 2 * C for a, C in parts]
    (_, last), (_, second), (_, first) = parts
    change = 4 * (christoffel(*moved) - christoffel(X_h, X_j, X_k))
    commute = [bracket(a, b) == 0 for a, b in ((X_h, X_j), (X_h, X_k), (X_j, X_k))]
    pairs_of_g = ((g_hj, X_h, X_j), (g_hk, X_h, X_k), (g_jk, X_j, X_k))
    of_L = [g == a(b(L)) / 2 for g, a, b in pairs_of_g]
    return [
        check(by_C),
        check(change == first + second - last, lemmas=by_C),
        check(christoffel(X_h, X_j, X_k) == X_k(g_hj) / 2, assuming=[*commute, *of_L]),
        *raised(),
    ]


@theorem("FHB-12b")
def time_coefficients() -> Verdict:
    """N^0_j = V_j G^0 = ½ ∂²L/∂t∂y^j for G^0 = ½ ∂L/∂t."""
    by_t = interior(c.d_y, d(lie(c.d_t, L) / 2))
    return check(by_t == lie(c.d_t, interior(c.d_y, d(L))) / 2, assuming=c.brackets)


# --- what is not proved -----------------------------------------------------------------------

LEDGER.lacks(
    "families with two indices",
    "FHB-12a FHB-12c",
)
LEDGER.lacks(
    "functions of functions: maps that are given by coordinates",
    "FHB-17 FHB-29.1 FHB-T3.1b",
)
LEDGER.lacks("derivations of families: D_X on the frame", "FHB-14a FHB-14b FHB-14c FHB-14d")
LEDGER.lacks("symmetric tensors", "FHB-11 FHB-11b FHB-32 FHB-32.1 FHB-32.2")
LEDGER.lacks("that an object depends on others only", "FHB-16b")
LEDGER.lacks("that integrability is a vanishing torsion", "FHB-29.3")
