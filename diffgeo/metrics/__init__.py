"""Metrics: musical isomorphisms, Levi-Civita and curvature, Hodge, Clifford.

A `Metric` is a symmetric non-degenerate tensor of any signature. `LeviCivita` is its connection,
by the formula of Koszul in brackets; `hodge_star`, `codifferential` and `laplace_de_rham` act on
forms, and so does the Clifford product (with galgebra as its second opinion). A level set has an
`InducedMetric` and an `InducedConnection`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
