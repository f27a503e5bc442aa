"""What of section 3 is proved on every manifold: the algebra of P and Q, free of jets.

Symbols ξ, Z_i, Ω, η, μ̄_i, φ_i and c_ij with the relations i_ξ Ω = 0, η(ξ) = 1, i_{Z_i} Ω = μ̄_i,
η(Z_i) = 0 and c_ij Z_j(φ_k) = δ_ik: nothing else of mechanics enters the theorem about P(ξ).
"""

from __future__ import annotations

from functools import cache
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
            _sum(self.inverse[i][j] * self.Z[j](self.phi[k]) for j in indices) == int(i == k)
            for i in indices
            for k in indices
        ]
        self.Q = _sum(self.inverse[i][j] * d(self.phi[i]) * self.Z[j] for i, j in pairs)
        self.Lambda = [
            -_sum(self.inverse[i][j] * self.xi(self.phi[i]) for i in indices) for j in indices
        ]
        self.X = self.xi + _sum(a * Z for a, Z in zip(self.Lambda, self.Z, strict=True))


@cache
def abstract(m: int) -> Abstract:
    """The symbols for m constraints."""
    return Abstract(m)


@cache
def idempotent() -> list[Verdict]:
    """Q∘Q = Q for all symbols with C^ij C_jk = δ."""
    return [check(a.Q @ a.Q == a.Q, assuming=a.inverses) for a in map(abstract, SIZES)]


@cache
def complementary() -> list[Verdict]:
    """P∘P = P, P∘Q = 0 = Q∘P and (P - Q)² = id follow from Q∘Q = Q."""
    Q = symbols_of_vector_forms("Q", degree=1)
    one = every_manifold.identity
    P = one - Q
    statements = [P @ P == P, P @ Q == 0, Q @ P == 0, one == (P - Q) @ (P - Q)]
    return [check(statements, assuming=[Q @ Q == Q])]


@cache
def reaction() -> list[Verdict]:
    """i_{P(ξ)} Ω = Λ^j μ̄_j and η(P(ξ)) = 1."""
    found = []
    for m in SIZES:
        a = abstract(m)
        force = _sum(x * mu for x, mu in zip(a.Lambda, a.mu, strict=True))
        statements = [interior(a.X, a.Omega) == force, interior(a.X, a.eta) == 1]
        found.append(check(statements, assuming=a.relations))
    return found


@cache
def tangent() -> list[Verdict]:
    """P(ξ)(φ_k) = 0."""
    return [
        check([a.X(phi) == 0 for phi in a.phi], assuming=a.inverses) for a in map(abstract, SIZES)
    ]


def forget() -> None:
    """Prove anew, for tests that change the library."""
    for known in (abstract, idempotent, complementary, reaction, tangent):
        known.cache_clear()


def _names(name: str, m: int) -> str:
    return " ".join(f"{name}_{i + 1}" for i in range(m))


def _listed(symbols: Any) -> list[Any]:
    """Symbols as a list; a single one comes alone."""
    return list(symbols) if isinstance(symbols, tuple | list) else [symbols]


def _sum(terms: Any) -> Any:
    first, *rest = terms
    return sum(rest, start=first)
