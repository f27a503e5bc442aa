"""Mechanics on the space of orbits N/G of a group, by the bracket of functions on N.

The constraint set N of linear constraints φ_i = 0 has an almost Poisson bracket. Let ρ_i = S^*dφ_i,
and let H be the part of TN in the kernel of the ρ_i. A function f has the field Y_f, the part in H
of its Hamiltonian field along the symplectic complement of H, and {f, g} = Y_g(f). The bracket of
invariant functions is invariant, so that N/G has a bivector Π and, with the energy, X = Π(·, dE).
For Lie groups this is the bracket of Lie and Poisson; without constraints Jacobi's identity holds.
"""

from itertools import combinations

from diffgeo import VectorForm, d
from diffgeo.calculus import Multivector, multivector
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable
from mechanics.model.autonomous import AutonomousSystem
from mechanics.model.lagrangian import chetaev_forms, cosymplectic_structure, euler_lagrange_field
from mechanics.model.plain_answers import vanishes
from mechanics.theories import Construction, OrbitSpace, Step, Theory, orbits_of

DETERMINANT = "det C, C_ij = Z_j(phi_i)"


class Brackets:
    """The energy, and Hamiltonian fields projected to H."""

    def __init__(self, system):
        free, jets = system.once(AutonomousSystem), system.evolution_space
        C, L = free.bundle.liouville_field, free.lagrangian
        if not all(vanishes(C(f) - f) for f in free.constraints):
            raise NotApplicable("a constraint is not linear in the velocities, so there is no D/G")
        self.energy, self.phi = free.rho.pull(C(L) - L), system.constraints
        self.Omega = cosymplectic_structure(system.lagrangian, jets)
        self.free, self.dt = euler_lagrange_field(self.Omega, jets), jets.dt
        self.rho = chetaev_forms(system)
        self.Z = [self.hamiltonian(-form) for form in self.rho]
        self.W = [self.hamiltonian(d(f)) for f in self.phi]
        self.C = [[z(f) for z in self.Z] for f in self.phi]

    def hamiltonian(self, alpha):
        """W with i_W Ω = α up to dt, dt(W) = 0."""
        return self.Omega.solve(alpha - alpha(self.free) * self.dt)

    def field(self, alpha):
        """Y and μ^i with i_Y Ω = α - μ^i ρ_i + ν^i dφ_i up to dt, ρ_i(Y) = Y(φ_i) = 0."""
        Y = self.hamiltonian(alpha)
        if not self.phi:
            return Y, []
        rows = [[rho(w) for w in self.W] for rho in self.rho]
        Y = linear.combination(linear.solve(rows, [-rho(Y) for rho in self.rho]), self.W, Y)
        mu = linear.solve(self.C, [-Y(f) for f in self.phi])
        return linear.combination(mu, self.Z, Y), mu


def construct(system):
    """X = Π(·, dE) with what the forces add; λ^i are the μ^i of the energy and the forces."""
    space, made = orbits.states(system), system.once(Brackets)
    assert isinstance(space, OrbitSpace) and space.quotient is not None
    down, up, P = space.descended, space.quotient.pull, space.orbits
    det = linear.determinant(made.C) if made.phi else system.evolution_space.function(1)
    system.constraint_set.require_regular(det, DETERMINANT)
    s, E = up(list(P.coordinates)), down(made.energy)
    Y, mu = zip(*(made.field(d(f)) for f in s), strict=True)
    pairs = combinations(range(P.dimension), 2)
    zero = Multivector.from_components(P, 2, {})
    Pi = sum((down(Y[b](s[a])) * multivector(P.frame[a], P.frame[b]) for a, b in pairs), zero)
    pushed, more = made.field(-system.force)
    X = VectorForm(P, 0, [Pi(d(f), d(E)) + down(pushed(g))
                          for f, g in zip(P.coordinates, s, strict=True)])  # fmt: skip
    slopes = up([e(E) for e in P.frame])
    reaction = [linear.combination(slopes, column, of_force)
                for *column, of_force in zip(*mu, more, strict=True)]  # fmt: skip
    steps = (
        Step("E", "the energy on N/G", E),
        Step("Pi", "Pi(df, dg) = {f, g} = Y_g(f)", Pi),
        Step("X", "X = Pi(., dE) + Y_F", X),
    )
    return Construction(X, tuple(reaction), det, DETERMINANT, steps)


orbits = Theory(
    "orbits",
    "reduction by a group of symmetries: the bracket of D/G",
    "W.-S. Koon, J. E. Marsden, The Poisson reduction of nonholonomic mechanical systems, Rep. "
    "Math. Phys. 42 (1998)",
    construct,
    space=orbits_of("symmetry", "invariants"),
    needs={"symmetry": "action", "invariants": "invariants"},
)
