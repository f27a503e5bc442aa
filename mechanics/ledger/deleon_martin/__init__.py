"""De León and Martín de Diego, Non-holonomic mechanical systems in jet bundles.

Claims DLMD-1.01 to DLMD-6.13, in the order of the paper: one module for each of its sections.
"""

from __future__ import annotations

from mechanics.ledger.deleon_martin import (
    constrained,
    dual_constrained,
    final,
    hamiltonian,
    jets,
    lagrangian,
    pursuit,
    singular,
)
from mechanics.ledger.deleon_martin.book import LEDGER

__all__ = ["LEDGER", "constrained", "jets", "lagrangian", "pursuit"]
