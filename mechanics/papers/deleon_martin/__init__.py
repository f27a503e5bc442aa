"""De León and Martín de Diego, Non-holonomic mechanical systems in jet bundles.

Claims DLMD-1.01 to DLMD-6.13 in modules that follow the sections of the paper.
"""

from __future__ import annotations

from mechanics.papers.deleon_martin import (
    constrained,
    constraints,
    dual_algorithm,
    dual_constrained,
    dynamics,
    ends,
    final,
    final_set,
    hamiltonian,
    jets,
    lagrangian,
    pursuit,
    second_order,
    singular,
)
from mechanics.papers.deleon_martin.book import LEDGER

__all__ = [
    "LEDGER",
    "constrained",
    "constraints",
    "dual_algorithm",
    "dual_constrained",
    "dynamics",
    "ends",
    "final",
    "final_set",
    "hamiltonian",
    "jets",
    "lagrangian",
    "pursuit",
    "second_order",
    "singular",
]
