"""Mechanics on a Lie algebroid A: i_Γ Ω_L = dE - F - λ^i S^*dψ_i on its prolongation, ψ_i = 0.

A group acts on the configurations with a frame X_a of invariant fields. Its invariants, the
functions s_i given as "shape", are the coordinates of the quotient M, and A = TQ/G → M has the
quasi-velocities w^a of the frame as linear coordinates, the anchor X_a(s_i), and brackets
[X_a, X_b] = c_ab^d X_d. With no invariants A is a Lie algebra, and these are the equations of
Euler, Poincaré and Suslov; with all positions it is TQ in a moving frame, and they are Hamel's. The
motion on Q is reconstructed.
"""

from functools import partial
from itertools import combinations

from diffgeo import Frame, Manifold, Map, bracket, product
from diffgeo.bundles import LieAlgebroid, Product, local_trivialisation
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DegreeMismatch
from mechanics.errors import NotApplicable
from mechanics.theories import Construction, Step, Theory, reduced

DETERMINANT = "the determinant of i_X Omega_L + lambda^i S^*dpsi_i, rho(X) psi_i"


class Quotient:
    """The Lie algebroid TQ/G, and what descends to it from J¹π."""

    def __init__(self, system):
        E, jets = system.configuration_space, system.evolution_space
        X = system.parts("frame")
        shape = system.parts("shape") if "shape" in system.data else ()
        try:
            _, *theta = Frame(E, [E.frame[0], *X]).coframe
        except (AxiomViolation, DegreeMismatch) as error:
            raise NotApplicable(f"its fields are no frame on the group: {error}") from None
        declared = E.declarations([f"s{i}" for i, _ in enumerate(shape, 1)]) | {"functions": []}
        M = Manifold("M", **declared)
        to_E = local_trivialisation(Map(E, M, named(M, shape)))
        below, w = partial(descend, to_E), [f"w{a}" for a, _ in enumerate(X, 1)]
        brackets = {
            (w[a], w[b]): {n: below(c(bracket(X[a], X[b]))) for n, c in zip(w, theta, strict=True)}
            for a, b in combinations(range(len(X)), 2)
        }
        zero = M.vector_field()
        rho = [linear.combination([below(x(s)) for s in shape], M.frame, zero) for x in X]
        A = self.algebroid = LieAlgebroid(M, dict(zip(w, rho, strict=True)), brackets)
        up = jets.projection.pull
        velocities = [jets.contraction(form) for form in theta]
        self.map = Map(jets, A.space, named(A.space, [*up(list(shape)), *velocities]))
        # J¹π = A × (the rest) by v = w^a X_a.
        total = to_E.source
        assert isinstance(total, Product)
        both = product(A.space, total.factors[1])
        to_A, rest = both.projections
        places = to_E @ total.pair(A.projection @ to_A, rest)
        rates = [linear.combination(to_A.pull(list(A.linear_coordinates)),
                                    places.pull([x(q) for x in X]), both.function(0))
                 for q in E.fibre_coordinates]  # fmt: skip
        images = [*places.pull(list(E.coordinates)), *rates]
        self.below = partial(descend, Map(both, jets, named(jets, images)))
        self.lifts = [jets.prolong_field(x) for x in X]


def named(space, images):
    """Images of coordinates, by their names."""
    return dict(zip(map(str, space.coordinates), images, strict=True))


def descend(trivial, function):
    """The function on the base of one that is constant along the fibres."""
    try:
        return trivial.source.fibration(0).descend(trivial.pull(function))
    except AxiomViolation:
        what = f"{function.summary()} depends on more than shape and the velocities w"
        raise NotApplicable(what) from None


def construct(system, reduction=Quotient):
    """Γ and λ with i_Γ Ω_L = dE - F - λ^i S^*dψ_i and ρ(Γ) ψ_i = 0; the motion on A is ρ(Γ)."""
    quotient = system.once(reduction)
    A, P = quotient.algebroid, quotient.algebroid.prolongation
    up, S, d_P = P.projection.pull, P.vertical_endomorphism, P.differential
    ell, psi = quotient.below(system.lagrangian), [*map(quotient.below, system.constraints)]
    forces = [up(quotient.below(system.force(x))) for x in quotient.lifts]
    F = linear.combination(forces, P.forms[: A.rank], 0 * P.forms[0])
    Omega, E = -d_P(P.cartan_form(ell)), up(P.energy(ell))
    mu = [S.transpose(d_P(up(f))) for f in psi]

    down = P.zero_section.pull  # coefficients come from A
    rows = [[*(Omega(b, e) for b in P.sections), *(m(e) for m in mu)] for e in P.sections]
    rows += [[*(d_P(up(f))(b) for b in P.sections), *(0 * E for _ in mu)] for f in psi]
    rows = [down(row) for row in rows]
    det = linear.determinant(rows)
    system.constraint_set.require_regular(quotient.map.pull(det), DETERMINANT)
    right = [(d_P(E) - F)(e) for e in P.sections] + [0 * E for _ in psi]
    solution = linear.solve(rows, down(right))
    X = linear.combination(solution[: P.rank], P.anchors, 0 * P.anchors[0])
    steps = (Step("A", "A = TQ/G", A), Step("l", "the reduced Lagrangian", ell),
             Step("Omega", "Omega_L = -d_P S^*d_P l", Omega),
             Step("X", "rho(Gamma), i_Gamma Omega_L = dE - F - lambda^i S^*dpsi_i", X))  # fmt: skip
    return Construction(X, tuple(solution[P.rank :]), det, DETERMINANT, steps)


lie_algebroid = Theory(
    "lie_algebroid",
    "mechanics on a Lie algebroid; equations of Euler, Poincaré, Suslov and Hamel",
    "E. Martínez, Lagrangian mechanics on Lie algebroids, Acta Appl. Math. 67 (2001); J. Cortés, "
    "M. de León, J. C. Marrero, E. Martínez, Nonholonomic Lagrangian systems on Lie algebroids, "
    "Discrete Contin. Dyn. Syst. A 24 (2009)",
    construct,
    space=lambda system: reduced(system.once(Quotient).map),
    needs={"frame": "frame"},
)
