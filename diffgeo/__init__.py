"""Coordinate-free differential geometry with an exact zero test.

Manifolds, maps, forms, derivations and their one bracket; jets; structures; verdicts. What is
needed every day is here; the rest is reached by chapter, in the order of a book:
`diffgeo.calculus`, `verdicts`, `structures`, `subsets`, `bundles`, `atlases`, `connections`,
`metrics`, `proofs`, and `testing`. Names are loaded when they are first used, so that importing
is cheap.

>>> from diffgeo import Manifold, check, d
>>> M = Manifold("M", "x y")
>>> x, y = M.coordinates
>>> print(d(x * y))
y dx + x dy
"""

from __future__ import annotations

from typing import Any

import lazy_loader

_daily, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

#: Names of daily use until version 0.1: they are found in their chapters now.
_CHAPTERS = (
    *("calculus", "structures", "subsets", "bundles", "atlases"),
    *("connections", "metrics", "proofs"),
)
_RENAMED = {"linear": "diffgeo.calculus.linear_algebra", "koszul": "diffgeo.signs.koszul"}


def __getattr__(name: str) -> Any:
    if name in __all__:
        return _daily(name)
    from importlib import import_module
    from warnings import warn

    home = _RENAMED.get(name)
    for chapter in _CHAPTERS if home is None and not name.startswith("_") else ():
        if name in import_module(f"diffgeo.{chapter}").__all__:
            home = f"diffgeo.{chapter}.{name}"
    if home is None:
        raise AttributeError(f"module 'diffgeo' has no attribute {name!r}")
    warn(f"diffgeo.{name} is {home} now", DeprecationWarning, stacklevel=2)
    module, _, attribute = home.rpartition(".")
    return getattr(import_module(module), attribute)
