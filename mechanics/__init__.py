"""Geometric mechanics of constrained Lagrangian systems, on top of `diffgeo`.

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mechanics import theories
    from mechanics.algorithm.constraint_algorithm import Reduction
    from mechanics.analysis.comparison import Comparison, compare
    from mechanics.analysis.energy import EnergyBalance
    from mechanics.analysis.first_integrals import FirstIntegral, FirstIntegrals
    from mechanics.analysis.hamiltonian import HamiltonianDynamics
    from mechanics.analysis.noether import Noether
    from mechanics.faces.derivation_files import load_dynamics
    from mechanics.model import gallery
    from mechanics.model.systems import System, load
    from mechanics.motion.simulation import simulate
    from mechanics.motion.trajectory import Trajectory
    from mechanics.theories.dynamics import Dynamics

_HOME = {
    "Comparison": "mechanics.analysis.comparison",
    "Dynamics": "mechanics.theories.dynamics",
    "EnergyBalance": "mechanics.analysis.energy",
    "FirstIntegral": "mechanics.analysis.first_integrals",
    "FirstIntegrals": "mechanics.analysis.first_integrals",
    "HamiltonianDynamics": "mechanics.analysis.hamiltonian",
    "Noether": "mechanics.analysis.noether",
    "Reduction": "mechanics.algorithm.constraint_algorithm",
    "System": "mechanics.model.systems",
    "Trajectory": "mechanics.motion.trajectory",
    "compare": "mechanics.analysis.comparison",
    "load": "mechanics.model.systems",
    "load_dynamics": "mechanics.faces.derivation_files",
    "simulate": "mechanics.motion.simulation",
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
