"""Lagrange spaces and mechanical systems on them: the geometry of Miron and Nimineț.

- `LagrangeSpace`: L on TM, its forms, metric and canonical semispray;
- `LagrangeGeometry`: what a semispray makes: N, BΓ, CΓ, curvatures, fields;
- `NLinearConnection`, `BianchiIdentities`: of `diffgeo`, since they are no mechanics;
- `Deformation`: from the geometry of S to that of S*;
- `LagrangeSystem`: Σ = (M, L, F, Q) with its multipliers, in both readings.

**Modules**, in the order of a book: `regular_lagrangians`, `lagrange_geometry`, `forced_systems`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
