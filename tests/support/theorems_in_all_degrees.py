"""Theorems and falsehoods whose degrees are symbols: k, m, n, p, q are any natural numbers.

A falsehood fails for some numbers; where it is true for others, the list says where.
"""

from __future__ import annotations

from diffgeo import (
    bracket,
    d,
    decompose,
    every_manifold,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.calculus import nijenhuis_richardson
from diffgeo.proofs import symbols_of_degrees, symbols_of_derivations

k, m, n, p, q = symbols_of_degrees("k m n p q")
K, M, N = (symbols_of_vector_forms(s, degree=r) for s, r in (("K", k), ("M", m), ("N", n)))
phi, psi = (symbols_of_forms(s, degree=r) for s, r in (("phi", p), ("psi", q)))
chi = symbols_of_forms("chi", degree=n)
D, E, F = (symbols_of_derivations(s, degree=r) for s, r in (("D", k), ("E", m), ("F", n)))
X, Y, Z = symbols_of_vector_fields("X Y Z")
J, R = symbols_of_vector_forms("J R", degree=1)
f = symbols_of_functions("f")
omega = symbols_of_forms("omega", degree=2)
alpha = symbols_of_forms("alpha", degree=1)
odd = symbols_of_forms("odd", degree=2 * p + 1)
exact = symbols_of_forms("exact", degree=p + 1)
even = symbols_of_forms("even", degree=2 * p)
B = symbols_of_vector_forms("B", degree=2 * k + 1)
ID = every_manifold.identity


def s(power):
    """``(-1)**power``."""
    return (-1) ** power


def jacobi(a, b, c, sign):
    """``[a, [b, c]] = [[a, b], c] + sign [b, [a, c]]``."""
    return bracket(a, bracket(b, c)) == bracket(bracket(a, b), c) + sign * bracket(b, bracket(a, c))


def inserted(K, M):
    """``i_K M``."""
    return interior(K, M)


PROJECTORS = [J @ J == J, R == ID - J]

THEOREMS = [
    ([], phi * psi == s(p * q) * psi * phi),
    ([], phi * (psi * chi) == s(n * (p + q)) * chi * (phi * psi)),
    ([], odd * odd == 0),
    ([], d(d(phi)) == 0),
    ([], d(phi * psi) == d(phi) * psi + s(p) * phi * d(psi)),
    ([], d(phi * d(psi)) == d(phi) * d(psi)),
    ([], d(even * even) == 2 * even * d(even)),
    ([], interior(X, phi * psi) == interior(X, phi) * psi + s(p) * phi * interior(X, psi)),
    ([], interior(X, interior(Y, phi)) == -interior(Y, interior(X, phi))),
    ([], lie(X, phi) == interior(X, d(phi)) + d(interior(X, phi))),
    ([], lie(X, phi * psi) == lie(X, phi) * psi + phi * lie(X, psi)),
    ([], lie(X, d(phi)) == d(lie(X, phi))),
    ([], lie(f * X, phi) == f * lie(X, phi) + d(f) * interior(X, phi)),
    ([], lie(X, interior(Y, phi)) - interior(Y, lie(X, phi)) == interior(bracket(X, Y), phi)),
    ([], lie(X, lie(Y, phi)) - lie(Y, lie(X, phi)) == lie(bracket(X, Y), phi)),
    (
        [],
        interior(Y, interior(X, d(phi)))
        == lie(X, interior(Y, phi)) - lie(Y, interior(X, phi)) - interior(bracket(X, Y), phi)
        + d(interior(Y, interior(X, phi))),
    ),
    ([], lie(K, phi) == interior(K, d(phi)) + s(k) * d(interior(K, phi))),
    ([], bracket(lie(K), d) == 0),
    ([], lie(K, phi * psi) == lie(K, phi) * psi + s(k * p) * phi * lie(K, psi)),
    (
        [],
        interior(K, phi * psi)
        == interior(K, phi) * psi + s((k - 1) * p) * phi * interior(K, psi),
    ),
    ([], bracket(lie(K), lie(M)) == lie(bracket(K, M))),
    ([], bracket(interior(K), interior(M)) == interior(nijenhuis_richardson(K, M))),
    (
        [],
        bracket(lie(K), interior(M))
        == interior(bracket(K, M)) - s(k * (m - 1)) * lie(inserted(M, K)),
    ),
    ([], bracket(interior(M), lie(K)) == lie(inserted(M, K)) + s(k) * interior(bracket(M, K))),
    ([], bracket(K, M) == -s(k * m) * bracket(M, K)),
    ([], jacobi(K, M, N, s(k * m))),
    (
        [],
        s(k * n) * bracket(K, bracket(M, N))
        + s(m * k) * bracket(M, bracket(N, K))
        + s(n * m) * bracket(N, bracket(K, M))
        == 0,
    ),
    ([], nijenhuis_richardson(K, M) == -s((k - 1) * (m - 1)) * nijenhuis_richardson(M, K)),
    (
        [],
        nijenhuis_richardson(K, nijenhuis_richardson(M, N))
        == nijenhuis_richardson(nijenhuis_richardson(K, M), N)
        + s((k - 1) * (m - 1)) * nijenhuis_richardson(M, nijenhuis_richardson(K, N)),
    ),
    (
        [],
        interior(X, bracket(K, M))
        == bracket(inserted(X, K), M) + s(k) * bracket(K, inserted(X, M))
        - s(k) * inserted(bracket(K, X), M) + s(k * m + m) * inserted(bracket(M, X), K),
    ),
    (
        [],
        inserted(N, bracket(K, M))
        == bracket(inserted(N, K), M) + s(k * (n - 1)) * bracket(K, inserted(N, M))
        - (s(k * (n - 1)) * inserted(bracket(K, N), M)
           - s((k + n - 1) * m) * inserted(bracket(M, N), K)),
    ),
    ([], bracket(ID, K) == 0),
    ([], bracket(B, bracket(B, B)) == 0),
    ([], lie(B) @ lie(B) == lie(bracket(B, B)) / 2),
    ([], lie(phi * K) == phi * lie(K) + s(p + k) * d(phi) * interior(K)),
    ([], interior(phi * K, psi) == phi * interior(K, psi)),
    (
        [],
        bracket(phi * X, psi * Y)
        == phi * psi * bracket(X, Y) + phi * lie(X, psi) * Y - lie(Y, phi) * psi * X
        + s(p) * (d(phi) * interior(X, psi) * Y + interior(Y, phi) * d(psi) * X),
    ),
    ([], bracket(D, E) == -s(k * m) * bracket(E, D)),
    ([], jacobi(D, E, F, s(k * m))),
    ([], bracket(d, bracket(d, D)) == 0),
    ([], lie(decompose(D)[0]) + interior(decompose(D)[1]) == D),
    ([], D(phi * psi) == D(phi) * psi + s(k * p) * phi * D(psi)),
    ([d(phi) == 0, d(psi) == 0], d(phi * psi) == 0),
    ([exact == d(phi)], d(phi * exact) == exact * exact),
    ([d(phi) == 0, lie(X, phi) == 0], d(interior(X, phi)) == 0),
    ([d(phi) == 0, interior(X, phi) == 0], lie(X, phi) == 0),
    ([lie(X, phi) == 0, lie(Y, phi) == 0], lie(bracket(X, Y), phi) == 0),
    ([interior(X, phi) == 0, lie(Y, phi) == 0], interior(bracket(X, Y), phi) == 0),
    ([lie(X, phi) == 0, lie(X, psi) == 0], lie(X, phi * d(psi)) == 0),
    (
        [d(phi) == 0, lie(X, phi) == 0, lie(Y, phi) == 0],
        interior(bracket(X, Y), phi) == d(interior(X, interior(Y, phi))),
    ),
    ([d(phi) == alpha * phi], d(alpha) * phi == 0),
    ([bracket(K, M) == 0, bracket(K, N) == 0], bracket(K, bracket(M, N)) == 0),
    ([bracket(J, J) == 0], lie(J, lie(J, phi)) == 0),
    ([bracket(J, J) == 0], bracket(J, bracket(J, K)) == 0),
    ([bracket(J, K) == 0, lie(J, phi) == 0], lie(J, lie(K, phi)) == 0),
    (PROJECTORS, J @ (R @ K) == 0),
    ([J @ K == K], J @ (phi * K) == phi * K),
]  # fmt: skip
#: The last word: where it is proved nevertheless.
FALSEHOODS = [
    ([], phi * phi == 0, "p odd"),
    ([], odd * d(odd) == 0, ""),
    ([], even * even == 0, ""),
    ([], phi * psi == psi * phi, "p even, q even or p even, q odd or p odd, q even"),
    ([], phi * psi == -s(p * q) * psi * phi, ""),
    ([], phi * psi == s(p + q) * psi * phi, "p even, q even"),
    ([], d(phi) == 0, ""),
    ([], phi == 0, ""),
    ([], d(phi * psi) == d(phi) * psi + phi * d(psi), "p even"),
    ([], d(phi * psi) == d(phi) * psi + s(q) * phi * d(psi), "p even, q even or p odd, q odd"),
    ([], d(phi * phi) == 2 * phi * d(phi), "p even"),
    ([], interior(X, phi) == 0, ""),
    ([], interior(X, interior(Y, phi)) == 0, ""),
    ([], interior(K, interior(K, phi)) == 0, ""),
    ([], interior(J, interior(J, phi)) == interior(J @ J, phi), ""),
    ([], interior(X, phi * psi) == interior(X, phi) * psi - s(p) * phi * interior(X, psi), ""),
    ([], lie(X, phi) == interior(X, d(phi)) - d(interior(X, phi)), ""),
    ([], lie(X, phi) == interior(X, d(phi)), ""),
    ([], lie(f * X, phi) == f * lie(X, phi), ""),
    ([], lie(X, interior(Y, phi)) == interior(Y, lie(X, phi)), ""),
    ([], lie(K, phi) == interior(K, d(phi)) - s(k) * d(interior(K, phi)), ""),
    ([], lie(K, phi) == interior(K, d(phi)) + d(interior(K, phi)), "k even"),
    ([], bracket(lie(K), lie(M)) == s(k * m) * lie(bracket(K, M)), ""),
    ([], bracket(lie(K), interior(M)) == interior(bracket(K, M)), ""),
    (
        [],
        bracket(lie(K), interior(M))
        == interior(bracket(K, M)) + s(k * (m - 1)) * lie(inserted(M, K)),
        "",
    ),
    ([], bracket(interior(K), interior(M)) == 0, ""),
    ([], bracket(K, M) == -bracket(M, K), ""),
    ([], bracket(K, M) == s(k * m) * bracket(M, K), ""),
    ([], bracket(K, K) == 0, "k even"),
    ([], bracket(K, bracket(K, M)) == 0, ""),
    ([], jacobi(K, M, N, 1), ""),
    ([], jacobi(K, M, N, s(k + m)), ""),
    ([], lie(K) @ lie(K) == lie(bracket(K, K)) / 2, "k odd"),
    ([], lie(phi * K) == phi * lie(K) - s(p + k) * d(phi) * interior(K), ""),
    ([], lie(phi * K) == phi * lie(K), ""),
    ([], bracket(D, E) == s(k * m) * bracket(E, D), ""),
    ([], bracket(D, D) == 0, "k even"),
    ([], bracket(d, D) == 0, ""),
    ([d(phi) == 0], lie(X, phi) == 0, ""),
    ([lie(X, phi) == 0], d(interior(X, phi)) == 0, ""),
    ([d(phi) == alpha * phi], d(alpha) == 0, ""),
    ([phi * psi == 0], phi == 0, ""),
    ([bracket(K, M) == 0], bracket(K, K) == 0, "k even"),
    ([J @ J == 0], lie(J, lie(J, phi)) == 0, ""),
]  # fmt: skip
