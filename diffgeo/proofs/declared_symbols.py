"""Symbols: arbitrary functions, fields, forms, vector-valued forms, derivations.

A symbol is known by its name, what it is, and its degree: declaring it again, as when a cell of
a notebook is run twice, gives the same symbol. In one statement a name means one thing only.

Symbols are born here, also when they are read from a pickle, and so are all public names that lead
to one: this module loads what can be done with symbols, so that none is without it.

Source: of the rules that symbols obey, Kolář, Michor and Slovák, Natural Operations in Differential
Geometry (1993), § 8.
"""

from __future__ import annotations

from typing import Any

import diffgeo.proofs.decision
import diffgeo.proofs.symbolic_operators  # noqa: F401  (registers what it defines, as `decision`)
from diffgeo.errors import DegreeMismatch, ExpressionError, NameClash, SpaceMismatch
from diffgeo.proofs.constructions import Construction, Named, NamedDerivation
from diffgeo.proofs.symbolic_degrees import Degree
from diffgeo.proofs.symbolic_maps import SymbolicMap
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector
from diffgeo.proofs.symbolic_objects import (
    ArbitraryManifold,
    Symbolic,
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
    every_manifold,
    known,
    operation,
)

__all__ = ["Symbolic", "SymbolicForm", "SymbolicMultivector", "SymbolicOperator"]
__all__ += ["SymbolicVectorForm", "every_manifold"]
__all__ += ["symbols_of_degrees", "symbols_of_derivations", "symbols_of_forms"]
__all__ += ["symbols_of_functions", "symbols_of_multivectors"]
__all__ += ["symbols_of_vector_fields", "symbols_of_vector_forms"]


def symbols_of_vector_forms(names: str, *, degree: int | Degree, on: Any = every_manifold) -> Any:
    """Symbols of vector-valued forms on every manifold; degree 0 are vector fields.

    One name gives the symbol, several names a tuple. The same call gives the same symbols.

    >>> from diffgeo import bracket, check, lie, symbols_of_vector_forms
    >>> K, M = symbols_of_vector_forms("K M", degree=1)
    >>> check(bracket(lie(K), lie(M)) == lie(bracket(K, M))).status
    <Status.PROVED: 'PROVED'>

    Parameters
    ----------
    names
        Names with blanks between them.
    degree
        The degree of all of them.
    on
        The manifold, of those that are declared by `symbols_of_manifolds`.

    Returns
    -------
    SymbolicVectorForm or tuple
        One symbol, or several.
    """
    found = _names(names, degree)
    return _one([known(SymbolicVectorForm, degree, name, *_on(on)) for name in found])


def symbols_of_vector_fields(names: str, *, on: Any = every_manifold) -> Any:
    """Symbols of vector fields on every manifold: vector-valued forms of degree 0.

    Parameters
    ----------
    names
        Names with blanks between them.

    on
        The manifold, of those that are declared by `symbols_of_manifolds`.

    Returns
    -------
    SymbolicVectorForm or tuple
        One symbol of degree 0, or several.

    Examples
    --------
    >>> from diffgeo import bracket, check, symbols_of_vector_fields
    >>> X, Y, Z = symbols_of_vector_fields("X Y Z")
    >>> jacobi = bracket(X, bracket(Y, Z)) == bracket(bracket(X, Y), Z) + bracket(Y, bracket(X, Z))
    >>> print(check(jacobi).status.name)
    PROVED
    """
    return symbols_of_vector_forms(names, degree=0, on=on)


