"""The operators of `diffgeo.calculus.brackets` on symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diffgeo.calculus.derivations import d
from diffgeo.proofs.constructions import (
    Bracket,
    Exterior,
    Insertion,
    Interior,
    Lie,
    Multiple,
    Multiplication,
    NamedDerivation,
    Product,
    Sum,
)
from diffgeo.proofs.symbolic_degrees import sign_of
from diffgeo.proofs.symbolic_multivectors import SymbolicMultivector, schouten
from diffgeo.proofs.symbolic_objects import (
    SymbolicForm,
    SymbolicOperator,
    SymbolicVectorForm,
    describe,
    every_manifold,
    exterior_derivative,
    is_zero,
    operation,
)


@operation
def interior(K: Any, thing: Any = None) -> Any:
    """``i_K``, ``i_K α`` or ``i_K M``; of a multivector ``i_P`` or ``i_P α``."""
    if isinstance(K, SymbolicMultivector):
        inserted = SymbolicOperator(Interior(K), -K.degree)
        return inserted if thing is None else inserted(thing)
    _require_vector_form("interior", K)
    if isinstance(thing, SymbolicVectorForm):
        return SymbolicVectorForm(Insertion(K, thing), K.degree + thing.degree - 1)
    operator = SymbolicOperator(Interior(K), K.degree - 1)
    return operator if thing is None else operator(thing)


@operation
def lie(K: Any, thing: Any = None) -> Any:
    """``L_K``, ``L_K α`` or ``[K, M]``; of a multivector ``L_P = [i_P, d]`` or ``L_P α``."""
    if isinstance(K, SymbolicMultivector) and (thing is None or isinstance(thing, SymbolicForm)):
        along = SymbolicOperator(Lie(K), 1 - K.degree)
        return along if thing is None else along(thing)
    if isinstance(thing, SymbolicMultivector):
        return bracket(K, thing)
    _require_vector_form("lie", K)
    if isinstance(thing, SymbolicVectorForm):
        return bracket(K, thing)
    operator = SymbolicOperator(Lie(K), K.degree)
    return operator if thing is None else operator(thing)


@operation
def bracket(first: Any, second: Any) -> Any:
    """The graded commutator of operators; the bracket of vector-valued forms or multivectors.

    Beside an operator, a form is the product with it.
    """
    first, second = (exterior_derivative() if x is d else x for x in (first, second))
    if any(isinstance(x, SymbolicMultivector) for x in (first, second)):
        return schouten(first, second)
    if any(isinstance(x, SymbolicOperator) for x in (first, second)):
        first, second = (
            SymbolicOperator(Multiplication(x), x.degree) if isinstance(x, SymbolicForm) else x
            for x in (first, second)
        )
    for kind in (SymbolicVectorForm, SymbolicOperator):
        if isinstance(first, kind) and isinstance(second, kind):
            return kind(Bracket(first, second), first.degree + second.degree)
    raise TypeError(
        "bracket takes two operators or two vector-valued forms, "
        f"not {describe(first)} and {describe(second)}; L_X f is lie(X, f)"
    )


@operation
def nijenhuis_richardson(K: Any, M: Any) -> SymbolicVectorForm:
    """``i_K M - (-1)^{(k-1)(m-1)} i_M K``."""
    for operand in (K, M):
        _require_vector_form("nijenhuis_richardson", operand)
    sign = sign_of((K.degree - 1) * (M.degree - 1))
    return interior(K, M) - sign * interior(M, K)  # type: ignore[no-any-return]


@operation
def decompose(D: Any) -> tuple[SymbolicVectorForm, SymbolicVectorForm]:
    """The unique (K, N) with ``D = L_K + i_N`` of an operator that was made as a derivation.

    By the rules of the calculus, so that K and N are written in the data of D:
    ``[L_K, L_M] = L_{[K,M]}``, ``[L_K, i_M] = i_{[K,M]} - (-1)^{k(m-1)} L_{i_M K}``,
    ``ω*L_K = L_{ω*K} - (-1)^{|ω|+k} i_{dω*K}``, ….
    """
    D = exterior_derivative() if D is d else D
    if not isinstance(D, SymbolicOperator):
        raise TypeError(f"decompose takes a derivation, not {describe(D)}")
    if not D.is_derivation:
        raise TypeError(
            f"decompose takes a derivation; {describe(D)} contains a composition: "
            "write [D, E] with bracket(D, E), and D∘D as bracket(D, D)/2 for odd D"
        )
    zero = (_zero(D.degree), _zero(D.degree + 1))
    match D.made:
        case Exterior():
            return every_manifold.identity, zero[1]
        case Lie((K,)):
            return K, zero[1]
        case Interior((N,)):
            return zero[0], N
        case NamedDerivation((_, K, N)):
            return K if K is not None else zero[0], N
        case Sum(terms):
            parts = [decompose(a) for a in terms]
            return sum((K for K, _ in parts), zero[0]), sum((N for _, N in parts), zero[1])
        case Multiple((factor, inner)):
            K, N = decompose(inner)
            return factor * K, factor * N
        case Product((omega, inner)):
            K, N = decompose(inner)
            sign = sign_of(omega.degree + K.degree)
            slope = exterior_derivative()(omega)
            return _times(omega, K), _times(omega, N) - sign * _times(slope, K)
    return _commutator(*(decompose(a) for a in D.arguments))


Pair = tuple[SymbolicVectorForm, SymbolicVectorForm]


def _commutator(first: Pair, second: Pair) -> Pair:
    """The decomposition of ``[L_K + i_N, L_M + i_P]``."""
    (K, N), (M, P) = first, second
    k, m = K.degree, M.degree
    lie_part = _of(bracket, K, M) - sign_of(k * m) * _of(interior, P, K) + _of(interior, N, M)
    inserted = _of(bracket, K, P) - sign_of(k * m) * _of(bracket, M, N)
    if not (is_zero(N) or is_zero(P)):
        inserted = inserted + nijenhuis_richardson(N, P)
    return lie_part, inserted


def _of(operation: Callable[..., Any], K: Any, M: Any) -> Any:
    result = operation(K, M)
    return _zero(result.degree) if is_zero(K) or is_zero(M) else result


def _times(omega: SymbolicForm, K: SymbolicVectorForm) -> Any:
    product = omega * K
    return _zero(product.degree) if is_zero(K) else product


def _zero(degree: Any) -> SymbolicVectorForm:
    return SymbolicVectorForm(Sum(), degree)


def _require_vector_form(name: str, K: Any) -> None:
    if not isinstance(K, SymbolicVectorForm):
        raise TypeError(f"{name} takes a vector field or vector-valued form, not {K}")
