"""Miron, Nimineţ, The Lagrangian geometrical model of a nonholonomic mechanical system.

Claims MN-1.01 onwards in modules that follow the sections of the paper.
"""

from __future__ import annotations

from mechanics.papers.miron_niminet import (
    almost_symplectic,
    bianchi,
    bundle,
    classical,
    connection,
    curvatures,
    deflections,
    equivalence,
    finslerian,
    friction,
    gravitation,
    introduction,
    lagrangians,
    maxwell,
    metrical_connection,
    passage,
    semispray,
    structure_equations,
    transformed,
    transformed_system,
)
from mechanics.papers.miron_niminet.book import LEDGER

__all__ = [
    "LEDGER",
    "almost_symplectic",
    "bianchi",
    "bundle",
    "classical",
    "connection",
    "curvatures",
    "deflections",
    "equivalence",
    "finslerian",
    "friction",
    "gravitation",
    "introduction",
    "lagrangians",
    "maxwell",
    "metrical_connection",
    "passage",
    "semispray",
    "structure_equations",
    "transformed",
    "transformed_system",
]
