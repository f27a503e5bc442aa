"""Lagrange–d'Alembert–Chetaev: the oracle against which other theories are measured.

Neither Ω_L, nor its Reeb field, nor the projector of `projection` is used: accelerations
and multipliers are the unknowns of one bordered linear system. It needs no regular L.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, lie
from diffgeo.calculus import linear_algebra as linear
from mechanics.model.lagrangian import (
    cartan_form,
    chetaev_forms,
    fields_along_fibres,
    vertical_frame,
)
from mechanics.theories.base import Construction, Step

if TYPE_CHECKING:
    from mechanics.model.systems import System

CITATION = "N. G. Chetaev, On the Gauss principle, 1932; J. Neimark, N. Fufaev, 1972"
DETERMINANT = "the determinant of the bordered matrix [[d2L/dv2, -dphi/dv], [dphi/dv, 0]]"


def construct(system: System) -> Construction:
    """The second-order X with L_X Θ_L - dL = F + λ^i S^*dφ_i and X(φ_i) = 0.

    Both sides of the first equation are multiples of the contact forms, EL_A of them on
    the left. X = X₀ + a^B V_B with any second-order X₀ and a frame V_B of the vertical
    fields; fields W_A with S W_A = V_A pick the equations one by one.
    """
    jets, phi = system.evolution_space, system.constraints
    Theta = cartan_form(system.lagrangian, jets)
    start = jets.second_order_field()
    V = vertical_frame(jets)
    W = fields_along_fibres(jets)
    n, m = range(len(V)), range(len(phi))

    inertia = [lie(v, Theta) for v in V]  # linear in X, as i_V Θ_L = 0
    chetaev = chetaev_forms(system)
    right = system.force + d(system.lagrangian) - lie(start, Theta)
    rows = [[inertia[b](W[a]) for b in n] + [-chetaev[i](W[a]) for i in m] for a in n]
    rows += [[V[b](phi[i]) for b in n] + [0 * jets.time] * len(phi) for i in m]
    det = linear.determinant(rows)
    system.constraint_set.require_regular(det, DETERMINANT)
    solution = linear.solve(rows, [right(W[a]) for a in n] + [-start(phi[i]) for i in m])

    return Construction(
        field=linear.combination(solution[: len(V)], V, start),
        multipliers=tuple(solution[len(V) :]),
        determinant=det,
        determinant_name=DETERMINANT,
        steps=(
            Step("Theta_L", "Theta_L = L dt + S^* dL", Theta, ""),
            Step("B", "L_X Theta_L - dL = F + lambda^i S^* dphi_i, X(phi_i) = 0", rows, ""),
        ),
    )