def symbols_of_forms(names: str, *, degree: int | Degree, on: Any = every_manifold) -> Any:
    """Symbols of forms on every manifold; degree 0 are functions.

    One name gives the symbol, several names a tuple. The same call gives the same symbols.

    Parameters
    ----------
    names
        Names with blanks between them.
    degree
        The degree of all of them.
    on
        The manifold, of those that are declared by `symbols_of_manifolds`.

    Returns
    -------
    SymbolicForm or tuple
        One symbol, or several.

    Examples
    --------
    >>> from diffgeo import check, symbols_of_forms
    >>> alpha, beta = symbols_of_forms("alpha beta", degree=1)
    >>> print(check(alpha * beta == -beta * alpha).status.name)
    PROVED
    """
    return _one([known(SymbolicForm, degree, name, *_on(on)) for name in _names(names, degree)])


def symbols_of_functions(names: str, *, on: Any = every_manifold) -> Any:
    """Symbols of functions on every manifold: forms of degree 0.

    Parameters
    ----------
    names
        Names with blanks between them.
    on
        The manifold, of those that are declared by `symbols_of_manifolds`.

    Returns
    -------
    SymbolicForm or tuple
        One symbol of degree 0, or several.

    Examples
    --------
    >>> from diffgeo import check, d, symbols_of_functions
    >>> f, g = symbols_of_functions("f g")
    >>> print(check(d(f * g) == f * d(g) + g * d(f)).status.name)
    PROVED
    """
    return symbols_of_forms(names, degree=0, on=on)


def symbols_of_multivectors(names: str, *, degree: int, on: Any = every_manifold) -> Any:
    """Symbols of multivector fields on every manifold, such as bivectors (degree 2).

    Parameters
    ----------
    names
        Names with blanks between them.
    degree
        The degree of all of them, a number.
    on
        The manifold, of those that are declared by `symbols_of_manifolds`.

    Returns
    -------
    SymbolicMultivector or tuple
        One symbol, or several.

    Raises
    ------
    DegreeMismatch
        The degree is no natural number: proofs count the slots of multivectors.

    Examples
    --------
    >>> from diffgeo import bracket, check
    >>> from diffgeo.proofs import symbols_of_multivectors
    >>> P, Q = symbols_of_multivectors("P Q", degree=2)
    >>> check(bracket(P, bracket(P, Q)) == 0, assuming=[bracket(P, P) == 0]).status
    <Status.PROVED: 'PROVED'>
    """
    if isinstance(degree, Degree):
        raise DegreeMismatch(f"{names} cannot have degree {degree}: multivectors have a known one")
    found = _names(names, degree)
    return _one([known(SymbolicMultivector, degree, name, *_on(on)) for name in found])


def symbols_of_degrees(names: str) -> Any:
    """Symbols of natural numbers, for degrees and for signs such as ``(-1)**(k*m)``.

    What is proved of symbols of such degrees is proved for all numbers: for each way in which they
    are even or odd there is a certificate.

    Parameters
    ----------
    names
        Names with blanks between them.

    Returns
    -------
    Degree or tuple
        One number, or several.

    Examples
    --------
    >>> from diffgeo import bracket, check, symbols_of_vector_forms
    >>> from diffgeo.proofs import symbols_of_degrees
    >>> k, m = symbols_of_degrees("k m")
    >>> K, M = symbols_of_vector_forms("K", degree=k), symbols_of_vector_forms("M", degree=m)
    >>> print(check(bracket(K, M) == -(-1) ** (k * m) * bracket(M, K)).status.name)
    PROVED
    """
    return _one([Degree({(name,): 1}) for name in _names(names, 0)])


def symbols_of_derivations(names: str, *, degree: int | Degree) -> Any:
    """Symbols of graded derivations of Ω(M), of a degree not less than -1.

    By the theorem of Frölicher and Nijenhuis such a derivation is ``L_K + i_N`` with unique
    symbols K of degree ``degree`` and N of degree ``degree + 1``, which ``decompose`` gives
    (they are called ``D_K`` and ``D_N``); in degree -1 it is ``i_N``.

    Parameters
    ----------
    names
        Names with blanks between them.
    degree
        The degree of all of them, at least -1.

    Returns
    -------
    SymbolicOperator or tuple
        One symbol, or several.

    Examples
    --------
    >>> from diffgeo import bracket, check, d
    >>> from diffgeo.proofs import symbols_of_derivations
    >>> D = symbols_of_derivations("D", degree=2)
    >>> check(bracket(d, bracket(d, D)) == 0).status
    <Status.PROVED: 'PROVED'>
    """
    found = []
    for name in _names(names, degree, least=-1):
        K = known(SymbolicVectorForm, degree, f"{name}_K") if degree != -1 else None
        N = known(SymbolicVectorForm, degree + 1, f"{name}_N")
        found.append(SymbolicOperator(NamedDerivation(name, K, N), degree))
    return _one(found)


