"""Killing and conformal fields, solved for in a finite space of fields.

``L_X g = 0`` is linear in X over the constants, so the fields ``Σ c f ∂`` with given functions f
and constants c that satisfy it are the kernel of a matrix, exactly and completely.

Sources: O'Neill, Semi-Riemannian Geometry (1983), chapter 9; of conformal fields, Yano, The Theory
of Lie Derivatives and its Applications (1957).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from diffgeo.calculus import linear_algebra as linear
from diffgeo.calculus.forms import Form
from diffgeo.calculus.requirements import require_kind
from diffgeo.calculus.spaces import FunctionLike
from diffgeo.calculus.vector_forms import VectorForm
from diffgeo.metrics.pseudo_riemannian import Metric
from diffgeo.structures.tensors import Tensor


def killing_fields(
    metric: Metric, functions: Sequence[FunctionLike] | None = None, degree: int = 1
) -> list[VectorForm]:
    """A basis of the Killing fields whose components are combinations of given functions.

    Parameters
    ----------
    metric
        g.
    functions
        They span, with constant coefficients, the components that are tried. Without them: all
        polynomials in the coordinates.
    degree
        The largest degree of these.

    Returns
    -------
    list of VectorForm
        A basis over the constants: every Killing field with such components is a combination of
        them while the parameters have generic values. (There may be others, with other components
        or at special values of the parameters: at k = 0 for 1 + k x².)

    Raises
    ------
    NotSupported, Unexpanded, TooLarge, Undecided
        As `diffgeo.calculus.linear_algebra.constant_relations`.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import killing_fields
    >>> M = Manifold("M", "x y")
    >>> print(*killing_fields(Metric.diagonal(M, x=1, y=1)), sep=", ")
    ∂_x, ∂_y, y ∂_x - x ∂_y
    """
    require_kind(metric, Metric, "find Killing fields of", "a Metric")
    return _solved(metric, functions, degree, metric.lie_derivative)


def conformal_fields(
    metric: Metric, functions: Sequence[FunctionLike] | None = None, degree: int = 2
) -> list[VectorForm]:
    """A basis of the conformal fields, ``L_X g = (2/n) div X g``, with such components.

    Parameters
    ----------
    metric, functions, degree
        As for `killing_fields`.

    Returns
    -------
    list of VectorForm
        A basis over the constants, as for `killing_fields`; Killing fields are among their
        combinations.

    Examples
    --------
    >>> from diffgeo import Manifold, Metric
    >>> from diffgeo.metrics import conformal_fields
    >>> M = Manifold("M", "x y z")
    >>> len(conformal_fields(Metric.diagonal(M, x=1, y=1, z=1)))
    10
    """
    require_kind(metric, Metric, "find conformal fields of", "a Metric")

    def equation(X: VectorForm) -> Tensor:
        slope = metric.lie_derivative(X)
        return slope - metric.trace(slope) / metric.space.dimension * metric.tensor  # type: ignore[operator]

    return _solved(metric, functions, degree, equation)


def _solved(
    metric: Metric,
    functions: Sequence[FunctionLike] | None,
    degree: int,
    equation: Callable[[VectorForm], Tensor],
) -> list[VectorForm]:
    space = metric.space
    given = linear.monomials(space, degree) if functions is None else space.functions(functions)
    candidates = [f * X for f in given for X in space.frame]
    indices = [(a, b) for a in range(space.dimension) for b in range(a + 1)]
    zero = space.chart.ring.zero

    def values(X: VectorForm) -> list[Form]:
        terms = equation(X)._terms
        return [space.scalar(terms.get(index, zero)) for index in indices]

    return linear.constant_solutions(candidates, values)
