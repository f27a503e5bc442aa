"""Sarlet, A direct geometrical construction of the dynamics of non-holonomic systems.

Claims SAR-0.01 to SAR-5.22 in modules that follow the sections of the paper.
"""

from __future__ import annotations

from mechanics.papers.sarlet import (
    abstract,
    classical,
    connections,
    curvatures,
    dynamics,
    fields,
    nonlinear,
    nonlinear_classical,
    nonlinear_dynamics,
    nonlinear_tensors,
)
from mechanics.papers.sarlet.book import LEDGER

__all__ = [
    "LEDGER",
    "abstract",
    "classical",
    "connections",
    "curvatures",
    "dynamics",
    "fields",
    "nonlinear",
    "nonlinear_classical",
    "nonlinear_dynamics",
    "nonlinear_tensors",
]
