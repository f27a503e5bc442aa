"""A derivation as SymPy objects: accelerations, multipliers, reactions, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mechanics.output_files import Data
    from mechanics.theories.dynamics import Dynamics


def sympy_results(dynamics: Dynamics) -> Data:
    """The results in the objects with which the system was made; see `Dynamics.to_sympy`."""
    system, shown = dynamics.system, dynamics.presentation
    jets = system.evolution_space
    reactions: dict[str, Any] = {}
    for q in system.specification.coordinates:
        # ∂φ/∂v is what the vertical field of the coordinate makes of φ.
        along = jets.vector_field({f"{q}dot": 1})
        terms = zip(shown.multipliers, system.constraints, strict=True)
        total = sum((factor * along(phi) for factor, phi in terms), start=jets.function(0))
        reactions[q] = total.to_sympy()
    return {
        "accelerations": {name: f.to_sympy() for name, f in shown.accelerations.items()},
        "multipliers": [f.to_sympy() for f in shown.multipliers],
        "reactions": reactions,
        "conditions": [jets.chart.relation(c) for c in dynamics.domain],
    }
