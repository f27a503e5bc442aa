"""Theorems and falsehoods of textbooks on every manifold.

Frölicher-Nijenhuis calculus, and structures. A theorem has the relations that it supposes, or
hypotheses that are none, what it says, and lemmas on the way; a falsehood has relations and what
does not follow from them.
"""

from __future__ import annotations

from fractions import Fraction

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
from diffgeo.proofs import nondegenerate, nowhere_zero, symbols_of_derivations

X, Y, Z, C, S, V, xi = symbols_of_vector_fields("X Y Z C S alpha_dual xi")
A, F, J, K, M, P, T, phi = symbols_of_vector_forms("A F J K M P T phi", degree=1)
B, U, W = symbols_of_vector_forms("B U W", degree=2)
D = symbols_of_derivations("D", degree=2)
f, g, H = symbols_of_functions("f g H")
alpha, beta, theta, eta = symbols_of_forms("alpha beta theta eta", degree=1)
omega = symbols_of_forms("omega", degree=2)
sigma = symbols_of_forms("sigma", degree=3)
ID = every_manifold.identity
Q = ID - P
N = torsion(P)
GAMMA = bracket(J, S)
HORIZONTAL = (ID - GAMMA) / 2
a = eta(phi(xi))

PROJECTOR = [P @ P == P]
COMPLEX = [J @ J == -ID]
HAMILTONIAN = [d(omega) == 0, interior(X, omega) == d(H)]
CONTACT = [eta(X) == 1, interior(X, d(eta)) == 0]
TWO_HAMILTONIANS = [*HAMILTONIAN, interior(Y, omega) == d(f)]
CONTACT_FIELDS = [
    eta(Z) == 1,
    interior(Z, d(eta)) == 0,
    *(eta(V) == h for V, h in ((X, f), (Y, H))),
    *(interior(V, d(eta)) == Z(h) * eta - d(h) for V, h in ((X, f), (Y, H))),
]
COMMUTING = [*COMPLEX, P @ P == P, J @ P == P @ J]
INTEGRABLE = [d(alpha) == theta * alpha]
R = Q(bracket(P(X), P(Y)))
COCURVATURE = P(bracket(Q(X), Q(Y)))

SYMPLECTIC = [d(omega) == 0, nondegenerate(omega)]
REGULAR_HAMILTONIANS = [*TWO_HAMILTONIANS, nondegenerate(omega)]
REEB = [eta(xi) == 1, interior(xi, d(eta)) == 0, nondegenerate(eta, d(eta))]
COSYMPLECTIC = [
    d(eta) == 0,
    d(omega) == 0,
    eta(xi) == 1,
    interior(xi, omega) == 0,
    nondegenerate(eta, omega),
]
EVOLUTION = [*COSYMPLECTIC, eta(X) == 1, interior(X, omega) == d(H) - xi(H) * eta]
ALMOST_CONTACT = [phi @ phi == -ID + eta * xi, eta(xi) == 1]
ALONG = [phi(xi) == a * xi, a * phi(xi) == 0, a == 0, phi(xi) == 0]
NILPOTENT = [J @ J == 0, bracket(J, J) == 0]
SEMISPRAY = [*NILPOTENT, J(S) == C, bracket(C, J) == -J]
EXACT = [*SEMISPRAY, J @ A + A @ J == ID]  # Ker J = Im J
SPLIT = [J @ GAMMA == J, GAMMA @ J == -J, GAMMA - ID == J @ A @ (GAMMA - ID)]
LAGRANGIAN = [*SEMISPRAY, omega == d(interior(J, d(H))), interior(S, omega) == -d(C(H) - H)]
PROJECTED = [P @ P == P, *SYMPLECTIC, interior(X, omega) == d(H)]
FOLIATION = [d(alpha) == beta * alpha, nowhere_zero(alpha)]
PRODUCT = [F @ F == ID]
TENSORIAL = [T @ T @ T + T == 0]

