"""Miron, Nimineț, The Lagrangian geometrical model of a nonholonomic mechanical system.

Claims MN-1.01 onwards in modules that follow the sections of the paper.
"""

from __future__ import annotations

import lazy_loader

TITLE = (
    "R. Miron, V. Nimineț, The Lagrangian geometrical model and the associated dynamical "
    "system of a nonholonomic mechanical system"
)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
