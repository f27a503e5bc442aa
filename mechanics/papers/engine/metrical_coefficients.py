"""Coefficients of metrical connections with letters for indices, in any number of dimensions.

Indices that are not summed are letters: δ_k, or ∂/∂y^k, is an arbitrary field ``X_k``, and g_hj a
function. L_hjk = g_hi L^i_jk is a function ``l_h`` for the letters h, j, k, and ``l_j`` is L_jhk. A
sum over i is one over a family (`diffgeo.proofs.Indices`).
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    check,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import Indices

X_h, X_j, X_k = symbols_of_vector_fields("X_h X_j X_k")
g_hj, g_hk, g_jk = symbols_of_functions("g_hj g_hk g_jk")
l_h, l_j, l_k = symbols_of_functions("l_h l_j l_k")


def metric_is_constant(h: Any, j: Any, k: Any) -> list[Any]:
    """g_hj|k = 0 along fields X_h, …, for coefficients that are symmetric in the last indices."""
    return [k(g_hj) == l_h + l_j, j(g_hk) == l_h + l_k, h(g_jk) == l_j + l_k]


def christoffel(h: Any, j: Any, k: Any) -> Any:
    """½(X_k g_hj + X_j g_hk - X_h g_jk)."""
    return (k(g_hj) + j(g_hk) - h(g_jk)) / 2


def raised() -> list[Verdict]:
    """g_hi L^i_jk = L_hjk iff L^i_jk = g^ih L_hjk."""
    index = Indices("I")
    g, inverse = symbols_of_vector_forms("g g_up", degree=1)
    L, low = symbols_of_vector_fields("L_jk low_jk")
    given = [*index.inverse(inverse, g), *index.functions(L), *index.functions(low)]
    return [
        check(inverse(low) == L, assuming=[*given, g(L) == low]),
        check(g(L) == low, assuming=[*given, inverse(low) == L]),
    ]


def generalised_christoffel_symbols() -> list[Verdict]:
    """g_hj|k = 0, L^i_jk = L^i_kj iff 2L_hjk = X_k g_hj + X_j g_hk - X_h g_jk, for all fields."""
    formulas = [
        l_h == christoffel(X_h, X_j, X_k),
        l_j == (X_k(g_hj) + X_h(g_jk) - X_j(g_hk)) / 2,
        l_k == (X_j(g_hk) + X_h(g_jk) - X_k(g_hj)) / 2,
    ]
    constant = metric_is_constant(X_h, X_j, X_k)
    return [check(formulas, assuming=constant), check(constant, assuming=formulas), *raised()]
