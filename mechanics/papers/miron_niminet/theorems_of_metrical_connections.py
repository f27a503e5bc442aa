"""Theorems for every dimension: the metrical connection, its curvatures, and how forces change it.

Indices that are not summed are letters (`mechanics.papers.engine.metrical_coefficients`). A sum
over i is one over a family: L^i_jk, for given j and k, is the field ``L_jk`` = L^i_jk ∂/∂u^i, and
for a given k the matrix ``L_k`` = L^i_jk du^j ⊗ ∂/∂u^i.
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
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from mechanics.papers.engine.metrical_coefficients import (
    X_h,
    X_j,
    X_k,
    christoffel,
    g_hj,
    g_hk,
    g_jk,
    generalised_christoffel_symbols,
    l_h,
    l_j,
    metric_is_constant,
    raised,
)
from mechanics.papers.miron_niminet.theorems import b, c, curvature, forced_connection, theorem

W = symbols_of_vector_fields("W")
#: K^l_h, K^l_j, K^l_k as families over l.
K_h, K_j, K_k = symbols_of_vector_fields("K_h K_j K_k")
INDEX = c.index["i"]


def cartan(f: Any) -> Any:
    """C_hjl = ½ ∂g_hj/∂y^l as a family over l, for f = g_hj."""
    return interior(c.d_y, d(f)) / 2


@theorem("MN-5.01", "MN-5.02", "MN-5.02p", "MN-7.02", "MN-7.03")
def metrical_connection() -> list[Verdict]:
    """For δ_k, δ*_k, and for ∂/∂y^k with C in the place of L."""
    return generalised_christoffel_symbols()


def moved(h: Any, j: Any, k: Any) -> tuple[list[Any], list[Any]]:
    """X*_k = X_k + K^l_k ∂/∂y^l, and what 2K^l_k C_hjl is: K^l_k ∂g_hj/∂y^l."""
    fields = [X + c.d_y(K) for X, K in ((X_h, h), (X_j, j), (X_k, k))]
    pairs = [(k, g_hj), (j, g_hk), (h, g_jk)]
    return fields, [lie(c.d_y(K), f) == 2 * cartan(f)(K) for K, f in pairs]


@theorem("MN-5.03", "MN-5.03p", "MN-5.09", "MN-7.04")
def change_of_the_connection() -> list[Verdict]:
    """L*_hjk - L_hjk = K^l_k C_hjl + K^l_j C_hkl - K^l_h C_jkl, for N* = N - K.

    C* = C, as ∂/∂y^k in its formula does not depend on N.
    """
    fields, slopes = moved(K_h, K_j, K_k)
    U = cartan(g_hj)(K_k) + cartan(g_hk)(K_j) - cartan(g_jk)(K_h)
    stated = christoffel(*fields) - christoffel(X_h, X_j, X_k) == U
    return [check(slopes), check(stated, lemmas=slopes), *forced_connection(), *raised()]


@theorem("MN-7.11")
def intermediate_connection() -> list[Verdict]:
    """L̄_hjk = L_hjk + K^s_k C_hjs is metrical along δ_k + K^s_k ∂/∂y^s if L is along δ_k."""
    fields, slopes = moved(K_h, K_j, K_k)
    more = cartan(g_hj)(K_k)
    stated = fields[2](g_hj) == (l_h + more) + (l_j + more)
    given = metric_is_constant(X_h, X_j, X_k)[:1]
    return [check(stated, assuming=given, lemmas=slopes[:1]), *raised()]


@theorem("MN-7.11p")
def derivatives_of_the_metric() -> Verdict:
    """t_hj|k̄ = t_hj|k + t_hj|_r K^r_k for each tensor t, so for g; C̄ = C, so |_k is the same.

    The forms are t_ij du^i and t_hi du^i; ``C_h`` is C^i_hs du^s ⊗ ∂/∂u^i.
    """
    t = symbols_of_functions("t_hj")
    t_j, t_h = (interior(P, d(t)) for P in symbols_of_vector_forms("t_1 t_2", degree=1))
    C_h, C_j = symbols_of_vector_forms("C_h C_j", degree=1)
    L_hk, L_jk = symbols_of_vector_fields("L_hk L_jk")
    along = X_k(t) - t_j(L_hk) - t_h(L_jk)
    fibre = c.d_y(K_k)(t) - t_j(C_h(K_k)) - t_h(C_j(K_k))
    barred = (X_k + c.d_y(K_k))(t) - t_j(L_hk + C_h(K_k)) - t_h(L_jk + C_j(K_k))
    return check(barred == along + fibre)


@theorem("MN-7.12", "MN-7.13", "MN-7.17")
def second_transformation() -> list[Verdict]:
    """L*_hjk = L̄_hjk + K^s_j C_hks - K^s_h C_jks: after (7.11) it makes of L the metrical L*."""
    fields, slopes = moved(K_h, K_j, K_k)
    barred = christoffel(X_h, X_j, X_k) + cartan(g_hj)(K_k)
    rest = cartan(g_hk)(K_j) - cartan(g_jk)(K_h)
    stated = christoffel(*fields) == barred + rest
    return [
        check(stated, lemmas=slopes),
        *intermediate_connection(),
        *metrical_connection(),
        *forced_connection(),
    ]


@theorem("MN-8.L")
def cartan_connection() -> list[Verdict]:
    """L^i_jk = Γ^i_jk(x), C = 0 for g(x), δ_k = ∂_k - N^l_k ∂/∂y^l; y^i_|j = 0, y^i|_j = δ^i_j."""
    fields = [X - c.d_y(N) for X, N in ((X_h, K_h), (X_j, K_j), (X_k, K_k))]
    on_M = [interior(c.d_y, d(f)) == 0 for f in (g_hj, g_hk, g_jk)]
    still = [lie(c.d_y(N), f) == 0 for N, f in ((K_k, g_hj), (K_j, g_hk), (K_h, g_jk))]
    L_j = symbols_of_vector_forms("L_j", degree=1)
    return [
        check(christoffel(*fields) == christoffel(X_h, X_j, X_k), assuming=on_M, lemmas=still),
        check(cartan(g_hj) == 0, assuming=on_M),
        *deflections(),
        check(L_j(c.y) - K_j == 0, assuming=[K_j == L_j(c.y)]),
        *raised(),
    ]


@theorem("MN-6.01")
def deflections() -> list[Verdict]:
    """y^i_|j = y^h L^i_hj - N^i_j and y^i|_j = δ^i_j + y^h C^i_hj: δ_j = ∂_j - N^i_j ∂/∂y^i.

    Along a field X_j of coordinates x, of which y is constant, with any functions N^i_j of x and y;
    along all ∂/∂y^j at once, where ``C_y`` is y^h C^i_hj.
    """
    L_j, C = symbols_of_vector_forms("L_j C_y", degree=1)
    slope = bracket(c.d_y(b.G), c.y) == b.G
    along = covariant(X_j - c.d_y(b.G), L_j, c.y) == L_j(c.y) - b.G
    return [
        check(slope, assuming=c.relations, lemmas=[bracket(c.y, c.d_y)(b.G) == -b.G]),
        check(along, assuming=[bracket(X_j, c.y) == 0, slope]),
        check(c.dy @ c.d_y + C == b.I + C, assuming=c.frame),
    ]


@theorem("MN-6.01p", "MN-6.02")
def expanded_deflections() -> list[Verdict]:
    """D^i_j = y^s L^i_sj - N^i_j + K^i_j + y^s U^i_sj, lowered by g; d^i_j = δ^i_j + y^h C^i_hj.

    ``U_j`` is U^i_sj du^s ⊗ ∂/∂u^i; g_ir U^r_sj is (5.3').
    """
    g, L_j, U_j, C = symbols_of_vector_forms("g L_j U_j C_y", degree=1)
    D = (L_j + U_j)(c.y) - (b.G - K_j)
    said = [
        L_j(c.y) - b.G + K_j + U_j(c.y) == D,
        g(D) == g(L_j(c.y) - b.G + K_j) + g(U_j(c.y)),
        g @ (b.I + C) == g + g @ C,
    ]
    return [
        check(said, assuming=[g @ b.I == g]),
        *deflections(),
        *change_of_the_connection(),
    ]


@theorem("MN-T8.4", "MN-5.S")
def forces_of_positions() -> list[Verdict]:
    """K = 0 for forces of the positions: N* = N, U = 0, L* = L; and C* = C = 0 for g(x)."""
    star = b.N - b.K
    fields = [X_h + c.d_y(K_h), X_j + c.d_y(K_j), X_k + c.d_y(K_k)]
    nothing = [K_h == 0, K_j == 0, K_k == 0]
    return [
        check([star == b.N, b.K == 0], assuming=[b.dPhi @ c.d_y == 0]),
        check(christoffel(*fields) == christoffel(X_h, X_j, X_k), assuming=nothing),
        check(cartan(g_hj) == 0, assuming=[interior(c.d_y, d(g_hj)) == 0]),
        *change_of_the_connection(),
    ]


@theorem("MN-6.05", "MN-6.06")
def electromagnetic_tensor() -> list[Verdict]:
    """½(D_ij - D_ji) for D_ij = y^s g_ir L^r_sj - N_ij + K_ij + p_ij + q_ij - p_ji.

    ``p_ij`` is y^s K^l_j C_isl and ``q`` = y^s K^l_s C_ijl, which is symmetric; for (6.6) K^l_j is
    k^l_j/4, where k^l_j is ∂F^l/∂y^j + λ ∂a^l/∂y^j.
    """
    l_ij, l_ji, N_ij, N_ji, q = symbols_of_functions("l_ij l_ji N_ij N_ji q")
    k_ij, k_ji, p_ij, p_ji = symbols_of_functions("k_ij k_ji p_ij p_ji")
    D_ij = l_ij - N_ij + k_ij + p_ij + q - p_ji
    D_ji = l_ji - N_ji + k_ji + p_ji + q - p_ij
    start = (l_ij - l_ji) / 2 - (N_ij - N_ji) / 2
    quarters = l_ij - N_ij + (k_ij + p_ij + q - p_ji) / 4
    other = l_ji - N_ji + (k_ji + p_ji + q - p_ij) / 4
    return [
        check((D_ij - D_ji) / 2 == start + (k_ij - k_ji) / 2 + (p_ij - p_ji)),
        check((quarters - other) / 2 == start + (k_ij - k_ji) / 8 + (p_ij - p_ji) / 4),
        *expanded_deflections(),
    ]


@theorem("MN-4.09")
def berwald_connection() -> list[Verdict]:
    """∂²G*^i/∂y^j∂y^k = ∂²G^i/∂y^j∂y^k - ¼(∂²F^i/∂y^j∂y^k + λ ∂²a^i/∂y^j∂y^k) for λ(x).

    v[hX, W] for X = ∂_j and W = ∂/∂y^k is (∂N*^i_j/∂y^k) ∂/∂y^i.
    """
    G, F, a, factor = symbols_of_functions("G F a factor")
    W_j, N = symbols_of_vector_fields("W_j N_j")
    stated = W(W_j(G - (F + factor * a) / 4)) == W(W_j(G)) - (W(W_j(F)) + factor * W(W_j(a))) / 4
    still = [bracket(X_j, W) == 0, bracket(W, c.d_y) == 0]
    moved_field = bracket(X_j - c.d_y(N), W) == c.d_y(bracket(W, N))
    return [
        check(stated, assuming=[W(factor) == 0, W_j(factor) == 0]),
        check(moved_field, assuming=still),
        *forced_connection(),
    ]


@theorem("MN-5.04")
def tensors_K_and_C() -> list[Verdict]:
    """K^i_j = ¼(∂F^i/∂y^j + λ ∂a^i/∂y^j) for λ(x); C_ijk = ½ ∂g_ij/∂y^k = ¼ ∂³L, symmetric.

    For each component f of F, and a of a_σ, along fields W of coordinates y, which commute.
    """
    f, a, factor, L = symbols_of_functions("f a factor L")
    W_i, W_j = symbols_of_vector_fields("W_i W_j")
    commute = [bracket(W_i, W_j) == 0, bracket(W_i, W) == 0, bracket(W_j, W) == 0]
    C = lie(W, W_i(W_j(L)) / 2) / 2
    return [
        check(W(f + factor * a) / 4 == (W(f) + factor * W(a)) / 4, assuming=[W(factor) == 0]),
        check([W_i(W_j(W(L))) / 4 == C, lie(W_i, W(W_j(L)) / 2) / 2 == C], assuming=commute),
        *forced_connection(),
    ]


@theorem("MN-5.08")
def torsions() -> list[Verdict]:
    """-T(δ_j, ∂/∂y^k) = C^i_jk δ_i + (∂N^i_j/∂y^k - L^i_kj) ∂/∂y^i, and R of brackets; T = S = 0.

    T(X, Y) = D_X Y - D_Y X - [X, Y]. ``X_j`` is ∂_j and W = ∂/∂y^k; N_j, L_kj, C_jk are families.
    T = 0 says L^i_jk = L^i_kj, as R is vertical; C* = C, since its formula has no N.
    """
    N, L_kj, C_jk, L_jk = symbols_of_vector_fields("N_j L_kj C_jk L_jk")
    delta_j, still = X_j - c.d_y(N), [bracket(X_j, W) == 0, bracket(W, c.d_y) == 0]
    move = bracket(delta_j, W) == c.d_y(bracket(W, N))
    mixed = c.d_y(L_kj) - b.delta(C_jk) - bracket(delta_j, W)
    parts = b.delta(C_jk) + c.d_y(bracket(W, N) - L_kj)
    horizontal = c.dx(b.delta(L_kj) - b.delta(L_jk) - c.d_y(N))
    given = [*INDEX.functions(L_kj), *INDEX.functions(L_jk), *INDEX.functions(N)]
    given += [c.dx @ b.delta == b.I, c.dx @ c.d_y == 0]
    return [
        check(move, assuming=still),
        check(-mixed == parts, assuming=[move]),
        check(horizontal == L_kj - L_jk, assuming=given),
        *curvature(),
        *metrical_connection(),
    ]


@theorem("MN-7.14")
def torsions_of_the_intermediate_connection() -> Verdict:
    """T̄_jk = C_j(K_k) - C_k(K_j), P̄_jk = ∂N̄_j/∂y^k - L̄_kj = P_jk - (∂K_j/∂y^k + C_k(K_j)).

    S̄ = 0, as C̄ = C is symmetric. L̄_jk = L_jk + C_j(K_k), N̄_j = N_j - K_j.
    """
    C_j, C_k = symbols_of_vector_forms("C_j C_k", degree=1)
    L_jk, N_j = symbols_of_vector_fields("L_jk N_j")
    L_bar_jk, L_bar_kj = L_jk + C_j(K_k), L_jk + C_k(K_j)
    P = bracket(W, N_j) - L_jk
    return check(
        [
            L_bar_jk - L_bar_kj == C_j(K_k) - C_k(K_j),
            bracket(W, N_j - K_j) - L_bar_kj == P - (bracket(W, K_j) + C_k(K_j)),
        ]
    )


@theorem("MN-7.15")
def curvature_after_a_change() -> Verdict:
    """R̄_jk = δ̄_k N̄_j - δ̄_j N̄_k with N̄ = N - K and δ̄_k = δ_k + K^s_k ∂/∂y^s."""
    N_j, N_k = symbols_of_vector_fields("N_j N_k")
    k_j, k_k = c.d_y(K_j), c.d_y(K_k)
    R = bracket(X_k, N_j) - bracket(X_j, N_k)
    barred = bracket(X_k + k_k, N_j - K_j) - bracket(X_j + k_j, N_k - K_k)
    by_K = bracket(k_k, N_j) - bracket(k_j, N_k) - (bracket(X_k, K_j) - bracket(X_j, K_k))
    return check(barred == R + by_K + bracket(k_j, K_k) - bracket(k_k, K_j))


# --- curvature --------------------------------------------------------------------------------

#: L^i_jh, L^i_jk and C^i_jl R^l as matrices over i and j; a family Y^i.
L_h, L_k, C_R = symbols_of_vector_forms("L_h L_k C_R", degree=1)
Y = symbols_of_vector_fields("Y")


def covariant(X: Any, matrix: Any, family: Any) -> Any:
    """Y^i_|k = X_k Y^i + L^i_jk Y^j."""
    return bracket(X, family) + matrix(family)


def commute_with_indices(*fields: Any) -> list[Any]:
    """That fields do not act on the indices u."""
    return [bracket(X, INDEX.identity) == 0 for X in fields]


def curved(h: Any, k: Any) -> Any:
    """X_h L_k - X_k L_h + L_h∘L_k - L_k∘L_h, with the matrices of both directions."""
    return bracket(h, L_k) - bracket(k, L_h) + L_h @ L_k - L_k @ L_h


@theorem("MN-5.07R", "MN-5.07P", "MN-5.07S")
def curvatures() -> list[Verdict]:
    """[D_h, D_k] - D_[h,k] is the matrix X_h L_k - X_k L_h + [L_h, L_k] - L_[h,k].

    On families Y^i, for all fields: δ_h, δ_k with the matrices L_h, L_k; δ_k, ∂/∂y^h with L_k and
    C_h; two ∂/∂y with C. L_[h,k] is that of the bracket, as R^l_hk C^i_jl; for P it is
    -(∂N^l_k/∂y^h) C^i_jl, and C_|k has the term L^l_hk C^i_jl, of which P^l_kh C^i_jl consists.
    """
    first = covariant(X_h, L_h, covariant(X_k, L_k, Y))
    second = covariant(X_k, L_k, covariant(X_h, L_h, Y))
    left = first - second - covariant(bracket(X_h, X_k), C_R, Y)
    C_h = L_h  # the matrix of ∂/∂y^h
    by_N, by_L = symbols_of_vector_forms("C_N C_L", degree=1)
    C_hk = bracket(X_k, C_h) + L_k @ C_h - C_h @ L_k - by_L
    P = bracket(X_h, L_k) - C_hk + (by_N - by_L)
    return [
        check(left == (curved(X_h, X_k) - C_R)(Y)),
        check(curved(X_h, X_k) + by_N == P),
        *curvature(),
    ]


@theorem("MN-5.06a-c")
def ricci_identities() -> list[Verdict]:
    """Y_|h|k - Y_|k|h = R(Y) - D_T Y - D_V Y for the second derivatives along X_h and X_k.

    D_k X_h = E is the field L^l_hk X_l with the matrix ``L_E``, and D_h X_k = F. The bracket
    [X_k, X_h] is a field V, as R^l_kh ∂/∂y^l, and T is E - F. For δ_h and ∂/∂y^k the terms of E, F
    and V are those of C^l_hk δ_l and P^l_hk ∂/∂y^l.
    """
    E, F, V = symbols_of_vector_fields("E F V")
    L_E, L_F = symbols_of_vector_forms("L_E L_F", degree=1)
    hk = covariant(X_k, L_k, covariant(X_h, L_h, Y)) - covariant(E, L_E, Y)
    kh = covariant(X_h, L_h, covariant(X_k, L_k, Y)) - covariant(F, L_F, Y)
    R = -curved(X_h, X_k) - C_R
    said = hk - kh == R(Y) + covariant(V, C_R, Y) - covariant(E - F, L_E - L_F, Y)
    return [check(said, assuming=[bracket(X_k, X_h) == V]), *curvatures()]


@theorem("MN-7.05", "MN-7.06")
def skew_curvature() -> list[Verdict]:
    """R_ijkh + R_jikh = 0: lifts to the indices u that keep ½g_ij u^i u^j, and so does R^i_j u^j.

    With lifts H_h, H_k of the fields, and H of their bracket, ρ = [H_h, H_k] - H; for constant
    families A^i, B^i the value is g(ρA, B) + g(A, ρB).
    """
    H_h, H_k, H, A, B = symbols_of_vector_fields("H_h H_k H A B")
    E = symbols_of_functions("E_g")
    rho = bracket(H_h, H_k) - H
    kept = [H_h(E) == 0, H_k(E) == 0, H(E) == 0]
    linear = [bracket(A, bracket(B, X_h)) == 0, X_h(A(B(E))) == 0, X_h(E) == 0, bracket(A, B) == 0]
    both = bracket(A, X_h)(B(E)) + bracket(B, X_h)(A(E))
    return [
        check(rho(E) == 0, assuming=kept),
        check(both == 0, assuming=linear),
        *metrical_connection(),
    ]


@theorem("MN-7.16")
def curvatures_of_the_intermediate_connection() -> Verdict:
    """Ω of one connection on δ_k + K^s_k ∂/∂y^s and ∂/∂y^h: R̄, P̄ and S̄ by R, P and S.

    ``Omega`` is Ω^i_j for each i and j; R^i_jkh = Ω(δ_k, δ_h), P^i_jkh = Ω(δ_k, ∂/∂y^h).
    """
    Omega = symbols_of_forms("Omega", degree=2)
    k_k, k_h = c.d_y(K_k), c.d_y(K_h)
    R = Omega(X_k, X_h) + Omega(X_k, k_h) - Omega(X_h, k_k) + Omega(k_k, k_h)
    return check(
        [Omega(X_k + k_k, X_h + k_h) == R, Omega(X_k + k_k, W) == Omega(X_k, W) + Omega(k_k, W)]
    )


@theorem("MN-5.10a-c", "MN-5.10p", "MN-5.10pp")
def equations_of_structure() -> list[Verdict]:
    """-dθ + θ^l∧ω^i_l on two fields of the frame, for θ = dx^i, δy^i, ω^i_j, with letters i and j.

    ``A`` is θ^l ⊗ ∂/∂u^l, ``omega`` is ω^i_l∧du^l, so θ^l∧ω^i_l = -i_A ω, and for a family E and a
    field X of the frame ω(E, X) = -E^l ω^i_l(X). On ω^i_j that is (5.7). On δ_j, W = ∂/∂y^k it is
    C^i_jk of dx^i, ∂N^i_j/∂y^k - L^i_kj of δy^i; on δ_j and δ_k 0 of dx^i, R^i_jk of δy^i.
    """
    theta, omega = symbols_of_forms("theta", degree=1), symbols_of_forms("omega", degree=2)
    A = symbols_of_vector_forms("A", degree=1)
    E, S, Z = symbols_of_vector_fields("E S Z")
    s, C, slope, L, R = symbols_of_functions("s C slope L R")
    Omega = -d(theta) - interior(A, omega)
    by_values = X_k(theta(X_h)) - X_h(theta(X_k)) - theta(bracket(X_k, X_h))
    products = -omega(A(X_k), X_h) - omega(X_k, A(X_h))
    constant = [X_j(s) == 0, W(s) == 0]
    of_dx = [theta(X_j) == s, theta(W) == 0, theta(bracket(X_j, W)) == 0]
    of_dx += [A(X_j) == E, A(W) == 0, omega(E, W) == -C]
    of_delta_y = [theta(X_j) == 0, theta(W) == s, theta(bracket(X_j, W)) == slope]
    of_delta_y += [A(X_j) == 0, A(W) == E, omega(X_j, E) == L]
    horizontal = [theta(X_j) == 0, theta(X_k) == 0, theta(bracket(X_j, X_k)) == R]
    horizontal += [A(X_j) == 0, A(X_k) == 0]
    symmetric = [theta(X_j) == s, theta(X_k) == s, X_k(s) == 0, theta(bracket(X_j, X_k)) == 0]
    symmetric += [A(X_j) == S, A(X_k) == Z, omega(S, X_k) == -L, omega(Z, X_j) == -L]
    return [
        check(Omega(X_k, X_h) == -by_values + products),
        check(Omega(X_j, W) == C, assuming=[*constant, *of_dx]),
        check(Omega(X_j, X_k) == 0, assuming=[*constant, *symmetric]),
        check(Omega(X_j, W) == slope - L, assuming=[*constant, *of_delta_y]),
        check(Omega(X_j, X_k) == R, assuming=horizontal),
        *curvatures(),
    ]
