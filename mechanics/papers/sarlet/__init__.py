"""Sarlet, A direct geometrical construction of the dynamics of non-holonomic systems.

Claims SAR-0.01 to SAR-5.22 in modules that follow the sections of the paper.
"""

from __future__ import annotations

import lazy_loader

TITLE = (
    "W. Sarlet, A direct geometrical construction of the dynamics of non-holonomic "
    "Lagrangian systems"
)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
