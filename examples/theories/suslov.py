"""Euler–Poincaré–Suslov equations on a Lie algebra: p' = ad^*_w p + λ^i ψ_i, ψ_i(w) = 0.

A system on a group whose L and constraints are functions of the body velocities w alone, with the
left-invariant fields X_a as data. Everything happens on the Lie algebra, a manifold with the
coordinates w^a: ℓ is the reduced Lagrangian, p = dℓ, and [X_a, X_b] = c_ab^d X_d with constants c.
The motion on the group is reconstructed from it.
"""

from diffgeo import Frame, Manifold, Map, bracket, d, product
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DegreeMismatch
from mechanics.errors import NotApplicable
from mechanics.theories import Construction, Step, Theory, reduced

DETERMINANT = "the determinant of [[d2l/dw2, -psi], [psi, 0]]"


class Group:
    """The Lie algebra of a frame of left-invariant fields, and what descends to it."""

    def __init__(self, system):
        E, jets = system.configuration_space, system.evolution_space
        self.fields = system.parts("frame")
        try:
            _, *self.theta = Frame(E, [E.frame[0], *self.fields]).coframe
        except (AxiomViolation, DegreeMismatch) as error:
            raise NotApplicable(f"its fields are no frame on the group: {error}") from None
        names = [f"w{a}" for a in range(1, len(self.fields) + 1)]
        declared = E.declarations([]) | {"functions": []}
        declared.pop("coordinates")
        self.algebra = Manifold("g", names, **declared)
        velocities = [jets.contraction(form) for form in self.theta]
        self.quotient = Map(jets, self.algebra, dict(zip(names, velocities, strict=True)))
        # J¹π = E × g by v = w^a X_a: what is constant along E is a function on g.
        self.both = product(E, self.algebra)
        to_E, to_g = self.both.projections
        w = to_g.pull(list(self.algebra.coordinates))
        places = to_E.pull(list(E.coordinates))
        rates = [linear.combination(w, to_E.pull([X(q) for X in self.fields]), 0 * w[0])
                 for q in E.fibre_coordinates]  # fmt: skip
        images = dict(zip(map(str, jets.coordinates), [*places, *rates], strict=True))
        self.trivial = Map(self.both, jets, images)

    def descend(self, function):
        """The function on g of one on J¹π that depends on w alone."""
        try:
            return self.both.fibration(1).descend(self.trivial.pull(function))
        except AxiomViolation:
            what = function.summary()
            raise NotApplicable(f"{what} depends on more than the velocities w") from None

    def structure(self, a, b, c):
        """θ^c([X_a, X_b]), which has to be constant."""
        E_function = self.theta[c](bracket(self.fields[a], self.fields[b]))
        above = self.trivial.target.projection.pull(E_function)
        return self.descend(above)


def construct(system):
    """X on g with X(p_a) + c_ab^d w^b p_d = λ^i ∂ψ_i/∂w^a and X(ψ_i) = 0."""
    group = system.once(Group)
    g, n = group.algebra, range(len(group.fields))
    w, d_w = g.coordinates, g.frame
    if any(str(F) != "0" for F in system.forces.values()):
        raise NotApplicable("the equations are those without forces")
    ell, psi = group.descend(system.lagrangian), [group.descend(f) for f in system.constraints]
    p = [v(ell) for v in d_w]
    turned = [[linear.combination(w, [group.structure(a, b, c) for b in n], 0 * ell) for c in n]
              for a in n]  # fmt: skip
    rows = [[v(p[a]) for v in d_w] + [-d_w[a](f) for f in psi] for a in n]
    rows += [[v(f) for v in d_w] + [0 * ell for _ in psi] for f in psi]
    det = linear.determinant(rows)
    system.constraint_set.require_regular(group.quotient.pull(det), DETERMINANT)
    right = [-linear.combination(turned[a], p, 0 * ell) for a in n] + [0 * ell for _ in psi]
    solution = linear.solve(rows, right)
    X = linear.combination(solution[: len(n)], d_w, 0 * d_w[0])
    steps = (Step("l", "the reduced Lagrangian", ell), Step("p", "p = dl", d(ell)),
             Step("X", "X(p) = ad^*_w p + lambda psi", X))  # fmt: skip
    return Construction(X, tuple(solution[len(n) :]), det, DETERMINANT, steps)


suslov = Theory(
    "suslov",
    "Euler-Poincaré-Suslov equations on a Lie algebra",
    "G. K. Suslov, Theoretical mechanics, 1946; A. M. Bloch, Nonholonomic Mechanics and Control, "
    "2003, section 8.6",
    construct,
    space=lambda system: reduced(system.once(Group).quotient),
    needs={"frame": "frame"},
)
