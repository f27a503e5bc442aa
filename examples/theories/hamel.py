"""Hamel's equations in an anholonomic frame X_a of the vertical fields of E, with multipliers.

The frame is given with the system: left-invariant fields on a group, where the equations are those
of Euler, Poincaré and Suslov, or fields adapted to constraints. With a field τ of time, the dual
forms θ^a and quasi-velocities w^a = θ^a(T), so that T = τ + w^a X_a,

    Γ(∂L/∂w^a) + γ_a^c ∂L/∂w^c - ∂L/∂X_a = F_a + λ^i ∂φ_i/∂w^a,   γ_a^c = θ^c([X_a, τ + w^b X_b]).

Here ∂/∂w^a is the vertical lift of X_a, and ∂/∂X_a its lift along which all w^c are constant.
"""

from diffgeo import Frame, bracket
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DegreeMismatch
from mechanics.errors import NotApplicable
from mechanics.theories import Construction, Step, Theory

DETERMINANT = "the determinant of [[d2L/dw2, -dphi/dw], [dphi/dw, 0]]"


def construct(system):
    """Γ and λ of Hamel's equations and Γ(φ_i) = 0."""
    E, jets, L, phi = (
        system.configuration_space,
        system.evolution_space,
        system.lagrangian,
        system.constraints,
    )
    X, (tau, *_) = system.parts("frame"), E.frame
    try:
        _, *theta = Frame(E, [tau, *X]).coframe
    except (AxiomViolation, DegreeMismatch) as error:
        raise NotApplicable(f"its fields are no frame of the vertical fields: {error}") from None
    up, n = jets.projection.pull, range(len(X))
    lifts = [jets.prolong_field(x) for x in X]
    w = [jets.contraction(form) for form in theta]
    along_w = [jets.vertical_endomorphism(x) for x in lifts]
    zero = 0 * jets.time

    def gamma(a, c):
        rates = [up(theta[c](bracket(X[a], X[b]))) for b in n]
        return linear.combination(w, rates, up(theta[c](bracket(X[a], tau))))

    structure = [[gamma(a, c) for c in n] for a in n]
    along_X = [linear.combination([-x(v) for v in w], along_w, x) for x in lifts]
    momenta = [v(L) for v in along_w]
    forces = [along_X[a](L) + system.force(lifts[a]) for a in n]
    gyration = [linear.combination(structure[a], momenta, zero) for a in n]
    start = jets.second_order_field()

    rows = [[v(p) for v in along_w] + [-along_w[a](f) for f in phi] for a, p in enumerate(momenta)]
    rows += [[v(f) for v in along_w] + [zero for _ in phi] for f in phi]
    det = linear.determinant(rows)
    system.constraint_set.require_regular(det, DETERMINANT)
    right = [forces[a] - gyration[a] - start(momenta[a]) for a in n]
    solution = linear.solve(rows, right + [-start(f) for f in phi])
    field = linear.combination(solution[: len(X)], along_w, start)
    steps = (
        *(Step(f"w_{a}", "w = theta(T)", w[a]) for a in n),
        Step("gamma", "gamma_a^c = theta^c([X_a, tau + w^b X_b])", structure),
    )
    return Construction(field, tuple(solution[len(X) :]), det, DETERMINANT, steps)


hamel = Theory(
    "hamel",
    "equations of Hamel in a frame; of Euler, Poincaré and Suslov on a group",
    "G. Hamel, Die Lagrange-Eulerschen Gleichungen der Mechanik, Z. Math. Phys. 50 (1904)",
    construct,
    needs={"frame": "frame"},
)
