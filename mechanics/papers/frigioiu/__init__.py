"""Frigioiu, Hedrih and Bîrsan, Lagrangian geometrical model of the rheonomic mechanical systems.

The claims of sections II (`preliminaries`, `connections`), III (`systems`, `evolution`,
`structures`, `metrics`), IV and V (`example`, `example_geometry`), by the numbers of the paper's
formulas and theorems; what is the same in all charts is compared in those of `product_charts`.
"""

from __future__ import annotations

import lazy_loader

TITLE = (
    "C. Frigioiu, K. Hedrih, I. G. Bîrsan, Lagrangian geometrical model of the rheonomic "
    "mechanical systems"
)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
