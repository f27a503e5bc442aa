"""Contact mechanics with nonholonomic constraints, on J¹π × R: the principle of Herglotz.

The action z has the rate L, and L may depend on it. With the contact form η = dz - Θ_L the
motion obeys i_X dΘ_L + ∂L/∂z η = F + λ^i S^*dφ_i, η(X) = 0, dt(X) = 1, where ∂L/∂z is the
derivative along the field of z. So the energy is not kept: it has the rate ∂L/∂z E.
"""

from diffgeo import d, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import cartan_form, chetaev_forms
from mechanics.theories import Construction, Principle, Step, Theory

DETERMINANT = "det C, C_ij = Z_i(phi_j)"


def contact(system):
    """Θ_L, the contact form η = dz - Θ_L, and the slope ∂L/∂z."""
    jets = system.evolution_space
    Theta = cartan_form(system.lagrangian, jets)
    (z,), (along_z,) = jets.variables, jets.variable_frame
    return Theta, d(z) - Theta, along_z(system.lagrangian)


def inertia(system, motion, X):
    """i_X dΘ_L + ∂L/∂z η - F, that is (EL_A - ∂L/∂z p_A - F_A)(dq^A - v^A dt) for η(X) = 0."""
    Theta, eta, slope = (motion.pull(form) for form in contact(system))
    return interior(X, d(Theta)) + slope * eta - motion.pull(system.force)


def power(system, X):
    """∂L/∂z Θ_L(X): what the principle adds to the rate of a momentum."""
    Theta, _, slope = contact(system)
    return slope * Theta(X)


HERGLOTZ = Principle(
    "Herglotz",
    "EL_A - dL/dz p_A = F_A + lambda^i dphi_i/dv^A, z' = L",
    inertia=inertia,
    power=power,
    rates=lambda system: (system.lagrangian,),
    scales=False,  # L -> cL needs z -> cz
    gauge=False,  # L -> L + df/dt needs z -> z + f
)


def construct(system):
    """X = X₀ + λ^i Z_i with X(φ_i) = 0: the free motion X₀ projected along the Z_i."""
    jets, phi = system.evolution_space, system.constraints
    Theta, eta, slope = contact(system)

    def solved(form, time):
        def equations(X):
            return [interior(X, d(Theta)), jets.dt(X), eta(X)]

        return linear.solve_field(jets, equations, [form, time, 0])

    free = solved(system.force - slope * eta, 1)
    Z = [solved(mu, 0) for mu in chetaev_forms(system)]
    C = [[z(f) for f in phi] for z in Z]
    det = linear.determinant(C) if phi else jets.function(1)
    system.constraint_set.require_regular(det, DETERMINANT)
    rates = [[z(f) for z in Z] for f in phi]
    reaction = linear.solve(rates, [-free(f) for f in phi]) if phi else []
    steps = (
        Step("eta", "eta = dz - Theta_L", eta),
        Step("X_0", "i_X dTheta_L = F - dL/dz eta, dt(X) = 1, eta(X) = 0", free),
        *(
            Step(f"Z_{i}", "i_Z dTheta_L = S^* dphi, dt(Z) = eta(Z) = 0", z)
            for i, z in enumerate(Z)
        ),
    )
    field = linear.combination(reaction, Z, free)
    return Construction(field, tuple(reaction), det, DETERMINANT, steps)


herglotz = Theory(
    "herglotz",
    "contact mechanics with constraints",
    "M. de León, V. M. Jiménez, M. Lainz, Contact Hamiltonian and Lagrangian systems with "
    "nonholonomic constraints, J. Geom. Mech. 13 (2021)",
    construct,
    principle=HERGLOTZ,
    needs={"z": "variable"},
)
