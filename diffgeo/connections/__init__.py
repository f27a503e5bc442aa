"""Connections: Ehresmann connections, nonlinear connections of second-order fields.

The public names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "DynamicalDerivative": "dynamical",
    "EhresmannConnection": "ehresmann",
    "NonlinearConnection": "nonlinear",
    "SecondOrderConnection": "second_order",
    "SemisprayConnection": "semisprays",
    "jacobi_endomorphism": "dynamical",
}

__all__ = [
    "DynamicalDerivative",
    "EhresmannConnection",
    "NonlinearConnection",
    "SecondOrderConnection",
    "SemisprayConnection",
    "jacobi_endomorphism",
]

if TYPE_CHECKING:
    from diffgeo.connections.dynamical import DynamicalDerivative, jacobi_endomorphism
    from diffgeo.connections.ehresmann import EhresmannConnection
    from diffgeo.connections.nonlinear import NonlinearConnection
    from diffgeo.connections.second_order import SecondOrderConnection
    from diffgeo.connections.semisprays import SemisprayConnection


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo.connections' has no attribute {name!r}")
    return getattr(import_module(f"diffgeo.connections.{_HOME[name]}"), name)
