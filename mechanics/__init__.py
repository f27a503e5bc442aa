"""Geometric mechanics of constrained Lagrangian systems, on top of `diffgeo`.

What is needed every day is here; the rest is reached by chapter: `mechanics.model` (systems,
constraint sets, Lagrangian geometry), `spaces`, `theories`, `analysis`, `algorithm`, `motion`,
`testing`, and above all of them `papers`. Nothing heavy is imported before it is used.
"""

from __future__ import annotations

import lazy_loader

# The words of higher chapters, before a class of a lower one is made that has them.
from mechanics.faces import conveniences as _conveniences  # noqa: F401

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
