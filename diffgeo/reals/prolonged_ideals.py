"""Whether differential polynomials vanish where others do, with the derivatives of these.

Source: of differential ideals, E. R. Kolchin, Differential Algebra and Algebraic Groups (1973), I.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy
from sympy import Derivative, Expr
from sympy.core.function import AppliedUndef

from diffgeo.errors import LimitExceeded, TooLarge
from diffgeo.limits import limit, working_clock

#: Indeterminates, and seconds for a basis of the ideal.
MOST, SECONDS = 24, 8.0


def order_of_derivatives(expression: Expr) -> int:
    """The order of the highest derivative of an undefined function."""
    return max((d.derivative_count for d in expression.atoms(Derivative)), default=0)


def vanish_with(functions: Sequence[Expr], equations: Sequence[Expr]) -> bool:
    """Whether a power of each function lies in the ideal of the equations.

    Undefined functions and their derivatives are the indeterminates.

    Raises
    ------
    TooLarge
        There are too many, or it takes too long.
    """
    jets: dict[Any, Expr] = {
        j: sympy.Dummy()
        for e in (*functions, *equations)
        for j in (*e.atoms(Derivative), *e.atoms(AppliedUndef))
    }
    if len(jets) > MOST:
        raise TooLarge(f"{len(jets)} components and derivatives; the limit is {MOST}")
    unknowns = [jets[j] for j in sorted(jets, key=lambda j: (-order_of_derivatives(j), str(j)))]
    asked, ideal = (
        [sympy.expand(e.xreplace(jets)) for e in given] for given in (functions, equations)
    )
    try:
        with limit(SECONDS, clock=working_clock()):
            basis = sympy.groebner([p for p in ideal if p != 0], *unknowns, order="grevlex")
            return all(_in_radical(f, basis) for f in asked)
    except LimitExceeded:
        raise TooLarge(f"a basis of the ideal of the relations takes over {SECONDS:g} s") from None


def _in_radical(f: Expr, basis: Any) -> bool:
    """Whether a power of f lies in an ideal: then with 1 - z f it contains 1 (Rabinowitsch)."""
    if basis.contains(f):
        return True
    z = sympy.Dummy()
    larger = sympy.groebner([*basis.exprs, 1 - z * f], z, *basis.gens, order="grevlex")
    return bool(larger.exprs == [1])
