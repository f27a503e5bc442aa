"""Theorems on maps: naturality of the forms of L, and the Legendre map leg: J → D.

J is J¹π, D is J¹π* and E is T*E in the words of the paper. What is said of the Z_i is said of
each; tensors of families with indices live on J × ℝᵐ and D × ℝᵐ, where leg has id beside it.
"""

from __future__ import annotations

from diffgeo import (
    Verdict,
    check,
    d,
    interior,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import nondegenerate, symbols_of_manifolds, symbols_of_maps
from mechanics.papers.deleon_martin.book import LEDGER
from mechanics.papers.deleon_martin.theorems_of_constraints import projectors
from mechanics.papers.deleon_martin.theorems_of_jets import definition_of_the_forms

theorem = LEDGER.theorem
J, D, E = symbols_of_manifolds("J D E")
leg = symbols_of_maps("leg", source=J, target=D)
Leg = symbols_of_maps("Leg", source=J, target=E)
nu = symbols_of_maps("nu", source=E, target=D)
xi, Z, lifted = symbols_of_vector_fields("xi Z lifted", on=J)
E_h, Z_dual = symbols_of_vector_fields("E_h Z_dual", on=D)
Omega_h = symbols_of_forms("Omega_h", degree=2, on=D)
eta_1, mu_dual = symbols_of_forms("eta_1 mu_dual", degree=1, on=D)
Omega, eta, mu = leg.pull(Omega_h), leg.pull(eta_1), leg.pull(mu_dual)
REGULAR = nondegenerate(eta, Omega)


@theorem("DLMD-3.01", "DLMD-3.02")
def forms_are_natural() -> list[Verdict]:
    """A map that relates the tensors S, and pulls back dt and L, pulls back Θ_L and Ω_L."""
    S = symbols_of_vector_forms("S", degree=1, on=J)
    S_D = symbols_of_vector_forms("S_D", degree=1, on=D)
    L, dt = symbols_of_functions("L", on=J), symbols_of_forms("dt", degree=1, on=J)
    L_D, dt_D = symbols_of_functions("L_D", on=D), symbols_of_forms("dt_D", degree=1, on=D)
    given = [leg.related(S, S_D), leg.pull(dt_D) == dt, leg.pull(L_D) == L]
    Theta, Theta_D = L * dt + interior(S, d(L)), L_D * dt_D + interior(S_D, d(L_D))
    said = [leg.pull(Theta_D) == Theta, leg.pull(-d(Theta_D)) == -d(Theta)]
    return [definition_of_the_forms(), check(said, assuming=given)]


@theorem("DLMD-5.08")
def hamiltonian_section() -> Verdict:
    """ν∘h = id for h = Leg∘leg⁻¹, if leg = ν∘Leg: so all functions are pulled back by it."""
    inverse = symbols_of_maps("inverse", source=D, target=J)
    f = symbols_of_functions("f", on=D)
    given = [inverse.pull(leg.pull(f)) == f, leg.pull(f) == Leg.pull(nu.pull(f))]
    return check((nu @ (Leg @ inverse)).pull(f) == f, assuming=given)


@theorem("DLMD-5.13", rest="that Leg^*lambda_E is Theta_L, by which Leg is defined")
def forms_are_pulled_back() -> Verdict:
    """leg^*Ω_h = -d(Leg^*λ_E) and leg^*dt = dt, for h∘leg = Leg and leg over t."""
    h = symbols_of_maps("h", source=D, target=E)
    lambda_E = symbols_of_forms("lambda_E", degree=1, on=E)
    Theta, t = symbols_of_forms("Theta", degree=1, on=J), symbols_of_functions("t", on=J)
    t_1 = symbols_of_functions("t_1", on=D)
    given = [(h @ leg).pull(lambda_E) == Theta, leg.pull(t_1) == t]
    said = [leg.pull(h.pull(-d(lambda_E))) == -d(Theta), leg.pull(d(t_1)) == d(t)]
    return check(said, assuming=given)


@theorem("DLMD-5.14")
def reeb_fields_are_related() -> Verdict:
    """The field that leg relates to E_h is ξ_L, as (η, Ω_L) is non-degenerate."""
    given = [leg.related(lifted, E_h), interior(E_h, Omega_h) == 0, eta_1(E_h) == 1]
    given += [interior(xi, Omega) == 0, eta(xi) == 1]
    return check(lifted == xi, assuming=[*given, REGULAR])


@theorem("DLMD-5.20")
def constraint_fields_are_related() -> Verdict:
    """The field that leg relates to Z̃_i is Z_i: i_Z Ω_L = μ̄, η(Z) = 0, and so on D."""
    given = [leg.related(lifted, Z_dual), interior(Z_dual, Omega_h) == mu_dual]
    given += [eta_1(Z_dual) == 0, interior(Z, Omega) == mu, eta(Z) == 0]
    return check(lifted == Z, assuming=[*given, REGULAR])


@theorem("DLMD-5.17", "DLMD-5.23", rest="that leg relates the inverse matrices of functions")
def projectors_are_related() -> list[Verdict]:
    """Q̃ is a projector, and Q = Z∘c∘dφ and P = id - Q are related to it and P̃, P(ξ) to P̃(E_h)."""
    tensors = symbols_of_vector_forms("Z_J c dphi", degree=1, on=J)
    duals = symbols_of_vector_forms("Z_D c_D dphi_D", degree=1, on=D)
    given = [leg.related(one, other) for one, other in zip(tensors, duals, strict=True)]
    given.append(leg.related(xi, E_h))
    (fields, c, dphi), (dual_fields, c_D, dphi_D) = tensors, duals
    Q, Q_D = fields @ c @ dphi, dual_fields @ c_D @ dphi_D
    said = [leg.related(Q, Q_D), leg.related(J.identity - Q, D.identity - Q_D)]
    said.append(leg.related(xi - Q(xi), E_h - Q_D(E_h)))
    return [*projectors(), check(said, assuming=given)]
