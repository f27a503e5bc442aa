"""Theorems of textbooks on maps and related fields, and falsehoods.

Sources: Lee, Introduction to Smooth Manifolds (8, 14, 22); Kolář, Michor, Slovák (8.15-8.16);
Abraham and Marsden, Foundations of Mechanics (2.4, 3.2); Libermann and Marle. Each has what it
supposes and what it says.
"""

from __future__ import annotations

from diffgeo import (
    bracket,
    d,
    identity_map,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
    torsion,
)
from diffgeo.calculus import nijenhuis_richardson
from diffgeo.proofs import nondegenerate, symbols_of_manifolds, symbols_of_maps

M, N, Q = symbols_of_manifolds("M N Q")
phi = symbols_of_maps("phi", source=M, target=N)
psi = symbols_of_maps("psi", source=N, target=Q)
s = symbols_of_maps("s", source=N, target=M)
chi = symbols_of_maps("chi", source=M, target=N)
theta = symbols_of_maps("theta", source=M, target=Q)
f, g = symbols_of_functions("f g", on=N)
H = symbols_of_functions("H", on=M)
alpha, beta = symbols_of_forms("alpha beta", degree=1, on=N)
omega, sigma = symbols_of_forms("omega sigma", degree=2, on=N)
Omega = symbols_of_forms("Omega", degree=2, on=M)
eta = symbols_of_forms("eta", degree=1, on=M)
gamma = symbols_of_forms("gamma", degree=1, on=Q)
X, X2 = symbols_of_vector_fields("X X2", on=M)
Y, Y2, xi = symbols_of_vector_fields("Y Y2 xi", on=N)
Z = symbols_of_vector_fields("Z", on=Q)
J, K = symbols_of_vector_forms("J K", degree=1, on=M)
JN, KN = symbols_of_vector_forms("JN KN", degree=1, on=N)
B, B2 = symbols_of_vector_forms("B", degree=2, on=M), symbols_of_vector_forms("B2", degree=2, on=N)

ONE = [phi.related(X, Y)]
TWO = [*ONE, phi.related(X2, Y2)]
TENSORS = [phi.related(J, JN), phi.related(K, KN)]
PHI_OMEGA = [phi.pull(omega) == Omega]
SECTION = [phi @ s == identity_map(N)]
INVERSE = [*SECTION, s @ phi == identity_map(M)]

