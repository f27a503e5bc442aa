"""Geometric mechanics of constrained Lagrangian systems, on top of `diffgeo`.

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mechanics import gallery, theories
    from mechanics.comparison import Comparison, compare
    from mechanics.derivation_files import load_dynamics
    from mechanics.dynamics import Dynamics
    from mechanics.energy import EnergyBalance
    from mechanics.first_integrals import FirstIntegral, FirstIntegrals
    from mechanics.hamiltonian import HamiltonianDynamics
    from mechanics.noether import Noether
    from mechanics.simulation import simulate
    from mechanics.singular import Reduction
    from mechanics.systems import System, load
    from mechanics.trajectory import Trajectory

_HOME = {
    "Comparison": "mechanics.comparison",
    "Dynamics": "mechanics.dynamics",
    "EnergyBalance": "mechanics.energy",
    "FirstIntegral": "mechanics.first_integrals",
    "FirstIntegrals": "mechanics.first_integrals",
    "HamiltonianDynamics": "mechanics.hamiltonian",
    "Noether": "mechanics.noether",
    "Reduction": "mechanics.singular",
    "System": "mechanics.systems",
    "Trajectory": "mechanics.trajectory",
    "compare": "mechanics.comparison",
    "load": "mechanics.systems",
    "load_dynamics": "mechanics.derivation_files",
    "simulate": "mechanics.simulation",
}
_MODULES = ("gallery", "theories")

__all__ = [
    "Comparison",
    "Dynamics",
    "EnergyBalance",
    "FirstIntegral",
    "FirstIntegrals",
    "HamiltonianDynamics",
    "Noether",
    "Reduction",
    "System",
    "Trajectory",
    "compare",
    "gallery",
    "load",
    "load_dynamics",
    "simulate",
    "theories",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"mechanics.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'mechanics' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
