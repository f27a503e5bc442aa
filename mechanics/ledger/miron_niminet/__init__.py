"""Miron, Nimineţ, The Lagrangian geometrical model of a nonholonomic mechanical system.

Claims MN-1.01 onwards in modules that follow the sections of the paper.
"""

from __future__ import annotations

from mechanics.ledger.miron_niminet import (
    bundle,
    classical,
    connection,
    equivalence,
    finslerian,
    friction,
    introduction,
    lagrangians,
    semispray,
)
from mechanics.ledger.miron_niminet.book import LEDGER

__all__ = [
    "LEDGER",
    "bundle",
    "classical",
    "connection",
    "equivalence",
    "finslerian",
    "friction",
    "introduction",
    "lagrangians",
    "semispray",
]
