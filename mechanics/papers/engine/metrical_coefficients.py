"""Coefficients of metrical connections with letters for indices, in any number of dimensions.

Indices that are not summed are letters: δ_k, or ∂/∂y^k, is an arbitrary field ``X_k``, and g_hj a
function. L_hjk = g_hi L^i_jk is a function ``l_h`` for the letters h, j, k, and ``l_j`` is L_jhk. A
sum over i is one over a family (`diffgeo.proofs.Indices`).
"""

from __future__ import annotations

from typing import Any

from diffgeo import (
    Verdict,
    bracket,
    check,
    lie,
    symbols_of_forms,
    symbols_of_functions,
    symbols_of_vector_fields,
    symbols_of_vector_forms,
)
from diffgeo.proofs import Coordinates, Indices

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


def equations_of_motion(*, time: bool) -> list[Verdict]:
    """d/dt ∂L/∂y^i - ∂L/∂x^i = F_i iff ẍ^i + 2G^i = ½g^ij F_j, with 2G^i = ½g^ij (… - ∂L/∂x^j).

    … is (∂²L/∂y^j ∂x^k) y^k, and with time ∂²L/∂y^j ∂t besides, of which N_0 is made. ``P``, ``Q``
    are the families ∂L/∂y^i, ∂L/∂x^i, 2g_ij = ∂P_i/∂y^j, and ``f`` is ẍ; any P and Q would do.
    """
    k = Coordinates(time=time, x="i", y="i")
    (P, dP), (f, _) = k.declare("P", "i"), k.declare("f", "i")
    Q, F, rate, spray, clock = symbols_of_vector_fields("Q F rate spray clock")
    g, up = symbols_of_vector_forms("g g_up", degree=1)
    index = k.index["i"]
    hessian = bracket(k.d_y(f), P) == dP(k.d_y(f))
    motion = k.d_x(k.y) + k.d_y(f) + (k.d_t if time else 0 * k.d_y(f))
    still = k.d_x(k.y) + (k.d_t if time else 0 * k.d_y(f))
    given = [*index.inverse(up, g), *(r for X in (Q, F, rate, clock) for r in index.functions(X))]
    given += [*index.functions(f), spray == up(rate - Q) / 2 + up(clock) / 2]
    equation = rate + clock + 2 * g(f) - Q == F
    solved = f + spray == up(F) / 2
    return [
        check(hessian, assuming=k.relations, lemmas=[bracket(P, k.d_y)(f) == -dP(k.d_y(f))]),
        check(bracket(motion, P) == bracket(still, P) + dP(k.d_y(f)), assuming=[hessian]),
        check(solved, assuming=[*given, equation], lemmas=[up(equation.left) == up(F)]),
        check(equation, assuming=[*given, solved], lemmas=[2 * g(f + spray) == g(up(F))]),
        *raised(),
    ]


def spray_by_christoffel_symbols() -> Verdict:
    """½((∂²L/∂y^h ∂x^k) y^k - ∂L/∂x^h) = γ_hjk y^j y^k, for L = g_jk y^j y^k.

    Where ∂L/∂y^h = 2g_hj y^j, so for g(x), and by Euler's theorem for homogeneous g(x, y). D is
    y^k ∂_k and ``g_h`` is g_hj du^j; γ_hjk y^j y^k = D(g_hj) y^j - ½ ∂_h(g_jk) y^j y^k, since j and
    k may be exchanged, and the last term is ½ ∂L/∂x^h.
    """
    D, y = symbols_of_vector_fields("D y")
    g_h, E = symbols_of_forms("g_h", degree=1), symbols_of_functions("E")
    by_L = (D(2 * g_h(y)) - X_h(E)) / 2
    return check(by_L == lie(D, g_h)(y) - X_h(E) / 2, assuming=[bracket(D, y) == 0])
