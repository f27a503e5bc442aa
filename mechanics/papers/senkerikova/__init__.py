"""Šenkeříková, Mechanical systems with differential constraints (in Czech).

Claims SEN-0.01 to SEN-3.79 in modules that follow the sections of the paper.
"""

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
