"""Theorems of textbooks beyond those of the other lists, of connections too, and falsehoods.

Sources: Kolář, Michor, Slovák (8.7-8.16); Libermann and Marle; Marsden and Ratiu; de León and
Rodrigues; Saunders; Grifone; Kobayashi and Nomizu (III.5, IV.2, VII.3). Each theorem has what it
supposes and what it says, and lemmas where it needs them.
"""

from __future__ import annotations

from itertools import combinations, permutations

from diffgeo import (
    bracket,
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
from diffgeo.calculus import nijenhuis_richardson
from diffgeo.proofs import (
    FirstJets,
    Indices,
    TangentConnection,
    TangentStructure,
    nondegenerate,
    nowhere_zero,
)

X, Y, Z, W, S, C, xi, nu = symbols_of_vector_fields("X Y Z W S C xi nu")
XY, XZ, YX, YZ, ZX, ZY = symbols_of_vector_fields("XY XZ YX YZ ZX ZY")
f, g, H, G, L, k = symbols_of_functions("f g H G L k")
alpha, beta, eta, theta = symbols_of_forms("alpha beta eta theta", degree=1)
omega, Omega, sigma = symbols_of_forms("omega Omega sigma", degree=2)
A, F, J, P, T, phi, B, K, M, N, Q = symbols_of_vector_forms("A F J P T phi B K M N Q", degree=1)
K2, M2 = symbols_of_vector_forms("K2 M2", degree=2)
K3 = symbols_of_vector_forms("K3", degree=3)
ID = every_manifold.identity


def ham(field, function):
    """That a field is the Hamiltonian one of a function."""
    return interior(field, Omega) == d(function)


SY = [d(Omega) == 0, nondegenerate(Omega)]
Xs = [ham(X, H), ham(Y, G), ham(Z, f)]
CT = [eta(xi) == 1, interior(xi, d(eta)) == 0, nondegenerate(eta, d(eta))]
CO = [d(eta) == 0, d(Omega) == 0, eta(xi) == 1, interior(xi, Omega) == 0, nondegenerate(eta, Omega)]
TJ = [J @ J == 0, bracket(J, J) == 0]
SP = [*TJ, J(S) == C, bracket(C, J) == -J]
CX = [J @ J == -ID]
j = FirstJets()
u = TangentStructure()
family = Indices("I")
th = j.cartan(L)

PLAIN = [
    (
        [],
        bracket(omega * K, M)
        == omega * bracket(K, M) + lie(M, omega) * K - d(omega) * interior(K, M),
    ),
    ([], bracket(K, bracket(K2, K3)) == bracket(bracket(K, K2), K3) + bracket(K2, bracket(K, K3))),
    (
        [],
        nijenhuis_richardson(K2, nijenhuis_richardson(M2, K3))
        == nijenhuis_richardson(nijenhuis_richardson(K2, M2), K3)
        - nijenhuis_richardson(M2, nijenhuis_richardson(K2, K3)),
    ),
    ([], lie(K) @ lie(K) == lie(bracket(K, K)) / 2),
    ([], bracket(ID, K) == 0),
    (
        [],
        interior(X, bracket(K, M))
        == bracket(interior(X, K), M)
        - bracket(K, interior(X, M))
        + interior(bracket(K, X), M)
        + interior(bracket(M, X), K),
    ),
    (
        [],
        bracket(alpha * X, beta * Y)
        == alpha * beta * bracket(X, Y)
        + alpha * lie(X, beta) * Y
        - lie(Y, alpha) * beta * X
        - (d(alpha) * beta(X) * Y + alpha(Y) * d(beta) * X),
    ),
    ([], lie(omega * K) == omega * lie(K) - d(omega) * interior(K)),
    ([], lie(X) @ interior(K) - interior(K) @ lie(X) == interior(bracket(X, K))),
    ([torsion(K) == 0], torsion(K @ K) == 0),
    ([torsion(K) == 0], bracket(K, K @ K) == 0),
    ([torsion(K) == 0, lie(X, K) == 0], bracket(X, K(X)) == 0),
    ([torsion(K) == 0, lie(X, K) == 0], bracket(K(X), K(K(X))) == 0),
    ([torsion(K) == 0, lie(X, K) == 0], lie(K(X), K) == 0),
    ([torsion(K) == 0, interior(K, d(f)) == d(g)], d(interior(K, d(g))) == 0),
    ([P @ P == P], bracket(P, torsion(P)) == 0),
    ([P @ P == P], interior(P, P @ torsion(P)) == 0),
    (
        [alpha * d(alpha) == 0, alpha(X) == 0, alpha(Y) == 0, nowhere_zero(alpha)],
        alpha(bracket(X, Y)) == 0,
    ),
    ([d(alpha) == beta * alpha, nowhere_zero(alpha)], d(beta * d(beta)) == 0),
    ([alpha == f * d(g)], alpha * d(alpha) == 0),
    ([interior(X, alpha) == 0, interior(X, d(alpha)) == 0], lie(X, f * alpha) == X(f) * alpha),
    (
        [interior(X, d(alpha)) == 0, interior(Y, d(alpha)) == 0, alpha(X) == 0, alpha(Y) == 0],
        interior(bracket(X, Y), d(alpha)) == 0,
    ),
    (
        [d(omega) == 0, interior(X, omega) == 0, interior(Y, omega) == 0],
        interior(bracket(X, Y), omega) == 0,
    ),
    ([lie(X, f) == 0, lie(X, g) == 0], lie(X, f * d(g)) == 0),
    ([*SY, *Xs], X(Omega(Y, Z)) + Y(Omega(Z, X)) + Z(Omega(X, Y)) == 0),
    ([*SY, *Xs], interior(bracket(X, Y), Omega) == d(Omega(Y, X))),
    ([*SY, *Xs[:2], ham(Z, X(G))], X(Y(f)) - Y(X(f)) == Z(f)),
    ([*SY, *Xs[:2], X(G) == 0], Y(H) == 0),
    ([*SY, *Xs, X(G) == 0, X(f) == 0], X(Omega(Y, Z)) == 0),
    ([*SY, interior(X, Omega) == alpha, d(alpha) == Omega], lie(X, Omega) == Omega),
    (
        [*SY, interior(C, Omega) == theta, d(theta) == -Omega * 1, ham(X, H), C(H) == H],
        theta(X) == -C(H) * 1,
    ),
    ([*SY, ham(X, H)], lie(X, Omega * Omega * Omega) == 0),
    (
        [d(Omega) == alpha * Omega, d(alpha) == 0, interior(X, Omega) == d(H) - H * alpha],
        lie(X, Omega) == alpha(X) * Omega,
    ),
    ([*SY, ham(X, H), ham(Y, G), bracket(X, Y) == Z, ham(Z, f)], d(f + Omega(X, Y)) == 0),
    ([*SY, interior(T, Omega) == 2 * sigma, d(sigma) == 0], d(interior(T, Omega)) == 0),
    ([d(Omega) == 0, interior(X, Omega) == d(H), interior(Z, Omega) == 0], Z(H) == 0),
    (
        [d(Omega) == 0, interior(X, Omega) == d(H), interior(Y, Omega) == d(H)],
        lie(X - Y, Omega) == 0,
    ),
    ([*CT, eta(X) == 1, interior(X, d(eta)) == 0], xi == X),
    ([*CT, lie(X, eta) == f * eta], interior(X, d(eta)) == f * eta - d(eta(X))),
    ([*CT, eta(X) == -H, interior(X, d(eta)) == d(H) - xi(H) * eta], X(H) == -xi(H) * H),
    ([*CT, eta(X) == -H, interior(X, d(eta)) == d(H) - xi(H) * eta], lie(X, eta) == -xi(H) * eta),
    (
        [*CT, eta(X) == -H, interior(X, d(eta)) == d(H) - xi(H) * eta],
        lie(X, eta * d(eta)) == -2 * xi(H) * eta * d(eta),
    ),
    (
        [
            *CT,
            eta(X) == -H,
            interior(X, d(eta)) == d(H) - xi(H) * eta,
            X(f) == -xi(H) * f,
            f * g == 1,
        ],
        X(H * g) == 0,
    ),
    ([*CT, X(f) == 0], lie(xi, f * eta) == xi(f) * eta),
    ([*CT, eta(X) == 0, eta(Y) == 0], d(eta)(X, Y) == -eta(bracket(X, Y))),
    (CO, lie(xi, eta) == 0),
    (
        [
            *CO,
            eta(X) == 0,
            eta(Y) == 0,
            interior(X, Omega) == d(H) - xi(H) * eta,
            interior(Y, Omega) == d(G) - xi(G) * eta,
        ],
        X(G) == -Y(H),
    ),
    ([*CO, eta(X) == f, interior(X, Omega) == 0], f * xi == X),
    ([*CO, eta(X) == 0, eta(Y) == 0], eta(bracket(X, Y)) == 0),
    (j.second_order, interior(j.S, th) == 0),
    (j.second_order, th(j.xi) == L),
    ([*j.second_order, interior(j.xi, d(th)) == 0], lie(j.xi, th) == d(L)),
    ([*j.second_order, interior(j.xi, d(th)) == 0, lie(X, th) == d(f)], j.xi(th(X) - f) == 0),
    (
        [*j.second_order, interior(j.xi, d(th)) == 0, lie(X, th) == d(f)],
        interior(bracket(X, j.xi), d(th)) == 0,
    ),
    (TJ, lie(J, lie(J, f)) == 0),
    (TJ, interior(J, lie(J, f)) == 0),
    (TJ, bracket(interior(J), lie(J)) == 0),
    (SP, bracket(lie(C), lie(J)) == -lie(J)),
    (SP, bracket(interior(C), lie(J)) == interior(J)),
    ([*SP, interior(S, d(lie(J, L))) == -d(C(L) - L)], lie(S, lie(J, L)) == d(L)),
    ([*SP, interior(S, d(lie(J, L))) == -d(C(L) - L)], S(C(L) - L) == 0),
    ([*SP, C(L) == 2 * L], lie(C, d(lie(J, L))) == d(lie(J, L))),
    ([*SP, C(L) == 2 * L], interior(C, d(lie(J, L))) == lie(J, L)),
    (
        [
            *SP,
            interior(S, d(lie(J, L))) == -d(C(L) - L),
            C(L) == 2 * L,
            nondegenerate(d(lie(J, L))),
        ],
        bracket(C, S) == S,
    ),
    (
        [
            *SP,
            interior(S, d(lie(J, L))) == -d(C(L) - L),
            bracket(X, J) == 0,
            X(L) == 0,
            bracket(S, X) == 0,
        ],
        S(lie(J, L)(X)) == 0,
    ),
    ([*SP, bracket(X, J) == 0, X(L) == 0], lie(X, lie(J, L)) == 0),
    (TJ, interior(J, d(lie(J, L))) == 0),
    (TJ, d(lie(J, L))(J(X), J(Y)) == 0),
    ([*SP, bracket(C, S) == S], bracket(S, bracket(C, J)) == -bracket(S, J)),
    ([*SP, bracket(C, S) == S], bracket(C, bracket(J, S)) == 0),
    (CX, torsion(J)(J(X), Y) == torsion(J)(X, J(Y))),
    ([*CX, torsion(J) == 0], lie(J) @ lie(J) == 0),
    ([*CX, torsion(J) == 0, lie(X, J) == 0, lie(Y, J) == 0], bracket(J(X), Y) == J(bracket(X, Y))),
    ([*CX, torsion(J) == 0, lie(X, J) == 0, lie(Y, J) == 0], bracket(J(X), J(Y)) == -bracket(X, Y)),
    ([*CX, B @ B == -ID, B @ J == -J @ B, K == B @ J], K @ K == -ID),
    ([*CX, B @ B == -ID, B @ J == -J @ B, K == B @ J], J @ K == B),
    ([*CX, B @ B == -ID, B @ J == -J @ B, K == B @ J], K @ B == J),
    (
        [*CX, B @ B == -ID, B @ J == -J @ B, torsion(B) == 0, torsion(J) == 0, K == B @ J],
        torsion(K) == 0,
    ),
    ([F @ F == ID], (ID + F) / 2 @ ((ID + F) / 2) == (ID + F) / 2),
    ([F @ F == ID, P == (ID + F) / 2], torsion(P) == torsion(F) / 4),
    ([T @ T @ T == -T, P == -T @ T], P @ P == P),
    ([T @ T @ T == -T, P == -T @ T], T @ P == T),
    ([T @ T @ T == T], T @ T @ (T @ T) == T @ T),
    ([P @ P == P, Q @ Q == Q, P @ Q == Q @ P], P @ Q @ (P @ Q) == P @ Q),
    ([P @ P == P, Q @ Q == Q, P @ Q == Q @ P, A == P + Q - P @ Q], A @ A == A),
    ([P @ P == P, Q == ID - P], P @ Q == 0),
    (
        [P @ P == P, P(X) == X, P(Y) == 0, torsion(P) == 0],
        P(bracket(X, Y)) == bracket(X, P(Y)) + P(bracket(X, Y)),
    ),
    ([phi @ phi == -ID + eta * xi, eta(xi) == 1], interior(phi, interior(phi, eta)) == 0),
    ([phi @ phi == ID - eta * xi, eta(xi) == 1], phi(xi) == 0),
    ([T @ T == 0, A == ID + T], A @ A == 2 * A - ID),
    ([K @ M == ID, N @ K == ID], M == N),
    ([K @ M == ID, M @ K == ID, K @ P == P @ K], M @ P == P @ M),
    ([K @ M == ID, M(X) == 0], X == 0),
    ([M @ K == ID, K(X) == K(Y)], X == Y),
    ([f * X == 0, f * g == 1], X == 0),
    ([f * alpha == g * alpha, nowhere_zero(alpha)], f == g),
    ([d(alpha) == 0], alpha * d(f) == -d(f * alpha)),
    ([d(omega) == 0, d(alpha) == 0], d(alpha * omega) == 0),
    ([d(alpha) == 0, lie(X, alpha) == alpha], alpha == d(alpha(X))),
    ([d(omega) == 0, lie(X, omega) == k * omega, X(k) == 0], k * omega == d(interior(X, omega))),
    # ω(N²X, Y) is closed with ω and ω(NX, Y), which is skew, for Nijenhuis N.
    (
        [
            d(omega) == 0,
            d(interior(N, omega)) == 0,
            interior(N, interior(N, omega)) == 2 * interior(N @ N, omega),
            torsion(N) == 0,
        ],
        d(interior(N @ N, omega)) == 0,
    ),
    ([f * f * f == 0], f == 0),
    ([f * d(f) == 0], d(f) == 0),
    ([f * f * f * d(f) == 0], d(f) == 0),
    ([d(f * f * f) == 0], d(f) == 0),
    ([f * f * K == 0], f * K == 0),
    ([f * f * X == f * f * Y], f * X == f * Y),
    ([f * d(f) == g * d(f) + f * d(g) - g * d(g)], d(f - g) == 0),
    ([f * lie(X, f) == 0], lie(X, f) == 0),
    ([torsion(A) == 0, A @ B == ID, B @ A == ID], torsion(B) == 0),
    ([torsion(A) == 0, A @ B == ID, B @ A == ID], bracket(A, B) == 0),
    ([phi @ phi == -ID + eta * xi, eta(xi) == 1, torsion(phi) + d(eta) * xi == 0],
        lie(xi, eta) == 0),
    (j.relations, bracket(j.xi, j.S) @ bracket(j.xi, j.S) == ID - j.dt * j.xi),
]  # fmt: skip
#: The projector on the kernel of T with T³ = -T.
ON_KERNEL = T @ T + ID
FALSEHOODS = [
    ([f * f * f == g], f * f == g),
    ([A @ B == ID, B @ A == ID], torsion(B) == 0),
    ([A @ A == -ID, B @ B == -ID, A @ B == -B @ A, torsion(A) == 0], bracket(A, B) == 0),
    ([*SY, *CX], lie(X, J) == 0),
    ([*CX, interior(J, Omega) == 0, d(Omega) == 0], Omega == 0),
    ([*CX, F @ F == ID, F @ J == -J @ F], torsion(F) == 0),
    ([F @ F == ID, A @ A == ID, A @ F == -F @ A], F == A),
    ([F @ F == ID, P @ P == P, F @ P == (ID - P) @ F], torsion(P) == 0),
    ([P @ P == P, Q @ Q == Q, P @ Q == Q], Q @ P == P),
    ([P @ P == P, Q @ Q == Q, P @ Q == Q], Q @ P == Q),
    ([P @ P == P, Q @ Q == Q, P @ Q == Q, Q @ P == Q], P == Q),
    ([P @ P == P, Q @ Q == Q, P @ Q == 0, Q @ P == 0], P + Q == ID),
    ([P @ P == P, Q @ Q == Q, P @ Q == 0], (P + Q) @ (P + Q) == P + Q),
    ([J @ J == 0, T @ T == 0], (J + T) @ (J + T) == 0),
    ([T @ T @ T == 0], bracket(T, T) == 0),
    ([J @ J == 0], torsion(J) == 0),
    ([T @ T @ T == ID], T == ID),
    ([T @ T @ T @ T == ID], T @ T == ID),
    ([T @ T - T + ID == 0], T @ T == ID),
    ([T @ T == T + ID], torsion(T) == 0),
    ([T @ T @ T == -T], T @ T == -ID),
    ([T @ T @ T == -T], torsion(T) == 0),
    (
        [T @ T @ T == -T],
        torsion(T)(ON_KERNEL(X), ON_KERNEL(Y)) == -T(T(bracket(ON_KERNEL(X), ON_KERNEL(Y)))),
    ),
    ([phi @ phi == -ID + eta * xi, eta(xi) == 1, d(eta) == 0], bracket(xi, phi) == 0),
    ([phi @ phi == ID - eta * xi, eta(xi) == 1], lie(xi, eta) == 0),
    ([phi @ phi == -ID + eta * xi, eta(xi) == 1], lie(xi, eta) == 0),
    ([K @ M == ID], K == M),
    ([F @ F == ID, A @ K == ID, F @ A == A @ F], K @ F == -F @ K),
    ([P @ P == P, P(X) == 0, P(Y) == 0], P(bracket(X, Y)) == 0),
    ([J @ J == -ID, A @ J == J @ A], A @ A == ID),
    ([J @ J == -ID, A @ J == J @ A, torsion(J) == 0], torsion(A) == 0),
    ([*SY, interior(T, Omega) == 0], T == 0),
    ([*SY, P @ P == P, ham(X, H)], interior(P(X), Omega) == interior(P, d(H))),
    ([*SY, P @ P == P, ham(X, H)], P(X)(H) == 0),
    ([*SY, P @ P == P, Q @ Q == Q, P @ Q == 0, Q @ P == 0, ham(X, H)], (P + Q)(X) == X),
    ([*SY, ham(X, H), ham(Y, G), X(G) == 0, H == G * G], X == Y),
    ([*CT, eta(X) == -H, interior(X, d(eta)) == d(H) - xi(H) * eta], X(H) == 0),
    ([*CO, eta(X) == 1], lie(X, Omega) == 0),
    ([*CO, ham(X, H), eta(X) == 1], lie(X, Omega) == d(H) * eta),
    ([*CO, eta(X) == 1, interior(X, Omega) == d(H) - xi(H) * eta], lie(X, Omega) == 0),
    ([*SY, *Xs, X(G) == f], bracket(X, Y) == 0),
    ([nondegenerate(Omega), ham(X, H), ham(Y, G)], interior(bracket(X, Y), Omega) == d(Y(H))),
    ([nondegenerate(Omega)], lie(X, Omega * Omega * Omega) == 0),
    (j.second_order, th(j.xi) == -L),
    ([*j.second_order, interior(j.xi, d(th)) == 0], lie(j.xi, th) == -d(L)),
    ([*j.second_order, interior(j.xi, d(th)) == 0], j.xi(L) == 0),
    ([*SP, C(L) == 2 * L, interior(S, d(lie(J, L))) == -d(C(L) - L)], S(L) == L),
    (SP, bracket(S, C) == -S),
    ([J @ J == 0, bracket(J, J) == 0, J @ A + A @ J == ID, A @ A == -ID], torsion(A) == 0),
    (j.structure, bracket(j.S, j.S) == 0),
    ([f * f == g * g], f == g),
    ([f * d(f) == 0], f == 0),
    ([f * d(g) == 0], d(g) == 0),
    ([f * f * d(g) == 0], d(g) == 0),
    ([f * g * X == 0], f * X == 0),
    ([f * d(f) == g * d(g)], d(f - g) == 0),
    ([f * f * f == f], f * f == 1),
    ([d(alpha) == beta * alpha, nowhere_zero(alpha)], beta * d(beta) == 0),
    ([d(alpha) == beta * alpha, nowhere_zero(alpha)], d(beta) == 0),
    ([omega * omega == 0, d(omega) == 0], omega == 0),
    ([d(Omega) == alpha * Omega, nondegenerate(Omega)], alpha == 0),
    ([*SY, ham(X, H), C(H) == 2 * H, lie(C, Omega) == 2 * Omega], bracket(C, X) == X),
    ([bracket(X, Y) == Z, bracket(Y, Z) == X, bracket(Z, X) == Y], Z == 0),
    ([bracket(X, Y) == Y], Y == 0),
    ([d(alpha) == beta * alpha, d(beta) == 0], d(alpha) == 0),
    (u.relations, u.R == 0),
    (u.relations, bracket(u.J, u.Phi) == 2 * u.R),
    ([J @ A + A @ J == ID, J(X) == 0, J(Y) == 0, J @ J == 0], J(bracket(X, Y)) == 0),
    ([*family.forms(P), *family.fields(Q), *family.inverse(A, P @ Q)], Q @ A @ P == 0),
]

# --- connections ------------------------------------------------------------------------------

t = TangentConnection()
R = t.curvature
ON_M = [*t.relations, *t.fields(X, Y, Z)]
LEVI_CIVITA = [*ON_M, *t.metrical, t.torsionless]
DERIVATIVES = {(X, Y): XY, (X, Z): XZ, (Y, X): YX, (Y, Z): YZ, (Z, X): ZX, (Z, Y): ZY}
GIVEN = [r for (V, U), D in DERIVATIVES.items() for r in t.is_derivative(D, V, U)]
cyclic = t.curved(X, Y, Z) + t.curved(Y, Z, X) + t.curved(Z, X, Y)


def is_metrical(V, U, D):
    """``V g(U, D) = g(∇_V U, D) + g(U, ∇_V D)``."""
    return lie(t.h(V), t.g(U, D)) == t.g(DERIVATIVES[V, U], D) + t.g(U, DERIVATIVES[V, D])


TORSIONLESS = [t.J(a) - t.J(b) == t.J(bracket(*v)) for a, b, v in
               ((XY, YX, (X, Y)), (XZ, ZX, (X, Z)), (YZ, ZY, (Y, Z)))]  # fmt: skip
KOSZUL = (
    lie(t.h(X), t.g(Y, Z)) + lie(t.h(Y), t.g(X, Z)) - lie(t.h(Z), t.g(X, Y))
    + t.g(bracket(X, Y), Z) - t.g(bracket(X, Z), Y) - t.g(bracket(Y, Z), X)
)  # fmt: skip
yz, xz, x_yz, y_xz, l_z = symbols_of_vector_fields("yz xz x_yz y_xz l_z")
b_yz, b_xz, bx_yz, by_xz, bl_z = symbols_of_functions("b_yz b_xz bx_yz by_xz bl_z")
#: ∇ along a hypersurface is that of the hypersurface and its second fundamental form times nu.
HYPERSURFACE = [
    *ON_M,
    *t.fields(nu, yz, xz, x_yz, y_xz, l_z),
    *t.functions(b_yz, b_xz, bx_yz, by_xz, bl_z),
    t.nabla(Y, Z) == t.J(yz) + b_yz * t.J(nu),
    t.nabla(X, Z) == t.J(xz) + b_xz * t.J(nu),
    t.nabla(X, yz) == t.J(x_yz) + bx_yz * t.J(nu),
    t.nabla(Y, xz) == t.J(y_xz) + by_xz * t.J(nu),
    t.nabla(bracket(X, Y), Z) == t.J(l_z) + bl_z * t.J(nu),
]
GAUSS = t.J(x_yz) - t.J(y_xz) - t.J(l_z) + b_yz * t.nabla(X, nu) - b_xz * t.nabla(Y, nu)
CODAZZI = lie(t.h(X), b_yz) - lie(t.h(Y), b_xz) + bx_yz - by_xz - bl_z

CYCLES = ((X, Y, Z), (Y, Z, X), (Z, X, Y))
SYMMETRIC = [
    stated for a, b, c in CYCLES for stated in (t.symmetric(a, b), t.symmetric(a, bracket(b, c)))
]

CONNECTIONS = [
    (ON_M, t.torsion(X, Y) == t.nabla(X, Y) - t.nabla(Y, X) - t.J(bracket(X, Y)), t.algebra),
    (
        [*ON_M, *t.functions(f)],
        bracket(t.h(X), f * t.J(Y)) == f * t.nabla(X, Y) + lie(t.h(X), f) * t.J(Y),
        [],
    ),
    ([*ON_M, *t.functions(f)], t.nabla(t.times(f, X, g), Y) == f * t.nabla(X, Y), t.algebra),
    (ON_M, t.J(t.nabla(X, Y)) == 0, t.algebra),
    (ON_M, t.curved(X, Y, Z) == -t.curved(Y, X, Z), t.algebra),
    ([*ON_M, t.torsionless], cyclic == 0, [*t.algebra, *SYMMETRIC]),
    (ON_M, bracket(t.J, R) == -bracket(t.h, t.torsion), []),
    (ON_M, bracket(t.h, R) == 0, []),
    ([*ON_M, t.torsionless], R(t.J(X), Y) == 0, t.algebra),
    (ON_M, t.J @ R == 0, t.algebra),
    (ON_M, t.g(X, Y) == t.g(Y, X), t.algebra),
    ([*LEVI_CIVITA, *GIVEN], is_metrical(X, Y, Z), t.algebra),
    (
        [*LEVI_CIVITA, *GIVEN],
        2 * t.g(XY, Z) == KOSZUL,
        [*t.algebra, *TORSIONLESS, *(is_metrical(*v) for v in ((X, Y, Z), (Y, X, Z), (Z, X, Y)))],
    ),
    (
        ON_M,  # the Lie derivative of g has the function X(E)
        lie(X, t.g(Y, Z)) - t.g(bracket(X, Y), Z) - t.g(Y, bracket(X, Z))
        == lie(t.J(Y), lie(t.J(Z), lie(X, t.E))),
        t.algebra,
    ),
    (HYPERSURFACE, t.curved(X, Y, Z) == GAUSS + CODAZZI * t.J(nu), []),
    ([*t.relations, *t.of_semispray(S)], bracket(t.J, t.deviation(S)) == 3 * R, []),
    (u.relations, bracket(u.J, u.Phi) == 3 * u.R, []),
]
U = symbols_of_vector_fields("U")
PAIRS = list(combinations((X, Y, Z, W), 2))
CURVATURES = {
    (V, A, B): symbols_of_vector_fields(f"R_{V}{A}{B}")
    for V, A in PAIRS
    for B in (X, Y, Z, W)
    if B is not V and B is not A
}
RZ, RW = CURVATURES[X, Y, Z], CURVATURES[X, Y, W]
TURNED = [
    *t.relations,
    *t.fields(X, Y, Z, W),
    *t.metrical,
    *t.is_curvature(RZ, X, Y, Z),
    *t.is_curvature(RW, X, Y, W),
    t.g(Z, W) == f,
    *t.functions(f),
    t.is_turning(U, X, Y),
]
SKEW = t.lemmas_of_skewness(U, X, Y, (Z, RZ), (W, RW), f)


def curvature(V, A, B):
    """The vertical lift of R(V, A)B."""
    return t.J(CURVATURES[V, A, B]) if (V, A, B) in CURVATURES else -t.J(CURVATURES[A, V, B])


def riemann(V, A, B, D):
    """``g(R(V, A)B, D)``."""
    return lie(curvature(V, A, B), lie(t.J(D), t.E))


#: Instances of the first identity of Bianchi, and of the skewness of R(X, Y).
INSTANCES = [
    curvature(*v) + curvature(*v[1:], v[0]) + curvature(v[2], *v[:2]) == 0
    for v in combinations((X, Y, Z, W), 3)
] + [
    riemann(*v, *u) == -riemann(*v, *reversed(u))
    for v, u in zip(PAIRS, reversed(PAIRS), strict=True)  # the other two
]
CONNECTIONS += [
    (TURNED, t.g(RZ, W) == -t.g(RW, Z), SKEW),
    (INSTANCES, riemann(X, Y, Z, W) == riemann(Z, W, X, Y), []),
]
D = {pair: symbols_of_vector_fields("D_{}{}".format(*pair)) for pair in permutations((X, Y, Z), 2)}
T_ = {pair: symbols_of_vector_fields("T_{}{}".format(*pair)) for pair in ((X, Y), (Y, Z), (Z, X))}
TORSION = [
    *ON_M,
    *(r for (V, A), F in D.items() for r in t.is_derivative(F, V, A)),
    *(r for (V, A), F in T_.items() for r in (t.J(F) == t.torsion(V, A), *t.fields(F))),
]


def bianchi(sign):
    """The cyclic sum of ``T(T(X, Y), Z) + (∇_X T)(Y, Z)`` with a sign of its first term."""
    terms = [
        sign * t.torsion(T_[a, b], c)
        + (t.nabla(a, T_[b, c]) - t.torsion(D[a, b], c) - t.torsion(b, D[a, c]))
        for a, b, c in CYCLES
    ]
    return terms[0] + terms[1] + terms[2]


#: Identities of Bianchi with a wrong sign.
FALSE_BIANCHI = [
    (ON_M, bracket(t.J, R) == bracket(t.h, t.torsion)),
    (TORSION, cyclic == bianchi(-1)),
]
#: False signs and factors, of which no proof may be found.
WRONG = [
    (INSTANCES, riemann(X, Y, Z, W) == -riemann(Z, W, X, Y), []),
    (INSTANCES, riemann(X, Y, Z, W) == riemann(X, Z, Y, W), []),
    ([*ON_M, t.torsionless], cyclic == t.curved(X, Y, Z), t.algebra),
    (ON_M, bracket(t.J, R) == bracket(t.h, t.torsion), []),
    (HYPERSURFACE, t.curved(X, Y, Z) == GAUSS - CODAZZI * t.J(nu), []),
    ([*t.relations, *t.of_semispray(S)], bracket(t.J, t.deviation(S)) == 2 * R, []),
]
THEOREMS = [*((given, stated, []) for given, stated in PLAIN), *CONNECTIONS]
