"""What several theories use has one definition: the same object in every module that names it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import mechanics
from mechanics.model import lagrangian
from mechanics.theories import canonical_distribution

ROOT = Path(mechanics.__file__).parent
SHARED = {
    "cartan_form": lagrangian.cartan_form,
    "cosymplectic_structure": lagrangian.cosymplectic_structure,
    "euler_lagrange_field": lagrangian.euler_lagrange_field,
    "euler_lagrange_form": lagrangian.euler_lagrange_form,
    "vertical_frame": lagrangian.vertical_frame,
    "hessian": lagrangian.hessian,
    "CanonicalDistribution": canonical_distribution.CanonicalDistribution,
}
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages([str(ROOT)], "mechanics.")
    if not name.startswith(("mechanics.papers", "mechanics.__main__"))
]


@pytest.mark.parametrize("name", SHARED)
def test_every_module_means_the_same_object(name: str) -> None:
    found = [m for m in map(importlib.import_module, MODULES) if hasattr(m, name)]
    assert len(found) >= 2
    assert all(getattr(module, name) is SHARED[name] for module in found)


@pytest.mark.parametrize("name", SHARED)
def test_it_is_defined_once(name: str) -> None:
    places = []
    for path in ROOT.rglob("*.py"):
        if "papers" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf8"))
        places += [
            path.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
        ]
    assert len(places) == 1
