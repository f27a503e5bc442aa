"""Rheonomic Lagrange geometry: the paper of Frigioiu, Hedrih and Bîrsan, on TM × R and on J¹π.

- `ProductStructure`: J¹π with a frame of reference, that is TM × R: J, C, ∂_t, semisprays;
- `RheonomicSystem`: Σ = (M, L, F) with its forms, metrics, evolution semispray and energy law;
- `FrameConnection`: the nonlinear connection of the paper, which belongs to a frame;
- `EvolutionConnection`: that of the evolution semispray on J¹π, which belongs to the motion;
- `MetricalConnection`: the canonical metrical connection over either;
- `behaviour`: what a change of chart, frame, unit of time or Lagrangian does to all of them.

**Modules**, in the order of a book: `product_structure`, `rheonomic_systems`, `three_splittings`,
`metrical_splittings`, `coordinate_changes`.
"""

from __future__ import annotations

from mechanics.spaces.rheonomic_geometry.coordinate_changes import (
    OBJECTS,
    Behaviour,
    Change,
    behaviour,
    fibred_change,
    gauge_change,
    scale_change,
)
from mechanics.spaces.rheonomic_geometry.metrical_splittings import MetricalConnection
from mechanics.spaces.rheonomic_geometry.product_structure import ProductStructure
from mechanics.spaces.rheonomic_geometry.rheonomic_systems import RheonomicSystem
from mechanics.spaces.rheonomic_geometry.three_splittings import (
    EvolutionConnection,
    FrameConnection,
    TimeSplitting,
)

__all__ = [
    "OBJECTS",
    "Behaviour",
    "Change",
    "EvolutionConnection",
    "FrameConnection",
    "MetricalConnection",
    "ProductStructure",
    "RheonomicSystem",
    "TimeSplitting",
    "behaviour",
    "fibred_change",
    "gauge_change",
    "scale_change",
]
