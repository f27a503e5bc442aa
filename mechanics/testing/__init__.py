"""For tests: whether a theory of constraints is right, impostors, and random systems.

`check_theory` is the conformance test that every theory passes. The strategies for random
systems need Hypothesis (``pip install diffgeo-mechanics[testing]``), which is imported when
they are used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mechanics.testing import wrong_theories as impostors
    from mechanics.testing.conformance import check_theory
    from mechanics.testing.conformance_report import Line, Report
    from mechanics.testing.naturality_of_theories import naturality, pulled_back
    from mechanics.testing.random_systems import (
        affine_constraints,
        coefficients,
        lagrangians,
        systems,
    )
    from mechanics.testing.standard_systems import standard_systems

_HOME = {
    "check_theory": "conformance",
    **dict.fromkeys(["naturality", "pulled_back"], "coordinates"),
    **dict.fromkeys(["Line", "Report"], "report"),
    "standard_systems": "standard",
    **dict.fromkeys(["affine_constraints", "coefficients", "lagrangians", "systems"], "strategies"),
}
_MODULES = ("impostors",)

__all__ = [
    "Line",
    "Report",
    "affine_constraints",
    "check_theory",
    "coefficients",
    "impostors",
    "lagrangians",
    "naturality",
    "pulled_back",
    "standard_systems",
    "systems",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"mechanics.testing.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'mechanics.testing' has no attribute {name!r}")
    value = getattr(import_module(f"mechanics.testing.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