def symbols_of_manifolds(names: str) -> Any:
    """Arbitrary manifolds, for symbols that live on different ones.

    Parameters
    ----------
    names
        Names with blanks between them.

    Returns
    -------
    ArbitraryManifold or tuple
        One manifold, or several; the same name gives the same one.

    Examples
    --------
    >>> from diffgeo import symbols_of_forms
    >>> from diffgeo.proofs import symbols_of_manifolds
    >>> N = symbols_of_manifolds("N")
    >>> print(symbols_of_forms("omega", degree=2, on=N).space)
    N
    """
    return _one([manifold(name) for name in _names(names, 0)])


def symbols_of_maps(names: str, *, source: Any, target: Any) -> Any:
    """Symbols of smooth maps between arbitrary manifolds.

    Parameters
    ----------
    names
        Names with blanks between them.
    source, target
        Manifolds that are declared by `symbols_of_manifolds`; they may be the same.

    Returns
    -------
    SymbolicMap or tuple
        One symbol, or several.

    Raises
    ------
    SpaceMismatch
        The source or target is no such manifold.

    Examples
    --------
    >>> from diffgeo import check, d, symbols_of_forms
    >>> from diffgeo.proofs import symbols_of_manifolds, symbols_of_maps
    >>> M, N = symbols_of_manifolds("M N")
    >>> phi = symbols_of_maps("phi", source=M, target=N)
    >>> omega = symbols_of_forms("omega", degree=2, on=N)
    >>> check(phi.pull(d(omega)) == d(phi.pull(omega))).status
    <Status.PROVED: 'PROVED'>
    """
    for place in (source, target):
        if not isinstance(place, ArbitraryManifold) or place is every_manifold:
            raise SpaceMismatch(f"{place} is not declared: M = symbols_of_manifolds('M')")
    return _one([known(SymbolicMap, 0, name, source, target) for name in _names(names, 0)])


@operation
def manifold(name: str) -> ArbitraryManifold:
    """The arbitrary manifold with a name."""
    return _manifolds.setdefault(name, ArbitraryManifold(name))


_manifolds: dict[str, ArbitraryManifold] = {}


@operation
def restored(kind: type[Symbolic], made: Construction, degree: int) -> Symbolic:
    """A symbolic object that was pickled; a symbol is found by its name."""
    # A serial number means nothing in another process.
    return known(kind, degree, *made.arguments) if isinstance(made, Named) else kind(made, degree)


def _names(names: str, degree: Any, least: int = 0) -> list[str]:
    found = names.replace(",", " ").split() if isinstance(names, str) else []
    if not found or not all(name.isidentifier() for name in found):
        raise ExpressionError(f"{names!r} does not list names of symbols, such as 'K M'")
    if len(set(found)) < len(found):
        raise NameClash(f"{names!r} lists a name twice: symbols that are different need two names")
    if isinstance(degree, Degree):
        degree.require_linear(names)
    elif not isinstance(degree, int) or degree < least:
        raise DegreeMismatch(f"{names} cannot have degree {degree!r}: give an integer >= {least}")
    return found


def _on(manifold: Any) -> tuple[Any, ...]:
    return () if manifold is every_manifold else (manifold,)


def _one(found: list[Any]) -> Any:
    return tuple(found) if len(found) > 1 else found[0]
