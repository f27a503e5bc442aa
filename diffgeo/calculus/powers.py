"""Powers whose exponents are no integers, and exponentials, made by the ring of a space."""

from __future__ import annotations

from fractions import Fraction

from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_same_space
from diffgeo.rings import expression as tree


def power(base: Form, exponent: Form | Fraction | int) -> Form:
    """The function ``f ** c``, which is defined where f is positive.

    Parameters
    ----------
    base, exponent
        Functions on one space; the exponent may be an exact number.

    Returns
    -------
    Form
        The function, which the ring reads from the formulas of both.

    Raises
    ------
    DegreeMismatch
        One of them is no function.
    SpaceMismatch
        They live on different spaces.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from diffgeo import Manifold, d
    >>> from diffgeo.calculus import power
    >>> M = Manifold("M", "x", positive="x")
    >>> (x,) = M.coordinates
    >>> print(d(power(x, Fraction(3, 2))))
    3*sqrt(x)/2 dx
    """
    if not isinstance(exponent, Form):
        exponent = base.space.function(exponent)
    require_same_space("take the power of", base, exponent)
    made = base.space.function(tree.power(_tree(base), _tree(exponent)))
    return made.under(base.used | exponent.used)


def exponential(function: Form) -> Form:
    """The function ``e ** f``; its differential is itself times df.

    Parameters
    ----------
    function
        The exponent f.

    Returns
    -------
    Form
        The function.

    Raises
    ------
    DegreeMismatch
        The form is no function.

    Examples
    --------
    >>> from diffgeo import Manifold, check, d
    >>> from diffgeo.calculus import exponential
    >>> M = Manifold("M", "x")
    >>> f = exponential(M["x"] ** 2)
    >>> assert check(d(f) == 2 * M["x"] * f * d(M["x"]))
    """
    made = function.space.function(tree.power(tree.Constant("E"), _tree(function)))
    return made.under(function.used)


def _tree(function: Form) -> tree.Expression:
    return function.space.chart.ring.expression(function.element("take a power of"))