THEOREMS = [
    ([], phi.pull(alpha * beta) == phi.pull(alpha) * phi.pull(beta)),
    ([], phi.pull(d(alpha)) == d(phi.pull(alpha))),
    ([], phi.pull(d(f) * d(g)) == d(phi.pull(f) * d(phi.pull(g)))),
    (
        [],
        (psi @ phi).pull(gamma * d(gamma))
        == phi.pull(psi.pull(gamma)) * d(phi.pull(psi.pull(gamma))),
    ),
    ([], phi.pull(f * omega + d(alpha)) == phi.pull(f) * phi.pull(omega) + d(phi.pull(alpha))),
    ([d(omega) == 0], d(phi.pull(omega)) == 0),
    ([omega == d(alpha)], phi.pull(omega) == d(phi.pull(alpha))),
    ([alpha * d(alpha) == 0], phi.pull(alpha) * d(phi.pull(alpha)) == 0),
    ([d(alpha) == beta * alpha], d(phi.pull(alpha)) == phi.pull(beta) * phi.pull(alpha)),
    (ONE, lie(X, phi.pull(f)) == phi.pull(lie(Y, f))),
    (ONE, interior(X, phi.pull(omega)) == phi.pull(interior(Y, omega))),
    (ONE, lie(X, phi.pull(omega)) == phi.pull(lie(Y, omega))),
    (ONE, phi.tangent(X) == phi.pull(Y)),
    (TWO, phi.related(bracket(X, X2), bracket(Y, Y2))),
    (TWO, phi.related(2 * X - 3 * X2, 2 * Y - 3 * Y2)),
    (ONE, phi.related(phi.pull(f) * X, f * Y)),
    (TWO, phi.pull(omega)(X, X2) == phi.pull(omega(Y, Y2))),
    (TWO, interior(bracket(X, X2), phi.pull(omega)) == phi.pull(interior(bracket(Y, Y2), omega))),
    ([*ONE, lie(Y, omega) == 0], lie(X, phi.pull(omega)) == 0),
    ([*ONE, lie(Y, f) == 0], lie(X, phi.pull(f)) == 0),
    ([*ONE, interior(Y, omega) == d(f)], interior(X, phi.pull(omega)) == d(phi.pull(f))),
    ([*ONE, *PHI_OMEGA, interior(Y, omega) == d(f)], interior(X, Omega) == d(phi.pull(f))),
    (
        [
            *PHI_OMEGA,
            nondegenerate(Omega),
            *ONE,
            interior(Y, omega) == d(f),
            interior(X2, Omega) == d(phi.pull(f)),
        ],
        X == X2,
    ),
    ([*ONE, phi.related(X, Y2)], phi.pull(Y) == phi.pull(Y2)),
    ([phi.tangent(X) == phi.pull(Y)], lie(X, phi.pull(alpha)) == phi.pull(lie(Y, alpha))),
    ([*TWO, bracket(Y, Y2) == 0], phi.tangent(bracket(X, X2)) == 0),
    ([phi.related(X, 0 * Y)], interior(X, phi.pull(omega)) == 0),
    ([phi.related(X, 0 * Y)], lie(X, phi.pull(omega)) == 0),
    ([phi.related(X, 0 * Y), phi.related(X2, 0 * Y)], phi.related(bracket(X, X2), 0 * Y)),
    ([phi.related(X, 0 * Y), phi.related(X2, Y2)], phi.related(bracket(X, X2), 0 * Y)),
    (TENSORS, phi.related(J @ K, JN @ KN)),
    (TENSORS, phi.related(bracket(J, K), bracket(JN, KN))),
    ([TENSORS[0]], phi.related(torsion(J), torsion(JN))),
    ([*TENSORS, phi.related(B, B2)], phi.related(bracket(J, B), bracket(JN, B2))),
    (
        [TENSORS[0], phi.related(B, B2)],
        phi.related(nijenhuis_richardson(J, B), nijenhuis_richardson(JN, B2)),
    ),
    ([TENSORS[0], *ONE], phi.related(J(X), JN(Y))),
    ([TENSORS[0], *ONE], phi.related(bracket(X, J), bracket(Y, JN))),
    ([TENSORS[0]], lie(J, phi.pull(alpha)) == phi.pull(lie(JN, alpha))),
    ([TENSORS[0]], interior(J, phi.pull(omega)) == phi.pull(interior(JN, omega))),
    (
        [phi.related(X, Y), psi.related(Y, Z)],
        interior(X, phi.pull(psi.pull(gamma))) == phi.pull(psi.pull(interior(Z, gamma))),
    ),
    ([phi.related(X, Y), psi.related(Y, Z)], (psi @ phi).related(X, Z)),
    ([s.pull(phi.pull(omega)) == omega], s.pull(phi.pull(d(omega))) == d(omega)),
    ([s.pull(phi.pull(f)) == f, s.pull(eta) == 0], s.pull(phi.pull(f) * eta) == 0),
    ([s.pull(phi.pull(f)) == f, *ONE, s.related(xi, X)], s.pull(phi.pull(lie(Y, f))) == lie(xi, f)),
    ([*ONE, alpha(Y) == 1], phi.pull(alpha)(X) == 1),
    ([*PHI_OMEGA, *ONE, lie(Y, omega) == omega], lie(X, Omega) == Omega),
    (SECTION, s.pull(phi.pull(d(alpha) * beta)) == d(alpha) * beta),
    ([*SECTION, phi.pull(omega) == phi.pull(sigma)], omega == sigma),
    ([*SECTION, d(phi.pull(omega)) == 0], d(omega) == 0),
    ([*SECTION, *ONE, lie(X, phi.pull(f)) == 0], lie(Y, f) == 0),
    ([*SECTION, *ONE, s.related(xi, X)], lie(Y, f) == lie(xi, f)),
    ([*INVERSE, s.pull(eta) == 0], eta == 0),
    ([*INVERSE, s.pull(Omega) == omega], phi.pull(omega) == Omega),
    ([psi @ phi == theta], d(theta.pull(gamma)) == phi.pull(psi.pull(d(gamma)))),
    ([phi == chi, *ONE, chi.related(X2, Y)], lie(X, phi.pull(f)) == lie(X2, phi.pull(f))),
]

