"""Constraints on accelerations: φ(q, q', q'') = 0, kept by forces in a given codistribution.

How accelerations are (the kinematic constraint, a subset of J²π) and which forces keep it (the
variational one, forms ρ_i) are two data, of which neither gives the other. The states are the
points of J²π with EL - F = λ^i ρ_i for some λ, and φ_i = 0; X is the field of third order that is
tangent to this set. The constraint need not be solved for accelerations, and may have branches, as
that of a particle whose path has a prescribed curvature, to the left or to the right.
"""

from itertools import combinations

from diffgeo import d, wedge
from diffgeo.bundles import jet
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable, SingularConstraintMatrix
from mechanics.model.lagrangian import cartan_form, cosymplectic_structure, fields_along_fibres
from mechanics.model.plain_answers import vanishes
from mechanics.theories import Construction, Principle, Step, Theory, higher_jets, reactions_in

DETERMINANT = "the determinant of V(EL ^ rho), V(phi) for V along the fibres of J2 -> J1"

given_reactions = reactions_in("reactions")
ACCELERATED = Principle(
    "constraints on accelerations",
    "EL_A = F_A + lambda^i rho_iA, phi_i(q, q', q'') = 0",
    reactions=given_reactions,
    ideal=False,
    scales=False,  # momenta are not, but multipliers belong to the state
)


def construct(system):
    """X on J²π with X(e) = 0 for e = (EL - F) ∧ ρ_1 ∧ … on displacements, and for e = φ_i."""
    if system.constraints:
        raise NotApplicable("constraints on velocities are to be given by their rates")
    jets, J = system.evolution_space, jet(system.configuration_space, 2)
    (along,), up = J.total_derivatives, J.projection.pull
    phi, reactions = system.parts("accelerations"), given_reactions(system)
    if len(phi) != len(reactions):
        raise NotApplicable(f"{len(reactions)} reactions keep {len(phi)} constraints")
    EL = along(cartan_form(system.lagrangian, jets)) - up(d(system.lagrangian))
    excess, rho = EL - up(system.force), [up(form) for form in reactions]

    W = fields_along_fibres(J)
    total = wedge(excess, *rho)
    dets = {B: linear.determinant([[form(w) for w in B] for form in rho])
            for B in combinations(W, len(rho))}  # fmt: skip
    bases = [B for B, det in dets.items() if not vanishes(det)]
    if not bases:
        raise SingularConstraintMatrix("the reactions are dependent: remove one of them")
    base = next((B for B in bases if vanishes(d(dets[B]))), bases[0])
    equations = [total(*base, w) for w in W if not any(w is b for b in base)] + list(phi)
    rates = [*map(along, jets.coordinates), *(0 * EL(W[0]) for _ in W)]
    start = linear.solve_field(J, lambda Y: [Y(f) for f in J.coordinates], rates)
    V = [v for v in J.frame if all(vanishes(v(up(f))) for f in jets.coordinates)]
    rows = [[v(e) for v in V] for e in equations]
    det = linear.determinant(rows)
    if vanishes(det):
        raise SingularConstraintMatrix(f"{DETERMINANT} is 0: accelerations are not determined")
    X = linear.combination(linear.solve(rows, [-start(e) for e in equations]), V, start)
    return Construction(
        X, multipliers(system, excess, rho), det, DETERMINANT,
        (Step("EL", "EL = L_T Theta_L - dL", EL),), tuple(equations),
    )  # fmt: skip


def multipliers(system, excess, rho):
    """λ^i with EL - F = λ^i ρ_i where there are such, by the fields g^{-1}ρ_i of the masses g."""
    Omega = cosymplectic_structure(system.lagrangian, system.evolution_space)
    W, v = fields_along_fibres(excess.space), system.evolution_space.velocities
    raised = [Omega.solve(-form) for form in given_reactions(system)]
    pull = excess.space.projection.pull
    fields = [linear.combination([pull(Y(u)) for u in v], W, 0 * W[0]) for Y in raised]
    C = [[form(Y) for form in rho] for Y in fields]
    return tuple(linear.solve(C, [excess(Y) for Y in fields]))


second_order = Theory(
    "second_order",
    "constraints on accelerations, kept by given forces",
    "kinematic and variational constraints of higher order: arXiv 1312.1941",
    construct,
    principle=ACCELERATED,
    space=higher_jets(2),
    needs={"accelerations": "accelerations", "reactions": "codistribution"},
    oracle=lambda system: None,
)
