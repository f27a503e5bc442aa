"""Manifolds covered by several charts.

A `Manifold` is one chart domain with its algebra of forms; an `Atlas` is a set of them, glued
by transition Maps with verified inverses. What is given in one chart is known on all overlaps,
and it is decided exactly whether it extends to the whole of another chart.
"""

from __future__ import annotations

import lazy_loader

# `product` has to know how atlases are multiplied as soon as there is one.
from diffgeo.atlases import products_of_atlases as products_of_atlases

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
