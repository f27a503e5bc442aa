"""Frigioiu, Hedrih and Bîrsan, Lagrangian geometrical model of the rheonomic mechanical systems.

The claims of sections II (`preliminaries`, `connections`), III (`systems`, `evolution`,
`structures`, `metrics`), IV and V (`example`, `example_geometry`), by the numbers of the paper's
formulas and theorems.
"""

from __future__ import annotations

from mechanics.papers.frigioiu import (
    connections,
    evolution,
    example,
    example_geometry,
    metrics,
    preliminaries,
    structures,
    systems,
)
from mechanics.papers.frigioiu.book import LEDGER

__all__ = [
    "LEDGER",
    "connections",
    "evolution",
    "example",
    "example_geometry",
    "metrics",
    "preliminaries",
    "structures",
    "systems",
]
