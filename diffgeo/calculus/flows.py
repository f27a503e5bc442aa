"""Flows of vector fields: Lie series, and whether maps are a flow.

``exp(tX)^* = exp(t L_X)`` on functions, forms, fields and all other tensors, so the flow of X is
known by the series of its Lie derivatives; it ends where X is nilpotent on the coordinates.

Sources: Gröbner, Die Lie-Reihen und ihre Anwendungen (1960); Lee, Introduction to Smooth Manifolds
(2nd ed. 2013), chapter 9.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

from diffgeo.calculus.brackets import lie
from diffgeo.calculus.forms import Form, require_form
from diffgeo.calculus.functions_of_results import functions_of
from diffgeo.calculus.maps import Map
from diffgeo.calculus.requirements import require_integer, require_vector_form
from diffgeo.calculus.requirements_of_domain import signs_in
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.errors import AxiomViolation, NotSupported
from diffgeo.verdicts.verdict import Conjunction, Verdict, check

Thing = TypeVar("Thing")
#: So many Lie derivatives are tried before a series is said not to end.
_LONGEST = 24


def lie_series(X: VectorForm, thing: Thing, parameter: Form, order: int) -> Thing:
    """The Taylor polynomial of the pull-back along the flow: ``Σ t^k/k! L_X^k`` up to an order.

    Parameters
    ----------
    X
        A vector field.
    thing
        A function, form, vector-valued form, multivector or tensor.
    parameter
        The function t with ``X(t) = 0``, such as a parameter of the space.
    order
        The largest power of t.

    Returns
    -------
    object
        Of the kind of the thing.

    Raises
    ------
    NotSupported
        ``X(t)`` is not zero.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import lie_series
    >>> M = Manifold("M", "x y", parameters="t")
    >>> turn = M.vector_field(x="-y", y="x")
    >>> print(lie_series(turn, M["x"], M["t"], 3))
    (6*x + t**3*y - 3*t**2*x - 6*t*y)/6
    """
    require_vector_form(X, 0, "take the Lie series of")
    require_form(parameter, "take for the parameter of a flow", 0)
    require_integer(order, "the order of a Lie series", 0)
    if not check(X(parameter) == 0):
        raise NotSupported(
            f"{parameter.summary()} changes along {X.summary()}: take a parameter of {X.space}"
        )
    total: Any = thing
    term: Any = thing
    for k in range(1, order + 1):
        term = lie(X, term)
        factor = parameter**k
        total = total + Fraction(1, _factorial(k)) * factor * term
    return total  # type: ignore[no-any-return]


def polynomial_flow(X: VectorForm, parameter: Form) -> Map:
    """The flow ``exp(tX)``, with its inverse, of a field that is nilpotent on the coordinates.

    Parameters
    ----------
    X
        A vector field for which ``X(X(…X(x)…))`` vanishes for each coordinate x, in the end.
    parameter
        A parameter t of the space.

    Returns
    -------
    Map
        From the space to itself.

    Raises
    ------
    NotSupported
        No end of the series was found.

    Examples
    --------
    >>> from diffgeo import Manifold
    >>> from diffgeo.calculus import polynomial_flow
    >>> M = Manifold("M", "x y", parameters="t")
    >>> print(polynomial_flow(M.vector_field(x="y**2", y=1), M["t"]).images["x"])
    (3*x + 3*t*y**2 + 3*t**2*y + t**3)/3
    """
    require_vector_form(X, 0, "take the flow of")
    space, order = X.space, 0
    for x in space.coordinates:
        term, k = x, 0
        while not check(term == 0, counterexample=False):
            term, k = X(term), k + 1
            if k > _LONGEST:
                raise NotSupported(
                    f"the series of {X.summary()} does not end on {x.summary()} after {_LONGEST} "
                    "terms: take lie_series to an order, or check a flow that you know by is_flow"
                )
        order = max(order, k)
    names = space.chart.coordinates
    there, back = (
        {n: lie_series(s * X, space[n], parameter, order) for n in names} for s in (1, -1)
    )
    try:
        return Map(space, space, there, inverse=back)
    except AxiomViolation:  # where a function is constant on each side of a zero
        raise NotSupported(
            f"the series of {X.summary()} ends, and is no flow across the zeros of "
            f"{', '.join(map(str, signs_in(functions_of(X))))}: check flows by is_flow"
        ) from None


def is_flow(phi: Map, X: VectorForm, parameter: str) -> Verdict:
    """The verdict on ``∂φ/∂t = X∘φ`` and ``φ = id`` for t = 0.

    Parameters
    ----------
    phi
        A map of the space to itself, whose images depend on a parameter.
    X
        A vector field.
    parameter
        The name t of the parameter.

    Returns
    -------
    Verdict
        Both together determine φ.

    Examples
    --------
    >>> from diffgeo import Manifold, Map
    >>> from diffgeo.calculus import is_flow
    >>> M = Manifold("M", "x y", parameters="t")
    >>> phi = Map(M, M, {"x": "x*cos(t) - y*sin(t)", "y": "x*sin(t) + y*cos(t)"})
    >>> bool(is_flow(phi, M.vector_field(x="-y", y="x"), "t"))
    True
    """
    require_vector_form(X, 0, "take for the field of a flow")
    space, ring = X.space, X.space.chart.ring
    start = ring.pullback(ring, {parameter: ring.zero})
    parts = []
    for name in space.chart.coordinates:
        image = phi.pull(space[name]).element()
        slope: Any = ring
        rate = space.scalar(slope.derivative(image, parameter))
        parts.append(rate == phi.pull(X(space[name])))
        parts.append(space.scalar(start(image)) == space[name])
    return check(Conjunction(parts), name="a flow")


def _factorial(k: int) -> int:
    return k * _factorial(k - 1) if k else 1
