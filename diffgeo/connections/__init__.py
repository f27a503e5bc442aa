"""Connections: Ehresmann connections, nonlinear connections of second-order fields.

The public names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "BianchiIdentities": "bianchi",
    "DistinguishedConnection": "distinguished",
    "DynamicalDerivative": "dynamical",
    "EhresmannConnection": "ehresmann",
    "NLinearConnection": "n_linear",
    "NonlinearConnection": "nonlinear",
    "SecondOrderConnection": "second_order",
    "SemisprayConnection": "semisprays",
    "canonical_metrical": "metrical",
    "cartan_tensor": "metrical",
    "fibre_metric": "metrical",
    "jacobi_endomorphism": "dynamical",
    "sasaki_lift": "metrical",
}

__all__ = [
    "BianchiIdentities",
    "DistinguishedConnection",
    "DynamicalDerivative",
    "EhresmannConnection",
    "NLinearConnection",
    "NonlinearConnection",
    "SecondOrderConnection",
    "SemisprayConnection",
    "canonical_metrical",
    "cartan_tensor",
    "fibre_metric",
    "jacobi_endomorphism",
    "sasaki_lift",
]

if TYPE_CHECKING:
    from diffgeo.connections.bianchi import BianchiIdentities
    from diffgeo.connections.distinguished import DistinguishedConnection
    from diffgeo.connections.dynamical import DynamicalDerivative, jacobi_endomorphism
    from diffgeo.connections.ehresmann import EhresmannConnection
    from diffgeo.connections.metrical import (
        canonical_metrical,
        cartan_tensor,
        fibre_metric,
        sasaki_lift,
    )
    from diffgeo.connections.n_linear import NLinearConnection
    from diffgeo.connections.nonlinear import NonlinearConnection
    from diffgeo.connections.second_order import SecondOrderConnection
    from diffgeo.connections.semisprays import SemisprayConnection


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo.connections' has no attribute {name!r}")
    return getattr(import_module(f"diffgeo.connections.{_HOME[name]}"), name)