CALCULUS = [
    d(d(alpha)) == 0,
    lie(X, omega) == interior(X, d(omega)) + d(interior(X, omega)),
    interior(X, interior(Y, omega)) == -interior(Y, interior(X, omega)),
    interior(Y, interior(X, d(alpha)))
    == lie(X, interior(Y, alpha)) - lie(Y, interior(X, alpha)) - alpha(bracket(X, Y)),
    lie(X, alpha * omega) == lie(X, alpha) * omega + alpha * lie(X, omega),
    lie(X, interior(Y, omega)) == interior(bracket(X, Y), omega) + interior(Y, lie(X, omega)),
    bracket(lie(X), lie(Y)) == lie(bracket(X, Y)),
    bracket(f * X, Y) == f * bracket(X, Y) - Y(f) * X,
    lie(f * X, omega) == f * lie(X, omega) + d(f) * interior(X, omega),
    bracket(X, bracket(Y, Z)) == bracket(bracket(X, Y), Z) + bracket(Y, bracket(X, Z)),
    bracket(K, M) == bracket(M, K),
    bracket(K, U) == -bracket(U, K),
    bracket(K, bracket(M, P)) == bracket(bracket(K, M), P) - bracket(M, bracket(K, P)),
    bracket(U, bracket(W, K)) == bracket(bracket(U, W), K) + bracket(W, bracket(U, K)),
    bracket(lie(U), d) == 0,
    bracket(lie(K), lie(U)) == lie(bracket(K, U)),
    bracket(interior(K), interior(U)) == interior(nijenhuis_richardson(K, U)),
    bracket(lie(K), interior(U)) == interior(bracket(K, U)) + lie(interior(U, K)),
    bracket(lie(U), interior(K)) == interior(bracket(U, K)) - lie(interior(K, U)),
    lie(K) @ lie(K) == lie(torsion(K)),
    bracket(K, torsion(K)) == 0,
    torsion(K + M) == torsion(K) + bracket(K, M) + torsion(M),
    torsion(K)(X, Y)
    == bracket(K(X), K(Y)) - K(bracket(K(X), Y)) - K(bracket(X, K(Y))) + K(K(bracket(X, Y))),
    bracket(K, X)(Y) == bracket(K(Y), X) - K(bracket(Y, X)),
    bracket(ID, U) == 0,
    interior(ID, sigma) == 3 * sigma,
    interior(alpha * K, sigma) == alpha * interior(K, sigma),
    lie(alpha * K) == alpha * lie(K) + d(alpha) * interior(K),
    bracket(d, bracket(d, D)) == 0,
    interior(K, interior(M, alpha)) == interior(interior(K, M), alpha),
]
_STATED = [
    *(([], identity) for identity in CALCULUS),
    (PROJECTOR, P @ Q == 0),
    (PROJECTOR, Q @ Q == Q),
    (PROJECTOR, P @ P @ P @ P == P),
    (PROJECTOR, bracket(P, P) == bracket(Q, Q)),
    (PROJECTOR, N(X, Y) == R + COCURVATURE),
    (PROJECTOR, P(N(P(X), P(Y))) == 0),
    (PROJECTOR, N(P(X), Q(Y)) == 0),
    (PROJECTOR, interior(P, N) == 2 * (N - P @ N)),
    (PROJECTOR, P @ interior(Q, N) / 2 == P @ N),
    (PROJECTOR, bracket(P, bracket(P, P)) == 0),
    (PROJECTOR, lie(X, P) == P @ lie(X, P) + lie(X, P) @ P),
    ([J @ J == 0], J @ lie(X, J) == -lie(X, J) @ J),
    ([bracket(J, J) == 0], lie(J) @ lie(J) == 0),
    ([bracket(J, J) == 0], bracket(J, bracket(J, X)) == 0),
    (COMPLEX, torsion(J)(J(X), J(Y)) == -torsion(J)(X, Y)),
    (COMPLEX, torsion(J)(J(X), Y) == -J(torsion(J)(X, Y))),
    (SEMISPRAY, bracket(J, ID - bracket(S, J)) == 0),
    (SEMISPRAY, (ID - bracket(S, J))(C) == 0),
    ([K @ M == 0, bracket(K, M) == 0], bracket(lie(K), lie(M)) == 0),
    ([bracket(X, Y) == 0], lie(X) @ lie(Y) == lie(Y) @ lie(X)),
    ([bracket(X, Y) == 0, bracket(X, Z) == 0], bracket(X, bracket(Y, Z)) == 0),
    ([lie(X) @ lie(Y) == lie(Y) @ lie(X)], bracket(X, Y) == 0),
    ([lie(X) == 0], interior(X, omega) == 0),
    ([f * lie(X) == 0], d(f) * X == 0),
    ([lie(K) + interior(B) == 0], B == 0),
    ([lie(K) + interior(B) == 0], interior(K, omega) == 0),
    ([lie(X) @ lie(Y) == 0], lie(Y) @ lie(X) @ lie(Y) == 0),
    ([interior(K) @ lie(X) == 0], interior(K, lie(X, lie(Y, omega))) == 0),
    (HAMILTONIAN, lie(X, omega) == 0),
    (HAMILTONIAN, lie(X, H) == 0),
    (HAMILTONIAN, lie(X, omega * omega) == 0),
    (
        [d(omega) == 0, lie(X, omega) == 0, lie(Y, omega) == 0],
        interior(bracket(X, Y), omega) == d(omega(Y, X)),
    ),
    ([lie(X, omega) == 0, lie(Y, omega) == 0], lie(bracket(X, Y), omega) == 0),
    (CONTACT, lie(X, eta) == 0),
    (CONTACT, lie(X, d(eta) * eta) == 0),
    (TWO_HAMILTONIANS, interior(bracket(X, Y), omega) == d(omega(Y, X))),
    (TWO_HAMILTONIANS, X(f) == omega(Y, X)),
    (CONTACT_FIELDS, lie(X, eta) == Z(f) * eta),
    (CONTACT_FIELDS, eta(bracket(X, Y)) == X(H) - Z(f) * H),
    (INTEGRABLE, alpha * d(alpha) == 0),
    (INTEGRABLE, d(theta) * alpha == 0),
    ([*INTEGRABLE, alpha(X) == 0, alpha(Y) == 0], alpha(bracket(X, Y)) == 0),
    ([lie(Y, f) == 0], bracket(f * X, Y) == f * bracket(X, Y)),
    ([f == Fraction(1, 2)], lie(X, f) == 0),
    ([f * H == 1], d(f) * H * H == -d(H)),
    ([interior(X, omega) == 0, nondegenerate(omega)], X == 0),
    ([interior(X, omega) == interior(Y, omega), nondegenerate(omega)], X == Y),
    ([*REGULAR_HAMILTONIANS, interior(Z, omega) == d(omega(Y, X))], bracket(X, Y) == Z),
    ([*REGULAR_HAMILTONIANS, omega(X, Y) == 0], bracket(X, Y) == 0),
    (REGULAR_HAMILTONIANS, X(f) == -Y(H)),
    (REGULAR_HAMILTONIANS, X(H) == 0),
    (
        [
            *SYMPLECTIC,
            lie(X, omega) == 0,
            interior(Y, omega) == d(X(f)),
            interior(Z, omega) == d(f),
        ],
        bracket(X, Z) == Y,
    ),
    (REEB, lie(xi, eta) == 0),
    ([*REEB, eta(X) == 0, interior(X, d(eta)) == 0], X == 0),
    ([*REEB, eta(X) == 1, interior(X, d(eta)) == 0], xi == X),
    ([*REEB, lie(X, eta) == 0], bracket(X, xi) == 0),
    ([*REEB, lie(X, eta) == 0, eta(X) == 0], X == 0),
    ([*REEB, lie(X, eta) == f * eta], f == xi(eta(X))),
    (COSYMPLECTIC, lie(xi, omega) == 0),
    ([*COSYMPLECTIC, eta(X) == 1, interior(X, omega) == 0], xi == X),
    (EVOLUTION, X(H) == xi(H)),
    (EVOLUTION, lie(X, omega) == -d(xi(H)) * eta),
    ([*EVOLUTION, eta(Y) == 1, interior(Y, omega) == d(H) - xi(H) * eta], X == Y),
    ([f * f == 0], f == 0),
    ([f * f == g * g, f * g == g * g], f == g),
    ([f * f * f * f == 0], f == 0, [f * f == 0]),
    ([f * f == 0], d(f) == 0, [f == 0]),
    ([f * alpha == 0, nowhere_zero(f)], alpha == 0),
    ([f * X == 0, nowhere_zero(f)], X == 0),
    ([f * X == f * Y, nowhere_zero(f)], X == Y),
    (
        [f * d(alpha) + d(f) * alpha == 0, nowhere_zero(f)],
        alpha * d(alpha) == 0,
        [f * alpha * d(alpha) == 0],
    ),
    (FOLIATION, d(beta) * alpha == 0),
    (FOLIATION, d(beta) == -interior(V, d(beta)) * alpha),
    (FOLIATION, alpha * d(alpha) == 0),
    ([alpha * theta == 0, nowhere_zero(alpha)], theta == theta(V) * alpha),
    ([alpha * d(alpha) == 0, nowhere_zero(alpha)], d(alpha) == -interior(V, d(alpha)) * alpha),
    ([alpha * omega == 0, nowhere_zero(alpha)], omega == alpha * interior(V, omega)),
    (ALMOST_CONTACT, phi(phi(xi)) == 0),
    (ALMOST_CONTACT, phi(xi) == 0),
    (ALMOST_CONTACT, eta(phi(xi)) == 0, [phi(xi) == 0]),
    (ALMOST_CONTACT, interior(phi, eta) == 0, [phi(xi) == 0]),
    (ALMOST_CONTACT, phi @ phi @ phi == -phi, [phi(xi) == 0]),
    (ALMOST_CONTACT, phi @ phi @ phi + phi == 0, ALONG),
    (NILPOTENT, J @ torsion(J) == 0),
    (NILPOTENT, bracket(J(X), J(Y)) == J(bracket(J(X), Y) + bracket(X, J(Y)))),
    (SEMISPRAY, J @ GAMMA == J),
    (SEMISPRAY, GAMMA @ J == -J),
    (SEMISPRAY, bracket(J, GAMMA) == 0),
    (SEMISPRAY, J @ HORIZONTAL == 0, [J @ GAMMA == J]),
    ([*SEMISPRAY, bracket(C, S) == S], bracket(C, GAMMA) == 0),
    ([J @ J == 0, J @ A + A @ J == ID, J(X) == 0], J(A(X)) == X),
    (EXACT, GAMMA @ GAMMA == ID, SPLIT),
    (EXACT, HORIZONTAL @ HORIZONTAL == HORIZONTAL, [*SPLIT, GAMMA @ GAMMA == ID]),
    (PROJECTED[:1], P @ bracket(P, ID - P) == -P @ bracket(P, P)),
    ([*PROJECTED, P(X) == 0], interior(P(X), omega) == 0),
    ([*PROJECTED, interior(P(X), omega) == d(H)], P(X) == X),
    (COMPLEX, torsion(J)(X, J(X)) == 0),
    (COMPLEX, J @ lie(X, J) == -lie(X, J) @ J),
    ([*COMPLEX, torsion(J) == 0, lie(X, J) == 0], lie(J(X), J) == 0),
    ([*COMPLEX, J(X) == 0], X == 0),
    (PRODUCT, (ID + F) @ (ID - F) == 0),
    (PRODUCT, torsion(F)(F(X), F(Y)) == torsion(F)(X, Y)),
    (PRODUCT, F @ lie(X, F) == -lie(X, F) @ F),
    ([*PRODUCT, F(X) == 0], X == 0),
    (TENSORIAL, T @ T @ T @ T == -T @ T),
    (TENSORIAL, (T @ T) @ (T @ T) + T @ T == 0),
    ([T @ X == T @ Y, nondegenerate(T)], X == Y),
    ([nondegenerate(T), T @ J == 0], J(X) == 0, [T(J(X)) == 0]),
]
#: Relations, what follows from them, and lemmas.
THEOREMS = [(given, said, lemmas[0] if lemmas else []) for given, said, *lemmas in _STATED]

