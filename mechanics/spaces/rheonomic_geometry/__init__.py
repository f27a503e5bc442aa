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

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
