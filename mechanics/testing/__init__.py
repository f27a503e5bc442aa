"""For tests: whether a theory of constraints is right, impostors, and random systems.

`check_theory` is the conformance test that every theory passes. The strategies for random
systems need Hypothesis (``pip install diffgeo-mechanics[testing]``), which is imported when
they are used.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
