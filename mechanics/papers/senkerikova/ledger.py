"""The ledger with all claims: a claim is bound to it when its module is imported."""

from __future__ import annotations

from mechanics.papers.senkerikova import (
    affine,
    characteristic,
    classical,
    constraints,
    introduction,
    jets,
    lepage,
    listed,
    motions,
    quadratic,
    quadratic_proof,
    two_quadratic,
    two_quadratic_proof,
)
from mechanics.papers.senkerikova.book import LEDGER

__all__ = [
    "LEDGER",
    "affine",
    "characteristic",
    "classical",
    "constraints",
    "introduction",
    "jets",
    "lepage",
    "listed",
    "motions",
    "quadratic",
    "quadratic_proof",
    "two_quadratic",
    "two_quadratic_proof",
]
