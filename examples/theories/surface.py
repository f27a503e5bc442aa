"""Motion on a surface f = 0 in the configurations, which is not solved for coordinates.

The states are the level set f = 0, f' = 0 in J¹π, and the surface presses with a multiple of df, so
that EL_A = F_A + μ ∂f/∂q^A + λ^i ∂φ_i/∂v^A. On the sphere this needs no second chart.
"""

from diffgeo import d
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cosymplectic_structure, euler_lagrange_field
from mechanics.theories import Construction, Principle, Step, Theory

DETERMINANT = "det C, C_ij = Z_i(phi_j), with f' as the first of the phi"


def reactions(system):
    """The forms S^*df' = df - f' dt and S^*dφ_i."""
    S = system.evolution_space.vertical_endomorphism
    return tuple(S.transpose(d(f)) for f in PRESSURE.kept(system))


PRESSURE = Principle(
    "d'Alembert on a surface",
    "EL_A = F_A + mu df/dq^A + lambda^i dphi_i/dv^A, f = 0",
    reactions=reactions,
    surface=lambda system: system.parts("surface"),
)


def construct(system):
    """Γ = ξ_L + μ Z_0 + λ^i Z_i with Γ(f') = Γ(φ_i) = 0, where i_Z Ω_L = -ρ of the reactions."""
    jets, kept = system.evolution_space, PRESSURE.kept(system)
    Omega = cosymplectic_structure(system.lagrangian, jets)
    free = euler_lagrange_field(Omega, jets, system.force)
    Z = [Omega.solve(-rho) for rho in reactions(system)]
    C = [[z(f) for z in Z] for f in kept]
    det = linear.determinant(C)
    system.constraint_set.require_regular(det, DETERMINANT)
    reaction = linear.solve(C, [-free(f) for f in kept])
    steps = (
        Step("xi_L", "i_xi Omega_L = -F, dt(xi) = 1", free),
        *(Step(f"Z_{i}", "i_Z Omega_L = -rho_i, dt(Z) = 0", z) for i, z in enumerate(Z)),
    )
    field = linear.combination(reaction, Z, free)
    return Construction(field, tuple(reaction), det, DETERMINANT, steps)


surface = Theory(
    "surface",
    "motion on a surface f = 0",
    "E. T. Whittaker, A Treatise on the Analytical Dynamics of Particles and Rigid Bodies, 1937",
    construct,
    principle=PRESSURE,
    needs={"surface": "hypersurface"},
)
