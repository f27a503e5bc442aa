"""What of sections 3 and 4 is proved on every manifold: the algebra of P and Q, free of jets.

Symbols ξ, Z_i, Ω, η, μ̄_i, φ_i and c_ij with the relations i_ξ Ω = 0, η(ξ) = 1, i_{Z_i} Ω = μ̄_i,
η(Z_i) = 0 and c_ij Z_j(φ_k) = δ_ik: nothing else of mechanics enters the theorem about P(ξ).
In the singular case there are functions χ_j in place of the φ_i, c_ij is the inverse of a block
of Z_i(χ_j), and relations of its columns say that the block has the rank of the matrix.
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    check,
    d,
    every_manifold,
    interior,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from mechanics.papers.deleon_martin.book import once
from mechanics.papers.engine.terms import total

SIZES = (1, 2)


class Abstract:
    """The symbols for m constraints, the relations, Q, P(ξ) and the multipliers."""

    def __init__(self, m: int) -> None:
        indices = range(m)
        pairs = [(i, j) for i in indices for j in indices]
        self.m = m
        self.phi = _listed(symbols_of_functions(_names("phi", m)))
        # The inverse of C: one symbol for c_ij = c_ji, as C is symmetric.
        inverse = {(i, j): symbols_of_functions(f"c_{i + 1}{j + 1}") for i, j in pairs if i <= j}
        self.inverse = [[inverse[min(i, j), max(i, j)] for j in indices] for i in indices]
        self.Z = _listed(symbols_of_vector_fields(_names("Z", m)))
        self.xi = symbols_of_vector_fields("xi")
        self.Omega = symbols_of_forms("Omega", degree=2)
        self.eta = symbols_of_forms("eta", degree=1)
        self.mu = _listed(symbols_of_forms(_names("mu", m), degree=1))
        self.relations = [
            interior(self.xi, self.Omega) == 0,
            interior(self.xi, self.eta) == 1,
            *(interior(Z, self.Omega) == mu for Z, mu in zip(self.Z, self.mu, strict=True)),
            *(interior(Z, self.eta) == 0 for Z in self.Z),
        ]
        self.inverses = [
            total(self.inverse[i][j] * self.Z[j](self.phi[k]) for j in indices) == int(i == k)
            for i in indices
            for k in indices
        ]
        self.Q = total(self.inverse[i][j] * d(self.phi[i]) * self.Z[j] for i, j in pairs)
        self.Lambda = [
            -total(self.inverse[i][j] * self.xi(self.phi[i]) for i in indices) for j in indices
        ]
        self.X = self.xi + total(a * Z for a, Z in zip(self.Lambda, self.Z, strict=True))


@once
def abstract(m: int) -> Abstract:
    """The symbols for m constraints."""
    return Abstract(m)


@once
def idempotent() -> list[Verdict]:
    """Q∘Q = Q for all symbols with C^ij C_jk = δ."""
    return [check(a.Q @ a.Q == a.Q, assuming=a.inverses) for a in map(abstract, SIZES)]


@once
def complementary() -> list[Verdict]:
    """P∘P = P, P∘Q = 0 = Q∘P and (P - Q)² = id follow from Q∘Q = Q."""
    Q = symbols_of_vector_forms("Q", degree=1)
    one = every_manifold.identity
    P = one - Q
    statements = [P @ P == P, P @ Q == 0, Q @ P == 0, one == (P - Q) @ (P - Q)]
    return [check(statements, assuming=[Q @ Q == Q])]


@once
def reaction() -> list[Verdict]:
    """i_{P(ξ)} Ω = Λ^j μ̄_j and η(P(ξ)) = 1."""
    found = []
    for m in SIZES:
        a = abstract(m)
        force = total(x * mu for x, mu in zip(a.Lambda, a.mu, strict=True))
        statements = [interior(a.X, a.Omega) == force, interior(a.X, a.eta) == 1]
        found.append(check(statements, assuming=a.relations))
    return found


@once
def tangent() -> list[Verdict]:
    """P(ξ)(φ_k) = 0."""
    return [
        check([a.X(phi) == 0 for phi in a.phi], assuming=a.inverses) for a in map(abstract, SIZES)
    ]


class Blocks:
    """The symbols of section 4 for k' < m < m': ξ, Z_i, χ_j, λ^i, and the inverse c of C'₁.

    The relations `rank` and `tangent` are those of the points of P_f: the columns of C' behind
    the block depend on those of the block, and some field ξ + ν^i Z_i annihilates all χ_j.
    """

    def __init__(self, k: int, m: int, generators: int) -> None:
        K, M = range(k), range(m)
        self.k = k
        self.Z = _listed(symbols_of_vector_fields(_names("Z", m)))
        self.xi = symbols_of_vector_fields("xi")
        self.chi = _listed(symbols_of_functions(_names("chi", generators)))
        self.lam = _listed(symbols_of_functions(_names("lam", m)))
        nu = _listed(symbols_of_functions(_names("nu", m)))
        self.c = [[symbols_of_functions(f"c_{i + 1}{j + 1}") for j in K] for i in K]
        self.Omega = symbols_of_forms("Omega", degree=2)
        self.eta = symbols_of_forms("eta", degree=1)
        self.mu = _listed(symbols_of_forms(_names("mu", m), degree=1))
        c, Z, chi = self.c, self.Z, self.chi
        one = [(i, j, int(i == j)) for i in K for j in K]
        self.inverses = [total(c[i][j] * Z[j](chi[a]) for j in K) == e for i, a, e in one]
        self.inverses += [total(Z[i](chi[j]) * c[j][a] for j in K) == e for i, a, e in one]
        self.rank = []
        for j in range(k, generators):
            b = _listed(symbols_of_functions(_names(f"b_{j + 1}", k)))
            self.rank += [Z[i](chi[j]) == total(b[a] * Z[i](chi[a]) for a in K) for i in M]
        self.tangent = [self.xi(f) == -total(nu[i] * Z[i](f) for i in M) for f in chi]
        self.relations = [
            interior(self.xi, self.Omega) == 0,
            interior(self.xi, self.eta) == 1,
            *(interior(V, self.Omega) == mu for V, mu in zip(Z, self.mu, strict=True)),
            *(interior(V, self.eta) == 0 for V in Z),
        ]
        self.Q = total(c[i][j] * d(chi[i]) * Z[j] for i in K for j in K)
        self.X = self.xi + total(a * V for a, V in zip(self.lam, Z, strict=True))
        self.PX = self.X - total(c[i][j] * self.X(chi[i]) * Z[j] for i in K for j in K)


BLOCKS = ((1, 2, 3), (2, 3, 4))


@once
def blocks(k: int, m: int, generators: int) -> Blocks:
    """The symbols for k', m and m'."""
    return Blocks(k, m, generators)


@once
def block_projector() -> list[Verdict]:
    """Q∘Q = Q, and Q Z_l = Z_l, Q^*dχ_l = dχ_l for l ≤ k'."""
    found = []
    for a in (blocks(*sizes) for sizes in BLOCKS):
        K = range(a.k)
        images = [
            total(a.c[i][j] * a.Z[e](a.chi[i]) * a.Z[j] for i in K for j in K) == a.Z[e] for e in K
        ]
        forms = [
            total(a.c[i][j] * a.Z[j](a.chi[e]) * d(a.chi[i]) for i in K for j in K) == d(a.chi[e])
            for e in K
        ]
        found.append(check([a.Q @ a.Q == a.Q, *images, *forms], assuming=a.inverses))
    return found


