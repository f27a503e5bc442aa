"""Subsets: where equations hold, and geometry on them.

A submanifold may be given by equations that are solved (`submanifold`) or not (`level_set`,
`zero_set`, `LocallyClosedSet`). What is asked of any of them: what a form is there
(`restrict`), whether something vanishes on it (a verdict), its dimension, its conditions, a point
with a certificate. Linear systems, inverses of maps and case distinctions over parameters are
questions about such sets, too.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
