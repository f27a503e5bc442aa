"""Šenkeříková, Mechanical systems with differential constraints (in Czech).

Claims SEN-0.01 to SEN-3.79 in modules that follow the sections of the paper.
"""

from __future__ import annotations

import lazy_loader

TITLE = "P. Šenkeříková, Mechanické systémy s diferenciálními vazbami a problém regularity"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
