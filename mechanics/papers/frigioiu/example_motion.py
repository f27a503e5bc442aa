"""Section IV: what the library makes of the particle in space under the moving constraint."""

from __future__ import annotations

from typing import Any

from mechanics.analysis.moving_surface import MovingSurface
from mechanics.theories import rheonomic_theory


def motion_in_space(s: MovingSurface) -> list[Any]:
    """The theory 'rheonomic' in space has the motion on the surface, and a reaction normal to it.

    The multiplier is R_z, and R_x = -λ ∂f/∂x; the power is λ ∂f/∂t.
    """
    system, jets = s.in_space.system, s.reduced.evolution_space
    made = rheonomic_theory.construct(system)
    (multiplier,), height = s.multipliers, jets.function("(x - l*Omega*t)**2/l")
    slopes = {q: jets.vector_field({q: 1})(height) for q in "txy"}
    fall = s.inclusion.pull(s.space.evolution_space["zdot"])
    return [
        s.related(),
        s.is_ideal(),
        rheonomic_theory.evolution_equation(system, made),
        rheonomic_theory.energy_law(system, made),
        *(made.field(phi) == 0 for phi in system.constraints),
        jets.function("m") * s.dynamics.field(fall)
        == multiplier
        - jets.function("m*g")
        - jets.function("c") * height
        - jets.function("b") * fall,
        *(s.force[q] == -multiplier * slopes[q] for q in "xy"),
        s.force["z"] == multiplier,
        s.power == multiplier * slopes["t"],
    ]
