"""Theorems of textbooks on every manifold: Frölicher-Nijenhuis calculus and structures.

Each has the relations that it supposes, what it says, and lemmas on the way, which are none.
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
from diffgeo.proofs import symbols_of_derivations

X, Y, Z, C, G = symbols_of_vector_fields("X Y Z C G")
P, J, K, M = symbols_of_vector_forms("P J K M", degree=1)
B = symbols_of_vector_forms("B", degree=2)
f, H = symbols_of_functions("f H")
alpha, theta, eta = symbols_of_forms("alpha theta eta", degree=1)
omega = symbols_of_forms("omega", degree=2)
ID = every_manifold.identity
Q = ID - P
N = torsion(P)

PROJECTOR = [P @ P == P]
TANGENT = [J @ J == 0, bracket(J, J) == 0, J(G) == C, bracket(C, J) == -J]
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

CONSEQUENCES = [
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
    (TANGENT, J @ bracket(J, G) == J),
    (TANGENT, bracket(J, G) @ J == -J),
    (TANGENT, bracket(J, ID - bracket(G, J)) == 0),
    (TANGENT, (ID - bracket(G, J))(C) == 0),
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
]

A, E = symbols_of_vector_forms("A E", degree=2)
D = symbols_of_derivations("D", degree=2)
sigma = symbols_of_forms("sigma", degree=3)

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
    bracket(K, A) == -bracket(A, K),
    bracket(K, bracket(M, P)) == bracket(bracket(K, M), P) - bracket(M, bracket(K, P)),
    bracket(A, bracket(E, K)) == bracket(bracket(A, E), K) + bracket(E, bracket(A, K)),
    bracket(lie(A), d) == 0,
    bracket(lie(K), lie(A)) == lie(bracket(K, A)),
    bracket(interior(K), interior(A)) == interior(nijenhuis_richardson(K, A)),
    bracket(lie(K), interior(A)) == interior(bracket(K, A)) + lie(interior(A, K)),
    bracket(lie(A), interior(K)) == interior(bracket(A, K)) - lie(interior(K, A)),
    lie(K) @ lie(K) == lie(torsion(K)),
    bracket(K, torsion(K)) == 0,
    torsion(K + M) == torsion(K) + bracket(K, M) + torsion(M),
    torsion(K)(X, Y)
    == bracket(K(X), K(Y)) - K(bracket(K(X), Y)) - K(bracket(X, K(Y))) + K(K(bracket(X, Y))),
    bracket(K, X)(Y) == bracket(K(Y), X) - K(bracket(Y, X)),
    bracket(ID, A) == 0,
    interior(ID, sigma) == 3 * sigma,
    interior(alpha * K, sigma) == alpha * interior(K, sigma),
    lie(alpha * K) == alpha * lie(K) + d(alpha) * interior(K),
    bracket(d, bracket(d, D)) == 0,
    interior(K, interior(M, alpha)) == interior(interior(K, M), alpha),
]
THEOREMS = [([], identity, []) for identity in CALCULUS]
THEOREMS += [(relations, identity, []) for relations, identity in CONSEQUENCES]
