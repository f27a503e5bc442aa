"""Accelerations and multipliers against numbers that were computed without this library.

The file holds systems (text of a system file) and points on their constraint sets with the
values to 40 digits. They come from the bordered equations W a - Aᵀ λ = b, A a = c at each
point, set up twice: with SymPy's derivatives and 60-digit arithmetic, and with central
differences in 240 digits that differentiate nothing; both agreed to 1e-45.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from mpmath import mp, mpf

from diffgeo.calculus.compilation import concrete_functions
from diffgeo.interop.evaluation import evaluate_tree
from mechanics import System
from mechanics.errors import NotApplicable

SYSTEMS = json.loads((Path(__file__).parents[2] / "data" / "independent.json").read_text("utf8"))
TOLERANCE = mpf(10) ** -25


def value_of(text: str) -> Any:
    """A rational as text, or a decimal number with all its digits."""
    top, _, bottom = text.partition("/")
    return mpf(top) / mpf(bottom or 1)


def is_autonomous(system: System) -> bool:
    """Whether the time occurs in no formula of the system."""
    formulas = [system.lagrangian, *system.forces.values(), *system.constraints]
    symbols = {s.name for f in formulas for s in f.to_sympy().free_symbols}
    return system.specification.time not in symbols


@cache
def system_of(name: str) -> System:
    """One system for all theories, which share what belongs to the Lagrangian."""
    (text,) = (case["file"] for case in SYSTEMS if case["name"] == name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.toml"
        path.write_text(text, "utf8")
        return System.from_file(path)


def tree_of(function: Any) -> Any:
    return function.space.chart.ring.expression(function.element())


def close(tree: Any, expected: str, point: dict[str, Any], functions: Any) -> bool:
    found = evaluate_tree(tree, point, functions, 50)
    return abs(found - mpf(expected)) <= TOLERANCE * max(1, abs(mpf(expected)))


THEORIES = ["projection", "omega_gamma", "constrained_cartan", "lagrange_space"]


@pytest.mark.parametrize("theory", THEORIES)
@pytest.mark.parametrize("case", SYSTEMS, ids=lambda case: case["name"])
def test_derivation(case: dict[str, Any], theory: str) -> None:
    system = system_of(case["name"])
    if theory == "lagrange_space" and not is_autonomous(system):
        with pytest.raises(NotApplicable, match="depends on the time"):
            system.dynamics(theory)
        return
    shown = system.dynamics(theory).presentation
    accelerations = {name: tree_of(function) for name, function in shown.accelerations.items()}
    multipliers = [tree_of(function) for function in shown.multipliers]
    with mp.workdps(50):
        for given in case["points"]:
            point = {name: value_of(text) for name, text in given["values"].items()}
            functions = concrete_functions(given["functions"], list(point))
            for name, expected in given["accelerations"].items():
                assert close(accelerations[name], expected, point, functions), name
            for tree, expected in zip(multipliers, given["multipliers"], strict=True):
                assert close(tree, expected, point, functions)
