"""Impacts: at a wall h = 0 the momentum jumps by an impulse of the wall and of the constraints.

Between walls, where h > 0, the motion is that of d'Alembert. At a wall a map J of J¹π over the
identity of E takes its velocity, with J^*Θ_L - Θ_L = μ dh + λ^i S^*dφ_i. So [p] ∈ D° + ⟨dh⟩, and
[E] = 0 if the wall is at rest and the constraints are linear. For a quadratic L and affine
constraints there is one J beside the identity, the reflection J = exp(μ W) with μ = -2h'/W(h'). A
coefficient of restitution e, given as "restitution", makes it -(1 + e)h'/W(h'), and energy is lost.
"""

from dataclasses import replace

from diffgeo import Map, d
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable
from mechanics.model.lagrangian import (
    cartan_form,
    chetaev_forms,
    cosymplectic_structure,
    vertical_frame,
)
from mechanics.model.plain_answers import vanishes
from mechanics.theories import CHETAEV, Claim, Jump, Step, Theory, multipliers


def construct(system):
    """The motion of d'Alembert, and for each wall J = exp(μ W) with W(φ_i) = 0."""
    jets, phi = system.evolution_space, system.constraints
    (along,), S = jets.total_derivatives, jets.vertical_endomorphism
    Omega = cosymplectic_structure(system.lagrangian, jets)
    Z = [Omega.solve(-rho) for rho in chetaev_forms(system)]
    C = [[z(f) for z in Z] for f in phi]
    made, jumps, steps = multipliers.construct(system), [], []
    for h in system.parts("walls"):
        rate = along(h)
        push = Omega.solve(-S.transpose(d(rate)))
        nu = linear.solve(C, [-push(f) for f in phi]) if phi else []
        W = linear.combination(nu, Z, push)
        if not all(vanishes(V(W(v))) for V in vertical_frame(jets) for v in jets.velocities):
            raise NotApplicable("L is not quadratic in the velocities, or a constraint not affine")
        if vanishes(W(rate)):
            raise NotApplicable(f"the constraints determine the rate of {h}: no impulse changes it")
        mu = -(1 + restitution(system)) * rate / W(rate)
        J = Map(jets, jets, {str(f): f + mu * W(f) for f in jets.coordinates})
        jumps.append(Jump(h, J, (mu, *(mu * n for n in nu))))
        steps.append(Step(f"W of {h}", "i_W Omega_L = -S^*dh' - nu^i S^*dphi_i, W(phi) = 0", W))
    return replace(made, steps=(*made.steps, *steps), jumps=tuple(jumps))


def restitution(system):
    """The function e; 1 if none is given."""
    return system.parts("restitution")[0] if "restitution" in system.data else 1


def law(system, made):
    """J^*Θ_L - Θ_L = μ dh + λ^i S^*dφ_i, of which the part along time is that of the energy."""
    jets = system.evolution_space
    Theta = cartan_form(system.lagrangian, jets)
    if not vanishes(restitution(system) - 1 + 0 * jets.time):
        raise NotApplicable("energy is lost")

    def stated(jump):
        forms = [jets.projection.pull(d(jump.wall)), *chetaev_forms(system)]
        impulse = linear.combination(jump.impulses, forms, 0 * Theta)
        return system.place.same(jump.map.pull(Theta) - Theta, impulse)

    return list(map(stated, made.jumps))


impacts = Theory(
    "impacts",
    "d'Alembert's principle, with impacts at walls",
    "W. Clark, A. Bloch, The bouncing penny and nonholonomic impacts, arXiv 1909.11192",
    construct,
    claims=(Claim("J^*Theta - Theta = mu dh + lambda^i rho_i", law),),
    principle=replace(CHETAEV, name="d'Alembert with impacts"),
    needs={"walls": "hypersurface"},
)
