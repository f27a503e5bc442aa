"""Symbols: arbitrary functions, fields, forms, vector-valued forms, derivations.

A symbol is known by its name, what it is, and its degree: declaring it again, as when a cell of
a notebook is run twice, gives the same symbol. In one statement a name means one thing only.
"""

from __future__ import annotations

from typing import Any

from diffgeo.errors import DegreeMismatch, ExpressionError, NameClash
from diffgeo.proofs.constructions import NamedDerivation
from diffgeo.proofs.symbolic_objects import (
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
    known,
)


def symbols_of_vector_forms(names: str, *, degree: int) -> Any:
    """Symbols of vector-valued forms on every manifold; degree 0 are vector fields.

    One name gives the symbol, several names a tuple. The same call gives the same symbols.

    >>> from diffgeo import bracket, check, lie, symbols_of_vector_forms
    >>> K, M = symbols_of_vector_forms("K M", degree=1)
    >>> check(bracket(lie(K), lie(M)) == lie(bracket(K, M))).status
    <Status.PROVED: 'PROVED'>
    """
    found = _names(names, degree)
    return _one([known(SymbolicVectorForm, degree, name) for name in found])


def symbols_of_vector_fields(names: str) -> Any:
    """Symbols of vector fields on every manifold: vector-valued forms of degree 0."""
    return symbols_of_vector_forms(names, degree=0)


def symbols_of_forms(names: str, *, degree: int) -> Any:
    """Symbols of forms on every manifold; degree 0 are functions.

    One name gives the symbol, several names a tuple. The same call gives the same symbols.
    """
    return _one([known(SymbolicForm, degree, name) for name in _names(names, degree)])


def symbols_of_functions(names: str) -> Any:
    """Symbols of functions on every manifold: forms of degree 0."""
    return symbols_of_forms(names, degree=0)


def symbols_of_derivations(names: str, *, degree: int) -> Any:
    """Symbols of graded derivations of Ω(M), of a degree not less than -1.

    By the theorem of Frölicher and Nijenhuis such a derivation is ``L_K + i_N`` with unique
    symbols K of degree ``degree`` and N of degree ``degree + 1``, which ``decompose`` gives
    (they are called ``D_K`` and ``D_N``); in degree -1 it is ``i_N``.

    >>> from diffgeo import bracket, check, d
    >>> from diffgeo.proofs import symbols_of_derivations
    >>> D = symbols_of_derivations("D", degree=2)
    >>> check(bracket(d, bracket(d, D)) == 0).status
    <Status.PROVED: 'PROVED'>
    """
    found = []
    for name in _names(names, degree, least=-1):
        K = known(SymbolicVectorForm, degree, f"{name}_K") if degree >= 0 else None
        N = known(SymbolicVectorForm, degree + 1, f"{name}_N")
        found.append(SymbolicOperator(NamedDerivation(name, K, N), degree))
    return _one(found)


def _names(names: str, degree: int, least: int = 0) -> list[str]:
    found = names.replace(",", " ").split() if isinstance(names, str) else []
    if not found or not all(name.isidentifier() for name in found):
        raise ExpressionError(f"{names!r} does not list names of symbols, such as 'K M'")
    if len(set(found)) < len(found):
        raise NameClash(f"{names!r} lists a name twice: symbols that are different need two names")
    if not isinstance(degree, int) or degree < least:
        raise DegreeMismatch(f"{names} cannot have degree {degree!r}: give an integer >= {least}")
    return found


def _one(found: list[Any]) -> Any:
    return tuple(found) if len(found) > 1 else found[0]
