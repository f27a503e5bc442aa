"""Theorems on multivectors and Poisson structures, and statements like them that are false.

Each is a triple of relations, statement and lemmas, as in `tests.support.theorems`; falsehoods are
pairs. The signs are those of `diffgeo.calculus.multivectors`: Koszul, Crochet de Schouten-Nijenhuis
et cohomologie (1985); Marle, The Schouten-Nijenhuis bracket and interior products (1997); Vaisman,
Lectures on the Geometry of Poisson Manifolds (1994); Magri and Morosi, A geometrical
characterization of integrable Hamiltonian systems (1984).
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    bracket,
    d,
    interior,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.calculus import multivector
from diffgeo.proofs import symbols_of_multivectors

P, Q, R = symbols_of_multivectors("P Q R", degree=2)
A, B = symbols_of_multivectors("A B", degree=3)
f, g, h = symbols_of_functions("f g h")
X, Y, Z = symbols_of_vector_fields("X Y Z")
alpha, beta, gamma = symbols_of_forms("alpha beta gamma", degree=1)
omega, rho = symbols_of_forms("omega rho", degree=2)

Poisson = [bracket(P, P) == 0]
Pair = [*Poisson, bracket(Q, Q) == 0, bracket(P, Q) == 0]


def poisson(first: Any, second: Any, by: Any = P) -> Any:
    """``{f, g} = P(df, dg)``."""
    return by(d(first), d(second))


def hamiltonian(function: Any, by: Any = P) -> Any:
    """``X_f = P♯df``, the field with X_f(g) = {f, g}."""
    return by.insert(d(function))


def koszul(first: Any, second: Any, by: Any = P) -> Any:
    """``[α, β] = L_{P♯α} β - L_{P♯β} α - d(P(α, β))`` of 1-forms."""
    sharps = [by.insert(form) for form in (first, second)]
    return lie(sharps[0], second) - lie(sharps[1], first) - d(by(first, second))


def cyclic(of: Any, *things: Any) -> Any:
    """The sum over the cyclic permutations of three."""
    x, y, z = things
    return of(x, y, z) + of(y, z, x) + of(z, x, y)


ALGEBRA = [
    P * Q == Q * P,
    A * P == P * A,
    A * B == -B * A,
    multivector(X, Y) == -multivector(Y, X),
    multivector(X, X) == 0,
    f * P == P * f,
    (f * alpha)(X) * P == f * alpha(X) * P,
    interior(P * Q) == interior(P) @ interior(Q),
    interior(multivector(X, Y)) == interior(X) @ interior(Y),
    interior(P, interior(Q, omega * rho)) == interior(Q, interior(P, omega * rho)),
    interior(X, interior(P, omega * alpha)) == interior(P, interior(X, omega * alpha)),
    bracket(interior(P), f) == 0,
    bracket(interior(P), alpha) == -interior(P.insert(alpha)),
    bracket(interior(A), alpha) == interior(A.insert(alpha)),
    bracket(interior(P), interior(A)) == 0,
    bracket(interior(P), interior(X)) == 0,
    bracket(bracket(bracket(interior(P), omega), rho), omega) == 0,
    interior(P, alpha) == 0,
    interior(P, f * omega) == f * interior(P, omega),
    interior(P, omega + rho) == interior(P, omega) + interior(P, rho),
    interior(P, alpha * beta) == -P(alpha, beta),
    interior(P, alpha * omega) == alpha * interior(P, omega) - interior(P.insert(alpha), omega),
    (P * Q).insert(alpha) == P.insert(alpha) * Q + P * Q.insert(alpha),
    multivector(X, Y).insert(alpha) == alpha(X) * Y - alpha(Y) * X,
    multivector(X, Y)(alpha, beta) == alpha(X) * beta(Y) - alpha(Y) * beta(X),
    P(alpha, beta) == -P(beta, alpha),
    P(f * alpha, beta) == f * P(alpha, beta),
    P(alpha, beta) == interior(P.insert(alpha), beta),
    A(alpha, beta, gamma) == A(beta, gamma, alpha),
    A(alpha, alpha, beta) == 0,
]

SCHOUTEN = [
    bracket(bracket(interior(P), d), interior(Q)) == interior(bracket(P, Q)),
    bracket(P, Q) == bracket(Q, P),
    bracket(A, P) == -bracket(P, A),
    bracket(A, B) == -bracket(B, A),
    bracket(multivector(X), Y) == bracket(X, Y),
    bracket(X, P) == lie(X, P),
    bracket(P, f) == -hamiltonian(f),
    bracket(A, f) == A.insert(d(f)),
    bracket(multivector(X), f) == lie(X, f),
    bracket(P, Q * R) == bracket(P, Q) * R + Q * bracket(P, R),
    bracket(P, A * Q) == bracket(P, A) * Q - A * bracket(P, Q),
    bracket(A, P * Q) == bracket(A, P) * Q + P * bracket(A, Q),
    bracket(P, f * Q) == f * bracket(P, Q) - hamiltonian(f) * Q,
    bracket(P, bracket(Q, R)) == bracket(bracket(P, Q), R) - bracket(Q, bracket(P, R)),
    bracket(A, bracket(Q, R)) == bracket(bracket(A, Q), R) + bracket(Q, bracket(A, R)),
    cyclic(lambda S, T, U: bracket(S, bracket(T, U)), P, Q, R) == 0,
    lie(X, bracket(P, Q)) == bracket(lie(X, P), Q) + bracket(P, lie(X, Q)),
    lie(X, P * Q) == lie(X, P) * Q + P * lie(X, Q),
    lie(bracket(X, Y), P) == lie(X, lie(Y, P)) - lie(Y, lie(X, P)),
    lie(X, P.insert(alpha)) == lie(X, P).insert(alpha) + P.insert(lie(X, alpha)),
    lie(X, P)(alpha, beta)
    == lie(X, P(alpha, beta)) - P(lie(X, alpha), beta) - P(alpha, lie(X, beta)),
    lie(P) == bracket(interior(P), d),
    bracket(lie(P), d) == 0,
    bracket(lie(P), interior(Q)) == interior(bracket(P, Q)),
    bracket(lie(P), lie(Q)) == lie(bracket(P, Q)),
    bracket(lie(A), lie(P)) == lie(bracket(A, P)),
    lie(P, d(omega)) == -d(lie(P, omega)),
    bracket(multivector(X, Y), Z) == -multivector(bracket(Z, X), Y) - multivector(X, bracket(Z, Y)),
    bracket(P, P)(d(f), d(g), d(h))
    == 2 * cyclic(lambda x, y, z: poisson(x, poisson(y, z)), f, g, h),
    poisson(f, g) == -poisson(g, f),
    poisson(f, g * h) == poisson(f, g) * h + g * poisson(f, h),
    lie(hamiltonian(f), g) == poisson(f, g),
    lie(P, f * d(g)) == -poisson(f, g),
    koszul(alpha, beta) == -koszul(beta, alpha),
    koszul(alpha, f * beta) == f * koszul(alpha, beta) + lie(P.insert(alpha), f) * beta,
    koszul(d(f), d(g)) == d(poisson(f, g)),
]

N = symbols_of_vector_forms("N", degree=1)
#: Q = NP, which is skew, and the concomitant of Magri and Morosi of P and N vanishes.
COMPATIBLE = [
    bracket(interior(P), interior(N)) == 2 * interior(Q),
    bracket(interior(P), lie(N)) == bracket(interior(Q), d),
]

UNDER_RELATIONS = [
    (Poisson, bracket(P, bracket(P, Q)) == 0),
    (Poisson, bracket(P, bracket(P, A)) == 0),
    (Poisson, bracket(P, bracket(P, X)) == 0),
    (Poisson, bracket(P, bracket(P, f)) == 0),
    (Poisson, cyclic(lambda x, y, z: poisson(x, poisson(y, z)), f, g, h) == 0),
    (Poisson, bracket(hamiltonian(f), hamiltonian(g)) == hamiltonian(poisson(f, g))),
    (Poisson, lie(hamiltonian(f), P) == 0),
    (Poisson, lie(P) @ lie(P) == 0),
    (Poisson, P.insert(koszul(alpha, beta)) == bracket(P.insert(alpha), P.insert(beta))),
    (Poisson, cyclic(lambda x, y, z: koszul(x, koszul(y, z)), alpha, beta, gamma) == 0),
    (Poisson, koszul(alpha, d(f)) == lie(P.insert(alpha), d(f)) - lie(hamiltonian(f), alpha)
        - d(P(alpha, d(f)))),
    ([hamiltonian(f) == X, *Poisson], lie(X, P) == 0),
    ([lie(X, P) == 0], lie(X, poisson(f, g)) == poisson(lie(X, f), g) + poisson(f, lie(X, g))),
    ([lie(X, P) == 0], bracket(X, hamiltonian(f)) == hamiltonian(lie(X, f))),
    ([poisson(g, h) == 0, *Poisson], bracket(hamiltonian(g), hamiltonian(h)) == 0),
    ([poisson(g, h) == 0, poisson(f, h) == 0, *Poisson], poisson(h, poisson(f, g)) == 0),
    ([bracket(X, Y) == 0], bracket(multivector(X, Y), multivector(X, Y)) == 0),
    ([bracket(X, Y) == f * X], bracket(multivector(X, Y), multivector(X, Y)) == 0),
    (Pair, bracket(P + Q, P + Q) == 0),
    (Pair, bracket(P, bracket(Q, A)) == -bracket(Q, bracket(P, A))),
    (Pair, bracket(P, bracket(Q, f)) == -bracket(Q, bracket(P, f))),
    ([lie(X, P) == Q, *Poisson], bracket(P, Q) == 0),
    ([lie(X, P) == 0, lie(Y, P) == 0], lie(bracket(X, Y), P) == 0),
    ([lie(X, P) == Q, lie(X, Q) == 0, *Poisson], bracket(Q, Q) == 0),
    ([hamiltonian(f, Q) == hamiltonian(g), *Pair], lie(P.insert(d(g)), Q) == 0),
    ([hamiltonian(f, Q) == hamiltonian(g), *Pair], lie(Q.insert(d(f)), P) == 0),
    ([P.insert(alpha) == 0, *Poisson], P.insert(koszul(alpha, beta)) == 0),
    ([*Poisson, *COMPATIBLE], bracket(P, Q) == 0),
]  # fmt: skip

THEOREMS: list[tuple[list[Any], Any, list[Any]]] = [
    *(([], said, []) for said in (*ALGEBRA, *SCHOUTEN)),
    *((given, said, []) for given, said in UNDER_RELATIONS),
]

FALSEHOODS: list[tuple[list[Any], Any]] = [
    ([], P * Q == -Q * P),
    ([], multivector(X, Y) == multivector(Y, X)),
    ([], interior(P * Q) == -interior(P) @ interior(Q)),
    ([], interior(P, alpha * beta) == P(alpha, beta)),
    ([], bracket(interior(P), alpha) == interior(P.insert(alpha))),
    ([], bracket(interior(P), omega) == 0),
    ([], bracket(interior(A), alpha) == -interior(A.insert(alpha))),
    ([], bracket(P, Q) == -bracket(Q, P)),
    ([], bracket(A, P) == bracket(P, A)),
    ([], bracket(P, f) == hamiltonian(f)),
    ([], bracket(P, f * Q) == f * bracket(P, Q) + hamiltonian(f) * Q),
    ([], bracket(P, A * Q) == bracket(P, A) * Q + A * bracket(P, Q)),
    ([], bracket(P, bracket(Q, R)) == bracket(bracket(P, Q), R) + bracket(Q, bracket(P, R))),
    ([], bracket(lie(P), lie(Q)) == -lie(bracket(P, Q))),
    ([], bracket(P, P) == 0),
    ([], bracket(f * P, f * P) == 0),
    (Poisson, bracket(f * P, f * P) == 0),
    ([], bracket(P, bracket(P, f)) == 0),
    ([], cyclic(lambda x, y, z: poisson(x, poisson(y, z)), f, g, h) == 0),
    ([bracket(P, Q) == 0], cyclic(lambda x, y, z: poisson(x, poisson(y, z)), f, g, h) == 0),
    ([], bracket(hamiltonian(f), hamiltonian(g)) == hamiltonian(poisson(f, g))),
    (Poisson, bracket(hamiltonian(f), hamiltonian(g)) == -hamiltonian(poisson(f, g))),
    ([], lie(hamiltonian(f), P) == 0),
    (Poisson, lie(P.insert(alpha), P) == 0),
    ([], lie(P) @ lie(P) == 0),
    (Poisson, P.insert(koszul(alpha, beta)) == -bracket(P.insert(alpha), P.insert(beta))),
    ([], P.insert(koszul(alpha, beta)) == bracket(P.insert(alpha), P.insert(beta))),
    ([bracket(P, P) == 0, bracket(Q, Q) == 0], bracket(P, Q) == 0),
    ([bracket(P, P) == 0, bracket(Q, Q) == 0], bracket(P + Q, P + Q) == 0),
    ([lie(X, P) == Q, *Poisson], bracket(Q, Q) == 0),
    ([*Poisson, f * P == Q], bracket(P, Q) == 0),  # NP for N = f id, where the concomitant is not 0
    ([lie(X, P) == 0], lie(bracket(X, Y), P) == 0),
    ([], lie(X, poisson(f, g)) == poisson(lie(X, f), g) + poisson(f, lie(X, g))),
    ([poisson(g, h) == 0], bracket(hamiltonian(g), hamiltonian(h)) == 0),
    ([], bracket(multivector(X, Y), multivector(X, Y)) == 0),
]
