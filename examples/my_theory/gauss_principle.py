"""Gauss' principle of least constraint: the motion is as near to the free one as can be.

Near is measured in the mass metric G on the vertical fields of J¹π, G(V, SY) = (L_V Θ_L)(Y).
Among all second-order fields X with X(φ_i) = 0, the norm of X - ξ_L is least if X - ξ_L is a
combination of the gradients Z_i of the constraints, G(Z_i, V) = V(φ_i).
"""

from diffgeo import d, lie
from diffgeo.calculus import linear_algebra as linear
from diffgeo.errors import SingularSystem
from mechanics.errors import NotApplicable
from mechanics.model.lagrangian import cartan_form, vertical_frame
from mechanics.theories import Claim, Construction, Step, Theory

DETERMINANT = "det C, C_ij = G(Z_i, Z_j)"


def construct(system):
    """The field X = ξ_L + λ^i Z_i, with λ from X(φ_i) = 0."""
    jets, phi, L = system.evolution_space, system.constraints, system.lagrangian
    Theta, start = cartan_form(L, jets), jets.second_order_field()
    V = vertical_frame(jets)
    W = [lie(v, start) for v in V]  # S W = V
    G = [[lie(v, Theta)(w) for w in W] for v in V]
    power = system.force + d(L) - lie(start, Theta)
    try:
        free = combine(linear.solve(G, [power(w) for w in W]), V, start)
        Z = [combine(linear.solve(G, [v(f) for v in V]), V, 0 * start) for f in phi]
    except SingularSystem:
        raise NotApplicable("the mass metric is degenerate: nearness has no meaning") from None
    C = [[z(f) for z in Z] for f in phi]
    det = linear.determinant(C) if phi else jets.function(1)
    system.constraint_set.require_regular(det, DETERMINANT)
    reaction = linear.solve(C, [-free(f) for f in phi]) if phi else []
    steps = (
        Step("xi_L", "(L_xi Theta_L - dL)(W_A) = F_A", free, "the free motion"),
        *(Step(f"Z_{i + 1}", "G(Z, V) = V(phi)", Z[i], "gradients") for i in range(len(Z))),
    )
    return Construction(combine(reaction, Z, free), tuple(reaction), det, DETERMINANT, steps)


def combine(coefficients, fields, start):
    """The field X + c^i X_i."""
    return sum((c * X for c, X in zip(coefficients, fields, strict=True)), start=start)


def vertical(system, made):
    """S(X - ξ_L) = 0: the constraint pushes, it does not move."""
    return system.evolution_space.vertical_endomorphism(made.field - made.step("xi_L")) == 0


CLAIM = Claim("X - xi_L is vertical", vertical)
gauss = Theory("gauss", "Gauss, the least constraint", "C. F. Gauss, 1829", construct, (CLAIM,))