FALSEHOODS = [
    ([], phi.pull(alpha * beta) == phi.pull(beta) * phi.pull(alpha)),
    ([], phi.pull(d(alpha)) == 0),
    ([], phi.pull(d(alpha)) == -d(phi.pull(alpha))),
    ([], phi.pull(f * alpha) == phi.pull(f) * phi.pull(beta)),
    ([], interior(X, phi.pull(omega)) == phi.pull(interior(Y, omega))),
    (ONE, interior(X, phi.pull(omega)) == -phi.pull(interior(Y, omega))),
    (ONE, lie(X, phi.pull(omega)) == phi.pull(interior(Y, d(omega)))),
    (ONE, lie(X, phi.pull(alpha)) == d(phi.pull(alpha(Y)))),
    (TWO, phi.related(bracket(X, X2), -bracket(Y, Y2))),
    (TWO, phi.related(X, Y2)),
    (ONE, phi.related(H * X, f * Y)),
    ([TWO[1]], phi.related(X, Y)),
    ([phi.pull(f) == 0], phi.pull(alpha) == 0),
    ([phi.pull(alpha) == 0], phi.pull(beta) == 0),
    ([phi.pull(omega) == 0], omega == 0),
    ([d(phi.pull(alpha)) == 0], d(alpha) == 0),
    ([phi.related(X, 0 * Y)], X == 0),
    ([*ONE, phi.related(X, Y2)], Y == Y2),
    ([*ONE, phi.related(X2, Y)], X == X2),
    ([*ONE, lie(X, phi.pull(f)) == 0], lie(Y, f) == 0),
    (TENSORS, phi.related(J @ K, KN @ JN)),
    (TENSORS, phi.related(bracket(J, K), -bracket(JN, KN))),
    ([TENSORS[0]], phi.related(torsion(J), 2 * torsion(JN))),
    ([TENSORS[0], *ONE], phi.related(J(X), Y)),
    ([TENSORS[0]], lie(J, phi.pull(alpha)) == phi.pull(interior(JN, d(alpha)))),
    ([*TWO, alpha(Y) == 1], phi.pull(alpha)(X2) == 1),
    (PHI_OMEGA, d(Omega) == 0),
    ([*PHI_OMEGA, nondegenerate(Omega)], interior(X, Omega) == 0),
    ([s.pull(phi.pull(f)) == f], phi.pull(s.pull(H)) == H),
    ([s.pull(phi.pull(omega)) == omega], s.pull(phi.pull(sigma)) == sigma),
    ([*ONE, interior(Y, omega) == d(f)], interior(X, phi.pull(omega)) == d(phi.pull(g))),
    ([*ONE, d(omega) == 0], lie(X, phi.pull(omega)) == 0),
    (SECTION, omega == 0),
    ([*SECTION, phi.pull(omega) == phi.pull(sigma)], omega == 0),
    (SECTION, phi.pull(s.pull(Omega)) == Omega),
    (SECTION, phi.pull(s.pull(H)) == H),
    ([*SECTION, s.pull(eta) == 0], eta == 0),
    ([*SECTION, d(s.pull(eta)) == 0], d(eta) == 0),
    ([*SECTION, s.related(Y, X)], X(H) == phi.pull(Y(s.pull(H)))),
    ([*SECTION, phi.related(X, Y), phi.related(X2, Y)], X == X2),
    ([psi @ phi == theta], theta.pull(gamma) == 0),
    ([phi == chi], phi.pull(alpha) == chi.pull(beta)),
    ([], phi == chi),
]
