"""Symbols of forms and vector-valued forms: identities that hold on every manifold.

`symbols_of_vector_forms` and `symbols_of_forms` declare symbols; ``d``, ``interior``, ``lie``,
``bracket``, ``+ - *`` and ``@`` (composition) make expressions of them; ``check`` answers

- PROVED if both sides have the same normal form, on every manifold of every dimension,
- REFUTED if concrete polynomial forms on a manifold of small dimension contradict it,
- UNKNOWN otherwise.

Relations can be declared (``assuming=[P @ P == P]``): then PROVED and REFUTED are about all
data that satisfy them. With ``dimension=n`` an identity that is not proved is decided exactly
for all data in that dimension.

>>> from diffgeo import check, d, interior, lie, symbols_of_forms, symbols_of_vector_forms
>>> X = symbols_of_vector_forms("X", degree=0)
>>> alpha = symbols_of_forms("alpha", degree=2)
>>> check(lie(X, alpha) == interior(X, d(alpha)) + d(interior(X, alpha))).status
<Status.PROVED: 'PROVED'>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

_HOME = {
    **dict.fromkeys(
        [
            "Symbolic",
            "SymbolicForm",
            "SymbolicOperator",
            "SymbolicVectorForm",
            "every_manifold",
        ],
        "objects",
    ),
    **dict.fromkeys(
        [
            "symbols_of_derivations",
            "symbols_of_forms",
            "symbols_of_functions",
            "symbols_of_vector_fields",
            "symbols_of_vector_forms",
        ],
        "declaring",
    ),
    "InstanceCounterexample": "instances",
}

__all__ = [
    "InstanceCounterexample",
    "Symbolic",
    "SymbolicForm",
    "SymbolicOperator",
    "SymbolicVectorForm",
    "every_manifold",
    "symbols_of_derivations",
    "symbols_of_forms",
    "symbols_of_functions",
    "symbols_of_vector_fields",
    "symbols_of_vector_forms",
]

if TYPE_CHECKING:
    from diffgeo.symbols.declaring import (
        symbols_of_derivations,
        symbols_of_forms,
        symbols_of_functions,
        symbols_of_vector_fields,
        symbols_of_vector_forms,
    )
    from diffgeo.symbols.instances import InstanceCounterexample
    from diffgeo.symbols.objects import (
        Symbolic,
        SymbolicForm,
        SymbolicOperator,
        SymbolicVectorForm,
        every_manifold,
    )


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'diffgeo.symbols' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"diffgeo.symbols.{_HOME[name]}"), name)
