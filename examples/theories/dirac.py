"""Implicit Lagrangian systems: (X, dE - F) ∈ D_Δ on the Pontryagin bundle TQ ⊕ T^*Q.

E = ⟨p, v⟩ - L is the energy of a Lagrangian that may be degenerate, Ω = -dθ with θ pulled back from
T^*Q, and D_Δ the Dirac structure of Ω and of the lift of the constraint distribution Δ. Membership
says q' = v ∈ Δ, p = ∂L/∂v and p' - ∂L/∂q - F ∈ Δ°; X is tangent to the set where that is possible.
"""

from diffgeo import Distribution, d
from diffgeo.calculus import linear_algebra as linear
from diffgeo.structures import DiracStructure
from mechanics.errors import NotApplicable
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.plain_answers import vanishes
from mechanics.theories import (
    Claim,
    Construction,
    PlaceOfStates,
    Step,
    Theory,
    pontryagin,
    require_independent,
    velocities_and_momenta,
)

DETERMINANT = "the determinant of (X, dE - F) in D, X(p - dL/dv) = 0, X(phi) = 0"


def geometry(system):
    """Ω, dE - F, and the forms μ_a that annihilate the lift of Δ, on TQ ⊕ T^*Q."""
    free, M = system.once(AutonomousSystem), system.once(velocities_and_momenta)
    TQ, (velocities, momenta) = free.bundle, M.projections
    C, J = TQ.liouville_field, TQ.vertical_endomorphism
    if not all(vanishes(C(phi) - phi) for phi in free.constraints):
        raise NotApplicable("a constraint is not linear in the velocities, so there is no D")
    T_Q = momenta.target
    p, v = momenta.pull(T_Q.momenta), velocities.pull(TQ.velocities)
    E = linear.combination(p, v, -velocities.pull(free.lagrangian))
    mu = [velocities.pull(J.transpose(d(phi))) for phi in free.constraints]
    return -d(momenta.pull(T_Q.liouville_form)), E, velocities.pull(free.force), mu


def construct(system):
    """X and λ with i_X Ω - dE + F + λ^a μ_a = 0 up to ker Ω, and X tangent to V(E) = φ_a = 0."""
    require_independent(system)
    M = system.once(velocities_and_momenta)
    Omega, E, F, mu = geometry(system)
    phi = M.projections[0].pull(list(system.once(AutonomousSystem).constraints))
    vertical = [V for V in M.frame if all(vanishes(Omega(V, e)) for e in M.frame)]
    others = [e for e in M.frame if not any(e is V for V in vertical)]
    primary = [V(E) for V in vertical]  # p - ∂L/∂v
    rows = [[Omega(b, e) for b in M.frame] + [m(e) for m in mu] for e in others]
    rows += [[b(f) for b in M.frame] + [0 * E for _ in mu] for f in (*primary, *phi)]
    det = linear.determinant(rows)
    right = [(d(E) - F)(e) for e in others] + [0 * E for _ in (*primary, *phi)]
    solution = linear.solve(rows, right)
    X = linear.combination(solution[: M.dimension], M.frame, 0 * M.frame[0])
    steps = (Step("E", "E = <p, v> - L", E), Step("Omega", "Omega = -d theta", Omega))
    reaction = tuple(solution[M.dimension :])
    return Construction(X, reaction, det, DETERMINANT, steps, equations=tuple(primary))


def membership(system, made):
    """(X, dE - F) ∈ D_Δ on the set where p = ∂L/∂v and v ∈ Δ."""
    M = system.once(velocities_and_momenta)
    Omega, E, F, mu = geometry(system)
    D = DiracStructure.of_form(Omega, Distribution.annihilated_by(mu, M))
    phi = M.projections[0].pull(list(system.once(AutonomousSystem).constraints))
    place = PlaceOfStates(M, (*made.equations, *phi))
    return [place.same(f, 0) for f in D.membership(made.field, d(E) - F)]


dirac = Theory(
    "dirac",
    "implicit Lagrangian systems on the Pontryagin bundle",
    "H. Yoshimura, J. E. Marsden, Dirac structures in Lagrangian mechanics, "
    "J. Geom. Phys. 57 (2006)",
    construct,
    claims=(Claim("(X, dE - F) in D", membership),),
    space=pontryagin,
)
