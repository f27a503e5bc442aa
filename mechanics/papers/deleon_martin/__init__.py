"""De León and Martín de Diego, Non-holonomic mechanical systems in jet bundles.

Claims DLMD-1.01 to DLMD-6.13 in modules that follow the sections of the paper.
"""

from __future__ import annotations

import lazy_loader

TITLE = "M. de León, D. Martín de Diego, Non-holonomic mechanical systems in jet bundles"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
