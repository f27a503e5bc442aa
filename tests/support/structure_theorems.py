"""Theorems and falsehoods about structures: relations, hypotheses that are none, and lemmas.

A theorem has relations, what it says, and lemmas on the way; a falsehood has relations and what
does not follow from them.
"""

from __future__ import annotations

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
from diffgeo.proofs import nondegenerate, nowhere_zero

X, Y, Z, S, C, xi = symbols_of_vector_fields("X Y Z S C xi")
V = symbols_of_vector_fields("alpha_dual")
f, g, H = symbols_of_functions("f g H")
alpha, beta, eta, theta = symbols_of_forms("alpha beta eta theta", degree=1)
Omega, sigma = symbols_of_forms("Omega sigma", degree=2)
A, F, J, P, T, phi = symbols_of_vector_forms("A F J P T phi", degree=1)
ID = every_manifold.identity
GAMMA = bracket(J, S)
HORIZONTAL = (ID - GAMMA) / 2
a = eta(phi(xi))

SYMPLECTIC = [d(Omega) == 0, nondegenerate(Omega)]
HAMILTONIAN = [*SYMPLECTIC, interior(X, Omega) == d(H), interior(Y, Omega) == d(f)]
CONTACT = [eta(xi) == 1, interior(xi, d(eta)) == 0, nondegenerate(eta, d(eta))]
COSYMPLECTIC = [
    d(eta) == 0,
    d(Omega) == 0,
    eta(xi) == 1,
    interior(xi, Omega) == 0,
    nondegenerate(eta, Omega),
]
EVOLUTION = [*COSYMPLECTIC, eta(X) == 1, interior(X, Omega) == d(H) - xi(H) * eta]
ALMOST_CONTACT = [phi @ phi == -ID + eta * xi, eta(xi) == 1]
ALONG = [phi(xi) == a * xi, a * phi(xi) == 0, a == 0, phi(xi) == 0]
TANGENT = [J @ J == 0, bracket(J, J) == 0]
SEMISPRAY = [*TANGENT, J(S) == C, bracket(C, J) == -J]
EXACT = [*SEMISPRAY, J @ A + A @ J == ID]  # Ker J = Im J
SPLIT = [J @ GAMMA == J, GAMMA @ J == -J, GAMMA - ID == J @ A @ (GAMMA - ID)]
LAGRANGIAN = [*SEMISPRAY, Omega == d(interior(J, d(H))), interior(S, Omega) == -d(C(H) - H)]
PROJECTED = [P @ P == P, *SYMPLECTIC, interior(X, Omega) == d(H)]
FOLIATION = [d(alpha) == beta * alpha, nowhere_zero(alpha)]
COMPLEX = [J @ J == -ID]
PRODUCT = [F @ F == ID]
TENSORIAL = [T @ T @ T + T == 0]

