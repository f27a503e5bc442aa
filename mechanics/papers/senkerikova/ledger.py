"""The ledger with all claims: a claim is bound to it when its module is imported."""

from __future__ import annotations

from mechanics.papers.senkerikova import (  # noqa: F401
    affine,
    characteristic,
    classical,
    constraints,
    entries,
    introduction,
    jets,
    lepage,
    motions,
    quadratic,
    quadratic_proof,
    theorems,
    theorems_of_classical_systems,
    two_quadratic,
    two_quadratic_proof,
)
from mechanics.papers.senkerikova.book import LEDGER as LEDGER
