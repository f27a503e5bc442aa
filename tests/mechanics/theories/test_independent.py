"""Accelerations and multipliers against numbers that were computed without this library.

The file holds systems (text of a system file) and points on their constraint sets with the
values to 40 digits. They come from the bordered equations W a - Aᵀ λ = b, A a = c at each
point, set up twice: with SymPy's derivatives and 60-digit arithmetic, and with central
differences in 240 digits that differentiate nothing; both agreed to 1e-45.
"""

from __future__ import annotations

import json
from pathlib import Path
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


def close(function: Any, expected: str, point: dict[str, Any], functions: Any) -> bool:
    ring = function.space.chart.ring
    found = evaluate_tree(ring.expression(function.element()), point, functions, 50)
    return abs(found - mpf(expected)) <= TOLERANCE * max(1, abs(mpf(expected)))


THEORIES = ["projection", "omega_gamma", "constrained_cartan", "lagrange_space"]


@pytest.mark.parametrize("theory", THEORIES)
@pytest.mark.parametrize("case", SYSTEMS, ids=lambda case: case["name"])
def test_derivation(case: dict[str, Any], theory: str, tmp_path: Path) -> None:
    path = tmp_path / f"{case['name']}.toml"
    path.write_text(case["file"], "utf8")
    system = System.from_file(path)
    if theory == "lagrange_space" and not is_autonomous(system):
        with pytest.raises(NotApplicable, match="depends on the time"):
            system.dynamics(theory)
        return
    shown = system.dynamics(theory).presentation
    with mp.workdps(50):
        for given in case["points"]:
            point = {name: value_of(text) for name, text in given["values"].items()}
            functions = concrete_functions(given["functions"], list(point))
            for name, expected in given["accelerations"].items():
                function = shown.accelerations[name]
                assert close(function, expected, point, functions), name
                assert not close(function + 1, expected, point, functions), name
            for function, expected in zip(shown.multipliers, given["multipliers"], strict=True):
                assert close(function, expected, point, functions)
