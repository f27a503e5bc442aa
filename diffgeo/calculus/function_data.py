"""Functions as plain data, to be kept in files: `to_data`, `from_data`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.requirements import require_manifold

if TYPE_CHECKING:
    from diffgeo.calculus.spaces import Manifold
    from diffgeo.rings.protocol import Data


def to_data(functions: Sequence[Form]) -> Data:
    """Functions on one manifold as numbers, lists and text, which JSON can hold.

    Solutions of linear systems stay unexpanded, and what functions share is written once. With
    the functions go their conditions; the manifold does not: `from_data` is given one that has
    the same names.

    Parameters
    ----------
    functions
        Functions on one manifold.

    Returns
    -------
    dict
        What `from_data` reads.

    Raises
    ------
    NotSupported
        The ring of the manifold has no formulas (germs).

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> M = Manifold("M", "x y")
    >>> data = to_data([M.function("sin(x)/y")])
    >>> (f,) = from_data(Manifold("N", "x y"), data)
    >>> print(f, f.conditions)
    sin(x)/y (y != 0,)
    """
    for function in functions:
        require_form(function, "write as data")
    if not functions:
        return {"generators": [], "entries": [], "functions": []}
    ring = functions[0].space.chart.ring
    return ring.to_data([function.element("write as data") for function in functions])


def from_data(space: Manifold, data: object) -> list[Form]:
    """The functions that `to_data` has written, on a manifold that has the names in them.

    Nothing in the data is executed: formulas are read like any other text.

    Parameters
    ----------
    space
        A manifold with the names that occur.
    data
        What `to_data` gave, or JSON made of it.

    Returns
    -------
    list of Form
        The functions, in their order.

    Raises
    ------
    ExpressionError, UndefinedSymbol
        The data are malformed, or a name is not declared on the manifold.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> data = to_data([Manifold("M", "x").function("x**2")])
    >>> print(*from_data(Manifold("N", "x"), data))
    x**2
    """
    require_manifold(space, "read functions on")
    chart = space.chart
    return [space.scalar(element) for element in chart.ring.from_data(data, chart.tree)]
