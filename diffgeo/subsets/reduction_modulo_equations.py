"""Functions written in short where equations hold.

Source: Cox, Little and O'Shea, Ideals, Varieties, and Algorithms (4th ed. 2015), chapter 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from diffgeo.calculus.forms import Form, require_form
from diffgeo.errors import SpaceMismatch, Undecided


def shortened(functions: Sequence[Form], modulo: Sequence[Form]) -> list[Form]:
    """Functions with the same values as given ones where equations hold, written in short.

    Numerators and denominators are changed by multiples of the equations (and of relations such
    as ``sin(x)**2 + cos(x)**2 = 1``), so that equality on the zero set is exact wherever both
    sides are defined; nothing is said of other points. How short they get depends on the
    coordinates: this is for display.

    Parameters
    ----------
    functions
        Functions on one space.
    modulo
        Functions on it that vanish.

    Returns
    -------
    list of Form
        In the order of the functions.

    Raises
    ------
    SpaceMismatch, DegreeMismatch
        The functions live on different spaces, or are forms of another degree.
    Unexpanded
        A function is too large to be written out.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.subsets import shortened
    >>> M = Manifold("M", "x y theta")
    >>> f = M.function("x*cos(theta)*sin(theta) + y*sin(theta)**2")
    >>> print(*shortened([f], [M.function("x*sin(theta) - y*cos(theta)")]))
    y
    """
    from diffgeo.rings.exact.reduction import Shortening
    from diffgeo.rings.exact.ring import ExactRing

    functions, modulo = list(functions), list(modulo)
    for function in (*functions, *modulo):
        require_form(function, "shorten", 0)
        if function.space is not (functions + modulo)[0].space:
            raise SpaceMismatch(
                f"the functions to shorten live on {(functions + modulo)[0].space} and "
                f"{function.space}: pull them back to one space"
            )
    if not functions:
        return []
    space = functions[0].space
    ring: object = space.chart.ring
    if not isinstance(ring, ExactRing):
        return functions
    elements = [ring.expand(f.element()) for f in functions]
    # The last equations are asked about again and again; their bases hold for one tower.
    last, known = ring.memory.get("shortening", ((), None))
    if known is None or not known.is_current or not same(last, modulo):
        known = Shortening(ring, [ring.expand(f.element()) for f in modulo])
        ring.memory["shortening"] = tuple(modulo), known
    return [space.scalar(e) for e in known.shortest(elements)]


def same(first: Sequence[Form], second: Sequence[Form]) -> bool:
    """Whether two sequences hold the same objects."""
    return len(first) == len(second) and all(a is b for a, b in zip(first, second, strict=True))


def without_solutions(f: Form) -> list[Form] | None:
    """Functions c_k with ``f = Σ c_k u_k``, for products u_k of solutions of linear systems.

    A function that is made of such solutions, and is not expanded, vanishes where all these do and
    it is defined. The equations of the systems are used as they stand, with the multipliers that
    are found for them, and nothing is expanded.

    Parameters
    ----------
    f
        A function.

    Returns
    -------
    list of Form or None
        None for a function in normal form, and for one that is too large.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import linear_algebra as linear
    >>> from diffgeo.subsets import without_solutions
    >>> M = Manifold("M", "x y z")
    >>> x, y, z = M.coordinates
    >>> a, b = linear.solve([[x, y], [y, z]], [z, x])
    >>> print(*without_solutions(x * a + y * b + 3 * z), sep="; ")
    4*z
    """
    from diffgeo.rings.exact.node import Node
    from diffgeo.rings.exact.unknowns import GivenUp
    from diffgeo.rings.exact.zero_certificates import remainder

    node = f.element("write without solutions")
    if not isinstance(node, Node):
        return None
    try:
        return [f.space.scalar(c) for c in remainder(node.ring, node)]
    except (GivenUp, Undecided, ZeroDivisionError):
        return None