THEOREMS = [
    ([interior(X, Omega) == 0, nondegenerate(Omega)], X == 0, []),
    ([interior(X, Omega) == interior(Y, Omega), nondegenerate(Omega)], X == Y, []),
    ([*HAMILTONIAN, interior(Z, Omega) == d(Omega(Y, X))], bracket(X, Y) == Z, []),
    ([*HAMILTONIAN, Omega(X, Y) == 0], bracket(X, Y) == 0, []),
    (HAMILTONIAN, X(f) == -Y(H), []),
    (HAMILTONIAN, X(H) == 0, []),
    (
        [
            *SYMPLECTIC,
            lie(X, Omega) == 0,
            interior(Y, Omega) == d(X(f)),
            interior(Z, Omega) == d(f),
        ],
        bracket(X, Z) == Y,
        [],
    ),
    (CONTACT, lie(xi, eta) == 0, []),
    ([*CONTACT, eta(X) == 0, interior(X, d(eta)) == 0], X == 0, []),
    ([*CONTACT, eta(X) == 1, interior(X, d(eta)) == 0], xi == X, []),
    ([*CONTACT, lie(X, eta) == 0], bracket(X, xi) == 0, []),
    ([*CONTACT, lie(X, eta) == 0, eta(X) == 0], X == 0, []),
    ([*CONTACT, lie(X, eta) == f * eta], f == xi(eta(X)), []),
    (COSYMPLECTIC, lie(xi, Omega) == 0, []),
    ([*COSYMPLECTIC, eta(X) == 1, interior(X, Omega) == 0], xi == X, []),
    (EVOLUTION, X(H) == xi(H), []),
    (EVOLUTION, lie(X, Omega) == -d(xi(H)) * eta, []),
    ([*EVOLUTION, eta(Y) == 1, interior(Y, Omega) == d(H) - xi(H) * eta], X == Y, []),
    ([f * f == 0], f == 0, []),
    ([f * f == g * g, f * g == g * g], f == g, []),
    ([f * f * f * f == 0], f == 0, [f * f == 0]),
    ([f * f == 0], d(f) == 0, [f == 0]),
    ([f * alpha == 0, nowhere_zero(f)], alpha == 0, []),
    ([f * X == 0, nowhere_zero(f)], X == 0, []),
    ([f * X == f * Y, nowhere_zero(f)], X == Y, []),
    (
        [f * d(alpha) + d(f) * alpha == 0, nowhere_zero(f)],
        alpha * d(alpha) == 0,
        [f * alpha * d(alpha) == 0],
    ),
    (FOLIATION, d(beta) * alpha == 0, []),
    (FOLIATION, d(beta) == -interior(V, d(beta)) * alpha, []),
    (FOLIATION, alpha * d(alpha) == 0, []),
    ([alpha * theta == 0, nowhere_zero(alpha)], theta == theta(V) * alpha, []),
    ([alpha * d(alpha) == 0, nowhere_zero(alpha)], d(alpha) == -interior(V, d(alpha)) * alpha, []),
    ([alpha * sigma == 0, nowhere_zero(alpha)], sigma == alpha * interior(V, sigma), []),
    (ALMOST_CONTACT, phi(phi(xi)) == 0, []),
    (ALMOST_CONTACT, phi(xi) == 0, []),
    (ALMOST_CONTACT, eta(phi(xi)) == 0, [phi(xi) == 0]),
    (ALMOST_CONTACT, interior(phi, eta) == 0, [phi(xi) == 0]),
    (ALMOST_CONTACT, phi @ phi @ phi == -phi, [phi(xi) == 0]),
    (ALMOST_CONTACT, phi @ phi @ phi + phi == 0, ALONG),
    (TANGENT, J @ torsion(J) == 0, []),
    (TANGENT, bracket(J(X), J(Y)) == J(bracket(J(X), Y) + bracket(X, J(Y))), []),
    (SEMISPRAY, J @ GAMMA == J, []),
    (SEMISPRAY, GAMMA @ J == -J, []),
    (SEMISPRAY, bracket(J, GAMMA) == 0, []),
    (SEMISPRAY, J @ HORIZONTAL == 0, [J @ GAMMA == J]),
    ([*SEMISPRAY, bracket(C, S) == S], bracket(C, GAMMA) == 0, []),
    ([J @ J == 0, J @ A + A @ J == ID, J(X) == 0], J(A(X)) == X, []),
    (EXACT, GAMMA @ GAMMA == ID, SPLIT),
    (EXACT, HORIZONTAL @ HORIZONTAL == HORIZONTAL, [*SPLIT, GAMMA @ GAMMA == ID]),
    (PROJECTED[:1], P @ bracket(P, ID - P) == -P @ bracket(P, P), []),
    ([*PROJECTED, P(X) == 0], interior(P(X), Omega) == 0, []),
    ([*PROJECTED, interior(P(X), Omega) == d(H)], P(X) == X, []),
    (COMPLEX, torsion(J)(X, J(X)) == 0, []),
    (COMPLEX, J @ lie(X, J) == -lie(X, J) @ J, []),
    ([*COMPLEX, torsion(J) == 0, lie(X, J) == 0], lie(J(X), J) == 0, []),
    ([*COMPLEX, J(X) == 0], X == 0, []),
    (PRODUCT, (ID + F) @ (ID - F) == 0, []),
    (PRODUCT, torsion(F)(F(X), F(Y)) == torsion(F)(X, Y), []),
    (PRODUCT, F @ lie(X, F) == -lie(X, F) @ F, []),
    ([*PRODUCT, F(X) == 0], X == 0, []),
    (TENSORIAL, T @ T @ T @ T == -T @ T, []),
    (TENSORIAL, (T @ T) @ (T @ T) + T @ T == 0, []),
    ([T @ X == T @ Y, nondegenerate(T)], X == Y, []),
    ([nondegenerate(T), T @ J == 0], J(X) == 0, [T(J(X)) == 0]),
]

FALSEHOODS = [
    (PROJECTED, interior(P(X), Omega) == 0),
    (PROJECTED, interior(P(X), Omega) == d(H)),
    (PROJECTED, P(X) == X),
    (PROJECTED, lie(P(X), Omega) == 0),
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
    ([interior(X, Omega) == 0], X == 0),
    (SYMPLECTIC, lie(X, Omega) == 0),
    (HAMILTONIAN, bracket(X, Y) == 0),
    (HAMILTONIAN, Omega(X, Y) == 0),
    (HAMILTONIAN, X(f) == Y(H)),
    (HAMILTONIAN, X == Y),
    ([nondegenerate(Omega)], d(Omega) == 0),
    (CONTACT, d(eta) == 0),
    (CONTACT, lie(X, eta) == 0),
    ([*CONTACT, eta(X) == 0], X == 0),
    ([*CONTACT, eta(X) == 1], xi == X),
    ([*CONTACT, lie(X, eta) == f * eta], f == 0),
    (COSYMPLECTIC, lie(X, Omega) == 0),
    (EVOLUTION, xi == X),
    (EVOLUTION, lie(X, Omega) == 0),
    (EVOLUTION, X(H) == 0),
    (ALMOST_CONTACT, phi == 0),
    (ALMOST_CONTACT, phi @ phi == -ID),
    (ALMOST_CONTACT, d(eta) == 0),
    (ALMOST_CONTACT, lie(xi, phi) == 0),
    (TANGENT, J == 0),
    (TANGENT, lie(X, J) == 0),
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
