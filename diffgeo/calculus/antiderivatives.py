"""Antiderivatives of functions along a coordinate, where they are elementary and found.

Source: Bronstein, Symbolic Integration I: Transcendental Functions (2nd ed. 2005), chapter 5.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, DiffGeoError
from diffgeo.rings.protocol import known_sign
from diffgeo.verdicts.verdict import check

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import FunctionLike

#: Seconds for one of them, if nothing else is said.
SECONDS = 10.0


def antiderivative(function: Form, X: VectorForm, seconds: float | None = None) -> Form | None:
    """A function F with ``X(F) = f``, for a field X of the frame of a chart.

    It is proposed by SymPy and verified by the zero test of the function ring; what is not
    verified is not returned.

    Parameters
    ----------
    function
        The function f.
    X
        A field of the frame: the derivative by one coordinate.
    seconds
        Seconds of the processor for the search; 10 by default.

    Returns
    -------
    Form or None
        The function F; None if none was found, which does not say that there is none.

    Raises
    ------
    AxiomViolation
        X is no field of the frame.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import antiderivative
    >>> M = Manifold("M", "x", parameters="E")
    >>> print(antiderivative(M.function("1/sqrt(2*E - x)"), M.frame[0]))
    -2*sqrt(2*E - x)
    """
    from diffgeo.interop.sympy_integrals import proposed_antiderivative, with_real_logarithms

    require_form(function, "integrate", 0)
    space = function.space
    rows = zip(space.chart.coordinates, space.frame, strict=True)
    name = next((x for x, W in rows if check(W == X, counterexample=False)), None)
    if name is None:
        raise AxiomViolation(f"{X} is no field of the frame of {space}: take one of {space}.frame")

    def is_negative(argument: FunctionLike) -> bool:
        with suppress(DiffGeoError):
            return known_sign(space.chart.ring, space.function(argument).element()) == -1
        return False

    expression = function.to_sympy(plain=True)
    for negative in (False, True):
        found = proposed_antiderivative(expression, name, seconds or SECONDS, negative)
        if found is None:
            return None
        with suppress(DiffGeoError):  # of a function that the ring has not
            F = space.function(with_real_logarithms(found, is_negative))
            if check(X(F) == function, counterexample=False):
                return F
    return None
