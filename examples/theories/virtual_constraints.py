"""Virtual constraints: a control that keeps a motion on a set, with forces of given directions.

The constraint is no property of the machine but the aim of a servo, whose forces lie in a given
codistribution: EL_A - F_A is a combination u^a Y_a with the one u for which the motion stays on the
set. It is the nonholonomic motion if and only if the Y_a span what Chetaev's reactions span.
"""

from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import SingularConstraintMatrix
from mechanics.model.lagrangian import cosymplectic_structure, euler_lagrange_field
from mechanics.theories import Construction, Principle, Step, Theory, reactions_in

DETERMINANT = "det C, C_ab = Y_a(phi_b)"

CONTROLS = reactions_in("controls")
SERVO = Principle(
    "virtual constraints",
    "EL_A = F_A + u^a Y_aA",
    reactions=CONTROLS,
    ideal=False,
)


def construct(system):
    """Γ = ξ_L + u^a Y_a with Γ(φ_b) = 0, where i_Y Ω_L = -Y_a makes fields of the forms."""
    jets, phi = system.evolution_space, system.constraints
    Omega = cosymplectic_structure(system.lagrangian, jets)
    free = euler_lagrange_field(Omega, jets, system.force)
    Y = [Omega.solve(-form) for form in CONTROLS(system)]
    if len(Y) != len(phi):
        raise SingularConstraintMatrix(
            f"{len(Y)} controls do not determine a motion on the set of {len(phi)} constraints: "
            "give as many"
        )
    C = [[y(f) for y in Y] for f in phi]
    det = linear.determinant(C) if phi else jets.function(1)
    system.constraint_set.require_regular(det, DETERMINANT)
    u = linear.solve(C, [-free(f) for f in phi]) if phi else []
    steps = (
        Step("xi_L", "i_xi Omega_L = -F, dt(xi) = 1", free),
        *(Step(f"Y_{a}", "i_Y Omega_L = -Y_a, dt(Y) = 0", y) for a, y in enumerate(Y)),
    )
    return Construction(linear.combination(u, Y, free), tuple(u), det, DETERMINANT, steps)


virtual_constraints = Theory(
    "virtual_constraints",
    "the control by which a motion stays on a set",
    "A. Anahory Simoes, E. Stratoglou, A. Bloch, L. Colombo, Virtual nonholonomic constraints, "
    "arXiv 2207.01299",
    construct,
    principle=SERVO,
    needs={"controls": "codistribution"},
)
