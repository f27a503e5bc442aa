"""Signs of functions at points, and roots of polynomials with functions as coefficients.

Source: Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
Transactions on Computers 66 (2017).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from diffgeo.calculus.point_values import require_symbols
from diffgeo.reals.complex_roots import Root, complex_roots, real_roots, sign_of_number

if TYPE_CHECKING:
    from diffgeo.calculus.forms import Form
    from diffgeo.calculus.point_values import Point

__all__ = ["Root", "real_roots_of", "roots_at", "sign_at"]


def sign_at(function: Form, point: Point) -> int:
    """The sign of a function at an exact point, by balls where its value is not rational.

    Parameters
    ----------
    function
        A function of a manifold.
    point
        Exact values of all coordinates and parameters on which it depends.

    Returns
    -------
    int
        1, -1 or 0.

    Raises
    ------
    Undecided
        It is zero or very small, and which of these is not known.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import sign_at
    >>> M = Manifold("M", "x y")
    >>> sign_at(M.function("x - y"), {"x": "sqrt(2)", "y": "17/12"})
    -1
    """
    return sign_of_number(function.at(point))


def real_roots_of(function: Form, name: str, point: Point) -> list[Fraction]:
    """Numbers near the real zeros of a function of one name, at exact values of all others.

    The function is rational in the name; where it is defined it has one sign between neighbours.

    Parameters
    ----------
    function
        A function of a manifold.
    name
        A coordinate or parameter.
    point
        Exact values of all others on which it depends.

    Returns
    -------
    list of Fraction
        The zeros up to rounding to floats, in their order.

    Raises
    ------
    UndefinedSymbol
        The name, or one that has a value, is none of the manifold, or a value is missing.
    NotSupported
        It is not rational in the name, or zeros could not be isolated.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import real_roots_of
    >>> M = Manifold("M", "x y")
    >>> real_roots_of(M.function("(x**2 - y)*(x**2 + 1)"), "x", {"y": 4})
    [Fraction(-2, 1), Fraction(2, 1)]
    """
    from diffgeo.interop.exact_values import read_number
    from diffgeo.interop.sympy_bridge import to_sympy

    require_symbols(function.space, (name, *point))
    values = {n: to_sympy(read_number(n, v)) for n, v in point.items() if n != name}
    formula = function.to_sympy(plain=True)
    given = {s: values[s.name] for s in formula.free_symbols if s.name in values}
    return real_roots(formula.xreplace(given), name)


def roots_at(coefficients: Sequence[Form], point: Point) -> list[Root]:
    """The complex roots of a polynomial at an exact point, in balls.

    Parameters
    ----------
    coefficients
        Functions of a manifold, that of the highest power first; it is not zero at the point.
    point
        Exact values of all coordinates and parameters on which they depend.

    Returns
    -------
    list of Root
        By real parts, from the largest.

    Raises
    ------
    NotSupported
        Roots could not be isolated: some are equal, and coefficients are not rational.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import roots_at
    >>> M = Manifold("M", "x")
    >>> [root.value for root in roots_at([M.function(1), M.function(0), M["x"]], {"x": 4})]
    [2j, -2j]
    """
    return complex_roots([coefficient.at(point) for coefficient in coefficients])
