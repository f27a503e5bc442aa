"""Theorems on the constrained dynamics: on every manifold, for any number of constraints.

The algebra of Ω_L, η, the Z_i, P and Q is free of jets: symbols ξ, Ω, η with i_ξ Ω = 0, η(ξ) = 1,
and the constraints as families of unspecified size (`diffgeo.proofs.Indices`). With indices u^i,
``dphi`` is dφ_i ⊗ ∂/∂u^i, ``Z`` is du^i ⊗ Z_i, ``c`` the matrix C^ij and ``mu`` the form
du^i ∧ μ̄_i; then Q = C^ij dφ_i ⊗ Z_j is a composition, and X(φ_i) = 0 for all i is ``dphi(X) = 0``.
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
from diffgeo.proofs import Coordinates, Indices, nondegenerate
from mechanics.papers.deleon_martin.book import LEDGER
from mechanics.papers.deleon_martin.theorems_of_jets import (
    Regular,
    constrained_euler_lagrange,
    constraint_forms_are_contact,
    definition_of_the_forms,
    jets,
)

theorem = LEDGER.theorem
ID = every_manifold.identity
X, Y = symbols_of_vector_fields("X Y")
c = jets.c


# --- section 3: constraints, P and Q ----------------------------------------------------------


class Constrained:
    """ξ, Ω, η, and the families φ_i, Z_i, μ̄_i, C^ij for any number of constraints."""

    def __init__(self) -> None:
        self.index = i = Indices("I")
        self.dphi, self.Z, self.c = dphi, Z, c = symbols_of_vector_forms("dphi Z c", degree=1)
        self.xi, self.lam = symbols_of_vector_fields("xi lam")
        self.Omega, self.mu = symbols_of_forms("Omega mu", degree=2)
        self.eta = symbols_of_forms("eta", degree=1)
        self.families = [*i.relations, *i.forms(dphi), *i.fields(Z)]
        self.inverse = i.inverse(c, dphi @ Z)
        self.Q = Z @ c @ dphi
        self.P = ID - self.Q
        self.Lambda = -c(dphi(self.xi))
        self.X = self.P(self.xi)
        self.multiplier = i.functions(self.lam)
        self.reeb = [interior(self.xi, self.Omega) == 0, self.eta(self.xi) == 1]
        self.fields = [interior(Z, self.Omega) == self.mu, interior(Z, self.eta) == 0]
        self.below = [*i.constant(self.Omega), interior(i.identity, self.eta) == 0]
        self.given = [*self.families, *self.inverse, *self.reeb, *self.fields, *self.below]

    def inserted(self, f: Any) -> list[Any]:
        """Lemmas: i_{f^i Z_i} Ω = f^i μ̄_i."""
        return [*self.index.vanishing(f, self.Omega),
                interior(self.Z(f), self.Omega) == interior(f, self.mu)]  # fmt: skip


@theorem("DLMD-3.26", "DLMD-4.16", "DLMD-3.27")
def projectors() -> Verdict:
    """Q∘Q = Q, P∘P = P, P∘Q = 0 = Q∘P, (P - Q)² = id."""
    a = Constrained()
    P, Q = a.P, a.Q
    said = [Q @ Q == Q, P @ P == P, P @ Q == 0, Q @ P == 0, ID == (P - Q) @ (P - Q)]
    return check(said, assuming=[*a.families, *a.inverse], lemmas=said[:1])


@theorem("DLMD-3.25", "DLMD-4.15")
def values_of_Q() -> Verdict:
    """Q Z_k = Z_k and dφ_k∘Q = dφ_k."""
    a = Constrained()
    return check([a.Q @ a.Z == a.Z, a.dphi @ a.Q == a.dphi], assuming=[*a.families, *a.inverse])


@theorem("DLMD-3.30", "DLMD-3.31")
def tangent() -> Verdict:
    """P(X)(φ_k) = 0 for every X, and so for ξ_L."""
    a = Constrained()
    return check([a.dphi @ a.P == 0, a.dphi(a.X) == 0], assuming=[*a.families, *a.inverse])


def reaction() -> list[Verdict]:
    """i_{P(ξ)} Ω = Λ^j μ̄_j with Λ^j = -C^ij ξ(φ_i), and η(P(ξ)) = 1."""
    a = Constrained()
    given = [*a.given, *a.multiplier, a.lam == a.Lambda]
    said = [interior(a.X, a.Omega) == interior(a.Lambda, a.mu), a.eta(a.X) == 1]
    return [check(said, assuming=given, lemmas=[a.xi + a.Z(a.lam) == a.X, *a.inserted(a.lam)])]


@theorem("DLMD-3.29", "DLMD-3.32", "DLMD-5.22")
def multipliers() -> list[Verdict]:
    """i_{P(ξ)} Ω = Λ^j μ̄_j with Λ^j = -C^ij ξ(φ_i), and η(P(ξ)) = 1."""
    return reaction()


@theorem("DLMD-3.33", "DLMD-5.21")
def projection_solves() -> list[Verdict]:
    """P(ξ) solves i_X Ω = Λ^i μ̄_i, η(X) = 1, X(φ_k) = 0."""
    return [*reaction(), *tangent()]


@theorem("DLMD-1.02")
def constrained_dynamics() -> list[Verdict]:
    """P(ξ_L) is tangent to P_1 and solves the Euler-Lagrange equations with reaction -Λ^i μ_iA."""
    return [*projection_solves(), *solutions_are_second_order(), *constrained_euler_lagrange()]


@theorem("DLMD-3.34", "DLMD-3.19", "DLMD-5.16")
def unique_solution() -> Verdict:
    """i_X Ω = λ^i μ̄_i, η(X) = 1, X(φ_k) = 0 only for X = P(ξ), where (η, Ω) is non-degenerate."""
    a = Constrained()
    given = [*a.given, *a.multiplier, nondegenerate(a.eta, a.Omega)]
    given += [interior(X, a.Omega) == interior(a.lam, a.mu), a.eta(X) == 1, a.dphi(X) == 0]
    lemmas = [*a.inserted(a.lam), a.xi + a.Z(a.lam) == X, a.dphi(a.Z(a.lam)) == -a.dphi(a.xi),
              a.c(a.dphi(a.Z(a.lam))) == a.lam, a.lam == a.Lambda]  # fmt: skip
    return check(X == a.X, assuming=given, lemmas=lemmas)


@theorem("DLMD-4.02", "DLMD-4.17")
def general_solution() -> list[Verdict]:
    """i_X Ω = λ^i μ̄_i, η(X) = 1 iff X = ξ + λ^i Z_i."""
    a = Constrained()
    general = a.xi + a.Z(a.lam)
    given = [*a.families, *a.reeb, *a.fields, *a.below, *a.multiplier]
    solves = [interior(X, a.Omega) == interior(a.lam, a.mu), a.eta(X) == 1]
    regular = nondegenerate(a.eta, a.Omega)
    said = [interior(general, a.Omega) == interior(a.lam, a.mu), a.eta(general) == 1]
    return [
        check(said, assuming=given, lemmas=a.inserted(a.lam)),
        check(general == X, assuming=[*given, *solves, regular], lemmas=a.inserted(a.lam)),
    ]


@theorem("DLMD-4.03")
def tangency_condition() -> Verdict:
    """(ξ + λ^i Z_i)(χ_j) = 0 for all j iff ξ(χ_j) + λ^i Z_i(χ_j) = 0, for two sizes of families."""
    a = Constrained()
    dchi = symbols_of_vector_forms("dchi", degree=1)
    return check(dchi(a.xi + a.Z(a.lam)) == dchi(a.xi) + (dchi @ a.Z)(a.lam))


@theorem("DLMD-3.20")
def solutions_are_second_order() -> list[Verdict]:
    """J X = 0 if i_X Ω_L = λ^i μ̄_i, since J^*μ̄_i = 0 and i_J Ω_L = 0; and η(X) = 1."""
    r, mu = Regular(), symbols_of_forms("force", degree=1)
    given = [*r.given, r.T.dt(X) == 1, interior(X, r.Omega) == mu, interior(r.T.S, mu) == 0]
    return [
        check(r.T.S(X) == 0, assuming=given, lemmas=r.is_vertical(X)),
        *constraint_forms_are_contact(),
    ]


@theorem("DLMD-3.23")
def Z_is_vertical() -> list[Verdict]:
    """J Z = 0 if i_Z Ω_L = μ̄ and η(Z) = 0; and then Z = Z^A ∂/∂v^A."""
    r = Regular()
    phi, Z = symbols_of_functions("phi"), symbols_of_vector_fields("Z")
    mubar = interior(r.T.S, d(phi))
    given = [*r.given, interior(Z, r.Omega) == mubar, r.T.dt(Z) == 0]
    vertical = [jets.J(Z) == 0, c.dt(Z) == 0, jets.I(Z) == 0]
    steps = [c.dv @ jets.J == jets.contact, c.dv(jets.J(Z)) == 0, jets.contact(Z) == 0]
    return [
        check(r.T.S(Z) == 0, assuming=given, lemmas=r.is_vertical(Z)),
        check(c.d_v(c.dv(Z)) == Z, assuming=[*c.frame, *vertical], lemmas=steps),
    ]


@theorem("DLMD-3.22", "DLMD-5.19", rest="existence, for lack of dimensions and ranks")
def one_field_Z() -> Verdict:
    """Two fields with i_Z Ω = μ̄, η(Z) = 0 are the same."""
    Omega, eta = symbols_of_forms("Omega", degree=2), symbols_of_forms("eta", degree=1)
    mubar = symbols_of_forms("mubar", degree=1)
    both = [item for V in (X, Y) for item in (interior(V, Omega) == mubar, eta(V) == 0)]
    return check(X == Y, assuming=[*both, nondegenerate(eta, Omega)])


@theorem("DLMD-3.24", rest="C = -mu W^-1 mu, for lack of symmetric tensors")
def matrix_is_symmetric() -> Verdict:
    """Z_1(φ_2) = Z_2(φ_1): both are Ω(Z_1, W_2) = Ω(Z_2, W_1) for Z_i = S W_i."""
    r = Regular()
    S = r.T.S
    phi, psi = symbols_of_functions("phi psi")
    given = [*r.T.structure]
    for V, f in ((X, phi), (Y, psi)):
        given += [interior(S(V), r.Omega) == interior(S, d(f))]
    swapped = [interior(Y, interior(S(X), r.Omega)) == -interior(S(Y), interior(X, r.Omega))]
    swapped += [S(Y)(phi) == S(X)(psi)]
    return check(S(X)(psi) == S(Y)(phi), assuming=given, lemmas=[*r.skew, *swapped])


# --- section 4: C singular --------------------------------------------------------------------


class Blocks(Constrained):
    """The block of size k': C'₁ is the matrix of Z_l(χ_l') for it; Z_a are the other fields."""

    def __init__(self) -> None:
        super().__init__()
        self.rest = k = Indices("K")
        self.Z_rest = symbols_of_vector_forms("Z_rest", degree=1)
        self.lam_rest = symbols_of_vector_fields("lam_rest")
        self.mu_rest = symbols_of_forms("mu_rest", degree=2)
        self.general = self.xi + self.Z(self.lam) + self.Z_rest(self.lam_rest)
        self.given += [
            *k.relations,
            *k.fields(self.Z_rest),
            *k.functions(self.lam_rest),
            *self.multiplier,
            *k.constant(self.Omega),
            interior(k.identity, self.eta) == 0,
            interior(self.Z_rest, self.Omega) == self.mu_rest,
            interior(self.Z_rest, self.eta) == 0,
        ]

    def inserted_rest(self) -> list[Any]:
        """As `inserted`, for λ^a."""
        f = self.lam_rest
        return [*self.rest.vanishing(f, self.Omega),
                interior(self.Z_rest(f), self.Omega) == interior(f, self.mu_rest)]  # fmt: skip


@theorem("DLMD-4.18")
def projected_solution() -> Verdict:
    """P(X) = ξ - C'^ij (ξ(χ_i) + λ^a Z_a(χ_i)) Z_j + λ^a Z_a: the λ^l of the block drop out."""
    b = Blocks()
    free = b.Z_rest(b.lam_rest)
    printed = b.xi - b.Z(b.c(b.dphi(b.xi) + b.dphi(free))) + free
    return check(b.P(b.general) == printed, assuming=[*b.families, *b.inverse, *b.multiplier])


@theorem("DLMD-4.19", "DLMD-4.20")
def projected_reaction() -> Verdict:
    """i_{P(X)} Ω = λ^i μ̄_i with the multipliers κ^l, λ^a of P(X), and η(P(X)) = 1."""
    b = Blocks()
    kappa = symbols_of_vector_fields("kappa")
    given = [*b.given, *b.index.functions(kappa)]
    given += [kappa == -b.c(b.dphi(b.xi) + b.dphi(b.Z_rest(b.lam_rest)))]
    PX = b.P(b.general)
    force = interior(kappa, b.mu) + interior(b.lam_rest, b.mu_rest)
    lemmas = [b.xi + b.Z(kappa) + b.Z_rest(b.lam_rest) == PX, *b.inserted(kappa)]
    said = [interior(PX, b.Omega) == force, b.eta(PX) == 1]
    return check(said, assuming=given, lemmas=[*lemmas, *b.inserted_rest()])


@theorem("DLMD-4.21")
def projection_is_tangent() -> Verdict:
    """P(X)(χ_j) = 0 at the points of P_f for all j ≤ m', where X = ξ + λ^i Z_i.

    There Z_i(χ_j) = b_j^l Z_i(χ_l) for the l of the block, and (ξ + ν^i Z_i)(χ_j) = 0 for all j.
    """
    a = Constrained()  # its indices are those of the block
    Z, dchi, b, inside = symbols_of_vector_forms("Z_all dchi_all b inside", degree=1)
    nu = symbols_of_vector_fields("nu")
    given = [
        *a.families,
        *a.inverse,
        Z @ inside == a.Z,
        dchi @ Z == b @ a.dphi @ Z,
        dchi(a.xi) == -dchi(Z(nu)),
        a.dphi(a.xi) == -a.dphi(Z(nu)),
    ]
    solution = a.xi + Z(a.lam)
    lemmas = [
        dchi @ a.Z == b @ a.dphi @ a.Z,
        dchi @ a.Q == b @ a.dphi,
        dchi(solution) == b(a.dphi(solution)),
    ]
    return check(dchi(a.P(solution)) == 0, assuming=given, lemmas=lemmas)


# --- section 5 --------------------------------------------------------------------------------


@theorem("DLMD-5.12")
def hamilton_equations() -> Verdict:
    """Q' = -H_p, p' = H_q for i_X Ω_h = 0, dt(X) = 1, where Ω_h = dq^A ∧ dp_A - dH ∧ dt.

    ``beta`` is du^A ∧ dq^A and ``gamma`` du^A ∧ dp_A, so that X(q^A) du^A = -i_X beta.
    """
    h = Coordinates(time=True, q="A", p="A")
    H = symbols_of_functions("H")
    Omega, beta, gamma = symbols_of_forms("Omega_0 beta gamma", degree=2)
    given = [
        *h.frame,
        interior(h.d_p, Omega) == -beta,
        interior(h.d_q, Omega) == gamma,
        h.index["A"].identity(X) == 0,
        h.dt(X) == 1,
        interior(X, Omega - d(H) * h.dt) == 0,
    ]
    steps = [h.d_p(X) == 0, h.d_q(X) == 0, interior(X, Omega) == X(H) * h.dt - d(H)]
    steps += [interior(h.d_p, interior(X, Omega)) == -interior(h.d_p, d(H))]
    steps += [interior(h.d_q, interior(X, Omega)) == -interior(h.d_q, d(H))]
    said = [
        -interior(X, beta) == -interior(h.d_p, d(H)),
        -interior(X, gamma) == interior(h.d_q, d(H)),
    ]
    return check(said, assuming=given, lemmas=steps)


@theorem("DLMD-5.01", rest="that covectors of E are values of it, for lack of sections")
def legendre_map_is_well_defined() -> Verdict:
    """Θ_L vanishes on vertical fields, so that Θ_L(X̃) does not depend on the lift."""
    return definition_of_the_forms()


# --- what is not proved -----------------------------------------------------------------------

LEDGER.lacks(
    "jets of sections: that there are sections, and maps, with given values",
    "DLMD-2.01 DLMD-2.04 DLMD-2.05 DLMD-2.09 DLMD-2.10 DLMD-2.11 DLMD-2.12 DLMD-2.15 DLMD-2.16",
)
LEDGER.lacks(
    "functions of functions: maps that are given by coordinates",
    "DLMD-1.01 DLMD-2.03 DLMD-3.11 DLMD-5.02 DLMD-5.05 DLMD-5.06 DLMD-5.10 DLMD-5.15",
)
LEDGER.lacks(
    "dimensions, ranks and determinants",
    "DLMD-2.02 DLMD-5.04 DLMD-5.18 "
    "DLMD-3.05 DLMD-3.06 DLMD-3.10 DLMD-3.17 DLMD-3.18 DLMD-4.01 DLMD-4.11 DLMD-4.12 "
    "DLMD-4.13 DLMD-4.14 DLMD-5.03 DLMD-5.07 DLMD-5.11",
)
LEDGER.lacks(
    "subsets where equations can be solved",
    "DLMD-3.28 DLMD-4.04 DLMD-4.05 DLMD-4.06 DLMD-4.07 DLMD-4.08 DLMD-4.09 DLMD-4.10 "
    "DLMD-5.24 DLMD-5.25",
)
