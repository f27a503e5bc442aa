"""Friction by a function of Rayleigh, with constraints, on the phase space T^*Q.

The friction is made of a function R of positions and velocities: it is -∂R/∂v^A.
On T^*Q, where the Legendre map FL takes the energy to H and forms to forms, this is

    i_X ω = dH - F + J^*dR - λ^i J^*dφ_i,   X(φ_i) = 0.
"""

from diffgeo import cotangent, d
from diffgeo.bundles import fibre_derivative
from diffgeo.calculus import linear_algebra as linear
from diffgeo.subsets import inverse_map
from mechanics.model.autonomous import AutonomousSystem
from mechanics.theories import (
    CHETAEV,
    Construction,
    Principle,
    Step,
    Theory,
    phase_space,
    require_independent,
)

DETERMINANT = "det C, C_ij = Z_j(phi_i)"


def friction(system):
    """The form S^*dR."""
    (R,) = system.parts("dissipation")
    return system.evolution_space.vertical_endomorphism.transpose(d(R))


RAYLEIGH = Principle(
    "d'Alembert with Rayleigh's friction",
    "EL_A = F_A - dR/dv^A + lambda^i dphi_i/dv^A",
    inertia=lambda system, motion, X: (
        CHETAEV.inertia(system, motion, X) + motion.pull(friction(system))
    ),
    power=lambda system, X: -friction(system)(X),
    scales=False,  # R is not scaled with L and F
)


def construct(system):
    """X = X₀ + λ^i Z_i with X(φ_i) = 0, for i_X₀ ω = dH - F + J^*dR and i_Z ω = -J^*dφ."""
    require_independent(system)
    free = system.once(AutonomousSystem)
    L, phi, S = free.lagrangian, free.constraints, free.bundle.vertical_endomorphism
    (R,) = free.parts("dissipation")
    FL = fibre_derivative(L)
    above, omega = inverse_map(FL).pull, cotangent(free.manifold).symplectic
    H = above(free.bundle.liouville_field(L) - L)
    X_0 = omega.sharp(d(H) - above(free.force - S.transpose(d(R))))
    Z = [omega.sharp(-above(S.transpose(d(f)))) for f in phi]
    phi = above(list(phi))
    C = [[z(f) for z in Z] for f in phi]
    det = linear.determinant(C) if phi else FL.target.function(1)
    reaction = linear.solve(C, [-X_0(f) for f in phi]) if phi else []
    steps = (Step("H", "H = FL_*(C(L) - L)", H), Step("X_0", "i_X omega = dH - F + J^*dR", X_0))
    field = linear.combination(reaction, Z, X_0)
    return Construction(field, tuple(reaction), det, DETERMINANT, steps)


rayleigh = Theory(
    "rayleigh",
    "d'Alembert's principle with Rayleigh's friction, on phase space",
    "Lord Rayleigh, Some general theorems relating to vibrations, Proc. London Math. Soc. 4 (1873)",
    construct,
    principle=RAYLEIGH,
    space=phase_space,
    needs={"dissipation": "function"},
)
