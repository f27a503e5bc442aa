"""Every public name of diffgeo, of all its chapters."""

from __future__ import annotations

from importlib import import_module
from inspect import ismodule
from typing import Any

from diffgeo.signs import koszul

CHAPTERS = (
    *("calculus", "verdicts", "structures", "subsets", "bundles"),
    *("atlases", "connections", "metrics", "proofs"),
)


def public_names() -> dict[str, Any]:
    """The objects by their names, those at the top of the package among them."""
    modules = [import_module("diffgeo"), *(import_module(f"diffgeo.{c}") for c in CHAPTERS)]
    found = {name: getattr(module, name) for module in modules for name in module.__all__}
    found["koszul"] = koszul
    return {name: thing for name, thing in found.items() if not ismodule(thing)}