@once
def block_projection() -> list[Verdict]:
    """P(X) as printed in section 4: the λ^l with l ≤ k' drop out."""
    found = []
    for a in (blocks(*sizes) for sizes in BLOCKS):
        K = range(a.k)
        free = list(zip(a.lam, a.Z, strict=True))[a.k :]
        values = [a.xi(f) + total(x * V(f) for x, V in free) for f in a.chi[: a.k]]
        change = total(a.c[i][j] * values[i] * a.Z[j] for i in K for j in K)
        printed = a.xi - change + total(x * V for x, V in free)
        found.append(check(printed == a.PX, assuming=a.inverses))
    return found


@once
def block_reaction() -> list[Verdict]:
    """i_{P(X)} Ω is a combination of the μ̄_i, with the multipliers of P(X); η(P(X)) = 1."""
    found = []
    for a in (blocks(*sizes) for sizes in BLOCKS):
        K = range(a.k)
        moved = [
            x - total(a.c[i][j] * a.X(a.chi[i]) for i in K) if j < a.k else x
            for j, x in enumerate(a.lam)
        ]
        force = total(x * mu for x, mu in zip(moved, a.mu, strict=True))
        statements = [interior(a.PX, a.Omega) == force, interior(a.PX, a.eta) == 1]
        found.append(check(statements, assuming=a.relations))
    return found


@once
def block_splitting() -> list[Verdict]:
    """i_X Ω = λ^i μ̄_i and η(X) = 1 for X = ξ + λ^l Z_l + λ^α Z_α."""
    found = []
    for a in (blocks(*sizes) for sizes in BLOCKS):
        force = total(x * mu for x, mu in zip(a.lam, a.mu, strict=True))
        statements = [interior(a.X, a.Omega) == force, interior(a.X, a.eta) == 1]
        found.append(check(statements, assuming=a.relations))
    return found


@once
def block_tangent() -> list[Verdict]:
    """P(X)(χ_j) = 0 for all j, on P_f."""
    return [
        check([a.PX(f) == 0 for f in a.chi], assuming=[*a.inverses, *a.rank, *a.tangent])
        for a in (blocks(*sizes) for sizes in BLOCKS)
    ]


def _names(name: str, m: int) -> str:
    return " ".join(f"{name}_{i + 1}" for i in range(m))


def _listed(symbols: object) -> list[Any]:
    """Symbols as a list; a single one comes alone."""
    return list(symbols) if isinstance(symbols, tuple | list) else [symbols]
