"""Lagrange–d'Alembert–Chetaev: the oracle against which other theories are measured.

Neither Ω_L, nor its Reeb field, nor the projector of `projection` is used: accelerations
and multipliers are the unknowns of one bordered linear system. It needs no regular L.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diffgeo import d, identity_map, interior
from diffgeo.calculus import linear_algebra as linear
from mechanics.errors import NotApplicable
from mechanics.model.extended_jets import variable_frame
from mechanics.model.lagrangian import cartan_form, fields_along_fibres, vertical_frame
from mechanics.theories.base import Construction, Step
from mechanics.theories.principles import CHETAEV, Principle, lagrangian_inertia

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diffgeo import Form, VectorForm
    from mechanics.model.systems import System

CITATION = "N. G. Chetaev, On the Gauss principle, 1932; J. Neimark, N. Fufaev, 1972"
DETERMINANT = "the determinant of the bordered matrix [[d2L/dv2, -dphi/dv], [dphi/dv, 0]]"


def construct(system: System, principle: Principle = CHETAEV) -> Construction:
    """The second-order X with L_X Θ_L - dL = F + λ^i S^*dφ_i and X(φ_i) = 0.

    Both sides of the first equation are multiples of the contact forms, EL_A of them on
    the left. X = X₀ + a^B V_B with any second-order X₀ and a frame V_B of the vertical
    fields; fields W_A with S W_A = V_A pick the equations one by one. Of another principle the
    equation is ``inertia = λ^i ρ_i``, and X₀ has its rates of the variables.
    """
    jets, phi = system.evolution_space, principle.kept(system)
    Theta = cartan_form(system.lagrangian, jets)
    reactions = principle.reactions(system) if principle.reactions else ()
    if len(reactions) != len(phi):
        raise NotApplicable(
            f"{len(reactions)} reactions do not determine a motion under {len(phi)} constraints; "
            f"give as many for the principle {principle}"
        )
    start = jets.second_order_field()
    V = vertical_frame(jets)
    W = fields_along_fibres(jets)
    if principle.rates is not None:
        along = variable_frame(system)
        start = linear.combination(principle.rates(system), along, start)
    n, m = range(len(V)), range(len(phi))

    rest, masses = _inertia(system, principle, start, V)
    rows = [[masses[b](W[a]) for b in n] + [-reactions[i](W[a]) for i in m] for a in n]
    rows += [[V[b](phi[i]) for b in n] + [0 * jets.time] * len(phi) for i in m]
    det = linear.determinant(rows)
    system.constraint_set.require_regular(det, DETERMINANT)
    solution = linear.solve(rows, [-rest(W[a]) for a in n] + [-start(phi[i]) for i in m])

    return Construction(
        field=linear.combination(solution[: len(V)], V, start),
        multipliers=tuple(solution[len(V) :]),
        determinant=det,
        determinant_name=DETERMINANT,
        steps=(
            Step("Theta_L", "Theta_L = L dt + S^* dL", Theta, ""),
            Step("B", f"{principle.statement}, X(phi_i) = 0", rows, ""),
        ),
    )


def _inertia(
    system: System, principle: Principle, start: VectorForm, V: Sequence[VectorForm]
) -> tuple[Form, list[Form]]:
    """The inertia of a field, and by how much it grows with each of others."""
    if principle.inertia is lagrangian_inertia:
        # i_X dΘ - F is affine in X: dΘ is made once.
        Omega = d(cartan_form(system.lagrangian, system.evolution_space))
        return interior(start, Omega) - system.force, [interior(v, Omega) for v in V]
    same = identity_map(system.evolution_space)
    rest = principle.inertia(system, same, start)
    return rest, [principle.inertia(system, same, start + v) - rest for v in V]
