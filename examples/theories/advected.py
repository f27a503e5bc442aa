"""Equations of Euler and Poincaré with advected parameters, such as those of heavy tops.

The Lagrangian depends on quasi-velocities w^a, against what rests, and on variables z which are
carried along, z' = w^a ρ_a(z), as the vertical in a body. Variations along X_a move z by ρ_a, so
that EL_A - F_A = ∂L/∂z^i ρ_a(z^i) θ^a_A + λ^j ∂φ_j/∂v^A. The reduced space of a group with a frame
X_a is the action algebroid g × V* → V* of a semidirect product, with anchors ρ_a.
"""

from functools import partial
from itertools import combinations

from lie_algebroid import construct, descend, named

from diffgeo import Frame, Manifold, Map, bracket, d, product
from diffgeo.bundles import LieAlgebroid
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import AxiomViolation, DegreeMismatch
from mechanics.errors import NotApplicable
from mechanics.theories import CHETAEV, Principle, Theory, reduced


def coframe(system):
    """The forms θ^a on E that are dual to the frame and 0 on what rests."""
    fields = [*system.parts("rest"), *system.parts("frame")]
    try:
        return Frame(system.configuration_space, fields).coframe[1:]
    except (AxiomViolation, DegreeMismatch) as error:
        raise NotApplicable(f"its fields are no frame on the group: {error}") from None


def carried(system):
    """∂L/∂z^i and the forms ρ_a(z^i) θ^a, for each variable."""
    jets = system.evolution_space
    theta = jets.projection.pull(list(coframe(system)))
    moves = [[X(z) for X in system.parts("transport")] for z in jets.variables]
    forms = [linear.combination(row, theta, 0 * jets.dt) for row in moves]
    return [V(system.lagrangian) for V in jets.variable_frame], forms


def inertia(system, motion, X):
    """i_X dΘ_L - F + ∂L/∂z^i (dz^i - ρ_a(z^i) θ^a)."""
    slopes, forms = carried(system)
    moved = [d(z) - form for z, form in zip(system.evolution_space.variables, forms, strict=True)]
    return linear.combination(
        motion.pull(slopes), motion.pull(moved), CHETAEV.inertia(system, motion, X)
    )


def power(system, X):
    """∂L/∂z^i ρ_a(z^i) θ^a(X): what the principle adds to the rate of a momentum."""
    return sum(slope * form(X) for slope, form in zip(*carried(system), strict=True))


def rates(system):
    """Z' = w^a ρ_a(z)."""
    return tuple(form(system.evolution_space.second_order_field()) for form in carried(system)[1])


class Action:
    """The action algebroid V* × g, and what descends to it from J¹π × V*."""

    def __init__(self, system):
        E, jets, (rest,) = system.configuration_space, system.evolution_space, system.parts("rest")
        X, rho, theta = system.parts("frame"), system.parts("transport"), coframe(system)
        if len(rho) != len(X):
            raise NotApplicable("transport has one field for each of the frame")
        names = [str(z) for z in jets.variables]
        M = Manifold("V", **E.declarations(names) | {"functions": []})
        w = [f"w{a}" for a, _ in enumerate(X, 1)]
        both = product(M, E)
        z, places = (projection.pull(list(projection.target.coordinates))
                     for projection in both.projections)  # fmt: skip
        still = Map(both, jets, named(jets, [*places, *(both.function(0) for _ in X), *z]))
        up, below = jets.projection.pull, partial(descend, still)
        brackets = {
            (w[a], w[b]): {
                n: below(up(c(bracket(X[a], X[b])))) for n, c in zip(w, theta, strict=True)
            }
            for a, b in combinations(range(len(X)), 2)
        }
        moves = [[below(r(f)) for f in jets.variables] for r in rho]
        anchors = [linear.combination(row, M.frame, M.vector_field()) for row in moves]
        A = self.algebroid = LieAlgebroid(M, dict(zip(w, anchors, strict=True)), brackets)
        velocities = [form(jets.second_order_field()) for form in up(list(theta))]
        self.map = Map(jets, A.space, named(A.space, [*jets.variables, *velocities]))
        both = product(A.space, E)  # J¹π × V*, by v = w^a X_a
        to_A, to_E = both.projections
        quasi = to_A.pull(list(A.linear_coordinates))
        z = (A.projection @ to_A).pull(list(M.coordinates))
        moves = [linear.combination(quasi, to_E.pull([x(q) for x in X]), to_E.pull(rest(q)))
                 for q in E.fibre_coordinates]  # fmt: skip
        images = [*to_E.pull(list(E.coordinates)), *moves, *z]
        self.below = partial(descend, Map(both, jets, named(jets, images)))
        self.lifts = [jets.prolong_field(x) for x in X]


advected = Theory(
    "advected",
    "equations of Euler and Poincaré with advected parameters, on g × V*",
    "D. D. Holm, J. E. Marsden, T. S. Ratiu, The Euler-Poincaré equations and semidirect products "
    "with applications to continuum theories, Adv. Math. 137 (1998); D. Schneider, Non-holonomic "
    "Euler-Poincaré equations and stability in Chaplygin's sphere, Dyn. Syst. 17 (2002)",
    partial(construct, reduction=Action),
    principle=Principle(
        "Euler-Poincaré with advected parameters",
        "EL_A = F_A + dL/dz rho_a(z) theta^a_A + lambda^i dphi_i/dv^A, z' = w^a rho_a(z)",
        inertia=inertia,
        power=power,
        rates=rates,
    ),
    space=lambda system: reduced(system.once(Action).map),
    needs={"frame": "frame", "transport": "action", "rest": "reference"},
)
