"""The ledger with all claims: a claim is bound to it when its module is imported."""

from __future__ import annotations

from mechanics.papers.deleon_martin import (  # noqa: F401
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
    theorems_of_constraints,
    theorems_of_jets,
)
from mechanics.papers.deleon_martin.book import LEDGER as LEDGER
