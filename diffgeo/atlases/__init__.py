"""Manifolds covered by several charts.

A `Manifold` is one chart domain with its algebra of forms; an `Atlas` is a set of them, glued
by transition Maps with verified inverses. What is given in one chart is known on all overlaps,
and it is decided exactly whether it extends to the whole of another chart.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "Atlas": "atlas",
    **dict.fromkeys(["AtlasProduct", "atlas_product"], "products"),
    **dict.fromkeys(["AtlasBundle", "AtlasFibration"], "bundles"),
    "AtlasObject": "objects",
    "AtlasField": "fields",
    "AtlasMap": "atlas_maps",
    **dict.fromkeys(["AngleMap", "LocalDiffeomorphism"], "angles"),
    **dict.fromkeys(["circle", "cylinder", "plane", "projective_space"], "gallery"),
    **dict.fromkeys(["sphere", "torus"], "gallery"),
}

__all__ = [
    "AngleMap",
    "Atlas",
    "AtlasBundle",
    "AtlasFibration",
    "AtlasField",
    "AtlasMap",
    "AtlasObject",
    "AtlasProduct",
    "LocalDiffeomorphism",
    "atlas_product",
    "circle",
    "cylinder",
    "plane",
    "projective_space",
    "sphere",
    "torus",
]

if TYPE_CHECKING:
    from diffgeo.atlases.angles import AngleMap, LocalDiffeomorphism
    from diffgeo.atlases.atlas import Atlas
    from diffgeo.atlases.atlas_maps import AtlasMap
    from diffgeo.atlases.bundles import AtlasBundle, AtlasFibration
    from diffgeo.atlases.fields import AtlasField
    from diffgeo.atlases.gallery import (
        circle,
        cylinder,
        plane,
        projective_space,
        sphere,
        torus,
    )
    from diffgeo.atlases.objects import AtlasObject
    from diffgeo.atlases.products import AtlasProduct, atlas_product


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo.atlases' has no attribute {name!r}")
    return getattr(import_module(f"diffgeo.atlases.{_HOME[name]}"), name)
