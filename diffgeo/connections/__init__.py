"""Connections: of Ehresmann, of second-order fields, linear, and those of Lagrange spaces.

An `EhresmannConnection` is a projector onto the vertical fields; its curvature is half of its
bracket with itself. A semispray S makes the `NonlinearConnection` ½(id - [S, J]); a second-order
field on J¹π makes its own. `LinearConnection`s have torsion, curvature, parallel frames; on TM
they may respect a nonlinear connection (`DistinguishedConnection`, `NLinearConnection`).
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