FALSEHOODS = [
    (PROJECTOR, P @ Q == P),
    (PROJECTOR, N == 0),
    (PROJECTOR, N(X, Y) == R - COCURVATURE),
    (PROJECTOR, P(N(Q(X), Q(Y))) == 0),
    (PROJECTOR, interior(P, N) == 2 * N),
    (PROJECTOR, lie(X, P) == 0),
    ([J @ J == 0], lie(J) @ lie(J) == 0),
    ([J @ J == 0], J == 0),
    ([bracket(J, J) == 0], J @ J == 0),
    (COMPLEX, torsion(J)(J(X), J(Y)) == torsion(J)(X, Y)),
    (SEMISPRAY, J @ bracket(J, S) == -J),
    ([bracket(K, M) == 0], bracket(K, K) == 0),
    ([bracket(X, Y) == 0], bracket(X, bracket(Y, Z)) == 0),
    ([lie(X) @ lie(Y) == 0], lie(Y) == 0),
    ([interior(K) + interior(M) == 0], K == M),
    (HAMILTONIAN, lie(X, omega) == omega),
    (HAMILTONIAN[:1], lie(X, omega) == 0),
    (HAMILTONIAN[1:], lie(X, omega) == 0),
    (CONTACT, lie(X, eta) == eta),
    (CONTACT, d(eta) == 0),
    (TWO_HAMILTONIANS, interior(bracket(X, Y), omega) == d(omega(X, Y))),
    (TWO_HAMILTONIANS, X(f) == omega(X, Y)),
    (TWO_HAMILTONIANS, interior(bracket(X, Y), omega * omega) == d(omega(Y, X)) * omega),
    (CONTACT_FIELDS, lie(X, eta) == -Z(f) * eta),
    (CONTACT_FIELDS, eta(bracket(X, Y)) == X(H) + Z(f) * H),
    (COMMUTING, bracket(J, P) == 0),
    (INTEGRABLE, d(alpha) == 0),
    (INTEGRABLE, d(theta) == 0),
    ([alpha(X) == 0, alpha(Y) == 0], alpha(bracket(X, Y)) == 0),
    ([lie(Y, f) == 0], bracket(X, f * Y) == f * bracket(X, Y)),
    (PROJECTED, interior(P(X), omega) == 0),
    (PROJECTED, interior(P(X), omega) == d(H)),
    (PROJECTED, P(X) == X),
    (PROJECTED, lie(P(X), omega) == 0),
    (PROJECTED[:2], torsion(P) == 0),
    ([P @ P == P], P == ID),
    ([P @ P == P, nowhere_zero(alpha)], interior(P, alpha) == alpha),
    ([P @ P == P, F @ F == F, P @ F == F @ P], P == F),
    ([P @ P == P, F @ F == F, P @ F == 0], F @ P == 0),
    ([P @ P == P, F @ F == F], P @ F == F @ P),
    ([f * g == 0], f == 0),
    ([f * X == 0], X == 0),
    ([f * alpha == 0], alpha == 0),
    ([nowhere_zero(alpha)], d(alpha) == 0),
    ([nowhere_zero(alpha), alpha * d(alpha) == 0], d(alpha) == 0),
    ([alpha * theta == 0], theta == 0),
    ([interior(X, omega) == 0], X == 0),
    (SYMPLECTIC, lie(X, omega) == 0),
    (REGULAR_HAMILTONIANS, bracket(X, Y) == 0),
    (REGULAR_HAMILTONIANS, omega(X, Y) == 0),
    (REGULAR_HAMILTONIANS, X(f) == Y(H)),
    (REGULAR_HAMILTONIANS, X == Y),
    ([nondegenerate(omega)], d(omega) == 0),
    (REEB, d(eta) == 0),
    (REEB, lie(X, eta) == 0),
    ([*REEB, eta(X) == 0], X == 0),
    ([*REEB, eta(X) == 1], xi == X),
    ([*REEB, lie(X, eta) == f * eta], f == 0),
    (COSYMPLECTIC, lie(X, omega) == 0),
    (EVOLUTION, xi == X),
    (EVOLUTION, lie(X, omega) == 0),
    (EVOLUTION, X(H) == 0),
    (ALMOST_CONTACT, phi == 0),
    (ALMOST_CONTACT, phi @ phi == -ID),
    (ALMOST_CONTACT, d(eta) == 0),
    (ALMOST_CONTACT, lie(xi, phi) == 0),
    (NILPOTENT, J == 0),
    (NILPOTENT, lie(X, J) == 0),
    (SEMISPRAY, GAMMA @ GAMMA == ID),
    (SEMISPRAY, C == 0),
    (SEMISPRAY, bracket(C, S) == S),
    (EXACT, bracket(GAMMA, GAMMA) == 0),
    (EXACT, C == 0),
    ([J @ J == 0, J @ A + A @ J == ID], A @ A == 0),
    ([J @ J == 0, J @ A + A @ J == ID], torsion(J) == 0),
    (COMPLEX, torsion(J) == 0),
    ([*COMPLEX, torsion(J) == 0], lie(X, J) == 0),
    ([*COMPLEX, F @ F == -ID], J == F),
    (PRODUCT, F == ID),
    (PRODUCT, torsion(F) == 0),
    (TENSORIAL, T == 0),
    (TENSORIAL, T @ T == -ID),
    ([T @ T @ T == 0], T @ T == 0),
    ([T @ T @ T == T], T @ T == ID),
    ([J @ A == A @ J, J @ J == -ID, A @ A == ID], A == ID),
    ([*COMPLEX, F @ F == -ID, J @ F == -F @ J], torsion(J) == 0),
]
